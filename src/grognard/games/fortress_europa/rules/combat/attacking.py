# compiled as it stands
"""4.3B3, 4.3B5, 4.3C3, 4.3C5, 13.4, 14: combat impulses: units that cannot attack are removed, and battles are
declared and fought one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, SEATS, SIDES, STORM
from grognard.games.fortress_europa.rules.air.naval import fire, ship_support
from grognard.games.fortress_europa.rules.air.support import CARPET, SUPPORT, carpet_duty, fly_off
from grognard.games.fortress_europa.rules.combat.battle import Fighting, call_off
from grognard.games.fortress_europa.rules.combat.duties import allowed, allows, company, fewest
from grognard.games.fortress_europa.rules.combat.front import Front, front
from grognard.games.fortress_europa.rules.combat.nations import agree, nation, partners
from grognard.games.fortress_europa.rules.combat.obligation import attacks_due, counts, even, falls_short, keeps, owed
from grognard.games.fortress_europa.rules.combat.regrouping import best
from grognard.games.fortress_europa.rules.combat.removing import Removing
from grognard.games.fortress_europa.rules.combat.strength import (
    ILLEGAL,
    base_column,
    battle_odds,
    column_words,
    fighting,
    legal_odds,
    modifiers,
    odds_words,
    reckon,
    support,
    this_battle,
)
from grognard.games.fortress_europa.rules.domains import COLUMNS, HEXES, SHIPS, UNITS
from grognard.games.fortress_europa.rules.movement.districts import attack_releases, release_all
from grognard.games.fortress_europa.rules.movement.greif import end_of_combat, start_of_combat
from grognard.games.fortress_europa.rules.setup.ardennes import may_attack, may_be_attacked
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import (
    FIRST_COMBAT,
    FREE,
    LOST,
    SECOND_COMBAT,
    Position,
    fortress,
    on_map,
)
from grognard.games.fortress_europa.rules.telling import tell_changed, tell_choice
from grognard.kernel.rules import Auto, Draft, Events, Headed, Ints, Slot, Verb, Why, Whys
from grognard.kernel.rules.masks import values
from grognard.kernel.show import Odds, Preview, Reason, Waste
from grognard.kernel.show.words import listed, number_of, sentence, some
from grognard.maps import Mask, mask_of, members


class StartCombat(Auto[Position], frozen=True):
    """A combat impulse begins: nobody has fought in it (14.9)."""

    rule: ClassVar[str] = "14.3"
    impulse: int

    def run(self, s: Position, ev: Events | None) -> None:
        s.impulse = self.impulse
        s.phase = FIRST_COMBAT if self.impulse == 1 else SECOND_COMBAT
        s.fought = s.sallied = 0
        call_off(s)
        if ev is not None:
            which = ("first", "second")[self.impulse - 1]
            ev.add(
                Headed(words=f"{SIDES[s.side]} {which} combat impulse", level=3, rule=self.rule, side=SEATS[s.side])
            )
        s.then(Removing(), Attacking(), EndCombat())
        start_of_combat(s)  # 31.13


class EndCombat(Auto[Position], frozen=True):
    """A combat impulse ends: who is still in an enemy zone stays there (14.9)."""

    rule: ClassVar[str] = "14.9"

    def run(self, s: Position, ev: Events | None) -> None:
        s.fought = s.sallied = 0
        end_of_combat(s)  # 31.13


# ------------------------------------------------------------------------------------- declaring a battle


def parties(s: Position, units: Iterable[int]) -> Iterator[list[int]]:
    """6.2: those of these units who may attack together: one nationality after the other, each with the rangers and
    commandoes (21.3)."""
    beside = list(units)
    for name in sorted({nation(s, u) for u in beside}):
        yield [u for u in beside if nation(s, u) in ("", name)]


def target_sets(s: Position, u: int) -> list[Mask]:
    """All sets of hexes that the unit can attack in one battle, perhaps with others."""
    return _target_sets(s, front(s), u)


def _target_sets(s: Position, f: Front, u: int) -> list[Mask]:
    found: list[Mask] | None = f.costs.get(("sets", u))
    if found is None:
        near = f.hexes_of(u)
        sets = [mask_of(group) for size in range(len(near)) for group in combinations(near, size + 1)]
        found = f.costs["sets", u] = [hexes for hexes in sets if _may_attack(s, f, u, hexes)]
    return found


def _may_attack(s: Position, f: Front, u: int, hexes: Mask) -> bool:
    """Whether these hexes, next to the unit, are such a set."""
    if f.first and (hexes & ~f.first or hexes.bit_count() > 1):
        return False  # 20.8
    return allows(s, f, hexes, (u,), False) and keeps(s, 1 << u, hexes)


def has_target(s: Position, u: int) -> bool:
    """Whether `target_sets` is not empty."""
    return _has_target(s, front(s), u)


def _has_target(s: Position, f: Front, u: int) -> bool:
    """The same, found without listing them where that is easy."""
    for h in f.hexes_of(u):
        if _may_attack(s, f, u, 1 << h):
            return True
    return bool(_target_sets(s, f, u))


def why_not_attacking(s: Position, u: int) -> Whys:
    """What keeps a unit from attacking at all."""
    w = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if w.side[u] != s.side:
        yield Why("14.2", lambda: f"{name} does not belong to the phasing player.", (), ids)
    elif not on_map(s, u):
        yield Why("14.6C", lambda: f"{name} is not on the map.", (), ids)
    elif s.bound[u] != FREE:
        yield Why("9.1", lambda: f"{name} is frozen and does not attack (ruling 72).", (), ids)
    elif s.fought >> u & 1:
        yield Why("14.9", lambda: f"{name} has fought in this impulse.", (), ids)
    elif not may_attack(s, u):
        yield Why("33.3.9-2", lambda: f"{name} did not begin between HH10 and GG14 or behind it.", (), ids)
    elif u not in front(s).able:
        if s.invaders >> u & 1:
            yield Why("12.8", lambda: f"{name} attacks only enemies in the hex where it landed.", (), ids)
        else:
            yield Why("14.6C", lambda: f"{name} is next to no enemy that it could attack.", (), ids)


def attack_unit_reasons(s: Position, step: Attacking, seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    found = list(why_not_attacking(s, u))
    if not found and not target_sets(s, u):
        name, f = w.unit_names[u], front(s)
        if f.first & ~f.able[u]:
            places = tuple(w.labels[h] for h in members(f.first))
            found.append(Why("20.8", lambda: "Paratroopers who landed on enemies fight first.", places, (w.ids[u],)))
        else:
            found.append(
                Why("14.6", lambda: f"If {name} attacked, duties could not be met any more.", (), (w.ids[u],))
            )
    yield from found


def attack_units(s: Position, step: Attacking, seat: str, args: Ints) -> int:
    return _attack_units(s, front(s))


def _attack_units(s: Position, f: Front) -> int:
    if f.first or owed(s):
        return mask_of([u for u in f.able if _target_sets(s, f, u)])
    fewest(s, f)
    found, (battles, spare, doubtful, taken) = 0, best(f)
    for hexes, team in battles:
        found |= team  # who has a part in the best sharing has a target
        if not hexes & (doubtful | f.frozen):  # and who could join him
            found |= f.beside(hexes) & partners(s, team) & ~f.walled
    free = ~(taken | f.frozen)
    for u in members(spare & ~found):
        for h in f.hexes_of(u):
            if free >> h & 1 and f.legal(s, 1 << u, 1 << h, 0):  # and who has nothing to do, but could attack alone
                found |= 1 << u
                break
    return found | mask_of([u for u in members(f.units & ~found) if _has_target(s, f, u)])


def target_values(s: Position, step: Attacking, seat: str, args: Ints) -> Mask:
    """Most hexes can be named because that would be enough; else all sets of hexes are looked at."""
    f, u, chosen = front(s), args[0], mask_of(args[1:])
    found = _enough(s, f, u, chosen)
    return found if found == f.able.get(u, 0) & ~chosen else _more(s, u, chosen)


def _more(s: Position, u: int, chosen: Mask) -> Mask:
    """What may still be named after these hexes."""
    found = 0
    for hexes in target_sets(s, u):
        if not chosen & ~hexes:
            found |= hexes & ~chosen
    return found


def target_reasons(s: Position, step: Attacking, seat: str, args: Ints) -> Whys:
    w = s.data
    u, h = args[0], args[-1]
    name, label, f = w.unit_names[u], w.labels[h], front(s)
    chosen = mask_of(args[1:])
    where = (label,)
    if h in args[1:-1]:
        yield Why("14.7", lambda: f"{label} is named twice.", where)
    elif not survey(s).occupied[1 - s.side] >> h & 1:
        yield Why("14.6C", lambda: f"There is no enemy in {label}.", where)
    elif not may_be_attacked(s, h):
        words = f"On December III only Americans between Moselle and Meuse are attacked, not {w.hex_name(h)}."
        yield Why("33.3.9-2", lambda: words, where)
    elif not f.targets >> h & 1:
        yield Why("14.9", lambda: f"The units in {label} have fought in this impulse.", where)
    elif not f.able[u] >> h & 1:
        yield _why_not_adjacent(s, u, h)
    elif f.first and not f.first >> h & 1:
        yield Why("20.8", lambda: "Paratroopers who landed on enemies fight first.", where)
    elif not any(not chosen & ~hexes for hexes in target_sets(s, u)):
        if not any(hexes >> h & 1 for hexes in target_sets(s, u)) and not _could_be_legal(s, u, chosen):
            yield Why("14.8", lambda: f"{name} and all who could join it have odds worse than 1-6.", where)
        else:
            labels = ", ".join(w.labels[x] for x in args[1:])
            yield Why("14.6", lambda: f"If {name} attacked {labels}, duties could not be met.", where)


def _could_be_legal(s: Position, u: int, hexes: Mask) -> bool:
    f = front(s)
    friends = [x for x, near in f.able.items() if not hexes & ~near and agree(s, (u, x))]
    return legal_odds(s, friends, hexes)


def _why_not_adjacent(s: Position, u: int, h: int) -> Why:
    """Why a unit cannot attack an enemy hex."""
    w = s.data
    here, name, label = s.where[u], w.unit_names[u], w.labels[h]
    if survey(s).occupied[1 - s.side] >> here & 1:
        rule = "12.8" if s.invaders >> u & 1 else "20.8" if s.dropped >> u & 1 else "21.11"
        return Why(rule, lambda: f"{name} fights the enemies in its own hex and no others.", (label,))
    if h in w.near[here]:
        return Why("14.1", lambda: f"The bridges between {w.labels[here]} and {label} are destroyed.", (label,))
    if h in w.grid.neighbours[here]:
        return Why("14.1", lambda: f"Water lies between {w.labels[here]} and {label}.", (label,))
    return Why("14.6C", lambda: f"{name} is not next to {label}.", (label,))


def targets_enough(s: Position, step: Attacking, seat: str, args: Ints) -> Mask:
    return _enough(s, front(s), args[0], mask_of(args[1:]))


def _enough(s: Position, f: Front, u: int, chosen: Mask) -> Mask:
    return mask_of([h for h in f.hexes_of(u) if not chosen >> h & 1 and _may_attack(s, f, u, chosen | 1 << h)])


def targets_lacking(s: Position, step: Attacking, seat: str, args: Ints) -> Whys:
    w = s.data
    u, chosen = args[0], mask_of(args[1:])
    if chosen in target_sets(s, u):
        return
    more = tuple(w.labels[h] for h in members(_more(s, u, chosen)))
    words = f"{w.unit_names[u]} must attack more than this: name {' or '.join(more)} too."
    yield Why("14.6A", lambda: words, more, (w.ids[u],))


def no_battle_yet(s: Position, step: Attacking, seat: str) -> Whys:
    if s.battle_units:
        yield Why("14.3", lambda: "One battle at a time: add units to this one, or fight it.")


def a_battle(s: Position, step: Attacking, seat: str) -> Whys:
    if not s.battle_units:
        yield Why("14.3", lambda: "No battle is declared.")


def do_attack(s: Position, step: Attacking, seat: str, args: Ints, ev: Events | None) -> None:
    s.battle_units = 1 << args[0]
    s.battle_hexes = mask_of(args[1:])


def odds_attack(s: Position, step: Attacking, seat: str, args: Ints) -> Odds | None:
    r = reckon(s, args[:1], mask_of(args[1:]))
    return None if r.base == ILLEGAL else battle_odds(s, r)


# ---- company


def _chosen(s: Position) -> tuple[int, ...]:
    return tuple(members(s.battle_units))


def with_reasons(s: Position, step: Attacking, seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    name, ids = w.unit_names[u], (w.ids[u],)
    found = list(why_not_attacking(s, u))
    if found:
        yield from found
        return
    near = front(s).able[u]
    if s.battle_units >> u & 1:
        yield Why("14.7", lambda: f"{name} is in this battle already.", (), ids)
    elif s.battle_hexes & ~near:
        yield _why_not_adjacent(s, u, members(s.battle_hexes & ~near)[0])
    elif not agree(s, (*_chosen(s), u)):
        yield Why("6.2", lambda: f"{name} is of another nationality and may not attack with the others.", (), ids)
    elif not _may_join(s, front(s), u):
        yield Why("14.6", lambda: f"If {name} joined this battle, duties could not be met any more.", (), ids)


def _may_join(s: Position, f: Front, u: int) -> bool:
    together = s.battle_units | 1 << u
    return allows(s, f, s.battle_hexes, tuple(members(together)), False) and keeps(s, together, s.battle_hexes)


def with_units(s: Position, step: Attacking, seat: str, args: Ints) -> int:
    return companions(s)


def companions(s: Position) -> int:
    """The units that can join the battle that is declared."""
    return _companions(s, front(s))


def _companions(s: Position, f: Front) -> int:
    units = s.battle_units
    key = ("companions", units, s.battle_hexes, s.battle_ships)  # lower odds and aircraft change nothing
    found: int | None = f.costs.get(key)
    if found is None:
        near = f.beside(s.battle_hexes) & ~units & partners(s, units)
        found = 0 if owed(s) else near & company(s, f, s.battle_hexes, _chosen(s), s.battle_ships)
        found |= mask_of([u for u in members(near & ~found) if _may_join(s, f, u)])
        f.costs[key] = found
    return found


def do_with(s: Position, step: Attacking, seat: str, args: Ints, ev: Events | None) -> None:
    s.battle_units |= 1 << args[0]


# ---- ships


def ship_reasons(s: Position, step: Attacking, seat: str, args: Ints) -> Whys:
    """19.4: naval units in range add their number, in the Allied turn and once a turn."""
    w = s.data
    ship = args[0]
    name = w.ships[ship].name
    if s.battle_ships >> ship & 1:
        yield Why("19.4", lambda: f"{name} supports this battle already.", (), (w.ship_ids[ship],))
    elif ship not in ship_support(s, s.battle_hexes):
        if s.side != ALLIED:
            yield Why("19.4", lambda: "Naval units are not used in the German turn.", (), (w.ship_ids[ship],))
        elif s.ship_at[ship] == LOST:
            yield Why("19.8", lambda: "The naval units have left for good.", (), (w.ship_ids[ship],))
        elif s.weather == STORM:
            yield Why("19.9", lambda: "Naval units are not used in a Storm.", (), (w.ship_ids[ship],))
        elif s.ships_used >> ship & 1:
            yield Why("19.4", lambda: f"{name} has supported an attack this turn.", (), (w.ship_ids[ship],))
        else:
            yield Why("19.6", lambda: f"Not every hex of this battle is in range of {name}.", (), (w.ship_ids[ship],))
    elif not allowed(s, s.battle_hexes, _chosen(s), False, 1 << ship):
        yield Why("14.6", lambda: f"Another battle that must be fought needs {name}.", (), (w.ship_ids[ship],))


def ready_ships(s: Position, step: Attacking, seat: str, args: Ints) -> int:
    return mask_of(ship_support(s, s.battle_hexes)) & ~s.battle_ships


def do_ship(s: Position, step: Attacking, seat: str, args: Ints, ev: Events | None) -> None:
    s.battle_ships |= 1 << args[0]


# ---- lower odds


def column_reasons(s: Position, step: Attacking, seat: str, args: Ints) -> Whys:
    w = s.data
    number = args[0]
    base = reckon(s, _chosen(s), s.battle_hexes, support(s)).base
    if owed(s) and counts(s) and number < even(w):
        yield Why("33.4.1", lambda: "Attacks at 1-1 or better on this line are due.")
    elif number >= base:
        now = column_words(w, base) if base != ILLEGAL else "worse than 1-6"
        yield Why("15.8", lambda: f"The odds are {now}: only lower ones can be declared.")


def lower_columns(s: Position, step: Attacking, seat: str, args: Ints) -> int:
    """The columns below that of the odds."""
    return _lower_columns(s, front(s))


def _lower_columns(s: Position, f: Front) -> int:
    key = ("lower", s.battle_units, s.battle_hexes, s.battle_ships)
    found: int | None = f.costs.get(key)
    if found is None:
        base = base_column(s.data, *f.strengths(s, s.battle_units, s.battle_hexes, s.battle_ships))
        found = f.costs[key] = (1 << base) - 1 if base > 0 else 0
    return found & -(1 << even(s.data)) if found and owed(s) and counts(s) else found


def do_lower(s: Position, step: Attacking, seat: str, args: Ints, ev: Events | None) -> None:
    s.battle_column = args[0]


# ---- the draft


ATTACK: Verb[Position, Attacking] = Verb(
    "attack",
    do_attack,
    (
        Slot("unit", UNITS, attack_unit_reasons, legal=attack_units, prompt="Attack with which unit?"),
        Slot(
            "hex",
            HEXES,
            target_reasons,
            legal=target_values,
            prompt="Attack which hex?",
            repeat=True,
            enough=targets_enough,
            lacking=targets_lacking,
        ),
    ),
    "14.6",
    "Attack",
    reasons=no_battle_yet,
    odds=odds_attack,
)
WITH: Verb[Position, Attacking] = Verb(
    "with",
    do_with,
    (Slot("unit", UNITS, with_reasons, legal=with_units, prompt="Which unit joins?"),),
    "14.5",
    "Join the battle",
    reasons=a_battle,
)
SHIP: Verb[Position, Attacking] = Verb(
    "ship",
    do_ship,
    (Slot("ship", SHIPS, ship_reasons, among=ready_ships, prompt="Which naval unit supports the attack?"),),
    "19.4",
    "Naval support",
    reasons=a_battle,
)
LOWER: Verb[Position, Attacking] = Verb(
    "lower",
    do_lower,
    (Slot("odds", COLUMNS, column_reasons, legal=lower_columns, prompt="Which odds?"),),
    "15.8",
    "Declare lower odds",
    reasons=a_battle,
)


class Attacking(Draft[Position], frozen=True):
    """14.3: battles are declared and fought one by one, in the order the attacker likes; `done` fights the battle
    that is declared, or ends the impulse if there is none."""

    rule: ClassVar[str] = "14.3"
    light: ClassVar[bool] = True
    done_label: ClassVar[str] = "Fight, or end combat"
    verbs: ClassVar[tuple[Verb[Position, Attacking], ...]] = (ATTACK, WITH, SHIP, LOWER, SUPPORT, CARPET)

    def seats(self, s: Position) -> tuple[str, ...]:
        return (SEATS[s.side],)

    def offers(self, v: Position, seat: str) -> list[tuple[Verb[Position, Attacking], int]]:
        """Verb by verb, but nobody is asked for ships in the German turn (19.4), and for aircraft in the second
        combat impulse (17.10.2, 17.10.9)."""
        f = front(v)
        if not v.battle_units:
            units = _attack_units(v, f)
            return [(ATTACK, units)] if units else []
        found: list[tuple[Verb[Position, Attacking], int]] = [(WITH, _companions(v, f))]
        if v.side == ALLIED:
            found.append((SHIP, values(SHIP.slots[0], v, self, seat, ())))
        found.append((LOWER, _lower_columns(v, f)))
        if v.impulse == 1:
            found += [(verb, values(verb.slots[0], v, self, seat, ())) for verb in (SUPPORT, CARPET)]
        return [offer for offer in found if offer[1]]

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        if v.battle_units:
            labels = ", ".join(w.labels[h] for h in members(v.battle_hexes))
            return f"The attack on {labels}: {odds_words(w, this_battle(v))}. Add units, or fight."
        which = ("first", "second")[v.impulse - 1]
        return f"Declare a battle of the {which} combat impulse, or end combat."

    def done_words(self, v: Position, seat: str) -> str:
        return "Fight" if v.battle_units else "End combat"

    def duties(self, v: Position, seat: str) -> Whys:
        return battle_duties(v) if v.battle_units else chain(end_duties(v), attacks_due(v))

    def warnings(self, v: Position, seat: str) -> tuple[str, ...]:
        if v.side == ALLIED and v.battle_hexes and attack_releases(v, v.battle_hexes, members(v.battle_units)):
            return ("This attack is on frozen units: it releases all German units (9.1F).",)
        return ()

    def preview(self, v: Position, seat: str) -> Preview | None:
        if not v.battle_units:
            return None
        w = v.data
        r = this_battle(v)
        effects = [Reason(m.rule, sentence(m.reason + ".")) for m in modifiers(v, r)]
        effects += [Reason("9.1F", words) for words in self.warnings(v, seat)]
        names = listed([w.unit_names[u] for u in members(v.battle_units)])
        labels = tuple(w.labels[h] for h in members(v.battle_hexes))
        text = f"{names} against {', '.join(labels)}: {odds_words(w, r)}."
        return Preview(text, effects=tuple(effects), places=labels)

    def odds(self, v: Position, seat: str) -> Odds | None:
        if not v.battle_units:
            return None
        r = this_battle(v)
        return None if r.base == ILLEGAL else battle_odds(v, r)

    def wastes(self, v: Position, seat: str) -> Iterator[Waste]:
        """Who could attack and does not, if combat ends now."""
        if v.battle_units:
            return
        w, f = v.data, front(v)
        units = [u for u in f.able if has_target(v, u)]
        if not units:
            return
        best, where = max(
            (reckon(v, party, 1 << h).base, h)
            for h in members(f.targets)
            for party in parties(v, [u for u in units if f.able[u] >> h & 1])
        )
        odds = f", the best at {column_words(w, best)} on {w.hex_name(where)}" if best != ILLEGAL else ""
        text = f"{number_of(len(units), 'unit')} could attack{odds}: {some([w.unit_names[u] for u in units])}."
        yield Waste("attacks", "14.1", text, (), tuple(w.ids[u] for u in units))

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        return None if front(s).able else ("done", ())

    def commit(self, s: Position, ev: Events | None) -> None:
        w = s.data
        if not s.battle_units:
            which = ("first", "second")[s.impulse - 1]
            tell_choice(
                ev,
                SEATS[s.side],
                "impulse",
                "end",
                f"{SIDES[s.side]} {which} combat impulse ends on {w.turn_name[s.turn]}.",
                "14.3",
            )
            return
        begin_battle(s, ev)
        s.then(Fighting(), Attacking())


def battle_duties(s: Position) -> Whys:
    """What the battle that is declared lacks."""
    w, f = s.data, front(s)
    if s.battle_carpet:
        yield from carpet_duty(s)
    legal = f.legal(s, s.battle_units, s.battle_hexes, s.battle_ships)
    if legal and not falls_short(s) and allows(s, f, s.battle_hexes, _chosen(s), True):
        return
    labels = tuple([w.labels[h] for h in members(s.battle_hexes)])
    if not legal:
        yield Why("14.8", lambda: f"{odds_words(w, this_battle(s))}: more units are needed.", labels)
    elif falls_short(s) and companions(s):
        yield Why("33.4.1", lambda: "Attacks at 1-1 or better on this line are due: add units.", labels)
    elif not allows(s, f, s.battle_hexes, _chosen(s), True):
        near = 0
        for h in members(s.battle_hexes):
            near |= f.beside(1 << h)
        left = members(near & f.must & ~s.battle_units & partners(s, s.battle_units))
        names = " or ".join(w.unit_names[u] for u in left) or "another unit"
        yield Why(
            "14.6",
            lambda: f"Without {names} in this battle not every duty could be met.",
            labels,
            tuple([w.ids[u] for u in left]),
        )


def end_duties(s: Position) -> Whys:
    """Who must still attack, and who must still be attacked, as far as that can be done."""
    w = s.data
    f = front(s)
    if f.duty.bit_count() + f.must.bit_count() <= fewest(s, f):
        return
    for h in members(f.duty):
        label = w.labels[h]
        units = fighting(s, h, 1 - s.side)
        names = listed([w.unit_names[x] for x in units])
        words = f"{names} in {label} must be attacked."
        yield Why("14.6A", lambda words=words: words, (label,), tuple(w.ids[x] for x in units))  # type: ignore[misc]
    for u in members(f.must):
        name = w.unit_names[u]
        rule = "13.4" if w.hqs >> u & 1 else "14.6B"
        yield Why(rule, lambda name=name: f"{name} must attack.", (w.labels[s.where[u]],), (w.ids[u],))  # type: ignore[misc]


def begin_battle(s: Position, ev: Events | None) -> None:
    """The battle is declared: its sides are fixed, and an attack on frozen units releases everybody (9.1F, 9.9)."""
    w = s.data
    units = _chosen(s)
    s.line_attacks += counts(s)  # 33.4.1
    if s.side == ALLIED and attack_releases(s, s.battle_hexes, units):
        release_all(s, ev, "9.1F")
    f = front(s)
    foes = [x for h in members(s.battle_hexes) for x in fighting(s, h, 1 - s.side)]
    s.battle_foes = mask_of(foes)
    others = members(f.must & ~partners(s, s.battle_units))
    s.battle_idle = mask_of(u for u in others if not f.able[u] & ~f.apart & ~s.battle_hexes)
    if s.side == GERMAN:
        s.sallied |= mask_of(s.where[u] for u in units if fortress(s, s.where[u]))  # 14.13
    fire(s, members(s.battle_ships))
    fly_off(s, ev)
    if ev is not None:
        labels = tuple(w.labels[h] for h in members(s.battle_hexes))
        names = listed([w.unit_names[u] for u in units])
        enemies = listed([w.unit_names[x] for x in foes])
        attack = "attacks" if len(units) == 1 else "attack"
        tell_choice(
            ev,
            SEATS[s.side],
            "attack",
            " ".join(labels),
            f"{names} {attack} {enemies} in {', '.join(labels)}.",
            "14.3",
            labels,
            tuple(w.ids[u] for u in units),
        )
        for u in members(s.battle_idle):
            tell_changed(ev, "idle", f"{w.unit_names[u]} takes no part.", "14.11", (), (w.ids[u],))

# compiled as it stands
"""7. Declaring attacks: every enemy next to an attacker must be attacked, by whichever units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import ClassVar, NamedTuple

from grognard.games.nineteen_forty.data.world import (
    BELGIUM,
    GERMAN,
    HOME,
    LUXEMBOURG,
    SEATS,
    SWITZERLAND,
)
from grognard.games.nineteen_forty.rules.combat import Resolving, battle_odds, odds_words
from grognard.games.nineteen_forty.rules.command import why_not_effort
from grognard.games.nineteen_forty.rules.domains import HEX, UNIT
from grognard.games.nineteen_forty.rules.movement import invasions
from grognard.games.nineteen_forty.rules.state import (
    Position,
    at_war,
    claim,
    facts,
    garrison_hexes,
    join,
    neutral_land,
    survey,
)
from grognard.games.nineteen_forty.rules.strength import column
from grognard.kernel.rules import Chose, Draft, Events, Ints, Slot, Verb, Why, Whys
from grognard.kernel.show import Odds, Preview, Waste
from grognard.kernel.show.words import agree, listed, number_of, some
from grognard.maps import mask_of, members


def why_not_attacking(s: Position, u: int) -> Iterator[Why]:
    """The conditions against a unit attacking in this phase at all: on turn 0 none of its own (18 ¶1e)."""
    w = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if w.side[u] != s.side:
        yield Why("2 ¶2", lambda: f"{name} is not yours.", (), ids)
    if s.where[u] >= w.n:
        yield Why("7 ¶1", lambda: f"{name} is not on the map.", (), ids)
        return
    if s.disrupted[u]:
        yield Why("7 Disruption ¶1a", lambda: f"{name} is disrupted.", (), ids)
    if not w.combat[u]:
        yield Why("11 Parachute Regiments ¶1", lambda: f"{name} has no combat factor.", (), ids)
    elif s.dropped >> u & 1:
        yield Why("11 Air Landing Division ¶1", lambda: f"{name} has just landed.", (), ids)
    if not at_war(s, u):
        yield Why("13 Neutral Status ¶1", lambda: f"{name} is neutral.", (), ids)
    yield from why_not_effort(s, u)


def attackable(s: Position, u: int, enemies: int, war: int) -> int:
    """The enemy hexes next to a unit that it may attack, given the countries at war."""
    w = s.data
    near = w.attack_mask[s.where[u]] & enemies
    if u == w.geb and not war & 1 << SWITZERLAND:
        near &= w.countries[SWITZERLAND]  # 15 German Mountain Corps ¶1: only what is the invasion itself (ruling 91)
    return near


class Front(NamedTuple):
    """What can attack what, with the attacks declared so far."""

    able: dict[int, int]
    """Units that may attack and have no target yet -> the enemy hexes next to them, as a set."""
    enemies: int
    war: int
    """Countries at war once the declared attacks are made."""
    duty: int
    """Hexes with an enemy that must be attacked by whoever attacks next to it."""
    near: int
    """Hexes next to units that attack."""
    covered: int
    targets: tuple[tuple[int, ...], ...]
    """The target sets of the attacks declared so far."""
    waiting: int
    """The enemy hexes next to the mountain corps, while only the invasion of Switzerland lets it attack them all."""
    peace: int
    """Hexes whose attack would bring their country into the war; nobody but Germans stands beside an enemy there."""
    once: int
    twice: int
    """Enemy hexes next to at least one and to at least two of the units that may attack."""
    sets: dict[int, list[tuple[int, ...]]]
    """What `target_sets` has found so far."""


def front(s: Position) -> Front:
    """What can attack what; kept with the facts as long as nothing changes on which it depends."""
    w = s.data
    kept, around = facts(s), survey(s)
    memo = kept.front
    attacks, key = s.attacks, (s.side, s.turn, s.war, s.fresh, s.garrisons, s.effort)
    if memo is not None and memo[0] is around and memo[1] == key:
        if memo[2] == attacks:
            return memo[3]
        if memo[2] == attacks[:-1] and not any(joining(s, t) for t in attacks[-1][1:]):
            found = one_more(s, memo[3], attacks[-1])
            kept.front = (around, key, attacks, found)
            return found
    side = s.side
    enemies = around.occupied[1 - side]
    if side == GERMAN:
        enemies |= garrison_hexes(s)
    used = {order[0] for order in attacks}
    covered = near = 0
    war = s.war
    targets: dict[tuple[int, ...], None] = {}
    for order in attacks:
        targets[order[1:]] = None
        near |= w.attack_mask[s.where[order[0]]]
    for group in targets:
        for t in group:
            covered |= w.bit[t]
            war |= joining(s, t)
    able = {
        u: near_enemies
        for u in at_the_enemy(s, around.occupied[side] & w.attack_steps.spread(enemies))
        if u not in used and (near_enemies := attackable(s, u, enemies, war))
    }
    waiting, geb = 0, w.geb
    peace = not war & 1 << SWITZERLAND
    if peace and next(why_not_attacking(s, geb), None) is None:  # if it attacks already, that is the invasion
        waiting = w.attack_mask[s.where[geb]] & enemies
    duty = duty_hexes(s, war)
    at_peace = neutral_land(s)
    found = Front(able, enemies, war, duty, near, covered, tuple(targets), waiting, at_peace, *counted(able), {})
    kept.front = (around, key, attacks, found)
    return found


def at_the_enemy(s: Position, hexes: int) -> list[int]:
    """The units in these hexes that `why_not_attacking` has nothing against."""
    if not hexes:
        return []
    w = s.data
    where, bits, busy = s.where, w.spot_bits, s.dropped
    return [
        u
        for u in w.of_side[s.side]
        if bits[where[u]] & hexes
        and w.combat[u]
        and not s.disrupted[u]
        and not busy >> u & 1
        and s.war & w.home_bit[u]
        and (not w.panzer_corps[u] or next(why_not_effort(s, u), None) is None)
    ]


def counted(able: dict[int, int]) -> tuple[int, int]:
    """`once` and `twice` of a front."""
    once = twice = 0
    for enemies in able.values():
        twice |= once & enemies
        once |= enemies
    return once, twice


def one_more(s: Position, now: Front, order: tuple[int, ...]) -> Front:
    """The front after one more attack, which brings no country into the war."""
    w = s.data
    u, targets = order[0], order[1:]
    able = now.able.copy()
    able.pop(u, None)
    covered = now.covered
    for t in targets:
        covered |= w.bit[t]
    near = now.near | w.attack_mask[s.where[u]]
    groups = now.targets if targets in now.targets else (*now.targets, targets)
    return Front(
        able, now.enemies, now.war, now.duty, near, covered, groups, now.waiting, now.peace, *counted(able), {}
    )


def joining(s: Position, target: int) -> int:
    """The countries that an attack into this hex brings into the war (ruling 80)."""
    w = s.data
    country = w.country[target]
    if s.side != GERMAN or s.war >> country & 1:
        return 0
    return 1 << country if country == SWITZERLAND else 1 << country | 1 << BELGIUM | 1 << LUXEMBOURG


def duty_hexes(s: Position, war: int) -> int:
    """Hexes with an enemy unit that must be attacked by whoever attacks next to it (ruling 35); disrupted ones need
    not be (7 Disruption ¶1b)."""
    w = s.data
    foe = 1 - s.side
    if war == s.war and not s.fresh and not s.dropped:
        return survey(s).sides[foe].sound
    found = 0
    for u in w.of_side[foe]:
        h = s.where[u]
        if h < w.n and not s.disrupted[u] and not w.regiment[u] and war >> HOME[w.nation[u]] & 1:
            found |= w.bit[h]
    return found


def left_out(s: Position) -> int:
    """The enemy hexes next to attackers that nobody attacks (7 ¶1; 7 ¶2 and 7 ¶3 give examples)."""
    now = front(s)
    return now.near & now.duty & ~now.covered


def missing_if(s: Position, now: Front, u: int, targets: Iterable[int], more: int = 0) -> int:
    """The enemy hexes left out if the unit attacked these hexes and more countries were at war."""
    w = s.data
    war, covered = now.war | more, now.covered
    for t in targets:
        covered |= w.bit[t]
        war |= joining(s, t)
    duty = now.duty if war == now.war else duty_hexes(s, war)
    return (now.near | w.attack_mask[s.where[u]]) & duty & ~covered


def stranded(s: Position, now: Front, u: int, targets: tuple[int, ...]) -> int:
    """The enemy hexes that nobody could attack any more, though the duty asks for it, if the unit attacks these.

    A unit that takes all enemies next to it that are not yet attacked adds no duty; so it is enough that every
    enemy left out has some unit beside it that may attack and has no target.
    """
    w = s.data
    missing = missing_if(s, now, u, targets)
    if not missing:
        return 0
    missing &= ~helped(now, u)
    if not missing or not now.waiting or u == w.geb:
        return missing
    # The mountain corps can help, once somebody attacks a Swiss hex (15, ruling 91).
    if any(joining(s, t) & 1 << SWITZERLAND for t in targets):
        return missing & ~now.waiting
    swiss = w.countries[SWITZERLAND] & ~now.covered & ~mask_of(targets)
    others = [enemies for x, enemies in now.able.items() if x != u]
    if not any(enemies & swiss for enemies in others):
        return missing
    late = missing_if(s, now, u, targets, 1 << SWITZERLAND) & ~now.waiting
    for enemies in others:
        late &= ~enemies
    return missing if late else 0


def helped(now: Front, u: int) -> int:
    """The enemy hexes next to some other unit that may attack."""
    return now.twice | now.once & ~now.able.get(u, 0)


def is_completable(s: Position, now: Front, u: int, targets: tuple[int, ...]) -> bool:
    """Whether the duty can still be met if the unit attacks these hexes."""
    return not stranded(s, now, u, targets)


def target_sets(s: Position, u: int, now: Front | None = None) -> list[tuple[int, ...]]:
    """All sets of hexes that the unit may now attack in one attack."""
    if now is None:
        now = front(s)
    found = now.sets.get(u)
    if found is None:
        found = now.sets[u] = find_sets(s, now, u)
    return found


def find_sets(s: Position, now: Front, u: int) -> list[tuple[int, ...]]:
    w = s.data
    near = now.able.get(u, 0)
    if not near:
        return []
    free = near & ~now.covered
    if not now.waiting and not free & now.peace:
        # No war begins, so the duty stays as it is: what nobody else can attack must be in the set, and that is all.
        must = (now.near | w.attack_mask[s.where[u]]) & now.duty & ~now.covered & ~helped(now, u)
        found = [] if must else [group for group in now.targets if not mask_of(group) & ~near]
        hexes = members(free)
        found += [g for g in choices(hexes, must.bit_count() or 1) if not must & ~mask_of(g)]
        return found
    found = [
        group for group in now.targets
        if all(near >> t & 1 for t in group) and is_completable(s, now, u, group)
    ]  # fmt: skip
    needed = 0
    if u == w.geb and now.waiting:  # its attack is to be the invasion (ruling 91)
        near, needed = now.waiting, w.countries[SWITZERLAND]
    hexes = members(near & ~now.covered)
    for group in choices(hexes, 1):
        if (not needed or needed & mask_of(group)) and is_completable(s, now, u, group):
            found.append(group)
    return found


def choices(hexes: list[int], least: int) -> Iterator[tuple[int, ...]]:
    """All choices of so many of the hexes or more."""
    for size in range(least, len(hexes) + 1):
        yield from combinations(hexes, size)


def attackers(s: Position, now: Front) -> int:
    """The units whose `target_sets` are not empty, as a set, found without listing them where that is easy."""
    found, easy = 0, now.duty & ~now.covered
    for u, near in now.able.items():
        if near & easy or target_sets(s, u, now):
            found |= 1 << u
    return found


def is_attack(s: Position, now: Front, u: int, group: tuple[int, ...]) -> bool:
    """Whether a unit may now attack just these hexes: together with those that attack them already, as a whole
    (ruling 36), or hexes that nobody attacks yet; and so that the duty can still be met."""
    w = s.data
    near, hexes = now.able.get(u, 0), mask_of(group)
    if group in now.targets:
        fits = not hexes & ~near
    elif hexes & now.covered:
        fits = False
    elif u == w.geb and now.waiting:  # its attack is to be the invasion (ruling 91)
        fits = not hexes & ~now.waiting and bool(hexes & w.countries[SWITZERLAND])
    else:
        fits = not hexes & ~near
    return fits and is_completable(s, now, u, group)


def can_be_attack(s: Position, now: Front, u: int, chosen: int) -> bool:
    """Whether some attack of the unit has at least these targets."""
    w = s.data
    if not now.able.get(u):
        return False
    more = members(w.attack_mask[s.where[u]] & now.enemies & ~chosen)
    return any(
        is_attack(s, now, u, tuple(members(chosen | mask_of(others)))) for others in choices(more, 0 if chosen else 1)
    )


def attack_units(s: Position, step: Declaring, seat: str, args: Ints) -> int:
    return attackers(s, front(s))


def attack_unit_reasons(s: Position, step: Declaring, seat: str, args: Ints) -> Whys:
    w, u = s.data, args[0]
    name, ids = w.unit_names[u], (w.ids[u],)
    found = list(why_not_attacking(s, u))
    if any(order[0] == u for order in s.attacks):
        found.append(Why("7 ¶1", lambda: f"{name} attacks already (ruling 34).", (), ids))
    if found:
        yield from found
        return
    now = front(s)
    near = w.attack_mask[s.where[u]] & now.enemies
    if near and not attackable(s, u, near, now.war):
        text = f"{name} may not attack before Switzerland is invaded, unless its attack does that."
        yield Why("15 German Mountain Corps ¶1", lambda: text, (), ids)
    elif not can_be_attack(s, now, u, 0):
        label = w.labels[s.where[u]]
        text = f"{name} is not adjacent to an enemy unit."
        if near:
            text = f"If {name} attacked, an enemy next to it could not be attacked by anybody."
        yield Why("7 ¶1", lambda: text, (label,), ids)


def target_hexes(s: Position, step: Declaring, seat: str, args: Ints) -> int:
    """The hexes that some set of targets adds to those named."""
    chosen = mask_of(args[1:])
    found = 0
    for group in target_sets(s, args[0]):
        hexes = mask_of(group)
        if not chosen & ~hexes:
            found |= hexes
    return found & ~chosen


def targets_enough(s: Position, step: Declaring, seat: str, args: Ints) -> int:
    """The hexes that make those named one of the sets."""
    chosen, size = mask_of(args[1:]), len(args)
    found = 0
    for group in target_sets(s, args[0]):
        if len(group) == size:
            hexes = mask_of(group)
            if not chosen & ~hexes:
                found |= hexes
    return found & ~chosen


def target_reasons(s: Position, step: Declaring, seat: str, args: Ints) -> Whys:
    w = s.data
    u, t = args[0], args[-1]
    name, label = w.unit_names[u], w.labels[t]
    chosen = set(args[1:])
    now = front(s)
    if t in args[1:-1]:
        yield Why("7 ¶5b", lambda: f"{label} is named twice.", (label,))
    elif not w.attack_mask[s.where[u]] >> t & 1:
        yield Why(
            "7 ¶1", lambda: f"{label} is not adjacent to {name}, or cannot be attacked over that side.", (label,)
        )
    elif not now.enemies >> t & 1:
        yield Why("7 ¶1", lambda: f"There is no enemy to attack in {label}.", (label,))
    else:
        if can_be_attack(s, now, u, mask_of(chosen)):
            return
        if any(t in group and set(group) != chosen for group in now.targets):
            yield Why(
                "7 ¶5a",
                lambda: f"{label} is attacked already; {name} can only join that attack as a whole (ruling 36).",
                (label,),
            )
            return
        if not attackable(s, u, mask_of(chosen), now.war):
            yield Why(
                "15 German Mountain Corps ¶1",
                lambda: f"{name} attacks {label} only after or together with a Swiss hex.",
                (label,),
            )
            return
        missing = missing_if(s, now, u, chosen)
        places = tuple(w.labels[h] for h in members(missing))
        yield Why(
            "7 ¶1",
            lambda: f"{', '.join(places) or 'An enemy'} would be next to an attacker and could not be attacked.",
            (label, *places),
        )


def targets_lacking(s: Position, step: Declaring, seat: str, args: Ints) -> Whys:
    """What the hexes named so far lack to be an attack: enemies that only this unit can attack, the other hexes of an
    attack that it joins, a Swiss hex for the mountain corps."""
    w = s.data
    u = args[0]
    chosen = tuple(sorted(args[1:]))
    now, around, name = front(s), survey(s), w.unit_names[u]
    for group in now.targets:
        rest = [w.labels[t] for t in group if t not in chosen]
        if rest and set(chosen) & set(group):
            are, it = agree(len(rest), "is", "are"), agree(len(rest), "it", "them")
            text = f"{listed(rest)} {are} attacked together with {w.labels[args[1]]}: name {it} too (ruling 36)."
            yield Why("7 ¶5a", lambda: text, tuple(rest), (w.ids[u],))
            return
    if not attackable(s, u, mask_of(chosen), now.war):
        yield Why(
            "15 German Mountain Corps ¶1",
            lambda: f"{name} attacks other hexes only together with a Swiss one: name that too (ruling 91).",
            (),
            (w.ids[u],),
        )
        return
    for h in members(stranded(s, now, u, chosen)):
        label = w.labels[h]
        units = [x for x in around.at[h] if w.side[x] != s.side]
        enemy = " and ".join(w.unit_names[x] for x in units)
        are, it = agree(len(units), "is", "are"), agree(len(units), "it", "them")
        if w.attack_mask[s.where[u]] >> h & 1:
            words = f"{enemy} in {label} {are} next to {name} and nobody else can attack {it}: name {label} too."
        else:
            words = f"{enemy} in {label} {are} next to another attacker and could not be attacked by anybody."
        yield Why("7 ¶1", lambda words=words: words, (label,), tuple(w.ids[x] for x in units))  # type: ignore[misc]


def do_attack(s: Position, step: Declaring, seat: str, args: Ints, ev: Events | None) -> None:
    s.attacks = (*s.attacks, (args[0], *sorted(args[1:])))


def preview_attack(s: Position, step: Declaring, seat: str, args: Ints) -> Preview:
    w = s.data
    u = args[0]
    targets = tuple(sorted(args[1:]))
    mates = attack_mates(s, u, targets)
    effects = invasions(s, targets) if w.side[u] == GERMAN else []
    names = ", ".join(w.unit_names[x] for x in mates)
    return Preview(
        f"{names} against {', '.join(w.labels[t] for t in targets)}: {odds_words(s, mates, targets)}.",
        effects=tuple(effects),
        places=tuple(w.labels[t] for t in targets),
    )


def attack_mates(s: Position, u: int, targets: tuple[int, ...]) -> tuple[int, ...]:
    return (*[order[0] for order in s.attacks if order[1:] == targets and order[0] != u], u)


def odds_attack(s: Position, step: Declaring, seat: str, args: Ints) -> Odds:
    u = args[0]
    targets = tuple(sorted(args[1:]))
    return battle_odds(s, attack_mates(s, u, targets), targets)


def mask_of_all(masks: Iterable[int]) -> int:
    """All that is in any of these sets."""
    found = 0
    for mask in masks:
        found |= mask
    return found


class Declaring(Draft[Position], frozen=True):
    """7 ¶1: the attacks of a combat phase, declared together (ruling 33)."""

    rule: ClassVar[str] = "7 ¶1"
    done_label: ClassVar[str] = "No more attacks"
    verbs: ClassVar[tuple[Verb[Position, Declaring], ...]] = (
        Verb(
            "attack",
            do_attack,
            slots=(
                Slot("unit", UNIT, attack_unit_reasons, legal=attack_units, prompt="Attack with which unit?"),
                Slot(
                    "target",
                    HEX,
                    target_reasons,
                    legal=target_hexes,
                    prompt="Which hex does it attack?",
                    repeat=True,
                    enough=targets_enough,
                    lacking=targets_lacking,
                ),
            ),
            rule="7 ¶1",
            label="Attack",
            preview=preview_attack,
            odds=odds_attack,
        ),
    )

    def seats(self, s: Position) -> tuple[str, ...]:
        return (SEATS[s.side],)

    def prompt(self, v: Position, seat: str) -> str:
        return "Declare your attacks: choose a unit, then the enemy hexes it attacks."

    def duties(self, v: Position, seat: str) -> Whys:
        w = v.data
        around = survey(v)
        for h in members(left_out(v)):
            units = [u for u in around.at[h] if w.side[u] != v.side]
            names = " and ".join(w.unit_names[u] for u in units)
            are = agree(len(units), "is", "are")
            beside = next(o[0] for o in v.attacks if w.attack_mask[v.where[o[0]]] >> h & 1)
            yield Why(
                "7 ¶1",
                lambda names=names, beside=beside, h=h, are=are: (  # type: ignore[misc]
                    f"{names} in {w.labels[h]}, adjacent to {w.unit_names[beside]}, {are} not attacked."
                ),
                (w.labels[h],),
                tuple(w.ids[u] for u in units),
            )

    def wastes(self, v: Position, seat: str) -> Iterator[Waste]:
        """Who stands beside the enemy, could attack and does not; the best odds are those of all of them on one hex,
        before rivers and air points."""
        w, now = v.data, front(v)
        units = members(attackers(v, now))
        hexes = members(mask_of_all(now.able[u] for u in units) & ~now.covered)
        if not units or not hexes:
            return
        enemy = 1 - v.side
        best, where = max(
            (column(v, [u for u in units if now.able[u] >> h & 1], (h,), enemy, (), 0), h) for h in hexes
        )
        text = (
            f"{number_of(len(units), 'unit')} beside the enemy could attack, the best at {w.crt_names[best]} on "
            f"{w.hex_name(where)}: {some([w.unit_names[u] for u in units])}."
        )
        yield Waste("attacks", "7 ¶1", text, (), tuple(w.ids[u] for u in units))

    def commit(self, s: Position, ev: Events | None) -> None:
        w = s.data
        groups: dict[tuple[int, ...], list[int]] = {}
        for order in s.attacks:
            groups.setdefault(order[1:], []).append(order[0])
        s.attacks = ()
        s.battles = tuple((targets, tuple(units)) for targets, units in groups.items())
        for targets, units in s.battles:
            if ev is not None:
                names = ", ".join(w.unit_names[u] for u in units)
                labels = tuple(w.labels[t] for t in targets)
                ev.add(
                    Chose(
                        what="attack",
                        answer=" ".join(labels),
                        words=f"{names} will attack {', '.join(labels)}.",
                        rule="7 ¶1",
                        places=labels,
                        pieces=tuple(w.ids[u] for u in units),
                        side=SEATS[s.side],
                    )
                )
            for t in targets:
                country = w.country[t]
                if not s.war >> country & 1:  # no German is in a neutral one
                    join(s, country, ev)
                    claim(s, ev)
        s.then(Resolving())

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        return None if front(s).able else ("done", ())

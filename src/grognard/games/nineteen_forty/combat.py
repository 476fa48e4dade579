"""7. Combat: declaring attacks, air (9), bridgeheads, the roll and its results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, ClassVar, NamedTuple

from grognard.games.nineteen_forty.command import why_not_effort
from grognard.games.nineteen_forty.movement import hex_universe, unit_universe
from grognard.games.nineteen_forty.retreat import Advancing, freeze
from grognard.games.nineteen_forty.state import (
    REPULSED_NOW,
    Changed,
    Position,
    at_war,
    claim,
    eliminate,
    garrison_hexes,
    join,
    say,
    survey,
)
from grognard.games.nineteen_forty.strength import (
    attack_strength,
    base_column,
    column,
    defence_strength,
    defenders,
    halvings,
    in_factors,
    rivers,
    shifts,
    works,
)
from grognard.games.nineteen_forty.world import (
    ALLIED,
    BELGIUM,
    GERMAN,
    HOME,
    LUXEMBOURG,
    NEUTRALS,
    SEATS,
    SWITZERLAND,
    World,
)
from grognard.kernel.chance import Dice, Outcome
from grognard.kernel.contract import Args, Chance, Choice, Draft, Slot, Verb, Why, Whys
from grognard.kernel.events import Events, Rolled
from grognard.kernel.show import Modifier, Odds, OddsRow, Preview, Reason
from grognard.maps import each_of, members

# ------------------------------------------------------------------------------------- declaring attacks


def why_not_attacking(s: Position, u: int) -> Iterator[Why]:
    """The conditions against a unit attacking in this phase at all."""
    w: World = s.data
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
    if s.dropped >> u & 1:
        yield Why("11 Air Landing Division ¶1", lambda: f"{name} has just landed.", (), ids)
    if not at_war(s, u):
        yield Why("13 Neutral Status ¶1", lambda: f"{name} is neutral.", (), ids)
    if u == w.geb and not s.war >> SWITZERLAND & 1:
        yield Why(
            "15 German Mountain Corps ¶1", lambda: f"{name} may not attack before Switzerland is invaded.", (), ids
        )
    yield from why_not_effort(s, u)


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


def front(s: Position) -> Front:
    w: World = s.data
    around = survey(s)
    memo = w.front_memo
    key = (s.attacks, s.side, s.turn, s.war, s.garrisons, s.effort)
    if memo is not None and memo[0] is around and memo[1] == key:
        return memo[2]  # type: ignore[no-any-return]
    side = s.side
    enemies = around.occupied[1 - side]
    if side == GERMAN:
        enemies |= garrison_hexes(s)
    used = {order[0] for order in s.attacks}
    beside = w.attack_steps.spread(enemies)
    able = {
        u: w.attack_mask[s.where[u]] & enemies
        for u in w.of_side[side]
        if s.where[u] < w.n
        and beside & w.bit[s.where[u]]
        and u not in used
        and next(why_not_attacking(s, u), None) is None
    }
    covered = near = 0
    war = s.war
    targets: dict[tuple[int, ...], None] = {}
    for order in s.attacks:
        targets[order[1:]] = None
        near |= w.attack_mask[s.where[order[0]]]
    for group in targets:
        for t in group:
            covered |= w.bit[t]
            war |= joining(s, t)
    found = Front(able, enemies, war, duty_hexes(s, war), near, covered, tuple(targets))
    w.front_memo = (around, key, found)
    return found


def joining(s: Position, target: int) -> int:
    """The countries that an attack into this hex brings into the war (ruling 80)."""
    w: World = s.data
    country = w.country[target]
    if s.side != GERMAN or country not in NEUTRALS or s.war >> country & 1:
        return 0
    return 1 << country if country == SWITZERLAND else 1 << country | 1 << BELGIUM | 1 << LUXEMBOURG


def duty_hexes(s: Position, war: int) -> int:
    """Hexes with an enemy unit that must be attacked by whoever attacks next to it (ruling 35)."""
    w: World = s.data
    foe = 1 - s.side
    found = 0
    for u in w.of_side[foe]:
        h = s.where[u]
        if h < w.n and not s.disrupted[u] and not w.regiment[u] and war >> HOME[w.nation[u]] & 1:
            found |= w.bit[h]
    return found


def left_out(s: Position) -> int:
    """The enemy hexes next to attackers that nobody attacks."""
    now = front(s)
    return now.near & now.duty & ~now.covered


def missing_if(s: Position, now: Front, u: int, targets: Iterable[int]) -> int:
    """The enemy hexes left out if the unit attacked these hexes."""
    w: World = s.data
    war, covered = now.war, now.covered
    for t in targets:
        covered |= w.bit[t]
        war |= joining(s, t)
    duty = now.duty if war == now.war else duty_hexes(s, war)
    return (now.near | w.attack_mask[s.where[u]]) & duty & ~covered


def is_completable(s: Position, now: Front, u: int, targets: tuple[int, ...]) -> bool:
    """Whether the duty can still be met if the unit attacks these hexes.

    A unit that takes all enemies next to it that are not yet attacked adds no duty; so it is enough that every
    enemy left out has some unit beside it that may attack and has no target.
    """
    missing = missing_if(s, now, u, targets)
    if missing:
        for x, enemies in now.able.items():
            if x != u:
                missing &= ~enemies
    return not missing


def target_sets(s: Position, u: int) -> list[tuple[int, ...]]:
    """All sets of hexes that the unit may now attack in one attack."""
    now = front(s)
    if u not in now.able:
        return []
    near = now.able[u]
    found = [
        group for group in now.targets
        if all(near >> t & 1 for t in group) and is_completable(s, now, u, group)
    ]  # fmt: skip
    free = members(near & ~now.covered)
    for size in range(1, len(free) + 1):
        found += [group for group in combinations(free, size) if is_completable(s, now, u, group)]
    return found


def has_target(s: Position, u: int) -> bool:
    """Whether `target_sets` is not empty, found without listing it where that is easy."""
    now = front(s)
    near = now.able.get(u, 0)
    if near & ~now.covered & now.duty:
        return True
    return bool(near) and bool(target_sets(s, u))


def attack_units(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.ids[u] for u in front(s).able if has_target(s, u)]


def attack_unit_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[0]]
    name, ids = w.unit_names[u], (w.ids[u],)
    found = list(why_not_attacking(s, u))
    if any(order[0] == u for order in s.attacks):
        found.append(Why("7 ¶1", lambda: f"{name} attacks already (ruling 34).", (), ids))
    if not found and not front(s).able.get(u):
        found.append(Why("7 ¶1", lambda: f"{name} is not adjacent to an enemy unit.", (w.labels[s.where[u]],), ids))
    elif not found and not has_target(s, u):
        found.append(
            Why("7 ¶1", lambda: f"If {name} attacked, an enemy next to it could not be attacked by anybody.", (), ids)
        )
    yield from found


def target_values(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    chosen = {w.index[label] for label in args[1:]}
    found: dict[int, None] = {}
    for group in target_sets(s, w.unit[args[0]]):
        if chosen <= set(group):
            for t in group:
                if t not in chosen:
                    found[t] = None
    return [w.labels[t] for t in found]


def target_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u, t = w.unit[args[0]], w.index[args[-1]]
    name, label = w.unit_names[u], w.labels[t]
    chosen = {w.index[x] for x in args[1:]}
    now = front(s)
    if args[-1] in args[1:-1]:
        yield Why("7 ¶5b", lambda: f"{label} is named twice.", (label,))
    elif not w.attack_mask[s.where[u]] >> t & 1:
        yield Why("7 ¶1", lambda: f"{label} is not adjacent to {name}, or cannot be attacked over that side.", (label,))
    elif not now.enemies >> t & 1:
        yield Why("7 ¶1", lambda: f"There is no enemy to attack in {label}.", (label,))
    else:
        groups = target_sets(s, u)
        if any(chosen <= set(group) for group in groups):
            return
        if any(t in group and set(group) != chosen for group in now.targets):
            yield Why(
                "7 ¶5a",
                lambda: f"{label} is attacked already; {name} can only join that attack as a whole (ruling 36).",
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


def targets_enough(s: Position, step: Any, seat: str, args: Args) -> bool:
    w: World = s.data
    chosen = tuple(sorted(w.index[label] for label in args[1:]))
    return chosen in target_sets(s, w.unit[args[0]])


def do_attack(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    s.attacks = (*s.attacks, (w.unit[args[0]], *sorted(w.index[label] for label in args[1:])))


def preview_attack(s: Position, step: Any, seat: str, args: Args) -> Preview:
    w: World = s.data
    u = w.unit[args[0]]
    targets = tuple(sorted(w.index[label] for label in args[1:]))
    if not targets:
        return Preview(f"{w.unit_names[u]} attacks.")
    mates = attack_mates(s, u, targets)
    effects = [
        Reason("13 Neutral Status ¶1", f"This invades {w.country_names[c]}.")
        for c in dict.fromkeys(w.country[t] for t in targets)
        if not s.war >> c & 1
    ]
    names = ", ".join(w.unit_names[x] for x in mates)
    return Preview(
        f"{names} against {', '.join(w.labels[t] for t in targets)}: {odds_words(s, mates, targets)}",
        effects=tuple(effects),
        places=tuple(w.labels[t] for t in targets),
    )


def attack_mates(s: Position, u: int, targets: tuple[int, ...]) -> tuple[int, ...]:
    return (*[order[0] for order in s.attacks if order[1:] == targets and order[0] != u], u)


def odds_words(s: Position, attackers: tuple[int, ...], targets: tuple[int, ...]) -> str:
    w: World = s.data
    side = 1 - w.side[attackers[0]]
    attack = attack_strength(s, attackers, targets, ())
    defence = defence_strength(s, attackers, targets, side)
    name = w.crt_names[column(s, attackers, targets, side, (), 0)]
    return f"{in_factors(attack)} to {in_factors(defence)}, column {name}"


def odds_attack(s: Position, step: Any, seat: str, args: Args) -> Odds:
    w: World = s.data
    u = w.unit[args[0]]
    targets = tuple(sorted(w.index[label] for label in args[1:]))
    return battle_odds(s, attack_mates(s, u, targets), targets)


class Declaring(Draft[Position], frozen=True):
    """7 ¶1: the attacks of a combat phase, declared together (ruling 33)."""

    rule: ClassVar[str] = "7 ¶1"
    done_label: ClassVar[str] = "No more attacks"
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "attack",
            do_attack,
            slots=(
                Slot("unit", "piece", unit_universe, attack_unit_reasons, attack_units, prompt="Attack with which unit?"),
                Slot(
                    "target",
                    "place",
                    hex_universe,
                    target_reasons,
                    target_values,
                    prompt="Which hex does it attack?",
                    repeat=True,
                    enough=targets_enough,
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
        w: World = v.data
        around = survey(v)
        for h in members(left_out(v)):
            units = [u for u in around.at[h] if w.side[u] != v.side]
            names = " and ".join(w.unit_names[u] for u in units)
            beside = next(o[0] for o in v.attacks if w.attack_mask[v.where[o[0]]] >> h & 1)
            yield Why(
                "7 ¶1",
                lambda names=names, beside=beside, h=h: (  # type: ignore[misc]
                    f"{names} in {w.labels[h]}, adjacent to {w.unit_names[beside]}, is not attacked."
                ),
                (w.labels[h],),
                tuple(w.ids[u] for u in units),
            )

    def commit(self, s: Position, ev: Events | None) -> None:
        w: World = s.data
        groups: dict[tuple[int, ...], list[int]] = {}
        for order in s.attacks:
            groups.setdefault(order[1:], []).append(order[0])
        s.attacks = ()
        s.battles = tuple((targets, tuple(units)) for targets, units in groups.items())
        for targets, units in s.battles:
            for t in targets:
                country = w.country[t]
                if s.side == GERMAN and not s.war >> country & 1:
                    join(s, country, ev)
                    claim(s)
            if ev is not None:
                names = ", ".join(w.unit_names[u] for u in units)
                labels = tuple(w.labels[t] for t in targets)
                say(ev, f"{names} will attack {', '.join(labels)}.", "7 ¶1", labels, tuple(w.ids[u] for u in units))
        s.then(Resolving())

    def obvious(self, s: Position) -> tuple[str, Args] | None:
        return None if front(s).able else ("done", ())


# ------------------------------------------------------------------------------------- resolving attacks


def resolve_values(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.labels[targets[0]] for targets, _ in s.battles]


def resolve_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    """An attack on several hexes goes by the first of them."""
    w: World = s.data
    h = w.index[args[0]]
    first = next((targets[0] for targets, _ in s.battles if h in targets), None)
    if first is None:
        yield Why("7 ¶4a", lambda: f"No attack on {args[0]} waits to be resolved.", (args[0],))
    elif first != h:
        yield Why("7 ¶4a", lambda: f"This attack goes by its first hex, {w.labels[first]}.", (w.labels[first],))


def do_resolve(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    t = w.index[args[0]]
    battle = next(b for b in s.battles if t in b[0])
    s.battles = tuple(b for b in s.battles if b is not battle)
    s.then(AlliedAir(*battle), Resolving())


def battle_of(s: Position, args: Args) -> tuple[tuple[int, ...], tuple[int, ...]]:
    w: World = s.data
    return next(b for b in s.battles if w.index[args[0]] in b[0])


class Resolving(Choice[Position], frozen=True):
    """7 ¶4a: attacks are resolved one by one, in the order the attacker likes."""

    rule: ClassVar[str] = "7 ¶4a"
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "resolve",
            do_resolve,
            slots=(
                Slot("hex", "place", hex_universe, resolve_reasons, resolve_values, prompt="Resolve which attack?"),
            ),
            rule="7 ¶4a",
            label="Resolve",
            odds=lambda s, step, seat, args: battle_odds(s, *reversed(battle_of(s, args))),
        ),
        Verb("none", lambda s, step, seat, args, ev: None, reasons=lambda s, step, seat: _battles_left(s)),
    )

    def seat(self, s: Position) -> str:
        return SEATS[s.side]

    def prompt(self, v: Position, seat: str) -> str:
        return "Which attack is resolved next?"

    def obvious(self, s: Position) -> tuple[str, Args] | None:
        if not s.battles:
            return "none", ()
        return ("resolve", (s.data.labels[s.battles[0][0][0]],)) if len(s.battles) == 1 else None


def _battles_left(s: Position) -> Whys:
    if s.battles:
        yield Why("7 ¶4a", lambda: "Attacks still have to be resolved.")


# --------------------------------------------------------------------------------------------- air (9)


def air_values(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    points = s.air_allied if seat == "allied" else s.air_german
    return [str(n) for n in range(points + 1)]


def air_universe(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    return [str(n) for n in range(10)]


def air_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    points = s.air_allied if seat == "allied" else s.air_german
    if int(args[0]) > points:
        yield Why("9 ¶1", lambda: f"{points} air points are left this turn, not {args[0]}.")


def _say_air(s: Position, who: str, n: int, targets: tuple[int, ...], ev: Events | None) -> None:
    if ev is not None and n:
        w: World = s.data
        points = f"{n} air point{'s' if n > 1 else ''}"
        say(ev, f"{who} commits {points}.", "9 ¶2a", tuple(w.labels[t] for t in targets))


def do_allied_air(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    n = int(args[0])
    s.air_allied -= n
    _say_air(s, "The Allied player", n, step.targets, ev)
    s.then(GermanAir(step.targets, step.attackers, n))


def do_german_air(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    n = int(args[0])
    s.air_german -= n
    _say_air(s, "The German player", n, step.targets, ev)
    air = n - step.allied if s.side == GERMAN else step.allied - n
    sides = tuple(rivers(s, step.attackers, step.targets))
    if sides:
        s.then(Bridging(step.targets, step.attackers, air, sides))
    else:
        s.then(Fighting(step.targets, step.attackers, air))


def odds_air(s: Position, step: Any, seat: str, args: Args) -> Odds:
    n = int(args[0]) if args else 0
    attacker = SEATS[s.side]
    air = n if seat == attacker else -n
    if isinstance(step, GermanAir):
        air += step.allied if attacker == "allied" else -step.allied
    return battle_odds(s, step.attackers, step.targets, air, replies=False)


def _air_verb(do: Any) -> Verb:
    return Verb(
        "air",
        do,
        slots=(Slot("points", "number", air_universe, air_reasons, air_values, prompt="How many air points?"),),
        rule="9 ¶2a",
        label="Air points",
        odds=odds_air,
    )


class AlliedAir(Choice[Position], frozen=True):
    """9 ¶2b: the Allied player says first how many air points he uses."""

    rule: ClassVar[str] = "9 ¶2b"
    targets: tuple[int, ...]
    attackers: tuple[int, ...]
    verbs: ClassVar[tuple[Verb, ...]] = (_air_verb(do_allied_air),)

    def seat(self, s: Position) -> str:
        return "allied"

    def prompt(self, v: Position, seat: str) -> str:
        return f"Air points for the {_battle_words(v, self.attackers, self.targets)}?"

    def obvious(self, s: Position) -> tuple[str, Args] | None:
        return None if s.air_allied else ("air", ("0",))

    def standing(self, v: Position, seat: str, order: str) -> str | None:
        return "air 0" if order == "no-air" else None


class GermanAir(Choice[Position], frozen=True):
    rule: ClassVar[str] = "9 ¶2b"
    targets: tuple[int, ...]
    attackers: tuple[int, ...]
    allied: int
    verbs: ClassVar[tuple[Verb, ...]] = (_air_verb(do_german_air),)

    def seat(self, s: Position) -> str:
        return "german"

    def prompt(self, v: Position, seat: str) -> str:
        said = f" The Allied player uses {self.allied}." if self.allied else ""
        return f"Air points for the {_battle_words(v, self.attackers, self.targets)}?{said}"

    def obvious(self, s: Position) -> tuple[str, Args] | None:
        return None if s.air_german else ("air", ("0",))

    def standing(self, v: Position, seat: str, order: str) -> str | None:
        return "air 0" if order == "no-air" else None


def _battle_words(s: Position, attackers: tuple[int, ...], targets: tuple[int, ...]) -> str:
    w: World = s.data
    return f"attack on {', '.join(w.labels[t] for t in targets)} ({odds_words(s, attackers, targets)})"


# ------------------------------------------------------------------------------- bridgeheads and the roll


class Bridging(Chance[Position], frozen=True):
    """7 Terrain ¶1: one die for each minor river side; 1 to 3 gives a bridgehead."""

    rule: ClassVar[str] = "7 Terrain ¶1b"
    targets: tuple[int, ...]
    attackers: tuple[int, ...]
    air: int
    sides: tuple[int, ...]

    def chance(self, s: Position) -> Dice:
        return Dice(len(self.sides))

    def happen(self, s: Position, outcome: Outcome, ev: Events | None) -> None:
        failed = tuple(side for side, die in zip(self.sides, outcome, strict=True) if int(die) > 3)
        if ev is not None:
            w: World = s.data
            lost = ", ".join(w.grid.side_name(side) for side in failed)
            ev.add(
                Rolled(
                    tuple(int(d) for d in outcome),
                    f"Bridgeheads at {', '.join(w.grid.side_name(side) for side in self.sides)}",
                    result=f"none at {lost}" if failed else "all won",
                    good=SEATS[1 - s.side],
                    bad=SEATS[s.side],
                    rule="7 Terrain ¶1a",
                    places=tuple(w.labels[t] for t in self.targets),
                )
            )
        s.then(Fighting(self.targets, self.attackers, self.air, failed))


class Fighting(Chance[Position], frozen=True):
    """7 ¶4c: one die on the column of the odds."""

    rule: ClassVar[str] = "7 ¶4c"
    targets: tuple[int, ...]
    attackers: tuple[int, ...]
    air: int
    failed: tuple[int, ...] = ()

    def chance(self, s: Position) -> Dice:
        return Dice(1)

    def happen(self, s: Position, outcome: Outcome, ev: Events | None) -> None:
        w: World = s.data
        die = int(outcome[0])
        side = 1 - s.side
        where = column(s, self.attackers, self.targets, side, self.failed, self.air)
        result = w.crt[where][die - 1]
        if ev is not None:
            ev.add(self._told(s, die, where, result))
        implement(s, result, self.attackers, self.targets, ev)

    def _told(self, s: Position, die: int, where: int, result: str) -> Rolled:
        w: World = s.data
        side = 1 - s.side
        attack = attack_strength(s, self.attackers, self.targets, self.failed)
        defence = defence_strength(s, self.attackers, self.targets, side)
        labels = ", ".join(w.labels[t] for t in self.targets)
        return Rolled(
            (die,),
            f"Attack on {labels}, {in_factors(attack)} to {in_factors(defence)}, column {w.crt_names[where]}",
            modifiers=tuple(attack_modifiers(s, self.attackers, self.targets, side, self.air)),
            result=f"{result}, {RESULT_WORDS[result]}",
            good=SEATS[side],
            bad=SEATS[s.side],
            rule="7 ¶4c",
            places=tuple(w.labels[t] for t in self.targets),
            pieces=tuple(w.ids[u] for u in self.attackers),
        )


RESULT_WORDS = {
    "AE": "attacker eliminated",
    "AR": "attacker repulsed",
    "NE": "no effect",
    "DR*": "defender retreats unless protected",
    "DR": "defender retreats",
    "DE": "defender eliminated",
}


def attack_modifiers(
    s: Position, attackers: tuple[int, ...], targets: tuple[int, ...], side: int, air: int
) -> list[Modifier]:
    found = shifts(s, attackers, targets, side)
    if air:
        found.append(Modifier(air, "air points", "9 ¶2a"))
    return found


def implement(s: Position, result: str, attackers: tuple[int, ...], targets: tuple[int, ...], ev: Events | None) -> None:
    """7 Combat Results, hex by hex (ruling 38)."""
    w: World = s.data
    side = 1 - s.side
    if result == "AE":
        for u in attackers:
            eliminate(s, u, ev, "7 Combat Results AE")
        claim(s)
    elif result == "AR":
        for u in attackers:
            s.disrupted[u] = REPULSED_NOW
        claim(s)
        if ev is not None:
            names = ", ".join(w.unit_names[u] for u in attackers)
            ev.add(Changed(words=f"Repulsed and disrupted: {names}.", rule="7 Combat Results AR"))
    elif result == "DE":
        for u in defenders(s, targets, side):
            eliminate(s, u, ev, "7 Combat Results DE")
        claim(s)
        s.then(Advancing(attackers, targets))
    elif result in ("DR", "DR*"):
        cleared = [t for t in targets if works(s, result, attackers, t, side)]
        if len(cleared) < len(targets):
            held = ", ".join(w.labels[t] for t in targets if t not in cleared)
            say(ev, f"The defenders of {held} hold.", "7 Combat Results DR")
        retreating = []
        for u in defenders(s, cleared, side):
            if w.move[u]:
                retreating.append(u)
            else:
                eliminate(s, u, ev, "7 Retreat ¶1c", ": it cannot retreat")  # ruling 51
        if retreating:
            s.then(freeze(s, retreating, cleared, attackers))
        elif cleared:
            claim(s)
            s.then(Advancing(attackers, tuple(cleared)))


# ------------------------------------------------------------------------------------------------- odds


def battle_odds(
    s: Position, attackers: tuple[int, ...], targets: tuple[int, ...], air: int = 0, replies: bool = True
) -> Odds:
    """The exact chances of each result, bridgeheads integrated; `air` in favour of the attacker."""
    w: World = s.data
    side = 1 - w.side[attackers[0]]
    crossings = rivers(s, attackers, targets)
    total: dict[str, Fraction] = {}
    columns: dict[str, None] = {}
    for weight, won in each_of(Fraction(1, 2), [str(r) for r in crossings]):
        failed = [r for r in crossings if str(r) not in won]
        where = column(s, attackers, targets, side, failed, air)
        columns[w.crt_names[where]] = None
        for die in range(6):
            result = w.crt[where][die]
            if result in ("DR", "DR*") and not any(works(s, result, attackers, t, side) for t in targets):
                result = "NE"
            total[result] = total.get(result, Fraction(0)) + weight / 6
    order = ("AE", "AR", "NE", "DR*", "DR", "DE")
    rows = tuple(
        OddsRow(name, str(total[name]), float(total[name]), RESULT_WORDS[name]) for name in order if name in total
    )
    modifiers = attack_modifiers(s, attackers, targets, side, air)
    for u in attackers:
        for n, why, rule in halvings(s, u, targets, crossings if len(crossings) == 0 else ()):
            modifiers.append(Modifier(0, f"{w.unit_names[u]} {'quartered' if n == 2 else 'halved'}: {why}", rule))
    assumes = ["Nobody commits more air points."]
    if crossings:
        assumes.append(f"{len(crossings)} bridgehead rolls are counted in.")
    answers = []
    if replies:
        mine, theirs = (s.air_german, s.air_allied) if s.side == GERMAN else (s.air_allied, s.air_german)
        for n in range(1, theirs + 1):
            answers.append(battle_odds(s, attackers, targets, -n, replies=False))
        for n in range(1, mine + 1):
            answers.append(battle_odds(s, attackers, targets, n, replies=False))
    attack = attack_strength(s, attackers, targets, ())
    defence = defence_strength(s, attackers, targets, side)
    base = w.crt_names[base_column(w, attack, defence)]
    named = " or ".join(columns)
    title = f"{in_factors(attack)} to {in_factors(defence)} is {base}; column {named}"
    if air:
        title += f" with {air:+d} air"
    return Odds(title, rows, tuple(modifiers), tuple(assumes), tuple(answers), "7 ¶4b")


__all__ = ["ALLIED", "Declaring", "Front", "battle_odds", "front", "target_sets"]

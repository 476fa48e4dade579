# compiled as it stands
"""7. Combat: the order of attacks, air (9), bridgeheads, the roll and its results."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN, SEATS, SIDES
from grognard.games.nineteen_forty.rules.domains import HEX, POINTS
from grognard.games.nineteen_forty.rules.retreat import Advancing, freeze
from grognard.games.nineteen_forty.rules.state import REPULSED_NOW, Position, claim, eliminate
from grognard.games.nineteen_forty.rules.strength import (
    ONE,
    attack_strength,
    base_column,
    column,
    defence_strength,
    defenders,
    halvings,
    in_factors,
    rivers,
    shifts,
    why_held,
    works,
)
from grognard.kernel.rules import (
    Battle,
    Chance,
    Changed,
    Choice,
    Chose,
    Dice,
    Events,
    Ints,
    Outcome,
    Rolled,
    Slot,
    Verb,
    Why,
    Whys,
)
from grognard.kernel.show import Modifier, Odds, OddsRow
from grognard.kernel.show.words import agree, number_of
from grognard.maps import each_of, mask_of

# ------------------------------------------------------------------------------------- resolving attacks


def resolve_hexes(s: Position, step: Resolving, seat: str, args: Ints) -> int:
    return mask_of(targets[0] for targets, _ in s.battles)


def resolve_reasons(s: Position, step: Resolving, seat: str, args: Ints) -> Whys:
    """An attack on several hexes goes by the first of them."""
    w, h = s.data, args[0]
    label = w.labels[h]
    first = next((targets[0] for targets, _ in s.battles if h in targets), None)
    if first is None:
        yield Why("7 ¶4a", lambda: f"There is no attack on {label} to resolve.", (label,))
    elif first != h:
        yield Why("7 ¶4a", lambda: f"This attack is called by its first hex, {w.labels[first]}.", (w.labels[first],))


def do_resolve(s: Position, step: Resolving, seat: str, args: Ints, ev: Events | None) -> None:
    battle = battle_of(s, args)
    s.battles = tuple(b for b in s.battles if b is not battle)
    s.then(AlliedAir(*battle), Resolving())


def battle_of(s: Position, args: Ints) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return next(b for b in s.battles if args[0] in b[0])


def odds_resolve(s: Position, step: Resolving, seat: str, args: Ints) -> Odds:
    targets, attackers = battle_of(s, args)
    return battle_odds(s, attackers, targets)


def no_battles_left(s: Position, step: Resolving, seat: str) -> Whys:
    if s.battles:
        yield Why("7 ¶4a", lambda: "Attacks still have to be resolved.")


def do_none(s: Position, step: Resolving, seat: str, args: Ints, ev: Events | None) -> None:
    """All attacks have been resolved."""


class Resolving(Choice[Position], frozen=True):
    """7 ¶4a: attacks are resolved one by one, in the order the attacker likes."""

    rule: ClassVar[str] = "7 ¶4a"
    verbs: ClassVar[tuple[Verb[Position, Resolving], ...]] = (
        Verb(
            "resolve",
            do_resolve,
            slots=(Slot("hex", HEX, resolve_reasons, legal=resolve_hexes, prompt="Resolve which attack?"),),
            rule="7 ¶4a",
            label="Resolve",
            odds=odds_resolve,
        ),
        Verb("none", do_none, reasons=no_battles_left),
    )

    def seat(self, s: Position) -> str:
        return SEATS[s.side]

    def prompt(self, v: Position, seat: str) -> str:
        return "Which attack is resolved next?"

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        if not s.battles:
            return "none", ()
        return ("resolve", (s.battles[0][0][0],)) if len(s.battles) == 1 else None


# --------------------------------------------------------------------------------------------- air (9)


def air_left(s: Position, seat: str) -> int:
    return s.air_allied if seat == "allied" else s.air_german


def air_numbers(s: Position, step: AlliedAir | GermanAir, seat: str, args: Ints) -> int:
    return (2 << air_left(s, seat)) - 1


def air_reasons(s: Position, step: AlliedAir | GermanAir, seat: str, args: Ints) -> Whys:
    points = air_left(s, seat)
    if args[0] > points:
        yield Why("9 ¶1", lambda: f"You have {number_of(points, 'air point')} left this turn, not {args[0]}.")


def _say_air(s: Position, side: int, n: int, targets: tuple[int, ...], ev: Events | None) -> None:
    if ev is not None and n:
        w = s.data
        who = f"The {SIDES[side]} player"
        points = number_of(n, "air point")
        words = f"{who} commits {points}."
        where = tuple(w.labels[t] for t in targets)
        ev.add(Chose(what="air", answer=str(n), words=words, rule="9 ¶2a", places=where, side=SEATS[side]))


def do_allied_air(s: Position, step: AlliedAir, seat: str, args: Ints, ev: Events | None) -> None:
    n = args[0]
    s.air_allied -= n
    _say_air(s, ALLIED, n, step.targets, ev)
    s.then(GermanAir(step.targets, step.attackers, n))


def do_german_air(s: Position, step: GermanAir, seat: str, args: Ints, ev: Events | None) -> None:
    n = args[0]
    s.air_german -= n
    _say_air(s, GERMAN, n, step.targets, ev)
    air = n - step.allied if s.side == GERMAN else step.allied - n
    sides = tuple(rivers(s, step.attackers, step.targets))
    if sides:
        s.then(Bridging(step.targets, step.attackers, air, sides))
    else:
        s.then(Fighting(step.targets, step.attackers, air))


def odds_air(s: Position, step: AlliedAir | GermanAir, seat: str, args: Ints) -> Odds:
    [n] = args
    attacker = SEATS[s.side]
    air = n if seat == attacker else -n
    if isinstance(step, GermanAir):
        air += step.allied if attacker == "allied" else -step.allied
    return battle_odds(s, step.attackers, step.targets, air, replies=False)


AIR = Slot("points", POINTS, air_reasons, legal=air_numbers, prompt="How many air points?")


class AlliedAir(Choice[Position], frozen=True):
    """9 ¶2b: the Allied player says first how many air points he uses."""

    rule: ClassVar[str] = "9 ¶2b"
    targets: tuple[int, ...]
    attackers: tuple[int, ...]
    verbs: ClassVar[tuple[Verb[Position, AlliedAir], ...]] = (
        Verb("air", do_allied_air, (AIR,), "9 ¶2a", "Air points", odds=odds_air),
    )

    def seat(self, s: Position) -> str:
        return "allied"

    def prompt(self, v: Position, seat: str) -> str:
        return f"Air points for the {_battle_words(v, self.attackers, self.targets)}?"

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        return None if s.air_allied else ("air", (0,))

    def standing(self, v: Position, seat: str, order: str) -> str | None:
        return "air 0" if order == "no-air" else None


class GermanAir(Choice[Position], frozen=True):
    rule: ClassVar[str] = "9 ¶2b"
    targets: tuple[int, ...]
    attackers: tuple[int, ...]
    allied: int
    verbs: ClassVar[tuple[Verb[Position, GermanAir], ...]] = (
        Verb("air", do_german_air, (AIR,), "9 ¶2a", "Air points", odds=odds_air),
    )

    def seat(self, s: Position) -> str:
        return "german"

    def prompt(self, v: Position, seat: str) -> str:
        said = f" The Allied player uses {self.allied}." if self.allied else ""
        return f"Air points for the {_battle_words(v, self.attackers, self.targets)}?{said}"

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        return None if s.air_german else ("air", (0,))

    def standing(self, v: Position, seat: str, order: str) -> str | None:
        return "air 0" if order == "no-air" else None


def _battle_words(s: Position, attackers: tuple[int, ...], targets: tuple[int, ...]) -> str:
    w = s.data
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
        dice = tuple(int(die) for die in outcome)
        failed = tuple(side for side, die in zip(self.sides, dice, strict=True) if die > 3)
        if ev is not None:
            w = s.data
            lost = ", ".join(self._lost(s, side) for side in failed)
            ev.add(
                Rolled(
                    dice,
                    f"Bridgeheads at {', '.join(w.grid.side_name(side) for side in self.sides)}",
                    result=f"none at {lost}" if failed else "all won",
                    good=SEATS[1 - s.side],
                    bad=SEATS[s.side],
                    rule="7 Terrain ¶1a",
                    places=tuple(w.labels[t] for t in self.targets),
                )
            )
        s.then(Fighting(self.targets, self.attackers, self.air, failed))

    def _lost(self, s: Position, side: int) -> str:
        """A river side without bridgehead and the units that it halves."""
        w = s.data
        over = [u for u in self.attackers if any(w.edges[s.where[u], t].river == side for t in self.targets)]
        return f"{w.grid.side_name(side)} (halves {', '.join(w.unit_names[u] for u in over)})"


class Fighting(Chance[Position], frozen=True):
    """7 ¶4c: one die on the column of the odds (1 The Die ¶1)."""

    rule: ClassVar[str] = "7 ¶4c"
    targets: tuple[int, ...]
    attackers: tuple[int, ...]
    air: int
    failed: tuple[int, ...] = ()

    def chance(self, s: Position) -> Dice:
        return Dice(1)  # 1 The Die ¶1

    def happen(self, s: Position, outcome: Outcome, ev: Events | None) -> None:
        w = s.data
        die = int(outcome[0])
        side = 1 - s.side
        where = column(s, self.attackers, self.targets, side, self.failed, self.air)
        result = w.crt[where][die - 1]
        if ev is not None:
            ev.add(self._told(s, die, where, result))
        implement(s, result, self.attackers, self.targets, ev)

    def _told(self, s: Position, die: int, where: int, result: str) -> Battle:
        w = s.data
        side = 1 - s.side
        attack = attack_strength(s, self.attackers, self.targets, self.failed)
        defence = defence_strength(s, self.attackers, self.targets, side)
        labels = ", ".join(w.labels[t] for t in self.targets)
        halved = halved_words(s, self.attackers, self.targets, self.failed)
        words = f"Attack on {labels}{f' ({halved})' if halved else ''}: {in_factors(attack)} to {in_factors(defence)}"
        shifted = attack_modifiers(s, self.attackers, self.targets, side, self.air)
        words += f" is {w.crt_names[base_column(w, attack, defence)]}"
        for shift in shifted:  # they move the column, never the die (7 ¶4b)
            n = abs(shift.value)
            words += f", {number_of(n, 'column')} {'right' if shift.value > 0 else 'left'} for {shift.reason}"
        if shifted:
            words += f", so column {w.crt_names[where]}"
        return Battle(
            (die,),
            words,
            side=SEATS[s.side],
            defender=SEATS[side],
            turn=s.turn,
            place=w.labels[self.targets[0]],
            attackers=tuple(w.ids[u] for u in self.attackers),
            defenders=tuple(w.ids[u] for u in defenders(s, self.targets, side)),
            odds=w.crt_names[where],
            shifts=tuple(shifted),
            attack=attack / ONE,
            defence=defence / ONE,
            result=f"{result}, {RESULT_WORDS[result]}",
            good=SEATS[side],
            bad=SEATS[s.side],
            rule="7 ¶4c",
            places=tuple(w.labels[t] for t in self.targets),
            pieces=tuple(w.ids[u] for u in self.attackers),
            shows=(f"crt {w.crt_names[where]} {die}",),
        )


def halved_words(s: Position, attackers: tuple[int, ...], targets: tuple[int, ...], failed: Iterable[int]) -> str:
    """Which attackers are halved or quartered, and why."""
    w = s.data
    return "; ".join(
        f"{w.unit_names[u]} {'quartered' if n == 2 else 'halved'}: {why}"
        for u in attackers
        for n, why, _ in halvings(s, u, targets, failed)
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
        found.append(Modifier(air, agree(abs(air), "air point", "air points"), "9 ¶2a"))
    return found


def implement(
    s: Position, result: str, attackers: tuple[int, ...], targets: tuple[int, ...], ev: Events | None
) -> None:
    """7 Combat Results, hex by hex (ruling 38); at 7 Combat Results NE nothing happens."""
    w = s.data
    side = 1 - s.side
    if result == "AE":
        for u in attackers:
            eliminate(s, u, ev, "7 Combat Results AE", "battle")
        claim(s, ev)
    elif result == "AR":
        for u in attackers:
            s.disrupted[u] = REPULSED_NOW
        if ev is not None:
            names = ", ".join(w.unit_names[u] for u in attackers)
            ev.add(
                Changed(
                    condition="disrupted",
                    words=f"Repulsed and disrupted: {names}.",
                    rule="7 Combat Results AR",
                    pieces=tuple(w.ids[u] for u in attackers),
                    side=SEATS[s.side],
                )
            )
        claim(s, ev)
    elif result == "DE":
        lost = defenders(s, targets, side)
        for u in lost:
            eliminate(s, u, ev, "7 Combat Results DE", "battle")
        claim(s, ev)
        s.then(Advancing(attackers, targets))
    elif result in ("DR", "DR*"):
        cleared = [t for t in targets if works(s, result, attackers, t, side)]
        if ev is not None:
            for t in targets:
                if t not in cleared:
                    rule, why = why_held(s, result, attackers, t, side)
                    words = f"The defenders of {w.labels[t]} hold: {why}."
                    held = tuple(w.ids[u] for u in defenders(s, (t,), side))
                    told = Changed(condition="held", words=words, rule=rule, places=(w.labels[t],), pieces=held)
                    ev.add(told)
        retreating = []
        for u in defenders(s, cleared, side):
            if w.move[u]:
                retreating.append(u)
            else:
                eliminate(s, u, ev, "7 Retreat ¶1c", "battle", ": it cannot retreat")  # ruling 51
        if retreating:
            s.then(freeze(s, retreating, cleared, attackers))
        elif cleared:  # of a garrison alone, which falls when somebody stays there
            s.then(Advancing(attackers, tuple(cleared)))


# ------------------------------------------------------------------------------------------------- odds


def odds_words(s: Position, attackers: tuple[int, ...], targets: tuple[int, ...]) -> str:
    w = s.data
    side = 1 - w.side[attackers[0]]
    attack = attack_strength(s, attackers, targets, ())
    defence = defence_strength(s, attackers, targets, side)
    name = w.crt_names[column(s, attackers, targets, side, (), 0)]
    return f"{in_factors(attack)} to {in_factors(defence)}, column {name}"


def battle_odds(
    s: Position, attackers: tuple[int, ...], targets: tuple[int, ...], air: int = 0, replies: bool = True
) -> Odds:
    """The exact chances of each result, bridgeheads integrated; `air` in favour of the attacker."""
    w = s.data
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
        for n, why, rule in halvings(s, u, targets, ()):
            modifiers.append(Modifier(0, f"{w.unit_names[u]} {'quartered' if n == 2 else 'halved'}: {why}", rule))
    assumes = ["Nobody commits more air points."]
    if crossings:
        assumes.append(f"{number_of(len(crossings), 'bridgehead roll')} counted in.")
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

# compiled as it stands
"""10.1.8 Allied Unit Attacks, made when all other Player Actions are done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.spoiled_victory.data.printed import German
from grognard.games.spoiled_victory.data.world import Data
from grognard.games.spoiled_victory.rules.combat import (
    allied_attack_odds,
    allied_dice,
    allied_dice_modifiers,
    count_wins,
    counted,
    dice_words,
    is_casualty,
)
from grognard.games.spoiled_victory.rules.domains import PIECES, PLACES, ours
from grognard.games.spoiled_victory.rules.german_attack import DICE, against_retreat_to, beside
from grognard.games.spoiled_victory.rules.spirit import Decided, Spirit
from grognard.games.spoiled_victory.rules.state import (
    ALLIED_SIDE,
    GERMAN_SIDE,
    SEAT,
    State,
    agree,
    disrupt,
    facts,
    german_factor,
    german_hit,
    german_retreat,
    hit,
    retreat,
    retreat_spaces,
    rolled,
    track_in,
    unit_is,
)
from grognard.kernel.rules import (
    Battle,
    Chance,
    Choice,
    Distribution,
    Events,
    Ints,
    Outcome,
    Slot,
    Step,
    Verb,
    Why,
    Whys,
    bits,
)
from grognard.kernel.show import Modifier, Odds, Waste
from grognard.kernel.show.words import number_of, some


def attackers(s: State) -> int:
    """The units that may attack: they entered a German's space or were activated there (10.1.8)."""
    active = (s.entered | s.roused) & ~s.suppressed
    return sum(1 << u for u in bits(facts(s).met & active) if not s.attacked >> s.loc[u] & 1) if active else 0


def owed_spaces(s: State) -> int:
    """The spaces where an attack must be made: a German that was not Engaged has been met."""
    f = facts(s)
    out = 0
    for space in bits(f.german_at & ~s.attacked & ~s.engaged):
        if f.at[space] & s.entered & ~s.suppressed:
            out |= 1 << space
    return out


def _against_attacker(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    d = s.data
    unit = args[0]
    name, space, piece = d.unit_names[unit], s.loc[unit], (d.unit_ids[unit],)
    if space < d.land and s.attacked >> space & 1:
        yield Why("10.1.8", lambda: f"One unit has already attacked in {d.place_ids[space]}.", (), piece)
    elif space >= d.land or not facts(s).german_at >> space & 1:
        yield Why("10.1.8", lambda: f"{unit_is(s, unit)} not in a space with a German unit.", (), piece)
    elif not (s.entered | s.roused) & ~s.suppressed & 1 << unit:
        yield Why("10.1.8", lambda: f"Movement did not activate {name} in this phase.", (), piece)


def _in_battle(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return facts(s).met


def _attack(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    (unit,) = args
    s.attacked |= 1 << s.loc[unit]
    s.then(AlliedRoll(unit, s.loc[unit]), AlliedAttacks())


def _odds(s: State, step: Step[State], seat: str, args: Ints) -> Odds:
    unit = args[0]
    return allied_attack_odds(s, unit, track_in(s, s.loc[unit]))


def _end(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    s.entered = s.roused = s.attacked = s.engaged = 0


def _against_end(s: State, step: Step[State], seat: str) -> Whys:
    for space in bits(owed_spaces(s)):
        yield _owed(s, space)


def _owed(s: State, space: int) -> Why:
    where = s.data.place_ids[space]
    german = s.data.germans[s.on_track[track_in(s, space)]].name
    return Why("10.1.8", lambda: f"{german} in {where} must be attacked.", (where,))


def _not_attacking(s: State, step: AlliedAttacks, seat: str, args: Ints) -> Iterator[Waste]:
    """Units that met the enemy and could still attack him."""
    units = bits(attackers(s))
    if units:
        names = some([s.data.unit_names[u] for u in units])
        yield Waste(
            "attacks", "10.1.8", f"Could still attack: {names}.", (), tuple(s.data.unit_ids[u] for u in units)
        )


class AlliedAttacks(Choice[State], frozen=True):
    """The attacks that are owed or wanted, in the order that the player likes (ruling 55)."""

    rule: ClassVar[str] = "10.1.8"
    acted: bool = False
    """Whether the player has just said where a beaten attacker goes: he can take that back before the phase ends."""
    verbs: ClassVar[tuple[Verb[State, AlliedAttacks], ...]] = (
        Verb(
            "attack",
            _attack,
            (
                Slot(
                    "unit", PIECES, ours(_against_attacker, "10.1.8"), among=_in_battle, prompt="Which unit attacks?"
                ),
            ),
            "10.1.8",
            "Attack with",
            odds=_odds,
        ),
        Verb("end", _end, (), "10.1.8", "No more attacks", reasons=_against_end, wastes=_not_attacking),
    )

    def seat(self, s: State) -> str:
        return SEAT

    def prompt(self, v: State, seat: str) -> str:
        owed = v.data.place_list(owed_spaces(v))
        return (
            f"Allied attacks: the Germans in {', '.join(owed)} must be attacked."
            if owed
            else "Allied attacks: attack or end."
            if attackers(v)
            else "Allied attacks: all made. End the phase."
        )

    def standing(self, v: State, seat: str, order: str) -> str | None:
        return "end" if order == "end-phases" and not attackers(v) else None

    def obvious(self, s: State) -> tuple[str, Ints] | None:
        units = attackers(s)
        if not units:
            return None if self.acted else ("end", ())
        if units.bit_count() == 1 and owed_spaces(s):
            return "attack", (units.bit_length() - 1,)
        return None


def _cells(wins: int) -> tuple[str, ...]:
    """The cells of the chart that a number of Wins leads to."""
    row = "4+" if wins >= 4 else str(wins)
    return tuple(f"allied-attack {row} {column}" for column in ("German", "Allied unit"))


class AlliedRoll(Chance[State], frozen=True):
    rule: ClassVar[str] = "10.1.8"
    unit: int
    space: int

    def chance(self, s: State) -> Distribution:
        return DICE[allied_dice(s, self.unit)]

    def happen(self, s: State, outcome: Outcome, ev: Events | None) -> None:
        dice = rolled(outcome)
        track = track_in(s, self.space)
        defence = german_factor(s, track)
        if ev is not None:
            german = s.data.germans[s.on_track[track]]
            strong = tuple(allied_dice_modifiers(s, self.unit))
            ev.later(_attacked, s.data, s.turn, self.unit, self.space, german, dice, defence, strong)
        after = AlliedOutcomes(self.unit, self.space, dice)
        if s.spirit:
            s.then(Spirit(dice, defence, False), after)
        else:
            after.run(s, ev)


def _attacked(
    d: Data,
    turn: int,
    unit: int,
    space: int,
    german: German,
    dice: tuple[int, ...],
    defence: int,
    strong: tuple[Modifier, ...],
) -> Battle:
    wins = count_wins(dice, defence)
    name, fights = d.unit_names[unit], agree(d, unit, "attacks", "attack")
    strength = counted(dice_words(len(dice)), strong)
    return Battle(
        dice=dice,
        turn=turn,
        side=ALLIED_SIDE,
        defender=GERMAN_SIDE,
        place=d.place_ids[space],
        attackers=(d.unit_ids[unit],),
        defenders=(german.id,),
        attack=len(dice),
        defence=defence,
        shifts=strong,
        label=f"{name} {fights} {german.name}, {strength} against Defense Number {defence}",
        result=number_of(wins, "Win"),
        rule="10.1.8",
        shows=_cells(wins),
        good=SEAT,
        places=(d.place_ids[space],),
        pieces=(d.unit_ids[unit], german.id),
    )


class AlliedOutcomes(Decided, frozen=True):
    """The Allied Attack table."""

    rule: ClassVar[str] = "10.1.8"
    unit: int
    space: int
    dice: tuple[int, ...]

    def with_dice(self, dice: tuple[int, ...]) -> AlliedOutcomes:
        """The same attack after a re-roll (10.5)."""
        return AlliedOutcomes(self.unit, self.space, dice)

    def would_lose_unit(self, v: State) -> bool:
        trial = v.copy()  # an Allied attack leaves nothing to choose but the way back: see what comes of it
        self.run(trial, None)
        return trial.loc[self.unit] >= v.data.sea_to

    def run(self, s: State, ev: Events | None) -> None:
        track = track_in(s, self.space)
        row = s.data.allied_attack[min(count_wins(self.dice, german_factor(s, track)), 4)]
        unit = self.unit
        if "disrupted" in row.german:
            disrupt(s, track, ev, "10.1.8")
        if "hit" in row.german:
            german_hit(s, track, ev, "10.1.8")
        if "retreat" in row.german:
            german_retreat(s, track, ev)
        if row.casualty and is_casualty(self.dice):  # 9.3.2: on no Win and on one Win alone (ruling 77)
            hit(s, unit, ev, "9.3.2")
        if row.attacker_retreats and s.loc[unit] == self.space:
            if retreat_spaces(s, unit):
                s.stack.append(AttackerRetreats(unit))
            else:
                hit(s, unit, ev, "9.3.4")  # ruling 44


def _against_other(s: State, step: AttackerRetreats, seat: str, args: Ints) -> Whys:
    if args[0] != step.unit:
        name = s.data.unit_names[step.unit]
        yield Why("10.1.8", lambda: f"It is {name} that must retreat.", (), (s.data.unit_ids[step.unit],))


def _attacker(s: State, step: AttackerRetreats, seat: str, args: Ints) -> int:
    return 1 << step.unit


def _retreat(s: State, step: AttackerRetreats, seat: str, args: Ints, ev: Events | None) -> None:
    spaces = retreat_spaces(s, step.unit)
    if spaces.bit_count() > 1 and s.stack and isinstance(s.stack[-1], AlliedAttacks):
        s.stack[-1] = AlliedAttacks(acted=True)
    retreat(s, step.unit, args[1], ev, "10.1.8")


class AttackerRetreats(Choice[State], frozen=True):
    """A beaten attacker goes back one space; the player says where."""

    rule: ClassVar[str] = "10.1.8"
    unit: int
    verbs: ClassVar[tuple[Verb[State, AttackerRetreats], ...]] = (
        Verb(
            "retreat",
            _retreat,
            (
                Slot("unit", PIECES, _against_other, among=_attacker, prompt="Which unit retreats?"),
                Slot("space", PLACES, against_retreat_to, among=beside, prompt="Where to?"),
            ),
            "9.3.4",
            "Retreat",
        ),
    )

    def seat(self, s: State) -> str:
        return SEAT

    def prompt(self, v: State, seat: str) -> str:
        return f"{v.data.unit_names[self.unit]} must retreat one space: where to?"

    def obvious(self, s: State) -> tuple[str, Ints] | None:
        spaces = retreat_spaces(s, self.unit)
        if spaces.bit_count() > 1:
            return None
        return "retreat", (self.unit, spaces.bit_length() - 1)

"""10.5 The Dunkirk Spirit: a re-roll of chosen Attack Dice, offered after every roll while the marker is held."""

from __future__ import annotations

from typing import ClassVar, Protocol, runtime_checkable

from grognard.games.spoiled_victory.rules.combat import count_wins
from grognard.games.spoiled_victory.rules.domains import DICE
from grognard.games.spoiled_victory.rules.state import SEAT, State, evacuees_in, facts, retreat_spaces, rolled
from grognard.kernel.rules import (
    Auto,
    Chance,
    Choice,
    Dice,
    Distribution,
    Events,
    Ints,
    Outcome,
    Rerolled,
    Slot,
    Verb,
    Why,
    Whys,
    bits,
)
from grognard.kernel.show.words import number_of

NO_LIMIT = 99


def _against_die(s: State, step: Spirit, seat: str, args: Ints) -> Whys:
    die, before = args[-1], args[-2] if len(args) > 1 else 0
    if not 1 <= die <= len(step.dice):
        rolls = "1 was" if len(step.dice) == 1 else f"{len(step.dice)} were"
        yield Why("10.5", lambda: f"There is no die {die}: {rolls} rolled.")
    elif die <= before:
        yield Why("10.5", lambda: "Name each die once, from left to right.")


def _rolled_dice(s: State, step: Spirit, seat: str, args: Ints) -> int:
    return (2 << len(step.dice)) - 2


def _accept(s: State, step: Spirit, seat: str, args: Ints, ev: Events | None) -> None:
    """The dice stand."""


def _reroll(s: State, step: Spirit, seat: str, args: Ints, ev: Events | None) -> None:
    s.spirit = False
    s.stack.append(Reroll(tuple(die - 1 for die in args), step.dice, step.defence, step.german))


def _shown(step: Spirit, die: int) -> str:
    return f"roll the {step.dice[die - 1]} again (die {die})"


@runtime_checkable
class Fought(Protocol):
    """What comes after the dice, in a space."""

    space: int


class Spirit(Choice[State], frozen=True):
    rule: ClassVar[str] = "10.5"
    dice: tuple[int, ...]
    defence: int
    german: bool
    """Whether a German attacks."""
    verbs: ClassVar[tuple[Verb[State, Spirit], ...]] = (
        Verb("accept", _accept, (), "10.5", "Let the dice stand"),
        Verb(
            "reroll",
            _reroll,
            (Slot("die", DICE, _against_die, among=_rolled_dice, prompt="Which dice?", repeat=True, word=_shown),),
            "10.5",
            "Dunkirk Spirit",
        ),
    )

    def seat(self, s: State) -> str:
        return SEAT

    def prompt(self, v: State, seat: str) -> str:
        wins = count_wins(self.dice, self.defence)
        dice = ", ".join(map(str, self.dice))
        below = v.stack[-2] if len(v.stack) > 1 else None
        where = v.data.place_ids[below.space] if isinstance(below, Fought) else ""
        who = ("The German attack" if self.german else "Your attack") + (f" on {where}" if where else "")
        result = f"{wins} Win{'' if wins == 1 else 's'}"
        return f"{who} rolled {dice} against {self.defence}: {result}. Use the Dunkirk Spirit?"

    def standing(self, v: State, seat: str, order: str) -> str | None:
        if order == "no-spirit":
            return "accept"
        if order == "spirit-if-loss":
            return None if would_lose_unit(v, self) else "accept"
        if order == "spirit-if-two-wins":
            wins = count_wins(self.dice, self.defence)
            bad = wins >= 2 if self.german else wins < 2
            return None if bad else "accept"
        return None


class Decided(Auto[State], frozen=True):
    """What follows from the dice of an attack: it lies under the Spirit step, which may change them."""

    def with_dice(self, dice: tuple[int, ...]) -> Decided:
        raise NotImplementedError

    def would_lose_unit(self, v: State) -> bool:
        """Whether the dice cost a unit however well the player takes them."""
        raise NotImplementedError


def would_lose_unit(v: State, step: Spirit) -> bool:
    """Whether these dice cost a unit however well the player takes them; the attack lies under the Spirit step."""
    after = v.stack[-2]
    assert isinstance(after, Decided)
    return after.would_lose_unit(v)


def bearable_wins(v: State, space: int, front: int) -> int:
    """How many Wins the units of a space can take without losing one of them (9.3.3 to 9.3.5, ruling 25).

    A full unit bears a Hit, and one that has somewhere to go bears a Retreat. The first Win is the Frontline
    unit's. With the option `surplus-wins-lapse` nothing is lost where everybody can leave."""
    f = facts(v)
    d = v.data
    there = f.at[space]
    evacuees = (there & d.evacuees).bit_count()
    room = 0
    able = 0
    for unit in bits(there):
        spaces = retreat_spaces(v, unit)
        if d.evacuees >> unit & 1:
            room = sum(d.room[x] - evacuees_in(v, x) for x in bits(spaces))
        elif spaces:
            able += 1
    able += min(evacuees, room)
    if not v.full >> front & 1 and not retreat_spaces(v, front):
        return 0
    if v.wins_lapse and able == there.bit_count():
        return NO_LIMIT
    return able + (there & v.full).bit_count()


class Reroll(Chance[State], frozen=True):
    """The chosen dice again; the new ones stand."""

    rule: ClassVar[str] = "10.5"
    which: tuple[int, ...]
    dice: tuple[int, ...]
    defence: int
    german: bool

    def chance(self, s: State) -> Distribution:
        return Dice(len(self.which))

    def happen(self, s: State, outcome: Outcome, ev: Events | None) -> None:
        new = rolled(outcome)
        dice = list(self.dice)
        for i, die in zip(self.which, new, strict=True):
            dice[i] = die
        after = s.stack.pop()
        assert isinstance(after, Decided)
        s.stack.append(after.with_dice(tuple(dice)))
        if ev is not None:
            wins = count_wins(tuple(dice), self.defence)
            good, bad = ("", SEAT) if self.german else (SEAT, "")
            told = number_of(wins, "Win")
            ev.add(
                Rerolled(
                    dice=new, now=tuple(dice), label="Dunkirk Spirit", result=told, rule="10.5", good=good, bad=bad
                )
            )

"""10.5 The Dunkirk Spirit: a re-roll of chosen Attack Dice, offered after every roll while the marker is held."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.games.spoiled_victory.combat import count_wins
from grognard.games.spoiled_victory.data import bits
from grognard.games.spoiled_victory.state import SEAT, State, evacuees_in, retreat_spaces, rolled
from grognard.kernel.chance import Dice, Distribution, Outcome
from grognard.kernel.contract import Args, Chance, Choice, Slot, Verb, Why, Whys
from grognard.kernel.events import Events, Rolled

NO_LIMIT = 99


def _dice(s: State, step: Spirit, seat: str, args: Args) -> Iterable[str]:
    return [str(i + 1) for i in range(len(step.dice))]


def _against_die(s: State, step: Spirit, seat: str, args: Args) -> Whys:
    if len(args) > 1 and int(args[-1]) <= int(args[-2]):
        yield Why("10.5", lambda: "Name each die once, from left to right.")


def _later_dice(s: State, step: Spirit, seat: str, args: Args) -> Iterable[str]:
    return [str(i + 1) for i in range(int(args[-1]) if args else 0, len(step.dice))]


def _accept(s: State, step: Spirit, seat: str, args: Args, ev: Events | None) -> None:
    """The dice stand."""


def _reroll(s: State, step: Spirit, seat: str, args: Args, ev: Events | None) -> None:
    s.spirit = False
    s.stack.append(Reroll(tuple(int(a) - 1 for a in args), step.dice, step.defence, step.german))


def _enough(s: State, step: Spirit, seat: str, args: Args) -> bool:
    return True


def _shown(step: Spirit, die: str) -> str:
    return f"roll the {step.dice[int(die) - 1]} again (die {die})"


class Spirit(Choice[State], frozen=True):
    rule: ClassVar[str] = "10.5"
    dice: tuple[int, ...]
    defence: int
    german: bool
    """Whether a German attacks."""
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb("accept", _accept, (), "10.5", "Let the dice stand"),
        Verb(
            "reroll",
            _reroll,
            (
                Slot(
                    "die",
                    "die",
                    _dice,
                    _against_die,
                    _later_dice,
                    "Which dice?",
                    repeat=True,
                    enough=_enough,
                    word=_shown,
                ),
            ),
            "10.5",
            "Dunkirk Spirit",
        ),
    )

    def seat(self, s: State) -> str:
        return SEAT

    def prompt(self, v: State, seat: str) -> str:
        wins = count_wins(self.dice, self.defence)
        dice = ", ".join(map(str, self.dice))
        who = "The German" if self.german else "Your attack"
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


def would_lose_unit(v: State, step: Spirit) -> bool:
    """Whether these dice cost a unit however well the player takes them; the attack lies under the Spirit step."""
    after = v.stack[-2]
    if step.german:
        return count_wins(step.dice, step.defence) > bearable_wins(v, after.space, after.front)
    # An Allied attack leaves nothing to choose but the way back: see what comes of it.
    trial = v.copy()
    after.run(trial, None)
    return bool(trial.loc[after.unit] >= v.data.sea_to)


def bearable_wins(v: State, space: int, front: int) -> int:
    """How many Wins the units of a space can take without losing one of them (9.3.3 to 9.3.5, ruling 25).

    A full unit bears a Hit, and one that has somewhere to go bears a Retreat. The first Win is the Frontline
    unit's. With the option `surplus-wins-lapse` nothing is lost where everybody can leave."""
    d = v.data
    there = v.at[space]
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
        s.stack.append(after.with_dice(tuple(dice)))
        if ev is not None:
            wins = count_wins(tuple(dice), self.defence)
            words = f"the dice are now {', '.join(map(str, dice))}, {wins} Win{'' if wins == 1 else 's'}"
            good, bad = ("", SEAT) if self.german else (SEAT, "")
            ev.add(Rolled(dice=new, label="Dunkirk Spirit", result=words, rule="10.5", good=good, bad=bad))

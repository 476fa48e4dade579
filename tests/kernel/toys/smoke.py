"""Fire and smoke. Shows: an interrupt after the dice and before the loss, and standing orders for it.

1 Blue secretly draws one or two smoke shells. 2 Red fires four times, twice a turn, each time at a gun of Blue's: the
field gun has two lives, the light gun one. A die of 3 and more costs a life.
3 After the die and before the loss Blue may spend a smoke shell: the die is rolled again. He may do so again while he
has one. 3.1 When two shells have been spent, everyone knows that none is left. 4 Red wins if both guns are lost.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, ClassVar

from grognard.kernel import show
from grognard.kernel.rules import (
    Auto,
    Chance,
    Choice,
    Dice,
    Domain,
    Draw,
    Drawn,
    Events,
    Game,
    Ints,
    Names,
    NoFacts,
    Outcome,
    Rolled,
    Said,
    Slot,
    State,
    Static,
    Verb,
    Why,
    Whys,
)

GUNS = ("field-gun", "light-gun")
LIVES = (2, 1)
SHOTS = 4
UNKNOWN = -1


class Data(Static):
    guns = Names(GUNS)


class Battery(State[Data, NoFacts]):
    shots: int
    """Shots fired and settled."""
    lives: list[int]
    smoke: int
    """The shells that Blue drew; only Blue knows."""
    spent: int


class Supply(Chance[Battery], frozen=True):
    rule: ClassVar[str] = "1"

    def chance(self, s: Battery) -> Draw:
        return Draw(("one", "two"))

    def seen_by(self, s: Battery) -> tuple[str, ...]:
        return ("blue",)

    def happen(self, s: Battery, outcome: Outcome, ev: Events | None) -> None:
        s.smoke = 1 + (outcome == "two")
        s.then(Aim())
        if ev is not None:
            private = Drawn(str(outcome), "Your smoke shells", rule="1")
            ev.add(private, only=("blue",), public=Said("Blue draws smoke shells.", rule="1"))


def standing_gun(v: Battery, step: Aim, seat: str, args: Ints) -> Whys:
    if not v.lives[args[0]]:
        yield Why("2", lambda: f"The {GUNS[args[0]]} is lost.")


def fire(s: Battery, step: Aim, seat: str, args: Ints, ev: Events | None) -> None:
    gun = GUNS[args[0]]
    s.then(Fire(args[0]))
    if ev is not None:
        ev.add(Said(f"Red fires at the {gun}.", rule="2", pieces=(gun,)))


class Aim(Choice[Battery], frozen=True):
    rule: ClassVar[str] = "2"
    verbs = (Verb("fire", fire, slots=(Slot("gun", Domain("piece", "guns"), standing_gun),), rule="2"),)

    def seat(self, s: Battery) -> str:
        return "red"

    def prompt(self, v: Battery, seat: str) -> str:
        return "At which gun do you fire?"

    def obvious(self, s: Battery) -> tuple[str, Ints] | None:
        left = [gun for gun, lives in enumerate(s.lives) if lives]
        return ("fire", (left[0],)) if len(left) == 1 else None


class Fire(Chance[Battery], frozen=True):
    gun: int
    rule: ClassVar[str] = "2"

    def chance(self, s: Battery) -> Dice:
        return Dice(1)

    def happen(self, s: Battery, outcome: Outcome, ev: Events | None) -> None:
        roll = int(outcome[0])
        s.then(Window(self.gun, roll), Loss(self.gun, roll))
        if ev is not None:
            hit = "a hit" if roll >= 3 else "no hit"
            ev.add(Rolled((roll,), f"Fire at the {GUNS[self.gun]}", result=hit, good="red", bad="blue", rule="2"))


def has_smoke(v: Battery, step: Window, seat: str) -> Whys:
    if v.spent >= v.smoke:
        yield Why("3", lambda: f"You drew {v.smoke} and spent {v.spent}.")


def smoke(s: Battery, step: Window, seat: str, args: Ints, ev: Events | None) -> None:
    s.spent += 1
    s.stack.pop()  # the loss of the roll that no longer counts
    s.then(Fire(step.gun))
    if ev is not None:
        ev.add(Said("Blue lays smoke: the die is rolled again.", rule="3"))


def let(s: Battery, step: Window, seat: str, args: Ints, ev: Events | None) -> None:
    if ev is not None:
        ev.add(Said("The roll stands.", rule="3"))


class Window(Choice[Battery], frozen=True):
    gun: int
    roll: int
    rule: ClassVar[str] = "3"
    verbs = (
        Verb("smoke", smoke, rule="3", label="Lay smoke", reasons=has_smoke),
        Verb("let", let, rule="3", label="Let it stand"),
    )

    def seat(self, s: Battery) -> str:
        return "blue"

    def prompt(self, v: Battery, seat: str) -> str:
        return f"Red rolled {self.roll} against the {GUNS[self.gun]}. Smoke?"

    def obvious(self, s: Battery) -> tuple[str, Ints] | None:
        return ("let", ()) if s.spent == 2 else None  # 3.1: that he drew only one, Blue alone knows

    def would_be_lost(self, v: Battery) -> bool:
        return self.roll >= 3 and v.lives[self.gun] == 1

    def standing(self, v: Battery, seat: str, order: str) -> str | None:
        if order == "only-losses" and self.would_be_lost(v):
            return None
        return "let"


class Loss(Auto[Battery], frozen=True):
    gun: int
    roll: int

    def run(self, s: Battery, ev: Events | None) -> None:
        s.shots += 1
        if self.roll >= 3:
            s.lives[self.gun] -= 1
            if ev is not None:
                what = "loses a life" if s.lives[self.gun] else "is lost"
                ev.add(Said(f"The {GUNS[self.gun]} {what}.", rule="2"))
        if s.shots < SHOTS and any(s.lives):
            s.then(Aim())


class Smoke(Game[Battery]):
    id = "smoke"
    title = "Smoke"
    seats = ("red", "blue")
    scenarios = (show.Scenario("battery", "Four shots"),)
    orders = (
        show.Order("never", "Never lay smoke", "3"),
        show.Order("not-this-turn", "No smoke this turn", "3", until="turn"),
        show.Order("only-losses", "Ask me only if a gun would be lost", "3"),
    )
    State = Battery
    steps: ClassVar[tuple[Any, ...]] = (Supply, Aim, Fire, Window, Loss)
    hidden = ("smoke",)
    named: ClassVar[dict[str, tuple[str, str]]] = {
        "lives": ("guns", ""), "Fire.gun": ("", "guns"), "Window.gun": ("", "guns"), "Loss.gun": ("", "guns"),
    }  # fmt: skip

    def __init__(self) -> None:
        self.data = Data()
        self.data.game = self

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Battery:
        return Battery(self.data, [Supply()], [], 0, list(LIVES), 0, 0)

    def result(self, s: Battery) -> show.Result | None:
        if s.stack:
            return None
        left = sum(s.lives)
        winner = "blue" if left else "red"
        return show.Result(winner, "victory", f"The guns have {left} lives left.", left, "4")

    def clock(self, v: Battery) -> str:
        return f"Turn {1 + min(v.shots, SHOTS - 1) // 2}"

    def blank(self, v: Battery, seat: str) -> None:
        if seat != "blue" and v.stack and v.spent < 2:
            v.smoke = UNKNOWN

    def private(self, v: Battery, seat: str) -> bool:
        return isinstance(v.stack[-1], Window)  # everybody knows at which guns Red can fire

    def guess(self, view: Battery, seat: str, rng: random.Random) -> Battery:
        s = view.bare()
        if s.smoke == UNKNOWN:
            s.smoke = rng.choice([n for n in (1, 2) if n >= s.spent])
        return s

    def check(self, s: Battery) -> Iterable[show.Reason]:
        if s.smoke not in (UNKNOWN, 0, 1, 2):
            yield show.Reason("1", f"Nobody draws {s.smoke} shells.")
        if s.smoke != UNKNOWN and s.spent > s.smoke:
            yield show.Reason("3", f"Blue has spent {s.spent} shells of {s.smoke}.")
        for gun, lives in enumerate(s.lives):
            if not 0 <= lives <= LIVES[gun]:
                yield show.Reason("2", f"The {GUNS[gun]} cannot have {lives} lives.", pieces=(GUNS[gun],))

    def board(self) -> show.Board:
        places = (show.Place("battery", "The battery", "map", (100, 50), "rect", ((0, 0), (200, 100)), room=90),)
        return show.Board(
            200, 100, 40, (show.Surface("map", "The battery", "map", 0, 0, 200, 100),), places,
            colours={"blue": show.Colours("#4a6fa5", "#ffffff")},
        )  # fmt: skip

    def scene(self, view: Battery) -> show.Scene:
        pieces = tuple(
            show.Piece(gun, "battery", show.Face(gun, "blue", "artillery", steps=(view.lives[i], LIVES[i])), i)
            for i, gun in enumerate(GUNS)
            if view.lives[i]
        )
        known = view.smoke != UNKNOWN
        shells = show.Number("smoke", "Smoke left", view.smoke - view.spent if known else 0, "" if known else "?")
        return show.Scene(pieces, (), (shells, show.Number("spent", "Smoke laid", view.spent)), self.clock(view))

    def about(self) -> show.About:
        return show.About(self.title, "A toy.", {})

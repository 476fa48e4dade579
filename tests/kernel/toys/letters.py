"""Secret letters. Shows: a private draw with a forced redraw, a hidden hand, choices from what one alone knows.

1 A bag holds three bluffs, three thrusts and two muds. Each seat draws two letters, seen by itself alone. 1.1 Nobody
holds two alike: such a letter goes back and another is drawn, and nobody else is told.
2 Red, then Blue plays one letter face up; it leaves the game. Thrust beats bluff, bluff beats mud, mud beats thrust;
the winner scores one. 3 Both draw up to two again and play a second round; the higher score wins.
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
    Domain,
    Draw,
    Drawn,
    Events,
    Game,
    Ints,
    Names,
    NoFacts,
    Outcome,
    Said,
    Slot,
    State,
    Static,
    Verb,
    Why,
    Whys,
)

SIDES = ("red", "blue")
KINDS = ("bluff", "thrust", "mud")
BAG = (3, 3, 2)
BEATS = {"thrust": "bluff", "bluff": "mud", "mud": "thrust"}
UNKNOWN = -1


class Data(Static):
    kinds = Names(KINDS)
    sides = Names(SIDES)


class Desk(State[Data, NoFacts]):
    round: int
    red: list[int]
    """The letters of a hand, sorted: their order tells nothing."""
    blue: list[int]
    on_table: list[int]
    """This round's letters, Red's first."""
    gone: list[int]
    """The letters of earlier rounds."""
    score: list[int]

    def hand(self, seat: str) -> list[int]:
        return self.red if seat == "red" else self.blue


def in_bag(s: Desk) -> tuple[str, ...]:
    out = [*s.red, *s.blue, *s.on_table, *s.gone]
    return tuple(kind for i, kind in enumerate(KINDS) for _ in range(BAG[i] - out.count(i)))


class Drawing(Chance[Desk], frozen=True):
    seat: str
    rule: ClassVar[str] = "1"

    def chance(self, s: Desk) -> Draw:
        return Draw(in_bag(s))

    def seen_by(self, s: Desk) -> tuple[str, ...]:
        return (self.seat,)

    def happen(self, s: Desk, outcome: Outcome, ev: Events | None) -> None:
        letter = KINDS.index(str(outcome))
        hand = s.hand(self.seat)
        if letter in hand:  # 1.1
            s.then(self)
            if ev is not None:
                ev.add(Drawn(str(outcome), "You put back", rule="1.1"), only=(self.seat,))
            return
        hand.append(letter)
        hand.sort()
        if ev is not None:
            draw = Drawn(str(outcome), "You draw", rule="1")
            ev.add(draw, only=(self.seat,), public=Said(f"{self.seat} draws a letter.", rule="1"))


class Deal(Auto[Desk], frozen=True):
    def run(self, s: Desk, ev: Events | None) -> None:
        draws = [Drawing(seat) for seat in SIDES for _ in range(2 - len(s.hand(seat)))]
        s.then(*draws, Playing("red"), Playing("blue"), Scoring())


def held(v: Desk, step: Playing, seat: str, args: Ints) -> Whys:
    if args[0] not in v.hand(seat):
        yield Why("2", lambda: f"You hold no {KINDS[args[0]]}.")


def play(s: Desk, step: Playing, seat: str, args: Ints, ev: Events | None) -> None:
    letter = args[0]
    s.hand(seat).remove(letter)
    s.on_table.append(letter)
    if ev is not None:
        ev.add(Said(f"{seat} plays {KINDS[letter]}.", rule="2", places=("table",)))


class Playing(Choice[Desk], frozen=True):
    who: str
    rule: ClassVar[str] = "2"
    verbs = (Verb("play", play, slots=(Slot("letter", Domain("card", "kinds"), held),), rule="2"),)

    def seat(self, s: Desk) -> str:
        return self.who

    def prompt(self, v: Desk, seat: str) -> str:
        return "Play a letter."


class Scoring(Auto[Desk], frozen=True):
    def run(self, s: Desk, ev: Events | None) -> None:
        red, blue = (KINDS[letter] for letter in s.on_table)
        s.score[0] += BEATS[red] == blue
        s.score[1] += BEATS[blue] == red
        s.gone += s.on_table
        s.on_table.clear()
        s.round += 1
        if ev is not None:
            ev.add(Said(f"{red} against {blue}: it stands {s.score[0]} to {s.score[1]}.", rule="2"))
        if s.round <= 2:
            s.then(Deal())


class Letters(Game[Desk]):
    id = "letters"
    title = "Letters"
    seats = SIDES
    scenarios = (show.Scenario("letters", "Two rounds"),)
    State = Desk
    steps = (Drawing, Deal, Playing, Scoring)
    hidden = ("red", "blue")
    named: ClassVar[dict[str, tuple[str, str]]] = {
        "red": ("", "kinds"), "blue": ("", "kinds"), "on_table": ("", "kinds"), "gone": ("", "kinds"),
        "score": ("sides", "")}  # fmt: skip

    def __init__(self) -> None:
        self.data = Data()
        self.data.game = self

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Desk:
        return Desk(self.data, [Deal()], [], 1, [], [], [], [], [0, 0])

    def result(self, s: Desk) -> show.Result | None:
        if s.stack:
            return None
        lead = s.score[0] - s.score[1]
        winner = "" if not lead else SIDES[lead < 0]
        return show.Result(winner, "victory" if winner else "draw", f"{s.score[0]} to {s.score[1]}.", lead, "3")

    def clock(self, v: Desk) -> str:
        return f"Round {min(v.round, 2)}"

    def blank(self, v: Desk, seat: str) -> None:
        if not v.stack:
            return
        if seat != "red":
            v.red = [UNKNOWN] * len(v.red)
        if seat != "blue":
            v.blue = [UNKNOWN] * len(v.blue)

    def guess(self, view: Desk, seat: str, rng: random.Random) -> Desk:
        s = view.bare()
        for side in SIDES:
            hand = s.hand(side)
            if UNKNOWN in hand:
                size = len(hand)
                hand.clear()
                bag = in_bag(self._known(s))
                while len(hand) < size:  # 1.1: draw as the seat drew
                    letter = KINDS.index(bag[rng.randrange(len(bag))])
                    if letter not in hand:
                        hand.append(letter)
                hand.sort()
        return s

    def _known(self, s: Desk) -> Desk:
        known = s.copy()
        for side in SIDES:
            if UNKNOWN in known.hand(side):
                known.hand(side).clear()
        return known

    def check(self, s: Desk) -> Iterable[show.Reason]:
        for seat in SIDES:
            hand = [letter for letter in s.hand(seat) if letter != UNKNOWN]
            if len(hand) != len(set(hand)):
                yield show.Reason("1.1", f"{seat} holds two letters alike.")
            if hand != sorted(hand):
                yield show.Reason("1", f"The hand of {seat} is not sorted.")
        out = [*s.red, *s.blue, *s.on_table, *s.gone]
        for i, kind in enumerate(KINDS):
            if out.count(i) > BAG[i]:
                yield show.Reason("1", f"There are only {BAG[i]} letters “{kind}”.")

    def board(self) -> show.Board:
        def box(i: int, name: str, kind: Any) -> tuple[show.Surface, show.Place]:
            x = 10 + i * 130
            surface = show.Surface(name, name, kind, x, 10, 120, 60)
            return surface, show.Place(name, name, name, (x + 60, 40), "rect", ((x, 10), (x + 120, 70)), room=50)

        boxes = [box(0, "red-hand", "hand"), box(1, "table", "box"), box(2, "blue-hand", "hand")]
        return show.Board(
            400, 80, 40, tuple(b[0] for b in boxes), tuple(b[1] for b in boxes),
            colours={"paper": show.Colours("#eee8d5", "#222222")},
        )  # fmt: skip

    def scene(self, view: Desk) -> show.Scene:
        pieces = []
        for side in SIDES:
            for i, letter in enumerate(view.hand(side)):
                if letter == UNKNOWN:
                    face = show.Face("a letter", "paper", back=True)
                    pieces.append(show.Piece(f"{side}-back-{i}", f"{side}-hand", face, i))
                else:
                    kind = KINDS[letter]
                    pieces.append(show.Piece(f"{side}-{kind}", f"{side}-hand", show.Face(kind, "paper"), i))
        for side, letter in zip(SIDES, view.on_table, strict=False):
            pieces.append(show.Piece(f"played-{side}", "table", show.Face(KINDS[letter], "paper")))
        numbers = tuple(
            show.Number(f"score-{side}", f"Score of {side}", view.score[i], side=side) for i, side in enumerate(SIDES)
        )
        return show.Scene(tuple(pieces), (), numbers, self.clock(view))

    def about(self) -> show.About:
        return show.About(self.title, "A toy.", {})

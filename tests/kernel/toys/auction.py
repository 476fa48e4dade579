"""A bid for sides. Shows: chairs and sides, a secret bid of both at once, an empty draft that means something.

1 Both chairs bid for the attack, secretly and at the same time: no bid, or one of 1 to 3. 1.1 The higher bid commands
the attack; a tie is settled by a die: 1 to 3 gives it to the first chair.
2 The attacker storms or waits. 2.1 To storm is a die less the bid: 2 and more wins. 2.2 To wait loses, unless nobody
has bid at all: then it is a draw.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.kernel import show
from grognard.kernel.rules import (
    Chance,
    Choice,
    Dice,
    Domain,
    Draft,
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

CHAIRS = ("first", "second")
NOBODY = -1


class Data(Static):
    chairs = Names(CHAIRS)


class Auctioned(State[Data, NoFacts]):
    bids: list[int]
    attacker: int
    """The chair that attacks."""
    winner: int


def one_bid(v: Auctioned, step: Bidding, seat: str) -> Whys:
    if v.bids[CHAIRS.index(seat)]:
        yield Why("1", lambda: f"You have bid {v.bids[CHAIRS.index(seat)]}.")


def points(v: Auctioned, step: Bidding, seat: str, args: Ints) -> Whys:
    if not 1 <= args[0] <= 3:
        yield Why("1", lambda: f"A bid is 1, 2 or 3, not {args[0]}.")


def bid(s: Auctioned, step: Bidding, seat: str, args: Ints, ev: Events | None) -> None:
    s.bids[CHAIRS.index(seat)] = args[0]


class Bidding(Draft[Auctioned], frozen=True):
    rule: ClassVar[str] = "1"
    verbs = (
        Verb(
            "bid",
            bid,
            slots=(
                Slot(
                    "points", Domain("number"), points, among=lambda v, st, seat, a: 0b1110, prompt="how many points"
                ),
            ),
            rule="1",
            reasons=one_bid,
        ),
    )

    def seats(self, s: Auctioned) -> tuple[str, ...]:
        return CHAIRS

    def prompt(self, v: Auctioned, seat: str) -> str:
        return "Bid for the attack, or bid nothing."

    def commit(self, s: Auctioned, ev: Events | None) -> None:
        if ev is not None:
            ev.add(Said(f"The bids are {s.bids[0]} and {s.bids[1]}.", rule="1"))
        if s.bids[0] == s.bids[1]:
            s.then(Tie())
        else:
            take_sides(s, int(s.bids[1] > s.bids[0]), ev)


def take_sides(s: Auctioned, attacker: int, ev: Events | None) -> None:
    s.attacker = attacker
    s.then(Assault())
    if ev is not None:
        ev.add(Said(f"The {CHAIRS[attacker]} chair attacks.", rule="1.1"))


class Tie(Chance[Auctioned], frozen=True):
    rule: ClassVar[str] = "1.1"

    def chance(self, s: Auctioned) -> Dice:
        return Dice(1)

    def happen(self, s: Auctioned, outcome: Outcome, ev: Events | None) -> None:
        roll = int(outcome[0])
        if ev is not None:
            ev.add(Rolled((roll,), "The tie", rule="1.1"))
        take_sides(s, int(roll > 3), ev)


def storm(s: Auctioned, step: Assault, seat: str, args: Ints, ev: Events | None) -> None:
    s.then(Storm())


def wait(s: Auctioned, step: Assault, seat: str, args: Ints, ev: Events | None) -> None:
    s.winner = 1 - s.attacker if any(s.bids) else NOBODY
    if ev is not None:
        ev.add(Said("Nothing happens.", rule="2.2"))


class Assault(Choice[Auctioned], frozen=True):
    rule: ClassVar[str] = "2"
    verbs = (
        Verb("storm", storm, rule="2.1", label="Storm"),
        Verb("wait", wait, rule="2.2", label="Wait"),
    )

    def seat(self, s: Auctioned) -> str:
        return CHAIRS[s.attacker]

    def prompt(self, v: Auctioned, seat: str) -> str:
        return "Storm, or wait?"


class Storm(Chance[Auctioned], frozen=True):
    rule: ClassVar[str] = "2.1"

    def chance(self, s: Auctioned) -> Dice:
        return Dice(1)

    def happen(self, s: Auctioned, outcome: Outcome, ev: Events | None) -> None:
        roll, price = int(outcome[0]), s.bids[s.attacker]
        s.winner = s.attacker if roll - price >= 2 else 1 - s.attacker
        if ev is not None:
            modifiers = (show.Modifier(-price, "the bid", "2.1"),)
            attacker, defender = CHAIRS[s.attacker], CHAIRS[1 - s.attacker]
            ev.add(
                Rolled(
                    (roll,), "The storm", modifiers=modifiers, total=roll - price, good=attacker, bad=defender,
                    rule="2.1",
                )
            )  # fmt: skip


class Auction(Game[Auctioned]):
    id = "auction"
    title = "Auction"
    seats = CHAIRS
    scenarios = (show.Scenario("bid", "A bid for the attack"),)
    State = Auctioned
    steps = (Bidding, Tie, Assault, Storm)
    named: ClassVar[dict[str, tuple[str, str]]] = {"bids": ("chairs", "")}

    def __init__(self) -> None:
        self.data = Data()
        self.data.game = self

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Auctioned:
        return Auctioned(self.data, [Bidding()], [], [0, 0], NOBODY, NOBODY)

    def result(self, s: Auctioned) -> show.Result | None:
        if s.stack:
            return None
        if s.winner == NOBODY:
            return show.Result("", "draw", "Nobody wanted to fight.", 0, "2.2")
        return show.Result(CHAIRS[s.winner], "victory", f"The {CHAIRS[s.winner]} chair wins.", 1, "2.1")

    def side(self, s: Auctioned, seat: str) -> str:
        if s.attacker == NOBODY:
            return "undecided"
        return "attacker" if CHAIRS[s.attacker] == seat else "defender"

    def check(self, s: Auctioned) -> Iterable[show.Reason]:
        for chair, points in zip(CHAIRS, s.bids, strict=True):
            if not 0 <= points <= 3:
                yield show.Reason("1", f"The {chair} chair cannot bid {points}.")

    def board(self) -> show.Board:
        places = tuple(
            show.Place(c, f"The {c} chair", "map", (60 + i * 110, 60), "circle", radius=50, room=40)
            for i, c in enumerate(CHAIRS)
        )
        return show.Board(
            230, 120, 40, (show.Surface("map", "The table", "map", 0, 0, 230, 120),), places,
            styles={"attack": show.Style("#b5534a")},
        )  # fmt: skip

    def scene(self, view: Auctioned) -> show.Scene:
        marks = (show.Mark("attacker", CHAIRS[view.attacker], "attack"),) if view.attacker != NOBODY else ()
        numbers = tuple(show.Number(f"bid-{c}", f"Bid of {c}", view.bids[i]) for i, c in enumerate(CHAIRS))
        return show.Scene((), marks, numbers)

    def about(self) -> show.About:
        return show.About(self.title, "A toy.", {})

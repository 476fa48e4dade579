"""Four beaches, hidden blocks, a landing that finds them. Shows: views, guesses, discovery, seat-local ids.

1 The defender secretly puts his three blocks (a division, a regiment, a dummy) on three of four beaches.
2 The lander then puts his three boats on beaches, at most one each, all at once. 2.1 A block is turned over when a
boat lands on it: the division throws the boat back (lost), the regiment is fought (a die, 4 and more wins the
beach), the dummy is removed. 3 Each beach with a boat at the end counts one; two win the game for the lander.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import permutations
from typing import Any, ClassVar

from grognard.kernel import show
from grognard.kernel.rules import (
    Auto,
    Chance,
    Dice,
    Domain,
    Draft,
    Event,
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

BEACHES = ("gold", "juno", "sword", "utah")
BLOCKS = ("division", "regiment", "dummy")
BOATS = ("boat-1", "boat-2", "boat-3")
OFF, UNKNOWN = -1, -2


class Data(Static):
    beaches = Names(BEACHES)
    blocks = Names(BLOCKS)
    boats = Names(BOATS)


class Shore(State[Data, NoFacts]):
    block_at: list[int]
    """The beach of each block: hidden from everybody but the defender until shown."""
    occupied: list[int]
    """Whether a block stands on each beach: everybody sees the backs."""
    shown: list[int]
    boat_at: list[int]


class Placed(Event, frozen=True):
    block: str
    beach: str

    def text(self, data: Any) -> str:
        return f"{self.block.capitalize()} goes to {self.beach}."


def free_block(v: Shore, step: Defending, seat: str, args: Ints) -> Whys:
    if v.block_at[args[0]] != OFF:
        yield Why("1", lambda: f"The {BLOCKS[args[0]]} has been placed.")


def free_beach(v: Shore, step: Defending, seat: str, args: Ints) -> Whys:
    if v.occupied[args[1]]:
        beach = BEACHES[args[1]]
        yield Why("1", lambda: f"There is a block on {beach} already.", places=(beach,))


def place(s: Shore, step: Defending, seat: str, args: Ints, ev: Events | None) -> None:
    block, beach = args
    s.block_at[block] = beach
    s.occupied[beach] = 1


class Defending(Draft[Shore], frozen=True):
    rule: ClassVar[str] = "1"
    verbs = (
        Verb(
            "place",
            place,
            slots=(
                Slot("block", Domain("choice", "blocks"), free_block, prompt="which block"),
                Slot("beach", Domain("place", "beaches"), free_beach),
            ),
            rule="1",
        ),
    )

    def seats(self, s: Shore) -> tuple[str, ...]:
        return ("defender",)

    def prompt(self, v: Shore, seat: str) -> str:
        return "Put your three blocks on beaches."

    def duties(self, v: Shore, seat: str) -> Whys:
        for block, at in zip(BLOCKS, v.block_at, strict=True):
            if at == OFF:
                yield Why("1", lambda: f"The {block} is not placed.")

    def commit(self, s: Shore, ev: Events | None) -> None:
        s.then(Landing())
        if ev is not None:
            for beach, name in enumerate(BEACHES):  # told by beach: the order of the parts is secret too
                if s.occupied[beach]:
                    private = Placed(BLOCKS[s.block_at.index(beach)], name, rule="1")
                    ev.add(private, only=("defender",), public=Said(f"A block goes to {name}.", rule="1"))


def free_boat(v: Shore, step: Landing, seat: str, args: Ints) -> Whys:
    if v.boat_at[args[0]] != OFF:
        yield Why("2", lambda: f"{BOATS[args[0]]} has a beach.")


def one_boat(v: Shore, step: Landing, seat: str, args: Ints) -> Whys:
    if args[1] in v.boat_at:
        beach = BEACHES[args[1]]
        yield Why("2", lambda: f"{beach} has a boat.", places=(beach,))


def land(s: Shore, step: Landing, seat: str, args: Ints, ev: Events | None) -> None:
    s.boat_at[args[0]] = args[1]
    if ev is not None:
        boat, beach = BOATS[args[0]], BEACHES[args[1]]
        ev.add(Said(f"{boat} lands on {beach}.", rule="2", places=(beach,), pieces=(boat,)))


class Landing(Draft[Shore], frozen=True):
    rule: ClassVar[str] = "2"
    verbs = (
        Verb(
            "land",
            land,
            slots=(
                Slot("boat", Domain("piece", "boats"), free_boat),
                Slot("beach", Domain("place", "beaches"), one_boat),
            ),
            rule="2",
        ),
    )

    def seats(self, s: Shore) -> tuple[str, ...]:
        return ("lander",)

    def prompt(self, v: Shore, seat: str) -> str:
        return "Choose the beaches of your boats."

    def commit(self, s: Shore, ev: Events | None) -> None:
        s.then(*(Discover(boat) for boat, at in enumerate(s.boat_at) if at != OFF))


class Discover(Auto[Shore], frozen=True):
    boat: int

    def run(self, s: Shore, ev: Events | None) -> None:  # 2.1
        beach = s.boat_at[self.boat]
        if not s.occupied[beach]:
            return
        block = s.block_at.index(beach)
        s.shown[block] = 1
        if ev is not None:
            words = f"{BOATS[self.boat]} finds the {BLOCKS[block]} on {BEACHES[beach]}."
            ev.add(Said(words, rule="2.1", places=(BEACHES[beach],)))
        if block == 0:
            s.boat_at[self.boat] = OFF
        elif block == 1:
            s.then(Fight(self.boat))
        else:
            s.occupied[beach] = 0
            s.block_at[block] = OFF


class Fight(Chance[Shore], frozen=True):
    boat: int

    def chance(self, s: Shore) -> Dice:
        return Dice(1)

    def happen(self, s: Shore, outcome: Outcome, ev: Events | None) -> None:
        roll = int(outcome[0])
        if roll >= 4:
            s.occupied[s.boat_at[self.boat]] = 0
            s.block_at[1] = OFF
        else:
            s.boat_at[self.boat] = OFF
        if ev is not None:
            won = "the beach is won" if roll >= 4 else "the boat is lost"
            ev.add(Rolled((roll,), "The fight on the beach", result=won, good="lander", bad="defender", rule="2.1"))


class LandingGame(Game[Shore]):
    id = "landing"
    title = "Landing"
    seats = ("defender", "lander")
    scenarios = (show.Scenario("d-day", "The landing"),)
    State = Shore
    steps = (Defending, Landing, Discover, Fight)
    hidden = ("block_at",)
    named: ClassVar[dict[str, tuple[str, str]]] = {
        "block_at": ("blocks", "beaches"), "occupied": ("beaches", ""), "shown": ("blocks", ""),
        "boat_at": ("boats", "beaches")}  # fmt: skip

    def __init__(self) -> None:
        self.data = Data()
        self.data.game = self

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Shore:
        return Shore(self.data, [Defending()], [], [OFF] * 3, [0] * 4, [0] * 3, [OFF] * 3)

    def result(self, s: Shore) -> show.Result | None:
        if s.stack:
            return None
        won = sum(at != OFF for at in s.boat_at)
        winner = "lander" if won >= 2 else "defender"
        return show.Result(winner, "victory", f"{won} beaches were taken.", won, "3")

    def blank(self, v: Shore, seat: str) -> None:
        if seat != "defender" and v.stack:
            v.block_at = [at if shown else UNKNOWN for at, shown in zip(v.block_at, v.shown, strict=True)]

    def guess(self, view: Shore, seat: str, rng: random.Random) -> Shore:
        s = view.bare()
        unknown = [b for b, at in enumerate(s.block_at) if at == UNKNOWN]
        if unknown:
            backs = [i for i, o in enumerate(s.occupied) if o and i not in s.block_at] or [OFF] * len(unknown)
            ways = sorted(set(permutations(backs, len(unknown))))
            for block, beach in zip(unknown, ways[rng.randrange(len(ways))], strict=True):
                s.block_at[block] = beach
        return s

    def check(self, s: Shore) -> Iterable[show.Reason]:
        for block, at in enumerate(s.block_at):
            if at >= 0 and not s.occupied[at]:
                yield show.Reason("1", f"The {BLOCKS[block]} is on {BEACHES[at]}, where no block stands.")

    def board(self) -> show.Board:
        places = tuple(
            show.Place(b, b, "map", (60 + i * 110, 60), "rect", ((10 + i * 110, 10), (110 + i * 110, 110)), room=40)
            for i, b in enumerate(BEACHES)
        )
        places += (show.Place("sea", "the sea", "map", (230, 150), "rect", ((10, 120), (450, 190)), room=120),)
        return show.Board(
            460, 200, 40, (show.Surface("map", "The shore", "map", 0, 0, 460, 200),), places,
            colours={"grey": show.Colours("#888888", "#ffffff"), "green": show.Colours("#55aa55", "#ffffff")},
        )  # fmt: skip

    def scene(self, view: Shore) -> show.Scene:
        pieces = [
            show.Piece(BOATS[i], "sea" if at == OFF else BEACHES[at], show.Face(BOATS[i], "green", "naval"))
            for i, at in enumerate(view.boat_at)
        ]
        for beach, there in enumerate(view.occupied):
            if there and beach in view.block_at:
                block = BLOCKS[view.block_at.index(beach)]
                pieces.append(show.Piece(block, BEACHES[beach], show.Face(block, "grey")))
            elif there:
                pieces.append(
                    show.Piece(f"block-{BEACHES[beach]}", BEACHES[beach], show.Face("?", "grey", back=True))
                )
        return show.Scene(tuple(pieces))

    def about(self) -> show.About:
        return show.About(self.title, "A toy.", {})

"""Two secret set-ups at once. Shows: a draft of both seats, entered and shown together; no hidden field is needed.

1 Red and Blue each put a guard (strength 2) and a scout (strength 1) on the posts west, centre and east, secretly
and at the same time. 1.1 A post takes one man of each side. 1.2 Both men must be placed.
2 When both are done, everything is shown. 3 A post belongs to the stronger man on it, to nobody if they are equal;
more posts win.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.kernel import show
from grognard.kernel.rules import (
    Domain,
    Draft,
    Ended,
    Events,
    Game,
    Ints,
    Names,
    NoFacts,
    Said,
    Slot,
    State,
    Static,
    Verb,
    Why,
    Whys,
)

SIDES = ("red", "blue")
POSTS = ("west", "centre", "east")
MEN = ("red-guard", "red-scout", "blue-guard", "blue-scout")
STRENGTH = (2, 1, 2, 1)
OFF = -1


class Data(Static):
    men = Names(MEN)
    posts = Names(POSTS)


class Line(State[Data, NoFacts]):
    at: list[int]
    """The post of each man."""


def own(seat: str) -> range:
    first = SIDES.index(seat) * 2
    return range(first, first + 2)


def may_place(v: Line, step: SettingUp, seat: str, args: Ints) -> Whys:
    man = args[0]
    if man not in own(seat):
        yield Why("1", lambda: f"{MEN[man]} is not yours.")
    elif v.at[man] != OFF:
        yield Why("1", lambda: f"{MEN[man]} stands at {POSTS[v.at[man]]} already.", places=(POSTS[v.at[man]],))


def free_post(v: Line, step: SettingUp, seat: str, args: Ints) -> Whys:
    post = args[1]
    if post in [v.at[man] for man in own(seat)]:
        yield Why("1.1", lambda: f"You have a man at {POSTS[post]}.", places=(POSTS[post],))


def place(s: Line, step: SettingUp, seat: str, args: Ints, ev: Events | None) -> None:
    man, post = args
    s.at[man] = post


class SettingUp(Draft[Line], frozen=True):
    rule: ClassVar[str] = "1"
    verbs = (
        Verb(
            "place",
            place,
            slots=(
                Slot("man", Domain("choice", "men"), may_place, prompt="which man"),
                Slot("post", Domain("place", "posts"), free_post),
            ),
            rule="1",
        ),
    )

    def seats(self, s: Line) -> tuple[str, ...]:
        return SIDES

    def prompt(self, v: Line, seat: str) -> str:
        return "Put your two men on posts."

    def duties(self, v: Line, seat: str) -> Whys:
        for man in own(seat):
            if v.at[man] == OFF:
                yield Why("1.2", lambda: f"{MEN[man]} has no post.")

    def commit(self, s: Line, ev: Events | None) -> None:
        if ev is not None:
            for man, at in zip(MEN, s.at, strict=True):  # told here and not part by part, whose order is secret too
                ev.add(Said(f"{man} stands at {POSTS[at]}.", rule="2", places=(POSTS[at],), pieces=(man,)))
            ev.add(Ended(f"Red holds {posts_of(s, 0)}, Blue holds {posts_of(s, 1)}.", rule="3"))


def posts_of(s: Line, side: int) -> int:
    """How many posts a side holds."""  # 3
    held = 0
    for post in range(3):
        power = [sum(STRENGTH[m] for m in own(seat) if s.at[m] == post) for seat in SIDES]
        held += power[side] > power[1 - side]
    return held


class SetUps(Game[Line]):
    id = "setups"
    title = "Set-ups"
    seats = SIDES
    scenarios = (show.Scenario("posts", "Three posts"),)
    State = Line
    steps = (SettingUp,)
    named: ClassVar[dict[str, tuple[str, str]]] = {"at": ("men", "posts")}

    def __init__(self) -> None:
        self.data = Data()
        self.data.game = self

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Line:
        return Line(self.data, [SettingUp()], [], [OFF] * 4)

    def result(self, s: Line) -> show.Result | None:
        if s.stack:
            return None
        lead = posts_of(s, 0) - posts_of(s, 1)
        winner = "" if not lead else SIDES[lead < 0]
        return show.Result(winner, "victory" if winner else "draw", f"Red leads by {lead}.", lead, "3")

    def check(self, s: Line) -> Iterable[show.Reason]:
        for seat in SIDES:
            one, other = own(seat)
            if s.at[one] != OFF and s.at[one] == s.at[other]:
                yield show.Reason("1.1", f"Both men of {seat} stand at {POSTS[s.at[one]]}.", (POSTS[s.at[one]],))

    def board(self) -> show.Board:
        places = tuple(
            show.Place(p, p, "map", (60 + i * 110, 60), "rect", ((10 + i * 110, 10), (110 + i * 110, 110)), room=40)
            for i, p in enumerate(POSTS)
        )
        return show.Board(
            350, 120, 40, (show.Surface("map", "The line", "map", 0, 0, 350, 120),), places,
            colours={"red": show.Colours("#b5534a", "#ffffff"), "blue": show.Colours("#4a6fa5", "#ffffff")},
        )  # fmt: skip

    def scene(self, view: Line) -> show.Scene:
        return show.Scene(
            tuple(
                show.Piece(MEN[m], POSTS[at], show.Face(MEN[m], SIDES[m // 2], factors=(str(STRENGTH[m]),)))
                for m, at in enumerate(view.at)
                if at != OFF
            )
        )

    def about(self) -> show.About:
        return show.About(self.title, "A toy.", {})

"""Four companies cross a river in boats and storm posts. Shows: verbs that take sets, one and two of them.

1 Red has four companies, a and b light (weight 1), c and d heavy (weight 2), and three boats. `ferry` puts a group
across at the upper or the lower landing: 1.1 a boat carries up to weight 3; 1.2 who is across stays. 1.3 When Red
likes, the storm begins.
2 Red names the posts that he storms and the companies that do it, all at once. 2.1 Only who is across storms. 2.2 The
mill lies by the upper landing, the ford by the lower one, the hill by both: each post needs a company at its landing.
2.3 As many companies as posts, at least. 3 A die for each post: 4 and more takes it, and one less is needed for each
company beyond the number of posts. Red wins with two posts.
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
    bits,
)

COMPANIES = Names(("a", "b", "c", "d"))
WEIGHT = (1, 1, 2, 2)
LANDINGS = Names(("upper", "lower"))
POSTS = Names(("mill", "ford", "hill"))
BY = (0b01, 0b10, 0b11)
"""The landings by which each post lies."""
WEST = -1


class Data(Static):
    companies = COMPANIES
    landings = LANDINGS
    posts = POSTS


class River(State[Data, NoFacts]):
    at: list[int]
    """The landing of each company, or WEST."""
    boats: int
    taken: int = 0


def weight(group: int) -> int:
    return sum(WEIGHT[c] for c in bits(group))


def on_board(v: River, step: Ferrying, seat: str, args: Ints) -> Whys:
    group, company = args
    name = COMPANIES[company]
    if v.at[company] != WEST:
        yield Why("1.2", lambda: f"Company {name} is across.")
    elif weight(group | 1 << company) > 3:
        yield Why("1.1", lambda: f"With company {name} the boat would carry {weight(group | 1 << company)}.")


def waiting(v: River, step: Ferrying, seat: str, args: Ints) -> int:
    free = sum(1 << c for c, at in enumerate(v.at) if at == WEST) & ~args[-1]
    return sum(1 << c for c in bits(free) if weight(args[-1] | 1 << c) <= 3)


def any_landing(v: River, step: Ferrying, seat: str, args: Ints) -> Whys:
    return iter(())


def a_boat(v: River, step: Ferrying, seat: str) -> Whys:
    if not v.boats:
        yield Why("1", lambda: "No boat is left.")


def ferry(s: River, step: Ferrying, seat: str, args: Ints, ev: Events | None) -> None:
    group, landing = args
    names = tuple(COMPANIES[c] for c in bits(group))
    for company in bits(group):
        s.at[company] = landing
    s.boats -= 1
    s.then(Ferrying())
    if ev is not None:
        words = f"{len(names)} {'company lands' if len(names) == 1 else 'companies land'} at the {LANDINGS[landing]}."
        ev.add(Said(words, rule="1", places=(LANDINGS[landing],), pieces=names))


def begin_storm(s: River, step: Ferrying, seat: str, args: Ints, ev: Events | None) -> None:
    if any(at != WEST for at in s.at):
        s.then(Storming())


class Ferrying(Choice[River], frozen=True):
    rule: ClassVar[str] = "1"
    verbs = (
        Verb(
            "ferry",
            ferry,
            (
                Slot("company", Domain("piece", "companies"), on_board, legal=waiting, prompt="Who goes?", many=True),
                Slot("landing", Domain("place", "landings"), any_landing, prompt="Where to?", keyword="to"),
            ),
            "1",
            reasons=a_boat,
        ),
        Verb("storm-now", begin_storm, rule="1.3", label="Begin the storm"),
    )

    def seat(self, s: River) -> str:
        return "red"

    def prompt(self, v: River, seat: str) -> str:
        return "Put companies across, or begin the storm."


def across(v: River) -> int:
    return sum(1 << c for c, at in enumerate(v.at) if at != WEST)


def in_reach(v: River, post: int) -> bool:
    """2.2."""
    return any(at != WEST and BY[post] >> at & 1 for at in v.at)


def stormed(v: River, step: Storming, seat: str, args: Ints) -> Whys:
    posts, post = args
    if not in_reach(v, post):
        yield Why("2.2", lambda: f"Nobody has landed near the {POSTS[post]}.", (POSTS[post],))
    if posts.bit_count() + 1 > across(v).bit_count():
        yield Why("2.3", lambda: f"{across(v).bit_count()} across cannot storm so many posts.")


def stormer(v: River, step: Storming, seat: str, args: Ints) -> Whys:
    if v.at[args[-1]] == WEST:
        yield Why("2.1", lambda: f"Company {COMPANIES[args[-1]]} is not across.")


def covered(v: River, step: Storming, seat: str, args: Ints) -> int:
    posts, group = args
    enough = group.bit_count() >= posts.bit_count()  # 2.3
    return enough and all(any(BY[p] >> v.at[c] & 1 for c in bits(group)) for p in bits(posts))  # 2.2


def uncovered(v: River, step: Storming, seat: str, args: Ints) -> Whys:
    if len(args) < 2:
        return
    posts, group = args
    if group.bit_count() < posts.bit_count():
        yield Why("2.3", lambda: f"{posts.bit_count()} posts need as many companies.")
    for p in bits(posts):
        if not any(BY[p] >> v.at[c] & 1 for c in bits(group)):
            yield Why("2.2", lambda: f"Nobody of these has landed near the {POSTS[p]}.", (POSTS[p],))


def storm(s: River, step: Storming, seat: str, args: Ints, ev: Events | None) -> None:
    posts, group = args
    spare = group.bit_count() - posts.bit_count()
    s.then(*(Assault(post, 4 - spare) for post in bits(posts)))


class Storming(Choice[River], frozen=True):
    rule: ClassVar[str] = "2"
    verbs = (
        Verb(
            "storm",
            storm,
            (
                Slot("post", Domain("place", "posts"), stormed, prompt="Which posts?", many=True),
                Slot(
                    "company", Domain("piece", "companies"), stormer, prompt="With whom?", keyword="with", many=True,
                    enough=covered, lacking=uncovered,
                ),
            ),
            "2",
        ),
    )  # fmt: skip

    def seat(self, s: River) -> str:
        return "red"

    def prompt(self, v: River, seat: str) -> str:
        return "Name the posts and who storms them."


class Assault(Chance[River], frozen=True):
    post: int
    needed: int
    rule: ClassVar[str] = "3"

    def chance(self, s: River) -> Dice:
        return Dice(1)

    def happen(self, s: River, outcome: Outcome, ev: Events | None) -> None:
        roll = int(outcome[0])
        if roll >= self.needed:
            s.taken |= 1 << self.post
        if ev is not None:
            what = "taken" if roll >= self.needed else "held"
            place = POSTS[self.post]
            ev.add(Rolled((roll,), f"The {place}", result=what, good="red", bad="blue", rule="3", places=(place,)))


class Crossing(Game[River]):
    id = "crossing"
    title = "Crossing"
    seats = ("red",)
    scenarios = (show.Scenario("river", "The river"),)
    State = River
    steps = (Ferrying, Storming, Assault)
    named: ClassVar[dict[str, tuple[str, str]]] = {"at": ("companies", "landings"), "Assault.post": ("", "posts")}
    masks: ClassVar[dict[str, str]] = {"taken": "posts"}

    def __init__(self) -> None:
        self.data = Data()
        self.data.game = self

    def begin(self, scenario: str, options: dict[str, bool | str]) -> River:
        return River(self.data, [Ferrying()], [], [WEST] * 4, 3)

    def result(self, s: River) -> show.Result | None:
        if s.stack:
            return None
        taken = s.taken.bit_count()
        winner = "red" if taken >= 2 else ""
        level = "victory" if winner else "defeat"
        return show.Result(winner, level, f"{taken} {'post was' if taken == 1 else 'posts were'} taken.", taken, "3")

    def check(self, s: River) -> Iterable[show.Reason]:
        if not 0 <= s.boats <= 3:
            yield show.Reason("1", f"There cannot be {s.boats} boats.")

    def board(self) -> show.Board:
        names = ("west", *LANDINGS, *POSTS)
        places = tuple(
            show.Place(n, n, "map", (60 + i * 110, 60), "rect", ((10 + i * 110, 10), (110 + i * 110, 110)), room=40)
            for i, n in enumerate(names)
        )
        return show.Board(
            680, 120, 40, (show.Surface("map", "The river", "map", 0, 0, 680, 120),), places,
            styles={"flag": show.Style("#b5534a")}, colours={"red": show.Colours("#b5534a", "#ffffff")},
        )  # fmt: skip

    def scene(self, view: River) -> show.Scene:
        pieces = tuple(
            show.Piece(name, "west" if at == WEST else LANDINGS[at], show.Face(name, "red", factors=(str(w),)))
            for name, at, w in zip(COMPANIES, view.at, WEIGHT, strict=True)
        )
        marks = tuple(show.Mark(f"taken-{POSTS[p]}", POSTS[p], "flag") for p in bits(view.taken))
        return show.Scene(pieces, marks, (show.Number("boats", "Boats", view.boats, most=3),))

    def about(self) -> show.About:
        return show.About(self.title, "A toy.", {})

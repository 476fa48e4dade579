"""The search that all opponents share, on a game that is nothing but a number."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, cast

import pytest

import grognard
from grognard.bots.search import Tried, search


class Number:
    """A world: the number that it hides."""

    def __init__(self, hidden: int) -> None:
        self.hidden = hidden

    def copy(self) -> Number:
        return Number(self.hidden)


class Guessing:
    """A game in which worlds are drawn from ten numbers."""

    def guess(self, view: Number, seat: str, rng: random.Random) -> Number:
        return Number(rng.randrange(10))


GAME = cast(Any, Guessing())
VIEW = cast(Any, Number(-1))


def gain(world: Number, plan: float, dice: random.Random) -> float:
    return plan * world.hidden + dice.random()


@pytest.mark.parametrize("plans", [[1.0, 2.0, 3.0, 0.5, 2.5], [3.0, 1.0], [0.5, 3.0, 1.0]])
def test_the_plan_that_does_best_is_found(plans: list[float]) -> None:
    assert search(GAME, VIEW, "seat", plans, gain, 40, random.Random(1)).best == 3.0


def test_the_same_seed_gives_the_same_answer() -> None:
    def tried(seed: int) -> list[list[float]]:
        found = search(GAME, VIEW, "seat", [1.0, 1.1, 0.9, 1.05], gain, 24, random.Random(seed))
        return [one.scores for one in found.tried]

    assert tried(5) == tried(5)
    assert tried(5) != tried(6)


def test_every_plan_meets_the_same_worlds_with_the_same_dice() -> None:
    met: dict[float, list[tuple[int, float]]] = {}

    def note(world: Number, plan: float, dice: random.Random) -> float:
        met.setdefault(plan, []).append((world.hidden, dice.random()))
        return plan

    search(GAME, VIEW, "seat", [1.0, 2.0, 3.0, 4.0], note, 32, random.Random(2))
    longest = max(met.values(), key=len)
    assert len({len(worlds) for worlds in met.values()}) > 1, "the worse half is dropped"
    for worlds in met.values():
        assert worlds == longest[: len(worlds)]


def test_the_worse_half_is_dropped_round_by_round() -> None:
    found = search(GAME, VIEW, "seat", [float(i) for i in range(8)], gain, 48, random.Random(3))
    times = sorted((len(one.scores) for one in found.tried), reverse=True)
    assert times == [2 + 4 + 8, 2 + 4 + 8, 2 + 4, 2 + 4, 2, 2, 2, 2]
    assert found.tried[0].plan == 7.0
    assert found.playouts == sum(times)


def test_a_plan_in_other_words_is_played_out_no_further() -> None:
    """The second 3.0 comes to the same in every world; where all win or lose alike, none is dropped for it."""
    found = search(GAME, VIEW, "seat", [1.0, 3.0, 2.0, 3.0], gain, 96, random.Random(3), least=8)
    first, second, third, *_ = found.tried
    assert (first.plan, second.plan) == (3.0, 2.0)
    assert len(second.scores) > len(third.scores)

    def even(world: Number, plan: float, dice: random.Random) -> float:
        return 1.0

    alike = search(GAME, VIEW, "seat", [1.0, 3.0], even, 96, random.Random(3), least=8)
    assert [len(one.scores) for one in alike.tried] == [96 // 2, 96 // 2]


def test_the_usual_plan_is_trusted_by_so_much() -> None:
    def even(world: Number, plan: str, dice: random.Random) -> float:
        return {"usual": 0.0, "other": 0.4}[plan]

    plans = ["usual", "other"]
    assert search(GAME, VIEW, "seat", plans, even, 8, random.Random(1), usual=0.3).best == "other"
    assert search(GAME, VIEW, "seat", plans, even, 8, random.Random(1), usual=0.5).best == "usual"


def test_a_mixture_meets_the_worlds_that_its_parents_met() -> None:
    found = search(
        GAME, VIEW, "seat", [1.0, 2.0, 0.0, 0.5], gain, 32, random.Random(4), mix=lambda a, b: a + b
    )  # fmt: skip
    assert found.best == 3.0
    assert len(found.tried[0].scores) == len(found.tried[1].scores)


def test_time_ends_a_search_with_what_has_been_found() -> None:
    found = search(GAME, VIEW, "seat", [1.0, 9.0, 2.0], gain, 10_000, random.Random(1), seconds=0.0)
    assert [len(one.scores) for one in found.tried] == [1, 1, 1]


def test_one_plan_needs_no_playout() -> None:
    found = search(GAME, VIEW, "seat", [1.0], gain, 40, random.Random(1))
    assert found.best == 1.0
    assert found.playouts == 0


def test_how_sure_it_is_follows_from_the_differences() -> None:
    clear = search(GAME, VIEW, "seat", [1.0, 5.0], gain, 40, random.Random(1))
    close = search(
        GAME, VIEW, "seat", [1.0, 1.0], lambda w, p, d: p + random.Random(id(w)).random(), 40, random.Random(1)
    )
    assert clear.sure > 0.99
    assert clear.lead > 0
    assert 0.0 <= close.sure <= 1.0


def test_a_plan_without_a_playout_counts_nothing() -> None:
    assert Tried("plan", 0.25).rank == 0.25


def test_nothing_else_in_the_bots_of_a_game_guesses_worlds() -> None:
    """Who searches needs worlds; games leave them to the one search and judge what it hands them."""
    folder = Path(grognard.__file__).parent / "games"
    modules = list(folder.glob("*/bots/*.py"))
    assert len(modules) > 20
    assert not [path.name for path in modules if ".guess(" in path.read_text(encoding="utf-8")]
    searching = {path.parent.parent.name for path in modules if "search(" in path.read_text(encoding="utf-8")}
    assert searching == {"springtime", "nineteen_forty", "fortress_europa"}

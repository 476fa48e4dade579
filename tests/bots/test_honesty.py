"""A bot gets what its seat may know and nothing else: two worlds that its seat cannot tell apart give one answer."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.bots import Bot, game_bots
from grognard.bots.match import play_game
from grognard.bots.tactics import Puzzle, suite
from grognard.kernel.match.position import read_position, save_state
from grognard.kernel.rules import Action, Game

FOLDER = Path(__file__).parents[1] / "tactics"
SECRETIVE = ("springtime", "1940")
"""The games in which something is hidden from a seat."""
CASES = [
    (name, level) for name in ("springtime", "1940", "spoiled-victory") for level in game_bots(grognard.load(name))
]


def other_world(game: Game[Any], s: Any, seat: str) -> Any:
    """A world that the seat cannot tell from this one, another one if there is any."""
    view = game.view(s, seat)
    for seed in range(30):
        world = game.guess(view, seat, random.Random(seed))
        if save_state(game, world) != save_state(game, s):
            return world
    return s


def some_puzzles(name: str) -> list[Puzzle]:
    """A short decision of each kind."""
    short = [puzzle for puzzle in suite(FOLDER / name) if not puzzle.tactic.until]
    kinds = {puzzle.tactic.kind: puzzle for puzzle in short}
    return list(kinds.values())[:5]


@pytest.mark.parametrize(("name", "level"), CASES)
def test_worlds_that_a_seat_cannot_tell_apart_give_one_answer(name: str, level: str) -> None:
    game = grognard.load(name)
    differ = 0
    for puzzle in some_puzzles(name):
        _, _, s = read_position(game, puzzle.position)
        seat = puzzle.tactic.seat
        other = other_world(game, s, seat)
        differ += other is not s
        said = []
        for world in (s, other):
            bot = game_bots(game)[level]()
            action = bot.choose(game, game.view(world, seat), seat, random.Random(7))
            said.append((action.text, bot.why))
        assert said[0] == said[1], puzzle.name
    assert differ or name not in SECRETIVE


@pytest.mark.parametrize(("name", "level"), [case for case in CASES if case[1] != "random"])
def test_thinking_changes_nothing(name: str, level: str) -> None:
    """The view that a bot is given is as it was: a table may hand out its own state where nothing is hidden."""
    game = grognard.load(name)
    puzzle = some_puzzles(name)[0]
    _, _, s = read_position(game, puzzle.position)
    view = game.view(s, puzzle.tactic.seat)
    before = save_state(game, view)
    game_bots(game)[level]().choose(game, view, puzzle.tactic.seat, random.Random(7))
    assert save_state(game, view) == before


class Spy(Bot[Any]):
    """Looks at what it is given."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, int]] = []

    def choose(self, game: Game[Any], view: Any, seat: str, rng: random.Random) -> Action:
        self.seen.append((seat, view.objective))
        return game.said(view, game.random(view, seat, rng))


def test_the_german_plan_is_not_in_what_the_allied_player_is_given() -> None:
    german, allied = Spy(), Spy()
    played = play_game(grognard.load("1940"), {"german": german, "allied": allied}, seed=5)
    assert played.result is not None
    assert {plan for _, plan in allied.seen} == {-1}
    assert any(plan >= 0 for _, plan in german.seen)

"""What every game must show: fuzzing finds nothing, every case has a test, the museum is complete."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.cli import casebook
from grognard.kernel.registry import loaders
from grognard.kernel.rules import CHANCE, OVER, Choice, Draft
from grognard.kernel.rules.game import Game
from grognard.maps import use_compiled
from grognard.simulate.fuzz import fuzz_games
from grognard.suite.museum import check_museum
from grognard.suite.purity import threads
from grognard.suite.walking import walks
from grognard.suite.wording import explained
from tools.mutation.reach import ROOT, Reach, reach

MUSEUM = Path(__file__).parents[1] / "museum"
every_game = pytest.mark.parametrize("game", grognard.games(), ids=lambda game: game.id)


def faults(game: Game[Any], games: int, seed: int) -> list[str]:
    played = [p.finding for p in fuzz_games(game, games, seed) if p.finding is not None]
    return [f"game {f.number}, {f.kind}: {f.text} ({f.scenario}, {f.options})" for f in played]


@every_game
def test_twenty_games_of_fuzzing_find_nothing(game: Game[Any]) -> None:
    assert faults(game, 20, 1) == []


@pytest.mark.long
@every_game
def test_a_thousand_games_of_fuzzing_find_nothing(game: Game[Any]) -> None:
    assert faults(game, 1000, 2) == []


@every_game
def test_every_case_of_the_rulebook_has_a_test(game: Game[Any]) -> None:
    book = casebook.read(game, casebook.tests_of(game))
    assert [case.rule for case in book.untested] == []
    assert book.unknown == []


def choices_of(game: Game[Any]) -> list[type[Choice[Any] | Draft[Any]]]:
    """Every kind of decision of a game."""
    found: list[type[Choice[Any] | Draft[Any]]] = []
    left: list[type[Choice[Any] | Draft[Any]]] = [Choice, Draft]
    while left:
        one = left.pop()
        left += one.__subclasses__()
        if one.__module__.startswith(type(game).__module__.rpartition(".")[0] + "."):
            found.append(one)
    return found


@pytest.mark.parametrize("game_id", ["spoiled-victory", "springtime", "1940", "fortress-europa"])
def test_nothing_is_offered_by_its_id(game_id: str) -> None:
    """A button says "hold Paris", not "allied-12"."""
    game = grognard.load(game_id)
    slots = [slot for choice in choices_of(game) for verb in choice.verbs for slot in verb.slots]
    tables = {(slot.domain.kind, slot.domain.table) for slot in slots if slot.domain.table and not slot.word}
    assert len(tables) > 3
    for kind, table in tables:
        names = [name for name in getattr(game.data, table) if re.search("[a-z]-|-[a-z]", name)]
        assert [name for name in names if game.name(kind, name) == name] == [], table


@every_game
def test_the_wording_of_the_first_bot_is_looked_at(game: Game[Any]) -> None:
    """Whatever it is called: one game has an advisor and no `easy`."""
    first, rng = next(iter(game.bots())), random.Random(7)
    for node in walks(game, 1, 5):
        assert node.seat is not OVER, f"{first} never said why"
        if node.seat is not CHANCE and any(where == f"the {first} bot" for where, _, _ in explained(game, node, rng)):
            return


CITED = ["spoiled-victory", "springtime", "1940", "fortress-europa"]
"""Games whose cases can be found in their code."""


@pytest.mark.parametrize("game_id", CITED)
def test_every_case_that_is_enforced_is_cited_where_it_is(game_id: str) -> None:
    game = grognard.load(game_id)
    book = casebook.read(game, casebook.tests_of(game))
    assert [case.rule for case in book.uncited] == []


@pytest.mark.long
@pytest.mark.parametrize("game_id", CITED)
def test_a_test_of_each_case_runs_a_function_that_cites_it(game_id: str) -> None:
    game = grognard.load(game_id)
    book = casebook.read(game, casebook.tests_of(game))
    reached = reach(casebook.source_of(game).name)
    missed = []
    for case in book.cases:
        if case.enforce and not case.data and not any(_run(reached, place, case.tests) for place in case.cited):
            missed.append(case.rule)
    assert missed == []


def _run(reached: Reach, place: casebook.Citation, tests: list[str]) -> bool:
    """Whether one of the tests runs a line of a function; what stands at the top of a module runs for all."""
    lines = reached.lines.get(Path(place.path).relative_to(ROOT).as_posix(), {})
    for n in range(place.first, place.last + 1):
        if any(run.split("[")[0] in tests for run in lines.get(n, ())):
            return True
    return not place.function


@every_game
def test_states_that_a_history_keeps_have_no_facts(game: Game[Any]) -> None:
    table, rng = game.table(practice=True, seed=3), random.Random(3)
    for _ in range(40):
        table.play(game.random(table.state, table.seats[0], rng), table.seats[0])
    kept = [entry.kept for entry in table.history if entry.kept is not None]
    assert len(kept) > 1
    assert all(state.facts is None for state in kept)


@every_game
def test_the_museum_is_complete(game: Game[Any]) -> None:
    assert check_museum(game, MUSEUM) == []


@pytest.mark.long
@every_game
@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "plain"])
def test_two_threads_play_a_hundred_games_as_one_does(game: Game[Any], compiled: bool) -> None:
    use_compiled(compiled)
    try:
        threads(loaders()[game.id](None), games=100, seed=1000, most=1500)
    finally:
        use_compiled(True)

"""The tactics suite: its positions can be read, ask for something that can be right or wrong, and are counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import grognard
from grognard.bots.search import whole_actions
from grognard.bots.tactics import Puzzle, Tactic, answers, said, solve_all, suite
from grognard.cli.app import app
from grognard.kernel.errors import BadInput
from grognard.kernel.match.position import read_position

FOLDER = Path(__file__).parents[1] / "tactics"
GAMES = ("springtime", "1940", "spoiled-victory")
PUZZLES = [(game, puzzle) for game in GAMES for puzzle in suite(FOLDER / game)]


@pytest.mark.parametrize("game", GAMES)
def test_there_are_thirty_positions_and_half_are_never_tuned_on(game: str) -> None:
    tactics = [puzzle.tactic for puzzle in suite(FOLDER / game)]
    assert len(tactics) >= 30
    assert sum(not tactic.tuned for tactic in tactics) >= len(tactics) // 2 - 1
    for tactic in tactics:
        assert tactic.failed_by
        assert len(tactic.why) > 40
        assert tactic.some or tactic.none


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES, ids=lambda x: x if isinstance(x, str) else x.name)
def test_a_position_can_be_reached_and_answered_rightly_and_wrongly(game: str, puzzle: Puzzle) -> None:
    """Of what may be answered something is right, and something is wrong; of a sequence, its beginning is legal."""
    loaded = grognard.load(game)
    _, _, s = read_position(loaded, puzzle.position)
    tactic = puzzle.tactic
    assert tactic.seat in loaded.owing(s)
    assert set(tactic.failed_by) <= {"random", "easy", "hard", "advisor"}
    if tactic.until or tactic.kind == "no attack without a good result":
        return
    view = loaded.view(s, tactic.seat)
    actions = [loaded.said(view, deed) for deed in whole_actions(loaded, view, tactic.seat, 2000)]
    named = [text for text in tactic.some + tactic.none if "*" not in text]
    actions += [loaded.read(view, tactic.seat, text) for text in named if not loaded.why_not(view, tactic.seat, text)]
    right = {tactic.is_right(list(said(action))) for action in actions}
    assert right == {True, False}


def test_a_sequence_is_looked_at_to_its_end() -> None:
    game = grognard.load("1940")
    puzzle = next(puzzle for puzzle in suite(FOLDER / "1940") if puzzle.tactic.until == ("end",))
    found = answers(game, puzzle, "easy", 0)
    assert found[-1] == "end"
    assert found == answers(game, puzzle, "easy", 0)


def test_what_the_map_shows_at_the_end_is_looked_at() -> None:
    """8 ¶1: `easy` leaves the corps without a line of supply, though it was supplied when the impulse began."""
    game = grognard.load("1940")
    puzzle = next(puzzle for puzzle in suite(FOLDER / "1940") if puzzle.tactic.looks == ("supply de-ix",))
    found = answers(game, puzzle, "easy", 0)
    assert found[-2] == "end"
    assert found[-1].startswith("supply de-ix: German IX Corps has no line of supply now")
    assert "move de-ix 0811" in found
    assert not puzzle.tactic.is_right(found)
    assert puzzle.tactic.is_right([*found[:-1], "supply de-ix: German IX Corps is supplied from 0101."])


def test_some_and_none_decide() -> None:
    tactic = Tactic(
        seat="axis", kind="", why="", some=("move * A",), none=("pass",), failed_by=(), tuned=True, seen=""
    )
    assert tactic.is_right(["move hoth-pz A", "end"])
    assert not tactic.is_right(["move hoth-pz B", "end"])
    assert not tactic.is_right(["move hoth-pz A", "pass"])


def test_the_command_counts_what_a_level_solves() -> None:
    found = CliRunner().invoke(
        app,
        ["tactics", "spoiled-victory", "--level", "advisor", "--only", "front", "--json", "--folder", str(FOLDER)],
    )
    assert found.exit_code == 0, found.output
    assert '"untouched"' in found.output


def test_a_level_that_does_not_exist_is_refused() -> None:
    game = grognard.load("springtime")
    with pytest.raises(BadInput, match="no bot “clever”"):
        list(solve_all(game, [], "clever"))


def test_a_file_without_a_tactic_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text('game = "springtime"\n')
    with pytest.raises(BadInput, match="no position with a tactic"):
        suite(tmp_path)


def test_expert_attacks_the_last_works_of_its_plan() -> None:
    """19 Plan 1: without them the game is lost."""
    puzzles = [puzzle for puzzle in suite(FOLDER / "1940") if "last-works" in puzzle.name]
    assert len(puzzles) == 3
    assert [one.wrong for one in solve_all(grognard.load("1940"), puzzles, "expert")] == [()] * 3


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "level", "share"),
    [
        ("springtime", "hard", 0.85),
        ("1940", "hard", 0.85),
        ("spoiled-victory", "advisor", 0.95),
        ("springtime", "expert", 0.95),
        ("1940", "expert", 0.95),
    ],
)
def test_a_level_solves_its_share(game: str, level: str, share: float) -> None:
    """What docs/opponents.md gives."""
    puzzles = suite(FOLDER / game)
    solved = list(solve_all(grognard.load(game), puzzles, level))
    assert sum(one.solved for one in solved) >= share * len(puzzles), [one.name for one in solved if not one.solved]

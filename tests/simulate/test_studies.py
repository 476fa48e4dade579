"""Studies: every game of the grid once, the same wherever and however often it was begun."""

import errno
import gzip
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import grognard
from grognard.kernel.errors import BadInput
from grognard.kernel.rules.events import Battle, Lost
from grognard.simulate import Question, Study, read_question, simulate
from grognard.simulate.figures import wilson

PLAYERS = Path(__file__).with_name("odd_players.py")
HERE = Question("spoiled-victory", games=6, seats={"allies": "random"})


def digests(study):
    return study.games()["digest"].to_list()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The six games, played one after the other in this process."""
    return simulate(HERE, tmp_path_factory.mktemp("study") / "plain", jobs=1)


# ------------------------------------------------------------------------------------------ the question


def test_a_grid_has_a_cell_for_every_mix_and_says_what_sets_it_apart(tmp_path):
    path = tmp_path / "question.toml"
    path.write_text(
        'game = "springtime"\ngames = 5\nscenario = ["plan-yellow", "plan-red"]\n'
        '[seats]\naxis = ["easy", "random"]\n[options]\nbef-returns = [true, false]\n'
    )
    question = read_question(path)
    assert len(question.cells) == 8
    assert question.total == 40
    mixes = {(c.scenario, c.seats["axis"], c.options["bef-returns"]) for c in question.cells}
    assert len(mixes) == 8
    assert all(c.seats["allies"] == "easy" for c in question.cells)
    assert question.label(question.cells[0]) == "scenario plan-yellow, axis easy, bef-returns on"
    assert [question.cell_of(n).number for n in (0, 7, 8, 39)] == [0, 7, 0, 7]


def test_a_question_that_cannot_be_asked_is_refused_in_a_sentence(tmp_path):
    def refused(**fields):
        with pytest.raises(BadInput) as refusal:
            simulate(Question(**{"game": "springtime", **fields}), tmp_path / "out", jobs=1)
        assert not (tmp_path / "out").exists()
        return str(refusal.value)

    assert "no game “chess”" in refused(game="chess")
    assert "no seat “bob”; its seats are: axis, allies" in refused(seats={"bob": "easy"})
    assert "“ez” plays" in refused(seats={"axis": ["easy", "ez"]})
    assert "no scenario “plan-blue”" in refused(scenario="plan-blue")
    assert "no option “magic”" in refused(options={"magic": True})
    assert "no.toml cannot be read" in refused(pack=["", str(tmp_path / "no.toml")])
    assert "cannot be loaded: ModuleNotFoundError" in refused(seats={"axis": "no_such_module:Bot"})
    assert "one mix twice" in refused(seats={"axis": ["easy", "easy"]})
    assert "needs a game at least" in refused(games=0)
    (tmp_path / "bad.toml").write_text('game = "springtime"\ngams = 3\n')
    with pytest.raises(BadInput, match=r"bad\.toml is not as a question is written: .*gams"):
        read_question(tmp_path / "bad.toml")


# ------------------------------------------------------------------------------------------ the same games


def test_games_are_the_same_in_processes_and_when_played_one_by_one(undisturbed, tmp_path):
    spread = simulate(HERE, tmp_path / "spread", jobs=2)
    assert spread.games()["number"].to_list() == list(range(6))
    assert digests(spread) == digests(undisturbed)
    assert len(set(digests(spread))) == 6
    game = grognard.load("spoiled-victory")
    played = grognard.play_game(game, {"allies": "random"}, seed="1 4")
    assert played.result is not None
    row = undisturbed.games().row(4, named=True)
    assert (row["score"], row["level"], row["actions"]) == (
        played.result.score,
        played.result.level,
        len(played.actions),
    )


def test_a_study_goes_on_and_grows_and_counts_no_game_twice(undisturbed, tmp_path):
    folder = tmp_path / "study"
    simulate(Question("spoiled-victory", games=2, seats={"allies": "random"}), folder, jobs=1)
    simulate(HERE, folder, jobs=1)
    study = simulate(HERE, folder, jobs=1)
    assert digests(study) == digests(undisturbed)
    assert len(study.parts()) == 2
    for part in list((folder / "games").glob("*")):  # as if two runs had played the same games
        for table in ("games", "turns"):
            raw = (folder / table / part.name).read_bytes()
            (folder / table / f"00009-{part.name}").write_bytes(raw)
    assert digests(Study(folder)) == digests(undisturbed)
    assert Study(folder).turns().height == undisturbed.turns().height


def test_records_are_kept_on_request_and_are_whole(tmp_path):
    question = Question("spoiled-victory", games=2, seats={"allies": "random"}, records=True)
    study = simulate(question, tmp_path / "study", jobs=1)
    for number, row in enumerate(study.games().iter_rows(named=True)):
        raw = gzip.decompress(study.record(number).read_bytes())
        replayed = grognard.replay(raw)
        assert replayed.matches
        assert replayed.table is not None
        assert replayed.table.result is not None
        assert replayed.table.result.score == row["score"]
        assert len(replayed.table.history) - 1 == row["actions"]


def test_turns_tell_how_it_stood(tmp_path):
    study = simulate(
        Question("1940", games=1, seats={"german": "random", "allied": "random"}), tmp_path / "s", jobs=1
    )
    game = grognard.load("1940")
    table = grognard.play_game(game, {"german": "random", "allied": "random"}, seed="1 0").table()
    rows = study.turns().rows(named=True)
    board = game.board()
    end = rows[-1]
    assert end["clock"] == "end"
    assert [row["turn"] for row in rows] == list(range(1, len(rows) + 1))
    numbers = {number.id: number.value for number in game.scene(table.state).numbers}
    assert {name: end[f"n_{name}"] for name in numbers} == numbers
    for seat in game.seats:
        assert end[f"luck_{seat}"] == pytest.approx(table.luck(seat))
        held = {s.place for s in game.overlay(table.state, "control").shades if s.side == seat}
        bits = int.from_bytes(end[f"held_{seat}"], "little")
        assert {place.id for i, place in enumerate(board.places) if bits >> i & 1} == held
    assert study.games()["turns"].item() == len(rows) - 1


def test_battles_tell_what_they_cost(tmp_path):
    seats = {"axis": "random", "allies": "easy"}
    study = simulate(Question("springtime", games=1, seats=dict(seats)), tmp_path / "s", jobs=1)
    events = [
        happened.event for happened in grognard.play_game(grognard.load("springtime"), seats, seed="1 0").events()
    ]
    fought = [event for event in events if isinstance(event, Battle)]
    rows = study.battles().rows(named=True)
    assert [(row["place"], row["side"], row["dice"]) for row in rows] == [
        (battle.place, battle.side, list(battle.dice)) for battle in fought
    ]
    lost = [event for event in events if isinstance(event, Lost)]
    costs = sum(row["attacker_lost"] + row["defender_lost"] for row in rows)
    assert costs == sum(event.steps for event in lost if event.cause == "battle") > 0
    for side in ("axis", "allies"):
        assert study.games()[f"lost_{side}"].item() == sum(event.steps for event in lost if event.side == side)
    quiet = simulate(Question("spoiled-victory", games=1), tmp_path / "quiet", jobs=1)
    assert quiet.battles().is_empty() == (quiet.games()["battles"].item() == 0)


# ------------------------------------------------------------------------------------------ what goes wrong


def test_a_process_that_dies_costs_no_game(tmp_path, monkeypatch):
    marks = tmp_path / "marks"
    marks.mkdir()
    question = Question("spoiled-victory", games=6, seats={"allies": f"{PLAYERS}:Once"})
    monkeypatch.setenv("MARKS", str(marks))
    whole = simulate(question, tmp_path / "whole", jobs=1)
    for name in ("one", "two"):
        (marks / name).touch()
    study = simulate(question, tmp_path / "killed", jobs=2)
    assert not list(marks.iterdir())
    assert study.games()["number"].to_list() == list(range(6))
    assert digests(study) == digests(whole)


def test_a_run_that_is_killed_goes_on_where_it_was(undisturbed, tmp_path):
    folder = tmp_path / "study"
    words = "simulate", "spoiled-victory", "--games", "6", "--seat", "allies=random", "--jobs", "2"
    command = [sys.executable, "-m", "grognard", *words, "--out", str(folder)]
    run = subprocess.Popen(command)
    until = time.monotonic() + 30
    while not (folder / "question.toml").exists() and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(random.Random(len(str(folder))).random())
    os.kill(run.pid, signal.SIGKILL)
    run.wait(30)
    assert digests(simulate(HERE, folder, jobs=1)) == digests(undisturbed)


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("Illegal", " (dynamo, allies {player}) could not be finished: “surrender” is n"),
        ("Silent", "allies answered None, which is no action."),
        ("Asleep", "has not ended after 1 seconds."),
        ("Deadly", "has ended 3 processes that were at it (exit code -9)."),
    ],
)
def test_a_player_that_plays_foul_ends_the_run_with_a_sentence(tmp_path, player, words):
    who = f"{PLAYERS}:{player}"
    question = Question("spoiled-victory", games=2, seats={"allies": who})
    began = time.monotonic()
    with pytest.raises(BadInput) as refusal:
        simulate(question, tmp_path / "s", jobs=2, patience=1 if player == "Asleep" else 60)
    assert words.format(player=who) in str(refusal.value)
    assert "can be gone on with" in str(refusal.value)
    assert time.monotonic() - began < 30
    assert Study(tmp_path / "s").played() <= {0, 1}


def test_an_object_can_play_and_every_game_gets_its_own(tmp_path):
    sys.path.insert(0, str(PLAYERS.parent))
    try:
        import odd_players
    finally:
        sys.path.pop(0)
    one = simulate("spoiled-victory", tmp_path / "one", players={"allies": odd_players.First(1)}, games=2, jobs=1)
    two = simulate("spoiled-victory", tmp_path / "two", players={"allies": odd_players.First(2)}, games=2, jobs=1)
    assert one.games()["seat_allies"].to_list() == ["(odd_players.First)"] * 2
    assert digests(one) != digests(two)
    with pytest.raises(BadInput, match=r"was played by an object, odd_players\.First"):
        simulate(Study(tmp_path / "one").question, tmp_path / "one", games=3, jobs=1)
    with pytest.raises(BadInput, match="has no choose"):
        simulate("spoiled-victory", tmp_path / "three", players={"allies": object()})


def test_a_part_that_was_cut_off_is_named_set_aside_and_played_again(undisturbed, tmp_path):
    folder = tmp_path / "study"
    simulate(Question("spoiled-victory", games=3, seats={"allies": "random"}), folder, jobs=1)
    study = simulate(HERE, folder, jobs=1)
    for table in ("games", "turns"):
        path = folder / table / f"{study.parts()[1]}.parquet"
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        with pytest.raises(BadInput, match=rf"{path.name} cannot be read .*plays its games again"):
            getattr(Study(folder), table)()
        said: list[str] = []
        study = simulate(HERE, folder, jobs=1, say=said.append)
        assert len(said) == 1
        assert "set aside" in said[0]
        assert digests(study) == digests(undisturbed)
        assert study.turns().equals(undisturbed.turns())


def test_a_question_that_changed_under_its_games_is_refused(tmp_path):
    folder = tmp_path / "study"
    pack = tmp_path / "values.toml"
    pack.write_text('game = "spoiled-victory"\n')
    question = Question("spoiled-victory", games=2, seats={"allies": "random"}, pack=str(pack))
    simulate(question, folder, jobs=1)
    asked = (folder / "question.toml").read_text()
    for changed in ("seed = 2\n" + asked, asked.replace('"random"', '"advisor"')):
        (folder / "question.toml").write_text(changed)
        with pytest.raises(BadInput, match="answer another question"):
            simulate(Study(folder).question, folder)
    (folder / "question.toml").write_text(asked.replace("games = 2", "games = 1"))
    with pytest.raises(BadInput, match="more games than"):
        simulate(Study(folder).question, folder)
    (folder / "question.toml").write_text(asked)
    with pytest.raises(BadInput, match="question of its own"):
        simulate(Question("spoiled-victory", games=2, seed=5), folder)
    kept = folder / "packs" / "values.toml"
    kept.unlink()
    with pytest.raises(BadInput, match=r"values\.toml cannot be read"):
        simulate(Study(folder).question, folder)
    kept.write_text(pack.read_text())
    assert simulate(Study(folder).question, folder, jobs=1).games().height == 2


def test_a_full_disk_loses_no_game(undisturbed, tmp_path, monkeypatch):
    folder = tmp_path / "study"
    simulate(Question("spoiled-victory", games=3, seats={"allies": "random"}), folder, jobs=1)
    kept = Study(folder).games()

    def full(handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        study = Study(folder)
        study.question.games = 6
        patch.setattr("grognard.simulate.run.new_study", lambda question, folder: study)
        patch.setattr(os, "fsync", full)
        with pytest.raises(BadInput, match=r"turns.*\.parquet cannot be written: No space left on device"):
            simulate(HERE, folder, jobs=1)
    assert Study(folder).games().equals(kept)
    assert not list(folder.rglob("*.part"))
    assert digests(simulate(HERE, folder, jobs=1)) == digests(undisturbed)


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(BadInput, match="is no study; choose a new folder"):
        simulate(HERE, tmp_path)
    with pytest.raises(BadInput, match=r"no question\.toml"):
        Study(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_an_interval_is_wilsons():
    # Newcombe 1998, table I: 81 of 263 and 15 of 148, 0 of 20, 1 of 29
    for wins, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)):
        share, *interval = wilson(wins, games)
        assert share == wins / games
        assert interval == pytest.approx([low, high], abs=0.0001)
    assert wilson(1, 29)[1:] == pytest.approx([0.0061, 0.1718], abs=0.0001)


def test_the_plain_install_says_what_studies_need(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(BadInput, match=r"pip install 'grognard\[studies\]'"):
        simulate(HERE, tmp_path / "study")
    assert not (tmp_path / "study").exists()

"""The commands, as a user calls them: what they print, their JSON, their exit codes."""

from __future__ import annotations

import csv
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from toys.landing import LandingGame
from toys.skirmish import Field, Skirmish

import grognard
from grognard.bots import RandomBot
from grognard.cli import casebook
from grognard.cli.common import read_options, read_seats
from grognard.kernel import show
from grognard.kernel.match.record import dump_record
from grognard.kernel.show import RuleCase
from grognard.suite.museum import keep


def finished_record(path: Path, practice: bool = False) -> Path:
    table = Skirmish().table(practice=practice, seed=3 if practice else None)
    rng, bot = random.Random(5), RandomBot[Field]()
    while not table.over:
        table.play(bot.choose(table.game, table.state, table.seats[0], rng))
    path.write_bytes(dump_record(table.record()))
    return path


def test_games_lists_what_there_is(run):
    assert "skirmish" in run("games").out
    listed = json.loads(run("games", "--json").out)
    assert [game["id"] for game in listed] == ["skirmish", "landing"]
    assert listed[0]["seats"] == ["red", "blue"]


def test_about_names_scenarios_and_bots(run):
    out = run("about", "skirmish").out
    assert "meeting: A meeting engagement" in out
    assert "random" in out


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("about", "go"), "There is no game “go”; there are: landing, skirmish."),
        (("play", "skirmish", "--scenario", "x", "--terminal"), "Skirmish has no scenario “x”; it has: meeting."),
        (("play", "skirmish", "--option", "fog", "--terminal"), "Skirmish has no option “fog”."),
        (
            ("play", "skirmish", "--seat", "green=human"),
            "Skirmish has no seat “green”; its seats are: red, blue.",
        ),
        (("play", "skirmish", "--seat", "red=hal"), "Nobody called “hal” can play; there are: human, random."),
        (("play", "skirmish", "--seat", "red"), "Write a seat as SEAT=WHO, for instance --seat red=human."),
        (("play",), "Say which game: grognard games lists them."),
        (("replay", "x.json"), "The record x.json cannot be read: No such file or directory."),
        (("position", "check", "x.toml"), "The position x.toml cannot be read: No such file or directory."),
        (
            ("museum", "--folder", "nowhere"),
            "There is no museum at nowhere: it is in a checkout alone; --folder names it.",
        ),
        (("about", "skirmish", "--pack", "x.toml"), "The pack x.toml cannot be read: No such file or directory."),
    ],
)
def test_errors_are_one_sentence_and_exit_with_2(run, args, sentence):
    ran = run(*args)
    assert ran.code == 2
    assert ran.err.strip() == sentence


def test_replay_shows_the_log_and_a_board(run, tmp_path):
    path = finished_record(tmp_path / "game.json")
    assert "moves to" in run("replay", path).out
    start = run("replay", path, "--step", "0").out.splitlines()
    assert any(line.split() == ["A1", "red-1", "2/2"] for line in start)
    told = json.loads(run("replay", path, "--json").out)
    assert told["matches"] is True
    assert told["result"]["level"] in ("victory", "draw")
    assert run("replay", path, "--step", "9999").code == 2
    assert run("replay", path, "--seat", "green").code == 2


def test_the_events_of_a_record_make_a_table(run, tmp_path):
    path, out = finished_record(tmp_path / "game.json"), tmp_path / "moves.csv"
    assert run("replay", path, "--events", "--kind", "Moved", "--csv", out).code == 0
    moves = list(csv.DictReader(out.read_text().splitlines()))
    assert {row["kind"] for row in moves} == {"Moved"}
    assert all(row["path"].split()[0] != row["path"].split()[-1] for row in moves)
    assert all(row["text"].endswith(".") for row in moves)
    everything = json.loads(run("replay", path, "--events", "--json").out)
    assert len(everything) > len(moves)
    assert [row["piece"] for row in everything if row["kind"] == "Moved"] == [row["piece"] for row in moves]
    assert "Moved: " in run("replay", path, "--events").out
    assert "There are no events of the kind “Moves”" in run("replay", path, "--kind", "Moves").err


def test_what_one_seat_saw_can_be_shown(run, tmp_path):
    table = LandingGame().table()
    table.play("place division gold; place regiment juno; place dummy utah; done")
    path = tmp_path / "seen.json"
    path.write_bytes(dump_record(table.record("lander")))
    ran = run("replay", path)
    assert ran.code == 0
    assert "A block goes to gold." in ran.out
    assert "division" not in ran.out
    assert run("play", "--load", path).code == 2


def test_position_is_taken_out_of_a_record_checked_shown_and_played(run, tmp_path):
    path = finished_record(tmp_path / "game.json")
    text = run("position", "write", path, "--step", "2").out
    position = tmp_path / "position.toml"
    assert run("position", "write", path, "--step", "2", "--out", position).code == 0
    assert position.read_text() == text
    assert "The position is possible" in run("position", "check", position).out
    assert "Move your units" in run("position", "show", position).out
    assert "Goodbye." in run("position", "play", position, "--seat", "blue=random").out


def test_an_impossible_position_is_refused_with_the_place_and_the_rule(run, tmp_path):
    position = tmp_path / "position.toml"
    position.write_text('game = "skirmish"\n[state.at]\nred-1 = "E1"\n')
    ran = run("position", "check", position)
    assert ran.code == 2
    assert ran.err.strip() == "The position is not possible: blue-1 stands on red-1 in E1. [2.2]"


def test_fuzz_finds_nothing_in_a_sound_game(run):
    told = json.loads(run("fuzz", "skirmish", "--games", "5", "--json").out)
    assert told["findings"] == []
    assert told["actions"] > 20
    assert "5 games" in run("fuzz", "landing", "--games", "5").out


def test_bench_reports_ratios(run):
    told = json.loads(run("bench", "skirmish", "--seconds", "0.5", "--json").out)
    assert told["actions_per_second"] > 0
    assert told["ratio"] == pytest.approx(told["actions_per_second"] / told["chess_moves_per_second"], rel=0.9)
    assert "python-chess" in run("bench", "skirmish", "--seconds", "0.5").out
    plain = json.loads(run("bench", "springtime", "--seconds", "0.5", "--json", "--plain").out)
    assert not plain["compiled"]


def test_help_has_examples(run):
    for command in ("play", "about", "conformance", "replay", "audit", "museum", "fuzz", "bench"):
        assert "Example" in run(command, "--help").out


def test_without_a_built_client_the_browser_is_refused_in_a_sentence(run, monkeypatch):
    monkeypatch.setattr("grognard.cli.play.has_client", lambda: False)
    ran = run()
    assert ran.code == 2
    assert "--terminal" in ran.err


# -------------------------------------------------------------------------------------------- conformance

TESTS = """
import pytest
from grognard.suite import rule
pytestmark = [rule("1")]

@rule("2", "2.1")
def test_moves(): ...

class TestAttack:
    @pytest.mark.rule("3")
    @pytest.mark.parametrize("n", [1, 2])
    def test_dice(self, n): ...

@rule("9")
def test_strange(): ...

def helper(): ...
"""


@pytest.fixture
def case_book(monkeypatch, tmp_path) -> Path:
    cases = (
        RuleCase("1", "Sides", "Two."), RuleCase("2", "Moves", "Two hexes."), RuleCase("2.1", "Stops", "Near."),
        RuleCase("3", "Attacks", "A die."), RuleCase("4", "Victory", "Lives."),
        RuleCase("5", "Box", "Cardboard.", False, "Describes the box."),
    )  # fmt: skip
    monkeypatch.setattr(Skirmish, "rules", lambda self: cases)
    (tmp_path / "test_moves.py").write_text(TESTS)
    return tmp_path


def test_conformance_lists_cases_with_their_tests(run, case_book):
    cases = json.loads(run("conformance", "skirmish", "--tests", case_book, "--json").out)
    by_rule = {case["rule"]: case for case in cases}
    assert [case["rule"] for case in cases] == ["1", "2", "2.1", "3", "4", "5"]
    assert by_rule["2.1"]["tests"] == ["test_moves.py::test_moves"]
    assert by_rule["3"]["tests"] == ["test_moves.py::TestAttack::test_dice"]
    assert len(by_rule["1"]["tests"]) == 3
    assert by_rule["4"]["tests"] == []
    assert by_rule["5"]["enforce"] is False


def test_conformance_check_fails_on_a_gap_and_on_an_unknown_case(run, case_book):
    ran = run("conformance", "skirmish", "--tests", case_book, "--check")
    assert ran.code == 1
    assert "test_moves.py::test_strange names “9”" in ran.out
    assert "6 cases: 4 of 5 to enforce have a test; 1 have nothing to enforce." in ran.out


def test_conformance_writes_a_table(run, case_book, tmp_path):
    page = tmp_path / "docs" / "skirmish.md"
    assert run("conformance", "skirmish", "--tests", case_book, "--write", page).code == 0
    assert "`skirmish:Skirmish.result` | **none** |" in page.read_text()
    assert "| 5 | Box |  | nothing to enforce: Describes the box. |" in page.read_text()


def test_citations_are_found_with_the_function_around_them(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "bots").mkdir()
    (tmp_path / "rules" / "moves.py").write_text(
        '"""7.1 and what follows."""\n\n# 7.2\ndef stops(n):\n    return n > 7.3\n\n\n'
        'class March:\n    def run(self):\n        """7.4-note, 12"""\n        return 4\n'
    )
    (tmp_path / "bots" / "plan.py").write_text("# 7.5\n")
    found = casebook.citations(tmp_path, ["7.1", "7.2", "7.4", "7.4-note", "7.4-note-example", "7.5", "4", "12"])
    told = {case: [place.told for place in places] for case, places in found.items()}
    assert told == {
        "7.1": ["rules.moves"],
        "7.2": ["rules.moves:stops"],
        "7.4": [],
        "7.4-note": ["rules.moves:March.run"],
        "7.4-note-example": ["rules.moves:March.run"],
        "7.5": [],
        "4": [],
        "12": [],
    }


def test_a_mark_on_a_parameter_counts(tmp_path):
    path = tmp_path / "test_x.py"
    path.write_text('@pytest.mark.parametrize("n", [pytest.param(1, marks=rule("7"))])\ndef test_x(n): ...\n')
    assert list(casebook.marked(path)) == [("test_x", ["7"])]


# ------------------------------------------------------------------------------------------------- museum


def test_museum_says_what_is_missing_and_what_is_shown(run, tmp_path, monkeypatch):
    monkeypatch.setattr(Skirmish, "exhibits", lambda self: ["ending draw", "ending victory"])
    table = Skirmish().table(practice=True, seed=1)
    for _ in range(6):
        table.play("attack-now")
    keep(tmp_path, "nobody-moves", table.record())
    ran = run("museum", "skirmish", "--check", "--folder", tmp_path)
    assert ran.code == 1
    assert "nothing shows “ending victory”" in ran.out
    assert "ending draw" not in ran.out
    monkeypatch.setattr(Skirmish, "exhibits", lambda self: ["ending draw"])
    ran = run("museum", "skirmish", "--check", "--folder", tmp_path)
    assert (ran.code, ran.out.strip()) == (0, "skirmish: 1 records, all 1 exhibits are shown.")
    assert "ending draw" in run("museum", "skirmish", "--folder", tmp_path).out
    assert run("replay", tmp_path / "skirmish" / "nobody-moves.json.gz").code == 0


# --------------------------------------------------------------------------------------- options and seats


class Optional(Skirmish):
    options = (show.Option("fog", "Fog"), show.Option("bid", "Bid", values=("no", "red", "off")))


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (["fog"], {"fog": True}),
        (["fog=on"], {"fog": True}),
        (["fog=no"], {"fog": False}),
        (["bid=red"], {"bid": "red"}),
        (["bid=off", "fog=yes"], {"bid": "off", "fog": True}),  # a value that looks like a switch stays a value
        (["fog=thick"], {"fog": "thick"}),  # the game refuses it, with the values that it can have
    ],
)
def test_options_are_read_as_the_game_means_them(given, read):
    assert read_options(Optional(), given) == read


@pytest.mark.parametrize(
    ("given", "players"),
    [
        ([], {"red": "human", "blue": "random"}),
        (["blue=human"], {"red": "random", "blue": "human"}),
        (["red=random"], {"red": "random", "blue": "human"}),
        (["red=random", "blue=random"], {"red": "random", "blue": "random"}),
        (["red=human", "blue=human"], {"red": "human", "blue": "human"}),
    ],
)
def test_somebody_plays_unless_all_seats_are_given_to_bots(given, players):
    assert read_seats(Skirmish(), given) == players


def test_several_people_in_one_browser_get_a_curtain_unless_they_practise(run, monkeypatch):
    opened = []
    monkeypatch.setattr("grognard.cli.play.has_client", lambda: True)
    monkeypatch.setattr("grognard.cli.play.serve", lambda port, browser, new=None: opened.append(new["seats"]))
    both = ("--seat", "red=human", "--seat", "blue=human")
    assert run("play", "skirmish", *both).code == 0
    assert run("play", "skirmish", *both, "--practice").code == 0
    assert run("play", "skirmish").code == 0
    assert opened == [
        {"red": "hotseat", "blue": "hotseat"}, {"red": "human", "blue": "human"}, {"red": "human", "blue": "random"},
    ]  # fmt: skip


def test_the_version_is_told_before_anything_is_loaded():
    code = (
        "import sys; sys.argv = ['grognard', '--version']; from grognard.cli import main; main(); "
        "assert not {'typer', 'rich', 'starlette', 'polars'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.strip() == grognard.__version__

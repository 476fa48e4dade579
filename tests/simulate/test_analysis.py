"""Analysis weighs legal options, tells how sure it is, and where a game turned."""

import json
import math
import random
import subprocess
import sys
import time
from itertools import pairwise

import pytest
from toys.landing import LandingGame

import grognard
from grognard.bots import game_bots
from grognard.bots.match import bot_of
from grognard.kernel.match.record import dump_record
from grognard.simulate.analysis import Worth, best_options, candidates, past_game


def test_worth_is_a_mean_with_its_interval():
    worth = Worth()
    assert worth.error == math.inf
    for value in (1.0, 0.0, 1.0, 1.0):
        worth.add(value)
    assert worth.mean == 0.75
    assert worth.error == pytest.approx(1.96 * math.sqrt(0.25 / 4))  # the sample's variance is 0.25
    sure = Worth()
    for _ in range(4):
        sure.add(1.0)
    assert sure.error > 0


def test_options_are_legal_and_the_best_is_first():
    game = grognard.load("springtime")
    table = game.table("plan-red", practice=True, seed=3)
    options = best_options(table, seconds=1.0, level="random")
    assert 1 <= len(options) <= 3
    for option in options:
        assert not table.why_not(option.action, seat=option.seat)
        assert 0 <= option.expected <= 1
        assert option.games >= 1
    sure = [option.expected for option in options if option.games >= 4]
    assert sure == sorted(sure, reverse=True)


def test_what_the_strongest_bot_would_do_is_tried_first():
    game = grognard.load("spoiled-victory")
    view = game.table(practice=True, seed=3).view()
    seat = game.seats[0]
    strongest = list(game_bots(game))[-1]
    advised = bot_of(game, strongest).choose(game, view.copy(), seat, random.Random(5))
    found = candidates(game, view, seat, random.Random(5), time.monotonic())
    assert found[0].text == advised.text
    assert len({action.text for action in found}) == len(found) > 1
    assert all(not game.why_not(view, seat, action.text) for action in found)


def test_a_part_of_a_draft_is_no_option():
    game = LandingGame()
    table = game.table(practice=True, seed=1)
    view = table.view("defender")
    found = candidates(game, view, "defender", random.Random(1), time.monotonic())
    assert len(found) > 3
    assert {action.verb for action in found} == {"done"}


def test_options_are_weighed_within_the_time_that_is_given():
    table = grognard.load("spoiled-victory").table(practice=True, seed=7)
    began = time.monotonic()
    options = best_options(table, seconds=1.0, level="random")
    assert time.monotonic() - began < 20, "on a busy machine; on a quiet one little more than a second"
    assert max(option.games for option in options) > 4


def test_a_past_game_has_an_outlook_for_every_turn_that_ends_where_it_ended():
    game = grognard.load("springtime")
    played = grognard.play_game(game, {"axis": "random", "allies": "easy"}, scenario="plan-red", seed=4)
    assert played.result is not None
    table = played.table()
    past = past_game(table, seconds=0.1, level="random", seat="allies")
    assert past.luck == {seat: table.luck(seat) for seat in game.seats}
    by_step = sorted(past.moments, key=lambda moment: moment.step)
    assert all("Turn" in moment.clock for moment in by_step)
    assert by_step[0].change == 0
    for before, after in pairwise(by_step):
        assert after.change == pytest.approx(after.outlook - before.outlook)
    changes = [abs(moment.change) for moment in past.moments]
    assert changes == sorted(changes, reverse=True)


def test_the_command_takes_positions_and_records(tmp_path):
    game = grognard.load("spoiled-victory")
    table = game.table(practice=True, seed=1)
    (tmp_path / "puzzle.toml").write_text(table.position())
    played = grognard.play_game(game, {"allies": "random"}, seed=1)
    (tmp_path / "game.json").write_bytes(dump_record(played.record()))

    def run(*words):
        command = [sys.executable, "-m", "grognard", "analyse", *words, "--seconds", "0.2"]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)

    options = json.loads(run("puzzle.toml", "--json").stdout)
    assert options["seat"] == "allies"
    assert options["options"]
    told = run("game.json").stdout
    assert "Luck of allies" in told
    assert "where it changed most" in told
    for words, sentence in (
        (("none.toml",), "none.toml cannot be read"),
        (("game.json", "--seat", "bob"), "has no seat “bob”"),
        (("puzzle.toml", "--level", "genius"), "has no bot “genius”"),
    ):
        refused = run(*words)
        assert refused.returncode == 2
        assert sentence in refused.stderr

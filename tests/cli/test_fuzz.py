"""Fuzzing finds what is planted in a toy game, and saves a record that leads to it."""

from __future__ import annotations

from typing import Any

import pytest
from toys import skirmish
from toys.skirmish import Field, Skirmish

import grognard
from grognard.kernel import show
from grognard.kernel.match.record import load_record
from grognard.kernel.match.replay import replay
from grognard.simulate.fuzz import fuzz_games, write_finding


def first_finding(game: Skirmish) -> Any:
    return next((played.finding for played in fuzz_games(game, 30) if played.finding is not None), None)


def test_a_sound_game_gives_nothing():
    assert first_finding(Skirmish()) is None


def test_a_broken_invariant_is_found(tmp_path):
    class Crowded(Skirmish):
        def check(self, s: Field) -> Any:
            if s.turn == 2:
                yield show.Reason("2.2", "Too many.")

    finding = first_finding(Crowded())
    assert (finding.kind, finding.text) == ("invariant", "Too many. [2.2]")
    path = write_finding(Crowded(), finding, tmp_path)
    opened = replay(load_record(path), Crowded())
    assert opened.table is not None
    assert opened.table.state.turn == 2


def test_an_exception_is_found_and_the_record_ends_before_it(monkeypatch, tmp_path):
    def broken(s: Field, unit: int, ev: Any) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(skirmish, "hurt", broken)
    finding = first_finding(Skirmish())
    assert finding.kind == "exception"
    path = write_finding(Skirmish(), finding, tmp_path)
    assert load_record(path)["steps"]
    told = path.with_suffix(".txt").read_text()
    assert "ZeroDivisionError: planted" in told


def test_a_dead_end_is_found(monkeypatch):
    monkeypatch.setattr(skirmish.Losing, "verbs", ())
    monkeypatch.setattr(skirmish.Losing, "obvious", lambda self, s: None)
    finding = first_finding(Skirmish())
    assert finding.kind == "flow"
    assert finding.text.startswith("Losing leaves")


def test_a_game_without_end_is_found(monkeypatch):
    monkeypatch.setattr("grognard.suite.walking.MOST_STEPS", 15)
    finding = first_finding(Skirmish())
    assert finding.kind == "flow"
    assert "did not end within 15 steps" in finding.text


@pytest.mark.parametrize("seed", [1, 2])
def test_a_seed_plays_the_same_games_again(seed: int):
    once, again = ([p.actions for p in fuzz_games(Skirmish(), 5, seed)] for _ in range(2))
    assert once == again


def test_two_processes_play_the_same_games():
    game = grognard.games()[-1]
    once = [p.actions for p in fuzz_games(game, 4, 3)]
    assert [p.actions for p in fuzz_games(game, 4, 3, jobs=2)] == once

"""Studies on Ray, run in an environment of their own by tests/own/test_own_environments.py."""

import os
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

from grognard.kernel.errors import BadInput
from grognard.simulate import Question, Study, simulate

PLAYERS = Path(__file__).parents[1] / "simulate" / "odd_players.py"
ASKED = Question("spoiled-victory", games=12, seats={"allies": "random"})


def digests(study):
    return study.games()["digest"].to_list()


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    return simulate(ASKED, tmp_path_factory.mktemp("study") / "here", jobs=1)


def test_ray_plays_the_games_that_are_played_here(here, tmp_path):
    study = simulate(ASKED, tmp_path / "ray", on="ray")
    assert study.games()["number"].to_list() == list(range(12))
    assert digests(study) == digests(here)


def test_a_worker_of_ray_that_dies_costs_no_game(tmp_path, monkeypatch):
    marks = tmp_path / "marks"
    marks.mkdir()
    monkeypatch.setenv("MARKS", str(marks))
    question = Question("spoiled-victory", games=8, seats={"allies": f"{PLAYERS}:Once"})
    whole = simulate(question, tmp_path / "whole", jobs=1)
    (marks / "one").touch()
    study = simulate(question, tmp_path / "killed", on="ray")
    assert not list(marks.iterdir())
    assert digests(study) == digests(whole)


def test_a_cluster_that_cannot_be_reached_is_told_in_a_sentence(here, tmp_path):
    with pytest.raises(BadInput, match=r"The Ray cluster “127\.0\.0\.1:1” cannot be reached"):
        simulate(ASKED, tmp_path / "study", on="127.0.0.1:1")
    assert digests(simulate(ASKED, tmp_path / "study", jobs=1)) == digests(here)


def test_a_cluster_that_goes_away_loses_no_game(here, tmp_path):
    question = Question("spoiled-victory", games=4000, seats={"allies": "random"})

    def end_it():
        time.sleep(15)
        listed = subprocess.run(["ps", "-e", "-o", "pid=,ppid=,comm="], capture_output=True, text=True).stdout
        for pid, parent, name in (line.split(None, 2) for line in listed.splitlines()):
            if int(parent) == os.getpid() and name.strip() in ("gcs_server", "raylet"):
                os.kill(int(pid), signal.SIGKILL)

    ending = threading.Thread(target=end_it, daemon=True)
    ending.start()
    with pytest.raises(BadInput, match="can be gone on with"):
        simulate(question, tmp_path / "study", on="ray")
    ending.join()
    played = Study(tmp_path / "study").played()
    assert 0 < len(played) < 4000

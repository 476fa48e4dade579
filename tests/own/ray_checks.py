"""Studies on Ray, run in an environment of their own by tests/own/test_own_environments.py."""

import os
import signal
import subprocess
import sys
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


def test_a_cluster_that_goes_away_loses_no_game(tmp_path):
    """Ray tells it or ends the process; either way the folder is whole, and is gone on with."""
    folder = tmp_path / "study"
    words = "simulate", "spoiled-victory", "--games", "3000", "--seat", "allies=random", "--on", "ray"
    run = subprocess.Popen([sys.executable, "-m", "grognard", *words, "--out", str(folder)])
    try:
        until = time.monotonic() + 120
        while not (ended := servers(run.pid)) and time.monotonic() < until:
            time.sleep(0.5)
        time.sleep(8)
        for pid in ended:
            os.kill(pid, signal.SIGKILL)
        run.wait(180)
    finally:
        run.kill()
        run.wait()
    assert run.returncode != 0
    study = Study(folder)
    assert len(study.played()) < 3000
    question = Question("spoiled-victory", games=3000, seats={"allies": "random"})
    assert question.mark == study.question.mark


def servers(parent):
    """The processes of the cluster that a process has started."""
    listed = subprocess.run(["ps", "-e", "-o", "pid=,ppid=,comm="], capture_output=True, text=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    mine = {int(pid): name for pid, ppid, name in rows if int(ppid) == parent}
    return [pid for pid, name in mine.items() if name.strip() in ("gcs_server", "raylet")]

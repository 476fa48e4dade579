"""`grognard match`: bots against each other."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


def test_a_match_is_told_in_words(run):
    out = run("match", "skirmish", "random", "--games", "4").out
    assert "random against random" in out
    assert "games" in out


def test_json_lists_every_game_and_its_share_is_theirs(run):
    found = json.loads(run("match", "skirmish", "random", "random", "--games", "6", "--json", "--seed", "5").out)
    assert found["games"] == len(found["played"]) == 6
    seeds = [game["seed"] for game in found["played"]]
    assert len(set(seeds)) == 6  # with one seed the same game would be played twice
    # A bot against itself: the first is the one that sits at the first seat in games 0, 2, 4.
    first = [game["winner"] == ("red", "blue")[i % 2] for i, game in enumerate(found["played"])]
    draws = [game["winner"] == "" for game in found["played"]]
    assert found["share"] == pytest.approx((sum(first) + sum(draws) / 2) / 6)


def test_the_number_of_processes_changes_nothing() -> None:
    """Processes of their own know the games that are installed, and no toys."""

    def games(jobs: int) -> list[dict[str, object]]:
        words = ["match", "springtime", "random", "--games", "4", "--json", "--jobs", str(jobs)]
        ran = subprocess.run([sys.executable, "-m", "grognard", *words], capture_output=True, text=True, check=True)
        return [
            {k: v for k, v in game.items() if k not in ("seconds", "longest")}
            for game in json.loads(ran.stdout)["played"]
        ]

    assert games(2) == games(1)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("skirmish", "hal"), "Skirmish has no bot “hal”; it has: random."),
        (("skirmish", "random", "hal"), "Skirmish has no bot “hal”; it has: random."),
        (("skirmish", "random", "--scenario", "x"), "Skirmish has no scenario “x”; it has: meeting."),
        (("skirmish", "random", "--option", "fog"), "Skirmish has no option “fog”."),
        (("skirmish", "random", "--pack", "x.toml"), "The pack x.toml cannot be read: No such file or directory."),
    ],
)
def test_what_cannot_be_played_gets_a_sentence(run, args, sentence):
    ran = run("match", *args, "--games", "2")
    assert ran.code == 2
    assert " ".join(ran.err.split()) == sentence

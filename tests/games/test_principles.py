"""What the coach says of each phase: every decision that a player meets has a principle, in the game's own words."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.kernel.data import read_principles
from grognard.kernel.errors import BadInput
from grognard.kernel.rules import CHANCE, OVER, Game

GAMES = [grognard.load(name) for name in ("springtime", "1940", "spoiled-victory", "fortress-europa")]
STEPS = {"springtime": 400, "1940": 2500, "spoiled-victory": 400, "fortress-europa": 800}
"""So many decisions of each scenario are looked at, played at random."""
MORE = ("free-setup", "belgian-late-alliance")
"""Options with decisions of their own before the first turn."""
BRITISH = ("armour", "defence", "neighbour", "harbour", "centre", "favour", "honour")
"""All four rulebooks are American."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_decision_has_a_principle(game: Game[Any]) -> None:
    met = set()
    for scenario in game.scenarios:
        asked_more = [x.id for x in game.options if x.id in MORE and (not x.scenarios or scenario.id in x.scenarios)]
        rng, s = random.Random(5), game.start(scenario.id, dict.fromkeys(asked_more, True))
        for _ in range(STEPS[game.id]):
            if (turn := game.turn(s)) is OVER:
                break
            if turn is CHANCE:
                game.apply(s, game.chance(s).sample(rng))
                continue
            seat = rng.choice(game.owing(s))
            now = [item.id for item in game.sequence(s) if item.now]
            met.add((now[0], seat))
            assert game.principle(game.view(s, seat), seat), (now, seat, type(s.stack[-1]).__name__)
            game.apply(s, game.random(s, seat, rng))
    assert len(met) >= 4


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_principle_is_one_sentence_about_a_step_that_there_is(game: Game[Any]) -> None:
    steps = {item.id for item in game.sequence()}
    sides = {"", *(game.side(game.start(), seat) for seat in game.seats)}
    for (step, side), text in game.principles.items():
        assert step in steps
        assert side in sides
        assert text[0].isupper()
        assert text.endswith(".")
        assert text.count(". ") == 0, "one sentence"
        assert 30 <= len(text) <= 200
        assert not [word for word in BRITISH if word in text.lower()]


def test_the_two_sides_are_told_what_suits_them() -> None:
    """Springtime, 8.1: who attacks is told something else than who defends; the draw is the same for both."""
    game = grognard.load("springtime")
    assert game.principles["choose", "axis"] != game.principles["choose", "allies"]
    assert ("draw", "") in game.principles
    s = game.start()
    rng = random.Random(1)
    while type(s.stack[-1]).__name__ != "ChooseImpulse":
        seat = game.owing(s)[0] if game.turn(s) is not CHANCE else ""
        game.apply(s, game.random(s, seat, rng) if seat else game.chance(s).sample(rng))
    (seat,) = game.owing(s)
    assert game.principle(game.view(s, seat), seat) == game.principles["choose", game.side(s, seat)]


def test_a_misspelt_field_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "principles.toml").write_text('[[principle]]\nstep = ["choose"]\ntext = "Attack."\n')
    monkeypatch.setattr("grognard.kernel.data.files", lambda package: tmp_path)
    with pytest.raises(BadInput, match=r"toys principles.toml: .*step"):
        read_principles("toys")

"""The terminal game plays every game there is: whatever is typed, it answers and goes on."""

from __future__ import annotations

import io
import random
import sys
from typing import Any

import pytest
from rich.console import Console
from toys.all import GAMES

import grognard
from grognard.bots import game_bots
from grognard.cli.common import HUMAN
from grognard.cli.terminal import Session
from grognard.kernel.rules.game import Game

COMMANDS = ("?", "map", "log", "seq", "charts", "orders", "show", "luck", "position", "hint", "undo", "help")
EVERY_GAME = [*GAMES, *grognard.games()]


def typed_at_random(lines: int, seed: int) -> str:
    """Mostly numbers of options, now and then a command or nonsense."""
    rng = random.Random(seed)
    out = []
    for _ in range(lines):
        dice = rng.random()
        if dice < 0.1:
            out.append(rng.choice(COMMANDS))
        elif dice < 0.13:
            out.append(rng.choice(["nonsense", "999", "why move 1 2", "..", "/a", "/"]))
        else:
            out.append(str(rng.choice([1, 1, 1, 2, 2, 3, 4, 5])))
    return "\n".join(out) + "\n"


def play(game: Game[Any], players: dict[str, str], typed: str, monkeypatch: pytest.MonkeyPatch, **how: Any) -> str:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    Session(game.table(**how), players, Console(file=out, width=110, highlight=False), seed=1).run()
    return out.getvalue()


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.id)
def test_whatever_is_typed_it_goes_on(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    humans = dict.fromkeys(game.seats, HUMAN)
    out = play(game, humans, typed_at_random(120, 4), monkeypatch, practice=True, seed=4)
    assert "failed inside" not in out
    assert out.rstrip().endswith("Goodbye.") or "The game is over" in out


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.id)
def test_against_bots_with_curtain_and_barrier(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    players = dict.fromkeys(game.seats, "random")
    players[game.seats[0]] = HUMAN
    out = play(game, players, typed_at_random(60, 5), monkeypatch)
    assert "failed inside" not in out


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_bots_alone_come_to_an_end(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    best = list(game_bots(game))[-1]
    assert "The game is over" in play(game, dict.fromkeys(game.seats, best), "", monkeypatch)

"""The terminal game plays every game there is: whatever is typed, it answers and goes on."""

from __future__ import annotations

import io
import random
import re
import sys
from typing import Any

import pytest
from rich.console import Console
from toys.all import GAMES

import grognard
from grognard.bots import game_bots
from grognard.cli import commands
from grognard.cli.common import HUMAN
from grognard.cli.terminal import Session
from grognard.kernel.rules.actions import PUBLIC
from grognard.kernel.rules.game import Game
from tests.browser.test_planner import played_to

COMMANDS = (
    "?", "map", "log", "seq", "charts", "orders", "show", "luck", "position", "hint", "undo", "help", "private",
    "openly",
)  # fmt: skip
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


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.id)
def test_several_people_at_one_terminal(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    out = play(game, dict.fromkeys(game.seats, HUMAN), typed_at_random(60, 6), monkeypatch)
    assert "failed inside" not in out
    assert out.rstrip().endswith("Goodbye.") or "The game is over" in out


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_bots_alone_come_to_an_end(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    best = list(game_bots(game))[-1]
    assert "The game is over" in play(game, dict.fromkeys(game.seats, best), "", monkeypatch)


def test_what_is_decided_openly_has_no_curtain_and_an_event_marker_is_looked_at_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both hold an Event marker from the start (4.4.6): only who wants to see or play it takes the terminal."""
    typed = "play air-supremacy\nkeep\nkleist guderian-pz\nlog\nprivate\n\nlog\nopenly\nposition\n"
    out = play(grognard.load("springtime"), {"allies": HUMAN, "axis": HUMAN}, typed, monkeypatch)
    openly, alone = out.split("Hand over to axis, then press Enter.")
    assert "Your Event marker is played where nobody else sees which it is. [6.1.1]" in openly
    assert "axis: Impulse 6" in openly, "the Allies have kept theirs, and Kleist is placed, with both looking on"
    assert "private: See or play my Event marker; nobody else looks." in openly
    assert "You draw" not in openly
    alone, after = alone.split("Everybody may look")
    assert alone.count("You draw") == 2, "what only the Axis may know is told them at once, and stands in their log"
    assert alone.count("The Allies draw an Event marker.") == 1
    assert "held_axis = -1" in after, "and afterwards nobody sees it again"


def test_advice_at_an_open_terminal_fits_the_draft_that_was_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """1940: attacks are declared before both; one is in the draft, and what is advised can be added to it (7 ¶1)."""
    game = grognard.load("1940")
    table = played_to("1940", "campaign", "Declaring")
    seat = table.seats[0]
    plan = table.plan(seat, propose=True)
    assert plan is not None
    first = next(row.actions for row in plan.rows if row.actions)
    for action in first:
        table.play(action, seat)
    out = io.StringIO()
    session = Session(table, dict.fromkeys(game.seats, HUMAN), Console(file=out, width=200))
    session.eyes = PUBLIC
    monkeypatch.setattr(commands, "game_bots", lambda game: {"easy": game_bots(game)["easy"]})
    assert session.is_open
    commands.hint(session, seat, "")
    found = re.search(r"would play: (.+)", out.getvalue())
    assert found, out.getvalue()
    assert not table.why_not(found[1].strip(), seat)
    assert not set(first) & set(found[1].strip().split("; ")), "nothing twice"

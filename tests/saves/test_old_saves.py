"""Saves that earlier versions wrote are opened, match, and go on. `tools/keep_games.py` wrote them."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest
from toys.auction import Auction
from toys.landing import LandingGame
from toys.letters import Letters
from toys.setups import SetUps
from toys.skirmish import Skirmish

from grognard.bots import RandomBot
from grognard.kernel.match.save import load_game, save_game
from grognard.kernel.match.shapes import plain
from grognard.kernel.registry import games

SAVES = sorted(Path(__file__).parent.glob("*.json.gz"))
TOYS = {game.id: game for game in (Auction(), LandingGame(), Letters(), SetUps(), Skirmish())}


def read(file: Path) -> tuple[bytes, dict[str, Any]]:
    raw = gzip.decompress(file.read_bytes())
    return raw, json.loads(raw)


def test_every_game_has_a_save_that_runs_and_one_that_is_over() -> None:
    kept = {file.name.removesuffix(".json.gz") for file in SAVES}
    for game in ("1940", "spoiled-victory", "springtime", *TOYS):
        assert {f"{game}-running", f"{game}-serious", f"{game}-finished"} <= kept
    assert {game.id for game in games()} >= {"1940", "spoiled-victory", "springtime"}


@pytest.mark.parametrize("file", SAVES, ids=lambda file: file.name.removesuffix(".json.gz"))
def test_an_old_save_opens_as_it_was_and_goes_on(file: Path) -> None:
    raw, body = read(file)
    toy: Any = TOYS.get(body["record"]["game"])
    opened = load_game(raw, toy)
    assert opened.mismatch == ""
    table = opened.table
    assert table is not None
    assert [entry.action.text if entry.action else "" for entry in table.history] == [
        step["action"] for step in body["record"]["steps"]
    ]
    assert {seat: [part.text for part in table.draft(seat)] for seat in table.game.seats} == body["drafts"]
    assert table.standing_orders() == body["orders"]
    assert table.dice.secret.hex() == body["secret"]
    assert table.dice.n == body["n"]
    assert table.over == ("end" in body["record"]) == file.name.endswith("-finished.json.gz")
    if table.over:
        assert table.result is not None
        now, then = plain(table.result), body["record"]["end"]["result"]
        assert {**now, "text": ""} == {**then, "text": ""}, "only its sentence may be worded anew"
        return
    seat = table.seats[0]
    kept = table.draft(seat)
    action = RandomBot[Any]().choose(table.game, table.view(seat), seat, random.Random(1))
    while table.draft(seat):  # a bot drafts from the beginning
        table.undo(seat)
    before = len(table.history)
    table.play(action.text, seat)
    assert len(table.history) > before or table.draft(seat) != kept
    again = load_game(save_game(table), table.game)
    assert again.matches
    assert again.table is not None
    assert again.table.state == table.state


def test_a_save_with_a_draft_and_one_with_standing_orders_are_among_them() -> None:
    bodies = [read(file)[1] for file in SAVES]
    assert any(any(body["drafts"].values()) for body in bodies if body["record"]["game"] not in TOYS)
    assert any(body["orders"] for body in bodies if body["record"]["game"] not in TOYS)

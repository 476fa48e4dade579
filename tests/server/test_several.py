"""“All” of a list of units is offered where more than one of them can be taken."""

from __future__ import annotations

import random
from typing import Any

import grognard
from grognard.bots import RandomBot
from grognard.kernel.match.table import Table
from grognard.server import present


def lists(table: Table[Any], seat: str) -> tuple[set[str], tuple[str, ...]]:
    """The verbs of a draft that take a unit each, and those of them that take several."""
    offered = present.choices(table, seat)
    units = {c.action.split()[0] for c in offered if c.kind == "piece" and c.complete}
    return units, present.of_several(table, seat, offered)


def test_one_corps_alone_is_replaced_by_the_mountain_corps() -> None:
    """1940, 15 German Mountain Corps ¶1."""
    table = grognard.load("1940").table("campaign", practice=True, seed=3)
    assert lists(table, "german") == ({"mountain"}, ())


def test_everybody_who_can_joins_a_battle() -> None:
    """Fortress Europa, 14.1: any number of units attack together."""
    game = grognard.load("fortress-europa")
    table, rng, bot = game.table("bulge", practice=True, seed=3), random.Random(1), RandomBot[Any]()
    while type(table.state.stack[-1]).__name__ != "Attacking":
        seat = table.seats[0]
        table.play(bot.choose(game, table.view(seat), seat, rng), seat)
    seat = table.seats[0]
    table.play("attack de-2pz FF12", seat)
    assert lists(table, seat) == ({"with"}, ("with",))

"""Advice: what is left to add to a draft that was begun, and moves whose purpose can be carried out."""

from __future__ import annotations

import random
import re

import pytest

import grognard
from grognard.bots import game_bots
from grognard.bots.advice import still_to_add
from grognard.kernel.errors import BadInput
from grognard.kernel.rules.actions import Action


def test_advice_in_a_draft_that_was_begun_names_only_what_can_be_added() -> None:
    """1940's plan: its owner has given some armies to other groups than the bot would (16)."""
    game = grognard.load("1940")
    table = game.table("campaign", practice=True, seed=5)
    seat = table.seats[0]
    bot = game_bots(game)["easy"]()
    meant = bot.choose(game, table.view(seat), seat, random.Random(1))
    own = []
    for part in meant.parts[:4]:  # another group for the same army, where there is one
        words = part.text.split()
        other = [a.text for a in table.legal(" ".join(words[:-1]), seat) if a.complete and a.text != part.text]
        own.append(other[0] if other else part.text)
        table.play(own[-1], seat)
    assert own != [part.text for part in meant.parts[:4]]
    assert table.why_not(meant, seat), "what the bot would do from the beginning cannot be added any more"
    drafted = table.draft(seat)
    left = still_to_add(game, game.drafting(table.state, seat, drafted), seat, meant, drafted)
    assert not {part.text for part in left.parts} & {part.text for part in drafted}, "nothing twice"
    assert left.parts
    table.play(left.text, seat)  # all of it, as it is


def test_who_has_nothing_to_add_says_so() -> None:
    """A plan to which no army is given cannot be ended, and a bot that would give none has nothing to add."""
    game = grognard.load("1940")
    table = game.table("campaign", practice=True, seed=5)
    seat = table.seats[0]
    with pytest.raises(BadInput, match="nothing to add"):
        still_to_add(game, game.drafting(table.state, seat, ()), seat, Action("done", (), True, False, seat), ())


@pytest.mark.parametrize("seed", [1, 2])
def test_a_unit_that_is_sent_to_join_an_attack_can_attack_there(seed: int) -> None:
    """Springtime, 10.1: where the advice says that a unit joins an attack, it may then attack."""
    game = grognard.load("springtime")
    table = game.table("plan-yellow", practice=True, seed=seed)
    rng, sent = random.Random(seed), 0
    bots = {seat: game_bots(game)["easy"]() for seat in game.seats}
    while not table.over and sent < 25:
        seat = table.seats[0]
        bot = bots[seat]
        action = bot.choose(game, table.view(seat), seat, rng)
        table.play(action, seat)
        found = re.search(r"joins the attack on .*\((\w+)\)", bot.why)
        if found and action.verb == "move":
            sent += 1
            unit = action.args[0]
            assert not table.why_not(f"attack {found[1]} {unit}", seat), bot.why
    assert sent >= 10

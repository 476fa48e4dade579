"""A Spoiled Victory's rules against a second version from the book, on random play."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from dunkirk_oracle import NAMES, PLACES, SPACES, TRACKS, Oracle, wins

import grognard
from grognard.games.spoiled_victory.rules.combat import allied_dice, defence_number, german_dice, win_chances
from grognard.games.spoiled_victory.rules.escape import interdicted_spaces
from grognard.games.spoiled_victory.rules.evacuation import goals
from grognard.games.spoiled_victory.rules.movement import reach
from grognard.games.spoiled_victory.rules.state import FOOT, TRUCK, facts, german_alone, put, retreat_spaces
from grognard.kernel.rules import bits
from grognard.suite import walks

GAME = grognard.load("spoiled-victory")
BELGIAN = [i for i, space in enumerate(SPACES) if space != "G5/H5" and any(space in TRACKS[t] for t in "HIJ")]


def names(mask: int) -> set[str]:
    return {PLACES[x] for x in bits(mask)}


def look(s: Any, rng: random.Random, seen: Counter[str]) -> None:
    """Compares what both say of one state."""
    oracle = Oracle(s)
    for unit in range(len(NAMES)):
        if rng.random() > (0.25 if unit < GAME.data.combat else 0.8):
            continue
        name = NAMES[unit]
        place = PLACES[s.loc[unit]]
        if place not in SPACES:
            continue
        for how in (FOOT, TRUCK):
            assert names(reach(s, unit, how)) == oracle.reach(name, how == TRUCK), (name, how)
        assert names(retreat_spaces(s, unit)) == oracle.retreats(name), name
        assert defence_number(s, unit, s.loc[unit]) == oracle.defence(name, place), name
        assert allied_dice(s, unit) == oracle.allied_dice(name), name
        seen["units"] += 1
        seen["astray"] += s.astray >> unit & 1
    for track in rng.sample(range(10), 3):
        for space in rng.sample(list(SPACES), 4):
            letter = list(TRACKS)[track]
            assert german_dice(s, track, PLACES.index(space)) == oracle.german_dice(letter, space), (letter, space)
    for i, space in enumerate(SPACES):
        assert german_alone(s, i) == oracle.german_control(space), space
        seen["controlled"] += german_alone(s, i)
    assert names(interdicted_spaces(s)) == oracle.under_fire()
    for place in rng.sample(range(GAME.data.sea_to), 8):
        assert names(goals(s, place)) == oracle.sailings(PLACES[place]), PLACES[place]
        seen["sailings"] += 1


def shaken(s: Any, rng: random.Random) -> Any:
    """The same state with what seldom happens by itself: a crowd of evacuees inland, a unit driven into Belgium."""
    t = s.copy()
    held = facts(t).barred | facts(t).german_at
    open_land = [x for x in range(GAME.data.land) if not held >> x & 1]
    inland = rng.sample(open_land, min(5, len(open_land)))
    for unit in range(GAME.data.combat, GAME.data.units):
        space = rng.choice(inland or [0])
        if inland and t.loc[unit] == GAME.data.pool and not facts(t).crowded >> space & 1:
            put(t, unit, space)
    open_ = [x for x in BELGIAN if not held >> x & 1]
    units = [u for u in range(1, 31) if t.loc[u] < GAME.data.land]
    if open_ and units and not t.surrendered:
        unit = rng.choice(units)
        put(t, unit, rng.choice(open_))
        t.astray |= 1 << unit
    return t


def compare(games: int, seed: int, often: float) -> Counter[str]:
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for node in walks(GAME, games, seed):
        s = node.state
        if not s.stack or s.on_track[0] < 0 or rng.random() > often:
            continue
        look(s, rng, seen)
        look(shaken(s, rng), rng, seen)
    return seen


def test_random_play() -> None:
    seen = compare(6, 31, 0.08)
    assert min(seen["units"], seen["sailings"]) > 500
    assert seen["astray"] > 5
    assert seen["controlled"] > 50


@pytest.mark.long
def test_much_random_play() -> None:
    compare(120, 32, 0.3)


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("defence", range(1, 8))
def test_odds(dice: int, defence: int) -> None:
    told = win_chances(dice, defence)
    summed = {n: p for n, p in enumerate(told[:4]) if p}
    if more := sum(told[4:], Fraction(0)):
        summed[4] = more
    assert summed == wins(dice, defence)

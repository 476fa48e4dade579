"""5.1: who can begin something in a move impulse is kept from one action to the next (`movement/openings.py`)."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.facts import UNKNOWN
from grognard.games.fortress_europa.rules.movement.openings import openings
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.kernel.match.driver import Stepper
from grognard.kernel.rules import CHANCE, OVER, masks
from grognard.suite import rule

OF_A_GAME = ("scenario", "options", "side")
"""What never changes while a side moves its units."""


def impulses(game, scenario, seed, most, options=None):
    """Positions of a random game in its move impulses, in which somebody has asked what can be begun."""
    rng = random.Random(seed)
    stepper = Stepper(game, scenario, options=options or {}, rng=rng)
    s = stepper.s
    for _ in range(most):
        while (turn := game.turn(s)) is CHANCE:
            game.apply(s, stepper.roll())
        if turn is OVER:
            return
        seat = turn if isinstance(turn, str) else min(turn)
        if isinstance(s.stack[-1], Moving):
            yield s
        game.apply(s, game.random(s, seat, rng))


def begun(s):
    """All that can be begun, by the name of its verb."""
    step = s.stack[-1]
    return [(verb.name, mask) for verb, mask in step.offers(s, step.seat(s))]


@rule("5.1", "5.2", "5.3", "10.4", "11.3", "17.10.4", "20.10")
@pytest.mark.parametrize(
    ("scenario", "seed", "options"),
    [
        ("invasion", 1, {}),
        ("bulge", 2, {}),
        ("west-wall", 3, {"fuel": True, "funnies": True}),
        ("campaign", 4, {"jersey": True, "decoys": True}),
        ("berlin", 5, {"armor-release": True, "exits": True}),
    ],
)
def test_what_is_kept_is_what_a_new_look_finds(desk, scenario, seed, options):
    fits = {o.id for o in desk.game.options if not o.scenarios or scenario in o.scenarios}
    chosen = {name: value for name, value in options.items() if name in fits}
    sides = set()
    for number, s in enumerate(impulses(desk.game, scenario, seed, 450, chosen)):
        found = begun(s)
        if number % 4 == 0:
            fresh = s.bare()
            assert found == begun(fresh)
            step = fresh.stack[-1]
            one_by_one = masks.one_by_one(fresh, step, step.seat(fresh))
            assert found == [(verb.name, mask) for verb, mask in one_by_one]
            sides.add(s.side)
    assert sides == {GERMAN, ALLIED}


def others(s, name, value, units):
    """Other values of a field: another number, or another set of units or hexes."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        w = s.data
        sets = [value ^ units, value ^ w.cities, value ^ w.port_hexes] if value >= 0 else []
        return sets if name not in SMALL else [x for x in (value - 1, value + 1) if x >= 0]
    if name == "tried":
        return [(*value, (next(u for u in range(s.data.n_units) if units >> u & 1), 0))]
    return []


SMALL = {
    "turn", "phase", "impulse", "weather", "invasions", "invasion_turn", "second_turn", "landed_factors",
    "landed_second", "landed_hqs", "sea_used", "evacuated", "rail_used", "rail_hq_month", "capacity_start",
    "paris_turn", "tac_left", "carpet_month", "front_box", "fuel_production", "fuel_reserve", "fuel_limit",
    "ships_used", "allied_drops", "german_drops", "german_lifts", "raids", "reserve_choice", "greif", "line_attacks",
    "bulge_level", "bases_turn", "sites_turn", "battle_column", "landing_area", "partisan", "winner",
}  # fmt: skip
"""Numbers that count something."""


@rule("5.1")
@pytest.mark.parametrize(("scenario", "seed"), [("invasion", 11), ("bulge", 12), ("campaign", 13)])
def test_nothing_that_bears_on_it_is_left_out(desk, scenario, seed):
    """Whatever number of the state were another, what is kept would not be taken for it."""
    changed, told = 0, set()
    for number, s in enumerate(impulses(desk.game, scenario, seed, 700)):
        openings(s)
        if number % 60 != 30 or s.facts.openings is None:
            continue
        mine = [u for u in range(desk.w.n_units) if s.facts.on_map >> u & 1 and desk.w.side[u] == s.side]
        units = sum(1 << u for u in random.Random(number).sample(mine, min(8, len(mine))))
        for name in s.__struct_fields__:
            value = getattr(s, name)
            if name in OF_A_GAME:
                continue
            for other in others(s, name, value, units):
                one = s.copy()
                setattr(one, name, other)
                fresh = one.bare()
                try:
                    expected = openings(fresh)
                except (IndexError, KeyError, StopIteration):
                    continue  # no such weather, month or area
                assert openings(one) == expected, (name, value, other)
                changed += 1
                if expected != openings(s):
                    told.add(name)
    assert changed > 500
    assert told >= {"moved", "stuck", "pinned", "weather", "impulse"}


@rule("11.3", "10.1")
def test_who_has_no_passage_or_train_is_not_looked_for(desk):
    s = desk.set_up({"us-1": "M9", "de-352": "T20"}, side="german", impulse=1)
    s.rail_used = 0
    assert openings(s)[2] != UNKNOWN
    s.rail_used = 99
    assert openings(s)[2] == UNKNOWN
    s.rail_used = 0
    assert openings(s)[2] == openings(s.bare())[2]

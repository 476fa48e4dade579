"""12, 20, 21: what is listed for landings from sea and air is what no condition speaks against."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.landing.airborne import Dropping
from grognard.games.fortress_europa.rules.landing.invasion import Invading, kinds_of
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.state import FIRST_MOVE
from grognard.suite import rule


def somewhere(desk, rng, **more):
    """A random position of the summer with units in the boxes and on both sides of the front."""
    w = desk.w
    land = [w.labels[h] for h in range(w.n) if w.land >> h & 1 and not w.dyke >> h & 1]
    coast = [w.labels[h] for h in range(w.n) if w.invadable >> h & 1]
    airborne = [u for u in range(w.n_units) if (w.droppers | w.raiders) >> u & 1]
    allied = {*rng.sample(w.of_side[ALLIED], 30), *(u for u in airborne if w.side[u] == ALLIED)}
    german = {*rng.sample(w.of_side[GERMAN], 25), *(u for u in airborne if w.side[u] == GERMAN)}
    cities = [w.labels[h] for h in w.city_hexes]
    units = {w.ids[u]: rng.choice(["england", "africa", "england", *cities[:3], rng.choice(coast)]) for u in allied}
    held = set(units.values())
    free = [x for x in land if x not in held]
    units |= {w.ids[u]: rng.choice([*(x for x in cities if x not in held), *rng.sample(free, 40)]) for u in german}
    settings = {
        "turn": "aug-2", "invasions": 1, "invasion_turn": 1, "capacity_start": rng.choice([0, 4]),
        "began": rng.getrandbits(w.n_units) | rng.getrandbits(w.n_units), "raids": rng.choice([0, 1]),
        "allied": " ".join(x for x in rng.sample(cities, 10) if x not in units.values()),
        "flooded": rng.random() < 0.8, "german_lifts": rng.choice([0, 1, 2]),
    }  # fmt: skip
    return desk.set_up(units, **(settings | more))


@rule("12.3", "12.4", "12.11", "20.2", "20.4", "20.10", "21.2")
@pytest.mark.parametrize("seed", range(4))
def test_in_a_first_impulse(desk, seed):
    rng = random.Random(seed)
    somewhere(desk, rng, steps=[StartMove(1), Moving(), EndMove()])
    found = {verb: desk.agrees(verb, rng) for verb in ("invade", "raid", "airlift")}
    assert any(found.values())


@rule("12.3", "12.4", "12.11", "20.2", "20.4", "20.10", "21.2")
@pytest.mark.parametrize("seed", range(4))
def test_in_a_second_impulse_of_an_invasion_turn(desk, seed):
    rng = random.Random(seed)
    w = desk.w
    turn = w.turn_of["aug-2"]
    site = desk.hexes_of("L3 L4 M5")
    somewhere(desk, rng, impulse=2, invasions=2, invasion_turn=turn, second_turn=turn, site=site, landing_area=0)
    for verb in ("land", "raid", "airlift", "invade"):
        desk.agrees(verb, rng)


@rule("12.3", "12.4", "12.11", "20.2", "20.4", "20.10", "21.2")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("side", ["allied", "german"])
def test_in_a_drop(desk, seed, side):
    rng = random.Random(seed)
    number = ALLIED if side == "allied" else GERMAN
    somewhere(desk, rng, side=side, steps=[StartMove(1), Dropping(number)])
    for verb in ("drop", "invade"):
        desk.agrees(verb, rng)


@rule("12.3", "12.4", "12.11", "20.2", "20.4", "20.10", "21.2")
@pytest.mark.parametrize("seed", range(3))
def test_when_the_first_invaders_are_placed(desk, seed):
    rng = random.Random(seed)
    somewhere(desk, rng, turn="jun-1", invasions=0, invasion_turn=0, impulse=1, phase=FIRST_MOVE, steps=[Invading()])
    for verb in ("invade", "raid"):
        desk.agrees(verb, rng)


@rule("12.3", "12.11", "15.10")
def test_units_that_land_alike(desk):
    """Of one print, in one box, on one side of their counters, and both expelled or neither."""
    names = "us-1 us-4 us-9"
    assert len({desk.w.alike[desk.unit(name)] for name in names.split()}) == 1
    boxes = {"us-1": "england", "us-4": "england", "us-9": "england"}
    for units, more, expected in (
        (boxes, {}, ["us-1 us-4 us-9"]),
        (boxes, {"back": "us-4"}, ["us-1 us-9", "us-4"]),
        (boxes, {"back": "us-1 us-9"}, ["us-1 us-9", "us-4"]),
        (boxes | {"us-9": "africa"}, {}, ["us-1 us-4", "us-9"]),
        (boxes, {"expelled": desk.units_of("us-1")}, ["us-1", "us-4 us-9"]),
    ):
        s = desk.set_up(units, steps=[], **more)
        assert sorted(kinds_of(s, desk.units_of(names))) == sorted(desk.units_of(kind) for kind in expected)

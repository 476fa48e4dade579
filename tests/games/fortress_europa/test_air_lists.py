"""10, 17: what is listed for trains, river crossings and aircraft is what no condition speaks against."""

from __future__ import annotations

import random

import msgspec
import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.air.air import Cancelled
from grognard.games.fortress_europa.rules.air.missions import BridgeAttacks
from grognard.games.fortress_europa.rules.air.support import BindSupport
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.kernel.match.position import read_position, restore_state, save_state, write_position
from grognard.kernel.rules import bits
from grognard.kernel.rules.masks import by_conditions
from grognard.kernel.rules.steps import verbs_of
from grognard.suite import rule


def somewhere(desk, rng, **more):
    """A random position with a front, some bridges down and some railways lost."""
    w = desk.w
    middle = rng.choice([w.place_hex[name] for name in ("Paris", "Bruxelles", "Bordeaux", "Nancy")])
    around = [h for h in range(w.n) if w.land >> h & 1 and not w.dyke >> h & 1 and w.grid.distance(h, middle) < 9]
    hexes = [w.labels[h] for h in around if w.terrain[h] != 3]
    split = rng.sample(hexes, 60)
    units = {w.ids[u]: rng.choice(split[:25]) for u in rng.sample(w.of_side[ALLIED], 20)}
    units |= {w.ids[u]: rng.choice(split[25:]) for u in rng.sample(w.of_side[GERMAN], 25)}
    down = sum(1 << n for n in range(len(w.rivers)) if rng.random() < 0.6)
    rail = sum(w.bit[h] for h in range(w.n) if w.rail >> h & 1 and rng.random() < 0.1)
    return desk.set_up(units, bridges_down=down, allied_rail=rail, **more)


def agrees(desk, verb_name, rng, prefix=()):
    """Compares each list of a verb with the values that have no reasons against them; says how many there were."""
    s, seat = desk.s, desk.seat
    step = s.stack[-1]
    verb = verbs_of(step)[verb_name]
    slot = verb.slots[len(prefix)]
    listed = [text.split()[-1] for text in desk.legal(" ".join((verb_name, *prefix)))]
    before = tuple(verb.slots[i].domain.names(s.data).number[x] for i, x in enumerate(prefix))
    names = slot.domain.names(s.data)
    able = [names[x] for x in bits(by_conditions(slot, s, step, seat, before))]
    assert sorted(listed) == sorted(able)
    more = len(prefix) + 1 < len(verb.slots) and not verb.slots[len(prefix) + 1].optional
    for x in rng.sample(able, min(4, len(able))) if more else ():
        assert agrees(desk, verb_name, rng, (*prefix, x)), "whoever is listed has somewhere to go"
    return len(able)


@rule("17.10.4")
@pytest.mark.parametrize("side", ["allied", "german"])
@pytest.mark.parametrize("seed", range(4))
def test_river_crossings(desk, seed, side):
    rng = random.Random(seed)
    somewhere(desk, rng, side=side, impulse=rng.choice([1, 2]))
    agrees(desk, "cross", rng)


@rule("17.10.4")
def test_some_can_cross(desk):
    found = 0
    for seed in range(6):
        rng = random.Random(seed)
        somewhere(desk, rng)
        found += len(desk.legal("cross"))
    assert found


@rule("10.4")
@pytest.mark.parametrize("seed", range(4))
def test_trains(desk, seed):
    rng = random.Random(seed)
    somewhere(desk, rng, side="german", steps=[StartMove(1), Moving(), EndMove()])
    agrees(desk, "rail", rng)


@rule("17.10.2", "17.10.4")
@pytest.mark.parametrize(("step", "verb"), [(BridgeAttacks, "bomb"), (BindSupport, "aim")])
@pytest.mark.parametrize("seed", range(3))
def test_aircraft(desk, seed, step, verb):
    rng = random.Random(seed)
    s = somewhere(desk, rng, steps=[])
    mission = desk.w.mission["bridges" if verb == "bomb" else "ground-support"]
    for a, plane in enumerate(desk.w.aircraft):
        if plane.side == "allied" and rng.random() < 0.6:
            s.mission[a] = mission
    s.bridges_down = 0
    desk.restart(step())
    if s.stack:
        agrees(desk, verb, rng)


@rule("17.9.3", "17.10.1", "17.10.4")
def test_positions_in_the_middle_of_it_can_be_saved(desk):
    """Aircraft that wait to be cancelled, a unit before a river, a unit under fire, with all that is noted."""
    w, game = desk.w, desk.game
    settled = game.settle_options("campaign", {})
    down = 1 << w.section["seine-1"]
    s = desk.set_up({"de-2pz": "M5"}, side="german", bridges_down=down)
    s.mission[w.plane["9th-1"]] = w.mission["strafing"]
    s.mission[w.plane["9th-2"]] = -2
    s.mission[w.plane["8th-1"]], s.target[w.plane["8th-1"]] = w.mission["bridges"], w.section["seine-1"]
    desk.play("cross de-2pz P6 Q6")
    assert desk.step() == "Strafe"
    kept = [s.copy()]
    desk.roll(6)
    assert desk.step() == "CrossingRoll"
    kept.append(s.copy())
    desk.roll(3)
    assert s.tried
    kept.append(s.copy())
    s = desk.set_up({}, steps=[Cancelled(w.mission["railway"], 1)])
    for plane in ("8th-1", "9th-1"):
        s.mission[w.plane[plane]] = w.mission["railway"]
    kept.append(s.copy())
    for state in kept:
        assert restore_state(game, msgspec.json.decode(msgspec.json.encode(save_state(game, state)))) == state
        text = write_position(game, "campaign", settled, state)
        assert read_position(game, text) == ("campaign", settled, state)

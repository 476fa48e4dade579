"""What is carried along with a position against what a new look at it gives."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.movement.crossing import banks
from grognard.games.fortress_europa.rules.movement.movement import goals, movers
from grognard.games.fortress_europa.rules.movement.rail import riders, stations
from grognard.games.fortress_europa.rules.standing import (
    allied_hexes,
    build,
    facts,
    fill_box,
    freeze,
    put,
    rebind,
    same,
    set_decoy,
    survey,
    units_in,
)
from grognard.games.fortress_europa.rules.state import FREE, NOWHERE
from grognard.kernel.match.position import restore_state, save_state
from grognard.kernel.rules import CHANCE, OVER
from grognard.maps import mask_of
from grognard.suite import rule

UNITS = {"us-1": "M9", "us-4": "O9", "br-3": "L9", "de-352": "M10", "de-lehr": "O10", "de-716": "N5"}


def bare(s):
    """The same position without anything that was found before."""
    new = s.copy()
    new.facts = None
    return new


def answers(s):
    """What the rules ask of facts."""
    found = survey(s)
    return (
        found.occupied,
        found.zones,
        found.own_only,
        allied_hexes(s),
        [units_in(s, h) for h in range(len(s.data.spots))],
        front(s).able,
        front(s).must,
        movers(s) if s.impulse else 0,
        riders(s) if s.side == GERMAN and s.impulse else 0,
    )


@rule("7.1", "9.5", "20.6", "12.8", "17.10.4", "16.3", "31.6")
@pytest.mark.parametrize(
    "change",
    [
        lambda s, u: put(s, u["de-352"], s.data.index["N9"]),
        lambda s, u: put(s, u["de-352"], s.data.destroyed),
        lambda s, u: put(s, u["us-9"], s.data.index["L10"]),
        lambda s, u: freeze(s, u["de-lehr"], 2),
        lambda s, u: freeze(s, u["de-716"], FREE),
        lambda s, u: rebind(s, [2] * s.data.n_units),
        lambda s, u: set_decoy(s, 0, s.data.index["L10"], -1),
        lambda s, u: set_decoy(s, 1, s.where[u["de-lehr"]], u["de-lehr"]),
        lambda s, u: setattr(s, "dropped", 1 << u["us-29"]),
        lambda s, u: setattr(s, "invaders", 1 << u["us-29"]),
        lambda s, u: setattr(s, "bridges_down", (1 << len(s.data.rivers)) - 1),
        lambda s, u: setattr(s, "ruined", s.data.fortresses),
        lambda s, u: setattr(s, "fought", 1 << u["de-lehr"]),
    ],
)
def test_what_was_found_before_a_change_is_no_answer_after_it(desk, change):
    w = desk.w
    wall = next(h for h in range(w.n) if w.fortresses >> h & 1 and w.near[h])
    bank, _ = next(pair for pairs in w.river_pairs for pair in pairs if not w.fortresses >> pair[1] & 1)
    far = {"us-9": "england", "us-2arm": w.labels[w.near[wall][0]], "us-3arm": w.labels[bank], "us-29": "T20"}
    s = desk.set_up({**UNITS, **far}, frozen="de-716")
    before = answers(s)
    change(s, desk.w.unit)
    after = answers(s)
    assert after == answers(bare(s))
    assert after != before
    assert same(facts(s), build(bare(s)))


@rule("9.3")
def test_who_fills_a_box_of_italy_is_known(desk):
    s = desk.set_up(UNITS)
    u, box = desk.unit("de-lehr"), desk.w.box_ids.index("genova")
    assert not facts(s).garrison >> u & 1
    fill_box(s, u, box)
    assert facts(s).garrison >> u & 1
    assert same(facts(s), build(bare(s)))
    fill_box(s, u, -1)
    assert not facts(s).garrison >> u & 1


@rule("10.4", "10.6", "10.7", "10.9", "24.3", "8.2", "7.2", "17.10.4")
@pytest.mark.parametrize(
    "change",
    [
        lambda s, u: setattr(s, "allied_rail", s.data.rail),
        lambda s, u: setattr(s, "partisan", s.where[u["de-352"]]),
        lambda s, u: setattr(s, "allied", s.data.cities),
        lambda s, u: setattr(s, "bridges_down", (1 << len(s.data.rivers)) - 1),
        lambda s, u: put(s, u["us-1"], s.data.near[s.where[u["de-352"]]][0]),
        lambda s, u: put(s, u["us-1"], s.data.near[s.data.near[s.where[u["de-352"]]][0]][0]),
        lambda s, u: setattr(s, "flooded", False),
        lambda s, u: setattr(s, "impulse", 2),
    ],
)
def test_trains_and_marches_look_anew_after_a_change(desk, change):
    """R10 is a rail hex on the Seine; from CC6 a division walks into the floods."""
    s = desk.set_up({"de-352": "R10", "de-2pz": "R10", "de-353": "CC6", "us-1": "B6"}, side="german")
    units = [desk.unit(name) for name in ("de-352", "de-2pz", "de-353")]

    def found(s):
        return [riders(s), *((stations(s, u), goals(s, u), mask_of(banks(s, u))) for u in units)]

    before = found(s)
    change(s, desk.w.unit)
    after = found(s)
    assert after != before
    assert after == found(bare(s))


@rule("7.1", "9.5", "31.6")
def test_a_copy_goes_its_own_way(desk):
    s = desk.set_up(UNITS)
    before = answers(s)
    new = s.copy()
    put(new, desk.unit("de-352"), desk.hex("N9"))
    freeze(new, desk.unit("de-lehr"), 1)
    set_decoy(new, 0, desk.hex("L10"), -1)
    answers(new)
    assert answers(s) == before
    assert survey(new).occupied[ALLIED] == survey(s).occupied[ALLIED]
    assert NOWHERE in s.decoy_at


@pytest.mark.parametrize("seed", range(5))
def test_facts_carried_along_are_those_that_a_new_look_gives(desk, seed):
    game = desk.game
    rng = random.Random(seed)
    scenario = game.scenarios[seed].id
    options = {
        o.id: True for o in game.options
        if (not o.scenarios or scenario in o.scenarios) and not o.id.startswith("extended") and rng.random() < 0.5
    }  # fmt: skip
    s = game.start(scenario, options)
    for number in range(400):
        turn = game.turn(s)
        if turn == OVER:
            break
        if turn == CHANCE:
            game.apply(s, game.chance(s).sample(rng))
            continue
        seat = game.owing(s)[0]
        action = game.complete(s, seat, lambda found: found[int(rng.random() * len(found))], lambda tail: False)
        game.apply(s, action)
        assert not list(game.check(s)), (number, action.text)
        if number % 40 == 0:
            fresh = restore_state(game, save_state(game, s))
            assert answers(s) == answers(fresh), (number, action.text)


@rule("9.3", "31.8")
def test_garrisons_of_italy_are_those_of_its_two_cities(desk):
    """Whoever fills the box of Torino or of Genova, found anew or carried along."""
    w = desk.w
    for box, name in enumerate(w.box_ids):
        for u in (0, desk.unit("de-352")):
            s = desk.set_up({w.ids[u]: "RR7"}, steps=[])
            facts(s)
            fill_box(s, u, box)
            carried = facts(s).garrison >> u & 1
            s.facts = None
            assert carried == facts(s).garrison >> u & 1 == (name in ("torino", "genova")), name
            fill_box(s, u, -1)
            assert not facts(s).garrison >> u & 1

"""5. What a way wins and loses is what its steps win and lose, one after the other (ruling 16): random positions with
the landed air landing division (ruling 20), regiments, garrisons and neutral borders."""

from __future__ import annotations

import random

import pytest

from grognard.games.nineteen_forty.data.world import GERMAN
from grognard.games.nineteen_forty.rules import movement
from grognard.games.nineteen_forty.rules.sequence import Moving
from grognard.games.nineteen_forty.rules.state import REPULSED, claim, facts, join, survey
from grognard.maps import members
from grognard.suite import rule

GERMANS = ["de-i", "de-x", "de-13-mot", "de-9-pz", "de-xix"]
ALLIES = ["fr-iii", "fr-cav", "be-i", "br-51", "fr-9-dim"]


def scene(desk, seed, side):
    """Some units of both sides within four hexes, and who holds the ground is drawn hex by hex."""
    w, chance = desk.w, random.Random(seed)
    centre = desk.hex(chance.choice(["2013", "1110", "1009", "1312", "0911", "2416"]))
    near = [h for h in members(w.land) if w.grid.distance(centre, h) <= 3 and w.country[h] != 5]
    places = chance.sample(near, 9)
    units = dict(
        zip(chance.sample(GERMANS, 3) + chance.sample(ALLIES, 4), map(w.labels.__getitem__, places), strict=False)
    )
    if chance.random() < 0.7:
        units["de-22-ll"] = w.labels[chance.choice([places[7], places[0]])]
    if chance.random() < 0.4:
        units["de-fj-1"] = w.labels[chance.choice([places[8], places[4]])]
    desk.set_up(units, side=side, garrisons=chance.random() < 0.5, options={"paratroops-hold": chance.random() < 0.3})
    s = desk.s
    for name in units:
        u = desk.unit(name)
        if chance.random() < (0.8 if name == "de-22-ll" else 0.2):
            s.unsupplied |= 1 << u
        if chance.random() < 0.1:
            s.disrupted[u] = REPULSED
    if chance.random() < 0.2:
        s.dropped = 1 << w.air_landing
    share = chance.choice([0.0, 0.3, 0.5, 0.7, 1.0])
    for h in near:
        desk.hold([w.labels[h]], "german" if chance.random() < share else "allied")
    claim(s)
    desk.restart(Moving())
    return chance


@rule("5 ¶1", "11 Air Landing Division ¶1", "4 ¶1", "10 Eben Emael ¶1", "13 Belgium ¶1b")
@pytest.mark.parametrize("side", ["german", "allied"])
@pytest.mark.parametrize("part", range(3))
def test_a_way_wins_and_loses_what_its_steps_do(desk, side, part):
    walked = 0
    for seed in range(part * 40, part * 40 + 40):
        chance = scene(desk, seed, side)
        w, s = desk.w, desk.s
        for _ in range(3):
            kept = facts(s)
            moving = members(kept.movers(s))
            if not moving:
                break
            u = chance.choice(moving)
            goal = chance.choice(members(kept.goals(s, u)))
            path, _ = movement.way(s, u, goal)
            slow = s.copy()
            for h in path[1:]:
                slow.where[u] = h
                if w.side[u] != GERMAN:
                    movement.overrun(slow, h, None)
                claim(slow)
            desk.game.apply(s, desk.game.read(s, side, f"move {w.ids[u]} {w.labels[goal]}"))
            found = (s.german, s.allied, s.belgium_lost, s.where)
            assert found == (slow.german, slow.allied, slow.belgium_lost, slow.where), (seed, w.ids[u])
            assert survey(s) == survey(s.bare())
            walked += len(path) > 2
    assert walked > 30


@rule("13 Neutral Status ¶1", "13 Belgium ¶1a", "5 ¶1", "11 Air Landing Division ¶1")
@pytest.mark.parametrize("part", range(2))
def test_a_way_over_neutral_borders_invades_step_by_step(desk, part):
    """The landed division, supplied or not, and others beside it; each country joins when it is entered."""
    w, invaded = desk.w, 0
    border = [h for h in members(w.countries[0]) if any(w.country[x] > 1 for x in w.grid.neighbours[h])]
    for seed in range(part * 40, part * 40 + 40):
        chance = random.Random(seed)
        start, other = chance.sample(border, 2)
        near = [h for h in members(w.countries[0]) if w.grid.distance(h, start) <= 2]
        war = chance.choice(["", "switzerland", "belgium luxembourg"])
        units = {"de-13-mot": start, "de-22-ll": chance.choice(near), "de-i": other, "fr-iv": chance.choice(near)}
        if len(set(units.values())) < 4:
            continue
        desk.set_up({name: w.labels[h] for name, h in units.items()}, war=war)
        s = desk.s
        s.unsupplied = chance.choice([0, 1 << w.air_landing, (1 << w.n_units) - 1])
        claim(s)
        desk.restart(Moving())
        for name in ("de-13-mot", "de-22-ll"):
            u = desk.unit(name)
            goals = [h for h in members(facts(s).goals(s, u)) if not s.war >> w.country[h] & 1]
            if not goals:
                continue
            goal = chance.choice(goals)
            path, _ = movement.way(s, u, goal)
            slow = s.copy()
            for h in path[1:]:
                slow.where[u] = h
                if not slow.war >> w.country[h] & 1:
                    join(slow, w.country[h], None)
                claim(slow)
            desk.game.apply(s, desk.game.read(s, "german", f"move {name} {w.labels[goal]}"))
            assert (s.german, s.allied, s.war) == (slow.german, slow.allied, slow.war), (seed, name)
            invaded += 1
    assert invaded > 15

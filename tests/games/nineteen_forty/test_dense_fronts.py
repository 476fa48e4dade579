"""Dense fronts, moved unit by unit: what is carried along, what is found by a shorter way and what the conditions say
agree after every move, for both sides, impulses, stacks, trains and boundaries."""

from __future__ import annotations

import random

import pytest

from grognard.games.nineteen_forty.rules import movement, rail
from grognard.games.nineteen_forty.rules.movement import reached
from grognard.games.nineteen_forty.rules.sequence import Moving
from grognard.games.nineteen_forty.rules.stacks import can_end_together, stack_unit_reasons
from grognard.games.nineteen_forty.rules.state import REPULSED, claim, facts, survey
from grognard.games.nineteen_forty.rules.supply import is_supplied, judge
from grognard.games.nineteen_forty.rules.ways import way_reasons
from grognard.maps import members
from grognard.suite import rule


def front(desk, seed, side, impulse, turn):
    """Some eighty units in a few rows, in stacks, some disrupted, unsupplied, just entered, bound to their group."""
    w, chance = desk.w, random.Random(seed)
    centre = desk.hex(chance.choice(["2013", "1512", "1010", "2408", "2018", "2905", "0609"]))
    war = "belgium holland luxembourg" + chance.choice(["", " switzerland"])
    peace = w.countries[5] if "switzerland" not in war else 0
    land = [
        h for h in range(w.n) if w.land & ~peace & w.bit[h] and w.grid.distance(centre, h) <= chance.choice([4, 5, 6])
    ]
    german: list[str] = []
    allied: list[str] = []
    for h in land:
        ours = w.grid.column[h] < w.grid.column[centre] + chance.choice([-1, 0, 0, 1])
        (german if ours else allied).append(w.labels[h])
    units: dict[str, str] = {}
    held: dict[str, list[int]] = {}
    for name in chance.sample(list(w.ids), 85):
        u = desk.unit(name)
        places = german if w.side[u] == 0 else allied
        if not places or (w.units[u].nation == "swiss" and peace):
            continue
        for place in chance.sample(places, min(4, len(places))):
            if movement.may_stack(w, [u, *held.get(place, [])]):
                units[name] = place
                held.setdefault(place, []).append(u)
                break
    groups = {army: chance.choice("123") for army in w.allied_armies} | {"bef": "1"}
    desk.set_up(units, side=side, impulse=impulse, turn=turn, war=war, groups=groups, garrisons=chance.random() < 0.5)
    s = desk.s
    s.released = chance.getrandbits(9) & ~(1 << w.bef_army)
    s.bef_turn = chance.choice([-1, 0, turn])
    for name in units:
        u = desk.unit(name)
        if chance.random() < 0.08:
            s.disrupted[u] = REPULSED
        if chance.random() < 0.1:
            s.unsupplied |= 1 << u
        if chance.random() < 0.05:
            s.entered |= 1 << u
    for _ in range(2):
        s.interdicted_german |= w.bit[chance.choice(land)]
        s.interdicted_allied |= w.bit[chance.choice(land)]
    for h in chance.sample(land, len(land) // 5):
        desk.hold([w.labels[h]], chance.choice(["german", "allied"]))
    claim(s)
    desk.restart(Moving())
    return chance


def agree(s, chance):
    fresh, kept = s.bare(), facts(s)
    anew = facts(fresh)
    step, seat = s.stack[-1], ("german", "allied")[s.side]
    assert survey(s) == survey(fresh)
    moving = kept.movers(s)
    assert moving == anew.movers(fresh)
    assert kept.trains(s) == anew.trains(fresh)
    joining = 0 if s.overfull >= 0 else kept.joining(s, 0)
    if s.overfull < 0:
        assert joining == anew.joining(fresh, 0)
    own = [u for u in s.data.of_side[s.side] if s.where[u] < s.data.n]
    for u in chance.sample(own, min(6, len(own))):
        can = next(movement.move_unit_reasons(s, step, seat, (u,)), None) is None
        assert bool(moving >> u & 1) is can, s.data.ids[u]
        if s.overfull < 0:
            rides = next(rail.rail_unit_reasons(s, step, seat, (u,)), None) is None
            assert bool(kept.trains(s) >> u & 1) is rides, s.data.ids[u]
            joins = next(stack_unit_reasons(s, step, seat, (0, u)), None) is None
            assert bool(joining >> u & 1) is joins, s.data.ids[u]
        if can:
            goals = kept.goals(s, u)
            assert goals == anew.goals(fresh, u)
            assert members(goals) == [h for h in members(reached(s, u).mask) if movement.may_end(s, u, h)]
    lacking = judge(s)
    for u, h in enumerate(s.where):
        if h < s.data.n and s.war & s.data.home_bit[u]:
            assert bool(lacking >> u & 1) is not is_supplied(s, u), s.data.ids[u]
    walker = chance.choice(members(moving)) if moving else -1
    goals_of_it = members(kept.goals(s, walker)) if moving else []
    if goals_of_it:
        goal = chance.choice(goals_of_it)
        args = [walker, goal]
        for _ in range(4):
            path = [s.where[walker], *args[2:]]
            onward = kept.onward(s, walker, goal, path)
            near = [h for h in s.data.grid.neighbours[path[-1]] if not list(way_reasons(s, step, seat, (*args, h)))]
            assert members(onward) == sorted(near), path
            if not onward:
                break
            args.append(chance.choice(members(onward)))
    for u in members(joining)[:2]:
        mates = members(kept.joining(s, 1 << u))
        assert mates
        both = [u, mates[0]]
        common = members(kept.common(s, 1 << both[0] | 1 << both[1]))
        assert common == [h for h in members(reached(s, u).mask) if can_end_together(s, both, h)]


def march(desk, kept, side, chance, together):
    """Moves a unit somewhere, and with this chance to a friend; whether anybody could."""
    s = desk.s
    moving = members(kept.movers(s))
    if not moving:
        return False
    u = chance.choice(moving)
    goals = kept.goals(s, u)
    beside = goals & survey(s).occupied[s.side]
    goal = chance.choice(members(beside if beside and chance.random() < together else goals))
    desk.game.apply(s, desk.game.read(s, side, f"move {desk.w.ids[u]} {desk.w.labels[goal]}"))
    return True


@rule("6 ¶1", "3 ¶1", "3 ¶2", "4 ¶2a", "4 ¶2c", "6 Rail ¶1", "6 Sea Hexsides ¶1", "17 French ¶1a", "9 ¶3")
@pytest.mark.parametrize("seed", range(24))
def test_a_phase_in_a_dense_front(desk, seed):
    side, impulse = ("german", "allied")[seed % 2], 1 + seed // 2 % 2
    turn = (3, 3, 3, 0, 2)[seed % 5]
    chance = front(desk, seed, side, impulse, turn)
    s = desk.s
    for _ in range(16):
        agree(s, chance)
        if not march(desk, facts(s), side, chance, 0.6):
            break

"""5.2, 5.4, 7.2, 8.1 to 8.4, 8.10, 17.10.4, 24.3: ways that wander about, those that nobody can go among them: each
step is looked at by itself."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.games.fortress_europa.data.world import ROUGH
from grognard.games.fortress_europa.rules.movement import barred, crossing, movement
from grognard.games.fortress_europa.rules.movement.outlook import kind_of
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.maps import Held, Hold, members
from grognard.suite import rule
from tests.games.fortress_europa.test_named_ways import PLACES, RIVERS, SEINE, Walker, stand

MORE: dict[str, dict[str, Any]] = {
    "enemies without zones": {"units": {"us-1": "M11", "de-3fj": "M12", "de-5fj": "L12"}, "dropped": "de-3fj de-5fj"},
    "enemies without zones, for armor": {
        "units": {"us-2arm": "M11", "de-3fj": "M12", "de-5fj": "L12"}, "dropped": "de-3fj de-5fj"
    },
    "the Garonne, held up": {"units": {"us-1": "D24"}, "down": "garonne-1", "spent": 3},
    "the Garonne, nothing left": {"units": {"us-1": "D24"}, "down": "garonne-1", "spent": 4},
    "enemies across": {"units": {"us-1": "Q10", "de-352": "R9"}, "down": SEINE},
    "mountains at a river": {"units": {"us-1": "I22"}, "down": "dordogne-1"},
    "slowed, and nearly all of it spent": {"units": {"us-2arm": "K9"}, "slowed": "us-2arm", "spent": 3},
    "slowed, and more than that spent": {"units": {"us-2arm": "K9"}, "slowed": "us-2arm", "spent": 5},
    "held up on good ground": {"units": {"us-2arm": "K8"}, "spent": 4},
    "held up later": {"units": {"us-2arm": "K8"}, "spent": 6},
}  # fmt: skip
EVERYWHERE = {
    name: {k: v for k, v in place.items() if k != "goals"} for name, place in (PLACES | RIVERS | MORE).items()
}
STUCK = {"in a zone", "all moved", "slowed, and all of it spent", "the Garonne, nothing left",
         "slowed, and more than that spent"}  # fmt: skip
"""Who can go no step."""
STEP = Moving()


def scene(desk, name):
    place = dict(EVERYWHERE[name])
    dropped = desk.units_of(place.pop("dropped", ""))
    s = stand(desk, dropped=dropped, **place)
    return s, next(iter(place["units"]))


def wander(desk, start, number, rng):
    """Ways of so many steps at most, most of which go on and on; some turn back, or leap."""
    w = desk.w
    for _ in range(number):
        way = [start]
        for _ in range(rng.randint(1, 9)):
            near = (rng.random() < 0.95 and w.near[way[-1]]) or w.grid.neighbours[way[-1]]
            way.append(rng.choice([h for h in near if h not in way] or near))
            yield tuple(way)


def walked(walker, way):
    """Whether a way can be walked; over a river without bridges only at its end."""
    for n in range(1, len(way)):
        last = n == len(way) - 1
        if way[n] not in walker.steps(way[:n]) and not (last and way[n] in walker.fords(way[:n])):
            return False
    return True


@rule("5.2", "5.4", "7.2", "8.1", "8.2", "8.3", "8.4", "8.10", "17.10.4", "24.3")
@pytest.mark.parametrize("name", EVERYWHERE)
def test_which_ways_can_be_walked(desk, name):
    s, unit = scene(desk, name)
    u, rng, walker = desk.unit(unit), random.Random(name), Walker(desk, unit)
    plain = movement.is_plain(s, u)
    able = 0
    for way in wander(desk, s.where[u], 150, rng):
        can = walked(walker, way)
        able += can
        cost = movement.walkable(s, u, list(way))
        assert (cost if isinstance(cost, int) else -1) == (len(way) - 1 if can else -1), (way, cost)
        if plain:
            bridged = all(way[n] in walker.steps(way[:n]) for n in range(1, len(way)))
            slow = walker.armored and any(desk.w.terrain[h] == ROUGH for h in way[1:])
            found = barred.trace(s, kind_of(s, u), list(way), walker.points)
            assert found == ((len(way) - 1, walker.limit(way) < walker.points or slow) if bridged else None), way
    assert bool(able) != (name in STUCK)


@rule("5.4", "7.2", "8.3", "8.10", "17.10.4")
@pytest.mark.parametrize("name", [name for name in EVERYWHERE if EVERYWHERE[name].get("down")])
def test_what_holds_a_unit_before_a_river(desk, name):
    """The first that holds: the hex before the river stops it, the other bank is closed to it, no hex is left."""
    s, unit = scene(desk, name)
    u, rng, walker = desk.unit(unit), random.Random(name), Walker(desk, unit)
    if walker.armored or s.impulse == 2:
        return
    seen = set()
    for way in wander(desk, s.where[u], 500, rng):
        *before, there = way
        bridged = all(before[n] in walker.steps(before[:n]) for n in range(1, len(before)))
        if not bridged or not walker.down(before[-1], there):
            continue
        here, cost = before[-1], len(before) - 1
        held = movement.walkable(s, u, list(way))
        if cost and walker.stops(here):
            expected = (Hold.STOPPED, here, cost)
        elif walker.zone >> here & walker.zone >> there & 1 or walker.enemies >> there & 1:
            expected = (Hold.NOT_OPEN, there, cost)
        elif walker.spent + cost >= walker.points:
            expected = (Hold.TOO_FAR, there, cost + 1)
        else:
            assert held == cost + 1
            continue
        assert isinstance(held, Held)
        assert (held.hold, held.at, held.need) == expected, way
        assert (held.have, held.path) == (walker.points - walker.spent, way)
        seen.add(held.hold)
    assert seen or name in {"its bridges stand"}


# ------------------------------------------------------------------------------------------------ to a bank


def ways_on(walker, way):
    """A way so far and all that it can be gone on with, of those that count alike one; none if it cannot be gone."""
    if any(way[n] not in walker.steps(way[:n]) for n in range(1, len(way))):
        return
    seen, todo = set(), [way]
    while todo:
        sofar = todo.pop()
        key = (sofar[-1], len(sofar), walker.limit(sofar))
        if key not in seen:
            seen.add(key)
            yield sofar
            todo += [(*sofar, there) for there in walker.steps(sofar)]


def tries(walker, way, bank):
    """Whether a way so far goes on to a bank, and has a hex left for the river when it is there."""
    return bank not in way and any(
        on[-1] == bank and not walker.stops(bank) and walker.spent + len(on) <= walker.limit(on)
        for on in ways_on(walker, way)
    )


@rule("5.2", "5.4", "7.2", "8.1", "8.10", "17.10.4")
@pytest.mark.parametrize("name", RIVERS)
def test_by_which_hexes_armor_goes_to_a_bank(desk, name):
    """What is offered after a beginning are the hexes by which it goes on to the bank, with a hex left for the river;
    the way may be whole where the bank is the next step."""
    s, unit = scene(desk, name)
    u, rng, walker = desk.unit(unit), random.Random(name), Walker(desk, unit)
    banks = sorted(desk.hex(label) for label in walker.banks())
    for bank in rng.sample(banks, min(4, len(banks))):
        there = desk.hex(min(walker.banks()[desk.w.labels[bank]]))
        for way in [(s.where[u],), *rng.sample(list(wander(desk, s.where[u], 40, rng)), 12)]:
            way = way[:5]
            args = (u, bank, there, *way[1:])
            if len(way) > 1:
                found = tries(walker, way, bank)
                assert crossing.still_crosses(s, u, list(way), bank) == found, way
                assert bool(list(crossing.via_reasons(s, STEP, "", args))) != found
            onward = {h for h in desk.w.near[way[-1]] if tries(walker, (*way, h), bank)}
            assert set(members(crossing.via_hexes(s, STEP, "", args))) == onward, way
            whole = {h for h in desk.w.near[way[-1]] if walked(walker, (*way, h, bank))}
            assert set(members(crossing.via_enough(s, STEP, "", args))) & onward == whole & onward, way


# ------------------------------------------------------------------------------------------------ all goals


def reached(walker):
    """All hexes that a unit gets to, by whatever way; and those that it fords."""
    found, fords, seen = set(), set(), set()
    todo: list[tuple[int, ...]] = [(walker.start,)]
    while todo:
        way = todo.pop()
        key = (way[-1], len(way), walker.limit(way))
        if key in seen:
            continue
        seen.add(key)
        found.add(way[-1])
        fords.update(walker.fords(way))
        todo += [(*way, there) for there in walker.steps(way)]
    return found - {walker.start}, fords - found


@rule("5.1", "5.4", "7.2", "8.1", "8.2", "8.3", "8.4", "8.7", "8.10", "17.10.4", "24.3")
@pytest.mark.parametrize("expelled", [False, True])
@pytest.mark.parametrize("name", EVERYWHERE)
def test_every_hex_that_a_unit_gets_to(desk, name, expelled):
    """Who was driven out of a frozen district goes everywhere, once nobody is frozen."""
    s, unit = scene(desk, name)
    u, walker = desk.unit(unit), Walker(desk, unit)
    if expelled:
        s.expelled = 1 << u
        s.facts = None
    found, fords = reached(walker)
    assert set(movement.reach(s, u).costs) == found | {walker.start}
    over = movement.crossings(s, u, movement.reach(s, u))
    assert set(over) == fords
    for there, here in over.items():
        assert walker.down(here, there)
        assert (here in found and not walker.stops(here)) or here == walker.start
    ends = {h for h in found | fords if not desk.w.dyke >> h & 1}
    for goals in (movement.goals, movement.searched_goals):
        assert set(members(goals(s, u))) == ends
    assert movement.destinations(s, u) == sorted(ends)
    assert movement.can_go(s, u) == bool(ends)
    for goal in ends:
        for way in (movement.way(s, u, goal), movement.searched_way(s, u, goal)):
            assert walked(walker, tuple(way)), way
            assert (way[0], way[-1]) == (walker.start, goal)


# ------------------------------------------------------------------------------------------- the way so far


def leads(walker, way, goal):
    """Whether a way so far, over no river without bridges, leads on to a goal."""
    return way[-1] != goal and any(
        goal in walker.steps(on) or goal in walker.fords(on) for on in ways_on(walker, way)
    )


@rule("5.2", "5.4", "7.2", "8.1", "8.2", "8.3", "8.4", "8.10", "17.10.4", "24.3")
@pytest.mark.parametrize("expelled", [False, True])
@pytest.mark.parametrize("name", [name for name in EVERYWHERE if name not in STUCK])
def test_by_which_hexes_a_way_goes_on(desk, name, expelled):
    """By those from which the goal can still be reached."""
    s, unit = scene(desk, name)
    u, rng, walker = desk.unit(unit), random.Random(name), Walker(desk, unit)
    s.expelled = 1 << u if expelled else 0
    s.facts = None
    goals = sorted(x for found in reached(walker) for x in found)
    ways = [(s.where[u],), *(way for way in wander(desk, s.where[u], 40, rng) if len(way) < 6)]
    for goal in rng.sample(goals, min(3, len(goals))):
        for way in [ways[0], *rng.sample(ways, min(10, len(ways)))]:
            args = (u, goal, *way[1:])
            if len(way) > 1:
                assert (list(barred.via_reasons(s, STEP, "", args)) == []) == leads(walker, way, goal), way
            onward = {h for h in desk.w.near[way[-1]] if leads(walker, (*way, h), goal)}
            assert set(members(barred.via_hexes(s, STEP, "", args))) == onward, way
            whole = {h for h in onward if walked(walker, (*way, h, goal))}
            assert set(members(barred.via_enough(s, STEP, "", args))) & onward == whole, way

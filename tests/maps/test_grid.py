"""Grids, hexsides, sets and ranges, against slow and obvious versions."""

import math
import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.maps import (
    Graph,
    Grid,
    Steps,
    Track,
    areas,
    by_columns,
    by_rows,
    letters,
    mask_of,
    members,
    use_compiled,
)

NINETEEN_FORTY = by_rows(range(1, 33), range(1, 22), from_east=True)
EUROPA = by_columns(range(1, 45), range(1, 36), without={"A1", "RR35"})
GRIDS = [
    NINETEEN_FORTY,
    EUROPA,
    by_rows(range(1, 8), range(1, 6), shifted="odd"),
    by_rows(range(1, 8), range(1, 6), shifted="even"),
    by_rows(range(1, 8), range(1, 6), shifted="odd", from_east=True),
    by_columns(range(1, 8), range(1, 6), shifted="odd"),
]


@st.composite
def grid_and_hexes(draw: st.DrawFn, count: int = 2) -> tuple[Grid, list[int]]:
    grid = draw(st.sampled_from(GRIDS))
    return grid, draw(st.lists(st.integers(0, grid.n - 1), min_size=count, max_size=count))


def around(grid: Grid, label: str) -> set[str]:
    return {grid.labels[place] for place in grid.neighbours[grid.place(label)]}


# Each adjacency is stated by the rules of 1940: fortified, river and sea hexsides, attacks and advances.
def test_1940_adjacencies_of_the_rulebook_hold() -> None:
    stated = (
        "1511/1610 1511/1512 1511/1411 1511/1611 1512/1411 1512/1611 0411/0512 0411/0412 1607/1508 1607/1608 "
        "1808/1809 1808/1708 2704/2705 0509/0508 0509/0608 2604/2704"
    )
    for pair in stated.split():
        a, b = pair.split("/")
        assert b in around(NINETEEN_FORTY, a)


def test_1940_rows_run_from_the_north_and_positions_from_the_east() -> None:
    x, y = NINETEEN_FORTY.centre(NINETEEN_FORTY.place("0101"))
    west = NINETEEN_FORTY.centre(NINETEEN_FORTY.place("0121"))
    south = NINETEEN_FORTY.centre(NINETEEN_FORTY.place("3201"))
    assert west[0] < x
    assert south[1] > y
    # Even rows lie half a hex west of odd rows.
    assert south[0] == pytest.approx(x - 0.5)


def test_europa_letters_and_the_neighbours_of_t4() -> None:
    assert [letters(c) for c in (1, 26, 27, 28, 44)] == ["A", "Z", "AA", "BB", "RR"]
    assert around(EUROPA, "T4") == {"T3", "T5", "S4", "S5", "U4", "U5"}
    # The range example of the rulebook: P11 is out of the eight-hex range of Y10.
    assert EUROPA.distance(EUROPA.place("P11"), EUROPA.place("Y10")) == 9


def test_hexes_left_out_are_not_on_the_map() -> None:
    assert "A1" not in EUROPA.index
    with pytest.raises(ValueError, match="no place 'A1'"):
        EUROPA.place("A1")


@given(grid_and_hexes())
def test_neighbours_are_the_hexes_one_pitch_away(drawn: tuple[Grid, list[int]]) -> None:
    grid, (a, b) = drawn
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    assert (b in grid.neighbours[a]) == (abs(math.hypot(ax - bx, ay - by) - 1) < 1e-6)
    assert grid.near[a] == mask_of(grid.neighbours[a])


@pytest.mark.parametrize("grid", GRIDS[2:])
def test_distance_is_the_length_of_the_shortest_way(grid: Grid) -> None:
    for a in range(grid.n):
        for b in range(grid.n):
            # Graph.distance walks; Grid.distance computes. Small full rectangles have no detours.
            assert grid.distance(a, b) == Graph.distance(grid, a, b)


@given(grid_and_hexes())
def test_hexsides_and_directions(drawn: tuple[Grid, list[int]]) -> None:
    grid, (a, _) = drawn
    for direction, b in enumerate(grid.around[a]):
        if b < 0:
            continue
        assert grid.direction(a, b) == direction
        assert grid.direction(b, a) == (direction + 3) % 6
        side = grid.side(a, b)
        assert side == grid.side(b, a) == grid.side_called(f"{grid.labels[b]}/{grid.labels[a]}")
        assert set(grid.sides[side]) == {a, b}
        # The two ends are corners of both hexes, and their middle lies between the centres.
        for end in grid.side_ends(side):
            for place in (a, b):
                assert min(math.dist(end, corner) for corner in grid.corners(place)) < 1e-9
        (px, py), (qx, qy) = grid.side_ends(side)
        (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
        assert (px + qx, py + qy) == pytest.approx((ax + bx, ay + by))


def test_hexes_that_do_not_touch_have_no_side() -> None:
    with pytest.raises(ValueError, match="0101 and 0301 are not adjacent"):
        NINETEEN_FORTY.side_called("0101/0301")


@given(grid_and_hexes())
def test_a_line_runs_from_hex_to_hex(drawn: tuple[Grid, list[int]]) -> None:
    grid, (a, b) = drawn
    line = grid.line(a, b)
    assert line[0] == a
    assert line[-1] == b
    if len(line) == grid.distance(a, b) + 1:
        assert all(grid.are_adjacent(p, q) for p, q in pairwise(line))
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    length = math.hypot(bx - ax, by - ay)
    for place in line:
        x, y = grid.centre(place)
        off = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length if length else 0.0
        assert off < 1 / math.sqrt(3)


@given(grid_and_hexes(1), st.floats(0, 0.49), st.floats(0, 360))
def test_the_hex_at_a_point(drawn: tuple[Grid, list[int]], away: float, angle: float) -> None:
    grid, (a,) = drawn
    x, y = grid.centre(a)
    assert grid.hex_at(x + away * math.cos(angle), y + away * math.sin(angle)) == a
    assert grid.hex_at(-5, -5) is None


@given(grid_and_hexes(8), st.integers(0, 5))
def test_spreading_a_set_is_spreading_each_hex(drawn: tuple[Grid, list[int]], limit: int) -> None:
    grid, places = drawn
    slow = {b for a in places for b in grid.neighbours[a]}
    assert members(grid.steps.spread(mask_of(places))) == sorted(slow)
    reached = {b for b in range(grid.n) if any(grid.distance(a, b) <= limit for a in places)}
    assert set(members(grid.steps.flood(mask_of(places), grid.everything, limit))) == reached
    rings = list(grid.steps.rings(mask_of(places), grid.everything, limit))
    assert sum(rings) == mask_of(reached)


@given(st.sets(st.integers(0, 1500), max_size=90), st.booleans())
def test_members_of_a_set(places: set[int], plain: bool) -> None:
    use_compiled(not plain)
    assert members(mask_of(places)) == sorted(places)
    use_compiled(True)


@given(grid_and_hexes(8), st.integers(-1, 5), st.randoms(use_true_random=False))
def test_the_compiled_flood_is_the_plain_one(drawn: tuple[Grid, list[int]], limit: int, rng: random.Random) -> None:
    if not use_compiled(True):
        pytest.skip("the compiled flood is not built: python -m grognard.maps.compile")
    grid, places = drawn
    start, steps = mask_of(places), None if limit < 0 else limit
    allowed = ~rng.getrandbits(grid.n) | rng.getrandbits(grid.n)
    compiled = grid.steps.flood(start, allowed, steps)
    use_compiled(False)
    assert grid.steps.flood(start, allowed, steps) == compiled
    use_compiled(True)


@given(grid_and_hexes(8), st.integers(0, 6), st.booleans(), st.randoms(use_true_random=False))
def test_the_compiled_spread_is_the_plain_one(
    drawn: tuple[Grid, list[int]], thinned: int, complement: bool, rng: random.Random
) -> None:
    """Of sets full and thin, beyond the map too, over steps of which some are missing."""
    if not use_compiled(True):
        pytest.skip("the compiled spread is not built: python -m grognard.maps.compile")
    grid, places = drawn
    start = rng.getrandbits(grid.n + 70)
    for _ in range(thinned):
        start &= rng.getrandbits(grid.n)
    start = ~start if complement else start
    steps = grid.steps.without((a, b) for a in places for b in grid.neighbours[a] if rng.random() < 0.5)
    compiled = steps.spread(start)
    flooded = steps.flood(start & grid.everything, ~start, None)
    use_compiled(False)
    assert steps.spread(start) == compiled
    assert steps.flood(start & grid.everything, ~start, None) == flooded
    use_compiled(True)


@given(grid_and_hexes(40), st.booleans(), st.booleans(), st.randoms(use_true_random=False))
def test_few_steps_are_taken_one_by_one(
    drawn: tuple[Grid, list[int]], plain: bool, complement: bool, rng: random.Random
) -> None:
    """As along railways: fewer steps than places."""
    use_compiled(not plain)
    grid, places = drawn
    pairs = {(a, rng.choice([b for b in range(grid.n) if b != a])) for a in places if grid.n > 1}
    pairs |= {(b, a) for a, b in pairs if rng.random() < 0.3}
    steps = Steps(pairs)
    start = rng.getrandbits(grid.n + 70)
    start = ~start if complement else start
    found = steps.spread(start)
    rings = steps.rings_to(mask_of(places[:1]), grid.everything, mask_of(places[-1:]))
    use_compiled(True)
    assert found == mask_of(b for a, b in pairs if start >> a & 1)
    assert (rings[-1:] != []) == bool(steps.flood(mask_of(places[:1]), grid.everything) & mask_of(places[-1:]))
    for ring, after in pairwise(rings):
        reached = mask_of(b for a, b in pairs if ring >> a & 1)
        assert after
        assert not after & ~reached


@given(grid_and_hexes(40), st.booleans(), st.booleans(), st.integers(0, 1 << 32))
def test_steps_that_are_taken_away_are_gone(drawn: tuple[Grid, list[int]], plain: bool, few: bool, seed: int) -> None:
    """From steps that have been used already, as along railways or over the whole map; twice, and both ways."""
    use_compiled(not plain)
    (grid, places), rng = drawn, random.Random(seed)
    pairs = {(a, b) for a in (places if few else range(grid.n)) for b in grid.neighbours[a]}
    steps = Steps(pairs)
    for _ in range(2):
        assert steps.spread(grid.everything) == mask_of(b for _, b in pairs)
        gone = {pair for pair in pairs if rng.random() < 0.2}
        pairs -= gone
        steps = steps.without([*gone, (0, grid.n - 1), (grid.n - 1, 0)])
        pairs -= {(0, grid.n - 1), (grid.n - 1, 0)}
    start, allowed = rng.getrandbits(grid.n), rng.getrandbits(grid.n) | rng.getrandbits(grid.n)
    found, back = steps.spread(start), steps.reversed().spread(start)
    near = steps.flood(start & allowed, allowed, 1)
    use_compiled(True)
    assert steps.pairs == pairs
    assert found == mask_of(b for a, b in pairs if start >> a & 1)
    assert back == mask_of(a for a, b in pairs if start >> b & 1)
    assert near == allowed & (start | mask_of(b for a, b in pairs if (start & allowed) >> a & 1))


@given(grid_and_hexes(12), st.booleans(), st.booleans(), st.integers(0, 1 << 32))
def test_a_line_is_the_first_of_the_shortest(
    drawn: tuple[Grid, list[int]], plain: bool, few: bool, seed: int
) -> None:
    """Along railways and over whole maps, one way or both: against all shortest lines, fork by fork."""
    use_compiled(not plain)
    (grid, places), rng = drawn, random.Random(seed)
    near = {a: list(grid.neighbours[a]) for a in range(grid.n)}
    pairs = {(a, b) for a in (places if few else range(grid.n)) for b in near[a] if rng.random() < 0.8}
    pairs |= {(b, a) for a, b in pairs if few and rng.random() < 0.7}
    rows = tuple(
        tuple(rng.sample(ends, len(ends))) for ends in ([b for b in near[a] if (a, b) in pairs] for a in near)
    )
    goal, begin = rng.choice(places), {rng.choice(places) for _ in range(rng.randrange(4))}
    allowed = begin | {place for place in range(grid.n) if rng.random() < 0.8}
    away = {goal: 0}  # how far it is from there to the goal
    ring = {goal}
    while ring:
        ring = {a for a, b in pairs if b in ring and a in allowed and a not in away}
        away |= dict.fromkeys(ring, max(away.values()) + 1)
    found = Steps(pairs).line(mask_of(begin), goal, mask_of(allowed), rows)
    use_compiled(True)
    least = min((away[place] for place in begin if place in away), default=-1)
    expected = [min(place for place in begin if away.get(place) == least)] if least >= 0 else []
    while least > 0:
        least -= 1
        expected.append(next(there for there in rows[expected[-1]] if away.get(there) == least))
    assert found == expected


def waded(grid: Grid, start: int, free: int, go: int, rough: int, points: int, curbed: int) -> list[list[set[int]]]:
    """What is reached with so many steps and no fewer: on good ground alone, and after rough ground."""
    known: list[set[int]] = [{start}, set()]
    rings: list[list[set[int]]] = [[{start}], [set()]]
    for spent in range(1, points + 1):
        new: list[set[int]] = [set(), set()]
        for late in (0, 1):
            for here in rings[late][-1]:
                if spent > 1 and (not go >> here & 1 or (late and spent - 1 >= curbed)):
                    continue
                for there in grid.neighbours[here]:
                    if free >> there & 1:
                        new[late or rough >> there & 1].add(there)
        for late in (0, 1):
            rings[late].append(new[late] - known[late])
            known[late] |= new[late]
    return rings


@given(grid_and_hexes(1), st.integers(0, 7), st.integers(0, 4), st.booleans(), st.randoms(use_true_random=False))
def test_wading_is_taking_every_step(
    drawn: tuple[Grid, list[int]], points: int, curbed: int, plain: bool, rng: random.Random
) -> None:
    use_compiled(not plain)
    grid, (start,) = drawn
    free, go = (rng.getrandbits(grid.n) | rng.getrandbits(grid.n) for _ in range(2))
    rough = rng.getrandbits(grid.n) & rng.getrandbits(grid.n) if rng.random() < 0.7 else 0
    right = waded(grid, start, free, go, rough, points, curbed)
    every, quick, slowly = grid.steps.wade(1 << start, grid.near[start], free, go, rough, points, curbed)
    use_compiled(True)
    reached = {place for rings in right for ring in rings for place in ring}
    assert every == mask_of(reached - {start})
    assert len(quick) == len(slowly)
    for found, rings in ((quick, right[0]), (slowly, right[1])):
        assert [*found, *[0] * (points + 1 - len(found))] == [mask_of(ring) for ring in rings]


@given(grid_and_hexes(1), st.integers(1, 7), st.integers(0, 4), st.booleans(), st.randoms(use_true_random=False))
def test_a_way_through_the_rings_is_the_first_of_the_shortest(
    drawn: tuple[Grid, list[int]], points: int, curbed: int, plain: bool, rng: random.Random
) -> None:
    """Of those on good ground all the way, where there are any."""
    use_compiled(not plain)
    grid, (start,) = drawn
    free, go = (rng.getrandbits(grid.n) | rng.getrandbits(grid.n) for _ in range(2))
    rough = rng.getrandbits(grid.n) & rng.getrandbits(grid.n) if rng.random() < 0.7 else 0
    every, quick, slowly = grid.steps.wade(1 << start, grid.near[start], free, go, rough, points, curbed)
    ways = {
        goal: grid.steps.way(quick, slowly, start, goal, grid.neighbours, grid.near, go, rough, curbed)
        for goal in members(every)
    }
    use_compiled(True)
    first: dict[int, list[int]] = {}
    before = [[start]]
    for spent in range(1, points + 1):  # all ways of so many steps, those that turn off sooner first
        after = []
        for way in before:
            late = any(rough >> here & 1 for here in way[1:])
            if spent > 1 and (not go >> way[-1] & 1 or (late and spent - 1 >= curbed)):
                continue
            after += [[*way, there] for there in grid.neighbours[way[-1]] if free >> there & 1 and there not in way]
        for way in sorted(after, key=lambda way: any(rough >> here & 1 for here in way[1:])):
            first.setdefault(way[-1], way)
        before = after if len(after) < 3000 else []
    for goal, way in ways.items():
        if goal in first:
            assert way == first[goal]


@given(grid_and_hexes(3), st.booleans(), st.randoms(use_true_random=False))
def test_rings_up_to_the_one_that_meets_a_set(drawn: tuple[Grid, list[int]], plain: bool, rng: random.Random) -> None:
    use_compiled(not plain)
    grid, (start, *ends) = drawn
    allowed, aim = rng.getrandbits(grid.n) | rng.getrandbits(grid.n), mask_of(ends)
    found = grid.steps.rings_to(1 << start, allowed, aim)
    use_compiled(True)
    rings = list(grid.steps.rings(1 << start, allowed))
    meets = [number for number, ring in enumerate(rings) if ring & aim]
    assert found == (rings[: meets[0] + 1] if meets else [])


@given(grid_and_hexes(12))
def test_a_set_written_as_ranges_reads_back(drawn: tuple[Grid, list[int]]) -> None:
    grid, places = drawn
    mask = mask_of(places)
    assert grid.from_ranges(grid.ranges(mask)) == mask


def test_ranges_are_short_and_their_errors_clear() -> None:
    grid = NINETEEN_FORTY
    assert grid.ranges(grid.mask(["0101", "0102", "0103", "0301"])) == "0101-0103 0301"
    assert grid.ranges(0) == ""
    with pytest.raises(ValueError, match="backwards"):
        grid.from_ranges("0103-0101")
    with pytest.raises(ValueError, match="no place '9999'"):
        grid.from_ranges("0101-9999")


def test_steps_of_one_direction_only() -> None:
    down = Steps([(0, 1), (1, 2), (5, 2)])
    assert members(down.flood(1, 7)) == [0, 1, 2]
    assert members(down.reversed().spread(4)) == [1, 5]
    less = down.without([(1, 2), (4, 6)])
    assert members(less.flood(1, 7)) == [0, 1]
    assert less.pairs == {(0, 1), (5, 2)}
    assert members(less.spread(2)) == []
    assert members(less.spread(1 << 5)) == [2]
    assert members(less.reversed().spread(4)) == [5]


def test_areas_and_tracks() -> None:
    low_countries = areas([("Lille", "Brussels"), ("Brussels", "Antwerp"), ("Antwerp", "Brussels")])
    assert low_countries.labels == ("Lille", "Brussels", "Antwerp")
    assert low_countries.distance(0, 2) == 2
    assert low_countries.names(low_countries.within(0, 1)) == ["Lille", "Brussels"]
    apart = areas([("Ostend", "Ghent")], labels=["Ostend", "Ghent", "Dover"])
    assert apart.distance(0, 2) == -1
    with pytest.raises(ValueError, match="unknown area 'Dover'"):
        areas([("Ostend", "Dover")], labels=["Ostend"])
    with pytest.raises(ValueError, match="named twice: Ghent"):
        Graph(["Ghent", "Ghent"], [[], []])
    track = Track(["0", "1", "2", "3"])
    assert track.move(1, 1) == 2
    assert track.move(1, 9) == 3
    assert track.move(1, -9) == 0
    assert track.neighbours == ((1,), (0, 2), (1, 3), (2,))

"""The movement search against a slow one that tries every way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.maps import (
    Going,
    Held,
    Hold,
    Situation,
    Step,
    by_rows,
    follow,
    search,
    situation,
    use_compiled,
    why_not,
)

GRID = by_rows(range(1, 5), range(1, 6), from_east=True)
EVERYTHING = GRID.everything
places = st.integers(0, GRID.n - 1)
masks = st.integers(0, EVERYTHING)
thin = st.sets(places, max_size=4).map(lambda s: sum(1 << p for p in s))


@st.composite
def goings(draw: st.DrawFn) -> Going:
    costs = draw(st.lists(st.sampled_from([1, 1, 2, 3, None]), min_size=GRID.n, max_size=GRID.n))
    rivers = draw(st.sets(st.integers(0, len(GRID.sides) - 1), max_size=6))
    seas = draw(st.sets(st.integers(0, len(GRID.sides) - 1), max_size=6))

    def step(a: int, b: int) -> Step | int | None:
        cost = costs[b]
        if cost is None:
            return None
        side = GRID.side(a, b)
        return Step(cost + (side in rivers), 1 if side in seas else 0)

    return Going(GRID, step)


@st.composite
def situations(draw: st.DrawFn, curb: bool = True) -> Situation:
    return Situation(
        open=(EVERYTHING & ~draw(thin), EVERYTHING & ~draw(masks)),
        open_from_zone=(EVERYTHING & ~draw(thin), draw(masks)),
        zone=draw(thin),
        stop=draw(thin),
        leave=((draw(thin), 1),),
        enter=((draw(thin), 2),),
        curb=draw(thin) if curb else 0,
        curbed=draw(st.integers(0, 4)),
        one_step=draw(st.booleans()),
    )


def every_way(going: Going, start: int, allowance: int, now: Situation) -> dict[int, int]:
    """The cheapest cost of every place, by following all ways step by step with `follow`."""
    best = {start: 0}
    waiting: list[tuple[int, ...]] = [(start,)]
    while waiting:
        way = waiting.pop()
        for there in GRID.neighbours[way[-1]]:
            if there in way:
                continue
            cost = follow(going, (*way, there), allowance, now)
            if isinstance(cost, int):
                best[there] = min(cost, best.get(there, cost))
                waiting.append((*way, there))
    return best


@settings(max_examples=150, deadline=None)
@given(goings(), places, st.integers(0, 5), situations())
def test_search_finds_what_trying_every_way_finds(going: Going, start: int, allowance: int, now: Situation) -> None:
    reach = search(going, start, allowance, now)
    assert reach.costs == every_way(going, start, allowance, now)
    assert reach.mask == sum(1 << p for p in reach.costs if p != start)
    for place, cost in reach.costs.items():
        way = reach.path(place)
        assert way[0] == start
        assert way[-1] == place
        assert follow(going, way, allowance, now) == cost


@settings(max_examples=150, deadline=None)
@given(goings(), places, places, st.integers(0, 6), situations())
def test_there_is_a_reason_exactly_where_the_search_does_not_come(
    going: Going, start: int, goal: int, allowance: int, now: Situation
) -> None:
    held = why_not(going, start, goal, allowance, now)
    assert (held is None) == (goal in search(going, start, allowance, now).costs)
    if held is not None and held.path:
        assert held.path[0] == start
        assert held.path[-1] == goal
        assert held.at in held.path


@settings(max_examples=80, deadline=None)
@given(goings(), places, st.integers(0, 5), situations())
def test_a_move_that_was_curbed_goes_on_with_what_that_left(
    going: Going, start: int, allowance: int, now: Situation
) -> None:
    now = now._replace(one_step=False)
    left, plain = min(allowance, now.curbed), now._replace(curb=0)
    reach = search(going, start, allowance, now, curbed=True)
    assert reach.costs == search(going, start, left, plain).costs
    for place, cost in reach.costs.items():
        way = reach.path(place)
        assert (way[0], way[-1]) == (start, place)
        assert follow(going, way, left, plain) == cost


@settings(max_examples=80, deadline=None)
@given(goings(), places, st.integers(1, 5), situations(curb=False))
def test_a_move_goes_on_from_where_it_paused(going: Going, start: int, allowance: int, now: Situation) -> None:
    """Going on with the points spent so far reaches nothing that the whole search did not."""
    now = now._replace(one_step=False)
    whole = search(going, start, allowance, now)
    for via, cost in whole.costs.items():
        if now.stop >> via & 1:
            continue
        for place, total in search(going, via, allowance, now, spent=cost).costs.items():
            assert whole.costs[place] <= total


@settings(max_examples=300, deadline=None)
@given(goings(), places, st.integers(0, 9), situations(curb=False), st.booleans())
def test_the_compiled_search_is_the_pure_one(
    going: Going, start: int, allowance: int, now: Situation, complement: bool
) -> None:
    if not use_compiled(True):
        pytest.skip("the compiled search is not built: python -m grognard.compile")
    if complement:  # a set may be written as what is left out
        now = now._replace(open=tuple(~(EVERYTHING & ~mask) for mask in now.open))
    compiled = search(going, start, allowance, now)
    use_compiled(False)
    try:
        pure = search(going, start, allowance, now)
    finally:
        use_compiled(True)
    assert compiled == pure
    # The order of discovery too: it decides between ways of equal cost.
    assert list(compiled.came.items()) == list(pure.came.items())
    assert compiled.places == pure.places
    assert [compiled.path(p) for p in pure.costs] == [pure.path(p) for p in pure.costs]
    assert [compiled.cost(p) for p in pure.costs] == [*pure.costs.values()]


PLAIN = Going(GRID, lambda a, b: 1)
LINE = [GRID.place(label) for label in ("0201", "0202", "0203", "0204", "0205")]


def test_a_zone_of_control_ends_the_move_and_costs_one_to_leave() -> None:
    zone = 1 << LINE[1]
    now = situation(GRID, zone=zone, leave_zone=1)
    assert search(PLAIN, LINE[0], 2, now).costs[LINE[1]] == 1
    # Out of the zone: one for the hex and one for leaving.
    assert search(PLAIN, LINE[1], 2, now).costs[LINE[2]] == 2
    assert search(PLAIN, LINE[1], 1, now).mask == 0


def test_zone_to_zone_is_a_matter_of_the_unit() -> None:
    zone = 1 << LINE[1] | 1 << LINE[2]
    slow = situation(GRID, zone=zone)
    fast = situation(GRID, zone=zone, zone_to_zone=True)
    assert LINE[2] in search(PLAIN, LINE[1], 1, fast).costs
    held = why_not(PLAIN, LINE[1], LINE[2], 1, slow)
    assert held is not None
    assert (held.hold, held.at) == (Hold.ZONE_TO_ZONE, LINE[2])


def test_each_hold_names_its_place_and_cost() -> None:
    def hold(start: int, goal: int, points: int, now: Situation, going: Going = PLAIN) -> Held:
        held = why_not(going, start, goal, points, now)
        assert held is not None
        return held

    enemy = situation(GRID, enemies=1 << LINE[2])
    assert hold(LINE[0], LINE[2], 9, enemy)[:2] == (Hold.NOT_OPEN, LINE[2])
    far = hold(LINE[0], LINE[4], 3, situation(GRID))
    assert (far.hold, far.need, far.have) == (Hold.TOO_FAR, 4, 3)
    assert hold(LINE[0], LINE[4], 9, situation(GRID), Going(GRID, lambda a, b: None)).hold is Hold.NOT_OPEN
    wall = Going(GRID, lambda a, b: None if GRID.column[b] == 3 else 1)
    assert hold(LINE[0], LINE[4], 9, situation(GRID), wall).hold is Hold.NO_WAY
    column = sum(1 << p for p in range(GRID.n) if GRID.column[p] == 3)
    stopped = hold(LINE[0], LINE[4], 4, situation(GRID, stops=column))
    assert (stopped.hold, stopped.at) == (Hold.STOPPED, LINE[2])
    rough = situation(GRID)._replace(curb=column, curbed=2)
    curbed = hold(LINE[0], LINE[4], 4, rough)
    assert (curbed.hold, curbed.at, curbed.have) == (Hold.CURBED, LINE[2], 2)


def test_ground_that_halves_the_move_can_be_entered_late_but_not_left() -> None:
    """Allowance 5, lowered by rough ground to 2: a unit may enter it with its third point, and then stays."""
    now = situation(GRID)._replace(curb=1 << LINE[3], curbed=2)
    reach = search(PLAIN, LINE[0], 5, now)
    assert reach.costs[LINE[3]] == 3
    # Beyond it leads only the way around, which is one longer.
    assert reach.costs[LINE[4]] == 5
    assert LINE[3] not in reach.path(LINE[4])


def test_one_step_can_always_be_taken() -> None:
    dear = Going(GRID, lambda a, b: 5)
    assert search(dear, LINE[0], 1, situation(GRID)).mask == 0
    reach = search(dear, LINE[0], 1, situation(GRID)._replace(one_step=True))
    assert sorted(reach.costs) == sorted({LINE[0], *GRID.neighbours[LINE[0]]})
    assert reach.costs[LINE[1]] == 1


def test_a_cost_below_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="less than nothing"):
        Going(GRID, lambda a, b: -1)


def test_a_going_without_some_steps_is_one_that_never_had_them() -> None:
    costs = {(a, b): 1 + (a + b) % 3 for a, row in enumerate(GRID.neighbours) for b in row}
    closed = {(a, b) for a, b in costs if (a * b) % 5 == 2}
    assert closed
    whole = Going(GRID, lambda a, b: costs[a, b])
    bare = Going(GRID, lambda a, b: None if (a, b) in closed else costs[a, b])
    less = whole.without([*closed, (0, GRID.n - 1)])
    assert less.steps == bare.steps != whole.steps
    now = situation(GRID)
    for start in range(GRID.n):
        assert search(less, start, 9, now).costs == search(bare, start, 9, now).costs


@pytest.mark.parametrize("compiled", [True, False])
def test_nobody_searches_from_where_no_place_is(compiled: bool) -> None:
    if use_compiled(compiled) != compiled:
        pytest.skip("the compiled search is not built: python -m grognard.compile")
    try:
        with pytest.raises(IndexError):
            search(Going(GRID, lambda a, b: 1), GRID.n, 3, Situation((EVERYTHING,), (EVERYTHING,)))
    finally:
        use_compiled(True)

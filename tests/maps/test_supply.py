"""Supply lines against a walk hex by hex."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.maps import Cut, Line, Steps, by_rows, mask_of, members, supplied, trace

GRID = by_rows(range(1, 6), range(1, 7))
places = st.integers(0, GRID.n - 1)
masks = st.sets(places, min_size=8).map(mask_of)
few = st.sets(places, max_size=3).map(mask_of)
limits = st.one_of(st.none(), st.integers(0, 6))


@st.composite
def step_sets(draw: st.DrawFn) -> Steps:
    closed = draw(st.sets(st.sampled_from(sorted(GRID.steps.pairs)), max_size=25))
    return GRID.steps.without(closed)


def slow_length(steps: Steps, start: int, sources: int, allowed: int) -> int | None:
    """The length of the shortest line, by a plain breadth-first walk."""
    if sources & allowed & 1 << start:
        return 0
    seen, front, length = {start}, [start], 0
    while front:
        length += 1
        front = sorted(
            {b for a in front for b in GRID.neighbours[a] if (a, b) in steps.pairs and allowed >> b & 1} - seen
        )
        if any(sources >> b & 1 for b in front):
            return length
        seen |= set(front)
    return None


@settings(max_examples=200, deadline=None)
@given(step_sets(), places, few, masks, limits)
def test_a_line_is_shortest_and_a_cut_is_true(
    steps: Steps, start: int, sources: int, allowed: int, limit: int | None
) -> None:
    length = slow_length(steps, start, sources, allowed)
    answer = trace(steps, start, sources, allowed, limit)
    in_supply = length is not None and (limit is None or length <= limit)
    assert isinstance(answer, Line) == in_supply
    assert bool(supplied(steps, sources, allowed, limit) >> start & 1) == in_supply
    if isinstance(answer, Line):
        assert answer.length == length
        assert answer.path[0] == start
        assert sources >> answer.path[-1] & 1
        assert all(pair in steps.pairs for pair in zip(answer.path, answer.path[1:], strict=False))
        assert all(allowed >> place & 1 for place in answer.path[1:])
    elif length is not None:
        assert answer.length == length
        assert answer.breach == ()
    else:
        assert answer.length == -1
        assert not answer.around & (allowed | answer.pocket)
        if answer.breach:
            opened = allowed | mask_of(answer.breach)
            assert not mask_of(answer.breach) & allowed
            assert slow_length(steps, start, sources, opened) is not None


@settings(max_examples=150, deadline=None)
@given(step_sets(), places, few, masks)
def test_a_breach_is_the_smallest(steps: Steps, start: int, sources: int, allowed: int) -> None:
    answer = trace(steps, start, sources, allowed)
    if isinstance(answer, Line):
        return
    blocked = members(GRID.everything & ~allowed)
    if not answer.breach:
        assert slow_length(steps, start, sources, GRID.everything) is None
    elif len(answer.breach) <= 3:
        for fewer in range(len(answer.breach)):
            for some in combinations(blocked, fewer):
                assert slow_length(steps, start, sources, allowed | mask_of(some)) is None


def test_a_pocket_shows_where_it_is_closed() -> None:
    """A unit shut in by two columns of enemy zones is told one hex of each, on the straight way."""
    unit, source = GRID.place("0301"), GRID.place("0306")
    zones = mask_of(p for p in range(GRID.n) if GRID.column[p] in (3, 4))
    answer = trace(GRID.steps, unit, 1 << source, GRID.everything & ~zones)
    assert isinstance(answer, Cut)
    assert [GRID.column[place] for place in answer.breach] == [3, 4]
    assert {GRID.column[place] for place in members(answer.pocket)} == {1, 2}
    assert {GRID.column[place] for place in members(answer.around)} == {3}


def test_a_line_too_long_says_how_long() -> None:
    answer = trace(GRID.steps, GRID.place("0301"), 1 << GRID.place("0306"), GRID.everything, 4)
    assert isinstance(answer, Cut)
    assert answer.length == 5


def test_the_units_own_hex_need_not_be_allowed() -> None:
    unit, source = GRID.place("0301"), GRID.place("0303")
    allowed = GRID.everything & ~(1 << unit)
    assert isinstance(trace(GRID.steps, unit, 1 << source, allowed), Line)
    # But a source that is not allowed is no source, not even for a unit in it.
    assert isinstance(trace(GRID.steps, unit, 1 << unit, allowed), Cut)

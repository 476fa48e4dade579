"""Control with its history; columns, shifts and exact chances."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.maps import (
    History,
    Modifier,
    Table,
    by_presence,
    changes,
    each_of,
    mix,
    owner,
    ratio,
    take,
    two_dice,
)

sets_of_six = st.integers(0, 63)


def slow_owner(place: int, before: int | None, occupied: list[int], zones: list[int]) -> int | None:
    """The priorities one after the other: a unit there, an uncontested zone, the last owner."""
    here = [bool(o >> place & 1) for o in occupied]
    zone = [bool(z >> place & 1) for z in zones]
    for side in (0, 1):
        if here[side] and not here[1 - side]:
            return side
    for side in (0, 1):
        if zone[side] and not zone[1 - side] and not here[1 - side]:
            return side
    return before


@given(st.tuples(sets_of_six, sets_of_six), st.lists(sets_of_six, min_size=4, max_size=4))
def test_control_follows_the_priorities(start: tuple[int, int], drawn: list[int]) -> None:
    control = (start[0], start[1] & ~start[0])
    # Two sides are never in one hex, but a unit's own hex may lie in an enemy zone.
    occupied, zones = [drawn[0], drawn[1] & ~drawn[0]], drawn[2:]
    after = by_presence(control, occupied, zones)
    assert after[0] & after[1] == 0
    for place in range(6):
        assert owner(after, place) == slow_owner(place, owner(control, place), occupied, zones)
    assert {change.place for change in changes(control, after)} == {
        place for place in range(6) if owner(control, place) != owner(after, place)
    }


def test_history_knows_every_moment() -> None:
    history = History((0b0111, 0b1000))
    history.note(1, (0b0111, 0b1000))
    history.note(2, take(history.now, 1, 0b0100))
    history.note(4, take(history.now, 0, 0b1100))
    assert history.at(0) == history.at(1) == (0b0111, 0b1000)
    assert history.at(3) == (0b0011, 0b1100)
    assert history.of(2) == [(0, 0), (2, 1), (4, 0)]
    assert history.of(4) == [(0, None)]
    with pytest.raises(ValueError, match="before moment 4"):
        history.note(3, history.now)


COLUMNS = ["1:2", "1:1", "1.5:1", "2:1", "3:1", "4:1"]
TABLE = Table(COLUMNS, {roll: [f"{column}/{roll}" for column in COLUMNS] for roll in range(1, 7)})


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (8, 3, "2:1"),
        (3, 2, "1.5:1"),
        (6, 2, "3:1"),
        (1, 1, "1:1"),
        (1, 2, "1:2"),
        (99, 2, "4:1"),
        (5, 4, "1:1"),
    ],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, column: str) -> None:
    assert TABLE.columns[TABLE.base(attack, defence)] == column


@given(st.fractions(Fraction(1, 4), 40, max_denominator=4), st.fractions(Fraction(1, 4), 40, max_denominator=4))
def test_the_column_is_the_highest_that_the_ratio_reaches(attack: Fraction, defence: Fraction) -> None:
    base = TABLE.base(attack, defence)
    reached = [i for i, text in enumerate(COLUMNS) if attack / defence >= ratio(text)]
    assert base == (reached[-1] if reached else -1)


def test_shifts_are_named_and_held_to_the_table() -> None:
    armour, air, rough = Modifier(1, "armour", "12"), Modifier(3, "air", "9"), Modifier(-1, "rough", "7")
    column = TABLE.column(8, 3, [armour, rough])
    assert (column.base, column.final, column.clamped) == (3, 3, 0)
    assert column.shifts == (armour, rough)
    column = TABLE.column(8, 3, [air])
    assert (column.final, column.clamped) == (5, 1)
    assert TABLE.column(1, 3).final is None
    assert TABLE.column(1, 3, [armour]).final == 0
    lowest = Table(COLUMNS, TABLE.rows, too_low="lowest")
    assert (lowest.column(1, 3).final, lowest.column(1, 3).clamped) == (0, -1)


def test_exact_chances_and_die_modifiers() -> None:
    table = Table(["1:1"], {1: ["A"], 2: ["A"], 3: ["B"], 4: ["B"], 5: ["B"], 6: ["C"]})
    assert table.distribution(0) == {"A": Fraction(1, 3), "B": Fraction(1, 2), "C": Fraction(1, 6)}
    # One more on the die, held to the last row: 2..6, 6.
    assert table.distribution(0, [Modifier(1, "luck")]) == {
        "A": Fraction(1, 6),
        "B": Fraction(1, 2),
        "C": Fraction(1, 3),
    }
    assert table.result(0, 1, [Modifier(-5, "luck")]) == "A"


def test_two_dice_and_mixing() -> None:
    assert sum(two_dice().values()) == 1
    assert two_dice()[7] == Fraction(1, 6)
    assert two_dice()[12] == Fraction(1, 36)
    mixed = mix([(Fraction(1, 2), {"A": Fraction(1)}), (Fraction(1, 2), {"A": Fraction(1, 3), "B": Fraction(2, 3)})])
    assert mixed == {"A": Fraction(2, 3), "B": Fraction(1, 3)}


@given(st.fractions(0, 1, max_denominator=6), st.lists(st.text(max_size=2), max_size=4, unique=True))
def test_independent_rolls_add_up_to_one(chance: Fraction, names: list[str]) -> None:
    ways = each_of(chance, names)
    assert sum(weight for weight, _ in ways) == 1
    for name in names:
        assert sum(weight for weight, happened in ways if name in happened) == chance


def test_a_table_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="rise from left to right"):
        Table(["2:1", "1:1"], {1: ["A", "B"]})
    with pytest.raises(ValueError, match="row 1 has 1 cells"):
        Table(["1:1", "2:1"], {1: ["A"]})
    with pytest.raises(ValueError, match="attacker:defender"):
        ratio("3")

"""Odds, columns and shifts, and the exact chances that come of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

Outcome = TypeVar("Outcome", bound=Hashable)
Number = int | Fraction
Distribution = dict[Outcome, Fraction]


class Modifier(NamedTuple):
    """A shift or a die modifier that explains itself: the log, the tooltip and the sum read the same one."""

    value: int
    reason: str
    rule: str = ""


def ratio(text: str) -> Fraction:
    """Reads a column heading as printed: `3:1`, `1:2`, `1.5:1`, `4-1`."""
    attack, colon, defence = text.replace("-", ":").partition(":")
    if not colon:
        raise ValueError(f"odds are written attacker:defender, and not {text!r}")
    return Fraction(attack) / Fraction(defence)


class Column(NamedTuple):
    """The column of an attack and how it came about. `final` is None where the table has none so low."""

    attack: Number
    defence: Number
    base: int  # -1: below the lowest column
    shifts: tuple[Modifier, ...]
    final: int | None
    clamped: int  # how many columns the shifts went beyond the table (negative: to the left)


class Table(Generic[Outcome]):
    """A combat results table: columns by odds, rows by die roll.

    `too_low` says what an attack below the lowest column is: "refused" (not allowed, no column), or
    "lowest" (it uses the lowest column). Above the highest column the highest is used.
    """

    def __init__(
        self,
        columns: Sequence[str],
        rows: Mapping[int, Sequence[Outcome]],
        *,
        chances: Mapping[int, Fraction] | None = None,
        too_low: str = "refused",
    ) -> None:
        if too_low not in ("refused", "lowest"):
            raise ValueError(f"too_low is refused or lowest, and not {too_low!r}")
        self.columns = tuple(columns)
        self.ratios = tuple(ratio(column) for column in columns)
        if list(self.ratios) != sorted(set(self.ratios)):
            raise ValueError("the columns of a table rise from left to right")
        self.rows = {roll: tuple(cells) for roll, cells in rows.items()}
        for roll, cells in self.rows.items():
            if len(cells) != len(self.columns):
                raise ValueError(f"row {roll} has {len(cells)} cells for {len(self.columns)} columns")
        self.low, self.high = min(self.rows), max(self.rows)
        self.chances = dict(chances or {roll: Fraction(1, len(self.rows)) for roll in self.rows})
        if sum(self.chances.values()) != 1:
            raise ValueError("the chances of the rolls do not add up to one")
        self.too_low = too_low

    def base(self, attack: Number, defence: Number) -> int:
        """The column of the bare ratio, rounded in favour of the defender; -1 below the lowest."""
        if defence <= 0:
            return len(self.columns) - 1 if attack > 0 else -1
        found = -1
        for number, needed in enumerate(self.ratios):
            if attack * needed.denominator >= defence * needed.numerator:
                found = number
        return found

    def column(self, attack: Number, defence: Number, shifts: Iterable[Modifier] = ()) -> Column:
        """The column after all shifts, which are made together and then held to the table."""
        named = tuple(shifts)
        base = self.base(attack, defence)
        wanted = base + sum(shift.value for shift in named)
        final: int | None = min(max(wanted, 0), len(self.columns) - 1)
        assert final is not None
        clamped = wanted - final
        if wanted < 0 and self.too_low == "refused":
            final, clamped = None, 0
        return Column(attack, defence, base, named, final, clamped)

    def result(self, column: int, roll: int, modifiers: Iterable[Modifier] = ()) -> Outcome:
        roll += sum(modifier.value for modifier in modifiers)
        return self.rows[min(max(roll, self.low), self.high)][column]

    def distribution(self, column: int, modifiers: Iterable[Modifier] = ()) -> Distribution[Outcome]:
        """The exact chance of every result in a column."""
        named = tuple(modifiers)
        found: Distribution[Outcome] = {}
        for roll, chance in self.chances.items():
            result = self.result(column, roll, named)
            found[result] = found.get(result, Fraction(0)) + chance
        return found


def two_dice() -> dict[int, Fraction]:
    """The chances of the sum of two dice."""
    return {total: Fraction(6 - abs(total - 7), 36) for total in range(2, 13)}


def mix(parts: Iterable[tuple[Fraction, Mapping[Outcome, Fraction]]]) -> Distribution[Outcome]:
    """One distribution from several, each with its own chance: a roll before the roll, integrated."""
    found: Distribution[Outcome] = {}
    for weight, distribution in parts:
        for result, chance in distribution.items():
            found[result] = found.get(result, Fraction(0)) + weight * chance
    return found


def each_of(chance: Fraction, names: Sequence[str]) -> list[tuple[Fraction, frozenset[str]]]:
    """All ways in which independent events of equal chance can turn out: which of them happen, how likely.

    Bridgeheads on three river hexsides give eight ways.
    """
    ways: list[tuple[Fraction, frozenset[str]]] = [(Fraction(1), frozenset())]
    for name in names:
        ways = [
            (weight * part, happened | {name} if comes else happened)
            for weight, happened in ways
            for part, comes in ((chance, True), (1 - chance, False))
            if part
        ]
    return ways

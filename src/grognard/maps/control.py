"""Who holds which places, and since when.

Control of each side is a set; places in none are nobody's. Sides are ints. The history of a hex ("the last
to hold it") is in the sets themselves, because a set changes only when somebody takes the place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.maps.graph import Mask, Place, members

Control = tuple[Mask, ...]


def take(control: Control, side: int, places: Mask) -> Control:
    """These places now belong to the side, and to no other."""
    return tuple(held | places if other == side else held & ~places for other, held in enumerate(control))


def uncontested(zones: Sequence[Mask], occupied: Sequence[Mask], side: int) -> Mask:
    """Places in a side's zone of control with no enemy in them and no enemy's zone."""
    against = 0
    for other in range(len(zones)):
        if other != side:
            against |= zones[other] | occupied[other]
    return zones[side] & ~against


def by_presence(control: Control, occupied: Sequence[Mask], zones: Sequence[Mask]) -> Control:
    """Control after units have moved: a unit takes its place, an uncontested zone takes what it covers,
    and everything else stays as it was."""
    for side in range(len(control)):
        enemies = 0
        for other, there in enumerate(occupied):
            if other != side:
                enemies |= there
        gained = (occupied[side] & ~enemies) | uncontested(zones, occupied, side)
        if gained & ~control[side]:
            control = take(control, side, gained)
    return control


def owner(control: Control, place: Place) -> int | None:
    return next((side for side, held in enumerate(control) if held >> place & 1), None)


class Change(NamedTuple):
    place: Place
    before: int | None
    after: int | None


def changes(before: Control, after: Control) -> list[Change]:
    """What changed hands, in the order of the places."""
    different = 0
    for old, new in zip(before, after, strict=True):
        different |= old ^ new
    return [Change(place, owner(before, place), owner(after, place)) for place in members(different)]


class History:
    """Control through time, kept as differences: what it was at any moment, and when a place changed hands.

    Moments are ints that only grow (a turn, an impulse, a step of the record).
    """

    __slots__ = ("_entries",)

    def __init__(self, control: Control, moment: int = 0) -> None:
        self._entries: list[tuple[int, Control]] = [(moment, control)]

    @property
    def now(self) -> Control:
        return self._entries[-1][1]

    def note(self, moment: int, control: Control) -> None:
        last, known = self._entries[-1]
        if moment < last:
            raise ValueError(f"moment {moment} comes before moment {last}, which is noted already")
        if control == known:
            return
        if moment == last:
            self._entries[-1] = (moment, control)
        else:
            self._entries.append((moment, control))

    def at(self, moment: int) -> Control:
        """Control as it stood at that moment (before the first: as it started)."""
        found = self._entries[0][1]
        for when, control in self._entries:
            if when > moment:
                break
            found = control
        return found

    def of(self, place: Place) -> list[tuple[int, int | None]]:
        """The owners of one place, each with the moment it took it."""
        found: list[tuple[int, int | None]] = []
        for when, control in self._entries:
            side = owner(control, place)
            if not found or found[-1][1] != side:
                found.append((when, side))
        return found

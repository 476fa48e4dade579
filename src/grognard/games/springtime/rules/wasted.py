"""What the end of an impulse wastes: units that could still act, and attacks that could still be made (8.0, 10.1)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.springtime.rules import combat
from grognard.games.springtime.rules.movement import MOVE, Moving
from grognard.games.springtime.rules.state import Spring, active_side, facts
from grognard.kernel.rules import Choice, Ints, bits
from grognard.kernel.rules.masks import values
from grognard.kernel.show import Waste
from grognard.kernel.show.words import number_of, some


def idle_units(v: Spring, step: Moving, seat: str, args: Ints) -> Iterator[Waste]:
    """Units that the impulse has made active and that can still move."""
    d = v.data
    units = bits(values(MOVE.slots[0], v, step, seat, ()))
    if units:
        names = some([d.unit_names[u] for u in units])
        yield Waste(
            "units", "8.0", f"{number_of(len(units), 'unit')} could still move: {names}.", (),
            tuple(d.unit_ids[u] for u in units),
        )  # fmt: skip


def idle_assault(v: Spring, step: Moving, seat: str, args: Ints) -> Iterator[Waste]:
    """In an Assault attacks are wasted too: those that are owed keep it from ending, these could have been made."""
    d = v.data
    for p in bits(combat.attack_places(v) & v.contested):
        yield Waste("attacks", "10.1", f"Your units in {d.area_names[p]} could attack.", (d.place_ids[p],))
    yield from idle_units(v, step, seat, args)


def passed(v: Spring, step: Choice[Spring], seat: str, args: Ints) -> Iterator[Waste]:
    """8.1.3: nobody moves or attacks at all."""
    mine = facts(v).on_map & v.data.side_mask[active_side(v)]
    if mine:
        units = number_of(mine.bit_count(), "unit")
        text = f"Impulse {v.impulse} is over at once: none of your {units} moves or attacks."
        yield Waste("impulse", "8.1.3", text)

"""31.8: limited free set-up: every box keeps its number of units, but any unit may fill it."""

from __future__ import annotations

from collections.abc import Callable

from grognard.games.fortress_europa.rules.domains import BOXES, HEXES, UNITS
from grognard.games.fortress_europa.rules.setup.deploying import (
    beach_box,
    chosen_hidden,
    decoys_hide,
    fills,
    hidden_in,
    hiding_districts,
    note,
    open_hexes,
    put_in_box,
    slots_left,
    unplaced,
    why_not_set_up,
    why_not_there,
)
from grognard.games.fortress_europa.rules.state import NOWHERE, Position
from grognard.kernel.rules import Events, Ints, Slot, Step, Verb, Why, Whys
from grognard.maps import Mask


def box_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    """31.8: the boxes keep their numbers, and coastal units must still find theirs."""
    w = s.data
    u, box = args
    name, title = w.unit_names[u], w.box_names[box]
    slots = slots_left(s)
    if not slots[box]:
        yield Why("31.8", lambda: f"The box of the {title} is full.")
    elif not fills(s, u, box):
        yield Why("22.1", lambda: f"{name} needs an invadable beach, which the box of the {title} does not give.")
    elif not w.coastal_units >> u & 1 and beach_box(w, box) and not spare(s, slots):
        yield Why("22.1", lambda: "The boxes that are left are needed for coastal defense units.")
    elif not open_hexes(s, u, box):
        yield Why("6.1", lambda: f"There is no room for {name} as part of the {title}.")


def spare(s: Position, slots: list[int]) -> bool:
    """Whether more boxes with beaches are left than coastal units are still to come (22.1)."""
    w = s.data
    coastal = (unplaced(s) & w.coastal_units).bit_count()
    return sum(number for box, number in enumerate(slots) if beach_box(w, box)) > coastal


def open_box(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    found = list(box_reasons(s, step, seat, args))
    if not found and args[1] == w.hidden_box and not decoys_hide(s):
        found.append(Why("3.3", lambda: "Units of this box are hidden: note the hex instead."))
    yield from found


def _unplaced(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return unplaced(s)


def any_unit(which: Callable[..., Whys]) -> Callable[..., Whys]:
    """31.8: a unit that is still to be set up and for which a box is open."""

    def reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
        w = s.data
        u = args[0]
        found = list(why_not_set_up(s, u))
        if not found and all(next(which(s, step, seat, (u, box)), None) for box in range(len(w.box_ids))):
            found.append(Why("31.8", lambda: f"No box is open for {w.unit_names[u]} in this way.", (), (w.ids[u],)))
        yield from found

    return reasons


def no_hiding(s: Position, step: Step[Position], seat: str) -> Whys:
    if decoys_hide(s):
        yield Why("31.7", lambda: "There are no hidden units: decoys take their place.")


def hiding_box(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    """9.4, 31.8: the hidden box, and one unit each of two districts."""
    w = s.data
    box = args[1]
    title = w.box_names[box]
    found = list(box_reasons(s, step, seat, args))
    if not found and box != w.hidden_box:
        if box not in hiding_districts(w):
            found.append(Why("9.4", lambda: f"No frozen unit of the {title} may be hidden."))
        elif hidden_in(s, box) >= 0:
            found.append(Why("9.4", lambda: f"A frozen unit of the {title} is hidden already."))
    yield from found


def selecting_box(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    box, most = args[1], w.book.hidden.chosen
    found = list(box_reasons(s, step, seat, args))
    if not found and (box == w.hidden_box or w.box_hex[box] != NOWHERE):
        found.append(Why("9.4", lambda: "Only units of districts and free units are chosen to be hidden."))
    elif not found and w.coastal_units >> args[0] & 1:
        found.append(Why("22.1", lambda: "A coastal defense unit is not chosen to be hidden."))
    elif not found and len(chosen_hidden(s)) >= most:
        found.append(Why("9.4", lambda: f"{most} units have been chosen to be hidden; no more may be."))
    yield from found


def box_hex(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    yield from why_not_there(s, *args)


def box_hexes(s: Position, step: Step[Position], seat: str, args: Ints) -> Mask:
    u, box = args
    return open_hexes(s, u, box)


def do_place_box(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    put_in_box(s, *args)


def do_hide_box(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    u, box, h = args
    note(s, u, box, h, box != s.data.hidden_box)


def do_select(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    u, box, h = args
    note(s, u, box, h, False)


def box_verb(
    name: str, do: Callable[..., None], label: str, which: Callable[..., Whys], rule: str
) -> Verb[Position, Step[Position]]:
    return Verb(
        name,
        do,
        (
            Slot("unit", UNITS, any_unit(which), among=_unplaced, prompt=f"{label} which unit?"),
            Slot("box", BOXES, which, prompt="As part of what?"),
            Slot("hex", HEXES, box_hex, legal=box_hexes, prompt="In which hex?"),
        ),
        rule,
        label,
        reasons=None if name == "place" else no_hiding,
    )

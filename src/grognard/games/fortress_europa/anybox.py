"""31.8: limited free set-up: every box keeps its number of units, but any unit may fill it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.games.fortress_europa.deploying import (
    beach_box,
    boxes,
    chosen_hidden,
    decoys_hide,
    fills,
    hidden_in,
    hiding_districts,
    labels,
    note,
    open_hexes,
    placed,
    put,
    slots_left,
    standing_room,
    units,
    why_not_set_up,
    why_not_there,
)
from grognard.games.fortress_europa.state import Position
from grognard.games.fortress_europa.world import DISTRICTS, World
from grognard.kernel.contract import Args, Slot, Verb, Why, Whys
from grognard.kernel.events import Events


def box_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    """31.8: the boxes keep their numbers, and coastal units must still find theirs."""
    w: World = s.data
    u, box = w.unit[args[0]], w.box_ids.index(args[1])
    name, title = w.unit_names[u], w.box_names[box]
    slots = slots_left(s)
    if not slots[box]:
        yield Why("31.8", lambda: f"The box of the {title} is full.")
    elif not fills(s, u, box):
        yield Why("22.1", lambda: f"{name} needs an invadable beach, which the box of the {title} does not give.")
    elif not w.coastal_units >> u & 1 and beach_box(w, box):
        coastal = sum(w.coastal_units >> x & 1 for x in w.starters if not placed(s, x))
        if sum(number for b, number in enumerate(slots) if beach_box(w, b)) <= coastal:
            yield Why("22.1", lambda: "The boxes that are left are needed for coastal defense units.")
        elif next(standing_room(s, u, box), None) is None:
            yield Why("6.1", lambda: f"There is no room for {name} as part of the {title}.")
    elif next(standing_room(s, u, box), None) is None:
        yield Why("6.1", lambda: f"There is no room for {name} as part of the {title}.")


def open_box(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    found = list(box_reasons(s, step, seat, args))
    if not found and w.box_ids.index(args[1]) == w.hidden_box and not decoys_hide(s):
        found.append(Why("3.3", lambda: "Units of this box are hidden: note the hex instead."))
    yield from found


def any_unit(which: Callable[..., Whys]) -> Callable[..., Whys]:
    """31.8: a unit that is still to be set up and for which a box is open."""

    def reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
        w: World = s.data
        u = w.unit[args[0]]
        found = list(why_not_set_up(s, u))
        if not found and all(next(which(s, step, seat, (args[0], box)), None) for box in w.box_ids):
            found.append(Why("31.8", lambda: f"No box is open for {w.unit_names[u]} in this way.", (), (args[0],)))
        yield from found

    return reasons


def no_hiding(s: Position, step: Any, seat: str) -> Whys:
    if decoys_hide(s):
        yield Why("31.7", lambda: "There are no hidden units: decoys take their place.")


def hiding_box(s: Position, step: Any, seat: str, args: Args) -> Whys:
    """9.4, 31.8: the hidden box, and one unit each of two districts."""
    w: World = s.data
    box = w.box_ids.index(args[1])
    title = w.box_names[box]
    found = list(box_reasons(s, step, seat, args))
    if not found and box != w.hidden_box:
        if box not in hiding_districts(w):
            found.append(Why("9.4", lambda: f"No frozen unit of the {title} may be hidden."))
        elif hidden_in(s, box) >= 0:
            found.append(Why("9.4", lambda: f"A frozen unit of the {title} is hidden already."))
    yield from found


def selecting_box(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    box, most = w.box_ids.index(args[1]), w.book.hidden.chosen
    found = list(box_reasons(s, step, seat, args))
    if not found and (box == w.hidden_box or w.box_hex[box] >= 0):
        found.append(Why("9.4", lambda: "Only units of districts and free units are chosen to be hidden."))
    elif not found and w.coastal_units >> w.unit[args[0]] & 1:
        found.append(Why("22.1", lambda: "A coastal defense unit is not chosen to be hidden."))
    elif not found and len(chosen_hidden(s)) >= most:
        found.append(Why("9.4", lambda: f"{most} units have been chosen to be hidden; no more may be."))
    yield from found


def box_hex(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    yield from why_not_there(s, w.unit[args[0]], w.box_ids.index(args[1]), w.index[args[2]])


def box_hexes(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.labels[h] for h in open_hexes(s, w.unit[args[0]], w.box_ids.index(args[1]))]


def do_place_box(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    put(s, w.unit[args[0]], w.box_ids.index(args[1]), w.index[args[2]])


def do_hide_box(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    box = w.box_ids.index(args[1])
    note(s, w.unit[args[0]], box, w.index[args[2]], box < len(DISTRICTS))


def do_select(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    note(s, w.unit[args[0]], w.box_ids.index(args[1]), w.index[args[2]], False)


def box_verb(name: str, do: Callable[..., None], label: str, which: Callable[..., Whys], rule: str) -> Verb:
    return Verb(
        name,
        do,
        (
            Slot("unit", "piece", units, any_unit(which), prompt=f"{label} which unit?"),
            Slot("box", "choice", boxes, which, prompt="As part of what?", word=lambda step, value: value),
            Slot("hex", "place", labels, box_hex, box_hexes, prompt="In which hex?"),
        ),
        rule,
        label,
        reasons=None if name == "place" else no_hiding,
    )

"""3. Setting up: the German units, hidden ones by secret note (9.4), decoys (31.7), free choice of boxes (31.8), and
the moment when the hidden units appear (3.7, 12.19)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from grognard.games.fortress_europa.replacements import Strengthening
from grognard.games.fortress_europa.stacking import stack_limit, stack_value
from grognard.games.fortress_europa.state import FREE, NOWHERE, Position, on, say, survey
from grognard.games.fortress_europa.world import ALLIED, ALPINE, DISTRICTS, GERMAN, World
from grognard.kernel.contract import Args, Auto, Draft, Slot, Step, Verb, Why, Whys
from grognard.kernel.events import Events, Said
from grognard.maps import Mask, members

# ------------------------------------------------------------------------------------------ who and where


def placed(s: Position, u: int) -> bool:
    w: World = s.data
    return s.where[u] < w.n or s.where[u] == w.hidden


def place_of(s: Position, u: int) -> int:
    """The hex of a unit that has been set up, in the open or by note."""
    return s.notes[u] if s.notes[u] >= 0 else s.where[u]


def decoys_hide(s: Position) -> bool:
    """31.7: decoys take the place of hidden units."""
    return on(s, "decoys-for-hidden")


def free_boxes(s: Position) -> bool:
    """31.8: any unit may fill any box."""
    return on(s, "free-setup")


def area(s: Position, u: int, box: int) -> Mask:
    """Where a unit may stand that fills a box (3.3, 22.1, rulings 29, 32)."""
    w: World = s.data
    hexes = w.land & ~w.dyke
    if not w.mountain_units >> u & 1:
        hexes &= ~w.ground[ALPINE]
    if w.coastal_units >> u & 1:
        hexes &= w.beaches
    if 0 <= box < len(DISTRICTS):
        return hexes & w.districts[box]
    city = w.box_hex[box]
    return hexes & w.bit[city] if city >= 0 else hexes


def rooms(s: Position) -> dict[int, int]:
    """How many of the units set up so far, hidden ones included (ruling 30), count in each hex."""
    counts: dict[int, int] = {}
    for u in s.data.starters:
        if placed(s, u):
            h = place_of(s, u)
            counts[h] = counts.get(h, 0) + stack_value(s, u)
    return counts


def kept(s: Position, u: int, box: int, counts: dict[int, int]) -> Mask:
    """Hexes that are needed for units which can stand nowhere else and are still to be set up."""
    w: World = s.data
    if not stack_value(s, u):
        return 0
    left = [x for x in w.starters if x != u and not placed(s, x) and stack_value(s, x)]
    needs: list[tuple[Mask, int]] = []
    if free_boxes(s):
        slots = slots_left(s)
        slots[box] -= 1
        needs = [(box_ground(w, b), number) for b, number in enumerate(slots[: w.free_box])]
        needs.append((w.beaches, sum(w.coastal_units >> x & 1 for x in left)))
    else:
        for district, ground in enumerate(w.districts):
            here = [x for x in left if s.box[x] == district]
            plain = ground & ~w.ground[ALPINE]
            needs.append((ground & w.beaches, sum(w.coastal_units >> x & 1 for x in here)))
            needs.append((plain, sum(not w.mountain_units >> x & 1 for x in here)))
            needs.append((ground, len(here)))
    closed = 0
    for ground, number in needs:
        if number and room_in(s, ground & ~w.dyke, counts) <= number:
            closed |= ground
    return closed


def room_in(s: Position, ground: Mask, counts: dict[int, int]) -> int:
    """How many more units these hexes hold."""
    used = sum(number for h, number in counts.items() if ground >> h & 1)
    w: World = s.data
    key = (ground, s.flooded)
    if key not in w.rooms:
        w.rooms[key] = sum(stack_limit(s, h) for h in members(ground))
    return w.rooms[key] - used


def box_ground(w: World, box: int) -> Mask:
    """The hexes of a district or city box where every unit but a coastal one may stand."""
    return w.districts[box] & ~w.ground[ALPINE] if box < len(DISTRICTS) else w.bit[w.box_hex[box]]


def slots_left(s: Position) -> list[int]:
    """31.8: how many units each box still lacks."""
    w: World = s.data
    slots = list(w.box_sizes)
    for u in w.starters:
        if s.box[u] >= 0 and placed(s, u):
            slots[s.box[u]] -= 1
    return slots


# ------------------------------------------------------------------------------------------------- hiding


def hidden_in(s: Position, district: int) -> int:
    """The frozen unit of a district that is hidden, or -1 (9.4)."""
    w: World = s.data
    return next((u for u in w.starters if s.where[u] == w.hidden and s.bound[u] == district), -1)


def chosen_hidden(s: Position) -> list[int]:
    """Units hidden by choice: neither designated nor the frozen ones (ruling 31)."""
    w: World = s.data
    return [u for u in w.starters if s.where[u] == w.hidden and s.bound[u] == FREE and s.box[u] != w.hidden_box]


def hiding_districts(w: World) -> list[int]:
    return [DISTRICTS.index(name) for name in w.book.hidden.frozen_in]


def stays_frozen(w: World, u: int) -> bool:
    """9.4: one of the two that may be hidden in their districts."""
    return w.units[u].may_hide


def why_not_hidden(s: Position, u: int) -> Whys:
    """3.3, 9.4: designated units are hidden, the two of the districts and a few others may be (ruling 31)."""
    w: World = s.data
    name, ids, book = w.unit_names[u], (w.ids[u],), w.book.hidden
    if decoys_hide(s):
        yield Why("31.7", lambda: "There are no hidden units: decoys take their place.", (), ids)
    elif s.box[u] == w.hidden_box or stays_frozen(w, u):
        return
    elif w.ids[u] not in book.choose_from:
        yield Why("3.3", lambda: f"{name} is not among the units that may be hidden.", (), ids)
    elif len(chosen_hidden(s)) >= book.chosen:
        yield Why("9.4", lambda: f"{book.chosen} units have been chosen to be hidden; no more may be.", (), ids)


# ---------------------------------------------------------------------------------------------- the slots


def units(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    w: World = s.data
    return w.ids


def boxes(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    w: World = s.data
    return w.box_ids


def labels(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    w: World = s.data
    return w.labels


def why_not_set_up(s: Position, u: int) -> Whys:
    w: World = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if w.box_of[u] < 0:
        yield Why("3.3", lambda: f"{name} is not set up at the start.", (), ids)
    elif placed(s, u):
        yield Why("3.3", lambda: f"{name} has been set up.", (), ids)


def place_unit(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[0]]
    found = list(why_not_set_up(s, u))
    if not found and s.box[u] == w.hidden_box and not decoys_hide(s):
        name = w.unit_names[u]
        found.append(Why("3.3", lambda: f"{name} is a hidden unit: note its hex instead.", (), (w.ids[u],)))
    yield from found


def hide_unit(s: Position, step: Any, seat: str, args: Args) -> Whys:
    u = s.data.unit[args[0]]
    found = list(why_not_set_up(s, u)) or list(why_not_hidden(s, u))
    yield from found


def own_box_hex(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[0]]
    yield from why_not_there(s, u, s.box[u], w.index[args[1]])


def own_box_hexes(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    u = w.unit[args[0]]
    return [w.labels[h] for h in open_hexes(s, u, s.box[u])]


def open_hexes(s: Position, u: int, box: int) -> list[int]:
    """Where a unit may be set up now."""
    return list(standing_room(s, u, box))


def standing_room(s: Position, u: int, box: int) -> Iterator[int]:
    counts = rooms(s)
    value = stack_value(s, u)
    for h in members(area(s, u, box) & ~kept(s, u, box, counts)):
        if not value or counts.get(h, 0) + value <= stack_limit(s, h):
            yield h


def why_not_there(s: Position, u: int, box: int, h: int) -> Whys:
    w: World = s.data
    label, name = w.labels[h], w.unit_names[u]
    counts = rooms(s)
    value = stack_value(s, u)
    if not area(s, u, box) >> h & 1:
        yield outside(s, u, box, h)
    elif value and counts.get(h, 0) + value > stack_limit(s, h):
        limit = stack_limit(s, h)
        yield Why("6.1", lambda: f"{w.hex_name(h)} holds {limit} units and is full (hidden units count).", (label,))
    elif kept(s, u, box, counts) >> h & 1:
        yield Why("3.3", lambda: f"{label} is needed for units other than {name}.", (label,))


def outside(s: Position, u: int, box: int, h: int) -> Why:
    """Why a hex is not in the area of a unit."""
    w: World = s.data
    label, name = w.labels[h], w.unit_names[u]
    city = w.box_hex[box]
    if not w.land >> h & 1:
        return Why("3.3", lambda: f"{label} is not a land hex of the map.", (label,))
    if w.dyke >> h & 1:
        return Why("8.7", lambda: f"No unit stands on the dyke, {label}.", (label,))
    if box < len(DISTRICTS) and not w.districts[box] >> h & 1:
        return Why("3.3", lambda: f"{name} belongs to the {w.district_names[box]}.", (label,))
    if city >= 0 and h != city:
        return Why("3.3", lambda: f"{name} is set up in {w.hex_name(city)}.", (label,))
    if w.coastal_units >> u & 1 and not w.beaches >> h & 1:
        return Why("22.1", lambda: f"{name} is set up in an invadable beach hex; {label} is none.", (label,))
    return Why("8.4", lambda: f"{label} is alpine: only mountain units stand there.", (label,))


# ------------------------------------------------------------------------------------------ setting up


def put(s: Position, u: int, box: int, h: int) -> None:
    """A unit stands in the open."""
    s.box[u] = box
    s.where[u] = h
    s.bound[u] = box if box < len(DISTRICTS) else FREE


def note(s: Position, u: int, box: int, h: int, frozen: bool) -> None:
    """A unit is hidden; only the two of the districts stay frozen (9.4)."""
    w: World = s.data
    s.box[u] = box
    s.where[u] = w.hidden
    s.notes[u] = h
    s.bound[u] = box if frozen else FREE


def do_place(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    u = w.unit[args[0]]
    put(s, u, s.box[u], w.index[args[1]])


def do_hide(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    u = w.unit[args[0]]
    note(s, u, s.box[u], w.index[args[1]], stays_frozen(w, u))


def do_rest(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    ready_made(s)


def rest_reasons(s: Position, step: Any, seat: str) -> Whys:
    if next(lacking(s), None) is None:
        yield Why("3.3", lambda: "Every unit has been set up.")


def ready_made(s: Position) -> None:
    """Sets up all that is still to be set up, each unit in the hex suggested for it or as near as it may stand."""
    w: World = s.data
    waiting = [u for u in w.starters if not placed(s, u)]
    displaced = []
    for u in sorted(waiting, key=lambda u: not w.coastal_units >> u & 1):
        if not free_boxes(s) or slots_left(s)[w.box_of[u]]:
            suggest(s, u, w.box_of[u])
        elif w.coastal_units >> u & 1:
            suggest(s, u, box_with_room(s, u))
        else:
            displaced.append(u)
    for u in displaced:
        suggest(s, u, box_with_room(s, u))
    if decoys_hide(s):
        cover_the_rest(s)


def box_with_room(s: Position, u: int) -> int:
    """31.8: a box for a unit whose own is full, if possible one that its own units do not fill."""
    w: World = s.data
    slots = slots_left(s)
    own = [sum(w.box_of[x] == box and not placed(s, x) for x in w.starters) for box in range(len(slots))]
    fits = [box for box, number in enumerate(slots) if number and fills(s, u, box) and open_hexes(s, u, box)]
    return min(fits, key=lambda box: (slots[box] <= own[box], box))


def suggest(s: Position, u: int, box: int) -> None:
    w: World = s.data
    wish = w.units[u].suggested
    goal = w.index[wish] if wish else w.box_hex[w.box_of[u]]
    h = min(open_hexes(s, u, box), key=lambda x: (w.grid.distance(x, goal), x))
    if box == w.hidden_box and not decoys_hide(s):
        note(s, u, box, h, False)
    else:
        put(s, u, box, h)


def cover_the_rest(s: Position) -> None:
    """31.7: decoys on the strongest units, and blanks behind the beaches that nobody holds."""
    w: World = s.data
    bare = [u for u in w.starters if u not in s.decoy_unit]
    bare.sort(key=lambda u: (-w.combat[u][0], u))
    for u in bare[: w.book.figures.decoys_on_units - covers(s)]:
        lay(s, place_of(s, u), u)
    held = survey(s).occupied[GERMAN]
    empty = members(w.beaches & ~held & ~w.dyke)
    wanted = blanks_of(w) - blanks(s)
    for i in range(wanted):
        lay(s, empty[i * len(empty) // wanted], -1)


# ------------------------------------------------------------------------------------------------- decoys


def covers(s: Position) -> int:
    return sum(u >= 0 for u in s.decoy_unit)


def blanks(s: Position) -> int:
    return sum(h >= 0 and u < 0 for h, u in zip(s.decoy_at, s.decoy_unit, strict=True))


def blanks_of(w: World) -> int:
    return w.decoys - w.book.figures.decoys_on_units


def lay(s: Position, h: int, u: int) -> None:
    """A decoy over a unit, or over a blank counter (-1)."""
    i = s.decoy_at.index(NOWHERE)
    s.decoy_at[i], s.decoy_unit[i] = h, u


def decoy_reasons(s: Position, step: Any, seat: str) -> Whys:
    if not decoys_hide(s):
        yield Why("31.7", lambda: "Decoys are not used in the place of hidden units.")


def cover_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[0]]
    name, ids, most = w.unit_names[u], (w.ids[u],), w.book.figures.decoys_on_units
    if w.side[u] != GERMAN or s.where[u] >= w.n:
        yield Why("31.7", lambda: f"{name} has not been set up on the map.", (), ids)
    elif u in s.decoy_unit:
        yield Why("31.7", lambda: f"{name} is under a decoy.", (), ids)
    elif covers(s) >= most:
        yield Why("31.7", lambda: f"{most} decoys cover units; no more may.", (), ids)


def do_cover(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    u = s.data.unit[args[0]]
    lay(s, s.where[u], u)


def blank_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    h, label, most = w.index[args[0]], args[0], blanks_of(w)
    if not (w.land & ~w.dyke) >> h & 1:
        yield Why("31.7", lambda: f"{label} is not a land hex where units stand.", (label,))
    elif blanks(s) >= most:
        yield Why("31.7", lambda: f"All {most} blank counters are on the map.", (label,))


def do_blank(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    lay(s, s.data.index[args[0]], -1)


COVER = Verb(
    "cover",
    do_cover,
    (Slot("unit", "piece", units, cover_reasons, prompt="Cover which unit with a decoy?"),),
    "31.7",
    "Cover with a decoy",
    reasons=decoy_reasons,
)
BLANK = Verb(
    "blank",
    do_blank,
    (Slot("hex", "place", labels, blank_reasons, prompt="Put a decoy with nothing under it in which hex?"),),
    "31.7",
    "Place a blank decoy",
    reasons=decoy_reasons,
)


# -------------------------------------------------------------------------------------------------- 31.8


def fills(s: Position, u: int, box: int) -> bool:
    """31.8: whether a unit can fill a box: coastal units only districts and free set-up (22.1, ruling 248)."""
    w: World = s.data
    return beach_box(w, box) or not w.coastal_units >> u & 1


def beach_box(w: World, box: int) -> bool:
    return box < len(DISTRICTS) or box == w.free_box


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


# ------------------------------------------------------------------------------------------------ the draft


def lacking(s: Position) -> Whys:
    """What the set-up still lacks."""
    w: World = s.data
    for u in w.starters:
        if not placed(s, u):
            yield Why("3.3", lambda u=u: f"{w.unit_names[u]} is not set up.", (), (w.ids[u],))  # type: ignore[misc]
    if decoys_hide(s):
        if covers(s) < w.book.figures.decoys_on_units:
            yield Why("31.7", lambda: f"{w.book.figures.decoys_on_units - covers(s)} more units are to be covered.")
        if blanks(s) < blanks_of(w):
            yield Why("31.7", lambda: f"{blanks_of(w) - blanks(s)} more blank decoys are to be placed.")


REST = Verb("rest", do_rest, (), "3.3", "Set up the rest for me", reasons=rest_reasons)


class GermanSetUp(Draft[Position], frozen=True):
    """3.3: the German player sets up first, in secret until he is done."""

    rule: ClassVar[str] = "3.3"
    done_label: ClassVar[str] = "Set-up complete"
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "place",
            do_place,
            (
                Slot("unit", "piece", units, place_unit, prompt="Set up which unit?"),
                Slot("hex", "place", labels, own_box_hex, own_box_hexes, prompt="In which hex?"),
            ),
            "3.3",
            "Set up",
        ),
        Verb(
            "hide",
            do_hide,
            (
                Slot("unit", "piece", units, hide_unit, prompt="Hide which unit?"),
                Slot("hex", "place", labels, own_box_hex, own_box_hexes, prompt="In which hex?"),
            ),
            "9.4",
            "Hide",
        ),
        COVER,
        BLANK,
        REST,
    )

    def seats(self, s: Position) -> tuple[str, ...]:
        return ("german",)

    def prompt(self, v: Position, seat: str) -> str:
        w: World = v.data
        left = sum(not placed(v, u) for u in w.starters)
        return f"Set up the German units: {left} are left." if left else "The German units are set up."

    def duties(self, v: Position, seat: str) -> Whys:
        return lacking(v)

    def commit(self, s: Position, ev: Events | None) -> None:
        decoys = sorted(zip(s.decoy_at, s.decoy_unit, strict=True), key=lambda pair: (pair[0] < 0, pair))
        s.decoy_at, s.decoy_unit = [h for h, _ in decoys], [u for _, u in decoys]
        for u in s.decoy_unit:
            if u >= 0:  # the map knows the decoy, not the unit under it (31.7, ruling 247)
                s.notes[u], s.where[u] = s.where[u], s.data.hidden
        if ev is not None:
            tell(s, ev)


class FreeGermanSetUp(GermanSetUp, frozen=True):
    """31.8: every box keeps its number of units, but any unit may fill it."""

    rule: ClassVar[str] = "31.8"
    verbs: ClassVar[tuple[Verb, ...]] = (
        box_verb("place", do_place_box, "Set up", open_box, "31.8"),
        box_verb("hide", do_hide_box, "Hide", hiding_box, "9.4"),
        box_verb("select", do_select, "Choose to hide", selecting_box, "9.4"),
        COVER,
        BLANK,
        REST,
    )


def tell(s: Position, ev: Events) -> None:
    """The log of the set-up, hex by hex: nobody learns in which order units were placed, nor what is secret."""
    w: World = s.data
    for u in sorted(w.starters, key=lambda u: (place_of(s, u), u)):
        label, name = w.labels[place_of(s, u)], w.unit_names[u]
        words = f"{name} is set up in {w.hex_name(place_of(s, u))}."
        if u in s.decoy_unit:
            words = f"{name} is under a decoy in {w.hex_name(place_of(s, u))}."
        elif s.where[u] == w.hidden:
            words = f"{name} is hidden in {w.hex_name(place_of(s, u))}."
        secret = s.where[u] == w.hidden
        said = Said(words=words, rule="3.3", places=(label,), pieces=(w.ids[u],))
        ev.add(said, only=("german",)) if secret else ev.add(said)
    hidden = [w.unit_names[u] for u in w.starters if s.where[u] == w.hidden]
    if hidden and not decoys_hide(s):
        ev.add(Said(words=f"Hidden: {', '.join(hidden)}.", rule="9.4"))
    for h in sorted({h for h in s.decoy_at if h >= 0}):
        ev.add(Said(words=f"A decoy is in {w.hex_name(h)}.", rule="31.7", places=(w.labels[h],)))


# --------------------------------------------------------------------------------------------- the sequence


class PrepareSetUp(Auto[Position], frozen=True):
    """Garrisons of cities have no choice (3.3); with free boxes nobody has a box yet (31.8)."""

    rule: ClassVar[str] = "3.3"

    def run(self, s: Position, ev: Events | None) -> None:
        w: World = s.data
        for u in w.starters:
            if free_boxes(s):
                s.box[u], s.bound[u] = -1, FREE
            elif w.box_hex[w.box_of[u]] >= 0:
                put(s, u, w.box_of[u], w.box_hex[w.box_of[u]])


class Reveal(Auto[Position], frozen=True):
    """3.7, 12.19: hidden units appear where they were noted; decoys and blanks come off (31.7)."""

    rule: ClassVar[str] = "3.7"

    def run(self, s: Position, ev: Events | None) -> None:
        w: World = s.data
        for h, u in zip(s.decoy_at, s.decoy_unit, strict=True):
            if h >= 0:
                under = f"{w.unit_names[u]} is" if u >= 0 else "Nothing is"
                pieces = (w.ids[u],) if u >= 0 else ()
                say(ev, f"{under} under the decoy in {w.hex_name(h)}.", "31.7", (w.labels[h],), pieces)
        s.decoy_at = [NOWHERE] * len(s.decoy_at)
        s.decoy_unit = [-1] * len(s.decoy_unit)
        for h, u in sorted((h, u) for u, h in enumerate(s.notes) if h >= 0):
            s.where[u], s.notes[u] = h, NOWHERE
            say(ev, f"{w.unit_names[u]} appears in {w.hex_name(h)}.", "3.7", (w.labels[h],), (w.ids[u],))


def opening(s: Position) -> list[Step[Position]]:
    """What comes before June I: the German set-up (3.3) and overstrength divisions (27.12, ruling 36)."""
    return [PrepareSetUp(), FreeGermanSetUp() if free_boxes(s) else GermanSetUp(), Strengthening()]


def landing_turn(s: Position, side: int) -> bool:
    """Whether this is the Allied turn of June I, which begins with the invasion (3.6, 3.8)."""
    w: World = s.data
    scenario = w.book.scenario[s.scenario]
    return side == ALLIED and scenario.setup == "june" and s.turn == w.turn_of[scenario.first]


# ---------------------------------------------------------------------------------------------- guessing


def imagine(s: Position, rng: random.Random) -> None:
    """Fills in what the Allied player does not know: where hidden units are, and what is under decoys."""
    w: World = s.data
    decoys = [i for i, h in enumerate(s.decoy_at) if h >= 0 and s.decoy_unit[i] < 0]
    rng.shuffle(decoys)
    for u in sorted(w.of_side[GERMAN], key=lambda u: area(s, u, s.box[u]).bit_count()):  # the pickiest first
        under = s.where[u] == w.unknown or (decoys_hide(s) and s.where[u] == w.hidden)
        if under and s.notes[u] < 0:
            i = next((i for i in decoys if can_be_under(s, u, s.decoy_at[i])), decoys[0])
            decoys.remove(i)
            s.decoy_unit[i] = u
            if s.where[u] == w.hidden:
                s.notes[u] = s.decoy_at[i]
            else:
                s.where[u] = s.decoy_at[i]
        elif s.where[u] == w.hidden and s.notes[u] < 0:
            s.notes[u] = rng.choice(open_hexes(s, u, s.box[u]) or members(area(s, u, s.box[u])))


def can_be_under(s: Position, u: int, h: int) -> bool:
    """Whether a unit can be under a decoy: in the hexes of its box during set-up, anywhere later (31.6)."""
    w: World = s.data
    return s.where[u] != w.hidden or bool(area(s, u, s.box[u]) >> h & 1)

# compiled as it stands
"""3.3, 9.4, 22.1, 31.8: where German units may be set up, who may be hidden, and the room that others need."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALPINE, DISTRICTS, FLOODED, World
from grognard.games.fortress_europa.rules.movement.stacking import stack_limit, stack_value, stackers, total_limit
from grognard.games.fortress_europa.rules.standing import facts, fill_box, freeze, put
from grognard.games.fortress_europa.rules.state import FREE, NOWHERE, Position, on, on_map
from grognard.kernel.rules import Why, Whys
from grognard.kernel.show.words import number_of
from grognard.maps import Mask, members

# ------------------------------------------------------------------------------------------ who and where


def placed(s: Position, u: int) -> bool:
    return on_map(s, u) or s.where[u] == s.data.hidden


def unplaced(s: Position) -> int:
    """The units that are still to be set up."""
    f = facts(s)
    return s.data.starting_units & ~f.on_map & ~f.at[s.data.hidden]


def place_of(s: Position, u: int) -> int:
    """The hex of a unit that has been set up, in the open or by note."""
    return s.notes[u] if s.notes[u] != NOWHERE else s.where[u]


def decoys_hide(s: Position) -> bool:
    """31.7: decoys take the place of hidden units."""
    return on(s, "decoys-for-hidden")


def free_boxes(s: Position) -> bool:
    """31.8: any unit may fill any box."""
    return on(s, "free-setup")


def area(s: Position, u: int, box: int) -> Mask:
    """Where a unit may stand that fills a box (3.3, 22.1, rulings 29, 32)."""
    w = s.data
    hexes = w.land & ~w.dyke
    if not w.mountain_units >> u & 1:
        hexes &= ~w.ground[ALPINE]
    if w.coastal_units >> u & 1:
        hexes &= w.beaches
    if 0 <= box < len(DISTRICTS):
        return hexes & w.districts[box]
    city = w.box_hex[box]
    return hexes & w.bit[city] if city != NOWHERE else hexes


Stacks = list[Mask]
"""The hexes with a unit that counts in its stack, those with a second one, with a third, and so on."""


def stacks(s: Position) -> Stacks:
    """The stacks of the units set up so far, hidden ones included (ruling 30); where that of a hidden unit is not
    known, it counts nowhere."""
    w, f = s.data, facts(s)
    counted = w.starting_units & stackers(s)
    found = piles(s, counted & f.on_map)
    hidden = counted & f.at[w.hidden]
    if hidden:
        found = found.copy()
        for u in members(hidden):
            if s.notes[u] != NOWHERE:
                pile(w, found, s.notes[u])
    return found


def piles(s: Position, units: int) -> Stacks:
    """The stacks of these units, which are on the map. They are kept: while a set-up grows, only those that have
    come since are looked at."""
    w, f = s.data, facts(s)
    known, found = (0, [0] * w.most_stacked) if f.piles is None else f.piles  # none since somebody left the map
    if known == units:
        return found
    found = found.copy()
    for u in members(units & ~known):
        pile(w, found, s.where[u])
    f.piles = units, found
    return found


def pile(w: World, found: Stacks, h: int) -> None:
    """One more unit that counts in a hex."""
    bit = w.bit[h]
    for number, hexes in enumerate(found):
        if not hexes & bit:
            found[number] |= bit
            return
    found.append(bit)


def full(s: Position, found: Stacks) -> Mask:
    """The hexes that hold no more units that count (6.1, 31.11)."""
    w = s.data
    wet = 0 if s.flooded else w.ground[FLOODED]
    closed = found[w.clear_limit - 1]
    for limit, hexes in w.limit_hexes:
        if limit:
            closed |= found[limit - 1] & hexes & ~wet
    return closed


def kept(s: Position, u: int, box: int, found: Stacks, among: Mask) -> Mask:
    """Hexes, with some of these among them, that are needed for units which can stand nowhere else and are still
    to be set up."""
    w = s.data
    counted = stackers(s)
    if not counted >> u & 1:
        return 0
    left = unplaced(s) & ~(1 << u)
    needs: list[tuple[Mask, int]] = []
    if free_boxes(s):
        slots = slots_left(s)
        slots[box] -= 1
        needs = [(box_ground(w, b), number) for b, number in enumerate(slots[: w.free_box])]
        needs.append((w.beaches, (left & w.coastal_units).bit_count()))
    else:
        for box_units, coast, dry in w.district_rooms:
            here = left & box_units
            if here:
                needs.append((coast, (here & w.coastal_units).bit_count()))
                needs.append((dry, here.bit_count()))
    closed = 0
    for ground, number in needs:
        if number and ground & among and room_in(s, ground, found) <= number:
            closed |= ground
    return closed


def room_in(s: Position, ground: Mask, found: Stacks) -> int:
    """How many more units these hexes hold."""
    room = total_limit(s, ground)
    for hexes in found:
        room -= (hexes & ground).bit_count()
    return room


def box_ground(w: World, box: int) -> Mask:
    """The hexes of a district or city box where every unit but a coastal one may stand."""
    return w.districts[box] & ~w.ground[ALPINE] if box < len(DISTRICTS) else w.bit[w.box_hex[box]]


def slots_left(s: Position) -> list[int]:
    """31.8: how many units each box still lacks."""
    w = s.data
    slots = list(w.box_sizes)
    for u in w.starters:
        if s.box[u] >= 0:
            slots[s.box[u]] -= 1
    return slots


def fills(s: Position, u: int, box: int) -> bool:
    """31.8: whether a unit can fill a box: coastal units only districts and free set-up (22.1, ruling 248)."""
    w = s.data
    return beach_box(w, box) or not w.coastal_units >> u & 1


def beach_box(w: World, box: int) -> bool:
    return box < len(DISTRICTS) or box == w.free_box


def open_hexes(s: Position, u: int, box: int, found: Stacks | None = None) -> Mask:
    """Where a unit may be set up now, with the stacks as they are or as they are given."""
    hexes = area(s, u, box)
    if not stack_value(s, u):
        return hexes
    if found is None:
        found = stacks(s)
    return hexes & ~kept(s, u, box, found, hexes) & ~full(s, found)


def why_not_there(s: Position, u: int, box: int, h: int) -> Whys:
    w = s.data
    label, name = w.labels[h], w.unit_names[u]
    found = stacks(s)
    value = stack_value(s, u)
    if not area(s, u, box) >> h & 1:
        yield outside(s, u, box, h)
    elif value and sum(hexes >> h & 1 for hexes in found) + value > stack_limit(s, h):
        most = number_of(stack_limit(s, h), "unit")
        yield Why("6.1", lambda: f"{w.hex_name(h)} holds {most} and is full (hidden units count).", (label,))
    elif kept(s, u, box, found, w.bit[h]):
        yield Why("3.3", lambda: f"{label} is needed for units other than {name}.", (label,))


def outside(s: Position, u: int, box: int, h: int) -> Why:
    """Why a hex is not in the area of a unit, which the box on its counter names (2.2)."""
    w = s.data
    label, name = w.labels[h], w.unit_names[u]
    city = w.box_hex[box]
    if not w.land >> h & 1:
        return Why("3.3", lambda: f"{label} is not a land hex of the map.", (label,))
    if w.dyke >> h & 1:
        return Why("8.7", lambda: f"No unit stands on the dyke, {label}.", (label,))
    if box < len(DISTRICTS) and not w.districts[box] >> h & 1:
        return Why("3.3", lambda: f"{name} belongs to the {w.district_names[box]}.", (label,))
    if city != NOWHERE and h != city:
        return Why("3.3", lambda: f"{name} is set up in {w.hex_name(city)}.", (label,))
    if w.coastal_units >> u & 1:
        return Why("22.1", lambda: f"{name} is set up in an invadable beach hex; {label} is not one.", (label,))
    return Why("8.4", lambda: f"{label} is alpine: only mountain units stand there.", (label,))


def put_in_box(s: Position, u: int, box: int, h: int) -> None:
    """A unit stands in the open."""
    fill_box(s, u, box)
    put(s, u, h)
    freeze(s, u, box if box < len(DISTRICTS) else FREE)


def note(s: Position, u: int, box: int, h: int, frozen: bool) -> None:
    """A unit is hidden; only the two of the districts stay frozen (9.4)."""
    w = s.data
    fill_box(s, u, box)
    put(s, u, w.hidden)
    s.notes[u] = h
    freeze(s, u, box if frozen else FREE)


# ------------------------------------------------------------------------------------------------- hiding


def hidden_in(s: Position, district: int) -> int:
    """The frozen unit of a district that is hidden, or -1 (9.4)."""
    w = s.data
    return next((u for u in w.starters if s.where[u] == w.hidden and s.bound[u] == district), -1)


def chosen_hidden(s: Position) -> list[int]:
    """Units hidden by choice: neither designated nor the frozen ones (ruling 31)."""
    w = s.data
    hidden = facts(s).at[w.hidden] & w.starting_units
    return [u for u in members(hidden) if s.bound[u] == FREE and s.box[u] != w.hidden_box]


def hiding_districts(w: World) -> list[int]:
    return [DISTRICTS.index(name) for name in w.book.hidden.frozen_in]


def stays_frozen(w: World, u: int) -> bool:
    """9.4: one of the two that may be hidden in their districts."""
    return bool(w.may_hide >> u & 1)


def why_not_hidden(s: Position, u: int) -> Whys:
    """3.3, 9.4: designated units are hidden, the two of the districts and a few others may be (ruling 31)."""
    w = s.data
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


def why_not_set_up(s: Position, u: int) -> Whys:
    w = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if w.box_of[u] < 0:  # 2.2: nothing or a circle on the counter
        yield Why("3.3", lambda: f"{name} is not set up at the start.", (), ids)
    elif placed(s, u):
        yield Why("3.3", lambda: f"{name} has been set up.", (), ids)

# compiled as it stands
"""3. Setting up: the German units, hidden ones by secret note (9.4), decoys (31.7), free choice of boxes (31.8), and
the moment when the hidden units appear (3.7, 12.19)."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, World
from grognard.games.fortress_europa.rules.domains import HEXES, UNITS
from grognard.games.fortress_europa.rules.forces.replacements import Strengthening
from grognard.games.fortress_europa.rules.movement.stacking import Overstacked, flooded_overfull
from grognard.games.fortress_europa.rules.setup.anybox import (
    box_verb,
    do_hide_box,
    do_place_box,
    do_select,
    hiding_box,
    open_box,
    selecting_box,
)
from grognard.games.fortress_europa.rules.setup.deploying import (
    chosen_hidden,
    decoys_hide,
    fills,
    free_boxes,
    note,
    open_hexes,
    place_of,
    placed,
    put_in_box,
    slots_left,
    stays_frozen,
    unplaced,
    why_not_hidden,
    why_not_set_up,
    why_not_there,
)
from grognard.games.fortress_europa.rules.standing import facts, fill_box, freeze, put, set_decoy, survey
from grognard.games.fortress_europa.rules.state import (
    FREE,
    NOWHERE,
    Position,
    on,
    on_map,
)
from grognard.games.fortress_europa.rules.telling import tell_changed, tell_placed
from grognard.kernel.rules import Auto, Draft, Events, Ints, Placed, Said, Slot, Step, Verb, Why, Whys
from grognard.maps import Mask, members

# ---------------------------------------------------------------------------------------------- the slots


def in_the_open(s: Position, step: GermanSetUp, seat: str, args: Ints) -> int:
    """Who can be set up on the map."""
    w = s.data
    return unplaced(s) if decoys_hide(s) else unplaced(s) & ~w.box_masks[w.hidden_box]


def by_note(s: Position, step: GermanSetUp, seat: str, args: Ints) -> int:
    """Who can be hidden."""
    w = s.data
    if decoys_hide(s):
        return 0
    who = w.box_masks[w.hidden_box] | w.may_hide
    if len(chosen_hidden(s)) < w.book.hidden.chosen:
        who |= w.hiding_units
    return unplaced(s) & who


def place_unit(s: Position, step: GermanSetUp, seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    found = list(why_not_set_up(s, u))
    if not found and s.box[u] == w.hidden_box and not decoys_hide(s):
        name = w.unit_names[u]
        found.append(Why("3.3", lambda: f"{name} is a hidden unit: note its hex instead.", (), (w.ids[u],)))
    yield from found


def hide_unit(s: Position, step: GermanSetUp, seat: str, args: Ints) -> Whys:
    u = args[0]
    found = list(why_not_set_up(s, u)) or list(why_not_hidden(s, u))
    yield from found


def own_box_hex(s: Position, step: GermanSetUp, seat: str, args: Ints) -> Whys:
    u, h = args
    yield from why_not_there(s, u, s.box[u], h)


def own_box_hexes(s: Position, step: GermanSetUp, seat: str, args: Ints) -> Mask:
    u = args[0]
    return open_hexes(s, u, s.box[u])


# ------------------------------------------------------------------------------------------ setting up


def do_place(s: Position, step: GermanSetUp, seat: str, args: Ints, ev: Events | None) -> None:
    u, h = args
    put_in_box(s, u, s.box[u], h)


def do_hide(s: Position, step: GermanSetUp, seat: str, args: Ints, ev: Events | None) -> None:
    u, h = args
    note(s, u, s.box[u], h, stays_frozen(s.data, u))


def do_rest(s: Position, step: GermanSetUp, seat: str, args: Ints, ev: Events | None) -> None:
    ready_made(s)


def rest_reasons(s: Position, step: GermanSetUp, seat: str) -> Whys:
    if not rest_left(s, step, seat):
        yield Why("3.3", lambda: "Every unit has been set up.")


def rest_left(s: Position, step: GermanSetUp, seat: str) -> bool:
    return next(lacking(s), None) is not None


def ready_made(s: Position) -> None:
    """Sets up all that is still to be set up, each unit in the hex suggested for it or as near as it may stand."""
    w = s.data
    left = unplaced(s)
    for u in (*members(left & w.coastal_units), *members(left & ~w.coastal_units)):
        box = w.box_of[u]
        if free_boxes(s) and not slots_left(s)[box]:
            box = box_with_room(s, u)
        suggest(s, u, box)
    if decoys_hide(s):
        cover_the_rest(s)


def box_with_room(s: Position, u: int) -> int:
    """31.8: a box for a unit whose own is full, if possible one that its own units do not fill."""
    w = s.data
    slots = slots_left(s)
    own = [sum(w.box_of[x] == box and not placed(s, x) for x in w.starters) for box in range(len(slots))]
    fits = [box for box, number in enumerate(slots) if number and fills(s, u, box) and open_hexes(s, u, box)]
    return min(fits, key=lambda box: (slots[box] <= own[box], box))


def suggest(s: Position, u: int, box: int) -> None:
    """Sets up a unit as near to where it is suggested as it may stand."""
    w = s.data
    wish = w.units[u].suggested
    goal = w.index[wish] if wish else w.box_hex[w.box_of[u]]
    may = open_hexes(s, u, box)
    h = goal
    if not may & w.bit[goal]:
        h = next(members(ring & may)[0] for ring in w.grid.steps.rings(w.bit[goal], w.grid.everything) if ring & may)
    if box == w.hidden_box and not decoys_hide(s):
        note(s, u, box, h, False)
    else:
        put_in_box(s, u, box, h)


def cover_the_rest(s: Position) -> None:
    """31.7: decoys on the strongest units, and blanks behind the beaches that nobody holds."""
    w = s.data
    bare = [u for u in w.starters if u not in s.decoy_unit]
    bare.sort(key=lambda u: (-w.combat[u][0], u))
    for u in bare[: w.book.figures.decoys_on_units - covers(s)]:
        lay(s, place_of(s, u), u)
    held = survey(s).occupied[GERMAN]
    empty = members(w.beaches & ~held)
    wanted = blanks_of(w) - blanks(s)
    for i in range(wanted):
        lay(s, empty[i * len(empty) // wanted], -1)


# ------------------------------------------------------------------------------------------------- decoys


def covers(s: Position) -> int:
    return sum(u >= 0 for u in s.decoy_unit)


def blanks(s: Position) -> int:
    return sum(h != NOWHERE and u < 0 for h, u in zip(s.decoy_at, s.decoy_unit, strict=True))


def blanks_of(w: World) -> int:
    return w.decoys - w.book.figures.decoys_on_units


def lay(s: Position, h: int, u: int) -> None:
    """A decoy over a unit, or over a blank counter (-1)."""
    set_decoy(s, s.decoy_at.index(NOWHERE), h, u)


def decoy_reasons(s: Position, step: GermanSetUp, seat: str) -> Whys:
    if not with_decoys(s, step, seat):
        yield Why("31.7", lambda: "Decoys are not used in the place of hidden units.")


def with_decoys(s: Position, step: GermanSetUp, seat: str) -> bool:
    return decoys_hide(s)


def cover_reasons(s: Position, step: GermanSetUp, seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    name, ids, most = w.unit_names[u], (w.ids[u],), w.book.figures.decoys_on_units
    if not on_map(s, u):
        yield Why("31.7", lambda: f"{name} has not been set up on the map.", (), ids)
    elif u in s.decoy_unit:
        yield Why("31.7", lambda: f"{name} is under a decoy.", (), ids)
    elif covers(s) >= most:
        yield Why("31.7", lambda: f"{most} decoys cover units; no more may.", (), ids)


def do_cover(s: Position, step: GermanSetUp, seat: str, args: Ints, ev: Events | None) -> None:
    u = args[0]
    lay(s, s.where[u], u)


def blank_reasons(s: Position, step: GermanSetUp, seat: str, args: Ints) -> Whys:
    w = s.data
    h, most = args[0], blanks_of(w)
    label = w.labels[h]
    if not (w.land & ~w.dyke) >> h & 1:
        yield Why("31.7", lambda: f"{label} is not a land hex where units stand.", (label,))
    elif blanks(s) >= most:
        yield Why("31.7", lambda: f"All {most} blank counters are on the map.", (label,))


def do_blank(s: Position, step: GermanSetUp, seat: str, args: Ints, ev: Events | None) -> None:
    lay(s, args[0], -1)


COVER = Verb(
    "cover",
    do_cover,
    (
        Slot(
            "unit",
            UNITS,
            cover_reasons,
            among=lambda s, *_: facts(s).on_map,
            prompt="Cover which unit with a decoy?",
        ),
    ),
    "31.7",
    "Cover with a decoy",
    reasons=decoy_reasons,
    may=with_decoys,
)
BLANK = Verb(
    "blank",
    do_blank,
    (
        Slot(
            "hex",
            HEXES,
            blank_reasons,
            among=lambda s, *_: s.data.land,
            prompt="Put a decoy with nothing under it in which hex?",
        ),
    ),
    "31.7",
    "Place a blank decoy",
    reasons=decoy_reasons,
    may=with_decoys,
)


# ------------------------------------------------------------------------------------------------ the draft


def lacking(s: Position) -> Whys:
    """What the set-up still lacks."""
    w = s.data
    for u in members(unplaced(s)):
        yield Why("3.3", lambda u=u: f"{w.unit_names[u]} is not set up.", (), (w.ids[u],))  # type: ignore[misc]
    if decoys_hide(s):
        if covers(s) < w.book.figures.decoys_on_units:
            yield Why("31.7", lambda: f"Units still to be covered: {w.book.figures.decoys_on_units - covers(s)}.")
        if blanks(s) < blanks_of(w):
            yield Why("31.7", lambda: f"Blank decoys still to be placed: {blanks_of(w) - blanks(s)}.")


REST = Verb("rest", do_rest, (), "3.3", "Set up the rest for me", reasons=rest_reasons, may=rest_left)


class GermanSetUp(Draft[Position], frozen=True):
    """3.3: the German player sets up first, in secret until he is done."""

    rule: ClassVar[str] = "3.3"
    done_label: ClassVar[str] = "Set-up complete"
    verbs: ClassVar[tuple[Verb[Position, GermanSetUp], ...]] = (
        Verb(
            "place",
            do_place,
            (
                Slot("unit", UNITS, place_unit, legal=in_the_open, prompt="Set up which unit?"),
                Slot("hex", HEXES, own_box_hex, legal=own_box_hexes, prompt="In which hex?"),
            ),
            "3.3",
            "Set up",
        ),
        Verb(
            "hide",
            do_hide,
            (
                Slot("unit", UNITS, hide_unit, legal=by_note, prompt="Hide which unit?"),
                Slot("hex", HEXES, own_box_hex, legal=own_box_hexes, prompt="In which hex?"),
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
        w = v.data
        left = sum(not placed(v, u) for u in w.starters)
        return f"Set up the German units: {left} to go." if left else "The German units are set up."

    def duties(self, v: Position, seat: str) -> Whys:
        return lacking(v)

    def commit(self, s: Position, ev: Events | None) -> None:
        decoys = sorted(zip(s.decoy_at, s.decoy_unit, strict=True), key=lambda pair: (pair[0] == NOWHERE, pair))
        for number, (h, u) in enumerate(decoys):
            set_decoy(s, number, h, u)
        for u in s.decoy_unit:
            if u >= 0:  # the map knows the decoy, not the unit under it (31.7, ruling 247)
                s.notes[u] = s.where[u]
                put(s, u, s.data.hidden)
        if ev is not None:
            tell(s, ev)


class FreeGermanSetUp(GermanSetUp, frozen=True):
    """31.8: every box keeps its number of units, but any unit may fill it."""

    rule: ClassVar[str] = "31.8"
    verbs: ClassVar[tuple[Verb[Position, GermanSetUp], ...]] = (
        box_verb("place", do_place_box, "Set up", open_box, "31.8"),
        box_verb("hide", do_hide_box, "Hide", hiding_box, "9.4"),
        box_verb("select", do_select, "Choose to hide", selecting_box, "9.4"),
        COVER,
        BLANK,
        REST,
    )


def tell(s: Position, ev: Events) -> None:
    """The log of the set-up, hex by hex: nobody learns in which order units were placed, nor what is secret."""
    w = s.data
    for u in sorted(w.starters, key=lambda u: (place_of(s, u), u)):
        label, name = w.labels[place_of(s, u)], w.unit_names[u]
        words = f"{name} is set up in {w.hex_name(place_of(s, u))}."
        if u in s.decoy_unit:
            words = f"{name} is under a decoy in {w.hex_name(place_of(s, u))}."
        elif s.where[u] == w.hidden:
            words = f"{name} is hidden in {w.hex_name(place_of(s, u))}."
        secret = s.where[u] == w.hidden
        piece = w.ids[u]
        told = Placed(
            piece=piece, how="set-up", words=words, rule="3.3", places=(label,), pieces=(piece,), side="german"
        )
        ev.add(told, only=("german",)) if secret else ev.add(told)
    hidden = [w.unit_names[u] for u in w.starters if s.where[u] == w.hidden]
    if not decoys_hide(s):
        ev.add(Said(words=f"Hidden: {', '.join(hidden)}.", rule="9.4"))
    for h in sorted(set(s.decoy_at) - {NOWHERE}):
        ev.add(Said(words=f"A decoy is in {w.hex_name(h)}.", rule="31.7", places=(w.labels[h],)))


# --------------------------------------------------------------------------------------------- the sequence


class PrepareSetUp(Auto[Position], frozen=True):
    """Garrisons of cities have no choice (3.3); with free boxes nobody has a box yet (31.8)."""

    rule: ClassVar[str] = "3.3"

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        for u in w.starters:
            if free_boxes(s):
                fill_box(s, u, -1)
                freeze(s, u, FREE)
            elif w.box_hex[w.box_of[u]] != NOWHERE:
                put_in_box(s, u, w.box_of[u], w.box_hex[w.box_of[u]])


class Reveal(Auto[Position], frozen=True):
    """3.7, 12.19: hidden units appear where they were noted; decoys and blanks come off (31.7)."""

    rule: ClassVar[str] = "3.7"

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        for h, u in zip(s.decoy_at, s.decoy_unit, strict=True):
            if h != NOWHERE:
                under = f"{w.unit_names[u]} is" if u >= 0 else "Nothing is"
                pieces = (w.ids[u],) if u >= 0 else ()
                tell_changed(
                    ev, "revealed", f"{under} under the decoy in {w.hex_name(h)}.", "31.7", (w.labels[h],), pieces
                )
        for number in range(len(s.decoy_at)):
            set_decoy(s, number, NOWHERE, -1)
        for h, u in sorted((h, u) for u, h in enumerate(s.notes) if h != NOWHERE):
            put(s, u, h)
            s.notes[u] = NOWHERE
            tell_placed(ev, w, u, "set-up", f"{w.unit_names[u]} appears in {w.hex_name(h)}.", "3.7", (w.labels[h],))
        if on(s, "flooding") and flooded_overfull(s, GERMAN):
            s.then(Overstacked(GERMAN, True))  # 31.11: opened over notes that counted with dry ground (ruling 251)


def opening(s: Position) -> list[Step[Position]]:
    """What comes before June I: the German set-up (3.3) and overstrength divisions (27.12, ruling 36)."""
    return [PrepareSetUp(), FreeGermanSetUp() if free_boxes(s) else GermanSetUp(), Strengthening()]


def landing_turn(s: Position, side: int) -> bool:
    """Whether this is the Allied turn of June I, which begins with the invasion (3.6, 3.8)."""
    w = s.data
    scenario = w.book.scenario[s.scenario]
    return side == ALLIED and scenario.setup == "june" and s.turn == w.turn_of[scenario.first]

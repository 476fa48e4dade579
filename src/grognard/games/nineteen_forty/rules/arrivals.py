# compiled as it stands
"""14. Reserves and reinforcements."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.nineteen_forty.data.world import ALLIED, BR, CH, FR, GERMAN, GERMANY, SEATS, SWITZERLAND
from grognard.games.nineteen_forty.rules.airborne import why_not_opening
from grognard.games.nineteen_forty.rules.movement import can_stay, note_overfull, overrun
from grognard.games.nineteen_forty.rules.stacking import no_room
from grognard.games.nineteen_forty.rules.state import (
    OPENING,
    Position,
    Survey,
    claim,
    facts,
    friendly,
    listener,
    survey,
    tell,
)
from grognard.kernel.rules import Choice, Events, Ints, Placed, Why, Whys
from grognard.maps import mask_of, members

RULES = {
    "german": "14 German Reserves ¶1",
    "allied": "14 French/British Reserves ¶1a",
    "swiss": "14 Swiss Reserves ¶1",
    "border": "14 Swiss Border Reserves ¶1",
}


def kind_of(s: Position, u: int) -> str:
    """Which reserve a unit belongs to: german, allied, swiss, or "" for none."""
    w = s.data
    entry, nation = w.entry[u], w.nation[u]
    if w.side[u] == GERMAN:
        if u == w.geb:  # in place of a reserve corps (ruling 91)
            return "german" if s.replaced >= 0 and w.entry[s.replaced] == "reserve" else ""
        return "german" if entry == "reserve" or u == w.air_landing else ""
    if nation == CH:
        return "swiss" if entry == "reserve" else ""
    # 14 Reinforcements ¶3: those of the Swiss border as any others
    return "allied" if entry in ("reserve", "swiss-border") and nation in (FR, BR) else ""


def quota_left(s: Position, kind: str) -> int:
    """How many reserves of a kind may still come this turn."""
    w = s.data
    r = w.book.reserves
    if kind == "german":
        return r.german_quota - s.came_german if s.turn >= r.german_from else 0
    if kind == "swiss":
        return r.swiss_quota - s.came_swiss if s.war & 1 << SWITZERLAND and s.turn > s.swiss_turn else 0
    # 14 Reinforcements ¶2: what does not come in the first impulse may come in the second
    if s.turn < r.allied_from or (s.turn == r.allied_from and s.impulse == 1):
        return 0  # 14 French/British Reserves ¶1a
    return r.allied_quota - s.came_allied


def why_no_quota(s: Position, kind: str) -> str:
    """Why no more reserves of a kind come now."""
    w = s.data
    r = w.book.reserves
    if kind == "german":
        if s.turn < r.german_from:
            return f"German reserves begin with turn {r.german_from}"
        most = r.german_quota
    elif kind == "swiss":
        if not s.war & 1 << SWITZERLAND:
            return "Swiss reserves come only after the invasion of Switzerland"
        if s.turn <= s.swiss_turn:
            return "Swiss reserves begin on the turn after the invasion"
        most = r.swiss_quota
    else:
        if s.turn < r.allied_from or (s.turn == r.allied_from and s.impulse == 1):
            return f"Allied reserves begin with turn {r.allied_from}, in its second impulse"
        most = r.allied_quota
    return f"{most} reserve{'s have' if most > 1 else ' has'} come this turn, and no more may"


def gathering_hexes(s: Position, around: Survey) -> int:
    """Where the next French or British reserve may appear (14 French/British Reserves ¶1b, ruling 86)."""
    w = s.data
    good = s.allied & ~around.zones[GERMAN]
    found = good & mask_of(w.gathering)
    in_paris, on_edge = fallbacks(s, around)
    if in_paris > 0:
        found |= good & w.paris
    if on_edge > 0:
        found |= w.reserve_edge & s.allied & ~around.occupied[GERMAN]
    return found


def fallbacks(s: Position, around: Survey) -> tuple[int, int]:
    """How many reserves may still appear in Paris, and how many over the west edge: one for each gathering point that
    is blocked, over the edge only as many as find no open hex in Paris (ruling 86)."""
    w = s.data
    points = mask_of(w.gathering)
    good = s.allied & ~around.zones[GERMAN]
    blocked = (points & ~good).bit_count()
    used = s.reserve_hexes & (w.paris | w.reserve_edge)
    left = blocked - used.bit_count()
    over_edge = blocked - (w.paris & good).bit_count() - (used & ~w.paris).bit_count()
    return left, min(left, over_edge)


def border_call(s: Position, u: int) -> bool:
    """Whether a Swiss Border unit may appear on the border now (ruling 89)."""
    w = s.data
    return s.swiss_call == 1 and s.side == ALLIED and w.entry[u] == "swiss-border"


def open_hexes(s: Position, u: int, around: Survey) -> int:
    """All hexes where a reserve unit may appear now, stacking aside."""
    w = s.data
    kind = kind_of(s, u)
    found = 0
    if kind and quota_left(s, kind) > 0:
        if kind == "german":
            found = w.own_cities[GERMANY] & s.german & ~around.zones[ALLIED]
        elif kind == "swiss":
            found = w.own_cities[SWITZERLAND] & s.allied & ~around.occupied[GERMAN]
        else:
            found = gathering_hexes(s, around)
    if border_call(s, u):
        found |= w.swiss_border & s.allied & ~around.occupied[GERMAN]
    return found & ~s.reserve_hexes  # 14 Reserves ¶1b


def reserve_places(s: Position, u: int) -> list[int]:
    return [h for h in members(open_hexes(s, u, survey(s))) if can_stay(s, u, h)]


def why_not_reserve(s: Position, u: int) -> Iterator[Why]:
    w = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    kind = kind_of(s, u)
    if w.side[u] != s.side:
        yield Why("14 Reserves ¶1a", lambda: f"{name} is not yours.", (), ids)
        return
    if not kind or s.where[u] != w.waiting:
        yield Why("14 Reserves ¶1a", lambda: f"{name} is not a reserve that waits to appear.", (), ids)
        return
    yield from why_not_opening(s)
    if quota_left(s, kind) <= 0 and not border_call(s, u):
        yield Why(RULES[kind], lambda: f"{why_no_quota(s, kind)}.", (), ids)
    elif not any(can_stay(s, u, h) for h in members(open_hexes(s, u, survey(s)))):
        yield Why(RULES[kind], lambda: f"There is no open hex where {name} may appear.", (), ids)


def reserve_unit_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    return why_not_reserve(s, args[0])


def reserve_units(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    return bringing(s)


def bringing(s: Position) -> int:
    """The reserves that can be brought now, as a set."""
    w = s.data
    kinds = ("german",) if s.side == GERMAN else ("allied", "swiss")
    called = s.side == ALLIED and s.swiss_call == 1
    if s.stage != OPENING or not (called or any(quota_left(s, kind) > 0 for kind in kinds)):
        return 0
    around = survey(s)
    found = 0
    opened_to: dict[tuple[str, bool], int] = {}
    for u in w.reserve_units[s.side]:
        if s.where[u] == w.waiting:
            key = (kind_of(s, u), border_call(s, u))
            if key not in opened_to:
                opened_to[key] = open_hexes(s, u, around)
            opened = opened_to[key]
            # an empty hex holds any of them
            if opened & ~around.occupied[s.side] or any(can_stay(s, u, h) for h in members(opened)):
                found |= 1 << u
    return found


def reserve_among(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    return open_hexes(s, args[0], survey(s))


def reserve_hex_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u, h = args[0], args[1]
    label = w.labels[h]
    if s.reserve_hexes >> h & 1:
        yield Why("14 Reserves ¶1b", lambda: f"A reserve has appeared in {label} this turn.", (label,))
    elif w.swiss_border >> h & 1 and w.entry[u] == "swiss-border" and not border_call(s, u):
        text = (
            f"{w.unit_names[u]} may appear there only in the first Allied impulse after the invasion of Switzerland."
        )
        yield Why(RULES["border"], lambda: text, (label,))
    elif not open_hexes(s, u, survey(s)) >> h & 1:
        name = w.unit_names[u]
        rule, why = _why_closed(s, u, h)
        yield Why(rule, lambda: f"{name} may not appear in {label}: {why}.", (label,))
    elif not can_stay(s, u, h):
        yield no_room(s, u, h)


def _why_closed(s: Position, u: int, h: int) -> tuple[str, str]:
    """What closes a hex to a reserve: the rule and words."""
    kind = kind_of(s, u)
    if border_call(s, u) and s.data.swiss_border >> h & 1:
        return RULES["border"], "it is not friendly territory"
    if quota_left(s, kind) <= 0:  # only the border is open to it now (ruling 89)
        return RULES[kind], why_no_quota(s, kind)
    rule = "14 French/British Reserves ¶1b" if kind == "allied" else RULES[kind]
    return rule, _why_not_here(s, u, h)


def _why_not_here(s: Position, u: int, h: int) -> str:
    """Words for what closes a hex to one of the reserves that may still come."""
    w = s.data
    around = survey(s)
    kind, side = kind_of(s, u), w.side[u]
    named = {
        "german": w.own_cities[GERMANY],
        "swiss": w.own_cities[SWITZERLAND],
        "allied": mask_of(w.gathering) | w.paris | w.reserve_edge,
    }[kind]
    what = {"german": "a German city", "swiss": "a Swiss city", "allied": "a gathering point"}[kind]
    if not named >> h & 1:
        return f"it is not {what}"
    if not friendly(s, side) >> h & 1:
        return "it is not friendly territory"
    on_edge = kind == "allied" and h not in w.gathering and not w.paris >> h & 1
    if around.zones[1 - side] >> h & 1 and kind != "swiss" and not on_edge:
        return "it is in an enemy zone of control"
    if kind == "allied" and h not in w.gathering:
        if on_edge and fallbacks(s, around)[0] > 0:
            return "the west edge stands in only for hexes of Paris that are blocked as well (ruling 86)"
        return "one reserve may come elsewhere for each gathering point that is blocked (ruling 86)"
    return "the enemy is there"


def do_reserve(s: Position, step: Choice[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u, h = args[0], args[1]
    kind = kind_of(s, u)
    on_border = border_call(s, u) and w.swiss_border >> h & 1  # none of these hexes is open to other reserves
    if kind == "allied" and not on_border and not (w.paris >> h & 1 or h in w.gathering):
        s.entered |= 1 << u  # it came over the map edge
        if survey(s).zones[GERMAN] >> h & 1:
            s.moved |= 1 << u  # rulings 64, 105
    s.where[u] = h
    s.reserve_hexes |= w.bit[h]
    if kind == "german":
        s.came_german += 1
    elif kind == "swiss":
        s.came_swiss += 1
    elif not on_border:
        s.came_allied += 1
    _appear(s, u, h, ev, RULES["border"] if on_border else RULES[kind])
    s.then(step)


def _appear(s: Position, u: int, h: int, ev: Events | None, rule: str) -> None:
    w = s.data
    effects = listener(ev)
    if w.side[u] == ALLIED:
        overrun(s, h, effects)
    claim(s, effects)
    if ev is not None:
        tell(
            ev,
            Placed(
                piece=w.ids[u],
                how="arrival",
                side=SEATS[w.side[u]],
                words=f"{w.unit_names[u]} appears in {w.hex_name(h)}.",
                rule=rule,
                places=(w.labels[h],),
                pieces=(w.ids[u],),
            ),
            effects,
        )
    note_overfull(s, h)


# ---------------------------------------------------------------------------------------- reinforcements


def why_not_entering(s: Position, u: int) -> Iterator[Why]:
    """14 Reinforcements ¶1, 22"""
    w = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if u not in w.reinforcements or s.where[u] != w.waiting:
        yield Why("14 Reinforcements ¶1", lambda: f"{name} is not a reinforcement that waits to enter.", (), ids)
        return
    if s.turn < w.reinforcements[u]:
        yield Why("22 Order of Appearance ¶1", lambda: f"{name} enters on turn {w.reinforcements[u]}.", (), ids)
    elif not any(can_stay(s, u, h) for h in members(entry_hexes(s))):
        yield Why("14 Reinforcements ¶1", lambda: "No hex of the west edge is open.", (), ids)


def entry_hexes(s: Position) -> int:
    w = s.data
    return w.west_edge & s.allied & ~survey(s).occupied[GERMAN]


def enter_unit_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    return why_not_entering(s, args[0])


def enter_units(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    return facts(s).entering(s)


def entry_places(s: Position, u: int) -> list[int]:
    return [h for h in members(entry_hexes(s)) if can_stay(s, u, h)]


def due(s: Position) -> int:
    """The reinforcements that wait and whose turn has come, as a set."""
    w = s.data
    where, waiting, turn = s.where, w.waiting, s.turn
    found = 0
    for u, when in w.reinforcements.items():
        if where[u] == waiting and turn >= when:
            found |= 1 << u
    return found


def enter_among(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    return entry_hexes(s)


def enter_hex_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u, h = args[0], args[1]
    label = w.labels[h]
    if not entry_hexes(s) >> h & 1:
        yield Why("14 Reinforcements ¶1", lambda: f"{label} is not a friendly hex of the west edge.", (label,))
    elif not can_stay(s, u, h):
        yield no_room(s, u, h)


def do_enter(s: Position, step: Choice[Position], seat: str, args: Ints, ev: Events | None) -> None:
    u, h = args[0], args[1]
    s.where[u] = h
    s.entered |= 1 << u
    if survey(s).zones[GERMAN] >> h & 1:
        s.moved |= 1 << u  # rulings 64, 105
    _appear(s, u, h, ev, "14 Reinforcements ¶1")
    s.then(step)

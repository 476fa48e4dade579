# compiled as it stands
"""21. Commandoes and rangers: raids from the sea."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, STORM
from grognard.games.fortress_europa.rules.domains import HEXES, UNITS, of_side
from grognard.games.fortress_europa.rules.landing.site import box_of, invadable, sites, why_no_site
from grognard.games.fortress_europa.rules.movement.districts import bounds, out_of_bounds
from grognard.games.fortress_europa.rules.movement.entering import RAID, entered
from grognard.games.fortress_europa.rules.standing import facts, put, survey
from grognard.games.fortress_europa.rules.state import Position
from grognard.games.fortress_europa.rules.telling import tell_placed
from grognard.kernel.rules import Events, Ints, Slot, Step, Verb, Why, Whys
from grognard.kernel.show import Preview, Reason
from grognard.maps import Mask, mask_of, members


def raids_allowed(s: Position) -> int:
    """21.2: two a game, none in the December scenarios (33.3.3, 33.4.4)."""
    w = s.data
    return w.book.scenario[s.scenario].raids


def why_no_raid(s: Position, step: Step[Position], seat: str) -> Whys:
    """What keeps everybody from raiding now."""
    if s.side != ALLIED:
        yield Why("21.2", lambda: "Only the Allied player raids, in his own turn.")
        return
    if s.weather == STORM:
        yield Why("21.10", lambda: "No raids are made in a Storm.")
    most = raids_allowed(s)
    if not s.raiding and s.raids >= most:
        w = s.data
        rule = w.scenario_rule(s.scenario, "raids")
        yield Why(rule, lambda: f"{s.raids} of {most} raids have been made." if most else "There are no raids here.")


def why_not_raiding(s: Position, u: int) -> Iterator[Why]:
    w = s.data
    name, ids, bit = w.unit_names[u], (w.ids[u],), 1 << u
    if not w.raiders & bit:
        yield Why("21.2", lambda: f"{name} is neither a commando nor a ranger unit.", (), ids)
    elif s.where[u] not in (w.england, w.africa) or not s.began & ~s.sailed & bit:
        yield Why(
            "21.2", lambda: f"{name} did not begin this turn in England or Africa, or has sailed since.", (), ids
        )
    elif (s.moved | s.stuck) & bit:
        yield Why("27.7", lambda: f"{name} may not move now.", (), ids)


def near_raid(s: Position) -> Mask:
    """21.2: where the raid of this impulse can go on: the same hexes, adjacent ones, or such as arrows join."""
    w = s.data
    held = mask_of(s.where[u] for u in members(s.raiding))
    near = held | mask_of(b for a, b in w.arrows if held >> a & 1)
    for h in members(held):
        near |= w.adjacent[h]
    return near


def why_not_raided(s: Position, u: int, h: int) -> Iterator[Why]:
    w = s.data
    label = (w.labels[h],)
    if found := list(why_no_site(s, h)):
        yield from found
        return
    if box_of(w, h) != s.where[u]:
        box = "Africa" if box_of(w, h) == w.africa else "England"
        yield Why("21.8", lambda: f"{w.hex_name(h)} can only be raided from {box}.", label)
    if (survey(s).occupied[GERMAN] & ~survey(s).doubtful) >> h & 1:  # 31.7
        yield Why("21.9", lambda: f"Raiders cannot land in {w.hex_name(h)}, where German units are.", label)
    if not bounds(s, u) >> h & 1:
        yield out_of_bounds(s, u, h)
    if s.raiding and not near_raid(s) >> h & 1:
        yield Why("21.2", lambda: f"{w.hex_name(h)} is not next to the hexes of this raid.", label)


# --------------------------------------------------------------------------------------------- the verb


def open_hexes(s: Position) -> Mask:
    """The hexes that raiders from one of the boxes could raid: `why_not_raided` as a set."""
    found = survey(s)
    hexes = sites(s) & ~(found.occupied[GERMAN] & ~found.doubtful)
    return hexes & near_raid(s) if s.raiding else hexes


def beside_box(s: Position, u: int) -> Mask:
    """21.8, 15.10: the coasts of the box in which a unit is, but for those from which it was expelled."""
    w = s.data
    return bounds(s, u) & (w.from_africa if s.where[u] == w.africa else ~w.from_africa)


def raid_hexes(s: Position, step: Step[Position], seat: str, args: Ints) -> Mask:
    return open_hexes(s) & beside_box(s, args[0])


def raid_unit_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    if found := list(why_not_raiding(s, u)):
        yield from found
    elif all(next(why_not_raided(s, u, h), None) is not None for h in members(invadable(s))):
        yield Why("21.2", lambda: f"{w.unit_names[u]} has no hex to raid.", (), (w.ids[u],))


def raid_hex_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    yield from why_not_raided(s, *args)


def _raiders(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    w, at = s.data, facts(s).at
    able = w.raiders & s.began & ~(s.sailed | s.moved | s.stuck)  # `why_not_raiding`
    england, africa = able & at[w.england], able & at[w.africa]
    if not england | africa:
        return 0
    hexes = open_hexes(s)
    found = (england if hexes & ~w.from_africa else 0) | (africa if hexes & w.from_africa else 0)
    return found & ~mask_of(u for u in members(found & s.expelled) if not hexes & beside_box(s, u))


def put_raider(s: Position, u: int, h: int, ev: Events | None) -> None:
    """A raider lands; the first of an impulse opens the raid (ruling 200)."""
    w = s.data
    if not s.raiding:
        s.raids += 1
    put(s, u, h)
    s.began &= ~(1 << u)
    s.raiding |= 1 << u
    s.landed |= 1 << u
    tell_placed(ev, w, u, "raid", f"{w.unit_names[u]} raids {w.hex_name(h)}.", "21.2", (w.labels[h],))


def do_raid(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    u, h = args
    s.then(step)
    put_raider(s, u, h, ev)
    entered(s, u, h, ev, RAID)


def draft_raid(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    """On the first turn raiders are placed with the invaders, before hidden units are revealed (3.6, ruling 36)."""
    u, h = args
    put_raider(s, u, h, ev)


def preview_raid(s: Position, step: Step[Position], seat: str, args: Ints) -> Preview:
    w = s.data
    u, h = args
    effects = [Reason("21.2", f"It is raid {s.raids + 1} of {raids_allowed(s)}.")] if not s.raiding else []
    words = f"{w.unit_names[u]} raids {w.hex_name(h)}."
    return Preview(words, effects=tuple(effects), places=(w.labels[h],))


SLOTS = (
    Slot("unit", UNITS, raid_unit_reasons, legal=_raiders, prompt="Which commandos or rangers raid?"),
    Slot("hex", HEXES, raid_hex_reasons, legal=raid_hexes, prompt="Which hex do they raid?"),
)
RAID_VERB = Verb(
    "raid",
    do_raid,
    SLOTS,
    "21.2",
    "Raid",
    reasons=why_no_raid,
    preview=preview_raid,
    may=of_side(ALLIED, why_no_raid),
)
RAID_PART = Verb("raid", draft_raid, SLOTS, "21.2", "Raid", reasons=why_no_raid, preview=preview_raid)

# compiled as it stands
"""5.1. Who can begin something in a move impulse, kept from one action to the next.

A march that nothing happens on changes nothing for others: what the rest of the side can do by land, rail, sea and
air follows from the ground, the enemy, and some numbers of the state (`frame_of`). So only those are asked again who
have come somewhere else or have done something since. Allied marches that come to the enemy or leave him bear on the
claims of nationalities (14.11) as well, and who keeps a harbor in a German zone is asked each time (18.7.4).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.nations import Claims, claims
from grognard.games.fortress_europa.rules.facts import UNKNOWN, Facts
from grognard.games.fortress_europa.rules.landing.airlift import lifted_among, may_lift
from grognard.games.fortress_europa.rules.landing.sea import may_sail, sailors_among
from grognard.games.fortress_europa.rules.movement.crossing import crossers_among
from grognard.games.fortress_europa.rules.movement.fuel import FREELY
from grognard.games.fortress_europa.rules.movement.movement import endangered_harbors, mask_at, movers_among, walkers
from grognard.games.fortress_europa.rules.movement.outlook import Outlook, outlook
from grognard.games.fortress_europa.rules.movement.rail import may_ride, riders
from grognard.games.fortress_europa.rules.standing import facts
from grognard.games.fortress_europa.rules.state import Position
from grognard.maps import mask_of


def by_unit_of(s: Position) -> tuple[int, ...]:
    """What actions change for their unit: looked at bit by bit."""
    return s.moved, s.slowed, s.mired, s.sailed, s.railed, s.stopped


def frame_of(s: Position, f: Facts) -> tuple[object, ...]:
    """What bears on many, besides what an outlook and claims follow from."""
    return (
        s.turn, s.impulse, s.weather, s.stuck, s.landed, s.pinned, s.flown, s.dropped, s.invaders, s.began, s.rebuilt,
        s.trespassing, s.driven_in, s.expelled, s.invaded, s.released, s.allied_rail, s.italy_open, s.airfields,
        s.friendly_beaches, s.evacuated, s.ports_asleep, s.belt_units, s.quick_units, s.armor_rolls,
        s.allied & s.data.harbors_and_cities, f.frozen, f.garrison, f.covered, f.decoys,
    )  # fmt: skip


Masks = tuple[int, int, int, int]
"""Who can move and who can try a river; who can go by rail, or by sea; who can be airlifted. The last two are UNKNOWN
while there is no train, no passage or no airlift for anybody."""


Openings: TypeAlias = (
    "tuple[Outlook, Claims | None, tuple[object, ...], tuple[int, ...], tuple[tuple[int, int], ...], Masks]"
)
"""What the masks follow from, but for where units stand: the ground, claims, `frame_of`, `by_unit_of` and who has
tried a river; and the masks."""


def openings(s: Position) -> Masks:
    """Who of the moving side can begin what."""
    w, f, ground = s.data, facts(s), outlook(s)
    known = claims(s) if s.side == ALLIED else None
    frame, by_unit = frame_of(s, f), by_unit_of(s)
    mine, lasts = w.side_mask[s.side], lasting(s)
    kept = f.openings if lasts else None
    if kept is None or kept[0] is not ground or kept[2] != frame:
        asked = on_foot = mine
        walk, cross, other, lift = 0, 0, UNKNOWN, UNKNOWN
    else:
        asked = f.shifted
        _, claimed, _, before, tried, (walk, cross, other, lift) = kept
        for i in range(len(by_unit)):
            if by_unit[i] is not before[i]:
                asked |= by_unit[i] ^ before[i]
        if tried is not s.tried:
            asked |= mask_of(u for u, _ in s.tried + tried)
        if known is not None:
            asked |= mask_at(f.at, endangered_harbors(s))
        asked &= mine
        on_foot = asked if claimed is known else mine
    still = asked & ~(s.moved & f.on_map)
    if on_foot:
        walk &= ~on_foot
        cross &= ~on_foot
        able = on_foot & ~s.moved
        if able:
            able &= walkers(s)
            walk |= movers_among(s, able)
            if s.bridges_down:
                cross |= crossers_among(s, able)
    if s.side == GERMAN:
        other = _renewed(s, other, asked, still, riders) if may_ride(s) else UNKNOWN
    else:  # who has moved can go by sea (11.3)
        other = _renewed(s, other, asked, asked, sailors_among) if may_sail(s) else UNKNOWN
    lift = _renewed(s, lift, asked, still, lifted_among) if may_lift(s) else UNKNOWN
    masks = (walk, cross, other, lift)
    f.openings = (ground, known, frame, by_unit, s.tried, masks) if lasts else None
    f.shifted = 0
    return masks


def _renewed(s: Position, known: int, asked: int, again: int, find: Callable[[Position, int], int]) -> int:
    """Who can do something: as it is known, but for those who are asked, of whom some may still do it."""
    if known == UNKNOWN:
        return find(s, s.data.side_mask[s.side])
    known &= ~asked
    return known | find(s, again) if again else known


def lasting(s: Position) -> bool:
    """Whether no option lets what one unit does bear on others: fuel (31.14), the Funnies (31.16), Jersey (31.5)."""
    return s.fuel_limit == FREELY and not s.options & s.data.bearing_options

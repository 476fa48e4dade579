# compiled as it stands
"""7.2 Resolving an attack from the air, shared by the Luftwaffe, E-boats, interdiction and the RAF bombers."""

from __future__ import annotations

from grognard.games.spoiled_victory.data.world import (
    CHANNEL_ROW,
    COMBAT_ROW,
    ELIMINATED,
    EVACUEE,
    EVACUEE_ROW,
    HIT,
    SUPPRESSED,
    Card,
    Data,
)
from grognard.games.spoiled_victory.rules.cards import event_card
from grognard.games.spoiled_victory.rules.state import State, eliminate, hit, marsh
from grognard.kernel.rules import Events
from grognard.kernel.show import Modifier


def air_modifiers(s: State, space: int) -> list[Modifier]:
    """What changes a Luftwaffe roll against a target in this space (7.2)."""
    return modifiers_over(s.data, space, bool(marsh(s) >> space & 1), s.turn, event_card(s))


def modifiers_over(d: Data, space: int, soft: bool, turn: int, event: Card) -> list[Modifier]:
    """The same by what it follows from: whether the space is a Marsh, the turn and its event."""
    out = []
    if d.town >> space & 1:
        out.append(Modifier(d.drm_town, "Town", "7.2a"))
    if soft:
        out.append(Modifier(d.drm_marsh, "Marsh", "7.2b"))
    if d.night[turn]:
        out.append(Modifier(d.drm_night, "Night", "7.2c-night"))
    if event.air_drm:
        out.append(Modifier(event.air_drm, event.title, "7.2c-event"))
    return out


def air_drm(s: State, space: int) -> int:
    """The sum of `air_modifiers`."""
    d = s.data
    drm = event_card(s).air_drm
    if d.town >> space & 1:
        drm += d.drm_town
    if marsh(s) >> space & 1:
        drm += d.drm_marsh
    return drm + d.drm_night if d.night[s.turn] else drm


def table_total(total: int) -> int:
    """Over 12 reads as 12 (7.2), below the table as its first row (ruling 9)."""
    return min(12, max(0, total))


def air_row(s: State, unit: int) -> int:
    """The row of a target: evacuee at sea, other evacuee, Combat unit (7.2)."""
    if s.data.nation[unit] != EVACUEE:
        return COMBAT_ROW
    return CHANNEL_ROW if s.loc[unit] >= s.data.sea_from else EVACUEE_ROW


def suffer(s: State, unit: int, result: int, ev: Events | None, rule: str, cause: str) -> None:
    """Apply a result to an Allied unit (7.2, ruling 11)."""
    if result == SUPPRESSED:
        s.suppressed |= 1 << unit
    elif result == HIT:
        s.suppressed |= 1 << unit  # one that is removed by the Hit leaves every list
        hit(s, unit, ev, rule, cause)
    elif result == ELIMINATED:
        eliminate(s, unit, ev, rule, cause)

"""What can be in no position: checked when one is read, and after every action of a fuzzed game."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, GERMAN
from grognard.games.fortress_europa.rules.air.air import in_play
from grognard.games.fortress_europa.rules.movement.movement import partly_moved
from grognard.games.fortress_europa.rules.movement.stacking import Overstacked, overfull
from grognard.games.fortress_europa.rules.standing import build, facts, same, survey
from grognard.games.fortress_europa.rules.state import (
    FIRST_MOVE,
    FREE,
    IDLE,
    LOST,
    NOWHERE,
    SECOND_COMBAT,
    SECOND_MOVE,
    SPENT,
    Position,
)
from grognard.games.fortress_europa.rules.supply.ports import capacity, mulberry_value, port_value
from grognard.kernel.show import Reason
from grognard.maps import mask_of, members


def broken(s: Position) -> Iterator[Reason]:
    """Everything that is wrong."""
    yield from _facts(s)
    yield from _units(s)
    yield from _one_place(s)
    yield from _overstrength(s)
    yield from _decoys(s)
    yield from _aircraft_and_ships(s)
    yield from _numbers(s)
    if s.phase in (FIRST_MOVE, SECOND_MOVE):
        yield from _under_way(s)
    if not FIRST_MOVE <= s.phase <= SECOND_COMBAT:
        yield from _stacks(s)
        yield from _ground(s)
        yield from _capacity(s)


def _facts(s: Position) -> Iterator[Reason]:
    if s.facts is not None and not same(s.facts, build(s.bare())):
        yield Reason("7.1", "What is known of who stands where is not what a new look gives.")


def _units(s: Position) -> Iterator[Reason]:
    w = s.data
    for u, h in enumerate(s.where):
        name = w.unit_names[u]
        if h < w.n and not w.land >> h & 1:
            yield Reason("8.6", f"{name} is in {w.labels[h]}, which is no land hex.", (w.labels[h],))
        if s.bound[u] != FREE and (s.released or w.side[u] != GERMAN):
            yield Reason("9.1", f"{name} is frozen although all units are released, or it is not German.")
        if s.face[u] and not w.back[u]:
            yield Reason("2.8", f"{name} shows a back that it does not have.")
        if s.notes[u] != NOWHERE and h != w.hidden:
            yield Reason("3.3", f"{name} is in a secret note but not hidden.")


def _under_way(s: Position) -> Iterator[Reason]:
    """5.4: who has spent movement has moved, come by sea, or been held up at a river."""
    w = s.data
    known = s.moved | partly_moved(s) | ~facts(s).on_map
    for u in members(mask_of(u for u, spent in enumerate(s.spent) if spent) & ~known):
        yield Reason("5.4", f"{w.unit_names[u]} has spent movement and has not moved.")


def _one_place(s: Position) -> Iterator[Reason]:
    """A counter has one place by its nature; two counters that stand for the same unit are not both in play."""
    w = s.data
    out = (w.aside, w.removed, w.destroyed, w.withdrawn)
    whole, parts = s.where[w.landing_armor], [u for u in w.parts_of_79th if s.where[u] not in out]
    if parts and whole not in out:
        yield Reason("27.11", f"{w.unit_names[parts[0]]} is in play beside the 79th.")
    for early, late in w.late.items():
        if s.where[late] not in (w.aside, w.removed) and s.where[early] not in (w.removed, w.withdrawn):
            yield Reason("28.5", f"Two counters of {w.unit_names[early]} are in use.")
    german, allied = w.side_mask
    at = facts(s).at
    foreign = german & (at[w.england] | at[w.africa] | at[w.exited]) | allied & (at[w.due] | at[w.hidden])
    for u in members(foreign):
        yield Reason("26.3", f"{w.unit_names[u]} lies in a box of the other side.")
    for words, units in (
        ("has dropped", s.dropped), ("invades", s.invaders), ("raids", s.raiding), ("trespasses", s.trespassing),
    ):  # fmt: skip
        for u in members(units & ~facts(s).on_map):
            yield Reason("5.1", f"{w.unit_names[u]} {words} and is not on the map.")
    for u in members(s.began & ~(facts(s).on_map | at[w.england] | at[w.africa])):
        yield Reason(
            "20.10", f"{w.unit_names[u]} could fly or land from where it began its turn, and is not in play."
        )


def _overstrength(s: Position) -> Iterator[Reason]:
    """27.12: an 8-4 in play stands for a division that lies aside, one for one."""
    w = s.data
    out = (w.aside, w.removed)
    for big, division in zip(w.overstrength, s.overstrength, strict=True):
        if (division != NOWHERE) != (s.where[big] not in out):
            yield Reason("27.12", f"{w.unit_names[big]} stands for nobody, or for somebody while it is not in play.")
        elif division != NOWHERE and s.where[division] != w.aside:
            yield Reason("27.12", f"{w.unit_names[division]} is in play beside the counter that stands for it.")
    standing = [division for division in s.overstrength if division != NOWHERE]
    if len(set(standing)) < len(standing):
        yield Reason("27.12", "Two counters stand for one division.")


def _decoys(s: Position) -> Iterator[Reason]:
    """31.6, 31.7: a decoy lies where the unit under it is, or is noted."""
    w = s.data
    for h, u in zip(s.decoy_at, s.decoy_unit, strict=True):
        if u < 0:
            continue
        if h == NOWHERE or h not in (s.where[u], s.notes[u]):
            yield Reason("31.6", f"The decoy over {w.unit_names[u]} is not where the unit is.")


def _aircraft_and_ships(s: Position) -> Iterator[Reason]:
    w = s.data
    aimed = (w.mission["bridges"], w.mission["ground-support"])
    for a, (plane, mission) in enumerate(zip(w.aircraft, s.mission, strict=True)):
        if not SPENT <= mission < len(w.missions):
            yield Reason("17.9.1", f"{plane.name} flies a mission that there is not.")
        elif mission != IDLE and not in_play(s, a):
            yield Reason("17.6", f"{plane.name} flies and is not in use.")
        elif s.target[a] != -1 and mission not in (*aimed, SPENT):
            yield Reason("17.10.4", f"{plane.name} is aimed at something and flies no mission that aims.")
    for ship, spot in zip(w.ships, s.ship_at, strict=True):
        if not LOST <= spot < len(w.sea_spots):
            yield Reason("19.1", f"{ship.name} lies where there is no sea.")
    if 0 < s.ship_at.count(LOST) < len(s.ship_at):
        yield Reason("19.8", "Some naval units have been withdrawn and others not.")


def _numbers(s: Position) -> Iterator[Reason]:
    """Tracks and counts within their bounds."""
    w = s.data
    book, scenario = w.book, w.book.scenario[s.scenario]
    for name, factors in zip(w.pools, s.pools, strict=True):
        if factors < 0:
            yield Reason("27.3", f"There are {factors} {name} factors.")
    for port, damage in zip(w.ports, s.port_damage, strict=True):
        if not 0 <= damage <= port.capacity:
            yield Reason("18.7.8", f"The damage of {port.place} is {damage}.")
    for mulberry, damage in zip(w.mulberries, s.mulberry_damage, strict=True):
        if not 0 <= damage <= mulberry.capacity:
            yield Reason("29.5", f"The damage of {mulberry.name} is {damage}.")
    for rule, words, number, most in (
        ("21.2", "raids", s.raids, scenario.raids),
        ("20.4", "Allied drops", s.allied_drops, scenario.allied_drops),
        ("20.5", "German drops", s.german_drops, scenario.german_drops),
        ("20.11", "German airlifts", s.german_lifts, book.airborne.german_airlifts),
        ("12.2", "invasions", s.invasions, book.landing.invasions),
        ("17.7", "German aircraft of this month", s.tac_left, len(w.aircraft)),
        ("17.7.1", "points of fuel", s.fuel_reserve, book.advanced_air.fuel_most),
    ):
        if not 0 <= number <= most:
            yield Reason(rule, f"There are {number} {words}, and at most {most} can be.")


def _stacks(s: Position) -> Iterator[Reason]:
    """6.3: outside of impulses no hex holds too many, unless it is being put right, or Volkssturm came (25.3)."""
    w = s.data
    if any(isinstance(step, Overstacked) for step in s.stack):
        return
    for side in (GERMAN, ALLIED):
        for h in overfull(s, side):
            if not facts(s).at[h] & w.volkssturm:
                yield Reason("6.3", f"{w.hex_name(h)} holds too many units.", (w.labels[h],))


def _ground(s: Position) -> Iterator[Reason]:
    """Outside of impulses the sides stand apart, each on its own ground (30.2), and nobody where he may not be; but a
    train that aircraft hit stays where it is, in the Alps too (10.5, 17.10.1)."""
    w = s.data
    german, allied = facts(s).occupied
    climbers = mask_of(s.where[u] for u in members(w.mountain_units))
    for rule, words, hexes in (
        ("20.8", "holds units of both sides", german & allied),
        ("30.2", "is Allied and holds German units", german & s.allied),
        ("30.2", "is German and holds Allied units", allied & ~s.allied),
        ("16.3", "is an intact fortress under Allied units", allied & w.fortresses & ~s.ruined),
        ("11.4B", "is a friendly beach that is German", s.friendly_beaches & german),
        ("8.7", "is the dyke and holds units", (german | allied) & w.dyke),
        ("8.4", "is alpine and holds no mountain unit", (german & ~w.rail | allied) & w.ground[ALPINE] & ~climbers),
        ("29.4", "has a mulberry and holds German units", german & mask_of({*s.mulberry_at} - {NOWHERE, LOST})),
    ):
        for h in members(hexes):
            yield Reason(rule, f"{w.hex_name(h)} {words}.", (w.labels[h],))


def _capacity(s: Position) -> Iterator[Reason]:
    """18.7.3: supply capacity is what a plain count of harbours and units gives."""
    counted = plain_capacity(s)
    if capacity(s) != counted:
        yield Reason("18.7.3", f"Supply capacity is {capacity(s)}, and a count gives {counted}.")


def plain_capacity(s: Position) -> int:
    """The count without any set that is carried along: hex by hex and unit by unit."""
    w = s.data
    # Boxes are no hexes: who lies in one is in no harbour and blocks none.
    standing = [mask_of(s.where[u] for u in units) for units in w.of_side]
    zones = survey(s.bare()).zones[GERMAN]
    total = 0
    for p, h in enumerate(w.port_hex):
        bit = w.bit[h]
        works = s.allied & bit and not standing[GERMAN] & (bit | w.port_passage[p]) and not s.ports_asleep >> p & 1
        if works and (standing[ALLIED] & bit or not zones & bit):
            total += port_value(s, p)
    passage = {w.port_hex[p]: hexes for p, hexes in enumerate(w.port_passage)}
    for m, h in enumerate(s.mulberry_at):
        blocked = standing[GERMAN] & passage.get(h, 0)  # 11.4C, ruling 103
        if h not in (NOWHERE, LOST) and not blocked and (standing[ALLIED] >> h & 1 or not zones >> h & 1):
            total += mulberry_value(s, m)
    free = w.raiders | s.by_air
    return total - sum(
        w.side[u] == ALLIED and (h < w.n or h == w.exited) and not free >> u & 1 for u, h in enumerate(s.where)
    )

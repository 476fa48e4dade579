# compiled as it stands
"""18.7. Supply capacity: what ports and mulberries give, who counts against it, and what that lets land.

Capacity is never kept but always counted: working harbours less the units that count (18.7.3, ruling 174). So every
change of 18.7.2 has its effect at once (18.7.12).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from grognard.games.fortress_europa import exhibits
from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.standing import allied_hexes, facts, survey, units_of
from grognard.games.fortress_europa.rules.state import LOST, NOWHERE, Position, invasion_now, on_map
from grognard.games.fortress_europa.rules.telling import tell_changed, tell_taken
from grognard.kernel.rules import Auto, Chance, Dice, Distribution, Events, Outcome, Rolled, Why
from grognard.maps import Mask, mask_of, members

INFANTRY = frozenset(("infantry", "mountain", "paratroop", "glider", "glider-mountain"))
"""Who repairs harbours (ruling 179)."""


class Harbour(NamedTuple):
    """A port or mulberry that works for the Allies."""

    name: str
    hex: int
    value: int
    """The units that it can supply now (18.2)."""
    mediterranean: bool
    port: int
    mulberry: int
    """The number of the port or of the mulberry, the other one being -1."""


# ----------------------------------------------------------------------------------------- harbours


def port_value(s: Position, p: int) -> int:
    w = s.data
    return w.port_capacity[p] - s.port_damage[p]


def mulberry_value(s: Position, m: int) -> int:
    w = s.data
    return w.mulberries[m].capacity - s.mulberry_damage[m]


def passage_open(s: Position, p: int) -> bool:
    """Whether no German unit blocks the water below an inland port (7.4, 11.4C, 11.8, 12.5, 18.8, rulings 87, 88)."""
    return not s.data.port_passage[p] & survey(s).occupied[GERMAN]


def friendly_port(s: Position, p: int) -> bool:
    """11.8: the Allies were last in it, and a unit of theirs is there or no German zone reaches it (18.7.11)."""
    w = s.data
    return bool(allied_hexes(s) >> w.port_hex[p] & 1) and not survey(s).occupied[GERMAN] >> w.port_hex[p] & 1


def friendly_mulberry(s: Position, m: int) -> bool:
    """A mulberry on the map; in a German zone only with an Allied unit in it (11.8)."""
    at = s.mulberry_at[m]
    if at in (NOWHERE, LOST):
        return False
    found = survey(s)
    return not (found.zones[GERMAN] & ~found.occupied[ALLIED]) >> at & 1


def mulberry_works(s: Position, m: int) -> bool:
    """Whether a mulberry can be used now: in an inland port it lies behind the same water as the port (11.4C, 18.8,
    ruling 103)."""
    return friendly_mulberry(s, m) and bool(unblocked(s, s.data.bit[s.mulberry_at[m]]))


def working_ports(s: Position) -> list[int]:
    """The ports whose capacity can be used now (18.7.11, 18.8, 20.16, 21.4)."""
    port_at = s.data.port_at
    return sorted([port_at[h] for h in members(working(s))])


def working(s: Position) -> Mask:
    """Their hexes."""
    w = s.data
    held = unblocked(s, w.port_hexes & allied_hexes(s) & ~survey(s).occupied[GERMAN])
    for p in members(s.ports_asleep):
        held &= ~w.bit[w.port_hex[p]]
    return held


def unblocked(s: Position, ports: Mask) -> Mask:
    """Those of these hexes of ports of which the `passage_open`."""
    w, foes = s.data, survey(s).occupied[GERMAN]
    for h in members(ports & w.inland_ports):
        if w.port_passage[w.port_at[h]] & foes:
            ports ^= w.bit[h]
    return ports


def harbour_hexes(s: Position) -> Mask:
    """The hexes of all `harbours`, damaged ones too (18.7.9)."""
    return working(s) | mask_of([h for m, h in enumerate(s.mulberry_at) if mulberry_works(s, m)])


def harbours(s: Position) -> list[Harbour]:
    """All ports and mulberries whose capacity can be used now."""
    w = s.data
    ports = [
        Harbour(w.ports[p].place, w.port_hex[p], port_value(s, p), w.port_med[p], p, -1) for p in working_ports(s)
    ]
    mulberries = [
        Harbour(m.name, s.mulberry_at[i], mulberry_value(s, i), bool(w.from_africa >> s.mulberry_at[i] & 1), -1, i)
        for i, m in enumerate(w.mulberries)
        if mulberry_works(s, i)
    ]
    return ports + mulberries


# ----------------------------------------------------------------------------------------- capacity


def counts(s: Position, u: int) -> bool:
    """Whether a unit counts against supply capacity (18.7.14, 20.15, 21.1, 31.15, ruling 175)."""
    w = s.data
    if w.side[u] != ALLIED or (w.raiders | s.by_air) >> u & 1:
        return False
    return on_map(s, u) or s.where[u] == w.exited


def counted(s: Position) -> int:
    """All units that count."""
    w = s.data
    f = facts(s)
    return (f.on_map | f.at[w.exited]) & w.side_mask[ALLIED] & ~(w.raiders | s.by_air)


def capacity(s: Position) -> int:
    """18.7.3: harbours less units in Europe; below zero if there are too many units. So landing takes (18.7.2A) and
    leaving gives (18.7.2B), and ports and mulberries add what they are worth (18.7.2C, 18.7.2D)."""
    total = -counted(s).bit_count()
    for p in working_ports(s):
        total += port_value(s, p)
    for m in range(len(s.mulberry_at)):
        if mulberry_works(s, m):
            total += mulberry_value(s, m)
    return total


def start_of_turn(s: Position) -> None:
    """Capacity as the Allied player turn begins decides what may land in it (18.7.6, 18.7.7). In the first invasion
    it is set only when the second impulse ends (18.7.1)."""
    s.capacity_start = 0 if invasion_now(s) else capacity(s)


def why_not_landing(s: Position, u: int) -> Iterator[Why]:
    """What supply capacity has against a unit's landing by sea (18.7.4, 18.7.6, 18.7.7, rulings 177, 178)."""
    w = s.data
    left = capacity(s)
    if s.capacity_start < 0:
        yield Why("18.7.7", lambda: "Supply capacity was below zero as the turn began: no unit lands this turn.")
    elif s.capacity_start == 0 and left <= 0:
        yield Why(
            "18.7.6",
            lambda: "Supply capacity was zero as the turn began: a unit lands only in place of one that has left.",
        )
    elif left < 1 and not w.raiders >> u & 1:
        yield Why("18.7.4", lambda: f"Supply capacity is {left}: the continent can carry no more units.")


def why_not_ashore(s: Position, u: int) -> Iterator[Why]:
    """18.7.4 in the second invasion: its units count as they land, and may not bring capacity below zero; a mulberry
    that is still to come gives nothing yet (ruling 301)."""
    w = s.data
    if s.turn == w.turn_of[w.book.landing.first] or w.raiders >> u & 1 or starts_anew(s):
        return
    if capacity(s) < 1:
        yield Why("18.7.4", lambda: "Supply capacity is used up: one more unit would bring it below zero.")


def starts_anew(s: Position) -> bool:
    """12.18: the first invasion failed, and nobody but raiders, who never count (21.1), is ashore who has not come
    this turn: so the second one is like a first, whose capacity is set when the turn's second impulse ends (18.7.1,
    ruling 301)."""
    w = s.data
    return s.first_failed and not facts(s).on_map & w.side_mask[ALLIED] & ~(s.ashore | s.flown | w.raiders)


def why_no_drop(s: Position) -> Iterator[Why]:
    """What supply capacity has against a drop (18.7.6, 18.7.7): nothing in an invasion, nor if nobody is ashore, nor
    between a first invasion that failed and the second (12.18)."""
    if invasion_now(s) or not facts(s).occupied[ALLIED] or (s.first_failed and s.invasions == 1):
        return
    if s.capacity_start < 0:
        yield Why("18.7.7", lambda: "Supply capacity was below zero as the turn began: no drop.")
    elif s.capacity_start == 0:
        yield Why("18.7.6", lambda: "Supply capacity was zero as the turn began: no drop.")


def why_no_lift(s: Position, u: int) -> Iterator[Why]:
    """What supply capacity has against an airlift from England or Africa into Europe (18.7.4, 18.7.6, 18.7.7)."""
    if s.capacity_start < 0:
        yield Why("18.7.7", lambda: "Supply capacity was below zero as the turn began: no airlift into Europe.")
    elif s.capacity_start == 0:
        yield Why("18.7.6", lambda: "Supply capacity was zero as the turn began: no airlift into Europe.")
    elif capacity(s) < 1:
        yield Why("18.7.4", lambda: "Supply capacity is used up: the continent can carry no more units.")


def why_not_leaving(s: Position, u: int, by_sea: bool = False) -> Iterator[Why]:
    """18.7.4: the last unit in a harbour in a German zone stays, if without the harbour capacity fell below zero."""
    w = s.data
    h = s.where[u]
    if not survey(s).zones[GERMAN] >> h & 1:
        return
    if h not in w.port_at and h not in s.mulberry_at:
        return
    if any(x != u for x in units_of(s, ALLIED, h)):
        return
    before = capacity(s)
    left = before - sum(x.value for x in harbours(s) if x.hex == h) + (by_sea and counts(s, u))
    if left < 0 and left < before:
        name, label = w.unit_names[u], w.labels[h]
        words = f"{name} keeps the harbor of {w.hex_name(h)} working: without it capacity would be {left}."
        yield Why("18.7.4", lambda: words, (label,), (w.ids[u],))


# ----------------------------------------------------------------------------------- capture and loss


def occupied(s: Position, h: int, fresh: bool, ev: Events | None) -> None:
    """Allied units are in a hex; `fresh` if it was not Allied before. A captured port is rolled for at once (18.7.8).

    A port that airborne units or raiders take sleeps until the next turn, whoever follows (20.16, 21.4, ruling 182).
    """
    w = s.data
    p = w.port_at.get(h)
    if p is None:
        return
    bit = 1 << p
    regular = any(not (w.droppers | w.raiders) >> u & 1 for u in units_of(s, ALLIED, h))
    if not fresh:
        return
    s.port_turn[p] = s.turn
    s.ports_asleep = s.ports_asleep & ~bit if regular else s.ports_asleep | bit
    tell_taken(ev, ALLIED, w.labels[h], f"The port of {w.ports[p].place} is captured.", "18.7.11")
    s.then(PortDamage(p))


def lost(s: Position, h: int, ev: Events | None) -> None:
    """18.7.2E: German units take a port; its damage stays (ruling 184)."""
    w = s.data
    p = w.port_at.get(h)
    if p is not None:
        s.ports_asleep &= ~(1 << p)
        tell_taken(ev, GERMAN, w.labels[h], f"The port of {w.ports[p].place} falls to the Germans.", "18.7.2E")


class PortDamage(Chance[Position], frozen=True):
    """18.7.8, 18.7.8-note, 18.7.10: whether the Germans have damaged a port before they lost it (rulings 4, 180,
    181)."""

    rule: ClassVar[str] = "18.7.8"
    port: int

    def chance(self, s: Position) -> Distribution:
        return Dice(1)

    def happen(self, s: Position, outcome: Outcome, ev: Events | None) -> None:
        w = s.data
        p, bit, die = self.port, 1 << self.port, int(outcome[0])
        first = not s.ports_taken & bit
        undamaged_before = not first and not s.ports_spoilt & bit
        figures = w.book.supply
        low, high = figures.port_damaged_again if undamaged_before else figures.port_damaged
        damaged = low <= die <= high
        if damaged:
            s.port_damage[p] = w.port_capacity[p] - port_value(s, p) // 2
            if first:
                s.ports_spoilt |= bit
        s.ports_taken |= bit
        if ev is not None:
            now = f"capacity {port_value(s, p)}"
            ev.add(
                Rolled(
                    rule="18.7.8" if first else "18.7.10",
                    dice=(die,),
                    label=f"Damage to the port of {w.ports[p].place}",
                    result=f"damaged, {now}" if damaged else f"no damage, {now}",
                    good="german",
                    bad="allied",
                    places=(w.labels[w.port_hex[p]],),
                    shows=(
                        exhibits.cell("ports", w.ports[p].place, "Capacity"),
                        f"damage to a port {'retaken' if undamaged_before else 'taken'} {die}",
                    ),
                )
            )


# -------------------------------------------------------------------------------------------- repair


def infantry_in(s: Position, h: int) -> bool:
    """Whether an Allied infantry unit is in a hex (ruling 179)."""
    w = s.data
    return any(w.kind[u] in INFANTRY for u in units_of(s, ALLIED, h))


class Repair(Auto[Position], frozen=True):
    """18.7.8, 29.5: at the end of the Allied second impulse infantry repairs a point of the harbour in its hex, from
    the turn after the damage on (ruling 180)."""

    rule: ClassVar[str] = "18.7.8"

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        points = w.book.supply.repaired
        for p, h in enumerate(w.port_hex):
            if s.port_damage[p] and s.turn > s.port_turn[p] and friendly_port(s, p) and infantry_in(s, h):
                s.port_damage[p] = max(0, s.port_damage[p] - points)
                words = f"The port of {w.ports[p].place} is repaired to capacity {port_value(s, p)}."
                tell_changed(ev, "repaired", words, "18.7.8", (w.labels[h],))
        for m, h in enumerate(s.mulberry_at):
            if friendly_mulberry(s, m) and s.mulberry_damage[m] and s.turn > s.mulberry_turn[m] and infantry_in(s, h):
                s.mulberry_damage[m] = max(0, s.mulberry_damage[m] - points)
                words = f"{w.mulberries[m].name} is repaired to capacity {mulberry_value(s, m)}."
                tell_changed(ev, "repaired", words, "29.5", (w.labels[h],))

# compiled as it stands
"""12.17, 12.19. After the reveal: units that a hidden unit keeps from an inland port are moved; then all are in."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, SEATS
from grognard.games.fortress_europa.rules.domains import HEXES
from grognard.games.fortress_europa.rules.landing.site import (
    blockers,
    box_of,
    invadable,
    isle_alone,
    landing_room,
    landing_value,
)
from grognard.games.fortress_europa.rules.movement.entering import DROP, INVADE, RAID, RELOCATE, entered
from grognard.games.fortress_europa.rules.standing import put, survey, units_in
from grognard.games.fortress_europa.rules.state import Position, on_map
from grognard.games.fortress_europa.rules.telling import tell_placed
from grognard.kernel.rules import Auto, Choice, Events, Ints, Slot, Verb, Why, Whys
from grognard.maps import members


class TurnedAway(Auto[Position], frozen=True):
    """12.17: after the reveal, whoever landed at an inland port behind a hidden unit is moved; then all are in
    (12-example-1)."""

    rule: ClassVar[str] = "12.17"

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        ports = [h for h in members(w.inland_ports) if blockers(s, h) and landed_in(s, h)]
        moved = tuple(u for h in ports for u in landed_in(s, h))
        s.then(*(Diverted(h) for h in ports), Ashore(moved))


def landed_in(s: Position, h: int) -> list[int]:
    """Invaders and raiders of this impulse in a hex."""
    return [u for u in units_in(s, h) if (s.invaders | s.raiding) >> u & 1]


def divert_reasons(s: Position, step: Diverted, seat: str, args: Ints) -> Whys:
    w = s.data
    h = args[0]
    if not blockers(s, step.port) >> h & 1:
        port = w.hex_name(step.port)
        yield Why("12.17", lambda: f"No German unit in {w.hex_name(h)} blocks the way to {port}.", (w.labels[h],))


def do_divert(s: Position, step: Diverted, seat: str, args: Ints, ev: Events | None) -> None:
    """They go to the blocker's hex together, the 79th and raiders in any case; whom stacking keeps out goes to the
    nearest hex (rulings 106, 107, 109)."""
    w = s.data
    h = args[0]
    s.site &= ~w.bit[step.port]
    left = []
    for u in landed_in(s, step.port):
        if s.raiding >> u & 1 or landing_value(s, u) <= landing_room(s, h):
            relocate(s, u, h, ev)
        else:
            left.append(u)
    s.then(*(Displaced(u, h) for u in left))


def relocate(s: Position, u: int, h: int, ev: Events | None) -> None:
    w = s.data
    put(s, u, h)
    if s.invaders >> u & 1:
        s.site |= w.bit[h]
    tell_placed(ev, w, u, "landing", f"{w.unit_names[u]} is turned away to {w.hex_name(h)}.", "12.17", (w.labels[h],))


class Diverted(Choice[Position], frozen=True):
    """12.17: units are put in the hex of the unit that blocks their way; if several do, the Allied player chooses."""

    rule: ClassVar[str] = "12.17"
    port: int
    verbs: ClassVar[tuple[Verb[Position, Diverted], ...]] = (
        Verb(
            "divert",
            do_divert,
            (
                Slot(
                    "hex",
                    HEXES,
                    divert_reasons,
                    among=lambda s, *_: survey(s).occupied[GERMAN],
                    prompt="Into which hex?",
                ),
            ),
            "12.17",
            "Turn away",
        ),
    )

    def seat(self, s: Position) -> str:
        return SEATS[ALLIED]

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        return f"The way to {w.hex_name(self.port)} is blocked: which of the hidden units do the invaders meet?"

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        found = members(blockers(s, self.port))
        return ("divert", (found[0],)) if len(found) == 1 else None


def nearest_landing(s: Position, u: int, blocker: int) -> list[int]:
    """12.17: the invadable hexes nearest to the blocker's hex that have room for a unit (ruling 106)."""
    w = s.data
    able = [
        h
        for h in members(invadable(s))
        if not blockers(s, h)
        and not isle_alone(s, h)
        and box_of(w, h) == box_of(w, blocker)
        and not any(s.dropped >> x & 1 for x in units_in(s, h))
        and landing_value(s, u) <= landing_room(s, h)
    ]
    away = [w.grid.distance(blocker, h) for h in able]
    return [h for h, distance in zip(able, away, strict=True) if distance == min(away)]


def displace_reasons(s: Position, step: Displaced, seat: str, args: Ints) -> Whys:
    w = s.data
    h = args[0]
    if h not in nearest_landing(s, step.unit, step.blocker):
        name = w.unit_names[step.unit]
        yield Why("12.17", lambda: f"{w.hex_name(h)} is not the nearest hex with room for {name}.", (w.labels[h],))


def do_displace(s: Position, step: Displaced, seat: str, args: Ints, ev: Events | None) -> None:
    relocate(s, step.unit, args[0], ev)


class Displaced(Choice[Position], frozen=True):
    """12.17: no room in the blocker's hex, so the unit goes to the nearest that will hold it."""

    rule: ClassVar[str] = "12.17"
    unit: int
    blocker: int
    verbs: ClassVar[tuple[Verb[Position, Displaced], ...]] = (
        Verb(
            "divert",
            do_displace,
            (Slot("hex", HEXES, displace_reasons, among=lambda s, *_: invadable(s), prompt="Into which hex?"),),
            "12.17",
            "Turn away",
        ),
    )

    def seat(self, s: Position) -> str:
        return SEATS[ALLIED]

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        return f"Where does {w.unit_names[self.unit]} land instead?"

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        found = nearest_landing(s, self.unit, self.blocker)
        return ("divert", (found[0],)) if len(found) == 1 else None


class Ashore(Auto[Position], frozen=True):
    """30.2: who has landed on the first turn controls his hex, unless Germans are in it; known after the reveal.

    `diverted` are units that came where they are not of their own will (9.6, ruling 108).
    """

    rule: ClassVar[str] = "12.19"
    diverted: tuple[int, ...] = ()

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        for u in w.of_side[ALLIED]:
            if on_map(s, u):
                way = INVADE if s.invaders >> u & 1 else RAID if s.raiding >> u & 1 else DROP
                entered(s, u, s.where[u], ev, RELOCATE if u in self.diverted else way)

"""12.17, 12.19. After the reveal: units that a hidden unit keeps from an inland port are moved; then all are in."""

from __future__ import annotations

from typing import Any, ClassVar

from grognard.games.fortress_europa.entering import DROP, INVADE, RAID, RELOCATE, entered
from grognard.games.fortress_europa.raids import all_hexes
from grognard.games.fortress_europa.site import blockers, box_of, invadable, isle_alone, landing_room, landing_value
from grognard.games.fortress_europa.state import Position, on_map, say, survey
from grognard.games.fortress_europa.world import ALLIED, SEATS, World
from grognard.kernel.contract import Args, Auto, Choice, Slot, Verb, Why, Whys
from grognard.kernel.events import Events
from grognard.maps import members


class TurnedAway(Auto[Position], frozen=True):
    """12.17: after the reveal, whoever landed at an inland port behind a hidden unit is moved; then all are in."""

    rule: ClassVar[str] = "12.17"

    def run(self, s: Position, ev: Events | None) -> None:
        w: World = s.data
        ports = [h for h in members(w.inland_ports) if blockers(s, h) and landed_in(s, h)]
        moved = tuple(u for h in ports for u in landed_in(s, h))
        s.then(*(Diverted(h) for h in ports), Ashore(moved))


def landed_in(s: Position, h: int) -> list[int]:
    """Invaders and raiders of this impulse in a hex."""
    return [u for u in survey(s).at.get(h, ()) if (s.invaders | s.raiding) >> u & 1]


def divert_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    h = w.index[args[0]]
    if not blockers(s, step.port) >> h & 1:
        port = w.hex_name(step.port)
        yield Why("12.17", lambda: f"No German unit in {w.hex_name(h)} blocks the way to {port}.", args)


def do_divert(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    """They go to the blocker's hex together, the 79th and raiders in any case; whom stacking keeps out goes to the
    nearest hex (rulings 106, 107, 109)."""
    w: World = s.data
    h = w.index[args[0]]
    s.site &= ~w.bit[step.port]
    left = []
    for u in landed_in(s, step.port):
        if s.raiding >> u & 1 or landing_value(s, u) <= landing_room(s, h):
            relocate(s, u, h, ev)
        else:
            left.append(u)
    s.then(*(Displaced(u, h) for u in left))


def relocate(s: Position, u: int, h: int, ev: Events | None) -> None:
    w: World = s.data
    s.where[u] = h
    if s.invaders >> u & 1:
        s.site |= w.bit[h]
    say(ev, f"{w.unit_names[u]} is turned away to {w.hex_name(h)}.", "12.17", (w.labels[h],), (w.ids[u],))


class Diverted(Choice[Position], frozen=True):
    """12.17: units are put in the hex of the unit that blocks their way; if several do, the Allied player chooses."""

    rule: ClassVar[str] = "12.17"
    port: int
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "divert",
            do_divert,
            (Slot("hex", "place", all_hexes, divert_reasons, prompt="Into which hex?"),),
            "12.17",
            "Turn away",
        ),
    )

    def seat(self, s: Position) -> str:
        return SEATS[ALLIED]

    def prompt(self, v: Position, seat: str) -> str:
        w: World = v.data
        return f"The way to {w.hex_name(self.port)} is blocked: which of the hidden units do the invaders meet?"

    def obvious(self, s: Position) -> tuple[str, Args] | None:
        w: World = s.data
        found = members(blockers(s, self.port))
        return ("divert", (w.labels[found[0]],)) if len(found) == 1 else None


def nearest_landing(s: Position, u: int, blocker: int) -> list[int]:
    """12.17: the invadable hexes nearest to the blocker's hex that have room for a unit (ruling 106)."""
    w: World = s.data
    able = [
        h
        for h in members(invadable(s))
        if not blockers(s, h)
        and not isle_alone(s, h)
        and box_of(w, h) == box_of(w, blocker)
        and not any(s.dropped >> x & 1 for x in survey(s).at.get(h, ()))
        and landing_value(s, u) <= landing_room(s, h)
    ]
    least = min((w.grid.distance(blocker, h) for h in able), default=0)
    return [h for h in able if w.grid.distance(blocker, h) == least]


def displace_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    h = w.index[args[0]]
    if h not in nearest_landing(s, step.unit, step.blocker):
        name = w.unit_names[step.unit]
        yield Why("12.17", lambda: f"{w.hex_name(h)} is not the nearest hex with room for {name}.", args)


def do_displace(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    relocate(s, step.unit, s.data.index[args[0]], ev)


class Displaced(Choice[Position], frozen=True):
    """12.17: no room in the blocker's hex, so the unit goes to the nearest that will hold it."""

    rule: ClassVar[str] = "12.17"
    unit: int
    blocker: int
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "divert",
            do_displace,
            (Slot("hex", "place", all_hexes, displace_reasons, prompt="Into which hex?"),),
            "12.17",
            "Turn away",
        ),
    )

    def seat(self, s: Position) -> str:
        return SEATS[ALLIED]

    def prompt(self, v: Position, seat: str) -> str:
        w: World = v.data
        return f"Where does {w.unit_names[self.unit]} land instead?"

    def obvious(self, s: Position) -> tuple[str, Args] | None:
        w: World = s.data
        found = nearest_landing(s, self.unit, self.blocker)
        return ("divert", (w.labels[found[0]],)) if len(found) == 1 else None


class Ashore(Auto[Position], frozen=True):
    """30.2: who has landed on the first turn controls his hex, unless Germans are in it; known after the reveal.

    `diverted` are units that came where they are not of their own will (9.6, ruling 108).
    """

    rule: ClassVar[str] = "12.19"
    diverted: tuple[int, ...] = ()

    def run(self, s: Position, ev: Events | None) -> None:
        w: World = s.data
        for u in w.of_side[ALLIED]:
            if on_map(s, u):
                way = INVADE if s.invaders >> u & 1 else RAID if s.raiding >> u & 1 else DROP
                entered(s, u, s.where[u], ev, RELOCATE if u in self.diverted else way)

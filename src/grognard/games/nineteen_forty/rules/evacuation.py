# compiled as it stands
"""6. Naval evacuation of Allied units from ports."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.nineteen_forty.data.world import ALLIED, SEATS
from grognard.games.nineteen_forty.rules.ground import ground, moves_east_only
from grognard.games.nineteen_forty.rules.movement import why_not_moving
from grognard.games.nineteen_forty.rules.state import (
    MOVING,
    Position,
    allowance,
    claim,
    facts,
    points_text,
    survey,
)
from grognard.kernel.rules import Choice, Events, Ints, Left, Why, Whys
from grognard.kernel.show.words import agree


def embark_cost(s: Position, u: int) -> int:
    """The points that embarking takes where the unit stands, in quarters (4 ¶2b, ruling 30)."""
    w = s.data
    zoned = not s.moved >> u & 1 and ground(s, ALLIED)[1] >> s.where[u] & 1
    return 4 * (w.book.surcharges.embark + (w.book.surcharges.leave_zone if zoned else 0))


def why_not_embark(s: Position, u: int) -> Iterator[Why]:
    """6 Naval Evacuation ¶1 (rulings 30, 31)"""
    w = s.data
    name, ids, h = w.unit_names[u], (w.ids[u],), s.where[u]
    if w.side[u] != ALLIED:
        yield Why("6 Naval Evacuation ¶1a", lambda: f"{name} cannot be evacuated now.", (), ids)
        return
    if not w.ports_mask >> h & 1:
        yield Why("6 Naval Evacuation ¶1a", lambda: f"{name} is not in a port.", (), ids)
        return
    yield from why_not_moving(s, u)
    if moves_east_only(s, u):
        text = f"{name} moves only east or north-east on turn 0, and so does not leave by sea."
        yield Why("18 ¶1d", lambda: text, (w.labels[h],), ids)
    need = embark_cost(s, u)
    have = dict(s.port_points).get(u, 0) if s.moved >> u & 1 else allowance(s, u)
    if have < need:
        yield Why(
            "6 Naval Evacuation ¶1b",
            lambda: f"{name} has {points_text(have)} movement points left and needs {points_text(need)} to embark.",
            (w.labels[h],),
            ids,
        )
    gone = s.embarked[w.ports.index(h)]
    if gone + w.load[u] > 3:
        yield Why(
            "6 Naval Evacuation ¶1a",
            lambda: (
                f"At most 3 divisions leave {w.hex_name(h)} in a phase, and {gone} {agree(gone, 'has', 'have')} left."
            ),
            (w.labels[h],),
            ids,
        )


def embark_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    return why_not_embark(s, args[0])


def embark_units(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    return facts(s).embarking(s)


def units_in_ports(s: Position) -> list[int]:
    """The units in ports."""
    w, at = s.data, survey(s).at
    return [u for h in w.ports for u in at.get(h, ())]


def do_evacuate(s: Position, step: Choice[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u = args[0]
    h = s.where[u]
    port = w.ports.index(h)
    s.embarked = tuple(n + w.load[u] if i == port else n for i, n in enumerate(s.embarked))
    s.where[u] = w.evacuated
    s.moved |= 1 << u
    s.stage = MOVING
    if w.bef[u]:
        if s.bef_left < 0:
            s.bef_left = s.turn  # 17 British ¶1b
        if w.load[u] == 3:
            s.bef_corps_left = True  # 13 Belgium ¶2
    if ev is not None:
        ev.add(
            Left(
                piece=w.ids[u],
                how="evacuated",
                words=f"{w.unit_names[u]} is evacuated from {w.hex_name(h)}.",
                rule="6 Naval Evacuation ¶1b",
                places=(w.labels[h],),
                pieces=(w.ids[u],),
                side=SEATS[w.side[u]],
            )
        )
    claim(s, ev)
    s.then(step)

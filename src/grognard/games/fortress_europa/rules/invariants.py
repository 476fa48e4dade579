"""What can be in no position: checked when one is read, and after every action of a fuzzed game."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.fortress_europa.data.world import GERMAN
from grognard.games.fortress_europa.rules.standing import build, same
from grognard.games.fortress_europa.rules.state import FREE, LOST, NOWHERE, SPENT, Position
from grognard.kernel.show import Reason


def broken(s: Position) -> Iterator[Reason]:
    """Everything that is wrong."""
    yield from _facts(s)
    yield from _units(s)
    yield from _overstrength(s)
    yield from _decoys(s)
    yield from _other_pieces(s)


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


def _overstrength(s: Position) -> Iterator[Reason]:
    """27.12: an 8-4 in play stands for a division that lies aside, one for one."""
    w = s.data
    out = (w.aside, w.removed)
    for big, division in zip(w.overstrength, s.overstrength, strict=True):
        if (division >= 0) != (s.where[big] not in out):
            yield Reason("27.12", f"{w.unit_names[big]} stands for nobody, or for somebody while it is not in play.")
        elif division >= 0 and s.where[division] != w.aside:
            yield Reason("27.12", f"{w.unit_names[division]} is in play beside the counter that stands for it.")
    standing = [division for division in s.overstrength if division >= 0]
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


def _other_pieces(s: Position) -> Iterator[Reason]:
    w = s.data
    for name, factors in zip(w.pools, s.pools, strict=True):
        if factors < 0:
            yield Reason("27.3", f"There are {factors} {name} factors.")
    for plane, mission in zip(w.aircraft, s.mission, strict=True):
        if not SPENT <= mission < len(w.missions):
            yield Reason("17.9.1", f"{plane.name} flies a mission that there is not.")
    for ship, spot in zip(w.ships, s.ship_at, strict=True):
        if not LOST <= spot < len(w.sea_spots):
            yield Reason("19.1", f"{ship.name} lies where there is no sea.")
    for port, damage in zip(w.ports, s.port_damage, strict=True):
        if not 0 <= damage <= port.capacity:
            yield Reason("18.7.8", f"The damage of {port.place} is {damage}.")
    for mulberry, damage in zip(w.mulberries, s.mulberry_damage, strict=True):
        if not 0 <= damage <= mulberry.capacity:
            yield Reason("29.5", f"The damage of {mulberry.name} is {damage}.")
    for field, number in (("raids", s.raids), ("Allied drops", s.allied_drops), ("German drops", s.german_drops)):
        if number < 0:
            yield Reason("20.4", f"There have been {number} {field}.")

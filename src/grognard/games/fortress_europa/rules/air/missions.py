# compiled as it stands
"""17.10: what aircraft do away from battles: strafing, attacks on bridges, and on the replacements of both sides.

Railway Attacks are counted in `rail`, Ground Support and Carpet Bombing in `support`, armor before a river without
bridges in `crossing`.
"""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, SEATS
from grognard.games.fortress_europa.rules.air.air import flying, tac_range
from grognard.games.fortress_europa.rules.combat.losses import lose_step
from grognard.games.fortress_europa.rules.decoys import lay_bare
from grognard.games.fortress_europa.rules.domains import AIRCRAFT, SECTIONS
from grognard.games.fortress_europa.rules.state import Position
from grognard.games.fortress_europa.rules.telling import tell_changed
from grognard.kernel.rules import (
    Battle,
    Chance,
    Dice,
    Distribution,
    Draft,
    Events,
    Ints,
    Outcome,
    Rolled,
    Slot,
    Verb,
    Why,
    Whys,
)
from grognard.kernel.show import Preview
from grognard.kernel.show.words import agree, listed
from grognard.maps import Mask, mask_of, members

# ---------------------------------------------------------------------------------------------- strafing


def hunted(s: Position, u: int) -> bool:
    """17.10.1: whether a unit that moves is a German one in the first move impulse, while TAC strafe; each is rolled
    for once (ruling 152)."""
    w = s.data
    return s.side == GERMAN and s.impulse == 1 and not s.strafed >> u & 1 and w.mission["strafing"] in s.mission


def sight(s: Position, u: int, h: int) -> None:
    """A unit that is hunted is in a hex: whether TAC can see it there."""
    if not s.sighted >> u & 1 and tac_range(s, ALLIED) >> h & 1:
        s.sighted |= 1 << u


def seen_on(s: Position, u: int, way: Mask) -> bool:
    """Whether TAC have seen a unit, or would on its way."""
    return bool(s.sighted >> u & 1 or tac_range(s, ALLIED) & way)


def before_next(s: Position, u: int, there: int) -> bool:
    """Whether a unit that would go on to a hex must be rolled for first: it has entered three hexes and has been in
    range by then. As nobody stops on the dyke (8.7), who would be rolled for there is so before it (ruling 152)."""
    w = s.data
    after, hexes = s.spent[u], w.book.air.strafing_hexes
    if w.dyke >> there & 1:
        return after + 1 >= hexes and hunted(s, u) and seen_on(s, u, w.dyke)
    return after == hexes and bool(s.sighted >> u & 1) and hunted(s, u)


def open_fire(s: Position, u: int, ev: Events | None) -> None:
    """A unit is rolled for. A decoy comes off first: what it may lose is seen by both (31.6, ruling 247)."""
    lay_bare(s, u, ev)
    s.then(Strafe(u))


def arrived(s: Position, u: int, h: int, ev: Events | None) -> None:
    """A unit has entered a hex. One that comes into range only beyond the third hex is rolled for where it does."""
    if not hunted(s, u):
        return
    sight(s, u, h)
    if s.spent[u] > s.data.book.air.strafing_hexes and s.sighted >> u & 1:
        open_fire(s, u, ev)


class Strafe(Chance[Position], frozen=True):
    """17.10.1: no higher than the number of aircraft: the unit loses a step and stops."""

    rule: ClassVar[str] = "17.10.1"
    unit: int

    def chance(self, s: Position) -> Distribution:
        return Dice(1)

    def happen(self, s: Position, outcome: Outcome, ev: Events | None) -> None:
        w = s.data
        u, die, planes = self.unit, int(outcome[0]), len(flying(s, "strafing"))
        hit = die <= planes
        s.strafed |= 1 << u
        if ev is not None:
            label = f"Strafing of {w.unit_names[u]} by {planes} aircraft"
            ev.add(
                Battle(
                    rule="17.10.1",
                    turn=s.turn,
                    side=SEATS[ALLIED],
                    defender=SEATS[w.side[u]],
                    place=w.labels[s.where[u]],
                    attackers=tuple(w.aircraft_ids[a] for a in flying(s, "strafing")),
                    defenders=(w.ids[u],),
                    manner="air",
                    dice=(die,),
                    label=label,
                    total=die,
                    result="hit" if hit else "no effect",
                    places=(w.labels[s.where[u]],),
                    pieces=(w.ids[u],),
                )
            )
        if hit:
            s.stopped |= 1 << u
            lose_step(s, u, ev, "17.10.1", "air", "by strafing")


# ----------------------------------------------------------------------------------------------- bridges


def bomber_reasons(s: Position, step: BridgeAttacks, seat: str, args: Ints) -> Whys:
    w = s.data
    a = args[0]
    name = w.aircraft[a].name
    if a not in flying(s, "bridges"):
        yield Why("17.10.4", lambda: f"{name} does not fly Bridge Attacks.", (), (w.aircraft_ids[a],))
    elif s.target[a] >= 0:
        yield Why("17.10.4", lambda: f"{name} has its river already.", (), (w.aircraft_ids[a],))


def in_reach(s: Position, a: int) -> int:
    """The sections that an aircraft can attack: SAC all, TAC those of which every hex is in range (17.3,
    17.3-advanced, 17.10.4); some lie in the radius of England."""
    w = s.data
    if w.aircraft[a].kind == "sac":
        return w.section_ids.all
    beyond, found = ~tac_range(s, ALLIED), 0
    for number, banks in enumerate(w.section_banks):
        if not banks & beyond:
            found |= 1 << number
    return found


def section_reasons(s: Position, step: BridgeAttacks, seat: str, args: Ints) -> Whys:
    w = s.data
    a, section = args[0], args[1]
    if not in_reach(s, a) >> section & 1:
        far = tuple(w.labels[h] for h in members(w.rivers[section].banks & ~tac_range(s, ALLIED)))
        river, name = w.names[w.section_ids[section]], w.aircraft[a].name
        yield Why(
            "17.10.4",
            lambda: f"{listed(far)} on the {river} {agree(len(far), 'is', 'are')} out of range of {name}.",
            far,
        )


def bombers(s: Position, step: BridgeAttacks, seat: str, args: Ints) -> int:
    return mask_of([a for a in flying(s, "bridges") if s.target[a] < 0])


def sections(s: Position, step: BridgeAttacks, seat: str, args: Ints) -> int:
    return in_reach(s, args[0])


def do_bomb(s: Position, step: BridgeAttacks, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    a, section = args[0], args[1]
    s.target[a] = section
    s.bridges_down |= 1 << section
    banks = tuple(w.labels[h] for h in members(w.rivers[section].banks))
    river = w.names[w.section_ids[section]]
    words = f"{w.aircraft[a].name} destroys the bridges of {river} for this turn."
    tell_changed(ev, "bridges down", words, "17.10.4", banks, (w.aircraft_ids[a],))


def preview_bomb(s: Position, step: BridgeAttacks, seat: str, args: Ints) -> Preview:
    w = s.data
    a, section = args
    banks = tuple(w.labels[h] for h in members(w.rivers[section].banks))
    return Preview(f"{w.aircraft[a].name} attacks the bridges of {w.names[w.section_ids[section]]}.", places=banks)


class BridgeAttacks(Draft[Position], frozen=True):
    """17.10.4: before movement in the Allied first move impulse each aircraft is put on a river section."""

    rule: ClassVar[str] = "17.10.4"
    verbs: ClassVar[tuple[Verb[Position, BridgeAttacks], ...]] = (
        Verb(
            "bomb",
            do_bomb,
            (
                Slot("aircraft", AIRCRAFT, bomber_reasons, legal=bombers, prompt="Which aircraft?"),
                Slot("river", SECTIONS, section_reasons, legal=sections, prompt="Which river section?"),
            ),
            "17.10.4",
            "Attack bridges",
            preview=preview_bomb,
        ),
    )

    def seats(self, s: Position) -> tuple[str, ...]:
        return (SEATS[ALLIED],)

    def prompt(self, v: Position, seat: str) -> str:
        return "Send the aircraft on Bridge Attacks against river sections."

    def duties(self, v: Position, seat: str) -> Whys:
        w = v.data
        for a in flying(v, "bridges"):
            if v.target[a] < 0:
                words = f"{w.aircraft[a].name} has no river."
                yield Why("17.10.4", lambda words=words: words, (), (w.aircraft_ids[a],))  # type: ignore[misc]

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        return None if flying(s, "bridges") else ("done", ())

    def commit(self, s: Position, ev: Events | None) -> None:
        """The bridges are down until the turn ends."""


# ------------------------------------------------------------------------------------------ replacements


def bombed(s: Position) -> int:
    """17.10.5: how many German factors this turn's bombers take, armored first."""
    w = s.data
    return w.book.air.replacements_each * len(flying(s, "replacements"))


class StockpileRaid(Chance[Position], frozen=True):
    """31.3: aircraft beyond those that took the whole rate roll against what the Germans have saved (ruling 245)."""

    rule: ClassVar[str] = "31.3"
    aircraft: int

    def chance(self, s: Position) -> Distribution:
        return Dice(1)

    def happen(self, s: Position, outcome: Outcome, ev: Events | None) -> None:
        w = s.data
        die = int(outcome[0])
        row = next(r for r in w.book.stockpile if die in r.dice)
        hit = False
        if row.loses != "none":
            pool = w.pools.index(f"german-{row.loses}")
            hit = s.pools[pool] > 0
            s.pools[pool] -= int(hit)
        if ev is not None:
            result = f"one {row.loses} replacement lost" if hit else "no effect"
            label = "Attack on saved replacements"
            shows = (f"attack on saved replacements {die}",)
            ev.add(Rolled(rule="31.3", dice=(die,), label=label, total=die, result=result, shows=shows))
        if self.aircraft > 1:
            s.then(StockpileRaid(self.aircraft - 1))

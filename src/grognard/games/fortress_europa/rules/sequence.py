# compiled as it stands
"""3.5, 4. The sequence of play (4.3), phase by phase.

A chapter adds its steps to `initial_segment` or to its phase in `phases`, and its verbs to `Moving`.
"""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa import exhibits
from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, SEATS, SIDES
from grognard.games.fortress_europa.rules import ending
from grognard.games.fortress_europa.rules.air.air_phase import AirMonth, AirPhase
from grognard.games.fortress_europa.rules.air.missions import BridgeAttacks
from grognard.games.fortress_europa.rules.air.naval import ShipsMove, ships_leave
from grognard.games.fortress_europa.rules.air.support import BindSupport
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.decoys import COVER
from grognard.games.fortress_europa.rules.facts import UNKNOWN
from grognard.games.fortress_europa.rules.flooding import FloodPhase
from grognard.games.fortress_europa.rules.forces import alert
from grognard.games.fortress_europa.rules.forces.alert import ALERT
from grognard.games.fortress_europa.rules.forces.arrivals import ENTER, Arrivals, Withdrawals, number_of, return_hqs
from grognard.games.fortress_europa.rules.forces.funnies import BREAK, JOIN
from grognard.games.fortress_europa.rules.forces.partisans import PARTISAN, PartisanLeaves, PartisanPhase
from grognard.games.fortress_europa.rules.forces.replacements import Replacements
from grognard.games.fortress_europa.rules.forces.reserve import RETURN, why_not_yet
from grognard.games.fortress_europa.rules.forces.volkssturm import fill
from grognard.games.fortress_europa.rules.landing.airborne import (
    Drops,
    note_start_of_impulse,
    note_start_of_turn,
    varsity_ready,
)
from grognard.games.fortress_europa.rules.landing.airlift import AIRLIFT
from grognard.games.fortress_europa.rules.landing.beachhead import LAND_VERB
from grognard.games.fortress_europa.rules.landing.dday import after_reveal, landing_steps
from grognard.games.fortress_europa.rules.landing.invasion import INVADE_VERB, Foothold
from grognard.games.fortress_europa.rules.landing.mulberries import MulberryDue, StormAtSea
from grognard.games.fortress_europa.rules.landing.raids import RAID_VERB
from grognard.games.fortress_europa.rules.landing.sea import SAIL, close_the_seas
from grognard.games.fortress_europa.rules.movement import fuel
from grognard.games.fortress_europa.rules.movement.barred import MOVE_VERB
from grognard.games.fortress_europa.rules.movement.crossing import CROSS
from grognard.games.fortress_europa.rules.movement.districts import RELIEVE, frozen_districts, release_all
from grognard.games.fortress_europa.rules.movement.exits import EXIT, ExitPhase
from grognard.games.fortress_europa.rules.movement.greif import SLIP
from grognard.games.fortress_europa.rules.movement.movement import (
    destinations,
    why_not_moving,
    why_not_walking,
)
from grognard.games.fortress_europa.rules.movement.openings import openings
from grognard.games.fortress_europa.rules.movement.rail import RAIL_VERB, RailControl
from grognard.games.fortress_europa.rules.movement.stacking import check_stacks, stack_limit, stack_value
from grognard.games.fortress_europa.rules.setup.ardennes import note_start, slips_through
from grognard.games.fortress_europa.rules.setup.setup import Reveal, landing_turn
from grognard.games.fortress_europa.rules.standing import facts, units_of, zone
from grognard.games.fortress_europa.rules.state import (
    CLOSING,
    FIRST_COMBAT,
    FIRST_MOVE,
    IDLE,
    OPENING,
    RAIL,
    REPLACING,
    SECOND_COMBAT,
    SECOND_MOVE,
    SUPPLY,
    Position,
    on,
)
from grognard.games.fortress_europa.rules.supply.ports import Repair
from grognard.games.fortress_europa.rules.supply.ports import start_of_turn as note_capacity
from grognard.games.fortress_europa.rules.supply.shortage import SupplyPhase
from grognard.games.fortress_europa.rules.telling import tell_choice
from grognard.games.fortress_europa.rules.victory.judging import after_action, end_of_turn, start_of_turn
from grognard.games.fortress_europa.rules.weather import WeatherPhase
from grognard.kernel.rules import Auto, Choice, Events, Headed, Ints, Step, Verb, Why, Whys, masks
from grognard.kernel.rules.slots import AnyVerb
from grognard.maps import Mask, mask_of, members


def last_turn(s: Position) -> int:
    """4.4: the last turn of the scenario, later in the extended game (31.17)."""
    w = s.data
    more = max((o.turns for o in w.book.option if s.options & w.option_bit[o.id]), default=0)
    return w.turn_of[w.book.scenario[s.scenario].last] + more


def initial_segment(s: Position) -> list[Step[Position]]:
    """4.3A"""
    return [AirMonth(), WeatherPhase(), AirPhase()]


def phases(s: Position, side: int) -> dict[int, list[Step[Position]]]:
    """4.3B and 4.3C: the steps of each phase of a player turn; phases come in the order of their numbers."""
    first_move: list[Step[Position]] = [
        *([StormAtSea()] if side == ALLIED else []),
        StartMove(1),
        Arrivals(side),
        *([BridgeAttacks()] if side == ALLIED else []),
        Drops(side),
        Moving(),
        EndMove(),
        ShipsMove(),
    ]
    if landing_turn(s, side):
        first_move = [*landing_steps(), BindSupport(), Reveal(), *after_reveal()]
    lingers = on(s, "partisans-cut-supply")  # ruling 209
    return {
        # 4.3B1, 4.3C1: the partisan is rolled for before replacements are taken
        REPLACING: [Withdrawals(side), *([PartisanPhase()] if side == ALLIED else []), Replacements(side)],
        FIRST_MOVE: first_move,
        FIRST_COMBAT: [StartCombat(1)],
        SECOND_MOVE: [
            Foothold(),
            StartMove(2),
            Moving(),
            *([MulberryDue()] if side == ALLIED else []),
            EndMove(),
            *([PartisanLeaves()] if side == GERMAN and not lingers else []),
        ],
        SECOND_COMBAT: [StartCombat(2)],
        RAIL: [RailControl(side)],
        SUPPLY: [
            *([Repair()] if side == ALLIED else []),
            SupplyPhase(side),
            *([PartisanLeaves()] if side == GERMAN and lingers else []),
        ],
    }


# ----------------------------------------------------------------------------------------------- turns


class StartTurn(Auto[Position], frozen=True):
    """4.3A1: the turn marker advances."""

    rule: ClassVar[str] = "4.3A1"
    turn: int

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        s.turn, s.side, s.phase, s.impulse = self.turn, ALLIED, OPENING, 0
        s.rail_used = s.sea_used = s.evacuated = s.ships_used = 0
        s.site = s.landed_factors = s.landed_second = s.landed_hqs = s.ashore = 0
        s.landing_area = -1
        s.ports_asleep = 0
        if ev is not None:
            ev.add(Headed(words=w.turn_name[self.turn], rule="4.3A1", turn=self.turn))
        if self.turn == w.turn_of[w.book.release.turn]:
            release_all(s, ev, "9.1B")  # ruling 42
        ships_leave(s, ev)
        varsity_ready(s, ev)
        return_hqs(s, ev)
        s.then(*initial_segment(s), PlayerTurn(ALLIED), PlayerTurn(GERMAN), EndTurn())
        start_of_turn(s, ev)  # 32.1


class PlayerTurn(Auto[Position], frozen=True):
    """4.3B, 4.3C: one player's turn; where it does not begin with its first phase, `begin` names that phase (3.8,
    33.3.2)."""

    rule: ClassVar[str] = "4.1"
    side: int
    begin: int = REPLACING

    def run(self, s: Position, ev: Events | None) -> None:
        s.side, s.phase, s.impulse = self.side, REPLACING, 0
        s.rail_noted = 0
        if self.side == ALLIED:
            note_capacity(s)
        note_start_of_turn(s, self.side)
        note_start(s)
        if self.side == GERMAN:
            alert.note_start(s)
        if ev is not None:
            words, shows = f"{SIDES[self.side]} player turn", exhibits.group(s, number_of(s, self.side))
            ev.add(Headed(words=words, level=2, rule="4.1", side=SEATS[self.side], shows=shows))
        steps = sorted(phases(s, self.side).items())
        s.then(*(step for phase, run in steps if phase >= self.begin for step in run), EndPlayerTurn())
        s.then(FloodPhase(), *([ExitPhase()] if self.side == GERMAN else []))


class EndPlayerTurn(Auto[Position], frozen=True):
    rule: ClassVar[str] = "4.1"

    def run(self, s: Position, ev: Events | None) -> None:
        s.dropped = 0  # 20.6: from now on paratroopers have their zones
        fill(s, ev)  # 25.4
        after_action(s, ev)
        if s.side == ALLIED:
            close_the_seas(s)


class EndTurn(Auto[Position], frozen=True):
    """4.3D: aircraft leave map and chart, bridges stand again, and units that took replacements may move again."""

    rule: ClassVar[str] = "4.3D"

    def run(self, s: Position, ev: Events | None) -> None:
        s.phase = CLOSING
        s.mission = [IDLE] * len(s.mission)
        s.target = [-1] * len(s.target)
        s.bridges_down = 0
        s.stuck = s.mired = s.flown = 0
        if s.turn < last_turn(s):
            s.then(StartTurn(s.turn + 1))
        end_of_turn(s, s.turn == last_turn(s), ev)


# --------------------------------------------------------------------------------------- move impulses


class StartMove(Auto[Position], frozen=True):
    """A move impulse begins; in the second, units in an enemy zone are pinned (8.9)."""

    rule: ClassVar[str] = "4.3B2"
    impulse: int

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        s.impulse = self.impulse
        note_start_of_impulse(s)
        fuel.note_start(s)
        s.phase = FIRST_MOVE if self.impulse == 1 else SECOND_MOVE
        s.moved = s.slowed = s.landed = s.railed = s.sailed = s.strafed = s.raiding = s.pinned = 0
        s.sighted = s.stopped = 0
        s.spent = [0] * w.n_units
        s.tried = ()
        if self.impulse == 1 and s.side == ALLIED:
            s.driven_in = 0  # 15.10
        if self.impulse == 2:
            f = facts(s)
            for h in members(f.occupied[s.side] & zone(s, 1 - s.side)):
                s.pinned |= f.at[h] & w.side_mask[s.side]
            for u in members(s.pinned & w.advancing_units):
                if slips_through(s, u):
                    s.pinned ^= 1 << u
        if ev is not None:
            which = ("first", "second")[self.impulse - 1]
            ev.add(Headed(words=f"{SIDES[s.side]} {which} move impulse", level=3, rule=self.rule, side=SEATS[s.side]))


def held_in(s: Position, h: int) -> list[int]:
    """The units in a hex that count in its stack and could not have moved away in this impulse."""
    here = [u for u in units_of(s, GERMAN, h) if stack_value(s, u)]
    return [u for u in here if not s.moved >> u & 1 and next(why_not_moving(s, u), None) is not None]


def stuck_together(s: Position) -> Mask:
    """33.3.1, ruling 250: hexes overstacked since the set-up where not enough units could have moved away so far."""
    return mask_of([h for h in members(s.crowded) if len(held_in(s, h)) > stack_limit(s, h)])


def may_end(s: Position, step: Moving, seat: str) -> Whys:
    """Who was forced into a frozen district must try to leave it on the next turn (15.10); the Panzer
    Reserve comes whole (28.4)."""
    w = s.data
    yield from why_not_yet(s)
    for u in members(s.trespassing & ~s.driven_in):
        if w.side[u] != s.side or not frozen_districts(s) >> s.where[u] & 1:  # nobody may be frozen there any more
            continue
        if next(why_not_walking(s, u), None) is None and destinations(s, u):
            name = w.unit_names[u]
            yield Why(
                "15.10", lambda: f"{name} must leave the frozen district.", (w.labels[s.where[u]],), (w.ids[u],)
            )


def nothing_left(s: Position, step: Moving, seat: str) -> bool:
    """`may_end`, soon known where nobody is in a frozen district and the Reserve has not come."""
    return not (s.trespassing or s.reserve_back) or next(may_end(s, step, seat), None) is None


def do_end(s: Position, step: Moving, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    which = ("first", "second")[s.impulse - 1]
    tell_choice(
        ev,
        SEATS[s.side],
        "impulse",
        "end",
        f"{SIDES[s.side]} {which} move impulse ends on {w.turn_name[s.turn]}.",
        "5.1",
    )


class Moving(Choice[Position], frozen=True):
    """A move impulse: 4.3B2, 4.3B4, 4.3C2, 4.3C4."""

    rule: ClassVar[str] = "5.1"
    rows: ClassVar[tuple[str, ...]] = (MOVE_VERB.name,)  # 5.2: each unit of a stack for itself
    verbs: ClassVar[tuple[Verb[Position, Moving], ...]] = (
        MOVE_VERB,
        CROSS,
        RELIEVE,
        COVER,
        RAIL_VERB,
        SAIL,
        INVADE_VERB,
        LAND_VERB,
        RAID_VERB,
        AIRLIFT,
        PARTISAN,
        ALERT,
        SLIP,
        EXIT,
        ENTER,
        RETURN,
        BREAK,
        JOIN,
        Verb(
            "end",
            do_end,
            (),
            "5.1",
            "End movement",
            reasons=may_end,
            may=nothing_left,
            preview=ending.preview_end,
            wastes=ending.wastes,
        ),
    )

    def seat(self, s: Position) -> str:
        return SEATS[s.side]

    def open(self, v: Position, seat: str) -> list[Verb[Position, Moving]]:
        verbs = OPEN_TO[v.side] if v.options & v.data.moving_options else PLAINLY_OPEN_TO[v.side]
        return [verb for verb in verbs if verb.may is None or verb.may(v, self, seat)]

    def offers(self, v: Position, seat: str) -> list[tuple[Verb[Position, Moving], int]]:
        """Verb by verb in their order; what `openings` keeps is not asked again."""
        side, kept, f = v.side, openings(v), facts(v)
        found: list[tuple[Verb[Position, Moving], int]] = []
        offered = OFFERED if v.options & v.data.moving_options else PLAINLY_OFFERED
        for verb, place in offered[side][v.impulse - 1]:
            if place >= 0:
                mask = kept[place]
                if mask == UNKNOWN:
                    continue
            elif verb is ENTER and not f.at[v.data.due]:
                continue  # mostly nobody waits, which is sooner seen
            elif verb.may is not None and not verb.may(v, self, seat):
                continue
            elif verb.alone:
                found.append((verb, 0))
                continue
            else:
                mask = masks.values(verb.slots[0], v, self, seat, ())
            if mask:
                found.append((verb, mask))
        return found

    def prompt(self, v: Position, seat: str) -> str:
        which = ("first", "second")[v.impulse - 1]
        return f"Move units in the {which} move impulse, or end movement."


ONLY_ALLIED = {SAIL, INVADE_VERB, LAND_VERB, RAID_VERB, PARTISAN, EXIT, BREAK, JOIN}
ONLY_GERMAN = {COVER, RAIL_VERB, ALERT, SLIP, ENTER, RETURN}
BY_OPTION = {COVER, ALERT, SLIP, EXIT}
"""Verbs of move impulses that are never open to the other side, or without an option (`moving_options`)."""
OPEN_TO = tuple(
    tuple(verb for verb in Moving.verbs if verb not in others) for others in (ONLY_ALLIED, ONLY_GERMAN)
)  # by side
PLAINLY_OPEN_TO = tuple(tuple(verb for verb in verbs if verb not in BY_OPTION) for verbs in OPEN_TO)
KEPT: dict[AnyVerb, int] = {MOVE_VERB: 0, CROSS: 1, RAIL_VERB: 2, SAIL: 2, AIRLIFT: 3}
"""Their places in what `openings` gives."""
IN_ONE_IMPULSE: dict[AnyVerb, int] = {INVADE_VERB: 1, ENTER: 1, BREAK: 1, JOIN: 1, LAND_VERB: 2, PARTISAN: 2}
"""Verbs that are never open in the other one (12.3, 12.11, 24.2, 26.2, 27.11)."""
OFFERED, PLAINLY_OFFERED = (
    tuple(
        tuple(
            tuple((verb, KEPT.get(verb, -1)) for verb in verbs if IN_ONE_IMPULSE.get(verb, impulse) == impulse)
            for impulse in (1, 2)
        )
        for verbs in by_side
    )
    for by_side in (OPEN_TO, PLAINLY_OPEN_TO)
)  # by side and impulse


class EndMove(Auto[Position], frozen=True):
    """A move impulse ends: stacking limits must be kept (6.3)."""

    rule: ClassVar[str] = "6.3"

    def run(self, s: Position, ev: Events | None) -> None:
        fill(s, ev)  # 25.4
        if s.side == GERMAN and s.crowded:
            s.crowded &= stuck_together(s)  # ruling 250
            s.cramped = mask_of([u for h in members(s.crowded) for u in held_in(s, h)])
        check_stacks(s, s.side)
        after_action(s, ev)

# compiled as it stands
"""4.3A3, 17.7, Advanced Air System: the Air Allocation Phase in its order; aircraft, fuel and boxes of a month."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa.data.world import GERMAN, SEATS
from grognard.games.fortress_europa.rules.air.air import (
    AlliedAllocation,
    Cancelling,
    CounterAir,
    GermanAllocation,
    advanced,
    allied_aircraft,
    flying,
    german_aircraft,
    in_play,
    month_of_tac,
)
from grognard.games.fortress_europa.rules.domains import AIR_BOXES, AIRCRAFT
from grognard.games.fortress_europa.rules.state import Position
from grognard.games.fortress_europa.rules.telling import tell_choice, tell_number
from grognard.kernel.rules import Auto, Draft, Events, Ints, Slot, Verb, Why, Whys
from grognard.maps import mask_of

FRONT, HOME = range(2)
"""The boxes of German aircraft (`air_boxes`)."""


class AirMonth(Auto[Position], frozen=True):
    """17.7, 17.7-advanced, 17.7.1, 17.9.1-advanced: the aircraft of a month, or its fuel and boxes, before
    weather (ruling 263)."""

    rule: ClassVar[str] = "17.7"

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        scenario = w.book.scenario[s.scenario]
        first = w.turn_of[scenario.first]
        starts = s.turn == first or w.month_of[s.turn] != w.month_of[s.turn - 1]
        if scenario.setup == "december" and s.turn == first + 1:
            starts = True  # 33.3.5: what December IV has
        if not starts:
            return
        if not advanced(s):
            s.tac_left = month_of_tac(s)[0]  # never accumulated from month to month
            return
        figures = w.book.advanced_air
        if s.turn == first:
            s.fuel_production, s.fuel_reserve = figures.fuel_production, figures.fuel_reserve
        else:
            s.fuel_reserve = min(figures.fuel_most, s.fuel_reserve + s.fuel_production)
            tell_number(
                ev,
                "german",
                "fuel",
                s.fuel_production,
                s.fuel_reserve,
                f"{s.fuel_production} fuel arrives: {s.fuel_reserve} in reserve.",
                "17.7.1",
            )
        s.then(AirBoxes(s.front_box))


class AirPhase(Auto[Position], frozen=True):
    """4.3A3: both players allocate, the Allied player first; then aircraft cancel each other."""

    rule: ClassVar[str] = "4.3A3"

    def run(self, s: Position, ev: Events | None) -> None:
        if advanced(s):
            s.then(FuelProduction())
        if any(german_aircraft(s)) and (s.fuel_reserve > 0 or not advanced(s)):
            s.then(Cancelling(), CounterAir())
            s.then(GermanAllocation())
        if any(allied_aircraft(s)):
            s.then(AlliedAllocation())


class FuelProduction(Auto[Position], frozen=True):
    """17.7.2, 17.10.10: settled after cancelling, each turn (ruling 261)."""

    rule: ClassVar[str] = "17.7.2"

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        change = -1 if flying(s, "fuel") else 1
        s.fuel_production = min(w.book.advanced_air.fuel_most, max(0, s.fuel_production + change))
        tell_number(
            ev,
            "german",
            "fuel production",
            change,
            s.fuel_production,
            f"German fuel production is {s.fuel_production}.",
            "17.7.2",
        )


# -------------------------------------------------------------------------------------------- two boxes


def stationed_reasons(s: Position, step: AirBoxes, seat: str, args: Ints) -> Whys:
    w = s.data
    a = args[0]
    plane, ids = w.aircraft[a], (w.aircraft_ids[a],)
    if plane.side != "german":
        yield Why("17.9.1-advanced", lambda: f"{plane.name} is not yours.", (), ids)
    elif not in_play(s, a):
        yield Why("17.6-advanced", lambda: f"This {plane.name} counter is not used.", (), ids)
    elif plane.kind == "night":
        yield Why("17.9.1-advanced", lambda: "Night fighters are always in the Germany box.", (), ids)
    elif (s.front_box ^ step.before) >> a & 1:
        yield Why("17.9.1-advanced", lambda: f"{plane.name} has been switched for this month.", (), ids)


def box_reasons(s: Position, step: AirBoxes, seat: str, args: Ints) -> Whys:
    w = s.data
    a, box = args
    if bool(s.front_box >> a & 1) == (box == FRONT):
        yield Why("17.9.1-advanced", lambda: f"{w.aircraft[a].name} is in that box.", (), (w.aircraft_ids[a],))


def do_station(s: Position, step: AirBoxes, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    a = args[0]
    s.front_box ^= 1 << a
    box = "Western Front" if args[1] == FRONT else "Germany"
    tell_choice(
        ev,
        "german",
        "air box",
        box,
        f"{w.aircraft[a].name} is in the {box} box this month.",
        "17.9.1-advanced",
        (),
        (w.aircraft_ids[a],),
    )


class AirBoxes(Draft[Position], frozen=True):
    """17.9.1-advanced: the German player divides his TAC for the month; who is not named stays where he was."""

    rule: ClassVar[str] = "17.9.1-advanced"
    verbs: ClassVar[tuple[Verb[Position, AirBoxes], ...]] = (
        Verb(
            "station",
            do_station,
            (
                Slot("aircraft", AIRCRAFT, stationed_reasons, prompt="Switch which aircraft?"),
                Slot("box", AIR_BOXES, box_reasons, prompt="To which box?"),
            ),
            "17.9.1-advanced",
            "Switch an aircraft",
        ),
    )
    before: int

    def seats(self, s: Position) -> tuple[str, ...]:
        return (SEATS[GERMAN],)

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        tac = mask_of(a for a, p in enumerate(w.aircraft) if p.side == "german" and p.kind == "tac" and in_play(v, a))
        front = (v.front_box & tac).bit_count()
        return (
            f"Divide your aircraft for the month: {front} on the Western Front, {tac.bit_count() - front} in Germany."
        )

    def commit(self, s: Position, ev: Events | None) -> None:
        """The boxes stand for the month."""

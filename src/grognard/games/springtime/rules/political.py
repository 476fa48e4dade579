"""6.1 Political Phase: events, Belgium, command confidence, Italy."""

from __future__ import annotations

from grognard.games.springtime.data.world import ALLIES, AXIS, OFF, SIDE_NAMES, SIDES
from grognard.games.springtime.rules.end_phase import EndManeuvers
from grognard.games.springtime.rules.events import DrawMarker, markers_in_cup, return_marker, set_held
from grognard.games.springtime.rules.impulses import StartImpulse
from grognard.games.springtime.rules.state import Spring, counted, facts, held, lose_unit, put, seat_of, take_control
from grognard.kernel.rules import (
    Auto,
    Card,
    Chance,
    Choice,
    Dice,
    Distribution,
    Events,
    Headed,
    Ints,
    Nation,
    Outcome,
    Rolled,
    Said,
    Verb,
    bits,
)


class StartTurn(Auto[Spring], frozen=True):
    """A turn begins; Plan Red begins in the middle of Turn 4, without this phase (ruling 99)."""

    rule = "6.0"
    political: bool = True

    def run(self, s: Spring, ev: Events | None) -> None:
        s.draws_allies = s.draws_axis = s.played_allies = s.played_axis = 0
        s.last_allies = s.last_axis = 0
        s.billotte = False
        if ev is not None:
            week = s.data.tables.week[s.turn - 1].dates
            ev.add(Headed(words=f"Turn {s.turn}, {week}", level=1, rule="6.0", turn=s.turn))
        s.then(StartImpulse(), EndManeuvers())
        if self.political:
            s.first_morale = s.morale  # ruling 23
            s.then(TakePlanRed(), DrawFor(ALLIES), DrawFor(AXIS), Belgium(), Declarations())


# ------------------------------------------------------------------------------------------- 6.1.1 events


def _take(s: Spring, step: TakePlanRedChoice, seat: str, args: Ints, ev: Events | None) -> None:
    e = s.data.event["plan-red"]
    s.cup &= ~(1 << e)
    set_held(s, AXIS, e + 1)
    s.shown_axis = True
    s.draws_axis += 1
    s.known_allies = 511 & ~(1 << e)
    if ev is not None:
        words = "The Axis begin the turn with the Plan Red marker."
        ev.add(Card(card="plan-red", act="drawn", words=words, rule="19.2", side="axis"))


def _draw_instead(s: Spring, step: TakePlanRedChoice, seat: str, args: Ints, ev: Events | None) -> None:
    """The Axis will draw like everyone."""


class TakePlanRedChoice(Choice[Spring], frozen=True):
    """19.2: in that scenario the Axis may begin Turn 5 with the marker instead of drawing."""

    rule = "19.2"
    verbs = (
        Verb("take-plan-red", _take, rule="19.2", label="Begin with Plan Red"),
        Verb("draw", _draw_instead, rule="19.2", label="Draw at random instead"),
    )

    def seat(self, s: Spring) -> str:
        return seat_of(s, AXIS)

    def prompt(self, v: Spring, seat: str) -> str:
        return "Begin Turn 5 with the Plan Red Event marker instead of drawing one?"


class TakePlanRed(Auto[Spring], frozen=True):
    rule = "19.2"

    def run(self, s: Spring, ev: Events | None) -> None:
        if s.scenario == "plan-red" and s.turn == 5 and not s.held_axis:
            s.then(TakePlanRedChoice())


class DrawFor(Auto[Spring], frozen=True):
    rule = "6.1.1"
    side: int

    def run(self, s: Spring, ev: Events | None) -> None:
        drawn = s.draws_axis if self.side else s.draws_allies
        if drawn:
            return
        if held(s, self.side):
            s.then(KeepOrDraw(self.side))
        elif markers_in_cup(s):
            s.then(DrawMarker(self.side))


def _keep(s: Spring, step: KeepOrDraw, seat: str, args: Ints, ev: Events | None) -> None:
    if ev is not None:
        words = f"The {SIDE_NAMES[step.side]} keep their Event marker and do not draw."
        ev.add(Card(act="kept", words=words, rule="6.1.1", side=SIDES[step.side]))


def _redraw(s: Spring, step: KeepOrDraw, seat: str, args: Ints, ev: Events | None) -> None:
    return_marker(s, step.side, ev, "6.1.1")
    s.then(DrawMarker(step.side))


class KeepOrDraw(Choice[Spring], frozen=True):
    """A held marker must be given back before another is drawn (ruling 9)."""

    rule = "6.1.1"
    verbs = (
        Verb("keep", _keep, rule="6.1.1", label="Keep the marker"),
        Verb("redraw", _redraw, rule="6.1.1", label="Return it and draw another"),
    )
    side: int

    def seat(self, s: Spring) -> str:
        return seat_of(s, self.side)

    def prompt(self, v: Spring, seat: str) -> str:
        marker = held(v, self.side)
        name = v.data.events[marker - 1].name if marker > 0 else "an Event marker"
        return f"You hold {name}. Keep it, or return it to the cup and draw?"

    def standing(self, v: Spring, seat: str, order: str) -> str | None:
        return "keep" if order == "keep-marker" else None


# ------------------------------------------------------------------------------------ 6.1.2 Belgian surrender


def axis_areas_in_belgium(s: Spring) -> int:
    return (s.data.belgium_mask & facts(s).owned[AXIS]).bit_count()


class Belgium(Auto[Spring], frozen=True):
    rule = "6.1.2"

    def run(self, s: Spring, ev: Events | None) -> None:
        if s.turn >= 2 and s.loc[s.data.belgian] < 36:  # ruling 19
            s.then(BelgianDie())


class BelgianDie(Chance[Spring], frozen=True):
    rule = "6.1.2"

    def chance(self, s: Spring) -> Distribution:
        return Dice(1)

    def happen(self, s: Spring, outcome: Outcome, ev: Events | None) -> None:
        d = s.data
        die, lost = int(outcome[0]), axis_areas_in_belgium(s)
        surrender = die > lost if s.belgian_as_printed else die <= lost  # ruling 17
        if ev is not None:
            does = "surrenders" if surrender else "fights on"
            words = f"with {counted(lost, 'Axis Area')} in Belgium, King Leopold {does}"
            ev.add(Rolled(dice=(die,), label="Belgian surrender", result=words, rule="6.1.2"))
        if surrender:
            lose_unit(s, d.belgian, "surrenders with King Leopold", "6.1.2", ev, cause="surrender")
            for p in bits(d.belgium_mask & ~facts(s).present[ALLIES]):  # ruling 18
                take_control(s, p, AXIS, ev, "passes to the Axis with the Belgian surrender", "6.1.2")


# ----------------------------------------------------------------------- 6.1.3 and 6.1.4, on the first morale


class Declarations(Auto[Spring], frozen=True):
    rule = "6.1.3"

    def run(self, s: Spring, ev: Events | None) -> None:
        d = s.data
        s.confidence = s.first_morale <= d.thresholds.command_confidence
        if s.confidence and ev is not None:
            ev.add(Said(words="Command confidence may change this turn.", rule="6.1.3"))
        if not s.italy and s.first_morale <= d.thresholds.italian_entry:
            s.italy = True
            if s.loc[d.italian] == OFF:
                put(s, d.italian, d.italy)
                s.strength[d.italian] = 2
            if ev is not None:
                words, place = "Italy declares war.", d.place_ids[d.italy]
                ev.add(
                    Nation(country="Italy", stance="joins", words=words, rule="6.1.4", places=(place,), side="axis")
                )

# compiled as it stands
"""8.0 Escape Moves and VP scoring, with the German Interdiction Attacks."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.spoiled_victory.data.world import NONE, RESULT_WORDS
from grognard.games.spoiled_victory.rules.air_attack import suffer, table_total
from grognard.games.spoiled_victory.rules.cards import event_card
from grognard.games.spoiled_victory.rules.state import (
    ALLIED_SIDE,
    GERMAN_SIDE,
    SEAT,
    State,
    factor,
    facts,
    german_alone,
    night,
    rolled,
    tell_change,
    to_pool,
)
from grognard.kernel.rules import (
    Auto,
    Battle,
    Chance,
    Dice,
    Distribution,
    Events,
    Headed,
    Outcome,
    Points,
    bits,
)
from grognard.kernel.show import Modifier
from grognard.kernel.show.words import number_of

TWO_DICE = Dice(2)


HEADING = Headed(words="Escape Moves and VP scoring", level=2, rule="5.0-3")
LAST = Headed(words="The last Escape Moves", level=2, rule="8.3")


class EscapePhase(Auto[State], frozen=True):
    """8.1; `last` is the extra phase after turn 18 (8.3)."""

    rule: ClassVar[str] = "8.1"
    last: bool = False

    def run(self, s: State, ev: Events | None) -> None:
        f = facts(s)
        if ev is not None:
            ev.add(LAST if self.last else HEADING)
        under_fire = interdicted_spaces(s)
        waiting = 0
        for space in bits(s.data.england):
            units = f.at[space]
            if not units:
                continue
            held = units & s.suppressed
            if self.last:
                for unit in bits(held):
                    score(s, unit, ev, half=True)
            elif ev is not None:
                for unit in bits(held):
                    name, where = s.data.unit_names[unit], s.data.place_ids[space]
                    words = f"{name} are Suppressed and wait in {where}."
                    tell_change(ev, "suppressed", words, "8.1", (s.data.unit_ids[unit],), (where,))
            free = units & ~held
            if under_fire >> space & 1:
                waiting |= free
            else:
                for unit in bits(free):
                    score(s, unit, ev)
        if waiting:
            s.stack.append(Interdiction(tuple(bits(waiting)), self.last))


def interdicted_spaces(s: State) -> int:
    """The To England spaces under fire: Z always, Y while Nieuport is German, and what the event adds (8.2)."""
    d = s.data
    spaces = d.always_interdicted
    if german_alone(s, d.nieuport):
        spaces |= d.nieuport_interdicted
    route = event_card(s).interdicted_route
    if route >= 0:
        spaces |= 1 << d.routes[route][-1]
    return spaces


def score(s: State, unit: int, ev: Events | None, half: bool = False) -> None:
    """8.3: one Victory Point a factor; half, rounded down, for a Suppressed unit after turn 18."""
    points = factor(s, unit) // 2 if half else factor(s, unit)
    s.vp += points
    if ev is not None:
        d = s.data
        where = d.place_ids[s.loc[unit]]
        fire = " under fire" if half else ""
        ev.add(
            Points(
                what="Victory Points",
                change=points,
                total=s.vp,
                words=f"{d.unit_names[unit]} reach England{fire}: {number_of(points, 'Victory Point')}.",
                rule="8.3",
                places=(where,),
                pieces=(d.unit_ids[unit],),
                side=ALLIED_SIDE,
            )
        )
    to_pool(s, unit)


class Interdiction(Chance[State], frozen=True):
    """Two dice for each evacuee before it escapes."""

    rule: ClassVar[str] = "8.2"
    units: tuple[int, ...]
    last: bool = False

    def chance(self, s: State) -> Distribution:
        return TWO_DICE

    def happen(self, s: State, outcome: Outcome, ev: Events | None) -> None:
        d = s.data
        unit = self.units[0]
        a, b = dice = rolled(outcome)
        event = event_card(s)
        total: int = table_total(a + b + event.interdiction_drm)
        # The extra phase after turn 18 uses the Night column (8.3); that turn is a Night turn anyway.
        result = d.interdiction[self.last or night(s)][total]
        if ev is not None:
            drm = (Modifier(event.interdiction_drm, event.title, "16.0"),) if event.interdiction_drm else ()
            ev.add(
                Battle(
                    dice=dice,
                    turn=s.turn,
                    side=GERMAN_SIDE,
                    defender=ALLIED_SIDE,
                    place=d.place_ids[s.loc[unit]],
                    defenders=(d.unit_ids[unit],),
                    manner="interdiction",
                    label=f"Interdiction of {d.unit_names[unit]}",
                    modifiers=drm,
                    total=total,
                    result="miss" if result == NONE else RESULT_WORDS[result],
                    shows=(f"interdiction {'Night' if self.last or night(s) else 'Day'} {total}",),
                    rule="8.2",
                    bad=SEAT,
                    places=(d.place_ids[s.loc[unit]],),
                    pieces=(d.unit_ids[unit],),
                )
            )
        if result == NONE:
            score(s, unit, ev)
        else:
            suffer(s, unit, result, ev, "8.2", "interdiction")
            if self.last and s.suppressed >> unit & 1:
                score(s, unit, ev, half=True)
        if len(self.units) > 1:
            s.stack.append(Interdiction(self.units[1:], self.last))

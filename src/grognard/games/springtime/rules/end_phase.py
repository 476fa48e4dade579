"""6.4 and 16: the end of the Maneuvers Phase, the End Phase and victory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from grognard.games.springtime.data.world import ALLIES, AXIS, OFF, SIDES
from grognard.games.springtime.rules.events import (
    DE_GAULLE,
    PLAY,
    TimeForEvents,
    is_enemy_marker,
    lost_in_end_phase,
    may_play,
    return_marker,
)
from grognard.games.springtime.rules.refit import Refit
from grognard.games.springtime.rules.state import UNSEEN, Spring, facts, held, put, seat_of, settle_control
from grognard.games.springtime.rules.supply import spread
from grognard.kernel.rules import (
    Auto,
    Chance,
    Choice,
    Dice,
    Distribution,
    Ended,
    Events,
    Headed,
    Ints,
    Left,
    Outcome,
    Rolled,
    Step,
    Verb,
    Why,
    Whys,
)


def linked_prizes(s: Spring) -> tuple[bool, int]:
    """16.1: whether Paris, and how many French Zones, are joined to Germany's eastern edge under Axis control."""
    d = s.data
    joined = spread(d.edge_mask, facts(s).owned[AXIS], d.near_mask)
    return bool(joined >> d.paris & 1), (joined & d.zone_mask).bit_count()


def automatic_victory(s: Spring) -> str:
    """16.1 and 16.1.1: the name of the victory, or nothing."""
    if s.morale <= s.data.thresholds.collapse:
        return "collapse"
    paris, zones = linked_prizes(s)
    return "automatic" if paris and zones >= 3 else ""


ENDINGS = {
    "collapse": (AXIS, "16.1.1", "French Morale has collapsed: an Axis Automatic Victory."),
    "automatic": (AXIS, "16.1", "Paris and three French Zones are lost: an Axis Automatic Victory."),
    "armistice": (AXIS, "16.2", "France asks for an armistice: an Axis Operational Victory."),
    "allied": (ALLIES, "16.3", "France fights on after seven weeks: an Allied Victory."),
}


def end_game(s: Spring, how: str, ev: Events | None) -> None:
    s.winner, rule, words = ENDINGS[how]
    s.victory = how
    s.stack.clear()
    if ev is not None:
        ev.add(Ended(words=words, rule=rule, winner=SIDES[s.winner], level=how, side=SIDES[s.winner]))


class EndManeuvers(Auto[Spring], frozen=True):
    """An Automatic Victory skips the Refit Phase, and the last turn has none (6.3, 12.4, ruling 88)."""

    rule = "6.3"

    def run(self, s: Spring, ev: Events | None) -> None:
        how = automatic_victory(s)
        if how:
            end_game(s, how, ev)
        elif s.turn >= s.data.tracks.turns:
            s.then(EndPhase())
        else:
            s.then(Refit(), EndPhase())


class EndPhase(Auto[Spring], frozen=True):
    rule = "6.4"

    def run(self, s: Spring, ev: Events | None) -> None:
        if ev is not None:
            ev.add(Headed(words=f"Turn {s.turn}, End Phase", level=2, rule="6.4"))
        how = automatic_victory(s)
        if how:
            end_game(s, how, ev)
        elif s.morale <= s.data.thresholds.armistice:  # 6.4.1
            s.then(Armistice())
        else:
            carry_on(s, ev)


class Armistice(Chance[Spring], frozen=True):
    """16.2: a die above French Morale."""

    rule = "16.2"

    def chance(self, s: Spring) -> Distribution:
        return Dice(1)

    def happen(self, s: Spring, outcome: Outcome, ev: Events | None) -> None:
        die = int(outcome[0])
        if ev is not None:
            words = "an armistice" if die > s.morale else "France fights on"
            ev.add(
                Rolled(
                    dice=(die,),
                    label=f"Armistice, against morale {s.morale}",
                    result=words,
                    rule="16.2",
                    good=seat_of(s, AXIS),
                    bad=seat_of(s, ALLIES),
                )
            )
        if die > s.morale:
            end_game(s, "armistice", ev)
        else:
            carry_on(s, ev)


def carry_on(s: Spring, ev: Events | None) -> None:
    """6.4.5 on the last turn; else 6.4.3, 6.4.4 and 6.4.2 (ruling 90)."""
    if s.turn >= s.data.tracks.turns:
        end_game(s, "allied", ev)
        return
    s.cup |= s.track
    s.track = 0
    s.then(EndEvents(ALLIES), EndEvents(AXIS), EndDiscards(ALLIES), EndDiscards(AXIS), NextTurn())


def _do_discard(s: Spring, step: EndDiscards, seat: str, args: Ints, ev: Events | None) -> None:
    return_marker(s, step.side, ev, "6.4.4")


def _held_whys(s: Spring, step: EndDiscards, seat: str) -> Whys:
    if not held(s, step.side):
        yield Why("6.4.4", lambda: "You hold no Event marker.")


def _do_withdraw(s: Spring, step: EndEvents, seat: str, args: Ints, ev: Events | None) -> None:
    d = s.data
    left = s.loc[d.airlanding]
    put(s, d.airlanding, OFF)
    s.oos[d.airlanding] = 0
    if ev is not None:
        words, piece = "The Airlanding Corps is withdrawn from the map.", d.unit_ids[d.airlanding]
        ev.add(Left(piece=piece, how="withdrawn", words=words, rule="18.1.3", side="axis"))
    settle_control(s, left, ev)
    s.then(step.after_event())


def _withdraw_whys(s: Spring, step: EndEvents, seat: str) -> Whys:
    if not can_withdraw(s, step.side):
        yield Why("18.1.3", lambda: "There is no Airlanding Corps to withdraw.")


def can_withdraw(s: Spring, side: int) -> bool:
    return side == AXIS and s.airdrops and s.loc[s.data.airlanding] < 36


def _do_done(s: Spring, step: EndEvents | EndDiscards, seat: str, args: Ints, ev: Events | None) -> None:
    """Nothing more in this phase."""


class EndEvents(TimeForEvents, frozen=True):
    """6.4.4: play the marker or not; 18.1.3: withdraw the Airlanding Corps. Who has done something says himself when
    he has finished, so that he can take it back before the draws of the next turn."""

    rule = "6.4.4"
    in_end_phase: ClassVar[bool] = True
    verbs = (
        PLAY,
        DE_GAULLE,
        Verb("withdraw", _do_withdraw, rule="18.1.3", label="Withdraw the Airlanding Corps", reasons=_withdraw_whys),
        Verb("keep", _do_done, rule="6.4.4", label="Nothing more"),
    )
    side: int
    begun: bool = False

    def after_event(self) -> Step[Spring]:
        return EndEvents(self.side, True)

    def seat(self, s: Spring) -> str:
        return seat_of(s, self.side)

    def prompt(self, v: Spring, seat: str) -> str:
        may = ["play your Event marker"] if may_play(v, self.side) or held(v, self.side) == UNSEEN else []
        if can_withdraw(v, self.side):
            may.append("withdraw the Airlanding Corps")
        return f"End Phase: {', '.join(may)}, or nothing more?" if may else "End Phase: you can play nothing now."

    def warnings(self, v: Spring, seat: str) -> Sequence[str]:
        marker = held(v, self.side)
        if seat != self.seat(v) or marker <= 0 or is_enemy_marker(v, self.side, marker - 1):
            return ()
        lost = lost_in_end_phase(v.data.events[marker - 1])
        return (lost,) if lost else ()

    def obvious(self, s: Spring) -> tuple[str, Ints] | None:
        return None if self.begun or held(s, self.side) or can_withdraw(s, self.side) else ("keep", ())

    def standing(self, v: Spring, seat: str, order: str) -> str | None:
        return "keep" if order == "keep-marker" and not can_withdraw(v, self.side) else None


class EndDiscards(Choice[Spring], frozen=True):
    """6.4.4: when both have played or not, return the marker unseen, or keep it (ruling 90)."""

    rule = "6.4.4"
    verbs = (
        Verb("discard", _do_discard, rule="6.4.4", label="Return the marker unseen", reasons=_held_whys),
        Verb("keep", _do_done, rule="6.4.4", label="Keep the marker"),
    )
    side: int

    def seat(self, s: Spring) -> str:
        return seat_of(s, self.side)

    def prompt(self, v: Spring, seat: str) -> str:
        return "End Phase: return your Event marker to the cup unseen, or keep it?"

    def obvious(self, s: Spring) -> tuple[str, Ints] | None:
        return None if held(s, self.side) else ("keep", ())

    def standing(self, v: Spring, seat: str, order: str) -> str | None:
        return "keep" if order == "keep-marker" else None


class NextTurn(Auto[Spring], frozen=True):
    """6.4.2, unless the events of the End Phase have decided the game (16.1, ruling 88)"""

    rule = "6.4.2"

    def run(self, s: Spring, ev: Events | None) -> None:
        d = s.data
        how = automatic_victory(s)
        if how:
            end_game(s, how, ev)
            return
        for a in (*d.air_for["french"], *d.air_for["british"]):
            s.air_strong[a] = 0  # 9.4.2: New Squadrons lasts for the turn
        s.turn += 1
        s.impulse = 1
        s.then(_start_turn())


def _start_turn() -> Step[Spring]:
    from grognard.games.springtime.rules.political import StartTurn

    return StartTurn()

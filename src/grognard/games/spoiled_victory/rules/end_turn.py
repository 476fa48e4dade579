# compiled as it stands
"""5.0 The turn and its phases; 12.0 End Turn procedures; 13.0 victory."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.spoiled_victory.data.world import PANZER, Card, Data
from grognard.games.spoiled_victory.rules.cards import event_card
from grognard.games.spoiled_victory.rules.escape import EscapePhase
from grognard.games.spoiled_victory.rules.evacuation import EvacuationPhase
from grognard.games.spoiled_victory.rules.event_phase import Cap, EventPhase
from grognard.games.spoiled_victory.rules.german_moves import GermanPhase
from grognard.games.spoiled_victory.rules.luftwaffe import LuftwaffePhase
from grognard.games.spoiled_victory.rules.player_actions import PlayerActionPhase
from grognard.games.spoiled_victory.rules.state import (
    SEAT,
    State,
    facts,
    german_alone,
    german_space,
    german_type,
    put,
    rolled,
    tell_change,
)
from grognard.kernel import rules
from grognard.kernel.rules import (
    Auto,
    Chance,
    Dice,
    Distribution,
    Ended,
    Events,
    Headed,
    Nation,
    Outcome,
    Rolled,
    bits,
)
from grognard.kernel.show import Modifier
from grognard.kernel.show.words import number_of, spelled

ONE_DIE = Dice(1)


class Turn(Auto[State], frozen=True):
    """The seven phases of a turn (5.0)."""

    rule: ClassVar[str] = "5.0"

    def run(self, s: State, ev: Events | None) -> None:
        s.event = s.rearguard = s.cap_route = -1
        s.bonus_actions = s.bonus_moves = s.spent = s.broke = 0
        s.beach_bonus = s.sidestep = False
        if ev is not None:
            ev.later(_began, s.data, s.turn)
        s.then(*PHASES)


def _began(d: Data, turn: int) -> Headed:
    return Headed(words=f"Turn {turn}: {turn_words(d, turn)}", rule="5.0", turn=turn)


def turn_words(d: Data, turn: int) -> str:
    date = d.turns[turn - 1]
    return f"{date.date}, {'night' if date.night else 'day'}"


END = Headed(words="End Turn", level=2, rule="5.0-7")


class EndTurn(Auto[State], frozen=True):
    """Belgian surrender, panzer withdrawal, then the markers (12.2 to 12.6)."""

    rule: ClassVar[str] = "5.0-7"

    def run(self, s: State, ev: Events | None) -> None:
        if s.turn == s.data.last_turn:
            # 8.3, 12.6: one more Escape Phase; what else ends a turn can change nothing then (ruling 17).
            s.then(EscapePhase(last=True), GameEnd())
            return
        if ev is not None:
            ev.add(END)
        s.stack.append(Markers())
        if panzers_left(s):
            s.stack.append(PanzerWithdrawal())
        if not s.surrendered:
            s.stack.append(BelgianSurrender())


def surrender_modifiers(s: State) -> list[Modifier]:
    f = facts(s)
    d = s.data
    t = d.surrender
    out = [Modifier(t.by_turn[min(s.turn, len(t.by_turn)) - 1], f"turn {s.turn}", "12.2")]
    lost = (f.at[d.lost] & d.belgian).bit_count()
    if lost:
        out.append(Modifier(lost * t.unit_lost, f"{spelled(lost, 'Belgian unit')} lost", "12.2"))
    if german_alone(s, d.nieuport):
        out.append(Modifier(t.nieuport_german, "Nieuport is German", "12.2"))
    return [m for m in out if m.value]


class BelgianSurrender(Chance[State], frozen=True):
    rule: ClassVar[str] = "12.2"

    def chance(self, s: State) -> Distribution:
        return ONE_DIE

    def happen(self, s: State, outcome: Outcome, ev: Events | None) -> None:
        dice = rolled(outcome)
        d = s.data
        modifiers = surrender_modifiers(s)
        total: int = dice[0] + sum(m.value for m in modifiers)
        gone = total >= d.surrender.needed
        if ev is not None:
            result = "the Belgian army surrenders" if gone else "the Belgians fight on"
            ev.add(
                Rolled(
                    dice=dice,
                    label="Belgian surrender",
                    modifiers=tuple(modifiers),
                    total=total,
                    result=result,
                    rule="12.2",
                    shows=(f"Belgian surrender {'yes' if gone else 'no'}",),
                    bad=SEAT,
                )
            )
        if gone:
            s.surrendered = True
            s.astray = 0
            for unit in bits(d.belgian & facts(s).ashore):
                put(s, unit, d.lost)
            s.full &= ~d.belgian
            s.suppressed &= ~d.belgian
            if ev is not None:
                words = "All Belgian units leave the game."
                ev.add(Nation(country="Belgium", stance="surrenders", words=words, rule="12.2"))


def panzers_left(s: State) -> int:
    """The tracks of the panzer units that still show their Panzer side."""
    out = 0
    for track in range(len(s.on_track)):
        if german_type(s, track) == PANZER:
            out |= 1 << track
    return out


def withdrawal_modifiers(s: State) -> list[Modifier]:
    d = s.data
    t = d.withdrawal
    out = [Modifier(t.by_turn[min(s.turn, len(t.by_turn)) - 1], f"turn {s.turn}", "12.3")]
    left = panzers_left(s)
    if left.bit_count() < d.panzers.bit_count():
        out.append(Modifier(t.one_motorized, "a panzer unit is on its Motorized side", "12.3"))
    if any(d.dunkirk >> german_space(s, track) & 1 for track in bits(left)):
        out.append(Modifier(t.panzer_in_dunkirk, "a panzer unit is in Dunkirk", "12.3"))
    return [m for m in out if m.value]


class PanzerWithdrawal(Chance[State], frozen=True):
    rule: ClassVar[str] = "12.3"

    def chance(self, s: State) -> Distribution:
        return ONE_DIE

    def happen(self, s: State, outcome: Outcome, ev: Events | None) -> None:
        dice = rolled(outcome)
        modifiers = withdrawal_modifiers(s)
        total: int = dice[0] + sum(m.value for m in modifiers)
        gone = total >= s.data.withdrawal.needed
        if ev is not None:
            result = "the panzers are withdrawn" if gone else "the panzers stay"
            ev.add(
                Rolled(
                    dice=dice,
                    label="Panzer withdrawal",
                    modifiers=tuple(modifiers),
                    total=total,
                    result=result,
                    rule="12.3",
                    shows=(f"Panzer withdrawal {'yes' if gone else 'no'}",),
                    good=SEAT,
                )
            )
        if gone:
            s.reduced |= panzers_left(s)
            tell_change(ev, "motorized", "The panzer units are Motorized from now on.", "12.3")


class Markers(Auto[State], frozen=True):
    """12.1 the event card, 12.4 Suppressed markers, 12.5 reminders, 12.6 the next turn."""

    rule: ClassVar[str] = "12.5"

    def run(self, s: State, ev: Events | None) -> None:
        if s.event >= 0:
            # 6.2, 12.1; under Chaotic Events the card may come again (14.3)
            if s.chaotic:
                s.discards |= 1 << s.event
            else:
                s.removed |= 1 << s.event
            if ev is not None:
                ev.later(_put_away, event_card(s), s.chaotic)
        if s.suppressed:
            freed = tuple(s.data.unit_list(s.suppressed))
            tell_change(ev, "recovered", "The Suppressed markers come off.", "12.4", freed)
        s.suppressed = 0
        s.harbour = max(0, s.harbour - 1)
        s.wake = max(0, s.wake - 1)
        s.event = -1
        s.turn += 1
        s.stack.append(Turn())


def _put_away(card: Card, chaotic: bool) -> rules.Card:
    fate = "discarded" if chaotic else "removed from the game"
    act, rule = ("discarded", "14.3") if chaotic else ("removed", "6.2")
    return rules.Card(card=card.id, act=act, words=f"The card {card.title} is {fate}.", rule=rule)


class GameEnd(Auto[State], frozen=True):
    rule: ClassVar[str] = "13.0"

    def run(self, s: State, ev: Events | None) -> None:
        if ev is not None:
            words = f"The game ends with {number_of(s.vp, 'Victory Point')}: {level(s)}."
            ev.add(Ended(words=words, level=level(s), score=s.vp, rule="13.0"))


def level(s: State) -> str:
    """13.0."""
    for line in s.data.levels:
        if line.from_ <= s.vp <= line.to:
            return line.name
    return s.data.levels[-1].name


PHASES = (
    EventPhase(),
    Cap(),
    LuftwaffePhase(),
    EscapePhase(),
    GermanPhase(),
    PlayerActionPhase(),
    EvacuationPhase(),
    EndTurn(),
)

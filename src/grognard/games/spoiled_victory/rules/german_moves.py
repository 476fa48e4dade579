# compiled as it stands
"""9.1 and 9.2: which German units are called, and how they move."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.spoiled_victory.data.world import AT_RANDOM, BY_SURPRISE, INFANTRY, Card
from grognard.games.spoiled_victory.rules.cards import DrawCard, draw, event_card
from grognard.games.spoiled_victory.rules.german_attack import Attacks
from grognard.games.spoiled_victory.rules.state import (
    State,
    facts,
    german_goes,
    german_type,
    marsh,
    rally,
    rolled,
    tell_card,
    tell_change,
)
from grognard.kernel.rules import Auto, Chance, Dice, Distribution, Events, Headed, Outcome, Rolled, bits, mask_of

HEADING = Headed(words="German Movement and Attacks", level=2, rule="5.0-4")


class GermanPhase(Auto[State], frozen=True):
    rule: ClassVar[str] = "9.0"

    def run(self, s: State, ev: Events | None) -> None:
        if ev is not None:
            ev.add(HEADING)
        event = event_card(s)
        if event.german_cards:
            s.stack.append(GermanCards(event.german_cards))
        elif event.mandate or event.mandate_types:
            call(s, mandated(s, event), ev)
        else:
            tell_change(ev, "idle", "No German unit moves or attacks this turn.", "16.0")


def mandated(s: State, event: Card) -> int:
    """The tracks whose units an event calls by itself."""
    out = 0
    for track, unit in enumerate(s.on_track):
        if event.mandate >> unit & 1 or event.mandate_types >> german_type(s, track) & 1:
            out |= 1 << track
    return out & ~s.disrupted if event.spare_disrupted else out


class GermanCards(Auto[State], frozen=True):
    """One German Moves card, or two by event; a card set aside by Intelligence comes first (10.4)."""

    rule: ClassVar[str] = "9.1"
    left: int

    def run(self, s: State, ev: Events | None) -> None:
        if self.left == 0:
            return
        s.stack.append(GermanCards(self.left - 1))
        if s.intelligence >= 0:
            index = s.intelligence
            s.intelligence = -1
            card = s.data.cards[index]
            words = f"German Moves, as the Intelligence Report said: {card.german_words}."
            tell_card(ev, card.id, "played", words, "10.4")
            read_german_moves(s, index, s.data.cards[index], ev)
        else:
            draw(s, GermanMovesCard(), ev)


class GermanMovesCard(DrawCard, frozen=True):
    rule: ClassVar[str] = "9.1"
    label: ClassVar[str] = "German Moves"

    def entry(self, card: Card) -> str:
        return card.german_words

    def read(self, s: State, index: int, card: Card, ev: Events | None) -> None:
        read_german_moves(s, index, card, ev)


def read_german_moves(s: State, index: int, card: Card, ev: Events | None) -> None:
    s.stack.append(CardDone(index))
    if card.german == AT_RANDOM:
        s.stack.append(RandomMoves())
    elif card.german == BY_SURPRISE:
        # 9.1d: every Disrupted unit loses its marker and moves
        called = s.disrupted
        if not called:
            tell_change(ev, "idle", "No German unit is Disrupted, so nobody moves.", "9.1d")
        rally(s, called, ev, "9.1d")
        call(s, called, ev)
    else:
        # 9.1a, 9.1b: the units that the card names, or those of its corps
        called = 0
        for track, unit in enumerate(s.on_track):
            if card.called >> unit & 1:
                called |= 1 << track
        call(s, called, ev)


class CardDone(Auto[State], frozen=True):
    """The card goes to the discards once it has been carried out (ruling 6)."""

    rule: ClassVar[str] = "5.0"
    card: int

    def run(self, s: State, ev: Events | None) -> None:
        s.discards |= 1 << self.card


class RandomMoves(Chance[State], frozen=True):
    """9.1c: one die for each German unit, lowest track first; it moves on 1 to 3."""

    rule: ClassVar[str] = "9.1c"

    def chance(self, s: State) -> Distribution:
        return Dice(len(s.advance))

    def happen(self, s: State, outcome: Outcome, ev: Events | None) -> None:
        dice = rolled(outcome)
        called = 0
        limit = s.data.movement.random_moves_on
        for track, die in enumerate(dice):
            if die <= limit:
                called |= 1 << track
        if ev is not None:
            names = [s.data.germans[s.on_track[t]].name for t in bits(called)]
            ev.add(Rolled(dice=dice, label="Random Moves", result=", ".join(names) or "nobody moves", rule="9.1c"))
        call(s, called, ev)


def call(s: State, called: int, ev: Events | None) -> None:
    """The called units, less those that the event holds back, move and then attack."""
    f = facts(s)
    forbidden = event_card(s).forbidden_types
    if forbidden:
        held = mask_of(t for t in bits(called) if forbidden >> german_type(s, t) & 1)
        called &= ~held
        if held:
            be = "is" if held.bit_count() == 1 else "are"
            _tell(s, held, f"{be} held back by the event {event_card(s).title}", "16.0", ev)
    if not called:
        return
    stuck = 0
    soft = marsh(s)
    d = s.data
    for track in bits(called):
        space = d.tracks[track][s.advance[track]]
        # 9.2e: only a unit that would leave a Marsh rolls (ruling 22)
        if soft >> space & 1 and not f.at[space] and can_go_on(s, track):
            stuck |= 1 << track
    if stuck:
        s.stack.append(LeaveMarsh(called, stuck))
    else:
        march(s, called, ev)


def _tell(s: State, tracks: int, words: str, rule: str, ev: Events | None) -> None:
    """A sentence about the Germans of these tracks."""
    if ev is not None and tracks:
        germans = [s.data.germans[s.on_track[t]] for t in bits(tracks)]
        told = f"{', '.join(g.name for g in germans)} {words}."
        tell_change(ev, "idle", told, rule, tuple(g.id for g in germans))


def can_go_on(s: State, track: int) -> bool:
    """Whether there is a next space on the track without another German in it (9.2b, 9.2f)."""
    f = facts(s)
    spaces = s.data.tracks[track]
    n = s.advance[track] + 1
    return n < len(spaces) and not f.german_at >> spaces[n] & 1


class LeaveMarsh(Chance[State], frozen=True):
    """9.2e: one die for each unit that begins in a Marsh; it leaves on 1 to 4."""

    rule: ClassVar[str] = "9.2e"
    called: int
    stuck: int

    def chance(self, s: State) -> Distribution:
        return Dice(self.stuck.bit_count())

    def happen(self, s: State, outcome: Outcome, ev: Events | None) -> None:
        dice = rolled(outcome)
        called = self.called
        limit = s.data.movement.marsh_leaves_on
        for track, die in zip(bits(self.stuck), dice, strict=True):
            stays = die > limit
            if stays:
                called &= ~(1 << track)
            if ev is not None:
                german = s.data.germans[s.on_track[track]]
                words = "it stays" if stays else "it leaves"
                ev.add(
                    Rolled(
                        dice=(die,),
                        label=f"{german.name} in the Marsh",
                        result=words,
                        rule="9.2e",
                        shows=(f"Marsh roll {'stays' if stays else 'leaves'}",),
                        pieces=(german.id,),
                    )
                )
        march(s, called, ev)


def march(s: State, called: int, ev: Events | None) -> None:
    """9.2: all called units move, lowest letter first; then those that meet Allied units attack."""
    f = facts(s)
    d = s.data
    at = f.at
    soft = marsh(s)
    attackers = red = 0
    for track in bits(called):
        spaces = d.tracks[track]
        n = start = s.advance[track]
        bit = 1 << track
        if at[spaces[n]]:
            attackers |= bit  # 9.2c: Engaged, it attacks where it is
            continue
        last = len(spaces) - 1
        if n == last:
            red |= bit  # 9.3.9
            continue
        m = d.movement
        reach = m.german_infantry if german_type(s, track) == INFANTRY else m.german_motorized  # 9.2a
        while reach and n < last and not f.german_at >> spaces[n + 1] & 1:  # 9.2b, 9.2f
            n += 1
            reach -= 1
            if at[spaces[n]] or soft >> spaces[n] & 1:  # 9.2d
                break
        if n != start:
            german_goes(s, track, n, ev, "9.2", "advances to")
            if at[spaces[n]]:
                attackers |= bit
        else:
            _tell(s, bit, f"cannot advance: another German unit is in {d.place_ids[spaces[n + 1]]}", "9.2f", ev)
    tired = (attackers | red) & s.spent
    for track in bits(tired):
        _tell(s, 1 << track, "has fought this turn and does not attack again", "9.3.6", ev)
    attackers &= ~tired  # 9.3.6 (ruling 29)
    red &= ~tired
    if attackers | red:
        s.stack.append(Attacks(attackers | red, red))

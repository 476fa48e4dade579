# compiled as it stands
"""7.0 Luftwaffe Attacks."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.spoiled_victory.data.world import BY_CLOSE_SUPPORT, NONE, RESULT_WORDS, Card, Data, Entry
from grognard.games.spoiled_victory.rules.air_attack import air_drm, air_row, modifiers_over, suffer, table_total
from grognard.games.spoiled_victory.rules.cards import DrawCard, draw, event_card
from grognard.games.spoiled_victory.rules.state import (
    ALLIED_SIDE,
    DAMAGED_JETTIES,
    GERMAN_SIDE,
    JETTIES,
    SEAT,
    State,
    facts,
    marsh,
    rolled,
    say,
    tell_change,
)
from grognard.kernel.rules import Auto, Battle, Chance, Dice, Distribution, Events, Headed, Outcome, Rolled, bits

TWO_DICE = Dice(2)

HEADING = Headed(words="Luftwaffe Attacks", level=2, rule="5.0-2")


class LuftwaffePhase(Auto[State], frozen=True):
    rule: ClassVar[str] = "7.0"

    def run(self, s: State, ev: Events | None) -> None:
        if ev is not None:
            ev.add(HEADING)
        cards = event_card(s).air_cards
        if cards:
            s.then(LuftwaffeCards(cards))
        else:
            # 7.5: cancelled attacks skip the phase, and no card is drawn.
            say(ev, "No Luftwaffe attacks this turn.", "7.5")


class LuftwaffeCards(Auto[State], frozen=True):
    """7.4: several cards are drawn and resolved one after another."""

    rule: ClassVar[str] = "7.4"
    left: int

    def run(self, s: State, ev: Events | None) -> None:
        if self.left == 0:
            s.cap_route = -1  # 10.10.1: the patrol ends with the phase
            return
        s.stack.append(LuftwaffeCards(self.left - 1))
        draw(s, LuftwaffeCard(), ev)


class LuftwaffeCard(DrawCard, frozen=True):
    rule: ClassVar[str] = "7.1"
    label: ClassVar[str] = "Luftwaffe"

    def entry(self, card: Card) -> str:
        return " + ".join(e.words for e in card.luftwaffe)

    def read(self, s: State, index: int, card: Card, ev: Events | None) -> None:
        s.stack.append(Raid(index, 0))


class Raid(Auto[State], frozen=True):
    """The entries of a card, in order; then the card is discarded (ruling 6)."""

    rule: ClassVar[str] = "7.1"
    card: int
    entry: int

    def run(self, s: State, ev: Events | None) -> None:
        entries = s.data.cards[self.card].luftwaffe
        n = self.entry
        while n < len(entries):
            entry = entries[n]
            n += 1
            if entry.route >= 0 and entry.route == s.cap_route:
                tell_change(ev, "driven off", f"The RAF drives off the attack on {entry.words}.", "10.10.1")
                continue
            found = targets(s, entry)
            if found:
                s.then(AirAttack(tuple(found)), Raid(self.card, n))
                return
            tell_change(ev, "no target", f"The raid on {entry.words} finds nobody.", "7.1")
        s.discards |= 1 << self.card


def targets(s: State, entry: Entry) -> list[int]:
    """The units that an entry attacks, space by space; an empty jetty or beach is -1 - space (7.1, 7.3.1).

    The spaces of an entry are those of a route and the staging area (7.1a), of Dunkirk (7.1b), the Beaches (7.1c) or
    a track (7.1d).
    """
    f = facts(s)
    d = s.data
    at = f.at
    out: list[int] = []
    close = entry.kind == BY_CLOSE_SUPPORT
    for space in bits(entry.spaces):
        units = at[space]
        if close:
            # 7.1e: next to a German with whom it is not Engaged (ruling 13)
            if units and d.near[space] & f.german_at:
                out += bits(units)
        elif units:
            out += bits(units)
        elif d.create_mask >> space & 1 and not f.german_at >> space & 1 and structure_at_risk(s, space):
            out.append(-1 - space)
    return out


def structure_at_risk(s: State, space: int) -> bool:
    """Whether a natural 12 would damage something here (7.3)."""
    if space == s.data.jetty:
        return not s.mole_damaged
    return bool(s.data.beach >> space & 1) and s.jetties == JETTIES


def damage(s: State, space: int, ev: Events | None) -> None:
    """7.3: a natural 12 damages the Mole or the Beach Jetties."""
    if not structure_at_risk(s, space):
        return
    if space == s.data.jetty:
        s.mole_damaged = True
        tell_change(ev, "damaged", "The Mole is damaged.", "7.3", (), (s.data.place_ids[space],))
    else:
        s.jetties = DAMAGED_JETTIES
        tell_change(ev, "damaged", "The Beach Jetties are damaged.", "7.3", (), (s.data.place_ids[space],))


class AirAttack(Chance[State], frozen=True):
    """Two dice for each target, one target after another (7.2)."""

    rule: ClassVar[str] = "7.2"
    targets: tuple[int, ...]

    def chance(self, s: State) -> Distribution:
        return TWO_DICE

    def happen(self, s: State, outcome: Outcome, ev: Events | None) -> None:
        target = self.targets[0]
        a, b = dice = rolled(outcome)
        total: int = a + b
        d = s.data
        if target >= 0:
            space = s.loc[target]
            net = total + air_drm(s, space)
            result = d.air_rows[air_row(s, target)][table_total(net)]
            if ev is not None:
                row, soft = air_row(s, target), bool(marsh(s) >> space & 1)
                ev.later(_bombed, d, s.turn, event_card(s), dice, target, space, soft, row, table_total(net), result)
            if result != NONE:
                suffer(s, target, result, ev, "7.2", "air")
        else:
            space = -1 - target
            if ev is not None:
                ev.add(
                    Rolled(
                        dice=dice,
                        label=f"Luftwaffe against empty {d.place_ids[space]}",
                        total=total,
                        rule="7.3.1",
                        bad=SEAT,
                        places=(d.place_ids[space],),
                    )
                )
        if total == 12:
            damage(s, space, ev)
        rest = self.targets[1:]
        while rest and rest[0] < 0 and not structure_at_risk(s, -1 - rest[0]):
            rest = rest[1:]
        if rest:
            s.stack.append(AirAttack(rest))


def _bombed(
    d: Data,
    turn: int,
    event: Card,
    dice: tuple[int, ...],
    target: int,
    space: int,
    soft: bool,
    row: int,
    total: int,
    result: int,
) -> Battle:
    return Battle(
        dice=dice,
        turn=turn,
        side=GERMAN_SIDE,
        defender=ALLIED_SIDE,
        place=d.place_ids[space],
        defenders=(d.unit_ids[target],),
        manner="air",
        label=f"Luftwaffe against {d.unit_names[target]} in {d.place_words[space]}",
        modifiers=tuple(modifiers_over(d, space, soft, turn, event)),
        total=total,
        result=RESULT_WORDS[result],
        shows=(f"luftwaffe {d.air_titles[row]} {max(2, total)}",),
        rule="7.2",
        bad=SEAT,
        places=(d.place_ids[space],),
        pieces=(d.unit_ids[target],),
    )

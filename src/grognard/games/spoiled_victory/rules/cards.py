# compiled as it stands
"""Drawing Action Cards (4.4, 5.0). There is no shuffled deck: the pile is a set, and a draw picks one of it."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.spoiled_victory.data.world import Card
from grognard.games.spoiled_victory.rules.state import State, tell_card
from grognard.kernel.rules import Chance, Distribution, Draw, Drawn, Events, Outcome


class DrawCard(Chance[State], frozen=True):
    """A card is drawn for one phase; subclasses read it."""

    label: ClassVar[str] = "Card"

    def chance(self, s: State) -> Distribution:
        return Draw(s.data.card_tuple(s.pile))

    def happen(self, s: State, outcome: Outcome, ev: Events | None) -> None:
        d = s.data
        index = d.card[outcome]  # type: ignore[index]
        bit = 1 << index
        s.pile &= ~bit
        card = d.cards[index]
        if ev is not None:
            ev.later(self.drawn, card)
        self.read(s, index, card, ev)

    def drawn(self, card: Card) -> Drawn:
        label, shows = f"{self.label} (card {card.number})", (f"{self.label} {card.id}",)
        return Drawn(card=self.entry(card), label=label, rule=self.rule, shows=shows)

    def entry(self, card: Card) -> str:
        """The part of the card that this phase reads."""
        return f"“{card.title}”"

    def read(self, s: State, index: int, card: Card, ev: Events | None) -> None:
        raise NotImplementedError


def draw(s: State, step: DrawCard, ev: Events | None) -> None:
    """Have a card drawn; the last card of the pile is never drawn but reshuffled first (5.0, ruling 1)."""
    if s.pile.bit_count() <= 1:
        s.pile |= s.discards
        s.discards = 0
        tell_card(ev, "", "shuffled", "The discards are shuffled into a new draw pile.", "5.0")
    s.stack.append(step)


def event_card(s: State) -> Card:
    """The card of this turn's event; before it is drawn (-1), the blank card that ends the tuple."""
    return s.data.with_blank[s.event]

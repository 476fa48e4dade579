"""The expert: more plans and playouts than `hard`, judged by what was learned from play; attacks are played
out too."""

from __future__ import annotations

import random

import msgspec

from grognard.bots.judgement import Judge
from grognard.bots.search import search
from grognard.games.nineteen_forty.bots.attacks import attack_orders
from grognard.games.nineteen_forty.bots.bot import HardBot, play_on, reasons_for
from grognard.games.nineteen_forty.bots.picture import EXPERT, Picture
from grognard.games.nineteen_forty.bots.plans import belief, imagine
from grognard.games.nineteen_forty.bots.policy import action, attacks_of, declared
from grognard.games.nineteen_forty.rules import declaring
from grognard.games.nineteen_forty.rules.state import Position
from grognard.kernel.rules import Action, Game

LAST_WORKS = 2
"""When so few hexes of the Maginot Line are left and it is the plan, only attacks that go for them are proposed, if
any promises something: without them the game is lost. Playouts do not tell it, since the Allies that are expected
walk out of works that nobody attacks (docs/opponents.md)."""
Orders = tuple[tuple[int, int], ...]
"""Attacks to declare: units and the hexes that they attack."""


class ExpertBot(HardBot):
    """Searches more of the game, and knows what a position is worth."""

    strong = EXPERT
    variants = 9
    playouts = 60
    least = 2
    trust = 0.01
    small = 24
    """Playouts for a question that is no movement phase."""

    def __init__(self) -> None:
        super().__init__()
        self.judge: Judge[Position] | None = None

    def choose(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> Action:
        if self.judge is None:
            judge = game.judge()
            assert judge is not None
            judge.check()
            self.judge = judge
        return super().choose(game, view, seat, rng)

    def worth(self, s: Position, seat: str) -> float:
        judge = self.judge
        assert judge is not None
        if seat == "german":
            return judge.worth(s)
        total = 0.0
        for plan, share in enumerate(belief(s)):
            s.objective = plan
            total += share * judge.worth(s)
        return 1.0 - total

    def decide(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> str:
        if not isinstance(view.stack[-1], declaring.Declaring):
            return super().decide(game, view, seat, rng)
        weights = {**self.expected, seat: self.manner(seat)}

        def play_out(world: Position, orders: Orders, dice: random.Random) -> float:
            imagine(world, seat, dice)
            game.apply(world, action(seat, declared(world, list(orders))))
            play_on(game, world, weights, self.turns, dice)
            return self.worth(world, seat)

        thought = search(
            game, view, seat, self.orders(view, seat), play_out, self.small, rng, least=self.least, usual=self.trust
        )
        text = declared(view, list(thought.best))
        self.why = reasons_for(view, text)
        if thought.playouts:
            self.sure, self.other = thought.sure, orders_words(view, thought.tried[1].plan)
        return text

    def orders(self, view: Position, seat: str) -> list[Orders]:
        """Which attacks might be declared: as the plan has it, more boldly, more carefully, or none. Where the last
        works of the plan can be attacked, only such as do that."""
        usual = self.manner(seat)
        manners = [usual, *(msgspec.structs.replace(usual, bold=usual.bold + more) for more in (1.5, -1.5))]
        found: dict[Orders, None] = dict.fromkeys([*(tuple(attacks_of(view, manner)) for manner in manners), ()])
        works = Picture(view, usual).held_line if seat == "german" else 0
        if 0 < works.bit_count() <= LAST_WORKS:
            found |= dict.fromkeys(tuple(attack_orders(view, manner, about=works)) for manner in manners)
            hits = [orders for orders in found if any(works >> h & 1 for _, h in orders)]
            return hits or list(found)
        return list(found)


def orders_words(s: Position, orders: Orders) -> str:
    """Attacks that might be declared, by what they attack."""
    hexes = dict.fromkeys(h for _, h in orders)
    return "attacks on " + ", ".join(s.data.hex_name(h) for h in hexes) if hexes else "no attack"

"""`hard` tries several plans for each impulse in guessed worlds, plays them out and keeps the best, if in other
worlds too it does better than the usual one."""

from __future__ import annotations

import random
from typing import NamedTuple

import msgspec

from grognard.bots.search import search
from grognard.games.fortress_europa.bots.bot import EasyBot, decide
from grognard.games.fortress_europa.bots.judgement import judge
from grognard.games.fortress_europa.bots.moves import Planner
from grognard.games.fortress_europa.bots.style import EASY, Style
from grognard.games.fortress_europa.data.world import SEATS
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import CHANCE, Deed, Game

CHOICES: dict[str, tuple[float, ...]] = {
    "bold": (-1.5, 0.0, 1.5, 3.0),
    "push": (0.5, 1.0, 2.0),
    "pull": (0.6, 1.0, 1.5),
    "caution": (0.2, 0.6, 1.2),
    "cover": (0.0, 0.3, 0.7),
    "guard": (0.6, 1.0, 1.7),
    "distance": (1.0, 2.0, 3.0),
    "contact": (4.0, 8.0, 12.0),
}
"""The weights that are varied, and the values that are tried."""


class Plan(NamedTuple):
    """One way to play an impulse: the style that gave it, and its moves."""

    style: Style
    deeds: list[Deed]


def vary(style: Style, rng: random.Random) -> Style:
    """Changes two or three weights."""
    names = rng.sample(list(CHOICES), rng.choice((2, 3)))
    return msgspec.structs.replace(style, **{name: rng.choice(CHOICES[name]) for name in names})


def mixed(first: Style, second: Style, rng: random.Random) -> Style:
    """Each weight from the one or the other."""
    changes = {name: getattr(second, name) for name in Style.__struct_fields__ if rng.random() < 0.5}
    return msgspec.structs.replace(first, **changes)


class HardBot(EasyBot):
    """Tries variants of the plan for each move impulse on guessed worlds and keeps the best."""

    variants = 8
    """So many ways to play an impulse are tried."""
    playouts = 40
    """For the choice of one of them."""
    duel = 24
    """For its trial against the usual plan in worlds that neither has met: the best of many was lucky as well."""
    trust = 2.0
    """It must be better by this."""
    turns = 1
    """A playout lasts until the seat has its next turn, or the one after that."""

    def __init__(self) -> None:
        super().__init__()
        self.style = EASY

    def decide(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> Deed | None:
        deed, self.why = decide(game, view, seat, self.style, self.district)
        return deed

    def impulse(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> list[Deed]:
        plans: list[Plan] = []

        def variant(style: Style) -> Plan | None:
            """The impulse that this style gives, if it is a new one."""
            deeds = Planner(game, view.copy(), seat, rng, style).plan()
            return None if any(deeds == plan.deeds for plan in plans) else Plan(style, deeds)

        def mix(first: Plan, second: Plan) -> Plan | None:
            return variant(mixed(first.style, second.style, rng))

        def play_out(world: Position, plan: Plan, dice: random.Random) -> float:
            return self.try_out(game, world, seat, plan, dice)

        for i in range(self.variants):
            style = (EASY, self.style)[i] if i < 2 else vary(rng.choice((EASY, self.style)), rng)
            found = variant(style)
            if found is not None:
                plans.append(found)
        thought = search(
            game, view, seat, plans, play_out, self.playouts, rng,
            least=1, usual=self.trust, mix=mix,
        )  # fmt: skip
        best = thought.best
        if best is not plans[0]:
            pair = (plans[0], best)
            best = search(game, view, seat, pair, play_out, self.duel, rng, least=1, usual=self.trust).best
        self.style = best.style
        return best.deeds

    def try_out(self, game: Game[Position], s: Position, seat: str, plan: Plan, rng: random.Random) -> float:
        """Plays on with this plan until a later turn of the seat, and looks at what came of it."""
        side, last = s.side, s.turn + self.turns
        styles = {name: plan.style if name == seat else EASY for name in game.seats}
        waiting = [*plan.deeds, Deed("end", (), seat)]
        while s.stack:
            if game.turn(s) is CHANCE:
                game.apply(s, game.chance(s).sample(rng))
                continue
            who = game.owing(s)[0]
            if isinstance(s.stack[-1], Moving):
                if s.turn >= last and s.side == side:
                    break
                if not waiting:
                    waiting = [*Planner(game, s.copy(), who, rng, styles[who]).plan(), Deed("end", (), who)]
                deed: Deed | None = waiting.pop(0)
            else:
                deed = decide(game, s, who, styles[who])[0]
                waiting = []
            if deed is None or not game.permits(s, deed):
                if waiting:
                    continue
                deed = game.random(s, who, rng)
            game.apply(s, deed)
        return judge(s, SEATS.index(seat))

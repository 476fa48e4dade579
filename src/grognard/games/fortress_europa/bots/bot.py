"""Opponents for Fortress Europa. `easy` plans a whole impulse by rules of thumb and plays it out."""

from __future__ import annotations

import random

from grognard.bots import Bot
from grognard.games.fortress_europa.bots.battles import next_battle
from grognard.games.fortress_europa.bots.landing import invasion
from grognard.games.fortress_europa.bots.moves import Planner
from grognard.games.fortress_europa.bots.policy import answer
from grognard.games.fortress_europa.rules.combat.attacking import Attacking
from grognard.games.fortress_europa.rules.landing.invasion import Invading
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.setup.setup import GermanSetUp
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import Action, Deed, Game


class EasyBot(Bot[Position]):
    """One plan an impulse, by rules of thumb."""

    def __init__(self) -> None:
        self.planned: list[Deed] = []
        self.when: tuple[int, int, int] | None = None

    def choose(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> Action:
        deed = self.decide(game, view, seat, rng)
        if deed is None or not game.permits(view, deed):
            self.why = "There was little to choose."
            deed = game.random(view, seat, rng)
        return game.said(view, deed)

    def decide(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> Deed | None:
        step = view.stack[-1]
        if isinstance(step, Moving):
            return self.move(game, view, seat, rng)
        if isinstance(step, Attacking):
            self.why = "It has the best odds of the battles that are to be fought."
            return next_battle(game, view, seat)
        if isinstance(step, Invading):
            self.why = "This coast takes many units and is weakly held."
            return invasion(game, view, seat)
        if isinstance(step, GermanSetUp):
            self.why = "A sound beginning."
            return Deed("done", (), seat, (Deed("rest", (), seat),))
        self.why = "It costs least or brings most."
        return answer(game, view, seat, rng)

    def move(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> Deed | None:
        when = (view.turn, view.side, view.impulse)
        if self.when != when:
            self.planned = Planner(game, view.copy(), seat, rng).plan()
            self.when = when
        while self.planned:
            deed = self.planned.pop(0)
            if game.permits(view, deed):
                self.why = words(view, deed)
                return deed
        self.why = "Everything stands where it should."
        return Deed("end", (), seat)


def words(s: Position, deed: Deed) -> str:
    """Why a unit goes somewhere, in one sentence."""
    w = s.data
    if len(deed.args) < 2 or deed.args[1] >= w.n:
        return "It is part of the plan for this impulse."
    name, place = w.unit_names[deed.args[0]], w.hex_name(deed.args[1])
    return {
        "move": f"{name} stands better in {place}.",
        "rail": f"{name} is needed near {place}.",
        "sail": f"{name} comes ashore at {place}.",
        "land": f"{name} follows the invaders at {place}.",
        "enter": f"{name} enters where it is nearest to the fighting.",
    }.get(deed.verb, f"{name} is wanted in {place}.")

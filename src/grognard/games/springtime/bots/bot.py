"""Opponents. Easy weighs what it sees; hard plays the candidates of an impulse out in guessed worlds."""

from __future__ import annotations

import random
from typing import NamedTuple

from grognard.bots import Bot
from grognard.games.springtime.bots.judgement import axis_chance
from grognard.games.springtime.bots.policy import BOLD, CARE, QUIET, Chosen, Policy
from grognard.games.springtime.data.world import ALLIES, AXIS
from grognard.games.springtime.rules.movement import ASSAULT
from grognard.games.springtime.rules.optional import FreeSetup, hosts, is_guest, placed_by_players
from grognard.games.springtime.rules.state import Spring, side_of
from grognard.kernel.rules import CHANCE, OVER, Action, Deed, Game

# ------------------------------------------------------------------------------------------------ the drafts


def set_up(s: Spring, side: int) -> list[Chosen]:
    """18.2: the printed places for the Axis; the Allies hold the frontier in depth."""
    d = s.data
    out: list[Chosen] = []
    if side == AXIS:
        rows = {d.unit[x.id]: d.place[x.at] for x in d.scenarios["plan-yellow"].unit}
        return [("setup", (u, rows[u])) for u in d.own[AXIS] if placed_by_players(d, u)]
    where = {
        "fr-1": "16",
        "fr-7": "17",
        "bef": "15",
        "prioux": "16",
        "fr-9": "17",
        "fr-2": "24",
        "fr-3": "18",
        "fr-4": "18",
        "fr-5": "19",
        "fr-8": "20",
        "bruneau": "16",
        "fr-10": "16",
        "bruche": "17",
        "brocard": "17",
        "fr-6": "17",
    }
    units = [u for u in d.own[ALLIES] if placed_by_players(d, u)]
    for u in sorted(units, key=lambda u: (u not in hosts(d), not is_guest(d, u))):
        out.append(("setup", (u, d.place[where[d.unit_ids[u]]])))
    return out


def draft_answer(game: Game[Spring], s: Spring, seat: str, rng: random.Random) -> Action:
    parts: list[Chosen] = [("bid", (rng.randrange(4),))]
    if isinstance(s.stack[-1], FreeSetup):
        parts = set_up(s, side_of(s, seat))
    return game.said(s, Deed("done", (), seat, tuple(Deed(verb, args, seat) for verb, args in parts)))


class EasyBot(Bot[Spring]):
    """Weighs each choice by simple rules, without looking ahead."""

    def __init__(self) -> None:
        self.policy = Policy()

    def choose(self, game: Game[Spring], view: Spring, seat: str, rng: random.Random) -> Action:
        if type(view.stack[-1]).__name__ in ("Bids", "FreeSetup"):
            self.why = "A sound beginning."
            return draft_answer(game, view, seat, rng)
        self.policy.why = ""
        verb, args = self.policy.answer(view, side_of(view, seat))
        self.why = self.policy.why or "There was little to choose."
        return game.said(view, Deed(verb, args, seat))


class Plan(NamedTuple):
    """A way to go on: what to do first, what then, and how sure the other attacks of this impulse must be."""

    first: Chosen | None
    queue: tuple[tuple[Chosen, str], ...] = ()
    care: float = CARE


class HardBot(Bot[Spring]):
    """Plays the best plans for each impulse out in guessed worlds and takes the one that ends best.

    Every plan meets the same worlds and dice; after each round the worse half is dropped, so that the others are
    played out more often.
    """

    plans = 8
    """How many kinds of impulse are looked at."""
    playouts = 48
    """For the choice of an impulse."""
    inner = 32
    """For the choice of each attack in it."""
    small = 16
    """For a yes or a no."""
    ahead = 2
    """How many impulses a playout lasts, unless the turn ends before."""

    def __init__(self) -> None:
        self.policy = Policy()
        self.first = Policy()
        self.quick = Policy(brief=True)

    def choose(self, game: Game[Spring], view: Spring, seat: str, rng: random.Random) -> Action:
        name = type(view.stack[-1]).__name__
        if name in ("Bids", "FreeSetup"):
            self.why = "A sound beginning."
            return draft_answer(game, view, seat, rng)
        side = side_of(view, seat)
        self.policy.why = self.why = ""
        chosen: Chosen | None = None
        if name == "ChooseImpulse":
            self.policy.queue.clear()
            chosen = self.policy.play_event(view, side, in_end_phase=False)
            if chosen is None:
                chosen = self.adopt(
                    view, self.best_of(game, view, seat, self.impulse_plans(view, side), self.playouts, rng)
                )
        elif name == "AssaultMoves":
            chosen = self.next_attack(game, view, seat, side, rng)
        elif name in ("BattleWindow", "SoldierOn", "OpenCityWindow"):
            plans = [Plan((verb.name, ())) for verb, _ in game.offers(view, seat)]
            chosen = self.best_of(game, view, seat, plans, self.small, rng).first
        if chosen is None:
            chosen = self.policy.answer(view, side)
            self.why = self.policy.why
        self.why = self.why or self.policy.why or "There was little to choose."
        return game.said(view, Deed(*chosen, seat))

    def impulse_plans(self, view: Spring, side: int) -> list[Plan]:
        plans = []
        found = [c for _, c in self.policy.candidates(view, side) if not self.policy.is_idle(view, side, c)]
        for chosen in found[: self.plans]:
            plans.append(Plan(chosen))
            if chosen[0] == "assault":
                plans.append(Plan(chosen, (), BOLD))
        return plans

    def next_attack(
        self, game: Game[Spring], view: Spring, seat: str, side: int, rng: random.Random
    ) -> Chosen | None:
        """Which Area to attack next, or none; unless an attack has already begun."""
        policy = self.policy
        chosen = policy.going_on(view, side)
        if chosen is not None:
            return chosen
        found = sorted(policy.hopeful(view, side), key=lambda t: -t.worth)[:3]
        plans = [Plan(None, tuple(policy.attack_queue(view, t)), policy.care) for t in found if t.worth > -1.0]
        if plans:
            quiet = policy.move_queue(view, ASSAULT, QUIET)
            if len(quiet) > 1 or any(came >= 0 for came in view.came):  # not an Assault in which nothing is done
                plans.append(Plan(None, tuple(quiet), policy.care))
            self.adopt(view, self.best_of(game, view, seat, plans, self.inner, rng))
        return None

    def adopt(self, view: Spring, plan: Plan) -> Chosen | None:
        self.policy.care = plan.care
        self.policy.begin(view, list(plan.queue))
        return plan.first

    def best_of(
        self, game: Game[Spring], view: Spring, seat: str, plans: list[Plan], playouts: int, rng: random.Random
    ) -> Plan:
        """The plan that wins most often, by halves: each round has the same share of the playouts."""
        left = list(range(len(plans)))
        scores = [0.0] * len(plans)
        played = [0] * len(plans)
        rounds = max(1, (len(plans) - 1).bit_length())
        while len(left) > 1:
            for _ in range(max(2, playouts // (rounds * len(left)))):
                world = game.guess(view, seat, rng)
                dice = rng.random()
                for i in left:
                    scores[i] += self.play_out(game, world.copy(), seat, plans[i], random.Random(dice))
                    played[i] += 1
            left.sort(key=lambda i: -scores[i] / played[i])
            if len(left) == 2:
                margin = 100 * (scores[left[0]] / played[left[0]] - scores[left[1]] / played[left[1]])
                self.why = f"In {sum(played)} playouts this won {margin:.0f} % more often than the next best."
            left = left[: (len(left) + 1) // 2]
        return plans[left[0]]

    def play_out(self, game: Game[Spring], s: Spring, seat: str, plan: Plan, rng: random.Random) -> float:
        """The plan, then both sides by their policy for some impulses of this turn; then the chance to win."""
        last, impulse, end = s.turn, s.impulse, s.impulse + self.ahead
        first, quick = self.first, self.quick
        quick.queue.clear()
        first.care = plan.care
        first.begin(s, list(plan.queue))
        if plan.first is not None:
            game.apply(s, Deed(*plan.first, seat))
        while True:
            turn = game.turn(s)
            if turn is OVER or s.turn > last or s.impulse >= end:
                chance = axis_chance(s)
                return chance if side_of(s, seat) == AXIS else 1.0 - chance
            if turn is CHANCE:
                game.apply(s, game.chance(s).sample(rng))
            else:
                who = str(turn)
                policy = first if who == seat and s.impulse == impulse else quick
                verb, args = policy.answer(s, side_of(s, who))
                game.apply(s, Deed(verb, args, who))

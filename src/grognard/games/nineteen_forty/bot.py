"""Opponents for 1940. `easy` follows one plan; `hard` tries variants of it on guessed worlds and keeps the best."""

from __future__ import annotations

import random

import msgspec

from grognard.bots import Bot
from grognard.games.nineteen_forty import sequence
from grognard.games.nineteen_forty.policy import EASY, Weights, answer, plan_phase
from grognard.games.nineteen_forty.state import Position
from grognard.games.nineteen_forty.suggestions import distances
from grognard.games.nineteen_forty.victory import points
from grognard.games.nineteen_forty.world import GERMAN, World
from grognard.kernel.contract import CHANCE, Action
from grognard.kernel.game import Game


class EasyBot(Bot[Position]):
    """One plan, by rules of thumb."""

    weights = EASY

    def __init__(self) -> None:
        self.planned: list[str] = []
        self.when: tuple[int, int, int] = (-9, 0, 0)

    def choose(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> Action:
        step = view.stack[-1]
        if isinstance(step, sequence.Moving):
            return self.move(game, view, seat, rng)
        text = self.decide(game, view, seat, rng)
        return self.legal_or(game, view, seat, text, rng)

    def decide(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> str:
        text = answer(game, view, seat, self.weights, rng)
        self.why = reasons_for(view, text)
        return text

    def phase(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> list[str]:
        return plan_phase(game, view.copy(), seat, self.weights, rng)

    def move(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> Action:
        when = (view.turn, view.side, view.impulse)
        if self.when != when or not self.planned:
            self.planned = self.phase(game, view, seat, rng)
            self.when = when
        text = self.planned.pop(0)
        self.why = reasons_for(view, text)
        return self.legal_or(game, view, seat, text, rng)

    def legal_or(self, game: Game[Position], view: Position, seat: str, text: str, rng: random.Random) -> Action:
        """The planned action; should the plan not fit, the plainest legal one."""
        if not game.why_not(view, seat, text):
            return game.read(view, seat, text)
        self.planned = []
        for plain in ("end", "done", "halt", "pass", "keep", "air 0"):
            verb = plain.split()[0]
            known = verb == "done" or any(v.name == verb for v in view.stack[-1].verbs)
            if known and not game.why_not(view, seat, plain):
                self.why = "The plan no longer fits."
                return game.read(view, seat, plain)
        return game.complete(view, seat, lambda choices: choices[rng.randrange(len(choices))])


def reasons_for(s: Position, text: str) -> str:
    """Why the bot does this, in one sentence."""
    w: World = s.data
    verb, *args = text.split(";")[0].split()
    if verb == "move" and len(args) > 1:
        h = w.index[args[1]]
        name = w.unit_names[w.unit[args[0]]]
        if s.side == GERMAN:
            return f"{name} goes to {w.hex_name(h)}, closer to the objectives and to what can be attacked."
        return f"{name} goes to {w.hex_name(h)} to hold what the Germans want."
    return {
        "attack": "These attacks promise more than they risk.",
        "done": "No attack is worth its risk.",
        "air": "Air points go where they change the odds most.",
        "retreat": "Back to where the enemy is furthest.",
        "advance": "The cleared ground is worth taking.",
        "halt": "The units stay where they are useful.",
        "interdict": "It slows the fastest enemy units.",
        "reserve": "Reserves come in as close to the fighting as they can.",
        "end": "Everything stands where it should.",
    }.get(verb, "It fits the plan.")


# ------------------------------------------------------------------------------------------------- hard


def evaluate(s: Position) -> float:
    """How the game stands for the German player."""
    w: World = s.data
    german, allied = points(s)
    north = (s.german & w.north).bit_count() / max(1, w.north.bit_count())
    paris = (s.german & w.paris).bit_count() / 3
    goals = w.north | w.paris
    left = goals & ~s.german
    score = 1.2 * (german - allied) + 14 * north + 10 * paris
    if not left:
        score += 12
    if s.german & w.north == w.north:
        score += 8
    if s.german & w.paris == w.paris:
        score += 8
    way = distances(w, left or w.paris, w.land)
    near = 0.0
    for u, h in enumerate(s.where):
        if h >= w.n:
            continue
        weight = w.combat[u] * (0.5 if s.disrupted[u] else 1.0) * (0.7 if s.unsupplied >> u & 1 else 1.0)
        if w.side[u] == GERMAN:
            near += weight * max(0, 14 - way[h]) * 0.035
            score += 0.5 * weight
        elif w.nation[u] in (1, 2):
            score -= 0.8 * weight
            if goals >> h & 1:
                score -= 0.35 * weight
        else:
            score -= 0.3 * weight
    return score + near


class HardBot(EasyBot):
    """Tries variants of the plan for each movement phase on guessed worlds and keeps the best."""

    tries = 12
    """Variants of the plan tried in each movement phase."""
    trials = 3
    """Playouts of each variant."""
    trust = 0.5

    def phase(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> list[str]:
        sign = 1.0 if seat == "german" else -1.0
        # The same worlds and the same dice for every variant, so that the plans differ and not the luck.
        seeds = [rng.randrange(1 << 30) for _ in range(self.trials)]
        worlds = [game.guess(view, seat, random.Random(seed)) for seed in seeds]
        best: list[str] = []
        best_score = -1e18
        for i in range(self.tries):
            weights = EASY if i == 0 else vary(EASY, seat, rng)
            texts = plan_phase(game, view.copy(), seat, weights, rng)
            score = 0.0
            for world, seed in zip(worlds, seeds, strict=True):
                score += sign * self.try_out(game, world.copy(), seat, texts, weights, random.Random(seed))
            if i == 0:
                score += self.trust * self.trials  # a variant must be clearly better than the usual play
            if score > best_score:
                best, best_score, self.weights = texts, score, weights
        return best

    def try_out(
        self, game: Game[Position], s: Position, seat: str, texts: list[str], weights: Weights, rng: random.Random
    ) -> float:
        """Plays the phase, its combat and the enemy's next movement and combat, and looks at what came of it."""
        for text in texts:
            game.apply(s, game.read(s, seat, text))
        side = s.side
        phases = 0
        while s.stack and phases < 2:
            turn = game.turn(s)
            if turn is CHANCE:
                game.apply(s, game.chance(s).sample(rng))
                continue
            step = s.stack[-1]
            who = step.seat(s) if hasattr(step, "seat") else step.seats(s)[0]
            if isinstance(step, sequence.Moving):
                if s.side != side:
                    phases += 1
                    if phases == 2:
                        break
                mine = weights if who == seat else EASY
                for text in plan_phase(game, s.copy(), who, mine, rng):
                    game.apply(s, game.read(s, who, text))
                continue
            text = answer(game, s, who, weights if who == seat else EASY, rng)
            game.apply(s, game.read(s, who, text))
        return evaluate(s)


def vary(weights: Weights, seat: str, rng: random.Random) -> Weights:
    if seat == "german":
        return msgspec.structs.replace(
            weights,
            goal=weights.goal * rng.choice((0.6, 1.0, 1.5)),
            prey=weights.prey * rng.choice((0.4, 1.0, 2.0, 3.0)),
            danger=weights.danger * rng.choice((0.3, 1.0, 2.5)),
            bold=rng.choice((-0.5, 0.0, 0.5, 1.0)),
            paris=rng.choice((0.0, 0.3, 0.45, 0.7)),
        )
    return msgspec.structs.replace(
        weights,
        danger=weights.danger * rng.choice((0.3, 1.0, 2.5, 5.0)),
        terrain=weights.terrain * rng.choice((0.5, 1.0, 2.0)),
        bold=rng.choice((-0.5, 0.0, 0.5)),
        gap=rng.choice((1.0, 2.0, 2.0, 3.0, 4.0)),
        pull=weights.pull * rng.choice((0.6, 1.0, 1.5, 2.5)),
        posts=rng.choice((8, 10, 99, 99)),
    )

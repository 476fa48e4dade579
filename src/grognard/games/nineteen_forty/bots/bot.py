"""Opponents for 1940. `easy` follows one plan; `hard` tries variants of it on guessed worlds and keeps the best."""

from __future__ import annotations

import math
import random
from typing import NamedTuple

import msgspec

from grognard.bots import Bot
from grognard.bots.search import search
from grognard.games.nineteen_forty.bots.picture import EASY, STRONG, Weights
from grognard.games.nineteen_forty.bots.plans import MAGINOT, belief, choose_plan, imagine
from grognard.games.nineteen_forty.bots.policy import action, answer, plan_phase
from grognard.games.nineteen_forty.data.world import ALLIED, BR, FR, GERMAN
from grognard.games.nineteen_forty.rules import planning, sequence
from grognard.games.nineteen_forty.rules.state import Position, survey
from grognard.games.nineteen_forty.rules.suggestions import distances
from grognard.games.nineteen_forty.rules.victory import SCORES, judge, points
from grognard.kernel.rules import CHANCE, Action, Game
from grognard.kernel.rules.game import asked
from grognard.kernel.rules.steps import verbs_of


class EasyBot(Bot[Position]):
    """One plan, by rules of thumb."""

    weights = EASY

    def __init__(self) -> None:
        self.planned: list[str] = []
        self.when: tuple[int, int, int] = (-9, 0, 0)

    def choose(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> Action:
        step = view.stack[-1]
        self.sure, self.other = 0.0, ""
        if isinstance(step, sequence.Moving):
            return self.move(game, view, seat, rng)
        text = self.decide(game, view, seat, rng)
        return self.legal_or(game, view, seat, text, rng)

    def manner(self, seat: str) -> Weights:
        """What it cares about now."""
        return self.weights

    def decide(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> str:
        text = answer(game, view, seat, self.manner(seat), rng)
        self.why = reasons_for(view, text)
        return text

    def phase(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> list[str]:
        return plan_phase(game, view.copy(), seat, self.manner(seat), rng)

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
            known = verb == "done" or verb in verbs_of(asked(view))
            if known and not game.why_not(view, seat, plain):
                self.why = "The plan no longer fits."
                return game.read(view, seat, plain)
        return game.complete(view, seat, lambda choices: choices[rng.randrange(len(choices))])


def difference(s: Position, other: list[str], best: list[str]) -> str:
    """What another plan for the phase would do first that the best does not."""
    w = s.data
    for text in other:
        verb, *args = text.split()
        if verb == "move" and text not in best:
            return f"{w.unit_names[w.unit[args[0]]]} to {w.hex_name(w.index[args[1]])}"
    return "fewer moves" if len(other) < len(best) else "the same moves in another order"


def reasons_for(s: Position, text: str) -> str:
    """Why the bot does this, in one sentence."""
    w = s.data
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


def evaluate(s: Position, objective: int) -> float:
    """How the game stands for the German player; objective -1: his plan is not known."""
    w = s.data
    if not s.stack:
        return final(s, objective)
    german, allied = points(s)
    lead = german - allied
    north, paris = w.north & ~s.german, w.paris & ~s.german
    score = 0.3 * lead + 12.0 * math.tanh(lead / 20)
    score += 20.0 * (1 - north.bit_count() / w.north.bit_count()) + 10.0 * (1 - paris.bit_count() / 3)
    score += 12.0 * (not north) + 8.0 * (not paris)
    line = survey(s).occupied[ALLIED] & w.maginot
    if objective == MAGINOT:
        score += 30.0 * (1 - line.bit_count() / w.maginot.bit_count()) + 12.0 * (not line)
    elif not line:
        score += 6.0
    way = distances(w, north | paris or w.paris, w.land)
    left = (w.last_turn - s.turn + 1) / w.last_turn
    for u, h in enumerate(s.where):
        if h >= w.n:
            continue
        weight = w.combat[u] * (0.5 if s.disrupted[u] else 1.0) * (0.7 if s.unsupplied >> u & 1 else 1.0)
        if w.side[u] == GERMAN:
            score += left * weight * (0.6 + 0.05 * max(0, 14 - way[h]))
        else:
            score -= left * weight * (1.0 if w.nation[u] in (FR, BR) else 0.5)
    return score


def final(s: Position, objective: int) -> float:
    """A game that is over: what the result is worth to the German player, over all plans that he may have."""
    likely = belief(s) if objective < 0 else [float(plan == objective) for plan in range(3)]
    total = 0.0
    for plan, share in enumerate(likely):
        s.objective = plan
        level = SCORES[judge(s).level]
        total += share * (60.0 * ((level > 0) - (level < 0)) + 4.0 * level)
    german, allied = points(s)
    return total + 0.1 * (german - allied)


class Variant(NamedTuple):
    """One way to play a phase: the weights that gave it, and its actions."""

    weights: Weights
    texts: list[str]


class HardBot(EasyBot):
    """Tries variants of the plan for each movement phase on guessed worlds and keeps the best."""

    strong = STRONG
    """The weights from which it starts."""
    expected = STRONG
    """The weights that it expects of the enemy."""
    variants = 6
    """So many ways to play a phase are tried."""
    playouts = 10
    """For the choice of one of them."""
    least = 1
    """In how many worlds each is tried at least before it may be dropped."""
    trust = 0.5
    """A variant must be better by this than the usual plan."""
    turns = 1
    """A playout lasts until the seat has its next turn, or the one after that."""

    def manner(self, seat: str) -> Weights:
        """The weights of the plan that it follows; before it has one, those from which it starts."""
        return self.weights if self.weights is not EASY else self.strong[seat]

    def decide(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> str:
        if seat == "german" and isinstance(view.stack[-1], planning.Planning):
            plan, main = choose_plan(rng)
            self.why = "It suits the plan; the Allies should not know it beforehand."
            return answer(game, view, seat, msgspec.structs.replace(self.strong[seat], plan=plan, main=main), rng)
        return super().decide(game, view, seat, rng)

    def phase(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> list[str]:
        base, before = self.strong[seat], self.manner(seat)
        plans: list[Variant] = []

        def variant(weights: Weights) -> Variant | None:
            """The phase that these weights give, if it is a new one."""
            texts = plan_phase(game, view.copy(), seat, weights, rng)
            return None if any(texts == plan.texts for plan in plans) else Variant(weights, texts)

        def mix(first: Variant, second: Variant) -> Variant | None:
            return variant(mixed(first.weights, second.weights, rng))

        for i in range(self.variants):
            weights = (base, before)[i] if i < 2 else vary(rng.choice((base, before)), base, seat, rng)
            found = variant(weights)
            if found is not None:
                plans.append(found)

        def play_out(world: Position, plan: Variant, dice: random.Random) -> float:
            return self.try_out(game, world, seat, plan, dice)

        thought = search(
            game, view, seat, plans, play_out, self.playouts, rng, least=self.least, usual=self.trust, mix=mix
        )
        self.weights = thought.best.weights
        if thought.playouts:
            self.sure, self.other = thought.sure, difference(view, thought.tried[1].plan.texts, thought.best.texts)
        return thought.best.texts

    def try_out(self, game: Game[Position], s: Position, seat: str, plan: Variant, rng: random.Random) -> float:
        """Plays on with this plan until a later turn of the seat, and looks at what came of it."""
        imagine(s, seat, rng)
        for text in plan.texts:
            game.apply(s, action(seat, text))
        play_on(game, s, {**self.expected, seat: plan.weights}, self.turns, rng)
        return self.worth(s, seat)

    def worth(self, s: Position, seat: str) -> float:
        """What a position is worth to the seat."""
        found = evaluate(s, s.objective if seat == "german" else -1)
        return found if seat == "german" else -found


def play_on(game: Game[Position], s: Position, weights: dict[str, Weights], turns: int, rng: random.Random) -> None:
    """Both sides by their policies, until the side that moves now has moved so many turns on, or the game is over."""
    side, last = s.side, s.turn + turns
    while s.stack:
        if game.turn(s) is CHANCE:
            game.apply(s, game.chance(s).sample(rng))
            continue
        who = game.owing(s)[0]
        if isinstance(s.stack[-1], sequence.Moving):
            if s.turn >= last and s.side == side:
                break
            for text in plan_phase(game, s.copy(), who, weights[who], rng):
                game.apply(s, action(who, text))
        else:
            game.apply(s, action(who, answer(game, s, who, weights[who], rng)))


def mixed(first: Weights, second: Weights, rng: random.Random) -> Weights:
    """Each weight from the one or the other."""
    changes = {name: getattr(second, name) for name in Weights.__struct_fields__ if rng.random() < 0.5}
    return msgspec.structs.replace(first, **changes)


def vary(weights: Weights, base: Weights, seat: str, rng: random.Random) -> Weights:
    """Changes two or three of the weights that matter to the side, around those of the base."""
    choices: dict[str, tuple[float, ...]] = {
        "bold": (-2.0, -1.0, 0.0, 1.0, 3.0),
        "push": (0.0, 1.0, 3.0),
        "danger": tuple(base.danger * x for x in (0.3, 1.0, 2.5)),
    }
    if seat == "german":
        choices |= {
            "goal": tuple(base.goal * x for x in (0.5, 1.0, 1.7)),
            "prey": tuple(base.prey * x for x in (0.3, 1.0, 2.0)),
            "paris": (0.0, 0.2, 0.5, 0.8),
            "guard": (3, 5, 7),
        }
    else:
        choices |= {
            "gap": (0.0, 1.0, 1.0, 2.0, 3.0),
            "pull": tuple(base.pull * x for x in (0.5, 1.0, 1.7)),
            "terrain": tuple(base.terrain * x for x in (0.5, 1.0, 2.0)),
            "posts": (0, 4, 8, 10),
            "forts": (1, 3, 6),
        }
    names = rng.sample(list(choices), rng.choice((2, 3)))
    return msgspec.structs.replace(weights, **{name: rng.choice(choices[name]) for name in names})

"""Games to learn from: policies with all sorts of weights and plans, the figures of every movement phase, the end."""

from __future__ import annotations

import random

import msgspec

from grognard.games.nineteen_forty.bots.bot import vary
from grognard.games.nineteen_forty.bots.judgement import figures, settled
from grognard.games.nineteen_forty.bots.picture import EASY, STRONG, Weights
from grognard.games.nineteen_forty.bots.policy import action, answer, plan_phase
from grognard.games.nineteen_forty.rules import sequence
from grognard.games.nineteen_forty.rules.state import Position
from grognard.kernel.rules import CHANCE, Game

is_score = False


def manner(seat: str, rng: random.Random) -> Weights:
    """How a seat plays a game: mostly well, in its own way; the Germans with any plan."""
    if rng.random() < 0.1:
        found = EASY
    else:
        found = STRONG[seat]
        for _ in range(rng.randrange(3)):
            found = vary(found, STRONG[seat], seat, rng)
    if seat == "german":
        plan = rng.choices(("north", "paris", "maginot"), (4, 2, 3))[0]
        main = rng.choice("CCCA" if plan == "maginot" else "AAABC")
        found = msgspec.structs.replace(found, plan=plan, main=main)
        if plan == "paris":
            found = msgspec.structs.replace(found, paris=rng.choice((0.5, 0.8, 1.0)))
    return found


def example(game: Game[Position], seed: int) -> tuple[list[list[float]], float]:
    """The figures of every movement phase of a game, and what it came to for the German player."""
    rng = random.Random(seed)
    weights = {seat: manner(seat, rng) for seat in game.seats}
    s = game.start()
    seen: list[list[float]] = []
    while s.stack:
        if game.turn(s) is CHANCE:
            game.apply(s, game.chance(s).sample(rng))
            continue
        who = game.owing(s)[0]
        if isinstance(s.stack[-1], sequence.Moving):
            if s.turn >= 0:
                seen.append(figures(s))
            for text in plan_phase(game, s.copy(), who, weights[who], rng):
                game.apply(s, action(who, text))
        else:
            game.apply(s, action(who, answer(game, s, who, weights[who], rng)))
    end = settled(s)
    assert end is not None
    return seen, end

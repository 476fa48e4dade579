# compiled as it stands
"""The German plan: which one a bot chooses, and what the Allied player makes of what he has seen.

The objective is secret to the end (16 ¶1), but the army group of effort is shown by the set-up, and where the force
goes tells the rest.
"""

from __future__ import annotations

import random

from grognard.games.nineteen_forty.data.world import GERMAN, World
from grognard.games.nineteen_forty.rules.state import Position
from grognard.games.nineteen_forty.rules.suggestions import distances

MAGINOT, PARIS, NORTH = range(3)
"""The German plans, as `objective` numbers them."""
CHOICES = (("north", "A"), ("maginot", "C"))
"""Objectives, each with an army group of effort that suits it (docs/balance/1940.md)."""
ODDS = (0.75, 0.25)
USUAL = ((0.1, 0.2, 0.7), (0.1, 0.2, 0.7), (0.6, 0.3, 0.1))
"""How likely each plan is (the Maginot Line, Paris, the north) by the army group of effort: A, B, C."""
CLOSE = 3
"""So few steps from an objective a unit threatens it."""
DOUBT = 0.4
"""How little it tells that nobody is close to an objective yet: added to the share of the force that is."""


def choose_plan(rng: random.Random) -> tuple[str, str]:
    """The objective and the army group of effort: not always the same, or the Allies would know."""
    return rng.choices(CHOICES, ODDS)[0]


def plan_hexes(w: World, plan: int) -> int:
    return {MAGINOT: w.maginot, PARIS: w.paris, NORTH: w.north}[plan]


def belief(s: Position) -> list[float]:
    """How likely each German plan is, by the army group of effort and by where the force has gone since."""
    w = s.data
    force = [u for u in w.of_side[GERMAN] if s.where[u] < w.n]
    total = max(1, sum(w.combat[u] for u in force))
    found = []
    for plan, usual in enumerate(USUAL[max(0, s.effort)]):
        way = distances(w, plan_hexes(w, plan), w.land)
        close = sum(w.combat[u] for u in force if way[s.where[u]] <= CLOSE) / total
        found.append(usual * (DOUBT + close) ** 2)
    return [x / sum(found) for x in found]


def imagine(s: Position, seat: str, rng: random.Random) -> None:
    """In a guessed world the Allied player gives the German the plan that he believes in, with these odds."""
    if seat == "allied" and s.turn >= 0:
        s.objective = rng.choices(range(3), belief(s))[0]

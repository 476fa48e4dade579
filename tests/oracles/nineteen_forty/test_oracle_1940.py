"""The rules of 1940 and the oracles agree on random play: zones, movement, supply, control, odds and retreats."""

from __future__ import annotations

import random
from typing import Any

import battle_oracle_1940 as battles
import pytest
from oracle_1940 import UNITS, Look

from grognard.games.nineteen_forty.game import NineteenForty
from grognard.games.nineteen_forty.rules import movement
from grognard.games.nineteen_forty.rules.combat import Resolving
from grognard.games.nineteen_forty.rules.declaring import Declaring
from grognard.games.nineteen_forty.rules.retreat import Retreating, retreat_hexes
from grognard.games.nineteen_forty.rules.sequence import Moving
from grognard.games.nineteen_forty.rules.state import Position, at_war, survey
from grognard.games.nineteen_forty.rules.strength import column, rivers
from grognard.games.nineteen_forty.rules.supply import judge
from grognard.kernel.rules import CHANCE, OVER

GAME = NineteenForty()


def compare(s: Position, look: Look, rng: random.Random, met: dict[str, int]) -> None:
    w = s.data
    around = survey(s)
    for side, name in enumerate(("german", "allied")):
        met["zones"] += 1
        assert {w.labels[h] for h in range(w.n) if around.zones[side] >> h & 1} == look.zone[name]
    if isinstance(s.stack[-1], Moving):
        for u in rng.sample(w.of_side[s.side], 4):
            name = w.ids[u]
            if name not in look.at or u == w.french_armour or next(movement.why_not_moving(s, u), None):
                continue
            met["moves"] += 1
            found = {w.labels[h]: cost for h, cost in movement.reached(s, u).costs.items()}
            assert found == look.reach(name), name
            quick = movement.reach(s, u)
            assert {w.labels[h] for h in range(w.n) if quick.mask >> h & 1} == set(found) - {look.at[name]}
    lacking = judge(s)
    for name in rng.sample(sorted(look.at), min(8, len(look.at))):
        u = w.unit[name]
        if at_war(s, u):
            met["lines"] += 1
            assert bool(lacking >> u & 1) != look.supplied(name), name
    for h, owner in look.owners().items():
        met["hexes"] += 1
        assert h in look.ground[owner], f"{h} is not {owner}"


def compare_battles(s: Position, look: Look, met: dict[str, int]) -> None:
    """Every attack that is declared: by its column, with all bridgeheads won and with all lost."""
    w = s.data
    for targets, attackers in s.battles:
        names, hexes = [w.ids[u] for u in attackers], [w.labels[t] for t in targets]
        crossed = rivers(s, attackers, targets)
        assert len(crossed) == len(battles.streams(look, names, hexes))
        for failed in ([], crossed):
            met["odds"] += 1
            found = column(s, attackers, targets, 1 - s.side, failed, 0)
            assert found == battles.column(look, names, hexes, held=not failed), (names, hexes, failed)


def compare_retreats(s: Position, step: Retreating, look: Look, met: dict[str, int]) -> None:
    """Where each of the beaten may go, while all of them still stand."""
    w = s.data
    for u in step.units:
        met["retreats"] += 1
        found = {w.labels[h] for h in retreat_hexes(s, u, step.land, step.zone, step.friends)}
        assert found == battles.retreat(look, w.ids[u], {w.labels[h] for h in step.cleared}), w.ids[u]


def played(games: int, seed: int, share: float, met: dict[str, int]) -> None:
    rng = random.Random(seed)
    options: list[dict[str, bool | str]] = [{}, {"belgian-late-alliance": True}, {"paratroops-hold": True}]
    for number in range(games):
        s = GAME.start("campaign", options[number % 3])
        while (turn := GAME.turn(s)) is not OVER:
            if turn is CHANCE:
                GAME.apply(s, GAME.chance(s).sample(rng))
                continue
            beaten = s.stack[-1]
            if isinstance(beaten, Retreating) and not beaten.gone:
                compare_retreats(s, beaten, Look(s), met)
            GAME.apply(s, GAME.random(s, turn if isinstance(turn, str) else min(turn), rng))
            asked: Any = s.stack[-1] if s.stack else None
            if s.turn >= 0 and isinstance(asked, (Moving, Declaring)) and rng.random() < share:
                compare(s, Look(s), rng, met)
            if isinstance(asked, Resolving) and rng.random() < 5 * share:
                compare_battles(s, Look(s), met)


def test_the_oracle_reads_every_counter() -> None:
    assert set(UNITS) == set(GAME.data.ids)


def test_rules_and_oracle_agree() -> None:
    met = dict.fromkeys(("zones", "moves", "lines", "hexes", "odds", "retreats"), 0)
    played(4, 1, 0.05, met)
    assert met["zones"] > 100
    assert met["moves"] > 50
    assert met["lines"] > 50
    assert met["hexes"] > 5000
    assert met["odds"] > 50
    assert met["retreats"] > 10


@pytest.mark.long
def test_rules_and_oracle_agree_over_many_games() -> None:
    met = dict.fromkeys(("zones", "moves", "lines", "hexes", "odds", "retreats"), 0)
    played(60, 2, 0.1, met)
    assert met["moves"] > 2000
    assert met["odds"] > 1000
    assert met["retreats"] > 200

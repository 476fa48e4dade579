"""The rules of Fortress Europa and the oracle agree on random play: zones, movement with that of December and Jersey,
supply, odds and retreats."""

from __future__ import annotations

import random
from typing import Any

import pytest
from oracle_europa import GROUND, ISLE, NORTH, TOUCHING, UNITS, Look, apart, around, foe, side_of

from grognard.bots import RandomBot
from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.game import FortressEuropa
from grognard.games.fortress_europa.rules.combat.retreat import ways
from grognard.games.fortress_europa.rules.combat.strength import reckon
from grognard.games.fortress_europa.rules.movement import movement, rail
from grognard.games.fortress_europa.rules.movement.districts import frozen_districts
from grognard.games.fortress_europa.rules.setup import ardennes
from grognard.games.fortress_europa.rules.standing import put, survey
from grognard.games.fortress_europa.rules.state import Position
from grognard.games.fortress_europa.rules.supply.ports import harbours
from grognard.games.fortress_europa.rules.supply.supply import allied_cut_off, german_cut_off, opening
from grognard.kernel.rules import CHANCE, OVER
from grognard.maps import members

GAME = FortressEuropa()
TOPICS = ("zones", "moves", "ferries", "trains", "lines", "harbours", "odds", "retreats")
MIXES: list[tuple[str, dict[str, bool | str]]] = [
    ("invasion", {}),
    ("bulge", {}),
    ("west-wall", {"canadians-with-british": True, "battalions": True, "flooding": True}),
    ("berlin", {"armour-gains-from-cities": True, "decoys": True}),
    ("campaign", {}),
    ("invasion", {"partisans-cut-supply": True, "advanced-air": True, "jersey": True}),
]


def test_the_oracle_reads_every_counter_and_hex() -> None:
    w = GAME.data
    assert set(UNITS) == set(w.ids)
    assert set(TOUCHING) == {w.labels[h] for h in members(w.land)}
    for h in range(w.n):
        assert set(around(w.labels[h])) == {w.labels[x] for x in w.grid.neighbours[h]}
        if w.land >> h & 1:
            assert set(TOUCHING[w.labels[h]]) == {w.labels[x] for x in w.near[h]}
    rng = random.Random(1)
    for _ in range(200):
        a, b = rng.randrange(w.n), rng.randrange(w.n)
        assert apart(w.labels[a], w.labels[b]) == w.grid.distance(a, b)


def zones(s: Position, look: Look, met: dict[str, int]) -> None:
    for side, name in enumerate(("german", "allied")):
        met["zones"] += 1
        assert look.hexes(survey(s).zones[side]) == look.zone[name], name


def some(look: Look, rng: random.Random, side: str = "") -> list[str]:
    """Some units on the map, half of them near the enemy."""
    mine = sorted(u for u, h in look.at.items() if side in ("", side_of(u)) and h != ISLE["hex"])
    close = [u for u in mine if any(b in look.zone[foe(side_of(u))] for b in TOUCHING[look.at[u]])]
    return rng.sample(mine, min(3, len(mine))) + rng.sample(close, min(3, len(close)))


def special(s: Position, u: int) -> bool:
    """Whether rules move a unit that the oracle does not know: who was forced into a district has to come out of
    it."""
    own = s.trespassing | s.expelled | s.sailed
    return bool(own >> u & 1) or s.spent[u] > 0


def moves(s: Position, look: Look, rng: random.Random, met: dict[str, int]) -> None:
    w = s.data
    ferries = [u for u, h in look.at.items() if h in (ISLE["hex"], *ISLE["ferry"]) and "jersey" in look.option]
    side = ("german", "allied")[s.side]
    for name in some(look, rng, side) + [u for u in ferries if side_of(u) == side]:
        u = w.unit[name]
        met["ferries"] += name in ferries and bool(look.ferried(name))
        if special(s, u) or s.invaders or next(movement.why_not_walking(s, u), None) is not None:
            continue
        met["moves"] += 1
        expected = look.reach(w.ids[u])
        assert look.hexes(movement.goals(s, u)) == expected, (w.ids[u], look.at[w.ids[u]])
        assert look.hexes(movement.searched_goals(s, u)) == expected, w.ids[u]


def trains(s: Position, look: Look, rng: random.Random, met: dict[str, int]) -> None:
    """10: in the German first impulse, before the six are used up."""
    w = s.data
    if s.side != ALLIED and s.impulse == 1 and s.rail_used < rail.rail_capacity(s):
        for name in some(look, rng, "german"):
            u = w.unit[name]
            held = [why.rule for why in rail.why_not_entraining(s, u)]
            if s.moved >> u & 1 or s.spent[u] or set(held) - {"10.4", "10.6", "10.7"}:
                continue  # 10.4: who has moved, if only to a bank that was not crossed, takes no train
            met["trains"] += 1
            assert (not held) == look.entrains(name), (name, held)
            if not held:
                assert look.hexes(rail.open_stations(s, u)) == look.stations(name), name
                assert look.hexes(rail.stations(s, u)) == look.stations(name), name


def supply(s: Position, look: Look, rng: random.Random, met: dict[str, int]) -> None:
    w = s.data
    german = set() if opening(s) else {w.ids[u] for u in german_cut_off(s)}
    allied = {w.ids[u] for u in allied_cut_off(s) if s.where[u] < w.n}
    for name in some(look, rng):
        if side_of(name) == "german" and not opening(s):
            met["lines"] += 1
            assert (name in german) != look.german_supplied(name), name
        elif side_of(name) == "allied":
            met["lines"] += 1
            assert (name in allied) != look.allied_line(name), name
    met["harbours"] += 1
    found = {x.name if x.port >= 0 else f"mulberry {x.mulberry}": x.value for x in harbours(s)}
    assert found == look.harbours()


def odds(s: Position, look: Look, rng: random.Random, met: dict[str, int]) -> None:
    w = s.data
    side = ("german", "allied")[s.side]
    fronts = [h for h in sorted(look.held["allied" if side == "german" else "german"])
              if any(b in look.held[side] for b in TOUCHING[h])]  # fmt: skip
    for h in rng.sample(fronts, min(3, len(fronts))):
        near = [u for u, x in look.at.items() if side_of(u) == side and x in TOUCHING[h]]
        chosen = rng.sample(near, rng.randint(1, len(near)))
        hexes = {h}
        also = [x for x in fronts if x in TOUCHING[h] and all(look.at[u] in TOUCHING[x] for u in chosen)]
        if also and rng.random() < 0.3:
            hexes.add(also[0])
        mask = sum(w.bit[w.index[x]] for x in hexes)
        if ardennes.surprised(s, mask):
            continue  # 33.3.9-3
        met["odds"] += 1
        found = reckon(s, [w.unit[u] for u in chosen], mask)
        attack, defence = look.strength(chosen, hexes)
        assert (found.attack, found.defence) == (attack, defence), (chosen, hexes)
        assert found.base == look.column(attack, defence), (attack, defence)


def retreats(s: Position, look: Look, rng: random.Random, met: dict[str, int]) -> None:
    w = s.data
    if s.site and s.phase < 4:
        return  # 12.7: other limits hold where units land
    closed = look.hexes(frozen_districts(s))
    for name in some(look, rng):
        u = w.unit[name]
        if ardennes.routed(s, u):
            continue  # 33.3.9-3
        fewest, most = rng.choice(((1, 2), (2, 2), (1, 1)))
        met["retreats"] += 1
        expected = look.retreats(name, fewest, most)
        if w.side[u] == ALLIED:
            outside = {way for way in expected if not closed & set(way)}
            expected = outside or expected  # 15.10
        assert {tuple(w.labels[h] for h in way) for way in ways(s, u, fewest, most)} == expected, name


def compare(s: Position, rng: random.Random, met: dict[str, int]) -> None:
    look = Look(s)
    zones(s, look, met)
    if type(s.stack[-1]).__name__ == "Moving":
        moves(s, look, rng, met)
        trains(s, look, rng, met)
    supply(s, look, rng, met)
    odds(s, look, rng, met)
    retreats(s, look, rng, met)


def played(numbers: range, seed: int, share: float) -> dict[str, int]:
    met = dict.fromkeys(TOPICS, 0)
    bot: RandomBot[Any] = RandomBot()
    for number in numbers:
        rng = random.Random(seed + number)
        scenario, options = MIXES[number % len(MIXES)]
        s = GAME.start(scenario, options)
        while (turn := GAME.turn(s)) is not OVER:
            if s.stack and s.phase and rng.random() < share:
                compare(s, rng, met)
            if turn is CHANCE:
                GAME.apply(s, GAME.chance(s).sample(rng))
            else:
                seat = turn if isinstance(turn, str) else min(turn)
                GAME.apply(s, bot.choose(GAME, s, seat, rng))
    return met


def test_rules_and_oracle_agree() -> None:
    met = played(range(3), 1, 0.05)
    assert met["moves"] > 100
    assert min(number for topic, number in met.items() if topic != "ferries") > 20, met


def test_rules_and_oracle_agree_on_jersey() -> None:
    assert played(range(5, 6), 11, 0.3)["ferries"] > 10


@pytest.mark.long
def test_rules_and_oracle_agree_over_many_games() -> None:
    met = played(range(36), 100, 0.08)
    assert met["moves"] > 2000
    assert met["ferries"] > 50


def test_french_units_come_out_of_the_north() -> None:
    """33.3.8: random play brings none there, so each hex in the north is tried."""
    rng = random.Random(3)
    s = GAME.start("bulge", {})
    w = s.data
    french = [u for u in members(w.french_units) if not w.hqs >> u & 1 and not w.immobile >> u & 1]
    s.side, s.impulse, s.turn, s.weather = ALLIED, 1, w.turn_of["jan-1"], 0
    tried = 0
    for label in rng.sample(sorted(h for h in NORTH if h in GROUND and GROUND[h] != "alpine"), 25):
        if survey(s).occupied[1 - ALLIED] >> w.index[label] & 1:
            continue
        u = rng.choice(french)
        before = s.where[u]
        put(s, u, w.index[label])
        look = Look(s)
        assert look.hexes(movement.goals(s, u)) == look.reach(w.ids[u]), (w.ids[u], label)
        assert look.hexes(movement.searched_goals(s, u)) == look.reach(w.ids[u]), (w.ids[u], label)
        tried += bool(look.reach(w.ids[u]))
        put(s, u, before)
    assert tried > 10

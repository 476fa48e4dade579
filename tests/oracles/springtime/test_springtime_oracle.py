"""Springtime's rules against a second version from the book, on random play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from shaken import moving, retreating
from springtime_oracle import (
    AIR,
    ENEMY,
    UNITS,
    Board,
    after_refit,
    after_walk,
    attack_value,
    chances,
    defense_value,
    is_supplied,
    out_and_back,
    price,
    retreats,
    ways_of,
)

import grognard
from grognard.games.springtime.rules.refit import EmptyAreas
from grognard.games.springtime.rules.supply import mark_supply
from grognard.kernel.rules.events import Events, Moved
from grognard.suite import walks
from grognard.suite.checks import masks_are_right

GAME = grognard.load("springtime")
KINDS = {"AssaultMoves": "assault", "RegroupMoves": "regroup", "RedeployMoves": "redeploy"}


def nodes(games: int, seed: int) -> Iterator[tuple[Any, str]]:
    """States of random play where one seat decides."""
    for node in walks(GAME, games, seed):
        if node.seat in GAME.seats and node.state.stack:
            yield node.state, node.seat


@cache
def seen(games: int, seed: int) -> tuple[tuple[Any, str], ...]:
    return tuple((s.copy(), seat) for s, seat in nodes(games, seed))


def step(s: Any) -> str:
    return type(s.stack[-1]).__name__


def last_words(s: Any, seat: str, prefix: str) -> set[str]:
    return {a.args[-1] for a in GAME.legal(s, seat, prefix)}


def named_ways(s: Any, seat: str, prefix: str) -> set[str]:
    """Every whole action that names its way."""
    found: set[str] = set()
    for a in GAME.legal(s, seat, prefix):
        if a.complete:
            found.add(a.text)
        found |= named_ways(s, seat, a.text)
    return found


def compare_moves(s: Any, seat: str) -> int:
    if step(s) not in KINDS:
        return 0
    b, kind = Board(s), KINDS[step(s)]
    ready = {u for u in b.active if u in b.where and u not in b.came}
    could: set[str] = set()
    for unit in ready:
        ways: dict[str, list[list[str]]] = {}
        for way in ways_of(b, unit, kind):
            ways.setdefault(way[-1], []).append(way)
        trips = out_and_back(b, unit, kind)
        for q in trips:
            ways.setdefault(b.where[unit], []).append([b.where[unit], q, b.where[unit]])
        could |= {unit} if ways else set()
        if ways:
            assert last_words(s, seat, f"move {unit}") == set(ways), (unit, kind)
        for dest, them in ways.items():
            whole = {f"move {unit} {dest} via {' '.join(way[1:-1])}" for way in them if len(way) > 2}
            assert named_ways(s, seat, f"move {unit} {dest}") == whole
            then, ev = s.copy(), Events()
            GAME.apply(then, GAME.read(s, seat, f"move {unit} {dest}"), ev)
            [path] = {x.event.path for x in ev.items if isinstance(x.event, Moved)} or {()}
            if step(then) == "OpenCityWindow":
                continue  # the move waits before Paris (ruling 71)
            assert price(b, unit, kind, list(path)) == min(price(b, unit, kind, way) for way in them)
            assert Board(then).owner == after_walk(b, unit, list(path)), (unit, path)
    assert last_words(s, seat, "move") == could
    return len(ready)


def compare_retreats(s: Any, seat: str) -> int:
    if step(s) != "Retreat":
        return 0
    b, forced = Board(s), s.stack[-1].forced
    leaving = [u for i, u in enumerate(s.data.unit_ids) if s.leaving >> i & 1]
    open_to = {u: retreats(b, u, forced) for u in leaving}
    assert last_words(s, seat, "retreat") == {u for u in leaving if open_to[u]}
    for u in leaving:
        if open_to[u]:
            assert last_words(s, seat, f"retreat {u}") == open_to[u], u
    assert ("stay" in {a.text for a in GAME.legal(s, seat)}) == (not forced or not any(open_to.values()))
    return len(leaving)


def compare_supply(s: Any, seat: str) -> int:
    if step(s) not in KINDS:
        return 0
    b, then = Board(s), s.copy()
    mark_supply(then, None)
    assert Board(then).cut & set(b.where) == {u for u in b.where if not is_supplied(b, u)}
    return len(b.where)


def compare_control(s: Any, seat: str) -> int:
    b, then = Board(s), s.copy()
    if step(s) == "FreeSetup" or s.battle >= 0:
        return 0
    for area, side in b.owner.items():
        if b.units(area, ENEMY[side]):
            assert b.units(area, side), f"{area} belongs to a side that is not alone in it"  # 4.4.2
    EmptyAreas().run(then, None)
    assert Board(then).owner == after_refit(b)
    return 1


def compare_attacks(s: Any, seat: str) -> int:
    """Who may attack where (10.1 to 10.3), and at which odds against the strongest Lead defender without air."""
    if step(s) != "AssaultMoves":
        return 0
    b, side = Board(s), GAME.side(s, seat)
    tried, offered = 0, set()
    for area in b.owner:
        here = [u for u in b.units(area, side) if u in b.active]
        if area in b.attacked or not here or b.is_vacant(area, side):
            continue
        entered = [u for u in here if b.came.get(u, area) != area]
        able = [u for u in here if b.came.get(u) != area] if area in b.was_contested else entered
        offered |= {area} if able else set()
        if able:
            assert last_words(s, seat, f"attack {area}") == set(able)
        for lead in able:
            team = [lead] if area in b.was_contested else entered
            plus = attack_value(b, lead, team)
            minus = max(defense_value(b, area, foe, lead) for foe in b.units(area, ENEMY[side]))
            want = chances(plus - minus, UNITS[lead]["kind"] == "armored")
            odds = GAME.odds(s, seat, GAME.read(s, seat, f"attack {area} {lead}"))
            assert odds is not None
            rows = [row.chance for row in odds.rows]
            assert rows == [str(want[x]) for x in ("repulse", "stalemate", "win", "costly")], (area, lead)
            told = GAME.preview(s, seat, GAME.read(s, seat, f"attack {area} {lead}"))
            assert told is not None
            assert f": {plus} against {minus}, before" in told.text
            tried += 1
    assert last_words(s, seat, "attack") == offered
    return tried


def compare_odds(s: Any, seat: str) -> int:
    if step(s) not in ("AttackerAir", "DefenderAir"):
        return 0
    b, d = Board(s), s.data
    area, lead, foe = d.map_ids[s.battle], d.unit_ids[s.lead], d.unit_ids[s.foe]
    mine = step(s) == "AttackerAir"
    nation = UNITS[lead if mine else foe]["nation"]
    sent = "" if s.air_attack < 0 else d.air_ids[s.air_attack]
    offered = {x for x in AIR if AIR[x]["nation"] == nation and x not in b.air_flown}
    alike = {(x in b.air_strong): x for x in sorted(offered, reverse=True)}  # 9.4.2 (ruling 49)
    markers = {a.args[0] for a in GAME.legal(s, seat) if a.args}
    assert markers == set(alike.values())
    plus = attack_value(b, lead, sorted(b.attackers), sent)
    prompt = s.stack[-1].prompt(s, seat)
    assert prompt.startswith(f"Attack {plus} against defense {defense_value(b, area, foe, lead)} in ")
    for air in ("", *markers):
        plus = attack_value(b, lead, sorted(b.attackers), air if mine else sent)
        minus = defense_value(b, area, foe, lead, "" if mine else air)
        armored = UNITS[lead]["kind"] == "armored"
        want = chances(plus - minus, armored)
        odds = GAME.odds(s, seat, GAME.read(s, seat, f"air {air}" if air else "no-air"))
        assert odds is not None
        assert [row.chance for row in odds.rows] == [str(want[x]) for x in ("repulse", "stalemate", "win", "costly")]
        assert sum(m.value for m in odds.modifiers) == plus - minus
    return 1


CHECKS: dict[str, Callable[[Any, str], int]] = {
    "movement": compare_moves,
    "retreats": compare_retreats,
    "supply": compare_supply,
    "control": compare_control,
    "attacks": compare_attacks,
    "odds": compare_odds,
}
LEAST = {"movement": 300, "retreats": 15, "supply": 1000, "control": 200, "attacks": 20, "odds": 10}
"""What four games give at least."""


@pytest.mark.parametrize("subject", CHECKS)
def test_the_rules_agree_with_the_book_on_random_play(subject: str) -> None:
    tried = sum(CHECKS[subject](*node) for node in seen(4, 3))
    assert tried >= LEAST[subject], tried


def compare_shaken(rng: random.Random, positions: int) -> Counter[str]:
    tried: Counter[str] = Counter()
    for _ in range(positions):
        node = moving(rng)
        for subject in ("movement", "supply", "control", "attacks"):
            tried[subject] += CHECKS[subject](*node)
        fled = retreating(rng)
        tried["retreats"] += compare_retreats(*fled) if fled else 0
    return tried


def test_the_rules_agree_with_the_book_on_shaken_positions() -> None:
    tried = compare_shaken(random.Random(5), 120)
    assert tried["movement"] > 300, tried
    assert tried["attacks"] > 60, tried
    assert tried["retreats"] > 100, tried


@pytest.mark.long
def test_the_rules_agree_with_the_book_over_many_games() -> None:
    tried: Counter[str] = Counter()
    for node in nodes(60, 1940):
        for subject, compare in CHECKS.items():
            tried[subject] += compare(*node)
    assert all(tried[subject] > 8 * least for subject, least in LEAST.items()), tried
    tried = compare_shaken(random.Random(1940), 3000)
    assert tried["retreats"] > 3000, tried


def test_masks_and_conditions_agree_on_shaken_positions() -> None:
    rng = random.Random(9)
    tried: Counter[str] = Counter()
    for _ in range(150):
        for node in (moving(rng), retreating(rng)):
            if node is not None:
                s, seat = node
                for verb in s.stack[-1].verbs:
                    masks_are_right(s, s.stack[-1], seat, verb, rng)
                    tried[verb.name] += 1
    assert tried["move"] > 100, tried
    assert tried["retreat"] > 100, tried

"""Positions as random play seldom makes them: units thrown over the map, fronts anywhere, pockets, full Areas."""

from __future__ import annotations

import random
from typing import Any

import tomli_w
from springtime_oracle import AREAS, MOST, NEXT, UNITS, ZONES

import grognard
from grognard.games.springtime.rules.impulses import AssaultMoves, RedeployMoves, RegroupMoves
from grognard.games.springtime.rules.retreats import Retreat

GAME = grognard.load("springtime")
DATA = GAME.data
SIDES = ("allies", "axis")


def thrown(rng: random.Random) -> tuple[dict[str, str], dict[str, str]]:
    """Where units are, and who controls what: a side that is alone in an Area does (4.4.2)."""
    share = rng.choice((0.1, 0.3, 0.5, 0.7, 0.9))
    owner = {
        a: "axis" if rng.random() < (0.9 if AREAS[a]["country"] == "germany" else share) else "allies" for a in AREAS
    }
    owner["F"] = "axis"
    crowded = rng.sample(sorted(set(AREAS) - {"F"}), rng.choice((3, 6, 10, 16)))
    where: dict[str, str] = {}
    for unit in rng.sample(sorted(UNITS), rng.randrange(8, len(UNITS) + 1)):
        area = rng.choice(crowded)
        if unit == "italian" and rng.random() < 0.5:
            area = "F"
        mates = [u for u, a in where.items() if a == area and UNITS[u]["side"] == UNITS[unit]["side"]]
        if len(mates) < MOST or area in ZONES:
            where[unit] = area
    for area in AREAS:
        there = {UNITS[u]["side"] for u, a in where.items() if a == area}
        if len(there) == 1 and area != "F":
            [owner[area]] = there
    return where, owner


def state_of(where: dict[str, str], owner: dict[str, str], rng: random.Random) -> Any:
    """A state at the beginning of an impulse, with supply markers, losses and flown air support at random."""
    some = rng.choice((0.0, 0.2, 0.6))
    state: dict[str, Any] = {
        "loc": {u: where.get(u, "off") for u in DATA.unit_ids},
        "strength": {u: rng.choice((1, 2)) for u in DATA.unit_ids},
        "oos": {u: int(rng.random() < some) for u in DATA.unit_ids},
        "control": owner,
        "turn": rng.randrange(2, 7),
        "impulse": rng.randrange(1, 9),
        "kleist_turn": 9,
        "kleist": rng.choice([-1, *(DATA.unit[u] for u in where if UNITS[u]["group"] == "K")]),
        "italy": rng.random() < 0.5,
        "advantage": 2,
        "open_city": rng.random() < 0.5,
        "each_unit_cut": rng.random() < 0.3,
        "flipped": {x: int(rng.random() < some) for x in DATA.leader_ids},
        "air_strong": {x: rng.randrange(2) for x in DATA.air_ids},
        "air_used": {x: int(rng.random() < some) for x in DATA.air_ids},
        "stack": [{"type": "EndManeuvers"}, {"type": "ChooseImpulse"}],
    }
    text = tomli_w.dumps({"game": "springtime", "scenario": "plan-yellow", "options": {}, "state": state})
    return GAME.position(text).state


def bits_of(names: Any, ids: Any) -> int:
    return sum(1 << i for i, name in enumerate(ids) if name in names)


def moving(rng: random.Random) -> tuple[Any, str]:
    """In the middle of an impulse: some have moved or fought, some Areas have been attacked."""
    where, owner = thrown(rng)
    s = state_of(where, owner, rng)
    side = SIDES[1 - s.impulse % 2]
    own = [u for u in where if UNITS[u]["side"] == side]
    active = [u for u in own if rng.random() < 0.8]
    contested = {a for a in AREAS if {UNITS[u]["side"] for u in where if where[u] == a} == set(SIDES)}
    was = {a for a in sorted(contested) if rng.random() < 0.6}
    s.active, s.contested = bits_of(active, DATA.unit_ids), bits_of(was, DATA.map_ids)
    s.closed = bits_of({a for a in contested if rng.random() < 0.2}, DATA.map_ids)
    for u in active:
        if rng.random() < (0.7 if where[u] in contested - was else 0.15):
            came = rng.choice([*NEXT[where[u]], where[u]])
            s.came[DATA.unit[u]] = DATA.place[came]
    kind = rng.choice(("assault", "assault", "regroup", "redeploy"))
    if kind == "assault" and side == "axis" and rng.random() < 0.4:
        s.everyone = True
        s.tag_reserve, s.tag_air = (rng.choice((0b1 << 6, 0b11 << 6, 0b1 << 9)) for _ in range(2))
    if kind == "assault" and side == "axis" and "airlanding" in where and rng.random() < 0.3:
        s.dropped = DATA.place[where["airlanding"]]
        s.came[DATA.unit["airlanding"]] = 36
    if kind == "redeploy":
        start = rng.choice([where[u] for u in own] or ["4"])
        s.active = bits_of([u for u in own if where[u] == start], DATA.unit_ids)
        s.stack[-1] = RedeployMoves(DATA.place[start])
    else:
        s.stack[-1] = AssaultMoves() if kind == "assault" else RegroupMoves()
    return s, side


def retreating(rng: random.Random) -> tuple[Any, str] | None:
    """After a combat: who was in it goes, forced or of his own will."""
    where, owner = thrown(rng)
    s = state_of(where, owner, rng)
    active = SIDES[1 - s.impulse % 2]
    fought = sorted({a for a in where.values() if {UNITS[u]["side"] for u in where if where[u] == a} == set(SIDES)})
    if not fought:
        return None
    area = rng.choice(fought)
    attackers = [u for u in where if where[u] == area and UNITS[u]["side"] == active]
    for u in attackers:
        if rng.random() < 0.7:
            ways = [q for q in NEXT[area] if owner[q] == active and q != "F"]
            s.came[DATA.unit[u]] = DATA.place[rng.choice(ways or [area])]
    side = rng.choice(SIDES)
    s.battle, s.attackers = DATA.place[area], bits_of(attackers, DATA.unit_ids)
    s.outcome = rng.randrange(4)
    s.leaving = bits_of([u for u in where if where[u] == area and UNITS[u]["side"] == side], DATA.unit_ids)
    s.stack[-1] = Retreat(SIDES.index(side), rng.random() < 0.7)
    return s, side

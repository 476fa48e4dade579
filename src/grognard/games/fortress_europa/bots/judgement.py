"""How a position stands: what decides the scenario, losses, supply and ground, in combat factors."""

from __future__ import annotations

from grognard.games.fortress_europa.bots.goals import (
    allied_goals,
    district_goals,
    german_goals,
    kind_of_victory,
    wanted,
)
from grognard.games.fortress_europa.bots.odds import value
from grognard.games.fortress_europa.bots.picture import steps_from
from grognard.games.fortress_europa.data.figures import DistrictGoal
from grognard.games.fortress_europa.data.world import ALLIED, DISTRICTS, GERMAN
from grognard.games.fortress_europa.rules.standing import allied_hexes, survey
from grognard.games.fortress_europa.rules.state import FREE, Position
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.games.fortress_europa.rules.supply.supply import allied_cut_off, german_cut_off
from grognard.games.fortress_europa.rules.victory.victory import bulge_level, conquest_of, met

WON = 150.0
"""What the end of the game is worth to the winner."""
GOAL = 40.0
"""What it is worth to hold all that a victory needs."""
ASHORE = 0.35
"""By how much an Allied unit counts more on the map than in England."""


def judge(s: Position, side: int) -> float:
    """How the game stands for a side."""
    found = allied(s)
    return found if side == ALLIED else -found


def allied(s: Position) -> float:
    w = s.data
    if not s.stack:
        return WON * (1 if s.winner == ALLIED else -1 if s.winner == GERMAN else 0) + 0.2 * progress(s)
    hungry = set(allied_cut_off(s)) | set(german_cut_off(s))
    total = GOAL * progress(s) + min(capacity(s), 12) * 0.5
    attacking = GERMAN if german_goals(s) else ALLIED
    way = steps_from(w, german_goals(s) if attacking == GERMAN else allied_goals(s))
    for u, h in enumerate(s.where):
        if h >= w.n:
            if w.side[u] == ALLIED and h in (w.england, w.africa):
                total += (1 - ASHORE) * value(s, u)
            continue
        worth = value(s, u) * (0.6 if u in hungry else 1.0)
        if w.side[u] == attacking:
            worth *= 1 + 0.02 * max(0, 10 - way[h])
        elif s.bound[u] != FREE:
            worth *= 0.8
        total += worth if w.side[u] == ALLIED else -worth
    held = allied_hexes(s)
    return total + 2.0 * (held & w.cities).bit_count() + 2.0 * (held & wanted(s)).bit_count()


def progress(s: Position) -> float:
    """How much of what a victory needs the Allies have, from 0 to 1; what the Germans have counts against it."""
    w = s.data
    held = allied_hexes(s)
    kind = kind_of_victory(s)
    if kind == "districts":
        return max((share(s, goal) for goal in district_goals(s)), default=0.0)
    if kind == "objectives":
        mine = len(met(s, ALLIED, s.goals_allied)) / max(1, s.goals_allied.bit_count())
        theirs = len(met(s, GERMAN, s.goals_german)) / max(1, s.goals_german.bit_count())
        return mine - theirs
    if kind == "bulge" or german_goals(s):
        return -0.5 * bulge_level(s) - 0.3 * german_share(s)
    terms = conquest_of(s)
    if terms is None:
        return 0.0
    needed = sum(held >> w.place_hex[name] & 1 for name in terms.places) / len(terms.places)
    major = (held & w.major_cities).bit_count() / terms.major
    cities = (held & w.german_cities).bit_count() / terms.cities
    return 0.4 * needed + 0.6 * max(major, cities)


def share(s: Position, goal: DistrictGoal) -> float:
    """How much of a condition of 33.1.5 is met."""
    w = s.data
    held = allied_hexes(s)
    need = have = 0
    if goal.all:
        need, have = need + len(goal.all), have + sum(held >> w.place_hex[name] & 1 for name in goal.all)
    if goal.any_count:
        need += goal.any_count
        have += min(goal.any_count, sum(held >> w.place_hex[name] & 1 for name in goal.any))
    if goal.cities:
        need, have = need + goal.cities, have + min(goal.cities, (held & w.cities).bit_count())
    if goal.district_cities:
        cities = w.districts[DISTRICTS.index(goal.district)] & w.cities
        count = cities.bit_count() if goal.district_cities < 0 else goal.any_count + goal.district_cities
        need, have = need + count, have + min(count, (held & cities).bit_count())
    return have / need if need else 0.0


def german_share(s: Position) -> float:
    """How much of the goals of the Ardennes offensive is in German hands (33.3.10)."""
    w = s.data
    held = survey(s).occupied[GERMAN]
    best = 0.0
    for goal in w.book.bulge_goal:
        need = len(goal.all) + (1 if goal.any else 0)
        have = sum(held >> w.place_hex[name] & 1 for name in goal.all)
        have += any(held >> w.place_hex[name] & 1 for name in goal.any)
        best = max(best, have / need)
    return best

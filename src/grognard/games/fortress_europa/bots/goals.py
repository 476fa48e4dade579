"""What each side wants: places to take, places to keep, and objectives worth picking (30.1, 32.4, 33)."""

from __future__ import annotations

from grognard.games.fortress_europa.data.figures import DistrictGoal
from grognard.games.fortress_europa.data.world import ALLIED, DISTRICTS, GERMAN
from grognard.games.fortress_europa.rules.landing.airborne import drops_allowed
from grognard.games.fortress_europa.rules.movement.districts import invaded_hexes
from grognard.games.fortress_europa.rules.standing import allied_hexes, survey
from grognard.games.fortress_europa.rules.state import Position
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.games.fortress_europa.rules.victory.judging import BULGE_ENDS
from grognard.games.fortress_europa.rules.victory.victory import conquest_of
from grognard.maps import Mask, mask_of, members

Places = dict[int, int]
"""Hexes, and by how many hexes a side would rather have something else."""
SPARE = 8
"""The supply capacity with which nobody has to look for harbours (18.7)."""
ASIDE = 16
"""How far off a city counts more that does not decide a war for Germany: who goes after all of them scatters."""
ALLIED_PICKS = (
    "allied-11", "allied-10", "allied-4", "allied-12", "allied-5", "allied-3", "allied-7", "allied-6", "allied-2",
)  # fmt: skip
"""Objectives in the order in which they are likely to be met: first those that need no fighting."""
GERMAN_PICKS = (
    "german-7", "german-11", "german-10", "german-6", "german-1", "german-2", "german-9", "german-12", "german-8",
)  # fmt: skip

LAST_DASH = 2
"""In so many turns before the end of the landing nobody minds any more whom he wakes (33.1.3)."""
RESERVE, LAST_RESERVE = 3, 6
"""So much supply capacity is kept during a landing, and on its last turn."""
RESTLESS = ("1st",)
"""Whose conditions lie so far outside (33.1.5) that who waits there has lost."""
DISTRICT_VALUE = {"netherlands": -6.0, "15th": 4.0, "7th": 6.0, "1st": -4.0, "19th": 0.0}
"""How near the conditions of a district lie to its own beaches: the 7th has five cities of its own that suffice."""
QUIET, ASLEEP = "7th", 16.0
"""Where a war is begun: the others sleep while the Allies gather there (9.1), and England is near."""


def picks(side: int) -> tuple[str, ...]:
    return ALLIED_PICKS if side == ALLIED else GERMAN_PICKS


def kind_of_victory(s: Position) -> str:
    return s.data.book.scenario[s.scenario].victory


def closed(s: Position) -> Mask:
    """Land whose entry would release every German unit (9.1D, 9.1E), while that can be avoided and would hurt."""
    w = s.data
    if s.released or not s.invaded:
        return 0
    if kind_of_victory(s) == "districts":
        last = w.turn_of[w.book.scenario[s.scenario].last]
        if s.turn > last - LAST_DASH or any(s.landing_districts >> DISTRICTS.index(name) & 1 for name in RESTLESS):
            return 0
    return w.land & ~invaded_hexes(s)


def district_goals(s: Position) -> list[DistrictGoal]:
    """33.1.5: the conditions of the districts where the Allies have landed."""
    districts = {DISTRICTS[d] for d in members(s.landing_districts)}
    return [goal for goal in s.data.book.district_goal if goal.district in districts]


def wanted(s: Position) -> Mask:
    """Places that decide the game for the Allies, whoever holds them."""
    w = s.data
    kind = kind_of_victory(s)
    found = 0
    if kind == "districts":
        for goal in district_goals(s):
            found |= mask_of(w.place_hex[name] for name in (*goal.any, *goal.all))
            if goal.district_cities:
                found |= w.districts[DISTRICTS.index(goal.district)] & w.cities
            if goal.cities:
                found |= w.cities
    elif kind == "objectives":
        for i in members(s.goals_allied):
            found |= mask_of(w.place_hex[name] for name in w.objectives[i].places)
    terms = conquest_of(s)
    if terms is not None:
        found |= mask_of(w.place_hex[name] for name in terms.places) | w.major_cities | w.german_cities
    return found


def lost_places(s: Position) -> Mask:
    """What the Germans must have back: places that decide the game, and the mulberry without which no landing wins
    (33.1.3)."""
    if kind_of_victory(s) != "districts":
        return 0
    return (wanted(s) & allied_hexes(s)) | mask_of(h for h in s.mulberry_at if h >= 0)


def kept_capacity(s: Position) -> int:
    """The supply capacity that is not used up: a landing is lost without any in the end (33.1.3), and in his last
    turn the enemy may take a harbour."""
    w = s.data
    if kind_of_victory(s) != "districts":
        return 0
    return LAST_RESERVE if s.turn == w.turn_of[w.book.scenario[s.scenario].last] else RESERVE


def drop_range(s: Position) -> Mask:
    """Where the Allies could still drop from England (20.2)."""
    w = s.data
    if s.allied_drops >= drops_allowed(s, ALLIED):
        return 0
    return w.reach_of_england | w.within(w.invadable & ~w.from_africa, w.book.airborne.beach_range)


def district_value(s: Position, district: int) -> float:
    """How well the first landing in a district serves the Allies: what its conditions ask of them (33.1.5)."""
    if district < 0 or s.invasions:
        return 0.0
    w = s.data
    name = DISTRICTS[district]
    if kind_of_victory(s) == "districts":
        return DISTRICT_VALUE[name]
    if conquest_of(s) is not None:
        return ASLEEP if name == QUIET else 0.0
    hexes = w.districts[district]
    return 1.0 * (hexes & wanted(s)).bit_count()


def allied_goals(s: Position) -> Places:
    """What the Allies want next: what decides the game, harbours while capacity is short, then any city."""
    w = s.data
    held = allied_hexes(s)
    found = dict.fromkeys(w.city_hexes, ASIDE if conquest_of(s) is not None else 6)
    short = capacity(s) < SPARE
    for h in w.port_hex:
        found[h] = 1 if short else found.get(h, 10)  # supply comes first (18.7)
    for h in members(wanted(s)):
        found[h] = min(found.get(h, 9), 3 if w.german_cities >> h & 1 else 0)
    for h in members(w.major_cities & wanted(s)):
        found[h] = 0
    left = {h: far for h, far in found.items() if not held >> h & 1}
    inside = {h: far for h, far in left.items() if not closed(s) >> h & 1}
    return inside or left or {w.place_hex["Paris"]: 0}


def german_goals(s: Position) -> Places:
    """What the Germans want to have back, while they attack: the places of the Ardennes offensive (33.3.10)."""
    w = s.data
    if w.book.scenario[s.scenario].setup != "december" or s.turn > w.turn_of[BULGE_ENDS]:
        return {}
    held = survey(s).occupied[GERMAN]
    names = {name for goal in w.book.bulge_goal for name in (*goal.all, *goal.any)}
    return {w.place_hex[name]: 0 for name in names if not held >> w.place_hex[name] & 1}


def stakes(s: Position, side: int) -> dict[int, float]:
    """What must not be lost, and how much it counts to have somebody there."""
    w = s.data
    held = allied_hexes(s)
    if side == GERMAN:
        held = w.land & ~held
    vital = wanted(s) if side == GERMAN or kind_of_victory(s) != "objectives" else 0
    for i in members(s.goals_german if side == GERMAN else s.goals_allied):
        vital |= mask_of(w.place_hex[name] for name in w.objectives[i].places)
    found = dict.fromkeys(members(w.cities & held), 2.5)
    for p, h in enumerate(w.port_hex):
        if held >> h & 1:
            found[h] = max(found.get(h, 0.0), 2.0 + 0.15 * w.port_capacity[p])
    for h in members(vital & held):
        found[h] = found.get(h, 0.0) + 1.5
    if side == GERMAN:
        for h in members(w.fortresses & ~s.ruined & held):
            found.setdefault(h, 2.0)
    else:
        for h in s.mulberry_at:
            if h >= 0:
                found[h] = 9.0
    if w.book.scenario[s.scenario].setup == "december" and s.turn <= w.turn_of[BULGE_ENDS]:
        for goal in w.book.bulge_goal:
            for name in (*goal.all, *goal.any):
                if held >> w.place_hex[name] & 1:
                    found[w.place_hex[name]] = 6.0
    return found

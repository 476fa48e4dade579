# compiled as it stands
"""What a position of 1940 looks like in figures, and what the German player's chance to win is by them.

The German plan counts, which is hidden: the Allied player judges worlds that were guessed.
"""

from __future__ import annotations

import math

from grognard.bots.judgement import Judge
from grognard.games.nineteen_forty.bots.plans import plan_hexes
from grognard.games.nineteen_forty.data.printed import FILES, PACKAGE
from grognard.games.nineteen_forty.data.world import ALLIED, BR, FR, GERMAN
from grognard.games.nineteen_forty.rules.state import Position, survey
from grognard.games.nineteen_forty.rules.suggestions import distances
from grognard.games.nineteen_forty.rules.victory import judge as verdict
from grognard.games.nineteen_forty.rules.victory import points
from grognard.kernel.plain import Things
from grognard.maps import members

PLANS = ("Maginot", "Paris", "north")
_STRENGTHS = ("German mobile", "German infantry", "French", "British", "Belgians")
_CHANGING = (
    *(f"plan {name}" for name in PLANS),
    "plan done",
    "share of the plan",
    "other objectives",
    "share of the others",
    "lead",
    "ahead",
    *_STRENGTHS,
    "Germans cut off",
    "Allies cut off",
    "Germans disrupted",
    "Allies disrupted",
    "mobile force near the plan",
    "mobile force two turns away",
    "Allies before the plan",
    "Allies behind the plan",
    "plan hexes guarded",
    "way to the plan",
    "Allied turn",
    "Belgium fallen",
)
NAMES = (*_CHANGING, *(f"{name} × time left" for name in _CHANGING), "late", "very late", "last day")


def shares(s: Position) -> list[float]:
    """How much of each objective is accomplished: the Maginot Line cleared, Paris and the north captured."""
    w = s.data
    held = survey(s).occupied[ALLIED] & w.maginot
    return [
        1 - held.bit_count() / w.maginot.bit_count(),
        (s.german & w.paris).bit_count() / w.paris.bit_count(),
        (s.german & w.north).bit_count() / w.north.bit_count(),
    ]


def figures(s: Position) -> list[float]:
    """A position in numbers of about 1; the German plan must be known or guessed."""
    w = s.data
    plan = max(0, s.objective)
    left = (w.last_turn - s.turn + (0.5 if s.side == GERMAN else 0.0)) / w.last_turn
    done = shares(s)
    others = [share for i, share in enumerate(done) if i != plan]
    german, allied = points(s)
    goals = plan_hexes(w, plan)
    around = survey(s)
    to_take = goals & (around.occupied[ALLIED] if plan == 0 else ~s.german)
    taken = goals & ~to_take
    way = distances(w, to_take or goals, w.land)
    back = distances(w, taken or goals, w.land)
    strength, cut, disrupted = [0.0] * 5, [0.0, 0.0], [0.0, 0.0]
    near = far = before = behind = 0.0
    nearest = 30
    for u, h in enumerate(s.where):
        if h >= w.n:
            continue
        factors = w.combat[u]
        side = w.side[u]
        if s.unsupplied >> u & 1:
            cut[side] += factors
        if s.disrupted[u]:
            disrupted[side] += factors
        if side == GERMAN:
            strength[0 if w.motorized[u] else 1] += factors
            if w.motorized[u]:
                near += factors * (way[h] <= 4)
                far += factors * (4 < way[h] <= 9)
                nearest = min(nearest, way[h])
        else:
            strength[2 if w.nation[u] == FR else 3 if w.nation[u] == BR else 4] += factors
            before += factors * (way[h] <= 2)
            behind += factors * (back[h] <= 3)
    guarded = sum(1 for h in members(taken) if around.occupied[GERMAN] >> h & 1) / max(1, goals.bit_count())
    lead = german - allied
    out = [float(plan == i) for i in range(3)]
    out += [float(done[plan] == 1.0), done[plan], sum(x == 1.0 for x in others) / 2, sum(others) / 2]
    out += [math.tanh(lead / 25), float(lead > 0)]
    out += [x / 40 for x in strength]
    out += [x / 20 for x in (*cut, *disrupted)]
    out += [near / 20, far / 20, before / 20, behind / 20 if taken else 0.0, guarded, min(nearest, 20) / 10]
    out += [float(s.side == ALLIED), float(s.belgium_lost)]
    out += [x * left for x in out]
    out += [float(s.turn >= 6), float(s.turn >= 8), float(s.turn >= w.last_turn)]
    return out


def german_judge(pack: Things | None) -> Judge[Position]:
    return Judge(PACKAGE, FILES, NAMES, figures, settled, pack)


def settled(s: Position) -> float | None:
    """What a game that is over was worth to the German player: 1 a win, 0.5 a draw; None if it goes on."""
    if s.stack:
        return None
    level = verdict(s).level
    return 0.5 if level == "draw" else float(level.startswith("german"))

# compiled as it stands
"""How good a position is, for the bots, from the Axis point of view.

Within an impulse in points of French Morale; at the beginning of one as a chance to win.
"""

from __future__ import annotations

import math
from functools import cache
from operator import mul

from grognard.bots.judgement import Judge, read_weights
from grognard.games.springtime.data.printed import FILES
from grognard.games.springtime.data.world import ALLIES, AXIS, PACKAGE, World
from grognard.games.springtime.rules.state import Spring, facts
from grognard.games.springtime.rules.values import DIFFERENCES
from grognard.kernel.plain import Things
from grognard.kernel.rules import bits

PER_CV = 0.45
"""What a point of Combat Value is worth."""


@cache
def win_chance(difference: int) -> float:
    """The chance that an attack with this difference of values wins."""
    return sum(n for roll, (n, _, _) in DIFFERENCES.items() if difference + roll > 0) / 1296


@cache
def tie_chance(difference: int) -> float:
    return DIFFERENCES.get(-difference, (0, 0, 0))[0] / 1296


@cache
def place_values(d: World) -> tuple[float, ...]:
    """What control of each place is worth to the Axis, beyond the morale that it costs at once."""
    out = []
    for p in range(36):
        country = d.country[p]
        if p == d.paris:
            value = 5.0
        elif p == d.italy:
            value = 0.0
        elif p >= 30:
            value = 1.2 if p == d.alps else 2.0
        elif country == "france":
            value = 1.3 if d.distance[p][d.paris] == 1 else 0.9
        else:
            value = {"belgium": 0.6, "netherlands": 0.25, "germany": 2.0}[country]
        out.append(value)
    return tuple(out)


def unit_worth(d: World, u: int, strength: int) -> float:
    cv = d.cv[u][strength]
    return PER_CV * cv * (1.25 if d.armored[u] else 1.0)


def stand(d: World, u: int, p: int) -> float:
    """What it costs the Axis to have a unit far from Paris."""
    return (0.16 if d.armored[u] else 0.07) * d.distance[d.paris][p] if d.side[u] else 0.0


# ------------------------------------------------------------------------------------- the chance to win


NAMES = (
    "turn 1",
    "turn 2",
    "turn 3",
    "turn 4",
    "turn 5",
    "turn 6",
    "turn 7",
    "impulse 2",
    "impulse 3",
    "impulse 4",
    "impulse 5",
    "impulse 6",
    "impulse 7",
    "impulse 8",
    "morale to 5",
    "morale to 10",
    "morale to 20",
    "morale above",
    "morale to 5 × turns",
    "morale to 10 × turns",
    "morale to 20 × turns",
    "morale above × turns",
    "Paris Axis",
    "Paris Axis × turns",
    "open city",
    "zones",
    "zones with Paris",
    "French Areas",
    "next to Paris",
    "Belgian Areas",
    "Belgians",
    "Dutch",
    "BEF",
    "Axis infantry",
    "Axis armor",
    "Allied infantry",
    "Allied armor",
    "Axis infantry × turns",
    "Axis armor × turns",
    "Allied infantry × turns",
    "Allied armor × turns",
    "Axis cut off",
    "Allies cut off",
    "Axis by Paris",
    "Axis two away",
    "Allies in Paris",
    "Allies by Paris",
    "Allies two away",
    "Allies on the Maginot Line",
    "Allies in zones",
    "Allied units",
    "Axis units",
    "Paris empty",
    "Axis points",
    "Allied points",
    "Advantage",
    "Italy",
    "confident Germans",
    "shaken Allies",
    "strong Luftwaffe",
)
"""The figures of a position, strengths in tens of Combat Values."""


IMPULSES_LEFT = (0.0, 1.0, 1.0, 0.68, 0.68, 0.5, 0.5, 0.43, 0.43)
"""How much of a turn may be expected to be left at the beginning of each impulse, by the Logistics rolls (6.2.1)."""


def features(s: Spring) -> list[float]:
    """A position at the beginning of an impulse in figures of about 1."""
    d = s.data
    left = (7 - s.turn + IMPULSES_LEFT[s.impulse]) / 4
    control, morale, paris = s.control, s.morale, d.paris
    fallen = control[paris]
    steps = [min(morale, 5) / 5, min(max(morale - 5, 0), 5) / 5, min(max(morale - 10, 0), 10) / 5]
    steps.append(max(morale - 20, 0) / 5)
    zones = sum(control[30:34])
    away = d.distance[paris]
    arms = [0, 0, 0, 0]  # Allied infantry and armor, Axis infantry and armor
    off, units, ring, axis_ring = [0, 0], [0, 0], [0, 0, 0], [0, 0, 0]
    maginot = rear = 0
    for u, p in enumerate(s.loc):
        if p >= 36:
            continue
        cv, side, far = d.cv[u][s.strength[u]], d.side[u], away[p]
        arms[2 * side + d.armored[u]] += cv
        units[side] += 1
        if s.oos[u]:
            off[side] += cv
        if far <= 2:
            (axis_ring if side else ring)[far] += cv
        if not side:
            if p in d.maginot:
                maginot += cv
            elif p >= 30 and p < d.alps:
                rear += cv
    out = [float(s.turn == t) for t in range(1, 8)] + [float(s.impulse == i) for i in range(2, 9)]
    out += steps
    out += [x * left for x in steps]
    out += [fallen, fallen * left, s.open_city and not fallen, zones, zones * fallen]
    out += [sum(control[p] for p in _french(d)), sum(control[p] for p in d.near[paris])]
    out += [sum(control[p] for p in bits(d.belgium_mask))]
    out += [s.loc[u] < 36 for u in (d.belgian, d.dutch, d.bef)]
    by_arm = [arms[2] / 10, arms[3] / 10, arms[0] / 10, arms[1] / 10]
    out += by_arm
    out += [x * left for x in by_arm]
    out += [off[AXIS] / 10, off[ALLIES] / 10, (axis_ring[0] + axis_ring[1]) / 10, axis_ring[2] / 10]
    out += [ring[0] / 10, ring[1] / 10, ring[2] / 10, maginot / 10, rear / 10, units[ALLIES] / 10, units[AXIS] / 10]
    out += [
        not fallen and not facts(s).at[paris],
        s.points_axis / 5,
        s.points_allies / 5,
        s.advantage == AXIS,
        s.italy,
    ]
    out += [sum(s.flipped[14:]) / 5, sum(s.flipped[:14]) / 5, sum(s.air_strong[:2])]
    return out


@cache
def _french(d: World) -> tuple[int, ...]:
    """The Areas of France without Paris and the Zones."""
    return tuple(p for p in range(30) if d.country[p] == "france" and p != d.paris)


@cache
def _weights() -> tuple[float, ...]:
    learned = read_weights(PACKAGE)
    assert learned is not None
    return tuple(learned.weights.values())


def axis_chance(s: Spring) -> float:
    """The chance of the Axis to win, judged at the beginning of an impulse."""
    if s.winner >= 0:
        return float(s.winner)
    return 1 / (1 + math.exp(-sum(map(mul, _weights(), features(s)))))


def axis_judge(pack: Things | None) -> Judge[Spring]:
    """The same for whoever wants to know whether it was learned with these values."""
    return Judge(PACKAGE, tuple(FILES), NAMES, features, axis_won, pack)


def axis_won(s: Spring) -> float | None:
    return float(s.winner) if s.winner >= 0 else None

"""How good a position is, for the bots: one number in points of French Morale, from the Axis point of view."""

from __future__ import annotations

from functools import cache

from grognard.games.springtime.data import ALLIES, AXIS, Data
from grognard.games.springtime.state import Spring
from grognard.games.springtime.values import difference_chances

WIN = 60.0
PER_CV = 0.45
"""What a point of Combat Value is worth."""


@cache
def win_chance(difference: int) -> float:
    """The chance that an attack with this difference of values wins."""
    return sum(n for roll, (n, _, _) in difference_chances().items() if difference + roll > 0) / 1296


@cache
def tie_chance(difference: int) -> float:
    return difference_chances().get(-difference, (0, 0, 0))[0] / 1296


@cache
def place_values(d: Data) -> tuple[float, ...]:
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


def unit_worth(d: Data, u: int, strength: int) -> float:
    cv = d.cv[u][strength]
    return PER_CV * cv * (1.25 if d.armored[u] else 1.0)


def judge(s: Spring) -> float:
    """Positive is good for the Axis."""
    if s.winner >= 0:
        return WIN if s.winner == AXIS else -WIN
    d = s.data
    morale = s.morale
    total = 30.0 - morale
    if morale <= 5:
        total += 2.0 * (6 - morale)
    total += 0.6 * (s.points_axis - s.points_allies)
    for u, p in enumerate(s.loc):
        if p < 36:
            cv = d.cv[u][s.strength[u]] * PER_CV
            if s.oos[u]:
                cv *= 0.55
            if d.armored[u]:
                cv *= 1.25
            total += cv - stand(d, u, p) if d.side[u] else -cv
    return total + sum(place_terms(s))


def stand(d: Data, u: int, p: int) -> float:
    """What it costs the Axis to have a unit far from Paris."""
    return (0.16 if d.armored[u] else 0.07) * d.distance[d.paris][p] if d.side[u] else 0.0


def place_terms(s: Spring) -> list[float]:
    """What each place adds: control, and the dangers there."""
    return [place_term(s, p) for p in range(36)]


def place_term(s: Spring, p: int) -> float:
    d = s.data
    at = s.at
    here = at[p]
    side = s.control[p]
    enemy = d.side_mask[1 - side]
    value = place_values(d)[p]
    term = value if side else 0.0
    if here & enemy:
        return term
    for q in d.near[p]:
        if at[q] & enemy:
            break
    else:
        return term + 3.0 if p == d.paris and not here and not side and _open_road(s) else term
    if side:
        if not here:
            return term - 0.3 * value
        return term - 0.35 * _risk(s, p, AXIS, value)
    if not here:
        return 10.0 if p == d.paris else 0.9 * value + 0.9
    if p == d.paris:
        return 0.8 * _risk(s, p, ALLIES, 14.0 if s.open_city else 22.0)
    return 0.4 * _risk(s, p, ALLIES, value)


def _open_road(s: Spring) -> bool:
    """Whether armor could drive into an empty Paris through an empty Area."""
    d = s.data
    axis = d.side_mask[AXIS]
    armor = axis & d.armored_mask
    return any(not s.at[q] and any(s.at[r] & armor for r in d.near[q]) for q in d.near[d.paris])


def _risk(s: Spring, p: int, side: int, worth: float) -> float:
    """The expected loss of the side that holds a place if everything next to it attacked."""
    d = s.data
    cv, strength = d.cv, s.strength
    best = n = 0
    m = s.at[p] & d.side_mask[side]
    while m:
        low = m & -m
        u = low.bit_length() - 1
        m ^= low
        n += 1
        value = cv[u][strength[u]]
        if value > best:
            best = value
    defense = best + n - 1 + d.tem[p] + (2 if side == ALLIES else 4)
    enemy = d.side_mask[1 - side]
    attack = count = 0
    kinds = d.edge_kind[p]
    river = 9
    for q in d.near[p]:
        m = s.at[q] & enemy
        kind = kinds[q]
        while m:
            low = m & -m
            u = low.bit_length() - 1
            m ^= low
            count += 1
            value = cv[u][strength[u]]
            if value > attack:
                attack = value
                river = kind
    if not count:
        return 0.0
    attack += min(count - 1, 3) + (4 if side == ALLIES else 2)
    if river == 1:
        defense += d.combat.river
    elif river == 2:
        defense += d.combat.maginot
    return win_chance(attack - defense) * (best * PER_CV + 1.0 + 0.5 * worth)

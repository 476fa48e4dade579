# compiled as it stands
"""How the bots fight: which Areas to attack with what, and where the other units go."""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.springtime.bots.judgement import place_values, tie_chance, unit_worth, win_chance
from grognard.games.springtime.data.world import AXIS, MAGINOT, RIVER
from grognard.games.springtime.rules.combat import air_choices
from grognard.games.springtime.rules.movement import ASSAULT, can_move, group_tags, reach
from grognard.games.springtime.rules.state import Spring, active_side, facts, leader_of, rating
from grognard.games.springtime.rules.values import crossing
from grognard.kernel.rules import bits


class Target(NamedTuple):
    place: int
    worth: float
    units: tuple[int, ...]
    """The attackers, the Lead unit first."""
    difference: int


def strength_of(s: Spring, u: int) -> float:
    """The value of a unit as Lead attacker."""
    d = s.data
    leader = leader_of(s, u)
    return d.cv[u][s.strength[u]] + (rating(s, leader) if leader >= 0 else 0) + (1.5 if d.armored[u] else 0)


def reaches(s: Spring, active: int) -> dict[int, dict[int, int]]:
    """For each unmoved active unit the places that it can reach, with the place before."""
    return {u: reach(s, u, ASSAULT)[0] for u in bits(active) if s.came[u] < 0 and can_move(s, u, ASSAULT)}


def targets(s: Spring, active: int, ways: dict[int, dict[int, int]], air: int) -> list[Target]:
    """The Areas that could be attacked, with the best force for each and what the attack is worth."""
    d = s.data
    side = active_side(s)
    enemy = d.side_mask[1 - side]
    own = d.side_mask[side]
    reached: dict[int, list[int]] = {}
    for u, w in ways.items():
        for p in w:
            if facts(s).at[p] & enemy:
                reached.setdefault(p, []).append(u)
    strong = {u: strength_of(s, u) for u in bits(active)}
    out = []
    for p, here in enumerate(facts(s).at):
        if not here & enemy or s.closed >> p & 1:
            continue
        contested = s.contested >> p & 1
        ready = [u for u in bits(here & active) if s.came[u] != p and (contested or s.came[u] >= 0)]
        force = reached.get(p, [])
        if not force and not ready:
            continue
        room = 99 if p >= 30 else d.stacking - (here & own).bit_count()
        choice = _best_force(s, p, force, ready, room, ways, air, strong)
        if choice is not None:
            out.append(choice)
    return out


def _best_force(
    s: Spring,
    p: int,
    force: list[int],
    ready: list[int],
    room: int,
    ways: dict[int, dict[int, int]],
    air: int,
    strong: dict[int, float],
) -> Target | None:
    best: Target | None = None
    ranked = sorted(force, key=lambda u: -strong[u])
    leads = sorted([*ready, *ranked[:3]], key=lambda u: -strong[u])[:3]
    defense = expected_defense(s, p)
    for lead in leads:
        if lead not in ready and room < 1:
            continue
        tags = group_tags(s, lead) if s.everyone else ~0
        others = [u for u in ready if u != lead and (not s.everyone or tags & group_tags(s, u))]
        left = room - (lead not in ready)
        for u in ranked:
            if u != lead and u not in ready and left > 0 and (not s.everyone or tags & group_tags(s, u)):
                others.append(u)
                left -= 1
        units = (lead, *others[:4])
        difference = expected_attack(s, p, lead, len(units), ways.get(lead, {}).get(p, -1), air) - defense
        worth = attack_worth(s, p, lead, difference, len(units))
        if best is None or worth > best.worth:
            best = Target(p, worth, units, difference)
    return best


def expected_defense(s: Spring, p: int) -> int:
    """The best Defense Value in an Area, with air support if there is some, but without what the boundary adds."""
    d = s.data
    best = -99
    foes = bits(facts(s).at[p] & d.side_mask[1 - active_side(s)])
    for foe in foes:
        value = d.cv[foe][s.strength[foe]]
        leader = leader_of(s, foe)
        if leader >= 0:
            value += d.rating[leader][s.flipped[leader]]
        if s.oos[foe]:
            value += d.combat.out_of_supply
        for a in d.air_for[d.nation[foe]]:
            if not s.air_used[a]:
                value += d.air_value[a][s.air_strong[a]]
                break
        if value > best:
            best = value
    return best + d.tem[p] + (len(foes) - 1) * d.combat.other_unit


def expected_attack(s: Spring, p: int, lead: int, n: int, came: int, air: int) -> int:
    """The Attack Value of a Lead with so many units in all, with air support, less what the boundary costs."""
    d = s.data
    mine = air_choices(s, lead) if air else []
    value = d.cv[lead][s.strength[lead]] + (n - 1) * d.combat.other_unit
    leader = leader_of(s, lead)
    if leader >= 0:
        value += d.rating[leader][s.flipped[leader]]
    if s.oos[lead]:
        value += d.combat.out_of_supply
    if mine:
        value += d.air_value[mine[0]][s.air_strong[mine[0]]]
    kind = d.edge_kind[came].get(p, -1) if came >= 0 else crossing(s, p, lead)
    if kind == RIVER and s.dropped != p:
        return value - d.combat.river
    return value - d.combat.maginot if kind == MAGINOT else value


def expected_difference(s: Spring, p: int, lead: int, n: int, came: int, air: int) -> int:
    """Attack Value less Defense Value, with the air support that both sides may be expected to send."""
    return expected_attack(s, p, lead, n, came, air) - expected_defense(s, p)


def attack_worth(s: Spring, p: int, lead: int, difference: int, n: int) -> float:
    """What an attack may be expected to bring, in points."""
    d = s.data
    side = active_side(s)
    foes = bits(facts(s).at[p] & d.side_mask[1 - side])
    best = max(foes, key=lambda u: d.cv[u][s.strength[u]])
    win, tie = win_chance(difference), tie_chance(difference)
    repulse = 1 - win - tie
    full = s.strength[best] == 2
    foe_all = unit_worth(d, best, s.strength[best]) + (1.0 if side == AXIS or d.side[best] == AXIS else 0)
    foe_step = foe_all - unit_worth(d, best, 1) if full else foe_all
    lead_all = unit_worth(d, lead, s.strength[lead]) + 1.0
    lead_step = unit_worth(d, lead, 2) - unit_worth(d, lead, 1) if s.strength[lead] == 2 else lead_all
    value = place_values(d)[p]
    stronghold = side == AXIS and (p in d.maginot or (p == d.paris and not s.open_city))
    if s.control[p] == side:
        value *= 0.4
    elif p == d.paris:
        value += 5.0 if s.open_city else 10.0
    elif p >= 30:
        value += 2.0
    if stronghold and len(foes) > (1 if d.armored[lead] else 0):
        value *= 0.35
    trapped = 0.0
    if not stronghold:
        trapped = 0.5 * (len(foes) - 1) * (1.5 if not _has_retreat(s, p, 1 - side) else 0.25)
    gain = foe_all if d.armored[lead] else foe_step
    backfire = 0.167 if d.armored[lead] else 0.417
    if s.advantage == 1 - side and gain + value > 3:
        win *= 0.55  # he may turn it into a Stalemate
        tie += win_chance(difference) - win
    return (
        win * (gain + value + trapped - backfire * lead_step)
        + tie * (foe_step - lead_step)
        - repulse * (lead_step + 0.15)
    )


def _has_retreat(s: Spring, p: int, side: int) -> bool:
    enemy = s.data.side_mask[1 - side]
    return any(s.control[q] == side and not facts(s).at[q] & enemy for q in s.data.near[p])


def assault_worth(s: Spring, active: int) -> float:
    """A quick sum: the attacks worth making one after the other, and the empty Areas to be taken."""
    ways = reaches(s, active)
    side = active_side(s)
    d = s.data
    air = 2 if side == AXIS else 1
    total = 0.0
    found = [t for t in targets(s, active, ways, air) if t.worth > 0.35]
    found.sort(key=lambda t: -t.worth)
    used: set[int] = set()
    for n, t in enumerate(found):
        units = [u for u in t.units if u not in used]
        if not units:
            continue
        if len(units) < len(t.units) or n >= air:
            came = ways.get(units[0], {}).get(t.place, -1)
            difference = expected_difference(s, t.place, units[0], len(units), came, int(n < air))
            worth = attack_worth(s, t.place, units[0], difference, len(units))
        else:
            worth = t.worth
        if worth > 0.35:
            total += worth
            used.update(units)
    enemy = d.side_mask[1 - side]
    values = place_values(d)
    taken: set[int] = set()
    for u, w in ways.items():
        if u in used:
            continue
        prizes = [p for p in w if s.control[p] != side and not facts(s).at[p] & enemy and p not in taken]
        if prizes:
            p = max(prizes, key=lambda q: values[q] + (10 if q == d.paris else 2 if q >= 30 else 0))
            taken.add(p)
            total += values[p] + ((10 if p == d.paris else 2 if p >= 30 else 0) if side == AXIS else 0)
    return total

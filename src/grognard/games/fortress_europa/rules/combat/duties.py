# compiled as it stands
"""14.1, 14.6 to 14.11: who may attack whom, who must, and whether every duty can still be met.

A sharing puts attackers and enemy hexes into battles: each hex in at most one, each unit in at most one, each unit
next to every hex of its battle (14.6C), one nationality in each (6.2), no odds worse than 1-6 (14.8). It misses a
duty for every enemy hex that must be attacked and is not (14.6A), and for every unit that must attack and does not
(14.6B). The fewest that can be missed is the measure: an attack may be declared only if it does not make that number
larger (ruling 122).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.air.naval import ship_support
from grognard.games.fortress_europa.rules.combat.front import Base, Battle, Front, front
from grognard.games.fortress_europa.rules.combat.nations import nation, partners
from grognard.games.fortress_europa.rules.combat.regrouping import best, hopeless, regrouped, stranded
from grognard.games.fortress_europa.rules.combat.sharing import WORST, Search, alone, excused
from grognard.games.fortress_europa.rules.movement.districts import attack_releases
from grognard.games.fortress_europa.rules.standing import open_ways, rebind
from grognard.games.fortress_europa.rules.state import FREE, Position, on
from grognard.maps import Mask, mask_of, members

# ------------------------------------------------------------------------------------- the fewest missed


def missed(s: Position) -> int:
    """The fewest duties that are missed in the end, whatever is declared."""
    return fewest(s, front(s))


def fewest(s: Position, f: Front) -> int:
    """The same for a front; its battles are kept with it."""
    found: int | None = f.costs.get("least")
    if found is None:
        found = WORST
        for sallies in _sallies(s, f, ()) if f.inside else (0,):
            cost = _least(s, f, sallies)
            if cost < found:
                found = cost
                f.costs["best"] = f.plans[sallies]
            if not found:
                break
        f.costs["least"] = found
    return found


def allowed(s: Position, hexes: Mask, chosen: tuple[int, ...], closed: bool, ships: int = 0) -> bool:
    """Whether this battle leaves every duty possible that is possible now: if it is fought by these units (`closed`),
    or by these and others; with the ships named for it, and these. An attack on frozen units is judged by the zones
    that it makes appear (9.7, 9.8)."""
    return allows(s, front(s), hexes, chosen, closed, ships)


def allows(s: Position, f: Front, hexes: Mask, chosen: tuple[int, ...], closed: bool, ships: int = 0) -> bool:
    """The same by the front as it is now, for who has looked at it."""
    if hexes == s.battle_hexes:
        ships |= s.battle_ships
    key = ("allowed", hexes, chosen, closed, ships)
    found: bool | None = f.costs.get(key)
    if found is None:
        found = f.costs[key] = _allows(s, f, hexes, chosen, closed, ships)
    return found


def _allows(s: Position, f: Front, hexes: Mask, chosen: tuple[int, ...], closed: bool, ships: int) -> bool:
    if s.side == ALLIED and attack_releases(s, hexes, chosen):
        found = f.costs.get("released")
        if found is None:
            new = s.copy()
            rebind(new, [FREE] * len(new.bound))
            found = f.costs["released"] = (new, front(new))
        s, f = found
    least = fewest(s, f)
    if closed:
        if f.costs.get(("shown", hexes, chosen, ships)) == chosen:
            return True
        if stranded(s, f, hexes, mask_of(chosen)) > least:
            return False
        if not ships and regrouped(s, f, hexes, mask_of(chosen), True) is not None:
            return True
        if _cost(s, f, hexes, chosen, True, ships, least) <= least:
            return True
    shown = _shown(s, f, hexes, chosen, ships, least)
    if shown is None:
        return not closed and _of_a_nation(s, f, hexes, chosen, ships, least)
    return not closed or any(
        found is not None and set(found) == set(chosen)
        for found in (shown, *(_shown(s, f, hexes, less, ships, least) for less in _one_less(chosen)))
    )


def _of_a_nation(s: Position, f: Front, hexes: Mask, chosen: tuple[int, ...], ships: int, least: int) -> bool:
    """Whether the battle of rangers and commandoes leaves every duty possible once somebody joins them who has a
    nationality: others may be excused by it (14.11)."""
    return not any(nation(s, u) for u in chosen) and any(
        _shown(s, f, hexes, tuple(sorted((*chosen, u))), ships, least) is not None
        for u, near in f.able.items()
        if not hexes & ~near and nation(s, u)
    )


def _one_less(chosen: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [tuple(x for x in chosen if x != u) for u in chosen] if len(chosen) > 1 else []


def company(s: Position, f: Front, hexes: Mask, chosen: tuple[int, ...], ships: int) -> int:
    """Units with whom this battle is known to leave all duties possible: each of them can join these. Nobody, where
    an attack might release frozen units (9.1F)."""
    shown = None if f.frozen else _shown(s, f, hexes, chosen, ships, fewest(s, f))
    return mask_of(shown) if shown is not None else 0


def _shown(
    s: Position, f: Front, hexes: Mask, chosen: tuple[int, ...], ships: int, least: int
) -> tuple[int, ...] | None:
    """Attackers, these among them, with whom the battle is known to leave all duties possible: from the best sharing,
    a search of its own, or that for some of them, so that whoever begins a battle can always finish it."""
    key = ("shown", hexes, chosen, ships)
    if key not in f.costs:
        f.costs[key] = _known(s, f, hexes, chosen, ships, least)
    shown: tuple[int, ...] | None = f.costs[key]
    return shown


def _known(
    s: Position, f: Front, hexes: Mask, chosen: tuple[int, ...], ships: int, least: int
) -> tuple[int, ...] | None:
    """The same, found for the first time."""
    who = mask_of(chosen)
    if not ships:  # another battle of the best sharing may need those named here
        battles, spare, _, _ = best(f)
        for where, team in battles:
            if where == hexes and not who & ~team & ~(spare & partners(s, team)):
                return tuple(members(team | who))
    if stranded(s, f, hexes, who) > least:
        return None
    if not ships:
        sharing = regrouped(s, f, hexes, who, False)
        if sharing is not None:
            return tuple(members(sharing[0][1]))
    if hopeless(s, f, hexes, who, ships):
        return None
    if _cost(s, f, hexes, chosen, False, ships, least) <= least:
        proof: tuple[int, ...] = f.costs.get(("proof", hexes, chosen, ships), chosen)
        return proof
    for less in _one_less(chosen):
        known = _shown(s, f, hexes, less, ships, least)
        if known is not None and set(chosen) <= set(known):
            return known
    return None


def _cost(s: Position, f: Front, hexes: Mask, chosen: tuple[int, ...], closed: bool, ships: int, enough: int) -> int:
    """The fewest duties missed with a battle; more than `enough` are `WORST`, as where it cannot be made legal."""
    key = (hexes, chosen, closed, ships)
    found: int | None = f.costs.get(key)
    if found is None:
        found = WORST
        for sallies in _sallies(s, f, chosen) if f.inside else (0,):
            cost = _missed(s, f, Plan(hexes, chosen, closed, ships), sallies, enough)
            found = min(found, cost)
            if not found:
                break
        f.costs[key] = found
    return found


def _sallies(s: Position, f: Front, chosen: tuple[int, ...]) -> Iterator[Mask]:
    """The sets of fortresses out of which Germans might attack: those of the units chosen, and more."""
    w = s.data
    given = mask_of(f.inside[u] for u in chosen if u in f.inside)
    others = members(mask_of(f.inside.values()) & ~given)
    yield given
    for size in range(len(others) if len(others) <= 3 else 1):
        for more in combinations(others, size + 1):
            yield given | sum(w.bit[h] for h in more)


class Plan(NamedTuple):
    """A battle that is thought of: its hexes, attackers and ships, and whether others may still join."""

    hexes: Mask
    units: tuple[int, ...]
    closed: bool
    ships: int


def _missed(s: Position, f: Front, plan: Plan, sallies: Mask, enough: int) -> int:
    hexes, chosen, closed, ships = plan
    if closed and not f.legal(s, mask_of(chosen), hexes, ships):
        return WORST
    base = f.bases.get(sallies) if not ships else None
    duty = _duty(s, f, sallies)
    total = 0
    if base is None:
        units = list(f.able)
    else:  # parts that have nothing to do with this battle stay as they are
        among, touched = base.loose, hexes
        for members_of, near, part, cost in base.parts:
            if near & hexes:
                among |= members_of
                touched |= part
            else:
                total += cost
        duty &= touched
        units = members(among)
        if total + stranded(s, f, hexes, mask_of(chosen)) > enough:
            return WORST
    duty &= ~hexes
    rest, mates, inside, all_able = ~(f.apart | hexes), partners(s, mask_of(chosen)), f.inside, f.able
    able: dict[int, Mask] = {}
    for u in units:
        if u in chosen or (u in inside and not sallies >> inside[u] & 1):
            continue
        near = all_able[u]
        left = near & rest
        joins = not closed and not hexes & ~near and bool(mates >> u & 1)
        if left or joins:
            able[u] = left
        elif f.must >> u & 1 and not excused(s, f, u, chosen):
            total += 1
    if total > enough:
        return WORST
    new = []
    proof: tuple[int, ...] = ()
    links = _gunfire(s, f, able, ships, (hexes, chosen) if not closed else None)
    for units_of, _, part in _components(able, duty, hexes if not closed else 0, f.able, links):
        has_battle = bool(part & hexes)
        lost = 0  # hexes that nobody must attack, but these units could, were they not in the battle
        for u in members(units_of):
            lost |= f.able[u] & hexes
        key = (units_of, part, lost, plan if has_battle else ships, sallies)
        if key in f.costs:
            total += f.costs[key]
        else:
            new.append((key, units_of, part, has_battle))
    new.sort(key=lambda found: found[1].bit_count())  # hexes that nobody is next to are missed for sure
    for key, units_of, part, has_battle in new:
        if total > enough:
            return WORST
        left = enough - total
        if not units_of and not has_battle:
            cost = part.bit_count()
            if cost > left:
                return WORST
            total += cost
            continue
        taken = alone(s, f, units_of, part) if not has_battle else 0
        if taken:
            f.costs[key] = cost = (part & ~taken).bit_count()
            total += cost
            continue
        search = Search(s, f, able, units_of, part & ~hexes, (hexes, chosen) if has_battle else None, ships)
        cost = search.fewest(left, exactly=key != new[-1][0])
        if cost < left:
            f.costs[key] = cost  # else it is only known that these are enough, or not
        if has_battle:
            proof = next((attackers for where, attackers in search.plan if where == hexes), chosen)
        total += cost
    if total > enough:
        return WORST
    if proof:  # of the sallies that are enough: others may be tried after them
        f.costs["proof", hexes, chosen, ships] = proof
    return total


def _duty(s: Position, f: Front, sallies: Mask) -> Mask:
    """What must be attacked if Germans attack out of these fortresses (14.13)."""
    duty = f.duty
    for h in members(sallies) if sallies else ():
        duty |= open_ways(s).adjacent[h] & f.targets
    return duty


def _least(s: Position, f: Front, sallies: Mask) -> int:
    """The fewest missed while no battle is thought of: part by part, each as it was before if it has not changed."""
    duty, apart, must = _duty(s, f, sallies), f.apart, f.must
    able = f.able
    loose = 0
    if apart or f.inside:
        able = {}
        for u, near in f.able.items():
            if u in f.inside and not sallies >> f.inside[u] & 1:
                continue
            left = near & ~apart
            if left:
                able[u] = left
            else:
                loose |= 1 << u
    total = 0
    parts = []
    plan = f.plans.setdefault(sallies, [])
    for units, hexes, part in _components(able, duty, 0, f.able, _gunfire(s, f, able, 0, None)):
        key = (units, part, 0, 0, sallies)
        taken = alone(s, f, units, part)
        if taken:
            cost, battles = (part & ~taken).bit_count(), [(taken, tuple(members(units)))]
        elif not units & must and not (units and part):
            cost, battles = part.bit_count(), []  # nobody must attack, and nobody can, or nobody is to be attacked
        else:
            signature = f.signature(s, units, part)
            known = f.parts.get(key)
            if known is None or known[0] != signature:
                search = Search(s, f, able, units, part, None, 0)
                cost = search.fewest(WORST)
                known = f.parts[key] = (signature, cost, search.plan)
            _, cost, battles = known
        f.costs[key] = cost
        plan.extend(battles)
        near = hexes
        for u in members(units) if apart else ():
            near |= f.able[u]
        parts.append((units, near, near & ~apart, cost))
        total += cost
    f.bases[sallies] = Base(parts, loose)
    return total


def _gunfire(s: Position, f: Front, able: dict[int, Mask], ships: int, battle: Battle | None) -> list[Mask]:
    """19.4: the hexes in reach of each ship that is not named yet, where somebody could need one, because he has no
    legal odds alone against all that he could attack; or the battle that is thought of."""
    if s.side != ALLIED:
        return []
    ready = [ship for ship, spot in enumerate(s.ship_at) if spot >= 0 and not (s.ships_used | ships) >> ship & 1]
    if not ready:
        return []
    bold = on(s, "funnies")  # 31.16: with them fewer hexes may be the harder battle
    needy = 0
    for u in able:
        if bold or not f.legal(s, 1 << u, f.able[u], 0):
            needy |= f.able[u]
    if battle and not f.legal(s, mask_of(battle[1]), battle[0], 0):
        needy |= battle[0]
    reach = dict.fromkeys(ready, 0)
    for h in members(needy):
        for ship in ship_support(s, 1 << h):
            if ship in reach:
                reach[ship] |= 1 << h
    return [hexes for hexes in reach.values() if hexes]


def _components(
    able: dict[int, Mask], duty: Mask, battle: Mask, near: dict[int, Mask], links: list[Mask]
) -> list[tuple[int, Mask, Mask]]:
    """The parts of the front that have nothing to do with each other: units, hexes next to them, and those of them
    that must be attacked. An open battle is in the part of all who could join it, or in one of its own. Where two
    parts could need the same ship, they are one."""
    rows = [(1 << u, mine if battle & ~near[u] else mine | battle) for u, mine in able.items()]
    ground = duty | battle
    if links:
        whole = ground
        for _, mine in rows:
            whole |= mine
        rows += [(0, hexes & whole) for hexes in links if hexes & whole]
    parts: list[tuple[int, Mask]] = []
    seen = 0
    for units, hexes in rows:
        if not hexes & seen:
            parts.append((units, hexes))
        else:  # all that it touches become one, in the place of the first
            first, *others = [number for number, part in enumerate(parts) if part[1] & hexes]
            for number in reversed(others):
                more, mine = parts.pop(number)
                units |= more
                hexes |= mine
            more, mine = parts[first]
            parts[first] = (units | more, hexes | mine)
        seen |= hexes
    found = [(units, hexes, hexes & ground) for units, hexes in parts]
    found += [(0, 1 << h, 1 << h) for h in members(duty & ~seen)]
    if battle and not battle & seen:
        found.append((0, battle, battle))
    return found

# compiled as it stands
"""How the bots of 1940 think: hexes are scored by what the side wants, what can be attacked, what could attack.

A whole movement phase is planned at once; every other decision is answered by a rule of thumb.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from grognard.games.nineteen_forty.bots.assault import assaults
from grognard.games.nineteen_forty.bots.attacks import attack_orders, spread_out
from grognard.games.nineteen_forty.bots.picture import EASY, Picture, Weights, must_hold, values
from grognard.games.nineteen_forty.data.world import ALLIED, BELGIUM, BR, GERMAN
from grognard.games.nineteen_forty.rules import (
    airborne,
    arrivals,
    combat,
    declaring,
    deploying,
    planning,
    retreat,
    supply,
)
from grognard.games.nineteen_forty.rules.evacuation import units_in_ports, why_not_embark
from grognard.games.nineteen_forty.rules.ground import ground
from grognard.games.nineteen_forty.rules.interdiction import Interdicting, air_left, interdict_open
from grognard.games.nineteen_forty.rules.movement import destinations, movers, reach
from grognard.games.nineteen_forty.rules.stacking import fits
from grognard.games.nineteen_forty.rules.state import OPENING, Position, survey
from grognard.games.nineteen_forty.rules.strength import column, works
from grognard.games.nineteen_forty.rules.suggestions import set_up, usual_plan
from grognard.kernel.rules import Action, Game
from grognard.maps import members

# ---------------------------------------------------------------------------------------------- combat


RESULTS = {
    "DE": (1.0, 0.0),
    "DR": (0.45, 0.0),
    "DR*": (0.3, 0.0),
    "NE": (0.0, 0.0),
    "AR": (0.0, 0.25),
    "AE": (0.0, 1.0),
}


def worth(s: Position, attackers: list[int], target: int, air: int = 0) -> float:
    """The expected gain of an attack on one hex, in points."""
    w = s.data
    side = 1 - s.side
    worth_of = values(w)
    where = column(s, attackers, [target], side, (), air)
    if any(w.edges[s.where[u], target].river >= 0 for u in attackers) and not s.landings >> target & 1:
        where = max(0, where - 1)  # half the bridgeheads fail
    gain = sum(worth_of[u] for u in survey(s).at.get(target, ()) if w.side[u] == side) or 2.0
    if w.north >> target & 1 or w.paris >> target & 1:
        gain += 4.0 + 2.0 * max(0, s.turn - 4)  # what decides the game, the more so the later it is
    loss = sum(worth_of[u] for u in attackers)
    total = 0.0
    for result in w.crt[where]:
        good, bad = RESULTS[result]
        if good and result != "DE" and not works(s, result, attackers, target, side):
            good = 0.0
        total += good * gain - bad * loss
    return total / 6


def attack_plan(s: Position, weights: Weights, keep: int = 0) -> list[tuple[int, int]]:
    """A legal set of attacks, each worth making: whoever cannot be served well drops out with all around it."""
    if weights.assault:
        return attack_orders(s, weights, keep)
    now = declaring.front(s)
    units = {u: near & now.duty for u, near in now.able.items() if near & now.duty and not keep >> u & 1}
    while units:
        force = spread_out(s, units)
        bad = 0
        for h, attackers in force.items():
            if not attackers or worth(s, attackers, h, 0) + weights.bold + 0.15 * _air(s) <= 0:
                bad |= s.data.bit[h]
        if not bad:
            return [(u, h) for h, attackers in force.items() for u in attackers]
        units = {u: near for u, near in units.items() if not near & bad}
    return []


def _air(s: Position) -> int:
    return s.air_german if s.side == GERMAN else s.air_allied


# -------------------------------------------------------------------------------------------- movement


NEAR = 4
"""From so far an enemy walks into an objective that was left empty."""


def best_move(s: Position, picture: Picture, u: int) -> int:
    """The hex where the unit would rather be, or its own."""
    w = s.data
    here = s.where[u]
    best, best_score = here, picture.score(s, u, here) + 0.05
    around = survey(s)
    found = reach(s, u)
    open_hexes = ~picture.closed if s.turn >= 0 else w.countries[BELGIUM]
    open_hexes &= ~picture.barred.get(u, 0)
    busy = around.occupied[s.side]
    for h in found.came:
        if not open_hexes >> h & 1 or (busy >> h & 1 and not fits(s, around, u, h)):
            continue
        score = picture.score(s, u, h)
        if score > best_score and not (picture.closed and any(picture.closed >> x & 1 for x in found.path(h))):
            best, best_score = h, score
    return best


def may_go(s: Position, picture: Picture, u: int, h: int) -> bool:
    """Whether a unit can still move to a hex without starting a new war."""
    if h not in destinations(s, u) or not fits(s, survey(s), u, h):
        return False
    return not picture.closed or not any(picture.closed >> x & 1 for x in reach(s, u).path(h))


def walks(s: Position, picture: Picture, bound: set[int]) -> Iterator[tuple[int, int]]:
    """Objectives that nobody stands in and somebody can walk into: the enemy's, and on the last turn one's own that
    he could walk into. Who goes is whom it costs least."""
    w = s.data
    goals = w.north | w.paris
    around = survey(s)
    mine, theirs = (s.german, s.allied) if s.side == GERMAN else (s.allied, s.german)
    empty = goals & ~around.occupied[0] & ~around.occupied[1]
    wanted = empty & theirs
    if s.turn >= w.last_turn:
        wanted |= empty & mine & w.rail_steps.flood(picture.foes, w.land, NEAR)
    for h in sorted(members(wanted), key=lambda x: -(theirs >> x & 1)):
        able = [u for u in movers(s) if u not in bound and w.combat[u] and may_go(s, picture, u, h)]
        able = [u for u in able if s.where[u] != picture.posts.get(u, h)]
        if able:
            yield min(able, key=lambda u: (w.armour[u], picture.score(s, u, s.where[u]) - w.combat[u])), h


def relief(s: Position, picture: Picture, u: int) -> int:
    """Where a unit goes that must make room: the best hex that starts no new war, if there is one."""
    found = reach(s, u)
    ends = destinations(s, u)
    quiet = [h for h in ends if not any(picture.closed >> x & 1 for x in found.path(h))]
    return max(quiet or ends, key=lambda h: picture.score(s, u, h))


def opening(s: Position, seat: str, weights: Weights) -> str | None:
    """Reserves, reinforcements and releases before the moves."""
    w = s.data
    if s.stage == OPENING and s.overfull < 0:
        for u in members(arrivals.bringing(s)):
            places = arrivals.reserve_places(s, u)
            if u == w.air_landing:
                continue
            goal = w.place_hex["Lille"] if s.side == ALLIED else w.place_hex["Cologne"]
            h = min(places, key=lambda x: w.grid.distance(x, goal))
            return f"reserve {w.ids[u]} {w.labels[h]}"
        if s.side == GERMAN:
            drop = airborne_drop(s)
            if drop:
                return drop
            for u in members(airborne.withdrawable(s)):
                return f"withdraw {w.ids[u]}"
    if s.side == ALLIED and s.overfull < 0 and s.turn >= 0:
        for u in members(arrivals.due(s)):
            if places := arrivals.entry_places(s, u):
                h = max(places, key=lambda x: -w.grid.distance(x, w.gathering[0]))
                return f"enter {w.ids[u]} {w.labels[h]}"
        if s.release_turn != s.turn and s.turn >= 1:
            armies = [a for a in range(len(w.allied_armies)) if a != w.bef_army and not s.released >> a & 1]
            if armies:
                army = min(armies, key=lambda a: (s.assign_allied[a] != w.bef_group, a))
                return f"release {w.allied_armies[army]}"
    return None


def airborne_drop(s: Position) -> str | None:
    """Eben Emael on the first day: a regiment takes the fortress."""
    w = s.data
    liege = w.garrison_hex[0]
    if any(s.where[u] == liege for u in w.airborne_units):
        return None
    if s.garrisons & 1 and not survey(s).occupied[ALLIED] >> liege & 1 and airborne.drop_zone(s) >> liege & 1:
        for u in w.airborne_units:
            if s.where[u] == w.waiting and w.regiment[u]:
                return f"drop {w.ids[u]} {w.labels[liege]}"
    return None


def evacuation(s: Position, seat: str) -> str | None:
    """British units in a port that is about to be lost go home."""
    w = s.data
    if s.side != ALLIED or s.turn < 3:
        return None
    zone = ground(s, ALLIED)[1]
    for u in units_in_ports(s):
        can = next(why_not_embark(s, u), None) is None
        if can and w.nation[u] == BR and zone >> s.where[u] & 1 and s.turn >= 5:
            return f"evacuate {w.ids[u]}"
    return None


def action(seat: str, text: str) -> Action:
    """The action that a text of this policy means: it is legal, so that nothing need be asked."""
    *parts, last = [part.split() for part in text.split("; ")]
    done = tuple(Action(verb, tuple(args), True, False, seat) for verb, *args in parts)
    return Action(last[0], tuple(last[1:]), True, False, seat, done)


def plan_phase(game: Game[Position], s: Position, seat: str, weights: Weights, rng: random.Random) -> list[str]:
    """All actions of a movement phase, found by playing them on a copy; nobody is to end it cut off from supply."""
    if not weights.assault or s.turn < 0:
        return _plan_phase(game, s, seat, weights, {})
    start, before = s.copy(), list(s.where)
    texts = _plan_phase(game, s, seat, weights, {})
    barred = {u: s.data.bit[s.where[u]] for u in cut_off(s, before)}
    return _plan_phase(game, start, seat, weights, barred) if barred else texts


def cut_off(s: Position, before: list[int]) -> Iterator[int]:
    """Who has moved to where he will be out of supply, though he was not; but whoever stands in an objective."""
    w = s.data
    for u in members(supply.judge(s) & ~s.unsupplied):
        h = s.where[u]
        if w.side[u] == s.side and h < w.n and h != before[u] < w.n and not (w.north | w.paris) >> h & 1:
            yield u


def _plan_phase(game: Game[Position], s: Position, seat: str, weights: Weights, barred: dict[int, int]) -> list[str]:
    w = s.data
    texts: list[str] = []

    def do(text: str) -> None:
        texts.append(text)
        game.apply(s, action(seat, text))

    for _ in range(20):
        text = opening(s, seat, weights) if s.turn >= 0 and s.overfull < 0 else None
        if text is None:
            break
        do(text)
    picture = Picture(s, weights)
    picture.barred = barred
    while s.overfull >= 0:  # a reserve has appeared in a full hex
        x = next(iter(movers(s)))
        do(f"move {w.ids[x]} {w.labels[relief(s, picture, x)]}")
    bound: set[int] = set()
    if weights.assault and s.turn >= 0:
        for u, h in walks(s, picture, bound):
            bound.add(u)
            picture.covered |= w.zoc[h]
            do(f"move {w.ids[u]} {w.labels[h]}")
        for u, h in assaults(s, picture):
            if u in bound:
                continue
            if h == s.where[u] or may_go(s, picture, u, h):
                bound.add(u)
                picture.covered |= w.zoc[h]
                if h != s.where[u]:
                    do(f"move {w.ids[u]} {w.labels[h]}")
    order = [u for u in movers(s) if u not in bound]
    if s.side == GERMAN:
        order.sort(key=lambda u: (not w.motorized[u], picture.any[s.where[u]]))
    else:
        order.sort(key=lambda u: (u not in picture.posts, -w.move[u]))
    for u in order:
        if s.moved >> u & 1 or s.where[u] >= w.n:
            continue
        text = evacuation(s, seat)
        if text:
            do(text)
            continue
        goal = best_move(s, picture, u)
        picture.covered |= w.zoc[goal]
        if goal != s.where[u]:
            do(f"move {w.ids[u]} {w.labels[goal]}")
    texts.append("end")
    return texts


# ------------------------------------------------------------------------------------------- the policy


def air_points(s: Position, step: combat.AlliedAir | combat.GermanAir, seat: str, weights: Weights) -> int:
    """As many points as gain their price, one after the other."""
    have = s.air_german if seat == "german" else s.air_allied
    mine = s.side == (0 if seat == "german" else 1)
    sign = 1 if mine else -1
    so_far = 0
    if isinstance(step, combat.GermanAir):
        so_far = -step.allied if s.side == GERMAN else step.allied
    attackers, target = list(step.attackers), step.targets[0]
    used = 0
    now = worth(s, attackers, target, so_far)
    price = weights.air * scarcity(s, have)
    while used < have:
        then = worth(s, attackers, target, so_far + sign * (used + 1))
        if sign * (then - now) < price:
            break
        used += 1
        now = then
    return used


def scarcity(s: Position, have: int) -> float:
    """How dear air points are now: points are not kept (9 ¶1), so what the battles to come cannot use is free."""
    to_come = len(s.battles) + (s.side == GERMAN and s.impulse < 2)
    return min(1.0, (to_come + 0.2) / max(1, have))


def answer(game: Game[Position], s: Position, seat: str, weights: Weights, rng: random.Random) -> str:
    """The policy's action for any step but a movement phase, as text."""
    w = s.data
    step = s.stack[-1]
    if isinstance(step, planning.Planning):
        return "; ".join([*usual_plan(s, seat, weights.plan, weights.main), "done"])
    if isinstance(step, deploying.Deploying):
        return "; ".join([*set_up(s.copy(), seat), "done"])
    if isinstance(step, planning.Mechelen):
        return "react 1"
    if isinstance(step, declaring.Declaring):
        return declared(s, attacks_of(s, weights))
    if isinstance(step, combat.Resolving):
        first = max(s.battles, key=lambda b: worth(s, list(b[1]), b[0][0]))
        return f"resolve {w.labels[first[0][0]]}"
    if isinstance(step, (combat.AlliedAir, combat.GermanAir)):
        return f"air {air_points(s, step, seat, weights)}"
    if isinstance(step, retreat.Retreating):
        return retreat_choice(s, step)
    if isinstance(step, retreat.Advancing):
        return advance_choice(s, step, weights)
    if isinstance(step, Interdicting):
        return interdiction(s)
    if isinstance(step, airborne.Withdrawing):
        units = members(airborne.withdrawable(s))
        return f"withdraw {w.ids[units[0]]}" if units else "keep"
    raise AssertionError(type(step).__name__)


def attacks_of(s: Position, weights: Weights) -> list[tuple[int, int]]:
    """The attacks that the policy declares; an Allied unit that holds its place leaves the attack to others."""
    keep = 0
    if s.side == ALLIED:
        for u, h in Picture(s, weights).posts.items():
            if s.where[u] == h:
                keep |= 1 << u
    return attack_plan(s, weights, keep)


def declared(s: Position, orders: list[tuple[int, int]]) -> str:
    """Attacks as they are declared."""
    w = s.data
    return "; ".join([*(f"attack {w.ids[u]} {w.labels[h]}" for u, h in orders), "done"])


PRIZE = 8.0
"""What an objective adds to an advance into it."""


def retreat_choice(s: Position, step: retreat.Retreating) -> str:
    """Away from the enemy, onto goals if one is near."""
    w = s.data
    u = step.units[0]
    side = w.side[u]
    around = survey(s)
    foes = members(around.occupied[1 - side])
    goals = set(must_hold(s)) if side == ALLIED else set()

    def score(h: int) -> float:
        near = min((w.grid.distance(h, x) for x in foes), default=9)
        return min(near, 4) + (1.5 if h in goals else 0.0) + (0.5 if w.dr_star >> h & 1 else 0.0)

    ends = retreat.retreat_hexes(s, u, step.land, step.zone, step.friends)
    return f"retreat {w.ids[u]} {w.labels[max(ends, key=score)]}"


def advance_choice(s: Position, step: retreat.Advancing, weights: Weights) -> str:
    w = s.data
    picture = Picture(s, weights)
    best_text, best = "halt", 0.05
    for u in step.units:
        here = picture.score(s, u, s.where[u])
        for h in retreat.advance_hexes(s, u, step.cleared):
            if picture.closed >> h & 1:
                continue
            gain = picture.score(s, u, h) - here + (0.5 if h in step.cleared else 0.0)
            if s.side == GERMAN and w.garrison_hex[0] == h:
                gain += 5.0
            if (w.north | w.paris) >> h & 1 and (s.german >> h & 1) != (s.side == GERMAN):
                gain += PRIZE  # an objective without a battle
            if gain > best:
                best_text, best = f"advance {w.ids[u]} {w.labels[h]}", gain
    return best_text


KEPT = 2
"""So many air points the Germans keep for their defence."""


def interdiction(s: Position) -> str:
    """The hex in front of the fastest enemies' way, or nothing."""
    w = s.data
    around = survey(s)
    foe = 1 - s.side
    best, best_score = -1, 1.5
    done = s.interdicted_german if s.side == GERMAN else s.interdicted_allied
    if s.side == GERMAN and (done or air_left(s) - w.book.air.interdiction < KEPT):
        return "pass"  # the points defend in the Allied turn that follows; Allied points would be lost
    opened = interdict_open(s) & ~around.occupied[0] & ~around.occupied[1] & ~around.zones[s.side]
    opened &= ~w.attack_steps.spread(done)  # whoever goes round the one goes round the other
    for h in members(opened & w.rail_steps.spread(around.occupied[foe])):
        score = sum(
            w.combat[u] / 3 for x in w.attack_near[h] for u in around.at.get(x, ())
            if w.side[u] == foe and w.motorized[u] and not s.disrupted[u]
        )  # fmt: skip
        if score > best_score:
            best, best_score = h, score
    return f"interdict {w.labels[best]}" if best >= 0 else "pass"


__all__ = ["EASY", "action", "answer", "plan_phase", "worth"]

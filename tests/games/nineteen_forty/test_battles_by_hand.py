"""7, 10, 11, 12. Battles reckoned by hand: random attacks on random hexes, with the factors, halvings, columns,
retreats and advances that the text gives them."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN
from grognard.games.nineteen_forty.rules.command import bounds
from grognard.games.nineteen_forty.rules.declaring import Declaring
from grognard.games.nineteen_forty.rules.movement import may_stack
from grognard.games.nineteen_forty.rules.retreat import (
    Advancing,
    Retreating,
    advance_hexes,
    advance_reasons,
    advance_unit_reasons,
    advance_units,
    can_retreat_to,
    freeze,
    retreat_hexes,
    retreat_reasons,
    retreat_way,
    retreat_ways,
    way_matters,
)
from grognard.games.nineteen_forty.rules.state import REPULSED, claim, survey
from grognard.games.nineteen_forty.rules.strength import (
    ONE,
    armour_bonus,
    attack_strength,
    base_column,
    column,
    defence_strength,
    rivers,
    works,
)
from grognard.maps import mask_of, members
from grognard.suite import rule

PLACES = [
    "2015",
    "1110",
    "1009",
    "0509",
    "1808",
    "2305",
    "1310",
    "0911",
    "1409",
    "2904",
    "0612",
    "1919",
    "1010",
    "0410",
]


def battlefield(desk, seed):
    """Attackers around one or two hexes, with marks of every kind on units and hexes."""
    w, chance = desk.w, random.Random(seed)
    attacker = chance.choice([GERMAN, GERMAN, ALLIED])
    centre = desk.hex(chance.choice(PLACES))
    first = chance.choice([h for h in (centre, *w.grid.neighbours[centre]) if w.land >> h & 1 and w.attack_near[h]])
    around = list(w.attack_near[first])
    targets = [first]
    if chance.random() < 0.4:
        targets.append(around.pop(chance.randrange(len(around))))
    units: dict[str, str] = {}
    names = chance.sample(list(w.ids), len(w.ids))

    def put(side, h, most):
        held: list[int] = []
        for name in names:
            u = desk.unit(name)
            if len(held) < most and name not in units and w.side[u] == side and may_stack(w, [u, *held]):
                units[name] = w.labels[h]
                held.append(u)

    for h in targets:
        put(1 - attacker, h, chance.choice([1, 1, 2, 3]))
    for h in chance.sample(around, min(len(around), chance.choice([1, 2, 3]))):
        put(attacker, h, chance.choice([1, 1, 2]))
    desk.set_up(
        units, side=("german", "allied")[attacker], war="belgium holland luxembourg switzerland",
        garrisons=chance.random() < 0.5, steps=[Declaring()],
    )  # fmt: skip
    s = desk.s
    s.fort_lost = chance.random() < 0.3
    every = range(w.n_units)
    s.unsupplied = sum(1 << u for u in every if chance.random() < 0.25)
    s.retreated = sum(1 << u for u in every if chance.random() < 0.2)
    s.landings = sum(w.bit[h] for h in range(w.n) if chance.random() < 0.25)
    attackers = tuple(
        u for u in w.of_side[attacker] if any((s.where[u], t) in w.edges for t in targets) and s.where[u] < w.n
    )
    beside = tuple(t for t in targets if all((s.where[u], t) in w.edges for u in attackers))
    return chance, attacker, attackers, beside


def fort(desk, a, b):
    """0 none, 1 minor, 2 major: the fortification of b towards a (10 ¶1)."""
    kind = desk.w.forts.get((b, a), 0)
    return 0 if kind == 1 and desk.w.labels[b] == "1110" and desk.s.fort_lost else kind


def attack_by_hand(desk, attackers, targets, failed):
    """Halved for each: lack of supply, a causeway or major river (twice), a minor river without bridgehead, a
    fortification, armour against some terrain (7 ¶5b, 7 Terrain, 8, 10, 11)."""
    w, s = desk.w, desk.s
    total = Fraction(0)
    for u in attackers:
        times = s.unsupplied >> u & 1
        for t in targets:
            kind = w.side_kind.get(w.grid.side(s.where[u], t), "")
            landed = s.landings >> t & 1
            if not landed:
                times += {"causeway": 2, "major-river": 2}.get(kind, 0)
                times += w.grid.side(s.where[u], t) in failed
            if w.side[u] == GERMAN:
                wall = fort(desk, s.where[u], t)
                times += wall == 2 or (wall == 1 and not landed)
            city = w.towns[w.city_kind[t]].armour_halved if t in w.city_kind else False
            times += w.armour[u] and (w.terrains[w.terrain[t]].armour_halved or city)
        total += Fraction(w.combat[u], 2**times)
    return total


def defence_by_hand(desk, attackers, targets, side):
    """Who has retreated into the hex in this phase counts only where nobody else does (ruling 46); a point more if
    anybody attacks through the Maginot Line; garrisons add theirs."""
    w, s = desk.w, desk.s
    total = Fraction(0)
    for t in targets:
        there = [u for u in w.of_side[side] if s.where[u] == t and not w.regiment[u]]
        there = [u for u in there if not s.retreated >> u & 1] or there
        total += sum(Fraction(w.combat[u], 2 if s.unsupplied >> u & 1 else 1) for u in there)
        if side == ALLIED:
            if s.garrisons:
                total += {"1110": 2, "1009": 1}.get(w.labels[t], 0)
            if there and any(fort(desk, s.where[u], t) == 2 for u in attackers):
                total += 1
    return total


def armour_by_hand(desk, attackers, targets, side):
    """12: motorized units alone, at least half of their divisions armoured, against units on foot."""
    w, s = desk.w, desk.s
    armour = sum(w.load[u] for u in attackers if w.armour[u])
    others = sum(w.load[u] for u in attackers if not w.armour[u])
    if not all(w.motorized[u] for u in attackers) or not armour or others > armour:
        return False
    for t in targets:
        there = [u for u in w.of_side[side] if s.where[u] == t and not w.regiment[u]]
        if any(w.motorized[u] for u in ([u for u in there if not s.retreated >> u & 1] or there)):
            return False
    return True


@rule(
    "7 ¶4b", "7 ¶5b", "8 Supply Effects ¶1", "10 ¶1", "10 Maginot Line ¶1", "11 Effects ¶1", "12 ¶1", "12 ¶2", "9 ¶2a"
)
@pytest.mark.parametrize("part", range(4))
def test_the_column_of_an_attack(desk, part):
    met = 0
    for seed in range(part * 60, part * 60 + 60):
        chance, attacker, attackers, targets = battlefield(desk, seed)
        if not targets or not attackers:
            continue
        met += 1
        w, s = desk.w, desk.s
        side = 1 - attacker
        crossed = sorted({
            w.grid.side(s.where[u], t) for u in attackers for t in targets
            if w.side_kind.get(w.grid.side(s.where[u], t)) == "minor-river" and not s.landings >> t & 1
        })  # fmt: skip
        assert rivers(s, attackers, targets) == crossed
        failed = [x for x in crossed if chance.random() < 0.5]
        attack, defence = (
            attack_by_hand(desk, attackers, targets, failed),
            defence_by_hand(desk, attackers, targets, side),
        )
        assert Fraction(attack_strength(s, attackers, targets, failed), ONE) == attack, seed
        assert Fraction(defence_strength(s, attackers, targets, side), ONE) == defence, seed
        bonus = armour_by_hand(desk, attackers, targets, side)
        assert armour_bonus(s, attackers, targets, side) is bonus, seed
        usual = max([i for i, (more, less) in enumerate(w.crt_ratio) if attack * less >= defence * more], default=0)
        assert base_column(w, int(attack * ONE), int(defence * ONE)) == usual
        climbers = all(w.units[u].type == "mountain" for u in attackers)
        lower = sum((w.mountain_columns if climbers else w.columns)[t] for t in targets)
        air = chance.choice([-2, -1, 0, 1, 3])
        expected = min(max(usual - lower + bonus + air, 0), len(w.crt) - 1)
        assert column(s, attackers, targets, side, failed, air) == expected, seed
        for t in targets:
            walls = [fort(desk, s.where[u], t) for u in attackers] if side == ALLIED else [0]
            landed, flanked, line = bool(s.landings >> t & 1), 0 in walls, bool(w.maginot >> t & 1)
            plain = flanked or landed or not line
            star = (flanked and landed) if line and side == ALLIED else (flanked or landed)
            assert works(s, "DR", attackers, t, side) is plain, seed
            assert works(s, "DR*", attackers, t, side) is (star and not w.dr_star >> t & 1), seed
    assert met > 30


# ------------------------------------------------------------------------------------------- after the battle


def scene(desk, seed):
    """A unit of either side that must retreat, among friends, enemies, regiments and a patchwork of ground."""
    w, chance = desk.w, random.Random(seed)
    start = desk.hex(chance.choice(["2015", "1312", "0713", "0512", "0911", "1110", "2416", "1015", "2904", "0612"]))
    near = [h for h in members(w.land) if 0 < w.grid.distance(start, h) <= 5]
    loser = chance.choice(
        ["fr-iv", "fr-xi", "fr-cav", "be-i", "nl-i", "nl-light", "de-i", "de-9-pz", "ch-basel", "fr-9-dim"]
    )
    side = w.side[desk.unit(loser)]
    friends, foes = (
        chance.sample([x for x in w.ids if w.side[desk.unit(x)] == s and w.load[desk.unit(x)] and x != loser], 14)
        for s in (side, 1 - side)
    )
    units = {loser: w.labels[start]}
    places = chance.sample(near, min(len(near), 26))
    for name in friends[: chance.choice([1, 5, 12])]:
        units[name] = w.labels[places.pop()]
    for name in foes[: chance.choice([2, 6, 12])]:
        units[name] = w.labels[places.pop()]
    for name in ("de-fj-1", "de-fj-2"):
        if chance.random() < 0.5:
            units[name] = w.labels[chance.choice(near)]
    if side == ALLIED and chance.random() < 0.5:  # it has come down on a friend of the loser
        units["de-22-ll"] = units[chance.choice([x for x in friends if x in units])]
    desk.set_up(units, war="belgium holland luxembourg switzerland", combat=True)
    s = desk.s
    s.belgium_lost = chance.random() < 0.4
    share = chance.choice([0.0, 0.3, 0.7, 0.9])
    for h in near:
        if chance.random() < share:
            desk.hold([w.labels[h]], ("allied", "german")[side])
        else:
            desk.hold([w.labels[h]], ("german", "allied")[side])
    for name in units:
        if chance.random() < 0.15:
            s.disrupted[desk.unit(name)] = REPULSED
    claim(s)
    return desk.unit(loser)


def ways_by_hand(desk, u, cleared, allowed_in):
    """Every way of a retreat, hex by hex: each step leads one hex further away, two hexes or four; on, one hex at a
    time and nowhere back, while no end has room (7 Retreat ¶1a to ¶1d, 7 B Reservists)."""
    w, s = desk.w, desk.s
    side, start, around = w.side[u], s.where[u], survey(s)
    zone, friends, enemies = around.zones[1 - side], around.occupied[side], around.occupied[1 - side]
    own = s.german if side == GERMAN else s.allied

    def steps(a):
        for b in w.grid.neighbours[a]:
            kind = w.side_kind.get(w.grid.side(a, b), "")
            sea = kind in ("sea", "causeway")
            if not own >> b & 1 or enemies >> b & 1 or b in cleared or not allowed_in >> b & 1 or kind == "lake":
                continue
            if zone >> b & 1 and (sea or not (w.motorized[u] or friends >> b & 1)):
                continue
            if not (sea and side == GERMAN and kind != "causeway"):
                yield b

    def room(h):
        return may_stack(w, [u, *[x for x in w.of_side[side] if s.where[x] == h and x != u]])

    length = 4 if w.b_corps[u] else 2
    ways = [[start]]
    for distance in range(1, length + 1):
        ways = [[*way, b] for way in ways for b in steps(way[-1]) if w.grid.distance(start, b) == distance]
    seen = {way[-1] for way in ways}
    while ways:
        if any(room(way[-1]) for way in ways):
            return [way for way in ways if room(way[-1])]
        ways = [
            [*way, b] for way in ways for b in steps(way[-1]) if w.grid.distance(start, b) >= length and b not in seen
        ]
        seen |= {way[-1] for way in ways}
    return []


def refusal(desk, u, h, cleared):
    """The paragraph by which a hex is no end of a retreat: the first that speaks against it."""
    w, s, around = desk.w, desk.s, survey(desk.s)
    side = w.side[u]
    far = w.grid.distance(s.where[u], h)
    own = s.german if side == GERMAN else s.allied
    if far < (4 if w.b_corps[u] else 2):
        return "7 B Reservists ¶1" if w.b_corps[u] else "7 Retreat ¶1a"
    if h in cleared or not own >> h & 1 or around.occupied[1 - side] >> h & 1:
        return "7 Retreat ¶1a"
    if not w.motorized[u] and around.zones[1 - side] >> h & 1 and not around.occupied[side] >> h & 1:
        return "7 Retreat ¶1b"
    if not may_stack(w, [u, *[x for x in w.of_side[side] if s.where[x] == h and x != u]]):
        return "7 Retreat ¶1d"
    if w.units[u].nation in ("belgian", "dutch", "swiss") and not bounds(s, u) >> h & 1:
        return {"belgian": "13 Belgium ¶1b", "dutch": "13 Holland ¶1a", "swiss": "13 Switzerland ¶1"}[
            w.units[u].nation
        ]
    return "7 Retreat ¶1a"


@rule("7 Retreat ¶1a", "7 Retreat ¶1b", "7 Retreat ¶1c", "7 Retreat ¶1d", "7 B Reservists ¶1", "13 Belgium ¶1b")
@pytest.mark.parametrize("part", range(4))
def test_where_a_retreat_leads(desk, part):
    met: dict[bool, int] = {}
    for seed in range(part * 25, part * 25 + 25):
        u = scene(desk, seed)
        w, s = desk.w, desk.s
        cleared = [s.where[u]]
        frozen = freeze(s, [u], cleared, ())
        ground = (frozen.land, frozen.zone, frozen.friends)
        step = Retreating((u,), (), *ground, tuple(cleared), ())
        minor = w.units[u].nation in ("belgian", "dutch", "swiss")
        ways = (ways_by_hand(desk, u, cleared, bounds(s, u)) if minor else []) or ways_by_hand(
            desk, u, cleared, w.land
        )
        ends = {way[-1] for way in ways}
        met[bool(ends)] = met.get(bool(ends), 0) + 1
        assert set(retreat_hexes(s, u, *ground)) == ends, seed
        for h in members(w.land & w.grid.within(s.where[u], 6)):
            assert can_retreat_to(s, u, h, step) is (h in ends), (seed, w.labels[h])
            if h not in ends:
                assert [why.rule for why in retreat_reasons(s, step, "", (u, h))] == [refusal(desk, u, h, cleared)]
        regiments = 0
        if w.side[u] == ALLIED:  # those that stand alone
            regiments = survey(s).regiments & ~mask_of(s.where[x] for x in w.of_side[ALLIED] if s.where[x] < w.n)
        for h in ends:
            led = [way for way in ways if way[-1] == h]
            assert sorted(retreat_ways(s, u, h, step)) == sorted(led), seed
            overrun = [{x for x in way if regiments >> x & 1} for way in led]
            assert way_matters(s, u, h, step) is (len(set(map(frozenset, overrun))) > 1)
            taken = retreat_way(s, u, h, *ground)
            assert taken in led
            assert len({x for x in taken if regiments >> x & 1}) == max(map(len, overrun)), seed
    assert set(met) == {True, False}, met


@rule("7 Advance ¶1a", "7 Advance ¶1b", "10 Eben Emael ¶1", "13 Belgium ¶1b")
@pytest.mark.parametrize("part", range(3))
def test_where_attackers_may_advance(desk, part):
    """Into a hex that was cleared beside them, or one beside both, over sides that can be attacked over."""
    met: dict[bool, int] = {}
    for seed in range(part * 40, part * 40 + 40):
        winner = scene(desk, seed)
        w, s = desk.w, desk.s
        chance = random.Random(seed)
        s.garrisons = chance.choice([0, 1, 2, 3])
        around = survey(s)
        side = w.side[winner]
        enemies = around.occupied[1 - side]
        cleared = tuple(h for h in w.attack_near[s.where[winner]] if not enemies >> h & 1 and chance.random() < 0.25)
        held = {h for g, h in enumerate(w.garrison_hex) if s.garrisons >> g & 1}
        expected = set()
        for t in cleared:
            for h in (t, *w.grid.neighbours[t]):
                free = (
                    h in w.attack_near[s.where[winner]]
                    and not enemies >> h & 1
                    and not (side == GERMAN and h in held and h not in cleared)
                    and bounds(s, winner) >> h & 1
                    and may_stack(w, [winner, *[x for x in w.of_side[side] if s.where[x] == h and x != winner]])
                )
                if free:
                    expected.add(h)
        assert set(advance_hexes(s, winner, cleared)) == expected, seed
        step = Advancing((winner,), cleared)
        can = next(advance_unit_reasons(s, step, "", (winner,)), None) is None
        assert can is bool(expected) is bool(advance_units(s, step, "", ()))
        for h in members(w.land):
            open_ = next(advance_reasons(s, step, "", (winner, h)), None) is None
            assert open_ is (h in expected), (seed, w.labels[h])
        met[bool(expected)] = met.get(bool(expected), 0) + 1
    assert set(met) == {True, False}, met

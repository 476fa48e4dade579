"""14.6, 14.8, 14.11, 14.13, 19.4, 9.1F: how many duties a battle leaves unmet, thought through by itself, whatever
the best sharing shows without it: against every way to share out the attacks."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import GERMAN
from grognard.games.fortress_europa.rules.air.naval import ship_support
from grognard.games.fortress_europa.rules.combat import duties
from grognard.games.fortress_europa.rules.combat.duties import allowed, allows, missed
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.nations import nation
from grognard.games.fortress_europa.rules.movement.greif import IN_USE, picks_one
from grognard.games.fortress_europa.rules.state import LOST
from grognard.maps import mask_of, members
from grognard.suite import rule
from tests.games.fortress_europa.sharings import Sharings
from tests.games.fortress_europa.test_searching import NOWHERE_NEAR, Named, groups, stand
from tests.games.fortress_europa.test_sharing_more import TWO_BATTLES
from tests.games.fortress_europa.test_without_a_search import mixed, questions, quiet, scene, with_ships


def walled(desk, seed):
    """Germans in and beside the fortresses P4 and P5, two or three stacks of Allies; some have sallied."""
    rng = random.Random(f"walled {seed}")
    w = desk.w
    beside = sorted((desk.near("P4") | desk.near("P5")) - {"P4", "P5"})
    foes = rng.sample(beside, rng.choice([2, 3, 3]))
    places = ["P4", "P5", "P5", *[x for x in beside if x not in foes]]
    mine = rng.sample(["de-352", "de-lehr", "de-91", "de-2pz", "de-vs-1", "de-77"], 4)
    theirs = rng.sample(["us-1", "br-3", "us-2arm", "us-4", "us-rangers"], 3)
    more = {"ruined": w.bit[desk.hex("P5")] if seed % 4 == 0 else 0}
    more |= {"sallied": w.bit[desk.hex("P4")] if seed % 3 == 0 else 0}
    return stand(desk, rng, (mine, places), (theirs, foes), GERMAN, **more)


def costs(s, ships=0):
    """For each battle that can be thought of, whether it is fought by these alone, and the fewest duties missed."""
    fronts = Named(s)
    for hexes in fronts.battles if ships else [0]:
        for closed in (False, True):
            if ships:
                fronts.name(hexes, ships, closed)
            every = [(groups(fronts, sharing), cost) for sharing, cost in (fronts if ships else Sharings(s)).every()]
            for battle, chosen in questions(s):
                if ships and battle != hexes:
                    continue
                if not closed and not any(nation(s, u) for u in chosen):
                    continue  # who joins rangers may excuse others: that is seen to where they are asked about
                who = set(chosen)
                fits = [
                    cost for found, cost in every
                    if (found.get(battle, set()) == who if closed else found.get(battle, set()) >= who)
                ]  # fmt: skip
                legal = not closed or fronts.legal(battle, chosen, ships)
                yield battle, chosen, closed, min(fits, default=NOWHERE_NEAR) if legal else NOWHERE_NEAR


SCENES = [(where, seed) for where, seeds in (
    (scene, range(9)), (quiet, (2, 5, 8, 11)), (mixed, range(6)), (with_ships, range(8)), (walled, range(24)),
) for seed in seeds]  # fmt: skip


@rule("14.6", "14.6A", "14.6B", "14.6C", "14.8", "14.11", "14.13", "19.4", "9.1F")
@pytest.mark.parametrize(("where", "seed"), SCENES)
def test_a_battle_thought_through_by_itself(desk, where, seed):
    """Up to a limit the number is right, or not above it; beyond it is only known to be more."""
    s = where(desk, seed)
    least = missed(s)
    assert least == min((cost for _, cost in Sharings(s).every()), default=0)
    f = front(s)
    for battle, chosen, closed, expected in costs(s):
        for enough in (least + 2, least, 0, least + 1):
            f.costs.pop((battle, chosen, closed, 0), None)
            found = duties._cost(s, f, battle, chosen, closed, 0, enough)
            if expected > enough:
                assert found > enough
            else:
                assert expected <= found <= enough
        f.costs.pop((battle, chosen, closed, 0), None)
        if expected != NOWHERE_NEAR:
            assert allowed(s, battle, chosen, closed) == (expected <= least)


@rule("14.6", "14.8", "19.4", "19.6")
@pytest.mark.parametrize("seed", range(6))
def test_a_battle_with_ships_of_its_own_thought_through_by_itself(desk, seed):
    s = with_ships(desk, seed)
    least = missed(s)
    f = front(s)
    for ship in (
        x for x in range(len(desk.w.ships)) if any(x in ship_support(s, 1 << h) for h in members(f.targets))
    ):
        for battle, chosen, closed, expected in costs(s, 1 << ship):
            if ship not in ship_support(s, battle):
                continue
            for enough in (least + 1, least):
                f.costs.pop((battle, chosen, closed, 1 << ship), None)
                found = duties._cost(s, f, battle, chosen, closed, 1 << ship, enough)
                if expected > enough:
                    assert found > enough
                else:
                    assert expected <= found <= enough


@rule("14.6", "14.6A", "14.6C", "14.11", "9.1F")
@pytest.mark.parametrize(("where", "seed"), SCENES)
def test_the_parts_of_the_best_sharing(desk, where, seed):
    """Nobody in two of them, no enemy next to two; each with all enemies next to its units, those that can be
    attacked without releasing anybody, and its share of the duties missed. Who is next to frozen units alone is in
    none."""
    s = where(desk, seed)
    least = missed(s)
    f = front(s)
    units_of = {
        sallies: {u: near for u, near in f.able.items() if u not in f.inside or sallies >> f.inside[u] & 1}
        for sallies in f.bases
    }
    fewest = []
    for sallies, base in f.bases.items():
        busy = ground = total = 0
        for units, near, part, cost in base.parts:
            assert not units & busy
            assert not part & ground
            assert part == near & ~f.apart
            assert not mask_of(h for u in members(units) for h in members(f.able[u])) & ~near
            busy, ground, total = busy | units, ground | part, total + cost
        assert base.loose == mask_of(u for u, near in units_of[sallies].items() if not near & ~f.apart)
        assert busy == mask_of(units_of[sallies]) & ~base.loose
        assert ground & f.targets & ~f.apart == ground
        fewest.append(total)
    assert min(fewest) == least


# ------------------------------------------------------------------------------------------------- ships


def guns(desk, units, at, **more):
    """Americans before Germans, with the first ships in these places."""
    w = desk.w
    ships = [w.sea_spots.index(place) for place in at] + [LOST] * (len(w.ships) - len(at))
    return desk.set_up(units, ship_at=ships, steps=[], **more)


@rule("19.4", "19.6", "31.16")
def test_with_the_funnies_every_battle_could_need_a_ship(desk):
    """Six factors against four: without the Funnies no hex of theirs can be the harder one."""
    units = {"us-1": "L2", "de-352": "L3"}
    for options, reach in (("", []), ("funnies", [desk.hexes_of("L3")] * 2)):
        s = guns(desk, units, ["N4", "N4"], options=options)
        assert ship_support(s, desk.hexes_of("L3")) == [0, 1]
        assert duties._gunfire(s, front(s), front(s).able, 0, None) == reach


@rule("19.4", "19.6")
def test_a_ship_is_of_use_only_where_somebody_needs_one(desk):
    """Not on the first hex of the map, which is sea, though a ship lies there; not where odds are legal without it;
    but where those who are thought of have none, whom nobody else is beside."""
    w = desk.w
    assert not (w.land & 1)
    units = {"us-4cav": "L2", "de-lehr": "L3", "de-12ss": "L3", "us-1": "M5", "de-352": "L5"}
    s = guns(desk, units, ["N4", w.labels[0]])
    f = front(s)
    cavalry, hexes = desk.unit("us-4cav"), desk.hexes_of("L3")
    needs = [w.combat[desk.unit(u)][0] for u in ("us-4cav", "de-lehr", "de-12ss")]
    assert 6 * needs[0] < needs[1] + needs[2] <= 6 * (needs[0] + w.ships[0].strength)
    others = {u: near for u, near in f.able.items() if u != cavalry}
    assert duties._gunfire(s, f, f.able, 0, None) == [hexes]
    assert duties._gunfire(s, f, f.able, 0b10, None) == [hexes], "another is named"
    assert duties._gunfire(s, f, others, 0, None) == []
    assert duties._gunfire(s, f, others, 0, (hexes, (cavalry,))) == [hexes]
    assert duties._gunfire(s, f, others, 1, (hexes, (cavalry,))) == [], "it is named already"


@rule("19.4", "19.6")
def test_a_ship_in_the_first_place_of_the_map_is_one_like_others(desk):
    w = desk.w
    assert "A3" in desk.near("B3")
    for place in (w.sea_spots[0], "N4"):
        s = guns(desk, {"us-4cav": "B3", "de-lehr": "A3", "de-12ss": "A3"}, [place])
        reach = [desk.hexes_of("A3")] if place != "N4" else []
        assert duties._gunfire(s, front(s), front(s).able, 0, None) == reach


@rule("14.6", "14.8", "19.4")
@pytest.mark.parametrize(("ships", "expected"), [(0, 4), (1, 2), (2, 0)])
def test_two_battles_do_not_both_have_the_same_ship(desk, ships, expected):
    """With one ship the other enemy is not attacked, nor does who stands before him attack."""
    s = guns(desk, TWO_BATTLES, ["N4"] * ships, back="us-1 us-4")
    assert missed(s) == expected
    for hexes, unit in (("L3", "us-1"), ("L5", "us-4")):
        found = duties._cost(s, front(s), desk.hexes_of(hexes), (desk.unit(unit),), False, 0, 3)
        assert found == expected if ships else found > 3, "without a ship it cannot be fought at all"


@rule("14.6", "19.4")
def test_no_ship_is_taken_for_one_that_is_named(desk):
    """The only ship has to support the attack on L5; that on L3 can do without it."""
    units = {"us-1": "L2", "de-352": "L3", "us-4": "M5", "de-1ss": "L5", "de-2ss": "L5", "de-17ss": "L5"}
    s = guns(desk, units, ["N4"], back="us-4")
    hexes, who = desk.hexes_of("L3"), (desk.unit("us-1"),)
    assert missed(s) == 0
    for closed in (False, True):
        assert allowed(s, hexes, who, closed)
        assert allows(s, front(s), hexes, who, closed)
        assert not allowed(s, hexes, who, closed, 1)


# ------------------------------------------------------------------------------------- where nobody must attack


@rule("14.13", "14.1", "21.6")
@pytest.mark.parametrize(("fought", "expected"), [("", 0), ("de-91", 0), ("de-77", 0), ("de-91 de-77", 1)])
def test_whom_a_sally_leaves_to_others_they_can_attack(desk, fought, expected):
    """Rangers have no zone: two divisions need not attack them, but can, as they must be attacked after a sally."""
    w = desk.w
    fortress = desk.hex("P4")
    there = next(h for h in w.near[fortress] if not w.fortresses >> h & 1)
    behind = next(h for h in w.near[there] if not (w.fortresses >> h & 1 or h in w.near[fortress]))
    units = {"de-352": "P4", "us-rangers": w.labels[there], "de-91": w.labels[behind], "de-77": w.labels[behind]}
    s = desk.set_up(units, side="german", steps=[], ruined=0, sallied=w.bit[fortress])
    s.fought = desk.units_of(f"de-352 {fought}")
    f = front(s)
    assert (f.must, f.duty) == (0, w.bit[there])
    assert missed(s) == expected


@rule("31.13", "14.6B", "14.8")
@pytest.mark.parametrize(
    ("more", "expected"), [([], 0), (["us-1", "us-2arm", "us-3arm", "us-4", "us-9", "us-29"], 1)]
)
def test_the_brigade_that_picks_one_hex_must_attack_one(desk, more, expected):
    """Nobody must be attacked; if both stacks are too strong for it, it misses its own duty."""
    places = [*["M10"] * 3, *["M8"] * 3]
    units = {"de-150ss": "M9"} | dict(
        zip(more or ["us-4cav", "us-106cav"], places if more else ["M10", "M8"], strict=True)
    )
    s = desk.set_up(units, side="german", turn="dec-3", options="greif", steps=[], greif=IN_USE, back="de-150ss")
    f = front(s)
    assert picks_one(s, desk.unit("de-150ss"))
    assert (f.must, f.duty) == (desk.units_of("de-150ss"), 0)
    assert missed(s) == expected


@rule("14.13", "14.6")
@pytest.mark.parametrize("turned", [False, True])
def test_who_stays_in_his_fortress_attacks_nobody_for_the_others(desk, turned):
    """Out of one fortress a division attacks the rangers; then the commandoes, next to both fortresses, must be
    attacked as well. Out of the other that can be done, unless too many Americans are next to it as well."""
    w = desk.w
    near: dict[int, set[int]] = {
        a: {h for h in members(w.adjacent[a]) if not w.fortresses >> h & 1} for a in members(w.fortresses)
    }
    pairs = [(a, b) for a in near for b in near if near[a] & near[b] and near[a] - near[b] and near[b] - near[a]]
    pair = next((a, b) for a, b in pairs if not w.adjacent[a] >> b & 1)
    here, there = reversed(pair) if turned else pair
    both = min(near[here] & near[there])
    first, last = (min(near[x] - near[y]) for x, y in ((here, there), (there, here)))
    units = {"de-352": here, "de-91": there, "us-rangers": first, "br-1ssb": both}
    three = dict.fromkeys(["us-2arm", "us-3arm", "us-5arm"], last)
    for foes, fine in (({}, True), (three, False)):
        places = {u: w.labels[h] for u, h in (units | foes).items()}
        s = desk.set_up(places, side="german", steps=[], ruined=0)
        assert missed(s) == 0
        alone = (desk.unit("de-352"),)
        assert allowed(s, w.bit[first], alone, True) == fine
        assert allowed(s, w.bit[first] | w.bit[both], alone, True)


# ------------------------------------------------------------------------------------------ what is kept


@pytest.fixture
def begun(monkeypatch):
    """The units of the searches that are begun."""
    found = []

    def search(*args):
        found.append(args[3])
        return original(*args)

    original = duties.Search
    monkeypatch.setattr(duties, "Search", search)
    return found


@rule("14.6A", "19.4")
def test_whom_nobody_is_next_to_is_missed_before_anything_is_searched(desk, begun):
    """The only Americans beside two stacks attack one of them alone; elsewhere two nations stand before a stack."""
    beside = next(x for x in sorted(desk.near("L2") - {"L3"}) if "L3" not in desk.near(x))
    units = {"us-1": "L2", "de-352": "L3", "de-vs-1": beside}
    s = guns(desk, units | {"us-9": "R20", "br-3": "R20", "de-91": "R21"}, ["N4"])
    assert missed(s) == 0
    begun.clear()
    assert duties._cost(s, front(s), desk.hexes_of("L3"), (desk.unit("us-1"),), True, 1, 0) > 0
    assert begun == []


@rule("14.6", "14.9")
def test_a_part_of_the_front_that_has_not_changed_is_not_searched_again(desk, begun):
    """In two places that have nothing to do with each other two units stand between two stacks; one is reduced."""
    units = {"us-1": "M9", "us-4": "M9", "de-352": "M10", "de-353": "M8"}
    units |= {"us-9": "R20", "us-29": "R20", "de-91": "R21", "de-77": "R19"}
    s = desk.set_up(units, steps=[])
    both = [desk.units_of("us-1 us-4"), desk.units_of("us-9 us-29")]
    assert missed(s) == 0
    assert sorted(begun) == sorted(both)
    begun.clear()
    s.face[desk.unit("us-4")] = 1
    assert missed(s) == 0
    assert begun == both[:1]

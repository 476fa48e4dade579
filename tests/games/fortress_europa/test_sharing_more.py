"""14.6, 14.8, 14.10, 14.13, 19.4, 31.16: where ships, fortresses or the Funnies take part, or somebody is
removed, every way to share out the attacks of a small front is tried as well."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.attacking import Attacking
from grognard.games.fortress_europa.rules.combat.duties import allowed, missed
from grognard.games.fortress_europa.rules.combat.removing import is_weak, removable, would_help
from grognard.games.fortress_europa.rules.standing import put
from grognard.games.fortress_europa.rules.state import LOST
from grognard.maps import mask_of, members
from grognard.suite import rule
from tests.games.fortress_europa.sharings import Sharings, together
from tests.games.fortress_europa.test_searching import TOGETHER, among_the_quiet, beside_the_dropped


def compare(desk, s):
    """The fewest duties missed, and which battles keep to that: by a few units alone, or by these and others."""
    all_of_them = Sharings(s)
    found = list(all_of_them.every())
    best = min((cost for _, cost in found), default=0)
    assert missed(s) == best
    for battle in all_of_them.battles:
        near = [u for u in all_of_them.units if not battle & ~all_of_them.f.able[u]]
        for n in range(1, len(near) + 1):
            for chosen in combinations(near, n):
                if not together(s, chosen):
                    continue
                groups = [
                    (cost, {u for u, b in zip(all_of_them.units, sharing, strict=True) if b == battle})
                    for sharing, cost in found
                ]
                exact = min((cost for cost, units in groups if units == set(chosen)), default=99)
                more = min((cost for cost, units in groups if units >= set(chosen)), default=99)
                where = [desk.w.labels[h] for h in members(battle)], [desk.w.ids[u] for u in chosen]
                assert allowed(s, battle, chosen, False) == (more <= best), where
                if all_of_them.legal(battle, chosen):
                    assert allowed(s, battle, chosen, True) == (exact <= best), where


def stand(desk, rng, mine, theirs, side, **more):
    """Units of both sides in some of these hexes, a third of them reduced."""
    units = {u: rng.choice(hexes) for names, hexes in (mine, theirs) for u in names}
    back = " ".join(u for u in units if rng.random() < 0.35 and desk.w.two_steps >> desk.unit(u) & 1)
    return desk.set_up(units, side=("german", "allied")[side], back=back, steps=[], **more)


@rule("14.6", "14.8", "19.4", "19.6")
@pytest.mark.parametrize("seed", range(24))
def test_ships_are_shared_out_among_the_battles_that_need_them(desk, seed):
    """The ships lie in N4, from where L3, L4 and L5 are in reach, K4 is not."""
    rng = random.Random(f"ships {seed}")
    strong = rng.sample(["de-lehr", "de-12ss", "de-2pz", "de-116pz", "de-1ss", "de-352", "de-17ss"], 5)
    weak = rng.sample(["us-1", "us-4", "us-4cav", "us-rangers", "br-3", "us-106cav"], 3)
    spot = desk.w.sea_spots.index("N4")
    ships = [spot if rng.random() < 0.5 else LOST for _ in desk.w.ships]
    s = stand(
        desk, rng, (weak, ["L2", "M5", "K5", "K3"]), (strong, ["L3", "L5", "K4"]), ALLIED, ship_at=ships[:4],
        ships_used=1 << rng.randrange(4) if seed % 3 == 0 else 0,
    )  # fmt: skip
    compare(desk, s)


@rule("14.1", "14.6", "14.13")
@pytest.mark.parametrize("seed", range(24))
def test_out_of_which_fortresses_germans_attack(desk, seed):
    """P4 and P5 are fortresses; who stands in them need not attack, but once one of them does all enemies beside the
    fortress must be attacked."""
    w, rng = desk.w, random.Random(f"fortresses {seed}")
    assert (w.fortresses & desk.hexes_of("P4 P5")).bit_count() == 2
    beside = sorted((desk.near("P4") | desk.near("P5")) - {"P4", "P5"})
    allied = rng.sample(beside, 2)
    german = ["P4", "P5", *[x for x in beside if x not in allied]]
    mine = rng.sample(["de-352", "de-lehr", "de-91", "de-2pz", "de-vs-1"], 4)
    theirs = rng.sample(["us-1", "br-3", "us-2arm", "us-4"], 3)
    s = stand(
        desk, rng, (mine, german), (theirs, allied), GERMAN, ruined=w.bit[desk.hex("P5")] if seed % 4 == 0 else 0
    )
    compare(desk, s)


@rule("14.6", "14.8", "31.16")
@pytest.mark.parametrize("seed", range(20))
def test_where_the_funnies_make_odds_legal(desk, seed):
    """A20 lies across the Garonne from B19 and B20, not from A21."""
    rng = random.Random(f"funnies {seed}")
    mine = [*rng.sample(["br-79-a", "br-79-b"], 1), *rng.sample(["br-3", "br-50", "ca-3", "us-4cav", "us-1"], 3)]
    theirs = rng.sample(["de-lehr", "de-12ss", "de-2pz", "de-116pz", "de-1ss", "de-352"], 4)
    s = stand(desk, rng, (mine, ["B19", "B20", "A21"]), (theirs, ["A20", "B21"]), ALLIED, options="funnies")
    compare(desk, s)


@rule("14.1", "14.6", "14.6B", "14.8")
@pytest.mark.parametrize("seed", range(16))
def test_who_is_next_to_the_quiet_only_need_not_attack(desk, seed):
    """Rangers and commandoes have no zones."""
    compare(desk, among_the_quiet(desk, seed))


@rule("14.6", "14.6B", "14.8", "14.11")
@pytest.mark.parametrize("seed", [*range(8), *TOGETHER])
def test_who_dropped_is_attacked_by_several_together(desk, seed):
    """Who dropped in this turn has no zones."""
    compare(desk, beside_the_dropped(desk, seed))


CAVALRY = {"us-4cav": "N9", "us-106cav": "N9", "br-3": "O10", "de-347": "N10", "de-lehr": "M10", "de-1ss": "M10"}
"""Two factors each against the 17 of a drop: 1-9, and 1-5 together. Only N10 must be attacked."""


@rule("14.6B", "14.8", "14.11")
def test_the_british_attack_since_the_cavalry_can_attack_a_drop_together(desk):
    """Who is next to two stacks is not excused by what others attack, so without that the British might not."""
    desk.set_up(CAVALRY, dropped=desk.units_of("de-lehr de-1ss"), steps=[Attacking()])
    assert desk.why("attack us-4cav M10; done") == ["14.8"]
    desk.play("attack br-3 N10; done", dice=[1])
    desk.play("attack us-4cav M10; with us-106cav; done", dice=[1])


@rule("14.6B", "14.8", "14.11")
def test_the_british_leave_the_target_to_cavalry_that_cannot_attack_the_drop(desk):
    """One cavalry against the same drop."""
    units = {u: h for u, h in CAVALRY.items() if u != "us-106cav"}
    desk.set_up(units, dropped=desk.units_of("de-lehr de-1ss"), steps=[Attacking()])
    assert desk.why("attack br-3 N10; done") == ["14.6"]
    assert desk.why("attack us-4cav N10; done") == []


TWO_BATTLES = {"us-1": "L2", "de-lehr": "L3", "de-12ss": "L3", "de-2pz": "L3",
               "us-4": "M5", "de-1ss": "L5", "de-2ss": "L5", "de-17ss": "L5", "de-352": "L5"}  # fmt: skip
"""Three factors against twenty-four, twice, in reach of N4."""


def ships_at_n4(desk, ships, **more):
    at = [desk.w.sea_spots.index("N4")] * ships + [LOST] * (4 - ships)
    return desk.set_up(TWO_BATTLES, back="us-1 us-4", ship_at=at, **more)


@rule("14.8", "19.4")
@pytest.mark.parametrize(("ships", "duties"), [(0, 4), (1, 2), (2, 0), (3, 0)])
def test_two_battles_that_need_a_ship_each_need_two(desk, ships, duties):
    """Each battle that is not fought misses the duty of its hex and that of its unit."""
    factors = [desk.w.combat[desk.unit(u)][0] for u in TWO_BATTLES if u.startswith("de-")]
    assert (sum(factors[:3]), 18 < sum(factors[3:]) <= 30) == (24, True)
    assert missed(ships_at_n4(desk, ships, steps=[])) == duties


@rule("14.6", "19.4")
@pytest.mark.parametrize(("ships", "refused"), [(2, ["14.6"]), (3, [])])
def test_a_ship_that_another_battle_needs_is_not_named(desk, ships, refused):
    """Of two each battle needs one; of three one is to spare."""
    ships_at_n4(desk, ships, steps=[Attacking()])
    first, second = desk.w.ship_ids[:2]
    assert desk.why(f"attack us-1 L3; ship {first}; done") == []
    assert desk.why(f"attack us-1 L3; ship {first}; ship {second}") == refused


@rule("14.10")
@pytest.mark.parametrize("seed", range(24))
def test_who_may_be_removed(desk, seed):
    """Who is too weak for the enemies that he alone can attack, or for any, and those without whom the others miss
    fewer duties: as all sharings without them say. Not who is next to enemies only whom others attack (14.11)."""
    rng = random.Random(f"weak {seed}")
    mine = rng.sample(["us-1", "us-4cav", "us-106cav", "us-4", "us-2arm", "us-rangers"], 4)
    theirs = rng.sample(["de-lehr", "de-12ss", "de-2pz", "de-116pz", "de-1ss", "de-352", "de-vs-1"], 5)
    s = stand(desk, rng, (mine, ["M9", "N9", "L9"]), (theirs, ["M10", "N10", "M8"]), ALLIED)
    whole = Sharings(s)
    best = min((cost for _, cost in whole.every()), default=0)
    expected = set()
    for u in members(whole.f.must):
        gone = s.copy()
        put(gone, u, desk.w.destroyed)
        helps = min((cost for _, cost in Sharings(gone).every()), default=0) < best
        assert would_help(s, u) == helps, desk.w.ids[u]
        near = whole.f.able[u] & whole.f.duty
        alone = mask_of(h for h in members(near) if not any(whole.f.able[x] >> h & 1 for x in whole.units if x != u))
        weak = not whole.legal(alone, (u,)) if alone else not any(whole.legal(1 << h, (u,)) for h in members(near))
        assert is_weak(s, whole.f, u) == weak, desk.w.ids[u]
        if weak or helps:
            expected.add(u)
    assert set(removable(s)) == expected

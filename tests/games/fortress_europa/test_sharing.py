"""14.6, 14.8, 14.11, 6.2: on small fronts every way to share out the attacks is tried: the fewest duties missed are
those that the rules find."""

from __future__ import annotations

import random
from itertools import chain, combinations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.attacking import (
    Attacking,
    attack_units,
    companions,
    end_duties,
    has_target,
    lower_columns,
    target_sets,
)
from grognard.games.fortress_europa.rules.combat.duties import allowed, fewest, missed
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.regrouping import hopeless, regrouped, stranded
from grognard.games.fortress_europa.rules.combat.removing import would_help
from grognard.games.fortress_europa.rules.combat.strength import reckon
from grognard.maps import mask_of, members
from grognard.suite import rule
from tests.games.fortress_europa.sharings import Sharings, together


def small(desk, seed):
    """A few stacks of both sides about M9, where the ground is open."""
    rng = random.Random(seed)
    side = seed % 2
    mine = ["us-1", "us-4", "br-3", "ca-3", "us-rangers", "us-2arm", "br-50"]
    theirs = ["de-352", "de-325", "de-lehr", "de-hqt-1", "de-2pz", "de-vs-1", "de-91", "de-101ss"]
    place = {ALLIED: ["M9", "N9", "L9"], GERMAN: ["M10", "N10", "M8"]}
    allied = rng.sample(mine, rng.choice([2, 3, 4]) if side == ALLIED else rng.choice([2, 3]))
    german = rng.sample(theirs, rng.choice([2, 3]) if side == ALLIED else rng.choice([2, 3, 4]))
    units = {u: rng.choice(place[ALLIED]) for u in allied} | {u: rng.choice(place[GERMAN]) for u in german}
    back = " ".join(u for u in units if rng.random() < 0.3 and desk.w.two_steps >> desk.unit(u) & 1)
    return desk.set_up(units, side=("german", "allied")[side], back=back, steps=[])


def wide(desk, seed):
    """More stacks, in two places that have nothing to do with each other; of the Germans some are frozen."""
    rng = random.Random(f"wide {seed}")
    side = seed % 2
    mine = ["us-1", "us-4", "br-3", "ca-3", "us-rangers", "us-2arm", "br-50", "fr-2db"]
    theirs = ["de-352", "de-325", "de-lehr", "de-hqt-1", "de-2pz", "de-vs-1", "de-91", "de-101ss", "de-77"]
    place = {ALLIED: ["M9", "N9", "L9", "R20"], GERMAN: ["M10", "N10", "M8", "R21", "R19"]}
    allied, german = rng.sample(mine, 5 if side == ALLIED else 4), rng.sample(theirs, 4 if side == ALLIED else 5)
    units = {u: rng.choice(place[ALLIED]) for u in allied} | {u: rng.choice(place[GERMAN]) for u in german}
    back = " ".join(u for u in units if rng.random() < 0.3 and desk.w.two_steps >> desk.unit(u) & 1)
    frozen = " ".join(u for u in german if units[u] == "M8") if side == ALLIED else ""
    return desk.set_up(units, side=("german", "allied")[side], back=back, frozen=frozen, steps=[])


@rule("14.6", "14.6A", "14.6B", "14.6C", "14.8", "14.11", "6.2")
@pytest.mark.parametrize("seed", [*range(60), 407, 461])
def test_the_fewest_duties_missed(desk, seed):
    s = small(desk, seed)
    fronts = Sharings(s)
    found = list(fronts.every())
    best = min((cost for _, cost in found), default=0)
    assert missed(s) == best
    for battle in fronts.battles:
        near = [u for u in fronts.units if not battle & ~fronts.f.able[u]]
        for n in range(1, len(near) + 1):
            for chosen in combinations(near, n):
                exact = [
                    cost for sharing, cost in found
                    if {u for u, b in zip(fronts.units, sharing, strict=True) if b == battle} == set(chosen)
                ]  # fmt: skip
                more = [
                    cost for sharing, cost in found
                    if {u for u, b in zip(fronts.units, sharing, strict=True) if b == battle} >= set(chosen)
                ]  # fmt: skip
                where = [desk.w.labels[h] for h in members(battle)], [desk.w.ids[u] for u in chosen]
                if together(s, chosen):
                    assert allowed(s, battle, chosen, True) == (min(exact, default=99) <= best), where
                    assert allowed(s, battle, chosen, False) == (min(more, default=99) <= best), where
    assert mask_of(fronts.units) & ~desk.w.side_mask[s.side] == 0


@rule("14.6", "14.6A", "14.6B", "14.6C", "14.8", "14.11", "9.1F", "6.2")
@pytest.mark.parametrize("seed", range(40))
def test_the_fewest_duties_missed_on_wider_fronts(desk, seed):
    s = wide(desk, seed)
    fronts = Sharings(s)
    best = min((cost for _, cost in fronts.every()), default=0)
    assert missed(s) == best
    for u in fronts.units:
        alone = [
            min((cost for sharing, cost in fronts.every() if sharing[fronts.units.index(u)] == battle), default=99)
            for battle in fronts.battles
        ]
        for battle, cost in zip(fronts.battles, alone, strict=True):
            if not battle & ~fronts.f.able[u]:
                assert allowed(s, battle, (u,), False) == (cost <= best)
        break


@rule("14.6", "14.6A", "14.6B", "14.6C", "14.8", "14.11", "6.2")
def test_the_best_sharing_is_regrouped_without_loss(desk):
    """What is shown without a search is a sharing with the battle that misses no more; what is ruled out without one
    no sharing has."""
    regroupings = lost = 0
    for seed in range(120):
        s = (small, wide)[seed % 2](desk, seed + 300)
        fronts, least = Sharings(s), missed(s)
        f = fronts.f
        for battle in fronts.battles:
            near = [u for u in fronts.units if not battle & ~f.able[u]]
            for chosen in chain.from_iterable(combinations(near, n) for n in (1, 2)):
                if not together(s, chosen):
                    continue
                who = mask_of(chosen)
                if hopeless(s, f, battle, who, 0) or stranded(s, f, battle, who) > least:
                    assert not allowed(s, battle, chosen, False)
                    lost += 1
                for closed in (False, True):
                    found = regrouped(s, f, battle, who, closed)
                    if found is None:
                        continue
                    assert found[0][0] == battle
                    assert found[0][1] == who if closed else not who & ~found[0][1]
                    place = {u: hexes for hexes, team in found for u in members(team)}
                    cost = fronts.cost([place.get(u, 0) for u in fronts.units])
                    assert cost is not None
                    assert cost <= least
                    regroupings += 1
    assert regroupings > 200
    assert lost > 20


@rule("14.10", "14.6", "14.11")
def test_who_helps_by_leaving(desk):
    asked = helped = 0
    for seed in range(200):
        s = (small, wide)[seed % 2](desk, seed + 600)
        f = front(s)
        for u in members(f.must):
            assert would_help(s, u) == (fewest(s, f.without(u)) < missed(s))
            helped += would_help(s, u)
            asked += 1
    assert asked > 300
    assert helped > 5


@rule("14.1", "14.5", "14.6", "14.6A", "14.6B", "14.6C", "13.4", "15.8")
@pytest.mark.parametrize("seed", range(40))
def test_what_may_be_declared(desk, seed):
    """Who may attack what, with whom, at which lower odds, and what must still be done before combat can end."""
    s = small(desk, seed + 100)
    fronts, step = Sharings(s), Attacking()
    f = fronts.f
    found = list(fronts.every())
    best = min((cost for _, cost in found), default=0)

    def good(battle, units):
        fits = [
            cost for sharing, cost in found
            if {u for u, b in zip(fronts.units, sharing, strict=True) if b == battle} >= set(units)
        ]  # fmt: skip
        return min(fits, default=99) <= best

    sets = {u: [b for b in fronts.battles if not b & ~f.able[u] and good(b, (u,))] for u in fronts.units}
    assert attack_units(s, step, "", ()) == mask_of(u for u in fronts.units if sets[u])
    for u in fronts.units:
        assert sorted(target_sets(s, u)) == sorted(sets[u])
        assert has_target(s, u) == bool(sets[u])
        for battle in sets[u]:
            s.battle_units, s.battle_hexes = 1 << u, battle
            mates = [x for x in fronts.units if x != u and not battle & ~f.able[x] and together(s, (u, x))]
            assert companions(s) == mask_of(x for x in mates if good(battle, (u, x)))
            base = reckon(s, [u], battle).base
            assert lower_columns(s, step, "", ()) == (mask_of(range(base)) if base > 0 else 0)
            s.battle_units = s.battle_hexes = 0
    due = [*["14.6A"] * f.duty.bit_count()]
    due += ["13.4" if desk.w.hqs >> u & 1 else "14.6B" for u in members(f.must)]
    assert [why.rule for why in end_duties(s)] == (due if len(due) > best else [])


@rule("14.6A", "14.6B", "14.8")
def test_of_two_hexes_that_one_unit_cannot_both_attack_it_may_take_either(desk):
    """The Volkssturm is next to three stacks and misses one of them, whichever it attacks; the 91st has its own."""
    units = {"de-91": "M8", "de-vs-1": "M10", "us-2arm": "L9", "br-3": "N9", "ca-3": "M9"}
    s = desk.set_up(units, side="german", back="us-2arm", steps=[Attacking()])
    assert missed(s) == 1
    for label in ("L9", "N9"):
        assert desk.why(f"attack de-vs-1 {label}; done") == []
    assert desk.why("attack de-vs-1 L9 N9; done") != [], "too many for it"


@rule("14.11", "21.3", "14.6B")
def test_rangers_may_begin_a_battle_that_others_make_british(desk):
    """The American before M10 does nothing if the British attack that hex, with the rangers (14.11)."""
    units = {"us-4": "L9", "us-rangers": "M9", "br-50": "M9", "br-3": "N9"}
    german = {"de-2pz": "M10", "de-352": "N10", "de-vs-1": "M8"}
    desk.set_up(units | german, back="de-2pz br-3", steps=[Attacking()])
    assert desk.why("attack us-rangers M8 M10; with br-50; done") == []
    assert desk.why("attack us-rangers M8 M10; done") == ["14.6"], "else the American would have to attack as well"

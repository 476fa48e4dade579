"""14.6 to 14.11: fronts so mixed up that the search loses patience: what it finds then is a sharing all the same."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat import sharing
from grognard.games.fortress_europa.rules.combat.duties import missed
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.sharing import WORST, Search
from grognard.games.fortress_europa.rules.combat.strength import ILLEGAL, reckon
from grognard.games.fortress_europa.rules.state import LOST
from grognard.maps import mask_of, members
from grognard.suite import rule
from tests.games.fortress_europa.sharings import Sharings, together
from tests.games.fortress_europa.test_searching import SCENES, costs_of


def mixed_up(desk, seed):
    """Some forty units of each side thrown together around one hex: nobody's line is anywhere."""
    w, rng = desk.w, random.Random(f"mixed {seed}")
    land = [h for h in members(w.within(w.bit[desk.hex("Q15")], 4)) if w.land >> h & 1 and not w.dyke >> h & 1]
    hexes = rng.sample(land, len(land))
    half = len(hexes) * 21 // 41
    sides = [[u for u in range(w.n_units) if w.side[u] == side and w.combat[u][0]] for side in (GERMAN, ALLIED)]
    german = rng.sample(sides[GERMAN], 40)
    allied = rng.sample([u for u in sides[ALLIED] if not w.hqs >> u & 1], 44)
    units = {w.ids[u]: w.labels[rng.choice(hexes[:half])] for u in german}
    units |= {w.ids[u]: w.labels[rng.choice(hexes[half:])] for u in allied}
    return desk.set_up(units, steps=[], ship_at=[LOST] * 4)


def duties_missed(s, f, plan):
    """The duties that the battles of a plan miss, after it has been seen that each of them may be fought."""
    taken = mask_of(h for hexes, _ in plan for h in members(hexes))
    fighting = [u for _, units in plan for u in units]
    assert taken.bit_count() == sum(hexes.bit_count() for hexes, _ in plan), "each hex is in one battle"
    assert len(fighting) == len(set(fighting)), "each unit is in one battle"
    for hexes, units in plan:
        assert all(not hexes & ~f.able[u] for u in units), "14.6C"
        assert together(s, units), "6.2"
        assert reckon(s, list(units), hexes).base != ILLEGAL, "14.8"
    lost = (f.duty & ~taken).bit_count()
    for u in members(f.must):
        if u not in fighting:
            near = f.able[u]
            others = [units for hexes, units in plan if hexes & near]
            lost += not (near.bit_count() == 1 and any(not together(s, (*units, u)) for units in others))
    return lost


LOST_PATIENCE = (16, 66, 372)
"""Fronts where the first order of the hexes leads nowhere, whatever may be missed."""


@rule("14.6", "14.6A", "14.6B", "14.6C", "14.8", "14.11")
@pytest.mark.parametrize("seed", LOST_PATIENCE)
def test_all_duties_of_a_front_that_is_mixed_up_are_met(desk, seed):
    """Nothing is missed, as its battles show: so none could be better."""
    s = mixed_up(desk, seed)
    f = front(s)
    least = missed(s)
    assert f.duty.bit_count() > 15
    assert duties_missed(s, f, f.costs["best"]) == least == 0


@rule("14.6", "14.6A", "14.6B", "14.6C", "14.8", "14.11", "19.4", "31.16")
@pytest.mark.parametrize(("scene", "seed"), SCENES)
def test_without_any_patience_a_sharing_is_made_battle_by_battle(desk, scene, seed, monkeypatch):
    """It misses no more than it says, which may be more than the fewest."""
    s = scene(desk, seed)
    fronts = Sharings(s)
    f = fronts.f
    best = min(cost for _, cost in fronts.every()) if fronts.units else 0
    able = {u: near & ~f.apart for u, near in f.able.items() if near & ~f.apart}
    monkeypatch.setattr(sharing, "PATIENCE", 1)
    one = Search(s, f, able, mask_of(able), f.duty, None, 0)
    found = one.fewest(WORST)
    all_of_them = f.duty.bit_count() + f.must.bit_count()
    assert best <= found <= all_of_them
    if found < all_of_them:
        assert costs_of(fronts, one.plan) <= found
    else:
        assert one._one_by_one() >= all_of_them


@rule("14.6", "14.8")
@pytest.mark.parametrize(("strong", "company"), [("de-91", 1), ("de-lehr", 1), ("de-lehr de-12ss de-2pz", 2)])
def test_a_battle_gets_as_much_company_as_it_needs(desk, strong, company):
    """The weakest cavalry leads: alone at 1-6 or better, else the strongest comes first."""
    units = dict.fromkeys(("us-4cav", "us-106cav", "us-1"), "M9") | dict.fromkeys(strong.split(), "M10")
    s = desk.set_up(units, steps=[], ship_at=[LOST] * 4)
    f, factor = front(s), desk.w.combat
    theirs = sum(factor[desk.unit(u)][0] for u in strong.split())
    leader, strongest = desk.unit("us-106cav"), desk.unit("us-1")
    assert (theirs <= 6 * factor[leader][0]) == (company == 1)
    assert theirs <= 6 * (factor[leader][0] + factor[strongest][0])
    one = Search(s, f, dict(f.able), mask_of(f.able), f.duty, None, 0)
    number = one.ids.index(leader)
    team = one._gathered((one.duty[0], (number,), 1 << number), one.all)
    assert team is not None
    assert [one.ids[i] for i in team[1]] == [leader, strongest][:company]

"""6.2, 14.11: which nationality may attack whom, and where that keeps a move from ending, unit by unit."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.nations import (
    agree,
    beside_crowd,
    crowded,
    foreign_company,
    nation,
    nation_masks,
    partners,
    why_no_target,
)
from grognard.games.fortress_europa.rules.standing import set_decoy
from grognard.games.fortress_europa.rules.state import FREE
from grognard.maps import mask_of
from grognard.suite import rule


def scene(desk, seed):
    w, rng = desk.w, random.Random(f"nations {seed}")
    middle = desk.hex(rng.choice(["M9", "R13", "CC6", "K6"]))
    near = [h for h in range(w.n) if w.grid.distance(middle, h) <= 3 and w.land >> h & 1 and not w.dyke >> h & 1]
    rng.shuffle(near)
    half = len(near) // 2
    germans = rng.sample(w.of_side[GERMAN], 4)
    allies = [*rng.sample(w.of_side[ALLIED], 9), desk.unit("us-rangers")]
    units = {w.ids[u]: w.labels[rng.choice(near[:half])] for u in germans}
    units |= {w.ids[u]: w.labels[rng.choice(near[half:])] for u in allies}
    frozen = [w.ids[u] for u in germans if w.district_of[desk.hex(units[w.ids[u]])] >= 0]
    s = desk.set_up(
        units, steps=[], frozen=" ".join(frozen[:1] if seed % 3 == 0 else []),
        options="canadians-with-british" if seed % 2 else "",
        bridges_down=rng.getrandbits(len(w.rivers)) if seed % 4 == 0 else 0,
        dropped=1 << germans[1] if seed % 5 == 0 else 0,
    )  # fmt: skip
    if seed % 5 == 1:  # somebody has landed on Germans
        s.invaders = 1 << allies[0]
        s.where[allies[0]] = s.where[germans[0]]
        s.facts = None
    if seed % 5 == 2:
        set_decoy(s, 0, s.where[germans[0]], germans[0])
    return s, near, germans, allies


def touch(s, a, b):
    section = s.data.river_between(a, b) if b in s.data.near[a] else -1
    return b in s.data.near[a] and (section < 0 or not s.bridges_down >> section & 1)


@rule("14.11", "6.2", "13.4", "12.8", "9.5", "31.6")
@pytest.mark.parametrize("seed", range(40))
def test_where_another_nationality_attacks(desk, seed):
    """A German stack is taken by units that are next to it and to no other; HQs and rangers take nothing. Nobody else
    ends his move where all whom he would have to attack are taken."""
    s, near, germans, allies = scene(desk, seed)
    w = desk.w
    silent = s.dropped | s.invaders
    loud = {
        s.where[x] for x in germans if w.zoned >> x & 1 and not silent >> x & 1 and s.bound[x] == FREE
    }  # fmt: skip

    def taken_by(u):
        if w.hqs >> u & 1 or not nation(s, u):
            return set()
        if s.invaders >> u & 1:
            return {s.where[u]} & loud
        beside = {h for h in loud if touch(s, h, s.where[u])}
        return beside if len(beside) == 1 else set()

    for u in allies:
        claimed = {h for x in allies if nation(s, x) != nation(s, u) for h in taken_by(x)}
        expected = set()
        if nation(s, u):
            for h in near:
                beside = {x for x in loud if touch(s, x, h)}
                if beside and beside <= claimed:
                    expected.add(h)
        found = crowded(s, u)
        assert found & mask_of(near) == mask_of(expected), w.ids[u]
        assert found & ~w.land == 0
        around = {x for h in range(w.n) if found >> h & 1 for x in w.near[h]}
        assert beside_crowd(s, found) == mask_of(around)
    assert all(crowded(s, u) == 0 for u in germans)


@rule("6.2", "21.3")
@pytest.mark.parametrize("joined", [False, True])
def test_who_attacks_with_whom(desk, joined):
    s = desk.set_up({}, options="canadians-with-british" if joined else "", steps=[])
    names = {"us": "us-1", "br": "br-3", "ca": "ca-3", "pl": "pl-1arm", "ranger": "us-rangers", "commando": "br-1ssb"}
    one = {key: desk.unit(name) for key, name in names.items()}
    free = {"ranger", "commando"}
    for a in one:
        for b in one:
            same = a == b or a in free or b in free or {a, b} == {"br", "pl"}
            same = same or (joined and {a, b} <= {"br", "ca", "pl"})
            assert agree(s, (one[a], one[b])) == same, (a, b)
            assert agree(s, (one["ranger"], one[a], one[b])) == same
            assert agree(s, (one[a], one["commando"], one[b])) == same
    assert agree(s, ())
    masks = nation_masks(s)
    assert masks[""] >> one["ranger"] & 1
    assert not masks[nation(s, one["us"])] >> one["br"] & 1


@rule("14.11", "12.8", "20.6")
def test_nobody_lands_on_enemies_beside_another_nationality(desk):
    base = {"us-1": "M9", "de-352": "M9"}
    for units, unit, expected in (
        (base, "br-3", True),
        (base, "us-4", False),
        (base, "us-rangers", False),
        ({"us-1": "M9"}, "br-3", False),
        ({"de-352": "M9"}, "br-3", False),
        ({"us-rangers": "M9", "de-352": "M9"}, "br-3", False),
        (base | {"de-353": "M8"}, "de-91", False),
    ):
        s = desk.set_up(units, steps=[], invaders=desk.units_of("us-1"))
        u, h = desk.unit(unit), desk.hex("M9")
        assert foreign_company(s, u, h) == expected, (units, unit)
        for from_air in (False, True):
            found = [why.rule for why in why_no_target(s, u, h, from_air=from_air)]
            assert found == (["14.11"] if expected else [])
    s = desk.set_up({"us-1": "M9", "de-352": "M10"}, steps=[])
    u, beside = desk.unit("br-6ab"), desk.hex("N9")
    assert crowded(s, u) >> beside & 1
    assert [why.rule for why in why_no_target(s, u, beside, from_air=True)] == ["14.11"]
    assert list(why_no_target(s, u, beside, from_air=False)) == []


@rule("6.2", "14.11", "21.3")
@pytest.mark.parametrize("options", ["", "canadians-with-british"])
def test_everybody_knows_with_whom_he_may_attack(desk, options):
    """Whoever stands before or behind a unit in the list: those who agree with it, and with rangers anybody does."""
    s, w = desk.set_up({}, options=options, steps=[]), desk.w
    rangers = desk.units_of("us-rangers br-1ssb")
    for side in (GERMAN, ALLIED):
        for u in w.of_side[side]:
            mates = mask_of(x for x in w.of_side[side] if agree(s, (u, x)))
            assert partners(s, 1 << u) & w.side_mask[side] == mates, w.ids[u]
            assert partners(s, 1 << u | rangers) & w.side_mask[side] == mates, w.ids[u]
    assert partners(s, rangers) & w.side_mask[ALLIED] == w.side_mask[ALLIED]
    assert partners(s, desk.units_of("us-1 us-4 us-over-6")) == partners(s, desk.units_of("us-4"))
    assert partners(s, 0) & w.side_mask[ALLIED] == w.side_mask[ALLIED], "nobody has a say yet"

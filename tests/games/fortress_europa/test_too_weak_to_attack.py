"""14.10, 14.11 (rulings 124, 126): who may be removed before the battles since he could attack only at 1-7 or worse,
who is spared as others attack, and who has something to do wherever the others attack."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.nations import agree, nation
from grognard.games.fortress_europa.rules.combat.removing import (
    Removing,
    finds_work,
    is_weak,
    joined_by_others,
    may_go_on,
    removable,
    would_help,
)
from grognard.games.fortress_europa.rules.movement.greif import IN_USE, picks_one
from grognard.games.fortress_europa.rules.standing import put
from grognard.games.fortress_europa.rules.state import LOST, on
from grognard.maps import mask_of, members
from grognard.suite import rule
from tests.games.fortress_europa.sharings import Sharings
from tests.games.fortress_europa.test_searching import against_odds, among_the_quiet, with_funnies
from tests.games.fortress_europa.test_what_a_battle_costs import walled
from tests.games.fortress_europa.test_without_a_search import mixed, scene, with_ships


def outnumbered(desk, seed):
    """Several nationalities, rangers among them, before strong stacks; some of these are frozen."""
    rng = random.Random(f"outnumbered {seed}")
    mine = ["us-rangers", *rng.sample(["us-1", "us-4cav", "br-1ssb", "us-106cav", "br-4bde", "br-3", "ca-3"], 4)]
    units = {u: rng.choice(["M9", "M9", "N9", "L9"]) for u in mine}
    foes = rng.sample(["de-lehr", "de-12ss", "de-2pz", "de-116pz", "de-1ss", "de-2ss", "de-9ss", "de-vs-1"], 6)
    units |= {u: rng.choice(["M10", "M8"] if seed % 2 else ["M10", "M10", "N10", "M8"]) for u in foes}
    back = " ".join(u for u in units if rng.random() < 0.4 and desk.w.two_steps >> desk.unit(u) & 1)
    frozen = " ".join(u for u in foes if units[u] == "M8") if seed % 3 == 0 else ""
    return desk.set_up(units, back=back, frozen=frozen, steps=[])


SCENES = [(where, seed) for where, number in (
    (outnumbered, 30), (mixed, 6), (scene, 9), (among_the_quiet, 8), (walled, 16), (with_ships, 8), (with_funnies, 6),
    (against_odds, 8),
) for seed in range(number)]  # fmt: skip


class Weakness:
    """What the rules say of each unit that must attack."""

    def __init__(self, s):
        self.s, self.fronts = s, Sharings(s)
        self.f = self.fronts.f
        self.least = min((cost for _, cost in self.fronts.every()), default=0)

    def legal(self, hexes, units):
        return self.f.legal(self.s, mask_of(units), mask_of(hexes), 0)

    def weak(self, u):
        """Too weak for those whom he alone can attack, or else for any one stack."""
        near = members(self.f.able[u])
        alone = [
            h
            for h in near
            if self.f.duty >> h & 1 and not any(near >> h & 1 for x, near in self.f.able.items() if x != u)
        ]
        return not self.legal(alone, [u]) if alone else not any(self.legal([h], [u]) for h in near)

    def spared(self, u):
        """Others of one nationality can attack each stack next to him; a weak one is spared next to one only."""
        near = members(self.f.able[u] & ~self.f.apart)
        for h in near:
            others = [x for x, hexes in self.f.able.items() if hexes >> h & 1 and not agree(self.s, (x, u))]
            teams = [[x for x in others if nation(self.s, x) == name] for name in {nation(self.s, x) for x in others}]
            if not any(self.legal([h], team) for team in teams):
                return False
        return bool(near) and not (len(near) > 1 and self.weak(u))

    def helps(self, u):
        """Without him the others miss fewer duties."""
        gone = self.s.copy()
        put(gone, u, self.s.data.destroyed)
        return min((cost for _, cost in Sharings(gone).every()), default=0) < self.least


@rule("14.10", "14.11", "9.1F", "14.13", "19.4", "31.16")
@pytest.mark.parametrize(("where", "seed"), SCENES)
def test_who_may_be_removed_and_who_must_be(desk, where, seed):
    """Weak ones, and those who help by leaving, unless others attack for them. Combat does not go on while duties are
    missed and somebody helps by leaving."""
    s = where(desk, seed)
    rules = Weakness(s)
    f = front(s)
    expected, help_left = [], []
    for u in f.able:
        if f.must >> u & 1:
            weak, helps, spared = rules.weak(u), rules.helps(u), rules.spared(u)
            assert is_weak(s, f, u) == weak
            assert would_help(s, u) == helps
            assert joined_by_others(s, f, u) == spared
            if (weak or helps) and not spared:
                expected.append(u)
                help_left += [u] if helps else []
        else:
            assert not is_weak(s, f, u), "he has no duty"
    assert removable(s) == sorted(expected)
    found = list(may_go_on(s, Removing(), ""))
    assert [(why.rule, why.pieces) for why in found] == [("14.10", (desk.w.ids[u],)) for u in sorted(help_left)[:1]]
    assert Removing().obvious(s) == (None if expected else ("keep", ()))


@rule("14.10", "14.6", "6.2", "31.16")
@pytest.mark.parametrize(("where", "seed"), SCENES)
def test_who_finds_work_whatever_the_others_do(desk, where, seed):
    """Nobody is to be attacked for his sake alone, and there is a stack that he could attack alone, beside which
    everybody agrees with him; with the Funnies nothing of the kind is certain. It never helps if such a one goes."""
    s = where(desk, seed)
    f = front(s)
    rules = Weakness(s)
    for u in members(f.must):
        others = f.sallied | mask_of(h for x, wanted in f.wanted.items() if x != u for h in members(wanted))
        good = [
            h for h in members(f.able[u] & ~f.apart)
            if rules.legal([h], [u]) and all(agree(s, (u, x)) for x, near in f.able.items() if near >> h & 1)
        ]  # fmt: skip
        assert finds_work(s, f, u) == (not f.wanted[u] & ~others and bool(good) and not on(s, "funnies"))
        if finds_work(s, f, u):
            assert not rules.helps(u)


@rule("14.10", "19.4")
def test_ships_do_not_make_a_weak_unit_a_strong_one(desk):
    """Two factors against seventeen: with the first ship that would do."""
    w = desk.w
    foes = {"de-lehr": "L3", "de-12ss": "L3"}
    ships = [w.sea_spots.index("N4")] + [LOST] * (len(w.ships) - 1)
    for units in ({"us-4cav": "L2"}, {"us-4cav": "L2", "us-106cav": "L2"}):
        s = desk.set_up(units | foes, ship_at=ships, steps=[])
        assert 12 < sum(w.combat[desk.unit(u)][0] for u in foes) <= 6 * (2 + w.ships[0].strength)
        assert all(is_weak(s, front(s), desk.unit(u)) for u in units)
        assert removable(s) == sorted(desk.unit(u) for u in units)


@rule("14.10")
def test_why_nobody_else_is_removed(desk):
    """Two factors against seventeen are 1-9; a division beside them is strong enough, another next to nobody."""
    units = {"us-4cav": "M9", "us-1": "R20", "us-9": "R14", "de-lehr": "M10", "de-12ss": "M10", "de-91": "R21"}
    s = desk.set_up(units, steps=[Removing()])
    assert desk.step() == "Removing"
    assert desk.legal("remove") == ["us-4cav"]
    names = desk.w.unit_names
    assert desk.words("remove us-1") == (
        f"14.10: {names[desk.unit('us-1')]} can attack at legal odds, or others attack for it."
    )
    for unit in ("us-9", "de-lehr"):
        assert desk.words(f"remove {unit}") == f"14.10: {names[desk.unit(unit)]} has no duty to attack."
    assert s.side == ALLIED
    desk.play("remove us-4cav")
    assert desk.at("us-4cav") == "destroyed"
    assert desk.at("us-1") == "R20"


# ------------------------------------------------------------------------------------------- one by one


def names_of(desk, units):
    return {desk.w.ids[u] for u in units}


@rule("14.10", "14.1", "9.1F")
@pytest.mark.parametrize(("one", "other"), [("us-4cav", "us-106cav"), ("us-106cav", "us-4cav")])
def test_who_need_not_attack_is_not_weak(desk, one, other):
    """One has but frozen units beside it, the other a stack of its own, and more frozen ones."""
    beside = min(label for label in desk.near("V6") if len(desk.near(label)) == 6)
    units = {
        one: beside,
        "de-lehr": "V6",
        "de-12ss": "V6",
        other: "M9",
        "de-vs-1": "M10",
        "de-2pz": "M8",
        "de-1ss": "M8",
    }
    s = desk.set_up(units, frozen="de-lehr de-12ss de-2pz de-1ss", steps=[])
    f = front(s)
    assert names_of(desk, members(f.must)) == {other}
    assert f.able[desk.unit(other)] == desk.hexes_of("M8 M10")
    assert not is_weak(s, f, desk.unit(one))
    assert not is_weak(s, f, desk.unit(other)), "it attacks the Volkssturm"
    assert removable(s) == []


@rule("14.10", "14.6", "31.16", "9.1F")
def test_who_finds_work_beside_the_funnies_and_beside_frozen_units(desk):
    """Either of two divisions could attack the stack alone. Frozen units are further down the map, next to nobody."""
    units = {"us-1": "M9", "us-4": "M9", "de-352": "M10", "de-353": "V6"}
    for options, frozen, expected in (("", "", True), ("funnies", "", False), ("", "de-353", True)):
        s = desk.set_up(units, options=options, frozen=frozen, steps=[])
        f = front(s)
        assert bool(f.apart) == bool(frozen)
        for u in ("us-1", "us-4"):
            assert finds_work(s, f, desk.unit(u)) == expected


@rule("31.13", "14.10")
def test_the_brigade_that_picks_one_hex_finds_work(desk):
    units = {"de-150ss": "M9", "us-4cav": "M10", "us-106cav": "M8"}
    s = desk.set_up(units, side="german", turn="dec-3", options="greif", greif=IN_USE, steps=[])
    assert picks_one(s, desk.unit("de-150ss"))
    assert finds_work(s, front(s), desk.unit("de-150ss"))


WEAK = {"de-vs-1": "R20", "us-2arm": "R21", "us-3arm": "R21", "us-1": "R21"}
"""One unit that has no legal odds against the stack before it."""


def walls(desk):
    """A fortress, an open hex beside it, and one behind that."""
    w = desk.w
    plain = w.ground[0] & ~(w.fortresses | w.cities)
    for a in members(w.fortresses & ~w.cities):
        for b in w.near[a]:
            for c in w.near[b]:
                apart = not w.adjacent[a] >> c & 1 and c != a and w.grid.distance(a, desk.hex("R20")) > 4
                if apart and plain >> b & 1 and plain >> c & 1 and len(w.near[b]) == 6:
                    return [w.labels[x] for x in (a, b, c)]
    raise AssertionError


@rule("14.10", "14.13")
def test_who_helps_by_leaving_while_others_stand_in_fortresses(desk):
    """The Volkssturm cannot attack, and helps by leaving. Who attacks his own enemy does not, nor who has help out of
    a fortress."""
    fortress, there, behind = walls(desk)
    more = {"de-352": "M9", "us-4cav": "M10", "de-lehr": fortress, "de-347": behind}
    more |= dict.fromkeys(["us-9", "us-29", "us-4"], there)
    s = desk.set_up(WEAK | more, side="german", steps=[], ruined=0, back="de-347")
    f = front(s)
    assert f.inside == {desk.unit("de-lehr"): desk.hex(fortress)}
    rules = Weakness(s)
    assert rules.least == 2
    assert {u: would_help(s, desk.unit(u)) for u in ("de-vs-1", "de-352", "de-347")} == {
        "de-vs-1": True, "de-352": False, "de-347": False,
    }  # fmt: skip
    assert all(would_help(s, u) == rules.helps(u) for u in members(f.must))


@rule("14.10", "14.13", "14.6")
def test_who_could_attack_goes_if_he_alone_must_have_too_many_attacked(desk):
    """A division has legal odds against its own enemy, but not against the stack that it shares with a fortress."""
    fortress, there, behind = walls(desk)
    w = desk.w
    own = next(
        w.labels[x] for x in w.near[desk.hex(behind)]
        if x not in w.near[desk.hex(there)] and x != desk.hex(there) and not w.fortresses >> x & 1
    )  # fmt: skip
    units = {"de-vs-1": fortress, "de-347": behind, "us-4cav": own} | dict.fromkeys(
        ["us-2arm", "us-3arm", "us-1"], there
    )
    s = desk.set_up(units, side="german", steps=[Removing()], ruined=0)
    rules = Weakness(s)
    assert rules.least == 1
    assert not is_weak(s, front(s), desk.unit("de-347"))
    assert names_of(desk, removable(s)) == {"de-347"}
    assert desk.why("keep") == ["14.10"]


@rule("14.10", "21.9")
def test_rangers_without_a_zone_are_removed_as_well(desk):
    """One factor against seventeen. Nobody else is near, and they have no zone themselves."""
    s = desk.set_up({"us-rangers": "M9", "de-lehr": "M10", "de-12ss": "M10"}, steps=[])
    assert names_of(desk, removable(s)) == {"us-rangers"}


@rule("14.10")
def test_weak_units_are_removed_one_by_one(desk):
    units = {"us-4cav": "M9", "us-106cav": "R20", "us-1": "S26", "de-91": "S27"}
    units |= {"de-lehr": "M10", "de-12ss": "M10", "de-2pz": "R21", "de-1ss": "R21"}
    desk.set_up(units, steps=[Removing()])
    assert desk.legal("remove") == ["us-106cav", "us-4cav"] or desk.legal("remove") == ["us-4cav", "us-106cav"]
    desk.play("remove us-4cav")
    assert desk.step() == "Removing"
    assert desk.legal("remove") == ["us-106cav"]
    assert desk.why("keep") == ["14.10"]
    desk.play("remove us-106cav")
    assert desk.step() == "", "nobody else is weak"

"""14.6, 14.8, 14.11, 19.4, 6.2, 9.1F: the search for the best sharing piece by piece: who could join, how ships are
shared out, who finds something to do, and what it answers when it gives up early."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from grognard.games.fortress_europa.rules.combat import sharing
from grognard.games.fortress_europa.rules.combat.duties import missed
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.sharing import WORST, Search, excused
from grognard.games.fortress_europa.rules.state import LOST
from grognard.maps import mask_of, members
from grognard.suite import rule
from tests.games.fortress_europa.sharings import Sharings, together
from tests.games.fortress_europa.test_regrouping import STRONG, by_hexes, placed
from tests.games.fortress_europa.test_searching import (
    NOWHERE_NEAR,
    against_odds,
    among_the_quiet,
    costs_of,
    in_the_open,
    in_the_woods,
    with_ships,
)
from tests.games.fortress_europa.test_sharing_more import ships_at_n4
from tests.games.fortress_europa.test_who_could_attack import few_of_many_nations

SCENES = [(scene, seed) for scene, number in (
    (in_the_open, 6), (against_odds, 8), (in_the_woods, 4), (with_ships, 8), (among_the_quiet, 4),
    (few_of_many_nations, 6),
) for seed in range(200, 200 + number)]  # fmt: skip


class Pieces:
    """A search over a whole front, asked in units and hexes as they are called elsewhere."""

    def __init__(self, s):
        self.s, self.f = s, front(s)
        able = {u: near & ~self.f.apart for u, near in self.f.able.items() if near & ~self.f.apart}
        self.search = Search(s, self.f, able, mask_of(able), self.f.duty, None, 0)

    def units(self, names):
        return mask_of(self.search.ids.index(u) for u in names)

    def hexes(self, hexes):
        return mask_of(self.search.first + self.search.hexes.index(h) for h in members(hexes))

    def team(self, hexes, units):
        return self.hexes(hexes), tuple(self.search.ids.index(u) for u in units), self.units(units)

    def named(self, battles):
        return {self.search._named(hexes): mask_of(self.search.ids[i] for i in units) for hexes, units, _ in battles}


@rule("14.6C", "14.8", "6.2", "21.3", "19.4")
@pytest.mark.parametrize(("scene", "seed"), SCENES)
def test_who_could_join_and_whether_that_makes_it_legal(desk, scene, seed):
    """Whoever is free, beside all of the hexes and of no other nationality."""
    s = scene(desk, seed)
    fronts, pieces = Sharings(s), Pieces(s)
    rng = random.Random(seed)
    for hexes in fronts.battles:
        near = [u for u in fronts.units if not hexes & ~fronts.f.able[u]]
        for team in (some for n in (1, 2) for some in combinations(near, n) if together(s, some)):
            busy = [u for u in fronts.units if u not in team and rng.random() < 0.4]
            free = [u for u in near if u not in team and u not in busy]
            friends = [u for u in free if together(s, (*team, u))]
            args = pieces.hexes(hexes), pieces.units(team)
            rest = pieces.units(u for u in fronts.units if u not in team and u not in busy)
            assert pieces.search._friends(*args, rest) == pieces.units(friends)
            ships = mask_of(x for x in fronts.ships if x in sharing.ship_support(s, hexes))
            could = any(
                fronts.legal(hexes, (*team, *more), ships)
                for n in range(len(friends) + 1)
                for more in combinations(friends, n)
            )
            assert pieces.search._could(*args, pieces.units(busy)) == could
            assert pieces.search._possible(args[1], args[0]) == fronts.legal(hexes, team, ships)


@rule("14.8", "19.4", "19.6")
@pytest.mark.parametrize("seed", range(20))
def test_how_ships_are_shared_out(desk, seed):
    """Among up to three battles with one unit in each, of which some need ships: every way is tried."""
    s = with_ships(desk, 300 + seed)
    if seed % 2:
        s.ship_at = [desk.w.sea_spots.index("N4")] * 4
        s.facts = None
    fronts, pieces = Sharings(s), Pieces(s)
    one = [(b, u) for b in fronts.battles if b.bit_count() == 1 for u in fronts.units if not b & ~fronts.f.able[u]]
    for n in (1, 2, 3):
        for some in combinations(one, n):
            battles = [(hexes, (u,)) for hexes, u in some]
            if len({h for h, _ in some}) < n or len({u for _, u in some}) < n:
                continue
            teams = [pieces.team(*battle) for battle in battles]
            if all(pieces.search._possible(team, hexes) for hexes, _, team in teams):
                assert pieces.search._shipped(teams, 0) == fronts.can_be_fought(battles)
                for ship in range(4):
                    left = s.copy()
                    left.ships_used |= 1 << ship
                    expected = Sharings(left).can_be_fought(battles)
                    assert pieces.search._shipped(teams, 1 << ship) == expected


FREE = placed(M9="us-1 us-4", M8="de-91", M10="de-352", L8="de-353")
FOREIGN = placed(M9="br-3", L9="us-4", N8="br-50", M10="de-352", M8="de-91")

CASES = [
    # into a battle of his nationality before which he stands, or one of his own
    (FREE, {"M8": "us-1"}, "us-4", 0, {"M8": "us-1 us-4"}),
    (FREE, {}, "us-4", 0, {"L8": "us-4"}),
    (FOREIGN, {"M8": "br-50"}, "us-4", 0, {"M8": "br-50", "M10": "us-4"}),
    (FOREIGN | {"us-9": "M7"}, {"M8": "us-9"}, "br-50", 0, {"M8": "us-9"}),  # excused
    (FOREIGN | {"us-rangers": "M9"}, {"M10": "us-rangers"}, "us-4", 0, {"M10": "us-rangers us-4"}),
    # beside one of two hexes only he does not join, nor is he excused by his own
    (placed(N9="us-1", L9="us-4", M10="de-352", N10="de-91"), {"M10 N10": "us-1"}, "us-4", 0, None),
    (placed(N9="br-3", L9="us-4", M10="de-352", N10="de-91"), {"M10 N10": "br-3"}, "us-4", 0, {"M10 N10": "br-3"}),
    (placed(N9="us-rangers", L9="us-4", M10="de-352", N10="de-91"), {"M10 N10": "us-rangers"}, "us-4", 0, None),
    # too weak for what is left
    (placed(M9="us-4cav", N8="us-1", M10=STRONG, M8="de-91"), {"M8": "us-1"}, "us-4cav", 0, {"M8": "us-1 us-4cav"}),
    (placed(M9="us-4cav", N8="br-3", M10=STRONG, M8="de-91"), {"M8": "br-3"}, "us-4cav", 0, None),
    # he takes a battle over from others, who find something else: alone, with others, or by taking over in turn
    (placed(M9="us-4cav", N8="br-3", M10=STRONG, M8="de-91"), {"M8": "br-3"}, "us-4cav", 1, {"M8": "us-4cav"}),
    (placed(M9="us-4cav", N8="br-3", M10=STRONG, M8="de-91", O9="de-2pz de-116pz de-9pz de-17ss de-352 de-353"),
     {"M8": "br-3"}, "us-4cav", 1, None),
    (placed(M9="us-4cav", M7="br-3", M10=STRONG, M8="de-91", M6="de-353"), {"M8": "br-3"}, "us-4cav", 1,
     {"M8": "us-4cav", "M6": "br-3"}),
    (placed(M9="us-4cav", M7="br-3", M10=STRONG, M8="de-91", M6="de-353"), {"M8": "br-3"}, "us-4cav", 0, None),
    (placed(M9="us-4cav", M7="br-3", L6="br-50", M10=STRONG, M8="de-91", M6="de-353"), {"M6": "br-50", "M8": "br-3"},
     "us-4cav", 1, {"M6": "br-50 br-3", "M8": "us-4cav"}),
    (placed(M9="us-4cav", M7="br-3 us-rangers", M10=STRONG, M8="de-91", M6="de-353"),
     {"M8": "br-3 us-rangers"}, "us-4cav", 1, {"M8": "us-4cav us-rangers", "M6": "br-3"}),
]  # fmt: skip


@rule("14.6", "14.6B", "14.8", "14.11", "6.2", "21.3")
@pytest.mark.parametrize(("units", "battles", "who", "depth", "expected"), CASES)
def test_what_one_more_finds_to_do(desk, units, battles, who, depth, expected):
    s = desk.set_up(units, steps=[])
    pieces = Pieces(s)
    teams = [pieces.team(desk.hexes_of(x), [desk.unit(u) for u in names.split()]) for x, names in battles.items()]
    before = list(teams)
    found = pieces.search._place(teams, pieces.search.ids.index(desk.unit(who)), depth)
    assert teams == before
    if expected is None:
        assert found is None
    else:
        assert found is not None
        assert pieces.named(found) == by_hexes(desk, expected)
        assert all(together == mask_of(order) for _, order, together in found)


@rule("14.6", "14.8", "14.11")
@pytest.mark.parametrize("seed", range(30))
def test_nobody_loses_his_part_by_one_more(desk, seed):
    """Of all who must attack and had something to do each still has, and the battles can be fought."""
    s = (in_the_open, against_odds, few_of_many_nations)[seed % 3](desk, 400 + seed)
    fronts, pieces, rng = Sharings(s), Pieces(s), random.Random(seed)
    f = fronts.f
    ways = [some for some, _ in fronts.every()]
    for some in rng.sample(ways, min(40, len(ways))):
        teams: dict[int, list[int]] = {}
        for u, hexes in zip(fronts.units, some, strict=True):
            if hexes:
                teams.setdefault(hexes, []).append(u)
        busy = {u for team in teams.values() for u in team}
        for u, depth in product([u for u in fronts.units if u not in busy], (0, 1, 3)):
            found = pieces.search._place(
                [pieces.team(*battle) for battle in teams.items()], pieces.search.ids.index(u), depth
            )
            if found is None:
                continue
            after = {hexes: members(team) for hexes, team in pieces.named(found).items()}
            assert all(not hexes & ~f.able[x] for hexes, team in after.items() for x in team)
            assert sum(map(len, after.values())) == len({x for team in after.values() for x in team})
            assert sum(h.bit_count() for h in after) == mask_of(x for h in after for x in members(h)).bit_count()
            assert fronts.can_be_fought([(hexes, tuple(team)) for hexes, team in after.items()])
            idle = {x for x in busy | {u} if f.must >> x & 1} - {x for team in after.values() for x in team}
            for x in idle:  # excused
                [near] = members(f.able[x] & ~f.apart)
                assert any(hexes >> near & 1 and not together(s, (*team, x)) for hexes, team in after.items())


@rule("14.6", "14.6A", "14.8")
@pytest.mark.parametrize(("patience", "seed"), [(n, seed) for n in (0, 1, 2, 4, 8, 16) for seed in range(6)])
def test_who_gives_up_early_never_claims_too_much(desk, patience, seed, monkeypatch):
    """What is found may miss more duties than the best, and never fewer."""
    s = against_odds(desk, 500 + seed)
    fronts = Sharings(s)
    best = min(cost for _, cost in fronts.every())
    monkeypatch.setattr(sharing, "PATIENCE", patience)
    for enough in (0, max(0, best - 1), best, NOWHERE_NEAR):
        for exactly in (True, False):
            one = Pieces(s).search
            found = one.fewest(enough, exactly=exactly)
            assert found >= min(best, enough + 1)
            if found <= enough and found < len(one.duty) + one.must.bit_count():
                assert costs_of(fronts, one.plan) <= found


@rule("14.6", "14.8")
@pytest.mark.parametrize("seed", range(12))
def test_how_many_are_missed_is_told_exactly_unless_somebody_asks_for_less(desk, seed):
    s = against_odds(desk, 600 + seed)
    best = min(cost for _, cost in Sharings(s).every())
    for enough in range(best, best + 4):
        assert Pieces(s).search.fewest(enough) == best


@rule("14.8", "14.1", "6.2")
def test_company_is_found_for_a_battle_that_nobody_must_fight(desk):
    """Paratroopers who have just dropped: five against thirty-seven needs the second British division, in the plan
    as well; three need more than there are. The American beside them need not do anything."""
    strong, others = STRONG + " de-101ss de-325", "de-352 de-91 de-77 de-353 de-2pz de-116pz"
    units = placed(L9="us-1", M9="br-3 br-50", M10=strong, L10=others)
    for back, expected in (("us-1", 0), ("us-1 br-3 br-50", WORST)):
        s = desk.set_up(units, back=back, dropped=desk.units_of(f"{strong} {others}"), steps=[])
        f, hexes, first = front(s), desk.hexes_of("M10"), desk.unit("br-3")
        able = {u: near & ~hexes for u, near in f.able.items() if u != first}
        one = Search(s, f, able, mask_of(able), 0, (hexes, (first,)), 0)
        for enough in (0, 1, NOWHERE_NEAR):
            assert one.fewest(enough) == expected
        if not expected:
            assert [(h, set(team)) for h, team in one.plan] == [(hexes, {first, desk.unit("br-50")})]


@rule("14.11", "6.2", "9.1F")
def test_who_is_excused(desk):
    """Next to one stack that others attack; one of frozen units beside it does not count."""
    units = placed(M9="us-1", L9="us-4", N9="us-9", M8="de-91", M10="de-352", N10="de-353")
    s = desk.set_up(units, frozen="de-91", steps=[])
    f = front(s)
    british, american, rangers = ([desk.unit(u)] for u in ("br-3", "us-29", "us-rangers"))
    for name, expected in (("us-1", True), ("us-4", True), ("us-9", False)):
        assert excused(s, f, desk.unit(name), british) == expected
        assert not excused(s, f, desk.unit(name), american)
        assert not excused(s, f, desk.unit(name), rangers)
        assert excused(s, f, desk.unit(name), british + rangers) == expected


@rule("14.11", "9.1F", "14.6")
@pytest.mark.parametrize(("frozen", "lost"), [("de-91", 0), ("de-91 de-77", 0), ("", 2)])
def test_a_unit_beside_a_stack_of_others_and_frozen_ones_is_excused(desk, frozen, lost):
    """The cavalry is too weak for what both British divisions attack; the other stack, if free, must be attacked."""
    units = placed(
        M9="us-4cav", L9="br-3 br-50", M10=STRONG, M8="de-91 de-12ss" if not frozen else "de-91", N6="de-77"
    )
    units |= {"de-116pz": "M8", "de-9pz": "M8", "de-17ss": "M8"} if not frozen else {}
    s = desk.set_up(units, frozen=frozen, steps=[], ship_at=[LOST] * 4)
    assert missed(s) == lost
    assert Pieces(s).search.fewest(NOWHERE_NEAR) == lost


@rule("14.6B", "14.1", "14.11")
def test_who_need_not_attack_gives_way_and_needs_nothing_else(desk):
    """The brigade is too weak for one stack and takes over the paratroopers, whom nobody must attack."""
    units = placed(M9="br-4bde", N8="us-1", M10=STRONG, M8="de-91", N7="de-352")
    s = desk.set_up(units, dropped=desk.units_of("de-91 de-352"), steps=[])
    pieces = Pieces(s)
    brigade = pieces.search.ids.index(desk.unit("br-4bde"))
    teams = [pieces.team(desk.hexes_of("M8"), [desk.unit("us-1")])]
    found = pieces.search._place(teams, brigade, 1)
    assert found is not None
    assert pieces.named(found) == by_hexes(desk, {"M8": "br-4bde"})
    assert pieces.search._place(teams, brigade, 0) is None


@rule("14.6B", "14.1", "14.6")
def test_who_is_beside_paratroopers_only_misses_no_duty(desk):
    """Three cannot attack thirty-three, and need not: while others fight with company before somebody else."""
    units = placed(K11="us-9", L10=STRONG, M9="us-1 us-4", M8="de-91")
    s = desk.set_up(units, back="us-9", dropped=desk.units_of(STRONG), steps=[])
    assert Pieces(s).search.fewest(NOWHERE_NEAR) == 0


@rule("6.2", "21.3", "14.8")
def test_rangers_bring_two_nationalities_into_no_battle(desk):
    """Seven together would have legal odds against thirty-three, four of one nationality have not."""
    s = desk.set_up(placed(M9="us-1 us-rangers", L9="br-3", M10=STRONG), back="us-1 br-3", steps=[])
    one, rangers = Pieces(s), [desk.unit("us-rangers")]
    hexes = one.hexes(desk.hexes_of("M10"))
    assert not one.search._could(hexes, one.units(rangers), 0)
    assert one.search.fewest(NOWHERE_NEAR) == 4
    s = desk.set_up(placed(M9="us-1 us-rangers us-4", L9="br-3", M10=STRONG), back="us-1 br-3", steps=[])
    one = Pieces(s)
    assert one.search._could(one.hexes(desk.hexes_of("M10")), one.units(rangers), 0)
    assert one.search.fewest(NOWHERE_NEAR) == 0, "the British are excused"


@rule("14.6", "14.8")
@pytest.mark.parametrize(("patience", "found"), [(2, False), (3, True), (4, True)])
def test_how_many_beginnings_are_looked_at(desk, patience, found, monkeypatch):
    """One division before one stack: nobody yet, the division as the leader, and whether it needs company."""
    s = desk.set_up({"us-1": "M9", "de-91": "M10"}, steps=[])
    monkeypatch.setattr(sharing, "PATIENCE", patience)
    search = Pieces(s).search
    search.tries, search.tight = 0, False
    assert search._lead(0, 0, 0) == found


@rule("14.8", "19.4")
def test_what_no_ship_could_help_does_not_hide_what_needs_one(desk):
    """Each of two battles is possible with the one ship, both hexes at once are not: so only one is fought."""
    s = ships_at_n4(desk, 1, steps=[])
    one = Pieces(s)
    first = one.team(desk.hexes_of("L3"), [desk.unit("us-1")])
    second = one.team(desk.hexes_of("L5"), [desk.unit("us-4")])
    assert one.search._possible(first[2], first[0])
    assert one.search._possible(second[2], second[0])
    assert not one.search._possible(first[2], first[0] | second[0])
    assert one.search._shipped([first], 0)
    assert not one.search._shipped([first, second], 0)


@rule("14.8", "19.4")
def test_ships_that_are_left_must_be_strong_enough(desk):
    """Three against forty-three: eight are needed, of ships with four, three, three and two."""
    units = placed(L2="us-1", L3="de-lehr de-12ss de-1ss de-2ss de-2pz de-101ss")
    s = desk.set_up(units, back="us-1", ship_at=[desk.w.sea_spots.index("N4")] * 4, steps=[])
    one, strength = Pieces(s), [ship.strength for ship in desk.w.ships]
    assert strength == [4, 3, 3, 2]
    team = one.team(desk.hexes_of("L3"), [desk.unit("us-1")])
    assert one.search._possible(team[2], team[0])
    for used in range(16):
        left = sum(x for ship, x in enumerate(strength) if not used >> ship & 1)
        assert one.search._shipped([team], used) == (left >= 5)


@rule("19.4", "14.8", "14.6")
def test_ships_named_for_a_battle_help_no_other(desk):
    """The only ship in reach is named before L3: the Americans before L5, without it, miss both duties."""
    s = ships_at_n4(desk, 1, steps=[])
    f, battle = front(s), (desk.hexes_of("L3"), (desk.unit("us-1"),))
    other, hexes = desk.units_of("us-4"), desk.hexes_of("L5")
    for ships in (0, 1):
        one = Search(s, f, {desk.unit("us-4"): hexes}, other, hexes, battle, ships)
        assert one.fewest(NOWHERE_NEAR) == 2
        assert one.fewest(1) == WORST


@rule("14.13", "14.6A", "14.8")
def test_who_need_not_come_out_of_a_fortress_is_in_the_plan_if_he_is_needed(desk):
    """Four cannot attack twenty-six, five can."""
    away = sorted(desk.near("GG11") - desk.near("GG12") - {"GG12", "GG10"})[0]
    units = {"de-vs-1": "GG12", "de-352": away} | dict.fromkeys(
        ("us-1", "us-4", "us-9", "us-29", "us-106cav"), "GG11"
    )
    s = desk.set_up(units, side="german", ruined=0, steps=[])
    f, foe = front(s), desk.hexes_of("GG11")
    both = desk.units_of("de-vs-1 de-352")
    assert f.inside.keys() == {desk.unit("de-vs-1")}
    assert f.legal(s, both, foe, 0)
    assert not f.legal(s, desk.units_of("de-352"), foe, 0)
    one = Search(s, f, dict(f.able), both, f.duty, None, 0)
    assert one.fewest(NOWHERE_NEAR) == 0
    assert [(hexes, mask_of(team)) for hexes, team in one.plan] == [(foe, both)]


@rule("16.5", "14.6A", "14.8")
@pytest.mark.parametrize("armored", ["de-2pz", "de-116pz", "de-11pz"])
def test_armor_with_the_factor_of_infantry_is_not_taken_for_it(desk, armored):
    """Three of infantry have legal odds against fifteen on rough ground, of armor against eighteen in the open; both
    against both have not."""
    units = placed(E6=f"{armored} de-226", D5="us-1 us-4 us-9", D6="us-29 us-82 us-101")
    s = desk.set_up(units, side="german", back=f"{armored} us-9", steps=[])
    assert desk.w.combat[desk.unit("de-226")][0] == desk.w.combat[desk.unit(armored)][1] == 3
    assert Pieces(s).search.fewest(NOWHERE_NEAR) == 0


@rule("14.6", "14.8")
def test_company_that_is_needed_elsewhere_is_left_to_others(desk):
    """Any two have legal odds against thirty-three; against forty-two all three that are beside it are needed. The
    British there are excused."""
    others = "de-2pz de-116pz de-17ss de-9pz de-352 de-353 de-91 de-101ss de-325"
    units = placed(M9="us-1 us-4", L9="us-9 us-29", M7="us-82 br-3 br-50", M10=STRONG, M8=others)
    s = desk.set_up(units, back="us-1 us-4 us-9 us-29 us-82 br-3 br-50", steps=[])
    f = front(s)
    assert f.strengths(s, desk.units_of("us-1 us-4 us-82"), desk.hexes_of("M8"), 0) == (9, 42)
    assert f.strengths(s, desk.units_of("us-9 us-29"), desk.hexes_of("M10"), 0) == (6, 33)
    assert Pieces(s).search.fewest(NOWHERE_NEAR) == 0


@rule("14.8", "19.4", "14.6B")
def test_who_joins_a_battle_may_set_its_ship_free(desk):
    """Three of them against forty need no ship, one with it could do as well; the fourth cannot do without it."""
    units = placed(L2="us-1 us-4 us-9", L3=STRONG + " de-2pz", M5="us-29")
    units |= dict.fromkeys(["de-116pz", "de-17ss", "de-9pz", "de-352", "de-353", "de-91", "de-77", "de-101ss"], "L5")
    spot = desk.w.sea_spots.index("N4")
    s = desk.set_up(units, back="us-1 us-4 us-9 us-29", ship_at=[spot, LOST, LOST, LOST], steps=[])
    f, one = front(s), desk.units_of("us-29")
    weight = f.strengths(s, one, desk.hexes_of("L5"), 0)[1]
    assert 18 < weight <= 42
    assert Pieces(s).search.fewest(NOWHERE_NEAR) == 0

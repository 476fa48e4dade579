"""What is kept with a position follows it, and what is refused or told is told of the right hex, unit and army."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN
from grognard.games.nineteen_forty.rules.combat import battle_odds
from grognard.games.nineteen_forty.rules.command import bounds
from grognard.games.nineteen_forty.rules.declaring import Declaring, front
from grognard.games.nineteen_forty.rules.deploying import AlliedDeploying, deploy_hexes
from grognard.games.nineteen_forty.rules.movement import reached
from grognard.games.nineteen_forty.rules.planning import random_assignment
from grognard.games.nineteen_forty.rules.retreat import freeze, retreat_hexes
from grognard.games.nineteen_forty.rules.sequence import StartImpulse
from grognard.games.nineteen_forty.rules.state import MOVING, OPENING, ROUTED, claim, facts, survey
from grognard.games.nineteen_forty.rules.strength import why_held, works
from grognard.games.nineteen_forty.rules.suggestions import first_marks, set_up
from grognard.games.nineteen_forty.rules.zones import army_of, deployed_units, zone_of, zones
from grognard.kernel.rules.masks import values
from grognard.maps import mask_of, members
from grognard.suite import offers_are_right, rule

FRONT = {
    "de-i": "2014", "de-x": "1511", "de-xix": "1411", "de-geb": "2803", "de-22-ll": "2415", "fr-iv": "2015",
    "fr-iii": "1610", "be-i": "1410", "fr-vii": "2804", "ch-basel": "2904", "br-i": "2416", "nl-i": "0609",
}  # fmt: skip


# ---------------------------------------------------------------------------------------------- what is kept


@rule("7 ¶1", "13 Neutral Status ¶1", "17 German ¶1", "10 Eben Emael ¶1")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_what_can_attack_what_follows_every_change(desk, side):
    """Each value that it depends on is changed alone, and an attack is added, changed and taken back."""
    desk.set_up(FRONT, side=side, war="belgium luxembourg", combat=True, turn=1)
    unit, target = ("de-i", "2015") if side == "german" else ("fr-iv", "2014")
    order = (desk.unit(unit), desk.hex(target))
    other = (desk.unit("de-x"), desk.hex("1610")) if side == "german" else (desk.unit("fr-iii"), desk.hex("1511"))
    for name, value in (
        ("side", 1 - desk.s.side), ("turn", 3), ("war", 63), ("war", 0b11), ("fresh", 0b10100), ("garrisons", 3),
        ("effort", 1), ("effort", 2), ("attacks", (order,)), ("attacks", (other,)), ("attacks", (order, other)),
    ):  # fmt: skip
        desk.set_up(FRONT, side=side, war="belgium luxembourg", combat=True, turn=1)
        s = desk.s
        front(s)
        setattr(s, name, value)
        assert front(s)[:-1] == front(s.bare())[:-1], name
    for attacks in ((), (order,), (order, other), (order,), (other,), (other, order), ()):
        desk.s.attacks = attacks
        assert front(desk.s)[:-1] == front(desk.s.bare())[:-1], attacks
    desk.s.disrupted[desk.unit(unit)] = ROUTED
    assert front(desk.s)[:-1] == front(desk.s.bare())[:-1]


@rule("7 Retreat ¶1a", "7 Retreat ¶1b", "7 B Reservists ¶1", "13 Belgium ¶1b")
def test_where_a_retreat_may_end_follows_every_change(desk):
    """Asked of one unit after the other, and again when one of the things that it depends on has changed."""
    units = {"fr-iv": "2015", "fr-xi": "2015", "fr-9-dim": "2016", "be-i": "1214", "de-i": "2014", "de-x": "2217"}
    desk.set_up(units, combat=True)
    s, w = desk.s, desk.w
    frozen = freeze(s, [desk.unit("fr-iv")], [desk.hex("2015")], ())
    land, zone, friends = frozen.land, frozen.zone, frozen.friends
    ring = {h for h in range(w.n) if w.grid.distance(desk.hex("2015"), h) == 2}
    asked = [
        (unit, *more)
        for unit in ("fr-iv", "fr-xi", "fr-9-dim", "be-i")
        for more in ((land, zone, friends), (land & ~w.bit[desk.hex("2017")], zone, friends), (land, 0, friends),
                     (land, zone, friends | w.bit[desk.hex("2117")]))
    ]  # fmt: skip
    for unit, *more in asked:
        u = desk.unit(unit)
        assert retreat_hexes(s, u, *more) == retreat_hexes(s.bare(), u, *more), unit
    assert set(retreat_hexes(s, desk.unit("fr-iv"), land, 0, 0)) <= ring
    assert not set(retreat_hexes(s, desk.unit("fr-xi"), land, 0, 0)) & ring
    u = desk.unit("fr-iv")
    before = retreat_hexes(s, u, land, zone, friends)
    s.where[desk.unit("fr-iii")] = before[0]
    assert retreat_hexes(s, u, land, zone, friends) == before[1:], "a corps has come to stand there"
    s.where[desk.unit("fr-iii")] = w.out
    assert retreat_hexes(s, u, land, zone, friends) == before
    belgian = desk.unit("be-i")
    for name, value in (("belgium_lost", True), ("war", 0b11)):
        retreat_hexes(s, belgian, land, zone, friends)
        setattr(s, name, value)
        assert retreat_hexes(s, belgian, land, zone, friends) == retreat_hexes(s.bare(), belgian, land, zone, friends)


@rule("5 ¶1", "11 Air Landing Division ¶1")
@pytest.mark.parametrize("spot", ["waiting", "eliminated", "evacuated", "out"])
def test_a_landed_division_that_is_gone_weakens_no_zone(desk, spot):
    """It lacked supply when it was lost; what others win by their zones is theirs."""
    desk.set_up({"de-22-ll": spot, "de-i": "2013"})
    s, w = desk.s, desk.w
    s.german, s.allied = w.countries[0], w.land & ~w.countries[0]
    s.unsupplied = 1 << desk.unit("de-22-ll")
    claim(s)
    assert s.german & ~w.countries[0] == w.bit[desk.hex("2013")] | w.zoc[desk.hex("2013")]


@rule("5 ¶1", "11 Parachute Regiments ¶1")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_where_both_stand_a_walk_elsewhere_changes_nothing(desk, side):
    """By option a regiment holds its hex; a French corps is in it, and the hex stays with whoever had it."""
    mover, start, goal = ("de-9-pz", "1605", "1604") if side == "german" else ("fr-cav", "2619", "2618")
    for owner in ("german", "allied"):
        desk.set_up({"de-fj-1": "2015", "fr-iv": "2015", mover: start}, side=side, options={"paratroops-hold": True})
        desk.hold(["2015"], owner)
        desk.play(f"move {mover} {goal}")
        assert desk.owner("2015") == owner


@rule("6 ¶1", "6 ¶2a")
def test_a_copy_of_a_position_knows_what_was_found_out_and_keeps_it_apart(desk):
    """Units on foot and motorized, asked before the copy is made; then each position goes its own way."""
    units = {"de-i": "1605", "de-13-mot": "1605", "de-x": "1505", "de-9-pz": "1704", "fr-iv": "1709"}
    desk.set_up(units)
    s = desk.s
    own = [desk.unit(x) for x in units if x != "fr-iv"]
    for u in own:
        facts(s).goals(s, u)
    other = s.copy()
    desk.play("move de-9-pz 1705")
    for state in (s, other):
        assert facts(state).movers(state) == facts(state.bare()).movers(state.bare())
        for u in own:
            fresh = state.bare()
            assert facts(state).goals(state, u) == facts(fresh).goals(fresh, u), desk.w.ids[u]


@rule("6 ¶2a")
def test_the_ways_of_two_units_to_one_goal_are_their_own(desk):
    """Asked in turn: on foot and motorized, then to another goal and back."""
    desk.set_up({"de-i": "1605", "de-13-mot": "1604", "de-x": "1505", "fr-iv": "1709"})
    s = desk.s
    for unit, goal in (("de-i", "1503"), ("de-13-mot", "1503"), ("de-x", "1503"), ("de-i", "1504"), ("de-i", "1503")):
        u, path = desk.unit(unit), [s.where[desk.unit(unit)]]
        fresh = s.bare()
        found = facts(s).onward(s, u, desk.hex(goal), path)
        assert found == facts(fresh).onward(fresh, u, desk.hex(goal), path), (unit, goal)


# ------------------------------------------------------------------------------------------------- refusals


@rule("14 Reserves ¶1a")
def test_only_a_reserve_of_the_phasing_side_that_waits_appears(desk):
    waiting = {"de-xvii": "waiting", "de-xl": "1703", "de-i": "waiting", "fr-xxi": "waiting", "fr-iii": "waiting"}
    desk.set_up(waiting, turn=3)
    assert desk.legal("reserve") == ["de-xvii"]
    for unit in ("de-xl", "de-i", "fr-xxi", "fr-iii"):
        assert desk.why(f"reserve {unit}") == ["14 Reserves ¶1a"], unit
    desk.set_up({**waiting, "de-geb": "waiting"}, turn=3)
    assert desk.why("reserve de-geb") == ["14 Reserves ¶1a"], "it replaces nobody"
    assert desk.legal("reserve") == ["de-xvii"]
    desk.s.replaced = desk.unit("de-xlii")
    assert desk.why("reserve de-geb") == [], "it replaces a reserve corps"
    desk.set_up({**waiting, "de-xl": "waiting"}, turn=3, side="allied")
    assert desk.legal("reserve") == ["fr-xxi"]
    for unit in ("de-xvii", "de-i", "fr-iii"):
        assert desk.why(f"reserve {unit}") == ["14 Reserves ¶1a"], unit


@rule("11 ¶1", "11 ¶2")
def test_a_drop_from_a_city_leads_elsewhere(desk):
    desk.set_up({"de-fj-1": "1005", "de-22-ll": "0504", "fr-iv": "2015"})
    for unit, here in (("de-fj-1", "1005"), ("de-22-ll", "0504")):
        found = desk.legal(f"drop {unit}")
        assert here not in found
        assert len(found) > 100
        assert desk.why(f"drop {unit} {here}") == ["11 ¶1"]


@rule("11 ¶2", "11 Effects ¶1", "11 Fortifications ¶1b", "10 Eben Emael ¶1", "13 Holland ¶1c", "13 Neutral Status ¶1")
def test_the_preview_of_a_drop_on_every_hex(desk):
    """On the enemy what his hex brings; on a garrison that it falls; on a neutral country that it is invaded."""
    foes = {"fr-vi": "1808", "be-i": "1010", "nl-i": "0609", "fr-iii": "1607"}
    desk.set_up({"de-fj-1": "waiting", "de-i": "1703", **foes}, garrisons=True, war="belgium holland luxembourg")
    w = desk.w
    enemy = {desk.hex(place) for place in foes.values()}
    for label in desk.legal("drop de-fj-1"):
        h = desk.hex(label)
        expected = ["13 Neutral Status ¶1"] if w.country[h] == 5 else []
        if h in enemy:
            expected += ["11 Fortifications ¶1b" if w.maginot >> h & 1 else "11 Effects ¶1", "11 ¶2"]
        elif label in ("1110", "1009"):
            expected.append("10 Eben Emael ¶1" if label == "1110" else "13 Holland ¶1c")
        assert [e.rule for e in desk.preview(f"drop de-fj-1 {label}").effects] == expected, label


@rule("6 ¶1", "10 Eben Emael ¶1", "13 Holland ¶1c")
def test_a_garrison_bars_its_own_hex_and_no_other(desk):
    desk.set_up({"de-i": "1703", "fr-iv": "2015"}, garrisons=True)
    for label, number in (("1110", "10 Eben Emael ¶1"), ("1009", "13 Holland ¶1c"), ("0101", "6 ¶1"),
                          ("1008", "6 ¶1"), ("1010", "6 ¶1"), ("1109", "6 ¶1"), ("1111", "6 ¶1")):  # fmt: skip
        assert desk.why(f"move de-i {label}") == [number], label
    desk.s.garrisons = 0
    assert desk.why("move de-i 1110") == desk.why("move de-i 1009") == ["6 ¶1"]


@rule("15 ¶1", "8 Supply Effects ¶1")
@pytest.mark.parametrize("lacking", [False, True])
def test_a_corps_that_breaks_down_leaves_its_supply_to_its_divisions(desk, lacking):
    """Whatever others lack, before and after."""
    parts = ("de-9-pz", "de-10-pz", "de-13-mot")
    desk.set_up({**dict.fromkeys(parts, "in-corps"), "de-xxxix": "1605", "de-29-mot": "1505", "fr-iv": "2015"})
    desk.s.german_parts = tuple(map(desk.unit, parts))
    every = (1 << desk.w.n_units) - 1
    own = mask_of(map(desk.unit, (*parts, "de-xxxix")))
    corps = 1 << desk.unit("de-xxxix")
    desk.s.unsupplied = every & ~own | (corps if lacking else mask_of(map(desk.unit, parts)))
    desk.play("break")
    expected = mask_of(map(desk.unit, parts)) if lacking else 0
    assert desk.s.unsupplied == every & ~own | expected


@rule("17 French ¶1a", "16 ¶1")
def test_a_group_that_is_not_known_binds_nobody_in_the_eyes_of_who_looks_on(desk):
    desk.set_up({"fr-iv": "2015", "br-i": "1418"}, side="allied", groups={"french-1": "1", "bef": "1"})
    assert bounds(desk.s, desk.unit("fr-iv")) != desk.w.land
    desk.s.assign_allied = (-1,) * len(desk.w.allied_armies)
    desk.s.war = 63
    assert bounds(desk.s, desk.unit("fr-iv")) == bounds(desk.s, desk.unit("br-i")) == desk.w.land


@rule("11 ¶3", "2 ¶4")
def test_nobody_is_withdrawn_after_the_first_move(desk):
    desk.set_up({"de-fj-1": "1005", "de-i": "1703", "fr-iv": "2015"})
    assert desk.why("withdraw de-fj-1") == []
    desk.play("move de-i 1704")
    assert desk.why("withdraw de-fj-1") == ["2 ¶4"]
    assert "withdraw de-fj-1" not in desk.legal()


@rule("7 Combat Results DR", "10 Minor Fortifications ¶1", "10 Maginot Line ¶1")
def test_which_retreats_work_in_every_hex_without_fortifications(desk):
    """A plain DR everywhere, a starred one not in the terrain and the cities that the table names."""
    w = desk.w
    desk.set_up({"de-i": "1703"}, combat=True)
    u, met = desk.unit("de-i"), set()
    for h in members(w.land & ~w.fortified):
        beside = next((x for x in w.grid.neighbours[h] if (x, h) in w.edges and w.land >> x & 1), None)
        if beside is None:
            continue
        desk.s.where[u] = beside
        assert works(desk.s, "DR", [u], h, ALLIED), w.labels[h]
        starred = not w.dr_star >> h & 1
        assert works(desk.s, "DR*", [u], h, ALLIED) is starred, w.labels[h]
        met.add(starred)
    assert met == {False, True}


@rule("7 ¶4a")
def test_attacks_are_resolved_by_their_first_hexes(desk):
    units = {"de-i": "2014", "fr-iv": "2015", "fr-iii": "1914", "de-x": "1512", "fr-v": "1612", "de-iv": "2417",
             "fr-ix": "2418"}  # fmt: skip
    desk.set_up(units, combat=True)
    desk.play("attack de-i 2015 1914; attack de-x 1612; attack de-iv 2418; done")
    firsts = {"1914", "1612", "2418"}
    assert set(desk.legal("resolve")) == firsts
    assert desk.why("resolve 2015") == desk.why("resolve 2017") == ["7 ¶4a"]
    assert "called by its first hex, 1914" in desk.words("resolve 2015")
    assert "no attack on 2017" in desk.words("resolve 2017")
    assert desk.why("none") == ["7 ¶4a"]
    desk.play("resolve 1612")
    assert {desk.w.labels[targets[0]] for targets, _ in desk.s.battles} == firsts - {"1612"}
    assert type(desk.s.stack[-1]).__name__ != "Resolving", "this attack comes first"
    assert [type(step).__name__ for step in desk.s.stack].count("Resolving") == 1


# ------------------------------------------------------------------------------------------ plans and set-up


@rule("16 Allies ¶1b", "16 Germans ¶1b")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_any_assignment_can_be_guessed(desk, side):
    """Every group has an army, the BEF does not count; each army is now and then the only one of its group."""
    w, chance = desk.w, random.Random(5)
    alone: Counter[int] = Counter()
    for _ in range(400):
        found = random_assignment(w, side, chance)
        own = [g for a, g in enumerate(found) if not (side == ALLIED and a == w.bef_army)]
        assert set(own) == {0, 1, 2}
        if side == ALLIED:
            assert found[w.bef_army] == w.bef_group
        alone.update(a for a, g in enumerate(found) if own.count(g) == 1)
    armies = set(range(len(w.armies[side]))) - ({w.bef_army} if side == ALLIED else set())
    assert set(alone) >= armies


@rule("16 Deployment ¶1", "16 Deployment ¶2")
@pytest.mark.parametrize("late", [False, True])
def test_a_unit_alone_is_placed_where_it_is_best_for_it(desk, late):
    """Of an army, and Belgians: near the enemy or in the Maginot Line; another Allied unit: in Paris."""
    w = desk.w
    s = desk.s = desk.game.start("campaign", {"belgian-late-alliance": late})
    s.assign_german, s.assign_allied = (0, 1, 2, 0, 1, 2, 0), tuple(
        0 if a == w.bef_army else a % 3 for a in range(len(w.allied_armies)))  # fmt: skip
    s.effort = 1
    for side, seat in ((ALLIED, "allied"), (GERMAN, "german")):
        every = mask_of(deployed_units(s, side))
        marks = first_marks(w, side)[0]
        for u in members(every):
            s.placed = every & ~(1 << u)
            before = s.where[u]
            set_up(s, seat)
            zone = members(zone_of(s, u))
            if side == ALLIED and w.army[u] < 0 and w.units[u].nation != "belgian":
                assert w.paris >> s.where[u] & 1, w.ids[u]
            else:
                assert marks[s.where[u]] == max(marks[h] for h in zone), w.ids[u]
            s.where[u] = before


@rule("16 Deployment ¶3")
def test_only_units_still_to_come_need_room(desk):
    """A zone with as many empty hexes as units; of these some have been placed elsewhere in it already."""
    w = desk.w
    s = desk.s = desk.game.start("campaign", {})
    s.assign_allied = tuple(0 if a == w.bef_army else a % 3 for a in range(len(w.allied_armies)))
    s.assign_german, s.effort, s.objective, s.reacting = (0, 1, 2, 0, 1, 2, 0), 1, 0, 0
    s.stack.clear()
    s.then(AlliedDeploying())
    desk.game.advance(s, None)
    u = desk.unit("fr-iv")
    zone, units = next((zone, units) for zone, units in zones(s, ALLIED) if units >> u & 1)
    hexes, mates = members(zone), [x for x in members(units) if x != u]
    fillers = [x for x in range(w.n_units) if w.load[x] == 3 and not units >> x & 1]
    for placed in (0, 1, 3):
        for spare in (0, 1):
            s.where = [w.waiting] * w.n_units
            s.placed = mask_of(mates[:placed])
            full = hexes[len(mates) - placed + spare :]
            assert len(fillers) >= len(full)
            for h, x in zip(full, fillers, strict=False):
                s.where[x] = h
            found = [r.rule for r in desk.game.why_not(s, "allied", f"place fr-iv {w.labels[hexes[0]]}")]
            assert found == ([] if spare else ["16 Deployment ¶3"]), (placed, spare)
            offers_are_right(s, "allied", "place fr-iv")
            assert bool(deploy_hexes(s, s.stack[-1], "allied", (u,)) >> hexes[0] & 1) is bool(spare)


@rule("16 Deployment ¶1", "16 Deployment ¶2")
def test_each_side_is_marked_when_it_has_deployed(desk):
    s = desk.s = desk.game.start("campaign", {})
    for seat in ("allied", "german"):
        desk.game.apply(s, desk.game.read(s, seat, "usual; done"))
    assert s.deployed == 0
    desk.game.apply(s, desk.game.read(s, "allied", "rest; done"))
    assert (s.deployed, s.placed) == (1 << ALLIED, 0)
    desk.game.apply(s, desk.game.read(s, "german", "rest; done"))
    assert (s.deployed, s.placed) == (1 << ALLIED | 1 << GERMAN, 0)


@rule("18 ¶1c")
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_the_group_that_moves_on_turn_0_is_told_with_the_allied_impulse(desk, turn, side):
    desk.set_up({"de-i": "1703", "fr-iv": "2015"}, turn=turn)
    desk.s.shown = False
    desk.restart(StartImpulse(side, 1))
    assert desk.s.shown is (turn == 0 and side == ALLIED)


@rule("19 Holland ¶1", "19 ¶1")
@pytest.mark.parametrize(
    ("war", "surrendered", "stands"), [("", 0, False), ("holland", 0, True), ("holland", 8, False)]
)
def test_the_end_says_whether_holland_still_stands(desk, war, surrendered, stands):
    desk.set_up({"fr-iv": "eliminated", "de-i": "1703"}, side="allied", turn=10, war=war, objective="maginot")
    desk.s.surrendered = surrendered
    desk.s.stack.clear()
    found = desk.game.result(desk.s)
    assert ("Holland still stands" in found.text) is stands
    assert ("was accomplished" in found.text) is not stands


@rule("7 ¶1")
def test_a_draft_of_attacks_is_obvious_only_where_nobody_can_attack(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2217"}, combat=True)
    assert Declaring().obvious(desk.s) == ("done", ())
    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, combat=True)
    assert Declaring().obvious(desk.s) is None
    assert survey(desk.s).occupied[ALLIED] == desk.w.bit[desk.hex("2015")]


@rule("7 ¶1", "7 ¶5a")
def test_the_preview_of_an_attack_counts_those_that_attack_with_it(desk):
    """I Corps attacks 2015; IV Corps joins it, X Corps attacks elsewhere."""
    units = {"de-i": "2014", "de-iv": "1915", "fr-iv": "2015", "de-x": "2417", "fr-ix": "2418"}
    desk.set_up(units, combat=True)
    first = "attack de-i 2015; "
    names = [desk.w.unit_names[desk.unit(x)] for x in ("de-i", "de-iv", "de-x")]
    joined, other = (desk.preview(first + text).text for text in ("attack de-iv 2015", "attack de-x 2418"))
    assert [name in joined for name in names] == [True, True, False]
    assert [name in other for name in names] == [False, False, True]
    assert joined.count(names[1]) == 1


@rule("13 Belgium ¶2", "6 Naval Evacuation ¶1b")
def test_the_surrender_of_another_country_is_not_belgiums(desk):
    desk.set_up({"br-i": "0919", "de-i": "0801"}, side="allied")
    for surrendered, told in ((0, True), (1 << 3, True), (1 << 2, False), (1 << 2 | 1 << 3, False)):
        desk.s.surrendered = surrendered
        assert ("13 Belgium ¶2" in [e.rule for e in desk.preview("evacuate br-i").effects]) is told


@rule("9 ¶2b", "7 ¶4b")
def test_the_odds_of_air_points_are_those_of_that_number(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, combat=True)
    desk.s.air_german, desk.s.air_allied = 3, 1
    desk.play("attack de-i 2015; done")
    for text in ("air 0", "air 1"):
        found = desk.game.odds(desk.s, desk.seat, desk.game.read(desk.s, desk.seat, text))
        assert found.replies == ()
        assert ("with -1 air" in found.title) is (text == "air 1"), "the Allies defend"


@rule("10 Maginot Line ¶1", "11 Fortifications ¶1b", "10 Outflanking ¶1a", "10 Minor Fortifications ¶1")
def test_what_protects_the_line_is_told_of_this_hex(desk):
    """1708 attacks 1808 through the Line, 1809 outflanks it; a drop counts where it was made."""
    desk.set_up({"br-51": "1808", "de-xxxiii": "1708", "de-i": "1809"}, combat=True)
    through, around, target = desk.unit("de-xxxiii"), desk.unit("de-i"), desk.hex("1808")
    for landed, number in (
        ((), "10 Maginot Line ¶1"),
        (("1808",), "11 Fortifications ¶1b"),
        (("1809", "1807", "1708"), "10 Maginot Line ¶1"),
    ):
        desk.s.landings = mask_of(map(desk.hex, landed))
        assert why_held(desk.s, "DR*", [through], target, ALLIED)[0] == number
        assert why_held(desk.s, "DR*", [through, around], target, ALLIED)[0] == "10 Outflanking ¶1a"
    desk.set_up({"nl-iii": "0509", "de-x": "0508"}, combat=True)
    assert why_held(desk.s, "DR*", [desk.unit("de-x")], desk.hex("0509"), ALLIED)[0] == "10 Minor Fortifications ¶1"


@rule("6 ¶1", "2 ¶4", "17 French ¶1b", "15 ¶1")
@pytest.mark.parametrize("side", ["german", "allied"])
@pytest.mark.parametrize("turn", [0, 1, 3])
def test_what_is_left_once_units_have_moved_is_what_each_verb_offers(desk, monkeypatch, side, turn):
    """Where everything is found at once, as compiled code does: here from the answers to each question alone."""
    units = {
        "de-i": "1703", "de-13-mot": "1605", "de-9-pz": "1605", "de-10-pz": "1605", "de-xxxix": "waiting",
        "fr-iv": "2015", "fr-1-dcr": "2217", "fr-2-dcr": "2217", "fr-3-dim": "2217", "fr-arm": "waiting",
        "br-i": "0919", "br-1-arm": "waiting",
    }  # fmt: skip
    desk.set_up(units, side=side, turn=turn, groups={"french-1": "1", "bef": "1"})
    s = desk.s

    def openings(kept, v):
        own = v.side == ALLIED
        return (kept.movers(v), kept.joining(v, 0), kept.trains(v), kept.embarking(v) if own else 0,
                kept.entering(v) if own else 0, 1)  # fmt: skip

    monkeypatch.setattr(type(facts(s)), "openings", openings)
    step = s.stack[-1]
    for stage, overfull in ((MOVING, -1), (OPENING, -1), (MOVING, desk.hex("2015"))):
        s.stage, s.overfull = stage, overfull
        found = step.offers(s, side)
        if (stage, overfull) != (MOVING, -1):
            assert found is None
            continue
        expected = {}
        for verb in step.open(s, side):
            slot = verb.slots[0] if verb.slots else None
            mask = 0 if slot is None else values(slot, s, step, side, (0,) if slot.many else ())
            if mask or slot is None:
                expected[verb.name] = mask
        assert {verb.name: mask for verb, mask in found} == expected


@rule("9 ¶2a", "7 ¶4b")
def test_air_points_are_a_modifier_where_there_are_any(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, combat=True)
    attack = (desk.unit("de-i"),), (desk.hex("2015"),)
    for air in (-2, -1, 0, 1, 3):
        found = [(m.value, m.rule) for m in battle_odds(desk.s, *attack, air, replies=False).modifiers]
        assert found == ([(air, "9 ¶2a")] if air else [])


@rule("7 ¶1", "7 ¶5a")
def test_who_could_not_attack_any_more_wastes_nothing(desk):
    """X Corps is next to 2015 alone, which I Corps attacks together with 1914: it cannot join."""
    desk.set_up({"de-i": "2014", "de-x": "2116", "fr-iv": "2015", "fr-iii": "1914", "de-iv": "2417", "fr-ix": "2418"},
                combat=True)  # fmt: skip

    def idle(text):
        wastes = desk.game.wastes(desk.s, desk.seat, desk.game.read(desk.s, desk.seat, text))
        return {piece for waste in wastes for piece in waste.pieces}

    assert idle("done") == {"de-i", "de-x", "de-iv"}
    assert idle("attack de-i 2015 1914; done") == {"de-iv"}


@rule("6 Sea Hexsides ¶1", "4 ¶1")
def test_where_a_unit_can_go_by_sea_follows_the_coast(desk):
    """0613 is an island; the Germans hold the causeway to it."""
    desk.set_up({"fr-iv": "0713", "de-i": "0612"}, side="allied")
    u, there = desk.unit("fr-iv"), desk.hex("0613")
    for owner in ("allied", "german", "allied", ""):
        desk.hold(["0613"], owner)
        desk.s.german = desk.w.countries[0]
        fresh = desk.s.bare()
        assert bool(reached(desk.s, u).mask >> there & 1) is (owner == "allied")
        assert facts(desk.s).goals(desk.s, u) == facts(fresh).goals(fresh, u)


@rule("4 ¶1")
def test_surveys_of_two_positions_differ(desk):
    desk.set_up({"de-i": "2013", "fr-iv": "2015", "de-fj-1": "2217"})
    first = survey(desk.s)
    assert first == survey(desk.s.bare())
    for unit, place in (("de-i", "2014"), ("fr-iv", "2016"), ("de-fj-1", "2218"), ("fr-xxi", "eliminated")):
        other = desk.s.bare()
        other.where[desk.unit(unit)] = desk.w.spots.index(place)
        assert survey(other) != first, unit
    shaken = desk.s.bare()
    shaken.disrupted[desk.unit("de-i")] = ROUTED
    assert survey(shaken) != first
    assert first != "a survey"


@rule("15 German Mountain Corps ¶1")
def test_the_mountain_corps_has_the_army_of_any_corps_that_it_replaces(desk):
    w = desk.w
    s = desk.s = desk.game.start("campaign", {})
    for u in range(w.n_units):
        if w.side[u] == GERMAN and u != w.geb:
            s.replaced = u
            assert army_of(s, w.geb) == w.army[u], w.ids[u]
            assert army_of(s, u) == w.army[u]
    s.replaced = -1
    assert army_of(s, w.geb) == w.army[w.geb]

"""14 Reserves and reinforcements, 17 Command, 18 The attack (turn 0), 2 Sequence."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.rules.sequence import EndPlayerTurn, Recovery, StartImpulse, StartTurn
from grognard.games.nineteen_forty.rules.state import allowance
from grognard.suite import rule


def labels(desk, mask):
    return set(desk.w.grid.names(mask))


# ------------------------------------------------------------------------------------------------ sequence


@rule("2 ¶1", "2 ¶2", "2 First Impulse A", "2 First Impulse B", "2 Second Impulse D", "2 Second Impulse E", "2 ¶4")
def test_a_game_turn(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, steps=[StartTurn(3)])
    seen = []
    while desk.s.turn == 3:
        seen.append((desk.step(), ("german", "allied")[desk.s.side], desk.s.impulse, desk.seat))
        desk.play({"Moving": "end", "Declaring": "done", "Interdicting": "pass", "Withdrawing": "keep"}[desk.step()])
    assert seen == [
        ("Moving", "german", 1, "german"), ("Declaring", "german", 1, "german"),
        ("Moving", "german", 2, "german"), ("Declaring", "german", 2, "german"), 
        ("Interdicting", "german", 2, "german"),
        ("Moving", "allied", 1, "allied"), ("Declaring", "allied", 1, "allied"),
        ("Moving", "allied", 2, "allied"), ("Declaring", "allied", 2, "allied"), 
        ("Interdicting", "allied", 2, "allied"),
    ]  # fmt: skip


@rule("2 ¶3")
def test_units_may_move_and_fight_in_both_impulses(desk):
    # The 1st Armoured has 3 factors (22) and is cut off: 5 to 1½ is 3:1. A die of no effect leaves all in place.
    desk.set_up({"de-i": "2012", "br-1-arm": "2015"})
    desk.s.german |= desk.w.countries[1] & ~desk.w.grid.within(desk.hex("2015"), 1)
    desk.s.allied &= ~desk.s.german
    desk.restart(StartImpulse(0, 1))
    nothing = desk.w.crt[desk.w.crt_names.index("3:1")].index("NE") + 1
    desk.play("move de-i 2014", "end", "attack de-i 2015; done", dice=[nothing])
    assert desk.s.impulse == 2
    assert "2013" in desk.hexes("de-i")
    desk.play("end")
    assert "attack de-i" in desk.legal()


@rule("18 ¶1a", "2 ¶1")
def test_turn_0_has_one_impulse_a_side(desk):
    desk.set_up({"de-i": "1703", "fr-iv": "2015"}, turn=0, steps=[StartTurn(0)])
    seen = []
    while desk.s.turn == 0:
        if desk.step() == "Moving":
            seen.append((desk.s.side, desk.s.impulse))
        desk.play({"Moving": "end", "Declaring": "done", "Interdicting": "pass"}[desk.step()])
    assert seen == [(0, 1), (1, 1)]


# ------------------------------------------------------------------------------------------------ reserves


@rule("14 German Reserves ¶1", "14 Reserves ¶1a", "14 Reserves ¶1b")
def test_german_reserves(desk):
    units = {"de-xvii": "waiting", "de-xl": "waiting", "de-xlii": "waiting", "fr-iv": "2015"}
    desk.set_up(units, turn=1)
    assert "14 German Reserves ¶1" in desk.why("reserve de-xvii 1005")
    desk.set_up(units, turn=2)
    first, second, third = sorted(desk.hexes("de-xvii", "reserve"))[:3]
    cities = labels(desk, desk.w.own_cities[0] & desk.w.countries[0])
    assert desk.hexes("de-xvii", "reserve") == cities
    assert len(cities) > 3
    desk.play(f"reserve de-xvii {first}")
    assert desk.why(f"reserve de-xl {first}") == ["14 Reserves ¶1b"]
    desk.play(f"reserve de-xl {second}")
    assert desk.why(f"reserve de-xlii {third}") == ["14 German Reserves ¶1"], "two a turn"
    assert "2 reserves have come" in desk.words("reserve de-xlii")
    desk.s.came_german = 1
    assert not desk.why(f"reserve de-xlii {third}"), "it is the number that bars it"
    desk.s.came_german = 2
    assert "move de-xvii" in desk.legal(), "it may move at once"


@rule("14 German Reserves ¶1")
def test_german_reserves_not_in_enemy_zones(desk):
    """A city beside a French corps is closed, whoever owns it; without the corps it is open."""
    w = desk.w
    trier = w.place_hex["Trier"]
    label = w.labels[trier]
    beside = next(w.labels[h] for h in w.zoc_near[trier] if w.country[h] != 0)
    desk.set_up({"de-xvii": "waiting", "fr-iv": "2013"}, turn=2)
    assert label in desk.hexes("de-xvii", "reserve")
    desk.set_up({"de-xvii": "waiting", "fr-iv": beside}, turn=2)
    desk.s.german |= w.bit[trier]
    desk.s.allied &= ~w.bit[trier]
    assert label not in desk.hexes("de-xvii", "reserve")
    assert desk.why(f"reserve de-xvii {label}") == ["14 German Reserves ¶1"]
    assert "enemy zone of control" in desk.words(f"reserve de-xvii {label}")


RES = {"fr-xxi": "waiting", "fr-xxiii": "waiting", "fr-1-dcr": "waiting", "fr-2-dcr": "waiting", "de-i": "1703"}


@rule("14 French/British Reserves ¶1a", "14 Reinforcements ¶2")
def test_allied_reserves_by_turn_and_impulse(desk):
    desk.set_up(RES, side="allied", turn=0)
    assert "14 French/British Reserves ¶1a" in desk.why("reserve fr-xxi 2013")
    desk.set_up(RES, side="allied", turn=1, impulse=1)
    assert "14 French/British Reserves ¶1a" in desk.why("reserve fr-xxi 2013")
    desk.set_up(RES, side="allied", turn=1, impulse=2)
    assert desk.hexes("fr-xxi", "reserve")
    desk.set_up(RES, side="allied", turn=2, impulse=2)
    assert desk.hexes("fr-xxi", "reserve"), "delayed to the second impulse"


@rule("14 French/British Reserves ¶1a", "14 French/British Reserves ¶1b", "14 Reserves ¶1b")
def test_three_a_turn_at_the_gathering_points(desk):
    desk.set_up(RES, side="allied", turn=2)
    points = sorted(desk.w.labels[h] for h in desk.w.gathering)
    assert sorted(desk.hexes("fr-xxi", "reserve")) == points
    for unit, label in zip(("fr-xxi", "fr-xxiii", "fr-1-dcr"), points, strict=True):
        assert label in desk.hexes("fr-2-dcr", "reserve"), "still open to anybody"
        desk.play(f"reserve {unit} {label}")
        assert desk.why(f"reserve fr-2-dcr {label}")[0] in ("14 Reserves ¶1b", "14 French/British Reserves ¶1a")
    assert desk.why("reserve fr-2-dcr") == ["14 French/British Reserves ¶1a"]
    assert "3 reserves have come" in desk.words("reserve fr-2-dcr")
    desk.s.came_allied = 2
    assert "14 French/British Reserves ¶1a" in desk.why("reserve fr-2-dcr"), "no place is left either"


@rule("14 French/British Reserves ¶1b")
def test_a_gathering_point_in_an_enemy_zone_is_blocked(desk):
    """Nobody stands there and it is Allied ground, but a German corps is beside it: a hex of Paris stands in."""
    w = desk.w
    point = w.gathering[0]
    label = w.labels[point]
    paris = labels(desk, w.paris)
    desk.set_up(RES, side="allied", turn=2)
    assert label in desk.hexes("fr-xxi", "reserve")
    assert not paris & desk.hexes("fr-xxi", "reserve")
    beside = next(w.labels[h] for h in w.zoc_near[point] if w.country[h] == 1 and not w.paris >> h & 1)
    desk.set_up({**RES, "de-x": beside}, side="allied", turn=2)
    desk.s.allied |= w.bit[point]
    desk.s.german &= ~w.bit[point]
    assert label not in desk.hexes("fr-xxi", "reserve")
    assert "enemy zone of control" in desk.words(f"reserve fr-xxi {label}")
    assert paris & desk.hexes("fr-xxi", "reserve")


@rule("14 Swiss Border Reserves ¶1")
def test_the_swiss_call_ends_with_the_first_allied_impulse(desk):
    desk.set_up({"fr-iv": "2013", "de-i": "1703"}, side="allied", turn=2, war="switzerland", steps=[Recovery()])
    desk.s.swiss_call = 1
    desk.s.side, desk.s.impulse = 0, 1
    desk.restart(Recovery())
    assert desk.s.swiss_call == 1, "a German impulse does not end it"
    desk.s.side, desk.s.impulse = 1, 1
    desk.restart(Recovery())
    assert desk.s.swiss_call == 0


@rule("14 French/British Reserves ¶1b")
def test_blocked_gathering_points_open_paris_and_then_the_edge(desk):
    one = desk.w.labels[desk.w.gathering[0]]
    desk.set_up({**RES, "de-x": one}, side="allied", turn=2)
    hexes = desk.hexes("fr-xxi", "reserve")
    paris = labels(desk, desk.w.paris)
    assert one not in hexes
    assert paris & hexes
    desk.play(f"reserve fr-xxi {sorted(paris & hexes)[0]}")
    assert not paris & desk.hexes("fr-xxiii", "reserve"), "one blocked point gives one place in Paris"
    desk.set_up({**RES, "de-x": one, "de-iv": "1919", "de-ix": "2019"}, side="allied", turn=2)
    desk.s.german |= desk.w.paris
    desk.s.allied &= ~desk.w.paris
    hexes = desk.hexes("fr-xxi", "reserve")
    edge = labels(desk, desk.w.reserve_edge)
    assert edge & hexes
    assert all(int(h[:2]) >= 19 for h in edge)
    desk.play(f"reserve fr-xxi {sorted(edge & hexes)[0]}")
    assert allowance(desk.s, desk.unit("fr-xxi")) / 4 == 5, "one point to enter"


@rule("14 French/British Reserves ¶1b")
def test_the_edge_stands_in_for_each_hex_of_paris_that_is_blocked(desk):
    """All gathering points are blocked and two Paris hexes as well: one reserve comes to Paris, two over the edge."""
    near = {"de-i": "1417", "de-iii": "2012", "de-iv": "2410", "de-xix": "2119", "de-xli": "1820"}
    desk.set_up({**RES, **near}, side="allied", turn=5)
    edge = labels(desk, desk.w.reserve_edge)
    assert desk.hexes("fr-xxi", "reserve") & labels(desk, desk.w.paris) == {"1919"}
    assert edge & desk.hexes("fr-xxi", "reserve")
    desk.play("reserve fr-xxi 1919", "reserve fr-xxiii 2021", "reserve fr-1-dcr 2121")
    assert desk.s.came_allied == 3
    desk.set_up({**RES, **near}, side="allied", turn=5)
    desk.play("reserve fr-xxi 2121", "reserve fr-xxiii 2021")
    assert desk.hexes("fr-1-dcr", "reserve") == {"1919"}, "two Paris hexes are blocked, not three"
    assert "hexes of Paris" in desk.words("reserve fr-1-dcr 2221")
    del near["de-xix"], near["de-xli"]
    desk.set_up({**RES, **near}, side="allied", turn=5)
    assert desk.hexes("fr-xxi", "reserve") == labels(desk, desk.w.paris), "Paris is open"
    assert "hexes of Paris" in desk.words("reserve fr-xxi 2021")


@rule("14 Reinforcements ¶1", "22 Order of Appearance ¶1")
def test_british_reinforcements(desk):
    desk.set_up({"br-1-arm": "waiting", "br-2-arm": "waiting", "de-i": "1703"}, side="allied", turn=2)
    assert desk.hexes("br-1-arm", "enter") == labels(desk, desk.w.west_edge)
    assert desk.why("enter br-2-arm 1921") == ["22 Order of Appearance ¶1"]
    desk.play("enter br-1-arm 1921")
    assert allowance(desk.s, desk.unit("br-1-arm")) / 4 == 9
    assert "move br-1-arm" in desk.legal()
    desk.set_up({"br-1-arm": "waiting", "de-i": "1921"}, side="allied", turn=2)
    assert "1921" not in desk.hexes("br-1-arm", "enter")


@rule("14 Swiss Border Reserves ¶1", "14 Reinforcements ¶3")
def test_swiss_border_reserves(desk):
    units = {"fr-sr1": "waiting", "fr-sr2": "waiting", "de-i": "1703"}
    desk.set_up(units, side="allied", turn=2)
    assert desk.hexes("fr-sr1", "reserve") == {desk.w.labels[h] for h in desk.w.gathering}, "as ordinary reserves"
    desk.set_up(units, side="allied", turn=0, war="switzerland", steps=[StartImpulse(1, 1)])
    desk.s.swiss_call = 1
    border = labels(desk, desk.w.swiss_border)
    assert desk.hexes("fr-sr1", "reserve") == border
    a, b = sorted(border)[:2]
    desk.play(f"reserve fr-sr1 {a}", f"reserve fr-sr2 {b}")
    assert desk.s.came_allied == 0, "outside the quota"
    assert "move fr-sr1" in desk.legal(), "18 ¶1c"


@rule("14 Swiss Reserves ¶1", "13 Switzerland ¶1")
def test_swiss_reserves(desk):
    units = {"ch-r1": "waiting", "ch-r2": "waiting", "de-i": "1703"}
    desk.set_up(units, side="allied", turn=2, war="switzerland")
    desk.s.swiss_turn = 2
    assert "14 Swiss Reserves ¶1" in desk.why(f"reserve ch-r1 {desk.w.labels[desk.w.place_hex['Berne']]}")
    desk.s.swiss_turn = 1
    berne = desk.w.labels[desk.w.place_hex["Berne"]]
    desk.play(f"reserve ch-r1 {berne}")
    assert "14 Swiss Reserves ¶1" in desk.why(f"reserve ch-r2 {desk.w.labels[desk.w.place_hex['Basel']]}"), (
        "one a turn"
    )
    desk.set_up(units, side="allied", turn=2, war="switzerland")
    desk.s.swiss_turn = 1
    desk.s.german |= desk.w.own_cities[5]
    desk.s.allied &= ~desk.w.own_cities[5]
    assert not [x for x in desk.legal() if x.startswith("reserve ch")], "no friendly city"


# ------------------------------------------------------------------------------------------------- command


@rule("17 French ¶1a", "17 French ¶1b")
def test_armies_keep_to_their_group_until_released(desk):
    groups = {"french-9": "1", "french-2": "2"}
    w = desk.w
    edge = next(
        (h, x)
        for h in range(w.n)
        if w.country[h] == 1 and w.allied_groups[0] >> h & 1
        for x in w.grid.neighbours[h]
        if w.country[x] == 1 and w.allied_groups[1] >> x & 1
    )
    here, there = w.labels[edge[0]], w.labels[edge[1]]
    desk.set_up({"fr-xi": here, "de-i": "1703"}, side="allied", turn=1, groups=groups)
    assert desk.why(f"move fr-xi {there}") == ["17 French ¶1a"]
    desk.play("release french-9")
    assert there in desk.hexes("fr-xi"), "at once"
    assert desk.why("release french-2") == ["17 French ¶1b"], "one a turn"
    # The example: the 9th on turn 1 and the 2nd on turn 2: on turn 2 both may cross.
    desk.s.turn = 2
    desk.play("release french-2")
    assert desk.s.released == sum(1 << w.allied_armies.index(a) for a in ("french-9", "french-2"))


@rule("17 French ¶1b")
def test_no_release_before_turn_1(desk):
    desk.set_up({"fr-xi": "1611", "de-i": "1703"}, side="allied", turn=0, groups={"french-9": "1"})
    assert desk.why("release french-9") == ["17 French ¶1b"]


@rule("17 British ¶1a")
def test_the_bef_waits_for_the_french_of_its_group(desk):
    groups = {a: "2" for a in desk.w.allied_armies if a != "bef"} | {"french-1": "1", "bef": "1"}
    desk.set_up({"br-i": "1117", "de-i": "1703"}, side="allied", turn=2, groups=groups)
    from grognard.games.nineteen_forty.rules.command import is_bound

    assert is_bound(desk.s, desk.unit("br-i"))
    assert desk.why("release bef") == ["17 British ¶1a"]
    desk.play("release french-1")
    assert is_bound(desk.s, desk.unit("br-i")), "not yet on the same turn"
    desk.s.turn = 3
    assert not is_bound(desk.s, desk.unit("br-i"))


@rule("17 British ¶1b", "9 ¶1")
def test_the_british_air_point_goes_with_the_bef(desk):
    desk.set_up({"de-i": "1703", "fr-iv": "2015"})
    desk.s.bef_left = 4
    desk.s.stack.clear()
    desk.s.then(StartTurn(4))
    desk.game.advance(desk.s, None)
    assert desk.s.air_allied == 2
    desk.s.stack.clear()
    desk.s.then(StartTurn(5))
    desk.game.advance(desk.s, None)
    assert desk.s.air_allied == 1


@rule("17 German ¶1")
@pytest.mark.parametrize(
    ("effort", "hexes"),
    [("B", {"1013": True, "1211": True, "1311": False}),
     ("A", {"1211": False, "1311": True, "2015": True, "2115": False}),
     ("C", {"1715": False, "1815": True, "2615": True})],
)  # fmt: skip
def test_panzer_corps_attack_only_in_the_group_of_effort(desk, effort, hexes):
    from grognard.games.nineteen_forty.rules.command import why_not_effort

    for label, allowed in hexes.items():
        desk.set_up({"de-xix": label, "de-9-pz": label.replace(label[2:], label[2:])}, turn=1, effort=effort)
        why = [w.rule for w in why_not_effort(desk.s, desk.unit("de-xix"))]
        assert (why == []) == allowed, label
        assert not list(why_not_effort(desk.s, desk.unit("de-9-pz"))), "divisions are free"
        desk.s.turn = 2
        assert not list(why_not_effort(desk.s, desk.unit("de-xix")))


# -------------------------------------------------------------------------------------------------- turn 0

ZERO = {"fr-iv": "1215", "fr-vi": "2013", "br-51": "1919", "be-i": "1010", "de-i": "1703"}
GROUPS = {"french-1": "1", "french-3": "2"}


@rule("18 ¶1c", "18 ¶1b", "18 ¶1d")
def test_who_moves_on_turn_0_and_where(desk):
    desk.set_up(ZERO, side="allied", turn=0, groups=GROUPS)
    assert desk.why("move fr-vi 2012") == ["18 ¶1c"], "not of the chosen group"
    assert desk.why("move br-51 1918") == ["18 ¶1c"], "of no army"
    assert desk.why("move be-i 1110") == ["18 ¶1b"]
    hexes = desk.hexes("fr-iv")
    assert {"1214", "1115"} <= hexes
    assert not {"1216", "1116", "1315", "1316"} & hexes
    assert desk.why("move fr-iv 1216") == ["18 ¶1d"]
    assert all(int(h[:2]) <= 12 for h in hexes), "never south"
    assert "end" in desk.legal(), "nobody has to move"


@rule("18 ¶1d", "17 French ¶1a")
def test_boundaries_hold_on_turn_0(desk):
    desk.set_up({"fr-iv": "1510", "de-i": "1703"}, side="allied", turn=0, groups=GROUPS)
    area = desk.w.allied_groups[0]
    assert all(area >> desk.hex(h) & 1 for h in desk.hexes("fr-iv"))


@rule("18 ¶1e")
def test_all_allies_may_attack_and_germans_are_free_on_turn_0(desk):
    desk.set_up({"fr-vi": "2013", "de-i": "2014", "de-x": "1703"}, side="allied", turn=0, groups=GROUPS)
    desk.play("end")
    assert desk.legal() == ["attack fr-vi", "done"]
    assert desk.game.why_not(desk.s, "allied", "attack fr-vi 2014") == []
    desk.set_up({"de-i": "1703"}, turn=0)
    assert {"1704", "1702"} <= desk.hexes("de-i")


@rule("18 ¶1c")
def test_the_swiss_border_reserve_moves_freely_on_turn_0(desk):
    desk.set_up({"fr-sr1": "2905", "de-i": "1703"}, side="allied", turn=0, war="switzerland", groups=GROUPS)
    assert {"2906"} <= desk.hexes("fr-sr1"), "west"


@rule("19 ¶1", "2 ¶1")
def test_the_game_ends_after_turn_10(desk):
    desk.set_up({"de-i": "1703", "fr-iv": "2013"}, side="allied", turn=10, steps=[EndPlayerTurn()])
    assert desk.s.stack == []
    assert desk.game.result(desk.s) is not None
    desk.set_up({"de-i": "1703", "fr-iv": "2013"}, side="allied", turn=9, steps=[EndPlayerTurn()])
    assert desk.s.turn == 10


@rule("11 Parachute Regiments ¶1", "14 Reserves ¶1a", "6 Rail ¶1")
def test_reserves_overrun_a_regiment_and_trains_avoid_it(desk):
    desk.set_up({"de-fj-1": "1418", "fr-xxi": "waiting", "fr-iii": "1919"}, side="allied")
    assert desk.why("rail fr-iii 1418") == ["6 Rail ¶1"]
    desk.play("reserve fr-xxi 1418")
    assert desk.at("de-fj-1") == "eliminated"


@rule("11 Parachute Regiments ¶1", "14 Reinforcements ¶1")
def test_a_reinforcement_overruns_a_regiment_on_the_edge(desk):
    desk.set_up({"de-fj-1": "waiting", "br-1-arm": "waiting", "de-i": "0801"}, side="allied", turn=5)
    label = min(desk.hexes("br-1-arm", "enter"))
    desk.s.where[desk.unit("de-fj-1")] = desk.hex(label)
    desk.play(f"enter br-1-arm {label}")
    assert desk.at("de-fj-1") == "eliminated"


@rule("3 ¶1", "14 Reserves ¶1a", "2 ¶4")
def test_three_reserves_come_where_corps_stand(desk):
    """Stacking binds at the end of the phase: each corps makes room, and the opening stays open (rulings 1, 10)."""
    desk.set_up(
        {
            "fr-xxi": "waiting", "fr-xxiii": "waiting", "fr-sr1": "waiting",
            "fr-iii": "1418", "fr-iv": "2013", "fr-v": "2411", "de-i": "0801",
        },
        side="allied",
    )  # fmt: skip
    desk.play("reserve fr-xxi 1418")
    assert "3 ¶2" in desk.why("end")
    desk.play("move fr-iii 1318", "reserve fr-xxiii 2013")
    desk.play(f"move fr-iv {min(desk.hexes('fr-iv'))}", "reserve fr-sr1 2411")
    desk.play(f"move fr-v {min(desk.hexes('fr-v'))}")
    assert [desk.at(u) for u in ("fr-xxi", "fr-xxiii", "fr-sr1")] == ["1418", "2013", "2411"]
    assert desk.hexes("fr-xxi"), "it may move on at once"
    desk.play("end")


@rule("3 ¶1")
def test_neighbours_change_places(desk):
    """2015 and 2016 hold corps, and friends stand all round 2016."""
    near = {desk.w.labels[h] for h in desk.w.grid.neighbours[desk.hex("2016")]} - {"2015"}
    units = dict(zip(("fr-v", "fr-vi", "fr-col", "fr-ix", "fr-xx"), sorted(near), strict=True))
    desk.set_up({"fr-iii": "2015", "fr-iv": "2016", "de-i": "0801", **units}, side="allied")
    desk.play("move fr-iii 2016")
    assert "3 ¶2" in desk.why("end")
    desk.play("move fr-iv 2015", "end")
    assert (desk.at("fr-iii"), desk.at("fr-iv")) == ("2016", "2015")

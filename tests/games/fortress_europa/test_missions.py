"""17.10: what missions do: strafing, bridges and rivers, replacements.

TAC reach Q6 to W9 and I6 from England, but not the country around G10 to K8; A20 to A26 are out of every range.
"""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.air.missions import BridgeAttacks, StockpileRaid
from grognard.games.fortress_europa.rules.forces.replacements import Replacements, halved, less, printed_rate
from grognard.games.fortress_europa.rules.movement.rail import line_to
from grognard.games.fortress_europa.rules.sequence import EndPlayerTurn, EndTurn, last_turn
from grognard.games.fortress_europa.rules.standing import put, set_decoy, survey
from grognard.games.fortress_europa.rules.state import SPENT
from grognard.suite import rule

SEEN = ["Q6", "R6", "S7", "T7", "U8", "V8", "W9"]
"""Seven hexes in a line, all in range."""
SEEN_LATE = ["G10", "H9", "I9", "J8", "K8", "L7", "M7"]
"""In range from L7 on, the fifth that is entered."""
SEEN_AT_FIRST = ["I6", "I7", "I8", "I9", "I10", "I11", "I12"]
"""Only the first is in range."""
UNSEEN = ["A20", "A21", "A22", "A23", "A24", "A25", "A26"]


def fly(desk, **planes):
    for mission, ids in planes.items():
        for a in ids.split():
            desk.s.mission[desk.w.plane[a]] = desk.w.mission[mission.replace("_", "-")]


def march(desk, way, unit="de-2pz", planes="9th-1 9th-2 2nd-1", **more):
    """A German unit is about to move along a way while three aircraft strafe."""
    desk.set_up({unit: way[0]}, side="german", **more)
    fly(desk, strafing=planes)
    return f"move {unit} {way[-1]} via {' '.join(way[1:-1])}" if len(way) > 2 else f"move {unit} {way[-1]}"


def steps(desk, unit="de-2pz"):
    return 1 if desk.s.face[desk.unit(unit)] else 2


# ---------------------------------------------------------------------------------------------- strafing


@rule("17.10.1")
@pytest.mark.parametrize(("die", "at", "left"), [(3, "T7", 1), (1, "T7", 1), (4, "W9", 2), (6, "W9", 2)])
def test_three_aircraft_hit_on_three_or_less(desk, die, at, left):
    move = march(desk, SEEN)
    desk.play(move, dice=[die])
    assert desk.at("de-2pz") == at, "the third hex that it entered, or the goal"
    assert steps(desk) == left


@rule("17.10.1")
@pytest.mark.parametrize(("planes", "at"), [("9th-1", "W9"), ("9th-1 9th-2", "T7")])
def test_the_number_of_aircraft_counts(desk, planes, at):
    desk.play(march(desk, SEEN, planes=planes), dice=[2])
    assert desk.at("de-2pz") == at


@rule("17.10.1")
def test_three_hexes_are_safe(desk):
    desk.play(march(desk, SEEN[:4]))
    assert desk.at("de-2pz") == "T7"
    desk.play(march(desk, SEEN[:5]), dice=[1])
    assert desk.at("de-2pz") == "T7", "a fourth is not"


@rule("17.10.1")
@pytest.mark.parametrize(("die", "at"), [(1, "L7"), (5, "M7")])
def test_who_comes_into_range_later_stops_in_the_first_hex_in_range(desk, die, at):
    desk.play(march(desk, SEEN_LATE), dice=[die])
    assert desk.at("de-2pz") == at


@rule("17.10.1")
def test_the_last_hex_counts_too(desk):
    desk.play(march(desk, SEEN_LATE[:6]), dice=[1])
    assert (desk.at("de-2pz"), steps(desk)) == ("L7", 1)


@rule("17.10.1")
def test_in_range_at_any_time(desk):
    desk.play(march(desk, SEEN_AT_FIRST), dice=[1])
    assert desk.at("de-2pz") == "I9"


@rule("17.10.1", "8.7")
@pytest.mark.parametrize(
    ("way", "hq", "before"),
    [
        ("FF3 GG3 HH2 II2 JJ1", "EE7", "HH2"),  # seen all the way, and the dyke is the third hex
        ("GG4 GG3 HH2 II2 JJ1", "QQ5", "HH2"),  # first seen on the dyke, the third hex
        ("GG5 GG4 GG3 HH2 II2 JJ1", "QQ5", "HH2"),  # and the fourth
        ("GG5 GG4 GG3 HH2 II2 JJ1", "EE7", "HH2"),  # rolled for in the third hex
        ("KK3 JJ2 II2 HH2 GG3", "OO6", "HH2"),  # the dyke is the second, and the roll comes behind it
    ],
)
def test_nobody_is_stopped_on_the_dyke(desk, way, hq, before):
    """Where a unit would be rolled for on the dyke it is rolled for in the hex before (ruling 152)."""
    hexes = way.split()
    desk.set_up({"de-2pz": hexes[0], "us-hq-bradley": hq}, side="german")
    fly(desk, strafing="9th-1")
    move = f"move de-2pz {hexes[-1]} via {' '.join(hexes[1:-1])}"
    desk.play(move, dice=[2])
    assert (desk.at("de-2pz"), steps(desk)) == (hexes[-1], 2)
    desk.set_up({"de-2pz": hexes[0], "us-hq-bradley": hq}, side="german")
    fly(desk, strafing="9th-1")
    desk.play(move, dice=[1])
    assert (desk.at("de-2pz"), steps(desk)) == (before, 1)
    desk.play("end")
    assert desk.at("de-2pz") == before


@rule("17.10.1", "8.7")
def test_three_hexes_are_safe_beyond_the_dyke_too(desk):
    desk.set_up({"de-2pz": "GG3", "us-hq-bradley": "OO6"}, side="german")
    fly(desk, strafing="9th-1")
    desk.play("move de-2pz JJ1 via HH2 II2")
    assert (desk.at("de-2pz"), steps(desk)) == ("JJ1", 2)


@rule("17.10.1")
def test_out_of_range_nobody_is_strafed(desk):
    desk.play(march(desk, UNSEEN))
    assert desk.at("de-2pz") == "A26"


@rule("17.10.1", "17.4")
def test_an_hq_brings_them_into_range(desk):
    desk.set_up({"de-2pz": "A20", "us-hq-shaef": "H20"}, side="german")
    fly(desk, strafing="9th-1")
    desk.play("move de-2pz A24 via A21 A22 A23", dice=[1])
    assert desk.at("de-2pz") == "A23"


@rule("17.10.1")
def test_every_unit_is_rolled_for(desk):
    move = march(desk, SEEN)
    put(desk.s, desk.unit("de-21pz"), desk.hex("Q6"))
    desk.play(move, dice=[6])
    desk.play(move.replace("de-2pz", "de-21pz"), dice=[1])  # ruling 153
    assert (desk.at("de-2pz"), desk.at("de-21pz")) == ("W9", "T7")


@rule("17.10.1", "2.8")
def test_a_reduced_unit_is_eliminated(desk):
    desk.play(march(desk, SEEN, back="de-2pz"), dice=[1])
    assert desk.at("de-2pz") == "destroyed"


@rule("17.10.1")
def test_who_was_hit_moves_no_more_in_that_impulse(desk):
    desk.play(march(desk, SEEN), dice=[1])
    assert desk.why("move de-2pz U8") == ["5.3"]


@rule("17.10.1")
def test_only_in_the_first_move_impulse(desk):
    way = SEEN[:5]
    assert desk.w.chart[0, 0, 0, 2] == 4, "German armor moves four hexes in the second impulse"
    desk.play(march(desk, way, impulse=2))
    assert desk.at("de-2pz") == way[-1]


@rule("17.10.1")
def test_allied_units_are_not_strafed(desk):
    desk.set_up({"us-2arm": "Q6"})
    fly(desk, strafing="9th-1 9th-2 2nd-1")
    desk.play(f"move us-2arm W9 via {' '.join(SEEN[1:-1])}")
    assert desk.at("us-2arm") == "W9"


@rule("17.10.1", "17.9.3")
def test_cancelled_aircraft_do_not_strafe(desk):
    move = march(desk, SEEN, planes="9th-1")
    desk.s.mission[desk.w.plane["9th-1"]] = SPENT
    desk.play(move)
    assert desk.at("de-2pz") == "W9"


@rule("17.10.1", "10.3")
@pytest.mark.parametrize("die", [1, 6])
def test_trains_are_strafed_too(desk, die):
    s = desk.set_up({"de-352": "BB8"}, side="german")
    fly(desk, strafing="9th-1")
    way = line_to(s, desk.unit("de-352"), desk.hex("V7"))
    seen = [bool(desk.w.reach_of_england >> h & 1) for h in way]
    assert len(way) > 5
    assert True in seen
    stop = 3 if any(seen[:4]) else seen.index(True)
    desk.play("rail de-352 V7", dice=[die])
    assert desk.at("de-352") == (desk.w.labels[way[stop]] if die == 1 else "V7")
    assert steps(desk, "de-352") == (1 if die == 1 else 2)


@rule("17.10.1", "10.2")
def test_a_reinforcement_on_the_railway_has_entered_its_first_hex_at_the_edge(desk):
    w = desk.w
    s = desk.set_up({"de-352": "due"}, side="german")
    unit = desk.unit("de-352")
    lines = [line_to(s, unit, h) for h in range(w.n) if w.rail >> h & 1]
    way, post = next(
        (way, h)
        for way in lines
        if len(way) == 5 and desk.w.terrain[way[-1]] == 0
        for h in range(w.n)
        if w.land >> h & 1 and all(3 <= w.grid.distance(h, x) <= 8 for x in way)
    )
    assert w.rail_east >> way[0] & 1
    desk.set_up({"de-352": "due", "us-hq-shaef": w.labels[post]}, side="german")
    fly(desk, strafing="9th-1")
    desk.play(f"rail de-352 {w.labels[way[-1]]}", dice=[1])
    assert desk.at("de-352") == w.labels[way[2]]


# ----------------------------------------------------------------------------------------------- bridges


def bridges(desk, units=None, turn="jul-1", **planes):
    s = desk.set_up({"us-hq-shaef": "P11"} if units is None else units, turn=turn, steps=[])
    fly(desk, bridges=planes.get("planes", "bomber-command-1 8th-1 2nd-1 9th-1 9th-2"))
    desk.restart(BridgeAttacks())
    return s


@rule("17.10.4-example", "17.10.4", "17.8", "17.3")
def test_the_example_of_bridge_attacks(desk):
    s = bridges(desk)
    assert desk.seat == "allied"
    assert desk.why("bomb 2nd-1 oise-1") == ["17.10.4"], "Y10 is out of range of SHAEF in P11"
    assert "Y10" in desk.words("bomb 2nd-1 oise-1")
    desk.play(
        "bomb bomber-command-1 seine-1; bomb 2nd-1 seine-2; bomb 9th-1 seine-3; bomb 9th-2 marne-1; "
        "bomb 8th-1 oise-1; done"
    )
    down = {desk.w.section_ids[n] for n in range(len(desk.w.rivers)) if s.bridges_down >> n & 1}
    assert down == {"seine-1", "seine-2", "seine-3", "marne-1", "oise-1"}


@rule("17.10.4")
def test_each_aircraft_is_put_on_one_section(desk):
    bridges(desk, planes="8th-1 9th-1")
    assert desk.why("bomb 8th-1 rhine-1; bomb 8th-1 rhine-2") == ["17.10.4"]
    assert desk.why("bomb 8th-2 rhine-1") == ["17.10.4"], "it flies something else"
    assert "17.10.4" in desk.why("bomb 8th-1 rhine-1; done"), "the 9th has no river yet"
    desk.play("bomb 8th-1 rhine-1; bomb 9th-1 seine-2; done")


@rule("17.10.4", "17.4")
def test_tac_without_a_section_in_range_stay_away(desk):
    s = bridges(desk, {}, planes="9th-1")
    reach = desk.w.reach_of_england
    near = [r.id for r in desk.w.rivers if not r.banks & ~reach]
    assert set(desk.legal("bomb 9th-1")) >= set(near)
    assert desk.why("bomb 9th-1 seine-3") == ["17.10.4"]
    assert not s.bridges_down


@rule("17.10.4")
def test_nothing_is_asked_when_nobody_flies_it(desk):
    assert not bridges(desk, planes="").stack


@rule("17.10.4", "7.1")
def test_bridges_are_down_for_both_sides_until_the_turn_ends(desk):
    s = bridges(desk, {"us-hq-shaef": "P11", "us-1": "S13", "de-352": "S14"}, planes="8th-1")
    assert survey(s).zones[GERMAN] >> desk.hex("S13") & 1
    desk.play("bomb 8th-1 seine-3; done")
    assert not survey(s).zones[GERMAN] >> desk.hex("S13") & 1, "zones do not reach across"
    desk.restart(EndPlayerTurn())
    assert s.bridges_down, "the German turn is still to come"
    s.turn = last_turn(s)
    desk.restart(EndTurn())
    assert not s.bridges_down


# ------------------------------------------------------------------------------------------ river crossings


def armor(desk, unit="us-2arm", at="S13", side="allied", impulse=1, units=None, **more):
    """Seine above Paris without bridges: R12, R13, S14, T14 lie on one bank, S12, S13, T13 on the other."""
    down = 1 << desk.w.section["seine-3"]
    return desk.set_up({unit: at, **(units or {})}, side=side, impulse=impulse, bridges_down=down, **more)


@rule("17.10.4")
@pytest.mark.parametrize("impulse", [1, 2])
def test_armor_rolls_in_both_impulses(desk, impulse):
    armor(desk, impulse=impulse)
    assert len(desk.preview("move us-2arm S14").path) > 2, "only around by other bridges"
    desk.play("cross us-2arm S13 S14", dice=[1])
    assert desk.at("us-2arm") == "S14"
    assert desk.why("move us-2arm R14") == ["5.3"], "across it stops"


@rule("17.10.4")
def test_who_fails_but_may_go_on_tries_another_hexside(desk):
    armor(desk)
    desk.play("cross us-2arm S13 S14", dice=[3])
    assert desk.at("us-2arm") == "S13"
    assert desk.why("cross us-2arm S13 S14") == ["17.10.4"]
    assert "different" in desk.words("cross us-2arm S13 S14")
    assert "T12" in desk.hexes("us-2arm")
    desk.play("cross us-2arm S13 R12", dice=[2])
    assert desk.at("us-2arm") == "R12"


@rule("17.10.4")
def test_who_fails_and_must_stop(desk):
    armor(desk)
    desk.play("cross us-2arm S13 S14", dice=[5])
    assert desk.at("us-2arm") == "S13"
    assert desk.why("move us-2arm T12") == ["5.3"]
    assert desk.why("cross us-2arm S13 R12") == ["5.3"]


@rule("17.10.4")
def test_it_moves_to_the_bank_and_stops_there_to_roll(desk):
    s = armor(desk, at="T12")
    assert {"S13", "T13"} <= set(desk.legal("cross us-2arm"))
    assert "T12" not in desk.legal("cross us-2arm"), "the Marne beside it has its bridges"
    desk.play("cross us-2arm T13 T14", dice=[4])
    assert desk.at("us-2arm") == "T13"
    assert s.spent[desk.unit("us-2arm")] == 1
    desk.play("cross us-2arm S13 S14", dice=[1])
    assert desk.at("us-2arm") == "S14"
    assert s.spent[desk.unit("us-2arm")] == 3


@rule("17.10.4", "5.4")
def test_a_hex_of_its_allowance_must_be_left(desk):
    s = armor(desk)
    u = desk.unit("us-2arm")
    s.spent[u], s.tried = 7, ((u, desk.w.grid.side(desk.hex("T13"), desk.hex("T14"))),)
    s.facts = None
    assert desk.why("cross us-2arm S13 S14") == ["17.10.4"]


@rule("17.10.4", "7.2", "8.10")
def test_zones_hold_as_always(desk):
    armor(desk, units={"de-352": "R14"})
    assert desk.near("R14") >= {"S14", "R13"}
    desk.play("cross us-2arm S13 S14", dice=[1])
    assert desk.at("us-2arm") == "S14", "into a zone"
    armor(desk, units={"de-352": "R14", "de-353": "T12"})
    assert "S13" in desk.near("T12")
    assert "S14" not in desk.legal("cross us-2arm S13"), "not from one zone into another"
    armor(desk, units={"de-352": "S14"})
    assert "S14" not in desk.legal("cross us-2arm S13"), "not into the enemy"


@rule("17.10.4")
def test_others_cross_without_a_roll(desk):
    armor(desk, unit="us-1")
    assert desk.why("cross us-1 S13 S14") == ["17.10.4"]
    assert "S14" in desk.hexes("us-1")
    desk.set_up({"us-2arm": "S13"})
    assert desk.why("cross us-2arm S13 S14") == ["17.10.4"], "the bridges stand"


@rule("17.10.4")
def test_german_armor_rolls_as_well(desk):
    armor(desk, "de-2pz", side="german")
    desk.play("cross de-2pz S13 S14", dice=[2])
    assert desk.at("de-2pz") == "S14"


@rule("17.10.4", "17.10.1")
@pytest.mark.parametrize(("dice", "at"), [([1], "P6"), ([6, 1], "Q6"), ([6, 5], "P6")])
def test_the_fourth_hex_may_lie_across_a_river(desk, dice, at):
    down = 1 << desk.w.section["seine-1"]
    desk.set_up({"de-2pz": "M5"}, side="german", bridges_down=down)
    fly(desk, strafing="9th-1")
    desk.play("cross de-2pz P6 Q6", dice=dice)
    assert desk.at("de-2pz") == at
    assert steps(desk) == (1 if dice == [1] else 2)


# -------------------------------------------------------------------------------------------- replacements


def receive(desk, side, turn="jul-2", planes=None, **more):
    """What the pools have gained in a Replacement Phase: (total, armored) for each nation."""
    s = desk.set_up({}, turn=turn, side=("german", "allied")[side], steps=[], **more)
    fly(desk, **(planes or {}))
    desk.restart(Replacements(side))
    pools = dict(zip(desk.w.pools, s.pools, strict=True))
    return {
        who: (pools[f"{who}-infantry"] + pools[f"{who}-armored"], pools[f"{who}-armored"])
        for who in ("german", "american", "british")
    }


@rule("17.10.5", "17.10.5-example")
def test_each_bomber_takes_a_german_factor_armored_first(desk):
    assert less((4, 2), 2) == (2, 0)
    desk.set_up({}, turn="dec-2", steps=[])
    assert printed_rate(desk.s, "german") == (4, 2), "the rate of the example"
    assert receive(desk, GERMAN, "dec-2", {"replacements": "8th-1 8th-2"})["german"] == (2, 0)
    assert receive(desk, GERMAN, "dec-2")["german"] == (4, 2)


@rule("17.10.6", "17.10.6-example")
def test_without_a_u_boat_attack_the_americans_get_half(desk):
    assert halved((3, 3)) == (1, 1), "(3) becomes (1)"
    assert halved((3, 2)) == (1, 0)  # ruling 161
    desk.set_up({}, turn="jul-2", steps=[])
    full = printed_rate(desk.s, "american")
    short = receive(desk, ALLIED)
    assert short["american"] == halved(full)
    assert receive(desk, ALLIED, planes={"u_boats": "8th-1"})["american"] == full


@rule("17.10.7")
def test_without_a_v1_attack_the_british_get_half(desk):
    desk.set_up({}, turn="jul-2", steps=[])
    full = printed_rate(desk.s, "british")
    assert receive(desk, ALLIED)["british"] == halved(full)
    for plane in ("8th-1", "9th-1"):
        assert receive(desk, ALLIED, planes={"v1": plane})["british"] == full


@rule("17.10.6", "17.10.7")
def test_once_all_bases_and_sites_have_fallen_nothing_is_lost(desk):
    desk.set_up({}, turn="oct-2", steps=[])
    full = [printed_rate(desk.s, who) for who in ("american", "british")]
    fell = desk.w.turn_of["oct-1"]
    got = receive(desk, ALLIED, "oct-2", bases_turn=fell, sites_turn=fell)
    assert [got["american"], got["british"]] == full


@rule("17.10.6", "17.10.7")
@pytest.mark.parametrize("turn", ["jul-2", "nov-2"])
def test_weather_is_no_excuse(desk, turn):
    desk.set_up({}, turn=turn, steps=[])
    full = [printed_rate(desk.s, who) for who in ("american", "british")]
    got = receive(desk, ALLIED, turn, weather="storm")
    assert [got["american"], got["british"]] == [halved(rate) for rate in full]
    got = receive(desk, ALLIED, turn, weather="storm", options="no-halving-when-grounded")  # ruling 162
    waived = turn == "nov-2"
    assert [got["american"], got["british"]] == [rate if waived else halved(rate) for rate in full]


@rule("33.4.6")
def test_on_to_berlin_asks_for_no_u_boat_attack(desk):
    desk.set_up({}, turn="jan-3", steps=[])
    full = printed_rate(desk.s, "american")
    assert receive(desk, ALLIED, "jan-3", scenario="berlin")["american"] == full


@rule("31.3")
def test_bombers_that_are_left_over_attack_what_was_saved(desk):
    desk.set_up({}, turn="jul-2", steps=[])
    assert printed_rate(desk.s, "german")[0] == 3
    pools = [0] * len(desk.w.pools)
    pools[desk.w.pools.index("german-armored")] = pools[desk.w.pools.index("german-infantry")] = 2
    s = desk.set_up({}, turn="jul-2", side="german", options="bomb-stockpile", steps=[], pools=list(pools))
    fly(desk, replacements="8th-1 8th-2 bomber-command-1 bomber-command-2")
    desk.restart(Replacements(GERMAN))
    assert desk.step() == "StockpileRaid", "four aircraft, three factors: one is left over"
    desk.roll(3)
    assert desk.step() != "StockpileRaid"
    assert s.pools[desk.w.pools.index("german-armored")] == 1


@rule("31.3")
@pytest.mark.parametrize(("dice", "armored", "infantry"), [((1, 3), 0, 2), ((4, 4), 2, 0), ((5, 6), 2, 2)])
def test_the_dice_against_saved_replacements(desk, dice, armored, infantry):
    s = desk.set_up({}, turn="jul-2", side="german", steps=[])
    kinds = [desk.w.pools.index(f"german-{kind}") for kind in ("armored", "infantry")]
    for pool in kinds:
        s.pools[pool] = 2
    desk.restart(StockpileRaid(2))
    desk.roll(*dice)
    assert [s.pools[pool] for pool in kinds] == [armored, infantry]


@rule("31.3")
def test_where_nothing_was_saved_nothing_is_lost(desk):
    s = desk.set_up({}, turn="jul-2", side="german", steps=[])
    desk.restart(StockpileRaid(1))
    desk.roll(1)
    assert not any(s.pools)


@rule("31.6", "17.10.1")
def test_a_covered_unit_that_is_strafed_is_seen(desk):
    w = desk.w
    far = [h for h in range(w.n) if w.germany >> h & 1 and w.grid.distance(h, desk.hex("GG10")) == 8]
    s = desk.set_up({"de-2pz": w.labels[far[0]], "us-hq-shaef": "GG10"}, side="german", options="decoys")
    set_decoy(s, 0, far[0], desk.unit("de-2pz"))
    fly(desk, strafing="9th-1")
    s.spent[desk.unit("de-2pz")] = 3
    s.sighted = desk.units_of("de-2pz")
    assert not desk.game.view(s, "allied").sighted
    goal = desk.hexes("de-2pz").pop()
    desk.play(f"move de-2pz {goal}")
    assert desk.step() == "Strafe"
    assert s.decoy_at[0] < 0


@rule("17.10.4", "5.2")
def test_a_crossing_names_its_way(desk):
    """From M5 to the bank P6 by the cheapest way, or by one that the player names, which leaves movement to cross."""
    desk.set_up({"de-2pz": "M5"}, side="german", bridges_down=1 << desk.w.section["seine-1"])
    cheapest = desk.preview("cross de-2pz P6 Q6").path
    assert (cheapest[0], cheapest[-2:]) == ("M5", ("P6", "Q6"))
    text = "cross de-2pz P6 Q6 via"
    begun = [label for label in desk.legal(text) if label != cheapest[1]]
    assert begun
    text = f"{text} {begun[0]}"
    while not desk.game.read(desk.s, desk.seat, text).complete:
        text = f"{text} {desk.legal(text)[0]}"
    named = tuple(text.split("via ")[1].split())
    assert desk.preview(text).path == ("M5", *named, "P6", "Q6")
    assert desk.why("cross de-2pz P6 Q6 via M8") == ["17.10.4"], "not next to M5"
    assert desk.why("cross de-2pz P6 Q6 via P6") == ["17.10.4"], "where the way ends"
    desk.play(text, dice=[6])
    assert any(f"from {desk.w.hex_name(desk.hex('M5'))} to {desk.w.hex_name(desk.hex('P6'))}" in x for x in desk.log)
    assert desk.s.spent[desk.unit("de-2pz")] >= len(named) + 1


@rule("17.10.4", "7.2")
def test_no_way_to_a_crossing_leads_through_a_zone_or_past_the_bank_and_back(desk):
    down = 1 << desk.w.section["seine-1"]
    desk.set_up({"de-2pz": "O7"}, side="german", bridges_down=down)
    assert desk.near("O7") >= {"P6", "O6"}
    assert desk.why("cross de-2pz P6 Q6 via O6") == []
    assert desk.why("cross de-2pz P6 Q6 via P6 O6") == ["17.10.4"], "it has been at the bank"
    desk.set_up({"de-2pz": "O7", "us-1": "N5"}, side="german", bridges_down=down)
    assert desk.near("N5") >= {"O6"}
    assert desk.why("cross de-2pz P6 Q6") == []
    assert desk.why("cross de-2pz P6 Q6 via O6") == ["17.10.4"], "the zone of N5 stops it there"


@rule("17.10.4", "5.2")
def test_a_named_way_is_whole_when_its_last_hex_leads_to_the_bank(desk):
    """U16 touches V15, but only over the river: from there the way goes round its head."""
    s = desk.set_up({"de-2pz": "T15"}, side="german", bridges_down=(1 << len(desk.w.rivers)) - 1)
    begun = {a.args[-1]: a for a in desk.game.legal(s, "german", "cross de-2pz V15 U16 via")}
    assert desk.w.river_between(desk.hex("U16"), desk.hex("V15")) >= 0
    assert not begun["U16"].complete
    assert desk.why("cross de-2pz V15 U16 via U16 U17 V17 V16") == []

"""17.10, 19: one aircraft, ship, hex or unit more or less on missions, in support, and at sea."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.air.missions import BridgeAttacks, StockpileRaid
from grognard.games.fortress_europa.rules.air.naval import (
    ShipsMove,
    Stationing,
    beyond,
    contested_coast,
    in_range,
    may_lie,
    ship_support,
    ships_leave,
)
from grognard.games.fortress_europa.rules.air.support import BindSupport, targets
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.state import LOST, NOWHERE
from grognard.kernel.rules import Events, Rolled
from grognard.suite import rule

UNSEEN = ["A20", "A21", "A22", "A23", "A24", "A25", "A26"]
"""Out of the range of every TAC."""
TAC = "9th-1 9th-2 2nd-1 2nd-2 2nd-3 12th-1 12th-2"


def fly(desk, **planes):
    for mission, ids in planes.items():
        for a in ids.split():
            desk.s.mission[desk.w.plane[a]] = desk.w.mission[mission.replace("_", "-")]


# ---------------------------------------------------------------------------------------------- strafing


@rule("17.10.1")
@pytest.mark.parametrize(("seen", "at"), [(0, "A23"), (-1, "A26"), (1, "A26"), (None, "A26")])
def test_who_was_seen_earlier_in_the_impulse_is_rolled_for_out_of_range(desk, seen, at):
    s = desk.set_up({"de-2pz": UNSEEN[0]}, side="german")
    s.sighted = 0 if seen is None else 1 << desk.unit("de-2pz") + seen
    fly(desk, strafing="9th-1")
    desk.play(f"move de-2pz A26 via {' '.join(UNSEEN[1:-1])}", dice=[1] if at == "A23" else [])
    assert desk.at("de-2pz") == at


@rule("17.10.1")
def test_nobody_is_rolled_for_twice(desk):
    """In the middle of its way a unit has been rolled for; that another was does not matter (ruling 152)."""
    way = ["Q6", "R6", "S7", "T7", "U8"]
    before, after = (desk.w.ids[desk.unit("de-2pz") + n] for n in (-1, 1))
    for strafed, dice in (("de-2pz", []), (before, [6]), (after, [6])):
        s = desk.set_up({"de-2pz": way[0]}, side="german")
        s.strafed = desk.units_of(strafed)
        fly(desk, strafing="9th-1")
        desk.play(f"move de-2pz U8 via {' '.join(way[1:-1])}", dice=dice)
        assert s.strafed >> desk.unit("de-2pz") & 1
        assert desk.at("de-2pz") == "U8"


@rule("17.10.1")
def test_tac_look_out_for_germans_in_their_first_impulse_only(desk):
    down = 1 << desk.w.section["seine-1"]
    for unit, side, impulse, seen in (("de-2pz", "german", 1, True), ("de-2pz", "german", 2, False),
                                      ("us-2arm", "allied", 1, False)):  # fmt: skip
        s = desk.set_up({unit: "P6"}, side=side, impulse=impulse, bridges_down=down)
        fly(desk, strafing="9th-1")
        desk.play(f"cross {unit} P6 Q6", dice=[1])
        assert bool(s.sighted >> desk.unit(unit) & 1) == seen


@rule("17.10.1")
def test_who_is_hit_stops_for_the_impulse_and_who_is_missed_does_not(desk):
    for die, stopped in ((1, True), (2, False)):
        s = desk.set_up({"de-2pz": "Q6"}, side="german")
        fly(desk, strafing="9th-1")
        desk.play("move de-2pz U8 via R6 S7 T7", dice=[die])
        assert bool(s.stopped >> desk.unit("de-2pz") & 1) == stopped


# ----------------------------------------------------------------------------------------------- bridges


@rule("17.10.4")
def test_the_first_section_of_the_list_is_a_section_like_others(desk):
    w = desk.w
    assert w.section_ids[0] == "garonne-1"
    s = desk.set_up({}, steps=[])
    fly(desk, bridges="8th-1 8th-2")
    desk.restart(BridgeAttacks())
    assert desk.why("bomb 8th-1 garonne-1; bomb 8th-1 rhine-1") == ["17.10.4"]
    s.target[w.plane["8th-1"]] = 0
    assert desk.legal("bomb") == ["8th-2"]
    s.target[w.plane["8th-1"]] = -1
    desk.play("bomb 8th-1 garonne-1; bomb 8th-2 rhine-1; done")
    assert s.bridges_down == 1 | 1 << w.section["rhine-1"]
    assert (s.target[w.plane["8th-1"]], s.target[w.plane["8th-2"]]) == (0, w.section["rhine-1"])


@rule("17.10.4", "17.4")
def test_the_hexes_out_of_range_are_named(desk):
    """Of the banks of the Oise these five are more than eight hexes from P11, and out of the radius of England."""
    s = desk.set_up({"us-hq-shaef": "P11"}, turn="jul-1", steps=[])
    fly(desk, bridges="9th-1")
    desk.restart(BridgeAttacks())
    (why,) = desk.game.why_not(s, "allied", "bomb 9th-1 oise-1")
    assert set(why.places) == {"Y10", "Y11", "Z10", "Z11", "AA11"}


@rule("17.10.4", "17.4")
def test_two_sections_lie_in_the_radius_of_england(desk):
    desk.set_up({}, steps=[])
    fly(desk, bridges="9th-1")
    desk.restart(BridgeAttacks())
    assert set(desk.legal("bomb 9th-1")) == {"somme-1", "schelde-1"}


# -------------------------------------------------------------------------------------------- replacements


@rule("31.3")
def test_what_a_raid_on_saved_replacements_did_is_told(desk):
    s = desk.set_up({}, turn="jul-2", side="german", steps=[])
    pool = desk.w.pools.index("german-infantry")
    for die, saved, result in ((5, 2, "no effect"), (4, 0, "no effect"), (4, 2, "one infantry replacement lost")):
        s.pools[pool] = saved
        step, told = StockpileRaid(1), Events()
        step.happen(s, (die,), told)
        (happened,) = told.items
        assert isinstance(happened.event, Rolled)
        assert happened.event.result == result
        assert s.pools[pool] == (1 if result.startswith("one") else saved)


# -------------------------------------------------------------------------------------------- Ground Support


def bind(desk, units, **more):
    s = desk.set_up(units, turn="jun-1", steps=[], **more)
    fly(desk, ground_support=TAC)
    desk.restart(BindSupport())
    return s


@rule("17.10.2", "17.4")
def test_support_is_bound_to_hexes_of_allied_units_and_those_beside_them(desk):
    s = bind(desk, {"us-1": "M5"})
    # M5 and everything beside it lies in the radius of England.
    named = {desk.w.labels[h] for h in range(desk.w.n) if targets(s) >> h & 1}
    assert named == {"M5", *desk.near("M5")}
    assert set(desk.legal("aim 9th-1")) == named


@rule("17.10.2")
def test_where_the_only_hex_has_its_three_aircraft_nothing_is_left_to_name(desk):
    """Of A4 and the hexes beside it B3 alone lies in the radius of England."""
    s = bind(desk, {"us-1": "A4"})
    assert {desk.w.labels[h] for h in range(desk.w.n) if targets(s) >> h & 1} == {"B3"}
    desk.play("aim 9th-1 B3; aim 9th-2 B3; done")
    assert s.target[desk.w.plane["9th-1"]] == desk.hex("B3")
    bind(desk, {"us-1": "A4"})
    text = "aim 9th-1 B3; aim 9th-2 B3; aim 2nd-1 B3"
    assert desk.why(text) == []
    assert desk.words(f"{text}; aim 2nd-2 B3").startswith("17.10.2: No hex is left")


@rule("17.10.2", "17.4")
def test_nothing_is_asked_where_no_hex_is_in_range(desk):
    assert not bind(desk, {"us-1": "A23"}).stack
    assert not bind(desk, {"de-352": "M5"}).stack, "nobody has landed"
    s = desk.set_up({"us-1": "M5"}, turn="jun-1", steps=[])
    fly(desk, strafing=TAC)
    desk.restart(BindSupport())
    assert not s.stack, "nobody supports"


def attack(desk, planes, **more):
    units = {"us-hq-bradley": "M7", "us-1": "M9", "de-352": "M10"}
    s = desk.set_up(more.pop("units", units), steps=[], **{"turn": "jul-2", **more})
    fly(desk, **planes)
    desk.restart(StartCombat(s.impulse))
    return s


@rule("17.10.2")
def test_after_the_landing_german_support_and_later_allied_support_are_not_bound(desk):
    attack(desk, {"ground_support": "9th-1"}, turn="jun-2")
    assert desk.why("attack us-1 M10; support 9th-1") == []
    units = {"us-1": "M9", "de-lehr": "M10", "de-hq-ob-west": "M14"}
    attack(desk, {"german_ground_support": "luftwaffe-1"}, units=units, side="german", turn="jun-1")
    assert desk.why("attack de-lehr M9; support luftwaffe-1") == [], "3.6 binds the Allied player alone"


@rule("17.10.2")
def test_support_named_for_another_hex_does_not_come(desk):
    """L4 and N4 lie to both sides of M5 in the order of the map."""
    for aimed, refused in (("M5", []), ("L4", ["17.10.2"]), ("N6", ["17.10.2"])):
        s = attack(desk, {"ground_support": "9th-1"}, units={"us-1": "M5", "de-352": "M5"}, turn="jun-1",
                   invaders=desk.units_of("us-1"), invasion_turn=1, invasions=1)  # fmt: skip
        s.target[desk.w.plane["9th-1"]] = desk.hex(aimed)
        assert desk.why("attack us-1 M5; support 9th-1") == refused, aimed


@rule("17.10.2", "17.10.9")
def test_aircraft_that_were_used_have_no_target_any_more(desk):
    s = attack(desk, {"ground_support": "9th-1 9th-2"}, units={"us-1": "M5", "de-352": "M5"}, turn="jun-1",
               invaders=desk.units_of("us-1"), invasion_turn=1, invasions=1)  # fmt: skip
    for a in ("9th-1", "9th-2"):
        s.target[desk.w.plane[a]] = desk.hex("M5")
    desk.play("attack us-1 M5; support 9th-1; done", dice=[3])
    assert (s.target[desk.w.plane["9th-1"]], s.target[desk.w.plane["9th-2"]]) == (-1, desk.hex("M5"))
    assert s.carpet_month == -1, "no bombs fell"


@rule("17.10.9", "17.10.2")
def test_bombers_are_for_carpets_and_tac_for_support(desk):
    attack(desk, {"carpet": "8th-1", "ground_support": "9th-1"})
    assert desk.legal("attack us-1 M10; support") == ["support 9th-1"]
    assert desk.legal("attack us-1 M10; carpet") == ["carpet 8th-1"]


# ------------------------------------------------------------------------------------------------------ ships


@rule("19.1", "19.3")
def test_the_first_sea_hex_of_the_list_is_a_place_like_others(desk):
    w = desk.w
    first = w.sea_spots[0]
    desk.set_up({}, steps=[ShipsMove()], ship_at=[w.sea_spots.index("T4"), NOWHERE, LOST, LOST])
    assert desk.why(f"station navy-1 {first}") == []
    desk.set_up({}, steps=[ShipsMove()], ship_at=[0, LOST, LOST, LOST])
    assert desk.why(f"station navy-1 {first}") == ["19.3"], "it lies there"
    assert first not in desk.legal("station navy-1")
    s = desk.set_up({"de-352": first if first in w.index and w.land >> w.index[first] & 1 else "M5"}, steps=[])
    s.ship_at = [0, LOST, LOST, LOST]
    near = next(h for h in range(w.n) if w.land >> h & 1 and ship_support(s, w.bit[h]))
    assert ship_support(s, w.bit[near]) == [0]


@rule("19.8")
def test_ships_that_leave_are_told_once(desk):
    for ships, turn, told in (([0, 0, 0, 0], "sep-1", 1), ([LOST] * 4, "sep-1", 0), ([NOWHERE] * 4, "dec-3", 0),
                              ([0, LOST, LOST, LOST], "sep-1", 1), ([0, 0, 0, 0], "aug-4", 0)):  # fmt: skip
        s = desk.set_up({}, steps=[], ship_at=list(ships), turn=turn)
        events = Events()
        ships_leave(s, events)
        assert len(events.items) == told, (ships, turn)
        assert s.ship_at == (ships if turn == "aug-4" else [LOST] * 4)


@rule("19.8")
def test_an_early_second_invasion_sends_ships_home_earlier_a_late_one_not_later(desk):
    turn_of = desk.w.turn_of
    for second, last in (("jul-1", "jul-4"), ("aug-4", "sep-1")):
        for turn in range(turn_of["jun-2"], turn_of["sep-2"]):
            s = desk.set_up({}, steps=[], ship_at=[0] * 4, turn=turn, second_turn=turn_of[second])
            ships_leave(s, None)
            assert (s.ship_at[0] == LOST) == (turn >= turn_of[last]), turn


@rule("19.3", "19.9")
def test_when_ships_are_asked_for(desk):
    def asked(**more):
        more = {"ship_at": [0, LOST, LOST, LOST], **more}
        return desk.set_up({}, steps=[ShipsMove()], **more).stack != []

    assert asked()
    assert asked(weather="overcast")
    assert not asked(weather="storm")
    assert not asked(side="german")
    assert not asked(ship_at=[LOST] * 4)
    assert asked(ship_at=[NOWHERE] * 4)


@rule("19.3")
def test_a_ship_that_has_moved_keeps_its_place_and_others_may_follow(desk):
    w = desk.w
    t4, n4 = w.sea_spots.index("T4"), w.sea_spots.index("N4")
    s = desk.set_up({}, steps=[Stationing()], ship_at=[t4, t4, LOST, LOST])
    assert set(desk.legal("station")) == {"navy-1", "navy-2"}
    assert desk.legal("station navy-1 N4; station") == ["station navy-2"]
    desk.play("station navy-1 N4; station navy-2 N4; done")
    assert s.ship_at == [n4, n4, LOST, LOST]


@rule("19.6", "19.7")
@pytest.mark.parametrize(
    ("unit", "label", "expected"), [("de-352", "M5", True), ("de-352", "R14", False), ("de-352", "JJ3", False),
                                    ("us-1", "M5", False)]
)  # fmt: skip
def test_a_coast_is_contested_where_a_german_stands_in_reach_of_a_place_for_ships(desk, unit, label, expected):
    """R14 lies inland, JJ3 only in the reach of HH3 and II3, inside the dyke, where no ship may lie."""
    s = desk.set_up({unit: label}, steps=[])
    near = [p for p in range(len(desk.w.sea_spots)) if in_range(desk.w, p, desk.hex(label))]
    assert {desk.w.sea_spots[p] for p in near if not may_lie(s, p)} == ({"HH3", "II3"} if label == "JJ3" else set())
    assert contested_coast(s) == expected


@rule("31.3")
def test_each_aircraft_that_is_left_over_rolls(desk):
    for aircraft in (1, 2, 3):
        s = desk.set_up({}, turn="jul-2", side="german", steps=[])
        pool = desk.w.pools.index("german-infantry")
        s.pools[pool] = 9
        desk.restart(StockpileRaid(aircraft))
        desk.roll(*[4] * aircraft)
        assert (s.pools[pool], s.stack) == (9 - aircraft, [])


@rule("19.7")
def test_the_row_of_gg1_is_the_last_for_ships(desk):
    rows = {label: label.rstrip("0123456789") for label in desk.w.sea_spots if not label.startswith("off")}
    last = [desk.w.sea_spots.index(label) for label, row in rows.items() if row in ("FF", "GG")]
    north = [desk.w.sea_spots.index(label) for label, row in rows.items() if row in ("HH", "II")]
    assert len(last) > 2
    assert len(north) > 2
    assert not any(beyond(desk.w, spot) for spot in last)
    assert all(beyond(desk.w, spot) for spot in north)

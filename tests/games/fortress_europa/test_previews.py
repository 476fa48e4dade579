"""What is told before a move, a train, a landing, a retreat or a crossing is made: way, cost, and what it brings."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, MOUNTAIN
from grognard.games.fortress_europa.rules.air.missions import BridgeAttacks
from grognard.games.fortress_europa.rules.air.naval import ShipsMove
from grognard.games.fortress_europa.rules.combat.retreat import Retreating
from grognard.games.fortress_europa.rules.state import LOST
from grognard.maps import members
from grognard.suite import rule


def told(desk, text):
    """The cases that a preview names."""
    return [effect.rule for effect in desk.preview(text).effects]


@rule("5.2", "5.4", "11.3")
def test_a_move_tells_its_way_and_what_it_takes_of_the_allowance(desk):
    s = desk.set_up({"us-1": "M11", "us-hq-bradley": "M11"}, allied="K2")
    assert desk.preview("move us-1 M12").path == ("M11", "M12")
    assert desk.preview("move us-1 M12").cost == "1 of 4 hexes"
    assert desk.preview("move us-1 M15").cost == "4 of 4 hexes"
    named = desk.preview("move us-1 M13 via L11 L12")
    assert (named.path, named.cost) == (("M11", "L11", "L12", "M13"), "3 of 4 hexes")
    assert named.places == ("M13",)
    s.spent[desk.unit("us-1")] = 3
    assert desk.preview("move us-1 M12").cost == "1 of 1 hex"


@rule("5.4")
def test_of_a_hex_out_of_reach_no_way_is_told(desk):
    desk.set_up({"us-1": "M11"})
    assert desk.preview("move us-1 M16").path == ()
    assert desk.preview("move us-1 M16").text.endswith("cannot get to M16.")
    assert desk.preview("move us-1 M15").path != ()


@rule("7.2", "8.3", "16.3")
def test_a_move_tells_what_stops_the_unit_and_whether_a_fortress_falls(desk):
    desk.set_up({"us-1": "M11", "de-352": "M14"})
    assert told(desk, "move us-1 M13")[0] == "7.2"
    assert "zone" in desk.preview("move us-1 M13").effects[0].text
    assert "7.2" not in told(desk, "move us-1 M12")
    desk.set_up({"us-1": "J20"})
    assert desk.w.terrain[desk.hex("J22")] == MOUNTAIN
    assert "8.3" in told(desk, "move us-1 J22")
    assert "8.3" not in told(desk, "move us-1 J21")
    desk.set_up({"us-1": "D14"})
    assert "16.3" in told(desk, "move us-1 D13")
    assert "16.3" not in told(desk, "move us-1 D15")
    desk.set_up({"us-1": "D14"}, ruined=desk.hexes_of("D13"))
    assert "16.3" not in told(desk, "move us-1 D13"), "it is destroyed"
    desk.set_up({"de-352": "D14"}, side="german")
    assert "16.3" not in told(desk, "move de-352 D13"), "Germans destroy no fortress"


@rule("10.1", "10.3", "10.10")
def test_a_train_tells_its_line_and_how_many_are_left(desk):
    s = desk.set_up({"de-352": "R11", "us-1": "B6"}, side="german")
    train = desk.preview("rail de-352 RR7")
    assert (train.path[0], train.path[-1], train.cost, train.places) == ("R11", "RR7", "1 of the 6 left", ("RR7",))
    s.rail_used = 4
    assert desk.preview("rail de-352 RR7").cost == "1 of the 2 left"
    assert desk.preview("rail de-352 M12").path == ()
    assert "cannot" in desk.preview("rail de-352 M12").text
    desk.set_up({"de-hq-ob-west": "II10", "us-1": "M5"}, side="german", impulse=2)
    goal = sorted(desk.hexes("de-hq-ob-west", "rail"))[0]
    assert desk.preview(f"rail de-hq-ob-west {goal}").cost == "the HQ of this month"


@rule("15.4")
def test_a_retreat_tells_its_way(desk):
    s = desk.set_up({"us-1": "M10"}, steps=[])
    u = desk.unit("us-1")
    desk.restart(Retreating((u,), 2, 2, ALLIED))
    found = desk.preview("retreat us-1 M11 M12")
    assert (found.path, found.places) == (("M10", "M11", "M12"), ("M12",))
    assert s.where[u] == desk.hex("M10")


@rule("17.10.4")
def test_a_crossing_tells_the_way_to_the_bank_and_over_the_river(desk):
    down = 1 << desk.w.section["seine-3"]
    desk.set_up({"us-2arm": "S13"}, bridges_down=down)
    assert desk.preview("cross us-2arm S13 S14").path == ("S13", "S14")
    desk.set_up({"us-2arm": "T12"}, bridges_down=down)
    crossing = desk.preview("cross us-2arm S13 S14")
    assert (crossing.path, crossing.places) == (("T12", "S13", "S14"), ("S14",))


@rule("17.10.4")
def test_the_odds_of_a_crossing(desk):
    """Ruling 17: each row of the chart with the share of its dice."""
    desk.set_up({"us-2arm": "S13"}, bridges_down=1 << desk.w.section["seine-3"])
    action = desk.game.read(desk.s, "allied", "cross us-2arm S13 S14")
    odds = desk.game.odds(desk.s, "allied", action)
    rows = desk.w.book.crossing
    assert [row.outcome for row in odds.rows] == [c.name for c in rows]
    shares = {1: "1/6", 2: "1/3", 3: "1/2", 4: "2/3"}
    assert [row.chance for row in odds.rows] == [shares[len(c.dice)] for c in rows]
    assert [row.value for row in odds.rows] == pytest.approx([len(c.dice) / 6 for c in rows])
    assert sum(row.value for row in odds.rows) == pytest.approx(1)


@rule("17.10.4")
def test_an_attack_on_bridges_shows_the_banks(desk):
    s = desk.set_up({"us-hq-shaef": "P11"}, turn="jul-1", steps=[])
    s.mission[desk.w.plane["8th-1"]] = desk.w.mission["bridges"]
    desk.restart(BridgeAttacks())
    banks = desk.w.rivers[desk.w.section["seine-3"]].banks
    assert set(desk.preview("bomb 8th-1 seine-3").places) == {desk.w.labels[h] for h in members(banks)}


@rule("19.3", "19.6")
def test_a_ship_shows_what_it_would_reach(desk):
    spots = [desk.w.sea_spots.index("T4"), LOST, LOST, LOST]
    desk.set_up({}, steps=[ShipsMove()], ship_at=spots)
    reached = desk.preview("station navy-1 N4").places
    assert {"M5"} <= set(reached)
    assert all(desk.w.land >> desk.hex(label) & 1 for label in reached)
    far = [label for label in reached if desk.w.grid.distance(desk.hex(label), desk.hex("N4")) > 2]
    assert not far


@rule("12.10", "12.11", "8.9")
def test_a_landing_tells_the_room_that_is_left(desk):
    landed = dict.fromkeys(("br-3", "br-51", "br-49"), "M5")
    there = {"br-50": "england"} | landed
    settings = {"turn": "jun-1", "impulse": 2, "invasions": 1, "invasion_turn": 1, "landing_area": 0}
    s = desk.set_up(there, site=desk.hexes_of("M5"), began=desk.units_of("br-50"), **settings)
    second = desk.w.areas[0].second
    assert desk.preview("land br-50 M5").cost == f"unit 1 of {second}"
    assert told(desk, "land br-50 M5") == ["12.11"]
    s.landed_second = 2
    assert desk.preview("land br-50 M5").cost == f"unit 3 of {second}"
    desk.set_up(
        {"br-50": "england", "br-3": "M5"}, site=desk.hexes_of("M5"), began=desk.units_of("br-50"), **settings
    )
    assert told(desk, "land br-50 M5") == []


@rule("12.10", "12.9")
def test_an_invader_tells_the_factors_landed_and_the_danger(desk):
    settings = {"turn": "aug-1", "invasions": 1, "invasion_turn": 1, "capacity_start": 9}
    there = dict.fromkeys(("br-3", "br-50"), "england") | {"us-1": "R11"}
    s = desk.set_up(there | {"de-352": "L4"}, began=desk.units_of("br-3 br-50"), **settings)
    most = next(area.first for area in desk.w.areas if "M5" in area.hexes)
    assert desk.preview("invade br-3 M5").effects[0].text.endswith(f": 5 of {most} factors land.")
    assert told(desk, "invade br-3 M5") == ["12.10"]
    assert told(desk, "invade br-3 L4") == ["12.10", "12.9"]
    s.landed_factors = 4
    assert desk.preview("invade br-3 M5").effects[0].text.endswith(f": 9 of {most} factors land.")

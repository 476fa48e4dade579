"""10.5 in detail, 11.1 and 7.2: which way a retreat leads, who is asked, and what a move's preview tells."""

from __future__ import annotations

from typing import Any

import pytest
from springtime_desk import DATA, act, battle, controller, desk, ends, log, options_of, rules_against, steps, where

from grognard.games.springtime.rules.advantage import BattleWindow
from grognard.games.springtime.rules.retreats import Retreat, retreat_class, retreat_ways
from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2


def leaving(
    units: dict[str, str],
    area: str,
    side: int,
    forced: bool = True,
    came: dict[str, str] | None = None,
    **fields: Any,
) -> Any:
    """A table where the units of a side in an Area retreat; `came` says from where attackers entered."""
    own = [u for u, at in units.items() if at == area and DATA.side[DATA.unit[u]] == side]
    impulse = fields.pop("impulse", 2)
    attackers = [u for u, at in units.items() if at == area and DATA.side[DATA.unit[u]] == 1 - impulse % 2]
    return desk(
        units,
        impulse=impulse,
        stack=[
            {"type": "EndManeuvers"},
            {"type": "ChooseImpulse"},
            {"type": "Retreat", "side": side, "forced": forced},
        ],
        battle=DATA.place[area],
        attackers=attackers,
        leaving=own,
        outcome=2,
        came=came or {},
        advantage=NOBODY,
        **fields,
    )


@rule("10.5.2")
@pytest.mark.parametrize(
    ("axis", "units", "kind"),
    [
        ("", {}, 0),  # Free
        ("", {"ge-4": "16", "fr-2": "16"}, 1),  # Allied and contested
        ("16", {"ge-4": "16", "fr-2": "16"}, 2),  # Axis and contested
        ("16", {"ge-4": "16"}, 4),  # the enemy's
        ("16", {}, 4),  # vacant, but the enemy's
        ("", dict.fromkeys(("fr-1", "fr-2", "fr-3", "fr-4", "fr-5"), "16"), 3),  # full
        ("16", {**dict.fromkeys(("fr-1", "fr-2", "fr-3", "fr-4", "fr-5"), "16"), "ge-4": "16"}, 3),
        ("", dict.fromkeys(("fr-1", "fr-2", "fr-3", "fr-4"), "16"), 0),
    ],
)
def test_the_class_of_an_area(axis: str, units: dict[str, str], kind: int) -> None:
    s = desk({"fr-9": "17", "fr-8": "20", **units}, axis=axis).state
    assert retreat_class(s, DATA.place["16"], ALLIES) == kind


@rule("10.5.1", "10.5.2", "7.1")
def test_a_retreat_goes_on_through_full_areas_and_never_back() -> None:
    """From Namur only Sedan is open, and full; beyond it Reims touches two Axis Areas, Metz two, Artois is Axis."""
    crowd = dict.fromkeys(("fr-2", "fr-3", "fr-4", "fr-5", "fr-6"), "17")
    units = {**crowd, "fr-9": "12", "fr-10": "12", "ge-4": "12", "fr-8": "20"}
    table = leaving(units, "12", ALLIES, axis="10 11 13 16")
    s, u = table.state, DATA.unit["fr-9"]
    ways = {DATA.map_ids[q]: [DATA.map_ids[p] for p in way] for q, way in retreat_ways(s, u, True).items()}
    # 24 has one Axis neighbour (16); 18 has two German ones and the Ardennes
    assert ways == {"24": ["12", "17", "24"]}
    both = {**units, **dict.fromkeys(("fr-1", "fr-7", "bef", "prioux", "bruneau"), "24")}
    table = leaving(both, "12", ALLIES, axis="10 11 13 16 18")
    ways = {DATA.map_ids[q]: [DATA.map_ids[p] for p in way] for q, way in retreat_ways(table.state, u, True).items()}
    # Sedan and Reims are full; beyond: 21, 23, 25, 26. 21 touches Metz, 26 Artois; 23 and 25 nothing
    assert ways == {"23": ["12", "17", "24", "23"], "25": ["12", "17", "24", "25"]}


@rule("10.5", "10.5.1")
def test_an_attacker_goes_back_and_on_from_where_it_came() -> None:
    units = {"ge-4": "11", "ge-12": "11", "fr-9": "11", "fr-8": "20"}
    table = leaving(units, "11", AXIS, came={"ge-4": "5", "ge-12": "3"})
    assert ends(table, "retreat ge-4") == {"5"}
    assert ends(table, "retreat ge-12") == {"3"}
    assert rules_against(table, "retreat ge-4 3") == {"10.5"}
    full = dict.fromkeys(("ge-6", "ge-18", "ge-1", "ge-7", "ge-16"), "5")
    table = leaving({**units, **full}, "11", AXIS, came={"ge-4": "5", "ge-12": "3"})
    # Aachen is full: on to 3, 4 or 6, all Free and far from the Allies but 3 (11 and 18) and 6 (7, 8 and 10)
    assert ends(table, "retreat ge-4") == {"4"}
    stood = leaving(units, "11", AXIS, came={"ge-12": "3"})
    assert ends(stood, "retreat ge-4") == {
        "3",
        "5",
    }  # it began there; each touches two Allied Areas
    dropped = leaving({**units, "airlanding": "11"}, "11", AXIS, came={"ge-12": "3"}, options={"axis-airdrops": True})
    s = dropped.state.copy()
    s.came[DATA.airlanding] = 36
    assert {DATA.map_ids[q] for q in retreat_ways(s, DATA.airlanding, True)} == {"3", "5"}


@rule("10.5.6", "10.5")
@pytest.mark.parametrize(("came", "box"), [("15", "gone"), ("13", "13"), ("8", "gone")])
def test_a_belgian_attacker_is_thrown_back_home_or_dies(came: str, box: str) -> None:
    units = {"belgian": "14", "ge-6": "14", "fr-8": "20", "ge-4": "5"}
    table = leaving(units, "14", ALLIES, impulse=1, axis="14", came={"belgian": came})
    assert table.decision().step == "ChooseImpulse"  # the retreat had one answer and was made by itself
    assert where(table, "belgian") == box


@rule("10.5.6", "10.5")
def test_a_belgian_attacker_goes_back_to_the_last_area_of_his_country() -> None:
    units = {"belgian": "15", "ge-6": "15", "fr-8": "20", "ge-4": "5"}
    table = leaving(units, "15", ALLIES, impulse=1, axis="15", came={"belgian": "14"})
    assert where(table, "belgian") == "14"


@rule("10.5.6")
def test_of_their_own_will_belgians_may_go_abroad() -> None:
    units = {"belgian": "13", "fr-1": "13", "ge-6": "13", "fr-8": "20"}
    table = leaving(units, "13", ALLIES, forced=False, axis="10 8 11 14 9 12")
    assert "stay" in options_of(table)
    assert ends(table, "retreat belgian") == ends(table, "retreat fr-1") == {"15", "16"}


@rule("10.5.3", "10.5.4")
def test_standing_fast_is_for_retreats_of_choice_alone() -> None:
    units = {"fr-9": "11", "fr-1": "11", "ge-4": "11", "fr-8": "20"}
    s = leaving(units, "11", ALLIES, forced=False).state
    assert Retreat(ALLIES, False).standing(s, "allies", "stand-fast") == "stay"
    assert Retreat(ALLIES, True).standing(s, "allies", "stand-fast") is None
    assert Retreat(ALLIES, False).standing(s, "allies", "no-air") is None


@rule("10.5", "10.5.6")
def test_who_is_asked_about_a_retreat() -> None:
    units = {"fr-9": "11", "fr-1": "11", "ge-4": "11", "fr-8": "20"}
    table = leaving(units, "11", ALLIES, axis="12")
    assert ends(table, "retreat") == {"fr-9", "fr-1"}
    assert ends(table, "retreat fr-9") == {"17"}  # it touches one Axis Area, Metz two and Liège three
    for unit, told in (("ge-4", {"10.5"}), ("fr-8", {"10.5"}), ("fr-2", {"10.5"})):
        assert rules_against(table, f"retreat {unit}") == told
    assert rules_against(table, "stay") == {"10.5"}
    [reason] = table.why_not("retreat fr-8")
    assert reason.pieces == ("fr-8",)
    [reason] = table.why_not("retreat fr-2")
    assert reason.pieces == ()
    act(table, "retreat fr-9 17")
    assert where(table, "fr-1") == "17"  # the last one had one way


@rule("10.5.4", "11.1.1")
@pytest.mark.parametrize(
    ("place", "open_city", "forced"),
    [
        ("18", False, False),
        ("19", False, False),
        ("20", False, False),
        ("25", False, False),
        ("25", True, True),
        ("24", False, True),
    ],
)
def test_where_allied_defenders_need_not_leave(place: str, open_city: bool, forced: bool) -> None:
    start = {"18": "21", "19": "21", "20": "21", "25": "24", "24": "17"}[place]
    table = desk(
        {"ge-4": start, "fr-2": place, "fr-1": place},
        axis=f"{start} 11 17",
        advantage=NOBODY,
        open_city=open_city,
        air_strong={"luftwaffe-1": 1},
    )
    table.play(["assault A", f"move ge-4 {place}"])
    battle(table, f"attack {place} ge-4", [6, 6, 1, 1], lead="fr-2", air="air luftwaffe-1")
    assert table.decision().step == "Retreat"
    assert ("stay" in options_of(table)) is not forced


@rule("10.5.4")
def test_german_defenders_have_no_stronghold() -> None:
    table = desk(
        {"fr-1": "21", "ge-4": "18", "ge-6": "18", "fr-8": "20"}, axis="18 17 11", impulse=1, advantage=NOBODY
    )
    table.play(["assault 1", "move fr-1 18"])
    battle(table, "attack 18 fr-1", [6, 6, 1, 1], lead="ge-4", air="no-air")
    assert "Success" in log(table)  # 7 and 12 against 5, Kluge's 1, one more, TEM 4 and 2
    assert (table.decision().step, table.seat) == ("Retreat", "axis")
    assert rules_against(table, "stay") == {"10.5"}


@rule("11.1.2", "11.1.3", "10.5.6")
@pytest.mark.parametrize(
    ("outcome", "foe_steps", "lead_steps", "side", "axis", "lost"),
    [
        (3, 2, 2, ALLIES, "", True),  # an Overrun eliminates
        (2, 1, 2, ALLIES, "", True),  # a reduced Lead in a Success
        (2, 2, 2, ALLIES, "", False),
        (2, 2, 2, ALLIES, "10 12 17 18", True),  # nowhere to go
        (0, 2, 1, AXIS, "", True),  # a reduced Lead in a Repulse
        (0, 2, 2, AXIS, "", False),
    ],
)
def test_when_a_unit_would_be_lost(
    outcome: int, foe_steps: int, lead_steps: int, side: int, axis: str, lost: bool
) -> None:
    units = {"ge-4": "11", "fr-9": "11", "fr-8": "20"}
    reduced = " ".join(u for u, n in (("fr-9", foe_steps), ("ge-4", lead_steps)) if n == 1)
    table = desk(
        units,
        axis=axis,
        reduced=reduced,
        advantage=side,
        contested=[],
        battle=DATA.place["11"],
        attackers=["ge-4"],
        lead=DATA.unit["ge-4"],
        foe=DATA.unit["fr-9"],
        outcome=outcome,
        came={"ge-4": "5"},
        top={"type": "BattleWindow", "side": side},
    )
    window = table.state.stack[-1]
    assert isinstance(window, BattleWindow)
    assert window.would_lose_a_unit(table.state) is lost
    seat = "axis" if side else "allies"
    assert window.standing(table.state, seat, "only-if-lost") == (None if lost else "decline")
    assert window.standing(table.state, seat, "save-advantage") == "decline"
    assert options_of(table) == {"heroic-defense" if side == ALLIES else "maximum-attack", "decline"}


@rule("7.2", "9.1", "10.4.3")
def test_what_the_preview_of_a_move_tells() -> None:
    units = {"hoth-pz": "5", "ge-4": "5", "fr-9": "12", "ge-12": "11", "fr-2": "11", "fr-8": "20"}
    table = desk(units, axis="11", advantage=NOBODY)
    table.play("assault A")

    def told(text: str) -> str:
        found = table.preview(text)
        assert found is not None
        return str(found.text)

    assert told("move ge-4 3") == "German 4th Army goes to Eifel (3)."
    liege = told("move ge-4 10")
    assert liege == "German 4th Army goes to Liège-Limburg (10). It takes Liège-Limburg (10)."
    namur = told("move hoth-pz 12")
    assert "It takes Liège-Limburg (10)." in namur
    assert "It must then attack (10.1)." in namur
    assert "It enters across a river: +3 for the defender if it leads (10.4.3)." in namur
    assert "must then attack" not in told("move ge-4 11")  # it was contested
    assert "given up" in told("move ge-12 3") or controller(table, "11") == "axis"
    preview = table.preview("move hoth-pz 12")
    assert preview is not None
    assert (preview.path, preview.cost) == (("5", "10", "12"), "2 of 2 MF")
    assert "comes back to" in told("move hoth-pz 5")


@rule("10.4.3", "9.1")
def test_the_preview_names_a_way_around_a_river() -> None:
    """To Liège from Aachen a river; by the Ardennes open ground. Into Artois from Namur open, from Reims a river."""
    table = desk({"hoth-pz": "5", "fr-9": "10", "fr-8": "20"}, axis="11", advantage=NOBODY)
    table.play("assault A")
    straight = table.preview("move hoth-pz 10")
    assert straight is not None
    assert "across a river: +3" in straight.text
    assert "The way by Ardennes (11) avoids that." in straight.text
    around = table.preview("move hoth-pz 10 via 11")
    assert around is not None
    assert "river" not in around.text
    line = desk({"hoth-pz": "3", "fr-9": "18", "fr-8": "20"}, advantage=NOBODY)
    line.play("assault A")
    direct = line.preview("move hoth-pz 18")
    assert direct is not None
    assert "the Maginot Line: +3" in direct.text


@rule("7.2", "4.4.9")
@pytest.mark.parametrize(
    ("place", "side", "open_city", "key"),
    [
        ("25", AXIS, False, "paris-falls"),
        ("25", AXIS, True, "open-paris-falls"),
        ("25", ALLIES, False, "paris-regained"),
        ("A", AXIS, False, "zone-falls"),
        ("B", ALLIES, False, "zone-regained"),
        ("3", ALLIES, False, "german-area-taken"),
        ("3", AXIS, False, "german-area-regained"),
        ("17", AXIS, False, ""),
        ("13", ALLIES, False, ""),
    ],
)
def test_what_control_does_to_french_morale(place: str, side: int, open_city: bool, key: str) -> None:
    start = {"25": "24", "A": "27", "B": "28", "3": "11", "17": "11", "13": "10"}[place]
    unit = "fr-1" if side == ALLIES else "ge-4"
    mine = {start} if side == AXIS else {place}
    axis = {"1", "2", "4", "5", "6", "F"} | mine | ({"3"} if place != "3" or side == ALLIES else set())
    axis -= {start} if side == ALLIES else set()
    control = {p: "axis" if p in axis else "allies" for p in DATA.map_ids}
    table = desk(
        {unit: start, "fr-8": "20", "ge-7": "1"},
        impulse=2 if side else 1,
        advantage=NOBODY,
        open_city=open_city,
        control=control,
    )
    table.play([f"assault {'A' if side else '1'}", f"move {unit} {place}"])
    assert controller(table, place) == ("axis" if side else "allies")
    change = DATA.morale[key].change if key else 0
    assert table.state.morale == 30 + change
    assert bool(change) is bool(key)


@rule("4.4.9", "10.4.5")
@pytest.mark.parametrize(
    ("unit", "key", "box"),
    [
        ("fr-9", "french-unit-lost", "eliminated"),
        ("bef", "bef-lost", "eliminated"),
        ("belgian", "belgian-lost", "gone"),
        ("dutch", "dutch-lost", "gone"),
    ],
)
def test_what_the_loss_of_an_allied_unit_costs(unit: str, key: str, box: str) -> None:
    table = desk({"hoth-pz": "11", unit: "11", "fr-8": "20", "ge-6": "5"}, advantage=NOBODY, oos=unit)
    table.play("assault A")
    battle(table, "attack 11 hoth-pz", [6, 6, 1, 1], air="air luftwaffe-1")
    assert (where(table, unit), steps(table, unit)) == (box, 0)
    assert table.state.oos[DATA.unit[unit]] == 0
    assert table.state.morale == 30 + DATA.morale[key].change
    assert "is lost with his unit" in log(table)


@rule("6.2.1", "11.1.4")
@pytest.mark.parametrize("impulse", [2, 4, 6, 8])
def test_the_logistics_roll_at_every_impulse(impulse: int) -> None:
    for die in range(1, 7):
        table = desk({"ge-4": "5", "fr-8": "20"}, impulse=impulse, advantage=NOBODY, points_allies=0, points_axis=0)
        act(table, "pass", other=die)
        goes_on = die >= impulse and impulse < 8
        assert (table.state.turn, table.state.impulse) == ((2, impulse + 1) if goes_on else (3, 1))
        held = desk({"ge-4": "5", "fr-8": "20"}, impulse=impulse, advantage=ALLIES, points_allies=0, points_axis=0)
        act(held, "pass", other=die)
        asked = held.decision().step == "SoldierOn"
        assert asked is (die < impulse < 8)
        if asked:
            assert (held.seat, options_of(held)) == ("allies", {"soldier-on", "decline"})
            held.play("soldier-on")
            assert (held.state.impulse, held.state.advantage) == (impulse + 1, AXIS)

"""7, 12, 13 and 18: what follows from where units stand; supply traced, marked and rolled for; Areas cut off."""

from __future__ import annotations

from typing import Any

import pytest
from springtime_desk import DATA, GAME, controller, desk, ends, rules_against, where

from grognard.games.springtime.rules.facts import build
from grognard.games.springtime.rules.refit import rebuild_places
from grognard.games.springtime.rules.supply import clear_pockets, trace
from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2
KLEIST_LOST = -2
FRENCH = ("fr-1", "fr-2", "fr-7", "fr-9", "fr-3")
GERMAN = ("ge-4", "ge-12", "ge-16", "ge-6", "ge-18")


def surrender_lines(table: Any) -> list[str]:
    return [x.text for x in table.log("axis") if "Surrender of" in x.text]


@rule("7.1", "14.2", "7.2")
@pytest.mark.parametrize("place", DATA.map_ids)
def test_five_of_a_side_fill_an_area_and_no_zone(place: str) -> None:
    p = DATA.place[place]
    for side, units in ((ALLIES, FRENCH), (AXIS, GERMAN)):
        for number in (4, 5):
            loc = [38] * len(DATA.unit_ids)
            for name in units[:number]:
                loc[DATA.unit[name]] = p
            known = build(DATA, loc, [side] * 36)
            assert known.full[side] == (1 << p if number == 5 and p < 30 else 0)
            assert known.full[1 - side] == 0
            assert known.owned[side] == (1 << 36) - 1
            assert known.owned[1 - side] == 0
            assert (known.present[side], known.present[1 - side]) == (1 << p, 0)


@rule("13.2.1")
@pytest.mark.parametrize("box", ["eliminated", "gone", "off"])
def test_no_path_is_traced_from_a_box(box: str) -> None:
    s = desk({"ge-4": "5", "fr-8": "20", "fr-9": box, "ge-12": box}).state
    assert trace(s, DATA.unit["fr-9"]) == ([], [])
    assert trace(s, DATA.unit["ge-12"]) == ([], [])


@rule("13.1.2", "13.2.1", "13.1.3")
def test_a_source_that_the_enemy_controls_feeds_nobody() -> None:
    """A French unit fights in Brittany, which is Axis: it traces to a Zone next to it, if that is Allied."""
    units = {"fr-8": "A", "ge-4": "A", "ge-12": "5"}
    place = DATA.place
    assert trace(desk(units).state, DATA.unit["fr-8"]) == ([place["A"]], [])
    assert trace(desk(units, axis="A").state, DATA.unit["fr-8"]) == ([place["A"], place["B"]], [])
    path, cuts = trace(desk(units, axis="A B 27 28").state, DATA.unit["fr-8"])
    assert (path, cuts) == ([], [place["27"], place["28"], place["B"]])
    at_home = desk({"belgian": "14", "ge-4": "14", "ge-12": "5"}, axis="14").state
    assert trace(at_home, DATA.unit["belgian"]) == ([place["14"]], [])


@rule("13.2.5", "7.4")
@pytest.mark.parametrize("there", ["", "fr-9", "ge-4", "fr-9 ge-4"])
@pytest.mark.parametrize("side", [ALLIES, AXIS])
def test_only_a_vacant_area_falls_for_want_of_supply(there: str, side: int) -> None:
    """Antwerp is Allied among Axis Areas, or Axis among Allied ones."""
    if there in ("fr-9", "ge-4") and (there == "ge-4") is not (side == AXIS):
        return  # whoever is alone there controls it
    units = {"ge-12": "5", "fr-8": "20", **dict.fromkeys(there.split(), "9")}
    s = desk(units, axis="8 10 13 14" if side == ALLIES else "9").state
    clear_pockets(s, None)
    assert s.control[DATA.place["9"]] == (side if there else 1 - side)


POCKET: dict[str, Any] = {"axis": "8 9 10 12 15 17 24 26", "advantage": NOBODY}
"""Brussels, Flanders and Artois are Allied and cut off; they cut off Lille, which is Axis."""


@rule("13.2.4", "4.4.8")
def test_who_was_marked_rolls_though_a_surrender_has_opened_a_way() -> None:
    """The French in Brussels surrender to the Germans there; Hoth in Lille was out of supply until then."""
    table = desk(
        {"fr-1": "13", "ge-4": "13", "hoth-pz": "15", "fr-8": "20"},
        oos="fr-1 hoth-pz",
        impulse=8,
        points_allies=0,
        points_axis=0,
        **POCKET,
    )
    table.play("pass", forced=[1, 6, 2, "de-gaulle", "plan-red"])
    lines = surrender_lines(table)
    assert len(lines) == 2
    assert "1st Army" in lines[0]
    assert "Hoth" in lines[1]
    assert controller(table, "13") == "axis"
    assert table.state.oos[DATA.unit["hoth-pz"]] == 0  # marked anew afterwards


@rule("13.2.4")
def test_a_marker_that_is_out_of_date_makes_nobody_roll() -> None:
    table = desk({"ge-4": "5", "fr-9": "24", "fr-8": "20"}, oos="ge-4 fr-9", top="CheckSurrender", advantage=NOBODY)
    assert surrender_lines(table) == []
    table = desk(
        {"fr-1": "13", "ge-4": "5", "fr-8": "20"},
        impulse=8,
        points_allies=0,
        points_axis=0,
        **POCKET,
    )
    table.play("pass", forced=[1, 1, "de-gaulle", "plan-red"])  # nothing was marked; the French roll
    assert len(surrender_lines(table)) == 1


@rule("13.2.4", "18.1.4")
def test_the_airlanding_corps_rolls_once_and_last() -> None:
    table = desk(
        {"fr-1": "13", "airlanding": "30", "ge-4": "5", "fr-8": "20"},
        axis=f"{POCKET['axis']} 30",
        impulse=8,
        points_allies=0,
        points_axis=0,
        advantage=NOBODY,
        options={"axis-airdrops": True},
    )
    table.play("pass", forced=[1, 1, 1])
    lines = surrender_lines(table)
    assert ["1st Army" in line for line in lines] == [True, False]
    assert "Airlanding" in lines[1]


@rule("13.2.4", "10.4.5", "4.4.1")
def test_kleist_in_baden_goes_to_the_comrade_who_holds_out() -> None:
    units = {"guderian-pz": "1", "reinhardt-pz": "1", "fr-8": "1", "fr-9": "20", "ge-4": "5"}
    control = {p: "axis" if p in ("3", "4", "5", "6", "F") else "allies" for p in DATA.map_ids}
    table = desk(
        units,
        reduced="guderian-pz",
        oos="guderian-pz reinhardt-pz",
        control=control,
        impulse=8,
        kleist=DATA.unit["guderian-pz"],
        points_allies=0,
        points_axis=0,
        advantage=NOBODY,
    )
    table.play("pass", forced=[1, 6, 1, "de-gaulle", "plan-red"])
    assert where(table, "guderian-pz") == "gone"
    assert table.state.kleist == DATA.unit["reinhardt-pz"]


@rule("10.4.5", "13.2.4")
def test_kleist_is_lost_once() -> None:
    table = desk(
        {"fr-1": "13", "ge-4": "5", "fr-8": "20"},
        impulse=8,
        kleist=KLEIST_LOST,
        points_allies=0,
        points_axis=0,
        **POCKET,
    )
    table.play("pass", forced=[1, 1, "de-gaulle", "plan-red"])
    assert not [x.text for x in table.log("axis") if "Kleist is lost" in x.text]


@rule("13.2.5", "13.2")
def test_supply_is_marked_anew_when_vacant_areas_have_fallen() -> None:
    table = desk({"hoth-pz": "15", "ge-4": "5", "fr-8": "20"}, oos="hoth-pz", top="EmptyAreas", **POCKET)
    s = table.state
    assert [controller(table, p) for p in ("13", "14", "16")] == ["axis"] * 3
    assert s.oos[DATA.unit["hoth-pz"]] == 0


@rule("19.1", "13.2.4", "12.3.2")
def test_who_is_gone_in_plan_red_was_lost_before_or_has_surrendered() -> None:
    for unit, law in (("fr-9", "19.1"), ("fr-3", "13.2.4"), ("belgian", "12.3.2")):
        table = desk(
            {unit: "gone", "fr-8": "20", "fr-10": "20", "ge-4": "5"},
            reduced="fr-8",
            turn=5,
            top={"type": "Spend", "side": ALLIES},
            points_allies=9,
        )
        table.state.scenario = "plan-red"
        assert {r.rule for r in GAME.why_not(table.state, "allies", f"rebuild {unit} full 25")} == {law}


@rule("12.3.2", "13.2.4")
def test_a_bef_that_surrendered_did_not_leave_by_dynamo() -> None:
    for spent, words in (("new-squadrons", "surrendered"), ("operation-dynamo", "Dynamo")):
        others = [e for e in DATA.event_ids if e != "operation-dynamo"] if spent != "operation-dynamo" else [spent]
        table = desk(
            {"bef": "gone", "fr-8": "20", "ge-4": "5"},
            reduced="fr-8",
            top={"type": "Spend", "side": ALLIES},
            points_allies=9,
            spent=others,
            cup=[e for e in DATA.event_ids if e not in others],
        )
        assert words in table.why_not("rebuild bef full 25")[0].text


@rule("18.3", "12.3.2")
def test_only_the_bef_needs_a_port_for_its_return() -> None:
    s = desk({"bef": "eliminated", "fr-9": "eliminated", "fr-8": "20", "ge-4": "5"}, evacuated=True).state
    ports = {p for p in range(36) if DATA.port[p]}
    assert set(rebuild_places(s, DATA.unit["bef"])) == {p for p in ports if s.control[p] == ALLIES}
    assert DATA.place["25"] in rebuild_places(s, DATA.unit["fr-9"])
    assert DATA.place["25"] not in ports


@rule("18.1", "14.3", "7.1", "9.2.1")
def test_a_drop_needs_one_area_that_is_open() -> None:
    """Of the Areas in range all were attacked but one: that is Italy, or full of Germans, or of Frenchmen."""
    options: dict[str, bool | str] = {"axis-airdrops": True}
    crowd = dict.fromkeys(GERMAN, "22")
    near = [p for p in DATA.map_ids if p != "F"]
    for units, closed, able in (
        ({"ge-4": "E"}, near, False),
        ({"ge-4": "E"}, [p for p in near if p != "D"], True),
        (crowd, [p for p in near if p != "22"], False),
        ({**crowd, "ge-18": "5"}, [p for p in near if p != "22"], True),
        ({"ge-4": "E", **dict.fromkeys(FRENCH, "29")}, [p for p in near if p != "29"], False),  # out of range
        ({"ge-4": "22", **dict.fromkeys(FRENCH, "30")}, [p for p in near if p != "30"], True),
    ):
        table = desk(
            {**units, "fr-8": "20"},
            axis="E 22",
            top="AssaultMoves",
            active=["ge-4"],
            closed=closed,
            options=options,
            advantage=NOBODY,
        )
        assert bool(table.legal("drop")) is able if able else rules_against(table, "drop") == {"18.1"}
        if able:
            assert len(ends(table, "drop")) == 1

"""18.1 and 18.2: where the Airlanding Corps may drop, what it brings, and the limited free set-up."""

from __future__ import annotations

from typing import Any

import pytest
from springtime_desk import (
    DATA,
    GAME,
    act,
    battle,
    controller,
    cup,
    desk,
    ends,
    held,
    options_of,
    rules_against,
    steps,
    where,
)

from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2
DROPS: dict[str, bool | str] = {"axis-airdrops": True}


def assault(units: dict[str, str], **fields: Any) -> Any:
    table = desk(units, advantage=NOBODY, options=DROPS, **fields)
    table.play("assault A")
    return table


@rule("18.1", "14.3", "7.1")
def test_where_the_corps_may_drop() -> None:
    """Within two Areas of the 4th Army in Aachen: 3, 4, 6, 10, 11 are next to it, and 2, 7, 8, 9, 12, 13, 17, 18 next
    to those; Liège is full of Germans."""
    full = dict.fromkeys(("ge-6", "ge-18", "ge-1", "ge-7", "ge-16"), "10")
    table = assault({"ge-4": "5", **full, "fr-8": "20"}, axis="10")
    near = {"2", "3", "4", "5", "6", "7", "8", "9", "11", "12", "13", "17", "18"}
    beyond_liege = {"14", "15", "16"}  # two Areas from 10
    assert ends(table, "drop") == near | beyond_liege
    assert rules_against(table, "drop 10") == {"7.1"}
    assert rules_against(table, "drop 25") == {"18.1"}
    assert rules_against(table, "drop F") == {"14.3"}


@rule("18.1")
def test_only_german_units_guide_a_drop() -> None:
    """The Italians in the Alps guide nobody, and the only German is far away."""
    table = assault({"ge-4": "4", "italian": "E", "alp": "D", "fr-8": "20"}, axis="E", italy=True)
    assert ends(table, "drop") == {"1", "2", "3", "4", "5", "6", "10", "11", "18", "19"}


@rule("18.1", "9.2.1")
def test_nobody_drops_into_an_area_that_was_attacked() -> None:
    table = assault({"ge-4": "11", "ge-12": "11", "fr-9": "11", "fr-8": "20"}, axis="")
    battle(table, "attack 11 ge-4", [1, 1, 6, 6])
    table.play("stay")
    assert rules_against(table, "drop 11") == {"9.2.1"}
    assert "11" not in ends(table, "drop")


@rule("18.1")
@pytest.mark.parametrize(
    ("fields", "units"),
    [
        ({"impulse": 3}, {}),
        ({}, {"airlanding": "4"}),
        ({}, {"airlanding": "eliminated"}),
        ({}, {"airlanding": "gone"}),
    ],
)
def test_when_there_is_no_drop(fields: dict[str, Any], units: dict[str, str]) -> None:
    table = desk({"ge-4": "5", "fr-8": "20", **units}, advantage=NOBODY, options=DROPS, **fields)
    table.play("assault 3" if fields else "assault A")
    assert rules_against(table, "drop 11") == {"18.1"}
    assert not {text for text in options_of(table) if text.startswith("drop")}


@rule("18.1", "7.2")
@pytest.mark.parametrize(
    ("foes", "die", "left"),
    [(0, 3, 1), (0, 4, 2), (1, 4, 1), (1, 5, 2), (2, 5, 1), (2, 6, 2), (3, 6, 1)],
)
def test_the_die_of_a_drop(foes: int, die: int, left: int) -> None:
    """Three or less reduces the Corps, after 1 off for each Allied unit."""
    there = dict.fromkeys(("fr-9", "fr-1", "fr-2")[:foes], "11")
    table = assault({"ge-4": "5", **there, "fr-8": "20"})
    odds = table.odds("drop 11")
    assert odds is not None
    assert [row.value for row in odds.rows] == pytest.approx([(3 - foes) / 6, (3 + foes) / 6])
    preview = table.preview("drop 11")
    assert preview is not None
    assert f"reduced on {3 + foes} of 6 rolls" in preview.text
    assert ("must then attack" in preview.text) is bool(foes)
    assert ("It takes" in preview.text) is not foes
    act(table, "drop 11", other=die)
    assert (where(table, "airlanding"), steps(table, "airlanding")) == ("11", left)
    assert controller(table, "11") == ("allies" if foes else "axis")
    assert rules_against(table, "end") == ({"10.1"} if foes else set())


@rule("18.1")
def test_a_drop_among_six_defenders_is_reduced_for_certain() -> None:
    there = dict.fromkeys(("fr-9", "fr-1", "fr-2", "fr-3", "fr-4"), "11")
    table = assault({"ge-4": "5", **there, "fr-8": "20"})
    odds = table.odds("drop 11")
    assert odds is not None
    assert [row.value for row in odds.rows] == pytest.approx([0.0, 1.0])


@rule("18.1.1", "10.4.3")
@pytest.mark.parametrize(("dropped", "defence"), [(False, 9), (True, 6)])
def test_a_drop_opens_the_river_to_the_other_attackers(dropped: bool, defence: int) -> None:
    """The 9th Army's 4 in Namur's 2; the Meuse between 11 and 12 adds 3 unless the Corps is in Namur."""
    table = assault({"ge-4": "11", "fr-9": "12", "fr-8": "20"}, axis="11")
    if dropped:
        act(table, "drop 12", other=6)
        assert table.state.dropped == DATA.place["12"]
    table.play("move ge-4 12")
    table.play("attack 12 ge-4")
    assert f"against defense {defence} in" in table.decision().prompt


@rule("18.1.2", "15.3")
def test_the_corps_joins_any_group_in_the_impulse_of_its_drop() -> None:
    units = {"ge-4": "5", "ge-6": "6", "fr-9": "10", "fr-8": "20"}
    table = desk(units, turn=1, impulse=6, advantage=NOBODY, reduced="fr-9", options=DROPS)
    table.play("assault all")
    act(table, "drop 10", other=6)
    table.play("move ge-4 10")
    assert rules_against(table, "move ge-6 10") == {"15.3"}
    battle(table, "attack 10 ge-4", [6, 6, 1, 1], air="air luftwaffe-1")
    assert (where(table, "airlanding"), where(table, "ge-4")) == ("10", "10")
    assert controller(table, "10") == "axis"


@rule("18.1.2", "8.1.1")
def test_later_the_corps_moves_with_a_group_in_its_area() -> None:
    for mate, able in (("ge-4", True), ("ge-6", False)):
        table = assault({"airlanding": "5", mate: "5", "ge-12": "3", "fr-8": "20"})
        assert ("airlanding" in ends(table, "move")) is able


@rule("18.1.3")
def test_a_withdrawn_corps_is_dropped_again_at_full_strength() -> None:
    table = desk(
        {"airlanding": "12", "ge-4": "5", "fr-8": "20"},
        axis="12 11",
        reduced="airlanding",
        oos="airlanding",
        options=DROPS,
        top={"type": "EndEvents", "side": 1},
        impulse=8,
    )
    table.play("withdraw")
    assert where(table, "airlanding") == "off"
    assert not table.state.oos[DATA.airlanding]
    assert rules_against(table, "withdraw") == {"18.1.3"}
    again = assault({"ge-4": "5", "fr-8": "20"}, reduced="airlanding")
    act(again, "drop 11", other=6)
    assert steps(again, "airlanding") == 2
    allied = desk(
        {"airlanding": "12", "fr-8": "20"},
        axis="12",
        options=DROPS,
        top={"type": "EndEvents", "side": 0},
        held_allies=held("cabinet-shuffle"),
        cup=cup("cabinet-shuffle"),
    )
    assert rules_against(allied, "withdraw") == {"18.1.3"}


# ------------------------------------------------------------------------------------- 18.2 free set-up


def setting_up(*parts: str, seat: str = "allies") -> tuple[Any, str]:
    """A table in the free set-up, and the beginning of a draft."""
    table = GAME.table("plan-yellow", options={"limited-free-setup": True}, practice=True)
    return table, "".join(f"setup {part}; " for part in parts)


def open_areas(table: Any, drafted: str, unit: str, seat: str = "allies") -> set[str]:
    found = {a.args[-1] for a in table.legal(f"{drafted}setup {unit}", seat=seat)}
    for area in DATA.map_ids:
        assert bool(table.why_not(f"{drafted}setup {unit} {area}", seat=seat)) is (area not in found), (unit, area)
    return found


FRANCE = {str(n) for n in range(15, 31)}
GERMANY = {str(n) for n in range(1, 7)}


@rule("18.2")
def test_each_side_sets_up_its_own_units_at_home() -> None:
    table, none = setting_up()
    assert open_areas(table, none, "fr-2") == FRANCE
    assert open_areas(table, none, "ge-4", "axis") == GERMANY
    allied = {a.args[0] for a in table.legal("setup", seat="allies")}
    assert allied == {"fr-1", "fr-2", "fr-7", "fr-9", "prioux", "bef", "fr-3", "fr-4", "fr-5", "fr-8"}
    for unit, seat in (("ge-4", "allies"), ("fr-2", "axis"), ("belgian", "allies"), ("airlanding", "axis")):
        assert {r.rule for r in table.why_not(f"setup {unit}", seat=seat)} == {"18.2"}
    german = {a.args[0] for a in table.legal("setup", seat="axis")}
    assert german == {u.id for u in DATA.units if u.nation == "german"} - {"airlanding"}


@rule("18.2")
def test_armor_and_reserves_go_with_the_first_or_the_seventh_army() -> None:
    table, drafted = setting_up("fr-1 16")
    for guest in ("bruneau", "bruche", "brocard", "fr-6", "fr-10"):
        assert open_areas(table, drafted, guest) == {"16"}
        assert {r.rule for r in table.why_not(f"setup {guest}", seat="allies")} == {"18.2"}
    table, drafted = setting_up("fr-1 16", "fr-7 24")
    assert open_areas(table, drafted, "bruche") == {"16", "24"}
    assert {r.rule for r in table.why_not("setup fr-2; setup bruche 16", seat="allies")}
    full = ("fr-1 16", "bruneau 16", "bruche 16", "brocard 16", "fr-6 16")
    table, drafted = setting_up(*full)
    assert {r.rule for r in table.why_not(f"{drafted}setup fr-10", seat="allies")} == {"18.2"}
    table, drafted = setting_up(*full, "fr-7 24")
    assert open_areas(table, drafted, "fr-10") == {"24"}


@rule("18.2", "7.1")
def test_the_hosts_leave_room_for_their_guests() -> None:
    """Five guests wait; an Area holds five. Beside a host four more fit, so that both hosts have eight places."""
    table, drafted = setting_up("fr-1 16")
    assert "16" not in open_areas(table, drafted, "fr-7")  # in one Area there would be three places for five
    # three others may stand with the 1st Army: one place there and four with the 7th are enough
    table, drafted = setting_up("fr-1 16", "fr-2 16", "fr-9 16")
    assert "16" in open_areas(table, drafted, "fr-3")
    table, drafted = setting_up("fr-1 16", "fr-2 16", "fr-9 16", "fr-3 16")
    assert "16" not in open_areas(table, drafted, "fr-4")
    table, drafted = setting_up("fr-1 16", "fr-7 24", "fr-2 16", "fr-9 16")
    assert {"16", "24"} <= open_areas(table, drafted, "fr-3")
    table, drafted = setting_up("fr-1 16", "fr-7 24", "fr-2 16", "fr-9 16", "fr-3 16")
    assert not {"16", "24"} & open_areas(table, drafted, "fr-4")
    # once the guests have come, the rest of the room is free
    guests = ("bruneau 24", "bruche 24", "brocard 24", "fr-6 24", "fr-10 16")
    table, drafted = setting_up("fr-1 16", "fr-7 24", *guests)
    assert "16" in open_areas(table, drafted, "fr-4")
    assert "24" not in open_areas(table, drafted, "fr-4")


@rule("18.2", "7.1")
def test_a_host_joins_only_where_the_guests_will_fit() -> None:
    crowd = ("fr-2 17", "fr-9 17", "fr-3 17", "fr-4 17")
    table, drafted = setting_up(*crowd)
    assert "17" not in open_areas(table, drafted, "fr-1")  # no place beside it, and four with the other host
    table, drafted = setting_up(*crowd[:3])
    assert "17" in open_areas(table, drafted, "fr-1")  # one beside it, and four with the other: five
    table, drafted = setting_up(*crowd[:3], "fr-1 17")
    others = open_areas(table, drafted, "fr-7")
    assert others == FRANCE - {"17"}
    table, drafted = setting_up(*crowd[:3], "fr-1 17", "fr-5 18")
    assert "18" not in open_areas(table, drafted, "fr-7")  # one with the 1st and three with the 7th are too few
    table, drafted = setting_up("fr-2 17", "fr-9 17", "fr-3 17", "fr-4 17", "fr-5 17")
    assert {r.rule for r in table.why_not(f"{drafted}setup bef 17", seat="allies")} == {"7.1"}


@rule("18.2", "7.1")
def test_five_germans_fill_an_area() -> None:
    table, drafted = setting_up("ge-4 5", "ge-6 5", "ge-12 5", "ge-16 5", "ge-18 5", seat="axis")
    assert open_areas(table, drafted, "ge-1", "axis") == GERMANY - {"5"}
    assert {r.rule for r in table.why_not(f"{drafted}setup ge-4 4", seat="axis")} == {"18.2"}
    assert {r.rule for r in table.why_not(f"{drafted}done", seat="axis")} == {"18.2"}

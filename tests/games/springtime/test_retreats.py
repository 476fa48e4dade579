"""10.5 Retreats."""

from __future__ import annotations

from typing import Any

from springtime_desk import DATA, act, battle, controller, desk, ends, log, rules_against, steps, where

from grognard.suite import rule

NOBODY = 2


def beaten(units: dict[str, str], axis: str, place: str, lead: str, foe: str = "", **fields: Any) -> Any:
    """An Assault by the lead's group wins against the units of a place."""
    table = desk(units, axis=axis, advantage=NOBODY, **fields)
    group = DATA.units[DATA.unit[lead]].group
    table.play(f"assault {group}")
    if where(table, lead) != place:
        table.play(f"move {lead} {place}")
    battle(table, f"attack {place} {lead}", [6, 6, 1, 1], lead=foe, air="air luftwaffe-1")
    return table


@rule("10.5", "10.5.2")
def test_defenders_go_to_the_free_area_with_fewest_enemy_neighbours() -> None:
    """From Brussels Antwerp touches two Axis Areas, Namur three, Flanders and Artois one; Lille none."""
    table = beaten({"ge-6": "10", "fr-1": "13", "fr-2": "13", "fr-3": "13"}, "10 11 8 17", "13", "ge-6")
    assert table.decision().step == "Retreat"
    assert table.seat == "allies"
    for unit in ("fr-1", "fr-2", "fr-3"):
        assert ends(table, f"retreat {unit}") == {"15"}
    assert rules_against(table, "retreat fr-1 9") == {"10.5.2"}
    assert rules_against(table, "retreat fr-1 10") == {"10.5.2"}
    assert rules_against(table, "stay") == {"10.5"}


@rule("10.5.2")
def test_contested_areas_come_after_free_ones_friendly_before_enemy() -> None:
    """Around Dinant Sedan is Allied and contested, Artois Axis and contested; Brussels, if it is Allied, is Free and
    touches two Axis Areas (10 and 14)."""
    units = {"hoth-pz": "11", "fr-9": "12", "fr-1": "12", "fr-2": "17", "ge-12": "17", "fr-3": "16", "ge-4": "16"}
    table = beaten(units, "10 11 13 16", "12", "hoth-pz")
    left = "fr-1" if where(table, "fr-9") == "eliminated" else "fr-9"
    assert where(table, left) == "17"
    table = beaten(units, "10 11 13 16 17", "12", "hoth-pz")
    left = "fr-1" if where(table, "fr-9") == "eliminated" else "fr-9"
    assert table.decision().step == "Retreat"
    assert ends(table, f"retreat {left}") == {"16", "17"}  # both Axis and contested
    table.play(f"retreat {left} 16")
    assert where(table, left) == "16"
    table = beaten(units, "10 11 14 16", "12", "hoth-pz", foe="fr-9")
    assert where(table, "fr-1") == "13"
    table = beaten({**units, "ge-18": "16", "fr-4": "13", "ge-6": "13"}, "10 11 14 16", "12", "hoth-pz", foe="fr-9")
    assert table.decision().step == "Retreat"
    assert ends(table, "retreat fr-1") == {"13", "17"}  # both Allied and contested; 16 is Axis
    assert rules_against(table, "retreat fr-1 16") == {"10.5.2"}


@rule("10.5.6", "10.5.2")
def test_without_a_retreat_a_unit_is_eliminated() -> None:
    """A vacant enemy-controlled Area is no retreat."""
    units = {"ge-4": "11", "fr-9": "12", "ge-12": "3"}
    table = beaten(units, "10 11 13 16 17", "12", "ge-4")
    assert where(table, "fr-9") == "eliminated"
    assert "cannot retreat" in log(table)


@rule("10.5.1", "7.1")
def test_units_retreat_one_at_a_time_and_pass_on_when_the_area_is_full() -> None:
    crowd = dict.fromkeys(("fr-2", "fr-3", "fr-4", "fr-5"), "17")
    units = {**crowd, "ge-4": "11", "fr-9": "12", "fr-1": "12"}
    table = beaten(units, "10 11 13 16", "12", "ge-4")
    assert ends(table, "retreat fr-1") == {"17"}
    table.play("retreat fr-1 17")
    # Sedan is full now: the other passes through it. Beyond, Metz touches three Axis Areas, Reims one (16).
    assert where(table, "fr-9") == "24"


@rule("10.5")
def test_attackers_go_back_where_they_came_from() -> None:
    table = desk({"ge-4": "5", "ge-12": "3", "fr-9": "11"}, advantage=NOBODY)
    table.play(["assault A", "move ge-4 11", "move ge-12 11"])
    battle(table, "attack 11 ge-4", [1, 1, 6, 6])
    table.play("stay")
    assert ends(table, "retreat ge-4") == {"5"}
    assert rules_against(table, "retreat ge-4 3") == {"10.5"}
    table.play("retreat ge-4 5")
    assert (where(table, "ge-4"), where(table, "ge-12")) == ("5", "3")


@rule("10.5.3", "10.4.4")
def test_voluntary_retreats_after_a_stalemate_defender_first() -> None:
    table = desk({"ge-4": "11", "fr-9": "11", "fr-1": "11", "ge-12": "3"}, advantage=NOBODY)
    table.play("assault A")
    battle(table, "attack 11 ge-4", [2, 3, 1, 3], lead="fr-9")  # 5 + 1 + 5 against 4 + 1 + 2 + 4
    assert "Stalemate" in log(table)
    assert table.seat == "allies"
    table.play("retreat fr-1 12")
    assert {a.text for a in table.legal("stay")} == set()
    table.play("stay")
    assert where(table, "fr-9") == "11"
    assert table.seat == "axis"
    table.play("stay")
    assert where(table, "ge-4") == "11"


@rule("10.5.3")
def test_defenders_may_leave_even_after_a_repulse() -> None:
    table = desk({"ge-4": "11", "fr-9": "11", "ge-12": "3"}, advantage=NOBODY)
    table.play("assault A")
    battle(table, "attack 11 ge-4", [1, 1, 6, 6])
    assert table.seat == "allies"
    act(table, "retreat fr-9 12")
    assert controller(table, "11") == "axis"


@rule("10.5.4", "11.1.1")
def test_paris_and_the_maginot_need_not_retreat() -> None:
    for place, unit in (("18", "fr-3"), ("19", "fr-5"), ("20", "fr-8"), ("25", "fr-10")):
        units = {"ge-4": "24" if place == "25" else "21", unit: place, "fr-1": place}
        table = beaten(units, "21 24 17 11", place, "ge-4", unit)
        assert table.decision().step == "Retreat"
        assert rules_against(table, "stay") == set()
        table.play("stay")
        assert where(table, "fr-1") == place
        assert controller(table, place) == "allies"


@rule("10.5.4", "11.1.1")
def test_an_open_paris_must_be_left() -> None:
    table = beaten({"ge-4": "24", "fr-10": "25", "fr-1": "25"}, "24 17 11", "25", "ge-4", "fr-10", open_city=True)
    assert table.decision().step == "Retreat"
    assert rules_against(table, "stay") == {"10.5"}


@rule("10.5.6")
def test_belgians_and_dutch_die_abroad() -> None:
    """Liege falls and the only Free neighbours are Dutch and French: no Belgian Area is left for the Belgians."""
    table = beaten({"ge-6": "5", "belgian": "10", "ge-4": "3"}, "9 11 12 13", "10", "ge-6")
    assert where(table, "belgian") == "gone"
    assert table.state.morale == 30 + DATA.morale["belgian-lost"].change
    table = beaten({"ge-6": "5", "belgian": "10", "ge-4": "3"}, "8 9 11 12", "10", "ge-6")
    assert where(table, "belgian") == "13"
    assert steps(table, "belgian") == 1


@rule("14.3")
def test_nobody_retreats_into_italy() -> None:
    """The Alps fall: their only Free neighbour for a German would be Italy."""
    table = desk({"ge-4": "E", "alp": "E", "italian": "F"}, axis="E", impulse=1, italy=True, advantage=NOBODY)
    table.play("assault 4")
    battle(table, "attack E alp", [6, 6, 1, 1])
    assert where(table, "ge-4") == "eliminated"


@rule("10.5.6")
def test_a_belgian_attacker_thrown_back_abroad_is_eliminated() -> None:
    units = {"belgian": "15", "ge-6": "14", "ge-4": "5"}
    table = desk(units, axis="14 13 9 8", impulse=1, advantage=NOBODY)
    table.play(["assault Be", "move belgian 14"])
    battle(table, "attack 14 belgian", [1, 1, 6, 6])
    act(table, "stay")
    assert where(table, "belgian") == "gone"
    assert table.state.morale == 30 + DATA.morale["belgian-lost"].change


@rule("10.5.6", "10.5.2")
def test_belgians_whom_the_priorities_send_abroad_are_eliminated() -> None:
    """From Brussels, Antwerp (three Axis neighbours) and Namur (two) are Free and Belgian; Artois is French and
    touches none: 10.5.2 forces the Belgians there (ruling 68)."""
    table = beaten({"ge-6": "10", "belgian": "13", "fr-1": "13"}, "10 8 11 14", "13", "ge-6", foe="fr-1")
    assert ends(table, "retreat fr-1") == {"16"}
    assert ends(table, "retreat") == {"fr-1"}
    table.play("retreat fr-1 16")
    assert (where(table, "fr-1"), where(table, "belgian")) == ("16", "gone")


@rule("10.5.6", "10.5.2")
def test_belgians_stay_at_home_where_the_priorities_leave_the_choice() -> None:
    """Namur, Lille and Artois each touch one Axis Area (10, 14, 24): the owner chooses, and Namur is Belgian."""
    table = beaten({"ge-6": "10", "belgian": "13", "fr-1": "13"}, "10 8 14 24", "13", "ge-6", foe="fr-1")
    assert ends(table, "retreat belgian") == {"12"}
    assert ends(table, "retreat fr-1") == {"12", "15", "16"}


@rule("10.5.6", "10.5.2")
def test_the_dutch_stay_at_home_only_where_the_priorities_leave_the_choice() -> None:
    """From Holland the north touches one Axis Area (6). Antwerp touches none, or one with Brussels lost."""
    table = beaten({"ge-18": "6", "dutch": "8", "fr-1": "8"}, "10", "8", "ge-18", foe="fr-1")
    assert ends(table, "retreat") == {"fr-1"}
    table = beaten({"ge-18": "6", "dutch": "8", "fr-1": "8"}, "13", "8", "ge-18", foe="fr-1")
    assert ends(table, "retreat dutch") == {"7"}
    assert ends(table, "retreat fr-1") == {"7", "9", "14"}


@rule("10.5.1", "10.5.2")
def test_a_repulsed_attacker_goes_on_from_the_full_area_it_came_from() -> None:
    """Bastogne (11) filled up behind the attackers of Namur (12): beyond it lies Germany, far from the Allies."""
    crowd = dict.fromkeys(("ge-4", "ge-12", "ge-2", "ge-18"), "11")
    units = {**crowd, "hoth-pz": "11", "ge-16": "3", "fr-9": "12"}
    table = desk(units, axis="10 11 16 17 18", advantage=NOBODY)
    table.play(["assault A", "move hoth-pz 12", "move ge-16 11"])
    battle(table, "attack 12 hoth-pz", [1, 1, 6, 6])
    act(table, "stay")
    choices = ends(table, "retreat hoth-pz")
    assert choices == {"3", "5"}
    table.play("retreat hoth-pz 3")
    assert f"by {DATA.area_names[DATA.place['11']]}." in log(table)


@rule("10.5.4")
def test_staying_on_the_maginot_line_is_told_by_its_own_rule() -> None:
    units = {"ge-1": "2", "ge-7": "1", "fr-3": "18", "fr-4": "18"}
    table = beaten(units, "11", "18", "ge-1", foe="fr-3")
    assert "10.5.4" in table.decision().prompt
    table.play("stay")
    assert [line.rule for line in table.log("axis") if "no retreat" in line.text] == ["10.5.4"]


# ------------------------------------------------------------------------------------ refusals and warnings


@rule("10.5", "10.5.2", "14.3")
def test_a_refused_retreat_is_told_by_its_own_rule() -> None:
    units = {"ge-4": "E", "ge-12": "E", "alp": "E", "italian": "F", "fr-8": "20"}
    table = desk(units, axis="E D 30 C", impulse=1, italy=True, advantage=NOBODY)
    table.play("assault 4")
    battle(table, "attack E alp", [6, 6, 1, 1], lead="ge-4")
    assert rules_against(table, "retreat ge-4 F") == {"14.3"}
    assert rules_against(table, "retreat ge-4 E") == {"10.5"}
    assert rules_against(table, "retreat ge-4 C") == {"10.5.2"}
    [reason] = table.why_not("retreat alp D")
    assert reason.text.endswith("belongs to the enemy.")


@rule("10.5.6")
def test_that_belgians_stay_in_belgium_is_told() -> None:
    units = {"ge-6": "10", "belgian": "13", "fr-1": "13"}
    table = beaten(units, "10 8 14 24", "13", "ge-6", foe="fr-1")
    assert rules_against(table, "retreat belgian 16") == {"10.5.6"}
    assert rules_against(table, "retreat belgian 9") == {"10.5.2"}  # Belgian, but with more Axis neighbours
    assert table.decision().warnings == ()
    table = beaten(units, "9 10 12 8 11 14", "13", "ge-6", foe="fr-1")  # no Belgian Area is left
    [reason] = table.why_not("retreat belgian")
    assert reason.rule == "10.5.6"
    assert "leave Belgium" in reason.text
    [warning] = table.decision().warnings
    assert "Belgian Army" in warning
    assert "10.5.6" in warning


@rule("10.5.1", "10.5.6")
def test_a_retreat_warns_when_there_is_room_for_one_only() -> None:
    """From Namur everything is Axis but Sedan, where four stand; beyond it everything is Axis or full too."""
    crowd = dict.fromkeys(("fr-2", "fr-3", "fr-4", "fr-5"), "17")
    table = beaten({**crowd, "ge-4": "11", "fr-9": "12", "fr-1": "12"}, "10 11 13 16 18 24", "12", "ge-4")
    [warning] = table.decision().warnings
    assert "room for all" in warning
    table.play("retreat fr-1 17")
    assert (where(table, "fr-1"), where(table, "fr-9")) == ("17", "eliminated")

"""12, 13.2.4, 4.4.1, 17 and the ends of phases: what points buy, who surrenders, where Kleist is, who bids what."""

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
    log,
    options_of,
    rules_against,
    steps,
    where,
)

from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2


def spending(units: dict[str, str], side: int, points: int, **fields: Any) -> Any:
    own = {("points_allies", "points_axis")[side]: points}
    return desk(units, top={"type": "Spend", "side": side}, impulse=8, **own, **fields)


@rule("12.3", "12.3.1", "13.2.3", "18.1.4")
def test_what_can_be_restored() -> None:
    units = {
        "ge-4": "5", "ge-6": "5", "hoth-pz": "5", "ge-12": "11", "airlanding": "5", "ge-16": "eliminated",
        "fr-9": "12",
    }  # fmt: skip
    table = spending(
        units, AXIS, 2, reduced="ge-4 hoth-pz ge-12 airlanding fr-9 ge-16", oos="ge-12", axis="11",
        options={"axis-airdrops": True},
    )  # fmt: skip
    assert ends(table, "restore") == {"ge-4", "hoth-pz"}
    told = {
        u: rules_against(table, f"restore {u}") for u in ("ge-6", "ge-12", "airlanding", "ge-16", "fr-9", "ge-18")
    }
    assert told == {
        "ge-6": {"12.3"}, "ge-12": {"12.3.1"}, "airlanding": {"18.1.4"}, "ge-16": {"12.3"}, "fr-9": {"12.3"},
        "ge-18": {"12.3"},
    }  # fmt: skip
    table.play("restore ge-4")
    assert (steps(table, "ge-4"), table.state.points_axis) == (2, 1)
    assert ends(table, "restore") == set()  # armor costs two
    assert options_of(table) == {"finish"}
    poor = spending(units, AXIS, 0, reduced="ge-4", axis="11")
    assert poor.decision().step != "Spend"


@rule("12.3", "12.3.2", "12.3.3", "7.1")
def test_what_can_be_rebuilt_and_where() -> None:
    full = dict.fromkeys(("fr-1", "fr-2", "fr-7", "fr-3", "fr-4"), "25")
    units = {
        **full, "fr-9": "eliminated", "bruneau": "eliminated", "belgian": "gone", "fr-8": "24", "ge-4": "24",
        "ge-12": "11",
    }  # fmt: skip
    table = spending(units, ALLIES, 3, axis="11 17")
    assert ends(table, "rebuild") == {"fr-9", "bruneau"}
    assert ends(table, "rebuild fr-9") == {"reduced", "full"}
    assert ends(table, "rebuild bruneau") == {"reduced"}
    home = {p for p in DATA.map_ids if p not in {"1", "2", "3", "4", "5", "6", "F", "11", "17", "24", "25"}}
    assert ends(table, "rebuild fr-9 full") == home
    assert rules_against(table, "rebuild fr-9 full 25") == {"7.1"}
    assert rules_against(table, "rebuild fr-9 full 24") == {"12.3.2"}
    assert rules_against(table, "rebuild fr-9 full 11") == {"12.3.2"}
    assert rules_against(table, "rebuild fr-9 full F") == {"12.3.2"}
    assert rules_against(table, "rebuild fr-8") == {"12.3"}
    assert rules_against(table, "rebuild belgian") == {"12.3.2"}
    assert rules_against(table, "rebuild ge-16") == {"12.3"}
    table.play("rebuild fr-9 reduced 13")
    assert (where(table, "fr-9"), steps(table, "fr-9"), table.state.points_allies) == ("13", 1, 1)
    assert table.state.oos[DATA.unit["fr-9"]] == 0
    table = spending(units, ALLIES, 3, axis="11 17")
    table.play("rebuild fr-9 full 20")
    assert (steps(table, "fr-9"), table.state.points_allies) == (2, 0)
    assert options_of(table) == {"finish"}


@rule("12.3.3", "14.3", "7.1")
def test_where_germans_and_italians_are_rebuilt() -> None:
    units = {"ge-4": "eliminated", "italian": "eliminated", "ge-6": "5", "fr-8": "20"}
    table = spending(units, AXIS, 5, axis="E", italy=True)
    assert ends(table, "rebuild ge-4 full") == {"1", "2", "3", "4", "5", "6", "E"}
    assert ends(table, "rebuild italian full") == {"F"}
    assert rules_against(table, "rebuild ge-4 full F") == {"12.3.3"}
    assert rules_against(table, "rebuild italian full E") == {"12.3.3"}
    assert rules_against(table, "rebuild ge-4 full 25") == {"12.3.3"}
    table.play("rebuild ge-4 reduced E")
    assert table.state.oos[DATA.unit["ge-4"]] == 1  # no way to the eastern edge


@rule("18.3", "12.3.2")
def test_an_evacuated_bef_comes_back_by_a_port() -> None:
    units = {"bef": "eliminated", "fr-8": "20", "ge-4": "5"}
    ports = {a for a, port in zip(DATA.map_ids, DATA.port, strict=True) if port}
    table = spending(units, ALLIES, 3, evacuated=True, options={"bef-returns": True})
    assert ends(table, "rebuild bef full") == ports
    assert rules_against(table, "rebuild bef full 25") == {"18.3"}
    table.play("rebuild bef full 15")
    assert table.state.evacuated is False
    lost = spending(units, ALLIES, 3, options={"bef-returns": True})
    assert "25" in ends(lost, "rebuild bef full")


@rule("12.3", "8.2")
@pytest.mark.parametrize(
    ("units", "fields", "asked"),
    [
        ({"ge-4": "5"}, {"reduced": "ge-4"}, True),
        ({"ge-4": "5"}, {}, False),
        ({"ge-4": "16"}, {"reduced": "ge-4", "axis": "16"}, False),  # out of supply
        ({"hoth-pz": "5"}, {"reduced": "hoth-pz", "points_axis": 1}, False),
        ({"ge-4": "eliminated", "ge-6": "5"}, {}, True),
        ({"ge-4": "eliminated", "ge-6": "5"}, {"points_axis": 1}, False),
        ({"ge-4": "gone", "ge-6": "5"}, {}, False),
        ({"ge-4": "5"}, {"reduced": "ge-4", "points_axis": 0}, False),
    ],
)
def test_who_can_buy_nothing_is_not_asked(units: dict[str, str], fields: dict[str, Any], asked: bool) -> None:
    fields = {"points_axis": 2, "points_allies": 0, "impulse": 8, "advantage": NOBODY, **fields}
    table = desk({**units, "fr-8": "20"}, **fields)
    act(table, "pass", other=1)
    assert (table.decision().step == "Spend") is asked
    if asked:
        assert table.seat == "axis"
        act(table, "finish")
        assert table.state.turn == 3


# ------------------------------------------------------------------------------------------------- surrender


@rule("13.2.4", "4.4.9")
def test_who_rolls_for_surrender_and_in_which_order() -> None:
    """Allied units first; each that cannot trace supply, and nobody else."""
    table = desk(
        {"fr-1": "9", "fr-2": "9", "ge-4": "25", "ge-6": "5", "fr-8": "20"},
        axis="8 10 11 12 13 14 15 16 17 25",
        impulse=8,
        advantage=NOBODY,
        points_allies=0,
        points_axis=0,
    )
    table.play("pass", forced=[1, 4, 3, 6, "de-gaulle", "plan-red"])
    assert (steps(table, "fr-1"), steps(table, "fr-2"), steps(table, "ge-4")) == (1, 2, 1)
    rolls = [line.text for line in table.log("axis") if line.text.startswith("Surrender of")]
    assert [text.split(":")[0].removeprefix("Surrender of ") for text in rolls] == [
        "French 1st Army",
        "French 2nd Army",
        "German 4th Army",
    ]
    assert steps(table, "ge-6") == steps(table, "fr-8") == 2


@rule("13.2.4")
@pytest.mark.parametrize(
    ("unit", "place", "die", "morale", "left"),
    [
        ("fr-1", "9", 3, 10, 2),
        ("fr-1", "9", 3, 9, 1),  # +1 at 9 or less
        ("fr-1", "9", 5, 9, 0),
        ("fr-1", "9", 4, 10, 1),
        ("fr-1", "14", 4, 10, 2),  # -1 in a port
        ("fr-1", "14", 6, 10, 1),
        ("fr-1", "14", 4, 9, 1),
        ("ge-4", "25", 4, 10, 2),  # -1 for Germans, whatever the morale
        ("ge-4", "25", 4, 5, 2),
        ("ge-4", "25", 6, 10, 1),
        ("ge-4", "26", 5, 10, 1),  # a port helps the Allies alone
        ("italian", "25", 4, 10, 1),
    ],
)
def test_the_modifiers_of_a_surrender(unit: str, place: str, die: int, morale: int, left: int) -> None:
    around = "8 9 10 11 12 13 14 15 16 17 24 26" if unit == "fr-1" else place
    axis = " ".join(p for p in around.split() if unit != "fr-1" or p != place)
    table = desk(
        {unit: place, "ge-6": "5", "fr-8": "20"},
        axis=axis,
        impulse=8,
        advantage=NOBODY,
        points_allies=0,
        points_axis=0,
        morale=morale,
        italy=True,
    )
    s = table.state.copy()
    GAME.apply(s, GAME.read(s, "axis", "pass"))
    GAME.apply(s, (1,))
    GAME.apply(s, (die,))
    u = DATA.unit[unit]
    assert (s.strength[u] if s.loc[u] < 36 else 0) == left


@rule("13.2.5")
def test_which_vacant_areas_change_hands() -> None:
    """Ruling 85: both sides at once; Areas with a unit stay; Belgium holds while its Army is in it."""
    everything = {"ge-4": "5", "fr-8": "20"}
    quiet: dict[str, Any] = {"impulse": 8, "advantage": NOBODY, "points_allies": 0, "points_axis": 0}
    cut = "10 11 12 16 26 24 17 13 15"
    table = desk(everything, axis=cut, **quiet)
    table.play("pass", forced=[1, "de-gaulle", "plan-red"])
    assert {p for p in ("7", "8", "9", "14") if controller(table, p) == "axis"} == {"7", "8", "9", "14"}
    table = desk({**everything, "belgian": "9"}, axis=cut, **quiet)
    table.play("pass", forced=[1, "de-gaulle", "plan-red", 6])
    assert {p for p in ("7", "8", "9", "14") if controller(table, p) == "axis"} == set()
    table = desk({**everything, "dutch": "9"}, axis=cut, **quiet)  # abroad it is no source
    table.play("pass", forced=[1, "de-gaulle", "plan-red"])
    assert {p for p in ("7", "8", "9", "14") if controller(table, p) == "axis"} == {"7", "8", "14"}
    table = desk({**everything, "dutch": "8"}, axis=cut, **quiet)
    table.play("pass", forced=[1, "de-gaulle", "plan-red"])
    assert {p for p in ("7", "8", "9", "14") if controller(table, p) == "axis"} == set()
    table = desk(everything, axis="25 28 A E", **quiet)
    table.play("pass", forced=[1, "de-gaulle", "plan-red"])
    assert {p for p in ("25", "28", "A", "E") if controller(table, p) == "axis"} == {"E"}  # joined to Italy
    assert controller(table, "F") == "axis"


# ---------------------------------------------------------------------------------------------------- Kleist


@rule("4.4.1")
def test_where_kleist_may_be_placed() -> None:
    units = {"guderian-pz": "3", "reinhardt-pz": "11", "wietersheim": "eliminated", "ge-4": "5", "fr-8": "20"}
    table = desk(units, axis="11", top="PlaceKleist", kleist_turn=0)
    assert ends(table, "kleist") == {"guderian-pz", "reinhardt-pz"}
    for unit in ("wietersheim", "ge-4", "fr-8"):
        assert rules_against(table, f"kleist {unit}") == {"4.4.1"}
    table.play("kleist reinhardt-pz")
    assert (table.state.kleist, table.state.kleist_turn) == (DATA.unit["reinhardt-pz"], 2)


@rule("4.4.1", "5.2.1-axis", "19.1.2", "10.4.5")
@pytest.mark.parametrize(("anew", "scenario", "told"), [
    (True, "plan-yellow", {"5.2.1-axis"}), (True, "plan-red", {"19.1.2"}), (False, "plan-yellow", {"10.4.5"}),
])  # fmt: skip
def test_where_kleist_is_bound_to_an_area(anew: bool, scenario: str, told: set[str]) -> None:
    units = {"guderian-pz": "3", "reinhardt-pz": "3", "wietersheim": "4", "fr-8": "20"}
    top = {"type": "PlaceKleist", "place": DATA.place["3"], "anew": anew}
    table = desk(units, top=top, kleist_turn=0, scenario=scenario)
    assert ends(table, "kleist") == {"guderian-pz", "reinhardt-pz"}
    assert rules_against(table, "kleist wietersheim") == told
    table.play("kleist guderian-pz")
    assert table.state.kleist_turn == (2 if anew else 0)


@rule("4.4.1")
def test_kleist_goes_by_himself_to_the_only_unit_he_can() -> None:
    quiet: dict[str, Any] = {"impulse": 1, "kleist_turn": 1, "advantage": NOBODY}
    table = desk({"guderian-pz": "3", "ge-4": "5", "fr-8": "20"}, **quiet)
    table.play("pass")
    assert (table.state.kleist, table.state.kleist_turn) == (DATA.unit["guderian-pz"], 2)
    table = desk({"guderian-pz": "3", "reinhardt-pz": "5", "fr-8": "20"}, **quiet)
    table.play("pass")
    assert table.decision().step == "PlaceKleist"
    table = desk({"ge-4": "5", "fr-8": "20"}, **quiet)
    table.play("pass")
    assert (table.state.kleist, table.state.kleist_turn) == (-1, 2)
    assert "Kleist waits" in log(table)
    table = desk({"guderian-pz": "3", "fr-8": "20"}, kleist=-2, **quiet)
    table.play("pass")
    assert (table.state.kleist, table.state.kleist_turn) == (-2, 2)
    assert "out of the game" in log(table)


@rule("4.4.1", "10.4.5")
@pytest.mark.parametrize(("unit", "kleist"), [("guderian-pz", -1), ("ge-4", -2)])
def test_kleist_comes_back_with_a_unit_of_his_alone(unit: str, kleist: int) -> None:
    table = spending({unit: "eliminated", "ge-6": "5", "fr-8": "20"}, AXIS, 9, kleist=-2)
    table.play(f"rebuild {unit} full 5")
    assert table.state.kleist == kleist


@rule("10.4.5", "4.4.1")
def test_a_loss_elsewhere_leaves_kleist_lost() -> None:
    """He was lost before: a battle of others does not bring him to a comrade."""
    units = {"guderian-pz": "11", "ge-4": "11", "fr-9": "11", "fr-8": "20"}
    table = desk(units, advantage=NOBODY, kleist=-2, reduced="ge-4")
    table.play("assault A")
    battle(table, "attack 11 ge-4", [1, 1, 6, 6])
    act(table, "stay")
    assert where(table, "ge-4") == "eliminated"
    assert table.state.kleist == -2


# --------------------------------------------------------------------------------------------- bids and ends


@rule("17.1")
@pytest.mark.parametrize(
    ("wanted", "allies", "axis", "swap", "morale"),
    [
        ("axis", 3, 5, 0, 35),  # the axis seat has its wish and pays
        ("axis", 5, 3, 1, 35),  # the allies seat commands the Axis
        ("allies", 5, 3, 0, 25),
        ("allies", 3, 5, 1, 25),
    ],
)
def test_the_higher_bid_has_its_wish(wanted: str, allies: int, axis: int, swap: int, morale: int) -> None:
    table = GAME.table("plan-yellow", options={"bidding": wanted}, practice=True)
    table.play(f"bid {allies}; done", seat="allies")
    table.play(f"bid {axis}; done", seat="axis", forced=["de-gaulle", "plan-red"])
    s = table.state
    assert (s.swap, s.morale, s.bid_allies, s.bid_axis) == (swap, morale, allies, axis)
    assert GAME.side(s, "axis") == ("allies" if swap else "axis")


@rule("17.1")
@pytest.mark.parametrize(("dice", "swap"), [([(5, 2)], 1), ([(2, 5)], 0), ([(3, 3), (6, 1)], 1)])
def test_dice_settle_equal_bids(dice: list[tuple[int, int]], swap: int) -> None:
    table = GAME.table("plan-yellow", options={"bidding": "axis"}, practice=True)
    table.play("bid 5; done", seat="allies")
    table.play("bid 5; done", seat="axis", forced=[*dice, "de-gaulle", "plan-red"])
    assert (table.state.swap, table.state.morale) == (swap, 35)


@rule("17.1")
def test_what_a_bid_may_be() -> None:
    table = GAME.table("plan-yellow", options={"bidding": "axis"}, practice=True)
    assert {a.args[0] for a in table.legal("bid", seat="axis")} == {str(n) for n in range(16)}
    assert {r.rule for r in table.why_not("bid 16", seat="axis")} == {"17.1"}
    assert {r.rule for r in table.why_not("done", seat="axis")} == {"17.1"}
    assert {r.rule for r in table.why_not("bid 3; bid 4", seat="axis")} == {"17.1"}
    assert table.why_not("bid 0; done", seat="allies") == []


@rule("6.4", "16.1", "16.2", "6.3")
@pytest.mark.parametrize(
    ("fields", "dice", "ending"),
    [
        ({"morale": 0}, [1], "collapse"),
        ({"morale": 1, "turn": 7}, [1, 1], "allied"),
        ({"morale": 5, "turn": 7}, [1, 6], "armistice"),
        ({"morale": 6, "turn": 7}, [1], "allied"),
        ({"axis": "11 17 24 25 26 27 28 29 A B C"}, [1], "automatic"),
        ({"axis": "11 17 24 25 26 27 28 29 A B"}, [1, "de-gaulle", "plan-red"], ""),
        ({"axis": "11 17 24 26 27 28 29 A B C"}, [1, "de-gaulle", "plan-red"], ""),
        ({"axis": "17 24 25 26 27 28 29 A B C"}, [1, "de-gaulle", "plan-red"], ""),  # cut off from Germany
    ],
)
def test_how_a_turn_ends(fields: dict[str, Any], dice: list[Any], ending: str) -> None:
    table = desk(
        {"ge-4": "5", "fr-8": "20", "fr-1": "30"},
        impulse=8,
        advantage=NOBODY,
        points_allies=0,
        points_axis=0,
        **fields,
    )
    table.play("pass", forced=dice)
    assert table.state.victory == ending
    assert table.over is bool(ending)
    if ending:
        assert table.result is not None
        assert table.result.winner == ("allies" if ending == "allied" else "axis")


@rule("6.4.4", "6.4.3")
def test_the_allies_play_and_discard_first() -> None:
    both: dict[str, Any] = {
        "held_allies": held("plan-red"), "held_axis": held("de-gaulle"), "cup": cup("plan-red", "de-gaulle"),
        "impulse": 8, "advantage": NOBODY, "points_allies": 0, "points_axis": 0,
    }  # fmt: skip
    table = desk({"ge-4": "5", "fr-8": "20"}, **both)
    table.play("pass", forced=[1])
    asked = []
    while table.decision().step in ("EndEvents", "EndDiscards"):
        asked.append((table.decision().step, table.seat))
        act(table, "keep")
    assert asked == [
        ("EndEvents", "allies"),
        ("EndEvents", "axis"),
        ("EndDiscards", "allies"),
        ("EndDiscards", "axis"),
    ]
    assert table.decision().step == "KeepOrDraw"
    assert rules_against(table, "discard") != set()


@rule("6.1.3", "6.1.4")
@pytest.mark.parametrize(
    ("morale", "confidence", "italy"), [(20, False, False), (19, True, False), (10, True, False), (9, True, True)]
)
def test_what_the_political_phase_declares(morale: int, confidence: bool, italy: bool) -> None:
    table = desk(
        {"ge-4": "5", "fr-8": "20"}, impulse=8, advantage=NOBODY, points_allies=0, points_axis=0, morale=morale
    )
    table.play("pass", forced=[1, "de-gaulle", "plan-red"])
    s = table.state
    assert (s.confidence, s.italy, s.first_morale) == (confidence, italy, morale)
    assert where(table, "italian") == ("F" if italy else "off")
    assert s.strength[DATA.italian] == 2


@rule("6.1.4")
def test_italy_declares_war_once() -> None:
    table = desk(
        {"ge-4": "5", "fr-8": "20", "italian": "eliminated"},
        impulse=8, advantage=NOBODY, points_allies=0, points_axis=0, morale=9, italy=True,
    )  # fmt: skip
    table.play("pass", forced=[1, "de-gaulle", "plan-red"])
    assert where(table, "italian") == "eliminated"
    assert "Italy declares war" not in log(table)

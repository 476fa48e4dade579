"""17.10.2, 17.10.9: Ground Support and Carpet Bombing in battle. M9 and M10 are open country, in range of M7."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.air.support import BindSupport
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.combat.strength import column_words
from grognard.games.fortress_europa.rules.state import IDLE, SPENT
from grognard.suite import rule

TAC = "9th-1 9th-2 2nd-1 2nd-2"
BRADLEY = {"us-hq-bradley": "M7"}


def combat(desk, units=None, side="allied", impulse=1, planes=None, **more):
    units = units or {**BRADLEY, "us-1": "M9", "de-352": "M10"}
    s = desk.set_up(units, side=side, impulse=impulse, steps=[], **{"turn": "jul-2", **more})
    for mission, ids in (planes or {"ground-support": TAC}).items():
        for a in ids.split():
            s.mission[desk.w.plane[a]] = desk.w.mission[mission]
    desk.restart(StartCombat(impulse))
    return s


def column(desk, text):
    """The name of the column, and what is added to the die, of the battle that these parts declare."""
    odds = desk.game.odds(desk.s, desk.seat, desk.game.read(desk.s, desk.seat, f"{text}; done"))
    name = odds.title.rpartition("column ")[2]
    return next(c.id for n, c in enumerate(desk.w.book.column) if column_words(desk.w, n) == name), sum(
        m.value for m in odds.modifiers if m.reason.endswith(", die")
    )


# ------------------------------------------------------------------------------------------ Ground Support


@rule("17.10.2", "17.10.2-example")
def test_one_aircraft_raises_1_6_to_the_column_of_1_4_and_1_3(desk):
    units = {**BRADLEY, "us-1": "M9", "de-lehr": "M10", "de-2pz": "M10"}
    combat(desk, units, back="us-1")
    # 3 against 9 + 7 is 1-6.
    assert column(desk, "attack us-1 M10") == ("1-6", 0)
    assert column(desk, "attack us-1 M10; support 9th-1") == ("1-4", 0)


@rule("17.10.2")
def test_each_raises_the_odds_by_one_column_and_three_at_most(desk):
    combat(desk)  # 6 against 4 is 1-1
    assert column(desk, "attack us-1 M10") == ("1-1", 0)
    assert column(desk, "attack us-1 M10; support 9th-1; support 9th-2") == ("3-1", 0)
    assert column(desk, "attack us-1 M10; support 9th-1; support 9th-2; support 2nd-1") == ("4-1", 0)
    three = "attack us-1 M10; support 9th-1; support 9th-2; support 2nd-1"
    assert desk.why(f"{three}; support 2nd-2") == ["17.10.2"]
    assert desk.why("attack us-1 M10; support 9th-1; support 9th-1") == ["17.10.2"]


@rule("17.10.2")
def test_an_aircraft_is_used_once(desk):
    units = {**BRADLEY, "us-1": "M9", "de-352": "M10", "us-4": "Q11", "de-353": "Q12"}
    s = combat(desk, units)
    desk.play("attack us-1 M10; support 9th-1; done", dice=[3])
    assert s.mission[desk.w.plane["9th-1"]] == SPENT
    desk.restart(StartCombat(1))
    assert desk.why("attack us-4 Q12; support 9th-1") == ["17.10.2"]
    assert desk.why("attack us-4 Q12; support 9th-2") == []


@rule("17.10.2")
def test_only_in_the_first_combat_impulse(desk):
    combat(desk, impulse=2)
    assert desk.why("attack us-1 M10; support 9th-1") == ["17.10.2"]


@rule("17.10.2", "6.2")
def test_any_nationality_is_supported(desk):
    unit = desk.w.ids[next(u for u in desk.w.of_side[1] if desk.w.attacks_with[u] == "french")]
    combat(desk, {**BRADLEY, unit: "M9", "de-352": "M10"}, back="de-352")
    assert desk.why(f"attack {unit} M10; support 2nd-1; support 9th-1") == []


@rule("17.10.2", "17.4")
def test_every_defending_hex_must_be_in_range(desk):
    units = {"us-1": "M9", "us-4": "M9", "de-352": "M10", "de-353": "L9"}
    combat(desk, units)
    assert desk.why("attack us-1 M10; support 9th-1") == ["17.4"], "no HQ, and M10 is beyond the radius"
    combat(desk, {**units, "us-hq-bradley": "M7"})
    assert desk.why("attack us-1 M10; support 9th-1") == []


@rule("17.10.2", "17.9.3")
def test_other_missions_and_cancelled_aircraft_do_not_support(desk):
    s = combat(desk, planes={"strafing": "9th-1", "ground-support": "9th-2"})
    assert desk.why("attack us-1 M10; support 9th-1") == ["17.10.2"]
    s.mission[desk.w.plane["9th-2"]] = SPENT
    assert desk.why("attack us-1 M10; support 9th-2") == ["17.10.2"]


@rule("17.10.2", "17.5")
def test_german_attacks_are_supported_by_german_aircraft(desk):
    units = {"us-1": "M9", "de-lehr": "M10", "de-hq-ob-west": "M14"}
    planes = {"german-ground-support": "luftwaffe-1", "ground-support": "9th-1"}
    s = combat(desk, units, side="german", planes=planes)
    assert column(desk, "attack de-lehr M9") == ("1-1", 0)
    assert column(desk, "attack de-lehr M9; support luftwaffe-1") == ("2-1", 0)
    assert desk.why("attack de-lehr M9; support 9th-1") == ["17.10.2"]  # ruling 155: each side its own attacks
    desk.play("attack de-lehr M9; support luftwaffe-1; done", dice=[3])
    assert s.mission[desk.w.plane["luftwaffe-1"]] == SPENT
    combat(desk, {"us-1": "M9", "de-lehr": "M10"}, side="german", planes=planes)
    assert desk.why("attack de-lehr M9; support luftwaffe-1") == ["17.5"], "no HQ in eight hexes, and not Germany"


@rule("17.5")
def test_in_germany_german_aircraft_need_no_hq(desk):
    w = desk.w
    inside = w.germany & ~w.cities & ~w.fortresses
    a, b = next(
        (a, b) for a in range(w.n) if inside >> a & 1 and w.terrain[a] == 0
        for b in w.near[a] if inside >> b & 1 and w.terrain[b] == 0 and w.river_between(a, b) < 0
    )  # fmt: skip
    units = {"us-1": w.labels[a], "de-lehr": w.labels[b]}
    combat(desk, units, side="german", planes={"german-ground-support": "luftwaffe-1"})
    assert desk.why(f"attack de-lehr {w.labels[a]}; support luftwaffe-1") == []


@rule("17.10.2", "14.12")
def test_columns_end_with_7_1(desk):
    units = {**BRADLEY, "us-1": "M9", "us-4": "M9", "us-9": "M9", "de-352": "M10"}
    combat(desk, units, back="de-352")  # 18 against 2
    text = "attack us-1 M10; with us-4; with us-9"
    assert column(desk, text) == ("7-1", 0)
    assert column(desk, f"{text}; support 9th-1") == ("7-1", 0)


# -------------------------------------------------------------------------------- before hidden units appear


def landing(desk, units):
    s = desk.set_up(units, turn="jun-1", steps=[])
    for a in TAC.split():
        s.mission[desk.w.plane[a]] = desk.w.mission["ground-support"]
    desk.restart(BindSupport())
    return s


@rule("17.10.2", "3.6", "12.19")
def test_in_the_first_invasion_support_is_bound_to_hexes(desk):
    s = landing(desk, {"us-1": "M5", "de-352": "M5", "us-4": "L4", "de-709": "L4"})
    assert desk.seat == "allied"
    assert desk.why("aim 9th-1 Q20") == ["17.4"]
    assert desk.why("aim 9th-1 U8") == ["17.10.2"], "nobody is near"
    assert desk.why("aim 8th-1 M5") == ["17.10.2"]
    three = "aim 9th-1 M5; aim 9th-2 M5; aim 2nd-1 M5"
    assert desk.why(f"{three}; aim 2nd-2 M5") == ["17.10.2"], "three for a battle"
    assert desk.why("aim 9th-1 M5; aim 9th-1 L4") == ["17.10.2"]
    desk.play("aim 9th-1 M5; aim 9th-2 L4; done")
    s.invaders = desk.units_of("us-1 us-4")
    s.invasion_turn, s.invasions = 1, 1
    desk.restart(StartCombat(1))
    assert desk.why("attack us-1 M5; support 9th-1") == []
    assert desk.why("attack us-1 M5; support 9th-2") == ["17.10.2"], "it was named for L4"
    assert desk.why("attack us-1 M5; support 2nd-1") == ["17.10.2"], "it was not named at all"


@rule("17.10.2")
def test_nothing_is_asked_without_ground_support(desk):
    s = desk.set_up({"us-1": "M5"}, turn="jun-1", steps=[])
    assert set(s.mission) == {IDLE}
    desk.restart(BindSupport())
    assert not s.stack


# ------------------------------------------------------------------------------------------ Carpet Bombing


def carpet(desk, units=None, **more):
    return combat(desk, units, planes={"carpet": "8th-1 8th-2", "ground-support": "9th-1"}, **more)


@rule("17.10.9")
def test_two_are_added_to_the_die(desk):
    s = carpet(desk)
    assert column(desk, "attack us-1 M10; carpet 8th-1") == ("1-1", 2)
    assert desk.why("attack us-1 M10; carpet 8th-1; carpet 8th-2") == ["17.10.9"], "more bombers add nothing"
    desk.play("attack us-1 M10; carpet 8th-1; done", dice=[4])
    assert "6" in " ".join(desk.log)
    assert s.carpet_month == desk.w.month_of[s.turn]
    assert s.mission[desk.w.plane["8th-1"]] == SPENT


@rule("17.10.9")
def test_once_a_month(desk):
    carpet(desk, carpet_month=desk.w.month_of[desk.w.turn_of["jul-1"]])
    assert desk.why("attack us-1 M10; carpet 8th-1") == ["17.10.9"]


@rule("17.10.9")
def test_not_together_with_ground_support(desk):
    carpet(desk)
    assert desk.why("attack us-1 M10; support 9th-1; carpet 8th-1") == ["17.10.9"]
    assert desk.why("attack us-1 M10; carpet 8th-1; support 9th-1") == ["17.10.9"]


@rule("17.10.9")
def test_not_on_an_invasion_turn(desk):
    carpet(desk, turn="aug-2", invasion_turn=desk.w.turn_of["aug-2"], invasions=2)
    assert desk.why("attack us-1 M10; carpet 8th-1") == ["17.10.9"]


@rule("17.10.9")
def test_in_the_first_combat_impulse_of_the_allies_only(desk):
    carpet(desk, impulse=2)
    assert desk.why("attack us-1 M10; carpet 8th-1") == ["17.10.9"]
    carpet(desk, {"us-1": "M9", "de-lehr": "M10"}, side="german")
    assert desk.why("attack de-lehr M9; carpet 8th-1") == ["17.10.9"]


@rule("17.10.9", "15.8")
def test_odds_of_2_1_or_lower_as_declared(desk):
    units = {**BRADLEY, "us-1": "M9", "us-4": "M9", "us-9": "M9", "de-352": "M10"}
    carpet(desk, units)
    # 12 against 4 is 3-1, 18 against 4 is 4-1.
    text = "attack us-1 M10; with us-4; with us-9; carpet 8th-1"
    assert desk.why(f"{text}; done") == ["17.10.9"]
    assert desk.why(f"{text}; lower 2-1; done") == []
    carpet(desk)
    assert desk.why("attack us-1 M10; carpet 8th-1; done") == []


@rule("17.10.9", "17.9.3")
def test_only_bombers_on_that_mission(desk):
    carpet(desk)
    assert desk.why("attack us-1 M10; carpet bomber-command-1") == ["17.10.9"]
    assert desk.why("attack us-1 M10; carpet 9th-1") == ["17.10.9"]


@rule("17.10.9", "17.3", "6.2")
@pytest.mark.parametrize("at", ["M10", "Q12"])
def test_sac_reach_every_hex(desk, at):
    carpet(desk, {"us-1": "M9" if at == "M10" else "Q11", "de-352": at})
    assert desk.why(f"attack us-1 {at}; carpet 8th-1") == []


@rule("17.10.2", "17.10.9")
def test_without_a_battle_nothing_is_supported(desk):
    carpet(desk)
    assert desk.why("support 9th-1") == ["17.10.2"]
    assert desk.why("carpet 8th-1") == ["17.10.2"]

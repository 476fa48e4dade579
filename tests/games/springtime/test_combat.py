"""Chapter 10: combat and its results, Leaders and air support."""

from __future__ import annotations

from fractions import Fraction
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
    rules_against,
    steps,
    where,
)

from grognard.games.springtime.rules.state import Spring
from grognard.games.springtime.rules.values import attack_modifiers, attack_value, defense_modifiers, defense_value
from grognard.kernel.match.table import Table
from grognard.suite import rule

NOBODY = 2
"""The Advantage is used up: no windows."""


def sedan(**fields: Any) -> Table[Spring]:
    """Guderian and Reinhardt have crossed the Meuse into Sedan; the 2nd Army defends."""
    table = desk({"guderian-pz": "3", "reinhardt-pz": "3", "fr-2": "17", "ge-2": "5"}, advantage=NOBODY, **fields)
    table.play(["assault K", "move guderian-pz 17", "move reinhardt-pz 17"])
    return table


# ------------------------------------------------------------------------------------------ 10.1 to 10.3


@rule("10.0", "10.1", "9.1")
def test_who_enters_must_attack_before_the_impulse_ends() -> None:
    table = sedan()
    assert rules_against(table, "end") == {"10.1"}
    assert ends(table, "attack 17") == {"guderian-pz", "reinhardt-pz"}


@rule("10.1")
def test_all_that_entered_take_part_and_retreat_if_repulsed() -> None:
    table = sedan()
    assert rules_against(table, "attack 17 guderian-pz reinhardt-pz") == {"10.1"}
    battle(table, "attack 17 guderian-pz", [1, 1, 6, 6])
    assert "Repulse" in log(table)
    table.play("stay")
    table.play("retreat guderian-pz 11")
    assert (where(table, "guderian-pz"), where(table, "reinhardt-pz")) == ("11", "11")
    assert steps(table, "guderian-pz") == 1
    assert steps(table, "fr-2") == 2
    assert controller(table, "17") == "allies"


@rule("10.2", "10.3")
def test_in_a_contested_area_some_all_or_none_attack() -> None:
    table = desk({"ge-4": "11", "ge-12": "11", "ge-6": "11", "fr-9": "11"}, advantage=NOBODY)
    table.play("assault A")
    assert ends(table, "attack 11") == {"ge-4", "ge-12"}
    assert {a.args[-1] for a in table.legal("attack 11 ge-4")} == {"ge-12"}
    assert rules_against(table, "attack 11 ge-4 ge-6") == {"8.1.1"}
    assert rules_against(table, "attack 11 ge-4 ge-4") == {"10.2"}
    assert rules_against(table, "end") == set()
    battle(table, "attack 11 ge-4", [1, 1, 6, 6])
    table.play("stay")
    assert where(table, "ge-4") == "11"
    assert steps(table, "ge-4") == 1
    assert "ge-12" in ends(table, "move")


@rule("10.0", "9.2")
def test_a_unit_in_a_contested_area_may_leave_or_attack_but_not_both() -> None:
    table = desk({"ge-4": "11", "ge-12": "11", "fr-9": "11"}, advantage=NOBODY)
    table.play("assault A")
    battle(table, "attack 11 ge-4", [1, 1, 6, 6])
    table.play("stay")
    assert rules_against(table, "move ge-4 3") == {"9.1"}
    assert rules_against(table, "attack 11 ge-12") == {"9.2.1"}


@rule("10.3", "10.1")
def test_who_enters_a_contested_area_need_not_attack_nor_retreat() -> None:
    table = desk({"ge-4": "11", "ge-12": "5", "fr-9": "11"}, advantage=NOBODY)
    table.play(["assault A", "move ge-12 11"])
    assert rules_against(table, "end") == set()
    battle(table, "attack 11 ge-12 ge-4", [1, 1, 6, 6])
    table.play("stay")
    assert where(table, "ge-12") == "11"


@rule("10.0")
def test_only_active_units_attack() -> None:
    table = desk({"ge-6": "11", "fr-9": "11", "ge-4": "5"}, advantage=NOBODY)
    table.play("assault A")
    assert rules_against(table, "attack 11") == {"10.0"}
    assert rules_against(table, "attack 10") == {"10.0"}


# --------------------------------------------------------------------------------------- 10.4 the values


@rule("10.4", "10.4.2", "10.4.3", "3.1.2", "4.4.1", "18.1.1")
def test_values_are_sums_of_named_modifiers() -> None:
    table = desk({"guderian-pz": "3", "reinhardt-pz": "3", "fr-2": "17"}, kleist=DATA.unit["guderian-pz"])
    table.play(["assault K", "move guderian-pz 17", "move reinhardt-pz 17"])
    s = table.state
    lead, foe, p = DATA.unit["guderian-pz"], DATA.unit["fr-2"], DATA.place["17"]
    both = 1 << lead | 1 << DATA.unit["reinhardt-pz"]
    plus = attack_modifiers(s, lead, both, 0)
    assert [m.value for m in plus] == [DATA.cv[lead][2], 1, 1, 4]  # CV, Reinhardt, Kleist, Luftwaffe
    minus = defense_modifiers(s, p, foe, lead, 2)
    assert [m.value for m in minus] == [
        DATA.cv[foe][2],
        1,
        3,
        DATA.tem[p],
        DATA.combat.river,
    ]  # CV, Huntziger, air, terrain, Meuse
    assert sum(m.value for m in plus) == attack_value(s, lead, both, 0)
    assert sum(m.value for m in minus) == defense_value(s, p, foe, lead, 2)
    assert all(m.rule in {c.id for c in GAME.rules()} for m in (*plus, *minus))


@rule("4.4.1")
def test_only_the_lead_units_leader_counts() -> None:
    table = desk({"ge-6": "5", "ge-18": "5", "fr-9": "11"})
    table.play(["assault B", "move ge-6 11", "move ge-18 11"])
    lead = DATA.unit["ge-6"]
    reasons = [m.reason for m in attack_modifiers(table.state, lead, 1 << lead | 1 << DATA.unit["ge-18"], -1)]
    assert [r for r in reasons if "Leader" in r] == ["Leader Reichenau"]


@rule("4.4.1")
def test_kleist_counts_only_with_the_unit_he_is_with() -> None:
    table = desk({"guderian-pz": "3", "reinhardt-pz": "3", "fr-2": "17"}, kleist=DATA.unit["reinhardt-pz"])
    s = table.state
    values = {
        u: attack_value(s, DATA.unit[u], 1, -1) - DATA.cv[DATA.unit[u]][2] for u in ("guderian-pz", "reinhardt-pz")
    }
    assert values == {"guderian-pz": 0, "reinhardt-pz": 1}


@rule("10.4.3", "3.1.4")
def test_the_maginot_line_and_rivers_help_only_against_who_crossed_them() -> None:
    table = desk({"ge-1": "2", "fr-3": "18", "ge-16": "18", "fr-5": "18"}, axis="11")
    table.play(["assault C", "move ge-1 18"])
    s = table.state
    p, foe = DATA.place["18"], DATA.unit["fr-3"]
    crossed = defense_value(s, p, foe, DATA.unit["ge-1"], -1)
    inside = defense_value(s, p, foe, DATA.unit["ge-16"], -1)
    assert crossed - inside == DATA.combat.maginot


@rule("13.2.2")
def test_a_lead_unit_out_of_supply_is_one_weaker() -> None:
    units = {"ge-4": "5", "fr-9": "11"}
    fed, cut = desk(units).state, desk(units, oos="ge-4 fr-9").state
    lead, foe, p = DATA.unit["ge-4"], DATA.unit["fr-9"], DATA.place["11"]
    assert attack_value(fed, lead, 1, -1) - attack_value(cut, lead, 1, -1) == 1
    assert defense_value(fed, p, foe, lead, -1) - defense_value(cut, p, foe, lead, -1) == 1


@rule("10.4.2", "10.4.3")
def test_each_side_names_its_lead_unit() -> None:
    table = desk({"ge-4": "5", "hoth-pz": "5", "fr-9": "11", "fr-1": "11"}, advantage=NOBODY)
    table.play(["assault A", "move ge-4 11", "move hoth-pz 11", "attack 11 hoth-pz"])
    assert table.seat == "allies"
    assert ends(table, "lead") == {"fr-9", "fr-1"}
    table.play("lead fr-1")
    assert table.seat == "axis"
    assert table.decision().step == "AttackerAir"


# ------------------------------------------------------------------------------------------ 9.4 air support


@rule("9.4.1", "9.4.2")
def test_air_support_attacker_first_own_nation_once_an_impulse() -> None:
    table = sedan()
    table.play("attack 17 guderian-pz")
    assert {a.text for a in table.legal()} == {"air luftwaffe-1", "no-air"}
    assert rules_against(table, "air raf") == {"9.4.1"}
    table.play("air luftwaffe-1")
    assert table.seat == "allies"
    assert {a.text for a in table.legal()} == {"air armee-de-l-air", "no-air"}
    table.play("air armee-de-l-air", forced=[[1, 1, 6, 6]])
    assert table.state.air_used == [1, 0, 1, 0]


@rule("9.4.1")
def test_a_marker_flies_once_an_impulse_and_returns_for_the_next() -> None:
    table = desk(
        {"hoth-pz": "5", "ge-4": "5", "ge-12": "3", "fr-9": "10", "fr-2": "11", "fr-1": "12"}, advantage=NOBODY
    )
    table.play(["assault A", "move hoth-pz 10", "move ge-4 11"])
    table.play("attack 10 hoth-pz")
    table.play("air luftwaffe-1")
    table.play("air armee-de-l-air", forced=[[6, 6, 1, 1]])
    table.play("attack 11 ge-4")
    assert {a.text for a in table.legal()} == {"air luftwaffe-2", "no-air"}
    table.play("air luftwaffe-2", forced=[[6, 6, 1, 1]])  # the French marker has flown: nobody is asked
    assert "Success" in log(table)
    while table.seat == "axis" and table.decision().step == "AssaultMoves":
        table.play("end", forced=[6])
    assert table.state.air_used == [0, 0, 0, 0]


@rule("9.4.1")
def test_belgians_dutch_and_italians_have_no_air() -> None:
    table = desk({"ge-4": "5", "belgian": "10"}, advantage=NOBODY)
    table.play(["assault A", "move ge-4 10"])
    table.play("attack 10 ge-4")
    act(table, "no-air", [6, 6, 1, 1])  # the Belgians are asked for nothing
    assert "Success" in log(table)


@rule("9.4.1")
def test_the_raf_supports_the_bef_only() -> None:
    table = desk({"ge-4": "5", "bef": "10", "fr-1": "10"}, advantage=NOBODY)
    table.play(["assault A", "move ge-4 10", "attack 10 ge-4"])
    table.play("lead bef")
    table.play("no-air")
    assert {a.text for a in table.legal()} == {"air raf", "no-air"}


# ------------------------------------------------------------------------------------------- 10.4.4 results


@rule("10.4.1", "10.4.4", "3.5")
def test_a_stalemate_costs_both_leads_a_step() -> None:
    table = desk({"ge-4": "11", "fr-9": "11"}, advantage=NOBODY)
    table.play("assault A")
    battle(table, "attack 11 ge-4", [1, 2, 1, 2])  # 5 + 1 + 3 against 4 + 0 + 2 + 3
    assert "Stalemate" in log(table)
    assert (steps(table, "ge-4"), steps(table, "fr-9")) == (1, 1)
    assert table.seat == "allies"
    table.play("stay")
    assert table.seat == "axis"


@rule("10.4.4")
@pytest.mark.parametrize(("dice", "lost"), [([6, 6, 3, 4], 0), ([6, 6, 4, 4], 1)])
def test_a_success_costs_the_attacker_a_step_at_eight(dice: list[int], lost: int) -> None:
    table = desk({"ge-4": "11", "ge-12": "11", "fr-9": "11", "ge-16": "3"}, advantage=NOBODY)
    table.play("assault A")
    battle(table, "attack 11 ge-4 ge-12", dice, air="air luftwaffe-1")
    assert "Success" in log(table)
    while table.decision().step == "Retreat":
        act(table, "retreat fr-9 12")
    assert steps(table, "ge-4") == 2 - lost
    assert steps(table, "fr-9") == 1
    assert controller(table, "11") == "axis"


@rule("10.4.4", "10.4.6")
@pytest.mark.parametrize(("dice", "lost"), [([6, 6, 4, 5], 0), ([6, 6, 4, 6], 1)])
def test_an_overrun_eliminates_a_full_lead_and_costs_a_step_at_ten(dice: list[int], lost: int) -> None:
    table = sedan()
    battle(table, "attack 17 guderian-pz", dice, air="air luftwaffe-1")
    assert "Overrun" in log(table)
    assert where(table, "fr-2") == "eliminated"
    assert steps(table, "guderian-pz") == 2 - lost
    assert table.state.morale == 29
    assert controller(table, "17") == "axis"


@rule("10.4.4", "4.2")
def test_a_reduced_lead_is_eliminated() -> None:
    table = desk({"ge-4": "5", "ge-12": "5", "fr-9": "11"}, reduced="ge-4 fr-9", advantage=NOBODY)
    table.play(["assault A", "move ge-4 11"])
    battle(table, "attack 11 ge-4", [1, 1, 6, 6])
    table.play("stay")
    assert where(table, "ge-4") == "eliminated"
    assert table.state.morale == 31


@rule("10.4.4")
def test_armor_of_either_side_overruns() -> None:
    table = desk({"bruche": "24", "fr-6": "24", "fr-3": "24", "ge-12": "17"}, axis="17", impulse=1, advantage=NOBODY)
    table.play(["assault 2", "move bruche 17"])
    battle(table, "attack 17 bruche", [6, 6, 1, 1])
    assert where(table, "ge-12") == "eliminated"


@rule("10.4.5")
def test_a_leader_is_lost_with_his_unit_and_returns_with_it() -> None:
    table = desk({"ge-4": "5", "fr-9": "11", "ge-12": "3"}, reduced="fr-9", advantage=NOBODY)
    table.play(["assault A", "move ge-4 11"])
    battle(table, "attack 11 ge-4", [6, 6, 1, 1])
    piece = next(p for p in table.scene("axis").pieces if p.id == "fr-9")
    assert piece.place == "eliminated"
    assert piece.face.badges == ()


@rule("10.4.5", "4.4.1")
def test_kleist_joins_a_comrade_in_the_area_or_is_lost() -> None:
    table = desk(
        {"guderian-pz": "11", "reinhardt-pz": "11", "fr-9": "11"},
        reduced="guderian-pz",
        advantage=NOBODY,
        kleist=DATA.unit["guderian-pz"],
    )
    table.play("assault K")
    battle(table, "attack 11 guderian-pz", [1, 1, 6, 6])
    assert table.state.kleist == DATA.unit["reinhardt-pz"]
    table = desk(
        {"guderian-pz": "11", "fr-9": "11"}, reduced="guderian-pz", advantage=NOBODY, kleist=DATA.unit["guderian-pz"]
    )
    table.play("assault K")
    battle(table, "attack 11 guderian-pz", [1, 1, 6, 6])
    assert table.state.kleist == -2
    assert [line.rule for line in table.log("allies") if "Kleist is lost" in line.text] == ["10.4.5"]


@rule("10.4.5")
def test_the_loss_of_a_leader_is_told() -> None:
    table = desk({"ge-4": "11", "ge-12": "3", "fr-9": "11"}, reduced="fr-9", axis="12 13 16 17", advantage=NOBODY)
    table.play("assault A")
    battle(table, "attack 11 ge-4", [6, 6, 1, 1])
    assert where(table, "fr-9") == "eliminated"
    told = [line.text for line in table.log("axis") if line.rule == "10.4.5"]
    assert told == ["Leader Corap is lost with his unit."]


@rule("10.4.5", "10.5.6")
def test_kleist_is_lost_with_a_unit_that_cannot_retreat() -> None:
    """Both of his units stand in Reims, surrounded: neither can take the other's Leader over."""
    units = {"guderian-pz": "24", "reinhardt-pz": "24", "fr-3": "21", "fr-4": "21", "ge-4": "5"}
    table = desk(units, axis="24", impulse=1, advantage=NOBODY, kleist=DATA.unit["guderian-pz"])
    table.play(["assault 2", "move fr-3 24", "move fr-4 24"])
    battle(table, "attack 24 fr-3", [6, 6, 1, 1], lead="reinhardt-pz")
    assert (where(table, "guderian-pz"), where(table, "reinhardt-pz")) == ("eliminated", "eliminated")
    assert [line.rule for line in table.log("axis") if "Kleist is lost" in line.text] == ["10.4.5"]


# ------------------------------------------------------------------------------------ 6.1.3 confidence


@rule("6.1.3")
def test_confidence_flips_leaders_after_an_axis_win() -> None:
    units = {"ge-4": "11", "ge-12": "11", "fr-9": "11", "fr-1": "11", "ge-16": "3"}
    table = desk(units, advantage=NOBODY, confidence=True)
    table.play("assault A")
    battle(table, "attack 11 ge-4 ge-12", [6, 6, 1, 1], lead="fr-9")
    flipped = {DATA.leader_ids[i] for i, f in enumerate(table.state.flipped) if f}
    assert flipped == {"kluge", "list", "corap", "blanchard"}


@rule("6.1.3")
def test_no_confidence_without_the_flag_or_without_a_win() -> None:
    units = {"ge-4": "11", "fr-9": "11"}
    table = desk(units, advantage=NOBODY, confidence=True)
    table.play("assault A")
    battle(table, "attack 11 ge-4", [1, 2, 1, 2])
    assert sum(table.state.flipped) == 0
    table = desk(units, advantage=NOBODY)
    table.play("assault A")
    battle(table, "attack 11 ge-4", [6, 6, 1, 1])
    assert sum(table.state.flipped) == 0


# -------------------------------------------------------------------------------------------------- odds


@rule("10.4", "10.4.4")
def test_odds_are_exact() -> None:
    """Even values: 146 of 1296 rolls tie, the rest are shared equally."""
    table = desk({"ge-4": "11", "fr-9": "11"}, advantage=NOBODY)
    table.play("assault A")
    odds = table.odds("attack 11 ge-4")  # 5 + 1 against 4 + 0 + 2
    chance = {row.outcome: Fraction(row.chance) for row in odds.rows}
    assert chance["Stalemate"] == Fraction(146, 1296)
    assert chance["Repulse"] == Fraction(575, 1296)
    assert chance["Success"] + chance["Success, costly"] == Fraction(575, 1296)
    assert sum(m.value for m in odds.modifiers) == 0
    assert odds.replies
    assert odds.assumes


@rule("13.2.2", "10.4.2", "10.4.3")
@pytest.mark.parametrize(("option", "attack", "defence"), [(False, 8, 6), (True, 6, 5)])
def test_out_of_supply_counts_for_the_lead_or_for_every_unit(option: bool, attack: int, defence: int) -> None:
    """Ruling 60. The 12th Army's 5 with List's 1 and two more against the 9th Army's 4 with one more and the 2 of the
    Ardennes; the attack's two others are out of supply, and both defenders."""
    options: dict[str, bool | str] = {"out-of-supply-each-unit": option}
    units = {"ge-12": "11", "ge-4": "11", "ge-16": "11", "fr-9": "11", "fr-1": "11", "fr-8": "20"}
    table = desk(units, advantage=NOBODY, oos="ge-4 ge-16 fr-9 fr-1", options=options)
    table.play(["assault A", "attack 11 ge-12 ge-4 ge-16", "lead fr-9"])
    assert table.decision().prompt.startswith(f"Attack {attack} against defense {defence} ")
    odds = table.odds("no-air")
    assert odds is not None
    assert f": {attack - defence:+d}" in odds.title


@rule("10.4.4")
def test_costly_successes_are_counted_by_the_defenders_dice() -> None:
    """With +20 every roll wins: costly with 8 or more (15 of 36), with armor 10 or more (6 of 36)."""
    from grognard.games.springtime.rules.values import battle_chances

    assert Fraction(battle_chances(20, False)["costly"], 1296) == Fraction(15, 36)
    assert Fraction(battle_chances(20, True)["costly"], 1296) == Fraction(6, 36)


@rule("4.4.1")
def test_kleist_defends_with_last_turns_unit_until_he_is_placed_anew() -> None:
    units = {"guderian-pz": "11", "fr-2": "17", "ge-4": "5"}
    table = desk(units, axis="11", turn=3, impulse=1, kleist=DATA.unit["guderian-pz"], kleist_turn=2)
    table.play(["assault 1", "move fr-2 11"])
    foe, lead = DATA.unit["guderian-pz"], DATA.unit["fr-2"]
    reasons = [m.reason for m in defense_modifiers(table.state, DATA.place["11"], foe, lead, -1)]
    assert "Leader Kleist" in reasons


@rule("10.0", "8.1.1")
def test_a_unit_that_cannot_attack_is_told_why() -> None:
    units = {"ge-4": "11", "ge-12": "11", "ge-6": "11", "ge-16": "3", "ge-2": "11", "fr-9": "11", "fr-1": "11"}
    table = desk(units, advantage=NOBODY)
    table.play("assault B")
    assert [(r.rule, r.text) for r in table.why_not("attack 11 ge-4")] == [
        ("8.1.1", "The Army Group of German 4th Army is not active.")
    ]
    assert [(r.rule, r.text) for r in table.why_not("attack 11 ge-16")] == [
        ("10.0", f"German 16th Army is not in {DATA.area_names[DATA.place['11']]}.")
    ]


@rule("9.4.1", "10.4")
def test_odds_inside_a_battle_say_what_may_still_come() -> None:
    table = desk({"ge-4": "11", "fr-9": "12", "fr-1": "12", "ge-12": "3"}, axis="11", advantage=0)
    table.play(["assault A", "move ge-4 12", "attack 12 ge-4"])
    lead = table.odds("lead fr-9")
    assert lead.assumes == ("Nobody commits further air support or uses the Advantage.",)
    assert [r.title for r in lead.replies] == [
        "the attacker sends Luftflotte 2",
        "with your air support (Armée de l'Air)",
    ]
    table.play("lead fr-9")
    odds = table.odds("no-air")
    assert odds.assumes == ("Nobody commits further air support or uses the Advantage.",)
    (reply,) = odds.replies
    assert reply.title == "the defender sends Armée de l'Air"
    weak = DATA.air[DATA.air_ids.index("armee-de-l-air")].weak
    assert sum(m.value for m in odds.modifiers) - sum(m.value for m in reply.modifiers) == weak


@rule("10.0")
def test_a_preview_counts_one_unit_as_one() -> None:
    table = desk({"ge-4": "11", "fr-9": "12", "ge-12": "3"}, axis="11", advantage=NOBODY)
    table.play(["assault A", "move ge-4 12"])
    assert table.preview("attack 12 ge-4").text.startswith("1 unit makes a mandatory attack")


@rule("10.1", "10.3", "3.1.3")
def test_an_area_that_dynamo_left_to_the_enemy_is_attacked_and_left_after_a_repulse() -> None:
    """Dunkirk was contested by the BEF when the impulse began; after the event only Germans are there."""
    table = desk(
        {"bef": "15", "ge-6": "15", "fr-1": "14", "fr-7": "14", "ge-4": "5", "fr-8": "20"},
        axis="13 10",
        impulse=1,
        advantage=NOBODY,
        held_allies=held("operation-dynamo"),
        cup=cup("operation-dynamo"),
    )
    table.play(["play operation-dynamo", "assault 1", "move fr-1 15"])
    assert controller(table, "15") == "axis"
    assert rules_against(table, "end") == {"10.1"}
    battle(table, "attack 15 fr-1", [1, 1, 6, 6])
    act(table, "stay")  # the defenders hold
    assert (where(table, "fr-1"), steps(table, "fr-1")) == ("14", 1)


@rule("10.3", "3.1.3")
def test_dynamo_leaves_an_area_contested_where_a_friend_stays() -> None:
    table = desk(
        {"bef": "15", "fr-2": "15", "ge-6": "15", "fr-1": "14", "ge-4": "5", "fr-8": "20"},
        axis="13 10",
        impulse=1,
        held_allies=held("operation-dynamo"),
        cup=cup("operation-dynamo"),
    )
    table.play(["play operation-dynamo", "assault 1", "move fr-1 15"])
    assert rules_against(table, "end") == set()

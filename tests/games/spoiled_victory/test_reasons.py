"""Every click gets a reason, and reasons name the rule that really stands in the way."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.rules.evacuation import ACTED, _against_goal
from grognard.games.spoiled_victory.rules.event_phase import BeachParties
from grognard.games.spoiled_victory.rules.german_attack import ApplyWins, Frontline, GermanRoll, Outcomes, RedAttack
from grognard.games.spoiled_victory.rules.spirit import Spirit
from grognard.suite import rule


@rule("10.1.7", "10.1.1", "10.1.4")
def test_standing_still_has_its_true_reason() -> None:
    # I3 is joined to I2 and I4/J2 on its track and to H3: the Belgian area, or behind the German.
    held = Desk().put("1-loyals", "I3").put("yser-garrison", "H4").actions(3)
    assert "10.1.7" in held.why("move 1-loyals")
    crowded = Desk(turn=2).evacuees(1, "A4")
    for n, space in enumerate(("A3", "A3", "B3", "B3", "B4", "B4", "A5", "A5", "A5", "A5"), 2):
        crowded.evacuees(n, space)
    assert crowded.actions(1).why("move evacuees-1") == {"10.1.1"}
    # C5 is joined to C4, behind the German in it, and to German-held spaces that are open to attack.
    garrison = Desk().german("C5").put("1-loyals", "C5", suppressed=True).actions(1)
    assert garrison.why("move 1-loyals") >= {"10.1.6", "9.3.8"}


@rule("11.2", "3.1-route")
def test_nobody_moves_to_sea_by_unit_movement() -> None:
    desk = Desk().put("1-loyals", "A5").evacuees(2, "A5").actions(3)
    assert desk.why("move evacuees-2 staging") == {"11.2"}
    assert desk.why("move 1-loyals staging") == {"3.1-route"}
    assert desk.why("create staging") == {"10.2"}


@rule("9.3b", "9.3.3", "10.1")
def test_a_german_unit_is_no_answer() -> None:
    desk = Desk().german("D3").put("1-loyals", "D3").put("5-border", "D3")
    assert desk.step(Frontline(3, DATA.place["D3"])).why("front 20th-motorized") == {"9.3b"}
    desk.actions(2)
    assert desk.why("move 254th D4") == {"10.1"}
    assert desk.why("assault 254th") == {"10.1.8"}
    assert desk.why("upgrade 254th") == {"10.3"}


@rule("16.0", "10.2")
def test_beach_parties_form_on_the_shore() -> None:
    desk = Desk().step(BeachParties(2))
    assert desk.why("place D4") == {"10.2"}
    assert desk.why("place staging") == {"10.2"}


@rule("14.1")
def test_belgians_stand_as_printed_in_a_free_set_up() -> None:
    table = GAME.table("dynamo", {"free-allied-setup": True}, practice=True, seed=1)
    for action in ("place yser-garrison A2", "place 1-loyals staging", "place 254th A2"):
        assert {r.rule for r in GAME.why_not(table.state, "allies", action)} == {"14.1"}, action


@rule("9.3.9")
def test_a_red_attack_goes_along_red() -> None:
    desk = Desk().german("I4/J2", track="I").put("1-loyals", "H3").put("5-border", "H4").put("ghq", "C5")
    desk.step(RedAttack(8))
    assert desk.why("strike C5") == {"9.3.9"}
    assert desk.why("strike staging") == {"9.3.9"}


@rule("9.3.4")
def test_the_wins_left_over_fall_on_those_who_retreated() -> None:
    desk = Desk().german("D3").put("1-loyals", "D4").put("5-border", "E4").put("ghq", "C5")
    d = desk.s.data
    gone = 1 << d.unit["1-loyals"] | 1 << d.unit["5-border"]
    desk.step(ApplyWins(3, d.place["D3"], d.unit["1-loyals"], 3, 1, gone))
    assert desk.legal() == {"hit 1-loyals", "hit 5-border"}
    (reason,) = GAME.why_not(desk.s, "allies", "hit ghq")
    assert reason.rule == "9.3.4"
    assert "retreated" in reason.text


@pytest.mark.parametrize("action", ["evacuate 254th", "pair 254th", "convert 254th"])
def test_germans_never_sail(action: str) -> None:
    desk = Desk(turn=11 if action.startswith("convert") else 1).evacuees(1, "A5").actions(2)
    (reason,) = GAME.why_not(desk.s, "allies", action)
    assert "German unit" in reason.text


@rule("10.1", "16.0")
def test_a_sidestep_is_no_paid_group() -> None:
    desk = Desk().put("1-grenadier-guards", "E3").put("1-coldstream-guards", "E3")
    desk.s.sidestep = True
    desk.actions(0).play("sidestep 1-grenadier-guards A5")
    assert desk.why("move 1-coldstream-guards E4") == {"10.1"}
    assert "move 1-coldstream-guards" not in desk.legal()


def reasons(desk: Desk, text: str) -> list[tuple[str, tuple[str, ...]]]:
    """The cases against an action, each with the places it names."""
    desk.ask(text)
    return [(r.rule, r.places) for r in GAME.why_not(desk.s, "allies", text)]


def sentence(desk: Desk, text: str) -> str:
    """The only reason against an action."""
    (reason,) = GAME.why_not(desk.s, "allies", text)
    return reason.text


@rule("10.1.7", "10.1.4", "10.1.1")
def test_standing_still_names_the_spaces_beside_the_unit() -> None:
    # The German in H4 has H3 behind it, so that I3 is left with the rest of the Belgian area.
    held = Desk().german("H4").put("1-loyals", "I3").actions(3)
    assert reasons(held, "move 1-loyals") == [("10.1.7", ("I2", "I4/J2")), ("10.1.4", ("H3",))]
    far = Desk().german("D3").put("1-loyals", "I3").actions(3)
    assert reasons(far, "move 1-loyals") == [("10.1.7", ("H3", "I2", "I4/J2"))]
    for german, behind in (("H3", []), ("B4", [("10.1.4", ("B3",))])):
        crowded = Desk(turn=2).german(german).evacuees(1, "A4")
        for n, space in enumerate(("A3", "A3", "B3", "B3", "B4", "B4", "A5", "A5", "A5", "A5"), 2):
            crowded.evacuees(n, space if space != "B3" or german != "B4" else "pool")
        assert reasons(crowded.actions(1), "move evacuees-1") == [("10.1.1", ()), *behind]


@rule("10.1", "10.1.1")
def test_room_matters_to_evacuees_alone() -> None:
    desk = Desk().put("1-loyals", "D4").evacuees(1, "D4").evacuees(2, "A4").evacuees(3, "A4").actions(1)
    assert desk.why("move evacuees-1 A4") == {"10.1.1"}
    assert "can move 2 spaces now" in sentence(desk, "move 1-loyals A4")
    assert desk.why("move 1-loyals A4") == {"10.1"}


@rule("10.1", "10.1.2")
def test_a_group_that_was_paid_for_has_its_own_distance() -> None:
    desk = Desk().put("1-loyals", "D4").put("5-border", "D4").put("i-150-ri", "D4").actions(1)
    desk.play("move 1-loyals D5")
    assert "can move 2 spaces now" in sentence(desk, "move 5-border A4")
    assert "No Player Action is left" in sentence(desk, "move i-150-ri")
    night = Desk(turn=2).put("1-loyals", "D4").put("5-border", "D4").actions(1).play("move 1-loyals D5")
    assert "can move 1 space now" in sentence(night, "move 5-border A4")
    for actions in (1, 2):
        alone = Desk(turn=2).event("choked-roads").put("1-loyals", "D4").evacuees(1, "D4")
        for n, space in enumerate(("C4", "C4", "D3", "D3", "E4", "E4", "D5", "D5"), 2):
            alone.evacuees(n, space)
        alone.actions(actions).play("move 1-loyals C4")
        assert alone.why("move evacuees-1") == {"10.1.1"}, "they were paid for, but have nowhere to go"
        assert "evacuees-1" not in alone.ends("move")


@rule("10.1.5")
def test_who_does_not_move_free_is_told_why() -> None:
    desk = Desk().put("ghq", "D4").actions(0)
    for unit in DATA.unit_ids:
        if unit == "ghq":
            continue
        desk.put(unit, "E4") if "evacuees" not in unit else desk.evacuees(1, "E4")
        british = DATA.unit[unit] <= DATA.unit["12th-royal-lancers"]
        words = "not stacked with GHQ" if british else "not British"
        assert words in sentence(desk, f"free {unit}"), unit


@rule("10.1.5", "10.1.6", "9.3.8")
@pytest.mark.parametrize(("held", "fights"), [("1-loyals", "5-border"), ("5-border", "1-loyals")])
def test_a_suppressed_unit_is_not_activated_though_its_neighbour_can_be(held: str, fights: str) -> None:
    desk = Desk().german("D3").put("ghq", "D3").put(held, "D3", suppressed=True).put(fights, "D3").actions(0)
    assert desk.why(f"free {held}") == {"10.1.6", "9.3.8"}
    assert desk.ends("free") == {fights}


@rule("16.0", "9.3.8", "10.1.7")
def test_who_is_engaged_in_the_belgian_area_attacks_though_no_way_leads_out() -> None:
    desk = Desk().german("I3").german("H3").german("I4/J2", track="J").put("1-grenadier-guards", "I3")
    desk.s.astray = 1 << DATA.unit["1-grenadier-guards"]
    desk.s.sidestep = True
    assert desk.actions(0).ends("sidestep") == {"1-grenadier-guards"}
    assert desk.ends("sidestep 1-grenadier-guards") == {"I3"}
    desk.play("sidestep 1-grenadier-guards I3")
    assert desk.s.roused == desk.s.astray


@rule("9.3.4", "9.3.3")
def test_only_a_unit_that_could_be_named_is_told_that_it_has_no_way_back() -> None:
    desk = Desk().german("D3").put("1-loyals", "D3").put("5-border", "D3").evacuees(1, "D3").put("ghq", "D4")
    for n, space in enumerate(("C3", "C3", "D4", "D4", "E3", "E3"), 2):
        desk.evacuees(n, space)
    space, front, gone = DATA.place["D3"], DATA.unit["1-loyals"], 1 << DATA.unit["1-loyals"]
    desk.step(ApplyWins(3, space, front, 2, 2))
    assert "at sea" in sentence(desk, "retreat 1-loyals staging")
    assert "not connected" in sentence(desk, "retreat 1-loyals D5")
    assert desk.why("retreat evacuees-1") == {"9.3.3"}, "the first Win is the Frontline unit's"
    assert desk.why("retreat 1-loyals") == set()
    desk.put("1-loyals", "D4").step(ApplyWins(3, space, front, 3, 2, gone))
    assert desk.why("retreat evacuees-1") == {"9.3.4"}, "no room anywhere"
    assert "no space to retreat to" in sentence(desk, "retreat evacuees-1")
    assert desk.why("retreat ghq") == {"9.3.3"}
    assert desk.why("retreat 1-loyals") == {"9.3.3", "9.3.4"}, "not there, and it has retreated"


@rule("10.1.7")
@pytest.mark.parametrize(("astray", "other"), [("1-loyals", "1-east-surrey"), ("1-east-surrey", "1-loyals")])
def test_only_who_was_driven_into_the_belgian_area_is_sent_out_of_it(astray: str, other: str) -> None:
    desk = Desk().german("H3").german("I4/J2", track="J").put(astray, "I3").put(other, "I3")
    desk.s.astray = 1 << DATA.unit[astray]
    desk.actions(2)
    assert reasons(desk, f"move {astray}") == [("10.1.7", ())]
    assert "outside the Belgian area" in sentence(desk, f"move {astray}")
    assert reasons(desk, f"move {other}") == [("10.1.7", ("H3", "I2", "I4/J2"))]


@rule("9.3.4")
def test_no_win_left_over_falls_on_the_dead() -> None:
    desk = Desk().german("D3").put("5-border", "D4").put("ghq", "E4")
    gone = sum(1 << DATA.unit[u] for u in ("1-loyals", "5-border", "ghq"))
    desk.step(ApplyWins(3, DATA.place["D3"], DATA.unit["1-loyals"], 3, 1, gone))
    assert desk.legal() == {"hit 5-border", "hit ghq"}
    assert desk.why("hit 1-loyals") == {"9.3.4"}


@rule("9.3.9")
def test_an_attack_written_without_more_goes_along_the_track() -> None:
    steps = (Frontline(3, 0), GermanRoll(3, 0, 0), Outcomes(3, 0, 0, (6,)), ApplyWins(3, 0, 0, 1, 1))
    assert [step.red for step in steps] == [False] * 4


@rule("11.4")
def test_who_has_yet_to_come_down_to_the_beach_does_not_leave_in_a_pair() -> None:
    for start in ("A4", "C4", "D4", "E4", "F4"):
        desk = Desk().evacuees(1, start).evacuees(2, "E5").evacuees(3, "E5")
        desk.s.beach_bonus = True
        assert "only from the East Jetty or from Beaches" in sentence(desk.actions(2), "pair evacuees-1"), start
        assert desk.ends("pair") == {"evacuees-2", "evacuees-3"}


@rule("11.2", "11.3", "10.1.1")
@pytest.mark.parametrize(
    ("start", "goal", "case", "words"),
    [
        ("A4", "A5", "", ""),
        ("C4", "C5", "11.2", "A German unit is in C5"),
        ("D4", "E5", "11.2", "does not lead from D4 to E5"),
        ("E4", "E5", "10.1.1", "E5 has room for 2 evacuee units and is full."),
    ],
)
def test_what_stands_against_the_goal_of_an_evacuation_move(start: str, goal: str, case: str, words: str) -> None:
    desk = Desk().german("C5").evacuees(1, start).evacuees(2, "E5").evacuees(3, "E5")
    found = list(_against_goal(desk.s, ACTED, "allies", (DATA.unit["evacuees-1"], DATA.place[goal])))
    assert [(why.rule, words in why.text()) for why in found] == ([(case, True)] if case else [])


@rule("10.1.1", "10.1.5", "10.5")
def test_one_is_said_as_one() -> None:
    sea = Desk(turn=6).evacuees(1, "staging").evacuees(2, "X2").actions(1)
    assert sentence(sea, "evacuate evacuees-1 X2") == "X2 has room for 1 evacuee unit and is full."
    reduced = Desk().put("ghq", "E3", full=False).put("1-loyals", "E3").actions(0)
    reduced.s.ghq_moves = 1
    assert sentence(reduced, "free 1-loyals") == "GHQ allows 1 free move in a phase, and it is made."
    desk = Desk().german("D3").put("1-loyals", "D3").step(Spirit((4,), 3, True))
    assert sentence(desk, "reroll 2") == "There is no die 2: 1 was rolled."


@rule("11.1", "11.2")
@pytest.mark.parametrize(
    ("space", "case"),
    [("A3", "11.2"), ("B3", "11.2"), ("D2", "11.2"), ("G4", "11.2"), ("I3", "11.2"), ("B4", "11.1"), ("C3", "11.1")],
)
def test_a_canal_space_is_eligible_but_needs_a_shore_beside_it(space: str, case: str) -> None:
    """11.1 names Canal spaces; it is 11.2 that asks for a Beach or the East Jetty next to them."""
    desk = Desk(turn=6).evacuees(1, space).actions(1)
    assert reasons(desk, "evacuate evacuees-1") == [(case, (space,))]
    if case == "11.2":
        assert sentence(desk, "evacuate evacuees-1") == f"No Beach is connected with {space}, nor is the East Jetty."

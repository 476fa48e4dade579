"""Edges of Player Actions and of moving in groups: what is easily got wrong by one."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.data.world import NONE, SUPPRESSED
from grognard.games.spoiled_victory.rules.evacuation import EvacuationMoves
from grognard.games.spoiled_victory.rules.event_phase import EventPhase
from grognard.games.spoiled_victory.rules.german_moves import GermanPhase
from grognard.games.spoiled_victory.rules.player_actions import PlayerActionPhase
from grognard.kernel.show import Odds, Preview
from grognard.suite import rule


def preview(desk: Desk, text: str) -> Preview:
    found = GAME.preview(desk.s, "allies", GAME.read(desk.s, "allies", text))
    assert found is not None
    return found


def odds(desk: Desk, text: str) -> Odds:
    found = GAME.odds(desk.s, "allies", GAME.read(desk.s, "allies", text))
    assert found is not None
    return found


@rule("10.0", "16.0")
@pytest.mark.parametrize(
    ("event", "bonus", "card", "actions"),
    [
        ("heavy-surf", 0, "heavy-surf", 4),
        ("gorts-orders", 0, "heavy-surf", 6),
        ("choked-roads", 0, "heavy-surf", 3),
        ("choked-roads", 0, "shells-run-short", 1),
        ("lorries-into-the-surf", 1, "shells-run-short", 2),
    ],
)
def test_events_change_the_number_of_actions(event: str, bonus: int, card: str, actions: int) -> None:
    desk = Desk().event(event)
    desk.s.pile = DATA.all_cards
    desk.s.bonus_actions = bonus
    assert desk.step(PlayerActionPhase()).draw(card).s.actions == actions


@rule("10.0", "10.1.8")
def test_a_phase_begins_afresh() -> None:
    desk = Desk().german("D3").put("1-loyals", "D3").german("J1").put("yser-garrison", "J1").german("E3")
    s = desk.s
    s.ghq_moves, s.entered, s.roused, s.attacked, s.engaged = 2, 3, 5, 7, 1
    desk.step(PlayerActionPhase())
    assert (s.ghq_moves, s.entered, s.roused, s.attacked) == (0, 0, 0, 0)
    assert s.engaged == 1 << DATA.place["D3"] | 1 << DATA.place["J1"]


@rule("10.1.8", "11.2")
def test_the_last_engaged_evacuee_sails_and_the_unit_that_entered_owes_an_attack() -> None:
    desk = Desk().german("C5").evacuees(1, "C5").put("1-loyals", "D5").actions(3).play("move 1-loyals C5")
    assert "end" in desk.play("evacuate evacuees-1 staging").legal()
    assert desk.s.engaged == 0
    assert desk.play("end").top == "AlliedRoll", "nobody else holds the German now: it must be attacked"
    held = Desk().german("C5").evacuees(1, "C5").put("5-border", "C5").put("1-loyals", "D5").actions(3)
    held.play("move 1-loyals C5", "evacuate evacuees-1 staging", "end")
    assert "end" in held.legal(), "5/Border still holds it"
    by_phase = Desk().german("C5").evacuees(1, "C5").evacuees(2, "D5")
    by_phase.s.engaged = 1 << DATA.place["C5"] | 1 << DATA.place["A5"]
    by_phase.s.entered = by_phase.s.roused = by_phase.s.group_left = 1 << DATA.unit["evacuees-1"]
    by_phase.s.moves = 1
    by_phase.step(EvacuationMoves()).play("evacuate evacuees-1 staging")
    s = by_phase.s
    assert (s.entered, s.roused, s.group_left) == (0, 0, 0), "who has sailed is in no list any more"
    assert s.engaged == 1 << DATA.place["A5"]


@rule("10.4", "10.0")
def test_an_intelligence_report_is_for_the_next_turn() -> None:
    desk = Desk(turn=17).actions(2).play("intelligence").draw("heavy-surf")
    assert desk.s.intelligence == DATA.card["heavy-surf"]
    assert desk.why("intelligence") == {"10.4"}
    assert Desk(turn=18).actions(2).why("intelligence") == {"10.4"}
    first = Desk(turn=17).actions(1).play("intelligence").draw("weather-is-crystal-clear")
    assert first.s.intelligence == 0
    assert first.why("intelligence") == {"10.0", "10.4"}


@rule("10.4", "10.4.1", "16.0")
def test_false_intelligence_discards_the_card() -> None:
    desk = Desk()
    desk.s.intelligence, desk.s.pile = 0, DATA.all_cards & ~1
    desk.step(EventPhase()).draw("german-reconnaissance")
    assert desk.s.intelligence == -1
    assert desk.s.discards == 1
    kept = Desk()
    kept.s.intelligence, kept.s.pile = 0, DATA.all_cards & ~1
    kept.step(EventPhase()).draw("halt-order")
    assert (kept.s.intelligence, kept.s.discards) == (0, 0)
    used = Desk()
    used.s.intelligence, used.s.pile = 0, DATA.all_cards & ~1
    used.step(GermanPhase())
    assert used.german_at("A") == "A3", "card 1 calls the 1/9 Panzer, the 254th and the 56th"
    assert used.s.discards == 1


@rule("10.7", "10.8", "10.9", "10.5", "10.0")
def test_what_each_action_costs_and_when_it_is_refused() -> None:
    desk = Desk().actions(9)
    desk.play("flood")
    assert (desk.s.actions, desk.s.flooded) == (7, True)
    assert desk.why("flood") == {"10.7"}
    desk.play("build")
    assert (desk.s.actions, desk.s.jetties) == (4, 1)
    assert desk.why("build") == {"10.8"}
    desk.play("spirit")
    assert (desk.s.actions, desk.s.spirit) == (3, True)
    assert desk.why("spirit") == {"10.5"}
    assert desk.why("repair mole") == {"10.9"}
    desk.s.jetties, desk.s.mole_damaged = 2, True
    assert desk.why("build") == {"10.9"}
    desk.s.actions = 4
    assert desk.ends("repair") == {"mole", "jetties"}
    desk.play("repair mole")
    assert (desk.s.actions, desk.s.mole_damaged, desk.s.jetties) == (2, False, 2)
    assert desk.why("repair mole") == {"10.9"}
    desk.play("repair jetties")
    assert (desk.s.actions, desk.s.jetties) == (0, 1)
    for verb, need in (("flood", 2), ("build", 3), ("repair mole", 2), ("spirit", 1), ("intelligence", 1)):
        for actions in (need - 1, need):
            poor = Desk()
            poor.s.mole_damaged = True
            assert ("10.0" in poor.actions(actions).why(verb)) == (actions < need), (verb, actions)


@rule("10.10.2", "7.2")
@pytest.mark.parametrize(
    ("dice", "disrupted", "reduced"),
    [
        ((2, 3), False, False),
        ((3, 3), True, False),
        ((5, 4), True, False),
        ((5, 5), False, True),
        ((6, 6), False, True),
    ],
)
def test_bombs_on_a_german(dice: tuple[int, int], disrupted: bool, reduced: bool) -> None:
    desk = Desk().german("D3")
    desk.s.bombers = 1
    desk.actions(0).play("bomb 254th").roll(*dice)
    assert (desk.is_disrupted("D"), desk.is_reduced("D"), desk.s.bombers) == (disrupted, reduced, 2)
    assert desk.why("bomb 254th") == {"10.10.2"}
    assert desk.top == "PlayerActions"


@rule("10.10.2", "7.2a", "7.2b", "7.2c-night")
@pytest.mark.parametrize(
    ("turn", "space", "track", "drm"), [(1, "D3", "D", 1), (2, "D3", "D", -1), (1, "C2", "C", 0), (1, "B2", "B", 2)]
)
def test_odds_of_bombs_are_those_of_the_table(turn: int, space: str, track: str, drm: int) -> None:
    desk = Desk(turn=turn).german(space, track=track)
    desk.s.bombers = 1
    unit = DATA.germans[DATA.track_ids.index(track)]
    told = odds(desk.actions(0), f"bomb {unit.id}")
    assert sum(m.value for m in told.modifiers) == drm
    row = DATA.air_rows[2]
    nothing = sum(row[max(0, min(12, a + b + drm))] == NONE for a in range(1, 7) for b in range(1, 7))
    disrupted = sum(row[max(0, min(12, a + b + drm))] == SUPPRESSED for a in range(1, 7) for b in range(1, 7))
    by_label = {r.outcome: r.value for r in told.rows}
    assert by_label.get("no effect", 0) == pytest.approx(nothing / 36)
    assert by_label.get("Disrupted", 0) == pytest.approx(disrupted / 36)
    assert by_label.get("1 Hit", 0) == pytest.approx((36 - nothing - disrupted) / 36)


@rule("10.1", "10.1.2", "10.1.6")
def test_who_goes_along_with_a_group() -> None:
    desk = Desk().put("1-loyals", "C2").put("5-border", "C2").put("1-east-surrey", "C2", suppressed=True)
    desk.put("9-sherwood-foresters", "D2").actions(1).play("move 1-loyals C3")
    assert desk.legal() == {"move 5-border", "end"}
    desk.play("move 5-border C4")
    assert desk.legal() == {"end"}, "each goes once; another space is not paid for"
    joined = Desk().put("1-loyals", "C2").put("5-border", "C2").put("ghq", "C3").actions(1).play("move 1-loyals C3")
    assert joined.legal() == {"move 5-border", "free 1-loyals", "end"}


@rule("10.1")
def test_a_group_on_trucks_and_one_on_foot() -> None:
    by_truck = Desk().put("1-loyals", "C2").put("5-border", "C2").actions(2).play("move 1-loyals F5")
    assert by_truck.s.actions == 0
    assert "F4" in by_truck.ends("move 5-border")
    assert preview(by_truck, "move 5-border C3").cost == "free, with its group"
    on_foot = Desk().put("1-loyals", "C2").put("5-border", "C2").actions(1).play("move 1-loyals C3")
    assert "F4" not in on_foot.ends("move 5-border")
    rich = Desk().put("1-loyals", "C2").put("5-border", "C2").actions(3).play("move 1-loyals C3")
    cost = preview(rich, "move 5-border F5").cost
    assert cost == "1 Player Action (truck); the group paid for foot already"
    rich.play("move 5-border F5")
    assert rich.s.actions == 1
    choked = (
        Desk().event("choked-roads").put("1-loyals", "C2").put("5-border", "C2").actions(3).play("move 1-loyals C3")
    )
    assert "F5" not in choked.ends("move 5-border"), "no trucks"
    assert Desk().event("choked-roads").put("1-loyals", "C2").actions(2).why("move 1-loyals F5") == {"10.1"}


@rule("10.1", "10.1.8")
def test_previews_of_moves() -> None:
    desk = Desk().german("D3").german("E4").put("5-border", "E4").put("1-loyals", "C3").evacuees(1, "C3").actions(2)
    desk.s.flooded = False
    into = preview(desk, "move 1-loyals D3")
    assert (into.path, into.places) == (("C3", "D3"), ("D3",))
    assert [e.rule for e in into.effects] == ["10.1.8"]
    assert "must attack 254th" in into.effects[0].text
    assert into.cost == "1 Player Action (foot); the other British units there may go along"
    assert preview(desk, "move evacuees-1 C4").cost == "1 Player Action (foot)"
    far = preview(desk, "move 1-loyals E4")
    assert "may attack 18th" in far.effects[0].text, "that German is Engaged"
    assert far.cost == "2 Player Actions (truck); the other British units there may go along"
    marsh = preview(Desk().put("1-loyals", "B3").actions(2), "move 1-loyals B2")
    assert [(e.rule, e.text) for e in marsh.effects] == [("10.1", "It stops in the Marsh.")]
    assert preview(Desk().put("1-loyals", "B3").actions(2), "move 1-loyals A3").effects == ()
    free = Desk().put("ghq", "B3").put("1-loyals", "B3").actions(0)
    assert preview(free, "free 1-loyals A3").cost == "free"
    assert preview(free, "free 1-loyals A3").path == ("B3", "A3")
    assert GAME.odds(desk.s, "allies", GAME.read(desk.s, "allies", "move 1-loyals C4")) is None
    assert odds(desk, "move 1-loyals D3").title == "1/Loyals: 3 dice against 254th, Defense Number 4"


@rule("11.2", "10.6")
def test_previews_of_evacuation_moves() -> None:
    desk = Desk(turn=6).evacuees(1, "staging").evacuees(2, "Z2").evacuees(3, "A5")
    desk.s.moves = 2
    desk.step(EvacuationMoves())
    by_z = preview(desk, "evacuate evacuees-1 Z2")
    assert (by_z.path, by_z.cost, by_z.places) == (("staging", "Z2"), "1 Evacuation Move", ("Z2",))
    assert by_z.text.endswith("Room for 0 more will be left there.")
    assert preview(desk, "evacuate evacuees-1 X2").text.endswith("Room for 0 more will be left there.")
    out = preview(desk, "evacuate evacuees-3 staging")
    assert out.text == "Evacuees 3 go to the Evacuation Staging Area."
    assert out.path == ("A5", "staging")
    roomy = Desk(turn=6).evacuees(1, "X2")
    roomy.s.moves = 1
    assert preview(roomy.step(EvacuationMoves()), "evacuate evacuees-1 X3").text.endswith(
        "Room for 1 more will be left there."
    )
    assert preview(roomy.actions(1), "evacuate evacuees-1 X3").cost == "1 Player Action"


@rule("10.1")
def test_the_way_of_a_move_is_one_of_the_shortest_and_keeps_to_the_rules() -> None:
    desk = Desk().german("C3").german("D3").put("1-loyals", "B3").actions(4)
    path = preview(desk, "move 1-loyals E3").path
    assert path[0] == "B3"
    assert path[-1] == "E3"
    assert len(path) == 5, "B3 C4 D4 E4 E3: C3 and D3 hold Germans, at whom it would stop"
    assert not {"C3", "D3", "C2", "D2"} & set(path)


@rule("10.10.2", "10.1.7")
def test_bombers_wait_for_a_unit_astray_only_if_it_can_leave() -> None:
    desk = Desk().put("1-loyals", "H4").german("D3")
    desk.s.bombers, desk.s.astray = 1, 1 << DATA.unit["1-loyals"]
    assert "bomb 254th" in desk.actions(0).legal(), "it cannot leave: there is no Action for it"
    assert desk.why("bomb 254th") == set()
    assert "bomb 254th" not in desk.actions(1).legal()
    assert desk.why("bomb 254th") == {"10.1.7"}
    desk.s.bombers = 2
    assert "bomb 254th" not in desk.actions(0).legal()


@rule("10.9")
def test_either_structure_can_be_repaired_by_itself() -> None:
    for mole, jetties, what in ((True, 0, "mole"), (True, 1, "mole"), (False, 2, "jetties")):
        desk = Desk()
        desk.s.mole_damaged, desk.s.jetties = mole, jetties
        desk.actions(2)
        assert desk.ends("repair") == {what}
        other = "jetties" if what == "mole" else "mole"
        assert (desk.why(f"repair {what}"), desk.why(f"repair {other}")) == (set(), {"10.9"})
    assert Desk().actions(2).why("repair mole") == {"10.9"}


@rule("10.1", "10.1.1")
def test_a_crowded_evacuee_goes_by_its_group_truck() -> None:
    def crowded(actions: int) -> Desk:
        desk = Desk(turn=2).evacuees(1, "A4").put("1-loyals", "A4").evacuees(12, "C3").put("5-border", "C3")
        for n, space in enumerate(("A3", "A3", "B3", "B3", "B4", "B4", "A5", "A5", "A5", "A5"), 2):
            desk.evacuees(n, space)
        return desk.actions(actions)

    assert "move evacuees-1" not in crowded(1).legal(), "one space on foot by night, and each is full"
    along = crowded(1).play("move 1-loyals A3")
    assert along.why("move evacuees-1") == {"10.1.1"}, "it could go along, but there is no room"
    assert along.why("move 5-border") == {"10.1"}, "no Action is left"
    assert "move evacuees-1" in crowded(2).legal(), "four by truck"
    rest = crowded(3).play("move 1-loyals C4")
    assert rest.s.actions == 1, "two spaces need a truck by night"
    assert "move evacuees-1" in rest.legal(), "the group's truck takes it, though one Action pays for foot only"
    assert rest.ends("move evacuees-1") >= {"A2", "C4"}
    assert preview(rest, "move evacuees-1 A2").cost == "free, with its group"
    other = crowded(3).play("move 5-border C5")
    assert other.s.actions == 1
    assert "move evacuees-1" not in other.legal(), "that group is another space's"
    assert "move evacuees-12" in other.legal()


@rule("10.1", "10.1.8")
def test_a_plain_move_meets_nobody() -> None:
    desk = Desk().german("E3").put("1-loyals", "C3").actions(2).play("move 1-loyals C4")
    assert desk.s.entered == 0
    assert desk.play("move 1-loyals D3").s.entered == 0
    met = Desk().german("D3").put("1-loyals", "C3").actions(2).play("move 1-loyals D3")
    assert met.s.entered == 1 << DATA.unit["1-loyals"]


@rule("16.0", "9.3.8")
def test_only_the_3rd_division_sidesteps_into_an_attack() -> None:
    desk = Desk().german("D4").put("1-grenadier-guards", "D4").put("5-border", "D4").put("1-coldstream-guards", "C3")
    desk.s.sidestep = True
    assert desk.actions(0).ends("sidestep") == {"1-grenadier-guards", "1-coldstream-guards"}
    free = Desk().german("D4").put("1-loyals", "D4").put("5-border", "E4").put("ghq", "E4").actions(0)
    assert free.ends("free") == {"5-border"}, "the Loyals are Engaged elsewhere"


@rule("10.1.7", "10.1.4")
def test_why_a_unit_in_belgium_stands_still() -> None:
    desk = Desk().put("1-loyals", "I3").put("yser-garrison", "J1").german("H4").german("J1")
    assert desk.actions(3).why("move 1-loyals") == {"10.1.7", "10.1.4"}, "H3 lies behind the 216th"
    texts = {r.rule: r for r in GAME.why_not(desk.s, "allies", "move 1-loyals")}
    assert texts["10.1.4"].places == ("H3",)
    assert set(texts["10.1.7"].places) == {"I2", "I4/J2"}


@rule("10.1")
def test_how_far_is_too_far() -> None:
    def told(desk: Desk, text: str) -> str:
        (reason,) = GAME.why_not(desk.s, "allies", text)
        return reason.text

    day = Desk().put("1-loyals", "C2").actions(1)
    assert told(day, "move 1-loyals F5") == "1/Loyals can move 2 spaces now, and F5 is out of reach."
    night = Desk(turn=2).put("1-loyals", "C2").actions(1)
    assert told(night, "move 1-loyals C4") == "1/Loyals can move 1 space now, and C4 is out of reach."
    truck = Desk(turn=2).put("1-loyals", "C2").actions(2)
    assert told(truck, "move 1-loyals G4") == "1/Loyals can move 4 spaces now, and G4 is out of reach."
    shut = Desk().put("1-loyals", "C2").german("B3").german("D3").german("C2").put("5-border", "A2").actions(2)
    assert "as far as the way is open" in told(Desk().put("5-border", "A2").actions(2), "move 5-border B1")
    assert shut.why("move 1-loyals C4") == {"9.3.8"}


@rule("10.1.5")
def test_why_a_unit_does_not_move_free() -> None:
    desk = Desk().put("ghq", "E3").put("1-loyals", "D3").put("i-150-ri", "E3").put("5-border", "E3").actions(0)

    def told(unit: str) -> str:
        return GAME.why_not(desk.s, "allies", f"free {unit}")[0].text

    assert told("ghq") == "GHQ moves others free, not itself."
    assert told("1-loyals") == "1/Loyals is not stacked with GHQ."
    assert told("i-150-ri") == "I/150 RI is not British."
    desk.s.ghq_moves = 2
    assert told("5-border") == "GHQ allows 2 free moves in a phase, and they are made."
    desk.put("ghq", "lost")
    assert told("5-border") == "GHQ is no longer on the map."


@rule("10.1")
def test_a_group_elsewhere_does_not_change_the_price() -> None:
    desk = Desk().put("1-loyals", "C2").put("9-sherwood-foresters", "C2").put("5-border", "E2").actions(3)
    desk.play("move 1-loyals C3")
    assert (
        preview(desk, "move 5-border E3").cost == "1 Player Action (foot); the other British units there may go along"
    )


@rule("10.0", "11.0")
def test_standing_orders_answer_for_their_own_phase_only() -> None:
    done = Desk().actions(0)
    step = done.s.stack[-1]
    assert step.standing(done.s, "allies", "end-phases") == "end"
    assert step.standing(done.s, "allies", "no-cap") is None
    assert EvacuationMoves().standing(done.s, "allies", "no-cap") is None


@rule("10.1", "10.1.7")
def test_a_beginning_of_a_move_has_no_odds_and_after_the_surrender_belgium_is_only_far() -> None:
    desk = Desk().put("1-loyals", "C2").actions(1)
    assert GAME.odds(desk.s, "allies", GAME.read(desk.s, "allies", "move 1-loyals")) is None
    assert desk.why("move 1-loyals H4") == {"10.1.7"}
    desk.s.surrendered = True
    assert desk.why("move 1-loyals H4") == {"10.1"}


@rule("10.1", "10.1.2")
def test_a_preview_speaks_of_those_who_may_go_along() -> None:
    for unit, start, goal in (("yser-garrison", "I3", "H3"), ("1-loyals", "D4", "D5"), ("evacuees-14", "D4", "D5")):
        desk = Desk().put(unit, start).actions(1)
        cost = preview(desk, f"move {unit} {goal}").cost
        assert cost.startswith("1 Player Action (foot)")
        assert ("may go along" in cost) is not unit.startswith("evacuees"), unit

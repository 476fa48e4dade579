"""Crowded positions: exactly who may do what, and the case that stands against everybody else."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.rules.allied_attack import AlliedAttacks, AttackerRetreats
from grognard.games.spoiled_victory.rules.evacuation import EvacuationMoves
from grognard.games.spoiled_victory.rules.event_phase import BeachParties
from grognard.games.spoiled_victory.rules.german_attack import ApplyWins, Frontline
from grognard.games.spoiled_victory.rules.setup import AlliedSetup
from grognard.suite import rule


def against(desk: Desk, verb: str, pieces: str) -> set[str]:
    """The cases that stand against the verb with each of these pieces, all alike."""
    found = {frozenset(desk.why(f"{verb} {piece}")) for piece in pieces.split()}
    assert len(found) == 1, found
    return set(*found)


def crowd(turn: int = 1, actions: int = 4) -> Desk:
    """Four spaces: E3 free, D3 with a German whom two units met, C3 with one whom another enters, A5 the jetty."""
    desk = Desk(turn=turn).german("D3").german("C3")
    desk.put("2-royal-fusiliers", "E3").put("1-east-surrey", "E3", suppressed=True).put("i-270-ri", "E3")
    desk.put("3-grenadier-guards", "D3").put("2-coldstream-guards", "D3", suppressed=True).put("i-150-ri", "D3")
    desk.evacuees(1, "D3").put("1-loyals", "D4").evacuees(2, "A5").evacuees(3, "A5", suppressed=True)
    desk.evacuees(4, "staging").evacuees(14, "C5", full=True).put("yser-garrison", "I3")
    return desk.actions(actions)


# --------------------------------------------------------------------------------------------- 10.1 movement


@rule("10.1", "10.1.6", "9.3.8", "11.2")
def test_who_moves() -> None:
    desk = crowd()
    assert desk.ends("move") == {
        "2-royal-fusiliers", "i-270-ri", "1-loyals", "evacuees-2", "evacuees-14", "yser-garrison"
    }  # fmt: skip
    assert against(desk, "move", "1-east-surrey evacuees-3") == {"10.1.6"}
    assert against(desk, "move", "3-grenadier-guards i-150-ri evacuees-1") == {"9.3.8"}
    assert against(desk, "move", "2-coldstream-guards") == {"9.3.8", "10.1.6"}
    assert against(desk, "move", "evacuees-4") == {"11.2"}
    assert against(desk, "move", "ghq evacuees-5 evacuees-13 5-border") == {"10.1"}, "not on the map"
    assert against(desk, "move", "254th 2-256th") == {"10.1"}, "German"


@rule("10.1", "10.1.8", "9.3.8")
def test_who_has_met_a_german_or_is_ready_to_attack_does_not_move() -> None:
    desk = crowd().play("move 1-loyals C4", "move 2-royal-fusiliers D3", "assault 3-grenadier-guards")
    assert against(desk, "move", "2-royal-fusiliers") == {"10.1"}, "it has met the German and stops"
    assert against(desk, "move", "3-grenadier-guards evacuees-1") == {"10.1.8"}, "they were activated"
    assert against(desk, "move", "i-150-ri") == {"9.3.8"}, "the French were not"
    assert "1-loyals" in desk.ends("move"), "it has met nobody"


@rule("10.1")
def test_without_actions_only_the_group_goes_on() -> None:
    desk = crowd(actions=0)
    assert desk.legal() == {"end"}
    assert against(desk, "move", "2-royal-fusiliers 1-loyals") == {"10.1"}
    paid = crowd(actions=1).play("move 1-loyals D5")
    assert paid.legal() == {"end"}
    assert against(paid, "move", "1-loyals") == {"10.1"}, "it has moved, and no Action is left"
    again = crowd(actions=2).play("move 1-loyals D5")
    assert "1-loyals" in again.ends("move"), "another Action moves it on"


@rule("10.1.1", "10.1.4", "10.1.7", "11.2", "3.1-route", "10.1")
def test_where_not() -> None:
    desk = crowd(turn=2)
    for space, case in (("D2", "10.1.4"), ("D1", "10.1.4"), ("C2", "10.1.4"), ("D4", "10.1"), ("A1", "10.1")):
        assert desk.why(f"move 1-loyals {space}") == {case}, space
    assert desk.why("move 1-loyals H4") == {"10.1.7"}
    assert desk.why("move 1-loyals staging") == {"3.1-route"}
    assert desk.why("move evacuees-14 staging") == {"11.2"}
    assert desk.why("move yser-garrison A5") == {"10.1"}, "the Belgian area is no bar to Belgians, but A5 is far"
    full = crowd().evacuees(5, "D5").evacuees(6, "D5")
    assert full.why("move evacuees-14 D5") == {"10.1.1"}
    assert full.why("move 1-loyals D5") == set(), "Combat units need no room"
    assert full.why("move evacuees-14 E5") == set(), "they pass through it"


@rule("10.1.7", "12.2")
def test_the_belgian_area_opens_with_the_surrender_only() -> None:
    for surrendered in (False, True):
        desk = Desk(turn=2).put("i-270-ri", "G4").put("yser-garrison", "G4").put("ghq", "G4").evacuees(1, "G4")
        desk.s.surrendered = surrendered
        desk.actions(4)
        assert ("H4" in desk.ends("move i-270-ri")) == surrendered
        assert {"H4", "H3", "I4/J2"} <= desk.ends("move ghq"), "GHQ may always go there"
        assert "H4" in desk.ends("move evacuees-1"), "evacuees have no nation"


@rule("10.1.5")
def test_who_moves_free_with_ghq() -> None:
    desk = crowd().put("ghq", "E3")
    assert desk.ends("free") == {"2-royal-fusiliers"}
    assert against(desk, "free", "i-270-ri yser-garrison evacuees-14 i-150-ri") == {"10.1.5"}, "not British"
    assert against(desk, "free", "1-loyals 3-grenadier-guards 5-border") == {"10.1.5"}, "not with GHQ"
    assert against(desk, "free", "1-east-surrey") == {"10.1.6"}
    assert against(desk, "free", "ghq") == {"10.1.5"}
    gone = crowd()
    assert against(gone, "free", "2-royal-fusiliers i-270-ri ghq") == {"10.1.5"}
    weak = crowd().put("ghq", "E3", full=False).put("4-east-yorkshires", "E3").play("free 2-royal-fusiliers E5")
    assert against(weak, "free", "4-east-yorkshires") == {"10.1.5"}, "a reduced GHQ allows one free move"
    strong = crowd().put("ghq", "E3").put("4-east-yorkshires", "E3").play("free 2-royal-fusiliers E5")
    assert strong.ends("free") == {"4-east-yorkshires"}


@rule("10.1.5", "16.0")
def test_free_moves_are_by_truck_unless_the_roads_are_choked() -> None:
    desk = Desk().put("ghq", "E3").put("1-loyals", "E3").actions(0)
    assert "A5" in desk.ends("free 1-loyals")
    choked = Desk().event("choked-roads").put("ghq", "E3").put("1-loyals", "E3").actions(0)
    one, two = {"D3", "E2", "E4", "F3"}, {"C3", "D2", "D4", "E1", "F2", "E5", "F4", "G3"}
    assert choked.ends("free 1-loyals") == one | two, "two spaces on foot"


@rule("16.0", "10.1.3")
def test_who_sidesteps() -> None:
    desk = Desk().put("1-grenadier-guards", "E3").put("2-grenadier-guards", "E3", suppressed=True)
    desk.put("1-coldstream-guards", "F3").put("2-coldstream-guards", "E3").put("1-kings-own-scottish-borderers", "E3")
    assert desk.actions(0).legal() == {"end"}
    assert against(desk, "sidestep", "1-grenadier-guards") == {"16.0"}, "there is no such event"
    desk.s.sidestep = True
    third = {"1-grenadier-guards", "1-coldstream-guards", "1-kings-own-scottish-borderers"}
    assert desk.ends("sidestep") == third
    assert against(desk, "sidestep", "2-coldstream-guards 5-border") == {"16.0"}, "not of the 3rd Division"
    assert against(desk, "sidestep", "2-grenadier-guards") == {"10.1.6"}
    assert against(desk, "sidestep", "2-royal-ulster-rifles") == {"10.1"}, "not on the map"
    desk.play("sidestep 1-grenadier-guards A5")
    assert desk.ends("sidestep") == {"1-kings-own-scottish-borderers"}, "the rest of the space"
    assert against(desk, "sidestep", "1-coldstream-guards 1-grenadier-guards") == {"16.0"}


# ---------------------------------------------------------------------------------------- 10.1.8 Allied attacks


@rule("10.1.8", "10.1.6")
def test_who_is_activated_where_it_stands() -> None:
    desk = crowd()
    assert desk.ends("assault") == {"3-grenadier-guards", "i-150-ri", "evacuees-1"}
    assert against(desk, "assault", "2-coldstream-guards") == {"10.1.6"}
    assert against(desk, "assault", "1-loyals 1-east-surrey evacuees-4 ghq evacuees-13") == {"10.1.8"}
    assert against(desk, "assault", "254th") == {"10.1.8"}
    desk.play("assault i-150-ri")
    assert desk.s.roused == 1 << DATA.unit["i-150-ri"] | 1 << DATA.unit["evacuees-1"]
    assert desk.ends("assault") == {"3-grenadier-guards"}, "the British of the space were not paid for"
    desk.play("assault 3-grenadier-guards")
    assert desk.s.actions == 2
    assert against(desk, "assault", "3-grenadier-guards i-150-ri evacuees-1") == {"10.1.8"}


@rule("10.1.8")
def test_one_payment_activates_one_space_only() -> None:
    desk = Desk().german("D3").german("E3").put("5-border", "D3").put("1-loyals", "E3").actions(2)
    assert desk.play("assault 5-border").s.roused == 1 << DATA.unit["5-border"]


@rule("10.1.8")
def test_who_entered_is_not_activated_again() -> None:
    desk = crowd().play("move 1-loyals D3")
    assert against(desk, "assault", "1-loyals") == {"10.1.8"}
    met = Desk().german("D3").put("1-loyals", "D4").actions(2).play("move 1-loyals D3")
    assert against(met, "assault", "1-loyals") == {"10.1.8"}, "it attacks in any case"


@rule("10.1.8")
def test_who_attacks_at_the_end() -> None:
    desk = crowd().play("assault i-150-ri", "move 1-loyals D3", "move 2-royal-fusiliers C3")
    desk.s.suppressed |= 1 << DATA.unit["evacuees-1"]
    desk.play("end")
    assert desk.top == "AlliedAttacks"
    assert desk.ends("attack") == {"i-150-ri", "1-loyals", "2-royal-fusiliers"}
    assert against(desk, "attack", "3-grenadier-guards 2-coldstream-guards evacuees-1") == {"10.1.8"}
    assert "did not activate" in GAME.why_not(desk.s, "allies", "attack 3-grenadier-guards")[0].text
    assert against(desk, "attack", "i-270-ri evacuees-4 ghq evacuees-13") == {"10.1.8"}
    for unit in ("i-270-ri", "evacuees-4", "ghq"):
        assert "not in a space with a German" in GAME.why_not(desk.s, "allies", f"attack {unit}")[0].text
    assert desk.why("end") == {"10.1.8"}, "the German in C3 has been met"
    desk.play("attack 1-loyals").roll(5, 5, 5)  # three Wins: the 254th retreats and is Disrupted
    assert desk.german_at("D") == "D2"
    assert desk.top == "AlliedRoll", "the Fusiliers' attack is the only one left, and owed"


@rule("10.1.8")
def test_one_attack_a_space() -> None:
    desk = crowd().play("assault 3-grenadier-guards", "move 1-loyals D3", "assault i-150-ri", "end")
    desk.play("attack 1-loyals").roll(1, 2, 2)
    desk.play("retreat 1-loyals D4")
    (reason,) = GAME.why_not(desk.s, "allies", "attack 3-grenadier-guards")
    assert (reason.rule, "already attacked in D3" in reason.text) == ("10.1.8", True)
    assert desk.legal() == {"end"}
    desk.play("end")
    assert (desk.s.entered, desk.s.roused, desk.s.attacked, desk.s.engaged) == (0, 0, 0, 0)


@rule("10.1.8", "9.3.4")
def test_the_beaten_attacker_goes_back_and_nobody_else() -> None:
    desk = Desk().german("D3").put("1-loyals", "D3").put("5-border", "D3").german("C3")
    desk.step(AttackerRetreats(DATA.unit["1-loyals"]))
    assert desk.ends("retreat") == {"1-loyals"}
    assert against(desk, "retreat", "5-border ghq 254th") == {"10.1.8"}
    assert desk.ends("retreat 1-loyals") == {"D4", "E3"}
    assert desk.why("retreat 1-loyals staging") == {"9.3.4"}
    desk.play("retreat 1-loyals E3")
    assert desk.over


@rule("10.1.8")
def test_a_choice_of_the_way_back_can_be_taken_back() -> None:
    one_way = Desk().german("D3").german("C4").german("E3").put("1-loyals", "D3").actions(1)
    one_way.play("assault 1-loyals", "end", "attack 1-loyals").roll(1, 2, 2)
    assert one_way.where("1-loyals") == "D4", "D4 alone is open, so it goes there by itself"
    assert one_way.over, "and the phase ends by itself"
    two = Desk().german("D3").put("1-loyals", "D3").actions(1).play("assault 1-loyals", "end", "attack 1-loyals")
    two.roll(1, 2, 2).play("retreat 1-loyals D4")
    assert two.top == "AlliedAttacks", "the player decided something, so the phase waits for an end"
    assert two.legal() == {"end"}
    assert two.play("end").over


@rule("10.0", "10.1.8")
def test_a_standing_order_ends_the_attacks_when_all_are_made() -> None:
    desk = crowd().play("assault 3-grenadier-guards", "end")
    step = desk.s.stack[-1]
    assert isinstance(step, AlliedAttacks)
    assert step.standing(desk.s, "allies", "end-phases") is None, "an attack can still be made"
    assert step.standing(desk.s, "allies", "no-cap") is None
    idle = Desk().step(AlliedAttacks(acted=True))
    assert idle.s.stack[-1].standing(idle.s, "allies", "end-phases") == "end"
    assert idle.s.stack[-1].standing(idle.s, "allies", "no-cap") is None


# ------------------------------------------------------------------------------ 10.2, 10.3 making evacuees


@rule("10.2", "10.1.1")
def test_where_evacuees_form() -> None:
    desk = crowd().german("E5")
    for n in (5, 6):
        desk.evacuees(n, "F5")
    assert desk.ends("create") == {"A5", "C5", "D5"}
    assert desk.why("create F5") == {"10.1.1"}
    assert desk.why("create E5") == {"10.2"}
    assert {frozenset(desk.why(f"create {x}")) for x in ("A4", "D4", "G5/H5", "staging", "Z2")} == {
        frozenset({"10.2"})
    }
    parties = desk.step(BeachParties(1))
    assert parties.ends("place") == {"A5", "C5", "D5"}
    assert parties.why("place F5") == {"10.1.1"}
    assert parties.why("place E5") == {"10.2"}


@rule("10.2.1", "16.0")
def test_no_evacuees_form_from_an_empty_pool() -> None:
    def empty(turn: int = 1) -> Desk:
        desk = Desk(turn=turn).put("1-loyals", "C5")
        for n in range(1, 15):
            desk.evacuees(n, "staging")
        return desk

    assert empty().actions(3).why("create A5") == {"10.2.1"}
    assert empty(11).actions(3).why("convert 1-loyals") == {"10.2.1"}
    parties = empty().step(BeachParties(2))
    assert parties.over, "nothing can be placed, so the chance passes by itself"
    table = empty()
    table.s.stack.append(BeachParties(1))
    assert table.why("place A5") == {"10.2.1"}
    done = Desk().step(BeachParties(0))
    assert done.why("place A5") == {"16.0"}
    assert done.legal() == {"pass"}


@rule("10.2", "10.2.2", "10.1.1")
def test_who_is_converted() -> None:
    def shore(turn: int) -> Desk:
        desk = Desk(turn=turn).german("D5").put("1-loyals", "C5").put("5-border", "C5", suppressed=True)
        desk.put("i-150-ri", "C5").put("1-east-surrey", "D5").put("ghq", "A5").put("2-royal-fusiliers", "F5")
        desk.put("4-green-howards", "B4").evacuees(1, "F5").evacuees(2, "F5").put("yser-garrison", "C5")
        desk.evacuees(14, "C5")
        return desk.actions(3)

    june = shore(11)
    assert june.ends("convert") == {"1-loyals", "ghq"}
    assert against(june, "convert", "i-150-ri yser-garrison") == {"10.2.2"}
    assert against(june, "convert", "5-border 4-green-howards evacuees-14 12th-royal-lancers") == {"10.2"}
    assert against(june, "convert", "1-east-surrey") == {"10.2"}, "a German is there"
    assert against(june, "convert", "2-royal-fusiliers") == {"10.1.1"}, "no room in F5"
    assert against(june, "convert", "254th") == {"10.2"}
    late = shore(14)
    assert late.ends("convert") == {"1-loyals", "ghq", "i-150-ri"}
    assert shore(13).ends("convert") == {"1-loyals", "ghq"}
    assert "June 2" in GAME.why_not(june.s, "allies", "convert i-150-ri")[0].text
    may = shore(10)
    assert may.why("convert 1-loyals") == {"10.2"}
    assert june.why("create A5") == {"10.2"}


@rule("10.3", "10.1.6")
def test_who_is_upgraded() -> None:
    desk = crowd()
    assert desk.ends("upgrade") == {"evacuees-1", "evacuees-2"}
    assert against(desk, "upgrade", "evacuees-3 evacuees-4 evacuees-14 evacuees-5 1-loyals yser-garrison") == {"10.3"}
    texts = {n: GAME.why_not(desk.s, "allies", f"upgrade evacuees-{n}")[0].text for n in (3, 4, 14, 5)}
    assert ["Suppressed" in texts[3], "at sea" in texts[4], "“2” already" in texts[14]] == [True, True, True]
    assert "not on the map" in texts[5]
    both = crowd().evacuees(4, "staging", suppressed=True)
    assert len(GAME.why_not(both.s, "allies", "upgrade evacuees-4")) == 2


# ------------------------------------------------------------------------------------------- 11 evacuation


def shores() -> Desk:
    desk = Desk(turn=6).german("C5")
    desk.evacuees(1, "A5").evacuees(2, "A5", suppressed=True).evacuees(3, "A5").evacuees(4, "D5").evacuees(5, "F5")
    desk.evacuees(6, "staging").evacuees(7, "X2").evacuees(8, "C4").evacuees(9, "Z2").evacuees(10, "Y2")
    desk.evacuees(11, "C5").put("1-loyals", "D5").evacuees(12, "E3")
    desk.s.moves = 5
    return desk.step(EvacuationMoves())


@rule("11.1", "11.2", "4.2")
def test_who_sails() -> None:
    desk = shores()
    assert desk.ends("evacuate") == {f"evacuees-{n}" for n in (1, 3, 4, 5, 6, 7, 10, 11)}
    assert against(desk, "evacuate", "evacuees-2 evacuees-8 evacuees-12 evacuees-13") == {"11.1"}
    assert against(desk, "evacuate", "evacuees-9") == {"11.2"}, "it is at the end of its route"
    assert against(desk, "evacuate", "1-loyals ghq") == {"4.2"}
    assert desk.ends("evacuate evacuees-6") == {"Z2"}, "X2 and Y2 hold one each"
    assert desk.why("evacuate evacuees-6 X2") == {"10.1.1"}
    assert desk.why("evacuate evacuees-6 X3") == {"11.2"}
    assert desk.why("evacuate evacuees-1 A4") == {"11.2"}


@rule("11.2")
def test_nobody_comes_down_to_a_beach_that_a_german_holds() -> None:
    desk = Desk(turn=6).german("C5").evacuees(8, "C4").evacuees(4, "D4").german("E5")
    desk.s.moves = 3
    desk.step(EvacuationMoves())
    assert desk.ends("evacuate") == {"evacuees-4"}
    assert desk.ends("evacuate evacuees-4") == {"D5"}
    both = Desk(turn=6).evacuees(1, "B4").german("C5")
    both.s.moves = 3
    both.step(EvacuationMoves())
    assert both.over, "B4 is a Town that is neither Canal nor Dunkirk: no Evacuation Move begins there"


@rule("11.4", "11.1")
def test_who_leaves_two_at_a_time() -> None:
    desk = shores()
    assert desk.ends("pair") == {"evacuees-1", "evacuees-3"}
    assert desk.ends("pair evacuees-1") == {"evacuees-3"}
    assert desk.why("pair evacuees-1 evacuees-1") == {"11.4"}
    assert desk.why("pair evacuees-1 evacuees-2") == {"11.1"}
    assert desk.why("pair evacuees-1 evacuees-4") == {"11.4"}
    assert desk.why("pair evacuees-1 1-loyals") == {"4.2"}
    assert desk.why("pair evacuees-1 evacuees-6") == {"11.4"}
    assert against(desk, "pair", "evacuees-4 evacuees-5 evacuees-11 evacuees-6") == {"11.4"}
    assert "jetties" in GAME.why_not(desk.s, "allies", "pair evacuees-4")[0].text.lower()
    assert against(desk, "pair", "evacuees-2 evacuees-12 evacuees-13") == {"11.1"}
    assert against(desk, "pair", "evacuees-8") == {"11.4"}, "it could go down to the Beach, but not in a pair"
    assert against(desk, "pair", "1-loyals") == {"4.2"}
    desk.s.mole_damaged = True
    assert "pair" not in {text.split()[0] for text in desk.legal()}
    assert "Mole" in GAME.why_not(desk.s, "allies", "pair evacuees-1")[0].text
    desk.s.jetties = 1
    assert desk.ends("pair") == {"evacuees-4", "evacuees-5", "evacuees-11"}
    assert desk.ends("pair evacuees-4") == {"evacuees-5", "evacuees-11"}, "from any Beach, a German's too"
    desk.s.jetties, desk.s.beach_bonus = 2, True
    assert desk.ends("pair") == {"evacuees-4", "evacuees-5", "evacuees-11"}, "the event does what jetties do"
    desk.s.beach_bonus = False
    assert desk.ends("pair") == set()


@rule("11.4")
def test_one_alone_is_no_pair() -> None:
    desk = Desk(turn=6).evacuees(1, "A5").evacuees(2, "A5", suppressed=True).evacuees(3, "C5")
    desk.s.moves, desk.s.jetties = 2, 1
    desk.step(EvacuationMoves())
    assert desk.legal() == {"evacuate evacuees-1", "evacuate evacuees-3", "end"}
    assert against(desk, "pair", "evacuees-1 evacuees-3") == {"11.4"}
    assert "no second" in GAME.why_not(desk.s, "allies", "pair evacuees-1")[0].text


@rule("11.1", "11.4", "16.0")
@pytest.mark.parametrize(
    ("card", "shut", "open_"),
    [("heavy-surf", "evacuees-4", "evacuees-1"), ("the-harbour-is-closed", "evacuees-1", "evacuees-4")],
)
def test_events_shut_beaches_or_the_jetty(card: str, shut: str, open_: str) -> None:
    desk = shores().event(card)
    desk.s.jetties = 1
    if card == "the-harbour-is-closed":
        desk.s.harbour = 2
    assert against(desk, "evacuate", shut) == {"16.0"}
    assert against(desk, "pair", shut) == {"16.0"}
    assert open_ in desk.ends("evacuate")
    assert open_ in desk.ends("pair")
    assert "evacuees-6" in desk.ends("evacuate"), "the sea is open"
    lasting = shores()
    lasting.s.harbour, lasting.s.jetties = 1, 1
    assert against(lasting, "evacuate", "evacuees-1") == {"16.0"}, "the second turn, under another event"
    assert "evacuees-4" in lasting.ends("evacuate")


@rule("10.6", "10.0")
def test_player_actions_buy_evacuation_moves() -> None:
    desk = crowd(actions=1)
    assert desk.ends("evacuate") == {"evacuees-2", "evacuees-4", "evacuees-14"}
    desk.play("evacuate evacuees-4 Z2")
    assert (desk.s.actions, desk.top) == (0, "PlayerActions")
    assert desk.why("evacuate evacuees-2") == {"10.0"}
    assert desk.s.group == 0


# ----------------------------------------------------------------------------------------- 9.3 German attacks


@rule("9.3b")
def test_who_is_the_frontline_unit() -> None:
    desk = crowd().step(Frontline(3, DATA.place["D3"]))
    assert desk.ends("front") == {"3-grenadier-guards", "2-coldstream-guards", "i-150-ri", "evacuees-1"}
    assert against(desk, "front", "1-loyals evacuees-4 ghq evacuees-13 254th") == {"9.3b"}


@rule("9.3.3", "9.3.4", "9.3.5")
def test_on_whom_a_win_falls() -> None:
    desk = Desk().german("D3").put("1-loyals", "D3").put("5-border", "D3").put("ghq", "D4").evacuees(1, "D3")
    unit, space = DATA.unit, DATA.place["D3"]
    desk.step(ApplyWins(3, space, unit["5-border"], 3, 3))
    assert desk.legal() == {"hit 5-border", "retreat 5-border"}
    assert against(desk, "hit", "1-loyals ghq evacuees-1 4-green-howards") == {"9.3.3"}
    assert against(desk, "retreat", "1-loyals ghq evacuees-1") == {"9.3.3"}
    desk.play("retreat 5-border D4")
    assert desk.ends("hit") == desk.ends("retreat") == {"1-loyals", "evacuees-1"}
    assert against(desk, "hit", "5-border ghq 4-green-howards") == {"9.3.3"}
    assert against(desk, "retreat", "ghq") == {"9.3.3"}
    assert against(desk, "retreat", "5-border") == {"9.3.3", "9.3.4"}
    desk.play("retreat 1-loyals E3")
    assert desk.ends("hit") == {"evacuees-1"}
    desk.play("retreat evacuees-1 D4")
    assert desk.over
    assert desk.german_at("D") == "D3", "three Wins do not let infantry break through"


@rule("9.3.4", "10.1.1", "10.1.4", "10.1.7")
def test_where_a_unit_retreats() -> None:
    desk = Desk().german("G4").put("1-loyals", "G4").german("F4").evacuees(1, "G4").evacuees(2, "G5/H5")
    desk.evacuees(3, "G5/H5")
    desk.step(ApplyWins(6, DATA.place["G4"], DATA.unit["1-loyals"], 2, 1))
    assert desk.ends("retreat 1-loyals") == {"G5/H5"}
    assert desk.why("retreat 1-loyals H4") == {"10.1.7"}, "La Panne is open"
    assert desk.why("retreat 1-loyals G3") == {"10.1.4"}
    assert desk.why("retreat 1-loyals F4") == {"9.3.4"}
    assert desk.why("retreat 1-loyals staging") == {"9.3.4"}
    assert desk.why("retreat 1-loyals A5") == {"9.3.4"}
    assert desk.ends("retreat evacuees-1") == {"H4"}, "evacuees have no nation, and La Panne is full"
    assert desk.why("retreat evacuees-1 G5/H5") == {"10.1.1"}


@rule("9.3.4", "10.1.7", "12.2")
def test_after_the_surrender_the_belgian_area_is_like_any_other() -> None:
    desk = Desk().german("G4").put("1-loyals", "G4")
    desk.s.surrendered = True
    desk.step(ApplyWins(6, DATA.place["G4"], DATA.unit["1-loyals"], 1, 1))
    assert desk.ends("retreat 1-loyals") == {"F4", "G5/H5", "H4"}
    desk.play("retreat 1-loyals H4")
    assert not desk.s.astray


@rule("9.3.4", "10.1.7")
def test_who_is_astray_after_a_retreat() -> None:
    def driven(unit: str, surrendered: bool = False) -> Desk:
        desk = Desk().german("G5/H5", track="G").german("F5").put(unit, "G5/H5")
        desk.s.surrendered = surrendered
        desk.step(ApplyWins(6, DATA.place["G5/H5"], DATA.unit[unit], 1, 1))
        return desk.play(f"retreat {unit} H4")

    for unit in ("1-loyals", "i-270-ri", "1-grenadier-guards"):
        assert driven(unit).s.astray == 1 << DATA.unit[unit]
    for unit in ("ghq", "yser-garrison", "evacuees-1"):
        assert driven(unit).s.astray == 0, "this is no unit that the rule binds"
    out = Desk().german("H4").put("1-loyals", "H4")
    out.s.astray = 1 << DATA.unit["1-loyals"]
    out.step(ApplyWins(7, DATA.place["H4"], DATA.unit["1-loyals"], 1, 1)).play("retreat 1-loyals G4")
    assert out.s.astray == 0, "it has left"


# --------------------------------------------------------------------------------------------- 14.1 set-up


@rule("14.1")
def test_who_is_set_up_and_where() -> None:
    s = GAME.start("dynamo", {"free-allied-setup": True})
    desk = Desk()
    desk.s = s
    assert isinstance(s.stack[-1], AlliedSetup)
    assert desk.ends("place") == {u for u in DATA.unit_ids[: DATA.combat] if not DATA.belgian >> DATA.unit[u] & 1}
    assert against(desk, "place", "yser-garrison evacuees-1 254th cavalry-corps-remnants") == {"14.1"}
    starts = {track[0] for track in DATA.tracks}
    assert desk.ends("place ghq") == {DATA.place_ids[x] for x in range(DATA.land) if x not in starts}
    assert desk.why("place ghq staging") == desk.why("place ghq Z2") == desk.why("place ghq J1") == {"14.1"}


@rule("14.1")
def test_why_a_unit_is_not_set_up() -> None:
    desk = Desk()
    desk.s = GAME.start("dynamo", {"free-allied-setup": True})
    for unit in ("yser-garrison", "evacuees-1"):
        assert "as printed" in GAME.why_not(desk.s, "allies", f"place {unit}")[0].text


@rule("9.3.4", "10.1.7")
def test_whom_the_belgian_area_is_closed_to_in_a_retreat() -> None:
    kept_out, free = {"F4", "G5/H5"}, {"F4", "G5/H5", "H4"}
    for unit, open_ in (
        ("i-270-ri", kept_out),
        ("1-grenadier-guards", kept_out),
        ("ghq", free),
        ("15th-division-remnants", free),
    ):
        desk = Desk().german("G4").put(unit, "G4").step(ApplyWins(6, DATA.place["G4"], DATA.unit[unit], 1, 1))
        assert desk.ends(f"retreat {unit}") == open_, unit


@rule("11.4")
def test_combat_units_on_the_jetty_are_no_partners() -> None:
    desk = Desk(turn=6).evacuees(1, "A5").put("1-loyals", "A5").put("5-border", "C5").evacuees(3, "C5")
    desk.s.moves, desk.s.jetties = 2, 1
    assert desk.step(EvacuationMoves()).legal() == {"evacuate evacuees-1", "evacuate evacuees-3", "end"}
    desk.evacuees(2, "A5").evacuees(4, "F5")
    assert desk.ends("pair") == {"evacuees-1", "evacuees-2", "evacuees-3", "evacuees-4"}


@rule("16.0")
def test_free_evacuees_with_no_shore_left() -> None:
    desk = Desk().german("A5").german("C5").german("D5").german("E5").german("F5")
    assert desk.step(BeachParties(2)).over


@rule("10.1.7")
def test_the_rest_of_a_group_astray_goes_along() -> None:
    desk = Desk().put("1-loyals", "H4").put("5-border", "H4").put("ghq", "C5").evacuees(1, "C5")
    desk.s.astray = 1 << DATA.unit["1-loyals"] | 1 << DATA.unit["5-border"]
    desk.actions(1).play("move 1-loyals G4")
    assert desk.legal() == {"move 5-border"}
    assert desk.why("end") == {"10.1.7"}


@rule("16.0")
def test_montgomery_sidesteps_once() -> None:
    desk = Desk().put("1-grenadier-guards", "E3").put("1-coldstream-guards", "F3").put("5-border", "C3")
    desk.s.sidestep = True
    desk.actions(1).play("sidestep 1-grenadier-guards A5")
    assert not desk.s.sidestep
    desk.play("move 5-border C4")
    assert "sidestep" not in {text.split()[0] for text in desk.legal()}

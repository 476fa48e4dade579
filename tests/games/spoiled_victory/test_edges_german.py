"""Edges of German movement and attacks, and of the end of a turn: what is easily got wrong by one."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, GAME, Desk

import grognard
from grognard.games.spoiled_victory.data.world import MOTORIZED, PANZER
from grognard.games.spoiled_victory.rules.combat import (
    allied_dice,
    defence_number,
    german_dice,
    german_dice_modifiers,
)
from grognard.games.spoiled_victory.rules.end_turn import BelgianSurrender, PanzerWithdrawal, Turn
from grognard.games.spoiled_victory.rules.evacuation import awarded_moves, move_modifiers
from grognard.games.spoiled_victory.rules.event_phase import EventPhase, Rearguard
from grognard.games.spoiled_victory.rules.german_attack import ApplyWins, Attacks, GermanRoll, Outcomes, RedAttack
from grognard.games.spoiled_victory.rules.german_moves import GermanPhase, RandomMoves, call, mandated
from grognard.games.spoiled_victory.rules.state import german_type, put
from grognard.kernel.plain import Pack
from grognard.kernel.show import Odds
from grognard.suite import rule


def odds(desk: Desk, text: str) -> Odds:
    found = GAME.odds(desk.s, "allies", GAME.read(desk.s, "allies", text))
    assert found is not None
    return found


@rule("9.1c")
@pytest.mark.parametrize("die", range(1, 7))
def test_random_moves_go_on_one_to_three(die: int) -> None:
    desk = Desk().step(RandomMoves()).roll(die, *[6] * 8, die)
    assert desk.german_at("A") == ("A3" if die <= 3 else "A1")
    assert desk.german_at("J") == ("I4/J2" if die <= 3 else "J1")
    assert all(desk.s.advance[t] == 0 for t in range(1, 9))


@rule("9.2e", "3.1-marsh")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_marsh_is_left_on_one_to_four(die: int) -> None:
    desk = Desk().german("B2").german("H2").call("B", "H")
    assert desk.dice == 2
    desk.roll(die, 6)
    assert desk.german_at("B") == ("B4" if die <= 4 else "B2")
    assert desk.german_at("H") == "H2"


@rule("9.2e", "9.2c", "9.2f")
def test_who_does_not_roll_to_leave_a_marsh() -> None:
    engaged = Desk().german("B2").put("1-loyals", "B2").call("B")
    assert engaged.top == "GermanRoll", "Engaged, it attacks where it is"
    dry = Desk().german("B3").call("B")
    assert dry.german_at("B") == "B4"
    flooded = Desk().german("C3").german("D3").put("1-loyals", "D3")
    flooded.s.flooded = True
    flooded.call("C", "D")
    assert flooded.top == "LeaveMarsh"
    assert flooded.dice == 1, "only the one that would leave"


@rule("9.2f", "9.2b")
def test_a_german_waits_for_another_in_the_shared_space() -> None:
    blocked = Desk().german("G4").german("G5/H5", track="H").call("G")
    assert blocked.german_at("G") == "G4"
    assert blocked.said("cannot advance: another German unit is in G5/H5")
    halfway = Desk().german("G5/H5", track="G").german("H3").call("H")
    assert halfway.german_at("H") == "H4"
    end = Desk().german("A5").call("A")
    assert end.german_at("A") == "A5"
    assert end.over
    assert end.said("at the end of its track")


@rule("9.2a", "9.2d")
def test_motorized_units_go_two_spaces_and_stop_for_units_and_marsh() -> None:
    assert Desk().call("A").german_at("A") == "A3"
    assert Desk().call("D").german_at("D") == "D2"
    assert Desk().put("1-loyals", "A2").call("A").german_at("A") == "A2"
    assert Desk().put("1-loyals", "A3").call("A").german_at("A") == "A3"
    assert Desk().call("B").german_at("B") == "B2", "the Marsh stops it"
    assert Desk().german("A1", reduced=True).call("A").german_at("A") == "A3", "reduced panzers are motorized"
    wet = Desk()
    wet.s.flooded = True
    assert wet.call("C").german_at("C") == "C3", "two spaces, and the second is a Marsh"
    assert Desk().german("A4").call("A").german_at("A") == "A5", "its track ends there"


@rule("16.0", "9.1")
def test_events_call_or_hold_back_by_type() -> None:
    held = Desk().event("halt-order").call("A", "C", "D", "J")
    assert [held.german_at(t) for t in "ACDJ"] == ["A1", "C1", "D2", "I4/J2"]
    blitz = Desk().event("blitzkrieg").german("A1", reduced=True).step(GermanPhase())
    assert [blitz.german_at(t) for t in "ABCDEFGHIJ"] == [
        "A3", "B2", "C3", "D1", "E1", "F1", "G1", "H1", "I1", "J1",
    ], "panzer and motorized units only"  # fmt: skip
    noose = Desk().event("tightening-the-noose").german("E1", disrupted=True).step(GermanPhase())
    assert [noose.s.advance[t] for t in range(10)] == [2, 1, 2, 1, 0, 1, 1, 1, 1, 1], "all but the Disrupted 18th"
    quiet = Desk().event("german-reconnaissance").step(GermanPhase())
    assert quiet.s.advance == [0] * 10
    assert quiet.over
    offensive = Desk().event("major-offensive").step(GermanPhase())
    assert [i for i, n in enumerate(offensive.s.advance) if n] == [3, 4, 5, 6, 7], "the X and IX Corps"


@rule("9.3", "9.3.9")
def test_attacks_are_made_lowest_track_first() -> None:
    desk = (
        Desk().german("C5").put("1-loyals", "D5").german("A5").german("F5").put("5-border", "E5").put("ghq", "G5/H5")
    )
    desk.german("E3").put("i-150-ri", "E3").step(Attacks(1 << 2 | 1 << 4 | 1 << 5, 1 << 2 | 1 << 5))
    assert desk.s.stack[-1].track == 2, "C strikes D5, the only one joined to it by red with Allied units"
    assert isinstance(desk.s.stack[-1], GermanRoll)
    assert desk.s.stack[-1].red
    desk.roll(1, 2, 2, 2, 2)
    assert desk.s.stack[-1].track == 4
    assert not desk.s.stack[-1].red
    desk.roll(1, 2, 2, 2, 2)
    assert desk.top == "RedAttack", "E5 and La Panne are both joined to F5 by red"
    assert desk.legal() == {"strike E5", "strike G5/H5"}
    assert desk.why("strike F4") == {"9.3.9"}
    assert odds(desk, "strike E5").assumes[0] == "5/Border is the Frontline unit."
    desk.play("strike E5")
    assert desk.s.stack[-1].red


@rule("9.3.9")
def test_a_red_attack_with_one_target_needs_no_choice() -> None:
    desk = Desk().german("F5").put("ghq", "E5").step(RedAttack(5))
    assert isinstance(desk.s.stack[-1], GermanRoll)
    assert desk.s.stack[-1].space == DATA.place["E5"]


@rule("9.3a", "16.0")
@pytest.mark.parametrize(
    ("card", "track", "dice"),
    [
        ("massed-artillery", "D", 5),
        ("massed-artillery", "A", 6),
        ("shells-run-short", "D", 3),
        ("blitzkrieg", "D", 4),
        ("blitzkrieg", "C", 6),
        ("blitzkrieg", "A", 6),
        ("heavy-surf", "A", 5),
    ],
)
def test_events_change_attack_dice(card: str, track: str, dice: int) -> None:
    desk = Desk().event(card)
    assert german_dice(desk.s, DATA.track_ids.index(track), DATA.place["D3"]) == dice


@rule("9.3a")
def test_a_german_never_rolls_less_than_one_die_and_sometimes_exactly_one() -> None:
    desk = Desk(turn=2).german("D1", reduced=True)
    assert german_dice(desk.s, 3, DATA.place["D3"]) == 1, "2, less one for Night"
    assert german_dice(Desk().german("D1", reduced=True).s, 3, DATA.place["D3"]) == 2
    both = Desk().german("J1", reduced=True)
    assert german_dice(both.s, 3, DATA.place["D3"]) == 4, "another German's reduction is none of D's"


@rule("9.3b", "16.0")
def test_a_rearguard_stands_on_one_track() -> None:
    for track, raised in (("A", "A3"), ("J", "I4/J2")):
        desk = Desk().event("rearguard").put("5-border", "A3").put("yser-garrison", "I4/J2")
        desk.step(Rearguard()).play(f"hold {track}")
        for unit, space, plain in (("5-border", "A3", 3), ("yser-garrison", "I4/J2", 3)):
            more = 1 if space == raised else 0
            assert defence_number(desk.s, DATA.unit[unit], DATA.place[space]) == plain + more
    shared = Desk().event("rearguard").put("yser-garrison", "I4/J2").step(Rearguard()).play("hold I")
    assert defence_number(shared.s, DATA.unit["yser-garrison"], DATA.place["I4/J2"]) == 4, "it lies on both tracks"
    assert Desk().step(Rearguard()).legal() == {f"hold {t}" for t in "ABCDEFGHIJ"}


@rule("9.3b", "16.0")
def test_french_defence_and_canals_by_event() -> None:
    firm = Desk().event("the-french-stand-firm").put("i-150-ri", "D3").put("1-loyals", "D3")
    assert defence_number(firm.s, DATA.unit["i-150-ri"], DATA.place["D3"]) == 4
    assert defence_number(firm.s, DATA.unit["1-loyals"], DATA.place["D3"]) == 3
    engineers = Desk().event("assault-engineers").put("1-loyals", "D2")
    assert defence_number(engineers.s, DATA.unit["1-loyals"], DATA.place["D2"]) == 3, "a Canal is no help"
    assert defence_number(engineers.s, DATA.unit["1-loyals"], DATA.place["C2"]) == 4, "a Town is"
    assert defence_number(engineers.s, DATA.unit["1-loyals"], DATA.place["G5/H5"]) == 4


@rule("10.1.8")
@pytest.mark.parametrize(("turn", "unit", "full", "dice"), [
    (1, "5-border", False, 1), (2, "5-border", False, 1), (1, "5-border", True, 2), (2, "5-border", True, 1),
    (2, "1-loyals", True, 2), (1, "1-loyals", True, 3),
])  # fmt: skip
def test_allied_dice(turn: int, unit: str, full: bool, dice: int) -> None:
    assert allied_dice(Desk(turn=turn).put(unit, "D3", full=full).s, DATA.unit[unit]) == dice


@rule("9.3.7", "9.3.6")
def test_a_breakthrough_comes_once_a_turn() -> None:
    desk = Desk().german("A2").put("5-border", "A3", full=False).put("1-loyals", "A4", full=False).call("A")
    desk.roll(6, 6, 6, 6, 6).play("hit 5-border")
    assert desk.german_at("A") == "A4"
    assert desk.s.broke == 1
    desk.roll(*[6] * desk.dice).play("hit 1-loyals")
    assert desk.german_at("A") == "A4", "it has broken through already"
    assert desk.over


@rule("9.3.7", "9.2f")
def test_no_breakthrough_into_another_german() -> None:
    desk = Desk().german("G3").german("G5/H5", track="H").put("5-border", "G4", full=False).call("G")
    desk.roll(6, 6, 6, 6, 6).play("hit 5-border")
    assert desk.german_at("G") == "G4"
    assert desk.over


@rule("9.3.7")
def test_a_red_attack_never_breaks_through_and_a_held_space_is_fought_for_again() -> None:
    held = Desk().german("A3").put("5-border", "A4").put("1-loyals", "A4").call("A").play("front 1-loyals")
    held.roll(6, 6, *[1] * (held.dice - 2)).play("retreat 1-loyals B4", "hit 5-border")
    assert held.top == "GermanRoll"
    assert held.s.stack[-1].front == DATA.unit["5-border"]


@rule("9.3.1", "9.3.2")
def test_disruption_needs_no_win_and_no_equal_die() -> None:
    for dice, disrupted in (((3, 2, 2, 2), False), ((2, 2, 2, 2), True), ((4, 1, 2, 2), False)):
        desk = Desk().german("D2").put("1-loyals", "D3").call("D").roll(*dice)
        assert desk.is_disrupted("D") == disrupted, dice


@rule("9.3.3")
def test_the_wins_are_counted_down_one_by_one() -> None:
    desk = Desk().german("D2").put("1-loyals", "D3").put("2-royal-fusiliers", "D3").put("5-border", "D3").call("D")
    desk.play("front 1-loyals").roll(6, 6, 6, 6)
    lefts = []
    while desk.top == "ApplyWins":
        lefts.append((desk.s.stack[-1].wins, desk.s.stack[-1].left))
        desk.play("hit 1-loyals" if "hit 1-loyals" in desk.legal() else "hit 2-royal-fusiliers")
    assert lefts == [(4, 4), (4, 3), (4, 2), (4, 1)]
    assert desk.where("1-loyals") == desk.where("2-royal-fusiliers") == "lost"
    assert desk.is_full("5-border")


@rule("9.3.4")
def test_wins_left_over_do_not_fall_on_the_dead() -> None:
    desk = Desk().german("D3").put("1-loyals", "D4").put("5-border", "lost")
    gone = 1 << DATA.unit["1-loyals"] | 1 << DATA.unit["5-border"]
    desk.step(ApplyWins(3, DATA.place["D3"], DATA.unit["1-loyals"], 3, 2, gone))
    assert not desk.is_full("1-loyals"), "the only one left takes the Hits by itself"
    assert desk.where("1-loyals") == "lost"


@rule("4.1", "12.2", "9.3.5")
def test_the_last_belgian_lost_is_the_surrender() -> None:
    desk = Desk().german("I2").put("yser-garrison", "I3", full=False).put("1-loyals", "H4").put("i-150-ri", "C4")
    desk.s.astray = 1 << DATA.unit["1-loyals"]
    desk.step(ApplyWins(8, DATA.place["I3"], DATA.unit["yser-garrison"], 1, 1)).play("hit yser-garrison")
    assert desk.s.surrendered
    assert desk.s.astray == 0, "nobody is astray any more"
    other = Desk().german("I2").put("yser-garrison", "I3").put("i-150-ri", "C4", full=False).german("C4")
    other.step(ApplyWins(2, DATA.place["C4"], DATA.unit["i-150-ri"], 1, 1)).play("hit i-150-ri")
    assert not other.s.surrendered
    two = Desk().german("I2").put("yser-garrison", "I3", full=False).put("cavalry-corps-remnants", "H3")
    two.step(ApplyWins(8, DATA.place["I3"], DATA.unit["yser-garrison"], 1, 1)).play("hit yser-garrison")
    assert not two.s.surrendered, "one Belgian unit is left"


@rule("12.2")
@pytest.mark.parametrize(
    ("turn", "lost", "nieuport", "die", "gone"),
    [(1, 0, False, 6, False), (2, 0, False, 4, False), (2, 0, False, 5, True), (3, 0, False, 4, True),
     (5, 0, False, 2, True), (9, 0, False, 1, False), (9, 0, False, 2, True), (2, 1, False, 4, True),
     (2, 1, False, 3, False), (2, 0, True, 4, True), (2, 2, True, 2, True), (2, 2, True, 1, False)],
)  # fmt: skip
def test_the_belgian_roll(turn: int, lost: int, nieuport: bool, die: int, gone: bool) -> None:
    desk = Desk(turn=turn).put("chasseurs-ardennais-remnants", "I3").put("yser-garrison", "H4", suppressed=True)
    desk.put("cavalry-corps-remnants", "H3").put("15th-division-remnants", "H3").put(
        "1-loyals", "C5", suppressed=True
    )
    for unit in ("cavalry-corps-remnants", "15th-division-remnants")[:lost]:
        desk.put(unit, "lost", full=False)
    if nieuport:
        desk.german("I4/J2", track="J")
    desk.s.astray = 1 << DATA.unit["1-loyals"]
    desk.step(BelgianSurrender()).roll(die)
    assert desk.s.surrendered == gone
    assert (desk.where("yser-garrison"), desk.is_suppressed("yser-garrison")) == (
        ("lost", False) if gone else ("H4", True)
    )
    assert desk.is_suppressed("1-loyals")
    assert desk.is_full("1-loyals")
    assert (desk.s.astray == 0) == gone


@rule("12.3")
@pytest.mark.parametrize(
    ("turn", "reduced", "space", "die", "gone"),
    [(1, False, "A1", 6, False), (3, False, "A1", 6, True), (3, False, "A1", 5, False), (4, False, "A1", 5, True),
     (7, False, "A1", 2, True), (12, False, "A1", 1, False), (4, True, "A1", 4, True), (4, True, "A1", 3, False),
     (7, False, "A4", 3, False), (7, False, "A4", 4, True), (7, False, "A5", 3, False)],
)  # fmt: skip
def test_the_panzer_roll(turn: int, reduced: bool, space: str, die: int, gone: bool) -> None:
    desk = Desk(turn=turn).german(space).german("B1", reduced=reduced).step(PanzerWithdrawal()).roll(die)
    assert desk.s.reduced == (3 if gone else 2 if reduced else 0)


@rule("5.0", "6.1")
def test_a_new_turn_clears_what_lasted_a_turn() -> None:
    desk = Desk(turn=3)
    s = desk.s
    s.event = s.rearguard = s.cap_route = 1
    s.bonus_actions = s.bonus_moves = s.spent = s.broke = 3
    s.beach_bonus = s.sidestep = True
    desk.step(Turn())
    assert (s.event, s.rearguard, s.cap_route) == (-1, -1, -1)
    assert (s.bonus_actions, s.bonus_moves, s.spent, s.broke) == (0, 0, 0, 0)
    assert (s.beach_bonus, s.sidestep) == (False, False)


@rule("9.3.4", "9.3.3")
def test_a_unit_that_can_go_nowhere_is_told_so() -> None:
    desk = Desk().german("C5").german("A5").german("B4").german("D5").put("1-loyals", "C5").put("5-border", "C5")
    desk.step(ApplyWins(2, DATA.place["C5"], DATA.unit["1-loyals"], 2, 1))
    assert desk.legal() == {"hit 1-loyals", "hit 5-border"}
    assert desk.why("retreat 1-loyals") == {"9.3.4"}
    assert desk.why("hit 1-loyals") == desk.why("hit 5-border") == set()
    left = Desk().german("D3").put("1-loyals", "D4").put("5-border", "E4").put("ghq", "C5")
    gone = 1 << DATA.unit["1-loyals"] | 1 << DATA.unit["5-border"]
    left.step(ApplyWins(3, DATA.place["D3"], DATA.unit["1-loyals"], 3, 1, gone))
    assert left.why("hit 1-loyals") == left.why("hit 5-border") == set()
    assert left.why("hit ghq") == {"9.3.4"}


@rule("9.3d", "9.3.7")
def test_an_attack_on_its_own_track_breaks_through() -> None:
    desk = Desk().german("D3").put("5-border", "D3", full=False)
    desk.step(Outcomes(3, DATA.place["D3"], DATA.unit["5-border"], (6, 6, 6, 6))).play("hit 5-border")
    assert desk.german_at("D") == "D4"


@rule("4.1", "9.3.7", "12.3")
def test_a_german_is_what_his_own_side_shows() -> None:
    desk = Desk().german("J1", reduced=True)
    assert german_type(desk.s, 0) == PANZER
    desk.german("A1", reduced=True)
    assert german_type(desk.s, 0) == MOTORIZED
    assert german_type(desk.s, 1) == PANZER


@rule("9.3.2", "9.3.4", "10.1.8")
def test_an_attacker_that_is_lost_does_not_retreat() -> None:
    desk = Desk().german("D3").put("5-border", "D3", full=False).actions(1)
    desk.play("assault 5-border", "end", "attack 5-border").roll(1)
    assert desk.where("5-border") == "lost"
    assert sum("is eliminated" in h.event.text(DATA) for h in desk.events.items) == 1
    assert desk.over


@rule("9.2e", "9.2f", "9.3a", "11.0", "16.0")
def test_what_packs_make_of_map_and_cards() -> None:
    pack: Pack = {
        "map": {"space": {"G4": {"terrain": ["marsh"]}, "D5": {"terrain": ["beach", "marsh"]}}},
        "cards": {
            "card": {
                "massed-artillery": {"effects": [{"op": "german-attack-dice", "value": 1, "types": ["infantry"]}]},
                "wake-walker-and-tennant-arrive": {"effects": [{"op": "evac-delta", "value": -4}]},
                "the-little-ships": {"effects": [{"op": "beach-bonus-or-evac", "value": 0}]},
                "blitzkrieg": {"effects": [{"op": "german-moves-mandate", "types": ["infantry"]}]},
            }
        },
    }
    game = grognard.load("spoiled-victory", pack)
    d = game.data
    s = game.begin("dynamo", game.settle_options("dynamo", {}))
    s.stack.clear()
    for unit in range(d.combat):
        put(s, unit, d.lost)
    s.event = d.card["massed-artillery"]
    assert [german_dice(s, track, d.place["D3"]) for track in (0, 2, 3)] == [5, 5, 5], "infantry alone has one more"
    for track in range(10):
        told = german_dice_modifiers(s, track, d.place["D3"])
        assert sum(m.value for m in told) == german_dice(s, track, d.place["D3"])
    s.event = d.card["blitzkrieg"]
    assert mandated(s, d.cards[s.event]) == 0b1111111000, "infantry alone is called"
    s.advance[6], s.advance[7], s.advance[3], s.facts = 3, 4, 4, None
    call(s, 1 << 6 | 1 << 3, None)
    assert [type(step).__name__ for step in s.stack] == ["Attacks"], (
        "a German ahead, or the end of the track: neither would leave the Marsh, so neither rolls"
    )
    s.stack.clear()
    s.advance[7], s.facts = 0, None
    call(s, 1 << 6, None)
    assert type(s.stack[-1]).__name__ == "LeaveMarsh"
    s.wake, s.event = 1, -1
    assert awarded_moves(s, d.cards[d.card["stukas-in-force"]]) == 1, "at least one move"
    assert sum(m.value for m in move_modifiers(s, d.cards[d.card["stukas-in-force"]])) == 1
    s.stack.clear()
    s.then(EventPhase())
    game.advance(s, None)
    game.apply(s, "the-little-ships")
    assert s.beach_bonus


@rule("9.3d", "9.3.4")
@pytest.mark.parametrize(
    ("word", "answer", "space"),
    [("never", "hit 1-loyals", "D3"), ("always", "retreat 1-loyals D4", "D2"), ("if-held", "hit 1-loyals", "D2")],
)
def test_the_table_says_when_a_german_retreats(word: str, answer: str, space: str) -> None:
    game = grognard.load("spoiled-victory", {"tables": {"german_attack": {"wins-1": {"retreat": word}}}})
    d = game.data
    s = game.begin("dynamo", game.settle_options("dynamo", {}))
    s.stack.clear()
    for unit in range(d.combat):
        put(s, unit, d.lost)
    put(s, d.unit["1-loyals"], d.place["D3"])
    s.advance[3], s.facts = 2, None
    s.then(ApplyWins(3, d.place["D3"], d.unit["1-loyals"], 1, 1))
    game.apply(s, game.read(s, "allies", answer))
    assert d.place_ids[d.tracks[3][s.advance[3]]] == space


@rule("9.3.4", "9.3.6")
@pytest.mark.parametrize("track", ["C", "D", "G"])
def test_one_win_ends_the_attacks_of_that_german_alone(track: str) -> None:
    desk = Desk().german(f"{track}3").put("1-loyals", f"{track}3").put("5-border", f"{track}4").call(track)
    number = DATA.track_ids.index(track)
    dice = [6, *[2] * (desk.dice - 1)]
    desk.roll(*dice)
    assert desk.top == "ApplyWins"
    desk.play("hit 1-loyals")
    assert desk.s.spent == 1 << number

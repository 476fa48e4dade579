"""5.0: turns, phases and cards."""

from __future__ import annotations

import random

from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.rules.end_turn import PHASES, Markers, Turn
from grognard.games.spoiled_victory.rules.evacuation import EvacuationPhase
from grognard.games.spoiled_victory.rules.luftwaffe import LuftwaffePhase
from grognard.games.spoiled_victory.rules.player_actions import PlayerActionPhase
from grognard.kernel.rules import CHANCE, Draw, Headed
from grognard.suite import rule


@rule("5.0", "5.0-1", "5.0-2", "5.0-3", "5.0-4", "5.0-5", "5.0-6", "5.0-7")
def test_a_turn_goes_through_seven_phases_in_order() -> None:
    names = [type(step).__name__ for step in PHASES]
    assert names == [
        "EventPhase",
        "Cap",
        "LuftwaffePhase",
        "EscapePhase",
        "GermanPhase",
        "PlayerActionPhase",
        "EvacuationPhase",
        "EndTurn",
    ]
    ids = [item.id for item in GAME.sequence()]
    assert ids == ["setup", "event", "luftwaffe", "escape", "german", "actions", "evacuation", "end"]
    desk = Desk(empty=False).evacuees(1, "staging").step(Turn())
    asked = []
    rng = random.Random(1)
    while desk.s.turn == 1:
        if GAME.turn(desk.s) is CHANCE:
            GAME.apply(desk.s, GAME.chance(desk.s).sample(rng), desk.events)
        else:
            asked.append((desk.top, [h.event.words for h in desk.events.items if isinstance(h.event, Headed)][-1]))
            GAME.apply(desk.s, GAME.random(desk.s, "allies", rng), desk.events)
    heads = [h.event.words for h in desk.events.items if isinstance(h.event, Headed)]
    assert heads == [
        "Turn 1: May 27, day",
        "Event Phase",
        "Luftwaffe Attacks",
        "Escape Moves and VP scoring",
        "German Movement and Attacks",
        "Player Actions",
        "Evacuation Moves",
        "End Turn",
        "Turn 2: May 27, night",
        "Event Phase",
    ]
    where = dict(asked)
    assert where["Cap"] == "Event Phase", "the RAF is asked before the Luftwaffe comes"
    assert where["PlayerActions"] == "Player Actions"
    assert where["EvacuationMoves"] == "Evacuation Moves"


@rule("5.0", "5.0-1", "5.0-2", "5.0-4", "5.0-5", "5.0-6")
def test_a_quiet_turn_draws_five_cards_each_for_one_phase() -> None:
    desk = Desk().step(Turn())
    phases = []
    for card in ("assault-engineers", "track-c", "x", "y", "z"):
        phases.append(desk.top)
        pile = desk.s.pile
        desk.draw("assault-engineers" if card == "assault-engineers" else DATA.card_tuple(pile)[-1])
        while GAME.turn(desk.s) is CHANCE and not isinstance(GAME.chance(desk.s), Draw):
            desk.s.stack.pop()
            GAME.advance(desk.s, None)
        if desk.top in ("PlayerActions", "EvacuationMoves"):
            desk.play("end")
    assert phases == ["EventCard", "LuftwaffeCard", "GermanMovesCard", "ActionCard", "EvacuationCard"]


@rule("5.0")
def test_the_last_card_is_never_drawn_but_shuffled_with_the_discards() -> None:
    desk = Desk()
    last, used, gone = (1 << DATA.card[x] for x in ("schnell", "halt-order", "rearguard"))
    desk.s.pile, desk.s.discards, desk.s.removed = last, used, gone
    desk.step(PlayerActionPhase())
    assert set(GAME.chance(desk.s).items) == {"schnell", "halt-order"}  # type: ignore[union-attr]
    assert desk.s.discards == 0


@rule("5.0")
def test_with_two_cards_left_there_is_no_shuffle() -> None:
    desk = Desk()
    desk.s.pile = 1 << DATA.card["schnell"] | 1 << DATA.card["heavy-surf"]
    desk.s.discards = 1 << DATA.card["halt-order"]
    desk.step(PlayerActionPhase())
    assert set(GAME.chance(desk.s).items) == {"schnell", "heavy-surf"}  # type: ignore[union-attr]


@rule("5.0", "6.2")
def test_no_card_is_lost_or_doubled_in_a_whole_game() -> None:
    rng = random.Random(4)
    s = GAME.start()
    seen = 0
    while s.stack:
        if GAME.turn(s) is CHANCE:
            GAME.apply(s, GAME.chance(s).sample(rng))
        else:
            GAME.apply(s, GAME.complete(s, "allies", lambda c: c[rng.randrange(len(c))]))
        assert not s.pile & s.discards
        assert not (s.pile | s.discards) & s.removed
        if s.stack and type(s.stack[-1]).__name__ == "EventCard":
            seen += 1
            assert s.removed.bit_count() == s.turn - 1, "one event leaves the game each turn"
            aside = 1 << s.intelligence if s.intelligence >= 0 else 0
            assert s.pile | s.discards | s.removed | aside == DATA.all_cards
    assert seen == 17, "turns 2 to 18; the first one stood at the start"


@rule("5.0-5", "10.0")
def test_the_action_card_gives_the_actions() -> None:
    desk = Desk().step(PlayerActionPhase()).draw("gorts-orders")
    assert desk.s.actions == 1
    assert desk.s.discards >> DATA.card["gorts-orders"] & 1


@rule("5.0-6", "11.0")
def test_the_evacuation_card_gives_moves_by_day_and_by_night() -> None:
    for turn, moves in ((1, 5), (2, 7)):
        desk = Desk(turn=turn).evacuees(1, "A5").step(EvacuationPhase()).draw("heavy-surf")
        assert desk.s.moves == moves


@rule("5.0-2", "7.0")
def test_the_luftwaffe_card_is_discarded_when_carried_out() -> None:
    desk = Desk().put("ghq", "C3").step(LuftwaffePhase()).draw("vorwarts")
    assert not desk.s.discards
    desk.roll(1, 1)
    assert desk.s.discards == 1 << DATA.card["vorwarts"]


@rule("12.6", "5.0")
def test_the_turn_marker_goes_on() -> None:
    desk = Desk(turn=3).step(Markers())
    assert desk.s.turn == 4
    assert GAME.clock(desk.s) == "Turn 4 of 18: May 28, night"

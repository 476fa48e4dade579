"""What a sum is made of, as the log and the odds tell it, adds up to the sum that the rules use."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, Desk

from grognard.games.spoiled_victory.rules.air_attack import air_drm, air_modifiers
from grognard.games.spoiled_victory.rules.combat import (
    allied_dice,
    allied_dice_modifiers,
    defence_modifiers,
    defence_number,
    german_dice,
    german_dice_modifiers,
)
from grognard.games.spoiled_victory.rules.evacuation import awarded_moves, move_modifiers
from grognard.suite import rule

every_event = pytest.mark.parametrize("card", DATA.card_ids)


@every_event
@rule("7.2", "7.2c-event", "9.3a", "16.0")
def test_dice_of_german_attacks_from_the_air_and_on_land(card: str) -> None:
    for turn in (1, 2):
        desk = Desk(turn=turn).event(card).german("D2", reduced=True).german("E2", disrupted=True)
        for space in range(DATA.land):
            assert air_drm(desk.s, space) == sum(m.value for m in air_modifiers(desk.s, space))
            for track in range(len(DATA.tracks)):
                told = german_dice_modifiers(desk.s, track, space)
                assert german_dice(desk.s, track, space) == max(1, sum(m.value for m in told))


@every_event
@rule("9.3b", "10.1.8", "16.0")
def test_defence_numbers_and_allied_dice(card: str) -> None:
    for turn in (1, 2):
        desk = Desk(turn=turn).event(card).put("1-loyals", "D2", suppressed=True).put("ghq", "D2", full=False)
        desk.put("i-150-ri", "C2")
        for desk.s.rearguard in (-1, DATA.track_ids.index("A"), DATA.track_ids.index("D")):
            for unit in (DATA.unit[name] for name in ("1-loyals", "ghq", "i-150-ri", "yser-garrison", "evacuees-1")):
                for space in range(DATA.land):
                    told = defence_modifiers(desk.s, unit, space)
                    assert defence_number(desk.s, unit, space) == max(1, sum(m.value for m in told))
                told = allied_dice_modifiers(desk.s, unit)
                assert allied_dice(desk.s, unit) == max(1, sum(m.value for m in told))


@every_event
@rule("11.0", "11.5", "12.5", "16.0")
def test_evacuation_moves(card: str) -> None:
    for turn in (1, 2):
        for wake in (0, 1):
            for bonus in (0, 2):
                for german in ("G1", "G5/H5"):
                    desk = Desk(turn=turn).event(card).german(german, track="G")
                    desk.s.wake, desk.s.bonus_moves = wake, bonus
                    for drawn in DATA.cards:
                        told = move_modifiers(desk.s, drawn)
                        assert awarded_moves(desk.s, drawn) == sum(m.value for m in told)

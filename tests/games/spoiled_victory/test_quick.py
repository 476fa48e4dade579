"""The fast lists are what the conditions give, and sums are what their explanations add up to."""

from __future__ import annotations

import random

from dunkirk_desk import DATA, GAME

from grognard.games.spoiled_victory.air_attack import air_drm, air_modifiers
from grognard.games.spoiled_victory.combat import (
    allied_dice,
    allied_dice_modifiers,
    defence_modifiers,
    defence_number,
    german_dice,
    german_dice_modifiers,
)
from grognard.games.spoiled_victory.evacuation import awarded_moves, move_modifiers
from grognard.kernel import legality
from grognard.kernel.contract import CHANCE, OVER, State
from grognard.kernel.testing import walks


def _by_conditions(s: State, seat: str) -> list[tuple[str, bool, bool]]:
    step = s.stack[-1]
    out = []
    for verb in step.verbs:
        if not legality.verb_allowed(verb, s, step, seat):
            continue
        if not verb.slots:
            out.append((verb.name, True, False))
            continue
        for value in legality.slow_values(verb.slots[0], s, step, seat, ()):
            out.append((f"{verb.name} {value}", len(verb.slots) == 1, len(verb.slots) > 1))
    return out


def test_quick_openings_are_those_of_the_conditions() -> None:
    rng = random.Random(3)
    looked = set()
    for node in walks(GAME, 6, 11):
        if node.seat in (CHANCE, OVER) or rng.random() > 0.4:
            continue
        step = node.state.stack[-1]
        quick = getattr(step, "quick", lambda s, seat: None)(node.state, node.seat)
        if quick is not None:
            looked.add(type(step).__name__)
            assert [(a.text, a.complete, a.more) for a in quick] == _by_conditions(node.state, node.seat)
            assert all(a.seat == "allies" for a in quick)
    assert looked == {"PlayerActions", "EvacuationMoves", "ApplyWins", "Frontline"}


def test_fast_sums_are_those_of_the_explanations() -> None:
    rng = random.Random(4)
    for node in walks(GAME, 4, 12):
        s = node.state
        if not s.stack or s.on_track[0] < 0 or rng.random() > 0.1:
            continue
        space = rng.randrange(DATA.land)
        track = rng.randrange(10)
        unit = rng.randrange(DATA.units)
        card = DATA.cards[rng.randrange(36)]
        assert air_drm(s, space) == sum(m.value for m in air_modifiers(s, space))
        assert german_dice(s, track, space) == max(1, sum(m.value for m in german_dice_modifiers(s, track, space)))
        assert defence_number(s, unit, space) == max(1, sum(m.value for m in defence_modifiers(s, unit, space)))
        assert allied_dice(s, unit) == max(1, sum(m.value for m in allied_dice_modifiers(s, unit)))
        assert awarded_moves(s, card) == sum(m.value for m in move_modifiers(s, card))

"""10.1.7 under stress: units driven into the Belgian area at random; fast lists against the conditions."""

from __future__ import annotations

import random

from dunkirk_desk import DATA, GAME

from grognard.games.spoiled_victory.rules.movement import must_leave_first
from grognard.games.spoiled_victory.rules.state import facts, put
from grognard.kernel.rules import CHANCE, OVER, bits, legality, masks
from grognard.suite import rule, walk


@rule("10.1.7")
def test_units_astray_come_first_whatever_the_position() -> None:
    rng = random.Random(8)
    urgent = 0
    for game in range(4):
        for node in walk(GAME, random.Random(game)):
            if node.seat in (CHANCE, OVER) or type(node.state.stack[-1]).__name__ != "PlayerActions":
                continue
            s = node.state.copy()
            s.surrendered = False
            open_ = DATA.belgian_area & ~facts(s).barred & ~facts(s).german_at
            units = bits(facts(s).ashore & DATA.barred_from_belgium)
            if not open_ or not units:
                continue
            unit = rng.choice(units)
            put(s, unit, rng.choice(bits(open_)))
            s.astray = 1 << unit
            first = must_leave_first(s)
            openings = legality.openings(s, s.stack[-1], "allies")
            assert openings
            if first:
                urgent += 1
                assert {a.verb for a in openings} <= {"move", "free", "sidestep"}
                assert {a.args[0] for a in openings} == {DATA.unit_ids[unit]}
            for action in openings:
                assert not GAME.why_not(s, "allies", action.text), action.text
                if not action.complete:
                    further = GAME.more(s, action)
                    assert further, action.text
                    assert all(not GAME.why_not(s, "allies", x.text) for x in further)
            step = s.stack[-1]
            for verb in step.verbs:
                if verb.slots and masks.allowed(verb, s, step, "allies"):
                    mask = masks.values(verb.slots[0], s, step, "allies", ())
                    assert mask == masks.by_conditions(verb.slots[0], s, step, "allies", ()), verb.name
    assert urgent > 20

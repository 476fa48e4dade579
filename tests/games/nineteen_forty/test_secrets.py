"""16 ¶1: what a side can think of the other's sealed plan is every plan that the rules allow, and no other."""

from __future__ import annotations

import random

import pytest

from grognard.games.nineteen_forty.rules.planning import random_assignment, random_plan
from grognard.suite import rule

SEATS = ("german", "allied")


@rule("16 Allies ¶1b", "16 Germans ¶1b")
@pytest.mark.parametrize("side", [0, 1])
def test_every_group_has_an_army_besides_the_bef(desk, side):
    w, rng = desk.w, random.Random(7)
    seen = set()
    for _ in range(60):
        found = random_assignment(w, side, rng)
        assert len(found) == len(w.armies[side])
        if side == 1:
            assert found[w.bef_army] == w.bef_group
        others = [g for a, g in enumerate(found) if side == 0 or a != w.bef_army]
        assert set(others) == {0, 1, 2}
        seen.add(found)
    assert len(seen) > 20


@rule("16 ¶1", "20 Mechelen ¶1", "15 German Mountain Corps ¶1")
@pytest.mark.parametrize("mechelen", [False, True])
@pytest.mark.parametrize("seat", SEATS)
def test_a_guessed_plan_can_be_sealed(desk, seat, mechelen):
    """Its parts, in their order, are a whole plan of that seat; all that it can choose comes up."""
    game, rng = desk.game, random.Random(11)
    said = set()
    for _ in range(40):
        s = game.start("campaign", {"mechelen": mechelen})
        if mechelen:
            game.apply(s, game.read(s, "allied", "react 2"))
        parts = random_plan(s, seat, rng)
        assert {part.seat for part in parts} == {seat}
        text = "; ".join([*(part.text for part in parts), "done"])
        assert not game.why_not(s, seat, text), text
        said |= {part.text for part in parts}
    verbs = {text.split()[0] for text in said}
    if seat == "german":
        assert verbs == {"assign", "objective", "effort", "mountain"}
        assert {text for text in said if text.startswith("objective")} == {f"objective {p}" for p in desk.w.plans}
    else:
        assert verbs == ({"assign"} if mechelen else {"assign", "react"})
        assert not any("bef" in text for text in said)


@rule("16 ¶1", "16 Allies ¶1b")
def test_armies_and_groups_of_the_enemy_are_not_for_this_plan(desk):
    desk.s = desk.game.start("campaign", {})
    for seat, army, group in (("german", "french-1", "A"), ("allied", desk.w.german_armies[0], "1")):
        assert desk.game.why_not(desk.s, seat, f"assign {army}")[0].rule == "16 ¶1"
        own = (desk.w.german_armies[0], "french-1")[SEATS.index(seat)]
        enemy = ("1", "A")[SEATS.index(seat)]
        assert [r.rule for r in desk.game.why_not(desk.s, seat, f"assign {own} {enemy}")] == ["16 ¶1"]
        assert not desk.game.why_not(desk.s, seat, f"assign {own} {group}")
    assert desk.game.why_not(desk.s, "german", "effort 1")[0].rule == "16 ¶1"
    assert desk.game.why_not(desk.s, "allied", "react A")[0].rule == "16 ¶1"
    assert desk.game.why_not(desk.s, "allied", "assign bef 1")[0].rule == "16 Allies ¶1b"
    told = desk.game.start("campaign", {"mechelen": True})
    desk.game.apply(told, desk.game.read(told, "allied", "react 2"))
    assert desk.game.why_not(told, "allied", "react 1")[0].rule in ("20 Mechelen ¶1", "16 Allies ¶1a")

"""14.6: whoever begins a battle can finish it: what is found for a battle that others may join goes on being
found when they join, and when it is fought, however soon the search for the best sharing gives up."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.rules.combat import duties
from grognard.games.fortress_europa.rules.combat.duties import allowed, company, fewest
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.sharing import WORST
from grognard.maps import mask_of
from grognard.suite import rule
from tests.games.fortress_europa.test_searching import against_odds, in_the_woods
from tests.games.fortress_europa.test_without_a_search import anew, mixed, questions, scene, with_ships

SCENES = [(where, seed) for where in (scene, mixed, with_ships, against_odds, in_the_woods) for seed in range(8)]


@rule("14.6", "14.3", "14.5")
@pytest.mark.parametrize(("where", "seed"), SCENES)
def test_a_battle_that_is_begun_can_be_finished(desk, where, seed, monkeypatch):
    """Those with whom it is known to leave all duties possible join one by one, in any order, though nothing is found
    any more by a search around more than one unit, or by one around those alone who fight."""
    s = anew(where(desk, seed))
    f, rng = front(s), random.Random(seed)

    def gives_up(s, f, hexes, chosen, closed, ships, enough):
        return WORST if closed or len(chosen) > 1 else original(s, f, hexes, chosen, closed, ships, enough)

    original = duties._cost
    monkeypatch.setattr(duties, "_cost", gives_up)
    begun = 0
    for battle, chosen in questions(s, 1):
        if f.frozen or not allowed(s, battle, chosen, False):
            continue
        whole = duties._shown(s, f, battle, chosen, 0, fewest(s, f))
        if whole is None:
            continue  # somebody who has a nationality must join the rangers first
        assert set(chosen) <= set(whole)
        assert company(s, f, battle, chosen, 0) == mask_of(whole)
        fresh = anew(s)
        assert allowed(fresh, battle, chosen, False)
        assert allowed(fresh, battle, tuple(sorted(whole)), True)
        team = list(chosen)
        for u in rng.sample(whole, len(whole)):
            if u not in team:
                team = sorted([*team, u])
                assert allowed(s, battle, tuple(team), False)
        assert team == sorted(whole)
        assert allowed(s, battle, tuple(team), True)
        begun += 1
    assert begun or f.frozen or not f.targets

"""Outside the movement phase too, what is carried along or found by a shorter way is what a fresh look finds."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import grognard
from grognard.games.nineteen_forty.declaring import Declaring, Front, find_sets, front, is_completable
from grognard.games.nineteen_forty.interdiction import Interdicting
from grognard.games.nineteen_forty.retreat import Advancing, Retreating
from grognard.games.nineteen_forty.state import Position, at_war, survey
from grognard.games.nineteen_forty.supply import is_supplied, judge
from grognard.games.nineteen_forty.world import SEATS
from grognard.kernel.legality import slow_openings
from grognard.kernel.testing import rule
from grognard.maps import members
from grognard.simulate.bench import random_play
from tests.games.nineteen_forty.conftest import Desk


def seen_anew(s: Position, now: Front) -> Front:
    s.data.front_memo = None
    found = front(s)
    return found._replace(sets=now.sets)


@rule("7 ¶1", "4 ¶1", "8 Supply Effects ¶1", "9 ¶3")
def test_combat_and_supply_find_what_a_fresh_look_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = grognard.load("1940")
    apply, add_part = game.apply, game.add_part
    fronts = surveys = judged = lists = 0

    def check_front(s: Position) -> None:
        nonlocal fronts
        now = front(s)
        assert now == seen_anew(s, now)
        for u, near in now.able.items():
            fronts += 1
            free = members(near & ~now.covered)
            every = [
                *[group for group in now.targets if all(near >> t & 1 for t in group)],
                *[group for size in range(1, len(free) + 1) for group in combinations(free, size)],
            ]
            if not now.waiting:
                assert find_sets(s, now, u) == [group for group in every if is_completable(s, now, u, group)]

    def watched_part(s: Position, part: object) -> None:
        add_part(s, part)
        if isinstance(s.stack[-1], Declaring):
            check_front(s)

    def watched(s: Position, action: object, *more: object) -> None:
        nonlocal surveys, judged, lists
        w = s.data
        before = (s.turn, s.side, s.impulse)
        apply(s, action, *more)
        step = s.stack[-1] if s.stack else None
        if before != (s.turn, s.side, s.impulse):
            judged += 1
            lacking = judge(s)
            for u, h in enumerate(s.where):
                assert bool(lacking >> u & 1) == (h < w.n and at_war(s, u) and not is_supplied(s, u))
        if isinstance(step, Interdicting):
            lists += 1
            assert step.quick(s, "") == slow_openings(s, step, SEATS[s.side])
        if isinstance(step, (Declaring, Retreating, Advancing)):
            surveys += 1
            around = survey(s)
            w.memo = None
            assert survey(s) == around
            w.memo = (*w.memo[:3], around)
        if isinstance(step, Declaring):
            check_front(s)

    monkeypatch.setattr(game, "apply", watched)
    monkeypatch.setattr(game, "add_part", watched_part)
    play = random_play(game, "campaign", random.Random(7), [])
    for _ in range(3000):
        next(play)
    assert min(fronts, surveys, judged, lists) > 20, (fronts, surveys, judged, lists)


@rule("13 Neutral Status ¶1")
def test_no_unit_at_war_stands_in_a_neutral_country(desk: Desk) -> None:
    """Supply relies on it: neutrals alone stand on neutral ground, and are not asked for lines."""
    brussels = desk.w.labels[desk.w.place_hex["Brussels"]]
    desk.set_up({"de-i": brussels}, war="")
    assert [why.rule for why in desk.game.check(desk.s)] == ["13 Neutral Status ¶1"]
    desk.set_up({"de-i": brussels}, war="belgium luxembourg")
    assert not list(desk.game.check(desk.s))

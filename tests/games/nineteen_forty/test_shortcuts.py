"""What is remembered or found by a shorter way must be what the long way finds."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import grognard
from grognard.games.nineteen_forty import movement, quick
from grognard.games.nineteen_forty.evacuation import embark_units
from grognard.games.nineteen_forty.ground import field, going, ready, situation
from grognard.games.nineteen_forty.rail import rail_able
from grognard.games.nineteen_forty.searching import find
from grognard.games.nineteen_forty.sequence import Moving
from grognard.games.nineteen_forty.state import Position, allowance, claim, survey
from grognard.games.nineteen_forty.world import GERMAN
from grognard.kernel.legality import slow_values
from grognard.kernel.testing import rule
from grognard.maps import members, search, use_compiled
from grognard.simulate.bench import random_play

MOVE = Moving.verbs[0].slots[0]


def forget(s: Position) -> None:
    s.data.memo = s.data.field_memo = s.data.rows_memo = None


@pytest.fixture(params=[True, False], ids=["compiled", "plain"])
def version(request: pytest.FixtureRequest) -> Iterator[None]:
    """With the compiled helpers, where they are built, and without."""
    use_compiled(request.param)
    yield
    use_compiled(True)


@rule("6 ¶1")
@pytest.mark.usefixtures("version")
def test_shortcuts_find_what_a_fresh_look_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = grognard.load("1940")
    states: list[Position] = []
    apply = game.apply

    def kept(s: Position, action: object, *more: object) -> object:
        done = apply(s, action, *more)
        if s.stack and isinstance(s.stack[-1], Moving):
            states.append(s)
            looked_again(s)
        return done

    def looked_again(s: Position) -> None:
        w = s.data
        around = survey(s)
        carried = field(s)
        first = ready(s, carried)
        at = around.at
        listed = quick.openings(s, "")
        rails, embark = rail_able(s), embark_units(s, None, "", ())
        ends = {u: reached.came for u, reached in carried.reaches.items()}
        lies = {u: situation(s, u, carried) for u in ends}
        forget(s)
        again = survey(s)
        assert again == around
        assert again.at == at
        assert ready(s, field(s)) == first
        assert quick.openings(s, "") == listed
        assert (rail_able(s), embark_units(s, None, "", ())) == (rails, embark)
        assert {u: situation(s, u) for u in ends} == lies
        assert {u: movement.reach(s, u).came for u in ends} == ends
        assert sorted(w.ids[u] for u in movement.movers(s)) == sorted(slow_values(MOVE, s, s.stack[-1], "", ()))
        # What is remembered goes on from what was before: put what was carried along back.
        w.memo = (*w.memo[:3], around)
        w.field_memo = carried
        eager = members(first.eager)
        for u in eager[:: max(1, len(eager) // 3)]:
            now, how, points = situation(s, u), going(s, u), allowance(s, u)
            short, long = find(w, how, s.where[u], points, now), search(how, s.where[u], points, now)
            assert (short.costs, short.mask) == (long.costs, long.mask)
            assert [short.path(h) for h in short.came] == [long.path(h) for h in long.came]

    monkeypatch.setattr(game, "apply", kept)
    play = random_play(game, "campaign", random.Random(40), [])
    for _ in range(900):
        next(play)
    assert len(states) > 300


@rule("5 ¶1")
@pytest.mark.usefixtures("version")
def test_a_way_gains_what_its_steps_gain_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ruling 16: territory changes with every step, so the whole way leaves what each step, settled, would."""
    game = grognard.load("1940")
    apply = game.apply
    ways = 0

    def watched(s: Position, action: object, *more: object) -> object:
        nonlocal ways
        w = s.data
        args = getattr(action, "args", ())
        if getattr(action, "verb", "") == "move" and len(args) == 2:
            u = w.unit[args[0]]
            path, _ = movement.way(s, u, w.index[args[1]])
            slow = s.copy()
            invades = w.side[u] == GERMAN and any(not s.war >> w.country[h] & 1 for h in path)
            if not invades and not any(survey(s).regiments >> h & 1 for h in path):
                for h in path[1:]:
                    slow.where[u] = h
                    claim(slow)
                done = apply(s, action, *more)
                assert (s.german, s.allied, s.belgium_lost) == (slow.german, slow.allied, slow.belgium_lost)
                ways += len(path) > 2
                return done
        return apply(s, action, *more)

    monkeypatch.setattr(game, "apply", watched)
    play = random_play(game, "campaign", random.Random(41), [])
    for _ in range(1500):
        next(play)
    assert ways > 500

"""Facts that are carried along, and what is found by a shorter way or compiled, are what a fresh, long look finds."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from grognard.games.nineteen_forty.data.world import GERMAN, World
from grognard.games.nineteen_forty.game import NineteenForty
from grognard.games.nineteen_forty.rules import movement
from grognard.games.nineteen_forty.rules.compiled import CompiledFacts
from grognard.games.nineteen_forty.rules.declaring import Declaring, find_sets, front, is_completable
from grognard.games.nineteen_forty.rules.plain import PlainFacts
from grognard.games.nineteen_forty.rules.sequence import Moving
from grognard.games.nineteen_forty.rules.state import Position, at_war, claim, facts, survey
from grognard.games.nineteen_forty.rules.supply import is_supplied, judge
from grognard.kernel.rules import CHANCE, OVER
from grognard.maps import members, use_compiled
from grognard.suite import rule
from grognard.suite.checks import lists_are_right
from grognard.suite.purity import purity, threads
from tests.games.nineteen_forty.conftest import Desk


def loaded(compiled: bool) -> NineteenForty:
    """The game with its facts compiled, or in plain Python."""
    if compiled:
        pytest.importorskip(
            "grognard.games.nineteen_forty.rules._standing", reason="rules are plain here", exc_type=ImportError
        )
    try:
        if use_compiled(compiled) != compiled:
            pytest.skip("nothing is compiled: python -m grognard.compile")
        game = NineteenForty()
    finally:
        use_compiled(True)
    kind = CompiledFacts if compiled else PlainFacts
    assert type(game.data.new_facts()) is kind
    return game


@pytest.fixture(params=[True, False], ids=["compiled", "plain"], scope="module")
def game(request: pytest.FixtureRequest) -> NineteenForty:
    return loaded(request.param)


def play(game: NineteenForty, seed: int, actions: int, look: Callable[[Position], None], before: Any = None) -> None:
    """Random play, looked at after every action; `before` is told of an action about to be done."""
    rng = random.Random(seed)
    s = game.start("campaign")
    while actions:
        turn = game.turn(s)
        if turn is OVER:
            s = game.start("campaign")
        elif turn is CHANCE:
            game.apply(s, game.chance(s).sample(rng))
        else:
            deed = game.random(s, turn if isinstance(turn, str) else min(turn), rng)
            done = before is not None and before(s, deed)
            if not done:
                game.apply(s, deed)
            look(s)
            actions -= 1


@rule("6 ¶1", "4 ¶1")
def test_what_is_carried_along_is_what_a_fresh_look_finds(game: NineteenForty) -> None:
    met = 0

    def look(s: Position) -> None:
        nonlocal met
        if not (s.stack and isinstance(s.stack[-1], Moving)):
            return
        met += 1
        fresh, kept = s.bare(), facts(s)
        anew = facts(fresh)
        assert survey(s) == survey(fresh)
        movers = kept.movers(s)
        assert movers == anew.movers(fresh)
        assert kept.trains(s) == anew.trains(fresh)
        for u in members(movers)[:: max(1, movers.bit_count() // 3)]:
            goals = kept.goals(s, u)
            assert goals == anew.goals(fresh, u)
            goal = random.Random(met).choice(members(goals))
            path = [s.where[u]]
            assert kept.onward(s, u, goal, path) == anew.onward(fresh, u, goal, path)
            assert kept.way(s, u, goal) == anew.way(fresh, u, goal)

    play(game, 40, 700, look)
    assert met > 300


@rule("6 ¶1")
def test_the_quick_search_finds_what_the_general_one_finds(game: NineteenForty) -> None:
    met = 0

    def look(s: Position) -> None:
        nonlocal met
        if s.stack and isinstance(s.stack[-1], Moving):
            for u in movement.movers(s)[::7]:
                short, long = movement.reach(s, u), movement.reached(s, u)
                assert (short.costs, short.mask) == (long.costs, long.mask)
                assert [short.path(h) for h in long.came] == [long.path(h) for h in long.came]
                met += 1

    play(game, 41, 300, look)
    assert met > 300


@rule("5 ¶1")
def test_a_way_gains_what_its_steps_gain_one_after_the_other(game: NineteenForty) -> None:
    """Ruling 16: territory changes with every step, so the whole way leaves what each step, settled, would."""
    ways = 0

    def before(s: Position, deed: Any) -> bool:
        nonlocal ways
        w = s.data
        if deed.verb != "move" or len(deed.args) != 2:
            return False
        u, goal = deed.args
        path, _ = movement.way(s, u, goal)
        invades = w.side[u] == GERMAN and any(not s.war >> w.country[h] & 1 for h in path)
        if invades or any(survey(s).regiments >> h & 1 for h in path):
            return False
        slow = s.copy()
        for h in path[1:]:
            slow.where[u] = h
            claim(slow)
        game.apply(s, deed)
        assert (s.german, s.allied, s.belgium_lost) == (slow.german, slow.allied, slow.belgium_lost)
        ways += len(path) > 2
        return True

    play(game, 42, 1500, lambda s: None, before)
    assert ways > 400


@rule("7 ¶1", "8 Supply Effects ¶1")
def test_combat_and_supply_find_what_a_fresh_look_finds(game: NineteenForty) -> None:
    fronts = judged = 0
    when: tuple[int, int, int] = (-3, 0, 0)

    def check_front(s: Position) -> None:
        nonlocal fronts
        now = front(s)
        assert now == front(s.bare())._replace(sets=now.sets)
        for u, near in now.able.items():
            fronts += 1
            free = members(near & ~now.covered)
            every = [
                *[group for group in now.targets if all(near >> t & 1 for t in group)],
                *[group for size in range(1, len(free) + 1) for group in combinations(free, size)],
            ]
            if not now.waiting:
                assert find_sets(s, now, u) == [group for group in every if is_completable(s, now, u, group)]

    def before(s: Position, deed: Any) -> bool:
        if isinstance(s.stack[-1], Declaring):
            scratch = game.drafting(s, deed.seat, ())
            check_front(scratch)
            for part in game.said(s, deed).parts:
                game.add_part(scratch, part)
                check_front(scratch)
        return False

    def look(s: Position) -> None:
        nonlocal judged, when
        w = s.data
        if when != (s.turn, s.side, s.impulse):
            when = (s.turn, s.side, s.impulse)
            judged += 1
            lacking = judge(s)
            for u, h in enumerate(s.where):
                assert bool(lacking >> u & 1) == (h < w.n and at_war(s, u) and not is_supplied(s, u))
        assert survey(s) == survey(s.bare())

    play(game, 7, 1500, look, before)
    assert min(fronts, judged) > 20, (fronts, judged)


@pytest.mark.parametrize(
    ("seed", "options"),
    [(1, {}), (2, {"belgian-late-alliance": True, "paratroops-hold": True}), (3, {"mechelen": True})],
)
def test_compiled_and_plain_games_side_by_side(seed: int, options: dict[str, bool | str]) -> None:
    fast, plain = loaded(True), loaded(False)
    s, t = fast.start("campaign", options), plain.start("campaign", options)
    rng = random.Random(seed)
    while (turn := fast.turn(s)) is not OVER:
        if turn is CHANCE:
            outcome = fast.chance(s).sample(rng)
            fast.apply(s, outcome)
            plain.apply(t, outcome)
        else:
            seat = turn if isinstance(turn, str) else min(turn)
            assert [(v.name, mask) for v, mask in fast.offers(s, seat)] == [
                (v.name, mask) for v, mask in plain.offers(t, seat)
            ]
            draw = rng.random()
            deed = fast.random(s, seat, random.Random(draw))
            assert deed == plain.random(t, seat, random.Random(draw))
            fast.apply(s, deed)
            plain.apply(t, deed)
        assert s == t


def test_compiled_facts_refuse_a_state_of_other_data() -> None:
    game = loaded(True)
    s = game.start("campaign")
    s.where = s.where[:-1]
    with pytest.raises(ValueError, match="other data"):
        facts(s).movers(s.copy()) if s.turn >= 0 else facts(s).claim(s)


def test_plain_facts_keep_the_contract_too() -> None:
    """Where the compiled versions are built, the contract suite is tried on them."""
    game = loaded(False)
    lists_are_right(game, games=1, each=2)
    purity(game, games=1, share=0.05)
    threads(game, games=2, most=200)


def test_play_changes_nothing_in_the_data() -> None:
    """Static data are shared by all states and threads: what a game remembers lives with its states."""

    def weigh(value: Any) -> int:
        if isinstance(value, dict):
            return 1 + sum(weigh(x) for x in value.values())
        if isinstance(value, (list, set)):
            return 1 + len(value)
        return 1

    def weight(w: World) -> dict[str, tuple[int, int]]:
        return {name: (id(value), weigh(value)) for name, value in vars(w).items()}

    game = loaded(False)
    before = weight(game.data)
    play(game, 3, 400, lambda s: None)
    assert weight(game.data) == before


@rule("13 Neutral Status ¶1")
def test_no_unit_at_war_stands_in_a_neutral_country(desk: Desk) -> None:
    """Supply relies on it: neutrals alone stand on neutral ground, and are not asked for lines."""
    brussels = desk.w.labels[desk.w.place_hex["Brussels"]]
    desk.set_up({"de-i": brussels}, war="")
    assert [why.rule for why in desk.game.check(desk.s)] == ["13 Neutral Status ¶1"]
    desk.set_up({"de-i": brussels}, war="belgium luxembourg")
    assert not list(desk.game.check(desk.s))

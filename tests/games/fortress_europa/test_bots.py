"""Opponents for Fortress Europa."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.bots.match import match, play_game, score
from grognard.bots.search import search
from grognard.games.fortress_europa.bots import hard
from grognard.games.fortress_europa.bots.bot import EasyBot
from grognard.games.fortress_europa.bots.hard import HardBot, Plan
from grognard.games.fortress_europa.bots.judgement import judge
from grognard.games.fortress_europa.bots.picture import FAR, Picture, steps_from
from grognard.games.fortress_europa.bots.style import EASY
from grognard.games.fortress_europa.data.world import ALLIED, DISTRICTS, GERMAN
from grognard.games.fortress_europa.game import FortressEuropa
from grognard.games.fortress_europa.rules.landing.invasion import Invading
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.standing import put
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.match.position import save_state
from grognard.kernel.rules import CHANCE, Game
from grognard.maps import members

GAME = FortressEuropa()
WORLD = GAME.world(False)


def test_steps_are_counted_over_land_to_the_nearest() -> None:
    paris, caen = WORLD.place_hex["Paris"], WORLD.place_hex["Caen"]
    far = steps_from(WORLD, {paris: 0, caen: 2})
    assert far[paris] == 0
    assert far[caen] == 2
    for h in WORLD.near[paris]:
        assert far[h] == 1
    sea = next(h for h in range(WORLD.n) if WORLD.sea >> h & 1)
    assert far[sea] == FAR


@pytest.mark.parametrize("seat", GAME.seats)
def test_easy_beats_random(seat: str) -> None:
    """The seven turns of the landing, as either side."""
    other = next(x for x in GAME.seats if x != seat)
    played = play_game(GAME, {seat: EasyBot(), other: "random"}, scenario="invasion", seed=3)
    assert played.result is not None
    assert played.result.winner == seat


def landing(seed: int, scenario: str = "invasion") -> Position:
    """The Allied player is about to lay out his first invasion."""
    rng = random.Random(seed)
    s = GAME.start(scenario)
    german = EasyBot()
    while not isinstance(s.stack[-1], Invading):
        if GAME.turn(s) is CHANCE:
            GAME.apply(s, GAME.chance(s).sample(rng))
            continue
        seat = GAME.owing(s)[0]
        GAME.apply(s, german.choose(GAME, GAME.view(s, seat), seat, rng))
    return s


def test_the_landing_is_as_strong_as_its_coast_allows() -> None:
    """12.10: the Channel takes 36 factors in the first impulse; a division less would leave room for another."""
    view = GAME.view(landing(1), "allied")
    action = EasyBot().choose(GAME, view, "allied", random.Random(1))
    after = GAME.drafting(view, "allied", action.parts)
    area = WORLD.areas[after.landing_area]
    assert area.first == max(x.first for x in WORLD.areas)
    assert area.first - 4 <= after.landed_factors <= area.first


def test_a_war_begins_where_the_others_sleep_on() -> None:
    """9.1E: a landing at the Schelde wakes every German; the campaign leaves time to begin in the 7th district."""
    s = landing(1, "campaign")
    action = EasyBot().choose(GAME, GAME.view(s, "allied"), "allied", random.Random(1))
    GAME.apply(s, action)
    assert s.landing_districts == 1 << DISTRICTS.index("7th")
    assert not s.released


def test_what_is_hidden_from_a_seat_does_not_change_its_answer() -> None:
    """Worlds that the Allied player cannot tell apart: the Germans hide their divisions elsewhere."""
    view = GAME.view(landing(2), "allied")
    answers = set()
    for seed in range(3):
        world = GAME.guess(view, "allied", random.Random(seed))
        answers.add(EasyBot().choose(GAME, GAME.view(world, "allied"), "allied", random.Random(9)).text)
    assert len(answers) == 1


def test_who_stands_unattacked_next_to_the_enemy_stands_badly() -> None:
    s = GAME.start("bulge")
    while GAME.turn(s) is CHANCE:
        GAME.apply(s, GAME.chance(s).sample(random.Random(1)))
    picture = Picture(s, ALLIED)
    u, h = next(
        (u, s.where[u]) for u in WORLD.of_side[ALLIED] if s.where[u] < WORLD.n and picture.zone >> s.where[u] & 1
    )
    before = picture.score(u, h)
    picture.planned |= WORLD.bit[h]
    assert picture.score(u, h) > before


class Quick(HardBot):
    """Thinks a little."""

    variants = 3
    playouts = 3
    duel = 2


def first_impulse(scenario: str) -> Position:
    """The first move impulse of a game that `easy` has begun for both."""
    rng = random.Random(4)
    s = GAME.start(scenario)
    bots = {seat: EasyBot() for seat in GAME.seats}
    while not isinstance(s.stack[-1], Moving):
        if GAME.turn(s) is CHANCE:
            GAME.apply(s, GAME.chance(s).sample(rng))
            continue
        seat = GAME.owing(s)[0]
        GAME.apply(s, bots[seat].choose(GAME, GAME.view(s, seat), seat, rng))
    return s


def test_hard_answers_alike_in_worlds_that_its_seat_cannot_tell_apart() -> None:
    """32.1: the objectives of the other player are hidden; and thinking changes nothing in what the bot is given."""
    s = first_impulse("west-wall")
    seat = GAME.owing(s)[0]
    view = GAME.view(s, seat)
    before = save_state(GAME, view)
    said = [Quick().choose(GAME, view, seat, random.Random(5)).text]
    assert save_state(GAME, view) == before
    for seed in range(20):
        other = GAME.guess(view, seat, random.Random(seed))
        if save_state(GAME, other) != save_state(GAME, s):
            said.append(Quick().choose(GAME, GAME.view(other, seat), seat, random.Random(5)).text)
            break
    assert len(said) == 2
    assert said[0] == said[1]


def test_hard_plays_the_plan_that_did_best() -> None:
    """The usual plan is left if another one is judged better."""

    class Other(Quick):
        def try_out(self, game: Game[Position], s: Position, seat: str, plan: Plan, rng: random.Random) -> float:
            return 0.0 if plan.style == EASY else 10.0

    s = first_impulse("bulge")
    seat = GAME.owing(s)[0]
    bot = Other()
    assert isinstance(bot, HardBot)
    action = bot.choose(GAME, GAME.view(s, seat), seat, random.Random(2))
    assert not GAME.why_not(s, seat, action.text)
    assert bot.style != EASY


def test_hard_does_not_trust_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan that did best in the worlds in which it was chosen, and no better in others, is not played."""
    searches = []

    def counted(*args: Any, **kwargs: Any) -> Any:
        searches.append(args[3])
        return search(*args, **kwargs)

    class Lucky(Quick):
        def try_out(self, game: Game[Position], s: Position, seat: str, plan: Plan, rng: random.Random) -> float:
            return 10.0 if plan.style != EASY and len(searches) == 1 else 0.0

    monkeypatch.setattr(hard, "search", counted)
    s = first_impulse("bulge")
    seat = GAME.owing(s)[0]
    bot = Lucky()
    bot.choose(GAME, GAME.view(s, seat), seat, random.Random(2))
    assert len(searches) == 2
    assert bot.style == EASY


def test_what_decides_the_game_is_judged_first() -> None:
    """33.3.10: with Bastogne and Liege the German player stands better than without them."""
    s = first_impulse("bulge")
    before = judge(s, GERMAN)
    u = next(u for u in members(WORLD.armored) if WORLD.side[u] == GERMAN and s.where[u] < WORLD.n)
    x = next(x for x in members(WORLD.armored) if WORLD.side[x] == GERMAN and s.where[x] < WORLD.n and x != u)
    for unit, place in ((u, "Bastogne"), (x, "Liege")):
        put(s, unit, WORLD.place_hex[place])
    assert judge(s, GERMAN) > before + 10
    assert judge(s, ALLIED) == -judge(s, GERMAN)


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["invasion", "bulge"])
def test_hard_beats_easy(scenario: str) -> None:
    """Seventy of a hundred are asked; twenty games tell a bot that does not search from one that does."""
    found = score(list(match(GAME, "hard", "easy", 20, scenario, seed=77)), "hard", "easy")
    assert found.share >= 0.65


@pytest.mark.long
@pytest.mark.parametrize("scenario", [x.id for x in GAME.scenarios])
def test_easy_beats_random_in_95_of_100(scenario: str) -> None:
    found = score(list(match(GAME, "easy", "random", 100, scenario, seed=77)), "easy", "random")
    assert found.share >= 0.95

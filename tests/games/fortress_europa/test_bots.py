"""Opponents for Fortress Europa."""

from __future__ import annotations

import random

import pytest

from grognard.bots.match import match, play_game, score
from grognard.games.fortress_europa.bots.bot import EasyBot
from grognard.games.fortress_europa.bots.picture import FAR, Picture, steps_from
from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.game import FortressEuropa
from grognard.games.fortress_europa.rules.landing.invasion import Invading
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import CHANCE

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


def landing(seed: int) -> Position:
    """The Allied player is about to lay out his first invasion."""
    rng = random.Random(seed)
    s = GAME.start("invasion")
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


@pytest.mark.long
@pytest.mark.parametrize("scenario", [x.id for x in GAME.scenarios])
def test_easy_beats_random_in_95_of_100(scenario: str) -> None:
    found = score(list(match(GAME, "easy", "random", 100, scenario, seed=77)), "easy", "random")
    assert found.share >= 0.95

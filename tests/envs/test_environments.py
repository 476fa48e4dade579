"""Environments: what their libraries' own checks ask, and that words are actions and observations are views."""

import random

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import grognard
from grognard import envs
from grognard.envs import Course, Layout, Vocabulary
from grognard.kernel.errors import BadInput
from grognard.kernel.rules.actions import CHANCE, OVER, Deed

GAMES = pytest.mark.parametrize("game", grognard.games(), ids=lambda game: game.id)
pytestmark = pytest.mark.filterwarnings("ignore")  # their checks advise by warnings


def said_at_random(course, rng):
    words = course.legal()
    course.say(words[int(rng.random() * len(words))])


def states(game, seed, most=60):
    """Some states of a random game, each with a seat that must decide."""
    rng = random.Random(seed)
    s = game.start()
    found = []
    while (turn := game.turn(s)) is not OVER:
        if turn is CHANCE:
            game.apply(s, game.chance(s).sample(rng))
            continue
        seat = min(game.owing(s))
        found.append((s.copy(), seat))
        game.apply(s, game.random(s, seat, rng))
    return [found[int(i * len(found) / most)] for i in range(min(most, len(found)))]


@GAMES
def test_pettingzoos_own_checks_pass(game):
    api_test(envs.aec(game), num_cycles=60)
    seed_test(lambda: envs.aec(game), num_cycles=40)


def test_gymnasiums_own_check_passes():
    check_env(envs.gym("spoiled-victory"), skip_render_check=True)


@GAMES
def test_words_make_whole_legal_actions_up_to_the_end(game, monkeypatch):
    rng = random.Random(3)
    course = Course(game, seed=3)
    done = []
    apply = type(game).apply

    def checked(self, s, step, events=None):
        if not isinstance(step, (tuple, str)):
            assert self.permits(s, step)
            done.append(step)
        apply(self, s, step, events)

    monkeypatch.setattr(type(game), "apply", checked)
    while not course.over:
        said_at_random(course, rng)
    assert course.result is not None
    assert len(done) > 20


@GAMES
def test_every_action_can_be_said(game, monkeypatch):
    rng = random.Random(5)
    kinds = set()
    for seed in (1, 2):
        course = Course(game, seed=seed)
        while not course.over:
            deed = game.random(course.s, course.seat, rng)
            words = course.spell(deed)
            told = course.copy()
            done: list[Deed] = []
            monkeypatch.setattr(told, "_apply", done.append)
            for word in words:
                told.say(word)
            assert done == [deed]
            kinds.add(deed.verb)
            course.play(deed)
    assert len(kinds) > 8


@GAMES
def test_an_observation_is_made_of_the_view_alone(game):
    rng = random.Random(7)
    first = game.start()
    layout = Layout(game, first, Vocabulary(game, first.data))
    for s, seat in states(game, 11):
        for watcher in game.seats:
            view = game.view(s, watcher)
            world = game.guess(view.copy(), watcher, rng)
            seen = layout.observe(view, watcher, ())
            assert np.array_equal(seen, layout.observe(game.view(world, watcher), watcher, ()))
            assert np.isfinite(seen).all()
            assert np.abs(seen).max() < 1 << 16
        assert seat in game.owing(s)


def test_an_observation_tells_where_units_stand_and_who_holds_what():
    game = grognard.load("springtime")
    s = game.start()
    layout = Layout(game, s, Vocabulary(game))
    arrays = layout.arrays(layout.observe(s, "axis", (4, 9)))
    units, places = arrays["unit_ids"], arrays["map_ids"]
    where = layout.columns["unit_ids"].index("loc")
    assert units[:, where].tolist() == s.loc
    assert places[:, layout.columns["map_ids"].index("control")].tolist() == s.control
    assert arrays["tracks"][layout.columns["tracks"].index("morale")] == s.morale
    assert arrays["words"][:3].tolist() == [5, 10, 0]
    assert arrays["seat"].tolist() == [1, 0]


@GAMES
def test_the_same_seed_and_words_make_the_same_game_and_copies_go_their_own_way(game):
    def play(seed):
        rng = random.Random(1)
        course = Course(game, seed=seed)
        words = []
        for _ in range(120):
            if course.over:
                break
            said_at_random(course, rng)
            words.append(course.said[-1] if course.said else -1)
        return words, course

    one, course = play(4)
    assert one == play(4)[0]
    assert one != play(5)[0]
    if course.over:
        return
    kept, said = course.s.copy(), list(course.said)
    other = course.copy()
    for _ in range(30):
        if not other.over:
            said_at_random(other, random.Random(2))
    assert course.s == kept
    assert course.said == said


def test_a_word_that_may_not_come_next_changes_nothing():
    course = Course(grognard.load("springtime"), seed=1)
    before = course.s.copy()
    wrong = next(word for word in range(len(course.vocabulary)) if word not in course.legal())
    for word in (wrong, -1, 10**6):
        with pytest.raises(BadInput, match="may not come next"):
            course.say(word)
    assert course.s == before
    env = envs.gym("spoiled-victory")
    _, info = env.reset(seed=1)
    seen, reward, over, _, after = env.step(int(info["action_mask"].argmin()))
    assert (reward, over) == (env.WRONG, False)
    assert np.array_equal(after["action_mask"], info["action_mask"])
    assert env.observation_space.contains(seen)


@GAMES
def test_a_vocabulary_names_each_word_once(game):
    words = Vocabulary(game)
    assert len(set(words.words)) == len(words)
    assert words.words[0] == "done"
    assert words.words == Vocabulary(grognard.load(game.id)).words


def test_who_wins_is_rewarded_and_the_others_pay():
    env = envs.aec("springtime")
    env.reset(seed=2)
    rng = random.Random(2)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        allowed = observation["action_mask"].nonzero()[0]
        env.step(None if terminated or truncated else int(rng.choice(list(allowed))))
    result = env.course.result
    assert result is not None
    assert total == {seat: 1.0 if seat == result.winner else -1.0 for seat in total}
    alone = envs.gym("spoiled-victory")
    _, info = alone.reset(seed=2)
    reward, over = 0.0, False
    while not over:
        allowed = info["action_mask"].nonzero()[0]
        _, reward, over, _, info = alone.step(int(rng.choice(list(allowed))))
    result = alone.course.result
    assert result is not None
    assert reward == result.score


def test_other_seats_are_played_by_bots():
    env = envs.gym("springtime", seat="allies", others="easy")
    _, info = env.reset(seed=1)
    rng = random.Random(1)
    over = False
    while not over:
        assert env.course.seat == "allies"
        allowed = info["action_mask"].nonzero()[0]
        _, reward, over, _, info = env.step(int(rng.choice(list(allowed))))
    result = env.course.result
    assert result is not None
    assert reward == (1.0 if result.winner == "allies" else -1.0)
    with pytest.raises(BadInput, match="no seat “bob”"):
        envs.gym("springtime", seat="bob")

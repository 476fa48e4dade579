"""OpenSpiel's own checks, run in an environment of their own by tests/own/test_own_environments.py."""

import random

import pyspiel
import pytest

import grognard
from grognard import envs
from grognard.envs.spiel import name_of, register_all

GAMES = [game.id for game in grognard.games()]


@pytest.mark.parametrize("game_id", GAMES)
def test_open_spiels_random_simulation_passes(game_id):
    game = envs.openspiel(game_id)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_states_can_be_written_and_read():
    register_all()
    pyspiel.random_sim_test(pyspiel.load_game(name_of("springtime")), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game_id", GAMES)
def test_clones_and_chance(game_id):
    game = envs.openspiel(game_id)
    rng = random.Random(1)
    state = game.new_initial_state()
    observer = game.make_py_observer()
    chances = steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
            state.apply_action(rng.choices(*zip(*outcomes, strict=True))[0])
            chances += 1
            continue
        if steps % 50 == 0:
            clone = state.clone()
            assert clone.legal_actions() == state.legal_actions()
            clone.apply_action(clone.legal_actions()[0])
            observer.set_from(state, state.current_player())
            assert observer.tensor.any()
        state.apply_action(rng.choice(state.legal_actions()))
        steps += 1
    assert chances > 5
    assert len(state.returns()) == game.num_players()

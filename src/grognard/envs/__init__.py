"""Environments for learning: a game slot by slot, as PettingZoo, Gymnasium and OpenSpiel want it.

>>> from grognard import envs
>>> env = envs.aec("springtime", scenario="plan-red")
>>> env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.last()
>>> env.vocabulary.words[int(observation["action_mask"].argmax())].startswith("verb ")
True

`aec` needs PettingZoo, `gym` Gymnasium, `openspiel` OpenSpiel; `pip install 'grognard[rl]'` brings all three.
docs/environments.md tells what an action and an observation are.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from grognard.envs.course import Course
from grognard.envs.observation import Layout
from grognard.envs.vocabulary import Vocabulary
from grognard.kernel.errors import BadInput
from grognard.kernel.registry import load
from grognard.kernel.rules.game import Game, Options
from grognard.kernel.rules.state import S

if TYPE_CHECKING:
    from grognard.envs.single import GrognardEnv
    from grognard.envs.turns import GrognardAEC

__all__ = ["Course", "Layout", "Vocabulary", "aec", "gym", "openspiel"]


def aec(game: str | Game[S], scenario: str = "", options: Options | None = None) -> GrognardAEC:
    """A PettingZoo environment, one agent a seat.

    >>> env = aec("1940")
    >>> env.possible_agents
    ['german', 'allied']
    """
    return _made("turns", "pettingzoo").GrognardAEC(_game(game), scenario, options)  # type: ignore[no-any-return]


def gym(
    game: str | Game[S],
    scenario: str = "",
    options: Options | None = None,
    *,
    seat: str = "",
    others: str = "random",
) -> GrognardEnv:
    """A Gymnasium environment for one seat, that of the solitaire game or the first one; bots of the level `others`
    play the rest.

    >>> env = gym("spoiled-victory")
    >>> observation, info = env.reset(seed=1)
    >>> info["action_mask"].sum() > 0
    np.True_
    """
    return _made("single", "gymnasium").GrognardEnv(_game(game), scenario, options, seat, others)  # type: ignore[no-any-return]


def openspiel(game: str | Game[S], scenario: str = "", options: Options | None = None) -> Any:
    """An OpenSpiel game (`pyspiel.Game`), registered with pyspiel as `grognard_<game>`.

    >>> game = openspiel("1940")                                    # doctest: +SKIP
    >>> state = game.new_initial_state()                            # doctest: +SKIP
    """
    return _made("spiel", "pyspiel").make(_game(game), scenario, options)


def _game(game: str | Game[S]) -> Game[S]:
    return load(game) if isinstance(game, str) else game


def _made(module: str, needs: str) -> Any:
    try:
        import_module("numpy")
        import_module(needs)
    except ImportError:
        raise BadInput(f"This environment needs {needs}: pip install 'grognard[rl]'.") from None
    return import_module(f"grognard.envs.{module}")

"""The PettingZoo environment: agents take turns, one word a step."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo.utils.env import AECEnv

from grognard.envs.course import Course
from grognard.envs.observation import Floats, Layout, unpacked
from grognard.envs.vocabulary import Vocabulary
from grognard.kernel.errors import BadInput
from grognard.kernel.plain import Things
from grognard.kernel.rules.game import Game, Options


class GrognardAEC(AECEnv):  # type: ignore[misc]
    """One agent a seat. Rewards come at the end.

    An observation is a dictionary: `observation`, a vector (`layout.arrays` names its parts), and `action_mask`, the
    words that may come next (`vocabulary.words` names them)."""

    metadata = {"render_modes": ["svg"], "name": "grognard", "is_parallelizable": False}

    def __init__(self, game: Game[Any], scenario: str = "", options: Options | None = None) -> None:
        super().__init__()
        self.game, self.scenario, self.options = game, scenario, options
        first = game.start(scenario, options)
        self.vocabulary = Vocabulary(game, first.data)
        self.layout = Layout(game, first, self.vocabulary)
        self.render_mode: str | None = None
        self.possible_agents = list(game.seats)
        self.metadata = {**GrognardAEC.metadata, "name": f"grognard_{game.id}"}
        words, size = len(self.vocabulary), self.layout.size
        seen = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (words,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(words) for agent in self.possible_agents}
        self.course: Course = None  # type: ignore[assignment]

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Things | None = None) -> None:
        """Begin a game; the same seed and the same words make the same game."""
        self.course = Course(self.game, self.scenario, self.options, seed=seed, vocabulary=self.vocabulary)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Things] = {agent: {} for agent in self.agents}
        self.agent_selection = self.course.seat
        self._base: Floats | None = None

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadInput("A word is wanted, not None.")
        course = self.course
        self._cumulative_rewards[self.agent_selection] = 0.0
        before = course.said
        course.say(int(action))
        if course.said is not before:  # an action or a part of one was done
            self._base = None
        if course.over:
            self.rewards = course.rewards()
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.agent_selection = course.seat

    def observe(self, agent: str) -> dict[str, Any]:
        course = self.course
        if agent != course.seat:
            seen = self.layout.observe(course.view(agent), agent, ())
            return {"observation": seen, "action_mask": np.zeros(len(self.vocabulary), np.int8)}
        if self._base is None:
            self._base = self.layout.observe(course.view(agent), agent, ())
        seen = self._base.copy()
        self.layout.say(seen, course.said)
        return {"observation": seen, "action_mask": mask_of(course)}

    def render(self) -> str:
        """The board as everybody may see it, as an SVG."""
        from grognard import drawing

        return drawing.picture(self.game.board(), self.game.scene(self.game.view(self.course.s, "public")))

    def close(self) -> None:
        pass


def mask_of(course: Course) -> NDArray[np.int8]:
    """The words that may come next, as ones and noughts."""
    out = np.zeros(len(course.vocabulary), np.int8)
    for base, mask in course.choices():
        size = mask.bit_length()
        out[base : base + size] |= unpacked(mask, size).view(np.int8)
    return out

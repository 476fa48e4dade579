"""The Gymnasium environment: one seat, one word a step; bots play the other seats, if there are any."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from grognard.bots.match import bot_of
from grognard.envs.course import Course
from grognard.envs.observation import Layout
from grognard.envs.turns import mask_of
from grognard.envs.vocabulary import Vocabulary
from grognard.kernel.errors import BadInput
from grognard.kernel.match.driver import Player
from grognard.kernel.rules.game import Game, Options

Seen = dict[str, Any]
Info = dict[str, np.ndarray]


class GrognardEnv(gymnasium.Env[Seen, np.int64]):
    """An observation is a dictionary, as in the environment for several; `info["action_mask"]` is its mask again.

    A word that may not come next costs `WRONG` and changes nothing, so that a learner without masks can learn, too.
    """

    metadata = {"render_modes": ["svg"]}
    WRONG = -0.01

    def __init__(self, game: Game[Any], scenario: str, options: Options | None, seat: str, others: str) -> None:
        self.game, self.scenario, self.options, self.others = game, scenario, options, others
        self.seat = seat or game.seats[0]
        if self.seat not in game.seats:
            raise BadInput(f"{game.title} has no seat “{seat}”; its seats are: {', '.join(game.seats)}.")
        first = game.start(scenario, options)
        self.vocabulary = Vocabulary(game, first.data)
        self.layout = Layout(game, first, self.vocabulary)
        words = len(self.vocabulary)
        self.action_space = gymnasium.spaces.Discrete(words)
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-np.inf, np.inf, (self.layout.size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (words,), np.int8),
            }
        )
        self.render_mode: str | None = None
        self.players: dict[str, Player[Any]] = {}
        self.course: Course = None  # type: ignore[assignment]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, Info]:
        super().reset(seed=seed)
        mark = int(self.np_random.integers(1 << 62))
        self.course = Course(self.game, self.scenario, self.options, seed=mark, vocabulary=self.vocabulary)
        self.players = {seat: bot_of(self.game, self.others) for seat in self.game.seats if seat != self.seat}
        self._others_play()
        return self._seen()

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, Info]:
        course = self.course
        try:
            course.say(int(action))
        except BadInput:
            seen, info = self._seen()
            return seen, self.WRONG, course.over, False, info
        self._others_play()
        seen, info = self._seen()
        return seen, course.rewards()[self.seat] if course.over else 0.0, course.over, False, info

    def _others_play(self) -> None:
        course = self.course
        while not course.over and course.seat != self.seat:
            view = self.game.view(course.s, course.seat).copy()
            action = self.players[course.seat].choose(self.game, view, course.seat, course.rng)
            course.play(self.game.deed(course.s, action))

    def _seen(self) -> tuple[Seen, Info]:
        course = self.course
        mask = mask_of(course)
        seen = self.layout.observe(course.view(self.seat), self.seat, course.said)
        return {"observation": seen, "action_mask": mask}, {"action_mask": mask}

    def render(self) -> str:
        from grognard import drawing

        return drawing.picture(self.game.board(), self.game.scene(self.game.view(self.course.s, self.seat)))

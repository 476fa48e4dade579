"""The OpenSpiel game: states that can be cloned, chance as nodes of its own, one word a move.

Dice that are rolled together fall one after the other, so that every chance node has a short list of outcomes.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import numpy as np
import pyspiel

from grognard.envs.course import Course
from grognard.envs.observation import Layout
from grognard.kernel.registry import games
from grognard.kernel.rules.chance import Dice
from grognard.kernel.rules.game import Game, Options
from grognard.kernel.rules.state import S

MOST_OUTCOMES = 128
"""Of one chance node: more cards than any game draws from."""
LONGEST = 200_000
"""Words of a game, at most: OpenSpiel wants to know."""
MOST_SCORE = 1000.0


def name_of(game_id: str) -> str:
    """What pyspiel calls a game: `python_` stands before games that are written so.

    >>> name_of("spoiled-victory")                                  # doctest: +SKIP
    'grognard_spoiled_victory'
    """
    return f"grognard_{game_id.replace('-', '_')}"


def make(game: Game[S], scenario: str = "", options: Options | None = None) -> Any:
    """The game as pyspiel has it, registered."""
    if name_of(game.id) not in pyspiel.registered_names():
        register(game)
    return SpielGame({"scenario": scenario, "options": json.dumps(dict(options or {}))}, game)


def register(game: Game[S]) -> None:
    """Make a game known to `pyspiel.load_game`."""
    made = type(f"Spiel_{name_of(game.id)}", (SpielGame,), {"GAME": game})
    pyspiel.register_game(game_type(game), made)


def game_type(game: Game[S]) -> Any:
    alone = len(game.seats) == 1
    return pyspiel.GameType(
        short_name=name_of(game.id),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if alone else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(game.seats),
        min_num_players=len(game.seats),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": "", "options": "{}"},
    )


class Shared:
    """What all states of a game have in common; a copy of a state does not copy it."""

    def __init__(self, game: Game[Any], scenario: str, options: Options) -> None:
        self.game = game
        self.first = Course(game, scenario, options, seed=0, by_hand=True)
        self.vocabulary = self.first.vocabulary
        self.layout = Layout(game, self.first.s, self.vocabulary)

    def __deepcopy__(self, memo: Any) -> Shared:
        return self


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Grognard; `shared.vocabulary` says what its moves mean."""

    GAME: Game[Any] | None = None

    def __init__(self, params: Any = None, game: Game[Any] | None = None) -> None:
        played = game or self.GAME
        assert played is not None
        given = dict(params or {})
        self.shared = Shared(played, given.get("scenario", ""), json.loads(given.get("options") or "{}"))
        most = MOST_SCORE if len(played.seats) == 1 else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.shared.vocabulary),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=len(played.seats),
            min_utility=-most,
            max_utility=most,
            max_game_length=LONGEST,
            **({} if len(played.seats) == 1 else {"utility_sum": 0.0}),
        )
        super().__init__(game_type(played), info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.shared)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state: a course, and the dice that have fallen of those that are rolled together."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.shared = game.shared
        self.course = game.shared.first.copy()
        self.fallen: list[int] = []

    def current_player(self) -> int:
        if self.course.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.course.chance_is_due:
            return int(pyspiel.PlayerId.CHANCE)
        return self.shared.game.seats.index(self.course.seat)

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.legal() if player >= 0 else [outcome for outcome, _ in self.chance_outcomes()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        due = self.shared.game.chance(self.course.s)
        if isinstance(due, Dice):
            return [(side, 1 / due.sides) for side in range(due.sides)]
        counts = Counter(due.items)
        return [(i, n / len(due.items)) for i, n in enumerate(counts.values())]

    def _apply_action(self, action: int) -> None:
        course = self.course
        if not course.chance_is_due:
            course.say(action)
            return
        due = self.shared.game.chance(course.s)
        if isinstance(due, Dice):
            self.fallen.append(action + 1)
            if len(self.fallen) == due.count:
                fallen, self.fallen = tuple(self.fallen), []
                course.happen(fallen)
        else:
            course.happen(list(Counter(due.items))[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player >= 0:
            return self.shared.vocabulary.words[action]
        due = self.shared.game.chance(self.course.s)
        return f"die {action + 1}" if isinstance(due, Dice) else f"draw {list(Counter(due.items))[action]}"

    def is_terminal(self) -> bool:
        return self.course.over

    def returns(self) -> list[float]:
        return list(self.course.rewards().values())

    def __str__(self) -> str:
        words = " ".join(self.shared.vocabulary.words[word] for word in self.course.said)
        clock = "over" if self.course.over else self.shared.game.clock(self.course.s)
        return f"{clock}: {self.course.seat} {words}"


class SpielObserver:
    """What a player sees: the vector that the other environments have, from the view of its seat."""

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        slices = shared.layout.slices
        self.tensor = np.zeros(shared.layout.size, np.float32)
        self.dict = {name: self.tensor[where].reshape(shape) for name, (where, shape) in slices.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        course, seat = state.course, self.shared.game.seats[player]
        words = course.said if seat == course.seat else ()
        self.tensor[:] = self.shared.layout.observe(course.view(seat), seat, words)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same, in words: where every piece stands, and the numbers."""
        course, seat = state.course, self.shared.game.seats[player]
        scene = self.shared.game.scene(course.view(seat))
        pieces = ", ".join(f"{piece.id} {piece.place}" for piece in scene.pieces)
        numbers = ", ".join(f"{number.label} {number.value}" for number in scene.numbers)
        said = " ".join(self.shared.vocabulary.words[w] for w in course.said) if seat == course.seat else ""
        return f"{seat}: {scene.clock}. {numbers}. {pieces}. {said}"


def register_all() -> list[str]:
    """Make every game known to pyspiel; gives their names."""
    known = pyspiel.registered_names()
    for game in games():
        if name_of(game.id) not in known:
            register(game)
    return [name_of(game.id) for game in games()]

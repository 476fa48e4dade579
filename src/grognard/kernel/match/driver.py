# compiled as it stands
"""The driver: a match between any players on the bare rules, with dice of its own.

A stepper says who owes a decision, takes the answer and goes on; `drive` is the loop around it. What was played can
be told and recorded afterwards, by playing it again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol

from grognard.kernel.errors import BadInput
from grognard.kernel.match.checking import by_bits
from grognard.kernel.match.studies import whole_game
from grognard.kernel.match.table import Table
from grognard.kernel.rules.actions import CHANCE, OVER, Action, short
from grognard.kernel.rules.chance import Outcome
from grognard.kernel.rules.events import Events, Happened
from grognard.kernel.rules.game import Game, Options
from grognard.kernel.rules.state import S
from grognard.kernel.show import Result

if TYPE_CHECKING:
    from grognard.kernel.match.shapes import Record


class Player(Protocol[S]):
    """Whoever can choose: from what the seat may know, a whole action that is legal in it."""

    def choose(self, game: Game[S], view: S, seat: str, rng: random.Random) -> Action: ...


class Taken(NamedTuple):
    """An action (None: the opening) and the outcomes of the chance that followed it."""

    seat: str
    action: Action | None
    outcomes: list[Outcome]


class Stepper(Generic[S]):
    """One game, step by step: `seats` owe a decision, `play` answers it and the chance after it.

    `roll` and `take` are the smaller steps: an outcome of the chance that is due, and whatever comes next, unchecked.
    With `listen` it tells what happened while it plays (`heard`); else `Played` can tell it afterwards. From
    a `state` that is given it goes on.
    """

    def __init__(
        self,
        game: Game[S],
        scenario: str = "",
        options: Options | None = None,
        *,
        seed: int | str | None = None,
        rng: random.Random | None = None,
        listen: bool = False,
        state: S | None = None,
    ) -> None:
        self.game = game
        self.scenario = scenario or game.scenarios[0].id
        self.options = game.settle_options(self.scenario, options)
        self.rng = rng or random.Random(seed)
        self.taken = [Taken("", None, [])]
        self.heard = Events() if listen else None
        self.s = game.start(self.scenario, self.options, self.heard) if state is None else state

    @property
    def turn(self) -> str | frozenset[str]:
        """A seat, a set of seats, CHANCE or OVER."""
        return self.game.turn(self.s)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that owe a decision."""
        return self.game.owing(self.s)

    @property
    def over(self) -> bool:
        return not self.s.stack

    @property
    def result(self) -> Result | None:
        return self.game.result(self.s)

    def view(self, seat: str) -> S:
        """What the seat may know, as a state of its own."""
        return self.game.view(self.s, seat).copy()

    def roll(self) -> Outcome:
        """An outcome of the chance that is due."""
        return self.game.chance(self.s).sample(self.rng)

    def take(self, seat: str, step: Action | Outcome) -> None:
        """Do a legal action or an outcome; nothing is checked."""
        if isinstance(step, Action):
            self.taken.append(Taken(seat, step, []))
        else:
            self.taken[-1].outcomes.append(step)
        self.game.apply(self.s, step, self.heard)

    def settle(self) -> None:
        """Roll until somebody must decide, or the game is over."""
        while self.game.turn(self.s) is CHANCE:
            self.take(CHANCE, self.roll())

    def play(self, action: Action, seat: str) -> None:
        """Answer for the seat, and roll what follows; `Refused` with the reasons where it is not legal."""
        if self.over:
            raise BadInput("The game is over.")
        if not isinstance(action, Action):
            raise BadInput(f"{seat} answered {short(repr(action))}, which is no action.")
        if by_bits(self.game, self.s, seat, action) is None:
            action = self.game.accept(self.game.view(self.s, seat), seat, action)
            if not action.complete:
                raise BadInput(f"“{short(action.text)}” is not a whole action.")
        self.take(seat, action)
        self.settle()


class Played(Generic[S]):
    """A game as it was played."""

    def __init__(self, stepper: Stepper[S]) -> None:
        self.game = stepper.game
        self.scenario, self.options = stepper.scenario, stepper.options
        self.taken: Sequence[Taken] = stepper.taken
        self.result = stepper.result

    @property
    def actions(self) -> list[Action]:
        """What the seats did, in order; each action names its seat."""
        return [taken.action for taken in self.taken if taken.action is not None]

    def events(self) -> list[Happened]:
        """What happened, with who may see it; battles know what they cost."""
        return whole_game([happened for entry in self.table().history for happened in entry.happened])

    def record(self) -> Record:
        """The record: of a practice table, with the outcomes as they fell."""
        return self.table().record()

    def table(self) -> Table[S]:
        """The game at a practice table, played again."""
        opening, *rest = self.taken
        table = Table(self.game, self.scenario, self.options, practice=True, seed=0, forced=opening.outcomes)
        for seat, action, outcomes in rest:
            assert action is not None
            table.play(action, seat, forced=outcomes)
        return table


def turns(stepper: Stepper[S], players: Mapping[str, Player[S]]) -> Iterator[str]:
    """Let the players finish the game, one answer at a time: gives the seat that has answered ("" at the start)."""
    for seat in stepper.game.seats:
        if seat not in players:
            raise BadInput(f"Nobody plays {seat}; the seats are: {', '.join(stepper.game.seats)}.")
    stepper.settle()
    yield ""
    while stepper.turn is not OVER:
        seat = min(stepper.seats)
        stepper.play(players[seat].choose(stepper.game, stepper.view(seat), seat, stepper.rng), seat)
        yield seat


def drive(stepper: Stepper[S], players: Mapping[str, Player[S]]) -> Played[S]:
    """Let the players finish the game."""
    for _ in turns(stepper, players):
        pass
    return Played(stepper)

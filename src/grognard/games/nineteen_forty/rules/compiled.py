# compiled as it stands
"""The facts of a movement phase, compiled (_moving.pyx): the same answers as those of plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grognard.games.nineteen_forty.data.world import World
from grognard.games.nineteen_forty.rules import movement
from grognard.games.nineteen_forty.rules.facts import Facts
from grognard.games.nineteen_forty.rules.ground import going, situation
from grognard.games.nineteen_forty.rules.plain import PlainFacts, plain_facts
from grognard.games.nineteen_forty.rules.searching import Steps
from grognard.games.nineteen_forty.rules.standing import Standing, Survey
from grognard.games.nineteen_forty.rules.state import Position, allowance
from grognard.kernel.rules import Events
from grognard.maps import Reach, fast, search

if TYPE_CHECKING:
    from grognard.games.nineteen_forty.rules._moving import Phase


class CompiledFacts(PlainFacts):
    """The movement phase as arrays; what is rare, and what lies before turn 0, is left to plain Python."""

    __slots__ = ("phase",)

    def __init__(self, steps: Steps, phase: Phase) -> None:
        super().__init__(steps)
        self.phase = phase

    def new(self) -> CompiledFacts:
        return CompiledFacts(self.steps, self.phase.copy())

    def survey(self, s: Position) -> Survey:
        return self.phase.survey(s)

    def claim(self, s: Position) -> None:
        self.phase.claim(s)

    def reach(self, s: Position, u: int) -> Reach:
        return search(going(s, u), s.where[u], allowance(s, u), situation(s, u))

    def openings(self, s: Position) -> tuple[int, int, int, int, int, bool] | None:
        return self.phase.openings(s) if s.turn >= 0 else None

    def movers(self, s: Position) -> int:
        return self.phase.movers(s) if s.turn >= 0 else super().movers(s)

    def goals(self, s: Position, u: int) -> int:
        return self.phase.goals(s, u) if s.turn >= 0 and s.data.side[u] == s.side else super().goals(s, u)

    def onward(self, s: Position, u: int, goal: int, path: list[int]) -> int:
        return self.phase.onward(s, u, goal, path) if s.turn >= 0 else super().onward(s, u, goal, path)

    def leading(self, s: Position, u: int, goal: int, path: list[int]) -> int:
        return self.phase.leading(s, u, goal, path) if s.turn >= 0 else super().leading(s, u, goal, path)

    def joining(self, s: Position, chosen: int) -> int:
        return self.phase.joining(s, chosen)

    def common(self, s: Position, units: int) -> int:
        return self.phase.common(s, units)

    def trains(self, s: Position) -> int:
        return 0 if s.railed or s.overfull >= 0 or s.turn < 0 else self.phase.trains(s)

    def stations(self, s: Position, u: int) -> int:
        return self.phase.stations(s, u)

    def embarking(self, s: Position) -> int:
        return self.phase.embarking(s)

    def entering(self, s: Position) -> int:
        return self.phase.entering(s)

    def way(self, s: Position, u: int, goal: int) -> tuple[list[int], int]:
        found = self.phase.way(s, u, goal) if s.turn >= 0 else None
        return movement.calmest_way(s, u, goal, self.reach(s, u)) if found is None else found

    def march(self, s: Position, u: int, goal: int, ev: Events | None) -> None:
        held = s.german
        done = self.phase.march(s, u, goal, ev is not None) if s.turn >= 0 else None
        if done is None:
            super().march(s, u, goal, ev)
        elif ev is not None:
            movement.tell_march(s, u, done[0], done[1], held, ev)

    def walk(self, s: Position, u: int, path: list[int], ev: Events | None) -> None:
        if s.turn < 0 or not self.phase.walk(s, u, path):
            movement.walk(s, u, path, ev, self.survey(s))

    def note_overfull(self, s: Position, h: int) -> None:
        self.phase.note_overfull(s, h)


def best_facts(w: World) -> Callable[[], Facts]:
    """What makes facts for these data: compiled where that is built and in use, else in plain Python."""
    built = fast.module("grognard.games.nineteen_forty.rules._moving")
    if built is None:
        return plain_facts(w)
    steps, tables, phase = Steps(w), built.tables(w, Survey, Standing), built.Phase
    return lambda: CompiledFacts(steps, phase(tables))

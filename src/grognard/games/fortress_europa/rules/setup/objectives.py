"""32.1, 33.2.3. Each player secretly picks seven of his twelve objectives before the game."""

from __future__ import annotations

import random
from typing import ClassVar

from grognard.games.fortress_europa.data.world import SEATS
from grognard.games.fortress_europa.rules.domains import OBJECTIVES
from grognard.games.fortress_europa.rules.state import Position, say
from grognard.games.fortress_europa.rules.victory.victory import objective_name, with_objectives
from grognard.kernel.rules import Draft, Events, Ints, Slot, Verb, Why, Whys
from grognard.maps import mask_of


def picked(s: Position, seat: str) -> int:
    return s.goals_german if seat == "german" else s.goals_allied


def pick_reasons(s: Position, step: PickObjectives, seat: str, args: Ints) -> Whys:
    w = s.data
    i = args[0]
    most = w.book.objective_terms.picked
    if w.objectives[i].side != seat:
        yield Why("32.4", lambda: f"“{objective_name(w, i)}” is an objective of the other player.")
    elif picked(s, seat) >> i & 1:
        yield Why("32.1", lambda: f"“{objective_name(w, i)}” is picked already.")
    elif picked(s, seat).bit_count() >= most:
        yield Why("32.1", lambda: f"{most} objectives are picked.")


def do_pick(s: Position, step: PickObjectives, seat: str, args: Ints, ev: Events | None) -> None:
    bit = 1 << args[0]
    if seat == "german":
        s.goals_german |= bit
    else:
        s.goals_allied |= bit


class PickObjectives(Draft[Position], frozen=True):
    """Both pick at the same time, and neither sees the other's choice."""

    rule: ClassVar[str] = "32.1"
    verbs: ClassVar[tuple[Verb[Position, PickObjectives], ...]] = (
        Verb(
            "pick",
            do_pick,
            (Slot("objective", OBJECTIVES, pick_reasons, prompt="Which objective?"),),
            "32.1",
            "Pick an objective",
        ),
    )

    def seats(self, s: Position) -> tuple[str, ...]:
        return SEATS

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        left = w.book.objective_terms.picked - picked(v, seat).bit_count()
        return f"Pick your objectives in secret: {left} to go."

    def duties(self, v: Position, seat: str) -> Whys:
        w = v.data
        left = w.book.objective_terms.picked - picked(v, seat).bit_count()
        if left:
            yield Why("32.1", lambda: f"Objectives still to be picked: {left}.")

    def commit(self, s: Position, ev: Events | None) -> None:
        say(ev, "Both players have picked their objectives in secret.", "32.1")


def imagine_goals(s: Position, rng: random.Random) -> None:
    """Some seven objectives for whom we cannot ask."""
    w = s.data
    if not with_objectives(s) or any(isinstance(step, PickObjectives) for step in s.stack):
        return
    for seat in SEATS:
        if not picked(s, seat):
            own = [i for i, objective in enumerate(w.objectives) if objective.side == seat]
            chosen = mask_of(rng.sample(own, w.book.objective_terms.picked))
            if seat == "german":
                s.goals_german = chosen
            else:
                s.goals_allied = chosen

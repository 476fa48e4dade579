"""A desk for setting up situations: units in hexes, a step, and dice as the test likes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from grognard.games.nineteen_forty import load
from grognard.games.nineteen_forty.rules.declaring import Declaring
from grognard.games.nineteen_forty.rules.sequence import EndCombat, Moving, Recovery
from grognard.games.nineteen_forty.rules.state import Position, claim
from grognard.kernel.rules import CHANCE, Event, Events
from grognard.suite import offers_are_right

GAME = load()


class Desk:
    """One position, played by text."""

    def __init__(self) -> None:
        self.game = GAME
        self.w = GAME.data
        self.s: Position = GAME.start()
        self.log: list[str] = []
        self.told: list[Event] = []

    def hex(self, label: str) -> int:
        return self.w.index[label]

    def unit(self, name: str) -> int:
        return self.w.unit[name]

    def set_up(
        self,
        units: dict[str, str],
        *,
        turn: int = 3,
        side: str = "german",
        impulse: int = 1,
        war: str = "belgium holland luxembourg",
        garrisons: bool = False,
        options: dict[str, bool | str] | None = None,
        combat: bool = False,
        steps: list[Any] | None = None,
        groups: dict[str, str] | None = None,
        effort: str = "A",
        objective: str = "north",
    ) -> Position:
        """Only these units are on the map; everybody else is out of the game, except those put in a spot."""
        w, game = self.w, self.game
        s = game.begin("campaign", game.settle_options("campaign", options or {}))
        s.stack.clear()
        s.where = [w.out] * w.n_units
        for name, place in units.items():
            s.where[w.unit[name]] = w.spots.index(place)
        s.turn, s.impulse, s.side = turn, impulse, ("german", "allied").index(side)
        names = [c.lower() for c in w.country_names]
        for country in war.split():
            s.war |= 1 << names.index(country)
            s.allied |= w.countries[names.index(country)]
        s.garrisons = 3 if garrisons else 0
        s.fort_lost = not garrisons
        german, allied = [1] * len(s.assign_german), [0] * len(s.assign_allied)
        for army, group in (groups or {}).items():
            if army in w.allied_armies:
                allied[w.allied_armies.index(army)] = w.allied_group_names.index(group)
            else:
                german[w.german_armies.index(army)] = w.german_group_names.index(group)
        s.assign_german, s.assign_allied = tuple(german), tuple(allied)
        if not groups:
            s.released = (1 << len(s.assign_allied)) - 1
            s.bef_turn = 0
        s.effort = w.german_group_names.index(effort)
        s.objective = w.plans.index(objective)
        s.reacting, s.shown, s.deployed = 0, True, 3
        s.air_german = s.air_allied = 0
        claim(s)
        s.then(*(steps or ([] if combat else [Moving()]) + [Declaring(), EndCombat(), Recovery()]))
        self.s = s
        game.advance(s, None)
        return s

    def restart(self, *steps: Any) -> None:
        """Goes on from these steps instead."""
        self.s.stack.clear()
        self.s.then(*steps)
        self.game.advance(self.s, None)

    def hold(self, labels: Iterable[str], side: str) -> None:
        """These hexes belong to a side by history, or to none."""
        for label in labels:
            bit = self.w.bit[self.hex(label)]
            self.s.german = self.s.german | bit if side == "german" else self.s.german & ~bit
            self.s.allied = self.s.allied | bit if side == "allied" else self.s.allied & ~bit

    @property
    def seat(self) -> str:
        return self.game.owing(self.s)[0]

    def play(self, *texts: str, dice: list[Any] | None = None) -> None:
        """Plays actions; each must be legal. Chance is answered by `dice`, which must be used up."""
        rolls = list(dice or [])
        for text in texts:
            self.ask(text)
            assert not self.game.why_not(self.s, self.seat, text), self.game.why_not(self.s, self.seat, text)
            events = Events()
            action = self.game.read(self.s, self.seat, text)
            assert action.complete, text
            self.game.apply(self.s, action, events)
            while self.s.stack and self.game.turn(self.s) is CHANCE and rolls:
                roll = rolls.pop(0)
                self.game.apply(self.s, (roll,) if isinstance(roll, int) else tuple(roll), events)
            self.log += [happened.event.text(self.w) for happened in events.items]
            self.told += [happened.event for happened in events.items]
        assert not rolls, f"dice left: {rolls}"

    def ask(self, text: str) -> None:
        """What is offered along an action is what the conditions allow."""
        if ";" not in text:
            offers_are_right(self.s, self.seat, text)

    def legal(self, prefix: str = "") -> list[str]:
        self.ask(prefix)
        return [a.text.removeprefix(prefix).strip() for a in self.game.legal(self.s, self.seat, prefix)]

    def hexes(self, unit: str, verb: str = "move") -> set[str]:
        return set(self.legal(f"{verb} {unit}"))

    def why(self, text: str) -> list[str]:
        """The rules against an action."""
        self.ask(text)
        return [r.rule for r in self.game.why_not(self.s, self.seat, text)]

    def words(self, text: str) -> str:
        """The rules against an action, with their words, in one string."""
        return " / ".join(f"{r.rule}: {r.text}" for r in self.game.why_not(self.s, self.seat, text))

    def preview(self, text: str) -> Any:
        return self.game.preview(self.s, self.seat, self.game.read(self.s, self.seat, text))

    def at(self, unit: str) -> str:
        return self.w.spots[self.s.where[self.w.unit[unit]]]

    def condition(self, unit: str) -> str:
        return self.w.conditions[self.s.disrupted[self.w.unit[unit]]]

    def owner(self, label: str) -> str:
        h = self.w.index[label]
        return "german" if self.s.german >> h & 1 else "allied" if self.s.allied >> h & 1 else ""

    def step(self) -> str:
        return type(self.s.stack[-1]).__name__ if self.s.stack else ""


@pytest.fixture
def desk() -> Desk:
    return Desk()

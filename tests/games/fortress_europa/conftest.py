"""A desk for setting up situations: units in hexes, a step, and dice as the test likes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.games.fortress_europa.data.world import SEATS, WEATHERS
from grognard.games.fortress_europa.game import FortressEuropa
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.state import FREE, Position
from grognard.kernel.rules import CHANCE, Dice, Event, Events, bits
from grognard.kernel.rules.masks import by_conditions
from grognard.kernel.rules.steps import verbs_of
from grognard.suite import offers_are_right

GAME = FortressEuropa()


class Desk:
    """One position, played by text."""

    def __init__(self) -> None:
        self.game = GAME
        self.w = GAME.data
        self.s: Position = GAME.begin("campaign", GAME.settle_options("campaign", {}))
        self.log: list[str] = []
        self.told: list[Event] = []

    def hex(self, label: str) -> int:
        return self.w.index[label]

    def hexes_of(self, labels: str) -> int:
        """A set of hexes from labels with blanks between."""
        return sum(self.w.bit[self.w.index[label]] for label in labels.split())

    def unit(self, name: str) -> int:
        return self.w.unit[name]

    def units_of(self, names: str) -> int:
        return sum(1 << self.w.unit[name] for name in names.split())

    def set_up(
        self,
        units: dict[str, str],
        *,
        turn: int | str = 9,
        side: str = "allied",
        impulse: int = 1,
        weather: str = "clear",
        frozen: str = "",
        back: str = "",
        allied: str = "",
        scenario: str = "campaign",
        options: str = "",
        steps: list[Any] | None = None,
        **fields: Any,
    ) -> Position:
        """Only these units are on the map, or in the spots named; everybody else is removed from the game.

        `frozen` names units that are frozen in the districts where they stand, `back` units that show their backs,
        `allied` hexes that are Allied besides those with Allied units; other keywords set fields of the state. Unless
        `steps` are given, a move impulse of the side begins.
        """
        w, game = self.w, self.game
        s = game.begin(scenario, game.settle_options(scenario, dict.fromkeys(options.split(), True)))
        s.stack.clear()
        s.where = [w.removed] * w.n_units
        s.bound = [FREE] * w.n_units
        s.face = [0] * w.n_units
        for name, place in units.items():
            s.where[w.unit[name]] = w.spots.index(place)
        for name in frozen.split():
            s.bound[w.unit[name]] = w.district_of[s.where[w.unit[name]]]
            assert s.bound[w.unit[name]] >= 0, f"{name} stands in no district"
        for name in back.split():
            s.face[w.unit[name]] = 1
        s.released = not frozen
        s.turn = turn if isinstance(turn, int) else w.turn_of[turn]
        s.side, s.weather = SEATS.index(side), WEATHERS.index(weather)
        s.impulse = impulse
        s.allied = self.hexes_of(allied)
        for u, h in enumerate(s.where):
            if h < w.n and w.side[u] == 1:
                s.allied |= w.bit[h]
        s.ruined = w.fortresses & s.allied
        for name, value in fields.items():
            setattr(s, name, value)
        s.facts = None  # units were put where they are without the doors
        s.then(*([StartMove(impulse), Moving(), EndMove()] if steps is None else steps))
        self.s = s
        self.log = []
        game.advance(s, None)
        return s

    def restart(self, *steps: Any) -> None:
        """Goes on from these steps instead."""
        self.s.stack.clear()
        self.s.then(*steps)
        self.game.advance(self.s, None)

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
            self._roll(rolls, events)
            self.log += [happened.event.text(self.w) for happened in events.items]
            self.told += [happened.event for happened in events.items]
        assert not rolls, f"dice left: {rolls}"

    def roll(self, *rolls: Any) -> None:
        """Answers chance steps that are due."""
        left, events = list(rolls), Events()
        self._roll(left, events)
        self.log += [happened.event.text(self.w) for happened in events.items]
        assert not left, f"dice left: {left}"

    def _roll(self, rolls: list[Any], events: Events) -> None:
        while self.s.stack and self.game.turn(self.s) is CHANCE and rolls:
            roll = rolls.pop(0)
            dice = (roll,) if isinstance(roll, int) else tuple(roll)
            asked = self.s.stack[-1].chance(self.s)
            assert isinstance(asked, Dice)
            assert len(dice) == asked.count, f"{asked.count} dice are rolled"
            self.game.apply(self.s, dice, events)

    def allocate(self, **planes: str) -> None:
        """The Allied player's aircraft: missions and who flies them (`ground_support="9th-1 9th-2"`); the other SAC
        attack replacements and the other TAC strafe, if it is Clear. The German player sends nothing."""
        flying = {a: name.replace("_", "-") for name, ids in planes.items() for a in ids.split()}
        parts = []
        for a in self.w.aircraft:
            if a.id in flying or (a.side == "allied" and not a.advanced and self.s.weather == 0):
                parts.append(f"fly {a.id} {flying.get(a.id, 'replacements' if a.kind == 'sac' else 'strafing')}")
        self.play("; ".join([*parts, "done"]))
        if self.step() == "GermanAllocation":
            self.play("done")

    def ask(self, text: str) -> None:
        """What is offered along an action is what the conditions allow."""
        if ";" not in text:
            offers_are_right(self.s, self.seat, text)

    def legal(self, prefix: str = "") -> list[str]:
        self.ask(prefix)
        return [a.text.removeprefix(prefix).strip() for a in self.game.legal(self.s, self.seat, prefix)]

    def agrees(self, verb_name: str, rng: random.Random, prefix: tuple[str, ...] = ()) -> int:
        """Compares each list of a verb with the values that no condition is against; says how many there were."""
        s, seat = self.s, self.seat
        step = s.stack[-1]
        verb = verbs_of(step)[verb_name]
        if verb.reasons is not None and list(verb.reasons(s, step, seat)):
            assert self.legal(verb_name) == []
            return 0
        slot = verb.slots[len(prefix)]
        listed = [text.split()[-1] for text in self.legal(" ".join((verb_name, *prefix)))]
        before = tuple(verb.slots[i].domain.names(s.data).number[x] for i, x in enumerate(prefix))
        names = slot.domain.names(s.data)
        able = [names[x] for x in bits(by_conditions(slot, s, step, seat, before))]
        assert set(listed) == set(able)
        assert len(listed) == len(able)
        if len(prefix) + 1 < len(verb.slots) and not verb.slots[len(prefix) + 1].optional:
            assert all(self.legal(" ".join((verb_name, *prefix, x))) for x in able), (
                "whoever is listed has somewhere to go"
            )
            for x in rng.sample(able, min(3, len(able))):
                self.agrees(verb_name, rng, (*prefix, x))
        return len(able)

    def hexes(self, unit: str, verb: str = "move") -> set[str]:
        """Where a unit can go."""
        return set(self.legal(f"{verb} {unit}")) if unit in self.legal(verb) else set()

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

    def owner(self, label: str) -> str:
        return "allied" if self.s.allied >> self.w.index[label] & 1 else "german"

    def step(self) -> str:
        return type(self.s.stack[-1]).__name__ if self.s.stack else ""

    def near(self, label: str) -> set[str]:
        """The land hexes that touch a hex where units can pass."""
        return {self.w.labels[h] for h in self.w.near[self.w.index[label]]}

    def disc(self, label: str, radius: int) -> set[str]:
        """All hexes within so many steps over land that units can pass."""
        found = {label}
        for _ in range(radius):
            found |= {x for h in found for x in self.near(h)}
        return found


@pytest.fixture
def desk() -> Desk:
    return Desk()

"""A desk to set up positions on: short words for placing units, rolling dice and playing actions in tests."""

from __future__ import annotations

from typing import Any

import grognard
from grognard.games.spoiled_victory.data.world import Data
from grognard.games.spoiled_victory.rules.german_moves import call
from grognard.games.spoiled_victory.rules.player_actions import PlayerActions
from grognard.games.spoiled_victory.rules.state import State, facts, put
from grognard.kernel.rules import CHANCE, OVER, Events, bits
from grognard.suite import offers_are_right

GAME = grognard.load("spoiled-victory")
DATA: Data = GAME.data


class Desk:
    """A state of its own. With `empty`, all Allied units are off the map and the Germans on their Start spaces."""

    def __init__(self, empty: bool = True, turn: int = 1, **options: bool) -> None:
        settled = GAME.settle_options("dynamo", {k.replace("_", "-"): v for k, v in options.items()})
        self.s: State = GAME.begin("dynamo", settled)
        self.s.turn = turn
        self.s.spirit = False
        self.events = Events()
        if empty:
            self.s.stack.clear()
            for unit in range(DATA.units):
                put(self.s, unit, DATA.lost if unit < DATA.combat else DATA.pool)
            self.s.full = 0

    # ---------------------------------------------------------------------------------------- setting up
    def put(self, unit: str, space: str, full: bool = True, suppressed: bool = False) -> Desk:
        u = DATA.unit[unit]
        put(self.s, u, DATA.place[space])
        self.s.full = self.s.full | 1 << u if full else self.s.full & ~(1 << u)
        if suppressed:
            self.s.suppressed |= 1 << u
        return self

    def evacuees(self, n: int, space: str, full: bool = False, suppressed: bool = False) -> Desk:
        return self.put(f"evacuees-{n}", space, full, suppressed)

    def german(self, space: str, reduced: bool = False, disrupted: bool = False, track: str = "") -> Desk:
        """The German of a track goes to a space of it; a shared space needs the track's letter."""
        t = DATA.track_ids.index(track or space[0])
        self.s.advance[t] = DATA.tracks[t].index(DATA.place[space])
        if reduced:
            self.s.reduced |= 1 << t
        if disrupted:
            self.s.disrupted |= 1 << t
        self.s.facts = None
        return self

    def event(self, card: str) -> Desk:
        self.s.event = DATA.card[card]
        self.s.pile &= ~(1 << self.s.event)
        return self

    def step(self, *steps: Any) -> Desk:
        self.s.stack.clear()
        self.s.then(*steps)
        GAME.advance(self.s, self.events)
        return self

    def call(self, *tracks: str) -> Desk:
        """German units are called to move and attack, as by a card."""
        self.s.stack.clear()
        call(self.s, sum(1 << DATA.track_ids.index(t) for t in tracks), self.events)
        GAME.advance(self.s, self.events)
        return self

    def actions(self, n: int) -> Desk:
        """A Player Action Phase with so many actions."""
        s = self.s
        s.actions = n
        s.engaged = sum(1 << x for x in bits(facts(s).german_at) if facts(s).at[x])
        return self.step(PlayerActions())

    # ------------------------------------------------------------------------------------------- playing
    def roll(self, *dice: int) -> Desk:
        assert GAME.turn(self.s) is CHANCE, f"no dice are due but {self.top}"
        GAME.apply(self.s, GAME.chance(self.s).accept(list(dice)), self.events)
        return self

    def draw(self, card: str) -> Desk:
        assert GAME.turn(self.s) is CHANCE, f"no card is due but {self.top}"
        GAME.apply(self.s, GAME.chance(self.s).accept(card), self.events)
        return self

    def play(self, *texts: str) -> Desk:
        for text in texts:
            self.ask(text)
            reasons = GAME.why_not(self.s, "allies", text)
            assert not reasons, (text, reasons)
            action = GAME.read(self.s, "allies", text)
            assert action.complete, text
            GAME.apply(self.s, action, self.events)
        return self

    # ------------------------------------------------------------------------------------------- looking
    @property
    def top(self) -> str:
        return type(self.s.stack[-1]).__name__ if self.s.stack else "nothing"

    @property
    def dice(self) -> int:
        """How many dice are due."""
        distribution = GAME.chance(self.s)
        return distribution.count  # type: ignore[union-attr]

    @property
    def over(self) -> bool:
        return GAME.turn(self.s) is OVER

    def ask(self, text: str) -> None:
        """What is offered along an action is what the conditions allow."""
        if self.s.stack and GAME.turn(self.s) is not CHANCE:
            offers_are_right(self.s, "allies", text)

    def legal(self, prefix: str = "") -> set[str]:
        self.ask(prefix)
        return {a.text for a in GAME.legal(self.s, "allies", prefix)}

    def ends(self, prefix: str) -> set[str]:
        """The last words of what may follow a prefix."""
        self.ask(prefix)
        return {a.args[-1] for a in GAME.legal(self.s, "allies", prefix)}

    def why(self, text: str) -> set[str]:
        """The rules that speak against an action."""
        self.ask(text)
        return {r.rule for r in GAME.why_not(self.s, "allies", text)}

    def where(self, unit: str) -> str:
        return DATA.place_ids[self.s.loc[DATA.unit[unit]]]

    def german_at(self, track: str) -> str:
        t = DATA.track_ids.index(track)
        return DATA.place_ids[DATA.tracks[t][self.s.advance[t]]]

    def is_full(self, unit: str) -> bool:
        return bool(self.s.full >> DATA.unit[unit] & 1)

    def is_suppressed(self, unit: str) -> bool:
        return bool(self.s.suppressed >> DATA.unit[unit] & 1)

    def is_reduced(self, track: str) -> bool:
        return bool(self.s.reduced >> DATA.track_ids.index(track) & 1)

    def is_disrupted(self, track: str) -> bool:
        return bool(self.s.disrupted >> DATA.track_ids.index(track) & 1)

    def said(self, words: str) -> bool:
        return any(words in h.event.text(DATA) for h in self.events.items)

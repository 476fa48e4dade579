"""The rules of Fortress Europa and the oracle agree on who controls what, action by action (30.2)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from control_europa import Control, Held
from oracle_europa import Look, side_of

from grognard.bots import RandomBot
from grognard.games.fortress_europa.game import FortressEuropa
from grognard.games.fortress_europa.rules.standing import allied_hexes
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import CHANCE, OVER, Events, Moved

GAME = FortressEuropa()
MIXES: list[tuple[str, dict[str, bool | str]]] = [
    ("invasion", {}),
    ("bulge", {}),
    ("west-wall", {"german-paradrops": True, "jersey": True}),
    ("berlin", {"decoys": True, "varsity": True}),
    ("campaign", {"funnies": True, "flooding": True}),
]

LANDING = ("Dropping", "DropRoll", "Invading", "Stationing", "BindSupport")
"""While these are under way nobody has come down or ashore yet, though the units lie where they will."""


def held(s: Position) -> Held:
    w = s.data
    found: Held = {"german": set(), "allied": set()}
    for name, h in zip(w.ids, s.where, strict=True):
        if h < w.n:
            found[side_of(name)].add(w.labels[h])
    return found


def labels(s: Position, mask: int) -> set[str]:
    w = s.data
    return {w.labels[h] for h in range(w.n) if mask >> h & 1}


def walked(events: Events, control: Control, now: Held) -> int:
    """Ways by land and by rail, and retreats; who lands or drops is looked at where he stands then."""
    found = 0
    for happened in events.items:
        if isinstance(happened.event, Moved) and happened.event.how in ("", "rail"):
            control.passes(happened.event.piece, happened.event.path[1:], now)
            found += len(happened.event.path) > 2
    return found


def played(numbers: range, seed: int) -> dict[str, int]:
    met = dict.fromkeys(("ways", "taken", "lost", "lapsed"), 0)
    bot: RandomBot[Any] = RandomBot()
    for number in numbers:
        rng = random.Random(seed + number)
        s = GAME.start(*MIXES[number % len(MIXES)])
        control = Control(labels(s, s.allied), held(s))
        before = set(control.allied)
        while (turn := GAME.turn(s)) is not OVER:
            events = Events()
            if turn is CHANCE:
                GAME.apply(s, GAME.chance(s).sample(rng), events)
            else:
                seat = turn if isinstance(turn, str) else min(turn)
                GAME.apply(s, bot.choose(GAME, s, seat, rng), events)
            now = held(s)
            met["ways"] += walked(events, control, now)
            if any(type(step).__name__ in LANDING for step in s.stack):
                continue
            control.stands(now)
            assert labels(s, s.allied) == control.allied, [h.event.text(s.data) for h in events.items]
            met["taken"] += len(control.allied - before)
            met["lost"] += len(before - control.allied)
            before = set(control.allied)
            if rng.random() < 0.02:
                look = Look(s)
                look.allied_ground = control.allied
                assert labels(s, allied_hexes(s)) == look.control()
                met["lapsed"] += len(control.allied - look.control())
    return met


def test_rules_and_oracle_agree_on_control() -> None:
    met = played(range(5), 1)
    assert min(met.values()) > 100, met


@pytest.mark.long
def test_rules_and_oracle_agree_on_control_over_many_games() -> None:
    met = played(range(60), 400)
    assert min(met.values()) > 1500, met

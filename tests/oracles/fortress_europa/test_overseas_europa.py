"""The rules of Fortress Europa and the oracle agree on ships, drops and the first invasion, draft by draft."""

from __future__ import annotations

import random
from typing import Any

import pytest
from oracle_europa import GROUND
from overseas_europa import Overseas

from grognard.bots import RandomBot
from grognard.games.fortress_europa.game import FortressEuropa
from grognard.games.fortress_europa.rules.air.naval import ship_support, support_of
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import CHANCE, OVER
from grognard.kernel.rules.masks import allowed, values
from grognard.kernel.rules.steps import verbs_of
from grognard.maps import members

GAME = FortressEuropa()
MIXES: list[tuple[str, dict[str, bool | str]]] = [
    ("invasion", {}),
    ("campaign", {}),
    ("invasion", {"jersey": True, "flooding": True, "funnies": True}),
    ("west-wall", {"bremen-closed": True, "battalions": True, "canadians-with-british": True}),
    ("bulge", {}),
    ("invasion", {"decoys-for-hidden": True, "free-setup": True}),
]
DRAFTS = {"Dropping": "drop", "Invading": "invade", "Stationing": "station"}


def drafted(s: Position, seat: str, rng: random.Random, met: dict[str, int]) -> None:
    """Each value that the draft offers, by list, against the oracle."""
    step, look, w = s.stack[-1], Overseas(s), s.data
    name = DRAFTS[type(step).__name__]
    verb = verbs_of(step)[name]
    if not allowed(verb, s, step, seat):
        return
    first = members(values(verb.slots[0], s, step, seat, ()))
    for value in rng.sample(first, min(2, len(first))):
        found = {verb.slots[1].domain.names(w)[x] for x in members(values(verb.slots[1], s, step, seat, (value,)))}
        met[name] += 1
        if name == "station":
            own = w.sea_spots[s.ship_at[value]] if s.ship_at[value] >= 0 else ""
            assert {x for x in found if not x.startswith("off-")} == look.anchorages() - {own}
        elif name == "drop":
            assert found == look.drops(w.ids[value]), w.ids[value]
        else:
            assert found == look.invades(w.ids[value]), w.ids[value]


def guns(s: Position, rng: random.Random, met: dict[str, int]) -> None:
    if all(spot < 0 for spot in s.ship_at):
        return
    look, w = Overseas(s), s.data
    shore = [w.labels[h] for h in members(w.coastal & w.land) if w.labels[h] in GROUND]
    for h in rng.sample(shore, 8):
        expected = look.guns({h})
        if expected is not None:
            met["guns"] += 1
            assert support_of(s, ship_support(s, w.bit[w.index[h]])) == expected, h


def played(numbers: range, seed: int, share: float) -> dict[str, int]:
    met = dict.fromkeys((*DRAFTS.values(), "guns"), 0)
    bot: RandomBot[Any] = RandomBot()
    for number in numbers:
        rng = random.Random(seed + number)
        scenario, options = MIXES[number % len(MIXES)]
        s = GAME.start(scenario, options)
        while (turn := GAME.turn(s)) is not OVER:
            if turn is CHANCE:
                GAME.apply(s, GAME.chance(s).sample(rng))
                continue
            seat = turn if isinstance(turn, str) else min(turn)
            action = bot.choose(GAME, s, seat, rng)
            if type(s.stack[-1]).__name__ in DRAFTS:
                scratch = GAME.drafting(s, seat, ())
                for part in action.parts:
                    drafted(scratch, seat, rng, met)
                    GAME.add_part(scratch, part)
            elif rng.random() < share:
                guns(s, rng, met)
            GAME.apply(s, action)
    return met


def test_rules_and_oracle_agree_overseas() -> None:
    met = played(range(3), 1, 0.02)
    assert min(met.values()) > 5, met


@pytest.mark.long
def test_rules_and_oracle_agree_overseas_over_many_games() -> None:
    met = played(range(30), 100, 0.05)
    assert min(met.values()) > 50, met

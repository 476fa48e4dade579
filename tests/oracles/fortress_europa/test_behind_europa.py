"""The rules of Fortress Europa and the oracle agree on landings behind an invasion, on units turned away from inland
ports, and on trespassers in frozen districts."""

from __future__ import annotations

import random
from typing import Any

import pytest
from behind_europa import Behind
from oracle_europa import GROUND
from overseas_europa import INLAND

from grognard.bots import RandomBot
from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.game import FortressEuropa
from grognard.games.fortress_europa.rules.landing.diverted import Displaced, Diverted, TurnedAway
from grognard.games.fortress_europa.rules.movement import movement
from grognard.games.fortress_europa.rules.standing import put
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import CHANCE, OVER
from grognard.kernel.rules.masks import allowed, values
from grognard.kernel.rules.steps import verbs_of
from grognard.maps import members

GAME = FortressEuropa()
MIXES: list[tuple[str, dict[str, bool | str]]] = [
    ("invasion", {}),
    ("campaign", {}),
    ("west-wall", {"battalions": True, "canadians-with-british": True}),
    ("invasion", {"jersey": True, "flooding": True, "funnies": True}),
]


def game(number: int, rng: random.Random, until: Any) -> Position | None:
    """A game of random play up to where `until` holds."""
    bot: RandomBot[Any] = RandomBot()
    s = GAME.start(*MIXES[number % len(MIXES)])
    while (turn := GAME.turn(s)) is not OVER and not until(s):
        if turn is CHANCE:
            GAME.apply(s, GAME.chance(s).sample(rng))
        else:
            seat = turn if isinstance(turn, str) else min(turn)
            GAME.apply(s, bot.choose(GAME, s, seat, rng))
    return None if turn is OVER else s


def second_impulse(s: Position) -> bool:
    return type(s.stack[-1]).__name__ == "Moving" and s.side == ALLIED and s.impulse == 2


# --------------------------------------------------------------------------------------------- 12.11


def follow(s: Position, rng: random.Random) -> int:
    """Who can land, and where, compared; returns how many units were offered."""
    step, look, w = s.stack[-1], Behind(s), s.data
    verb = verbs_of(step)["land"]
    if not allowed(verb, s, step, "allied"):
        return 0
    offered = members(values(verb.slots[0], s, step, "allied", ()))
    area = w.areas[s.landing_area]
    waiting = [
        u
        for u in members(s.began)
        if w.spots[s.where[u]] == area.box and not (s.stuck | s.moved | w.armored) >> u & 1
        and (not w.hqs >> u & 1 or s.landed_hqs < area.second_hq)
    ]  # fmt: skip
    for u in rng.sample(waiting, min(4, len(waiting))):
        assert (u in offered) == bool(look.follows(w.ids[u])), w.ids[u]
    for u in rng.sample(offered, min(4, len(offered))):
        found = {w.labels[h] for h in members(values(verb.slots[1], s, step, "allied", (u,)))}
        assert found == look.follows(w.ids[u]), w.ids[u]
    return len(offered)


def landings(numbers: range) -> int:
    """Units land one after the other, some move on, so that hexes fill up and empty again."""
    compared = 0
    for number in numbers:
        rng = random.Random(number)
        s = game(number, rng, second_impulse)
        assert s is not None
        bot: RandomBot[Any] = RandomBot()
        for _ in range(25):
            if not second_impulse(s) or s.turn != s.invasion_turn:
                break
            compared += follow(s, rng)
            able = [a.text for a in GAME.legal(s, "allied", "land")] if rng.random() < 0.7 else []
            if able:
                goals = [a.text for a in GAME.legal(s, "allied", rng.choice(able))]
                GAME.apply(s, GAME.read(s, "allied", rng.choice(goals)))
            else:
                GAME.apply(s, bot.choose(GAME, s, "allied", rng))
            while GAME.turn(s) is CHANCE:
                GAME.apply(s, GAME.chance(s).sample(rng))
    return compared


def test_rules_and_oracle_agree_on_landings_behind_an_invasion() -> None:
    assert landings(range(10)) > 100


@pytest.mark.long
def test_rules_and_oracle_agree_on_many_landings_behind_an_invasion() -> None:
    assert landings(range(100, 160)) > 1000


# --------------------------------------------------------------------------------------------- 12.17


def turned(numbers: range) -> tuple[int, int]:
    """Invaders in inland ports, behind hidden units that have just appeared; how many met them and went farther."""
    met = farther = 0
    for number in numbers:
        rng = random.Random(number)
        s = game(number, rng, lambda s: type(s.stack[-1]).__name__ == "Invading")
        assert s is not None
        w = s.data
        s.stack.clear()
        port = rng.choice(sorted(h for h in INLAND if h in GROUND))
        passage = [h for h in INLAND[port]["passage"] if h in GROUND]
        germans = [u for u in w.of_side[GERMAN] if s.where[u] < w.n]
        for h in rng.sample(passage, rng.randint(1, len(passage))):
            put(s, rng.choice(germans), w.index[h])
        waiting = [u for u in w.of_side[ALLIED] if s.where[u] in (w.england, w.africa) and not w.hqs >> u & 1]
        for u in rng.sample(waiting, rng.randint(1, 4)):
            put(s, u, w.index[port])
            if w.raiders >> u & 1 and rng.random() < 0.5:
                s.raiding |= 1 << u
            else:
                s.invaders |= 1 << u
                s.ashore |= 1 << u
        for h in rng.sample(members(w.invadable), 6):  # beaches that are taken already
            put(s, u := rng.choice([u for u in waiting if s.where[u] >= w.n]), h)
            s.invaders |= 1 << u
            s.ashore |= 1 << u
            s.site |= w.bit[h]
        s.site |= w.bit[w.index[port]]
        if any(w.index[port] == s.where[u] for u in germans):
            continue
        s.then(TurnedAway())
        GAME.advance(s, None)
        while s.stack and isinstance(step := s.stack[-1], (Diverted, Displaced)):
            look = Behind(s)
            found = {a.args[-1] for a in GAME.legal(s, "allied", "divert")}
            if isinstance(step, Diverted):
                met += 1
                assert found == look.blockers(w.labels[step.port])
            else:
                farther += 1
                assert not look.fits(w.ids[step.unit], w.labels[step.blocker])
                assert found == look.nearest(w.ids[step.unit], w.labels[step.blocker])
            GAME.apply(s, GAME.read(s, "allied", f"divert {rng.choice(sorted(found))}"))
        look = Behind(s)
        assert not [u for u in members(s.invaders) if s.where[u] == w.index[port]] or not look.blockers(port)
        assert all(look.crowd(h) <= look.beach_limit(h) for h in passage)
    return met, farther


def test_rules_and_oracle_agree_on_units_turned_away() -> None:
    met, farther = turned(range(24))
    assert met > 5
    assert farther > 2


@pytest.mark.long
def test_rules_and_oracle_agree_on_many_units_turned_away() -> None:
    met, farther = turned(range(100, 180))
    assert met > 10
    assert farther > 10


# --------------------------------------------------------------------------------------------- 15.10


def trespassed(numbers: range) -> dict[str, int]:
    """Allied units put into frozen districts, and others beside them that have come out of one."""
    met = dict.fromkeys(("in", "out", "stay"), 0)
    for number in numbers:
        rng = random.Random(number)
        s = game(number, rng, second_impulse)
        if s is None or s.released:
            continue
        w = s.data
        inside = sorted(h for h in Behind(s).shut() if GROUND.get(h, "dyke") not in ("dyke", "alpine"))
        near = {x for h in inside for x in w.near[w.index[h]]} - {w.index[h] for h in inside}
        units = [u for u in w.of_side[ALLIED] if not (w.hqs | w.immobile | w.raiders | w.droppers) >> u & 1]
        for _ in range(12):
            t, (u, other) = s.copy(), rng.sample(units, 2)
            held = Behind(t).held["german"]
            free = [h for h in inside if h not in held]
            put(t, u, w.index[rng.choice(free)])
            t.trespassing |= 1 << u
            beside = sorted(h for h in near if w.labels[h] in GROUND and w.labels[h] not in held)
            put(t, other, rng.choice(beside))
            t.expelled |= 1 << other
            for x in (u, other):
                for field in ("moved", "pinned", "landed", "sailed", "mired", "slowed", "invaders", "stuck"):
                    setattr(t, field, getattr(t, field) & ~(1 << x))
            look = Behind(t)
            for x, name, expected in ((u, "in", look.ways_home), (other, "out", look.kept_out)):
                if next(movement.why_not_walking(t, x), None) is not None:
                    continue
                goals = expected(w.ids[x])
                met[name if goals else "stay"] += 1
                assert look.hexes(movement.goals(t, x)) == goals, (name, w.ids[x], look.at[w.ids[x]])
                assert look.hexes(movement.searched_goals(t, x)) == goals, (name, w.ids[x])
    return met


def test_rules_and_oracle_agree_on_trespassers() -> None:
    met = trespassed(range(6))
    assert min(met["in"], met["out"]) > 5, met


@pytest.mark.long
def test_rules_and_oracle_agree_on_many_trespassers() -> None:
    met = trespassed(range(100, 200))
    assert min(met["in"], met["out"]) > 100, met

"""The rules of Fortress Europa and the oracle agree on ships, drops, raids, mulberries and both invasions."""

from __future__ import annotations

import random
from typing import Any

import pytest
from oracle_europa import GROUND
from overseas_europa import Overseas, cell

from grognard.bots import RandomBot
from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, GERMAN
from grognard.games.fortress_europa.game import FortressEuropa
from grognard.games.fortress_europa.rules.air.naval import ship_support
from grognard.games.fortress_europa.rules.combat.strength import gunfire
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.state import FREE, Position
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.kernel.rules import CHANCE, OVER
from grognard.kernel.rules.masks import allowed, values
from grognard.kernel.rules.steps import verbs_of
from grognard.maps import mask_of, members

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
            own = {cell(w.sea_spots[s.ship_at[value]])} if s.ship_at[value] >= 0 else set()
            assert {cell(x) for x in found} == look.anchorages() - own
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
        met["guns"] += 1
        ships = mask_of(ship_support(s, w.bit[w.index[h]]))
        assert sum(gun.factors for gun in gunfire(w, ships)) == look.guns({h}), h


def landings(s: Position, seat: str, rng: random.Random, met: dict[str, int]) -> None:
    """In a move impulse: raids, and a second invasion as far as one could be declared or goes on."""
    step, look, w = s.stack[-1], Overseas(s), s.data
    for name, where in (("raid", look.raids), ("invade", look.invades)):
        verb = verbs_of(step).get(name)
        if verb is None or not allowed(verb, s, step, seat):
            continue
        units = members(values(verb.slots[0], s, step, seat, ()))
        boxes = [u for u in members(s.began) if s.where[u] in (w.england, w.africa)]
        kinds = w.raiders if name == "raid" else ~(w.hqs | w.armored | w.droppers)
        able = [u for u in boxes if kinds >> u & 1 and not (s.sailed | s.stuck) >> u & 1]
        for u in rng.sample(able, min(3, len(able))):
            assert (u in units) == bool(where(w.ids[u])), (name, w.ids[u])
        for u in rng.sample(units, min(2, len(units))):
            found = {w.labels[h] for h in members(values(verb.slots[1], s, step, seat, (u,)))}
            met["raids" if name == "raid" else "again"] += 1
            assert found == where(w.ids[u]), (name, w.ids[u])


def mulberries(s: Position, seat: str, met: dict[str, int]) -> None:
    step, w = s.stack[-1], s.data
    verb = verbs_of(step)["mulberry"]
    expected = Overseas(s).mulberries()
    assert allowed(verb, s, step, seat) == bool(expected)
    if expected:
        met["mulberries"] += 1
        first = members(values(verb.slots[0], s, step, seat, ()))[0]
        assert {w.labels[h] for h in members(values(verb.slots[1], s, step, seat, (first,)))} == expected


def played(numbers: range, seed: int, share: float) -> dict[str, int]:
    met = dict.fromkeys((*DRAFTS.values(), "guns", "mulberries"), 0)
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
            elif type(s.stack[-1]).__name__ == "PlaceMulberry":
                mulberries(s, seat, met)
            elif rng.random() < share:
                guns(s, rng, met)
            GAME.apply(s, action)
    return met


def test_rules_and_oracle_agree_overseas() -> None:
    met = played(range(3), 1, 0.02)
    assert min(met.values()) > 2, met


@pytest.mark.long
def test_rules_and_oracle_agree_overseas_over_many_games() -> None:
    met = played(range(30), 100, 0.05)
    assert min(met.values()) > 20, met


def august(rng: random.Random, options: dict[str, bool | str]) -> Position:
    """Some Clear turn of August with units in England, in Africa and on both sides of a front, so that raids and a
    second invasion can be made, or have begun."""
    s = GAME.start("campaign", options)
    w = s.data
    s.stack.clear()
    land = [h for h in members(w.land & ~w.dyke) if w.terrain[h] != ALPINE]
    cities = list(w.city_hexes)
    rng.shuffle(cities)
    some = rng.choice([4, 8, len(cities) // 2])  # few harbours are soon full (18.7.4)
    ours, theirs = cities[:some], cities[some:]
    coast = rng.sample(members(w.invadable), 12)
    s.where = [w.removed] * w.n_units
    s.bound, s.box, s.notes = [FREE] * w.n_units, [-1] * w.n_units, [-1] * w.n_units
    s.decoy_at, s.decoy_unit = [-1] * len(s.decoy_at), [-1] * len(s.decoy_unit)
    for u in {*rng.sample(w.of_side[ALLIED], 50), *members(w.raiders)}:
        s.where[u] = rng.choice([w.england, w.africa, w.england, w.africa, rng.choice(ours), rng.choice(coast[:4])])
    held = {h for h in s.where if h < w.n}
    free = [h for h in (*theirs, *coast[4:], *rng.sample(land, 20)) if h not in held]
    for u in rng.sample(w.of_side[GERMAN], 25):
        s.where[u] = rng.choice(free)
    german = {s.where[u] for u in w.of_side[GERMAN] if s.where[u] < w.n}
    s.allied = sum(w.bit[h] for h in {*held, *ours} - german)
    s.ruined = w.fortresses & s.allied
    s.turn, s.side, s.weather, s.released, s.invasions, s.invasion_turn = w.turn_of["aug-2"], ALLIED, 0, True, 1, 1
    s.first_failed = rng.random() < 0.2
    s.raids = rng.choice([0, 1])
    s.began = rng.getrandbits(w.n_units) | rng.getrandbits(w.n_units)
    s.flooded = rng.random() < 0.8
    s.facts = None
    s.capacity_start = max(1, capacity(s))
    s.then(StartMove(1), Moving(), EndMove())
    GAME.advance(s, None)
    return s


def landed(seeds: range) -> dict[str, int]:
    """Raids and second invasions in such positions, each as it grows unit by unit."""
    met = dict.fromkeys(("raids", "again"), 0)
    for seed in seeds:
        rng = random.Random(seed)
        s = august(rng, {"jersey": True, "funnies": True} if seed % 3 == 2 else {})
        for name in ("raid", "invade"):
            for _ in range(4):
                landings(s, "allied", rng, met)
                step = s.stack[-1]
                verb = verbs_of(step).get(name)
                if verb is None or not allowed(verb, s, step, "allied"):
                    break
                able = [a.text for a in GAME.legal(s, "allied", name)]
                if not able:
                    break
                text = rng.choice(able)
                goals = [a.text for a in GAME.legal(s, "allied", text)]
                GAME.apply(s, GAME.read(s, "allied", rng.choice(goals)))
                while GAME.turn(s) is CHANCE:
                    GAME.apply(s, GAME.chance(s).sample(rng))
                if type(s.stack[-1]).__name__ != "Moving":
                    break
    return met


def test_rules_and_oracle_agree_on_raids_and_second_invasions() -> None:
    met = landed(range(6))
    assert min(met.values()) > 5, met


@pytest.mark.long
def test_rules_and_oracle_agree_on_many_raids_and_second_invasions() -> None:
    met = landed(range(100, 300))
    assert min(met.values()) > 200, met

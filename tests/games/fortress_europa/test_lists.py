"""5 to 11, 14, 15, 17, 27: in many situations what is listed is what no condition speaks against, unit by unit and
hex by hex."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.air.air import AlliedAllocation, GermanAllocation
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.combat.retreat import Retreating, Yielding, ways
from grognard.games.fortress_europa.rules.combat.strength import this_battle
from grognard.games.fortress_europa.rules.forces.replacements import AlliedReplacing, GermanReplacing
from grognard.games.fortress_europa.rules.movement.ground import allowance, is_armored
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.setup.deploying import open_hexes, put_in_box
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import steps_of
from grognard.games.fortress_europa.rules.supply.shortage import SupplyPhase
from grognard.kernel.rules import CHANCE
from grognard.maps import members
from grognard.suite import rule

MOVES = (
    "move",
    "cross",
    "rail",
    "sail",
    "relieve",
    "airlift",
    "partisan",
    "exit",
    "enter",
    "reserve",
    "alert",
    "slip",
)


def contact(desk, rng, *, allied=14, german=14, around="", spots=True):
    """Units of both sides about a hex, in each other's zones; some of them off the map."""
    w = desk.w
    middle = desk.hex(around) if around else rng.choice(members(w.countries["france"]))
    near = [h for h in range(w.n) if w.grid.distance(middle, h) <= 5 and w.land >> h & 1 and not w.dyke >> h & 1]
    rng.shuffle(near)
    half = len(near) // 2
    kinds = {ALLIED: rng.sample(w.of_side[ALLIED], allied), GERMAN: rng.sample(w.of_side[GERMAN], german)}
    units: dict[str, str] = {}
    for side, hexes in ((ALLIED, near[:half]), (GERMAN, near[half:])):
        for u in kinds[side]:
            able = [h for h in hexes if w.ground[3] >> h & 1 == 0 or w.mountain_units >> u & 1]
            units[w.ids[u]] = w.labels[rng.choice(able or hexes)]
    if spots:
        left = [u for u in w.of_side[ALLIED] if w.ids[u] not in units]
        units |= {w.ids[u]: rng.choice(["england", "africa"]) for u in rng.sample(left, 4)}
        left = [u for u in w.of_side[GERMAN] if w.ids[u] not in units]
        units |= {w.ids[u]: rng.choice(["due", "reserve"]) for u in rng.sample(left, 3)}
    ids = list(units)
    return {
        "units": units,
        "back": " ".join(u for u in rng.sample(ids, 6) if w.back[w.unit[u]]),
        "began": rng.getrandbits(w.n_units),
        "bridges_down": rng.getrandbits(len(w.rivers)) & rng.getrandbits(len(w.rivers)),
        "capacity_start": rng.choice([0, 4]),
        "allied": " ".join(w.labels[h] for h in rng.sample(w.city_hexes, 8)),
    }


def stand(desk, found, **more):
    units = found.pop("units")
    occupied = {place for u, place in units.items() if desk.w.side[desk.w.unit[u]] == GERMAN}
    found["allied"] = " ".join(label for label in found["allied"].split() if label not in occupied)
    return desk.set_up(units, **(found | more))


SITUATIONS: dict[str, dict[str, Any]] = {
    "allied, first impulse": {"side": "allied"},
    "allied, second impulse": {"side": "allied", "impulse": 2},
    "german, first impulse": {"side": "german"},
    "german, second impulse": {"side": "german", "impulse": 2},
    "allied, bad weather": {"side": "allied", "weather": "overcast-star"},
    "german, storm": {"side": "german", "weather": "storm", "impulse": 2},
    "after the second invasion": {"side": "allied", "second_turn": 3, "invasions": 2, "invasion_turn": 3},
    "funnies": {"side": "allied", "options": "funnies canadians-with-british"},
    "fuel": {"side": "allied", "options": "fuel", "turn": "sep-2", "impulse": 2},
    "exits": {"side": "allied", "options": "exits"},
    "armor release": {"side": "german", "options": "armor-release jersey", "turn": 1, "invasion_turn": 1},
    "december, allied": {"side": "allied", "scenario": "bulge", "turn": "dec-4"},
    "december, german": {"side": "german", "scenario": "bulge", "turn": "dec-3", "impulse": 2},
    "the reserve": {"side": "german", "turn": "dec-3", "options": "greif"},
}


@rule("5.1", "5.2", "8.9", "8.10", "10.4", "11.4A", "17.10.4")
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", SITUATIONS)
def test_moves(desk, name, seed):
    rng = random.Random(f"{name} {seed}")
    more = {"impulse": 1, **SITUATIONS[name]}
    around = "FF12" if "december" in name else "RR10" if name == "exits" else "H6" if "jersey" in str(more) else ""
    s = stand(desk, contact(desk, rng, around=around), **more)
    if s.impulse == 1:
        for u in rng.sample(range(desk.w.n_units), 40):  # some have come by sea, or were held up at a river
            if s.where[u] < desk.w.n and desk.w.side[u] == s.side:
                s.spent[u] = rng.choice([0, 1, 2])
                if s.side == ALLIED:
                    s.sailed |= 1 << u
                else:
                    s.tried = (*s.tried, (u, 0))
        s.stuck = rng.getrandbits(desk.w.n_units) & rng.getrandbits(desk.w.n_units) & rng.getrandbits(desk.w.n_units)
    found = {verb: desk.agrees(verb, rng) for verb in MOVES}
    assert any(found.values())
    for unit in rng.sample(able := desk.legal("move"), min(3, len(able))):  # the hexes of a named way
        for goal in rng.sample(goals := desk.legal(f"move {unit}"), min(2, len(goals))):
            first = desk.legal(f"move {unit} {goal} via")
            if first:
                desk.legal(f"move {unit} {goal} via {rng.choice(first)}")


@rule("9.1", "9.1C", "15.10", "9.5")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("side", ["allied", "german"])
def test_moves_beside_frozen_districts(desk, side, seed):
    w, rng = desk.w, random.Random(seed)
    found = contact(desk, rng, around="K6", spots=False)
    inside = [u for u, place in found["units"].items() if u.startswith("de-") and w.district_of[desk.hex(place)] >= 0]
    frozen = " ".join(u for u in inside if rng.random() < 0.7)
    some = [u for u in found["units"] if not u.startswith("de-")]
    more = {"trespassing": desk.units_of(" ".join(some[:3])), "expelled": desk.units_of(" ".join(some[3:6]))}
    s = stand(desk, found, side=side, frozen=frozen, turn="jun-3", impulse=1, **more)
    if side == "german":
        s.moved = desk.units_of(" ".join(rng.sample([u for u in found if u.startswith("de-")] or inside, 3)))
    listed = {verb: desk.agrees(verb, rng) for verb in ("move", "cross", "rail", "relieve", "sail")}
    assert listed["move"]


FRONTS: dict[str, dict[str, Any]] = {
    "allied": {"side": "allied"},
    "german": {"side": "german"},
    "bulge": {"side": "german", "scenario": "bulge", "turn": "dec-3", "weather": "overcast-star"},
    "berlin": {"side": "german", "scenario": "berlin", "turn": "dec-3", "weather": "overcast-star"},
    "canadians": {"side": "allied", "options": "canadians-with-british funnies"},
}


@rule("14.1", "14.6", "14.6A", "14.6B", "14.6C", "14.10", "14.11", "14.13", "6.2")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", FRONTS)
def test_attacks(desk, name, seed):
    rng = random.Random(f"{name} {seed}")
    around = "FF12" if name in ("bulge", "berlin") else rng.choice(["M9", "V6", "GG10", "R13"])
    found = contact(desk, rng, allied=10, german=9, around=around, spots=False)
    belt = desk.units_of(" ".join(u for u in found["units"] if u.startswith("de-")))
    s = stand(desk, found, impulse=1, belt_units=belt, steps=[StartCombat(1)], **FRONTS[name])
    while desk.step() == "Removing":
        desk.agrees("remove", rng)
        text = "keep" if not desk.why("keep") else f"remove {desk.legal('remove')[0]}"
        desk.play(text)
    assert s.stack == [] or desk.step() in {"Attacking", "EndCombat", ""}
    if desk.step() == "Attacking":
        desk.agrees("attack", rng)


@rule("27.1", "27.5", "27.7", "27.8", "27.10", "27.12", "27.13", "31.2")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("side", ["allied", "german"])
def test_replacements(desk, side, seed):
    w, rng = desk.w, random.Random(seed)
    found = contact(desk, rng, around=rng.choice(["P4", "GG10", "M9"]))
    for u in rng.sample(range(w.n_units), 60):
        found["units"].setdefault(w.ids[u], rng.choice(["destroyed", "withdrawn"]))
    found["units"] |= {w.ids[u]: "KK15" for u in members(w.hq_troops)}
    found["units"] |= {w.ids[u]: "aside" for u in w.overstrength}
    pools = [rng.choice([0, 1, 2, 3]) for _ in w.pools]
    step = AlliedReplacing() if side == "allied" else GermanReplacing()
    options = rng.choice(["", "ss-first"])
    stand(
        desk,
        found,
        side=side,
        turn="oct-1",
        pools=pools,
        options=options,
        steps=[step, StartMove(1), Moving(), EndMove()],
    )
    if desk.step() != "Moving":
        verbs = ("build", "rebuild", "regrade", "overstrength" if side == "allied" else "hq-troops")
        found = [desk.agrees(verb, rng) for verb in verbs]
        assert any(found)


@rule("15.4", "15.5", "15.6", "15.7", "15.9", "16.4")
@pytest.mark.parametrize("seed", range(6))
def test_retreats(desk, seed):
    """The units of one hex must go one or two hexes, or two; or they may, and their owner moves them."""
    w, rng = desk.w, random.Random(seed)
    s = stand(desk, contact(desk, rng, allied=12, german=12, around=rng.choice(["M9", "J6", "R13", "EE12"])))
    side = seed % 2
    here = rng.choice([s.where[u] for u in w.of_side[side] if s.where[u] < w.n])
    units = tuple(u for u in w.of_side[side] if s.where[u] == here)
    for fewest, most, mover in ((1, 2, side), (2, 2, 1 - side), (1, 1, 1 - side)):
        ready = tuple(u for u in units if ways(s, u, fewest, most))
        if ready:
            desk.restart(Retreating(ready, fewest, most, mover), Yielding(ready, fewest, most, side))
            if desk.step() == "Retreating":
                desk.agrees("retreat", rng)
            s.stack.clear()


@rule("18.2", "18.7.5")
@pytest.mark.parametrize("seed", range(2))
def test_who_goes_short(desk, seed):
    """Many units and few points: whoever may be left without supply is listed."""
    rng = random.Random(seed)
    found = contact(desk, rng, allied=14, german=2, around="K4", spots=False)
    found["units"] |= {"us-hq-bradley": "K3", "us-1": "K2"}
    found["allied"] = "K2 K3 K4 K5 K6 J4 J5 L4 L5"
    stand(desk, found, impulse=2, steps=[SupplyPhase(ALLIED), Moving()])
    if desk.step() == "Shortage":
        assert desk.agrees("starve", rng)


@rule("3.3", "9.4", "22.1", "31.7", "31.8")
@pytest.mark.parametrize("options", ["", "free-setup", "decoys-for-hidden", "free-setup decoys-for-hidden"])
def test_set_up(desk, options):
    """With half of the display on the map, what is listed for the rest is what the display allows."""
    w, rng = desk.w, random.Random(options)
    desk.s = s = desk.game.start("campaign", dict.fromkeys(options.split(), True))
    waiting = [u for u in w.starters if s.where[u] == w.waiting]
    if not options or options == "decoys-for-hidden":
        for u in rng.sample(waiting, len(waiting) // 2):
            box = w.box_of[u]
            hexes = members(open_hexes(s, u, box))
            if hexes:
                put_in_box(s, u, box, rng.choice(hexes))
    for verb in ("place", "hide") if "decoys" not in options else ("place", "cover", "blank"):
        assert desk.agrees(verb, rng) or verb == "cover"


@rule("17.1", "17.6", "17.7", "17.9.1", "17.9.2", "17.10.3", "17.10.9")
@pytest.mark.parametrize("seed", range(6))
def test_aircraft(desk, seed):
    w, rng = desk.w, random.Random(seed)
    options = "advanced-air" if seed % 3 == 2 else ""
    mission = [
        rng.choice([-1, -1, w.mission["railway"], w.mission["strafing"]]) if plane.kind == "tac" else -1
        for plane in w.aircraft
    ]
    more = {"turn": rng.choice(["jul-2", "nov-3"]), "weather": rng.choice(["clear", "overcast"]), "mission": mission}
    for step in (AlliedAllocation(), GermanAllocation()):
        desk.set_up(
            {}, options=options, tac_left=rng.choice([0, 2, 5]), fuel_reserve=rng.choice([0, 9]),
            front_box=rng.getrandbits(len(w.aircraft)), steps=[step, Moving()], **more,
        )  # fmt: skip
        if desk.step() == type(step).__name__:
            desk.agrees("fly", rng)


@rule("5.2", "5.4", "7.2", "8.3", "8.10", "10.4", "10.5")
@pytest.mark.parametrize("seed", range(6))
def test_the_ways_that_units_take(desk, seed):
    """From hex to neighbouring hex, no farther than the allowance, through no enemies, and out of a zone before
    another is entered; by rail along open rail hexes that no enemy zone touches."""
    w, rng = desk.w, random.Random(seed)
    side = ("allied", "german")[seed % 2]
    found = contact(desk, rng, around=rng.choice(["M9", "V9", "R13", "GG10"]), spots=False)
    found["bridges_down"] = 0
    s = stand(desk, found, side=side, impulse=1)
    foe = 1 - s.side
    enemies, zones = survey(s).occupied[foe], survey(s).zones[foe]
    able = desk.legal("move")
    for unit in rng.sample(able, min(6, len(able))):
        u = desk.unit(unit)
        goals = desk.legal(f"move {unit}")
        for goal in rng.sample(goals, min(4, len(goals))):
            way = [desk.hex(label) for label in desk.preview(f"move {unit} {goal}").path]
            assert (way[0], way[-1]) == (s.where[u], desk.hex(goal))
            assert all(b in w.near[a] for a, b in pairwise(way))
            assert len(way) - 1 <= allowance(s, u)
            assert not any(enemies >> h & 1 for h in way)
            assert not any(zones >> h & 1 for h in way[1:-1]), "it would have had to stop"
            if len(way) == 2:
                assert not (zones >> way[0] & 1 and zones >> way[1] & 1), "8.10"
            stops = [h for h in way[1:-1] if w.terrain[h] == MOUNTAIN and not w.mountain_units >> u & 1]
            assert not stops, "mountains end the move of others (8.3)"
            if is_armored(s, u) and any(w.terrain[h] == ROUGH for h in way[1:-1]):
                assert len(way) - 1 <= (allowance(s, u) + 1) // 2, "8.1"
    if side == "german":
        trains = desk.legal("rail")
        for unit in rng.sample(trains, min(3, len(trains))):
            goals = desk.legal(f"rail {unit}")
            for goal in rng.sample(goals, min(3, len(goals))):
                way = [desk.hex(label) for label in desk.preview(f"rail {unit} {goal}").path if label in w.index]
                assert way[-1] == desk.hex(goal)
                assert not any((zones | enemies) >> h & 1 for h in way), "10.4"
                assert not any(s.allied_rail >> h & 1 for h in way), "10.7"


def steps_on_map(s, units):
    return sum(steps_of(s, u) for u in units if s.where[u] < s.data.n)


@rule("15.2", "15.3", "15.3-AE", "15.3-A2", "15.3-A1", "15.3-EX", "15.3-E2", "15.3-D1", "15.3-DE", "14.9")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("side", ["allied", "german"])
def test_what_battles_cost(desk, side, die):
    """Each side loses the steps that the result names, or all it has; only a retreat without a way costs more. Who
    has fought fights no more in the impulse, and nobody else has lost anything."""
    rng = random.Random(f"{side} {die}")
    game = desk.game
    found = contact(desk, rng, allied=9, german=9, around="M9", spots=False)
    s = stand(desk, found, side=side, impulse=1, steps=[StartCombat(1)])
    while desk.step() == "Removing":
        desk.play("keep" if not desk.why("keep") else f"remove {desk.legal('remove')[0]}")
    fought = 0
    while desk.step() == "Attacking" and fought < 3:
        deed = game.random(s, desk.seat, rng)
        everybody = [u for u in range(desk.w.n_units) if s.where[u] < desk.w.n]
        before = {u: steps_of(s, u) for u in everybody}
        game.apply(s, deed)
        if game.turn(s) is not CHANCE:
            break
        attackers, foes = members(s.battle_units), members(s.battle_foes)
        r = this_battle(s)
        result = desk.w.book.column[r.column].results[min(max(die + r.die, 1), 6) - 1]
        row = next(x for x in desk.w.book.result if x.id == result)
        game.apply(s, (die,))
        while s.stack and desk.step() != "Attacking":
            game.apply(s, (die,) if game.turn(s) is CHANCE else game.random(s, game.owing(s)[0], rng))
        for units, due in ((attackers, row.attacker), (foes, row.defender)):
            had = sum(before[u] for u in units)
            lost = had - steps_on_map(s, units)
            assert lost >= min(had, due), (result, due)
            if not any(s.where[u] >= desk.w.n for u in units):
                assert lost == min(had, due), result
        idle = [u for u in everybody if u not in attackers and u not in foes and s.where[u] < desk.w.n]
        assert all(steps_of(s, u) == before[u] for u in idle)
        if desk.step() == "Attacking":
            left = [u for u in attackers if s.where[u] < desk.w.n]
            assert all(desk.why(f"attack {desk.w.ids[u]}") == ["14.9"] for u in left)
        fought += 1
    assert fought

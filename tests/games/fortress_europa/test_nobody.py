"""A unit that is out of the game is nobody's concern: whatever is noted of it, all others may do the same as before,
for the same reasons, with the same effects."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, WEATHERS
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.forces.replacements import AlliedReplacing, GermanReplacing
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, PlayerTurn, StartMove
from grognard.games.fortress_europa.rules.supply.shortage import SupplyPhase
from grognard.kernel.rules import CHANCE, OVER
from grognard.kernel.rules.masks import values
from grognard.maps import members
from grognard.suite import offers_are_right, rule

UNITS = (
    "moved", "slowed", "mired", "pinned", "stuck", "landed", "railed", "sailed", "fought", "ashore",
    "began", "by_air", "rebuilt", "grounded", "strafed", "sighted", "stopped", "trespassing", "driven_in", "expelled",
    "unsupplied", "quick_units",
)  # fmt: skip
"""Sets of units in the state, but for those who are about to land: these are on the map for sure."""
HEXES = (
    "allied", "allied_rail", "rail_noted", "ruined", "friendly_beaches", "airfields", "crowded", "volkssturm_cities",
    "bases_taken", "sites_taken",
)  # fmt: skip
"""Sets of hexes."""


def ghosts(w):
    """The last unit of the list, and the last hex, which is sea: each as a bit of the sets that it is in."""
    return dict.fromkeys(UNITS, 1 << w.n_units - 1) | dict.fromkeys(HEXES, w.bit[max(members(w.sea))])


def haunted(s):
    """The same position with them in every set."""
    new = s.copy()
    for name, bit in ghosts(s.data).items():
        setattr(new, name, getattr(new, name) | bit)
    new.facts = None
    return new


def freed(s):
    """The position without them."""
    for name, bit in ghosts(s.data).items():
        setattr(s, name, getattr(s, name) & ~bit)
    s.facts = None
    return s


def offers(s, seat):
    """What can be named first after every verb."""
    step = s.stack[-1]
    found = {}
    for verb in (v for v in step.verbs if "79" not in v.name):  # it is a part of the 79th
        if verb.reasons is not None and next(verb.reasons(s, step, seat), None) is not None:
            found[verb.name] = -1
        elif verb.slots and not verb.slots[0].keyword:
            slot = verb.slots[0]
            found[verb.name] = values(slot, s, step, seat, (0,) if slot.many else ())
    return found


def refusals(game, s, seat, rng, verbs):
    """The cases against some units, and against some goals of those that can act."""
    w = s.data
    found: list[tuple[str, str, str, list[str]]] = []
    some = [w.ids[u] for u in rng.sample([u for u in range(w.n_units) if u < w.n_units - 1], 20)]
    hexes = [w.labels[h] for h in rng.sample(members(w.land), 4)]
    for verb in verbs:
        for unit in some:
            found.append((verb, unit, "", [r.rule for r in game.why_not(s, seat, f"{verb} {unit}")]))
            near = w.labels[rng.choice(w.near[s.where[w.unit[unit]]])] if s.where[w.unit[unit]] < w.n else hexes[0]
            found.append((verb, unit, near, [r.rule for r in game.why_not(s, seat, f"{verb} {unit} {near}")]))
    return found


def front(desk, rng, around, count=14):
    w = desk.w
    middle = desk.hex(around)
    near = [h for h in range(w.n) if w.grid.distance(middle, h) <= 5 and w.land >> h & 1 and not w.dyke >> h & 1]
    rng.shuffle(near)
    half = len(near) // 2
    units: dict[str, str] = {}
    for side, hexes in ((ALLIED, near[:half]), (GERMAN, near[half:])):
        for u in rng.sample([u for u in w.of_side[side] if u < w.n_units - 1], count):
            units[w.ids[u]] = w.labels[rng.choice([h for h in hexes if not w.ground[3] >> h & 1])]
    left = [u for u in w.of_side[ALLIED] if w.ids[u] not in units and u < w.n_units - 1]
    units |= {w.ids[u]: rng.choice(["england", "africa"]) for u in rng.sample(left, 5)}
    left = [u for u in w.of_side[GERMAN] if w.ids[u] not in units]
    units |= {w.ids[u]: rng.choice(["due", "destroyed"]) for u in rng.sample(left, 5)}
    return units


STEPS: dict[str, Any] = {
    "allied move": ("allied", 1, lambda: [StartMove(1), Moving(), EndMove()]),
    "allied second move": ("allied", 2, lambda: [StartMove(2), Moving(), EndMove()]),
    "german move": ("german", 1, lambda: [StartMove(1), Moving(), EndMove()]),
    "german second move": ("german", 2, lambda: [StartMove(2), Moving(), EndMove()]),
    "allied combat": ("allied", 1, lambda: [StartCombat(1)]),
    "german combat": ("german", 2, lambda: [StartCombat(2)]),
    "allied replacements": ("allied", 0, lambda: [AlliedReplacing()]),
    "german replacements": ("german", 0, lambda: [GermanReplacing()]),
    "allied supply": ("allied", 2, lambda: [SupplyPhase(ALLIED)]),
    "german supply": ("german", 2, lambda: [SupplyPhase(GERMAN)]),
    "allied turn": ("allied", 0, lambda: [PlayerTurn(ALLIED)]),
    "german turn": ("german", 0, lambda: [PlayerTurn(GERMAN)]),
}


@rule("5.1", "8.9", "10.4", "11.2", "12.4", "14.9", "18.1", "20.7", "27.7", "17.10.1", "15.10")
@pytest.mark.parametrize("around", ["M9", "CC6", "R13", "GG10"])
@pytest.mark.parametrize("name", STEPS)
def test_who_is_out_of_the_game_is_nobody_s_concern(desk, name, around):
    rng = random.Random(f"{name} {around}")
    game, w = desk.game, desk.w
    side, impulse, steps = STEPS[name]
    s = desk.set_up(
        front(desk, rng, around), side=side, impulse=impulse, steps=steps(), turn=rng.choice(["jul-2", "sep-1"]),
        weather=rng.choice(WEATHERS[:3]), invasions=1, invasion_turn=1, capacity_start=9,
        bridges_down=rng.getrandbits(len(w.rivers)) & rng.getrandbits(len(w.rivers)),
        began=rng.getrandbits(w.n_units - 1), pools=[rng.choice([0, 2]) for _ in w.pools],
    )  # fmt: skip
    lockstep(game, s, rng, 60)


def lockstep(game, s, rng, most):
    """Plays on at random, each action in both worlds."""
    for number in range(most):
        other = haunted(s)
        if not s.stack or game.turn(s) == OVER:
            break
        if game.turn(s) == CHANCE:
            outcome = game.chance(s).sample(rng)
            game.apply(s, outcome)
            game.apply(other, outcome)
        else:
            seat = game.owing(s)[0]
            found = offers(s, seat)
            assert offers(other, seat) == found
            if number % 10 == 0:
                verbs = [v.name for v in s.stack[-1].verbs if v.slots and v.slots[0].name == "unit"]
                seed = rng.random()
                mine = refusals(game, s, seat, random.Random(seed), verbs)
                assert refusals(game, other, seat, random.Random(seed), verbs) == mine
            deed = game.random(s, seat, rng)
            if deed.verb == "end" and rng.random() < 0.7:
                deed = game.random(s, seat, rng)
            if number % 8 == 3 and not deed.parts:
                offers_are_right(s, seat, game.said(s, deed).text)
            game.apply(s, deed)
            game.apply(other, deed)
        assert freed(other) == freed(s.copy()), number


@rule("4.2", "12.1", "17.1", "19.3", "20.7", "21.2", "24.1", "26.3", "29.1", "33.3.9")
@pytest.mark.parametrize(
    ("scenario", "seed"),
    [("campaign", 1), ("invasion", 0), ("west-wall", 1), ("bulge", 0), ("bulge", 1), ("berlin", 1)],
)
def test_nor_in_the_course_of_a_game(desk, scenario, seed):
    rng = random.Random(f"{scenario} {seed}")
    game = desk.game
    options = {
        o.id: True for o in game.options
        if (not o.scenarios or scenario in o.scenarios) and not o.values and not o.id.startswith("extended") and seed
        and rng.random() < 0.5
    }  # fmt: skip
    lockstep(game, game.start(scenario, options), rng, 110)

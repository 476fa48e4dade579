"""14.6, 14.8, 14.11, 19.4, 6.2: whether a battle could have legal odds at all, and which enemies nobody could attack
any more beside it: told without a search, against all that could join."""

from __future__ import annotations

import random
from itertools import chain, combinations

import pytest

from grognard.games.fortress_europa.rules.air.naval import ship_support
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.regrouping import hopeless, stranded
from grognard.games.fortress_europa.rules.state import LOST, on
from grognard.maps import mask_of, members
from grognard.suite import rule
from tests.games.fortress_europa.sharings import Sharings, together
from tests.games.fortress_europa.test_regrouping import STRONG, placed
from tests.games.fortress_europa.test_searching import (
    against_odds,
    among_the_quiet,
    in_the_open,
    in_the_woods,
    with_funnies,
    with_ships,
)
from tests.games.fortress_europa.test_without_a_search import mixed


def few_of_many_nations(desk, seed):
    """Reduced units of three nationalities and rangers before stacks that two of them could attack together."""
    rng = random.Random(f"who could {seed}")
    weak = [
        "us-rangers",
        "us-1",
        "br-3",
        "ca-3",
        *rng.sample(["us-4cav", "br-1ssb", "br-50", "fr-2db", "us-106cav"], 2),
    ]
    strong = rng.sample(["de-lehr", "de-12ss", "de-2pz", "de-116pz", "de-1ss", "de-352", "de-2ss", "de-17ss"], 6)
    units = {u: rng.choice(["M9", "N9"]) for u in weak} | {u: rng.choice(["M10", "N10", "M8"]) for u in strong}
    back = " ".join(u for u in units if rng.random() < 0.6 and desk.w.two_steps >> desk.unit(u) & 1)
    options = "canadians-with-british" if seed % 2 else ""
    return desk.set_up(units, back=back, options=options, steps=[])


SCENES = [(scene, seed) for scene, number in (
    (in_the_open, 8), (against_odds, 14), (in_the_woods, 8), (with_ships, 16), (with_funnies, 6),
    (among_the_quiet, 8), (few_of_many_nations, 16), (mixed, 8),
) for seed in range(number)]  # fmt: skip


def could(s, fronts, hexes, units, others, ships=0):
    """Whether some of the others with these units have legal odds against these hexes, with all ships in reach."""
    ships |= mask_of(ship_support(s, hexes))
    friends = [u for u in others if not hexes & ~fronts.f.able[u]]
    return any(
        fronts.legal(hexes, (*units, *more), ships)
        for n in range(len(friends) + 1)
        for more in combinations(friends, n)
        if units or more
    )


@rule("14.6", "14.8", "19.4", "31.16", "6.2", "21.3")
@pytest.mark.parametrize(("scene", "seed"), SCENES)
def test_a_battle_is_hopeless_if_nobody_who_joins_makes_it_legal(desk, scene, seed):
    """Of one nationality with its units; rangers join whom they like. Ships are named, or are in reach and ready."""
    s = scene(desk, seed)
    fronts = Sharings(s)
    for hexes in fronts.battles:
        near = [u for u in fronts.units if not hexes & ~fronts.f.able[u]]
        for chosen in chain.from_iterable(combinations(near, n) for n in (1, 2)):
            if not together(s, chosen):
                continue
            others = [u for u in near if u not in chosen]
            for ships in (0, 1, 8) if s.ship_at[0] != LOST else (0,):
                expected = not could(s, fronts, hexes, chosen, others, ships)
                assert hopeless(s, fronts.f, hexes, mask_of(chosen), ships) == expected


@rule("14.6A", "14.8", "19.4", "31.16", "6.2", "21.3")
@pytest.mark.parametrize(("scene", "seed"), SCENES)
def test_enemies_that_nobody_else_could_attack_are_stranded(desk, scene, seed):
    """Those beside the units of a battle that must be attacked and are not in it; not with the Funnies."""
    s = scene(desk, seed)
    fronts = Sharings(s)
    f = fronts.f
    for hexes in [0, *fronts.battles]:
        for chosen in chain.from_iterable(combinations(fronts.units, n) for n in (1, 2)):
            others = [u for u in fronts.units if u not in chosen]
            due = {h for u in chosen for h in members(f.able[u] & f.duty & ~hexes)}
            lost = [h for h in due if not could(s, fronts, 1 << h, (), others)]
            assert stranded(s, f, hexes, mask_of(chosen)) == (0 if on(s, "funnies") else len(lost))


@rule("6.2", "21.3", "14.8")
def test_rangers_are_joined_by_one_nationality(desk):
    """Seven of two nationalities would be enough against thirty-three, four of one are not, ten are."""
    for more, expected in (({}, True), ({"us-4": "M9"}, False)):
        units = placed(M9="us-1 us-rangers", L9="br-3", M10=STRONG) | more
        s = desk.set_up(units, back="us-1 br-3", steps=[])
        assert hopeless(s, front(s), desk.hexes_of("M10"), desk.units_of("us-rangers"), 0) == expected
        assert hopeless(s, front(s), desk.hexes_of("M10"), desk.units_of("br-3"), 0)

"""5.1, 5.3, 7.2, 8.2 to 8.4, 8.9, 8.10, 9.3, 14.11, 17.10.4, 24.3, 31.14, 33.3.7: units in pockets. Who can move and
who can try a river is known at a glance for many at once; a search for each of them finds the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.games.fortress_europa.data.world import FINE, OVERCAST, STORM
from grognard.games.fortress_europa.rules.movement import crossing, movement
from grognard.games.fortress_europa.rules.standing import put
from grognard.maps import mask_of
from grognard.suite import rule

PLACES: dict[str, dict[str, Any]] = {
    "Normandy, Allied": {"middle": "M9", "side": "allied"},
    "Normandy, German": {"middle": "M9", "side": "german"},
    "the Seine, Allied": {"middle": "R10", "side": "allied", "rivers": True},
    "the Seine, German": {"middle": "R10", "side": "german", "rivers": True},
    "the Alps, Allied": {"middle": "T27", "side": "allied"},
    "the Alps, German": {"middle": "T27", "side": "german", "partisan": "S26"},
    "Italy, German": {"middle": "W30", "side": "german"},
    "floods, Allied": {"middle": "DD6", "side": "allied", "rivers": True},
    "floods, German": {"middle": "DD6", "side": "german", "rivers": True},
    "the dyke, Allied": {"middle": "HH4", "side": "allied"},
    "the Meuse, Allied": {"middle": "BB11", "side": "allied", "scenario": "bulge", "turn": "dec-3"},
    "the Meuse, German": {"middle": "BB11", "side": "german", "scenario": "bulge", "turn": "dec-3"},
    "Nancy, Allied": {"middle": "CC16", "side": "allied", "scenario": "bulge", "turn": "dec-4"},
    "the Seine, with the Funnies": {"middle": "R10", "side": "allied", "rivers": True, "options": "funnies"},
}  # fmt: skip


def pocket(desk, rng, middle, side, rivers=False, **more):
    """Some units of a side with some of the other side around them, a few of which have no zones (20.6)."""
    w = desk.w
    if "partisan" in more:
        more["partisan"] = desk.hex(more["partisan"])
    near = sorted(desk.disc(middle, 3))
    of = [x for x in rng.sample(range(w.n_units), w.n_units) if not w.immobile >> x & 1 and w.zoned >> x & 1]
    mine = [u for u in of if w.side[u] == (side == "allied")][: rng.randint(4, 12)]
    foes = [u for u in of if w.side[u] != (side == "allied")][: rng.randint(2, 9)]
    held = rng.sample(near, min(max(0, len(near) - 4), len(foes)))
    foes = foes[: len(held)]
    free = [label for label in near if label not in held]
    units = {w.ids[u]: label for u, label in zip(foes, held, strict=True)}
    mine += map(desk.unit, ("us-2arm", "fr-4dmm") if side == "allied" else ("de-2pz", "de-5geb"))
    units |= {w.ids[u]: rng.choice(free[: rng.choice((2, 5, 40))]) for u in mine}
    s = desk.set_up(units, side=side, impulse=rng.choice((1, 1, 2)), steps=[], **more)
    s.weather = rng.choice((FINE, FINE, OVERCAST, STORM))
    s.dropped = mask_of(u for u in foes if rng.random() < 0.4)
    s.italy_open = rng.random() < 0.5
    if rivers:
        s.bridges_down = rng.choice((0, -1, -1, rng.getrandbits(len(w.rivers)))) & (1 << len(w.rivers)) - 1
    s.box = [rng.choice((-1, x)) for x in s.box]
    for u in mine:
        state = rng.random()
        if state < 0.1:
            s.spent[u], s.sailed = rng.randint(1, 3), s.sailed | 1 << u
        elif state < 0.15:
            s.moved |= 1 << u
        elif state < 0.2:
            s.stuck |= 1 << u
        elif state < 0.25:
            s.expelled |= 1 << u
        elif state < 0.3:
            s.slowed |= 1 << u
    s.facts = None
    return s, mine, foes


def looked_at(desk, s, mine):
    """Who can move, and who of the armor can try a river: one by one, by searches."""
    able = [u for u in mine if not list(movement.why_not_walking(s, u))]
    goals = {u: movement.searched_goals(s, u) for u in able}
    for u in able:
        assert movement.goals(s, u) == goals[u], desk.w.ids[u]
        assert movement.can_go(s, u) == bool(goals[u]), desk.w.ids[u]
    armor = [u for u in able if s.bridges_down and desk.w.armored >> u & 1]
    banks = {u: crossing.searched_banks(s, u) for u in armor}
    for u in armor:
        assert crossing.banks(s, u) == banks[u], desk.w.ids[u]
    return mask_of(able), mask_of(u for u in able if goals[u]), mask_of(u for u in armor if banks[u])


@rule("5.1", "5.3", "7.2", "8.2", "8.3", "8.4", "8.7", "8.10", "9.3", "14.11", "17.10.4", "24.3", "33.3.7", "33.3.8")
@pytest.mark.parametrize("name", PLACES)
def test_who_can_leave_a_pocket(desk, name):
    rng, shut = random.Random(name), 0
    for _ in range(25):
        s, mine, foes = pocket(desk, rng, **PLACES[name])
        for _ in range(3):
            fresh = s.bare()
            able, goers, triers = looked_at(desk, fresh, mine)
            for one in (s, s.bare()):
                assert movement.walkers(one) == able
                assert movement.movers(one) == goers
                assert crossing.crossers_among(one, able) == triers
            shut += (able & ~goers).bit_count()
            # what they see is kept: somebody of theirs goes elsewhere, then one of the enemy
            for some in (mine, foes)[: rng.randint(1, 2)]:
                u = rng.choice(some)
                there = rng.choice(sorted(desk.disc(desk.w.labels[s.where[u]], 2)))
                others = foes if u in mine else mine
                if all(s.where[x] != desk.hex(there) for x in others):
                    put(s, u, desk.hex(there))
    assert shut


@rule("8.1", "14.11", "17.10.4")
@pytest.mark.parametrize("impulse", [1, 2])
@pytest.mark.parametrize("label", ["Q10", "Q11", "P9", "T12", "R11"])
def test_two_before_a_river_who_have_not_done_the_same(desk, label, impulse):
    """What is known of one is not taken for the other, who has spent more, has been in rough ground or has tried."""
    rng, w = random.Random(f"{label} {impulse}"), desk.w
    s = desk.set_up({"us-2arm": label, "us-3arm": label, "br-3": "S8", "de-352": "S9"}, impulse=impulse, steps=[])
    s.bridges_down = (1 << len(w.rivers)) - 1
    two = [desk.unit("us-2arm"), desk.unit("us-3arm")]
    sides = [(u, w.grid.side(h, there)) for u in two for h in [s.where[u]] for there in w.near[h]]
    for number in range(40):
        s.slowed = sum(1 << u for u in two if rng.random() < 0.4)
        for u in two:
            s.spent[u] = rng.choice((0, 1, 1, 2, 3, 4, 5))
        s.sailed = 0
        s.tried = tuple(rng.sample(sides, rng.choice((0, 0, 1, 3))))
        s.facts = None if number % 10 == 0 else s.facts
        for u in two:
            assert crossing.banks(s, u) == crossing.searched_banks(s, u), (s.spent[u], s.slowed, s.tried)
        triers = mask_of(u for u in two if crossing.searched_banks(s, u))
        s.sailed = mask_of(u for u in two if s.spent[u])
        assert crossing.crossers_among(s, mask_of(two)) & ~s.sailed == triers & ~s.sailed

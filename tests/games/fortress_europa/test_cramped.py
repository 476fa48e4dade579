"""5.1, 7.2, 8, 9.3, 14.11, 17.10.4: who can move, and who can try a river, where many stand close together: what is
kept from one moment to the next is what the conditions say of each unit."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE
from grognard.games.fortress_europa.rules.movement import crossing, movement
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.standing import put, set_decoy
from grognard.maps import mask_of, members
from grognard.suite import rule

STEP = Moving()
MIDDLES = "T13 Q10 D24 EE10 K21 HH12 M13 T30 HH2 Q27 JJ2".split()  # noqa: SIM905
ALLIES = (
    "us-1", "us-4", "us-2arm", "us-3arm", "us-rangers", "us-hq-bradley", "br-3", "br-7arm", "br-50", "ca-3",
    "ca-4arm", "pl-1arm", "fr-2dim", "fr-4dmm", "fr-1db", "br-1ssb", "br-79-a",
)  # fmt: skip
GERMANS = (
    "de-347", "de-352", "de-353", "de-lehr", "de-2pz", "de-5geb", "de-34", "de-hq-ob-west", "de-vs-8", "de-150ss",
    "de-6ss-geb", "de-503", "de-91", "de-77", "de-21pz",
)  # fmt: skip


def scene(desk, seed):
    """Units of both sides within three hexes, never both in one."""
    rng = random.Random(f"cramped {seed}")
    w, side = desk.w, seed % 2
    middle = desk.hex(MIDDLES[seed % len(MIDDLES)])
    near = [h for h in members(w.disc(middle, 3) & w.land & ~w.dyke) if w.terrain[h] != ALPINE or rng.random() < 0.3]
    rng.shuffle(near)
    part = len(near) // 3
    mine, theirs = (ALLIES, GERMANS) if side == ALLIED else (GERMANS, ALLIES)
    units = {name: w.labels[rng.choice(near[part:])] for name in rng.sample(mine, 11)}
    units |= {name: w.labels[rng.choice(near[:part])] for name in rng.sample(theirs, rng.choice([1, 2, 4]))}
    beside = [n for n, river in enumerate(w.rivers) if any(river.banks >> h & 1 for h in near)]
    s = desk.set_up(
        units, side=("german", "allied")[side], impulse=rng.choice([1, 1, 2]), italy_open=rng.random() < 0.5,
        weather=rng.choice(["clear", "clear", "overcast-star", "storm"]), turn="sep-2",
        bridges_down=mask_of(n for n in beside if rng.random() < 0.6), options=rng.choice(["", "", "funnies"]),
        partisan=rng.choice(near) if seed % 3 == 0 else -1,
    )  # fmt: skip
    s.box = [-1] * w.n_units
    s.box[desk.unit("de-5geb")], s.box[desk.unit("de-34")], s.box[0] = 5, 6, 5
    s.pinned = 0
    s.facts = None
    return s, [desk.unit(name) for name in units], near, rng


def change(s, u, near, rng):
    """Something that can happen between two moves."""
    w, bit = s.data, 1 << u
    own = s.facts.occupied[w.side[u]] if s.facts else 0
    free = [h for h in near if own >> h & 1 or not any(x == h for x in s.where)]
    match rng.randrange(8):
        case 0 | 1 | 2:
            put(s, u, rng.choice(free))
        case 3:
            s.moved ^= bit
        case 4:
            put(s, u, w.destroyed)
        case 5 if w.side[u] == ALLIED == s.side:
            s.sailed |= bit
            s.spent[u] = rng.choice([0, 1, 2])
        case 5 if s.side == w.side[u]:
            s.tried = (*s.tried, (u, rng.randrange(6)))
            s.spent[u] = rng.choice([0, 1, 3])
        case 6:
            s.bridges_down ^= 1 << rng.randrange(len(w.rivers))
        case 7:
            s.italy_open, s.flooded = rng.random() < 0.5, rng.random() < 0.5


@rule("5.1", "5.4", "7.2", "8.3", "8.4", "8.10", "9.3", "14.11", "17.10.4", "24.3", "31.16")
@pytest.mark.parametrize("seed", range(44))
def test_who_can_move_where_many_stand_close_together(desk, seed):
    s, units, near, rng = scene(desk, seed)
    names, mine = desk.w.ids, [u for u in units if desk.w.side[u] == s.side]
    for _ in range(5):
        able = movement.movers(s)
        over = crossing.units(s, STEP, "", ()) if s.bridges_down else 0
        fresh = s.bare()
        walks = [u for u in mine if not [*movement.why_not_walking(fresh, u)] and movement.searched_goals(fresh, u)]
        assert {names[u] for u in members(able)} == {names[u] for u in walks}
        for u in walks:
            assert movement.can_go(s, u)
        crosses = [u for u in mine if s.bridges_down and not [*crossing.unit_reasons(fresh, STEP, "", (u,))]]
        assert {names[u] for u in members(over)} == {names[u] for u in crosses}
        for u in crosses:
            found = crossing.banks(s, u)
            assert {h: set(x) for h, x in found.items()} == {
                h: set(x) for h, x in crossing.searched_banks(fresh, u).items()
            }
        for _ in range(rng.choice([1, 1, 2])):
            change(s, rng.choice(units), near, rng)


@rule("5.1", "7.2", "8.10")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_who_was_hemmed_in_moves_when_an_enemy_is_gone(desk, side):
    """Between four divisions every hex around N9 lies in their zones; de-347 is the first unit of all."""
    four = ("us-1", "us-4", "us-9", "us-29") if side == "german" else ("de-352", "de-353", "de-91", "de-77")
    mine = "de-347" if side == "german" else "us-2"
    s = desk.set_up(dict(zip(four, ("M9", "O9", "N10", "N7"), strict=True)) | {mine: "N9"}, side=side)
    u = desk.unit(mine)
    assert not movement.movers(s) >> u & 1
    put(s, desk.unit(four[2]), desk.w.destroyed)
    assert movement.movers(s) >> u & 1
    put(s, desk.unit(four[2]), desk.hex("N10"))
    assert not movement.movers(s) >> u & 1


@rule("14.11", "31.6", "5.1")
def test_who_can_stop_nowhere_beside_goes_on_through(desk):
    """A unit under a decoy has no zone, but is claimed by br-3; all around M11 but M12, next to it, is held by units
    that have just dropped. us-1 may not stop in M12, but passes it."""
    silent = dict(
        zip(("de-3fj", "de-5fj", "de-6fjr", "de-8fj", "de-7fj"), sorted(desk.near("M11") - {"M12"}), strict=False)
    )
    assert len(silent) == 5
    units = {"us-1": "M11", "br-3": "N13", "de-352": "M13"} | silent
    s = desk.set_up(units, options="decoys", turn="sep-2", dropped=desk.units_of(" ".join(silent)))
    set_decoy(s, 0, desk.hex("M13"), desk.unit("de-352"))
    u = desk.unit("us-1")
    goals = {desk.w.labels[h] for h in members(movement.searched_goals(s, u))}
    assert goals
    assert not goals & desk.near("M13")
    assert movement.can_go(s, u)
    assert movement.movers(s) == desk.units_of("us-1 br-3")

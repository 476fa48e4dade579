"""7.1, 9.1, 9.5, 16.2, 30.2, 31.6: what is known of who stands where, through all doors by which that changes, is
what follows from the units one by one."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules import standing
from grognard.games.fortress_europa.rules.state import FREE, NOWHERE
from grognard.maps import members
from grognard.suite import rule

SIDES = (GERMAN, ALLIED)
UNITS = [
    "de-347", "de-352", "de-353", "de-91", "de-lehr", "de-vs-8", "de-lehr-late", "de-hq-ob-west", "de-5geb",
    "us-1", "us-4", "us-2arm", "us-rangers", "us-hq-bradley", "br-3", "br-79-c", "us-over-6",
]  # fmt: skip
PLACES = [
    "A2", "K9", "K10", "L9", "L10", "M9", "M10", "N9", "Y34", "X29", "P4", "P5", "Q5", "Q6", "RR29",
    "due", "england", "destroyed", "hidden",
]  # fmt: skip


def mask(numbers):
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


class Seen:
    """What the rules say of the units, looked at one by one."""

    def __init__(self, s):
        self.s, self.w = s, s.data

    def on_map(self, side):
        return [u for u in self.w.of_side[side] if self.s.where[u] < self.w.n]

    def occupied(self, side):
        found = mask(self.s.where[u] for u in self.on_map(side))
        return found | self.decoys() if side == GERMAN else found

    def decoys(self):
        return mask(h for h in self.s.decoy_at if h != NOWHERE)

    def quiet(self, u):
        """7.1, 9.5, 20.6, 31.6: units without zones, but for their hexes."""
        s, w = self.s, self.w
        return not w.zoned >> u & 1 or (s.dropped | s.invaders) >> u & 1 or s.bound[u] != FREE or u in s.decoy_unit

    def loud(self, side):
        return mask(self.s.where[u] for u in self.on_map(side) if not self.quiet(u))

    def reached(self, side):
        s, w = self.s, self.w
        walls = w.fortresses & ~s.ruined
        over = set(w.pairs_over(s.bridges_down))
        found = 0
        for h in members(self.loud(side)):
            found |= mask(x for x in members(w.adjacent[h]) if (h, x) not in over and not walls >> x & 1)
        return found

    def zone(self, side):
        return self.reached(side) | self.occupied(side)


def agree(s, sets):
    """Everything that is known is what is so."""
    w, seen, f = s.data, Seen(s), standing.facts(s)
    at = [0] * len(w.spots)
    for u, h in enumerate(s.where):
        at[h] += 1 << u
    assert f.at == at
    assert f.on_map == mask(u for side in SIDES for u in seen.on_map(side))
    assert f.frozen == mask(u for u, district in enumerate(s.bound) if district != FREE)
    assert f.covered == mask(u for u in s.decoy_unit if u != -1)
    assert f.decoys == seen.decoys()
    assert f.garrison == mask(u for u, box in enumerate(s.box) if box in (5, 6))
    for side in SIDES:
        assert standing.zone(s, side) == seen.zone(side)
        assert f.sources[side] == seen.loud(side)
        assert standing.occupied(s, side) == seen.occupied(side)
    around = standing.survey(s)
    assert around.occupied == (seen.occupied(GERMAN), seen.occupied(ALLIED))
    assert around.zones == (seen.zone(GERMAN), seen.zone(ALLIED))
    assert around.own_only == tuple(seen.occupied(side) & ~seen.loud(side) for side in SIDES)
    veiled = s.turn == w.landing_turn and s.side == ALLIED
    real = mask(s.where[u] for u in seen.on_map(GERMAN)) | seen.reached(GERMAN)
    assert around.doubtful == (seen.decoys() & ~real if veiled else 0)
    assert standing.allied_hexes(s) == s.allied & ~(seen.zone(GERMAN) & ~seen.occupied(ALLIED))
    assert standing.german_hexes(s) == w.land & ~s.allied
    for what, hexes in sets.items():
        expected = mask(u for u, h in enumerate(s.where) if h < w.n and hexes >> h & 1)
        assert standing.standing_on(s, what, hexes) == expected, what


def knock(desk, s, rng):
    """One change by one door."""
    w = desk.w
    u = desk.unit(rng.choice(UNITS))
    match rng.randrange(8):
        case 0 | 1 | 2 | 3:
            standing.put(s, u, w.spots.index(rng.choice(PLACES)))
        case 4:
            standing.freeze(s, u, rng.choice([FREE, 0, 3]))
        case 5:
            standing.fill_box(s, u, rng.choice([-1, 0, 3, 5, 6, 7]))
        case 6:
            decoy = rng.randrange(len(s.decoy_at))
            h = rng.choice([NOWHERE, 1, desk.hex("K9"), desk.hex("L10"), desk.hex("Q6")])
            standing.set_decoy(s, decoy, h, rng.choice([-1, 0, desk.unit("de-352"), desk.unit("de-lehr-late")]))
        case 7:
            match rng.randrange(4):
                case 0:
                    standing.rebind(s, [rng.choice([FREE, FREE, 2]) for _ in s.bound])
                case 1:
                    s.dropped = rng.choice([0, desk.units_of("us-1 br-79-c")])
                case 2:
                    s.invaders = rng.choice([0, desk.units_of("us-4 us-2arm")])
                case 3:
                    s.bridges_down = rng.choice([0, 1 << desk.w.section["seine-1"]])
                    s.ruined = rng.choice([0, desk.hexes_of("P4"), desk.hexes_of("P4 P5")])


@rule("7.1", "7.2", "9.1", "9.5", "16.2", "20.6", "30.2", "31.6", "31.7")
@pytest.mark.parametrize("seed", range(4))
def test_what_is_known_after_many_changes(desk, seed):
    rng = random.Random(seed)
    turn = desk.w.landing_turn if seed % 2 else 9
    side = "allied" if seed < 3 else "german"
    units = {name: rng.choice(PLACES) for name in UNITS}
    s = desk.set_up(units, side=side, options="decoys", turn=turn, steps=[], allied="K10 L10 N9 Q6")
    sets = {"one": desk.hexes_of("K9 L10 RR29"), "other": desk.hexes_of("A2 Q5"), "none": 0}
    agree(s, sets)
    for number in range(60):
        knock(desk, s, rng)
        if number % 9 == 8:
            sets["one"] ^= desk.hexes_of("M9 N9")
        if number % 2:
            agree(s, sets)
        if number % 10 == 7:
            other = s.copy()
            before = list(s.where)
            for _ in range(4):
                knock(desk, other, rng)
            agree(other, sets)
            assert s.where == before
            agree(s, sets)


@rule("7.1", "14.11")
def test_what_a_step_tells(desk):
    """Who has moved is looked at anew, and where Allied units have come or left; steps off the map tell nothing."""
    s = desk.set_up({"us-1": "K9", "de-347": "M9", "br-79-c": "england"}, steps=[])
    us, de, last = (desk.unit(name) for name in ("us-1", "de-347", "br-79-c"))
    f = standing.build(s)
    f.judged = -1
    standing.zone(s, GERMAN)
    standing.put(s, us, desk.hex("K9"))
    assert (f.touched, f.stirred, f.judged) == (0, 0, -1)
    standing.put(s, us, desk.hex("K10"))
    assert (f.touched, f.stirred, f.judged) == (1 << us, desk.hexes_of("K9 K10"), ~(1 << us))
    standing.put(s, de, desk.hex("M10"))
    assert (f.touched, f.stirred) == (1 << us | 1 << de, desk.hexes_of("K9 K10"))
    standing.put(s, last, desk.w.spots.index("africa"))
    assert f.touched == 1 << us | 1 << de
    standing.put(s, last, desk.hex("RR29"))
    assert f.stirred == desk.hexes_of("K9 K10 RR29")
    standing.put(s, us, desk.w.removed)
    assert f.stirred == desk.hexes_of("K9 K10 RR29")
    assert f.touched == 1 << us | 1 << de | 1 << last
    assert standing.units_in(s, desk.hex("M10")) == [de]
    assert standing.units_in(s, desk.hex("M9")) == []
    assert standing.units_of(s, GERMAN, desk.hex("M10")) == [de]
    assert standing.units_of(s, ALLIED, desk.hex("M10")) == []


@rule("7.1")
def test_when_what_is_known_of_two_positions_is_the_same(desk):
    units = {"us-1": "K9", "de-347": "M9", "de-352": "M10"}

    def look(**more):
        s = desk.set_up(units | more.pop("units", {}), options="decoys", steps=[], **more)
        return s, standing.build(s)

    one = look()[1]
    assert standing.same(one, look()[1])
    assert not standing.same(one, look(units={"us-4": "england"})[1])
    assert not standing.same(one, look(units={"us-4": "K9"})[1])
    s, other = look()
    standing.freeze(s, desk.unit("de-347"), 2)
    assert not standing.same(one, other)
    s, other = look()
    standing.fill_box(s, desk.unit("de-347"), 5)
    assert not standing.same(one, other)
    s, other = look()
    standing.set_decoy(s, 0, desk.hex("K10"), -1)
    assert not standing.same(one, other)
    s, other = look()
    s.decoy_unit[0] = 0
    assert not standing.same(one, standing.build(s))
    s, other = look()
    other.occupied = (other.occupied[0], 0)
    assert not standing.same(one, other)


@rule("7.1", "9.5")
def test_a_change_that_changes_nothing_leaves_what_is_known(desk):
    s = desk.set_up({"us-1": "K9", "de-352": "M9"}, options="decoys", steps=[])
    f = standing.facts(s)
    known = standing.survey(s)
    standing.freeze(s, desk.unit("de-352"), FREE)
    standing.set_decoy(s, 0, s.decoy_at[0], s.decoy_unit[0])
    assert standing.survey(s) is known
    assert standing.facts(s) is f
    standing.freeze(s, desk.unit("de-352"), 2)
    assert standing.survey(s) is not known
    assert standing.survey(s).zones[GERMAN] == desk.hexes_of("M9")
    s.facts = None
    s.box = [-1] * len(s.box)
    for door in (
        lambda: standing.freeze(s, 0, 1),
        lambda: standing.fill_box(s, 0, 5),
        lambda: standing.set_decoy(s, 1, 1, 0),
        lambda: standing.rebind(s, list(s.bound)),
        lambda: standing.put(s, 0, 1),
    ):
        door()
        assert s.facts is None
    f = standing.facts(s)
    assert f.frozen == 1 | 1 << desk.unit("de-352")
    assert (f.garrison, f.covered, f.decoys, f.at[1]) == (1, 1, 2, 1)


@rule("10.6")
def test_how_many_floods_are_kept(desk):
    """Each is what the steps reach, whether it is known from before or not; never more than two dozen are kept."""
    s = desk.set_up({"us-1": "K9"}, steps=[])
    w = desk.w
    most = 0
    for _ in range(2):
        for row in range(8, 16):
            for column in "GHIJ":
                start = w.bit[desk.hex(f"{column}{row}")]
                allowed = w.disc(desk.hex(f"{column}{row}"), 2) & w.land
                assert standing.flooded(s, w.steps, start, allowed) == w.steps.flood(start, allowed)
                most = max(most, len(standing.facts(s).floods))
    assert most == 24
    key = next(iter(standing.facts(s).floods))
    standing.facts(s).floods[key] = 5
    assert standing.flooded(s, *key) == 5, "it is not looked for again"


@rule("7.1", "17.10.4")
def test_bridges_that_are_down_are_known_anew(desk):
    s = desk.set_up({"us-1": "R11"}, steps=[], bridges_down=1 << desk.w.section["seine-3"])
    w = desk.w
    before = standing.bridges(s)
    assert standing.bridges(s) is before
    assert not standing.open_ways(s).adjacent[desk.hex("R11")] >> desk.hex("S12") & 1
    s.bridges_down = 0
    assert standing.bridges(s) is not before
    assert standing.open_ways(s) is w.ways

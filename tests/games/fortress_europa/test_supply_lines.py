"""18.1 to 18.6: lines of supply followed hex by hex, in many situations."""

from __future__ import annotations

import random
from itertools import product

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.standing import allied_hexes, put, survey
from grognard.games.fortress_europa.rules.state import NOWHERE
from grognard.games.fortress_europa.rules.supply.ports import harbours
from grognard.games.fortress_europa.rules.supply.supply import (
    allied_cut_off,
    allied_shortage,
    allied_units,
    free_line,
    german_cut_off,
    german_hexes_in_supply,
    hqs,
    in_supply,
    links,
    may_go_short,
    needs_no_line,
    reached_by,
    share,
    shared,
    spare,
)
from grognard.maps import mask_of, members
from grognard.suite import rule


def spread(w, ends, passable, most=999):
    """The hexes with a line to one of the ends: only the hexes between must be passable."""
    seen, edge = set(ends), set(ends)
    for _ in range(most):
        new = {x for h in edge if h in ends or h in passable for x in w.near[h]} - seen
        if not new:
            break
        seen |= new
        edge = new
    return seen


class Lines:
    def __init__(self, s, side):
        w = s.data
        self.s, self.w, self.side = s, w, side
        foe = 1 - side
        held = allied_hexes(s)
        zones = survey(s).zones[foe]
        self.between = {
            h for h in range(w.n)
            if w.land >> h & 1 and not zones >> h & 1
            and not (w.cities >> h & 1 and (held >> h & 1 if side == GERMAN else not s.allied >> h & 1))
            and not (side == GERMAN and h == s.partisan)
        }  # fmt: skip
        mine = {
            h for h in range(w.n) if w.land >> h & 1 and bool(s.allied >> h & 1) == (side == ALLIED)
        }  # ruling 167
        self.own = self.between & mine
        self.hqs = [u for u in w.of_side[side] if w.hqs >> u & 1 and s.where[u] < w.n]

    def german(self):
        """Where a German unit is in supply."""
        s, w = self.s, self.w
        walls = w.fortresses & ~s.ruined
        foes = survey(s).occupied[ALLIED]
        ground = {h for h in range(w.n) if (w.germany | w.italy | w.cities | walls) >> h & 1}
        sources = {
            h for h in range(w.n)
            if (w.cities & (w.germany | w.italy)) >> h & 1 and not (s.allied | foes) >> h & 1
        }  # fmt: skip
        fed = spread(w, sources, self.own)
        linked = {s.where[u] for u in self.hqs if s.where[u] in fed}
        near = spread(w, linked, self.between, 5)
        ends = {s.where[u] for u in self.hqs} | {h for h in sources if w.germany >> h & 1}
        allied = [s.where[u] for u in w.of_side[ALLIED] if s.where[u] < w.n]
        far = {h for h in spread(w, ends, self.between) if all(w.grid.distance(h, x) > 5 for x in allied)}
        return ground | near | far


def scene(desk, seed, side):
    w, rng = desk.w, random.Random(f"supply {seed} {side}")
    middle = desk.hex(rng.choice(["M9", "R13", "BB10", "GG10", "EE18", "N24"]))
    near = [h for h in range(w.n) if w.grid.distance(middle, h) <= 9 and w.land >> h & 1 and not w.dyke >> h & 1]
    foes = rng.sample([u for u in w.of_side[1 - side] if not w.hqs >> u & 1], rng.choice([2, 6, 10]))
    hqs = rng.sample([u for u in w.of_side[side] if w.hqs >> u & 1], 3)
    units = {w.ids[u]: w.labels[rng.choice(near)] for u in foes}
    taken = set(units.values())
    free = [w.labels[h] for h in near if w.labels[h] not in taken]
    units |= {w.ids[u]: rng.choice(free) for u in hqs}
    mine = rng.sample([u for u in w.of_side[side] if not w.hqs >> u & 1 and not w.raiders >> u & 1], 15)
    units |= {w.ids[u]: rng.choice(free) for u in mine}
    later = random.Random(seed)
    enemy = next(u for u in w.of_side[1 - side] if w.hqs >> u & 1)  # whose lines are of no use here
    units[w.ids[enemy]] = later.choice([label for label in free if label not in units.values()])
    allied = set(rng.sample([w.labels[h] for h in range(w.n) if w.cities >> h & 1], 12))
    if side == ALLIED:
        allied |= {w.labels[h] for h in near if rng.random() < 0.85} | {"K2", "P4", "B2", "N33"}
    else:
        allied |= {w.labels[h] for h in near if rng.random() < 0.15}
    german = {place for u, place in units.items() if u.startswith("de-")}
    s = desk.set_up(
        units, allied=" ".join(sorted(allied - german)), turn="sep-1", steps=[], side=("german", "allied")[side],
        partisan=rng.choice(near) if seed % 2 else -1, ruined=rng.getrandbits(w.n) & w.fortresses,
        bridges_down=rng.getrandbits(len(w.rivers)), impulse=2,
        mulberry_at=[desk.hex("M5") if seed % 3 and "M5" not in german else NOWHERE, NOWHERE],
    )  # fmt: skip
    return s, mine


@rule("18.3", "18.4", "18.5", "18.6", "18.9", "24.3", "30.2")
@pytest.mark.parametrize("seed", range(24))
def test_german_lines_hex_by_hex(desk, seed):
    s, mine = scene(desk, seed, GERMAN)
    w = desk.w
    found = Lines(s, GERMAN).german()
    listed = german_hexes_in_supply(s) & w.land
    assert listed == mask_of(found) & w.land
    every = [u for u in w.of_side[GERMAN] if s.where[u] < w.n]
    assert german_cut_off(s) == [u for u in every if s.where[u] not in found]
    assert [in_supply(s, u) for u in mine] == [s.where[u] in found for u in mine]


@rule("18.1", "18.2", "18.4", "18.9", "11.8")
@pytest.mark.parametrize("seed", range(24))
def test_allied_lines_hex_by_hex(desk, seed):
    s, mine = scene(desk, seed, ALLIED)
    w = desk.w
    lines = Lines(s, ALLIED)
    ports = harbours(s)
    expected = {}
    for u in lines.hqs:
        fed = {k for k, port in enumerate(ports) if port.hex in spread(w, {s.where[u]}, lines.own)}
        if fed:
            expected[u] = (spread(w, {s.where[u]}, lines.between, 5), fed)
    assert hqs(s, ALLIED) == lines.hqs
    found = {link.hq: link for link in links(s, ports)}
    assert set(found) == set(expected)
    for u, (near, fed) in expected.items():
        assert found[u].harbours == mask_of(fed)
        assert found[u].hexes & w.land == mask_of(near) & w.land
    giving = {k for k, port in enumerate(ports) if port.value > 0}
    wanted = {}
    for u in [u for u in w.of_side[ALLIED] if s.where[u] < w.n]:
        town = (w.cities & ~w.germany) >> s.where[u] & 1
        assert bool(needs_no_line(s, u)) == bool(town or w.raiders >> u & 1)
        if not needs_no_line(s, u):
            wanted[u] = {k for near, fed in expected.values() if s.where[u] in near for k in fed} & giving
            assert in_supply(s, u) == bool(wanted[u])
    assert allied_cut_off(s) == [u for u in wanted if not wanted[u]]
    ends = {port.hex for port in ports}
    for u in mine:
        assert free_line(s, u) == (s.where[u] in spread(w, ends, lines.between) or s.where[u] in ends)
    assert shared(s)[1] == {u: mask_of(ks) for u, ks in wanted.items()}


@rule("18.1", "18.2", "18.4", "18.7.1", "20.6", "20.15", "31.15")
@pytest.mark.parametrize("seed", range(24))
def test_who_goes_short_at_a_glance_is_who_goes_short_one_by_one(desk, seed):
    """Some came by air, some have just dropped or landed, some have left the map; some stand in cities."""
    s, mine = scene(desk, seed, ALLIED)
    w, rng = desk.w, random.Random(seed)
    cities = [w.labels[h] for h in members(w.cities & s.allied & ~survey(s).occupied[GERMAN])]
    for u in mine[:4]:
        put(s, u, desk.hex(rng.choice(cities)))
    if seed % 2:
        put(s, mine[4], w.exited)
    s.by_air, s.ashore = (mask_of(u for u in mine if rng.random() < 0.3) for _ in range(2))
    s.invasion_turn = s.turn - seed % 3 % 2
    for s.dropped in (0, mask_of(mine[5:7])):
        found = harbours(s)
        linked = links(s, found)
        short = [u for u in allied_units(s) if not needs_no_line(s, u) and not in_supply(s, u)]
        wanted = {
            u: reached_by(s, u, linked) for u in allied_units(s)
            if u not in short and not needs_no_line(s, u) and not s.by_air >> u & 1
        }  # fmt: skip
        giving = mask_of(k for k, harbour in enumerate(found) if harbour.value > 0)
        wanted = {u: mask & giving for u, mask in wanted.items()}
        enough = len(share(wanted, [harbour.value for harbour in found])) == len(wanted)
        assert allied_cut_off(s) == short
        assert allied_shortage(s) == (short, not enough)
        for named in (short, ()):
            assert bool(may_go_short(s, named)) == (not enough)


@rule("18.2", "18.7.13")
@pytest.mark.parametrize("seed", range(40))
def test_points_are_shared_out_so_that_most_are_supplied(desk, seed):
    rng = random.Random(seed)
    values = [rng.choice([0, 1, 1, 2]) for _ in range(3)]
    wanted = {u: rng.getrandbits(3) for u in range(rng.choice([2, 4, 5]))}

    def best(values):
        most = 0
        for given in product(range(-1, 3), repeat=len(wanted)):
            fits = all(k < 0 or wanted[u] >> k & 1 for u, k in zip(wanted, given, strict=True))
            if fits and all(given.count(k) <= values[k] for k in range(3)):
                most = max(most, sum(k >= 0 for k in given))
        return most

    given = share(wanted, values)
    assert len(given) == best(values)
    assert all(wanted[u] >> k & 1 for u, k in given.items())
    assert all(list(given.values()).count(k) <= values[k] for k in range(3))
    free = [
        k for k in range(3)
        if values[k] and best([v - (i == k) for i, v in enumerate(values)]) == best(values)
    ]  # fmt: skip
    assert spare(wanted, values) == mask_of(free)

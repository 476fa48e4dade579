"""14.6, 14.8, 14.11, 19.4, 31.16, 6.2: the search for the best sharing by itself, on whole fronts, whatever is found
elsewhere without one: against every way to share out the attacks."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, GERMAN, ROUGH
from grognard.games.fortress_europa.rules.air.naval import ship_support
from grognard.games.fortress_europa.rules.combat.duties import allowed
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.nations import agree, nation
from grognard.games.fortress_europa.rules.combat.sharing import Search, alone, excused
from grognard.games.fortress_europa.rules.state import LOST, on
from grognard.maps import mask_of, members
from grognard.suite import rule
from tests.games.fortress_europa.sharings import Sharings, together

ALLIES = ["us-1", "us-2arm", "us-4cav", "us-3arm", "us-rangers", "br-4bde", "us-4"]
GERMANS = ["de-352", "de-325", "de-lehr", "de-2pz", "de-347", "de-101ss", "de-116pz", "de-vs-1"]
NOWHERE_NEAR = 99
"""More duties than any of these fronts has."""


def stand(desk, rng, mine, theirs, side, **more):
    """Units of both sides in some of these hexes, a third of them reduced."""
    units = {u: rng.choice(hexes) for names, hexes in (mine, theirs) for u in names}
    back = " ".join(u for u in units if rng.random() < 0.35 and desk.w.two_steps >> desk.unit(u) & 1)
    return desk.set_up(units, side=("german", "allied")[side], back=back, steps=[], **more)


def in_the_open(desk, seed):
    """Several nationalities about M9, rangers among them; in some scenes somebody is frozen."""
    rng = random.Random(f"search {seed}")
    mine = rng.sample(["us-1", "us-4", "br-3", "ca-3", "us-rangers", "br-1ssb", "us-2arm", "br-50"], 4)
    theirs = rng.sample(["de-352", "de-325", "de-lehr", "de-2pz", "de-vs-1", "de-347", "de-12ss"], 4)
    hexes = [["M10", "N10", "M8"], ["M9", "N9", "L9"]]
    side = (ALLIED, ALLIED, GERMAN)[seed % 3]
    names = (mine, theirs) if side == ALLIED else (theirs, mine)
    places = hexes if side == GERMAN else hexes[::-1]
    return stand(desk, rng, (names[0], places[0]), (names[1], places[1]), side)


def with_ships(desk, seed):
    """Weak Americans against strong stacks in reach of N4, and K4, which is not."""
    rng = random.Random(f"search ships {seed}")
    mine = rng.sample(["us-1", "us-4", "us-4cav", "us-rangers", "br-3", "us-106cav"], 3)
    theirs = rng.sample(["de-lehr", "de-12ss", "de-2pz", "de-116pz", "de-1ss", "de-352", "de-17ss"], 5)
    spot = desk.w.sea_spots.index("N4")
    ships = [spot if rng.random() < 0.6 else LOST for _ in desk.w.ships]
    return stand(
        desk, rng, (mine, ["L2", "M5", "K5", "K3"]), (theirs, ["L3", "L5", "K4"]), ALLIED, ship_at=ships[:4],
        ships_used=1 << rng.randrange(4) if seed % 3 == 0 else 0,
    )  # fmt: skip


def with_funnies(desk, seed):
    """At the Garonne, with a part of the 79th."""
    rng = random.Random(f"search funnies {seed}")
    mine = ["br-79-a", *rng.sample(["br-3", "br-50", "ca-3", "us-4cav", "us-1"], 3)]
    theirs = rng.sample(["de-lehr", "de-12ss", "de-2pz", "de-116pz", "de-1ss", "de-352"], 4)
    return stand(desk, rng, (mine, ["B19", "B20", "A21"]), (theirs, ["A20", "B21"]), ALLIED, options="funnies")


def in_the_woods(desk, seed):
    """About rough ground, which halves armor: some armored units have the factor of infantry beside them."""
    rng = random.Random(f"search rough {seed}")
    w = desk.w
    rough = next(
        h for h in members(w.ground[ROUGH])
        if len(w.near[h]) == 6 and not any((w.cities | w.fortresses | w.ground[ALPINE]) >> x & 1 for x in w.near[h])
    )  # fmt: skip
    near = [w.labels[x] for x in w.near[rough]]
    side = (ALLIED, GERMAN)[seed % 2]
    mine, theirs = (ALLIES, GERMANS) if side == ALLIED else (GERMANS, ALLIES)
    attackers, defenders = rng.sample(mine, 4), rng.sample(theirs, 4)
    return stand(desk, rng, (attackers, near[:2]), (defenders, [w.labels[rough], near[2], near[5]]), side)


def among_the_quiet(desk, seed):
    """Rangers and commandoes have no zones: nobody must attack them, and who is next to nobody else need not attack,
    but any German can attack them alone."""
    rng = random.Random(f"search quiet {seed}")
    mine = rng.sample(["de-347", "de-vs-1", "de-77", "de-101ss", "de-352", "de-lehr"], 4)
    far = ["M10", "N10", "M8"]
    units = {u: rng.choice(["M9", "N9", "L9"]) for u in mine}
    units |= {"us-rangers": rng.choice(far), "br-1ssb": "N10", "us-1": rng.choice(far), "us-2arm": "M8"}
    back = " ".join(u for u in units if rng.random() < 0.4 and desk.w.two_steps >> desk.unit(u) & 1)
    return desk.set_up(units, side="german", back=back, steps=[])


def against_odds(desk, seed):
    """Weak units against strong stacks in the open: not everybody can be attacked."""
    rng = random.Random(f"search odds {seed}")
    weak = rng.sample(["us-4cav", "us-106cav", "br-3", "us-rangers", "br-1ssb", "us-1", "ca-3"], 4)
    strong = rng.sample(["de-lehr", "de-12ss", "de-2pz", "de-116pz", "de-1ss", "de-352", "de-2ss"], 6)
    return stand(desk, rng, (weak, ["M9", "N9", "L9"]), (strong, ["M10", "N10", "M8"]), ALLIED)


def beside_the_dropped(desk, seed):
    """Who dropped in this turn has no zones: nobody must attack him, but he is often too strong for one unit alone,
    so that several have to who cannot share in the battles around him (14.6, 20.6)."""
    rng = random.Random(f"search dropped {seed}")
    mine = rng.sample(["us-4cav", "us-106cav", "br-3", "us-1", "us-4", "br-50", "us-rangers"], 4)
    strong = rng.sample(["de-lehr", "de-116pz", "de-352", "de-347", "de-77"], 2)
    dropped = rng.sample(["de-2pz", "de-325", "de-12ss", "de-1ss"], 2)
    units = {u: rng.choice(["M9", "N9"]) for u in mine}
    units |= {u: rng.choice(["M10", "N10"]) for u in strong} | {u: rng.choice(["M8", "M10", "L9"]) for u in dropped}
    back = " ".join(u for u in units if rng.random() < 0.35 and desk.w.two_steps >> desk.unit(u) & 1)
    return desk.set_up(units, back=back, steps=[], dropped=desk.units_of(" ".join(dropped)))


TOGETHER = (45, 86, 96, 123, 160, 413, 499, 599, 752, 1335, 1403, 1405)
"""Of these scenes those in which several must attack such an enemy together."""
SCENES = [(scene, seed) for scene, number in (
    (in_the_open, 20), (against_odds, 24), (in_the_woods, 20), (with_ships, 14), (with_funnies, 8),
    (among_the_quiet, 16), (beside_the_dropped, 8),
) for seed in range(number)] + [(beside_the_dropped, seed) for seed in TOGETHER]  # fmt: skip


def groups(fronts, sharing):
    """Who attacks which hexes in a sharing."""
    found: dict[int, set[int]] = {}
    for u, hexes in zip(fronts.units, sharing, strict=True):
        if hexes:
            found.setdefault(hexes, set()).add(u)
    return found


def costs_of(fronts, plan):
    """The duties that the battles of a plan miss."""
    place = {u: hexes for hexes, units in plan for u in units}
    assert len(place) == sum(len(units) for _, units in plan), "each unit is in one battle"
    found = fronts.cost([place.get(u, 0) for u in fronts.units])
    assert found is not None, "the plan can be fought"
    return found


def compare(search, best, beyond, limits):
    """What a search finds for limits, against the fewest duties; some are missed outside of it."""
    for enough in limits:
        for exactly in (True, False):
            found = search().fewest(enough, exactly=exactly)
            if best - beyond > enough:
                assert found > enough
            elif exactly:
                assert found == best - beyond
            else:
                assert best - beyond <= found <= enough


@rule("14.6", "14.6A", "14.6B", "14.6C", "14.8", "14.11", "19.4", "31.16", "6.2", "21.3")
@pytest.mark.parametrize(("scene", "seed"), SCENES)
def test_a_search_over_the_whole_front(desk, scene, seed):
    """How many duties are missed at least, up to a limit, and battles that miss no more."""
    s = scene(desk, seed)
    fronts = Sharings(s)
    f = fronts.f
    best = min(cost for _, cost in fronts.every()) if fronts.units else 0
    able = {u: near & ~f.apart for u, near in f.able.items() if near & ~f.apart}

    def search():
        return Search(s, f, able, mask_of(able), f.duty, None, 0)

    compare(search, best, 0, (0, 1, 2, 3, NOWHERE_NEAR))
    one = search()
    assert (
        costs_of(fronts, one.plan) == best if one.fewest(NOWHERE_NEAR) < len(one.duty) + one.must.bit_count() else 1
    )


@rule("14.6", "14.6A", "14.6B", "14.6C", "14.8", "14.11", "19.4", "31.16", "6.2", "21.3")
@pytest.mark.parametrize(("scene", "seed"), SCENES)
def test_a_search_around_a_battle(desk, scene, seed):
    """The same with a battle that some units fight, whom others may join; 14.11 excuses who has only its hex."""
    s = scene(desk, seed)
    fronts = Sharings(s)
    f = fronts.f
    every = [(groups(fronts, sharing), cost) for sharing, cost in fronts.every()]
    for hexes in fronts.battles:
        near_all = [u for u in fronts.units if not hexes & ~f.able[u]]
        for chosen in (some for n in (1, 2) for some in combinations(near_all, n)):
            if not together(s, chosen) or not any(nation(s, u) for u in chosen):
                continue  # who joins rangers may excuse others: that is seen to where they are asked about
            best = min((cost for found, cost in every if found.get(hexes, set()) >= set(chosen)), default=None)
            able, beyond = {}, 0
            for u, near in f.able.items():
                if u not in chosen:
                    left = near & ~(f.apart | hexes)
                    if left or (not hexes & ~near and agree(s, (*chosen, u))):
                        able[u] = left
                    elif f.must >> u & 1 and not excused(s, f, u, chosen):
                        beyond += 1

            def search(hexes=hexes, chosen=chosen, able=able):
                return Search(s, f, able, mask_of(able), f.duty & ~hexes, (hexes, chosen), 0)

            limit = NOWHERE_NEAR if best is None else best - beyond
            least = 10 * NOWHERE_NEAR if best is None else best
            compare(search, least, beyond, {limit, max(0, limit - 1)})
            if best is not None:
                one = search()
                one.fewest(limit)
                fought = dict(one.plan)
                assert set(fought[hexes]) >= set(chosen)
                assert costs_of(fronts, one.plan) == best


@rule("14.6A", "14.8", "19.4", "31.16")
@pytest.mark.parametrize(("scene", "seed"), SCENES)
def test_what_one_unit_alone_attacks(desk, scene, seed):
    """The most of some hexes, and of these the first; nothing where ships or the Funnies might make more of it."""
    s = scene(desk, seed)
    fronts = Sharings(s)
    for u in fronts.units:
        near = [h for h in members(fronts.f.able[u]) if fronts.w.bit[h] in fronts.battles]
        for duty in (some for n in range(len(near) + 1) for some in combinations(near, n)):
            sets = [mask_of(some) for n in range(len(duty), 0, -1) for some in combinations(duty, n)]
            found = [hexes for hexes in sets if fronts.legal(hexes, (u,))]
            helped = any(ship_support(s, 1 << h) for h in duty) and found[:1] != [mask_of(duty)]
            expected = found[0] if found and not helped and not on(s, "funnies") else 0
            assert alone(s, fronts.f, 1 << u, mask_of(duty)) == expected


@rule("14.6A", "14.6B", "14.6C", "14.8", "6.2")
@pytest.mark.parametrize(("scene", "seed"), SCENES)
def test_what_several_units_attack_together_without_a_search(desk, scene, seed):
    """One hex that all of them must attack and can attack together at legal odds, without ships; else it is looked
    for."""
    s = scene(desk, seed)
    fronts = Sharings(s)
    f = fronts.f
    for units in (some for n in range(2, 5) for some in combinations(fronts.units, n)):
        for hexes in [0, *fronts.battles]:
            near = all(not hexes & ~f.able[u] and f.must >> u & 1 for u in units)
            one = hexes.bit_count() == 1
            fits = one and near and together(s, units) and not on(s, "funnies")
            expected = hexes if fits and fronts.legal(hexes, units) else 0
            assert alone(s, f, mask_of(units), hexes) == expected


@rule("14.6A", "14.8")
def test_the_first_unit_of_the_list_attacks_alone_like_others(desk):
    first = desk.w.ids[0]
    s = desk.set_up({first: "M9", "us-4cav": "M10", "us-106cav": "M8"}, side="german", steps=[])
    assert desk.w.side[0] == GERMAN
    both = desk.hexes_of("M10 M8")
    assert Sharings(s).legal(both, (0,))
    assert alone(s, front(s), 1, both) == both


class Named(Sharings):
    """All sharings while some ships are named for one battle."""

    def name(self, hexes, ships, closed):
        self.named, self.given, self.closed = hexes, ships, closed
        return self

    def can_be_fought(self, battles):
        needy = [b for b in battles if not self.legal(b[0], b[1], self.given if b[0] == self.named else 0)]
        if not all(together(self.s, units) for _, units in needy):
            return False
        if self.closed and any(hexes == self.named for hexes, _ in needy):
            return False
        free = [ship for ship in self.ships if not self.given >> ship & 1]
        for shares in product(range(-1, len(needy)), repeat=len(free)):
            if all(n < 0 or ship in ship_support(self.s, needy[n][0]) for ship, n in zip(free, shares, strict=True)):
                more = [mask_of(x for x, n in zip(free, shares, strict=True) if n == i) for i in range(len(needy))]
                own = [self.given if hexes == self.named else 0 for hexes, _ in needy]
                if all(self.legal(b[0], b[1], x | y) for b, x, y in zip(needy, more, own, strict=True)):
                    return True
        return False


@rule("14.6", "14.8", "19.4", "19.6")
@pytest.mark.parametrize("seed", range(12))
def test_a_battle_for_which_ships_are_named(desk, seed):
    """These ships are its own; whoever else needs some has to do with the others."""
    s = with_ships(desk, seed)
    best = min((cost for _, cost in Sharings(s).every()), default=0)
    fronts = Named(s)
    ready = [ship for ship in fronts.ships if not s.ships_used >> ship & 1]
    for hexes in fronts.battles:
        near = [u for u in fronts.units if not hexes & ~fronts.f.able[u]]
        ours = [ship for ship in ready if ship in ship_support(s, hexes)]
        for given in (mask_of(some) for n in (1, 2) for some in combinations(ours, n)):
            for closed in (False, True):
                every = [
                    (groups(fronts, sharing).get(hexes, set()), cost)
                    for sharing, cost in fronts.name(hexes, given, closed).every()
                ]
                for chosen in (some for n in (1, 2) for some in combinations(near, n)):
                    if not together(s, chosen) or (closed and not fronts.legal(hexes, chosen, given)):
                        continue
                    who = set(chosen)
                    fits = [cost for units, cost in every if (units == who if closed else units >= who)]
                    assert allowed(s, hexes, chosen, closed, given) == (min(fits, default=NOWHERE_NEAR) <= best)


@rule("14.6A", "14.8", "31.16")
@pytest.mark.parametrize(
    ("places", "strong", "options"), [(6, 2, ""), (6, 0, ""), (6, 4, ""), (5, 1, ""), (4, 2, ""), (6, 2, "funnies")]
)
def test_what_nobody_can_lead_an_attack_on_is_missed_for_sure(desk, places, strong, options):
    """Places apart from each other, with a unit before a stack in each, the strong ones among them too strong for it;
    counted where five hexes or more must be attacked, and not with the Funnies. With a friend the first unit can."""
    pairs = [("M9", "M10"), ("R20", "R21"), ("S26", "S27"), ("J21", "J22"), ("GG12", "FF12"), ("T15", "T16")][:places]
    weak = ["us-4cav", "us-106cav", "us-1", "us-4", "us-9", "us-29"]
    stacks = [["de-lehr", "de-12ss"], ["de-1ss", "de-2ss"], ["de-2pz", "de-116pz"], ["de-9pz", "de-17ss"],
              ["de-352", "de-353"], ["de-91", "de-77"]]  # fmt: skip
    units = {}
    for number, ((mine, theirs), u, stack) in enumerate(zip(pairs, weak, stacks, strict=False)):
        units[u] = mine
        units |= dict.fromkeys(stack if number < strong else stack[:1], theirs)
    odds = {}
    for friend in ({}, {"us-2arm": "M9", "us-3arm": "M9"}):
        s = desk.set_up(units | friend, steps=[], options=options, back=" ".join(weak[2:]))
        f = front(s)
        able = dict(f.able)
        assert f.duty.bit_count() == places
        hard = [h for h in members(f.duty) if not f.legal(s, f.beside(1 << h), 1 << h, 0)]
        one = Search(s, f, able, mask_of(able), f.duty, None, 0)
        odds[len(friend)] = len(hard), one._hopeless(), one.fewest(NOWHERE_NEAR)
    few = places < 5 or options
    for lost, hopeless, missed in odds.values():
        assert hopeless == (0 if few else lost)
        assert missed == 2 * lost, "each of these hexes, and who stands before it"
    assert (odds[0][0], odds[2][0]) == (strong, max(0, strong - 1))

"""14.6 to 14.11, 6.2, 9.1F, 14.13, 19.4: what about sharing out attacks is answered without a search, and from what:
the parts of a front, who could need a ship, out of which fortresses Germans might attack, and the best sharing with a
battle put into it."""

from __future__ import annotations

import random
from itertools import chain, combinations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.air.naval import ship_support
from grognard.games.fortress_europa.rules.combat import attacking, duties
from grognard.games.fortress_europa.rules.combat.duties import allowed, company, fewest, missed
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.nations import agree, nation
from grognard.games.fortress_europa.rules.combat.regrouping import best, hopeless, regrouped, stranded
from grognard.games.fortress_europa.rules.standing import freeze, put
from grognard.games.fortress_europa.rules.state import FREE, LOST
from grognard.maps import mask_of, members
from grognard.suite import rule
from tests.games.fortress_europa.sharings import Sharings, together

FIRST = "de-347"
"""The first unit of the list."""
WEAK = ["us-1", "us-4cav", "us-106cav", "br-3", "ca-3", "us-rangers", "br-1ssb", "us-9"]
STRONG = ["de-lehr", "de-12ss", "de-2pz", "de-116pz", "de-1ss", "de-352", "de-91", "de-347"]


def scene(desk, seed):
    """Stacks about M9 and, apart from them, about R20; some of the Germans are frozen where others are not."""
    rng = random.Random(f"without a search {seed}")
    side = (ALLIED, ALLIED, GERMAN)[seed % 3]
    allied, german = rng.sample(WEAK, 6), sorted({FIRST, *rng.sample(STRONG, 6)})
    near, far = ["M9", "N9", "L9", "R20"], ["M10", "N10", "M8", "R21", "R19"]
    units = {u: rng.choice(near) for u in allied} | {u: rng.choice(far) for u in german}
    back = " ".join(u for u in units if rng.random() < 0.4 and desk.w.two_steps >> desk.unit(u) & 1)
    frozen = " ".join(u for u in german if units[u] == "M8") if seed % 2 and side == ALLIED else ""
    return desk.set_up(units, side=("german", "allied")[side], back=back, frozen=frozen, steps=[])


def quiet(desk, seed):
    """Some of those who could be attacked have no zones: paratroopers who have dropped, rangers and commandoes."""
    rng = random.Random(f"quiet {seed}")
    side = (ALLIED, ALLIED, GERMAN)[seed % 3]
    near, far = ["M9", "N9", "L9"], ["M10", "N10", "M8", "L8"]
    back = ""
    if side == ALLIED:
        allied = ["us-rangers", *rng.sample(["us-1", "us-4cav", "us-106cav", "br-3", "ca-3", "br-1ssb", "us-9"], 5)]
        german = rng.sample(STRONG, 6)
        units = {u: rng.choice(near) for u in allied} | {u: rng.choice(far) for u in german}
        back = " ".join(u for u in units if rng.random() < 0.5 and desk.w.two_steps >> desk.unit(u) & 1)
        dropped = desk.units_of(" ".join(u for u in german if units[u] != units[german[0]]))
        return desk.set_up(units, back=back, dropped=dropped, steps=[])
    german = [FIRST, *rng.sample([*STRONG[:-1], "de-101ss", "de-77"], 5)]
    units = {"us-rangers": "M10", "br-1ssb": "N10", "br-4ssb": "L8", "us-1": "M8"}
    return desk.set_up(units | {u: rng.choice(near) for u in german}, side="german", steps=[])


def mixed(desk, seed):
    """Many nationalities, with rangers, before few stacks: much is attacked by some and others have nothing to do."""
    rng = random.Random(f"mixed {seed}")
    allied = ["us-rangers", "br-1ssb", *rng.sample(["us-1", "us-4", "us-4cav", "br-3", "br-50", "ca-3", "fr-2db"], 5)]
    german = rng.sample([*STRONG, "de-353", "de-325"], 4)
    units = {u: rng.choice(["M9", "N9", "L9", "M11"]) for u in allied}
    units |= {u: rng.choice(["M10", "N10", "M8"]) for u in german}
    back = " ".join(u for u in units if rng.random() < 0.4 and desk.w.two_steps >> desk.unit(u) & 1)
    return desk.set_up(units, back=back, steps=[])


SCENES = [(where, seed) for where in (scene, quiet) for seed in range(24)]


def with_ships(desk, seed):
    """Weak Americans before strong stacks; the ships lie in N4, and reach L3, L4 and L5, but not K4."""
    rng = random.Random(f"guns {seed}")
    mine = rng.sample(["us-1", "us-4", "us-4cav", "us-rangers", "br-3", "us-106cav"], 4)
    theirs = rng.sample(["de-lehr", "de-12ss", "de-2pz", "de-116pz", "de-1ss", "de-352", "de-17ss"], 5)
    units = {u: rng.choice(["L2", "M5", "K5", "K3"]) for u in mine}
    units |= {u: rng.choice(["L3", "L5", "K4"]) for u in theirs}
    spot = desk.w.sea_spots.index("N4")
    ships = [spot if rng.random() < 0.6 else LOST for _ in desk.w.ships]
    back = " ".join(u for u in units if rng.random() < 0.4 and desk.w.two_steps >> desk.unit(u) & 1)
    return desk.set_up(
        units, back=back, steps=[], ship_at=ships[:4], ships_used=1 << rng.randrange(4) if seed % 3 == 0 else 0
    )


def questions(s, most=2):
    """Battles that can be thought of, by so many units at most."""
    f = front(s)
    hexes = members(f.targets & ~f.apart)
    for battle in (mask_of(some) for n in (1, 2) for some in combinations(hexes, n)):
        near = [u for u in f.able if not battle & ~f.able[u]]
        for chosen in chain.from_iterable(combinations(near, n) for n in range(1, most + 1)):
            if together(s, chosen):
                yield battle, chosen


def anew(s):
    """The same position; of its front nothing is known but the best sharing."""
    new = s.copy()
    new.facts = None
    missed(new)
    return new


@pytest.fixture
def searches(monkeypatch):
    """The searches that are begun."""
    begun = []

    def search(*args):
        begun.append(args)
        return original(*args)

    original = duties.Search
    monkeypatch.setattr(duties, "Search", search)
    return begun


@rule("14.6", "14.6A", "14.6B", "14.8", "14.11")
@pytest.mark.parametrize(("where", "seed"), SCENES)
def test_nobody_searches_for_what_regrouping_shows_or_rules_out(desk, where, seed, searches):
    s = where(desk, seed)
    for battle, chosen in questions(s):
        for closed in (False, True):
            new = anew(s)
            f, who = front(new), mask_of(chosen)
            shown = regrouped(new, f, battle, who, closed) is not None
            stuck = stranded(new, f, battle, who) > fewest(new, f)
            lost = not closed and hopeless(new, f, battle, who, 0)
            searches.clear()
            found = allowed(new, battle, chosen, closed)
            if shown:
                assert found
            if stuck or lost:
                assert not found
            if (shown or stuck or lost) and not any(not nation(new, u) for u in chosen) and not f.frozen:
                assert not searches


@rule("14.6", "14.8", "14.11", "9.1F")
@pytest.mark.parametrize(("where", "seed"), SCENES)
def test_who_keeps_company_in_the_best_sharing_is_known_without_a_search(desk, where, seed, searches):
    """Each of the best battles is allowed as it is, and for each of its units with others to come; whoever is named
    with such a unit may join."""
    s = anew(where(desk, seed))
    f = front(s)
    searches.clear()
    for hexes, team in best(f).battles:
        for u in members(team):
            assert allowed(s, hexes, (u,), False)
            assert company(s, f, hexes, (u,), 0) == (0 if f.frozen else team)
        assert f.frozen or not searches
        assert allowed(s, hexes, tuple(members(team)), True)
    if f.frozen and f.targets & ~f.frozen:
        assert all(company(s, f, hexes, (u,), 0) == 0 for hexes, team in best(f).battles for u in members(team))


@rule("14.6", "14.8", "14.11")
@pytest.mark.parametrize(("where", "seed"), SCENES)
def test_a_battle_is_put_into_the_best_sharing(desk, where, seed):
    """Where nothing else has to change: its own battles stay; who has nothing to do attacks what nobody attacks,
    alone or with others of that kind; whoever is not needed leaves his company for such a hex."""
    s = anew(where(desk, seed))
    f = front(s)
    known = best(f)
    for hexes, team in known.battles:
        found = regrouped(s, f, hexes, team, True)
        assert found is not None
        assert set(found) == set(known.battles)
    for battle, chosen in questions(s):
        who = mask_of(chosen)
        if battle & known.taken or who & ~known.spare:
            continue
        legal = f.legal(s, who, battle, 0)
        assert regrouped(s, f, battle, who, True) == ([(battle, who), *known.battles] if legal else None)
        mates = [x for x in members(known.spare & f.beside(battle)) if agree(s, (*chosen, x))]
        if together(s, (*chosen, *mates)):
            whole = who | mask_of(mates)
            expected = [(battle, whole), *known.battles] if f.legal(s, whole, battle, 0) else None
            assert regrouped(s, f, battle, who, False) == expected
    for hexes, team in known.battles:
        for u in members(team):
            left = team & ~(1 << u)
            goes_on = any(nation(s, x) for x in members(left)) and f.legal(s, left, hexes, 0)
            for h in members(f.able[u] & ~known.taken & ~f.apart):
                if goes_on and f.legal(s, 1 << u, 1 << h, 0):
                    found = regrouped(s, f, 1 << h, 1 << u, True)
                    assert found is not None
                    assert set(found) == {(1 << h, 1 << u), (hexes, left), *known.battles} - {(hexes, team)}
            helpers = [x for x in members(known.spare & f.beside(hexes)) if agree(s, (*members(left), x))]
            whole = left | mask_of(helpers)
            if goes_on or not helpers or not together(s, members(whole)) or hexes & known.doubtful:
                continue
            for h in members(f.able[u] & ~known.taken & ~f.apart):  # those with nothing to do take his place
                if f.legal(s, whole, hexes, 0) and f.legal(s, 1 << u, 1 << h, 0):
                    found = regrouped(s, f, 1 << h, 1 << u, True)
                    assert found is not None
                    assert set(found) == {(1 << h, 1 << u), (hexes, whole), *known.battles} - {(hexes, team)}


@rule("14.6", "14.8", "14.11")
@pytest.mark.parametrize(("where", "seed"), SCENES)
def test_who_is_idle_joins_the_best_battles(desk, where, seed):
    """A partner with nothing to do is known to leave all duties possible beside those who fight."""
    s = anew(where(desk, seed))
    f = front(s)
    known = best(f)
    for hexes, team in known.battles:
        for u in members(known.spare & f.beside(hexes)):
            if together(s, (*members(team), u)) and not f.frozen:
                assert company(s, f, hexes, (u,), 0) == team | 1 << u


@pytest.fixture
def asked(monkeypatch):
    """The units of the battles that are thought through one by one."""
    found = []

    def allows(s, f, hexes, chosen, closed, ships=0):
        found.append(chosen)
        return original(s, f, hexes, chosen, closed, ships)

    original = attacking.allows
    monkeypatch.setattr(attacking, "allows", allows)
    return found


@rule("14.1", "14.6", "14.11", "14.13")
@pytest.mark.parametrize(("where", "seed"), SCENES)
def test_who_can_attack_is_read_from_the_best_sharing(desk, where, seed, asked):
    """Who has a part in it; who could join there, where nobody might be excused for it; who has nothing to do, but
    legal odds alone against what nobody attacks. About all others it is thought, and nobody is left out."""
    s = anew(where(desk, seed))
    f = front(s)
    known = best(f)
    sure = set()
    for hexes, team in known.battles:
        sure |= set(members(team))
        if not hexes & (known.doubtful | f.frozen):
            sure |= {u for u in members(f.beside(hexes)) if together(s, (*members(team), u))}
    for u in members(known.spare):
        free = f.able[u] & ~known.taken & ~f.frozen
        if any(f.legal(s, 1 << u, 1 << h, 0) for h in members(free)):
            sure.add(u)
    found = attacking.attack_units(s, attacking.Attacking(), "", ())
    assert sure <= set(members(found))
    assert not sure & {u for chosen in asked for u in chosen}
    asked.clear()
    new = anew(s)
    able = set()
    for u in f.able:
        sets = [mask_of(some) for n in (1, 2, 3) for some in combinations(f.hexes_of(u), n)]
        able |= {u} if any(allowed(new, battle, (u,), False) for battle in sets) else set()
    assert set(members(found)) == able


@rule("14.5", "14.6", "6.2")
@pytest.mark.parametrize(("where", "seed"), SCENES)
def test_who_can_join_is_read_from_the_best_sharing(desk, where, seed, asked):
    s = anew(where(desk, seed))
    f = front(s)
    for hexes, chosen in questions(s, 1):
        if not allowed(s, hexes, chosen, False):
            continue
        s.battle_units, s.battle_hexes = mask_of(chosen), hexes
        sure = company(s, f, hexes, chosen, 0)
        asked.clear()
        found = attacking.companions(s)
        assert sure & f.beside(hexes) & ~mask_of(chosen) & ~found == 0
        assert not any(sure >> u & 1 for some in asked for u in some if u not in chosen)
        s.battle_units = s.battle_hexes = 0
        mates = [u for u in f.able if u not in chosen and not hexes & ~f.able[u] and together(s, (*chosen, u))]
        new = anew(s)
        assert found == mask_of(u for u in mates if allowed(new, hexes, tuple(sorted((*chosen, u))), False))


@rule("14.6", "14.6B", "6.2")
def test_a_battle_lacks_those_who_must_attack_and_could_join_it(desk):
    """Not the British before the same hex, not who is in the battle, not who has another enemy, nor the first and the
    last unit of the list."""
    units = {"us-1": "M9", "us-4": "M9", "us-2arm": "M9", "br-3": "N9", "us-9": "R20", "de-353": "R21"}
    first = {desk.w.ids[0]: "M10", "de-352": "M10"}
    s = desk.set_up(units | first, steps=[attacking.Attacking()])
    s.battle_units, s.battle_hexes = desk.units_of("us-1 us-2arm"), desk.hexes_of("M10")
    [why] = attacking.battle_duties(s)
    assert (why.rule, why.places, why.pieces) == ("14.6", ("M10",), ("us-4",))
    assert f"14.6: Without {desk.w.unit_names[desk.unit('us-4')]} in this battle" in desk.words("done")


@rule("14.6", "14.6A", "14.6B", "14.8", "14.11", "6.2")
@pytest.mark.parametrize(
    ("where", "first"), [(scene, 0), (quiet, 0), (mixed, 0), (mixed, 50), (mixed, 100), (mixed, 150), (mixed, 200)]
)
def test_what_is_regrouped_misses_no_more_than_the_best_sharing(desk, where, first):
    """Each with its duties counted: an excuse (14.11) may be gone with those who gave it."""
    shown = excuses = 0
    for seed in range(first, first + 50):
        s = anew(where(desk, seed))
        fronts, least = Sharings(s), missed(s)
        f = fronts.f
        excuses += bool(best(f).doubtful)
        for battle, chosen in questions(s):
            for closed in (False, True):
                found = regrouped(s, f, battle, mask_of(chosen), closed)
                if found is None:
                    continue
                place = {u: hexes for hexes, team in found for u in members(team)}
                assert sum(team.bit_count() for _, team in found) == len(place)
                cost = fronts.cost([place.get(u, 0) for u in fronts.units])
                assert cost is not None
                assert cost <= least
                shown += 1
    assert shown > 100
    assert excuses or where is not mixed


# ------------------------------------------------------------------------------------------ parts of a front


def connected(rows):
    """Rows of units and hexes joined wherever they share hexes."""
    found: list[tuple[int, int]] = []
    for units, hexes in rows:
        for other in [x for x in found if x[1] & hexes]:
            found.remove(other)
            units, hexes = units | other[0], hexes | other[1]
        found.append((units, hexes))
    return found


@rule("14.6", "14.6C", "19.4")
@pytest.mark.parametrize("seed", range(60))
def test_the_parts_of_a_front(seed):
    """Units with hexes in common, or with a battle that they could join; hexes in reach of one ship, as far as
    somebody could attack or must; and hexes that nobody can attack, one by one."""
    rng = random.Random(seed)
    numbers = range(3, 15)

    def some(most):
        return mask_of(rng.sample(numbers, rng.randint(0, most)))

    near = {u: some(3) | 1 << rng.choice(numbers) for u in rng.sample(range(20), 7)}
    able = {u: hexes & some(9) for u, hexes in near.items()}
    battle = rng.choice([0, 1 << rng.choice(numbers), *near.values()])
    duty = some(5) & ~battle
    links = [some(4) for _ in range(rng.randint(0, 3))]
    whole = duty | battle | mask_of(h for hexes in able.values() for h in members(hexes))
    rows = [(1 << u, hexes | (battle if not battle & ~near[u] else 0)) for u, hexes in able.items()]
    rows += [(0, hexes & whole) for hexes in links]
    rows = [(units, hexes) for units, hexes in rows if hexes or units]
    covered = mask_of(h for _, hexes in rows for h in members(hexes))
    rows += [(0, 1 << h) for h in members(duty & ~covered)]
    if battle & ~covered:
        rows.append((0, battle))
    expected = {(units, hexes, hexes & (duty | battle)) for units, hexes in connected(rows)}
    found = duties._components(able, duty, battle, near, [hexes for hexes in links if hexes])
    assert set(found) == expected
    assert len(found) == len(expected)


@rule("19.4", "19.6", "14.8")
@pytest.mark.parametrize("seed", range(18))
def test_who_could_need_which_ship(desk, seed):
    """For each ship that is ready the hexes in its reach, of those next to somebody who has no legal odds alone
    against all of his."""
    s = with_ships(desk, seed)
    f = front(s)
    needy = {h for u, near in f.able.items() if not f.legal(s, 1 << u, near, 0) for h in members(near)}
    battles = [None, *[(hexes, chosen) for hexes, chosen in questions(s, 1)]]
    for named in (0, 1, 2):
        ready = [x for x, spot in enumerate(s.ship_at) if spot >= 0 and not (s.ships_used | named) >> x & 1]
        for battle in battles:
            short = battle is not None and not f.legal(s, mask_of(battle[1]), battle[0], 0)
            all_of_them = needy | set(members(battle[0]) if battle and short else ())
            reach = [mask_of(h for h in all_of_them if x in ship_support(s, 1 << h)) for x in ready]
            assert sorted(duties._gunfire(s, f, f.able, named, battle)) == sorted(x for x in reach if x)
    s.side = GERMAN
    assert duties._gunfire(s, f, f.able, 0, None) == []


@rule("14.13", "14.1")
def test_out_of_which_sets_of_fortresses_germans_might_attack(desk):
    """All sets of up to three fortresses; of more, one at a time; always with those out of which somebody attacks."""
    w = desk.w
    walls = [h for h in members(w.fortresses) if len(w.near[h]) > 2]
    chosen = [h for n, h in enumerate(walls) if not any(w.grid.distance(h, x) < 3 for x in walls[:n])][:4]
    names = ["de-352", "de-353", "de-91", "de-77"]
    foes = ["us-1", "us-4", "us-9", "us-29"]
    for number in (1, 2, 3, 4):
        units = {}
        for h, name, foe in zip(chosen[:number], names, foes, strict=False):
            units[name] = w.labels[h]
            units[foe] = w.labels[next(x for x in w.near[h] if not w.fortresses >> x & 1)]
        s = desk.set_up(units, side="german", steps=[], ruined=0)
        f = front(s)
        bits = [w.bit[h] for h in chosen[:number]]
        assert {u: w.bit[h] for u, h in f.inside.items()} == {
            desk.unit(u): b for u, b in zip(names, bits, strict=False)
        }
        for out in (0, 1):  # nobody yet, or who is in the first of them
            rest = bits[out:]
            sets = range(len(rest) + 1) if len(rest) <= 3 else (0, 1)
            expected = [sum(bits[:out]) + sum(some) for n in sets for some in combinations(rest, n)]
            found = list(duties._sallies(s, f, tuple(desk.unit(u) for u in names[:out])))
            assert sorted(found) == sorted(expected)
            assert found[0] == sum(bits[:out])
            for sallies in found:
                around = mask_of(x for h in members(sallies) for x in w.near[h])
                assert duties._duty(s, f, sallies) == around & f.targets


# -------------------------------------------------------------------------------------- a front without a unit


@rule("14.10", "14.6", "14.13")
@pytest.mark.parametrize("seed", range(24))
def test_a_front_without_a_unit_is_that_where_it_is_gone(desk, seed):
    """The whole of it, or a part."""
    w, rng = desk.w, random.Random(f"gone {seed}")
    if seed % 2:
        s = scene(desk, seed)
    else:
        beside = sorted((desk.near("P4") | desk.near("P5")) - {"P4", "P5"})
        foes = rng.sample(beside, 2)
        places = ["P4", "P5", *[x for x in beside if x not in foes]]
        units = {u: rng.choice(places) for u in ("de-352", "de-lehr", "de-91", "de-2pz", "de-vs-1")}
        units |= {u: rng.choice(foes) for u in ("us-1", "br-3", "us-2arm")}
        s = desk.set_up(units, side="german", steps=[], ruined=0, sallied=rng.choice([0, w.bit[desk.hex("P4")]]))
    f = front(s)
    for u in f.able:
        gone = s.copy()
        put(gone, u, w.destroyed)
        expected, found = front(gone), f.without(u)
        for name in ("able", "must", "wanted", "inside", "sallied", "targets", "duty", "apart", "units", "walled"):
            assert getattr(found, name) == getattr(expected, name), name
        some = mask_of(rng.sample(list(f.able), len(f.able) // 2)) | 1 << u
        hexes = mask_of(h for h in members(f.targets) if rng.random() < 0.6)
        part = f.without(u, some, hexes)
        who = {x for x in f.able if some >> x & 1 and x != u}
        assert part.able == {x: f.able[x] for x in who}
        assert part.must == mask_of(x for x in who if f.must >> x & 1)
        assert part.sallied == f.sallied & hexes
        wanted = mask_of(h for x, near in f.wanted.items() if x != u for h in members(near))
        assert part.duty == (wanted | f.sallied) & hexes
        assert f.beside(hexes) == mask_of(x for x in f.able if not hexes & ~f.able[x])


@rule("14.1", "14.6C", "21.6")
def test_the_first_unit_of_the_list_is_beside_its_own_enemies_only(desk):
    """Rangers and commandoes have no zones: nobody must attack, and both divisions are free to."""
    w = desk.w
    s = desk.set_up({w.ids[0]: "M9", "de-352": "N13", "us-rangers": "M10", "br-1ssb": "M13"}, side="german", steps=[])
    one, other = 1, desk.units_of("de-352")
    assert missed(s) == 0
    f = front(s)
    beside = {h: f.beside(desk.hexes_of(h)) for h in ("M10", "M13", "M10 M13", "S20", "")}
    assert beside == {"M10": one, "M13": other, "M10 M13": 0, "S20": 0, "": one | other}
    assert f.hexes_of(0) == [desk.hex("M10")]
    assert f.hexes_of(desk.unit("us-rangers")) == []
    assert best(f) == ([], one | other, 0, 0)


@rule("9.1F", "14.1", "14.13", "14.6")
def test_frozen_enemies_and_sallies_are_left_to_a_search(desk):
    """Nothing is regrouped around a battle with those whom nobody must attack, or by who leaves a fortress for it."""
    s = anew(desk.set_up({"us-1": "M7", "us-4": "M8", "de-352": "M6", "de-353": "M9"}, frozen="de-352", steps=[]))
    f = front(s)
    assert f.apart == desk.hexes_of("M6")
    one, other = desk.units_of("us-1"), desk.units_of("us-4")
    assert regrouped(s, f, desk.hexes_of("M6"), one, True) is None
    assert regrouped(s, f, desk.hexes_of("M9"), other, True) == [(desk.hexes_of("M9"), other)]
    w = desk.w
    wall = next(h for h in members(w.fortresses) if len(w.near[h]) > 2)
    foe = w.labels[next(x for x in w.near[wall] if not w.fortresses >> x & 1)]
    units = {"de-352": w.labels[wall], "us-1": foe, "de-353": "M9", "us-rangers": "M10"}
    s = anew(desk.set_up(units, side="german", steps=[], ruined=0))
    f = front(s)
    inside, outside = desk.units_of("de-352"), desk.units_of("de-353")
    assert f.walled == inside
    assert regrouped(s, f, desk.hexes_of(foe), inside, True) is None
    assert regrouped(s, f, desk.hexes_of("M10"), outside, True) == [(desk.hexes_of("M10"), outside)]


@rule("14.6", "14.8", "14.9", "9.1", "2.8", "14.13")
@pytest.mark.parametrize("seed", range(24))
def test_what_was_found_of_a_front_goes_for_no_other(desk, seed):
    """Somebody is reduced or made whole, comes to another hex, is frozen or freed, has fought, or a ship has: what is
    known of the parts of the front that stay as they are is right, and of the others it is found anew."""
    w, rng = desk.w, random.Random(f"kept {seed}")
    s = (scene, quiet, with_ships)[seed % 3](desk, seed)
    there = [u for u, h in enumerate(s.where) if h < w.n]
    places = {side: sorted({s.where[u] for u in there if w.side[u] == side}) for side in (GERMAN, ALLIED)}
    for _ in range(8):
        missed(s)
        u = rng.choice(there)
        match rng.randrange(6):
            case 0 | 1:
                s.face[u] ^= w.two_steps >> u & 1
            case 2 | 3:
                put(s, u, rng.choice(places[w.side[u]]))
            case 4 if w.side[u] == GERMAN and s.side == ALLIED:
                freeze(s, u, rng.choice([FREE, 2]))
            case 5:
                s.fought ^= 1 << u
                s.ships_used ^= 1 << rng.randrange(4)
        new = s.copy()
        new.facts = None
        assert missed(s) == missed(new)
        asked = list(questions(s))
        for battle, chosen in rng.sample(asked, min(6, len(asked))):
            for closed in (False, True):
                assert allowed(s, battle, chosen, closed) == allowed(new, battle, chosen, closed)


@rule("19.5", "14.8")
@pytest.mark.parametrize("seed", range(6))
def test_ships_without_units_have_no_legal_odds(desk, seed):
    s = with_ships(desk, seed)
    f = front(s)
    for h in members(f.targets):
        assert not f.legal(s, 0, 1 << h, 0b1111)
        assert not f.legal(s, 0, 1 << h, 0)
        s.fought |= mask_of(u for u, where in enumerate(s.where) if where == h)
        assert not front(s).legal(s, 0, 1 << h, 0b1111), "nor where nobody is left to be attacked"

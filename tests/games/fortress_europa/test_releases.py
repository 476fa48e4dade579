"""9.1, 9.3, 9.6, 12.17, 15.10, 21.5: frozen districts, who is released by what, and who must leave; each case beside
one that is nearly the same."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import DISTRICTS
from grognard.games.fortress_europa.rules.movement import districts
from grognard.games.fortress_europa.rules.movement.entering import (
    DROP,
    INVADE,
    MOVE,
    RAID,
    RELOCATE,
    RETREAT,
    entered,
)
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.standing import facts
from grognard.games.fortress_europa.rules.state import FREE
from grognard.maps import members
from grognard.suite import rule

STEP = Moving()
NETHERLANDS, D15, D7, D1, D19 = range(5)
FROZEN = {"de-347": "EE5", "de-712": "V5", "de-352": "L5", "de-708": "C16", "de-242": "N30"}
"""One in each district; the first is unit 0."""
FREELY = {"de-hq-ob-west": "R11", "de-5geb": "X29"}
ALLIES = {"us-1": "K3", "us-4": "M9", "br-79-c": "L3"}


def stand(desk, units=None, **more):
    s = desk.set_up(FROZEN | FREELY | ALLIES | (units or {}), frozen=" ".join(FROZEN), steps=[], turn="jun-3", **more)
    s.italy_open = False
    return s


def bound(desk):
    return {name for name in (FROZEN | FREELY) if desk.s.bound[desk.unit(name)] != FREE}


@rule("9.1", "9.2", "9.3", "9.4")
def test_who_is_frozen_as_the_game_begins(desk):
    s = stand(desk)
    districts.bind(s)
    w = desk.w
    for u, entry in enumerate(w.entry):
        assert s.bound[u] == (DISTRICTS.index(entry) if entry in DISTRICTS else FREE), w.ids[u]
    assert [s.bound[desk.unit(name)] for name in FROZEN] == [0, 1, 2, 3, 4]
    assert facts(s).frozen == sum(1 << u for u, entry in enumerate(w.entry) if entry in DISTRICTS)


@rule("9.1A", "9.1B", "9.7")
def test_one_district_or_all_are_released(desk):
    s = stand(desk, trespassing=1 << 190, expelled=1 << 191)
    districts.release(s, D7, None, "9.1A")
    assert bound(desk) == set(FROZEN) - {"de-352"}
    assert not s.released
    districts.release(s, NETHERLANDS, None, "9.1A")
    assert bound(desk) == {"de-712", "de-708", "de-242"}
    districts.release_all(s, None, "9.1B")
    assert bound(desk) == set()
    assert (s.released, s.trespassing, s.expelled) == (True, 0, 0)
    s.trespassing = 1
    s.bound[0] = 3
    districts.release_all(s, None, "9.1B")
    assert (s.bound[0], s.trespassing) == (3, 1), "it has happened already"


@rule("9.1", "9.5")
def test_where_the_frozen_districts_are(desk):
    s = stand(desk)
    w = desk.w
    assert districts.frozen_districts(s) == sum(w.districts)
    districts.release(s, D15, None, "9.1A")
    districts.release(s, D19, None, "9.1A")
    assert districts.frozen_districts(s) == w.districts[0] | w.districts[2] | w.districts[3]
    s.invaded = 0
    assert districts.invaded_hexes(s) == 0
    s.invaded = 1 << D7 | 1 << D19
    assert districts.invaded_hexes(s) == w.districts[2] | w.districts[4]


@rule("9.1A", "9.1E", "9.1G", "33.1.3")
@pytest.mark.parametrize(
    ("site", "invaded", "left"),
    [
        ("J3 K2", [D7], "de-347 de-712 de-708 de-242"),
        ("M32 N33", [D19], "de-347 de-712 de-352 de-708"),
        ("A16 D13", [D1], "de-347 de-712 de-352 de-242"),
        ("E9 E11", [D7, D1], ""),
        ("V4", [D15], ""),
        ("FF3", [NETHERLANDS], ""),
        ("QQ4", [], "de-347 de-712 de-352 de-708 de-242"),
    ],
)
def test_what_an_invasion_releases(desk, site, invaded, left):
    """The units of the district; all, if it is one of the 15th or the Netherlands, or two at once."""
    s = stand(desk)
    s.invaded = s.landing_districts = 0
    districts.invasion_declared(s, desk.hexes_of(site), None)
    assert members(s.invaded) == sorted(invaded)
    assert members(s.landing_districts) == sorted(invaded)
    assert bound(desk) == set(left.split())
    assert s.released == (not left)
    s.released = True
    s.bound[0] = 0
    districts.invasion_declared(s, desk.hexes_of("J3 EE4"), None)
    assert s.bound[0] == 0, "all were released before"
    assert s.invaded >> D7 & 1


@rule("9.1D", "9.1E", "9.3", "15.10")
@pytest.mark.parametrize(
    ("at", "invaded", "released", "italy"),
    [
        ("L4", [D7], False, False),  # the district that was invaded
        ("P12", [D7], True, False),  # out of all districts
        ("D12", [D7], True, False),  # another one
        ("D12", [D7, D1], False, False),
        ("L4", [D1], True, False),  # another one, before it in the list
        ("D12", [], False, False),  # nobody has landed
        ("P12", [], False, False),
        ("W6", [], True, False),  # the 15th
        ("FF5", [], True, False),  # the Netherlands
        ("FF5", [NETHERLANDS], True, False),
        ("Z30", [], False, True),
        ("Z30", [D19], True, True),
    ],
)
def test_what_an_allied_step_releases(desk, at, invaded, released, italy):
    for how in (MOVE, DROP):
        s = stand(desk)
        s.invaded = sum(1 << d for d in invaded)
        s.trespassing = desk.units_of("us-1 br-79-c")
        entered(s, desk.unit("us-4"), desk.hex(at), None, how)
        assert (s.released, s.italy_open) == (released, italy)
        assert bool(bound(desk)) == (not released)
        assert s.trespassing == (0 if released else desk.units_of("us-1 br-79-c"))
        assert s.expelled == 0


@rule("15.10", "9.1D")
def test_a_trespasser_on_its_way_out_releases_nobody(desk):
    s = stand(desk)
    s.invaded = 1 << D7
    s.trespassing = desk.units_of("us-4 br-79-c")
    districts.allied_entry(s, desk.unit("us-4"), desk.hex("D12"), None)
    assert (s.released, s.trespassing, s.expelled) == (False, desk.units_of("us-4 br-79-c"), 0)
    districts.allied_entry(s, desk.unit("us-1"), desk.hex("L4"), None)
    assert (s.released, s.trespassing, s.expelled) == (False, desk.units_of("us-4 br-79-c"), 0)
    districts.release(s, D7, None, "")
    districts.allied_entry(s, desk.unit("us-4"), desk.hex("L4"), None)
    assert (s.released, s.trespassing, s.expelled) == (False, desk.units_of("br-79-c"), desk.units_of("us-4"))
    districts.allied_entry(s, desk.unit("br-79-c"), desk.hex("P12"), None)
    assert (s.released, s.expelled) == (False, desk.units_of("us-4 br-79-c")), "it must leave (9.6)"
    districts.allied_entry(s, desk.unit("br-79-c"), desk.hex("P13"), None)
    assert s.released, "9.1D: it goes on of its own will"


@rule("15.10", "9.3")
def test_a_trespasser_is_out_in_the_first_hex_that_is_not_frozen(desk):
    s = stand(desk)
    w, u = desk.w, desk.unit("us-4")
    frozen = sum(w.districts)
    for h in members(w.land):
        s.trespassing, s.expelled, s.italy_open = 1 << u, 0, False
        districts.allied_entry(s, u, h, None)
        inside = bool(frozen & w.bit[h])
        assert (s.trespassing, s.expelled) == ((1 << u, 0) if inside else (0, 1 << u)), w.labels[h]
        assert s.italy_open == bool(w.italy & w.bit[h])
        s.italy_open = False
        districts.involuntary_entry(s, u, h)
        assert (bool(s.trespassing), s.italy_open) == (inside, bool(w.italy & w.bit[h])), w.labels[h]
    assert not s.released


@rule("9.1D", "9.1E")
def test_which_hexes_release_everybody(desk):
    """With the 7th district invaded, all but its own; with none, those of the 15th and the Netherlands alone."""
    w = desk.w
    for invaded, own, everywhere in ((0, -1, w.districts[0] | w.districts[1]), (1 << D7, w.districts[D7], -1)):
        s = stand(desk)
        s.invaded = invaded
        bound_before = list(s.bound)
        for h in members(w.land):
            districts.allied_entry(s, desk.unit("us-4"), h, None)
            expected = bool(everywhere & w.bit[h]) and not (invaded and own & w.bit[h])
            assert s.released == expected, w.labels[h]
            if s.released:
                s.released, s.bound, s.facts = False, list(bound_before), None


@rule("21.5", "9.1A", "9.1D", "9.1E")
@pytest.mark.parametrize(
    ("at", "invaded", "ashore", "left", "now"),
    [
        ("D3", 0, True, "de-347 de-712 de-708 de-242", [D7]),
        ("D3", 1 << D7, True, "de-347 de-712 de-352 de-708 de-242", [D7]),
        ("D3", 1 << D1, True, "de-347 de-712 de-708 de-242", [D7, D1]),  # nobody is ashore in the other
        ("B14", 1 << D7, True, "", [D7]),  # somebody is
        ("B14", 1 << D7, False, "de-347 de-712 de-352 de-242", [D7, D1]),
        ("S6", 0, True, "", []),
        ("DD3", 0, True, "", []),
        ("QQ4", 0, True, "de-347 de-712 de-352 de-708 de-242", []),
        ("QQ4", 1 << D7, True, "", [D7]),
    ],
)
def test_what_a_raid_releases(desk, at, invaded, ashore, left, now):
    s = stand(desk, None if ashore else {"us-1": "england", "br-79-c": "england"})
    s.invaded = invaded
    entered(s, desk.unit("us-4"), desk.hex(at), None, RAID)
    assert bound(desk) == set(left.split())
    assert members(s.invaded) == now
    assert s.released == (not left)
    assert not s.italy_open
    entered(s, desk.unit("us-4"), desk.hex("Y34"), None, RAID)
    assert s.italy_open


@rule("21.5")
def test_a_raid_on_the_netherlands_after_all_are_released(desk):
    s = stand(desk)
    s.released, s.invaded = True, 0
    districts.raid_entry(s, desk.hex("D3"), None)
    assert (s.invaded, s.bound[0]) == (0, 0)


@rule("15.10", "12.17", "9.3", "9.6")
def test_who_is_forced_into_a_frozen_district_must_leave(desk):
    u, last = desk.unit("us-4"), desk.unit("br-79-c")
    for how in (RETREAT, RELOCATE):
        s = stand(desk)
        s.invaded = 1 << D7
        s.trespassing, s.expelled, s.driven_in = 1 << last, 1 << u | 1 << last, 0
        entered(s, u, desk.hex("D12"), None, how)
        assert (s.trespassing, s.expelled, s.driven_in) == (1 << u | 1 << last, 1 << last, 1 << u)
        assert not s.released
        entered(s, u, desk.hex("P12"), None, how)
        assert (s.trespassing, s.expelled, s.driven_in) == (1 << last, 1 << u | 1 << last, 1 << u), "it is out"
        assert not s.italy_open
        entered(s, u, desk.hex("Z30"), None, how)
        assert s.italy_open
        assert not s.released


@rule("9.3", "9.1E")
def test_an_invasion_opens_italy_and_releases_nobody_by_itself(desk):
    s = stand(desk)
    s.invaded = 1 << D19
    entered(s, desk.unit("us-4"), desk.hex("S34"), None, INVADE)
    assert (s.italy_open, s.released) == (False, False)
    entered(s, desk.unit("us-4"), desk.hex("Y34"), None, INVADE)
    assert (s.italy_open, s.released) == (True, False)


@rule("12.17", "9.6", "9.1F", "9.9")
def test_who_attacks_frozen_units_of_his_own_will(desk):
    """Who was put on top of a hidden unit has no choice; an attack on frozen units outside the district that was
    invaded releases all, if anybody makes it who had one."""
    s = stand(desk, {"us-29": "C16", "us-2": "C16", "us-9": "D12", "us-30": "C17", "us-90": "C16"})
    s.invaders = desk.units_of("us-29 us-9 us-30 br-79-c")
    s.raiding = desk.units_of("us-2")
    s.trespassing = desk.units_of("us-29 us-2 us-9 us-90 br-79-c")
    turned = {"us-29", "us-2"}
    for name in ("us-29", "us-2", "us-9", "us-30", "us-90", "us-1"):
        assert districts.turned_away(s, desk.unit(name)) == (name in turned), name
    s.invaded = 1 << D7
    hit, own, empty = (desk.hexes_of(x) for x in ("C16", "L5", "D12"))

    def releases(hexes, names):
        return districts.attack_releases(s, hexes, [desk.unit(name) for name in names.split()])

    assert releases(hit, "us-9")
    assert releases(hit, "us-29 us-9")
    assert releases(hit, "")
    assert not releases(hit, "us-29 us-2")
    assert not releases(own, "us-1")
    assert not releases(empty, "us-9")
    assert releases(own | hit, "us-9")
    s.invaded = 0
    assert releases(own, "us-1")
    assert not releases(desk.hexes_of("R11"), "us-1"), "an HQ that is not frozen"
    for name in FROZEN:
        s.bound[desk.unit(name)] = FREE
    s.facts = None
    assert not releases(hit, "us-9")
    s.bound[desk.unit("de-6fjr")] = D7  # off the map
    s.facts = None
    assert not releases(hit, "us-9")


@rule("9.3", "15.10")
def test_where_districts_let_units_go(desk):
    s = stand(desk, {"de-34": "Y34", "de-91": "X31", "de-77": "X29", "us-9": "P12"})
    w = desk.w
    s.box = [-1] * w.n_units
    s.box[desk.unit("de-5geb")], s.box[desk.unit("de-34")] = 5, 6
    s.box[desk.unit("de-91")], s.box[0] = 3, 5  # another box; built anew elsewhere
    s.expelled = desk.units_of("us-9 br-79-c")
    out = w.land & ~sum(w.districts)
    expected = {"de-5geb": w.italy, "de-34": w.italy, "us-9": out, "br-79-c": out}
    for name in ("de-5geb", "de-34", "de-91", "de-77", "de-347", "us-9", "br-79-c", "us-1"):
        assert districts.bounds(s, desk.unit(name)) == expected.get(name, w.land), name
    s.italy_open = True
    assert districts.bounds(s, desk.unit("de-5geb")) == w.land
    assert districts.bounds(s, desk.unit("us-9")) == out


@rule("15.10")
def test_the_ways_out_of_a_frozen_district(desk):
    """Outside, if it gets there; else where fewest hexes are left, past enemies; else nowhere."""
    s = stand(desk, {"us-9": "F7", "de-353": "G9"})
    u, w = desk.unit("us-9"), desk.w
    inside = {w.labels[h] for h in members(districts.frozen_districts(s))}
    enemies = {"G9", "L5"}

    def hexes_left(label):
        seen, ring, number = {label}, {label}, 0
        while ring <= inside:
            ring = {x for y in ring for x in desk.near(y)} - seen - enemies
            seen |= ring
            number += 1
        return number

    left = {label: hexes_left(label) for label in ("F7", "F8", "F9", "G7", "G8", "G10", "H9", "F6", "E7", "G6", "I8")}
    assert len(set(left.values())) > 3
    outside = desk.hexes_of("H12 J9")
    assert districts.ways_out(s, u, outside | desk.hexes_of("G10 F8")) == outside
    for some in ("F8 G8 H9", "F8 G8", "F6 E7 G7", "G10 F9 I8", "E7 F6", "F6", "G7", "I8 F6"):
        fewest = min(left[label] for label in some.split())
        best = " ".join(label for label in some.split() if left[label] == fewest)
        assert districts.ways_out(s, u, desk.hexes_of(some)) == (desk.hexes_of(best) if fewest < left["F7"] else 0), (
            some
        )


RELIEF = {
    "de-353": "L5", "de-91": "L5", "de-77": "M7", "de-275": "L5", "de-30": "destroyed", "de-3fj": "L5",
    "de-2pz": "L5", "us-9": "L5", "de-21pz": "C16",
}  # fmt: skip


@rule("9.1C", "20.10")
def test_who_takes_a_frozen_unit_s_place(desk):
    """de-353 has walked there, de-2pz was flown in; de-91 has stood there, de-275 is frozen, de-77 is alone, and
    de-116pz has tried a river in vain."""
    s = stand(desk, RELIEF | {"de-116pz": "L5"}, side="german")
    s.bound[desk.unit("de-275")] = D7
    s.moved = desk.units_of("de-353 de-77 de-275 de-30 us-9 de-352 de-21pz de-116pz")
    s.spent = [int(s.moved >> u & 1) for u in range(desk.w.n_units)]
    s.spent[desk.unit("de-116pz")] = 0
    s.flown, s.stuck = desk.units_of("de-2pz de-3fj"), desk.units_of("de-2pz de-91")
    s.facts = None
    able = {"de-353", "de-2pz", "de-21pz"}
    every = [*FROZEN, *FREELY, *ALLIES, *RELIEF, "de-116pz"]
    for name in every:
        found = [why.rule for why in districts.reliever_reasons(s, STEP, "", (desk.unit(name),))]
        assert found == ([] if name in able else ["9.1C"]), name
    assert {desk.w.ids[u] for u in members(districts._relievers(s, STEP, "", ()))} == able
    u = desk.unit("de-353")
    for name in every:
        found = [why.rule for why in districts.relieved_reasons(s, STEP, "", (u, desk.unit(name)))]
        assert found == ([] if name in ("de-352", "de-275") else ["9.1C"]), name
    assert districts.frozen_with(s, u) == sorted(map(desk.unit, ("de-352", "de-275")))
    here = districts._relieved(s, STEP, "", (u,))
    assert here == desk.units_of("de-352 de-353 de-91 de-275 de-3fj de-2pz us-9 de-116pz")
    districts.do_relieve(s, STEP, "german", (u, desk.unit("de-352")), None)
    assert s.bound[u] == D7
    assert s.bound[desk.unit("de-352")] == FREE
    assert facts(s).frozen >> u & 1
    assert not facts(s).frozen >> desk.unit("de-352") & 1
    assert s.stack == [STEP]
    s.bound = [FREE] * len(s.bound)
    s.facts = None
    assert districts._relievers(s, STEP, "", ()) == 0

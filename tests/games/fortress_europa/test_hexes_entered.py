"""6, 7.2, 8, 12.7, 16.3, 30.2, 31.16: what one hex is to one unit: who may stack there, who must be attacked from it,
what stops there, what is taken; each case beside one that is nearly the same."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, FLOODED, GERMAN, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.movement import entering, ground, spans, stacking
from grognard.games.fortress_europa.rules.movement.outlook import (
    ITALY,
    MEUSE,
    NANCY,
    classes,
    kind_number,
    odd,
    plain_rules,
)
from grognard.games.fortress_europa.rules.standing import zone
from grognard.games.fortress_europa.rules.state import FIRST_MOVE, FREE, SECOND_MOVE
from grognard.maps import members
from grognard.suite import rule


def names(desk, units):
    return {desk.w.ids[u] for u in units}


# --------------------------------------------------------------------------------------------- enemies and ground


@rule("7.1", "7.2", "14.6A", "9.5", "20.6", "16.2")
def test_whom_a_german_unit_must_attack(desk):
    """Beside M9: a division, one that has just dropped, an invader, rangers; in M9 itself commandoes."""
    around = sorted(desk.near("M9"))
    units = {
        "de-347": "M9", "us-1": around[0], "us-4": around[1], "us-29": around[2], "us-rangers": around[3],
        "br-1ssb": "M9", "us-2": "M12", "us-9": "england", "br-79-c": around[0], "de-352": around[4],
    }  # fmt: skip
    s = desk.set_up(units, side="german", steps=[])
    s.dropped, s.invaders = desk.units_of("us-4"), desk.units_of("us-29")
    s.facts = None
    assert names(desk, ground.adjacent_enemies(s, 0)) == {"us-1", "br-1ssb", "br-79-c"}
    assert ground.in_enemy_zone(s, 0)
    s.where[0] = desk.w.removed
    s.facts = None
    assert not ground.in_enemy_zone(s, 0)


@rule("7.1", "7.2", "9.5", "16.2", "17.10.4")
def test_fortresses_rivers_and_frozen_units_bar_zones(desk):
    """Into a fortress no zone reaches while it stands, out of it one does; none crosses a river without bridges."""
    units = {"de-352": "P5", "us-1": "Q6", "us-4": "O6", "de-353": "S9"}
    s = desk.set_up(units, side="german", steps=[])
    u = desk.unit("de-352")
    s.ruined = 0
    s.facts = None
    assert names(desk, ground.adjacent_enemies(s, u)) == set()
    assert names(desk, ground.adjacent_enemies(s, desk.unit("us-4"))) == {"de-352"}
    s.ruined = desk.hexes_of("P5")
    s.facts = None
    assert names(desk, ground.adjacent_enemies(s, u)) == {"us-1", "us-4"}
    s.bridges_down = 1 << desk.w.section["seine-1"]
    s.facts = None
    assert names(desk, ground.adjacent_enemies(s, u)) == {"us-4"}
    s.bridges_down = 0
    s.bound[u] = 1
    s.facts = None
    assert names(desk, ground.adjacent_enemies(s, desk.unit("us-1"))) == set()
    s.bound[u] = FREE
    s.facts = None
    assert names(desk, ground.adjacent_enemies(s, desk.unit("us-1"))) == {"de-352"}
    s.where[desk.unit("us-1")], s.where[u] = desk.hex("V4"), desk.hex("V5")  # it does not shelter Allied units
    s.facts = None
    assert names(desk, ground.adjacent_enemies(s, desk.unit("us-1"))) == {"de-352"}


@rule("5.6", "11.3", "31.9", "33.3.9-5")
def test_how_far_units_go(desk):
    units = {"us-1": "K9", "us-2arm": "K11", "us-rangers": "K13", "br-3": "K15", "us-82": "K17", "br-79-c": "M9"}
    s = desk.set_up(units, side="allied")

    def hexes(*which):
        return [ground.allowance(s, desk.unit(name)) for name in which]

    assert hexes("us-1", "us-2arm", "br-79-c") == [4, 7, 6]
    s.sailed = desk.units_of("us-1 us-2arm")
    assert hexes("us-1", "us-2arm", "br-79-c") == [2, 3, 6]
    s = desk.set_up(units, side="allied", weather="storm", impulse=2)
    s.sailed = desk.units_of("us-1")
    assert hexes("us-1", "us-2arm") == [1, 1]
    s = desk.set_up(units, scenario="bulge", side="allied", turn="dec-4")
    s.quick_units = desk.units_of("us-82 br-79-c")
    s.sailed = desk.units_of("us-2arm br-79-c")
    full = ground.allowance(s, desk.unit("br-3"))
    assert full > 1
    assert hexes("us-1", "us-2arm", "us-82", "br-3") == [1, 0, full, full]
    s = desk.set_up(
        {"de-2pz": "K9", "de-lehr": "K11", "de-21pz": "K13"}, side="german", options="armor-release", turn=1
    )
    s.armor_rolls = ((desk.unit("de-lehr"), 5), (desk.unit("de-21pz"), 6))
    assert hexes("de-2pz", "de-lehr", "de-21pz") == [6, 4, 3]
    s.impulse = 2
    assert hexes("de-lehr", "de-21pz") == [4, 4], "full movement in the second, as the chart has it"


@rule("17.10.4", "8.4", "8.5")
def test_which_rivers_are_closed(desk):
    down = 1 << desk.w.section["seine-3"] | 1 << desk.w.section["oise-1"]
    units = {"us-1": "T12", "us-2arm": "T11"}
    for impulse in (1, 2):
        s = desk.set_up(units, impulse=impulse, bridges_down=down)
        foot, armor = desk.unit("us-1"), desk.unit("us-2arm")
        assert ground.closed_rivers(s, armor) == down
        assert ground.closed_rivers(s, foot) == (down if impulse == 1 else 0)
        assert ground.going(s, armor).cost(desk.hex("T13"), desk.hex("T14")) is None
        assert (ground.going(s, foot).cost(desk.hex("T13"), desk.hex("T14")) is None) == (impulse == 1)
        assert ground.going(s, armor).cost(desk.hex("T13"), desk.hex("T12")) == 1
        s.bridges_down = 0
        assert ground.closed_rivers(s, armor) == 0
        assert ground.going(s, armor).cost(desk.hex("T13"), desk.hex("T14")) == 1
    assert not ground.is_armored(s, foot)
    assert ground.is_armored(s, armor)


@rule("31.16", "17.10.4")
def test_where_the_funnies_bridge_a_river(desk):
    """A part of the 79th on the bank of a river without bridges: others cross there, but into no enemy zone; it does
    not help itself, nor Germans, nor where bridges stand, nor without the option."""
    seine, oise, marne = (1 << desk.w.section[name] for name in ("seine-3", "oise-1", "marne-1"))
    units = {
        "us-2arm": "T12",
        "us-1": "T11",
        "br-79-a": "T13",
        "br-79-c": "england",
        "de-2pz": "U16",
        "de-352": "W16",
    }
    s = desk.set_up(units, options="funnies", bridges_down=seine | oise)
    armor, part, german = (desk.unit(name) for name in ("us-2arm", "br-79-a", "de-2pz"))
    assert spans.spanned(s, armor) == seine
    assert spans.spanned(s, part) == 0
    assert spans.spanned(s, german) == 0
    how = ground.going(s, armor)
    assert how.cost(desk.hex("T13"), desk.hex("T14")) == 1
    assert how.cost(desk.hex("U14"), desk.hex("U15")) is None, "in the zone of de-2pz"
    assert (
        how.cost(desk.hex("S10"), desk.hex("T10")) is None
        or desk.w.river_between(desk.hex("S10"), desk.hex("T10")) != desk.w.section["oise-1"]
    )
    assert ground.going(s, part).cost(desk.hex("T13"), desk.hex("T14")) is None
    s.where[desk.unit("br-79-c")] = desk.hex("U11")
    assert spans.spanned(s, armor) == seine | oise
    assert spans.spanned(s, part) == oise
    s.where[desk.unit("br-79-c")] = desk.hex("U12")
    s.bridges_down = marne
    assert spans.spanned(s, armor) == marne
    s.bridges_down = 0
    assert spans.spanned(s, armor) == 0
    s = desk.set_up(units, bridges_down=seine | oise)
    assert spans.spanned(s, armor) == 0


@rule("8.1", "8.2", "8.3", "8.4", "24.3", "7.2", "16.7", "33.3.9-4")
def test_what_stops_a_unit_where(desk):
    w = desk.w
    units = {"us-1": "K9", "us-2arm": "K11", "fr-4dmm": "K13", "de-347": "M15", "de-5geb": "M17"}
    s = desk.set_up(units, partisan=desk.hex("N12"))
    alps, hills, wet = w.ground[ALPINE], w.ground[MOUNTAIN], w.ground[FLOODED]
    expected = {
        "us-1": alps | hills | wet, "us-2arm": alps | hills | wet, "fr-4dmm": alps | wet,
        "de-347": alps | hills | wet | desk.hexes_of("N12"), "de-5geb": alps | wet | desk.hexes_of("N12"),
    }  # fmt: skip
    for name, hexes in expected.items():
        u = desk.unit(name)
        assert ground.halting(s, u) == hexes, name
        foe = zone(s, 1 - w.side[u])
        now = ground.situation(s, u)
        assert (now.zone, now.stop) == (foe, hexes | foe)
        assert now.curb == (w.ground[ROUGH] if name == "us-2arm" else 0)
        assert now.curbed == (ground.allowance(s, u) + 1) // 2
        assert now.open_from_zone == (now.open[0] & ~foe,)
    assert ground.situation(s, desk.unit("us-2arm")).curbed == 4
    s.flooded, s.partisan = False, -1
    assert ground.halting(s, desk.unit("de-347")) == alps | hills
    assert ground.open_ground(s, desk.unit("us-1")) == w.land & ~desk.hexes_of("M15 M17")
    assert ground.open_ground(s, 0) == w.land & ~desk.hexes_of("K9 K11 K13")
    s.where[desk.unit("us-1")] = desk.hex("HH2")
    s.facts = None
    assert ground.open_ground(s, 0) == w.land & ~desk.hexes_of("HH2 K11 K13 II2"), "the dyke is closed"


@rule("33.3.9-4", "33.3.8", "33.3.7")
def test_december_lets_some_slip_through_and_keeps_others_back(desk):
    units = {
        "de-1ss-late": "HH12",
        "de-150ss": "HH13",
        "de-352": "HH11",
        "us-1": "GG12",
        "fr-1db": "AA20",
        "br-3": "CC9",
    }
    s = desk.set_up(units, scenario="bulge", side="german", turn="dec-3", impulse=2)
    w = desk.w
    for name in ("de-1ss-late", "de-150ss"):
        assert ground.binding(s, desk.unit(name)) == 0
    assert ground.binding(s, desk.unit("de-352")) == zone(s, ALLIED) != 0
    s.impulse = 1
    assert ground.binding(s, desk.unit("de-150ss")) == zone(s, ALLIED)
    assert not ground.open_ground(s, desk.unit("fr-1db")) & w.north_of_nancy
    assert ground.open_ground(s, desk.unit("br-3")) & w.north_of_nancy
    meuse = w.lines.meuse
    pair = next((a, b) for a, b in w.pairs_over(meuse) if a in w.near[b])
    assert ground.going(s, desk.unit("br-3")).cost(*pair) is None
    assert ground.going(s, desk.unit("us-1")).cost(*pair) == 1


# ---------------------------------------------------------------------------------------------- kinds of movers


@rule("15.10", "8.1", "33.3.8", "33.3.9-4", "31.16", "31.5")
def test_who_moves_by_rules_of_his_own(desk):
    units = {"us-1": "K9", "us-4": "K11", "us-2arm": "K13", "fr-1db": "S10", "fr-2db": "S25", "us-9": "S11"}
    s = desk.set_up(units, side="allied")
    assert odd(s) == 0
    s.trespassing, s.expelled, s.slowed = (desk.units_of(name) for name in ("us-1", "us-4", "us-2arm"))
    assert odd(s) == desk.units_of("us-1 us-4 us-2arm")
    s = desk.set_up(units, scenario="bulge", side="allied", turn="dec-4")
    assert odd(s) == desk.units_of("fr-1db")
    late = {"turn": "dec-3", "scenario": "bulge", "side": "german"}
    assert odd(desk.set_up({}, impulse=2, **late)) == desk.units_of("de-1ss-late de-150ss")
    assert odd(desk.set_up({}, impulse=1, **late)) == 0
    assert odd(desk.set_up({}, impulse=2, **(late | {"turn": "dec-4"}))) == 0
    assert odd(desk.set_up({}, impulse=2, **(late | {"side": "allied"}))) == 0
    assert odd(desk.set_up({}, impulse=2, turn="dec-3", side="german")) == 0
    for options in ("", "funnies", "jersey", "funnies jersey"):
        for side in ("allied", "german"):
            for down in (0, 2):
                s = desk.set_up({}, options=options, side=side, bridges_down=down)
                engineers = "funnies" in options and side == "allied" and down
                assert odd(s) == (-1 if engineers or ("jersey" in options and side == "german") else 0)
    s.options, s.fuel_limit = 0, -1
    for options, limit, plain in (("", -1, True), ("", 0, False), ("armor-release", -1, False), ("jersey", -1, True)):
        s.options, s.fuel_limit = sum(desk.w.option_bit[x] for x in options.split()), limit
        assert plain_rules(s) == plain
    s.options = desk.w.option_bit["armor-release"] | desk.w.option_bit["jersey"]
    assert not plain_rules(s)


@rule("33.3.7", "33.3.8", "9.3")
def test_the_kinds_of_movers(desk):
    units = {
        "us-1": "K9", "us-2arm": "K11", "fr-4dmm": "K13", "fr-1db": "S25", "br-3": "CC9", "br-7arm": "CC8",
        "ca-3": "CC7", "pl-1arm": "CC9",
    }  # fmt: skip
    printed = {"us-1": 0, "us-2arm": 2, "fr-4dmm": 1, "fr-1db": 2, "br-3": 0, "br-7arm": 2, "ca-3": 0, "pl-1arm": 2}
    s = desk.set_up(units, side="allied")
    assert {name: kind_number(s, desk.unit(name)) for name in units} == printed
    everybody = desk.units_of(" ".join(units))
    assert classes(s, everybody) == [(everybody, 0)]
    s = desk.set_up(units, scenario="bulge", side="allied", turn="dec-4")
    more = {"fr-4dmm": NANCY, "fr-1db": NANCY, "br-3": MEUSE, "br-7arm": MEUSE, "pl-1arm": MEUSE}
    assert {name: kind_number(s, desk.unit(name)) for name in units} == {
        name: number | more.get(name, 0) for name, number in printed.items()
    }
    french = desk.units_of("fr-4dmm fr-1db")
    assert classes(s, everybody) == [(everybody & ~french, 0), (french, NANCY)]
    germans = {"de-347": "X29", "de-5geb": "Y34", "de-34": "X30", "de-352": "X31", "de-91": "M9", "us-1": "K9"}
    s = desk.set_up(germans, side="german", italy_open=False)
    s.box = [-1] * desk.w.n_units
    for name, box in (("de-347", 5), ("de-5geb", 6), ("de-352", 3), ("de-91", 5)):
        s.box[desk.unit(name)] = box
    s.facts = None
    found = {name: kind_number(s, desk.unit(name)) for name in germans if name != "us-1"}
    assert found == {"de-347": ITALY, "de-5geb": ITALY | 1, "de-34": 0, "de-352": 0, "de-91": 0}
    everybody, kept = desk.units_of("de-347 de-5geb de-34 de-352 de-91"), desk.units_of("de-347 de-5geb")
    assert classes(s, everybody) == [(everybody & ~kept, 0), (kept, ITALY)]
    s.italy_open = True
    assert classes(s, everybody) == [(everybody, 0)]
    assert kind_number(s, 0) == 0
    s.italy_open, s.side = False, ALLIED
    assert kind_number(s, 0) == 0
    assert classes(s, everybody) == [(everybody, 0)]


# ------------------------------------------------------------------------------------------------------ stacking


@rule("6.5", "12.7", "21.7", "31.4", "31.16", "33.3.1")
def test_who_counts_in_a_stack(desk):
    w = desk.w
    sample = (
        "de-347 de-101ss de-hq-ob-west de-654 de-150ss us-1 us-rangers br-1ssb us-hq-bradley br-79 br-79-a br-79-c"
    )

    def counted(**more):
        s = desk.set_up({}, steps=[], **more)
        found = {name for name in sample.split() if stacking.stack_value(s, desk.unit(name))}
        assert stacking.stacked(s, map(desk.unit, sample.split())) == len(found)
        return found

    usual = {"de-347", "de-101ss", "de-654", "de-150ss", "us-1", "br-79", "br-79-a", "br-79-c"}
    assert counted() == usual
    assert counted(options="battalions") == usual - {"de-101ss", "de-654"}
    assert counted(scenario="bulge", turn="dec-3") == usual - {"de-654", "de-150ss"}
    landed = desk.units_of("us-1 br-79 br-79-a us-rangers")
    first, later = w.turn_of["jun-1"], w.turn_of["jun-2"]
    assert counted(turn=first, invaders=landed) == usual - {"br-79"}
    assert counted(turn=first, invaders=landed, options="funnies") == usual - {"br-79", "br-79-a"}
    assert counted(turn=later, invaders=landed, options="funnies") == usual
    assert counted(turn=first) == usual
    assert counted(ashore=desk.units_of("us-rangers us-1 us-hq-bradley")) == usual | {"us-rangers"}


@rule("6.1", "6.6", "12.7", "31.11")
def test_how_many_a_hex_holds(desk):
    """Clear ground three, rough and mountains fewer, floods as many as clear ground while they are dry."""
    s = desk.set_up({"us-1": "M9", "us-4": "M9", "us-hq-bradley": "M9", "de-347": "M9"}, steps=[])
    w = desk.w
    site = {"M9", "CC5", "A19", "K2", "EE4"}
    for label in (*site, "K6", "J22", "S28", "M10"):
        h = desk.hex(label)
        usual = w.stack_limit[h]
        assert stacking.stack_limit(s, h) == usual
        s.site = desk.hexes_of(" ".join(site))
        s.phase, s.side = FIRST_MOVE, ALLIED
        landing = 1 if label == "A19" else w.invade_limit[h]
        assert stacking.stack_limit(s, h) == (landing if label in site else usual), label
        assert stacking.landing_limit(s, h) == (1 if label in ("A19", "M6") else w.invade_limit[h])
        s.phase = SECOND_MOVE
        assert stacking.stack_limit(s, h) == usual
        s.phase, s.side = FIRST_MOVE, GERMAN
        assert stacking.stack_limit(s, h) == usual
        s.site, s.side, s.flooded = 0, ALLIED, False
        assert stacking.stack_limit(s, h) == (3 if label in ("CC5", "EE4") else usual)
        wet = label in ("CC5", "EE4")
        assert stacking.landing_limit(s, h) == (2 if wet else 1 if label == "A19" else w.invade_limit[h])
        s.flooded = True
    assert w.stack_limit[desk.hex("M9")] == 3
    assert stacking.room(s, ALLIED, desk.hex("M9")) == 1
    assert stacking.room(s, GERMAN, desk.hex("M9")) == 2
    assert stacking.room(s, GERMAN, desk.hex("M10")) == 3
    some = desk.hexes_of("M9 M10 CC5 K6 J22")
    each = sum(w.stack_limit[desk.hex(label)] for label in ("M9", "M10", "K6", "J22"))
    assert stacking.total_limit(s, some) == each + w.stack_limit[desk.hex("CC5")]
    s.flooded = False
    assert stacking.total_limit(s, some) == each + 3
    assert stacking.total_limit(s, 0) == 0


@rule("6.3", "6.5", "31.11", "33.3.1")
def test_who_is_one_too_many(desk):
    """Four in M9, three and an HQ in M11, two in a flood that holds fewer, German units that began too many."""
    wet = desk.w.stack_limit[desk.hex("CC5")]
    flood = ["us-35", "us-5", "us-28", "us-8"][: wet + 1]
    units = {"us-1": "M9", "us-4": "M9", "us-29": "M9", "us-2": "M9", "us-hq-bradley": "M9", "us-9": "M11"}
    units |= {"us-30": "M11", "us-79": "M11", "us-hq-shaef": "M11", "de-347": "M9", "br-79-c": "england"}
    units |= dict.fromkeys(flood, "CC5") | dict.fromkeys(("de-352", "de-353", "de-91", "de-77"), "P10")
    units |= dict.fromkeys(("de-275", "de-30", "de-3fj", "de-5fj"), "P12")
    began = {"crowded": desk.hexes_of("P12 M9"), "cramped": desk.units_of("de-275 de-30 de-3fj de-5fj")}
    s = desk.set_up(units, side="allied", steps=[], **began)
    m9, p10, p12, cc5 = (desk.hex(label) for label in ("M9", "P10", "P12", "CC5"))
    assert stacking.overfull(s, ALLIED) == sorted([m9, cc5])
    assert stacking.overfull(s, GERMAN) == [p10]
    assert stacking.flooded_overfull(s, ALLIED) == [cc5]
    assert stacking.flooded_overfull(s, GERMAN) == []
    s.crowded = 0
    assert stacking.overfull(s, GERMAN) == sorted([p10, p12])
    for side, flooding, expected in (
        (ALLIED, False, {"us-1", "us-4", "us-29", "us-2", *flood}),
        (ALLIED, True, set(flood)),
        (GERMAN, False, {"de-352", "de-353", "de-91", "de-77", "de-275", "de-30", "de-3fj", "de-5fj"}),
    ):
        step = stacking.Overstacked(side, flooding)
        number = "31.11" if flooding else "6.3"
        assert step.number == number
        assert names(desk, members(stacking.too_many(s, step, "", ()))) == expected
        for name in units:
            found = [why.rule for why in stacking.too_many_reasons(s, step, "", (desk.unit(name),))]
            free = name == "us-hq-bradley" and side == ALLIED and not flooding
            assert found == ([] if name in expected else ["6.5"] if free else [number]), name
    s.flooded = False
    assert stacking.overfull(s, ALLIED) == [m9] if wet < 3 else sorted([m9, cc5])
    stacking.check_stacks(s, ALLIED)
    assert s.stack == [stacking.Overstacked(ALLIED)]
    stacking.do_remove(s, stacking.Overstacked(ALLIED), "allied", (desk.unit("us-1"),), None)
    assert desk.at("us-1") == "destroyed"
    s.stack.clear()
    s.flooded = True
    stacking.do_remove(s, stacking.Overstacked(ALLIED), "allied", (desk.unit("us-35"),), None)
    assert s.stack == []
    stacking.check_stacks(s, ALLIED)
    assert s.stack == []
    s.site = 1  # somebody lands somewhere: the limits are asked one by one
    assert stacking.overfull(s, GERMAN) == sorted([p10, p12])


# ----------------------------------------------------------------------------------------- what a step takes


@rule("16.3", "30.2", "26.5", "31.5", "20.8")
def test_what_allied_units_take(desk):
    w = desk.w
    s = desk.set_up({"us-1": "M9", "de-352": "M10", "br-79-c": "M12"}, steps=[], turn=11)
    s.allied = s.ruined = s.bases_taken = s.sites_taken = 0
    bases, sites = members(w.u_boat_bases), members(w.v1_sites)
    for h in (*bases[:-1], *sites[:-1]):
        entering.allied_control(s, h, None)
    assert s.bases_taken == w.u_boat_bases & ~w.bit[bases[-1]]
    assert s.sites_taken == w.v1_sites & ~w.bit[sites[-1]]
    assert (s.bases_turn, s.sites_turn, s.paris_turn, s.jersey_lost) == (0, 0, 0, False)
    entering.allied_control(s, bases[-1], None)
    assert (s.bases_turn, s.sites_turn) == (11, 0)
    entering.allied_control(s, sites[-1], None)
    assert (s.bases_turn, s.sites_turn) == (11, 11)
    s.turn = 12
    entering.allied_control(s, bases[-1], None)
    entering.allied_control(s, sites[-1], None)
    assert (s.bases_turn, s.sites_turn) == (11, 11)
    entering.allied_control(s, desk.hex("R11"), None)
    assert s.paris_turn == 12
    s.turn = 13
    entering.allied_control(s, desk.hex("R11"), None)
    assert s.paris_turn == 12
    assert s.ruined == w.fortresses & s.allied
    assert not s.jersey_lost
    entering.allied_control(s, desk.hex("I4"), None)
    assert s.jersey_lost
    entering.german_control(s, bases[0], None)
    assert not s.allied >> bases[0] & 1
    assert s.bases_taken == w.u_boat_bases
    s.friendly_beaches = desk.hexes_of("K3 L3 M9")
    s.allied = desk.hexes_of("K3 M9 M13")
    entering.german_control(s, desk.hex("K3"), None)
    entering.german_control(s, desk.hex("L3"), None)
    assert s.friendly_beaches == desk.hexes_of("M9")
    assert s.allied == desk.hexes_of("M9 M13")


@rule("20.8", "30.2", "10.7")
def test_who_is_left_alone_in_a_hex_controls_it(desk):
    units = {"us-1": "L10", "de-352": "M10", "us-4": "N10", "de-353": "N10", "br-79-c": "K10", "de-347": "RR20"}
    s = desk.set_up(units, side="german", steps=[], allied="M10 N10")
    s.allied &= ~desk.hexes_of("L10")
    for label, owner in (("L10", "allied"), ("M10", "german"), ("N10", "allied"), ("O11", "german")):
        entering.cleared(s, desk.hex(label), None)
        assert desk.owner(label) == owner, label
    s.allied &= ~desk.hexes_of("N10")
    entering.cleared(s, desk.hex("N10"), None)
    assert desk.owner("N10") == "german", "both are still there"


@rule("8.2", "30.2", "20.8", "9.3")
@pytest.mark.parametrize("how", range(9))
def test_how_a_hex_is_entered(desk, how):
    """Who drops, raids, invades or is put aside into a flood is in it (8.2); marches see to it themselves."""
    s = desk.set_up({"us-1": "M9", "de-352": "M10", "br-79-c": "M12"}, steps=[], italy_open=True)
    u = desk.unit("us-1")
    s.mired = 0
    entering.entered(s, u, desk.hex("CC5"), None, how)
    wet = how in (entering.DROP, entering.RAID, entering.INVADE, entering.RELOCATE)
    assert s.mired == (1 << u if wet else 0)
    assert desk.owner("CC5") == "allied"
    s.mired, s.flooded = 0, False
    entering.entered(s, u, desk.hex("CC4"), None, how)
    entering.entered(s, u, desk.hex("M11"), None, how)
    assert s.mired == 0
    entering.entered(s, u, desk.hex("M10"), None, how)
    assert desk.owner("M10") == "german", "a German unit is there"
    s.allied |= desk.hexes_of("M12 M13")
    entering.entered(s, desk.unit("de-352"), desk.hex("M12"), None, how)
    entering.entered(s, desk.unit("de-352"), desk.hex("M13"), None, how)
    assert (desk.owner("M12"), desk.owner("M13")) == ("allied", "german")


@rule("30.2", "9.1", "31.6", "10.7", "29.4", "25.1")
def test_where_something_may_happen(desk):
    w = desk.w
    units = {"us-1": "M9", "de-352": "M10", "de-347": "M12", "us-4": "K9"}
    s = desk.set_up(units, steps=[], options="decoys", allied="N9 N10 N11", italy_open=True)
    s.released = True
    s.allied_rail = desk.hexes_of("L10 L12")
    s.friendly_beaches = desk.hexes_of("K3")
    s.mulberry_at = [desk.hex("L4"), -1]
    s.facts = None
    us, de = desk.unit("us-1"), desk.unit("de-352")
    assert entering.eventful(s, de) == s.allied | desk.hexes_of("L10 L12 K3 L4")
    known = s.allied & ~w.places_of_note & ~w.near_german_cities & ~desk.hexes_of("M10 M12")
    known &= ~(w.rail & ~s.allied_rail)
    every = (1 << w.n) - 1
    assert entering.eventful(s, us) & every == every & ~known
    s.italy_open = False
    assert entering.eventful(s, us) & every == (every & ~known) | w.italy
    s.released = False
    assert entering.eventful(s, us) == -1
    assert entering.eventful(s, de) != -1
    s.released = True
    s.decoy_at[0], s.decoy_unit[0] = desk.hex("M12"), 0
    s.facts = None
    assert entering.eventful(s, us) == -1
    assert entering.eventful(s, 0) == -1
    assert entering.eventful(s, de) != -1
    s.decoy_unit[0] = de
    s.facts = None
    assert entering.eventful(s, 0) != -1, "another is under the decoy"
    assert entering.eventful(s, de) == -1

"""20.1 to 20.9, 20.12 to 20.16: drops."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.ranges import switzerland
from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, CLEAR, FLOODED, GERMAN, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.combat.strength import additions
from grognard.games.fortress_europa.rules.landing.airborne import Drops, drop_column, drop_range
from grognard.games.fortress_europa.rules.landing.dday import StartLanding, after_reveal
from grognard.games.fortress_europa.rules.landing.invasion import Foothold, Invading, cannot_retreat, only_own_hex
from grognard.games.fortress_europa.rules.landing.raids import why_not_raided
from grognard.games.fortress_europa.rules.landing.site import blockers
from grognard.games.fortress_europa.rules.sequence import EndMove, EndPlayerTurn, Moving, StartMove, StartTurn
from grognard.games.fortress_europa.rules.setup.setup import Reveal
from grognard.games.fortress_europa.rules.standing import freeze, set_decoy, survey
from grognard.games.fortress_europa.rules.state import NOWHERE
from grognard.games.fortress_europa.rules.supply.ports import capacity, counts
from grognard.games.fortress_europa.rules.supply.supply import in_supply
from grognard.kernel.rules import CHANCE
from grognard.maps import members
from grognard.suite import rule

AIRBORNE = ("us-82", "us-101", "br-6ab", "br-1ab")


def drops(desk, units=None, *, box="england", side="allied", **more):
    """The start of a first move impulse, when paratroopers drop."""
    there = (dict.fromkeys(AIRBORNE, box) if side == "allied" else {}) | (units or {})
    number = ALLIED if side == "allied" else GERMAN
    steps = more.pop("steps", [StartMove(1), Drops(number), Moving(), EndMove()])
    settings = {"invasions": 1, "invasion_turn": 1, "capacity_start": 5, "began": desk.units_of(" ".join(there))}
    return desk.set_up(there, side=side, steps=steps, **(settings | more))


def first(desk, units=None, hidden=None, **more):
    """The first turn: drops, then the invaders."""
    notes = [-1] * desk.w.n_units
    for unit, label in (hidden or {}).items():
        notes[desk.unit(unit)] = desk.hex(label)
    there = dict.fromkeys((*AIRBORNE, "br-3", "br-50"), "england") | dict.fromkeys(hidden or {}, "hidden")
    steps = [StartLanding(), Drops(ALLIED), Invading(), Reveal(), *after_reveal()]
    return desk.set_up(there | (units or {}), turn="jun-1", steps=steps, notes=notes, **more)


def place(desk, terrain, inside):
    """A hex of this ground without a city in a set of hexes."""
    w = desk.w
    return next(
        w.labels[h]
        for h in range(w.n)
        if inside >> h & 1 and w.terrain[h] == terrain and not (w.cities | w.fortresses | w.inland_ports) >> h & 1
    )


# -------------------------------------------------------------------------------------------- when and from where


@rule("20.1")
@pytest.mark.parametrize("weather", ["overcast", "overcast-star", "storm"])
def test_drops_are_made_on_clear_turns_only(desk, weather):
    drops(desk, weather=weather)
    assert desk.step() == "Moving"


@rule("20.2")
def test_they_start_the_turn_in_england_or_africa(desk):
    drops(desk, {"us-101": "M12", "us-82": "waiting"}, began=desk.units_of("us-101 br-6ab"))
    assert desk.why("drop us-101 M8") == ["20.2"]
    assert desk.why("drop us-82 M8") == ["20.2"]
    assert desk.why("drop br-1ab M8") == ["20.2"], "arrived this turn"
    assert desk.why("drop br-6ab M8") == []


@rule("20.2")
def test_range_from_england(desk):
    s = drops(desk)
    w = desk.w
    coast = w.within(w.invadable & ~w.from_africa, 3)
    assert drop_range(s, desk.unit("us-101")) == coast | w.reach_of_england
    assert desk.why("drop us-101 O33") == ["20.2"], "the Mediterranean"


@rule("20.2")
def test_range_from_africa(desk):
    s = drops(desk, box="africa")
    w = desk.w
    assert drop_range(s, desk.unit("us-101")) == w.within(w.invadable & w.from_africa, 3)
    assert desk.why("drop us-101 M8") == ["20.2"]


@rule("20.2")
def test_hqs_give_range_to_those_whose_coast_supplies_them(desk):
    units = {"us-hq-bradley": "S20", "us-1": "K2"}
    allied = " ".join(f"{c}{n}" for c in "KLMNOPQRS" for n in range(2, 21) if f"{c}{n}" in desk.w.index)
    s = drops(desk, units, allied=allied)
    w = desk.w
    far = w.hq_range[desk.hex("S20")]
    assert far & ~drop_range(s, desk.unit("us-101")) == 0
    s = drops(desk, units, allied=allied, box="africa")
    assert far & ~drop_range(s, desk.unit("us-101")), "its supply comes over Cherbourg"


@rule("20.2")
def test_hqs_give_no_range_without_a_port(desk):
    s = drops(desk, {"us-hq-bradley": "S20"})
    w = desk.w
    assert drop_range(s, desk.unit("us-101")) == w.within(w.invadable & ~w.from_africa, 3) | w.reach_of_england


@rule("20.2", "17.4")
def test_range_is_not_traced_through_switzerland(desk):
    w = desk.w
    alps = switzerland(w)
    assert alps >> desk.hex("BB24") & 1
    assert not alps >> desk.hex("S1") & 1, "England is at the edge of the map"
    east, west = desk.hex("GG22"), desk.hex("X24")
    reach = w.hq_range[west]
    assert not reach & alps
    assert w.grid.distance(west, desk.hex("AA27")) <= 8
    assert w.hq_range[east] & w.disc(east, 8) == w.hq_range[east]


@rule("20.3")
def test_german_droppers_start_in_a_german_city_out_of_enemy_zones(desk):
    city = desk.w.labels[desk.w.place_hex["Koln"]]
    near = sorted(desk.near(city))[0]
    drops(desk, {"de-6fj": city, "de-7fj": "M20"}, side="german", turn="nov-1")
    assert desk.why("drop de-6fj KK10") == []
    assert desk.why("drop de-7fj KK10") == ["20.3"]
    drops(desk, {"de-6fj": city, "us-1": near, "de-7fj": desk.w.labels[desk.w.place_hex["Erfurt"]]}, side="german")
    assert desk.why("drop de-6fj KK15") == ["20.3"]
    assert desk.why("drop de-7fj KK15") == []


@rule("20.3", "17.5")
def test_german_range(desk):
    city = desk.w.labels[desk.w.place_hex["Koln"]]
    s = drops(desk, {"de-6fj": city}, side="german")
    assert drop_range(s, desk.unit("de-6fj")) == desk.w.germany
    hq = next(desk.w.ids[u] for u in desk.w.of_side[GERMAN] if desk.w.hqs >> u & 1)
    s = drops(desk, {"de-6fj": city, hq: "X12"}, side="german")
    assert drop_range(s, desk.unit("de-6fj")) == desk.w.germany | desk.w.hq_range[desk.hex("X12")]
    assert desk.why("drop de-6fj M12") == ["20.3"]


@rule("9.1", "20.3")
def test_frozen_units_do_not_drop(desk):
    s = drops(desk, {"de-6fj": desk.w.labels[desk.w.place_hex["Koln"]]}, side="german")
    freeze(s, desk.unit("de-6fj"), 0)
    assert "9.1" in desk.why("drop de-6fj KK15")


# ------------------------------------------------------------------------------------------------- how many


@rule("20.4")
def test_up_to_three_units_each_within_three_hexes_of_another(desk):
    s = drops(desk)
    w = desk.w
    able = drop_range(s, desk.unit("us-101")) & w.ground[CLEAR]

    def far(start, hexes):
        """A hex in range at this distance."""
        return next(h for h in members(able) if w.grid.distance(start, h) == hexes)

    x = desk.hex("L6")
    y = far(x, 3)
    z = next(h for h in members(able) if (w.grid.distance(x, h), w.grid.distance(y, h)) == (6, 3))
    a, b, c, d = (w.labels[h] for h in (x, y, z, far(x, 4)))
    assert desk.why(f"drop us-82 {a}; drop us-101 {d}") == ["20.4"]
    assert desk.why(f"drop us-82 {a}; drop us-101 {b}; drop br-6ab {b}; drop br-1ab {b}") == ["20.4"]
    assert desk.why(f"drop us-82 {a}; drop us-101 {c}") == ["20.4"]
    assert desk.why(f"drop us-82 {a}; drop us-101 {b}; drop br-6ab {c}; done") == [], "seven hexes across"


@rule("20.2", "20.4")
def test_who_can_reach_no_hex_of_the_drop_does_not_drop(desk):
    """The drop is in Normandy, out of range from Africa."""
    drops(desk, {"us-101": "africa"})
    assert desk.why("drop us-101 N31") == []
    assert "has no hex to drop in" in desk.words("drop us-82 L7; drop us-101 N31")
    assert desk.why("drop us-82 L7; drop br-6ab L7") == []


@rule("20.4")
def test_several_units_in_one_hex_roll_each_for_itself(desk):
    s = drops(desk)
    desk.play("drop us-82 L7; drop us-101 L7; done")
    assert desk.game.turn(s) == CHANCE
    desk.roll(1, 6)
    assert (s.face[desk.unit("us-82")], s.face[desk.unit("us-101")]) == (0, 1)
    assert desk.step() == "Moving"


@rule("20.4")
def test_five_drops_a_game_whatever_their_size_and_one_a_turn(desk):
    s = drops(desk, allied_drops=4)
    desk.play("drop us-82 L7; done", dice=[1])
    assert s.allied_drops == 5
    assert desk.step() == "Moving"
    drops(desk, allied_drops=5)
    assert desk.step() == "Moving", "no sixth"


@rule("20.4")
def test_a_turn_without_a_drop_uses_none(desk):
    s = drops(desk)
    desk.play("done")
    assert s.allied_drops == 0


@rule("20.5", "20.17")
def test_two_german_drops_of_one_unit(desk):
    koln, erfurt = (desk.w.labels[desk.w.place_hex[name]] for name in ("Koln", "Erfurt"))
    units = {"de-6fj": koln, "de-7fj": erfurt}
    s = drops(desk, units, side="german", german_drops=1)
    assert "20.5" in desk.why("drop de-6fj KK15; drop de-7fj KK15")
    desk.play("drop de-6fj KK15; done", dice=[1])
    assert s.german_drops == 2
    drops(desk, units, side="german", german_drops=2)
    assert desk.step() == "Moving"


@rule("33.3.3", "33.4.4")
@pytest.mark.parametrize(("scenario", "number"), [("bulge", "33.3.3"), ("berlin", "33.4.4")])
def test_drops_in_december(desk, scenario, number):
    erfurt = desk.w.labels[desk.w.place_hex["Erfurt"]]
    units = {"de-heydte": erfurt, "de-6fj": erfurt}
    drops(desk, units, side="german", scenario=scenario, turn="dec-4")
    assert desk.why("drop de-6fj KK15") == [number]
    assert desk.why("drop de-heydte KK15") == []
    drops(desk, units, side="german", scenario=scenario, turn="dec-3")
    assert desk.step() == "Moving", "from the second turn on"
    drops(desk, scenario="bulge", turn="dec-4")
    assert desk.step() == "Moving", "no Allied drop"
    drops(desk, scenario="berlin", turn="feb-1", allied_drops=1)
    assert desk.step() == "Dropping"
    drops(desk, scenario="berlin", turn="feb-1", allied_drops=2)
    assert desk.step() == "Moving"


@rule("31.18-2", "31.18")
def test_varsity(desk):
    drops(desk, scenario="berlin", turn="feb-1", weather="overcast", options="varsity")
    assert desk.why("drop br-6ab L7; drop br-1ab L7; done") == []
    assert desk.why("drop us-82 L7") == ["31.18-2"]
    drops(desk, scenario="berlin", turn="feb-1", weather="overcast-star", options="varsity")
    assert desk.step() == "Moving"
    drops(desk, scenario="berlin", turn="jan-4", weather="overcast", options="varsity")
    assert desk.step() == "Moving"


@rule("31.18-1")
def test_both_are_in_england_on_february_i(desk):
    for options, places in (("varsity", ["england", "england"]), ("", ["destroyed", "M12"])):
        s = desk.set_up({"br-6ab": "destroyed", "br-1ab": "M12"}, scenario="berlin", options=options, steps=[])
        s.face[desk.unit("br-1ab")] = 1
        desk.restart(StartTurn(desk.w.turn_of["feb-1"]))
        assert [desk.at("br-6ab"), desk.at("br-1ab")] == places
        assert s.face[desk.unit("br-1ab")] == (0 if options else 1)


@rule("31.18-3")
def test_varsity_adds_one_to_the_die_on_the_turn_of_the_drop(desk):
    s = drops(desk, {"de-352": "L8"}, scenario="berlin", turn="feb-1", weather="overcast", options="varsity")
    desk.play("drop br-6ab L7; done", dice=[1])
    units = [desk.unit("br-6ab"), desk.unit("br-1ab")]
    (found,) = additions(s, units, desk.hexes_of("L8"))
    assert (found.die, found.rule) == (1, "31.18-3")
    assert additions(s, units[1:], desk.hexes_of("L8")) == [], "it has not dropped"
    desk.restart(EndPlayerTurn())
    assert additions(s, units, desk.hexes_of("L8")) == []


@rule("31.1")
def test_only_regiments_drop_with_the_option(desk):
    erfurt = desk.w.labels[desk.w.place_hex["Erfurt"]]
    units = {"de-heydte": erfurt, "de-6fj": erfurt}
    drops(desk, units, side="german", options="german-paradrops")
    assert desk.why("drop de-6fj KK15") == ["31.1"]
    assert desk.why("drop de-heydte KK15") == []


@rule("27.9")
def test_rebuilt_german_paratroopers_drop_no_more(desk):
    erfurt = desk.w.labels[desk.w.place_hex["Erfurt"]]
    units = {"de-heydte": erfurt, "de-6fj": erfurt}
    drops(desk, units, side="german", grounded=desk.units_of("de-6fj"))
    assert desk.why("drop de-6fj KK15") == ["27.9"]


@rule("18.7.6", "18.7.7", "12.18")
def test_no_drop_when_capacity_was_zero_or_less_as_the_turn_began(desk):
    for start in (0, -1):
        drops(desk, {"us-1": "M12"}, capacity_start=start)
        assert desk.step() == "Moving"
    drops(desk, capacity_start=0)
    assert desk.step() == "Dropping", "nobody is on the continent"


# ------------------------------------------------------------------------------------------------- the landing


@rule("20.6")
def test_on_the_turn_of_the_drop_they_have_no_zone_and_are_in_supply(desk):
    s = drops(desk)
    desk.play("drop us-101 L7; done", dice=[1])
    assert survey(s).zones[ALLIED] == desk.hexes_of("L7")
    assert in_supply(s, desk.unit("us-101"))
    desk.restart(EndPlayerTurn())
    assert survey(s).zones[ALLIED] == desk.hexes_of(" ".join({"L7", *desk.near("L7")}))


@rule("20.6")
def test_stacking_holds_but_for_enemies_in_the_hex(desk):
    drops(desk, {"us-1": "L7", "us-2": "L7", "us-4": "L7"})
    assert desk.why("drop us-101 L7") == ["20.6"]
    drops(desk, {"de-352": "L7", "de-243": "L7", "de-716": "L7", "br-52": "england"})
    assert desk.why("drop br-1ab L7; drop br-6ab L7; drop br-52 L7; done") == [], "three of each side"


@rule("8.4", "8.7", "8.6", "20.13")
def test_ground_where_nobody_lands(desk):
    w = desk.w
    drops(desk, {"br-52": "africa", "us-101": "africa"}, box="africa")
    alpine = place(desk, ALPINE, w.within(w.invadable & w.from_africa, 3))
    assert desk.why(f"drop us-101 {alpine}") == ["8.4"]
    assert desk.why(f"drop br-52 {alpine}") == [], "the 52nd is a mountain unit"
    drops(desk)
    assert desk.why("drop us-101 II2") == ["8.7"]
    assert desk.why("drop us-101 N4") == ["8.6"]


@rule("20.7")
def test_they_do_not_move_in_that_impulse_but_in_the_second(desk):
    steps = [StartMove(1), Drops(ALLIED), Moving(), EndMove(), Foothold(), StartMove(2), Moving()]
    drops(desk, steps=steps)
    desk.play("drop us-101 L7; done", dice=[1])
    assert desk.why("move us-101 L8") == ["20.7"]
    desk.play("end")
    assert "L8" in desk.hexes("us-101")


@rule("20.7")
def test_next_to_enemies_they_are_free_to_attack_them(desk):
    s = drops(desk, {"de-352": "L8"})
    desk.play("drop us-101 L7; done", dice=[1])
    assert not only_own_hex(s, desk.unit("us-101"))


@rule("20.8")
def test_on_top_of_enemies_they_fight_these_alone_and_cannot_retreat(desk):
    s = drops(desk, {"de-352": "L7", "de-243": "L8"})
    desk.play("drop us-101 L7; done", dice=[1])
    u = desk.unit("us-101")
    assert only_own_hex(s, u)
    assert cannot_retreat(s, u)
    assert desk.owner("L7") == "german", "until the defenders are gone"
    desk.restart(Foothold())
    assert desk.at("us-101") == "destroyed"


@rule("20.8")
def test_a_german_drop_on_allied_units_goes_the_same_way(desk):
    erfurt = desk.w.labels[desk.w.place_hex["Erfurt"]]
    drops(desk, {"de-6fj": erfurt, "us-1": "KK15"}, side="german")
    desk.play("drop de-6fj KK15; done", dice=[1])
    assert desk.owner("KK15") == "allied"
    desk.restart(Foothold())
    assert desk.at("de-6fj") == "destroyed"


@rule("20.9")
def test_drops_come_before_all_other_movement(desk):
    drops(desk, {"us-1": "M12"})
    assert desk.step() == "Dropping"
    assert desk.why("move us-1 M13") != []
    desk.play("done")
    assert desk.step() == "Moving"
    assert desk.why("drop us-101 L7") != []


@rule("20.9", "20.4")
def test_columns_of_the_drop_table(desk):
    w = desk.w
    names = [column.id for column in w.book.drop]
    s = drops(desk, {"de-352": "L8", "us-101": "england"})
    u = desk.unit("us-101")

    def column(label):
        return names[drop_column(s, u, desk.hex(label))]

    far = w.land & ~w.germany & ~survey(s).zones[GERMAN]
    assert column(place(desk, CLEAR, far)) == "clear"
    assert column("L7") == "clear-zone"
    for terrain in (ROUGH, MOUNTAIN, FLOODED):
        assert column(place(desk, terrain, far)) == "non-clear"
    rough = place(desk, ROUGH, far)
    s = drops(desk, {"de-352": rough})
    assert column(rough) == "non-clear-star", "on an enemy, who is in his own zone"
    assert column(place(desk, CLEAR, w.germany)) == "non-clear-star", "in Germany, whatever the ground"


@rule("20.9")
def test_a_german_in_an_empty_fortress_next_to_allies_lands_in_a_zone(desk):
    w = desk.w
    names = [column.id for column in w.book.drop]
    fort = next(h for h in range(w.n) if (w.fortresses & w.germany & ~w.cities) >> h & 1 and w.terrain[h] == CLEAR)
    label = w.labels[fort]
    erfurt = w.labels[w.place_hex["Erfurt"]]
    s = drops(desk, {"de-6fj": erfurt, "us-1": sorted(desk.near(label))[0]}, side="german")
    assert not survey(s).zones[ALLIED] >> fort & 1, "zones do not reach into fortresses"
    assert names[drop_column(s, desk.unit("de-6fj"), fort)] == "clear-zone"
    s = drops(desk, {"de-6fj": erfurt}, side="german")
    assert names[drop_column(s, desk.unit("de-6fj"), fort)] == "clear"


@rule("20.3", "7.1")
def test_germans_drop_out_of_a_fortress_that_is_beset_but_not_out_of_a_zone(desk):
    """Aachen is a city with a fortress, into which no zone reaches while it is intact."""
    units = {"de-6fj": "GG10", "us-1": "FF10"}
    drops(desk, units, side="german")
    assert desk.why("drop de-6fj II12") == []
    drops(desk, units, side="german", ruined=desk.w.bit[desk.hex("GG10")])
    assert desk.step() != "Dropping", "nobody is left who could drop"
    drops(desk, units | {"de-heydte": "RR13"}, side="german", ruined=desk.w.bit[desk.hex("GG10")])
    assert desk.words("drop de-6fj II12") == "20.3: Aachen (GG10) is in an enemy zone of control."


@rule("20.4", "20.9")
@pytest.mark.parametrize("die", range(1, 7))
def test_what_the_table_says_happens(desk, die):
    column = next(c for c in desk.w.book.drop if c.id == "clear-zone")
    s = drops(desk, {"de-352": "L8"})
    desk.play("drop us-101 L7; done", dice=[die])
    found = {"safe": ("L7", 0), "step": ("L7", 1), "lost": ("destroyed", 0)}[column.dice[die - 1]]
    assert (desk.at("us-101"), s.face[desk.unit("us-101")]) == found


@rule("20.9", "25.1")
def test_the_column_that_is_shown_is_the_one_that_is_rolled_on(desk):
    """Both hexes are near Aachen, whose Volkssturm is called up as all land: the 101st, beside the city, is in its
    zone, the 82nd, two hexes away, is not (ruling 193)."""
    column = {c.id: (c.name, c.dice) for c in desk.w.book.drop}
    assert [column[name][1][4] for name in ("clear", "clear-zone")] == ["safe", "step"]
    units = {"de-vs-1": "waiting", "us-hq-bradley": "CC9", "us-1": "BB7", "us-4": "Z4"}
    s = drops(desk, units, allied="CC8 BB8 AA7 AA6 AA5 Z5")
    for text, name in (("drop us-82 FF8", "clear"), ("drop us-82 FF8; drop us-101 FF9", "clear-zone")):
        told = [reason.text for reason in desk.preview(text).effects]
        assert f"It rolls on the column {column[name][0]}." in told
    desk.play("drop us-82 FF8; drop us-101 FF9; done", dice=[5, 5])
    assert desk.at("de-vs-1") == "GG10"
    assert [s.face[desk.unit(u)] for u in ("us-82", "us-101")] == [0, 1]


@rule("20.4")
def test_a_lost_drop_is_gone_and_counts_all_the_same(desk):
    star = next(c for c in desk.w.book.drop if c.id == "non-clear-star")
    die = star.dice.index("lost") + 1
    rough = place(desk, ROUGH, desk.w.reach_of_england & ~desk.w.germany)
    s = drops(desk, {"de-352": rough})
    desk.play(f"drop us-101 {rough}; done", dice=[die])
    assert desk.at("us-101") == "destroyed"
    assert (s.allied_drops, s.dropped) == (1, 0)
    assert s.flown == desk.units_of("us-101")


# --------------------------------------------------------------------------------------- districts and invasions


@rule("20.12", "9.1D", "9.1E")
def test_drops_release_frozen_units(desk):
    seventh = 1 << desk.w.district_ids.index("7th")
    units = {"de-708": "C12", "us-1": "L5"}
    s = drops(desk, units, frozen="de-708", invaded=seventh, turn="jun-3")
    desk.play("drop us-101 K6; done", dice=[1])
    assert not s.released, "in the invaded district (ruling 69)"
    s = drops(desk, units, frozen="de-708", invaded=seventh, turn="jun-3")
    desk.play("drop us-101 P8; done", dice=[1])
    assert s.released


@rule("20.12", "9.5", "20.7")
def test_units_that_the_drop_releases_have_their_zones_as_it_lands(desk):
    s = drops(desk, {"de-85": "Q8"}, frozen="de-85", turn="jun-3", invaded=1 << desk.w.district_ids.index("7th"))
    assert not survey(s).zones[GERMAN] >> desk.hex("Q7") & 1
    desk.play("drop us-101 Q7; done")
    assert survey(s).zones[GERMAN] >> desk.hex("Q7") & 1, "before the die is rolled (ruling 193)"


@rule("25.1", "20.9")
@pytest.mark.parametrize(
    ("dropped", "dice", "faces"), [("us-82 EE15; drop us-101 EE16", [5, 5], (1, 1)), ("us-82 EE15", [5], (1, 0))]
)
def test_volkssturm_that_a_drop_calls_up_has_its_zone_as_it_lands(desk, dropped, dice, faces):
    """Both hexes are clear ground next to Saarbrucken. Whoever is rolled for first, each of them lands in the zone of
    the unit that is called up there, where a 5 costs a step (ruling 193)."""
    units = {"us-hq-patton": "Z15", "de-vs-1": "waiting"}
    s = drops(
        desk,
        units,
        turn="sep-3",
        allied=" ".join(desk.w.labels[h] for h in members(desk.w.countries["france"])),
    )
    desk.play(f"drop {dropped}; done")
    assert s.volkssturm_cities >> desk.hex("FF15") & 1
    desk.roll(*dice)
    assert (s.face[desk.unit("us-82")], s.face[desk.unit("us-101")]) == faces


@rule("20.12", "9.1D")
def test_on_the_first_turn_a_drop_outside_the_invaded_district_releases_all(desk):
    s = first(desk, {"de-708": "C12"}, frozen="de-708")
    desk.play("drop us-101 K8; done", dice=[1])
    outside = desk.w.district_of[desk.hex("K8")] < 0
    desk.play("invade br-3 M5; done")
    assert s.released == outside
    s = first(desk, {"de-708": "C12"}, frozen="de-708")
    desk.play("drop us-101 K6; done", dice=[1])
    desk.play("invade br-3 M5; done")
    assert not s.released


@rule("20.14")
def test_airborne_units_invade_as_infantry_if_named_before_the_dice(desk):
    s = first(desk)
    desk.play("drop us-101 L6; invade us-82 M5; done", dice=[1])
    assert desk.step() == "Invading"
    assert desk.why("invade br-6ab M5") == ["20.14"]
    desk.play("invade br-3 M5; done")
    assert (desk.at("us-82"), desk.at("br-3")) == ("M5", "M5")
    assert s.invaders == desk.units_of("us-82 br-3")
    assert s.allied_drops == 1
    assert s.landed_factors == 6 + 5, "the 82nd counts, the 101st does not (20.15)"


@rule("20.4", "12.18")
def test_three_units_drop_on_the_first_turn_though_there_is_no_capacity_yet(desk):
    s = first(desk)
    desk.play("drop us-82 L6; drop us-101 L7; drop br-6ab L7; done", dice=[1, 1, 1])
    assert s.dropped == desk.units_of("us-82 us-101 br-6ab")


@rule("20.14")
def test_without_a_drop_they_are_named_with_the_others(desk):
    first(desk)
    desk.play("done")
    assert desk.why("invade us-82 M5; done") == []


@rule("20.14", "12.7")
def test_no_drop_on_invaders_and_no_invasion_of_a_drop(desk):
    first(desk)
    assert desk.why("invade us-82 M5; drop us-101 M5") == ["20.14"]
    assert desk.why("drop us-101 M5; invade us-82 M5") == ["20.14"]
    desk.play("drop us-101 M5; done", dice=[1])
    assert desk.why("invade br-3 M5") == ["20.14"]


@rule("20.14", "12.7")
def test_stacked_with_invaders_they_are_under_the_limit_of_two(desk):
    first(desk)
    desk.play("done")
    assert desk.why("invade us-82 M5; invade br-3 M5; invade br-50 M5") == ["12.7"]


@rule("20.14", "12.2")
def test_in_the_second_invasion_too(desk):
    harbour = [desk.hex("N33"), NOWHERE]
    s = drops(desk, {"br-3": "england", "us-1": "M12"}, turn="aug-1", mulberry_at=harbour)
    desk.play("drop us-101 L6; invade us-82 M5; done", dice=[1])
    assert desk.why("invade br-6ab M5") == ["20.14"]
    desk.play("invade br-3 M5")
    assert s.invasions == 2
    assert desk.owner("M5") == "allied"


@rule("20.15")
def test_airdropped_units_take_no_capacity_and_give_none_back(desk):
    s = drops(desk)
    before = capacity(s)
    desk.play("drop us-101 L7; done", dice=[1])
    assert capacity(s) == before
    assert not counts(s, desk.unit("us-101"))


@rule("20.15")
def test_landed_as_infantry_they_count(desk):
    s = first(desk)
    desk.play("done")
    desk.play("invade us-82 M5; done")
    assert counts(s, desk.unit("us-82"))


@rule("20.16", "18.7.12")
def test_a_port_taken_from_the_air_works_from_the_next_turn(desk):
    s = drops(desk)
    desk.play("drop us-101 K2; done", dice=[1, 2])
    assert s.ports_asleep >> desk.w.port_at[desk.hex("K2")] & 1


@rule("20.8", "20.9", "12.19")
def test_a_hidden_unit_under_a_drop_is_met_without_another_roll(desk):
    s = first(desk, hidden={"de-352": "L6"})
    desk.play("drop us-101 L6; done", dice=[1])
    desk.play("invade br-3 M5; done")
    assert desk.at("de-352") == "L6"
    assert only_own_hex(s, desk.unit("us-101")), "ruling 192"
    assert desk.owner("L6") == "german"


@rule("20.9", "31.7")
def test_what_a_decoy_covers_does_not_choose_the_column(desk):
    names = [column.id for column in desk.w.book.drop]
    s = drops(desk, {"de-352": "L8"})
    set_decoy(s, 0, desk.hex("L8"), desk.unit("de-352"))
    u = desk.unit("us-101")
    assert names[drop_column(s, u, desk.hex("L7"))] == "clear"
    assert names[drop_column(s, u, desk.hex("L8"))] == "clear-zone", "the decoy itself is seen"


@rule("20.13")
def test_gliders_are_paratroopers_and_the_52nd_a_mountain_unit(desk):
    w = desk.w
    u = desk.unit("br-52")
    assert w.droppers >> u & 1
    assert w.mountain_units >> u & 1
    drops(desk, {"br-52": "england", "br-3": "england"})
    assert desk.why("drop br-52 L7; done") == []
    assert desk.why("drop br-3 L7") == ["20.13"]


@rule("14.11", "20.8")
def test_two_nationalities_do_not_drop_on_the_same_enemies(desk):
    drops(desk, {"de-352": "L8"})
    assert desk.why("drop us-101 L8; drop us-82 L8; done") == []
    assert desk.why("drop us-101 L8; drop br-6ab L8") == ["14.11"]
    drops(desk)
    assert desk.why("drop us-101 L8; drop br-6ab L8; done") == [], "nobody is there to be attacked"


@rule("14.11", "20.6")
def test_nobody_drops_where_others_have_the_one_enemy(desk):
    """us-1 is next to de-352 alone: a British division beside the same enemy could not attack."""
    drops(desk, {"us-1": "L9", "de-352": "L8"})
    assert desk.why("drop br-6ab L7") == ["14.11"]
    assert desk.why("drop us-101 L7") == []


@rule("20.9", "31.7")
def test_a_decoy_that_may_be_a_blank_neither_worsens_drops_nor_closes_anything(desk):
    names = [column.id for column in desk.w.book.drop]
    s = first(desk, options="decoys-for-hidden")
    u = desk.unit("us-101")
    open_hex = desk.hex("L8")
    before = names[drop_column(s, u, open_hex)]
    set_decoy(s, 0, open_hex, -1)
    assert names[drop_column(s, u, open_hex)] == before == "clear"
    inland = next(p for p, passage in enumerate(desk.w.port_passage) if passage)
    set_decoy(s, 1, next(h for h in range(desk.w.n) if desk.w.port_passage[inland] >> h & 1), -1)
    assert not blockers(s, desk.w.port_hex[inland])
    beach = desk.hex("M5")
    set_decoy(s, 2, beach, -1)
    assert not [why for why in why_not_raided(s, desk.unit("br-3"), beach) if why.rule == "21.9"]


@rule("20.9", "31.7")
def test_a_decoy_where_germans_are_seen_to_be_hides_nothing(desk):
    """A zone, or a unit in the open beside the decoy, is known whatever the decoy covers."""
    names = [column.id for column in desk.w.book.drop]
    s = first(desk, {"de-352": "L9", "de-353": "M5"}, options="decoys-for-hidden")
    set_decoy(s, 0, desk.hex("L8"), -1)
    assert names[drop_column(s, desk.unit("us-101"), desk.hex("L8"))] == "clear-zone"
    set_decoy(s, 1, desk.hex("M5"), -1)
    assert "21.9" in [why.rule for why in why_not_raided(s, desk.unit("br-1ssb"), desk.hex("M5"))]
    assert blockers(s, desk.hex("M6")) == desk.hexes_of("M5"), "Caen"


@rule("12.5", "31.6")
def test_a_unit_under_a_decoy_in_germany_does_close_the_water(desk):
    """There are no blanks in play, so somebody is there."""
    s = drops(desk, {"de-352": "PP3"}, options="decoys", turn="aug-2")
    set_decoy(s, 0, desk.hex("PP3"), desk.unit("de-352"))
    assert blockers(s, desk.hex("QQ4")) == desk.hexes_of("PP3")

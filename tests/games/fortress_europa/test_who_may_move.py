"""4.1, 5, 8, 9, 10, 13, 17.10.4: positions with one unit for each thing that keeps units from moving, by land, by
rail or over a river, and with some whom nothing keeps."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.fortress_europa.rules.movement import barred, crossing, fuel, rail
from grognard.games.fortress_europa.rules.movement.movement import (
    can_go,
    forded,
    movers,
    partly_moved,
    walkers,
    why_not_moving,
    why_not_walking,
)
from grognard.games.fortress_europa.rules.movement.outlook import able_to_walk, with_movement
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.state import FREE
from grognard.maps import members
from grognard.suite import rule

STEP = Moving()


def names(desk, units):
    return {desk.w.ids[u] for u in members(units)}


def rules(reasons):
    return [why.rule for why in reasons]


def flag(desk, **units):
    """Fields of the state that name units."""
    for field, ids in units.items():
        setattr(desk.s, field, desk.units_of(ids))
    desk.s.facts = None


ALLIES = {
    "us-1": "K9", "us-4": "K11", "us-29": "K13", "us-2": "K15", "us-9": "K17", "us-30": "M7", "us-rangers": "M9",
    "us-82": "M11", "us-79": "M13", "br-1ssb": "M15", "us-83": "M17", "us-90": "O7", "us-hq-bradley": "O9",
    "us-28": "J21", "us-5": "O13", "us-35": "J23", "us-94": "K23", "fr-4dmm": "S28", "fr-2dim": "R27", "us-8": "CC5",
    "us-over-6": "O17", "us-2arm": "Q13", "us-95": "england", "us-36": "africa", "us-45": "destroyed",
    "br-3": "GG6", "br-50": "GG4", "br-51": "FF5", "us-44": "L24", "de-352": "GG5", "de-347": "RR20",
}  # fmt: skip
ALLIED_FLAGS = {
    "moved": "us-4 us-28 us-35 us-94 fr-4dmm fr-2dim us-8 br-3 br-50",
    "stuck": "us-29 us-2",
    "flown": "us-2 us-9",
    "landed": "us-30 us-rangers us-82",
    "invaders": "us-30 us-79",
    "raiding": "us-rangers br-1ssb",
    "pinned": "us-83",
    "mired": "us-90",
    "sailed": "us-28 us-5 us-35 fr-4dmm fr-2dim us-8 br-3 br-51 us-44",
}
ALLIED_REASONS = {
    "us-4": ["5.3"],
    "us-29": ["27.7"],
    "us-2": ["20.10"],
    "us-30": ["12.3"],
    "us-rangers": ["21.2"],
    "us-82": ["20.7"],
    "us-83": ["8.9"],
    "us-28": ["5.3"],
    "us-35": ["8.3"],
    "us-94": ["5.3"],
    "fr-4dmm": ["8.4"],
    "fr-2dim": ["5.3"],
    "us-8": ["5.3"],
    "br-3": ["7.2"],
    "br-50": ["5.3"],
    "us-95": ["5.1"],
    "us-36": ["5.1"],
    "us-45": ["5.1"],
    "de-352": ["4.1"],
    "de-347": ["4.1"],
}


@rule("4.1", "5.1", "5.3", "7.2", "8.2", "8.3", "8.4", "8.9", "8.11", "12.3", "13.1", "20.7", "20.10", "21.2", "27.7")
@pytest.mark.parametrize("impulse", [1, 2])
def test_which_allied_units_walk(desk, impulse):
    """Each is kept by one thing, which keeps none of the others; in the first impulse HQs stay, in the second those
    who have come through a flood."""
    s = desk.set_up(ALLIES, side="allied", impulse=impulse, released=True)
    flag(desk, **ALLIED_FLAGS)
    expected = dict(ALLIED_REASONS)
    expected |= {"us-hq-bradley": ["13.1"]} if impulse == 1 else {"us-90": ["8.2"]}
    found = {name: rules(why_not_walking(s, desk.unit(name))) for name in ALLIES}
    assert {name: why for name, why in found.items() if why} == expected
    free = set(ALLIES) - set(expected)
    assert names(desk, movers(s)) == free
    assert names(desk, walkers(s)) == free
    for name in ALLIES:
        wanted = expected.get(name, [])
        assert rules(barred.move_unit_reasons(s, STEP, "allied", (desk.unit(name),))) == wanted
    not_by_land = {"5.3", "7.2", "8.3", "8.4"}
    for name in ALLIES:
        other = [] if name == "us-90" else [x for x in expected.get(name, []) if x not in not_by_land]
        assert rules(why_not_moving(s, desk.unit(name))) == other, name


@rule("8.11", "5.4", "13.1")
@pytest.mark.parametrize(("weather", "impulse"), [("clear", 1), ("clear", 2), ("storm", 1), ("storm", 2)])
def test_who_has_movement(desk, weather, impulse):
    """In a storm German units on foot have no movement in the second impulse; HQs have none in the first."""
    units = {
        "de-347": "K9", "de-lehr": "K11", "de-503": "K13", "de-hq-ob-west": "K15", "de-352": "due", "de-353": "M9",
        "us-1": "M15", "de-vs-8": "O9",
    }  # fmt: skip
    s = desk.set_up(units, side="german", impulse=impulse, weather=weather)
    flag(desk, moved="de-353")
    foot = weather == "clear" or impulse == 1
    expected = (
        {"de-lehr", "de-503"} | ({"de-347"} if foot else set()) | ({"de-hq-ob-west"} if impulse == 2 else set())
    )
    assert names(desk, able_to_walk(s)) == expected
    for name in ("de-347", "de-lehr", "de-503", "de-hq-ob-west", "de-352", "de-vs-8"):
        u = desk.unit(name)
        has = bool(with_movement(s) >> u & 1)
        assert has == (name in expected or (name == "de-352" and foot)), name
        if name != "de-352":
            why = {"de-hq-ob-west": "13.1", "de-vs-8": "2.7"}.get(name, "8.11")
            assert rules(why_not_walking(s, u)) == ([] if has else [why])


GERMANS = {
    "de-347": "K9", "de-352": "K11", "de-353": "K13", "de-91": "K15", "de-77": "K17", "de-275": "M7", "de-30": "M9",
    "de-3fj": "M11", "de-hq-ob-west": "M13", "de-vs-8": "M15", "de-5fj": "M17", "de-21pz": "due",
    "de-276": "destroyed", "de-lehr-late": "O17", "us-1": "RR20", "us-over-6": "RR22",
}  # fmt: skip


@rule("4.1", "5.1", "5.3", "8.2", "8.9", "9.1", "13.1", "2.7", "20.10", "27.7", "22.2")
@pytest.mark.parametrize("impulse", [1, 2])
def test_which_german_units_walk(desk, impulse):
    s = desk.set_up(GERMANS, side="german", impulse=impulse)
    flag(desk, moved="de-352", stuck="de-353 de-91", flown="de-91 de-77", pinned="de-275", mired="de-30")
    s.bound[desk.unit("de-3fj")] = 2
    s.released = False
    expected = {
        "de-352": ["5.3"], "de-353": ["27.7"], "de-91": ["20.10"], "de-275": ["8.9"], "de-3fj": ["9.1"],
        "de-vs-8": ["2.7"], "de-21pz": ["5.1"], "de-276": ["5.1"], "us-1": ["4.1"], "us-over-6": ["4.1"],
    }  # fmt: skip
    expected |= {"de-hq-ob-west": ["13.1"]} if impulse == 1 else {"de-30": ["8.2"]}
    found = {name: rules(why_not_walking(s, desk.unit(name))) for name in GERMANS}
    assert {name: why for name, why in found.items() if why} == expected
    assert names(desk, movers(s)) == set(GERMANS) - set(expected)
    assert names(desk, walkers(s)) == set(GERMANS) - set(expected)


@rule("5.1", "7.2", "8.4", "8.5", "8.10")
def test_who_may_move_but_has_nowhere_to_go(desk):
    """Between enemies whose zones lie all around, or in the alps, a unit stands still; its neighbours do not."""
    held = {"de-352": "M9", "de-353": "O9", "de-91": "N10", "de-77": "N7"}
    units = held | {"us-1": "N9", "us-2arm": "N8", "us-4": "K11", "us-over-6": "Q13", "fr-4dmm": "U29"}
    s = desk.set_up(units, side="allied")
    shut = {name for name in units if name not in held and not can_go(s, desk.unit(name))}
    assert "us-4" not in shut
    assert shut == {"us-1", "us-2arm"}
    assert names(desk, movers(s)) == {"us-4", "us-over-6", "fr-4dmm"}
    assert rules(barred.move_unit_reasons(s, STEP, "allied", (desk.unit("us-1"),))) == ["5.1"]
    assert rules(barred.move_unit_reasons(s, STEP, "allied", (desk.unit("us-4"),))) == []


@rule("5.1", "8.4")
@pytest.mark.parametrize("units", [("us-1", "us-2arm", "fr-4dmm"), ("de-352", "de-lehr", "de-5geb")])
def test_only_mountain_units_leave_a_hex_in_the_alps(desk, units):
    """Around JJ29 all is alpine."""
    side = "german" if units[0].startswith("de-") else "allied"
    for name in units:
        s = desk.set_up({name: "JJ29"}, side=side, italy_open=True)
        assert names(desk, movers(s)) == {name} & {"fr-4dmm", "de-5geb"}
    s = desk.set_up(dict.fromkeys(units, "JJ29"), side=side, italy_open=True)
    assert names(desk, movers(s)) == {units[2]}


@rule("17.10.4")
def test_who_fords_a_river_and_stops(desk):
    """On foot, in the first impulse, over a river whose bridges are down, from one bank to the other."""
    here, there, section = desk.hex("T13"), desk.hex("T14"), desk.w.section["seine-3"]
    for down in (section - 1, section, section + 1):
        s = desk.set_up({"us-1": "T13", "us-2arm": "T13"}, side="allied", bridges_down=1 << down)
        foot, armor = desk.unit("us-1"), desk.unit("us-2arm")
        assert forded(s, foot, here, there) == (down == section)
        assert not forded(s, armor, here, there)
        assert not forded(s, foot, here, desk.hex("T12"))
        assert not forded(s, foot, here, desk.hex("T15"))
        s.impulse = 2
        assert not forded(s, foot, here, there)


@rule("11.3", "17.10.4")
def test_who_may_have_moved_in_part(desk):
    s = desk.set_up({"us-1": "K9", "us-2arm": "K11", "us-4": "K13", "us-3arm": "K15"}, side="allied")
    assert partly_moved(s) == 0
    flag(desk, sailed="us-1")
    assert names(desk, partly_moved(s)) == {"us-1"}
    s.tried = ((desk.unit("us-2arm"), 0), (desk.unit("us-3arm"), 5))
    assert names(desk, partly_moved(s)) == {"us-1", "us-2arm", "us-3arm"}


RIDERS = {
    "de-347": "L12", "de-352": "M13", "de-353": "L10", "de-91": "M10", "de-77": "N10", "de-275": "O11",
    "de-vs-8": "K13", "de-hq-5pz-army": "L15", "de-hq-ag-b": "due", "de-30": "K11", "de-3fj": "P12", "de-5fj": "O9",
    "de-2ss": "Z34", "de-5geb": "X31", "de-9pz": "K16", "de-21pz": "due", "de-17ss": "due", "de-276": "destroyed",
    "de-6fjr": "england", "de-1ss": "C24", "de-lehr": "C17", "de-12ss": "D13", "us-1": "C16", "us-over-6": "due",
    "de-34": "X30", "de-lehr-late": "T14",
}  # fmt: skip


def ride(desk, impulse):
    """One unit for each thing that keeps units from trains: moved (M13), given replacements (L10), airlifted (M10),
    begun in a zone (N10), frozen (O11), Volkssturm (K13), an HQ (L15), no railway (K11), a lost one (P12), a little
    movement spent (K16), a zone (C17), a line that leads to no city (D13), built anew (17SS)."""
    s = desk.set_up(RIDERS, side="german", impulse=impulse, allied="E10 A19")
    flag(desk, moved="de-352", stuck="de-353 de-91", flown="de-91", pinned="de-77", rebuilt="de-17ss")
    s.bound[desk.unit("de-275")] = 2
    s.box[desk.unit("de-5geb")], s.box[desk.unit("de-34")] = 5, 3
    s.released = False
    s.spent[desk.unit("de-9pz")] = 1
    s.tried = ((desk.unit("de-9pz"), 0),)
    s.allied_rail = desk.hexes_of("P12")
    s.italy_open = False
    s.rail_hq_month = -1
    s.facts = None
    return s


@rule("10.1", "10.2", "10.3", "10.4", "10.6", "10.7", "10.10", "9.1", "9.3", "13.1", "27.8")
@pytest.mark.parametrize("impulse", [1, 2])
def test_who_goes_by_rail(desk, impulse):
    s = ride(desk, impulse)
    found = {name: rules(rail.rail_unit_reasons(s, STEP, "german", (desk.unit(name),))) for name in RIDERS}
    expected = {
        "de-352": ["10.4"], "de-353": ["27.7"], "de-91": ["20.10"], "de-77": ["8.9"], "de-275": ["9.1"],
        "de-vs-8": ["2.7"], "de-hq-5pz-army": ["13.1"], "de-hq-ag-b": ["13.1"], "de-30": ["10.4"], "de-3fj": ["10.7"],
        "de-9pz": ["10.4"], "de-17ss": ["5.1"], "de-276": ["5.1"], "de-6fjr": ["5.1"], "de-lehr": ["10.4"],
        "de-12ss": ["10.6"], "us-1": ["4.1"], "us-over-6": ["4.1"],
    }  # fmt: skip
    if impulse == 2:
        held = {"27.7", "20.10", "8.9", "9.1", "2.7", "5.1", "4.1"}
        late = {name: ["10.3"] for name in RIDERS if name not in expected}
        late |= {
            name: [*why, "10.3"] if name in ("de-352", "de-9pz") else ["10.3", *why]
            for name, why in expected.items()
            if why[0] not in held
        }
        late |= {name: why for name, why in expected.items() if why[0] in held}
        late |= {"de-hq-ag-b": ["5.1"], "de-21pz": ["5.1"]}
        del late["de-hq-5pz-army"]
        expected = late
    assert {name: why for name, why in found.items() if why} == expected
    assert names(desk, rail.riders(s)) == set(RIDERS) - set(expected)
    assert names(desk, rail.rail_units(s, STEP, "german", ())) == set(RIDERS) - set(expected)


@rule("10.1", "10.10", "17.10.3")
def test_how_many_go_by_rail(desk):
    """Six units a turn, two less for each aircraft on Railway Attacks; one HQ a month in the second impulse."""
    s = ride(desk, 1)
    w = desk.w
    u, hq = desk.unit("de-347"), desk.unit("de-hq-5pz-army")
    sac, tac = (
        [a for a, plane in enumerate(w.aircraft) if plane.kind == kind and plane.side == "allied"]
        for kind in ("sac", "tac")
    )
    cases = [
        ([], 0, 6, "10.1"),
        (sac[:1], 1, 4, "17.10.3"),
        ([sac[1], tac[0]], 2, 2, "17.10.3"),
        (tac[:2], 0, 6, "10.1"),
    ]
    for flying, bombers, most, number in cases:
        s.mission = [w.mission["railway"] if a in flying else -1 for a in range(len(w.aircraft))]
        assert rail.rail_capacity(s) == most
        assert rail.bombers(s) == bombers
        s.rail_used = most - 1
        assert rules(rail.why_no_train(s, u)) == []
        assert rail.rail_units(s, STEP, "german", ())
        s.rail_used = most
        assert rules(rail.why_no_train(s, u)) == [number]
        assert rules(rail.why_no_train(s, hq)) == ["13.1"]
        assert not rail.rail_units(s, STEP, "german", ())
    s.mission = [w.mission["railway"]] * len(w.aircraft)
    assert rail.rail_capacity(s) == 0
    s.impulse = 2
    s.turn = w.turn_of["aug-3"]
    month = w.month_of[s.turn]
    s.rail_hq_month = month - 1
    assert rules(rail.why_no_train(s, hq)) == []
    assert names(desk, rail.rail_units(s, STEP, "german", ())) == {"de-hq-5pz-army"}
    s.rail_hq_month = month
    assert rules(rail.why_no_train(s, hq)) == ["10.10"]
    assert rules(rail.why_no_train(s, u)) == ["10.3"]
    assert not rail.rail_units(s, STEP, "german", ())


@rule("18.7.4")
@pytest.mark.parametrize("short", [True, False])
def test_who_keeps_a_harbor_working_stays(desk, short):
    """Cherbourg, alone in a German zone, carries units for whom there would be no room without it; in Brest there are
    two, Le Havre is in no zone, the mulberry in J4 carries more than is needed."""
    w = desk.w
    worth = {p.place: w.port_capacity[i] for i, p in enumerate(w.ports)}
    units = {
        "us-1": "K2", "de-352": "K3", "us-4": "B2", "us-29": "B2", "de-353": "B3", "us-2": "P4", "br-3": "M11",
        "us-9": "J30", "de-91": "J29",
    }  # fmt: skip
    s = desk.set_up(units, side="allied", released=True)
    s.mulberry_at = [desk.hex("J30"), *[-1] * (len(s.mulberry_at) - 1)]
    s.mulberry_damage = [w.mulberries[0].capacity, *s.mulberry_damage[1:]]  # it is worth nothing
    places = ["Cherbourg", "Brest", "Le Havre"]
    left = sum(worth[place] for place in places) - 6 - worth["Cherbourg"]
    more = [u for u in w.of_side[1] if s.where[u] == w.removed and not w.raiders >> u & 1][: left + short]
    for u in more:
        s.where[u] = desk.hex("M11")
    s.facts = None
    stay = {"us-1"} if short else set()
    able = {"us-1", "us-4", "us-29", "us-2", "us-9", "br-3"} - stay
    assert {name: rules(why_not_walking(s, desk.unit(name))) for name in stay} == {name: ["18.7.4"] for name in stay}
    assert names(desk, walkers(s)) & desk_names(units) == able
    assert names(desk, movers(s)) & desk_names(units) == able - {"us-1"}, "who has only hexes in the same zone"
    for name in able:
        assert rules(why_not_walking(s, desk.unit(name))) == []


def desk_names(units):
    return {name for name in units if not name.startswith("de-")}


@rule("18.7.4")
def test_a_mulberry_keeps_its_last_unit_too(desk):
    s = desk.set_up({"us-9": "J30", "us-4": "M11", "de-91": "J29"}, side="allied")
    s.mulberry_at = [-1] * (len(s.mulberry_at) - 1) + [desk.hex("J30")]
    s.facts = None
    assert rules(why_not_walking(s, desk.unit("us-9"))) == ["18.7.4"]
    assert names(desk, walkers(s)) == {"us-4"}
    flag(desk, moved="us-9")
    assert names(desk, walkers(s)) == {"us-4"}
    flag(desk, moved="")
    s.where[desk.unit("us-4")] = desk.hex("J30")
    s.facts = None
    assert names(desk, walkers(s)) == {"us-9", "us-4"}


ARMOR = {
    "us-2arm": "K9", "us-3arm": "K11", "us-4arm": "K13", "us-5arm": "K15", "us-1": "K17", "us-4": "M9",
    "de-lehr": "RR20", "br-79-c": "M15", "us-6arm": "england",
}  # fmt: skip


@rule("31.14")
@pytest.mark.parametrize("limit", [-1, 0, 2, 3, 4])
def test_fuel_for_some_armored_units(desk, limit):
    """Three have moved: by land, by sea, a part of the way. What has begun to move is not stopped, nor who walks."""
    s = desk.set_up(ARMOR, side="allied", impulse=2, options="fuel", turn="sep-2")
    flag(desk, moved="us-2arm us-4 de-lehr", sailed="us-3arm")
    s.spent[desk.unit("us-4arm")] = 1
    s.spent[desk.unit("us-1")] = 1
    s.fuel_limit = limit
    held = {"us-5arm", "br-79-c"} if 0 <= limit <= 3 else set()
    found = {name: rules(why_not_walking(s, desk.unit(name))) for name in ARMOR}
    moved = {"us-2arm": ["5.3"], "us-4": ["5.3"], "de-lehr": ["4.1", "5.3"], "us-6arm": ["5.1"]}
    assert {name: why for name, why in found.items() if why} == moved | {name: ["31.14"] for name in held}
    flag(desk, moved="us-2arm us-4")
    assert rules(fuel.why_held(s, desk.unit("de-lehr"))) == []
    able = {"us-3arm", "us-4arm", "us-1", "us-5arm", "br-79-c"} - held
    assert names(desk, walkers(s)) == able
    assert names(desk, movers(s)) == able


@rule("31.14")
def test_when_fuel_is_short(desk):
    """In Allied second impulses from September I, while Anvers does not work; as many as capacity is left."""
    w = desk.w
    units = {"us-1": "K2", "us-4": "CC6", "us-2arm": "M11"}
    worth = {p.place: w.port_capacity[i] for i, p in enumerate(w.ports)}

    def limit(*, anvers=False, **more):
        chosen: dict[str, Any] = {"options": "fuel", "turn": "sep-1", "side": "allied", "impulse": 2} | more
        s = desk.set_up(units if anvers else units | {"us-4": "M12"}, **chosen, steps=[])
        s.fuel_limit = 99
        fuel.note_start(s)
        return s.fuel_limit

    assert limit() == worth["Cherbourg"] - 3
    assert limit(turn="sep-2") == worth["Cherbourg"] - 3
    assert limit(anvers=True) == -1
    assert limit(options="") == -1
    assert limit(turn="aug-4") == -1
    assert limit(impulse=1) == -1
    assert limit(side="german") == -1
    s = desk.set_up(units, options="fuel", turn="sep-1", side="allied", impulse=2, steps=[])
    port = next(i for i, p in enumerate(w.ports) if p.place == "Anvers")
    s.port_damage[port] = w.port_capacity[port]
    fuel.note_start(s)
    assert s.fuel_limit == worth["Cherbourg"] - 3, "Anvers is in ruins"
    s.port_damage[port] -= 1
    fuel.note_start(s)
    assert s.fuel_limit == -1
    s = desk.set_up({"us-2arm": "M11"}, options="fuel", turn="sep-1", side="allied", impulse=2, steps=[])
    fuel.note_start(s)
    assert s.fuel_limit == 0, "no port at all"


@rule("31.9")
@pytest.mark.parametrize("impulse", [1, 2])
def test_armor_that_is_not_released_yet(desk, impulse):
    units = {
        "de-2pz": "Q13", "de-116pz": "Q11", "de-21pz": "K9", "de-9pz": "K11", "de-2ss": "K13", "de-503": "K15",
        "de-352": "K17", "de-lehr-late": "M9", "us-1": "RR20",
    }  # fmt: skip
    s = desk.set_up(units, side="german", impulse=impulse, options="armor-release", turn=1)
    rolls = {"de-21pz": 0, "de-9pz": 2, "de-2ss": 4, "de-lehr-late": 5, "de-116pz": 1}
    s.armor_rolls = tuple((desk.unit(name), die) for name, die in rolls.items())
    expected = {"de-2pz", "de-9pz", "de-116pz"} | ({"de-2ss"} if impulse == 1 else set())
    found = {name for name in units if rules(why_not_walking(s, desk.unit(name))) == ["31.9"]}
    assert found == expected
    assert names(desk, walkers(s)) == set(units) - expected - {"us-1"}
    assert names(desk, movers(s)) == set(units) - expected - {"us-1"}
    trains = {"de-116pz", "de-2ss", "de-lehr-late"} if impulse == 1 else set()  # by their hexes
    assert all(not rail.riders(s) >> desk.unit(name) & 1 for name in expected), trains
    s.options = 0
    assert names(desk, walkers(s)) == set(units) - {"us-1"}


CROSSERS = {
    "us-2arm": "S13", "us-3arm": "R13", "us-4arm": "T13", "us-5arm": "S14", "us-6arm": "T14", "us-7arm": "U14",
    "us-1": "U15", "us-9arm": "england", "us-10arm": "K9", "us-11arm": "V15", "de-352": "RR20", "us-12arm": "U16",
}  # fmt: skip


@rule("17.10.4", "5.3", "27.7", "8.9", "4.1")
def test_who_tries_to_cross_a_river(desk):
    """Armor on the Seine: moved, stuck and pinned units do not, nor infantry, nor who is far away."""
    down = 1 << desk.w.section["seine-3"]
    s = desk.set_up(CROSSERS, side="allied", bridges_down=down)
    flag(desk, moved="us-3arm", stuck="us-4arm", pinned="us-5arm", sailed="us-6arm")
    s.spent[desk.unit("us-7arm")] = 7  # all that armor has in clear weather
    s.spent[desk.unit("us-12arm")] = 6
    s.tried = ((desk.unit("us-12arm"), 9), (desk.unit("us-7arm"), 9))
    found = {name: rules(crossing.unit_reasons(s, STEP, "allied", (desk.unit(name),))) for name in CROSSERS}
    expected = {
        "us-3arm": ["5.3"], "us-4arm": ["27.7"], "us-5arm": ["8.9"], "us-7arm": ["17.10.4"], "us-1": ["17.10.4"],
        "us-9arm": ["5.1"], "us-10arm": ["17.10.4"], "de-352": ["17.10.4"],
    }  # fmt: skip
    assert {name: why for name, why in found.items() if why} == expected
    assert names(desk, crossing.units(s, STEP, "allied", ())) == {"us-2arm", "us-6arm", "us-11arm", "us-12arm"}
    assert s.bound[0] == FREE

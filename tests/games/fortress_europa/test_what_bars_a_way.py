"""5.2, 5.4, 7.2, 8, 9.5, 14.11, 15.10, 17.10.4, 24.3, 33.3.7, 33.3.8: the case that is told of a hex or a way that is
closed; each beside one that is nearly the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.games.fortress_europa.rules.movement import barred, movement
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.maps import mask_of, members
from grognard.suite import rule

STEP = Moving()
SEINE = "seine-1 seine-2 seine-3"


def down(desk, rivers):
    return sum(1 << desk.w.section[name] for name in rivers.split())


# ------------------------------------------------------------------------------------------------- the goal


@rule("7.2", "9.5", "20.6")
def test_german_units_are_told_of_enemies_alone(desk):
    """Frozen units are named as such (9.5); paratroopers who have just dropped, without zones too, are enemies."""
    desk.set_up({"de-352": "M9", "us-82": "M11"}, side="german", dropped=desk.units_of("us-82"))
    assert desk.why("move de-352 M11") == ["7.2"]
    desk.set_up({"us-1": "L8", "de-347": "M7", "de-352": "N8"}, frozen="de-347", invaded=4)
    assert [desk.why("move us-1 M7"), desk.why("move us-1 N8")] == [["9.5"], ["7.2"]]


@rule("8.4", "5.4")
def test_alpine_ground_bars_others_and_distance_mountain_units(desk):
    desk.set_up({"fr-4dmm": "S26", "us-1": "S26"})
    assert [desk.why(f"move {unit} V29") for unit in ("fr-4dmm", "us-1")] == [["5.4"], ["8.4"]]


@rule("15.10", "5.4")
def test_frozen_districts_bar_who_was_driven_out_and_hold_who_is_in(desk):
    """N6 lies in the 15th district, M7 and K9 outside of all that are frozen."""
    more = {"frozen": "de-347", "invaded": 4, "turn": "jun-3"}
    desk.set_up({"us-1": "M8", "de-347": "T7"}, expelled=desk.units_of("us-1"), **more)
    assert desk.w.district_of[desk.hex("N7")] == 1
    assert [desk.why(f"move us-1 {label}") for label in ("N7", "M15")] == [["15.10"], ["5.4"]]
    desk.set_up({"us-1": "N7", "de-347": "T7"}, trespassing=desk.units_of("us-1"), **more)
    assert [desk.why(f"move us-1 {label}") for label in ("N6", "S9", "L12")] == [["15.10"], ["5.4"], ["5.4"]]


@rule("14.11")
def test_a_hex_where_only_another_nation_attacks_is_closed(desk):
    desk.set_up({"us-1": "M10", "de-352": "M13", "br-3": "N13"})
    assert desk.near("M13") >= {"M12", "N13"}
    assert [desk.why(f"move us-1 {label}") for label in ("M12", "M11", "M15")] == [["14.11"], [], ["5.4"]]


@rule("17.10.4", "5.4")
def test_rivers_bar_what_lies_beyond_and_nothing_else(desk):
    """R9 and S9 lie beyond the Seine; M10 does not, and nothing but its distance keeps a unit from it."""
    rivers = down(desk, SEINE)
    desk.set_up({"us-1": "Q10", "us-2arm": "Q10"}, bridges_down=rivers)
    assert desk.why("move us-1 S9") == ["17.10.4"]
    assert desk.why("move us-1 L12") == ["5.4"]
    assert [desk.why(f"move us-2arm {label}") for label in ("R9", "H12")] == [["17.10.4"], ["5.4"]]
    s = desk.set_up({"de-lehr": "Q9"}, side="german", bridges_down=rivers)
    s.spent[desk.unit("de-lehr")] = 4
    assert desk.why("move de-lehr S9") == ["17.10.4"], "two hexes beyond the river of three that are left"
    s.spent[desk.unit("de-lehr")] = 5
    assert desk.why("move de-lehr T9") == ["5.4"], "two are left, and it lies three hexes away"


@rule("33.3.7", "5.4")
def test_the_meuse_bars_the_british_alone(desk):
    desk.set_up({"br-3": "CC9", "us-1": "CC9"}, scenario="bulge", turn="dec-4", quick_units=desk.units_of("us-1"))
    assert desk.w.river_between(desk.hex("CC10"), desk.hex("CC11")) == desk.w.section["meuse-1"]
    assert [desk.why(f"move br-3 {label}") for label in ("CC10", "CC11", "CC15")] == [[], ["33.3.7"], ["5.4"]]
    assert desk.why("move us-1 CC11") == []


@rule("33.3.8", "5.4")
def test_the_ground_north_of_nancy_bars_the_french_alone(desk):
    """BB16 is Nancy."""
    w = desk.w
    assert [bool(w.north_of_nancy >> desk.hex(label) & 1) for label in ("BB15", "BB16", "CC19")] == [
        True,
        False,
        False,
    ]
    desk.set_up({"fr-1db": "BB17", "us-2arm": "BB17"}, scenario="bulge", turn="dec-3", side="allied")
    assert desk.why("move fr-1db BB15") == ["33.3.8"]
    assert desk.why("move us-2arm BB15") == []
    assert desk.why("move fr-1db P19") == ["5.4"]


@rule("8.1", "5.4", "17.10.4")
@pytest.mark.parametrize("rivers", ["", SEINE])
def test_what_rough_ground_leaves_of_a_move_is_told(desk, rivers):
    """Lehr, seven hexes, has spent one in rough ground: three are left of four."""
    s = desk.set_up({"de-lehr": "K7"}, side="german", bridges_down=down(desk, rivers))
    s.slowed = desk.units_of("de-lehr")
    s.spent[desk.unit("de-lehr")] = 1
    told = "8.1: German Lehr Panzer can move 3 hexes and K11 is 4 away."
    assert desk.words("move de-lehr K11") == told
    assert desk.words("move de-lehr K11 via K8 K9 K10") == told
    s.slowed = 0
    assert desk.words("move de-lehr K14") == "5.4: German Lehr Panzer can move 6 hexes and K14 is 7 away."


# ------------------------------------------------------------------------------------------------- what stops


@rule("8.2", "8.3", "8.4", "24.3", "7.2", "31.11")
def test_what_stops_a_unit_in_a_hex(desk):
    units = {"de-352": "K9", "de-5geb": "K10", "us-1": "K12", "us-4": "RR20"}

    def why(unit, label, **more):
        s = desk.set_up(units, side="german", partisan=desk.hex(more.pop("partisan", "A2")), **more)
        return barred.stop_reason(s, desk.unit(unit), desk.hex(label))[0]

    assert why("de-352", "K11") == "7.2"
    assert why("de-352", "K13") == "7.2"
    assert why("de-352", "K10", partisan="K10") == "24.3", "next to the zone"
    assert why("de-352", "J22") == "8.3"
    assert why("de-352", "J22", partisan="J22") == "8.3"
    assert why("de-5geb", "J22", partisan="J22") == "24.3"
    assert why("de-352", "M15", partisan="M15") == "24.3"
    assert why("de-5geb", "S28") == "8.4"
    assert why("de-352", "CC5") == "8.2"
    assert why("de-352", "CC5", partisan="CC5", flooded=False) == "24.3"
    s = desk.set_up({"us-1": "A2"}, side="german", partisan=desk.hex("J22"), steps=[])
    climbers = {"de-5geb", "de-6ss-geb", "de-2geb"}
    for u in desk.w.of_side[0]:
        climbs = bool(desk.w.mountain_units >> u & 1)
        assert barred.stop_reason(s, u, desk.hex("J22"))[0] == ("24.3" if climbs else "8.3"), desk.w.ids[u]
        climbers -= {desk.w.ids[u]} if climbs else set()
    assert not climbers


# ------------------------------------------------------------------------------------------------- in words


@rule("5.2", "5.4", "7.2", "8.1", "8.3", "8.5", "8.10")
def test_what_holds_a_unit_is_told_with_hex_and_numbers(desk):
    desk.set_up({"us-1": "M11", "de-352": "M14"})
    name = "American 1 Infantry"
    assert desk.words("move us-1 H11") == f"5.4: {name} can move 4 hexes and H11 is 5 away."
    assert desk.words("move us-1 L13 via M12 M13") == f"7.2: {name} must stop at M13, in an enemy zone of control."
    assert desk.words("move us-1 M12 via M20").startswith("8.5: ")
    desk.set_up({"us-1": "M13", "de-352": "M14"})
    assert desk.words("move us-1 N13 via L13") == f"8.10: {name} may not go from one enemy zone into another at L13."
    desk.set_up({"us-1": "M11"}, weather="storm", impulse=2)
    assert desk.words("move us-1 M13") == f"5.4: {name} can move 1 hex and M13 is 2 away."
    desk.set_up({"us-1": "J20"})
    assert desk.words("move us-1 K23").startswith(f"8.3: {name} must stop at ")
    assert desk.words("move us-1 K23").endswith(", a mountain hex.")
    s = desk.set_up({"de-lehr": "K8"}, side="german", impulse=2)
    assert desk.words("move de-lehr K5").startswith("8.1: Rough ground at ")
    assert desk.words("move de-lehr K5").endswith(" leaves German Lehr Panzer 2 hexes in this impulse.")
    assert barred.worded(s, desk.unit("de-lehr"), None, desk.hex("K3")).rule == "5.2"


@rule("5.2", "5.4", "8.1")
def test_a_way_that_leaves_too_little_for_the_goal(desk):
    """M15 is four hexes from M11, five by way of L11. Lehr has seven hexes, four once K7 has slowed it."""
    desk.set_up({"us-1": "M11"})
    assert desk.words("move us-1 M15 via M10") == "5.4: From M10 American 1 Infantry does not get to M15."
    assert desk.words("move us-1 M13 via M13") == "5.2: M13 is where the way ends."
    desk.set_up({"de-lehr": "K8"}, side="german")
    assert desk.why("move de-lehr K13") == []
    assert desk.words("move de-lehr K13 via K7") == "8.1: From K7 German Lehr Panzer does not get to K13."
    assert desk.words("move de-lehr K15 via L7") == "5.4: From L7 German Lehr Panzer does not get to K15."


@rule("5.2", "24.3", "5.4")
def test_partisans_stop_in_their_hex_alone(desk):
    """M13 is the hex after M12, L11 the one after L10."""
    s = desk.set_up({"de-lehr": "M11"}, side="german", partisan=desk.hex("M13"))
    assert desk.words("move de-lehr M15 via M12 M13").startswith("24.3: German Lehr Panzer must stop at M13, ")
    s.partisan = desk.hex("L11")
    s.facts = None
    assert desk.words("move de-lehr M18 via M10") == "5.4: From M10 German Lehr Panzer does not get to M18."
    s.partisan = desk.hex("M11")
    s.facts = None
    assert desk.words("move de-lehr M18 via M10") == "5.4: From M10 German Lehr Panzer does not get to M18."


PREFIXES: dict[str, dict[str, Any]] = {
    "zones": {"units": {"us-1": "M11", "de-352": "M14", "de-353": "O12"}},
    "out of a zone": {"units": {"us-1": "M13", "de-352": "M14", "de-353": "K12"}},
    "rough ground and zones": {"units": {"de-lehr-late": "K8", "us-1": "K5"}, "side": "german"},
    "rivers": {"units": {"us-1": "Q11", "de-352": "S9"}, "rivers": SEINE},
    "the Garonne": {"units": {"us-1": "D25"}, "rivers": "garonne-1"},
    "armor before a river": {"units": {"us-2arm": "Q11"}, "rivers": SEINE, "impulse": 2, "weather": "overcast-star"},
    "mountains": {"units": {"us-1": "J20"}},
}


@rule("5.2", "5.4", "7.2", "8.1", "8.3", "8.10", "17.10.4")
@pytest.mark.parametrize("name", PREFIXES)
def test_after_every_beginning_what_is_offered_is_what_nothing_is_against(desk, name):
    """Beginnings of one or two hexes, those that cannot be walked or end where the unit must stop among them."""
    place = dict(PREFIXES[name])
    units = place.pop("units")
    s = desk.set_up(units, bridges_down=down(desk, place.pop("rivers", "")), **place)
    w, u = desk.w, desk.unit(next(iter(units)))
    rng = random.Random(name)
    beside = w.grid.neighbours
    ways = [(a,) for a in beside[s.where[u]]] + [(a, b) for a in beside[s.where[u]] for b in beside[a]]
    goals = members(movement.goals(s, u))
    for goal in rng.sample(goals, 3):
        for over in [(), *rng.sample(ways, 14)]:
            args = (u, goal, *over)
            here = over[-1] if over else s.where[u]
            open_hexes = [h for h in beside[here] if not list(barred.via_reasons(s, STEP, "", (*args, h)))]
            assert barred.via_hexes(s, STEP, "", args) == mask_of(open_hexes), (w.labels[goal], over)
            path = [s.where[u], *over]
            whole = mask_of(h for h in open_hexes if isinstance(movement.walkable(s, u, [*path, h, goal]), int))
            assert barred.via_enough(s, STEP, "", args) & mask_of(open_hexes) == whole


# ------------------------------------------------------------------------------------------------- beforehand


@rule("5.2", "7.2", "8.2", "8.3", "16.3", "24.3")
def test_a_move_over_open_ground_tells_of_nothing_else(desk):
    """But for supply, which a unit far from every port has not."""
    desk.set_up({"us-1": "M11"})
    assert [effect.rule for effect in desk.preview("move us-1 M12").effects] == ["18.1"]


@rule("33.3.8", "5.2")
@pytest.mark.parametrize(("unit", "way"), [("fr-1db", ("Z16", "AA17", "BB16")), ("us-1", ("Z16", "AA16", "BB16"))])
def test_the_way_of_the_french_keeps_south_of_nancy(desk, unit, way):
    """AA16 is the first of the two hexes between, and lies north of Nancy."""
    desk.set_up({unit: "Z16"}, scenario="bulge", turn="dec-3", side="allied")
    assert desk.preview(f"move {unit} BB16").path == way
    desk.play(f"move {unit} BB16")
    assert desk.at(unit) == "BB16"

"""Which case is named against a hex, a train, a retreat: the nearest one, and none where nothing is against it."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALPINE, FLOODED, GERMAN, MOUNTAIN, SEA
from grognard.games.fortress_europa.rules.combat.retreat import Retreating, may_stay, open_to, why_not_there
from grognard.games.fortress_europa.rules.movement.barred import stop_reason
from grognard.games.fortress_europa.rules.movement.districts import (
    attack_releases,
    frozen_districts,
    release,
    release_all,
    ways_out,
)
from grognard.games.fortress_europa.rules.movement.rail import (
    bombers,
    rail_capacity,
    why_no_station,
    why_no_train,
    why_not_entraining,
)
from grognard.games.fortress_europa.rules.standing import fill_box
from grognard.kernel.rules import Events
from grognard.maps import members
from grognard.suite import rule


def rules(found):
    return [why.rule for why in found]


# ----------------------------------------------------------------------------------------------------- retreats


def against(desk, unit, *path, fewest=1, most=2, mover=None, **more):
    """The case against the last hex of a retreat of a unit."""
    units = more.pop("units")
    s = desk.set_up(units, steps=[], **more)
    u = desk.unit(unit)
    side = desk.w.side[u]
    step = Retreating((u,), fewest, most, 1 - side if mover is None else mover)
    return why_not_there(s, step, u, tuple(desk.hex(label) for label in path)).rule


@rule("15.3", "15.5", "15.6", "15.7", "15.9", "15.10", "16.7", "24.3", "9.3")
def test_what_is_against_a_retreat(desk):
    w = desk.w
    one = {"us-1": "M10"}
    assert against(desk, "us-1", "M11", "M12", "M13", units=one) == "15.3"
    assert against(desk, "us-1", "M11", "M10", units=one) == "15.5", "back into its hex"
    assert against(desk, "us-1", "M13", units=one) == "15.3", "not next to it"
    sea = next(x for h in members(w.beaches) for x in w.grid.neighbours[h] if w.terrain[x] == SEA)
    shore = next(w.labels[h] for h in w.grid.neighbours[sea] if w.beaches >> h & 1)
    assert against(desk, "us-1", w.labels[sea], units={"us-1": shore}) == "15.5"
    assert against(desk, "us-1", "P5", units={"us-1": "P4"}) == "15.9", "the mouth of the Seine"
    section = w.river_between(desk.hex("BB5"), desk.hex("CC6"))
    assert against(desk, "us-1", "CC6", units={"us-1": "BB5"}, bridges_down=1 << section) == "15.9"
    beside = w.labels[w.near[desk.hex("II2")][0]]
    assert against(desk, "us-1", "II2", units={"us-1": beside}, most=1) == "16.7"
    peak = next(h for h in members(w.ground[ALPINE]) if any(w.terrain[x] != ALPINE for x in w.near[h]))
    foot = next(w.labels[x] for x in w.near[peak] if w.terrain[x] != ALPINE)
    assert against(desk, "us-1", w.labels[peak], units={"us-1": foot}) == "15.6"
    climber = w.ids[next(u for u in w.of_side[0] if w.mountain_units >> u & 1)]
    seen = next(w.labels[x] for x in w.near[peak] if w.terrain[x] != ALPINE and w.labels[x] != foot)
    for unit, rule_against in ((climber, "15.5"), ("de-352", "15.6")):
        units = {unit: foot, "us-1": seen}
        assert against(desk, unit, w.labels[peak], units=units) == rule_against, (
            "mountain units climb, but not into a zone"
        )
    assert against(desk, "us-1", "M11", units=one | {"de-352": "M12"}) == "15.5", "an enemy zone"
    assert against(desk, "de-352", "M11", units={"de-352": "M10"}, partisan=desk.hex("M11")) == "24.3"
    full = {"us-4": "M11", "us-9": "M11", "us-2": "M11"}
    assert against(desk, "us-1", "M11", most=1, units=one | full) == "15.7"
    district = next(d for d, hexes in enumerate(w.districts) if hexes >> desk.hex("K6") & 1)
    edge = next(
        (a, b) for a in members(w.districts[district]) for b in w.near[a]
        if not w.districts[district] >> b & 1 and w.district_of[b] < 0
    )  # fmt: skip
    units = {"us-1": w.labels[edge[1]], "de-352": "B2"}
    assert against(desk, "us-1", w.labels[edge[0]], units=units, frozen="de-352") == "15.10"


@rule("9.3", "15.5", "16.4", "24.3")
def test_where_and_whether_a_unit_retreats(desk):
    w = desk.w
    box = next(b for b in range(len(w.box_ids)) if w.box_hex[b] == w.place_hex["Torino"])
    for opened in (False, True):
        s = desk.set_up({"de-352": "X29", "de-353": "X29"}, side="allied", italy_open=opened, steps=[])
        fill_box(s, desk.unit("de-352"), box)
        outside = w.land & ~w.italy & ~w.dyke & ~w.ground[ALPINE]
        assert bool(open_to(s, desk.unit("de-352")) & outside) == opened
        assert open_to(s, desk.unit("de-353")) & outside == outside
    s = desk.set_up({"us-1": "M10", "de-352": "R20"}, partisan=desk.hex("M11"), steps=[])
    assert open_to(s, desk.unit("us-1")) >> desk.hex("M11") & 1, "the partisan is a friend"
    assert not open_to(s, desk.unit("de-352")) >> desk.hex("M11") & 1
    rough = next(w.labels[h] for h in members(w.holding & ~w.fortresses))
    wall = next(w.labels[h] for h in members(w.fortresses & ~w.holding))
    plain = "M10"
    s = desk.set_up({"us-1": rough, "us-4": plain, "de-352": wall, "de-353": plain, "de-91": rough}, steps=[])
    names = ("us-1", "us-4", "de-352", "de-353", "de-91")
    assert [may_stay(s, desk.unit(u)) for u in names] == [True, False, True, False, True]
    s.ruined = w.fortresses
    assert not may_stay(s, desk.unit("de-352")), "the fortress is destroyed"
    s = desk.set_up({"us-1": wall}, steps=[], ruined=0)
    assert not may_stay(s, desk.unit("us-1")), "no fortress helps the Allies"


# ------------------------------------------------------------------------------------------------------- trains


@rule("10.1", "10.3", "10.10", "13.1", "17.10.3")
def test_how_many_trains_run(desk):
    w = desk.w
    sac = [a for a, plane in enumerate(w.aircraft) if plane.kind == "sac" and plane.side == "allied"]
    tac = [a for a, plane in enumerate(w.aircraft) if plane.kind == "tac" and plane.side == "allied"]
    for planes, most in (([], 6), (sac[:1], 4), (sac[:2], 2), (sac[:3], 0), (sac[:4], 0), (tac[:2], 6),
                         ([*sac[:1], *tac[:1]], 2)):  # fmt: skip
        mission = [w.mission["railway"] if a in planes else -1 for a in range(len(w.aircraft))]
        s = desk.set_up({"de-352": "LL14", "de-hq-ob-west": "LL14"}, side="german", mission=mission, steps=[])
        assert rail_capacity(s) == most
        assert bombers(s) == (len(planes) if any(a in sac for a in planes) else 0)
        for used in {most - 1, most, most + 1}:
            s.rail_used = used
            rule_ = "17.10.3" if bombers(s) else "10.1"
            assert rules(why_no_train(s, desk.unit("de-352"))) == ([rule_] if used >= most else [])
            assert rules(why_no_train(s, desk.unit("de-hq-ob-west"))) == ["13.1"]
    month = w.month_of[9]
    for last, expected in ((-1, []), (month, ["10.10"]), (month - 1, [])):
        s = desk.set_up({"de-352": "LL14", "de-hq-ob-west": "LL14"}, side="german", impulse=2, turn=9, steps=[])
        s.rail_hq_month, s.rail_used = last, 9
        assert rules(why_no_train(s, desk.unit("de-hq-ob-west"))) == expected
        assert rules(why_no_train(s, desk.unit("de-352"))) == ["10.3"]


@rule("10.4", "10.6", "10.7", "10.2", "27.8")
def test_who_takes_a_train(desk):
    w = desk.w
    frankfurt = "LL14"
    assert w.rail >> desk.hex(frankfurt) & 1
    bare = next(w.labels[h] for h in members(w.germany & ~w.rail))
    beside = min(desk.near(frankfurt))
    line = next(w.labels[h] for h in members(w.rail & w.countries["france"] & ~w.cities))
    lines = w.rail & w.countries["france"]
    for units, more, expected in (
        ({}, {}, []),
        ({"de-352": bare}, {}, ["10.4"]),
        ({"us-1": beside}, {}, ["10.4"]),
        ({}, {"allied_rail": desk.hexes_of(frankfurt)}, ["10.7"]),
        ({"de-352": line}, {"allied": " ".join(w.labels[h] for h in members(w.cities))}, ["10.6"]),
        ({"de-352": line}, {"allied_rail": lines & ~desk.hexes_of(line)}, ["10.6"]),
        ({}, {"moved": desk.units_of("de-352")}, ["10.4"]),
        ({}, {"moved": desk.units_of("de-353 de-vs-1")}, []),
        ({}, {"stuck": desk.units_of("de-352")}, ["27.7"]),
        ({}, {"weather": "storm"}, []),
        ({"de-352": "due"}, {}, []),
        ({"de-352": "due"}, {"rebuilt": desk.units_of("de-352")}, ["5.1"]),
        ({"de-352": "due"}, {"impulse": 2}, ["5.1"]),
        ({"de-352": "due"}, {"rail_used": 6}, ["10.1"]),
    ):
        s = desk.set_up({"de-352": frankfurt, "de-353": "RR13"} | units, side="german", steps=[], **more)
        assert rules(why_not_entraining(s, desk.unit("de-352"))) == expected, (units, more)
    s = desk.set_up({"de-352": frankfurt}, side="german", steps=[])
    s.spent[desk.unit("de-352")] = 1
    assert rules(why_not_entraining(s, desk.unit("de-352"))) == ["10.4"]


@rule("8.4", "10.4", "10.6", "10.7", "10.9", "24.3")
def test_what_is_against_a_station(desk):
    w = desk.w
    start = "LL14"
    goal = next(w.labels[h] for h in members(w.rail & w.countries["france"] & ~w.cities))
    city = next(w.labels[h] for h in members(w.rail & w.countries["france"] & w.cities))
    peak = next((w.labels[h] for h in members(w.rail & w.ground[ALPINE])), "")
    for label, units, more, expected in (
        (start, {}, {}, "10.4"),
        (next(w.labels[h] for h in members(w.land & ~w.rail)), {}, {}, "10.4"),
        (goal, {"us-1": min(desk.near(goal))}, {}, "10.4"),
        (goal, {}, {"allied_rail": desk.hexes_of(goal)}, "10.7"),
        (city, {}, {"allied": city}, "10.6"),
        (goal, {}, {"partisan": desk.hex(goal)}, "24.3"),
        (peak, {}, {}, "8.4"),
        (goal, {}, {"bridges_down": 1}, "10.9"),
        (goal, {}, {}, "10.4"),
    ):
        if label:
            s = desk.set_up({"de-352": start} | units, side="german", steps=[], **more)
            assert why_no_station(s, desk.unit("de-352"), desk.hex(label)).rule == expected, (label, more)


# --------------------------------------------------------------------------------------------------------- stops


@rule("7.2", "8.2", "8.3", "8.4", "24.3")
@pytest.mark.parametrize("unit", ["us-1", "de-352"])
def test_what_stops_a_unit(desk, unit):
    w = desk.w
    foe = "de-353" if unit == "us-1" else "us-4"
    free = w.land & ~w.cities & ~w.fortresses
    side = "german" if unit == "de-352" else "allied"
    s = desk.set_up({unit: "M10", foe: "QQ21"}, side=side, steps=[])
    for expected, ground in (("8.2", FLOODED), ("8.3", MOUNTAIN), ("8.4", ALPINE)):
        assert stop_reason(s, desk.unit(unit), members(free & w.ground[ground])[0])[0] == expected
    s = desk.set_up({unit: "M10", foe: "M12"}, side=side, steps=[])
    assert stop_reason(s, desk.unit(unit), desk.hex("M11"))[0] == "7.2"
    s.partisan = desk.hex("M9")
    assert stop_reason(s, desk.unit(unit), desk.hex("M9"))[0] == "24.3"


# ----------------------------------------------------------------------------------------------------- districts


@rule("9.1A", "9.1B", "9.7", "15.10")
def test_releases_are_told_once(desk):
    w = desk.w
    units = {"de-352": "M7", "de-353": "K6", "de-91": "BB6", "us-1": "R20"}
    s = desk.set_up(units, frozen="de-352 de-353 de-91", steps=[])
    seventh, fifteenth = s.bound[desk.unit("de-352")], s.bound[desk.unit("de-91")]
    assert frozen_districts(s) == w.districts[seventh] | w.districts[fifteenth]
    told = Events()
    release(s, seventh, told, "9.1A")
    assert [s.bound[desk.unit(u)] for u in ("de-352", "de-353", "de-91")] == [-1, -1, fifteenth]
    assert len(told.items) == 1
    release(s, seventh, told, "9.1A")
    assert len(told.items) == 1, "nobody is left to be released"
    s.trespassing, s.expelled = desk.units_of("us-1"), desk.units_of("us-1")
    release_all(s, told, "9.1D")
    assert (s.released, s.trespassing, s.expelled, frozen_districts(s), len(told.items)) == (True, 0, 0, 0, 2)
    release_all(s, told, "9.1D")
    assert len(told.items) == 2
    s = desk.set_up(units, steps=[])
    s.released = False
    release_all(s, told, "9.1B")
    assert s.released
    assert len(told.items) == 2, "nobody was frozen"


@rule("15.10")
def test_a_trespasser_who_is_walled_in_goes_nowhere(desk):
    """Around K6 every hex two away holds a German: the hexes between lead to no way out."""
    w = desk.w
    ring = [x for x in sorted(desk.disc("K6", 2)) if w.grid.distance(desk.hex(x), desk.hex("K6")) == 2]
    germans = [w.ids[u] for u in w.of_side[GERMAN] if not w.hqs >> u & 1][: len(ring)]
    units = dict(zip(germans, ring, strict=True)) | {"us-1": "K6"}
    inside = [u for u, x in zip(germans, ring, strict=True) if w.district_of[desk.hex(x)] >= 0]
    s = desk.set_up(units, frozen=" ".join(inside), steps=[], trespassing=desk.units_of("us-1"))
    near = sum(w.bit[h] for h in w.near[desk.hex("K6")])
    assert not near & ~frozen_districts(s)
    assert ways_out(s, desk.unit("us-1"), near) == 0
    s = desk.set_up({"us-1": "K6", inside[0]: ring[0]}, frozen=inside[0], steps=[])
    out = ways_out(s, desk.unit("us-1"), near)
    assert out
    assert not out & ~near
    beyond = w.land & ~frozen_districts(s)
    assert ways_out(s, desk.unit("us-1"), near | beyond) == beyond, "whoever can get out does"


@rule("9.1F", "9.6", "9.9")
def test_attacks_on_hexes_without_frozen_units_release_nobody(desk):
    s = desk.set_up({"de-352": "M7", "de-353": "M9", "us-1": "M8"}, frozen="de-352", steps=[])
    who = [desk.unit("us-1")]
    assert attack_releases(s, desk.hexes_of("M7"), who)
    assert attack_releases(s, desk.hexes_of("M7 M9"), who)
    assert not attack_releases(s, desk.hexes_of("M9"), who)
    s.invaded = 1 << s.bound[desk.unit("de-352")]
    assert not attack_releases(s, desk.hexes_of("M7"), who), "in the district that was invaded"
    s = desk.set_up({"de-352": "M7", "us-1": "M8"}, steps=[])
    assert not attack_releases(s, desk.hexes_of("M7"), who)

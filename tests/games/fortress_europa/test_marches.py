"""5.2, 8.1, 8.2, 17.10.1, 17.10.4: a move that was interrupted goes on if it still can; what a crossing notes."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import CLEAR, FLOODED, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.movement.crossing import Ford, goes_on
from grognard.games.fortress_europa.rules.movement.ground import allowance, situation
from grognard.games.fortress_europa.rules.movement.movement import March, forded, walk
from grognard.kernel.rules import Events
from grognard.maps import members
from grognard.suite import rule


def march(desk, units, path, *, rail=False, **more):
    """Where the first of the units is after the rest of its march."""
    unit = next(iter(units))
    side = "german" if unit.startswith("de-") else "allied"
    s = desk.set_up(units, steps=[], side=side, **more)
    step = March(desk.unit(unit), tuple(desk.hex(label) for label in path.split()), rail)
    step.run(s, None)
    return desk.at(unit)


@rule("5.2", "7.2", "17.10.1", "8.3", "9.5")
def test_when_a_march_goes_on(desk):
    one = {"us-1": "M11"}
    assert march(desk, one, "M11 M12 M13") == "M13"
    assert march(desk, one, "M12 M13 M14") == "M11", "it is not there"
    assert march(desk, one | {"de-352": "M10"}, "M11 M12 M13") == "M11", "a zone has appeared"
    assert march(desk, one | {"de-352": "M13"}, "M11 M12") == "M12"
    assert march(desk, one, "M11 M12", stopped=desk.units_of("us-1")) == "M11"
    assert march(desk, one, "M11 M12", stopped=desk.units_of("us-4")) == "M12"
    assert march(desk, one | {"de-vs-1": "M12"}, "M11 M12", dropped=desk.units_of("de-vs-1")) == "M11", "enemies"
    hill = next(
        h for h in members(desk.w.ground[MOUNTAIN]) if any(desk.w.terrain[x] == CLEAR for x in desk.w.near[h])
    )
    down = next(desk.w.labels[x] for x in desk.w.near[hill] if desk.w.terrain[x] == CLEAR)
    top = desk.w.labels[hill]
    assert march(desk, {"us-1": top}, f"{top} {down}") == top, "mountains have stopped it"
    assert march(desk, {"fr-4dmm": top}, f"{top} {down}") == down
    assert march(desk, {"de-352": top}, f"{top} {down}", rail=True) == down, "not a train"


@rule("7.2", "5.2")
def test_a_zone_that_has_appeared_on_the_way_stops_a_unit_and_that_is_told(desk):
    """Ruling 57: M11 lies in the zone of M10; the way, which was open when it was chosen, leads on to L11."""
    s = desk.set_up({"us-1": "M13", "de-352": "M10"}, steps=[])
    events = Events()
    walk(s, desk.unit("us-1"), [desk.hex(label) for label in ("M13", "M12", "M11", "L11")], events)
    assert desk.at("us-1") == "M11"
    told = [happened.event.text(desk.w) for happened in events.items]
    assert sum("stops in a zone that has appeared" in line for line in told) == 1


@rule("8.1", "8.2", "10.5")
@pytest.mark.parametrize("rail", [False, True])
def test_what_the_ground_of_a_way_notes(desk, rail):
    w = desk.w

    def pair(ground):
        return next((x, h) for h in members(w.ground[ground]) for x in w.near[h] if w.terrain[x] == CLEAR)

    for ground, unit, name in (
        (ROUGH, "de-2pz", "slowed"), (ROUGH, "de-352", ""), (FLOODED, "de-2pz", "mired"),
        (FLOODED, "de-352", "mired"), (CLEAR, "de-2pz", ""),
    ):  # fmt: skip
        here, there = pair(ground) if ground != CLEAR else (desk.hex("M11"), desk.hex("M12"))
        s = desk.set_up({unit: w.labels[here]}, side="german", steps=[])
        walk(s, desk.unit(unit), [here, there], None, rail=rail)
        assert s.where[desk.unit(unit)] == there
        assert s.spent[desk.unit(unit)] == 1
        for note in ("slowed", "mired"):
            expected = desk.units_of(unit) if note == name and not rail else 0
            assert getattr(s, note) == expected, (ground, unit, note)
    here, there = pair(FLOODED)
    s = desk.set_up({"us-1": w.labels[here]}, options="flooding", steps=[])
    walk(s, desk.unit("us-1"), [here, there], None)
    assert s.mired == 0, "the dykes are closed"


def over(desk, ground, banks=CLEAR):
    """Two hexes on either side of a river, the second of this ground."""
    w = desk.w
    return next(
        (a, b, w.river_between(a, b))
        for b in members(w.ground[ground])
        for a in w.near[b]
        if w.river_between(a, b) >= 0 and w.terrain[a] == banks
    )


@rule("17.10.4", "8.1", "8.2", "30.2")
@pytest.mark.parametrize("ground", [CLEAR, ROUGH, FLOODED])
def test_what_a_crossing_notes(desk, ground):
    w = desk.w
    here, there, section = over(desk, ground)
    s = desk.set_up({"us-2arm": w.labels[here], "us-3arm": w.labels[here]}, bridges_down=1 << section)
    desk.play(f"cross us-2arm {w.labels[here]} {w.labels[there]}", dice=[1])
    bit = desk.units_of("us-2arm")
    assert desk.at("us-2arm") == w.labels[there]
    assert (s.spent[desk.unit("us-2arm")], s.stopped, s.moved) == (1, bit, bit)
    assert s.slowed == (bit if ground == ROUGH else 0)
    assert s.mired == (bit if ground == FLOODED else 0)
    assert desk.owner(w.labels[there]) == "allied"
    assert [u for u, _ in s.tried] == [desk.unit("us-2arm")]


@rule("17.10.4")
@pytest.mark.parametrize(("die", "moved", "stopped"), [(1, True, True), (3, False, False), (5, True, True)])
def test_who_may_go_on_after_the_roll(desk, die, moved, stopped):
    s = desk.set_up({"us-2arm": "S13", "us-3arm": "S13"}, bridges_down=1 << desk.w.section["seine-3"])
    desk.play("cross us-2arm S13 S14", dice=[die])
    bit = desk.units_of("us-2arm")
    assert (s.moved, s.stopped) == (bit if moved else 0, bit if stopped else 0)


@rule("17.10.4", "5.4", "7.2")
def test_when_a_unit_before_a_river_still_tries(desk):
    seine = 1 << desk.w.section["seine-3"]
    for units, more, expected in (
        ({}, {}, "CrossingRoll"),
        ({"us-2arm": "T12"}, {}, ""),
        ({}, {"stopped": desk.units_of("us-2arm")}, ""),
        ({}, {"stopped": desk.units_of("us-3arm")}, "CrossingRoll"),
        ({"de-352": "S14"}, {}, ""),
        ({"de-352": "R14"}, {}, "CrossingRoll"),
        ({"de-352": "R14", "de-353": "T12"}, {}, ""),
        ({}, {"bridges_down": 0}, ""),
    ):
        settings = {"bridges_down": seine, "steps": []} | more
        s = desk.set_up({"us-2arm": "S13"} | units, **settings)
        desk.restart(Ford(desk.unit("us-2arm"), desk.hex("S13"), desk.hex("S14")))
        assert desk.step() == expected, (units, more)
    for spent, slowed, tries in ((6, False, True), (7, False, False), (3, True, True), (4, True, False)):
        s = desk.set_up({"us-2arm": "S13"}, bridges_down=seine, steps=[])
        u = desk.unit("us-2arm")
        s.spent[u] = spent
        s.slowed = 1 << u if slowed else 1 << u + 1
        assert allowance(s, u) == 7
        assert goes_on(s, u, desk.hex("S13"), spent, situation(s, u), slowed=slowed) == tries
        desk.restart(Ford(u, desk.hex("S13"), desk.hex("S14")))
        assert (desk.step() == "CrossingRoll") == tries
    s = desk.set_up({"us-2arm": "S13"}, bridges_down=seine, steps=[])
    s.tried = ((desk.unit("us-2arm"), desk.w.grid.side(desk.hex("S13"), desk.hex("S14"))),)
    desk.restart(Ford(desk.unit("us-2arm"), desk.hex("S13"), desk.hex("S14")))
    assert desk.step() == "", "this hexside has been tried"
    desk.restart(Ford(desk.unit("us-2arm"), desk.hex("S13"), desk.hex("R12")))
    assert desk.step() == "CrossingRoll"


@rule("17.10.4", "7.2", "8.3")
def test_what_stops_who_came_stops_nobody_who_stands_there(desk):
    """In a zone at the start a unit may leave; one that has come into it may not."""
    s = desk.set_up({"us-2arm": "S13", "de-352": "T12"}, bridges_down=1 << desk.w.section["seine-3"], steps=[])
    u, h = desk.unit("us-2arm"), desk.hex("S13")
    now = situation(s, u)
    assert goes_on(s, u, h, 0, now, slowed=False)
    assert not goes_on(s, u, h, 1, now, slowed=False)
    s.spent[u] = 1
    assert not goes_on(s, u, h, 1, now, slowed=False)


@rule("17.10.4")
def test_who_fords(desk):
    w = desk.w
    seine = 1 << w.section["seine-3"]
    here, there = desk.hex("S13"), desk.hex("S14")
    for unit, impulse, down, expected in (
        ("us-1", 1, seine, True), ("us-1", 2, seine, False), ("us-2arm", 1, seine, False), ("us-1", 1, 0, False),
        ("us-1", 1, ~seine & (1 << len(w.rivers)) - 1, False), ("de-352", 1, seine, True),
    ):  # fmt: skip
        side = "german" if unit == "de-352" else "allied"
        s = desk.set_up({unit: "S13"}, impulse=impulse, bridges_down=down, steps=[], side=side)
        assert forded(s, desk.unit(unit), here, there) == expected, (unit, impulse, down)
        assert not forded(s, desk.unit(unit), here, desk.hex("T12")), "no river"
        assert not forded(s, desk.unit(unit), here, desk.hex("M9")), "not next to it"

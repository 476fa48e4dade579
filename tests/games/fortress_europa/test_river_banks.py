"""8.4, 8.10, 9.3, 10.1 to 10.3, 17.10.4: from which hexes armor tries a river, from which units
leave, and what the garrison of Italy is told, and who comes too late for a train."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, FLOODED, GERMAN, MOUNTAIN
from grognard.games.fortress_europa.rules.movement.barred import why_not_there
from grognard.games.fortress_europa.rules.movement.outlook import ITALY, NANCY, kind_of, outlook
from grognard.games.fortress_europa.rules.standing import survey
from grognard.maps import mask_of, members
from grognard.suite import rule


@rule("17.10.4", "8.4", "8.10", "7.2")
@pytest.mark.parametrize("enemies", ["", "N9 S29", "P10 R10 AA30"])
def test_the_banks_from_which_armor_tries_a_river(desk, enemies):
    """Another bank must be open to it: not alpine, no enemy's, and not from one enemy zone into another."""
    w = desk.w
    units = dict(zip(("de-352", "de-353", "de-91"), enemies.split(), strict=False))
    s = desk.set_up({"us-2arm": "K2", **units}, steps=[], bridges_down=(1 << len(w.rivers)) - 1)
    kind = kind_of(s, desk.unit("us-2arm"))
    zone = survey(s).zones[GERMAN]
    shut = w.ground[ALPINE] | survey(s).occupied[GERMAN] | w.dyke
    for river, pairs in enumerate(w.river_pairs):
        open_pairs = [(a, b) for a, b in pairs if not shut >> b & 1 and not (zone >> a & 1 and zone >> b & 1)]
        found = kind.shores(w, 1 << river, w.land & ~w.dyke & ~w.ground[ALPINE])
        assert found == mask_of({a for a, _ in open_pairs}), w.rivers[river].id
    assert kind.before(w, -1, w.land, 0) == 0


@rule("9.3")
def test_all_the_ground_outside_of_italy_is_shut_to_its_garrison(desk):
    w = desk.w
    box = w.box_ids.index("torino")
    unit = next(w.ids[u] for u in w.of_side[GERMAN] if w.box_of[u] == box)
    s = desk.set_up({unit: "X31", "us-1": "K2"}, side="german", italy_open=False)
    u = desk.unit(unit)
    shut = w.dyke | (0 if w.mountain_units >> u & 1 else w.ground[ALPINE]) | desk.hexes_of("K2")
    for h in members(w.land & ~shut & ~w.italy):
        assert why_not_there(s, u, h).rule == "9.3", w.labels[h]
    for h in members(w.disc(desk.hex("X31"), 4) & w.italy & ~shut):
        if h != desk.hex("X31"):
            assert why_not_there(s, u, h).rule != "9.3", w.labels[h]


@rule("10.1", "10.3", "8.11")
def test_no_weather_keeps_a_unit_from_its_train(desk):
    """In a Storm units on foot have no movement in the second impulse; that trains run in the first is why they
    stay."""
    units = {"de-352": "R10", "us-1": "K2"}
    desk.set_up(units, side="german", weather="storm", impulse=2)
    assert "8.11" in desk.why("move de-352 R9")
    assert desk.why("rail de-352 R11") == ["10.3"]
    desk.set_up(units, side="german", weather="storm")
    assert desk.why("rail de-352 R11") == []


@rule("9.3", "33.3.8", "7.2", "17.10.4")
@pytest.mark.parametrize("mark", [ITALY, NANCY])
@pytest.mark.parametrize("enemies", ["", "Y32 EE15"])
def test_the_ground_of_those_who_are_kept_inside(desk, mark, enemies):
    """The garrison of Italy, and French units south of Nancy: no hex beyond counts, not even on the way to a bank."""
    w = desk.w
    units = dict(zip(("us-1", "us-4"), enemies.split(), strict=False))
    s = desk.set_up(units, side="german", steps=[], bridges_down=(1 << len(w.rivers)) - 1)
    seen, zone = outlook(s), survey(s).zones[ALLIED]
    kind = seen.kind(w, mark)
    inside = w.land & (w.italy if mark == ITALY else ~w.north_of_nancy) & ~survey(s).occupied[ALLIED]
    assert (kind.free, kind.free_from_zone) == (inside, inside & ~zone)
    ends = w.land & ~w.ground[ALPINE]
    shores = kind.shores(w, s.bridges_down, ends)
    through = inside & ~zone & ~w.ground[ALPINE] & ~w.ground[MOUNTAIN]
    if s.flooded:
        through &= ~w.ground[FLOODED]
    points = 4
    found = kind.before(w, s.bridges_down, ends, points)
    for h in members(w.land):
        seen_by_now, ring, able = w.bit[h], w.bit[h], bool(shores >> h & 1)
        for _ in range(points - 1):
            ring = mask_of(y for x in members(ring) for y in members(kind.adjacent[x] & through)) & ~seen_by_now
            seen_by_now |= ring
            able = able or bool(ring & shores)
        assert bool(found >> h & 1) == able, w.labels[h]


@rule("5.1", "7.2", "8.10", "8.4")
@pytest.mark.parametrize("unit", ["us-1", "us-2arm"])
def test_from_which_hexes_a_unit_can_leave(desk, unit):
    """From one in an enemy zone into one that is in none, from others into any that is open; some are barred. Around
    M11 all are in zones."""
    w = desk.w
    ring = members(w.disc(desk.hex("M11"), 2) & ~w.disc(desk.hex("M11"), 1))
    names = [w.ids[u] for u in members(w.zoned & w.side_mask[GERMAN])]
    germans = dict(zip(names, [w.labels[h] for h in ring], strict=False)) | {names[-1]: "S29"}
    s = desk.set_up({unit: "K2", **germans}, steps=[])
    kind, zone = kind_of(s, desk.unit(unit)), survey(s).zones[GERMAN]
    shut = w.ground[ALPINE] | survey(s).occupied[GERMAN]
    for barred in (0, w.dyke, w.dyke | w.ground[MOUNTAIN], desk.hexes_of("M12 M13 S28")):
        able = kind.leaving(barred)
        for h in members(w.land):
            free = [x for x in w.near[h] if not (shut | barred) >> x & 1 and not zone >> h & zone >> x & 1]
            assert kind.leaves(h, w.bit[h], barred) == bool(free), w.labels[h]
            assert bool(able >> h & 1) == bool(free), w.labels[h]


@rule("10.2", "30.2")
def test_a_train_that_ends_where_it_comes_in_takes_that_hex(desk):
    """Allied units were there before; nobody is there now. It is no city, whose line would be shut (10.6)."""
    door = desk.w.labels[members(desk.w.rail_east & ~desk.w.cities)[0]]
    desk.set_up({"us-1": "K2", "de-352": "due"}, side="german", turn="sep-2", allied=door)
    assert desk.owner(door) == "allied"
    desk.play(f"rail de-352 {door}")
    assert (desk.at("de-352"), desk.owner(door)) == (door, "german")
    assert desk.s.spent[desk.unit("de-352")] == 1

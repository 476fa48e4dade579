"""3 Stacking, 4 Zones of control, 5 Friendly territory."""

from __future__ import annotations

from grognard.games.nineteen_forty.rules.ground import first_steps
from grognard.games.nineteen_forty.rules.stacking import broken_limit
from grognard.games.nineteen_forty.rules.state import survey
from grognard.suite import rule


def limit(desk, *names):
    found = broken_limit(desk.w, [desk.unit(n) for n in names])
    return found[0] if found else None


@rule("3 ¶2", "1 The Die ¶1")
def test_a_corps_and_a_division_or_four_divisions(desk):
    assert limit(desk, "de-i", "de-13-mot") is None
    assert limit(desk, "de-13-mot", "de-29-mot", "de-ssv", "de-ssc") is None
    assert limit(desk, "de-i", "de-x") == "3 ¶2"
    assert limit(desk, "de-i", "de-13-mot", "de-29-mot") == "3 ¶2"
    assert limit(desk, "de-i", "de-13-mot", "de-fj-1", "de-fj-2") is None, "regiments do not count"


@rule("3 ¶3")
def test_three_armoured_divisions(desk):
    assert limit(desk, "fr-1-dcr", "fr-2-dcr", "fr-3-dcr", "fr-9-dim") is None
    assert limit(desk, "de-xix", "de-9-pz") == "3 ¶3"
    assert limit(desk, "de-xix", "de-13-mot") is None
    assert limit(desk, "fr-1-dcr", "fr-2-dcr", "fr-3-dcr", "br-1-arm") == "3 ¶3"


@rule("3 Anglo-French ¶1")
def test_anglo_french(desk):
    assert limit(desk, "br-i", "fr-9-dim") == "3 Anglo-French ¶1"
    assert limit(desk, "fr-iv", "br-51") is None
    assert limit(desk, "be-i", "br-51") is None
    assert limit(desk, "nl-light", "fr-iv") is None


@rule("3 ¶1")
def test_a_hex_may_be_overfull_during_the_phase_only(desk):
    desk.set_up({"de-i": "1703", "de-x": "1705"})
    assert "1705" in desk.hexes("de-i"), "de-x can still make room"
    desk.play("move de-i 1705")
    assert desk.why("end") == ["3 ¶2"]
    assert desk.legal() == ["move de-x"], "the next move must make room"
    assert "1705" not in desk.hexes("de-x")
    desk.play("move de-x 1703", "end")


@rule("3 ¶1")
def test_no_overfull_hex_that_nobody_can_relieve(desk):
    desk.set_up({"de-i": "1703", "de-x": "1705"})
    desk.play("move de-x 1704")
    assert desk.why("move de-i 1704") == ["3 ¶2"]


@rule("3 ¶1")
def test_whoever_can_step_out_makes_room(desk):
    """Ruling 10 asks only whether a unit there can enter an adjacent empty hex out of enemy zones, whoever it is."""
    desk.set_up({"fr-iii": "1419", "fr-iv": "1418", "de-i": "1505"}, side="allied", turn=0, groups={"french-1": "1"})
    assert "1418" in desk.hexes("fr-iii"), "on turn 0, where IV Corps can go on to the east"
    desk.set_up({"de-i": "1506", "de-geb": "1504", "fr-iii": "1617"}, war="")
    assert "1504" in desk.hexes("de-i"), "the mountain corps can stay in Germany"
    desk.set_up({"be-ii": "1409", "be-i": "1508", "de-i": "0105"}, side="allied")
    assert "1508" in desk.hexes("be-ii"), "Belgians in Luxembourg"
    desk.set_up({"nl-i": "1316", "fr-iii": "1318", "de-i": "0105"}, side="allied")
    assert "1316" in desk.hexes("fr-iii"), "the Dutch who were forced into France"
    desk.set_up({"be-i": "1418", "fr-xxi": "waiting", "de-i": "0105"}, side="allied", turn=4)
    assert desk.why("reserve fr-xxi 1418") == []


@rule("4 ¶1")
def test_zones_cover_the_six_hexes_but_not_over_sea(desk):
    desk.set_up({"de-i": "1703", "de-fj-1": "1709", "nl-i": "0411"})
    w = desk.w
    zones = survey(desk.s).zones
    assert set(w.grid.names(zones[0])) == {w.labels[h] for h in w.grid.neighbours[desk.hex("1703")]}
    dutch = set(w.grid.names(zones[1]))
    assert "0512" in dutch, "over a major river"
    assert "0412" not in dutch, "not over an all-sea side"


@rule("4 ¶1")
def test_no_zone_over_a_causeway(desk):
    w = desk.w
    side = next(side for side, kind in w.side_kind.items() if kind == "causeway")
    a, b = w.grid.sides[side]
    desk.set_up({"nl-i": w.labels[a]})
    assert not survey(desk.s).zones[1] >> b & 1


@rule("4 ¶2a", "6 ¶2a")
def test_entering_a_zone_stops(desk):
    desk.set_up({"de-xix": "2013", "fr-iv": "2017"})
    assert "2016" in desk.hexes("de-xix")
    assert "2019" in desk.hexes("de-xix"), "there is a way around the zone"
    assert desk.why("move de-xix 2019 via 2014 2015 2016") == ["4 ¶2a"]
    path = desk.game.preview(desk.s, "german", desk.game.read(desk.s, "german", "move de-xix 2019")).path
    zone = {desk.w.labels[h] for h in desk.w.grid.neighbours[desk.hex("2017")]}
    assert not zone & set(path[:-1])


@rule("4 ¶2b", "6 ¶2b")
def test_leaving_a_zone_costs_a_point(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015"})
    preview = desk.game.preview(desk.s, "german", desk.game.read(desk.s, "german", "move de-i 2013"))
    assert preview.cost == "2 of 6 MP", "one for clear terrain, one for leaving"


@rule("4 ¶2c", "4 ¶2d")
def test_zone_to_zone(desk):
    desk.set_up({"de-i": "2014", "de-13-mot": "2014", "fr-iv": "2015"})
    near = {desk.w.labels[h] for h in desk.w.grid.neighbours[desk.hex("2015")]} & {
        desk.w.labels[h] for h in desk.w.grid.neighbours[desk.hex("2014")]
    }
    assert len(near) == 2
    for label in near:
        direct = f"move de-i {label} via"
        assert label in desk.hexes("de-13-mot"), "a motorized unit steps from zone to zone"
        preview = desk.game.preview(desk.s, "german", desk.game.read(desk.s, "german", f"move de-13-mot {label}"))
        assert len(preview.path) == 2
        if label in desk.hexes("de-i"):
            action = desk.game.read(desk.s, "german", f"move de-i {label}")
            assert len(desk.game.preview(desk.s, "german", action).path) > 2, direct


@rule("10 Outflanking ¶2", "4 ¶2d")
def test_no_motorized_step_from_zone_to_zone_through_a_fort(desk):
    desk.set_up({"fr-iv": "2604", "de-13-mot": "2704"})
    mot = desk.unit("de-13-mot")
    assert desk.hex("2705") not in first_steps(desk.s, mot)
    assert desk.hex("2804") in first_steps(desk.s, mot), "another hex is open"
    desk.s.impulse = 2
    assert desk.why("move de-13-mot 2705") == ["10 Outflanking ¶2"]
    desk.set_up({"de-13-mot": "2704"})
    assert desk.hex("2705") in first_steps(desk.s, desk.unit("de-13-mot")), "without enemy zones the step is open"


@rule("5 ¶1", "5 ¶2")
def test_the_four_priorities_of_friendly_territory(desk):
    desk.set_up({"de-i": "1703", "fr-iv": "2208"})
    assert (desk.owner("1703"), desk.owner("2208")) == ("german", "allied"), "as at the start"
    desk.set_up({"de-i": "2208"})
    assert desk.owner("2208") == "german", "occupied"
    assert desk.owner("2207") == "german", "an uncontested zone"
    assert desk.owner("2210") == "allied", "as it started"
    desk.play("move de-i 2206")
    assert desk.owner("2208") == "german", "the last to occupy it"
    desk.set_up({"de-i": "2208", "fr-iv": "2210"})
    assert desk.owner("2209") == "allied", "contested: the older claim stands"


@rule("5 ¶1")
def test_a_passing_unit_takes_what_it_sweeps(desk):
    desk.set_up({"de-xix": "2208"})
    assert desk.owner("2212") == "allied"
    desk.play("move de-xix 2212")
    assert all(desk.owner(label) == "german" for label in ("2209", "2210", "2211", "2212", "2213"))


@rule("5 ¶2")
def test_territory_at_the_start(desk):
    w, s = desk.w, desk.s
    assert s.german == w.countries[0]
    assert s.allied == w.countries[1]
    assert not (s.german | s.allied) & (w.countries[2] | w.countries[3] | w.countries[4] | w.countries[5])

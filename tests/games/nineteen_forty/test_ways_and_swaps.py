"""3, 6, 17. Ways over the sea named hex by hex, making room by changing places, stacks, and the BEF's boundary."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.rules.sequence import Moving
from grognard.games.nineteen_forty.rules.standing import Survey
from grognard.games.nineteen_forty.rules.state import REPULSED, facts, survey
from grognard.games.nineteen_forty.rules.ways import way_reasons
from grognard.maps import members
from grognard.suite import rule


@rule("6 Sea Hexsides ¶1", "6 ¶2a")
@pytest.mark.parametrize("owner", ["allied", "german"])
def test_a_named_way_goes_by_sea_only_over_friendly_coasts(desk, owner):
    """0512 and 0513 have the sea between them; by land 0513 is reached from 0612 alone."""
    desk.set_up({"br-i": "0512", "de-i": "1703"}, side="allied")
    desk.hold(["0513"], owner)
    by_sea = owner == "allied"
    assert ("0513" in desk.legal("move br-i 0612 via")) is by_sea
    assert "0611" in desk.legal("move br-i 0612 via")
    assert (desk.why("move br-i 0612 via 0513") == []) is by_sea
    desk.ask("move br-i 0712 via 0612")
    desk.ask("move br-i 0513 via 0612")


def next_hexes(desk, seat, u, goal, path):
    """The hexes beside the last of a way against which nothing speaks."""
    step = desk.s.stack[-1]
    return [
        h
        for h in desk.w.grid.neighbours[path[-1]]
        if not list(way_reasons(desk.s, step, seat, (u, goal, *path[1:], h)))
    ]


@rule("6 Sea Hexsides ¶1", "4 ¶2a", "4 ¶2b", "6 ¶2a")
@pytest.mark.parametrize("unit", ["br-i", "fr-cav", "de-9-pz"])
def test_the_ways_among_the_islands(desk, unit):
    """Out of a zone and free of one, over friendly and hostile coasts: the hexes that a way may pass next are those
    against which nothing speaks."""
    german = unit.startswith("de")
    u, seat = desk.unit(unit), "german" if german else "allied"
    near = desk.w.grid.neighbours
    for start in ("0512", "0612", "0613"):
        for enemy, owner in (("0610", "german"), ("0814", "allied"), ("2015", "german"), ("2015", "allied")):
            desk.set_up({unit: start, "fr-iv" if german else "de-x": enemy}, side=seat)
            desk.hold(["0513", "0613", "0713"], owner)
            for goal in members(facts(desk.s).goals(desk.s, u))[::3]:
                for first in (None, *near[desk.hex(start)]):
                    path = [desk.hex(start), *([] if first is None else [first])]
                    onward = facts(desk.s).onward(desk.s, u, goal, path)
                    right = next_hexes(desk, seat, u, goal, path)
                    assert members(onward) == sorted(right), (start, goal, path)


# 2215 lies beside 2115; Germans in 2016, 2314 and 2317 control every other hex around it, and neither of these two.
HEMMED = {"fr-iv": "2115", "fr-iii": "2215", "de-i": "2016", "de-x": "2314", "de-iv": "2317"}


@rule("3 ¶1", "3 ¶2", "7 Disruption ¶1a")
def test_two_corps_change_places(desk):
    """Ruling 10: III Corps can leave only for the hex that IV Corps comes from."""
    desk.set_up(HEMMED, side="allied")
    assert "2215" in desk.hexes("fr-iv")
    desk.play("move fr-iv 2215")
    assert desk.why("end") == ["3 ¶2"]
    desk.play("move fr-iii 2115")
    assert (desk.at("fr-iv"), desk.at("fr-iii")) == ("2215", "2115")
    assert desk.why("end") == []
    desk.set_up(HEMMED, side="allied")
    desk.s.disrupted[desk.unit("fr-iii")] = REPULSED
    assert desk.why("move fr-iv 2215") == ["3 ¶2"], "a disrupted unit does not make room"
    desk.set_up(HEMMED, side="allied")
    desk.s.moved = 1 << desk.unit("fr-iii")
    assert desk.why("move fr-iv 2215") == ["3 ¶2"], "nor does one that has moved"
    desk.set_up({**HEMMED, "fr-9-dim": "2115", "fr-5-dim": "2115"}, side="allied")
    assert desk.why("move fr-iv 2215") == ["3 ¶2"], "with two divisions left behind there is no room for a corps"
    desk.set_up({**HEMMED, "fr-9-dim": "2115"}, side="allied")
    assert desk.why("move fr-iv 2215") == []
    desk.set_up({**HEMMED, "fr-iv": "2113"}, side="allied")
    assert desk.why("move fr-iv 2215") == [], "from further away it passes 2115, which stays empty"
    desk.set_up({**HEMMED, "fr-iv": "2113", "fr-9-dim": "2115"}, side="allied")
    assert desk.why("move fr-iv 2215") == ["3 ¶2"], "now 2115 is not empty, and not where it comes from"


@rule("3 ¶3", "6 ¶2a", "4 ¶2d")
def test_a_stack_that_only_some_pairs_can_form(desk):
    """Two armored divisions and a motorized one among enemies; in the only hex that is left stand two armored
    divisions, so that one more fits there, with the motorized division, and not both."""
    germans = ["de-i", "de-x", "de-iv", "de-ii", "de-ix"]
    around = ["2115", "2214", "2315", "2316", "2216"]
    here = {"fr-1-dcr": "2215", "fr-2-dcr": "2215", "fr-9-dim": "2215"}
    there = {"fr-3-dcr": "2116", "br-1-arm": "2116"}
    desk.set_up({**here, **there, **dict(zip(germans, around, strict=True))}, side="allied")
    assert set(desk.legal("stack")) >= set(here)
    assert desk.why("stack fr-1-dcr fr-9-dim to 2116") == []
    assert desk.why("stack fr-2-dcr fr-9-dim to 2116") == []
    assert desk.why("stack fr-1-dcr fr-2-dcr") != []
    desk.ask("stack fr-1-dcr")
    desk.ask("stack fr-9-dim")
    for gone in here:
        desk.set_up({**here, **there, **dict(zip(germans, around, strict=True))}, side="allied")
        desk.s.moved = 1 << desk.unit(gone)
        desk.restart(Moving())
        able = {"fr-9-dim": set(), "fr-1-dcr": {"fr-2-dcr", "fr-9-dim"}, "fr-2-dcr": {"fr-1-dcr", "fr-9-dim"}}[gone]
        assert set(desk.legal("stack")) & set(here) == able


@rule("6 ¶2a", "4 ¶2a", "9 ¶3")
def test_the_preview_of_a_stack_says_for_every_hex_whether_it_must_stop_there(desk):
    desk.set_up({"de-13-mot": "1605", "de-29-mot": "1605", "fr-iv": "1708", "fr-iii": "1510"})
    desk.s.interdicted_allied = desk.w.bit[desk.hex("1504")]
    zone = survey(desk.s).zones[1] | desk.s.interdicted_allied
    met = set()
    for label in sorted(desk.legal("stack de-13-mot de-29-mot to")):
        found = [e.rule for e in desk.preview(f"stack de-13-mot de-29-mot to {label}").effects]
        stops = bool(zone >> desk.hex(label) & 1)
        assert ("4 ¶2a" in found) is stops, label
        met.add(stops)
    assert met == {False, True}


@rule("17 British ¶1a")
@pytest.mark.parametrize("turn", [1, 2, 5])
def test_the_bef_crosses_its_boundary_on_turns_after_its_release(desk, turn):
    """From a hex of the First Group's area that lies beside the Second's."""
    w = desk.w
    first, second = w.allied_groups[:2]
    border = first & w.countries[1] & w.grid.steps.spread(second)
    here = members(border)[0]
    for released in (-1, 0, turn - 1, turn):
        groups = dict.fromkeys(w.allied_armies, "1")
        desk.set_up({"br-i": w.labels[here], "de-i": "0801"}, side="allied", turn=turn, groups=groups)
        desk.s.bef_turn = released
        desk.restart(Moving())
        beyond = {x for x in desk.hexes("br-i") if not w.allied_groups[0] >> desk.hex(x) & 1}
        assert bool(beyond) is (0 <= released < turn), released


@rule("4 ¶1")
def test_who_is_in_each_hex_is_found_from_where_units_are(desk):
    desk.set_up({"de-i": "2013", "de-13-mot": "2013", "fr-iv": "2015", "de-fj-1": "2015", "fr-xxi": "waiting"})
    known = survey(desk.s)
    found = Survey(*known.sides, known.regiments, known.where).at
    on_map = {h: units for h, units in found.items() if h < desk.w.n}
    assert on_map == {
        desk.hex("2013"): tuple(sorted(map(desk.unit, ("de-i", "de-13-mot")))),
        desk.hex("2015"): tuple(sorted(map(desk.unit, ("fr-iv", "de-fj-1")))),
    }

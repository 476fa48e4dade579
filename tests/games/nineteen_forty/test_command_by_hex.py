"""13, 15, 17. Where a unit may go of its own will, asked of every hex; releases; the army group of effort."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, SEATS
from grognard.games.nineteen_forty.rules.command import (
    army_of,
    bounds,
    group_at,
    is_bound,
    is_released,
    releasable,
    why_no_release,
    why_not_bounds,
    why_not_effort,
)
from grognard.suite import rule

ALL = "belgium holland luxembourg switzerland"
COUNTRY = ("germany", "france", "belgium", "holland", "luxembourg", "switzerland")


def land_of(desk, *countries):
    return sum(desk.w.countries[COUNTRY.index(c)] for c in countries)


def allowed(desk, unit):
    """The hexes inside its bounds; everywhere else there is a reason, with its rule."""
    u = desk.unit(unit)
    found = bounds(desk.s, u)
    for h in range(desk.w.n):
        whys = list(why_not_bounds(desk.s, u, h))
        assert (whys == []) is bool((found | ~desk.w.land) >> h & 1)
    return found


def rule_at(desk, unit, label):
    return [why.rule for why in why_not_bounds(desk.s, desk.unit(unit), desk.hex(label))]


@rule("13 Neutral Status ¶1", "13 ¶1")
@pytest.mark.parametrize("war", range(16))
def test_neutral_ground_is_closed_to_allies_and_open_to_germans(desk, war):
    names = [c for i, c in enumerate(ALL.split()) if war >> i & 1]
    desk.set_up({"fr-iv": "2013", "br-51": "2013", "de-i": "1703"}, war=" ".join(names))
    here = land_of(desk, "germany", "france", *names)
    assert allowed(desk, "fr-iv") == allowed(desk, "br-51") == here
    assert allowed(desk, "de-i") == desk.w.land
    for country in set(ALL.split()) - set(names):
        closed = next(desk.w.labels[h] for h in range(desk.w.n) if desk.w.country[h] == COUNTRY.index(country))
        assert rule_at(desk, "fr-iv", closed) == ["13 Neutral Status ¶1"]


@rule("13 Belgium ¶1a", "13 Belgium ¶1b")
@pytest.mark.parametrize("lost", [False, True])
def test_where_belgians_go(desk, lost):
    """Belgium, Holland, Luxembourg, Germany; France after the major cities fell, or if they were forced there."""
    desk.set_up({"be-i": "1010"}, war=ALL, side="allied")
    desk.s.belgium_lost = lost
    own = land_of(desk, "belgium", "holland", "luxembourg", "germany")
    assert allowed(desk, "be-i") == own | (land_of(desk, "france") if lost else 0)
    if not lost:
        assert rule_at(desk, "be-i", "2013") == ["13 Belgium ¶1b"]
    desk.set_up({"be-i": "1010"}, war="belgium luxembourg", side="allied")
    assert allowed(desk, "be-i") == land_of(desk, "belgium", "luxembourg", "germany"), "Holland is neutral"
    assert rule_at(desk, "be-i", "0310") == ["13 Neutral Status ¶1"]
    desk.set_up({"be-i": "2013"}, war=ALL, side="allied")
    assert allowed(desk, "be-i") == own | land_of(desk, "france"), "forced into France"


@rule("13 Holland ¶1a", "13 Switzerland ¶1")
@pytest.mark.parametrize(
    ("unit", "home", "country", "number"),
    [("nl-i", "0310", "holland", "13 Holland ¶1a"), ("ch-berne", "3204", "switzerland", "13 Switzerland ¶1")],
)
def test_where_the_dutch_and_the_swiss_go(desk, unit, home, country, number):
    desk.set_up({unit: home}, war=ALL, side="allied")
    assert allowed(desk, unit) == land_of(desk, country)
    assert rule_at(desk, unit, "1013") == [number]
    desk.set_up({unit: "1013"}, war=ALL, side="allied")
    assert allowed(desk, unit) == desk.w.land, "forced out: anywhere at war"
    desk.set_up({unit: "1013"}, war="belgium luxembourg holland", side="allied")
    assert allowed(desk, unit) == land_of(desk, *COUNTRY[:5])
    for spot in range(desk.w.n, len(desk.w.spots)):
        desk.set_up({}, war=ALL, side="allied")
        desk.s.where[desk.unit(unit)] = spot
        assert bounds(desk.s, desk.unit(unit)) == land_of(desk, country), "off the map"


@rule("15 German Mountain Corps ¶1")
@pytest.mark.parametrize("war", ["", "belgium holland luxembourg", "switzerland"])
def test_where_the_mountain_corps_goes(desk, war):
    desk.set_up({"de-geb": "2803"}, war=war)
    free = "switzerland" in war
    assert allowed(desk, "de-geb") == (desk.w.land if free else land_of(desk, "germany", "switzerland"))
    assert rule_at(desk, "de-geb", "2013") == ([] if free else ["15 German Mountain Corps ¶1"])


# ------------------------------------------------------------------------------------------------ army groups


def spread_out(desk, **more):
    """Armies in all three groups, none released."""
    w = desk.w
    groups = {army: "123"[i % 3] for i, army in enumerate(w.allied_armies)} | {"bef": "1"}
    desk.set_up(more.pop("units", {}), side="allied", groups=groups, war=ALL, **more)
    desk.s.released, desk.s.bef_turn = 0, -1


@rule("17 French ¶1a", "17 British ¶1a")
def test_every_army_keeps_to_its_group(desk):
    w = desk.w
    spread_out(desk)
    s = desk.s
    for u in w.of_side[ALLIED]:
        army = w.army[u]
        assert army_of(s, u) == army
        if army < 0:
            assert not is_bound(s, u)
            continue
        area = w.allied_groups[s.assign_allied[army]]
        assert is_bound(s, u)
        for spot in range(w.n, len(w.spots)):
            s.where[u] = spot
            assert bounds(s, u) == w.land & area, "a unit off the map"
        for g in range(3):
            s.where[u] = next(h for h in range(w.n) if w.country[h] == 1 and w.allied_groups[g] >> h & 1)
            assert group_at(w, s.where[u]) == g
            here = area | w.allied_groups[g]
            assert bounds(s, u) == w.land & here, "ruling 50: also the area where it was forced to"
        s.where[u] = w.out
        own = "17 British ¶1a" if army == w.bef_army else "17 French ¶1a"
        outside = next(h for h in range(w.n) if w.country[h] == 1 and not area >> h & 1)
        assert [why.rule for why in why_not_bounds(s, u, outside)] == [own]


@rule("17 French ¶1b", "17 British ¶1a")
def test_a_release_frees_its_army_alone(desk):
    w = desk.w
    spread_out(desk)
    s, armies = desk.s, range(len(w.allied_armies))
    for army in armies:
        if army == w.bef_army:
            continue
        s.released = 1 << army
        assert [a for a in armies if is_released(s, a)] == [army]
        assert [a for a in armies if [why.rule for why in releasable(s, a)] == ["17 French ¶1b"]] == [army]
        u = w.army.index(army, w.of_side[ALLIED][0])
        assert bounds(s, u) == w.land
        s.released = (1 << len(w.allied_armies)) - 1 & ~(1 << army)
        assert [a for a in armies if not is_released(s, a)] == sorted([army, w.bef_army])
        assert bounds(s, u) == w.land & w.allied_groups[s.assign_allied[army]]


@rule("17 British ¶1a")
def test_the_bef_is_free_on_turns_after_the_last_french_army_of_its_group_was_released(desk):
    w = desk.w
    spread_out(desk, turn=1, units={"br-i": "1117", "de-i": "0801"})
    mates = [a for a, g in enumerate(desk.s.assign_allied) if g == 0 and a != w.bef_army]
    others = [a for a, g in enumerate(desk.s.assign_allied) if g != 0]
    assert len(mates) > 1
    for turn, army in enumerate([others[0], *mates], start=1):
        desk.s.turn = turn
        assert [why.rule for why in why_no_release(desk.s)] == []
        desk.play(f"release {w.allied_armies[army]}")
        assert desk.s.released >> army & 1
        assert [why.rule for why in why_no_release(desk.s)] == ["17 French ¶1b"], "one a turn"
        last = army == mates[-1]
        assert desk.s.bef_turn == (turn if last else -1)
        assert not is_released(desk.s, w.bef_army), "not on the same turn"
    desk.s.turn += 1
    assert is_released(desk.s, w.bef_army)
    desk.play(f"release {w.allied_armies[others[1]]}")
    assert desk.s.bef_turn == desk.s.turn - 1, "it stays free"


@rule("17 French ¶1b", "17 British ¶1a")
def test_which_armies_can_be_released(desk):
    w = desk.w
    for turn in (0, 1, 2):
        spread_out(desk, turn=turn, units={"fr-iv": "1215", "de-i": "0801"})
        found = {x.removeprefix("release ") for x in desk.legal() if x.startswith("release")}
        assert found == ({a for a in w.allied_armies if a != "bef"} if turn else set())
        assert desk.why("release bef") == (["17 British ¶1a"] if turn else ["17 French ¶1b"])
        assert desk.why("release german-6") == ["17 French ¶1b"]
    desk.play("release french-1")
    assert not [x for x in desk.legal() if x.startswith("release")]
    desk.s.turn = 3
    assert desk.why("release french-1") == ["17 French ¶1b"]
    assert "french-1" not in desk.legal("release")
    spread_out(desk, turn=2, units={"fr-iv": "1215", "de-i": "0801"})
    desk.s.side = SEATS.index("german")
    assert desk.why("release french-1") == ["17 French ¶1b"], "the Allied player releases"


@rule("17 French ¶1a", "15 French Armored Corps ¶1")
def test_the_french_armoured_corps_follows_the_army_of_a_division_in_it(desk):
    w = desk.w
    spread_out(desk, units={"fr-arm": "2013"})
    corps = desk.unit("fr-arm")
    assert army_of(desk.s, corps) == -1
    assert not is_bound(desk.s, corps)
    desk.s.allied_parts = tuple(desk.unit(x) for x in ("fr-1-dcr", "fr-2-dcr", "fr-9-dim"))
    assert army_of(desk.s, corps) == w.army[desk.unit("fr-9-dim")] >= 0
    assert is_bound(desk.s, corps)
    desk.s.allied_parts = tuple(desk.unit(x) for x in ("fr-1-dcr", "fr-2-dcr", "fr-3-dim"))
    assert not is_bound(desk.s, corps), "3 DIM belongs to no army"


# ---------------------------------------------------------------------------------------------- of effort


@rule("17 German ¶1")
@pytest.mark.parametrize("effort", ["A", "B", "C"])
def test_the_area_of_effort_by_hexrow(desk, effort):
    """B on or north of hexrow 1200, A from 1300 to 2000, C on or south of 1800; in Germany the group's own area."""
    w = desk.w
    rows = {"B": range(1, 13), "A": range(13, 21), "C": range(18, 33)}[effort]
    corps = [x for x in w.ids if w.panzer_corps[desk.unit(x)]]
    assert corps
    desk.set_up({"de-xix": "1703", "de-i": "1703"}, turn=0, effort=effort)
    u, on_foot = desk.unit("de-xix"), desk.unit("de-i")
    for h in range(w.n):
        if not w.land >> h & 1:
            continue
        desk.s.where[u] = desk.s.where[on_foot] = h
        at_home = w.country[h] == 0
        inside = bool(w.german_groups[desk.s.effort] >> h & 1) if at_home else int(w.labels[h][:2]) in rows
        for turn in (0, 1, 2, 3):
            desk.s.turn = turn
            found = [why.rule for why in why_not_effort(desk.s, u)]
            assert found == ([] if inside or turn > 1 else ["17 German ¶1"]), w.labels[h]
            assert not list(why_not_effort(desk.s, on_foot)), "panzer corps only"
    desk.s.turn = 0
    desk.s.where[u] = w.waiting
    assert not list(why_not_effort(desk.s, u)), "not on the map"

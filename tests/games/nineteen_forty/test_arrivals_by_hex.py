"""14 Reserves and reinforcements: how many come, asked of every turn, and where, asked of every hex."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN, SWITZERLAND
from grognard.games.nineteen_forty.rules.arrivals import (
    border_call,
    due,
    entry_hexes,
    fallbacks,
    gathering_hexes,
    kind_of,
    open_hexes,
    quota_left,
)
from grognard.games.nineteen_forty.rules.sequence import Moving, StartTurn
from grognard.games.nineteen_forty.rules.state import allowance, claim, survey
from grognard.suite import rule

GATHERING = ("1418", "2013", "2411")
PARIS = ("1919", "1920", "2019")
EDGE = tuple(f"{row}21" for row in range(19, 33))
SWISS_BORDER = {"2804", "2905", "2906", "3006", "3107", "3108", "3208"}
"""French hexes next to Switzerland."""
GERMAN_CITIES = {
    "0504", "0704", "0705", "0706", "0806", "1005", "1008", "1105", "1304", "1502", "1507", "1801", "1805", "2102",
    "2704",
}  # fmt: skip
SWISS_CITIES = {"2904", "3001", "3204"}


def open_to(desk, unit):
    return set(desk.w.grid.names(open_hexes(desk.s, desk.unit(unit), survey(desk.s))))


# ---------------------------------------------------------------------------------------------- how many


@rule(
    "14 Reserves ¶1a",
    "14 German Reserves ¶1",
    "14 Swiss Reserves ¶1",
    "14 Reinforcements ¶3",
    "22 Order of Appearance ¶1",
)
def test_which_units_are_reserves(desk):
    """By what the counters are marked with; the 22nd may come as a German reserve, the SR units as French ones."""
    desk.set_up({})
    found = {kind: {desk.w.ids[u] for u in range(desk.w.n_units) if kind_of(desk.s, u) == kind}
             for kind in ("german", "allied", "swiss")}  # fmt: skip
    assert found["german"] == {"de-xvii", "de-xl", "de-xxxviii", "de-xlii", "de-22-ll"}
    assert found["allied"] == {"fr-1-dcr", "fr-2-dcr", "fr-3-dcr", "fr-3-dim", "fr-xxi", "fr-xxiii", "fr-sr1",
                               "fr-sr2", "br-52"}  # fmt: skip
    assert found["swiss"] == {"ch-r1", "ch-r2", "ch-r3"}
    for replaced, kind in (("de-xvii", "german"), ("de-xii", "")):
        desk.s.replaced = desk.unit(replaced)
        assert kind_of(desk.s, desk.unit("de-geb")) == kind, "the mountain corps comes as what it replaces"


@rule("14 German Reserves ¶1", "14 French/British Reserves ¶1a", "14 Reinforcements ¶2", "14 Swiss Reserves ¶1")
@pytest.mark.parametrize("turn", range(11))
@pytest.mark.parametrize("impulse", [1, 2])
def test_how_many_reserves_a_turn(desk, turn, impulse):
    """Two German ones from turn 2, three Allied ones from the second impulse of turn 1, a Swiss one from the turn
    after the invasion."""
    desk.set_up({}, turn=turn, impulse=impulse, war="switzerland")
    s = desk.s
    for came in range(4):
        s.came_german = s.came_allied = s.came_swiss = came
        allied = turn > 1 or (turn == 1 and impulse == 2)
        assert max(0, quota_left(s, "german")) == (max(0, 2 - came) if turn >= 2 else 0)
        assert max(0, quota_left(s, "allied")) == (max(0, 3 - came) if allied else 0)
        for invaded in (turn - 1, turn):
            s.swiss_turn = invaded
            assert max(0, quota_left(s, "swiss")) == (max(0, 1 - came) if turn > invaded else 0)
    s.came_swiss, s.swiss_turn = 0, turn - 1
    s.war = 63 & ~(1 << SWITZERLAND)
    assert quota_left(s, "swiss") == 0, "Switzerland is neutral"
    s.war = 1 << SWITZERLAND
    assert quota_left(s, "swiss") == 1


@rule("14 German Reserves ¶1", "14 French/British Reserves ¶1a", "14 Swiss Reserves ¶1", "14 Reserves ¶1b")
def test_what_has_come_is_counted_for_its_side_and_forgotten_with_the_turn(desk):
    waiting = dict.fromkeys(
        ("de-xvii", "de-xl", "de-xlii", "fr-xxi", "fr-xxiii", "ch-r1", "ch-r2", "br-52"), "waiting"
    )

    def came():
        return desk.s.came_german, desk.s.came_allied, desk.s.came_swiss

    desk.set_up({**waiting, "de-i": "0801"}, turn=2, war="switzerland")
    desk.play("reserve de-xvii 0504")
    assert came() == (1, 0, 0)
    assert desk.why("reserve de-xl 0504") == ["14 Reserves ¶1b"]
    desk.play("reserve de-xl 0704")
    assert came() == (2, 0, 0)
    assert desk.why("reserve de-xlii 0705") == ["14 German Reserves ¶1"]
    desk.set_up({**waiting, "de-i": "0801"}, turn=2, side="allied", war="switzerland")
    desk.s.swiss_turn = 1
    desk.play("reserve fr-xxi 1418", "reserve ch-r1 3204", "reserve br-52 2013")
    assert came() == (0, 2, 1)
    assert desk.s.reserve_hexes == sum(desk.w.bit[desk.hex(x)] for x in ("1418", "3204", "2013"))
    assert not desk.s.entered | desk.s.moved, "they came inside the map and may move"
    desk.restart(StartTurn(3))
    assert came() == (0, 0, 0)
    assert desk.s.reserve_hexes == 0


# ------------------------------------------------------------------------------------------------ where


@rule("14 German Reserves ¶1")
def test_german_reserves_come_to_any_friendly_city_in_germany_out_of_enemy_zones(desk):
    w = desk.w
    units = {"de-xvii": "waiting", "de-22-ll": "waiting"}
    desk.set_up(units, turn=2)
    assert open_to(desk, "de-xvii") == open_to(desk, "de-22-ll") == GERMAN_CITIES
    for city in GERMAN_CITIES:
        desk.set_up(units, turn=2)
        desk.hold([city], "")
        assert open_to(desk, "de-xvii") == GERMAN_CITIES - {city}, "not friendly"
        desk.set_up(units, turn=2)
        desk.s.reserve_hexes = w.bit[desk.hex(city)]
        assert open_to(desk, "de-xvii") == GERMAN_CITIES - {city}, "used this turn"
        beside = next(w.labels[h] for h in w.zoc_near[desk.hex(city)])
        desk.set_up({**units, "fr-iv": beside}, turn=2)
        desk.hold(GERMAN_CITIES - {beside}, "german")
        zone = set(w.grid.names(w.zoc[desk.hex(beside)]))
        assert city in zone
        assert open_to(desk, "de-xvii") == GERMAN_CITIES - zone - {beside}
        desk.set_up({**units, "de-i": beside}, turn=2)
        assert open_to(desk, "de-xvii") == GERMAN_CITIES, "a friend's zone is no matter"
    desk.hold(["0210", "2304"], "german")
    assert open_to(desk, "de-xvii") == GERMAN_CITIES, "no city abroad"


@rule("14 French/British Reserves ¶1b")
@pytest.mark.parametrize("how", ["control", "zone"])
@pytest.mark.parametrize("points", range(8))
@pytest.mark.parametrize("paris", range(8))
def test_allied_reserves_come_to_gathering_points_then_paris_then_the_edge(desk, how, points, paris):
    """Each set of gathering points and of Paris hexes blocked, by German control or by a German zone (ruling 86: as
    many stand-ins as there are points blocked, over the edge as many of them as Paris cannot take)."""
    w = desk.w
    blocked = {label for i, label in enumerate(GATHERING) if points >> i & 1}
    shut = {label for i, label in enumerate(PARIS) if paris >> i & 1}
    desk.set_up({"fr-xxi": "waiting"}, side="allied", turn=3)
    if how == "control":
        desk.hold(blocked | shut, "german")
    else:  # only these hexes lie in German zones
        foe = survey(desk.s)
        zones = sum(w.bit[desk.hex(x)] for x in blocked | shut)
        around = type(foe)(foe.sides[0]._replace(zones=zones), foe.sides[1], 0, foe.where)
        found = set(w.grid.names(gathering_hexes(desk.s, around)))
        places = fallbacks(desk.s, around)
    if how == "control":
        found, places = open_to(desk, "fr-xxi"), fallbacks(desk.s, survey(desk.s))
    expected = set(GATHERING) - blocked
    in_paris = len(blocked)
    over_edge = min(in_paris, len(blocked) - (3 - len(shut)))
    if in_paris > 0:
        expected |= set(PARIS) - shut
    if over_edge > 0:
        expected |= set(EDGE)
    assert found == expected
    assert places == (in_paris, over_edge)


@rule("14 French/British Reserves ¶1b")
def test_each_stand_in_uses_up_one_blocked_gathering_point(desk):
    desk.set_up({"fr-xxi": "waiting"}, side="allied", turn=3)
    desk.hold(GATHERING[:2], "german")
    w = desk.w
    for used, expected in (
        ((), {"2411", *PARIS}),
        (("1919",), {"2411", "1920", "2019"}),
        (("1919", "2019"), {"2411"}),
        (("2411",), set(PARIS)),
        (("2411", "1920"), {"1919", "2019"}),
    ):
        desk.s.reserve_hexes = sum(w.bit[desk.hex(x)] for x in used)
        assert open_to(desk, "fr-xxi") == expected, used
    desk.hold(PARIS, "german")
    desk.s.reserve_hexes = 0
    assert open_to(desk, "fr-xxi") == {"2411", *EDGE}
    desk.s.reserve_hexes = w.bit[desk.hex("2121")]
    assert open_to(desk, "fr-xxi") == {"2411", *EDGE} - {"2121"}, "one more over the edge"
    desk.s.reserve_hexes |= w.bit[desk.hex("2221")]
    assert open_to(desk, "fr-xxi") == {"2411"}
    desk.s.reserve_hexes = 0
    desk.hold(["2521"], "german")
    assert open_to(desk, "fr-xxi") == {"2411", *EDGE} - {"2521"}
    desk.s.where[desk.unit("de-i")] = desk.hex("2621")
    assert open_to(desk, "fr-xxi") == {"2411", *EDGE} - {"2521", "2621"}, "a German stands there"


@rule("14 French/British Reserves ¶1b", "14 Reinforcements ¶1", "4 ¶2a", "6 ¶1")
@pytest.mark.parametrize("zone", [False, True])
def test_who_comes_over_the_edge_pays_a_point_and_stops_in_a_zone(desk, zone):
    units = {"fr-xxi": "waiting", "br-1-arm": "waiting", **({"de-x": "2320"} if zone else {"de-x": "2910"})}
    desk.set_up(units, side="allied", turn=3)
    desk.hold([*GATHERING, *PARIS], "german")
    desk.hold(["2321", "2421"], "allied")
    assert bool(survey(desk.s).zones[GERMAN] >> desk.hex("2321") & 1) is zone
    desk.play("reserve fr-xxi 2321", "enter br-1-arm 2421")
    for unit in ("fr-xxi", "br-1-arm"):
        u = desk.unit(unit)
        assert desk.s.entered >> u & 1
        assert allowance(desk.s, u) == 4 * (desk.w.move[u] - 1)
        stopped = zone and bool(survey(desk.s).zones[GERMAN] >> desk.s.where[u] & 1)
        assert bool(desk.s.moved >> u & 1) is stopped
        assert (desk.why(f"move {unit}") == ["6 ¶1"]) is stopped
    assert desk.s.entered == 1 << desk.unit("fr-xxi") | 1 << desk.unit("br-1-arm")
    assert desk.s.came_allied == 1, "a reinforcement is no reserve"


@rule("14 Swiss Border Reserves ¶1", "14 Reinforcements ¶3")
def test_swiss_border_reserves_come_to_the_border_while_they_are_called(desk):
    units = {"fr-sr1": "waiting", "fr-sr2": "waiting", "fr-xxi": "waiting"}
    for side, call in (("allied", 1), ("allied", 0), ("german", 1)):
        desk.set_up(units, side=side, turn=3, war="switzerland")
        desk.s.swiss_call = call
        called = side == "allied" and call == 1
        for unit in units:
            assert border_call(desk.s, desk.unit(unit)) is (called and unit != "fr-xxi")
        if side == "allied":
            assert open_to(desk, "fr-sr1") == {*GATHERING, *(SWISS_BORDER if call else ())}
            assert open_to(desk, "fr-xxi") == set(GATHERING)
    desk.set_up({**units, "de-i": "3006"}, side="allied", turn=3, war="switzerland")
    desk.s.swiss_call = 1
    desk.hold(SWISS_BORDER - {"3208"}, "allied")
    desk.hold(["3208"], "german")
    assert open_to(desk, "fr-sr1") == {*GATHERING, *SWISS_BORDER} - {"3006", "3208"}, "zones do not matter"
    desk.play("reserve fr-sr1 3107")
    assert desk.s.came_allied == 0
    assert not desk.s.entered
    assert desk.why("reserve fr-sr2 3107") == ["14 Reserves ¶1b"]
    desk.play("reserve fr-sr2 1418")
    assert desk.s.came_allied == 1, "as an ordinary reserve it counts"
    desk.set_up({**units, "de-i": "0801"}, side="allied", turn=3, war="switzerland")
    desk.s.swiss_call, desk.s.came_allied = 1, 3
    assert desk.why("reserve fr-xxi") == ["14 French/British Reserves ¶1a"]
    assert open_to(desk, "fr-sr1") == SWISS_BORDER, "beside the quota"


@rule("14 Swiss Reserves ¶1")
def test_swiss_reserves_come_to_any_friendly_swiss_city_whatever_the_zones(desk):
    desk.set_up({"ch-r1": "waiting", "de-i": "2903"}, side="allied", turn=3, war="switzerland")
    desk.s.swiss_turn = 2
    desk.hold(SWISS_CITIES, "allied")
    assert survey(desk.s).zones[GERMAN] >> desk.hex("2904") & 1
    assert open_to(desk, "ch-r1") == SWISS_CITIES
    for city in SWISS_CITIES:
        desk.hold(SWISS_CITIES, "allied")
        desk.hold([city], "german")
        assert open_to(desk, "ch-r1") == SWISS_CITIES - {city}
    desk.hold(SWISS_CITIES, "allied")
    desk.s.where[desk.unit("de-x")] = desk.hex("3001")
    assert open_to(desk, "ch-r1") == SWISS_CITIES - {"3001"}, "a German unit is there"


@rule("14 Reinforcements ¶1", "22 Order of Appearance ¶1")
@pytest.mark.parametrize("turn", range(11))
def test_reinforcements_are_due_from_their_turn_on(desk, turn):
    desk.set_up({"br-1-arm": "waiting", "br-2-arm": "waiting", "de-i": "0801"}, side="allied", turn=turn)
    expected = {"br-1-arm"} if turn >= 2 else set()
    expected |= {"br-2-arm"} if turn >= 6 else set()
    assert {desk.w.ids[u] for u in range(desk.w.n_units) if due(desk.s) >> u & 1} == expected
    assert set(desk.legal("enter")) == expected
    for unit in ("br-1-arm", "br-2-arm"):
        assert desk.why(f"enter {unit}") == ([] if unit in expected else ["22 Order of Appearance ¶1"])
    desk.s.where[desk.unit("br-1-arm")] = desk.hex("2015")
    assert not due(desk.s) >> desk.unit("br-1-arm") & 1


@rule("14 Reinforcements ¶1")
def test_reinforcements_enter_any_friendly_hex_of_the_west_edge(desk):
    w = desk.w
    west = {f"{row}21" for row in range(13, 33)}
    desk.set_up({"br-1-arm": "waiting"}, side="allied")
    assert set(w.grid.names(entry_hexes(desk.s))) == west
    for label in ("1321", "1921", "3221"):
        desk.set_up({"br-1-arm": "waiting"}, side="allied")
        desk.hold([label], "german")
        assert set(w.grid.names(entry_hexes(desk.s))) == west - {label}
        desk.set_up({"br-1-arm": "waiting"}, side="allied")
        desk.s.where[desk.unit("de-i")] = desk.hex(label)
        assert set(w.grid.names(entry_hexes(desk.s))) == west - {label}
        assert desk.why(f"enter br-1-arm {label}") == ["14 Reinforcements ¶1"]


@rule("3 ¶2", "14 Reinforcements ¶1", "14 Reserves ¶1a")
def test_arrivals_need_room(desk):
    """The hexes of the edge are held by corps that have moved, all but one with a division each."""
    w = desk.w
    corps = [w.ids[u] for u in range(w.n_units) if w.nation[u] == 1 and w.load[u] == 3]
    west = [f"{row}21" for row in range(13, 33)]
    units = dict(zip(corps, west, strict=False))
    desk.set_up({**units, "br-1-arm": "waiting", "de-i": "0801"}, side="allied")
    desk.s.moved = (1 << w.n_units) - 1
    assert set(desk.legal("enter br-1-arm")) == set(west), "a division fits with a corps"
    assert desk.why("enter br-1-arm 1919") == ["14 Reinforcements ¶1"]
    full = {**units, **dict(zip([x for x in w.ids if w.load[desk.unit(x)] == 1 and w.side[desk.unit(x)] == ALLIED
                                 and not x.startswith("br-1-")], west[:-1], strict=False))}  # fmt: skip
    desk.set_up({**full, "br-1-arm": "waiting", "de-i": "0801"}, side="allied")
    desk.s.moved = (1 << w.n_units) - 1
    claim(desk.s)
    desk.restart(Moving())
    free = [x for x in west if sum(1 for place in full.values() if place == x) < 2]
    assert set(desk.legal("enter br-1-arm")) == set(free)
    assert desk.why(f"enter br-1-arm {west[0]}") == ["3 ¶2"]

"""3.0, 4.0, 13.0, 15.0: what the rulebook says of map, counters, cards and tables holds for the data."""

from __future__ import annotations

from collections import Counter

import pytest
from dunkirk_desk import DATA, GAME, Desk

import grognard
from grognard.games.spoiled_victory.data.world import HIT, NONE, SUPPRESSED, build
from grognard.kernel.errors import BadInput
from grognard.kernel.rules import mask_of
from grognard.suite import rule

SPACES = {x.id: x for x in DATA.printed.map.space}
CARDS = DATA.printed.cards.card


def _connected(a: str, b: str) -> bool:
    return bool(DATA.near[DATA.place[a]] >> DATA.place[b] & 1)


@rule("3.1", "3.1-marsh", "3.1-lowlands", "10.7")
def test_two_marshes_and_four_lowlands() -> None:
    kinds = Counter(t for x in SPACES.values() for t in x.terrain)
    assert kinds["marsh"] == 2
    assert kinds["lowlands"] == 4


@rule("7.1b", "3.1-east-jetty", "3.1-town")
def test_dunkirk_is_a4_and_a5_both_towns() -> None:
    assert [x.id for x in SPACES.values() if "dunkirk" in x.terrain] == ["A4", "A5"]
    assert all("town" in SPACES[x].terrain for x in ("A4", "A5"))
    assert "east-jetty" in SPACES["A5"].terrain
    assert any(x.name == "Bergues" and "town" in x.terrain for x in SPACES.values())


@rule("9.2f", "3.1-la-panne")
def test_only_two_spaces_are_shared() -> None:
    shared = [DATA.place_ids[s] for s in range(DATA.land) if DATA.tracks_of[s].bit_count() > 1]
    assert sorted(shared) == ["G5/H5", "I4/J2"]
    assert SPACES["G5/H5"].name == "La Panne"


@rule("10.1.6", "10.1.8")
def test_spaces_and_connections_that_examples_use() -> None:
    assert SPACES["B3"].terrain == ("canal",)
    assert SPACES["G4"].terrain == ("canal",)
    assert SPACES["F5"].terrain == ("beach",)
    assert _connected("G5/H5", "G4")
    assert _connected("G5/H5", "F5")
    assert _connected("B2", "B3")


@rule("9.2", "9.2b")
def test_tracks_run_along_green_connections() -> None:
    green = {frozenset(c.ends) for c in DATA.connections if c.colour == "green"}
    for track in DATA.printed.map.track:
        for a, b in zip(track.spaces, track.spaces[1:], strict=False):
            assert frozenset((a, b)) in green
    assert len(DATA.tracks) == 10


@rule("3.1-staging", "3.1-route", "11.2")
def test_channel_routes() -> None:
    assert all(r[0] == DATA.staging for r in DATA.routes)
    by_id = dict(zip(DATA.route_ids, DATA.routes, strict=True))
    assert [DATA.place_ids[x] for x in by_id["Z"]] == ["staging", "Z2"], "Z is the shortest, and Z2 is To England"
    assert len(by_id["Z"]) < len(by_id["X"]) < len(by_id["Y"]), "X is the median track, Y the longest"
    assert DATA.route_opens[DATA.route_ids.index("X")] == 5
    assert DATA.room[DATA.staging] > DATA.printed.units.evacuees.count


@rule("3.2", "9.1b", "4.1")
def test_german_units() -> None:
    by_name = {g.name: g for g in DATA.germans}
    assert len(by_name) == 10
    assert {g.corps for g in DATA.germans} == {"IX", "X", "XIV", "XXVI"}
    assert [g.name for g in DATA.germans if g.corps == "X"] == ["254th", "18th", "14th"]
    for name in ("1/9 Panzer", "2/9 Panzer"):
        assert (by_name[name].type, by_name[name].reduced_type) == ("panzer", "motorized")
    assert by_name["20th Motorized"].type == "motorized"
    assert {g.type for g in DATA.germans if "Panzer" not in g.name and "Motor" not in g.name} == {"infantry"}
    assert by_name["2/9 Panzer"].track == "B"
    assert by_name["2/9 Panzer"].reduced == 4
    assert by_name["1/256th"].reduced == 3
    assert all(g.reduced < g.full for g in DATA.germans)


@rule("4.0", "4.1", "4.2", "10.1.5")
def test_allied_units_and_the_count_of_counters() -> None:
    u = DATA.printed.units
    by_name = {a.name: a for a in u.allied}
    assert by_name["1/Grenadier Guards"].full == 4
    assert by_name["1/Grenadier Guards"].montgomery
    assert by_name["1/6 East Surrey"].full == 2
    assert by_name["GHQ"].reduced == 1
    assert (u.evacuees.full, u.evacuees.reduced) == (2, 1)
    assert all(a.reduced < a.full for a in u.allied)
    counters = len(u.german) + len(u.allied) + u.evacuees.count + sum(m.count for m in u.marker)
    assert counters == 88
    assert len(u.german) + len(u.allied) > 44, "most counters are Combat units"


@rule("4.3")
def test_the_markers_that_the_rules_name_are_there() -> None:
    names = {m.name for m in DATA.printed.units.marker}
    for name in ("The Mole", "Beach Jetties", "Flooded", "Dunkirk Spirit", "RAF Sortie", "Game Turn"):
        assert name in names
    assert {"The Harbour is Closed", "Wake-Walker and Tennant Arrive", "Modern Destroyers Deployed"} <= names


@rule("4.4", "10.0", "11.0")
def test_thirty_six_cards_with_the_stated_averages() -> None:
    assert sorted(c.number for c in CARDS) == list(range(1, 37))
    assert sum(c.actions for c in CARDS) == 3 * 36
    assert sum(c.day for c in CARDS) == 3 * 36
    assert sum(c.night for c in CARDS) == 5 * 36


@rule("6.0", "16.0", "10.4.1", "12.5", "10.10.2", "11.3")
def test_every_event_that_the_rulebook_names_is_there() -> None:
    titles = {c.title for c in CARDS}
    assert len(titles) == 36
    assert titles >= {
        "Weather is Crystal Clear",
        "RAF Bombers Sortie",
        "German Reconnaissance",
        "Major Offensive",
        "Blitzkrieg!",
        "Tightening the Noose",
        "Schnell!",
        "Vorwärts!",
        "The Harbour is Closed",
        "Wake-Walker and Tennant Arrive",
        "Modern Destroyers Deployed",
    }
    assert all(c.text for c in CARDS)


@rule("7.1", "9.1")
def test_entries_of_the_examples_are_on_cards() -> None:
    assert any(c.luftwaffe[0].kind == "track" and c.luftwaffe[0].tracks == ("F", "F") for c in CARDS)
    assert any(c.german.units == ("20th-motorized", "56th") for c in CARDS)
    assert any(c.german.corps == "X" for c in CARDS)
    assert {c.german.kind for c in CARDS} == {"units", "corps", "random", "surprise"}
    assert {e.kind for c in CARDS for e in c.luftwaffe} == {"route", "dunkirk", "beaches", "track", "close-support"}


@rule("7.2", "8.2")
def test_the_table_cells_that_examples_give() -> None:
    combat, evacuee = DATA.air_rows[2], DATA.air_rows[1]
    assert combat[9] == SUPPRESSED
    assert evacuee[9] == HIT
    night = DATA.interdiction[1]
    assert night[6] == NONE
    assert night[12] == 3
    for row in (*DATA.air_rows, *DATA.interdiction):
        assert list(row) == sorted(row), "a higher roll is never kinder"


@rule("13.0")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (0, "Disaster"),
        (25, "Disaster"),
        (26, "Abysmal"),
        (28, "Abysmal"),
        (29, "Awful"),
        (31, "Awful"),
        (32, "Poor"),
        (35, "Poor"),
        (36, "Average"),
        (39, "Average"),
        (40, "Good"),
        (43, "Good"),
        (44, "Outstanding"),
        (46, "Outstanding"),
        (47, "Excellent"),
        (49, "Excellent"),
        (50, "Miracle"),
        (80, "Miracle"),
    ],
)
def test_victory_levels(points: int, level: str) -> None:
    desk = Desk()
    desk.s.vp = points
    result = GAME.result(desk.s)
    assert result is not None
    assert (result.level, result.score) == (level, points)


@rule("5.0", "12.6", "10.2.2", "10.3")
def test_the_calendar() -> None:
    turns = DATA.turns
    assert len(turns) == 18
    assert all(t.night == (t.number % 2 == 0) for t in turns)
    assert turns[9].date == "May 31"
    assert turns[10].date == "June 1"
    assert turns[13].date == "June 2"
    assert turns[17].date == "June 4"
    assert DATA.calendar.last_may_turn == 10
    assert DATA.calendar.french_convert_from == 14


@rule("15.0")
def test_the_set_up_places_every_unit_where_it_may_be() -> None:
    s = GAME.begin("dynamo", GAME.settle_options("dynamo", {}))
    assert not list(GAME.check(s))
    assert all(s.advance[t] == 0 for t in range(10)), "Germans begin on their Start spaces"
    assert all(s.loc[u] < DATA.land for u in range(DATA.combat))
    belgians = mask_of(u for u in range(DATA.combat) if DATA.belgian >> u & 1)
    assert all(DATA.belgian_area >> s.loc[u] & 1 for u in range(DATA.combat) if belgians >> u & 1)
    inland = [DATA.printed.map.space[x].terrain for x, _ in DATA.evacuee_setup]
    assert any("canal" in t for t in inland), "11.2: evacuees on Canal spaces come from the set-up"
    assert any("dunkirk" in t for t in inland)
    assert (s.vp, s.turn, s.spirit, s.cap, s.mole_damaged, s.jetties) == (0, 1, True, True, False, 0)


def test_every_item_says_where_it_comes_from() -> None:
    printed = DATA.printed
    items = [*printed.map.space, *printed.map.connection, *printed.units.german, *printed.units.allied, *CARDS]
    for item in items:
        for source in (item.source, *item.sources.values()):
            assert source.split()[0] in ("rulebook", "published", "reconstruction")
    cases = {c.id for c in GAME.rules()}
    cited = {
        v.split(maxsplit=1)[1] for x in items for v in (x.source, *x.sources.values()) if v.startswith("rulebook ")
    }
    assert cited <= cases
    assert sum(GAME.about().sources.values()) > 300


def test_a_pack_corrects_values_and_is_checked() -> None:
    corrected = grognard.load("spoiled-victory", pack={"units": {"german": {"254th": {"full": 6}}}})
    assert corrected.data.german_full[3] == 6
    assert DATA.german_full[3] == 4
    with pytest.raises(BadInput, match="255th"):
        build({"units": {"german": {"255th": {"full": 6}}}})
    with pytest.raises(BadInput, match="no-such-space"):
        build({"scenario": {"setup": {"ghq": {"space": "no-such-space"}}}})
    with pytest.raises(BadInput, match="fill"):
        build({"units": {"german": {"254th": {"fill": 6}}}})

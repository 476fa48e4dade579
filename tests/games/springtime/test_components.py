"""Chapters 3 to 5 and 19: map, counters, set-ups, against what the rulebook itself says."""

from __future__ import annotations

from collections import Counter

import pytest
from springtime_desk import DATA, GAME, controller, desk, steps, where

import grognard
from grognard.games.springtime.data.world import GROUPS, World
from grognard.games.springtime.rules.state import facts
from grognard.kernel.errors import BadInput
from grognard.kernel.plain import Pack
from grognard.suite import rule

CAMPAIGN = """
fr-1 13, fr-2 17, fr-7 9, fr-9 12, prioux 13, bruneau 13, bef 13, fr-3 18, fr-4 19, fr-5 19, fr-8 20, alp E,
belgian 13, dutch 8, fr-6 23, fr-10 25 reduced, bruche 24, brocard 24,
ge-4 5, hoth-pz 5, ge-12 3, ge-16 3, ge-6 5, hoepner-pz 5, ge-18 6, schmidt-pz 6, ge-1 2, ge-7 1, guderian-pz 3,
reinhardt-pz 3, wietersheim 4, ge-2 4"""
PLAN_RED = """
fr-7 26, fr-10 26, de-gaulle 26 reduced, bruche 26 reduced, fr-2 24 reduced, fr-4 24, fr-6 24, brocard 24 reduced,
fr-3 18, fr-5 19, fr-8 20, alp E, ge-4 16, ge-18 16, wietersheim 16, hoth-pz 16, hoepner-pz 16, ge-6 17, ge-12 17,
ge-2 17, guderian-pz 17, reinhardt-pz 17, ge-16 11, ge-1 2, ge-7 1"""


def rows(text: str) -> dict[str, tuple[str, bool]]:
    found = {}
    for row in text.replace("\n", " ").split(","):
        unit, place, *how = row.split()
        found[unit] = (place, bool(how))
    return found


@rule("3.1", "3.1.1", "3.1.4")
def test_thirty_areas_and_six_zones_with_their_countries() -> None:
    assert [a.id for a in DATA.areas] == [*(str(n) for n in range(1, 31)), *"ABCDEF"]
    for area in ["1", "2", "3", "4", "5", "6"]:
        assert DATA.country[DATA.place[area]] == "germany"
    assert DATA.country[DATA.place["13"]] == "belgium"
    assert DATA.country[DATA.place["8"]] == "netherlands"
    assert {DATA.country[DATA.place[a]] for a in ["17", "18", "19", "20", "23", "24", "25", "26", "E"]} == {"france"}
    assert DATA.country[DATA.place["F"]] == "italy"
    assert {b.kind for b in DATA.boundaries} == {"open", "river", "maginot"}


@rule("3.1")
def test_adjacency_is_mutual_and_the_map_hangs_together() -> None:
    for p in range(36):
        assert all(p in DATA.near[q] for q in DATA.near[p])
        assert max(DATA.distance[p]) < 36


@rule("3.1.2")
def test_terrain_lies_between_one_and_four() -> None:
    assert all(1 <= tem <= 4 for tem in DATA.tem)


@rule("3.1.3")
def test_ports_are_on_the_coast_and_dunkirk_is_one() -> None:
    assert DATA.port[DATA.place["15"]]
    assert not DATA.port[DATA.place["25"]]


@rule("4.1", "4.2", "4.3", "4.3.1", "4.3.2")
def test_counters_are_complete() -> None:
    """The 29 large counters are the Axis: 16 units, 11 Leaders and 2 air markers."""
    assert len(DATA.own[1]) == 16
    assert len(DATA.own[0]) == 19
    axis_leaders = [x for x in DATA.leaders if DATA.side[DATA.unit[x.commands[0]]] == 1]
    assert len(axis_leaders) == 11
    assert len(DATA.own[1]) + len(axis_leaders) + 2 == 29
    assert {u.id for u in DATA.units if u.kind == "armored"} == {
        "bruneau",
        "bruche",
        "brocard",
        "de-gaulle",
        "hoth-pz",
        "hoepner-pz",
        "schmidt-pz",
        "guderian-pz",
        "reinhardt-pz",
    }
    for u in DATA.units:
        assert u.full > u.reduced > 0
        if u.kind == "armored":
            assert u.size == ("division" if u.side == "allies" else "corps")
        else:
            assert u.size == ("corps" if u.id in ("prioux", "wietersheim", "airlanding") else "army")
    assert {u.nation for u in DATA.units} == {"french", "british", "belgian", "dutch", "german", "italian"}


@rule("4.3.3")
def test_army_groups() -> None:
    groups = Counter(GROUPS[g] for g in DATA.group)
    assert groups == {"1": 7, "2": 3, "3": 1, "4": 1, "Be": 1, "N": 1, "A": 4, "B": 4, "C": 2, "K": 3, "W": 1, "R": 7}
    assert DATA.units[DATA.unit["bef"]].group == "1"


@rule("4.4.7", "9.4.2", "5.1.5", "9.4")
def test_air_markers_start_weak() -> None:
    weak = {a.id: a.weak for a in DATA.air}
    assert weak == {"luftwaffe-1": 4, "luftwaffe-2": 4, "armee-de-l-air": 3, "raf": 2}
    assert all(a.strong > a.weak for a in DATA.air)
    assert GAME.start("plan-yellow").air_strong == [0, 0, 0, 0]


@rule("5.2", "5.2.1-allied", "5.2.1-axis", "7.1")
def test_campaign_set_up() -> None:
    s = GAME.start("plan-yellow")
    for unit, (place, reduced) in rows(CAMPAIGN).items():
        u = DATA.unit[unit]
        assert (DATA.place_ids[s.loc[u]], s.strength[u]) == (place, 1 if reduced else 2), unit
    off = {DATA.unit_ids[u] for u, p in enumerate(s.loc) if p >= 36}
    assert off == {"de-gaulle", "italian", "airlanding"}
    assert sum(s.oos) == 0
    assert max((here & DATA.side_mask[0]).bit_count() for here in facts(s).at) == 5


@rule(
    "5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.1.6", "5.1.7", "4.4.2", "12.2", "11.0", "15.2", "4.4.3", "4.4.4", "4.4.5"
)
def test_campaign_markers() -> None:
    s = GAME.start("plan-yellow")
    assert (s.turn, s.impulse, s.morale, s.points_allies, s.points_axis) == (1, 6, 30, 5, 10)
    assert s.advantage == 1
    assert {DATA.place_ids[p] for p in range(36) if s.control[p] == 1} == {*"123456F"}
    assert s.cup.bit_count() == 9


@rule("19.1", "19.1.1", "19.1.2", "19.2")
def test_plan_red() -> None:
    s = GAME.start("plan-red")
    for unit, (place, reduced) in rows(PLAN_RED).items():
        u = DATA.unit[unit]
        assert (DATA.place_ids[s.loc[u]], s.strength[u]) == (place, 1 if reduced else 2), unit
    spots = {u: DATA.place_ids[s.loc[DATA.unit[u]]] for u in DATA.unit_ids}
    gone = {u for u, p in spots.items() if p == "gone"}
    assert gone == {"fr-1", "fr-9", "bef", "belgian", "dutch", "airlanding"}
    assert {u for u, p in spots.items() if p == "eliminated"} == {"prioux", "bruneau", "schmidt-pz"}
    assert (s.turn, s.impulse, s.morale, s.points_axis, s.points_allies, s.advantage) == (4, 6, 20, 5, 0, 1)
    spent = {DATA.event_ids[e] for e in range(9) if s.spent >> e & 1}
    assert spent == {"de-gaulle", "cabinet-shuffle", "billotte-killed", "operation-dynamo", "air-supremacy"}
    assert s.air_strong[:2] == [1, 1]


@rule("19.1.1", "18.3")
def test_plan_red_keeps_the_bef_among_the_eliminated_with_rule_18_3() -> None:
    s = GAME.start("plan-red", {"bef-returns": True})
    assert DATA.place_ids[s.loc[DATA.bef]] == "eliminated"


@rule("4.4.9")
def test_the_losses_listed_for_plan_red_turn_thirty_into_twenty() -> None:
    """The morale table is calibrated on the two printed starting values."""
    m = {k: v.change for k, v in DATA.morale.items()}
    events = {e.id: e.morale for e in DATA.events}
    total = 30 + 4 * m["french-unit-lost"] + m["dutch-lost"] + m["belgian-lost"] + m["axis-unit-lost"]
    total += events["operation-dynamo"] + events["billotte-killed"] + events["cabinet-shuffle"]
    assert total == 20


@rule("3.2", "3.3", "3.4", "4.4.3", "4.4.4", "4.4.5", "4.4.9")
def test_tracks_are_on_the_board_and_show_the_state() -> None:
    places = {p.id for p in GAME.board().places}
    assert {f"turn-{n}" for n in range(1, 8)} | {f"impulse-{n}" for n in range(1, 9)} <= places
    table = desk({"ge-4": "5"}, turn=3, impulse=4, morale=-12, points_axis=7)
    spots = {p.id: p.place for p in GAME.scene(table.view("axis")).pieces}
    assert (spots["turn"], spots["impulse"]) == ("turn-3", "impulse-4")
    assert (spots["morale-10"], spots["morale-1"], spots["points-axis"]) == ("record-1", "record-2", "record-7")


@rule("4.4.8", "7.1")
def test_stacks_are_open_and_out_of_supply_units_are_marked() -> None:
    table = desk({"fr-1": "13", "bef": "13"}, oos="fr-1")
    for seat in ("axis", "allies", "public"):
        faces = {p.id: p.face for p in GAME.scene(table.view(seat)).pieces}
        assert [b.text for b in faces["fr-1"].badges if b.tone == "bad"] == ["OOS"]
        assert faces["bef"].factors == ("6", "2")


def test_the_map_has_room_for_five_units_a_side() -> None:
    """Each side stands in three columns and two rows; the two blocks of an Area do not cover one another much."""
    board = GAME.board()
    wide, high = 3 * board.counter, 2 * board.counter
    for place in board.places[:36]:
        assert place.room * 2 >= wide, place.id
        (ax, ay), (bx, by) = place.anchors["allies"], place.anchors["axis"]
        covered = max(0.0, wide - abs(ax - bx)) * max(0.0, high - abs(ay - by))
        assert covered < 0.34 * wide * high, place.id


def test_every_datum_has_a_source() -> None:
    counts = GAME.about().sources
    assert set(counts) == {"rulebook", "published", "reconstruction"}


def test_a_pack_corrects_a_printed_value() -> None:
    game = grognard.load("springtime", {"game": "springtime", "units": {"unit": {"hoth-pz": {"full": 9}}}})
    assert game.data.cv[game.data.unit["hoth-pz"]][2] == 9
    assert DATA.cv[DATA.unit["hoth-pz"]][2] != 9


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        ({"units": {"unit": {"panzer": {"full": 9}}}}, "panzer"),
        ({"units": {"unit": {"hoth-pz": {"strength": 9}}}}, "strength"),
        ({"tables": {"combat": {"river": "two"}}}, "river"),
        ({"cards": {}}, "cards"),
        ({"scenarios": {"scenario": {"plan-yellow": {"air_strong": ["german", "martian"]}}}}, "martian"),
    ],
)
def test_a_bad_pack_is_refused_in_one_sentence(pack: Pack, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        World(pack)


def test_a_position_that_cannot_be_is_refused() -> None:
    units = dict.fromkeys(("fr-1", "fr-2", "fr-7", "fr-9", "bef", "prioux"), "13")
    with pytest.raises(BadInput, match="more than 5"):
        desk(units)
    with pytest.raises(BadInput, match="Italy"):
        desk({"ge-4": "F"})


def test_a_position_leaves_out_what_is_as_in_the_scenario() -> None:
    table = GAME.position('game = "springtime"\nscenario = "plan-red"\n[state]\nmorale = 7\n')
    assert table.state.morale == 7
    assert where(table, "ge-4") == "16"
    assert controller(table, "16") == "axis"
    assert steps(table, "fr-2") == 1


@rule("10.4.2", "10.4.3", "6.1.1")
def test_charts_legends_and_events_tell_the_figures_of_a_pack() -> None:
    pack: Pack = {
        "game": "springtime",
        "tables": {"combat": {"river": 7, "maginot": 8}},
        "units": {"air": {"armee-de-l-air": {"weak": 6, "strong": 9}}},
        "events": {"event": {"cabinet-shuffle": {"morale": 4}, "improved-logistics-axis": {"points": 6}}},
    }
    game = grognard.load("springtime", pack)
    styles = game.board().styles
    assert styles["river"].legend == "River: defender +7"
    assert styles["maginot"].legend == "Maginot Line: defender +8, stop"
    rows = {c.id: {r[0]: r[-1] for r in c.rows} for c in game.charts() if c.id in ("attack", "events")}
    assert "+6 / +9 French" in rows["attack"]["air support of the Lead unit's nation"]
    assert rows["events"]["Cabinet Shuffle"] == "French Morale +4."
    assert rows["events"]["Improved Logistics (Axis)"] == "The Axis receive 6 Replacement Points."
    assert {c.source for c in game.charts() if c.id == "events"} == {"reconstruction"}

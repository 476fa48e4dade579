"""What the game shows: the board, the scene, the charts."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, OUT
from grognard.games.fortress_europa.rules.air.air_phase import AirPhase
from grognard.games.fortress_europa.rules.forces.replacements import Replacements
from grognard.games.fortress_europa.rules.movement.stacking import room
from grognard.games.fortress_europa.rules.standing import set_decoy, survey
from grognard.games.fortress_europa.rules.state import IDLE, NOWHERE
from grognard.kernel.errors import BadInput
from grognard.suite import rule


def pieces(desk, seat="german"):
    view = desk.game.view(desk.s, seat)
    return {piece.id: piece for piece in desk.game.scene(view).pieces}


def test_every_numbered_hex_is_a_place_and_nothing_else_of_the_map(desk):
    board, w = desk.game.board(), desk.w
    places = {p.id for p in board.places}
    assert {w.labels[h] for h in range(w.n) if w.terrain[h] != OUT} <= places
    assert not places & {w.labels[h] for h in range(w.n) if w.terrain[h] == OUT}
    assert set(w.sea_spots) <= places
    assert {"england", "africa", *w.mission_ids} <= places
    assert len(board.places) == len(places)


def test_boxes_lie_beside_the_map_and_do_not_overlap(desk):
    board = desk.game.board()
    boxes = [p for p in board.places if p.shape == "rect"]
    width = next(s for s in board.surfaces if s.id == "map").width
    for number, box in enumerate(boxes):
        (x, y), (right, low) = box.points
        assert width < x < right <= board.width
        assert 0 <= y < low <= board.height
        for other in boxes[:number]:
            (ox, oy), (oright, olow) = other.points
            assert right <= ox or oright <= x or low <= oy or olow <= y, (box.id, other.id)


def test_every_piece_lies_on_a_place_of_the_board(desk):
    places = {p.id for p in desk.game.board().places}
    for scenario in desk.w.scenario_ids:
        s = desk.game.begin(scenario, desk.game.settle_options(scenario, {}))
        for piece in desk.game.scene(s).pieces:
            assert piece.place in places, piece


@rule("2.8", "2.6", "2.7")
def test_a_counter_shows_its_side_and_its_steps(desk):
    desk.set_up({"us-1": "M11", "us-4": "M11"}, back="us-4")
    full, reduced = pieces(desk)["us-1"].face, pieces(desk)["us-4"].face
    assert (full.factors, full.steps) == (("6", "4"), (2, 2))
    assert reduced.steps == (1, 2)
    assert int(reduced.factors[0]) < 6


@rule("2 Markers")
def test_mulberries_ships_aircraft_and_the_partisan_are_pieces_and_no_units(desk):
    """They lie on the board, but have no zone, fill no stack and hold nothing."""
    w = desk.w
    s = desk.set_up({}, mulberry_at=[desk.hex("M5"), NOWHERE], partisan=desk.hex("R10"), ship_at=[0] * len(w.ships))
    shown = pieces(desk)
    assert {"partisan", w.mulberry_ids[0], *w.ship_ids} <= set(shown)
    assert (shown[w.mulberry_ids[0]].place, shown["partisan"].place) == ("M5", "R10")
    assert not survey(s).occupied[ALLIED] | survey(s).zones[ALLIED]
    assert room(s, ALLIED, desk.hex("M5")) == 3
    assert not {*w.mulberry_ids, *w.ship_ids, *w.aircraft_ids} & set(w.ids)


@rule("9.2")
def test_frozen_units_are_marked(desk):
    desk.set_up({"de-352": "K6", "de-lehr": "K6"}, frozen="de-352")
    assert [b.text for b in pieces(desk)["de-352"].face.badges] == ["F"]
    assert not pieces(desk)["de-lehr"].face.badges


@rule("3.3")
def test_hidden_units_lie_off_the_map_and_their_notes_are_secret(desk):
    s = desk.set_up({"de-30": "hidden"})
    s.notes[desk.unit("de-30")] = desk.hex("N5")
    assert pieces(desk, "allied")["de-30"].place == "german-hidden"
    assert desk.game.view(s, "allied").notes[desk.unit("de-30")] == -1
    assert desk.game.view(s, "german").notes[desk.unit("de-30")] == desk.hex("N5")


@rule("31.6", "31.7")
def test_the_allied_player_sees_a_decoy_and_not_what_is_under_it(desk):
    s = desk.set_up({"de-lehr": "JJ8"})
    set_decoy(s, 4, desk.hex("JJ8"), desk.unit("de-lehr"))
    seen = pieces(desk, "allied")
    assert "de-lehr" not in seen
    assert (seen["decoy-4"].place, seen["decoy-4"].face.back) == ("JJ8", True)
    assert pieces(desk, "german")["de-lehr"].place == "JJ8"
    desk.game.blank(view := desk.game.view(s, "allied"), "allied")
    assert view == desk.game.view(s, "allied"), "twice is as once"


@rule("17.9.4")
def test_aircraft_lie_on_their_missions(desk):
    s = desk.set_up({})
    plane = desk.w.plane["9th-1"]
    assert s.mission[plane] == IDLE
    assert pieces(desk)["9th-1"].place == "allied-air"
    s.mission[plane] = desk.w.mission["strafing"]
    assert pieces(desk)["9th-1"].place == "strafing"
    assert "8th-3" not in pieces(desk), "only with the advanced air system"


def test_charts_show_the_data(desk):
    charts = {chart.id: chart for chart in desk.game.charts()}
    crt = charts["crt"]
    assert len(crt.rows) == 6
    assert all(len(row) == len(chart.columns) for chart in charts.values() for row in chart.rows)
    assert dict(row[:2] for row in charts["ports"].rows)["St. Nazaire"] == "3"  # 18.2


def test_the_sequence_marks_where_the_game_is(desk):
    desk.set_up({"us-1": "M11"})
    assert [item.title for item in desk.game.sequence(desk.s) if item.now] == ["Allied First Move Impulse"]
    assert len(desk.game.sequence()) == 16  # 4.2: three segments, seven phases a player


# ----------------------------------------------------------------------------------------------- overlays


def shaded(desk, name, about=""):
    return {shade.place: shade for shade in desk.game.overlay(desk.s, name, about).shades}


@rule("7.1")
def test_zones_can_be_shown(desk):
    desk.set_up({"us-1": "M11"})
    assert set(shaded(desk, "zones", "allied")) == {"M11"} | desk.near("M11")


@rule("5.4", "10.3")
def test_reach_can_be_shown_by_land_and_rail(desk):
    desk.set_up({"de-352": "R11"}, side="german")
    found = shaded(desk, "reach", "de-352")
    assert {place for place, shade in found.items() if shade.tone == "good"} == desk.hexes("de-352")
    assert found["RR7"].text == "rail"
    desk.set_up({"de-352": "K6"}, side="german", frozen="de-352")
    assert desk.game.overlay(desk.s, "reach", "de-352").rule == "9.1"


@rule("4.3B1", "4.3B2")
def test_before_the_first_move_impulse_there_is_no_reach(desk):
    """In the Initial Segment and the Replacement Phase nobody moves yet."""
    for steps in ([AirPhase()], [Replacements(ALLIED)]):
        desk.set_up({"us-1": "M11", "us-4": "england"}, back="us-4", impulse=0, steps=steps)
        assert desk.step() in ("AlliedAllocation", "AlliedReplacing")
        found = desk.game.overlay(desk.s, "reach", "us-1")
        assert (found.shades, found.rule) == ((), "4.3")


@rule("30.2")
def test_control_lapses_in_a_german_zone(desk):
    desk.set_up({"us-1": "M11", "de-352": "R12"}, allied="R11 V7")
    found = shaded(desk, "control")
    assert (found["M11"].side, found["V7"].side, found["T20"].side) == ("allied", "allied", "german")
    assert "R11" not in found, "empty, and in a German zone"


@rule("9.1")
def test_frozen_districts_can_be_shown(desk):
    desk.set_up({"de-352": "K6"}, frozen="de-352", invaded=1)
    found = shaded(desk, "districts")
    assert (found["K6"].side, found["GG3"].side) == ("german", "allied")


@rule("18.4")
def test_supply_and_threat_can_be_shown(desk):
    desk.set_up({"us-1": "R11", "de-352": "R12"})
    assert desk.game.overlay(desk.s, "supply", "us-1").rule == "18.4", "in a city outside Germany"
    assert shaded(desk, "threat", "allied")["R12"].text.startswith("6:")


def test_an_overlay_that_does_not_exist_is_told(desk):
    for name, about in (("zone", ""), ("zones", "french"), ("reach", "us-0"), ("supply", "us-4")):
        desk.set_up({"us-1": "M11"})
        with pytest.raises(BadInput):
            desk.game.overlay(desk.s, name, about)


def test_lost_railways_are_marked_along_the_line_not_hex_by_hex(desk):
    """10.7: three hexes of a line in Allied hands are two stretches of it; a lone one is none."""
    w = desk.w
    a = next(h for h in range(w.n) if len(w.rail_near[h]) == 2)
    b, c = w.rail_near[a]
    desk.set_up({}, allied_rail=w.bit[a] | w.bit[b] | w.bit[c])
    lost = [m for m in desk.game.scene(desk.s).marks if m.style == "lost-rail"]
    assert {frozenset((m.place, m.to)) for m in lost} >= {
        frozenset((w.labels[a], w.labels[b])),
        frozenset((w.labels[a], w.labels[c])),
    }
    desk.set_up({}, allied_rail=w.bit[a])
    assert not [m for m in desk.game.scene(desk.s).marks if m.style == "lost-rail"]


def shown(desk, name):
    return {n.id: n.text or str(n.value) for n in desk.game.scene(desk.s).numbers}.get(name)


def test_the_bar_counts_what_is_left_of_passages_and_trains(desk):
    """11.5, 10.1: five units a turn by sea for the Allies, six by rail for the Germans."""
    desk.set_up({}, side="allied", sea_used=2)
    assert (shown(desk, "sea"), shown(desk, "rail")) == ("3 of 5", None)
    desk.set_up({}, side="german", rail_used=1)
    assert (shown(desk, "sea"), shown(desk, "rail")) == (None, "5 of 6")


def test_the_bar_counts_cities_towards_conquest(desk):
    """30.1: four of the five major cities or fifteen cities in Germany; not in scenarios that are won otherwise."""
    desk.set_up({}, allied="")
    assert (shown(desk, "major-cities"), shown(desk, "cities")) == ("0 of 4", "0 of 15")
    w = desk.w
    major = next(w.labels[h] for h in range(w.n) if w.major_cities >> h & 1)
    desk.set_up({}, allied=major)
    assert shown(desk, "major-cities") == "1 of 4"
    desk.set_up({}, scenario="invasion")
    assert shown(desk, "cities") is None


def test_the_bar_tells_aircraft_carpet_bombing_and_the_second_invasion(desk):
    desk.set_up({}, turn="jun-2", weather="clear", carpet_month=-1)
    assert shown(desk, "carpet") == "open"
    assert "SAC" in shown(desk, "allied-aircraft")
    assert shown(desk, "second-invasion") == "to come"
    desk.set_up(
        {}, turn="jul-3", second_turn=desk.w.turn_of["jul-2"], carpet_month=desk.w.month_of[desk.w.turn_of["jul-3"]]
    )
    assert shown(desk, "carpet") == "flown"
    assert shown(desk, "second-invasion") == "July II"
    desk.set_up({}, scenario="bulge", turn="dec-3")
    assert shown(desk, "second-invasion") is None

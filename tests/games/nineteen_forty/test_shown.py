"""Overlays, charts and the sequence of play tell the truth."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import grognard
from grognard.games.nineteen_forty.rules.combat import implement
from grognard.games.nineteen_forty.rules.interdiction import Interdicting, interdict_allowed
from grognard.games.nineteen_forty.rules.sequence import BeforeTurns, Recovery
from grognard.games.nineteen_forty.rules.state import ALLIED, REPULSED, ROUTED, join
from grognard.games.nineteen_forty.rules.strength import works
from grognard.games.nineteen_forty.show.overlays import overlay
from grognard.kernel.rules import Events
from grognard.suite import rule


def shaded(desk, name, about):
    return {shade.place: shade.text for shade in overlay(desk.s, name, about).shades}


@rule("7 ¶4b", "13 Neutral Status ¶1", "7 Disruption ¶1a", "8 Supply Effects ¶1")
def test_threat_counts_only_units_that_may_attack(desk):
    desk.set_up({"be-i": "1109", "de-i": "1108"}, side="allied", war="")
    assert shaded(desk, "threat", "allied") == {}, "Belgium is neutral"
    desk.set_up({"fr-9-dim": "2016", "de-i": "2015"}, combat=True)
    (full,) = shaded(desk, "threat", "german").values()
    desk.s.unsupplied = 1 << desk.unit("de-i")
    (half,) = shaded(desk, "threat", "german").values()
    assert full != half
    assert "terrain" in overlay(desk.s, "threat", "german").text
    desk.s.disrupted[desk.unit("de-i")] = 3
    assert shaded(desk, "threat", "german") == {}


@rule("8 ¶1", "13 Neutral Status ¶1")
def test_supply_of_a_neutral_is_not_judged(desk):
    desk.set_up({"be-i": "1109", "de-i": "1108"}, war="")
    assert "neutral" in overlay(desk.s, "supply", "be-i").text


@rule("6 ¶1")
def test_the_reach_of_a_unit_that_has_moved_is_nothing(desk):
    desk.set_up({"fr-iv": "2013", "de-i": "0801"}, side="allied")
    assert overlay(desk.s, "reach", "fr-iv").shades
    desk.play("move fr-iv 2014")
    found = overlay(desk.s, "reach", "fr-iv")
    assert not found.shades
    assert "has moved" in found.text


@rule("6 Sea Hexsides ¶1", "7 ¶5b", "11 Fortifications ¶1a", "19 ¶1")
def test_charts_tell_what_a_player_looks_for(desk):
    charts = {chart.id: chart for chart in desk.game.charts()}
    sides = {row[0]: row for row in charts["sides"].rows}
    assert sides["All lake"][1] == "nobody crosses"
    assert "Allies only" in sides["All sea"][3]
    assert "unless outflanked or landed on" in sides["Minor fortification"][3]
    mountain = next(row for row in charts["terrain"].rows if row[0] == "Mountain")
    assert mountain[4] == "2 left, mountain units 1"
    levels = {row[0]: row[1] for row in charts["levels"].rows}
    assert "12 British factors" in levels["German strategic victory"]
    assert "2 Ruhr hexes" in levels["Allied strategic victory"]
    rules = {case.id for case in desk.game.rules()}
    assert all(row[2] in rules for row in charts["points"].rows)


@rule("2 First Impulse C", "2 Second Impulse F", "20 Belgian Late Alliance ¶1")
def test_the_sequence_has_every_phase(desk):
    rules = [item.rule for item in desk.game.sequence()]
    for phase in ("First Impulse A", "First Impulse B", "First Impulse C", "Second Impulse D", "Second Impulse E",
                  "Second Impulse F"):  # fmt: skip
        assert rules.count(f"2 {phase}") == 2, phase
    desk.set_up(
        {"fr-vi": "1709", "de-i": "0801"},
        side="allied", war="belgium", groups={"french-3": "2"},
        options={"belgian-late-alliance": True}, steps=[BeforeTurns()],
    )  # fmt: skip
    assert [item.id for item in desk.game.sequence(desk.s) if item.now] == ["before"]
    assert desk.game.clock(desk.s) == "Before the attack"


@rule("18 ¶1c", "16 ¶1")
def test_the_german_is_not_told_who_moves_on_turn_0(desk):
    """The choice is secret until the Allied player turn; his overlay may not deny what it cannot know."""
    desk.set_up(
        {"fr-iii": "1617", "fr-vi": "2013", "de-i": "0801"}, turn=0, groups={"french-1": "1", "french-3": "2"}
    )
    desk.s.shown = False
    seen = desk.game.view(desk.s, "german")
    for unit in ("fr-iii", "fr-vi"):
        told = overlay(seen, "reach", unit)
        assert (told.rule, told.shades) == ("16 ¶1", ())
        assert "secret" in told.text
    desk.s.shown = True
    seen = desk.game.view(desk.s, "german")
    assert overlay(seen, "reach", "fr-iii").shades
    assert overlay(seen, "reach", "fr-vi").rule == "18 ¶1c"


@rule("8 Supply Effects ¶1")
def test_the_supply_overlay_says_how_a_unit_counts_in_this_impulse(desk):
    desk.set_up({"fr-iii": "1616", "de-i": "0801"}, side="allied")
    assert overlay(desk.s, "supply", "fr-iii").text.startswith("French III Corps is supplied from")
    desk.s.unsupplied |= 1 << desk.unit("fr-iii")
    told = overlay(desk.s, "supply", "fr-iii")
    assert told.rule == "8 Supply Effects ¶1"
    assert "counts as out of supply" in told.text
    assert "line is open now" in told.text
    around = {f"de-{n}": desk.w.labels[h] for n, h in zip(("i", "iii", "iv", "ix", "x", "xi"),
              desk.w.grid.neighbours[desk.hex("1616")], strict=True)}  # fmt: skip
    desk.set_up({"fr-iii": "1616", **around}, side="allied")
    assert "counts as supplied until the next impulse" in overlay(desk.s, "supply", "fr-iii").text
    desk.s.unsupplied |= 1 << desk.unit("fr-iii")
    assert overlay(desk.s, "supply", "fr-iii").text == "French III Corps has no line of supply."


def told(desk, step):
    """What a step tells, with its rules."""
    events = Events()
    desk.s.stack.clear()
    desk.s.then(step)
    desk.s.stack.pop().run(desk.s, events)
    return [(x.event.rule, x.event.text(desk.w)) for x in events.items]


@rule("10 Outflanking Example 1", "10 Maginot Line ¶1", "10 Minor Fortifications ¶1", "7 Combat Results DR")
@pytest.mark.parametrize(
    ("units", "attack", "result", "number"),
    [
        ({"de-i": "1809", "br-51": "1808"}, "1808", "DR*", "10 Outflanking ¶1a"),
        ({"de-i": "1708", "br-51": "1808"}, "1808", "DR", "10 Maginot Line ¶1"),
        ({"de-i": "1708", "br-51": "1808"}, "1808", "DR*", "10 Maginot Line ¶1"),
        ({"de-i": "0508", "nl-i": "0509"}, "0509", "DR*", "10 Minor Fortifications ¶1"),
        ({"de-i": "1607", "be-i": "1608"}, "1608", "DR*", "7 Combat Results DR"),
    ],
)
def test_the_log_says_what_protects_defenders(desk, units, attack, result, number):
    """1808 is a Maginot hex that 1708 faces and 1809 outflanks; 0508 faces a minor fortification; 1608 is forest."""
    desk.set_up(units, combat=True)
    t = desk.hex(attack)
    assert not works(desk.s, result, [desk.unit("de-i")], t, 1)
    events = Events()
    implement(desk.s, result, (desk.unit("de-i"),), (t,), events)
    ((rule_, words),) = [(x.event.rule, x.event.text(desk.w)) for x in events.items]
    assert rule_ == number
    assert words.startswith(f"The defenders of {attack} hold: ")


@rule("7 Disruption ¶1c", "7 Disruption ¶1d")
def test_each_recovery_cites_its_own_rule(desk):
    desk.set_up({"de-i": "1505", "de-iii": "1405", "fr-iii": "2016"}, impulse=2)
    desk.s.disrupted[desk.unit("de-i")], desk.s.disrupted[desk.unit("de-iii")] = REPULSED, ROUTED
    assert told(desk, Recovery()) == [
        ("7 Disruption ¶1c", "Recovered from a repulse: German I Corps."),
        ("7 Disruption ¶1d", "Recovered from a retreat: German III Corps."),
    ]


@rule("13 ¶1", "13 Belgium ¶1a", "13 Luxembourg ¶1")
def test_countries_that_follow_cite_why(desk):
    desk.set_up({"de-i": "0607"}, war="")
    events = Events()
    join(desk.s, 3, events)
    assert [(x.event.rule, x.event.text(desk.w)) for x in events.items] == [
        ("13 ¶1", "Holland joins the Allies."),
        ("13 Belgium ¶1a", "Belgium joins the Allies."),
        ("13 Luxembourg ¶1", "Luxembourg joins the Allies."),
    ]


@rule("14 French/British Reserves ¶1b", "16 ¶1", "17 French ¶1a")
def test_the_board_shows_gathering_points_and_all_boundaries(desk):
    w, board = desk.w, desk.game.board()
    places = {place.id: place for place in board.places}
    rings = [line for line in board.lines if line.style == "gathering"]
    centres = {place.anchor: label for label, place in places.items()}
    middles = {(round(sum(x for x, _ in r.points) / 6), round(sum(y for _, y in r.points) / 6)) for r in rings}
    assert middles == {(round(x), round(y)) for (x, y), label in centres.items() if w.index.get(label) in w.gathering}
    assert all(r.closed for r in rings)
    drawn = {
        frozenset(((round(a[0]), round(a[1])), (round(b[0]), round(b[1]))))
        for line in board.lines
        if line.style == "allied-boundary"
        for a, b in pairwise(line.points)
    }

    def side(a, b):
        one, other = places[a].points, places[b].points
        rounded = {(round(x), round(y)) for x, y in other}
        return frozenset((round(x), round(y)) for x, y in one if (round(x), round(y)) in rounded)

    # Ruling 95: they bind on the whole map, in Luxembourg and Germany as well.
    countries = set()
    for number in range(len(w.grid.sides)):
        a, b = w.grid.sides[number]
        if not (w.land >> a & 1 and w.land >> b & 1):
            continue
        apart = next(g for g in w.allied_groups if g >> a & 1) != next(g for g in w.allied_groups if g >> b & 1)
        assert (side(w.labels[a], w.labels[b]) in drawn) == apart, (w.labels[a], w.labels[b])
        if apart:
            countries |= {w.country[a], w.country[b]}
    assert {0, 1, 2, 4} <= countries


@rule("2 ¶4", "14 Reserves ¶1a", "11 ¶1")
def test_a_movement_phase_says_what_the_first_move_closes(desk):
    desk.set_up({"de-i": "1505", "de-xvii": "waiting", "de-fj-1": "waiting", "fr-iii": "2015"}, turn=2)
    asked = desk.game.decision(desk.s, "german")
    assert asked.prompt == "Bring reserves, drop airborne units, move units, or end movement."
    assert any("bring reserves or drop airborne units" in words for words in asked.warnings)
    for action in ("move de-i 1504", "rail de-i 1504"):
        (closes,) = [e for e in desk.preview(action).effects if e.rule == "2 ¶4"]
        assert "bring reserves or drop airborne units" in closes.text
    desk.play("move de-i 1504")
    asked = desk.game.decision(desk.s, "german")
    assert asked.prompt == "Move units, or end movement."
    assert not any("no longer" in words for words in asked.warnings)
    desk.set_up({"de-i": "1505", "fr-iii": "2015"}, impulse=2)
    asked = desk.game.decision(desk.s, "german")
    assert asked.prompt == "Move units up to half their factors, or end movement."
    assert not [e for e in desk.preview("move de-i 1504").effects if e.rule == "2 ¶4"], "nothing waits"


@rule("17 British ¶1b", "13 Belgium ¶2", "6 Naval Evacuation ¶1b")
def test_evacuating_the_bef_says_what_it_costs(desk):
    desk.set_up({"br-i": "0919", "fr-iii": "0817", "de-i": "0801"}, side="allied")
    assert [e.rule for e in desk.preview("evacuate br-i").effects] == [
        "6 Naval Evacuation ¶1b", "17 British ¶1b", "13 Belgium ¶2"
    ]  # fmt: skip
    assert [e.rule for e in desk.preview("evacuate fr-iii").effects] == ["6 Naval Evacuation ¶1b"]
    assert desk.preview("evacuate br-i").cost == "1 MP"
    desk.s.bef_left, desk.s.bef_corps_left = 2, True
    assert [e.rule for e in desk.preview("evacuate br-i").effects] == ["6 Naval Evacuation ¶1b"]


@rule("15 German Panzer Corps ¶1", "11 ¶3")
def test_forming_a_corps_and_withdrawing_say_what_they_end(desk):
    units = {"de-9-pz": "1505", "de-10-pz": "1505", "de-13-mot": "1505", "de-xxxix": "waiting", "de-i": "1304"}
    desk.set_up({**units, "de-fj-1": "1004"})
    assert "ends all other movement" in desk.preview("form de-9-pz de-10-pz de-13-mot").effects[0].text
    assert "not come back" in desk.preview("withdraw de-fj-1").effects[0].text
    desk.play("form de-9-pz de-10-pz de-13-mot")
    assert desk.game.decision(desk.s, "german").prompt == "End movement: a corps has been formed."


@rule("9 ¶3", "19 ¶1")
def test_nobody_interdicts_when_no_player_turn_follows(desk):
    for turn, asked in ((9, "Interdicting"), (10, "")):
        desk.set_up({"fr-iii": "1616", "de-i": "0801"}, side="allied", turn=turn)
        desk.s.air_allied = 2
        desk.restart(Interdicting())
        assert desk.step() == asked
    desk.set_up({"fr-iii": "1616", "de-i": "0801"}, turn=10)
    desk.s.air_german = 2
    desk.restart(Interdicting())
    assert desk.step() == "Interdicting", "the Allied player turn follows"
    desk.s.side, desk.s.air_allied = ALLIED, 2
    assert [why.rule for why in interdict_allowed(desk.s, desk.s.stack[-1], "allied")] == ["9 ¶3"], "nor is it legal"


@rule("10 Eben Emael ¶1")
def test_a_garrison_is_shown_as_allied_troops(desk):
    desk.set_up({"de-i": "0801"})
    desk.s.garrisons = 1
    marks = [m for m in desk.game.scene(desk.s).marks if m.style == "garrison"]
    assert [m.side for m in marks] == ["allied"]


# --------------------------------------------------------------------------------------------- sealed plans


@rule("16 ¶1", "16 Germans ¶1a", "16 Allies ¶1a")
def test_a_player_sees_his_own_sealed_plan_at_any_time(desk):
    game = desk.game
    table = game.table("campaign", practice=True, seed=3)
    table.play("objective paris; effort C; usual; done", seat="german")
    table.play("react 2; assign french-8 2; usual; done", seat="allied")
    second = game.data.group_titles[ALLIED][1]
    board = {seat: scene["numbers"] for seat, scene in table.record()["scenes"].items()}
    assert not any("objective" in numbers or "allied-reacting" in numbers for numbers in board.values())
    while True:
        s = table.state
        german, allied, public = (
            game.overlay(game.view(s, seat), "plan").text for seat in ("german", "allied", "public")
        )
        assert "German objective: Capture Paris." in german
        assert f"Main attack: {game.data.group_titles[0][2]}." in german
        assert "Paris" not in allied + public, "the objective stays secret to the end"
        assert f"{second}: French 3rd Army" in allied, "his own groups"
        assert "French 8th Army" in allied
        moves = f"The {second} moves on turn 0."
        assert moves in allied
        assert (moves in german) == (moves in public) == s.shown
        shown = {seat: {n.id: n.text for n in game.scene(game.view(s, seat)).numbers} for seat in board}
        assert shown["german"]["german-objective"] == "Paris"
        assert shown["german"]["german-effort"] == game.data.group_titles[0][2]
        assert shown["allied"]["allied-reacting"] == second
        assert "8" in shown["allied"]["allied-group-2"].split(", ")
        for seat, own in (("german", "german"), ("allied", "allied"), ("public", "")):
            known = {key for key in shown[seat] if "group" in key or key in ("german-effort", "allied-reacting")}
            assert own == "german" or "german-objective" not in shown[seat]
            assert own == "german" or s.deployed & 1 or not any(key.startswith("german") for key in known)
            assert own == "allied" or s.deployed & 2 or not any(key.startswith("allied-group") for key in known)
            assert own == "allied" or s.shown == ("allied-reacting" in known)
        if s.turn >= 1:
            break
        seat = table.seats[0]
        texts = {action.text for action in table.legal("", seat=seat)}
        plain = ("rest; done", "end", "done", "keep", "pass", "air 0", "halt")
        table.play(next(text for text in plain if text.split(";")[0] in texts), seat=seat)


@rule("16 ¶1")
def test_a_sealed_plan_is_in_the_record_of_its_player_alone(desk):
    table = desk.game.table("campaign", practice=True, seed=3)
    table.play("objective paris; effort C; usual; done", seat="german")
    table.play("react 2; assign french-8 2; usual; done", seat="allied")
    opened = grognard.replay(table.record())
    assert opened.matches, opened.mismatch
    last: dict[str, Any] = {seat: list(opened.scenes(seat))[-1]["numbers"] for seat in ("german", "allied", "public")}
    assert last["german"]["german-objective"]["text"] == "Paris"
    assert last["allied"]["allied-reacting"]["text"] == desk.w.group_titles[ALLIED][1]
    assert not any(key.startswith("german-") and "group" in key for key in last["allied"])
    for seat in ("allied", "public"):
        assert "german-objective" not in last[seat]
        assert "german-effort" not in last[seat]
    assert not any("reacting" in key or "allied-group" in key for key in [*last["german"], *last["public"]])


@rule("17 French ¶1b", "17 British ¶1a")
def test_released_armies_are_shown(desk):
    def shown():
        return {n.id: n.text for n in desk.game.scene(desk.s).numbers}.get("allied-released")

    desk.set_up({}, side="allied", turn=2, groups={"french-1": "1", "french-7": "1", "french-2": "2"})
    desk.s.assign_allied = tuple(0 if army in ("bef", "french-1", "french-7") else 1 for army in desk.w.allied_armies)
    assert shown() is None
    desk.play("release french-1")
    assert shown() == "1"
    desk.s.release_turn = -1
    desk.play("release french-7")
    assert shown() == "1, 7"
    desk.s.turn += 1
    assert set(shown().split(", ")) == {"BEF", "1", "7"}


@rule("13 Neutral Status ¶1", "13 Belgium ¶1a")
def test_a_country_joins_after_the_move_that_invades_it(desk):
    desk.set_up({"de-9-pz": "1109"}, war="", turn=0)
    border = next(h for h in desk.hexes("de-9-pz") if desk.w.country[desk.hex(h)] == 2)
    desk.play(f"move de-9-pz {border}")
    told = [line for line in desk.log if "moves from" in line or "joins" in line]
    assert "entering Belgium" in told[0]
    assert told[1] == "Belgium joins the Allies."


@rule("11 Parachute Regiments ¶1")
def test_a_regiment_is_overrun_after_the_move_that_does_it(desk):
    desk.set_up({"fr-iv": "2013", "de-fj-1": "2014", "de-i": "0801"}, side="allied")
    desk.play("move fr-iv 2014")
    told = [line for line in desk.log if "2014" in line]
    assert "moves from" in told[0]
    assert "overrun" in told[1]

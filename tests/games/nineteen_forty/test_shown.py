"""Overlays, charts and the sequence of play tell the truth."""

from __future__ import annotations

from grognard.games.nineteen_forty.overlays import overlay
from grognard.games.nineteen_forty.sequence import BeforeTurns
from grognard.kernel.testing import rule


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


@rule("6 Sea Hexsides ¶1", "7 ¶5b", "19 ¶1")
def test_charts_tell_what_a_player_looks_for(desk):
    charts = {chart.id: chart for chart in desk.game.charts()}
    sides = {row[0]: row for row in charts["sides"].rows}
    assert sides["All lake"][1] == "nobody crosses"
    assert "Allies only" in sides["All sea"][3]
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

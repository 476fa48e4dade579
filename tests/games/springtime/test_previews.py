"""What a choice would do, told before it is made."""

from __future__ import annotations

import pytest
from springtime_desk import DATA, cup, desk, held

from grognard.suite import rule

UNITS = {"ge-12": "3", "guderian-pz": "3", "ge-6": "5", "ge-2": "4", "fr-2": "17", "fr-9": "12"}


@rule("8.1.1")
def test_an_assault_names_who_may_move_and_where_they_stand() -> None:
    """8.1.1."""
    table = desk(UNITS)
    preview = table.preview("assault A")
    assert preview is not None
    assert "German 12th Army" in preview.text
    assert "Guderian" not in preview.text, "Kleist's group was not named"
    assert "German 2nd Army" not in preview.text, "a Reserve joins only where a unit of the group is"
    assert preview.places == ("3",)
    both = table.preview("assault A K")
    assert both is not None
    assert "Guderian [19th] Panzer Corps" in both.text


@rule("8.1.2a", "8.1.2b", "8.1.3")
def test_the_other_impulses_say_what_they_are() -> None:
    """8.1.2a, 8.1.2b, 8.1.3."""
    table = desk(UNITS)
    words = {}
    for action in ("regroup", "redeploy 5", "pass"):
        preview = table.preview(action)
        assert preview is not None
        words[action] = preview
    assert "one Area" in words["regroup"].text
    assert "German 6th Army" in words["redeploy 5"].text
    assert "twice as far" in words["redeploy 5"].text
    assert words["redeploy 5"].places == ("5",)
    assert "Nobody moves" in words["pass"].text


@rule("11.1.5", "11.2")
def test_a_use_of_the_advantage_says_who_has_it_next() -> None:
    """11.1.5, 11.2."""
    table = desk(UNITS, advantage=1, held_axis=held("de-gaulle"), cup=cup("de-gaulle"))
    preview = table.preview("draw-event")
    assert preview is not None
    assert preview.text.endswith("the Allies have the Advantage.")


@rule("4.4.1")
def test_kleist_is_placed_knowing_what_he_adds() -> None:
    """4.4.1."""
    table = desk({**UNITS, "reinhardt-pz": "3"}, top="PlaceKleist")
    prompt = table.decision().prompt
    assert prompt == "General von Kleist adds 1 to the unit he is with. Which one is it for this turn?"


@rule("12.3")
def test_a_refit_says_what_it_costs_and_what_is_left() -> None:
    """12.3: a step of an infantry army costs one point."""
    spend = {"type": "Spend", "side": 1}
    table = desk({**UNITS, "ge-6": "5"}, reduced="ge-6", top=spend, points_axis=6)
    preview = table.preview("restore ge-6")
    assert preview is not None
    assert preview.text == "German 6th Army gets its lost step back. You have 5 Replacement Points left then."
    assert (preview.cost, preview.places) == ("1 point", ("5",))
    table.play("restore ge-6")
    assert table.state.points_axis == 5


@rule("15.1", "3.1.3")
def test_a_marker_that_cannot_be_played_before_the_axis_impulse_says_so() -> None:
    """15.1, 3.1.3: Operation Dynamo while the BEF is in no evacuation port."""
    table = desk(UNITS, top="EarlyEvent", held_allies=held("operation-dynamo"), cup=cup("operation-dynamo"))
    assert table.decision("allies").prompt == "Operation Dynamo cannot be played now: keep your Event marker."
    assert [action.text for action in table.legal(seat="allies")] == ["keep"]


@rule("8.1.1", "15.3", "4.3.3")
@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("assault A", {"ge-4", "ge-2"}),
        ("assault B", {"ge-6"}),
        ("assault A K", {"ge-4", "ge-2", "guderian-pz"}),
        ("assault all", {"ge-4", "ge-2", "ge-6", "guderian-pz", "ge-7"}),
    ],
)
def test_the_preview_of_an_assault_names_who_may_act_and_where(text: str, units: set[str]) -> None:
    """The 2nd Army is a Reserve that stands with Army Group A; another stands alone."""
    at = {"ge-4": "5", "ge-2": "5", "ge-6": "6", "guderian-pz": "3", "ge-7": "1", "fr-9": "25"}
    table = desk(at, advantage=2, plan_red=True, kleist=DATA.unit["guderian-pz"])
    found = table.preview(text)
    assert found is not None
    assert {u for u in at if DATA.unit_names[DATA.unit[u]] in found.text} == units
    assert set(found.places) == {at[u] for u in units}

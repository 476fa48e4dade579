"""6. Stacking."""

from __future__ import annotations

from itertools import islice

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, CLEAR, FLOODED, GERMAN, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.movement.stacking import overfull, room, stack_limit, stack_value
from grognard.games.fortress_europa.rules.state import FIRST_MOVE, SECOND_MOVE
from grognard.suite import rule


def infantry(desk, side, number):
    """Units of a side that count in a stack."""
    w = desk.w
    found = (u for u in w.of_side[side] if w.kind[u] == "infantry" and w.entry[u] not in ("overstrength", "late"))
    return [w.ids[u] for u in islice(found, number)]


@rule("6.1")
def test_limits_by_terrain(desk):
    s = desk.set_up({})
    w = desk.w
    for terrain, limit in ((CLEAR, 3), (ROUGH, 2), (MOUNTAIN, 1), (ALPINE, 1), (FLOODED, 1)):
        assert {stack_limit(s, h) for h in range(w.n) if w.terrain[h] == terrain} == {limit}


@rule("6.1")
def test_cities_and_fortresses_have_the_limit_of_their_ground(desk):
    s = desk.set_up({})
    # Paris is clear, Marseille rough, Rotterdam flooded (12.15, example 6), the fortress GG13 rough.
    for label, limit in (("R11", 3), ("N33", 2), ("EE4", 1), ("GG13", 2), ("Y4", 3)):
        assert stack_limit(s, desk.hex(label)) == limit, label


@rule("6.3")
def test_too_many_are_eliminated_when_the_impulse_ends_and_the_owner_chooses(desk):
    four = infantry(desk, ALLIED, 4)
    desk.set_up({four[0]: "M11", **dict.fromkeys(four[1:], "M12")})
    desk.play(f"move {four[0]} M12")
    assert desk.step() == "Moving", "during movement nothing is wrong"
    desk.play("end")
    assert desk.step() == "Overstacked"
    assert desk.seat == "allied"
    assert set(desk.legal("remove")) == set(four)
    desk.play(f"remove {four[2]}")
    assert desk.at(four[2]) == "destroyed"
    assert desk.step() == ""


@rule("6.3")
def test_a_move_that_would_end_in_too_many_says_so(desk):
    four = infantry(desk, ALLIED, 4)
    desk.set_up({four[0]: "M11", **dict.fromkeys(four[1:], "M12")})
    told = [e.text for e in desk.preview(f"move {four[0]} M12").effects if e.rule == "6.3"]
    assert told == ["M12 holds 3 and would have more: units over the limit when the impulse ends are eliminated."]
    assert "6.3" not in [e.rule for e in desk.preview(f"move {four[0]} M13").effects], "nobody stands there"
    desk.set_up({four[0]: "M11", **dict.fromkeys(four[2:], "M12")})
    assert "6.3" not in [e.rule for e in desk.preview(f"move {four[0]} M12").effects], "the third may stand there"


@rule("6.3", "12.7")
def test_in_an_invaded_hex_the_limit_of_the_landing_counts_while_the_invaders_move(desk):
    """Two on a clear beach in the first move impulse of the Allied turn, three afterwards and elsewhere."""
    three = infantry(desk, ALLIED, 6)
    units = dict.fromkeys(three[:3], "M5") | dict.fromkeys(three[3:], "M8")
    s = desk.set_up(units, steps=[], site=desk.hexes_of("M5"), phase=FIRST_MOVE)
    assert overfull(s, ALLIED) == [desk.hex("M5")]
    s.phase = SECOND_MOVE
    assert overfull(s, ALLIED) == []


@rule("6.3")
def test_stacks_pass_over_stacks(desk):
    six = infantry(desk, ALLIED, 4)
    desk.set_up({six[0]: "M11", **dict.fromkeys(six[1:], "M12")})
    desk.play(f"move {six[0]} M13 via M12", "end")
    assert desk.step() == ""
    assert [desk.at(u) for u in six] == ["M13", "M12", "M12", "M12"]


@rule("6.3")
def test_only_the_side_that_moved_is_looked_at(desk):
    four = infantry(desk, GERMAN, 4)
    desk.set_up({"us-1": "M11", **dict.fromkeys(four, "Z20")})
    desk.play("end")
    assert desk.step() == ""
    desk.set_up(dict.fromkeys(four, "Z20"), side="german")
    desk.play("end")
    assert desk.step() == "Overstacked"


@rule("6.4")
def test_each_unit_of_a_stack_moves_by_its_own_allowance(desk):
    desk.set_up({"us-1": "M11", "us-2arm": "M11"})
    factor = desk.w.move[desk.unit("us-2arm")][0]
    assert factor > 4
    assert desk.hexes("us-1") == desk.disc("M11", 4) - {"M11"}
    desk.play("move us-1 M15", "move us-2arm M16 via M12 M13 M14 M15")
    assert desk.at("us-2arm") == "M16", "the faster one goes on"


@rule("6.5", "13.3")
def test_units_without_stacking_value(desk):
    s = desk.set_up({})
    free = {"hq", "ranger", "commando", "security", "artillery", "flak"}
    for u, kind in enumerate(desk.w.kind):
        assert stack_value(s, u) == (0 if kind in free else 1), (desk.w.ids[u], kind)
    assert {"assault-gun", "hq-troops"} <= set(desk.w.kind), "they do count"


@rule("6.5")
def test_free_units_go_with_any_stack_in_any_number(desk):
    three = infantry(desk, ALLIED, 3)
    free = ["us-hq-bradley", "us-hq-shaef", "us-rangers", "br-1ssb", "br-4ssb"]
    s = desk.set_up(dict.fromkeys([*three, *free], "M11"))
    assert room(s, ALLIED, desk.hex("M11")) == 0
    desk.play("end")
    assert desk.step() == ""


@rule("6.5")
def test_a_free_unit_cannot_be_given_up_for_one_that_counts(desk):
    four = infantry(desk, ALLIED, 4)
    desk.set_up(dict.fromkeys([*four, "us-rangers"], "M11"))
    desk.play("end")
    assert desk.why("remove us-rangers") == ["6.5"]
    assert desk.why("remove us-101") == ["6.3"]


@rule("6.6")
def test_each_side_has_the_limit_for_itself(desk):
    allied, german = infantry(desk, ALLIED, 3), infantry(desk, GERMAN, 3)
    s = desk.set_up(dict.fromkeys([*allied, *german], "M11"))
    assert not overfull(s, ALLIED)
    assert not overfull(s, GERMAN)


@rule("6.2")
def test_nationalities_stack_together(desk):
    desk.set_up({"us-1": "M11", "br-50": "M11", "ca-3": "M11"})
    desk.play("end")
    assert desk.step() == ""


@rule("31.4")
def test_battalions_stack_free_with_the_option(desk):
    three = infantry(desk, GERMAN, 3)
    s = desk.set_up(dict.fromkeys([*three, "de-101ss"], "M11"), side="german")
    assert desk.w.units[desk.unit("de-101ss")].size == "battalion"
    assert overfull(s, GERMAN) == [desk.hex("M11")]
    s = desk.set_up(dict.fromkeys([*three, "de-101ss"], "M11"), side="german", options="battalions")
    assert not overfull(s, GERMAN)


@rule("31.11")
def test_dry_floods_are_clear_ground(desk):
    s = desk.set_up({}, options="flooding")
    assert stack_limit(s, desk.hex("DD4")) == 3
    s.flooded = True
    assert stack_limit(s, desk.hex("DD4")) == 1


@rule("33.3.1")
@pytest.mark.parametrize("unit", ["de-654", "de-150ss"])
def test_two_units_stack_free_in_december(desk, unit):
    assert stack_value(desk.set_up({}), desk.unit(unit)) == 1
    assert stack_value(desk.set_up({}, scenario="bulge"), desk.unit(unit)) == 0

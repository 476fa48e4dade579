"""2.8, 13.2, 22.3, 25.1, 27.12: steps and what becomes of a unit that loses one."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.combat.losses import eliminate, lose_step
from grognard.games.fortress_europa.rules.standing import put, set_decoy
from grognard.games.fortress_europa.rules.state import FREE, combat_factor, steps_of
from grognard.games.fortress_europa.rules.supply.supply import in_supply
from grognard.kernel.rules import Events
from grognard.kernel.rules.events import Lost
from grognard.suite import rule


@rule("2.8")
def test_two_steps_then_none(desk):
    s = desk.set_up({"us-1": "M11"})
    u = desk.unit("us-1")
    assert (steps_of(s, u), combat_factor(s, u)) == (2, 6)  # 27.12: a 6-4
    lose_step(s, u, None, "15.3")
    assert (desk.at("us-1"), s.face[u], steps_of(s, u)) == ("M11", 1, 1)
    assert combat_factor(s, u) < 6
    lose_step(s, u, None, "15.3")
    assert desk.at("us-1") == "destroyed"


@rule("2.8", "18.1")
@pytest.mark.parametrize("unit", ["de-hg-ers", "de-136", "de-165"])
def test_a_unit_with_one_step_is_gone(desk, unit):
    s = desk.set_up({unit: "M11"})
    assert steps_of(s, desk.unit(unit)) == 1
    lose_step(s, desk.unit(unit), None, "15.3")
    assert desk.at(unit) == "destroyed"


@rule("22.3")
def test_a_coastal_unit_has_no_second_step(desk):
    s = desk.set_up({"de-709": "K3"})
    lose_step(s, desk.unit("de-709"), None, "22.3")
    assert desk.at("de-709") == "destroyed"


@rule("13.2")
def test_a_german_hq_comes_back_once_on_its_other_side(desk):
    s = desk.set_up({"de-hq-7-army": "M11"})
    u = desk.unit("de-hq-7-army")
    assert desk.w.back[u] == "headquarters"
    eliminate(s, u, None, "15.3")
    assert (desk.at("de-hq-7-army"), s.face[u]) == ("returning", 1)
    put(s, u, desk.hex("M11"))
    lose_step(s, u, None, "15.3")
    assert desk.at("de-hq-7-army") == "destroyed"


@rule("13.2")
def test_an_hq_with_one_side_is_gone(desk):
    s = desk.set_up({"us-hq-bradley": "M11"})
    lose_step(s, desk.unit("us-hq-bradley"), None, "18.1")
    assert desk.at("us-hq-bradley") == "destroyed"  # ruling 117


@rule("25.1")
def test_volkssturm_can_be_raised_elsewhere(desk):
    s = desk.set_up({"de-vs-1": "JJ8"})
    eliminate(s, desk.unit("de-vs-1"), None, "15.3")
    assert desk.at("de-vs-1") == "waiting"


@rule("27.12")
def test_an_overstrength_division_takes_three_losses(desk):
    s = desk.set_up({"us-over-1": "M11", "us-1": "aside"})
    over, division = desk.unit("us-over-1"), desk.unit("us-1")
    s.overstrength[0] = division
    assert combat_factor(s, over) == 8
    s.fought = 1 << over
    lose_step(s, over, None, "15.3")
    assert (desk.at("us-over-1"), desk.at("us-1"), s.face[division]) == ("removed", "M11", 0)
    assert s.fought == 1 << division, "it is the same division"
    assert s.overstrength[0] == -1
    lose_step(s, division, None, "15.3")
    lose_step(s, division, None, "15.3")
    assert desk.at("us-1") == "destroyed"


@rule("27.12")
def test_eliminated_at_once_the_division_is_destroyed_and_the_8_4_never_built_again(desk):
    s = desk.set_up({"us-over-1": "M11", "us-1": "aside"})
    s.overstrength[0] = desk.unit("us-1")
    eliminate(s, desk.unit("us-over-1"), None, "15.3")
    assert (desk.at("us-over-1"), desk.at("us-1")) == ("removed", "destroyed")


def test_a_unit_that_is_gone_is_in_no_set_of_units_on_the_map(desk):
    one = desk.units_of("us-101")
    s = desk.set_up({"us-101": "M7"}, dropped=one, by_air=one, trespassing=one, invaders=one, raiding=one)
    eliminate(s, desk.unit("us-101"), None, "15.3")
    assert (s.dropped, s.by_air, s.trespassing, s.invaders, s.raiding) == (0, 0, 0, 0, 0)


@rule("27.12", "18.7.1")
def test_an_8_4_that_is_reduced_on_the_invasion_turn_is_still_one_of_the_invaders(desk):
    s = desk.set_up({"us-over-1": "M5", "us-1": "aside"}, turn="jun-1", impulse=2, invasions=1, invasion_turn=1)
    over, division = desk.unit("us-over-1"), desk.unit("us-1")
    s.overstrength[0] = division
    s.ashore = s.unsupplied = s.expelled = 1 << over
    assert in_supply(s, over)
    lose_step(s, over, None, "15.3")
    assert desk.at("us-1") == "M5"
    assert s.ashore == s.unsupplied == s.expelled == 1 << division
    assert in_supply(s, division), "invaders are in supply on their first turn"


@rule("2.8", "27.12")
def test_what_is_told_of_losses(desk):
    """How many steps went and how many are left, and where; an 8-4 has three."""
    for unit, back, steps in (("us-1", "", 2), ("us-1", "us-1", 1), ("us-over-1", "", 3), ("de-352", "", 2)):
        s = desk.set_up({unit: "M11", "us-4": "aside"}, back=back)
        if unit == "us-over-1":
            s.overstrength[desk.w.overstrength.index(desk.unit(unit))] = desk.unit("us-4")
        events = Events()
        eliminate(s, desk.unit(unit), events, "15.3")
        [lost] = [x.event for x in events.items if isinstance(x.event, Lost)]
        assert (lost.steps, lost.left, lost.places) == (steps, 0, ("M11",)), unit
    events = Events()
    desk.set_up({"us-2arm": "exited"}, options="exits")
    eliminate(desk.s, desk.unit("us-2arm"), events, "18.1")
    [lost] = [x.event for x in events.items if isinstance(x.event, Lost)]
    assert lost.places == (), "it was in no hex"


@rule("9.1", "14.9", "15.10", "20.15", "31.6")
def test_what_is_forgotten_of_a_unit_that_is_gone(desk):
    """Every set that speaks of it, its bond and its decoy; those of another unit stay."""
    sets = (
        "dropped",
        "invaders",
        "raiding",
        "by_air",
        "trespassing",
        "driven_in",
        "expelled",
        "pinned",
        "unsupplied",
        "fought",
    )
    s = desk.set_up({"de-352": "M7", "de-353": "M7", "us-1": "R20"}, frozen="de-352 de-353", options="decoys")
    both, other = desk.units_of("de-352 de-353"), desk.units_of("de-353")
    for name in sets:
        setattr(s, name, both)
    district = s.bound[desk.unit("de-353")]
    set_decoy(s, 0, desk.hex("M7"), desk.unit("de-352"))
    set_decoy(s, 1, desk.hex("M7"), desk.unit("de-353"))
    eliminate(s, desk.unit("de-352"), None, "15.3")
    assert {name: getattr(s, name) for name in sets} == dict.fromkeys(sets, other)
    assert [s.bound[desk.unit(u)] for u in ("de-352", "de-353")] == [FREE, district]
    assert (s.decoy_unit[0], s.decoy_unit[1]) == (-1, desk.unit("de-353"))
    assert desk.at("de-352") == "destroyed"


@rule("27.12")
def test_the_division_takes_over_what_its_8_4_has_done_and_nothing_else(desk):
    s = desk.set_up({"us-over-1": "M11", "us-4": "aside", "us-over-2": "M12"})
    big, division = desk.unit("us-over-1"), desk.unit("us-4")
    s.overstrength[0] = division
    s.moved, s.fought = 1 << big, desk.units_of("us-over-2")
    s.spent[big] = 3
    lose_step(s, big, None, "15.3")
    assert (desk.at("us-4"), desk.at("us-over-1")) == ("M11", "removed")
    assert s.moved == 1 << division
    assert s.fought == desk.units_of("us-over-2"), "the other has fought, not this one"
    assert s.spent[division] == 3
    assert s.overstrength[0] == -1
    s = desk.set_up({"us-over-1": "M11", "us-4": "aside"})
    s.overstrength[0] = division
    eliminate(s, big, None, "15.3")
    assert (desk.at("us-4"), desk.at("us-over-1"), s.overstrength[0]) == ("destroyed", "removed", -1)

"""24: partisans."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.combat.retreat import open_to
from grognard.games.fortress_europa.rules.forces.partisans import PartisanLeaves, PartisanPhase
from grognard.games.fortress_europa.rules.forces.replacements import Replacements
from grognard.games.fortress_europa.rules.movement.ground import halting
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove, phases
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import NOWHERE, REPLACING, SECOND_MOVE, SUPPLY
from grognard.games.fortress_europa.rules.supply.shortage import SupplyPhase
from grognard.games.fortress_europa.rules.supply.supply import through
from grognard.kernel.rules import CHANCE
from grognard.suite import rule


@rule("24.1")
def test_one_comes_by_itself_on_the_first_turn(desk):
    s = desk.set_up({}, turn=1, steps=[PartisanPhase()])
    assert s.partisan_ready
    assert not s.stack


@rule("24.1")
@pytest.mark.parametrize("die", range(1, 7))
def test_later_a_five_or_six_brings_it(desk, die):
    s = desk.set_up({}, turn=2, steps=[PartisanPhase()], partisan_ready=True)
    assert desk.game.turn(s) == CHANCE
    assert not s.partisan_ready, "one that was not placed is lost (ruling 208)"
    desk.roll(die)
    assert s.partisan_ready == (die >= 5)


@rule("24.1", "4.3B1", "33.3.3")
def test_it_is_rolled_for_in_the_allied_replacement_phase(desk):
    s = desk.set_up({}, turn=5, steps=[])
    assert PartisanPhase() in phases(s, ALLIED)[REPLACING]
    assert PartisanPhase() not in phases(s, GERMAN)[REPLACING]
    steps = phases(s, ALLIED)[REPLACING]
    assert steps.index(PartisanPhase()) < steps.index(Replacements(ALLIED))
    s = desk.set_up({}, scenario="bulge", turn="dec-4", steps=[PartisanPhase()])
    assert not s.stack, "no Replacement Phase, no roll (ruling 285)"


def placing(desk, units=None, **more):
    return desk.set_up(units or {}, impulse=2, partisan_ready=True, **more)


@rule("24.2")
def test_it_is_placed_on_a_railway_in_the_second_move_impulse(desk):
    s = placing(desk)
    desk.play("partisan F22")
    assert s.partisan == desk.hex("F22")
    assert desk.why("partisan F23") == ["24.1"], "there is one only"
    assert desk.step() == "Moving"


@rule("24.1", "24.2")
def test_when_it_cannot_be_placed(desk):
    desk.set_up({}, impulse=1, partisan_ready=True)
    assert desk.why("partisan F22") == ["24.2"]
    desk.set_up({}, impulse=2)
    assert desk.why("partisan F22") == ["24.1"]
    desk.set_up({}, impulse=2, side="german", partisan_ready=True)
    assert desk.why("partisan F22") == ["24.2"]


@rule("24.2")
def test_where_it_cannot_be_placed(desk):
    placing(desk, {"de-352": "F22"})
    w = desk.w
    assert "R11" not in desk.legal("partisan"), "a city"
    assert desk.why("partisan R11") == ["24.2"]
    assert desk.why("partisan F22") == ["24.2"], "in a German zone"
    for label in desk.near("F22"):
        assert label not in desk.legal("partisan")
    off = next(h for h in range(w.n) if w.land >> h & 1 and not w.rail >> h & 1)
    assert desk.why(f"partisan {w.labels[off]}") == ["24.2"], "no railway"
    for country in (w.germany, w.italy):
        h = next(h for h in range(w.n) if (country & w.rail & ~w.cities) >> h & 1)
        assert desk.why(f"partisan {w.labels[h]}") == ["24.2"]


@rule("24.2")
def test_not_within_five_hexes_of_an_ss_unit(desk):
    placing(desk, {"de-2ss": "F22"})
    near = desk.w.disc(desk.hex("F22"), 5)
    able = desk.legal("partisan")
    assert able
    assert not any(near >> desk.hex(label) & 1 for label in able)
    six = [h for h in range(desk.w.n) if desk.w.grid.distance(h, desk.hex("F22")) == 6]
    assert any(desk.w.labels[h] in able for h in six)
    placing(desk, {"de-352": "A16"})
    assert "F22" in desk.legal("partisan"), "other units keep it off their zones only"


@rule("24.2")
def test_a_hidden_ss_unit_does_not_give_itself_away(desk):
    s = placing(desk, {"de-2ss": "hidden"})
    s.notes[desk.unit("de-2ss")] = desk.hex("F22")
    assert "F22" in desk.legal("partisan"), "ruling 207"


def german(desk, units, partisan, **more):
    return desk.set_up(units, side="german", partisan=desk.hex(partisan), **more)


@rule("24.3")
def test_german_units_stop_with_it_and_no_battle_follows(desk):
    w = desk.w
    here = desk.hex("F22")
    before, after = next(
        (a, b) for a in w.near[here] for b in w.near[here] if w.grid.distance(a, b) == 2 and not w.cities >> b & 1
    )
    s = german(desk, {"de-352": w.labels[before]}, "F22")
    assert "24.3" in desk.why(f"move de-352 {w.labels[after]} via F22")
    desk.play("move de-352 F22")
    assert s.partisan == here, "nothing drives it off (ruling 210)"
    desk.restart(StartCombat(1))
    assert not s.stack, "there is nobody to attack"


@rule("24.3")
def test_its_zone_is_its_hex_alone_and_allied_units_do_not_mind_it(desk):
    s = german(desk, {"de-352": "F21"}, "F22")
    assert not survey(s).zones[ALLIED]
    s = desk.set_up({"us-2arm": "F21"}, partisan=desk.hex("F22"))
    assert not halting(s, desk.unit("us-2arm")) >> desk.hex("F22") & 1


@rule("24.3")
def test_no_german_supply_line_runs_through_it(desk):
    s = german(desk, {"de-352": "A19"}, "F22")
    assert not through(s, GERMAN) >> desk.hex("F22") & 1
    assert through(s, ALLIED) >> desk.hex("F22") & 1


@rule("24.3")
def test_nobody_retreats_through_it(desk):
    s = german(desk, {"de-352": "F21"}, "F22")
    assert not open_to(s, desk.unit("de-352")) >> desk.hex("F22") & 1


@rule("24.4")
def test_it_leaves_at_the_end_of_the_german_second_move_impulse(desk):
    s = german(desk, {}, "F22", impulse=2, steps=[StartMove(2), Moving(), EndMove(), PartisanLeaves()])
    desk.play("end")
    assert s.partisan == NOWHERE


@rule("24.4")
def test_with_the_option_it_is_still_there_in_the_supply_phase(desk):
    s = desk.set_up({}, steps=[])
    assert PartisanLeaves() in phases(s, GERMAN)[SECOND_MOVE]
    assert PartisanLeaves() not in phases(s, GERMAN)[SUPPLY]
    assert PartisanLeaves() not in phases(s, ALLIED)[SECOND_MOVE]
    s = desk.set_up({}, steps=[], options="partisans-cut-supply")
    assert PartisanLeaves() not in phases(s, GERMAN)[SECOND_MOVE]
    supply = phases(s, GERMAN)[SUPPLY]
    assert supply.index(PartisanLeaves()) > supply.index(SupplyPhase(GERMAN))

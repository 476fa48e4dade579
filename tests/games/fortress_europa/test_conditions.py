"""Conditions that hold for one side, one hex, one unit or one moment alone, each by itself."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, DISTRICTS, GERMAN
from grognard.games.fortress_europa.rules.combat.battle import EndBattle
from grognard.games.fortress_europa.rules.combat.duties import missed
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.retreat import Retreating, why_not_there
from grognard.games.fortress_europa.rules.combat.sharing import Search
from grognard.games.fortress_europa.rules.combat.strength import reckon
from grognard.games.fortress_europa.rules.forces.arrivals import turn_over
from grognard.games.fortress_europa.rules.landing.airborne import varsity_ready
from grognard.games.fortress_europa.rules.landing.diverted import Ashore
from grognard.games.fortress_europa.rules.movement.movement import movers, walkers
from grognard.games.fortress_europa.rules.state import FREE
from grognard.games.fortress_europa.rules.victory.victory import objective_met
from grognard.maps import mask_of, members
from grognard.suite import rule


@rule("14.11", "5.1")
def test_who_could_only_step_to_where_another_nation_attacks_does_not_move(desk):
    """From Le Havre one hex leads out, and an American stands before the German beside it: the British stay."""
    w = desk.w
    (out,) = desk.near("P4")
    german = next(x for x in sorted(desk.near(out)) if x not in desk.near("P4") | {"P4"} and ground(desk, x) == 0)
    american = next(x for x in sorted(desk.near(german)) if x != out and x not in desk.near(out))
    units = {"br-3": "P4", "de-352": german, "us-1": american}
    desk.set_up(units, weather="storm", impulse=2)
    assert "br-3" not in desk.legal("move")
    assert desk.why("move br-3") == ["5.1"]
    assert not movers(desk.s) >> desk.unit("br-3") & 1
    desk.set_up(units | {"us-1": "M20"}, weather="storm", impulse=2)
    assert desk.legal("move br-3") == [out], "nobody else attacks him"
    assert w.river_between(desk.hex("P4"), desk.hex(out)) < 0


def ground(desk, label):
    return desk.w.terrain[desk.hex(label)]


@rule("14.6A", "20.6", "14.8")
def test_enemies_without_zones_need_not_be_attacked(desk):
    """Paratroopers who have just dropped are far too strong for a reduced regiment beside them: no duty is missed."""
    units = {"de-6fjr": "M9", "us-82": "M10", "us-101": "M10"}
    s = desk.set_up(units, side="german", back="", steps=[])
    s.dropped = desk.units_of("us-82 us-101")
    s.facts = None
    assert front(s).able == {desk.unit("de-6fjr"): desk.hexes_of("M10")}
    assert (front(s).duty, front(s).must, missed(s)) == (0, 0, 0)
    strong = dict.fromkeys(("us-1", "us-4", "us-29"), "M10")
    s = desk.set_up({"de-vs-1": "M9"} | strong, side="german", steps=[])
    assert missed(s) == 2, "the hex, and the unit that must attack"
    s.dropped = desk.units_of("us-1 us-4 us-29")
    s.facts = None
    assert missed(s) == 0


@rule("14.6A", "14.8")
def test_hexes_that_nobody_can_attack_at_legal_odds_are_missed_for_sure(desk):
    """Six stacks side by side, a division before each; before one of them stands a lone Volkssturm."""
    columns = "KLMNOP"
    americans = ["us-1", "us-4", "us-29", "us-2", "us-9", "us-30", "us-79", "us-83"]
    germans = ["de-352", "de-353", "de-91", "de-77", "de-275", "de-84"]
    units = dict(zip(germans, (f"{c}12" for c in columns), strict=True))
    units |= dict(zip(americans, ["K11", "L11", "M11", "N11", "O11", "P11", "P11", "P11"], strict=True))
    s = desk.set_up(units, side="german", steps=[])
    f = front(s)
    duty = f.duty
    assert duty.bit_count() == 6
    search = Search(s, f, dict(f.able), mask_of(f.able), duty, None, 0)
    assert search._hopeless() == 0
    weak = {name: label for name, label in units.items() if label not in ("O12", "P12")}
    s = desk.set_up(weak | {"de-vs-1": "P12", "de-vs-2": "O12"}, side="german", steps=[])
    f = front(s)
    search = Search(s, f, dict(f.able), mask_of(f.able), f.duty, None, 0)
    hopeless = [
        h for h in members(f.duty)
        if reckon(s, [u for u in f.able if f.able[u] >> h & 1], 1 << h).base < 0
    ]  # fmt: skip
    assert search._hopeless() == len(hopeless) > 0


@rule("14.9")
def test_attackers_and_defenders_have_fought(desk):
    s = desk.set_up({"us-1": "J7", "us-4": "J7", "de-352": "J6", "de-353": "M9", "us-9": "M8"}, steps=[])
    s.battle_units, s.battle_foes, s.battle_hexes = (
        desk.units_of("us-1"),
        desk.units_of("de-352"),
        desk.hexes_of("J6"),
    )
    EndBattle().run(s, None)
    assert s.fought == desk.units_of("us-1 de-352")
    assert (s.battle_units, s.battle_foes, s.battle_hexes) == (0, 0, 0)


@rule("14.1", "14.13")
def test_a_sharing_depends_on_who_must_attack(desk):
    """Two Germans next to one enemy: while the fortress of the one stands, only the other must attack."""
    w = desk.w
    wall = next(
        h for h in members(w.fortresses)
        if len(w.near[h]) > 2 and any(set(w.near[h]) & set(w.near[x]) for x in w.near[h])
    )  # fmt: skip
    foe = w.near[wall][0]
    other = next(x for x in w.near[foe] if x != wall and w.terrain[x] == 0)
    units = {"de-352": w.labels[wall], "de-353": w.labels[other], "us-1": w.labels[foe]}
    found = []
    for ruined in (0, w.fortresses):
        s = desk.set_up(units, side="german", steps=[], ruined=ruined, allied=w.labels[foe])
        f = front(s)
        assert f.must == (desk.units_of("de-353") if not ruined else desk.units_of("de-352 de-353"))
        assert f.duty == w.bit[foe]
        found.append(f.signature(s, desk.units_of("de-352 de-353"), w.bit[foe]))
    assert found[0] != found[1]


@rule("13.2")
def test_only_an_hq_on_its_first_side_is_turned_over(desk):
    w = desk.w
    hq = next(w.ids[u] for u in w.of_side[GERMAN] if w.back[u] == "headquarters")
    s = desk.set_up({hq: "M9", "de-352": "M9"}, side="german", steps=[])
    turn_over(s, desk.unit("de-352"), None)
    assert s.face[desk.unit("de-352")] == 0
    turn_over(s, desk.unit(hq), None)
    assert s.face[desk.unit(hq)] == 1


@rule("31.18-1", "20.15")
def test_who_is_called_back_to_england_for_varsity_has_come_by_air_no_more(desk):
    s = desk.set_up({"br-6ab": "M12"}, scenario="berlin", options="varsity", turn="feb-1", steps=[])
    for name in ("by_air", "trespassing", "pinned", "unsupplied"):
        setattr(s, name, desk.units_of("br-6ab"))
    varsity_ready(s, None)
    assert desk.at("br-6ab") == "england"
    assert (s.by_air, s.trespassing, s.pinned, s.unsupplied) == (0, 0, 0, 0)


@rule("3.3", "9.4", "31.8", "22.1")
def test_the_rest_of_a_set_up_keeps_beaches_for_coastal_units_and_hides_nobody_frozen(desk):
    """The garrison of Torino stands in the 7th district: one of the others of that district goes to Torino, and no
    coastal unit."""
    game, w = desk.game, desk.w
    for district in ("7th", "15th"):
        desk.s = s = game.start("campaign", {"free-setup": True})
        spot = next(w.labels[h] for h in members(w.districts[DISTRICTS.index(district)] & w.ground[0] & ~w.cities))
        desk.play(f"place de-5geb {district} {spot}; rest; done")
        assert all(
            w.beaches >> s.where[u] & 1 for u in members(w.coastal_units) if s.where[u] < w.n and s.box[u] >= 0
        )
        torino = [u for u in w.starters if s.box[u] == w.box_ids.index("torino")]
        assert len(torino) == 1
        assert not w.coastal_units >> torino[0] & 1
    desk.s = s = game.start("campaign", {})
    desk.play("rest; done")
    hidden = [u for u in w.starters if s.where[u] == w.hidden]
    assert len(hidden) == 5
    assert {s.bound[u] for u in hidden} == {FREE}


@rule("9.1A", "20.12", "21.5")
def test_who_drops_on_the_first_turn_is_not_taken_for_a_raider(desk):
    """While no district is invaded, a drop releases nobody, and a raid the district that it comes to."""
    frozen = {"de-352": "K6", "de-91": "GG3"}
    seventh = DISTRICTS.index("7th")
    for name, released in (("dropped", False), ("raiding", True)):
        s = desk.set_up(frozen | {"us-101": "L4"}, frozen=" ".join(frozen), turn="jun-1", steps=[])
        setattr(s, name, desk.units_of("us-101"))
        assert desk.w.district_of[desk.hex("L4")] == seventh
        Ashore().run(s, None)
        assert s.invaded == (1 << seventh if released else 0), name
        assert (s.bound[desk.unit("de-352")] == FREE) == released
        assert s.bound[desk.unit("de-91")] != FREE


@rule("15.10", "15.4")
def test_a_retreat_past_frozen_districts_asks_nothing(desk):
    """Frozen units stand far away, in hexes of higher numbers: the retreat enters none of their districts."""
    s = desk.set_up({"us-1": "M10", "de-91": "GG3"}, frozen="de-91", invaded=1, steps=[])
    desk.restart(Retreating((desk.unit("us-1"),), 1, 1, ALLIED))
    desk.play("retreat us-1 M11")
    assert desk.at("us-1") == "M11"
    assert (not s.stack, s.trespassing) == (True, 0)


@rule("32.4-germans-5")
def test_allied_divisions_are_none_of_the_nine(desk):
    w = desk.w
    nine = next(o for o in w.objectives if o.id == "german-5")
    german = [w.ids[u] for u in w.of_side[GERMAN] if (w.armored & w.divisions) >> u & 1][:8]
    allied = [w.ids[u] for u in w.of_side[ALLIED] if (w.armored & w.divisions) >> u & 1][:3]
    assert not objective_met(desk.set_up(dict.fromkeys(german, "RR7") | dict.fromkeys(allied, "M5")), nine)


@rule("33.3.9-5", "11.3")
def test_who_is_kept_to_one_hex_and_has_sailed_walks_no_more(desk):
    s = desk.set_up({"us-35": "K2", "us-4arm": "K2", "br-3": "K2"}, scenario="bulge", turn="dec-4")
    s.sailed = desk.units_of("us-35 us-4arm br-3")
    s.quick_units = desk.units_of("us-4arm")
    assert walkers(s) == desk.units_of("us-4arm br-3")


@rule("15.5", "15.9")
def test_a_retreat_over_water_is_told_apart_from_one_too_far(desk):
    s = desk.set_up({"us-1": "P4"}, steps=[])
    step = Retreating((desk.unit("us-1"),), 1, 1, ALLIED)
    for label, case, words in (("P5", "15.9", "across water"), ("M13", "15.3", "hexes away")):
        why = why_not_there(s, step, desk.unit("us-1"), (desk.hex(label),))
        assert (why.rule, words in why.reason().text) == (case, True)


@rule("33.3.6")
@pytest.mark.parametrize("scenario", ["bulge", "berlin"])
def test_behind_the_german_line_of_december_only_what_allied_units_hold_is_theirs(desk, scenario):
    w = desk.w
    s = desk.game.begin(scenario, desk.game.settle_options(scenario, {}))
    held = mask_of(h for u, h in enumerate(s.where) if h < w.n and w.side[u] == ALLIED)
    west = 0
    for name in ("france", "belgium", "luxembourg", "netherlands"):
        west |= w.countries[name]
    assert s.allied & ~west & ~held == 0
    germans = mask_of(h for u, h in enumerate(s.where) if h < w.n and w.side[u] == GERMAN)
    assert s.allied & germans == 0
    assert s.allied & w.countries["france"]

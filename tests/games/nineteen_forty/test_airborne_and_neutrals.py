"""11 Airborne operations, 13 Neutrals, 15 Optional units."""

from __future__ import annotations

import random

import pytest

from grognard.games.nineteen_forty.rules.airborne import Withdrawing
from grognard.games.nineteen_forty.rules.sequence import EndPlayerTurn, StartImpulse
from grognard.games.nineteen_forty.rules.state import survey
from grognard.games.nineteen_forty.rules.strength import ONE, attack_strength, column, defence_strength, works
from grognard.suite import rule


def sums(desk, attackers, target):
    units, hexes = [desk.unit(u) for u in attackers.split()], [desk.hex(target)]
    return (
        attack_strength(desk.s, units, hexes, ()) / ONE,
        defence_strength(desk.s, units, hexes, 1) / ONE,
        desk.w.crt_names[column(desk.s, units, hexes, 1, (), 0)],
    )


# ----------------------------------------------------------------------------------------------- airborne


@rule("11 Effects ¶1", "11 ¶1", "6 Air ¶1", "7 ¶4b")
def test_the_example_of_rule_11(desk):
    # A Dutch 2-6 in 0509, Germans 4-6 in 0508 and 0608: 3:2, but 8:2 with a drop.
    units = {"nl-iii": "0509", "de-x": "0508", "de-xxvi": "0608", "de-fj-1": "waiting"}
    desk.set_up(units)
    assert sums(desk, "de-x de-xxvi", "0509") == (3, 2, "1.5:1")
    desk.play("drop de-fj-1 0509")
    assert sums(desk, "de-x de-xxvi", "0509") == (8, 2, "4:1")


@rule("11 ¶1")
def test_range_of_a_drop(desk):
    desk.set_up({"de-fj-1": "waiting", "de-i": "1703"})
    hexes = desk.hexes("de-fj-1", "drop")
    cities = desk.w.cities & desk.s.german
    for label in ("0411", "1610", "1110"):
        near = min(desk.w.grid.distance(desk.hex(label), h) for h in range(desk.w.n) if cities >> h & 1)
        assert (label in hexes) == (near <= 10)
    assert desk.why("drop de-fj-1 2019") == ["11 ¶1"], "Paris is too far"
    sea = next(x for x in desk.w.labels if desk.w.terrain[desk.hex(x)] < 0)
    assert desk.why(f"drop de-fj-1 {sea}") == ["11 ¶1"]


@rule("11 ¶1")
def test_without_a_city_nobody_can_be_dropped(desk):
    desk.set_up({"de-fj-1": "waiting", "de-i": "1703", "fr-iv": "2013"})
    assert "drop de-fj-1" in desk.legal()
    cities = desk.w.cities & desk.s.german
    desk.s.german &= ~cities
    desk.s.allied |= cities
    assert "drop de-fj-1" not in desk.legal()
    assert desk.why("drop de-fj-1 0411")[0] == "11 ¶1"
    assert {desk.game.random(desk.s, "german", random.Random(seed)).verb for seed in range(60)} == {
        "move",
        "rail",
        "end",
    }


@rule("11 ¶1", "2 ¶4")
def test_drops_come_at_the_start_of_the_phase(desk):
    desk.set_up({"de-fj-1": "waiting", "de-i": "1703"})
    desk.play("move de-i 1704")
    assert desk.why("drop de-fj-1 0411") == ["2 ¶4"]


@rule("11 ¶2")
def test_landing_on_the_enemy_is_death_if_he_stays(desk):
    desk.set_up({"nl-iii": "0509", "de-fj-1": "waiting", "de-x": "1703"})
    desk.play("drop de-fj-1 0509", "end")
    assert desk.at("de-fj-1") == "eliminated"


@rule("11 ¶3", "11 ¶2")
def test_withdrawal_of_supplied_airborne_units(desk):
    desk.set_up({"de-fj-1": "1005", "de-22-ll": "0411", "fr-iv": "2013"}, steps=[StartImpulse(0, 1)])
    assert "withdraw de-fj-1" in desk.legal()
    assert desk.why("withdraw de-22-ll") == ["11 ¶3"], "no line of supply"
    desk.play("withdraw de-fj-1")
    assert desk.at("de-fj-1") == "evacuated"
    assert desk.why("drop de-fj-1 0411") == ["11 ¶3"], "never back"


@rule("11 ¶3")
def test_withdrawal_also_in_allied_impulses(desk):
    desk.set_up({"de-fj-1": "1005", "fr-iv": "2013"}, side="allied", steps=[StartImpulse(1, 1)])
    assert isinstance(desk.s.stack[-1], Withdrawing)
    assert desk.seat == "german"
    desk.play("withdraw de-fj-1")
    assert desk.step() == "Moving"


@rule("11 Parachute Regiments ¶1", "6 ¶2c")
def test_a_regiment_is_overrun_by_entry(desk):
    desk.set_up({"de-fj-1": "2014", "fr-iv": "2016"}, side="allied")
    assert not survey(desk.s).zones[0], "no zone of control"
    desk.play("move fr-iv 2014")
    assert desk.at("de-fj-1") == "eliminated"


@rule("11 Parachute Regiments ¶1", "7 ¶1")
def test_regiments_do_not_fight(desk):
    desk.set_up({"de-fj-1": "2014", "fr-iv": "2015"}, side="allied")
    desk.play("end")
    assert desk.step() != "Declaring", "there is nothing to attack"
    desk.set_up({"de-fj-1": "2014", "fr-iv": "2015"})
    assert "11 Parachute Regiments ¶1" in desk.why("move de-fj-1 2013")


@rule("5 ¶1", "11 Parachute Regiments ¶1")
@pytest.mark.parametrize(("literal", "owner"), [(False, "allied"), (True, "german")])
def test_paratroops_and_control(desk, literal, owner):
    desk.set_up({"de-fj-1": "waiting"}, options={"paratroops-hold": literal})
    desk.play("drop de-fj-1 0411")
    assert desk.owner("0411") == owner


@rule("11 Air Landing Division ¶1")
def test_the_air_landing_division(desk):
    desk.set_up({"de-22-ll": "waiting", "nl-light": "0410"})
    desk.play("drop de-22-ll 0411")
    assert not survey(desk.s).zones[0], "no zone in the impulse of its drop"
    assert desk.owner("0411") == "german", "but it holds its hex"
    assert "11 Air Landing Division ¶1" in desk.why("move de-22-ll 0410")
    desk.play("end")
    assert desk.step() != "Declaring", "it may not attack"
    desk.set_up({"de-22-ll": "waiting"})
    assert "0501" not in desk.hexes("de-22-ll", "reserve")
    assert desk.hexes("de-22-ll", "reserve"), "it may come as a reserve instead (turn 3)"


@rule("11 Fortifications ¶1a")
def test_drop_on_a_minor_fortification(desk):
    desk.set_up({"nl-iii": "0509", "de-x": "0508", "de-fj-1": "waiting"})
    x, t = [desk.unit("de-x")], desk.hex("0509")
    assert not works(desk.s, "DR*", x, t, 1)
    desk.play("drop de-fj-1 0509")
    assert works(desk.s, "DR*", x, t, 1)


@rule("11 Fortifications ¶1b")
def test_drop_on_the_maginot_line(desk):
    desk.set_up({"fr-vi": "1808", "de-i": "1708", "de-x": "1809", "de-fj-1": "waiting"})
    front, t = [desk.unit("de-i")], desk.hex("1808")
    both = [desk.unit("de-i"), desk.unit("de-x")]
    assert not works(desk.s, "DR", front, t, 1)
    desk.play("drop de-fj-1 1808")
    assert works(desk.s, "DR", front, t, 1), "as a minor fortification"
    assert not works(desk.s, "DR*", front, t, 1)
    assert works(desk.s, "DR*", both, t, 1), "flanked as well"
    attack, defence = (desk.w.combat[desk.unit(name)] for name in ("de-i", "fr-vi"))
    assert sums(desk, "de-i", "1808")[:2] == (attack / 2, defence + 1), "still halved, and the extra point stays"


@rule("10 Eben Emael ¶1", "11 ¶2", "13 Holland ¶1c")
def test_a_drop_takes_eben_emael(desk):
    desk.set_up({"de-fj-1": "waiting", "de-fj-2": "waiting"}, garrisons=True)
    desk.play("drop de-fj-1 1110", "drop de-fj-2 1009", "end")
    assert desk.s.garrisons == 0
    assert desk.at("de-fj-1") == "1110", "a garrison is no unit: the regiment lives"


# ----------------------------------------------------------------------------------------------- neutrals


@rule("13 ¶1", "13 Belgium ¶1a", "13 Luxembourg ¶1", "13 Holland ¶1a", "13 Switzerland ¶1")
def test_invading_a_benelux_country_brings_in_belgium_and_luxembourg(desk):
    desk.set_up({"de-13-mot": "1507"}, war="")
    names = [c.lower() for c in desk.w.country_names]
    into = next(x for x in desk.hexes("de-13-mot") if desk.w.country[desk.hex(x)] == names.index("luxembourg"))
    desk.play(f"move de-13-mot {into}")
    assert [names[c] for c in range(6) if desk.s.war >> c & 1] == ["germany", "france", "belgium", "luxembourg"]
    assert desk.owner("1013") == "allied", "all hexes the Germans do not control"
    assert desk.owner(into) == "german"
    assert desk.owner("0411") == "", "Holland stays neutral"


@rule("13 Neutral Status ¶1", "13 ¶1")
def test_allies_stay_out_of_neutral_countries(desk):
    desk.set_up({"fr-iv": "1512"}, side="allied", war="")
    assert desk.why("move fr-iv 1511") == ["13 Neutral Status ¶1"]
    desk.set_up({"fr-iv": "1512"}, side="allied", war="belgium luxembourg")
    assert "1511" in desk.hexes("fr-iv")


@rule("13 Neutral Status ¶1")
def test_neutral_zones_work_inside_only_until_the_next_impulse(desk):
    desk.set_up({"nl-light": "0709", "de-i": "0808"}, war="")
    w = desk.w
    zone = survey(desk.s).zones[1]
    assert zone
    assert not zone & ~w.countries[3]
    desk.s.war |= 1 << 3
    desk.s.fresh |= 1 << 3
    assert not survey(desk.s).zones[1] & ~w.countries[3], "still the impulse of the invasion"
    desk.s.fresh = 0
    outside = w.zoc[desk.hex("0709")] & ~w.countries[3]
    assert survey(desk.s).zones[1] & outside == outside


@rule("13 Neutral Status ¶1", "13 ¶1")
def test_neutral_units_do_not_move(desk):
    desk.set_up({"nl-light": "0709", "fr-iv": "2013"}, side="allied", war="belgium luxembourg")
    assert "13 Neutral Status ¶1" in desk.why("move nl-light 0609")


@rule("13 ¶1", "13 Neutral Status ¶1")
def test_attacking_a_neutral_is_an_invasion(desk):
    desk.set_up({"nl-iii": "0509", "de-x": "0508", "de-i": "0408"}, war="", combat=True)
    assert desk.why("done") == [], "no duty towards neutrals"
    desk.play("attack de-x 0509; attack de-i 0509; done")
    assert desk.s.war >> 3 & 1
    assert desk.s.war >> 2 & 1


@rule("13 Holland ¶1a", "13 Switzerland ¶1", "13 Belgium ¶1a")
def test_minor_allies_do_not_leave_of_their_own_will(desk):
    desk.set_up({"nl-light": "0709", "be-i": "0809"}, side="allied", war="belgium holland luxembourg switzerland")
    w = desk.w
    assert {w.country[desk.hex(h)] for h in desk.hexes("nl-light")} == {3}
    assert {w.country[desk.hex(h)] for h in desk.hexes("be-i")} - {0, 2, 3, 4} == set()
    belgian = next(w.labels[h] for h in range(w.n) if w.country[h] == 2)
    assert desk.why(f"move nl-light {belgian}") == ["13 Holland ¶1a"]
    basel = w.labels[w.place_hex["Basel"]]
    desk.set_up({"ch-basel": basel}, side="allied", war="switzerland")
    assert {w.country[desk.hex(h)] for h in desk.hexes("ch-basel")} == {5}


@rule("13 Holland ¶1a")
def test_a_unit_forced_out_may_fight_on(desk):
    desk.set_up({"nl-light": "1013", "fr-iv": "2013"}, side="allied")
    assert {desk.w.country[desk.hex(h)] for h in desk.hexes("nl-light")} >= {2}


@rule("13 Belgium ¶1b")
def test_belgians_enter_france_after_both_major_cities_fell(desk):
    border = next(
        (desk.w.labels[h], desk.w.labels[x])
        for h in range(desk.w.n)
        if desk.w.country[h] == 2
        for x in desk.w.grid.neighbours[h]
        if desk.w.country[x] == 1
    )
    desk.set_up({"be-i": border[0]}, side="allied")
    assert desk.why(f"move be-i {border[1]}") == ["13 Belgium ¶1b"]
    desk.set_up({"be-i": border[0], "de-i": "0812", "de-x": "1013"}, side="allied")
    assert desk.s.belgium_lost
    assert border[1] in desk.hexes("be-i")


@rule("13 Holland ¶1b", "19 Holland ¶1")
def test_dutch_surrender(desk):
    desk.set_up({"nl-i": "0310", "de-i": "0411", "de-x": "0312"}, side="allied", steps=[EndPlayerTurn()])
    assert desk.at("nl-i") == "out"
    assert desk.s.surrendered >> 3 & 1
    desk.set_up({"nl-i": "0312", "de-i": "0411"}, side="allied", steps=[EndPlayerTurn()])
    assert desk.at("nl-i") == "0312", "one city is not enough"


@rule("13 Belgium ¶2")
def test_belgian_surrender(desk):
    units = {"be-i": "1010", "de-i": "0812", "de-x": "1013"}
    desk.set_up(units, side="allied", steps=[EndPlayerTurn()])
    assert desk.at("be-i") == "1010", "no BEF corps has left"
    desk.set_up(units, side="allied")
    desk.s.bef_corps_left = True
    desk.s.stack.clear()
    desk.s.then(EndPlayerTurn())
    desk.game.advance(desk.s, None)
    assert desk.at("be-i") == "out"


@rule("13 Holland ¶1c")
def test_maastricht(desk):
    assert desk.w.garrison_strength[desk.w.garrison_name.index("Maastricht")] == 1
    desk.set_up({"de-i": "1008"}, garrisons=True)
    assert desk.why("move de-i 1009") == ["13 Holland ¶1c"]
    assert sums(desk, "de-i", "1009")[1] == 1
    assert works(desk.s, "DR*", [desk.unit("de-i")], desk.hex("1009"), 1), "no fortification"


# ------------------------------------------------------------------------------------------ optional units


@rule("15 German Panzer Corps ¶1", "2 ¶4")
def test_panzer_corps_built_up_and_broken_down(desk):
    units = {"de-9-pz": "1703", "de-10-pz": "1703", "de-13-mot": "1703", "de-xxxix": "waiting", "de-i": "1503"}
    desk.set_up(units, steps=[StartImpulse(0, 1)])
    desk.play("form de-9-pz de-10-pz de-13-mot")
    assert desk.at("de-xxxix") == "1703"
    assert desk.at("de-9-pz") == "in-corps"
    assert desk.why("move de-i 1504") == ["15 German Panzer Corps ¶1"], "the movement phase is closing"
    desk.play("end")
    assert desk.s.impulse == 2
    desk.play("break")
    assert [desk.at(u) for u in ("de-9-pz", "de-10-pz", "de-13-mot")] == ["1703"] * 3
    assert desk.at("de-xxxix") == "waiting"
    assert "move de-9-pz" in desk.legal()


@rule("15 German Panzer Corps ¶1")
def test_breaking_down_only_at_the_start(desk):
    desk.set_up({"de-xxxix": "1703", "de-i": "1503"})
    desk.s.german_parts = tuple(desk.unit(u) for u in ("de-9-pz", "de-10-pz", "de-13-mot"))
    for u in desk.s.german_parts:
        desk.s.where[u] = desk.w.in_corps
    desk.play("move de-i 1504")
    assert desk.why("break") == ["2 ¶4"]


@rule("15 French Armored Corps ¶1")
def test_french_armoured_corps(desk):
    units = {"fr-1-dcr": "2013", "fr-2-dcr": "2013", "fr-9-dim": "2013", "fr-arm": "waiting"}
    desk.set_up(units, side="allied", steps=[StartImpulse(1, 1)])
    desk.play("form fr-1-dcr fr-2-dcr fr-9-dim")
    assert desk.at("fr-arm") == "2013"
    desk.set_up({**units, "fr-9-dim": "2014"}, side="allied", steps=[StartImpulse(1, 1)])
    assert not [x for x in desk.legal() if x.startswith("form")], "all three must be in one hex"


@rule("3 ¶3", "15 French Armored Corps ¶1", "15 German Panzer Corps ¶1")
@pytest.mark.parametrize("third", ["fr-3-dcr", "br-1-arm"])
def test_no_corps_is_formed_beside_an_armoured_division(desk, third):
    """Four divisions may stand in a hex, but an armoured division may not stand with an armoured corps."""
    units = {"fr-1-dcr": "1616", "fr-2-dcr": "1616", "fr-3-dim": "1616", third: "1616", "fr-arm": "waiting"}
    desk.set_up({**units, "de-i": "1505"}, side="allied")
    assert not [x for x in desk.legal() if x.startswith("form")]
    assert desk.why("form fr-1-dcr") == ["3 ¶3"]
    desk.play(f"move {third} 1617", "form fr-1-dcr fr-2-dcr fr-3-dim", "end")
    german = {"de-9-pz": "1703", "de-10-pz": "1703", "de-13-mot": "1703", "de-xxxix": "waiting"}
    desk.set_up({**german, "de-29-mot": "1703"})
    assert desk.why("form de-9-pz de-10-pz de-13-mot") == [], "a motorized division may stay with the corps"


@rule("17 French ¶1a", "15 French Armored Corps ¶1")
def test_the_armoured_corps_is_bound_with_a_division_in_it(desk):
    """2012 lies in the First Group's area, 2011 and 2010 in the Second's; 9 DIM is of the 7th Army."""
    units = {"fr-1-dcr": "2012", "fr-2-dcr": "2012", "fr-9-dim": "2012", "fr-arm": "waiting", "de-i": "0105"}
    desk.set_up(units, side="allied", groups={"french-7": "1"})
    assert desk.why("move fr-9-dim 2011") == ["17 French ¶1a"]
    desk.play("form fr-1-dcr fr-2-dcr fr-9-dim", "end")
    assert desk.s.impulse == 2
    assert desk.why("move fr-arm 2011") == ["17 French ¶1a"]
    assert desk.why("rail fr-arm 2011")
    area = desk.w.allied_groups[0]
    assert all(area >> desk.hex(h) & 1 for h in desk.hexes("fr-arm") | desk.hexes("fr-arm", "rail"))
    desk.play("release french-7")
    assert "2010" in desk.hexes("fr-arm")
    desk.set_up({**units, "fr-9-dim": "2211", "fr-3-dim": "2012"}, side="allied", groups={"french-7": "1"})
    desk.play("form fr-1-dcr fr-2-dcr fr-3-dim", "end")
    assert "2010" in desk.hexes("fr-arm"), "none of its divisions is of an army"


@rule("15 German Mountain Corps ¶1")
def test_mountain_corps_stays_and_does_not_attack_before_switzerland_is_invaded(desk):
    desk.set_up({"de-geb": "2704", "fr-iv": "2705"}, war="")
    w = desk.w
    assert {w.country[desk.hex(h)] for h in desk.hexes("de-geb")} == {0}
    desk.play("end")
    assert desk.step() != "Declaring"
    desk.set_up({"de-geb": "2704", "fr-iv": "2705"}, war="switzerland")
    assert {w.country[desk.hex(h)] for h in desk.hexes("de-geb")} != {0}
    desk.play("end")
    assert desk.step() == "Declaring"


@rule("11 ¶1", "11 ¶2", "11 ¶3")
def test_airborne_units_drop_from_a_city_on_the_map(desk):
    """0806 is Dusseldorf; 0807 is no city (ruling 72)."""
    desk.set_up({"de-fj-1": "0806", "de-22-ll": "0807", "nl-i": "0310"}, steps=[StartImpulse(0, 1)])
    assert desk.why("drop de-22-ll 0411") == ["11 ¶2"]
    desk.play("drop de-fj-1 0411")
    assert desk.at("de-fj-1") == "0411"
    assert "11 ¶2" in desk.why("drop de-fj-1 0411"), "it has just landed, without supply"

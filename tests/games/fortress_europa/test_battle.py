"""15, 16.4, 22.3: results, losses and retreats. M9 to N9 is open country, J6 is rough ground."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, GERMAN, ROUGH
from grognard.games.fortress_europa.rules.combat.attacking import Attacking, StartCombat
from grognard.games.fortress_europa.rules.combat.retreat import (
    Falling,
    Retreating,
    Yielding,
    most_saved,
    retreat_lacking,
    ways,
    why_not_there,
)
from grognard.games.fortress_europa.rules.combat.strength import reckon
from grognard.games.fortress_europa.rules.standing import survey
from grognard.maps import members
from grognard.suite import rule


def combat(desk, units, side="allied", impulse=1, **more):
    return desk.set_up(units, side=side, impulse=impulse, steps=[StartCombat(impulse)], **more)


def fight(desk, units, label, result):
    """Fights a battle with a given result, at lower odds if need be (15.8)."""
    if desk.step() == "Removing":
        desk.play("keep")
    r = reckon(desk.s, [desk.unit(u) for u in units], desk.hexes_of(label))
    assert r.base >= 0
    columns = desk.w.book.column
    column = next(c for c in reversed(columns[: r.base + 1]) if result in c.results)
    text = f"attack {units[0]} {label}" + "".join(f"; with {u}" for u in units[1:])
    if column is not columns[r.base]:
        text += f"; lower {column.id}"
    desk.play(f"{text}; done", dice=[column.results.index(result) + 1 - r.die])


def face(desk, unit):
    return desk.s.face[desk.unit(unit)]


TWO = ["us-1", "us-4"]
SCENE = {"us-1": "M9", "us-4": "M9", "de-352": "M10", "de-353": "M10"}


# --------------------------------------------------------------------------------------------- results


@rule("15.3", "15.3-AE")
def test_ae_eliminates_all_attackers(desk):
    combat(desk, SCENE)
    fight(desk, TWO, "M10", "AE")
    assert [desk.at(u) for u in TWO] == ["destroyed"] * 2
    assert [desk.at(u) for u in ("de-352", "de-353")] == ["M10"] * 2


@rule("15.3-A2")
def test_a2_costs_two_steps_of_the_attackers_choice_and_a_retreat(desk):
    combat(desk, SCENE)
    fight(desk, TWO, "M10", "A2")
    assert desk.step() == "Losing"
    assert desk.seat == "allied"
    desk.play("lose us-1", "lose us-1")
    assert desk.at("us-1") == "destroyed"
    assert face(desk, "us-4") == 0
    assert desk.step() == "Retreating"
    assert desk.legal("retreat") == ["us-4"]


@rule("15.3-A2")
def test_a2_may_be_shared(desk):
    combat(desk, SCENE)
    fight(desk, TWO, "M10", "A2")
    desk.play("lose us-1", "lose us-4")
    assert face(desk, "us-1") == face(desk, "us-4") == 1


@rule("15.3-A1", "15.3")
def test_a1_costs_one_step_and_a_retreat(desk):
    combat(desk, SCENE)
    fight(desk, TWO, "M10", "A1")
    assert desk.why("lose de-352") == ["15.3"]
    desk.play("lose us-4")
    assert (face(desk, "us-1"), face(desk, "us-4")) == (0, 1)
    assert set(desk.legal("retreat")) == {"us-1", "us-4"}


@rule("15.3-AR")
def test_ar_retreats_each_attacker_one_or_two_hexes(desk):
    combat(desk, SCENE)
    fight(desk, TWO, "M10", "AR")
    desk.play("retreat us-1 M8", "retreat us-4 M8 M7")
    assert (desk.at("us-1"), desk.at("us-4")) == ("M8", "M7")
    assert face(desk, "us-1") == face(desk, "us-4") == 0


@rule("15.3-AR", "15.4")
def test_the_attacker_moves_his_own_retreat(desk):
    combat(desk, SCENE)
    fight(desk, TWO, "M10", "AR")
    assert desk.seat == "allied"


@rule("15.3-E2", "15.2")
def test_e2_defender_first_then_two_steps_of_the_attacker(desk):
    combat(desk, SCENE)
    fight(desk, TWO, "M10", "E2")
    assert (desk.step(), desk.seat) == ("Losing", "german")
    desk.play("lose de-353")
    assert (desk.step(), desk.seat) == ("Retreating", "allied")  # the attacker moves the defenders, one hex
    desk.play("retreat de-352 M11", "retreat de-353 M11")
    assert (desk.step(), desk.seat) == ("Losing", "allied")
    desk.play("lose us-1", "lose us-4")
    assert [face(desk, u) for u in ("us-1", "us-4", "de-352", "de-353")] == [1, 1, 0, 1]
    assert desk.at("us-1") == "M9"


@rule("15.3-E2")
def test_after_e2_defenders_go_one_hex_and_no_more(desk):
    combat(desk, {**SCENE, "us-29": "M9"})
    fight(desk, [*TWO, "us-29"], "M10", "E2")
    desk.play("lose de-353")
    assert desk.why("retreat de-352 M11 M12") == ["15.3"]


@rule("15.3-EX")
def test_ex_costs_both_a_step_and_the_defenders_go_two_hexes(desk):
    combat(desk, SCENE)
    fight(desk, TWO, "M10", "EX")
    desk.play("lose de-352")
    assert not desk.game.read(desk.s, "allied", "retreat de-352 M11").complete
    desk.play("retreat de-352 M11 M12", "retreat de-353 M11 N11")
    desk.play("lose us-1")
    assert [face(desk, u) for u in ("us-1", "us-4", "de-352", "de-353")] == [1, 0, 1, 0]
    assert (desk.at("de-352"), desk.at("de-353")) == ("M12", "N11")


@rule("15.3-DR")
def test_dr_retreats_the_defenders_two_hexes(desk):
    combat(desk, SCENE)
    fight(desk, TWO, "M10", "DR")
    desk.play("retreat de-352 M11 M12", "retreat de-353 M11 M12")
    assert desk.at("de-352") == "M12"
    assert desk.at("us-1") == "M9"


@rule("15.3-D1")
def test_d1_costs_the_defender_a_step_and_two_hexes(desk):
    combat(desk, {**SCENE, "us-29": "M9", "us-2arm": "L9"})
    fight(desk, [*TWO, "us-29", "us-2arm"], "M10", "D1")
    assert desk.seat == "german"
    desk.play("lose de-352")
    assert face(desk, "de-352") == 1
    desk.play("retreat de-352 M11 M12", "retreat de-353 M11 M12")
    assert face(desk, "us-1") == 0


@rule("15.3-DE")
def test_de_eliminates_all_defenders(desk):
    combat(desk, {**SCENE, "us-29": "M9", "us-2arm": "L9", "us-3arm": "L9", "us-9": "L9"})
    fight(desk, [*TWO, "us-29", "us-2arm", "us-3arm", "us-9"], "M10", "DE")
    assert [desk.at(u) for u in ("de-352", "de-353")] == ["destroyed"] * 2
    assert desk.at("us-1") == "M9"  # no advance (ruling 128)


@rule("15.3")
def test_who_has_fewer_steps_loses_all_and_the_other_still_pays(desk):
    combat(desk, {"us-1": "M9", "us-4": "M9", "de-325": "M10"})
    fight(desk, TWO, "M10", "EX")  # ruling 129
    assert desk.at("de-325") == "destroyed"
    assert (desk.step(), desk.seat) == ("Losing", "allied")


@rule("15.3")
def test_losses_are_taken_among_those_that_fought(desk):
    combat(desk, {**SCENE, "us-29": "N12", "de-91": "N13"})
    fight(desk, TWO, "M10", "A1")
    assert desk.why("lose us-29") == ["15.3"]  # ruling 131


@rule("15.2")
def test_the_die_and_the_column_are_told(desk):
    combat(desk, SCENE)
    fight(desk, TWO, "M10", "AR")
    assert any("Attack on M10" in line and "AR" in line for line in desk.log)


@rule("13.2", "15.3-AE")
def test_a_german_hq_that_is_lost_comes_back(desk):
    combat(desk, {"de-hq-ag-b": "M9", "us-1": "M10"}, side="german")
    fight(desk, ["de-hq-ag-b"], "M10", "AE")
    assert desk.at("de-hq-ag-b") == "returning"


@rule("27.12", "15.3")
def test_an_overstrength_division_that_loses_a_step_fights_on(desk):
    s = combat(desk, {"us-over-1": "M9", "us-4": "M9", "us-1": "aside", "de-352": "M10"})
    s.overstrength[0] = desk.unit("us-1")
    fight(desk, ["us-over-1", "us-4"], "M10", "A2")
    desk.play("lose us-over-1")
    assert desk.at("us-1") == "M9"
    desk.play("lose us-1")
    assert face(desk, "us-1") == 1
    assert set(desk.legal("retreat")) == {"us-1", "us-4"}


# ------------------------------------------------------------------------------------------ lower odds


@rule("15.8")
def test_lower_odds_may_be_declared_and_better_not(desk):
    combat(desk, SCENE)
    text = "attack us-1 M10; with us-4"
    base = reckon(desk.s, [desk.unit(u) for u in TWO], desk.hexes_of("M10")).base
    columns = desk.w.book.column
    assert desk.why(f"{text}; lower {columns[base].id}") == ["15.8"]
    assert desk.why(f"{text}; lower {columns[base + 1].id}") == ["15.8"]
    assert desk.why(f"{text}; lower {columns[0].id}; done") == []  # down to 1-6 (ruling 123)


# -------------------------------------------------------------------------------------------- retreats


def retreats(desk, unit, fewest=2, most=2):
    return {tuple(desk.w.labels[h] for h in way) for way in ways(desk.s, desk.unit(unit), fewest, most)}


def full(*labels):
    """Three German units for each of these hexes."""
    names = iter((12, 183, 246, 19, 16, 361, 256, 18, 26, 708, 716, 47, 363, 712, 272, 277, 326, 344))
    return {f"de-{next(names)}vg": label for label in labels for _ in range(3)}


def half_way(desk):
    """A German in M10 whose only free neighbour is N10, from which every way on is in a zone."""
    far = next(x for x in desk.w.labels if {"O10", "O11"} <= desk.near(x) and "N10" not in {x, *desk.near(x)})
    return {"us-1": "M9", "us-4": "M9", "us-29": "L11", "us-2": "N12", "us-9": far, "de-352": "M10"}


@rule("15.4")
def test_the_attacker_moves_the_defenders(desk):
    combat(desk, SCENE)
    fight(desk, TWO, "M10", "DR")
    assert (desk.step(), desk.seat) == ("Retreating", "allied")


@rule("15.4")
def test_a_stack_may_be_split(desk):
    combat(desk, SCENE)
    fight(desk, TWO, "M10", "DR")
    desk.play("retreat de-352 M11 M12", "retreat de-353 L10 L11")
    assert (desk.at("de-352"), desk.at("de-353")) == ("M12", "L11")


@rule("15.5")
def test_no_retreat_into_or_through_an_enemy_zone(desk):
    combat(desk, {**SCENE, "us-29": "M13"})
    fight(desk, TWO, "M10", "DR")
    assert desk.why("retreat de-352 M11 M12") == ["15.5"]
    zone = survey(desk.s).zones[1]
    assert all(not zone >> desk.hex(h) & 1 for way in retreats(desk, "de-352") for h in way)


@rule("15.5", "7.3")
def test_a_friendly_unit_does_not_open_a_hex_in_a_zone(desk):
    combat(desk, {**SCENE, "us-29": "M13", "de-91": "M12"})
    assert not any(way[-1] == "M12" for way in retreats(desk, "de-352"))  # ruling 134


@rule("15.5")
def test_no_retreat_back_into_the_hex_it_left(desk):
    combat(desk, SCENE)
    assert not any("M10" in way for way in retreats(desk, "de-352"))
    fight(desk, TWO, "M10", "DR")
    assert desk.why("retreat de-352 M11 M10") == ["15.5"]


@rule("15.3-DR", "15.5")
def test_it_may_end_beside_the_hex_it_left(desk):
    combat(desk, SCENE)
    fight(desk, TWO, "M10", "DR")
    desk.play("retreat de-352 M11 N10")  # ruling 132
    assert desk.at("de-352") == "N10"


@rule("15.5")
def test_who_is_surrounded_is_eliminated(desk):
    combat(desk, {"us-1": "M9", "us-4": "L10", "us-29": "N10", "de-352": "M10"})
    fight(desk, ["us-1", "us-4", "us-29"], "M10", "DR")
    assert desk.at("de-352") == "destroyed"


@rule("15.5")
def test_who_has_only_half_the_way_is_eliminated(desk):
    """One free hex next to it, and nothing behind: two hexes are due (ruling 132)."""
    combat(desk, half_way(desk))
    assert retreats(desk, "de-352", 1, 1) == {("N10",)}
    assert retreats(desk, "de-352") == set()
    fight(desk, TWO, "M10", "DR")
    assert desk.at("de-352") == "destroyed"


@rule("15.5")
def test_no_retreat_off_the_board_or_into_the_sea(desk):
    w = desk.w
    for h in members(w.land):
        if len(w.near[h]) < 4 and w.near[h]:
            desk.set_up({"de-352": w.labels[h]})
            for way in ways(desk.s, desk.unit("de-352"), 1, 2):
                assert all(w.land >> x & 1 for x in way)
            break


@rule("15.5", "15.6", "16.6")
def test_only_mountain_units_retreat_through_alpine_ground(desk):
    w = desk.w
    alpine = next(h for h in members(w.ground[ALPINE]) if any(w.terrain[x] != ALPINE for x in w.near[h]))
    start = next(x for x in w.near[alpine] if w.terrain[x] != ALPINE)
    desk.set_up({"fr-2dim": w.labels[start], "fr-1dfl": w.labels[start]})
    assert any(w.labels[alpine] in way for way in retreats(desk, "fr-2dim", 1, 1))
    assert not any(w.terrain[w.index[h]] == ALPINE for way in retreats(desk, "fr-1dfl", 1, 2) for h in way)


@rule("15.6")
def test_the_cost_of_ground_does_not_matter(desk):
    """Armor goes two hexes through rough ground and a mountain does not stop a retreat."""
    w = desk.w
    mountain = next(
        h
        for h in members(w.ground[2])
        if any(w.terrain[a] == w.terrain[b] == 2 for a in w.near[h] for b in w.near[a])
    )
    desk.set_up({"de-lehr": w.labels[mountain]})
    assert any(all(w.terrain[w.index[h]] == 2 for h in way) for way in retreats(desk, "de-lehr"))


@rule("15.7")
def test_a_retreat_ends_within_the_stacking_limit(desk):
    units = {**SCENE, "de-91": "M12", "de-77": "M12", "de-275": "M12"}
    combat(desk, units)
    fight(desk, TWO, "M10", "DR")
    assert desk.why("retreat de-352 M11 M12") == ["15.7"]
    assert "L11" in desk.legal("retreat de-352 M11")  # a full hex may be next to the way, and passed (ruling 135)


@rule("15.7")
def test_without_room_it_is_eliminated(desk):
    """The only hexes at the end of its ways are full."""
    units = {"us-1": "M9", "us-4": "M9", "us-29": "L11", "us-2": "N12", "de-352": "M10"}
    combat(desk, units)
    assert {way[-1] for way in retreats(desk, "de-352")} == {"O10", "O11"}
    units.update(full("O10", "O11"))
    combat(desk, units)
    assert retreats(desk, "de-352") == set()
    assert retreats(desk, "de-352", 1, 1) == {("N10",)}
    fight(desk, TWO, "M10", "DR")
    assert desk.at("de-352") == "destroyed"


@rule("15.4")
def test_a_way_that_saves_must_be_taken(desk):
    """The 352nd could go to M11 or N10, the 353rd only to M11, where one place is left (ruling 133)."""
    units = {"us-1": "M9", "us-4": "L9", "de-352": "M10", "de-353": "M12"}
    units.update(full("L11", "L12", "M13", "N11", "N12"))
    units.update({"de-91": "M11", "de-77": "M11"})
    desk.set_up(units, steps=[Retreating((desk.unit("de-352"), desk.unit("de-353")), 1, 1, ALLIED)])
    assert retreats(desk, "de-352", 1, 1) == {("M11",), ("N10",)}
    assert most_saved(desk.s, desk.s.stack[-1].units, 1, 1) == 2
    assert desk.why("retreat de-352 M11") == ["15.4"]
    desk.play("retreat de-352 N10")
    assert desk.at("de-353") == "M11"


@rule("15.4", "15.7")
def test_if_two_want_one_place_the_attacker_chooses(desk):
    units = {"us-1": "M9", "us-4": "M9", "us-29": "L11", "us-2": "N12", "de-352": "M10", "de-353": "M10"}
    units.update(full("O10", "O11"))
    del units[next(u for u, h in units.items() if h == "O10")]
    combat(desk, units)
    fight(desk, TWO, "M10", "DR")
    assert set(desk.legal("retreat")) == {"de-352", "de-353"}
    desk.play("retreat de-353 N10 O10")
    assert (desk.at("de-352"), desk.at("de-353")) == ("destroyed", "O10")


@rule("15.9", "15.5")
def test_no_retreat_over_a_river_without_bridges(desk):
    w = desk.w
    a, b = next((a, b) for a in members(w.ground[0]) for b in w.near[a] if w.river_between(a, b) >= 0)
    section = w.river_between(a, b)
    desk.set_up({"us-1": w.labels[a]})
    assert (w.labels[b],) in retreats(desk, "us-1", 1, 1)
    desk.set_up({"us-1": w.labels[a]}, bridges_down=1 << section)
    assert (w.labels[b],) not in retreats(desk, "us-1", 1, 1)


@rule("15.9")
def test_no_retreat_over_an_estuary(desk):
    desk.set_up({"us-1": "BB4"})
    assert not any("CC5" in way for way in retreats(desk, "us-1", 1, 2) if way[0] == "CC5")


@rule("8.7", "16.7")
@pytest.mark.parametrize(("beside", "open_way"), [("GG2", True), ("HH1", False), ("JJ2", False), ("KK2", True)])
def test_a_retreat_crosses_the_dyke_but_does_not_end_on_it(desk, beside, open_way):
    """From HH2 over II2, if no enemy is in one of the four hexes next to the dyke."""
    s = desk.set_up({"us-1": "HH2", "de-352": beside})
    over = sorted(way for way in retreats(desk, "us-1", 1, 2) if "II2" in way)
    ends = {"HH1", "JJ1", "JJ2"} - desk.near(beside)
    assert over == ([("II2", label) for label in sorted(ends)] if open_way else [])
    assert not any(way[-1] == "II2" for way in retreats(desk, "us-1", 1, 1))
    u, dyke = desk.unit("us-1"), desk.hex("II2")
    for fewest, most, path in ((1, 1, (dyke,)), (2, 2, (dyke,)), (2, 2, (desk.hex("HH1"), dyke))):
        found = why_not_there(s, Retreating((u,), fewest, most, ALLIED), u, path)
        assert found.rule == "15.4" if open_way and (most, len(path)) == (2, 1) else found.rule == "16.7"


@rule("8.7", "16.7", "15.3", "15.7")
def test_what_a_retreat_still_lacks(desk):
    """Attackers may stop after a hex, but not on the dyke, nor in a full one; defenders may not stop so soon."""
    s = desk.set_up({"us-1": "HH2", "us-4": "HH1", "us-9": "HH1", "us-2": "HH1"})
    u, dyke, crowd = desk.unit("us-1"), desk.hex("II2"), desk.hex("HH1")
    attackers, defenders = Retreating((u,), 1, 2, ALLIED), Retreating((u,), 2, 2, GERMAN)

    def lacks(step, *path):
        return [f"{why.rule}: {why.reason().text}" for why in retreat_lacking(s, step, "", (u, *path))]

    assert lacks(attackers, dyke) == ["16.7: American 1 Infantry cannot end its retreat in II2: name the next hex."]
    assert lacks(attackers, crowd) == ["15.7: American 1 Infantry cannot end its retreat in HH1: name the next hex."]
    assert lacks(defenders, dyke) == ["15.3: American 1 Infantry must retreat 2 hexes: name the next."]
    assert lacks(attackers, dyke, desk.hex("JJ1")) == []


@rule("16.7", "8.7")
def test_a_retreat_may_lead_over_the_dyke_and_does_not_end_there(desk):
    desk.set_up({"us-1": "HH2"})
    found = retreats(desk, "us-1", 1, 2)
    assert {way for way in found if "II2" in way} == {("II2", "JJ1"), ("II2", "JJ2"), ("II2", "HH1")}
    desk.set_up({"us-1": "HH2", "de-352": "KK3"})
    assert ("II2", "JJ1") in retreats(desk, "us-1", 2, 2), "JJ2 is in a zone, but nobody is in it"
    desk.set_up({"us-1": "HH2", "de-352": "JJ2"})
    assert not any("II2" in way for way in retreats(desk, "us-1", 1, 2)), "an enemy is next to it"


@rule("16.7", "15.5")
def test_over_the_dyke_may_be_the_only_way(desk):
    """From HH2 all other hexes are in the zones of Germans at GG2 and GG3, neither of whom is next to the dyke."""
    units = {"us-1": "HH2", "de-352": "GG2", "de-353": "GG3"}
    s = desk.set_up(units, side="german", steps=[])
    desk.restart(Falling((desk.unit("us-1"),), 2, 2, GERMAN))
    assert desk.legal("retreat us-1") == ["II2"]
    lacking = list(retreat_lacking(s, s.stack[-1], "german", (desk.unit("us-1"), desk.hex("II2"))))
    assert [(why.rule, why.text()) for why in lacking] == [
        ("15.3", "American 1 Infantry must retreat 2 hexes: name the next.")
    ]
    assert sorted(desk.legal("retreat us-1 II2")) == ["JJ1", "JJ2"]
    desk.play("retreat us-1 II2 JJ1")
    assert desk.at("us-1") == "JJ1"
    desk.set_up(units, side="german", steps=[])
    desk.restart(Falling((desk.unit("us-1"),), 1, 1, GERMAN))
    assert desk.at("us-1") == "destroyed", "one hex does not lead across"
    for foes, hexes, said in (
        ({"de-352": "JJ1"}, 2, "Enemy units next to the dyke, II2, close it."),
        ({"de-352": "GG3"}, 1, "No retreat ends on the dyke, II2."),
    ):
        s = desk.set_up({"us-1": "HH2"} | foes, side="german", steps=[])
        s.then(Retreating((desk.unit("us-1"),), hexes, hexes, GERMAN))
        assert desk.words("retreat us-1 II2") == f"16.7: {said}"


@rule("24.3")
def test_germans_do_not_retreat_through_partisans(desk):
    desk.set_up({"de-352": "M10"}, partisan=desk.hex("M11"))
    assert not any("M11" in way for way in retreats(desk, "de-352", 1, 2))


# ------------------------------------------------------------------------------------- frozen districts


@rule("9.1D", "9.6", "16.4")
def test_who_retreats_though_he_may_stay_goes_of_his_own_will(desk):
    """K7 is rough ground in the 7th district, which has been invaded, K9 lies outside; the 338th is frozen in the
    19th."""
    for step, mover, released in ((Retreating, GERMAN, False), (Yielding, ALLIED, True)):
        s = desk.set_up({"us-1": "K7", "de-338": "N32"}, frozen="de-338", invaded=1 << 2, steps=[])
        desk.restart(step((desk.unit("us-1"),), 2, 2, mover))
        desk.play("retreat us-1 K8 K9")
        assert s.released == released


@rule("9.1D", "9.6", "15.10", "16.4")
def test_nobody_was_forced_into_a_frozen_district_who_could_have_stayed(desk):
    """From C28, rough ground, Germans at B27 and D26 and a full mountain leave a way into the 19th district alone."""
    for step, mover, asked in ((Retreating, GERMAN, "Forced"), (Yielding, ALLIED, "")):
        units = {"us-1": "C28", "de-352": "B27", "de-77": "D26", "us-4": "C29", "de-338": "N32"}
        s = desk.set_up(units, frozen="de-338", invaded=1 << 2, steps=[])
        s.then(step((desk.unit("us-1"),), 1, 1, mover))
        desk.play("retreat us-1 D28")
        assert desk.step() == asked
        assert s.trespassing == (desk.units_of("us-1") if asked else 0)
        assert s.released == (not asked)
    s = desk.set_up(units, frozen="de-338", invaded=1 << 2, steps=[], expelled=desk.units_of("us-1"))
    s.then(Yielding((desk.unit("us-1"),), 1, 1, ALLIED))
    assert desk.legal("retreat") == []
    assert desk.why("retreat us-1 D28") == ["15.10"]
    s = desk.set_up(units, frozen="de-338", invaded=1 << 2, steps=[], expelled=desk.units_of("us-1"))
    s.then(Retreating((desk.unit("us-1"),), 1, 1, GERMAN))
    assert desk.legal("retreat us-1") == ["D28"], "forced it goes again"


@rule("18.7.4", "16.4")
def test_who_may_stay_does_not_leave_a_harbor_that_works_by_him(desk):
    """Toulon, O34, on rough ground in the zone of P33, is all that the Allies have: without it capacity is below
    zero."""
    units = {"us-1": "O34", "us-2": "O34", "us-4": "M9", "de-352": "P33"}
    two = (desk.unit("us-1"), desk.unit("us-2"))
    s = desk.set_up(units, steps=[])
    desk.restart(Yielding(two, 1, 2, ALLIED))
    assert sorted(desk.legal("retreat")) == ["us-1", "us-2"]
    desk.play("retreat us-1 O35")
    assert (desk.step(), desk.at("us-2")) == ("", "O34"), "it stays by itself"
    s = desk.set_up(units | {"us-1": "O33", "de-352": "P34"}, steps=[])
    s.then(Yielding(two, 1, 2, ALLIED))
    assert desk.legal("retreat") == ["us-1"]
    assert desk.why("retreat us-2 N33") == ["18.7.4"]
    s = desk.set_up(units, steps=[])
    s.then(Retreating(two[1:], 1, 2, GERMAN))
    assert "us-2" in desk.legal("retreat"), "who is forced goes"


@rule("15.10")
def test_allied_units_avoid_frozen_districts(desk):
    """Some ways lead into a frozen district: as long as there are others, they are closed."""
    w = desk.w
    inside = w.districts[1]
    h = next(
        h for h in members(w.land & ~inside & ~w.districts[0] & ~w.districts[2])
        if any(inside >> x & 1 for x in w.near[h]) and any(not inside >> x & 1 for x in w.near[h])
    )  # fmt: skip
    deep = next(w.labels[x] for x in members(inside) if w.grid.distance(x, h) > 3)
    desk.set_up({"us-1": w.labels[h], "de-352": deep}, frozen="de-352")
    assert all(not inside >> w.index[x] & 1 for way in retreats(desk, "us-1", 1, 2) for x in way)


def into_the_district(desk):
    """An Allied unit that can only retreat into the frozen 15th district."""
    w = desk.w
    inside = w.districts[1]
    for h in members(w.land & ~inside & ~w.districts[0] & ~w.districts[2]):
        into = [x for x in w.near[h] if inside >> x & 1]
        out = [x for x in w.near[h] if not inside >> x & 1]
        if len(into) >= 2 and len(out) >= 2 and w.terrain[h] == 0 and not w.cities >> h & 1:
            deep = next(w.labels[x] for x in members(inside) if w.grid.distance(x, h) > 5)
            for foe in out:
                units = {"us-1": w.labels[h], "de-91": w.labels[foe], "de-77": w.labels[foe], "de-352": deep}
                combat(desk, units, frozen="de-352", invaded=4)
                found = retreats(desk, "us-1", 1, 2)
                if found and all(inside >> w.index[way[0]] & 1 for way in found):
                    return w.labels[foe]
    raise AssertionError("no such hex")


@rule("15.10")
@pytest.mark.parametrize("answer", ["quiet", "release"])
def test_forced_into_one_it_releases_only_if_the_allied_player_says_so(desk, answer):
    foe = into_the_district(desk)
    fight(desk, ["us-1"], foe, "AR")
    if desk.step() == "Retreating":
        way = sorted(retreats(desk, "us-1", 1, 2))[0]
        desk.play(f"retreat us-1 {' '.join(way)}")
    assert (desk.step(), desk.seat) == ("Forced", "allied")
    assert desk.s.trespassing == desk.units_of("us-1")
    desk.play(answer)
    assert desk.s.released == (answer == "release")
    assert (desk.s.bound[desk.unit("de-352")] == -1) == (answer == "release")


# ----------------------------------------------------------------------------------------- holding on


@rule("16.4", "15.4")
def test_defenders_in_rough_ground_may_stay_or_go_and_move_themselves(desk):
    combat(desk, {"us-1": "J7", "us-4": "J7", "de-352": "J6"})
    fight(desk, TWO, "J6", "DR")
    assert (desk.step(), desk.seat) == ("Yielding", "german")
    way = sorted(retreats(desk, "de-352"))[0]
    desk.play(f"retreat de-352 {' '.join(way)}")
    assert desk.at("de-352") == way[-1]
    combat(desk, {"us-1": "J7", "us-4": "J7", "de-352": "J6"})
    fight(desk, TWO, "J6", "DR")
    desk.play("stay")
    assert desk.at("de-352") == "J6"


@rule("16.4")
@pytest.mark.parametrize("result", ["EX", "E2"])
def test_survivors_of_losses_may_stay_too(desk, result):
    combat(desk, {"us-1": "J7", "us-4": "J7", "de-352": "J6"})
    fight(desk, TWO, "J6", result)
    assert face(desk, "de-352") == 1
    desk.play("stay")
    if desk.step() == "Losing":
        desk.play("lose us-1")
    assert desk.at("de-352") == "J6"


@rule("16.4")
def test_attackers_from_rough_ground_may_stay(desk):
    combat(desk, {"us-1": "J6", "us-4": "J6", "de-352": "J7", "de-353": "J7"})
    fight(desk, TWO, "J7", "AR")
    assert (desk.step(), desk.seat) == ("Yielding", "allied")
    desk.play("stay")
    assert desk.at("us-1") == "J6"


@rule("16.4", "16.3")
def test_germans_in_a_fortress_may_stay_until_it_is_destroyed(desk):
    w = desk.w
    h = next(
        x for x in members(w.fortresses & ~w.cities)
        if w.terrain[x] == 0 and any(w.terrain[y] == 0 and w.river_between(x, y) < 0 for y in w.near[x])
    )  # fmt: skip
    out = next(w.labels[y] for y in w.near[h] if w.terrain[y] == 0 and w.river_between(h, y) < 0)
    units = {"us-1": out, "us-4": out, "us-29": out, "de-352": w.labels[h]}
    three = [*TWO, "us-29"]
    combat(desk, units)
    fight(desk, three, w.labels[h], "DR")
    if desk.step() == "Yielding":
        desk.play("stay")
    assert desk.at("de-352") == w.labels[h]
    combat(desk, units, ruined=1 << h)
    fight(desk, three, w.labels[h], "DR")
    if desk.step() == "Retreating":
        way = sorted(retreats(desk, "de-352"))[0]
        desk.play(f"retreat de-352 {' '.join(way)}")
    assert desk.at("de-352") != w.labels[h]


@rule("16.8", "16.4")
def test_of_two_hexes_one_may_stay_while_the_other_goes(desk):
    w = desk.w
    rough, plain, start = next(
        (r, p, h)
        for h in members(w.ground[0] & ~w.cities)
        for r in w.near[h]
        for p in w.near[h]
        if w.terrain[r] == ROUGH and w.terrain[p] == 0 and not (w.cities | w.fortresses) >> r & 1
        and not (w.cities | w.fortresses) >> p & 1 and len(w.near[p]) == 6
    )  # fmt: skip
    units = {"us-1": w.labels[start], "us-4": w.labels[start], "us-29": w.labels[start]}
    combat(desk, {**units, "de-325": w.labels[rough], "de-hqt-1": w.labels[plain]})
    r = reckon(desk.s, [desk.unit(u) for u in units], desk.hexes_of(f"{w.labels[rough]} {w.labels[plain]}"))
    column = desk.w.book.column[r.base]
    lower = next(c for c in reversed(desk.w.book.column[: r.base + 1]) if "DR" in c.results)
    text = f"attack us-1 {w.labels[rough]} {w.labels[plain]}; with us-4; with us-29"
    if lower is not column:
        text += f"; lower {lower.id}"
    desk.play(f"{text}; done", dice=[lower.results.index("DR") + 1])
    if desk.step() == "Retreating":
        desk.play(f"retreat de-hqt-1 {' '.join(sorted(retreats(desk, 'de-hqt-1'))[0])}")
    if desk.step() == "Yielding":
        desk.play("stay")
    assert desk.at("de-325") == w.labels[rough]
    assert desk.at("de-hqt-1") != w.labels[plain]


@rule("16.4")
def test_nobody_retreats_unless_the_result_says_so(desk):
    """E2 sends the defenders away; the attackers in rough ground are not asked."""
    combat(desk, {"us-1": "J6", "us-4": "J6", "de-352": "J7", "de-353": "J7"})
    fight(desk, TWO, "J7", "E2")
    desk.play("lose de-352", "retreat de-352 J8", "retreat de-353 J8", "lose us-1", "lose us-4")
    assert desk.step() == ""
    assert (desk.at("us-1"), desk.at("us-4")) == ("J6", "J6")


# ------------------------------------------------------------------------ entering, fortresses, coastal units


@rule("16.3", "15.4")
def test_an_allied_retreat_into_a_fortress_destroys_it(desk):
    w = desk.w
    h = next(x for x in members(w.fortresses & ~w.cities) if w.terrain[x] == 0 and w.near[x])
    start = next(x for x in w.near[h] if any(y != h and y not in w.near[h] for y in w.near[x]))
    foe = next(y for y in w.near[start] if y != h and y not in w.near[h])
    units = {"us-1": w.labels[start], "de-352": w.labels[foe], "de-353": w.labels[foe]}
    combat(desk, units, ruined=0, allied="")
    assert (w.labels[h],) in retreats(desk, "us-1", 1, 1)
    fight(desk, ["us-1"], w.labels[foe], "AR")
    if desk.step():  # else it is the only way
        desk.play(f"retreat us-1 {w.labels[h]}")
    assert desk.s.ruined >> h & 1


@rule("22.3")
def test_a_coastal_unit_that_retreats_becomes_infantry(desk):
    combat(desk, {"us-1": "M9", "us-4": "M9", "de-716": "M10"})
    fight(desk, TWO, "M10", "DR")
    desk.play("retreat de-716 M11 M12")
    assert face(desk, "de-716") == 1
    assert desk.at("de-716") == "M12"


@rule("22.3")
def test_a_coastal_unit_that_takes_a_loss_is_eliminated(desk):
    combat(desk, {"us-1": "M9", "us-4": "M9", "de-716": "M10"})
    fight(desk, TWO, "M10", "EX")
    assert desk.at("de-716") == "destroyed"


@rule("22.3", "16.4")
def test_a_coastal_unit_that_stays_stays_coastal(desk):
    combat(desk, {"us-1": "J7", "us-4": "J7", "de-716": "J6"})
    fight(desk, TWO, "J6", "DR")
    desk.play("stay")
    assert (desk.at("de-716"), face(desk, "de-716")) == ("J6", 0)  # ruling 203


# ------------------------------------------------------------------------------------ retreated onto others


@rule("15.11", "14.9")
def test_who_retreated_onto_others_takes_no_part(desk):
    """A German pushed into a hex that paratroopers attack next adds nothing and loses nothing, but must retreat."""
    s = combat(desk, {"us-101": "M12", "de-325": "M12", "de-352": "M12"}, dropped=0)
    s.fought = desk.units_of("de-352")
    s.dropped = desk.units_of("us-101")
    s.stack.clear()
    s.then(Attacking())
    r = reckon(s, [desk.unit("us-101")], desk.hexes_of("M12"))
    assert [desk.w.ids[c.unit] for c in r.defenders] == ["de-325"]
    columns = desk.w.book.column
    column = columns[r.base]
    assert "DE" in column.results
    desk.play("attack us-101 M12; done", dice=[column.results.index("DE") + 1])
    assert desk.at("de-325") == "destroyed"
    assert desk.step() == "Retreating"
    assert desk.legal("retreat") == ["de-352"]
    desk.play(f"retreat de-352 {' '.join(sorted(retreats(desk, 'de-352'))[0])}")
    assert desk.at("us-101") == "M12"
    assert desk.owner("M12") == "allied"


# ------------------------------------------------------------------------------------- invaders in battle


def invasion(desk, units, ashore, **more):
    site = " ".join(sorted({h for u, h in units.items() if u in ashore.split()}))
    return combat(
        desk, units, turn="jun-1", invaders=desk.units_of(ashore), invasion_turn=1, invasions=1,
        site=desk.hexes_of(site), **more,
    )  # fmt: skip


@rule("12.9")
def test_invaders_that_must_retreat_are_eliminated(desk):
    invasion(desk, {"us-1": "M5", "us-4": "M5", "de-716": "M5", "de-243": "M5"}, "us-1 us-4")
    fight(desk, TWO, "M5", "AR")
    assert [desk.at(u) for u in TWO] == ["destroyed"] * 2


@rule("12.9", "15.3-DR")
def test_defenders_retreat_from_under_invaders(desk):
    invasion(desk, {"us-1": "M5", "us-4": "M5", "de-716": "M5"}, "us-1 us-4")
    fight(desk, TWO, "M5", "DR")
    way = sorted(retreats(desk, "de-716"))[0]
    desk.play(f"retreat de-716 {' '.join(way)}")
    assert desk.owner("M5") == "allied"
    assert desk.at("us-1") == "M5"


@rule("9.7", "9.1F")
def test_released_units_must_then_be_attacked_too(desk):
    """Attacking one frozen stack releases its neighbour, in whose zone the attackers now stand (9.8)."""
    combat(desk, {"us-1": "M7", "us-4": "M7", "de-716": "M6", "de-243": "L6"}, frozen="de-716 de-243")
    near = desk.near("M7")
    assert {"L6", "M6"} <= near
    assert desk.why("attack us-1 M6; with us-4") == ["14.6"]


@rule("9.5")
def test_allied_zones_are_what_bars_german_retreats(desk):
    desk.set_up({"de-352": "M10", "us-rangers": "M13"})
    assert any(way[-1] == "M12" for way in retreats(desk, "de-352"))
    assert survey(desk.s).zones[GERMAN] >> desk.hex("M10") & 1


@rule("14.11", "16.4")
def test_who_stood_by_in_rough_ground_has_to_retreat_too(desk):
    """16.4 spares units that defend in or attack from rough ground; the British in B27 do neither."""
    assert desk.w.terrain[desk.hex("B27")] == ROUGH
    combat(desk, {"us-1": "D26", "us-4": "D26", "br-3": "B27", "de-352": "C27"})
    fight(desk, TWO, "C27", "AR")
    assert desk.step() == "Retreating"
    assert set(desk.legal("retreat")) == {"us-1", "us-4", "br-3"}


@rule("16.4")
def test_of_two_units_in_rough_ground_one_may_go_and_the_other_stay(desk):
    combat(desk, {"us-1": "J7", "us-4": "J7", "us-9": "J7", "de-352": "J6", "de-30": "J6"})
    fight(desk, ["us-1", "us-4", "us-9"], "J6", "DR")
    assert (desk.step(), desk.seat) == ("Yielding", "german")
    first = next(way for way in ways(desk.s, desk.unit("de-352"), 2, 2))
    desk.play("retreat de-352 " + " ".join(desk.w.labels[h] for h in first))
    assert (desk.step(), desk.legal("retreat")) == ("Yielding", ["de-30"]), "the other is asked too"
    desk.play("stay")
    assert desk.at("de-30") == "J6"
    assert desk.at("de-352") == desk.w.labels[first[-1]]


@rule("15.4", "15.7")
def test_units_that_stack_free_never_lack_room(desk):
    """Only the last place counts units: an HQ finds room in a hex that is full."""
    full = dict.fromkeys(("de-353", "de-91", "de-77"), "M12")
    s = desk.set_up({"de-352": "M10", "de-hq-ob-west": "M10", **full}, steps=[])
    units = (desk.unit("de-352"), desk.unit("de-hq-ob-west"))
    assert desk.hex("M12") not in {way[-1] for way in ways(s, units[0], 2, 2)}
    assert desk.hex("M12") in {way[-1] for way in ways(s, units[1], 2, 2)}
    assert most_saved(s, units, 2, 2) == 2

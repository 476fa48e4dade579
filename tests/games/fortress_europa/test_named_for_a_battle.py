"""14, 19.4, 20.8, 12.8, 21.11: what is named for a battle, hex by hex and unit by unit, why others are not, and what
is left undone."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import GERMAN
from grognard.games.fortress_europa.rules.combat.attacking import (
    Attacking,
    StartCombat,
    attack_units,
    battle_duties,
    begin_battle,
    companions,
    end_duties,
    has_target,
    ready_ships,
    ship_reasons,
    target_reasons,
    target_sets,
    target_values,
    targets_enough,
    targets_lacking,
    why_not_attacking,
    with_reasons,
)
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.state import FIRST_COMBAT, LOST, SECOND_COMBAT
from grognard.maps import members
from grognard.suite import rule

STEP = Attacking()


def words(found):
    return [(why.rule, why.text()) for why in found]


def labels(desk, sets):
    return sorted(" ".join(desk.w.labels[h] for h in members(hexes)) for hexes in sets)


def hexes_in(desk, mask):
    return {desk.w.labels[h] for h in members(mask)}


# ------------------------------------------------------------------------------------------- paratroopers first


@rule("20.8")
def test_each_battle_of_paratroopers_on_enemies_is_in_its_own_hex(desk):
    """They come first, one hex at a time, with whoever stands beside it."""
    units = {
        "us-101": "M10",
        "us-82": "M8",
        "de-325": "M10",
        "de-347": "M8",
        "us-1": "M9",
        "us-9": "R20",
        "de-91": "R21",
    }
    s = desk.set_up(units, dropped=desk.units_of("us-101 us-82"), steps=[Attacking()])
    assert hexes_in(desk, front(s).first) == {"M8", "M10"}
    sets = {u: labels(desk, target_sets(s, desk.unit(u))) for u in ("us-101", "us-82", "us-1", "us-9")}
    assert sets == {"us-101": ["M10"], "us-82": ["M8"], "us-1": ["M10", "M8"], "us-9": []}
    assert attack_units(s, STEP, "", ()) == desk.units_of("us-101 us-82 us-1")
    assert [has_target(s, desk.unit(u)) for u in ("us-101", "us-1", "us-9")] == [True, True, False]
    assert "20.8: Paratroopers who landed on enemies fight first." in desk.words("attack us-9")
    assert desk.why("attack us-1 M10 M8") == ["14.6"], "one hex at a time"
    assert desk.why("attack us-1 M10; with us-101; done") == []


@rule("14.6", "20.8")
def test_whom_paratroopers_need_is_told_so(desk):
    """A unit next to the paratroopers' hex and no other, which another nation attacks, is not told of them."""
    units = {"us-101": "M10", "de-325": "M10", "br-3": "M9", "de-347": "M8"}
    s = desk.set_up(units, dropped=desk.units_of("us-101"), steps=[Attacking()])
    assert labels(desk, target_sets(s, desk.unit("br-3"))) == []
    assert desk.why("attack br-3") == ["14.6"]
    found = words(target_reasons(s, STEP, "allied", (desk.unit("br-3"), desk.hex("M8"))))
    assert found == [("20.8", "Paratroopers who landed on enemies fight first.")]


# ------------------------------------------------------------------------------------------------ own hexes


@rule("12.8", "20.8", "21.11")
@pytest.mark.parametrize(
    ("unit", "more", "case"),
    [("us-1", "invaders", "12.8"), ("us-101", "dropped", "20.8"), ("us-rangers", "", "21.11")],
)
def test_who_stands_on_enemies_attacks_no_others(desk, unit, more, case):
    last = desk.units_of("br-79-c")  # elsewhere the last unit of the list has both landed and dropped
    fields = {"invaders": last, "dropped": last} | ({more: desk.units_of(unit) | last} if more else {})
    places = {unit: "M5", "de-716": "M5", "de-352": "M6", "br-79-c": "P5", "us-9": "R20"}
    s = desk.set_up(places, turn="jun-2", steps=[Attacking()], **fields)
    assert [why.rule for why in why_not_attacking(s, desk.unit("us-9"))] == ["14.6C"]
    assert [why.rule for why in why_not_attacking(s, desk.unit("br-79-c"))] == ["12.8"]
    name = desk.w.unit_names[desk.unit(unit)]
    found = words(target_reasons(s, STEP, "allied", (desk.unit(unit), desk.hex("M6"))))
    assert found == [(case, f"{name} fights the enemies in its own hex and no others.")]


@rule("14.1", "14.6C", "14.7", "14.9")
def test_why_a_hex_is_not_attacked(desk):
    """Its bridges are down, water lies before it, it is far, empty or named already, or who is there has fought."""
    w = desk.w
    a, b, section = next(
        (a, b, w.river_between(a, b)) for a in members(w.ground[0]) for b in w.near[a] if w.river_between(a, b) >= 0
    )
    units = {"us-1": w.labels[a], "de-352": w.labels[b], "us-9": "M9", "de-91": "M10", "de-77": "M8"}
    near = next(x for x in w.near[a] if x != b and w.river_between(a, x) < 0)
    units |= {"us-4": "BB4", "de-353": "CC5", "de-84": w.labels[near], "de-331": min(desk.near("BB4"))}
    s = desk.set_up(units, bridges_down=1 << section, steps=[Attacking()])

    def case(unit, *places):
        return words(target_reasons(s, STEP, "allied", (desk.unit(unit), *map(desk.hex, places))))

    assert case("us-9", "M10") == []
    assert case("us-9", "M10", "M10") == [("14.7", "M10 is named twice.")]
    assert case("us-9", "M11") == [("14.6C", "There is no enemy in M11.")]
    name = w.unit_names
    assert case("us-9", w.labels[b]) == [("14.6C", f"{name[desk.unit('us-9')]} is not next to {w.labels[b]}.")]
    places = f"between {w.labels[a]} and {w.labels[b]} are destroyed."
    assert case("us-1", w.labels[b]) == [("14.1", f"The bridges {places}")]
    assert case("us-4", "CC5") == [("14.1", "Water lies between BB4 and CC5.")]
    s.fought = desk.units_of("de-77")
    assert case("us-9", "M8") == [("14.9", "The units in M8 have fought in this impulse.")]


# ----------------------------------------------------------------------------------------------- hex by hex


@rule("14.6", "14.6A", "14.6C", "14.8")
def test_hexes_are_named_until_it_is_enough(desk):
    """One division alone next to two enemies: either can be named first, both are enough."""
    s = desk.set_up(
        {"us-1": "M9", "de-325": "M10", "de-hqt-1": "M8", "us-9": "R20", "de-91": "R21"}, steps=[Attacking()]
    )
    u = desk.unit("us-1")
    assert labels(desk, target_sets(s, u)) == ["M10 M8"] or labels(desk, target_sets(s, u)) == ["M8 M10"]
    assert hexes_in(desk, target_values(s, STEP, "", (u,))) == {"M10", "M8"}
    assert hexes_in(desk, target_values(s, STEP, "", (u, desk.hex("M8")))) == {"M10"}
    assert hexes_in(desk, target_values(s, STEP, "", (u, desk.hex("M10")))) == {"M8"}
    assert hexes_in(desk, targets_enough(s, STEP, "", (u, desk.hex("M10")))) == {"M8"}
    assert hexes_in(desk, targets_enough(s, STEP, "", (u,))) == set()
    assert hexes_in(desk, targets_enough(s, STEP, "", (u, desk.hex("M8")))) == {"M10"}
    [lacking] = targets_lacking(s, STEP, "", (u, desk.hex("M8")))
    name = desk.w.unit_names[u]
    assert (lacking.rule, lacking.text()) == ("14.6A", f"{name} must attack more than this: name M10 too.")
    assert lacking.places == ("M10",)
    assert list(targets_lacking(s, STEP, "", (u, desk.hex("M8"), desk.hex("M10")))) == []
    other = desk.unit("us-9")
    assert hexes_in(desk, targets_enough(s, STEP, "", (other,))) == {"R21"}
    assert hexes_in(desk, target_values(s, STEP, "", (other,))) == {"R21"}
    assert targets_enough(s, STEP, "", (other, desk.hex("R21"))) == 0, "it is named already"
    assert target_values(s, STEP, "", (other, desk.hex("R21"))) == 0


@rule("14.8", "14.6", "6.2")
def test_odds_that_nobody_could_mend_are_told_from_duties(desk):
    """Two factors with a friend of four in the next hex against seventeen frozen ones, or without him."""
    units = {"us-4cav": "M9", "de-2pz": "M8", "de-116pz": "M8", "de-352": "M10"}
    for more, case in (({}, "14.8"), ({"br-3": "M9"}, "14.8"), ({"us-9": "M7"}, "")):
        s = desk.set_up(units | more, frozen="de-2pz de-116pz", steps=[Attacking()])
        found = words(target_reasons(s, STEP, "allied", (desk.unit("us-4cav"), desk.hex("M8"))))
        name = desk.w.unit_names[desk.unit("us-4cav")]
        expected = [("14.8", f"{name} and all who could join it have odds worse than 1-6.")]
        assert (found == expected) == bool(case), (more, found)


# --------------------------------------------------------------------------------------------------- company


@rule("14.6C", "14.7", "6.2", "14.6")
def test_why_a_unit_does_not_join(desk):
    units = {"us-1": "M9", "us-4": "M9", "us-9": "N9", "br-3": "M9", "de-352": "M10", "de-vs-1": "M8", "us-29": "R20"}
    s = desk.set_up(units | {"de-91": "R21"}, steps=[Attacking()])
    name = desk.w.unit_names

    def case(unit):
        return words(with_reasons(s, STEP, "allied", (desk.unit(unit),)))

    s.battle_units, s.battle_hexes = desk.units_of("us-1"), desk.hexes_of("M10 M8")
    assert case("us-1") == [("14.7", f"{name[desk.unit('us-1')]} is in this battle already.")]
    assert case("us-9") == [("14.6C", f"{name[desk.unit('us-9')]} is not next to M8.")]
    assert case("us-29")[0][0] == "14.6C"
    assert case("br-3")[0][0] == "6.2"
    s = desk.set_up({"us-1": "M9", "us-4": "M9", "de-352": "M10", "de-vs-1": "M8"}, steps=[Attacking()])
    s.battle_units, s.battle_hexes = desk.units_of("us-1"), desk.hexes_of("M10")
    assert case("us-4") == [
        ("14.6", f"If {name[desk.unit('us-4')]} joined this battle, duties could not be met any more.")
    ]
    assert companions(s) == 0


# ------------------------------------------------------------------------------------------ what is left undone


@rule("14.1", "14.8")
def test_who_could_attack_is_named_when_combat_ends(desk):
    """Nobody must: the enemies are frozen. The best odds are told, 12 to 8 in Caen; elsewhere 2 to 4."""
    beside = min(label for label in desk.near("V6") if len(desk.near(label)) == 6)
    units = {"us-1": "M7", "us-4": "M7", "de-352": "M6", "us-9": "R20", "us-106cav": beside, "de-353": "V6"}
    s = desk.set_up(units, frozen="de-352 de-353", steps=[Attacking()])
    [waste] = STEP.wastes(s, "allied")
    assert (waste.kind, waste.rule) == ("attacks", "14.1")
    assert set(waste.pieces) == {"us-1", "us-4", "us-106cav"}
    assert waste.text.startswith("3 units could attack, the best at 1-1 on Caen (M6)")
    s.battle_units, s.battle_hexes = desk.units_of("us-1"), desk.hexes_of("M6")
    assert list(STEP.wastes(s, "allied")) == []
    s = desk.set_up({"us-9": "R20", "de-352": "M6"}, steps=[])
    assert list(STEP.wastes(s, "allied")) == []
    strong = {"de-lehr": "V6", "de-12ss": "V6"}
    s = desk.set_up({"us-106cav": beside} | strong, frozen="de-lehr de-12ss", steps=[Attacking()])
    assert list(STEP.wastes(s, "allied")) == [], "two factors cannot attack seventeen"
    s = desk.set_up({"us-106cav": beside, "us-1": "M7", "de-352": "M6"} | strong, frozen="de-lehr de-12ss", steps=[])
    [waste] = STEP.wastes(s, "allied")
    assert waste.pieces == ("us-1",)


@rule("14.6A", "14.6B", "13.4")
def test_everybody_who_must_and_whom_one_must_attack_is_named_at_the_end(desk):
    units = {"us-1": "M9", "us-hq-bradley": "M9", "de-352": "M10", "de-353": "M10", "us-9": "R20", "de-91": "R21"}
    s = desk.set_up(units, steps=[Attacking()])
    name = desk.w.unit_names
    found = [(why.rule, why.places, set(why.pieces)) for why in end_duties(s)]
    assert sorted(found, key=str) == sorted(
        [
            ("14.6A", ("M10",), {"de-352", "de-353"}),
            ("14.6A", ("R21",), {"de-91"}),
            ("14.6B", ("M9",), {"us-1"}),
            ("14.6B", ("R20",), {"us-9"}),
            ("13.4", ("M9",), {"us-hq-bradley"}),
        ],
        key=str,
    )
    assert f"{name[desk.unit('us-9')]} must attack." in [why.text() for why in end_duties(s)]


@rule("14.6", "14.6B", "14.8")
def test_what_a_battle_lacks(desk):
    """Legal odds first; then those without whom a duty is missed, of all its hexes, who agree with it and must."""
    units = {"us-1": "M9", "us-4": "L9", "us-9": "N9", "br-3": "M9", "de-352": "M10", "de-hqt-1": "M8"}
    s = desk.set_up(units, steps=[Attacking()])
    s.battle_units, s.battle_hexes = desk.units_of("us-1"), desk.hexes_of("M10 M8")
    [why] = battle_duties(s)
    assert (why.rule, set(why.places), set(why.pieces)) == ("14.6", {"M10", "M8"}, {"us-4", "us-9"})
    s = desk.set_up({"us-4cav": "M9", "us-1": "M9", "de-2pz": "M10", "de-1ss": "M10"}, steps=[Attacking()])
    s.battle_units, s.battle_hexes = desk.units_of("us-4cav"), desk.hexes_of("M10")
    assert [(why.rule, why.places) for why in battle_duties(s)] == [("14.8", ("M10",))]


# ------------------------------------------------------------------------------------------------ the beginning


@rule("14.11", "14.13", "9.1F")
def test_who_takes_no_part_as_a_battle_begins(desk):
    """Who must attack, is of another nation and has nothing else to attack, but perhaps frozen enemies."""
    units = {"us-1": "M9", "br-3": "M9", "ca-3": "M9", "us-4": "M9", "de-352": "M10", "de-2pz": "M8", "us-9": "N9"}
    s = desk.set_up(units, frozen="de-2pz", steps=[])
    s.battle_units, s.battle_hexes = desk.units_of("us-1"), desk.hexes_of("M10")
    begin_battle(s, None)
    assert s.battle_idle == desk.units_of("br-3 ca-3")
    s = desk.set_up(units | {"de-91": "L8"}, frozen="de-2pz", steps=[])
    s.battle_units, s.battle_hexes = desk.units_of("br-3"), desk.hexes_of("M10")
    begin_battle(s, None)
    assert s.battle_idle == desk.units_of("us-9"), "the others are next to L8 as well"


@rule("14.2", "9.1", "14.9")
def test_the_first_unit_of_the_list_is_asked_like_others(desk):
    """It has not fought because another has, nor does it attack in the other player's turn."""
    first = desk.w.ids[0]
    s = desk.set_up({first: "M9", "de-91": "M9", "us-1": "M10"}, side="german", steps=[Attacking()])
    assert s.side == GERMAN
    assert list(why_not_attacking(s, 0)) == []
    s.fought = desk.units_of("de-91")
    assert list(why_not_attacking(s, 0)) == []
    assert [why.rule for why in why_not_attacking(s, desk.unit("de-91"))] == ["14.9"]


@rule("4.3B3", "14.3")
@pytest.mark.parametrize(("impulse", "phase"), [(1, FIRST_COMBAT), (2, SECOND_COMBAT)])
def test_which_combat_impulse_begins(desk, impulse, phase):
    s = desk.set_up({"us-1": "M9", "de-91": "M10"}, steps=[StartCombat(impulse)])
    assert (s.impulse, s.phase) == (impulse, phase)
    assert desk.step() == "Attacking"


@rule("19.4", "17.10.2", "17.10.9", "15.8")
@pytest.mark.parametrize(
    ("impulse", "expected"), [(1, {"with", "ship", "lower", "support"}), (2, {"with", "ship", "lower"})]
)
def test_what_is_offered_for_a_battle(desk, impulse, expected):
    """Aircraft in the first combat impulse alone, ships in the Allied turn; nothing of that before it is declared."""
    w = desk.w
    ships = [w.sea_spots.index("N4")] * len(w.ships)
    units = {"us-hq-bradley": "L1", "us-1": "L2", "us-4": "L2", "de-352": "L3"}
    s = desk.set_up(units, impulse=impulse, turn="jul-2", ship_at=ships, steps=[Attacking()])
    s.mission[w.plane["9th-1"]] = w.mission["ground-support"]
    assert [verb.name for verb, _ in STEP.offers(s, "allied")] == ["attack"]
    s.battle_units, s.battle_hexes = desk.units_of("us-1"), desk.hexes_of("L3")
    assert {verb.name for verb, _ in STEP.offers(s, "allied")} == expected
    s.battle_units = desk.units_of("us-1 us-4")
    assert {verb.name for verb, _ in STEP.offers(s, "allied")} == expected - {"with"}
    s = desk.set_up({"us-1": "M9", "de-352": "M10", "de-91": "M10"}, side="german", steps=[Attacking()])
    s.battle_units, s.battle_hexes = desk.units_of("de-352"), desk.hexes_of("M9")
    assert {verb.name for verb, _ in STEP.offers(s, "german")} == {"with", "lower"}


@rule("19.4", "19.6")
def test_a_ship_is_refused_for_its_own_sake_alone(desk):
    """Not because the next one supports the battle, or has fired."""
    w = desk.w
    ships = [w.sea_spots.index(place) for place in ("N4", "N4", "A1", "N4")]
    s = desk.set_up({"us-1": "L2", "de-352": "L3"}, ship_at=ships, steps=[Attacking()])
    s.battle_units, s.battle_hexes, s.battle_ships = desk.units_of("us-1"), desk.hexes_of("L3"), 0b10
    assert [words(ship_reasons(s, STEP, "allied", (ship,)))[:1] for ship in (0, 3)] == [[], []]
    assert ready_ships(s, STEP, "", ()) == 0b1001
    s.ships_used = 0b1000
    assert [why.rule for why in ship_reasons(s, STEP, "allied", (2,))] == ["19.6"]
    assert [why.rule for why in ship_reasons(s, STEP, "allied", (3,))] == ["19.4"]
    assert ready_ships(s, STEP, "", ()) == 0b1
    s.ship_at[3] = LOST
    assert words(ship_reasons(s, STEP, "allied", (3,))) == [("19.8", "The naval units have left for good.")]


@rule("14.6", "14.11")
def test_all_hexes_that_are_named_are_told_of_where_duties_are_in_the_way(desk):
    """If the Americans attack both stacks, the British have nothing left to attack."""
    s = desk.set_up({"us-1": "M9", "br-3": "M9", "de-325": "M10", "de-hqt-1": "M8"}, steps=[Attacking()])
    u = desk.unit("us-1")
    found = words(target_reasons(s, STEP, "allied", (u, desk.hex("M10"), desk.hex("M8"))))
    assert found == [("14.6", f"If {desk.w.unit_names[u]} attacked M10, M8, duties could not be met.")]
    assert words(target_reasons(s, STEP, "allied", (u, desk.hex("M10")))) == []

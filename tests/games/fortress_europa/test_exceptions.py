"""What holds for one unit, hex, side or turn and not for the next: conditions, with what lies just beside them."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, DISTRICTS, GERMAN, ROUGH
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.combat.obligation import attacks_due, counts, falls_short, possible
from grognard.games.fortress_europa.rules.combat.strength import attacker, defender, defending_factor
from grognard.games.fortress_europa.rules.forces.partisans import PartisanLeaves
from grognard.games.fortress_europa.rules.landing.airborne import Dropping, Drops
from grognard.games.fortress_europa.rules.landing.dday import StartLanding
from grognard.games.fortress_europa.rules.landing.invasion import Invading
from grognard.games.fortress_europa.rules.landing.site import area_of
from grognard.games.fortress_europa.rules.movement.districts import attack_releases, turned_away
from grognard.games.fortress_europa.rules.movement.greif import IN_USE, picks_one
from grognard.games.fortress_europa.rules.movement.movement import movers
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove, phases
from grognard.games.fortress_europa.rules.setup.setup import blanks, covers, lay
from grognard.games.fortress_europa.rules.standing import build, facts, freeze, same
from grognard.games.fortress_europa.rules.state import FREE, SECOND_MOVE, SUPPLY
from grognard.games.fortress_europa.rules.supply.supply import german_cut_off, german_sources
from grognard.maps import members
from grognard.suite import rule

# ------------------------------------------------------------------------------------------- the beginning

SETTINGS = {"scenario", "options", "turn", "side", "phase", "impulse", "weather"}
NONE_YET = {"battle_column", "landing_area", "rail_hq_month", "carpet_month", "partisan", "fuel_limit", "winner"}
"""What has no value yet is -1."""


@rule("3.2", "4.2", "12.1", "17.7", "20.1", "21.1", "30.1")
def test_nothing_has_happened_before_the_game(desk):
    """Nobody has moved, fought, landed or been lost, nothing is taken, and all areas that can be flooded are."""
    s = desk.game.begin("campaign", desk.game.settle_options("campaign", {}))
    fields = {name: getattr(s, name) for name in type(s).__struct_fields__ if name not in SETTINGS}
    numbers = {name: value for name, value in fields.items() if type(value) in (int, bool)}
    assert len(numbers) > 90
    new = {name for name, value in numbers.items() if value}
    assert new - NONE_YET == {"flooded"}
    assert {numbers[name] for name in NONE_YET} == {-1}
    assert {value for value in fields.values() if isinstance(value, tuple)} == {()}
    assert s.ending == ""


# --------------------------------------------------------------------------------------------------- decoys


@rule("31.7")
def test_a_decoy_over_the_first_unit_of_the_list_covers_it(desk):
    """de-347 is the first counter of the set-up: a decoy over it is no blank one."""
    s = desk.set_up({"de-347": "GG4", "de-719": "FF4"}, options="decoys-for-hidden", side="german", steps=[])
    assert desk.unit("de-347") == 0
    assert (covers(s), blanks(s)) == (0, 0)
    lay(s, desk.hex("GG4"), 0)
    assert (covers(s), blanks(s)) == (1, 0)
    lay(s, desk.hex("GG5"), -1)
    assert (covers(s), blanks(s)) == (1, 1)
    assert facts(s).covered == desk.units_of("de-347")
    s.facts = None
    assert facts(s).covered == desk.units_of("de-347")
    assert facts(s).decoys == desk.hexes_of("GG4 GG5")


# ------------------------------------------------------------------------------------------------- the isle


@rule("31.5", "12.10")
def test_the_isle_lies_in_the_area_of_its_beaches_alone(desk):
    w = desk.set_up({}, options="jersey", steps=[]).data
    isle = w.index["I4"]
    named = [a.id for a, hexes in zip(w.areas, w.area_hexes, strict=True) if hexes >> isle & 1]
    assert named == [w.areas[area_of(w, w.bit[w.index[label]])].id for label in w.book.jersey.beaches[:1]]


# --------------------------------------------------------------------------------------------- On to Berlin


def line(desk, units, **more):
    """The German first combat impulse of December III in On to Berlin; everybody named may attack."""
    names = " ".join(u for u in units if u.startswith("de-"))
    steps = more.pop("steps", [StartCombat(1)])
    return desk.set_up(
        units, scenario="berlin", turn="dec-3", side="german", weather="overcast-star",
        belt_units=desk.units_of(names), steps=steps, **more,
    )  # fmt: skip


@rule("33.4.1")
def test_an_attack_below_1_1_is_not_owed(desk):
    """Four factors against six are 1-2, six against six are 1-1."""
    s = line(desk, {"de-26vg": "GG13", "us-28": "FF12"})
    assert possible(s, 2) == 0
    assert list(attacks_due(s)) == []
    s = line(desk, {"de-3pzg": "GG13", "us-28": "FF12"})
    assert possible(s, 2) == 1
    assert [why.rule for why in attacks_due(s)] == ["33.4.1"]


@rule("33.4.1", "33.3.9-3")
@pytest.mark.parametrize(
    ("label", "column", "turn", "impulse", "counted", "short"),
    [
        ("FF12", -1, "dec-3", 1, True, False),
        ("FF12", 0, "dec-3", 1, False, True),
        ("DD11", -1, "dec-3", 1, False, False),
        ("FF12", -1, "dec-3", 2, False, False),
        ("FF12", -1, "dec-4", 1, False, False),
    ],
)
def test_which_attacks_count_as_attacks_on_the_line(desk, label, column, turn, impulse, counted, short):
    """On the line from GG11 to FF13, at declared odds of 1-1, in the first combat impulse of December III."""
    near = sorted(desk.near(label))[0]
    s = line(desk, {"de-2pz": near, "us-28": label}, steps=[], impulse=impulse)
    s.turn = desk.w.turn_of[turn]
    s.battle_units, s.battle_hexes, s.battle_column = desk.units_of("de-2pz"), desk.hexes_of(label), column
    assert counts(s) is counted
    assert falls_short(s) is short


# --------------------------------------------------------------------------------------- Skorzeny's commandos


@rule("31.13")
def test_only_the_brigade_picks_one_hex(desk):
    for side, used, expected in (("german", IN_USE, True), ("german", 0, False), ("allied", IN_USE, False)):
        s = desk.set_up({"de-150ss": "EE12", "de-2pz": "EE12"}, options="greif", side=side, greif=used, steps=[])
        assert picks_one(s, desk.unit("de-150ss")) is expected
        assert not picks_one(s, desk.unit("de-2pz"))
    s = desk.set_up({"de-150ss": "EE12"}, side="german", greif=IN_USE, steps=[])
    assert not picks_one(s, desk.unit("de-150ss")), "without the option"


# ---------------------------------------------------------------------------------------------- the sequence


@rule("24.4", "4.3")
def test_partisans_leave_in_the_german_turn_only(desk):
    """After the second move impulse; where they cut supply, after the Supply Phase (ruling 209)."""
    for options, phase in (("", SECOND_MOVE), ("partisans-cut-supply", SUPPLY)):
        s = desk.set_up({}, turn=5, options=options, steps=[])
        for side in (ALLIED, GERMAN):
            found = [number for number, steps in phases(s, side).items() if PartisanLeaves() in steps]
            assert found == ([phase] if side == GERMAN else [])


@rule("15.10")
def test_who_was_driven_in_leaves_on_the_next_allied_turn(desk):
    mine = desk.units_of("us-1")
    for side, impulse, kept in (("allied", 1, 0), ("allied", 2, mine), ("german", 1, mine)):
        s = desk.set_up({"us-1": "P8", "us-4": "M8"}, side=side, driven_in=mine, steps=[StartMove(impulse)])
        assert s.driven_in == kept


# --------------------------------------------------------------------------------------- landings and releases


@rule("12.17", "9.1F", "9.6")
def test_only_who_was_turned_away_fights_against_his_will(desk):
    """br-3 was turned away into N5, in the frozen 15th district; br-50 has invaded M5 and meets Germans there too."""
    units = {"br-3": "N5", "br-50": "M5", "de-275": "N5", "de-352": "M5", "de-344": "T6"}
    s = desk.set_up(
        units, turn="jun-1", steps=[], frozen="de-275 de-344", invaded=1 << DISTRICTS.index("7th"),
        trespassing=desk.units_of("br-3"), invaders=desk.units_of("br-3 br-50"),
    )  # fmt: skip
    assert turned_away(s, desk.unit("br-3"))
    assert not turned_away(s, desk.unit("br-50"))
    assert not attack_releases(s, desk.hexes_of("N5"), (desk.unit("br-3"),))
    assert attack_releases(s, desk.hexes_of("N5"), (desk.unit("br-50"),))
    s.invaders = 0
    assert not turned_away(s, desk.unit("br-3")), "who came on foot"
    s.raiding = desk.units_of("br-3")
    assert turned_away(s, desk.unit("br-3")), "raiders as well"
    freeze(s, desk.unit("de-275"), FREE)
    assert not attack_releases(s, desk.hexes_of("N5"), (desk.unit("br-50"),)), "nobody frozen is attacked"


@rule("12.8", "20.8", "21.11", "14.1")
def test_by_which_case_a_unit_fights_in_its_own_hex_alone(desk):
    """Whoever else invades, drops or raids: us-101 and the rangers come before the 45th in the list of units."""
    units = {"us-101": "M5", "de-352": "M5", "de-91": "L6", "us-45": "K2", "us-1abtf": "K3"}
    for mine, others, case in (
        ("invaders", ("dropped", "raiding"), "12.8"),
        ("dropped", ("invaders", "raiding"), "20.8"),
        ("raiding", ("invaders", "dropped"), "21.11"),
    ):
        marks = {mine: desk.units_of("us-101")} | dict.fromkeys(others, desk.units_of("us-45"))
        desk.set_up(units, turn="jun-2", steps=[StartCombat(1)], **marks)
        assert desk.why("attack us-101 L6") == [case]


@rule("20.12", "9.1D")
@pytest.mark.parametrize(("label", "released"), [("K6", False), ("Q9", True)])
def test_a_drop_of_the_first_turn_is_judged_once_the_invasion_is_known(desk, label, released):
    """Normandy, in the 7th district, is invaded: a drop there frees nobody else, one in no district frees all."""
    w = desk.w
    assert w.district_of[desk.hex(label)] == (-1 if released else DISTRICTS.index("7th"))
    there = {"us-101": "england", "br-3": "england", "de-708": "C12"}
    s = desk.set_up(
        there, turn="jun-1", frozen="de-708", steps=[StartLanding(), Drops(ALLIED), Invading()],
        began=desk.units_of("us-101 br-3"),
    )  # fmt: skip
    desk.play(f"drop us-101 {label}; done", dice=[1])
    assert not s.released, "no district is invaded yet"
    desk.play("invade br-3 M5; done")
    assert s.released is released


@rule("20.14", "20.12", "9.1A", "30.2")
def test_airborne_units_that_invade_later_land_with_the_drop(desk):
    """In the second invasion they are ashore at once: they hold their hex and free its district. On the first turn
    the landing is not over until all invaders are named."""
    units = {"us-101": "england", "de-352": "K6", "de-708": "C12"}
    seventh = 1 << DISTRICTS.index("7th")
    for turn, first in (("aug-1", False), ("jun-1", True)):
        s = desk.set_up(
            units, turn=turn, frozen="de-352 de-708", steps=[StartMove(1), Dropping(ALLIED), Moving()],
            invasions=0 if first else 1, invasion_turn=0 if first else 1, began=desk.units_of("us-101"),
            first_failed=not first,
        )  # fmt: skip
        desk.play("invade us-101 M5; done")
        assert desk.at("us-101") == "M5"
        assert s.invaded == (0 if first else seventh)
        assert (s.bound[desk.unit("de-352")] == FREE) is not first
        assert (desk.owner("M5") == "allied") is not first


# -------------------------------------------------------------------------------------------------- supply


@rule("18.3", "18.6")
def test_a_city_of_italy_serves_a_headquarters_but_not_who_is_far_away(desk):
    """All cities of Germany are Allied. Torino supplies an HQ (18.3); who has none and is far from the enemy needs a
    city in Germany (18.6, ruling 173)."""
    w = desk.w
    lost = " ".join(w.labels[h] for h in members(w.cities & w.germany))
    s = desk.set_up({"de-352": "P20", "us-1": "K2"}, side="german", allied=lost, steps=[])
    assert german_sources(s) == w.cities & w.italy
    assert german_cut_off(s) == [desk.unit("de-352")]
    s = desk.set_up({"de-352": "P20", "us-1": "K2", "de-hq-ag-b": "P22"}, side="german", allied=lost, steps=[])
    assert german_cut_off(s) == []
    one = lost.replace("II10", "", 1)
    assert w.place_hex["Koln"] == desk.hex("II10")
    s = desk.set_up({"de-352": "P20", "us-1": "K2"}, side="german", allied=one, steps=[])
    assert german_cut_off(s) == [], "Köln is German"
    s = desk.set_up({"de-352": "P20", "us-1": "II10"}, side="german", allied=one, steps=[])
    s.allied &= ~w.bit[desk.hex("II10")]
    assert german_cut_off(s) == [desk.unit("de-352")], "the enemy stands in it"


# ------------------------------------------------------------------------------------------ reasons of factors


def ground(desk, terrain):
    """A hex of this ground without city and fortress, away from rivers."""
    w = desk.w
    wet = 0
    for river in w.rivers:
        wet |= river.banks
    return next(w.labels[h] for h in members(w.ground[terrain] & ~(w.cities | w.fortresses | wet)))


@rule("16.5", "33.3.9-3", "31.16")
def test_why_an_attacker_counts_less(desk):
    w = desk.w
    rough, clear = ground(desk, ROUGH), "M12"
    s = desk.set_up({"us-2arm": "M13", "us-1": "M13"}, steps=[])
    armor, foot = desk.unit("us-2arm"), desk.unit("us-1")
    assert not w.halving >> desk.hex(clear) & 1
    for unit, label, factor, cases in (
        (armor, clear, 9, []), (armor, rough, 5, ["16.5"]), (armor, "R11", 5, ["16.5"]),
        (foot, rough, 6, []), (foot, "R11", 6, []),
    ):  # fmt: skip
        found = attacker(s, unit, desk.hexes_of(label))
        assert (found.factor, [case for _, case in found.notes]) == (factor, cases), label
    assert "a city" in attacker(s, armor, desk.hexes_of("R11")).notes[0][0]
    assert "rough ground" in attacker(s, armor, desk.hexes_of(rough)).notes[0][0]
    s = line(desk, {"de-2pz": "GG13", "de-26vg": "GG13", "us-28": "FF12"}, steps=[])
    here = next(w.bit[h] for h in members(w.lines.american) if w.halving >> h & 1)
    armor, foot = desk.unit("de-2pz"), desk.unit("de-26vg")
    found = attacker(s, armor, here)
    assert (found.factor, [case for _, case in found.notes]) == (7, ["33.3.9-3"])
    assert attacker(s, foot, here).notes == ()
    flat = next(w.bit[h] for h in members(w.lines.american) if not w.halving >> h & 1)
    assert attacker(s, armor, flat).notes == ()


@rule("16.5", "16.1")
def test_with_the_other_reading_only_cities_double_armor(desk):
    rough = ground(desk, ROUGH)
    s = desk.set_up({"us-2arm": rough, "us-3arm": "R11"}, options="armour-gains-from-cities", steps=[])
    assert defending_factor(s, desk.unit("us-2arm"), False) == 5
    assert defending_factor(s, desk.unit("us-3arm"), False) == 10
    assert [case for _, case in defender(s, desk.unit("us-2arm"), False).notes] == ["16.5"]
    assert [case for _, case in defender(s, desk.unit("us-3arm"), False).notes] == ["16.5", "16.1"]


# ----------------------------------------------------------------------------------------------- what is kept


@rule("9.3", "2.2")
def test_who_fills_a_box_of_italy_is_known_however_it_came_there(desk):
    s = desk.game.start("campaign", {})
    w = s.data
    found = facts(s).garrison
    assert found == sum(1 << u for u in range(w.n_units) if s.box[u] >= 0 and w.italian_boxes >> s.box[u] & 1)
    assert found
    assert same(build(s.copy()), facts(s))
    assert movers(desk.set_up({"us-1": "M8"}, steps=[StartMove(1), Moving(), EndMove()])) == desk.units_of("us-1")

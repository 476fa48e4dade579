"""32.4, 33.1.5: the objectives of both sides and the conditions of the districts, one by one."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import DISTRICTS
from grognard.games.fortress_europa.rules.victory.victory import goal_met, objective_met
from grognard.maps import members
from grognard.suite import rule


def objective(desk, side, number):
    return next(o for o in desk.w.objectives if o.id == f"{side}-{number}")


def is_met(desk, side, number):
    return objective_met(desk.s, objective(desk, side, number))


# ------------------------------------------------------------------------------------------------- control


def allied_control(desk, number, label):
    """It takes the hex, no other will do, and control lapses in a German zone while nobody is there (32.3, 30.2)."""
    w = desk.w
    others = " ".join(w.labels[h] for h in w.place_hex.values() if w.labels[h] != label and w.land >> h & 1)
    desk.set_up({}, allied=others)
    assert not is_met(desk, "allied", number)
    desk.set_up({}, allied=label)
    assert is_met(desk, "allied", number)
    beside = sorted(desk.near(label))[0]
    desk.set_up({"de-352": beside}, allied=label)
    assert not is_met(desk, "allied", number)
    desk.set_up({"de-352": beside, "us-1": label})
    assert is_met(desk, "allied", number)


def german_control(desk, number, labels):
    """Every one of the hexes is needed, and none besides; an Allied zone takes nothing (ruling 167)."""
    w, needed = desk.w, labels.split()
    others = " ".join(w.labels[h] for h in w.place_hex.values() if w.labels[h] not in needed and w.land >> h & 1)
    desk.set_up({"us-1": next(x for x in sorted(desk.near(needed[0])) if x not in needed)}, allied=others)
    assert is_met(desk, "german", number)
    for label in needed:
        desk.set_up({}, allied=label)
        assert not is_met(desk, "german", number)


@rule("32.4-allies-1", "32.3")
def test_the_allies_control_marseille(desk):
    allied_control(desk, 1, "N33")


@rule("32.4-allies-2", "32.3")
def test_the_allies_control_bordeaux(desk):
    allied_control(desk, 2, "A19")


@rule("32.4-allies-3", "32.3")
def test_the_allies_control_brest(desk):
    allied_control(desk, 3, "B2")


@rule("32.4-allies-4", "32.3")
def test_the_allies_control_cherbourg(desk):
    allied_control(desk, 4, "K2")


@rule("32.4-allies-5", "32.3")
def test_the_allies_control_le_havre(desk):
    allied_control(desk, 5, "P4")


@rule("32.4-allies-6", "32.3")
def test_the_allies_control_anvers(desk):
    allied_control(desk, 6, "CC6")


@rule("32.4-allies-7", "32.3")
def test_the_allies_control_bruxelles(desk):
    allied_control(desk, 7, "BB8")


@rule("32.4-allies-12", "32.3")
def test_the_allies_control_paris(desk):
    allied_control(desk, 12, "R11")


@rule("32.4-germans-2", "32.3")
def test_the_germans_control_bruxelles_and_anvers(desk):
    german_control(desk, 2, "BB8 CC6")


@rule("32.4-germans-3", "32.3")
def test_the_germans_control_cherbourg_and_le_havre(desk):
    german_control(desk, 3, "K2 P4")


@rule("32.4-germans-4", "32.3")
def test_the_germans_control_brest_and_st_nazaire(desk):
    german_control(desk, 4, "B2 C9")


@rule("32.4-germans-6", "32.3")
def test_the_germans_control_rotterdam_and_amsterdam(desk):
    german_control(desk, 6, "EE4 GG3")


@rule("32.4-germans-12", "32.3")
def test_the_germans_control_paris(desk):
    german_control(desk, 12, "R11")


# --------------------------------------------------------------------------------------- other objectives


@rule("32.4-allies-8", "32.4-germans-9")
def test_v1_sites(desk):
    sites = desk.w.v1_sites
    desk.set_up({})
    assert (is_met(desk, "allied", 8), is_met(desk, "german", 9)) == (False, True)
    desk.set_up({}, sites_taken=sites & -sites)
    assert (is_met(desk, "allied", 8), is_met(desk, "german", 9)) == (False, False), "ruling 271"
    desk.set_up({}, sites_taken=sites)
    assert is_met(desk, "allied", 8)


@rule("32.4-germans-8")
def test_u_boat_bases(desk):
    desk.set_up({})
    assert is_met(desk, "german", 8)
    desk.set_up({}, bases_taken=desk.hexes_of("C9"))
    assert not is_met(desk, "german", 8)


@rule("32.4-allies-9", "32.4-germans-10")
def test_fortresses_in_germany(desk):
    for ruins, expected in (("", (False, True)), ("GG10", (False, False)), ("GG10 GG9", (True, False))):
        desk.set_up({}, ruined=desk.hexes_of(ruins + " P4"))
        assert (is_met(desk, "allied", 9), is_met(desk, "german", 10)) == expected, "Le Havre is not in Germany"


@rule("32.4-allies-10", "32.4-germans-7")
def test_paradrops(desk):
    for drops, expected in ((0, (False, True)), (1, (True, False)), (2, (False, False))):
        desk.set_up({}, allied_drops=drops, german_drops=drops)
        assert (is_met(desk, "allied", 10), is_met(desk, "german", 7)) == expected, "ruling 269"
    desk.set_up({}, allied_drops=1, german_drops=0)
    assert (is_met(desk, "allied", 10), is_met(desk, "german", 7)) == (True, True), "each counts his own"
    desk.set_up({}, allied_drops=0, german_drops=1)
    assert (is_met(desk, "allied", 10), is_met(desk, "german", 7)) == (False, False)


@rule("32.4-allies-11")
def test_no_second_invasion(desk):
    desk.set_up({}, invasions=1)
    assert is_met(desk, "allied", 11)
    desk.set_up({}, invasions=2)
    assert not is_met(desk, "allied", 11)


@rule("32.4-germans-1")
def test_genova_torino_and_another_mediterranean_port(desk):
    w = desk.w
    others = " ".join(
        w.labels[h] for h, south in zip(w.port_hex, w.port_med, strict=True) if south and w.labels[h] != "Y34"
    )
    desk.set_up({})
    assert is_met(desk, "german", 1)
    for allied in ("Y34", "X29", others):
        desk.set_up({}, allied=allied)
        assert not is_met(desk, "german", 1)
    desk.set_up({}, allied=others.rsplit(" ", 1)[0])
    assert is_met(desk, "german", 1), "one is enough (ruling 267)"


@rule("32.4-germans-5")
def test_nine_full_armored_divisions_on_the_map(desk):
    w = desk.w
    divisions = [w.ids[u] for u in w.of_side[0] if (w.armored & w.divisions) >> u & 1][:9]
    on_map = dict.fromkeys(divisions, "RR7")
    desk.set_up(on_map)
    assert is_met(desk, "german", 5)
    desk.set_up(on_map, back=divisions[0])
    assert not is_met(desk, "german", 5), "one is reduced"
    desk.set_up(on_map | {divisions[0]: "reserve"})
    assert not is_met(desk, "german", 5)
    brigades = [w.ids[u] for u in w.of_side[0] if (w.armored & ~w.divisions) >> u & 1]
    desk.set_up(on_map | {divisions[0]: "reserve", brigades[0]: "RR7"})
    assert not is_met(desk, "german", 5), "ruling 268"
    desk.set_up(on_map | {divisions[0]: "reserve", "de-352": "RR7"})
    assert not is_met(desk, "german", 5), "infantry is not armored"
    allied = next(w.ids[u] for u in w.of_side[1] if (w.armored & w.divisions) >> u & 1)
    desk.set_up(on_map | {divisions[0]: "reserve", allied: "R11"})
    assert not is_met(desk, "german", 5), "nor Allied"


@rule("32.4-germans-11")
def test_no_allied_unit_in_germany(desk):
    desk.set_up({"us-1": "R11"})
    assert is_met(desk, "german", 11)
    desk.set_up({"us-1": "GG10"})
    assert not is_met(desk, "german", 11)


# ------------------------------------------------------------------------------------------------ districts


def condition(desk, name, met, missed):
    """Cities that are enough, and such that are not."""
    goal = next(g for g in desk.w.book.district_goal if g.id == name)
    for allied in met:
        assert goal_met(desk.set_up({}, allied=allied), goal), allied
    for allied in missed:
        assert not goal_met(desk.set_up({}, allied=allied), goal), allied


SIX = ["R11 M6 K2 B2 P4 A19"]
FIVE = ["R11 M6 K2 B2 P4", "R11 M6 K2 B2 P4 EE12"]
"""Bastogne is no city."""


@rule("33.1.5-netherlands-1")
def test_netherlands_bremen_hannover_or_erfurt(desk):
    condition(desk, "netherlands-1", ["QQ4", "RR7", "RR13"], ["R11 GG10"])


@rule("33.1.5-netherlands-2")
def test_netherlands_paris(desk):
    condition(desk, "netherlands-2", ["R11"], ["QQ4 P4"])


@rule("33.1.5-netherlands-3")
def test_netherlands_three_of_four_cities_of_the_low_countries(desk):
    three = ["EE4 CC6 BB8", "GG3 CC6 BB8", "GG3 EE4 BB8", "GG3 EE4 CC6"]
    condition(desk, "netherlands-3", three, ["GG3 EE4", "GG3 EE4 R11", "CC6 BB8 P4"])


@rule("33.1.5-netherlands-4")
def test_netherlands_six_cities(desk):
    condition(desk, "netherlands-4", SIX, FIVE)


@rule("33.1.5-15th-1")
def test_15th_two_of_paris_le_havre_bruxelles_and_anvers(desk):
    two = ["R11 P4", "R11 BB8", "R11 CC6", "P4 BB8", "P4 CC6", "BB8 CC6"]
    condition(desk, "15th-1", two, ["R11", "P4 K2", "BB8 GG3", "CC6 EE4"])


@rule("33.1.5-15th-2")
def test_15th_six_cities(desk):
    condition(desk, "15th-2", SIX, FIVE)


@rule("33.1.5-7th-1")
def test_7th_caen_and_paris(desk):
    condition(desk, "7th-1", ["M6 R11"], ["M6 K2 B2", "R11 K2 B2"])


@rule("33.1.5-7th-2")
def test_7th_cherbourg_or_brest_and_four_others_of_the_district(desk):
    five = ["K2 M6 G7 H5 E10", "B2 M6 G7 H5 E10", "B2 K2 G7 H5 E10"]
    condition(desk, "7th-2", five, ["K2 M6 G7 H5", "M6 G7 H5 E10 C9", "K2 M6 G7 H5 R11"])


@rule("33.1.5-1st-1")
def test_1st_six_cities(desk):
    condition(desk, "1st-1", SIX, FIVE)


@rule("33.1.5-1st-2")
def test_1st_bordeaux_with_brest_paris_or_cherbourg(desk):
    condition(desk, "1st-2", ["A19 B2", "A19 R11", "A19 K2"], ["A19 M6", "B2 R11 K2"])


@rule("33.1.5-19th-1")
def test_19th_marseille_with_toulouse_or_lyon(desk):
    condition(desk, "19th-1", ["N33 D26", "N33 R24"], ["N33 O34", "D26 R24"])


@rule("33.1.5-19th-2")
def test_19th_every_city_of_the_district(desk):
    w = desk.w
    every = [w.labels[h] for h in members(w.districts[DISTRICTS.index("19th")] & w.cities)]
    assert {"N33", "Y34"} <= set(every)
    for label in every:
        condition(desk, "19th-2", [" ".join(every)], [" ".join(x for x in every if x != label) + " R11 A19"])


@rule("33.1.5-19th-3")
def test_19th_a_city_northwest_of_row_23(desk):
    rows = {"R11": 11, "A19": 19, "EE21": 21, "MM23": 23, "R24": 24, "D26": 26, "N33": 33}
    condition(desk, "19th-3", [x for x in rows if rows[x] < 23], [x for x in rows if rows[x] >= 23] + ["EE12"])

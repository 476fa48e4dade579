"""33.3, 33.4 and 31.10: December 1944 as it is played."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, FINE, GERMAN, OVERCAST, OVERCAST_STAR, STORM
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.obligation import attacks_due, possible
from grognard.games.fortress_europa.rules.combat.retreat import may_stay, ways
from grognard.games.fortress_europa.rules.combat.rout import SweptAlong, may_advance, swept
from grognard.games.fortress_europa.rules.combat.strength import attacker, reckon
from grognard.games.fortress_europa.rules.movement.ground import allowance, binding, open_ground
from grognard.games.fortress_europa.rules.movement.stacking import overfull
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, PlayerTurn, StartMove, StartTurn
from grognard.games.fortress_europa.rules.setup.ardennes import routed, surprised
from grognard.games.fortress_europa.rules.setup.december import Regroup
from grognard.games.fortress_europa.rules.standing import put, survey, units_of
from grognard.games.fortress_europa.rules.state import FIRST_COMBAT, LOST
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.games.fortress_europa.rules.supply.supply import allied_cut_off, german_cut_off
from grognard.games.fortress_europa.rules.weather import WeatherPhase
from grognard.kernel.rules import CHANCE
from grognard.maps import members
from grognard.suite import rule

LINE = "GG11 FF11 FF12 FF13"


def begin(desk, scenario="bulge", **options):
    game = desk.game
    desk.s = game.begin(scenario, game.settle_options(scenario, options))
    game.advance(desk.s, None)
    return desk.s


def december(desk, units, scenario="bulge", **more):
    """A situation of December III in the German first combat impulse; everybody named may attack."""
    s = desk.set_up(
        units, scenario=scenario, **{"turn": "dec-3", "side": "german", "weather": "overcast-star"} | more
    )
    if "belt_units" not in more:
        s.belt_units = desk.units_of(" ".join(u for u in units if u.startswith("de-")))
    return s


# ------------------------------------------------------------------------------------------------ set-up


@rule("33.3.2", "33.4.2", "33.3.4")
@pytest.mark.parametrize("scenario", ["bulge", "berlin"])
def test_the_game_begins_with_the_german_first_combat_impulse(desk, scenario):
    s = begin(desk, scenario)
    assert (desk.w.turn_name[s.turn], s.side, s.phase, s.impulse) == ("December III", GERMAN, FIRST_COMBAT, 1)
    assert s.weather == OVERCAST_STAR
    assert desk.step() == "Attacking"


@rule("33.3.1", "33.4.1")
def test_units_stand_as_the_display_has_them(desk):
    s = begin(desk)
    for stack in (*desk.w.book.german_stack, *desk.w.book.allied_stack, *desk.w.book.box):
        for name in stack.units:
            assert desk.at(name) == stack.id
            assert s.face[desk.unit(name)] == (name in stack.back)
    assert desk.at("de-352") == "destroyed"
    assert desk.at("de-1ss") == "withdrawn"


@rule("33.3.3", "33.3.6", "18.7.3")
def test_ports_fortresses_volkssturm_and_capacity(desk):
    s = begin(desk)
    w = desk.w
    assert capacity(s) == 13
    held = {p.place for p, h in zip(w.ports, w.port_hex, strict=True) if not s.allied >> h & 1}
    assert held == {"Bremen", "Amsterdam", "Rotterdam", "Dunkerque", "Lorient", "St. Nazaire", "Genova"}
    assert s.ruined == desk.hexes_of("A16 B2 D13 H5 P4 P5 U5 V4 W4 Y4 CC15 GG9 GG10 HH8 II7 II8")
    assert {w.city_name[h] for h in members(s.volkssturm_cities)} == {
        "Essen", "Dusseldorf", "Aachen", "Koln", "Bonn", "Saarbrucken", "Karlsruhe", "Stuttgart", "Freiburg",
    }  # fmt: skip
    assert [w.labels[h] for h in s.mulberry_at] == ["M5", w.labels[w.place_hex["Nice"]]]
    assert s.ship_at == [LOST] * len(w.ships)


@rule("18.1", "18.3", "33.3.2")
def test_everybody_begins_in_supply(desk):
    s = begin(desk)
    assert allied_cut_off(s) == [] == german_cut_off(s)


@rule("33.3.5", "33.4.3")
def test_aircraft_and_the_panzer_reserve(desk):
    s = begin(desk, "berlin")
    assert s.carpet_month == desk.w.month_of[s.turn]
    assert s.tac_left == 6
    assert s.reserve_choice == 1
    assert not any(s.pools), "nothing has been saved"


@rule("33.3.1")
def test_overstacked_units_have_until_they_can_move(desk):
    """Ruling 250: units in an enemy zone cannot move in the second impulse of December III."""
    s = begin(desk)
    assert s.crowded >> desk.hex("GG12") & 1
    assert overfull(s, GERMAN) == []
    desk.restart(StartMove(2), Moving(), EndMove())
    desk.play("end")
    assert s.crowded >> desk.hex("HH11") & 1, "next to the Americans in GG11 all are pinned"
    assert not s.crowded >> desk.hex("GG13") & 1, "no zone reaches into a fortress (ruling 48)"
    assert not s.crowded >> desk.hex("II12") & 1, "who could have moved is due"
    assert desk.step() == "Overstacked"


@rule("33.3.1", "6.3")
def test_nobody_joins_units_that_are_overstacked_and_cannot_move(desk):
    """HH11, rough ground, holds two; three began there, next to the Americans in GG11, and are pinned in the second
    impulse of December III. They may stay, but who comes to them is one too many."""
    units = {
        "de-12ss": "HH11",
        "de-277vg": "HH11",
        "de-3fj": "HH11",
        "us-99": "GG11",
        "de-fbb": "HH12",
        "de-9ss": "HH12",
    }
    three = desk.units_of("de-12ss de-277vg de-3fj")
    begun = {"impulse": 2, "crowded": desk.hexes_of("HH11"), "cramped": three}

    s = december(desk, units | {"us-99": "GG11"}, **begun)
    desk.play("end")
    assert not s.stack
    assert (s.crowded, s.cramped) == (desk.hexes_of("HH11"), three), "as before"

    s = december(desk, units | {"us-99": "GG11"}, **begun)
    desk.play("move de-fbb HH11")
    told = next(iter(desk.game.wastes(s, "german", desk.game.read(s, "german", "end"))))
    assert (told.kind, told.places) == ("stacking", ("HH11",)), "before it is too late"
    desk.play("move de-9ss HH11", "end")
    assert (desk.step(), desk.seat) == ("Overstacked", "german")
    desk.play("remove de-fbb")
    assert desk.step() == "Overstacked", "two came"
    desk.play("remove de-12ss")
    assert desk.step() == "Overstacked", "two who could not move have room, and nobody else"
    desk.play("remove de-9ss")
    assert not s.stack
    assert {desk.at(name) for name in ("de-277vg", "de-3fj")} == {"HH11"}


@rule("33.3.4")
def test_historical_weather_or_by_agreement_rolled(desk):
    for turn, weather in (("dec-4", FINE), ("jan-1", STORM), ("jan-2", OVERCAST)):
        s = desk.set_up({}, scenario="bulge", turn=turn, steps=[WeatherPhase()])
        assert s.weather == weather
        s = desk.set_up({}, scenario="bulge", turn=turn, options="rolled-weather", steps=[WeatherPhase()])
        assert desk.game.turn(s) == CHANCE
    s = desk.set_up({}, scenario="berlin", turn="dec-3", options="rolled-weather", steps=[WeatherPhase()])
    assert s.weather == OVERCAST_STAR, "December III is fixed"
    s = desk.set_up({}, scenario="berlin", turn="jan-3", steps=[WeatherPhase()])
    assert desk.game.turn(s) == CHANCE, "ruling 278"


# ------------------------------------------------------------------------------------- rearranging (31.10)


@rule("31.10")
def test_the_german_player_may_rearrange_the_offensive(desk):
    s = begin(desk, **{"ardennes-setup": True})
    assert desk.step() == "Regroup"
    assert desk.w.lines.belt & desk.hexes_of("HH10 HH11 GG12 GG13 GG14 HH12 II12") == desk.hexes_of(
        "HH10 HH11 GG12 GG13 GG14 HH12 II12"
    )
    assert not desk.w.lines.belt & desk.hexes_of(LINE)
    desk.play("lift de-26vg; place de-18vg GG13; place de-26vg GG12; done")
    assert (desk.at("de-18vg"), desk.at("de-26vg")) == ("GG13", "GG12")
    assert desk.step() == "Attacking"
    assert s.crowded >> desk.hex("GG12") & 1


@rule("31.10")
def test_limits_of_the_rearrangement(desk):
    begin(desk, **{"ardennes-setup": True})
    assert desk.why("place de-18vg GG13") == ["31.10"], "three are there"
    assert desk.why("place de-654 GG13") == [], "it stacks free (33.3.1)"
    assert desk.why("place de-18vg FF12") == ["31.10"], "the American line"
    assert desk.why("place de-18vg LL14") == ["31.10"]
    assert desk.why("lift de-716vg") == ["31.10"], "in Alsace"
    assert desk.why("lift de-vs-2") == ["25.1"], "it stays in its city (ruling 289)"
    assert desk.why("lift de-18vg; done") == ["31.10"], "everybody is placed again"


@rule("31.10")
def test_without_the_option_nothing_is_rearranged(desk):
    s = begin(desk)
    assert not any(isinstance(step, Regroup) for step in s.stack)


# ---------------------------------------------------------------------------- December III: who attacks whom


@rule("33.3.9-1")
def test_nobody_has_to_attack(desk):
    s = begin(desk)
    f = front(s)
    assert (f.must, f.duty) == (0, 0)
    assert f.able
    assert desk.why("done") == []


@rule("33.3.9-1")
def test_some_may_be_attacked_and_others_not_but_whole_hexes(desk):
    s = begin(desk)
    assert len(units_of(s, ALLIED, desk.hex("FF11"))) == 2
    desk.play("attack de-18vg FF11; done")
    assert s.battle_foes == desk.units_of("us-106 us-14cav"), "both in the hex, nobody else"


@rule("33.3.9-2")
def test_only_units_of_the_belt_attack(desk):
    s = begin(desk)
    for u in front(s).able:
        assert s.belt_units >> u & 1
    outside = next(
        desk.w.ids[u] for u in desk.w.of_side[GERMAN]
        if s.where[u] < desk.w.n and not s.belt_units >> u & 1 and s.where[u] != desk.hex("X4")
    )  # fmt: skip
    assert desk.why(f"attack {outside}") == ["33.3.9-2"]


@rule("33.3.9-2")
def test_only_americans_between_moselle_and_meuse_are_attacked(desk):
    between = desk.w.lines.between
    assert between & desk.hexes_of(LINE + " EE12 DD14") == desk.hexes_of(LINE + " EE12 DD14")
    assert not between & desk.hexes_of("EE16 FF17 GG18 BB8")
    december(desk, {"de-2pz": "GG13", "br-3": "FF13", "us-28": "FF12"}, steps=[StartCombat(1)])
    assert front(desk.s).targets == desk.hexes_of("FF12")
    assert desk.why("attack de-2pz FF13") == ["33.3.9-2"]


# -------------------------------------------------------------------------------------------- the surprise


@rule("33.3.9-3")
def test_one_is_added_and_armor_is_not_halved(desk):
    s = december(desk, {"de-2pz": "GG13", "us-28": "FF12"}, steps=[StartCombat(1)])
    u = desk.unit("de-2pz")
    hexes = desk.hexes_of("FF12")
    assert surprised(s, hexes)
    assert attacker(s, u, hexes).factor == desk.w.combat[u][0], "whatever the ground"
    assert reckon(s, [u], hexes).die == 1
    s.impulse = 2
    assert reckon(s, [u], hexes).die == 0
    s.impulse = 1
    assert not surprised(s, desk.hexes_of("FF12 EE12")), "ruling 292"


@rule("33.3.9-3")
def test_defenders_of_the_line_go_the_full_way_and_the_allied_player_moves_them(desk):
    s = december(desk, {"de-2pz": "GG13", "us-28": "FF12"}, steps=[StartCombat(1)])
    s.battle_hexes = desk.hexes_of("FF12")
    u = desk.unit("us-28")
    assert routed(s, u)
    assert not may_stay(s, u), "whatever the ground (16.4 does not help)"
    found = ways(s, u, 2, 2)
    assert found
    assert all(desk.w.grid.distance(desk.hex("FF12"), way[-1]) == 2 for way in found)
    s.impulse = 2
    assert any(desk.w.grid.distance(desk.hex("FF12"), way[-1]) < 2 for way in ways(s, u, 2, 2))


@rule("33.3.9-3")
def test_a_retreat_in_battle_is_the_allied_players(desk):
    w = desk.w
    s = december(desk, {"de-2pz": "GG13", "de-116pz": "GG13", "us-28": "FF12"}, steps=[StartCombat(1)])
    desk.play("attack de-2pz FF12; with de-116pz; done")
    column = w.book.column[reckon(s, members(s.battle_units), s.battle_hexes).column]
    desk.roll(next(die for die in range(1, 7) if column.results[min(die + 1, 6) - 1] == "DR"))
    assert (desk.step(), desk.seat) == ("Retreating", "allied")


@rule("33.3.9-3")
def test_units_on_the_way_may_be_taken_along(desk):
    s = december(desk, {"us-9": "EE11", "us-3arm": "EE11"}, steps=[SweptAlong(desk.hex("EE11"), desk.hex("DD11"))])
    assert desk.seat == "allied"
    desk.play("along us-9")
    assert desk.at("us-9") == "DD11"
    assert desk.step() == "SweptAlong"
    desk.play("leave")
    assert desk.at("us-3arm") == "EE11"
    assert not s.stack


@rule("33.3.9-3", "15.6", "15.7")
def test_who_can_be_taken_along(desk):
    """Only Allied units of the hex passed, where there is room for them; into alpine ground mountain units alone."""
    w = desk.w
    here, there = desk.hex("EE11"), desk.hex("DD11")
    limit = w.stack_limit[there]
    others = ["us-1", "us-4", "us-2"][:limit]
    units = {"us-9": "EE11", "us-rangers": "EE11", "us-30": "FF12", "de-2pz": "EE11"}
    for number, expected in ((limit - 1, {"us-9", "us-rangers"}), (limit, {"us-rangers"})):
        s = december(desk, units | dict.fromkeys(others[:number], "DD11"), steps=[])
        assert {w.ids[u] for u in swept(s, here, there)} == expected, "rangers stack free"
    peak = members(w.ground[ALPINE])[0]
    s = december(desk, {"us-9": "EE11", "fr-4dmm": "EE11"}, steps=[])
    assert [w.ids[u] for u in swept(s, here, peak)] == ["fr-4dmm"]
    assert {w.ids[u] for u in swept(s, here, there)} == {"us-9", "fr-4dmm"}


# ------------------------------------------------------------------------------------------------- Peiper


@rule("33.3.9-4")
def test_1ss_and_150ss_advance_after_their_attack(desk):
    s = december(desk, {"de-1ss-late": "GG12", "de-150ss": "GG12", "de-2pz": "GG12"}, steps=[StartCombat(2)])
    s.impulse = 1
    units = [desk.unit(name) for name in ("de-1ss-late", "de-150ss", "de-2pz")]
    hexes = desk.hexes_of("FF12")
    found = may_advance(s, units, hexes)
    assert found == {desk.unit("de-1ss-late"): [desk.hex("FF12")], desk.unit("de-150ss"): [desk.hex("FF12")]}
    s.impulse = 2
    assert may_advance(s, units, hexes) == {}, "in the first combat impulse only"
    s.impulse = 1
    put(s, desk.unit("us-28"), desk.hex("FF12"))
    assert may_advance(s, units, hexes) == {}, "the hex must be empty"


@rule("33.3.9-4")
def test_the_advance_is_offered_after_the_battle(desk):
    s = december(
        desk, {"de-1ss-late": "GG12", "us-14cav": "FF12", "us-1": "R11"}, steps=[StartCombat(1)]
    )  # fmt: skip
    desk.play("attack de-1ss-late FF12; done", dice=[6])
    while desk.step() in ("Retreating", "Yielding"):
        desk.play(f"retreat us-14cav {desk.legal('retreat us-14cav')[0]}")
    assert not survey(s).occupied[ALLIED] >> desk.hex("FF12") & 1
    assert desk.step() == "Advancing"
    desk.play("advance de-1ss-late FF12")
    assert desk.at("de-1ss-late") == "FF12"
    assert desk.owner("FF12") == "german"


@rule("33.3.9-4")
def test_they_ignore_zones_in_the_second_move_impulse(desk):
    units = {"de-1ss-late": "HH11", "de-2pz": "HH11", "us-99": "GG11"}
    s = december(desk, units, impulse=2)
    assert binding(s, desk.unit("de-1ss-late")) == 0
    assert desk.hexes("de-1ss-late")
    assert desk.why("move de-2pz HH12") == ["8.9"], "others are pinned"
    s = december(desk, units, impulse=2, turn="dec-4")
    assert desk.why("move de-1ss-late HH12") == ["8.9"]


@rule("33.3.9-4")
def test_attacks_on_1ss_west_of_the_line_lose_one(desk):
    s = december(desk, {"de-1ss-late": "FF12", "us-3arm": "EE12"}, side="allied", turn="jan-2", steps=[])
    assert reckon(s, [desk.unit("us-3arm")], desk.hexes_of("FF12")).die == -1
    s = december(desk, {"de-1ss-late": "GG12", "us-3arm": "FF12"}, side="allied", turn="jan-2", steps=[])
    assert reckon(s, [desk.unit("us-3arm")], desk.hexes_of("GG12")).die == 0, "on the line itself"
    s = december(desk, {"de-2pz": "FF12", "us-3arm": "EE12"}, side="allied", turn="jan-2", steps=[])
    assert reckon(s, [desk.unit("us-3arm")], desk.hexes_of("FF12")).die == 0


# ------------------------------------------------------------------------------------------ movement limits


def fourth_week(desk, units, **more):
    steps = [PlayerTurn(ALLIED, 2)]
    return december(desk, units, side="allied", turn="dec-4", weather="clear", steps=steps, **more)


@rule("33.3.9-5")
def test_on_december_iv_most_americans_have_one_hex(desk):
    far = {"us-35": "DD16", "us-4arm": "DD17", "us-82": "X12", "br-43": "FF7", "us-28": "EE12", "de-2pz": "FF12"}
    s = fourth_week(desk, far)
    if desk.step() == "Dropping":
        desk.play("done")
    assert allowance(s, desk.unit("us-35")) == 1
    for free in ("us-4arm", "us-82", "br-43"):
        assert allowance(s, desk.unit(free)) > 1, free
    assert s.quick_units >> desk.unit("us-28") & 1, "next to a German in the line"
    s.turn += 1
    assert allowance(s, desk.unit("us-35")) > 1


@rule("33.3.9-5")
def test_who_stands_in_the_line_next_to_a_german_is_free_too(desk):
    s = fourth_week(desk, {"us-28": "FF12", "de-2pz": "GG13", "us-35": "EE14"})
    assert s.quick_units >> desk.unit("us-28") & 1, "ruling 296"
    assert not s.quick_units >> desk.unit("us-35") & 1


@rule("33.3.7")
def test_british_units_do_not_cross_the_meuse(desk):
    w = desk.w
    side = w.river_between(desk.hex("DD9"), desk.hex("DD10"))
    assert w.rivers[side].name == "Meuse"
    winter = {"side": "allied", "turn": "jan-1", "weather": "clear"}
    for unit in ("br-43", "pl-1arm"):
        december(desk, {unit: "DD9"}, **winter)
        assert "DD10" not in desk.hexes(unit)
        assert desk.why(f"move {unit} DD10") == ["33.3.7"]
    for unit in ("us-28", "ca-2"):
        december(desk, {unit: "DD9"}, **winter)
        assert "DD10" in desk.hexes(unit)
    december(desk, {"ca-2": "DD9"}, options="canadians-with-british", **winter)
    assert "DD10" not in desk.hexes("ca-2"), "ruling 286"
    desk.set_up({"br-43": "DD9"}, turn="jan-1")
    assert "DD10" in desk.hexes("br-43"), "in the campaign they do"


@rule("33.3.8")
def test_french_units_do_not_go_north_of_nancy(desk):
    w = desk.w
    south, north = next(
        (a, b) for a in members(w.land & ~w.north_of_nancy) for b in w.near[a] if w.north_of_nancy >> b & 1
    )
    december(desk, {"fr-2db": w.labels[south]}, side="allied", turn="jan-1", weather="clear")
    assert desk.why(f"move fr-2db {w.labels[north]}") == ["33.3.8"]
    s = december(desk, {"fr-2db": w.labels[north]}, side="allied", turn="jan-1", weather="clear")
    assert open_ground(s, desk.unit("fr-2db")) >> south & 1, "who is there goes out"
    december(desk, {"us-28": w.labels[south]}, side="allied", turn="jan-1", weather="clear")
    assert w.labels[north] in desk.hexes("us-28")


# ------------------------------------------------------------------------------------------ On to Berlin


@rule("33.4.1")
def test_two_attacks_on_the_line_are_owed(desk):
    s = begin(desk, "berlin")
    assert possible(s, 2) == 2
    assert "33.4.1" in desk.why("done")
    s.line_attacks = 2
    assert not list(attacks_due(s))
    s = begin(desk, "bulge")
    assert not list(attacks_due(s)), "in On to Berlin only"


@rule("33.4.1")
def test_attacks_at_even_odds_are_counted(desk):
    s = begin(desk, "berlin")
    desk.play("attack de-26vg FF12; with de-2pz; with de-116pz; done")
    assert s.line_attacks == 1


@rule("33.4.1")
def test_what_cannot_be_done_is_not_owed(desk):
    s = december(desk, {"de-2pz": "GG13", "us-28": "FF12"}, scenario="berlin", steps=[StartCombat(1)])
    assert possible(s, 2) == 1, "one hex, one attack"
    assert "33.4.1" in desk.why("done")
    s = december(desk, {"de-2pz": "JJ12", "us-28": "FF12"}, scenario="berlin", steps=[StartCombat(1)])
    assert not list(attacks_due(s))


@rule("33.4.1")
def test_no_battle_may_make_them_impossible(desk):
    """The units that could attack at 1-1 may not declare less, and another battle may not use them up."""
    units = {"de-2pz": "GG13", "de-116pz": "GG13", "us-28": "FF12"}
    s = december(desk, units, scenario="berlin", steps=[StartCombat(1)])
    assert possible(s, 2) == 1
    lowest = desk.w.book.column[0].id
    assert desk.why(f"attack de-2pz FF12; with de-116pz; lower {lowest}") == ["33.4.1"]
    desk.play("attack de-2pz FF12; with de-116pz; done")
    assert s.line_attacks == 1


@rule("33.3.3", "33.4.3")
def test_replacements_of_the_december_scenarios(desk):
    from grognard.games.fortress_europa.rules.forces.replacements import replacing_now

    for scenario, turn, expected in (
        ("bulge", "jan-2", False),
        ("berlin", "jan-2", False),
        ("berlin", "jan-3", True),
    ):
        assert replacing_now(desk.set_up({}, scenario=scenario, turn=turn, steps=[])) == expected


@rule("33.3.2", "33.4.2")
def test_the_second_turn_begins_as_always(desk):
    s = begin(desk)
    desk.restart(StartTurn(s.turn + 1))
    assert desk.w.turn_name[s.turn] == "December IV"
    assert s.side == ALLIED
    assert s.weather == FINE


@rule("33.3.9-3")
def test_the_rout_sweeps_friends_along_in_battle(desk):
    """The 28th retreats two hexes; who stands in the hex between may go with it to where it ends."""
    w = desk.w
    units = {"de-2pz": "GG13", "de-116pz": "GG13", "us-28": "FF12", "us-9": "EE12", "us-4": "EE12"}
    s = december(desk, units, steps=[StartCombat(1)])
    desk.play("attack de-2pz FF12; with de-116pz; done")
    column = w.book.column[reckon(s, members(s.battle_units), s.battle_hexes).column]
    desk.roll(next(die for die in range(1, 7) if column.results[min(die + 1, 6) - 1] == "DR"))
    assert desk.step() == "Retreating"
    way = next(way for way in ways(s, desk.unit("us-28"), 2, 2) if way[0] == desk.hex("EE12"))
    desk.play("retreat us-28 " + " ".join(w.labels[h] for h in way))
    assert (desk.step(), desk.seat) == ("SweptAlong", "allied")
    assert set(desk.legal("along")) == {"us-9", "us-4"}
    assert desk.why("along us-28") == ["33.3.9-3"], "it is not on the way"
    assert desk.why("along de-2pz") == ["33.3.9-3"]
    desk.play("along us-4")
    assert desk.at("us-4") == w.labels[way[-1]] == desk.at("us-28")
    assert desk.at("us-9") == "EE12"


@rule("31.10")
def test_each_unit_is_rearranged_once(desk):
    begin(desk, **{"ardennes-setup": True})
    draft = "lift de-26vg; place de-18vg GG13"
    assert desk.why(draft) == []
    assert desk.why(f"{draft}; place de-18vg GG12") == ["31.10"], "it has been placed"
    assert desk.why(f"{draft}; lift de-18vg") == ["31.10"]
    assert desk.why("lift de-26vg; lift de-26vg") == ["31.10"], "it is in hand"
    here = desk.at("de-18vg")
    assert desk.why(f"place de-18vg {here}") == ["31.10"], "it is there"
    assert desk.why("place us-106 GG13") == ["31.10"]


@rule("33.4.1")
def test_units_next_to_two_hexes_fight_in_one_attack_only(desk):
    """A panzer division next to both hexes makes one attack at 1-1, two such divisions make two."""
    w = desk.w
    units = {"us-28": "FF12", "us-106": "FF11"}
    between = next(
        label
        for label in ("GG12", "GG11", "FF10", "GG13")
        if {"FF12", "FF11"} <= desk.near(label) and label not in units.values()
    )
    one = units | {"de-2pz": between}
    s = december(desk, one, scenario="berlin", steps=[StartCombat(1)])
    assert w.combat[desk.unit("de-2pz")][0] >= max(w.combat[desk.unit(u)][0] for u in units)
    assert possible(s, 2) == 1
    two = one | {"de-116pz": between}
    s = december(desk, two, scenario="berlin", steps=[StartCombat(1)])
    assert possible(s, 2) == 2
    assert possible(s, 1) == 1
    assert possible(s, 2, busy=desk.units_of("de-2pz")) == 1
    assert possible(s, 2, gone=desk.hexes_of("FF12")) == 1
    assert possible(s, 2, busy=desk.units_of("de-2pz de-116pz")) == 0
    assert [why.rule for why in attacks_due(s)] == ["33.4.1"]
    s.line_attacks = 1
    assert [why.rule for why in attacks_due(s)] == ["33.4.1"]
    s.line_attacks = 2
    assert list(attacks_due(s)) == []


@rule("33.3.9-5")
def test_who_is_not_freed_on_december_iv(desk):
    """A German away from the line frees nobody, and the others are no Americans or stand elsewhere."""
    far = {"us-28": "DD12", "de-2pz": "DD11", "us-5": "DD17", "br-43": "FF7"}
    s = fourth_week(desk, far)
    assert not s.quick_units >> desk.unit("us-28") & 1, "neither it nor the German stands in the line"
    assert s.quick_units >> desk.unit("us-5") & 1, "of the Third Army"
    s = fourth_week(desk, {"us-28": "EE12", "us-106": "CC12"})
    assert not s.quick_units >> desk.unit("us-28") & 1, "no German is near"
    s = fourth_week(desk, {"us-28": "EE12", "de-2pz": "FF12"})
    assert s.quick_units >> desk.unit("us-28") & 1, "the German stands in the line"


@rule("33.3.8")
def test_french_units_north_of_nancy_go_out_by_the_shortest_way(desk):
    w = desk.w
    north = w.north_of_nancy
    name = next(w.ids[u] for u in members(w.french_units) if w.chart_row[u] == 1)
    edge = next(
        h for h in members(north & w.land) if any(not north >> x & 1 for x in w.near[h]) and not w.cities >> h & 1
    )
    december(desk, {name: w.labels[edge]}, side="allied", turn="jan-1", weather="clear")
    goals = desk.hexes(name)
    assert goals
    assert all(not north >> desk.hex(label) & 1 for label in goals), "out, and not farther north"
    south = next(x for x in w.near[edge] if not north >> x & 1)
    december(desk, {name: w.labels[south]}, side="allied", turn="jan-1", weather="clear")
    assert desk.hexes(name)
    assert all(not north >> desk.hex(label) & 1 for label in desk.hexes(name))
    desk.set_up({name: w.labels[south]}, turn="jan-1")
    assert any(north >> desk.hex(label) & 1 for label in desk.hexes(name)), "in the campaign they may"

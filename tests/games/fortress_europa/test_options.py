"""31.9, 31.11, 31.13 to 31.16: options in play."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import CLEAR, FLOODED, GERMAN, WEATHERS
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.losses import lose_step
from grognard.games.fortress_europa.rules.combat.retreat import ways
from grognard.games.fortress_europa.rules.flooding import FloodPhase
from grognard.games.fortress_europa.rules.forces.alert import EXEMPT
from grognard.games.fortress_europa.rules.forces.arrivals import Withdrawals
from grognard.games.fortress_europa.rules.movement.exits import ExitPhase, Recalling, steps_given, steps_off
from grognard.games.fortress_europa.rules.movement.ground import allowance
from grognard.games.fortress_europa.rules.movement.movement import walkable
from grognard.games.fortress_europa.rules.sequence import Moving, PlayerTurn, StartMove, last_turn
from grognard.games.fortress_europa.rules.setup.setup import Reveal
from grognard.games.fortress_europa.rules.state import FIRST_MOVE
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.games.fortress_europa.rules.victory.judging import end_of_turn
from grognard.games.fortress_europa.rules.weather import addition, fixed_weather
from grognard.maps import Held, members
from grognard.suite import rule

# -------------------------------------------------------------------------------------- armor release (31.9)


def first_turn(desk, units, **more):
    fields = {"turn": 1, "side": "german", "options": "armor-release", "invaded": 1 << 2, "invasion_turn": 1} | more
    return desk.set_up(units, **fields)


@rule("31.9")
def test_armor_outside_the_invaded_district_rolls_before_it_moves(desk):
    s = first_turn(desk, {"de-2pz": "R13", "de-352": "R13"})
    assert desk.why("move de-2pz R14") == ["31.9"]
    assert desk.why("move de-352 R14") == [], "infantry does not"
    desk.play("alert de-2pz", dice=[5])
    assert desk.why("alert de-2pz") == ["31.9"], "one roll a unit"
    assert s.armor_rolls == ((desk.unit("de-2pz"), 5),)


@rule("31.9")
@pytest.mark.parametrize("die", range(1, 7))
def test_what_the_die_allows(desk, die):
    s = first_turn(desk, {"de-2pz": "R13"})
    full = desk.w.move[desk.unit("de-2pz")][0]
    desk.play("alert de-2pz", dice=[die])
    moves = "R14" in desk.hexes("de-2pz")
    assert moves == (die >= 5)
    if moves:
        assert allowance(s, desk.unit("de-2pz")) == (full + 1) // 2, "halved, rounded up"
    before = s.armor_rolls
    desk.restart(StartMove(2), Moving())
    assert s.armor_rolls == before
    assert ("R14" in desk.hexes("de-2pz")) == (die >= 3)
    assert allowance(s, desk.unit("de-2pz")) == desk.w.charted(desk.unit("de-2pz"), full, s.weather, 2)


@rule("31.9")
def test_who_need_not_roll(desk):
    w = desk.w
    reaction = next(w.ids[u] for u in w.of_side[GERMAN] if w.entry[u] == "reaction" and w.armored >> u & 1)
    s = first_turn(desk, {"de-21pz": "K6", "de-2pz": "R13", reaction: "R13"}, steps=[PlayerTurn(GERMAN, FIRST_MOVE)])
    assert s.armor_rolls == ((desk.unit("de-21pz"), EXEMPT),), "in the invaded 7th district"
    assert desk.why("move de-21pz K7") == []
    assert desk.why(f"move {reaction} R14") == [], "the Invasion Reaction Force"
    assert desk.why("move de-2pz R14") == ["31.9"]


@rule("31.9")
def test_only_on_the_first_turn_and_with_the_option(desk):
    first_turn(desk, {"de-2pz": "R13"}, turn=2)
    assert desk.why("move de-2pz R14") == []
    assert desk.why("alert de-2pz") == ["31.9"]
    first_turn(desk, {"de-2pz": "R13"}, options="")
    assert desk.why("move de-2pz R14") == []


# ------------------------------------------------------------------------------------------ flooding (31.11)


@rule("31.11")
def test_the_german_player_is_asked_at_the_beginning_of_each_player_turn(desk):
    for side in (0, 1):
        s = desk.set_up({}, options="flooding", steps=[PlayerTurn(side)])
        assert not s.flooded
        assert (desk.step(), desk.seat) == ("OpenDykes", "german")
    desk.play("flood")
    assert desk.s.flooded
    s = desk.set_up({}, options="flooding", flooded=True, steps=[FloodPhase()])
    assert not s.stack, "irreversible"
    assert not desk.set_up({}, steps=[FloodPhase()]).stack


@rule("31.11", "6.1")
def test_who_is_too_many_in_a_flooded_hex_is_eliminated_at_once(desk):
    w = desk.w
    h = next(h for h in members(w.ground[FLOODED]))
    clear = next(h for h in members(w.ground[CLEAR]))
    assert w.stack_limit[h] < w.stack_limit[clear] == 3
    s = desk.set_up(dict.fromkeys(("us-1", "us-4", "us-9"), w.labels[h]), options="flooding", steps=[FloodPhase()])
    desk.play("wait")
    assert not s.stack
    desk.restart(FloodPhase())
    desk.play("flood")
    assert (desk.step(), desk.seat) == ("Overstacked", "allied"), "the owner chooses"


@rule("31.11", "25.3")
def test_the_flood_does_not_touch_a_city_with_too_many_elsewhere(desk):
    """Volkssturm has overstacked Koln, which has until the end of the next German move impulse."""
    w = desk.w
    wet = w.labels[next(iter(members(w.ground[FLOODED])))]
    city = dict.fromkeys(("de-243", "de-84", "de-77", "de-vs-1"), "II10")
    assert w.stack_limit[desk.hex("II10")] == 3
    units = {"de-352": wet, "de-353": wet, "de-91": wet, **city}
    s = desk.set_up(units, side="german", turn="oct-2", options="flooding", steps=[FloodPhase()])
    desk.play("flood")
    assert set(desk.legal("remove")) == {"de-352", "de-353", "de-91"}
    assert desk.why("remove de-243") == ["31.11"]
    for name in ("de-352", "de-353", "de-91")[: 3 - w.stack_limit[desk.hex(wet)]]:
        desk.play(f"remove {name}")
    assert not s.stack
    assert {desk.at(name) for name in city} == {"II10"}


@rule("31.11", "3.7")
@pytest.mark.parametrize("site", ["", "CC5"])
def test_hidden_units_that_are_too_many_in_a_flood_are_eliminated_as_they_appear(desk, site):
    """Three stand in CC5 while it is clear ground, two of them by secret note; a flood has room for one (ruling
    251). That others have invaded the hex changes nothing."""
    units = {"de-352": "CC5", "de-353": "hidden", "de-91": "hidden", "de-77": "hidden"}
    notes = [-1] * desk.w.n_units
    for name, label in (("de-353", "CC5"), ("de-91", "CC5"), ("de-77", "M9")):
        notes[desk.unit(name)] = desk.hex(label)
    s = desk.set_up(
        units, turn=1, options="flooding", notes=notes, site=desk.hexes_of(site), steps=[FloodPhase(), Reveal()]
    )
    desk.play("flood")
    assert (desk.step(), desk.seat) == ("Overstacked", "german")
    assert set(desk.legal("remove")) == {"de-352", "de-353", "de-91"}
    desk.play("remove de-352", "remove de-91")
    assert not s.stack
    assert (desk.at("de-353"), desk.at("de-77")) == ("CC5", "M9")
    desk.set_up(units, turn=1, options="flooding", flooded=False, notes=notes, steps=[Reveal()])
    assert not desk.s.stack, "dry ground has room for three"


# --------------------------------------------------------------------------------------------- Greif (31.13)


def commandos(desk, units, **more):
    return desk.set_up({"de-150ss": "R13"} | units, **{"side": "german", "turn": "dec-4", "options": "greif"} | more)


@rule("31.13")
def test_150ss_slips_through_the_first_zone_and_stops_in_the_second(desk):
    s = commandos(desk, {"us-1": "R17"})
    edge = next(label for label in sorted(desk.near("R17")) if label in desk.hexes("de-150ss"))
    assert desk.why(f"slip {edge}")[0] == "31.13", "it has entered none yet"
    desk.play(f"move de-150ss {edge}")
    able = desk.legal("slip")
    zone = desk.near("R17") | {"R17"}
    assert any(label in zone for label in able), "from zone to zone"
    into = next(label for label in able if label in zone)
    desk.play(f"slip {into}")
    assert desk.at("de-150ss") == into
    assert s.greif == 1
    assert desk.why(f"slip {edge}") == ["31.13"], "once in the game"


@rule("31.13")
def test_then_it_attacks_one_hex_and_ignores_the_others(desk):
    w = desk.w
    a, b = next(
        (x, y) for x in w.near[desk.hex("R13")] for y in w.near[desk.hex("R13")] if w.grid.distance(x, y) == 2
    )
    foes = {"us-1": w.labels[a], "us-4": w.labels[b]}
    s = commandos(desk, foes, greif=1, steps=[StartCombat(1)])
    assert front(s).duty == 0
    assert front(s).must == desk.units_of("de-150ss"), "one it must attack"
    desk.play(f"attack de-150ss {w.labels[a]}; done", dice=[4])
    s = commandos(desk, foes, greif=2, steps=[StartCombat(1)])
    assert front(s).duty == w.bit[a] | w.bit[b], "otherwise all"


@rule("31.13")
def test_it_is_asked_before_combat_and_used_up_after_it(desk):
    w = desk.w
    a, b = next(
        (x, y) for x in w.near[desk.hex("R13")] for y in w.near[desk.hex("R13")] if w.grid.distance(x, y) == 2
    )
    foes = {"us-1": w.labels[a], "us-4": w.labels[b]}
    s = commandos(desk, foes, steps=[StartCombat(1)])
    assert (desk.step(), desk.seat) == ("Commandos", "german")
    desk.play("save")
    assert s.greif == 0
    assert front(s).duty == w.bit[a] | w.bit[b]
    s = commandos(desk, foes, steps=[StartCombat(1)])
    desk.play("use")
    assert front(s).duty == 0
    from grognard.games.fortress_europa.rules.combat.attacking import EndCombat

    desk.restart(EndCombat())
    assert s.greif == 2, "the other half is lost"


@rule("31.13", "33.3.9-1")
def test_on_december_iii_it_is_not_asked_since_all_may_choose(desk):
    """Every German unit may ignore zones then: the brigade would spend its one chance for nothing."""
    foes = {"us-99": "GG11", "us-28": "HH10", "de-150ss": "HH11"}
    for turn, scenario, asked in (("dec-3", "bulge", False), ("dec-4", "bulge", True), ("dec-3", "campaign", True)):
        desk.set_up(
            foes, side="german", options="greif", turn=turn, scenario=scenario, steps=[StartCombat(1)],
            belt_units=desk.units_of("de-150ss"),
        )  # fmt: skip
        assert (desk.step() == "Commandos") == asked, (turn, scenario)


# ---------------------------------------------------------------------------------------------- fuel (31.14)


@rule("31.14")
def test_without_anvers_few_armored_units_move_in_the_second_impulse(desk):
    units = {"us-2arm": "K4", "us-3arm": "K5", "us-1": "K6", "us-4": "K6"}
    s = desk.set_up(units, turn="sep-1", impulse=2, options="fuel", allied="M6 E10")
    assert capacity(s) == s.fuel_limit == 0, "Caen 2 and Nantes 2 less four units"
    assert desk.why("move us-2arm L4") == ["31.14"]
    assert desk.why("move us-1 K7") == [], "infantry is not affected"


@rule("31.14")
def test_as_many_as_there_is_capacity_to_spare(desk):
    s = desk.set_up({"us-2arm": "K4", "us-3arm": "K5"}, turn="sep-1", impulse=2, options="fuel", allied="H5")
    assert s.fuel_limit == 1, "St. Malo 3 less two units"
    goal = sorted(desk.hexes("us-2arm"))[0]
    desk.play(f"move us-2arm {goal}")
    assert desk.hexes("us-3arm") == set()


@rule("31.14")
def test_a_unit_that_has_failed_to_cross_a_river_counts(desk):
    s = desk.set_up({"us-2arm": "K4", "us-3arm": "K5"}, turn="sep-1", impulse=2, options="fuel", allied="H5")
    assert s.fuel_limit == 1
    s.spent[desk.unit("us-2arm")] = 1  # it has walked to the bank and may still go on
    assert desk.hexes("us-3arm") == set()
    assert desk.why(f"move us-3arm {min(desk.near('K5'))}") == ["31.14"]
    assert desk.hexes("us-2arm")


@rule("31.14")
@pytest.mark.parametrize(
    ("turn", "impulse", "allied"), [("aug-4", 2, "H5"), ("sep-1", 1, "H5"), ("sep-1", 2, "H5 CC6")]
)
def test_when_fuel_is_no_limit(desk, turn, impulse, allied):
    s = desk.set_up({"us-2arm": "K4", "us-3arm": "K5"}, turn=turn, impulse=impulse, options="fuel", allied=allied)
    assert s.fuel_limit == -1


@rule("31.14", "12.11", "12.13")
def test_the_79th_lands_in_the_second_impulse_of_an_invasion_only_with_fuel(desk):
    """Its landing is a move of that impulse. Of armor the 79th alone could land; who is ashore has spent the fuel."""
    w = desk.w
    units = {"br-79": "england", "br-3": "england", "us-1": "H5", "us-2arm": "K4", "us-4": "J4"}
    site = {"site": desk.hexes_of("J3"), "landing_area": 0, "invasions": 2, "invasion_turn": w.turn_of["sep-1"]}
    more = {"turn": "sep-1", "impulse": 2, "began": desk.units_of("br-79 br-3"), "second_turn": w.turn_of["sep-1"]}
    for allied, limit in (("H5 B2", 8), ("H5", 0)):
        s = desk.set_up(units, options="fuel", allied=allied, capacity_start=9, **site, **more)
        assert (capacity(s), s.fuel_limit) == (limit, limit)
    s = desk.set_up(units, options="fuel", allied="H5 B2", capacity_start=9, **site, **more)
    assert desk.why("land br-79 J3") == []
    s.fuel_limit = 0
    assert desk.why("land br-79 J3")[0] == "31.14"
    assert desk.legal("land") == ["br-3"]
    s.fuel_limit = 1
    desk.play(f"move us-2arm {sorted(desk.hexes('us-2arm'))[0]}")
    assert desk.why("land br-79 J3")[0] == "31.14", "the fuel is used up"
    s = desk.set_up(units, options="fuel", allied="H5 B2", capacity_start=9, **site, **more)
    s.fuel_limit = 1
    desk.play("land br-79 J3")
    assert desk.hexes("br-79"), "it has its fuel"
    assert desk.hexes("us-2arm") == set()


# --------------------------------------------------------------------------------------------- exits (31.15)


def at_the_edge(desk, units=None, **more):
    """An armored division in supply on the east edge."""
    placed = {"us-2arm": "RR10", "us-hq-patton": "RR9"} | (units or {})
    west = " ".join(desk.w.labels[h] for h in members(desk.w.land))
    fields = {"turn": "mar-1", "options": "exits", "allied": west, "volkssturm_cities": desk.w.german_cities}
    return desk.set_up(placed, **fields | more)


@rule("31.15")
def test_armor_in_supply_leaves_over_the_east_edge(desk):
    s = at_the_edge(desk)
    before = capacity(s)
    assert desk.w.east_edge >> desk.hex("RR10") & 1
    desk.play("exit us-2arm")
    assert desk.at("us-2arm") == "exited"
    assert steps_off(s) == 2
    assert capacity(s) == before, "it still counts"


@rule("31.15", "8.1", "17.10.4")
def test_who_has_no_hex_left_does_not_leave(desk):
    """Rough ground halves what armor has: of 7 hexes 4 are left, and the exit is one. Who was stopped stays."""
    unit = desk.unit("us-2arm")
    assert desk.w.move[unit][0] == 7
    for spent, slowed, rules in ((3, True, []), (4, True, ["8.1"]), (6, False, []), (7, False, ["5.4"])):
        s = at_the_edge(desk)
        s.spent[unit], s.moved = spent, 1 << unit
        s.slowed = 1 << unit if slowed else 0
        assert desk.why("exit us-2arm") == rules, (spent, slowed)
    s = at_the_edge(desk)
    s.spent[unit], s.moved = 2, 1 << unit
    assert desk.why("exit us-2arm") == []
    s.stopped = 1 << unit
    assert desk.why("exit us-2arm") == ["17.10.4"]


@rule("31.13", "17.10.1", "17.10.4")
def test_who_was_stopped_does_not_slip_through(desk):
    s = desk.set_up({"de-150ss": "R13", "us-1": "R15"}, side="german", turn="dec-4", options="greif")
    unit = desk.unit("de-150ss")
    goal = next(x for x in sorted(desk.near("R13")) if desk.w.grid.distance(desk.hex(x), desk.hex("R15")) == 1)
    desk.play(f"move de-150ss {goal}")
    assert desk.legal("slip"), "it has entered its first zone"
    s.stopped = 1 << unit
    beyond = sorted(desk.near(goal))[0]
    assert desk.why(f"slip {beyond}") == ["17.10.1"]
    s.tried = ((unit, 0),)
    assert desk.why(f"slip {beyond}") == ["17.10.4"]


@rule("31.15")
def test_who_cannot_leave(desk):
    at_the_edge(desk, {"us-1": "RR10", "us-3arm": "QQ10"})
    assert desk.why("exit us-1") == ["31.15"], "not armored"
    assert desk.why("exit us-3arm") == ["31.15"], "not on the edge"
    at_the_edge(desk, {"de-352": "RR11"})
    assert "31.15" in desk.why("exit us-2arm"), "in an enemy zone"
    at_the_edge(desk, {"us-hq-patton": "england"})
    assert "31.15" in desk.why("exit us-2arm"), "out of supply"
    at_the_edge(desk, options="")
    assert desk.why("exit us-2arm") == ["31.15"]


@rule("31.15")
def test_the_german_player_gives_up_as_many_steps(desk):
    s = at_the_edge(desk, {"us-2arm": "exited", "de-2pz": "JJ8", "de-hq-ob-west": "JJ8"}, steps=[ExitPhase()])
    assert (desk.step(), desk.seat) == ("GivingUp", "german")
    assert desk.why("give de-hq-ob-west") == ["31.15"]
    desk.play("give de-2pz")
    assert s.face[desk.unit("de-2pz")] == 1
    desk.play("give de-2pz")
    assert desk.at("de-2pz") == "removed"
    assert steps_given(s) == 2
    assert not s.stack


@rule("31.15")
def test_steps_come_back_for_allied_steps_lost_off_the_map(desk):
    units = {"us-2arm": "exited", "de-2pz": "removed"}
    s = at_the_edge(desk, units, back="de-2pz", given_up=((desk.unit("de-2pz"), 2),), steps=[])
    lose_step(s, desk.unit("us-2arm"), None, "18.1")
    assert steps_off(s) == 1
    desk.restart(ExitPhase())
    assert desk.step() == "Recalling"
    desk.play("recall de-2pz")
    assert desk.at("de-2pz") == "due", "as a reinforcement, reduced as it went"
    assert s.face[desk.unit("de-2pz")] == 1
    assert not s.stack, "at most step for step (ruling 255)"


@rule("31.15")
def test_twenty_five_steps_win(desk):
    w = desk.w
    armor = [w.ids[u] for u in w.of_side[1] if (w.armored & w.two_steps) >> u & 1][:13]
    s = at_the_edge(desk, dict.fromkeys(armor, "exited"), back=armor[0], turn="feb-1", allied="R11", steps=[])
    assert steps_off(s) == 25
    end_of_turn(s, False, None)
    assert s.ending == "breakthrough"
    s = at_the_edge(
        desk, dict.fromkeys(armor, "exited"), back=f"{armor[0]} {armor[1]}", turn="feb-1", allied="R11", steps=[]
    )
    end_of_turn(s, False, None)
    assert not s.ending


# ------------------------------------------------------------------------------------------- Funnies (31.16)


def river(desk):
    """Two clear hexes of France with a river between, and its section."""
    w = desk.w
    france = w.countries["france"] & w.ground[CLEAR] & ~w.cities
    return next(
        (a, b, w.river_between(a, b))
        for a in members(france)
        for b in w.near[a]
        if france >> b & 1 and w.river_between(a, b) >= 0
    )


@rule("31.16")
def test_a_part_of_the_79th_bridges_the_river(desk):
    w = desk.w
    a, b, section = river(desk)
    here, there = w.labels[a], w.labels[b]
    down = {"bridges_down": 1 << section}
    desk.set_up({"us-2arm": here}, **down)
    assert there not in desk.hexes("us-2arm")
    desk.set_up({"us-2arm": here, "br-79-a": here}, options="funnies", **down)
    assert there in desk.hexes("us-2arm")
    assert there not in desk.hexes("br-79-a"), "it must stay for the others"
    desk.set_up({"us-2arm": here, "br-79-a": here}, **down)
    assert there not in desk.hexes("us-2arm"), "only with the option"


@rule("31.16")
def test_not_into_an_enemy_zone(desk):
    w = desk.w
    a, b, section = river(desk)
    beyond = next(h for h in w.near[b] if h != a and h not in w.near[a])
    units = {"us-2arm": w.labels[a], "br-79-a": w.labels[a], "de-352": w.labels[beyond]}
    s = desk.set_up(units, options="funnies", bridges_down=1 << section)
    assert isinstance(walkable(s, desk.unit("us-2arm"), [a, b]), Held)
    s = desk.set_up({k: v for k, v in units.items() if k != "de-352"}, options="funnies", bridges_down=1 << section)
    assert walkable(s, desk.unit("us-2arm"), [a, b]) == 1


@rule("31.16")
def test_units_retreat_over_it(desk):
    w = desk.w
    a, b, section = river(desk)
    units = {"us-1": w.labels[a], "br-79-a": w.labels[b]}
    s = desk.set_up(units, options="funnies", bridges_down=1 << section, steps=[])
    assert (b,) in ways(s, desk.unit("us-1"), 1, 1)
    s = desk.set_up(units, bridges_down=1 << section, steps=[])
    assert (b,) not in ways(s, desk.unit("us-1"), 1, 1)


@rule("31.15")
def test_an_exited_unit_that_starves_is_out_of_the_game(desk):
    s = desk.set_up({"us-2arm": "exited", "us-3arm": "K4"}, options="exits", back="us-2arm us-3arm")
    for name in ("us-2arm", "us-3arm"):
        lose_step(s, desk.unit(name), None, "18.1")
    assert desk.at("us-2arm") == "removed", "no replacement brings it back"
    assert desk.at("us-3arm") == "destroyed"


@rule("31.15", "27.11")
def test_the_parts_of_the_79th_do_not_join_off_the_map(desk):
    parts = ("br-79-a", "br-79-b", "br-79-c")
    desk.set_up({"br-79": "aside", **dict.fromkeys(parts, "exited")}, options="exits")
    assert desk.why("join79") == ["27.11"]
    desk.set_up({"br-79": "aside", **dict.fromkeys(parts, "england")}, options="exits")
    assert desk.why("join79") == []


def test_every_scenario_and_option_explains_itself(desk):
    for thing in (*desk.game.scenarios, *desk.game.options):
        assert len(thing.text) > 30, thing.id
        assert "ruling" not in thing.text, f"{thing.id}: in words, not by number"


@rule("31.17")
def test_who_asks_for_four_turns_and_for_eight_gets_eight(desk):
    s = desk.game.start("campaign", {"extended-4": True, "extended-8": True})
    assert desk.w.turn_name[last_turn(s)] == "May I"


@rule("31.17")
@pytest.mark.parametrize(("option", "last"), [("extended-4", "April I"), ("extended-8", "May I")])
def test_the_last_turn_of_the_extended_game_is_told_as_it_is(desk, option, last):
    """Four and eight turns after March I."""
    s = desk.game.start("campaign", {option: True})
    assert desk.w.turn_name[last_turn(s)] == last
    text = next(x.text for x in desk.game.options if x.id == option)
    assert f"to {last}," in text


@rule("31.15")
def test_who_gets_a_step_back(desk):
    """Given: a step of the 2nd Panzer, which stands reduced, and one of the 352nd, which has been destroyed since."""
    units = {"us-2arm": "exited", "de-2pz": "JJ8", "de-352": "destroyed", "de-353": "JJ8"}
    given = ((desk.unit("de-2pz"), 1), (desk.unit("de-352"), 1), (desk.unit("de-353"), 1))
    s = at_the_edge(desk, units, back="us-2arm de-2pz", given_up=given, steps=[ExitPhase()])
    assert (steps_given(s), steps_off(s)) == (3, 1)
    assert (desk.step(), desk.seat) == ("Recalling", "german")
    assert desk.why("recall de-116pz") == ["31.15"], "it has given nothing"
    desk.play("recall de-352")
    assert desk.at("de-352") == "destroyed", "its step is lost"
    desk.play("recall de-2pz")
    assert s.face[desk.unit("de-2pz")] == 0
    assert not s.stack, "step for step"
    assert s.given_up == ((desk.unit("de-353"), 1),)


@rule("31.15", "33.4.7")
def test_exited_armor_wins_whatever_came_of_the_offensive_in_the_ardennes(desk):
    w = desk.w
    armor = [w.ids[u] for u in w.of_side[1] if (w.armored & w.two_steps) >> u & 1][:13]
    s = at_the_edge(
        desk, dict.fromkeys(armor, "exited"), scenario="berlin", turn="feb-1", bulge_level=2, allied="R11", steps=[]
    )
    end_of_turn(s, False, None)
    assert s.ending == "breakthrough", "33.4.7 shifts what 30.1 decides (ruling 300)"


@rule("28.5", "31.15")
def test_1ss_comes_back_after_its_steps_as_its_later_counter(desk):
    """Both steps were given before November I: what returns to play after it is the 9-7, and the Tigers do not."""
    early, tigers = desk.unit("de-1ss"), desk.unit("de-101ss")
    units = {"de-1ss": "removed", "de-1ss-late": "aside", "de-101ss": "removed"}
    s = at_the_edge(desk, units, back="de-1ss", given_up=((early, 2), (tigers, 1)), turn="nov-2", steps=[Recalling()])
    assert desk.why("recall de-101ss") == ["28.5"]
    desk.play("recall de-1ss")
    assert (desk.at("de-1ss"), desk.at("de-1ss-late")) == ("removed", "due")
    assert s.face[desk.unit("de-1ss-late")] == 1, "one step of two"
    desk.play("recall de-1ss")
    assert (desk.at("de-1ss"), desk.at("de-1ss-late"), s.face[desk.unit("de-1ss-late")]) == ("removed", "due", 0)
    assert s.given_up == ((tigers, 1),)
    s = at_the_edge(desk, units, back="de-1ss", given_up=((early, 2), (tigers, 1)), turn="oct-4", steps=[Recalling()])
    desk.play("recall de-1ss", "recall de-101ss")
    assert (desk.at("de-1ss"), desk.at("de-1ss-late"), desk.at("de-101ss")) == ("due", "aside", "due"), "before it"


@rule("28.5", "31.15")
def test_a_step_of_1ss_comes_back_to_the_counter_that_has_taken_its_place(desk):
    """One step was given; the division went to the Reserve, where it became the 9-7."""
    units = {"de-1ss": "removed", "de-1ss-late": "reserve"}
    given = ((desk.unit("de-1ss"), 1),)
    s = at_the_edge(desk, units, back="de-1ss de-1ss-late", given_up=given, turn="nov-2", steps=[Recalling()])
    desk.play("recall de-1ss")
    assert (desk.at("de-1ss"), desk.at("de-1ss-late")) == ("removed", "reserve"), "there is one 1SS"
    assert s.face[desk.unit("de-1ss-late")] == 0


@rule("26.7", "31.15")
def test_a_unit_that_was_withdrawn_gets_no_step_back(desk):
    given = ((desk.unit("de-269"), 1),)
    s = at_the_edge(desk, {"de-269": "withdrawn"}, back="de-269", given_up=given, turn="feb-1", steps=[Recalling()])
    desk.play("recall de-269")
    assert (desk.at("de-269"), s.face[desk.unit("de-269")], s.given_up) == ("withdrawn", 1, ())


@rule("26.7", "31.15")
def test_a_unit_that_is_to_be_withdrawn_does_not_come_back_after_its_turn(desk):
    """The 21st Panzer has gone after the Allied units with both steps when the schedule withdraws it."""
    given = ((desk.unit("de-21pz"), 2), (desk.unit("de-2pz"), 2))
    units = {"de-21pz": "removed", "de-2pz": "removed", "de-9pz": "JJ8"}
    s = at_the_edge(
        desk, units, given_up=given, turn="feb-1", side="german", steps=[Withdrawals(GERMAN), Recalling()]
    )
    assert (desk.at("de-21pz"), desk.at("de-2pz"), desk.at("de-9pz")) == ("withdrawn", "removed", "JJ8")
    assert s.given_up == given
    desk.play("recall de-21pz", "recall de-2pz")
    assert (desk.at("de-21pz"), desk.at("de-2pz")) == ("withdrawn", "due")


@rule("31.15")
def test_nothing_is_asked_when_as_many_steps_are_given(desk):
    units = {"us-2arm": "exited", "de-2pz": "JJ8"}
    s = at_the_edge(desk, units, back="us-2arm de-2pz", given_up=((desk.unit("de-2pz"), 1),), steps=[ExitPhase()])
    assert steps_off(s) == steps_given(s) == 1
    assert not s.stack


@rule("31.15")
def test_hqs_and_units_out_of_supply_give_nothing(desk):
    units = {"us-2arm": "exited", "de-2pz": "JJ8", "de-hq-ob-west": "JJ8", "de-352": "D3", "us-1": "D4"}
    at_the_edge(desk, units, steps=[ExitPhase()])
    assert desk.why("give de-352") == ["31.15"], "cut off in Brittany"
    assert desk.why("give de-hq-ob-west") == ["31.15"]
    assert desk.why("give us-1") == ["31.15"]
    assert desk.legal("give") == ["de-2pz"]


@rule("31.15")
def test_no_more_steps_are_given_than_have_left(desk):
    """A reduced division is off the map: one step goes, though others could give one."""
    units = {"us-2arm": "exited", "de-2pz": "JJ8", "de-116pz": "JJ8", "de-hq-ob-west": "JJ8"}
    s = at_the_edge(desk, units, back="us-2arm", steps=[ExitPhase()])
    assert desk.step() == "GivingUp"
    desk.play("give de-2pz")
    assert (steps_given(s), steps_off(s)) == (1, 1)
    assert not s.stack


@rule("33.3.4", "3.4", "31.12", "33.1.4")
def test_which_weather_is_fixed_and_what_is_added(desk):
    for scenario, turn, options, weather in (
        ("campaign", "jun-1", "", "clear"), ("campaign", "jun-2", "", None), ("bulge", "dec-3", "", "overcast-star"),
        ("bulge", "dec-3", "rolled-weather", "overcast-star"), ("bulge", "dec-4", "", "clear"),
        ("bulge", "dec-4", "rolled-weather", None), ("bulge", "jan-1", "", "storm"), ("berlin", "jan-3", "", None),
    ):  # fmt: skip
        s = desk.set_up({}, scenario=scenario, turn=turn, options=options, steps=[])
        found = fixed_weather(s)
        assert (None if found is None else WEATHERS[found]) == weather, (scenario, turn, options)
    for scenario, now, options, seen, more in (
        ("campaign", 1, "bad-weather", False, 0), ("campaign", 2, "bad-weather", False, 1),
        ("campaign", 5, "bad-weather", False, 4), ("campaign", 5, "bad-weather", True, 0),
        ("campaign", 5, "", False, 0), ("campaign", 5, "fuel", False, 0), ("invasion", 3, "", False, 0),
        ("invasion", 4, "", False, 1), ("invasion", 6, "", False, 3), ("invasion", 6, "", True, 0),
    ):  # fmt: skip
        s = desk.set_up({}, scenario=scenario, turn=now, options=options, storm_seen=seen, steps=[])
        assert addition(s) == more, (scenario, now, options, seen)

"""12.17, 12.19 and the invasion example of 12."""

from __future__ import annotations

from grognard.games.fortress_europa.rules.air.naval import ShipsMove
from grognard.games.fortress_europa.rules.air.support import BindSupport
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.landing.dday import StartLanding, after_reveal
from grognard.games.fortress_europa.rules.landing.invasion import Foothold, Invading
from grognard.games.fortress_europa.rules.landing.mulberries import MulberryDue
from grognard.games.fortress_europa.rules.movement.districts import attack_releases
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.setup.setup import Reveal
from grognard.games.fortress_europa.rules.standing import freeze, put
from grognard.games.fortress_europa.rules.state import FIRST_COMBAT, IDLE, LOST
from grognard.suite import rule

BRITISH = ("br-3", "br-50", "br-51", "br-49", "br-15")


def landing(desk, german=None, hidden=None, units=None, ships=False, **more):
    """The first turn from placing the invaders to the first combat impulse; `hidden` units are set up by note."""
    notes = [-1] * desk.w.n_units
    for unit, label in (hidden or {}).items():
        notes[desk.unit(unit)] = desk.hex(label)
    there = dict.fromkeys(BRITISH, "england") | dict.fromkeys(hidden or {}, "hidden") | (german or {}) | (units or {})
    steps = [StartLanding(), Invading(), ShipsMove(), Reveal(), *after_reveal()]
    settings = {} if ships else {"ship_at": [LOST] * len(desk.w.ships)}
    return desk.set_up(there, turn="jun-1", steps=steps, notes=notes, **settings, **more)


@rule("12.17")
def test_a_hidden_unit_on_the_bank_turns_invaders_away_into_its_own_hex(desk):
    landing(desk, hidden={"de-352": "N5"})
    desk.play("invade br-3 M6; done")
    assert desk.at("de-352") == "N5"
    assert desk.at("br-3") == "N5"


@rule("12.17")
def test_even_into_a_hex_that_cannot_be_invaded(desk):
    s = landing(desk, hidden={"de-352": "D9"})
    desk.play("invade br-3 E10; done")
    assert desk.at("br-3") == "D9"
    assert s.site == desk.hexes_of("D9")
    assert desk.owner("D9") == "german"
    assert desk.owner("E10") == "german", "the port has not been taken"


@rule("12.17")
def test_the_allied_player_chooses_between_several_that_block(desk):
    landing(desk, hidden={"de-352": "BB4", "de-243": "CC4"})
    desk.play("invade br-3 CC6; done")
    assert desk.step() == "Diverted"
    assert desk.seat == "allied"
    assert desk.legal("divert") == ["BB4", "CC4"]
    assert desk.why("divert BB5") == ["12.17"]
    desk.play("divert CC4")
    assert desk.at("br-3") == "CC4"


@rule("12.17", "12.7")
def test_whom_stacking_keeps_out_goes_to_the_nearest_hex_with_room(desk):
    """CC5 is flooded and holds one: its own invader. BB5 has its two, and of the beaches next to CC5 CC4 has room."""
    landing(desk, hidden={"de-352": "CC5"})
    desk.play("invade br-3 BB5; invade br-50 BB5; invade br-51 CC6; invade br-49 CC5; done")
    near = {x for x in ("BB4", "BB5", "CC4", "DD4") if desk.w.grid.distance(desk.hex("CC5"), desk.hex(x)) == 1}
    assert {"BB4", "CC4"} <= near
    assert desk.step() == "Displaced"
    assert set(desk.legal("divert")) == near - {"BB5"}, "the owner chooses among equals (ruling 106)"
    assert desk.why("divert AA4") == ["12.17"]
    desk.play("divert CC4")
    assert desk.at("br-51") == "CC4"
    assert desk.s.site == desk.hexes_of("BB5 CC5 CC4")


@rule("12.17", "9.6")
def test_being_turned_away_releases_nobody(desk):
    """Caen is in the 7th district, N5 in the 15th, where entering would release everybody."""
    german = {"de-85": "P8", "de-708": "C12"}
    s = landing(desk, german, {"de-352": "N5"}, frozen="de-85 de-708")
    desk.play("invade br-3 M6; done")
    assert desk.at("br-3") == "N5"
    assert not s.released
    assert s.bound[desk.unit("de-85")] >= 0
    assert s.trespassing == desk.units_of("br-3"), "it must leave a frozen district (15.10)"


@rule("12.17", "9.1F", "9.6")
def test_nor_does_the_fight_to_which_they_are_forced(desk):
    """A hidden unit frozen in the 15th (9.4) keeps br-3 from Caen; the fight in N5 is not of the owner's will."""
    s = landing(desk, {"de-344": "T6"}, {"de-275": "N5"}, frozen="de-344")
    freeze(s, desk.unit("de-275"), desk.w.district_of[desk.hex("N5")])
    desk.play("invade br-3 M6; invade br-50 M5; done")
    assert desk.at("br-3") == "N5"
    desk.restart(StartCombat(1), Foothold())
    desk.play("attack br-3 N5; done", dice=[1])
    assert not s.released
    assert s.bound[desk.unit("de-344")] >= 0


@rule("9.1F", "12.17")
def test_but_it_does_if_somebody_joins_in_of_his_own_will(desk):
    s = landing(desk, {"de-344": "T6"}, {"de-275": "N5"}, frozen="de-344")
    freeze(s, desk.unit("de-275"), desk.w.district_of[desk.hex("N5")])
    desk.play("invade br-3 M6; invade br-50 M5; done")
    forced, free = desk.unit("br-3"), desk.unit("br-50")
    assert not attack_releases(s, desk.hexes_of("N5"), (forced,))
    assert attack_releases(s, desk.hexes_of("N5"), (forced, free))
    assert attack_releases(s, desk.hexes_of("T6"), (free,))


@rule("12.17", "21.2")
def test_raiders_are_turned_away_as_well(desk):
    landing(desk, hidden={"de-352": "N5"}, units={"us-rangers": "england"})
    desk.play("invade br-3 M5; raid us-rangers M6; done")
    assert desk.at("us-rangers") == "N5", "ruling 109"
    desk.restart(Foothold())
    assert desk.at("us-rangers") == "destroyed", "21.11"


@rule("12.19", "30.2")
def test_control_is_known_only_after_the_reveal(desk):
    s = landing(desk, hidden={"de-352": "B2"})
    desk.play("invade br-3 B2; invade br-50 C3; done")
    assert desk.owner("B2") == "german"
    assert not s.ruined >> desk.hex("B2") & 1, "the fortress stands while its garrison lives (ruling 143)"
    assert desk.owner("C3") == "allied"


@rule("12.19", "18.7.8")
def test_a_port_without_garrison_is_captured_after_the_reveal(desk):
    s = landing(desk)
    desk.play("invade br-3 K2; done", dice=[2])
    assert desk.owner("K2") == "allied"
    assert s.ports_taken == 1 << desk.w.port_at[desk.hex("K2")]


@rule("12.19", "19.1")
def test_hidden_units_are_revealed_after_ships_have_been_placed(desk):
    landing(desk, hidden={"de-352": "N5"}, ships=True)
    desk.play("invade br-3 M5; done")
    assert desk.step() == "Stationing"
    assert desk.at("de-352") == "hidden"
    desk.play("; ".join([*(f"station {ship} N4" for ship in desk.w.ship_ids), "done"]))
    assert desk.at("de-352") == "N5"


@rule("12-example-1", "12.17", "12.7")
def test_the_invasion_example_first_impulse(desk):
    german = {"de-85": "CC6"}
    s = landing(desk, german, {"de-352": "CC4"}, {"br-79": "england"}, ships=True, back="br-79")
    desk.play(
        "invade br-3 BB5; invade br-50 BB5; invade br-51 CC6; invade br-79 CC6; invade br-49 CC5; done",
        "; ".join([*(f"station {ship} BB3" for ship in desk.w.ship_ids), "done"]),
    )
    assert desk.at("de-352") == "CC4"
    assert (desk.at("br-51"), desk.at("br-79")) == ("CC4", "CC4"), "moved back to F (ruling 107)"
    assert desk.at("br-49") == "CC5"
    put(s, desk.unit("de-352"), desk.w.destroyed)  # the battle in CC4
    s.phase = FIRST_COMBAT
    desk.restart(Foothold())
    assert desk.step() == "Overstacked"
    assert set(desk.legal("remove")) == {"br-51", "br-79"}, "one British unit in F must go"
    desk.play("remove br-79")
    assert desk.at("br-51") == "CC4"


@rule("12-example-2", "12.11", "21.2")
def test_the_invasion_example_second_impulse(desk):
    units = {
        "br-3": "BB5", "br-50": "BB5", "br-49": "CC5", "br-51": "CC4", "de-85": "CC6",
        "us-rangers": "england", "br-1ssb": "england", "br-15": "england", "br-hq-montgomery": "england",
    }  # fmt: skip
    s = desk.set_up(
        units, turn="jun-1", impulse=2, steps=[StartMove(2), Moving(), EndMove()], invasions=1, invasion_turn=1,
        site=desk.hexes_of("BB5 CC5 CC4"), landing_area=1,
        began=desk.units_of("us-rangers br-1ssb br-15 br-hq-montgomery"),
    )  # fmt: skip
    desk.play("raid us-rangers CC5", "raid br-1ssb CC5")
    assert s.raids == 1
    desk.play("land br-15 BB5", "land br-hq-montgomery BB5")
    assert desk.why("move br-15 AA5") == ["8.9"]
    assert desk.why("move br-hq-montgomery AA5") == ["8.9"], "the German in Anvers holds them"
    desk.play("end")
    assert desk.step() == "", "commandoes and rangers stack free in CC5, three units and an HQ in BB5"


@rule("12-example-1", "12-example-2", "12.8", "12.12", "12.13", "19.4", "17.10.2")
def test_the_whole_invasion_example(desk):
    w = desk.w
    mission = [IDLE] * len(w.aircraft)
    three = ("2nd-1", "2nd-2", "9th-1")
    for name in three:
        mission[w.plane[name]] = w.mission["ground-support"]
    notes = [-1] * w.n_units
    notes[desk.unit("de-30")] = desk.hex("CC4")
    boxed = (*BRITISH, "br-79", "us-rangers", "br-1ssb", "br-hq-montgomery")
    desk.set_up(
        {**dict.fromkeys(boxed, "england"), "de-85": "CC6", "de-30": "hidden"},
        turn="jun-1", back="br-79", notes=notes, mission=mission,
        steps=[
            StartLanding(), Invading(), ShipsMove(), BindSupport(), Reveal(), *after_reveal(), StartCombat(1),
            Foothold(), StartMove(2), Moving(), MulberryDue(), EndMove(), StartCombat(2),
        ],
    )  # fmt: skip

    # First impulse.
    desk.play("invade br-3 BB5; invade br-50 BB5; invade br-51 CC6; invade br-79 CC6; invade br-49 CC5; done")
    desk.play("; ".join([*(f"station {ship} BB3" for ship in w.ship_ids), "done"]))
    desk.play("; ".join([*(f"aim {name} CC6" for name in three), "done"]))
    assert (desk.at("de-30"), desk.at("br-51"), desk.at("br-79")) == ("CC4", "CC4", "CC4")
    assert desk.step() == "Attacking"
    assert desk.why("attack br-3 CC6") == ["12.8"], "no German in BB5, and no others may be attacked"
    assert desk.why("attack br-51 CC4; support 2nd-1") != [], "the three aircraft are bound to Anvers, and lost"
    desk.play("attack br-51 CC4; with br-79; done", dice=[4])  # 8 to 2 is 4-1; 4 and the two of the 79th are a 6
    assert desk.at("de-30") == "destroyed"
    assert desk.step() == "Overstacked"
    desk.play("remove br-79")

    # Second impulse.
    desk.play("raid us-rangers CC5", "raid br-1ssb CC5", "land br-15 BB5", "land br-hq-montgomery BB5")
    assert desk.why("move br-15 AA5") == ["8.9"]
    desk.play("end", "mulberry mulberry-12 BB5")
    assert desk.s.mulberry_at[0] == desk.hex("BB5")
    desk.play("keep")  # the raiders alone would be too weak (14.10)
    attackers = ("br-3", "br-50", "br-15", "br-49", "us-rangers", "br-1ssb", "br-hq-montgomery")
    attack = sum(w.combat[desk.unit(u)][0] for u in attackers)
    defence = 2 * w.combat[desk.unit("de-85")][0]  # a city
    column = next(c for c in w.book.column if c.id == f"{attack // defence}-1")
    die = column.results.index("DR") + 1
    desk.play("; ".join(["attack br-3 CC6", *(f"with {u}" for u in attackers[1:]), "done"]), dice=[die])
    assert desk.step() == "Retreating"
    first = desk.legal("retreat de-85")[0]
    second = desk.legal(f"retreat de-85 {first}")[0]
    desk.play(f"retreat de-85 {first} {second}")
    assert desk.at("de-85") not in ("CC6", "destroyed"), "the German has left D"

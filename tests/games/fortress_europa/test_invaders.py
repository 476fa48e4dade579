"""12, 20, 31.16: what an invasion notes, who is driven off it, and whom a drop leaves where."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, ROUGH
from grognard.games.fortress_europa.rules.landing.airborne import Drops
from grognard.games.fortress_europa.rules.landing.invasion import Invading, driven_off, landing_bonus
from grognard.games.fortress_europa.rules.landing.sea import evacuates, sea_allowance
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import FIRST_MOVE, NOWHERE
from grognard.kernel.rules import Events
from grognard.maps import members
from grognard.suite import rule

FIRST = {"turn": "jun-1", "invasions": 0, "invasion_turn": 0, "phase": FIRST_MOVE}
LATER = {"turn": "aug-2", "invasions": 1, "invasion_turn": 1, "capacity_start": 3}


def first(desk, units, **more):
    """The first invasion is being placed."""
    s = desk.set_up(units, steps=[StartMove(1), Invading()], **{**FIRST, **more})
    s.began = desk.units_of(" ".join(units))
    return s


def later(desk, units, **more):
    """A turn on which the second invasion may be made; a mulberry gives room for twelve."""
    s = desk.set_up(units, **{**LATER, "mulberry_at": [desk.hex("C3"), NOWHERE], **more})
    s.began = desk.units_of(" ".join(units))
    return s


# --------------------------------------------------------------------------------------------------- what is noted


@rule("12.2", "12.18", "11.6")
def test_the_turn_of_the_second_invasion_alone_is_noted(desk):
    s = first(desk, {"us-1": "england", "us-4": "england"})
    desk.play("invade us-1 L4; invade us-4 L4; done")
    assert (s.invasions, s.invasion_turn, s.second_turn) == (1, 1, 0)
    assert s.ten_waiting
    s = later(desk, {"us-1": "england", "us-4": "england", "us-9": "K2"})
    desk.play("invade us-1 L4", "invade us-4 L4")
    assert (s.invasions, s.invasion_turn, s.second_turn) == (2, s.turn, s.turn)


@rule("12.10", "31.16")
def test_only_another_part_of_the_79th_is_kept_out_by_one(desk):
    units = {"br-79-a": "england", "br-79-b": "england", "us-1": "england", "us-4": "england"}
    first(desk, units, options="funnies")
    assert desk.why("invade br-79-a L4; invade us-1 L4; done") == []
    assert desk.why("invade us-1 L4; invade us-4 L4; invade br-79-a L4; done") == [], "it counts nothing"
    assert desk.why("invade us-1 L4; invade br-79-a L4; invade br-79-b L4") == ["31.16"]


@rule("12.4", "20.14")
def test_who_has_dropped_is_not_told_that_he_is_named_too_late(desk):
    s = later(desk, {"us-101": "L6", "us-82": "england", "us-1": "england"})
    s.flown = s.dropped = desk.units_of("us-101")
    assert desk.why("invade us-101 L4") == ["12.4"]
    assert desk.why("invade us-82 L4") == ["20.14"]
    assert desk.why("invade us-1 L4") == []


@rule("12.9", "12.10")
@pytest.mark.parametrize(("german", "told"), [("L4", ["12.10", "12.9"]), ("L5", ["12.10"]), ("S20", ["12.10"])])
def test_what_is_told_of_an_invasion(desk, german, told):
    first(desk, {"us-1": "england", "de-352": german})
    assert [effect.rule for effect in desk.preview("invade us-1 L4").effects] == told


# -------------------------------------------------------------------------------------------------- in the combat


@rule("12.13", "31.16")
@pytest.mark.parametrize("unit", ["ca-3", "us-1", "br-3"])
def test_nobody_but_the_79th_adds_to_the_die(desk, unit):
    s = first(desk, {"br-79": "england", unit: "L4"})
    s.invaders = desk.units_of(unit)
    assert landing_bonus(s, desk.units_of(unit)) is None
    assert landing_bonus(s, desk.units_of(f"{unit} br-79")) is None, "the 79th has not landed"


@rule("12.9", "20.8", "21.11")
def test_why_units_on_top_of_the_enemy_are_eliminated(desk):
    """Each for the way in which it came; the hex is German, and others stay."""
    units = {
        "us-1": "L4", "us-82": "L6", "us-rangers": "M5", "us-4": "N8", "br-3": "england", "de-352": "L4",
        "de-353": "L6", "de-91": "M5", "de-77": "N8", "us-29": "N5",
    }  # fmt: skip
    s = desk.set_up(units, steps=[Moving()], **LATER)
    s.invaders, s.dropped, s.raiding = (desk.units_of(x) for x in ("us-1 us-29 br-3", "us-82", "us-rangers"))
    events = Events()
    driven_off(s, desk.w.land, events)
    lost = {
        piece: event.rule for happened in events.items if (event := happened.event).rule for piece in event.pieces
    }
    assert lost == {"us-1": "12.9", "us-82": "20.8", "us-rangers": "21.11"}
    assert {u: desk.at(u) for u in ("us-4", "us-29", "br-3")} == {"us-4": "N8", "us-29": "N5", "br-3": "england"}
    assert s.allied & desk.hexes_of("L4 L6 M5 N8 N5") == desk.hexes_of("N8 N5")


# ----------------------------------------------------------------------------------------------------------- drops


def dropping(desk, units, side="allied", **more):
    number = (GERMAN, ALLIED)[side == "allied"]
    steps = [StartMove(1), Drops(number), Moving(), EndMove()]
    settings = {"invasions": 1, "invasion_turn": 1, "capacity_start": 5, "began": desk.units_of(" ".join(units))}
    return desk.set_up(units, side=side, steps=steps, **(settings | more))


@rule("20.1", "20.2", "20.7")
@pytest.mark.parametrize(
    ("units", "more", "asked"),
    [
        ({"us-101": "england"}, {}, True), ({"us-1": "england"}, {}, False), ({"us-101": "K2"}, {}, False),
        ({"us-101": "england"}, {"began": 0}, False), ({"us-1": "england", "de-6fj": "RR13"}, {}, False),
        ({"us-101": "england"}, {"weather": "overcast"}, False),
    ],
)  # fmt: skip
def test_the_drop_is_asked_for_if_somebody_can_make_it(desk, units, more, asked):
    dropping(desk, {**units, "us-4": "K2"}, **more)
    assert desk.step() == ("Dropping" if asked else "Moving")


@rule("20.4", "20.8", "30.2")
def test_who_is_lost_in_the_drop_has_not_taken_his_hex(desk):
    """In rough ground beside a German unit a drop can fail."""
    w = desk.w
    star = next(c for c in w.book.drop if c.id == "non-clear-star")
    rough = next(
        w.labels[h] for h in members(w.reach_of_england & w.ground[ROUGH] & ~w.germany & ~w.cities & ~w.fortresses)
    )
    beside = min(desk.near(rough))
    for result, owner in (("lost", "german"), ("safe", "allied")):
        dropping(desk, {"us-101": "england", "us-4": "K2", "de-352": beside})
        assert survey(desk.s).zones[GERMAN] >> desk.hex(rough) & 1
        desk.play(f"drop us-101 {rough}; done", dice=[star.dice.index(result) + 1])
        assert desk.owner(rough) == owner
        assert (desk.at("us-101") == "destroyed") is (result == "lost")


@rule("20.5", "30.2")
def test_a_german_drop_on_the_first_turn_takes_its_hex_at_once(desk):
    """Only the Allied landing of June I is not over before the reveal."""
    dropping(desk, {"de-6fj": "RR13"}, "german", turn="jun-1", allied="PP13")
    desk.play("drop de-6fj PP13; done", dice=[1])
    assert (desk.at("de-6fj"), desk.owner("PP13")) == ("PP13", "german")


# ------------------------------------------------------------------------------------------------ sea and airlifts


@rule("11.4B", "31.5")
def test_who_leaves_jersey_is_not_evacuated(desk):
    s = desk.set_up({"us-1": "I4", "us-4": "J5"}, options="jersey", capacity_start=5)
    assert not evacuates(s, desk.unit("us-1"))
    assert evacuates(s, desk.unit("us-4"))


@rule("11.3", "5.6", "8.1")
@pytest.mark.parametrize(("weather", "plain", "rough"), [("clear", 3, 2), ("overcast-star", 2, 1)])
def test_rough_ground_leaves_half_of_the_half_rounded_up(desk, weather, plain, rough):
    """Armor of 7 has half of that when it sails; in Overcast* half of 4, and in rough ground half of 2."""
    u = desk.unit("us-2arm")
    assert desk.w.move[u][0] == 7
    s = desk.set_up({"us-2arm": "K2"}, weather=weather, steps=[Moving()])
    assert sea_allowance(s, u) == plain
    s.slowed = 1 << u
    assert sea_allowance(s, u) == rough


@rule("11.8", "15.10")
def test_who_has_left_a_frozen_district_does_not_sail_back(desk):
    """Cherbourg is in the 7th district, where a German unit is frozen still."""
    units = {"us-1": "england", "us-4": "england", "us-9": "D13", "de-708": "D5"}
    desk.set_up(
        units, frozen="de-708", allied="K2", expelled=desk.units_of("us-1"), capacity_start=5,
        mulberry_at=[desk.hex("D13"), NOWHERE],
    )  # fmt: skip
    assert desk.why("sail us-1 K2") == ["15.10"]
    assert "K2" not in desk.legal("sail us-1")
    assert "D13" in desk.legal("sail us-1")
    assert "K2" in desk.legal("sail us-4")


@rule("20.10", "20.11")
def test_what_is_told_of_an_airlift(desk):
    units = {"us-101": "R11", "us-4": "K2", "de-6fj": "RR13"}
    for side, text, cost, words in (
        ("allied", "airlift us-101 england", "", "is airlifted to England."),
        ("allied", "airlift us-101 africa", "", "is airlifted to Africa."),
        ("allied", "airlift us-101 K2", "", "is airlifted to Cherbourg"),
        ("german", "airlift de-6fj OO11", "airlift 2 of 2", "is airlifted to Kassel"),
    ):
        desk.set_up(units, side=side, capacity_start=5, began=desk.units_of(" ".join(units)), german_lifts=1)
        assert desk.preview(text).cost == cost
        desk.play(text)
        assert any(words in line for line in desk.log), desk.log

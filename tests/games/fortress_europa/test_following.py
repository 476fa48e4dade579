"""12.10, 12.11: who follows the invaders in the second impulse, hex by hex and unit by unit."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import GERMAN, MOUNTAIN
from grognard.games.fortress_europa.rules.landing.beachhead import why_not_followed
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import NOWHERE
from grognard.suite import rule

FAR = {"de-91": "S20"}
"""A German far from the coast, in a hex that comes after all beaches of the north."""


def following(desk, units, site="L4", **more):
    """The second impulse of the second invasion; there is room for twelve on the continent."""
    turn = desk.w.turn_of["aug-2"]
    fields = {
        "turn": "aug-2", "invasions": 2, "invasion_turn": turn, "second_turn": turn, "site": desk.hexes_of(site),
        "landing_area": 0, "impulse": 2, "capacity_start": 3, "mulberry_at": [desk.hex("C3"), NOWHERE],
    }  # fmt: skip
    s = desk.set_up(units, **{**fields, **more})
    s.began = desk.units_of(" ".join(units))
    return s


FULL = {"us-4": "L4", "us-29": "L4", "us-9": "L4", "us-2": "L4"}
"""More than the three that a hex of clear ground holds: one of them must leave it before the impulse ends (6.3)."""


@rule("12.11", "8.9")
@pytest.mark.parametrize(
    ("german", "tired", "rules"),
    [
        ("S20", False, []), ("S20", True, []), ("L5", True, ["12.11"]), ("K4", True, ["12.11"]),
        ("M6", True, []), ("M6", False, []),
    ],
)  # fmt: skip
def test_who_lands_in_a_full_hex_can_go_on_unless_it_is_in_an_enemy_zone(desk, german, tired, rules):
    """The three who stand there can go away, or have gone all their way already; beside M6 lies L5, but not L4."""
    s = following(desk, {"us-1": "england", "de-352": german, **FULL, **FAR})
    assert "L4" not in desk.near("M6")
    assert bool(survey(s).zones[GERMAN] >> desk.hex("L5") & 1) is (german in ("L5", "M6"))
    for unit in FULL if tired else ():
        s.spent[desk.unit(unit)] = 9
    assert desk.why("land us-1 L4") == rules


@rule("12.11", "8.3")
def test_who_lands_in_mountains_goes_no_further(desk):
    """Nice is mountainous: a division stops there, mountain troops do not; who stands there has gone all its way."""
    units = {"us-1": "africa", "fr-4dmm": "africa", "us-4": "S34", "us-29": "S34", "us-9": "S34", **FAR}
    assert desk.w.terrain[desk.hex("S34")] == MOUNTAIN
    area = next(a for a, hexes in enumerate(desk.w.area_hexes) if hexes >> desk.hex("S34") & 1)
    for spent, rules in ((9, ["12.11"]), (0, [])):
        s = following(desk, units, "S34", landing_area=area, mulberry_at=[desk.hex("O35"), NOWHERE])
        for unit in ("us-4", "us-29", "us-9"):
            s.spent[desk.unit(unit)] = spent
        assert desk.why("land us-1 S34") == rules
        assert desk.why("land fr-4dmm S34") == []


@rule("12.11", "21.7", "6.5")
@pytest.mark.parametrize(
    ("unit", "there", "rules"),
    [
        ("us-rangers", 2, []), ("us-rangers", 3, ["12.11"]), ("us-1", 2, []), ("us-1", 3, ["12.11"]),
        ("us-hq-bradley", 3, []), ("us-hq-bradley", 4, []), ("us-1", 4, ["12.11"]),
    ],
)  # fmt: skip
def test_how_much_room_a_unit_needs(desk, unit, there, rules):
    """A raider that lands counts as one unit, an HQ as none; nobody could leave the hex, which is in a zone."""
    units = {unit: "england", "de-352": "L5", **FAR, **dict(list(FULL.items())[:there])}
    following(desk, units)
    assert desk.why(f"land {unit} L4") == rules
    assert ("L4" in desk.hexes(unit, "land")) == (rules == []), "listed is what is not refused"
    if not rules:
        assert "12.11" not in [effect.rule for effect in desk.preview(f"land {unit} L4").effects]


@rule("12.11", "18.7.4")
def test_there_must_be_supply_capacity_for_who_follows(desk):
    """A mulberry is worth twelve; eleven units are ashore, or twelve."""
    w = desk.w
    others = [w.ids[u] for u in w.of_side[1] if w.kind[u] == "infantry" and w.ids[u] not in ("us-1", "us-4")]
    for many, rules in ((11, []), (12, ["18.7.4"])):
        ashore = dict(zip(others[:many], ["L4", *["M20", "M19", "M18", "M17"] * 3], strict=False))
        s = following(desk, {"us-1": "england", "us-rangers": "england", **ashore, **FAR}, site="L3 L4")
        assert [why.rule for why in why_not_followed(s, desk.unit("us-1"), desk.hex("L3"))] == rules
        assert ("us-1" in desk.legal("land")) is (many == 11)
        assert desk.why("land us-rangers L3") == [], "raiders need none (21.1)"


@rule("12.4", "12.11")
def test_only_one_reason_is_given_to_who_may_not_land_anywhere(desk):
    """Where Germans hold the one hex invaded, who may land has no hex, and who may not is told why."""
    following(desk, {"us-1": "england", "us-4": "africa", "us-9": "M5", "de-352": "L4"})
    assert "has no hex" in desk.words("land us-1 L4")
    assert desk.why("land us-4 L4")[0] == "12.4"
    assert "has no hex" not in desk.words("land us-4 L4")


@rule("12.11", "8.9")
def test_who_lands_in_a_zone_is_held_and_others_are_not(desk):
    """A German in M6 has L5 in his zone, but not L4; one in K4 has L4 in it."""
    for german, held in (("M6", False), ("K4", True)):
        s = following(desk, {"us-1": "england", "us-5": "L4", "de-352": german, **FAR})
        bit = desk.units_of("us-1")
        s.pinned = s.moved = 0
        told = desk.preview("land us-1 L4")
        assert [effect.rule for effect in told.effects] == (["8.9"] if held else [])
        desk.play("land us-1 L4")
        assert bool(s.pinned & bit) is held
        assert bool(desk.hexes("us-1")) is not held


@rule("12.11")
@pytest.mark.parametrize(("there", "told"), [(2, []), (3, ["12.11"])])
def test_what_is_told_of_a_full_hex(desk, there, told):
    following(desk, {"us-1": "england", **FAR, **dict(list(FULL.items())[:there])})
    assert [effect.rule for effect in desk.preview("land us-1 L4").effects] == told
    assert desk.preview("land us-1 L4").cost == "unit 1 of 4"


@rule("12.10", "13.1")
def test_hqs_are_counted_by_themselves(desk):
    s = following(desk, {"us-1": "england", "us-hq-bradley": "england", "us-5": "L4", **FAR})
    desk.play("land us-1 L4")
    assert (s.landed_second, s.landed_hqs) == (1, 0)
    desk.play("land us-hq-bradley L4")
    assert (s.landed_second, s.landed_hqs) == (2, 1)

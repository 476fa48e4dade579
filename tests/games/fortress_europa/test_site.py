"""12.4 to 12.6, 12.10, 12.15, 12.16: invasion sites and their capacities."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.games.fortress_europa.data.world import CLEAR, FLOODED, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.landing.dday import StartLanding
from grognard.games.fortress_europa.rules.landing.invasion import Invading
from grognard.games.fortress_europa.rules.landing.site import area_of, blockers, invadable, landing_limit
from grognard.maps import members
from grognard.suite import rule

LETTERS = {"A": "AA4", "B": "BB4", "C": "BB5", "D": "CC6", "E": "CC5", "F": "CC4", "G": "DD4", "I": "EE4", "J": "DD3"}
"""The letters of the example (ruling 9); H is DD5 or EE5."""
INFANTRY = ("br-3", "br-50", "br-51", "br-49", "br-15", "br-43")


def start(desk, units=None, **more):
    """The first turn, when the invaders are placed."""
    there = dict.fromkeys(INFANTRY, "england") | (units or {})
    return desk.set_up(there, turn="jun-1", steps=[StartLanding(), Invading()], **more)


def lettered(letters):
    return " ".join(LETTERS[letter] for letter in letters.split())


def site(desk, labels):
    """Whether units can invade these hexes together, one after the other in some order."""
    start(desk)
    left = labels.split()
    parts: list[str] = []
    for unit in INFANTRY[: len(left)]:
        tried = {h: "; ".join([*parts, f"invade {unit} {h}"]) for h in left}
        h = next((h for h, text in tried.items() if desk.why(text) == []), None)
        if h is None:
            return False
        left.remove(h)
        parts.append(f"invade {unit} {h}")
    return desk.why("; ".join([*parts, "done"])) == []


@rule("12.4")
def test_invaders_start_in_england_and_in_africa_for_the_mediterranean(desk):
    start(desk, {"us-3": "africa"})
    assert desk.why("invade us-3 M5") == ["12.4"]
    assert desk.why("invade br-3 O34") == ["12.4"]
    assert desk.why("invade br-3 M5") == []
    assert desk.why("invade us-3 O34") == []


@rule("12.5")
def test_every_beach_can_be_invaded_but_none_from_the_dyke_northward(desk):
    s = start(desk)
    for label in ("A2", "B2", "U5", "K2", "HH1", "GG2", "F30"):
        assert invadable(s) >> desk.hex(label) & 1, label
    for label in ("II2", "II4", "JJ2", "MM2", "HH2", "R11"):
        assert desk.why(f"invade br-3 {label}") == ["12.5"], label


@rule("12.5", "12.16")
def test_inland_ports_can_be_invaded_even_where_germans_are(desk):
    start(desk, {"de-352": "E10", "de-243": "F10"})
    for label in ("QQ4", "M6", "E10", "A19", "CC6"):
        assert desk.why(f"invade br-3 {label}") == [], label


@rule("12.5", "12.16")
@pytest.mark.parametrize(
    ("port", "banks"),
    [
        ("CC6", "BB4 BB5 CC4 CC5"),
        ("QQ4", "PP2 PP3 QQ2 QQ3"),
        ("E10", "C9 C10 D9 D10"),
        ("A19", "A16 A17 A18 B15 B16 B17 B18"),
        ("M6", "M5 N5"),
    ],
)
def test_a_unit_on_the_bank_blocks_an_inland_port(desk, port, banks):
    for label in banks.split():
        s = start(desk, {"de-352": label})
        assert blockers(s, desk.hex(port)) == desk.hexes_of(label)
        assert desk.why(f"invade br-3 {port}") == ["12.16" if port == "CC6" else "12.5"]
    for h in members(desk.w.adjacent[desk.hex(port)]):
        label = desk.w.labels[h]
        if label not in banks.split():
            start(desk, {"de-352": label})
            assert desk.why(f"invade br-3 {port}") == [], f"{label} is farther inland"


@rule("12.5", "9.5")
def test_it_blocks_though_the_bridges_are_down_or_the_unit_is_frozen(desk):
    sections = (1 << len(desk.w.rivers)) - 1
    start(desk, {"de-352": "D9"}, bridges_down=sections)
    assert desk.why("invade br-3 E10") == ["12.5"]
    start(desk, {"de-352": "D9"}, frozen="de-352")
    assert desk.why("invade br-3 E10") == ["12.5"], "ruling 71"


@rule("12.16")
def test_hexes_up_rivers_and_amsterdam_are_closed(desk):
    start(desk)
    for label in ("A17", "A18", "B16", "B17", "B18", "D9", "D10"):
        assert desk.why(f"invade br-3 {label}") == ["12.16"], label
    assert desk.why("invade br-3 GG3") == ["12.16"]
    assert desk.why("invade br-3 V5") == ["12.15"], "V5 is no beach"
    for label in ("EE4", "B2"):
        start(desk, {"de-352": next(iter(desk.near(label)))})
        assert desk.why(f"invade br-3 {label}") == [], f"{label} is no inland port"


@rule("12.5")
def test_bremen_is_closed_in_the_other_reading(desk):
    start(desk, options="bremen-closed")
    assert desk.why("invade br-3 QQ4") == ["12.5"]


# ------------------------------------------------------------------------------------------------- one line


@rule("12.6")
def test_a_site_grows_from_hex_to_hex(desk):
    start(desk)
    assert desk.why("invade br-3 L3; invade br-50 M5") == ["12.6"]
    assert desk.why("invade br-3 L3; invade br-50 L4; invade br-51 M5; done") == []
    assert desk.why("invade br-3 L3; done") == [], "one hex is enough"


@rule("12.15")
def test_blue_arrows_continue_a_line(desk):
    for pair in (
        "A16 B15", "C9 C10", "A3 A4", "A2 A3", "P4 P5", "BB4 CC4", "CC4 DD3", "DD4 EE4", "U5 U6",
    ):  # fmt: skip
        assert site(desk, pair), pair


@rule("12.15")
def test_an_inland_port_is_continuous_with_the_hexes_at_its_mouth(desk):
    for labels in ("CC6 BB5", "CC6 CC5", "E10 C9", "E10 C10", "A19 A16", "A19 B15", "M6 M5", "M6 N5"):
        assert site(desk, labels), labels
    for labels in ("CC6 BB4", "CC6 CC4", "QQ4 HH1"):
        assert not site(desk, labels), labels


@rule("12.15-example-1")
def test_bb4_and_cc4(desk):
    assert site(desk, lettered("B F"))


@rule("12.15-example-2")
def test_cc4_and_dd3(desk):
    assert site(desk, lettered("F J"))


@rule("12.15-example-3")
def test_inner_banks_can_be_invaded_whoever_holds_the_outer_ones(desk):
    start(desk, {"de-352": "BB4", "de-243": "CC4"})
    assert desk.why("invade br-3 BB5; done") == []
    assert desk.why("invade br-3 CC5; done") == []


@rule("12.15-example-4")
def test_anvers_needs_four_empty_hexes(desk):
    for letter in "BCEF":
        start(desk, {"de-352": LETTERS[letter]})
        assert desk.why("invade br-3 CC6") == ["12.16"]
    start(desk)
    assert desk.why("invade br-3 CC6; done") == []


@rule("12.15-example-5")
def test_rotterdam_is_no_inland_port(desk):
    around = dict(zip(("de-352", "de-243", "de-709", "de-716"), sorted(desk.near("EE4")), strict=False))
    start(desk, around)
    assert desk.why("invade br-3 EE4; done") == []


@rule("12.15-example-6", "12.7")
def test_flooded_hexes_take_one_unit_besides_the_79th(desk):
    for letter in "EFGI":
        label = LETTERS[letter]
        s = start(desk, {"br-79": "england"}, back="br-79")
        assert landing_limit(s, desk.hex(label)) == 1
        assert desk.why(f"invade br-3 {label}; invade br-50 {label}") == ["12.7"]
        assert desk.why(f"invade br-3 {label}; invade br-79 {label}; done") == []


@rule("12.15-example-7")
def test_bb5_and_cc5_only_with_anvers(desk):
    assert not site(desk, lettered("C E"))
    assert site(desk, lettered("C D E"))
    start(desk)
    assert desk.why("invade br-3 BB5; invade br-50 CC5") == ["12.15"]
    assert desk.why("invade br-3 BB5; invade br-50 CC6; invade br-51 CC5; done") == []
    start(desk, {"de-352": "BB4"})
    assert desk.why("invade br-3 BB5; invade br-50 CC6") == ["12.16"]


@rule("12.15-example-8", "9.1G", "12.10")
def test_two_districts_in_one_area(desk):
    s = start(desk, {"de-352": "E20"})
    w = desk.w
    shown = desk.hexes_of(lettered("A B C D E F G I J"))
    assert len({area_of(w, w.bit[h]) for h in members(shown)}) == 1
    desk.play("invade br-3 BB4; invade br-50 CC4; done")
    assert {w.district_ids[d] for d in members(s.invaded)} == {"15th", "netherlands"}


@rule("12.15-example-9")
@pytest.mark.parametrize("letters", ["A B E G", "A B C E", "A B D", "A B F G", "C F J"])
def test_illegal_sites(desk, letters):
    assert not site(desk, lettered(letters))


@rule("12.15-example-9")
@pytest.mark.parametrize("h", ["DD5", "EE5"])
def test_f_g_h_is_illegal(desk, h):
    assert not site(desk, f"CC4 DD4 {h}")


@rule("12.14")
def test_the_second_site_may_be_the_first_one_or_another(desk):
    for label in ("M5", "X4"):
        desk.set_up({"br-3": "england", "us-1": "M12"}, turn="aug-1", began=desk.units_of("br-3"),
                    invasions=1, invasion_turn=1, capacity_start=3, mulberry_at=[desk.hex("N33"), -1])  # fmt: skip
        desk.play(f"invade br-3 {label}")
        assert desk.at("br-3") == label


# --------------------------------------------------------------------------------------------------- limits


@rule("12.7")
def test_how_many_land_in_a_hex_by_its_ground(desk):
    s = start(desk)
    w = desk.w
    for h in members(w.beaches):
        expected = {CLEAR: 2, ROUGH: 1, FLOODED: 1, MOUNTAIN: 2}[w.terrain[h]]
        assert landing_limit(s, h) == expected, w.labels[h]
    for h in members(w.inland_ports & w.invadable):
        assert landing_limit(s, h) == 1, "none stacks in an inland port"


@rule("12.7", "31.11")
def test_dry_floods_are_clear_beaches(desk):
    s = start(desk, options="flooding")
    assert landing_limit(s, desk.hex("CC4")) == 2


@rule("12.10")
def test_the_lesser_of_two_areas_counts(desk):
    w = desk.w
    areas = {area.id: (area.first, area.second) for area in w.areas}
    assert areas["gironde"] < areas["biscay"]
    assert w.areas[area_of(w, desk.hexes_of("A16 B15"))].id == "gironde"
    assert w.areas[area_of(w, desk.hexes_of("B15"))].id == "biscay"
    for a, b in pairwise(("B15", "B14")):
        assert w.areas[area_of(w, desk.hexes_of(f"{a} {b}"))].id == "biscay"


@rule("12.10", "12.13")
def test_capacity_is_counted_in_factors(desk):
    """Six divisions of 5, of which one reduced to 3, and the 79th reduced to 3."""
    s = start(desk, {"br-79": "england", "us-1": "england"}, back="br-79 br-43")
    area = desk.w.areas[area_of(desk.w, desk.hexes_of("M5"))]
    assert area.first == 36
    parts = "; ".join(f"invade {u} {h}" for u, h in zip(INFANTRY, ("L3", "L3", "L4", "L4", "M5", "M5"), strict=True))
    desk.why(parts)
    full = f"{parts}; invade br-79 M5"
    assert desk.why(f"{full}; invade us-1 N5") == ["12.10"], "5 * 5 + 3 + 3 = 31, and 6 more are 37"
    desk.play(f"{full}; done")
    assert s.landed_factors == 31


@rule("12.10")
def test_a_site_cannot_be_stretched_into_an_area_that_takes_less_than_has_landed(desk):
    gironde = next(area for area in desk.w.areas if area.id == "gironde")
    assert gironde.first == 18
    start(desk)
    landed = "invade br-3 B15; invade br-50 B14; invade br-51 B15"
    assert desk.why(f"{landed}; invade br-49 B14") == []
    assert desk.why(f"{landed}; invade br-49 A16") == ["12.10"], "20 factors are more than 18"


@rule("12.10")
def test_mountain_units_are_infantry(desk):
    s = start(desk, {"fr-2dim": "africa"})
    desk.play("invade fr-2dim O34; done")
    assert s.landed_factors == desk.w.combat[desk.unit("fr-2dim")][0]


@rule("31.5")
def test_jersey_is_invaded_only_with_a_beach_across(desk):
    start(desk, options="jersey")
    assert desk.why("invade br-3 I4") == ["31.5"]
    for label in ("J3", "J4"):
        start(desk, options="jersey")
        assert desk.why(f"invade br-3 {label}; invade br-50 I4; done") == []
    start(desk)
    assert desk.why("invade br-3 J3; invade br-50 I4") == ["12.5"], "without the option it is sea"


@rule("31.5")
def test_jersey_can_be_raided(desk):
    desk.set_up({"us-rangers": "england"}, options="jersey", began=desk.units_of("us-rangers"))
    desk.play("raid us-rangers I4")
    assert desk.at("us-rangers") == "I4"

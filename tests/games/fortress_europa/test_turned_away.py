"""12.17, 12.19: whom a hidden unit turns away and where to, and in what way each unit has come ashore."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import DISTRICTS
from grognard.games.fortress_europa.rules.landing.diverted import Ashore, TurnedAway, nearest_landing
from grognard.games.fortress_europa.rules.movement.stacking import landing_limit
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.state import FIRST_MOVE
from grognard.maps import members
from grognard.suite import rule

FIRST = {"turn": "jun-1", "invasions": 1, "invasion_turn": 1, "phase": FIRST_MOVE}
SEVENTH = 1 << DISTRICTS.index("7th")


def landed(desk, units, *, invaders="", raiding="", dropped="", **more):
    """The first landing, before anybody is turned away."""
    s = desk.set_up(units, steps=[Moving()], **{**FIRST, **more})
    s.invaders, s.raiding, s.dropped = (desk.units_of(x) for x in (invaders, raiding, dropped))
    return s


def beside(desk, label):
    """The hexes beside one where units can come ashore."""
    w = desk.w
    return [w.labels[h] for h in members(w.invadable) if w.grid.distance(h, desk.hex(label)) == 1]


# ------------------------------------------------------------------------------------------------ who is turned away


@rule("12.17")
@pytest.mark.parametrize("where", ["england", "M5", "CC6"])
def test_only_who_has_landed_at_a_port_that_is_blocked_is_turned_away(desk, where):
    """Two units bar the way to Anvers (CC6): nobody is asked about them unless somebody has landed there."""
    s = landed(desk, {"us-1": where, "de-352": "CC4", "de-353": "BB5"}, invaders="us-1")
    desk.restart(TurnedAway(), Moving())
    assert desk.step() == ("Diverted" if where == "CC6" else "Moving")
    s = landed(desk, {"us-1": "CC6", "de-352": "S20"}, invaders="us-1", site=desk.hexes_of("CC6"))
    desk.restart(TurnedAway(), Moving())
    assert (desk.step(), desk.at("us-1")) == ("Moving", "CC6"), "nobody bars the way"
    assert s.site == desk.hexes_of("CC6")


@rule("12.17")
def test_who_did_not_land_now_is_not_turned_away(desk):
    """An invader and raiders go back to N5; who stands beside them for another reason stays, in the port of Caen."""
    s = landed(
        desk, {"us-1": "M6", "us-4": "M6", "us-rangers": "M6", "de-352": "N5", "br-79": "L4"},
        invaders="us-1 br-79", raiding="us-rangers",
    )  # fmt: skip
    desk.restart(TurnedAway())
    assert {u: desk.at(u) for u in ("us-1", "us-4", "us-rangers", "br-79")} == {
        "us-1": "N5", "us-4": "M6", "us-rangers": "N5", "br-79": "L4",
    }  # fmt: skip
    assert s.site == desk.hexes_of("N5")
    s = landed(
        desk, {"us-rangers": "M6", "de-352": "N5", "br-79": "L4"}, invaders="br-79", raiding="us-rangers",
        site=desk.hexes_of("L4"),
    )  # fmt: skip
    desk.restart(TurnedAway())
    assert desk.at("us-rangers") == "N5"
    assert s.site == desk.hexes_of("L4"), "a raid is no invasion of the hex"


@rule("12.17", "12.7")
@pytest.mark.parametrize(("dropped", "stays_out"), [((), False), (("us-101",), False), (("us-101", "us-82"), True)])
def test_the_last_place_in_a_hex_that_cannot_be_invaded_is_taken(desk, dropped, stays_out):
    """D9 is up the river from Nantes (E10): who is turned away there is let in while the hex has room for one."""
    assert not desk.w.invadable >> desk.hex("D9") & 1
    limit = landing_limit(desk.s, desk.hex("D9"))
    assert limit == 2
    landed(
        desk,
        {"us-1": "E10", "de-352": "D9", **dict.fromkeys(dropped, "D9")},
        invaders="us-1",
        dropped=" ".join(dropped),
    )
    desk.restart(TurnedAway(), Moving())
    assert (desk.at("us-1") == "D9") is not stays_out


@rule("12.17", "12.7")
@pytest.mark.parametrize(("there", "stays_out"), [((), False), (("us-4",), False), (("us-4", "us-29"), True)])
def test_two_invaders_have_room_in_the_blockers_hex(desk, there, stays_out):
    """The last place is taken; raiders come whatever room there is."""
    units = {"us-1": "M6", "us-rangers": "M6", "br-1ssb": "P4", "de-352": "N5", **dict.fromkeys(there, "N5")}
    landed(desk, units, invaders=" ".join(("us-1", *there)), raiding="us-rangers br-1ssb")
    desk.restart(TurnedAway(), Moving())
    assert desk.at("us-rangers") == "N5"
    assert (desk.at("us-1") == "N5") is not stays_out


# --------------------------------------------------------------------------------------------------------- where to


@rule("12.17")
@pytest.mark.parametrize("free", [1, 2])
def test_with_one_nearest_hex_nobody_is_asked(desk, free):
    """The blocker's hex is full, and but for one or two all hexes beside it as well."""
    w = desk.w
    around = [x for x in beside(desk, "N5") if x != "M6"]
    full = ["N5", *around[free:]]
    more = [w.ids[u] for u in w.of_side[1] if w.kind[u] == "infantry" and w.ids[u] != "us-1"]
    crowd = dict(zip(more, [x for x in full for _ in range(2)], strict=False))
    assert set(around) == {"M5", "O6"}
    landed(desk, {"us-1": "M6", "de-352": "N5", **crowd}, invaders=" ".join(["us-1", *crowd]))
    desk.restart(TurnedAway(), Moving())
    if free == 1:
        assert (desk.step(), desk.at("us-1")) == ("Moving", around[0])
    else:
        assert desk.step() == "Displaced"
        assert set(desk.legal("divert")) == set(around)


@rule("12.17", "12.5")
def test_nobody_is_sent_to_a_port_that_is_blocked_itself(desk):
    """Caen is beside N5, but the unit in N5 bars the way there; for one in O7 it is open."""
    s = landed(desk, {"us-1": "E10", "de-352": "N5"}, invaders="us-1")
    u, caen = desk.unit("us-1"), desk.hex("M6")
    assert caen not in nearest_landing(s, u, caen)
    s = landed(desk, {"us-1": "E10", "de-352": "O7"}, invaders="us-1")
    assert nearest_landing(s, u, caen) == [caen]


@rule("12.17", "31.5")
def test_nobody_is_sent_to_jersey_alone(desk):
    """The isle is landed on only together with J3 or J4."""
    s = landed(desk, {"us-1": "E10"}, invaders="us-1", options="jersey")
    isle = s.data.index["I4"]
    u = desk.unit("us-1")
    assert isle not in nearest_landing(s, u, isle)
    s.site = s.data.bit[s.data.index["J4"]]
    assert nearest_landing(s, u, isle) == [isle]


@rule("12.17", "12.4")
def test_nobody_is_sent_to_the_coast_of_another_box(desk):
    """The Mediterranean is nearer to a hex in the south, but who came from England lands on the coasts of England."""
    s = landed(desk, {"us-1": "E10"}, invaders="us-1")
    w, u = desk.w, desk.unit("us-1")
    inland, south = desk.hex("M30"), desk.hex("M32")
    assert not w.from_africa >> inland & 1
    assert w.from_africa >> south & 1
    found = nearest_landing(s, u, inland)
    assert found
    assert not any(w.from_africa >> h & 1 for h in found)
    found = nearest_landing(s, u, south)
    assert found == [south]


@rule("12.17")
def test_with_no_hex_left_there_is_nowhere_to_go(desk):
    """Every hex where units can come ashore has had its drop."""
    w = desk.w
    coast = [w.labels[h] for h in members(w.invadable)]
    many = [w.ids[u] for u in w.of_side[1] if w.ids[u] != "us-1"][: len(coast)]
    if len(many) < len(coast):
        coast = [x for x in coast if not w.from_africa >> desk.hex(x) & 1]
    units = dict(zip(many, coast, strict=False))
    s = landed(desk, {**units, "us-1": "M20"}, dropped=" ".join(units))
    assert nearest_landing(s, desk.unit("us-1"), desk.hex("N5")) == []


# ---------------------------------------------------------------------------------------------------- how they came


@rule("12.19", "9.1D", "20.12", "21.5")
@pytest.mark.parametrize(
    ("unit", "way", "company", "others", "released"),
    [
        ("us-101", "dropped", "br-1ssb", "raiding", True), ("us-101", "dropped", "br-79", "invaders", True),
        ("us-rangers", "raiding", "br-79", "invaders", False), ("us-rangers", "raiding", "us-101", "dropped", False),
        ("us-1", "invaders", "br-1ssb", "raiding", False), ("us-1", "invaders", "us-101", "dropped", False),
    ],
)  # fmt: skip
def test_each_unit_comes_in_its_own_way(desk, unit, way, company, others, released):
    """The 7th district has been invaded, and nobody is in it any more. A drop in the 1st releases everybody; a raid
    there invades that district too (ruling 70); invaders were judged when they declared (9.1G)."""
    s = landed(
        desk, {unit: "C12", company: "england", "de-708": "D5", "de-352": "O9"}, frozen="de-708",
        invaded=SEVENTH, **{way: unit, others: company},
    )  # fmt: skip
    first = 1 << DISTRICTS.index("1st")
    Ashore().run(s, None)
    assert s.released is released
    assert s.invaded == (SEVENTH | first if way == "raiding" else SEVENTH)

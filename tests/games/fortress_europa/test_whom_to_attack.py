"""14.1, 14.6, 14.9, 14.13, 9.1F, 12.8, 20.8, 31.13, 33.3.9: who may attack whom, who must, and whom: read from the
front as a whole, unit by unit and hex by hex."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.combat.duties import missed
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.movement.greif import IN_USE, OVER, READY
from grognard.games.fortress_europa.rules.standing import freeze, open_ways, put, set_decoy
from grognard.maps import mask_of, members
from grognard.suite import rule


def told(desk, s):
    """Who may attack which hexes, which of these must be attacked by whom, and who must attack."""
    f = front(s)

    def named(table):
        return {
            desk.w.ids[u]: " ".join(sorted(desk.w.labels[h] for h in members(hexes))) for u, hexes in table.items()
        }

    assert f.units == mask_of(f.able)
    assert f.targets == mask_of(h for h in range(desk.w.n) if f.targets >> h & 1)
    return named(f.able), named(f.wanted), {desk.w.ids[u] for u in members(f.must)}


@rule("20.8", "14.1", "14.6")
def test_paratroopers_on_enemies_fight_these_first_and_no_others(desk):
    """The enemies in their hex are no attackers, and who is next to it may attack them as well."""
    units = {"us-82": "M9", "de-352": "M9", "de-353": "M10", "us-1": "L9", "us-101": "R20"}
    s = desk.set_up(units, dropped=desk.units_of("us-82 us-101"), steps=[])
    able = {"us-82": "M9", "us-1": "M10 M9"}
    assert told(desk, s) == (able, able, {"us-82", "us-1"})
    f = front(s)
    assert (f.first, f.duty, f.targets) == (desk.hexes_of("M9"), desk.hexes_of("M9 M10"), desk.hexes_of("M9 M10"))


@rule("20.8", "14.9")
def test_paratroopers_on_enemies_who_have_all_fought_attack_nobody(desk):
    units = {"us-82": "M9", "de-352": "M9", "de-353": "M10", "us-1": "L9"}
    s = desk.set_up(units, dropped=desk.units_of("us-82"), fought=desk.units_of("de-352"), steps=[])
    assert told(desk, s) == ({"us-1": "M10"}, {"us-1": "M10"}, {"us-1"})
    assert front(s).first == 0


@rule("12.8", "20.8")
def test_invaders_attack_in_their_hex_only(desk):
    """Who has landed on nobody attacks nobody (ruling 96), who stood there before attacks as ever; their battles are
    no paratroopers'."""
    units = {"us-1": "M9", "de-352": "M9", "de-353": "M10", "us-9": "L9", "us-4": "L9", "us-82": "R20"}
    s = desk.set_up(units, invaders=desk.units_of("us-1 us-9"), dropped=desk.units_of("us-82"), steps=[])
    able = {"us-1": "M9", "us-4": "M10 M9"}
    assert told(desk, s) == (able, able, {"us-1", "us-4"})
    assert front(s).first == 0


@rule("14.9", "14.1", "14.6B")
def test_who_has_fought_neither_attacks_nor_is_attacked(desk):
    """A hex is attacked while somebody in it has not fought, and must be if he has a zone. Where everybody left, or
    is gone, there is nobody."""
    units = {"us-1": "M10", "us-rangers": "M10", "us-4": "N10", "us-9": "L10", "us-29": "L10"}
    units |= {"de-352": "L9", "de-353": "M9", "de-91": "N9", "us-2arm": desk.w.spots[desk.w.destroyed]}
    fought = desk.units_of("us-1 us-4 us-9 de-353 us-2arm")
    s = desk.set_up(units, side="german", fought=fought, steps=[])
    assert told(desk, s) == (
        {"de-352": "L10 M10", "de-91": "M10"}, {"de-352": "L10"}, {"de-352"}
    )  # fmt: skip
    s = desk.set_up(units | {"de-353": "L11"}, side="german", fought=fought, steps=[])
    able, wanted, must = told(desk, s)
    assert "de-353" not in able
    assert wanted["de-353"] == "L10", "that this was attacked is still a duty"
    assert must == {"de-352"}
    assert front(s).duty == desk.hexes_of("L10")


@rule("9.1", "9.1F", "14.1", "14.6A")
def test_frozen_units_neither_attack_nor_must_be_attacked(desk):
    """A free one beside them must be, and attacks; so no sharing leaves their hex out."""
    units = {"us-1": "M9", "de-352": "M8", "de-353": "M10"}
    s = desk.set_up(units, frozen="de-352", steps=[])
    assert told(desk, s) == ({"us-1": "M10 M8"}, {"us-1": "M10"}, {"us-1"})
    f = front(s)
    assert (f.frozen, f.apart, f.duty) == (desk.hexes_of("M8"), desk.hexes_of("M8"), desk.hexes_of("M10"))
    s = desk.set_up(units | {"de-91": "M8"}, frozen="de-352", steps=[])
    assert told(desk, s) == ({"us-1": "M10 M8"}, {"us-1": "M10 M8"}, {"us-1"})
    f = front(s)
    assert (f.frozen, f.apart, f.duty) == (desk.hexes_of("M8"), 0, desk.hexes_of("M8 M10"))
    s = desk.set_up(units | {"de-91": "M8"}, frozen="de-352", side="german", steps=[])
    assert told(desk, s) == (dict.fromkeys(("de-91", "de-353"), "M9"),) * 2 + ({"de-91", "de-353"},)


@rule("14.13", "14.1", "14.6")
@pytest.mark.parametrize(
    ("sallied", "ruined", "inside", "must"),
    [("", "", "GG12 GG13", ""), ("GG12", "", "GG13", ""), ("GG13", "", "GG12", ""), ("GG12 GG13", "", "", ""),
     ("", "GG12", "GG13", "GG12"), ("", "GG13", "GG12", "GG13"), ("", "GG12 GG13", "", "GG12 GG13")],
)  # fmt: skip
def test_germans_in_fortresses_need_not_attack_until_somebody_has(desk, sallied, ruined, inside, must):
    """Then all enemies beside that fortress must be attacked, and none elsewhere. A ruined one is open ground, and
    who has no enemies beside his fortress has nothing to attack out of it."""
    w = desk.w
    one, other = desk.near("GG12"), desk.near("GG13")
    foes = {"us-1": min(one - other - {"GG13"}), "us-4": min(other - one - {"GG12"})}
    units = foes | {"de-352": "GG12", "de-353": "GG13", "de-91": "H5", "us-9": "R20", "de-77": "R21"}
    s = desk.set_up(
        units, side="german", ruined=desk.hexes_of(ruined), sallied=desk.hexes_of(sallied), steps=[]
    )  # fmt: skip
    f = front(s)
    homes = {"GG12": "de-352", "GG13": "de-353"}
    foe = {"GG12": foes["us-1"], "GG13": foes["us-4"]}
    assert {w.ids[u]: w.labels[h] for u, h in f.inside.items()} == {homes[x]: x for x in inside.split()}
    assert f.walled == desk.units_of(" ".join(homes[x] for x in inside.split()))
    able, wanted, who = told(desk, s)
    assert able == {homes[x]: foe[x] for x in homes} | {"de-77": "R20"}
    assert wanted == {homes[x]: foe[x] for x in must.split()} | {"de-77": "R20"}
    assert who == set(wanted)
    assert f.sallied == desk.hexes_of(" ".join(foe[x] for x in sallied.split()))
    assert f.duty == f.sallied | desk.hexes_of(" ".join(["R20", *(foe[x] for x in must.split())]))


@rule("14.1", "14.13")
def test_allied_units_in_a_fortress_attack_as_elsewhere(desk):
    foe = sorted(desk.near("P4") - {"P5"})[0]
    s = desk.set_up({"us-1": "P4", "de-352": foe}, ruined=0, steps=[])
    assert told(desk, s) == ({"us-1": foe}, {"us-1": foe}, {"us-1"})
    assert front(s).inside == {}


@rule("31.13", "14.6")
@pytest.mark.parametrize("used", [READY, IN_USE, OVER])
def test_in_the_impulse_of_the_commandos_the_brigade_has_no_duties(desk, used):
    """It picks one of them; the division beside it must attack all as ever, in other impulses the brigade too."""
    units = {"de-150ss": "M9", "de-2pz": "L9", "us-1": "M10", "us-4": "N9", "us-9": "L10"}
    s = desk.set_up(units, side="german", options="greif", greif=used, steps=[])
    able = {"de-150ss": "M10 N9", "de-2pz": "L10 M10"}
    bound = able if used != IN_USE else {"de-2pz": "L10 M10"}
    assert told(desk, s) == (able, bound, {"de-150ss", "de-2pz"})
    assert front(s).duty == desk.hexes_of("M10 L10 N9" if used != IN_USE else "M10 L10")
    s = desk.set_up(units, side="allied", options="greif", greif=used, steps=[])
    assert told(desk, s)[2] == {"us-1", "us-4", "us-9"}


@rule("33.3.9-1", "33.3.9-2", "14.13")
def test_on_december_iii_those_of_the_belt_may_attack_and_nobody_must(desk):
    """Americans between the rivers, no British and nobody elsewhere, from a fortress as from anywhere; a turn later
    all is as ever."""
    units = {"de-18vg": "GG12", "us-99": "GG11", "us-4": "FF12", "de-2pz": "M9", "us-9": "M10"}
    units |= {"br-3": "FF13", "de-352": "FF14", "de-353": "GG12"}
    more = {"scenario": "bulge", "side": "german", "ruined": 0, "steps": []}
    belt = desk.units_of("de-18vg de-2pz de-352")
    w, wall = desk.w, desk.hexes_of("GG12")
    assert w.fortresses & wall
    near = " ".join(sorted(desk.near("GG12") & {"GG11", "FF12", "FF13"}))
    for sallied in (0, wall):
        s = desk.set_up(units, turn="dec-3", belt_units=belt, sallied=sallied, **more)
        f = front(s)
        able, wanted, must = told(desk, s)
        assert able["de-18vg"] == " ".join(x for x in near.split() if x != "FF13")
        assert set(able) <= {"de-18vg", "de-352"}
        assert (wanted, must) == ({}, set())
        assert (f.inside, f.sallied, f.duty, missed(s)) == ({}, 0, 0, 0)
        assert f.targets == desk.hexes_of("GG11 FF12")
        s = desk.set_up(units, turn="dec-4", belt_units=belt, sallied=sallied, **more)
        f = front(s)
        assert told(desk, s)[0]["de-18vg"] == near
        assert told(desk, s)[1]["de-2pz"] == "M10"
        assert (desk.unit("de-18vg") in f.inside) != bool(sallied)
        assert f.sallied == (desk.hexes_of(near) if sallied else 0)


@rule("14.1", "16.2")
def test_who_touches_whom_is_the_same_both_ways(desk):
    """Whoever is looked at because enemies are beside him has enemies beside him."""
    w = desk.w
    for down in (0, (1 << len(w.rivers)) - 1):
        s = desk.set_up({"us-1": "M9"}, bridges_down=down, steps=[])
        adjacent, steps = open_ways(s)
        for h in members(w.land):
            assert all(adjacent[x] >> h & 1 for x in members(adjacent[h]))
            assert steps.spread(w.bit[h]) == adjacent[h]


@rule("14.8", "19.5")
def test_ships_alone_have_no_odds(desk):
    """They add their number to an attack and never attack by themselves."""
    s = desk.set_up({"us-1": "M9", "de-vs-1": "M10"}, steps=[])
    f, both = front(s), desk.hexes_of("M10")
    assert not f.legal(s, 0, both, 1)
    assert f.legal(s, desk.units_of("us-1"), both, 1)
    assert f.strengths(s, desk.units_of("us-1"), both, 3) == (6 + 4 + 3, 1)
    assert f.strengths(s, desk.units_of("us-1"), both, 0) == (6, 1)


@rule("31.6", "14.6", "14.1")
def test_units_under_decoys_must_be_attacked_as_they_are(desk):
    """Nobody is found under the other decoy."""
    s = desk.set_up({"us-1": "M9", "de-352": "M10", "us-4": "L8"}, steps=[])
    set_decoy(s, 0, desk.hex("M10"), desk.unit("de-352"))
    set_decoy(s, 1, desk.hex("M8"), -1)
    assert told(desk, s) == ({"us-1": "M10"}, {"us-1": "M10"}, {"us-1"})
    assert front(s).targets == desk.hexes_of("M10")


@rule("9.1F", "14.6B", "14.8")
def test_what_was_found_before_a_unit_was_frozen_is_not_said_of_it_after(desk):
    """The cavalry is too weak for one stack and can attack the other, whom nobody must attack, while it is free."""
    units = {"us-4cav": "M9", "de-91": "M8", "de-lehr": "M10", "de-12ss": "M10"}
    s = desk.set_up(units, dropped=desk.units_of("de-91"), steps=[])
    assert missed(s) == 1, "the stack"
    freeze(s, desk.unit("de-91"), desk.w.district_of[desk.hex("M8")])
    assert front(s).apart == desk.hexes_of("M8")
    assert missed(s) == 2, "the cavalry as well"


@rule("14.8", "14.6", "2.8")
@pytest.mark.parametrize(("change", "lost"), [("fresh", 0), ("moved", 0), ("none", 3), ("weather", 3)])
def test_what_was_found_of_a_part_is_not_said_of_others(desk, change, lost):
    """Three and three against forty-one; the whole divisions could."""
    units = {"us-1": "M9", "us-4": "M9", "us-9": "R20"}
    units |= dict.fromkeys(("de-lehr", "de-12ss", "de-1ss", "de-2ss", "de-353", "de-91"), "M10")
    s = desk.set_up(units, back="us-1 us-4", steps=[])
    assert missed(s) == 3
    if change == "fresh":
        s.face[desk.unit("us-1")] = 0
    elif change == "moved":
        put(s, desk.unit("us-9"), desk.hex("M9"))
    elif change == "weather":
        s.weather = 1
    assert missed(s) == lost


@rule("14.10", "14.6")
def test_a_front_without_a_unit_has_all_others(desk):
    """The first and the last unit of the list among them, on both sides of it."""
    first = desk.w.ids[0]
    s = desk.set_up({first: "M9", "de-352": "M9", "de-91": "N9", "us-1": "M10"}, side="german", steps=[])
    f = front(s)
    for u in f.able:
        part = f.without(u)
        assert part.able == {x: near for x, near in f.able.items() if x != u}
        assert part.must == f.must & ~(1 << u)

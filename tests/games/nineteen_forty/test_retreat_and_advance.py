"""7 Retreats of several hexes at once, and the advance that follows."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.rules.retreat import freeze, retreat_way, way_matters
from grognard.games.nineteen_forty.rules.sequence import EndCombat
from grognard.games.nineteen_forty.rules.strength import column
from grognard.suite import rule


def driven_back(desk, defenders):
    """I Corps and 9 Pz in 2015 attack everybody and get a DR or DR*."""
    units = {"de-i": "2015", "de-9-pz": "2015", **defenders}
    desk.set_up(units, combat=True)
    w, places = desk.w, sorted(defenders.values())
    where = column(desk.s, [desk.unit("de-i"), desk.unit("de-9-pz")], [desk.hex(x) for x in places], 1, (), 0)
    die = next(n for n in range(1, 7) if w.crt[where][n - 1] in ("DR", "DR*"))
    text = " ".join(places)
    desk.play(f"attack de-i {text}; attack de-9-pz {text}; done", dice=[die])


@rule("7 Retreat ¶1b", "4 ¶4")
def test_a_hex_that_is_being_vacated_shelters_nobody(desk):
    """2016 and 1916 are left in the same combat; both are in a German zone, and be-i goes on foot."""
    driven_back(desk, {"be-i": "2116", "br-51": "2016", "be-ii": "1916"})
    assert "1916" not in desk.hexes("be-i", "retreat")
    desk.play(f"retreat be-ii {min(desk.hexes('be-ii', 'retreat'))}")
    desk.play(f"retreat br-51 {min(desk.hexes('br-51', 'retreat'))}")
    assert desk.step() != "Retreating" or not desk.hexes("be-i", "retreat") & {"1916", "2016"}


@rule("7 Advance ¶1a", "7 Retreat ¶1a")
@pytest.mark.parametrize("first", ["be-ii", "br-51"])
def test_nobody_retreats_into_a_hex_of_the_same_combat(desk, first):
    """So every advance goes into or next to a hex that is really vacated."""
    driven_back(desk, {"br-51": "2116", "be-ii": "1916"})
    assert desk.why("retreat br-51 1916") == ["7 Retreat ¶1a"]
    desk.play(f"retreat {first} {min(desk.hexes(first, 'retreat'))}")
    if desk.step() == "Retreating":
        assert not desk.hexes("br-51" if first == "be-ii" else "be-ii", "retreat") & {"1916", "2116"}


TRAPPED = {"fr-iii": "1616", "de-i": "1615", "de-iv": "1516", "de-xi": "1716"}
"""fr-iii can only step back to 1617, and from there to 1518, 1618 or 1718: the rest is in German zones."""


def trapped(desk, more, options=None):
    """fr-iii gets a DR; both minor rivers on the way are crossed."""
    desk.set_up({**TRAPPED, **more}, combat=True, options=options)
    attackers = [desk.unit(u) for u in ("de-i", "de-iv", "de-xi")]
    rivers = desk.w.side_kind
    crossed = {desk.w.grid.side(desk.s.where[u], desk.hex("1616")) for u in attackers}
    minor = sum(rivers.get(side) == "minor-river" for side in crossed)
    where = column(desk.s, attackers, [desk.hex("1616")], 1, (), 0)
    die = next(n for n in range(1, 7) if desk.w.crt[where][n - 1] == "DR")
    desk.play("attack de-i 1616; attack de-iv 1616; attack de-xi 1616; done", dice=[(1,) * minor, die])


@rule("11 Parachute Regiments ¶1", "7 Retreat ¶1a")
def test_a_retreat_overruns_a_parachute_regiment(desk):
    """A regiment holds no hex (ruling 20), so that it bars no retreat and is lost to the unit that enters."""
    trapped(desk, {})
    assert desk.hexes("fr-iii", "retreat") == {"1518", "1618", "1718"}
    trapped(desk, {"de-fj-1": "1617", "de-fj-2": "1618"})
    assert desk.hexes("fr-iii", "retreat") == {"1518", "1618", "1718"}
    shown = desk.preview("retreat fr-iii 1718")
    assert [e.rule for e in shown.effects] == ["11 Parachute Regiments ¶1"]
    desk.play("retreat fr-iii 1718")
    assert (desk.at("de-fj-1"), desk.at("de-fj-2")) == ("eliminated", "1618"), "only what stands on the way"
    trapped(desk, {"de-fj-1": "1617", "de-fj-2": "1618"})
    desk.play("retreat fr-iii 1618")
    assert (desk.at("de-fj-1"), desk.at("de-fj-2")) == ("eliminated", "eliminated")


@rule("7 Retreat ¶1e", "11 Parachute Regiments ¶1")
@pytest.mark.parametrize("regiment", ["1617", "1717"])
def test_of_several_ways_a_retreat_takes_that_over_a_regiment(desk, regiment):
    """1717 and 1617 both lie between 1616 and 1718 (ruling 51)."""
    desk.set_up({"fr-iii": "1616", "de-i": "1515", "de-fj-1": regiment}, combat=True)
    u, h = desk.unit("fr-iii"), desk.hex("1718")
    frozen = freeze(desk.s, [u], [desk.hex("1616")], ())
    path = retreat_way(desk.s, u, h, frozen.land, frozen.zone, frozen.friends)
    assert [desk.w.labels[x] for x in path] == ["1616", regiment, "1718"]


@rule("11 Parachute Regiments ¶1", "7 Retreat ¶1e")
@pytest.mark.parametrize(("over", "lost", "left"), [("1617", "de-fj-1", "de-fj-2"), ("1717", "de-fj-2", "de-fj-1")])
def test_the_owner_names_the_way_of_a_retreat_where_it_matters(desk, over, lost, left):
    """Ruling 51: both ways lead to 1718, and each meets another regiment."""
    units = {"fr-iii": "1616", "de-i": "1515", "de-fj-1": "1617", "de-fj-2": "1717"}
    desk.set_up(units, combat=True, side="german")
    u = desk.unit("fr-iii")
    desk.restart(freeze(desk.s, [u], [desk.hex("1616")], (desk.unit("de-i"),)))
    assert desk.step() == "Retreating"
    assert set(desk.legal("retreat fr-iii 1718 via")) == {"1617", "1717"}
    assert desk.why("retreat fr-iii 1718 via 1615") == ["7 Retreat ¶1a"]
    desk.play(f"retreat fr-iii 1718 via {over}")
    assert desk.at("fr-iii") == "1718"
    assert desk.at(lost) == "eliminated"
    assert desk.at(left) == units[left], "the other regiment stands beside the way"


@rule("11 Parachute Regiments ¶1", "11 ¶2", "7 Retreat ¶1a")
@pytest.mark.parametrize("hold", [False, True])
@pytest.mark.parametrize("regiment", ["1617", "1618"])
def test_a_regiment_among_allied_units_is_not_overrun_by_a_retreat(desk, hold, regiment):
    """Only one that is alone in its hex is (ruling 51): this one came down on the 9 DIM, and lives until the end of
    the combat phase, when the 9 DIM is still there."""
    units = {"fr-iii": "1616", "fr-9-dim": regiment, "de-i": "1515", "de-fj-1": regiment}
    desk.set_up(units, options={"paratroops-hold": hold})
    u, goal = desk.unit("fr-iii"), "1618" if regiment == "1618" else "1718"
    desk.restart(freeze(desk.s, [u], [desk.hex("1616")], (desk.unit("de-i"),)))
    assert not way_matters(desk.s, u, desk.hex(goal), desk.s.stack[-1]), "both ways to 1718 overrun nobody"
    assert desk.preview(f"retreat fr-iii {goal}").effects == ()
    desk.play(f"retreat fr-iii {goal}")
    assert (desk.at("fr-iii"), desk.at("de-fj-1")) == (goal, regiment)
    desk.restart(EndCombat())
    assert desk.at("de-fj-1") == "eliminated"


@rule("11 Parachute Regiments ¶1")
def test_no_way_is_named_where_all_are_alike(desk):
    desk.set_up({"fr-iii": "1616", "de-i": "1515", "de-fj-1": "2020"}, combat=True, side="german")
    u = desk.unit("fr-iii")
    desk.restart(freeze(desk.s, [u], [desk.hex("1616")], (desk.unit("de-i"),)))
    assert "1718" in desk.hexes("fr-iii", "retreat")
    assert desk.why("retreat fr-iii 1718 via 1617") == ["11 Parachute Regiments ¶1"]
    assert desk.legal("retreat fr-iii 1718 via") == []


@rule("7 Retreat ¶1a", "11 Air Landing Division ¶1")
def test_what_bars_a_retreat(desk):
    """With the option a regiment makes its hex German; the air landing division is a unit like any other."""
    trapped(desk, {"de-fj-1": "1617"}, {"paratroops-hold": True})
    assert desk.at("fr-iii") == "eliminated"
    trapped(desk, {"de-22-ll": "1617"})
    assert desk.at("fr-iii") == "eliminated"

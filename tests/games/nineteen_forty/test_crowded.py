"""Crowded positions: who can go where, retreat, advance, arrive, embark and take the train, beside each other.

The desk asks every offer both ways; what is asserted here are the edges that the text names."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.rules.combat import implement
from grognard.games.nineteen_forty.rules.declaring import Declaring
from grognard.games.nineteen_forty.rules.sequence import EndCombat, Moving
from grognard.games.nineteen_forty.rules.state import REPULSED, claim
from grognard.suite import rule

CORPS = [
    "fr-iii", "fr-v", "fr-vi", "fr-col", "fr-xx", "fr-viii", "fr-i", "fr-ii", "fr-x", "fr-xviii", "fr-xxiv", "fr-ix",
    "fr-xvii", "fr-xvi", "fr-vii", "fr-xiii", "fr-xi", "fr-xli", "fr-xxi", "fr-xxiii",
]  # fmt: skip


def ring(desk, label, distance):
    grid = desk.w.grid
    return [x for i, x in enumerate(desk.w.labels) if grid.distance(desk.hex(label), i) == distance]


def beaten(desk, units, attackers, target, result="DR"):
    """An attack has had this result."""
    desk.set_up(units, combat=True)
    desk.s.stack.clear()
    desk.s.then(EndCombat())
    implement(desk.s, result, tuple(desk.unit(u) for u in attackers.split()), (desk.hex(target),), None)
    desk.game.advance(desk.s, None)


# --------------------------------------------------------------------------------------------------- retreat


@rule("7 Retreat ¶1d", "7 Retreat ¶1a", "3 ¶2")
def test_a_retreat_goes_on_one_hex_where_every_end_is_full(desk):
    """Every hex two away holds a corps, and a corps fits with a corps nowhere."""
    two = [h for h in ring(desk, "2015", 2) if h not in ring(desk, "2014", 1)]
    units = {"de-i": "2014", "fr-iv": "2015", **dict(zip(CORPS, two, strict=False))}
    beaten(desk, units, "de-i", "2015")
    assert desk.step() == "Retreating"
    ends = set(desk.legal("retreat fr-iv"))
    assert ends
    assert ends <= set(ring(desk, "2015", 3))
    assert desk.why(f"retreat fr-iv {two[0]}") != []
    # One hex two away with room is enough to end there.
    free = {name: place for name, place in units.items() if place not in two[-2:]}
    beaten(desk, free, "de-i", "2015")
    assert set(desk.legal("retreat fr-iv")) == set(two[-2:])


@rule("7 Retreat ¶1b", "4 ¶3")
def test_a_friend_in_the_zone_opens_it_to_a_retreat(desk):
    units = {"de-xv": "2014", "de-x": "1915", "fr-iv": "2015", "de-ii": "2118", "de-9-pz": "2115"}
    beaten(desk, units, "de-xv de-x de-9-pz", "2015")
    alone = set(desk.legal("retreat fr-iv"))
    beaten(desk, {**units, "fr-9-dim": "2117"}, "de-xv de-x de-9-pz", "2015")
    with_friend = set(desk.legal("retreat fr-iv"))
    assert "2117" in with_friend - alone


@rule("7 B Reservists ¶1")
def test_b_reservists_retreat_four(desk):
    beaten(desk, {"de-i": "2014", "de-x": "1915", "fr-xi": "2015"}, "de-i de-x", "2015")
    found = set(desk.legal("retreat fr-xi"))
    assert found
    assert found <= set(ring(desk, "2015", 4))
    assert desk.why("retreat fr-xi 2017") == ["7 B Reservists ¶1"]


@rule("7 Retreat ¶1c", "13 Belgium ¶1b")
def test_belgians_stay_at_home_while_they_can(desk):
    w = desk.w
    home = [h for h in range(w.n) if w.country[h] == 2 and not w.fortified >> h & 1 and not w.columns[h]]
    start, beside = next(
        (w.labels[h], w.labels[x])
        for h in home
        for x in w.grid.neighbours[h]
        if w.country[x] == 2
        and not w.side_kind.get(w.grid.side(h, x))
        and not w.columns[x]
        and any(w.country[y] == 1 for y in range(w.n) if w.grid.distance(h, y) == 2)
        and sum(w.country[y] == 2 for y in range(w.n) if w.grid.distance(h, y) == 2) > 3
    )
    beaten(desk, {"be-i": start, "de-xv": beside}, "de-xv", start)
    ends = desk.legal("retreat be-i") if desk.step() == "Retreating" else [desk.at("be-i")]
    assert {w.country[desk.hex(h)] for h in ends} == {2}


@rule("7 Retreat ¶1c")
def test_who_is_surrounded_is_eliminated(desk):
    around = ring(desk, "2015", 1)
    germans = ["de-xv", "de-x", "de-iv", "de-i", "de-ii", "de-ix"]
    units = {"fr-iv": "2015", **dict(zip(germans, around, strict=True))}
    beaten(desk, units, " ".join(germans), "2015")
    assert desk.at("fr-iv") == "eliminated"


@rule("7 Retreat ¶1a", "11 Parachute Regiments ¶1")
def test_the_owner_names_a_way_over_another_regiment(desk):
    """Two ways of two hexes lead to 2017, over 2016 and over 1916 or 2116."""
    units = {"de-i": "2014", "fr-iv": "2015", "de-fj-1": "2016", "de-x": "0801"}
    beaten(desk, units, "de-i", "2015")
    for end in desk.legal("retreat fr-iv"):
        desk.why(f"retreat fr-iv {end}")
        desk.why(f"retreat fr-iv {end} via 2016")
        desk.why(f"retreat fr-iv {end} via 1916")
    desk.play("retreat fr-iv 2017")
    assert desk.at("de-fj-1") == "eliminated"


# --------------------------------------------------------------------------------------------------- advance


@rule("7 Advance ¶1a")
def test_a_cleared_hex_is_open_to_its_attackers_and_their_neighbours(desk):
    desk.set_up({"de-i": "2014", "de-x": "1915", "fr-xi": "2015", "de-iv": "2013"}, combat=True)
    desk.play("attack de-i 2015; attack de-x 2015; done", dice=[1])
    assert desk.step() == "Advancing"
    near = {desk.w.labels[h] for h in desk.w.grid.neighbours[desk.hex("2015")]}
    for unit, start in (("de-i", "2014"), ("de-x", "1915")):
        own = {desk.w.labels[h] for h in desk.w.grid.neighbours[desk.hex(start)]}
        assert set(desk.legal(f"advance {unit}")) <= ({"2015"} | near & own)
        assert "2015" in desk.legal(f"advance {unit}")
    assert desk.why("advance de-iv") != []
    desk.play("advance de-i 2015")
    assert desk.at("de-i") == "2015"
    assert desk.owner("2015") == "german"
    assert "2015" not in desk.legal("advance de-x"), "two corps are too many"


# --------------------------------------------------------------------------------------------------- movement


@rule("3 ¶1", "3 ¶2", "4 ¶2a", "6 ¶1")
@pytest.mark.parametrize("side", ["german", "allied"])
@pytest.mark.parametrize("impulse", [1, 2])
def test_everybody_of_a_front_is_asked(desk, side, impulse):
    """A front of corps, divisions and regiments, some out of supply, disrupted or moved."""
    units = {
        "de-xv": "2013", "de-9-pz": "1812", "de-i": "2014", "de-x": "1913", "de-fj-1": "2117", "de-22-ll": "1817",
        "de-13-mot": "1812", "fr-iv": "2015", "fr-9-dim": "2015", "fr-cav": "1915", "br-i": "1816", "fr-xi": "2115",
        "be-i": "1514", "br-51": "1919", "fr-1-dcr": "2019", "fr-2-dcr": "2019",
    }  # fmt: skip
    desk.set_up(units, side=side, impulse=impulse)
    s = desk.s
    s.disrupted[desk.unit("fr-xi")] = REPULSED
    s.unsupplied = 1 << desk.unit("fr-iv") | 1 << desk.unit("de-9-pz")
    claim(s)
    own = [u for u in units if (u.startswith("de")) is (side == "german")]
    moving = set(desk.legal("move"))
    for unit in own:
        assert (unit in moving) is (desk.why(f"move {unit}") == [])
        if unit in moving:
            desk.hexes(unit)
        desk.why(f"rail {unit}")
    assert "fr-xi" not in moving
    assert "de-fj-1" not in moving
    for verb in ("rail", "stack", "evacuate", "reserve", "enter", "drop", "release", "form", "break"):
        desk.why(verb)


@rule("6 ¶1", "18 ¶1b", "18 ¶1c", "18 ¶1d")
def test_on_turn_0_only_the_chosen_group_moves_and_only_east(desk):
    units = {
        "fr-iv": "1616", "br-i": "1417", "be-i": "1514", "nl-i": "0609", "fr-sr1": "2905", "de-i": "0801",
        "fr-iii": "2012", "fr-vi": "2211",
    }  # fmt: skip
    desk.set_up(units, side="allied", turn=0, groups={"bef": "1", "french-1": "1"})
    for unit in units:
        desk.why(f"move {unit}")
    assert desk.why("move be-i") == desk.why("move nl-i") == ["18 ¶1b"]
    assert desk.why("move fr-sr1") == ["18 ¶1c"]


# ------------------------------------------------------------------------------------- arrivals and ports


@rule("14 German Reserves ¶1", "4 ¶1")
def test_reserves_come_where_no_enemy_and_no_zone_is(desk):
    units = {"de-xvii": "waiting", "de-xl": "waiting", "de-x": "1005", "fr-iv": "1507", "fr-cav": "1006"}
    desk.set_up(units)
    found = set(desk.legal("reserve de-xvii"))
    assert not {"1507", "1005"} & found
    assert "0504" in found
    desk.play("reserve de-xvii 0504")
    assert desk.why("reserve de-xl 0504") == ["14 Reserves ¶1b"]
    desk.play("reserve de-xl 0704")
    assert desk.s.came_german == 2


@rule("14 French/British Reserves ¶1a", "14 French/British Reserves ¶1b")
@pytest.mark.parametrize("blocked", [0, 1, 3])
def test_reserves_of_the_allies_fall_back_on_paris_and_the_edge(desk, blocked):
    gather = [desk.w.labels[h] for h in desk.w.gathering]
    germans = dict(zip(("de-i", "de-x", "de-iv"), gather[:blocked], strict=False))
    units = {"fr-xxi": "waiting", "fr-xxiii": "waiting", "fr-1-dcr": "waiting", "br-52": "waiting", **germans}
    desk.set_up(units, side="allied")
    found = set(desk.legal("reserve fr-xxi"))
    paris = {desk.w.labels[h] for h in range(desk.w.n) if desk.w.paris >> h & 1}
    assert found & set(gather) == set(gather[blocked:])
    assert bool(found & paris) is (blocked > 0)
    if blocked == 3:
        desk.play("reserve fr-xxi 1919", "reserve fr-xxiii 1920")
        assert "2019" in desk.legal("reserve fr-1-dcr")
        assert desk.s.came_allied == 2


@rule("14 Reinforcements ¶1")
def test_reinforcements_enter_over_the_west_edge(desk):
    desk.set_up(
        {"br-1-arm": "waiting", "br-2-arm": "waiting", "de-i": "1921", "fr-iv": "2121"}, side="allied", turn=3
    )
    found = set(desk.legal("enter br-1-arm"))
    assert found
    assert "1921" not in found
    assert desk.why("enter br-2-arm") != [], "it comes on turn 6"
    assert desk.why("enter fr-iv") == ["14 Reinforcements ¶1"]


@rule("6 Naval Evacuation ¶1a", "6 Naval Evacuation ¶1b")
def test_a_port_takes_one_corps_or_three_divisions(desk):
    port = desk.w.labels[desk.w.ports[0]]
    units = {"br-i": port, "br-51": port, "de-i": "0801", "fr-iv": "2015"}
    desk.set_up(units, side="allied")
    assert desk.why("evacuate fr-iv") == ["6 Naval Evacuation ¶1a"]
    assert desk.why("evacuate de-i") == ["6 Naval Evacuation ¶1a"]
    assert set(desk.legal("evacuate")) == {"br-i", "br-51"}
    desk.play("evacuate br-51")
    assert desk.why("evacuate br-i") == ["6 Naval Evacuation ¶1a"], "a corps is three more"
    assert desk.s.bef_left < 0, "the 51st is not of the BEF"
    desk.set_up(units, side="allied")
    desk.play("evacuate br-i")
    assert (desk.s.bef_left, desk.s.bef_corps_left) == (3, True)
    desk.s.turn = 5
    desk.s.where[desk.unit("br-ii")] = desk.w.ports[1]
    desk.restart(Moving())
    desk.play("evacuate br-ii")
    assert desk.s.bef_left == 3, "the first that left counts"
    for left in (0, 1, 3):
        desk.set_up({"br-ii": port, "de-i": "0801"}, side="allied")
        desk.s.bef_left = left
        desk.play("evacuate br-ii")
        assert desk.s.bef_left == left


# ----------------------------------------------------------------------------------------------- declaring


@rule("7 ¶1", "7 Disruption ¶1a", "11 Parachute Regiments ¶1", "11 Air Landing Division ¶1", "13 Neutral Status ¶1")
def test_who_may_not_attack(desk):
    units = {"de-i": "2014", "de-x": "2014", "de-fj-1": "2013", "de-22-ll": "1915", "fr-iv": "2015", "de-iv": "2109"}
    desk.set_up({**units, "de-x": "2114"}, combat=True, steps=[Declaring(), EndCombat()])
    desk.s.disrupted[desk.unit("de-x")] = REPULSED
    desk.s.dropped = 1 << desk.unit("de-22-ll")
    assert desk.why("attack de-x") == ["7 Disruption ¶1a"]
    assert "11 Parachute Regiments ¶1" in desk.why("attack de-fj-1")
    assert desk.why("attack de-22-ll") == ["11 Air Landing Division ¶1"]
    assert desk.why("attack fr-iv") != []
    assert desk.why("attack de-iv") == ["7 ¶1"]
    assert desk.why("attack de-i 2115") == ["7 ¶1"]
    assert set(desk.legal("attack")) == {"de-i"}

"""14.9, 15.3, 15.11, 20.8: what a result asks for, in which order, and what else ends with the battle."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.battle import (
    AttackersGo,
    DefendersGo,
    EndBattle,
    Paying,
    consequences,
)
from grognard.games.fortress_europa.rules.combat.losses import eliminate
from grognard.suite import rule

ROUGH = "J6"
"""Rough ground, where nobody need retreat (16.4); M9 and M10 are open country."""


def fought(desk, units, attackers, hexes, **more):
    """A battle whose die has been rolled."""
    s = desk.set_up(units, steps=[], **more)
    s.battle_units, s.battle_hexes = desk.units_of(attackers), desk.hexes_of(hexes)
    s.battle_foes = desk.units_of(" ".join(u for u, h in units.items() if h in hexes.split() and u[:2] == "de"))
    return s


@rule("15.2", "15.3", "15.11", "15.3-AE", "15.3-A2", "15.3-A1", "15.3-AR", "15.3-E2", "15.3-EX", "15.3-DR", "15.3-D1")
@pytest.mark.parametrize(
    ("result", "steps"),
    [
        ("AE", []),
        ("A2", [Paying(ALLIED, 2, "A2"), AttackersGo(1, 2, True)]),
        ("A1", [Paying(ALLIED, 1, "A1"), AttackersGo(1, 2, True)]),
        ("AR", [AttackersGo(1, 2, True)]),
        ("E2", [Paying(GERMAN, 1, "E2"), DefendersGo(1), Paying(ALLIED, 2, "E2")]),
        ("EX", [Paying(GERMAN, 1, "EX"), DefendersGo(2), Paying(ALLIED, 1, "EX")]),
        ("DR", [DefendersGo(2)]),
        ("D1", [Paying(GERMAN, 1, "D1"), DefendersGo(2)]),
        ("DE", [DefendersGo(2)]),
    ],
)
def test_what_a_result_asks_for(desk, result, steps):
    """The defender first; after DE those who only stood by retreat two hexes (ruling 136)."""
    s = fought(desk, {"us-1": "M9", "us-4": "M9", "de-352": "M10", "de-91": "M11"}, "us-1", "M10")
    assert consequences(s, result, None) == [*steps, EndBattle()]
    assert desk.at("us-1") == ("destroyed" if result == "AE" else "M9")
    assert desk.at("de-352") == ("destroyed" if result == "DE" else "M10")
    assert (desk.at("us-4"), desk.at("de-91")) == ("M9", "M11"), "they have not fought"


@rule("14.11", "16.4", "15.3-AR")
@pytest.mark.parametrize(
    ("first", "second", "driven"),
    [(ROUGH, ROUGH, False), (ROUGH, "M9", True), ("M9", ROUGH, True), ("M9", "M9", True)],
)
def test_the_idle_are_driven_back_where_any_attacker_is(desk, first, second, driven):
    s = fought(desk, {"us-1": first, "us-4": second, "de-352": "M10"}, "us-1 us-4", "M10")
    assert consequences(s, "AR", None) == [AttackersGo(1, 2, driven), EndBattle()]


@rule("20.8", "12.9", "14.9")
@pytest.mark.parametrize("mark", ["dropped", "raiding"])
def test_paratroopers_elsewhere_have_their_battle_yet_to_come(desk, mark):
    """The end of a battle at M10 costs nobody in M5 his life."""
    units = {"us-1": "M9", "de-352": "M10", "us-101": "M5", "de-91": "M5"}
    s = fought(desk, units, "us-1", "M10", **{mark: desk.units_of("us-101")})
    desk.restart(EndBattle())
    assert (desk.at("us-101"), desk.at("de-91")) == ("M5", "M5")
    s.battle_units, s.battle_foes, s.battle_hexes = (
        desk.units_of("us-101"),
        desk.units_of("de-91"),
        1 << desk.hex("M5"),
    )
    desk.restart(EndBattle())
    assert (desk.at("us-101"), desk.owner("M5")) == ("destroyed", "german")


@rule("20.8", "30.2", "16.3")
def test_who_is_left_in_the_hex_controls_it(desk):
    for lost, owner in (("de-91", "allied"), ("us-101", "german")):
        s = fought(desk, {"us-101": "M5", "de-91": "M5"}, "us-101", "M5", dropped=desk.units_of("us-101"))
        s.allied = 0 if owner == "allied" else desk.hexes_of("M5")
        eliminate(s, desk.unit(lost), None, "15.3")
        desk.restart(EndBattle())
        assert desk.owner("M5") == owner


@rule("25.4", "25.1")
def test_volkssturm_lost_in_a_battle_fills_the_next_city_at_once(desk):
    """All eight are up; a city waits for the next."""
    names = [f"de-vs-{n}" for n in range(1, 9)]
    units = dict.fromkeys(names, "MM14") | {"us-1": "M9", "de-352": "M10"}
    city = desk.hex("JJ8")
    s = fought(desk, units, "us-1", "M10", volkssturm_waiting=(city,))
    desk.restart(EndBattle())
    assert s.volkssturm_waiting == (city,), "nobody is free"
    s.battle_hexes = desk.hexes_of("MM14")
    eliminate(s, desk.unit("de-vs-3"), None, "15.3")
    desk.restart(EndBattle())
    assert (desk.at("de-vs-3"), s.volkssturm_waiting) == ("JJ8", ())


@rule("31.15")
def test_who_has_left_by_the_east_edge_and_is_lost_never_comes_back(desk):
    s = desk.set_up({"us-2arm": "exited", "us-1": "M9", "us-4": "england"}, options="exits", steps=[])
    for unit, place in (("us-2arm", "removed"), ("us-1", "destroyed"), ("us-4", "destroyed")):
        eliminate(s, desk.unit(unit), None, "18.1")
        assert desk.at(unit) == place


@rule("2.8", "13.2", "25.1", "27.12")
def test_where_each_counter_of_the_game_goes_that_is_eliminated(desk):
    """Volkssturm can be called up again, German HQs of two sides come back once, an 8-4 is never built again; all
    others are among the dead."""
    w = desk.w
    s = desk.set_up(dict.fromkeys(w.ids, "M11"), steps=[])
    for u, name in enumerate(w.ids):
        eliminate(s, u, None, "15.3")
        twice = name.startswith("de-hq") and w.back[u] == "headquarters"
        fate = "waiting" if name.startswith("de-vs-") else "removed" if name.startswith("us-over-") else "destroyed"
        assert desk.at(name) == ("returning" if twice else fate), name
    assert sum(at == w.spots.index("waiting") for at in s.where) == 8
    assert sum(at == w.spots.index("removed") for at in s.where) == len(w.overstrength)

"""What the end of a move impulse brings: duties and their odds, too many in a hex, supply, harbours, idle units."""

from __future__ import annotations

from typing import Any

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.strength import ILLEGAL, reckon
from grognard.games.fortress_europa.rules.ending import at_combat, dues, odds_name, open_harbours
from grognard.games.fortress_europa.rules.state import FIRST_COMBAT, SECOND_COMBAT
from grognard.maps import members
from grognard.suite import rule
from tests.games.fortress_europa.test_stacking import infantry


def wasted(desk: Any, action: str = "end") -> dict[str, list[str]]:
    """By kind what is told before the action."""
    found: dict[str, list[str]] = {}
    for waste in desk.game.wastes(desk.s, desk.seat, desk.game.read(desk.s, desk.seat, action)):
        found.setdefault(waste.kind, []).append(f"{waste.rule}: {waste.text}")
    return found


@rule("6.3")
def test_too_many_in_a_hex_are_named_before_they_are_eliminated(desk):
    four = infantry(desk, ALLIED, 4)
    desk.set_up({four[0]: "M11", **dict.fromkeys(four[1:], "M12")})
    assert "stacking" not in wasted(desk)
    desk.play(f"move {four[0]} M12")
    [told] = wasted(desk)["stacking"]
    assert told.startswith("6.3")
    assert "holds 3 units, not 4" in told


@rule("14.6", "14.6A", "15.1")
def test_a_duty_to_attack_at_bad_odds_is_named_with_the_best_odds(desk):
    w = desk.w
    strong = max(w.of_side[ALLIED], key=lambda u: (w.kind[u] == "infantry", w.combat[u][0]))
    weak = min((u for u in w.of_side[GERMAN] if w.kind[u] == "infantry"), key=lambda u: w.combat[u][0])
    mine, theirs = w.combat[strong][0], w.combat[weak][0]
    assert mine > theirs >= 1
    desk.set_up({w.ids[strong]: "M12", w.ids[weak]: "M13"})
    assert "odds" not in wasted(desk), "the attack is a good one"
    assert "M13" in desk.preview("end").places, "but it must be made"
    desk.set_up({w.ids[strong]: "M12", w.ids[weak]: "M13"}, side="german")
    [told] = wasted(desk)["odds"]
    assert "M12" in told
    odds = reckon(desk.s, [desk.unit(w.ids[weak])], desk.hexes_of("M12"))
    assert 1 <= odds.attack < odds.defence
    best = told.partition("at best at ")[2].rstrip(".").split("/")
    assert f"1-{-(-odds.defence // odds.attack)}" in best, "15.1: rounded for the defender"


@rule("18.3")
def test_who_will_be_out_of_supply_is_named_in_the_second_impulse(desk):
    [lone] = infantry(desk, GERMAN, 1)
    [foe] = infantry(desk, ALLIED, 1)
    desk.set_up({lone: "M12", foe: "M15"}, side="german", impulse=1)
    assert "supply" not in wasted(desk), "there is time to mend it"
    desk.set_up({lone: "M12", foe: "M15"}, side="german", impulse=2)
    [told] = wasted(desk)["supply"]
    assert told.startswith("18.3")
    assert desk.w.unit_names[desk.unit(lone)] in told


@rule("5.1")
def test_units_that_could_move_are_named_until_they_have(desk):
    two = infantry(desk, ALLIED, 2)
    desk.set_up({two[0]: "M11", two[1]: "M13"})
    assert "2 units could still move" in wasted(desk)["units"][0]
    desk.play(f"move {two[0]} M12")
    assert "1 unit could still move" in wasted(desk)["units"][0]


@rule("14.1")
def test_an_attack_that_is_not_made_is_named_with_its_odds(desk):
    """A fortress need not be attacked (16.2): who ends combat beside it is told what he leaves undone."""
    w = desk.w
    from grognard.games.fortress_europa.rules.combat.attacking import StartCombat

    mine = infantry(desk, ALLIED, 2)
    [foe] = infantry(desk, GERMAN, 1)
    fort = next(h for h in range(w.n) if w.fortresses >> h & 1 and w.near[h])
    beside = w.labels[next(iter(w.near[fort]))]
    desk.set_up({**dict.fromkeys(mine, beside), foe: w.labels[fort]}, steps=[StartCombat(1)])
    assert desk.step() == "Attacking"
    [told] = wasted(desk, "done")["attacks"]
    odds = reckon(desk.s, [desk.unit(u) for u in mine], w.bit[fort])
    assert odds.attack > odds.defence > 0, "it would be a good one"
    best = f"{odds.attack // odds.defence}-1"
    assert f"2 units could attack, the best at {best} on {w.hex_name(fort)}: " in told


@rule("14.6", "14.6A", "6.2")
def test_the_best_odds_are_those_of_one_nationality(desk):
    """Two Americans and a British unit beside M13: the Americans together are the stronger attack."""
    units = {"us-1": "M12", "us-4": "M12", "br-3": "N12", "de-352": "M13"}
    s = at_combat(desk.set_up(units, steps=[]))
    [due] = dues(s)
    assert due.hex == desk.hex("M13")
    assert due.units == tuple(sorted(desk.unit(u) for u in ("us-1", "us-4")))
    both = reckon(s, due.units, desk.hexes_of("M13"))
    assert due.column == both.base
    assert odds_name(s, due) == desk.w.book.column[both.base].name
    [alone] = dues(at_combat(desk.set_up({"br-3": "N12", "de-352": "M13"}, steps=[])))
    assert alone.units == (desk.unit("br-3"),)
    assert alone.column <= due.column
    assert dues(at_combat(desk.set_up({"us-1": "M12", "de-352": "M15"}, steps=[]))) == [], "nobody is near"
    [due] = dues(at_combat(desk.set_up({"us-1": "M12", "br-3": "N12", "br-50": "N12", "de-352": "M13"}, steps=[])))
    assert due.units == tuple(sorted(desk.unit(u) for u in ("br-3", "br-50"))), "here the British"
    apart = {"us-1": "M12", "de-352": "M13", "us-4": "R20", "de-353": "R21"}
    found = dues(at_combat(desk.set_up(apart, steps=[])))
    assert {(x.hex, x.units) for x in found} == {
        (desk.hex("M13"), (desk.unit("us-1"),)), (desk.hex("R21"), (desk.unit("us-4"),)),
    }  # fmt: skip
    hopeless = {"us-14cav": "M12", "de-2pz": "M13", "de-9ss": "M13", "de-10ss": "M13"}
    [due] = dues(at_combat(desk.set_up(hopeless, steps=[])))
    assert (due.units, due.column) == ((desk.unit("us-14cav"),), ILLEGAL)
    assert odds_name(desk.s, due) == "worse than 1-6"


@rule("31.13", "14.6A")
def test_what_the_commandos_attack_is_named_though_nobody_must(desk):
    units = {"de-150ss": "M12", "us-1": "M13", "de-352": "R20", "us-4": "R21"}
    s = desk.set_up(units, side="german", turn="dec-4", options="greif", greif=1, steps=[])
    assert {desk.w.labels[x.hex] for x in dues(at_combat(s))} == {"M13", "R21"}


@rule("14.3", "14.9")
def test_the_combat_impulse_that_comes_is_looked_at(desk):
    for impulse, phase in ((1, FIRST_COMBAT), (2, SECOND_COMBAT)):
        s = desk.set_up({"us-1": "M12", "de-352": "M13"}, impulse=impulse, steps=[])
        s.fought = s.sallied = 1
        later = at_combat(s)
        assert (later.phase, later.fought, later.sallied) == (phase, 0, 0)
        assert (s.fought, s.sallied) == (1, 1), "the position itself stays as it is"


@rule("11.8", "18.7.11")
def test_open_harbors_are_named_while_the_enemy_is_near(desk):
    """St. Nazaire (C9): five hexes are near, six are not; whoever is in it keeps it."""
    w = desk.w
    five = next(w.labels[h] for h in members(w.land) if w.grid.distance(h, desk.hex("C9")) == 5 and w.near[h])
    six = next(w.labels[h] for h in members(w.land) if w.grid.distance(h, desk.hex("C9")) == 6 and w.near[h])
    for place, allied, units, named in (
        (five, "C9", {}, True), (six, "C9", {}, False), (five, "", {}, False), (five, "C9", {"us-4": "C9"}, False),
    ):  # fmt: skip
        s = desk.set_up({"de-352": place, "us-1": "R20"} | units, allied=allied, steps=[])
        assert (("St. Nazaire", desk.hex("C9")) in open_harbours(s)) == named, (place, allied)
    for place, allied, units, named in (
        (five, "", {}, True), (six, "", {}, False), (five, "C9", {}, False), (five, "", {"de-353": "C9"}, False),
    ):  # fmt: skip
        s = desk.set_up({"us-1": place, "de-352": "RR13"} | units, side="german", allied=f"{allied} RR7", steps=[])
        assert (("St. Nazaire", desk.hex("C9")) in open_harbours(s)) == named, (place, allied)


@rule("11.8", "18.1", "18.3", "14.10", "6.3")
def test_what_is_wasted_in_which_impulse(desk):
    west = {"allied": "C9 K2", "capacity_start": 9}
    units = {"us-1": "M12", "de-352": "M16", "de-353": "D8"}
    for impulse, late in ((1, False), (2, True)):
        desk.set_up(units, impulse=impulse, **west)
        found = wasted(desk)
        assert ("supply" in found) == late
        assert "odds" not in found
    near = {"us-1": "M12", "de-352": "C11"}
    for impulse, late in ((1, False), (2, True)):
        desk.set_up(near, impulse=impulse, **west)
        assert ("harbours" in wasted(desk)) == late
    weak, strong = {"us-14cav": "M12"}, {"de-2pz": "M13", "de-9ss": "M13", "de-10ss": "M13"}
    desk.set_up(weak | strong)
    rules = [text.split(":")[0] for text in wasted(desk)["odds"]]
    assert "14.6A" in rules
    assert "14.10" in rules
    assert [r.rule for r in desk.preview("end").effects][:1] == ["14.6A"]
    told = desk.preview("end")
    assert told.places == ("M13",)
    desk.set_up({"us-1": "M12", "us-4": "M12", "us-9": "M12", "us-2": "M12", "de-352": "M16"})
    assert len(wasted(desk)["stacking"]) == 1
    desk.set_up({"de-352": "M12", "us-1": "M15"}, side="german", impulse=2)
    assert [r.rule for r in desk.preview("end").effects] == ["18.3"], "nobody must attack, one is out of supply"
    desk.set_up({"us-1": "M12", "de-352": "M15"}, impulse=2)
    [effect] = desk.preview("end").effects
    assert effect.rule == "18.1"
    assert desk.w.unit_names[desk.unit("us-1")] in effect.text
    assert desk.preview("end").text == "The second move impulse ends."
    desk.set_up({"us-1": "M12", "us-2arm": "exited", "de-352": "M15"}, impulse=2, options="exits")
    [told] = wasted(desk)["supply"]
    assert desk.w.unit_names[desk.unit("us-2arm")] in told, "it is in no hex, and named all the same"


@rule("14.6A", "15.1")
def test_even_odds_are_no_waste(desk):
    w = desk.w
    foot = [[u for u in w.of_side[side] if w.kind[u] in ("infantry", "paratroop")] for side in (GERMAN, ALLIED)]
    for more, named in ((0, False), (1, True)):
        foe, mine = next((a, b) for a in foot[0] for b in foot[1] if w.combat[b][0] + more == w.combat[a][0])
        desk.set_up({w.ids[mine]: "M12", w.ids[foe]: "M13"})
        assert ("odds" in wasted(desk)) == named, "1-1 against a unit of the same factor in the open"

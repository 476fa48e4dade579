"""What the end of a move impulse brings: duties and their odds, too many in a hex, supply, harbours, idle units."""

from __future__ import annotations

from typing import Any

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
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


@rule("14.6", "14.6A")
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
    assert "2 units could attack" in told

"""5.2, 8, 9.3, 9.5, 10, 14.11, 15.10, 24.3: what is told of each hex of a country, where hexes with every reason lie
side by side with others."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALPINE, OUT, SEA
from grognard.games.fortress_europa.rules.movement import barred, movement, rail, railways
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.maps import mask_of, members
from grognard.suite import rule

STEP = Moving()


def told(reasons):
    return [why.reason() for why in reasons]


# ---------------------------------------------------------------------------------------------------- by rail


@rule("8.4", "9.3", "10.4", "10.6", "10.7", "10.9", "24.3")
@pytest.mark.parametrize("bridges", [True, False])
@pytest.mark.parametrize("unit", ["de-347", "de-34", "de-5geb"])
def test_why_no_train_goes_to_a_hex(desk, unit, bridges):
    """The first that holds: the unit is there, no railway, an Allied zone, Allied rail, an Allied city, partisans,
    the frontier for a garrison of Italy, alpine ground; else no line leads there."""
    w = desk.w
    s = desk.set_up(
        {"de-347": "M10", "us-1": "E4", "us-4": "HH13", "de-5geb": "X30", "de-34": "X31"}, side="german",
        allied="G7 R11 V7 C5 N10", partisan=desk.hex("J9"), italy_open=False, bridges_down=0 if bridges else 1 << 10,
    )  # fmt: skip
    alps = desk.hex("KK27")
    s.allied_rail = desk.hexes_of("B4 D6 P11 O11 E6 F6") | mask_of(w.rail_after[alps])  # KK27, alpine, is cut off
    s.box = [-1] * w.n_units
    s.box[desk.unit("de-34")] = 5
    s.facts = None
    u = desk.unit(unit)
    zones = {x for label in ("E4", "HH13") for x in (*desk.near(label), label)}
    open_hexes = rail.searched_lines(s, u)
    seen = set()
    for h, label in enumerate(w.labels):
        expected, words = "10.4" if bridges else "10.9", "No open rail line"
        if h == s.where[u]:
            expected, words = "10.4", "is there already"
        elif not w.rail & w.bit[h]:
            expected, words = "10.4", "No railway leads"
        elif label in zones:
            expected, words = "10.4", "enemy zone"
        elif s.allied_rail & w.bit[h]:
            expected, words = "10.7", "out of German control"
        elif label in {"G7", "R11", "V7"}:
            expected, words = "10.6", "enemy city"
        elif label == "J9":
            expected, words = "24.3", "Partisans"
        elif unit == "de-34" and not w.italy & w.bit[h]:
            expected, words = "9.3", "leave Italy"
        elif w.terrain[h] == ALPINE and unit != "de-5geb":
            expected, words = "8.4", "alpine"
        elif open_hexes & w.bit[h]:
            assert told(rail.rail_hex_reasons(s, STEP, "", (u, h))) == [], label
            continue
        found = told(rail.rail_hex_reasons(s, STEP, "", (u, h)))
        assert [(why.rule, words in why.text) for why in found] == [(expected, True)], (label, found)
        seen.add((expected, words))
    assert len(seen) >= 6


@rule("10.4", "10.6", "10.7", "24.3")
def test_each_hex_of_open_rail(desk):
    w = desk.w
    s = desk.set_up({"de-347": "M10", "us-1": "E4"}, side="german", allied="G7 M12 N12", partisan=desk.hex("J9"))
    s.allied_rail = desk.hexes_of("B4 P11")
    barred_hexes = {*desk.near("E4"), "E4", "G7", "J9", "B4", "P11"}
    opened = {w.labels[h] for h in members(w.rail)} - barred_hexes
    assert {w.labels[h] for h in members(railways.open_rail(s))} == opened


# ---------------------------------------------------------------------------------------------------- by land


@rule("5.2", "7.2", "8.4", "8.6", "8.7", "8.12", "9.5", "14.11", "15.10")
@pytest.mark.parametrize(
    ("unit", "middle"),
    [("us-1", "L8"), ("us-9", "M8"), ("fr-4dmm", "S26"), ("us-4", "S26"), ("us-29", "HH4"), ("us-2arm", "V25")],
)
def test_why_a_unit_cannot_walk_to_a_hex(desk, unit, middle):
    """The first that holds of those that need no search; a hex that is only too far away or hard to reach is told by
    another case. Frozen units stand in M7 and L5, others in N9 and R25; br-3 alone is next to N9, us-9 was driven
    out of the 7th district."""
    units = {"de-347": "M7", "de-352": "L5", "de-353": "N9", "de-91": "R25", "de-77": "JJ3", "br-3": "O9"}
    w = desk.w
    s = desk.set_up(units | {unit: middle}, frozen="de-347 de-352", invaded=1 << 3, turn="jun-3")
    s.expelled = desk.units_of("us-9")
    s.facts = None
    u = desk.unit(unit)
    frozen = {desk.w.labels[h] for h in range(w.n) if w.district_of[h] == w.district_of[desk.hex("L5")]}
    assert w.district_of[desk.hex("M7")] == w.district_of[desk.hex("L5")]
    crowd = desk.near("N9")
    goals, seen = movement.searched_goals(s, u), set()
    for h in (h for h in range(w.n) if w.grid.distance(h, desk.hex(middle)) <= 7):
        label = w.labels[h]
        if h == s.where[u]:
            expected = "5.2"
        elif w.terrain[h] == SEA:
            expected = "8.6"
        elif w.terrain[h] == OUT:
            expected = "8.12"
        elif label in crowd:
            expected = "14.11"
        elif label == "II2":
            expected = "8.7"
        elif w.terrain[h] == ALPINE and unit != "fr-4dmm":
            expected = "8.4"
        elif label in {"M7", "L5"}:
            expected = "9.5"
        elif label in {"N9", "R25", "JJ3"}:
            expected = "7.2"
        elif unit == "us-9" and label in frozen:
            expected = "15.10"
        elif goals & w.bit[h]:
            expected = ""
        else:
            expected = "other"
        found = told(barred.move_hex_reasons(s, STEP, "", (u, h)))
        if expected == "other":
            assert found[0].rule not in {"5.2", "8.6", "8.12", "14.11", "15.10", "9.5"}, label
        else:
            assert [why.rule for why in found] == ([expected] if expected else []), (label, expected)
        seen.add(expected)
    assert len(seen) >= 4, seen


@rule("5.2", "7.2", "8.4")
@pytest.mark.parametrize("unit", ["us-1", "us-2arm"])
def test_a_way_leads_round_enemies_without_zones(desk, unit):
    """M12 and L12 are held by units that have just dropped: nobody passes through them."""
    silent = {"de-3fj": "M12", "de-5fj": "L12"}
    s = desk.set_up({unit: "M11"} | silent, dropped=desk.units_of(" ".join(silent)))
    u, held = desk.unit(unit), desk.hexes_of("M12 L12")
    goals = movement.goals(s, u)
    assert not goals & held
    for goal in members(goals):
        path = movement.way(s, u, goal)
        assert path == movement.searched_way(s, u, goal)
        assert not any(held >> h & 1 for h in path)
        assert movement.walkable(s, u, path) == len(path) - 1
    assert len(movement.way(s, u, desk.hex("M13"))) > 3

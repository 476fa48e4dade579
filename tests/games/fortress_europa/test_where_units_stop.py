"""5.5, 8.1 to 8.4, 11.3, 24.3: which ground ends or slows the move of which unit, over the whole map."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALPINE, FLOODED, MOUNTAIN, ROUGH, WEATHERS
from grognard.games.fortress_europa.rules.landing.sea import sea_allowance
from grognard.games.fortress_europa.rules.movement.outlook import kind_of, with_movement
from grognard.suite import rule


@rule("5.5", "8.1", "8.2", "8.3", "8.4", "24.3")
@pytest.mark.parametrize(
    ("unit", "climbs", "tanks"),
    [("de-352", False, False), ("de-5geb", True, False), ("de-lehr", False, True), ("us-1", False, False),
     ("fr-4dmm", True, False), ("us-2arm", False, True)],
)  # fmt: skip
@pytest.mark.parametrize("flooded", [False, True])
@pytest.mark.parametrize("partisan", ["", "RR29", "M14"])
def test_the_ground_on_which_a_unit_stops(desk, unit, climbs, tanks, flooded, partisan):
    """No enemy is on the map: alpine ground, floods and, but for mountain units, mountains; for Germans the hex of
    the partisans, if there are any. Rough ground slows armor alone."""
    w = desk.w
    german = unit.startswith("de")
    place = desk.hex(partisan) if partisan else -1
    s = desk.set_up(
        {unit: "M11"}, side="german" if german else "allied", steps=[], flooded=flooded, partisan=place, released=True
    )
    expected = w.ground[ALPINE]
    if flooded:
        expected |= w.ground[FLOODED]
    if not climbs:
        expected |= w.ground[MOUNTAIN]
    if partisan and german:
        expected |= w.bit[place]
    kind = kind_of(s, desk.unit(unit))
    assert kind.stop == expected
    assert kind.rough == (w.ground[ROUGH] if tanks else 0)
    assert kind.goes == w.land & ~(0 if climbs else w.ground[ALPINE])


@rule("8.1", "11.3")
def test_rough_ground_halves_what_is_left_of_those_alone_who_were_in_it(desk):
    """Half of the allowance may be moved in an impulse at sea, and half of that after rough ground."""
    names = ["us-2arm", "us-3arm", "us-4arm"]
    for slow in names:
        s = desk.set_up(dict.fromkeys(names, "K2"), steps=[])
        s.slowed = desk.units_of(slow)
        plain = max(1, desk.w.move[desk.unit(slow)][0] // 2)
        for name in names:
            half = (plain + 1) // 2 if name == slow else plain
            assert sea_allowance(s, desk.unit(name)) == half, (slow, name)


@rule("5.4", "8.11", "13.1")
@pytest.mark.parametrize("weather", WEATHERS)
@pytest.mark.parametrize("impulse", [1, 2])
@pytest.mark.parametrize("face", [0, 1])
def test_who_has_an_allowance_has_it_on_either_side_of_the_counter(desk, weather, impulse, face):
    w = desk.w
    s = desk.set_up({"us-1": "K2"}, weather=weather, impulse=impulse, steps=[])
    able = with_movement(s)
    s.face = [face if w.back[u] else 0 for u in range(w.n_units)]
    assert with_movement(s) == able
    for u in range(w.n_units):
        assert bool(able >> u & 1) == (w.allowances[s.weather, impulse][u][s.face[u]] > 0), w.ids[u]

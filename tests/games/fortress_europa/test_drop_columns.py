"""20.9: the column on which a drop is rolled for, hex by hex."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import CLEAR, FLOODED
from grognard.games.fortress_europa.rules.landing.airborne import drop_column
from grognard.maps import members
from grognard.suite import rule


@rule("20.9")
@pytest.mark.parametrize(("unit", "side"), [("us-101", "allied"), ("de-5fj", "german")])
@pytest.mark.parametrize("flooded", [False, True])
def test_on_which_column_a_drop_is_rolled_for_with_no_enemy_near(desk, unit, side, flooded):
    """Allied units have the worst in all of Germany; elsewhere floods are no clear ground while they last."""
    w = desk.w
    s = desk.set_up({unit: "england"}, side=side, steps=[], flooded=flooded)
    names = [column.id for column in w.book.drop]
    for h in members(w.land & ~w.dyke):
        clear = w.terrain[h] == CLEAR or (w.terrain[h] == FLOODED and not flooded)
        expected = "clear" if clear else "non-clear"
        if side == "allied" and w.germany >> h & 1:
            expected = "non-clear-star"
        assert names[drop_column(s, desk.unit(unit), h)] == expected, w.labels[h]

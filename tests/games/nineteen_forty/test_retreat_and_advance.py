"""7 Retreats of several hexes at once, and the advance that follows."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.strength import column
from grognard.kernel.testing import rule


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

"""6.2, 14.11: which enemies units of one nationality take for themselves, as units come and go."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.combat.nations import (
    agree,
    claims,
    crowded,
    foreign_company,
    nation,
    nation_masks,
    partners,
    why_no_target,
)
from grognard.games.fortress_europa.rules.standing import put
from grognard.suite import rule


@rule("6.2")
@pytest.mark.parametrize(
    ("options", "joined"),
    [("", False), ("funnies", False), ("canadians-with-british", True), ("canadians-with-british funnies", True)],
)
def test_one_option_alone_joins_the_canadians_to_the_british(desk, options, joined):
    s = desk.set_up({}, options=options, steps=[])
    one, other = desk.unit("br-3"), desk.unit("ca-3")
    assert (nation(s, one) == nation(s, other)) is joined
    assert bool(nation_masks(s)[nation(s, one)] >> other & 1) is joined
    assert agree(s, (one, other)) is joined
    assert bool(partners(s, 1 << one) >> other & 1) is joined
    assert bool(partners(s, 1 << other) >> one & 1) is joined


@rule("14.11", "20.8")
def test_germans_in_the_hex_of_paratroopers_take_nobody(desk):
    """The 101st has dropped on the 353rd in M10, beside the 352nd in M9: other Americans may come there."""
    s = desk.set_up({"us-101": "M10", "de-353": "M10", "de-352": "M9"}, dropped=desk.units_of("us-101"), steps=[])
    germans = desk.units_of("de-352 de-353")
    assert not any(units & germans for units in claims(s).found.values())
    assert crowded(s, desk.unit("us-4")) == 0


@rule("14.11", "12.8", "13.4", "21.3")
@pytest.mark.parametrize(("unit", "taken"), [("us-1", True), ("us-rangers", False), ("us-hq-bradley", False)])
def test_rangers_and_hqs_take_nobody_where_they_have_landed(desk, unit, taken):
    """The British of L6 beside it could attack only M5."""
    s = desk.set_up({unit: "M5", "de-352": "M5"}, invaders=desk.units_of(unit), steps=[])
    assert claims(s).found == ({desk.hexes_of("M5"): desk.units_of(unit)} if taken else {})
    near = desk.hexes_of(" ".join(desk.near("M5")))
    assert bool(crowded(s, desk.unit("br-3")) & near) is taken
    assert crowded(s, desk.unit("us-4")) == 0


@rule("14.11")
def test_enemies_who_come_and_go_open_and_close_hexes(desk):
    """The 1st in M11 alone is next to M10. In N9 the British could attack nobody, until a German comes to O8 as well,
    and once the 1st has gone."""
    s = desk.set_up({"us-1": "M11", "us-4": "R20", "de-352": "M10", "de-353": "R13"}, steps=[])
    british, american, n9 = desk.unit("br-3"), desk.unit("us-9"), desk.hex("N9")
    assert "N9" in desk.near("M10") & desk.near("O9")
    assert not desk.near("M11") & {"O9", "N9"}
    assert crowded(s, british) >> n9 & 1
    put(s, desk.unit("de-353"), desk.hex("O9"))
    assert not crowded(s, british) >> n9 & 1, "there is another enemy to attack"
    assert crowded(s, british) >> desk.hex("L10") & 1
    put(s, desk.unit("de-353"), desk.w.destroyed)
    assert crowded(s, british) >> n9 & 1
    put(s, desk.unit("us-1"), desk.hex("K20"))
    assert crowded(s, british) == 0
    put(s, british, desk.hex("L10"))
    assert (crowded(s, british), crowded(s, american) >> n9 & 1) == (0, 1), "now it is theirs"
    put(s, desk.unit("us-4"), desk.hex("M11"))
    assert crowded(s, british) >> n9 & crowded(s, american) >> n9 & 1, "two nationalities are there: no third"


@rule("14.11", "20.6")
def test_enemies_elsewhere_do_not_make_a_drop_legal_or_illegal(desk):
    """Who drops on N9 beside the 352nd alone has no target, whoever stands at R13; at K6 he has to do with nobody."""
    s = desk.set_up({"us-1": "M11", "de-352": "M10", "de-353": "R13"}, steps=[])
    u = desk.unit("br-6ab")
    assert desk.hex("K6") < desk.hex("M10") < desk.hex("N9") < desk.hex("R13"), "in the order of the map"
    assert [why.rule for why in why_no_target(s, u, desk.hex("N9"), from_air=True)] == ["14.11"]
    assert list(why_no_target(s, u, desk.hex("K6"), from_air=True)) == []
    for from_air in (True, False):
        assert list(why_no_target(s, u, desk.hex("R13"), from_air=from_air)) == [], "the 353rd is nobody's yet"
        assert not foreign_company(s, u, desk.hex("N9"))


@rule("6.2", "21.3")
def test_before_anybody_is_named_everybody_may_be(desk):
    """And rangers alone leave it open: on either side, the first counter of the list and the last."""
    s, w = desk.set_up({}, steps=[]), desk.w
    ends = [units[n] for units in w.of_side for n in (0, -1)]
    assert {0, w.n_units - 1} <= set(ends)
    for named in (0, desk.units_of("us-rangers")):
        assert all(partners(s, named) >> u & 1 for u in ends)

"""18: the page on supply: what harbours give and to whom, whom it proposes to let go short, who has no line."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.supply.shortage import Overdrawn, SupplyPhase
from grognard.games.fortress_europa.rules.supply.supply import harbours, may_go_short
from grognard.kernel.errors import BadInput
from grognard.suite import rule
from tests.games.fortress_europa.test_supply import EXAMPLE, example, front, german

ALLIED_TURN = [SupplyPhase(1)]


def tables(desk, seat):
    page = desk.game.page(desk.s, "supply", seat)
    assert page.title == {"allied": "Allied supply", "german": "German supply"}[seat]
    return page, {table.title: table for table in page.tables}


def pieces(table):
    return [piece for row in table.rows for piece in row.pieces]


@rule("18.2", "18.2-example", "18.7.3", "20.15")
def test_harbours_are_shared_out_one_point_a_unit(desk):
    """The seventeen units of the example, none of them in a city: every point of 12, 3 and 2 is used."""
    s = example(desk, EXAMPLE | {"br-hq-montgomery": "G8", "us-4": "D8"})
    s.allied &= ~desk.hexes_of("C6 H5 M6")
    page, found = tables(desk, "allied")
    assert "Harbors give 17, and 17 units in Europe count against that: supply capacity is 0." in page.text
    assert "17 units draw on harbors" in page.text, "the 101st came by air and takes no point (20.15)"
    rows = found["Harbors and who draws on them"].rows
    assert [row.cells[:3] for row in rows] == [(x.name, str(x.value), "0") for x in harbours(s)]
    assert sorted(len(row.pieces) for row in rows) == [2, 3, 12]
    drawn = pieces(found["Harbors and who draws on them"])
    assert sorted(drawn) == sorted(set(EXAMPLE) - {"us-101"})
    assert [row.tone for row in rows] == ["warn"] * 3, "nothing is left of them"
    reach = {row.pieces[0]: row.cells[1] for row in found["Headquarters"].rows}
    for hq in ("br-hq-montgomery", "us-hq-bradley"):
        assert all(name in reach[hq] for name in ("Mulberry A", "St. Nazaire", "Nantes"))
    assert set(found) == {"Harbors and who draws on them", "Headquarters"}, "nobody goes short, all have a line"


@rule("18.2")
def test_who_goes_short_is_proposed_weakest_first_and_can_be_played(desk):
    """Two points at Caen for four units outside a city: two go short, of those whom a step does not destroy."""
    front(desk, {"us-1": "M10", "us-4cav": "M9", "us-2arm": "M12"}, steps=ALLIED_TURN)
    assert desk.step() == "Shortage"
    found = tables(desk, "allied")[1]["Goes short"]
    proposed = pieces(found)
    w = desk.w
    assert len(proposed) == 2
    assert set(proposed) <= set(desk.legal("starve"))
    assert found.actions == tuple(f"starve {u}" for u in proposed)
    twice = [u for u in desk.legal("starve") if w.two_steps >> desk.unit(u) & 1]
    expected = sorted(twice, key=lambda u: w.combat[desk.unit(u)][0])[:2]
    assert sorted(proposed) == sorted(expected)
    desk.play(found.actions[0])
    assert pieces(tables(desk, "allied")[1]["Goes short"]) == proposed[1:], "what has been decided is not asked again"
    desk.play(found.actions[1])
    assert desk.step() != "Shortage"
    assert [u for u in ("us-1", "us-4cav", "us-2arm") if desk.s.face[desk.unit(u)]] == sorted(proposed)


@rule("18.2")
def test_before_the_phase_it_is_only_told_who_would_go_short(desk):
    s = front(desk, {"us-1": "M10", "us-4cav": "M9", "us-2arm": "M12"})
    found = tables(desk, "allied")[1]["Goes short"]
    assert len(pieces(found)) == 2
    assert found.actions == ()
    assert may_go_short(s, [desk.unit(u) for u in pieces(found)]) == []


@rule("18.1", "18.3")
def test_who_has_no_line_is_named_with_the_reason(desk):
    front(desk, {"us-1": "M17"})
    found = tables(desk, "allied")[1]["Out of supply"]
    [row] = found.rows
    assert (row.pieces, row.places, found.rule) == (("us-1",), ("M17",), "18.1")
    assert row.cells[1].endswith("the nearest HQ is 6 hexes away, 5 are the most.")
    front(desk, {"us-hq-patton": "R20", "us-1": "R21"})
    reach = {row.pieces[0]: (row.cells[1:], row.tone) for row in tables(desk, "allied")[1]["Headquarters"].rows}
    assert reach["us-hq-patton"] == (("none", "0 units"), "bad"), "no harbor is in its reach"
    german(desk, {"de-hq-ag-b": "M11", "de-352": "M17", "de-353": "M16", "us-1": "M20", "us-4": "M20"})
    page, both = tables(desk, "german")
    assert pieces(both["Out of supply"]) == ["de-352"]
    assert page.text.startswith("2 of 3 units are in supply")
    [hq] = both["Headquarters"].rows
    assert (hq.pieces, hq.cells[1], hq.cells[2]) == (("de-hq-ag-b",), "yes", "2 units")


@rule("18.7.5")
def test_too_many_in_europe_are_proposed_to_lose_steps(desk):
    desk.set_up({"us-1": "M9", "us-4cav": "M9"}, steps=[Overdrawn(2)], capacity_start=-2)
    found = tables(desk, "allied")[1]["Too many in Europe: steps to lose"]
    assert found.rule == "18.7.5"
    assert [row.pieces for row in found.rows] == [("us-1",), ("us-4cav",)], "who survives it comes first"
    desk.play(*found.actions)
    assert desk.step() != "Overdrawn", "two steps have been lost"


def test_there_is_no_other_page_and_no_other_side(desk):
    front(desk, {})
    with pytest.raises(BadInput, match="no page “air”"):
        desk.game.page(desk.s, "air", "allied")
    with pytest.raises(BadInput, match="no side “french”"):
        desk.game.page(desk.s, "supply", "french")

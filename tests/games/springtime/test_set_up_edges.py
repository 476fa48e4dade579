"""5, 17, 18.2, 19: how a game begins, with bids, a free set-up and Plan Red."""

from __future__ import annotations

import pytest
from springtime_desk import (
    DATA,
    GAME,
    cup,
    desk,
    held,
    options_of,
    rules_against,
)

from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2


@rule("5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.1.5", "5.1.6", "5.1.7", "5.2", "11.0")
def test_a_campaign_begins_with_nothing_done() -> None:
    options = GAME.settle_options("plan-yellow", {})
    s = GAME.begin("plan-yellow", options)
    zero = (
        "kleist_turn",
        "first_morale",
        "held_allies",
        "held_axis",
        "track",
        "spent",
        "known_allies",
        "known_axis",
        "draws_allies",
        "draws_axis",
        "played_allies",
        "played_axis",
        "active",
        "closed",
        "contested",
        "tag_reserve",
        "tag_air",
        "last_allies",
        "last_axis",
        "attackers",
        "roll",
        "leaving",
        "swap",
    )
    assert {name: getattr(s, name) for name in zero} == dict.fromkeys(zero, 0)
    none = (
        "dropped",
        "battle",
        "lead",
        "foe",
        "air_attack",
        "air_defend",
        "outcome",
        "bid_allies",
        "bid_axis",
        "winner",
    )
    assert {name: getattr(s, name) for name in none} == dict.fromkeys(none, -1)
    no = (
        "open_city",
        "confidence",
        "italy",
        "shown_axis",
        "billotte",
        "plan_red",
        "everyone",
        "airdrops",
        "bef_returns",
        "evacuated",
        "belgian_as_printed",
        "one_marker",
        "each_unit_cut",
        "maneuvers_only",
    )
    assert {name: getattr(s, name) for name in no} == dict.fromkeys(no, False)
    assert (s.turn, s.impulse, s.morale, s.points_allies, s.points_axis) == (1, 6, 30, 5, 10)
    assert (s.advantage, s.used_by, s.kleist, s.victory, s.cup) == (AXIS, NOBODY, -1, "", 511)
    assert [DATA.unit_ids[u] for u, n in enumerate(s.strength) if n == 1] == ["fr-10"]
    assert set(s.strength) == {1, 2}
    assert (set(s.oos), set(s.came), set(s.flipped)) == ({0}, {-1}, {0})
    assert (s.air_strong, s.air_used) == ([0, 0, 0, 0], [0, 0, 0, 0])
    assert [p for p, side in zip(DATA.map_ids, s.control, strict=True) if side] == ["1", "2", "3", "4", "5", "6", "F"]
    off = {DATA.unit_ids[u] for u, p in enumerate(s.loc) if DATA.place_ids[p] == "off"}
    assert off == {"de-gaulle", "italian", "airlanding"}


@rule("19.1.1", "19.1.2", "19.2", "18.3")
@pytest.mark.parametrize("returns", [False, True])
def test_plan_red_begins_as_printed(returns: bool) -> None:
    s = GAME.begin("plan-red", GAME.settle_options("plan-red", {"bef-returns": returns}))
    assert (s.turn, s.impulse, s.morale, s.points_allies, s.points_axis, s.advantage) == (4, 6, 20, 0, 5, AXIS)
    boxes = {u: DATA.place_ids[p] for u, p in zip(DATA.unit_ids, s.loc, strict=True) if p >= 36}
    assert boxes == {
        "fr-1": "gone",
        "fr-9": "gone",
        "belgian": "gone",
        "dutch": "gone",
        "bef": "eliminated" if returns else "gone",
        "prioux": "eliminated",
        "bruneau": "eliminated",
        "schmidt-pz": "eliminated",
        "italian": "off",
        "airlanding": "gone",
    }
    assert s.evacuated is returns
    played = {"de-gaulle", "cabinet-shuffle", "billotte-killed", "air-supremacy"} | set(
        () if returns else ("operation-dynamo",)
    )
    assert {DATA.event_ids[e] for e in range(9) if s.spent >> e & 1} == played
    assert s.cup == 511 & ~s.spent
    assert s.air_strong == [1, 1, 0, 0]
    one = GAME.begin("plan-red", GAME.settle_options("plan-red", {"air-supremacy-one-marker": True}))
    assert one.air_strong == [1, 0, 0, 0]
    reduced = {"de-gaulle", "bruche", "fr-2", "brocard"}
    assert {u for u, n, p in zip(DATA.unit_ids, s.strength, s.loc, strict=True) if n == 1 and p < 36} == reduced


@rule("18.2", "4.4.1")
def test_a_free_set_up_begins_with_an_empty_map_but_for_three() -> None:
    s = GAME.begin("plan-yellow", GAME.settle_options("plan-yellow", {"limited-free-setup": True}))
    assert {DATA.unit_ids[u] for u, p in enumerate(s.loc) if p < 36} == {"belgian", "dutch", "alp"}
    assert s.kleist == -3
    assert s.strength[DATA.unit["fr-10"]] == 1


@rule("17.1")
def test_a_bid_of_nothing_is_a_bid() -> None:
    table = GAME.table("plan-yellow", options={"bidding": "axis"}, practice=True)
    assert {r.rule for r in table.why_not("bid 0; bid 4", seat="axis")} == {"17.1"}
    assert {r.rule for r in table.why_not("bid 0; bid 4", seat="allies")} == {"17.1"}
    assert table.why_not("bid 1; done", seat="allies") == []


@rule("5.2.1-allied", "7.5", "7.1")
@pytest.mark.parametrize(("crowd", "able"), [(4, True), (5, False)])
def test_de_gaulle_needs_one_free_area_of_france_with_room(crowd: int, able: bool) -> None:
    """All France is lost but Paris, where the others stand; Brussels is Free, but abroad."""
    units = {**dict.fromkeys(("fr-1", "fr-2", "fr-3", "fr-4", "fr-5")[:crowd], "25"), "ge-4": "5"}
    lost = " ".join(p for p, c in zip(DATA.map_ids, DATA.country, strict=True) if c == "france" and p != "25")
    table = desk(units, axis=lost, impulse=1, held_allies=held("de-gaulle"), cup=cup("de-gaulle"), advantage=NOBODY)
    assert rules_against(table, "de-gaulle 25") == (set() if able else {"5.2.1-allied"})
    assert ("de-gaulle 25" in options_of(table)) is able


@rule("18.2", "7.1")
def test_who_takes_the_room_of_armored_and_reserve_units_goes_elsewhere() -> None:
    """Five of these go with the 1st and the 7th Army, where eight find room: three others may, a fourth may not."""
    table = GAME.table("plan-yellow", options={"limited-free-setup": True}, practice=True)
    begun = "setup fr-1 15; setup fr-7 16; setup fr-2 15; setup fr-9 16; setup fr-4 15; "
    assert table.why_not(f"{begun}setup fr-3 17", seat="allies") == []
    assert {r.rule for r in table.why_not(f"{begun}setup fr-3 15", seat="allies")} == {"18.2"}
    assert {r.rule for r in table.why_not(f"{begun}setup fr-3 16", seat="allies")} == {"18.2"}
    fewer = begun.replace("setup fr-9 16; ", "")
    assert table.why_not(f"{fewer}setup fr-3 16", seat="allies") == []
    full = "setup ge-4 5; setup ge-12 5; setup ge-16 5; setup ge-6 5; "
    assert table.why_not(f"{full}setup ge-18 5", seat="axis") == []
    assert {r.rule for r in table.why_not(f"{full}setup ge-18 5; setup ge-1 5", seat="axis")} == {"7.1"}
    assert {r.rule for r in table.why_not(f"{full}setup ge-4 4", seat="axis")} == {"18.2"}

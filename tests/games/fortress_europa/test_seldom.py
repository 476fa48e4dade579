"""What happens seldom: cases that few games come to."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, CLEAR, FLOODED, GERMAN, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.removing import is_weak
from grognard.games.fortress_europa.rules.combat.rout import SweptAlong
from grognard.games.fortress_europa.rules.flooding import FloodPhase
from grognard.games.fortress_europa.rules.forces.arrivals import Withdrawals
from grognard.games.fortress_europa.rules.forces.factors import can_return, why_never
from grognard.games.fortress_europa.rules.forces.reserve import LeaveForReserve, may_return, return_reasons
from grognard.games.fortress_europa.rules.forces.volkssturm import appear
from grognard.games.fortress_europa.rules.landing.airlift import lift_unit_reasons, why_not_lifted_to
from grognard.games.fortress_europa.rules.landing.mulberries import PlaceMulberry, mulberry_reasons
from grognard.games.fortress_europa.rules.landing.sea import why_not_there
from grognard.games.fortress_europa.rules.movement.entering import INVADE, entered
from grognard.games.fortress_europa.rules.movement.greif import when
from grognard.games.fortress_europa.rules.movement.movement import searched_goals
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.setup.anybox import box_reasons
from grognard.games.fortress_europa.rules.standing import fill_box, put
from grognard.games.fortress_europa.rules.state import LOST, NOWHERE
from grognard.maps import members
from grognard.suite import rule


def rules(found):
    return [why.rule for why in found]


@rule("14.9")
def test_a_stack_that_has_fought_is_no_target(desk):
    s = desk.set_up({"us-1": "M9", "de-352": "M10", "de-353": "M8"}, steps=[StartCombat(1)])
    if desk.step() == "Removing":
        desk.play("keep")
    s.fought = desk.units_of("de-352")
    assert desk.why("attack us-1 M10") == ["14.9"]
    assert desk.why("attack us-1 M8") == []


@rule("14.10")
def test_who_need_not_attack_is_never_too_weak(desk):
    units = {"de-vs-1": "M9", "us-1": "M10", "us-4": "M10", "us-29": "M10"}
    s = desk.set_up(units, side="german", steps=[])
    assert is_weak(s, front(s), desk.unit("de-vs-1"))
    s.dropped = desk.units_of("us-1 us-4 us-29")  # they have no zones
    s.facts = None
    assert not is_weak(s, front(s), desk.unit("de-vs-1"))
    s = desk.set_up(units | {"de-vs-2": "R20", "us-9": "R21"}, side="german", steps=[])
    s.dropped = desk.units_of("us-1 us-4 us-29")
    assert front(s).must == desk.units_of("de-vs-2"), "a later one of the list must"
    assert desk.unit("de-vs-1") < desk.unit("de-vs-2")
    assert not is_weak(s, front(s), desk.unit("de-vs-1"))


@rule("33.3.9-3", "15.7")
def test_there_must_be_room_for_who_goes_along(desk):
    limit = desk.w.stack_limit[desk.hex("DD11")]
    full = dict.fromkeys(["us-1", "us-4", "us-2"][:limit], "DD11")
    desk.set_up(
        {"us-9": "EE11", "us-rangers": "EE11", "us-30": "FF12"} | full, scenario="bulge", turn="dec-3", side="german",
        steps=[SweptAlong(desk.hex("EE11"), desk.hex("DD11"))],
    )  # fmt: skip
    assert desk.why("along us-9") == ["15.7"]
    assert desk.why("along us-30") == ["33.3.9-3"]
    assert desk.why("along us-rangers") == []


@rule("31.11", "6.1", "6.3")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_who_is_too_many_when_the_dykes_are_opened_is_eliminated(desk, side):
    w = desk.w
    wet = w.labels[members(w.ground[FLOODED] & ~w.dyke)[0]]
    names = ("de-352", "de-353", "de-91") if side == "german" else ("us-1", "us-4", "us-9")
    s = desk.set_up(dict.fromkeys(names[:2], wet) | {names[2]: "M9"}, options="flooding", steps=[FloodPhase()])
    assert desk.step() == "OpenDykes"
    desk.play("flood")
    assert (desk.step(), desk.seat) == ("Overstacked", side)
    assert desk.why(f"remove {names[2]}") == ["31.11"]
    desk.play(f"remove {names[0]}")
    assert not s.stack
    assert (desk.at(names[0]), desk.at(names[1])) == ("destroyed", wet)


@rule("26.8", "27.12")
def test_a_division_under_an_overstrength_counter_is_withdrawn_with_it(desk):
    w = desk.w
    event = next((e for e in w.book.event if e.kind == "withdraw" and e.side == "allied"), None)
    assert event is not None
    turn = next(t for t, row in enumerate(w.turns, 1) if row.allied == event.number)
    name = event.units[0]
    aside = {name: "aside", "us-over-2": "M10", "us-4": "aside", "us-9": "england"}
    s = desk.set_up(aside | {"us-over-1": "R11"}, turn=turn, steps=[])  # in a city it is in supply (18.4)
    s.overstrength[0], s.overstrength[1] = desk.unit(name), desk.unit("us-4")
    desk.restart(Withdrawals(ALLIED))
    assert desk.at("us-over-2") == "M10"
    assert (desk.at("us-over-1"), desk.at(name)) == ("removed", "withdrawn")
    s = desk.set_up(aside | {"us-over-1": "M9"}, turn=turn, steps=[])
    s.overstrength[0], s.overstrength[1] = desk.unit(name), desk.unit("us-4")
    desk.restart(Withdrawals(ALLIED))
    assert (desk.at("us-over-1"), desk.at(name)) == ("M9", "aside"), "out of supply it stays, and another goes (26.7)"
    assert s.swaps == ((desk.unit(name), desk.unit("us-9")),)
    assert desk.at("us-9") == "withdrawn"


@rule("28.5", "27.10")
def test_the_tigers_are_out_for_good_once_the_reserve_has_left(desk):
    for turn, place, expected in (("nov-2", "destroyed", ["28.5"]), ("nov-2", "M9", []), ("oct-4", "destroyed", [])):
        s = desk.set_up({"de-101ss": place}, turn=turn, side="german", steps=[], pools=[9] * len(desk.w.pools))
        assert rules(why_never(s, desk.unit("de-101ss"))) == expected
        assert can_return(s, desk.unit("de-101ss")) == (not expected)


@rule("25.1", "30.2", "18.7.8")
def test_volkssturm_takes_back_a_city_that_nobody_holds(desk):
    w = desk.w
    port = next(h for h in w.port_hex if w.germany >> h & 1)
    s = desk.set_up({"us-1": "M9"}, allied=w.labels[port], steps=[])
    appear(s, desk.unit("de-vs-1"), port, None)
    assert desk.owner(w.labels[port]) == "german"
    assert s.where[desk.unit("de-vs-1")] == port


@rule("20.10", "20.11", "9.3")
def test_where_nobody_can_be_flown(desk):
    w = desk.w
    erfurt, koln = (w.place_hex[name] for name in ("Erfurt", "Koln"))
    u = desk.unit("de-6fj")
    base = {"side": "german", "steps": [], "airfields": w.bit[erfurt] | w.bit[koln], "began": 1 << u}
    s = desk.set_up({"de-6fj": w.labels[koln]}, **base)
    assert rules(why_not_lifted_to(s, u, erfurt)) == []
    assert rules(lift_unit_reasons(s, Moving(), "german", (u,))) == []
    s = desk.set_up({"de-6fj": w.labels[koln]}, allied=w.labels[erfurt], **base)
    assert rules(why_not_lifted_to(s, u, erfurt)) == ["20.11"], "it has been lost since"
    assert rules(lift_unit_reasons(s, Moving(), "german", (u,))) == ["20.11"]
    s = desk.set_up({"de-6fj": w.labels[koln]}, **base)
    s.italy_open = False
    fill_box(s, u, w.box_ids.index("torino"))
    put(s, u, w.place_hex["Torino"])
    assert rules(why_not_lifted_to(s, u, erfurt)) == ["9.3"]


@rule("29.2")
def test_a_mulberry_is_placed_once(desk):
    s = desk.set_up({}, mulberry_at=[desk.hex("M5"), NOWHERE], steps=[])
    assert rules(mulberry_reasons(s, PlaceMulberry(), "allied", (0,))) == ["29.2"]
    assert rules(mulberry_reasons(s, PlaceMulberry(), "allied", (1,))) == []
    s.mulberry_at[1] = LOST
    why = next(mulberry_reasons(s, PlaceMulberry(), "allied", (1,)))
    assert "out of the game" in why.reason().text


@rule("15.10", "11.4A")
def test_who_was_driven_out_of_a_frozen_district_does_not_land_there(desk):
    s = desk.set_up({"us-1": "england", "us-4": "england", "de-352": "K6"}, frozen="de-352", allied="K2", steps=[])
    s.expelled = desk.units_of("us-1")
    assert "15.10" in rules(why_not_there(s, desk.unit("us-1"), desk.hex("K2")))
    assert "15.10" not in rules(why_not_there(s, desk.unit("us-4"), desk.hex("K2")))


@rule("8.1")
def test_rough_ground_is_named_where_it_keeps_armor_from_a_hex(desk):
    """A hex within seven hexes that every way reaches too late, for the rough ground before it."""
    w = desk.w
    found = 0
    for h in members(w.ground[ROUGH]):
        s = desk.set_up({"de-lehr": w.labels[h]}, side="german")
        u = desk.unit("de-lehr")
        goals = searched_goals(s, u)
        close = [
            x for x in members(w.ground[ROUGH] & ~goals & w.land & ~w.dyke)
            if w.grid.distance(x, h) == 5 and all(w.terrain[y] == ROUGH for y in w.near[x])
        ]  # fmt: skip
        if close:
            goal = w.labels[close[0]]
            assert desk.why(f"move de-lehr {goal}") == ["8.1"]
            assert "leaves" in desk.words(f"move de-lehr {goal}")
            assert "4 hexes" in desk.words(f"move de-lehr {goal}")
            found += 1
            if found == 2:
                break
    assert found


@rule("31.8", "6.1")
def test_a_box_whose_hex_is_full_takes_nobody(desk):
    w = desk.w
    s = desk.game.start("campaign", {"free-setup": True})
    box = w.box_ids.index("torino")
    garrison = next(u for u in w.starters if w.box_of[u] == box)
    for u in w.starters:
        if s.where[u] == w.box_hex[box]:
            put(s, u, w.waiting)
            fill_box(s, u, -1)
    others = [u for u in w.starters if w.counts_in_stack >> u & 1 and not w.coastal_units >> u & 1 and u != garrison][
        :3
    ]
    assert rules(box_reasons(s, Moving(), "german", (garrison, box))) == []
    for u in others:
        put(s, u, w.box_hex[box])
    assert rules(box_reasons(s, Moving(), "german", (garrison, box))) == ["6.1"]
    assert w.side[garrison] == GERMAN


@rule("31.13", "8.2", "8.3", "17.10.1", "17.10.4", "27.7")
def test_what_keeps_the_commandos_from_slipping_on(desk):
    """It has entered a zone in this impulse, on ground that does not stop it, and nothing else has."""
    w = desk.w
    brigade = desk.unit("de-150ss")
    hill = next(h for h in members(w.ground[MOUNTAIN]) if any(w.terrain[x] == CLEAR for x in w.near[h]))
    foe = next(x for x in w.near[hill] if w.terrain[x] == CLEAR)
    more = {"side": "german", "turn": "dec-4", "options": "greif", "steps": []}

    def against(at, american, **fields):
        s = desk.set_up({"de-150ss": at, "us-1": american}, **(more | fields))
        s.spent[brigade] = 1
        return rules(when(s, Moving(), "german"))

    assert against("R13", "R14") == []
    assert against("R13", "R17") == ["31.13"], "in no zone"
    assert against(w.labels[hill], w.labels[foe]) == ["8.2"], "the mountains stop it"
    assert against("R13", "R14", stopped=1 << brigade) == ["17.10.1"]
    assert against("R13", "R14", stopped=1 << brigade, tried=((brigade, 5),)) == ["17.10.4"]
    assert against("R13", "R14", stopped=1 << brigade, tried=((brigade + 1, 5),)) == ["17.10.1"]
    assert against("R13", "R14", stopped=1 << brigade + 1) == []
    assert against("R13", "R14", stuck=1 << brigade) == ["27.7"]
    assert against("R13", "R14", greif=1) == ["31.13"]
    s = desk.set_up({"de-150ss": "R13", "us-1": "R14"}, **more)
    assert rules(when(s, Moving(), "german")) == ["31.13"], "it was there before"


@rule("9.3", "12.5")
def test_a_landing_in_italy_opens_it(desk):
    w = desk.w
    beach = members(w.beaches & w.italy)[0]
    for h, opened in ((beach, True), (desk.hex("M5"), False)):
        s = desk.set_up({"us-3": w.labels[h]}, invaders=desk.units_of("us-3"), steps=[])
        s.italy_open = False
        entered(s, desk.unit("us-3"), h, None, INVADE)
        assert s.italy_open == opened


@rule("28.1", "28.5")
def test_tigers_that_are_destroyed_when_the_reserve_leaves_are_out_of_the_game(desk):
    for place, expected in (("destroyed", "removed"), ("waiting", "waiting")):
        s = desk.set_up({"de-101ss": place, "de-2pz": "destroyed"}, turn="nov-1", side="german", steps=[])
        LeaveForReserve((desk.unit("de-101ss"), desk.unit("de-2pz"))).run(s, None)
        assert desk.at("de-101ss") == expected
        assert desk.at("de-2pz") == "destroyed", "it may be rebuilt"


@rule("28.4")
def test_without_an_open_city_the_reserve_stays_away(desk):
    w = desk.w
    every = " ".join(w.labels[h] for h in members(w.german_cities))
    for allied, expected in (("", []), (every, ["28.4"])):
        s = desk.set_up({"de-2pz": "reserve", "us-1": "M9"}, turn="dec-3", side="german", allied=allied, steps=[])
        assert rules(return_reasons(s, Moving(), "german")) == expected
        assert may_return(s, Moving(), "german") == (not expected)
    s = desk.set_up({"us-1": "M9"}, turn="dec-3", side="german", steps=[])
    assert rules(return_reasons(s, Moving(), "german")) == ["28.4"], "nobody is in the Reserve"
    assert not may_return(s, Moving(), "german")

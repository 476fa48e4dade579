"""How the bots of Fortress Europa land: nobody is thrown away, nobody starves who need not, and nobody is woken."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.bots.goals import RESERVE, closed
from grognard.games.fortress_europa.bots.landing import Coast, invasion
from grognard.games.fortress_europa.bots.moves import Planner
from grognard.games.fortress_europa.bots.picture import RETAKE, Picture
from grognard.games.fortress_europa.bots.policy import answer
from grognard.games.fortress_europa.data.world import ALLIED, DISTRICTS, GERMAN
from grognard.games.fortress_europa.rules.combat.removing import Removing
from grognard.games.fortress_europa.rules.landing.invasion import Invading
from grognard.games.fortress_europa.rules.standing import units_of
from grognard.games.fortress_europa.rules.supply.ports import capacity
from tests.games.fortress_europa.conftest import Desk

ENGLAND = dict.fromkeys(("us-1", "us-4", "us-29", "us-2", "us-9", "us-30", "us-79", "us-83"), "england")


def test_who_needs_help_to_attack_is_kept_for_it(desk: Desk) -> None:
    """14.10: a lone battalion could not attack three divisions, but together with its neighbours it can."""
    desk.set_up(
        {"us-rangers": "N7", "us-1": "N7", "us-4": "M7", "us-29": "M7", "de-12ss": "N8", "de-352": "N8",
         "us-hq-bradley": "K4", "de-hq-ag-b": "T13"},
        steps=[Removing()],
    )  # fmt: skip
    assert set(desk.legal()) == {"remove us-rangers", "keep"}
    deed = answer(desk.game, desk.s, "allied")
    assert deed is not None
    assert deed.verb == "keep"


def test_no_more_land_than_can_stay(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """6.3, 12.7: two may invade a mountain beach, one of whom is lost when the battle is over."""
    desk.set_up({**ENGLAND, "de-716": "M5"}, turn="jun-1", frozen="de-716", steps=[Invading()])
    desk.s.began, desk.s.impulse = desk.units_of(" ".join(ENGLAND)), 1
    monkeypatch.setattr(Coast, "best", lambda coast: desk.hex("D3"))
    deed = invasion(desk.game, desk.s, "allied")
    assert deed is not None
    assert desk.hex("D3") in {part.args[1] for part in deed.parts}
    after = desk.s.copy()
    desk.game.apply(after, deed)
    for h in {part.args[1] for part in deed.parts}:
        assert len(units_of(after, ALLIED, h)) <= desk.w.stack_limit[h]


def test_headquarters_wake_nobody(desk: Desk) -> None:
    """9.1D: they stand worse in another district while all sleep there."""
    district = 1 << DISTRICTS.index("7th")
    desk.set_up(
        {"us-hq-bradley": "M7", "us-1": "M7", "us-4": "M6", "de-352": "V7"},
        scenario="invasion", turn="jun-2", frozen="de-352", invaded=district, landing_districts=district,
    )  # fmt: skip
    picture, staff = Picture(desk.s, ALLIED), desk.unit("us-hq-bradley")
    before = [picture.score(staff, desk.hex(x)) for x in ("N8", "M6")]
    picture.shut = 0
    after = [picture.score(staff, desk.hex(x)) for x in ("N8", "M6")]
    assert before[0] < after[0]
    assert before[1] == after[1]


def test_on_the_first_day_headquarters_ashore_are_enough(desk: Desk) -> None:
    """18.7.1, 9.1D: the harbour comes at the end of the impulse; nobody, headquarters included, wakes the West for a
    city that feeds him."""
    district = DISTRICTS.index("19th")
    units = {"us-hq-devers": "F30", "us-3": "F30", "us-36": "G30", "us-82": "E28", "us-101": "E28"}
    desk.set_up(
        {**units, "de-352": "L5"},
        scenario="invasion", turn="jun-1", impulse=2, frozen="de-352", invaded=1 << district,
        landing_districts=1 << district, invasions=1, invasion_turn=desk.w.turn_of["jun-1"],
    )  # fmt: skip
    desk.s.dropped = desk.units_of("us-82 us-101")
    planner = Planner(desk.game, desk.s.copy(), "allied", random.Random(1))
    planner.plan()
    places = [planner.s.where[desk.unit(u)] for u in units]
    assert not planner.s.released
    assert all(desk.w.districts[district] >> h & 1 for h in places)
    assert all(planner.picture.fed >> h & 1 for h in places)


def test_who_lands_in_the_first_district_does_not_wait(desk: Desk) -> None:
    """33.1.5: six cities are asked and one lies in the district; the 7th has enough of its own."""
    for name, shut in (("1st", False), ("7th", True)):
        district = 1 << DISTRICTS.index(name)
        desk.set_up(
            {"us-1": "C12", "de-352": "L31"},
            scenario="invasion", turn="jun-2", frozen="de-352", invaded=district, landing_districts=district,
        )  # fmt: skip
        assert bool(closed(desk.s)) == shut


def test_an_open_city_in_reach_of_paratroopers_keeps_its_last_unit(desk: Desk) -> None:
    """20.2, 33.1.5: Cherbourg counts for a landing at the Schelde, however far off it is; without drops to come its
    garrison is free to go."""
    district = 1 << DISTRICTS.index("15th")
    units = {"us-1": "CC6", "us-hq-bradley": "CC6", "de-91": "K2", "de-hq-7-army": "K4", "de-hq-ag-b": "AA10"}
    for drops, stays in ((1, True), (5, False)):
        desk.set_up(
            units, scenario="invasion", side="german", turn="jun-2", weather="overcast", invaded=district,
            landing_districts=district, allied_drops=drops,
        )  # fmt: skip
        planner = Planner(desk.game, desk.s.copy(), "german", random.Random(1))
        planner.plan()
        assert (planner.s.where[desk.unit("de-91")] == desk.hex("K2")) == stays


def test_what_decides_is_taken_back(desk: Desk) -> None:
    """33.1.3, 33.1.5: Bruxelles and the mulberry decide a landing at the Schelde, a village does not."""
    district = 1 << DISTRICTS.index("15th")
    desk.set_up(
        {"us-1": "BB8", "us-4": "BB4", "us-29": "AA10", "us-hq-bradley": "BB4", "de-352": "FF15"},
        scenario="invasion", side="german", turn="jun-3", landing_districts=district,
        mulberry_at=[desk.hex("BB4"), -1],
    )  # fmt: skip
    picture = Picture(desk.s, GERMAN)
    village, city, mulberry = (picture.ground(desk.hex(x)) for x in ("AA10", "BB8", "BB4"))
    assert city >= village + RETAKE
    assert mulberry >= village + RETAKE


def test_a_landing_is_not_lost_for_want_of_capacity(desk: Desk) -> None:
    """33.1.3: without supply capacity in the end the Germans win, and who sails on the last turn comes too late."""
    waiting = dict.fromkeys(("us-2", "us-5", "us-8", "us-9", "us-28"), "england")
    ashore = {"us-hq-bradley": "M6", "us-1": "M6", "us-4": "M6", "us-79": "M7", "us-80": "L6", "us-83": "L6"}
    sailed = []
    for scenario, turn in (("invasion", "jul-2"), ("invasion", "jul-3"), ("campaign", "jul-3")):
        desk.set_up({**ashore, **waiting, "de-352": "T13"}, scenario=scenario, turn=turn, allied="K2")
        assert capacity(desk.s) == 6  # Cherbourg takes ten, Caen two
        planner = Planner(desk.game, desk.s.copy(), "allied", random.Random(1))
        planner.plan()
        sailed.append(sum(planner.s.where[desk.unit(u)] < desk.w.n for u in waiting))
    assert sailed == [6 - RESERVE, 0, 4]

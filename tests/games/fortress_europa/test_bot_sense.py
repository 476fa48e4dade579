"""What the bots of Fortress Europa keep in mind: each sense in a position where it decides."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.bots import air
from grognard.games.fortress_europa.bots.bot import EasyBot, decide
from grognard.games.fortress_europa.bots.goals import closed
from grognard.games.fortress_europa.bots.landing import Coast, drop, invasion
from grognard.games.fortress_europa.bots.moves import Planner
from grognard.games.fortress_europa.bots.odds import Stake, worth
from grognard.games.fortress_europa.bots.picture import Picture
from grognard.games.fortress_europa.bots.policy import answer
from grognard.games.fortress_europa.data.world import DISTRICTS, GERMAN
from grognard.games.fortress_europa.rules.air.air import AlliedAllocation, GermanAllocation
from grognard.games.fortress_europa.rules.air.missions import BridgeAttacks
from grognard.games.fortress_europa.rules.air.naval import Stationing
from grognard.games.fortress_europa.rules.landing.airborne import Dropping
from grognard.games.fortress_europa.rules.landing.invasion import Invading
from grognard.games.fortress_europa.rules.movement.stacking import room
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.state import Position
from grognard.games.fortress_europa.rules.supply.shortage import Overdrawn
from grognard.games.fortress_europa.rules.supply.supply import allied_cut_off
from grognard.kernel.rules import Deed
from tests.games.fortress_europa.conftest import Desk

BASE = {"us-hq-bradley": "M6", "us-1": "M6", "us-4": "M6"}
"""A harbour that works: Caen, with its headquarters."""


def planned(desk: Desk, seat: str) -> Position:
    """The position after the bot's plan for the impulse."""
    s = desk.s.copy()
    planner = Planner(desk.game, s, seat, random.Random(1))
    planner.plan()
    return planner.s


def where(desk: Desk, s: Position, unit: str) -> str:
    return desk.w.spots[s.where[desk.unit(unit)]]


# ----------------------------------------------------------------------------------------------------- stacking


def test_stacks_that_are_too_high_are_broken_up_in_time(desk: Desk) -> None:
    """33.3.1, 6.3: units overstacked in the set-up go apart as soon as they can move, or one of each hex is lost. The
    others of these stacks stand next to the enemy, or have no room beside them yet."""
    desk.s = desk.game.start("bulge", desk.game.settle_options("bulge", {}))
    desk.restart(StartMove(2), Moving(), EndMove())
    apart = ("GG14", "HH12", "HH13", "II12")
    assert [room(desk.s, GERMAN, desk.hex(label)) for label in apart] == [-1, -1, -1, -1]
    s = planned(desk, "german")
    assert min(room(s, GERMAN, desk.hex(label)) for label in apart) == 0


def test_nobody_follows_a_plan_into_a_stack_that_dice_have_filled(desk: Desk) -> None:
    """6.3, 17.10.1: strafing was to stop a unit on its way, and did not: the next one stays where it is."""
    units = {"de-352": "M11", "de-353": "M11", "de-91": "M11", "de-77": "N12", "de-hq-ag-b": "N12"}
    desk.set_up(units, side="german", released=True)
    bot, s = EasyBot(), desk.s
    goal = desk.hex("M11")
    bot.when = (s.turn, s.side, s.impulse)
    bot.planned = [Deed("move", (desk.w.unit["de-77"], goal), "german")]
    assert desk.game.permits(s, bot.planned[0])
    assert room(s, GERMAN, goal) == 0
    assert bot.choose(desk.game, s, "german", random.Random(1)).verb == "end"
    bot.planned = [Deed("move", (desk.w.unit["de-77"], desk.hex("M12")), "german")]
    assert bot.choose(desk.game, s, "german", random.Random(1)).verb == "move"


def test_a_plan_is_followed_into_a_stack_that_somebody_leaves_later(desk: Desk) -> None:
    """6.3: limits count when the impulse ends, and another one goes on from there."""
    units = {"de-352": "M11", "de-353": "M11", "de-91": "M11", "de-77": "N12", "de-hq-ag-b": "N12"}
    desk.set_up(units, side="german", released=True)
    bot, s = EasyBot(), desk.s
    bot.when = (s.turn, s.side, s.impulse)
    into = Deed("move", (desk.w.unit["de-77"], desk.hex("M11")), "german")
    bot.planned = [into, Deed("move", (desk.w.unit["de-352"], desk.hex("M12")), "german")]
    assert bot.choose(desk.game, s, "german", random.Random(1)).text == "move de-77 M11"


# ------------------------------------------------------------------------------------------------------- supply


def test_who_is_out_of_supply_comes_back_into_it(desk: Desk) -> None:
    """18.1: a unit needs a line of at most five hexes to its headquarters at the end of the turn."""
    desk.set_up({**BASE, "us-2": "S9", "de-352": "LL14"}, impulse=2, released=True)
    desk.s.stuck = desk.units_of("us-hq-bradley")  # it cannot come to them
    assert desk.unit("us-2") in allied_cut_off(desk.s)
    assert desk.unit("us-2") not in allied_cut_off(planned(desk, "allied"))


def test_headquarters_stay_out_of_reach(desk: Desk) -> None:
    """13: who loses his headquarters loses his supply; they are not left alone before the enemy."""
    desk.set_up(
        {"us-hq-bradley": "O7", "us-1": "M6", "us-4": "M6", "us-2": "M6", "de-12ss": "Q8", "de-lehr": "Q8"},
        impulse=2,
        released=True,
    )
    s = planned(desk, "allied")
    assert desk.w.grid.distance(s.where[desk.unit("us-hq-bradley")], desk.hex("Q8")) > 3


# --------------------------------------------------------------------------------------------- ports and the line


def test_a_harbour_is_not_left_open(desk: Desk) -> None:
    """11.8, 18.7.11: the only harbour has nobody in it, and the enemy is near."""
    desk.set_up(
        {"us-hq-bradley": "M7", "us-1": "M7", "us-4": "N7", "de-12ss": "Q9"}, impulse=2, released=True, allied="M6"
    )
    s = planned(desk, "allied")
    assert any(s.where[desk.unit(u)] == desk.hex("M6") for u in ("us-1", "us-4"))


def test_a_line_has_no_gaps(desk: Desk) -> None:
    """Three divisions that begin in one hex spread out, and each stops whoever comes beside it (7.2)."""
    desk.set_up(
        {
            "us-1": "N7", "us-hq-bradley": "M6",
            "de-352": "P9", "de-84": "P9", "de-85": "P9", "de-hq-ag-b": "S13",
        },
        side="german", impulse=2, released=True,
    )  # fmt: skip
    s = planned(desk, "german")
    hexes = {s.where[desk.unit(u)] for u in ("de-352", "de-84", "de-85")}
    assert len(hexes) == 3


# ------------------------------------------------------------------------------------------------------ attacks


def test_a_weak_neighbour_is_attacked(desk: Desk) -> None:
    """A lone brigade ashore before three armored divisions: they come, and are enough."""
    desk.set_up(
        {
            "br-4bde": "N7", "us-1": "K2", "us-hq-bradley": "K2",
            "de-12ss": "Q9", "de-lehr": "Q9", "de-21pz": "Q10", "de-hq-ag-b": "R11",
        },
        side="german", released=True, weather="overcast",
    )  # fmt: skip
    s = planned(desk, "german")
    beside = [u for u in ("de-12ss", "de-lehr", "de-21pz") if where(desk, s, u) in desk.near("N7")]
    assert sum(desk.w.combat[desk.unit(u)][0] for u in beside) >= 9


def test_strong_neighbours_are_left_alone(desk: Desk) -> None:
    """15.3: one division does not attack two armored ones; a lone brigade it does."""
    for foes, attacks in (({"us-2arm": "N8", "us-3arm": "N8"}, False), ({"br-4bde": "N8"}, True)):
        desk.set_up({**foes, "de-352": "N9", "de-12ss": "N9", "de-hq-ag-b": "R11"}, side="german", released=True)
        planner = Planner(desk.game, desk.s.copy(), "german", random.Random(1))
        u = desk.unit("de-12ss")
        spots = {u: desk.w.bit[desk.hex("N9")]}
        assert bool(planner.force(desk.hex("N8"), spots, 0, 1 << u, False).units) == attacks


def test_better_odds_are_worth_more(desk: Desk) -> None:
    """15.3: from column to column an attack brings more; at 1-2 it costs."""
    s = desk.set_up({"us-1": "N7", "de-352": "N8"})
    mine, theirs = Stake(s, [desk.unit("us-1")]), Stake(s, [desk.unit("de-352")])
    brings = [worth(desk.w, column, 0, mine, theirs, 1.0) for column in range(len(desk.w.book.column))]
    assert brings == sorted(brings)
    assert brings[2] < 0 < brings[5]


def test_the_least_is_lost(desk: Desk) -> None:
    """18.7.5: a division that loses a step is still there, a brigade is gone; armor loses more with its step."""
    desk.set_up({"us-2arm": "M6", "us-1": "M6", "br-4bde": "M6", "us-hq-bradley": "M6"}, steps=[Overdrawn(1)])
    deed = answer(desk.game, desk.s, "allied")
    assert deed is not None
    assert desk.w.ids[deed.args[0]] == "us-1"


# ------------------------------------------------------------------------------------------------ site and drops


def landing(desk: Desk, german: dict[str, str]) -> Position:
    """The first invasion is about to be laid out against these."""
    english = dict.fromkeys(("us-1", "us-4", "us-29", "us-2", "us-9", "us-30", "us-82", "us-101"), "england")
    desk.set_up({**english, **german}, turn="jun-1", frozen=" ".join(german), steps=[Invading()])
    desk.s.began = desk.units_of(" ".join(english))
    desk.s.impulse = 1
    return desk.s


def test_a_strongly_held_coast_is_avoided(desk: Desk) -> None:
    """12: the beach that looks best is taken elsewhere once armored divisions stand behind it."""
    weak = landing(desk, {"de-716": "L4"})
    first = Coast(weak).best()
    label = desk.w.labels[first]
    place = next(x for x in sorted(desk.near(label)) if not desk.w.beaches >> desk.hex(x) & 1)
    guards = {"de-12ss": label, "de-lehr": label, "de-2pz": place, "de-21pz": place}
    strong = landing(desk, guards)
    assert Coast(strong).best() != first


def test_a_landing_stays_in_one_district(desk: Desk) -> None:
    """9.1G: two districts invaded at once release every German."""
    s = landing(desk, {"de-716": "L4", "de-352": "N8", "de-12ss": "S8"})
    deed = invasion(desk.game, s, "allied")
    assert deed is not None
    assert len({desk.w.district_of[part.args[1]] for part in deed.parts}) == 1


def test_frozen_districts_are_not_entered(desk: Desk) -> None:
    """9.1D: after a landing in the 7th district alone the bot stays in it while it has cities to take there."""
    desk.set_up(
        {**BASE, "us-2": "M7", "us-9": "N5", "de-12ss": "G7", "de-352": "S8", "de-716": "K2"},
        frozen="de-352", invaded=1 << DISTRICTS.index("7th"), landing_districts=1 << DISTRICTS.index("7th"),
        scenario="invasion", turn="jun-3",
    )  # fmt: skip
    shut = closed(desk.s)
    assert shut >> desk.hex("P8") & 1
    s = planned(desk, "allied")
    assert not any(shut >> s.where[desk.unit(u)] & 1 for u in ("us-1", "us-4", "us-2"))


def test_paratroopers_take_an_open_city(desk: Desk) -> None:
    """20: later drops go where nobody is and something is to be had."""
    desk.set_up(
        {**BASE, "us-82": "england", "de-352": "R11"},
        released=True, steps=[Dropping(1)], capacity_start=5,
    )  # fmt: skip
    desk.s.began = desk.units_of("us-82")
    desk.s.airfields = 0
    deed = drop(desk.game, desk.s, "allied", 1)
    assert deed is not None
    hexes = [part.args[1] for part in deed.parts]
    assert hexes
    assert all(desk.w.cities >> h & 1 for h in hexes)
    assert desk.hex("R11") not in hexes


def test_a_second_invasion_goes_where_nobody_is(desk: Desk) -> None:
    """12.2: in August units in Africa land on the open Mediterranean coast."""
    desk.set_up(
        {
            **BASE, "us-3": "africa", "us-36": "africa", "us-45": "africa", "us-hq-devers": "africa",
            "de-352": "R11", "de-12ss": "M32",
        },
        turn="aug-2", released=True, invasions=1, capacity_start=9, mulberry_at=[desk.hex("M5"), -1],
        began=desk.units_of("us-3 us-36 us-45 us-hq-devers"),
    )  # fmt: skip
    desk.s.began = desk.units_of("us-3 us-36 us-45 us-hq-devers")
    s = planned(desk, "allied")
    landed = [u for u in ("us-3", "us-36", "us-45") if s.where[desk.unit(u)] < desk.w.n]
    assert len(landed) == 3
    assert all(where(desk, s, u) != "M32" for u in landed)


# ------------------------------------------------------------------------------------------------- air and ships


def test_bombers_keep_the_replacements_whole(desk: Desk) -> None:
    """17.10.6, 17.10.7: without these attacks half of the replacements are lost."""
    desk.set_up({**BASE, "de-352": "R11"}, turn="jun-3", released=True, steps=[AlliedAllocation()])
    deed = air.allied_air(desk.game, desk.s, "allied")
    assert deed is not None
    assert desk.game.permits(desk.s, deed)
    flown = [desk.w.mission_ids[part.args[1]] for part in deed.parts]
    assert flown.count("u-boats") == flown.count("v1") == 1
    assert flown.count("strafing") >= 3
    assert flown.count("ground-support") >= 3
    assert "counter-air" not in flown


def test_german_aircraft_meet_those_who_strafe(desk: Desk) -> None:
    """17.9.3: in defence they cancel strafing, not missions that nobody flies."""
    desk.set_up(
        {**BASE, "de-352": "R11"}, turn="jun-3", released=True, steps=[AlliedAllocation(), GermanAllocation()]
    )
    desk.s.tac_left = 2
    allied = air.allied_air(desk.game, desk.s, "allied")
    assert allied is not None
    desk.game.apply(desk.s, allied)
    deed = air.german_air(desk.game, desk.s, "german")
    assert deed is not None
    assert {desk.w.mission_ids[part.args[1]] for part in deed.parts} == {"strafing"}


def test_a_march_under_aircraft_costs(desk: Desk) -> None:
    """17.10.1: with aircraft waiting who enters a fourth hex in their range may lose a step."""
    units = {**BASE, "de-9pz": "P9", "de-hq-ag-b": "U10"}
    desk.set_up(units, side="german", released=True, turn="jul-1")
    calm, u = Picture(desk.s, GERMAN), desk.unit("de-9pz")
    far, near = desk.hex("T8"), desk.hex("Q8")
    assert desk.w.grid.distance(desk.hex("P9"), far) > 3
    before = calm.score(u, far), calm.score(u, near)
    tac = [a for a, p in enumerate(desk.w.aircraft) if p.side == "allied" and p.kind == "tac" and not p.advanced]
    for a in tac[:6]:
        desk.s.mission[a] = desk.w.mission["strafing"]
    under = Picture(desk.s, GERMAN)
    assert under.score(u, far) < before[0]
    assert under.score(u, near) == before[1]


def test_bridges_fall_between_armor_and_the_beaches(desk: Desk) -> None:
    """17.10.4: the Seine, not a river far away, if armor stands beyond it."""
    desk.set_up({**BASE, "us-2": "N7", "de-12ss": "T8", "de-lehr": "T8"}, released=True, steps=[BridgeAttacks()])
    a = next(a for a, p in enumerate(desk.w.aircraft) if p.kind == "sac")
    desk.s.mission[a] = desk.w.mission["bridges"]
    desk.restart(BridgeAttacks())
    deed = air.bridges(desk.game, desk.s, "allied")
    assert deed is not None
    assert [desk.w.section_ids[part.args[1]].split("-")[0] for part in deed.parts] == ["seine"]


def test_ships_lie_where_they_reach_who_will_be_attacked(desk: Desk) -> None:
    """19.6: Le Havre is besieged, and every ship comes within two hexes of it."""
    desk.set_up(
        {"us-1": "P6", "us-hq-bradley": "M6", "us-4": "M6", "de-352": "P5"}, released=True, steps=[Stationing()]
    )
    deed = air.station(desk.game, desk.s, "allied")
    assert deed is not None
    desk.game.apply(desk.s, deed)
    for spot in desk.s.ship_at:
        assert air.in_range(desk.w, spot, desk.hex("P5"))


# ---------------------------------------------------------------------------------------------- how bots behave


def test_a_bot_that_is_started_in_mid_plan_goes_on_legally(desk: Desk) -> None:
    desk.set_up(
        {**BASE, "us-2": "N7", "us-2arm": "M6", "de-352": "P9", "de-12ss": "R11"}, released=True, weather="overcast"
    )
    rng = random.Random(3)
    for _ in range(40):
        if not desk.s.stack:
            break
        action = EasyBot().choose(desk.game, desk.game.view(desk.s, "allied"), "allied", rng)
        assert not desk.game.why_not(desk.s, "allied", action.text)
        desk.game.apply(desk.s, action)
    assert not desk.s.stack


@pytest.mark.parametrize("seat", ["german", "allied"])
def test_objectives_are_those_that_need_least(desk: Desk, seat: str) -> None:
    """32.4: drops that are not made and invasions that are not wanted cost nothing."""
    s = desk.game.start("west-wall")
    deed, why = decide(desk.game, s, seat)
    assert deed is not None
    assert desk.game.permits(s, deed)
    assert why
    ids = {desk.w.objective_ids[part.args[0]] for part in deed.parts}
    assert len(ids) == desk.w.book.objective_terms.picked
    assert ("german-7" if seat == "german" else "allied-11") in ids


def test_moves_have_reasons(desk: Desk) -> None:
    desk.set_up({**BASE, "us-2": "N7", "de-352": "R11"}, released=True, steps=[StartMove(1), Moving(), EndMove()])
    bot = EasyBot()
    action = bot.choose(desk.game, desk.game.view(desk.s, "allied"), "allied", random.Random(1))
    assert action.verb == "move"
    assert bot.why.endswith(".")
    assert desk.w.unit_names[desk.w.ids.index(action.text.split()[1])] in bot.why

"""How the bots of Fortress Europa share out attacks, bring up headquarters, and keep what they have taken."""

from __future__ import annotations

import random
from itertools import product

from grognard.games.fortress_europa.bots.goals import closed
from grognard.games.fortress_europa.bots.moves import Planner
from grognard.games.fortress_europa.bots.odds import HOPELESS, battle_worth
from grognard.games.fortress_europa.bots.picture import Picture
from grognard.games.fortress_europa.bots.sharing import Sharing
from grognard.games.fortress_europa.data.world import DISTRICTS
from grognard.games.fortress_europa.rules.combat.attacking import Attacking
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.strength import reckon
from grognard.games.fortress_europa.rules.landing.sea import sea_limit
from grognard.games.fortress_europa.rules.state import Position
from grognard.maps import mask_of, members
from tests.games.fortress_europa.conftest import Desk

BASE = {"us-hq-bradley": "M6", "us-1": "M6", "us-4": "M6"}


def planned(desk: Desk, seat: str) -> Position:
    """The position after the bot's plan for the impulse."""
    planner = Planner(desk.game, desk.s.copy(), seat, random.Random(1))
    planner.plan()
    return planner.s


def best_of_all(s: Position, picture: Picture) -> float:
    """What the best of all ways brings in which units attack two hexes, every unit and both hexes taking part (14.6):
    found by trying every one."""
    f = front(s)
    units, (first, second) = list(f.able), members(f.duty)
    both = f.duty
    options = [[h for h in (1 << first, 1 << second, both) if not h & ~f.able[u]] for u in units]
    best = HOPELESS
    for way in product(*options):
        battles = {h: [u for u, x in zip(units, way, strict=True) if x == h] for h in set(way)}
        if sum(battles) != both:  # each hex in one battle
            continue
        total = sum(
            battle_worth(s, reckon(s, some, h), sum(picture.ground(x) for x in members(h)), picture.care)
            for h, some in battles.items()
        )
        best = max(best, total)
    return best


def test_attacks_are_shared_out_as_well_as_can_be(desk: Desk) -> None:
    """14.6, 14.8: a strong and a weak neighbour, both of whom must be attacked by all who are next to them."""
    for strong, weak in product(("de-lehr", "de-12ss", "de-352", "de-243"), ("de-716", "de-709", "de-21pz")):
        desk.set_up(
            {
                "us-1": "N7", "us-4": "N7", "us-9": "N7", "us-29": "M7", "us-hq-bradley": "K4",
                strong: "N8", weak: "O8", "de-hq-ag-b": "T13",
            },
            steps=[Attacking()],
        )  # fmt: skip
        f = front(desk.s)
        assert f.duty == desk.hexes_of("N8 O8")
        picture = Picture(desk.s, 1)
        battles = Sharing(desk.s, picture, f, mask_of(f.able)).battles
        assert sum(battle.brings for battle in battles) >= best_of_all(desk.s, picture) - 1e-9
        assert mask_of(u for battle in battles for u in battle.units) == f.must  # 14.6B
        assert sum(battle.hexes for battle in battles) == f.duty  # 14.6A


def test_headquarters_find_a_passage(desk: Desk) -> None:
    """11.5, 13.1: they sail in the second impulse alone, so the first does not use up the sea."""
    waiting = dict.fromkeys(("us-2", "us-5", "us-8", "us-9", "us-28", "us-29", "us-30"), "england")
    ashore = {"us-79": "M7", "us-80": "L6", "us-83": "L6"}
    desk.set_up(
        {**BASE, **ashore, **waiting, "us-hq-patton": "england", "de-352": "T13"}, released=True, allied="K2 H5",
    )  # fmt: skip
    s = planned(desk, "allied")
    assert 0 < s.sea_used < sea_limit(s)
    desk.set_up(
        {**BASE, **ashore, **waiting, "us-hq-patton": "england", "de-352": "T13"}, released=True, allied="K2 H5",
        impulse=2, sea_used=s.sea_used,
    )  # fmt: skip
    assert planned(desk, "allied").where[desk.unit("us-hq-patton")] < desk.w.n


def test_somebody_stays_with_headquarters(desk: Desk) -> None:
    """13.2: Allied headquarters that are lost are gone; Paris, open and in reach, does not draw everybody away."""
    desk.set_up(
        {**BASE, "us-hq-patton": "P9", "us-2arm": "P9", "us-3arm": "P9", 
         "de-lehr": "U11", "de-12ss": "U11", "de-2pz": "U11"},
        impulse=2, released=True, allied="N6 N7 O7 O8 P8 N8",
    )  # fmt: skip
    desk.s.stuck = desk.units_of("us-hq-patton")
    s = planned(desk, "allied")
    places = [desk.w.labels[s.where[desk.unit(u)]] for u in ("us-2arm", "us-3arm")]
    assert places.count("P9") == 1
    assert places.count("R11") == 1


def test_the_last_unit_holds_what_decides(desk: Desk) -> None:
    """33.3.10: Bastogne must be occupied in the end; a weak neighbour does not draw its only unit away."""
    desk.set_up(
        {"de-12ss": "EE12", "de-hq-ag-b": "GG14", "us-4cav": "EE15", "us-hq-bradley": "Z14"},
        scenario="bulge", turn="jan-2", side="german", weather="overcast",
    )  # fmt: skip
    assert planned(desk, "german").where[desk.unit("de-12ss")] == desk.hex("EE12")


def test_england_sails_round_to_a_landing_in_the_south(desk: Desk) -> None:
    """11.4A: from England no way leads to Marseille but by Africa; some passages are left for going ashore."""
    waiting = dict.fromkeys(("us-2", "us-5", "us-8", "us-9", "us-28", "us-29", "us-30"), "england")
    desk.set_up({**waiting, "us-hq-devers": "N33", "us-3": "N33", "us-36": "N32", "de-352": "T13"}, released=True)
    s = planned(desk, "allied")
    assert [s.where[desk.unit(u)] for u in waiting].count(desk.w.africa) == 2
    assert s.sea_used == 2


def test_at_the_end_nobody_minds_whom_he_wakes(desk: Desk) -> None:
    """9.1D, 33.1.3: the landing is judged after July III, so the released have no time left."""
    district = 1 << DISTRICTS.index("19th")
    for turn, shut in (("jul-1", True), ("jul-2", False), ("jul-3", False)):
        desk.set_up(
            {"us-3": "N33", "us-hq-devers": "N33", "de-352": "S8"},
            scenario="invasion", frozen="de-352", invaded=district, landing_districts=district, turn=turn,
        )  # fmt: skip
        assert bool(closed(desk.s)) == shut


def test_open_cities_that_decide_are_guarded_in_time(desk: Desk) -> None:
    """33.1.5: Marseille has fallen, and with Lyon it would be enough; nobody is there yet."""
    district = 1 << DISTRICTS.index("19th")
    desk.set_up(
        {"us-3": "N33", "us-36": "N33", "us-hq-devers": "N33", "de-352": "R22", "de-84": "P27", "de-hq-ag-g": "R22"},
        scenario="invasion", side="german", invaded=district, landing_districts=district, turn="jul-1",
        weather="overcast",
    )  # fmt: skip
    s = planned(desk, "german")
    assert desk.hex("R24") in (s.where[desk.unit("de-352")], s.where[desk.unit("de-84")])


def test_who_is_due_and_found_no_way_on_foot_comes_by_rail(desk: Desk) -> None:
    """10.2: reinforcements may enter by rail."""
    desk.set_up(
        {"de-9ss": "due", "de-hq-ag-b": "GG14", "us-1": "T13", "us-hq-bradley": "R11"}, side="german", turn="sep-3"
    )
    planner = Planner(desk.game, desk.s.copy(), "german", random.Random(1))
    planner.entrain()
    assert planner.s.where[desk.unit("de-9ss")] < desk.w.n


def test_a_road_has_only_so_much_room(desk: Desk) -> None:
    """30.1: a few go for the nearest city that decides, Koln; many take a second road, to the next nearest."""
    held = {"us-hq-bradley": "BB8", "de-352": "II10", "de-12ss": "LL14", "de-lehr": "JJ8"}
    here = [desk.w.units[u].id for u in desk.w.of_side[1] if desk.w.combat[u][0] >= 4 and not desk.w.hqs >> u & 1]
    koln, frankfurt, essen = (desk.hex(name) for name in ("II10", "LL14", "JJ8"))
    places = [f"{column}{row}" for column in ("DD", "CC", "BB", "AA", "Z", "Y", "X") for row in (12, 11)]
    for some, roads in ((here[:3], {koln}), (here[:40], {koln, essen, frankfurt})):
        column = {u: places[i // 3] for i, u in enumerate(some)}
        desk.set_up({**held, **column}, turn="dec-1", allied="R11 BB8", weather="overcast")
        ways = Picture(desk.s, 1).ways
        assert {h for way in ways.values() for h in (koln, frankfurt, essen) if way[h] == 0} == roads

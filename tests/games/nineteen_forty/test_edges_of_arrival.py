"""11, 14, 16, 17. Who is not on the map yet, comes onto it or lands on it: every hex that is named, one by one."""

from __future__ import annotations

import random

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN
from grognard.games.nineteen_forty.rules import arrivals
from grognard.games.nineteen_forty.rules.airborne import drop_zone
from grognard.games.nineteen_forty.rules.command import bounds, release, why_not_effort
from grognard.games.nineteen_forty.rules.deploying import AlliedDeploying, GermanDeploying, deploy_hexes
from grognard.games.nineteen_forty.rules.planning import random_plan
from grognard.games.nineteen_forty.rules.sequence import Moving
from grognard.games.nineteen_forty.rules.stacking import may_stack
from grognard.games.nineteen_forty.rules.state import allowance, claim
from grognard.games.nineteen_forty.rules.suggestions import find_places, first_marks
from grognard.games.nineteen_forty.rules.zones import deployed_units, standing, still_waiting, tight_zones, zone_of
from grognard.maps import mask_of, members
from grognard.suite import rule


def labels(desk, mask):
    return [desk.w.labels[h] for h in members(mask)]


# ----------------------------------------------------------------------------------- reserves, reinforcements


def blocked(desk, *, paris):
    """Every gathering point is German, and Paris or not; a reserve waits."""
    w = desk.w
    desk.set_up({"fr-xxi": "waiting", "br-1-arm": "waiting", "de-i": "0801"}, side="allied")
    held = mask_of(w.gathering) | (w.paris if paris else 0)
    desk.s.german |= held
    desk.s.allied &= ~held
    desk.restart(Moving())
    return desk.unit("fr-xxi")


@rule("14 French/British Reserves ¶1b", "14 Reinforcements ¶1", "6 ¶1")
def test_who_pays_for_entering_the_map(desk):
    """Not in any hex of Paris; a point in each hex of the edge, and no move at all where that is in an enemy zone."""
    w = desk.w
    u = blocked(desk, paris=False)
    full = allowance(desk.s, u)
    for place in labels(desk, w.paris):
        blocked(desk, paris=False)
        desk.play(f"reserve fr-xxi {place}")
        assert (desk.s.entered, desk.s.moved) == (0, 0), place
        assert (allowance(desk.s, u), desk.s.came_allied) == (full, 1)
        assert desk.s.reserve_hexes == w.bit[desk.hex(place)]
    for place in labels(desk, w.reserve_edge):
        for zone in (False, True):
            blocked(desk, paris=True)
            beside = [x for x in w.zoc_near[desk.hex(place)] if not w.west_edge >> x & 1]
            if zone:
                desk.s.where[desk.unit("de-x")] = beside[0]
                claim(desk.s)
                desk.hold([place], "allied")
            desk.play(f"reserve fr-xxi {place}")
            assert desk.s.entered == 1 << u
            assert desk.s.moved == (1 << u if zone else 0), place
            assert allowance(desk.s, u) == full - 4
    for place in labels(desk, w.west_edge):
        blocked(desk, paris=True)
        desk.play(f"enter br-1-arm {place}")
        assert (desk.s.entered, desk.s.moved) == (1 << desk.unit("br-1-arm"), 0)


@rule("14 Reinforcements ¶1", "14 Swiss Reserves ¶1", "14 Swiss Border Reserves ¶1", "14 French/British Reserves ¶1b")
def test_nobody_appears_where_germans_have_landed_on_the_defenders(desk):
    """The ground is Allied still: a division has come down on a corps that stands there."""
    w = desk.w
    edge = next(h for h in members(w.reserve_edge) if w.country[h] == 1)
    city, border = members(w.own_cities[5])[0], members(w.swiss_border)[0]
    waiting = dict.fromkeys(("fr-xxi", "br-1-arm", "ch-r1", "fr-sr1"), "waiting")
    for h, text in (
        (edge, "reserve fr-xxi"),
        (edge, "enter br-1-arm"),
        (city, "reserve ch-r1"),
        (border, "reserve fr-sr1"),
    ):
        for landed in (False, True):
            desk.set_up(
                {**waiting, "br-51": w.labels[h], "de-22-ll": w.labels[h] if landed else "out"},
                side="allied", war="belgium holland luxembourg switzerland",
            )  # fmt: skip
            held = mask_of(w.gathering) | w.paris
            desk.s.german, desk.s.allied = held, w.land & ~held
            desk.s.swiss_call, desk.s.swiss_turn = 1, 2
            desk.restart(Moving())
            assert (desk.why(f"{text} {w.labels[h]}") == []) is not landed, (text, landed)


# ------------------------------------------------------------------------------------------------------ drops


@rule("11 ¶1", "6 Air ¶1")
def test_drops_come_down_within_ten_hexes_of_a_german_city(desk):
    w, chance = desk.w, random.Random(3)
    desk.set_up({"de-fj-1": "waiting"})
    cities = members(w.cities)
    for number in (0, 1, 1, 2, 5):
        own = chance.sample(cities, number)
        desk.s.german = mask_of(own) | mask_of(h for h in members(w.land & ~w.cities) if chance.random() < 0.5)
        near = {h for h in members(w.land) if any(w.grid.distance(h, c) <= 10 for c in own)}
        assert set(members(drop_zone(desk.s))) == near


# ---------------------------------------------------------------------------------------------------- command


@rule("17 French ¶1a", "13 Holland ¶1a", "13 Switzerland ¶1", "13 Belgium ¶1b", "17 German ¶1")
@pytest.mark.parametrize("spot", ["waiting", "out"])
def test_who_is_not_on_the_map_is_bound_by_his_command_alone(desk, spot):
    w = desk.w
    groups = {army: "123"[i % 3] for i, army in enumerate(w.allied_armies)} | {"bef": "1"}
    desk.set_up(dict.fromkeys(w.ids, spot), side="allied", turn=1, groups=groups, effort="C")
    at_war = w.land & ~w.countries[5]
    for u in range(w.n_units):
        unit, army = w.units[u], w.army[u]
        if unit.nation == "german":
            expected = w.countries[0] | w.countries[5] if w.ids[u] == "de-geb" else w.land
            assert list(why_not_effort(desk.s, u)) == []
        elif unit.nation in ("french", "british"):
            expected = at_war if army < 0 else at_war & w.allied_groups[desk.s.assign_allied[army]]
        else:
            home = {"belgian": (2, 4, 0, 3), "dutch": (3,), "swiss": (5,)}[unit.nation]
            expected = at_war & sum(w.countries[c] for c in home)
        assert bounds(desk.s, u) == expected, w.ids[u]


@rule("17 British ¶1a")
@pytest.mark.parametrize("turn", [-1, 0, 1, 3])
def test_the_turn_in_which_the_bef_becomes_free_is_noted_once(desk, turn):
    desk.set_up({"br-i": "1418"}, side="allied", turn=4, groups={"french-1": "1"})
    w, s = desk.w, desk.s
    s.assign_allied = tuple(0 if a in (0, w.bef_army) else 1 for a in range(len(w.allied_armies)))
    s.bef_turn, s.released = turn, 0
    release(s, 1, None)
    assert s.bef_turn == turn, "an army of another group"
    release(s, 0, None)
    assert s.bef_turn == (4 if turn < 0 else turn)
    assert (s.released, s.release_turn) == (0b11, 4)


# --------------------------------------------------------------------------------------------------- set-up


def planned(desk, late):
    w = desk.w
    s = desk.s = desk.game.start("campaign", {"belgian-late-alliance": late})
    s.assign_german = (0, 1, 2, 0, 1, 2, 0)
    s.assign_allied = tuple(0 if a == w.bef_army else a % 3 for a in range(len(w.allied_armies)))
    s.effort, s.objective, s.reacting = 1, 0, 0
    return s


@rule("16 Deployment ¶1", "16 Deployment ¶2", "16 Deployment ¶3")
@pytest.mark.parametrize("late", [False, True])
def test_an_empty_map_is_open_to_everybody_in_his_zone(desk, late):
    s, w = planned(desk, late), desk.w
    neutrals = list(s.where)
    assert standing(s)[0] == mask_of(h for h in neutrals if h < w.n)
    s.where = [w.waiting] * w.n_units
    assert standing(s) == (0, {})
    for side, step in ((ALLIED, AlliedDeploying()), (GERMAN, GermanDeploying())):
        units = deployed_units(s, side)
        assert still_waiting(s, side) == mask_of(units)
        assert tight_zones(s, side, mask_of(units), 0) == 0
        for u in units:
            assert deploy_hexes(s, step, "", (u,)) == zone_of(s, u), w.ids[u]


@rule("16 Deployment ¶1", "16 Deployment ¶2")
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_the_rest_is_placed_one_by_one_where_each_is_best(desk, side, late):
    """Large units first, then strong ones; each into the best hex of his zone that holds him, counted anew."""
    s, w = planned(desk, late), desk.w
    units = deployed_units(s, side)
    by_hand = [(u, w.labels.index(x)) for u, x in zip(units[:2], labels(desk, zone_of(s, units[0]))[:2], strict=True)]
    for u, h in by_hand:
        s.where[u] = h
        s.placed |= 1 << u
    waiting = still_waiting(s, side)
    taken, at = standing(s)
    held: dict[int, list[int]] = {h: list(there) for h, there in at.items()}
    front, inland = first_marks(w, side)
    left = sorted(members(waiting), key=lambda u: (-w.load[u], -w.combat[u]))
    for u, found in find_places(s, side, waiting, taken, at):
        assert u == left.pop(0)
        behind = side == ALLIED and w.army[u] < 0 and w.units[u].nation != "belgian"

        def mark(h, behind=behind):
            value = (inland if behind else front)[h]
            if h in held:
                value -= 3.0
                if side == ALLIED and not behind and w.maginot >> h & 1:
                    value -= 4.0
            return value - 0.6 * sum(x in held for x in w.grid.neighbours[h]) if side == ALLIED else value

        zone = members(zone_of(s, u) & ~tight_zones(s, side, mask_of(left), mask_of(held)))
        open_to = [h for h in zone if may_stack(w, [u, *held.get(h, [])])]
        assert found in open_to
        assert mark(found) == pytest.approx(max(map(mark, open_to))), (w.ids[u], w.labels[found])
        held.setdefault(found, []).append(u)
    assert not left


@rule("16 ¶1")
def test_a_guessed_plan_comes_in_any_order(desk):
    s, chance = desk.game.start("campaign", {}), random.Random(1)
    for seat in ("german", "allied"):
        plans = [random_plan(s, seat, chance) for _ in range(150)]
        for plan in plans:
            verbs = [action.verb for action in plan]
            assert verbs.count("assign") == (7 if seat == "german" else 8)
            assert all(action.complete for action in plan)
        firsts = {plan[0].args for plan in plans}
        assert len(firsts) > 5
        if seat == "german":
            replaced = {action.args[0] for plan in plans for action in plan if action.verb == "mountain"}
            assert replaced == {desk.w.ids[u] for u in members(desk.w.replaceable)}
            assert any("mountain" not in [action.verb for action in plan] for plan in plans)


@rule("14 Swiss Border Reserves ¶1", "14 French/British Reserves ¶1a", "18 ¶1c")
@pytest.mark.parametrize(("turn", "impulse", "came"), [(0, 1, 0), (1, 1, 0), (1, 2, 3), (3, 1, 3), (3, 1, 0)])
def test_border_reserves_come_while_called_whatever_else_may_come(desk, turn, impulse, came):
    """Before other reserves begin, and when all three of a turn have come."""
    others = turn > 1 or (turn == 1 and impulse == 2)
    for call, war in ((0, ""), (0, "switzerland"), (1, "switzerland")):
        desk.set_up(
            {"fr-sr1": "waiting", "fr-sr2": "waiting", "fr-xxi": "waiting", "de-i": "1703"},
            side="allied", turn=turn, impulse=impulse, war=war,
        )  # fmt: skip
        desk.s.swiss_call, desk.s.swiss_turn, desk.s.came_allied = call, turn, came
        desk.restart(Moving())
        offered = {text.split()[1] for text in desk.legal() if text.startswith("reserve")}
        usual = {"fr-xxi", "fr-sr1", "fr-sr2"} if others and came < 3 else set()
        assert offered == usual | ({"fr-sr1", "fr-sr2"} if call else set())
        assert arrivals.bringing(desk.s) == mask_of(map(desk.unit, offered))
        if call:
            assert set(labels(desk, desk.w.swiss_border)) <= set(desk.legal("reserve fr-sr1"))


@rule("14 German Reserves ¶1", "14 French/British Reserves ¶1a", "14 Swiss Reserves ¶1")
def test_what_the_others_have_brought_is_not_counted(desk):
    """Each side has its own number a turn, and so have the Swiss."""
    waiting = {"de-xvii": "waiting", "fr-xxi": "waiting", "ch-r1": "waiting", "fr-iv": "2015", "de-i": "1703"}
    for side, came, offered in (
        ("german", {"came_allied": 3, "came_swiss": 1}, {"de-xvii"}),
        ("german", {"came_german": 2}, set()),
        ("allied", {"came_german": 2}, {"fr-xxi", "ch-r1"}),
        ("allied", {"came_german": 2, "came_allied": 3}, {"ch-r1"}),
        ("allied", {"came_german": 2, "came_swiss": 1}, {"fr-xxi"}),
    ):  # fmt: skip
        desk.set_up(waiting, side=side, turn=3, war="switzerland")
        desk.s.swiss_turn = 1
        for name, number in came.items():
            setattr(desk.s, name, number)
        desk.restart(Moving())
        assert {text.split()[1] for text in desk.legal() if text.startswith("reserve")} == offered, (side, came)

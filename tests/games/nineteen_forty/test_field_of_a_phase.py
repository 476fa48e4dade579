"""6. What is seen beside a unit without a search, and what is carried along from one move to the next.

In plain Python: who can step out at once, who only perhaps, and beside whom a train can pass, each looked up here hex
by hex; and what one move of a friend cannot change is not found out again."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, DE, GERMAN
from grognard.games.nineteen_forty.rules.field import ready
from grognard.games.nineteen_forty.rules.ground import first_steps, going, ground, situation
from grognard.games.nineteen_forty.rules.movement import can_stay
from grognard.games.nineteen_forty.rules.plain import PlainFacts
from grognard.games.nineteen_forty.rules.sequence import Moving
from grognard.games.nineteen_forty.rules.state import REPULSED, allowance, at_war, facts, survey
from grognard.maps import mask_of, members, search_plainly
from grognard.suite import rule
from tests.games.nineteen_forty.conftest import Desk
from tests.games.nineteen_forty.test_dense_fronts import front, march
from tests.games.nineteen_forty.test_facts import loaded

HOME = {"belgian": 2, "dutch": 3, "swiss": 5}


@pytest.fixture(scope="module")
def game():
    return loaded(compiled=False)


@pytest.fixture
def desk(game) -> Desk:
    made = Desk()
    made.game, made.w = game, game.data
    made.s = game.start()
    return made


def plain(s) -> PlainFacts:
    found = facts(s)
    assert isinstance(found, PlainFacts)
    return found


def certain(desk, u):
    """Where the unit may go whatever else is so: Germans everywhere, others in their army group's area or country.
    The mountain corps (15) and the Allies of turn 0 (18) are looked at one by one."""
    w, s = desk.w, desk.s
    if w.nation[u] == DE:
        return 0 if w.ids[u] == "de-geb" else w.land
    if s.turn <= 0:
        return 0
    war = mask_of(h for h in range(w.n) if w.land >> h & 1 and s.war >> w.country[h] & 1)
    if w.units[u].nation in HOME:
        return war & w.countries[HOME[w.units[u].nation]]
    army = w.army[u]
    if w.ids[u] == "fr-arm":
        army = max((w.army[x] for x in s.allied_parts), default=-1)
    free = army < 0 or s.released >> army & 1 or (w.allied_armies[army] == "bef" and 0 <= s.bef_turn < s.turn)
    return war if free else war & w.allied_groups[s.assign_allied[army]]


def movable(desk):
    """The units of the phasing side that nothing of their own keeps from moving."""
    w, s = desk.w, desk.s
    return [
        u
        for u in w.of_side[s.side]
        if s.where[u] < w.n and w.move[u] and not s.disrupted[u] and not (s.moved | s.dropped) >> u & 1
    ]


def sorted_by_hand(desk):
    w, s = desk.w, desk.s
    fresh = s.bare()
    around = survey(fresh)
    _, zone, slow = ground(fresh, s.side)
    taken = around.occupied[GERMAN] | around.occupied[ALLIED]
    eager, able, others = set(), set(), set()
    for u in movable(desk):
        steps = first_steps(fresh, u)
        empty = mask_of(steps) & ~taken
        if empty & ~zone & ~slow & certain(desk, u) and not s.entered >> u & 1:
            eager.add(u)
        elif s.turn <= 0:
            others.add(u)
        elif at_war(s, u):
            if empty:
                able.add(u)
            elif steps or (s.side == ALLIED and w.sea_ends >> s.where[u] & 1):
                others.add(u)
    in_hex: dict[int, list[int]] = {}
    for u in w.of_side[s.side]:
        if s.where[u] < w.n and not w.regiment[u]:
            in_hex.setdefault(s.where[u], []).append(u)
    alone = {h for h, units in in_hex.items() if len(units) == 1 and units[0] in eager}
    return eager, able, others, alone


def trains_by_hand(desk):
    """Units beside an empty hex that a train can pass, and those beside one where friends stand."""
    w, s = desk.w, desk.s
    around = survey(s.bare())
    home = w.countries[0 if s.side == GERMAN else 1]
    quiet = (s.german if s.side == GERMAN else s.allied) & home & ~ground(s.bare(), s.side)[1]
    if s.side == ALLIED:
        quiet &= ~around.regiments
    sure, perhaps = set(), set()
    for u in movable(desk):
        h = s.where[u]
        if not home >> h & 1 or (s.unsupplied | s.entered) >> u & 1:
            continue
        beside = mask_of(
            x
            for x in w.grid.neighbours[h]
            if w.land >> x & 1 and w.side_kind.get(w.grid.side(h, x), "") not in ("sea", "causeway", "lake")
        )
        if beside & quiet & ~around.occupied[s.side] & certain(desk, u):
            sure.add(u)
        elif beside & quiet:
            perhaps.add(u)
    return sure, perhaps


def look(desk):
    s, kept = desk.s, plain(desk.s)
    field = kept.on(s)
    assert tuple(set(members(found)) for found in ready(s, field)) == sorted_by_hand(desk)
    looked_at = set(field.stirring) if s.overfull < 0 else set()
    for u in movable(desk)[:4]:
        kept.goals(s, u)
    kept.movers(s)
    if field.stuck is not None:
        there: dict[int, list[int]] = {}
        for u, h in enumerate(s.where):
            there.setdefault(h, []).append(u)
        alone = {h for h, units in there.items() if len(units) == 1 and s.moved >> units[0] & 1 and h < desk.w.n}
        assert set(members(field.stuck)) == alone, "one unit only, which has moved"
    for u in looked_at:
        fresh = s.bare()
        assert any(can_stay(fresh, u, h) for h in first_steps(fresh, u)), "it still has a hex beside it to go to"
    s.railed = False
    kept.trains(s)
    if s.overfull < 0:
        allied = s.side == ALLIED
        tanks = [
            s.where[desk.unit(x)]
            for x in (("fr-1-dcr", "fr-2-dcr", "fr-3-dcr") if allied else ("de-9-pz", "de-10-pz"))
        ]
        together = any(tanks.count(h) > 1 and h < desk.w.n for h in tanks)
        ships, edge = (kept.embarking(s), kept.entering(s)) if allied else (0, 0)
        found = (kept.movers(s), kept.joining(s, 0), kept.trains(s), ships, edge, together)
        assert kept.openings(s) == found, "all at once as one by one"
    assert field.rails is not None
    idle = mask_of(u for u in movable(desk) if not (s.unsupplied | s.entered) >> u & 1)
    assert tuple(set(members(found & idle)) for found in field.rails[:2]) == trains_by_hand(desk)


@rule("6 ¶1", "6 Rail ¶1", "4 ¶2b", "17 French ¶1a", "17 British ¶1a", "13 Neutral Status ¶1", "18 ¶1c")
@pytest.mark.parametrize("seed", range(100, 116))
def test_who_can_step_out_is_seen_beside_him_after_every_move(desk, seed):
    side, impulse = ("german", "allied")[seed % 2], 1 + seed // 2 % 2
    chance = front(desk, seed, side, impulse, (3, 1, 2, 3, 0)[seed % 5])
    s = desk.s
    if side == "allied" and seed % 3 == 0:
        s.allied_parts = (desk.unit("fr-9-dim"), desk.unit("fr-1-dcr"))
    for _ in range(12):
        look(desk)
        if not march(desk, plain(s), side, chance, 0.3):
            break


# ----------------------------------------------------------------------------------------------- what is kept

UNITS = {
    "de-i": "1605", "de-x": "1505", "de-13-mot": "1405", "de-9-pz": "1704", "fr-iv": "2215", "fr-iii": "2317",
    "fr-cav": "2117", "br-i": "0919", "de-fj-1": "2019",
}  # fmt: skip


@rule("6 ¶1", "6 ¶2a")
@pytest.mark.parametrize(("side", "mover", "goal"), [("german", "de-x", "1504"), ("allied", "fr-iii", "2318")])
def test_what_one_move_cannot_change_is_not_found_out_again(desk, side, mover, goal):
    desk.set_up(UNITS, side=side)
    s, kept = desk.s, plain(desk.s)
    own = [u for u in desk.w.of_side[s.side] if s.where[u] < desk.w.n and desk.w.move[u]]
    field = kept.on(s)
    assert kept.on(s) is field, "nothing has changed"
    found = {u: field.reach(s, u) for u in own}
    assert all(field.reach(s, u) is found[u] for u in own)
    kept.trains(s)
    sides = field.lies
    u = desk.unit(mover)
    desk.game.apply(s, desk.game.read(s, side, f"move {mover} {goal}"))
    assert kept.on(s) is field
    assert u not in field.reaches
    assert all(field.reaches[x] is found[x] for x in own if x != u)
    assert field.lies is sides
    assert field.rails is not None
    assert (field.moved, field.ground, field.around) == (s.moved, (s.german, s.allied), survey(s))


@rule("6 Sea Hexsides ¶1", "5 ¶1")
def test_a_move_that_wins_or_loses_a_coast_opens_the_sea_anew(desk):
    """The Germans hold the islands; an Allied move along the coast wins hexes of it."""
    desk.set_up({"br-i": "0512", "fr-iv": "0914", "de-i": "1703", "fr-cav": "2117"}, side="allied")
    desk.hold(["0513", "0613", "0713", "0714", "0813"], "german")
    inland = [
        desk.w.labels[h] for h in desk.w.zoc_near[desk.hex("2118")] if not desk.w.zoc[desk.hex("2117")] >> h & 1
    ]
    desk.hold([x for x in inland if x != "2117"], "german")
    s, kept = desk.s, plain(desk.s)
    field = kept.on(s)
    there = desk.unit("br-i")
    before = field.reach(s, there)
    field.reach(s, desk.unit("fr-cav"))
    desk.game.apply(s, desk.game.read(s, "allied", "move fr-cav 2118"))
    assert s.allied != field.ground[1], "ground has changed hands"
    assert kept.on(s) is field
    assert field.reach(s, there) is before, "far from the sea"
    desk.game.apply(s, desk.game.read(s, "allied", "move fr-iv 0813"))
    assert kept.on(s) is field
    assert not field.reaches
    assert field.lies == ({}, {})
    assert field.reach(s, there).mask == facts(s.bare()).reach(s.bare(), there).mask


@rule("6 ¶1", "9 ¶3", "13 Neutral Status ¶1", "17 French ¶1a")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_any_other_change_is_looked_at_anew(desk, side):
    """Each value on which the ground depends, changed alone: marked for a unit that is not even on the map."""
    desk.set_up(UNITS, side=side)
    w, s, kept = desk.w, desk.s, plain(desk.s)
    far = 1 << desk.unit("ch-basel") | w.bit[w.n - 1]
    changes = {
        "side": 1 - s.side, "dropped": far, "entered": far, "unsupplied": far, "impulse": 2, "turn": 4, "released": 1,
        "bef_turn": 2, "war": 63, "garrisons": 1, "interdicted_german": far, "interdicted_allied": far,
        "assign_allied": tuple(2 - g for g in s.assign_allied), "fort_lost": not s.fort_lost, "belgium_lost": True,
        "paratroops_hold": True, "allied_parts": (desk.unit("fr-9-dim"),), "reacting": 2, "late_alliance": True,
        "moved": far, "german": s.german ^ w.bit[desk.hex("1703")], "allied": s.allied ^ w.bit[desk.hex("2219")],
    }  # fmt: skip
    for name, value in changes.items():
        before = kept.on(s)
        usual = getattr(s, name)
        setattr(s, name, value)
        assert kept.on(s) is not before, name
        setattr(s, name, usual)


@rule("6 ¶1")
def test_units_of_one_kind_and_bound_share_their_ground(desk):
    desk.set_up(UNITS)
    s, field = desk.s, plain(desk.s).on(desk.s)
    first = field.lie(s, desk.unit("de-i"))
    assert field.lie(s, desk.unit("de-x")) is first
    assert field.lie(s, desk.unit("de-13-mot")) is not first
    assert field.lie(s, desk.unit("de-13-mot")) is field.lie(s, desk.unit("de-9-pz"))
    s.disrupted[desk.unit("de-x")] = REPULSED
    assert plain(s).on(s) is not field


@rule("6 ¶1")
def test_a_copy_has_what_was_found_out_and_keeps_it_for_itself(desk):
    desk.set_up(UNITS)
    s, field = desk.s, plain(desk.s).on(desk.s)
    for name in ("de-i", "de-13-mot"):
        field.reach(s, desk.unit(name))
    copy = field.copy()
    assert copy.lies == field.lies
    assert field.lies[False] != field.lies[True]
    assert copy.reaches == field.reaches
    copy.reach(s, desk.unit("de-x"))
    assert desk.unit("de-x") not in field.reaches
    assert all(mine is not its for mine, its in zip(field.lies, copy.lies, strict=True))


@rule("15 ¶1")
def test_divisions_that_come_together_or_part_are_seen_at_once(desk):
    desk.set_up({"de-9-pz": "1605", "de-10-pz": "1606", "de-i": "1703"})
    s, kept = desk.s, plain(desk.s)
    for unit, goal, together in (("de-i", "1702", False), ("de-9-pz", "1606", True), ("de-10-pz", "1607", False)):
        kept.openings(s)
        desk.game.apply(s, desk.game.read(s, "german", f"move {unit} {goal}"))
        opened = kept.openings(s)
        assert opened is not None
        assert opened[5] is together, unit


@rule("6 Sea Hexsides ¶1")
def test_who_can_only_leave_by_sea_can_leave(desk):
    """A German stands at the other end of the causeway."""
    for held, leaves in (("allied", True), ("german", False)):
        desk.set_up({"br-i": "0613", "de-i": "0612"}, side="allied")
        desk.hold(["0513", "0713", "0714"], held)
        desk.restart(Moving())
        assert ("0714" in desk.hexes("br-i")) is leaves
        assert (plain(desk.s).movers(desk.s) == 1 << desk.unit("br-i")) is leaves


@rule("15 German Mountain Corps ¶1", "6 ¶1")
def test_the_mountain_corps_is_looked_at_by_itself(desk):
    """In the first corner of the map as anywhere."""
    for here in ("0101", "0102", "0203", "2803"):
        desk.set_up({"de-geb": here, "de-i": "1605", "fr-iv": "2215"})
        eager, able, _, alone = ready(desk.s, plain(desk.s).on(desk.s))
        assert members(eager) == [desk.unit("de-i")], here
        assert members(able) == [desk.unit("de-geb")]
        assert members(alone) == [desk.hex("1605")]


@rule("6 ¶2a")
def test_the_costs_to_a_goal_are_kept_for_one_unit_and_one_goal(desk):
    desk.set_up(UNITS)
    s, kept = desk.s, plain(desk.s)
    u, other, goal, second = desk.unit("de-i"), desk.unit("de-x"), desk.hex("1503"), desk.hex("1403")
    found = kept.costs_to(s, u, goal)
    assert kept.costs_to(s, u, goal) is found
    assert kept.costs_to(s, u, second) is not found
    kept.costs_to(s, u, goal)
    assert kept.costs_to(s, other, goal) is not found


@rule("6 ¶1", "6 ¶2a", "6 ¶2b", "4 ¶2a", "4 ¶2b")
@pytest.mark.parametrize("unit", ["de-i", "de-13-mot", "fr-iv", "fr-cav"])
def test_what_is_left_to_pay_from_each_hex_that_a_way_may_pass(desk, unit):
    """For every goal and every hex on the way: the cheapest rest, if the points suffice for it after the way there;
    no hex in a zone is passed."""
    side = "german" if unit.startswith("de") else "allied"
    foes = ("fr-vi", "fr-xx") if side == "german" else ("de-x", "de-iv")
    friend = "de-xi" if side == "german" else "fr-iii"
    for start, enemies in (("2013", ("2015", "1911")), ("2013", ("2014", "2211")), ("0813", ("0811", "0915"))):
        desk.set_up({unit: start, **dict(zip(foes, enemies, strict=True)), friend: "2112"}, side=side, impulse=1)
        s, u = desk.s, desk.unit(unit)
        s.disrupted[desk.unit(friend)] = REPULSED  # two points more to enter
        s.unsupplied = 1 << u if start == "0813" else 0
        how, points, now = going(s, u), allowance(s, u), situation(s, u)
        reach = search_plainly(how, s.where[u], points, now)
        passed = [h for h in reach.costs if not now.stop >> h & 1]
        for goal in members(reach.mask)[::5]:
            expected = {goal: 0}
            for h in passed:
                rest = search_plainly(how, h, points - reach.costs[h], now)
                if h != goal and rest.mask >> goal & 1:
                    expected[h] = rest.cost(goal)
            assert plain(s).costs_to(s, u, goal) == expected, desk.w.labels[goal]

"""What is kept from move to move, or found the short way, against the long way: in random play of the scenarios."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.attacking import (
    Attacking,
    attack_units,
    companions,
    target_sets,
    target_values,
    targets_enough,
)
from grognard.games.fortress_europa.rules.combat.duties import allowed, fewest, missed
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.nations import partners
from grognard.games.fortress_europa.rules.combat.removing import would_help
from grognard.games.fortress_europa.rules.combat.strength import (
    defence,
    defending_factor,
    fighting,
    gunfire,
    legal_odds,
)
from grognard.games.fortress_europa.rules.forces.takers import in_reach
from grognard.games.fortress_europa.rules.movement import crossing, movement
from grognard.games.fortress_europa.rules.movement.entering import eventful
from grognard.games.fortress_europa.rules.movement.rail import line_to, riders, stations, ways
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.setup.deploying import stacks
from grognard.games.fortress_europa.rules.standing import facts, put
from grognard.games.fortress_europa.rules.state import combat_factor
from grognard.games.fortress_europa.rules.supply.ports import harbours
from grognard.games.fortress_europa.rules.supply.supply import (
    allied_cut_off,
    allied_shortage,
    enough_for_all,
    links,
    may_go_short,
    share,
)
from grognard.kernel.match.driver import Stepper
from grognard.kernel.rules import CHANCE, OVER, bits, mask_of
from grognard.kernel.rules.steps import verbs_of
from grognard.suite import rule

STEP = Moving()


def decisions(game, scenario, seed, most):
    """Positions of a random game at its decisions, up to so many, and the action that is taken there."""
    rng = random.Random(seed)
    stepper = Stepper(game, scenario, rng=rng)
    s = stepper.s
    for _ in range(most):
        while (turn := game.turn(s)) is CHANCE:
            game.apply(s, stepper.roll())
        if turn is OVER:
            return
        seat = turn if isinstance(turn, str) else min(turn)
        deed = game.random(s, seat, rng)
        yield s, deed
        game.apply(s, deed)


@rule("5.1", "10.4", "17.10.4")
@pytest.mark.parametrize(("scenario", "seed"), [("invasion", 1), ("bulge", 2), ("west-wall", 3)])
def test_who_can_move_is_the_same_for_a_new_look(desk, scenario, seed):
    asked = 0
    for number, (s, _) in enumerate(decisions(desk.game, scenario, seed, 500)):
        if not isinstance(s.stack[-1], Moving):
            continue
        able = movement.movers(s)  # asked every time, so that what is kept is used
        over = crossing.units(s, STEP, "", ()) if s.bridges_down else 0
        by_rail = riders(s) if s.side == GERMAN else 0
        if number % 6 == 0:
            fresh = s.bare()
            assert able == movement.movers(fresh)
            assert over == (crossing.units(fresh, STEP, "", ()) if s.bridges_down else 0)
            assert by_rail == (riders(fresh) if s.side == GERMAN else 0)
            asked += 1
    assert asked > 30


@rule("5.1", "8.10")
def test_who_has_come_somewhere_else_is_judged_there(desk):
    """Between four divisions every hex around N9 lies in their zones: who stands there cannot leave."""
    held = {"us-1": "M9", "us-4": "O9", "us-9": "N10", "us-29": "N7", "de-352": "T20"}
    s = desk.set_up(held, side="german")
    u = desk.unit("de-352")
    assert movement.movers(s) >> u & 1
    stuck = 0
    for h in bits(desk.w.disc(desk.hex("N9"), 3) & desk.w.land & ~desk.hexes_of("M9 O9 N10 N7")):
        put(s, u, h)
        able = movement.movers(s) >> u & 1
        assert able == bool(movement.searched_goals(s, u)), desk.w.labels[h]
        stuck += not able
    assert stuck
    put(s, u, desk.hex("T20"))
    assert movement.movers(s) >> u & 1


@rule("5.2", "30.2", "10.7", "8.1", "8.2")
@pytest.mark.parametrize(("scenario", "seed"), [("invasion", 4), ("bulge", 5), ("berlin", 6)])
def test_a_way_that_is_quiet_for_a_while_ends_as_it_does_hex_by_hex(desk, scenario, seed):
    whole = begun = loud = 0
    for s, deed in decisions(desk.game, scenario, seed, 600):
        if deed.verb not in ("move", "rail") or len(deed.args) != 2:
            continue
        u, goal = deed.args
        rail = deed.verb == "rail"
        if rail and s.where[u] >= desk.w.n:
            continue
        path = line_to(s, u, goal) if rail else movement.way(s, u, goal)
        assert rail or path == movement.searched_way(s, u, goal)
        one, other = s.copy(), s.copy()
        quiet = movement.quiet_steps(s, u, path)
        movement.walk(one, u, path, None, rail=rail)
        movement._hex_by_hex(other, u, path, None, None, rail=rail)
        assert one == other, (u, path)
        whole += quiet == len(path) - 1
        begun += 0 < quiet < len(path) - 1
        loud += bool(mask_of(path[1 : quiet + 1]) & eventful(s, u))
    assert whole > 50
    assert begun
    assert not loud


@rule("10.3")
def test_a_train_takes_the_line_that_is_found_first(desk):
    looked = 0
    for s, deed in decisions(desk.game, "campaign", 7, 400):
        if deed.verb != "rail":
            continue
        u = deed.args[0]
        for goal in bits(stations(s, u))[::20]:
            came, path = ways(s, u), [goal]
            while came.get(path[-1], -1) >= 0:
                path.append(came[path[-1]])
            assert line_to(s, u, goal) == path[::-1]
            looked += 1
    assert looked > 50


@rule("17.10.4", "8.1")
@pytest.mark.parametrize(("scenario", "seed"), [("invasion", 8), ("bulge", 11)])
def test_a_named_way_to_a_river_goes_on_where_it_may(desk, scenario, seed):
    looked = 0
    rng = random.Random(seed)
    for s, _ in decisions(desk.game, scenario, seed, 500):
        if not isinstance(s.stack[-1], Moving) or not s.bridges_down or rng.random() > 0.7:
            continue
        for u in bits(crossing.units(s, STEP, "", ()))[::3]:
            bank = rng.choice(sorted(crossing.banks(s, u)))
            args: tuple[int, ...] = (u, bank, crossing.banks(s, u)[bank][0])
            for _ in range(2):
                found = crossing.via_hexes(s, STEP, "", args)
                near = desk.w.adjacent[args[-1] if len(args) > 3 else s.where[u]]
                reasons = {h: list(crossing.via_reasons(s, STEP, "", (*args, h))) for h in bits(near)}
                assert found == mask_of(h for h, why in reasons.items() if not why), args
                looked += 1
                if found:
                    args = (*args, rng.choice(bits(found)))
    assert looked > 50


@rule("14.8", "14.10", "16.2", "16.5")
def test_odds_and_absences_are_weighed_as_for_the_whole_front(desk):
    weighed = helped = 0
    for s, _ in decisions(desk.game, "bulge", 9, 500):
        if type(s.stack[-1]).__name__ not in ("Attacking", "Removing"):
            continue
        f = front(s)
        for u in list(f.able)[::3]:
            for h in f.hexes_of(u):
                units = mask_of(x for x, near in f.able.items() if near >> h & 1)
                for some in (1 << u, units):
                    ships = 1 if s.side == ALLIED else 0
                    assert f.legal(s, some, 1 << h, ships) == legal_odds(
                        s, bits(some), 1 << h, gunfire(desk.w, ships)
                    )
                    weighed += 1
            assert would_help(s, u) == (fewest(s, f.without(u)) < missed(s))
            helped += would_help(s, u)
    assert weighed > 100
    assert helped


@rule("14.4", "16.1", "16.2", "16.3", "16.5")
def test_defenders_are_counted_together_as_one_by_one(desk):
    counted, w = set(), desk.w
    for s, _ in decisions(desk.game, "bulge", 9, 200):
        for side in (GERMAN, ALLIED):
            for h in bits(facts(s).occupied[side])[::7]:
                units = fighting(s, h, side)
                open_ground, behind = (sum(defending_factor(s, u, wet) for u in units) for wet in (False, True))
                assert defence(s, h, side) == (open_ground, behind)
                counted.add(behind > open_ground)
                for other in w.near[h]:
                    assert bool(w.over_rivers[h] >> other & 1) == (w.river_between(h, other) >= 0)
    assert counted == {True, False}


@rule("14.5", "14.6", "14.8", "20.8")
@pytest.mark.parametrize(("scenario", "seed"), [("bulge", 11), ("west-wall", 12), ("berlin", 13)])
def test_who_may_attack_and_join_is_found_as_if_each_were_asked(desk, scenario, seed):
    """What the best sharing shows at once is what every unit and hex by itself would show, of a new look."""
    game, step, rng = desk.game, Attacking(), random.Random(seed)
    asked = joined = 0
    for s, _ in decisions(game, scenario, seed, 1200):
        if not isinstance(s.stack[-1], Attacking):
            continue
        v = s.copy()
        able = attack_units(v, step, "", ())
        fresh = s.bare()
        assert able == mask_of(u for u in front(fresh).able if target_sets(fresh, u))
        for u in rng.sample(bits(able), min(4, able.bit_count())):
            sets = target_sets(s.bare(), u)
            for chosen in (0, *sets):
                args = (u, *bits(chosen))
                wider = [hexes & ~chosen for hexes in sets if not chosen & ~hexes]
                assert target_values(v, step, "", args) == mask_of(h for hexes in wider for h in bits(hexes))
                last = mask_of(h for hexes in wider if hexes.bit_count() == 1 for h in bits(hexes))
                assert targets_enough(v, step, "", args) == last
            v.battle_units, v.battle_hexes = 1 << u, rng.choice(sets)
            near = front(v).beside(v.battle_hexes) & ~v.battle_units & partners(v, v.battle_units)
            alone = s.bare()
            alone.battle_units, alone.battle_hexes = v.battle_units, v.battle_hexes
            mates = [x for x in bits(near) if allowed(alone, v.battle_hexes, tuple(sorted((u, x))), False)]
            assert companions(v) == mask_of(mates)
            joined += len(mates)
            v.battle_units = v.battle_hexes = 0
            asked += 1
    assert asked > 10
    assert joined


@rule("14.8", "16.5", "16.1")
def test_armor_before_a_city_is_weighed_at_half(desk):
    """Six times half of its factor, rounded up, must be as much as the doubled factors of the city."""
    w = desk.w
    city = next(h for h in bits(w.cities & ~w.fortresses & w.land) if not w.doubled & w.bit[h])
    outside = w.labels[next(h for h in w.near[city] if w.river_between(city, h) < 0)]
    found = set()
    for names in (("us-1",), ("us-1", "us-4"), ("us-1", "us-4", "us-9")):
        s = desk.set_up({**dict.fromkeys(names, w.labels[city]), "de-lehr": outside}, side="german")
        u = desk.unit("de-lehr")
        factor, defence = combat_factor(s, u), 2 * sum(combat_factor(s, desk.unit(name)) for name in names)
        half = (factor + 1) // 2
        assert front(s).legal(s, 1 << u, w.bit[city], 0) == (6 * half >= defence)
        found.add((6 * half >= defence, 6 * factor >= defence))
    assert (False, True) in found


@rule("6.1", "3.3")
@pytest.mark.parametrize("options", [{}, {"free-setup": True}, {"decoys-for-hidden": True}])
def test_stacks_of_a_growing_set_up_are_those_of_a_new_look(desk, options):
    game, rng = desk.game, random.Random(3)
    s = game.start("invasion", options)
    step = s.stack[-1]
    deepest, parts = 0, game.random(s, "german", rng).parts
    while len(parts) < 20:
        parts = game.random(s, "german", rng).parts
    for number, part in enumerate(parts):
        verb = verbs_of(step)[part.verb]
        verb.do(s, step, "german", part.args, None)
        found = [hexes for hexes in stacks(s) if hexes]
        assert found == [hexes for hexes in stacks(s.bare()) if hexes], number
        deepest = max(deepest, len(found))
    assert deepest > 1
    u = bits(desk.w.counts_in_stack & desk.w.starting_units & facts(s).on_map)[0]
    put(s, u, next(h for h in bits(stacks(s)[0]) if h != s.where[u]))
    assert [hexes for hexes in stacks(s) if hexes] == [hexes for hexes in stacks(s.bare()) if hexes]


@rule("18.1", "18.2")
def test_a_shortage_is_known_in_one_pass(desk):
    seen = set()
    for number, (s, _) in enumerate(decisions(desk.game, "bulge", 10, 300)):
        if number % 10 == 0:
            if number % 20 == 0:  # harbours that give next to nothing
                s = s.copy()
                s.port_damage = [max(0, value - 1) for value in desk.w.port_capacity]
            cut_off, too_many = allied_shortage(s)
            assert cut_off == allied_cut_off(s)
            assert too_many == bool(may_go_short(s, cut_off))
            seen.add(too_many)
    assert seen == {True, False}


@rule("27.7", "27.13")
@pytest.mark.parametrize(("scenario", "seed"), [("invasion", 12), ("west-wall", 13)])
def test_who_can_take_replacements_is_the_same_for_a_new_look(desk, scenario, seed):
    asked = 0
    for number, (s, _) in enumerate(decisions(desk.game, scenario, seed, 500)):
        found = [in_reach(s, side) for side in (GERMAN, ALLIED)]  # asked every time, so that what is kept is used
        if number % 5 == 0:
            assert found == [in_reach(s.bare(), side) for side in (GERMAN, ALLIED)]
            asked += 1
    assert asked > 60


@rule("27.7", "18.7.11", "24.3", "20.16")
@pytest.mark.parametrize(
    "change",
    [
        lambda s, w: put(s, w.unit["us-9"], w.removed),
        lambda s, w: put(s, w.unit["de-352"], w.index["L5"]),
        lambda s, w: setattr(s, "allied", s.allied & ~w.bit[w.index["K2"]]),
        lambda s, w: setattr(s, "ports_asleep", 1 << w.port_ids.index("cherbourg")),
    ],
)
def test_who_can_take_replacements_follows_what_changes(desk, change):
    s = desk.set_up({"us-1": "L5", "us-9": "M8", "us-4": "england", "de-352": "T20"}, allied="K2 L3 L4 L5 M8")
    before = in_reach(s, ALLIED), in_reach(s, GERMAN)
    change(s, desk.w)
    after = in_reach(s, ALLIED), in_reach(s, GERMAN)
    assert after == (in_reach(s.bare(), ALLIED), in_reach(s.bare(), GERMAN))
    assert after != before


@rule("18.1", "20.16", "7.3")
@pytest.mark.parametrize(
    "change",
    [
        lambda s, w: setattr(s, "allied", s.allied & ~w.bit[w.index["M9"]]),
        lambda s, w: put(s, w.unit["de-352"], w.index["L9"]),
        lambda s, w: put(s, w.unit["us-hq-bradley"], w.index["M12"]),
        lambda s, w: setattr(s, "ports_asleep", 1 << w.port_ids.index("caen")),
    ],
)
def test_what_hqs_can_give_follows_what_changes(desk, change):
    units = {"us-hq-bradley": "M11", "br-3": "M6", "us-1": "M14", "de-352": "T20"}
    s = desk.set_up(units, allied="M6 M7 M8 M9 M10")
    before = links(s, harbours(s))
    assert len(before) == 1
    assert links(s, harbours(s)) == before
    change(s, desk.w)
    after = links(s, harbours(s))
    assert after == links(s.bare(), harbours(s.bare()))
    assert after != before


@rule("18.2")
def test_harbours_are_enough_for_all_where_all_can_get_a_point():
    rng, seen = random.Random(5), []
    for _ in range(400):
        values = [rng.randrange(4) for _ in range(rng.randrange(1, 5))]
        users = {rng.randrange(1, 1 << len(values)): rng.randrange(1, 4) for _ in range(rng.randrange(4))}
        wanted = dict(enumerate(mask for mask, number in users.items() for _ in range(number)))
        seen.append(enough_for_all(users, values))
        assert seen[-1] == (len(share(wanted, values)) == len(wanted)), (values, users)
    assert min(seen.count(True), seen.count(False)) > 100

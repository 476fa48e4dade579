"""What is kept from move to move, or found the short way, against the long way: in random play of the scenarios."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.duties import fewest, missed
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.removing import would_help
from grognard.games.fortress_europa.rules.combat.strength import gunfire, legal_odds
from grognard.games.fortress_europa.rules.movement import crossing, movement
from grognard.games.fortress_europa.rules.movement.entering import eventful
from grognard.games.fortress_europa.rules.movement.rail import line_to, riders, stations, ways
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.standing import put
from grognard.games.fortress_europa.rules.state import combat_factor
from grognard.games.fortress_europa.rules.supply.supply import allied_cut_off, allied_shortage, may_go_short
from grognard.kernel.match.driver import Stepper
from grognard.kernel.rules import CHANCE, OVER, bits, mask_of
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
def test_a_quiet_way_ends_as_it_does_hex_by_hex(desk, scenario, seed):
    quiet = loud = 0
    for s, deed in decisions(desk.game, scenario, seed, 600):
        if deed.verb != "move" or len(deed.args) != 2:
            continue
        u, goal = deed.args
        path = movement.way(s, u, goal)
        assert path == movement.searched_way(s, u, goal)
        one, other = s.copy(), s.copy()
        if movement.passes_quietly(one, u, path, rail=False):
            movement._hex_by_hex(other, u, path, None, None, rail=False)
            assert one == other, (u, path)
            quiet += 1
        else:
            assert one == s
            loud += bool(mask_of(path[1:]) & eventful(s, u))
    assert quiet > 50
    assert loud


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

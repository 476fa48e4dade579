"""The opponents: that they play by the rules, what they see in a position, and that each beats the one below it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from springtime_desk import DATA, GAME, desk

from grognard.bots import game_bots
from grognard.games.springtime.bots.bot import EasyBot, HardBot, Plan
from grognard.games.springtime.bots.front import Front, Manner, best_moves, movers
from grognard.games.springtime.bots.judgement import IMPULSES_LEFT, NAMES, axis_chance, features
from grognard.games.springtime.bots.policy import Policy
from grognard.games.springtime.bots.tactics import expected_attack, expected_defense
from grognard.games.springtime.data.world import ALLIES, AXIS
from grognard.games.springtime.rules.movement import ASSAULT, REDEPLOY, REGROUP, Ways, can_move, reach
from grognard.games.springtime.rules.state import Spring, active_side, facts, put
from grognard.games.springtime.rules.values import attack_value, defense_value
from grognard.kernel.rules import CHANCE, OVER, bits
from grognard.suite import rule, walks


def small(bot: Any) -> Any:
    """A hard bot with so few playouts that a game takes a second."""
    if isinstance(bot, HardBot):
        bot.plans, bot.playouts, bot.inner, bot.small = 2, 1, 1, 1
    return bot


def winner(levels: dict[str, Any], seed: int) -> str:
    rng = random.Random(seed)
    s = GAME.start("plan-yellow")
    while (turn := GAME.turn(s)) is not OVER:
        seat = str(turn)
        step = (
            GAME.chance(s).sample(rng)
            if turn is CHANCE
            else levels[seat].choose(GAME, GAME.view(s, seat).copy(), seat, rng)
        )
        GAME.apply(s, step)
    result = GAME.result(s)
    assert result is not None
    return result.winner


def test_easy_beats_random() -> None:
    """The measure is 95 % of 200 games (docs/balance); six lost games in a row are out of the question."""
    won = 0
    for game in range(6):
        mine = GAME.seats[game % 2]
        bots = {seat: game_bots(GAME)["easy" if seat == mine else "random"]() for seat in GAME.seats}
        won += winner(bots, game) == mine
    assert won == 6


def impulses_of_play(games: int = 3) -> list[Spring]:
    """States in which an impulse is chosen, from games between easy bots."""
    out = []
    for seed in range(games):
        rng = random.Random(seed)
        bots = {seat: EasyBot() for seat in GAME.seats}
        s = GAME.start("plan-yellow")
        while (turn := GAME.turn(s)) is not OVER:
            if turn is CHANCE:
                GAME.apply(s, GAME.chance(s).sample(rng))
                continue
            if type(s.stack[-1]).__name__ == "ChooseImpulse":
                out.append(s.copy())
            GAME.apply(s, bots[str(turn)].choose(GAME, GAME.view(s, str(turn)), str(turn), rng))
    return out


@pytest.fixture(scope="module")
def played() -> list[Spring]:
    return impulses_of_play()


def test_what_a_move_gains_is_the_difference_of_two_fronts(played: list[Spring]) -> None:
    """The quick sum around a move against both positions summed up from nothing; a Regroup takes no ground."""
    seen = 0
    for s in played[::7]:
        side = active_side(s)
        sign = 1 if side == AXIS else -1
        front = Front(s)
        before = sum(front.terms)
        for u, ways in movers(s, [u for u in DATA.own[side] if s.loc[u] < 36], REGROUP):
            here = facts(s).at[s.loc[u]]
            if here & DATA.side_mask[1 - side]:
                continue  # leaving a contested Area changes control as well
            gain, v, p = front.try_unit(u, ways, REGROUP, floor=-1e9)
            after = s.copy()
            put(after, u, p)
            far = 0.16 if DATA.armored[u] else 0.07  # for each Area between a German and Paris
            moved = far * (DATA.distance[DATA.paris][s.loc[u]] - DATA.distance[DATA.paris][p]) if side else 0.0
            assert v == u
            assert gain == pytest.approx(sign * (sum(Front(after).terms) - before + moved))
            seen += 1
        assert front.terms == Front(s).terms
        assert front.n == Front(s).n
        assert front.best == Front(s).best
    assert seen > 100


@pytest.mark.parametrize("mode", [REGROUP, REDEPLOY])
def test_quiet_moves_go_where_the_rules_let_them(played: list[Spring], mode: int) -> None:
    """All of them in a Regroup; a Redeploy may be stopped by the Maginot Line, which the bot checks when it moves."""
    for s in played[::5]:
        units = [u for u in DATA.own[active_side(s)] if s.loc[u] < 36]
        found = {u: set(ways[0]) for u, ways in movers(s, units, mode)}
        for u in units:
            legal = set(reach(s, u, mode)[0]) if can_move(s, u, mode) else set()
            assert legal <= found.get(u, set())
            if mode == REGROUP:
                assert legal == found.get(u, set())


def test_the_allies_may_be_drawn_to_paris_and_the_axis_is() -> None:
    """From Metz to Reims a French army comes an Area nearer, from Sedan a German one; all else is the same."""
    for unit, start, goal, manner, drawn in (
        ("fr-3", "18", "24", Manner(home=0.5), 0.5),
        ("fr-3", "24", "18", Manner(home=0.5), -0.5),
        ("ge-12", "17", "24", Manner(way=3.0), 2 * 0.07),
    ):
        s = desk({unit: start, "fr-8": "25", "ge-4": "5"}, axis="17 24" if unit == "ge-12" else "5", impulse=1).state
        u = DATA.unit[unit]
        ways: Ways = ({DATA.place[goal]: DATA.place[start]}, {})
        usual, _, _ = Front(s).try_unit(u, ways, REGROUP, floor=-1e9)
        gain, _, _ = Front(s, manner).try_unit(u, ways, REGROUP, floor=-1e9)
        assert gain - usual == pytest.approx(drawn)


@rule("7.2")
def test_giving_up_a_contested_area_is_weighed() -> None:
    """The 10th Army alone holds contested Paris: leaving it costs 10 of morale and what Paris is worth."""
    table = desk({"fr-10": "25", "ge-6": "25", "fr-8": "20", "ge-4": "24"}, axis="24 17 11", impulse=1)
    s = table.state
    u = DATA.unit["fr-10"]
    gain, _, _ = Front(s).try_unit(u, reach(s, u, REGROUP), REGROUP, floor=-1e9)
    assert gain <= -10
    assert not [m for m in best_moves(s, [u], REGROUP, 0.0) if m[1] == u]
    shared = desk({"fr-10": "25", "fr-6": "25", "ge-6": "25", "ge-4": "24"}, axis="24 17 11", impulse=1).state
    gain, _, _ = Front(shared).try_unit(u, reach(shared, u, REGROUP), REGROUP, floor=-1e9)
    assert gain > -2  # the 6th Army stays


def test_expected_values_are_those_of_the_battle() -> None:
    """What the bot expects before it moves, against the values once the dice are due, without air support."""
    seen = 0
    for node in walks(GAME, 30, 7):
        s = node.state
        if not s.stack or type(s.stack[-1]).__name__ != "CombatDice" or s.air_attack >= 0 or s.air_defend >= 0:
            continue
        trial = s.copy()
        trial.air_used = [1, 1, 1, 1]
        p, n = s.battle, s.attackers.bit_count()
        best = max(
            defense_value(s, p, u, s.lead, -1) for u in bits(facts(s).at[p] & DATA.side_mask[1 - active_side(s)])
        )
        expected = expected_attack(trial, p, s.lead, n, -1, 0) - expected_defense(trial, p)
        assert expected == attack_value(s, s.lead, s.attackers, -1) - best
        seen += 1
    assert seen > 10


def test_the_chance_to_win_follows_morale_and_the_end() -> None:
    s = GAME.start("plan-yellow")
    assert len(features(s)) == len(NAMES)
    chances = []
    for morale in (28, 18, 8, 2):
        s.morale = morale
        chances.append(axis_chance(s))
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] < 1
    for side in (ALLIES, AXIS):
        s.winner = side
        assert axis_chance(s) == side


def test_hard_takes_an_empty_paris() -> None:
    """Guderian stands before it with nobody there: the assault that drives in wins ten of morale."""
    table = desk(
        {"guderian-pz": "24", "ge-12": "24", "ge-4": "5", "fr-8": "20", "fr-3": "18"},
        axis="11 17 24",
        turn=5,
        impulse=2,
        morale=12,
        kleist=DATA.unit["guderian-pz"],
    )
    s, rng = table.state.copy(), random.Random(1)
    bots = {"axis": small(HardBot()), "allies": EasyBot()}
    bots["axis"].playouts = bots["axis"].inner = 12
    while s.impulse == 2 and (turn := GAME.turn(s)) is not OVER:
        seat = str(turn)
        step = (
            GAME.chance(s).sample(rng) if turn is CHANCE else bots[seat].choose(GAME, GAME.view(s, seat), seat, rng)
        )
        GAME.apply(s, step)
    assert s.control[DATA.paris] == AXIS


def test_hard_prefers_the_plan_that_ends_better() -> None:
    """Of two plans that differ in one move the better wins every playout that meets the same dice."""
    table = desk(
        {"guderian-pz": "24", "ge-12": "24", "ge-4": "5", "fr-8": "20", "fr-3": "18"},
        axis="11 17 24",
        turn=5,
        impulse=2,
        morale=12,
        top="AssaultMoves",
        active=["guderian-pz"],
        kleist=DATA.unit["guderian-pz"],
    )
    bot = HardBot()
    view = table.view("axis")
    into = Plan(None, ((("move", (DATA.unit["guderian-pz"], DATA.paris)), ""), (("end", ()), "")))
    idle = Plan(None, ((("end", ()), ""),))
    for plans in ([into, idle], [idle, into]):
        assert bot.best_of(GAME, view, "axis", plans, 8, random.Random(3)) is into


def test_a_plan_is_dropped_when_it_cannot_be_done() -> None:
    """A move that was planned but is no longer open is passed over, and an owed attack is never left out (10.1)."""
    table = desk({"hoth-pz": "5", "ge-4": "5", "fr-9": "11"}, top="AssaultMoves", active=["hoth-pz", "ge-4"])
    policy = Policy()
    hoth = DATA.unit["hoth-pz"]
    far, near = (("move", (hoth, DATA.place[p])) for p in ("30", "11"))
    policy.begin(table.state, [(far, "too far"), (near, "near")])
    assert policy.queued(table.state, ASSAULT) == near
    table.play("move hoth-pz 11")
    policy.begin(table.state, [(("end", ()), "")])
    verb, args = policy.answer(table.state, AXIS)
    assert (verb, args[0]) in {("attack", DATA.place["11"]), ("move", DATA.unit["ge-4"])}


@rule("6.2.1")
def axis_impulses_to_come(s: Spring) -> float:
    """How many Axis impulses this turn will have from here on, by every Logistics die when everybody passes."""
    s = s.copy()
    s.advantage = 2  # nobody can soldier on
    seat = str(GAME.turn(s))
    came = float(s.impulse % 2 == 0)
    GAME.apply(s, GAME.read(s, seat, "pass"))
    if GAME.turn(s) is not CHANCE:
        return came + axis_impulses_to_come(s)
    for die in range(1, 7):
        then = s.copy()
        GAME.apply(then, (die,))
        if then.turn == s.turn and then.impulse > s.impulse:
            came += axis_impulses_to_come(then) / 6
    return came


def test_how_much_of_a_turn_is_left_follows_the_logistics_rolls() -> None:
    """Axis impulses to come: after impulse 6 one more on a 6, after 4 on 4 to 6, after 2 on 2 to 6."""
    whole = axis_impulses_to_come(desk({"ge-4": "5", "fr-8": "20"}, impulse=1).state)
    for impulse in range(1, 9):
        s = desk({"ge-4": "5", "fr-8": "20"}, impulse=impulse, turn=3).state
        named = dict(zip(NAMES, features(s), strict=True))
        left = 4 * named["Axis infantry × turns"] / named["Axis infantry"] - (7 - 3)
        assert left == pytest.approx(axis_impulses_to_come(s) / whole, abs=0.005)
    from_7 = 1.0
    from_5 = 1 + from_7 / 6
    from_3 = 1 + from_5 * 3 / 6
    from_1 = 1 + from_3 * 5 / 6
    for impulse, left in enumerate((from_1, from_1, from_3, from_3, from_5, from_5, from_7, from_7), 1):
        assert IMPULSES_LEFT[impulse] == pytest.approx(left / from_1, abs=0.005)

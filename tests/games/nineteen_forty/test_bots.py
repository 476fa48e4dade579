"""The bots of 1940: legal, blind to secrets, and with an eye for the attacks that matter."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.bots import game_bots
from grognard.bots.match import play_game
from grognard.games.nineteen_forty.bots import bot
from grognard.games.nineteen_forty.bots.assault import Planner, assaults, power
from grognard.games.nineteen_forty.bots.attacks import (
    FORBIDDEN,
    REPULSE,
    Attacks,
    attack_orders,
    chances,
    fronts,
    gains,
    prize,
    prospect,
)
from grognard.games.nineteen_forty.bots.picture import EASY, STRONG, THREATENED, Picture, must_hold
from grognard.games.nineteen_forty.bots.plans import MAGINOT, NORTH, belief, imagine
from grognard.games.nineteen_forty.bots.policy import action, plan_phase
from grognard.games.nineteen_forty.rules.sequence import Moving
from grognard.kernel.rules import CHANCE


def test_easy_beats_random_from_either_seat(desk):
    for levels, winner in (
        ({"german": "easy", "allied": "random"}, "german"),
        ({"german": "random", "allied": "easy"}, "allied"),
    ):
        result = play_game(desk.game, levels, seed=3).result
        assert result is not None
        assert result.winner == winner


@pytest.mark.parametrize("seat", ["german", "allied"])
def test_plans_of_a_phase_are_legal(desk, seat):
    """The policy applies its actions unasked, so every one of them is checked here for three turns."""
    game, rng = desk.game, random.Random(5)
    s = game.start()
    bots: dict[str, Any] = {x: game_bots(game)["easy"]() for x in game.seats}
    seen = 0
    while s.turn < 3:
        turn = game.turn(s)
        if turn is CHANCE:
            game.apply(s, game.chance(s).sample(rng))
            continue
        who = min(turn) if isinstance(turn, frozenset) else turn
        if isinstance(s.stack[-1], Moving) and who == seat:
            for text in plan_phase(game, s.copy(), who, STRONG[who], rng):
                assert game.why_not(s, who, text) == []
                assert action(who, text).text == text
                game.apply(s, action(who, text))
                seen += 1
        else:
            bots[who].weights = STRONG[who]
            text = bots[who].decide(game, s, who, rng) if not isinstance(s.stack[-1], Moving) else ""
            assert not text or game.why_not(s, who, text) == []
            game.apply(s, game.read(s, who, text) if text else bots[who].choose(game, s, who, rng))
    assert seen > 40


def test_hard_does_not_see_the_german_plan(desk):
    """Two games that differ in the German objective only look the same to the Allied bot."""
    game = desk.game
    chosen = []
    for plan in (0, 2):
        desk.set_up(
            {"de-i": "1610", "de-x": "1511", "fr-iv": "1712", "fr-iii": "1713", "br-i": "1612"}, side="allied", turn=3
        )
        desk.s.objective = plan
        player: Any = bot.HardBot()
        player.variants = player.playouts = 2
        chosen.append(player.choose(game, game.view(desk.s, "allied"), "allied", random.Random(1)).text)
    assert chosen[0] == chosen[1]


def test_units_come_together_for_an_attack(desk):
    """Two corps of 5 have the points to reach hexes beside a lone unit of 1: both are sent, to different hexes."""
    desk.set_up({"de-i": "2012", "de-iv": "1912", "br-51": "2015"})
    found = dict(assaults(desk.s, Picture(desk.s, STRONG["german"])))
    beside = set(desk.w.attack_near[desk.hex("2015")])
    assert found
    assert set(found.values()) <= beside
    assert len(set(found.values())) == len(found), "two corps do not fit into one hex"


def test_no_attack_is_planned_against_odds(desk):
    desk.set_up({"de-xxxvii": "2013", "br-i": "2015"})
    assert assaults(desk.s, Picture(desk.s, STRONG["german"])) == []


def test_rivers_and_works_weaken_an_attack_as_it_is_planned(desk):
    w = desk.w
    desk.set_up({"de-i": "2012", "fr-iv": "2015"})
    u = desk.unit("de-i")
    plain = power(desk.s, u, desk.hex("2014"), desk.hex("2015"))
    maginot = power(desk.s, u, desk.hex("1708"), desk.hex("1808"))
    major = next((a, b) for (a, b), edge in w.edges.items() if edge.halvings == 2 and not edge.fort)
    assert maginot * 2 == plain
    assert power(desk.s, u, *major) * 4 == plain


def test_who_cannot_retreat_is_worth_more(desk):
    """The same odds against the same unit; in the second case zones of control close every way back."""
    units = {"de-i": "2014", "fr-iv": "2015"}
    desk.set_up(units, combat=True)
    open_ways = prospect(desk.s, [desk.unit("de-i")], desk.hex("2015"), STRONG["german"])
    desk.set_up({**units, "de-iv": "2016", "de-xi": "1915", "de-x": "2115"}, combat=True)
    desk.s.german |= desk.w.countries[1] & ~desk.w.bit[desk.hex("2015")]
    desk.s.allied &= ~desk.s.german
    closed = prospect(desk.s, [desk.unit("de-i")], desk.hex("2015"), STRONG["german"])
    assert closed[0] > open_ways[0]
    assert list(open_ways) == sorted(open_ways), "air points never harm"


def test_chances_are_counted_from_the_table(desk):
    for row, counted in zip(desk.w.crt, chances(desk.w), strict=True):
        assert sum(counted) + row.count("NE") == 6
        assert counted.gone == row.count("DE")


def test_an_attack_without_a_good_result_is_out_of_the_question(desk):
    """In the lowest columns the attacker may be destroyed; where works forbid retreats nothing speaks for them. Where
    nobody can be lost, an attack may be made for the sake of others."""
    table = chances(desk.w)
    assert [row.lost > 0 for row in table[:4]] == [True, True, True, False]
    assert not any(row.gone for row in table[:6])
    works = gains(desk.w, 0, 10.0, 2.0, 0.0, False, False, False)
    assert works[:3] == (FORBIDDEN, FORBIDDEN, FORBIDDEN)
    assert works[3] == pytest.approx(-REPULSE * table[3].repulsed * 2.0 / 6)
    retreats = gains(desk.w, 0, 10.0, 2.0, 0.0, True, True, False)
    assert retreats[0] == FORBIDDEN
    assert retreats[1] > FORBIDDEN


def test_declared_attacks_meet_every_duty(desk):
    """de-i stands next to two French units: both are attacked or neither."""
    desk.set_up({"de-i": "2014", "de-iv": "1914", "fr-9-dim": "2015", "fr-5-dim": "1915"}, combat=True)
    orders = attack_orders(desk.s, STRONG["german"])
    text = "; ".join([*[f"attack {desk.w.ids[u]} {desk.w.labels[h]}" for u, h in orders], "done"])
    assert orders
    assert desk.game.why_not(desk.s, "german", text) == []


def test_attacks_on_separate_fronts_are_weighed_apart():
    assert sorted(map(sorted, fronts({1: 0b001, 2: 0b011, 3: 0b100}))) == [[1, 2], [3]]


def test_a_hopeless_attack_is_not_declared(desk):
    desk.set_up({"de-xxxvii": "2014", "br-i": "2015", "br-1-arm": "2015"}, combat=True)
    assert attack_orders(desk.s, STRONG["german"]) == []
    assert Attacks(desk.s, STRONG["german"]).best({}) == (0.0, {})


def test_the_allies_keep_as_many_works_as_they_are_told(desk):
    desk.set_up({"fr-iv": "2404", "fr-iii": "1808"}, side="allied")
    kept = must_hold(desk.s, 4, 2)
    assert len(kept) == 4 + 2
    assert {desk.hex("2404"), desk.hex("1808")} == set(kept[4:]), "those that are held come first"


def test_the_last_turn_garrisons_what_an_enemy_could_retake(desk):
    """Antwerp is German and empty, a French corps is far off but could come: in the last turn a corps goes there."""
    desk.set_up({"de-x": "0811", "fr-9-dim": "1216"}, turn=10, war="belgium luxembourg")
    desk.s.german |= desk.w.bit[desk.hex("0812")]
    desk.s.allied &= ~desk.s.german
    assert Picture(desk.s, STRONG["german"]).posts == {desk.unit("de-x"): desk.hex("0812")}
    desk.s.turn = 4
    assert Picture(desk.s, STRONG["german"]).posts == {}


def test_a_finished_game_is_valued_by_its_level(desk):
    """Without his plan the German has lost, however many points he has; with a second goal he has won."""
    paris = {"de-i": "1919", "de-x": "1920", "de-iv": "2019", "fr-iii": "eliminated"}
    desk.set_up(paris, side="allied", turn=10, objective="maginot", war="belgium luxembourg", steps=[])
    desk.s.stack.clear()
    won = bot.evaluate(desk.s, 0)
    lost = bot.evaluate(desk.s, 2)
    assert won > 50 > -50 > lost


def test_a_variant_differs_from_the_usual_weights(desk):
    rng = random.Random(2)
    for seat in desk.game.seats:
        assert any(bot.vary(STRONG[seat], STRONG[seat], seat, rng) != STRONG[seat] for _ in range(5))
    assert EASY.assault == 0, "easy plans no attack in advance"


def test_a_unit_is_bound_to_one_attack_only(desk):
    desk.set_up({"de-i": "2012", "de-iv": "1912", "br-51": "2015", "fr-9-dim": "1915"})
    planner = Planner(desk.s, Picture(desk.s, STRONG["german"]))
    first = planner.candidates()[0]
    planner.take(first)
    assert not {u for u, _ in first.places} & set(planner.free)
    assert planner.struck == desk.w.bit[first.target]


# ------------------------------------------------------------------------------------------ the German plan


def test_who_is_to_clear_the_maginot_line_goes_past_its_works(desk):
    """1807 faces the enemy with works towards 1707 alone: from 1907 behind it a retreat would clear it (10 ¶1)."""
    units = {"de-i": "1909", "fr-iv": "1807"}
    desk.set_up(units, objective="maginot")
    picture = Picture(desk.s, STRONG["german"])
    assert desk.w.edges[desk.hex("1707"), desk.hex("1807")].fort
    assert picture.line[desk.hex("1907")] == 0 < picture.line[desk.hex("1909")]
    assert picture.line[desk.hex("1707")] > 0, "nearer, but on the wrong side"
    unit = desk.unit("de-i")
    assert picture.score(desk.s, unit, desk.hex("1908")) > picture.score(desk.s, unit, desk.hex("1910"))
    desk.set_up(units, objective="north")
    assert not Picture(desk.s, STRONG["german"]).to_line


def test_a_hex_of_the_line_is_a_prize_only_where_it_is_the_plan(desk):
    works = desk.hex("1807")
    gains = []
    for plan in ("maginot", "north"):
        desk.set_up({"de-i": "1909", "fr-iv": "1807"}, objective=plan)
        gains.append(prize(desk.s, works, 1.0))
    assert gains[0] > gains[1] == 1.0


def test_a_cleared_line_is_guarded_towards_the_end(desk):
    """The line by the Vosges is empty, and a French corps could come back into it: a German one goes there."""
    units = {"de-i": "2605", "fr-iv": "2709"}
    desk.set_up(units, turn=10, objective="maginot")
    [post] = Picture(desk.s, STRONG["german"]).posts.values()
    assert desk.w.maginot >> post & 1
    assert desk.w.grid.distance(post, desk.hex("2709")) <= 6
    desk.set_up(units, turn=10, objective="north")
    assert not Picture(desk.s, STRONG["german"]).posts


def test_hard_chooses_either_plan(desk):
    game = desk.game
    plans = set()
    for seed in range(12):
        s = game.start()
        text = bot.HardBot().choose(game, game.view(s, "german"), "german", random.Random(seed)).text
        plans.add(tuple(part for part in text.split("; ") if part.startswith(("objective", "effort"))))
    assert plans == {("objective north", "effort A"), ("objective maginot", "effort C")}


def test_the_allies_read_the_plan_from_effort_and_moves(desk):
    """The objective itself is hidden: who masses before the line with Army Group C has it for his plan."""
    south = {"de-i": "1706", "de-x": "1805", "de-iv": "1904", "fr-iv": "1807"}
    north = {"de-i": "1310", "de-x": "1311", "de-iv": "1211", "fr-iv": "1807"}
    read = {}
    for name, units in (("south", south), ("north", north)):
        for effort in "AC":
            desk.set_up(units, side="allied", effort=effort, objective="paris")
            read[name, effort] = belief(desk.game.view(desk.s, "allied"))
            assert sum(read[name, effort]) == pytest.approx(1)
    assert read["south", "C"][MAGINOT] > 0.8
    assert read["north", "A"][NORTH] > 0.8
    assert read["south", "A"][MAGINOT] > 2 * read["north", "A"][MAGINOT], "moves tell"
    assert read["north", "C"][MAGINOT] > 2 * read["north", "A"][MAGINOT], "and so does the effort"


def test_who_believes_in_an_attack_on_the_line_garrisons_more_of_it(desk):
    line = {f"fr-{name}": "2009" for name in ("iv", "iii", "i", "ii", "v", "vi", "vii", "viii", "ix", "x")}
    kept = []
    for effort, places in (("C", ("1706", "1805", "1904")), ("A", ("1310", "1311", "1211"))):
        force = dict(zip(("de-i", "de-x", "de-iv"), places, strict=True))
        desk.set_up(line | force, side="allied", effort=effort)
        posts = Picture(desk.s, STRONG["allied"]).posts
        kept.append(sum(desk.w.maginot >> h & 1 for h in posts.values()))
    assert kept[0] > STRONG["allied"].forts == kept[1]
    assert kept[0] <= THREATENED


def test_a_guessed_world_has_the_plan_that_is_believed_in(desk):
    rng = random.Random(1)
    desk.set_up({"de-i": "1706", "de-x": "1805", "fr-iv": "1807"}, side="allied", effort="C")
    drawn = []
    for _ in range(40):
        imagine(desk.s, "allied", rng)
        drawn.append(desk.s.objective)
    assert drawn.count(MAGINOT) > 25
    desk.s.objective = NORTH
    imagine(desk.s, "german", rng)
    assert desk.s.objective == NORTH, "the German knows his own"

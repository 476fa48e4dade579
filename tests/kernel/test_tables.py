"""Tables: branches, luck, logs and options."""

from __future__ import annotations

import random
from typing import Any

import pytest
from toys.landing import LandingGame
from toys.letters import Letters
from toys.setups import SetUps
from toys.skirmish import Skirmish
from toys.smoke import Smoke

import grognard
from grognard import BadInput, Refused
from grognard.bots import Bot, RandomBot, game_bots
from grognard.kernel import show
from grognard.kernel.rules.actions import CHANCE, OVER


def test_a_branch_goes_on_alone() -> None:
    table = Skirmish().table(practice=True, seed=1)
    table.play("move red-1 B1")
    branch = table.branch(seed=4)
    assert branch.state == table.state
    assert branch.practice
    branch.play("move red-2 B2")
    assert table.state.moved == [0]


def test_a_branch_may_begin_earlier() -> None:
    table = Skirmish().table(practice=True)
    states = [table.state.copy()]
    for action in ("move red-1 B1", "move red-2 B2"):
        table.play(action)
        states.append(table.state.copy())
    assert [table.branch(back=back).state for back in (0, 1, 2)] == states[::-1]
    for back in (3, -1):
        with pytest.raises(BadInput, match=r"There are 2 actions to go back, not"):
            table.branch(back=back)


def test_a_branch_from_a_running_game_starts_from_a_guess() -> None:
    table = LandingGame().table()
    table.play("place division gold; place regiment juno; place dummy sword; done")
    worlds = {tuple(table.branch("lander", seed=seed).state.block_at) for seed in range(60)}
    assert len(worlds) == 6
    assert {tuple(table.branch("defender", seed=seed).state.block_at) for seed in range(9)} == {(0, 1, 2)}


def test_a_branch_of_a_half_finished_set_up_can_be_played_out() -> None:
    table = SetUps().table()
    table.play("place red-guard west; place red-scout east; done", seat="red")
    branch = table.branch("blue", seed=1)
    branch.play("place blue-guard centre; place blue-scout east; done", seat="blue")
    assert branch.over
    assert branch.result is not None
    assert not list(branch.game.check(branch.state))


def test_a_branch_has_dice_of_its_own() -> None:
    table = Smoke().table()
    branch = table.branch("blue")
    assert branch.dice.secret != table.dice.secret
    n = table.dice.n
    branch.play("fire field-gun")
    assert table.dice.n == n


def test_luck_is_what_the_dice_showed_over_their_average() -> None:
    table = Smoke().table(practice=True, forced=["one"])
    assert table.luck("red") == 0
    table.play("fire field-gun", forced=[6])
    assert table.luck("red") == 2.5  # an average die shows 3.5
    assert table.luck("blue") == -2.5
    assert table.luck("public") == 0
    table.play("smoke", forced=[1])
    assert table.luck("red") == 0


def test_lines_of_the_log_know_whose_action_they_follow() -> None:
    table = Skirmish().table()
    table.play("move red-1 B1")
    (line,) = table.log("red")
    assert (line.text, line.rule, line.pieces, line.mine) == ("red-1 moves to B1.", "2", ("red-1",), True)
    assert not table.log("blue")[0].mine


def test_play_tells_what_its_seat_saw() -> None:
    table = LandingGame().table()
    played = table.play("place division gold; place regiment juno; place dummy sword; done")
    assert played.log[0].text == "Division goes to gold."
    found = table.play("land boat-1 gold; done")
    assert "boat-1 finds the division on gold." in [line.text for line in found.log]


class Optional(Skirmish):
    scenarios = (show.Scenario("meeting", "A meeting"), show.Scenario("siege", "A siege"))
    options = (
        show.Option("fog", "Fog"),
        show.Option("mud", "Mud", default=True, scenarios=("siege",)),
        show.Option("bid", "Bid", values=("none", "open", "secret")),
    )


def test_options_are_settled_with_their_defaults() -> None:
    game = Optional()
    assert game.table().options == {"fog": False, "mud": False, "bid": "none"}
    assert game.table("siege").options == {"fog": False, "mud": True, "bid": "none"}
    assert game.table("siege", {"mud": False, "bid": "open"}).options == {"fog": False, "mud": False, "bid": "open"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"fog": "yes"}, "Option “fog” cannot be “yes”; it can be: true, false."),
        ({"fog": 1}, "Option “fog” cannot be “1”"),
        ({"bid": True}, "Option “bid” cannot be “True”; it can be: none, open, secret."),
        ({"bid": "loud"}, "Option “bid” cannot be “loud”"),
        ({"mud": True}, "Option “mud” does not go with scenario “meeting”."),
        ({"rain": True}, "Skirmish has no option “rain”."),
        ({"fog": []}, "Option “fog” cannot be"),
    ],
)
def test_an_option_that_does_not_fit_is_refused(options: Any, words: str) -> None:
    with pytest.raises(BadInput) as bad:
        Optional().table("meeting", options)
    assert words in str(bad.value)


def test_the_bare_rules_play_a_game() -> None:
    game = Smoke()
    rng = random.Random(1)
    s = game.start()
    while (turn := game.turn(s)) is not OVER:
        if turn is CHANCE:
            game.apply(s, game.chance(s).sample(rng))
        else:
            assert isinstance(turn, str)
            game.apply(s, rng.choice(game.legal(s, turn)))
    result = game.result(s)
    assert result is not None
    assert result.winner in game.seats


def test_random_play_tries_more_than_the_shortest_actions() -> None:
    # A second attacker and the way of a move are optional; random play must come to them too, or fuzzing misses them.
    game = Skirmish()
    bot: RandomBot[Any] = RandomBot()
    rng = random.Random(1)
    longest_attack = longest_move = 0
    for _ in range(60):
        s = game.start()
        while (turn := game.turn(s)) is not OVER:
            if turn is CHANCE:
                game.apply(s, game.chance(s).sample(rng))
                continue
            assert isinstance(turn, str)
            action = bot.choose(game, s, turn, rng)
            assert not game.why_not(s, turn, action.text)
            for part in (action, *action.parts):
                longest_attack = max(longest_attack, len(part.args) if part.verb == "attack" else 0)
                longest_move = max(longest_move, len(part.args) if part.verb == "move" else 0)
            game.apply(s, action)
    assert longest_attack >= 3
    assert longest_move >= 4


def test_every_game_has_a_random_bot_and_perhaps_its_own() -> None:
    class Cautious(Bot[Any]):
        why = "It never lays smoke."

        def choose(self, game: Any, view: Any, seat: str, rng: random.Random) -> grognard.Action:
            found: list[grognard.Action] = game.legal(view, seat)
            return found[-1]

    class WithBot(Smoke):
        def bots(self) -> dict[str, Any]:
            return {"cautious": Cautious}

    assert list(game_bots(WithBot())) == ["random", "cautious"]
    table = WithBot().table(practice=True, forced=["two"])
    table.play("fire field-gun", forced=[6])
    choice = game_bots(WithBot())["cautious"]().choose(table.game, table.view("blue"), "blue", random.Random(1))
    assert choice.text == "let"


def test_a_table_says_who_is_asked_and_what_came_of_it() -> None:
    table = Letters().table(practice=True, forced=["mud", "bluff", "thrust", "mud"])
    assert (table.seat, table.seats, table.over, table.result) == ("red", ("red",), False, None)
    table.play("play mud")
    table.play("play thrust", forced=["thrust", "bluff"])  # mud beats thrust; both draw again
    assert table.state.score == [1, 0]
    table.play("play bluff")
    with pytest.raises(Refused, match="You hold no thrust"):
        table.play("play thrust")
    table.play("play bluff")
    assert table.over
    assert table.result == show.Result("red", "victory", "1 to 0.", 1, "3")

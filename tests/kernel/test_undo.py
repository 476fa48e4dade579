"""The undo barrier is computed: chance, another seat, or something learned."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from toys.auction import Auction
from toys.landing import Landing, LandingGame, Shore
from toys.letters import Letters
from toys.setups import SetUps
from toys.skirmish import Skirmish
from toys.smoke import Smoke

from grognard import Refused
from grognard.kernel.match.position import read_position
from grognard.kernel.rules import Choice, Domain, Ints, Slot, Verb, Whys
from grognard.kernel.rules.events import Events


def test_an_action_can_be_taken_back_while_nobody_has_seen_more() -> None:
    table = Skirmish().table()
    before = table.state.copy()
    table.play("move red-1 B1")
    table.undo("red")
    assert table.state == before
    assert len(table.history) == 1


def test_many_actions_can_be_taken_back_one_by_one() -> None:
    table = Skirmish().table()
    before = table.state.copy()
    table.play(["move red-1 B1", "move red-2 B2", "move red-3 B3"])
    for _ in range(3):
        table.undo()
    assert table.state == before
    with pytest.raises(Refused, match="nothing to take back"):
        table.undo()


def test_what_chance_answered_stays() -> None:
    table = Smoke().table()
    table.play("fire field-gun")
    with pytest.raises(Refused, match="Dice or cards have decided something since"):
        table.undo("red")


def test_what_another_seat_followed_stays() -> None:
    table = Skirmish().table()
    table.play("move red-1 B1")
    table.play("attack-now")  # nobody is adjacent: the attacks are over by themselves, and Blue moves
    table.play("move blue-1 D1")
    with pytest.raises(Refused, match="The other side has acted since"):
        table.undo("red")
    table.undo("blue")
    table.undo("red")
    assert table.seat == "red"


def test_what_taught_something_stays() -> None:
    # Landing on the division throws the boat back: no die is rolled, but the division is seen.  (2.1)
    table = LandingGame().table()
    table.play("place division gold; place regiment juno; place dummy sword; done")
    table.play("land boat-1 gold; done")
    barrier = table.barrier("lander")
    assert barrier is not None
    assert barrier.text == "This action has shown you something, so it cannot be taken back."
    with pytest.raises(Refused, match="This action has shown you something"):
        table.undo("lander")


def anywhere(v: Shore, step: Scouting, seat: str, args: Ints) -> Whys:
    return iter(())


def scout(s: Shore, step: Scouting, seat: str, args: Ints, ev: Events | None) -> None:
    if s.block_at[0] == args[0]:
        s.shown[0] = 1
    s.then(Landing())


class Scouting(Choice[Shore], frozen=True):
    verbs = (
        Verb("scout", scout, (Slot("beach", Domain("place", "beaches"), anywhere),)),
        Verb("skip", lambda s, st, seat, a, ev: s.then(Landing())),
    )

    def seat(self, s: Shore) -> str:
        return "lander"

    def prompt(self, v: Shore, seat: str) -> str:
        return "Look for the division?"


class ScoutedLanding(LandingGame):
    """The lander may look at one beach; he is told only whether the division is there."""

    steps: ClassVar[Any] = (*LandingGame.steps, Scouting)

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Shore:
        s = super().begin(scenario, options)
        s.stack = [Scouting()]
        s.block_at, s.occupied = [0, 1, 2], [1, 1, 1, 0]
        return s


@pytest.mark.parametrize("beach", ["gold", "juno"])
def test_that_nothing_was_found_is_learned_too(beach: str) -> None:
    table = ScoutedLanding().table()
    table.play(f"scout {beach}")
    with pytest.raises(Refused, match="This action has shown you something"):
        table.undo("lander")


def test_what_would_be_the_same_in_every_world_is_not_learned() -> None:
    for action in ("skip", "scout utah"):  # nobody stands on utah, as everyone sees
        table = ScoutedLanding().table()
        table.play(action)
        table.undo("lander")
        assert table.seat == "lander"


def test_what_taught_nothing_can_be_taken_back() -> None:
    table = LandingGame().table()
    table.play("place division gold; place regiment juno; place dummy sword; done")
    table.play("land boat-1 utah")
    table.undo("lander")
    assert table.draft("lander") == ()


def test_a_landing_where_nobody_stands_ends_the_game_and_shows_all() -> None:
    table = LandingGame().table()
    table.play("place division gold; place regiment juno; place dummy sword; done")
    table.play("land boat-1 utah; done")
    assert table.over
    with pytest.raises(Refused, match="This action has shown you something"):
        table.undo("lander")


def test_drafts_that_were_shown_together_stay() -> None:
    table = SetUps().table()
    table.play("place red-guard west; place red-scout east; done", seat="red")
    table.play("place blue-guard west; place blue-scout east; done", seat="blue")
    with pytest.raises(Refused, match="This action has shown you something"):
        table.undo("blue")


def test_an_empty_draft_of_the_other_seat_teaches_something_too() -> None:
    table = Auction().table()
    table.play("done", seat="first")
    table.play("bid 1; done", seat="second")
    with pytest.raises(Refused, match="This action has shown you something"):
        table.undo("second")


def test_an_own_draft_can_be_taken_back_until_the_last_is_done() -> None:
    table = Auction().table()
    table.play("bid 3; done", seat="first")
    table.undo("first")
    assert table.seats == ("first", "second")
    with pytest.raises(Refused):
        table.undo("second")


def test_a_letter_played_from_ones_own_hand_teaches_its_player_nothing() -> None:
    table = Letters().table()
    action = table.legal()[0]
    table.play(action)
    assert table.barrier("red") is None
    table.undo("red")
    assert len(table.state.red) == 2


def test_a_practice_table_has_no_barrier() -> None:
    table = Smoke().table(practice=True, seed=4)
    before = table.state.copy()
    table.play("fire field-gun")
    table.play("let")
    table.undo()
    table.undo()
    assert table.state == before


def test_a_roll_taken_back_is_rolled_afresh() -> None:
    table = Smoke().table(practice=True, seed=4)
    numbers = []
    for _ in range(30):
        table.play("fire field-gun")
        numbers.append(table.history[-1].rolls[0].n)
        table.undo()
    assert numbers == list(range(1, 31))


def test_redo_plays_again_what_was_taken_back() -> None:
    table = Skirmish().table()
    table.play(["move red-1 B1", "move red-2 B2"])
    after = table.state.copy()
    table.undo()
    table.undo()
    table.redo()
    table.redo()
    assert table.state == after
    with pytest.raises(Refused, match="nothing to play again"):
        table.redo()


def test_another_action_ends_redo() -> None:
    table = Skirmish().table()
    table.play("move red-1 B1")
    table.undo()
    table.play("move red-2 B2")
    with pytest.raises(Refused, match="nothing to play again"):
        table.redo()


def test_redo_of_a_draft_says_done_again() -> None:
    table = SetUps().table()
    table.play("place red-guard west; place red-scout east; done", seat="red")
    pending = table.state.pending[:]
    table.undo("red")
    table.redo()
    assert table.state.pending == pending
    assert table.draft("red") == ()


def test_changing_the_draft_ends_redo() -> None:
    table = SetUps().table()
    table.play("place red-guard west; place red-scout east; done", seat="red")
    table.undo("red")
    table.undo("red")
    with pytest.raises(Refused, match="nothing to play again"):
        table.redo()


def test_undo_leaves_the_position_as_text_the_same() -> None:
    table = Skirmish().table(practice=True, seed=2)
    before = table.position()
    table.play("move red-4 B4")
    assert table.position() != before
    table.undo()
    assert table.position() == before
    assert read_position(table.game, before)[2] == table.state


def test_a_spectator_takes_nothing_back() -> None:
    table = Skirmish().table()
    table.play("move red-1 B1")
    with pytest.raises(Refused):
        table.undo("public")

"""Windows and standing orders: an interrupt closes by itself only on public facts."""

from __future__ import annotations

import pytest
from toys.setups import Line, SettingUp, SetUps
from toys.smoke import Battery, Smoke

from grognard import BadInput
from grognard.kernel import show
from grognard.kernel.match.table import Table


def laid(shells: str = "two") -> Table[Battery]:
    return Smoke().table(practice=True, forced=[shells])


def test_the_other_seat_is_asked_after_the_dice_and_before_the_loss() -> None:
    table = laid()
    table.play("fire light-gun", forced=[6])
    assert table.seat == "blue"
    assert table.state.lives == [2, 1]
    assert table.decision().prompt == "Red rolled 6 against the light-gun. Smoke?"
    table.play("smoke", forced=[2])
    table.play("let")
    assert table.state.lives == [2, 1]
    assert table.state.shots == 1


def test_a_window_without_an_answer_stays_open_where_only_its_owner_knows_that() -> None:
    table = laid("one")
    table.play("fire light-gun", forced=[1])
    table.play("smoke", forced=[1])
    assert table.seat == "blue"  # he has none left, but Red must not see that
    assert [a.text for a in table.legal()] == ["let"]


def test_a_window_closes_by_itself_when_everyone_sees_that_it_has_one_answer() -> None:
    table = laid("two")
    table.play("fire field-gun", forced=[1])
    table.play("smoke", forced=[1])
    table.play("smoke", forced=[6])
    assert table.seat == "red"  # two were spent: the window closed, and the loss was taken
    assert table.state.lives == [1, 1]
    assert "The roll stands." in [line.text for line in table.log("red")]


def test_an_order_answers_for_its_seat() -> None:
    table = laid()
    table.order("never", "blue")
    table.play("fire field-gun", forced=[6])
    assert table.seat == "red"
    assert table.state.lives == [1, 1]
    assert table.history[-1].seat == "blue"


def test_an_order_given_in_an_open_window_is_answered_at_once() -> None:
    table = laid()
    table.play("fire field-gun", forced=[1])
    table.order("never", "blue")
    assert table.seat == "red"


def test_only_if_a_gun_would_be_lost() -> None:
    table = laid()
    table.order("only-losses", "blue")
    table.play("fire field-gun", forced=[6])  # two lives: it would not be lost
    assert table.seat == "red"
    assert table.state.lives == [1, 1]
    table.play("fire light-gun", forced=[2])  # no hit
    assert table.seat == "red"
    table.play("fire light-gun", forced=[3])
    assert table.seat == "blue"
    assert table.state.lives == [1, 1]


def test_an_order_for_the_turn_ends_with_it() -> None:
    table = laid()
    table.order("not-this-turn", "blue")
    table.play("fire field-gun", forced=[1])
    table.play("fire field-gun", forced=[1])  # two shots are a turn
    assert table.game.clock(table.state) == "Turn 2"
    assert table.orders("blue") == ()
    table.play("fire field-gun", forced=[1])
    assert table.seat == "blue"


def test_an_order_for_the_game_stays() -> None:
    table = laid()
    table.order("never", "blue")
    for _ in range(3):
        table.play("fire field-gun", forced=[1])
    assert table.orders("blue") == ("never",)


def test_an_order_can_be_withdrawn() -> None:
    table = laid()
    table.order("never", "blue")
    table.order("never", "blue", on=False)
    table.play("fire field-gun", forced=[1])
    assert table.seat == "blue"


def test_an_order_is_private() -> None:
    quiet, ordered = Smoke().table(secret=bytes(32)), Smoke().table(secret=bytes(32))
    ordered.order("only-losses", "blue")
    for seat in ("red", "public"):
        assert quiet.record(seat) == ordered.record(seat)
        assert quiet.position(seat) == ordered.position(seat)
        assert quiet.log(seat) == ordered.log(seat)
        assert quiet.orders(seat) == ordered.orders(seat) == ()
    assert ordered.orders("blue") == ("only-losses",)


def test_an_answer_by_order_looks_like_an_answer_by_hand() -> None:
    by_hand, by_order = Smoke().table(secret=bytes(32)), Smoke().table(secret=bytes(32))
    by_order.order("never", "blue")
    by_hand.play("fire field-gun")
    by_hand.play("let")
    by_order.play("fire field-gun")
    for seat in ("red", "blue", "public"):
        assert by_hand.record(seat) == by_order.record(seat)
        assert by_hand.log(seat) == by_order.log(seat)


class UsualSetUp(SettingUp, frozen=True, tag="SettingUp"):
    def standing(self, v: Line, seat: str, order: str) -> str | None:
        guard, scout = f"{seat}-guard", f"{seat}-scout"
        return f"place {guard} west; place {scout} {'east' if order == 'usual' else 'west'}; done"


class WithUsual(SetUps):
    orders = (show.Order("usual", "Set up as usual"), show.Order("faulty", "Set up against the rules"))

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Line:
        s = super().begin(scenario, options)
        s.stack = [UsualSetUp()]
        return s


def test_an_order_may_give_a_whole_draft() -> None:
    table = WithUsual().table()
    table.order("usual", "blue")
    assert table.seats == ("red",)
    table.order("usual", "red")
    assert table.over
    assert table.state.at == [0, 2, 0, 2]


def test_an_order_leaves_a_draft_alone_that_was_begun_by_hand() -> None:
    table = WithUsual().table()
    table.play("place red-guard centre", seat="red")
    table.order("usual", "red")
    assert table.seats == ("red", "blue")
    assert [part.text for part in table.draft("red")] == ["place red-guard centre"]


def test_an_order_whose_answer_is_not_legal_leaves_the_question_to_its_seat() -> None:
    table = WithUsual().table()
    table.order("faulty", "blue")
    assert table.seats == ("red", "blue")


def test_an_order_that_does_not_exist_is_refused() -> None:
    table = laid()
    with pytest.raises(
        BadInput, match="There is no standing order “sometimes”; there are: never, not-this-turn, only"
    ):
        table.order("sometimes", "blue")
    with pytest.raises(BadInput, match="There is no seat “green”"):
        table.order("never", "green")
    with pytest.raises(BadInput, match="There is no seat “green”"):
        table.orders("green")


def test_forced_outcomes_also_answer_what_an_order_brings_about() -> None:
    # The light gun is lost, so Red's further shots at the other are made by themselves; Blue's order lets them stand.
    table = laid()
    table.order("never", "blue")
    for forced in ([6, 1, 1], [6, 1, 1, 1, 1]):
        before = table.state.copy()
        with pytest.raises(BadInput, match=r"too (few|many)"):
            table.play("fire light-gun", forced=forced)
        assert table.state == before
        assert len(table.history) == 1
        assert table.dice.n == 0
    table.play("fire light-gun", forced=[6, 1, 5, 1])
    assert table.over
    assert table.state.lives == [1, 0]

"""Whatever is sent, the answer is one clear sentence and nothing changes."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toys.all import GAMES
from toys.auction import Auction, Auctioned
from toys.letters import Letters
from toys.setups import SetUps
from toys.skirmish import Skirmish
from toys.smoke import Smoke

from grognard import BadInput, GameFault, Refused
from grognard.kernel.rules.actions import MOST_TEXT
from grognard.kernel.rules.events import Events
from grognard.kernel.rules.game import Game


def unchanged(table: Any, attack: Callable[[], Any]) -> str:
    """The words of the refusal; fails if anything changed."""
    before, length, n = table.state.copy(), len(table.history), table.dice.n
    drafts = {seat: table.draft(seat) for seat in table.game.seats}
    with pytest.raises((BadInput, Refused)) as refused:
        attack()
    assert (table.state, len(table.history), table.dice.n) == (before, length, n)
    assert drafts == {seat: table.draft(seat) for seat in table.game.seats}
    words = str(refused.value)
    assert words
    assert "\n" not in words
    assert len(words) < 1000
    return words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        ";",
        "move;",
        ";move",
        "move\nred-1",
        "move\x00red-1",
        "move\u202ered-1",
        "\ud800",
        "move red-1 B1\r",
    ],
)
def test_malformed_text_is_refused(text: str) -> None:
    table = Skirmish().table()
    unchanged(table, lambda: table.play(text))


@pytest.mark.parametrize("action", [None, 7, 1.5, b"move red-1 B1", {"verb": "move"}, object(), ["move red-1 B1", 7]])
def test_what_is_no_text_is_refused(action: Any) -> None:
    table = Skirmish().table()
    before = table.state.copy()
    with pytest.raises(BadInput, match="An action is a text"):
        table.play(action)
    assert table.state == before or isinstance(action, list)  # the first of a list was played


def test_huge_text_is_refused_in_few_words() -> None:
    table = Skirmish().table()
    assert "too long" in unchanged(table, lambda: table.play("move " + "x" * MOST_TEXT))
    unchanged(table, lambda: table.play("x" * (MOST_TEXT - 1)))
    unchanged(table, lambda: table.play("move red-1 B1 via " + "B1 " * 30_000))
    unchanged(table, lambda: table.play("move " + "y" * (MOST_TEXT - 10)))
    draft = SetUps().table()
    unchanged(draft, lambda: draft.play("place red-guard west; " * 4000 + "done", seat="red"))


def test_the_wrong_seat_is_refused() -> None:
    table = Skirmish().table()
    assert "it is for red" in unchanged(table, lambda: table.play("move red-1 B1", seat="blue"))
    assert "no seat “nobody”" in unchanged(table, lambda: table.play("move red-1 B1", seat="nobody"))
    assert "spectator" in unchanged(table, lambda: table.play("move red-1 B1", seat="public"))
    assert "no seat “7”" in unchanged(table, lambda: table.play("move red-1 B1", seat=7))  # type: ignore[arg-type]


def test_another_seats_piece_is_refused() -> None:
    table = Skirmish().table()
    assert "blue-1 is not yours" in unchanged(table, lambda: table.play("move blue-1 D1"))


def test_a_stale_action_is_refused() -> None:
    table = Skirmish().table()
    action = next(a for a in table.legal("move red-1") if a.args[-1] == "B1")
    table.play(action)
    assert "red-1 has moved" in unchanged(table, lambda: table.play(action))


def test_after_the_end_everything_is_refused() -> None:
    table = Auction().table(practice=True)
    table.play("bid 1; done", seat="first")
    table.play("done", seat="second")
    table.play("wait")
    assert table.over
    assert "over" in unchanged(table, lambda: table.play("wait", seat="first"))
    assert "over" in unchanged(table, lambda: table.play("wait"))
    assert "over" in unchanged(table, lambda: table.decision("first"))
    assert table.legal(seat="first") == []
    assert [r.text for r in table.why_not("wait", seat="first")] == ["The game is over."]


def test_a_refusal_does_not_tell_what_is_hidden() -> None:
    # Whether the other hand holds a thrust makes no difference to what one is told.
    words = []
    for draws in (["mud", "bluff", "thrust", "mud"], ["mud", "bluff", "bluff", "mud"]):
        table = Letters().table(practice=True, forced=draws)
        words.append([unchanged(table, partial(table.play, text)) for text in ("play thrust", "play x")])
    assert words[0] == words[1]


def test_scenarios_and_options_that_do_not_exist_are_refused() -> None:
    with pytest.raises(BadInput, match="Skirmish has no scenario “x”; it has: meeting"):
        Skirmish().table("x")
    with pytest.raises(BadInput, match="Skirmish has no option “fog”"):
        Skirmish().table(options={"fog": True})


def test_a_fault_inside_a_game_leaves_the_table_as_it_was() -> None:
    class Faulty(Auction):
        """Fails when the attacker storms."""

        def apply(self, s: Auctioned, step: Any, events: Events | None = None) -> None:
            super().apply(s, step, events)
            if s.stack and type(s.stack[-1]).__name__ == "Storm":
                raise ZeroDivisionError("division by zero")

    table = Faulty().table()
    table.play("bid 1; done", seat="first")
    table.play("done", seat="second")
    before, length = table.state.copy(), len(table.history)
    with pytest.raises(GameFault, match=r"Auction failed inside on “storm” \(ZeroDivisionError: division by zero\)"):
        table.play("storm")
    assert (table.state, len(table.history)) == (before, length)
    table.play("wait")


WORDS = ("move", "red-1", "B1", "via", "done", ";", "attack", "attack-now", "place", "bid", "1", "play", "mud", "let")


@settings(max_examples=150, deadline=None)
@given(text=st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join) | st.text(max_size=40))
def test_any_text_is_either_legal_or_refused_with_words(text: str) -> None:
    for game in GAMES:
        table: Any = game.table(practice=True, seed=1)
        for seat in table.seats:
            try:
                reasons = table.why_not(text, seat=seat)
                listed = table.legal(text, seat=seat)
            except BadInput:
                continue
            assert not (reasons and listed)
            assert all(reason.text for reason in reasons)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_questions_change_nothing(game: Game[Any]) -> None:
    table = game.table(practice=True, seed=2)
    before = table.state.copy()
    for seat in (*game.seats, "public"):
        view = game.view(table.state, seat)
        untouched = view.copy()
        table.legal(seat=seat)
        table.why_not("nonsense", seat=seat)
        table.scene(seat)
        table.view(seat)
        table.log(seat)
        table.position(seat)
        table.record(seat)
        game.guess(view.copy(), seat, random.Random(1))
        if seat in table.seats:
            table.decision(seat)
        assert view == untouched
    assert table.state == before
    assert len(table.history) == 1


def test_a_copy_shares_nothing_that_changes() -> None:
    game = Smoke()
    table = game.table(practice=True, seed=1)
    twin = table.state.copy()
    for name in twin.__struct_fields__:
        value = getattr(twin, name)
        if isinstance(value, list):
            assert value is not getattr(table.state, name)
    assert twin.data is table.state.data

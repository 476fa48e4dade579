"""What the players add to the secret of the dice: after the commitment, and before the first roll."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import pytest
from toys.letters import Letters
from toys.smoke import Smoke

import grognard
from grognard import BadInput
from grognard.kernel.match.laid import Laid
from grognard.kernel.match.record import dump_record
from grognard.kernel.match.save import load_game, save_game
from grognard.kernel.match.verify import verify
from grognard.kernel.rules.chance import AuditedDice

SECRET = bytes(range(32))


def laid(**how: Any) -> Laid[Any]:
    return Laid(Smoke(), people=("red", "blue"), secret=SECRET, **how)


def test_the_commitment_is_known_before_any_nonce() -> None:
    assert laid().commitment == hashlib.sha256(SECRET).hexdigest()
    assert laid().missing == ("red", "blue")


def test_no_die_is_rolled_before_every_nonce_is_in(monkeypatch: pytest.MonkeyPatch) -> None:
    rolled: list[int] = []
    randrange = AuditedDice.randrange

    def counted(dice: AuditedDice, stop: int) -> int:
        rolled.append(stop)
        return randrange(dice, stop)

    monkeypatch.setattr(AuditedDice, "randrange", counted)
    waiting = laid()
    with pytest.raises(BadInput, match="The nonce of red is missing; no die is rolled before it is in"):
        waiting.open()
    waiting.add("red", "one")
    with pytest.raises(BadInput, match="The nonce of blue is missing"):
        waiting.open()
    assert rolled == []
    waiting.add("blue", "two")
    table = waiting.open()
    assert rolled, "the opening of this game draws"
    assert table.record("red")["dice"] == {
        "commitment": waiting.commitment, "nonces": ["one", "two"], "by": ["red", "blue"],
    }  # fmt: skip


def test_the_nonces_stand_in_the_order_of_the_seats_whoever_was_first() -> None:
    waiting = laid()
    waiting.add("blue", "two")
    waiting.add("red", "one")
    assert waiting.open().dice.nonces == ("one", "two")


def test_a_nonce_changes_what_is_rolled() -> None:
    games = []
    for nonce in ("a", "b"):
        waiting = Laid(Letters(), people=("red", "blue"), secret=SECRET, nonces={"red": "x", "blue": nonce})
        games.append([roll.outcome for roll in waiting.open().history[0].rolls])
    assert games[0] != games[1]


@pytest.mark.parametrize(
    ("nonce", "words"),
    [
        ("", "The nonce of red is missing"),
        ("x" * 65, "The nonce of red has 65 bytes; it may have 64 at most"),
        ("é" * 33, "The nonce of red has 66 bytes"),
        ("one\n2", "signs in it that cannot be printed"),
        (None, "The nonce of red is missing"),
        (7, "The nonce of red is missing"),
    ],
)
def test_what_is_no_nonce_gets_a_sentence(nonce: Any, words: str) -> None:
    waiting = laid()
    with pytest.raises(BadInput, match=words):
        waiting.add("red", nonce)
    assert waiting.missing == ("red", "blue")


def test_sixty_four_bytes_are_enough_and_allowed() -> None:
    waiting = laid(nonces={"red": "x" * 64, "blue": "é" * 32})
    assert waiting.missing == ()
    waiting.open()


def test_a_nonce_is_given_once() -> None:
    waiting = laid(nonces={"red": "one"})
    with pytest.raises(BadInput, match="The nonce of red is in already, and stays"):
        waiting.add("red", "another")
    assert waiting.nonces == {"red": "one"}


def test_only_people_owe_a_nonce() -> None:
    waiting = Laid(Smoke(), people=("blue",))
    assert waiting.missing == ("blue",)
    with pytest.raises(BadInput, match="Red owes no nonce"):
        waiting.add("red", "one")
    with pytest.raises(BadInput, match="has no seat “green”"):
        Laid(Smoke(), people=("green",))


def test_a_saved_game_goes_on_with_its_nonces() -> None:
    table = laid(nonces={"red": "one", "blue": "two"}).open()
    table.play("fire field-gun")
    again = load_game(save_game(table), Smoke()).table
    assert again is not None
    assert (again.dice.nonces, again.dice.by) == (("one", "two"), ("red", "blue"))
    rng = random.Random(2)
    while not table.over:
        action = rng.choice(table.legal())
        table.play(action)
        again.play(action.text)
    assert dump_record(table.record()) == dump_record(again.record())
    found = verify(dump_record(table.record()), Smoke())
    assert found.summary == "The record is sound: chain, dice, rules and log."


def test_a_record_without_nonces_stays_as_it_was() -> None:
    table = Smoke().table(secret=SECRET)
    assert table.record("red")["dice"] == {"commitment": hashlib.sha256(SECRET).hexdigest(), "nonces": []}
    assert grognard.replay(table.whole_record(), Smoke()).matches


def test_as_many_nonces_as_names() -> None:
    with pytest.raises(BadInput, match="2 players owe a nonce, but there are 1"):
        AuditedDice(SECRET, ["x"], by=["red", "blue"])

"""Chance is a player: distributions, forced outcomes, and dice that anybody can check."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from toys.auction import Auction
from toys.letters import KINDS, Letters
from toys.smoke import Smoke

import grognard
from grognard import BadInput
from grognard.kernel.match.audit import audit
from grognard.kernel.match.record import chain, dump_record
from grognard.kernel.rules.chance import AuditedDice, Dice, Draw, uniform


def test_dice_list_their_outcomes_with_exact_probabilities() -> None:
    outcomes = Dice(2).outcomes()
    assert len(outcomes) == 36
    assert {p for _, p in outcomes} == {Fraction(1, 36)}
    assert sum((p for roll, p in outcomes if sum(map(int, roll)) == 7), Fraction(0)) == Fraction(1, 6)


def test_a_draw_counts_what_stands_twice_twice() -> None:
    assert dict(Draw(("a", "b", "b")).outcomes()) == {"a": Fraction(1, 3), "b": Fraction(2, 3)}


def test_too_many_outcomes_are_not_listed() -> None:
    with pytest.raises(BadInput, match="too many outcomes to list"):
        Dice(12).outcomes()


@pytest.mark.parametrize("value", [0, 7, [1, 2], "3", 3.0, True, None, [[1]], []])
def test_what_is_no_roll_is_refused(value: Any) -> None:
    with pytest.raises(BadInput, match="no roll of 1 dice"):
        Dice(1).accept(value)


@pytest.mark.parametrize("value", ["c", 1, None, ["a"]])
def test_what_cannot_be_drawn_is_refused(value: Any) -> None:
    with pytest.raises(BadInput, match="not among what can be drawn: a, b"):
        Draw(("a", "b", "b")).accept(value)


def test_one_die_may_be_written_without_brackets() -> None:
    assert Dice(1).accept(4) == Dice(1).accept([4]) == (4,)
    assert Dice(2).accept([4, 1]) == (4, 1)


# ------------------------------------------------------------------------------------------ forced outcomes


def test_forced_outcomes_answer_the_chance_that_follows() -> None:
    table = Smoke().table(practice=True, forced=["one"])
    assert table.state.smoke == 1
    table.play("fire field-gun", forced=[5])
    assert table.history[-1].rolls[0].outcome == (5,)
    assert table.history[-1].rolls[0].n == -1


def test_too_few_forced_outcomes_change_nothing() -> None:
    table = Smoke().table(practice=True, forced=["one"])
    with pytest.raises(BadInput, match="forced has too few entries"):
        table.play("fire field-gun", forced=[])
    assert len(table.history) == 1
    assert table.seat == "red"


def test_too_many_forced_outcomes_change_nothing() -> None:
    table = Smoke().table(practice=True, forced=["one"])
    with pytest.raises(BadInput, match=r"forced has too many entries: \[6\] were not needed"):
        table.play("fire field-gun", forced=[5, 6])
    assert len(table.history) == 1
    with pytest.raises(BadInput, match="too many"):
        Auction().table(practice=True, forced=[1])


def test_a_wrong_forced_outcome_changes_nothing() -> None:
    table = Smoke().table(practice=True, forced=["one"])
    with pytest.raises(BadInput, match="7 is no roll of 1 dice with 6 sides"):
        table.play("fire field-gun", forced=[7])
    assert len(table.history) == 1
    with pytest.raises(BadInput, match="'three' is not among what can be drawn: one, two"):
        Smoke().table(practice=True, forced=["three"])


def test_forced_outcomes_reach_over_a_list_of_actions() -> None:
    table = Auction().table(practice=True)
    table.play("bid 1; done", seat="first")
    table.play(["bid 2", "done"], seat="second", forced=None)
    with pytest.raises(BadInput, match="too many"):
        table.play(["wait"], forced=[3])
    played = table.play(["storm"], forced=[4])
    assert played.count == 1
    again = Auction().table(practice=True)
    again.play("bid 2; done", seat="first")
    again.play(["bid 2", "done"], seat="second", forced=[6])
    assert again.seat == "second"


def test_seeds_and_forced_outcomes_are_for_practice() -> None:
    for how in ({"seed": 1}, {"forced": ["one"]}):
        with pytest.raises(BadInput, match="practice"):
            Smoke().table(**how)
    with pytest.raises(BadInput, match="practice"):
        Smoke().table().play("fire field-gun", forced=[1])


def test_the_same_seed_gives_the_same_game() -> None:
    tables = [Letters().table(practice=True, seed=7) for _ in range(2)]
    assert tables[0].state == tables[1].state
    assert Letters().table(practice=True, seed=8).dice.secret != tables[0].dice.secret


def test_a_forced_redraw_is_answered_as_often_as_it_comes() -> None:
    table = Letters().table(practice=True, forced=["mud", "mud", "mud", "bluff", "thrust", "mud"])
    assert [KINDS[i] for i in table.state.red] == ["bluff", "mud"]
    assert [KINDS[i] for i in table.state.blue] == ["thrust", "mud"]


# --------------------------------------------------------------------------------------------- audited dice


def by_hand(secret: bytes, nonces: list[str], n: int, stop: int) -> int:
    """The published way to compute roll n, written down independently: HMAC-SHA256 over lines of text, read as
    four big-endian 64-bit numbers a block; a number at or over the last multiple of `stop` is passed over."""
    block = 0
    while True:
        text = "".join(f"{nonce}\n" for nonce in nonces) + f"{n}\n{block}"
        digest = hmac.digest(secret, text.encode(), hashlib.sha256)
        for quarter in (digest[:8], digest[8:16], digest[16:24], digest[24:]):
            number = int(quarter.hex(), 16)
            if number // stop < 2**64 // stop:
                return number % stop
        block += 1


@pytest.mark.parametrize("stop", [2, 6, 10, 52, 1000])
def test_rolls_are_what_anybody_computes_from_the_secret(stop: int) -> None:
    secret = hashlib.sha256(b"a secret").digest()
    for nonces in ([], ["red's nonce"], ["a", "b"]):
        dice = AuditedDice(secret, nonces)
        assert [dice.randrange(stop) for _ in range(50)] == [by_hand(secret, nonces, n, stop) for n in range(50)]


def test_nonces_change_the_rolls() -> None:
    secret = bytes(32)
    rolls = [[uniform(secret, nonces, n, 6) for n in range(40)] for nonces in ((), ("x",), ("y",))]
    assert rolls[0] != rolls[1] != rolls[2]


def test_a_number_that_would_favour_some_is_rejected() -> None:
    # With this stop nearly half of all 64-bit numbers lie over its only multiple below 2**64.
    stop = 2**63 + 1
    secret = bytes(range(32))
    seen_rejections = 0
    for n in range(60):
        first = int.from_bytes(hmac.digest(secret, f"{n}\n0".encode(), "sha256")[:8], "big")
        value = uniform(secret, (), n, stop)
        assert 0 <= value < stop
        assert value == by_hand(secret, [], n, stop)
        if first >= stop:
            seen_rejections += 1
        else:
            assert value == first
    assert seen_rejections > 10


def test_rolls_are_uniform() -> None:
    # 6000 rolls of one secret: chi-squared with 5 degrees of freedom is under 20.5 in 999 of 1000 cases.
    dice = AuditedDice(hashlib.sha256(b"uniform").digest())
    counts = Counter(dice.randrange(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5


def test_a_secret_has_256_bits() -> None:
    with pytest.raises(BadInput, match="32 bytes"):
        AuditedDice(b"short")


def finished() -> Any:
    table = Smoke().table(secret=hashlib.sha256(b"finished").digest(), nonces=["red", "blue"])
    rng = random.Random(1)
    while not table.over:
        table.play(rng.choice(table.legal()))
    return table.record()


def test_the_commitment_is_known_at_the_start_and_the_secret_at_the_end() -> None:
    table = Smoke().table()
    start = table.record("red")
    assert start["dice"]["commitment"] == hashlib.sha256(table.dice.secret).hexdigest()
    assert table.dice.secret.hex() not in str(table.record("blue"))
    record = finished()
    assert hashlib.sha256(bytes.fromhex(record["end"]["secret"])).hexdigest() == record["dice"]["commitment"]


def test_every_roll_of_a_finished_game_follows_from_its_secret() -> None:
    record = finished()
    secret, nonces = bytes.fromhex(record["end"]["secret"]), record["dice"]["nonces"]
    assert nonces == ["red", "blue"]
    due = 0
    for step in record["steps"]:
        for roll in step.get("chance", ()):
            assert roll["n"] == due
            if "dice" in roll:
                count, sides = roll["dice"]
                assert roll["got"] == [by_hand(secret, nonces, due + i, sides) + 1 for i in range(count)]
                due += count
            else:
                assert roll["got"] == roll["draw"][by_hand(secret, nonces, due, len(roll["draw"]))]
                due += 1
    assert due > 1


def test_the_audit_passes_what_is_sound_and_finds_a_changed_roll() -> None:
    record = finished()
    report = audit(dump_record(record))
    assert report.sound, report.faults
    assert report.rolls > 1
    shot = next(step for step in record["steps"] if step.get("chance") and "dice" in step["chance"][0])
    shot["chance"][0]["got"] = [shot["chance"][0]["got"][0] % 6 + 1]
    assert not audit(dump_record(record)).sound
    last = record["hash"]
    for step in record["steps"]:  # a cheat who also makes the chain anew
        step["hash"] = last = chain(last, step)
    record["end"]["hash"] = chain(last, record["end"])
    report = audit(dump_record(record))
    assert [("was" in fault and "but the secret gives" in fault) for fault in report.faults] == [True]


def test_the_bare_rules_sample_with_any_generator() -> None:
    game = Smoke()
    s = game.start()
    assert game.turn(s) is grognard.CHANCE
    assert game.chance(s).sample(random.Random(1)) in ("one", "two")

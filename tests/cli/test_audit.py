"""The audit works alone, agrees with the kernel, and finds whatever was altered."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from toys.skirmish import Skirmish

from grognard.bots import RandomBot
from grognard.kernel import audit, chance, record


@pytest.fixture(scope="module")
def raw() -> bytes:
    """A finished game with some rolls in it, not for practice."""
    rng, bot = random.Random(5), RandomBot()
    while True:
        table = Skirmish().table()
        while not table.over:
            table.play(bot.choose(table.game, table.state, table.seat, rng))
        if sum(len(entry.rolls) for entry in table.history) >= 3:
            return record.dump_record(table.record())


def resealed(changed: dict) -> bytes:
    """A forged record whose chain fits: what a cheat with the file in hand would write."""
    header = {k: v for k, v in changed.items() if k not in ("steps", "end")}
    changed["hash"] = last = record.chain("", header)
    for step in changed["steps"]:
        step["hash"] = last = record.chain(last, step)
    if "end" in changed:
        changed["end"]["hash"] = record.chain(last, changed["end"])
    return record.dump_record(changed)


def test_a_finished_game_is_sound(raw):
    report = audit.audit(raw)
    assert report.faults == []
    assert report.rolls > 0
    assert report.steps == len(json.loads(raw)["steps"])


def test_it_needs_the_standard_library_alone(raw, tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(raw)
    alone = tmp_path / "audit.py"
    alone.write_bytes(Path(audit.__file__).read_bytes())
    ran = subprocess.run([sys.executable, "-I", "-S", alone, path], capture_output=True, text=True, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "The record is sound" in ran.stdout


def test_its_dice_are_the_kernels():
    secret = bytes(range(32))
    for n in range(50):
        for stop in (2, 6, 10, 54):
            assert audit.uniform(secret, ["a", "b"], n, stop) == chance.uniform(secret, ("a", "b"), n, stop)


def test_its_text_is_the_kernels():
    value = {"é": [1, 2.5, -3, None, True, 'quo"te\\\n\t\x01/'], "a": {"z": "✠", "b": 1e30}}
    raw = record.dump_record(value)
    assert audit.canonical(json.loads(raw, parse_float=audit.Raw)).encode() + b"\n" == raw


def test_every_flipped_byte_is_found(raw):
    for at in range(0, len(raw) - 1, 997):
        flipped = bytearray(raw)
        flipped[at] ^= 1
        assert not audit.audit(bytes(flipped)).sound, at


def test_a_chosen_roll_is_found_even_if_the_chain_was_made_anew(raw):
    changed = json.loads(raw)
    number, step = next((i, s) for i, s in enumerate(changed["steps"]) if s.get("chance"))
    roll = step["chance"][0]
    roll["got"] = [roll["got"][0] % 6 + 1]
    assert audit.audit(resealed(changed)).faults[0].startswith(f"Step {number}: roll {roll['n']} was")


def test_another_secret_is_found(raw):
    changed = json.loads(raw)
    changed["end"]["secret"] = "00" * 32
    assert audit.audit(resealed(changed)).faults == ["The secret is not the one that was committed to at the start."]


def test_rolls_that_were_thrown_away_are_found(raw):
    changed = json.loads(raw)
    secret = bytes.fromhex(changed["end"]["secret"])
    for step in changed["steps"]:
        for roll in step.get("chance", ()):
            roll["n"] += 5
            roll["got"] = [audit.uniform(secret, [], roll["n"], 6) + 1]
    assert audit.audit(resealed(changed)).faults == [
        "5 rolls were taken back and rolled afresh, which only a practice table may."
    ]


def test_outcomes_set_by_hand_are_found(raw):
    changed = json.loads(raw)
    next(s for s in changed["steps"] if s.get("chance"))["chance"][0]["n"] = -1
    assert any("set by hand" in fault for fault in audit.audit(resealed(changed)).faults)


def test_a_running_game_is_checked_as_far_as_can_be():
    table = Skirmish().table()
    table.play("move red-1 B1")
    report = audit.audit(record.dump_record(record.build_record(table)))
    assert report.sound
    assert report.notes == ["The game is not over: its dice can be checked when the secret is published."]


def test_the_command_exits_with_1_on_a_fault(run, raw, tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(raw)
    assert "The record is sound" in run("audit", path).out
    path.write_bytes(raw.replace(b" moves to ", b" flies to ", 1))
    ran = run("audit", path)
    assert ran.code == 1
    assert "does not fit the hash chain" in ran.out
    assert json.loads(run("audit", path, "--json").out)["sound"] is False

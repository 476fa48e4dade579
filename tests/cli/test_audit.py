"""The audit works alone, agrees with the kernel, and finds whatever was altered."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from toys import skirmish
from toys.auction import Auction
from toys.landing import LandingGame
from toys.letters import Letters
from toys.skirmish import Skirmish
from toys.smoke import Smoke

from grognard.bots import RandomBot
from grognard.kernel.match import audit, record
from grognard.kernel.match.rules_version import rules_version
from grognard.kernel.match.verify import verify
from grognard.kernel.rules import chance


@pytest.fixture(scope="module")
def raw() -> bytes:
    """A finished game with some rolls in it, not for practice."""
    return game_of(Skirmish(), rolls=3)


def game_of(game: Any, rolls: int = 1, **how: Any) -> bytes:
    """A finished game of a toy with so many chance steps in it, not for practice; the same one each time."""
    rng, bot = random.Random(5), RandomBot[Any]()
    for number in range(100):
        table = game.table(secret=hashlib.sha256(f"secret {number}".encode()).digest(), **how)
        while not table.over:
            seat = table.seats[0]
            table.play(bot.choose(table.game, table.view(seat), seat, rng), seat)
        if sum(len(entry.rolls) for entry in table.history) >= rolls:
            return record.dump_record(table.record())
    raise AssertionError("no game had so many")


def resealed(changed: Any) -> bytes:
    """A forged record whose chain fits: what a cheat with the file in hand would write."""
    header: Any = {k: v for k, v in changed.items() if k not in ("steps", "end")}
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
    assert "Dice: sound; " in ran.stdout
    assert "Not checked here: that the rules ask for these rolls" in ran.stdout


def test_its_dice_are_the_kernels():
    secret = bytes(range(32))
    for n in range(50):
        for stop in (2, 6, 10, 54):
            assert audit.uniform(secret, ["a", "b"], n, stop) == chance.uniform(secret, ("a", "b"), n, stop)


def test_its_text_is_the_kernels():
    value: Any = {"é": [1, 2.5, -3, None, True, 'quo"te\\\n\t\x01/'], "a": {"z": "✠", "b": 1e30}}
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


def test_a_roll_that_is_used_twice_is_found(raw):
    changed = json.loads(raw)
    (_, first), (number, second) = [
        (i, roll) for i, step in enumerate(changed["steps"]) for roll in step.get("chance", ())
    ][:2]
    second["n"], second["got"] = first["n"], first["got"]
    assert audit.audit(resealed(changed)).faults == [f"Step {number} uses roll {first['n']} again."]


@pytest.mark.parametrize(("dice", "got"), [([1, 1], [1]), ([1, 1_000_001], None), ([0, 6], []), ([-1, 6], [])])
def test_dice_that_nobody_can_roll_are_found(raw, dice, got):
    changed = json.loads(raw)
    number, roll = next((i, s["chance"][0]) for i, s in enumerate(changed["steps"]) if s.get("chance"))
    secret = bytes.fromhex(changed["end"]["secret"])
    roll["dice"] = dice
    roll["got"] = got if got is not None else [audit.uniform(secret, [], roll["n"], dice[1]) + 1]
    words = f"Step {number} rolls {dice[0]} dice with {dice[1]} sides, which nobody can."
    assert audit.audit(resealed(changed)).faults == [words]


def test_a_number_longer_than_any_in_a_record_is_not_read():
    bad = b'{"format":1,"hash":"","steps":[' + b"9" * 19 + b"]}"
    assert audit.audit(bad).faults == ["This is not a record: a number of 19 digits is in no record."]


def test_a_record_that_lacks_a_board_is_refused():
    game = Smoke()
    changed = json.loads(game_of(game))
    del changed["scenes"]["blue"]
    assert "It does not hold the boards of all who have one." in verify(resealed(changed), game).rules.text


def test_outcomes_set_by_hand_are_found(raw):
    changed = json.loads(raw)
    next(s for s in changed["steps"] if s.get("chance"))["chance"][0]["n"] = -1
    assert any("set by hand" in fault for fault in audit.audit(resealed(changed)).faults)


def test_a_running_game_is_checked_as_far_as_can_be():
    table = Skirmish().table()
    table.play("move red-1 B1")
    report = audit.audit(record.dump_record(record.build_record(table)))
    assert report.sound
    assert report.dice == "unknown"
    assert audit.said(report)[1] == (
        "Dice: not checked; the game is not over, and the secret is published at its end."
    )


def test_the_command_exits_with_1_on_a_fault(run, raw, tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(raw)
    assert "The record is sound" in run("audit", path).out
    path.write_bytes(raw.replace(b" moves to ", b" flies to ", 1))
    ran = run("audit", path)
    assert ran.code == 1
    assert "does not fit the hash chain" in ran.out
    assert json.loads(run("audit", path, "--json").out)["sound"] is False


# ------------------------------------------------------------------------------ forged, with the chain made anew


def first_draw(changed: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    for number, step in enumerate(changed["steps"]):
        for roll in step.get("chance", ()):
            if len(set(roll.get("draw", ()))) > 1:
                return number, roll
    raise AssertionError("nothing is drawn in this game")


@pytest.mark.parametrize("game", [Skirmish(), Letters(), Smoke(), Auction()], ids=lambda game: game.id)
def test_a_finished_game_is_sound_in_every_respect(game):
    found = verify(game_of(game), game)
    assert {name: verdict.state for name, verdict in found.verdicts.items()} == {
        "chain": "sound", "dice": "sound", "rules": "sound", "log": "sound",
    }  # fmt: skip
    assert found.summary == "The record is sound: chain, dice, rules and log."


def test_a_reordered_draw_is_refused():
    game = Letters()
    changed = json.loads(game_of(game))
    number, roll = first_draw(changed)
    at = roll["draw"].index(roll["got"])
    other = next(i for i, item in enumerate(roll["draw"]) if item != roll["got"])
    roll["draw"][at], roll["draw"][other] = roll["draw"][other], roll["draw"][at]
    secret, nonces = bytes.fromhex(changed["end"]["secret"]), changed["dice"]["nonces"]
    roll["got"] = roll["draw"][audit.uniform(secret, nonces, roll["n"], len(roll["draw"]))]
    forged = resealed(changed)
    assert audit.audit(forged).sound, "the dice alone do not tell it"
    found = verify(forged, game)
    assert not found.sound
    assert found.dice.state == "sound"
    assert found.rules.text.startswith(f"Rules: differ from step {number}. ")
    assert "draws from the same list in another order" in found.rules.text
    assert found.rules.state == "wrong"
    assert found.rules.text.endswith("it was altered.")
    assert found.summary == "The record is not sound."


def test_who_names_other_rules_is_not_called_a_forger(raw):
    """He may have older ones: what follows from them, only they can tell."""
    changed = json.loads(raw)
    assert re.fullmatch("1[+][0-9a-f]{12}", changed["version"])
    result = changed["end"]["result"]
    result["winner"] = "red" if result.get("winner") == "blue" else "blue"
    for version in ("1", "1+0123456789ab"):
        changed["version"] = version
        found = verify(resealed(changed), Skirmish())
        assert found.rules.state == "differs"
        words = f"It was played by version {version}; this one is {rules_version(Skirmish())}."
        assert found.rules.text.endswith(words)
        assert found.summary == f"Dice sound; rules differ from step {len(changed['steps'])}."


def test_a_game_that_went_on_under_other_rules_is_not_called_altered(raw):
    changed = json.loads(raw)
    changed["steps"][-1]["rules"] = "2+0123456789ab"
    changed["end"]["result"]["text"] = "Red was cheated."
    assert verify(resealed(changed), Skirmish()).log.state == "differs"


def test_a_five_sided_die_is_refused(raw):
    changed = json.loads(raw)
    secret = bytes.fromhex(changed["end"]["secret"])
    number, roll = next((i, s["chance"][0]) for i, s in enumerate(changed["steps"]) if s.get("chance"))
    roll["dice"] = [1, 5]
    roll["got"] = [audit.uniform(secret, [], roll["n"], 5) + 1]
    forged = resealed(changed)
    assert audit.audit(forged).sound, "the dice alone do not tell it"
    found = verify(forged, Skirmish())
    assert found.rules.state == "wrong"
    assert found.rules.text.startswith(f"Rules: differ from step {number}. ")
    assert "1 die with 6 sides, not 1 die with 5 sides" in found.rules.text


def test_a_changed_winner_is_refused(raw):
    changed = json.loads(raw)
    result = changed["end"]["result"]
    result["winner"] = "red" if result.get("winner") == "blue" else "blue"
    forged = resealed(changed)
    assert audit.audit(forged).sound, "the dice alone do not tell it"
    found = verify(forged, Skirmish())
    assert found.rules.text.startswith(f"Rules: differ from step {len(changed['steps'])}. It now ends otherwise. ")


def test_a_result_told_in_other_words_is_refused(raw):
    changed = json.loads(raw)
    changed["end"]["result"]["text"] = "Red was cheated."
    found = verify(resealed(changed), Skirmish())
    assert found.rules.state == "sound"
    assert found.log.text.startswith("Log: the result is told as “Red was cheated.”, which the rules do not say. ")
    assert found.log.state == "wrong"


@pytest.mark.parametrize("which", ["commitment", "secret"])
def test_a_changed_commitment_or_secret_is_refused(raw, which):
    changed = json.loads(raw)
    part = changed["dice"] if which == "commitment" else changed["end"]
    part[which] = "ab" * 32
    found = verify(resealed(changed), Skirmish())
    assert found.dice.state == "wrong"
    assert found.dice.text == "The secret is not the one that was committed to at the start."
    assert found.rules.state == "sound", "the verdicts are apart"
    assert found.summary == "The record is not sound."


def test_a_sentence_that_no_event_made_is_refused(raw):
    changed = json.loads(raw)
    number, face = next(
        (i, e["face"]) for i, s in enumerate(changed["steps"]) for e in s["events"] if e.get("face", {}).get("text")
    )
    told, face["text"] = face["text"], "Blue gives up."
    found = verify(resealed(changed), Skirmish())
    assert found.rules.state == "sound"
    assert found.log.text.startswith(f"Log: step {number} says “Blue gives up.” where the rules say “{told}”.")


def test_an_event_that_was_left_out_or_added_is_refused(raw):
    changed = json.loads(raw)
    number, events = next((i, s["events"]) for i, s in enumerate(changed["steps"]) if len(s["events"]) == 1)
    events.append({"face": {"kind": "Said", "text": "Red cheats.", "words": "Red cheats."}})
    assert f"Log: step {number} adds “Red cheats.”." in verify(resealed(changed), Skirmish()).log.text
    changed = json.loads(raw)
    number, event = next((i, s["events"][-1]) for i, s in enumerate(changed["steps"]) if s["events"])
    told = event.pop("face")["text"]
    assert f"Log: step {number} leaves out “{told}”." in verify(resealed(changed), Skirmish()).log.text


def test_a_changed_action_or_board_is_refused(raw):
    changed = json.loads(raw)
    number, step = next((i, s) for i, s in enumerate(changed["steps"]) if s["action"].startswith("move "))
    step["action"] = f"{step['action'].rsplit(' ', 1)[0]} E9"  # there is no such place
    found = verify(resealed(changed), Skirmish())
    assert found.rules.text.startswith(f"Rules: differ from step {number}. ")
    changed = json.loads(raw)
    number, pieces = next(
        (i, e["changes"]["*"]["pieces"])
        for i, s in enumerate(changed["steps"])
        for e in s["events"]
        if "pieces" in e.get("changes", {}).get("*", {})
    )
    next(iter(pieces.values()))["place"] = "C3"
    assert f"Step {number} (“" in verify(resealed(changed), Skirmish()).rules.text


def test_a_roll_shown_to_others_is_refused():
    game = Smoke()
    changed = json.loads(game_of(game))
    number, roll = first_draw(changed)
    assert roll.pop("only") == ["blue"]
    found = verify(resealed(changed), game)
    assert f"Rules: differ from step {number}. Step {number} shows a roll to other seats." in found.rules.text


def test_a_finished_game_without_its_end_is_refused(raw):
    changed = json.loads(raw)
    del changed["end"]
    found = verify(resealed(changed), Skirmish())
    assert "The game is over there, but the record has no end" in found.rules.text


def test_a_header_that_hides_the_practice_table_is_refused():
    table = Smoke().table(practice=True, forced=["two"])
    rng = random.Random(3)
    while not table.over:
        table.play(rng.choice(table.legal()))
    changed = json.loads(record.dump_record(table.record()))
    changed["practice"] = False
    found = verify(resealed(changed), Smoke())
    assert found.dice.text == "1 outcomes were set by hand, which only a practice table may."


def test_a_game_of_older_rules_has_sound_dice_and_says_from_where_the_rules_differ(monkeypatch):
    with monkeypatch.context() as then:  # attacks were rolled with dice of eight sides
        then.setattr(skirmish.Fight, "chance", lambda fight, s: chance.Dice(1, 8))
        then.setattr(Skirmish, "version", "0")
        older = game_of(Skirmish())
    number = next(i for i, s in enumerate(json.loads(older)["steps"]) if s.get("chance"))
    assert json.loads(older)["steps"][number]["chance"][0]["dice"] == [1, 8]
    found = verify(older, Skirmish())
    assert found.dice.state == "sound"
    assert found.summary == f"Dice sound; rules differ from step {number}."


def test_a_game_that_is_not_over_says_plainly_what_is_not_checked(run, tmp_path):
    table = Skirmish().table()
    table.play("move red-1 B1")
    raw = record.dump_record(record.build_record(table))
    found = verify(raw, Skirmish())
    assert found.dice.state == "unknown"
    assert found.dice.text == "Dice: not checked; the game is not over, and the secret is published at its end."
    assert found.rules.state == "sound"
    assert found.summary == "Nothing is wrong with what can be checked now; not checked: dice."
    path = tmp_path / "game.json"
    path.write_bytes(raw)
    ran = run("audit", path)
    assert ran.code == 0
    assert "The record is sound" not in ran.out
    assert "Dice: not checked" in ran.out


def test_whoever_keeps_the_secret_can_check_the_dice_of_a_running_game():
    table = Smoke().table()
    raw = record.dump_record(record.build_record(table))
    assert verify(raw, Smoke(), table.dice.secret.hex()).dice.state == "sound"
    found = verify(raw, Smoke(), "ab" * 32)
    assert found.dice.text == "The secret is not the one that was committed to at the start."


def test_what_a_seat_saw_is_not_called_sound():
    table = LandingGame().table()
    table.play("place division gold; place regiment juno; place dummy sword; done")
    found = verify(record.dump_record(table.record("lander")), LandingGame())
    assert [verdict.state for verdict in found.verdicts.values()] == ["sound", "unknown", "unknown", "unknown"]
    assert "this is what lander saw of a running game" in found.dice.text
    assert "sound:" not in found.summary


# ------------------------------------------------------------------------------------------------ hostile records


def hostile(raw: bytes) -> dict[str, bytes]:
    """Records that are made to keep a reader busy, or to bring it down; each with a chain that fits."""

    def with_roll(**roll: Any) -> bytes:
        changed = json.loads(raw)
        step = next(s for s in changed["steps"] if s.get("chance"))
        step["chance"][0] = {k: v for k, v in {**step["chance"][0], **roll}.items() if v is not None}
        return resealed(changed)

    def with_header(**values: Any) -> bytes:
        return resealed({**json.loads(raw), **values})

    dice = json.loads(raw)["dice"]
    tiny = {"format": 1, "game": "skirmish", "version": "1", "scenario": "meeting", "options": {}, "practice": False}
    tiny |= {
        "seats": ["red", "blue"],
        "dice": dice,
        "scenes": {"public": {"pieces": {}, "marks": {}, "numbers": {}, "clock": {}}},
    }
    tiny["steps"] = [{"seat": "", "action": "", "events": [], "chance": [{"n": 0, "dice": [10**9, 6], "got": [1]}]}]
    tiny["end"] = json.loads(raw)["end"]
    return {
        "a thousand million dice in 660 bytes": resealed(tiny),
        "a thousand million dice": with_roll(dice=[10**9, 6]),
        "no dice": with_roll(dice=[0, 6]),
        "less than no dice": with_roll(dice=[-1, 6]),
        "no sides": with_roll(dice=[1, 0]),
        "one side": with_roll(dice=[1, 1]),
        "less than no sides": with_roll(dice=[1, -6]),
        "sides without end": with_roll(dice=[1, 10**17]),
        "a negative number": with_roll(n=-2),
        "a number without end": with_roll(n=10**17),
        "a draw from nothing": with_roll(dice=None, draw=[], got="x"),
        "a draw of what is not there": with_roll(dice=None, draw=["a"] * 50_000, got="x"),
        "neither dice nor draw": with_roll(dice=None),
        "dice and draw": with_roll(draw=["a"]),
        "got something else": with_roll(got={"a": 1}),
        "true for a number": with_roll(n=True),
        "nonces that are no texts": with_header(dice={**dice, "nonces": [7]}),
        "a nonce too long": with_header(dice={**dice, "nonces": ["x" * 65]}),
        "a nonce of two lines": with_header(dice={**dice, "nonces": ["x\n0"]}),
        "a nonce that is missing": with_header(dice={**dice, "nonces": ["x", ""], "by": ["red", "blue"]}),
        "fewer nonces than players": with_header(dice={**dice, "nonces": ["x"], "by": ["red", "blue"]}),
        "a commitment that is none": with_header(dice={**dice, "commitment": "x"}),
        "deep lists": b'{"format":1,"hash":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        "deep objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        "a number of 5,000 digits": b'{"format":1,"hash":"","steps":[' + b"9" * 5_000 + b"]}",
        "not a number": b'{"format":NaN}',
        "steps that are none": with_header(steps=[]),
        "half a sign": b'{"format":1,"game":"\\ud800","hash":"","steps":[]}',
        "nothing": b"",
        "a list": b"[]",
        "not text": b"\xff\xfe\x00",
    }


HOSTILE = list(hostile(game_of(Skirmish())))


@pytest.mark.parametrize("which", HOSTILE)
def test_a_hostile_record_gets_one_sentence_at_once(raw, which, tmp_path):
    bad = hostile(raw)[which]
    began = time.process_time()  # others may have the processor meanwhile
    found = verify(bad, Skirmish())
    report = audit.audit(bad)
    assert time.process_time() - began < 2
    assert not found.sound
    assert not report.sound or which == "steps that are none"  # that the game was longer, the rules alone know
    for sentence in [*found.faults, *report.faults]:
        assert sentence.endswith(".")
        assert "\n" not in sentence
        assert len(sentence) < 600


def test_a_hostile_record_of_660_bytes_is_refused_by_the_command(run, raw, tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(hostile(raw)["a thousand million dice in 660 bytes"])
    ran = run("audit", path)
    assert ran.code == 1
    assert "Step 0 rolls 1000000000 dice and does not write down as many." in ran.out


def test_a_packed_file_is_not_unpacked_without_end(run, tmp_path):
    path = tmp_path / "bomb.json.gz"
    with gzip.open(path, "wb", compresslevel=9) as file:
        for _ in range(70):
            file.write(b" " * 1_000_000)
    ran = run("audit", path)
    assert ran.code == 1
    assert "more than 64 MB" in ran.out


# ----------------------------------------------------------------------------------------------------- nonces


def test_the_players_nonces_are_part_of_the_dice(raw):
    nonced = game_of(Skirmish(), nonces=["red's own", "blue's own"])
    assert verify(nonced, Skirmish()).dice.state == "sound"
    changed = json.loads(nonced)
    changed["dice"]["nonces"][1] = "blue's other"
    found = verify(resealed(changed), Skirmish())
    assert found.dice.state == "wrong"
    assert "but the secret gives" in found.dice.text


@pytest.mark.parametrize(
    ("nonces", "words"),
    [
        (["x", ""], "The nonce of blue is missing, though the game began."),
        (["x" * 65, "y"], "The nonce of red has 65 bytes, more than 64."),
        (["é" * 33, "y"], "The nonce of red has 66 bytes, more than 64."),
        (["x\n0", "y"], "The nonce of red has signs in it that cannot be printed."),
        (["x"], "2 players owe a nonce, but the record has 1."),
    ],
)
def test_a_nonce_that_is_missing_or_too_long_gets_a_sentence(raw, nonces, words):
    changed = json.loads(raw)
    changed["dice"] |= {"nonces": nonces, "by": ["red", "blue"]}
    forged = resealed(changed)
    assert audit.audit(forged).faults == [words]
    assert verify(forged, Skirmish()).dice.text == words

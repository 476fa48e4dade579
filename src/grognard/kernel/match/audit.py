"""Check a record with the standard library alone: its hash chain, and that no roll was chosen or changed.

    python -m grognard.kernel.match.audit game.json

This file needs no other: it can be copied beside a record and run by anybody who trusts neither player's machine.
What it shows is that the record is whole, and that the dice follow from the secret that was committed to at the
start and from the players' nonces, each in its turn. It knows no rules: whether they asked for these dice, and what
came of them, `grognard audit` checks.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.kernel.match.shapes import Record, Roll
    from grognard.kernel.plain import Json, Things

FORMAT = 1
MOST_BYTES = 64_000_000
MOST_DIGITS = 18
"""Of a number in a record: more than any roll, side or score has."""
MOST_SIDES = 1_000_000
MOST_NONCE = 64
"""Bytes of a player's nonce."""
NOT_CHECKED = "that the rules ask for these rolls and give these events, this log and this result"

SOUND, WRONG, UNKNOWN = "sound", "wrong", "unknown"
"""What a check comes to; `unknown` is what cannot be checked, or not yet."""


class Raw(str):
    """A number with a fraction, kept as it was written: the hashes go over the text."""

    __slots__ = ()


class Wrong(Exception):
    """One sentence that says what is wrong, and where."""


def _short(value: Json | Sequence[int] | Exception) -> str:
    text = str(value)
    return text if len(text) <= 120 else f"{text[:120]}…"


@dataclass
class Report:
    """What an audit found: nothing wrong if `faults` is empty; `dice` says whether the dice could be checked."""

    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    steps: int = 0
    rolls: int = 0
    """Rolls that were computed again from the secret and agree."""
    chain: str = UNKNOWN
    dice: str = UNKNOWN
    why: str = ""
    """Why the dice could not be checked."""

    @property
    def sound(self) -> bool:
        return not self.faults


def canonical(value: Json) -> str:
    """JSON with sorted keys and no spaces, the text that the hashes are made of."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{_quote(k)}:{canonical(value[k])}" for k in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return _quote(value)


def _quote(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def chain(previous: str, entry: Things) -> str:
    """The hash of an entry that follows `previous`."""
    body = {key: value for key, value in entry.items() if key != "hash"}
    return hashlib.sha256(f"{previous}\n{canonical(body)}".encode()).hexdigest()


def uniform(secret: bytes, nonces: list[str], n: int, stop: int) -> int:
    """Roll number n as an integer below `stop`: 64-bit blocks of HMAC-SHA256, those that favour any rejected."""
    limit = 2**64 - 2**64 % stop
    for block in itertools.count():
        message = "\n".join([*nonces, str(n), str(block)]).encode()
        digest = hmac.digest(secret, message, "sha256")
        for at in range(0, 32, 8):
            value = int.from_bytes(digest[at : at + 8], "big")
            if value < limit:
                return value % stop
    raise AssertionError("unreachable")


# ------------------------------------------------------------------------------------------------- reading


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError(f"a number of {len(text)} digits is in no record")
    return int(text)


def _constant(name: str) -> Json:
    raise ValueError(f"{name} is not JSON")


def _read(raw: bytes) -> tuple[Things, Record]:
    """What the file holds, and the same as the record that it should be: whether it is built as one, is seen when it
    is looked at."""
    if len(raw) > MOST_BYTES:
        raise Wrong(f"This is not a record: it has more than {MOST_BYTES // 1_000_000} MB.")
    try:
        written = json.loads(raw.decode("utf-8"), parse_float=Raw, parse_int=_whole, parse_constant=_constant)
    except RecursionError:
        raise Wrong("This is not a record: it is nested too deeply.") from None
    except (UnicodeDecodeError, ValueError) as error:
        raise Wrong(f"This is not a record: {error}.") from None
    record: Record = written
    if not isinstance(written, dict) or written.get("format") != FORMAT:
        raise Wrong(f"This is not a record of format {FORMAT}.")
    return written, record


def audit(raw: bytes) -> Report:
    """Read a record's bytes and check everything that can be checked of them without its rules."""
    report = Report()
    try:
        written, record = _read(raw)
        report.chain = WRONG
        _check_chain(written, report)
        _check_bytes(written, raw)
        report.chain = SOUND
    except Wrong as wrong:
        report.faults.append(str(wrong))
    except RecursionError:
        report.faults.append("This is not a record: it is nested too deeply.")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        report.faults.append(f"The record is not built as records are ({type(error).__name__}: {_short(error)}).")
    else:
        audit_dice(record, report)
    return report


def audit_dice(record: Record, report: Report, secret: str = "") -> None:
    """Check commitment, nonces and rolls of a record whose chain is whole; `secret` is that of a running game."""
    report.dice = WRONG
    try:
        _check_dice(record, report, secret)
        if report.dice == WRONG and not report.faults:
            report.dice = SOUND
    except Wrong as wrong:
        report.faults.append(str(wrong))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        report.faults.append(f"The record is not built as records are ({type(error).__name__}: {_short(error)}).")


# --------------------------------------------------------------------------------------------------- chain


def _check_bytes(record: Things, raw: bytes) -> None:
    """Two texts can mean the same JSON; a record has only one."""
    again = canonical(record).encode()
    if again != raw.rstrip():
        at = next((i for i, (a, b) in enumerate(zip(again, raw, strict=False)) if a != b), min(len(again), len(raw)))
        raise Wrong(f"The record was altered at byte {at}: it is not as it was written.")


def _things(value: Json) -> Things:
    if not isinstance(value, dict):
        raise TypeError(f"{_short(value)} has no fields")
    return value


def _check_chain(record: Things, report: Report) -> None:
    header = {key: value for key, value in record.items() if key not in ("steps", "end")}
    last, steps, end = record["hash"], record["steps"], record.get("end")
    if chain("", header) != last:
        raise Wrong("The header does not fit its hash.")
    if not isinstance(steps, list):
        raise TypeError("the steps are no list")
    for number, step in enumerate(map(_things, steps)):
        if chain(str(last), step) != step.get("hash"):
            raise Wrong(f"Step {number} does not fit the hash chain.")
        last = step["hash"]
    report.steps = len(steps)
    if end is not None and chain(str(last), _things(end)) != _things(end).get("hash"):
        raise Wrong("The end does not fit the hash chain.")


# ---------------------------------------------------------------------------------------------------- dice


def _unknown(report: Report, why: str) -> None:
    report.dice, report.why = UNKNOWN, why


def _check_dice(record: Record, report: Report, known: str) -> None:
    commitment = record["dice"]["commitment"]
    if not isinstance(commitment, str) or not re.fullmatch("[0-9a-f]{64}", commitment):
        raise Wrong("The commitment to the dice is not a SHA-256.")
    nonces = _check_nonces(record)
    if "seat" in record:
        _unknown(report, f"this is what {_short(record['seat'])} saw of a running game, and the dice are not in it")
        return
    text = record["end"]["secret"] if "end" in record else known
    if not text:
        _unknown(report, "the game is not over, and the secret is published at its end")
        return
    if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{64}", text):
        raise Wrong("The secret of the dice is not 32 bytes in hexadecimal digits.")
    secret = bytes.fromhex(text)
    if hashlib.sha256(secret).hexdigest() != commitment:
        raise Wrong("The secret is not the one that was committed to at the start.")
    _check_rolls(record, secret, nonces, report)


def _check_nonces(record: Record) -> list[str]:
    """What each player added to the secret, each a line of its own: a line's end in one would make it two."""
    dice = record["dice"]
    nonces: list[str] = dice["nonces"]
    owed = dice.get("by", [f"player {number}" for number in range(1, len(nonces) + 1)])
    if len(owed) != len(nonces):
        raise Wrong(f"{len(owed)} players owe a nonce, but the record has {len(nonces)}.")
    for who, nonce in zip(owed, nonces, strict=True):
        if not nonce and not record["steps"]:
            continue  # it is still awaited, and nothing has been rolled
        if not isinstance(nonce, str) or not nonce:
            raise Wrong(f"The nonce of {_short(who)} is missing, though the game began.")
        if len(nonce.encode()) > MOST_NONCE:
            raise Wrong(f"The nonce of {_short(who)} has {len(nonce.encode())} bytes, more than {MOST_NONCE}.")
        if not nonce.isprintable():
            raise Wrong(f"The nonce of {_short(who)} has signs in it that cannot be printed.")
    return nonces


def _check_rolls(record: Record, secret: bytes, nonces: list[str], report: Report) -> None:
    due, forced, dropped = 0, 0, 0
    for number, step in enumerate(record["steps"]):
        for roll in step.get("chance", ()):
            n = roll["n"]
            size = _size(roll, number)
            if n == -1:
                forced += 1
                continue
            if n < due:
                raise Wrong(f"Step {number} uses roll {n} again.")
            dropped += n - due
            got = _roll(secret, nonces, roll)
            if got != roll["got"]:
                raise Wrong(f"Step {number}: roll {n} was {_short(roll['got'])}, but the secret gives {_short(got)}.")
            due = n + size
            report.rolls += size
    practice = bool(record.get("practice"))
    if forced:
        _tell(report, practice, f"{forced} outcomes were set by hand")
    if dropped:
        _tell(report, practice, f"{dropped} rolls were taken back and rolled afresh")


def _size(roll: Roll, number: int) -> int:
    """How many numbers a roll uses, once it is known to be a roll: no more than the file writes out."""
    n, got = roll["n"], roll["got"]
    if type(n) is not int or not -1 <= n < 10**MOST_DIGITS:
        raise Wrong(f"Step {number} has a roll with the number {_short(n)}.")
    if ("dice" in roll) == ("draw" in roll):
        raise Wrong(f"Step {number} has a chance that is not either dice or a draw.")
    if "dice" not in roll:
        if not isinstance(roll["draw"], list) or got not in roll["draw"]:
            raise Wrong(f"Step {number} draws {_short(got)}, which is not among what could be drawn.")
        return 1
    count, sides = roll["dice"]
    if type(count) is not int or type(sides) is not int or count < 1 or not 2 <= sides <= MOST_SIDES:
        raise Wrong(f"Step {number} rolls {_short(count)} dice with {_short(sides)} sides, which nobody can.")
    if not isinstance(got, list) or len(got) != count:
        raise Wrong(f"Step {number} rolls {count} dice and does not write down as many.")
    return count


def _roll(secret: bytes, nonces: list[str], roll: Roll) -> list[int] | str:
    """What the secret gives for a roll."""
    n = roll["n"]
    if "dice" in roll:
        count, sides = roll["dice"]
        return [uniform(secret, nonces, n + i, sides) + 1 for i in range(count)]
    return roll["draw"][uniform(secret, nonces, n, len(roll["draw"]))]


def _tell(report: Report, practice: bool, what: str) -> None:
    """What a practice table may do and a game may not."""
    if practice:
        report.notes.append(f"{what}, as a practice table may.")
    else:
        report.faults.append(f"{what}, which only a practice table may.")


# ------------------------------------------------------------------------------------------------ the words


def said(report: Report) -> list[str]:
    """The verdicts on the chain and on the dice, each in a sentence of its own."""
    lines = []
    if report.chain == SOUND:
        lines.append(f"Chain: sound; {report.steps} steps, none changed, left out or moved since it was written.")
    if report.dice == SOUND:
        lines.append(f"Dice: sound; {report.rolls} rolls are what the committed secret gives.")
    elif report.dice == UNKNOWN and report.chain == SOUND:
        lines.append(f"Dice: not checked; {report.why}.")
    return lines


def main(args: list[str]) -> int:
    if len(args) != 1 or args[0].startswith("-"):
        print("Usage: python -m grognard.kernel.match.audit RECORD")
        return 2
    try:
        with open(args[0], "rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        print(f"The record {args[0]} cannot be read: {error.strerror}.")
        return 2
    report = audit(raw)
    for line in [*report.faults, *said(report), *report.notes]:
        print(line)
    if report.sound:
        print(f"Not checked here: {NOT_CHECKED}; `grognard audit` checks that too.")
    return 0 if report.sound else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

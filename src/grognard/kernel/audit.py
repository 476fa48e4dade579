"""Check a record with the standard library alone: its hash chain, and that no roll was chosen or changed.

    python -m grognard.kernel.audit game.json

This file needs no other: it can be copied beside a record and run by anybody who trusts neither player's machine.
What it shows is that the dice follow from the secret that was committed to at the start, each in its turn.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import sys
from dataclasses import dataclass, field
from typing import Any

FORMAT = 1


class Raw(str):
    """A number with a fraction, kept as it was written: the hashes go over the text."""

    __slots__ = ()


@dataclass
class Report:
    """What an audit found. The record is sound if `faults` is empty."""

    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    steps: int = 0
    rolls: int = 0
    """Rolls that were computed again from the secret and agree."""

    @property
    def sound(self) -> bool:
        return not self.faults


def canonical(value: Any) -> str:
    """JSON with sorted keys and no spaces, the text that the hashes are made of."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{_quote(k)}:{canonical(value[k])}" for k in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return _quote(value)


def _quote(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def chain(previous: str, entry: dict[str, Any]) -> str:
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


def audit(raw: bytes) -> Report:
    """Read a record's bytes and check everything that can be checked of them."""
    report = Report()
    try:
        record = json.loads(raw.decode("utf-8"), parse_float=Raw)
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        report.faults.append(f"This is not a record: {error}.")
        return report
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        report.faults.append(f"This is not a record of format {FORMAT}.")
        return report
    try:
        _check_chain(record, report)
        if report.sound:
            _check_bytes(record, raw, report)
            _check_dice(record, report)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        report.faults.append(f"The record is not built as records are ({type(error).__name__}: {error}).")
    return report


def _check_bytes(record: dict[str, Any], raw: bytes, report: Report) -> None:
    """Two texts can mean the same JSON; a record has only one."""
    again = canonical(record).encode()
    if again != raw.rstrip():
        at = next((i for i, (a, b) in enumerate(zip(again, raw, strict=False)) if a != b), min(len(again), len(raw)))
        report.faults.append(f"The record was altered at byte {at}: it is not as it was written.")


def _check_chain(record: dict[str, Any], report: Report) -> None:
    header = {key: value for key, value in record.items() if key not in ("steps", "end")}
    last = record["hash"]
    if chain("", header) != last:
        report.faults.append("The header does not fit its hash.")
        return
    for number, step in enumerate(record["steps"]):
        if chain(last, step) != step.get("hash"):
            report.faults.append(f"Step {number} does not fit the hash chain.")
            return
        last = step["hash"]
    report.steps = len(record["steps"])
    end = record.get("end")
    if end is not None and chain(last, end) != end.get("hash"):
        report.faults.append("The end does not fit the hash chain.")


def _check_dice(record: dict[str, Any], report: Report) -> None:
    if "seat" in record:
        report.notes.append(f"This is what {record['seat']} saw of a running game; its dice are not in it.")
        return
    if "end" not in record:
        report.notes.append("The game is not over: its dice can be checked when the secret is published.")
        return
    secret = bytes.fromhex(record["end"]["secret"])
    if hashlib.sha256(secret).hexdigest() != record["dice"]["commitment"]:
        report.faults.append("The secret is not the one that was committed to at the start.")
        return
    nonces = record["dice"]["nonces"]
    practice = bool(record.get("practice"))
    due, forced, dropped = 0, 0, 0
    for number, step in enumerate(record["steps"]):
        for roll in step.get("chance", ()):
            n = roll["n"]
            if n < 0:
                forced += 1
                continue
            if n < due:
                report.faults.append(f"Step {number} uses roll {n} again.")
                return
            dropped += n - due
            got, size = _roll(secret, nonces, roll)
            if got != roll["got"]:
                report.faults.append(f"Step {number}: roll {n} was {roll['got']}, but the secret gives {got}.")
                return
            due = n + size
            report.rolls += size
    if forced:
        _tell(report, practice, f"{forced} outcomes were set by hand")
    if dropped:
        _tell(report, practice, f"{dropped} rolls were taken back and rolled afresh")


def _roll(secret: bytes, nonces: list[str], roll: dict[str, Any]) -> tuple[Any, int]:
    """What the secret gives for a roll, and how many numbers it used."""
    n = roll["n"]
    if "dice" in roll:
        count, sides = roll["dice"]
        return [uniform(secret, nonces, n + i, sides) + 1 for i in range(count)], count
    return roll["draw"][uniform(secret, nonces, n, len(roll["draw"]))], 1


def _tell(report: Report, practice: bool, what: str) -> None:
    """What a practice table may do and a game may not."""
    if practice:
        report.notes.append(f"{what}, as a practice table may.")
    else:
        report.faults.append(f"{what}, which only a practice table may.")


def main(args: list[str]) -> int:
    if len(args) != 1 or args[0].startswith("-"):
        print("Usage: python -m grognard.kernel.audit RECORD")
        return 2
    try:
        with open(args[0], "rb") as file:
            raw = file.read()
    except OSError as error:
        print(f"The record {args[0]} cannot be read: {error.strerror}.")
        return 2
    report = audit(raw)
    for line in [*report.faults, *report.notes]:
        print(line)
    if report.sound:
        print(
            f"The record is sound: {report.steps} steps in the chain, {report.rolls} rolls as the secret gives them."
        )
    return 0 if report.sound else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

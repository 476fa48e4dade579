"""The one verifier: a record is checked whole, with a verdict each on its chain, its dice, its rules and its log.

The chain and the dice are checked as `audit.py` does it, which knows no rules. Then the record is played again under
today's rules: they must ask for every roll just as it was recorded, change the boards as recorded, and end the same
way; and the sentences of the log must be those that the events make. A difference there means that the record was
altered, where it says that it was played by these very rules (`rules_version`); else others may have been played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.kernel.match import audit
from grognard.kernel.match.audit import SOUND, UNKNOWN, WRONG
from grognard.kernel.match.record import load_record
from grognard.kernel.match.replay import Replay
from grognard.kernel.match.rules_version import rules_version
from grognard.kernel.match.shapes import Record, Told, plain
from grognard.kernel.plain import Json
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S

DIFFERS = "differs"
"""What today's rules do otherwise."""
LONGEST = 400


class Verdict(msgspec.Struct, frozen=True):
    state: str
    """sound, wrong, differs or unknown"""
    text: str


class Verified(Generic[S]):
    """What was found. `replay` is the game, opened again, where the record is whole."""

    def __init__(self) -> None:
        self.chain = Verdict(UNKNOWN, "")
        self.dice, self.rules, self.log = (
            Verdict(UNKNOWN, f"{name}: not checked, for the record is not whole.")
            for name in ("Dice", "Rules", "Log")
        )
        self.notes: list[str] = []
        self.replay: Replay[S] | None = None

    @property
    def verdicts(self) -> dict[str, Verdict]:
        return {"chain": self.chain, "dice": self.dice, "rules": self.rules, "log": self.log}

    @property
    def faults(self) -> list[str]:
        """The sentences that say what is wrong or differs."""
        return [verdict.text for verdict in self.verdicts.values() if verdict.state in (WRONG, DIFFERS)]

    @property
    def sound(self) -> bool:
        """Nothing that can be checked now is wrong."""
        return not self.faults

    @property
    def summary(self) -> str:
        """One sentence on all of it."""
        states = {name: verdict.state for name, verdict in self.verdicts.items()}
        if set(states.values()) == {SOUND}:
            return "The record is sound: chain, dice, rules and log."
        if self.sound:
            left = [name for name, state in states.items() if state == UNKNOWN]
            return f"Nothing is wrong with what can be checked now; not checked: {' and '.join(left)}."
        if WRONG in states.values() or self.replay is None:
            return "The record is not sound."
        found = "sound" if self.dice.state == SOUND else "not checked"
        if self.rules.state == DIFFERS:
            return f"Dice {found}; rules differ from step {self.replay.fits}."
        return f"Dice {found}; the rules give the same game, told in other words."


def verify(
    raw: bytes | Record, game: Game[S] | None = None, secret: str = "", pause: Callable[[], None] | None = None
) -> Verified[Any]:
    """Check a record whole. `secret` is that of a running game, where the one who asks keeps it; `pause` is called
    between two steps."""
    from grognard.kernel.registry import load

    found: Verified[Any] = Verified()
    try:
        if isinstance(raw, bytes) and len(raw) > audit.MOST_BYTES:
            raise audit.Wrong(f"This is not a record: it has more than {audit.MOST_BYTES // 1_000_000} MB.")
        record = load_record(raw)
    except (GrognardError, audit.Wrong) as error:
        found.chain = Verdict(WRONG, _short(str(error)))
        return found
    report = audit.Report(chain=SOUND, steps=len(record["steps"]))
    audit.audit_dice(record, report, secret)
    chain, *dice = audit.said(report)
    found.chain = Verdict(SOUND, chain)
    found.dice = Verdict(report.dice, dice[0] if dice else " ".join(report.faults))
    found.notes = [*report.notes, *_taken_as_given(record)]
    if "seat" in record:
        why = "not checked; what one seat saw of a running game cannot be played again."
        found.rules, found.log = Verdict(UNKNOWN, f"Rules: {why}"), Verdict(UNKNOWN, f"Log: {why}")
        return found
    try:
        rules = game or load(record["game"], record.get("pack"))
        opened = Replay(record, rules, bytes.fromhex(secret) or None, pause)
    except GrognardError as error:
        found.rules = Verdict(DIFFERS, f"Rules: the game cannot be set up. {_short(str(error))}")
        found.log = Verdict(UNKNOWN, "Log: not checked, for the game cannot be set up.")
        return found
    found.replay = opened
    _check_rules(found, opened)
    _check_log(found, opened)
    here = rules_version(opened.game)
    played_by = {record["version"], *(step["rules"] for step in record["steps"] if "rules" in step)}
    if played_by == {here} and "+" in here:
        found.rules, found.log = _altered(found.rules), _altered(found.log)
    elif found.rules.state == DIFFERS:
        words = f"It was played by version {_short(' and '.join(sorted(played_by)))}; this one is {here}."
        found.rules = Verdict(DIFFERS, f"{found.rules.text} {words}")
    return found


def _altered(verdict: Verdict) -> Verdict:
    """What differs though the rules are the same was altered."""
    if verdict.state != DIFFERS:
        return verdict
    return Verdict(WRONG, f"{verdict.text} The record says that it was played by these very rules: it was altered.")


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _taken_as_given(record: Record) -> list[str]:
    notes = []
    if "position" in record:
        notes.append("The game starts from a position, which is taken as given.")
    if "pack" in record:
        notes.append("The game was played with the values of a pack, which are taken as given.")
    if "parent" in record:
        notes.append("The game goes on from another record, which is not checked here.")
    return notes


# --------------------------------------------------------------------------------------------------- rules


def _check_rules(found: Verified[S], opened: Replay[S]) -> None:
    why = opened.mismatch or _other_boards(opened) or _other_chance(opened) or _no_end(opened)
    if why:
        found.rules = Verdict(DIFFERS, f"Rules: differ from step {opened.fits}. {_short(why)}")
    else:
        over = "to the same end" if "end" in opened.record else "so far"
        found.rules = Verdict(
            SOUND, f"Rules: sound; they ask for these rolls and change the boards like this, {over}."
        )


def _other_boards(opened: Replay[S]) -> str:
    """What a replay passes over: boards that are not there."""
    assert opened.recorder is not None
    if set(opened.recorder.header.open()["scenes"]) != set(opened.record["scenes"]):
        opened.fits = 0
        return "It does not hold the boards of all who have one."
    return ""


def _other_chance(opened: Replay[S]) -> str:
    """And who saw a roll."""
    assert opened.recorder is not None
    for number, (now, then) in enumerate(zip(opened.recorder.steps, opened.record["steps"], strict=True)):
        for mine, theirs in zip(now.get("chance", ()), then.get("chance", ()), strict=True):
            if mine.get("only") != theirs.get("only"):
                opened.fits = number
                return f"Step {number} shows a roll to other seats."
    return ""


def _no_end(opened: Replay[S]) -> str:
    if opened.table is not None and opened.table.over and "end" not in opened.record:
        return "The game is over there, but the record has no end, no result and no secret."
    return ""


# ----------------------------------------------------------------------------------------------------- log


def _check_log(found: Verified[S], opened: Replay[S]) -> None:
    if opened.recorder is None:
        found.log = Verdict(UNKNOWN, "Log: not checked, for the rules play another game.")
        return
    for number, (now, then) in enumerate(zip(opened.recorder.steps, opened.record["steps"], strict=True)):
        why = _told_otherwise(now["events"], then["events"])
        if why:
            found.log = Verdict(DIFFERS, f"Log: step {number} {_short(why)}")
            return
    end = opened.record.get("end")
    assert opened.table is not None
    result = opened.table.result
    if end is not None and result is not None and plain(result) != end["result"]:
        words = _short(str(end["result"].get("text", "")))
        found.log = Verdict(DIFFERS, f"Log: the result is told as “{words}”, which the rules do not say.")
        return
    found.log = Verdict(SOUND, "Log: sound; every sentence is what its event says.")


def _told_otherwise(now: list[Told], then: list[Told]) -> str:
    """The first event that is not told as the rules tell it. What changed on the boards has been compared."""
    ours, theirs = ([event for event in events if "face" in event or "faces" in event] for events in (now, then))
    for mine, other in zip(ours, theirs, strict=False):
        if _faces(mine) == _faces(other):
            continue
        if _sentences(mine) == _sentences(other):
            return f"gives other details of “{_sentences(mine)}” than the rules."
        return f"says “{_sentences(other)}” where the rules say “{_sentences(mine)}”."
    same = min(len(ours), len(theirs))
    if ours[same:]:
        return f"leaves out “{_sentences(ours[same])}”."
    return f"adds “{_sentences(theirs[same])}”." if theirs[same:] else ""


def _faces(event: Told) -> Json:
    """What was told, as JSON gives it back."""
    raw: Json = msgspec.json.decode(msgspec.json.encode([event.get("face"), event.get("faces")]))
    return raw


def _sentences(event: Told) -> str:
    faces = [event["face"]] if "face" in event else list(event.get("faces", {}).values())
    return " ".join(dict.fromkeys(str(face["text"]) for face in faces))


__all__ = ["DIFFERS", "Verdict", "Verified", "verify"]

"""Records: a game as it happened, kept so that it can always be shown again.

For each step a record holds the seat, the action, the chance outcomes and the events with what they changed on
every seat's board, so events alone rebuild every scene. A hash chain runs over header and steps, never over the
layout of the state, so rules may change under an old game.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Generic, Protocol

import msgspec

from grognard.kernel.errors import BadInput, Broken
from grognard.kernel.match.history import Entry, Rolls
from grognard.kernel.match.position import write_position
from grognard.kernel.match.rules_version import rules_version
from grognard.kernel.match.scenes import RecordingEvents, Scenes, all_scenes, by_ids, plain_scene, watchers
from grognard.kernel.match.shapes import End, Record, Roll, Step, Told, plain
from grognard.kernel.match.table import Table
from grognard.kernel.plain import meet
from grognard.kernel.rules.actions import PUBLIC
from grognard.kernel.rules.chance import Dice
from grognard.kernel.rules.state import S

FORMAT = 1


# ------------------------------------------------------------------------------------------ writing records


class Steps(Protocol):
    """Where a recorder writes its steps: a list, or what needs less room."""

    def append(self, step: Step, /) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Step: ...
    def __iter__(self) -> Iterator[Step]: ...
    def __delitem__(self, index: slice, /) -> None: ...


class Header:
    """What a record begins with, as bytes: boards as plain data have thousands of parts, which an open game would
    carry about, and every search for garbage would visit."""

    __slots__ = ("_packed", "hash", "parent", "practice", "version")

    def __init__(self, header: Record) -> None:
        self._packed = zlib.compress(msgspec.json.encode(header, order="sorted"), 1)
        self.hash, self.practice, self.parent = header["hash"], header["practice"], header.get("parent")
        self.version = header["version"]

    @property
    def raw(self) -> bytes:
        return zlib.decompress(self._packed)

    def open(self) -> Record:
        """The header as plain data, made anew for whoever reads it."""
        header: Record = msgspec.json.decode(self.raw)
        return header


class Recorder(Generic[S]):
    """Writes a record step by step: it listens while a table applies an action, or plays the steps again.

    `table` is where it stands: nothing has been played there, or its steps are then pushed one by one.
    """

    def __init__(self, table: Table[S]) -> None:
        game = self.game = table.game
        first = table.first_state()
        self.scenes: Scenes = all_scenes(game, first)
        header: Record = {
            "format": FORMAT, "game": game.id, "version": rules_version(game), "scenario": table.scenario,
            "options": dict(table.options), "practice": table.practice, "seats": list(game.seats),
            "dice": {"commitment": table.dice.commitment, "nonces": list(table.dice.nonces)},
            "scenes": {seat: by_ids(scene) for seat, scene in self.scenes.items()}, "hash": "",
        }  # fmt: skip
        if table.dice.by:
            header["dice"]["by"] = list(table.dice.by)
        if table.start_position is not None:
            header["position"] = write_position(game, table.scenario, table.options, table.start_position)
        if game.pack is not None:
            header["pack"] = game.pack
        if table.parent is not None:
            header["parent"] = table.parent
        header["hash"] = chain("", header)
        self.header = Header(header)
        self.steps: Steps = []
        self._versions = [(-1, header["version"])]
        """From which step on the game was played by which rules."""

    def take_up(self, header: Header, steps: Steps) -> None:
        """Go on behind what was written before, and as it was written; perhaps by older rules."""
        self.header, self.steps = header, steps
        self._versions = [(-1, header.version), *((n, s["rules"]) for n, s in enumerate(steps) if "rules" in s)]

    def listen(self, s: S, before: S) -> RecordingEvents[S]:
        """Somebody to listen to the next step, which is done to the state `s`; `before` is equal, and stays so."""
        return RecordingEvents(self.game, s, before, self.scenes)

    def write(self, entry: Entry[S], heard: RecordingEvents[S]) -> Step:
        """Record the step that was listened to, to its end."""
        self.scenes = heard.scenes
        step: Step = {
            "seat": entry.seat,
            "action": entry.action.text if entry.action is not None else "",
            "events": heard.out,
            "hash": "",
        }
        if entry.rolls:
            step["chance"] = [_roll(roll) for roll in entry.rolls]
        version = rules_version(self.game)
        if version != self._versions[-1][1]:
            step["rules"] = version
            self._versions.append((len(self.steps), version))
        step["hash"] = chain(self.last_hash, step)
        self.steps.append(step)
        return step

    def follow(self, s: S, entry: Entry[S]) -> None:
        """Record a step that nobody listened to, by playing it again."""
        heard = self.listen(s, s.bare())
        entry.said(s)
        entry.play_again(s, heard)
        heard.finish()
        self.write(entry, heard)

    def back(self, steps: int, s: S) -> None:
        """All but so many steps were taken back, and the boards are those of this state again."""
        del self.steps[steps:]
        self._versions = [(n, version) for n, version in self._versions if n < steps]
        self.scenes = all_scenes(self.game, s)

    @property
    def last_hash(self) -> str:
        return self.steps[-1]["hash"] if self.steps else self.header.hash


def _roll(roll: Rolls) -> Roll:
    out: Roll = {"n": roll.n, "got": roll.outcome if isinstance(roll.outcome, str) else list(roll.outcome)}
    if isinstance(roll.distribution, Dice):
        out["dice"] = [roll.distribution.count, roll.distribution.sides]
    else:
        out["draw"] = list(roll.distribution.items)
    if roll.seen_by is not None:
        out["only"] = list(roll.seen_by)
    return out


def chain(previous: str, entry: Record | Step | End) -> str:
    """The hash of an entry that follows `previous`."""
    body = {key: value for key, value in entry.items() if key != "hash"}
    return hashlib.sha256(previous.encode() + b"\n" + msgspec.json.encode(body, order="sorted")).hexdigest()


def record_steps(table: Table[S]) -> Recorder[S]:
    """A recorder with all steps of a table, played again."""
    recorder = Recorder(table)
    s = table.first_state()
    for entry in table.history:
        recorder.follow(s, entry)
    return recorder


def build_record(table: Table[S], recorder: Recorder[S] | None = None) -> Record:
    """The whole record of a table: what its recorder has heard, or else by playing its steps again."""
    recorder = recorder or record_steps(table)
    record = recorder.header.open()
    record["steps"] = list(recorder.steps)
    if table.over:
        result = table.result
        assert result is not None
        end: End = {"result": plain(result), "secret": table.dice.secret.hex(), "hash": ""}
        end["hash"] = chain(recorder.last_hash, end)
        record["end"] = end
    return record


def cut_record(record: Record, seat: str, knows: str = "") -> Record:
    """What one seat may know of a running game: its own actions, and the faces and changes that it saw.

    Steps of which it saw nothing leave no trace; counters of dice and the whole record's hashes are left out.
    `knows` is the position at the end as the seat knows it, from which others can be guessed.
    """
    names = record["scenes"]
    mine = seat if seat in names else PUBLIC
    out = _header(record)
    out.pop("position", None)
    out.pop("parent", None)
    out["seat"] = seat
    out["scenes"] = {mine: names[mine]}
    if knows:
        out["knows"] = knows
    out["hash"] = last = chain("", out)
    steps: list[Step] = []
    for step in record["steps"]:
        events = [cut for cut in (_cut_event(event, seat, mine) for event in step["events"]) if cut]
        if not events and step["seat"] != seat:
            continue
        entry: Step = {"seat": step["seat"], "events": events, "hash": ""}
        if step["seat"] == seat:
            entry["action"] = step["action"]
        entry["hash"] = last = chain(last, entry)
        steps.append(entry)
    out["steps"] = steps
    return out


def _header(record: Record) -> Record:
    out = record.copy()
    out.pop("steps", None)
    out.pop("end", None)
    return out


def _cut_event(event: Told, seat: str, mine: str) -> Told:
    out: Told = {}
    face = event.get("face") or event.get("faces", {}).get(seat)
    if face:
        out["face"] = face
    changes = event.get("changes", {})
    change = changes.get("*") or changes.get(mine)
    if change:
        out["changes"] = {"*": change}
    return out


def dump_record(record: Record) -> bytes:
    """A record as the bytes of its file."""
    return msgspec.json.encode(record, order="sorted") + b"\n"


# ------------------------------------------------------------------------------------------ reading records


def load_record(raw: bytes | str | Path | Record) -> Record:
    """Read a record and check its chain; `Broken` says in one sentence where it is damaged."""
    if isinstance(raw, Mapping):
        record = raw.copy()
        check_chain(record)
        return record
    if isinstance(raw, Path):
        path = raw
        try:
            raw = path.read_bytes()
        except OSError as error:
            raise BadInput(f"The record {path} cannot be read: {error.strerror}.") from None
    data = raw.encode() if isinstance(raw, str) else raw
    try:
        read: Record = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Broken(f"This is not a record: {error}.") from None
    except RecursionError:
        raise Broken("This is not a record: it is nested too deeply.") from None
    if not isinstance(read, dict):
        raise Broken("This is not a record: it does not begin with an object at byte 0.")
    check_chain(read)
    again = dump_record(read)
    if data not in (again, again[:-1]):  # an editor may have dropped the last line's end
        at = next(
            (i for i, (a, b) in enumerate(zip(again, data, strict=False)) if a != b), min(len(again), len(data))
        )
        raise Broken(f"The record was altered at byte {at}: it is not as it was written.")
    return read


class _RollShape(msgspec.Struct):
    n: int
    got: list[int] | str
    dice: tuple[int, int] | None = None
    draw: list[str] | None = None

    def __post_init__(self) -> None:
        if (self.dice is None) == (self.draw is None):
            raise ValueError("chance is either dice or a draw")


class _FaceShape(msgspec.Struct):
    kind: str
    text: str


class _Thing(msgspec.Struct):
    """A piece, a mark, a number, a result: an object of whatever fields."""


class _Changes(msgspec.Struct, forbid_unknown_fields=True):
    pieces: dict[str, _Thing | None] = {}
    marks: dict[str, _Thing | None] = {}
    numbers: dict[str, _Thing | None] = {}
    clock: dict[str, str | None] = {}


class _SceneShape(msgspec.Struct):
    pieces: dict[str, _Thing]
    marks: dict[str, _Thing]
    numbers: dict[str, _Thing]
    clock: dict[str, str]


class _EventShape(msgspec.Struct):
    face: _FaceShape | None = None
    faces: dict[str, _FaceShape] = {}
    changes: dict[str, _Changes] = {}


class _StepShape(msgspec.Struct):
    hash: str
    seat: str
    events: list[_EventShape]
    action: str = ""
    chance: list[_RollShape] = []
    rules: str = ""


class _DiceShape(msgspec.Struct):
    commitment: str
    nonces: list[str]
    by: list[str] = []


class _EndShape(msgspec.Struct):
    hash: str
    result: _Thing
    secret: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class _ParentShape(msgspec.Struct):
    hash: str
    step: int


class _RecordShape(msgspec.Struct):
    """What a record must have, so that it can be shown and replayed; more may come with later versions."""

    hash: str
    game: str
    version: str
    scenario: str
    options: dict[str, bool | str]
    practice: bool
    seats: list[str]
    dice: _DiceShape
    scenes: Annotated[dict[str, _SceneShape], msgspec.Meta(min_length=1)]
    steps: list[_StepShape]
    end: _EndShape | None = None
    seat: str = ""
    knows: str = ""
    position: str = ""
    pack: dict[str, _Thing | str] = {}
    parent: _ParentShape | None = None


meet(_RecordShape)


def _check_shape(record: Record) -> None:
    if record.get("format") != FORMAT:
        raise Broken(
            f"The record's header names format {record.get('format')!r}; this version reads format {FORMAT}."
        )
    try:
        msgspec.convert(record, _RecordShape)
    except msgspec.ValidationError as error:
        step = re.search(r"\$\.steps\[(\d+)\]", str(error))
        where = f"Step {step[1]}" if step else "The end" if "`$.end" in str(error) else "The header"
        raise Broken(f"{where} of the record is not built as records are: {error}.") from None


def check_chain(record: Record) -> None:
    """Check that a record is built as records are, and that it fits its hashes."""
    _check_shape(record)
    last = record["hash"]
    if chain("", _header(record)) != last:
        raise Broken("The record's header does not fit its hash: the file was changed after it was written.")
    for number, step in enumerate(record["steps"]):
        if chain(last, step) != step["hash"]:
            raise Broken(f"Step {number} of the record does not fit the hash chain: the file was changed there.")
        last = step["hash"]
    end = record.get("end")
    if end is not None and chain(last, end) != end["hash"]:
        raise Broken("The end of the record does not fit the hash chain.")


__all__ = [
    "Recorder",
    "build_record",
    "cut_record",
    "dump_record",
    "load_record",
    "plain_scene",
    "watchers",
]

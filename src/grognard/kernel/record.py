"""Records: a game as it happened, kept so that it can always be shown again.

For each step a record holds the seat, the action, the chance outcomes and the events with what they changed on
every seat's board. The changes are found by comparing scenes, so events alone rebuild every scene. A hash chain
runs over header and steps, never over the layout of the state, so rules may change under an old game.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Generic

import msgspec

from grognard.kernel.chance import Dice, Distribution, Draw
from grognard.kernel.contract import PUBLIC, Action, S
from grognard.kernel.errors import BadInput, Broken, GrognardError
from grognard.kernel.events import Event, Events
from grognard.kernel.game import Game
from grognard.kernel.history import Rolls
from grognard.kernel.position import read_position, write_position
from grognard.kernel.table import Table

FORMAT = 1
Scenes = dict[str, dict[str, dict[str, Any]]]
"""What a seat sees, as plain data: pieces, marks and numbers by id, and the clock."""


# -------------------------------------------------------------------------------------- scenes and changes


def plain(value: Any) -> Any:
    """A value just as its JSON gives it back."""
    return msgspec.json.decode(msgspec.json.encode(value))


def plain_scene(game: Game[S], s: S, seat: str) -> dict[str, dict[str, Any]]:
    """A seat's scene by ids, so that two of them can be compared."""
    raw = plain(game.scene(game.view(s, seat)))
    out = {kind: {item["id"]: item for item in raw.get(kind, ())} for kind in ("pieces", "marks", "numbers")}
    out["clock"] = {"clock": raw.get("clock", "")}
    for mark in out["marks"].values():
        mark.pop("side", None)  # it lights choices, of which a record has none; older records do not know it
    return out


def difference(before: dict[str, dict[str, Any]], after: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """What changed: the new value by id, None for what is gone."""
    out: dict[str, dict[str, Any]] = {}
    for kind, new in after.items():
        old = before[kind]
        if old != new:
            changes = {key: value for key, value in new.items() if old.get(key) != value}
            changes.update({key: None for key in old if key not in new})
            out[kind] = dict(sorted(changes.items()))
    return out


def rebuild(scene: dict[str, dict[str, Any]], change: Mapping[str, Mapping[str, Any]]) -> None:
    """Do a change to a plain scene, in place."""
    for kind, changes in change.items():
        for key, value in changes.items():
            if value is None:
                scene[kind].pop(key, None)
            else:
                scene[kind][key] = value


class RecordingEvents(Events, Generic[S]):
    """Collects events together with what each of them changed on every seat's board."""

    __slots__ = ("game", "out", "s", "scenes", "watchers")

    def __init__(self, game: Game[S], s: S, scenes: Scenes) -> None:
        super().__init__()
        self.game, self.s, self.scenes = game, s, scenes
        self.watchers = watchers(game)
        self.out: list[dict[str, Any]] = []

    def add(self, event: Event, only: Any = None, public: Event | None = None) -> None:
        super().add(event, only, public)
        happened = self.items[-1]
        entry: dict[str, Any] = {}
        if happened.only is None:
            entry["face"] = self._face(event)
        else:
            seen = {seat: happened.seen_by(seat) for seat in (*self.game.seats, PUBLIC)}
            entry["faces"] = {seat: self._face(face) for seat, face in seen.items() if face is not None}
        entry.update(self._changes())
        self.out.append(entry)

    def finish(self) -> None:
        """What changed without a word of its own."""
        rest = self._changes()
        if rest:
            self.out.append(rest)

    def _face(self, event: Event) -> dict[str, Any]:
        raw: dict[str, Any] = plain(event)
        raw["kind"] = raw.pop("type")
        raw["text"] = event.text(self.game.data)
        return raw

    def _changes(self) -> dict[str, Any]:
        changes = {}
        for seat in self.watchers:
            now = plain_scene(self.game, self.s, seat)
            change = difference(self.scenes[seat], now)
            self.scenes[seat] = now
            if change:
                changes[seat] = change
        if not changes:
            return {}
        first = next(iter(changes.values()))
        if len(changes) == len(self.watchers) and all(change == first for change in changes.values()):
            return {"changes": {"*": first}}
        return {"changes": changes}


def watchers(game: Game[Any]) -> tuple[str, ...]:
    """Whose scenes are kept: one stands for all where nothing is hidden."""
    return (*game.seats, PUBLIC) if game.hidden else (PUBLIC,)


# ------------------------------------------------------------------------------------------ writing records


class Recorder(Generic[S]):
    """Writes a record step by step, beside a running table or after it."""

    def __init__(self, table: Table[S]) -> None:
        game = self.game = table.game
        self.s = self._first(table)
        self.scenes: Scenes = {seat: plain_scene(game, self.s, seat) for seat in watchers(game)}
        self.header: dict[str, Any] = {
            "format": FORMAT, "game": game.id, "version": game.version, "scenario": table.scenario,
            "options": dict(table.options), "practice": table.practice, "seats": list(game.seats),
            "dice": {"commitment": table.dice.commitment, "nonces": list(table.dice.nonces)},
            "scenes": {seat: _frozen(scene) for seat, scene in self.scenes.items()},
        }  # fmt: skip
        if table.start_position is not None:
            self.header["position"] = write_position(game, table.scenario, table.options, table.start_position)
        if game.pack is not None:
            self.header["pack"] = game.pack
        if table.parent is not None:
            self.header["parent"] = table.parent
        self.header["hash"] = chain("", self.header)
        self.steps: list[dict[str, Any]] = []

    def _first(self, table: Table[S]) -> S:
        if table.start_position is not None:
            return table.start_position.copy()
        return self.game.begin(table.scenario, table.options)

    def push(self, seat: str, action: Action | None, rolls: list[Rolls]) -> dict[str, Any]:
        """Record one step of the table; returns the entry."""
        events = RecordingEvents(self.game, self.s, self.scenes)
        if action is not None:
            self.game.apply(self.s, action, events)
        else:
            self.game.advance(self.s, events)
        for roll in rolls:
            self.game.apply(self.s, roll.outcome, events)
        events.finish()
        entry: dict[str, Any] = {"seat": seat, "action": action.text if action is not None else ""}
        if rolls:
            entry["chance"] = [_roll(roll) for roll in rolls]
        entry["events"] = events.out
        entry["hash"] = chain(self.last_hash, entry)
        self.steps.append(entry)
        return entry

    @property
    def last_hash(self) -> str:
        found: str = self.steps[-1]["hash"] if self.steps else self.header["hash"]
        return found


def _frozen(scene: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {kind: dict(items) for kind, items in scene.items()}


def _roll(roll: Rolls) -> dict[str, Any]:
    out: dict[str, Any] = {"n": roll.n}
    if isinstance(roll.distribution, Dice):
        out["dice"] = [roll.distribution.count, roll.distribution.sides]
        out["got"] = list(roll.outcome)
    else:
        out["draw"] = list(roll.distribution.items)
        out["got"] = roll.outcome
    if roll.seen_by is not None:
        out["only"] = list(roll.seen_by)
    return out


def _canonical(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def chain(previous: str, entry: Mapping[str, Any]) -> str:
    """The hash of an entry that follows `previous`."""
    body = {key: value for key, value in entry.items() if key != "hash"}
    return hashlib.sha256(previous.encode() + b"\n" + _canonical(body)).hexdigest()


def build_record(table: Table[S], recorder: Recorder[S] | None = None) -> dict[str, Any]:
    """The whole record of a table. With the recorder that ran beside it, only what is new is worked out."""
    recorder = recorder or Recorder(table)
    for entry in table.history[len(recorder.steps) :]:
        recorder.push(entry.seat, entry.action, entry.rolls)
    record = {**recorder.header, "steps": list(recorder.steps)}
    if table.over:
        result = table.result
        end: dict[str, Any] = {"result": plain(result), "secret": table.dice.secret.hex()}
        record["end"] = {**end, "hash": chain(recorder.last_hash, end)}
    return record


def cut_record(record: Mapping[str, Any], seat: str) -> dict[str, Any]:
    """What one seat may know of a running game: its own actions, and the faces and changes that it saw.

    Steps of which it saw nothing leave no trace; counters of dice and the whole record's hashes are left out.
    """
    names = record["scenes"]
    mine = seat if seat in names else PUBLIC
    out = {k: v for k, v in record.items() if k not in ("steps", "hash", "scenes", "end", "position", "parent")}
    out["seat"] = seat
    out["scenes"] = {mine: names[mine]}
    out["hash"] = chain("", out)
    last = out["hash"]
    steps = []
    for step in record["steps"]:
        events = [cut for cut in (_cut_event(event, seat, mine) for event in step["events"]) if cut]
        if not events and step["seat"] != seat:
            continue
        entry: dict[str, Any] = {"seat": step["seat"], "events": events}
        if step["seat"] == seat:
            entry["action"] = step["action"]
        entry["hash"] = last = chain(last, entry)
        steps.append(entry)
    out["steps"] = steps
    return out


def _cut_event(event: Mapping[str, Any], seat: str, mine: str) -> dict[str, Any]:
    out: dict[str, Any] = {}
    face = event.get("face") or event.get("faces", {}).get(seat)
    if face:
        out["face"] = face
    changes = event.get("changes", {})
    change = changes.get("*") or changes.get(mine)
    if change:
        out["changes"] = {"*": change}
    return out


def dump_record(record: Mapping[str, Any]) -> bytes:
    """A record as the bytes of its file."""
    return _canonical(record) + b"\n"


# ------------------------------------------------------------------------------------------ reading records


def load_record(raw: bytes | str | Path | Mapping[str, Any]) -> dict[str, Any]:
    """Read a record and check its chain; `Broken` says in one sentence where it is damaged."""
    if isinstance(raw, Path):
        path = raw
        try:
            raw = path.read_bytes()
        except OSError as error:
            raise BadInput(f"The record {path} cannot be read: {error.strerror}.") from None
    if isinstance(raw, Mapping):
        record = dict(raw)
    else:
        data = raw.encode() if isinstance(raw, str) else raw
        try:
            record = msgspec.json.decode(data, type=dict[str, Any])
        except msgspec.ValidationError:
            raise Broken("This is not a record: it does not begin with an object at byte 0.") from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Broken(f"This is not a record: {error}.") from None
        check_chain(record)
        again = dump_record(record)
        if data not in (again, again[:-1]):  # an editor may have dropped the last line's end
            at = next(
                (i for i, (a, b) in enumerate(zip(again, data, strict=False)) if a != b), min(len(again), len(data))
            )
            raise Broken(f"The record was altered at byte {at}: it is not as it was written.")
        return record
    check_chain(record)
    return record


class _RollShape(msgspec.Struct):
    n: int
    got: list[int] | str
    dice: tuple[int, int] | None = None
    draw: list[str] | None = None


class _FaceShape(msgspec.Struct):
    kind: str
    text: str


_Changes = dict[str, dict[str, Any]]


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


class _DiceShape(msgspec.Struct):
    commitment: str
    nonces: list[str]


class _EndShape(msgspec.Struct):
    hash: str
    result: dict[str, Any]
    secret: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


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
    scenes: Annotated[dict[str, _Changes], msgspec.Meta(min_length=1)]
    steps: list[_StepShape]
    end: _EndShape | None = None
    seat: str = ""
    position: str = ""
    pack: dict[str, Any] = {}
    parent: dict[str, Any] = {}


def _check_shape(record: Mapping[str, Any]) -> None:
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


def check_chain(record: Mapping[str, Any]) -> None:
    """Check that a record is built as records are, and that it fits its hashes."""
    _check_shape(record)
    header = {k: v for k, v in record.items() if k not in ("steps", "end")}
    last = record["hash"]
    if chain("", header) != last:
        raise Broken("The record's header does not fit its hash: the file was changed after it was written.")
    for number, step in enumerate(record["steps"]):
        if chain(last, step) != step["hash"]:
            raise Broken(f"Step {number} of the record does not fit the hash chain: the file was changed there.")
        last = step["hash"]
    end = record.get("end")
    if end is not None and chain(last, end) != end["hash"]:
        raise Broken("The end of the record does not fit the hash chain.")


# ------------------------------------------------------------------------------------------------ replaying


class Shown:
    """A record shown from its events alone, whatever has become of the rules since."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record

    def scenes(self, seat: str) -> Iterator[dict[str, dict[str, Any]]]:
        """The seat's board at the start and after each step."""
        kept = self.record["scenes"]
        name = seat if seat in kept else PUBLIC
        if name not in kept:
            raise BadInput(f"The record does not hold what “{seat}” saw.")
        scene = _frozen(kept[name])
        yield _frozen(scene)
        for step in self.record["steps"]:
            for event in step["events"]:
                changes = event.get("changes", {})
                change = changes.get("*") or changes.get(name)
                if change:
                    rebuild(scene, change)
            yield _frozen(scene)

    def log(self, seat: str) -> list[str]:
        """The sentences as the seat read them."""
        lines = []
        for step in self.record["steps"]:
            for event in step["events"]:
                face = event.get("face") or event.get("faces", {}).get(seat)
                if face:
                    lines.append(face["text"])
        return lines


class Replay(Shown, Generic[S]):
    """A record opened again under today's rules.

    `matches` says whether they play it the same way; then `table` goes on where it stopped. If not, `mismatch`
    says where and why, and `table` stands before the first step that no longer fits: to go on there is a new
    record that names its parent. What one seat saw of a running game can be shown, but has no table.
    """

    def __init__(self, record: Mapping[str, Any], game: Game[S], secret: bytes | None = None) -> None:
        super().__init__(record)
        self.game = game
        self.mismatch = ""
        self.table: Table[S] | None = None
        self.recorder: Recorder[S] | None = None
        if "seat" in record:
            self.mismatch = f"This is what {record['seat']} saw of a running game: it can be shown, not played."
        else:
            self._play(secret)

    @property
    def matches(self) -> bool:
        return not self.mismatch

    def _play(self, secret: bytes | None) -> None:
        try:
            table, recorder = self._set_up(secret)
        except GrognardError as error:
            self.mismatch = f"It can no longer be set up: {error}"
            return
        self.table = table
        number = 0
        try:
            if any(recorder.scenes.get(seat) != scene for seat, scene in self.record["scenes"].items()):
                self.mismatch = "The set-up is now another."
            else:
                for number, step in enumerate(self.record["steps"]):
                    entry = replay_step(table, recorder, step)
                    if not same_board(entry["events"], step["events"]):
                        self.mismatch = f"Step {number} (“{step['action']}”) now does something else."
                        table.unplay()
                        break
                else:
                    number = len(self.record["steps"])
                    self.mismatch = self._other_end(table)
        except GrognardError as error:
            self.mismatch = f"Step {number} can no longer be played: {error}"
        if not self.mismatch:
            self.recorder = recorder
            return
        last = self.record["steps"][number - 1] if number else self.record
        table.parent = {"hash": last["hash"], "step": number}
        if not table.history:
            table.open()

    def _set_up(self, secret: bytes | None) -> tuple[Table[S], Recorder[S]]:
        record, game = self.record, self.game
        if record["seats"] != list(game.seats):
            raise Broken(f"the record's seats are {record['seats']}, but the game's are {list(game.seats)}.")
        position = read_position(game, record["position"])[2] if "position" in record else None
        published = record.get("end", {}).get("secret")
        table = Table.bare(
            game, record["scenario"], record["options"], record["practice"], position,
            bytes.fromhex(published) if published else secret, record["dice"]["nonces"],
        )  # fmt: skip
        table.parent = record.get("parent")
        return table, Recorder(table)

    def _other_end(self, table: Table[S]) -> str:
        """What is wrong with the ending, if the record has one."""
        then = self.record.get("end", {}).get("result")
        now = plain(table.result) if table.over else None
        told = ("winner", "level", "score")  # its sentence may be worded anew
        if then is None or (now is not None and all(then.get(k, 0) == now.get(k, 0) for k in told)):
            return ""
        return "It now ends otherwise." if now else "It is no longer over where it ended."


def same_board(now: list[dict[str, Any]], then: list[dict[str, Any]]) -> bool:
    """Whether two lists of events change the boards alike, however they are worded."""

    def changes(events: list[dict[str, Any]]) -> list[Any]:
        return [event["changes"] for event in events if event.get("changes")]

    return changes(now) == changes(then)


def replay_step(table: Table[S], recorder: Recorder[S], step: Mapping[str, Any]) -> dict[str, Any]:
    """Play a recorded step again, with its own chance outcomes."""
    rolls = [(_distribution(roll), roll["got"], roll["n"]) for roll in step.get("chance", ())]
    table.replay(step["seat"], step["action"], rolls)
    entry = table.history[-1]
    return recorder.push(entry.seat, entry.action, entry.rolls)


def _distribution(roll: Mapping[str, Any]) -> Distribution:
    return Dice(*roll["dice"]) if "dice" in roll else Draw(tuple(roll["draw"]))


def replay(record: bytes | str | Path | Mapping[str, Any], game: Game[Any] | None = None) -> Replay[Any]:
    """Open a record: check its chain, and play it again under today's rules."""
    from grognard.kernel.registry import load

    read = load_record(record)
    return Replay(read, game or load(read["game"], read.get("pack")))


__all__ = [
    "Recorder",
    "Replay",
    "Shown",
    "build_record",
    "cut_record",
    "dump_record",
    "load_record",
    "plain_scene",
    "replay",
]

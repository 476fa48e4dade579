"""Records opened again: shown from their events alone, and played under today's rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Generic

from grognard.kernel.errors import BadInput, Broken, GrognardError
from grognard.kernel.match.history import Rolls
from grognard.kernel.match.position import guess_position, read_position
from grognard.kernel.match.record import Recorder, load_record
from grognard.kernel.match.scenes import rebuild
from grognard.kernel.match.shapes import Boards, Record, Roll, Told, plain
from grognard.kernel.match.table import Table
from grognard.kernel.plain import Json, Things
from grognard.kernel.rules.actions import PUBLIC
from grognard.kernel.rules.chance import Dice, Distribution, Draw, plain_rng
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S


class Shown:
    """A record shown from its events alone, whatever has become of the rules since."""

    def __init__(self, record: Record) -> None:
        self.record = record

    def scenes(self, seat: str) -> Iterator[Boards]:
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
                    lines.append(str(face["text"]))
        return lines


class Replay(Shown, Generic[S]):
    """A record opened again under today's rules.

    `matches` says whether they play it the same way; then `table` goes on where it stopped. If not, `mismatch`
    says where and why, and `table` stands before the first step that no longer fits: to go on there is a new
    record that names its parent. What one seat saw of a running game can be shown, but has no table: a `branch` of
    it starts from a world that this seat could believe in at the end. Between two steps `pause` lets others by.
    """

    def __init__(
        self, record: Record, game: Game[S], secret: bytes | None = None, pause: Callable[[], None] | None = None
    ) -> None:
        super().__init__(record)
        self.game = game
        self.pause = pause
        self.mismatch = ""
        self.fits = 0
        """How many steps today's rules play as they were played."""
        self.table: Table[S] | None = None
        self.recorder: Recorder[S] | None = None
        if "seat" in record:
            self.mismatch = f"This is what {record['seat']} saw of a running game: it can be shown, not played."
        else:
            self._play(secret)

    @property
    def matches(self) -> bool:
        return not self.mismatch

    def branch(self, seed: int | str | None = None) -> Table[S]:
        """A practice table that goes on where the record ends, or no longer fits; where it cannot, one sentence says
        why."""
        if self.table is not None:
            return self.table.branch(seed=seed)
        record = self.record
        if not record.get("knows"):
            raise BadInput(
                f"This record holds what {record['seat']} saw, but not the position behind it: it can be shown and "
                "stepped through, and no branch can start from it."
            )
        try:
            scenario, options, s = guess_position(self.game, record["knows"], record["seat"], plain_rng(seed))
        except GrognardError as error:
            raise BadInput(f"No branch can start from this record: {error}") from None
        return Table(self.game, scenario, options, practice=True, seed=seed, position=s)

    def _play(self, secret: bytes | None) -> None:
        try:
            table, recorder = self._set_up(secret)
        except GrognardError as error:
            self.mismatch = f"It can no longer be set up: {error}"
            return
        self.table = table
        number = 0
        # A practice game that is not over goes on elsewhere with dice of its own; its secret stays where it began.
        unproved = self.record["practice"] and secret is None and "end" not in self.record
        boards = {seat: wordless(scene) for seat, scene in self.record["scenes"].items()}
        try:
            now = recorder.header.open()["scenes"]
            if any(seat not in now or not same_start(now[seat], scene) for seat, scene in boards.items()):
                self.mismatch = "The set-up is now another."
            else:
                for number, step in enumerate(self.record["steps"]):
                    if self.pause is not None:
                        self.pause()
                    rolls = [_rolls(roll, unproved) for roll in step.get("chance", ())]
                    table.replay(step["seat"], step["action"], rolls)
                    if not same_board(boards, recorder.steps[-1]["events"], step["events"]):
                        self.mismatch = f"Step {number} (“{step['action']}”) now does something else."
                        table.unplay()
                        break
                else:
                    number = len(self.record["steps"])
                    self.mismatch = self._other_end(table)
        except GrognardError as error:
            self.mismatch = f"Step {number} can no longer be played: {error}"
        self.fits = number
        if not self.mismatch:
            self.recorder = recorder
            return
        last = self.record["steps"][number - 1]["hash"] if number else self.record["hash"]
        table.parent = {"hash": last, "step": number}
        if not table.history:
            table.open()

    def _set_up(self, secret: bytes | None) -> tuple[Table[S], Recorder[S]]:
        record, game = self.record, self.game
        if record["seats"] != list(game.seats):
            raise Broken(f"the record's seats are {record['seats']}, but the game's are {list(game.seats)}.")
        position = read_position(game, record["position"])[2] if "position" in record else None
        published = record["end"]["secret"] if "end" in record else ""
        table = Table.bare(
            game, record["scenario"], record["options"], record["practice"], position,
            bytes.fromhex(published) if published else secret, record["dice"]["nonces"],
            record["dice"].get("by", ()),
        )  # fmt: skip
        table.parent = record.get("parent")
        return table, table.recorder

    def _other_end(self, table: Table[S]) -> str:
        """What is wrong with the ending, if the record has one."""
        if "end" not in self.record:
            return ""
        then, result = self.record["end"]["result"], table.result if table.over else None
        if result is None:
            return "It is no longer over where it ended."
        now = plain(result)
        told = ("winner", "level", "score")  # its sentence may be worded anew
        return "" if all(then.get(k, 0) == now.get(k, 0) for k in told) else "It now ends otherwise."


def same_start(now: Boards, then: Boards) -> bool:
    """Whether two boards before the first step are alike, however worded."""
    named = then["numbers"]
    return only_named(wordless(now), named) == only_named(wordless(then), named)


def same_board(boards: dict[str, Boards], now: list[Told], then: list[Told]) -> bool:
    """Whether two lists of events leave every seat's board alike, however they are cut, ordered or worded.

    `boards` are those before the step; if it is so, they become those after it."""
    for seat, board in boards.items():
        change = merged(then, seat, board)
        named = {**board["numbers"], **change.get("numbers", {})}
        if only_named(merged(now, seat, board), named) != change:
            return False
        rebuild(board, change)
    return True


def merged(events: list[Told], seat: str, board: Boards) -> Boards:
    """What all of these events together changed on a seat's board, which is without words."""
    out: Boards = {}
    for event in events:
        changes = event.get("changes", {})
        for kind, things in (changes.get("*") or changes.get(seat) or {}).items():
            out.setdefault(kind, {}).update(wordless({kind: things})[kind])
    real = {kind: {key: x for key, x in things.items() if board[kind].get(key) != x} for kind, things in out.items()}
    return {kind: things for kind, things in real.items() if things}


def wordless(board: Boards) -> Boards:
    """A board, or what changed of it, without what its pieces, badges and marks are said to be: that may be worded
    anew."""
    out = _frozen(board)
    for kind in ("pieces", "marks"):
        if kind in out:
            out[kind] = {key: _without_about(x) for key, x in out[kind].items()}
    return out


def _without_about(x: Json) -> Json:
    """Plain data without any `about`, at any depth."""
    if isinstance(x, dict):
        return {key: _without_about(value) for key, value in x.items() if key != "about"}
    return [_without_about(value) for value in x] if isinstance(x, (list, tuple)) else x


def only_named(board: Boards, named: Things) -> Boards:
    """A board, or what changed of it, without the numbers that the record has not named up to now.

    A game may come to show a number that it did not show when the record was made: it moves no piece."""
    kept = {kind: things for kind, things in board.items() if kind != "numbers"}
    numbers = {key: x for key, x in board.get("numbers", {}).items() if key in named}
    return {**kept, "numbers": numbers} if numbers else kept


def _frozen(scene: Boards) -> Boards:
    return {kind: dict(items) for kind, items in scene.items()}


def _rolls(roll: Roll, unproved: bool) -> Rolls:
    """A chance step as it was recorded; as if set by hand where no secret can ever prove it."""
    got = roll["got"]
    asked: Distribution = Dice(*roll["dice"]) if "dice" in roll else Draw(tuple(roll["draw"]))
    return Rolls(asked, got if isinstance(got, str) else tuple(got), -1 if unproved else roll["n"], None)


def replay(record: bytes | str | Path | Record, game: Game[Any] | None = None) -> Replay[Any]:
    """Open a record: check its chain, and play it again under today's rules.

    >>> import grognard
    >>> table = grognard.load("spoiled-victory").table(practice=True, seed=7)
    >>> done = table.play(table.legal()[0])
    >>> grognard.replay(table.record()).matches
    True
    """
    from grognard.kernel.registry import load

    read = load_record(record)
    return Replay(read, game or load(read["game"], read.get("pack")))


__all__ = ["Replay", "Shown", "replay"]

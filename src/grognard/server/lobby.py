"""The games that are there, and the rooms that are open."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from grognard.bots import game_bots
from grognard.kernel.contract import short
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.kernel.record import load_record
from grognard.kernel.record import replay as open_record
from grognard.kernel.registry import load, loaders
from grognard.kernel.table import Table
from grognard.server import present
from grognard.server.archive import open_room
from grognard.server.room import Room
from grognard.server.store import Row, Store

log = logging.getLogger("grognard.server")


NEW_TABLE = ("game", "scenario", "options", "who", "practice", "seed", "pack", "lesson")
"""What a new table may be described by."""


class Lobby:
    def __init__(self, store: Store, extra: Sequence[Game[Any]] = ()) -> None:
        self.store = store
        self.extra = {game.id: game for game in extra}
        """Games beside the installed ones, for tests."""
        self.rooms: dict[str, Room] = {}
        self._games: dict[str, Game[Any]] = dict(self.extra)
        self._infos: list[dict[str, Any]] | None = None
        self._boards: dict[str, bytes] = {}
        self._books: dict[str, bytes] = {}
        self._loading = threading.RLock()
        """Games are loaded by one thread at a time: msgspec does not bear two that meet a type for the first time."""
        self._opening = asyncio.Lock()

    # ------------------------------------------------------------------------------------------------ games
    def game(self, game_id: str, pack: Any = None) -> Game[Any]:
        found = self._games.get(game_id)
        if found is not None and (pack is None or game_id in self.extra):
            return found
        with self._loading:
            game = load(game_id, pack)
            if pack is None:
                self._games[game_id] = game
        return game

    def game_infos(self) -> list[dict[str, Any]]:
        """Every game's card; one that cannot be loaded says why, and leaves the others playable."""
        with self._loading:
            if self._infos is None:
                self._infos = [self._card(game_id) for game_id in [*loaders(), *self.extra]]
        return self._infos

    def _card(self, game_id: str) -> dict[str, Any]:
        try:
            return present.game_info(self.game(game_id))
        except Exception as error:
            log.warning("The game %s cannot be loaded", game_id, exc_info=error)
            return present.broken_info(game_id, f"{type(error).__name__}: {error}")

    def board(self, game: Game[Any]) -> bytes:
        """The board as JSON, made once."""
        with self._loading:
            if game.id not in self._boards:
                self._boards[game.id] = present.encode(game.board())
        return self._boards[game.id]

    def book(self, game: Game[Any]) -> bytes:
        """Charts, rules and the like as JSON, made once."""
        with self._loading:
            if game.id not in self._books:
                self._books[game.id] = present.encode(present.game_book(game))
        return self._books[game.id]

    def warm(self) -> None:
        """Load every game and its board before somebody asks; what cannot be loaded is told when he does."""
        for info in self.game_infos():
            with contextlib.suppress(Exception):
                self.board(self.game(info["id"]))

    def picture(self, game: Game[Any], name: str) -> Path | None:
        """A picture in the game's data folder."""
        package = type(game).__module__.rpartition(".")[0]
        try:
            root = Path(str(files(import_module(package)))) / "data"
        except (ImportError, ValueError, TypeError):
            return None
        file = (root / name).resolve()
        return file if file.is_relative_to(root.resolve()) and file.is_file() else None

    # ------------------------------------------------------------------------------------------------ rooms
    def table_infos(self) -> list[dict[str, Any]]:
        return [self._info(row) for row in self.store.rows()]

    def _info(self, row: Row) -> dict[str, Any]:
        return {"id": row.id, "game": row.game, "kind": row.kind, "who": row.who, "created": row.created,
                "updated": row.updated, "turn": [], "clock": "", "over": False, **row.facts}  # fmt: skip

    def room(self, table_id: str) -> Room:
        found = self.rooms.get(table_id)
        if found is None:
            row = self.store.get(table_id)
            if row is None:
                raise BadInput("There is no such table; it may have been removed.")
            found = self.rooms[table_id] = open_room(self.store, row, self.game(row.game, row.header.get("pack")))
        return found

    async def open(self, table_id: str) -> Room:
        """`room`, with the reading of a long game kept off the loop; two pages that ask at once get one room."""
        if table_id in self.rooms:
            return self.rooms[table_id]
        async with self._opening:
            return await asyncio.to_thread(self.room, table_id)

    def adopt(self, room: Room) -> None:
        self.rooms[room.row.id] = room

    async def drop(self, room: Room) -> None:
        """Forget a room, so that it is read afresh from the disk; its pages connect again by themselves."""
        self.rooms.pop(room.row.id, None)
        if room.thinking is not None:
            room.thinking.cancel()
        for page in list(room.pages):
            with contextlib.suppress(Exception):
                await page.close()

    async def remove(self, table_id: str) -> None:
        room = self.rooms.pop(table_id, None)
        if room is not None:
            if room.thinking is not None:
                room.thinking.cancel()
            for page in list(room.pages):
                await page.send(present.encode({"type": "gone", "text": "This table has been removed."}))
        if not self.store.remove(table_id):
            raise BadInput("There is no such table; it may have been removed already.")

    # -------------------------------------------------------------------------------------------- new tables
    def create(self, wanted: dict[str, Any]) -> Room:
        """A new table as the set-up page describes it."""
        unknown = [key for key in wanted if key not in NEW_TABLE]
        if unknown:
            raise BadInput(f"A new table has no “{short(unknown[0])}”; it has: {', '.join(NEW_TABLE)}.")
        game_id = wanted.get("game")
        if not isinstance(game_id, str):
            raise BadInput("Say which game.")
        game = self.game(game_id, wanted.get("pack"))
        if wanted.get("lesson"):
            room = self._lesson(game)
        else:
            scenario, options = wanted.get("scenario") or game.scenarios[0].id, wanted.get("options") or {}
            if not isinstance(scenario, str) or not isinstance(options, dict):
                raise BadInput("The scenario must be a text and the options a table.")
            practice = bool(wanted.get("practice"))
            who = self._who(game, wanted.get("who") or {})
            table = game.table(scenario, options, practice=practice, seed=wanted.get("seed") if practice else None)
            room = Room.new(self.store, table, who, "game")
        self.adopt(room)
        return room

    def _who(self, game: Game[Any], wanted: Any) -> dict[str, str]:
        if not isinstance(wanted, dict):
            raise BadInput("Who plays must be a table of seats.")
        levels = game_bots(game)
        who = {}
        for seat in game.seats:
            player = wanted.get(seat, "me")
            if player not in ("me", "hotseat") and not (
                isinstance(player, str) and player.startswith("bot:") and player.removeprefix("bot:") in levels
            ):
                raise BadInput(
                    f"“{player}” cannot play {seat}; it can be: me, hotseat, {', '.join('bot:' + b for b in levels)}."
                )
            who[seat] = player
        for seat in wanted:
            if seat not in game.seats:
                raise BadInput(f"{game.title} has no seat “{seat}”.")
        return who

    def _lesson(self, game: Game[Any]) -> Room:
        lesson = game.lesson()
        if lesson is None:
            raise BadInput(f"{game.title} has no lesson.")
        queue = [list(x) if isinstance(x, tuple) else x for x in lesson.forced]
        table, left = self._start_forced(game, lesson.scenario, dict(lesson.options), queue)
        who = dict.fromkeys(game.seats, "me")
        return Room.new(self.store, table, who, "lesson", {"at": 0, "forced": left})

    def _start_forced(
        self, game: Game[Any], scenario: str, options: dict[str, Any], queue: list[Any]
    ) -> tuple[Table[Any], list[Any]]:
        for many in range(len(queue) + 1):
            try:
                return game.table(scenario, options, practice=True, forced=queue[:many]), queue[many:]
            except BadInput as error:
                if "forced has too" not in str(error):
                    raise
        return game.table(scenario, options, practice=True), []

    # ------------------------------------------------------------------------------------------------ import
    async def take_in_aside(self, raw: bytes) -> tuple[Room, str]:
        """`take_in`, kept off the loop."""
        async with self._opening:
            room, note = await asyncio.to_thread(self.take_in, raw)
        self.adopt(room)
        return room, note

    def take_in(self, raw: bytes) -> tuple[Room, str]:
        """A table from a record or a position; says what is special about it. Broken input is refused."""
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadInput(f"The file is not text: byte {error.start} fits no UTF-8.") from None
        if not text.strip():
            raise BadInput("The file is empty.")
        if text.lstrip().startswith("{"):
            return self._take_record(raw)
        return self._take_position(text)

    def _take_record(self, raw: bytes) -> tuple[Room, str]:
        record = load_record(raw)
        game = self.game(record["game"], record.get("pack"))
        opened = open_record(record, game)
        table = opened.table
        if table is None:
            raise BadInput(opened.mismatch)
        who = dict.fromkeys(game.seats, "me")
        if opened.matches and (table.over or table.practice):
            room = Room.new(self.store, table, who, "game")
            return room, "" if table.over else "The game goes on with dice of its own."
        note = opened.mismatch or "The record is of a game that was not over: it goes on here as an analysis board."
        branch = table.branch()
        return Room.new(self.store, branch, who, "analysis"), note

    def _take_position(self, text: str) -> tuple[Room, str]:
        import tomllib

        try:
            named = tomllib.loads(text).get("game")
        except tomllib.TOMLDecodeError as error:
            raise BadInput(f"This is neither a record nor a position: {error}.") from None
        if not isinstance(named, str):
            raise BadInput('The position does not say its game: it needs a line game = "…".')
        game = self.game(named)
        table = game.position(text)
        return Room.new(self.store, table, dict.fromkeys(game.seats, "me"), "analysis"), ""

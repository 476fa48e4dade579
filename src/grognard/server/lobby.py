"""The games that are there, and the rooms that are open."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
import tomllib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from grognard.bots import game_bots
from grognard.kernel.errors import BadInput, Broken, GrognardError, WrongForced
from grognard.kernel.match.audit import WRONG
from grognard.kernel.match.laid import Laid
from grognard.kernel.match.limits import check_toml
from grognard.kernel.match.position import meet_state
from grognard.kernel.match.record import load_record
from grognard.kernel.match.table import Table
from grognard.kernel.match.verify import verify
from grognard.kernel.plain import Json, Things
from grognard.kernel.registry import load, loaders
from grognard.kernel.rules.actions import short
from grognard.kernel.rules.chance import Forced
from grognard.kernel.rules.game import Game, Options
from grognard.kernel.rules.state import S
from grognard.server import intake, present
from grognard.server.archive import open_room
from grognard.server.bots import Thinkers
from grognard.server.laid import BEGUN, Waiting, header_of, new_row, owing_nonces, read_laid, told
from grognard.server.pages import Page
from grognard.server.protocol import GameInfo, Gone, TableInfo
from grognard.server.room import Room, play_forced
from grognard.server.seen import SEEN, open_seen, take_in_seen
from grognard.server.store import NAME, Row, Store

log = logging.getLogger("grognard.server")


SWEEP, IDLE = 30.0, 300.0
"""Seconds: how often idle rooms are looked for, and after how long without a page they leave memory."""
READERS = 2
"""How many long games are read at a time: each takes its share from the loop, on which everybody waits."""
NEW_TABLE = ("game", "scenario", "options", "who", "practice", "seed", "pack", "lesson")
"""What a new table may be described by."""

MOST_NAME = 60


class Lobby:
    def __init__(self, store: Store, extra: Sequence[Game[Any]] = ()) -> None:
        self.store = store
        self.extra = {game.id: game for game in extra}
        """Games beside the installed ones, for tests."""
        self.rooms: dict[str, Room] = {}
        self.thinkers = Thinkers()
        self.waiting: dict[str, set[Page]] = {}
        """Pages at tables that wait for nonces."""
        self._games: dict[str, Game[Any]] = dict(self.extra)
        for game in extra:
            meet_state(game)
        self._infos: list[GameInfo] | None = None
        self._boards: dict[str, bytes] = {}
        self._books: dict[str, bytes] = {}
        self._loading = threading.RLock()
        """Games are loaded by one thread at a time: msgspec does not bear two that meet a type for the first time."""
        self._readers = ThreadPoolExecutor(READERS, "reading")
        self._opening = asyncio.Lock()
        self._taking = asyncio.Lock()
        self._sweeping: asyncio.Task[None] | None = None
        self._readings: dict[str, asyncio.Future[Room]] = {}
        """The tables that are being read from the disk: nobody waits for another's."""

    # ------------------------------------------------------------------------------------------------ games
    def game(self, game_id: str, pack: Things | None = None) -> Game[Any]:
        if pack is not None and not isinstance(pack, Mapping):
            raise BadInput("A pack is a table of values, as in its file.")
        found = self._games.get(game_id)
        if found is not None and (pack is None or game_id in self.extra):
            return found
        with self._loading:
            game = load(game_id, pack)
            meet_state(game)
            if pack is None:
                self._games[game_id] = game
        return game

    def try_pack(self, game_id: str, pack: Things) -> None:
        """Refuse values with which the game cannot be set up."""
        try:
            game = self.game(game_id, pack)
            game.board()
            for scenario in game.scenarios:
                game.table(scenario.id)
        except GrognardError:
            raise
        except (ValueError, KeyError) as error:
            words = f"there is no {error}" if isinstance(error, KeyError) else error
            raise BadInput(f"The game cannot be set up with these values: {words}.") from None
        except Exception as error:
            words = f"The game cannot be set up with these values ({type(error).__name__}: {error})."
            raise BadInput(words) from None

    def game_infos(self) -> list[GameInfo]:
        """Every game's card; one that cannot be loaded says why, and leaves the others playable."""
        with self._loading:
            if self._infos is None:
                self._infos = [self._card(game_id) for game_id in [*loaders(), *self.extra]]
        return self._infos

    def _card(self, game_id: str) -> GameInfo:
        try:
            return present.game_info(self.game(game_id))
        except Exception as error:
            log.warning("The game %s cannot be loaded", game_id, exc_info=error)
            return present.broken_info(game_id, f"{type(error).__name__}: {error}")

    def board(self, game: Game[S]) -> bytes:
        """The board as JSON, made once but for games with values of a player's own."""
        if game.pack is not None:
            return present.encode(game.board())
        with self._loading:
            if game.id not in self._boards:
                self._boards[game.id] = present.encode(game.board())
        return self._boards[game.id]

    def book(self, game: Game[S]) -> bytes:
        """Charts, rules and the like as JSON, made once but for games with values of a player's own."""
        if game.pack is not None:
            return present.encode(present.game_book(game))
        with self._loading:
            if game.id not in self._books:
                self._books[game.id] = present.encode(present.game_book(game))
        return self._books[game.id]

    def warm(self) -> None:
        """Load every game and its board before somebody asks; what cannot be loaded is told when he does."""
        for info in self.game_infos():
            with contextlib.suppress(Exception):
                self.board(self.game(info.id))

    def picture(self, game: Game[S], name: str) -> Path | None:
        """A picture in the game's data folder."""
        package = type(game).__module__.rpartition(".")[0]
        try:
            root = Path(str(files(import_module(package)))) / "data"
        except (ImportError, ValueError, TypeError):
            return None
        file = (root / name).resolve()
        return file if file.is_relative_to(root.resolve()) and file.is_file() else None

    # ------------------------------------------------------------------------------------------------ rooms
    def table_infos(self) -> list[TableInfo]:
        names = self.store.names()
        return [present.table_info(row, names.get(row.id, "")) for row in self.store.rows()]

    def rename(self, table_id: str, name: Json) -> None:
        if not isinstance(name, str) or len(name.strip()) > MOST_NAME or not name.isprintable():
            raise BadInput(f"A table's name is a line of at most {MOST_NAME} characters.")
        self.store.keep(table_id, "", NAME, name.strip())

    def room(self, table_id: str) -> Room:
        found = self._open_already(table_id)
        if found is None:
            row = self.store.get(table_id)
            if row is None:
                raise BadInput("There is no such table; it may have been removed.")
            found = self.adopt(self._read(row))
        return found

    def _read(self, row: Row) -> Room:
        game = self.game(row.game, row.header.open().get("pack"))
        try:
            laid = read_laid(row, game)
            if laid is not None:
                raise Waiting(laid)
            return open_seen(self.store, row, game) if row.kind == SEEN else open_room(self.store, row, game)
        except GrognardError:
            raise
        except Exception as fault:  # its JSON is sound, but nothing that a game is made of
            log.exception("The table %s cannot be opened", row.id)
            raise Broken(f"The saved game cannot be opened ({type(fault).__name__}: {fault}).") from fault

    def _open_already(self, table_id: str) -> Room | None:
        found = self.rooms.get(table_id)
        return found if found is not None and not found.spoiled else None

    async def open(self, table_id: str) -> Room:
        """`room`, with the reading of a long game kept off the loop; two pages that ask at once get one room."""
        found = self._open_already(table_id)
        if found is None:
            reading = self._readings.get(table_id)
            if reading is None:
                loop = asyncio.get_running_loop()
                reading = asyncio.ensure_future(loop.run_in_executor(self._readers, self.room, table_id))
                self._readings[table_id] = reading
                reading.add_done_callback(lambda _: self._readings.pop(table_id, None))
            found = await asyncio.shield(reading)  # who goes away leaves the others waiting for it
        found.used = time.monotonic()
        self._tend()
        return found

    def adopt(self, room: Room) -> Room:
        """Take a room among those that are open."""
        room.opponents.thinkers = self.thinkers
        self.rooms[room.row.id] = room
        self._tend()
        return room

    def _tend(self) -> None:
        """See to it that idle rooms are put away, where there is a loop."""
        if self._sweeping is None or self._sweeping.done():
            with contextlib.suppress(RuntimeError):
                self._sweeping = asyncio.get_running_loop().create_task(self._sweep())

    async def _sweep(self) -> None:
        while self.rooms:
            await asyncio.sleep(SWEEP)
            for room in list(self.rooms.values()):
                if room.idle() > IDLE and not room.is_busy():
                    self.drop(room)

    def drop(self, room: Room) -> None:
        """Forget a room, so that it is read afresh from the disk; its pages connect again by themselves."""
        room.spoiled = True
        if self.rooms.get(room.row.id) is room:
            del self.rooms[room.row.id]
        room.opponents.stop()
        room.let_go()

    async def go_on(self, room: Room) -> str:
        """The table on which an archived game goes on: made once."""
        async with self._opening:
            found = await asyncio.to_thread(room.continued)
            if found is None:
                new = await asyncio.to_thread(room.go_on)
                self.adopt(new)
                found = new.row.id
        return found

    def remove(self, table_id: str) -> None:
        if not self.store.remove(table_id):
            raise BadInput("There is no such table; it may have been removed already.")
        room = self.rooms.get(table_id)
        for page in (*self.waiting.pop(table_id, ()), *(room.pages if room is not None else ())):
            page.tell(Gone("This table has been removed."))
            page.let_go(4404, "This table has been removed.")
        if room is not None:
            self.drop(room)

    # -------------------------------------------------------------------------------------------- new tables
    def create(self, wanted: dict[str, Any]) -> Row:
        """A new table as the set-up page describes it: open, or laid where its players owe nonces."""
        unknown = [key for key in wanted if key not in NEW_TABLE]
        if unknown:
            raise BadInput(f"A new table has no “{short(unknown[0])}”; it has: {', '.join(NEW_TABLE)}.")
        game_id = wanted.get("game")
        if not isinstance(game_id, str):
            raise BadInput("Say which game.")
        game = self.game(game_id, wanted.get("pack"))
        taught = wanted.get("lesson", False)
        if not isinstance(taught, bool | str):
            raise BadInput("A lesson is asked for by its id.")
        if taught:
            room = self._lesson(game, taught)
        else:
            scenario, options = wanted.get("scenario") or game.scenarios[0].id, wanted.get("options") or {}
            if not isinstance(scenario, str) or not isinstance(options, dict):
                raise BadInput("The scenario must be a text and the options a table.")
            practice, seed = bool(wanted.get("practice")), wanted.get("seed")
            if not isinstance(seed, int | str | None):
                raise BadInput("A seed is a number or a text.")
            who = self._who(game, wanted.get("who") or {})
            people = owing_nonces(game, who, practice)
            if people:
                row = new_row(Laid(game, scenario, options, people=people), who)
                self.store.save(row, 0, [])
                return row
            table = game.table(scenario, options, practice=practice, seed=seed if practice else None)
            room = Room.new(self.store, table, who, "game")
        self.adopt(room)
        return room.row

    def laid(self, table_id: str) -> Laid[Any] | None:
        """The table as it was laid, while it waits for nonces."""
        return self._laid(table_id)[1]

    def _laid(self, table_id: str) -> tuple[Row, Laid[Any] | None]:
        row = self.store.get(table_id)
        if row is None:
            raise BadInput("There is no such table; it may have been removed.")
        return row, read_laid(row, self.game(row.game, row.header.open().get("pack")))

    def add_nonce(self, table_id: str, seat: Json, nonce: Json) -> Laid[Any]:
        """A player's nonce; with the last one the game begins, all in one transaction."""
        if not isinstance(seat, str) or not isinstance(nonce, str):
            raise BadInput("A nonce is a text, and says of which seat it is.")
        row, laid = self._laid(table_id)
        if laid is None:
            raise BadInput("The game has begun, and no nonce is owed.")
        laid.add(seat, nonce)
        if laid.missing:
            row.header = header_of(laid)
            self.store.save(row, 0, [])
            for page in self.waiting.get(table_id, ()):
                page.tell(told(laid))
            return laid
        table = laid.open()
        row.header = table.recorder.header
        room = Room(self.store, row, table)
        room.save()
        self.adopt(room)
        for page in self.waiting.pop(table_id, set()):
            page.let_go(*BEGUN)
        return laid

    def _who(self, game: Game[S], wanted: Json) -> dict[str, str]:
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

    def _lesson(self, game: Game[S], wanted: bool | str) -> Room:
        """A lesson's table: the one of this id, or the first where only a lesson is asked for."""
        lessons = game.lessons()
        if not lessons:
            raise BadInput(f"{game.title} has no lesson.")
        lesson = lessons[0] if wanted is True else next((each for each in lessons if each.id == wanted), None)
        if lesson is None:
            raise BadInput(
                f"{game.title} has no lesson “{short(str(wanted))}”; it has: {', '.join(x.id for x in lessons)}."
            )
        queue: list[Forced] = [list(x) if isinstance(x, tuple) else x for x in lesson.forced]
        table, left = self._start_forced(game, lesson.scenario, dict(lesson.options), queue)
        for action in lesson.opening:
            left = play_forced(table, table.seats[0], action, left)
        who = dict.fromkeys(game.seats, "me")
        kept = {"id": lesson.id, "at": 0, "forced": left, "start": len(table.history)}
        return Room.new(self.store, table, who, "lesson", kept)

    def _start_forced(
        self, game: Game[S], scenario: str, options: Options, queue: list[Forced]
    ) -> tuple[Table[S], list[Forced]]:
        for many in range(len(queue) + 1):
            try:
                return game.table(scenario, options, practice=True, forced=queue[:many]), queue[many:]
            except WrongForced:
                continue
        return game.table(scenario, options, practice=True), []

    # ------------------------------------------------------------------------------------------------ import
    async def take_in_aside(self, raw: bytes) -> tuple[str, str]:
        """`take_in`, by a process of its own: one after another. The new table's id, and what is special about it."""
        makers = {game.id: f"{type(game).__module__}:{type(game).__qualname__}" for game in self.extra.values()}
        async with self._taking:
            taken, steps = await asyncio.to_thread(intake.take_in, raw, makers)
            await asyncio.to_thread(self.store.put, taken.row, steps)
        return str(taken.row["id"]), taken.note

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
        found = verify(record, game)
        for verdict in (found.dice, found.rules, found.log):
            if verdict.state == WRONG:
                raise Broken(verdict.text)
        if "seat" in record:
            return take_in_seen(self.store, record, game), f"This is what {record['seat']} saw of a running game."
        opened = found.replay
        if opened is None or opened.table is None:
            raise BadInput(found.rules.text)
        table = opened.table
        who = dict.fromkeys(game.seats, "me")
        if opened.matches and (table.over or table.practice):
            room = Room.new(self.store, table, who, "game")
            return room, "" if table.over else "The game goes on with dice of its own."
        note = opened.mismatch or "The record is of a game that was not over: it goes on here as an analysis board."
        return Room.new(self.store, table.branch(), who, "analysis"), note

    def _take_position(self, text: str) -> tuple[Room, str]:
        check_toml(text)
        try:
            named = tomllib.loads(text).get("game")
        except tomllib.TOMLDecodeError as error:
            raise BadInput(f"This is neither a record nor a position: {error}.") from None
        if not isinstance(named, str):
            raise BadInput('The position does not say its game: it needs a line game = "…".')
        game = self.game(named)
        table = game.position(text)
        return Room.new(self.store, table, dict.fromkeys(game.seats, "me"), "analysis"), ""

"""Bots think in processes of their own: one a table, started when it is wanted, at low priority; so many think at a
time, the others wait their turn. A process that takes too long, or whose table has gone, is ended."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from contextlib import suppress
from weakref import WeakValueDictionary

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.kernel.match.position import save_state
from grognard.kernel.plain import meet
from grognard.kernel.registry import loaders
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.server.thinker import Question, Setting, Thought

AT_A_TIME = 2
"""How many think at once."""
ALIVE = 4
"""How many processes there are at most: those that think, and some that remember their plans."""
START = 60.0
"""Seconds for a process to start and load its game."""
LIMIT = 90.0
"""Seconds for one choice."""
IDLE = 120.0
"""Seconds after which a process that is asked nothing ends."""


meet(Thought)


class BotFailed(GrognardError):
    """A bot gave no answer."""


class Stopped(BotFailed):
    """It was told to stop: what it thought about is no longer so."""


class Mind:
    """The process of one table."""

    def __init__(self, setting: Setting) -> None:
        self.setting: bytes | None = msgspec.json.encode(setting)
        """What is still to be told to the process before anything else."""
        self.busy = False
        self.stopped = False
        self.rest: asyncio.TimerHandle | None = None
        self.process: subprocess.Popen[bytes] | None = None
        """Started by the thread that first asks it: on a busy machine that takes a tenth of a second."""
        self._starting = threading.Lock()

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def _start(self) -> subprocess.Popen[bytes]:
        with self._starting:
            if self.process is None:
                if self.stopped:
                    raise OSError("it was stopped before it began")
                self.process = subprocess.Popen(
                    [sys.executable, "-m", "grognard.server.thinker"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                )
            return self.process

    def stop(self) -> None:
        """End the process, whatever it is doing; nobody waits for its end."""
        self.stopped = True
        if self.rest is not None:
            self.rest.cancel()
        threading.Thread(target=self._end).start()

    def _end(self) -> None:
        with self._starting:
            process = self.process
        if process is not None:
            process.kill()
            process.wait()
            if not self.busy:  # else whoever waits for its answer does it
                self._hang_up()

    def _hang_up(self) -> None:
        assert self.process is not None
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()

    def _exchange(self, raw: bytes) -> bytes:
        process = self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(raw + b"\n")
        process.stdin.flush()
        return process.stdout.readline()

    async def ask(self, question: bytes, limit: float) -> Thought:
        if self.setting is not None:
            await self._answer(self.setting, START)
            self.setting = None
        return await self._answer(question, limit)

    async def _answer(self, raw: bytes, limit: float) -> Thought:
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[bytes] = loop.create_future()

        def tell(line: bytes) -> None:
            if not answered.done():
                answered.set_result(line)

        def work() -> None:
            line = b""
            with suppress(OSError, ValueError):
                line = self._exchange(raw)
            if not line and self.process is not None:
                self._hang_up()
            with suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(tell, line)

        threading.Thread(target=work, daemon=True).start()
        try:
            line = await asyncio.wait_for(answered, limit)
        except TimeoutError:
            raise BotFailed(f"it did not answer within {limit:g} seconds") from None
        if not line:
            raise Stopped("it was stopped") if self.stopped else BotFailed("its process ended")
        return msgspec.json.decode(line, type=Thought)


class Thinkers:
    """The minds of all tables."""

    def __init__(self, limit: float = LIMIT) -> None:
        self.limit = limit
        self._minds: dict[str, Mind] = {}
        """By table, the one that was asked longest ago first."""
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """A mind is asked one thing at a time: two pages may want hints at one table."""
        self._places = asyncio.Semaphore(AT_A_TIME)

    async def choose(self, table: str, game: Game[S], view: S, seat: str, level: str, fresh: bool = False) -> Thought:
        """What the bot chooses, and why; `BotFailed` if it does not."""
        maker = "" if game.id in loaders() else f"{type(game).__module__}:{type(game).__qualname__}"
        saved = msgspec.Raw(msgspec.json.encode(save_state(game, view)))
        question = msgspec.json.encode(Question(level, seat, saved, fresh))
        turn = self._turns.setdefault(table, asyncio.Lock())
        async with turn, self._places:
            mind = self._mind(table, Setting(game.id, maker, game.pack))
            mind.busy = True
            try:
                thought = await mind.ask(question, self.limit)
            except BaseException:
                self.stop(table)  # it may still be thinking
                raise
            finally:
                mind.busy = False
        if self._minds.get(table) is mind:
            mind.rest = asyncio.get_running_loop().call_later(IDLE, self.stop, table)
        if thought.failed:
            raise BotFailed(thought.failed)
        return thought

    def _mind(self, table: str, setting: Setting) -> Mind:
        mind = self._minds.pop(table, None)
        if mind is not None and mind.rest is not None:
            mind.rest.cancel()
        if mind is not None and not mind.alive:
            mind.stop()
            mind = None
        if mind is None:
            resting = [name for name, other in self._minds.items() if not other.busy]
            if len(self._minds) >= ALIVE and resting:
                self.stop(resting[0])
            mind = Mind(setting)
        self._minds[table] = mind
        return mind

    def stop(self, table: str) -> None:
        """End the table's process, if it has one."""
        mind = self._minds.pop(table, None)
        if mind is not None:
            mind.stop()

    def close(self) -> None:
        for table in list(self._minds):
            self.stop(table)

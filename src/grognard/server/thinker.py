"""A process in which a table's bots think: `python -m grognard.server.thinker`, started by the server.

One question a line comes in, one answer a line goes out, both JSON. It ends with its input: a server that ends,
however it ends, leaves nobody thinking.
"""

from __future__ import annotations

import os
import queue
import random
import signal
import sys
import threading
from contextlib import suppress
from importlib import import_module
from typing import Any

import msgspec

from grognard.bots import Bot, game_bots
from grognard.kernel.match.position import restore_state
from grognard.kernel.registry import load
from grognard.kernel.rules.game import Game

NICE = 10


class Setting(msgspec.Struct, omit_defaults=True):
    """The first line: which game it is about. The answer says that it has been loaded."""

    game: str
    maker: str = ""
    """`module:class` of a game that is not installed."""
    pack: dict[str, Any] | None = None


class Question(msgspec.Struct, omit_defaults=True):
    """What a bot is asked: a seat's view of the game, in its saved form."""

    level: str
    seat: str
    view: msgspec.Raw
    fresh: bool = False
    """A bot that remembers nothing is asked, and is forgotten again."""


class Thought(msgspec.Struct, omit_defaults=True):
    """What it chose, and why; or what went wrong."""

    action: str = ""
    why: str = ""
    failed: str = ""
    sure: float = 0.0
    other: str = ""


class Thinker:
    def __init__(self, raw: bytes) -> None:
        setting = msgspec.json.decode(raw, type=Setting)
        self.game: Game[Any]
        if setting.maker:
            module, _, name = setting.maker.partition(":")
            self.game = getattr(import_module(module), name)()
        else:
            self.game = load(setting.game, setting.pack)
        self.bots: dict[tuple[str, str], Bot[Any]] = {}

    def think(self, raw: bytes) -> Thought:
        try:
            question = msgspec.json.decode(raw, type=Question)
            view = restore_state(self.game, msgspec.json.decode(question.view))
            known = {} if question.fresh else self.bots
            bot = known.setdefault((question.seat, question.level), game_bots(self.game)[question.level]())
            action = bot.choose(self.game, view, question.seat, random.Random())
            return Thought(action.text, bot.why, sure=bot.sure, other=bot.other)
        except Exception as error:
            return Thought(failed=f"{type(error).__name__}: {error}")


def main() -> None:
    """Answer until there are no more questions. Whoever starts it ends it by closing its input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server is told, and ends us
    with suppress(OSError, AttributeError):  # where the server has precedence, its bots have none
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot prints is no answer
    questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin.buffer:
            questions.put(line)
        os._exit(0)  # in the midst of a thought too

    threading.Thread(target=listen, daemon=True).start()
    thinker, thought = Thinker(questions.get()), Thought()
    while True:
        answers.write(msgspec.json.encode(thought) + b"\n")
        answers.flush()
        thought = thinker.think(questions.get())


if __name__ == "__main__":
    main()

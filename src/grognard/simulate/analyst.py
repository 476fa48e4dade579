"""The process in which a page's analysis is worked out: one question on its input, one answer on its output.

{"game": "springtime", "pack": null, "position": "…", "seconds": 5}     the best options of the seat to move
{"game": "springtime", "pack": null, "record": {…}, "seat": "axis", "seconds": 5}     a past game
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from grognard.kernel.errors import BadInput, GrognardError
from grognard.kernel.match.replay import replay
from grognard.kernel.registry import load
from grognard.simulate.analysis import best_options, past_game


class Asked(msgspec.Struct):
    game: str
    seconds: float
    pack: dict[str, Any] | None = None
    position: str = ""
    record: dict[str, Any] | None = None
    seat: str = ""


def answer(asked: Asked) -> dict[str, Any]:
    """The answer as plain data, or the sentence why there is none."""
    try:
        game = load(asked.game, asked.pack)
        if asked.record is None:
            return {"options": best_options(game.position(asked.position), asked.seconds, seat=asked.seat)}
        table = replay(msgspec.json.encode(asked.record), game).table
        if table is None:
            raise BadInput("The rules have changed since: this game can be shown, but not played out.")
        return {"past": past_game(table, asked.seconds, seat=asked.seat)}
    except GrognardError as error:
        return {"failed": str(error)}


def main() -> None:
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Asked)
    sys.stdout.buffer.write(msgspec.json.encode(answer(asked)))


if __name__ == "__main__":
    main()

"""What happened? A game's events as they are told, with the rule behind each, and its record for later.

python examples/what_happened.py game.json
"""

import sys
from pathlib import Path

import grognard
from grognard.kernel.match.record import dump_record


def main(out="game.json"):
    game = grognard.load("spoiled-victory")
    played = grognard.play_game(game, {"allies": "advisor"}, seed=1)
    for happened in played.events()[-12:]:
        event = happened.event
        print(f"{type(event).__name__:8} {event.text(game.data)} [{event.rule}]")
    Path(out).write_bytes(dump_record(played.record()))
    assert grognard.replay(Path(out).read_bytes()).matches
    print(played.result.text)
    return played


if __name__ == "__main__":
    main(*sys.argv[1:])

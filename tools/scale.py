"""How studies scale on this machine, by the clock: `python tools/scale.py [--games 400] [--long]`; figures as JSON.

Springtime with `easy` on both sides: one process against two, on two free cores; with `--on` the same on Ray, in an
environment that has it; with `--long` 10,000 games in one run. Nothing else may run meanwhile.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import Any

from grognard.simulate import Question, simulate

MOST = 10_000


def games_a_second(games: int, seed: int, **how: Any) -> dict[str, float]:
    """A study of so many games; its start and its tables are part of the time."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        study = simulate(Question("springtime", games=games, seats=SEATS, seed=seed), f"{folder}/study", **how)
        took = time.perf_counter() - began
        assert len(study.games()) == games
    return {"games": games, "seconds": round(took, 1), "games a second": round(games / took, 2)}


SEATS: dict[str, Any] = {"axis": "easy", "allies": "easy"}


def main(args: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=800, help=f"of a run, at most {MOST}")
    parser.add_argument("--on", default="", help="“ray”, or the address of a cluster: against the built-in pool")
    parser.add_argument("--long", action="store_true", help=f"{MOST} games in one run")
    given = parser.parse_args(args)
    games = min(given.games, MOST)
    found: dict[str, Any] = {"cores": os.cpu_count()}
    games_a_second(8, 1, jobs=1)  # what is loaded for the first time
    if given.on:
        found["pool"] = games_a_second(games, 2, jobs=None)
        found[given.on] = games_a_second(games, 2, on=given.on)
        found["costs more"] = round(found[given.on]["seconds"] / found["pool"]["seconds"] - 1, 3)
    elif given.long:
        found["all cores"] = games_a_second(MOST, 3, jobs=None)
    else:
        found["one"] = games_a_second(games // 2, 2, jobs=1)
        found["two"] = games_a_second(games, 2, jobs=2)
        found["times"] = round(found["two"]["games a second"] / found["one"]["games a second"], 2)
    found["memory MB"] = {
        "parent": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "largest worker": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024,
    }
    print(json.dumps(found, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())

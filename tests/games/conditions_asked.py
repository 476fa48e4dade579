"""Run in plain Python, where calls can be seen: which masks are asked while conditions are."""

from __future__ import annotations

import random
import sys
from types import CodeType, FrameType
from typing import Any

import grognard
from grognard.kernel.rules import masks
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.sets import bits
from grognard.suite.checks import sampled

SHORT: dict[str, Any] = {
    "fortress-europa": {"scenarios": {"scenario": {"campaign": {"last": "jun-2"}, "bulge": {"last": "dec-4"}}}}
}
"""Scenarios that end on a turn which a test has time for."""
VALUES = 12


def masks_asked(game: Game[Any]) -> tuple[set[str], int]:
    """The masks of slots that were asked by conditions; and how many conditions were looked at."""
    strata = sampled(game, 3, 5, 2)
    makers: dict[CodeType, str] = {}
    for (step, verb_name), nodes in strata.items():
        for slot in nodes[0][2].slots:
            if slot.legal is not None:
                makers[slot.legal.__code__] = f"{step}, {verb_name}: {slot.legal.__name__}"
    asked: set[str] = set()

    def see(frame: FrameType, event: str, arg: Any) -> None:
        if event == "call" and frame.f_code in makers:
            asked.add(makers[frame.f_code])

    rng = random.Random(5)
    looked = 0
    for nodes in strata.values():
        for s, seat, verb in nodes:
            step = s.stack[-1]
            if not masks.allowed(verb, s, step, seat):
                continue
            first: tuple[int, ...] = ()
            for number, slot in enumerate(verb.slots[:2]):
                if number:  # after a first argument that may be
                    able = 0 if verb.slots[0].many else masks.values(verb.slots[0], s, step, seat, ())
                    if not able:
                        break
                    first = (rng.choice(bits(able)),)
                before = (*first, 0) if slot.many else first
                every = bits(slot.domain.names(s.data).all)
                sys.setprofile(see)
                try:
                    if number == 0 and verb.reasons is not None:
                        list(verb.reasons(s, step, seat))
                    for value in rng.sample(every, min(VALUES, len(every))):
                        looked += 1
                        for why in slot.reasons(s, step, seat, (*before, value)):
                            why.reason()
                finally:
                    sys.setprofile(None)
    return asked, looked


if __name__ == "__main__":
    game = grognard.load(sys.argv[1], SHORT.get(sys.argv[1]))
    found, conditions = masks_asked(game)
    print(conditions, *sorted(found), sep="\n")

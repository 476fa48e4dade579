"""Write this game's part of the museum: whole games by the advisor, and short records with foreseen dice.

Run by hand after a change of rules or data:  python tests/games/spoiled_victory/make_museum.py
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from dunkirk_desk import DATA, GAME, Desk

from grognard.bots import RandomBot
from grognard.games.spoiled_victory.bots.bot import Advisor
from grognard.games.spoiled_victory.rules.allied_attack import AlliedRoll
from grognard.games.spoiled_victory.rules.escape import Interdiction
from grognard.games.spoiled_victory.rules.german_attack import GermanRoll
from grognard.games.spoiled_victory.rules.luftwaffe import AirAttack, LuftwaffePhase
from grognard.games.spoiled_victory.rules.player_actions import PlayerActions
from grognard.kernel.match.position import write_position
from grognard.kernel.match.shapes import Record
from grognard.suite.museum import check_museum, keep, shown_by

MUSEUM = Path(__file__).parents[2] / "museum"
TOTALS = range(2, 13)


def whole_game(seed: int, clever: bool = True) -> Record:
    table = GAME.table("dynamo", practice=True, seed=seed)
    bot: Any = Advisor() if clever else RandomBot()
    rng = random.Random(seed)
    while not table.over:
        table.play(bot.choose(GAME, table.view("allies"), "allies", rng))
    return table.record()


def short(desk: Desk, *steps: Any, forced: list[Any]) -> Record:
    """A record from a position in which these steps come before a Player Action Phase."""
    s = desk.s
    s.actions = 1
    s.surrendered = True  # no Belgian unit is on these small maps (12.2)
    s.stack.clear()
    s.then(*steps, PlayerActions())
    text = write_position(GAME, "dynamo", GAME.settle_options("dynamo", {}), s)
    return GAME.position(text, forced=forced).record()


def two(total: int) -> list[int]:
    first = min(6, total - 1)
    return [first, total - first]


def short_records() -> dict[str, Record]:
    out = {}
    at_sea, ashore, battle = Desk(), Desk(), Desk()
    for n, _ in enumerate(TOTALS, 1):
        at_sea.evacuees(n, "staging", full=True)
        ashore.evacuees(n, ("C5", "D5", "E5", "F5", "C4", "D4")[(n - 1) // 2], full=True)
        battle.put(DATA.unit_ids[n], "C5")
    rows = (("channel", at_sea, DATA.combat), ("evacuee", ashore, DATA.combat), ("combat", battle, 1))
    for name, desk, first in rows:
        step = AirAttack(tuple(range(first, first + len(TOTALS))))
        out[f"luftwaffe-{name}"] = short(desk, step, forced=[two(t) for t in TOTALS])
    for turn, name in ((7, "day"), (8, "night")):
        for half, totals in enumerate((range(2, 8), range(8, 13))):
            desk = Desk(turn=turn)
            for n, _ in enumerate(totals, 1):
                desk.evacuees(n, ("Z2", "X3", "Y4")[(n - 1) // 2], full=True)
            units = tuple(DATA.combat + n for n in range(len(totals)))
            out[f"interdiction-{name}-{half + 1}"] = short(desk, Interdiction(units), forced=[two(t) for t in totals])
    unit = DATA.unit["3-grenadier-guards"]
    space = DATA.place["D3"]
    for wins in range(5):
        dice = [6] * wins + [2] * (4 - wins)
        held = Desk().german("D3").put("3-grenadier-guards", "D3")
        out[f"german-attack-{wins}"] = short(held, GermanRoll(3, space, unit), forced=[dice])
        held = Desk().german("D3").put("3-grenadier-guards", "D3")
        held.s.entered = 1 << unit
        out[f"allied-attack-{wins}"] = short(held, AlliedRoll(unit, space), forced=[dice])
    mixed = Desk().german("C3").put("1-loyals", "C3").german("B3").put("i-137-ri", "B3")
    forced = ["rain-and-low-cloud", [6, 5], [4, 4]]
    out["close-support-next-door"] = short(mixed, LuftwaffePhase(), forced=forced)
    out["leaving-belgium-free"] = leaving_belgium()
    return out


def leaving_belgium() -> Record:
    """A unit astray in the Belgian area goes free with GHQ, before anything else (10.1.7)."""
    desk = Desk().put("1-loyals", "H4").put("ghq", "H4").put("yser-garrison", "I3")
    s = desk.s
    s.astray = 1 << DATA.unit["1-loyals"]
    s.stack.append(PlayerActions())
    table = GAME.position(write_position(GAME, "dynamo", GAME.settle_options("dynamo", {}), s))
    table.play("free 1-loyals G4")
    return table.record()


def main() -> None:
    for old in (MUSEUM / GAME.id).glob("*.json*"):
        old.unlink()
    wanted = set(GAME.exhibits())
    for name, record in short_records().items():
        keep(MUSEUM, name, record)
        wanted -= shown_by(record)
    # Whole games: those that show something new, until nothing is missing.
    for seed in range(1, 400):
        if not wanted:
            break
        record = whole_game(seed, clever=seed > 1)
        new = shown_by(record) & wanted
        if len(new) >= 12 or any(x.startswith("ending") for x in new) or (seed > 60 and new):
            level = str(record["end"]["result"]["level"]).lower()
            keep(MUSEUM, f"game-{seed:03d}-{level}", record)
            wanted -= new
    for fault in check_museum(GAME, MUSEUM):
        print(fault)
    print(f"{len(list((MUSEUM / GAME.id).glob('*')))} records; missing: {sorted(wanted)}")


if __name__ == "__main__":
    main()

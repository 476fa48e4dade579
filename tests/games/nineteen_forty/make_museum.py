"""Writes the museum records of 1940: every cell of the combat table, every ending, and one whole game.

Run by hand when the rules or the data change: python tests/games/nineteen_forty/make_museum.py
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[2] / "src")]

from conftest import Desk  # noqa: E402

from grognard.games.nineteen_forty.bots.policy import EASY, answer  # noqa: E402
from grognard.games.nineteen_forty.rules.declaring import Declaring  # noqa: E402
from grognard.games.nineteen_forty.rules.sequence import EndCombat, Moving, Recovery  # noqa: E402
from grognard.kernel.match.position import write_position  # noqa: E402
from grognard.kernel.rules import CHANCE  # noqa: E402
from grognard.maps import members  # noqa: E402
from grognard.suite.museum import keep  # noqa: E402

MUSEUM = HERE.parents[1] / "museum"
ATTACKS = (  # column, attackers, defender
    ("7:1", ("de-i", "de-iv"), "br-51"),
    ("6:1", ("de-x", "de-ssc"), "fr-9-dim"),
    ("5:1", ("de-xi",), "fr-5-dim"),
    ("4:1", ("de-xxvi",), "fr-3-dim"),
    ("3:1", ("de-ix", "de-13-mot"), "fr-x"),
    ("2:1", ("de-vii",), "fr-xviii"),
    ("1.5:1", ("de-xxiii",), "fr-iii"),
    ("1:1", ("de-xii",), "fr-iv"),
    ("1:2", ("de-xxxvii",), "fr-v"),
    ("1:3", ("de-1-cav",), "fr-vi"),
)
LOST_FR, LOST_DE = {"fr-iv": "eliminated"}, {"de-xxxiii": "eliminated"}
BEF = {"br-i": "eliminated", "br-ii": "eliminated", "br-iii": "eliminated"}
PARIS = {"de-i": "1919", "de-x": "1920", "de-iv": "2019"}
ENDINGS = {
    "allied-strategic": {**LOST_DE, "fr-v": "0705", "fr-iii": "1808"},
    "allied-decisive": {"fr-iii": "1808"},
    "allied-marginal": {**LOST_FR, "fr-iii": "1808"},
    "draw": LOST_FR,
    "german-marginal": {**LOST_FR, "fr-9-dim": "eliminated", **LOST_DE, **PARIS},
    "german-decisive": {**LOST_FR, "fr-iii": "eliminated", **LOST_DE, "fr-xi": "eliminated", **PARIS},
    "german-strategic": {**BEF, **PARIS},
}


def sites(desk: Desk) -> list[tuple[int, list[int]]]:
    """Clear French hexes far apart, each with two neighbours that attack it plainly."""
    w = desk.w
    found: list[tuple[int, list[int]]] = []
    rugged = w.dr_star | w.fortified
    plain = [h for h in members(w.countries[1] & ~rugged) if not w.columns[h]]
    for h in plain:
        near = [x for x in w.attack_near[h] if x in plain and w.edges[x, h].river < 0 and not w.edges[x, h].halvings]
        if len(near) >= 2 and all(w.grid.distance(h, other) > 5 for other, _ in found):
            found.append((h, near))
    return found


def table_for(desk: Desk):
    text = write_position(desk.game, "campaign", desk.game.settle_options("campaign", {}), desk.s)
    return desk.game.position(text)


def play(table, text: str, die: int) -> None:
    """Plays an action; every die that follows shows the same number."""
    game, seat = table.game, table.seats[0]
    s, rolls = table.state.copy(), []
    game.apply(s, game.read(s, seat, text))
    while s.stack and game.turn(s) is CHANCE:
        rolls.append([die])
        game.apply(s, (die,))
    table.play(text, seat=seat, forced=rolls)


def finish(table, rng: random.Random, die: int) -> None:
    while not table.over and type(table.state.stack[-1]).__name__ != "Moving":
        seat = table.seats[0]
        play(table, answer(table.game, table.view(seat), seat, EASY, rng), die)


def combat_table() -> None:
    desk = Desk()
    places = sites(desk)
    for die in range(1, 7):
        units, orders = {}, []
        for (_, attackers, defender), (h, near) in zip(ATTACKS, places, strict=False):
            units[defender] = desk.w.labels[h]
            for unit, x in zip(attackers, near, strict=False):
                units[unit] = desk.w.labels[x]
                orders.append(f"attack {unit} {desk.w.labels[h]}")
        desk.set_up(units, turn=2, steps=[Declaring(), EndCombat(), Recovery()])
        table = table_for(desk)
        play(table, "; ".join([*orders, "done"]), die)
        finish(table, random.Random(die), die)
        keep(MUSEUM, f"crt-die-{die}", table.record())


def endings() -> None:
    for level, units in ENDINGS.items():
        desk = Desk()
        desk.set_up(
            {"fr-col": "2415", "de-xxx": "0501", **units},
            side="allied", turn=10, impulse=2, objective="maginot", war="belgium luxembourg",
            steps=[Moving(), Declaring(), EndCombat(), Recovery()],
        )  # fmt: skip
        table = table_for(desk)
        table.play("end", seat="allied")
        while not table.over:
            table.play({"Declaring": "done", "Interdicting": "pass"}[type(table.state.stack[-1]).__name__])
        assert table.result.level == level, (level, table.result)
        keep(MUSEUM, f"ending-{level}", table.record())


def whole_game() -> None:
    from grognard.bots import game_bots

    desk = Desk()
    bots = {seat: game_bots(desk.game)["easy"]() for seat in desk.game.seats}
    table = desk.game.table("campaign", practice=True, seed=1940)
    rng = random.Random(1940)
    while not table.over:
        seat = table.seats[0]
        table.play(bots[seat].choose(desk.game, table.view(seat), seat, rng), seat=seat)
    keep(MUSEUM, "whole-game", table.record())


if __name__ == "__main__":
    combat_table()
    endings()
    whole_game()

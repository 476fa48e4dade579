"""The museum of this game: short records that show every ending, event, result, table row and use of the Advantage.

Run it to write the records anew: python tests/games/springtime/museum_pieces.py
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from springtime_desk import DATA, GAME, act, battle, cup, desk, held

from grognard.bots import game_bots
from grognard.kernel.match.record import build_record
from grognard.suite.museum import keep

MUSEUM = Path(__file__).parents[2] / "museum"
NOBODY, ALLIES, AXIS = 2, 0, 1
QUIET = {"ge-4": "5", "fr-8": "20"}
Piece = tuple[str, Any]


def endings() -> Iterator[Piece]:
    road = "11 17 24 25 26 27 28 29 A B C"
    for name, dice, fields in (
        ("collapse", [1], {"morale": 0}),
        ("automatic", [1], {"axis": road}),
        ("armistice", [1, 6], {"morale": 5}),
        ("allied", [1], {"turn": 7}),
    ):
        table = desk(QUIET, impulse=8, advantage=NOBODY, points_allies=0, points_axis=0, **fields)  # type: ignore[arg-type]
        table.play("pass", forced=dice)
        yield f"ending-{name}", table


def events() -> Iterator[Piece]:
    for e in DATA.events:
        side = "axis" if e.side == "axis" else "allies"
        fields: dict[str, Any] = {f"held_{side}": held(e.id), "cup": cup(e.id), "impulse": 2 if side == "axis" else 1}
        table = desk({**QUIET, "bef": "15"}, **fields)
        table.play("de-gaulle 25" if e.id == "de-gaulle" else f"play {e.id}")
        yield f"event-{e.id}", table


def results() -> Iterator[Piece]:
    for name, lead, dice in (
        ("repulse", "ge-4", [1, 1, 6, 6]),
        ("stalemate", "ge-4", [1, 2, 1, 2]),
        ("success", "ge-4", [6, 6, 1, 1]),
        ("success-costly", "ge-4", [6, 6, 4, 4]),
        ("overrun", "hoth-pz", [6, 6, 1, 1]),
        ("overrun-costly", "hoth-pz", [6, 6, 4, 6]),
    ):
        table = desk({lead: "11", "ge-12": "11", "fr-9": "11", "ge-16": "3"}, advantage=NOBODY)
        table.play("assault A")
        battle(
            table,
            f"attack 11 {lead} ge-12" if lead == "hoth-pz" else f"attack 11 {lead}",
            dice,
            air="air luftwaffe-1" if "costly" in name else "no-air",
        )
        while not table.over and table.decision().step == "Retreat":
            act(
                table,
                table.legal()[-1].text if table.legal()[-1].complete else table.legal(table.legal()[0].text)[0].text,
            )
        yield f"result-{name}", table


def surrenders() -> Iterator[Piece]:
    for die in (3, 4, 5, 6):
        for state in ("full", "reduced"):
            table = desk(
                {**QUIET, "fr-1": "9"},
                axis="8 10 11 12 13 14 15 16 17",
                impulse=8,
                advantage=NOBODY,
                points_allies=0,
                points_axis=0,
                reduced="fr-1" if state == "reduced" else "",
            )
            table.play("pass", forced=[1, die, "de-gaulle", "plan-red"])
            yield f"surrender-{die}-{state}", table


def morale() -> Iterator[Piece]:
    axis = {"ge-4": "24", "ge-16": "27", "ge-12": "3", "fr-8": "20"}
    table = desk(axis, axis="11 17 24 26 27", advantage=NOBODY)
    table.play(["assault A", "move ge-4 25", "move ge-16 A"])
    yield "morale-paris-and-a-zone", table
    table = desk(axis, axis="11 17 24 26 27", advantage=NOBODY, open_city=True)
    table.play(["assault A", "move ge-4 25"])
    yield "morale-open-paris", table
    table = desk({"fr-1": "24", "fr-7": "8", "fr-2": "27"}, axis="25 A", impulse=1, advantage=NOBODY)
    table.play(["assault 1", "move fr-1 25", "move fr-7 6", "move fr-2 A"])
    yield "morale-retaken", table
    table = desk(
        {"ge-18": "7", "ge-6": "5", "fr-8": "20"},
        axis="7",
        control={p: "axis" if p in ("1", "2", "3", "4", "5", "7", "F") else "allies" for p in DATA.map_ids},
        advantage=NOBODY,
    )
    table.play(["assault B", "move ge-18 6"])
    yield "morale-german-area-regained", table
    for unit, place in (("fr-9", "11"), ("dutch", "8"), ("belgian", "10"), ("bef", "10")):
        table = desk({"hoth-pz": place, "ge-12": place, "ge-16": "3", unit: place}, reduced=unit, advantage=NOBODY)
        table.play("assault A")
        battle(table, f"attack {place} hoth-pz ge-12", [6, 6, 1, 1])
        yield f"morale-{unit}-lost", table
    for unit in ("ge-4", "airlanding"):
        table = desk(
            {unit: "11", "fr-9": "11", "fr-1": "13"},
            reduced=unit,
            impulse=1,
            advantage=NOBODY,
            options={"axis-airdrops": unit == "airlanding"},
        )
        table.play("assault 1")
        battle(table, "attack 11 fr-9", [6, 6, 1, 1])
        yield f"morale-{unit}-lost", table


def readings() -> Iterator[Piece]:
    """What rulings decide: Belgians whom the priorities send abroad (68), an Area that is cut off (85, 13.2.5), the
    printed readings of 60 and 87."""
    table = desk({"ge-6": "10", "belgian": "13", "fr-1": "13"}, axis="10 8 11 14", advantage=NOBODY)
    table.play(["assault B", "move ge-6 13"])
    battle(table, "attack 13 ge-6", [6, 6, 1, 1], lead="fr-1", air="air luftwaffe-1")
    table.play("retreat fr-1 16")
    yield "retreat-belgians-abroad", table
    as_printed: dict[str, bool | str] = {"out-of-supply-each-unit": True, "morale-in-maneuvers-only": True}
    table = desk(
        {**QUIET, "fr-1": "9", "fr-9": "9", "ge-6": "10"},
        axis="8 10 11 12 13 14 15 16 17 25",
        oos="fr-1 fr-9",
        impulse=8,
        advantage=NOBODY,
        points_allies=0,
        points_axis=0,
        options=as_printed,
    )
    table.play(["assault B", "move ge-6 9"])
    battle(table, "attack 9 ge-6", [1, 1, 6, 6], lead="fr-1")
    table.play("end", forced=[1, 6, 6, "de-gaulle", "plan-red"])
    yield "readings-as-printed", table


def costs() -> Iterator[Piece]:
    units = {
        "ge-4": "5",
        "hoth-pz": "5",
        "ge-6": "eliminated",
        "ge-12": "eliminated",
        "hoepner-pz": "eliminated",
        "schmidt-pz": "eliminated",
    }
    table = desk(units, reduced="ge-4 hoth-pz", points_axis=20, top={"type": "Spend", "side": 1})
    table.play(
        [
            "restore ge-4",
            "restore hoth-pz",
            "rebuild ge-6 reduced 5",
            "rebuild ge-12 full 5",
            "rebuild hoepner-pz reduced 6",
            "rebuild schmidt-pz full 6",
        ]
    )
    yield "replacement-costs", table


def advantage() -> Iterator[Piece]:
    table = desk({"ge-4": "24", "fr-8": "20"}, axis="17 24", advantage=AXIS)
    table.play("open-city")
    yield "advantage-open-city", table
    table = desk({"guderian-pz": "3", "fr-2": "17", "ge-2": "3"}, advantage=ALLIES)
    table.play(["assault K", "move guderian-pz 17"])
    battle(table, "attack 17 guderian-pz", [6, 6, 1, 1])
    table.play("heroic-defense")
    yield "advantage-heroic-defense", table
    table = desk({"ge-4": "5", "ge-12": "3", "fr-9": "11"}, advantage=AXIS)
    table.play(["assault A", "move ge-4 11"])
    battle(table, "attack 11 ge-4", [1, 1, 6, 6])
    table.play("maximum-attack")
    yield "advantage-maximum-attack", table
    table = desk(QUIET, impulse=4, advantage=AXIS)
    table.play("pass", forced=[3])
    table.play("soldier-on")
    yield "advantage-soldier-on", table
    table = desk(QUIET, impulse=4, advantage=AXIS, draws_axis=1, played_axis=2)
    table.play("draw-event", forced=["air-supremacy"])
    yield "advantage-extra-event", table


def whole_games() -> Iterator[Piece]:
    for scenario in ("plan-yellow", "plan-red"):
        table = GAME.table(scenario, practice=True, seed=1940)
        rng = random.Random(1940)
        bots = {seat: game_bots(GAME)["easy"]() for seat in GAME.seats}
        while not table.over:
            seat = table.seat
            table.play(bots[seat].choose(GAME, table.view(seat), seat, rng), seat=seat)
        yield f"game-{scenario}", table


def pieces() -> Iterator[Piece]:
    for room in (endings, events, results, surrenders, morale, readings, costs, advantage, whole_games):
        yield from room()


if __name__ == "__main__":
    for name, table in pieces():
        print(keep(MUSEUM, name, build_record(table)).name)

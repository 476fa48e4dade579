"""One game of a study, played and told as rows: one of the game, one a turn, one a battle.

Game `number` depends on the question and its number alone, so it is the same wherever it is played.
"""

from __future__ import annotations

import gzip
import hashlib
import time
from collections import Counter
from typing import Any

import msgspec

from grognard.kernel.errors import BadInput, GrognardError
from grognard.kernel.match.driver import Played, Stepper, turns
from grognard.kernel.match.history import pips
from grognard.kernel.match.record import dump_record
from grognard.kernel.match.studies import whole
from grognard.kernel.rules.events import Battle, Event, Events, Lost, Rerolled, Retreated, Rolled
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.simulate.question import Cell, Question
from grognard.simulate.seated import Given, seated

Row = dict[str, Any]


class Told(msgspec.Struct):
    """A game as rows of the study's tables; `record` is its file, where records are kept."""

    number: int
    game: Row
    turns: list[Row]
    battles: list[Row]
    record: bytes | None = None


class Failed(msgspec.Struct):
    """A game that could not be finished, and why, in a sentence."""

    number: int
    text: str


def tell_game(question: Question, number: int, given: Given) -> Told | Failed:
    """Play game `number` of a study."""
    cell = question.cell_of(number)
    try:
        game = question.load(cell)
        return _tell(question, cell, game, number, given)
    except GrognardError as fault:
        text = str(fault)
    except Exception as fault:  # a player of somebody's own, or a fault in the rules
        text = f"{type(fault).__name__}: {fault}"
    who = ", ".join(f"{seat} {player}" for seat, player in cell.seats.items())
    return Failed(number, f"Game {number} ({cell.scenario}, {who}) could not be finished: {text}")


def _tell(question: Question, cell: Cell, game: Game[S], number: int, given: Given) -> Told:
    began = time.perf_counter()
    stepper = Stepper(game, cell.scenario, cell.options, seed=f"{question.seed} {number}", listen=True)
    watch = Watch(game, number, cell.number)
    for _ in turns(stepper, seated(game, cell.seats, given)):
        watch.look(stepper)
    result = stepper.result
    if result is None:
        raise BadInput("it has no result")
    watch.close(stepper)
    battles = watch.battles()
    actions = [taken for taken in stepper.taken if taken.action is not None]
    row: Row = {
        "number": number,
        "cell": cell.number,
        "question": question.mark,
        **cell.columns(),
        "winner": result.winner,
        "level": result.level,
        "score": result.score,
        "turns": len(watch.rows) - 1,
        "actions": len(actions),
        **{f"actions_{seat}": sum(taken.seat == seat for taken in actions) for seat in game.seats},
        **{f"luck_{seat}": watch.luck[seat] for seat in game.seats},
        **{f"lost_{side}": watch.lost[side] for side in watch.sides},
        "battles": len(battles),
        "digest": _digest(stepper),
        "seconds": time.perf_counter() - began,
    }
    told = Told(number, row, watch.rows, battles)
    if question.records:
        told.record = gzip.compress(dump_record(Played(stepper).record()), 6, mtime=0)
    return told


def _digest(stepper: Stepper[S]) -> str:
    """What was done and what fell, as a short mark: two games are the same when theirs are."""
    told = hashlib.sha256()
    for taken in stepper.taken:
        text = taken.action.text if taken.action is not None else ""
        told.update(f"{taken.seat} {text} {taken.outcomes}\n".encode())
    return told.hexdigest()[:16]


class Watch:
    """Looks on while a game is played, and writes a row when a turn begins and one at the end."""

    def __init__(self, game: Game[Any], number: int, cell: int) -> None:
        self.game, self.number, self.cell = game, number, cell
        self.rows: list[Row] = []
        self.luck = dict.fromkeys(game.seats, 0.0)
        self.board = game.board()
        self.bit = {place.id: 1 << i for i, place in enumerate(self.board.places)}
        self.sides = sorted({colours.side for colours in self.board.colours.values()} - {""})
        self.fought: list[Event] = []
        self.lost = dict.fromkeys(self.sides, 0)
        self.control = any(kind.id == "control" and not kind.about for kind in game.overlays)
        self.clock: str | None = None
        self.answers = 0

    def look(self, stepper: Stepper[Any]) -> None:
        """After each answer: is it another turn?"""
        if stepper.heard is not None:
            self.hear(stepper.heard)
        self.answers += 1
        if stepper.over:
            return
        clock = self.game.clock(stepper.s)
        if clock != self.clock:
            self.clock = clock
            self.rows.append(self.row(stepper.s, clock))

    def close(self, stepper: Stepper[Any]) -> None:
        self.rows.append(self.row(stepper.s, "end"))

    def hear(self, events: Events) -> None:
        """Take luck, losses and what makes a battle out of what has happened, and forget the rest."""
        for happened in events.items:
            event = happened.event
            if isinstance(event, Rolled):
                over = pips(event)
                for seat, sign in ((event.good, 1), (event.bad, -1)):
                    if seat in self.luck:
                        self.luck[seat] += sign * over
            elif isinstance(event, Lost) and event.side in self.lost:
                self.lost[event.side] += event.steps
            if isinstance(event, Battle | Rerolled | Lost | Retreated):
                self.fought.append(event)
        events.clear()

    def battles(self) -> list[Row]:
        """The battles, each with what it cost."""
        return [
            self.battle(number, event)
            for number, event in enumerate((e for e in whole(self.fought) if isinstance(e, Battle)), 1)
        ]

    def battle(self, number: int, event: Battle) -> Row:
        lost = {True: 0, False: 0}
        for loss in event.losses:
            lost[loss.side == event.side] += loss.steps
        return {
            "number": self.number,
            "cell": self.cell,
            "battle": number,
            "turn": event.turn,
            "place": event.place,
            "side": event.side,
            "defender": event.defender,
            "manner": event.manner,
            "odds": event.odds,
            "attack": None if event.attack is None else float(event.attack),
            "defence": None if event.defence is None else float(event.defence),
            "attackers": list(event.attackers),
            "defenders": list(event.defenders),
            "dice": list(event.dice),
            "total": event.total,
            "result": event.result,
            "attacker_lost": lost[True],
            "defender_lost": lost[False],
        }

    def row(self, s: Any, clock: str) -> Row:
        """The position as numbers: what the scene counts, what each side has, and the ground that it holds."""
        scene = self.game.scene(s)
        pieces: Counter[str] = Counter()
        steps: Counter[str] = Counter()
        held = dict.fromkeys(self.sides, 0)
        for piece in scene.pieces:
            side = self.board.colours[piece.face.colours].side
            if not side or piece.place not in self.bit:
                continue
            pieces[side] += 1
            steps[side] += piece.face.steps[0]
            held[side] |= self.bit[piece.place]
        if self.control:
            held = dict.fromkeys(self.sides, 0)
            for shade in self.game.overlay(s, "control").shades:
                if shade.side in held:
                    held[shade.side] |= self.bit.get(shade.place, 0)
        width = (len(self.bit) + 7) // 8
        return {
            "number": self.number,
            "cell": self.cell,
            "turn": len(self.rows) + 1,
            "clock": clock,
            "answers": self.answers - 1,
            **{f"n_{number.id}": number.value for number in scene.numbers},
            **{f"luck_{seat}": value for seat, value in self.luck.items()},
            **{f"pieces_{side}": pieces[side] for side in self.sides},
            **{f"steps_{side}": steps[side] for side in self.sides},
            **{f"lost_{side}": self.lost[side] for side in self.sides},
            **{f"held_{side}": held[side].to_bytes(width, "little") for side in self.sides},
        }

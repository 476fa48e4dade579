"""The question of a study: a grid of scenarios, options, players and packs, and how many games of each mix to play.

A question is a small TOML file. Whatever may vary is a value or a list of values:

    game = "springtime"
    games = 1000                      # of each cell
    scenario = ["plan-yellow", "plan-red"]

    [seats]
    axis = ["easy", "hard"]
    allies = "easy"

    [options]
    bef-returns = [true, false]
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import tomli_w

from grognard import __version__
from grognard.bots import game_bots
from grognard.kernel import registry
from grognard.kernel.errors import BadInput
from grognard.kernel.match.rules_version import rules_version
from grognard.kernel.plain import Things
from grognard.kernel.rules.game import Game
from grognard.simulate.seated import check_player

T = TypeVar("T", str, bool | str)

Options = dict[str, bool | str]


class Cell(msgspec.Struct, frozen=True):
    """One mix of the grid.

    >>> Question("1940").cells[0].seats
    {'german': 'easy', 'allied': 'easy'}
    """

    number: int
    scenario: str
    pack: str
    seats: dict[str, str]
    options: Options

    def columns(self) -> dict[str, bool | str]:
        """The mix as columns of a table."""
        named: dict[str, bool | str] = {"scenario": self.scenario, "pack": self.pack}
        named |= {f"seat_{seat}": who for seat, who in self.seats.items()}
        return named | {f"option_{option}": value for option, value in self.options.items()}


class Question(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """What a study asks: `games` of each cell of the grid.

    >>> question = Question("springtime", games=10, seats={"axis": ["easy", "hard"]})
    >>> [cell.seats["axis"] for cell in question.cells]
    ['easy', 'hard']
    """

    game: str
    games: int = 100
    seed: int = 1
    records: bool = False
    """Whether the record of every game is kept."""
    scenario: str | list[str] = ""
    pack: str | list[str] = ""
    """TOML files with corrected data; "" is the game as it is."""
    seats: dict[str, str | list[str]] = {}
    """Who plays: a level of the game's bots, or `module:Name` (`file.py:Name`) for a player of one's own."""
    options: dict[str, bool | str | list[bool | str]] = {}

    @property
    def total(self) -> int:
        """How many games there are in all."""
        return self.games * len(self.cells)

    def cell_of(self, number: int) -> Cell:
        """The cell that game `number` belongs to: cells take turns, so that more games can be asked for later."""
        return self.cells[number % len(self.cells)]

    def load(self, cell: Cell) -> Game[Any]:
        """The game as this cell plays it."""
        return registry.load(self.game, self.packs[cell.pack])

    @cached_property
    def packs(self) -> dict[str, Things | None]:
        """What is in the packs, by name; read once, so that it can be sent along."""
        return {pack: registry.read_pack(Path(pack)) if pack else None for pack in several(self.pack)}

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every mix of the grid, in a fixed order; `BadInput` where one is not possible."""
        if self.games < 1:
            raise BadInput(f"A study needs a game at least, not {self.games}.")
        found: list[Cell] = []
        for pack in several(self.pack):
            game = registry.load(self.game, self.packs[pack])
            levels = list(game_bots(game))
            usual = levels[1] if len(levels) > 1 else levels[0]
            for seat in self.seats:
                if seat not in game.seats:
                    raise BadInput(f"{game.title} has no seat “{seat}”; its seats are: {', '.join(game.seats)}.")
            players = [several(self.seats.get(seat, usual)) for seat in game.seats]
            for who in {who for some in players for who in some}:
                check_player(game, who)
            for scenario in several(self.scenario):
                scenario = scenario or game.scenarios[0].id
                for values in product(*map(several, self.options.values())):
                    options = game.settle_options(scenario, dict(zip(self.options, values, strict=True)))
                    for seated in product(*players):
                        seats = dict(zip(game.seats, seated, strict=True))
                        found.append(Cell(len(found), scenario, pack, seats, options))
        mixes = [cell.columns() for cell in found]
        for i, mix in enumerate(mixes):
            if mixes.index(mix) != i:
                words = ", ".join(_word(value) for value in mix.values() if isinstance(value, str) and value)
                raise BadInput(f"The question asks for one mix twice: {words}.")
        return tuple(found)

    def label(self, cell: Cell) -> str:
        """A cell in words: what sets it apart from the others."""
        varied = []
        for name, value in cell.columns().items():
            if len({str(other.columns()[name]) for other in self.cells}) > 1:
                short = name.removeprefix("seat_").removeprefix("option_")
                varied.append(Path(str(value)).stem or "no pack" if name == "pack" else f"{short} {_word(value)}")
        return ", ".join(varied) or cell.scenario

    @cached_property
    def mark(self) -> str:
        """What a study's games have in common: another question, other rules or other data have another mark."""
        version = rules_version(self.load(self.cells[0]))
        cells = [(self.packs[cell.pack], cell.scenario, cell.seats, cell.options) for cell in self.cells]
        told = msgspec.json.encode((self.game, version, __version__, self.seed, cells), order="sorted")
        return hashlib.sha256(told).hexdigest()[:16]

    def toml(self) -> str:
        """The question as its file."""
        return tomli_w.dumps(msgspec.to_builtins(self))


def read_question(path: Path) -> Question:
    """A question from its file; packs are looked for beside it.

    >>> read_question(Path("question.toml"))                  # doctest: +SKIP
    """
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        question = msgspec.convert(raw, Question)
    except OSError as error:
        raise BadInput(f"The question {path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"The question {path} is not TOML: {error}.") from None
    except msgspec.ValidationError as error:
        raise BadInput(f"The question {path} is not as a question is written: {error}.") from None
    question.pack = one_or_several([str(path.parent / pack) if pack else "" for pack in several(question.pack)])
    return question


def one_or_several(values: Sequence[str]) -> str | list[str]:
    """A value or a list, as a question has them."""
    return values[0] if len(values) == 1 else list(values)


def several(value: T | list[T]) -> list[T]:
    """A value or a list of values, as a list."""
    return value if isinstance(value, list) else [value]


def _word(value: bool | str) -> str:
    return value if isinstance(value, str) else "on" if value else "off"

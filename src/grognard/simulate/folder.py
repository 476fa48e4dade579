"""A study's folder: the question, the games as Parquet tables in parts, records, the report.

A part is written whole or not at all, its games last: what is in `games` is there in every table. A game that was
not written yet when something stopped is played again, and comes out the same; one that two runs have played is
counted once.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from grognard.kernel.errors import BadInput
from grognard.simulate.question import Question, one_or_several, read_question, several
from grognard.simulate.told import Told

if TYPE_CHECKING:
    import polars

QUESTION = "question.toml"
TABLES = ("turns", "battles", "games")
"""In the order in which a part is written."""
KEYS = {"games": ["number"], "turns": ["number", "turn"], "battles": ["number", "battle"]}


class Study:
    """A folder with a question and its games.

    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> _ = (folder / "question.toml").write_text('game = "springtime"')
    >>> Study(folder).question.games
    100
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        if not (self.folder / QUESTION).exists():
            raise BadInput(f"{self.folder} is no study: there is no {QUESTION} in it.")
        self.question: Question = read_question(self.folder / QUESTION)

    def games(self) -> polars.DataFrame:
        """One row a game, by number."""
        return self._table("games")

    def turns(self) -> polars.DataFrame:
        """One row a turn, as it stood when the turn began, and one for the end of each game."""
        return self._table("turns")

    def battles(self) -> polars.DataFrame:
        """One row a battle, with what it cost either side; none where a game's fights are no battles with dice."""
        return self._table("battles")

    def record(self, number: int) -> Path:
        """Where the record of a game lies, if the study keeps them."""
        return self.folder / "records" / f"{number:06}.json.gz"

    def parts(self) -> list[str]:
        """The names of the parts, in the order in which they were written."""
        return sorted(path.stem for path in (self.folder / "games").glob("*.parquet"))

    def played(self) -> set[int]:
        """The numbers of the games that are there; `BadInput` where they answer another question."""
        found: set[int] = set()
        for part in self.parts():
            table = self._read("games", part, ["number", "question"])
            if not table["question"].eq(self.question.mark).all():
                raise BadInput(
                    f"The games in {self.folder} answer another question than {QUESTION} asks, or were played by "
                    "other rules; put the question back as it was, or start a new folder."
                )
            found.update(table["number"].to_list())
        if found and max(found) >= self.question.total:
            raise BadInput(f"{self.folder} holds more games than {QUESTION} asks for; put `games` back, or higher.")
        return found

    def set_aside(self) -> list[str]:
        """Rename the parts that cannot be read; gives their names. Their games will be played again."""
        broken = []
        for part in self.parts():
            try:
                for table in TABLES:
                    if (path := self._path(table, part)).exists() or table != "battles":
                        need_polars().read_parquet_schema(path)
            except Exception:  # whatever a file that was cut off makes of the reader
                broken.append(part)
                for table in TABLES:
                    path = self._path(table, part)
                    if path.exists():
                        path.rename(path.with_suffix(".broken"))
        return broken

    def write(self, told: Sequence[Told]) -> None:
        """Add a part."""
        last = max((int(part.split("-")[0]) for part in self.parts()), default=-1)
        part = f"{last + 1:05}-{os.getpid():x}"
        rows = {
            "turns": [row for one in told for row in one.turns],
            "battles": [row for one in told for row in one.battles],
            "games": [one.game for one in told],
        }
        for one in told:
            if one.record is not None:
                write_whole(self.record(one.number), one.record)
        for table in TABLES:
            if rows[table]:
                out = BytesIO()
                need_polars().DataFrame(rows[table], infer_schema_length=None).write_parquet(out)
                write_whole(self._path(table, part), out.getvalue())

    def _path(self, table: str, part: str) -> Path:
        return self.folder / table / f"{part}.parquet"

    def _read(self, table: str, part: str, columns: list[str] | None = None) -> polars.DataFrame:
        path = self._path(table, part)
        try:
            found: polars.DataFrame = need_polars().read_parquet(path, columns=columns)
            return found
        except Exception as fault:
            why = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
            raise BadInput(
                f"{path} cannot be read ({why}); `grognard simulate {self.folder}` plays its games again."
            ) from None

    def _table(self, table: str) -> polars.DataFrame:
        found = [self._read(table, part) for part in self.parts() if self._path(table, part).exists()]
        if not found and table == "battles" and self.parts():
            return self._table("games").select("number", "battles").rename({"battles": "battle"}).clear()
        if not found:
            raise BadInput(f"{self.folder} has no {table} yet: `grognard simulate {self.folder}` plays them.")
        whole: polars.DataFrame = need_polars().concat(found, how="diagonal_relaxed")
        return whole.unique(KEYS[table], keep="first").sort(KEYS[table])


def new_study(question: Question, folder: Path) -> Study:
    """Make the folder, with packs of its own, so that it can be taken anywhere; one that is there is gone on with."""
    if (folder / QUESTION).exists():
        study = Study(folder)
        if study.question.mark != question.mark:
            raise BadInput(f"{folder} has a question of its own, and it is another one; choose a new folder.")
        if question.games > study.question.games or question.records != study.question.records:
            study.question.games = max(question.games, study.question.games)
            study.question.records = question.records
            _write_question(study.question, folder)
        return Study(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{folder} is there already and is no study; choose a new folder.")
    assert question.cells
    _write_question(question, folder)
    return Study(folder)


def _write_question(question: Question, folder: Path) -> None:
    kept = Question(question.game, question.games, question.seed, question.records, question.scenario)
    kept.seats, kept.options = question.seats, question.options
    names = []
    for pack in several(question.pack):
        name = f"packs/{Path(pack).name}" if pack else ""
        if name and name in names:
            raise BadInput(f"Two packs are called {Path(pack).name}; give one of them another name.")
        if pack and Path(pack) != folder / name:
            write_whole(folder / name, Path(pack).read_bytes())
        names.append(name)
    kept.pack = one_or_several(names)
    write_whole(folder / QUESTION, kept.toml().encode())


def write_whole(path: Path, raw: bytes) -> None:
    """Write a file whole or not at all."""
    beside = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise BadInput(
            f"{path} cannot be written: {error.strerror}. What was written before is kept; the study can be gone on "
            "with when there is room."
        ) from None


def need(module: str) -> ModuleType:
    """A library of the extra `studies`, or a sentence that says how to get it."""
    try:
        return import_module(module)
    except ImportError:
        raise BadInput("Studies need more than the plain install: pip install 'grognard[studies]'.") from None


def need_polars() -> ModuleType:
    return need("polars")

"""Static data: strict TOML with the source of every item, overlaid by a player's pack, and counted by source.

A pack corrects values of a game that its owner has in print:

    game = "springtime"
    [units.unit.hoth-pz]       # file units.toml, table `unit`, the item with that id
    full = 6
    [boundaries.boundary.1-2]  # what has no id goes by what it is: a border by the two places that it divides
    kind = "plain"
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from grognard.kernel.errors import BadInput
from grognard.kernel.plain import Json, Things
from grognard.kernel.show import RuleCase

T = TypeVar("T")
Tables = dict[str, dict[str, Any]]


def read_data(package: str, names: Iterable[str], pack: Mapping[str, Json] | None = None) -> Tables:
    """The files data/<name>.toml of a game's package, with the pack laid over them."""
    folder = files(package) / "data"
    tables = {name: tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")) for name in names}
    for name, changes in (pack or {}).items():
        if name == "game":
            continue
        if name not in tables:
            raise BadInput(f"The pack speaks of “{name}”; this game's data are: {', '.join(tables)}.")
        _overlay(tables[name], changes, name)
    return tables


def value_range(known: Iterable[float]) -> tuple[float, float]:
    """From where to where a corrected number may lie: as far again as the printed ones of its kind reach, and five
    more; no count becomes negative where none is."""
    values = list(known)
    low, high = min(values), max(values)
    return (min(0, 2 * low - 5) if low < 0 else 0, max(2 * high, high + 5))


ADDRESSES = (
    ("id",), ("a", "b"), ("hex", "facing"), ("name",), ("odds",), ("number",), ("turn",), ("row",), ("place",),
    ("to",),
)  # fmt: skip
"""The fields by which the items of a list are told apart: the first that all of them have, each with other values."""


def addresses(items: Iterable[Json]) -> list[str]:
    """What each item of a list goes by in a pack; where nothing tells them apart, its number in the list."""
    tables = [item if isinstance(item, dict) else {} for item in items]
    for fields in ADDRESSES:
        if all(field in item for item in tables for field in fields):
            found = ["-".join(str(item[field]) for field in fields) for item in tables]
            if len(set(found)) == len(found):
                return found
    return [str(number) for number in range(1, len(tables) + 1)]


FREE = ("name", "title", "short", "text", "dates", "days", "formation", "first", "last")
"""Fields whose words are not only those that some item has: names of things, and of turns."""
FEW = 12
"""So many words are a list to choose from; more are names of other things."""
LONG = 300


def words_of(field: str, known: Iterable[Json]) -> tuple[str, ...]:
    """The words of which a field, or each cell of a list in it, has one: those that occur in its table, where they
    are few. None for fields whose words are free."""
    cells = [cell for value in known for cell in (value if isinstance(value, list) else [value])]
    found = sorted({cell for cell in cells if isinstance(cell, str)})
    return tuple(found) if field not in FREE and 1 < len(found) <= FEW else ()


def length_of(known: Iterable[Json]) -> int:
    """How many cells each list of a field has; 0 where they differ."""
    lengths = {len(value) for value in known if isinstance(value, list)}
    return lengths.pop() if len(lengths) == 1 else 0


def _check_words(field: str, value: Json, known: list[Json], here: str) -> None:
    cells = value if isinstance(value, list) else [value]
    many, allowed = length_of(known), words_of(field, known)
    if isinstance(value, list) and many and len(value) != many:
        raise BadInput(f"The pack's {here} has {len(value)} values, but must have {many}.")
    for word in cells:
        if not isinstance(word, str):
            continue
        if allowed and word not in allowed:
            raise BadInput(f"The pack's {here} is “{word[:LONG]}”, but must be one of: {', '.join(allowed)}.")
        if len(word) > LONG or not word.isprintable():
            raise BadInput(f"The pack's {here} must be at most {LONG} printable characters.")


def _numbers(node: Json) -> list[float]:
    if isinstance(node, list):
        return [number for value in node for number in _numbers(value)]
    return [node] if isinstance(node, int | float) and not isinstance(node, bool) else []


def _check_range(value: Json, known: list[float], here: str) -> None:
    """A number, or one in a list of numbers, that is out of all proportion is a slip of the pen."""
    if not known:
        return
    low, high = value_range(known)
    for number in _numbers(value):
        if not low <= number <= high:
            raise BadInput(f"The pack's {here} is {number}, but must be from {low} to {high}.")


def _overlay(into: Things | list[Json], changes: Json, where: str, others: list[Json] | None = None) -> None:
    """`others` are the items of the list that `into` is one of: they tell what numbers of a kind are like."""
    if not isinstance(changes, Mapping):
        raise BadInput(f"The pack's {where} must be a table.")
    names = addresses(into) if isinstance(into, list) else []  # as they are called before anything is corrected
    for key, value in changes.items():
        here = f"{where}.{key}"
        if isinstance(into, list):
            item = into[names.index(key)] if key in names else None
            if not isinstance(item, dict):
                raise BadInput(f"The pack's {here} does not exist: {where} has nothing that goes by “{key}”.")
            _overlay(item, value, here, into)
            if "source" in item or "sources" in item:  # else it has that of the item that it is a part of
                item["source"] = "pack"
                item.pop("sources", None)
            continue
        if key not in into:
            raise BadInput(f"The pack's {here} does not exist; there are: {', '.join(map(str, into))}.")
        old = into[key]
        if isinstance(old, dict) or (isinstance(old, list) and isinstance(value, Mapping)):
            _overlay(old, value, here)
            if isinstance(old, dict) and "source" in old:
                old["source"] = "pack"
                old.pop("sources", None)
        elif type(value) is not type(old):
            raise BadInput(f"The pack's {here} is {value!r}, but must be like {old!r}.")
        else:
            alike = [x[key] for x in others or () if isinstance(x, dict) and key in x]
            _check_range(value, [*_numbers(old), *_numbers(alike)], here)
            if others is not None:
                _check_words(str(key), value, alike, here)
            into[key] = value


def decode(tables: Tables, name: str, type_: type[T], package: str = "") -> T:
    """One file's data as a typed structure; a misspelt key fails with the file and, where known, the line."""
    try:
        return msgspec.convert(tables[name], type_)
    except msgspec.ValidationError as error:
        raise BadInput(f"data/{name}.toml{_line(package, name, str(error))}: {error}") from None


def _line(package: str, name: str, message: str) -> str:
    """The line of the n-th `[[table]]`, from a path such as `$.units[3].full`."""
    found = re.search(r"`\$\.([\w-]+)\[(\d+)\]", message)
    if not package or not found:
        return ""
    table, index = found[1], int(found[2])
    text = (files(package) / "data" / f"{name}.toml").read_text(encoding="utf-8")
    starts = [i for i, line in enumerate(text.splitlines(), 1) if line.strip() == f"[[{table}]]"]
    return f", line {starts[index]}" if index < len(starts) else ""


def count_sources(tables: Tables) -> dict[str, int]:
    """How many items say that they come from the rulebook, from publications, from reconstruction, from a pack."""
    counts: dict[str, int] = {}

    def walk(node: Json) -> None:
        if isinstance(node, dict):
            sources = node.get("sources")
            if isinstance(sources, dict):
                for source in sources.values():
                    add(str(source))
            elif isinstance(source := node.get("source"), str):
                add(source)
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    def add(source: str) -> None:
        kind = source.split()[0]
        counts[kind] = counts.get(kind, 0) + 1

    for table in tables.values():
        walk(table)
    return dict(sorted(counts.items()))


class _RulesFile(msgspec.Struct, forbid_unknown_fields=True):
    case: list[RuleCase]


def read_rules(package: str) -> tuple[RuleCase, ...]:
    """The case book, rules.toml."""
    text = (files(package) / "rules.toml").read_text(encoding="utf-8")
    try:
        return tuple(msgspec.convert(tomllib.loads(text), _RulesFile).case)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{package} rules.toml: {error}") from None


class _Principle(msgspec.Struct, forbid_unknown_fields=True):
    steps: list[str]
    text: str
    side: str = ""


class _PrinciplesFile(msgspec.Struct, forbid_unknown_fields=True):
    principle: list[_Principle]


def read_principles(package: str) -> dict[tuple[str, str], str]:
    """What good players do, principles.toml, by step of the sequence of play and side."""
    text = (files(package) / "principles.toml").read_text(encoding="utf-8")
    try:
        found = msgspec.convert(tomllib.loads(text), _PrinciplesFile).principle
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{package} principles.toml: {error}") from None
    return {(step, one.side): one.text for one in found for step in one.steps}

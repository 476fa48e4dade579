"""Where each case of a rulebook is enforced and which tests try it, read from the files without running them."""

from __future__ import annotations

import ast
import bisect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from grognard.kernel.errors import BadInput
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S


class Citation(msgspec.Struct, frozen=True):
    """A place in the source that names a case."""

    module: str
    """Below the game's folder: rules.movement"""
    function: str
    """The function, method or class around it; "" at the top of the module."""
    path: str
    first: int
    last: int

    @property
    def told(self) -> str:
        return f"{self.module}:{self.function}" if self.function else self.module


class Case(msgspec.Struct, frozen=True):
    rule: str
    enforce: bool
    tests: list[str]
    title: str
    why: str = ""
    data: bool = False
    cited: list[Citation] = []


class Book(msgspec.Struct, frozen=True):
    cases: list[Case]
    unknown: list[tuple[str, str]]
    """Tests that name a case which is not in the book."""

    @property
    def untested(self) -> list[Case]:
        return [case for case in self.cases if case.enforce and not case.tests]

    @property
    def uncited(self) -> list[Case]:
        return [case for case in self.cases if case.enforce and not case.data and not case.cited]

    @property
    def summary(self) -> str:
        enforced = sum(case.enforce for case in self.cases)
        tested = enforced - len(self.untested)
        rest = len(self.cases) - enforced
        return (
            f"{len(self.cases)} cases: {tested} of {enforced} to enforce have a test; {rest} have nothing to enforce."
        )


def tests_of(game: Game[S]) -> Path:
    """The folder of a game's tests in the repository that the package runs from."""
    folder = type(game).__module__.removeprefix("grognard.games.").split(".")[0]
    for top in (Path(__file__).parents[3], Path.cwd()):
        found = top / "tests" / "games" / folder
        if found.is_dir():
            return found
    raise BadInput(f"The tests of {game.title} are not here: they come with a checkout alone; --tests names them.")


def read(game: Game[S], folder: Path) -> Book:
    if not folder.is_dir():
        raise BadInput(f"There is no folder {folder}.")
    tests: dict[str, list[str]] = {}
    # as pytest names them, where the folder lies under one called tests
    root = next((up.parent for up in [folder, *folder.parents] if up.name == "tests"), folder)
    for path in sorted(folder.rglob("test_*.py")):
        for name, rules in marked(path):
            for rule in rules:
                tests.setdefault(rule, []).append(f"{path.relative_to(root).as_posix()}::{name}")
    book = game.rules()
    where = citations(source_of(game), [c.id for c in book])
    cases = [Case(c.id, c.enforce, tests.pop(c.id, []), c.title, c.why, c.data, where[c.id]) for c in book]
    unknown = [(test, rule) for rule, found in tests.items() for test in found]
    return Book(cases, unknown)


# ------------------------------------------------------------------------------------------ case to code


def source_of(game: Game[S]) -> Path:
    """The folder of a game's package, or its one file: the module of a game in a folder is called `game`."""
    module = sys.modules[type(game).__module__]
    path = Path(str(module.__file__))
    return path.parent if path.stem == "game" else path


def citations(folder: Path, ids: list[str]) -> dict[str, list[Citation]]:
    """Where the source of a game names each case: a comment, a docstring or the rule of a reason.

    Rules come first; bots enforce nothing. A worked example is enforced where its case is.
    """
    found: dict[str, dict[str, Citation]] = {case: {} for case in ids}
    marks = {case: re.compile(rf"(?<![\w.¶-]){re.escape(case)}(?![\w-]|\.\d)") for case in ids}
    for case in ids:
        if case.isdigit():  # in quotes or in a comment, else it is any number
            marks[case] = re.compile(rf"(?:[\"'(]|# ){case}(?=[\"'),:;.]|$)", re.M)
    files = [folder] if folder.is_file() else list(folder.rglob("*.py"))
    paths = sorted(files, key=lambda path: (path.parent.name == "show", "rules" not in path.parts, path))
    base = folder.parent if folder.is_file() else folder
    for path in paths:
        below = path.relative_to(base).with_suffix("").parts
        if "bots" in below:
            continue
        text = path.read_text(encoding="utf-8")
        spans = _spans(ast.parse(text))
        starts = [0]
        for words in text.splitlines(keepends=True):
            starts.append(starts[-1] + len(words))
        for case, mark in marks.items():
            for match in mark.finditer(text):
                line = bisect.bisect_right(starts, match.start())
                name, first, last = _around(spans, line, len(starts) - 1)
                place = Citation(".".join(below), name, str(path), first, last)
                found[case].setdefault(place.told, place)
    listed = {case: list(places.values()) for case, places in found.items()}
    for case in ids:
        of = re.split(r"-example| Example ", case)[0]
        if not listed[case] and of in listed:
            listed[case] = listed[of]
    return listed


def _spans(tree: ast.Module) -> list[tuple[str, int, int]]:
    """Functions and classes with their lines, the inner ones after the outer."""
    out: list[tuple[str, int, int]] = []

    def look(node: ast.AST, outer: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                name = f"{outer}.{child.name}" if outer else child.name
                start = min([child.lineno, *(d.lineno for d in child.decorator_list)])
                out.append((name, start, child.end_lineno or child.lineno))
                look(child, name)

    look(tree, "")
    return out


def _around(spans: list[tuple[str, int, int]], line: int, length: int) -> tuple[str, int, int]:
    """The innermost function around a line; a comment right above a function belongs to it."""
    for name, first, last in reversed(spans):
        if first - 1 <= line <= last:
            return name, first, last
    return "", 1, length


# --------------------------------------------------------------------------------------------- tests


def marked(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The tests of a file with the cases that their `@rule(…)` names; a class's or a file's marks count for all."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise BadInput(f"{path.name}, line {error.lineno}: this is not Python.") from None
    yield from _tests(tree.body, "", [])


def _tests(body: list[ast.stmt], prefix: str, outer: list[str]) -> Iterator[tuple[str, list[str]]]:
    for node in body:
        if isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets
        ):
            outer = [*outer, *_rules(node.value)]
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            own = [rule for decorator in node.decorator_list for rule in _rules(decorator)]
            yield from _tests(node.body, f"{prefix}{node.name}::", [*outer, *own])
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test"):
            own = [rule for decorator in node.decorator_list for rule in _rules(decorator)]
            yield prefix + node.name, list(dict.fromkeys([*outer, *own]))


def _rules(node: ast.expr) -> Iterator[str]:
    """The cases in every `rule(…)` or `pytest.mark.rule(…)` within an expression."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name == "rule":
                yield from (a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str))


def markdown(game: Game[S], book: Book, more: str = "") -> str:
    """The table for docs/conformance; `more` is said above it."""
    lines = [
        f"# {game.title}: the case book",
        "",
        "Written by `python tools/docs.py`.",
        "",
        book.summary,
        *([more] if more else []),
        "",
        "| rule | title | enforced in | tests |",
        "|---|---|---|---|",
    ]
    for case in book.cases:
        where = "<br>".join(f"`{place.told}`" for place in case.cited)
        if not case.enforce:
            where, tests = "", f"nothing to enforce: {case.why}"
        else:
            where = where or ("data" if case.data else "**nowhere**")
            tests = "<br>".join(f"`{test}`" for test in case.tests) or "**none**"
        lines.append(f"| {_cell(case.rule)} | {_cell(case.title)} | {_cell(where)} | {_cell(tests)} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")

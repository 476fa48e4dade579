"""Which tests try which cases of a rulebook, read from the test files without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game


class Case(msgspec.Struct, frozen=True):
    rule: str
    enforce: bool
    tests: list[str]
    title: str
    why: str = ""


class Book(msgspec.Struct, frozen=True):
    cases: list[Case]
    unknown: list[tuple[str, str]]
    """Tests that name a case which is not in the book."""

    @property
    def untested(self) -> list[Case]:
        return [case for case in self.cases if case.enforce and not case.tests]

    @property
    def summary(self) -> str:
        enforced = sum(case.enforce for case in self.cases)
        tested = enforced - len(self.untested)
        rest = len(self.cases) - enforced
        return (
            f"{len(self.cases)} cases: {tested} of {enforced} to enforce have a test; {rest} have nothing to enforce."
        )


def tests_of(game: Game[Any]) -> Path:
    """The folder of a game's tests in the repository that the package runs from."""
    folder = type(game).__module__.removeprefix("grognard.games.").split(".")[0]
    for top in (Path(__file__).parents[3], Path.cwd()):
        found = top / "tests" / "games" / folder
        if found.is_dir():
            return found
    raise BadInput(f"The tests of {game.title} are not here; name their folder with --tests.")


def read(game: Game[Any], folder: Path) -> Book:
    if not folder.is_dir():
        raise BadInput(f"There is no folder {folder}.")
    tests: dict[str, list[str]] = {}
    # as pytest names them, where the folder lies under one called tests
    root = next((up.parent for up in [folder, *folder.parents] if up.name == "tests"), folder)
    for path in sorted(folder.rglob("test_*.py")):
        for name, rules in marked(path):
            for rule in rules:
                tests.setdefault(rule, []).append(f"{path.relative_to(root).as_posix()}::{name}")
    cases = [Case(c.id, c.enforce, tests.pop(c.id, []), c.title, c.why) for c in game.rules()]
    unknown = [(test, rule) for rule, found in tests.items() for test in found]
    return Book(cases, unknown)


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


def markdown(game: Game[Any], book: Book) -> str:
    """The table for docs/conformance."""
    lines = [
        f"# {game.title}: the case book",
        "",
        "Written by `python tools/docs.py`.",
        "",
        book.summary,
        "",
        "| rule | title | tests |",
        "|---|---|---|",
    ]
    for case in book.cases:
        if not case.enforce:
            tests = f"nothing to enforce: {case.why}"
        else:
            tests = "<br>".join(f"`{test}`" for test in case.tests) or "**none**"
        lines.append(f"| {_cell(case.rule)} | {_cell(case.title)} | {_cell(tests)} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")

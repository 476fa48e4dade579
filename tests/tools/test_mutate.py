"""tools/mutate: the faults that it plants, and that they reach the running functions."""

from __future__ import annotations

import ast
import importlib.util
import json
import subprocess
import sys
import time
import weakref
from pathlib import Path
from types import ModuleType

import pytest

from tools.mutation import report
from tools.mutation.faults import faults, plant
from tools.mutation.reach import Plain, Reach
from tools.mutation.run import BROKEN, KILLED, SURVIVED, in_a_child, limit, patch

ROOT = Path(__file__).parents[2]


def planted(source: str) -> set[tuple[str, str, str]]:
    return {(fault.kind, fault.was, fault.now) for fault in faults(ast.parse(source))}


@pytest.mark.parametrize(
    ("source", "kind", "was", "now"),
    [
        ("def f(n):\n  return n < limit", "comparison", "n < limit", "n <= limit"),
        ("def f(n):\n  return low <= n < high", "comparison", "low <= n < high", "low < n < high"),
        ("def f(n):\n  return n not in here", "comparison", "n not in here", "n in here"),
        ("MAX = 3", "constant", "3", "4"),
        ("def f():\n  return True", "constant", "True", "False"),
        ("def f(n):\n  if n:\n    go()", "negation", "if n:", "if not n:"),
        ("def f(n):\n  return not n", "negation", "not n", "n"),
        ("def f(n):\n  return a and b and c", "dropped condition", "a and b and c", "a and c"),
        ("def f(n):\n  return a or b", "dropped condition", "a or b", "b"),
        ("def f(n):\n  return reach & ~zones", "dropped condition", "reach & ~zones", "reach"),
        ("def f(n):\n  return [u for u in n if ok(u)]", "dropped condition", " for u in n if ok(u)", " for u in n"),
        ("def f(n):\n  yield Why('4.1')", "dropped condition", "yield Why('4.1')", "yield from ()"),
        ("def f(n):\n  return n + cost", "off by one", "n + cost", "n + cost + 1"),
        ("def f(n):\n  return n // 2", "off by one", "n // 2", "n // 2 + 1"),
        ("def f(side):\n  return units[1 - side]", "swapped side", "1 - side", "side"),
        ("def f():\n  return GERMAN\ndef g():\n  return ALLIED", "swapped side", "GERMAN", "ALLIED"),
        ("def f(s):\n  return s.air_german + s.air_allied", "swapped side", "s.air_german", "s.air_allied"),
        ("def f():\n  return 'axis'", "swapped side", "'axis'", "'allies'"),
        ("def f(s):\n  hit(s)", "skipped call", "hit(s)", "pass"),
    ],
)
def test_each_kind_of_fault_is_planted(source: str, kind: str, was: str, now: str) -> None:
    assert (kind, was, now) in planted(source)


@pytest.mark.parametrize(
    "source",
    [
        "def f(n):\n  return Why('4.1', lambda: 3)",
        "def f(n) -> str:\n  return f'{n + 1} units'",
        "def prompt(n):\n  return n < 3",
        "def told(n) -> Battle:\n  return Battle(total=n + 1)",
        "def f(s, ev):\n  say(ev, 4)",
        "def f(s, ev):\n  if ev is not None:\n    ev.add(n + 1)",
        "def f(s, ev):\n  if ev is not None and n > 3:\n    ev.add(n + 1)",
        "def f(s, ev):\n  way = route(s, 3) if ev is not None else ()\n  return way",
        "def f(n) -> tuple[str, ...]:\n  return ('one Win to apply',) if n == 1 else ()",
        "def f(n: Literal[3]) -> Literal[4]:\n  return n",
        "def f(n):\n  'a docstring'\n  return Slot(prompt='a' if n else 'b')",
        "if TYPE_CHECKING:\n  go()",
    ],
)
def test_what_is_only_said_is_left_alone(source: str) -> None:
    assert planted(source) == set()


def test_a_fault_in_a_comprehension_lies_in_its_line() -> None:
    (found,) = [f for f in faults(ast.parse("def f(n):\n  return [\n    u\n    for u in n\n    if u\n  ]")) if f.was]
    assert (found.kind, found.line) == ("dropped condition", 4)


def test_a_condition_over_several_lines_lies_where_it_begins_to_run() -> None:
    found = faults(ast.parse("def f(n):\n  if (\n    n\n    or f(n)\n  ):\n    return"))
    assert {f.line for f in found if f.kind == "negation"} == {3}


def test_one_fault_is_planted_at_a_time() -> None:
    source = "def f(n):\n    if n < 3:\n        return n + 1\n    return 0\n"
    found = faults(ast.parse(source))
    for number, fault in enumerate(found):
        text = ast.unparse(plant(source, number))
        changed = [(a, b) for a, b in zip(source.splitlines(), text.splitlines(), strict=True) if a != b]
        assert len(changed) == 1, fault
        assert [fault.line] == [i + 1 for i, line in enumerate(source.splitlines()) if line == changed[0][0]]


MODULE = """
TABLE = {"small": lambda n: n < 3, "large": lambda n: n > 3}

def maker():
    def inner(n):
        return n + 5
    return inner

made = maker()

def whys(n):
    if n > 2:
        yield ("4.1", lambda: "too many")
"""


def loaded(tmp_path: Path) -> ModuleType:
    path = tmp_path / "sample.py"
    path.write_text(MODULE)
    spec = importlib.util.spec_from_file_location("sample", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def numbered(was: str, kind: str) -> int:
    found = faults(ast.parse(MODULE))
    return next(i for i, fault in enumerate(found) if (fault.was, fault.kind) == (was, kind))


def test_a_fault_reaches_lambdas_in_tables_and_functions_made_before(tmp_path: Path) -> None:
    module = loaded(tmp_path)
    path = Path(str(module.__file__))
    assert patch(path, numbered("n > 3", "comparison")) == 1
    assert module.TABLE["large"](3)
    assert not module.TABLE["small"](3)
    assert patch(path, numbered("n + 5", "off by one")) == 2  # the maker too, whose constant the function is
    assert module.made(1) == 7
    assert patch(path, numbered("yield ('4.1', lambda: 'too many')", "dropped condition")) == 1
    assert list(module.whys(5)) == []


def test_what_is_no_longer_there_hinders_no_fault(tmp_path: Path) -> None:
    module = loaded(tmp_path)
    dead = weakref.proxy(type("Gone", (), {})())  # anything asked of it raises, its class too
    assert patch(Path(str(module.__file__)), numbered("n > 3", "comparison")) == 1
    with pytest.raises(ReferenceError):
        isinstance(dead, int)


def test_a_process_that_never_ends_counts_as_noticed() -> None:
    def forever() -> int:
        while True:
            pass

    assert in_a_child(forever, 0.2) == KILLED
    assert in_a_child(lambda: SURVIVED, 5) == SURVIVED
    assert in_a_child(lambda: BROKEN, 5) == BROKEN


def test_a_test_may_work_so_long_and_no_longer() -> None:
    def forever() -> int:
        limit(0.1)
        while True:
            pass

    began = time.monotonic()
    assert in_a_child(forever, 300) == KILLED
    assert time.monotonic() - began < 100


def test_tests_of_the_cases_at_a_fault_come_first_and_no_more_than_there_is_time_for() -> None:
    trial = report.Trial.__new__(report.Trial)
    trial.reach = Reach({}, {"a": 1.0, "b": 2.0, "c": 30.0}, {"a": ["8.1"], "b": ["5.1", "5.2A"], "c": ["5.2-1"]})
    for most, cases, expected in (
        (60, ["5.2"], ["b", "c", "a"]),
        (60, ["7.1"], ["a", "b", "c"]),
        (2, ["5.2"], ["b"]),
        (3, ["7.1"], ["a", "b"]),
        (4, ["7.1"], ["a", "b", "c"]),
    ):
        trial.most = most
        assert trial.likeliest(["a", "b", "c"], cases) == expected
    assert trial.limits(["b", "a"]) == {"b": 25.0, "a": 15.0}


def test_rules_are_found_as_they_are_written() -> None:
    folder = [str(ROOT / "src/grognard/games/fortress_europa/rules/movement")]
    found = Plain().find_spec("grognard.games.fortress_europa.rules.movement.movement", folder)
    assert found is not None
    assert str(found.origin).endswith("movement.py")
    assert Plain().find_spec("grognard.kernel.rules.masks", [str(ROOT / "src/grognard/kernel/rules")]) is None


def test_every_equivalent_fault_gives_a_reason_and_can_still_be_planted() -> None:
    for folder in ("spoiled_victory", "springtime", "nineteen_forty", "fortress_europa"):
        can = {
            (f"{module.path.stem}:{fault.function}", fault.was, fault.now)
            for module in map(report.Module, report.sources(folder))
            for fault in module.faults
        }
        assert report.equivalents(folder) <= can


@pytest.mark.long
def test_the_command_counts_and_lists() -> None:
    words = [sys.executable, "tools/mutate", "spoiled-victory", "--sample", "12", "--seed", "3", "--json"]
    told = json.loads(subprocess.run(words, cwd=ROOT, check=True, capture_output=True).stdout)
    assert told["killed"] + told["survived"] + told["equivalent"] == 12
    assert told["killed"] > told["survived"] == len(told["survivors"])


@pytest.mark.long
@pytest.mark.parametrize("game", ["spoiled-victory", "springtime", "1940", "fortress-europa"])
def test_a_sample_of_faults_is_noticed(game: str) -> None:
    words = [sys.executable, "tools/mutate", game, "--sample", "40", "--least", "0.85"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr

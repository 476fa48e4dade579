"""Which rule test runs which line of a game's rules, how long it takes, and what runs before, at the collection.

A rule test is one that names a case of the rulebook (`@rule`): contract suite, museum, bots and oracles do not.
"""

from __future__ import annotations

import hashlib
import importlib.abc
import importlib.machinery
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

ROOT = Path(__file__).parents[2]
CACHE = ROOT / ".mutation"
OPTIONS = ["-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not long"]
LOADING = ""
"""What runs while modules are imported and tests collected."""


class Reach(msgspec.Struct):
    """Of one game, as its sources and tests are now."""

    lines: dict[str, dict[int, list[str]]]
    """By file and line, the tests that run it; `LOADING` is one of them."""
    seconds: dict[str, float]
    """How long each rule test takes."""

    def tests(self, path: str, line: int) -> list[str]:
        """The tests that run a line, quickest first."""
        found = self.lines.get(path, {}).get(line, ())
        return sorted((test for test in found if test != LOADING), key=self.seconds.__getitem__)

    def at_loading(self, path: str, first: int, last: int) -> bool:
        """Whether one of these lines runs before any test does."""
        file = self.lines.get(path, {})
        return any(LOADING in file.get(line, ()) for line in range(first, last + 1))


def folder_of(game: str) -> str:
    """The name of a game's folder, from its id; no game is imported."""
    for init in sorted((ROOT / "src/grognard/games").glob("*/__init__.py")):
        if game.replace("-", "_") == init.parent.name or f'ID = "{game}"' in init.read_text(encoding="utf-8"):
            return init.parent.name
    raise SystemExit(f"There is no game {game}.")


def sources(folder: str) -> list[Path]:
    """The rule modules of a game, as they run without compiled parts."""
    found = sorted((ROOT / "src/grognard/games" / folder / "rules").rglob("*.py"))
    return [path for path in found if path.name != "compiled.py"]


def tests_of(folder: str) -> Path:
    return ROOT / "tests" / "games" / folder


def silence() -> None:
    """What pytest prints in a child is of no interest."""
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)


class Plain(importlib.abc.MetaPathFinder):
    """Passes over compiled parts, so that the rules as they are written run."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith("grognard."):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is not None and isinstance(spec.loader, importlib.machinery.ExtensionFileLoader):
            raise ModuleNotFoundError(f"{fullname} is compiled", name=fullname)
        return None


def plainly() -> None:
    """For a process that has imported no game yet: the rules as they are written run, nothing that is compiled."""
    os.environ["GROGNARD_PLAIN"] = "1"
    sys.meta_path[:] = [Plain(), *(x for x in sys.meta_path if type(x).__module__ != "grognard.built")]


def rule_tests_only(items: list[pytest.Item]) -> None:
    items[:] = [item for item in items if item.get_closest_marker("rule") is not None]


class _Recorder:
    """Runs the tests of a session under coverage, each in a context of its own."""

    def __init__(self, folder: str) -> None:
        import coverage

        self.coverage = coverage.Coverage(
            data_file=None, include=[f"{ROOT}/src/grognard/games/{folder}/*"], config_file=False
        )
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        rule_tests_only(items)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        began = time.perf_counter()
        done = yield
        self.seconds[item.nodeid] = time.perf_counter() - began
        self.coverage.switch_context(LOADING)
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def fingerprint(folder: str) -> str:
    """Of everything that the map depends on."""
    digest = hashlib.sha256()
    for path in sorted([*(ROOT / "src/grognard").rglob("*.py"), *tests_of(folder).rglob("*.py")]):
        digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    for path in sorted((ROOT / "src/grognard/games" / folder).rglob("*.toml")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def reach(folder: str) -> Reach:
    """The map of a game, from the cache if nothing has changed."""
    kept = CACHE / f"{folder}.json"
    mark = fingerprint(folder)
    if kept.exists():
        marked, found = msgspec.json.decode(kept.read_bytes(), type=tuple[str, Reach])
        if marked == mark:
            return found
    CACHE.mkdir(exist_ok=True)
    # In a process of its own, in which no game has been imported before.
    words = [sys.executable, "-m", "tools.mutation.reach", folder, mark]
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    done = subprocess.run(words, cwd=ROOT, env={**os.environ, "PYTHONPATH": paths})
    if done.returncode:
        raise SystemExit(f"The tests of {folder} do not pass without faults.")
    return msgspec.json.decode(kept.read_bytes(), type=tuple[str, Reach])[1]


def _record(folder: str, kept: Path, mark: str) -> int:
    os.chdir(ROOT)
    silence()
    plainly()
    recorder = _Recorder(folder)
    recorder.coverage.start()
    code = pytest.main([*OPTIONS, str(tests_of(folder))], plugins=[recorder])
    recorder.coverage.stop()
    if code != 0:
        print("\n".join(recorder.failed) or f"pytest ended with {code}", file=sys.stderr)
        return 1
    data = recorder.coverage.get_data()
    lines = {
        Path(path).relative_to(ROOT).as_posix(): {n: sorted(c) for n, c in data.contexts_by_lineno(path).items()}
        for path in data.measured_files()
    }
    kept.write_bytes(msgspec.json.encode((mark, Reach(lines, recorder.seconds))))
    return 0


if __name__ == "__main__":
    sys.exit(_record(sys.argv[1], CACHE / f"{sys.argv[1]}.json", sys.argv[2]))

"""Which rule test runs which line of a game's rules and of what it shows, how long it takes, and what runs before, at
the collection.

A rule test is one that names a case of the rulebook (`@rule`): contract suite, museum, bots and oracles do not.
"""

from __future__ import annotations

import contextlib
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
BELOW = ("kernel", "maps", "suite")
"""What runs beside a game in its rule tests."""
LOADING = ""
"""What runs while modules are imported and tests collected."""


class Reach(msgspec.Struct):
    """Of one game, as its sources and tests are now."""

    lines: dict[str, dict[int, list[str]]]
    """By file and line, the tests that run it; `LOADING` is one of them."""
    seconds: dict[str, float]
    """How long the processor works at each rule test."""
    cases: dict[str, list[str]]
    """The cases of the rulebook that each names."""

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
    """Passes over what is compiled of rules, so that they run as they are written."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not (fullname.startswith("grognard.games.") and ".rules" in fullname):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is not None and isinstance(spec.loader, importlib.machinery.ExtensionFileLoader):
            raise ModuleNotFoundError(f"{fullname} is compiled", name=fullname)
        return spec


def plainly() -> None:
    """For a process that has imported no game yet: rules run as they are written, the rest compiled where it is."""
    import grognard  # noqa: F401  puts its own finder first, and loads no game

    sys.meta_path.insert(0, Plain())


def rule_tests_only(items: list[pytest.Item]) -> None:
    items[:] = [item for item in items if item.get_closest_marker("rule") is not None]


class _Recorder:
    """Runs the tests of a session under coverage, each in a context of its own."""

    def __init__(self, folder: str) -> None:
        import coverage

        game = f"{ROOT}/src/grognard/games/{folder}"  # some cases say what is shown
        self.coverage = coverage.Coverage(
            data_file=None, include=[f"{game}/{part}" for part in ("rules/*", "show/*", "game.py")], config_file=False
        )
        self.seconds: dict[str, float] = {}
        self.cases: dict[str, list[str]] = {}
        self.failed: list[str] = []

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        rule_tests_only(items)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        self.cases[item.nodeid] = [str(case) for mark in item.iter_markers("rule") for case in mark.args]
        began = time.process_time()
        done = yield
        self.seconds[item.nodeid] = time.process_time() - began
        self.coverage.switch_context(LOADING)
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def marks(folder: str) -> dict[str, str]:
    """For each test file a mark of everything that its part of the map depends on."""
    common = hashlib.sha256()
    tests = sorted(tests_of(folder).rglob("*.py"))
    helpers = [path for path in tests if not path.name.startswith("test_")]
    src = ROOT / "src/grognard"
    game = [path for path in (src / "games" / folder).rglob("*") if path.suffix in {".py", ".toml"}]
    below = [path for name in BELOW for path in (src / name).rglob("*.py")]
    for path in [*sorted(path for path in [*game, *below] if "bots" not in path.parts), *helpers]:
        common.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    found = {}
    for path in tests:
        if path.name.startswith("test_"):
            digest = common.copy()
            digest.update(path.read_bytes())
            found[path.relative_to(ROOT).as_posix()] = digest.hexdigest()[:16]
    return found


Kept = dict[str, tuple[str, Reach]]
"""By test file: its mark, and the map of its tests."""


def reach(folder: str, jobs: int = 1) -> Reach:
    """The map of a game; test files that have not changed are not run again."""
    place = CACHE / f"{folder}-map.json"
    kept: Kept = {}
    with contextlib.suppress(FileNotFoundError, msgspec.ValidationError):  # none yet, or an older tool's
        kept = msgspec.json.decode(place.read_bytes(), type=Kept)
    now = marks(folder)
    kept = {path: known for path, known in kept.items() if now.get(path) == known[0]}
    lacking = sorted(now.keys() - kept.keys(), key=lambda path: -(ROOT / path).stat().st_size)
    if lacking:
        CACHE.mkdir(exist_ok=True)
        parts = [part for job in range(jobs) if (part := lacking[job::jobs])]
        # In processes of their own, in which no game has been imported before.
        paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        files = [CACHE / f"{folder}-part-{number}.json" for number in range(len(parts))]
        runs = [
            subprocess.Popen(
                [sys.executable, "-m", "tools.mutation.reach", folder, str(file), *part],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": paths},
            )
            for file, part in zip(files, parts, strict=True)
        ]
        ended = [run.wait() for run in runs]
        if any(ended):
            raise SystemExit(f"The tests of {folder} do not pass without faults.")
        for file in files:
            for path, found in msgspec.json.decode(file.read_bytes(), type=dict[str, Reach]).items():
                kept[path] = (now[path], found)
            file.unlink()
        place.write_bytes(msgspec.json.encode(kept))
    whole = Reach({}, {}, {})
    for _, part_of_it in kept.values():
        whole.seconds.update(part_of_it.seconds)
        whole.cases.update(part_of_it.cases)
        for path, lines in part_of_it.lines.items():
            mine = whole.lines.setdefault(path, {})
            for line, tests in lines.items():
                mine[line] = sorted({*mine.get(line, ()), *tests})
    return whole


def _record(folder: str, kept: Path, files: list[str]) -> int:
    os.chdir(ROOT)
    silence()
    plainly()
    recorder = _Recorder(folder)
    recorder.coverage.start()
    code = pytest.main([*OPTIONS, *files], plugins=[recorder])
    recorder.coverage.stop()
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        print("\n".join(recorder.failed) or f"pytest ended with {code}", file=sys.stderr)
        return 1
    data = recorder.coverage.get_data()
    found = {file: Reach({}, {}, {}) for file in files}
    for test, seconds in recorder.seconds.items():
        file = found[test.split("::")[0]]
        file.seconds[test], file.cases[test] = seconds, recorder.cases[test]
    for path in data.measured_files():
        name = Path(path).relative_to(ROOT).as_posix()
        for line, tests in data.contexts_by_lineno(path).items():
            for test in tests:
                for name_of_file in files if test == LOADING else [test.split("::")[0]]:
                    found[name_of_file].lines.setdefault(name, {}).setdefault(line, []).append(test)
    kept.write_bytes(msgspec.json.encode(found))
    return 0


if __name__ == "__main__":
    sys.exit(_record(sys.argv[1], Path(sys.argv[2]), sys.argv[3:]))

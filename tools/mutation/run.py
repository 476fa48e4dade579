"""Runs the tests that reach a fault, in a process forked for it.

A fault inside a function that runs only in tests is put into the functions of a session whose tests are collected:
that takes milliseconds. One that is met while modules are loaded needs everything imported anew, behind a loader that
hands out the changed module.
"""

from __future__ import annotations

import ast
import gc
import importlib.machinery
import os
import signal
import time
from collections.abc import Callable, Iterable
from importlib.abc import SourceLoader
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tools.mutation.faults import plant
from tools.mutation.reach import OPTIONS, ROOT, plainly, rule_tests_only, silence, tests_of

KILLED, SURVIVED, BROKEN = 1, 0, 2

Tests = dict[str, float]
"""Tests in the order in which they run, and for how many seconds the processor may work at each."""
Planted = tuple[int, Path, int, Tests]
"""A fault to try: the key under which it is told, its module, its number there, and the tests."""


def code_of(path: Path, number: int) -> CodeType:
    """The module with a fault in it."""
    return compile(plant(path.read_text(encoding="utf-8"), number), str(path), "exec")


def limit(seconds: float) -> None:
    """Ends the process once the processor has worked so long at it: a test that does not end has noticed."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def in_a_child(run: Callable[[], int], seconds: float) -> int:
    """What a function returns in a forked process; one that does not end in time is stopped: the fault shows."""
    child = os.fork()
    if not child:
        code = BROKEN
        try:
            silence()
            os.dup2(1, 2)
            code = run()
        finally:
            os._exit(code)
    end = time.monotonic() + seconds
    pause = 0.001
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            return code if code in (KILLED, SURVIVED, BROKEN) else KILLED
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return KILLED
        time.sleep(pause)
        pause = min(0.05, pause * 1.5)


def longest(tests: Tests) -> float:
    """When a process that tries them is given up, on the busiest machine."""
    return 60 + 3 * sum(tests.values())


# ------------------------------------------------------------------------------------------- imported anew


def anew(path: Path, number: int, tests: Tests) -> int:
    """Imports everything with the fault in it and runs the tests. For a process that has not imported the game."""
    os.chdir(ROOT)
    plainly()
    code = code_of(path, number)
    loader = importlib.machinery.SourceFileLoader
    usual = loader.get_code

    def get_code(self: SourceLoader, fullname: str) -> CodeType | None:
        return code if Path(self.get_filename(fullname)) == path else usual(self, fullname)

    setattr(loader, "get_code", get_code)  # noqa: B010
    watch = _Watch(tests)
    ended = pytest.main([*OPTIONS, "-x", *tests], plugins=[watch])
    if watch.failed:
        return KILLED
    return SURVIVED if ended == 0 else BROKEN


class _Watch:
    """Sees whether a test failed, or does not end."""

    def __init__(self, tests: Tests) -> None:
        self.tests = tests
        self.failed = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        limit(self.tests[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed


# ------------------------------------------------------------------------------------- in a collected session


def _codes(code: CodeType) -> dict[tuple[str, int], list[CodeType]]:
    """The functions inside a code, by name and first line: several lambdas can stand in one line."""
    found: dict[tuple[str, int], list[CodeType]] = {}
    for const in code.co_consts:
        if isinstance(const, CodeType):
            found.setdefault((const.co_qualname, const.co_firstlineno), []).append(const)
            for key, more in _codes(const).items():
                found.setdefault(key, []).extend(more)
    return found


def _same(a: CodeType, b: CodeType) -> bool:
    """The same function of the same source: two lambdas in a line differ by their columns."""
    return a.co_qualname == b.co_qualname and list(a.co_positions()) == list(b.co_positions())


def patch(path: Path, number: int) -> int:
    """Gives every living function of a module the code that it has with the fault; how many were changed."""
    usual = _codes(compile(ast.parse(path.read_text(encoding="utf-8")), str(path), "exec"))
    faulty = _codes(code_of(path, number))
    pairs = [
        (old, new)
        for key, codes in usual.items()
        if len(codes) == len(faulty.get(key, ()))  # a lambda that the fault drops is not looked for
        for old, new in zip(codes, faulty[key], strict=True)
        if old != new
    ]
    changed = 0
    for thing in gc.get_objects():
        # asked by `type`: what a dead weak proxy stands for cannot be asked for its class
        if type(thing) is FunctionType and thing.__code__.co_filename == str(path):
            for old, new in pairs:
                if _same(thing.__code__, old):
                    thing.__code__ = new
                    changed += 1
                    break
    return changed


class Session:
    """A pytest session that, its tests collected, tries faults instead of running them."""

    def __init__(self, faults: Iterable[Planted], told: Callable[[int, int], None]) -> None:
        self.faults, self.told = faults, told

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        rule_tests_only(items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os._exit(KILLED)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        by_id = {item.nodeid: item for item in session.items}
        gc.freeze()
        for key, path, number, tests in self.faults:
            items = [by_id[test] for test in tests]
            self.told(key, in_a_child(lambda: _try(path, number, items, tests), longest(tests)))
        return True


def _try(path: Path, number: int, items: list[pytest.Item], tests: Tests) -> int:
    gc.unfreeze()
    if not patch(path, number):
        return BROKEN
    for item, following in zip(items, [*items[1:], None], strict=True):
        limit(tests[item.nodeid])
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    return SURVIVED


def collected(folder: str, faults: Iterable[Planted], told: Callable[[int, int], None]) -> None:
    """Tries faults in one session. For a process of its own."""
    os.chdir(ROOT)
    silence()
    plainly()
    pytest.main([*OPTIONS, str(tests_of(folder))], plugins=[Session(faults, told)])

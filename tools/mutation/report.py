"""The command: draws a sample of faults, tries them, and lists those that no rule test noticed."""

from __future__ import annotations

import argparse
import ast
import functools
import os
import random
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tools.mutation.faults import Fault, faults
from tools.mutation.reach import ROOT, Reach, folder_of, reach, sources
from tools.mutation.run import BROKEN, KILLED, SURVIVED, Planted, Tests, anew, collected, in_a_child, longest

EQUIVALENT = ROOT / "tools" / "mutate_equivalent.toml"
MOST_EQUIVALENT = 0.05
CASE = re.compile(r"(?<![\w.])\d+(?:\.\d+)+[a-z]?(?:-[a-z0-9-]+)?|(?<=# )\d+(?=\b)")


class Mutant(msgspec.Struct, kw_only=True):
    """A fault at its place in the repository."""

    path: str
    number: int
    line: int
    function: str
    kind: str
    was: str
    now: str
    cases: list[str] = []
    """The cases cited in the function around it."""
    tests: list[str] = []
    """The rule tests that reach it."""

    @property
    def key(self) -> tuple[str, str, str]:
        module = Path(self.path).stem
        return (f"{module}:{self.function}", self.was, self.now)

    @property
    def told(self) -> str:
        where = f"{self.path}:{self.line} {self.function or 'module'}"
        cases = f"  [{', '.join(self.cases)}]" if self.cases else ""
        reached = "" if self.tests else "  no rule test reaches it"
        return f"{where}  {self.kind}: `{self.was}` became `{self.now}`{cases}{reached}"


class Equivalent(msgspec.Struct, forbid_unknown_fields=True):
    """A change that no test can notice, because nothing becomes different by it."""

    game: str
    function: str
    """module:qualified name"""
    was: str
    now: str
    reason: str


class Report(msgspec.Struct):
    game: str
    seed: int
    killed: int
    survived: int
    equivalent: int
    share: float
    """Of those that are not equivalent, how many were noticed."""
    survivors: list[Mutant]


def equivalents(folder: str) -> set[tuple[str, str, str]]:
    if not EQUIVALENT.exists():
        return set()
    raw = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    found = msgspec.convert(raw.get("equivalent", []), list[Equivalent])
    return {(e.function, e.was, e.now) for e in found if folder_of(e.game) == folder}


def _bare(case: str) -> str:
    """A case without the letter or the part: "33.3.9" of "33.3.9-1"."""
    found = re.match(r"[\d.]+", case)
    return found[0] if found else case


class Module:
    """A rule module with what can be planted in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.relative_to(ROOT).as_posix()
        self.text = path.read_text(encoding="utf-8")
        self.lines = self.text.splitlines()
        self.tree = ast.parse(self.text)
        self.faults: list[Fault] = faults(self.tree)

    @functools.cached_property
    def spans(self) -> dict[str, tuple[int, int, int]]:
        """First line, first line of the body and last line of each function and class, by its qualified name."""
        found: dict[str, tuple[int, int, int]] = {}

        def look(node: ast.AST, outer: str) -> None:
            for child in ast.iter_child_nodes(node):
                name = outer
                if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    name = f"{outer}.{child.name}" if outer else child.name
                    found.setdefault(name, (child.lineno, child.body[0].lineno, child.end_lineno or child.lineno))
                look(child, name)

        look(self.tree, "")
        return found

    def cases(self, fault: Fault) -> list[str]:
        first, _, last = self.spans.get(fault.function, (fault.line,) * 3)
        text = "\n".join(self.lines[first - 1 : last])
        return list(dict.fromkeys(CASE.findall(text)))


class Trial:
    """One sample of one game's faults."""

    def __init__(self, game: str, jobs: int = 1, most: float = 60) -> None:
        self.folder = folder_of(game)
        self.game = game
        self.modules = [Module(path) for path in sources(self.folder)]
        self.jobs = jobs
        self.most = most
        self.reach: Reach = reach(self.folder, jobs)
        self.equivalents = equivalents(self.folder)

    def order(self, seed: int, only: str = "") -> list[tuple[Module, int]]:
        """Every fault of the game, or of one module, shuffled."""
        modules = [module for module in self.modules if only in ("", module.path.stem)]
        every = [(module, n) for module in modules for n in range(len(module.faults))]
        random.Random(seed).shuffle(every)
        return every

    def survivors_of(self, report: Path) -> list[tuple[Module, int]]:
        """The faults that survived an earlier run, where the rules have not changed since."""
        before = msgspec.json.decode(report.read_bytes(), type=Report).survivors
        by_name = {module.name: module for module in self.modules}
        return [
            (module, m.number)
            for m in before
            if (module := by_name.get(m.path)) and m.number < len(module.faults)
            and module.faults[m.number][:5] == (m.kind, m.line, m.function, m.was, m.now)
        ]  # fmt: skip

    def mutant(self, module: Module, number: int) -> Mutant:
        fault = module.faults[number]
        return Mutant(
            path=module.name,
            number=number,
            line=fault.line,
            function=fault.function,
            kind=fault.kind,
            was=fault.was,
            now=fault.now,
            cases=module.cases(fault),
            tests=self.likeliest(self.tests(module, fault), module.cases(fault)),
        )

    def loads(self, module: Module, fault: Fault) -> bool:
        """Whether the fault is met before tests run."""
        return bool(fault.names) or self.reach.at_loading(module.name, *self.body(module, fault))

    def body(self, module: Module, fault: Fault) -> tuple[int, int]:
        """The lines of the function around a fault, without its head, which runs when it is defined."""
        _, first, last = module.spans.get(fault.function, (fault.line,) * 3)
        return first, last

    def tests(self, module: Module, fault: Fault) -> list[str]:
        """The tests to run: those that reach the line; for a value of a module or class, and for a function that only
        makes one, those that run a function which names it."""
        found = self.reach.tests(module.name, fault.line)
        names = fault.names or (frozenset() if found else self.made_by(module, fault))
        if not names:
            return found
        named: set[str] = set(found)
        for other in self.modules:
            for node in ast.walk(other.tree):
                name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
                if name in names:
                    named.update(self.reach.tests(other.name, node.lineno))  # type: ignore[attr-defined]
        # A value can be met through other modules as well: the rest of the tests come after those that name it.
        return sorted(self.reach.seconds, key=lambda test: (test not in named, self.reach.seconds[test]))

    def made_by(self, module: Module, fault: Fault) -> frozenset[str]:
        """The values of the module that a function makes which runs while it is loaded."""
        if not self.reach.at_loading(module.name, *self.body(module, fault)):
            return frozenset()
        function = fault.function.split(".")[0]
        return frozenset(
            target.id
            for statement in module.tree.body
            if isinstance(statement, (ast.Assign, ast.AnnAssign))
            and any(isinstance(node, ast.Name) and node.id == function for node in ast.walk(statement))
            for target in ast.walk(statement)
            if isinstance(target, ast.Name) and isinstance(target.ctx, ast.Store)
        )

    def likeliest(self, tests: list[str], cases: list[str]) -> list[str]:
        """Tests of the cases that stand at the fault come first, and only so many are run as `most` seconds allow."""
        cited = {_bare(case) for case in cases}
        first = [test for test in tests if not cited.isdisjoint(map(_bare, self.reach.cases[test]))]
        found, left = list[str](), self.most
        for test in dict.fromkeys([*first, *tests]):
            if left > 0:
                found.append(test)
                left -= self.reach.seconds[test]
        return found

    def limits(self, tests: list[str]) -> Tests:
        """How long the processor may work at each test with a fault before it counts as noticed."""
        return {test: 5 + 10 * self.reach.seconds[test] for test in tests}

    def verdicts(self, mutants: list[Mutant]) -> dict[int, int]:
        """What became of each mutant that a test reaches, by its place in the list."""
        reader, writer = os.pipe()
        workers = []
        for job in range(self.jobs):
            child = os.fork()
            if not child:
                os.close(reader)
                code = 1
                try:
                    self._work(list(range(job, len(mutants), self.jobs)), mutants, writer)
                    code = 0
                finally:
                    sys.stderr.flush()
                    os._exit(code)
            workers.append(child)
        os.close(writer)
        told: dict[int, int] = {}
        with os.fdopen(reader) as lines:
            for line in lines:
                key, verdict = map(int, line.split())
                told[key] = verdict
                if verdict == SURVIVED:
                    print(mutants[key].told, file=sys.stderr, flush=True)  # a long run is watched
        for child in workers:
            os.waitpid(child, 0)
        if any(m.tests and key not in told for key, m in enumerate(mutants)):
            raise SystemExit(f"The tests of {self.folder} could not be run to the end.")
        return told

    def _work(self, mine: list[int], mutants: list[Mutant], writer: int) -> None:
        def tell(key: int, verdict: int) -> None:
            os.write(writer, f"{key} {verdict}\n".encode())

        by_name = {module.name: module for module in self.modules}
        quick: list[int] = []
        for key in mine:
            m = mutants[key]
            module = by_name[m.path]
            if not m.tests:
                continue
            if self.loads(module, module.faults[m.number]):
                limits = self.limits(m.tests)
                run = functools.partial(anew, module.path, m.number, limits)
                tell(key, in_a_child(run, longest(limits)))
            else:
                quick.append(key)

        def each() -> Iterator[Planted]:
            for key in quick:
                m = mutants[key]
                yield key, by_name[m.path].path, m.number, self.limits(m.tests)

        if quick:
            collected(self.folder, each(), tell)

    def run(self, order: list[tuple[Module, int]], sample: int, seed: int) -> Report:
        """Tries faults in this order until `sample` of them count; what breaks the import does not."""
        killed, same, survivors = 0, 0, list[Mutant]()
        while order and killed + same + len(survivors) < sample:
            want = sample - killed - same - len(survivors)
            batch = [self.mutant(module, n) for module, n in order[:want]]
            del order[:want]
            same += sum(m.key in self.equivalents for m in batch)
            batch = [m for m in batch if m.key not in self.equivalents]
            told = self.verdicts(batch)
            for key, m in enumerate(batch):
                verdict = told.get(key)
                if verdict == KILLED:
                    killed += 1
                elif verdict != BROKEN:
                    survivors.append(m)
        survivors.sort(key=lambda m: (m.path, m.line))
        share = killed / max(1, killed + len(survivors))
        return Report(self.game, seed, killed, len(survivors), same, round(share, 4), survivors)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/mutate", description=__doc__)
    parser.add_argument("game", help="a game's id")
    parser.add_argument("--sample", type=int, default=200, help="how many faults to try")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--most", type=float, default=60, help="seconds of tests that are run for a fault at most")
    parser.add_argument("--json", action="store_true", help="counts and survivors as JSON")
    parser.add_argument("--module", default="", help="only faults of this rule module")
    parser.add_argument("--again", type=Path, help="only what survived an earlier run, from its --json")
    parser.add_argument("--least", type=float, default=0.0, help="fail if a smaller share is noticed")
    chosen = parser.parse_args()
    trial = Trial(chosen.game, chosen.jobs, chosen.most)
    order = trial.survivors_of(chosen.again) if chosen.again else trial.order(chosen.seed, chosen.module)
    report = trial.run(order, chosen.sample, chosen.seed)
    if chosen.json:
        print(msgspec.json.format(msgspec.json.encode(report), indent=1).decode())
    else:
        for mutant in report.survivors:
            print(mutant.told)
        counts = f"{report.killed} killed, {report.survived} survived, {report.equivalent} equivalent"
        print(f"{report.game}, seed {report.seed}: {counts}; {report.share:.1%} noticed.")
    if report.equivalent > MOST_EQUIVALENT * chosen.sample:
        print(f"More than {MOST_EQUIVALENT:.0%} of the sample are marked as equivalent.", file=sys.stderr)
        return 1
    return int(report.share < chosen.least)

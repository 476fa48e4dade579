"""The small faults that can be planted in a module, found in its syntax tree.

What is only said is left alone: the words of reasons, prompts and log lines, and the events, which the contract suite
checks by rebuilding every scene from them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SIDES = (("german", "allied"), ("germans", "allies"), ("axis", "allies"))
LISTENERS = {"ev", "events"}
"""What the rules tell their events to."""
EVENTS = {
    "Battle",
    "Card",
    "Changed",
    "Chose",
    "Control",
    "Left",
    "Lost",
    "Moved",
    "Placed",
    "Retreated",
    "Rolled",
    "Said",
}
"""What is told: the kernel's kinds of events."""
WORDS = {"prompt", "label", "words", "text", "title", "reason", "rule", "places", "pieces", "strict"}
"""Keywords whose values are read by people alone, or guard against what cannot be."""


class Fault(NamedTuple):
    kind: str
    line: int
    function: str
    """The qualified name of the function or class around it; "" at the top of the module."""
    was: str
    now: str
    names: frozenset[str]
    """Outside functions: the names that the statement gives values to."""
    plant: Callable[[], None]
    """Changes the tree in place."""


class _Place(NamedTuple):
    """Where a node hangs in its tree."""

    parent: ast.AST
    field: str
    nth: int = -1

    def put(self, new: ast.AST) -> None:
        old = self.get()
        ast.copy_location(new, old)
        if self.nth < 0:
            setattr(self.parent, self.field, new)
        else:
            getattr(self.parent, self.field)[self.nth] = new
        ast.fix_missing_locations(new)

    def get(self) -> ast.AST:
        held = getattr(self.parent, self.field)
        found: ast.AST = held if self.nth < 0 else held[self.nth]
        return found


def faults(tree: ast.Module) -> list[Fault]:
    """Every fault that can be planted in this tree, in reading order."""
    known = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    known |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return list(_Finder(known).inside(tree, "", frozenset(), in_function=False))


def plant(source: str, number: int) -> ast.Module:
    """The tree of a source with one of its faults in it."""
    tree = ast.parse(source)
    faults(tree)[number].plant()
    return tree


class _Finder:
    def __init__(self, known: set[str]) -> None:
        self.known = known

    def inside(self, node: ast.AST, function: str, names: frozenset[str], *, in_function: bool) -> Iterator[Fault]:
        for field, value in ast.iter_fields(node):
            if field in {"annotation", "returns", "decorator_list", "format_spec"}:
                continue
            items = enumerate(value) if isinstance(value, list) else [(-1, value)]
            for index, child in items:
                if isinstance(child, ast.AST):
                    yield from self.at(_Place(node, field, index), child, function, names, in_function=in_function)

    def at(
        self, place: _Place, node: ast.AST, function: str, names: frozenset[str], *, in_function: bool
    ) -> Iterator[Fault]:
        if _only_said(node):
            return
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if not _makes_words(node):
                inner = _within(function, node.name)
                # Default values are made where the function is defined, and met by whoever calls it.
                named = frozenset({node.name})
                yield from self.at(_Place(node, "args"), node.args, inner, named, in_function=in_function)
                for index, child in enumerate(node.body):
                    yield from self.at(_Place(node, "body", index), child, inner, frozenset(), in_function=True)
            return
        if isinstance(node, ast.ClassDef):
            inner = _within(function, node.name)
            for index, child in enumerate(node.body):
                held = _Place(node, "body", index)
                yield from self.at(held, child, inner, names | {node.name}, in_function=in_function)
            return
        if not in_function and isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {t.id for target in targets for t in ast.walk(target) if isinstance(t, ast.Name)}
        was = _shown(node)
        for kind, new in self.changes(node):
            now = _shown(new)
            yield Fault(kind, _line(node), function, was, now, names, lambda new=new: place.put(new))  # type: ignore[misc]
        yield from self.inside(node, function, names, in_function=in_function)

    def changes(self, node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
        """What a node can be replaced by."""
        match node:
            case ast.Compare(left=left, ops=[op], comparators=right):
                yield "comparison", ast.Compare(left, [COMPARISONS[type(op)]()], right)
            case ast.Compare(left=left, ops=ops, comparators=right):
                for i, op in enumerate(ops):
                    changed = [*ops[:i], COMPARISONS[type(op)](), *ops[i + 1 :]]
                    yield "comparison", ast.Compare(left, changed, right)
            case ast.BoolOp(op=op, values=values):
                for i in range(len(values)):
                    rest = [*values[:i], *values[i + 1 :]]
                    yield "dropped condition", rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
            case ast.BinOp(left=left, op=ast.BitAnd(), right=right):
                yield "dropped condition", left
                yield "dropped condition", right
            case ast.BinOp(left=ast.Constant(value=1), op=ast.Sub() | ast.BitXor(), right=right):
                yield "swapped side", right
            case ast.BinOp(op=ast.Add() | ast.Sub() | ast.FloorDiv()) if not _text(node):
                yield "off by one", ast.BinOp(node, ast.Add(), ast.Constant(1))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield "negation", operand
            case ast.Constant(value=bool(value)):
                yield "constant", ast.Constant(not value)
            case ast.Constant(value=int(value)):
                yield "constant", ast.Constant(value + 1)
            case ast.Constant(value=str(value)) if value.lower() in _OTHER:
                yield "swapped side", ast.Constant(_other(value))
            case ast.Name(id=name, ctx=ast.Load()) if (new := self.side(name)) is not None:
                yield "swapped side", ast.Name(new, ast.Load())
            case ast.Attribute(value=value, attr=name, ctx=ast.Load()) if (new := self.side(name)) is not None:
                yield "swapped side", ast.Attribute(value, new, ast.Load())
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                if not isinstance(test, ast.UnaryOp) and not _mentions(test, LISTENERS):
                    yield "negation", _with_test(node, ast.UnaryOp(ast.Not(), test))
            case ast.comprehension(ifs=ifs) if ifs:
                for i in range(len(ifs)):
                    rest = [*ifs[:i], *ifs[i + 1 :]]
                    yield "dropped condition", ast.comprehension(node.target, node.iter, rest, node.is_async)
            case ast.Expr(value=ast.Call()):
                yield "skipped call", ast.Pass()
            case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
                # The function stays a generator.
                yield "dropped condition", ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))

    def side(self, name: str) -> str | None:
        """The name with the other side in it, if the module knows it."""
        parts = re.split("(_)", name)
        for i, part in enumerate(parts):
            if part.lower() in _OTHER:
                other = "".join([*parts[:i], _other(part), *parts[i + 1 :]])
                if other in self.known:
                    return other
        return None


_OTHER = {a: b for pair in SIDES for a, b in (pair, pair[::-1])}


def _other(word: str) -> str:
    other = _OTHER[word.lower()]
    return other.upper() if word.isupper() else other.capitalize() if word[0].isupper() else other


def _within(outer: str, name: str) -> str:
    return f"{outer}.{name}" if outer else name


def _with_test(node: ast.If | ast.While | ast.IfExp, test: ast.expr) -> ast.AST:
    if isinstance(node, ast.IfExp):
        return ast.IfExp(test, node.body, node.orelse)
    return type(node)(test, node.body, node.orelse)


def _shown(node: ast.AST) -> str:
    """A node in one line: of a statement with a body, its head."""
    return ast.unparse(node).split("\n")[0]


def _line(node: ast.AST) -> int:
    """The first line that runs: of a condition over several lines that of its first part."""
    if isinstance(node, ast.comprehension):
        return node.target.lineno
    if isinstance(node, (ast.If, ast.While)):
        return node.test.lineno
    return getattr(node, "lineno", 0)


def _mentions(node: ast.AST, names: set[str]) -> bool:
    return any(isinstance(inner, ast.Name) and inner.id in names for inner in ast.walk(node))


def _text(node: ast.BinOp) -> bool:
    """Sums of texts and of lists are no numbers."""
    shown = (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp)
    return any(
        isinstance(side, shown) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )


def _called(node: ast.AST) -> str:
    """The name of what is called, if the node is a call."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _only_said(node: ast.AST) -> bool:
    """Whether a node only says something, or cannot be wrong in a game."""
    match node:
        case ast.JoinedStr() | ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Raise():
            return True
        case ast.keyword(arg=name) if name in WORDS:
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True  # what a module offers to others
        case ast.IfExp(body=ast.Constant(value=str()), orelse=ast.Constant(value=str())):
            return True
        case ast.Lambda(args=ast.arguments(args=[])):
            return True  # the words of a reason, made on demand
        case ast.If(test=test, orelse=[]):
            return _mentions(test, {"TYPE_CHECKING"} | LISTENERS)
        case ast.IfExp(test=test):
            return _mentions(test, LISTENERS)
        case ast.Expr(value=ast.Call(args=[ast.Name(id=name), *_])) if name in LISTENERS:
            return True  # say(ev, …)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))) if name in LISTENERS:
            return True  # ev.add(…)
    return False


def _makes_words(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """A function that returns sentences, or an event to be told."""
    if node.name in {"prompt", "warnings", "duties", "text"}:
        return True
    if isinstance(node.returns, ast.Name) and node.returns.id in EVENTS:
        return True
    if node.returns is None or ast.unparse(node.returns) not in {
        "str",
        "tuple[str, ...]",
        "list[str]",
        "Iterator[str]",
    }:
        return False
    return any(
        isinstance(inner, ast.JoinedStr)
        or (isinstance(inner, ast.Constant) and isinstance(inner.value, str) and " " in inner.value)
        for statement in node.body[ast.get_docstring(node) is not None :]
        for inner in ast.walk(statement)
    )

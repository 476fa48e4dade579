"""quick.h: compiled modules remember where they found a thing, and mean what Python means by it all the same."""

from __future__ import annotations

import gc
import random
import re
import shutil
import weakref
from collections.abc import Iterable
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import ClassVar, Protocol

import msgspec
import pytest

from grognard import compile as compiling

PROBE = """
import math

def get(o):
    return o.x

def put(o, value):
    o.x = value

def call(o, n):
    return o.method(n)

def item(o, i):
    return o[i]

def set_item(o, i, value):
    o[i] = value

def gcd(a, b):
    return math.gcd(a, b)

def is_one(o):
    return isinstance(o, (Exception, int)), isinstance(o, KINDS[0])

KINDS = [None]

def many(things):
    return [thing.x for thing in things]

def together(a, b):
    return a & b, a | b, a & ~b, ~a & b, ~a & ~b

def has(a, n):
    return a >> n & 1

def taken(a, b):
    a &= b
    return a

def added(a, b):
    a |= b
    return a

def one(n):
    return 1 << n

def asked(function, n):
    return function(n)
"""


class Probe(Protocol):
    def get(self, o: object) -> object: ...
    def put(self, o: object, value: object) -> None: ...
    def call(self, o: object, n: int) -> object: ...
    def item(self, o: object, i: object) -> object: ...
    def set_item(self, o: object, i: object, value: object) -> None: ...
    def gcd(self, a: int, b: int) -> int: ...
    def is_one(self, o: object) -> tuple[bool, bool]: ...
    def many(self, things: list[object]) -> list[object]: ...
    def together(self, a: object, b: object) -> tuple[object, ...]: ...
    def has(self, a: object, n: object) -> object: ...
    def taken(self, a: object, b: object) -> object: ...
    def added(self, a: object, b: object) -> object: ...
    def one(self, n: object) -> object: ...
    def asked(self, function: object, n: object) -> object: ...


def loaded(path: Path) -> ModuleType:
    spec = spec_from_file_location("quick_probe", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module", params=["plain", "compiled"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    work = tmp_path_factory.mktemp("quick")
    source = work / "src" / "quick_probe.py"
    source.parent.mkdir()
    source.write_text(PROBE)
    if request.param == "plain":
        return source
    pytest.importorskip("Cython")
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    compiling._compile(work, {"quick_probe": source})
    assert "quick_get" in next(work.rglob("quick_probe.c")).read_text(), "it goes the quick way"
    return work / f"quick_probe{EXTENSION_SUFFIXES[0]}"


@pytest.fixture
def probe(made: Path, tmp_path: Path) -> ModuleType:
    """A copy of its own, so that it remembers nothing of what another test has shown it."""
    return loaded(Path(shutil.copy(made, tmp_path)))


class Slots:
    __slots__ = ("__weakref__", "x")
    x: object

    def method(self, n: int) -> int:
        return n + 1


class Struct(msgspec.Struct):
    x: object = None

    def method(self, n: int) -> int:
        return n + 2


class Frozen(msgspec.Struct, frozen=True):
    x: int = 5


class Steady:
    steady: ClassVar[bool] = True

    def __init__(self, x: object) -> None:
        self.x = x


def slots(x: object) -> Slots:
    made = Slots()
    made.x = x
    return made


def test_fields_of_whatever_type(probe: Probe) -> None:
    things: list[object] = [slots(1), Struct(2), Frozen(3), Steady(4), SimpleNamespace(x=5)] * 20
    assert probe.many(things) == [1, 2, 3, 4, 5] * 20
    for _ in range(3):
        assert [probe.get(thing) for thing in things[:5]] == [1, 2, 3, 4, 5]


def test_a_field_that_is_gone_or_never_was(probe: Probe) -> None:
    thing = slots(1)
    assert probe.get(thing) == 1
    del thing.x
    with pytest.raises(AttributeError):
        probe.get(thing)
    with pytest.raises(AttributeError):
        probe.get(object())


def test_a_field_becomes_a_property(probe: Probe) -> None:
    class Turning:
        __slots__ = ("x",)

    thing = Turning()
    probe.put(thing, 7)
    probe.put(thing, 8)
    assert probe.get(thing) == probe.get(thing) == 8
    setattr(Turning, "x", property(lambda self: 9, lambda self, value: None))  # noqa: B010
    assert probe.get(thing) == 9
    probe.put(thing, 1)
    assert probe.get(thing) == 9


def test_what_is_written(probe: Probe) -> None:
    for thing in (slots(0), Struct(0), Steady(0), SimpleNamespace(x=0)):
        for value in (1, [2], 3, None):
            probe.put(thing, value)
            assert probe.get(thing) == value
    with pytest.raises(AttributeError):
        probe.put(Frozen(), 1)


def test_a_type_with_its_own_way_of_writing_is_asked_every_time(probe: Probe) -> None:
    class Counting:
        __slots__ = ("x",)
        x: object
        written: ClassVar[list[object]] = []

        def __setattr__(self, name: str, value: object) -> None:
            self.written.append(value)
            object.__setattr__(self, name, value)

    thing = Counting()
    for value in (1, 2, 3):
        probe.put(thing, value)
        assert probe.get(thing) == value
    assert Counting.written == [1, 2, 3]


def test_rings_are_still_collected(probe: Probe) -> None:
    """A struct is looked after by the collector from the moment on when it refers to something that is."""
    for _ in range(3):
        probe.put(Struct(), 0)
    kept = slots(None)
    gone = weakref.ref(kept)
    ring = Struct()
    probe.put(ring, [ring, kept])
    del ring, kept
    gc.collect()
    assert gone() is None


def test_methods(probe: Probe, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        assert probe.call(slots(0), 1) == 2
    monkeypatch.setattr(Slots, "method", lambda self, n: n + 10)
    assert probe.call(slots(0), 1) == 11
    assert probe.call(Struct(), 1) == 3
    assert probe.call(SimpleNamespace(method=lambda n: -n), 1) == -1
    with pytest.raises(AttributeError):
        probe.call(object(), 1)


class Calling(msgspec.Struct):
    method: object


def test_a_field_that_is_a_function(probe: Probe) -> None:
    """It is called without the object, and looked at anew each time."""
    thing = Calling(lambda n: n + 1)
    for _ in range(3):
        assert probe.call(thing, 1) == 2
        assert probe.call(Calling(abs), -4) == 4
    thing.method = lambda n: -n
    assert probe.call(thing, 1) == -1
    thing.method = 5
    with pytest.raises(TypeError):
        probe.call(thing, 1)
    assert probe.call(slots(0), 1) == 2


def test_functions_of_every_kind(probe: Probe) -> None:
    for _ in range(2):
        assert probe.asked(lambda n: n + 1, 1) == 2
        assert probe.asked(abs, -1) == 1
        assert probe.asked(slots(0).method, 4) == 5
        assert probe.asked(Frozen, 4) == Frozen(4)
        assert probe.asked(int, "4") == 4
    with pytest.raises(TypeError):
        probe.asked(5, 1)
    with pytest.raises(ZeroDivisionError):
        probe.asked(lambda n: n // 0, 1)


def test_what_a_steady_object_and_a_module_hold(probe: Probe, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = Steady(1), Steady(2)
    for _ in range(3):
        assert (probe.get(one), probe.get(two)) == (1, 2)
    one.x = 3
    assert (probe.get(one), probe.get(two)) == (3, 2)
    import math

    for _ in range(3):
        assert probe.gcd(12, 18) == 6
    monkeypatch.setattr(math, "gcd", lambda a, b: 0)
    assert probe.gcd(12, 18) == 0


def test_items(probe: Probe) -> None:
    for row in ([4, 5, 6], (4, 5, 6), bytearray((4, 5, 6)), bytes((4, 5, 6))):
        assert [probe.item(row, i) for i in (0, 1, 2, -1, -3, True)] == [4, 5, 6, 6, 4, 5]
        assert probe.item(row, slice(1, 2)) == row[1:2]
        for wrong in (3, -4, 1 << 70, -(1 << 70)):
            with pytest.raises(IndexError):
                probe.item(row, wrong)
        with pytest.raises(TypeError):
            probe.item(row, "0")
    assert probe.item({-1: "a"}, -1) == "a"
    assert probe.item("abc", 1) == "b"


def test_items_are_written(probe: Probe) -> None:
    row = [1, 2, 3]
    probe.set_item(row, -1, "c")
    probe.set_item(row, 0, "a")
    assert row == ["a", 2, "c"]
    with pytest.raises(IndexError):
        probe.set_item(row, 3, 0)
    packed = bytearray(3)
    probe.set_item(packed, 1, 255)
    probe.set_item(packed, -1, True)
    assert packed == bytearray((0, 255, 1))
    for wrong in (256, -1, -256):
        with pytest.raises(ValueError, match="byte"):
            probe.set_item(packed, 0, wrong)
    named: dict[str, int] = {}
    probe.set_item(named, "k", 1)
    assert named == {"k": 1}


def test_what_a_thing_is(probe: ModuleType) -> None:
    liar = type("Liar", (), {"__class__": property(lambda self: Slots)})

    class Frozen2(Frozen, frozen=True):
        pass

    kinds: tuple[tuple[object, list[bool]], ...] = (
        (Frozen, [False, False, True, True, False]),
        (Slots, [False, True, False, False, True]),
        (Iterable, [True, False, False, False, False]),
        ((Struct, Slots), [False, True, False, False, True]),
    )
    things: list[object] = [[], Slots(), Frozen(), Frozen2(), liar()]
    for kind, expected in kinds:
        probe.KINDS[0] = kind
        for _ in range(2):
            assert [probe.is_one(thing)[1] for thing in things] == expected
    others: list[object] = [1, True, KeyError(), "a", Slots]
    assert [probe.is_one(thing)[0] for thing in others] == [True, True, True, False, False]
    probe.KINDS[0] = 5
    with pytest.raises(TypeError):
        probe.is_one("a")


def test_a_steady_objects_type_may_have_it(probe: Probe) -> None:
    class Grown(Steady):
        x = 4

        def __init__(self) -> None:
            self.other = 1

        def method(self, n: int) -> int:
            return n * 2

    one, two = Grown(), Grown()
    for _ in range(3):
        assert (probe.get(one), probe.call(one, 3), probe.call(two, 4)) == (4, 6, 8)
    one.x = 5
    setattr(two, "method", lambda n: -n)  # noqa: B010
    for _ in range(3):
        assert (probe.get(one), probe.get(two), probe.call(one, 3), probe.call(two, 4)) == (5, 4, 6, -4)


def test_what_another_cython_laid_out_differently_stays_as_it_is() -> None:
    assert compiling.quickened("int x;\n") == "int x;\n"


EDGES = [
    0,
    1,
    2,
    5,
    (1 << 30) - 1,
    1 << 30,
    (1 << 30) + 1,
    1 << 60,
    (1 << 60) - 1,
    0b101 << 59,
    (1 << 90) - (1 << 45),
    1 << 119,
    1 << 120,
    (1 << 240) - 1,
    1 << 241 | 1,
    (1 << 300) - (1 << 150),
    1 << 1456,
]
SETS = EDGES + [random.Random(n).getrandbits(width) for n, width in enumerate((9, 31, 61, 90, 300, 300, 1457, 1457))]


@pytest.mark.parametrize("a", [*SETS, *(~x for x in SETS), *(-x for x in SETS[1:])])
def test_sets_of_any_size_and_complements_are_what_python_makes_of_them(probe: Probe, a: int) -> None:
    for b in [*SETS, *(~x for x in SETS), *(-x for x in SETS[1:])]:
        assert probe.together(a, b) == (a & b, a | b, a & ~b, ~a & b, ~a & ~b), (a, b)
        assert (probe.taken(a, b), probe.added(a, b)) == (a & b, a | b)
    for n in (0, 1, 29, 30, 31, 59, 60, 89, 90, 1456, 1457, 5000):
        assert probe.has(a, n) == a >> n & 1, (a, n)


def test_sets_of_one(probe: Probe) -> None:
    for n in (*range(70), 313, 1456, 2047, 2048, 5000, True):
        assert probe.one(n) == probe.one(n) == 1 << n
    with pytest.raises(ValueError, match="negative shift"):
        probe.one(-1)
    with pytest.raises(TypeError):
        probe.one(1.5)


def test_what_is_no_number_means_what_it_meant(probe: Probe) -> None:
    assert probe.taken(True, False) is False
    assert probe.added(True, 2) == 3
    some = {1, 2}
    assert probe.added(some, {3}) is some
    assert some == {1, 2, 3}
    assert probe.taken(some, {2, 3}) is some
    assert some == {2, 3}
    flags = re.IGNORECASE | re.MULTILINE
    assert probe.together(flags, re.MULTILINE)[2] == re.IGNORECASE
    with pytest.raises(TypeError):
        probe.together(3, 1.5)
    with pytest.raises(ValueError, match="negative shift"):
        probe.has(3, -1)


def test_a_set_that_was_made_is_a_number_like_any_other(probe: Probe) -> None:
    for a, b in ((1 << 90 | 7, 1 << 90), (1 << 61 | 5, 1 << 30), (6, 2)):
        for found in probe.together(a, b):
            assert isinstance(found, int)
            assert hash(found) == hash(int(str(found)))
            assert found == int(str(found))

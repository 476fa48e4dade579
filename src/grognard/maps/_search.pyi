from collections.abc import Iterable, Sequence

class Flow:
    def __init__(self, starts: dict[int, int], whole: Flow | None = None) -> None: ...
    def spread(self, mask: int) -> int: ...
    def flood(self, mask: int, allowed: int, limit: int) -> int: ...
    few: bool
    def line(self, begin: int, goal: int, allowed: int, rows: tuple[tuple[int, ...], ...]) -> list[int]: ...
    def way(
        self,
        fast: tuple[int, ...],
        slowly: tuple[int, ...],
        start: int,
        goal: int,
        near: tuple[tuple[int, ...], ...],
        rows: tuple[int, ...],
        go: int,
        rough: int,
        curbed: int,
    ) -> list[int]: ...
    def wade(
        self, start: int, first: int, free: int, go: int, rough: int, points: int, curbed: int
    ) -> tuple[int, tuple[int, ...], tuple[int, ...]]: ...

class Found:
    mask: int
    def places(self) -> list[int]: ...
    def costs(self) -> dict[int, int]: ...
    def came(self) -> dict[int, int]: ...
    def cost(self, place: int) -> int: ...
    def path(self, place: int) -> list[int]: ...

class Table:
    def __init__(
        self,
        steps: Sequence[Sequence[tuple[int, int, int, int]]],
        like: Table | None = None,
        changed: Iterable[int] = (),
    ) -> None: ...
    def search(
        self,
        start: int,
        allowance: int,
        spent: int,
        opened: tuple[int, ...],
        opened_zone: tuple[int, ...],
        zone: int,
        stop: int,
        leave: tuple[tuple[int, int], ...],
        enter: tuple[tuple[int, int], ...],
        one_step: bool,
    ) -> Found: ...

from collections.abc import Sequence

class Found:
    mask: int
    def places(self) -> list[int]: ...
    def costs(self) -> dict[int, int]: ...
    def came(self) -> dict[int, int]: ...
    def cost(self, place: int) -> int: ...
    def path(self, place: int) -> list[int]: ...

class Table:
    def __init__(self, steps: Sequence[Sequence[tuple[int, int, int, int]]]) -> None: ...
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

from collections.abc import Sequence

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
    ) -> tuple[dict[int, int], dict[int, int], int]: ...

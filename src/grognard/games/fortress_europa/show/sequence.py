"""The sequence of play (4.3), with the present step."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, SIDES
from grognard.games.fortress_europa.rules.state import PHASES, Position
from grognard.kernel.show import SequenceItem


def items() -> list[tuple[str, str, str, int, int]]:
    """The sequence of play: id, title, rule, phase and side."""
    found = [("initial", "Initial segment: turn, weather, aircraft", "4.3A1", 0, ALLIED)]
    for side, letter in ((ALLIED, "B"), (GERMAN, "C")):
        for phase in range(1, 8):
            name = f"{SIDES[side]} {PHASES[phase]}"
            found.append((f"{SIDES[side].lower()}-{phase}", name, f"4.3{letter}{phase}", phase, side))
    return [*found, ("end", "Turn end", "4.3D", 8, GERMAN)]


def sequence(v: Position | None) -> tuple[SequenceItem, ...]:
    return tuple(
        SequenceItem(name, title, rule, 0, v is not None and (v.phase, v.side) == (phase, side))
        for name, title, rule, phase, side in items()
    )

"""How nations are told apart at the terminal: by the colours of their counters, and by a letter."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import show


def ink(colours: str, board: show.Board) -> str | None:
    """The style of a nation's words."""
    known = board.colours.get(colours)
    return f"{known.ink} on {known.fill}" if known is not None else None


def nation(colours: str, board: show.Board) -> str:
    known = board.colours.get(colours)
    return known.name if known is not None and known.name else colours


def letters(nations: Sequence[str], board: show.Board) -> dict[str, str]:
    """A letter for each nation: of its name the first one that those before it have left."""
    out: dict[str, str] = {}
    for each in nations:
        free = [c for c in nation(each, board).upper() if c.isalpha()] + list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        out[each] = next(c for c in free if c not in out.values())
    return out

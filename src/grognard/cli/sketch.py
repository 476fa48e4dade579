"""A board as text: a sketch where the places fit on a screen, and a list of what stands where.

Both are drawn from `board()` and `scene()` alone, so they serve every game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from grognard.cli.charted import chart, usual_gap
from grognard.cli.inks import ink
from grognard.kernel import show
from grognard.kernel.show.words import agree, listed, number_of

CELL = 9
"""Characters that a place takes in a sketch, and lines: its id, then its pieces."""
LINES = 3
MOST_PLACES = 160


def cited(words: str, rule: str = "", style: str = "") -> Text:
    """A sentence with its rule behind it."""
    text = Text().append(words, style or None)
    return text.append(f" [{rule}]", "dim") if rule else text


def numbers(scene: show.Scene) -> Text:
    """Turn, points and the like in one line."""
    out = Text()
    for number in scene.numbers:
        most = f"/{number.most}" if number.most is not None and not number.text else ""
        out.append(f"{number.label} ", "dim").append(f"{number.text or number.value}{most}   ", "bold")
    return out


def piece_text(piece: show.Piece, board: show.Board) -> Text:
    """A piece in words: name, factors, steps, badges, in the colours of its nation."""
    face = piece.face
    words = face.name
    if face.factors:
        words += " " + "-".join(face.factors)
    left, full = face.steps
    if full > 1:
        words += f" {left}/{full}"
    text = Text().append(words, ink(face.colours, board))
    for badge in face.badges:
        tone = {"good": "green", "bad": "red", "warn": "yellow"}.get(badge.tone, "dim")
        text.append(f" [{badge.text}]", tone)
    if piece.id != face.name:
        text.append(f" ({piece.id})", "dim")
    return text


# ------------------------------------------------------------------------------------------------- the list


def listing(board: show.Board, scene: show.Scene, only: Sequence[str] | None = None) -> RenderableType:
    """What stands where, surface by surface; places with nothing on them are left out."""
    titles = {surface.id: surface.title for surface in board.surfaces}
    wanted = [p for p in board.places if only is None or p.id in only]
    pieces: dict[str, list[show.Piece]] = {}
    for piece in sorted(scene.pieces, key=lambda p: -p.order):
        pieces.setdefault(piece.place, []).append(piece)
    marks: dict[str, list[show.Mark]] = {}
    for mark in scene.marks:
        marks.setdefault(mark.place, []).append(mark)
    order = {surface.id: i for i, surface in enumerate(board.surfaces)}
    wanted.sort(key=lambda p: order.get(p.surface, 99))
    parts: list[RenderableType] = []
    for surface, places in groupby(wanted, key=lambda p: p.surface):
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column()
        for place in places:
            if only is None and place.id not in pieces and place.id not in marks:
                continue
            name = Text().append(place.id, "bold")
            if place.name and place.name != place.id:
                name.append(f" {place.name}")
            row = Text(", ").join(piece_text(p, board) for p in pieces.get(place.id, ()))
            for mark in marks.get(place.id, ()):
                row.append(f" {{{mark.text or mark.about or mark.style}}}", "cyan")
            if only is not None and place.about:
                row.append(("\n" if row.plain else "") + place.about, "dim")
            grid.add_row(name, row)
        if grid.row_count:
            parts += [Text(titles.get(surface, surface), "underline"), grid]
    return Group(*parts) if parts else Text("The board is empty.", "dim")


# ----------------------------------------------------------------------------------------------- the sketch


def draw(board: show.Board, scene: show.Scene, width: int) -> Text | None:
    """The map as large as fits: a small one with a cell for every place, a large one as an overview."""
    return sketch(board, scene, width) or chart(board, scene, width)


def closer(board: show.Board, scene: show.Scene, width: int, around: str) -> Text | None:
    """The country around a place."""
    maps = {surface.id for surface in board.surfaces if surface.kind == "map"}
    large = sum(place.surface in maps for place in board.places) > MOST_PLACES
    return chart(board, scene, width, around) if large else sketch(board, scene, width, around)


def sketch(board: show.Board, scene: show.Scene, width: int, around: str = "") -> Text | None:
    """The map drawn with characters, or the part of it around a place; None where it would not fit."""
    maps = {surface.id for surface in board.surfaces if surface.kind == "map"}
    places = [p for p in board.places if p.surface in maps]
    if not around and len(places) > MOST_PLACES:
        return None
    if len(places) < 2:
        return None
    gap = usual_gap(places)
    if around:
        centre = next((p for p in places if p.id == around), None)
        if centre is None:
            return None
        reach_x, reach_y = gap * (width // CELL - 1) / 2, gap * 3.5
        places = [
            p for p in places
            if abs(p.anchor[0] - centre.anchor[0]) <= reach_x and abs(p.anchor[1] - centre.anchor[1]) <= reach_y
        ]  # fmt: skip
    left, top = min(p.anchor[0] for p in places), min(p.anchor[1] for p in places)
    columns = (max(p.anchor[0] for p in places) - left) / gap * CELL + CELL
    if columns > width:
        return None
    pieces: dict[str, list[show.Piece]] = {}
    for piece in sorted(scene.pieces, key=lambda p: -p.order):
        pieces.setdefault(piece.place, []).append(piece)
    canvas = _Canvas(width)
    for place in sorted(places, key=lambda p: (p.anchor[1], p.anchor[0])):
        x, y = (place.anchor[0] - left) / gap * CELL, (place.anchor[1] - top) / gap * LINES
        canvas.put(round(x), round(y), place, pieces.get(place.id, []), board)
    return canvas.text()


class _Canvas:
    """Lines of characters with styles; a place that would cover another one moves down."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.rows: dict[int, list[tuple[int, Text]]] = {}

    def put(self, x: int, y: int, place: show.Place, pieces: list[show.Piece], board: show.Board) -> None:
        """The place's id, and under it the top piece of each nation there, two at most."""
        nations: dict[str, list[show.Piece]] = {}
        for piece in pieces:
            nations.setdefault(piece.face.colours, []).append(piece)
        stacks = list(nations.values())[:2]
        height = 1 + max(1, len(stacks))
        x = max(0, min(x, self.width - CELL))
        while not all(self._free(x, y + line) for line in range(height)):
            y += 1
        self._add(x, y, Text(place.id[: CELL - 1], "bold" if pieces else "dim"))
        if not stacks:
            self._add(x, y + 1, Text("·", "dim"))
        for line, stack in enumerate(stacks, 1):
            more = f"+{len(stack) - 1}" if len(stack) > 1 else ""
            face = stack[0].face
            name = (face.short or face.name)[: CELL - 1 - len(more)]
            self._add(x, y + line, Text().append(name, ink(face.colours, board)).append(more))

    def _free(self, x: int, y: int) -> bool:
        return all(abs(x - other) >= CELL for other, _ in self.rows.get(y, ()))

    def _add(self, x: int, y: int, text: Text) -> None:
        self.rows.setdefault(y, []).append((x, text))

    def text(self) -> Text:
        return _lines(self.rows)


def _lines(rows: dict[int, list[tuple[int, Text]]]) -> Text:
    """Texts by line and column, put together."""
    out = Text()
    for y in range(max(rows, default=-1) + 1):
        line = Text()
        for x, text in sorted(rows.get(y, ()), key=lambda item: item[0]):
            line.append(" " * (x - len(line))).append_text(text)
        out.append_text(line).append("\n")
    out.rstrip()
    return out


def chart_of(one: show.Chart) -> RenderableType:
    grid = Grid(title=Text(f"{one.title} [{one.rule}]" if one.rule else one.title), title_justify="left")
    for column in one.columns:
        grid.add_column(Text(column))
    for row in one.rows:
        grid.add_row(*(Text(cell) for cell in row))
    notes: Iterable[Text] = (Text(note, "dim") for note in (*one.notes, one.source) if note)
    return Group(grid, *notes)


MOST_OUTCOMES = 8
"""So many outcomes are shown unasked; more are folded."""


def odds(one: show.Odds, whole: bool = False) -> RenderableType:
    """Outcomes with their exact chances, what made them, and what is assumed; long ones folded, unless `whole`."""
    if not whole and (len(one.rows) > MOST_OUTCOMES or one.replies):
        likely = sorted(one.rows, key=lambda row: -row.value)[:MOST_OUTCOMES]
        shown = msgspec.structs.replace(one, rows=tuple(row for row in one.rows if row in likely), replies=())
        rest, replies = len(one.rows) - len(likely), len(one.replies)
        more = [number_of(rest, "less likely outcome")] if rest else []
        more += [number_of(replies, "answer") + " of the other side"] if replies else []
        them = agree(rest + replies, "it", "them")
        note = Text(f"  Folded: {listed(more)}; “odds ACTION all” shows {them}.", "dim")
        return Group(odds(shown, whole=True), note)
    grid = Grid.grid(padding=(0, 2))
    for row in one.rows:
        bar = "█" * round(row.value * 20)
        grid.add_row(
            Text(row.outcome), Text(row.chance), Text(f"{row.value:6.1%}"), Text(bar, "cyan"), Text(row.about)
        )
    head = cited(one.title, one.rule, "bold")
    mods = [cited(f"  {m.value:+d} {m.reason}", m.rule) for m in one.modifiers]
    assumed = [Text(f"  Assumes: {line}", "dim") for line in one.assumes]
    return Group(head, *mods, grid, *assumed, *(odds(reply, whole=True) for reply in one.replies))

"""A large map in characters: sea and coast, rivers, frontiers and works, towns, and whose units stand where.

Drawn from `board()` and `scene()` alone, so it serves every game; where the whole does not fit, a part of it.
"""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rich.text import Text

from grognard.cli.inks import ink, letters, nation
from grognard.kernel import show
from grognard.kernel.show import Point

GROUND = {
    "waves": "~", "trees": "♠", "peaks": "^", "marsh": '"', "town": "o", "fort": "#", "hatch": "/", "crosshatch": "%",
    "dots": ":",
}  # fmt: skip
SEA, RIVER, FRONTIER, BOUNDS, WORKS, RAIL = "~", "≈", "!", ";", "#", "+"
ROW = 0.87
"""How far apart rows of hexes lie, in parts of a pitch."""
LEAST, MOST = 2.0, 6.0
"""Characters to a column of the overview."""
CLOSE = (8.0, 4.0)
"""Characters and lines to a hex of a close-up."""
CLOSE_LINES = 22
NAMED_FROM = 4.0
"""An overview with as many characters to a hex has names."""


class Sheet:
    """A part of the board's plane, cut into characters."""

    def __init__(self, corner: Point, scale: Point, columns: int, lines: int) -> None:
        self.corner, self.scale, self.columns, self.lines = corner, scale, columns, lines
        self.signs: dict[tuple[int, int], tuple[str, str]] = {}

    def cell(self, at: Point) -> tuple[int, int]:
        return round((at[0] - self.corner[0]) * self.scale[0]), round((at[1] - self.corner[1]) * self.scale[1])

    def holds(self, at: Point) -> bool:
        column, line = self.cell(at)
        return 0 <= column < self.columns and 0 <= line < self.lines

    def put(self, cell: tuple[int, int], sign: str, style: str) -> None:
        if 0 <= cell[0] < self.columns and 0 <= cell[1] < self.lines:
            self.signs[cell] = sign, style

    def write(self, cell: tuple[int, int], words: str, style: str) -> None:
        for i, sign in enumerate(words):
            self.put((cell[0] + i, cell[1]), sign, style)

    def text(self, margin: Sequence[str]) -> Text:
        """All lines, each behind its word in the margin."""
        wide = max(map(len, margin), default=0) + 1 if any(margin) else 0
        out = Text()
        for line in range(self.lines):
            row = Text()
            row.append((margin[line] if any(margin) else "").ljust(wide), "dim")
            for column in range(self.columns):
                sign, style = self.signs.get((column, line), (" ", ""))
                row.append(sign, style or None)
            row.rstrip()
            out.append_text(row).append("\n")
        out.rstrip()
        return out


def chart(board: show.Board, scene: show.Scene, width: int, around: str = "") -> Text | None:
    """The map as an overview, or the country around a place; where the whole does not fit, where most units are."""
    maps = {surface.id for surface in board.surfaces if surface.kind == "map"}
    places = [p for p in board.places if p.surface in maps]
    if len(places) < 2:
        return None
    made = _close_up(places, width, around) if around else _overview(places, scene, width)
    if made is None:
        return None
    sheet, part = made
    seen = [p for p in places if sheet.holds(p.anchor)]
    legend: dict[str, str] = {}
    _sea(sheet, board)
    _lines(sheet, board, legend, rail=bool(around))
    (_tell_close if around else _tell)(sheet, board, scene, seen, legend)
    margin = ["" for _ in range(sheet.lines)]
    if not around:
        for place in sorted(seen, key=lambda p: -p.anchor[0]):
            margin[sheet.cell(place.anchor)[1]] = place.id
    out = sheet.text(margin)
    if part:
        out.append("\nPart of the map; map PLACE shows what lies around a place.", "dim")
    told = [f"{sign} {words}".replace(" ", "\u00a0") for sign, words in legend.items()]
    for line in textwrap.wrap("   ".join(told), width, break_long_words=False):
        out.append("\n" + line.replace("\u00a0", " "), "dim")
    return out


def usual_gap(places: Sequence[show.Place]) -> float:
    """The distance to the nearest other place, as it usually is."""
    sample = places[:: max(1, len(places) // 60)]
    gaps = sorted(min(math.dist(p.anchor, q.anchor) for q in places if q.id != p.id) for p in sample)
    return max(gaps[len(gaps) // 2], 1.0)


def _overview(places: Sequence[show.Place], scene: show.Scene, width: int) -> tuple[Sheet, bool] | None:
    """The sheet of the whole map, or of the part where most units stand; and whether it is a part."""
    pitch = usual_gap(places)
    xs, ys = sorted({p.anchor[0] for p in places}), sorted({p.anchor[1] for p in places})
    column = pitch * (ROW if _by_columns(places, pitch) else 1)
    room = width - max(len(p.id) for p in places) - 1
    columns = (xs[-1] - xs[0]) / column + 1.5
    wide = min(MOST, room / columns)
    part = wide < LEAST
    wide = max(wide, LEAST)
    if room < 10 * wide:
        return None
    row = pitch * (1 if _by_columns(places, pitch) else ROW)
    scale = wide / column, max(1, int(wide / column * row / 2)) / row  # whole lines to a row of hexes
    left = xs[0]
    if part:
        there = {p.id: p.anchor[0] for p in places}
        stand = sorted(there[piece.place] for piece in scene.pieces if piece.place in there) or xs
        left = min(max(xs[0], stand[len(stand) // 2] - room / scale[0] / 2), xs[-1] - (room - wide) / scale[0])
    lines = round((ys[-1] - ys[0]) * scale[1]) + 1
    return Sheet((left - wide / scale[0] / 2, ys[0]), scale, room, lines), part


def _by_columns(places: Sequence[show.Place], pitch: float) -> bool:
    """Whether hexes stand in columns: then a hex has a neighbour straight above or below it."""
    at = {(round(p.anchor[0]), round(p.anchor[1])) for p in places}
    return any((x, round(y + pitch)) in at for x, y in list(at)[:20])


def _close_up(places: Sequence[show.Place], width: int, around: str) -> tuple[Sheet, bool] | None:
    centre = next((p for p in places if p.id == around), None)
    if centre is None:
        return None
    pitch = usual_gap(places)
    across, down = (ROW, 1.0) if _by_columns(places, pitch) else (1.0, ROW)
    scale = CLOSE[0] / (pitch * across), CLOSE[1] / (pitch * down)
    columns = min(width, 120)
    corner = centre.anchor[0] - (columns - CLOSE[0]) / 2 / scale[0], centre.anchor[1] - CLOSE_LINES / 2 / scale[1]
    return Sheet(corner, scale, columns, CLOSE_LINES), False


# ------------------------------------------------------------------------------------------------- the ground


def _is_blue(colour: str) -> bool:
    if len(colour) != 7:
        return False
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return blue > red + 20 and blue >= green


def _is_red(colour: str) -> bool:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red > green + 40 and red > blue + 40


def _sea(sheet: Sheet, board: show.Board) -> None:
    """Water lies within the blue shapes under the places; line by line, between their edges."""
    for water in board.lines:
        style = board.styles.get(water.style, show.Style())
        if water.layer != "ground" or not water.closed or not _is_blue(style.fill):
            continue
        edges = list(zip(water.points, (*water.points[1:], water.points[0]), strict=True))
        for line in range(sheet.lines):
            y = sheet.corner[1] + line / sheet.scale[1]
            cuts = sorted(_crossings(edges, y))
            for begin, end in zip(cuts[::2], cuts[1::2], strict=False):
                first = math.ceil((begin - sheet.corner[0]) * sheet.scale[0])
                last = math.floor((end - sheet.corner[0]) * sheet.scale[0])
                for column in range(max(first, 0), min(last, sheet.columns - 1) + 1):
                    sheet.put((column, line), SEA, "blue")


def _crossings(edges: Iterable[tuple[Point, Point]], y: float) -> Iterator[float]:
    for (x0, y0), (x1, y1) in edges:
        if (y0 <= y) != (y1 <= y):
            yield x0 + (y - y0) / (y1 - y0) * (x1 - x0)


class _Kind(NamedTuple):
    sign: str
    style: str


def _kind(style: show.Style, rail: bool) -> _Kind | None:
    """How a line is drawn; None where it is left out."""
    if not style.legend or not style.stroke:
        return None
    if style.pattern == "ticks":
        return _Kind(WORKS, "red") if style.width >= 4 else _Kind(RAIL, "dim") if rail else None
    if style.dash and (style.width < 3 or _is_blue(style.stroke)):
        return None
    if style.dash:
        return _Kind(FRONTIER, "red") if _is_red(style.stroke) else _Kind(BOUNDS, "magenta")
    return _Kind(RIVER, "bold blue" if style.width > 7 else "blue") if _is_blue(style.stroke) else None


def _lines(sheet: Sheet, board: show.Board, legend: dict[str, str], rail: bool) -> None:
    """Rivers, frontiers, works: the last drawn is what is seen."""
    drawn: list[tuple[int, _Kind, show.Line, str]] = []
    for line in board.lines:
        style = board.styles.get(line.style, show.Style())
        # A closed line rings a place: the sign of works, or of a port and the like, which are left out.
        shown = line.layer != "ground" and (not line.closed or style.pattern == "ticks")
        kind = _kind(style, rail) if shown else None
        if kind is not None:
            drawn.append(((RAIL, BOUNDS, FRONTIER, RIVER, WORKS).index(kind.sign), kind, line, style.legend))
    for _, kind, line, words in sorted(drawn, key=lambda item: item[0]):
        points = (*line.points, line.points[0]) if line.closed else line.points
        met = False
        for begin, end in pairwise(points):
            met = _stroke(sheet, begin, end, kind) or met
        if met and words not in legend.get(kind.sign, ""):
            legend[kind.sign] = ", ".join(filter(None, (legend.get(kind.sign, ""), words)))


def _stroke(sheet: Sheet, begin: Point, end: Point, kind: _Kind) -> bool:
    (x0, y0), (x1, y1) = begin, end
    many = max(1, math.ceil(max(abs(x1 - x0) * sheet.scale[0], abs(y1 - y0) * sheet.scale[1]) * 2))
    met = False
    for i in range(many + 1):
        at = x0 + (x1 - x0) * i / many, y0 + (y1 - y0) * i / many
        if sheet.holds(at):
            sheet.put(sheet.cell(at), *kind)
            met = True
    return met


# -------------------------------------------------------------------------------------------- places and units


def _stacks(scene: show.Scene) -> dict[str, list[show.Piece]]:
    found: dict[str, list[show.Piece]] = {}
    for piece in sorted(scene.pieces, key=lambda p: -p.order):
        found.setdefault(piece.place, []).append(piece)
    return found


def _towns(board: show.Board, places: Sequence[show.Place], pitch: float) -> dict[str, show.Label]:
    """The town of each place that has one: the greatest."""
    rank = {"capital": 0, "city": 1, "town": 2}
    found: dict[str, show.Label] = {}
    for label in sorted((x for x in board.labels if x.dot and x.style in rank), key=lambda x: rank[x.style]):
        near = min(places, key=lambda p: math.dist(p.anchor, label.at), default=None)
        if near is not None and math.dist(near.anchor, label.at) < pitch:
            found.setdefault(near.id, label)
    return found


def _ground_sign(place: show.Place, board: show.Board, legend: dict[str, str]) -> str:
    style = board.styles.get(place.style, show.Style())
    sign = GROUND.get(style.pattern, "·")
    if sign != "·" and style.legend:
        legend.setdefault(sign, style.legend)
    return sign


def _tell(
    sheet: Sheet, board: show.Board, scene: show.Scene, seen: Sequence[show.Place], legend: dict[str, str]
) -> None:
    """Two or three characters a place: whose pieces and how many, else a town, else the ground."""
    stacks, pitch = _stacks(scene), usual_gap(seen)
    towns = _towns(board, seen, pitch)
    many = Counter(piece.face.colours for place in seen for piece in stacks.get(place.id, ()))
    names = letters([colours for colours, _ in many.most_common()], board)
    for place in seen:
        here, cell = stacks.get(place.id, []), sheet.cell(place.anchor)
        if here:
            colours = [piece.face.colours for piece in here]
            most = max(set(colours), key=lambda c: (colours.count(c), c))
            sheet.write(cell, names[most] + (str(min(len(here), 9)) if len(here) > 1 else ""), ink(most, board) or "")
            legend[names[most]] = nation(most, board)
        elif place.id in towns:
            sheet.put(cell, "o", "bold")
            legend["o"] = "town"
        elif sheet.signs.get(cell, ("", ""))[0] != SEA:
            sheet.put(cell, _ground_sign(place, board, legend), "dim")
    if pitch * sheet.scale[0] >= NAMED_FROM:
        _name_towns(sheet, {place.id: place for place in seen}, towns)


def _name_towns(sheet: Sheet, seen: dict[str, show.Place], towns: dict[str, show.Label]) -> None:
    """The names of towns where they hide nothing, the great ones first."""
    for ident, label in towns.items():
        column, line = sheet.cell(seen[ident].anchor)
        free = {" ", "·", SEA, RIVER, FRONTIER, BOUNDS}
        for at in ((column + 1, line), (column + 2, line), (column, line + 1)):
            cells = [(at[0] + i, at[1]) for i in range(len(label.text) + 1)]
            if all(sheet.signs.get(cell, (" ", ""))[0] in free for cell in cells) and cells[-1][0] < sheet.columns:
                sheet.write(at, label.text, "italic")
                break


def _tell_close(
    sheet: Sheet, board: show.Board, scene: show.Scene, seen: Sequence[show.Place], legend: dict[str, str]
) -> None:
    """A hex is three lines: its number and ground, its units, its town."""
    stacks = _stacks(scene)
    towns = _towns(board, seen, usual_gap(seen))
    wide = int(CLOSE[0]) - 1
    for place in seen:
        column, line = sheet.cell(place.anchor)
        left = column - wide // 2
        here = stacks.get(place.id, [])
        sign = _ground_sign(place, board, legend)
        sheet.write((left, line - 1), f"{place.id} {'' if sign == '·' else sign}".rstrip(), "bold" if here else "dim")
        if here:
            more = f"+{len(here) - 1}" if len(here) > 1 else ""
            face = here[0].face
            factors = "-".join(face.factors)
            name = (face.short or face.name)[: max(2, wide - len(more) - len(factors) - 1)].strip()
            sheet.write((left, line), f"{name} {factors}{more}"[:wide], ink(face.colours, board) or "")
        if place.id in towns:
            sheet.write((left, line + 1 if here else line), towns[place.id].text[:wide], "italic")

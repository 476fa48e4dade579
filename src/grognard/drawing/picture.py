"""A board and what stands on it as an SVG: for reports, notebooks and whoever wants a picture without a browser.

>>> import grognard
>>> from grognard import drawing
>>> game = grognard.load("springtime")
>>> svg = drawing.picture(game.board(), game.scene(game.start()))
>>> svg[:4], "Guderian" in svg
('<svg', True)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

import msgspec

from grognard.drawing.counters import counter
from grognard.kernel.show import Board, Label, Line, Mark, Piece, Place, Point, Scene, Style

SANS = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"
LABELS = {
    "town": ("400", "#2b2620", ""),
    "city": ("600", "#2b2620", ""),
    "capital": ("700", "#1c1814", ""),
    "region": ("500", "#6b5f4c", "italic"),
    "country": ("600", "#5b5243", ""),
    "water": ("400", "#37667f", "italic"),
    "river": ("400", "#2b6ea8", "italic"),
    "note": ("400", "#4a4339", ""),
    "title": ("600", "#2b2620", ""),
}
"""Weight, colour and slant of each kind of label."""


class Tint(NamedTuple):
    """A colour laid over a place.

    >>> Tint("#a8382c", 0.4, "40 %").opacity
    0.4
    """

    colour: str
    opacity: float = 0.5
    text: str = ""


def picture(
    board: Board,
    scene: Scene | None = None,
    *,
    tints: Mapping[str, Tint] | None = None,
    surfaces: Sequence[str] = (),
    width: int = 900,
    title: str = "",
) -> str:
    """The board as an SVG, with what stands on it where a scene is given.

    `tints` lay a colour over places; `surfaces` names the parts of the table to show, all of them if left out;
    `width` is in pixels. Shaded relief, a raster, is left out.

    >>> import grognard
    >>> board = grognard.load("1940").board()
    >>> picture(board, tints={"1511": Tint("#a8382c")}, surfaces=["map"]).count("#a8382c")
    1
    """
    shown = [surface for surface in board.surfaces if not surfaces or surface.id in surfaces]
    names = {surface.id for surface in shown}
    x, y, w, h = _frame(board, [(s.x, s.y, s.width, s.height) for s in shown] if surfaces else [])
    places = [place for place in board.places if place.surface in names]
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_n(x)} {_n(y)} {_n(w)} {_n(h)}" width="{width}"'
        f' height="{round(width * h / w)}" role="img" font-family="{SANS}">',
        f"<title>{escape(title)}</title>" if title else "",
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}" fill="#f7f2e6"/>',
    ]
    for surface in shown:
        box = f'x="{_n(surface.x)}" y="{_n(surface.y)}" width="{_n(surface.width)}" height="{_n(surface.height)}"'
        out.append(f"<rect {box} {_paint(board.styles.get(surface.style))}/>")
    inside = [line for line in board.lines if not surfaces or any(_within(p, x, y, w, h) for p in line.points)]
    out += _lines(board, inside, "ground")
    veil = 0.35 if board.pictures else 1.0  # where relief lies under the places, they are drawn to let it through
    for place in places:
        paint = _paint(board.styles.get(place.style)) + (f' fill-opacity="{veil}"' if veil < 1 else "")
        out.append(f"<g><title>{escape(place.name)}</title>{_shape(place, paint)}</g>")
    for place in places:
        tint = (tints or {}).get(place.id)
        if tint is not None:
            out.append(_shape(place, f'fill="{tint.colour}" fill-opacity="{tint.opacity:.3g}" stroke="none"'))
    out += _lines(board, inside, "below")
    by_id = {place.id: place for place in places}
    if scene is not None:
        out += [_mark(board, by_id[mark.place], mark) for mark in scene.marks if mark.place in by_id]
    out += [_label(label) for label in board.labels if label.priority < 5 and _within(label.at, x, y, w, h)]
    for place in places:
        if place.label and place.shape == "rect":
            out.append(_place_label(place))
        tint = (tints or {}).get(place.id)
        if tint is not None and tint.text:
            px, py = place.anchor
            size = max(9.0, (place.room or board.counter / 2) * 0.55)
            out.append(_words(tint.text, (px, py + size / 3), size, "#1c1814", weight="600"))
    if scene is not None:
        out += _pieces(board, by_id, scene.pieces)
    out += _lines(board, inside, "above")
    return "".join([*out, "</svg>"])


def _frame(board: Board, boxes: Sequence[tuple[float, float, float, float]]) -> tuple[float, float, float, float]:
    if not boxes:
        return board.x, board.y, board.width, board.height
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    return left, top, max(b[0] + b[2] for b in boxes) - left, max(b[1] + b[3] for b in boxes) - top


def _within(at: Point, x: float, y: float, w: float, h: float) -> bool:
    return x <= at[0] <= x + w and y <= at[1] <= y + h


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_n(px)},{_n(py)}" for px, py in points)


def _paint(style: Style | None) -> str:
    if style is None:
        return 'fill="none"'
    words = f'fill="{style.fill or "none"}"'
    if style.stroke:
        words += f' stroke="{style.stroke}" stroke-width="{_n(style.width)}"'
    if style.dash:
        words += f' stroke-dasharray="{" ".join(map(_n, style.dash))}"'
    return words


def _shape(place: Place, paint: str) -> str:
    if place.shape == "circle":
        return f'<circle cx="{_n(place.anchor[0])}" cy="{_n(place.anchor[1])}" r="{_n(place.radius)}" {paint}/>'
    if place.shape == "rect" and len(place.points) == 2:
        (x1, y1), (x2, y2) = place.points
        box = f'x="{_n(min(x1, x2))}" y="{_n(min(y1, y2))}" width="{_n(abs(x2 - x1))}" height="{_n(abs(y2 - y1))}"'
        return f'<rect {box} rx="3" {paint}/>'
    return f'<polygon points="{_points(place.points)}" {paint}/>'


def _lines(board: Board, lines: Sequence[Line], layer: str) -> list[str]:
    out = []
    for line in lines:
        if line.layer == layer:
            style = board.styles.get(line.style)
            tag = "polygon" if line.closed else "polyline"
            paint = _paint(style if line.closed or style is None else msgspec.structs.replace(style, fill=""))
            out.append(f'<{tag} points="{_points(line.points)}" {paint} stroke-linejoin="round"/>')
    return out


def _words(
    text: str, at: Point, size: float, colour: str, weight: str = "400", slant: str = "", align: str = "middle"
) -> str:
    style = f' font-style="{slant}"' if slant else ""
    return (
        f'<text x="{_n(at[0])}" y="{_n(at[1])}" font-size="{_n(size)}" font-weight="{weight}"{style}'
        f' text-anchor="{align}" fill="{colour}">{escape(text)}</text>'
    )


def _label(label: Label) -> str:
    weight, colour, slant = LABELS[label.style]
    text = _words(label.text, label.at, label.size, colour, weight, slant, label.align)
    if label.angle:
        turn = f'transform="rotate({_n(label.angle)} {_n(label.at[0])} {_n(label.at[1])})"'
        text = f"<g {turn}>{text}</g>"
    return text


def _place_label(place: Place) -> str:
    (x1, y1), (x2, _) = place.points
    size = min(14.0, abs(x2 - x1) / max(3, len(place.label)) * 1.5)
    return _words(place.label, (min(x1, x2) + 4, y1 + size), size, "#6b5f4c", align="start")


def _mark(board: Board, place: Place, mark: Mark) -> str:
    style = board.styles.get(mark.style)
    told = f"<title>{escape(mark.about)}</title>" if mark.about else ""
    if not mark.text:
        fill = style.fill if style is not None and style.fill else "none"
        stroke = f' stroke="{style.stroke}" stroke-width="{_n(style.width)}"' if style and style.stroke else ""
        return f'<g>{told}{_shape(place, f"""fill="{fill}" fill-opacity="0.28"{stroke}""")}</g>'
    size = board.counter * 0.34
    x, y = place.anchor[0], place.anchor[1] + (place.room or board.counter) * 0.6
    disc = f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(size * 0.7)}" {_paint(style)}/>'
    return f"<g>{told}{disc}{_words(mark.text, (x, y + size * 0.35), size, '#ffffff', '700')}</g>"


def _pieces(board: Board, places: Mapping[str, Place], pieces: Sequence[Piece]) -> list[str]:
    """Counters side by side where the place has room, else as a stack, the lowest first."""
    stacks: dict[tuple[str, str], list[Piece]] = defaultdict(list)
    for piece in pieces:
        if piece.place in places:
            stacks[piece.place, piece.anchor].append(piece)
    out = []
    for (name, anchor), stack in stacks.items():
        place = places[name]
        stack.sort(key=lambda piece: piece.order)
        at = place.anchors.get(anchor, place.anchor)
        for (cx, cy), side, piece in zip(*_seats(board, place, at, len(stack)), stack, strict=True):
            colours = board.colours[piece.face.colours]
            out.append(f'<g transform="translate({_n(cx - side / 2)} {_n(cy - side / 2)})">')
            out.append(f"{counter(piece.face, colours, side)}</g>")
    return out


def _seats(board: Board, place: Place, at: Point, n: int) -> tuple[list[Point], list[float]]:
    """Where n counters stand around a point, and how large they are."""
    side = board.counter
    if place.shape == "rect" and len(place.points) == 2 and n > 1:
        (x1, y1), (x2, y2) = place.points
        wide, high = abs(x2 - x1) - 8, abs(y2 - y1) - 8
        head = side * 0.9 if high > 4 * side else 0.0  # for the title of a box
        while side > 14 and (wide // (side * 1.06)) * ((high - head) // (side * 1.06)) < n:
            side *= 0.94
        columns = max(1, int(wide // (side * 1.06)))
        left, top = min(x1, x2) + 4 + side / 2, min(y1, y2) + 4 + head + side / 2
        return [(left + i % columns * side * 1.06, top + i // columns * side * 1.06) for i in range(n)], [side] * n
    side = min(side, 2 * place.room) if place.room else side
    shift = side * 0.1
    start = (n - 1) / 2
    return [(at[0] + (i - start) * shift, at[1] - (i - start) * shift) for i in range(n)], [side] * n

"""The board: surfaces, places, lines and labels, from data/map.toml and data/board.toml."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import msgspec

from grognard.games.spoiled_victory.data.world import PACKAGE, Data
from grognard.kernel import show
from grognard.kernel.data import decode, read_data

HALF_WIDTH, HALF_HEIGHT = 56.0, 45.0
COUNTER = 50.0
"""Two abreast fill a space."""
MAP_HEIGHT = 1085.0
Point = tuple[float, float]


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    style: str
    points: tuple[Point, ...]
    smooth: bool = False


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str
    at: Point
    size: float
    style: Literal["region", "country", "water", "note", "title"]
    align: Literal["start", "middle", "end"] = "middle"


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    rect: tuple[float, float, float, float]


class TurnTrack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    x: float
    y: float
    width: float
    height: float
    gap: float


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    width: float
    height: float
    source: str
    sea: dict[str, tuple[Point, ...]]
    area: tuple[Area, ...]
    line: tuple[Area, ...]
    label: tuple[Text, ...]
    box: tuple[Box, ...]
    turns: TurnTrack
    styles: dict[str, show.Style]
    colours: dict[str, show.Colours]


TERRAIN_WORDS = {
    "clear": "Clear: no effect.",
    "town": "Town: a German attacker rolls one die fewer, the defense is one higher, air attacks lose one.",
    "canal": "Canal: the defense is one higher.",
    "beach": "Beach: evacuees form here and leave for the staging area.",
    "marsh": "Marsh: stops all movement; Germans leave on 1 to 4; air attacks gain one.",
    "lowlands": "Lowlands: clear, but Marsh once flooded.",
    "la-panne": "La Panne: the defense is one higher; in German hands it halves the Evacuation Moves.",
    "east-jetty": "East Jetty of Dunkirk, a Town: evacuees form here and leave, by twos while the Mole is whole.",
    "dunkirk": "Dunkirk, a Town.",
}


def _terrain_style(terrain: tuple[str, ...], start: bool) -> str:
    if start:
        return "start"
    if "east-jetty" in terrain:
        return "jetty"
    return "town" if "town" in terrain else terrain[0]


def _rect(x0: float, y0: float, x1: float, y1: float) -> tuple[Point, Point]:
    return (x0, y0), (x1, y1)


def _land(d: Data) -> list[show.Place]:
    out = []
    for i, space in enumerate(d.printed.map.space):
        start = bool(d.starts >> i & 1)
        words = [
            TERRAIN_WORDS[t]
            for t in space.terrain
            if not (t in ("town", "dunkirk") and "east-jetty" in space.terrain)
        ]
        if start:
            words.append("German Start space.")
        others = [d.place_ids[n] for n in d.near_of[i]]
        if d.create_mask >> i & 1:
            others.append(d.place_ids[d.staging])
        x, y = space.x, space.y
        out.append(
            show.Place(
                space.id,
                space.name,
                "map",
                (x, y),
                "rect",
                _rect(x - HALF_WIDTH, y - HALF_HEIGHT, x + HALF_WIDTH, y + HALF_HEIGHT),
                style=_terrain_style(space.terrain, start),
                room=HALF_WIDTH,
                anchors={"german": (x - 48, y), "allied": (x + 32, y)},
                label=space.id,
                about=" ".join(words),
                neighbours=tuple(others),
            )
        )
    return out


def _middle(points: tuple[Point, ...]) -> Point:
    """Where pieces stand in a sea space: the middle, a little lower for the name above."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2 + 14


def _sea(d: Data, f: BoardFile) -> list[show.Place]:
    out = []
    for space in d.printed.map.sea:
        i = d.place[space.id]
        style = "staging" if i == d.staging else "england" if d.england >> i & 1 else "route"
        room = (
            "any number of evacuee units"
            if space.capacity == 0
            else f"{space.capacity} evacuee unit{'s' if space.capacity > 1 else ''}"
        )
        words = f"{space.name}: room for {room}."
        if i in d.shut_until:
            words += f" Opens on turn {d.shut_until[i]}."
        near = {d.place_ids[n] for r in d.routes for a, b in pairwise(r) for n in (a, b) if i in (a, b)}
        if i == d.staging:
            near |= {d.place_ids[x] for x in d.formation}
        out.append(
            show.Place(
                space.id,
                space.name,
                "map",
                _middle(f.sea[space.id]),
                "polygon",
                f.sea[space.id],
                style=style,
                room=400.0 if i == d.staging else 90.0,
                about=words,
                neighbours=tuple(sorted(near - {space.id})),
            )
        )
    return out


def _beside(d: Data, f: BoardFile) -> list[show.Place]:
    out = []
    for box in f.box:
        x0, y0, x1, y1 = box.rect
        surface = "map" if y1 < MAP_HEIGHT else "boxes"
        out.append(
            show.Place(
                box.id,
                box.name,
                surface,
                ((x0 + x1) / 2, (y0 + y1) / 2),
                "rect",
                _rect(x0, y0, x1, y1),
                style="box",
                room=(x1 - x0) / 2,
            )
        )
    t = f.turns
    for turn in d.turns:
        row = (t.width + t.gap) * ((turn.number - 1) % 18)
        x = t.x + row
        out.append(
            show.Place(
                f"turn-{turn.number}",
                f"Turn {turn.number}",
                "turns",
                (x + t.width / 2, t.y + t.height * 0.6),
                "rect",
                _rect(x, t.y, x + t.width, t.y + t.height),
                style="night" if turn.night else "day",
                room=t.width / 2,
                label=str(turn.number),
                about=f"{turn.date}, {'night' if turn.night else 'day'}.",
            )
        )
    return out


def _lines(d: Data, f: BoardFile) -> list[show.Line]:
    out = [show.Line(a.style, a.points, "ground", closed=True) for a in f.area]
    out += [show.Line(a.style, a.points, "ground", smooth=a.smooth, about=a.id) for a in f.line]
    where = {s.id: (s.x, s.y) for s in d.printed.map.space}
    order = {"orange": 0, "red": 1, "green": 2}
    for c in sorted(d.connections, key=lambda c: order[c.colour]):
        out.append(
            show.Line(c.colour, (where[c.ends[0]], where[c.ends[1]]), "ground", about=f"{c.ends[0]} to {c.ends[1]}")
        )
    for space in d.formation:
        s = d.printed.map.space[space]
        out.append(
            show.Line(
                "to-sea",
                ((s.x, s.y - HALF_HEIGHT), (s.x + (930 - s.x) * 0.12, 330.0)),
                "ground",
                about=f"{s.id} to sea",
            )
        )
    # The spaces once more, so that connections end at their edges and the sea does not cover the routes,
    # whether a client fills places before or after what lies on the ground.
    for place in (*_land(d), *_sea(d, f)):
        corners = place.points
        if place.shape == "rect":
            (x0, y0), (x1, y1) = corners
            corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        out.append(show.Line(place.style, corners, "ground", closed=True))
    return out


def _labels(d: Data, f: BoardFile) -> list[show.Label]:
    out = [show.Label(t.text, t.at, t.size, t.style, 0.0, t.align) for t in f.label]
    for s in d.printed.map.space:
        out.append(show.Label(s.name, (s.x, s.y + HALF_HEIGHT + 13), 14, "note", priority=1))
    for box in f.box:
        x0, y0, x1, y1 = box.rect
        if y1 < MAP_HEIGHT:
            out.append(show.Label(box.name, ((x0 + x1) / 2, y0 - 8), 13, "note"))
        else:
            out.append(show.Label(box.name, ((x0 + x1) / 2, y0 - 14), 19, "title"))
    t = f.turns
    for turn in d.turns:
        x = t.x + (t.width + t.gap) * (turn.number - 1)
        if not turn.night:
            out.append(show.Label(turn.date, (x + t.width + t.gap / 2, t.y - 10), 16, "note"))
    return out


def build_board(d: Data) -> show.Board:
    f = decode(read_data(PACKAGE, ["board"]), "board", BoardFile, PACKAGE)
    boxes = f.turns.y - 24
    return show.Board(
        f.width,
        f.height,
        COUNTER,
        surfaces=(
            show.Surface("map", "Map", "map", 0, 0, f.width, MAP_HEIGHT, "land"),
            show.Surface("boxes", "Off the map", "box", 0, MAP_HEIGHT + 4, f.width, boxes - MAP_HEIGHT - 4, "panel"),
            show.Surface("turns", "Game Turn Track", "track", 0, boxes + 2, f.width, f.height - boxes - 2, "panel"),
        ),
        places=(*_land(d), *_sea(d, f), *_beside(d, f)),
        lines=tuple(_lines(d, f)),
        labels=tuple(_labels(d, f)),
        styles=f.styles,
        colours=f.colours,
    )

"""Makes the map of a game of Areas: a subdivision drawn by hand, with the real coast and frontiers around it.

    python -m tools.mapgen.areas CACHE tools/mapgen/configs/springtime.toml [--check]

Puts the drawn values (outlines, boundaries, connection lines, anchors) into the game's data files, where
everything else stays as it is, draws the shaded relief, and writes a report beside the configuration. With --check
it writes nothing and tells whether the data files are what would be made.
"""

from __future__ import annotations

import json
import random
import sys
import tomllib
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import shapely
import shapely.affinity
from numpy.typing import NDArray
from shapely.geometry import LineString, MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

HERE = Path(__file__).parent
GAMES = HERE.parents[1] / "src" / "grognard" / "games"
Config = dict[str, Any]
Corner = tuple[float, float]
Points = list[Corner]
Shapes = dict[str, BaseGeometry]
Pair = tuple[str, str]
Drawn = dict[tuple[str, ...], dict[str, Any]]  # table and names of an item, then its drawn values

NAMED: dict[str, tuple[str, ...]] = {
    "board": (),
    "land": ("name",),
    "area": ("id",),
    "boundary": ("a", "b"),
    "link": ("a", "b"),
}

# How far a boundary swings to the side, in parts of its length.
WAVES = {"open": 0.1, "maginot": 0.1, "river": 0.17}
CELL = 6  # land beyond the sketch is given away in squares of this size
SPECK = 500  # smaller pieces of land are not drawn, of an Area 900
COAST_DETAIL, BOUNDARY_DETAIL = 1.3, 0.8
ROOM_SHAPE = 0.52  # height to width of the counters that stand on an anchor


class Page:
    """From degrees to the sketch, in which the subdivision is drawn, and from the sketch to the page."""

    def __init__(self, config: Config) -> None:
        self.scale, self.left = config["scale"], config["left"]
        self._stretch, self._east, self._north = (
            np.array(config[name], float).T for name in ("stretch", "east", "north")
        )
        self.width, self.height = self.point(*config["sketch"])
        self.frame = box(0, 0, self.width, self.height)

    def point(self, x: float, y: float) -> Corner:
        return x * self.scale + self.left, float(np.interp(y, *self._stretch)) * self.scale

    def from_degrees(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y = np.interp(points[:, 0], *self._east), np.interp(points[:, 1], *self._north)
        return np.array([self.point(*point) for point in zip(x, y, strict=True)])

    def to_degrees(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        x = (points[:, 0] - self.left) / self.scale
        y = np.interp(points[:, 1] / self.scale, self._stretch[1], self._stretch[0])
        upward = np.argsort(self._north[1])
        return np.stack(
            [
                np.interp(x, self._east[1], self._east[0]),
                np.interp(y, self._north[1][upward], self._north[0][upward]),
            ],
            axis=1,
        )

    def shape(self, geometry: BaseGeometry) -> BaseGeometry:
        # Cut into short pieces first, because a straight frontier bends on the page.
        return shapely.transform(shapely.segmentize(geometry, 0.05), self.from_degrees)


class Sketch:
    """The subdivision: every Area a ring of corners, every side of it one wavy line for both its Areas."""

    def __init__(self, rings: dict[str, Points], page: Page, kinds: dict[Pair, str]) -> None:
        owners: dict[tuple[Corner, Corner], list[str]] = {}
        for area, ring in rings.items():
            for start, end in pairwise([*ring, ring[0]]):
                owners.setdefault((min(start, end), max(start, end)), []).append(area)
        self._sides: dict[tuple[Corner, Corner], Points] = {}
        lines: dict[Pair, list[LineString]] = {}
        for side, areas in owners.items():
            start, end = (page.point(*corner) for corner in side)
            self._sides[side] = [start, end]
            if len(areas) == 2:
                pair = areas[0], areas[1]
                self._sides[side] = wavy(start, end, WAVES[kinds[pair]], seed=repr(side))
                lines.setdefault(pair, []).append(LineString(self._sides[side]))
        self.boundaries = {pair: linemerge(parts) if len(parts) > 1 else parts[0] for pair, parts in lines.items()}
        self.shapes = {area: self._polygon(ring) for area, ring in rings.items()}

    def _polygon(self, ring: Points) -> BaseGeometry:
        outline: Points = []
        for start, end in pairwise([*ring, ring[0]]):
            known = self._sides.get((start, end))
            outline += (known or self._sides[end, start][::-1])[:-1]
        return Polygon(outline).buffer(0)


def wavy(start: Corner, end: Corner, swing: float, seed: str) -> Points:
    """Middles pushed aside by chance three times over, then the corners cut. The same for the same seed."""
    chance = random.Random(seed)
    points = [np.array(start), np.array(end)]
    for _ in range(3):
        pushed = [points[0]]
        for here, there in pairwise(points):
            way = there - here
            pushed += [(here + there) / 2 + np.array([-way[1], way[0]]) * chance.uniform(-swing, swing), there]
        points = pushed
    cut = [points[0]]
    for here, there in pairwise(points):
        cut += [here * 0.75 + there * 0.25, here * 0.25 + there * 0.75]
    return [(float(x), float(y)) for x, y in [*cut, points[-1]]]


def polygons(geometry: BaseGeometry, above: float = SPECK) -> list[Polygon]:
    parts = getattr(geometry, "geoms", [geometry])
    return [part for part in parts if part.geom_type == "Polygon" and part.area > above]


def beyond(shapes: Shapes, rest: BaseGeometry, grow: Config) -> Shapes:
    """Land outside the sketch, given cell by cell to the nearest Area within reach."""
    west, north, east, south = rest.bounds
    x, y = np.meshgrid(np.arange(west, east, CELL) + CELL / 2, np.arange(north, south, CELL) + CELL / 2)
    near = rest.buffer(CELL)
    shapely.prepare(near)
    inside = shapely.contains_xy(near, x, y)
    x, y = x[inside], y[inside]
    areas = list(shapes)
    sketched = np.array(list(shapes.values()))
    points = shapely.points(x, y)
    nearest = shapely.STRtree(sketched).nearest(points)
    reach = np.where(y < grow["south_of"], grow["reach"], grow["reach_south"])
    reached = shapely.distance(sketched[nearest], points) <= reach
    cells = shapely.box(x - CELL / 2, y - CELL / 2, x + CELL / 2, y + CELL / 2)
    return {
        area: shapely.union_all(cells[reached & (nearest == number)]).intersection(rest)
        for number, area in enumerate(areas)
    }


def fill(sketch: Shapes, land: BaseGeometry, page: Page, grow: Config) -> Shapes:
    """The Areas as they are drawn: the sketch, grown to the coast and the frontiers, and cut by them."""
    never = [box(*page.point(x0, y0), *page.point(x1, y1)) for x0, y0, x1, y1 in grow["never"]]
    rest = land.intersection(page.frame).difference(shapely.union_all(list(sketch.values())))
    grown = beyond(sketch, rest.difference(shapely.union_all(never)), grow)
    areas: Shapes = {}
    taken: BaseGeometry = MultiPolygon()
    for area, shape in sketch.items():
        if not grown[area].is_empty:
            shape = shapely.union_all([shape, grown[area].buffer(0.6)])
        # In, out and in again: no slivers, no bays of a pixel.
        shape = shape.intersection(land).buffer(-1.2).buffer(2.4).buffer(-1.2)
        if shape.geom_type == "MultiPolygon":
            shape = shapely.union_all(polygons(shape, 900))
        shape = shape.intersection(page.frame)
        if areas:
            shape = shape.difference(taken)
        taken = taken.union(shape)
        areas[area] = MultiPolygon(polygons(shape))
    return areas


def anchor(shape: BaseGeometry) -> Corner:
    """The middle of the largest block of counters that the Area holds."""
    largest = max(polygons(shape), key=lambda part: float(part.area))
    shapely.prepare(largest)
    west, north, east, south = largest.bounds

    def holds(x: float, y: float, width: float) -> bool:
        half = width * ROOM_SHAPE / 2
        return bool(largest.contains(box(x - width / 2, y - half, x + width / 2, y + half)))

    best, where = 10.0, (0.0, 0.0)
    for x in np.arange(west, east, 8):
        for y in np.arange(north, south, 8):
            low, high = 10.0, 400.0
            if holds(x, y, best):
                while high - low > 3:
                    middle = (low + high) / 2
                    low, high = (middle, high) if holds(x, y, middle) else (low, middle)
                if low > best:
                    best, where = low, (float(x), float(y))
    return round(where[0], 1), round(where[1], 1)


def link(start: BaseGeometry, end: BaseGeometry, middle: Corner) -> BaseGeometry:
    """The connection line from a Zone to a Zone or Area: what of the straight line is in neither."""
    straight = LineString([start.centroid, middle])
    line = straight.difference(start).difference(end)
    line = max(getattr(line, "geoms", [line]), key=lambda part: float(part.length))
    if line.length < 6:  # they touch: a short bar between them
        centre = straight.interpolate(0.5)
        return LineString([(centre.x - 3, centre.y), (centre.x + 3, centre.y)])
    return line


def short(points: Iterable[Corner]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in points]


def rings(geometry: BaseGeometry) -> list[list[list[float]]]:
    return [short(LineString(part.exterior.coords).simplify(COAST_DETAIL).coords[:-1]) for part in polygons(geometry)]


class Made:
    """Everything that is drawn, from the configuration, the game's own data and the countries in degrees."""

    def __init__(self, config: Config, data: Config, countries: Shapes) -> None:
        self.config, self.data = config, data
        self.page = Page(config["page"])
        self.countries = {name: self.page.shape(countries[name]) for name in config["countries"]["shown"]}
        kinds = {(item["a"], item["b"]): item["kind"] for item in data["boundary"]}
        corners = {area: [(x, y) for x, y in ring] for area, ring in config["areas"].items()}
        self.sketch = Sketch(corners, self.page, kinds)
        # Half a pixel wider, so that no seam stays between two countries.
        self.land = shapely.union_all([self.countries[name].buffer(0.5) for name in config["countries"]["ours"]])
        self.areas = fill(self.sketch.shapes, self.land, self.page, config["grow"])

    def drawn(self) -> Drawn:
        found: Drawn = {("board",): {"width": round(self.page.width), "height": round(self.page.height)}}
        around = shapely.union_all(list(self.areas.values())).buffer(2)
        for name, country in self.countries.items():
            seen = rings(country.intersection(self.page.frame).difference(around).buffer(-1).buffer(1))
            found["land", name] = {"outline": [ring for ring in seen if len(ring) > 5][:14]}
        anchors = {area: anchor(shape) for area, shape in self.areas.items()}
        for area, shape in self.areas.items():
            found["area", area] = {"anchor": list(anchors[area]), "outline": rings(shape)}
        for (a, b), line in self.sketch.boundaries.items():
            found["boundary", a, b] = {"line": short(line.simplify(BOUNDARY_DETAIL).coords)}
        zones = {item["id"]: box(*item["box"]) for item in self.data["zone"]}
        for item in self.data["link"]:
            a, b = item["a"], item["b"]
            middle = zones[b].centroid.coords[0] if b in zones else anchors[b]
            line = link(zones[a], zones[b] if b in zones else self.areas[b], middle)
            found["link", a, b] = {"line": short(line.coords)}
        for item in self.config["links"]:
            found["link", *item["ends"]] = {"line": item["line"]}
        return found


def written(value: Any) -> str:
    return "[" + ", ".join(written(part) for part in value) + "]" if isinstance(value, list) else f"{value:g}"


def redrawn(text: str, drawn: Drawn) -> str:
    """A data file with the drawn values put in; whatever else it holds stays, to the letter."""
    lines = []
    table = ""
    names: dict[str, str] = {}
    for line in text.splitlines():
        key, _, value = line.partition(" = ")
        if line.startswith("["):
            table, names = line.strip("[]"), {}
        elif key in NAMED.get(table, ()):
            names[key] = json.loads(value)
        elif table in NAMED:
            values = drawn.get((table, *names.values()), {})
            if key in values:
                line = f"{key} = {written(values[key])}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def draw_relief(made: Made, path: Path, cache: Path) -> int:
    """The relief of all land on the page but the Zones, which are boxes; returns the picture's size in bytes."""
    from tools.mapgen import geodata, relief

    window, page, unit = tuple(made.config["window"]), made.page, made.config["relief"]["unit"]
    land = shapely.union_all([country.buffer(0.5) for country in made.countries.values()])
    sheet = land.difference(shapely.union_all([box(*item["box"]) for item in made.data["zone"]]))
    return relief.draw(
        path,
        (page.width / unit, page.height / unit),
        lambda points: page.to_degrees(points * unit),
        shapely.affinity.scale(land, 1 / unit, 1 / unit, origin=(0, 0)),
        shapely.affinity.scale(sheet, 1 / unit, 1 / unit, origin=(0, 0)),
        geodata.Heights(cache, window),
        geodata.Shades(cache, window),
        pixels=made.config["relief"]["pixels"],
        gain=made.config["relief"]["gain"],
    )


def main(cache: Path, path: Path, only_check: bool) -> bool:
    # Imported here, because reading geodata needs more packages than drawing does.
    from tools.mapgen import area_report, geodata

    config = tomllib.loads(path.read_text())
    folder = GAMES / config["folder"] / "data"
    files = {file: file.read_text() for file in (folder / "areas.toml", folder / "boundaries.toml")}
    data = {table: items for text in files.values() for table, items in tomllib.loads(text).items()}
    made = Made(config, data, geodata.countries(cache, tuple(config["window"])))
    drawn = made.drawn()
    report, failed = area_report.text(made)
    new = {file: redrawn(text, drawn) for file, text in files.items()}
    new[HERE / "reports" / f"{config['id']}.md"] = report
    other = [file for file, text in new.items() if not file.exists() or file.read_text() != text]
    if not only_check:
        for file in other:
            file.write_text(new[file])
        print(f"relief {draw_relief(made, folder / 'relief.webp', cache) // 1000} kB")
    what = "would change" if only_check else "changed"
    print(f"{config['id']}: {failed} checks fail; {what}: {', '.join(file.name for file in other) or 'nothing'}")
    return not (only_check and other)


if __name__ == "__main__":
    sys.exit(not main(Path(sys.argv[1]), Path(sys.argv[2]), "--check" in sys.argv[3:]))

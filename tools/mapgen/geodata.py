"""Reads the fetched geodata. Everything comes back in degrees, longitude first."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import netCDF4
import numpy as np
import shapefile
import shapely
from numpy.typing import NDArray
from PIL import Image
from scipy.interpolate import RegularGridInterpolator
from scipy.ndimage import map_coordinates
from shapely.geometry import Polygon, box, shape
from shapely.geometry.base import BaseGeometry

Array = NDArray[np.float64]
Window = tuple[float, float, float, float]  # west, south, east, north


def only_polygons(geometry: BaseGeometry) -> BaseGeometry:
    """Drops the stray lines and points that overlaying leaves behind."""
    parts = getattr(geometry, "geoms", [geometry])
    return shapely.union_all([part for part in parts if part.geom_type in ("Polygon", "MultiPolygon")])


def land(cache: Path, window: Window) -> BaseGeometry:
    """Natural Earth land at 1:10 million, cut to the window."""
    frame = box(*window)
    parts = []
    with shapefile.Reader(str(cache / "ne" / "ne_10m_land"), encoding="latin1") as reader:
        for outline in reader.iterShapes():
            if outline.points and box(*outline.bbox).intersects(frame):
                parts.append(shapely.make_valid(shape(outline.__geo_interface__)).intersection(frame))
    return only_polygons(shapely.union_all(parts))


def countries(cache: Path, window: Window) -> dict[str, BaseGeometry]:
    """Country polygons by English name, decoded from TopoJSON (arcs are delta-coded integers)."""
    topology = json.loads((cache / "atlas" / "countries-10m.json").read_text())
    scale, translate = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = [np.cumsum(np.array(arc, float), axis=0) * scale + translate for arc in topology["arcs"]]

    def ring(numbers: list[int]) -> list[Any]:
        points: list[Any] = []
        for number in numbers:
            arc = arcs[number] if number >= 0 else arcs[~number][::-1]
            points.extend(arc[1:] if points else arc)
        return points

    frame = box(*window)
    found = {}
    for item in topology["objects"]["countries"]["geometries"]:
        polygons = {"Polygon": [item.get("arcs")], "MultiPolygon": item.get("arcs")}.get(item["type"])
        shapes = []
        for rings in polygons or []:
            outer, *holes = [ring(numbers) for numbers in rings]
            if len(outer) >= 4:
                polygon = shapely.make_valid(Polygon(outer, [hole for hole in holes if len(hole) >= 4]))
                if polygon.intersects(frame):
                    shapes.append(polygon.intersection(frame))
        if shapes:
            found[item["properties"]["name"]] = only_polygons(shapely.union_all(shapes))
    return found


def river_lines(cache: Path, window: Window) -> list[Array]:
    """All river centre lines of Natural Earth that touch the window."""
    frame = box(*window)
    lines = []
    with shapefile.Reader(str(cache / "ne" / "ne_10m_rivers_lake_centerlines"), encoding="latin1") as reader:
        for course in reader.iterShapes():
            if course.points and box(*course.bbox).intersects(frame):
                cuts = [*course.parts, len(course.points)]
                for start, end in itertools.pairwise(cuts):
                    lines.append(np.array(course.points[start:end], float)[:, :2])
    return lines


class Heights:
    """NOAA ETOPO5, metres by (longitude, latitude).

    In this copy mountains lie 1.4 cells too far west and half a cell too far north (Feldberg, Puy de
    Sancy and Brocken agree): uncorrected, the Black Forest stands in the Rhine plain.
    """

    SHIFT = (-0.115, 0.042)

    def __init__(self, cache: Path, window: Window) -> None:
        with netCDF4.Dataset(str(cache / "relief" / "etopo5.cdf")) as data:
            east, north = np.array(data["ETOPO05_X"][:]), np.array(data["ETOPO05_Y"][:])
            metres = np.array(data["ROSE"][:])
        east = np.where(east > 180, east - 360, east)
        order = np.argsort(east)
        east, metres = east[order], metres[:, order]
        columns = (east > window[0] - 1) & (east < window[2] + 1)
        rows = (north > window[1] - 1) & (north < window[3] + 1)
        self._at = RegularGridInterpolator(
            (north[rows], east[columns]), metres[np.ix_(rows, columns)], bounds_error=False, fill_value=0
        )

    def __call__(self, points: Array) -> Array:
        return np.asarray(self._at(points[:, ::-1] + [self.SHIFT[1], self.SHIFT[0]]))


class Shades:
    """The grey of Natural Earth's shaded relief picture (2 arc-minutes), 0 dark to 1 bright."""

    def __init__(self, cache: Path, window: Window) -> None:
        Image.MAX_IMAGE_PIXELS = None
        picture = Image.open(cache / "relief" / "shadedrelief.jpg")
        cell = picture.width / 360
        west, south, east, north = window
        left, top = int((west + 179) * cell), int((89 - north) * cell)
        right, bottom = int((east + 181) * cell), int((91 - south) * cell)
        self._grey = np.asarray(picture.crop((left, top, right, bottom)).convert("L"), float) / 255
        self._cell, self._left, self._top = cell, left, top

    def __call__(self, points: Array) -> Array:
        """Cubic between the pixels: the picture is enlarged some six times."""
        column = (points[:, 0] + 180) * self._cell - self._left - 0.5
        row = (90 - points[:, 1]) * self._cell - self._top - 0.5
        return np.asarray(map_coordinates(self._grey, [row, column], order=3, mode="nearest"))

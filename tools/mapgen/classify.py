"""What each hex and hexside is, read off the geography that lies under it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from grognard.maps import Grid
from tools.mapgen.fit import Fit
from tools.mapgen.geodata import Array, Heights


@dataclass
class Facts:
    """One hex as geography has it: share of land, heights in metres, shares of its countries."""

    land: float
    mean: float = 0.0
    relief: float = 0.0
    top: float = 0.0
    countries: dict[str, float] = field(default_factory=dict)
    shares: dict[str, float] = field(default_factory=dict)  # of hand-drawn regions


def sample_points(grid: Grid, fine: int = 15) -> Array:
    """Evenly spread points of one hexagon around (0, 0), a little more than fine squared of them."""
    step = 1 / (2 * fine)
    angles = np.radians((0 if grid.pointy else 30) + 60 * np.arange(3))
    normals = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    span = range(-2 * fine, 2 * fine + 1)
    points = np.array([((i + 0.5 * (j % 2)) * 2 * step, j * step * sqrt(3)) for i in span for j in span])
    return np.asarray(points[(np.abs(points @ normals.T) <= 0.5).all(axis=1)])


def hex_facts(
    grid: Grid,
    fit: Fit,
    land: BaseGeometry,
    countries: dict[str, BaseGeometry],
    regions: dict[str, BaseGeometry],
    heights: Heights,
) -> list[Facts]:
    """Samples every hex through the inverse of the fit."""
    offsets = sample_points(grid)
    plane = (np.array(grid.centres)[:, None] + offsets[None]).reshape(-1, 2)
    where = fit.to_degrees(plane)

    def inside(area: BaseGeometry) -> Array:
        shapely.prepare(area)
        return np.asarray(shapely.contains_xy(area, where[:, 0], where[:, 1])).reshape(grid.n, -1)

    on_land = inside(land)
    metres = heights(where).reshape(grid.n, -1)
    by_country = {name: inside(area) for name, area in countries.items()}
    by_region = {name: inside(area) for name, area in regions.items()}
    found = []
    for place in range(grid.n):
        mine = on_land[place]
        facts = Facts(float(mine.mean()))
        if mine.any():
            high = metres[place][mine]
            facts.mean, facts.top = float(high.mean()), float(high.max())
            facts.relief = float(np.percentile(high, 92) - np.percentile(high, 8))
            share = Counter({n: float(a[place][mine].sum()) for n, a in by_country.items()})
            facts.countries = {n: round(v / mine.sum(), 2) for n, v in share.most_common() if v}
        facts.shares = {n: float(a[place].mean()) for n, a in by_region.items() if a[place].any()}
        found.append(facts)
    return found


def ground(facts: Facts) -> str:
    """Broken ground from heights alone (5-minute model, hexes of 24 to 30 km).

    Set by well-known country: Vosges, Black Forest and Jura are mountains; Eifel, Sauerland, Morvan and
    the Swabian Alb rough; the Bavarian plateau and Champagne clear.
    """
    if facts.mean > 1400 or (facts.top > 2000 and facts.relief > 700):
        return "alpine"
    if facts.mean > 850 or (facts.mean > 640 and facts.relief > 300) or (facts.top > 740 and facts.relief > 480):
        return "mountain"
    if (
        (facts.relief > 200 and facts.mean > 100)
        or (facts.mean > 300 and facts.relief > 160)
        or (facts.mean > 400 and facts.relief > 128)
    ):
        return "rough"
    return "clear"


def water_sides(grid: Grid, land: BaseGeometry, is_land: list[bool]) -> list[int]:
    """Sides between two land hexes that lie in open water: mostly water along the side, and no neck of
    land wide enough to walk over."""
    shapely.prepare(land)
    found = []
    for side, (a, b) in enumerate(grid.sides):
        if not (is_land[a] and is_land[b]):
            continue
        line = LineString(grid.side_ends(side))
        if line.intersection(land).length >= 0.22:
            continue
        band = line.buffer(0.1, cap_style="flat")
        if band.intersection(land).area < 0.5 * band.area:
            found.append(side)
    return found


def open_sea(land: BaseGeometry, frame: BaseGeometry, inlet: float = 0.2) -> BaseGeometry:
    """The sea without inlets narrower than twice `inlet`."""
    return frame.difference(land).buffer(-inlet).buffer(inlet * 1.05).intersection(frame)

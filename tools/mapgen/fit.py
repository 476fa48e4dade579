"""Geography onto the hex plane: a conic projection, a best fit, and then as little bending as will do.

The fit is least squares on the anchors whose hexes we really know. The bending is the thin-plate spline of
least energy that brings every anchor inside its hex: bending energy is quadratic and a hexagon is convex,
so there is one best answer, and nothing is moved further than the stated hexes force us to.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Transformer
from scipy.optimize import LinearConstraint, minimize
from shapely.geometry.base import BaseGeometry

from grognard.maps import Grid
from tools.mapgen.geodata import Array, only_polygons

UNIT_KM = 120.0  # keeps the spline's numbers near one


class Anchor(NamedTuple):
    """A town (or a point of coast) and the hex it belongs in. `kind` says who says so."""

    name: str
    hex: str
    lon: float
    lat: float
    kind: str  # rulebook, published, inferred: used for the fit; hint: only bends


class Fit:
    def __init__(
        self,
        grid: Grid,
        anchors: list[Anchor],
        projection: str,
        *,
        room: float = 0.88,
        pull: float = 0.02,
        bend: bool = True,
    ) -> None:
        """`room`: how much of its hex an anchor may use. `pull` draws the bent map back to the plain fit."""
        self._transform = Transformer.from_crs("EPSG:4326", projection, always_xy=True)
        self._grid = grid
        self.anchors = anchors
        self._spline: tuple[Array, Array] | None = None
        points = np.array([(anchor.lon, anchor.lat) for anchor in anchors])
        wanted = np.array([grid.centre(grid.place(anchor.hex)) for anchor in anchors])
        self._at = self.km(points)
        known = np.array([anchor.kind != "hint" for anchor in anchors])
        self.similarity = _similarity(self._at[known], wanted[known])
        plain = self._plain(self._at)
        self.off = np.hypot(*(plain - wanted).T)
        self.known = known
        if bend:
            self._bend(plain, wanted, room, pull)

    def km(self, degrees: Array) -> Array:
        x, y = self._transform.transform(degrees[:, 0], degrees[:, 1])
        return np.stack([x, y], axis=1) / 1000

    @property
    def hex_km(self) -> float:
        a, b, _, _ = self.similarity
        return 1 / math.hypot(a, b)

    @property
    def turned(self) -> float:
        """How many degrees the map's north lies clockwise of the page's top."""
        a, b, _, _ = self.similarity
        return math.degrees(math.atan2(b, a))

    def rms(self) -> float:
        return float(np.sqrt((self.off[self.known] ** 2).mean()))

    def left_out(self) -> list[float]:
        """For each anchor of the fit: how far from its hex centre the fit without it would put it."""
        found = []
        wanted = np.array([self._grid.centre(self._grid.place(anchor.hex)) for anchor in self.anchors])
        for i in np.flatnonzero(self.known):
            others = self.known.copy()
            others[i] = False
            there = _apply(_similarity(self._at[others], wanted[others]), self._at[i : i + 1])[0]
            found.append(float(np.hypot(*(there - wanted[i]))))
        return found

    def _plain(self, km: Array) -> Array:
        return _apply(self.similarity, km)

    def _bend(self, plain: Array, wanted: Array, room: float, pull: float) -> None:
        n = len(plain)
        control = self._at / UNIT_KM
        kernel = _kernel(control, control) + 2e-3 * np.eye(n)
        side = np.c_[np.ones(n), control]
        inverse = np.linalg.inv(np.block([[kernel, side], [side.T, np.zeros((3, 3))]]))
        energy = inverse[:n, :n]
        energy = (energy + energy.T) / 2
        values = np.linalg.eigvalsh(energy)
        if abs(values[0]) > abs(values[-1]):
            energy = -energy

        def cost(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
            images = flat.reshape(n, 2)
            away = images - plain
            return (
                float((images * (energy @ images)).sum() + pull * (away**2).sum()),
                (2 * (energy @ images) + 2 * pull * away).ravel(),
            )

        # Six half-planes to a hexagon: its inner radius is half a pitch.
        first = 0 if self._grid.pointy else 30
        angles = np.radians(first + 60 * np.arange(6))
        normals = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        rows = np.kron(np.eye(n), normals)
        upper = (wanted @ normals.T + room / 2).ravel()
        answer = minimize(
            cost,
            wanted.ravel(),
            jac=True,
            method="SLSQP",
            constraints=[LinearConstraint(rows, -np.inf, upper)],
            options={"maxiter": 500, "ftol": 1e-9},
        )
        images = answer.x.reshape(n, 2)
        self.bending = float((images * (energy @ images)).sum())
        self._spline = control, inverse @ np.r_[images, np.zeros((3, 2))]

    def _bent(self, km: Array) -> Array:
        if self._spline is None:
            return self._plain(km)
        control, weights = self._spline
        found = np.empty((len(km), 2))
        for i in range(0, len(km), 20000):
            part = km[i : i + 20000] / UNIT_KM
            found[i : i + 20000] = np.c_[_kernel(part, control), np.ones(len(part)), part] @ weights
        return found

    def to_plane(self, degrees: Array) -> Array:
        return self._bent(self.km(np.atleast_2d(degrees)))

    def to_degrees(self, plane: Array) -> Array:
        """The way back, by correcting the plain fit until it agrees."""
        a, b, c, d = self.similarity
        forward = np.array([[a, b], [b, -a]])
        back = np.linalg.inv(forward)
        km = (plane - [c, d]) @ back
        for _ in range(60):
            error = plane - self._bent(km)
            km = km + 0.9 * error @ back
            if np.abs(error).max() < 1e-4:
                break
        lon, lat = self._transform.transform(km[:, 0] * 1000, km[:, 1] * 1000, direction="INVERSE")
        return np.stack([lon, lat], axis=1)

    def shape(self, geometry: BaseGeometry, step: float = 0.05) -> BaseGeometry:
        """A shape in degrees, as it lies on the hex plane."""
        # Rounded, so that a ring ends where it starts: matrix products differ in the last bits.
        dense = shapely.segmentize(geometry, step)
        moved = shapely.make_valid(shapely.transform(dense, lambda points: self.to_plane(points).round(8)))
        return only_polygons(moved) if "Polygon" in geometry.geom_type else moved


def _kernel(points: Array, control: Array) -> Array:
    squared = ((points[:, None] - control[None]) ** 2).sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(squared > 0, squared * np.log(squared) / 2, 0.0)


def _similarity(km: Array, plane: Array) -> tuple[float, float, float, float]:
    """Rotation, one scale and a shift; the plane's y grows south: u = ax + by + c, v = bx - ay + d."""
    one, zero = np.ones(len(km)), np.zeros(len(km))
    left = np.r_[np.c_[km[:, 0], km[:, 1], one, zero], np.c_[-km[:, 1], km[:, 0], zero, one]]
    a, b, c, d = np.linalg.lstsq(left, np.r_[plane[:, 0], plane[:, 1]], rcond=None)[0]
    return float(a), float(b), float(c), float(d)


def _apply(similarity: tuple[float, float, float, float], km: Array) -> Array:
    a, b, c, d = similarity
    return np.stack([a * km[:, 0] + b * km[:, 1] + c, b * km[:, 0] - a * km[:, 1] + d], axis=1)

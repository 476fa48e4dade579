"""The map while it is made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from grognard.maps import Grid
from grognard.maps.grid import Point


@dataclass
class Hex:
    terrain: str
    country: str = ""
    coast: bool = False
    sources: dict[str, str] = field(default_factory=dict)  # what does not come from geography


@dataclass
class Side:
    kind: str
    name: str = ""
    source: str = "reconstruction"


@dataclass
class Place:
    name: str
    hex: int
    kind: str
    port: int | bool
    dx: float
    dy: float
    source: str


@dataclass
class Map:
    id: str
    title: str
    numbering: dict[str, Any]
    grid: Grid
    hexes: list[Hex] = field(default_factory=list)
    sides: dict[int, Side] = field(default_factory=dict)
    places: list[Place] = field(default_factory=list)
    rivers: list[tuple[str, str, list[Point]]] = field(default_factory=list)  # name, kind, line
    rails: list[tuple[str, list[int], str]] = field(default_factory=list)
    names: list[dict[str, Any]] = field(default_factory=list)
    mark_coast: bool = False
    land: BaseGeometry = field(default_factory=Polygon)
    sheet: BaseGeometry = field(default_factory=Polygon)

"""Makes the map of one game: real geography, corrected by what the rulebook states.

    python -m tools.mapgen.build CACHE tools/mapgen/configs/1940.toml

Writes data/map.toml (what the rules read), data/outlines.toml and data/relief.webp (what is drawn) into the
game's folder, and a report of which statements of the rulebook hold beside the configuration.
"""

from __future__ import annotations

import sys
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import shapely
from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from grognard.drawing.outlines import Numbering
from tools.mapgen import classify, geodata, relief, report, rivers, write
from tools.mapgen.fit import Anchor, Fit
from tools.mapgen.model import Hex, Map, Place, Side
from tools.mapgen.statements import WATER

HERE = Path(__file__).parent
GAMES = HERE.parents[1] / "src" / "grognard" / "games"
Config = dict[str, Any]


class Maker:
    def __init__(self, config: Config, cache: Path, *, bend: bool = True) -> None:
        self.config = config
        self.grid = msgspec.convert(config["grid"], Numbering).grid()
        self.fit = Fit(
            self.grid,
            [
                Anchor(name, hex_id, lon, lat, group["kind"])
                for group in config["anchors"]
                for name, hex_id, lon, lat in group["towns"]
            ],
            config["projection"],
            bend=bend,
        )
        window = tuple(config["window"])
        land = geodata.land(cache, window)
        for outline in config["terrain"].get("water", []):
            # Islands that lie wholly inside (polders drained later) go; a coast that passes through stays.
            lake = box(*outline)
            land = shapely.union_all([part for part in land.geoms if not lake.contains(part)])
        self.land_degrees = land
        frame = box(-3, -3, self.grid.width + 3, self.grid.height + 3)
        self.land: BaseGeometry = geodata.only_polygons(self.fit.shape(land).intersection(frame))
        self.countries = geodata.countries(cache, window)
        self.heights = geodata.Heights(cache, window)
        self.shades = geodata.Shades(cache, window)
        self.network = rivers.Network(geodata.river_lines(cache, window))
        self.frame = frame
        # The page, less the corners that hold no hexes.
        self.sheet: BaseGeometry = box(0, 0, self.grid.width, self.grid.height)
        for gap in config["grid"].get("without", []):
            inside = [place for place in range(self.grid.n) if self.grid.column[place] >= gap["from_column"]]
            before = [place for place in range(self.grid.n) if self.grid.column[place] < gap["from_column"]]
            left = max(x for place in before for x, _ in self.grid.corners(place))
            top = max(y for place in inside for _, y in self.grid.corners(place))
            self.sheet = self.sheet.difference(box(left, top, self.grid.width, self.grid.height))
        self.corners = rivers.Corners(self.grid)

    def make(self) -> Map:
        made = Map(self.config["id"], self.config["title"], self.config["grid"], self.grid)
        made.mark_coast = self.config["terrain"].get("mark_coast", False)
        self._hexes(made)
        self._force(made)
        self._sides(made)
        chains = self._rivers(made)
        self._force_sides(made)
        self._draw_rivers(made, chains)
        self._places(made)
        self._rail(made)
        self._names(made)
        made.land = self.land
        made.sheet = self.sheet
        return made

    # --- hexes

    def _hexes(self, made: Map) -> None:
        config = self.config
        regions = {region["name"]: Polygon(region["outline"]) for region in config["regions"]}
        terrain_of = {region["name"]: region["terrain"] for region in config["regions"]}
        self.facts = classify.hex_facts(self.grid, self.fit, self.land_degrees, self.countries, regions, self.heights)
        sea = classify.open_sea(self.land, self.frame)
        for outline in config["terrain"].get("lakes", []):
            sea = sea.difference(self.fit.shape(box(*outline)))
        shapely.prepare(sea)
        for place, facts in enumerate(self.facts):
            if facts.land < config["terrain"]["sea_below"]:
                made.hexes.append(Hex("sea"))
                continue
            terrain = classify.ground(facts)
            country = next(iter(facts.countries), "")
            for name, share in facts.shares.items():
                stronger = terrain_of[name] == "forest" and terrain in ("clear", "rough")
                if share > 0.42 and (stronger or terrain == "clear"):
                    terrain = terrain_of[name]
            terrain = config["terrain"].get(terrain, terrain)
            named = config["countries"].get(country, "")
            if not named:
                terrain = "out"
            coast = bool(Polygon(self.grid.corners(place)).intersection(sea).area > 0.004)
            made.hexes.append(Hex(terrain, named, coast))

    def _force(self, made: Map) -> None:
        for rule in self.config.get("force", []):
            for label in rule["hexes"]:
                item = made.hexes[self.grid.place(label)]
                for key in ("terrain", "country", "coast"):
                    if key in rule:
                        setattr(item, key, rule[key])
                        item.sources[key] = rule["source"]

    # --- hexsides

    def _sides(self, made: Map) -> None:
        is_land = [item.terrain not in ("sea", "out") for item in made.hexes]
        lakes = [box(*outline) for outline in self.config["terrain"].get("lakes", [])]
        for side in classify.water_sides(self.grid, self.land, is_land):
            (px, py), (qx, qy) = self.grid.side_ends(side)
            lon, lat = self.fit.to_degrees(np.array([[(px + qx) / 2, (py + qy) / 2]]))[0]
            lake = any(outline.contains(shapely.Point(lon, lat)) for outline in lakes)
            made.sides[side] = Side("lake" if lake else "sea")

    def _rivers(self, made: Map) -> dict[str, list[int]]:
        listed = tomllib.loads((HERE / "rivers.toml").read_text())
        spec = self.config["rivers"]
        corners = self.corners
        grid, hexes = self.grid, made.hexes
        never = {grid.side_called(name) for name in spec.get("never", [])}
        water = {side for side, item in made.sides.items() if item.kind in ("sea", "lake")}

        def is_wet(place: int) -> bool:
            return hexes[place].terrain == "sea"

        def allowed(side: int | None) -> bool:
            if side is None:
                return True
            return side not in never and not all(is_wet(place) for place in grid.sides[side])

        wet_corners = {corner for side in water for corner in corners.ends(side)}

        def is_mouth(corner: int) -> bool:
            return corner in wet_corners or any(is_wet(place) for place in corners.hexes[corner])

        asked = []
        self.kind_of = {name: kind for kind, names in spec["kinds"].items() for name in names}
        for name in self.kind_of:
            entry = listed[name]
            points = [(x, y) for x, y in entry["points"]]
            if tail := spec.get("joined", {}).get(name):
                more = [(x, y) for x, y in listed[tail]["points"]]
                points = points[: points.index(more[0])] + more
            river = rivers.River(
                name,
                points,
                "" if name in spec.get("fixed", {}) else entry.get("into", ""),
                entry.get("leaves", ""),
                tuple(spec.get("fixed", {}).get(name, ())),
                spec.get("ends", {}).get(name, ""),
                spec.get("heads", {}).get(name, ""),
            )
            asked.append((river, self.fit.to_plane(self.network.course(points))))
        chains = rivers.trace(corners, asked, allowed, is_mouth)
        self.courses = {river.name: LineString(points) for river, points in asked}
        for name, way in chains.items():
            kind = self.kind_of[name]
            for a, b in pairwise(way):
                side = corners.side(a, b)
                if side is None or side in water or any(is_wet(place) for place in grid.sides[side]):
                    continue
                if any(hexes[place].terrain == "out" for place in grid.sides[side]):
                    continue
                if side not in made.sides:
                    made.sides[side] = Side(kind, name)
        return chains

    def _draw_rivers(self, made: Map, chains: dict[str, list[int]]) -> None:
        """A river is drawn in stretches, each as broad as its hexsides are."""
        lines: dict[str, LineString] = {}
        for name, way in chains.items():
            usual = self.kind_of[name]
            kinds = []
            for a, b in pairwise(way):
                side = self.corners.side(a, b)
                item = made.sides.get(side) if side is not None else None
                wet = side is not None and all(made.hexes[p].terrain == "sea" for p in self.grid.sides[side])
                if wet or (item is not None and item.kind in ("sea", "lake", "causeway", "estuary")):
                    kinds.append("")
                else:
                    kinds.append(item.kind if item is not None and "river" in item.kind else usual)
            line = rivers.drawn(self.corners, way, self.courses[name])
            for end in (0, -1):  # lines lean off their corners: one that joins another is led up to it
                for other, lean in lines.items():
                    if way[end] in chains[other]:
                        near = lean.interpolate(lean.project(shapely.Point(line[end])))
                        line[end] = (near.x, near.y)
            lines[name] = LineString(line)
            share = (len(line) - 1) / len(kinds)
            start = 0
            for i, kind in enumerate([*kinds, None]):
                if i and kind != kinds[i - 1]:
                    part = line[round(start * share) : round(i * share) + 1]
                    if kinds[i - 1] and len(part) > 1:
                        made.rivers.append((name, kinds[i - 1], part))
                    start = i

    def _force_sides(self, made: Map) -> None:
        for rule in self.config.get("force_side", []):
            for name in rule["sides"]:
                side = self.grid.side_called(name)
                if rule["kind"] == "none":
                    made.sides.pop(side, None)
                else:
                    made.sides[side] = Side(rule["kind"], rule.get("name", ""), rule["source"])

    # --- towns and rail

    def _places(self, made: Map) -> None:
        for group in self.config["places"]:
            for name, lon, lat, *given in group["towns"]:
                x, y = self.fit.to_plane(np.array([[lon, lat]]))[0]
                here = self.grid.place(given[0]) if given else self.grid.hex_at(x, y)
                if here is None:
                    print(f"{name} lies off the map")
                    continue
                cx, cy = self.grid.centre(here)
                # A mark stays well inside its hex, whatever the map says.
                dx, dy = float(x - cx), float(y - cy)
                far = max(1.0, float(np.hypot(dx, dy)) / 0.24)
                source = group["source"]
                made.places.append(Place(name, here, group["kind"], group.get("port", 0), dx / far, dy / far, source))

    def _rail(self, made: Map) -> None:
        """Trunk lines as the cheapest way from town to town: along the line the crow flies, around mountains and
        never over open water."""
        at = {place.name: place.hex for place in made.places}
        cost = {"clear": 1.0, "forest": 1.15, "rough": 1.3, "flooded": 1.2, "mountain": 2.2, "alpine": 5.0}

        def step(here: int, there: int) -> float | None:
            side = made.sides.get(self.grid.side(here, there))
            if side is not None and side.kind in WATER:
                return None
            return cost.get(made.hexes[there].terrain)

        for line in self.config.get("rail", []):
            stops = [at[stop] if stop in at else self.grid.place(stop) for stop in line["stops"]]
            way = [stops[0]]
            for a, b in pairwise(stops):
                way += write.cheapest(self.grid, a, b, step)[1:]
            made.rails.append((line["name"], way, line.get("source", "reconstruction")))

    def _names(self, made: Map) -> None:
        for text, style, lon, lat, size, *angle in self.config.get("names", []):
            x, y = self.fit.to_plane(np.array([[lon, lat]]))[0]
            entry = {"text": text, "style": style, "x": float(x), "y": float(y), "size": float(size)}
            made.names.append({**entry, "angle": float(angle[0])} if angle else entry)


def main(cache: Path, config_path: Path) -> None:
    config = tomllib.loads(config_path.read_text())
    maker = Maker(config, cache)
    made = maker.make()
    folder = GAMES / config["folder"] / "data"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "map.toml").write_text(write.map_text(made))
    (folder / "outlines.toml").write_text(write.outlines_text(made))
    text, failed = report.text(made, maker.fit, maker.facts, config)
    (config_path.parent.parent / "reports").mkdir(exist_ok=True)
    (config_path.parent.parent / "reports" / f"{config['id']}.md").write_text(text)
    print(text.split("## Anchors")[0])
    size = relief.draw(
        folder / "relief.webp",
        (maker.grid.width, maker.grid.height),
        maker.fit.to_degrees,
        maker.land,
        maker.sheet,
        maker.heights,
        maker.shades,
        pixels=config["relief_pixels"],
        gain=config["relief_gain"],
    )
    print(f"relief {size // 1000} kB, failed statements: {failed}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

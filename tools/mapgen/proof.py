"""A proof sheet of a made map, for looking it over: python -m tools.mapgen.proof DATA_FOLDER out.png"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import msgspec
from PIL import Image, ImageDraw, ImageFont

from grognard.drawing.outlines import Outlines

SCALE = 60
FILL = {
    "rough": (150, 110, 50, 70),
    "forest": (70, 120, 50, 110),
    "mountain": (110, 70, 40, 120),
    "alpine": (90, 90, 100, 130),
    "flooded": (80, 140, 200, 90),
    "out": (120, 120, 120, 150),
}
SIDES = {
    "major-river": ((20, 80, 170), 7),
    "minor-river": ((50, 120, 200), 4),
    "river": ((40, 100, 190), 5),
    "sea": ((0, 200, 220), 8),
    "lake": ((0, 160, 120), 8),
    "causeway": ((200, 0, 200), 8),
    "estuary": ((0, 220, 160), 8),
}


def proof(folder: Path, out: Path) -> None:
    data = tomllib.loads((folder / "map.toml").read_text())
    outlines = tomllib.loads((folder / "outlines.toml").read_text())
    grid = msgspec.convert(outlines, Outlines).numbering.grid()
    size = (round(grid.width * SCALE), round(grid.height * SCALE))
    sheet = Image.open(folder / "relief.webp").convert("RGB").resize(size, Image.Resampling.BICUBIC)

    def at(points: list[list[float]]) -> list[tuple[float, float]]:
        return [(x * SCALE, y * SCALE) for x, y in points]

    brush = ImageDraw.Draw(sheet, "RGBA")
    for name, colour in (("sea", (198, 223, 234)), ("shoal", (180, 211, 228)), ("deep", (163, 199, 221))):
        for ring in outlines[name]:
            brush.polygon(at(ring), fill=colour)
    for line in outlines["coast"]:
        brush.line(at(line), fill=(91, 127, 150), width=2)
    small, large = ImageFont.load_default(11), ImageFont.load_default(15)
    for item in data["hex"]:
        place = grid.place(item["id"])
        corners = at([list(point) for point in grid.corners(place)])
        fill = FILL.get(item["terrain"])
        brush.polygon(corners, fill=fill, outline=(60, 60, 60, 110))
        x, y = at([list(grid.centre(place))])[0]
        ink = (60, 60, 60, 255) if item["terrain"] != "sea" else (30, 80, 160, 255)
        brush.text((x, y - 0.38 * SCALE), item["id"], fill=ink, font=small, anchor="mm")
        if item.get("coast"):
            brush.ellipse((x - 3, y + 20, x + 3, y + 26), fill=(0, 90, 200, 255))
    for river in outlines["river"]:
        colour, width = SIDES[river["kind"]]
        brush.line(at(river["points"]), fill=colour, width=width, joint="curve")
    for item in data["side"]:
        if "river" not in item["kind"]:
            ends = at([list(p) for p in grid.side_ends(grid.side_called(f"{item['a']}/{item['b']}"))])
            brush.line(ends, fill=SIDES[item["kind"]][0], width=SIDES[item["kind"]][1])
    country = {item["id"]: item["country"] for item in data["hex"]}
    for number, (a, b) in enumerate(grid.sides):
        one, other = country[grid.labels[a]], country[grid.labels[b]]
        if one and other and one != other:
            brush.line(at([list(p) for p in grid.side_ends(number)]), fill=(150, 30, 30, 255), width=2)
    for line in data.get("rail", []):
        brush.line(
            [at([list(grid.centre(grid.place(h)))])[0] for h in line["hexes"]], fill=(30, 30, 30, 200), width=2
        )
    for place in data["place"]:
        cx, cy = grid.centre(grid.place(place["hex"]))
        x, y = (cx + place["dx"]) * SCALE, (cy + place["dy"]) * SCALE
        r = 7 if place["kind"] == "major-city" else 5 if place["kind"] == "city" else 3
        brush.rectangle((x - r, y - r, x + r, y + r), fill=(170, 30, 30) if r == 7 else (20, 20, 20))
        if place["port"]:
            brush.ellipse((x - 11, y - 11, x + 11, y + 11), outline=(0, 70, 160), width=2)
        brush.text(
            (x, y + 9),
            place["name"],
            fill=(0, 0, 0),
            font=large,
            anchor="mt",
            stroke_width=2,
            stroke_fill=(255, 250, 235),
        )
    sheet.save(out)


if __name__ == "__main__":
    proof(Path(sys.argv[1]), Path(sys.argv[2]))

"""The made maps of 1940 and Fortress Europa: what their rulebooks state, and what any map must keep."""

import itertools
import tomllib
from functools import cache
from importlib.resources import files
from math import dist
from pathlib import Path
from types import SimpleNamespace as Item
from typing import Any

import msgspec
import pytest

from grognard.drawing.board import COUNTER, Drawing, chains, draw, frontiers, side_line
from grognard.drawing.labels import Box, text_box
from grognard.drawing.outlines import Outlines
from grognard.kernel.show import Board, Label
from grognard.maps import Grid

GAMES = ["nineteen_forty", "fortress_europa"]


@cache
def made(folder: str) -> tuple[dict[str, Any], Outlines, Grid]:
    data = files("grognard.games") / folder / "data"
    outlines = msgspec.convert(tomllib.loads((data / "outlines.toml").read_text()), Outlines)
    return tomllib.loads((data / "map.toml").read_text()), outlines, outlines.numbering.grid()


@cache
def drawn(folder: str) -> Drawing:
    data, outlines, grid = made(folder)
    return draw(
        grid,
        [Item(**item) for item in data["hex"]],
        [Item(**item) for item in data["side"]],
        [Item(**item) for item in data["place"]],
        outlines,
        rails=[line["hexes"] for line in data.get("rail", [])],
    )


def hexes(folder: str) -> dict[str, dict[str, Any]]:
    return {item["id"]: item for item in made(folder)[0]["hex"]}


def side_kind(folder: str, name: str) -> str:
    data, _, grid = made(folder)
    wanted = grid.side_called(name)
    found = [s["kind"] for s in data["side"] if grid.side_called(f"{s['a']}/{s['b']}") == wanted]
    assert len(found) <= 1
    return found[0] if found else ""


# ------------------------------------------------------------------------------------ 1940, by its rulebook


def test_1940_countries_of_the_neutral_set_ups_and_forts() -> None:
    stated = {
        "holland": "0111 0310 0409 0509 0709",
        "belgium": "0911 0912 1010 0812 0915 1013 1211 1409 1110",
        "france": "1610 1808 2705 2604 1921",
        "germany": "2704",
    }
    there = hexes("nineteen_forty")
    for country, listed in stated.items():
        assert {there[label]["country"] for label in listed.split()} == {country}


def test_1940_terrain_and_hexsides_of_the_examples() -> None:
    there = hexes("nineteen_forty")
    assert there["1508"]["terrain"] == "rough"
    assert there["1608"]["terrain"] == "forest"
    assert side_kind("nineteen_forty", "0411/0512") == "major-river"
    assert side_kind("nineteen_forty", "0411/0412") == "sea"
    # 4/2 + 4/4 = 3 in rule 11: a fort towards 0508, a major river towards 0608.
    assert side_kind("nineteen_forty", "0509/0608") == "major-river"
    for plain in ("0508/0509", "1808/1809", "1708/1808", "1511/1512"):
        assert side_kind("nineteen_forty", plain) == ""
    data, _, _ = made("nineteen_forty")
    assert any(side["kind"] == "causeway" for side in data["side"])


def test_1940_cities_stand_in_their_countries() -> None:
    there = hexes("nineteen_forty")
    data, _, _ = made("nineteen_forty")
    at = {place["name"]: there[place["hex"]]["country"] for place in data["place"]}
    assert {at[name] for name in ("Amsterdam", "The Hague", "Rotterdam", "Maastricht")} == {"holland"}
    assert {at[name] for name in ("Antwerp", "Brussels", "Liege", "Ghent", "Namur", "Ostend")} == {"belgium"}
    assert {at[name] for name in ("Basel", "Zurich", "Berne")} == {"switzerland"}
    assert {at[name] for name in ("Lille", "Paris", "Sedan", "Dunkirk", "Calais", "Boulogne")} == {"france"}
    assert {at[name] for name in ("Aachen", "Trier", "Saarbrucken", "Dortmund", "Essen")} == {"germany"}
    assert sum(place["port"] for place in data["place"]) == 4


# --------------------------------------------------------------------------------- Fortress Europa, by its own


# Rules 12.15 and 12.16.
BEACHES = "A2 A3 A4 A16 B15 C9 C10 P4 P5 U5 U6 BB4 BB5 CC4 CC5 DD3 DD4 EE4"
NO_BEACHES = "A17 A18 B16 B17 B18 D9 D10 V5 GG3 CC6 M6 E10 A19 QQ4"
ARROWS = "A16/B15 C9/C10 A3/A4 A2/A3 P4/P5 BB4/CC4 CC4/DD3 DD4/EE4"


def test_europa_beaches_sea_and_terrain() -> None:
    there = hexes("fortress_europa")
    assert [label for label in BEACHES.split() if not there[label].get("coast")] == []
    assert [label for label in NO_BEACHES.split() if there[label].get("coast")] == []
    assert "sea" not in {there[label]["terrain"] for label in f"{BEACHES} {NO_BEACHES}".split()}
    assert {there[label]["terrain"] for label in ("T4", "BB3", "GG1")} == {"sea"}
    assert there["II2"]["terrain"] == "dyke"  # 8.7
    assert {there[label]["terrain"] for label in ("D3", "E4")} == {"mountain"}


def test_europa_arrows_cross_water_and_the_gironde_ends_in_a_river() -> None:
    assert {side_kind("fortress_europa", arrow) for arrow in ARROWS.split()} == {"sea"}
    assert side_kind("fortress_europa", "A19/B19") == side_kind("fortress_europa", "B18/B19") == "river"  # 7.4
    # Six hexsides are lettered there, from the arrow at the mouth to the corner of these two rivers.
    gironde = "A16/B16 A17/B16 A17/B17 A18/B17 A18/B18 A19/B18"
    assert {side_kind("fortress_europa", side) for side in gironde.split()} == {"estuary"}


def test_europa_water_under_arrows_and_in_estuaries_reaches_the_sea() -> None:
    """12.15, 12.16: an arm of the sea has no gaps. B14/C15, the strait behind Oleron, is a stretch by itself."""
    data, _, grid = made("fortress_europa")
    terrain = [item["terrain"] for item in data["hex"]]
    wet = {grid.side_called(f"{s['a']}/{s['b']}") for s in data["side"] if s["kind"] in ("sea", "estuary")}
    wet.discard(grid.side_called("B14/C15"))

    def corners(side: int) -> set[tuple[int, int]]:
        return {(round(x * 50), round(y * 50)) for x, y in grid.side_ends(side)}

    open_sea = {side for side, pair in enumerate(grid.sides) if any(terrain[place] == "sea" for place in pair)}
    reached = set().union(*(corners(side) for side in open_sea))
    # West of column A the sea goes on beyond the map (19.7).
    reached |= corners(grid.side_called("A2/A3")) | corners(grid.side_called("A3/A4"))
    dry = set(wet)
    while touched := {side for side in dry if corners(side) & reached}:
        dry -= touched
        reached |= set().union(*(corners(side) for side in touched))
    assert [grid.side_name(side) for side in sorted(dry)] == []


def test_europa_exits_are_on_rail_lines_and_map_edges() -> None:
    data, _, grid = made("fortress_europa")
    on_rail = {label for line in data["rail"] for label in line["hexes"]}
    for label in ("RR26", "KK29", "AA35", "BB30", "BB31"):  # 10.8
        assert label in on_rail
        assert len(grid.neighbours[grid.place(label)]) < 6


# ----------------------------------------------------------------------------------------------- any made map


@pytest.mark.parametrize("folder", GAMES)
def test_every_item_has_a_source_and_refers_to_hexes_of_the_map(folder: str) -> None:
    data, _, grid = made(folder)
    assert [item["id"] for item in data["hex"]] == list(grid.labels)
    for item in [*data["hex"], *data["side"], *data["place"], *data.get("rail", [])]:
        for source in (item["source"], *item.get("sources", {}).values()):
            assert source.split()[0] in ("rulebook", "published", "reconstruction")
    terrain = {item["id"]: item["terrain"] for item in data["hex"]}
    for item in data["hex"]:
        assert bool(item["country"]) == (item["terrain"] not in ("sea", "out"))
    for place in data["place"]:
        assert terrain[place["hex"]] not in ("sea", "out"), place
    for side in data["side"]:
        assert grid.side_called(f"{side['a']}/{side['b']}") >= 0
        assert "sea" not in (terrain[side["a"]], terrain[side["b"]]) or side["kind"] == "sea"
    water = {grid.side_called(f"{s['a']}/{s['b']}") for s in data["side"] if s["kind"] in ("sea", "estuary", "lake")}
    for line in data.get("rail", []):
        way = [grid.place(label) for label in line["hexes"]]
        assert not {terrain[label] for label in line["hexes"]} & {"sea", "out", "dyke"}
        for a, b in itertools.pairwise(way):
            assert grid.side(a, b) not in water, (line["name"], grid.labels[a], grid.labels[b])


@pytest.mark.parametrize("folder", GAMES)
def test_rivers_have_no_gaps(folder: str) -> None:
    """Every end of a river is a source, the edge of the map, water, or another river; and all sides of one
    name hang together, with water and other rivers counted in."""
    data, _, grid = made(folder)
    terrain = [item["terrain"] for item in data["hex"]]
    wet = {
        number for number, pair in enumerate(grid.sides) if any(terrain[place] in ("sea", "out") for place in pair)
    }
    all_water = wet | {grid.side_called(f"{s['a']}/{s['b']}") for s in data["side"]}
    by_name: dict[str, set[int]] = {}
    for side in data["side"]:
        if "river" in side["kind"]:
            by_name.setdefault(side["name"], set()).add(grid.side_called(f"{side['a']}/{side['b']}"))

    def corners(number: int) -> list[tuple[int, int]]:
        return [(round(x * 50), round(y * 50)) for x, y in grid.side_ends(number)]

    meeting: dict[tuple[int, int], set[int]] = {}
    for number in all_water:
        for corner in corners(number):
            meeting.setdefault(corner, set()).add(number)
    for name, own in by_name.items():
        reached = {min(own)}
        waiting = [min(own)]
        while waiting:
            for corner in corners(waiting.pop()):
                new = meeting[corner] - reached
                reached |= new
                waiting += new
        assert own <= reached, name


def test_europa_rivers_meet_only_where_one_flows_into_the_other() -> None:
    """17.10.4: where two rivers touch, a section ends, so sources must keep apart."""
    data, outlines, grid = made("fortress_europa")
    listed = tomllib.loads((Path(__file__).parents[2] / "tools/mapgen/rivers.toml").read_text())
    ends: dict[str, set[tuple[int, int]]] = {}
    for side in data["side"]:
        if side["kind"] == "river":
            corners = grid.side_ends(grid.side_called(f"{side['a']}/{side['b']}"))
            ends.setdefault(side["name"], set()).update((round(x * 50), round(y * 50)) for x, y in corners)
    points: dict[str, list[tuple[float, float]]] = {}
    for river in outlines.river:
        points.setdefault(river.name, []).extend(river.points)
    for one, other in itertools.combinations(ends, 2):
        if ends[one] & ends[other]:
            kin = {listed[name].get(how) for name in (one, other) for how in ("into", "leaves")}
            assert kin & {one, other}, (one, other)
            # On the page, too, they meet: points lie an eighth of a hex apart.
            assert min(dist(p, q) for p in points[one] for q in points[other]) < 0.07, (one, other)


@pytest.mark.parametrize("folder", GAMES)
def test_the_drawing_refers_only_to_its_own_styles_and_fits_the_sheet(folder: str) -> None:
    drawing = drawn(folder)
    surface = drawing.surface
    board = Board(
        surface.width,
        surface.height,
        COUNTER,
        (surface,),
        drawing.places,
        drawing.lines,
        drawing.labels,
        drawing.pictures,
        drawing.styles,
    )
    assert msgspec.json.decode(msgspec.json.encode(board), type=Board) == board
    ids = {place.id for place in drawing.places}
    for place in drawing.places:
        assert place.style in drawing.styles
        assert 0 <= place.anchor[0] <= surface.width
        assert 0 <= place.anchor[1] <= surface.height
        assert place.about.endswith(".")
        assert set(place.neighbours) <= ids
    assert {line.style for line in drawing.lines} <= set(drawing.styles)
    for name in ("England", "Switzerland") if folder == "fortress_europa" else ():
        assert name not in ids
    picture = files("grognard.games") / folder / "data" / drawing.pictures[0].file
    assert len(picture.read_bytes()) < 300_000


def room(label: Label) -> Box:
    return text_box(label.text, label.at, label.size, label.align, label.dot)


@pytest.mark.parametrize("folder", GAMES)
def test_names_of_towns_do_not_cover_each_other(folder: str) -> None:
    towns = [label for label in drawn(folder).labels if label.dot]
    for number, one in enumerate(towns):
        for other in towns[:number]:
            covered = room(one).overlap(room(other))
            assert covered < 0.12 * one.size * one.size, (one.text, other.text)


def test_rivers_are_named_and_long_ones_more_than_once() -> None:
    labels = [label.text for label in drawn("nineteen_forty").labels if label.style == "river"]
    assert {"Rhine", "Meuse", "Seine", "Somme", "Moselle", "Albert Canal"} <= set(labels)
    assert labels.count("Rhine") > 1
    assert labels.count("Somme") == 1


# -------------------------------------------------------------------------------------------- parts of a board


def test_chains_join_hexsides_end_to_end() -> None:
    _, _, grid = made("nineteen_forty")
    row = [grid.side_called(name) for name in ("0508/0608", "0509/0608", "0509/0609", "0510/0609")]
    joined = chains(grid, row)
    assert [len(line) for line in joined] == [5]
    around = [grid.side(grid.place("1511"), other) for other in grid.neighbours[grid.place("1511")]]
    ring = chains(grid, around)
    assert [len(line) for line in ring] == [7]
    assert ring[0][0] == ring[0][-1]
    # Three sides that meet in one corner stay three lines, however they are cut.
    a, b, c = grid.place("1511"), grid.place("1510"), grid.place("1610")
    fork = chains(grid, [grid.side(a, b), grid.side(a, c), grid.side(b, c)])
    assert sum(len(line) - 1 for line in fork) == 3


def test_frontiers_run_between_groups_and_leave_out_what_is_nobodys() -> None:
    _, _, grid = made("nineteen_forty")
    centre = grid.place("1511")
    lines = frontiers(grid, lambda place: place == centre, "border")
    assert sum(len(line.points) - 1 for line in lines) == 6
    assert frontiers(grid, lambda place: None, "border") == []


def test_a_fortified_side_is_drawn_inside_its_hex() -> None:
    _, _, grid = made("nineteen_forty")
    a, b = grid.place("1610"), grid.place("1511")
    plain, fort = side_line(grid, a, b, "border"), side_line(grid, a, b, "fort", inset=0.1)

    def middle(points: tuple[tuple[float, float], ...]) -> tuple[float, float]:
        return (sum(x for x, _ in points) / 200, sum(y for _, y in points) / 200)

    assert grid.hex_at(*middle(fort.points)) == a
    assert middle(plain.points) == pytest.approx(
        tuple((p + q) / 2 for p, q in zip(grid.centre(a), grid.centre(b), strict=True)), abs=0.01
    )

"""The maker of maps of Areas, on small made-up land and on the committed map. It needs no geodata."""

import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("shapely")

from shapely.geometry import MultiPolygon, Point, Polygon, box  # noqa: E402

from tools.mapgen import area_report, areas  # noqa: E402

ROOT = Path(__file__).parents[2]
CONFIG = tomllib.loads((ROOT / "tools/mapgen/configs/springtime.toml").read_text())
FOLDER = ROOT / "src/grognard/games/springtime/data"
DATA: dict[str, Any] = {
    table: items
    for name in ("areas.toml", "boundaries.toml")
    for table, items in tomllib.loads((FOLDER / name).read_text()).items()
}

# A sketch of 400 by 200 on a page of the same size, a degree to 100: two Areas side by side, 20 short of the coast.
PAGE = {
    "sketch": [400, 200],
    "scale": 1.0,
    "left": 0,
    "stretch": [[-1000, -1000], [1000, 1000]],
    "east": [[0, 0], [4, 400]],
    "north": [[0, 200], [2, 0]],
}
SMALL = {
    "id": "small",
    "countries": {"ours": ["Land"], "shown": ["Land", "Abroad"]},
    "page": PAGE,
    "grow": {"reach": 30, "reach_south": 30, "south_of": 1000, "never": [[0, 0, 60, 200]]},
    "links": [],
    "areas": {"1": [[80, 60], [200, 60], [200, 140], [80, 140]], "2": [[200, 60], [320, 60], [320, 140], [200, 140]]},
    "checks": [
        {"says": "adjacent", "rule": "here", "pairs": [["1", "2"]]},
        {"says": "country", "rule": "here", "areas": ["1"], "value": ["Abroad"]},
        {"says": "coast", "rule": "here", "areas": ["1", "2"]},
        {"says": "edge", "rule": "here", "areas": ["2"]},
        {"says": "boundaries", "rule": "here"},
    ],
    "towns": {"West": [1.4, 1.0], "East": [1.41, 1.0]},
}
SMALL_DATA: dict[str, Any] = {
    "boundary": [{"a": "1", "b": "2", "kind": "river"}],
    "zone": [{"id": "A", "box": [10, 80, 50, 120]}],
    "link": [{"a": "A", "b": "1"}],
    "area": [{"id": "1", "places": ["West"]}, {"id": "2", "places": ["East"]}],
}
COUNTRIES = {"Land": box(0.4, 0.4, 3.4, 1.6), "Abroad": box(0.4, 1.6, 3.4, 1.9)}


@pytest.fixture(scope="module")
def small() -> areas.Made:
    return areas.Made(SMALL, SMALL_DATA, COUNTRIES)


def test_areas_fill_the_land_within_reach_and_nothing_else(small: areas.Made) -> None:
    one, two = small.areas["1"], small.areas["2"]
    assert one.intersection(two).area == pytest.approx(0, abs=1e-6)
    # East, north and south the coast is 20 away; in the west a box forbids to grow beyond 60.
    assert one.union(two).bounds == pytest.approx((60, 40, 340, 160), abs=1.5)
    assert one.union(two).area == pytest.approx(280 * 120, rel=0.02)
    outlines = small.drawn()["land", "Abroad"]["outline"]
    assert Polygon(outlines[0]).bounds == pytest.approx((40, 10, 340, 40), abs=3)


def test_a_connection_line_runs_from_the_zone_to_the_area(small: areas.Made) -> None:
    drawn = small.drawn()
    line = drawn["link", "A", "1"]["line"]
    assert line[0][0] == pytest.approx(50, abs=0.1)
    assert line[-1][0] == pytest.approx(small.areas["1"].bounds[0], abs=1)
    assert small.areas["1"].contains(Point(drawn["area", "1"]["anchor"]))


def test_the_report_tells_what_fails(small: areas.Made) -> None:
    text, failed = area_report.text(small)
    assert "| adjacent | here | 1/1 | - |" in text
    assert "| country Abroad | here | 0/1 | 1 (0%) |" in text
    assert "| coast | here | 2/2 | - |" in text
    assert "| edge | here | 0/1 | 2 (ends at 340) |" in text
    assert failed == 2
    # East lies at 141 of the page, the river swings at most some 20 to either side of 200.
    assert "1 of 2 lie in the Area that names them" in text
    assert "| East | 2 | 1 |" in text


def test_the_same_land_gives_the_same_map(small: areas.Made) -> None:
    assert areas.Made(SMALL, SMALL_DATA, COUNTRIES).drawn() == small.drawn()


def test_a_wavy_line_keeps_its_ends_and_its_seed() -> None:
    line = areas.wavy((0, 0), (100, 0), 0.1, seed="a")
    assert (line[0], line[-1]) == ((0, 0), (100, 0))
    assert len(line) == 2 * 8 + 2
    assert line == areas.wavy((0, 0), (100, 0), 0.1, seed="a")
    assert line != areas.wavy((0, 0), (100, 0), 0.1, seed="b")
    # Three times a push of at most a tenth of pieces of 100, some 50 and some 25.
    assert 0 < max(abs(y) for _, y in line) < 18


def test_the_anchor_is_where_the_largest_block_fits() -> None:
    shape = MultiPolygon(
        [Polygon([(0, 0), (20, 0), (20, 45), (220, 45), (220, 160), (0, 160)]), box(300, 0, 330, 30)]
    )
    # The body is 220 by 115, which a block of 220 by 114.4 just fills; the search goes in steps of 8.
    assert areas.anchor(shape) == pytest.approx((110, 102.5), abs=8)


def test_redrawing_touches_only_drawn_values() -> None:
    text = (
        '# kept\n[board]\nwidth = 1\nsource = "x"\n\n'
        '[[area]]\nid = "1"\ntem = 2\nlabel = [1, 2]\noutline = [[[0, 0]]]\n\n'
        '[[area]]\nid = "2"\noutline = []\n\n[[zone]]\nid = "1"\noutline = [7]\n'
    )
    drawn: areas.Drawn = {("board",): {"width": 9}, ("area", "1"): {"outline": [[[1.0, 2.5], [3, 4]]]}}
    assert areas.redrawn(text, {}) == text
    assert areas.redrawn(text, drawn) == text.replace("width = 1", "width = 9").replace(
        "[[[0, 0]]]", "[[[1, 2.5], [3, 4]]]"
    )


def test_springtimes_boundaries_are_what_its_sketch_gives() -> None:
    kinds = {(item["a"], item["b"]): item["kind"] for item in DATA["boundary"]}
    rings = {area: [(x, y) for x, y in ring] for area, ring in CONFIG["areas"].items()}
    page = areas.Page(CONFIG["page"])
    assert (round(page.width), round(page.height)) == (DATA["board"]["width"], DATA["board"]["height"])
    sketch = areas.Sketch(rings, page, kinds)
    assert sketch.boundaries.keys() == kinds.keys()
    for item in DATA["boundary"]:
        line = sketch.boundaries[item["a"], item["b"]].simplify(areas.BOUNDARY_DETAIL)
        assert np.array(item["line"]) == pytest.approx(np.array(line.coords), abs=0.051)
    for (_, one), (_, other) in combinations(sketch.shapes.items(), 2):
        assert one.intersection(other).area < 1


def test_springtimes_drawn_areas_touch_exactly_their_neighbours() -> None:
    shapes = {item["id"]: MultiPolygon([Polygon(ring) for ring in item["outline"]]) for item in DATA["area"]}
    assert list(shapes) == list(CONFIG["areas"]) == [str(number) for number in range(1, 31)]  # 3.1
    assert area_report.borders(shapes).keys() == {(item["a"], item["b"]) for item in DATA["boundary"]}


def test_springtimes_towns_are_all_placed() -> None:
    assert list(CONFIG["towns"]) == [town for item in DATA["area"] for town in item["places"]]

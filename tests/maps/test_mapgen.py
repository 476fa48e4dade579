"""The map maker's own parts. It is run by hand and its packages are no part of an installation."""

from itertools import pairwise

import numpy as np
import pytest
from shapely.geometry import LineString, Point, Polygon, box

from grognard.maps import by_columns, by_rows
from tools.mapgen import classify, rivers, statements, write
from tools.mapgen.fit import Anchor, Fit
from tools.mapgen.model import Hex, Map, Place, Side

GRID = by_rows(range(1, 13), range(1, 13))
CONIC = "+proj=lcc +lat_1=47.5 +lat_2=52 +lat_0=49.8 +lon_0=5.2 +ellps=WGS84"


def anchors(*moved: tuple[str, str]) -> list[Anchor]:
    """Anchors a hex of 25 km apart around 5.2 E, 49.8 N, some of them said to be in another hex."""
    fit = Fit(
        GRID,
        [
            Anchor("a", "0303", 4.4, 50.6, "rulebook"),
            Anchor("b", "0309", 6.5, 50.6, "rulebook"),
            Anchor("c", "0906", 5.45, 49.2, "rulebook"),
        ],
        CONIC,
        bend=False,
    )
    found = []
    for label in ("0303", "0309", "0606", "0903", "0909"):
        lon, lat = fit.to_degrees(np.array([GRID.centre(GRID.place(label))]))[0]
        found.append(Anchor(label, dict(moved).get(label, label), float(lon), float(lat), "rulebook"))
    return found


def test_a_fit_of_true_anchors_moves_nothing() -> None:
    fit = Fit(GRID, anchors(), CONIC)
    assert fit.rms() < 0.01
    assert max(fit.left_out()) < 0.01
    for anchor in fit.anchors:
        x, y = fit.to_plane(np.array([[anchor.lon, anchor.lat]]))[0]
        assert (x, y) == pytest.approx(GRID.centre(GRID.place(anchor.hex)), abs=0.02)


def test_bending_brings_every_anchor_into_its_hex_and_can_be_undone() -> None:
    fit = Fit(GRID, anchors(("0606", "0607")), CONIC)
    assert fit.off.max() > 0.5
    for anchor in fit.anchors:
        x, y = fit.to_plane(np.array([[anchor.lon, anchor.lat]]))[0]
        assert GRID.hex_at(x, y) == GRID.place(anchor.hex)
    points = np.array([[3.0, 3.0], [6.2, 5.1], [9.0, 8.0]])
    assert fit.to_plane(fit.to_degrees(points)) == pytest.approx(points, abs=0.001)


def test_a_river_keeps_to_hexsides_near_its_course_and_ends_where_told() -> None:
    corners = rivers.Corners(GRID)
    line = LineString([(2.0, 2.0), (6.0, 5.0), (10.0, 6.0)])
    start, goal = (int(corners.tree.query(point)[1]) for point in (line.coords[0], line.coords[-1]))
    way = corners.follow(line, [start], [goal], lambda side: True)
    assert (way[0], way[-1]) == (start, goal)
    for a, b in pairwise(way):
        assert b in corners.next[a]
    assert max(line.distance(Point(corners.points[c])) for c in way) < 0.9
    middle = corners.side(way[len(way) // 2], way[len(way) // 2 + 1])
    around = corners.follow(line, [start], [goal], lambda side: side != middle)
    assert all(corners.side(a, b) != middle for a, b in pairwise(around))


def test_hexsides_named_in_order_are_one_chain() -> None:
    corners = rivers.Corners(GRID)
    way = corners.chain(["0505/0605", "0505/0604", "0504/0604"])
    assert len(way) == 4
    assert [corners.side(a, b) for a, b in pairwise(way)] == [
        GRID.side_called(name) for name in ("0505/0605", "0505/0604", "0504/0604")
    ]
    with pytest.raises(ValueError, match="does not go on"):
        corners.chain(["0505/0605", "0505/0604", "0808/0809"])


def test_the_drawn_river_stays_within_a_tenth_of_its_hexsides() -> None:
    corners = rivers.Corners(GRID)
    way = corners.chain(["0505/0605", "0505/0604", "0504/0604"])
    chain = LineString([corners.points[c] for c in way])
    drawn = rivers.drawn(corners, way, LineString([(0, 0), (12, 0)]))
    assert max(chain.distance(Point(p)) for p in drawn) < 0.15
    assert drawn[0] == pytest.approx(corners.points[way[0]])


def test_a_polygon_with_islands_becomes_one_ring_of_the_same_area() -> None:
    sea = Polygon(
        [(0, 0), (10, 0), (10, 10), (0, 10)],
        [[(2, 2), (4, 2), (4, 4), (2, 4)], [(6, 6), (8, 6), (8, 8), (6, 8)]],
    )
    ring = write.one_ring(sea)
    twice = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]))
    assert abs(twice) / 2 == pytest.approx(sea.area)
    assert set(sea.exterior.coords) <= set(ring)


def test_samples_fill_the_hexagon_evenly() -> None:
    for grid in (GRID, by_columns(range(1, 4), range(1, 4))):
        points = classify.sample_points(grid)
        assert 200 < len(points) < 300
        assert np.abs(points.mean(axis=0)).max() < 0.02
        hexagon = Polygon(grid.corners(0)).buffer(0.001)
        cx, cy = grid.centre(0)
        assert all(hexagon.contains(Point(cx + x, cy + y)) for x, y in points)


def test_water_between_two_land_hexes_is_found_and_a_neck_of_land_is_not() -> None:
    page = box(0, 0, GRID.width, GRID.height)
    side = GRID.side_called("0505/0506")
    (px, py), (qx, qy) = GRID.side_ends(side)
    strait = page.difference(LineString([(px, py - 0.3), (qx, qy + 0.3)]).buffer(0.12))
    assert classify.water_sides(GRID, strait, [True] * GRID.n) == [side]
    isthmus = strait.union(LineString([(px - 0.4, (py + qy) / 2), (px + 0.4, (py + qy) / 2)]).buffer(0.13))
    assert classify.water_sides(GRID, isthmus, [True] * GRID.n) == []


def test_heights_become_ground() -> None:
    flat = classify.Facts(1.0, mean=120, relief=60, top=180)
    ardennes = classify.Facts(1.0, mean=420, relief=220, top=600)
    vosges = classify.Facts(1.0, mean=700, relief=500, top=1150)
    alps = classify.Facts(1.0, mean=1900, relief=1200, top=3400)
    assert [classify.ground(f) for f in (flat, ardennes, vosges, alps)] == [
        "clear",
        "rough",
        "mountain",
        "alpine",
    ]


# ------------------------------------------------------------------------------------------------- statements


def small_map() -> Map:
    """Rows 01 to 12 from the north, positions from the east: row 01 is sea, row 02 a coast, the rest inland."""
    made = Map("small", "Small", {}, GRID)
    for place in range(GRID.n):
        at_sea = GRID.row[place] == 1
        coast = GRID.row[place] == 2
        made.hexes.append(Hex("sea") if at_sea else Hex("clear", "here", coast))
    for name in ("0505/0605", "0505/0604", "0504/0604"):
        made.sides[GRID.side_called(name)] = Side("river", "Long")
    made.sides[GRID.side_called("0504/0505")] = Side("river", "Short")
    made.sides[GRID.side_called("0205/0206")] = Side("estuary")
    made.places.append(Place("Port", GRID.place("0205"), "city", 1, 0, 0, "reconstruction"))
    made.places.append(Place("Star", GRID.place("0705"), "major-city", 0, 0, 0, "reconstruction"))
    made.rails.append(("one", [GRID.place(h) for h in ("0205", "0305")], "reconstruction"))
    return made


def judged(**says: object) -> list[bool]:
    return [good for _, good, _ in statements.check(small_map(), dict(says))]


def test_statements_about_beaches_and_water() -> None:
    assert judged(says="line", lines=[["0203", "0204", "0205"], ["0205", "0206"], ["0205", "0305"]]) == [
        True, False, False,
    ]  # fmt: skip
    assert judged(says="joined", sides=["0204/0205", "0205/0206", "0505/0605"]) == [True, False, True]
    assert judged(says="sea-beaches", whole="coast", but=[]) == [True]
    made = small_map()
    made.hexes[GRID.place("0204")].coast = False
    spared: dict[str, object] = {"says": "sea-beaches", "whole": "coast"}
    assert statements.check(made, {**spared, "but": []}) == [("every hex at sea", False, "0204")]
    assert statements.check(made, {**spared, "but": ["0204"]})[0][1]


def test_statements_about_rivers() -> None:
    assert judged(says="meets", rivers=[["Long", "Short"], ["Short"]]) == [True, False]
    far = max(GRID.distance(GRID.place("0505"), GRID.place(h)) for h in ("0504", "0604", "0605"))
    reach: dict[str, object] = {"says": "in-reach", "from": "0505", "rivers": [["Long"], ["Nile"]]}
    assert judged(**reach, value=far) == [True, False]
    assert judged(**reach, value=far - 1) == [False, False]
    assert judged(says="same-bank", rivers=[["0505", "0605", "Long"], ["0505", "0605", "Short"]]) == [False, True]
    assert judged(says="distance", least=2, most=2, pairs=[["0505", "0507"], ["0505", "0506"]]) == [True, False]


def test_statements_about_towns_and_railways() -> None:
    assert judged(says="place", places=[["Port", "0205"], ["Port", "0206"], ["Rome", "0205"]]) == [True, False, False]
    assert judged(says="city", value="here", places=[["Port"]]) == [True]
    assert judged(says="city", value="there", places=[["Port"]]) == [False]
    assert judged(says="port", places=[["Port"], ["Star"]]) == [True, False]
    assert judged(says="rail", hexes=["0205", "0405"]) == [True, False]
    assert judged(says="major-cities", whole="here", value=1) == [True]
    # One city, no major one where the other way to win asks for one, and one abroad.
    enough: dict[str, object] = {"says": "cities-to-win", "whole": "here", "major": 1, "also": ["Rome"]}
    assert judged(**enough, value=2) == [True]
    assert judged(**enough, value=3) == [False]
    made = small_map()
    made.rails.append(("two", [GRID.place(h) for h in ("0205", "0206")], "reconstruction"))
    assert judged(says="dry-rails", whole="rail") == [True]
    assert statements.check(made, {"says": "dry-rails", "whole": "rail"}) == [("every railway", False, "0205/0206")]
    with pytest.raises(ValueError, match="knows no statement"):
        judged(says="nonsense", hexes=["0205"])


def test_a_river_can_begin_below_its_source() -> None:
    corners = rivers.Corners(GRID)
    course = np.array([GRID.centre(GRID.place("0505")), (4.0, 6.0), (3.0, 8.0), (2.0, 9.0)])
    points = [(float(x), float(y)) for x, y in course]
    whole = rivers.River("Long", points)
    (way,) = rivers.trace(corners, [(whole, course)], lambda side: True, lambda corner: False).values()
    third = corners.side(way[2], way[3])
    assert third is not None
    cut = whole._replace(head=GRID.side_name(third))
    (rest,) = rivers.trace(corners, [(cut, course)], lambda side: True, lambda corner: False).values()
    assert rest == way[2:]
    elsewhere = whole._replace(head="1111/1112")
    with pytest.raises(ValueError, match="should begin"):
        rivers.trace(corners, [(elsewhere, course)], lambda side: True, lambda corner: False)


def test_a_railway_goes_round_what_no_line_can_cross() -> None:
    a, b = GRID.place("0505"), GRID.place("0506")
    assert write.cheapest(GRID, a, b, lambda here, there: 1.0) == [a, b]
    around = write.cheapest(GRID, a, b, lambda here, there: None if {here, there} == {a, b} else 1.0)
    assert len(around) == 3
    assert around[0] == a
    assert around[-1] == b

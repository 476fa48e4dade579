"""What the rulebook says of cities, districts, beaches, ports and fortresses holds for the data.

A test names in its first line the cases that state what it expects.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from grognard.drawing.outlines import Outlines
from grognard.games.fortress_europa.data.loader import PACKAGE, load_book
from grognard.maps import Grid
from grognard.suite import rule

BOOK = load_book()
UNITS = {unit.id: unit for unit in BOOK.unit}
HEXES = {h.id: h for h in BOOK.hex}
AT = {place.name: place.hex for place in BOOK.place}
CITIES = {place.name for place in BOOK.place if place.kind != "town"}
DISTRICTS = {district.id: district for district in BOOK.district}
PORTS = {port.place: port for port in BOOK.port}


@cache
def grid() -> Grid:
    text = (files(PACKAGE) / "data" / "outlines.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Outlines).numbering.grid()


def distance(a: str, b: str) -> int:
    return grid().distance(grid().place(a), grid().place(b))


SIDES = {frozenset((side.a, side.b)): side for side in BOOK.side}
BANKS = {
    name: {label for side in BOOK.side if side.name == name for label in (side.a, side.b)}
    for name in ("Seine", "Marne", "Oise")
}


def joined(a: str, b: str) -> bool:
    """Land from one to the other."""
    side = SIDES.get(frozenset((a, b)))
    return distance(a, b) == 1 and (side is None or side.kind == "river")


def is_site(*labels: str) -> bool:
    """12.6, 12.15, ruling 94: one continuous line of beaches and inland ports."""
    pairs = {frozenset(arrow.hexes) for arrow in BOOK.arrow}
    pairs |= {frozenset((AT[port.place], label)) for port in BOOK.port for label in port.mouth}
    inland = {AT[port.place] for port in BOOK.port if port.passage}
    able = {label for area in BOOK.invasion for label in area.hexes}

    def follow(a: str, b: str) -> bool:
        return frozenset((a, b)) in pairs or (joined(a, b) and not inland & {a, b})

    reached = {labels[0]}
    for _ in labels:
        reached |= {b for a in reached for b in labels if follow(a, b)}
    return reached == set(labels) <= able


def test_the_hexes_of_cities() -> None:
    """12.16, 32.4, 33.1.5, 33.3.10, 18.1."""
    stated = (
        "Marseille N33, Bordeaux A19, Brest B2, Cherbourg K2, Le Havre P4, Anvers CC6, Bruxelles BB8, Paris R11, "
        "Genova Y34, Torino X29, St. Nazaire C9, Rotterdam EE4, Amsterdam GG3, Bremen QQ4, Hannover RR7, "
        "Erfurt RR13, Caen M6, Nantes E10, Toulouse D26, Lyon R24, Aachen GG10"
    )
    for entry in stated.split(", "):
        name, label = entry.rsplit(" ", 1)
        assert AT[name] == label
        assert name in CITIES
    assert AT["Bastogne"] == "EE12"


def test_other_cities_that_the_rules_name() -> None:
    """33.3.3, 33.3.6, 33.3.10, 33.3.8."""
    german = "Essen Dusseldorf Aachen Koln Bonn Saarbrucken Karlsruhe Stuttgart Freiburg Bremen Hannover Erfurt"
    assert {HEXES[AT[name]].country for name in german.split()} == {"germany"}
    assert set(german.split()) | {"Liege", "Namur", "Nancy", "Dunkerque", "Lorient", "Nice"} <= CITIES


def test_cities_in_germany_are_enough_to_win() -> None:
    """30.1."""
    major = [place for place in BOOK.place if place.kind == "major-city"]
    assert len(major) == 5
    assert {HEXES[place.hex].country for place in major} == {"germany"}
    for conquest in BOOK.conquest:
        able = [name for name in CITIES if HEXES[AT[name]].country == "germany" or name in conquest.also]
        assert len(able) >= conquest.cities == 15
        # A way of its own: fifteen can be had with three of the major cities, where the other way asks for four.
        assert len(able) - 2 >= conquest.cities
        assert conquest.places == ("Paris", "Bruxelles")
        assert conquest.also == ("Genova", "Torino")
    assert [conquest.major for conquest in BOOK.conquest] == [4, 2], "30.1, 33.4.7"
    assert {conquest.german_major for conquest in BOOK.conquest} == {3}


@rule("9.10")
def test_military_districts() -> None:
    """31.5."""
    limits = {d.id: " to ".join(d.limits) for d in BOOK.district}
    assert limits == {
        "19th": "C31 to BB33", "1st": "A19 to D10", "7th": "E10 to M5", "15th": "N5 to CC6",
        "netherlands": "CC5 to MM2",
    }  # fmt: skip
    assert BOOK.jersey.hex == "I4"
    assert "I4" in DISTRICTS[BOOK.jersey.district].hexes
    assert BOOK.jersey.district == "7th"
    for a, b in (("D10", "E10"), ("M5", "N5"), ("CC6", "CC5")):
        assert distance(a, b) == 1, "the districts of one coast follow each other"


def test_which_cities_lie_in_which_district() -> None:
    """33.1.5, 9.1, 9.3."""
    inside = {d.id: {name for name in CITIES if AT[name] in d.hexes} for d in BOOK.district}
    assert {"Brest", "Cherbourg", "Caen", "Nantes", "St. Nazaire", "Rennes", "St. Malo"} <= inside["7th"]
    assert len(inside["7th"] - {"Brest", "Cherbourg"}) >= 4, "33.1.5 asks for four more"
    assert {"Le Havre", "Anvers", "Dieppe", "Ostende"} <= inside["15th"]
    assert {"Rotterdam", "Amsterdam"} <= inside["netherlands"]
    assert "Bordeaux" in inside["1st"]
    assert "Marseille" in inside["19th"]
    assert not {"Paris", "Lyon", "Toulouse", "Torino"} & set().union(*inside.values()), "the interior and Italy"


def test_blue_arrows() -> None:
    """12.15, 8.8."""
    stated = "A16-B15 C9-C10 A3-A4 A2-A3 P4-P5 BB4-CC4 CC4-DD3 DD4-EE4"
    assert " ".join(arrow.id for arrow in BOOK.arrow) == f"{stated} U5-U6"
    for arrow in BOOK.arrow:
        assert "-".join(arrow.hexes) == arrow.id
        assert distance(*arrow.hexes) == 1


def test_what_can_be_invaded() -> None:
    """12.5, 12.6, 12.15, 12.16."""
    able = {name for area in BOOK.invasion for name in area.hexes}
    inland = {AT[name] for name in ("Bremen", "Caen", "Nantes", "Bordeaux", "Anvers")}
    beaches = {h.id for h in BOOK.hex if h.coast and h.terrain != "out"}
    north = beaches - able
    assert able - beaches == inland, "and nothing lands at Amsterdam"
    assert not {"A17", "A18", "B16", "B17", "B18", "D9", "D10", "V5", "II2", "GG3"} & able
    assert {"BB5", "CC5", "U5", "U6", "EE4", "B2", "N5", "D3", "E4", "Y4", "X4"} <= able
    # What is left out lies beyond the dyke: to the north and east of II2.
    assert north
    assert all(HEXES[name].country in ("netherlands", "germany") for name in north)
    assert all(grid().centre(grid().place(name))[0] > grid().centre(grid().place("II2"))[0] for name in north)
    assert BOOK.northern_limit.invasion == "II2"
    assert BOOK.northern_limit.naval == "GG1"
    assert set(BOOK.northern_limit.upriver) == {"A17", "A18", "B16", "B17", "B18", "D9", "D10"}


def test_the_sites_of_the_invasion_example() -> None:
    """12.6, 12.15, 12.16 and the example; letters by ruling 9."""
    a, b, c, d, e, f, g, j = ("AA4", "BB4", "BB5", "CC6", "CC5", "CC4", "DD4", "DD3")
    for site in ((b, f), (f, j), (b, f, j), (c,), (e,), (c, d), (d, e), (c, d, e), (d,)):
        assert is_site(*site)
    broken: tuple[tuple[str, ...], ...] = (
        (a, b, e, g),
        (a, b, c, e),
        (c, e),
        (a, b, d),
        (a, b, f, g),
        (c, f, j),
        (f, g, "DD5"),
        (f, g, "EE5"),
    )
    for none in broken:
        assert not is_site(*none)
    assert is_site("U5", "U6")
    assert not is_site("U5", "V5")


def test_anvers_is_fought_for_from_both_its_beaches() -> None:
    """7.1, 12 example, ruling 10."""
    assert joined("BB5", "CC6")
    assert joined("CC5", "CC6")
    assert not joined("BB5", "CC5")
    assert not joined("BB4", "CC5")


def test_the_landings_of_1944_can_be_made() -> None:
    """12.6; the strategy article lands between Cherbourg and Caen, and from E4 to St. Malo."""
    assert is_site("L3", "L4", "M5", "N5"), "Utah to Sword"
    assert is_site("K2", "L2", "L3", "L4", "M5", AT["Caen"])
    assert is_site("E4", "F4", "G5", AT["St. Malo"])
    assert is_site("O34", "O35", "P34", "Q35", "R34"), "Provence"
    assert is_site(AT["Marseille"], AT["Toulon"])
    assert is_site("X4", "Y4", AT["Ostende"])


def test_every_hex_at_the_open_sea_is_a_beach() -> None:
    """12.5, 12.16; but for Amsterdam, the dyke, and what lies behind it."""
    sea = {h.id for h in BOOK.hex if h.terrain == "sea"} - {"HH3", "II3"}
    for h in BOOK.hex:
        around = {grid().labels[place] for place in grid().neighbours[grid().place(h.id)]}
        if h.terrain not in ("sea", "out") and sea & around and h.id not in ("GG3", "HH2", "JJ2", "II2"):
            assert h.coast, h.id


def test_no_land_is_cut_off_by_water() -> None:
    """8.5, 8.8: every hex can be walked to, over the dyke and over bridges."""
    land = {h.id for h in BOOK.hex if h.terrain not in ("sea", "out")}
    reached, waiting = {"R11"}, ["R11"]
    while waiting:
        here = waiting.pop()
        new = {grid().labels[place] for place in grid().neighbours[grid().place(here)]} & land - reached
        waiting += [label for label in new if joined(here, label)]
        reached.update(label for label in new if joined(here, label))
    assert reached == land


def test_bremen() -> None:
    """12.5, 12.16, 18.8, rulings 25, 93, 95."""
    bremen = AT["Bremen"]
    assert not any(bremen in district.hexes for district in BOOK.district)
    (area,) = [area for area in BOOK.invasion if bremen in area.hexes]
    assert "HH1" in area.hexes, "the last beach before the dyke, so the northernmost stretch"
    assert PORTS["Bremen"].mouth == ()
    assert is_site(bremen)
    assert not any(is_site(bremen, label) for label in PORTS["Bremen"].passage)


def test_the_figure_of_the_schelde_is_one_area_in_two_districts() -> None:
    """12.4, 12.10."""
    shown = {"BB4", "BB5", "CC6", "CC5", "CC4", "DD3", "DD4", "EE4"}
    (area,) = [area for area in BOOK.invasion if shown & set(area.hexes)]
    assert shown <= set(area.hexes)
    assert {d.id for d in BOOK.district if shown & set(d.hexes)} == {"15th", "netherlands"}
    assert {HEXES[name].terrain for name in ("CC5", "CC4", "DD4", "EE4")} == {"flooded"}
    assert {area.id for area in BOOK.invasion if area.box == "africa"} == {"mediterranean"}
    # The example lands five units, four of infantry and the reduced 79th, and then infantry with a headquarters.
    landed = 4 * UNITS["br-3"].combat + UNITS["br-79"].back_combat
    assert landed <= area.first
    assert area.second >= 1
    assert area.second_hq >= 1


def test_ports() -> None:
    """11.4, 11.8, 12.16, 18.8, 33.3.6."""
    assert {p.place for p in BOOK.port if p.passage} == {
        "Bremen", "Caen", "Nantes", "Bordeaux", "Anvers", "Amsterdam",
    }  # fmt: skip
    assert set(PORTS["Anvers"].passage) == {"BB4", "BB5", "CC4", "CC5"}
    assert set(PORTS["Bremen"].passage) == {"PP2", "PP3", "QQ2", "QQ3"}
    assert set(PORTS["Amsterdam"].passage) == {"HH1", "HH2", "JJ1", "JJ2"}
    assert {"Rotterdam", "Brest", "Dunkerque", "Lorient", "St. Nazaire", "Genova", "Marseille"} <= set(PORTS)
    assert {PORTS[name].sea for name in ("Marseille", "Genova", "Nice")} == {"mediterranean"}
    assert {PORTS[name].sea for name in ("Brest", "Bordeaux", "Bremen")} == {"atlantic"}
    for port in BOOK.port:
        assert set(port.mouth) <= set(port.passage)
        assert {HEXES[name].coast for name in port.mouth} <= {True}
        assert port.passage or HEXES[AT[port.place]].coast, port.place
    # Anvers joins its two beaches, which do not touch each other (12, note 7).
    assert set(PORTS["Anvers"].mouth) == {"BB5", "CC5"}
    assert {distance(name, "CC6") for name in PORTS["Anvers"].mouth} == {1}
    assert min(port.capacity for port in BOOK.port) == 1, "18.7.8 speaks of one"


def test_the_supply_example() -> None:
    """18.1, 18.2."""
    mulberry = BOOK.mulberry[0].capacity
    assert (PORTS["St. Nazaire"].capacity, PORTS["Nantes"].capacity) == (3, 2)
    assert mulberry + 3 + 2 == 17, "for seventeen units"
    assert HEXES["D7"].coast
    assert distance("G7", "C9") <= BOOK.supply.line, "the 4th Infantry draws on Montgomery"
    assert distance("J10", "L8") <= BOOK.supply.line, "the 101st draws on Bradley"


def test_fortresses() -> None:
    """16.3, 33.3.3, 32.4."""
    listed = "A16 B2 D13 H5 P4 P5 U5 V4 W4 Y4 CC15 GG9 GG10 HH8 II7 II8"
    there = {row.id for row in BOOK.fortress}
    assert {*listed.split(), "X4"} <= there
    assert not {AT["Dieppe"], AT["Ostende"]} & there, "strategy article"
    assert sum(HEXES[label].country == "germany" for label in there) >= 2
    assert AT["Cherbourg"] not in there, "in Allied hands in December, and not in the list of 33.3.3"


def test_bases_and_sites() -> None:
    """11.7, 17.10.6, 17.10.7, 33.4.6."""
    assert len(BOOK.u_boat_base) == len(BOOK.v1_site) == 6
    assert AT["St. Nazaire"] in {row.id for row in BOOK.u_boat_base}
    assert {row.id for row in BOOK.u_boat_base} <= set(AT.values())
    assert all(HEXES[row.id].country == "france" for row in (*BOOK.u_boat_base, *BOOK.v1_site))
    # In December none but St. Nazaire and its neighbour Lorient is still German, and no V1 site is.
    german = {stack.id for stack in BOOK.german_stack}
    assert not {row.id for row in BOOK.v1_site} & german


def test_rail_lines_off_the_map() -> None:
    """10.8, 10.2."""
    south = {row.id for row in BOOK.rail_exit if row.edge == "south"}
    assert south == {"KK29", "AA35", "BB30", "BB31"}
    assert [row.id for row in BOOK.rail_exit if row.joined] == ["RR26"]
    east = {row.id for row in BOOK.rail_exit if row.edge == "east"}
    assert {label.rstrip("0123456789") for label in east} == {"RR"}


def test_the_reach_of_aircraft() -> None:
    """17.4, 17.10.4, 20.2, 12.7."""
    england = set(BOOK.reach.hexes)
    assert BOOK.air.range == 8
    assert distance("P11", "Y10") > 8
    assert "Y10" not in england
    assert "CC6" in england, "three aircraft support the landing at Anvers on the first turn"
    assert {"Y4", "D3", "E4"} <= england, "strategy article"
    assert {side.kind for side in BOOK.side if "Y10" in (side.a, side.b) and side.name == "Oise"} == {"river"}


def test_the_bridge_example() -> None:
    """17.10.4, ruling 11: three TAC in reach of P11, none for the Oise, and no other river joins these."""
    for river in ("Seine", "Marne"):
        assert max(distance("P11", label) for label in BANKS[river]) <= BOOK.air.range
    assert "Y10" in BANKS["Oise"]

    def ends(name: str) -> set[tuple[int, int]]:
        own = [grid().side_called(f"{side.a}/{side.b}") for side in BOOK.side if side.name == name]
        return {(round(x * 50), round(y * 50)) for side in own for x, y in grid().side_ends(side)}

    others = {side.name for side in BOOK.side if side.kind == "river"}
    met = {name: {other for other in others - {name} if ends(name) & ends(other)} for name in BANKS}
    assert met == {"Seine": {"Oise", "Marne"}, "Marne": {"Seine"}, "Oise": {"Seine"}}


def test_the_reach_of_warships() -> None:
    """19.6, 19.7."""
    assert HEXES["T4"].terrain == HEXES["GG1"].terrain == "sea"
    for label in ("R5", "S6", "T5", "T6", "U6", "V5", "V4"):
        assert distance("T4", label) <= BOOK.ships.range == 2


def test_jersey() -> None:
    """31.5."""
    assert BOOK.jersey.ferry == ("H5", "J3", "J4")
    assert BOOK.jersey.beaches == ("J3", "J4")
    assert HEXES["I4"].terrain == "sea", "without the option nobody is there"
    assert BOOK.jersey.terrain == "clear"
    assert BOOK.jersey.mulberry_distance == 2

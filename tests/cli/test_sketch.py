"""Boards as text: each place where it lies, each stack with its nations."""

from __future__ import annotations

import msgspec
from toys.skirmish import Skirmish

from grognard.cli import sketch
from grognard.kernel import show


def hexes(columns: int, rows: int) -> show.Board:
    places = tuple(
        show.Place(f"{x:02}{y:02}", "", "map", (x * 100 + (y % 2) * 50, y * 87), style="wood" if x == y else "clear")
        for y in range(rows)
        for x in range(columns)
    )
    styles = {"clear": show.Style("#fff"), "wood": show.Style("#fff", pattern="trees", legend="forest")}
    colours = {"german": show.Colours("#888", "#fff", name="German"), "greek": show.Colours("#88f", "#fff")}
    surface = show.Surface("map", "Map", "map", 0, 0, 10_000, 10_000)
    return show.Board(10_000, 10_000, 40, (surface,), places, styles=styles, colours=colours)


def piece(name: str, place: str, colours: str) -> show.Piece:
    return show.Piece(name, place, show.Face(name, colours))


SCENE = show.Scene((piece("a", "0302", "german"), piece("b", "0302", "german"), piece("c", "0402", "greek")))


def test_a_small_map_has_a_cell_for_every_place():
    game = Skirmish()
    drawn = sketch.draw(game.board(), game.scene(game.start()), 80)
    assert drawn is not None
    words = drawn.plain.split()
    assert {place.id for place in game.board().places} <= set(words)
    assert words.count("·") == 25 - 8


def test_a_large_map_is_an_overview():
    drawn = sketch.draw(hexes(30, 30), SCENE, 100)
    assert drawn is not None
    lines = drawn.plain.splitlines()
    assert lines[2].split()[:6] == ["0002", "·", "·", "♠", "G2", "R"]
    assert sorted(lines[-1].split("   ")) == ["G German", "R greek", "♠ forest"]
    assert max(map(len, lines)) <= 100
    assert len(lines) == 31


def test_of_what_does_not_fit_the_part_with_most_units_is_drawn():
    board = hexes(80, 10)
    scene = show.Scene(tuple(piece(f"p{i}", f"60{i:02}", "german") for i in range(5)))
    drawn = sketch.draw(board, scene, 100)
    assert drawn is not None
    lines = drawn.plain.splitlines()
    assert [line.count("G") for line in lines[:6]] == [1, 1, 1, 1, 1, 0]
    assert lines[0].split()[0] > "2000", "each line begins with the first place that is seen"
    assert "Part of the map; map PLACE shows what lies around a place." in lines
    assert max(map(len, lines)) <= 100


WATER = {
    "sea": show.Style("#a3c7dd"),
    "river": show.Style(stroke="#2b6ea8", width=5, legend="River"),
    "border": show.Style(stroke="#a0433a", width=3, dash=(16, 7), legend="Frontier"),
    "fort": show.Style(stroke="#7c1f1a", width=5, pattern="ticks", legend="Fort"),
    "rail": show.Style(stroke="#4a443c", width=2, pattern="ticks", legend="Railway"),
}


def charted() -> show.Board:
    """Sea in the west; a river, a frontier, a fort and a railway, each between or through two columns."""
    board = hexes(30, 30)
    lines = (
        show.Line("sea", ((-50, -50), (250, -50), (250, 3000), (-50, 3000)), "ground", closed=True),
        show.Line("river", ((650, -50), (650, 2600))),
        show.Line("border", ((1250, -50), (1250, 2600))),
        show.Line("fort", ((1650, -50), (1650, 2600))),
        show.Line("rail", ((1850, -50), (1850, 2600))),
    )
    town = show.Label("Rome", (2005, 350), 20, "capital", dot=True)
    return msgspec.structs.replace(board, lines=lines, styles={**board.styles, **WATER}, labels=(town,))


def test_an_overview_has_sea_rivers_frontiers_works_and_towns():
    drawn = sketch.draw(charted(), SCENE, 200)
    assert drawn is not None
    lines = drawn.plain.splitlines()
    row = next(line for line in lines if line.startswith("0004"))
    assert [c for c in row[5:] if c in "≈!#+"] == ["≈", "!", "#"], "from west to east"
    assert row[5:].lstrip("·^♠ ").startswith("~"), "the west is sea"
    assert "Rome" in row
    assert "+" not in row, "railways are for the close-up"
    told = " ".join(lines[-3:])
    assert all(words in told for words in ("≈ River", "! Frontier", "# Fort", "o town", "G German"))
    assert "Railway" not in told


def test_a_close_up_has_numbers_units_factors_and_railways():
    unit = show.Piece("a", "1804", show.Face("Alpha", "german", factors=("4", "6")))
    drawn = sketch.closer(charted(), show.Scene((unit,)), 80, "1804")
    assert drawn is not None
    lines = drawn.plain.splitlines()
    at = next(i for i, line in enumerate(lines) if "1804" in line)
    assert "4-6" in lines[at + 1]
    assert any("+" in line for line in lines)
    assert "Rome" in drawn.plain
    assert "0004" not in drawn.plain
    assert max(map(len, lines)) <= 80


def test_the_surroundings_of_a_place_fit_on_any_map():
    drawn = sketch.closer(hexes(80, 40), SCENE, 80, "0302")
    assert drawn is not None
    assert "0302" in drawn.plain
    assert "a +1" in drawn.plain
    assert "2020" not in drawn.plain


def test_two_nations_in_a_place_are_both_seen():
    scene = show.Scene((piece("a", "0302", "german"), piece("c", "0302", "greek")))
    drawn = sketch.sketch(hexes(6, 6), scene, 80)
    assert drawn is not None
    assert {"a", "c"} <= set(drawn.plain.split())

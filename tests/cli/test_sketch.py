"""Boards as text: each place where it lies, each stack with its nations."""

from __future__ import annotations

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
    assert lines[-1] == "G German   R greek   ♠ forest"
    assert max(map(len, lines)) <= 100
    assert len(lines) == 31


def test_what_does_not_fit_is_not_drawn():
    assert sketch.draw(hexes(80, 10), SCENE, 100) is None


def test_the_surroundings_of_a_place_fit_on_any_map():
    drawn = sketch.sketch(hexes(80, 40), SCENE, 80, around="0302")
    assert drawn is not None
    assert "0302" in drawn.plain
    assert "a+1" in drawn.plain
    assert "2020" not in drawn.plain


def test_two_nations_in_a_place_are_both_seen():
    scene = show.Scene((piece("a", "0302", "german"), piece("c", "0302", "greek")))
    drawn = sketch.sketch(hexes(6, 6), scene, 80)
    assert drawn is not None
    assert {"a", "c"} <= set(drawn.plain.split())

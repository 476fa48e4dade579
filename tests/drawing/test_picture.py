"""A picture shows what the board and the scene have, and is an SVG that a reader can parse."""

from xml.etree import ElementTree

import pytest

import grognard
from grognard import drawing

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", grognard.games(), ids=lambda game: game.id)
def test_every_piece_and_place_is_drawn(game):
    board, scene = game.board(), game.scene(game.start())
    root = ElementTree.fromstring(drawing.picture(board, scene, title="A start"))
    titles = [title.text or "" for title in root.iter(f"{SVG}title")]
    assert titles[0] == "A start"
    for place in board.places:
        assert place.name in titles
    drawn = [title.split(":")[0] for title in titles]
    for piece in scene.pieces:
        assert drawn.count(piece.face.name.split(":")[0]) >= 1
    assert [float(x) for x in root.attrib["viewBox"].split()] == pytest.approx(
        [board.x, board.y, board.width, board.height], abs=0.1
    )


def test_tints_lie_on_their_places_and_surfaces_can_be_left_out():
    game = grognard.load("springtime")
    board = game.board()
    place = board.places[0]
    svg = drawing.picture(board, tints={place.id: drawing.Tint("#123456", 0.25, "25 %")}, surfaces=["map"])
    root = ElementTree.fromstring(svg)
    tinted = [node for node in root.iter() if node.attrib.get("fill") == "#123456"]
    assert [node.attrib["fill-opacity"] for node in tinted] == ["0.25"]
    assert "25 %" in [text.text for text in root.iter(f"{SVG}text")]
    assert len(list(root.iter(f"{SVG}g"))) < len(board.places)
    whole = drawing.picture(board)
    assert "Turn Track" in whole
    assert "Turn Track" not in svg


def test_words_cannot_break_the_picture():
    board = grognard.load("spoiled-victory").board()
    title = ElementTree.fromstring(drawing.picture(board, title="<b>&\"'")).find(f"{SVG}title")
    assert title is not None
    assert title.text == "<b>&\"'"

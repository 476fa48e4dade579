"""What an end wastes, in the games that offer it: counted in units, actions and attacks, and nothing when nothing is
left."""

from __future__ import annotations

from tests.games.nineteen_forty.conftest import Desk as Desk1940
from tests.games.spoiled_victory.dunkirk_desk import GAME
from tests.games.spoiled_victory.dunkirk_desk import Desk as Dunkirk
from tests.games.springtime.springtime_desk import act, desk


def test_springtime_names_the_units_of_an_assault_that_could_still_move() -> None:
    table = desk({"ge-4": "5", "ge-12": "3", "fr-1": "16"}, impulse=2)
    [waste] = table.wastes("pass")
    assert (waste.kind, waste.rule) == ("impulse", "8.1.3")
    assert "none of your 2 units" in waste.text
    act(table, "assault A")
    [waste] = table.wastes("end")
    assert (waste.kind, set(waste.pieces)) == ("units", {"ge-4", "ge-12"})
    act(table, "move ge-4 10")
    act(table, "move ge-12 11")
    assert all("ge-4" not in waste.pieces for waste in table.wastes("end"))


def test_dunkirk_counts_actions_and_evacuation_moves() -> None:
    def kinds(d: Dunkirk) -> dict[str, str]:
        read = GAME.read(d.s, "allies", "end")
        return {waste.kind: waste.text for waste in GAME.wastes(d.s, "allies", read)}

    assert kinds(Dunkirk().actions(2))["actions"] == "2 Player Actions would be lost if you end now."
    assert "actions" not in kinds(Dunkirk().actions(0))


def test_1940_names_who_could_move() -> None:
    d = Desk1940()
    d.set_up({"de-i": "1605", "de-x": "1703"})
    read = d.game.read(d.s, d.seat, "end")
    assert {waste.kind: set(waste.pieces) for waste in d.game.wastes(d.s, d.seat, read)}["units"] == {"de-i", "de-x"}
    d.play("move de-i 1706")
    assert {waste.kind: set(waste.pieces) for waste in d.game.wastes(d.s, d.seat, read)}["units"] == {"de-x"}

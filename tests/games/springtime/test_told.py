"""What happens is told with fields: a battle with its values, dice and losses, control, morale and markers."""

from __future__ import annotations

from typing import Any

from springtime_desk import battle, cup, desk

from grognard.kernel.match.studies import whole_game
from grognard.kernel.match.table import Table
from grognard.kernel.rules.events import Battle, Card, Event, Loss, Moved, Points, Retreated

NOBODY = 2


def told(table: Table[Any], seat: str = "public") -> list[Event]:
    happened = [item for entry in table.history for item in entry.happened]
    return [event for item in whole_game(happened) if (event := item.seen_by(seat)) is not None]


def sedan() -> Table[Any]:
    table = desk({"guderian-pz": "3", "reinhardt-pz": "3", "fr-2": "17", "ge-2": "5"}, advantage=NOBODY)
    table.play(["assault K", "move guderian-pz 17", "move reinhardt-pz 17"])
    return table


def test_a_repulse_with_its_fields() -> None:
    """10.4.4: a repulse costs the leading attacker a step, and all that entered go back."""
    table = sedan()
    battle(table, "attack 17 guderian-pz", [1, 1, 6, 6])
    table.play("stay")
    table.play("retreat guderian-pz 11")
    (fought,) = [event for event in told(table) if isinstance(event, Battle)]
    assert (fought.turn, fought.attacker, fought.defender, fought.place) == (2, "axis", "allies", "17")
    assert (fought.attackers, fought.defenders) == (("guderian-pz", "reinhardt-pz"), ("fr-2",))
    assert (fought.dice, fought.result) == ((1, 1, 6, 6), "Repulse")
    assert fought.attack is not None
    assert fought.defence is not None
    assert fought.total == fought.attack + 2 - fought.defence - 12
    assert sum(m.value for m in fought.modifiers) == fought.attack - fought.defence
    assert fought.losses == (Loss("guderian-pz", 1, 1, "axis"),)
    assert set(fought.retreats) == {"guderian-pz", "reinhardt-pz"}


def test_moves_and_retreats_name_piece_way_and_side() -> None:
    table = sedan()
    moved = [event for event in told(table) if isinstance(event, Moved)]
    assert [(m.piece, m.path[0], m.path[-1], m.side) for m in moved] == [
        ("guderian-pz", "3", "17", "axis"),
        ("reinhardt-pz", "3", "17", "axis"),
    ]
    assert not any(isinstance(m, Retreated) for m in moved)


def test_only_its_owner_learns_which_marker_was_drawn() -> None:
    """6.1.1: the marker is private, that one was drawn is not."""
    table = desk({"ge-2": "5"}, top={"type": "DrawMarker", "side": 0}, cup=cup())
    drawn = {seat: [e for e in told(table, seat) if isinstance(e, Card)] for seat in ("allies", "axis", "public")}
    assert [len(cards) for cards in drawn.values()] == [1, 1, 1]
    assert {cards[0].act for cards in drawn.values()} == {"drawn"}
    assert drawn["allies"][0].card
    assert drawn["axis"][0].card == drawn["public"][0].card == ""


def test_morale_changes_by_what_the_table_says() -> None:
    """4.4.9: an eliminated French unit costs morale."""
    table = desk({"guderian-pz": "3", "reinhardt-pz": "3", "fr-2": "17"}, advantage=NOBODY, reduced="fr-2")
    table.play(["assault K", "move guderian-pz 17", "move reinhardt-pz 17"])
    before = table.state.morale
    battle(table, "attack 17 guderian-pz", [6, 6, 1, 1])
    changes = [event for event in told(table) if isinstance(event, Points) and event.what == "French Morale"]
    assert changes[0].change < 0
    assert changes[-1].total == table.state.morale == before + sum(event.change for event in changes)

"""6 ¶2a. Units of one hex that move together, in one action: the same as their moves one after the other."""

from __future__ import annotations

import random
from typing import Any

from grognard.games.nineteen_forty.game import NineteenForty
from grognard.games.nineteen_forty.rules.sequence import Moving
from grognard.games.nineteen_forty.rules.state import REPULSED
from grognard.kernel.match.table import Table
from grognard.kernel.rules import CHANCE, OVER, Deed
from grognard.maps import members
from grognard.suite import rule
from tests.games.nineteen_forty.conftest import Desk


@rule("6 ¶2a", "5 ¶1")
def test_a_stack_moves_in_one_action(desk: Desk) -> None:
    desk.set_up({"de-i": "1605", "de-13-mot": "1605", "de-x": "1703"})
    assert "stack de-13-mot" in desk.legal() or "stack de-i" in desk.legal()
    desk.play("stack de-i de-13-mot to 1706")
    assert (desk.at("de-i"), desk.at("de-13-mot"), desk.at("de-x")) == ("1706", "1706", "1703")
    assert desk.why("move de-i 1707") == ["6 ¶1"], "both have moved"
    assert desk.why("move de-13-mot 1707") == ["6 ¶1"]
    assert sum("moves from" in line for line in desk.log) == 2, "each move is told"


@rule("6 ¶1", "6 ¶2a")
def test_who_cannot_follow_is_told_why(desk: Desk) -> None:
    desk.set_up({"de-i": "1605", "de-13-mot": "1605", "de-29-mot": "1703", "fr-iii": "2010"})
    assert desk.why("stack de-i de-29-mot") == ["6 ¶2a"], "it stands elsewhere"
    assert "1605" in desk.words("stack de-i de-29-mot")
    assert desk.why("stack fr-iii") == ["2 ¶2"]
    assert desk.why("stack de-29-mot") == ["6 ¶1"], "nobody is with it"
    far = next(h for h in sorted(desk.hexes("de-13-mot") - desk.hexes("de-i")))
    assert desk.why(f"stack de-i de-13-mot to {far}") == ["6 ¶1"], "the corps has not the points"
    assert far not in desk.hexes("de-i de-13-mot to", "stack")
    assert desk.why("stack de-i de-13-mot to 1605") == ["6 ¶2a"], "they are there"
    desk.play("move de-13-mot 1606")
    assert desk.why("stack de-i") == ["6 ¶1"], "nobody is left to go with it"


@rule("6 ¶2a", "7 Disruption ¶1a", "6 ¶1")
def test_who_may_not_move_joins_no_stack(desk: Desk) -> None:
    for marked in ("", "disrupted", "moved"):
        desk.set_up({"de-9-pz": "1605", "de-13-mot": "1605", "de-29-mot": "1605"})
        u = desk.unit("de-29-mot")
        if marked == "disrupted":
            desk.s.disrupted[u] = REPULSED
        elif marked == "moved":
            desk.s.moved = 1 << u
        desk.restart(Moving())
        mates = ["de-13-mot", "de-29-mot"] if not marked else ["de-13-mot"]
        assert sorted(text for text in desk.legal("stack de-9-pz") if text.startswith("de")) == mates
        assert ("stack de-29-mot" in desk.legal()) is (not marked)


@rule("3 ¶2")
def test_the_hex_must_hold_the_whole_stack(desk: Desk) -> None:
    desk.set_up({"de-i": "1605", "de-13-mot": "1605", "de-29-mot": "1706"})
    assert "1706" in desk.hexes("de-13-mot"), "a division more has room there"
    assert "1706" in desk.hexes("de-i"), "and so has the corps"
    assert desk.why("stack de-i de-13-mot to 1706") == ["3 ¶2"], "but not both: that makes five divisions"


@rule("6 ¶2a")
def test_one_unit_is_no_stack(desk: Desk) -> None:
    desk.set_up({"de-i": "1605", "de-13-mot": "1605"})
    action = desk.game.read(desk.s, "german", "stack de-i")
    assert not action.complete
    assert desk.legal("stack de-i") == ["de-13-mot"], "no hex is asked for yet"
    assert desk.why("stack de-i to 1706") == ["6 ¶2a"]
    assert any("another unit" in duty.text for duty in desk.game.decision(desk.s, "german", "stack de-i").duties)


@rule("6 ¶2a")
def test_a_stack_move_is_taken_back_as_one(desk: Desk) -> None:
    desk.set_up({"de-i": "1605", "de-13-mot": "1605"})
    table = Table(desk.game, "campaign", practice=True, seed=1, position=desk.s)
    table.play("stack de-i de-13-mot to 1706")
    table.undo()
    w = desk.w
    assert {w.labels[table.state.where[desk.unit(name)]] for name in ("de-i", "de-13-mot")} == {"1605"}


@rule("6 ¶2a", "5 ¶1")
def test_a_stack_move_is_its_moves_in_turn() -> None:
    """On random play: the same units, ground, ports and countries as by single moves, each of which is legal."""
    game, rng = NineteenForty(), random.Random(11)
    s = game.start("campaign")
    met = 0
    while met < 60:
        turn: Any = game.turn(s)
        if turn is OVER:
            s = game.start("campaign")
        elif turn is CHANCE:
            game.apply(s, game.chance(s).sample(rng))
        else:
            deed = game.random(s, turn if isinstance(turn, str) else min(turn), rng)
            if deed.verb == "stack":
                assert isinstance(s.stack[-1], Moving)
                met += 1
                one_by_one = s.copy()
                for u in members(deed.args[0]):
                    move = Deed("move", (u, deed.args[1]), deed.seat)
                    assert game.permits(one_by_one, move)
                    game.apply(one_by_one, move)
                game.apply(s, deed)
                assert s == one_by_one
            else:
                game.apply(s, deed)

"""Views, events and guesses: who may know what."""

from __future__ import annotations

import random
from typing import Any

import pytest
from toys.all import GAMES
from toys.landing import BEACHES, UNKNOWN, LandingGame, Shore
from toys.letters import KINDS, Letters
from toys.setups import SetUps
from toys.smoke import UNKNOWN as NOT_KNOWN
from toys.smoke import Smoke

from grognard.kernel.match.table import Table
from grognard.kernel.rules.actions import PUBLIC
from grognard.kernel.rules.events import Event, Events, Rolled, Said
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import Static


def defended() -> Table[Shore]:
    table = LandingGame().table()
    table.play("place division gold; place regiment juno; place dummy sword; done")
    return table


def test_a_view_lacks_what_the_seat_may_not_know() -> None:
    table = defended()
    assert table.view("defender").block_at == [0, 1, 2]
    assert table.view("lander").block_at == [UNKNOWN] * 3
    assert table.view("public").block_at == [UNKNOWN] * 3
    assert table.view("lander").occupied == [1, 1, 1, 0]


def test_a_view_is_a_state_of_its_own() -> None:
    table = defended()
    view = table.view("lander")
    view.occupied[0] = 0
    view.stack.clear()
    assert table.state.occupied == [1, 1, 1, 0]
    assert table.seat == "lander"


def test_a_hidden_pieces_id_is_not_that_of_the_unit() -> None:
    table = defended()
    backs = [p for p in table.scene("lander").pieces if p.face.back]
    assert [p.id for p in backs] == ["block-gold", "block-juno", "block-sword"]
    assert {p.face.name for p in backs} == {"?"}
    shown = {p.id for p in table.scene("defender").pieces}
    assert {"division", "regiment", "dummy"} <= shown


def test_what_is_found_is_seen_by_all() -> None:
    game = LandingGame()
    table = game.position("", forced=None)
    table.play("place division gold; place regiment juno; place dummy sword; done")
    table.play("land boat-1 juno; done", forced=[6])
    assert "boat-1 finds the regiment on juno." in [line.text for line in table.log("public")]


def test_an_event_has_a_private_and_a_public_face() -> None:
    table = defended()
    assert table.log("defender")[0].text == "Division goes to gold."
    assert table.log("lander")[0].text == "A block goes to gold."
    assert table.log("lander") == table.log("public")
    assert all(line.mine for line in table.log("defender"))


def test_an_event_may_have_no_public_face() -> None:
    events = Events()
    events.add(Said("secret"), only=("red",))
    events.add(Said("open"))
    events.add(Said("yours"), only=["blue"], public=Said("something"))
    faces = [[h.seen_by(seat) for h in events.items] for seat in ("red", "blue", PUBLIC)]
    assert faces == [
        [Said("secret"), Said("open"), Said("something")],
        [None, Said("open"), Said("yours")],
        [None, Said("open"), Said("something")],
    ]


def test_a_roll_tells_itself_with_its_modifiers() -> None:
    from grognard.kernel.show import Modifier

    roll = Rolled((2, 5), "Attack", modifiers=(Modifier(1, "armour", "7.1"), Modifier(0, "rain", "7.2")), total=8)
    assert roll.text(Static()) == "Attack: 2, 5; +1 armour = 8."
    assert Rolled((3,), "Escape", result="it gets away").text(Static()) == "Escape: 3 – it gets away."


def test_a_game_may_have_events_of_its_own() -> None:
    class Sunk(Event, frozen=True):
        ship: str

        def text(self, data: Any) -> str:
            return f"{data[self.ship]} is sunk."

    assert Sunk("dd", rule="4").text({"dd": "The destroyer"}) == "The destroyer is sunk."


def test_a_private_draw_and_its_redraw_are_told_to_nobody_else() -> None:
    table = Letters().table(practice=True, forced=["mud", "mud", "mud", "bluff", "thrust", "mud"])
    assert [line.text for line in table.log("red")] == [
        "You draw: mud.",
        "You put back: mud.",
        "You put back: mud.",
        "You draw: bluff.",
        "Blue draws a letter.",
        "Blue draws a letter.",
    ]
    assert [line.text for line in table.log("blue")] == [
        "Red draws a letter.",
        "Red draws a letter.",
        "You draw: thrust.",
        "You draw: mud.",
    ]
    assert table.log("public") == table.log(PUBLIC)
    assert len(table.log("public")) == 4


def test_a_hand_shows_its_backs_to_the_others() -> None:
    table = Letters().table(practice=True, forced=["mud", "bluff", "thrust", "mud"])
    ids = {p.id for p in table.scene("red").pieces}
    assert ids == {"red-bluff", "red-mud", "blue-back-0", "blue-back-1"}


def test_choices_from_a_hidden_hand_are_those_of_its_owner() -> None:
    table = Letters().table(practice=True, forced=["mud", "bluff", "thrust", "mud"])
    assert {a.text for a in table.legal()} == {"play bluff", "play mud"}
    assert [r.text for r in table.why_not("play thrust")] == ["You hold no thrust."]


def test_a_guess_fits_the_view_and_reaches_every_world() -> None:
    game = LandingGame()
    table = defended()
    rng = random.Random(5)
    view = table.view("lander")
    worlds = set()
    for _ in range(200):
        world = game.guess(view.copy(), "lander", rng)
        assert game.view(world, "lander") == view
        worlds.add(tuple(world.block_at))
    assert len(worlds) == 6  # three blocks on three known beaches
    assert all(sorted(BEACHES[at] for at in w) == ["gold", "juno", "sword"] for w in worlds)


def test_a_guess_of_a_hand_knows_what_has_been_seen() -> None:
    game = Letters()
    table = game.table(practice=True, forced=["mud", "bluff", "thrust", "mud"])
    view = game.view(table.state, "red")
    hands = set()
    for seed in range(100):
        hand = game.guess(view.copy(), "red", random.Random(seed)).blue
        hands.add(tuple(KINDS[i] for i in hand))
    assert hands == {("bluff", "thrust"), ("bluff", "mud"), ("thrust", "mud")}


def test_a_guess_fills_in_finished_drafts_that_are_unseen() -> None:
    game = SetUps()
    table = game.table()
    table.play("place red-guard west; place red-scout east; done", seat="red")
    view = table.view("blue")
    found = set()
    for seed in range(200):
        (pending,) = game.guess(view.copy(), "blue", random.Random(seed)).pending
        found.add(frozenset(part.text for part in pending.parts))
    assert len(found) == 6  # two men on three posts, one each


def test_a_spectator_sees_what_everybody_sees() -> None:
    table = Smoke().table()
    assert table.view(PUBLIC).smoke == NOT_KNOWN
    assert table.legal(seat=PUBLIC) == []
    assert table.view("blue").smoke in (1, 2)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_view_of_a_view_is_itself(game: Game[Any]) -> None:
    s = game.start()
    for seat in (*game.seats, PUBLIC):
        view = game.view(s, seat)
        assert game.view(view, seat) == view


def test_the_end_shows_everything() -> None:
    table = Letters().table(practice=True, seed=3)
    rng = random.Random(3)
    while not table.over:
        table.play(rng.choice(table.legal()))
    assert table.view("red") == table.view("blue") == table.view(PUBLIC) == table.state


def test_a_real_table_keeps_its_curtain_and_a_practice_table_has_none() -> None:
    real, practice = Letters().table(), Letters().table(practice=True)
    assert "[state]" in real.position("red")
    for table, hidden in ((real, True), (practice, False)):
        text = table.position("red")
        assert ("blue = [\n    -1,\n    -1,\n]" in text) == hidden

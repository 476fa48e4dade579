"""Data packs: what a card or a space says is what it does, or it is refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.games.spoiled_victory.rules.evacuation import EvacuationMoves, EvacuationPhase, jetty_pairs
from grognard.games.spoiled_victory.rules.event_phase import EventPhase
from grognard.games.spoiled_victory.rules.state import put
from grognard.kernel.errors import BadInput
from grognard.suite import rule


def _card(name: str, *effects: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"cards": {"card": {name: {"effects": list(effects), **more}}}}


def _after_event(pack: dict[str, Any], card: str, prepare: Any = None) -> tuple[Any, Any]:
    """The game with a pack, and its state after that card's event."""
    game = grognard.load("spoiled-victory", pack)
    s = game.begin("dynamo", game.settle_options("dynamo", {}))
    s.stack.clear()
    if prepare is not None:
        prepare(game, s)
    s.then(EventPhase())
    game.advance(s, None)
    game.apply(s, game.chance(s).accept(card), None)
    return game, s


def _moves(game: Any, s: Any) -> int:
    """Evacuation Moves by day with Heavy Surf's card, which gives five."""
    put(s, game.data.unit["evacuees-1"], game.data.place["A5"])
    s.stack.clear()
    s.then(EvacuationPhase())
    game.advance(s, None)
    game.apply(s, game.chance(s).accept("heavy-surf"), None)
    return int(s.moves)


@rule("12.5")
@pytest.mark.parametrize("value", [1, 2, -1])
def test_wake_walker_gives_what_the_card_says_for_two_turns(value: int) -> None:
    card = "wake-walker-and-tennant-arrive"
    game, s = _after_event(_card(card, {"op": "evac-delta", "value": value}), card)
    assert s.wake == 2
    assert _moves(game, s) == 5 + value


@rule("12.5", "16.0")
def test_the_harbour_goes_by_its_effects_not_by_its_name() -> None:
    card = "the-harbour-is-closed"
    pack = _card(card, {"op": "evac-delta", "value": -1})
    pack["cards"]["card"] |= _card("wake-walker-and-tennant-arrive", when="this turn")["cards"]["card"]
    game, s = _after_event(pack, card)
    assert s.harbour == 0
    assert _moves(game, s) == 4
    other = "heavy-surf"
    game, s = _after_event(_card(other, {"op": "evac-forbid", "start": "east-jetty"}), other)
    for unit in ("evacuees-1", "evacuees-2"):
        put(s, game.data.unit[unit], game.data.jetty)
    assert jetty_pairs(s) == 0
    s.moves = 3
    s.stack[:] = [EvacuationMoves()]
    assert {r.rule for r in game.why_not(s, "allies", "evacuate evacuees-1 staging")} == {"16.0"}


@rule("16.0")
def test_two_units_recover_if_the_card_says_two() -> None:
    card = "replacements-come-up"

    def reduce(game: Any, s: Any) -> None:
        s.reduced = 0b1110000  # three infantry divisions

    pack = _card(card, {"op": "german-recover-step", "count": 2, "types": ["infantry"]})
    _, s = _after_event(pack, card, reduce)
    assert s.reduced.bit_count() == 1


@rule("16.0", "10.8")
def test_no_actions_instead_still_builds_the_jetties() -> None:
    game = grognard.load("spoiled-victory")
    card = next(c.id for c in game.data.cards if c.free_jetties >= 0)
    _, s = _after_event(_card(card, {"op": "free-jetties", "else_actions": 0}), card)
    assert s.jetties == 1
    card = next(c.id for c in game.data.cards if c.french_early >= 0)
    _, s = _after_event(_card(card, {"op": "french-convert-june", "else_actions": 0}), card)
    assert s.french_early


@rule("10.1.1")
def test_a_sea_space_holds_what_the_map_says() -> None:
    game = grognard.load("spoiled-victory", {"map": {"sea": {"Y2": {"capacity": 3}}}})
    assert game.data.room[game.data.place["Y2"]] == 3
    plain = grognard.load("spoiled-victory")
    room = {x: plain.data.room[plain.data.place[x]] for x in ("Z2", "X2", "X3", "Y2", "Y3", "Y4")}
    assert room == {"Z2": 2, "X2": 1, "X3": 2, "Y2": 1, "Y3": 1, "Y4": 2}
    assert room["Z2"] < plain.data.room[plain.data.staging]


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        (_card("raf-bombers-sortie", {"op": "bomber-sortie", "value": 2}), "change both"),
        (
            _card("heavy-surf", {"op": "evac-delta", "value": 1}, {"op": "evac-delta", "value": 2}),
            "put them into one",
        ),
        (_card("heavy-surf", {"op": "interdict-route", "route": "Q"}), "route “Q”"),
        (_card("heavy-surf", {"op": "nation-defence", "value": 1}), "nation"),
        (_card("heavy-surf", {"op": "pa-delta", "value": 1}, when="two turns"), "lasts two turns"),
        (_card("heavy-surf", {"op": "evac-delta", "value": 1}, when="two turns"), "only one card"),
        (_card("heavy-surf", {"op": "evac-forbid"}), "start"),
    ],
)
def test_what_cannot_be_honoured_is_refused(pack: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput) as caught:
        grognard.load("spoiled-victory", pack)
    assert words in str(caught.value)

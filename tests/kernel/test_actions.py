"""Actions: a verb and its slots, as text, completed word by word."""

from __future__ import annotations

from typing import Any

import pytest
from toys.landing import LandingGame
from toys.skirmish import Skirmish, routes
from toys.smoke import Smoke

from grognard import Action, BadInput, Refused
from grognard.kernel.rules import Domain, Ints, Slot, Static, Verb, Whys, masks
from grognard.kernel.rules.legality import read_args
from grognard.kernel.show import Reason


def texts(actions: list[Action]) -> set[str]:
    return {action.text for action in actions}


def nothing(s: Any, step: Any, seat: str, args: Any, ev: Any) -> None:
    """Done to nobody."""


def anything(v: Any, step: Any, seat: str, args: Ints) -> Whys:
    return iter(())


def test_an_action_is_written_as_its_verb_and_arguments() -> None:
    assert Action("move", ("red-1", "B1")).text == "move red-1 B1"
    part = Action("attack", ("blue-1", "red-1"))
    assert str(Action("done", parts=(part, part))) == "attack blue-1 red-1; attack blue-1 red-1; done"


def test_without_a_prefix_each_verb_comes_with_its_first_slot() -> None:
    table = Skirmish().table(practice=True)
    units = {f"move red-{n}" for n in (1, 2, 3, 4)}
    assert texts(table.legal()) == {*units, "attack-now"}
    assert {a.text: a.complete for a in table.legal()} == {**dict.fromkeys(units, False), "attack-now": True}


def test_the_next_slot_follows_from_the_prefix() -> None:
    # A1 has the neighbours A2 (taken by red-2) and B1; from B1 one reaches B2, C1 and C2.
    table = Skirmish().table(practice=True)
    assert texts(table.legal("move red-1")) == {f"move red-1 {to}" for to in ("B1", "B2", "C1", "C2")}


def test_a_move_is_complete_without_its_way_and_can_be_made_longer() -> None:
    table = Skirmish().table(practice=True)
    to_c1 = next(a for a in table.legal("move red-1") if a.args[-1] == "C1")
    assert to_c1.complete
    assert to_c1.more


def test_the_way_is_filled_hex_by_hex_until_it_arrives() -> None:
    table = Skirmish().table(practice=True)
    first = table.legal("move red-1 C2")
    assert texts(first) == {"move red-1 C2 via B1"}
    assert not first[0].complete
    then = table.legal("move red-1 C2 via B1")
    assert texts(then) == {"move red-1 C2 via B1 C2"}
    assert then[0].complete


def test_a_bare_keyword_asks_the_same_as_none() -> None:
    table = Skirmish().table(practice=True)
    assert table.legal("move red-1 C2 via") == table.legal("move red-1 C2")
    assert not table.why_not("move red-1 C2 via")
    with pytest.raises(BadInput, match="not a whole action yet"):
        table.play("move red-1 C2 via")


def test_a_beginning_says_what_it_lacks() -> None:
    table = Skirmish().table(practice=True)
    lacking = Reason("2", "The way ends in B1, not in C2.", ("C2",))
    assert table.decision(prefix="move red-1 C2 via B1").duties == (lacking,)
    assert table.decision(prefix="move red-1 C2").duties == ()
    with pytest.raises(Refused) as refused:
        table.play("move red-1 C2 via B1")
    assert list(refused.value.reasons) == [lacking]


def test_the_way_that_was_named_is_the_way_that_is_gone() -> None:
    # From B3 to D3 one goes by C4 or by the mines at C3, which hurt whoever enters them.  (2.3)
    for way, lives in (("C3", 1), ("C4", 2)):
        table = Skirmish().position('[state.at]\nred-1 = "B3"\n')
        ways = routes(table.state, 0)[table.game.data.places.index("D3")]
        assert {table.game.data.places[w[0]] for w in ways} == {"C3", "C4"}
        table.play(f"move red-1 D3 via {way} D3")
        assert table.state.lives[0] == lives


def test_without_a_way_the_best_one_is_taken_and_shown() -> None:
    table = Skirmish().position('[state.at]\nred-1 = "B3"\n')
    preview = table.preview("move red-1 D3")
    assert preview is not None
    assert preview.path == ("B3", "C4", "D3")
    assert not preview.effects
    through = table.preview("move red-1 D3 via C3 D3")
    assert through is not None
    assert [effect.rule for effect in through.effects] == ["2.3"]


def test_a_set_takes_any_number_of_values_but_none_twice() -> None:
    text = '[state.at]\nblue-1 = "B1"\nred-1 = "A1"\nred-2 = "A2"\n[[state.stack]]\ntype = "EndTurn"\n'
    table = Skirmish().position(text + '[[state.stack]]\ntype = "Attacking"\n')
    one = next(a for a in table.legal("attack blue-1") if a.args[-1] == "red-1")
    assert one.complete
    assert one.more
    assert texts(table.legal("attack blue-1 red-1")) == {"attack blue-1 red-1 red-2"}
    assert [r.text for r in table.why_not("attack blue-1 red-1 red-1")] == ["red-1 attacks already."]


def test_slots_fixed_optional_repeated_and_with_a_keyword() -> None:
    number = Domain("number")
    fixed = Slot("a", number, anything)
    tails = {
        "none": Verb("v", nothing, (fixed,)),
        "optional": Verb("v", nothing, (fixed, Slot("b", number, anything, optional=True))),
        "repeat": Verb("v", nothing, (fixed, Slot("b", number, anything, repeat=True))),
        "both": Verb("v", nothing, (fixed, Slot("b", number, anything, repeat=True, optional=True))),
        "via": Verb("v", nothing, (fixed, Slot("b", number, anything, repeat=True, optional=True, keyword="via"))),
    }
    nobody: Any = None

    def read(name: str, words: str) -> Ints:
        found = read_args(tails[name], nobody, words.split())
        assert found.reason is None, (name, words, found)
        return found.args

    def complete(name: str, words: str) -> bool:
        found = read_args(tails[name], nobody, words.split())
        return not found.keyword and masks.is_whole(tails[name], nobody, nobody, "", found.args)

    def open_(name: str, words: str) -> bool:
        return masks.next_slot(tails[name], read(name, words)) is not None

    assert not any(complete(name, "") for name in tails)
    assert {name for name in tails if complete(name, "1")} == {"none", "optional", "both", "via"}
    assert {name for name in tails if open_(name, "1")} == {"optional", "repeat", "both", "via"}
    assert {name for name in ("optional", "repeat", "both") if open_(name, "1 1")} == {"repeat", "both"}
    assert open_("via", "1 via 2")
    assert not complete("via", "1 via")
    assert complete("via", "1 via 2")
    assert read("via", "1 via 2 3") == (1, 2, 3)


def test_words_that_mean_nothing_here_are_told_apart() -> None:
    number = Domain("number")
    via = Verb("v", nothing, (Slot("a", number, anything), Slot("b", number, anything, repeat=True, optional=True,
                                                                keyword="via")))  # fmt: skip
    one = Verb("w", nothing, (Slot("a", number, anything),))
    told = [read_args(verb, Static(), words.split()).reason for verb, words in
            ((via, "1 by 2"), (via, "one"), (one, "1 2"), (one, "1000"))]  # fmt: skip
    assert [reason.text if reason else "" for reason in told] == [
        "Only “via” can follow here, not “by”.",
        "“one” is not an a that “v” could mean here.",
        "“w 1” takes nothing after it.",
        "“1000” is not an a that “w” could mean here.",
    ]


def test_an_action_that_lacks_a_slot_is_asked_for_it() -> None:
    table = Skirmish().table(practice=True)
    with pytest.raises(BadInput, match="“move red-1” is not a whole action yet: say which to"):
        table.play("move red-1")
    with pytest.raises(BadInput, match="which unit"):
        table.play("move")


def test_an_action_of_one_seat_may_be_given_back_as_it_was_listed() -> None:
    table = Smoke().table(practice=True, seed=1)
    (aimed, _) = table.legal()
    assert table.legal(aimed) == table.legal(aimed.text)
    assert list(table.why_not(aimed)) == []
    table.play(aimed)
    assert table.history[-1].action == aimed


def test_a_list_stops_after_the_first_action_that_chance_followed() -> None:
    table = Smoke().table(practice=True, forced=["two"])
    played = table.play(["fire field-gun", "let"])
    assert played.count == 1
    assert played.stopped == "Stopped after action 1, “fire field-gun”: dice or cards have decided something."
    assert table.seat == "blue"


def test_a_list_says_how_many_were_played_before_a_refusal() -> None:
    table = Skirmish().table(practice=True)
    with pytest.raises(Refused) as refused:
        table.play(["move red-1 B1", "move red-2 B2", "move red-1 B2"])
    assert refused.value.played == 2
    assert len(table.history) == 3


def test_the_decision_names_slots_and_buttons() -> None:
    table = Skirmish().table(practice=True)
    decision = table.decision()
    assert [(slot.verb, slot.name, slot.kind) for slot in decision.slots] == [("move", "unit", "piece")]
    assert [(b.action, b.label, b.complete) for b in decision.buttons] == [("attack-now", "Go on to attacks", True)]
    further = table.decision(prefix="move red-1")
    assert [(slot.name, slot.kind) for slot in further.slots] == [("to", "place")]


def test_values_that_are_no_pieces_or_places_become_buttons() -> None:
    table = LandingGame().table(practice=True)
    assert {b.action for b in table.decision().buttons} == {"place division", "place dummy", "place regiment"}


def test_preview_and_odds_of_a_beginning_say_nothing() -> None:
    table = Skirmish().table(practice=True)
    assert table.preview("move red-1") is None
    assert table.odds("move red-1") is None
    assert table.odds("attack-now") is None

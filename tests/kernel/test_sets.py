"""Verbs that take sets: one text, one transaction, one undo; what may join narrows as the set grows."""

from __future__ import annotations

import pytest
from toys.crossing import COMPANIES, POSTS, Crossing, River, any_landing, ferry, on_board
from toys.skirmish import Skirmish

from grognard import BadInput, Refused
from grognard.kernel.match.table import Table
from grognard.kernel.rules import Deed, Domain, Slot, Verb, mask_of

ACROSS = """
[state]
boats = 0
[state.at]
a = "upper"
b = "upper"
c = "lower"
[[state.stack]]
type = "Storming"
"""


def texts(table: Table[River], prefix: str = "") -> list[str]:
    return [action.text for action in table.legal(prefix)]


def test_what_may_join_narrows_as_the_set_grows() -> None:
    table = Crossing().table(practice=True)
    assert texts(table) == ["ferry a", "ferry b", "ferry c", "ferry d", "storm-now"]
    # 1.1: a boat carries 3; c weighs 2, so that only a or b may join it, and then nobody
    assert texts(table, "ferry c") == ["ferry a c", "ferry b c", "ferry c to upper", "ferry c to lower"]
    assert texts(table, "ferry a c") == ["ferry a c to upper", "ferry a c to lower"]
    assert [r.text for r in table.why_not("ferry c d")] == ["With company d the boat would carry 4."]


def test_a_group_moves_as_one_action_and_comes_back_as_one() -> None:
    table = Crossing().table(practice=True)
    table.play("ferry c a to upper")
    assert table.history[-1].action is not None
    assert table.history[-1].action.text == "ferry a c to upper", "members stand in the order of their domain"
    assert table.state.at == [0, -1, 0, -1]
    assert table.state.boats == 2
    table.undo()
    assert table.state.at == [-1] * 4
    assert table.state.boats == 3
    table.redo()
    assert table.state.at == [0, -1, 0, -1]


def test_two_sets_in_one_verb() -> None:
    table = Crossing().position(ACROSS, forced=[])
    assert texts(table) == ["storm mill", "storm ford", "storm hill"]
    assert texts(table, "storm mill ford") == [
        "storm mill ford hill", "storm mill ford with a", "storm mill ford with b", "storm mill ford with c",
    ]  # fmt: skip
    one = next(a for a in table.legal("storm mill ford") if a.text == "storm mill ford with a")
    assert not one.complete
    assert one.more
    # 2.2: a and b have landed above, c below; 2.3: as many companies as posts
    assert [r.text for r in table.decision(prefix="storm mill ford with a").duties] == [
        "2 posts need as many companies.", "Nobody of these has landed near the ford.",
    ]  # fmt: skip
    with pytest.raises(Refused, match="Nobody of these has landed near the ford"):
        table.play("storm mill ford with a b")
    assert not table.why_not("storm mill ford with a c")
    table.play("storm mill ford with a c", forced=[4, 3])
    assert table.state.taken == mask_of([POSTS.number["mill"]])


def test_what_is_asked_next_is_what_can_be_answered() -> None:
    table = Crossing().table(practice=True)
    asked = {p: [s.prompt for s in table.decision(prefix=p).slots] for p in ("ferry", "ferry c", "ferry a c")}
    assert asked["ferry"] == ["Who goes?"]
    assert asked["ferry c"] == ["Who goes?", "Where to?"]
    assert asked["ferry a c"] == ["Where to?"], "nobody can join any more"


def test_bad_words_in_a_set_get_a_sentence() -> None:
    table = Crossing().position(ACROSS, forced=[])
    for text, words in (
        ("storm mill mill", "named twice"),
        ("storm mill with x", "“x” is not a company"),
        ("storm x", "“x” is not a post"),
        ("storm mill with d", "Company d is not across"),
    ):
        with pytest.raises(Refused, match=words):
            table.play(text)
    with pytest.raises(BadInput, match="not a whole action yet"):
        table.play("storm mill")
    with pytest.raises(BadInput, match="not a whole action yet"):
        table.play("storm mill with")


def test_a_deed_with_sets_is_permitted_and_said() -> None:
    game = Crossing()
    s = game.position(ACROSS, forced=[]).state
    posts, men = mask_of([0, 1]), mask_of([COMPANIES.number[x] for x in "ac"])
    deed = Deed("storm", (posts, men), "red")
    assert game.permits(s, deed)
    assert game.said(s, deed).text == "storm mill ford with a c"
    assert game.deed(s, game.read(s, "red", "storm ford mill with c a")) == deed
    assert not game.permits(s, Deed("storm", (posts, 1), "red"))
    assert not game.permits(s, Deed("storm", (posts,), "red"))
    assert not game.permits(s, Deed("storm", (posts, men), "blue"))


def test_what_is_wrong_with_a_verb_is_said_when_it_is_made() -> None:
    company = Slot("company", Domain("piece", "companies"), on_board, many=True)
    landing = Slot("landing", Domain("place", "landings"), any_landing)
    with pytest.raises(TypeError, match="needs a keyword"):
        Verb("ferry", ferry, (company, landing))
    with pytest.raises(TypeError, match="only the last slot"):
        Verb("ferry", ferry, (Slot("way", Domain("place", "landings"), any_landing, repeat=True), landing))


def test_random_play_uses_sets_of_every_size() -> None:
    import random

    game = Crossing()
    sizes = {game.random(game.start(), "red", random.Random(seed)).args[:1] for seed in range(200)}
    assert {args[0].bit_count() for args in sizes if args} == {1, 2}


def test_verbs_without_sets_are_as_before() -> None:
    table = Skirmish().table(practice=True)
    assert table.legal("move red-1")[0].text == "move red-1 B1"

"""Drafts: answers built of parts, seen by nobody else until all are done."""

from __future__ import annotations

from fractions import Fraction

import pytest
from toys.auction import CHAIRS, Auction, Auctioned, Bidding
from toys.landing import LandingGame
from toys.setups import OFF, Line, SetUps
from toys.skirmish import Skirmish

from grognard import Action, BadInput, Refused
from grognard.kernel import show
from grognard.kernel.match.table import Table


def both_placed() -> Table[Line]:
    table = SetUps().table()
    table.play("place red-guard west; place red-scout east; done", seat="red")
    return table


def test_a_part_changes_the_own_sight_and_nothing_else() -> None:
    table = SetUps().table()
    table.play("place red-guard west", seat="red")
    assert table.state.at == [OFF] * 4
    assert [p.id for p in table.scene("red").pieces] == ["red-guard"]
    assert not table.scene("blue").pieces
    assert not table.scene("public").pieces
    assert table.decision("red").parts == ("place red-guard west",)
    assert table.decision("blue").parts == ()
    assert not table.log("blue")


def test_legal_goes_on_from_the_parts_so_far() -> None:
    table = SetUps().table()
    table.play("place red-guard west", seat="red")
    assert {a.text for a in table.legal(seat="red")} == {"place red-scout"}
    assert {a.text for a in table.legal("place red-scout", seat="red")} == {
        "place red-scout centre",
        "place red-scout east",
    }


def test_legal_takes_parts_within_its_prefix() -> None:
    table = SetUps().table()
    after = table.legal("place red-guard west; place red-scout", seat="red")
    assert {a.args[-1] for a in after} == {"centre", "east"}
    assert {a.text for a in table.legal("place red-guard west; ", seat="red")} == {"place red-scout"}
    assert table.draft("red") == ()


def test_parts_are_taken_back_one_by_one() -> None:
    table = SetUps().table()
    table.play("place red-guard west", seat="red")
    table.play("place red-scout east", seat="red")
    table.undo("red")
    assert [part.text for part in table.draft("red")] == ["place red-guard west"]
    table.undo("red")
    assert table.draft("red") == ()
    with pytest.raises(Refused, match="nothing to take back"):
        table.undo("red")


def test_done_is_refused_while_a_duty_is_unmet() -> None:
    table = SetUps().table()
    assert [r.text for r in table.why_not("done", seat="red")] == ["red-guard has no post.", "red-scout has no post."]
    with pytest.raises(Refused, match=r"red-scout has no post\. \[1\.2\]"):
        table.play("place red-guard west; done", seat="red")
    assert table.draft("red") == ()


def test_a_whole_draft_may_be_one_text() -> None:
    table = both_placed()
    assert table.seat == "blue"
    entry = table.history[-1]
    assert entry.action is not None
    assert entry.action.text == "place red-guard west; place red-scout east; done"
    assert [part.text for part in entry.action.parts] == ["place red-guard west", "place red-scout east"]


def test_a_text_may_finish_a_draft_that_was_begun() -> None:
    table = SetUps().table()
    table.play("place red-guard west", seat="red")
    table.play("place red-scout east; done", seat="red")
    assert table.history[-1].action == Action(
        "done", seat="red", parts=tuple(
            Action("place", args, seat="red") for args in (("red-guard", "west"), ("red-scout", "east"))
        )
    )  # fmt: skip


def test_a_bad_part_within_a_text_is_explained_and_nothing_is_kept() -> None:
    table = SetUps().table()
    with pytest.raises(Refused, match=r"You have a man at west\. \[1\.1\]"):
        table.play("place red-guard west; place red-scout west; done", seat="red")
    assert table.draft("red") == ()
    with pytest.raises(Refused, match="not a whole part"):
        table.play("place red-guard; done", seat="red")
    with pytest.raises(BadInput, match="empty part"):
        table.play("; done", seat="red")


def test_several_parts_are_refused_where_one_action_is_asked() -> None:
    table = Skirmish().table(practice=True)
    with pytest.raises(Refused, match="one action, not several parts"):
        table.play("attack-now; move red-2 B2")
    with pytest.raises(Refused, match="“attack-now” is an action of its own"):
        table.play("move red-1 B1; attack-now")


def test_what_can_be_named_in_a_row_is_one_action() -> None:
    table = Skirmish().table(practice=True)
    before = table.position()
    table.play("move red-1 B1; move red-2 B2")
    assert len(table.history) == 2
    table.undo()
    assert table.position() == before
    assert table.draft("red") == ()


def test_a_finished_draft_waits_unseen_for_the_others() -> None:
    table = both_placed()
    assert table.state.at == [OFF] * 4
    assert table.seats == ("blue",)
    assert table.view("blue").pending[0].parts == ()
    assert len(table.view("red").pending[0].parts) == 2
    assert not table.scene("blue").pieces
    assert "guard" not in str(table.record("blue")["steps"])
    assert "red-guard" not in table.position("blue")


def test_simultaneous_drafts_enter_together_and_are_told_together() -> None:
    table = both_placed()
    table.play("place blue-guard east; place blue-scout west; done")
    assert table.state.at == [0, 2, 2, 0]
    for seat in ("red", "blue", "public"):
        assert [line.text for line in table.log(seat)] == [
            "red-guard stands at west.",
            "red-scout stands at east.",
            "blue-guard stands at east.",
            "blue-scout stands at west.",
            "Red holds 1, Blue holds 1.",
        ]


def test_the_order_of_finishing_makes_no_difference() -> None:
    drafts = {"red": "place red-scout east; place red-guard west; done", "blue": "place blue-guard east; "}
    drafts["blue"] += "place blue-scout west; done"
    ends = []
    for order in (("red", "blue"), ("blue", "red")):
        table = SetUps().table()
        for seat in order:
            table.play(drafts[seat], seat=seat)
        ends.append((table.state, [line.text for line in table.log("public")]))
    assert ends[0] == ends[1]


def test_each_seat_can_be_named_where_several_are_asked() -> None:
    table = SetUps().table()
    assert table.seats == ("red", "blue")
    assert table.seat is None
    assert table.game.turn(table.state) == frozenset(("red", "blue"))
    with pytest.raises(BadInput, match="Several seats owe a decision"):
        table.legal()


def test_a_second_done_is_refused() -> None:
    table = both_placed()
    with pytest.raises(Refused, match="red has nothing to decide now"):
        table.play("done", seat="red")


def test_a_finished_draft_can_be_taken_back_with_its_parts() -> None:
    table = both_placed()
    table.undo("red")
    assert [part.text for part in table.draft("red")] == ["place red-guard west", "place red-scout east"]
    table.undo("red")
    table.play("place red-scout centre; done", seat="red")
    table.play("place blue-guard east; place blue-scout west; done", seat="blue")
    assert table.state.at == [0, 1, 2, 0]


def test_taking_back_leaves_the_other_seats_draft_alone() -> None:
    table = both_placed()
    table.play("place blue-guard east", seat="blue")
    table.undo("red")
    assert [part.text for part in table.draft("blue")] == ["place blue-guard east"]


def test_an_empty_draft_can_mean_something() -> None:
    table = Auction().table(practice=True)
    table.play("done", seat="first")
    table.play("bid 2; done", seat="second")
    assert table.state.bids == [0, 2]
    assert table.seat == "second"


def test_a_draft_is_no_action_of_the_game_until_it_is_done() -> None:
    table = LandingGame().table()
    table.play("place division gold")
    assert len(table.history) == 1
    assert table.record("defender")["steps"] == []


def test_no_chance_follows_a_part() -> None:
    table = LandingGame().table(practice=True)
    with pytest.raises(BadInput, match="too many"):
        table.play("place division gold", forced=[1])


def test_a_bid_decides_who_commands_which_side() -> None:
    game = Auction()
    table = game.table(practice=True)
    assert {game.side(table.state, seat) for seat in game.seats} == {"undecided"}
    table.play("bid 1; done", seat="first")
    table.play("bid 3; done", seat="second")
    assert [game.side(table.state, seat) for seat in game.seats] == ["defender", "attacker"]


@pytest.mark.parametrize(("roll", "attacker"), [(3, "first"), (4, "second")])
def test_a_tied_bid_is_settled_by_a_die(roll: int, attacker: str) -> None:
    table = Auction().table(practice=True)
    table.play("bid 2; done", seat="first")
    table.play("bid 2; done", seat="second", forced=[roll])
    assert table.seat == attacker
    assert table.game.side(table.state, attacker) == "attacker"


def test_a_second_bid_is_refused() -> None:
    table = Auction().table()
    table.play("bid 2", seat="first")
    with pytest.raises(Refused, match=r"You have bid 2\. \[1\]"):
        table.play("bid 3", seat="first")
    assert [a.text for a in table.legal(seat="first")] == ["done"]


class WeighedBidding(Bidding, frozen=True, tag="Bidding"):
    def odds(self, v: Auctioned, seat: str) -> show.Odds:
        won = Fraction(5 - v.bids[CHAIRS.index(seat)], 6)  # 2.1: a die less the bid must be 2 or more
        rows = (show.OddsRow("won", str(won), float(won)), show.OddsRow("lost", str(1 - won), float(1 - won)))
        return show.Odds("The storm", rows, assumes=("you get the attack",))

    def preview(self, v: Auctioned, seat: str) -> show.Preview:
        return show.Preview(f"You bid {v.bids[CHAIRS.index(seat)]}.")


class Weighed(Auction):
    def begin(self, scenario: str, options: dict[str, bool | str]) -> Auctioned:
        s = super().begin(scenario, options)
        s.stack = [WeighedBidding()]
        return s


def test_a_draft_as_a_whole_may_have_odds_and_a_preview() -> None:
    table = Weighed().table()

    def chance(action: str) -> str:
        odds = table.odds(action, seat="first")
        assert odds is not None
        return odds.rows[0].chance

    assert chance("done") == "5/6"
    assert chance("bid 3; done") == "1/3"
    table.play("bid 2", seat="first")
    assert chance("done") == "1/2"
    preview = table.preview("done", seat="first")
    assert preview is not None
    assert preview.text == "You bid 2."
    assert Auction().table().odds("done", seat="first") is None


def test_the_odds_of_a_part_are_those_after_the_parts_before_it() -> None:
    text = '[state.at]\nred-1 = "D1"\nred-2 = "D2"\n[[state.stack]]\ntype = "EndTurn"\n'
    table = Skirmish().position(text + '[[state.stack]]\ntype = "Attacking"\n')
    odds = table.odds("attack blue-1 red-1; attack blue-2 red-2")
    assert odds is not None
    assert odds.title == "blue-2 attacked"
    assert [row.chance for row in odds.rows] == ["1/2", "1/6", "1/3"]


def test_parts_in_the_prefix_of_a_decision_count_for_its_duties() -> None:
    table = SetUps().table()
    decision = table.decision("red", "place red-guard west; ")
    assert [duty.text for duty in decision.duties] == ["red-scout has no post."]

"""A game survives a change of the rules: it is replayed, or shown as it happened and continued as a new record."""

from __future__ import annotations

from typing import Any

import msgspec
from toys.auction import Assault, Auction, Auctioned, Bidding, Storm, Tie, bid, one_bid, take_sides
from toys.skirmish import HEX, Field, Skirmish

import grognard
from grognard.kernel import show
from grognard.kernel.match.record import Header, dump_record
from grognard.kernel.match.rules_version import rules_version
from grognard.kernel.match.save import load_game, save_game
from grognard.kernel.match.table import Table
from grognard.kernel.rules import Domain, Ints, Slot, Verb, Why, Whys
from grognard.kernel.rules.events import Events, Said


class KinderBidding(Bidding, frozen=True, tag="Bidding"):
    """A tie goes to the first chair; no die is rolled."""

    def commit(self, s: Auctioned, ev: Events | None) -> None:
        if ev is not None:
            ev.add(Said(f"The bids are {s.bids[0]} and {s.bids[1]}.", rule="1"))
        take_sides(s, int(s.bids[1] > s.bids[0]), ev)


class NewAuction(Auction):
    """Rule 1.1 was changed."""

    version = "2"
    steps = (KinderBidding, Tie, Assault, Storm)

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Auctioned:
        s = super().begin(scenario, options)
        s.stack = [KinderBidding()]
        return s


def auctioned(second: str = "bid 2; done", roll: list[Any] | None = None) -> Table[Auctioned]:
    table = Auction().table(practice=True, seed=1)
    table.play("bid 1; done", seat="first")
    table.play(second, seat="second", forced=roll)
    return table


def test_a_game_that_the_change_does_not_touch_goes_on() -> None:
    table = auctioned()
    opened = grognard.replay(dump_record(table.record()), NewAuction())
    assert opened.matches, opened.mismatch
    assert opened.table is not None
    opened.table.play("storm", forced=[6])
    assert opened.table.over
    record = opened.table.record()
    assert record["version"] == rules_version(NewAuction())
    assert "parent" not in record
    assert record["steps"][:3][2]["action"] == table.record()["steps"][2]["action"]
    assert grognard.replay(record, NewAuction()).matches


def test_a_game_that_the_change_touches_says_where_it_no_longer_fits() -> None:
    table = auctioned("bid 1; done", [5])
    opened = grognard.replay(dump_record(table.record()), NewAuction())
    assert not opened.matches
    assert opened.mismatch.startswith("Step 2 can no longer be played: ")


def test_it_is_still_shown_as_it_happened() -> None:
    table = auctioned("bid 1; done", [5])
    table.play("wait")
    before = grognard.replay(table.record(), Auction())
    after = grognard.replay(table.record(), NewAuction())
    for seat in ("first", "second", "public"):
        assert list(after.scenes(seat)) == list(before.scenes(seat))
        assert after.log(seat) == [line.text for line in table.log(seat)]


def test_it_goes_on_as_a_new_record_that_names_its_parent() -> None:
    old = auctioned("bid 1; done", [5]).record()
    opened = grognard.replay(old, NewAuction())
    table = opened.table
    assert table is not None
    assert table.seats == ("second",)  # before the step that no longer fits
    table.play("bid 1; done", seat="second")
    assert table.seat == "first"  # as the new rules say
    table.play("storm")
    record = table.record()
    assert record["parent"] == {"hash": old["steps"][1]["hash"], "step": 2}
    assert record["version"] == rules_version(NewAuction())
    again = grognard.replay(dump_record(record), NewAuction())
    assert again.matches, again.mismatch
    assert again.table is not None
    assert again.table.record() == record


def test_a_saved_game_says_the_same() -> None:
    assert load_game(save_game(auctioned()), NewAuction()).matches
    opened = load_game(save_game(auctioned("bid 1; done", [5])), NewAuction())
    assert opened.mismatch.startswith("Step 2 can no longer be played")


def only_one(v: Auctioned, step: Bidding, seat: str, args: Ints) -> Whys:
    if args[0] != 1:
        yield Why("1", lambda: "A bid is 1.")


class LowBidding(Bidding, frozen=True, tag="Bidding"):
    verbs = (Verb("bid", bid, (Slot("points", Domain("number"), only_one),), "1", reasons=one_bid),)


class LowAuction(Auction):
    steps = (LowBidding, Tie, Assault, Storm)

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Auctioned:
        s = super().begin(scenario, options)
        s.stack = [LowBidding()]
        return s


def test_an_action_that_is_no_longer_legal_is_explained() -> None:
    opened = grognard.replay(auctioned().record(), LowAuction())
    assert opened.mismatch == ("Step 2 can no longer be played: A bid is 1. [1]")


class WordierBidding(Bidding, frozen=True, tag="Bidding"):
    def commit(self, s: Auctioned, ev: Events | None) -> None:
        if ev is not None:
            ev.add(Said(f"Ladies and gentlemen, the bids are {s.bids[0]} and {s.bids[1]}!", rule="1"))
        take_sides(s, int(s.bids[1] > s.bids[0]), ev)


class Wordier(Auction):
    def begin(self, scenario: str, options: dict[str, bool | str]) -> Auctioned:
        s = super().begin(scenario, options)
        s.stack = [WordierBidding()]
        return s


def test_words_may_change_where_the_board_does_not() -> None:
    table = auctioned()
    opened = grognard.replay(dump_record(table.record()), Wordier())
    assert opened.matches, opened.mismatch
    assert "The bids are 1 and 2." in opened.log("public")  # as it was told then


class Described(Skirmish):
    """Says of every unit and of its hex what they are, and marks who has moved."""

    words = ("fresh", "a unit of the line", "tired", "held ground")

    def scene(self, view: Field) -> show.Scene:
        old = super().scene(view)
        state, kind, badge, mark = self.words
        pieces = tuple(
            msgspec.structs.replace(
                piece,
                face=msgspec.structs.replace(
                    piece.face,
                    about=f"{kind}, {state}, turn {view.turn}" if state else kind,
                    badges=(show.Badge("T", "plain", badge),),
                ),
            )
            for piece in old.pieces
        )
        marks = tuple(show.Mark(f"held-{piece.id}", piece.place, "held", "", mark) for piece in old.pieces)
        return msgspec.structs.replace(old, pieces=pieces, marks=marks)


class DescribedAnew(Described):
    """The words no longer change with the turn."""

    words = ("", "A unit of the line.", "It is tired.", "Held.")


class Tattooed(Described):
    """What is printed on a badge is no description."""

    def scene(self, view: Field) -> show.Scene:
        old = super().scene(view)
        pieces = tuple(
            msgspec.structs.replace(
                piece, face=msgspec.structs.replace(piece.face, badges=(show.Badge("X", "plain", "tired"),))
            )
            for piece in old.pieces
        )
        return msgspec.structs.replace(old, pieces=pieces)


def test_what_pieces_badges_and_marks_are_said_to_be_may_be_worded_anew() -> None:
    table = Described().table(practice=True, seed=1)
    for _ in range(6):
        table.play(table.legal()[-1])
    record = dump_record(table.record())
    assert len({piece["face"]["about"] for step in table.record()["steps"] for piece in pieces_of(step)}) > 1
    for game in (DescribedAnew(), Skirmish()):
        opened = grognard.replay(record, game)
        assert opened.matches is isinstance(game, DescribedAnew), opened.mismatch
    assert not grognard.replay(record, Tattooed()).matches


def pieces_of(step: Any) -> list[Any]:
    """The pieces that a step of a record changed."""
    return [
        piece
        for event in step["events"]
        for things in event.get("changes", {}).values()
        for piece in things.get("pieces", {}).values()
        if piece
    ]


class OtherOrder(Bidding, frozen=True, tag="Bidding"):
    """Tells the bids after the sides are taken, and shows on the way what is not so in the end."""

    def commit(self, s: Auctioned, ev: Events | None) -> None:
        attacker, bids = int(s.bids[1] > s.bids[0]), s.bids[:]
        s.attacker, s.bids = 1 - attacker, [3, 3]
        if ev is not None:
            ev.add(Said("The auctioneer hesitates.", rule="1"))
        s.bids = bids
        take_sides(s, attacker, ev)
        if ev is not None:
            ev.add(Said(f"The bids were {s.bids[0]} and {s.bids[1]}.", rule="1"))


class LowBidWins(Bidding, frozen=True, tag="Bidding"):
    def commit(self, s: Auctioned, ev: Events | None) -> None:
        take_sides(s, int(s.bids[1] <= s.bids[0]), ev)


def auction_with(step: Bidding) -> Auction:
    class Other(Auction):
        steps = (type(step), Tie, Assault, Storm)

        def begin(self, scenario: str, options: dict[str, bool | str]) -> Auctioned:
            s = super().begin(scenario, options)
            s.stack = [step]
            return s

    return Other()


def test_a_step_may_be_cut_into_other_events_where_the_board_after_it_is_the_same() -> None:
    table = Auction().table(practice=True, seed=1)
    table.play("done", seat="first")  # its bid is 0 before and after
    table.play("bid 2; done", seat="second")
    opened = grognard.replay(dump_record(table.record()), auction_with(OtherOrder()))
    assert opened.matches, opened.mismatch
    assert opened.table is not None
    changes = [[event.get("changes") for event in step["events"]] for step in opened.table.record()["steps"]]
    assert changes != [[event.get("changes") for event in step["events"]] for step in table.record()["steps"]]
    opened.table.play("storm", forced=[6])
    assert opened.table.over


def test_a_step_that_leaves_another_board_is_noticed() -> None:
    opened = grognard.replay(dump_record(auctioned().record()), auction_with(LowBidWins()))
    assert opened.mismatch == "Step 2 (“bid 2; done”) now does something else."
    assert opened.table is not None
    assert opened.table.seats == ("second",)


class OtherSetUp(Skirmish):
    def begin(self, scenario: str, options: dict[str, bool | str]) -> Field:
        s = super().begin(scenario, options)
        s.at[7] = HEX["D5"]
        return s


def test_another_set_up_is_noticed_though_every_action_still_fits() -> None:
    table = Skirmish().table(practice=True, seed=1)
    table.play("move red-1 B1")
    opened = grognard.replay(table.record(), OtherSetUp())
    assert opened.mismatch == "The set-up is now another."
    assert opened.table is not None
    assert opened.table.seat == "red"
    assert not opened.table.state.moved
    opened.table.play("move red-2 B2")
    assert opened.table.record()["parent"] == {"hash": table.record()["hash"], "step": 0}
    assert len(list(opened.scenes("red"))) == 3


class Counted(Auction):
    """Shows a number more than it did, from the first step on."""

    version = "2"

    def scene(self, view: Auctioned) -> show.Scene:
        old = super().scene(view)
        return msgspec.structs.replace(old, numbers=(*old.numbers, show.Number("sum", "Sum", sum(view.bids))))


def test_a_record_bears_a_number_that_it_never_knew() -> None:
    old = auctioned().record()
    assert not any("sum" in scene["numbers"] for scene in old["scenes"].values())
    opened = grognard.replay(dump_record(old), Counted())
    assert opened.matches, opened.mismatch
    # What is written after the change, behind old steps, is opened again too.
    assert opened.table is not None
    header: Any = {key: value for key, value in old.items() if key not in ("steps", "end")}
    opened.table.recorder.take_up(Header(header), old["steps"])
    opened.table.play("storm", forced=[6])
    grown = opened.table.record()
    assert "sum" not in str(grown["steps"][:3])
    again = grognard.replay(dump_record(grown), Counted())
    assert again.matches, again.mismatch


def test_a_number_that_the_record_knows_is_still_compared() -> None:
    table = Counted().table(practice=True, seed=1)
    table.play("bid 1; done", seat="first")
    table.play("bid 2; done", seat="second")

    class Doubled(Counted):
        def scene(self, view: Auctioned) -> show.Scene:
            old = super().scene(view)
            *rest, last = old.numbers
            return msgspec.structs.replace(old, numbers=(*rest, msgspec.structs.replace(last, value=2 * last.value)))

    opened = grognard.replay(table.record(), Doubled())
    assert opened.mismatch == "Step 2 (“bid 2; done”) now does something else."


class OtherVictory(Auction):
    def result(self, s: Auctioned) -> show.Result | None:
        found = super().result(s)
        return show.Result("first", "victory", "The first chair always wins.", 1, "9") if found else None


def test_another_ending_is_noticed() -> None:
    table = auctioned()
    table.play("storm", forced=[6])
    assert table.result is not None
    assert table.result.winner == "second"
    opened = grognard.replay(table.record(), OtherVictory())
    assert "ends" in opened.mismatch
    assert len(opened.log("public")) == len(table.log("public"))


def test_an_option_or_a_seat_that_is_gone_leaves_a_record_that_can_be_shown() -> None:
    class WithOption(Auction):
        options = (show.Option("fog", "Fog"),)

    class OtherSeats(Auction):
        seats = ("left", "right")

    old = WithOption().table(options={"fog": True}, practice=True)
    old.play("bid 1; done", seat="first")
    for game in (Auction(), OtherSeats()):
        opened = grognard.replay(old.record(), game)
        assert opened.mismatch
        assert opened.table is None
        assert len(list(opened.scenes("first"))) == 3


def test_a_position_that_is_no_longer_possible_leaves_a_record_that_can_be_shown() -> None:
    class Strict(Skirmish):
        def check(self, s: Field) -> Any:
            yield show.Reason("9", "Nothing is possible.")

    table = Skirmish().position('[state.at]\nred-1 = "C2"\n')
    table.play("move red-2 B2")
    opened = grognard.replay(table.record(), Strict())
    assert "Nothing is possible" in opened.mismatch
    assert opened.table is None
    assert len(list(opened.scenes("red"))) == 3

"""Taking a part out of the middle of a draft."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from toys.landing import OFF, Defending, LandingGame, Shore, free_beach, free_block, place

from grognard.kernel.errors import BadInput, Refused
from grognard.kernel.rules import Domain, Ints, Slot, Verb, Why, Whys


def test_any_part_can_be_taken_out_and_what_it_held_is_free_again() -> None:
    table = LandingGame().table(practice=True)
    for part in ("place division gold", "place regiment juno", "place dummy utah"):
        table.play(part)
    table.drop(1)
    assert [part.text for part in table.draft("defender")] == ["place division gold", "place dummy utah"]
    assert [reason.text for reason in table.why_not("done")] == ["The regiment is not placed."]
    table.play("place regiment juno; done")
    assert table.seat == "lander"


def test_a_part_that_is_not_there_cannot_be_taken_out() -> None:
    table = LandingGame().table(practice=True)
    table.play("place division gold")
    with pytest.raises(BadInput, match="no part 2"):
        table.drop(1)
    assert len(table.draft("defender")) == 1


def after_the_division(v: Shore, step: Defending, seat: str, args: Ints) -> Whys:
    yield from free_block(v, step, seat, args)
    if args[0] and v.block_at[0] == OFF:
        yield Why("1", lambda: "The division goes first.")


class InOrder(Defending, frozen=True):
    verbs = (
        Verb(
            "place",
            place,
            slots=(
                Slot("block", Domain("choice", "blocks"), after_the_division),
                Slot("beach", Domain("place", "beaches"), free_beach),
            ),
        ),
    )


class OrderedLanding(LandingGame):
    steps: ClassVar[Any] = (*LandingGame.steps, InOrder)

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Shore:
        s = super().begin(scenario, options)
        s.stack = [InOrder()]
        return s


def test_a_part_that_a_later_one_needs_stays() -> None:
    table = OrderedLanding().table(practice=True)
    table.play("place division gold")
    table.play("place dummy juno")
    with pytest.raises(Refused, match=r"“place dummy juno” needs it\..*The division goes first\."):
        table.drop(0)
    assert len(table.draft("defender")) == 2

"""17.10.2, 17.10.9: aircraft in battle, one aircraft, hex or turn at a time. M10 and M9 are open country near M7."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.air.air import tac_range
from grognard.games.fortress_europa.rules.air.support import bound_hex_reasons
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.state import NOWHERE, SPENT
from grognard.suite import rule
from tests.games.fortress_europa.test_support import carpet, combat, landing

TAC = "9th-1 9th-2 2nd-1 2nd-2"


def last(desk, text):
    """What can come next where a draft has been begun."""
    return sorted(found.split()[-1] for found in desk.legal(text))


# ------------------------------------------------------------------------------------------ Ground Support


@rule("17.10.2")
@pytest.mark.parametrize("first", TAC.split())
def test_whoever_supports_already_keeps_no_other_from_it(desk, first):
    combat(desk)
    flown = f"attack us-1 M10; support {first}"
    assert desk.why(f"{flown}; support {first}") == ["17.10.2"]
    assert "supports this battle already" in desk.words(f"{flown}; support {first}")
    others = [a for a in TAC.split() if a != first]
    assert last(desk, f"{flown}; support") == sorted(others)


@rule("17.10.2")
def test_what_is_said_against_an_aircraft(desk):
    combat(desk)
    three = "attack us-1 M10; support 9th-1; support 9th-2; support 2nd-1"
    assert "No more than 3 aircraft" in desk.words(f"{three}; support 2nd-2")
    assert "not ready" in desk.words("attack us-1 M10; support 12th-1")
    combat(desk, impulse=2)
    assert "first combat impulse only" in desk.words("attack us-1 M10; support 9th-1")


@rule("17.10.2", "17.10.9")
def test_who_has_flown_is_aimed_at_nothing_any_more(desk):
    for begun, action, plane in ((landed, "support 9th-1", "9th-1"), (carpet, "carpet 8th-1", "8th-1")):
        s = begun(desk)
        a, others = desk.w.plane[plane], [b for b in range(len(desk.w.aircraft)) if b != desk.w.plane[plane]]
        before = [s.target[b] for b in others]
        desk.play(f"attack us-1 {'M5' if begun is landed else 'M10'}; {action}; done", dice=[3])
        assert (s.mission[a], s.target[a]) == (SPENT, NOWHERE)
        assert [s.target[b] for b in others] == before, "the others are still where they were put"


@rule("17.10.2", "17.5")
def test_german_support_is_put_on_no_hex_beforehand(desk):
    """Hidden units appear in the Allied turn of the first invasion: the German turn before needs no naming."""
    units = {"us-1": "M9", "de-lehr": "M10", "de-hq-ob-west": "M14"}
    planes = {"german-ground-support": "luftwaffe-1"}
    s = combat(desk, units, side="german", planes=planes, turn="jun-1")
    assert s.target[desk.w.plane["luftwaffe-1"]] == NOWHERE
    assert desk.why("attack de-lehr M9; support luftwaffe-1") == []


# -------------------------------------------------------------------------------- before hidden units appear


def landed(desk):
    """Two landings with Germans in both hexes, and support for each."""
    s = landing(desk, {"us-1": "M5", "de-352": "M5", "us-4": "L4", "de-709": "L4"})
    desk.play("aim 9th-1 M5; aim 9th-2 L4; done")
    s.invaders = desk.units_of("us-1 us-4")
    s.invasion_turn, s.invasions = 1, 1
    desk.restart(StartCombat(1))
    return s


@rule("17.10.2", "3.6")
def test_support_goes_to_the_hex_it_was_named_for(desk):
    landed(desk)
    for unit, label, plane in (("us-1", "M5", "9th-1"), ("us-4", "L4", "9th-2")):
        assert last(desk, f"attack {unit} {label}; support") == [plane]
        for other in {"9th-1", "9th-2", "2nd-1"} - {plane}:
            assert "was not named for this battle" in desk.words(f"attack {unit} {label}; support {other}")


@rule("17.10.2", "17.4", "3.6")
@pytest.mark.parametrize("at", ["M5", "A4", "E6"])
def test_which_hexes_support_is_bound_to(desk, at):
    """The hex of the landing and those beside it, as far as TAC reach from England."""
    w = desk.w
    s = landing(desk, {"us-1": at, "de-352": "R20"})
    step, reach = s.stack[-1], tac_range(s, 1)
    beside = desk.near(at) | {at}
    able = set()
    for h in range(w.n):
        if w.land >> h & 1:
            found = [why.rule for why in bound_hex_reasons(s, step, "allied", (w.plane["9th-1"], h))]
            near = w.labels[h] in beside
            assert found == (["17.4"] if not reach >> h & 1 else [] if near else ["17.10.2"]), w.labels[h]
            if not found:
                able.add(w.labels[h])
    assert set(desk.legal("aim 9th-1")) == able
    assert able


@rule("17.10.2", "17.4")
def test_three_are_put_on_each_hex_and_then_none_is_left(desk):
    """Of A4 and the hexes beside it B3 alone is in range of England."""
    landing(desk, {"us-1": "A4"})
    flown = ""
    for number, plane in enumerate(TAC.split()):
        left = TAC.split()[number:] if number < 3 else []
        assert last(desk, f"{flown}aim") == sorted(left), number
        if left:
            assert last(desk, f"{flown}aim {plane}") == ["B3"]
        else:
            assert "No hex is left" in desk.words(f"{flown}aim {plane}")
            assert "No hex is left" not in desk.words(f"{flown}aim 9th-1"), "it has its hex"
            assert "has its hex" in desk.words(f"{flown}aim 9th-1")
        flown += f"aim {plane} B3; "


@rule("17.10.2")
def test_a_full_hex_leaves_the_others(desk):
    landing(desk, {"us-1": "M5"})
    three = "aim 9th-1 M5; aim 9th-2 M5; aim 2nd-1 M5"
    free = set(last(desk, f"{three}; aim 2nd-2"))
    assert free == set(desk.legal("aim 2nd-2")) - {"M5"}
    assert free
    assert set(last(desk, "aim 9th-1 M5; aim 9th-2 M5; aim 2nd-2")) == free | {"M5"}


@rule("17.10.2", "17.4")
def test_nothing_is_asked_where_no_hex_is_in_range(desk):
    """St. Nazaire (C9) and all hexes beside it are too far from England."""
    s = landing(desk, {"us-1": "C9"})
    assert not s.stack
    s = landing(desk, {"de-352": "M5"})
    assert not s.stack, "and where nobody has landed"

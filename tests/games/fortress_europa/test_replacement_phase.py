"""27, 28.3, 31.3: what the Replacement Phase asks, what it says, and what it leaves alone."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.forces.replacements import AlliedReplacing, GermanReplacing, Replacements
from grognard.games.fortress_europa.rules.forces.reserve import OPEN, OPTION_B
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.suite import rule

NONE = [0, 0, 0, 0, 0, 0, 0]
INFANTRY = [1, 0, 1, 0, 1, 0, 0]
"""One infantry factor of each nation."""


def phase(desk, units, side="allied", pools=None, turn="oct-1", **fields):
    step = AlliedReplacing() if side == "allied" else GermanReplacing()
    pools = list(INFANTRY if pools is None else pools)
    return desk.set_up(units, side=side, turn=turn, pools=pools, steps=[step, Moving()], **fields)


# ------------------------------------------------------------------------------------------- when somebody is asked


@rule("27.1", "27.7", "27.8", "27.12")
@pytest.mark.parametrize(
    ("units", "back", "pools", "asked"),
    [
        ({"us-1": "england"}, "", INFANTRY, False), ({"us-1": "england"}, "us-1", INFANTRY, True),
        ({"us-1": "england"}, "us-1", NONE, False), ({"us-1": "destroyed"}, "", INFANTRY, False),
        ({"us-1": "destroyed"}, "", [0, 0, 2, 0, 0, 0, 0], True),
        ({"us-1": "england", "us-over-1": "aside"}, "", INFANTRY, True),
        ({"us-1": "england", "us-over-1": "removed"}, "", INFANTRY, False),
        ({"us-1": "england", "us-over-1": "aside"}, "", NONE, False),
        ({"us-1": "S20", "us-over-1": "aside"}, "", INFANTRY, False),
        ({"de-352": "LL14", "us-1": "england"}, "de-352", INFANTRY, False),
    ],
)  # fmt: skip
def test_when_the_allied_player_is_asked(desk, units, back, pools, asked):
    """Only if some factor could be used: on a reduced division, a destroyed one, or one that becomes overstrength."""
    phase(desk, units, back=back, pools=pools)
    assert desk.step() == ("AlliedReplacing" if asked else "Moving")


@rule("27.1", "27.7", "27.8", "27.13", "28.3")
@pytest.mark.parametrize(
    ("units", "back", "turn", "asked"),
    [
        ({"de-352": "LL14"}, "", "oct-1", False), ({"de-352": "LL14"}, "de-352", "oct-1", True),
        ({"de-352": "destroyed"}, "", "oct-1", False),
        ({"de-352": "destroyed", "de-hqt-1": "LL14"}, "", "oct-1", True),
        ({"de-hqt-1": "LL14"}, "", "oct-1", False), ({"de-352": "LL14"}, "", "dec-1", True),
        ({"de-352": "LL14"}, "", "dec-2", False),
        ({"us-1": "england", "us-over-1": "aside", "de-352": "LL14"}, "", "oct-1", False),
    ],
)  # fmt: skip
def test_when_the_german_player_is_asked(desk, units, back, turn, asked):
    """On December I he has the Panzer Reserve to choose for in any case."""
    phase(desk, units, "german", back=back, turn=turn)
    assert desk.step() == ("GermanReplacing" if asked else "Moving")


@rule("28.3", "28.3B")
def test_only_the_german_player_ends_the_choice_with_his_phase(desk):
    s = phase(desk, {"us-1": "england", "de-352": "LL14"}, back="us-1", turn="dec-1")
    desk.play("end")
    assert s.reserve_choice == OPEN
    s = phase(desk, {"de-352": "LL14"}, "german", back="de-352", turn="dec-1")
    desk.play("end")
    assert s.reserve_choice == OPTION_B
    s = phase(desk, {"de-352": "LL14"}, "german", back="de-352", turn="oct-1")
    desk.play("end")
    assert s.reserve_choice == OPEN


@rule("31.3")
def test_only_german_replacements_are_bombed_in_the_stockpile(desk):
    """With the option, and no bomber over Germany: neither phase sees a raid."""
    for side in (ALLIED, GERMAN):
        s = desk.set_up(
            {"us-1": "england"}, turn="oct-1", side=("german", "allied")[side], options="bomb-stockpile", steps=[]
        )  # fmt: skip
        Replacements(side).run(s, None)
        assert [type(step).__name__ for step in s.stack] == [("GermanReplacing", "AlliedReplacing")[side]]


# ---------------------------------------------------------------------------------------------- what is said and seen


@rule("27.8")
@pytest.mark.parametrize(
    ("side", "text", "words"),
    [
        ("allied", "rebuild us-1 reduced england", "at reduced strength in England."),
        ("allied", "rebuild us-1 full africa", "at full strength in Africa."),
        ("allied", "rebuild us-rangers full england", "anew in England."),
        ("german", "rebuild de-352 reduced", "at reduced strength."),
        ("german", "rebuild de-352 full", "at full strength."),
        ("german", "rebuild de-716 full", "anew."),
    ],
)
def test_what_is_said_of_who_is_rebuilt(desk, side, text, words):
    units = dict.fromkeys(("us-1", "us-rangers", "de-352", "de-716"), "destroyed")
    phase(desk, units, side, pools=[9] * 7)
    desk.play(text)
    assert desk.log[0].endswith(f"is rebuilt {words}")


@rule("27.13", "10.7")
def test_who_is_rebuilt_around_hq_troops_occupies_the_railway(desk):
    """Tracks that the Allies hold in the hex of the HQ Troops will change hands."""
    units = {"de-hqt-1": "LL14", "de-352": "destroyed"}
    s = phase(desk, units, "german", allied_rail=desk.hexes_of("LL14"))
    assert not s.rail_noted & desk.hexes_of("LL14")
    desk.play("hq-troops de-hqt-1 de-352")
    assert s.rail_noted & desk.hexes_of("LL14")


@rule("27.1", "26.7", "27.8")
def test_one_reason_is_enough(desk):
    """Who is not the player's, or never replaced, is told nothing else; who has lost nothing neither."""
    units = {
        "de-352": "destroyed", "fr-1db": "destroyed", "us-1": "destroyed", "us-4": "withdrawn", "us-29": "england",
        "us-2": "england",
    }  # fmt: skip
    phase(desk, units, back="us-2")
    assert desk.why("build de-352") == ["27.1"]
    assert desk.why("build fr-1db") == ["27.14"]
    assert desk.why("build us-1") == ["27.8"]
    assert desk.why("build us-4") == ["27.7"]
    assert desk.why("rebuild de-352 full england") == ["27.1"]
    assert desk.why("rebuild us-4 full england") == ["26.7"]
    assert desk.why("rebuild us-29 full england") == ["27.8"]
    assert "us-2" in desk.legal("build")


@rule("27.10")
def test_the_52nd_is_never_made_whole(desk):
    """Of all units with two steps that have a nation's factors it alone takes none."""
    phase(desk, {"br-52": "england", "br-50": "england"}, back="br-52 br-50", pools=[9] * 7)
    assert desk.legal("build") == ["br-50"]
    assert desk.why("build br-52") == ["27.10"]


@rule("27.5", "27.7", "27.12")
def test_without_factors_nothing_is_built(desk):
    """The one factor goes to the reduced division; then there is none for an overstrength one."""
    units = {"us-1": "england", "us-4": "england", "us-over-1": "aside", "br-50": "england"}
    phase(desk, units, back="us-4 br-50", pools=[0, 0, 1, 0, 1, 0, 0])
    assert desk.legal("overstrength") == ["us-1"]
    desk.play("build us-4")
    assert desk.why("overstrength us-1") == ["27.1"]
    assert desk.legal("build") == ["br-50"]

"""26 to 28: in one position somebody for each reason not to be built up, rebuilt, brought or sent."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.forces import factors, reserve, takers
from grognard.games.fortress_europa.rules.forces.arrivals import (
    Arrivals,
    ChooseBox,
    Substitute,
    Withdrawals,
    arriving,
    available,
    called,
    in_the_role,
    return_hqs,
    settle,
    substitutes,
    type_now,
    value_now,
    withdraw,
)
from grognard.games.fortress_europa.rules.forces.replacements import (
    AlliedReplacing,
    GermanReplacing,
    Strengthening,
    receive,
    revive,
    strengthen,
)
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.state import FREE
from grognard.maps import members
from grognard.suite import rule

PLENTY = [9, 9, 9, 9, 9, 9, 9]


def phase(desk, units, side="allied", pools=None, turn="oct-1", **fields):
    step = AlliedReplacing() if side == "allied" else GermanReplacing()
    return desk.set_up(
        units, side=side, turn=turn, pools=list(PLENTY if pools is None else pools), steps=[step], **fields
    )


def whys(desk, verb: str, units: str) -> dict[str, list[str]]:
    return {unit: desk.why(f"{verb} {unit}") for unit in units.split()}


def names(desk, mask: int) -> set[str]:
    return {desk.w.ids[u] for u in members(mask)}


# ---------------------------------------------------------------------------------------------------- replacements


ALLIES = {
    "us-1": "england", "us-4": "africa", "us-29": "K2", "us-2": "due", "us-9": "destroyed", "us-30": "waiting",
    "br-50": "england", "br-3": "withdrawn", "us-82": "england", "us-101": "destroyed", "us-2arm": "K2",
    "br-7arm": "destroyed", "fr-2db": "england", "fr-1db": "destroyed", "pl-1arm": "destroyed",
    "us-hq-bradley": "england", "us-rangers": "destroyed", "us-17ab": "england", "br-79": "england",
    "br-79-a": "destroyed", "us-over-1": "england", "us-over-2": "aside", "us-79": "england", "us-83": "exited",
    "us-8": "destroyed", "br-52": "destroyed", "us-35": "L4", "de-352": "L5", "de-353": "destroyed",
    "us-5": "england",
}  # fmt: skip
BACK = "us-1 us-4 us-29 us-2 us-9 us-30 us-82 us-2arm fr-2db br-79 us-79 us-83 us-35 us-17ab us-over-1"


@rule("27.7", "27.8", "27.9", "27.10", "27.11", "27.12", "27.14")
def test_who_takes_allied_replacements(desk):
    """Reduced units in England, in Africa or with a line to a port; none in a zone, none of the French."""
    s = phase(desk, ALLIES, back=BACK)
    s.overstrength[0] = desk.unit("us-84")
    able = {"us-1", "us-4", "us-29", "us-82", "us-2arm", "us-79", "us-17ab", "br-79"} - names(desk, desk.w.unreplaced)
    assert set(desk.legal("build")) == able
    assert whys(desk, "build", "us-2 us-9 us-30 us-5 us-83 us-35 fr-2db us-hq-bradley br-50") == {
        "us-2": ["27.7"], "us-9": ["27.8"], "us-30": ["27.7"], "us-5": ["27.7"], "us-83": ["27.7"],
        "us-35": ["27.7"], "fr-2db": ["27.14"], "us-hq-bradley": ["27.10"], "br-50": ["27.7"],
    }  # fmt: skip
    assert desk.why("build us-over-1") == ["27.12"]
    assert desk.why("build de-352") == ["27.1"]
    assert desk.why("build br-79-a") == ["27.11"]
    assert "not in play" in desk.words("build us-30")
    assert "zone" in desk.words("build us-35")
    dead = {"us-9", "us-101", "br-7arm", "us-rangers", "us-8"}
    assert set(desk.legal("rebuild")) == dead
    assert whys(desk, "rebuild", "br-3 us-1 fr-1db pl-1arm br-79-a br-52 de-353") == {
        "br-3": ["26.7"], "us-1": ["27.8"], "fr-1db": ["27.14"], "pl-1arm": ["27.14"], "br-79-a": ["27.11"],
        "br-52": ["27.10"], "de-353": ["27.1"],
    }  # fmt: skip
    assert desk.legal("overstrength") == ["us-5"], "the others are reduced, dead or away"
    assert desk.why("overstrength us-1") == ["27.12"]
    assert desk.why("overstrength us-9") == ["27.12"]
    assert desk.why("overstrength us-2arm") == ["27.12"]
    assert desk.why("overstrength us-over-2") == ["27.12"]
    assert desk.legal("regrade") == ["american-armored", "british-armored"]


@rule("27.1", "27.5", "27.8", "27.9")
@pytest.mark.parametrize(
    ("pools", "build", "rebuild"),
    [
        ([0, 0, 1, 0, 0, 0, 0], {"us-1", "us-4", "us-29", "us-79"}, set()),
        ([0, 0, 0, 1, 0, 0, 0], {"us-1", "us-4", "us-29", "us-79", "us-2arm"}, set()),
        ([0, 0, 1, 1, 0, 0, 0], {"us-1", "us-4", "us-29", "us-79", "us-2arm"}, {"us-9", "us-8"}),
        ([9, 9, 0, 0, 0, 1, 1], {"br-79", "us-82", "us-17ab"}, set()),
        ([9, 9, 0, 0, 0, 2, 2], {"br-79", "us-82", "us-17ab"}, {"br-7arm", "us-101", "us-rangers"}),
        ([9, 9, 0, 0, 9, 0, 0], set(), set()),
    ],
)  # fmt: skip
def test_whose_factors_are_there(desk, pools, build, rebuild):
    s = phase(desk, ALLIES, back=BACK, pools=pools)
    desk.restart(AlliedReplacing())
    build = build - names(desk, desk.w.unreplaced)
    assert takers.reduced(s, ALLIED) == desk.units_of(" ".join(build))
    assert takers.rebuilt(s, ALLIED) == desk.units_of(" ".join(rebuild))
    if not s.stack:  # nothing could be done with them
        assert not build
        assert not rebuild
        return
    assert set(desk.legal("build")) == build
    assert set(desk.legal("rebuild")) == rebuild


@rule("27.7", "27.13")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_no_factors_for_who_has_no_line(desk, side):
    """Enemies all around two hexes away: no zone in the hex itself, and no way out."""
    w = desk.w
    ring = [w.labels[h] for h in range(w.n) if w.grid.distance(h, desk.hex("S20")) == 2]
    foes = [w.ids[u] for u in w.of_side[GERMAN if side == "allied" else ALLIED] if w.kind[u] == "infantry"][:12]
    own = (
        {"us-1": "S20", "us-4": "K2"} if side == "allied" else {"de-352": "S20", "de-hqt-1": "S20", "de-353": "LL14"}
    )
    units = {**dict(zip(foes, ring, strict=True)), **own, "de-77": "destroyed"}
    phase(desk, units, side, back="us-1 us-4 de-352 de-353")
    lone, other = ("us-1", "us-4") if side == "allied" else ("de-352", "de-353")
    assert desk.legal("build") == [other]
    assert desk.why(f"build {lone}") == ["27.7"]
    assert "no line" in desk.words(f"build {lone}")
    if side == "german":
        assert desk.why("hq-troops de-hqt-1 de-77") == ["27.13"]


@rule("27.5", "27.7", "27.8")
def test_what_is_paid(desk):
    """Infantry factors first, then armored ones; one more than its steps for a destroyed unit."""
    s = phase(desk, ALLIES, back=BACK, pools=[5, 5, 2, 3, 1, 4, 4])
    desk.play("rebuild us-9 full africa")
    assert s.pools == [5, 5, 0, 2, 1, 4, 4]
    assert (desk.at("us-9"), s.face[desk.unit("us-9")]) == ("africa", 0)
    assert s.stuck == desk.units_of("us-9")
    desk.play("rebuild br-7arm reduced england")
    assert s.pools == [5, 5, 0, 2, 1, 2, 4]
    assert (desk.at("br-7arm"), s.face[desk.unit("br-7arm")]) == ("england", 1)
    desk.play("rebuild us-rangers full england")
    assert s.pools == [5, 5, 0, 2, 1, 2, 2]
    assert s.face[desk.unit("us-rangers")] == 0
    desk.play("build us-1")
    assert s.pools == [5, 5, 0, 1, 1, 2, 2]
    desk.play("regrade american-armored")
    assert s.pools == [5, 5, 1, 0, 1, 2, 2]
    assert desk.why("regrade american-armored") == ["27.5"]
    assert desk.why("regrade german-armored") == ["27.5"]
    assert desk.why("build us-2arm") == ["27.5"]
    assert s.stuck == desk.units_of("us-9 br-7arm us-rangers us-1")
    assert s.grounded == 0


@rule("27.8")
def test_at_which_strength(desk):
    phase(desk, ALLIES, back=BACK, pools=[0, 0, 2, 0, 0, 0, 2])
    assert desk.legal("rebuild us-9") == ["reduced"]
    assert desk.why("rebuild us-9 full africa") == ["27.1"]
    assert desk.legal("rebuild us-rangers") == ["full"]
    assert desk.why("rebuild us-rangers reduced england") == ["27.8"]
    phase(desk, ALLIES, back=BACK, pools=[0, 0, 3, 0, 0, 0, 2])
    assert desk.legal("rebuild us-9") == ["full", "reduced"]


GERMANS = {
    "de-352": "LL14", "de-353": "S20", "de-91": "destroyed", "de-77": "withdrawn", "de-716": "LL14",
    "de-709": "destroyed", "de-159": "LL14", "de-158": "destroyed", "de-165": "destroyed", "de-2pz": "LL14",
    "de-116pz": "destroyed", "de-2ss": "reserve", "de-101ss": "destroyed", "de-654": "destroyed", "de-hqt-1": "LL14",
    "de-hqt-2": "II10", "de-hqt-3": "waiting", "de-136": "V8", "de-iii-flak": "destroyed", "de-6fj": "destroyed",
    "de-84": "GG10", "de-85": "II10", "us-1": "HH10", "us-2": "destroyed", "de-89": "due", "de-1ss": "destroyed",
    "de-1ss-late": "aside", "de-9ss": "destroyed", "de-325": "destroyed",
}  # fmt: skip
G_BACK = "de-352 de-353 de-91 de-716 de-709 de-158 de-2pz de-2ss de-84 de-85 de-89"


@rule("27.7", "27.8", "27.10", "22.2", "23", "28.2", "28.5")
def test_who_takes_german_replacements(desk):
    """Coastal and training units only on their other side; nobody beside the enemy; the Reserve too."""
    s = phase(desk, GERMANS, "german", back=G_BACK)
    assert desk.near("HH10") >= {"GG10", "II10"}
    assert set(desk.legal("build")) == {"de-352", "de-353", "de-2pz", "de-2ss"}
    assert whys(desk, "build", "de-84 de-85 de-89 de-716 de-159 us-1 de-iii-flak de-116pz") == {
        "de-84": ["27.7"], "de-85": ["27.7"], "de-89": ["27.7"], "de-716": ["27.7"], "de-159": ["23"],
        "us-1": ["27.1"], "de-iii-flak": ["27.10"], "de-116pz": ["27.8"],
    }  # fmt: skip
    assert "fortress" in desk.words("build de-84")
    assert "zone" in desk.words("build de-85")
    dead = {"de-91", "de-709", "de-158", "de-116pz", "de-101ss", "de-6fj", "de-1ss", "de-9ss"}
    assert set(desk.legal("rebuild")) == dead
    assert whys(desk, "rebuild", "de-165 de-654 de-77 de-352 de-iii-flak de-325") == {
        "de-165": ["23"], "de-654": ["27.10"], "de-77": ["26.7"], "de-352": ["27.8"], "de-iii-flak": ["27.10"],
        "de-325": ["27.10"],
    }  # fmt: skip
    assert set(desk.legal("hq-troops")) == {"de-hqt-1", "de-136"}
    assert desk.why("hq-troops de-hqt-2 de-91") == ["27.13"]
    assert desk.why("hq-troops de-hqt-3 de-91") == ["27.13"]
    assert desk.why("hq-troops de-352 de-91") == ["27.13"]
    assert set(desk.legal("hq-troops de-hqt-1")) == dead
    assert desk.legal("regrade") == ["german-armored"]
    s = phase(desk, GERMANS, "german", back=G_BACK, turn="nov-2")
    assert desk.why("rebuild de-101ss full") == ["28.5"]
    assert set(desk.legal("rebuild")) == dead - {"de-101ss"}
    assert reserve.gone_for_good(s, desk.unit("de-101ss"))
    assert not reserve.gone_for_good(s, desk.unit("de-1ss"))


@rule("27.8", "27.9", "27.13", "28.5", "22.2", "23")
def test_what_comes_back(desk):
    s = phase(desk, GERMANS, "german", back=G_BACK, turn="nov-2")
    desk.play("rebuild de-1ss reduced", "rebuild de-6fj full", "rebuild de-709 full", "rebuild de-91 reduced")
    assert [desk.at(u) for u in ("de-1ss", "de-1ss-late", "de-6fj", "de-709", "de-91")] == [
        "removed", "due", "due", "due", "due",
    ]  # fmt: skip
    assert [s.face[desk.unit(u)] for u in ("de-1ss-late", "de-6fj", "de-709", "de-91")] == [1, 0, 1, 1]
    assert s.rebuilt == desk.units_of("de-1ss-late de-6fj de-709 de-91")
    assert s.grounded == desk.units_of("de-6fj")
    assert s.stuck == 0
    assert s.pools == [2, 7, *PLENTY[2:]], "3, 2 and 2 of infantry, 2 of armor"
    s = phase(desk, GERMANS, "german", back=G_BACK, frozen="de-136")
    bound = s.bound[desk.unit("de-136")]
    assert bound != FREE
    desk.play("hq-troops de-136 de-91", "hq-troops de-hqt-1 de-116pz")
    assert [desk.at(u) for u in ("de-136", "de-91", "de-hqt-1", "de-116pz")] == ["removed", "V8", "removed", "LL14"]
    assert [s.bound[desk.unit(u)] for u in ("de-136", "de-91", "de-116pz")] == [FREE, bound, FREE]
    assert [s.face[desk.unit(u)] for u in ("de-91", "de-116pz")] == [0, 0]
    assert s.stuck == desk.units_of("de-91 de-116pz")
    assert s.pools == [8, 8, *PLENTY[2:]]


@rule("27.13")
def test_hq_troops_need_somebody_to_bring_back(desk):
    s = phase(desk, {"de-hqt-1": "LL14", "de-91": "destroyed", "de-352": "LL14"}, "german", pools=[1, 0] + [0] * 5)
    assert desk.legal("hq-troops") == ["de-hqt-1"]
    assert takers.troops(s) == desk.units_of("de-hqt-1")
    s.pools[0] = 0
    assert takers.troops(s) == 0
    s = phase(desk, {"de-hqt-1": "LL14", "de-352": "LL14"}, "german", back="de-352")
    assert desk.why("hq-troops de-hqt-1 de-352") == ["27.13"]
    assert takers.troops(s) == 0


@rule("27.1", "27.4")
def test_the_factors_of_a_turn(desk):
    s = phase(desk, GERMANS, "german", back=G_BACK, pools=[1, 2, 3, 4, 5, 6, 7])
    receive(s, "german", (4, 1), None)
    receive(s, "american", (5, 2), None)
    receive(s, "british", (3, 0), None)
    receive(s, "special", (2, 0), None)
    assert s.pools == [4, 3, 6, 6, 8, 6, 9]
    assert [factors.at_hand(s, p) for p in range(7)] == [7, 3, 12, 6, 14, 6, 9]


@rule("31.2")
def test_ss_come_first(desk):
    s = phase(desk, GERMANS, "german", back=G_BACK, options="ss-first")
    assert set(desk.legal("build")) == {"de-352", "de-353"}
    assert desk.why("build de-2pz") == desk.why("build de-2ss") == ["31.2"]
    assert set(desk.legal("rebuild")) == {"de-91", "de-709", "de-158", "de-101ss", "de-6fj", "de-1ss", "de-9ss"}
    assert desk.why("rebuild de-116pz full") == ["31.2"]
    assert set(desk.legal("hq-troops de-hqt-1")) == {
        "de-91",
        "de-709",
        "de-158",
        "de-101ss",
        "de-6fj",
        "de-1ss",
        "de-9ss",
    }
    s.pools[1] = 1
    assert factors.can_return(s, desk.unit("de-1ss")), "with HQ Troops one factor is enough"
    assert desk.why("build de-2pz") == ["31.2"]
    quiet = {u: h for u, h in GERMANS.items() if u not in ("de-hqt-1", "de-136")}
    s = phase(desk, quiet, "german", back=G_BACK, options="ss-first", pools=[9, 1, 0, 0, 0, 0, 0])
    assert not factors.can_return(s, desk.unit("de-1ss"))
    assert desk.why("build de-2pz") == []
    alive = {u: h for u, h in GERMANS.items() if u not in ("de-1ss", "de-9ss", "de-101ss")}
    phase(desk, alive, "german", back=G_BACK, options="ss-first")
    assert set(desk.legal("build")) == {"de-352", "de-353", "de-2pz", "de-2ss"}


# ---------------------------------------------------------------------------------------------------- overstrength


@rule("27.12")
def test_what_an_overstrength_division_takes_over(desk):
    units = {"us-1": "K2", "us-4": "K2", "us-over-1": "removed", "us-over-2": "aside", "us-over-3": "aside"}
    s = phase(desk, units)
    s.began = s.by_air = s.ashore = desk.units_of("us-1")
    s.mired = desk.units_of("us-4")
    desk.play("overstrength us-1")
    big = desk.units_of("us-over-2")
    assert (desk.at("us-over-2"), desk.at("us-1")) == ("K2", "aside")
    assert s.overstrength[1] == desk.unit("us-1")
    assert s.began & big
    assert s.by_air == big, "the 6-4 is forgotten"
    assert s.ashore & big
    assert not s.mired & big
    assert s.stuck & big
    assert s.pools[2] == 8
    s.face[desk.unit("us-over-3")] = 1
    assert strengthen(s, desk.unit("us-4"), None) == desk.unit("us-over-3")
    assert s.face[desk.unit("us-over-3")] == 0
    assert takers.enlarged(s) == 0


@rule("27.12")
def test_before_the_invasion_another_division_is_reduced(desk):
    over = {f"us-over-{i}": "aside" for i in range(1, 7)}
    units = {"us-1": "england", "us-4": "africa", "us-29": "england", "us-2": "waiting", "br-50": "england", **over}
    s = desk.set_up(units, turn="jun-1", steps=[Strengthening()], back="us-29")
    assert set(desk.legal("overstrength")) == {"us-1", "us-4"}
    assert desk.legal("overstrength us-1") == ["us-4"]
    assert desk.why("overstrength us-1 us-1") == ["27.12"]
    assert desk.why("overstrength us-1 us-29") == ["27.12"]
    assert desk.why("overstrength br-50 us-1") == ["27.12"]
    s.overstrength[3:6] = [1, 2, 3]
    assert desk.why("overstrength us-1 us-4") == ["27.12"]
    s.overstrength[3:6] = [1, 2, -1]
    desk.play("overstrength us-1 us-4")
    assert [desk.at(u) for u in ("us-1", "us-over-1", "us-4")] == ["aside", "england", "africa"]
    assert s.face[desk.unit("us-4")] == 1
    assert s.overstrength[0] == desk.unit("us-1")
    desk.set_up({"us-1": "england", **over}, turn="jun-1", steps=[Strengthening()])
    assert desk.why("overstrength us-1 us-1") == ["27.12"], "there is no other"
    assert "no other division" in desk.words("overstrength us-1 us-1")
    desk.set_up({"us-1": "england", "br-50": "england", **over}, turn="jun-1", steps=[Strengthening()])
    assert "no other division" in desk.words("overstrength us-1 br-50"), "the British have no part in it"


# ---------------------------------------------------------------------------------------------------- reinforcements


def impulse(side):
    return [StartMove(1), Arrivals(side), Moving(), EndMove()]


@rule("26.1", "26.8", "28.5")
def test_who_arrives(desk):
    w = desk.w
    first_group = [u for u in w.of_side[ALLIED] if w.entry[u] == "group" and w.units[u].group == 1]
    assert len(first_group) > 1
    units = {w.ids[u]: "waiting" for u in first_group}
    units[w.ids[first_group[0]]] = "destroyed"
    units[w.ids[first_group[-1]]] = "withdrawn"
    s = desk.set_up({**units, "us-66": "waiting", "de-9ss": "waiting"}, turn="jul-1", steps=[Moving()])
    assert set(arriving(s, ALLIED)) == set(first_group[1:])
    assert arriving(s, GERMAN) == []
    s.turn = w.turn_of["jul-2"]
    assert arriving(s, ALLIED) == []
    s.turn = w.turn_of["jul-1"]
    s.swaps = ((first_group[1], desk.unit("us-66")),)
    assert desk.unit("us-66") in arriving(s, ALLIED)
    assert first_group[1] not in arriving(s, ALLIED)
    assert in_the_role(s, desk.unit("us-66")) == first_group[1]
    assert in_the_role(s, desk.unit("us-69")) == desk.unit("us-69")
    s.where[desk.unit("de-1ss-late")] = w.aside
    assert [in_the_role(s, desk.unit(u)) for u in ("de-1ss", "de-1ss-late")] == [desk.unit("de-1ss")] * 2
    s.where[desk.unit("de-1ss-late")] = w.reserve
    assert [in_the_role(s, desk.unit(u)) for u in ("de-1ss", "de-1ss-late")] == [desk.unit("de-1ss-late")] * 2


@rule("26.1", "26.4", "31.17", "33.3.3")
def test_who_comes_out_of_turn(desk):
    w = desk.w
    react = {w.ids[u]: "waiting" for u in w.of_side[GERMAN] if w.entry[u] in ("reaction", "extended")}
    s = desk.set_up(react, turn="jun-1", side="german", steps=[Moving()])
    assert {w.entry[u] for u in arriving(s, GERMAN)} == {"reaction"}
    s.turn = 2
    assert arriving(s, GERMAN) == []
    s.turn = w.turn_of["apr-1"]
    assert {w.entry[u] for u in arriving(s, GERMAN)} == {"extended"}
    s = desk.set_up(react, scenario="bulge", turn="dec-3", side="german", steps=[Moving()])
    assert not any(w.entry[u] == "reaction" for u in arriving(s, GERMAN)), "they are the June reaction force"


@rule("26.1", "23", "13.2")
def test_what_the_track_calls_for(desk):
    """On September I training divisions convert, the HQ of the 7th Army is turned over, the 503rd goes."""
    units = {
        "de-159": "LL14", "de-165": "destroyed", "de-182": "S20", "de-hq-7-army": "LL14", "de-hq-ag-b": "LL14",
        "de-158": "LL14", "de-503": "LL14",
    }  # fmt: skip
    s = desk.set_up(units, side="german", turn="sep-1", steps=impulse(GERMAN))
    faces = {u: s.face[desk.unit(u)] for u in units}
    assert faces == {
        "de-159": 1, "de-165": 1, "de-182": 1, "de-hq-7-army": 1, "de-hq-ag-b": 0, "de-158": 0, "de-503": 0,
    }  # fmt: skip
    assert called(s, GERMAN, "withdraw") == [desk.unit("de-503")]
    assert called(s, ALLIED, "withdraw") == []
    s.turn = desk.w.turn_of["sep-3"]
    assert called(s, GERMAN, "withdraw") == []


@rule("26.3", "26.6")
def test_reinforcements_one_by_one(desk):
    group = [desk.unit(u) for u in ("us-8", "us-35", "us-5")]
    units = {"us-8": "waiting", "us-35": "waiting", "us-5": "waiting", "us-28": "waiting"}
    desk.set_up(units, turn="jul-1", steps=[ChooseBox(tuple(group))])
    assert set(desk.legal("send")) == {"us-8", "us-35", "us-5"}
    assert desk.why("send us-28 africa") == ["26.3"]
    desk.play("send us-35 africa")
    assert set(desk.legal("send")) == {"us-8", "us-5"}
    desk.play("send us-8 england")
    assert desk.why("send us-5 africa") == ["26.3"], "the last arrives"
    desk.play("arrive england")
    assert [desk.at(u) for u in units] == ["england", "africa", "england", "waiting"]


@rule("26.2", "26.3", "27.8")
def test_where_german_reinforcements_enter(desk):
    """II10 is beside an Allied unit, NN24 Allied, R11 not in Germany."""
    units = {"de-89": "due", "de-363": "due", "de-59": "waiting", "us-1": "HH10", "de-352": "LL14"}
    s = desk.set_up(units, side="german", turn="nov-1", allied="NN24", steps=[StartMove(1), Moving(), EndMove()])
    s.rebuilt = desk.units_of("de-363")
    w = desk.w
    cities = {w.labels[h] for h in members(w.german_cities)} - desk.near("HH10") - {"NN24"}
    assert desk.legal("enter") == ["de-89", "de-363"]
    fort = {x for x in ("GG10", "FF15") if x in desk.near("HH10")}
    assert set(desk.legal("enter de-89")) == cities | fort, "zones end before a fortress"
    assert desk.why("enter de-59 LL14") == ["26.1"]
    assert desk.why("enter de-352 LL14") == ["26.1"]
    assert "Allied zone" in desk.words("enter de-89 II10")
    assert "is Allied." in desk.words("enter de-89 NN24")
    assert "not a city in Germany" in desk.words("enter de-89 R11")
    desk.play("enter de-363 LL14", "enter de-89 LL14")
    assert s.stuck == desk.units_of("de-363")
    assert s.rebuilt == 0
    settle(s, desk.unit("de-89"))
    assert s.stuck == desk.units_of("de-363")
    desk.set_up(units, side="german", turn="nov-1", impulse=2)
    assert desk.why("enter de-89 LL14") == ["26.2"]
    desk.set_up(units, turn="nov-1")
    assert desk.why("enter de-89 LL14") == ["26.3"]


@rule("13.2")
def test_lost_hqs_are_formed_anew(desk):
    s = desk.set_up({"us-hq-bradley": "returning", "de-hq-ag-b": "returning", "us-hq-patton": "K2"}, steps=[Moving()])
    return_hqs(s, None)
    assert [desk.at(u) for u in ("us-hq-bradley", "de-hq-ag-b", "us-hq-patton")] == ["due", "due", "K2"]


# ------------------------------------------------------------------------------------------------------ withdrawals


@rule("26.7", "26.10")
def test_who_can_be_withdrawn(desk):
    places = [
        "england",
        "africa",
        "due",
        "returning",
        "waiting",
        "reserve",
        "exited",
        "destroyed",
        "withdrawn",
        "aside",
    ]
    s = desk.set_up({"us-1": "K2", "us-4": "S20"}, steps=[Moving()])
    w = desk.w
    u = desk.unit("us-29")
    found = []
    for place in places:
        s.where[u] = w.spots.index(place)
        if available(s, u):
            found.append(place)
    assert found == places[:7]
    assert available(s, desk.unit("us-1"))
    assert not available(s, desk.unit("us-4")), "out of supply"


@rule("26.8")
def test_who_goes_instead(desk):
    """Same type and value, else same type, else any; not the named, not the dead, not who is cut off."""
    units = {
        "br-59": "destroyed", "br-3": "england", "br-15": "africa", "br-43": "due", "br-49": "waiting",
        "br-51": "S20", "br-53": "destroyed", "br-50": "england", "us-1": "england", "de-352": "LL14",
    }  # fmt: skip
    s = desk.set_up(units, turn="aug-3", steps=[Moving()])
    u = desk.unit("br-59")
    equal = {x for x in units if value_now(s, desk.unit(x)) == 5 and type_now(s, desk.unit(x)) == "infantry"}
    expected = equal & {"br-3", "br-15", "br-43"}
    assert names(desk, sum(1 << x for x in substitutes(s, u, (u, desk.unit("br-50"))))) == expected
    assert desk.unit("br-50") in substitutes(s, u, (u,))
    desk.restart(Substitute(u, (u, desk.unit("br-50"))))
    assert set(desk.legal("substitute")) == expected
    assert desk.why("substitute de-352") == ["26.8"]
    assert "not yours" in desk.words("substitute de-352")
    assert desk.why("substitute br-50") == ["26.8"]
    assert desk.why("none") == ["26.8"]


@rule("22.2", "23", "26.8")
def test_what_a_unit_is_now(desk):
    s = desk.set_up(
        {"de-716": "L4", "de-709": "L4", "de-159": "S20", "de-352": "S20"}, back="de-709 de-352", steps=[Moving()]
    )
    shown = [(type_now(s, desk.unit(u)), value_now(s, desk.unit(u))) for u in ("de-716", "de-709", "de-352")]
    assert shown == [("coastal", 3), ("infantry", 2), ("infantry", 4)], "a reduced unit counts in full"
    s = desk.set_up({"de-2pz": "S20", "us-2arm": "K2"}, back="de-2pz us-2arm", steps=[Moving()])
    assert [type_now(s, desk.unit(u)) for u in ("de-2pz", "us-2arm")] == ["armor", "armor"]
    assert [value_now(s, desk.unit(u)) for u in ("de-2pz", "us-2arm")] == [7, 9]


@rule("26.7", "26.9", "27.12")
def test_what_a_withdrawal_forgets(desk):
    s = desk.set_up({"us-over-2": "K2", "us-1": "aside", "us-4": "K2", "de-352": "due"}, steps=[Moving()])
    s.overstrength[1] = desk.unit("us-1")
    s.by_air = desk.units_of("us-over-2 us-4")
    s.rebuilt = desk.units_of("de-352")
    withdraw(s, desk.unit("us-over-2"), None)
    assert [desk.at(u) for u in ("us-over-2", "us-1", "us-4")] == ["removed", "withdrawn", "K2"]
    assert s.overstrength[1] == -1
    assert s.by_air == desk.units_of("us-4")
    withdraw(s, desk.unit("us-4"), None)
    withdraw(s, desk.unit("de-352"), None)
    assert (s.by_air, s.rebuilt) == (0, 0)


@rule("26.7", "26.8", "27.12")
def test_each_of_several_withdrawals(desk):
    """On January III: one has gone before, one is out of the game, one is dead, the others go."""
    units = {
        "de-269": "withdrawn", "de-344vg": "LL14", "de-712vg": "removed", "de-711": "destroyed",
        "de-1ss-late": "reserve",
        "de-2ss": "reserve", "de-9ss": "due", "de-12ss": "LL14", "de-hq-6pz-army": "returning", "de-352": "LL14",
        "de-353": "LL14",
    }  # fmt: skip
    s = desk.set_up(units, side="german", turn="jan-3", steps=[Withdrawals(GERMAN)])
    gone = [u for u in units if desk.at(u) == "withdrawn"]
    assert set(gone) == {"de-269", "de-344vg", "de-1ss-late", "de-2ss", "de-9ss", "de-12ss", "de-hq-6pz-army"}
    assert desk.step() == "Substitute"
    assert desk.seat == "german"
    assert set(desk.legal("substitute")) == {"de-352", "de-353"}
    desk.play("substitute de-352")
    assert [desk.at(u) for u in ("de-711", "de-352", "de-353")] == ["withdrawn", "withdrawn", "LL14"]
    assert s.swaps == ()
    s = desk.set_up({"us-over-2": "england", "br-50": "aside"}, turn="dec-1", steps=[])
    s.overstrength[1] = desk.unit("br-50")
    desk.restart(Withdrawals(ALLIED))
    assert [desk.at(u) for u in ("us-over-2", "br-50")] == ["removed", "withdrawn"], "for whom an 8-4 stands"


@rule("26.8", "27.11")
def test_another_goes_for_the_79th_while_it_is_broken_down(desk):
    """It has the place of the 50th in the schedule, and cannot be withdrawn in parts."""
    parts = {f"br-79-{x}": "K2" for x in "abc"}
    s = desk.set_up({"br-79": "aside", "br-3": "england", "us-1": "K2", **parts}, turn="dec-1", steps=[])
    s.swaps = ((desk.unit("br-50"), desk.unit("br-79")),)
    desk.restart(Withdrawals(ALLIED))
    assert desk.step() == "Substitute"
    assert "br-79" not in desk.legal("substitute")


# ---------------------------------------------------------------------------------------------------- Panzer Reserve


@rule("28.1", "28.5")
def test_who_goes_to_the_reserve(desk):
    units = {
        "de-1ss": "LL14", "de-1ss-late": "aside", "de-lehr": "destroyed", "de-lehr-late": "aside", "de-2ss": "due",
        "de-9ss": "S20", "de-12ss": "waiting", "de-2pz": "withdrawn", "de-116pz": "LL14", "de-101ss": "destroyed",
        "de-21pz": "LL14", "de-11pz": "LL14", "de-503": "LL14", "de-352": "LL14", "de-10ss": "destroyed",
        "us-1": "T20", "us-4": "R20", "us-29": "S21", "us-2": "S19", "us-9": "R21", "us-30": "T21",
    }  # fmt: skip
    s = desk.set_up(units, side="german", turn="nov-1", steps=impulse(GERMAN), back="de-1ss")
    cut = s.where[desk.unit("de-9ss")] != desk.w.reserve
    places = {u: desk.at(u) for u in ["de-1ss", "de-1ss-late", "de-2ss", "de-12ss", "de-2pz", "de-116pz", "de-101ss"]}
    assert places == {
        "de-1ss": "removed", "de-1ss-late": "reserve", "de-2ss": "reserve", "de-12ss": "waiting",
        "de-2pz": "withdrawn", "de-116pz": "reserve", "de-101ss": "removed",
    }  # fmt: skip
    assert s.face[desk.unit("de-1ss-late")] == 1
    assert desk.step() == "SendInstead"
    assert desk.seat == "german"
    asked = [step.unit for step in s.stack if type(step).__name__ == "SendInstead"]
    dead = {"de-lehr", "de-101ss"} | ({"de-9ss"} if cut else set())
    assert {desk.w.ids[u] for u in asked} == dead
    assert desk.why("send de-352") == ["28.1"]
    assert desk.why("send us-1") == ["28.1"]
    assert desk.why("send de-10ss") == ["28.1"]
    assert "not in play" in desk.words("send de-10ss")
    assert "not a German armored" in desk.words("send de-352")


@rule("28.1", "28.5")
def test_what_is_forgotten_of_who_goes(desk):
    s = desk.set_up({"de-2pz": "LL14", "de-101ss": "LL14"}, side="german", turn="nov-1", impulse=1)
    s.rebuilt = s.pinned = desk.units_of("de-2pz de-101ss")
    s.bound[desk.unit("de-2pz")] = 1
    reserve.go(s, desk.unit("de-2pz"), None)
    reserve.go(s, desk.unit("de-101ss"), None)
    assert [desk.at(u) for u in ("de-2pz", "de-101ss")] == ["reserve", "removed"]
    assert s.rebuilt & desk.units_of("de-2pz") == 0
    assert s.pinned == 0
    assert s.bound[desk.unit("de-2pz")] == FREE


@rule("28.1")
def test_whose_factor_is_closest(desk):
    """For a Lehr of 9: the 8s before the 7s; of two as close the higher."""
    w = desk.w
    lehr = desk.unit("de-lehr")
    group = [desk.unit(u) for u in ("de-2ss", "de-9ss", "de-2pz", "de-503")]
    assert reserve.closest(w, lehr, group) == group[:2]
    assert reserve.closest(w, lehr, []) == []
    assert reserve.closest(w, desk.unit("de-2pz"), [desk.unit("de-21pz"), desk.unit("de-2ss")]) == [
        desk.unit("de-2ss")
    ]
    units = {"de-2ss": "LL14", "de-9ss": "due", "de-10ss": "S20", "de-12ss": "waiting", "de-352": "LL14"}
    around = dict(zip(("us-1", "us-4", "us-29", "us-2", "us-9", "us-30"), sorted(desk.near("S20")), strict=False))
    s = desk.set_up({**units, **around}, side="german", turn="nov-1")
    assert [w.ids[u] for u in reserve.stand_ins(s, lehr)] == ["de-2ss", "de-9ss"]
    assert [reserve.can_leave(s, desk.unit(u)) for u in units] == [True, True, False, False, True]


@rule("28.3")
def test_the_reserve_made_whole(desk):
    units = {
        "de-2pz": "destroyed", "de-101ss": "destroyed", "de-503": "destroyed", "de-150ss": "destroyed",
        "de-352": "destroyed", "de-2ss": "reserve", "de-9ss": "LL14", "de-1ss": "destroyed", "de-1ss-late": "aside",
        "de-21pz": "withdrawn", "de-6ss-geb": "destroyed",
    }  # fmt: skip
    s = phase(desk, units, "german", turn="dec-1", back="de-2ss de-9ss de-2pz", pools=[3, 4, 5, 6, 7, 8, 9])
    desk.play("option a")
    assert {u for u in units if desk.at(u) == "reserve"} == {"de-2pz", "de-150ss", "de-2ss", "de-1ss-late"}
    assert [s.face[desk.unit(u)] for u in ("de-2pz", "de-2ss", "de-9ss")] == [0, 0, 1]
    assert s.pools == [3, 0, 5, 6, 7, 8, 9]
    assert s.reserve_choice == reserve.OPTION_A
    assert desk.why("option b") == ["28.3"]
    s = phase(desk, units, "german", turn="nov-4", back="de-2ss")
    assert desk.why("option a") == ["28.3"]
    s = phase(desk, units, "german", turn="dec-1", back="de-2ss")
    desk.play("option b")
    assert s.reserve_choice == reserve.OPTION_B
    assert s.face[desk.unit("de-2ss")] == 1


@rule("28.4")
def test_where_the_reserve_comes_back(desk):
    units = {"de-2pz": "reserve", "de-2ss": "reserve", "de-21pz": "due", "us-1": "HH10", "de-352": "LL14"}
    more = {"side": "german", "turn": "dec-3", "allied": "NN24"}
    s = desk.set_up(units, **more)
    assert set(desk.legal("reserve")) == {"de-2pz", "de-2ss"}
    w = desk.w
    shut = desk.near("HH10") - {"GG10"} | {"NN24"}
    assert set(desk.legal("reserve de-2pz")) == {w.labels[h] for h in members(w.german_cities)} - shut
    assert "is Allied." in desk.words("reserve de-2pz NN24")
    assert "Allied zone" in desk.words("reserve de-2pz II10")
    assert "not a city in Germany" in desk.words("reserve de-2pz R11")
    assert desk.why("reserve de-21pz LL14") == ["28.4"]
    assert [why.rule for why in reserve.why_not_yet(s)] == []
    desk.play("reserve de-2pz LL14")
    assert s.reserve_back
    assert [why.rule for why in reserve.why_not_yet(s)] == ["28.4"]
    for month, may in (("nov-4", False), ("dec-1", True), ("feb-4", True), ("mar-1", False)):
        desk.set_up(units, **{**more, "turn": month})
        assert any(text.startswith("reserve ") for text in desk.legal()) is may
    desk.set_up(units, turn="dec-3")
    assert desk.why("reserve de-2pz LL14") == ["28.4"]
    assert "Only the German" in desk.words("reserve de-2pz LL14")
    desk.set_up({"de-352": "LL14", "us-1": "HH10"}, **more)
    assert "No unit is in" in desk.words("reserve de-2pz LL14")


@rule("27.9", "22.2")
def test_the_side_that_a_rebuilt_unit_shows(desk):
    s = desk.set_up(
        dict.fromkeys(("de-6fj", "de-716", "de-352", "us-101", "us-rangers"), "destroyed"), steps=[Moving()]
    )
    faces = [(s.face[revive(s, desk.unit(u), full)]) for u, full in (
        ("de-6fj", True), ("de-716", True), ("de-352", False), ("us-101", True), ("us-rangers", False),
        ("us-101", False), ("us-82", False), ("br-4ssb", True),
    )]  # fmt: skip
    assert faces == [0, 1, 1, 0, 0, 1, 1, 0]
    assert s.grounded == desk.units_of("de-6fj")

"""15.3 to 15.10, 33.3.9: what is said against each hex of a retreat, and what one hex or unit more or less changes.

M9 with everything two hexes around it is open country without rivers; N8 belongs to the 15th Army's district, M9 and
N9 do not; the Saar runs between FF13 and GG14.
"""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.retreat import (
    Falling,
    Retreating,
    choices,
    do_retreat,
    has_space,
    most_saved,
    retreat_enough,
    retreat_lacking,
    ways,
)
from grognard.games.fortress_europa.rules.combat.rout import Advancing, SweptAlong, may_advance, swept
from grognard.games.fortress_europa.rules.movement.stacking import stackers
from grognard.games.fortress_europa.rules.state import FREE
from grognard.maps import members
from grognard.suite import rule

DEEP = "V6"
"""In the 15th Army's district, far from M9."""
DEEP_UNIT = "de-353"
SAAR = 30
AROUND_M9 = ("M8", "N8", "N9", "M10", "L9", "L8")


def falling(desk, units, who, fewest, most, mover=ALLIED, **more):
    """The units named have to retreat; nothing is done yet that goes by itself."""
    s = desk.set_up(units, steps=[], **more)
    s.then(Retreating(tuple(desk.unit(u) for u in who.split()), fewest, most, mover))
    return s


FRIENDS = ("us-2", "us-4", "us-5", "us-8", "us-9", "us-28", "us-29", "us-30", "us-35", "us-79", "us-80", "us-83",
           "us-90", "us-95", "us-99", "us-106", "us-26", "us-45")  # fmt: skip

FULL_L9 = {"us-4": "L9", "us-9": "L9", "us-2": "L9"}
FULL_GG14 = {"us-4": "GG14", "us-9": "GG14", "us-2": "GG14"}
DOWN = {"bridges_down": 1 << SAAR}


@rule("15.3", "15.5", "15.7", "15.9", "15.10")
@pytest.mark.parametrize(
    ("units", "hexes", "way", "said", "more"),
    [
        ({"us-1": "M9"}, 1, "L9 K9", "15.3: # retreats 1 hex.", {}),
        ({"us-1": "M9"}, 2, "L9 K9 J8", "15.3: # retreats 2 hexes.", {}),
        ({"us-1": "M9"}, 2, "L9 M9", "15.5: # may not retreat into the hex it leaves.", {}),
        ({"us-1": "M9"}, 2, "L9 N9", "15.3: N9 is not next to L9.", {}),
        ({"us-1": "M9"}, 2, "K9", "15.3: K9 is not next to M9.", {}),
        ({"us-1": "M9"}, 2, "J8", "15.3: J8 is 3 hexes away; # retreats 2 hexes.", {}),
        ({"us-1": "M9"}, 1, "K9", "15.3: K9 is 2 hexes away; # retreats 1 hex.", {}),
        ({"us-1": "M13", "de-352": "M10"}, 2, "M11", "15.5: M11 is in an enemy zone of control.", {}),
        ({"us-1": "D8"}, 2, "C9 C10", "15.9: C10 lies across water.", {}),
        ({"us-1": "FF12"}, 2, "FF13 GG14", "15.9: The bridges to GG14 are destroyed.", DOWN),
        ({"us-1": "FF13"}, 2, "GG14", "15.9: The bridges to GG14 are destroyed.", DOWN),
        ({"us-1": "GG14"}, 2, "FF13", "15.9: The bridges to FF13 are destroyed.", DOWN),
        ({"us-1": "M13", "de-352": "M11"}, 1, "M12", "15.5: M12 is in an enemy zone of control.", {}),
        ({"us-1": "M9", "de-352": DEEP}, 1, "N8", "15.10: N8 is in a frozen district, and # has another way.",
         {"frozen": "de-352"}),
        ({"us-1": "M9", "de-352": DEEP} | FULL_L9, 1, "L9", "15.7: L9 has no room for #.", {"frozen": "de-352"}),
        ({"us-1": "M9"} | FULL_L9, 1, "L9", "15.7: L9 has no room for #.", {}),
        ({"us-1": "O7", "de-352": DEEP, "us-4": "N7", "us-9": "N7", "us-2": "N7"}, 1, "N7",
         "15.7: N7 has no room for #.", {"frozen": "de-352"}),
        ({"us-1": "FF12", "br-79-a": "FF13"} | FULL_GG14, 2, "FF13 GG14", "15.7: GG14 has no room for #.",
         DOWN | {"options": "funnies"}),
    ],
)  # fmt: skip
def test_what_is_against_a_hex_of_a_retreat(desk, units, hexes, way, said, more):
    falling(desk, units, "us-1", hexes, hexes, **more)
    name = desk.w.unit_names[desk.unit("us-1")]
    assert desk.words(f"retreat us-1 {way}") == said.replace("#", name)


@rule("15.4", "15.5")
def test_who_cannot_be_moved_now(desk):
    """Around the 1st everything is full; the 50th does not retreat at all."""
    full = dict(zip(FRIENDS, [h for h in AROUND_M9 for _ in range(3)], strict=True))
    falling(desk, {"us-1": "M9", "br-3": "R14"} | full, "us-1 br-3", 1, 1)
    name = desk.w.unit_names[desk.unit("us-1")]
    assert desk.words("retreat us-1 L9").startswith(f"15.5: {name} has no way")
    assert desk.why("retreat br-50 L9") == ["15.4"]
    assert set(desk.legal("retreat")) == {"br-3"}


@rule("15.7", "9.1")
def test_germans_retreat_into_their_frozen_districts(desk):
    """What keeps one of them out of such a hex is that it is full."""
    full = {"de-91": "N8", "de-77": "N8", "de-243": "N8"}
    s = falling(desk, {"de-352": "N9", "de-353": DEEP} | full, "de-352", 1, 1, GERMAN, frozen="de-353", side="german")
    assert s.bound[desk.unit("de-352")] == FREE
    assert desk.words("retreat de-352 N8").startswith("15.7: N8 has no room")
    s = falling(desk, {"de-352": "N9", "de-353": DEEP}, "de-352", 1, 1, GERMAN, frozen="de-353", side="german")
    assert "N8" in desk.legal("retreat de-352")


@rule("31.16", "15.9")
def test_the_funnies_bridge_a_river_for_a_retreat(desk):
    units = {"us-1": "FF12", "br-79-a": "FF13"}
    for options, open_ in (("funnies", True), ("", False)):
        falling(desk, units, "us-1", 2, 2, options=options, **DOWN)
        assert (desk.why("retreat us-1 FF13 GG14") == []) == open_


# ------------------------------------------------------------------------------------------- who is asked


def crowd(desk, *free):
    """Three units in each hex around M9 but for these, which hold two."""
    friends = (u for u in FRIENDS if u in desk.w.unit)
    return {next(friends): h for h in AROUND_M9 for _ in range(2 if h in free else 3)}


@rule("15.4", "15.7")
def test_who_has_one_way_goes_by_itself_and_two_are_moved_in_the_order_that_is_chosen(desk):
    s = desk.set_up({"us-1": "M9"} | crowd(desk, "L9"), steps=[])
    desk.restart(Falling((desk.unit("us-1"),), 1, 1, ALLIED))
    assert (desk.step(), desk.at("us-1")) == ("", "L9")
    s = desk.set_up({"us-1": "M9", "br-3": "M9"} | crowd(desk, "L9", "M8"), steps=[])
    desk.restart(Falling((desk.unit("us-1"), desk.unit("br-3")), 1, 1, ALLIED))
    assert set(desk.legal("retreat")) == {"us-1", "br-3"}
    desk.play("retreat us-1 L9")
    assert not s.stack
    assert desk.at("br-3") == "M8"
    s = desk.set_up({"us-1": "M9"} | crowd(desk, "L9", "M8"), steps=[])
    desk.restart(Falling((desk.unit("us-1"),), 1, 1, ALLIED))
    assert (desk.step(), set(desk.legal("retreat us-1"))) == ("Retreating", {"L9", "M8"})


@rule("15.4", "15.7")
def test_of_two_units_none_takes_the_only_place_of_the_other(desk):
    """Everything but one place beside them and an alpine hex is full: a mountain unit has two places."""
    w = desk.w
    alp, start = next(
        (a, h) for a in range(w.n) if w.terrain[a] == 3 for h in w.near[a]
        if w.terrain[h] == 0 and sum(w.terrain[x] == 0 and w.river_between(h, x) < 0 for x in w.near[h]) >= 1
    )  # fmt: skip
    mountain = next(w.ids[u] for u in w.of_side[ALLIED] if w.mountain_units >> u & 1)
    other = [x for x in w.near[start] if w.terrain[x] != 3]
    friends = iter(FRIENDS)
    room = {h: 3 if w.terrain[h] == 0 else 2 for h in other}
    full = {next(friends): w.labels[h] for h in other for _ in range(room[h] - (h == other[0]))}
    s = desk.set_up({"us-1": w.labels[start], mountain: w.labels[start]} | full, steps=[], italy_open=True)
    pair = (desk.unit("us-1"), desk.unit(mountain))
    assert {way[-1] for way in ways(s, pair[0], 1, 1)} == {other[0]}
    assert {way[-1] for way in ways(s, pair[1], 1, 1)} >= {other[0], alp}
    for mover, places in ((ALLIED, {other[0], alp}), (GERMAN, {alp})):
        found = {way[-1] for way in choices(s, Retreating(pair, 1, 1, mover), pair[1])}
        assert (other[0] in found) == (other[0] in places), mover


@rule("15.4", "15.10")
def test_who_has_no_way_but_out_of_a_frozen_district_goes_before_who_has(desk):
    """Germans in O10 and K9 leave M10, where one place is free, to both, and N8 in the frozen district to the 3rd:
    the Germans may not take the place from the 50th, and then the 3rd has nothing else."""
    full = dict(zip(FRIENDS, ["M9"] * 3 + ["L10"] * 3 + ["M10"] * 2, strict=False))
    foes = {"de-352": "O10", "de-91": "K9", DEEP_UNIT: DEEP}
    units = {"br-3": "N9", "br-50": "L9"} | full | foes
    falling(desk, units, "br-3 br-50", 1, 1, GERMAN, side="german", frozen=DEEP_UNIT)
    assert desk.legal("retreat") == ["br-50"]
    assert desk.why("retreat br-3 M10") == ["15.4"]
    desk.play("retreat br-50 M10")
    assert (desk.at("br-3"), desk.step()) == ("N8", "Forced")


# --------------------------------------------------------------------------------- what happens on the way


def retreat(desk, unit, *way, mover=ALLIED):
    """A retreat by this way, whatever other ways there are; what is due afterwards."""
    u = desk.unit(unit)
    step = Retreating((u,), len(way), len(way), mover)
    do_retreat(desk.s, step, "allied", (u, *(desk.hex(label) for label in way)), None)
    return [type(due).__name__ for due in desk.s.stack]


@rule("15.10", "9.1")
def test_only_an_allied_unit_that_enters_a_frozen_district_may_release_its_units(desk):
    """M9 and N9 lie outside the district, N8 and O8 inside; in the order of the map N8 comes right before N9."""
    for unit, start, way, forced in (
        ("us-1", "M9", ("N8",), True),
        ("us-1", "M9", ("N8", "O8"), True),
        ("us-1", "M9", ("M8", "N8"), True),
        ("us-1", "M9", ("N9",), False),
        ("us-1", "N9", ("M9", "L9"), False),
        ("de-91", "M9", ("N8",), False),
    ):
        desk.set_up({unit: start, "de-352": DEEP}, steps=[], frozen="de-352")
        assert ("Forced" in retreat(desk, unit, *way)) == forced, (unit, way)
    desk.set_up({"us-1": "M9", "de-352": DEEP}, steps=[])
    assert "Forced" not in retreat(desk, "us-1", "N8"), "nobody is frozen"


@rule("33.3.9-3")
@pytest.mark.parametrize(
    ("way", "more", "along"),
    [
        (("EE12", "DD12"), {}, True),
        (("EE12",), {}, False),
        (("EE12", "DD12"), {"turn": "dec-4"}, False),
        (("EE12", "DD12"), {"impulse": 2}, False),
        (("EE12", "DD12"), {"side": "allied"}, False),
        (("EE12", "DD12"), {"scenario": "campaign"}, False),
    ],
)
def test_only_the_rout_of_december_iii_sweeps_along_who_stands_on_its_way(desk, way, more, along):
    base = {"scenario": "bulge", "turn": "dec-3", "side": "german", "impulse": 1}
    desk.set_up({"us-28": "FF12", "us-9": "EE12"}, steps=[], battle_hexes=desk.hexes_of("FF12"), **base | more)
    assert ("SweptAlong" in retreat(desk, "us-28", *way)) == along


@rule("33.3.9-3", "15.6", "15.7")
def test_who_can_be_swept_along(desk):
    """As many as there is room for, one after the other; nobody into alpine ground, but for mountain units."""
    assert desk.w.stack_limit[desk.hex("DD12")] == 2
    units = {"us-28": "DD12", "us-9": "EE12", "us-2": "EE12"}
    s = desk.set_up(units, scenario="bulge", turn="dec-3", side="german", steps=[])
    desk.restart(SweptAlong(desk.hex("EE12"), desk.hex("DD12")))
    assert set(desk.legal("along")) == {"us-9", "us-2"}
    assert desk.why("along us-28") == ["33.3.9-3"], "it stands where they go"
    desk.play("along us-2")
    assert not s.stack, "DD12 is full"
    assert (desk.at("us-2"), desk.at("us-9")) == ("DD12", "EE12")
    s = desk.set_up(units | {"us-9": "DD12"}, scenario="bulge", turn="dec-3", side="german", steps=[])
    s.then(SweptAlong(desk.hex("EE12"), desk.hex("DD12")))
    assert desk.why("along us-2") == ["15.7"]
    w = desk.w
    alp = next(h for h in range(w.n) if w.terrain[h] == 3 and any(w.terrain[x] != 3 for x in w.near[h]))
    beside = next(x for x in w.near[alp] if w.terrain[x] != 3)
    mountain = next(w.ids[u] for u in w.of_side[ALLIED] if w.mountain_units >> u & 1)
    s = desk.set_up({"us-9": w.labels[beside], mountain: w.labels[beside]}, steps=[])
    assert swept(s, beside, alp) == [desk.unit(mountain)]


@rule("33.3.9-3")
def test_who_was_swept_along_is_followed_by_the_next(desk):
    units = {"us-28": "FF13", "us-9": "FF12", "us-2": "FF12"}
    assert desk.w.stack_limit[desk.hex("FF13")] == 3
    s = desk.set_up(units, scenario="bulge", turn="dec-3", side="german", steps=[])
    desk.restart(SweptAlong(desk.hex("FF12"), desk.hex("FF13")))
    assert (desk.step(), desk.seat) == ("SweptAlong", "allied")
    desk.play("along us-9")
    assert desk.step() == "SweptAlong"
    desk.play("along us-2")
    assert (desk.step(), desk.at("us-9"), desk.at("us-2")) == ("", "FF13", "FF13")
    s = desk.set_up(units, scenario="bulge", turn="dec-3", side="german", steps=[])
    desk.restart(SweptAlong(desk.hex("FF12"), desk.hex("FF13")))
    desk.play("leave")
    assert not s.stack
    assert desk.at("us-9") == "FF12"


# --------------------------------------------------------------------------------------------- advancing

SS, BRIGADE = "de-1ss-late", "de-150ss"
"""1SS, as it is in December, and the 150th SS Brigade."""


def after_battle(desk, units, **more):
    base = {"scenario": "bulge", "turn": "dec-3", "side": "german", "impulse": 1}
    return desk.set_up(units, steps=[], **base | more)


@rule("33.3.9-4")
@pytest.mark.parametrize(
    ("units", "more", "expected"),
    [
        ({SS: "GG12"}, {}, True),
        ({BRIGADE: "GG12"}, {}, True),
        ({"de-2pz": "GG12"}, {}, False),
        ({SS: "GG12", "us-28": "FF12"}, {}, False),
        ({SS: "HH12"}, {}, False),
        ({SS: "GG12"}, {"impulse": 2}, False),
        ({SS: "GG12"}, {"turn": "dec-4"}, False),
        ({SS: "GG12"}, {"side": "allied"}, False),
        ({SS: "destroyed"}, {}, False),
        ({SS: "GG12", "de-2pz": "FF12", "de-116pz": "FF12", "de-9pz": "FF12"}, {}, False),
        ({SS: "GG12", "de-2pz": "FF12"}, {}, True),
    ],
)
def test_who_advances_after_his_attack(desk, units, more, expected):
    """Into the empty hex that was attacked, one hex away, with room in it."""
    s = after_battle(desk, units, **more)
    found = may_advance(s, [desk.unit(u) for u in units if u.startswith("de-")], desk.hexes_of("FF12"))
    first = desk.unit(next(iter(units)))
    assert found == ({first: [desk.hex("FF12")]} if expected else {})


@rule("33.3.9-4")
def test_both_may_advance_or_stay(desk):
    for answers, at in (
        ([f"advance {SS} FF12", f"advance {BRIGADE} FF12"], ("FF12", "FF12")),
        ([f"advance {BRIGADE} FF12", "stay"], ("GG12", "FF12")),
        (["stay"], ("GG12", "GG12")),
    ):
        s = after_battle(desk, {SS: "GG12", BRIGADE: "GG12", "de-2pz": "GG12"})
        pair = (desk.unit(SS), desk.unit(BRIGADE), desk.unit("de-2pz"))
        desk.restart(Advancing(pair, desk.hexes_of("FF12 FF11")))
        assert (desk.step(), desk.seat) == ("Advancing", "german")
        assert set(desk.legal("advance")) == {SS, BRIGADE}
        assert set(desk.legal(f"advance {SS}")) == {"FF12", "FF11"}
        assert desk.why("advance de-2pz FF12") == ["33.3.9-4"]
        assert desk.why(f"advance {SS} GG13") == ["33.3.9-4"]
        desk.play(*answers)
        assert not s.stack
        assert (desk.at(SS), desk.at(BRIGADE)) == at


@rule("15.4", "6.1")
def test_who_counts_in_a_stack_needs_places_of_his_own(desk):
    """A division and, next in the list of units, one that counts in no stack: only the former can run out of room."""
    w = desk.w
    names = [name for name in w.ids if name.startswith("de-")]
    s = falling(desk, dict.fromkeys(names, "M9"), "", 1, 2)
    counted = stackers(s)
    u = next(u for u in map(desk.unit, names) if counted >> u & 3 == 1)
    s = falling(desk, {w.ids[u]: "M9", w.ids[u + 1]: "M9"}, w.ids[u], 1, 2)
    assert [has_space(s, (x,), 1, 2, number) for x in (u, u + 1) for number in (1, 99)] == [True, False, True, True]
    places = {way[-1] for way in ways(s, u, 1, 2)}
    room = sum(desk.w.stack_limit[h] for h in places)
    assert len(places) < room
    assert [has_space(s, (u,), 1, 2, number) for number in (room, room + 1)] == [True, False]


@rule("15.4", "15.7")
def test_who_makes_room_makes_it_once(desk):
    """Two units have one place between them; a mountain unit that stood in it goes into the Alps, where there are
    two more, and cannot go there twice."""
    w, start, first = desk.w, desk.hex("R28"), desk.hex("R27")
    alps = {desk.hex("S28"), desk.hex("S29")}
    assert [h for h in w.near[start] if w.terrain[h] == 3] == sorted(alps)
    assert all(w.stack_limit[h] == 1 for h in w.near[start])
    mountain = next(w.ids[u] for u in w.of_side[ALLIED] if w.mountain_units >> u & 1)
    friends = iter(FRIENDS)
    full = {next(friends): w.labels[h] for h in w.near[start] if h not in alps | {first}}
    units = dict.fromkeys(("us-1", "br-3", mountain), w.labels[start])
    s = desk.set_up(units | full, steps=[], italy_open=True)
    one, two, three = (desk.unit(u) for u in units)
    assert {way[-1] for way in ways(s, one, 1, 1)} == {way[-1] for way in ways(s, two, 1, 1)} == {first}
    assert {way[-1] for way in ways(s, three, 1, 1)} == {first} | alps
    assert Retreating((one, three), 1, 1, ALLIED).obvious(s) is None, "who goes first is chosen"
    for order in ((three, one, two), (one, three, two), (one, two, three)):
        assert most_saved(s, order, 1, 1) == 2


@rule("15.3")
def test_where_a_retreat_can_end(desk):
    """Of one hex or two anywhere, of two only in the second."""
    for fewest, first in ((1, set(AROUND_M9)), (2, set())):
        s = falling(desk, {"us-1": "M9"}, "us-1", fewest, 2)
        step, u = s.stack[-1], desk.unit("us-1")
        assert {desk.w.labels[h] for h in members(retreat_enough(s, step, "allied", (u,)))} == first
        second = {desk.w.labels[h] for h in members(retreat_enough(s, step, "allied", (u, desk.hex("L9"))))}
        assert second == desk.near("L9") - {"M9"}
        lacks = [
            bool(list(retreat_lacking(s, step, "allied", (u, *map(desk.hex, way)))))
            for way in (("L9",), ("L9", "K9"))
        ]
        assert lacks == [fewest == 2, False]


@rule("22.3")
def test_only_coastal_units_become_infantry_by_a_retreat(desk):
    """Of two units one after the other in the list the first is not coastal, the second is."""
    w = desk.w
    coastal = next(
        u for u in members(w.coastal_units)[1:] if not w.coastal_units >> (u - 1) & 1 and w.side[u - 1] == GERMAN
    )
    for u, face in ((coastal - 1, 0), (coastal, 1)):
        s = desk.set_up({w.ids[u]: "M9"}, steps=[], side="german")
        retreat(desk, w.ids[u], "L9", mover=GERMAN)
        assert s.face[u] == face

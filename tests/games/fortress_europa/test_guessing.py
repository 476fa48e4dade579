"""3.3, 9.4, 31.6 to 31.8: what the Allied player may imagine behind his view, condition by condition."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import DISTRICTS
from grognard.games.fortress_europa.rules.setup.deploying import area
from grognard.games.fortress_europa.rules.setup.guessing import (
    bind,
    can_be_under,
    fits,
    imagine,
    imagine_boxes,
    imagine_frozen,
    imagine_march,
)
from grognard.games.fortress_europa.rules.standing import fill_box, put, set_decoy
from grognard.games.fortress_europa.rules.state import (
    CLOSING,
    FIRST_COMBAT,
    FIRST_MOVE,
    FREE,
    NOWHERE,
    OPENING,
    SECOND_COMBAT,
    SECOND_MOVE,
)
from grognard.maps import members
from grognard.suite import rule

SEVENTH, FIFTEENTH, FIRST = (DISTRICTS.index(name) for name in ("7th", "15th", "1st"))


# ------------------------------------------------------------------------------------------ how it has moved


def marches(desk, unit, label, phase, side="german"):
    """What is imagined of a unit under a decoy, in many worlds: moved, spent, by rail, slowed, sighted."""
    s = desk.set_up({unit: label}, side=side, turn="nov-1", options="decoys", phase=phase, steps=[])
    u = desk.unit(unit)
    found = set()
    for seed in range(300):
        world = s.copy()
        imagine_march(world, u, random.Random(seed))
        flags = (world.moved, world.railed, world.slowed, world.sighted)
        assert not any(flag & ~(1 << u) for flag in flags), "of this unit alone"
        found.add((bool(flags[0]), world.spent[u], *(bool(flag) for flag in flags[1:])))
    return found


@rule("31.6")
@pytest.mark.parametrize("phase", [FIRST_MOVE, FIRST_COMBAT, SECOND_MOVE, SECOND_COMBAT])
def test_a_covered_unit_may_have_moved_in_any_way_it_can(desk, phase):
    w = desk.w
    line = w.labels[members(w.germany & w.rail & ~(w.rail >> 1))[0]]  # the hex that comes next in the list is another
    field = w.labels[members(w.germany & ~w.rail & w.rail >> 1)[0]]
    seen = {False, True} if phase in (FIRST_MOVE, FIRST_COMBAT) else {False}
    for unit, armored in (("de-352", False), ("de-2pz", True)):
        most = max(w.move[desk.unit(unit)])
        for label, rail in ((line, True), (field, False)):
            found = marches(desk, unit, label, phase)
            assert {x for x in found if not x[0]} == {(False, 0, False, False, False)}, "or it has stayed"
            moved = {x for x in found if x[0]}
            assert {x[1] for x in moved} == set(range(most + 1))
            assert {x[2] for x in moved} == ({False, True} if rail else {False}), "10.4: from rail hexes"
            assert {x[3] for x in moved} == ({False, True} if armored else {False}), "8.1: armor alone"
            assert not any(x[2] and x[3] for x in moved), "10.5: by rail the ground does not matter"
            assert {x[4] for x in moved} == seen, "17.10.1: strafed in the first impulse"


@rule("31.6", "4.1")
def test_in_other_phases_and_in_the_allied_turn_nobody_has_moved(desk):
    rest = {(False, 0, False, False, False)}
    line = desk.w.labels[members(desk.w.germany & desk.w.rail)[0]]
    for phase in (OPENING, CLOSING):
        assert marches(desk, "de-2pz", line, phase) == rest
    for phase in (FIRST_MOVE, SECOND_COMBAT):
        assert marches(desk, "de-2pz", line, phase, side="allied") == rest


# ---------------------------------------------------------------------------------------------- where it is


@rule("31.6", "31.7")
def test_during_set_up_a_unit_is_under_a_decoy_of_its_own_box(desk):
    s = desk.set_up({"de-77": "hidden", "de-352": "KK15"}, steps=[])
    fill_box(s, desk.unit("de-77"), SEVENTH)
    fill_box(s, desk.unit("de-352"), SEVENTH)
    assert can_be_under(s, desk.unit("de-77"), desk.hex("M5"))
    assert not can_be_under(s, desk.unit("de-77"), desk.hex("N5")), "the 15th district"
    assert can_be_under(s, desk.unit("de-352"), desk.hex("N5")), "later anywhere"
    ground = set(members(area(s, desk.unit("de-77"), SEVENTH)))
    for h in members(desk.w.within(desk.w.districts[SEVENTH], 2)):
        assert can_be_under(s, desk.unit("de-77"), h) == (h in ground)


@rule("31.6")
def test_units_under_decoys_are_put_where_decoys_lie(desk):
    """Two units that are not seen, and two decoys: each unit is under one of them, and either under either."""
    w = desk.w
    ways = set()
    for seed in range(30):
        s = desk.set_up({"de-352": "unknown", "de-243": "unknown"}, turn="nov-1", options="decoys", steps=[])
        for i, label in enumerate(("KK15", "LL17")):
            s.decoy_at[i], s.decoy_unit[i] = desk.hex(label), -1
        s.facts = None
        imagine(s, random.Random(seed))
        where = (desk.at("de-352"), desk.at("de-243"))
        ways.add(where)
        assert set(where) == {"KK15", "LL17"}
        assert [s.where[u] for u in s.decoy_unit[:2]] == s.decoy_at[:2]
        assert s.notes[desk.unit("de-352")] == NOWHERE
        assert w.unknown not in s.where
    assert len(ways) == 2


@rule("31.6")
def test_a_decoy_whose_unit_is_known_keeps_it(desk):
    known = desk.w.ids[0]
    for seed in range(10):
        s = desk.set_up({"de-352": "unknown", known: "KK15"}, turn="nov-1", options="decoys", steps=[])
        set_decoy(s, 0, desk.hex("KK15"), desk.unit(known))
        set_decoy(s, 1, desk.hex("LL17"), -1)
        imagine(s, random.Random(seed))
        assert (desk.at(known), desk.at("de-352")) == ("KK15", "LL17")
        assert s.decoy_unit[:2] == [desk.unit(known), desk.unit("de-352")]


@rule("3.3")
def test_hidden_units_are_noted_in_hexes_of_their_boxes_and_what_is_known_stays(desk):
    w = desk.w
    hexes = set()
    for seed in range(30):
        s = desk.set_up({"de-275": "hidden", "de-lehr": "hidden", "de-352": "M9"}, steps=[])
        fill_box(s, desk.unit("de-275"), SEVENTH)
        fill_box(s, desk.unit("de-lehr"), w.hidden_box)
        s.notes[desk.unit("de-lehr")] = desk.hex("L6")
        imagine(s, random.Random(seed))
        assert s.notes[desk.unit("de-lehr")] == desk.hex("L6"), "it is known"
        assert s.notes[desk.unit("de-352")] == NOWHERE
        hexes.add(s.notes[desk.unit("de-275")])
        assert w.districts[SEVENTH] >> s.notes[desk.unit("de-275")] & 1
    assert len(hexes) > 10


@rule("3.3", "31.7")
def test_a_noted_unit_under_a_decoy_stays_there(desk):
    s = desk.set_up({"de-275": "hidden"}, options="decoys-for-hidden", steps=[])
    u = desk.unit("de-275")
    fill_box(s, u, SEVENTH)
    set_decoy(s, 0, desk.hex("L6"), u)
    set_decoy(s, 1, desk.hex("M5"), -1)
    s.notes[u] = desk.hex("L6")
    imagine(s, random.Random(1))
    assert s.notes[u] == desk.hex("L6")
    assert s.decoy_unit[:2] == [u, -1], "a blank under the other"


@rule("3.3", "6.1", "22.1")
def test_hidden_units_are_noted_where_there_is_room(desk):
    """Every beach hex of the Netherlands but one is full: a coastal unit is in that one; if all are, in any."""
    w = desk.w
    beaches = members(w.districts[0] & w.beaches & ~w.dyke)
    coastal = next(u for u in w.starters if w.coastal_units >> u & 1 and w.box_of[u] == 0)
    others = [u for u in w.starters if w.counts_in_stack >> u & 1 and w.box_of[u] > 0]
    for number, able in ((len(beaches) - 1, beaches[-1:]), (len(beaches), beaches)):
        for seed in range(8):
            s = desk.set_up({}, steps=[])
            places = [h for h in beaches[:number] for _ in range(w.stack_limit[h])]
            for u, h in zip(others, places, strict=False):
                put(s, u, h)
            fill_box(s, coastal, 0)
            put(s, coastal, w.hidden)
            imagine(s, random.Random(seed))
            assert s.notes[coastal] in able


# --------------------------------------------------------------------------------------------- which box


@rule("31.8", "9.4", "22.1")
def test_which_box_a_hidden_unit_may_fill(desk):
    w = desk.w
    s = desk.set_up({"de-352": "hidden", "de-716": "hidden"}, options="free-setup", steps=[])
    foot, coastal = desk.unit("de-352"), desk.unit("de-716")
    every = range(len(w.box_ids))
    assert [fits(s, foot, box, [], {}) for box in every] == [True] * len(every), "by note anywhere"
    able = [box for box in every if fits(s, coastal, box, [], {})]
    assert able == sorted((SEVENTH, FIFTEENTH)), "a coastal unit is one of the two of 9.4"
    assert [box for box in every if fits(s, coastal, box, [], {SEVENTH: foot})] == [FIFTEENTH]
    for u in w.starters:
        assert fits(s, u, FIRST, [], {}) != bool(w.coastal_units >> u & 1), w.ids[u]
    inland = desk.hex("R20")
    beach = desk.hex("M5")
    assert [box for box in every if fits(s, foot, box, [beach], {})] == [SEVENTH, *_anywhere(w)]
    assert [box for box in every if fits(s, foot, box, [inland], {})] == list(_anywhere(w))
    assert [box for box in every if fits(s, coastal, box, [beach], {})] == [SEVENTH, w.free_box]
    assert [box for box in every if fits(s, coastal, box, [inland], {})] == []
    assert [box for box in every if fits(s, coastal, box, [inland, beach], {})] == [SEVENTH, w.free_box]


def _anywhere(w):
    """The boxes of no district and no city."""
    return [box for box in range(len(DISTRICTS), len(w.box_ids)) if w.box_hex[box] < 0]


@rule("9.1", "9.1A", "9.1E")
def test_who_is_bound_to_his_district(desk):
    u = desk.unit("de-352")
    for box, released, invaded, expected in (
        (SEVENTH, False, 0, SEVENTH),
        (len(DISTRICTS) - 1, False, 0, len(DISTRICTS) - 1),
        (len(DISTRICTS), False, 0, FREE),
        (SEVENTH, True, 0, FREE),
        (SEVENTH, False, 1 << SEVENTH, FREE),
        (SEVENTH, False, 1 << FIFTEENTH, SEVENTH),
    ):
        s = desk.set_up({"de-352": "hidden"}, steps=[], invaded=invaded)
        s.released = released
        bind(s, u, box)
        assert s.bound[u] == expected, (box, released, invaded)


@rule("9.4", "31.8")
def test_how_many_of_the_hidden_units_are_frozen(desk):
    """Two may be chosen to be hidden and are free; who is one too many in the 7th or 15th is frozen there."""
    w = desk.w
    names = ("de-352", "de-353", "de-91", "de-77")
    units = [desk.unit(name) for name in names]
    assert w.book.hidden.chosen == 2

    def worlds(boxes, frozen=None):
        found = set()
        for seed in range(60):
            s = desk.set_up(dict.fromkeys(names, "hidden"), options="free-setup", steps=[])
            s.released = False
            for u, box in zip(units, boxes, strict=True):
                fill_box(s, u, box)
            imagine_frozen(s, units, dict(frozen or {}), random.Random(seed))
            found.add(tuple(s.bound[u] for u in units))
        return found

    hidden = w.hidden_box
    assert worlds([hidden] * 4) == {(FREE,) * 4}, "who is designated is free"
    assert worlds([FIRST, hidden, hidden, hidden]) == {(FREE,) * 4}, "only two districts have one"
    assert worlds([SEVENTH, hidden, hidden, hidden]) == {(FREE,) * 4, (SEVENTH, FREE, FREE, FREE)}
    both = worlds([SEVENTH, FIFTEENTH, hidden, hidden])
    assert {x[:2] for x in both} == {(a, b) for a in (FREE, SEVENTH) for b in (FREE, FIFTEENTH)}
    three = worlds([SEVENTH, FIRST, FIRST, hidden])
    assert three == {(SEVENTH, FREE, FREE, FREE)}, "else three were chosen"
    one = worlds([SEVENTH, SEVENTH, hidden, hidden])
    assert {x[:2] for x in one} == {(FREE, FREE), (SEVENTH, FREE), (FREE, SEVENTH)}, "one of a district"
    known = worlds([SEVENTH, SEVENTH, hidden, hidden], {SEVENTH: units[0]})
    assert {x[:2] for x in known} == {(SEVENTH, FREE)}, "it is known who that is"
    known = worlds([SEVENTH, FIFTEENTH, FIRST, hidden], {SEVENTH: units[0]})
    assert known == {(SEVENTH, FREE, FREE, FREE), (SEVENTH, FIFTEENTH, FREE, FREE)}, "the others may be the two"
    assert worlds([SEVENTH, SEVENTH, FIRST, hidden]) == {(SEVENTH, FREE, FREE, FREE), (FREE, SEVENTH, FREE, FREE)}
    assert worlds([SEVENTH, FIFTEENTH, FIRST, hidden]) == {
        (SEVENTH, FREE, FREE, FREE), (FREE, FIFTEENTH, FREE, FREE), (SEVENTH, FIFTEENTH, FREE, FREE),
    }  # fmt: skip


@rule("31.8", "31.7", "9.1")
def test_hidden_units_fill_the_boxes_that_lack_somebody(desk):
    """Everybody else stands in his own box: two that are not seen fill the two places that are open."""
    w = desk.w
    for decoys in ([], [desk.hex("M5"), desk.hex("N5")]):
        ways = set()
        for seed in range(20):
            s = desk.set_up({}, options="free-setup", steps=[])
            s.released = False
            for u in w.starters:
                fill_box(s, u, w.box_of[u])
                put(s, u, desk.hex("R11"))
            pair = [desk.unit("de-77"), desk.unit("de-85")]
            for u in pair:
                fill_box(s, u, -1)
                put(s, u, w.hidden)
            imagine_boxes(s, decoys, random.Random(seed))
            boxes = tuple(s.box[u] for u in pair)
            ways.add(boxes)
            assert set(boxes) == {SEVENTH, FIFTEENTH}
            bound = [s.bound[u] for u in pair]
            if decoys:
                assert bound == list(boxes), "covered ones are frozen like all others"
            else:
                assert all(a in (FREE, b) for a, b in zip(bound, boxes, strict=True))
        assert len(ways) == 2


def lacking(desk, boxes, units):
    """A set-up with free boxes in which everybody stands but these hidden units, and these boxes lack somebody."""
    w = desk.w
    s = desk.set_up({}, options="free-setup", steps=[])
    s.released = False
    rest = [w.box_of[u] for u in w.starters]
    for box in boxes:
        rest.remove(box)
    for u, box in zip((u for u in w.starters if u not in units), rest, strict=False):
        fill_box(s, u, box)
        put(s, u, desk.hex("R11"))
    for u in units:
        fill_box(s, u, -1)
        put(s, u, w.hidden)
    return s


@rule("31.8", "22.1")
def test_coastal_units_find_their_boxes_first(desk):
    """A district and the hidden box lack a unit: the coastal one is in the district whatever its number."""
    w = desk.w
    coast = [u for u in w.starters if w.coastal_units >> u & 1]
    foot = [u for u in w.starters if not w.coastal_units >> u & 1]
    for coastal, other in (
        (next(u for u in coast if u + 1 in foot), next(u for u in foot if u + 1 in coast)), (coast[0], foot[-1]),
        (coast[-1], foot[0]),
    ):  # fmt: skip
        for seed in range(10):
            s = lacking(desk, (SEVENTH, w.hidden_box), (coastal, other))
            imagine_boxes(s, [], random.Random(seed))
            assert (s.box[coastal], s.box[other]) == (SEVENTH, w.hidden_box)
            assert (s.bound[coastal], s.bound[other]) == (SEVENTH, FREE), "as one of the two of 9.4"


@rule("31.8")
def test_a_box_that_is_known_is_kept_and_one_that_fits_nobody_is_filled(desk):
    w = desk.w
    coastal, foot = desk.unit("de-716"), desk.unit("de-352")
    s = lacking(desk, (0, SEVENTH), (coastal, foot))
    fill_box(s, foot, 0)
    imagine_boxes(s, [], random.Random(1))
    assert (s.box[foot], s.box[coastal]) == (0, SEVENTH), "the Netherlands are the first box"
    s = lacking(desk, (w.hidden_box,), (coastal,))
    imagine_boxes(s, [], random.Random(1))
    assert s.box[coastal] == w.hidden_box, "no other is left"

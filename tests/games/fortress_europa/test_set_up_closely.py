"""3.3, 9.4, 31.5 to 31.8, 31.10, 32.1, 33.3: the set-ups, box by box, decoy by decoy, line by line."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, CLEAR, DISTRICTS, GERMAN
from grognard.games.fortress_europa.rules.landing.isle import ferries
from grognard.games.fortress_europa.rules.movement.stacking import stack_value
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.setup import ardennes, december
from grognard.games.fortress_europa.rules.setup.anybox import box_reasons, hiding_box, open_box, selecting_box
from grognard.games.fortress_europa.rules.setup.deploying import (
    chosen_hidden,
    hidden_in,
    note,
    open_hexes,
    put_in_box,
    slots_left,
    stacks,
    unplaced,
    why_not_there,
)
from grognard.games.fortress_europa.rules.setup.guessing import bind, fits, imagine_frozen
from grognard.games.fortress_europa.rules.setup.objectives import PickObjectives, imagine_goals, picked
from grognard.games.fortress_europa.rules.setup.setup import (
    GermanSetUp,
    Reveal,
    blanks,
    blanks_of,
    box_with_room,
    by_note,
    covers,
    in_the_open,
    lacking,
    landing_turn,
    lay,
    ready_made,
)
from grognard.games.fortress_europa.rules.standing import fill_box, put, set_decoy
from grognard.games.fortress_europa.rules.state import FREE, LOST, NOWHERE
from grognard.games.fortress_europa.rules.victory.victory import with_objectives
from grognard.maps import mask_of, members
from grognard.suite import rule

NETHERLANDS, FIFTEENTH, SEVENTH, FIRST, NINETEENTH = range(5)


def begin(desk, *options):
    desk.s = desk.game.start("campaign", dict.fromkeys(options, True))
    return desk.s


def rules(found):
    return [why.rule for why in found]


def ids(desk, mask):
    return {desk.w.ids[u] for u in members(mask)}


# --------------------------------------------------------------------------------------------- whom and how


@rule("3.3", "9.4")
def test_who_is_placed_and_who_is_hidden(desk):
    s = begin(desk)
    w = desk.w
    hidden = {"de-30", "de-17ss", "de-12ss", "de-1ss", "de-lehr"}
    chosen = {"de-2pz", "de-116pz", "de-21pz", "de-11pz", "de-9pz", "de-2ss", "de-iii-flak"}
    frozen = {"de-331", "de-275"}
    step = s.stack[-1]
    assert ids(desk, by_note(s, step, "german", ())) == hidden | chosen | frozen
    garrisons = {w.ids[u] for u in w.starters if w.box_hex[w.box_of[u]] >= 0}
    everybody = {w.ids[u] for u in w.starters}
    assert ids(desk, in_the_open(s, step, "german", ())) == everybody - hidden - garrisons
    assert ids(desk, unplaced(s)) == everybody - garrisons
    assert set(desk.legal("hide")) == hidden | chosen | frozen
    assert set(desk.legal("place")) == everybody - hidden - garrisons
    assert desk.why("place de-lehr L4") == ["3.3"]
    assert desk.why("hide de-352 L4") == ["3.3"]
    assert desk.why("place de-5geb X29") == ["3.3"], "it stands there"
    assert desk.why("hide de-2pz N6; hide de-116pz N6; hide de-21pz M8") == ["9.4"]
    assert desk.why("hide de-2pz N6; hide de-lehr M8; hide de-116pz N6; hide de-331 N7") == []
    assert desk.why("cover de-352") == ["31.7"]
    assert desk.why("blank L4") == ["31.7"]
    s = begin(desk, "decoys-for-hidden")
    step = s.stack[-1]
    assert by_note(s, step, "german", ()) == 0
    assert ids(desk, in_the_open(s, step, "german", ())) == everybody - garrisons
    assert desk.why("hide de-lehr L4") == ["31.7"]
    assert desk.why("place de-lehr L4") == []


@rule("3.3", "9.4")
def test_what_a_note_and_a_place_do(desk):
    s = begin(desk)
    u, v, x = (desk.unit(name) for name in ("de-331", "de-2pz", "de-352"))
    note(s, u, FIFTEENTH, desk.hex("N6"), True)
    note(s, v, FIFTEENTH, desk.hex("N7"), False)
    put_in_box(s, x, SEVENTH, desk.hex("L4"))
    w = desk.w
    assert [s.where[y] for y in (u, v, x)] == [w.hidden, w.hidden, desk.hex("L4")]
    assert [s.bound[y] for y in (u, v, x)] == [FIFTEENTH, FREE, SEVENTH]
    assert [s.notes[y] for y in (u, v, x)] == [desk.hex("N6"), desk.hex("N7"), NOWHERE]
    assert (hidden_in(s, FIFTEENTH), hidden_in(s, SEVENTH)) == (u, -1)
    assert chosen_hidden(s) == [v]
    note(s, desk.unit("de-lehr"), w.hidden_box, desk.hex("L4"), False)
    assert chosen_hidden(s) == [v], "designated, not chosen"
    put_in_box(s, desk.unit("de-iii-flak"), w.free_box, desk.hex("S20"))
    assert s.bound[desk.unit("de-iii-flak")] == FREE
    found = stacks(s)
    counted = {h: sum(hexes >> desk.hex(h) & 1 for hexes in found) for h in ("N6", "N7", "L4", "M8")}
    assert counted == {"N6": 1, "N7": 1, "L4": 2, "M8": 0}


# ------------------------------------------------------------------------------------------------- any box


def box(desk, name):
    return list(desk.w.box_ids).index(name)


@rule("31.8", "22.1", "9.4", "3.3")
def test_which_box_a_unit_may_fill(desk):
    s = begin(desk, "free-setup")
    w = desk.w
    step = s.stack[-1]
    assert slots_left(s) == list(w.box_sizes) == [5, 19, 15, 5, 12, 1, 1, 2, 1, 1, 5, 5]
    coast, foot = desk.unit("de-716"), desk.unit("de-352")

    def each(which, u):
        return {w.box_ids[b]: rules(which(s, step, "german", (u, b))) for b in range(len(w.box_ids))}

    towns = ("torino", "genova", "paris", "toulouse", "nancy")
    assert each(box_reasons, foot) == {key: [] for key in w.box_ids}
    shut = {name: ["22.1"] for name in (*towns, "hidden")}
    assert each(box_reasons, coast) == {key: [] for key in w.box_ids} | shut
    assert each(open_box, foot) == {key: [] for key in w.box_ids} | {"hidden": ["3.3"]}
    hiding = {key: ["9.4"] for key in w.box_ids} | {key: [] for key in ("15th", "7th", "hidden")}
    assert each(hiding_box, foot) == hiding
    assert each(selecting_box, foot) == {key: [] for key in w.box_ids} | {key: ["9.4"] for key in (*towns, "hidden")}
    assert each(selecting_box, coast) == {key: ["22.1"] for key in (*DISTRICTS, "free")} | shut
    put_in_box(s, desk.unit("de-353"), box(desk, "torino"), desk.hex("X29"))
    assert each(box_reasons, foot)["torino"] == ["31.8"]
    note(s, desk.unit("de-91"), FIFTEENTH, desk.hex("N6"), True)
    assert each(hiding_box, foot)["15th"] == ["9.4"]
    assert each(hiding_box, foot)["7th"] == []
    note(s, desk.unit("de-77"), FIFTEENTH, desk.hex("N6"), False)
    assert each(selecting_box, foot)["1st"] == []
    note(s, desk.unit("de-85"), w.free_box, desk.hex("N7"), False)
    assert each(selecting_box, foot)["1st"] == ["9.4"]
    assert each(hiding_box, foot)["7th"] == []
    left = slots_left(s)
    assert (left[FIFTEENTH], left[w.free_box], left[box(desk, "torino")]) == (17, 4, 0)
    # The last boxes with beaches are kept for the coastal units.
    many = sum(number for b, number in enumerate(left) if b < len(DISTRICTS) or b == w.free_box)
    coastal = sum(1 for u in w.starters if w.coastal_units >> u & 1)
    others = [u for u in w.starters if not w.coastal_units >> u & 1 and s.box[u] < 0 and u != foot]
    filled = 0
    for b in (FIFTEENTH, SEVENTH, NINETEENTH, w.free_box, FIRST, NETHERLANDS):
        while slots_left(s)[b] and filled < many - coastal - 1:
            put_in_box(s, others.pop(), b, desk.hex("S20"))
            filled += 1
    assert each(box_reasons, foot)["netherlands"] == []
    last = next(b for b in (FIRST, NETHERLANDS, NINETEENTH) if slots_left(s)[b] > 1)
    put_in_box(s, others.pop(), last, desk.hex("S20"))
    assert set(map(tuple, each(box_reasons, foot).values())) <= {("22.1",), ("31.8",), ()}
    assert each(box_reasons, foot)["netherlands"] == ["22.1"]
    assert each(box_reasons, foot)["paris"] == []
    assert each(box_reasons, coast)["netherlands"] == []
    s = begin(desk, "free-setup", "decoys-for-hidden")
    step = s.stack[-1]
    assert each(open_box, foot)["hidden"] == []
    assert desk.why("hide de-352 15th N6") == ["31.7"]
    assert desk.why("select de-352 15th N6") == ["31.7"]


@rule("31.8", "3.3")
def test_with_free_boxes_nobody_has_one_yet(desk):
    s = begin(desk, "free-setup")
    w = desk.w
    assert all(s.box[u] == -1 and s.bound[u] == FREE and s.where[u] >= w.n for u in w.starters)
    s = begin(desk)
    standing = {w.ids[u]: w.labels[s.where[u]] for u in w.starters if s.where[u] < w.n}
    assert standing == {
        "de-5geb": "X29", "de-34": "Y34", "de-325": "R11", "de-hq-ob-west": "R11", "de-hq-ag-g": "D26",
        "de-hq-1-army": "BB16",
    }  # fmt: skip
    assert all(s.bound[desk.unit(name)] == FREE for name in standing)


@rule("31.8", "9.4")
def test_what_filling_a_box_does(desk):
    s = begin(desk, "free-setup")
    w = desk.w
    text = "place de-352 15th N6; hide de-353 7th L4; select de-91 1st C20; hide de-77 hidden L4"
    s = desk.s
    step = s.stack[-1]
    for part in text.split("; "):
        name, unit, where, label = part.split()
        verb = next(v for v in step.verbs if v.name == name)
        verb.do(s, step, "german", (desk.unit(unit), box(desk, where), desk.hex(label)), None)
    bound = [s.bound[desk.unit(u)] for u in ("de-352", "de-353", "de-91", "de-77")]
    assert bound == [FIFTEENTH, SEVENTH, FREE, FREE]
    assert [s.box[desk.unit(u)] for u in ("de-352", "de-353", "de-91", "de-77")] == [
        FIFTEENTH, SEVENTH, FIRST, w.hidden_box,
    ]  # fmt: skip
    assert [s.where[desk.unit(u)] for u in ("de-352", "de-353", "de-91", "de-77")] == [
        desk.hex("N6"), w.hidden, w.hidden, w.hidden,
    ]  # fmt: skip


@rule("31.8", "22.1")
def test_a_box_for_whose_own_is_full(desk):
    """First one that its own units leave open, by its number; never a full one."""
    s = begin(desk, "free-setup")
    w = desk.w
    u = desk.unit("de-352")
    own = [x for x in w.starters if w.box_of[x] == NETHERLANDS]
    put_in_box(s, own[2], FIFTEENTH, desk.hex("N6"))
    assert box_with_room(s, u) == NETHERLANDS, "four of its five are still to come"
    put_in_box(s, desk.unit("de-353"), NETHERLANDS, desk.hex("GG5"))
    found = box_with_room(s, u)
    assert found == min(
        (b for b in range(len(w.box_ids)) if slots_left(s)[b]),
        key=lambda b: (slots_left(s)[b] <= sum(w.box_of[x] == b and s.box[x] < 0 for x in w.starters), b),
    )


@rule("3.3", "31.7", "31.8")
@pytest.mark.parametrize(
    "options", [(), ("free-setup",), ("decoys-for-hidden",), ("free-setup", "decoys-for-hidden")]
)
def test_the_rest_is_set_up_whole(desk, options):
    """Everybody stands, the boxes are full, no hex holds too many, nine units and ten blanks are covered."""
    s = begin(desk, *options)
    w = desk.w
    ready_made(s)
    assert list(lacking(s)) == []
    for u in w.starters:
        assert s.where[u] < w.n or (s.where[u] == w.hidden and s.notes[u] >= 0)
    if options and options[0] == "free-setup":
        assert slots_left(s) == [0] * len(w.box_ids)
    hidden = {w.ids[u] for u in w.starters if s.where[u] == w.hidden}
    decoys = "decoys-for-hidden" in options
    assert (len(hidden), covers(s), blanks(s)) == ((0, 9, 10) if decoys else (5, 0, 0))
    if decoys:
        assert all(s.decoy_at[i] == s.where[u] for i, u in enumerate(s.decoy_unit) if u >= 0)
        strongest = sorted(-w.combat[u][0] for u in w.starters)[:9]
        assert sorted(-w.combat[u][0] for u in s.decoy_unit if u >= 0) == strongest
        empty = [h for h, u in zip(s.decoy_at, s.decoy_unit, strict=True) if h >= 0 and u < 0]
        assert len(set(empty)) == 10
        assert all((w.beaches & ~w.dyke) >> h & 1 and h not in s.where for h in empty)


# -------------------------------------------------------------------------------------------------- decoys


@rule("31.7")
def test_whom_a_decoy_covers(desk):
    s = begin(desk, "decoys-for-hidden")
    w = desk.w
    assert (covers(s), blanks(s), blanks_of(w)) == (0, 0, 10)
    put_in_box(s, desk.unit("de-352"), SEVENTH, desk.hex("L4"))
    put_in_box(s, desk.unit("de-353"), SEVENTH, 0 if w.land & 1 else desk.hex("A2"))
    assert desk.why("cover de-352") == []
    assert desk.why("cover de-91") == ["31.7"]
    assert "not been set up" in desk.words("cover de-91")
    assert "not been set up" in desk.words("cover us-1")
    lay(s, desk.hex("L4"), desk.unit("de-352"))
    assert (covers(s), blanks(s)) == (1, 0)
    assert "is under a decoy" in desk.words("cover de-352")
    lay(s, desk.hex("M8"), -1)
    assert (covers(s), blanks(s)) == (1, 1)
    assert s.decoy_at[:2] == [desk.hex("L4"), desk.hex("M8")]
    assert s.decoy_unit[:2] == [desk.unit("de-352"), -1]
    set_decoy(s, 0, 0, 0)
    assert (covers(s), blanks(s)) == (1, 1), "unit 0 and hex 0 are a unit and a hex"
    set_decoy(s, 1, 0, -1)
    assert (covers(s), blanks(s)) == (1, 1)
    sea = next(w.labels[h] for h in range(w.n) if not w.land >> h & 1)
    dyke = w.labels[members(w.dyke)[0]]
    assert desk.why(f"blank {sea}") == desk.why(f"blank {dyke}") == ["31.7"]
    assert "not a land hex" in desk.words(f"blank {dyke}")
    assert set(desk.legal("blank")) == {w.labels[h] for h in members(w.land & ~w.dyke)}
    for i in range(2, 11):
        set_decoy(s, i, i, -1)
    assert blanks(s) == 10
    assert desk.why("blank L4") == ["31.7"]
    for i in range(11, 19):
        set_decoy(s, i, i, i)
    assert covers(s) == 9
    assert "no more may" in desk.words("cover de-353")
    open_ends = [why.rule for why in lacking(s)]
    assert set(open_ends) == {"3.3"}
    set_decoy(s, 5, NOWHERE, -1)
    set_decoy(s, 12, NOWHERE, -1)
    assert [rule for rule in rules(lacking(s)) if rule == "31.7"] == ["31.7", "31.7"]


@rule("31.7", "3.7", "12.19")
def test_the_map_knows_the_decoy_alone_until_it_is_lifted(desk):
    s = begin(desk, "decoys-for-hidden")
    w = desk.w
    put_in_box(s, desk.unit("de-352"), SEVENTH, desk.hex("L4"))
    put_in_box(s, desk.unit("de-347"), NETHERLANDS, desk.hex("GG2"))
    lay(s, desk.hex("M8"), -1)
    lay(s, desk.hex("L4"), desk.unit("de-352"))
    lay(s, desk.hex("GG2"), desk.unit("de-347"))
    GermanSetUp().commit(s, None)
    assert s.decoy_at[:4] == [*sorted(desk.hex(x) for x in ("M8", "L4", "GG2")), NOWHERE], "in the order of the map"
    assert [s.where[desk.unit(u)] for u in ("de-352", "de-347")] == [w.hidden] * 2
    assert [s.notes[desk.unit(u)] for u in ("de-352", "de-347")] == [desk.hex("L4"), desk.hex("GG2")]
    s.notes[desk.unit("de-353")] = 0
    s.where[desk.unit("de-353")] = w.hidden
    s.facts = None
    Reveal().run(s, None)
    assert [desk.at(u) for u in ("de-352", "de-347")] == ["L4", "GG2"]
    assert s.where[desk.unit("de-353")] == 0
    assert set(s.decoy_at) == {NOWHERE}
    assert set(s.decoy_unit) == {-1}
    assert set(s.notes) == {NOWHERE}


@rule("3.6", "3.8")
def test_the_turn_of_the_landing(desk):
    s = begin(desk)
    assert [landing_turn(s, side) for side in (GERMAN, ALLIED)] == [False, True]
    s.turn = 2
    assert not landing_turn(s, ALLIED)
    s = desk.game.start("bulge", {})
    assert not landing_turn(s, ALLIED)


@rule("3.3", "6.1", "22.1")
def test_hexes_that_are_kept_for_others(desk):
    """The box of a city takes one: with it kept, nobody else may stand there; and a full hex is full for all."""
    s = begin(desk)
    u = desk.unit("de-352")
    for name, label in (("de-353", "L4"), ("de-91", "L4"), ("de-77", "L4")):
        put_in_box(s, desk.unit(name), SEVENTH, desk.hex(label))
    limit = desk.w.stack_limit[desk.hex("L4")]
    assert rules(why_not_there(s, u, SEVENTH, desk.hex("L4"))) == (["6.1"] if limit <= 3 else [])
    assert rules(why_not_there(s, u, SEVENTH, desk.hex("N6"))) == ["3.3"]
    assert rules(why_not_there(s, u, SEVENTH, desk.hex("M8"))) == []
    assert not open_hexes(s, u, SEVENTH) >> desk.hex("L4") & 1
    assert open_hexes(s, u, SEVENTH) >> desk.hex("M8") & 1
    hq = desk.unit("de-hq-ag-b")
    assert open_hexes(s, hq, desk.w.free_box) >> desk.hex("M8") & 1


# ------------------------------------------------------------------------------------------------- guesses


@rule("9.4", "31.8")
def test_no_more_are_guessed_to_be_chosen_than_may_be(desk):
    w = desk.w
    group = [desk.unit(u) for u in ("de-352", "de-353", "de-91", "de-77", "de-85")]
    for seed in range(40):
        s = begin(desk, "free-setup")
        for u, number in zip(group, (FIFTEENTH, SEVENTH, FIRST, FIFTEENTH, w.hidden_box), strict=True):
            put(s, u, w.hidden)
            fill_box(s, u, number)
        frozen: dict[int, int] = {}
        imagine_frozen(s, group, frozen, random.Random(seed))
        assert set(frozen) == {FIFTEENTH, SEVENTH}, "four, of whom two may be chosen: both districts freeze one"
        assert frozen[SEVENTH] == group[1]
        assert frozen[FIFTEENTH] in (group[0], group[3])
        assert [u for u in group if s.bound[u] != FREE] == sorted(frozen.values())
    seen = set()
    for seed in range(60):
        s = begin(desk, "free-setup") if seed == 0 else s
        for u in group:
            s.bound[u] = FREE
        for u, number in zip(group[:2], (FIFTEENTH, SEVENTH), strict=True):
            put(s, u, w.hidden)
            fill_box(s, u, number)
        frozen = {}
        imagine_frozen(s, group[:2], frozen, random.Random(seed))
        seen.add(tuple(sorted(frozen)))
    assert seen == {(), (FIFTEENTH,), (SEVENTH,), (FIFTEENTH, SEVENTH)}


@rule("9.1", "9.4", "22.1", "31.7")
def test_who_fits_under_a_decoy(desk):
    s = begin(desk, "free-setup")
    w = desk.w
    foot, coast = desk.unit("de-352"), desk.unit("de-716")
    assert fits(s, foot, FIFTEENTH, [desk.hex("N6")], {})
    assert not fits(s, foot, FIFTEENTH, [desk.hex("L4")], {})
    assert fits(s, foot, FIFTEENTH, [desk.hex("L4"), desk.hex("N6")], {})
    beach, inland = desk.hex("L4"), desk.hex("M8")
    assert fits(s, coast, SEVENTH, [beach], {})
    assert not fits(s, coast, SEVENTH, [inland], {})
    assert not fits(s, coast, w.hidden_box, [beach], {})
    assert [fits(s, foot, b, [], {}) for b in (FIRST, w.hidden_box)] == [True, True]
    assert [fits(s, coast, b, [], {}) for b in (FIFTEENTH, SEVENTH, FIRST, w.free_box)] == [True, True, False, False]
    assert not fits(s, coast, FIFTEENTH, [], {FIFTEENTH: foot})
    for released, invaded, number, bound in (
        (False, 0, SEVENTH, SEVENTH), (True, 0, SEVENTH, FREE), (False, 1 << SEVENTH, SEVENTH, FREE),
        (False, 1 << FIRST, SEVENTH, SEVENTH), (False, 0, w.free_box, FREE), (False, 0, NINETEENTH, NINETEENTH),
        (False, 0, NINETEENTH + 1, FREE),
    ):  # fmt: skip
        s.released, s.invaded = released, invaded
        s.bound[foot] = FREE
        bind(s, foot, number)
        assert s.bound[foot] == bound


# ----------------------------------------------------------------------------------------------- objectives


@rule("32.1", "32.4")
def test_seven_objectives_are_picked(desk):
    w = desk.w
    s = desk.set_up({"us-1": "K2"}, steps=[Moving()])
    step = PickObjectives()
    verb = step.verbs[0]
    slot = verb.slots[0]
    german = [i for i, x in enumerate(w.objectives) if x.side == "german"]
    allied = [i for i, x in enumerate(w.objectives) if x.side == "allied"]
    assert (len(german), len(allied)) == (12, 12)
    assert rules(slot.reasons(s, step, "german", (allied[0],))) == ["32.4"]
    assert rules(slot.reasons(s, step, "allied", (german[0],))) == ["32.4"]
    for n in range(7):
        assert rules(step.duties(s, "german")) == ["32.1"]
        assert rules(slot.reasons(s, step, "german", (german[n],))) == []
        verb.do(s, step, "german", (german[n],), None)
        assert rules(slot.reasons(s, step, "german", (german[n],))) == ["32.1"]
    assert list(step.duties(s, "german")) == []
    assert rules(step.duties(s, "allied")) == ["32.1"]
    assert rules(slot.reasons(s, step, "german", (german[7],))) == ["32.1"]
    verb.do(s, step, "allied", (allied[3],), None)
    assert (picked(s, "german"), picked(s, "allied")) == (mask_of(german[:7]), 1 << allied[3])
    assert (s.goals_german, s.goals_allied) == (mask_of(german[:7]), 1 << allied[3])


@rule("32.1", "32.4")
def test_objectives_that_are_guessed(desk):
    """Seven of each side's own for whoever has not shown his; none while they are still to be picked."""
    w = desk.w
    s = desk.game.start("campaign", {"sudden-death": True})
    assert with_objectives(s)
    german = mask_of(i for i, x in enumerate(w.objectives) if x.side == "german")
    s.goals_german = s.goals_allied = 0
    s.stack[:] = [PickObjectives()]
    imagine_goals(s, random.Random(1))
    assert (s.goals_german, s.goals_allied) == (0, 0), "they are still to be picked"
    s.stack.clear()
    imagine_goals(s, random.Random(1))
    assert (s.goals_german.bit_count(), s.goals_allied.bit_count()) == (7, 7)
    assert s.goals_german & ~german == 0
    assert s.goals_allied & german == 0
    mine, s.goals_allied = s.goals_german, 0
    imagine_goals(s, random.Random(5))
    assert s.goals_german == mine, "what is known stays"
    assert s.goals_allied.bit_count() == 7
    s = desk.game.start("campaign", {})
    s.stack.clear()
    imagine_goals(s, random.Random(1))
    assert (s.goals_german, s.goals_allied) == (0, 0), "nobody has objectives"


# ------------------------------------------------------------------------------------------------- December


@rule("33.3.1", "33.3.3", "33.3.5", "33.3.6", "33.4.3")
def test_december_begins(desk):
    w = desk.w
    s = desk.game.start("bulge", {})
    book = w.book
    for stack in (*book.german_stack, *book.allied_stack):
        for name in stack.units:
            u = w.unit[name]
            assert s.where[u] == w.index[stack.id]
            assert s.face[u] == int(name in stack.back)
    assert all(s.where[w.unit[name]] == w.destroyed for name in book.lost.destroyed)
    assert all(s.where[w.unit[name]] == w.withdrawn for name in book.lost.withdrawn)
    assert s.released
    assert s.italy_open
    assert s.bases_taken == w.u_boat_bases & ~w.bit[w.place_hex["St. Nazaire"]]
    assert s.sites_taken == w.v1_sites
    assert (s.sites_turn, s.paris_turn, s.invasion_turn, s.second_turn, s.invasions, s.bases_turn) == (
        1,
        1,
        1,
        1,
        2,
        0,
    )
    assert set(s.ship_at) == {LOST}
    assert s.allied_rail == w.rail & s.allied
    ports = mask_of(p for p, h in enumerate(w.port_hex) if s.allied >> h & 1)
    assert s.ports_taken == ports
    assert s.port_turn == [int(ports >> p & 1) for p in range(len(w.port_hex))]
    assert s.carpet_month == w.month_of[w.turn_of["dec-3"]]
    assert (s.reserve_choice, s.reserve_back) == (1, True)
    belt = {w.ids[u] for u in w.of_side[GERMAN] if s.where[u] < w.n and w.lines.belt >> s.where[u] & 1}
    assert ids(desk, s.belt_units) == belt
    german = [
        w.place_hex[x] for x in ("Bremen", "Amsterdam", "Rotterdam", "Dunkerque", "Lorient", "St. Nazaire", "Genova")
    ]
    assert not any(s.allied >> h & 1 for h in german)
    held = mask_of(h for u, h in enumerate(s.where) if h < w.n and w.side[u] == GERMAN)
    assert not held & s.allied
    stood = mask_of(h for u, h in enumerate(s.where) if h < w.n and w.side[u] == ALLIED)
    assert stood & ~s.allied == 0
    assert s.allied & w.bit[w.place_hex["Paris"]]
    west = w.countries["france"] | w.countries["belgium"] | w.countries["luxembourg"]
    assert s.allied & ~stood & ~(west | w.countries["netherlands"]) == 0
    assert december.ground(s) == s.allied


@rule("31.10", "25.1")
def test_who_is_rearranged_and_where(desk):
    s = desk.game.start("bulge", {"ardennes-setup": True})
    desk.s = s
    w = desk.w
    assert desk.step() == "Regroup"
    belt = ids(desk, s.belt_units & ~w.volkssturm)
    assert set(desk.legal("place")) == set(desk.legal("lift")) == belt
    u = sorted(belt)[0]
    hexes = {h: december.stack_in(s, h) for h in members(w.lines.belt)}
    value = stack_value(s, desk.unit(u))
    free = {w.labels[h] for h, number in hexes.items() if number < 3 or not value} - {desk.at(u)}
    assert set(desk.legal(f"place {u}")) == free
    assert desk.why(f"place {u} R11") == ["31.10"]
    assert desk.why(f"place {u} {desk.at(u)}") == ["31.10"]
    outside = next(w.ids[x] for x in w.of_side[GERMAN] if s.where[x] < w.n and not s.belt_units >> x & 1)
    assert desk.why(f"lift {outside}") == ["31.10"]
    city = [w.ids[x] for x in members(s.belt_units & w.volkssturm)]
    assert all(desk.why(f"lift {x}") == ["25.1"] for x in city)
    goal = sorted(free)[0]
    assert desk.why(f"lift {u}; lift {u}") == ["31.10"]
    assert desk.why(f"lift {u}; place {u} {goal}; lift {u}") == ["31.10"]
    assert desk.why(f"lift {u}; done") == ["31.10"]
    desk.play(f"lift {u}; place {u} {goal}; done")
    assert desk.at(u) == goal
    assert s.regrouped == 0


# --------------------------------------------------------------------------------- what is special in December


def ardennes_at(desk, units, **more):
    return desk.set_up(units, scenario="bulge", **{"turn": "dec-3", "side": "german", "steps": [Moving()]} | more)


@rule("33.3.9", "33.4.1")
def test_the_german_turn_of_december_iii(desk):
    """Only units of the belt attack, and only Americans between the rivers; on the line they are surprised."""
    units = {"de-18vg": "HH11", "de-26vg": "LL14", "us-99": "GG11", "us-2": "FF11", "br-3": "FF11", "us-4": "R11"}
    s = ardennes_at(desk, units, impulse=1)
    s.belt_units = desk.units_of("de-18vg")
    assert ardennes.december(s)
    assert ardennes.turns_in(s) == 0
    assert ardennes.offensive(s)
    assert [ardennes.may_attack(s, desk.unit(u)) for u in ("de-18vg", "de-26vg")] == [True, False]
    assert [ardennes.may_be_attacked(s, desk.hex(x)) for x in ("GG11", "FF11", "R11")] == [True, False, False]
    line = desk.hexes_of("GG11 FF11")
    assert ardennes.surprised(s, line)
    assert not ardennes.surprised(s, 0)
    assert not ardennes.surprised(s, line | desk.hexes_of("HH12"))
    s.battle_hexes = desk.hexes_of("GG11")
    assert [ardennes.routed(s, desk.unit(u)) for u in ("us-99", "us-2", "de-18vg")] == [True, False, False]
    s.impulse = 2
    assert not ardennes.surprised(s, line)
    assert not ardennes.routed(s, desk.unit("us-99"))
    s.turn += 1
    assert ardennes.turns_in(s) == 1
    assert not ardennes.offensive(s)
    assert all(ardennes.may_attack(s, desk.unit(u)) for u in ("de-18vg", "de-26vg"))
    assert all(ardennes.may_be_attacked(s, desk.hex(x)) for x in ("GG11", "FF11", "R11"))
    s.turn, s.side = s.turn - 1, ALLIED
    assert not ardennes.offensive(s)
    s = desk.set_up(units, turn="dec-3", side="german", steps=[Moving()])
    assert ardennes.turns_in(s) < 0
    assert not ardennes.offensive(s)


@rule("33.3.9")
def test_peiper_and_the_two_who_slip_through(desk):
    units = {"de-1ss-late": "FF12", "de-150ss": "HH11", "de-18vg": "HH12"}
    s = ardennes_at(desk, units, impulse=2)
    assert [ardennes.slips_through(s, desk.unit(u)) for u in units] == [True, True, False]
    assert [ardennes.advances(s, desk.unit(u)) for u in units] == [True, True, False]
    s.impulse = 1
    assert not ardennes.slips_through(s, desk.unit("de-1ss-late"))
    here = desk.hexes_of("FF12")
    assert desk.w.lines.west & here
    assert not ardennes.peiper(s, here), "in the German turn"
    s.side = ALLIED
    assert ardennes.peiper(s, here)
    assert not ardennes.peiper(s, desk.hexes_of("FF11"))
    s = ardennes_at(desk, {**units, "de-1ss-late": "HH11"}, side="allied")
    assert not ardennes.peiper(s, desk.hexes_of("HH11")), "not west of the line"
    s = ardennes_at(desk, {**units, "de-1ss-late": "destroyed"}, side="allied")
    assert not ardennes.peiper(s, here)
    s = desk.set_up(units, turn="dec-3", side="allied", steps=[Moving()])
    assert not ardennes.peiper(s, here), "in no other scenario"


@rule("33.3.9")
def test_who_moves_freely_on_december_iv(desk):
    """The named, and who stands beside Germans on the line or on it beside any; other Americans go one hex."""
    units = {
        "us-82": "R11", "us-101": "england", "us-99": "GG11", "de-18vg": "HH11", "us-2": "FF10", "de-26vg": "FF11",
        "us-4": "R11", "us-28": "S20", "de-12vg": "S21", "br-3": "R11", "us-9": "waiting",
    }  # fmt: skip
    assert "HH11" in desk.near("GG11")
    assert "FF11" in desk.near("FF10")
    s = ardennes_at(desk, units, turn="dec-4", side="allied")
    ardennes.note_start(s)
    named = {"us-82", "us-101", "us-4arm", "us-6cav", "us-5", "us-26", "us-75", "us-80", "us-hq-patton"}
    assert ids(desk, s.quick_units) == named | {"us-99", "us-2"}
    slow = {u: ardennes.slowed(s, desk.unit(u)) for u in ("us-82", "us-99", "us-2", "us-4", "us-28", "br-3", "us-9")}
    assert slow == {
        "us-82": False,
        "us-99": False,
        "us-2": False,
        "us-4": True,
        "us-28": True,
        "br-3": False,
        "us-9": True,
    }
    s.side = GERMAN
    assert not ardennes.slowed(s, desk.unit("us-4"))
    ardennes.note_start(s)
    assert s.quick_units == 0
    for turn in ("dec-3", "jan-1"):
        s = ardennes_at(desk, units, turn=turn, side="allied")
        s.quick_units = 1
        ardennes.note_start(s)
        assert s.quick_units == 0
        assert not ardennes.slowed(s, desk.unit("us-4"))


@rule("33.3.7", "33.3.8")
def test_rivers_and_ground_that_are_closed(desk):
    units = {"br-3": "R11", "pl-1arm": "R11", "us-4": "R11", "fr-2db": "V24", "fr-1db": "england", "fr-2dim": "CC13"}
    s = ardennes_at(desk, units, side="allied")
    w = desk.w
    rivers = {u: ardennes.closed_rivers(s, desk.unit(u)) for u in units}
    assert {u for u, closed in rivers.items() if closed} == {"br-3", "pl-1arm"}
    assert rivers["br-3"] == w.lines.meuse
    north = w.north_of_nancy
    assert not north >> desk.hex("V24") & 1
    assert north >> desk.hex("CC13") & 1
    assert ardennes.closed_ground(s, desk.unit("fr-2db")) == north
    assert ardennes.closed_ground(s, desk.unit("fr-1db")) == north, "in England"
    assert ardennes.closed_ground(s, desk.unit("us-4")) == 0
    way_out = ardennes.closed_ground(s, desk.unit("fr-2dim"))
    assert way_out & ~north == 0
    assert way_out >> desk.hex("CC13") & 1
    opened = north & ~way_out
    assert opened, "it may go where it is nearer to the south"
    steps = {0: w.land & ~north}
    reached, number = steps[0], 0
    while not reached >> desk.hex("CC13") & 1:
        number += 1
        reached |= w.steps.spread(reached) & w.land
        steps[number] = reached
    assert opened == steps[number - 1] & north
    s = desk.set_up(units, turn="dec-3", steps=[Moving()])
    assert [ardennes.closed_rivers(s, desk.unit("br-3")), ardennes.closed_ground(s, desk.unit("fr-2db"))] == [0, 0]


# --------------------------------------------------------------------------------------------------- Jersey


@rule("31.5")
def test_the_isle_of_jersey(desk):
    """A clear hex of the 7th district with water all around; it is invaded with J3 and J4 from England."""
    s = desk.game.start("campaign", {"jersey": True})
    w = s.data
    isle = w.index[w.book.jersey.hex]
    assert w.land >> isle & 1
    assert w.districts[SEVENTH] >> isle & 1
    assert not w.near[isle]
    assert not any(isle in near for near in w.near)
    assert {w.labels[h] for h in members(w.coastline[isle])} == set(w.book.jersey.beaches)
    assert [area.name for area in w.areas if w.book.jersey.hex in area.hexes] == ["Western Channel"]
    assert not desk.w.land >> isle & 1, "without the option it is water"
    assert w.terrain[isle] == CLEAR


@rule("31.5", "8.10")
def test_who_is_ferried_to_jersey(desk):
    label = desk.w.book.jersey.hex
    landing = desk.w.book.jersey.ferry
    units = {"de-352": landing[0], "de-353": "S20", "us-1": "R11", "us-4": "england"}
    s = desk.set_up(units, side="german", options="jersey", turn="aug-1", allied="R11")
    w = s.data
    isle = w.index[label]
    u = desk.unit("de-352")
    assert ferries(s, u) == [isle]
    assert ferries(s, desk.unit("de-353")) == []
    assert ferries(s, desk.unit("us-1")) == []
    s.spent[u] = 1
    assert ferries(s, u) == []
    s.spent[u] = 0
    s.jersey_lost = True
    assert ferries(s, u) == []
    s = desk.set_up({**units, "de-91": label}, side="german", options="jersey", turn="aug-1")
    assert set(ferries(s, desk.unit("de-91"))) == {w.index[x] for x in landing}
    s = desk.set_up({**units, "us-1": label}, side="german", options="jersey", turn="aug-1")
    assert ferries(s, u) == []
    beside = next(x for x in sorted(desk.near(landing[0])) if x not in landing)
    s = desk.set_up({**units, "us-1": beside}, side="german", options="jersey", turn="aug-1")
    assert ferries(s, u) == [isle], "into no zone"
    s = desk.set_up(units, side="german", turn="aug-1")
    assert ferries(s, u) == []

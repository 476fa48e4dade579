"""6, 12.7, 19, 24: who counts in a stack and how many a hex holds; ships and partisans at their limits."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, CLEAR, FLOODED, GERMAN, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.air.naval import (
    ShipsMove,
    Stationing,
    contested_coast,
    ship_support,
    ships_leave,
)
from grognard.games.fortress_europa.rules.forces.partisans import PartisanLeaves, near_ss, places, when
from grognard.games.fortress_europa.rules.movement.stacking import (
    Overstacked,
    flooded_overfull,
    landing_limit,
    overfull,
    room,
    stack_limit,
    stack_value,
    stacked,
    stackers,
    stacks_free_ashore,
    total_limit,
)
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.standing import put, set_decoy
from grognard.games.fortress_europa.rules.state import FIRST_MOVE, LOST, NOWHERE, SECOND_MOVE
from grognard.kernel.rules import Events
from grognard.maps import members
from grognard.suite import rule

# ------------------------------------------------------------------------------------------------- who counts


@rule("6.5", "31.4", "33.3.1")
def test_who_counts_in_a_stack(desk):
    w = desk.w
    battalion = next(w.ids[u] for u in members(w.battalions & w.counts_in_stack))
    spared = next(w.ids[u] for u in members(w.stack_free & w.counts_in_stack & ~w.battalions))
    for options, scenario, expected in (
        ("", "campaign", (1, 1, 1)),
        ("battalions", "campaign", (1, 0, 1)),
        ("funnies fuel", "campaign", (1, 1, 1)),
        ("", "bulge", (1, 1, 0)),
    ):
        s = desk.set_up({"de-352": "M9", battalion: "M9", spared: "M9"}, options=options, scenario=scenario, steps=[])
        if scenario == "bulge" and w.stack_free >> desk.unit(battalion) & 1:
            expected = (1, 0, 0)
        assert tuple(stack_value(s, desk.unit(u)) for u in ("de-352", battalion, spared)) == expected, options
    free = ("us-hq-bradley", "us-rangers")
    s = desk.set_up(dict.fromkeys(free, "M9"), steps=[])
    assert [stack_value(s, desk.unit(u)) for u in free] == [0, 0]


@rule("12.7", "21.7", "31.16")
def test_who_counts_when_he_lands(desk):
    """The 79th stacks free among the first invaders, its parts with the Funnies; raiders who invade count."""
    units = {"br-79": "M5", "br-79-a": "M5", "br-3": "M5", "us-rangers": "M5", "us-1": "M5"}
    names = ("br-79", "br-79-a", "br-3", "us-rangers")
    for turn, options, invaders, ashore, expected in (
        ("jun-1", "", "", "", (1, 1, 1, 0)),
        ("jun-1", "", "br-79 br-79-a br-3", "", (0, 1, 1, 0)),
        ("jun-1", "funnies", "br-79 br-79-a br-3", "", (0, 0, 1, 0)),
        ("aug-1", "funnies", "br-79 br-79-a br-3", "", (1, 1, 1, 0)),
        ("jun-1", "", "br-3 us-rangers", "br-3 us-rangers", (1, 1, 1, 1)),
        ("jun-1", "", "", "br-3", (1, 1, 1, 0)),
    ):
        s = desk.set_up(units, turn=turn, options=options, steps=[])
        s.invaders, s.ashore = desk.units_of(invaders), desk.units_of(ashore)
        assert tuple(stack_value(s, desk.unit(u)) for u in names) == expected, (turn, options, invaders)
        assert stackers(s) >> desk.unit("us-1") & 1
    hq = desk.units_of("us-hq-bradley")
    s = desk.set_up(units, turn="jun-1", steps=[], ashore=hq)
    assert not stackers(s) & hq, "of those ashore only raiders begin to count"
    for turn, options, free in (
        ("jun-1", "", {"br-79"}),
        ("jun-1", "funnies", {"br-79", "br-79-a"}),
        ("aug-1", "funnies", set()),
    ):
        s = desk.set_up(units, turn=turn, options=options, steps=[])
        assert {u for u in units if stacks_free_ashore(s, desk.unit(u))} == free


# -------------------------------------------------------------------------------------------------- how many


def ground(desk, terrain, *, beach=False):
    w = desk.w
    hexes = w.ground[terrain] & w.land & ~w.cities & ~w.fortresses & ~w.inland_ports
    return members(hexes & w.beaches if beach else hexes & ~w.beaches)[0]


@rule("6.1", "12.7", "31.11")
def test_how_many_a_hex_holds(desk):
    clear, rough, mountain = (ground(desk, t) for t in (CLEAR, ROUGH, MOUNTAIN))
    wet = ground(desk, FLOODED, beach=True)
    s = desk.set_up({}, steps=[])
    assert [stack_limit(s, h) for h in (clear, rough, mountain, wet)] == [3, 2, 1, 1]
    s.flooded = False
    assert [stack_limit(s, h) for h in (clear, rough, mountain, wet)] == [3, 2, 1, 3]
    together = sum(desk.w.bit[h] for h in (clear, rough, mountain, wet))
    assert total_limit(s, together) == 9
    s.flooded = True
    assert total_limit(s, together) == 7
    assert total_limit(s, desk.w.bit[rough]) == 2
    assert total_limit(s, desk.w.bit[wet]) == 1


@rule("12.7", "31.11")
def test_how_many_an_invaded_hex_holds(desk):
    w = desk.w
    beach, wet, port = ground(desk, CLEAR, beach=True), ground(desk, FLOODED, beach=True), desk.hex("E10")
    rough = ground(desk, ROUGH, beach=True)
    s = desk.set_up({}, steps=[], turn=1)
    assert [landing_limit(s, h) for h in (beach, wet, port, rough)] == [2, 1, 1, 1]
    s.flooded = False
    assert [landing_limit(s, h) for h in (beach, wet, port, rough)] == [2, 2, 1, 1]
    other = next(h for h in reversed(members(w.beaches & w.ground[CLEAR])) if h > beach)
    for site, phase, side, limit in (
        (beach, FIRST_MOVE, ALLIED, 2),
        (other, FIRST_MOVE, ALLIED, 3),
        (beach, SECOND_MOVE, ALLIED, 3),
        (beach, FIRST_MOVE, GERMAN, 3),
    ):
        s.site, s.phase, s.side = w.bit[site], phase, side
        assert stack_limit(s, beach) == limit


@rule("6.3", "6.6", "31.11", "33.3.1")
def test_each_side_counts_for_itself(desk):
    w = desk.w
    allied, german = ("us-1", "us-4", "us-9", "us-2"), ("de-352", "de-353", "de-91", "de-77")
    units = dict.fromkeys(allied[:3], "M9") | dict.fromkeys(german[:2], "M9") | {"us-hq-bradley": "M9"}
    s = desk.set_up(units, steps=[])
    here = desk.hex("M9")
    assert (room(s, ALLIED, here), room(s, GERMAN, here)) == (0, 1)
    assert stacked(s, [desk.unit(u) for u in ("us-1", "us-4", "us-hq-bradley")]) == 2
    assert overfull(s, ALLIED) == overfull(s, GERMAN) == []
    s = desk.set_up(dict.fromkeys(allied, "M9") | dict.fromkeys(german, "M12"), steps=[])
    assert (overfull(s, ALLIED), overfull(s, GERMAN)) == ([here], [desk.hex("M12")])
    s.crowded, s.cramped = desk.hexes_of("M9 M12"), desk.units_of(" ".join(german))
    assert (overfull(s, ALLIED), overfull(s, GERMAN)) == ([here], []), "the Germans began so"
    s.cramped = desk.units_of(" ".join(german[:3]))
    assert overfull(s, GERMAN) == [desk.hex("M12")], "one has come to three"
    s.cramped = desk.units_of(german[0])
    put(s, desk.unit(german[1]), desk.w.destroyed)
    assert overfull(s, GERMAN) == [], "three have room in any case"
    wet = w.labels[ground(desk, FLOODED, beach=True)]
    s = desk.set_up(dict.fromkeys(allied[:2], wet) | {"us-9": "M9", "us-2": "M9"}, steps=[])
    assert flooded_overfull(s, ALLIED) == [desk.hex(wet)]
    s = desk.set_up(dict.fromkeys(allied, "M9"), steps=[])
    assert flooded_overfull(s, ALLIED) == [], "that is no flood"


@rule("6.3")
def test_the_owner_removes_one_after_the_other(desk):
    units = dict.fromkeys(("us-1", "us-4", "us-9", "us-2", "us-5"), "M9") | {"us-hq-bradley": "M9", "de-352": "M9"}
    desk.set_up(units, steps=[Overstacked(ALLIED)])
    assert set(desk.legal("remove")) == {"us-1", "us-4", "us-9", "us-2", "us-5"}
    assert desk.why("remove us-hq-bradley") == ["6.5"]
    assert desk.why("remove de-352") == ["6.3"]
    desk.play("remove us-1")
    assert desk.step() == "Overstacked", "there are still four"
    desk.play("remove us-4")
    assert desk.step() == ""


# ------------------------------------------------------------------------------------------------------- ships


@rule("19.4", "19.6", "19.9")
def test_which_ships_support_an_attack(desk):
    w = desk.w
    first = next(h for h in members(w.land) if ship_near(desk, 0, h))
    n = len(w.ships)
    for spot, used, ships in ((0, 0, {0}), (NOWHERE, 0, set()), (LOST, 0, set()), (0, 1, set()), (0, 2, {0})):
        s = desk.set_up({"us-1": "M9"}, ship_at=[spot, *[NOWHERE] * (n - 1)], ships_used=used, steps=[])
        assert set(ship_support(s, w.bit[first])) == ships, (spot, used)
        assert ship_support(s, 0) == []
        s.side = GERMAN
        assert ship_support(s, w.bit[first]) == []


def ship_near(desk, spot, h):
    s = desk.set_up({"us-1": "M9"}, ship_at=[spot, *[NOWHERE] * (len(desk.w.ships) - 1)], steps=[])
    return bool(ship_support(s, desk.w.bit[h]))


@rule("19.8")
def test_ships_leave_once(desk):
    w = desk.w
    n = len(w.ships)
    for at, said in (([0, *[NOWHERE] * (n - 1)], 1), ([NOWHERE] * n, 0), ([LOST] * n, 0)):
        for turn, gone in (("aug-4", False), ("sep-1", True), ("sep-2", True)):
            s = desk.set_up({"us-1": "M9"}, ship_at=list(at), turn=turn, steps=[])
            told = Events()
            ships_leave(s, told)
            assert (s.ship_at == [LOST] * n) == (gone or at[0] == LOST)
            assert len(told.items) == (said if gone else 0)
    for second, now, gone in ((8, 10, False), (8, 11, True), (0, 11, False)):
        s = desk.set_up({"us-1": "M9"}, ship_at=[0] * n, turn=now, second_turn=second, steps=[])
        ships_leave(s, None)
        assert (s.ship_at == [LOST] * n) == gone


@rule("19.1", "19.3", "19.9")
def test_when_ships_are_asked_for(desk):
    n = len(desk.w.ships)
    for side, weather, at, asked in (
        ("allied", "clear", 0, True), ("allied", "storm", 0, False), ("german", "clear", 0, False),
        ("allied", "clear", LOST, False), ("allied", "clear", NOWHERE, True),
    ):  # fmt: skip
        desk.set_up({"us-1": "M9"}, side=side, weather=weather, ship_at=[at] * n, steps=[ShipsMove()])
        assert (desk.step() == "Stationing") == asked, (side, weather, at)
        if asked:
            assert desk.seat == "allied"


@rule("19.3", "19.6")
def test_orders_to_the_ships(desk):
    """`ships-stay` as soon as all have a place, `idle-ships` while no German is where they could reach him."""
    n = len(desk.w.ships)
    for foe, at, moved, stay, idle in (
        ("M6", 0, (), "done", None),
        ("R20", 0, (), "done", "done"),
        ("R20", 0, (1,), None, None),
        ("R20", NOWHERE, (), None, None),
    ):
        s = desk.set_up({"de-352": foe, "us-1": "R22"}, ship_at=[0] * (n - 1) + [at], steps=[])
        assert contested_coast(s) == (foe == "M6")
        step = Stationing(moved)
        assert step.standing(s, "allied", "ships-stay") == stay, (foe, at, moved)
        assert step.standing(s, "allied", "idle-ships") == idle
        assert step.standing(s, "allied", "stand-fast") is None
        assert step.seats(s) == ("allied",)
    s = desk.set_up({"de-352": "R20", "us-1": "M6"}, steps=[])
    assert not contested_coast(s), "only Germans count"
    north = next(
        desk.w.labels[h]
        for h in reversed(members(desk.w.land))
        if not contested_coast(at_hex(desk, h)) and near_sea(desk, h)
    )
    assert north, "beyond GG1 no ship lies off a coast that cannot be invaded"


def at_hex(desk, h):
    return desk.set_up({"de-352": desk.w.labels[h], "us-1": "R22"}, steps=[])


def near_sea(desk, h):
    return any(desk.w.sea >> x & 1 for x in desk.w.grid.neighbours[h])


# --------------------------------------------------------------------------------------------------- partisans


@rule("24.2")
def test_ss_units_that_are_seen_keep_partisans_away(desk):
    w = desk.w
    for place, near in (("R13", True), ("due", False)):
        s = desk.set_up({"de-9ss": place, "us-1": "M5"}, impulse=2, steps=[])
        assert bool(near_ss(s) >> desk.hex("R13") & 1) == near
        assert near_ss(s) == (w.within(desk.hexes_of("R13"), 5) if near else 0)
    s = desk.set_up({"de-9ss": "LL14", "us-1": "M5"}, impulse=2, options="decoys", steps=[])
    assert near_ss(s)
    set_decoy(s, 0, desk.hex("LL14"), desk.unit("de-9ss"))
    assert near_ss(s) == 0, "under a decoy it does not show"


@rule("24.1", "24.2")
def test_when_the_partisan_is_placed(desk):
    first = members(desk.w.land)[0]
    for side, seat, impulse, at, ready, expected in (
        ("allied", "allied", 2, NOWHERE, True, []),
        ("german", "german", 2, NOWHERE, True, ["24.2"]),
        ("german", "allied", 2, NOWHERE, True, ["24.2"]),
        ("allied", "german", 2, NOWHERE, True, ["24.2"]),
        ("allied", "allied", 1, NOWHERE, True, ["24.2"]),
        ("allied", "allied", 2, 0, True, ["24.1"]),
        ("allied", "allied", 2, first, True, ["24.1"]),
        ("allied", "allied", 2, NOWHERE, False, ["24.1"]),
    ):
        s = desk.set_up({"us-1": "M5"}, side=side, impulse=impulse, steps=[])
        s.partisan, s.partisan_ready = at, ready
        assert [why.rule for why in when(s, Moving(), seat)] == expected, (side, seat, impulse, at, ready)
    s = desk.set_up({"us-1": "M5", "de-352": "RR13"}, impulse=2, partisan_ready=True)
    goal = desk.w.labels[members(places(s))[0]]
    desk.play(f"partisan {goal}")
    assert (desk.w.labels[s.partisan], s.partisan_ready) == (goal, False)
    for at in (0, s.partisan):
        s.partisan = at
        PartisanLeaves().run(s, None)
        assert s.partisan == NOWHERE

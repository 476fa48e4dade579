"""One condition at a time, where only that one decides: ships, harbours, rivers, the Reserve, endings."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, FLOODED, GERMAN, ROUGH
from grognard.games.fortress_europa.rules.air.naval import Stationing
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.combat.strength import Addition, modifiers, reckon, result_of
from grognard.games.fortress_europa.rules.decoys import german_entered
from grognard.games.fortress_europa.rules.forces.funnies import break_reasons
from grognard.games.fortress_europa.rules.forces.reserve import go
from grognard.games.fortress_europa.rules.invariants import plain_capacity
from grognard.games.fortress_europa.rules.landing.beachhead import someone_can_leave
from grognard.games.fortress_europa.rules.landing.diverted import Displaced, Diverted, nearest_landing
from grognard.games.fortress_europa.rules.landing.sea import land
from grognard.games.fortress_europa.rules.landing.site import blockers, box_of, funny, landing_value
from grognard.games.fortress_europa.rules.movement.crossing import banks
from grognard.games.fortress_europa.rules.movement.entering import DROP, allied_control, entered
from grognard.games.fortress_europa.rules.movement.exits import ExitPhase
from grognard.games.fortress_europa.rules.sequence import Moving, StartMove
from grognard.games.fortress_europa.rules.setup.ardennes import offensive
from grognard.games.fortress_europa.rules.standing import facts, set_decoy
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.games.fortress_europa.rules.victory.judging import start_of_turn
from grognard.maps import members
from grognard.suite import rule

# --------------------------------------------------------------------------------------------------- by sea


@rule("11.3", "8.1", "8.3")
@pytest.mark.parametrize(("spent", "done"), [(0, False), (1, False), (2, True), (3, True)])
def test_who_has_used_half_of_its_movement_stays_where_it_lands(desk, spent, done):
    """A British division moves four hexes by land, two with a voyage."""
    s = desk.set_up({"br-3": "P4", "de-352": "GG10"})
    u = desk.unit("br-3")
    s.sailed = s.moved = 1 << u
    s.spent[u] = spent
    land(s, u, desk.hex("P4"), None)
    assert bool(s.moved >> u & 1) is done


@rule("8.1", "11.3")
def test_rough_ground_slows_armor_that_lands_and_nobody_else(desk):
    w = desk.w
    rough = next(w.labels[h] for h in members(w.ground[ROUGH]))
    flat = "M5"
    for unit, label, slowed in (("us-2arm", rough, True), ("us-1", rough, False), ("us-2arm", flat, False)):
        s = desk.set_up({unit: label})
        s.sailed = desk.units_of(unit)
        land(s, desk.unit(unit), desk.hex(label), None)
        assert bool(s.slowed) is slowed, (unit, label)


@rule("11.8", "11.3")
def test_a_zone_stops_who_lands(desk):
    for german, stopped in (("L5", True), ("L7", False)):
        s = desk.set_up({"us-1": "M5", "de-352": german})
        s.sailed = desk.units_of("us-1")
        land(s, desk.unit("us-1"), desk.hex("M5"), None)
        assert bool(s.moved) is stopped


@rule("19.3")
def test_a_ship_is_not_put_where_it_lies(desk):
    """Wherever that is, the first of all sea hexes included."""
    w = desk.w
    ship = w.ship_ids[0]
    for spot in (0, 1, 5):
        s = desk.set_up({}, steps=[Stationing()], ship_at=[spot] + [-1] * (len(w.ships) - 1))
        offered = desk.legal(f"station {ship}")
        mine = w.waters[w.spot_of.index(spot)]
        assert mine not in offered
        assert desk.why(f"station {ship} {mine}") == ["19.3"]
        assert w.waters[w.spot_of.index(2)] in offered
        assert s.ship_at[0] == spot


@rule("18.7.3", "29.1", "11.8")
@pytest.mark.parametrize(("german", "garrison", "works"), [("M6", "", False), ("M6", "M5", True), ("GG10", "", True)])
def test_a_mulberry_in_a_zone_works_only_under_an_allied_unit(desk, german, garrison, works):
    """Hex by hex and with the sets that are kept the count is the same."""
    units = {"de-352": german, "us-1": "W4"} | ({"us-4": garrison} if garrison else {})
    s = desk.set_up(units, mulberry_at=[desk.hex("M5"), -1], allied="M5", steps=[])
    assert plain_capacity(s) == capacity(s)
    alone = desk.set_up(units, mulberry_at=[-1, -1], allied="M5", steps=[])
    assert (plain_capacity(s) > plain_capacity(alone)) is works


# ------------------------------------------------------------------------------------------------ invasions


@rule("12.5", "12.16", "12.17")
def test_who_blocks_the_way_to_an_inland_port(desk):
    """Caen lies behind N5 and M5, Nantes behind D9: a German beside the water blocks it, an Ally or a German
    elsewhere does not, and no beach can be blocked."""
    w = desk.w
    passage = w.port_passage[w.port_at[desk.hex("M6")]]
    assert passage >> desk.hex("N5") & 1
    s = desk.set_up({"de-352": "N5", "de-91": "L6", "us-1": "D9", "de-77": "C3"}, steps=[])
    assert blockers(s, desk.hex("M6")) == desk.hexes_of("N5")
    assert blockers(s, desk.hex("E10")) == 0, "an Allied unit does not block"
    assert blockers(s, desk.hex("C3")) == 0, "a beach is invaded whoever is there"
    s = desk.set_up({"de-352": "D9", "us-1": "N5"}, steps=[])
    assert (blockers(s, desk.hex("E10")), blockers(s, desk.hex("M6"))) == (desk.hexes_of("D9"), 0)


@rule("12.4", "21.8")
def test_from_where_a_coast_is_invaded(desk):
    w = desk.w
    for label in ("M5", "B2", "A17", "CC4", "D9"):
        assert box_of(w, desk.hex(label)) == w.england
    for label in ("N33", "O34", "R34", "I30"):
        assert box_of(w, desk.hex(label)) == w.africa


@rule("12.17")
def test_nobody_is_turned_away_onto_paratroopers(desk):
    """Of the hexes next to CC5 with room, one where paratroopers have dropped is left out: BB5 would hold two."""
    near = {"br-49": "CC5", "de-352": "CC5"}
    s = desk.set_up(near | {"br-51": "CC6"}, turn="jun-1", steps=[], invaders=desk.units_of("br-49 br-51"))
    free = {desk.w.labels[h] for h in nearest_landing(s, desk.unit("br-51"), desk.hex("CC5"))}
    assert "BB5" in free
    s = desk.set_up(near | {"br-51": "CC6", "br-6ab": "BB5", "us-1abtf": "M8"}, turn="jun-1", steps=[])
    s.invaders = desk.units_of("br-49 br-51")
    assert "BB5" in {desk.w.labels[h] for h in nearest_landing(s, desk.unit("br-51"), desk.hex("CC5"))}
    s.dropped = desk.units_of("br-6ab us-1abtf")
    assert {desk.w.labels[h] for h in nearest_landing(s, desk.unit("br-51"), desk.hex("CC5"))} == free - {"BB5"}


@rule("12.17", "4.1")
def test_the_allied_player_says_where_his_turned_away_units_go(desk):
    s = desk.set_up({"br-3": "CC6", "de-352": "CC5"}, turn="jun-1", side="german", steps=[])
    for step in (Displaced(desk.unit("br-3"), desk.hex("CC5")), Diverted(desk.hex("CC6"))):
        assert step.seat(s) == "allied"


@rule("12.7", "21.7", "31.16")
def test_what_counts_on_a_beach(desk):
    s = desk.set_up({"us-rangers": "england", "br-3": "england", "br-79": "england"}, turn="jun-1", steps=[])
    assert [landing_value(s, desk.unit(u)) for u in ("us-rangers", "br-3")] == [1, 1]
    s = desk.set_up({"br-79-a": "england", "br-3": "england"}, options="funnies", steps=[])
    assert funny(s, desk.unit("br-79-a"))
    assert not funny(s, desk.unit("br-3"))
    assert not funny(desk.set_up({"br-79-a": "england"}, steps=[]), desk.unit("br-79-a")), "without the option"


@rule("12.11")
def test_when_somebody_could_leave_a_full_beach(desk):
    """Who lands goes on himself unless a zone or the ground holds him; else one of those there must be able to."""
    three = {"br-3": "M5", "br-50": "M5", "br-51": "M5"}
    s = desk.set_up(three | {"br-15": "england"}, impulse=2, steps=[StartMove(2), Moving()])
    assert someone_can_leave(s, desk.unit("br-15"), desk.hex("M5"))
    s = desk.set_up(three | {"br-15": "england", "de-352": "L5"}, impulse=2, steps=[StartMove(2), Moving()])
    assert not someone_can_leave(s, desk.unit("br-15"), desk.hex("M5")), "all are held by the zone"
    s = desk.set_up(three | {"br-15": "england", "de-352": "M7"}, impulse=2, steps=[StartMove(2), Moving()])
    assert someone_can_leave(s, desk.unit("br-15"), desk.hex("M5")), "the zone ends a hex before"


# --------------------------------------------------------------------------------------------------- rivers


@rule("17.10.4")
def test_a_crossing_that_others_have_tried_is_open(desk):
    """A unit tries each hexside once in an impulse; what another has tried is nothing to it."""
    w = desk.w
    section, here, there = next(
        (number, a, b)
        for number, river in enumerate(w.rivers)
        for a in members(river.banks & ~w.cities & ~w.ground[ALPINE])
        for b in w.near[a]
        if w.river_between(a, b) == number and w.land >> b & 1 and not w.dyke >> b & 1
    )
    units = {"us-2arm": w.labels[here], "us-3arm": w.labels[here]}
    s = desk.set_up(units, bridges_down=1 << section)
    mine, other = desk.unit("us-2arm"), desk.unit("us-3arm")
    assert there in banks(s, mine)[here]
    before = banks(s, mine)
    s.tried = ((other, w.grid.side(here, there)),)
    assert banks(s, mine) == before
    assert there not in banks(s, other).get(here, [])
    s.tried = ((mine, w.grid.side(here, there)),)
    assert there not in banks(s, mine).get(here, [])


# ---------------------------------------------------------------------------------------------- high ground


@rule("8.4", "5.1")
def test_only_mountain_units_leave_a_valley_over_the_alps(desk):
    """All ways out that are not alpine are held by frozen Germans, who have no zones (9.5)."""
    w = desk.w
    alps = w.ground[ALPINE]
    valley = next(
        h for h in members(w.land & ~alps & ~w.cities & ~w.italy)
        if w.adjacent[h] & alps & ~w.dyke and w.adjacent[h] & ~alps
        and all(w.district_of[x] >= 0 for x in w.near[h] if not alps >> x & 1)
    )  # fmt: skip
    held = [x for x in w.near[valley] if not alps >> x & 1]
    germans = {w.ids[w.of_side[GERMAN][20 + i]]: w.labels[x] for i, x in enumerate(held)}
    units = {"us-1": w.labels[valley], "fr-2dim": w.labels[valley]} | germans
    desk.set_up(units, frozen=" ".join(germans), invaded=31)
    assert desk.legal("move") == ["fr-2dim"]
    assert desk.why("move us-1") == ["5.1"]
    assert desk.hexes("fr-2dim") >= {w.labels[x] for x in w.near[valley] if alps >> x & 1}


# ---------------------------------------------------------------------------------------------- the Reserve


@rule("28.1", "28.4")
def test_who_goes_to_the_reserve_is_no_longer_spoken_of(desk):
    s = desk.set_up({"de-2ss": "JJ8", "de-101ss": "JJ8"}, side="german", turn="nov-1", steps=[])
    for name in ("de-2ss", "de-101ss"):
        u = desk.unit(name)
        s.unsupplied = s.pinned = s.rebuilt = 1 << u
        s.bound[u] = 2
        s.facts = None
        go(s, u, None)
        assert (s.unsupplied, s.pinned, s.bound[u]) == (0, 0, -1)
        assert not facts(s).frozen
    assert (desk.at("de-2ss"), desk.at("de-101ss")) == ("reserve", "removed")


@rule("28.4")
def test_why_the_reserve_cannot_come_to_a_city(desk):
    """In an Allied zone, Allied, or not in Germany: each by its own words."""
    desk.set_up({"de-2ss": "reserve", "us-1": "II11"}, side="german", turn="dec-2", allied="LL14")
    assert "zone of control" in desk.words("reserve de-2ss II10")
    assert "is Allied" in desk.words("reserve de-2ss LL14")
    assert "not a city in Germany" in desk.words("reserve de-2ss R11")
    assert desk.words("reserve de-2ss RR7") == ""


# ------------------------------------------------------------------------------------------------- options


@rule("31.15")
def test_nobody_gives_a_step_where_nobody_can(desk):
    """An HQ gives none: with no other German in play nothing is asked."""
    desk.set_up({"us-2arm": "exited", "de-hq-ob-west": "JJ8"}, options="exits", side="german", steps=[ExitPhase()])
    assert desk.step() == ""
    desk.set_up({"us-2arm": "exited", "de-hq-ob-west": "JJ8", "de-2pz": "JJ8"}, options="exits", side="german",
                steps=[ExitPhase()])  # fmt: skip
    assert desk.step() == "GivingUp"


@rule("31.6")
def test_a_decoy_comes_off_over_the_border(desk):
    """A hex of Germany keeps it whatever lies beside; one outside takes it off whatever lies beside."""
    w = desk.w
    last = [h for h in members(w.germany & w.land) if not w.germany >> h + 1 & 1]
    next_one = [h for h in members(w.land & ~w.germany) if w.germany >> h + 1 & 1]
    for h, kept in ((last[-1], True), (last[0], True), (next_one[0], False), (next_one[-1], False)):
        s = desk.set_up({"de-2pz": w.labels[h]}, side="german", options="decoys", steps=[])
        u = desk.unit("de-2pz")
        set_decoy(s, 0, h, u)
        german_entered(s, u, h, None)
        assert (s.decoy_unit[0] == u) is kept, w.labels[h]


@rule("27.11", "18.7.3")
@pytest.mark.parametrize(
    ("place", "spare", "cases"),
    [("M5", 1, ["27.11"]), ("M5", 2, []), ("england", 2, ["27.11"]), ("england", 3, []), ("africa", 2, ["27.11"])],
)
def test_the_79th_breaks_down_with_capacity_for_its_three_units(desk, place, spare, cases):
    """In Europe it counts one already; overseas it counts nothing, and so there must be room for all three."""
    port = {"mulberry_at": [desk.hex("M5"), -1]}
    ashore = {"br-79": place, **dict.fromkeys(("br-79-a", "br-79-b", "br-79-c"), "aside"), "us-hq-shaef": "M5"}
    room = capacity(desk.set_up(ashore, steps=[], **port))
    others = [u for u in members(desk.w.divisions & desk.w.side_mask[ALLIED]) if desk.w.ids[u] not in ashore]
    s = desk.set_up(ashore | {desk.w.ids[u]: "M8" for u in others[: room - spare]}, **port)
    assert capacity(s) == spare
    assert [why.rule for why in break_reasons(s, s.stack[-1], "allied")] == cases
    if not cases:
        desk.play("break79")
        assert [(desk.at(x), desk.s.face[desk.unit(x)]) for x in ("br-79-a", "br-79-b", "br-79-c")] == [
            (place, 0)
        ] * 3


# ------------------------------------------------------------------------------------------------- endings


def sudden(desk, german, chosen, **more):
    s = desk.set_up({"us-1": "R13", "us-hq-shaef": "R13"}, turn="sep-1", options="sudden-death", **more)
    ids = desk.w.objective_ids
    s.goals_german = sum(1 << ids.index(f"german-{n}") for n in german)
    s.goals_allied = sum(1 << ids.index(f"allied-{n}") for n in chosen)
    start_of_turn(s, None)
    return s.ending


@rule("32.2")
def test_all_twelve_count_only_if_both_met_their_seven(desk):
    """Both meet seven of the twelve. The Germans have not kept Paris, the Allies have not taken Anvers: with one of
    these among his own seven a player has failed, and the other wins."""
    held = {"allied": "N33 A19 P4 BB8 R11", "sites_taken": desk.w.v1_sites, "invasions": 1}
    met_german, met_allied = (1, 4, 6, 7, 8, 10, 11), (1, 2, 5, 7, 8, 11, 12)
    assert sudden(desk, met_german, met_allied, **held) == "", "seven each"
    assert sudden(desk, (*met_german[:6], 12), met_allied, **held) == "sudden-death-allied"
    assert sudden(desk, met_german, (*met_allied[:6], 6), **held) == "sudden-death-german"
    assert sudden(desk, (*met_german[:6], 12), (*met_allied[:6], 6), **held) == ""


@rule("30.2", "16.3", "26.5")
def test_what_is_taken_again_changes_no_date(desk):
    """U-Boat bases, V1 sites and Paris count from when they fell first."""
    w = desk.w
    base, site, paris = members(w.u_boat_bases)[0], members(w.v1_sites)[0], w.place_hex["Paris"]
    for h in (base, site, paris):
        s = desk.set_up(
            {"us-1": w.labels[h]}, turn=12, steps=[], bases_taken=w.u_boat_bases, sites_taken=w.v1_sites,
            bases_turn=5, sites_turn=6, paris_turn=7,
        )  # fmt: skip
        allied_control(s, h, None)
        assert (s.bases_turn, s.sites_turn, s.paris_turn) == (5, 6, 7)
    s = desk.set_up({"us-1": w.labels[base]}, turn=12, steps=[], bases_taken=w.u_boat_bases & ~w.bit[base])
    allied_control(s, base, None)
    assert (s.bases_taken, s.bases_turn, s.sites_turn, s.paris_turn) == (w.u_boat_bases, 12, 0, 0)
    s = desk.set_up({"us-1": w.labels[site]}, turn=12, steps=[], sites_taken=w.v1_sites & ~w.bit[site])
    allied_control(s, site, None)
    assert (s.sites_taken, s.sites_turn, s.bases_turn) == (w.v1_sites, 12, 0)
    s = desk.set_up({"us-1": "R11"}, turn=12, steps=[])
    allied_control(s, paris, None)
    assert (s.paris_turn, s.bases_turn, s.sites_turn, s.jersey_lost) == (12, 0, 0, False)


# -------------------------------------------------------------------------------------------- battles in words


@rule("15.1", "19.4", "17.10.2", "31.16")
def test_everything_that_is_added_is_named_once(desk):
    s = desk.set_up({"us-1": "M12", "de-352": "M13"}, steps=[StartCombat(1)])
    more = [
        Addition("Ships", "19.4", factors=3), Addition("Aircraft", "17.10.2", columns=2),
        Addition("Funnies", "31.16", die=1),
    ]  # fmt: skip
    r = reckon(s, [desk.unit("us-1")], desk.hexes_of("M13"))._replace(added=tuple(more))
    assert [(m.value, m.rule) for m in modifiers(s, r)] == [(3, "19.4"), (2, "17.10.2"), (1, "31.16")]


@rule("15.2")
@pytest.mark.parametrize(("die", "same"), [(-1, 1), (0, 1), (6, 6), (7, 6), (9, 6)])
def test_dice_beyond_the_table_are_its_ends(desk, die, same):
    for column in range(len(desk.w.book.column)):
        assert result_of(desk.w, column, die) == desk.w.book.column[column].results[same - 1]


@rule("33.3.9")
def test_the_offensive_is_the_german_turn_of_december_iii(desk):
    for side, turn, scenario, expected in (
        ("german", "dec-3", "bulge", True), ("allied", "dec-3", "bulge", False), ("german", "dec-4", "bulge", False),
        ("german", "dec-3", "berlin", True), ("german", "dec-3", "campaign", False),
    ):  # fmt: skip
        assert offensive(desk.set_up({}, side=side, turn=turn, scenario=scenario, steps=[])) is expected


@rule("8.2", "12.3")
def test_floods_mire_who_drops_into_them(desk):
    w = desk.w
    wet = next(h for h in members(w.land) if w.terrain[h] == FLOODED)
    for flooded in (True, False):
        s = desk.set_up({"us-101": w.labels[wet]}, steps=[], flooded=flooded)
        entered(s, desk.unit("us-101"), wet, None, DROP)
        assert s.mired == (desk.units_of("us-101") if flooded else 0)

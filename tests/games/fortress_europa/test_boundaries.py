"""Both sides of limits: the first hex, port and river as well as any other; just enough, and one too few."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, CLEAR, FLOODED, GERMAN
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.forces.replacements import GermanReplacing, Replacements
from grognard.games.fortress_europa.rules.landing.airborne import Drops, drop_column
from grognard.games.fortress_europa.rules.landing.invasion import driven_off
from grognard.games.fortress_europa.rules.movement.districts import attack_releases
from grognard.games.fortress_europa.rules.sequence import Moving, StartMove
from grognard.games.fortress_europa.rules.standing import units_in
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.games.fortress_europa.rules.supply.tracing import trace_supply
from grognard.kernel.rules import CHANCE
from grognard.maps import members
from grognard.suite import rule


def december(desk, units, **more):
    fields = {"scenario": "berlin", "turn": "dec-3", "side": "german", "weather": "overcast-star"} | more
    germans = desk.units_of(" ".join(u for u in units if u.startswith("de-")))
    return desk.set_up(units, belt_units=germans, steps=[StartCombat(1)], **fields)


# ------------------------------------------------------------------------------------------------- harbours


@rule("18.7.3", "29.1")
def test_a_mulberry_counts_in_every_hex(desk):
    """From the first hex of the map to the last; and one that is not placed counts nowhere."""
    for h in (0, desk.hex("M5"), desk.w.n - 1):
        s = desk.set_up({}, mulberry_at=[h, -1])
        assert capacity(s) == 12
    assert capacity(desk.set_up({}, mulberry_at=[-1, -1])) == 0
    assert capacity(desk.set_up({}, mulberry_at=[-2, desk.hex("M5")])) == 9, "the other was lost"


@rule("20.16", "11.8")
def test_a_port_that_sleeps_closes_no_other(desk):
    """Whatever its number: a port that paratroopers took this turn lands nobody, its neighbours in the list do."""
    w = desk.w
    for p in (0, 5, len(w.ports) - 2):
        first, second = w.labels[w.port_hex[p]], w.labels[w.port_hex[p + 1]]
        for asleep, closed in ((p, first), (p + 1, second)):
            units = {"us-1": "england", "us-4": "africa"}
            s = desk.set_up(
                units, allied=f"{first} {second} HH1 HH2 JJ1 JJ2", capacity_start=9, ports_asleep=1 << asleep
            )
            for label in (first, second):
                unit = "us-4" if w.from_africa >> desk.hex(label) & 1 else "us-1"
                if label == closed:
                    assert desk.why(f"sail {unit} {label}") == ["20.16"] or "20.16" in desk.why(
                        f"sail {unit} {label}"
                    )
                else:
                    assert desk.why(f"sail {unit} {label}") == []
            assert s.ports_asleep == 1 << asleep


# --------------------------------------------------------------------------------------------------- rivers


def banks_of(desk, section):
    """Two clear hexes with this section of a river between them."""
    w = desk.w
    return next(
        (
            (w.labels[a], w.labels[b])
            for a in members(w.rivers[section].banks & w.ground[CLEAR] & ~w.cities)
            for b in w.near[a]
            if w.terrain[b] == CLEAR and w.river_between(a, b) == section and not w.cities >> b & 1
        ),
        None,
    )


@rule("17.10.4")
def test_every_section_is_crossed_in_the_same_way(desk):
    """On foot a unit stops behind a river without bridges in the first impulse; behind others it does not."""
    w = desk.w
    tried = 0
    for section in range(len(w.rivers)):
        found = banks_of(desk, section)
        if found is None:
            continue
        here, there = found
        beyond = {
            x for x in desk.near(there)
            if w.river_between(desk.hex(there), desk.hex(x)) < 0 and x not in desk.near(here) and x != here
            and w.terrain[desk.hex(x)] == CLEAR
        }  # fmt: skip
        if not beyond:
            continue
        tried += 1
        desk.set_up({"us-1": here}, allied=here, bridges_down=1 << section)
        assert there in desk.hexes("us-1")
        around = {x for x in beyond if w.grid.distance(desk.hex(here), desk.hex(x)) == 2}
        for x in around:
            path = desk.words(f"move us-1 {x} via {there}")
            assert "17.10.4" in path or "8.5" in path or path, (section, x)
        desk.set_up({"us-1": here}, allied=here, bridges_down=((1 << len(w.rivers)) - 1) & ~(1 << section))
        for x in around:
            assert desk.why(f"move us-1 {x} via {there}") == [], "its own bridges stand"
    assert tried > 5


# --------------------------------------------------------------------------------------------------- the Reserve


@rule("28.4")
def test_the_reserve_does_not_keep_the_allies_from_ending(desk):
    units = {"de-2pz": "reserve", "us-1": "M5", "de-352": "II10"}
    desk.set_up(units, turn="dec-3", reserve_back=True)
    assert desk.why("end") == []
    desk.set_up(units, turn="dec-3", side="german", reserve_back=True)
    assert desk.why("end") == ["28.4"]
    desk.set_up(units, turn="dec-3", side="german", reserve_back=False)
    assert desk.why("end") == []


@rule("26.3")
def test_without_a_city_nobody_enters(desk):
    desk.set_up({"de-352": "due"}, side="german")
    assert desk.why("enter") == []
    every = " ".join(desk.w.labels[h] for h in members(desk.w.german_cities))
    desk.set_up({"de-352": "due"}, side="german", allied=every)
    assert desk.why("enter") == ["26.3"]


# --------------------------------------------------------------------------------------------------- replacements


def bombing(desk, bombers, turn="feb-1", saved=(4, 4), **more):
    """The German Replacement Phase with so many bombers over it: February has 3(1)."""
    w = desk.w
    sac = [a for a, plane in enumerate(w.aircraft) if plane.kind == "sac"]
    mission = [-1] * len(w.aircraft)
    for a in sac[:bombers]:
        mission[a] = w.mission["replacements"]
    pools = [saved[0], saved[1], 0, 0, 0, 0, 0]
    options = more.pop("options", "bomb-stockpile")
    return desk.set_up(
        {"de-352": "KK15"}, side="german", turn=turn, mission=mission, pools=pools, options=options,
        steps=[Replacements(GERMAN)], **more,
    )  # fmt: skip


@rule("31.3", "17.10.5")
def test_only_bombers_beyond_the_rate_roll(desk):
    for bombers, rolls in ((2, False), (3, False), (4, True)):
        s = bombing(desk, bombers)
        assert bool(s.stack and desk.game.turn(s) is CHANCE) == rolls, bombers
    s = bombing(desk, 4, options="")
    assert not (s.stack and desk.game.turn(s) is CHANCE), "only with the option"


@rule("31.3")
@pytest.mark.parametrize(("die", "left"), [(1, (4, 3)), (3, (4, 3)), (4, (3, 4)), (5, (4, 4)), (6, (4, 4))])
def test_one_saved_factor_at_most_falls_to_each_bomber(desk, die, left):
    s = bombing(desk, 4)
    desk.roll(die)
    assert tuple(s.pools[:2]) == left, "three bombers took the turn's own 3(1)"


@rule("31.3")
@pytest.mark.parametrize("die", [1, 4])
def test_what_is_not_there_is_not_lost(desk, die):
    s = bombing(desk, 4, saved=(0, 0))
    desk.roll(die)
    assert s.pools[:2] == [0, 0]


@rule("27.13", "27.7")
def test_where_hq_troops_can_be_used(desk):
    troops = next(desk.w.ids[u] for u in members(desk.w.hq_troops))
    pools = [9] * len(desk.w.pools)
    more = {"side": "german", "turn": "oct-1", "pools": pools, "steps": [GermanReplacing()]}
    for place, able in (("KK15", True), ("due", False), ("destroyed", False)):
        desk.set_up({troops: place, "de-352": "destroyed", "de-353": "KK15"}, back="de-353", **more)
        assert (desk.why(f"hq-troops {troops} de-352") == []) == able, place
    fort = next(h for h in members(desk.w.fortresses & desk.w.germany) if not desk.w.cities >> h & 1)
    near = desk.w.labels[desk.w.near[fort][0]]
    for ruined in (0, desk.w.bit[fort]):
        desk.set_up({troops: desk.w.labels[fort], "de-352": "destroyed", "us-1": near}, ruined=ruined, **more)
        found = desk.why(f"hq-troops {troops}") if desk.step() == "GermanReplacing" else ["27.13"]
        assert found == ["27.13"], "an enemy stands next to the fortress, or his zone reaches the open hex"
    desk.set_up({troops: desk.w.labels[fort], "de-352": "destroyed", "us-1": "M5"}, **more)
    assert desk.why(f"hq-troops {troops} de-352") == [], "nobody is near"


# --------------------------------------------------------------------------------------------------- December


@rule("33.4.1", "15.8")
def test_attacks_that_are_due_may_be_declared_down_to_one_to_one(desk):
    units = {"de-2pz": "GG13", "de-116pz": "GG13", "de-9ss": "GG13", "us-14cav": "FF12", "us-1": "R11"}
    december(desk, units)
    first = "attack de-2pz FF12; with de-116pz; with de-9ss"
    assert desk.why(f"{first}; lower 1-2") == ["33.4.1"]
    assert desk.why(f"{first}; lower 1-1") == []
    assert desk.why(f"{first}; lower 2-1") == []
    assert desk.why(f"{first}; lower 7-1") == ["15.8"]
    december(desk, units, line_attacks=2)
    assert desk.why(f"{first}; lower 1-2") == [], "both have been made"
    december(desk, units, scenario="bulge")
    assert desk.why(f"{first}; lower 1-2") == [], "nothing is owed in the Bulge"


# --------------------------------------------------------------------------------------------------- from the air


@rule("20.9", "31.11")
def test_land_that_is_not_yet_flooded_is_clear(desk):
    w = desk.w
    wet = next(h for h in members(w.ground[FLOODED]) if not (w.cities | w.germany) >> h & 1)
    unit = desk.unit("us-82")
    for options, flooded, column in (
        ("", True, "non-clear"),
        ("flooding", False, "clear"),
        ("flooding", True, "non-clear"),
    ):
        s = desk.set_up(
            {"us-82": "england"}, options=options, flooded=flooded, steps=[StartMove(1), Drops(ALLIED), Moving()]
        )
        assert w.book.drop[drop_column(s, unit, wet)].id == column
    s = desk.set_up({"us-82": "england"}, steps=[StartMove(1), Drops(ALLIED), Moving()])
    assert w.book.drop[drop_column(s, unit, desk.hex("M8"))].id == "clear"


@rule("12.9", "20.8", "21.11")
def test_only_who_shares_a_hex_that_was_fought_for_is_driven_off(desk):
    """Three landings on Germans: two hexes are looked at, the third is not; and who walked there stays."""
    units = {
        "us-1": "M5", "de-352": "M5", "us-101": "M8", "de-353": "M8", "us-rangers": "N5", "de-91": "N5",
        "us-4": "M10",
    }  # fmt: skip
    s = desk.set_up(units, steps=[])
    s.invaders, s.dropped, s.raiding = (desk.units_of(u) for u in ("us-1", "us-101", "us-rangers"))
    driven_off(s, desk.hexes_of("M5 M8 M10"), None)
    assert desk.at("us-1") == desk.at("us-101") == "destroyed"
    assert desk.at("us-rangers") == "N5"
    assert desk.at("us-4") == "M10"
    driven_off(s, desk.hexes_of("N5"), None)
    assert desk.at("us-rangers") == "destroyed"
    assert len(units_in(s, desk.hex("M5"))) == 1


@rule("9.6", "12.17", "9.1F")
def test_only_who_was_put_on_a_hidden_unit_attacks_without_releasing(desk):
    """An invader turned away by 12.17 onto a frozen unit releases nobody by fighting it; another trespasser does."""
    units = {"br-3": "N5", "de-352": "N5", "de-353": "K6"}
    s = desk.set_up(units, frozen="de-352 de-353", steps=[], turn="jun-1")
    who = desk.unit("br-3")
    s.invaders = s.trespassing = 1 << who
    assert not attack_releases(s, desk.hexes_of("N5"), [who])
    s.trespassing = 0
    assert attack_releases(s, desk.hexes_of("N5"), [who]), "he landed there of his own will"
    s.trespassing, s.invaders = 1 << who, 0
    assert attack_releases(s, desk.hexes_of("N5"), [who]), "he has not just landed"
    s = desk.set_up({"br-3": "N6", "de-352": "N5", "de-353": "K6"}, frozen="de-352 de-353", steps=[], turn="jun-1")
    s.invaders = s.trespassing = 1 << who
    assert attack_releases(s, desk.hexes_of("N5"), [who]), "he stands beside it"


# --------------------------------------------------------------------------------------------------- set-up


@rule("3.3")
def test_a_unit_is_placed_or_hidden_and_not_both(desk):
    desk.s = desk.game.start("campaign")
    assert desk.why("hide de-lehr L6") == []
    assert desk.why("hide de-lehr L6; hide de-lehr L5") == ["3.3"]
    assert desk.why("place de-352 M5; hide de-352 M5")[0] == "3.3"
    assert desk.why("hide us-1 M5")[0] == "3.3"


@rule("31.7")
def test_blanks_lie_on_beaches_that_nobody_holds(desk):
    w = desk.w
    desk.s = s = desk.game.start("campaign", {"decoys-for-hidden": True})
    desk.play("rest; done")
    blanks = [h for h, u in zip(s.decoy_at, s.decoy_unit, strict=True) if h >= 0 and u < 0]
    assert len(blanks) == 10
    held = {h for u, h in enumerate(s.where) if h < w.n and w.side[u] == GERMAN}
    covered = {h for h, u in zip(s.decoy_at, s.decoy_unit, strict=True) if u >= 0}
    assert not set(blanks) & held
    assert not set(blanks) & covered
    assert all(w.beaches >> h & 1 for h in blanks)


# --------------------------------------------------------------------------------------------------- rail and supply


@rule("8.4", "10.5")
def test_a_mountain_unit_leaves_the_train_on_alpine_ground(desk):
    """Ruling 81: alpine hexes are passed by all, and only mountain units end there."""
    w = desk.w
    climber = next(w.ids[u] for u in members(w.mountain_units) if w.side[u] == GERMAN)
    start = desk.w.labels[w.place_hex["Torino"]]
    desk.set_up({climber: start, "de-352": start, "us-1": "B2"}, side="german", italy_open=True)
    up, flat = desk.hexes(climber, "rail"), desk.hexes("de-352", "rail")
    assert flat <= up
    assert {label for label in up if w.terrain[desk.hex(label)] == ALPINE} == up - flat


@rule("18.1", "18.2")
def test_why_an_allied_unit_is_in_supply_or_not(desk):
    """A unit in reach of an HQ and a harbour; one out of reach; one for which the harbour has no point left."""
    units = {"us-1": "K5", "us-hq-bradley": "K4", "us-4": "R20"}
    way = "K2 K3 K4 K5"
    s = desk.set_up(units, allied=way, steps=[])
    found = trace_supply(s, desk.unit("us-1"))
    assert (found.supplied, found.rule) == (True, "18.1")
    assert [desk.w.labels[h] for h in found.paths[0]] == ["K5", "K4"]
    assert desk.w.labels[found.paths[1][-1]] == "K2", "Cherbourg"
    found = trace_supply(s, desk.unit("us-4"))
    assert (found.supplied, found.rule) == (False, "18.1")
    s = desk.set_up(units, allied="K3 K4 K5", steps=[])
    assert not trace_supply(s, desk.unit("us-1")).supplied, "no harbour"
    s = desk.set_up({"us-2arm": "exited", "us-hq-bradley": "K4"}, allied=way, options="exits", steps=[])
    found = trace_supply(s, desk.unit("us-2arm"))
    assert (found.supplied, found.rule) == (False, "31.15"), "no HQ is near the east edge"

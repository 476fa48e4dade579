"""5, 7.2, 8, 12, 14.11, 15.10, 17.10, 31, 33.3.7: movement where one number or one condition decides; each case
beside one that is nearly the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.games.fortress_europa.rules.movement import crossing, ground, movement
from grognard.games.fortress_europa.rules.standing import set_decoy
from grognard.games.fortress_europa.rules.state import NOWHERE
from grognard.maps import Held, mask_of, members
from grognard.suite import rule


@rule("15.10", "8.10")
def test_a_trespasser_who_comes_no_nearer_to_the_outside_stays(desk):
    """From N7 the way out of the 15th district leads to M8, where de-352 is, or to M7, in the same zone as N7."""
    more = {"frozen": "de-347", "turn": "jun-3", "weather": "storm", "impulse": 2, "invaded": 1 << 3}
    for ahead in (False, True):
        units = {"us-1": "N7", "de-347": "T7"} | ({"de-352": "M8"} if ahead else {})
        s = desk.set_up(units, **more)
        u = desk.unit("us-1")
        s.pinned, s.trespassing = 0, 1 << u
        s.facts = None
        assert movement.allowance(s, u) == 1
        assert movement.can_go(s, u) == bool(movement.goals(s, u)) == (not ahead)
        assert desk.why("end") == ([] if ahead else ["15.10"])
        s.trespassing = desk.units_of("us-4")
        s.facts = None
        assert movement.can_go(s, u), "who is no trespasser goes farther in"


# ------------------------------------------------------------------------------------------- hex by hex


SCENES: dict[str, dict[str, Any]] = {
    "Allied, in Normandy": {"unit": "us-1", "at": "M10", "side": "allied"},
    "Allied armor, near Metz": {"unit": "us-2arm", "at": "BB14", "side": "allied"},
    "Allied, before Germany": {"unit": "us-1", "at": "HH13", "side": "allied"},
    "Allied armor, the dykes closed": {"unit": "us-2arm", "at": "GG14", "side": "allied", "options": "flooding"},
    "German foot at rivers": {"unit": "de-352", "at": "S12", "side": "german", "bridges_down": -1},
    "Allied, before Italy": {"unit": "us-1", "at": "W30", "side": "allied", "italy_open": False},
    "Allied, in floods": {"unit": "us-2arm", "at": "DD6", "side": "allied"},
    "Allied, at rivers": {"unit": "us-1", "at": "S12", "side": "allied", "bridges_down": -1},
    "Allied, later at rivers": {"unit": "us-1", "at": "S12", "side": "allied", "bridges_down": -1, "impulse": 2},
    "German, in Normandy": {"unit": "de-352", "at": "M10", "side": "german"},
    "German armor in rough ground": {"unit": "de-2pz", "at": "K7", "side": "german"},
    "German, at rivers": {"unit": "de-2pz", "at": "S12", "side": "german", "bridges_down": -1},
    "German, hunted": {"unit": "de-2pz", "at": "Q10", "side": "german", "hunted": True},
    "German, hunted from afar": {"unit": "de-2pz", "at": "BB12", "side": "german", "hunted": True},
    "German, hunted later": {"unit": "de-2pz", "at": "Q10", "side": "german", "hunted": True, "impulse": 2},
    "German, under a decoy": {"unit": "de-352", "at": "HH11", "side": "german", "decoy": True},
    "German, under a decoy and hunted": {
        "unit": "de-352", "at": "HH11", "side": "german", "decoy": True, "hunted": True
    },
}  # fmt: skip
QUIET = {"Allied, in Normandy", "Allied armor, near Metz", "German, in Normandy", "German armor in rough ground"}
"""Where some ways are gone at once, and others as far as something happens."""


def wandering(desk, start, rng):
    """A way of some hexes on land, as a unit might go it."""
    way = [start]
    for _ in range(rng.randint(1, 7)):
        near = [h for h in desk.w.near[way[-1]] if h not in way]
        if near:
            way.append(rng.choice(near))
    return way


@rule("5.2", "7.2", "8.1", "8.2", "10.5", "10.7", "17.10.1", "17.10.4", "30.2", "9.3", "29.4")
@pytest.mark.parametrize("rail", [False, True])
@pytest.mark.parametrize("name", SCENES)
def test_a_way_that_is_gone_at_once_changes_what_it_changes_hex_by_hex(desk, name, rail):
    """Whatever there is to take on the way, and wherever enemies without or with zones stand beside it."""
    more = dict(SCENES[name])
    unit, label, hunted, decoy = more.pop("unit"), more.pop("at"), more.pop("hunted", False), more.pop("decoy", False)
    rng, w = random.Random(f"{name} {rail}"), desk.w
    german = more["side"] == "german"
    foes = ("us-1", "us-4") if german else ("de-352", "de-vs-1")
    if more.get("bridges_down"):
        more["bridges_down"] = (1 << len(w.rivers)) - 1
    near = sorted(desk.disc(label, 5) - {label})
    whole = begun = 0
    for number in range(120):
        units = {unit: label} | ({x: rng.choice(near) for x in foes} if number % 2 else {foes[0]: "RR20"})
        s = desk.set_up(units, steps=[], **more)
        u, held = desk.unit(unit), set(map(desk.hex, units.values())) - {desk.hex(label)}
        country = [h for h in map(desk.hex, near) if h not in held]
        share = rng.choice((0, 1, len(country) // 2, len(country)))
        theirs = mask_of(rng.sample(country, share))
        s.allied = s.allied & ~mask_of(country) | theirs
        s.allied_rail = mask_of(rng.sample(members(w.rail), rng.choice((0, len(members(w.rail))))))
        s.released = number % 5 > 0
        if german:
            s.mulberry_at = [rng.choice(country), *s.mulberry_at[1:]] if number % 3 == 0 else s.mulberry_at
            s.friendly_beaches = mask_of(rng.sample(country, 1)) if number % 4 == 0 else 0
        else:
            s.ruined, s.bases_taken, s.sites_taken = (
                (w.fortresses, w.u_boat_bases, w.v1_sites) if share else (0, 0, 0)
            )
        if hunted:
            s.mission[w.plane["9th-1"]] = w.mission["strafing"]
            s.sighted = 1 << u if number % 3 == 0 else 0
        s.facts = None
        if decoy:
            set_decoy(s, 0, s.where[u], u)
        path = wandering(desk, s.where[u], rng)
        if len(path) < 2 or held & set(path):
            continue
        one, other = s.copy(), s.copy()
        quiet = movement.quiet_steps(s, u, path)
        movement.walk(one, u, path, None, rail=rail)
        movement._hex_by_hex(other, u, path, None, None, rail=rail)
        assert one == other, [w.labels[h] for h in path]
        whole += quiet == len(path) - 1
        begun += 0 < quiet < len(path) - 1
    if name in QUIET:
        assert whole
        assert begun


# ------------------------------------------------------------------------------------------ what is offered


SEVENTY_NINTH = dict.fromkeys(("br-79-a", "br-79-b", "br-79-c"), "england")
OPEN: dict[str, dict[str, Any]] = {
    "invade": {
        "units": {"br-3": "england", "us-1": "M12"}, "turn": "aug-1", "invasions": 1, "invasion_turn": 1,
        "capacity_start": 5, "mulberries": "N33", "began": "br-3",
    },
    "enter": {"units": {"de-21pz": "due"}, "side": "german", "turn": "sep-2"},
    "break79": {
        "units": {"br-79": "england", **dict.fromkeys(SEVENTY_NINTH, "aside")}, "allied": "K2 P4", "capacity_start": 9
    },
    "join79": {"units": {"br-79": "aside", **SEVENTY_NINTH}, "allied": "K2 P4", "capacity_start": 9},
    "land": {
        "units": {"br-50": "england", "br-3": "M5"}, "turn": "jun-1", "impulse": 2, "invasions": 1,
        "invasion_turn": 1, "landing_area": 0, "site": "M5", "began": "br-50",
    },
    "partisan": {"units": {}, "impulse": 2, "partisan_ready": True},
}  # fmt: skip


@rule("12.3", "12.11", "24.2", "26.2", "27.11", "31.16")
@pytest.mark.parametrize("name", OPEN)
def test_what_is_open_in_one_impulse_is_offered_in_it(desk, name):
    """An invasion, an entry, and the 79th in the first impulse; a landing behind the invaders and the partisan in the
    second. In the other one there is something against it."""
    more = dict(OPEN[name])
    sets = {"began": desk.units_of(more.pop("began", "")), "site": desk.hexes_of(more.pop("site", ""))}
    if "mulberries" in more:
        more["mulberry_at"] = [desk.hex(more.pop("mulberries")), NOWHERE]
    s = desk.set_up(more.pop("units"), **more, **sets)
    step = s.stack[-1]
    assert name in {action.verb for action in desk.game.legal(s, desk.seat, "")}
    assert name in {verb.name for verb, _ in step.offers(s, desk.seat)}
    s.impulse = 3 - s.impulse
    s.facts = None
    assert name not in {verb.name for verb, _ in step.offers(s, desk.seat)}


# ------------------------------------------------------------------------------------------ rivers and hexes


@rule("33.3.7", "17.10.4")
@pytest.mark.parametrize("river", ["meuse-1", "garonne-1", "weser-1"])
@pytest.mark.parametrize("impulse", [1, 2])
def test_the_british_do_not_ford_the_meuse_either(desk, impulse, river):
    """Where its bridges are down Americans on foot wade, and their armor tries; where those of other rivers are, they
    use its bridges. The British do nothing of all that."""
    units = {"br-3": "CC10", "us-1": "CC10", "br-7arm": "CC10", "us-2arm": "CC10"}
    s = desk.set_up(units, scenario="bulge", turn="jan-1", impulse=impulse, weather="clear",
                    bridges_down=1 << desk.w.section[river])  # fmt: skip
    s.quick_units = desk.units_of("us-1 us-2arm")
    s.facts = None
    here, there = desk.hex("CC10"), desk.hex("CC11")
    for name in units:
        u = desk.unit(name)
        american, armor, down = name.startswith("us"), "arm" in name, river == "meuse-1"
        walks = american and not (armor and down)
        assert bool(movement.goals(s, u) >> there & 1) == walks, name
        assert bool(movement.searched_goals(s, u) >> there & 1) == walks, name
        assert (movement.walkable(s, u, [here, there]) == 1) == walks, name
        for banks in (crossing.banks(s, u), crossing.searched_banks(s, u)) if armor else ():
            assert (there in banks.get(here, ())) == (american and down), name
    trying = {x for x in desk.legal("cross") if "CC10" in desk.legal(f"cross {x}")}
    assert trying == ({"us-2arm"} if river == "meuse-1" else set())


@rule("14.11", "17.10.4")
def test_who_could_cross_only_beside_enemies_of_another_nation_does_not_try(desk):
    """One hex in a storm: from A19 armor gets into B19 alone, beside B18, where the British fight."""
    garonne = {"bridges_down": 1 << desk.w.section["garonne-1"], "weather": "storm", "impulse": 2}
    for units, able in (({}, True), ({"de-352": "B18"}, True), ({"de-352": "B18", "br-3": "B17"}, False)):
        s = desk.set_up({"us-2arm": "A19"} | units, **garonne)
        assert bool(crossing.banks(s, desk.unit("us-2arm"))) == able
        assert desk.legal("cross") == (["us-2arm"] if able else [])


@rule("13.1", "5.4")
def test_who_has_no_movement_goes_nowhere(desk):
    for impulse in (1, 2):
        s = desk.set_up({"us-hq-bradley": "M11", "de-hq-ob-west": "T20"}, impulse=impulse)
        u = desk.unit("us-hq-bradley")
        assert movement.can_go(s, u) == bool(movement.goals(s, u)) == (impulse == 2)


@rule("5.2")
def test_a_way_named_by_one_hex_is_told_so(desk):
    desk.set_up({"us-1": "M11"})
    for goal, hexes in (("L12", ("L11", "M12")), ("N12", ("N11", "M12"))):
        for label in hexes:
            assert desk.preview(f"move us-1 {goal} via {label}").path == ("M11", label, goal)


@rule("31.5")
def test_after_the_ferry_nobody_walks_on(desk):
    s = desk.set_up({"de-352": "H5", "us-1": "RR20"}, side="german", options="jersey", turn="sep-2")
    u = desk.unit("de-352")
    mainland, isle, other = (desk.hex(label) for label in ("H5", "I4", "H6"))
    assert movement.walkable(s, u, [mainland, isle]) == 1
    for there in (mainland, other):
        assert isinstance(movement.walkable(s, u, [mainland, isle, there]), Held)


@rule("31.16", "33.3.7", "17.10.4")
def test_the_funnies_bridge_the_meuse_for_nobody_who_keeps_off_it(desk):
    """br-79-a is on its bank."""
    units = {"br-7arm": "CC10", "us-2arm": "CC10", "br-79-a": "CC10"}
    s = desk.set_up(units, scenario="bulge", turn="jan-1", options="funnies")
    s.bridges_down = 1 << desk.w.section["meuse-1"]
    s.facts = None
    over = {name: ground.going(s, desk.unit(name)).cost(desk.hex("CC10"), desk.hex("CC11")) for name in units}
    assert over == {"br-7arm": None, "us-2arm": 1, "br-79-a": None}


@rule("8.7", "17.10.4")
def test_no_river_runs_beside_the_dyke(desk):
    """Who crosses a river never ends his move on it, nor begins there."""
    w = desk.w
    assert [w.labels[h] for h in members(w.dyke)] == ["II2"]
    assert all(w.river_between(h, x) < 0 for h in members(w.dyke) for x in w.near[h])

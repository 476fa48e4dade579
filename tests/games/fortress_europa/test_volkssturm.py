"""25: Volkssturm."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import GERMAN
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.combat.losses import eliminate
from grognard.games.fortress_europa.rules.forces.volkssturm import fill
from grognard.games.fortress_europa.rules.movement.entering import DROP, MOVE, entered
from grognard.games.fortress_europa.rules.movement.stacking import overfull
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.standing import survey, units_of
from grognard.maps import members
from grognard.suite import rule

EIGHT = {f"de-vs-{n}": "waiting" for n in range(1, 9)}


def but(desk, *labels):
    """Every other city has called up its Volkssturm before."""
    return desk.w.german_cities & ~desk.hexes_of(" ".join(labels))


def at_city(desk, label):
    return [desk.w.ids[u] for u in units_of(desk.s, GERMAN, desk.hex(label))]


@rule("25.1")
def test_it_appears_when_an_allied_unit_comes_within_three_hexes(desk):
    assert desk.w.grid.distance(desk.hex("RR11"), desk.hex("RR7")) == 4
    assert desk.w.grid.distance(desk.hex("RR10"), desk.hex("RR7")) == 3
    s = desk.set_up({"us-2arm": "RR11", **EIGHT}, volkssturm_cities=but(desk, "RR7"))
    assert at_city(desk, "RR7") == []
    desk.play("move us-2arm RR10")
    assert at_city(desk, "RR7") == ["de-vs-1"]
    assert s.volkssturm_cities >> desk.hex("RR7") & 1
    assert any("25.1" in line or "called up" in line for line in desk.log)


@rule("25.1")
def test_only_cities_in_germany_and_only_once(desk):
    s = desk.set_up({"us-2arm": "R10", **EIGHT})
    entered(s, desk.unit("us-2arm"), desk.hex("R10"), None)
    assert at_city(desk, "R11") == []
    s = desk.set_up({"us-2arm": "RR10", **EIGHT}, volkssturm_cities=desk.hexes_of("RR7 RR13"))
    entered(s, desk.unit("us-2arm"), desk.hex("RR10"), None)
    assert at_city(desk, "RR7") == [], "ruling 216"


@rule("25.1", "7.1")
def test_it_has_a_zone_at_once_and_stops_the_unit_next_to_it(desk):
    desk.set_up({"us-2arm": "RR9", **EIGHT}, volkssturm_cities=but(desk, "RR7"))
    city = desk.hex("RR7")
    s = desk.s
    entered(s, desk.unit("us-2arm"), desk.hex("RR9"), None)
    assert survey(s).zones[GERMAN] == desk.w.bit[city] | desk.w.adjacent[city], "ruling 211"


@rule("25.1", "25.4")
def test_an_allied_city_calls_up_nobody(desk):
    s = desk.set_up({"us-2arm": "RR10", **EIGHT}, allied="RR7 RR13")
    entered(s, desk.unit("us-2arm"), desk.hex("RR10"), None)
    assert at_city(desk, "RR7") == [] == at_city(desk, "RR13")


@rule("25.2")
def test_a_drop_on_a_city_meets_it(desk):
    """The paratroopers do not take the city, and must attack."""
    s = desk.set_up({"us-101": "RR7", **EIGHT}, dropped=desk.units_of("us-101"), allied="")
    s.allied = 0
    entered(s, desk.unit("us-101"), desk.hex("RR7"), None, DROP)
    assert at_city(desk, "RR7") == ["de-vs-1"]
    assert desk.owner("RR7") == "german"
    from grognard.games.fortress_europa.rules.combat.front import front

    s.impulse = 1
    assert front(s).must >> desk.unit("us-101") & 1
    assert front(s).first == desk.hexes_of("RR7")


@rule("25.3")
def test_it_may_overstack_until_the_next_german_move_impulse_ends(desk):
    w = desk.w
    limit = w.stack_limit[desk.hex("RR7")]
    garrison = ["de-352", "de-91", "de-77", "de-84"][:limit]
    s = desk.set_up(
        {**dict.fromkeys(garrison, "RR7"), "us-2arm": "RR10", **EIGHT}, volkssturm_cities=but(desk, "RR7")
    )
    entered(s, desk.unit("us-2arm"), desk.hex("RR10"), None)
    assert "de-vs-1" in at_city(desk, "RR7")
    desk.restart(EndMove())
    assert desk.step() != "Overstacked", "not at the end of an Allied impulse"
    assert overfull(s, GERMAN) == [desk.hex("RR7")]
    s.side = GERMAN
    desk.restart(StartMove(1), Moving(), EndMove())
    desk.play("end")
    assert desk.step() == "Overstacked"


@rule("25.1", "25.4")
def test_there_are_never_more_than_eight(desk):
    taken = {f"de-vs-{n}": "JJ8" for n in range(1, 9)}
    s = desk.set_up({"us-2arm": "RR10", **taken}, volkssturm_cities=but(desk, "RR7", "RR13"))
    u = desk.unit("us-2arm")
    entered(s, u, desk.hex("RR10"), None, MOVE)
    assert set(s.volkssturm_waiting) == {desk.hex("RR7"), desk.hex("RR13")}
    assert at_city(desk, "RR7") == []
    first, second = s.volkssturm_waiting
    eliminate(s, desk.unit("de-vs-5"), None, "15.3")
    fill(s, None)
    assert s.where[desk.unit("de-vs-5")] == first, "the city approached first (ruling 213)"
    assert s.volkssturm_waiting == (second,)


@rule("25.4")
def test_a_city_that_has_become_allied_drops_out_of_the_line(desk):
    s = desk.set_up({"us-2arm": "RR7", "de-vs-1": "waiting"}, volkssturm_waiting=(desk.hex("RR7"), desk.hex("RR13")))
    fill(s, None)
    assert desk.at("de-vs-1") == "RR13"
    assert s.volkssturm_waiting == ()


@rule("25.4")
def test_it_is_filled_up_at_the_end_of_an_impulse(desk):
    s = desk.set_up(
        {"de-vs-1": "waiting"}, volkssturm_waiting=(desk.hex("RR13"),), steps=[StartMove(1), Moving(), EndMove()]
    )
    desk.play("end")
    assert desk.at("de-vs-1") == "RR13"
    assert not s.volkssturm_waiting


@rule("25.2")
def test_the_city_entered_comes_before_its_neighbours(desk):
    """With one unit left it stands where the paratroopers land, whatever other cities are near."""
    s = desk.set_up({"us-101": "II10", "de-vs-1": "waiting"}, dropped=desk.units_of("us-101"))
    s.allied = 0
    assert desk.w.german_cities & desk.w.disc(desk.hex("II10"), 3) & (desk.w.bit[desk.hex("II10")] - 1)
    entered(s, desk.unit("us-101"), desk.hex("II10"), None, DROP)
    assert at_city(desk, "II10") == ["de-vs-1"]
    assert desk.owner("II10") == "german"


@rule("2.7", "10.4", "25.1")
def test_it_never_moves_by_land_or_rail_whatever_the_weather(desk):
    for weather in ("clear", "storm"):
        desk.set_up({"de-vs-1": "RR7", "de-lehr": "RR7"}, side="german", weather=weather)
        assert desk.why("move de-vs-1") == ["2.7"]
        assert desk.why("rail de-vs-1") == ["2.7"]
        assert "de-vs-1" not in desk.legal("rail")
        assert "de-lehr" in desk.legal("rail"), "others go from there"


@rule("14.1", "14.10", "25.1")
def test_it_must_attack_like_others_and_is_removed_where_it_cannot(desk):
    """One factor against six is 1-6, against twelve 1-12 (ruling 302)."""
    units = {"de-vs-1": "RR7", "us-1": "RR8"}
    desk.set_up(units, side="german", steps=[StartCombat(1)])
    desk.play("keep") if desk.step() == "Removing" else None
    assert desk.why("done") == ["14.6A", "14.6B"], "at 1-6 it has to"
    s = desk.set_up({**units, "us-4": "RR8"}, side="german", steps=[StartCombat(1)])
    assert (desk.step(), desk.why("keep")) == ("Removing", ["14.10"])
    desk.play("remove de-vs-1")
    assert (desk.at("de-vs-1"), desk.owner("RR7")) == ("waiting", "german")
    s.volkssturm_waiting = (desk.hex("RR13"),)
    fill(s, None)
    assert desk.at("de-vs-1") == "RR13", "the counter serves again"


@rule("14.1", "25.1")
def test_in_a_fortress_it_need_not_attack(desk):
    w = desk.w
    wall = w.labels[members(w.german_cities & w.fortresses)[0]]
    units = {"de-vs-1": wall, "us-1": sorted(desk.near(wall))[0], "us-4": sorted(desk.near(wall))[0]}
    desk.set_up(units, side="german", steps=[StartCombat(1)])
    assert desk.step() != "Removing"
    assert desk.at("de-vs-1") == wall

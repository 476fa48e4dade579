"""2, 7, 9, 13, 18. What begins and ends with phases, impulses, player turns and game turns."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN
from grognard.games.nineteen_forty.rules.interdiction import Interdicting, interdict_open
from grognard.games.nineteen_forty.rules.sequence import (
    EndCombat,
    EndPlayerTurn,
    Moving,
    Recovery,
    StartImpulse,
    StartTurn,
    remove_nation,
)
from grognard.games.nineteen_forty.rules.state import (
    OPENING,
    REPULSED,
    REPULSED_NOW,
    ROUTED,
    SOUND,
    claim,
    invades,
    join,
)
from grognard.suite import rule

QUIET = {"de-i": "1703", "fr-iv": "2015"}
BELGIUM, HOLLAND, LUXEMBOURG, SWITZERLAND = 2, 3, 4, 5


@rule("2 ¶1", "5 ¶2", "13 ¶1")
def test_a_game_begins_with_nothing_done(desk):
    """Nobody has moved, fought, come, left or been released; Germany and France are at war, nobody else."""
    s = desk.game.start("campaign")
    zero = (
        "moved entered unsupplied retreated dropped landings swiss_call interdicted_german interdicted_allied "
        "came_german came_allied came_swiss reserve_hexes released surrendered deployed placed fresh air_german "
        "air_allied"
    )
    assert {name: getattr(s, name) for name in zero.split()} == dict.fromkeys(zero.split(), 0)
    none = "swiss_turn overfull release_turn bef_turn bef_left reacting effort objective replaced"
    assert {name: getattr(s, name) for name in none.split()} == dict.fromkeys(none.split(), -1)
    no = "fort_lost railed bef_corps_left belgium_lost shown mechelen late_alliance french_air paratroops_hold"
    assert {name: getattr(s, name) for name in no.split()} == dict.fromkeys(no.split(), False)
    assert s.german_parts == s.allied_parts == s.attacks == s.battles == s.port_points == ()
    assert s.stage == OPENING
    assert s.war == 0b11
    assert s.garrisons == 0b11, "Eben Emael and Maastricht"
    assert set(s.disrupted) == {SOUND}


@rule("2 First Impulse A", "2 Second Impulse D", "8 Supply Effects ¶1")
def test_an_impulse_begins_afresh(desk):
    desk.set_up(QUIET)
    s, every = desk.s, (1 << desk.w.n_units) - 1
    for side, impulse in ((GERMAN, 1), (GERMAN, 2), (ALLIED, 1), (ALLIED, 2)):
        s.moved = s.entered = s.dropped = s.unsupplied = every
        s.landings, s.stage, s.railed, s.overfull, s.fresh = 7, 2, True, 5, 63
        s.embarked, s.port_points = (3, 3, 3, 3), ((1, 4),)
        desk.restart(StartImpulse(side, impulse))
        assert (s.side, s.impulse) == (side, impulse)
        assert s.moved | s.entered | s.dropped | s.unsupplied | s.landings | s.fresh == 0
        assert (s.stage, s.railed, s.overfull) == (OPENING, False, -1)
        assert (s.embarked, s.port_points) == ((0, 0, 0, 0), ())
        assert isinstance(s.stack[-1], Moving)


@rule("9 ¶1", "17 British ¶1b", "20 French Air Force ¶1")
@pytest.mark.parametrize("option", [False, True])
def test_air_points_of_every_turn(desk, option):
    """Five German ones, a French and a British one; the British until a unit of the BEF has left, turn by turn."""
    for left in (-1, 3):
        for turn in range(1, 11):
            desk.set_up(QUIET, options={"french-air-force": option})
            desk.s.bef_left = left
            desk.restart(StartTurn(turn))
            british = 1 if left < 0 or turn <= left else 0
            assert (desk.s.air_german, desk.s.air_allied) == (5, 1 + option + british)
            assert (desk.s.turn, desk.s.side, desk.s.impulse) == (turn, GERMAN, 1)


@rule("7 Disruption ¶1c", "7 Disruption ¶1d", "2 First Impulse C", "2 Second Impulse F")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize("impulse", [1, 2])
def test_who_recovers(desk, side, impulse):
    """From a repulse in the next own impulse, from a retreat in the own second impulse only; the enemy not at all."""
    w = desk.w
    after = {SOUND: SOUND, REPULSED_NOW: REPULSED, REPULSED: SOUND, ROUTED: SOUND if impulse == 2 else ROUTED}
    for condition, expected in after.items():
        desk.set_up({"de-i": "1703", "de-x": "1503", "fr-iv": "2015", "fr-iii": "2317"}, turn=3)
        s = desk.s
        s.side, s.impulse = side, impulse
        s.disrupted = [condition] * w.n_units
        Recovery().run(s, None)
        for u in range(w.n_units):
            assert s.disrupted[u] == (expected if w.side[u] == side else condition)


@rule("7 Disruption ¶1a", "7 Disruption ¶1c", "5 ¶1")
def test_who_recovers_has_his_zone_again(desk):
    desk.set_up({"de-i": "2013", "fr-iv": "2317"}, impulse=2)
    s, w = desk.s, desk.w
    s.german, s.allied = w.countries[0], w.land & ~w.countries[0]
    s.disrupted[desk.unit("de-i")] = ROUTED
    claim(s)
    assert s.german & ~w.countries[0] == w.bit[desk.hex("2013")]
    Recovery().run(s, None)
    assert s.german & ~w.countries[0] == w.bit[desk.hex("2013")] | w.zoc[desk.hex("2013")]


@rule("2 ¶1", "2 ¶2", "2 ¶3", "18 ¶1a", "9 ¶3")
@pytest.mark.parametrize("turn", [0, 1, 9, 10])
def test_the_order_of_impulses_and_turns(desk, turn):
    """Two impulses a side, one on turn 0; interdiction; the other side; the next turn, to the tenth."""
    desk.set_up(QUIET, turn=turn)
    s = desk.s
    seen = []
    for side in (GERMAN, ALLIED):
        for impulse in (1, 2):
            s.side, s.impulse = side, impulse
            s.stack.clear()
            Recovery().run(s, None)
            seen.append([type(step).__name__ for step in s.stack[::-1]])
    last = ["Interdicting", "EndPlayerTurn"]
    assert seen == ([last] * 4 if turn == 0 else [["StartImpulse"], last, ["StartImpulse"], last])
    s.side = GERMAN
    s.stack.clear()
    s.interdicted_german, s.interdicted_allied = 6, 9
    EndPlayerTurn().run(s, None)
    assert s.stack == [StartImpulse(ALLIED, 1)]
    assert (s.interdicted_german, s.interdicted_allied) == (6, 0), "it lasts through the enemy's player turn"
    s.side = ALLIED
    s.stack.clear()
    s.interdicted_allied = 9
    EndPlayerTurn().run(s, None)
    assert s.stack == ([] if turn == 10 else [StartTurn(turn + 1)])
    assert (s.interdicted_german, s.interdicted_allied) == (0, 9)


@rule("14 Swiss Border Reserves ¶1")
def test_the_call_of_the_swiss_border_reserves_ends_with_an_allied_impulse(desk):
    for side in (GERMAN, ALLIED):
        for impulse in (1, 2):
            desk.set_up(QUIET, war="switzerland")
            desk.s.swiss_call, desk.s.side, desk.s.impulse = 1, side, impulse
            Recovery().run(desk.s, None)
            assert desk.s.swiss_call == (1 if side == GERMAN else 0)


@rule("2 First Impulse B", "7 Retreat ¶1f", "11 Effects ¶1")
def test_the_end_of_combat_forgets_landings_and_retreats(desk):
    desk.set_up(QUIET)
    desk.s.retreated = desk.s.landings = 7
    EndCombat().run(desk.s, None)
    assert desk.s.retreated == desk.s.landings == 0


# ------------------------------------------------------------------------------------ countries and surrender


@rule("13 ¶1", "13 Belgium ¶1a", "13 Luxembourg ¶1", "13 Switzerland ¶1", "13 Holland ¶1a")
@pytest.mark.parametrize("war", range(16))
def test_which_countries_an_invasion_brings_in(desk, war):
    """Any Benelux country brings Belgium and Luxembourg with it, Switzerland only itself; none joins twice."""
    w = desk.w
    before = 0b11 | war << 2
    for country in (BELGIUM, HOLLAND, LUXEMBOURG, SWITZERLAND):
        desk.set_up(QUIET, war="")
        s = desk.s
        s.war, s.turn, s.allied = before, 4, w.countries[1]
        assert {invades(s, h) for h in range(w.n) if w.country[h] == country} == {not before >> country & 1}
        join(s, country, None)
        brought = {country} | ({BELGIUM, LUXEMBOURG} if country != SWITZERLAND else set())
        new = {c for c in brought if not before >> c & 1}
        assert s.war == before | sum(1 << c for c in brought)
        assert s.fresh == sum(1 << c for c in new)
        assert s.allied == w.countries[1] | sum(w.countries[c] for c in new)
        invaded = SWITZERLAND in new
        assert (s.swiss_turn, s.swiss_call) == ((4, 1) if invaded else (-1, 0))
    desk.set_up(QUIET, war="")
    assert {invades(desk.s, h) for h in range(w.n) if w.country[h] in (0, 1)} == {False}


@rule("13 Holland ¶1b", "13 Belgium ¶2")
@pytest.mark.parametrize("country", [BELGIUM, HOLLAND])
def test_a_surrender_removes_the_nation_and_nothing_else(desk, country):
    w = desk.w
    nation = {BELGIUM: "belgian", HOLLAND: "dutch"}[country]
    own = [w.ids[u] for u, unit in enumerate(w.units) if unit.nation == nation]
    spots = ["1010", "waiting", "evacuated", "eliminated", "2013"]
    units = {**dict(zip(own, spots, strict=False)), "fr-iv": "2317", "br-i": "1117", "ch-berne": "3204",
             ("nl-i" if country == BELGIUM else "be-i"): "0310"}  # fmt: skip
    desk.set_up(units, side="allied", garrisons=True, war="belgium holland luxembourg switzerland")
    desk.s.disrupted = [ROUTED] * w.n_units
    others = {u: desk.s.where[u] for u in range(w.n_units) if w.units[u].nation != nation}
    remove_nation(desk.s, country, None, "")
    for name in own:
        gone = units.get(name) != "eliminated"
        assert desk.at(name) == ("out" if gone else "eliminated")
        assert desk.s.disrupted[desk.unit(name)] == (SOUND if gone else ROUTED)
    assert {u: desk.s.where[u] for u in others} == others
    assert all(desk.s.disrupted[u] == ROUTED for u in others)
    assert desk.s.surrendered == 1 << country
    left = [g for g in range(2) if desk.s.garrisons >> g & 1]
    assert [w.garrison_country[g] for g in left] == [BELGIUM + HOLLAND - country]


@rule("13 Holland ¶1b")
@pytest.mark.parametrize("cities", range(8))
def test_holland_surrenders_with_two_major_cities_at_the_end_of_an_allied_player_turn(desk, cities):
    places = ("0210", "0312", "0411")
    held = [x for i, x in enumerate(places) if cities >> i & 1]
    desk.set_up({"nl-i": "0310", "de-i": "1703"}, side="allied")
    desk.hold(held, "german")
    desk.s.stack.clear()
    EndPlayerTurn().run(desk.s, None)
    assert (desk.at("nl-i") == "out") is (len(held) >= 2)
    assert bool(desk.s.surrendered >> HOLLAND & 1) is (len(held) >= 2)
    desk.set_up({"nl-i": "0310", "de-i": "1703"})
    desk.hold(held, "german")
    desk.s.stack.clear()
    EndPlayerTurn().run(desk.s, None)
    assert desk.at("nl-i") == "0310", "not at the end of a German player turn"


@rule("13 Belgium ¶2")
@pytest.mark.parametrize("cities", range(4))
@pytest.mark.parametrize("left", [False, True])
def test_belgium_surrenders_with_both_cities_lost_and_a_corps_of_the_bef_gone(desk, cities, left):
    held = [x for i, x in enumerate(("0812", "1013")) if cities >> i & 1]
    desk.set_up({"be-i": "1010", "de-i": "1703"}, side="allied")
    desk.hold(held, "german")
    desk.s.bef_corps_left = left
    desk.s.stack.clear()
    EndPlayerTurn().run(desk.s, None)
    assert (desk.at("be-i") == "out") is (left and len(held) == 2)
    desk.s.where[desk.unit("be-i")] = desk.hex("1010")
    if desk.s.surrendered:
        EndPlayerTurn().run(desk.s, None)
        assert desk.at("be-i") == "1010", "it surrenders once"


# -------------------------------------------------------------------------------------------- interdiction


@rule("9 ¶3")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_interdiction_takes_two_points_and_any_land_hex_that_is_not_neutral(desk, side):
    w = desk.w
    for points in range(6):
        desk.set_up(QUIET, side=side, war="belgium luxembourg")
        desk.s.air_german, desk.s.air_allied = (points, 5) if side == "german" else (5, points)
        desk.s.interdicted_german, desk.s.interdicted_allied = w.bit[desk.hex("2015")], w.bit[desk.hex("2016")]
        mine, theirs = ("2015", "2016") if side == "german" else ("2016", "2015")
        assert interdict_open(desk.s) == w.land & ~w.countries[3] & ~w.countries[5] & ~w.bit[desk.hex(mine)]
        desk.restart(Interdicting(), Moving())
        if points < 2:
            assert desk.step() == "Moving", "nothing to be asked"
            continue
        assert desk.seat == side
        assert desk.why(f"interdict {theirs}") == []
        desk.play(f"interdict {theirs}")
        left = (desk.s.air_german, desk.s.air_allied)
        assert left == ((points - 2, 5) if side == "german" else (5, points - 2))
        both = w.bit[desk.hex("2015")] | w.bit[desk.hex("2016")]
        changed = (both, w.bit[desk.hex("2016")]) if side == "german" else (w.bit[desk.hex("2015")], both)
        assert (desk.s.interdicted_german, desk.s.interdicted_allied) == changed
    for turn, asked in ((9, True), (10, side == "german")):
        desk.set_up(QUIET, side=side, turn=turn)
        desk.s.air_german = desk.s.air_allied = 2
        desk.restart(Interdicting(), Moving())
        assert (desk.step() == "Interdicting") is asked, "after the last player turn there is nobody to hinder"


@rule("8 Supply Effects ¶1", "8 Supply Sources ¶2", "5 ¶1", "13 Neutral Status ¶1")
@pytest.mark.parametrize(("guard", "supplied"), [({}, True), ({"de-i": "1013"}, False)])
def test_zones_come_into_force_before_supply_is_judged(desk, guard, supplied):
    """Germans have driven through Brussels, past a corps whose zone did not count yet (ruling 81): it is won back
    as the impulse begins, and feeds the corps, unless a German has stayed there."""
    desk.set_up({"be-i": "0914", **guard}, side="allied")
    s, w = desk.s, desk.w
    s.allied = w.bit[desk.hex("0914")]
    s.german = w.land & ~s.allied
    s.fresh = 1 << BELGIUM
    desk.restart(StartImpulse(ALLIED, 1))
    assert s.fresh == 0
    assert bool(s.allied >> desk.hex("1013") & 1) is supplied
    assert bool(s.unsupplied >> desk.unit("be-i") & 1) is not supplied

"""10. Rail movement and the control of railways."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, FLOODED, GERMAN, MOUNTAIN
from grognard.games.fortress_europa.rules.movement.entering import DROP, MOVE, RETREAT, cleared, entered
from grognard.games.fortress_europa.rules.movement.rail import (
    RailControl,
    line_to,
    open_stations,
    rail_capacity,
    stations,
    ways,
    why_not_entraining,
)
from grognard.games.fortress_europa.rules.standing import put, survey
from grognard.maps import mask_of, members
from grognard.suite import rule


def stand(desk, units, **more):
    return desk.set_up(units, **{"side": "german", **more})


def on_rail(desk, label):
    return bool(desk.w.rail >> desk.hex(label) & 1)


# ------------------------------------------------------------------------------------- moving by rail


@rule("10.3", "10.4")
def test_any_distance_along_the_line(desk):
    # From Paris to Hannover is more than twenty hexes; no road leads from rail hex to rail hex beside the line.
    stand(desk, {"de-352": "R11"})
    assert desk.w.grid.distance(desk.hex("R11"), desk.hex("RR7")) > 20
    desk.play("rail de-352 RR7")
    assert desk.at("de-352") == "RR7"
    assert desk.s.rail_used == 1
    assert not on_rail(desk, "M12")
    stand(desk, {"de-352": "R11"})
    assert desk.why("rail de-352 M12") == ["10.4"]


@rule("10.1")
@pytest.mark.parametrize("weather", ["clear", "storm"])
def test_six_units_a_turn_in_any_weather(desk, weather):
    units = ["de-352", "de-353", "de-84", "de-89", "de-276", "de-277", "de-326"]
    s = stand(desk, dict.fromkeys(units, "R11"), weather=weather)
    for unit in units[:6]:
        desk.play(f"rail {unit} RR7")
    assert s.rail_used == 6
    assert desk.why(f"rail {units[6]} RR7") == ["10.1"]


@rule("10.9", "17.10.3")
def test_each_bomber_on_railway_attacks_takes_two(desk):
    s = stand(desk, {"de-352": "R11"})
    railway = desk.w.mission["railway"]
    sac, tac = desk.w.plane["8th-1"], desk.w.plane["9th-1"]
    s.mission[sac] = railway
    assert rail_capacity(s) == 4
    s.mission[tac] = railway
    assert rail_capacity(s) == 2
    s.mission[sac] = -2
    assert rail_capacity(s) == 6, "TAC alone does nothing (ruling 157)"
    for plane in ("8th-1", "8th-2", "bomber-command-1", "bomber-command-2"):
        s.mission[desk.w.plane[plane]] = railway
    assert rail_capacity(s) == 0
    assert desk.why("rail de-352 RR7") == ["17.10.3"]


@rule("10.3", "4.3C4")
def test_in_the_first_impulse_only(desk):
    stand(desk, {"de-352": "R11"}, impulse=2)
    assert desk.why("rail de-352 RR7") == ["10.3"]


@rule("10.4")
def test_it_begins_on_rail_and_out_of_enemy_zones(desk):
    stand(desk, {"de-352": "M12"})
    assert desk.why("rail de-352 R11") == ["10.4"]
    stand(desk, {"de-352": "R11", "us-1": "R12"})
    assert desk.why("rail de-352 RR7") == ["10.4"]
    assert "zone" in desk.words("rail de-352 RR7")


@rule("10.4")
def test_no_train_into_an_enemy_zone(desk):
    stand(desk, {"de-352": "RR7", "us-1": "Q9"})
    assert on_rail(desk, "R9")
    assert desk.why("rail de-352 R9") == ["10.4"]
    assert "R11" in desk.hexes("de-352", "rail")


@rule("10.4")
def test_no_other_movement_in_that_impulse(desk):
    stand(desk, {"de-352": "R11", "de-353": "R10"})
    desk.play("rail de-352 Q11")
    assert desk.why("move de-352 Q12") == ["5.3"]
    assert on_rail(desk, "R10")
    desk.play("move de-353 R11")
    assert desk.why("rail de-353 Q11") == ["10.4"]


@rule("10.5", "8.2")
def test_by_rail_the_ground_does_not_matter(desk):
    w = desk.w
    # Rotterdam is flooded; the lines over the Alps pass mountains and alpine hexes.
    stand(desk, {"de-352": "BB8", "de-5geb": "R24"}, italy_open=True)
    assert w.terrain[desk.hex("EE4")] == FLOODED
    desk.play("rail de-352 EE4")
    assert not desk.s.mired
    path = line_to(desk.s, desk.unit("de-5geb"), desk.hex("X29"))
    assert {MOUNTAIN, ALPINE} & {w.terrain[h] for h in path}
    desk.play("rail de-5geb X29")


@rule("10.5")
def test_only_mountain_units_stop_in_alpine_hexes(desk):
    w = desk.w
    alpine = next(w.labels[h] for h in range(w.n) if w.rail >> h & 1 and w.terrain[h] == ALPINE)
    stand(desk, {"de-352": "R24", "de-6ss-geb": "R24"})
    assert desk.why(f"rail de-352 {alpine}") == ["8.4"]  # ruling 81
    assert alpine in desk.hexes("de-6ss-geb", "rail")


@rule("10.6")
def test_a_free_line_must_lead_back_to_a_german_city(desk):
    # The branch to Brest, out of German control beyond D5: Brest is the only city left to it.
    assert all(on_rail(desk, h) for h in ("B2", "B3", "B4", "C5", "D5", "E6"))
    cut = desk.hexes_of("E6")
    stand(desk, {"de-352": "C5"}, allied_rail=cut)
    assert desk.why("rail de-352 D5") == []
    stand(desk, {"de-352": "C5"}, allied_rail=cut, allied="B2")
    assert desk.why("rail de-352 D5") == ["10.6"]


@rule("10.6")
def test_the_city_may_lie_in_an_enemy_zone_but_not_the_line(desk):
    cut = desk.hexes_of("E6")
    stand(desk, {"de-352": "C5", "us-1": "A2"}, allied_rail=cut)
    assert desk.near("A2") >= {"B2"}, "Brest is in his zone"
    assert desk.why("rail de-352 D5") == []
    stand(desk, {"de-352": "C5", "us-1": "A4"}, allied_rail=cut)
    assert {"B3", "B4"} & desk.near("A4"), "the line is"
    assert desk.why("rail de-352 D5") == ["10.6"]


@rule("10.6")
def test_an_enemy_city_bars_the_line(desk):
    stand(desk, {"de-352": "BB8"}, allied="V7")
    assert desk.why("rail de-352 V7") == ["10.6"]


@rule("10.7")
def test_only_controlled_rail_is_used(desk):
    stand(desk, {"de-352": "R11"}, allied_rail=desk.hexes_of("R10"))
    assert desk.why("rail de-352 R10") == ["10.7"]
    stand(desk, {"de-352": "R10"}, allied_rail=desk.hexes_of("R10"))
    assert desk.why("rail de-352 R11") == ["10.7"]


@rule("10.9", "24.3")
def test_trains_do_not_enter_a_partisan_s_hex(desk):
    stand(desk, {"de-352": "R11"}, partisan=desk.hex("R10"))
    assert desk.why("rail de-352 R10") == ["24.3"]


@rule("10.9", "17.10.4")
def test_no_train_over_a_river_without_bridges(desk):
    w = desk.w
    a, b = next((a, b) for a in range(w.n) for b in w.rail_near[a] if w.river_between(a, b) >= 0)
    stand(desk, {"de-352": w.labels[a]}, bridges_down=1 << w.river_between(a, b))
    path = line_to(desk.s, desk.unit("de-352"), b)
    assert path[:2] != [a, b], "not straight across"


@rule("10.11")
def test_the_allied_player_has_no_trains(desk):
    desk.set_up({"us-1": "R11"})
    assert desk.why("rail us-1 R10") == ["10.11"]


@rule("10.8")
def test_off_the_board(desk):
    w = desk.w
    assert {w.labels[h] for h in range(w.n) if w.rail_south >> h & 1} == {"KK29", "AA35", "BB30", "BB31"}
    cut = w.rail & ~desk.hexes_of(
        "RR7 RR26 KK29 AA35 RR13"
    )  # all other rail is lost: only the board's edges join them
    units = {"de-352": "RR7", "de-353": "AA35", "de-6ss-geb": "RR26"}
    stand(desk, units, allied_rail=cut, allied="")
    assert desk.hexes("de-352", "rail") >= {"RR26", "RR13"}, "east edge to east edge"
    assert desk.hexes("de-6ss-geb", "rail") >= {"KK29", "AA35", "RR7"}, "RR26 joins the south edge"
    # Without RR26 east and south are apart.
    stand(desk, units, allied_rail=cut | desk.hexes_of("RR26"), allied="")
    assert desk.hexes("de-352", "rail") == {"RR13"}


@rule("10.10", "13.1")
def test_one_hq_a_month_in_the_second_impulse(desk):
    s = stand(desk, {"de-hq-ob-west": "R11", "de-hq-ag-b": "R11"}, impulse=2, turn="jun-2")
    desk.play("rail de-hq-ob-west BB8")
    assert s.rail_used == 0, "beyond the six"
    assert desk.why("rail de-hq-ag-b BB8") == ["10.10"]
    stand(desk, {"de-hq-ag-b": "R11"}, impulse=2, turn="jun-3", rail_hq_month=desk.w.month_of[2])
    assert desk.why("rail de-hq-ag-b BB8") == ["10.10"], "the same month"
    stand(desk, {"de-hq-ag-b": "R11"}, impulse=2, turn="jul-1", rail_hq_month=desk.w.month_of[2])
    assert desk.why("rail de-hq-ag-b BB8") == []
    stand(desk, {"de-hq-ag-b": "R11"})
    assert desk.why("rail de-hq-ag-b BB8") == ["13.1"]
    stand(desk, {"de-352": "R11"}, turn="jun-3", rail_hq_month=desk.w.month_of[2])
    assert desk.why("rail de-352 BB8") == [], "the trains of the first impulse are for others"
    assert "de-352" in desk.legal("rail")


@rule("10.10", "17.10.3")
def test_bombing_does_not_stop_the_hq(desk):
    s = stand(desk, {"de-hq-ob-west": "R11"}, impulse=2)
    for plane in ("8th-1", "8th-2", "bomber-command-1"):
        s.mission[desk.w.plane[plane]] = desk.w.mission["railway"]
    desk.play("rail de-hq-ob-west BB8")


@rule("10.2")
def test_reinforcements_come_by_rail_from_the_east_edge(desk):
    s = stand(desk, {"de-lehr": "due"})
    assert {"RR7", "RR13", "RR26", "R11"} <= desk.hexes("de-lehr", "rail")
    desk.play("rail de-lehr R11")
    assert desk.at("de-lehr") == "R11"
    assert s.rail_used == 1, "they count toward the six"
    stand(desk, {"de-lehr": "due"}, rail_used=6)
    assert desk.why("rail de-lehr R11") == ["10.1"]
    stand(desk, {"de-lehr": "due"}, impulse=2)
    assert desk.why("rail de-lehr R11") != []


@rule("22.2")
def test_a_coastal_unit_flips_when_it_goes_by_rail(desk):
    s = stand(desk, {"de-709": "K3"})
    assert on_rail(desk, "K3")
    desk.play("rail de-709 R11")
    assert s.face[desk.unit("de-709")] == 1


@rule("9.1", "9.1C")
def test_frozen_units_stay_and_may_be_relieved_by_rail(desk):
    stand(desk, {"de-352": "K3", "de-lehr": "R11"}, frozen="de-352")
    assert desk.why("rail de-352 R11") == ["9.1"]
    desk.play("rail de-lehr K3", "relieve de-lehr de-352", "rail de-352 R11")  # ruling 60
    assert desk.at("de-352") == "R11"


# -------------------------------------------------------------------------------------- rail control


@rule("10.7", "4.3B6")
def test_the_allies_take_the_rail_they_passed_if_a_line_leads_to_a_city_of_theirs(desk):
    s = desk.set_up({"us-1": "R11", "us-4": "M12"}, steps=[], side="allied")
    u = desk.unit("us-1")
    for label in ("R10", "R9"):
        put(s, u, desk.hex(label))
        entered(s, u, desk.hex(label), None, MOVE)
    assert s.rail_noted == desk.hexes_of("R10 R9")
    assert s.allied_rail == 0, "not before the phase"
    desk.restart(RailControl(ALLIED))
    assert s.allied_rail == desk.hexes_of("R10 R9")
    assert s.rail_noted == 0


@rule("10.7")
def test_the_whole_line_back_to_the_city_goes_with_the_farthest_hex(desk):
    """A unit that comes to the railway at R8 takes what lies between it and Paris (ruling 77), and no branch."""
    s = desk.set_up({"us-1": "R8", "us-4": "R11"}, steps=[])
    line = desk.hexes_of("R10 R9 R8")
    assert desk.w.rail & line == line
    entered(s, desk.unit("us-1"), desk.hex("R8"), None, MOVE)
    assert s.rail_noted == line
    desk.restart(RailControl(ALLIED))
    assert s.allied_rail == line


@rule("10.7")
def test_without_a_city_the_rail_stays_german(desk):
    s = desk.set_up({"us-1": "R9"}, steps=[])
    entered(s, desk.unit("us-1"), desk.hex("R9"), None, MOVE)
    assert s.rail_noted == 0


@rule("10.7")
def test_a_zone_on_the_line_spoils_it(desk):
    s = desk.set_up({"us-1": "R9", "us-4": "R11", "de-352": "Q10"}, steps=[])
    assert desk.w.adjacent[desk.hex("Q10")] >> desk.hex("R10") & 1
    entered(s, desk.unit("us-1"), desk.hex("R9"), None, MOVE)
    assert s.rail_noted == 0


@rule("10.7", "4.3C6")
def test_the_germans_take_it_back(desk):
    s = stand(desk, {"de-352": "R10"}, allied_rail=desk.hexes_of("R10 R9"), steps=[])
    for label in ("R10", "R9"):
        put(s, desk.unit("de-352"), desk.hex(label))
        entered(s, desk.unit("de-352"), desk.hex(label), None, MOVE)
    desk.restart(RailControl(GERMAN))
    assert s.allied_rail == 0


@rule("10.7")
def test_nobody_loses_rail_in_his_own_turn(desk):
    # A German retreat in the Allied turn takes no rail back, an Allied one in the German turn takes none.
    s = desk.set_up({"de-352": "R10"}, side="allied", allied_rail=desk.hexes_of("R10"), steps=[])
    entered(s, desk.unit("de-352"), desk.hex("R10"), None, RETREAT)
    assert s.rail_noted == 0
    s = stand(desk, {"us-1": "R10", "us-4": "R11"}, steps=[])
    entered(s, desk.unit("us-1"), desk.hex("R10"), None, RETREAT)
    assert s.rail_noted == 0


@rule("10.7", "20.8")
def test_rail_fought_for_is_occupied_when_the_enemy_is_gone(desk):
    s = desk.set_up({"us-1": "R10", "us-4": "R11", "de-352": "R10"}, steps=[])
    entered(s, desk.unit("us-1"), desk.hex("R10"), None, DROP)
    assert s.rail_noted == 0, "the Germans are still there"
    put(s, desk.unit("de-352"), desk.w.destroyed)
    cleared(s, desk.hex("R10"), None)
    assert s.rail_noted == desk.hexes_of("R10")


@rule("10.3")
def test_the_player_may_name_the_line(desk):
    w = desk.w
    s = stand(desk, {"de-352": "R11"})
    u = desk.unit("de-352")
    short = line_to(s, u, desk.hex("BB8"))
    other = next(w.labels[h] for h in ways(s, u) if h not in short and h in ways(s, u, desk.hex("BB8")))
    path = desk.preview(f"rail de-352 BB8 via {other}").path
    assert path[0] == "R11"
    assert path[-1] == "BB8"
    assert other in path
    assert desk.why("rail de-352 BB8 via BB8") == ["10.3"]
    assert desk.why("rail de-352 BB8 via M12") == ["10.4"], "no railway"
    desk.play(f"rail de-352 BB8 via {other}")
    assert desk.at("de-352") == "BB8"


@rule("10.4", "10.7", "10.9", "8.4")
@pytest.mark.parametrize("seed", range(4))
def test_stations_are_what_the_lines_lead_to(desk, seed):
    """Property: where a unit can be taken is where a way by rail is found, in random positions."""
    rng = random.Random(seed)
    w = desk.w
    land = [w.labels[h] for h in range(w.n) if w.land >> h & 1 and h != w.index["II2"]]
    units = {w.ids[u]: rng.choice(land) for u in rng.sample(range(w.n_units), 60)}
    lost = rng.getrandbits(w.n) & rng.getrandbits(w.n) & w.rail
    s = stand(desk, units, bridges_down=rng.getrandbits(len(w.rivers)), allied_rail=lost)
    for u in w.of_side[GERMAN]:
        if s.where[u] < w.n and w.rail >> s.where[u] & 1:
            found = mask_of(ways(s, u))
            if not w.mountain_units >> u & 1:
                found &= ~w.ground[ALPINE]
            assert stations(s, u) == found, w.ids[u]


@rule("9.3", "10.4")
def test_the_garrison_of_torino_goes_by_rail_only_in_italy(desk):
    w = desk.w
    box = w.box_ids.index("torino")
    name = next(w.ids[u] for u in range(w.n_units) if w.box_of[u] == box)
    desk.set_up({name: "X29", "us-1": "M5"}, side="german", italy_open=False)
    inside = desk.hexes(name, "rail")
    assert "Y34" in inside, "Genova"
    assert all(w.italy >> desk.hex(label) & 1 for label in inside)
    assert "X29" not in inside, "it is there"
    desk.set_up({name: "X29", "us-1": "M5"}, side="german", italy_open=True)
    outside = desk.hexes(name, "rail")
    assert inside < outside
    assert any(w.germany >> desk.hex(label) & 1 for label in outside)
    desk.set_up({name: "due", "us-1": "M5"}, side="german", italy_open=False)
    assert any(w.germany >> desk.hex(label) & 1 for label in desk.hexes(name, "rail")), "built anew"


@rule("9.3", "10.4")
def test_the_garrison_of_italy_takes_no_train_that_leads_only_out_of_it(desk):
    """Over U34 the line along the coast goes on to T34; V34 behind it is out of German control."""
    w = desk.w
    box = w.box_ids.index("torino")
    name = next(w.ids[u] for u in range(w.n_units) if w.box_of[u] == box)
    for opened in (False, True):
        units = {name: "U34", "de-352": "U34", "us-1": "M5"}
        desk.set_up(units, side="german", italy_open=opened, allied_rail=desk.hexes_of("V34"))
        assert set(desk.legal("rail")) == ({name, "de-352"} if opened else {"de-352"})
        assert desk.why(f"rail {name} T34") == ([] if opened else ["10.4"])


@rule("10.2", "30.2")
def test_who_comes_by_rail_takes_the_hex_where_it_enters(desk):
    """RR26 is no city: trains come there though an Allied unit was the last to pass."""
    desk.set_up({"de-2geb": "due", "us-1": "M5"}, side="german", allied="RR26 RR24")
    desk.play("rail de-2geb RR26")
    assert (desk.at("de-2geb"), desk.owner("RR26"), desk.owner("RR24")) == ("RR26", "german", "allied")
    assert desk.s.spent[desk.unit("de-2geb")] == 1


@rule("10.6")
def test_a_city_that_changes_hands_bars_trains_at_once(desk):
    s = desk.set_up({"de-352": "R11", "us-1": "M5"}, side="german")
    city = desk.hex("BB8")
    assert stations(s, desk.unit("de-352")) >> city & 1
    s.allied |= desk.w.bit[city]
    assert not stations(s, desk.unit("de-352")) >> city & 1
    assert desk.why("rail de-352 BB8") == ["10.6"]


@rule("13.1", "10.10")
def test_an_hq_takes_the_train_in_the_second_impulse_only(desk):
    desk.set_up({"de-hq-ob-west": "II10", "us-1": "M5"}, side="german")
    assert desk.why("rail de-hq-ob-west JJ10")[0] == "13.1"
    desk.set_up({"de-hq-ob-west": "II10", "de-352": "II10", "us-1": "M5"}, side="german", impulse=2)
    assert desk.legal("rail") == ["de-hq-ob-west"]
    goal = sorted(desk.hexes("de-hq-ob-west", "rail"))[0]
    desk.play(f"rail de-hq-ob-west {goal}")
    assert desk.s.rail_hq_month == desk.w.month_of[desk.s.turn]
    assert desk.s.rail_used == 0, "besides the six"


def trains(s):
    """For each German unit that may take a train the hexes where it may leave it, hex by hex along the lines."""
    w = s.data
    zones = survey(s).zones[ALLIED]
    own = w.rail & ~s.allied_rail
    free = own & ~zones & ~(w.cities & s.allied)
    if s.partisan >= 0:
        free &= ~w.bit[s.partisan]
    cut = {pair for section in members(s.bridges_down) for pair in w.rail_bridges[section]}
    ends = w.cities & ~s.allied | w.rail_east & free

    def back(start):
        """10.6: to a German city, or to the edge, along free rail; the city itself may lie in a zone."""
        seen, rest = {start}, [start]
        while rest:
            here = rest.pop()
            if ends >> here & 1:
                return True
            for there in members(w.rail_steps.spread(w.bit[here]) & own):
                if ends >> there & 1:
                    return True
                if free >> there & 1 and there not in seen:
                    seen.add(there)
                    rest.append(there)
        return False

    def along(starts):
        seen, rest = set(starts), list(starts)
        while rest:
            here = rest.pop()
            near = w.rail_near[here]
            for number, there in enumerate(w.rail_after[here]):
                bridge = number < len(near) and (here, there) in cut
                if free >> there & 1 and not bridge and there not in seen:
                    seen.add(there)
                    rest.append(there)
        return seen

    found = {}
    for u in w.of_side[GERMAN]:
        h = s.where[u]
        if w.hqs >> u & 1 or w.immobile >> u & 1:
            continue
        if h == w.due:
            reached = along(members(w.rail_east & free))
        elif h < w.n and own >> h & 1 and not zones >> h & 1 and back(h):
            reached = along([h]) - {h}
        else:
            continue
        stops = {x for x in reached if w.terrain[x] != ALPINE or w.mountain_units >> u & 1}
        if stops:
            found[w.ids[u]] = mask_of(stops)
    return found


@rule("10.2", "10.4", "10.6", "10.7", "10.8", "10.9", "8.4", "24.3")
@pytest.mark.parametrize("seed", range(16))
def test_where_trains_go_hex_by_hex(desk, seed):
    rng = random.Random(f"trains {seed}")
    w = desk.w
    rail = [w.labels[h] for h in members(w.rail) if w.land >> h & 1]
    land = [w.labels[h] for h in members(w.land & ~w.dyke)]
    german = rng.sample([u for u in w.of_side[GERMAN] if not w.immobile >> u & 1], 25)
    allied = rng.sample([u for u in w.of_side[ALLIED] if not w.hqs >> u & 1], rng.choice([3, 12]))
    units = {w.ids[u]: rng.choice(rail) for u in german} | {w.ids[u]: rng.choice(land) for u in allied}
    units |= {w.ids[u]: "due" for u in german[:3]}
    lost = rng.getrandbits(w.n) & rng.getrandbits(w.n) & rng.getrandbits(w.n) & rng.getrandbits(w.n)
    s = stand(
        desk, units, allied_rail=w.rail & lost & (rng.getrandbits(w.n) if seed % 2 else -1),
        bridges_down=rng.getrandbits(len(w.rivers)) & rng.getrandbits(len(w.rivers)) if seed % 3 else 0,
        partisan=desk.hex(rng.choice(rail)) if seed % 4 else -1, italy_open=True,
        allied=" ".join(w.labels[h] for h in rng.sample(members(w.cities), 12)),
    )  # fmt: skip
    taken = {u: h for u, h in units.items() if h in w.index}
    s.allied &= ~mask_of(desk.hex(h) for u, h in taken.items() if w.side[desk.unit(u)] == GERMAN)
    s.facts = None
    expected = trains(s)
    assert {a.args[-1] for a in desk.game.legal(s, "german", "rail")} == set(expected)
    for unit, stops in expected.items():
        u = desk.unit(unit)
        assert stations(s, u) == stops, unit
        assert list(why_not_entraining(s, u)) == []
    for u in german:
        if w.ids[u] not in expected and s.where[u] < w.n:
            assert [*why_not_entraining(s, u)] or not open_stations(s, u)

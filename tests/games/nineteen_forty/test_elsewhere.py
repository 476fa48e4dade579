"""What is so in another hex, of another unit, for another country or side does not count here; edges of numbers."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN
from grognard.games.nineteen_forty.rules import declaring
from grognard.games.nineteen_forty.rules.combat import battle_odds, implement
from grognard.games.nineteen_forty.rules.command import bounds
from grognard.games.nineteen_forty.rules.declaring import Declaring, front
from grognard.games.nineteen_forty.rules.movement import reached
from grognard.games.nineteen_forty.rules.retreat import Advancing, _retreats, freeze, may_advance_to
from grognard.games.nineteen_forty.rules.sequence import EndCombat, Moving, StartTurn
from grognard.games.nineteen_forty.rules.state import REPULSED, claim, facts, survey
from grognard.games.nineteen_forty.rules.strength import halvings, rivers, works
from grognard.games.nineteen_forty.rules.suggestions import Marks, first_marks
from grognard.games.nineteen_forty.rules.ways import way_reasons
from grognard.games.nineteen_forty.rules.zones import empty_groups, zones
from grognard.kernel.rules import Control
from grognard.maps import mask_of, members
from grognard.suite import rule


def only_and_all_but(desk, h):
    """A mark on one hex alone, and on all others."""
    return desk.w.bit[h], (1 << desk.w.n) - 1 & ~desk.w.bit[h]


# ------------------------------------------------------------------------------------------------------ combat


@rule("11 Effects ¶1", "7 Terrain ¶1b", "10 Outflanking ¶1a", "10 Minor Fortifications ¶1", "11 Fortifications ¶1b")
def test_a_drop_counts_in_the_hex_where_it_was_made(desk):
    """Every hexside that means something to a German attack, with a drop into the hex and into all others."""
    w = desk.w
    desk.set_up({"de-i": "1703"}, combat=True, garrisons=True)
    s, u = desk.s, desk.unit("de-i")
    met = set()
    for (a, b), edge in w.edges.items():
        if not (edge.halvings or edge.river >= 0 or edge.fort):
            continue
        s.where[u] = a
        here, elsewhere = only_and_all_but(desk, b)
        for landed, drops in ((False, 0), (False, elsewhere), (True, here)):
            s.landings = drops
            assert rivers(s, [u], [b]) == ([edge.river] if edge.river >= 0 and not landed else [])
            halved = [number for _, _, number in halvings(s, u, [b], [edge.river] if edge.river >= 0 else [])]
            expected = []
            if not landed and edge.halvings:
                expected.append("6 Sea Hexsides ¶1" if edge.kind == "causeway" else "11 Effects ¶1")
            if not landed and edge.river >= 0:
                expected.append("7 Terrain ¶1a")
            if edge.fort == 2:
                expected.append("10 Outflanking Example 2")
            elif edge.fort == 1 and not landed:
                expected.append("11 Effects ¶1")
            assert halved == expected, (w.labels[a], w.labels[b], landed)
            if edge.fort and not w.dr_star >> b & 1:
                assert works(s, "DR*", [u], b, ALLIED) is (landed and edge.fort == 1)
                assert works(s, "DR", [u], b, ALLIED) is (landed or edge.fort == 1)
                met.add(edge.fort)
            assert works(s, "DR", [u], b, GERMAN), "fortifications are the Allies'"
    assert met == {1, 2}


@rule("10 Outflanking ¶1a", "10 Outflanking Example 1", "11 Fortifications ¶1b", "7 Combat Results DR")
def test_an_outflanked_fortification(desk):
    """One attacker through the fortification, one past it: DR works on both kinds, DR* on a minor one, on the Maginot
    Line only with a drop as well; in terrain that protects, DR* never."""
    w = desk.w
    desk.set_up({"de-i": "1703", "de-x": "1603"}, combat=True, garrisons=True)
    s, through, past = desk.s, desk.unit("de-i"), desk.unit("de-x")
    met = set()
    for b in members(w.fortified):
        sides = [a for a in w.grid.neighbours[b] if (a, b) in w.edges]
        walls, gaps = ([a for a in sides if bool(w.edges[a, b].fort) is wall] for wall in (True, False))
        if not walls or not gaps:
            continue
        s.where[through], s.where[past] = walls[0], gaps[0]
        major, protected = bool(w.maginot >> b & 1), bool(w.dr_star >> b & 1)
        for drops in (0, *only_and_all_but(desk, b)):
            s.landings = drops
            landed = bool(drops >> b & 1)
            assert works(s, "DR", [through, past], b, ALLIED)
            assert works(s, "DR*", [through, past], b, ALLIED) is (not protected and (landed or not major))
            met.add((major, protected, landed))
    assert {(True, False, True), (True, False, False), (False, False, False)} <= met


@rule("7 Combat Results DR", "7 Advance ¶1a", "13 Holland ¶1c", "10 Maginot Line ¶1")
def test_who_may_advance_when_only_a_garrison_is_beaten(desk):
    """At Maastricht nobody retreats: the attackers may enter at once. A DR that does not work clears nothing."""
    desk.set_up({"de-i": "1008", "fr-iv": "2015"}, combat=True, garrisons=True)
    desk.s.stack.clear()
    desk.s.then(EndCombat())
    implement(desk.s, "DR", (desk.unit("de-i"),), (desk.hex("1009"),), None)
    assert desk.s.stack[-1] == Advancing((desk.unit("de-i"),), (desk.hex("1009"),))
    assert set(desk.legal("advance de-i")) >= {"1009"}
    desk.set_up({"de-i": "1708", "br-51": "1808"}, combat=True)
    desk.s.stack.clear()
    desk.s.then(EndCombat())
    implement(desk.s, "DR", (desk.unit("de-i"),), (desk.hex("1808"),), None)
    assert [type(step) for step in desk.s.stack] == [EndCombat]
    assert desk.at("br-51") == "1808"


@rule("9 ¶2b", "9 ¶2a")
def test_each_player_commits_his_own_air_points(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, combat=True)
    desk.s.air_german, desk.s.air_allied = 3, 2
    desk.play("attack de-i 2015; done", "air 1")
    assert desk.log[-1] == "The Allied player commits 1 air point."
    assert (desk.s.air_german, desk.s.air_allied) == (3, 1)
    desk.play("air 2")
    assert desk.log[-1] == "The German player commits 2 air points."
    assert (desk.s.air_german, desk.s.air_allied) == (1, 1)
    assert [event.side for event in desk.told if getattr(event, "what", "") == "air"] == ["allied", "german"]


@rule("5 ¶1")
@pytest.mark.parametrize(("unit", "start"), [("de-9-pz", "1609"), ("fr-cav", "1711")])
def test_only_cities_that_change_hands_are_told(desk, unit, start):
    """The mover wins plain hexes too; each city is told with its new owner."""
    side = "german" if unit.startswith("de") else "allied"
    desk.set_up({unit: start}, side=side)
    w, s = desk.w, desk.s
    s.german, s.allied = (0, w.land) if side == "german" else (w.land, 0)
    claim(s)
    before, own = s.german, s.german if side == "german" else s.allied
    cities = w.cities & ~own
    goal = max(desk.hexes(unit), key=lambda x: ((w.zoc[desk.hex(x)] | w.bit[desk.hex(x)]) & cities).bit_count())
    desk.told.clear()
    desk.play(f"move {unit} {goal}")
    won = (s.german ^ before) & w.cities
    told = [event for event in desk.told if isinstance(event, Control)]
    assert {desk.hex(event.place) for event in told} == set(members(won))
    assert {event.side for event in told} == {side}
    assert (s.german ^ before) & ~w.cities, "other ground changed hands too"


@rule("7 ¶4b", "8 Supply Effects ¶1", "7 ¶5b")
def test_the_odds_name_who_is_halved_and_why(desk):
    """Each attacker with each of his reasons, as a modifier that moves no column."""
    desk.set_up({"de-xix": "2014", "de-i": "1915", "fr-iv": "2015"}, combat=True)
    attackers, targets = [desk.unit("de-xix"), desk.unit("de-i")], (desk.hex("2015"),)

    def halved():
        modifiers = battle_odds(desk.s, tuple(attackers), targets, replies=False).modifiers
        return [(m.value, m.reason, m.rule) for m in modifiers if "halved" in m.reason or "quartered" in m.reason]

    terrain = [number for u in attackers for _, _, number in halvings(desk.s, u, targets, ())]
    assert [number for _, _, number in halved()] == terrain
    name = desk.w.unit_names[desk.unit("de-i")]
    desk.s.unsupplied = 1 << desk.unit("de-i")
    assert (0, f"{name} halved: out of supply", "8 Supply Effects ¶1") in halved()
    assert len(halved()) == len(terrain) + 1
    desk.set_up({"de-i": "1708", "br-51": "1808"}, combat=True)
    attackers, targets = [desk.unit("de-i")], (desk.hex("1808"),)
    times = desk.w.fort_halvings[2]
    word = "quartered" if times == 2 else "halved"
    assert halved() == [(0, f"{name} {word}: Maginot Line", "10 Outflanking Example 2")]


@rule("7 Advance ¶1a", "7 Advance ¶1b", "10 Eben Emael ¶1", "13 Holland ¶1c")
def test_what_is_open_to_an_advance_hex_by_hex(desk):
    """A garrison bars Germans from its hex unless this combat has cleared it; enemies, boundaries and stacking bar
    everybody."""
    units = {"de-i": "1008", "de-x": "1208", "fr-iv": "1210", "be-i": "1111", "de-iv": "1209", "fr-iii": "1211"}
    desk.set_up(units, combat=True, garrisons=True, groups={"french-1": "2"})
    w, s = desk.w, desk.s
    held = {desk.hex("1110"), desk.hex("1009")}
    for unit in ("de-i", "de-13-mot", "fr-iv", "be-i", "fr-9-dim"):
        u = desk.unit(unit)
        german = unit.startswith("de")
        for vacated in (0, w.bit[desk.hex("1110")], w.bit[desk.hex("1009")]):
            for h in members(w.land):
                there = [x for x, place in units.items() if place == w.labels[h] and x != unit]
                friends = [x for x in there if x.startswith("de") is german]
                expected = (
                    len(friends) == len(there)
                    and not (german and h in held and not vacated >> h & 1)
                    and bool(bounds(s, u) >> h & 1)
                    and sum(w.load[desk.unit(x)] for x in (unit, *friends)) <= 4
                )
                assert may_advance_to(s, u, vacated, h) is expected, (unit, w.labels[h], vacated)


# -------------------------------------------------------------------------------------------------- planning


@rule("16 Deployment ¶1", "16 Deployment ¶2")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_a_hex_that_is_held_is_worth_less_to_the_next(desk, side):
    """Every hex alone, once; to the Allies its neighbours too, and twice as much less beside two."""
    w = desk.w
    front_marks, inland_marks = first_marks(w, side)
    for h in range(0, w.n, 7):
        marks = Marks(w, side)
        for _ in range(2):
            marks.hold(h)
            lost = 3.0 + (4.0 if side == ALLIED and w.maginot >> h & 1 else 0.0)
            assert marks.front[h] == pytest.approx(front_marks[h] - lost)
            for x in w.grid.neighbours[h]:
                beside = 0.6 if side == ALLIED else 0.0
                assert marks.front[x] == pytest.approx(front_marks[x] - beside)
                if side == ALLIED:
                    assert marks.inland[x] == pytest.approx(inland_marks[x] - beside)
        if side == ALLIED:
            assert marks.inland[h] == pytest.approx(inland_marks[h] - 3.0)
        others = set(range(w.n)) - {h, *w.grid.neighbours[h]}
        assert all(marks.front[x] == front_marks[x] for x in others)
    first, middle, last = (
        w.grid.neighbours[desk.hex("2015")][0],
        desk.hex("2015"),
        w.grid.neighbours[desk.hex("2015")][3],
    )
    marks = Marks(w, ALLIED)
    marks.hold(first)
    marks.hold(last)
    front_marks = first_marks(w, ALLIED)[0]
    assert marks.front[middle] == pytest.approx(front_marks[middle] - 1.2)
    marks.hold(middle)
    assert marks.front[middle] == pytest.approx(front_marks[middle] - 4.2)
    assert marks.front[first] == pytest.approx(front_marks[first] - 3.6)


@rule("16 ¶1", "16 Allies ¶1b", "16 Germans ¶1b")
def test_groups_of_the_enemy_are_called_by_their_names(desk):
    w = desk.w
    s = desk.s = desk.game.start("campaign", {})
    for seat, verb, side in (("german", "effort", ALLIED), ("allied", "react", GERMAN)):
        for group, title in zip(w.group_names[side], w.group_titles[side], strict=True):
            [why] = desk.game.why_not(s, seat, f"{verb} {group}")
            assert why.text == f"{title} belongs to the enemy."


@rule("16 Allies ¶1b", "16 Germans ¶1b")
def test_the_bef_alone_fills_no_group(desk):
    """Ruling 93; every other army does, on either side."""
    w = desk.w
    s = desk.s = desk.game.start("campaign", {})
    for seat, armies in (("german", w.german_armies), ("allied", w.allied_armies)):
        for army, name in enumerate(armies):
            for group in range(3):
                assigned = [-1] * len(armies)
                assigned[army] = group
                left = {0, 1, 2} - (set() if name == "bef" else {group})
                assert set(empty_groups(s, seat, assigned)) == left, (name, group)


# ------------------------------------------------------------------------------------------------- movement


@rule("5 ¶1", "11 Air Landing Division ¶1", "8 Supply Effects ¶1")
@pytest.mark.parametrize("lacking", [False, True])
def test_the_supply_of_others_is_not_that_of_the_landed_division(desk, lacking):
    """It walks alone: with supply it wins what it sweeps, without it only the hexes that it enters (ruling 20)."""
    desk.set_up({"de-22-ll": "2215"})
    w, s, u = desk.w, desk.s, desk.unit("de-22-ll")
    s.german, s.allied = w.countries[0], w.land & ~w.countries[0]
    claim(s)
    s.german, s.allied = w.countries[0], w.land & ~w.countries[0]
    everybody = (1 << w.n_units) - 1
    s.unsupplied = everybody if lacking else everybody & ~(1 << u)
    desk.play("move de-22-ll 2216")
    won = s.german & ~w.countries[0]
    entered, swept = w.bit[desk.hex("2216")], w.zoc[desk.hex("2216")]
    assert won == entered if lacking else won == entered | swept


# 0101 is the first hex of all: nothing there may be taken for "no hex".
CORNER = {"de-i": "0101", "de-x": "0102", "de-iv": "0201", "de-ix": "0202", "fr-iv": "2015"}


@rule("3 ¶1", "3 ¶2", "6 ¶1", "2 ¶4")
def test_the_first_hex_of_the_map_can_be_overfull_too(desk):
    desk.set_up({**CORNER, "de-13-mot": "0303", "de-fj-1": "1005"})
    desk.play("move de-x 0101")
    assert desk.s.overfull == desk.hex("0101") == 0
    assert desk.why("end") == ["3 ¶2"]
    assert desk.legal("move") == ["de-i"], "only who stands there and has not moved"
    assert desk.why("move de-iv") == desk.why("move de-13-mot") == ["3 ¶2"]
    for verb in ("stack", "rail", "drop", "reserve", "withdraw", "form", "break"):
        assert "3 ¶2" in desk.why(verb), verb
    assert [action.split()[0] for action in desk.legal()] == ["move"]
    assert {"0201", "0202"}.isdisjoint(desk.hexes("de-i")), "nobody makes room for who makes room"
    assert "0102" in desk.hexes("de-i")
    desk.play("move de-i 0102")
    assert desk.s.overfull == -1
    assert desk.why("end") == []
    assert desk.game.wastes(desk.s, "german", desk.game.read(desk.s, "german", "end"))


@rule("2 ¶4", "3 ¶1")
def test_nothing_else_is_open_while_the_first_hex_is_overfull(desk):
    """A reserve corps appears in a city where a corps stands; the first move makes room and closes nothing."""
    desk.set_up({**CORNER, "de-fj-1": "waiting"})
    desk.s.overfull = 0
    desk.s.where[desk.unit("de-x")] = 0
    desk.restart(Moving())
    assert {text.split()[0] for text in desk.legal()} == {"move"}
    assert [e.rule for e in desk.preview("move de-i 0102").effects] == []
    desk.play("move de-i 0102")
    assert "drop" in {text.split()[0] for text in desk.legal()}, "making room does not end the opening"


@rule("20 Belgian Late Alliance ¶1", "3 ¶1")
def test_before_turn_0_nobody_makes_room_by_going_back_to_france(desk):
    """A corps in Belgium is hemmed in by Belgians; one that comes from France cannot change places with it, one that
    stands in Belgium can."""
    w = desk.w
    for start_in, allowed in ((1, False), (2, True)):
        there, start = next(
            (h, x)
            for h in members(w.countries[2])
            for x in w.grid.neighbours[h]
            if w.country[x] == start_in and w.zoc[h] >> x & 1 and not w.columns[x] and not w.columns[h]
            and w.allied_groups[0] >> h & 1 and w.allied_groups[0] >> x & 1
            and all(w.land >> y & 1 for y in w.grid.neighbours[h])
        )  # fmt: skip
        belgians = iter(["be-i", "be-ii", "be-iii", "be-iv", "be-v", "be-vi"])
        units = {next(belgians): w.labels[y] for y in w.grid.neighbours[there] if w.country[y] == 2 and y != start}
        desk.set_up(
            {**units, "fr-iv": w.labels[start], "fr-iii": w.labels[there]},
            side="allied", turn=-1, impulse=2, options={"belgian-late-alliance": True}, war="belgium",
            groups={"french-1": "1"},
        )  # fmt: skip
        goal = f"move fr-iv {w.labels[there]}"
        assert (desk.why(goal) == []) is allowed, (w.labels[start], w.labels[there])


@rule("6 Naval Evacuation ¶1b", "4 ¶2a")
def test_what_is_left_to_who_comes_into_a_port(desk):
    """The points that the way has not cost; none in an enemy zone, which ends the move."""
    for enemy, left in (("0801", True), ("0918", False)):
        desk.set_up({"br-i": "1119", "de-i": enemy}, side="allied")
        u = desk.unit("br-i")
        cost = reached(desk.s, u).cost(desk.hex("0919"))
        desk.play("move br-i 0919")
        assert desk.s.port_points == ((u, desk.w.move[u] * 4 - cost if left else 0),)


@rule("6 ¶2a", "4 ¶2a", "4 ¶2b", "4 ¶2c", "4 ¶2d")
@pytest.mark.parametrize("unit", ["de-i", "de-13-mot", "fr-iv", "fr-cav"])
def test_the_ways_past_an_enemy(desk, unit):
    """Out of his zone and through it, one and two hexes named: what may come next is what nothing speaks against."""
    german = unit.startswith("de")
    u, seat = desk.unit(unit), "german" if german else "allied"
    near = desk.w.grid.neighbours
    for start, enemies in (("2013", ("2015",)), ("2013", ("2014",)), ("2013", ("2015", "1911"))):
        foes = dict(zip(("fr-vi", "fr-xx") if german else ("de-x", "de-iv"), enemies, strict=False))
        desk.set_up({unit: start, **foes, "fr-9-dim" if german else "de-29-mot": "out"}, side=seat)
        desk.s.interdicted_german = desk.s.interdicted_allied = desk.w.bit[desk.hex("2112")]
        friend = desk.unit("de-xi" if german else "fr-iii")
        desk.s.where[friend], desk.s.disrupted[friend] = desk.hex("1912"), REPULSED  # two points more to enter
        for goal in members(facts(desk.s).goals(desk.s, u))[::4]:
            for first in (None, *near[desk.hex(start)]):
                path = [desk.hex(start), *([] if first is None else [first])]
                onward = facts(desk.s).onward(desk.s, u, goal, path)
                right = [
                    h
                    for h in near[path[-1]]
                    if not list(way_reasons(desk.s, desk.s.stack[-1], seat, (u, goal, *path[1:], h)))
                ]
                if first is None or not list(way_reasons(desk.s, desk.s.stack[-1], seat, (u, goal, first))):
                    assert members(onward) == sorted(right), (start, desk.w.labels[goal], path)
                elif survey(desk.s).zones[1 - desk.s.side] >> path[-1] & 1:
                    assert onward == 0, "the zone ends the move"


@rule("6 ¶2a", "4 ¶2a", "9 ¶3", "6 ¶1")
@pytest.mark.parametrize("unit", ["de-i", "de-13-mot"])
def test_each_hex_of_a_way_is_refused_for_its_own_reason(desk, unit):
    """First hexes on the way from 1605 to 1603: a zone or an interdicted hex ends the move there and nowhere else."""
    desk.set_up({unit: "1605", "fr-iv": "1707"})
    w, s = desk.w, desk.s
    for shut in w.grid.neighbours[desk.hex("1605")]:
        s.interdicted_allied = w.bit[shut]
        desk.restart(Moving())
        for h in w.grid.neighbours[desk.hex("1605")]:
            stops = "4 ¶2a" if survey(s).zones[ALLIED] >> h & 1 else "9 ¶3" if h == shut else ""
            way = (desk.unit(unit), desk.hex("1603"), h)
            found = [why.rule for why in way_reasons(s, s.stack[-1], "german", way)]
            if stops:
                assert found == [stops], (w.labels[shut], w.labels[h])
            elif w.labels[h] == "1604":
                assert found == []
            else:
                assert set(found) <= {"6 ¶1"}
    assert desk.why(f"move {unit} 1603 via 1603") == ["6 ¶2a"]


@rule("6 ¶2a")
def test_a_move_is_told_from_where_to_where(desk):
    desk.set_up({"de-i": "1605"})
    desk.play("move de-i 1603")
    name = desk.w.unit_names[desk.unit("de-i")]
    assert desk.log[-1] == f"{name} moves from {desk.w.hex_name(desk.hex('1605'))} to 1603."


@rule("14 Reinforcements ¶1", "3 ¶2")
def test_a_reinforcement_needs_room_on_the_edge(desk):
    """All but one hex of the west edge are German; in that one stand a corps and a division, moved or not."""
    w = desk.w
    edge = members(w.west_edge)
    here = next(h for h in edge if w.country[h] == 1 and not w.cities >> h & 1)
    for moved, room in ((True, False), (False, True)):
        desk.set_up({"br-1-arm": "waiting", "fr-iii": w.labels[here], "fr-9-dim": w.labels[here]}, side="allied")
        desk.hold([w.labels[h] for h in edge if h != here], "german")
        if moved:
            desk.s.moved = 1 << desk.unit("fr-iii") | 1 << desk.unit("fr-9-dim")
        desk.restart(Moving())
        offered = [text for text in desk.legal() if text.startswith("enter")]
        assert bool(offered) is room
        assert desk.why("enter br-1-arm") == ([] if room else ["14 Reinforcements ¶1"])
        assert desk.why(f"enter br-1-arm {w.labels[here]}") == ([] if room else ["14 Reinforcements ¶1"])


@rule("17 British ¶1b", "13 Belgium ¶2")
def test_when_the_loss_of_the_bef_is_told(desk):
    """The first unit that leaves, on whichever turn it left; the surrender only of a Belgium that is at war."""

    def told():
        return [e.rule for e in desk.preview("evacuate br-i").effects if not e.rule.startswith("6")]

    for left, air in ((-1, True), (0, False), (1, False), (3, False)):
        desk.set_up({"br-i": "0919", "de-i": "0801"}, side="allied")
        desk.s.bef_left = left
        assert ("17 British ¶1b" in told()) is air
    for war, belgian in (("switzerland", False), ("holland", False), ("belgium luxembourg", True), ("belgium", True)):
        desk.set_up({"br-i": "0919", "de-i": "0801"}, side="allied", war=war)
        assert ("13 Belgium ¶2" in told()) is belgian, war


# ---------------------------------------------------------------------------------------------- what is kept


@rule("4 ¶1", "6 ¶1", "7 ¶1", "7 Retreat ¶1a", "16 Deployment ¶1")
def test_what_was_found_out_is_not_looked_for_again(desk):
    units = {"de-i": "2014", "de-x": "1511", "fr-iv": "2015", "fr-iii": "1610", "fr-xi": "2016"}
    desk.set_up(units, combat=True)
    s = desk.s
    assert survey(s) is survey(s)
    assert front(s) is front(s)
    u, other = desk.unit("fr-iv"), desk.unit("fr-xi")
    found = reached(s, u)
    reached(s, other)
    assert reached(s, u) is found
    s.moved = 1 << u
    assert reached(s, u) is found, "who has moved reaches what he reached"
    frozen = freeze(s, [u], [desk.hex("2015")], ())
    ask = (frozen.land, frozen.zone, frozen.friends)
    kept = _retreats(s, u, *ask)
    assert _retreats(s, u, *ask) is kept
    assert _retreats(s, other, *ask) is not kept
    s = desk.s = desk.game.start("campaign", {})
    s.assign_german, s.assign_allied, s.effort = (0, 1, 2, 0, 1, 2, 0), (0, 1, 2, 0, 1, 2, 0, 1, 0), 1
    for side in (GERMAN, ALLIED):
        assert zones(s, side) is zones(s, side)


@rule("7 ¶1")
def test_one_more_attack_is_added_to_what_is_known(desk, monkeypatch):
    """Unless it brings a country into the war, who stands beside the enemy is not asked again."""
    units = {"de-i": "2014", "de-x": "1511", "fr-iv": "2015", "fr-iii": "1610", "de-iv": "1507", "be-k": "1409",
             "de-ix": "1508"}  # fmt: skip
    asked = 0
    look = declaring.at_the_enemy

    def counting(*args):
        nonlocal asked
        asked += 1
        return look(*args)

    monkeypatch.setattr(declaring, "at_the_enemy", counting)
    for war, first, again in (
        ("belgium luxembourg", ("de-i", "2015"), False),
        ("belgium luxembourg", ("de-ix", "1409"), False),
        ("luxembourg", ("de-ix", "1409"), True),
    ):
        desk.set_up(units, steps=[Declaring(), EndCombat()], war=war)
        s = desk.s
        front(s)
        asked = 0
        s.attacks = ((desk.unit(first[0]), desk.hex(first[1])),)
        now = front(s)
        assert bool(asked) is again, (war, first)
        assert now[:-1] == front(s.bare())[:-1]
        assert mask_of(now.able) == mask_of(front(s.bare()).able)


@rule("7 ¶1", "7 ¶5a")
def test_who_attacks_with_a_unit_is_counted_once(desk):
    desk.set_up({"de-i": "2014", "de-iv": "1915", "de-x": "2417", "fr-iv": "2015", "fr-ix": "2418"}, combat=True)
    first, second, other = (desk.unit(x) for x in ("de-i", "de-iv", "de-x"))
    target = (desk.hex("2015"),)
    desk.s.attacks = ((first, *target), (other, desk.hex("2418")))
    assert declaring.attack_mates(desk.s, second, target) == (first, second)
    assert declaring.attack_mates(desk.s, first, target) == (first,)
    assert declaring.attack_mates(desk.s, first, (desk.hex("2418"),)) == (other, first)


@rule("3 ¶1", "3 ¶2")
@pytest.mark.parametrize("place", ["1705", "0102"])
def test_only_who_puts_an_overfull_hex_right_may_leave_it(desk, place):
    """A corps and a division stand there when a corps comes in: with the division gone two corps would be left."""
    desk.set_up({"de-i": place, "de-13-mot": place, "de-x": "1706" if place == "1705" else "0103"})
    desk.play(f"move de-x {place}")
    assert desk.legal("move") == ["de-i"]
    assert desk.why("move de-13-mot") == ["3 ¶2"]


@rule("13 Neutral Status ¶1", "13 Belgium ¶1a", "13 Luxembourg ¶1")
def test_a_step_into_any_country_brings_in_what_is_not_at_war_yet(desk):
    """Every neutral country is entered, with every set of the others at war."""
    w = desk.w
    names = {2: "belgium", 3: "holland", 4: "luxembourg", 5: "switzerland"}
    for country in names:
        start, goal = next(
            (a, b) for b in members(w.countries[country]) for a in w.grid.neighbours[b]
            if w.country[a] == 0 and not w.side_kind.get(w.grid.side(a, b))
        )  # fmt: skip
        for war in range(16):
            before = [c for i, c in enumerate(names) if war >> i & 1]
            desk.set_up({"de-13-mot": w.labels[start]}, war=" ".join(names[c] for c in before))
            desk.game.apply(desk.s, desk.game.read(desk.s, "german", f"move de-13-mot {w.labels[goal]}"))
            joined = set() if country in before else {country} if country == 5 else {country, 2, 4}
            assert {c for c in range(6) if desk.s.war >> c & 1} == {0, 1, *before, *joined}, (country, before)
            assert {c for c in range(6) if desk.s.fresh >> c & 1} == joined - set(before)


@rule("17 British ¶1b", "9 ¶1")
@pytest.mark.parametrize("left", [-1, 0, 2, 5])
def test_the_british_air_point_is_there_until_the_turn_in_which_the_bef_left(desk, left):
    for turn in range(11):
        desk.set_up({"de-i": "1703", "fr-iv": "2015"}, turn=max(0, turn - 1))
        desk.s.bef_left = left
        desk.restart(StartTurn(turn))
        assert desk.s.air_allied == (2 if left < 0 or turn <= left else 1), turn
        assert desk.s.air_german == 5

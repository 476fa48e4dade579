"""6. Ways hex by hex past enemies and over borders, making room, and what a move leaves to its unit."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED
from grognard.games.nineteen_forty.rules.declaring import Declaring
from grognard.games.nineteen_forty.rules.movement import reached
from grognard.games.nineteen_forty.rules.sequence import Moving, StartImpulse
from grognard.games.nineteen_forty.rules.state import REPULSED, claim, facts, survey
from grognard.games.nineteen_forty.rules.ways import way_reasons
from grognard.kernel.rules import Events
from grognard.maps import members
from grognard.suite import rule
from tests.games.nineteen_forty.test_ways_and_swaps import next_hexes


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
    for start, goal in (("0713", "0712"), ("1117", "1016"), ("2015", "2016")):
        desk.set_up({"fr-iv": start, "de-i": "0801"}, side="allied")
        desk.play(f"move fr-iv {goal}")
        assert desk.s.port_points == (), "no port"


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
                right = next_hexes(desk, seat, u, goal, path)
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


@rule("6 Rail ¶1", "5 ¶1")
@pytest.mark.parametrize(("unit", "start"), [("fr-iv", "2219"), ("de-i", "1403")])
def test_a_train_wins_ground_where_it_arrives(desk, unit, start):
    """A hex beside the end of the route that the enemy held last."""
    side, enemy = ("german", "allied") if unit.startswith("de") else ("allied", "german")
    desk.set_up({unit: start}, side=side)
    w, here = desk.w, desk.hex(start)
    goal = max(desk.hexes(unit, "rail"), key=lambda x: (w.grid.distance(here, desk.hex(x)), x))
    for h in members(w.zoc[desk.hex(goal)]):
        desk.set_up({unit: start}, side=side)
        desk.hold([w.labels[h]], enemy)
        if goal in desk.hexes(unit, "rail"):
            desk.play(f"rail {unit} {goal}")
            assert desk.owner(w.labels[h]) == side
            return
    raise AssertionError("no hex beside the goal can be spared")


@rule("18 ¶1c", "20 Mechelen ¶1")
@pytest.mark.parametrize("shown", [False, True])
def test_the_group_that_moves_on_turn_0_is_told_once(desk, shown):
    desk.set_up({"de-i": "1703", "fr-iv": "2015"}, turn=0)
    desk.s.shown = shown
    told = Events()
    StartImpulse(ALLIED, 1).run(desk.s, told)
    words = [item.event.text(desk.w) for item in told.items]
    assert any("may move on this turn" in text for text in words) is not shown
    assert desk.s.shown


@rule("13 Neutral Status ¶1", "13 Belgium ¶1a", "7 ¶1")
def test_an_attack_into_any_country_brings_in_what_is_not_at_war_yet(desk):
    """Every neutral country is attacked, with every set of the others at war."""
    w = desk.w
    names = {2: "belgium", 3: "holland", 4: "luxembourg", 5: "switzerland"}
    units = {2: "be-i", 3: "nl-i", 4: "be-ii", 5: "ch-basel"}
    for country, unit in units.items():
        start, target = next(
            (a, b) for b in members(w.countries[country]) for a in w.grid.neighbours[b]
            if w.country[a] == 0 and w.attack_mask[a] >> b & 1
        )  # fmt: skip
        for war in range(16):
            before = [c for i, c in enumerate(names) if war >> i & 1]
            desk.set_up({"de-i": w.labels[start], unit: w.labels[target]}, combat=True,
                        war=" ".join(names[c] for c in before))  # fmt: skip
            s = desk.s
            s.attacks = ((desk.unit("de-i"), target),)
            Declaring().commit(s, None)
            joined = set() if country in before else {country} if country == 5 else {country, 2, 4}
            assert {c for c in range(6) if s.war >> c & 1} == {0, 1, *before, *joined}, (country, before)
            assert s.battles == (((target,), (desk.unit("de-i"),)),)

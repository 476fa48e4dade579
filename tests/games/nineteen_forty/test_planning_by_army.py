"""16 Planning and deployment, asked of every army, army group and unit; the set-up that is filled in."""

from __future__ import annotations

import random
from itertools import product

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN
from grognard.games.nineteen_forty.rules.deploying import AlliedDeploying, GermanDeploying
from grognard.games.nineteen_forty.rules.planning import Planning, random_assignment
from grognard.games.nineteen_forty.rules.stacking import may_stack
from grognard.games.nineteen_forty.rules.suggestions import Marks, distances, first_marks, set_up, usual_plan
from grognard.games.nineteen_forty.rules.zones import (
    deployed_units,
    empty_groups,
    standing,
    still_waiting,
    tight_zones,
    zone_of,
    zones,
)
from grognard.maps import members
from grognard.suite import offers_are_right, rule

SIDES = {"german": GERMAN, "allied": ALLIED}


def planning(desk, options=None):
    desk.s = desk.game.start("campaign", options or {})
    return desk.s


def why(desk, seat, text):
    return [r.rule for r in desk.game.why_not(desk.s, seat, text)]


# ----------------------------------------------------------------------------------------------- the plan


@rule("16 Allies ¶1a", "16 Allies ¶1b", "16 Germans ¶1a", "16 Germans ¶1b", "16 ¶1")
@pytest.mark.parametrize("seat", ["german", "allied"])
def test_each_side_has_its_own_armies_groups_and_choices(desk, seat):
    w = desk.w
    s = planning(desk)
    mine, other = ("german", "allied") if seat == "german" else ("allied", "german")
    for army in w.armies[SIDES[mine]]:
        for group in w.group_names[SIDES[mine]]:
            expected = ["16 Allies ¶1b"] if army == "bef" else []
            assert why(desk, seat, f"assign {army} {group}") == expected
        for group in w.group_names[SIDES[other]]:
            if army != "bef":
                assert why(desk, seat, f"assign {army} {group}") == ["16 ¶1"]
    for army in w.armies[SIDES[other]]:
        assert why(desk, seat, f"assign {army} {w.group_names[SIDES[mine]][0]}") == ["16 ¶1"]
    own = {"german": ["objective north", "effort B", "mountain de-xii"], "allied": ["react 2"]}
    for text in own[mine]:
        assert why(desk, seat, text) == []
        assert len(why(desk, seat, f"{text}; {text}")) == 1, "chosen once"
    for text in own[other]:
        assert len(why(desk, seat, text)) == 1
    for group in w.group_names[SIDES[other]]:
        assert why(desk, seat, f"{'effort' if seat == 'german' else 'react'} {group}") == ["16 ¶1"]
    for verb in ("assign", "react", "effort", "objective", "mountain"):
        offers_are_right(s, seat, verb)
    assert why(desk, seat, f"assign {w.armies[SIDES[mine]][0]} {w.group_names[SIDES[mine]][0]}; assign "
               f"{w.armies[SIDES[mine]][0]} {w.group_names[SIDES[mine]][1]}") == ["16 ¶1"]  # fmt: skip


@rule("16 ¶1", "16 Allies ¶1a", "16 Germans ¶1a")
def test_what_is_chosen_is_kept(desk):
    w = desk.w
    s = planning(desk)
    text = "objective paris; effort C; mountain de-x; " + "; ".join(
        f"assign {army} {'ABC'[i % 3]}" for i, army in enumerate(w.german_armies)
    )
    desk.game.apply(s, desk.game.read(s, "german", text + "; done"))
    text = "react 3; " + "; ".join(f"assign {army} {'123'[i % 3]}" for i, army in enumerate(
        a for a in w.allied_armies if a != "bef"))  # fmt: skip
    desk.game.apply(s, desk.game.read(s, "allied", text + "; done"))
    assert (w.plans[s.objective], w.german_group_names[s.effort], s.replaced) == ("paris", "C", desk.unit("de-x"))
    assert [w.german_group_names[g] for g in s.assign_german] == ["ABC"[i % 3] for i in range(7)]
    assert w.allied_group_names[s.reacting] == "3"
    rest = [g for a, g in enumerate(s.assign_allied) if a != w.bef_army]
    assert rest == [i % 3 for i in range(len(rest))]
    assert s.assign_allied[w.bef_army] == 0, "16 Allies ¶1b"
    assert s.where[desk.unit("de-x")] == w.out
    assert [type(step).__name__ for step in s.stack[::-1]][:2] == ["AlliedDeploying", "GermanDeploying"]


@rule("16 ¶1", "16 Germans ¶1a", "16 Allies ¶1a")
def test_what_is_missing_is_named(desk):
    w = desk.w
    planning(desk)
    full = {
        "german": ["objective north", "effort A", *(
            f"assign {a} {'ABC'[i % 3]}" for i, a in enumerate(w.german_armies))],
        "allied": ["react 1", *(f"assign {a} {'123'[i % 3]}" for i, a in enumerate(
            x for x in w.allied_armies if x != "bef"))],
    }  # fmt: skip
    for seat, parts in full.items():
        assert why(desk, seat, "; ".join(parts) + "; done") == []
        assert why(desk, seat, "; ".join(parts) + "; usual") == ["16 ¶1"], "the plan is complete"
        for left in parts:
            rest = "; ".join(x for x in parts if x != left)
            special = {"objective": "16 Germans ¶1a", "effort": "16 Germans ¶1a", "react": "16 Allies ¶1a"}
            assert why(desk, seat, rest + "; done") == [special.get(left.split()[0], "16 ¶1")]
            assert why(desk, seat, rest + "; usual; done") == []


@rule("16 Allies ¶1b", "16 Germans ¶1b")
@pytest.mark.parametrize("seat", ["german", "allied"])
def test_an_assignment_is_open_while_every_group_can_still_get_an_army(desk, seat):
    """Tried out: for what is assigned so far and each next step, whether the rest can fill every group."""
    w, chance = desk.w, random.Random(7)
    names = w.group_names[SIDES[seat]]
    armies = [a for a in w.armies[SIDES[seat]] if a != "bef"]
    for _ in range(25):
        s = planning(desk)
        chance.shuffle(armies)
        known = chance.randint(len(armies) - 4, len(armies) - 1)
        groups = [chance.choice(names[: chance.randint(1, 3)]) for _ in range(known)]
        assigned = list(s.assign_german if seat == "german" else s.assign_allied)
        for army, group in zip(armies, groups, strict=False):
            assigned[w.armies[SIDES[seat]].index(army)] = names.index(group)
        if seat == "german":
            s.assign_german = tuple(assigned)
        else:
            s.assign_allied = tuple(assigned)
        after = armies[known + 1 :]
        for group in names:
            possible = any({*groups, group, *more} == set(names) for more in product(names, repeat=len(after)))
            found = why(desk, seat, f"assign {armies[known]} {group}")
            assert (found == []) is possible, (groups, group)
        offers_are_right(s, seat, f"assign {armies[known]} {names[0]}")
        used = {g for a, g in enumerate(assigned) if g >= 0 and w.armies[SIDES[seat]][a] != "bef"}
        assert empty_groups(s, seat, assigned) == [g for g in range(3) if g not in used]


@rule("15 German Mountain Corps ¶1")
def test_the_mountain_corps_may_replace_any_infantry_corps_of_4_or_5(desk):
    w = desk.w
    s = planning(desk)
    for u, unit in enumerate(w.units):
        fits = unit.nation == "german" and unit.size == "corps" and unit.type == "infantry" and unit.combat in (4, 5)
        assert (why(desk, "german", f"mountain {w.ids[u]}") == []) is fits, w.ids[u]
    offers_are_right(s, "german", "mountain")


@rule("20 Mechelen ¶1")
def test_with_the_mechelen_incident_the_group_is_told_before_the_plans(desk):
    s = planning(desk, {"mechelen": True})
    assert why(desk, "allied", "react A") == ["16 ¶1"]
    offers_are_right(s, "allied", "react")
    desk.game.apply(s, desk.game.read(s, "allied", "react 2"))
    assert (s.reacting, s.shown) == (1, True)
    assert isinstance(s.stack[-1], Planning)
    assert why(desk, "allied", "react 1") == ["16 Allies ¶1a"]


# ------------------------------------------------------------------------------------------- deployment


def planned(desk, options=None):
    s = planning(desk, options)
    s.assign_german, s.assign_allied = (0, 1, 2, 0, 1, 2, 0), tuple(
        0 if a == desk.w.bef_army else a % 3 for a in range(len(desk.w.allied_armies)))  # fmt: skip
    s.effort, s.objective, s.reacting = 1, 0, 0
    s.stack.clear()
    s.then(AlliedDeploying(), GermanDeploying())
    desk.game.advance(s, None)
    return s


@rule("16 Deployment ¶1", "16 Deployment ¶2", "16 Allies ¶1b", "16 Germans ¶1b", "20 Belgian Late Alliance ¶1")
@pytest.mark.parametrize("late", [False, True])
def test_who_deploys_and_where(desk, late):
    w = desk.w
    s = planned(desk, {"belgian-late-alliance": late})
    for replaced in (None, "de-xii", "de-xvii"):
        s.replaced = -1 if replaced is None else desk.unit(replaced)
        for side in (GERMAN, ALLIED):
            there = {w.ids[u] for u in deployed_units(s, side)}
            for u in w.of_side[side]:
                unit = w.units[u]
                expected = unit.entry == "initial" or (late and unit.nation == "belgian")
                if w.ids[u] == replaced:
                    expected = False
                if w.ids[u] == "de-geb":
                    expected = replaced == "de-xii"
                assert (w.ids[u] in there) is expected, (w.ids[u], replaced)
    s.replaced = desk.unit("de-xii")
    for u, unit in enumerate(w.units):
        if u not in deployed_units(s, w.side[u]):
            continue
        army = w.army[desk.unit("de-xii")] if w.ids[u] == "de-geb" else w.army[u]
        if unit.nation == "belgian":
            expected = w.countries[2]
        elif w.side[u] == ALLIED:
            expected = w.border & w.allied_groups[s.assign_allied[army]] if army >= 0 else w.countries[1]
        elif unit.type == "armour" and unit.size == "corps":
            expected = w.german_groups[1]
        else:
            expected = w.german_groups[s.assign_german[army]] if army >= 0 else w.countries[0]
        assert zone_of(s, u) == expected, w.ids[u]
        inside = [zone for zone, units in zones(s, w.side[u]) if units >> u & 1]
        assert inside == [expected]


@rule("16 Deployment ¶1", "16 Deployment ¶2", "16 Deployment ¶3")
def test_a_unit_is_placed_once_in_its_zone_within_stacking(desk):
    w = desk.w
    s = planned(desk)
    zone = members(zone_of(s, desk.unit("fr-iv")))
    outside = next(h for h in members(w.countries[1]) if h not in zone)
    first, second = w.labels[zone[0]], w.labels[zone[1]]
    assert why(desk, "allied", f"place fr-iv {w.labels[outside]}") == ["16 Deployment ¶1"]
    assert why(desk, "allied", "place de-i 1703") == ["16 Allies ¶1b"]
    assert why(desk, "allied", "place fr-xxi 2013") == ["16 Allies ¶1b"]
    assert why(desk, "allied", f"place fr-iv {first}; place fr-iv {second}") == ["16 Deployment ¶1"]
    assert why(desk, "allied", f"place fr-iv {first}; place fr-cav {first}") != []
    assert why(desk, "allied", "done").count("16 Deployment ¶1") == len(deployed_units(s, ALLIED))
    before = still_waiting(s, ALLIED)
    assert before == sum(1 << u for u in deployed_units(s, ALLIED))
    s.where[desk.unit("fr-iv")] = zone[0]
    s.placed = 1 << desk.unit("fr-iv")
    assert still_waiting(s, ALLIED) == before & ~s.placed
    for unit in ("fr-iii", "fr-9-dim", "fr-cav", "br-i", "br-51"):
        offers_are_right(s, "allied", f"place {unit} {first}")
        offers_are_right(s, "allied", f"place {unit} {second}")
    taken, at = standing(s)
    assert taken >> zone[0] & 1
    assert at[zone[0]] == [desk.unit("fr-iv")]


@rule("16 Deployment ¶3")
def test_hexes_are_kept_for_units_that_can_deploy_nowhere_else(desk):
    """A zone with as many empty hexes as units to come is kept for them; with one more it is not."""
    w = desk.w
    s = planned(desk)
    for zone, units in zones(s, ALLIED):
        waiting = units.bit_count()
        hexes = members(zone)
        for empty in (waiting - 1, waiting, waiting + 1):
            if not 0 < empty <= len(hexes):
                continue
            free = sum(1 << h for h in hexes[:empty])
            taken = w.land & ~free
            kept = tight_zones(s, ALLIED, units, taken)
            assert kept == (free if empty <= waiting else 0)
        assert tight_zones(s, ALLIED, 0, w.land) == 0, "nobody is to come"
    u = desk.unit("fr-iv")
    hexes = members(zone_of(s, u))
    others = next(units for z, units in zones(s, ALLIED) if z == zone_of(s, u))
    later = others.bit_count() - 1
    blocked = iter([x for x in range(w.n_units) if w.side[x] == GERMAN and w.load[x] == 3] * 9)
    s.where = [w.waiting if x == w.out else x for x in s.where]
    for h in hexes[later:]:
        s.where[next(blocked)] = h
    assert why(desk, "allied", f"place fr-iv {w.labels[hexes[0]]}") == ["16 Deployment ¶3"]
    offers_are_right(s, "allied", "place fr-iv")
    s.where = [w.waiting if x == hexes[later] else x for x in s.where]
    assert why(desk, "allied", f"place fr-iv {w.labels[hexes[0]]}") == [], "one hex more is enough for all of them"
    offers_are_right(s, "allied", "place fr-iv")


@rule("16 Deployment ¶1", "16 Deployment ¶2", "20 Belgian Late Alliance ¶1")
def test_where_a_unit_belongs_is_told(desk):
    s = planned(desk, {"belgian-late-alliance": True})
    for unit, place, words in (
        ("fr-iv", "2019", "within two hexes of the French border"),
        ("br-51", "1010", "must be deployed in France"),
        ("be-i", "2019", "must be deployed in Belgium"),
    ):
        assert words in desk.game.why_not(s, "allied", f"place {unit} {place}")[0].text
    s.stack.clear()
    s.then(GermanDeploying())
    desk.game.advance(s, None)
    for unit, place, words in (
        ("de-9-pz", "2019", "must be deployed in Germany"),
        ("de-x", "2019", "must be deployed in the area of"),
        ("de-xix", "2019", "which makes the main attack"),
    ):
        assert words in desk.game.why_not(s, "german", f"place {unit} {place}")[0].text


# ------------------------------------------------------------------------------- filled in for the player


@rule("16 Deployment ¶1", "16 Deployment ¶2", "16 Deployment ¶3", "16 ¶1")
@pytest.mark.parametrize("seed", range(6))
def test_what_is_placed_for_the_player_keeps_the_rules(desk, seed):
    """For any assignment: everybody in his zone, within stacking, none left out."""
    w, chance = desk.w, random.Random(seed)
    s = planned(desk, {"belgian-late-alliance": seed % 2 == 1})
    s.assign_german, s.assign_allied = (random_assignment(w, side, chance) for side in (GERMAN, ALLIED))
    s.effort = seed % 3
    for seat, side in (("allied", ALLIED), ("german", GERMAN)):
        s.placed = 0
        before = list(s.where)
        texts = set_up(s, seat)
        moved = [u for u in range(w.n_units) if s.where[u] != before[u]]
        assert sorted(moved) == sorted(deployed_units(s, side))
        assert len(texts) == len(moved)
        assert still_waiting(s, side) == 0
        for u in moved:
            assert zone_of(s, u) >> s.where[u] & 1
            assert f"place {w.ids[u]} {w.labels[s.where[u]]}" in texts
        for units in standing(s)[1].values():
            assert may_stack(w, units)


@rule("16 Deployment ¶1", "16 Deployment ¶2")
def test_how_good_a_hex_is_for_a_set_up(desk):
    """Near the enemy and in the Maginot Line, inland in Paris; less where somebody stands, for Allies also beside."""
    w = desk.w
    front, inland = first_marks(w, ALLIED)
    foreign = w.countries[2] | w.countries[0]
    way = distances(w, foreign, w.land)
    for h in range(w.n):
        if w.land >> h & 1:
            assert front[h] == -way[h] + (4 if w.maginot >> h & 1 else 0)
            assert inland[h] == (5 if w.paris >> h & 1 else 0)
            if foreign >> h & 1:
                assert way[h] == 0
            elif way[h] < 40:
                assert way[h] == 1 + min(way[x] for x in w.grid.neighbours[h] if (x, h) in w.rail_steps.pairs)
    here, beside, further = (w.bit[desk.hex(label)] for label in ("2215", "2214", "2213"))
    way = distances(w, here | further, w.land & ~here)
    assert [way[desk.hex(label)] for label in ("2215", "2214", "2213")] == [40, 1, 0], "a closed goal is none"
    assert distances(w, here, here | beside)[desk.hex("2213")] == 40
    goals, closed = w.north | w.paris, w.countries[3] | w.countries[5]
    german, _ = first_marks(w, GERMAN)
    assert all(german[h] == 0 for h in members(goals & ~closed))
    assert all(german[h] == -40 for h in members(closed & ~goals))
    marks = Marks(w, ALLIED)
    fort, plain = desk.hex("1808"), desk.hex("2017")
    for h in (fort, plain):
        before = list(marks.front), list(marks.inland)
        marks.hold(h)
        marks.hold(h)  # a second unit changes nothing more
        lost = 7 if w.maginot >> h & 1 else 3
        assert before[0][h] - marks.front[h] == pytest.approx(lost)
        assert before[1][h] - marks.inland[h] == pytest.approx(3)
        for x in range(w.n):
            beside = 0.6 if x in w.grid.neighbours[h] else 0
            if x != h:
                assert before[0][x] - marks.front[x] == pytest.approx(beside)
                assert before[1][x] - marks.inland[x] == pytest.approx(beside)
    marks.hold(w.grid.neighbours[plain][0])
    assert marks.front[plain] == pytest.approx(front[plain] - 3.6), "held itself, and a neighbour is"
    own = Marks(w, GERMAN)
    own.hold(plain)
    assert [h for h in range(w.n) if own.front[h] != german[h]] == [plain]
    assert german[plain] - own.front[plain] == 3


@rule("16 Deployment ¶1")
def test_units_of_no_army_are_placed_in_paris_and_the_line_is_manned_first(desk):
    w = desk.w
    s = planned(desk)
    set_up(s, "allied")
    free = [u for u in deployed_units(s, ALLIED) if w.army[u] < 0]
    assert free
    assert all(w.paris >> s.where[u] & 1 for u in free[:3])
    largest = [u for u in deployed_units(s, ALLIED) if w.army[u] >= 0 and w.maginot & zone_of(s, u)]
    held = {s.where[u] for u in largest}
    assert any(w.maginot >> h & 1 for h in held)


@rule("16 ¶1")
def test_the_usual_plan_is_that_of_1940(desk):
    s = planning(desk)
    assert usual_plan(s, "allied")[0] == "react 1"
    assert usual_plan(s, "german")[:2] == ["objective north", "effort A"]
    s.reacting, s.objective, s.effort = 0, 1, 2
    assert usual_plan(s, "allied")[0].startswith("assign")
    assert usual_plan(s, "german")[0].startswith("assign")
    armies = dict(x.split()[1:] for x in usual_plan(s, "german"))
    assert armies["german-18"] == armies["german-6"] == "B"
    assert armies["german-4"] == armies["german-12"] == armies["german-16"] == "A"
    assert armies["german-1"] == armies["german-7"] == "C"
    french = dict(x.split()[1:] for x in usual_plan(s, "allied"))
    assert french["french-8"] == "3"
    assert "bef" not in french
    # What is assigned already is left alone, and groups without an army still get one.
    s.assign_german = tuple(0 if i < 5 else -1 for i in range(7))
    rest = dict(x.split()[1:] for x in usual_plan(s, "german"))
    assert set(rest.values()) == {"B", "C"}

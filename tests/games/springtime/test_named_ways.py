"""8.1.2b, 9.1 and 9.2: every way that can be named, and no other: all ways are walked through step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from springtime_desk import DATA, desk, ends

from grognard.games.springtime.rules.movement import ASSAULT, REDEPLOY, reach
from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2
OPEN, RIVER, MAGINOT = range(3)
FULL = ("fr-1", "fr-2", "fr-7", "fr-3", "fr-4")


class Walker:
    """One unit's ways by the book, from a position as it is set up."""

    def __init__(self, table: Any, unit: str, areas: int, assault: bool) -> None:
        s = table.state
        self.areas, self.assault = areas, assault
        u = DATA.unit[unit]
        self.unit, self.side, self.start = unit, DATA.side[u], s.loc[u]
        units = [(DATA.side[x], p) for x, p in enumerate(s.loc) if p < 36]
        self.enemy = {p for side, p in units if side != self.side}
        self.friends = {p for side, p in units if side == self.side}
        self.full = {p for p in range(30) if units.count((self.side, p)) >= 5}  # 7.1, 14.2
        self.mine = {p for p in range(36) if s.control[p] == self.side}
        self.closed = {p for p in range(36) if s.closed >> p & 1}

    def may_enter(self, q: int, first: bool) -> bool:
        if q in self.full or (DATA.map_ids[q] == "F" and self.unit != "italian"):
            return False
        if not self.assault:  # 8.1.2b
            if q in self.enemy:
                return q in self.friends and self.start not in self.enemy
            return q in self.mine
        if q in self.closed:
            return False
        return not (first and self.start in self.enemy and (q in self.enemy or q not in self.mine))  # 9.2

    def ways(self, way: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
        """Every way that enters no Area twice and may end where it ends."""
        here = way[-1] if way else self.start
        if len(way) == self.areas:
            return
        for q in DATA.near[here]:
            if q != self.start and q not in way and self.may_enter(q, not way):
                yield (*way, q)
                if q not in self.enemy and DATA.edge_kind[here][q] != MAGINOT:
                    yield from self.ways((*way, q))


def check(table: Any, walker: Walker, deep: int) -> None:
    """Destinations and the Areas of ways to each, to a depth; the reasons agree with what is offered."""
    found = list(walker.ways())
    goals = {way[-1] for way in found}
    name = walker.unit
    start = DATA.map_ids[walker.start]
    assert ends(table, f"move {name}") - {start} == {DATA.map_ids[p] for p in goals}
    for goal in sorted(goals):
        ways = {way[:-1] for way in found if way[-1] == goal}
        begun = {way[:n] for way in ways for n in range(min(deep, len(way)) + 1)}
        for via in begun:
            named = " ".join(["via", *(DATA.map_ids[p] for p in via)])
            after = {way[len(via)] for way in ways if len(way) > len(via) and way[: len(via)] == via}
            text = f"move {name} {DATA.map_ids[goal]} {named}"
            assert {a.args[-1] for a in table.legal(text)} == {DATA.map_ids[p] for p in after}, text
            for q in range(36):
                assert bool(table.why_not(f"{text} {DATA.map_ids[q]}")) is (q not in after), (text, DATA.map_ids[q])


ASSAULTS: list[tuple[str, dict[str, str], dict[str, Any]]] = [
    ("hoth-pz", {"hoth-pz": "5", "fr-9": "12", "fr-8": "20"}, {"axis": "10"}),
    ("hoth-pz", {"hoth-pz": "3", "fr-9": "10", "fr-8": "20"}, {"axis": "11"}),
    ("hoth-pz", {"hoth-pz": "11", "fr-9": "11", "fr-8": "20"}, {"axis": "10"}),
    ("hoth-pz", {"hoth-pz": "2", "fr-8": "20", "ge-7": "1"}, {"closed": ["3"]}),
    ("prioux", {"prioux": "18", "ge-4": "17", "fr-8": "20"}, {"impulse": 1, "axis": "17"}),
    ("prioux", {"prioux": "20", "ge-4": "5", **dict.fromkeys(FULL, "21")}, {"impulse": 1}),
]


@rule("9.1", "9.2", "9.2.1", "9.3.1", "7.5")
@pytest.mark.parametrize(("unit", "units", "fields"), ASSAULTS)
def test_every_way_of_an_assault(unit: str, units: dict[str, str], fields: dict[str, Any]) -> None:
    table = desk(units, top="AssaultMoves", active=[unit], advantage=NOBODY, **fields)
    check(table, Walker(table, unit, DATA.mf[DATA.unit[unit]], True), 2)


REDEPLOYS: list[tuple[str, str, dict[str, str], str]] = [
    ("fr-8", "20", {"fr-8": "20", "ge-4": "5"}, "17 18"),
    ("fr-8", "20", {"fr-8": "20", "ge-4": "22", "fr-9": "22", **dict.fromkeys(FULL, "21")}, ""),
    ("fr-8", "20", {"fr-8": "20", "ge-4": "22", **dict.fromkeys(FULL, "22")}, "19 21"),
    ("ge-7", "1", {"ge-7": "1", "fr-8": "20", "fr-9": "3", "ge-12": "3"}, "11 18"),
    ("ge-7", "2", {"ge-7": "2", "fr-8": "2", "ge-12": "5"}, "18"),
]


@rule("8.1.2b", "9.1", "9.2")
@pytest.mark.parametrize(("unit", "at", "units", "axis"), REDEPLOYS)
def test_every_way_of_a_redeploy(unit: str, at: str, units: dict[str, str], axis: str) -> None:
    side = DATA.side[DATA.unit[unit]]
    top = {"type": "RedeployMoves", "place": DATA.place[at]}
    table = desk(units, axis=axis, impulse=1 + side, top=top, active=[unit], advantage=NOBODY)
    check(table, Walker(table, unit, 2 * DATA.mf[DATA.unit[unit]], False), 2)


@rule("9.1")
@pytest.mark.parametrize(("unit", "units", "fields"), ASSAULTS)
def test_the_way_that_is_taken_by_default_is_as_short_as_any_and_takes_the_most(
    unit: str, units: dict[str, str], fields: dict[str, Any]
) -> None:
    """Ruling 38: the fewest Areas; into a battle the least for the defender; then what is the enemy's."""
    table = desk(units, top="AssaultMoves", active=[unit], advantage=NOBODY, **fields)
    s, u = table.state, DATA.unit[unit]
    walker = Walker(table, unit, DATA.mf[u], True)
    before, passed = reach(s, u, ASSAULT)
    found = list(walker.ways())
    for goal in {way[-1] for way in found}:
        way = [goal, before[goal]]
        while way[-1] != walker.start:
            way.append(passed[way[-1]])
        taken = tuple(way[-2::-1])

        def cost(one: tuple[int, ...], goal: int = goal) -> tuple[int, int, int]:
            last = one[-2] if len(one) > 1 else walker.start
            toll = {OPEN: 0, RIVER: 1, MAGINOT: 3}[DATA.edge_kind[last][goal]] if goal in walker.enemy else 0
            return len(one), toll, -sum(p not in walker.mine for p in one[:-1])

        assert cost(taken) == min(cost(one) for one in found if one[-1] == goal)


@rule("9.3.3", "14.3", "8.1.2b")
def test_who_waits_for_italy_has_no_way() -> None:
    for italy in (False, True):
        s = desk({"alp": "E", "fr-8": "20", "ge-4": "5"}, impulse=1, italy=italy).state
        for mode in (ASSAULT, REDEPLOY):
            assert bool(reach(s, DATA.unit["alp"], mode)[0]) is italy


@rule("8.1.2b")
def test_from_a_free_area_a_redeploy_may_lead_to_a_battle() -> None:
    """Upper Alsace: all around is the enemy's but Franche-Comté, where both are."""
    units = {"fr-8": "20", "fr-9": "22", "ge-4": "22", "ge-12": "5"}
    table = desk(units, axis="19 21", impulse=1, advantage=NOBODY)
    assert "20" in ends(table, "redeploy")
    table.play("redeploy 20")
    assert ends(table, "move fr-8") == {"22"}
    crowded = desk({**units, **dict.fromkeys(FULL[:4], "22")}, axis="19 21", impulse=1, advantage=NOBODY)
    assert "20" not in ends(crowded, "redeploy")


@rule("15.3", "10.2")
def test_groups_may_both_enter_an_area_that_was_contested() -> None:
    """There nobody has to attack; where the attack is owed, the second group stays out."""
    units = {"ge-4": "5", "ge-6": "5", "ge-12": "11", "fr-9": "11", "fr-8": "20", "fr-2": "10"}
    table = desk(units, advantage=NOBODY, plan_red=True)
    table.play(["assault all", "move ge-4 11"])
    assert "11" in ends(table, "move ge-6")
    assert not table.why_not("move ge-6 11")
    table = desk(units, advantage=NOBODY, plan_red=True)
    table.play(["assault all", "move ge-4 10"])
    assert {r.rule for r in table.why_not("move ge-6 10")} == {"15.3"}
    assert "10" not in ends(table, "move ge-6")


@rule("15.3", "9.2")
def test_another_group_in_a_vacant_area_is_no_obstacle() -> None:
    units = {"hoth-pz": "5", "ge-6": "5", "fr-9": "17", "fr-8": "20"}
    table = desk(units, advantage=NOBODY, plan_red=True)
    table.play(["assault all", "move hoth-pz 12 via 11"])
    assert {r.rule for r in table.why_not("move ge-6 12")} == {"9.2"}  # too far, and nothing else


@rule("11.1.1", "9.1")
def test_allied_units_march_through_paris_in_one_move() -> None:
    units = {"bruneau": "24", "fr-8": "20", "ge-4": "17"}
    table = desk(units, axis="17 26", impulse=1, advantage=ALLIES)
    table.play(["assault 1", "move bruneau 29 via 25"])
    moves = [x.text for x in table.log("axis") if "moves from" in x.text]
    assert moves == ["Bruneau 1st D.C.R. moves from Reims-Champagne (24) to Orléans (29) by Paris (25)."]


@rule("7.2", "9.1")
@pytest.mark.parametrize("enemy", ["4", "6", "12", "A"])
def test_enemies_elsewhere_hinder_no_way_out_and_back(enemy: str) -> None:
    """Hoth in Aachen can take the empty Ardennes or Liège and come back."""
    table = desk(
        {"hoth-pz": "5", "ge-7": "2", "fr-9": enemy, "fr-8": "20"},
        top="AssaultMoves",
        active=["hoth-pz"],
        contested=[],
        control={p: "axis" if p in {"1", "2", "3", "4", "5", "6", "F"} - {enemy} else "allies" for p in DATA.map_ids},
        advantage=NOBODY,
    )
    assert {a.args[-1] for a in table.legal("move hoth-pz 5 via")} == {"10", "11"}
    battle = desk(
        {"hoth-pz": "5", "fr-9": "5", "fr-8": "20"}, top="AssaultMoves", active=["hoth-pz"], advantage=NOBODY
    )
    assert "5" not in ends(battle, "move hoth-pz")


@rule("10.4.3", "9.1")
def test_a_unit_that_enters_one_area_is_offered_no_longer_way() -> None:
    """Over the Meuse to Sedan from the Ardennes; Hoth could go round by Metz, were it not for the Line."""
    for unit, by in (("ge-4", ""), ("hoth-pz", "Namur")):
        table = desk({unit: "11", "fr-9": "17", "fr-8": "20"}, axis="11", advantage=NOBODY)
        table.play("assault A")
        found = table.preview(f"move {unit} 17")
        assert found is not None
        assert "across a river" in found.text
        assert ("avoids that" in found.text) is bool(by)
        assert by in found.text


@rule("9.1")
def test_of_like_ways_the_first_on_the_map_is_taken() -> None:
    """So that a record that names none is always played the same way."""
    for foe in ("12", "20"):
        table = desk({"hoth-pz": "5", "fr-9": foe, "fr-8": "20"}, axis="10 11", advantage=NOBODY)
        table.play(["assault A", "move hoth-pz 12"])
        assert DATA.map_ids[table.state.came[DATA.unit["hoth-pz"]]] == "10"
    table = desk({"bruneau": "16", "fr-8": "20", "ge-4": "5"}, impulse=1, advantage=NOBODY)
    table.play(["redeploy 16", "move bruneau 28"])
    assert "by Reims-Champagne (24), Paris (25)." in next(x.text for x in table.log("axis") if "moves from" in x.text)

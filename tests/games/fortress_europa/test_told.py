"""What happens is told with fields: a battle with odds, shifts, die and losses; moves; the weather."""

from __future__ import annotations

from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.combat.strength import reckon
from grognard.kernel.match.studies import whole
from grognard.kernel.rules.events import Battle, Loss, Moved

SCENE = {"us-1": "M9", "us-4": "M9", "de-352": "M10", "de-353": "M10"}
"""Open country."""


def fought(desk):
    (battle,) = [event for event in whole(desk.told) if isinstance(event, Battle)]
    return battle


def test_a_battle_with_its_odds_and_its_losses(desk):
    """15.3: the result of the column; AE eliminates both attackers with all their steps."""
    desk.set_up(SCENE, side="allied", steps=[StartCombat(1)], turn=11)
    if desk.step() == "Removing":
        desk.play("keep")
    r = reckon(desk.s, [desk.unit("us-1"), desk.unit("us-4")], desk.hexes_of("M10"))
    columns = desk.w.book.column
    low = next(c for c in reversed(columns[: r.base + 1]) if "AE" in c.results)
    die = low.results.index("AE") + 1
    desk.play(f"attack us-1 M10; with us-4; lower {low.id}; done", dice=[die])
    battle = fought(desk)
    assert (battle.turn, battle.attacker, battle.defender, battle.place) == (11, "allied", "german", "M10")
    assert (battle.attackers, battle.defenders) == (("us-1", "us-4"), ("de-352", "de-353"))
    strengths = [sum(desk.w.combat[desk.unit(u)][0] for u in side) for side in (battle.attackers, battle.defenders)]
    assert [battle.attack, battle.defence] == strengths
    assert (battle.odds, battle.dice, battle.total) == (low.name, (die,), die)
    assert battle.result.startswith("AE")
    steps = 2 if desk.w.two_steps >> desk.unit("us-1") & 1 else 1
    assert battle.losses == (Loss("us-1", steps, 0, "allied"), Loss("us-4", steps, 0, "allied"))
    (line,) = [x for x in desk.log if x.startswith("Attack on M10: ")]
    assert f"The die is {die}: AE" in line


def test_what_is_added_to_the_die_moves_no_column(desk):
    """17.10.2, 17.10.9: Ground Support raises the odds by a column, Carpet Bombing adds two to the die."""
    for plane, mission, verb, told in (
        ("9th-1", "ground-support", "support", ([1], [])),
        ("8th-1", "carpet", "carpet", ([], [2])),
    ):
        desk.told.clear()
        s = desk.set_up({**SCENE, "us-hq-bradley": "M7"}, side="allied", steps=[StartCombat(1)], turn=11)
        s.mission[desk.w.plane[plane]] = desk.w.mission[mission]
        desk.play(f"attack us-1 M10; with us-4; {verb} {plane}; done", dice=[1])
        battle = fought(desk)
        assert ([m.value for m in battle.shifts], [m.value for m in battle.modifiers]) == told


def test_a_move_names_its_way_and_cost(desk):
    desk.set_up({"us-1": "M9"}, side="allied")
    goal = desk.legal("move us-1")[0].split()[0]
    desk.play(f"move us-1 {goal}")
    (moved,) = [event for event in desk.told if isinstance(event, Moved)]
    assert (moved.piece, moved.path[0], moved.path[-1], moved.side) == ("us-1", "M9", goal, "allied")
    assert moved.cost == len(moved.path) - 1

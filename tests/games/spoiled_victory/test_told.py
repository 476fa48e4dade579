"""What happens is told with fields: attacks on the ground and from the air with their losses, points and cards."""

from __future__ import annotations

from dunkirk_desk import DATA, Desk

from grognard.games.spoiled_victory.rules.end_turn import Markers
from grognard.games.spoiled_victory.rules.escape import EscapePhase
from grognard.games.spoiled_victory.rules.luftwaffe import AirAttack
from grognard.kernel.match.studies import whole
from grognard.kernel.rules.events import Battle, Card, Event, Loss, Lost, Points


def told(desk: Desk) -> list[Event]:
    return [event for event in whole([happened.event for happened in desk.events.items]) if event is not None]


def the_battle(desk: Desk) -> Battle:
    (battle,) = [event for event in told(desk) if isinstance(event, Battle)]
    return battle


def hemmed_in(spirit: bool) -> Desk:
    """1/Loyals, reduced, on the East Jetty with no way out: a Win is a loss (9.3.4, 9.3.5)."""
    desk = Desk(turn=3).german("A4").german("B4").german("C5").put("1-loyals", "A5", full=False)
    desk.s.spirit = spirit
    return desk.call("A")


def test_a_german_attack_with_its_loss() -> None:
    battle = the_battle(hemmed_in(False).roll(5, 1, 2, 3))
    assert (battle.turn, battle.attacker, battle.defender, battle.place) == (3, "Germans", "Allies", "A5")
    assert (battle.attackers, battle.defenders) == (("1-9-panzer",), ("1-loyals",))
    assert (battle.dice, battle.attack, battle.result) == ((5, 1, 2, 3), 4, "1 Win")
    assert battle.losses == (Loss("1-loyals", 1, 0, "Allies"),)


def test_a_battle_has_the_dice_that_count_after_a_re_roll() -> None:
    """10.5: the 5, the only Win, is rolled again and shows 1: nobody of ours is lost."""
    desk = hemmed_in(True).roll(5, 1, 2, 3)
    desk.play("reroll 1").roll(1)
    battle = the_battle(desk)
    assert (battle.dice, battle.result) == ((1, 1, 2, 3), "0 Wins")
    assert "Allies" not in {loss.side for loss in battle.losses}
    assert desk.said("The dice are now 1, 1, 2 and 3: 0 Wins.")


def test_a_raid_is_a_battle_in_the_air() -> None:
    """7.2: by day in Crystal Clear weather a 9 hits evacuees at sea; the modifier is the event's (7.2c-event)."""
    desk = Desk(turn=1).event("weather-is-crystal-clear").evacuees(1, "staging", full=True)
    desk.step(AirAttack((DATA.unit["evacuees-1"],))).roll(6, 3)
    battle = the_battle(desk)
    assert (battle.manner, battle.attacker, battle.dice, battle.total) == ("air", "Germans", (6, 3), 10)
    assert [m.value for m in battle.modifiers] == [1]
    (lost,) = [event for event in told(desk) if isinstance(event, Lost)]
    assert (lost.piece, lost.cause) == ("evacuees-1", "air")
    assert battle.losses == (Loss("evacuees-1", lost.steps, lost.left, "Allies"),)


def test_victory_points_of_those_who_reach_england() -> None:
    """8.3: a “2” is two points, a “1” one."""
    desk = Desk(turn=1).evacuees(1, "X3", full=True).evacuees(2, "X3").step(EscapePhase())
    points = [event for event in told(desk) if isinstance(event, Points)]
    assert [(event.what, event.change, event.total) for event in points] == [
        ("Victory Points", 2, 2),
        ("Victory Points", 1, 3),
    ]
    assert desk.said("1 Victory Point.")


def test_what_becomes_of_an_event_card() -> None:
    desk = Desk(turn=1).event("weather-is-crystal-clear").step(Markers())
    (card,) = [event for event in told(desk) if isinstance(event, Card) and event.act == "removed"]
    assert card.card == "weather-is-crystal-clear"

"""What happens is told with fields: a battle as the book reckons it, what it cost, moves and cities."""

from __future__ import annotations

from grognard.kernel.match.studies import whole
from grognard.kernel.rules.events import Battle, Control, Loss, Moved, Retreated


def test_a_battle_on_a_shifted_column(desk):
    """7 ¶4b, 7 ¶5b: 2905 is rough, one column left; the fields are the parts of the sum."""
    desk.set_up({"de-i": "2904", "fr-9-dim": "2905"}, war="switzerland", combat=True, turn=4)
    w = desk.w
    attack, defence = (w.combat[desk.unit(u)] for u in ("de-i", "fr-9-dim"))
    desk.play("attack de-i 2905; done", dice=[1])
    (battle,) = [event for event in desk.told if isinstance(event, Battle)]
    assert (battle.turn, battle.attacker, battle.defender, battle.place) == (4, "german", "allied", "2905")
    assert (battle.attackers, battle.defenders) == (("de-i",), ("fr-9-dim",))
    assert (battle.attack, battle.defence) == (attack, defence)
    assert [(m.value, m.rule) for m in battle.shifts] == [(-1, "7 ¶5b")]
    assert battle.odds == f"{attack // defence - 1}:1"
    assert battle.dice == (1,)
    assert battle.result.startswith(w.crt[w.crt_names.index(battle.odds)][0])


TWO_CORPS = {"de-i": "2004", "de-ii": "2004", "fr-9-dim": "2005"}
"""Six to one, or better: DE on 1 to 4, DR on 6 (7 Combat Results)."""


def test_a_battle_read_whole_has_its_losses(desk):
    desk.set_up(TWO_CORPS, combat=True)
    desk.play("attack de-i 2005; attack de-ii 2005; done", dice=[1])
    told = next(event for event in desk.told if isinstance(event, Battle))
    assert told.losses == ()
    battle = next(event for event in whole(desk.told) if isinstance(event, Battle))
    assert battle.result.startswith("DE")
    assert battle.losses == (Loss("fr-9-dim", 1, 0, "allied"),)


def test_a_retreat_belongs_to_its_battle(desk):
    desk.set_up(TWO_CORPS, combat=True)
    desk.play("attack de-i 2005; attack de-ii 2005; done", dice=[6])
    goal = desk.legal("retreat fr-9-dim")[0]
    desk.play(f"retreat fr-9-dim {goal}")
    battle = next(event for event in whole(desk.told) if isinstance(event, Battle))
    assert (battle.retreats, battle.losses) == (("fr-9-dim",), ())
    (fell,) = [event for event in desk.told if isinstance(event, Retreated)]
    assert (fell.path[0], fell.path[-1], fell.side) == ("2005", goal, "allied")


def test_a_city_that_is_entered_changes_hands(desk):
    desk.set_up({"de-xix": "1110"}, war="belgium holland luxembourg")
    w = desk.w
    city = min(label for label in desk.hexes("de-xix") if w.cities & desk.s.allied & w.bit[desk.hex(label)])
    desk.play(f"move de-xix {city}")
    (moved,) = [event for event in desk.told if isinstance(event, Moved)]
    assert (moved.piece, moved.path[0], moved.path[-1], moved.side) == ("de-xix", "1110", city, "german")
    assert moved.cost is not None
    assert moved.cost >= 1
    taken = {event.place for event in desk.told if isinstance(event, Control)}
    assert city in taken
    assert taken == {label for label in taken if desk.s.german >> desk.hex(label) & 1}

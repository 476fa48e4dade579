"""10.1, 10.1.5, 10.1.7, 10.1.8, 10.2, 6.2 and 14.3: single conditions, each with its other side."""

from __future__ import annotations

from itertools import permutations

import pytest
from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.rules.allied_attack import attackers
from grognard.games.spoiled_victory.rules.end_turn import _put_away
from grognard.games.spoiled_victory.rules.evacuation import _awarded, _lapsed
from grognard.games.spoiled_victory.rules.movement import shortest
from grognard.games.spoiled_victory.rules.state import eliminate
from grognard.kernel.rules.events import Events, Lost, made
from grognard.suite import rule

JUNE = 11
"""The day of 1 June."""


@rule("10.1", "9.3.8")
@pytest.mark.parametrize(
    ("stays", "enters"), list(permutations(("2-royal-fusiliers", "3-grenadier-guards", "i-150-ri", "1-loyals"), 2))
)
def test_who_was_engaged_has_not_entered_though_another_has(stays: str, enters: str) -> None:
    desk = Desk().german("D3").put(stays, "D3").put(enters, "E3").actions(4)
    desk.play(f"move {enters} D3")
    assert desk.why(f"move {enters}") == {"10.1"}
    assert desk.why(f"move {stays}") == {"9.3.8"}


@rule("10.2")
@pytest.mark.parametrize("full", [False, True])
def test_a_conversion_costs_an_action(full: bool) -> None:
    desk = Desk(turn=JUNE).put("1-loyals", "A5", full=full).put("5-border", "A4").actions(3)
    desk.play("convert 1-loyals")
    assert desk.s.actions == 2
    evacuee = next(u for u in range(DATA.combat, DATA.units) if DATA.place_ids[desk.s.loc[u]] == "A5")
    assert bool(desk.s.full >> evacuee & 1) is full


@rule("9.3.5", "7.2")
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("unit", ["1-loyals", "i-150-ri", "evacuees-1"])
def test_a_unit_is_lost_with_all_the_steps_it_had(unit: str, full: bool) -> None:
    desk, ev = Desk().put(unit, "D4", full=full).put("5-border", "D4", full=not full), Events()
    eliminate(desk.s, DATA.unit[unit], ev, "9.3.5")
    [lost] = [x.event for x in made(ev.heard) if isinstance(x.event, Lost)]
    assert (lost.piece, lost.steps, lost.left) == (unit, 2 if full else 1, 0)


@rule("10.1.7", "10.1")
@pytest.mark.parametrize("unit", ["1-loyals", "i-150-ri", "yser-garrison", "ghq"])
@pytest.mark.parametrize("surrendered", [False, True])
def test_what_keeps_a_unit_from_each_space(unit: str, surrendered: bool) -> None:
    """The Belgian area is closed to the British and French but GHQ until Belgium falls."""
    start = "E4" if unit != "yser-garrison" else "I3"
    desk = Desk().put(unit, start)
    desk.s.surrendered = surrendered
    desk.actions(4)
    reached = desk.ends(f"move {unit}")
    for space in DATA.place_ids[: DATA.land]:
        if space == start:
            expected = {"10.1"}
        elif space in reached:
            expected = set()
        elif unit not in ("yser-garrison", "ghq") and not surrendered and set(space.replace("/", "")) & set("HIJ"):
            expected = {"10.1.7"}
        else:
            expected = {"10.1"}
        assert desk.why(f"move {unit} {space}") == expected, space


@rule("10.1.8", "10.1.6")
@pytest.mark.parametrize("how", ["entered", "roused"])
def test_a_suppressed_unit_does_not_attack(how: str) -> None:
    desk = Desk().german("D3").put("3-grenadier-guards", "D3").put("i-150-ri", "D3", suppressed=True)
    both = 1 << DATA.unit["3-grenadier-guards"] | 1 << DATA.unit["i-150-ri"]
    setattr(desk.s, how, both)
    assert attackers(desk.s) == 1 << DATA.unit["3-grenadier-guards"]
    desk.s.attacked = 1 << DATA.place["D3"]
    assert attackers(desk.s) == 0


@rule("10.1.5", "10.0")
def test_the_end_of_the_phase_wastes_actions_and_free_moves() -> None:
    desk = Desk().put("ghq", "D4").put("1-loyals", "D4").put("i-150-ri", "D4").put("5-border", "C4")
    for actions, kinds in ((2, ["actions", "free-moves"]), (0, ["free-moves"])):
        desk.actions(actions)
        wastes = list(GAME.wastes(desk.s, "allies", GAME.read(desk.s, "allies", "end")))
        assert [w.kind for w in wastes] == kinds
        assert wastes[-1].pieces == ("1-loyals",)  # British, and with GHQ
        assert "2 free moves" in wastes[-1].text
    alone = Desk().put("ghq", "D4").put("i-150-ri", "D4").actions(0)
    assert not list(GAME.wastes(alone.s, "allies", GAME.read(alone.s, "allies", "end")))


@rule("16.0", "10.0")
def test_the_end_of_the_phase_wastes_the_sidestep_too() -> None:
    """It is for this Player Action Phase alone, so that it is lost with it."""
    desk = Desk().put("1-grenadier-guards", "D4").put("1-coldstream-guards", "D4").put("1-loyals", "D4").actions(0)

    def wasted() -> list[tuple[str, tuple[str, ...]]]:
        wastes = GAME.wastes(desk.s, "allies", GAME.read(desk.s, "allies", "end"))
        return [(w.kind, w.pieces) for w in wastes]

    assert not wasted()
    desk.s.sidestep = True
    assert wasted() == [("sidestep", ("1-grenadier-guards", "1-coldstream-guards"))]
    desk.play("sidestep 1-grenadier-guards A5")
    assert wasted() == [("sidestep", ("1-coldstream-guards",))], "the units of that space may still go"
    desk.play("sidestep 1-coldstream-guards A5")
    assert not wasted()


@rule("6.2", "14.3")
def test_an_event_is_removed_or_with_chaotic_events_discarded() -> None:
    card = DATA.cards[0]
    for chaotic, told in ((False, ("removed", "6.2")), (True, ("discarded", "14.3"))):
        found = _put_away(card, chaotic)
        assert (found.act, found.rule) == told
        assert found.card == card.id


@rule("10.1.1", "10.1")
def test_evacuees_are_told_of_room_only_where_there_is_none() -> None:
    desk = Desk().evacuees(1, "D4").evacuees(2, "D5").evacuees(3, "D5").actions(4)
    assert desk.why("move evacuees-1 D5") == {"10.1.1"}, "two evacuee units fill a Beach"
    far = {s for s in DATA.place_ids[: DATA.land] if s not in desk.ends("move evacuees-1") and s not in ("D4", "D5")}
    assert far
    for space in far:
        assert desk.why(f"move evacuees-1 {space}") == {"10.1"}, space


@rule("10.1", "3.2")
def test_a_way_leads_round_what_stops_movement() -> None:
    """Wherever two ways of two spaces lead to a third, the one is taken that passes no Marsh."""
    tried = 0
    everywhere = (1 << DATA.land) - 1
    for start in range(DATA.land):
        near = [x for x in DATA.near_of[start] if x < DATA.land]
        for goal in {y for x in near for y in DATA.near_of[x]} - {start, *near}:
            middle = [x for x in near if goal in DATA.near_of[x]]
            for soft in middle if len(middle) > 1 and goal < DATA.land else ():
                tried += 1
                way = shortest(DATA, (start, everywhere, 1 << soft, goal))
                assert len(way) == 3
                assert way[0] == start
                assert way[1] in set(middle) - {soft}
                assert way[2] == goal
    assert tried > 20


@rule("10.1")
def test_no_way_leads_over_closed_ground() -> None:
    with pytest.raises(KeyError):
        shortest(DATA, (DATA.place["D3"], 1 << DATA.place["D4"], 0, DATA.place["D5"]))
    assert shortest(DATA, (DATA.place["D3"], 1 << DATA.place["D4"], 0, DATA.place["D4"]))[1:] == (DATA.place["D4"],)


@rule("9.3.4", "10.1.1")
@pytest.mark.parametrize("number", [1, 7, DATA.units - DATA.combat])
def test_evacuees_do_not_retreat_where_there_is_no_room_for_them(number: int) -> None:
    others = [n for n in (2, 3) if n != number]
    desk = Desk().german("D3").put("1-loyals", "D4").evacuees(number, "D4")
    for n in others:
        desk.evacuees(n, "D5")
    desk.call("D")
    desk.play("front 1-loyals").roll(*[6] * desk.dice)
    while desk.top == "Spirit":
        desk.play("accept")
    desk.play("hit 1-loyals")
    assert desk.why(f"retreat evacuees-{number} D5") == {"10.1.1"}


@rule("11.0")
def test_moves_that_lapse_leave_none() -> None:
    for left in (1, 4):
        told = _lapsed(left)
        assert (told.change, told.total) == (-left, 0)


@rule("11.0")
def test_awarded_moves_are_told_with_what_changed_them() -> None:
    assert (_awarded(1, ()).words, _awarded(1, ()).total) == ("1 Evacuation Move.", 1)
    told = _awarded(3, ("The Little Ships", "La Panne is German: halved"))
    assert told.words == "3 Evacuation Moves (The Little Ships, La Panne is German: halved)."
    assert (told.change, told.total) == (3, 3)

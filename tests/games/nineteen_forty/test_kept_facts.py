"""What is kept with a state follows every value that it depends on: each is changed alone, and all is asked again."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN
from grognard.games.nineteen_forty.rules import declaring
from grognard.games.nineteen_forty.rules.declaring import Declaring, front
from grognard.games.nineteen_forty.rules.movement import reached
from grognard.games.nineteen_forty.rules.retreat import _retreats, freeze
from grognard.games.nineteen_forty.rules.sequence import EndCombat, StartImpulse
from grognard.games.nineteen_forty.rules.state import facts, survey
from grognard.games.nineteen_forty.rules.zones import zones
from grognard.maps import mask_of
from grognard.suite import rule

UNITS = {
    "de-i": "2013", "de-xix": "1610", "de-22-ll": "2113", "fr-iv": "2015", "br-i": "1417", "be-i": "1215",
    "fr-9-dim": "1916", "fr-arm": "2117", "nl-i": "0609",
}  # fmt: skip


def changes(desk: Any) -> dict[str, Any]:
    w, s = desk.w, desk.s
    return {
        "german": s.german | w.countries[2], "allied": s.allied & ~w.countries[3],
        "entered": 1 << desk.unit("fr-iv") | 1 << desk.unit("de-i"),
        "unsupplied": 1 << desk.unit("fr-iv") | 1 << desk.unit("de-i"),
        "moved": 1 << desk.unit("fr-iv") | 1 << desk.unit("de-i"),
        "impulse": 2, "turn": 0, "released": 0, "bef_turn": 5, "war": 0b100011, "garrisons": 3,
        "interdicted_german": w.bit[desk.hex("1916")] | w.bit[desk.hex("2016")],
        "interdicted_allied": w.bit[desk.hex("2013")] | w.bit[desk.hex("2012")],
        "assign_allied": tuple(2 - g for g in s.assign_allied), "fort_lost": not s.fort_lost,
        "belgium_lost": not s.belgium_lost, "allied_parts": (desk.unit("fr-9-dim"),), "reacting": 2,
        "dropped": 1 << desk.unit("de-22-ll"), "paratroops_hold": True, "late_alliance": True,
    }  # fmt: skip


@rule("6 ¶1", "4 ¶1", "9 ¶3", "17 French ¶1a", "13 Neutral Status ¶1")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_where_a_unit_can_go_follows_every_change(desk, side):
    groups = dict.fromkeys(desk.w.allied_armies, "1")
    desk.set_up(UNITS, side=side, groups=groups)
    for name in changes(desk):
        desk.set_up(UNITS, side=side, groups=groups)
        s = desk.s
        own = [u for u in desk.w.of_side[s.side] if s.where[u] < desk.w.n]
        for u in own:
            reached(s, u), facts(s).reach(s, u)
        kept = facts(s)
        kept.movers(s), kept.trains(s), kept.joining(s, 0), survey(s)
        setattr(s, name, changes(desk)[name])
        fresh = s.bare()
        assert survey(s) == survey(fresh), name
        assert kept.movers(s) == facts(fresh).movers(fresh), name
        assert kept.trains(s) == facts(fresh).trains(fresh), name
        for u in own:
            assert reached(s, u).costs == reached(fresh, u).costs, name
            assert kept.reach(s, u).mask == facts(fresh).reach(fresh, u).mask, name
            assert kept.goals(s, u) == facts(fresh).goals(fresh, u), name


@rule("16 Deployment ¶1", "16 Deployment ¶2")
def test_zones_of_deployment_follow_the_plan(desk):
    desk.s = s = desk.game.start("campaign")
    s.assign_german, s.assign_allied, s.effort = (0,) * 7, (0,) * 9, 0
    for side in (0, 1):
        before = dict(zones(s, side))
        for name, value in (("assign_german", (1,) * 7), ("effort", 2), ("replaced", desk.unit("de-xii")),
                            ("assign_allied", (2,) * 9), ("late_alliance", True)):  # fmt: skip
            old = getattr(s, name)
            zones(s, side)
            setattr(s, name, value)
            assert zones(s, side) == zones(s.bare(), side), name
            changed = name in (("assign_german", "effort", "replaced") if side == GERMAN
                               else ("assign_allied", "late_alliance"))  # fmt: skip
            assert (dict(zones(s, side)) != before) is changed, name
            setattr(s, name, old)
            zones(s, side)


@rule("11 ¶1", "11 Air Landing Division ¶1", "3 ¶2")
def test_a_drop_is_counted_once_and_only_where_there_is_room(desk):
    """Full hexes in range and out of it: the division fits into neither; a regiment fits anywhere in range."""
    units = {"de-22-ll": "waiting", "de-fj-1": "waiting", "de-x": "1109", "de-13-mot": "1109", "de-iv": "2817",
             "de-29-mot": "2817"}  # fmt: skip
    desk.set_up(units)
    assert not {"1109", "2817"} & set(desk.legal("drop de-22-ll"))
    assert "1109" in desk.legal("drop de-fj-1")
    assert "2817" not in desk.legal("drop de-fj-1")
    survey(desk.s)
    desk.play("drop de-22-ll 0711")
    assert survey(desk.s) == survey(desk.s.bare())
    assert not survey(desk.s).crowd[GERMAN] >> desk.hex("0711") & 1


@rule("11 ¶3", "2 First Impulse A")
def test_who_is_asked_about_withdrawals_and_when(desk):
    """In his own movement phase the German player withdraws by a verb; before an Allied one he is asked."""
    for side, step in ((0, "Moving"), (1, "Withdrawing")):
        desk.set_up({"de-fj-1": "1005", "fr-iv": "2015"}, steps=[StartImpulse(side, 1)])
        assert desk.step() == step


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

"""Single conditions, each in a position where nothing else decides."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.rules import suggestions
from grognard.games.nineteen_forty.rules.arrivals import do_enter, entry_hexes
from grognard.games.nineteen_forty.rules.command import why_not_effort
from grognard.games.nineteen_forty.rules.declaring import Declaring, front, is_attack
from grognard.games.nineteen_forty.rules.ground import going, situation
from grognard.games.nineteen_forty.rules.movement import calmest_way, reached, relievers
from grognard.games.nineteen_forty.rules.retreat import Retreating, can_retreat_to
from grognard.games.nineteen_forty.rules.sequence import BeforeTurns, EndCombat
from grognard.games.nineteen_forty.rules.state import OPENING, allowance, claim, neutral_land, survey
from grognard.games.nineteen_forty.rules.strength import counting
from grognard.maps import follow, mask_of, members
from grognard.suite import rule


@rule("14 Reinforcements ¶1", "4 ¶2a")
@pytest.mark.parametrize("watched", [False, True])
def test_who_enters_in_an_enemy_zone_has_moved_and_nobody_else(desk, watched):
    desk.set_up({"de-i": "1703", "br-1-arm": "waiting"}, side="allied", turn=8)
    s, w, u = desk.s, desk.w, desk.unit("br-1-arm")
    place = next(h for h in members(entry_hexes(s)) if w.zoc[h])
    if watched:
        s.where[desk.unit("de-i")] = members(w.zoc[place])[0]
    do_enter(s, s.stack[-1], "allied", (u, place), None)
    assert s.entered == 1 << u
    assert s.moved == (1 << u if watched else 0)


@rule("6 ¶2a", "13 Neutral Status ¶1", "4 ¶1")
@pytest.mark.parametrize("start", ["1507", "1407", "1008"])
def test_a_way_that_is_found_for_the_unit_is_one_it_may_go(desk, start):
    """Beside neutral ground and among enemies, for every hex that it can reach."""
    for unit in ("de-13-mot", "de-i"):
        desk.set_up({unit: start, "fr-iv": "1607", "fr-iii": "1708", "fr-v": "2705", "fr-cav": "1107"}, war="")
        s, u, invaded = desk.s, desk.unit(unit), 0
        found, how, points, now = reached(s, u), going(s, u), allowance(s, u), situation(s, u)
        for goal in members(found.mask):
            path, cost = calmest_way(s, u, goal, found)
            assert follow(how, path, points, now) == cost, desk.w.labels[goal]
            invaded |= mask_of(path) & neutral_land(s)
        assert invaded


@rule("6 ¶2a")
def test_a_preview_points_to_where_the_move_ends(desk):
    desk.set_up({"de-i": "1605", "fr-iv": "2015"})
    shown = desk.preview("move de-i 1405")
    assert shown.places == ("1405",)
    assert (shown.path[0], shown.path[-1]) == ("1605", "1405")


@rule("7 Retreat ¶1a", "6 Sea Hexsides ¶1")
@pytest.mark.parametrize("watched", [False, True])
def test_no_retreat_crosses_the_sea_into_an_enemy_zone(desk, watched):
    """The cavalry can only leave the island by sea, and go on from there."""
    desk.set_up({"fr-cav": "0613", "de-i": "1703"}, side="german")
    s, w, u = desk.s, desk.w, desk.unit("fr-cav")
    open_to_it = mask_of(map(desk.hex, ("0714", "0814")))
    zone = w.bit[desk.hex("0714")] if watched else 0
    step = Retreating((u,), (), open_to_it, zone, 0, (), (desk.unit("de-i"),))
    assert can_retreat_to(s, u, desk.hex("0814"), step) is not watched


@rule("17 German ¶1")
def test_while_no_effort_is_known_no_panzer_corps_is_held(desk):
    desk.set_up({"de-xix": "1605"}, turn=0)
    held = {}
    for effort in (-1, 0, 1, 2):
        desk.s.effort = effort
        held[effort] = next(why_not_effort(desk.s, desk.unit("de-xix")), None) is not None
    outside = {g: not area >> desk.hex("1605") & 1 for g, area in enumerate(desk.w.effort)}
    assert held == {-1: False, **outside}
    assert outside[2], "the last group of all is another one"


@rule("5 ¶1")
def test_the_first_hex_is_won_by_a_zone(desk):
    desk.set_up({"de-i": "0102", "fr-iv": "2015"})
    s = desk.s
    s.german, s.allied = s.german & ~1, s.allied | 1
    claim(s)
    assert (s.german & 1, s.allied & 1) == (1, 0)
    assert survey(s).zones[0] & 1


@rule("7 ¶1", "15 German Mountain Corps ¶1")
def test_an_attack_into_belgium_does_not_call_the_mountain_corps(desk):
    """I Corps may not leave out the French beside it: only the mountain corps could attack them, and it waits for an
    attack on Switzerland (ruling 91)."""
    units = {"de-i": "0908", "be-i": "0909", "fr-iv": "0807"}
    for helper, free in (("de-geb", False), ("de-x", True)):
        desk.set_up({**units, helper: "0707"}, war="", steps=[Declaring(), EndCombat()])
        now = front(desk.s)
        assert bool(now.waiting) is (helper == "de-geb")
        assert is_attack(desk.s, now, desk.unit("de-i"), (desk.hex("0909"),)) is free
        assert is_attack(desk.s, now, desk.unit("de-i"), tuple(sorted(map(desk.hex, ("0909", "0807")))))
        assert desk.why("attack de-i 0909") == [], "the French may still be named"


@rule("16 Deployment ¶1")
@pytest.mark.parametrize("side", [0, 1])
def test_room_is_kept_for_those_who_still_wait(desk, side, monkeypatch):
    s = desk.game.start()
    waiting = suggestions.zones.still_waiting(s, side)
    asked, usual = [], suggestions.zones.tight_zones

    def tight(s, side, left, taken):
        asked.append(left)
        return usual(s, side, left, taken)

    s.assign_german, s.assign_allied = (0, 1, 2, 1, 1, 1, 1), (0, 1, 2, 0, 0, 0, 0, 0, 0)
    monkeypatch.setattr(suggestions.zones, "tight_zones", tight)
    found = suggestions.find_places(s, side, waiting, *suggestions.zones.standing(s))
    assert len(found) == waiting.bit_count() == len(asked)
    for (u, _), left in zip(found, asked, strict=True):
        waiting &= ~(1 << u)
        assert left == waiting, desk.w.ids[u]


@rule("3 ¶1", "7 Disruption ¶1a")
@pytest.mark.parametrize("disrupted", ["", "de-i", "de-x"])
def test_who_may_not_move_puts_no_hex_right(desk, disrupted):
    """Either of two corps could leave the hex; one that is disrupted cannot."""
    desk.set_up({"de-i": "1705", "de-x": "1705", "fr-iv": "2015"})
    s = desk.s
    s.overfull = desk.hex("1705")
    if disrupted:
        s.disrupted[desk.unit(disrupted)] = 1
    assert {desk.w.ids[u] for u in relievers(s)} == {"de-i", "de-x"} - {disrupted}


@rule("20 Belgian Late Alliance ¶1")
def test_the_moves_before_turn_0_are_a_phase_of_their_own(desk):
    """Nothing that a phase before has used up counts in it."""
    desk.set_up({"de-i": "1703", "fr-iv": "2015"}, side="allied", options={"belgian-late-alliance": True})
    s, every = desk.s, (1 << desk.w.n_units) - 1
    s.moved = s.entered = s.dropped = every
    s.stage, s.railed, s.overfull = 2, True, 5
    desk.restart(BeforeTurns())
    assert (s.turn, s.side, s.impulse) == (-1, 1, 2)
    assert s.moved | s.entered | s.dropped == 0
    assert (s.stage, s.railed, s.overfull) == (OPENING, False, -1)


@rule("7 Retreat ¶1f")
def test_a_regiment_leaves_the_defence_to_who_has_retreated(desk):
    """It has no strength of its own, so the corps beside it defends in full, whether it has retreated or not; beside
    another corps who has retreated adds nothing."""
    desk.set_up({"de-i": "2013", "de-fj-1": "2013", "fr-iv": "2014"}, side="allied")
    s, here, corps = desk.s, desk.hex("2013"), desk.unit("de-i")
    assert counting(s, here, 0) == [corps]
    s.retreated = 1 << corps
    assert counting(s, here, 0) == [corps]
    s.where[desk.unit("de-x")] = here
    assert counting(s, here, 0) == [desk.unit("de-x")]

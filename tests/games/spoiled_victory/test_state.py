"""The state at the start, and that what is carried along with it is what follows from it."""

from __future__ import annotations

import random

from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.rules.player_actions import has_free_business
from grognard.games.spoiled_victory.rules.state import facts
from grognard.kernel.rules import CHANCE, Rolled, bits
from grognard.suite import rule


@rule("15.0", "10.5", "10.10.1", "5.0", "14.1", "14.2")
def test_the_state_at_the_start() -> None:
    s = GAME.begin("dynamo", GAME.settle_options("dynamo", {}))
    assert (s.turn, s.vp, s.pile, s.discards, s.removed) == (1, 0, DATA.all_cards, 0, 0)
    assert (s.event, s.intelligence, s.rearguard, s.cap_route) == (-1, -1, -1, -1)
    assert (s.spirit, s.cap, s.bombers, s.jetties) == (True, True, 0, 0)
    for flag in ("mole_damaged", "flooded", "surrendered", "french_early", "beach_bonus", "sidestep", "chaotic"):
        assert getattr(s, flag) is False, flag
    for none in (
        "suppressed", "reduced", "disrupted", "harbour", "wake", "bonus_actions", "bonus_moves", "spent", "broke",
        "actions", "moves", "group", "group_left", "ghq_moves", "engaged", "entered", "roused", "attacked", "astray",
    ):  # fmt: skip
        assert getattr(s, none) == 0, none
    assert (s.always_retreats, s.wins_lapse) == (False, False)
    assert s.on_track == list(range(10))
    assert s.advance == [0] * 10
    assert [DATA.place_ids[x] for x in s.loc[:3]] == ["G5/H5", "F3", "F4"]
    assert s.full & DATA.combat_mask == DATA.combat_mask
    placed = list(DATA.printed.scenario.evacuee)
    for i, evacuee in enumerate(placed):
        assert DATA.place_ids[s.loc[DATA.combat + i]] == evacuee.space
        assert s.full >> DATA.combat + i & 1 == (evacuee.strength == 2)
    assert all(s.loc[u] == DATA.pool for u in range(DATA.combat + len(placed), DATA.units))
    free = GAME.begin("dynamo", GAME.settle_options("dynamo", {"free-allied-setup": True}))
    assert {DATA.place_ids[free.loc[u]] for u in bits(DATA.british | DATA.french)} == {"embarked"}
    assert all(free.loc[u] == s.loc[u] for u in bits(DATA.belgian))
    drawn = GAME.begin("dynamo", GAME.settle_options("dynamo", {"free-german-setup": True}))
    assert drawn.on_track == [-1] * 10
    other = GAME.begin("dynamo", GAME.settle_options("dynamo", {"german-always-retreats": True}))
    assert (other.always_retreats, other.wins_lapse, other.chaotic) == (True, False, False)


@rule("10.1.1", "10.1.4", "10.1.7", "9.2", "9.3.8")
def test_who_stands_where_follows_from_the_places_of_units() -> None:
    rng = random.Random(9)
    looked = 0
    for _ in range(3):
        s = GAME.start()
        while s.stack:
            carried = facts(s)
            fresh = facts(s.bare())
            assert carried == fresh
            german = {DATA.tracks[t][n] for t, n in enumerate(s.advance)}
            assert set(bits(fresh.german_at)) == german
            behind = {x for t, n in enumerate(s.advance) for x in DATA.tracks[t][:n]}
            assert set(bits(fresh.barred)) == behind
            ashore = {u for u, place in enumerate(s.loc) if place < DATA.land}
            assert set(bits(fresh.ashore)) == ashore
            assert set(bits(fresh.met)) == {u for u in ashore if s.loc[u] in german}
            open_ = {x for x in range(DATA.land) if x not in behind}
            for space in range(DATA.land):
                there = {u for u, place in enumerate(s.loc) if place == space}
                assert set(bits(fresh.at[space])) == there
                evacuees = sum(1 for u in there if u >= DATA.combat)
                assert fresh.crowded >> space & 1 == (evacuees >= (4 if DATA.place_ids[space] == "A5" else 2))
                beside = set(bits(DATA.near[space])) & open_
                assert fresh.pockets >> space & 1 == (space in open_ and not beside)
                beside -= set(bits(DATA.belgian_area))
                assert fresh.walled >> space & 1 == (space in open_ and not beside)
            looked += 1
            if GAME.turn(s) is CHANCE:
                GAME.apply(s, GAME.chance(s).sample(rng))
            else:
                GAME.apply(s, GAME.random(s, "allies", rng))
    assert looked > 500


@rule("4.1", "4.2", "7.2", "8.1", "10.2")
def test_who_leaves_the_map_leaves_every_list() -> None:
    from grognard.games.spoiled_victory.rules.state import eliminate, embark, to_pool

    for unit, leave, box in (
        ("1-loyals", lambda s, u: eliminate(s, u, None, ""), "lost"),
        ("evacuees-3", lambda s, u: eliminate(s, u, None, ""), "pool"),
        ("1-loyals", embark, "embarked"),
        ("evacuees-3", to_pool, "pool"),
    ):
        desk = Desk().put(unit, "C5").put("yser-garrison", "C5")
        s = desk.s
        everybody = (1 << DATA.units) - 1
        s.full = s.suppressed = s.astray = s.entered = s.roused = s.group_left = everybody
        leave(s, DATA.unit[unit])
        rest = everybody & ~(1 << DATA.unit[unit])
        assert (s.full, s.suppressed, s.astray, s.entered, s.roused, s.group_left) == (rest,) * 6
        assert desk.where(unit) == box
        assert desk.where("yser-garrison") == "C5"


@rule("9.3.4")
def test_a_retreat_clears_what_the_unit_was_about_to_do() -> None:
    from grognard.games.spoiled_victory.rules.state import retreat

    desk = Desk().put("1-loyals", "D3").put("5-border", "D3")
    both = 1 << DATA.unit["1-loyals"] | 1 << DATA.unit["5-border"]
    desk.s.entered = desk.s.roused = both
    retreat(desk.s, DATA.unit["1-loyals"], DATA.place["D4"], None)
    assert desk.s.entered == desk.s.roused == 1 << DATA.unit["5-border"]
    assert desk.where("1-loyals") == "D4"


@rule("9.3.1", "9.3.2", "9.3.4")
def test_what_a_german_suffers_falls_on_his_own_track() -> None:
    from grognard.games.spoiled_victory.rules.state import disrupt, german_hit, german_retreat, rally

    desk = Desk().german("E3").german("D3")
    s = desk.s
    s.reduced = s.disrupted = 1 << 9 | 1 << 0
    disrupt(s, 4, None, "")
    german_hit(s, 4, None, "")
    assert (s.reduced, s.disrupted) == (1 << 9 | 1 << 4 | 1, 1 << 9 | 1 << 4 | 1)
    german_retreat(s, 4, None)
    assert (desk.german_at("E"), desk.german_at("D")) == ("E2", "D3")
    rally(s, 1 << 4, None, "")
    assert s.disrupted == 1 << 9 | 1
    s.disrupted |= 1 << 5
    disrupt(s, 4, None, "")
    assert s.disrupted == 1 << 9 | 1 << 5 | 1 << 4 | 1, "the neighbor's marker is none of his"
    rally(s, 1 << 4 | 1 << 5, None, "")
    german_hit(s, 4, None, "")
    assert s.disrupted == 1 << 9 | 1 << 4 | 1, "reduced already: Disrupted instead"
    german_retreat(s, 4, None)
    german_retreat(s, 4, None)
    assert (desk.german_at("E"), s.reduced, s.disrupted) == ("E1", 1 << 9 | 1 << 4 | 1, 1 << 9 | 1 << 4 | 1)


@rule("9.3c", "9.3d", "10.1.8")
def test_a_roll_points_at_its_row_of_the_table() -> None:
    for dice, row in (((2, 2, 2, 2), "0"), ((6, 2, 2, 2), "1"), ((6, 6, 6, 2), "3"), ((6, 6, 6, 6), "4+")):
        desk = Desk().german("D2").put("1-loyals", "D3").call("D").roll(*dice)
        (roll,) = [h.event for h in desk.events.items if isinstance(h.event, Rolled)]
        assert {x.split()[1] for x in roll.shows} == {row}
        ours = Desk().german("D3").put("3-grenadier-guards", "E3").actions(1)
        ours.play("move 3-grenadier-guards D3", "end").roll(*dice)
        (roll,) = [h.event for h in ours.events.items if isinstance(h.event, Rolled)]
        assert {x.split()[1] for x in roll.shows} == {row}
    many = Desk().event("massed-artillery").german("D2").put("1-loyals", "D3").call("D").roll(6, 6, 6, 6, 6)
    rolls = [h.event for h in many.events.items if isinstance(h.event, Rolled)]
    assert {x.split()[1] for x in rolls[0].shows} == {"4+"}
    assert many.s.stack[-1].wins == 5, "five Wins are to apply, and read as the row of four"


@rule("9.3.2", "10.1.8")
def test_a_winning_attacker_takes_no_casualty() -> None:
    desk = Desk().german("D3").put("3-grenadier-guards", "E3").actions(1).play("move 3-grenadier-guards D3", "end")
    desk.roll(1, 1, 5, 5)
    assert desk.is_full("3-grenadier-guards")
    assert desk.german_at("D") == "D2"


@rule("10.0", "10.1.5", "16.0", "10.10.2")
def test_what_can_be_done_without_actions() -> None:
    assert not has_free_business(Desk().put("1-loyals", "C2").actions(0).s)
    bombs = Desk()
    bombs.s.bombers = 1
    assert has_free_business(bombs.actions(0).s)
    bombs.s.bombers = 2
    assert not has_free_business(bombs.s)
    assert has_free_business(Desk().put("ghq", "C2").put("1-loyals", "C2").actions(0).s)
    assert not has_free_business(Desk().put("ghq", "C2").put("i-150-ri", "C2").actions(0).s)
    aside = Desk().put("1-grenadier-guards", "C2")
    aside.s.sidestep = True
    assert has_free_business(aside.actions(0).s)
    nobody = Desk().put("1-loyals", "C2")
    nobody.s.sidestep = True
    assert not has_free_business(nobody.actions(0).s)
    group = Desk().put("1-loyals", "C2").put("5-border", "C2").actions(1).play("move 1-loyals C3")
    assert has_free_business(group.s), "5/Border may go along"
    assert not has_free_business(group.play("move 5-border C3").s)


@rule("10.1.7")
def test_the_reason_names_the_unit_that_must_leave() -> None:
    desk = Desk().put("i-270-ri", "H4").put("1-loyals", "C5").evacuees(2, "A5")
    desk.s.astray = 1 << DATA.unit["i-270-ri"]
    desk.actions(2)
    for text in ("end", "create A5", "upgrade evacuees-2", "spirit", "move 1-loyals"):
        (reason,) = [r for r in GAME.why_not(desk.s, "allies", text) if r.rule == "10.1.7"]
        assert "I/270 RI must first leave the Belgian area." in reason.text, text
    (reason,) = GAME.why_not(desk.s, "allies", "end")
    assert (reason.pieces, reason.places) == (("i-270-ri",), ("H4",))

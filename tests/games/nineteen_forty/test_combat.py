"""7 Combat: duties, odds, results, disruption, retreat, advance. With the examples of the text."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.rules.retreat import retreat_hexes
from grognard.games.nineteen_forty.rules.strength import (
    ONE,
    attack_strength,
    base_column,
    column,
    defence_strength,
    rivers,
    shifts,
)
from grognard.suite import rule


def battle(desk, attackers, targets):
    return [desk.unit(u) for u in attackers.split()], [desk.hex(t) for t in targets.split()]


def col(desk, attackers, targets, air=0, failed=()):
    units, hexes = battle(desk, attackers, targets)
    return desk.w.crt_names[column(desk.s, units, hexes, 1 - desk.s.side, failed, air)]


def factors(desk, attackers, targets, failed=()):
    units, hexes = battle(desk, attackers, targets)
    side = 1 - desk.s.side
    return attack_strength(desk.s, units, hexes, failed) / ONE, defence_strength(desk.s, units, hexes, side) / ONE


# ------------------------------------------------------------------------------- declaring (the picture's text)


@rule("7 ¶1", "7 ¶2")
def test_german_example(desk):
    """French 2 is next to all three Germans, French 3 to unit 1 as well, French 1 to unit 3 as well."""
    w = desk.w
    g1, g3, f3, f2, f1 = "2013", "2014", "1913", "1914", "1915"
    for german, french in ((g1, f3), (g1, f2), (g3, f2), (g3, f1)):
        assert w.grid.are_adjacent(desk.hex(german), desk.hex(french))
    assert not w.grid.are_adjacent(desk.hex(g1), desk.hex(f1))
    assert not w.grid.are_adjacent(desk.hex(g3), desk.hex(f3))
    g2 = next(w.labels[h] for h in w.attack_near[desk.hex(f2)] if w.labels[h] not in (g1, g3, f1, f3))
    desk.set_up({"de-i": g1, "de-x": g2, "de-iv": g3, "fr-iii": f3, "fr-iv": f2, "fr-v": f1}, combat=True)
    # Unit 1 attacks French 3 alone: French 2 is left out.
    reason = desk.game.why_not(desk.s, "german", f"attack de-i {f3}; done")[0]
    assert (reason.rule, reason.places, reason.pieces) == ("7 ¶1", (f2,), ("fr-iv",))
    # Unit 3 attacks French 2: now French 1 is left out.
    reason = desk.game.why_not(desk.s, "german", f"attack de-i {f3}; attack de-iv {f2}; done")[0]
    assert (reason.rule, reason.places, reason.pieces) == ("7 ¶1", (f1,), ("fr-v",))
    # Unit 3 attacks French 1 and 2, unit 2 rests: legal.
    desk.play(f"attack de-i {f3}; attack de-iv {f1} {f2}; done")
    fought = {tuple(sorted(w.labels[t] for t in targets)): units for targets, units in desk.s.battles}
    assert fought == {(f3,): (desk.unit("de-i"),), (f2, f1): (desk.unit("de-iv"),)}


@rule("7 ¶3", "7 ¶1")
def test_allied_example(desk):
    # An Allied unit next to three Germans may attack only if all three are attacked, by whichever units.
    desk.set_up({"fr-iv": "2014", "de-i": "1914", "de-x": "2013", "de-iv": "2015"}, side="allied", combat=True)
    assert "2013" in desk.legal("attack fr-iv")
    assert desk.why("attack fr-iv 2013; done") == ["7 ¶1", "7 ¶1"], "1914 and 2015 are left out"
    full = "attack fr-iv 1914 2013 2015; done"
    assert desk.why(full) == []
    assert desk.game.legal(desk.s, "allied", "attack fr-iv 1914; ") == [], "alone it cannot leave any of them out"


@rule("7 ¶1")
def test_nobody_has_to_attack(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, combat=True)
    assert "done" in desk.legal()
    desk.play("done")


@rule("7 ¶1")
def test_only_completable_parts_are_offered(desk):
    # de-i next to both French units; nobody else can take the second: it may attack both, not one.
    desk.set_up({"de-i": "2014", "fr-iv": "2015", "fr-iii": "2013"}, combat=True)
    assert desk.why("attack de-i 2015") == []
    assert not desk.game.read(desk.s, "german", "attack de-i 2015").complete
    assert desk.game.read(desk.s, "german", "attack de-i 2015 2013").complete
    desk.set_up({"de-i": "2014", "fr-iv": "2015", "fr-iii": "2013", "de-x": "2012"}, combat=True)
    assert desk.game.read(desk.s, "german", "attack de-i 2015").complete, "de-x can take the other"


@rule("7 Disruption ¶1b")
def test_no_duty_towards_disrupted_units(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015", "fr-iii": "2013"}, combat=True)
    desk.s.disrupted[desk.unit("fr-iii")] = 3
    desk.play("attack de-i 2015; done", dice=[5])
    assert desk.at("fr-iii") == "2013"


@rule("7 ¶5a")
def test_units_attack_a_hex_together_and_a_hex_defends_as_one(desk):
    desk.set_up({"de-i": "2014", "de-x": "1915", "fr-iv": "2015", "fr-9-dim": "2015"}, combat=True)
    assert factors(desk, "de-i de-x", "2015") == (9, 5)
    desk.play("attack de-i 2015; attack de-x 2015; done", dice=[6])


@rule("7 ¶5a")
def test_a_hex_is_attacked_once(desk):
    desk.set_up({"de-i": "2014", "de-x": "1916", "fr-iv": "2015", "fr-iii": "1915"}, combat=True)
    assert desk.why("attack de-x 2015 1915; attack de-i 2015 1915") == [], "joins that attack as a whole"
    assert not desk.game.read(desk.s, "german", "attack de-x 2015 1915; attack de-i 2015").complete
    assert desk.why("attack de-x 1915; attack de-i 1915") == ["7 ¶1"], "then 2015 would be left out"
    assert desk.why("attack de-x 1915 2015; attack de-i 2015 1915; attack de-i 1915") == ["7 ¶1"], "once a phase"


@rule("7 ¶4a", "7 ¶4c")
def test_attacks_are_resolved_in_the_order_the_attacker_chooses(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015", "de-x": "2414", "fr-iii": "2415"}, combat=True)
    desk.play("attack de-i 2015; attack de-x 2415; done")
    assert desk.step() == "Resolving"
    assert set(desk.legal()) == {"resolve 2015", "resolve 2415"}
    rolled = [rivers(desk.s, [desk.unit("de-x")], [desk.hex("2415")])]
    desk.play("resolve 2415", dice=([[1] * len(rolled[0])] if rolled[0] else []) + [6])
    assert desk.s.battles == () or desk.s.battles[0][0] == (desk.hex("2015"),)


@rule("7 ¶4b")
@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [(8, 3, "2:1"), (3, 2, "1.5:1"), (5, 4, "1:1"), (4, 5, "1:2"), (1, 3, "1:3"), (1, 9, "1:3"), (5, 1, "5:1"),
     (6, 2, "3:1"), (30, 1, "7:1"), (8, 2, "4:1"), (149, 100, "1:1")],
)  # fmt: skip
def test_ratios_round_down(desk, attack, defence, name):
    assert desk.w.crt_names[base_column(desk.w, attack * ONE, defence * ONE)] == name


@rule("7 ¶5b")
def test_cumulative_terrain_example(desk):
    # Armour in 1607 attacks 1508 (rough) and 1608 (forest): halved, and one column left.
    desk.set_up({"de-xix": "1607", "fr-iv": "1508", "fr-iii": "1608"}, combat=True)
    crossed = rivers(desk.s, [desk.unit("de-xix")], [desk.hex("1508"), desk.hex("1608")])
    assert factors(desk, "de-xix", "1508 1608")[0] == 3
    units, hexes = battle(desk, "de-xix", "1508 1608")
    assert [m.value for m in shifts(desk.s, units, hexes, 1) if "rough" in m.reason] == [-1]
    assert len(crossed) <= 2


@rule("7 Terrain ¶1a", "7 Terrain ¶1b")
def test_bridgeheads(desk):
    w = desk.w
    side = next(
        s for s, k in w.side_kind.items()
        if k == "minor-river" and all(w.country[h] == 1 and not w.columns[h] for h in w.grid.sides[s])
        and not any((x, y) in w.forts for x, y in (w.grid.sides[s], w.grid.sides[s][::-1]))
    )  # fmt: skip
    a, b = (w.labels[h] for h in w.grid.sides[side])
    desk.set_up({"de-iv": a, "fr-iv": b}, combat=True)
    units, hexes = battle(desk, "de-iv", b)
    assert rivers(desk.s, units, hexes) == [side]
    assert factors(desk, "de-iv", b) == (5, 4)
    assert factors(desk, "de-iv", b, failed=(side,)) == (2.5, 4), "no bridgehead: halved"
    desk.play(f"attack de-iv {b}; done", dice=[[3], 6])
    assert "Bridgeheads" in " ".join(desk.log)
    assert "all won" in " ".join(desk.log)
    desk.set_up({"de-iv": a, "fr-iv": b}, combat=True)
    desk.play(f"attack de-iv {b}; done", dice=[[4], 1])
    assert "none at" in " ".join(desk.log)
    assert "2½ to 4 is 1:2" in " ".join(desk.log), "2½ to 4, and the attack goes on"


# ------------------------------------------------------------------------------------------------ results


def fight(desk, die, extra=None, attacker="de-i", **more):
    desk.set_up({attacker: "2014", "fr-iv": "2015", **(extra or {})}, combat=True, **more)
    desk.play(f"attack {attacker} 2015; done", dice=[die])


@rule("7 Combat Results AE", "19 Losses Allied ¶1")
def test_attacker_eliminated(desk):
    desk.set_up({"de-xxxiii": "2014", "fr-iv": "2015"}, combat=True)
    desk.play("attack de-xxxiii 2015; done", dice=[6])
    assert desk.at("de-xxxiii") == "eliminated"


@rule("7 Combat Results AR", "7 Disruption ¶1a")
def test_attacker_repulsed(desk):
    fight(desk, 4)  # 5:4 is 1:1, die 4
    assert desk.at("de-i") == "2014"
    assert desk.condition("de-i") in ("repulsed-now", "repulsed")
    from grognard.games.nineteen_forty.rules.state import survey

    assert not survey(desk.s).zones[0], "no zone of control"


@rule("7 Combat Results NE")
def test_no_effect(desk):
    fight(desk, 3)  # 5:4 is 1:1, and 3 is NE
    assert any("NE, no effect" in line for line in desk.log)
    assert desk.step() not in ("Retreating", "Advancing"), "nothing is left to do"
    assert (desk.at("de-i"), desk.at("fr-iv")) == ("2014", "2015")
    assert (desk.condition("de-i"), desk.condition("fr-iv")) == ("sound", "sound")


@rule("7 Combat Results DR", "7 Retreat ¶1a", "7 Retreat ¶1e", "7 Disruption ¶1a")
def test_defender_retreats_two_hexes_by_choice_and_is_disrupted(desk):
    fight(desk, 1)  # 1:1 and 1 is DR*
    assert desk.step() == "Retreating"
    assert desk.seat == "allied"
    ends = set(desk.legal("retreat fr-iv"))
    distances = {desk.w.grid.distance(desk.hex("2015"), desk.hex(h)) for h in ends}
    assert distances == {2}
    assert desk.why("retreat fr-iv 2016") == ["7 Retreat ¶1a"]
    desk.play("retreat fr-iv 2017")
    assert desk.condition("fr-iv") == "routed"


@rule("7 Combat Results DR")
def test_starred_retreats_have_no_effect_in_some_terrain(desk):
    w = desk.w
    rough = "2505"
    assert w.dr_star >> desk.hex(rough) & 1
    wood = next(
        (w.labels[h], w.labels[x])
        for h in range(w.n)
        if w.country[h] == 1 and w.terrains[w.terrain[h]].id == "forest" and not w.fortified >> h & 1
        for x in w.grid.neighbours[h]
        if w.country[x] == 1 and not w.side_kind.get(w.grid.side(h, x)) and not w.columns[x]
    )
    desk.set_up({"de-i": wood[1], "fr-iv": wood[0]}, combat=True)
    desk.play(f"attack de-i {wood[0]}; done", dice=[1])
    assert any("DR*, defender retreats unless protected" in line for line in desk.log)
    assert any("DR* has no effect on units in forest" in line for line in desk.log)
    assert desk.step() not in ("Retreating", "Advancing")
    assert desk.at("fr-iv") == wood[0]
    assert desk.condition("fr-iv") == "sound"
    fight(desk, 1)  # the same result in the open
    assert any("DR*, defender retreats unless protected" in line for line in desk.log)
    assert desk.step() == "Retreating"


@rule("7 Combat Results DE", "19 Losses German ¶1")
def test_defender_eliminated(desk):
    desk.set_up({"de-i": "2014", "de-x": "1915", "fr-xi": "2015"}, combat=True)
    assert col(desk, "de-i de-x", "2015") == "4:1"
    desk.play("attack de-i 2015; attack de-x 2015; done", dice=[1])
    assert desk.at("fr-xi") == "eliminated"


@rule("7 Disruption ¶1a")
def test_a_disrupted_unit_neither_moves_nor_attacks_but_defends_in_full(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, side="allied")
    desk.s.disrupted[desk.unit("fr-iv")] = 3
    assert "7 Disruption ¶1a" in desk.why("move fr-iv 2016")
    desk.play("end")
    assert desk.step() != "Declaring", "nobody can attack"
    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, combat=True)
    desk.s.disrupted[desk.unit("fr-iv")] = 3
    assert factors(desk, "de-i", "2015") == (5, 4)


@rule("7 Disruption ¶1c", "2 First Impulse C", "2 Second Impulse F", "2 ¶3")
def test_recovery_from_a_repulse_in_the_next_friendly_impulse(desk):
    from grognard.games.nineteen_forty.rules.sequence import StartImpulse

    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, steps=[StartImpulse(0, 1)])
    desk.play("end", "attack de-i 2015; done", dice=[3])
    assert (desk.s.impulse, desk.step(), desk.condition("de-i")) == (2, "Moving", "repulsed")
    assert "7 Disruption ¶1a" in desk.why("move de-i 2013")
    desk.play("end")
    assert desk.condition("de-i") == "sound", "recovered in the recovery phase of the second impulse"
    assert desk.s.side == 1


@rule("7 Disruption ¶1d", "2 First Impulse C")
def test_recovery_from_a_retreat_only_in_the_own_second_impulse(desk):
    from grognard.games.nineteen_forty.rules.sequence import StartImpulse

    desk.set_up({"de-i": "1703", "fr-iv": "2017"}, side="allied", steps=[StartImpulse(1, 1)])
    desk.s.disrupted[desk.unit("fr-iv")] = 3
    desk.play("end")
    assert (desk.s.impulse, desk.condition("fr-iv")) == (2, "routed")
    desk.play("end")
    assert desk.condition("fr-iv") == "sound"


@rule("7 Disruption ¶1d", "18 ¶1a")
def test_a_retreat_on_turn_0_lasts_through_turn_1(desk):
    from grognard.games.nineteen_forty.rules.sequence import StartImpulse

    desk.set_up({"de-i": "1703", "fr-iv": "2017"}, side="allied", turn=0, steps=[StartImpulse(1, 1)])
    desk.s.disrupted[desk.unit("fr-iv")] = 3
    desk.play("end")
    assert (desk.s.turn, desk.condition("fr-iv")) == (1, "routed")


# ------------------------------------------------------------------------------------------------ retreat


def ends_of(desk, unit):
    from grognard.games.nineteen_forty.rules.retreat import freeze

    u = desk.unit(unit)
    frozen = freeze(desk.s, [u], [], ())
    return {desk.w.labels[h] for h in retreat_hexes(desk.s, u, frozen.land, frozen.zone, frozen.friends)}


@rule("7 Retreat ¶1b", "4 ¶4")
def test_retreat_and_enemy_zones(desk):
    w, start = desk.w, desk.hex("2015")
    foes = {"de-i": "2014", "de-x": "2217"}
    zone = {w.labels[h] for h in w.zoc_near[desk.hex("2217")]}
    desk.set_up({"fr-iv": "2015", **foes})
    alone = ends_of(desk, "fr-iv")
    assert alone
    assert not alone & zone
    two_away = sorted(h for h in zone if w.grid.distance(start, desk.hex(h)) == 2)
    assert two_away
    for h in two_away:
        desk.set_up({"fr-iv": "2015", "fr-9-dim": h, **foes})
        assert h in ends_of(desk, "fr-iv"), "a friend stands there"
    desk.set_up({"fr-cav": "2015", "fr-iii": "2017", **foes})
    assert ends_of(desk, "fr-cav") & zone, "a motorized unit may end in a contested hex that is still friendly"


@rule("7 Retreat ¶1c", "7 Retreat ¶1a")
def test_a_surrounded_unit_is_eliminated(desk):
    ring = desk.w.grid.neighbours[desk.hex("2015")]
    names = ["de-i", "de-x", "de-iv"]
    desk.set_up(
        {"fr-iv": "2015", **{n: desk.w.labels[h] for n, h in zip(names, ring[::2], strict=True)}}, combat=True
    )
    assert ends_of(desk, "fr-iv") == set()
    desk.play("; ".join(f"attack {n} 2015" for n in names) + "; done", dice=[2])
    assert desk.at("fr-iv") == "eliminated"


@rule("7 Retreat ¶1d")
def test_a_retreat_goes_on_while_the_ends_are_full(desk):
    # Every hex two away to the west holds a corps already.
    far = [h for h in range(desk.w.n) if desk.w.grid.distance(h, desk.hex("2015")) == 2 and desk.w.country[h] == 1]
    corps = [u for u in desk.w.ids if u.startswith("fr-") and desk.w.load[desk.unit(u)] == 3 and u != "fr-iv"]
    desk.set_up({"fr-iv": "2015", **{u: desk.w.labels[h] for u, h in zip(corps, far, strict=False)}})
    assert len(far) <= len(corps)
    distances = {desk.w.grid.distance(desk.hex("2015"), desk.hex(x)) for x in ends_of(desk, "fr-iv")}
    assert distances == {3}


@rule("7 B Reservists ¶1")
def test_b_reservists_retreat_four_hexes(desk):
    desk.set_up({"fr-xi": "2015", "de-i": "2014"})
    assert {desk.w.grid.distance(desk.hex("2015"), desk.hex(x)) for x in ends_of(desk, "fr-xi")} == {4}
    desk.set_up({"de-xxxiii": "1703", "fr-iv": "2015"})
    assert {desk.w.grid.distance(desk.hex("1703"), desk.hex(x)) for x in ends_of(desk, "de-xxxiii")} == {2}


@rule("7 Retreat ¶1f")
def test_a_retreated_unit_adds_nothing_but_shares_the_result(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015", "fr-9-dim": "2015"}, combat=True)
    assert factors(desk, "de-i", "2015")[1] == 5
    desk.s.retreated = 1 << desk.unit("fr-9-dim")
    desk.s.disrupted[desk.unit("fr-9-dim")] = 3
    assert factors(desk, "de-i", "2015")[1] == 4
    desk.s.retreated |= 1 << desk.unit("fr-iv")
    assert factors(desk, "de-i", "2015")[1] == 5, "only retreated units: full strength (ruling 46)"
    desk.s.retreated = 1 << desk.unit("fr-9-dim")
    desk.play("attack de-i 2015; done", dice=[1])
    assert desk.step() == "Retreating"
    assert set(desk.legal()) == {"retreat fr-iv", "retreat fr-9-dim"}


@rule("7 Advance ¶1a", "7 Advance ¶1b")
def test_advance_example(desk):
    # A German unit in 1511 clears 1512: it may go to 1411, 1512 or 1611.
    desk.set_up({"de-i": "1511", "de-9-pz": "1511", "fr-xi": "1512"}, combat=True)
    from grognard.games.nineteen_forty.rules.retreat import advance_hexes

    desk.s.where[desk.unit("fr-xi")] = desk.w.eliminated
    found = {desk.w.labels[h] for h in advance_hexes(desk.s, desk.unit("de-i"), (desk.hex("1512"),))}
    assert found == {"1411", "1512", "1611"}


@rule("7 Advance ¶1a", "7 Advance ¶1b")
def test_each_attacker_may_advance_at_once_within_stacking(desk):
    desk.set_up({"de-i": "2014", "de-x": "1915", "fr-xi": "2015"}, combat=True)
    desk.play("attack de-i 2015; attack de-x 2015; done", dice=[1])
    assert desk.step() == "Advancing"
    desk.play("advance de-i 2015")
    assert "2015" not in desk.legal("advance de-x"), "a second corps has no room"
    desk.play("halt")
    assert desk.owner("2015") == "german"


@rule("7 Advance ¶1b")
def test_advance_ignores_zones_and_costs_nothing(desk):
    from grognard.games.nineteen_forty.rules.state import survey

    desk.set_up({"de-i": "2014", "de-x": "1915", "fr-xi": "2015", "fr-iii": "2016"}, combat=True)
    desk.play("attack de-i 2015; attack de-x 2015; done", dice=[1])
    assert survey(desk.s).zones[1] >> desk.hex("2015") & 1, "the hex is in the zone of III Corps"
    before = desk.s.moved
    desk.play("advance de-i 2015")
    assert desk.at("de-i") == "2015"
    assert desk.s.moved == before, "it counts as no move"


@rule("11 Parachute Regiments ¶1", "7 Advance ¶1a")
def test_an_advance_overruns_a_parachute_regiment(desk):
    near = desk.w.grid.near[desk.hex("2014")] & desk.w.grid.near[desk.hex("2015")]
    beside = next(desk.w.labels[h] for h in range(desk.w.n) if near >> h & 1)
    units = {"fr-iii": "2014", "de-13-mot": "2015", "de-fj-1": beside}
    desk.set_up(units, side="allied", combat=True)
    desk.play("attack fr-iii 2015; done", dice=[1])
    while desk.step() == "Retreating":
        desk.play(desk.game.legal(desk.s, desk.seat, "retreat de-13-mot")[0].text)
    desk.play(f"advance fr-iii {beside}")
    assert desk.at("de-fj-1") == "eliminated"
    told = [line for line in desk.log if "advances" in line or "overrun" in line]
    assert "advances" in told[0]
    assert "overrun" in told[1]

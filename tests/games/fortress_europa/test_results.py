"""15, 16.4, 33.3.9: what results of battles ask of whom, unit by unit; where retreats lead."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, GERMAN, ROUGH
from grognard.games.fortress_europa.rules.combat.battle import (
    AttackersGo,
    DefendersGo,
    EndBattle,
    Losing,
    Paying,
    all_steps,
    consequences,
    in_battle,
)
from grognard.games.fortress_europa.rules.combat.losses import eliminate, forget, lose_step
from grognard.games.fortress_europa.rules.combat.retreat import (
    Falling,
    Retreating,
    Yielding,
    choices,
    do_retreat,
    may_stay,
    most_saved,
    open_to,
    over_the_dyke,
    retreat_lacking,
    ways,
    why_not_there,
)
from grognard.games.fortress_europa.rules.combat.rout import Advancing, SweptAlong, may_advance, swept
from grognard.games.fortress_europa.rules.movement.stacking import stack_limit
from grognard.games.fortress_europa.rules.standing import facts, set_decoy
from grognard.games.fortress_europa.rules.state import FREE
from grognard.kernel.rules import Events
from grognard.maps import members
from grognard.suite import rule


def battle(desk, units, attackers, hexes, side="allied", **more):
    """A battle that has been rolled for: nothing else is on the stack."""
    s = desk.set_up(units, side=side, steps=[], **more)
    w = desk.w
    s.battle_units, s.battle_hexes = desk.units_of(attackers), desk.hexes_of(hexes)
    foe = w.side_mask[1 - s.side]
    s.battle_foes = sum(1 << u for u, h in enumerate(s.where) if h < w.n and foe >> u & 1 and s.battle_hexes >> h & 1)
    return s


def rough_hex(desk):
    """A rough hex without city, fortress or river, with six neighbours that are none of that either."""
    w = desk.w
    wet = 0
    for river in w.rivers:
        wet |= river.banks
    plain = w.land & ~(w.cities | w.fortresses | wet | w.ground[ALPINE] | w.dyke)
    return next(
        w.labels[h]
        for h in members(w.ground[ROUGH] & plain)
        if len(w.near[h]) == 6 and all(plain >> x & 1 for x in w.near[h])
    )


# -------------------------------------------------------------------------------------------------- losses


@rule("2.8", "27.12")
def test_how_many_steps_units_have(desk):
    s = desk.set_up({"us-1": "M8", "us-4": "M8", "us-over-1": "M8", "br-4bde": "M8"}, back="us-4", steps=[])
    units = [desk.unit(u) for u in ("us-1", "us-4", "us-over-1", "br-4bde")]
    assert [all_steps(s, [u]) for u in units] == [2, 1, 3, 1]
    assert all_steps(s, units) == 7


@rule("15.3")
def test_who_pays_is_in_the_battle_and_on_the_map(desk):
    s = battle(desk, {"us-1": "M8", "us-4": "M8", "de-352": "M9", "de-91": "M9"}, "us-1", "M9")
    assert in_battle(s, ALLIED) == [desk.unit("us-1")]
    assert in_battle(s, GERMAN) == [desk.unit("de-352"), desk.unit("de-91")]
    eliminate(s, desk.unit("de-352"), None, "15.3")
    assert in_battle(s, GERMAN) == [desk.unit("de-91")]
    eliminate(s, desk.unit("us-1"), None, "15.3")
    Paying(ALLIED, 1, "A1").run(s, None)
    assert not s.stack, "nobody is left to pay (ruling 129)"
    Paying(GERMAN, 1, "D1").run(s, None)
    assert s.stack == [Losing(GERMAN, 1, "D1")]


@rule("15.3", "2.8")
def test_the_owner_is_asked_only_where_he_has_a_choice(desk):
    two = {"us-1": "M8", "us-4": "M8", "de-352": "M9"}
    for back, steps, asked in (("", 1, True), ("us-1", 2, True), ("us-1 us-4", 2, False), ("us-1 us-4", 1, True),
                               ("", 3, True), ("", 4, False)):  # fmt: skip
        s = battle(desk, two, "us-1 us-4", "M9", back=back)
        found = Losing(ALLIED, steps, "A2").obvious(s)
        assert (found is None) is asked, (back, steps)
    s = battle(desk, two, "us-1 us-4", "M9")
    assert Losing(GERMAN, 1, "D1").obvious(s) == ("lose", (desk.unit("de-352"),)), "one unit alone"
    assert (Losing(GERMAN, 1, "D1").seat(s), Losing(ALLIED, 1, "A1").seat(s)) == ("german", "allied")


@rule("27.12", "15.3")
@pytest.mark.parametrize("attacks", [True, False])
def test_the_division_fights_on_for_its_overstrength_counter(desk, attacks):
    units = {"us-over-1": "M8", "us-1": "aside", "us-4": "M8", "de-352": "M9"}
    s = battle(desk, units, "us-over-1 us-4" if attacks else "de-352", "M9" if attacks else "M8",
               side="allied" if attacks else "german")  # fmt: skip
    s.overstrength[0] = desk.unit("us-1")
    desk.restart(Losing(ALLIED, 2, "A2"))
    desk.play("lose us-over-1")
    assert (desk.at("us-over-1"), desk.at("us-1")) == ("removed", "M8")
    mine = s.battle_units if attacks else s.battle_foes
    assert mine == desk.units_of("us-1 us-4")
    assert (s.battle_foes if attacks else s.battle_units) == desk.units_of("de-352")
    assert desk.step() == "Losing", "one more step is due"
    desk.play("lose us-4")
    assert s.face[desk.unit("us-4")] == 1
    assert s.face[desk.unit("us-1")] == 0
    assert not s.stack


@rule("15.3", "15.11")
def test_steps_are_paid_one_by_one_and_who_stood_by_retreats(desk):
    """Three steps of three units; then a hex where all who fought are lost, and one who had fought before is not."""
    s = battle(desk, {"us-1": "M8", "us-4": "M8", "us-9": "M8", "de-352": "M9"}, "us-1 us-4 us-9", "M9")
    desk.restart(Losing(ALLIED, 3, "A2"))
    for number, name in enumerate(("us-1", "us-4", "us-9")):
        assert s.stack == [Losing(ALLIED, 3 - number, "A2")]
        desk.play(f"lose {name}")
    assert (s.stack, [s.face[desk.unit(u)] for u in ("us-1", "us-4", "us-9")]) == ([], [1, 1, 1])
    s = battle(desk, {"us-1": "M8", "de-352": "M9", "de-91": "M9"}, "us-1", "M9")
    s.battle_foes = desk.units_of("de-352")
    assert consequences(s, "DE", None) == [DefendersGo(2), EndBattle()]
    assert (desk.at("de-352"), desk.at("de-91")) == ("destroyed", "M9")


@rule("2.8", "13.2", "25.1", "31.15", "27.12")
def test_where_units_go_that_are_lost(desk):
    units = {
        "us-1": "M8", "de-hq-ag-b": "M9", "de-hq-1fj-army": "M9", "de-vs-1": "JJ8", "us-2arm": "exited",
        "us-over-1": "M8", "us-4": "aside",
    }  # fmt: skip
    s = desk.set_up(units, steps=[])
    s.overstrength[0] = desk.unit("us-4")
    for name, place in (
        ("us-1", "destroyed"), ("de-hq-ag-b", "returning"), ("de-hq-1fj-army", "destroyed"), ("de-vs-1", "waiting"),
        ("us-2arm", "removed"), ("us-over-1", "removed"),
    ):  # fmt: skip
        eliminate(s, desk.unit(name), None, "15.3")
        assert desk.at(name) == place, name
    assert desk.at("us-4") == "destroyed"
    assert s.face[desk.unit("de-hq-ag-b")] == 1
    s = desk.set_up({"de-hq-ag-b": "M9"}, back="de-hq-ag-b", steps=[])
    eliminate(s, desk.unit("de-hq-ag-b"), None, "15.3")
    assert desk.at("de-hq-ag-b") == "destroyed", "on its second side it is lost"


@rule("2.8", "27.12")
def test_one_step_less(desk):
    s = desk.set_up({"us-1": "M8", "us-over-1": "M8", "us-4": "aside", "br-4bde": "M8"}, steps=[])
    s.overstrength[0] = desk.unit("us-4")
    s.mired = s.landed = desk.units_of("us-over-1")
    s.spent[desk.unit("us-over-1")] = 3
    lose_step(s, desk.unit("us-over-1"), None, "15.3")
    assert (desk.at("us-over-1"), desk.at("us-4"), s.face[desk.unit("us-4")]) == ("removed", "M8", 0)
    assert s.overstrength[0] == -1
    assert s.mired == s.landed == desk.units_of("us-4"), "what it did goes over"
    assert s.spent[desk.unit("us-4")] == 3
    for name, places in (("us-1", ["M8", "destroyed"]), ("us-4", ["M8", "destroyed"]), ("br-4bde", ["destroyed"])):
        for place in places:
            lose_step(s, desk.unit(name), None, "15.3")
            assert desk.at(name) == place


@rule("9.1", "12.9", "15.10", "18.7.1", "20.15", "31.6")
def test_who_has_left_the_map_is_in_no_set_of_those_on_it(desk):
    """And all others stay in them."""
    names = (
        "dropped", "invaders", "raiding", "by_air", "trespassing", "driven_in", "expelled", "pinned", "unsupplied",
    )  # fmt: skip
    both = desk.units_of("us-1 us-4")
    s = desk.set_up({"us-1": "M8", "us-4": "M8"}, steps=[])
    for name in names:
        setattr(s, name, both)
    s.bound[desk.unit("us-1")] = s.bound[desk.unit("us-4")] = 2
    s.facts = None
    forget(s, desk.unit("us-1"))
    for name in names:
        assert getattr(s, name) == desk.units_of("us-4"), name
    assert (s.bound[desk.unit("us-1")], s.bound[desk.unit("us-4")]) == (FREE, 2)
    assert facts(s).frozen == desk.units_of("us-4")
    s = desk.set_up({"de-2pz": "JJ8", "de-116pz": "JJ8"}, side="german", options="decoys", steps=[])
    for number, name in enumerate(("de-2pz", "de-116pz")):
        set_decoy(s, number, desk.hex("JJ8"), desk.unit(name))
    forget(s, desk.unit("de-2pz"))
    assert (s.decoy_unit[:2], s.decoy_at[:2]) == ([-1, desk.unit("de-116pz")], [-1, desk.hex("JJ8")])


# ------------------------------------------------------------------------------------------------- who goes


@rule("16.4", "16.3")
def test_who_may_stay(desk):
    rough, fort = rough_hex(desk), "B2"
    assert desk.w.fortresses >> desk.hex(fort) & 1
    for unit, label, ruined, stays in (
        ("de-352", rough, "", True), ("us-1", rough, "", True), ("de-352", "M8", "", False),
        ("us-1", "M8", "", False),
        ("de-352", fort, "", True), ("de-352", fort, fort, False), ("us-1", fort, "", False),
    ):  # fmt: skip
        s = desk.set_up({unit: label}, steps=[])
        s.ruined = desk.hexes_of(ruined)
        assert may_stay(s, desk.unit(unit)) is stays, (unit, label)


@rule("15.4", "16.4", "33.3.9-3")
def test_who_moves_the_defenders(desk):
    """The attacker those who must go, the owner those who may stay; in the surprise of December III the owner all."""
    rough = rough_hex(desk)
    near = sorted(desk.near(rough))
    flat = next(x for x in near if desk.w.terrain[desk.hex(x)] != ROUGH)
    units = {"de-352": rough, "de-91": flat, "us-1": near[-1] if near[-1] != flat else near[0]}
    s = battle(desk, units, "us-1", f"{rough} {flat}")
    DefendersGo(2).run(s, None)
    assert s.stack == [
        Yielding((desk.unit("de-352"),), 2, 2, GERMAN), Falling((desk.unit("de-91"),), 2, 2, ALLIED),
    ]  # fmt: skip
    s = battle(desk, {"de-2pz": "GG13", "us-28": "FF12"}, "de-2pz", "FF12", side="german", turn="dec-3",
               scenario="bulge")  # fmt: skip
    DefendersGo(2).run(s, None)
    assert s.stack == [Falling((desk.unit("us-28"),), 2, 2, ALLIED)], "whatever the ground"
    s = battle(desk, {"de-2pz": "GG13", "us-28": "FF12"}, "de-2pz", "FF12", side="german", turn="jan-1",
               scenario="bulge")  # fmt: skip
    DefendersGo(2).run(s, None)
    assert [type(step).__name__ for step in s.stack] == ["Yielding" if may_stay(s, desk.unit("us-28")) else "Falling"]


@rule("15.4", "16.4", "14.11")
def test_which_attackers_go(desk):
    """Who attacks from rough ground may stay; idle units of another nationality go if any attacker must."""
    rough = rough_hex(desk)
    flat = next(x for x in sorted(desk.near(rough)) if desk.w.terrain[desk.hex(x)] != ROUGH)
    units = {"us-1": rough, "us-4": flat, "br-3": rough, "de-352": "M9"}
    s = battle(desk, units, "us-1 us-4", "M9", battle_idle=0)
    s.battle_idle = desk.units_of("br-3")
    for driven, forced in ((True, ("us-4", "br-3")), (False, ("us-4",))):
        s.stack.clear()
        AttackersGo(1, 2, driven).run(s, None)
        assert s.stack == [
            Yielding((desk.unit("us-1"),), 1, 2, ALLIED), Falling(tuple(desk.unit(u) for u in forced), 1, 2, ALLIED),
        ], driven  # fmt: skip


@rule("12.9", "20.8", "21.11")
def test_by_which_case_those_are_lost_who_may_not_retreat(desk):
    """Whoever else has landed: the 101st comes before the 45th in the list of units."""
    for mine, others, case in (
        ("invaders", ("dropped", "raiding"), "12.9"),
        ("dropped", ("invaders", "raiding"), "20.8"),
        ("raiding", ("invaders", "dropped"), "21.11"),
    ):
        s = battle(desk, {"us-101": "M5", "de-352": "M5", "us-45": "K2"}, "us-101", "M5")
        for name in others:
            setattr(s, name, desk.units_of("us-45"))
        setattr(s, mine, desk.units_of("us-101"))
        told = Events()
        AttackersGo(1, 1, True).run(s, told)
        assert [happened.event.rule for happened in told.items] == [case]
        assert desk.at("us-101") == "destroyed"


@rule("14.9", "20.8", "12.9")
def test_after_a_battle(desk):
    """Who fought has fought; paratroopers still on top of enemies are lost, invaders have until the impulse ends."""
    s = battle(desk, {"us-1": "M8", "de-352": "M9", "us-4": "M8"}, "us-1", "M9")
    s.battle_column, s.battle_idle, s.battle_air = 2, desk.units_of("us-4"), 1
    EndBattle().run(s, None)
    assert s.fought == desk.units_of("us-1 de-352")
    assert (s.battle_units, s.battle_hexes, s.battle_foes, s.battle_idle, s.battle_air) == (0,) * 5
    assert (s.battle_ships, s.battle_carpet, s.battle_column) == (0, 0, -1)
    for mark, left in (("dropped", "destroyed"), ("raiding", "destroyed"), ("invaders", "M5")):
        s = battle(desk, {"us-101": "M5", "de-352": "M5"}, "us-101", "M5")
        setattr(s, mark, desk.units_of("us-101"))
        EndBattle().run(s, None)
        assert desk.at("us-101") == left, mark
        assert desk.owner("M5") == ("allied" if left == "M5" else "german")


# ------------------------------------------------------------------------------------------------ the ways


@rule("15.5", "15.6", "16.6", "16.7", "24.3", "9.3")
def test_where_no_retreat_leads(desk):
    w = desk.w
    s = desk.set_up({"us-1": "M8", "de-352": "M14", "fr-2dim": "M8", "de-5geb": "M14"}, steps=[])
    for unit, mountain in (("us-1", False), ("fr-2dim", True), ("de-352", False), ("de-5geb", True)):
        u = desk.unit(unit)
        free = open_to(s, u)
        foe = "M14" if w.side[u] == ALLIED else "M8"
        assert not free & w.sea
        assert not free & w.dyke, "it is crossed, but nobody stays on it"
        assert over_the_dyke(s, u) == w.dyke
        assert bool(free & w.ground[ALPINE]) is mountain
        closed = {foe, *desk.near(foe)}
        assert not any(free >> desk.hex(x) & 1 for x in closed)
        assert free >> desk.hex("M11") & 1
    s.partisan = desk.hex("M11")
    assert not open_to(s, desk.unit("de-352")) >> desk.hex("M11") & 1
    assert open_to(s, desk.unit("us-1")) >> desk.hex("M11") & 1


@rule("15.3", "15.7")
def test_ways_of_one_and_two_hexes(desk):
    """On open ground without enemies: six hexes, or six and all around them but the one that was left."""
    s = desk.set_up({"us-1": "M13"}, steps=[])
    u = desk.unit("us-1")
    near = {desk.hex(x) for x in desk.near("M13")}
    assert len(near) == 6
    one, two, both = ways(s, u, 1, 1), ways(s, u, 2, 2), ways(s, u, 1, 2)
    assert {way[0] for way in one} == near
    assert all(len(way) == 1 for way in one)
    assert all(len(way) == 2 and way[0] in near and way[1] != desk.hex("M13") for way in two)
    assert set(both) == set(one) | set(two)
    full = {"us-4": "M12", "us-9": "M12", "us-29": "M12"}
    s = desk.set_up({"us-1": "M13", **full}, steps=[])
    assert {way[0] for way in ways(s, u, 1, 1)} == near - {desk.hex("M12")}, "three stand there"
    assert any(way[0] == desk.hex("M12") for way in ways(s, u, 2, 2)), "it may pass (ruling 135)"
    assert not any(way[-1] == desk.hex("M12") for way in ways(s, u, 1, 2))
    s = desk.set_up({"us-hq-bradley": "M13", **full}, steps=[])
    assert any(way == (desk.hex("M12"),) for way in ways(s, desk.unit("us-hq-bradley"), 1, 1)), "an HQ stacks free"


@rule("15.4", "15.7")
def test_the_attacker_leaves_every_unit_its_place(desk):
    """Two Germans in M13: with room around go anywhere; where one place is left, one of them is saved."""
    free = sorted(desk.near("M13"))[:2]
    s = desk.set_up({"de-352": "M13", "de-91": "M13"}, steps=[])
    both = (desk.unit("de-352"), desk.unit("de-91"))
    assert most_saved(s, both, 1, 1) == 2
    for mover in (ALLIED, GERMAN):
        step = Retreating(both, 1, 1, mover)
        assert {way[0] for way in choices(s, step, both[0])} == {desk.hex(x) for x in desk.near("M13")}
    packed = {"de-77": free[0], "de-275": free[0], "de-3fj": free[1], "de-5fj": free[1], "de-353": free[1]}
    others = [x for x in sorted(desk.near("M13")) if x not in free]
    fill = iter(u for u in desk.w.of_side[GERMAN] if desk.w.kind[u] == "infantry" and desk.w.entry[u] == "group")
    for label in others:
        for _ in range(3):
            packed[desk.w.ids[next(fill)]] = label
    s = desk.set_up({"de-352": "M13", "de-91": "M13", **packed}, steps=[])
    assert most_saved(s, both, 1, 1) == 1, "one place is left"
    assert {way[0] for way in choices(s, Retreating(both, 1, 1, ALLIED), both[0])} == {desk.hex(free[0])}


@rule("15.3", "15.4", "15.5", "15.6", "15.7", "15.9", "16.7", "24.3")
def test_by_which_case_a_hex_is_closed_to_a_retreat(desk):
    w = desk.w
    units = {"us-1": "M13", "de-352": "M16", "us-4": "M12", "us-9": "M12", "us-29": "M12"}
    s = desk.set_up(units, steps=[])
    u = desk.unit("us-1")

    def case(*labels, step=None):
        return why_not_there(s, step or Retreating((u,), 1, 1, GERMAN), u, tuple(desk.hex(x) for x in labels)).rule

    beyond = sorted(desk.near("M12") - desk.near("M13") - {"M13"})[0]
    assert case("M12", beyond) == "15.3", "one hex is all"
    assert case("M13") == "15.5"
    assert case("M20") == "15.3", "it is not next to M13"
    assert case(w.labels[members(w.sea)[0]]) == "15.5"
    assert case("M12") == "15.7"
    s = desk.set_up({"us-1": "M13", "de-352": "M15"}, steps=[])
    assert case("M14") == "15.5"
    s = desk.set_up({"de-352": "M13"}, partisan=desk.hex("M12"), steps=[])
    u = desk.unit("de-352")
    assert case("M12") == "24.3"


@rule("15.5")
def test_who_has_no_way_is_eliminated_and_who_is_gone_is_passed_over(desk):
    ring = {f"us-{n}": x for x, n in zip(sorted(desk.near("M13")), (4, 9, 29, 2, 30, 79), strict=True)}
    s = desk.set_up({"de-352": "M13", "de-91": "M20", "de-77": "destroyed", **ring}, steps=[])
    Falling(tuple(desk.unit(u) for u in ("de-352", "de-91", "de-77")), 1, 1, ALLIED).run(s, None)
    assert (desk.at("de-352"), desk.at("de-91"), desk.at("de-77")) == ("destroyed", "M20", "destroyed")
    assert s.stack == [Retreating((desk.unit("de-91"),), 1, 1, ALLIED)]


# ---------------------------------------------------------------------------------------- December III


@rule("33.3.9-3", "15.6", "15.7")
def test_who_can_be_swept_along(desk):
    w = desk.w
    units = {"us-28": "EE12", "us-9": "EE12", "br-43": "EE12", "de-2pz": "FF13", "us-hq-bradley": "EE12"}
    s = desk.set_up(units, scenario="bulge", turn="dec-3", side="german", steps=[])
    here, there = desk.hex("EE12"), desk.hex("DD12")
    assert set(swept(s, here, there)) == {desk.unit(u) for u in ("us-28", "us-9", "br-43", "us-hq-bradley")}
    full = {f"us-{n}": "DD12" for n in (2, 4, 5)[: stack_limit(s, there)]}
    s = desk.set_up(units | full, scenario="bulge", turn="dec-3", side="german", steps=[])
    assert set(swept(s, here, there)) == {desk.unit("us-hq-bradley")}, "an HQ stacks free"
    alpine = members(w.ground[ALPINE])[0]
    s = desk.set_up({"us-28": "EE12", "fr-2dim": "EE12"}, scenario="bulge", turn="dec-3", side="german", steps=[])
    assert swept(s, here, alpine) == [desk.unit("fr-2dim")]
    assert SweptAlong(here, there).seat(s) == "allied"
    assert SweptAlong(here, there).obvious(s) is None
    assert SweptAlong(there, here).obvious(s) == ("leave", ())


@rule("33.3.9-4")
def test_who_advances_after_the_attack(desk):
    """1SS and 150SS, in the first combat impulse of December III, into hexes attacked that are empty and beside."""
    names = ("de-1ss-late", "de-150ss", "de-2pz")
    units = dict.fromkeys(names, "GG13") | {"us-28": "EE12"}
    mine = tuple(desk.unit(u) for u in names)
    for turn, impulse, moves in (("dec-3", 1, True), ("dec-3", 2, False), ("dec-4", 1, False)):
        s = desk.set_up(units, scenario="bulge", turn=turn, side="german", impulse=impulse, steps=[])
        found = may_advance(s, mine, desk.hexes_of("FF12 EE12"))
        expected = {u: [desk.hex("FF12")] for u in mine[:2]} if moves else {}
        assert found == expected, (turn, impulse)
    s = desk.set_up(units | {"us-9": "FF12"}, scenario="bulge", turn="dec-3", side="german", steps=[], impulse=1)
    assert may_advance(s, mine, desk.hexes_of("FF12")) == {}, "it is not empty"
    full = {"de-26vg": "FF12", "de-18vg": "FF12", "de-12vg": "FF12"}
    s = desk.set_up(units | full, scenario="bulge", turn="dec-3", side="german", steps=[], impulse=1)
    free = desk.unit("de-150ss")
    assert may_advance(s, mine, desk.hexes_of("FF12")) == {free: [desk.hex("FF12")]}, "there is no room (33.3.1)"
    s = desk.set_up({"de-1ss-late": "destroyed", "de-150ss": "GG13"}, scenario="bulge", turn="dec-3", side="german",
                    steps=[], impulse=1)  # fmt: skip
    assert list(may_advance(s, mine, desk.hexes_of("FF12"))) == [desk.unit("de-150ss")]


@rule("33.3.9-3", "33.3.9-4", "15.7")
def test_swept_along_and_advancing_go_on_until_nobody_is_left(desk):
    units = {"us-28": "EE12", "us-9": "EE12", "de-1ss-late": "GG13", "de-150ss": "GG13"}
    more = {"scenario": "bulge", "turn": "dec-3", "side": "german"}
    s = desk.set_up(units, steps=[], **more)
    here, there = desk.hex("EE12"), desk.hex("DD12")
    desk.restart(SweptAlong(here, there))
    desk.play("along us-28")
    assert s.stack == [SweptAlong(here, there)], "one more is there"
    desk.play("along us-9")
    assert (s.stack, desk.at("us-28"), desk.at("us-9")) == ([], "DD12", "DD12")
    s = desk.set_up(units | {"us-4": "DD12"}, steps=[], **more)
    full = {f"us-{n}": "DD12" for n in (2, 4, 5)[: stack_limit(s, there)]}
    desk.set_up(units | full | {"us-hq-bradley": "EE12"}, steps=[SweptAlong(here, there)], **more)
    assert desk.why("along us-28") == ["15.7"]
    assert desk.why("along de-1ss-late") == ["33.3.9-3"]
    s = desk.set_up(units | {"us-28": "CC12", "us-9": "CC12"}, impulse=1, steps=[], **more)
    both = (desk.unit("de-1ss-late"), desk.unit("de-150ss"))
    desk.restart(Advancing(both, desk.hexes_of("FF12 CC13")))
    assert desk.seat == "german"
    assert desk.legal("advance de-150ss") == ["FF12"], "CC13 is far away"
    assert desk.why("advance de-150ss CC13") == ["33.3.9-4"]
    desk.play("advance de-150ss FF12")
    assert s.stack == [Advancing(both[1:] if both[0] == desk.unit("de-150ss") else both[:1], s.stack[0].hexes)]
    desk.play("advance de-1ss-late FF12")
    assert (s.stack, desk.at("de-1ss-late"), desk.at("de-150ss")) == ([], "FF12", "FF12")


@rule("15.3", "15.4", "22.3", "15.10")
def test_a_retreat_of_two_hexes_names_both(desk):
    s = desk.set_up({"us-1": "M13"}, steps=[])
    desk.restart(Retreating((desk.unit("us-1"),), 2, 2, GERMAN))
    beyond = sorted(desk.near("M12") - desk.near("M13") - {"M13"})[0]
    u, one, two = desk.unit("us-1"), desk.hex("M12"), desk.hex(beyond)
    assert [why.rule for why in retreat_lacking(s, s.stack[-1], "german", (u, one))] == ["15.3"]
    assert list(retreat_lacking(s, s.stack[-1], "german", (u, one, two))) == []
    desk.play(f"retreat us-1 M12 {beyond}")
    assert (desk.at("us-1"), s.stack) == (beyond, [])
    for back, told in (("", 1), ("de-708", 0)):
        s = desk.set_up({"de-708": "M13", "de-352": "M20"}, back=back, steps=[])
        events = Events()
        step = Retreating((desk.unit("de-708"),), 1, 1, ALLIED)
        do_retreat(s, step, "allied", (desk.unit("de-708"), desk.hex("M12")), events)
        assert s.face[desk.unit("de-708")] == 1, "a coastal unit that retreats is infantry"
        assert sum(happened.event.rule == "22.3" for happened in events.items) == told


@rule("15.4")
def test_the_owner_moves_his_own_as_he_likes(desk):
    """Two Americans with one place in common: the enemy may not take it from the one who has no other."""
    s = desk.set_up({"us-1": "M13", "us-4": "M13", "de-352": "M16"}, steps=[])
    pair = (desk.unit("us-1"), desk.unit("us-4"))
    for mover in (ALLIED, GERMAN):
        assert len(choices(s, Retreating(pair, 1, 1, mover), pair[0])) == len(ways(s, pair[0], 1, 1))
    ring = {f"de-{n}": x for x, n in zip(sorted(desk.near("M13")), (91, 77, 275, 353, 84, 331), strict=True)}
    s = desk.set_up({"us-1": "M13", **ring}, steps=[])
    assert choices(s, Retreating(pair[:1], 1, 1, GERMAN), pair[0]) == []

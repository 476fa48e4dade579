"""14, 15.8, 17.10, 19.4: what can be named in a battle that is being declared, with each reason against it in its
words, and what its beginning notes. M9 and M10 are open country, in TAC range of an HQ in M7."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, STORM
from grognard.games.fortress_europa.rules.air.air import flying, tac_range
from grognard.games.fortress_europa.rules.air.naval import in_range, ship_support
from grognard.games.fortress_europa.rules.air.support import (
    BindSupport,
    bound_hex_reasons,
    bound_reasons,
    carpet_duty,
    carpet_reasons,
    first_landing,
    fly_off,
    free_targets,
    support_reasons,
    targets,
)
from grognard.games.fortress_europa.rules.combat.attacking import (
    Attacking,
    StartCombat,
    begin_battle,
    column_reasons,
    companions,
    lower_columns,
    ship_reasons,
    why_not_attacking,
    with_reasons,
)
from grognard.games.fortress_europa.rules.combat.nations import agree, crowded, foreign_company, nation, why_no_target
from grognard.games.fortress_europa.rules.combat.strength import gunfire
from grognard.games.fortress_europa.rules.state import SPENT
from grognard.kernel.match.table import Table
from grognard.maps import members
from grognard.server import present
from grognard.suite import rule

UNITS = {"us-hq-bradley": "M7", "us-1": "M9", "us-4": "M9", "br-3": "M9", "de-352": "M10", "de-91": "M20"}


def declared(desk, units=None, battle="us-1", hexes="M10", side="allied", impulse=1, **more):
    """A combat impulse with a battle that is being declared."""
    s = desk.set_up(
        units or UNITS, side=side, impulse=impulse, steps=[StartCombat(impulse)], **{"turn": "jul-2", **more}
    )
    while desk.step() == "Removing":
        desk.play("keep")
    s.battle_units, s.battle_hexes = desk.units_of(battle), desk.hexes_of(hexes)
    return s


def words(found):
    return [(why.rule, why.text()) for why in found]


def fly(desk, planes, mission):
    for a in planes.split():
        desk.s.mission[desk.w.plane[a]] = desk.w.mission[mission]


# --------------------------------------------------------------------------------------------------- ships


@rule("19.4", "19.6", "19.9", "19.5")
def test_which_ships_support_an_attack(desk):
    """In the Allied turn, in range of all hexes, not in a Storm, once a turn."""
    w = desk.w
    near = next(i for i in range(len(w.sea_spots)) if in_range(w, i, desk.hex("M5")))
    far = next(i for i in range(len(w.sea_spots)) if not in_range(w, i, desk.hex("M5")))
    units = {"us-1": "M6", "de-352": "M5", "us-4": "M9", "de-91": "M10"}
    at = [near, far, -1, -2] + [near] * (len(w.ships) - 4)
    s = declared(desk, units, "us-1", "M5", ship_at=at)
    mine = [0, *range(4, len(w.ships))]
    assert ship_support(s, desk.hexes_of("M5")) == mine
    assert ship_support(s, desk.hexes_of("M5 M10")) == [], "M10 is out of reach"
    assert ship_support(s, 0) == []
    s.ships_used = 1
    assert ship_support(s, desk.hexes_of("M5")) == mine[1:]
    s.ships_used = 0
    for field, value in (("side", GERMAN), ("weather", STORM)):
        before = getattr(s, field)
        setattr(s, field, value)
        assert ship_support(s, desk.hexes_of("M5")) == []
        setattr(s, field, before)
    assert sum(gun.factors for gun in gunfire(w, 0b11)) == w.ships[0].strength + w.ships[1].strength


@rule("19.4", "19.6", "19.9")
def test_why_a_ship_cannot_be_named(desk):
    w = desk.w
    near = next(i for i in range(len(w.sea_spots)) if in_range(w, i, desk.hex("M5")))
    far = next(i for i in range(len(w.sea_spots)) if not in_range(w, i, desk.hex("M5")))
    s = declared(
        desk, {"us-1": "M6", "de-352": "M5"}, "us-1", "M5", ship_at=[near, far] + [near] * (len(w.ships) - 2)
    )

    def case(ship):
        return words(ship_reasons(s, s.stack[-1], "allied", (ship,)))

    assert case(0) == []
    assert case(1) == [("19.6", f"Not every hex of this battle is in range of {w.ships[1].name}.")]
    s.battle_ships = 1
    assert case(0) == [("19.4", f"{w.ships[0].name} supports this battle already.")]
    assert case(2) == []
    s.battle_ships, s.ships_used = 0, 1
    assert case(0) == [("19.4", f"{w.ships[0].name} has supported an attack this turn.")]
    s.ships_used, s.weather = 0, STORM
    assert case(0) == [("19.9", "Naval units are not used in a Storm.")]
    s.side = GERMAN
    assert case(0) == [("19.4", "Naval units are not used in the German turn.")]


# ------------------------------------------------------------------------------------------------- aircraft


@rule("17.10.2", "17.10.9", "17.4")
def test_why_an_aircraft_cannot_support(desk):
    s = declared(desk)
    fly(desk, "9th-1 9th-2 2nd-1 2nd-2", "ground-support")
    a, b, c, d = (desk.w.plane[x] for x in ("9th-1", "9th-2", "2nd-1", "2nd-2"))
    name = desk.w.aircraft[a].name

    def case(plane=a):
        return words(support_reasons(s, s.stack[-1], "allied", (plane,)))

    assert flying(s, "ground-support") == sorted((a, b, c, d))
    assert case() == []
    s.impulse = 2
    assert case() == [("17.10.2", "Ground Support is flown in the first combat impulse only.")]
    s.impulse = 1
    s.mission[a] = SPENT
    assert case() == [("17.10.2", f"{name} is not ready for Ground Support.")]
    fly(desk, "9th-1", "ground-support")
    s.battle_air = 1 << a
    assert case() == [("17.10.2", f"{name} supports this battle already.")]
    assert case(b) == []
    s.battle_air = 1 << b | 1 << c | 1 << d
    assert case() == [("17.10.2", "No more than 3 aircraft support one battle.")]
    s.battle_air, s.battle_carpet = 0, 1
    assert case() == [("17.10.9", "Carpet Bombing is not used together with Ground Support.")]
    s.battle_carpet = 0
    s.battle_hexes = desk.hexes_of("M10 M20")
    far = [label for label in ("M10", "M20") if not tac_range(s, ALLIED) >> desk.hex(label) & 1]
    assert [why.rule for why in support_reasons(s, s.stack[-1], "allied", (a,))] == (["17.4"] if far else [])
    assert far == ["M20"]
    s.turn = desk.w.turn_of["jun-1"]
    s.battle_hexes = desk.hexes_of("M10")
    assert first_landing(s)
    unnamed = [("17.10.2", f"{name} was not named for this battle before hidden units appeared.")]
    assert case() == unnamed
    s.target[a] = desk.hex("M11")
    assert case() == unnamed
    s.target[a] = desk.hex("M10")
    assert case() != unnamed


@rule("17.10.9")
def test_why_bombers_cannot_lay_a_carpet(desk):
    s = declared(desk)
    sac = [x.id for x in desk.w.aircraft if x.kind == "sac" and x.side == "allied"][:2]
    fly(desk, " ".join(sac), "carpet")
    a, b = (desk.w.plane[x] for x in sac)
    name = desk.w.aircraft[a].name

    def case(plane=a):
        return words(carpet_reasons(s, s.stack[-1], "allied", (plane,)))

    assert case() == []
    wrong_time = [("17.10.9", "Carpet Bombing is for Allied attacks in the first combat impulse.")]
    s.impulse = 2
    assert case() == wrong_time
    s.impulse, s.side = 1, GERMAN
    assert case() == wrong_time
    s.side = ALLIED
    s.mission[a] = SPENT
    assert case() == [("17.10.9", f"{name} does not fly Carpet Bombing.")]
    fly(desk, sac[0], "carpet")
    s.battle_carpet = 1 << b
    assert case() == [("17.10.9", "More bombers add nothing to this battle.")]
    s.battle_carpet = 0
    s.carpet_month = desk.w.month_of[s.turn]
    assert case() == [("17.10.9", "Carpet Bombing has been used this month.")]
    s.carpet_month -= 1
    assert case() == []
    s.invasion_turn = s.turn
    assert case() == [("17.10.9", "There is no Carpet Bombing on an invasion turn.")]
    s.invasion_turn = 1
    s.battle_air = 1
    assert case() == [("17.10.9", "Carpet Bombing is not used together with Ground Support.")]


@rule("17.10.9", "15.8")
def test_a_carpet_is_for_odds_of_2_1_at_most(desk):
    """Two American divisions against four factors are 3-1, one is 1-1; 3-1 can be declared as 2-1."""
    columns = [c.id for c in desk.w.book.column]
    for battle, lower, due in (
        ("us-1 us-4", -1, True),
        ("us-1 us-4", columns.index("2-1"), False),
        ("us-1", -1, False),
    ):
        s = declared(desk, battle=battle, battle_column=-1)
        s.battle_column = lower
        s.battle_carpet = 1
        assert [why.rule for why in carpet_duty(s)] == (["17.10.9"] if due else [])
        s.battle_carpet = 0
        assert list(carpet_duty(s)) == []


@rule("17.10.2", "17.10.9")
def test_aircraft_are_used_once_and_a_carpet_once_a_month(desk):
    s = declared(desk, carpet_month=-1)
    fly(desk, "9th-1 9th-2", "ground-support")
    a, b = desk.w.plane["9th-1"], desk.w.plane["9th-2"]
    s.target[a] = s.target[b] = 5
    s.battle_air = 1 << a
    fly_off(s, None)
    assert (s.mission[a], s.target[a], s.target[b], s.carpet_month) == (SPENT, -1, 5, -1)
    assert s.mission[b] == desk.w.mission["ground-support"]
    s.battle_air, s.battle_carpet = 0, 1 << b
    fly_off(s, None)
    assert (s.mission[b], s.target[b], s.carpet_month) == (SPENT, -1, desk.w.month_of[s.turn])


@rule("17.10.2", "17.4", "3.6")
def test_where_support_is_put_before_hidden_units_appear(desk):
    """On hexes with landed units and those beside them in range, three aircraft on each at most."""
    w = desk.w
    s = desk.set_up({"us-1": "M5", "de-352": "M6"}, turn="jun-1", steps=[])
    fly(desk, "9th-1 9th-2 2nd-1 2nd-2", "ground-support")
    planes = [w.plane[x] for x in ("9th-1", "9th-2", "2nd-1", "2nd-2")]
    assert targets(s) == (desk.hexes_of(" ".join(desk.near("M5"))) | desk.hexes_of("M5")) & tac_range(s, ALLIED)
    for n, a in enumerate(planes):
        assert bool(free_targets(s) >> desk.hex("M6") & 1) is (n < 3)
        cases = [why.rule for why in bound_hex_reasons(s, BindSupport(), "allied", (a, desk.hex("M6")))]
        assert cases == ([] if n < 3 else ["17.10.2"])
        assert list(bound_reasons(s, BindSupport(), "allied", (a,))) == []
        s.target[a] = desk.hex("M6")
        assert words(bound_reasons(s, BindSupport(), "allied", (a,))) == [
            ("17.10.2", f"{w.aircraft[a].name} has its hex already.")
        ]
    other = w.plane["2nd-3"] if "2nd-3" in w.plane else w.plane["9th-3"]
    assert words(bound_reasons(s, BindSupport(), "allied", (other,)))[0][1].endswith("does not fly Ground Support.")
    assert [why.rule for why in bound_hex_reasons(s, BindSupport(), "allied", (0, desk.hex("S6")))] == ["17.10.2"]
    assert [why.rule for why in bound_hex_reasons(s, BindSupport(), "allied", (0, desk.hex("RR13")))] == ["17.4"]


# ------------------------------------------------------------------------------------------------ company


@rule("14.2", "14.6C", "14.9", "9.1", "12.8", "33.3.9-2")
def test_why_a_unit_does_not_attack(desk):
    units = UNITS | {"us-9": "england", "us-29": "M5"}
    s = declared(desk, units, battle="us-1")

    def case(unit):
        return words(why_not_attacking(s, desk.unit(unit)))

    name = desk.w.unit_names
    assert case("us-4") == []
    assert [r for r, _ in case("de-352")] == ["14.2"]
    assert case("us-9") == [("14.6C", f"{name[desk.unit('us-9')]} is not on the map.")]
    assert case("us-29") == [("14.6C", f"{name[desk.unit('us-29')]} is next to no enemy that it could attack.")]
    s.invaders = desk.units_of("us-29")
    assert [r for r, _ in case("us-29")] == ["12.8"]
    s.fought = desk.units_of("us-4")
    assert [r for r, _ in case("us-4")] == ["14.9"]
    s = desk.set_up({"de-352": "K6", "us-1": "K7"}, side="german", frozen="de-352", steps=[StartCombat(1)])
    assert [r for r, _ in case("de-352")] == ["9.1"]


@rule("14.7", "6.2", "14.1", "14.6")
def test_who_joins_a_battle(desk):
    units = UNITS | {"us-9": "M5", "us-rangers": "M9", "us-29": "M19"}
    s = declared(desk, units)

    def case(unit):
        return [why.rule for why in with_reasons(s, s.stack[-1], "allied", (desk.unit(unit),))]

    assert case("us-1") == ["14.7"]
    assert case("us-4") == []
    assert case("br-3") == ["6.2"]
    assert case("us-rangers") == []
    assert case("us-9") == ["14.6C"], "next to nobody"
    assert case("us-29") == ["14.6C"], "next to another enemy only"
    assert companions(s) == desk.units_of("us-4 us-rangers")


@rule("15.8")
def test_only_lower_odds_are_declared(desk):
    """Two divisions with twelve factors against four are 3-1."""
    w = desk.w
    three = [c.id for c in w.book.column].index("3-1")
    s = declared(desk, battle="us-1 us-4")
    assert lower_columns(s, s.stack[-1], "allied", ()) == (1 << three) - 1
    for number in range(len(w.book.column)):
        found = words(column_reasons(s, s.stack[-1], "allied", (number,)))
        assert [r for r, _ in found] == ([] if number < three else ["15.8"]), number
    assert found[0][1] == "The odds are 3-1: only lower ones can be declared."


# ------------------------------------------------------------------------------------------- the beginning


@rule("14.3", "14.11", "14.13", "9.1F", "19.4")
def test_what_the_beginning_of_a_battle_notes(desk):
    """Defenders are those in the hexes attacked who have not fought; who must attack nothing else and may not join
    stands idle; frozen units are released."""
    units = UNITS | {"de-77": "M10", "us-9": "M5", "br-50": "M8"}
    s = declared(desk, units, "us-1 us-4", "M10")
    s.fought = desk.units_of("de-77")
    s.battle_ships = 0b101
    begin_battle(s, None)
    assert s.battle_foes == desk.units_of("de-352")
    assert s.battle_idle == desk.units_of("br-3"), "br-50 is next to nobody"
    assert s.ships_used == 0b101
    assert (s.sallied, s.line_attacks) == (0, 0)
    s = declared(desk, {"us-1": "K7", "de-352": "K6", "de-708": "C12"}, hexes="K6", frozen="de-352 de-708", invaded=1)
    begin_battle(s, None)
    assert s.released
    s = declared(desk, {"us-1": "C3", "de-352": "B2", "us-4": "M9", "de-91": "M10"}, "de-352", "C3", side="german")
    assert desk.w.fortresses >> desk.hex("B2") & 1
    begin_battle(s, None)
    assert s.sallied == desk.hexes_of("B2"), "out of a fortress"
    s = declared(desk, {"us-1": "C3", "de-352": "B2", "us-4": "M9", "de-91": "M10"}, "de-91", "M9", side="german")
    begin_battle(s, None)
    assert s.sallied == 0


# --------------------------------------------------------------------------------------------- nationalities


@rule("6.2", "21.3")
def test_who_attacks_together(desk):
    for options, names, together in (
        ("", "us-1 us-4", True), ("", "us-1 br-3", False), ("", "br-3 ca-3", False),
        ("", "us-1 us-rangers br-3", False), ("", "us-rangers br-1ssb", True), ("", "us-1 br-1ssb us-4", True),
        ("canadians-with-british", "br-3 ca-3", True),
        ("", "fr-1dfl us-1", False), ("", "", True),
    ):  # fmt: skip
        s = desk.set_up({}, options=options, steps=[])
        assert agree(s, [desk.unit(u) for u in names.split()]) is together, (options, names)
    assert nation(s, desk.unit("us-rangers")) == ""


@rule("14.11", "12.8", "20.6")
def test_nobody_lands_where_another_nation_attacks(desk):
    """br-3 stands with the Germans in M5; de-77 in P8 is next to Americans alone."""
    units = {"br-3": "M5", "de-352": "M5", "de-77": "P8", "us-1": sorted(desk.near("P8"))[0], "us-101": "england"}
    s = desk.set_up(units, turn="jun-2", steps=[], invaders=desk.units_of("br-3"))
    american, british, ranger = desk.unit("us-101"), desk.unit("br-50"), desk.unit("us-rangers")
    here = desk.hex("M5")
    assert foreign_company(s, american, here)
    assert not foreign_company(s, british, here)
    assert not foreign_company(s, ranger, here)
    assert not foreign_company(s, american, desk.hex("P8")), "Germans alone"
    assert not foreign_company(s, american, desk.hex("C3"))
    beside = next(x for x in sorted(desk.near("P8")) if x != units["us-1"])
    assert crowded(s, british) >> desk.hex(beside) & 1
    assert not crowded(s, american) >> desk.hex(beside) & 1
    assert crowded(s, desk.unit("de-352")) == 0

    def case(u, label, from_air):
        return [why.rule for why in why_no_target(s, u, desk.hex(label), from_air=from_air)]

    assert case(american, "M5", True) == case(american, "M5", False) == ["14.11"]
    assert case(british, beside, True) == ["14.11"]
    assert case(british, beside, False) == [], "invaders attack in their own hex"
    assert case(british, "P8", True) == [], "he lands on the Germans themselves"
    assert case(american, beside, True) == []


@pytest.mark.parametrize("impulse", [1, 2])
@rule("14.3", "14.9")
def test_a_combat_impulse_begins_with_nothing_declared(desk, impulse):
    s = desk.set_up(UNITS, steps=[])
    s.fought, s.sallied, s.battle_units, s.battle_column = 5, 3, 1, 2
    desk.restart(StartCombat(impulse))
    assert (s.fought, s.sallied, s.battle_units, s.battle_column, s.impulse) == (0, 0, 0, -1, impulse)
    assert members(s.battle_hexes) == []


@rule("14.3")
def test_the_button_says_whether_a_battle_is_fought_or_combat_ends(desk):
    """It fights the battle that is declared, or ends the impulse if there is none."""
    table = desk.game.table("bulge", practice=True, seed=3)
    assert called(table) == ["End combat", "End combat"]
    s = desk.set_up({"us-1": "M9", "us-4": "M9", "de-352": "M10"}, steps=[StartCombat(1)])
    table = Table(desk.game, position=s, practice=True)
    assert called(table) == []
    table.play("attack us-1 M10")
    table.play("with us-4")
    assert called(table) == ["Fight", "Fight"]


def called(table):
    """What the end of the draft is called: by the decision, and on its button of the page."""
    decision = table.decision()
    offered = present.choices(table, decision.seat, decision=decision)
    return [b.label for b in decision.buttons if b.action == "done"] + [
        c.label for c in offered if c.action == "done"
    ]


@rule("15.8", "17.10.9")
def test_the_plan_tells_the_odds_as_they_are_declared(desk):
    """Two American divisions against four factors are 3-1: declared as 2-1 the battle has the results of that column,
    and the bombers may fly for it."""
    columns = [c.id for c in desk.w.book.column]
    s = declared(desk, battle="us-1 us-4", carpet_month=-1)
    fly(desk, "8th-1", "carpet")
    (row,) = desk.game.plan(s, "allied").rows
    assert (row.ratio, "DE" in {x.outcome for x in row.odds.rows}) == ("3-1", True)
    s.battle_carpet = 1 << desk.w.plane["8th-1"]
    (row,) = desk.game.plan(s, "allied").rows
    assert [why.rule for why in row.why] == ["17.10.9"]
    s.battle_column = columns.index("2-1")
    (row,) = desk.game.plan(s, "allied").rows
    assert (row.ratio, row.best, row.why) == ("2-1", "2-1", ())
    assert row.odds == desk.s.stack[-1].odds(s, "allied")
    assert row.actions == ("done",)


@rule("17.10.9")
def test_the_plan_offers_no_carpet_in_an_invasion(desk):
    s = declared(desk, battle="us-1", carpet_month=-1)
    fly(desk, "8th-1", "carpet")
    assert "8th-1" in desk.game.plan(s, "allied").rows[0].could
    s.invasion_turn = s.turn
    assert "8th-1" not in desk.game.plan(s, "allied").rows[0].could


@rule("6.2")
@pytest.mark.parametrize(
    ("units", "odds"),
    [("us-1 br-3", "1-1"), ("us-1 us-4", "3-1"), ("us-1 us-rangers", "1-1"), ("us-1 us-106cav br-3 br-50", "2-1")],
)
def test_the_odds_that_are_left_are_those_of_one_nationality(desk, units, odds):
    """Four factors stand in M10: six Americans and five British do not attack them together."""
    around = ["M9", "N9", "N10", "M11"]
    s = desk.set_up({"de-352": "M10", **dict(zip(units.split(), around, strict=False))}, steps=[Attacking()])
    (waste,) = s.stack[-1].wastes(s, "allied")
    assert f"the best at {odds} on" in waste.text

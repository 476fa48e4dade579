"""8.6 to 8.12, 9.3, 10, 15.10, 31.5, 31.13, 31.15: railway lines, what bars a hex, commandos and exits; each case
beside one that is nearly the same."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.movement import barred, exits, greif, movement, rail, railways
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.standing import put
from grognard.maps import members
from grognard.suite import rule

STEP = Moving()


def rules(reasons):
    return [why.reason().rule for why in reasons]


# ------------------------------------------------------------------------------------------------------- railways


@rule("10.4", "10.6", "10.7", "24.3")
def test_which_rail_is_open_and_leads_back(desk):
    """Brittany: Brest B2 to Rennes G7 over B3 B4 C5 D5 E6 F6."""
    w = desk.w
    s = desk.set_up({"de-352": "M9", "us-1": "E5"}, side="german", steps=[], allied="G7 H5")
    s.allied_rail = desk.hexes_of("B4")
    held = desk.near("E5") | {"E5"}
    assert {label for label in held if w.rail >> desk.hex(label) & 1} == {"D5", "E6"}
    assert railways.enemy_zone(s, GERMAN) == desk.hexes_of(" ".join(held))
    assert railways.enemy_zone(s, ALLIED) == desk.hexes_of(" ".join(desk.near("M9") | {"M9"}))
    assert railways.open_rail(s) == w.rail & ~desk.hexes_of("D5 E6 B4 G7 H5")
    s.partisan = desk.hex("F6")
    assert railways.open_rail(s) == w.rail & ~desk.hexes_of("D5 E6 B4 G7 H5 F6")
    assert railways.enemy_zone(s, GERMAN) == desk.hexes_of(" ".join(held | {"F6"}))
    assert not railways.enemy_zone(s, ALLIED) >> desk.hex("F6") & 1
    s.partisan = -1
    s.facts = None
    assert railways.leads_back(s, desk.hex("B3"))
    assert not railways.leads_back(s, desk.hex("C5"))
    assert not railways.leads_back(s, desk.hex("F6")), "both ends are lost"
    s.allied &= ~desk.hexes_of("G7")
    s.facts = None
    assert railways.leads_back(s, desk.hex("F6"))
    assert railways.leads_back(s, desk.hex("E6")), "the hex itself may lie in a zone"
    assert not railways.leads_back(s, desk.hex("D5"))
    assert not railways.leads_back(s, desk.hex("C5"))


@rule("10.7")
def test_the_railhead_goes_beyond_the_line_back_to_a_city(desk):
    """An Allied unit in E6: the line leads back to Rennes, if that is Allied and no German zone lies between."""
    s = desk.set_up({"us-1": "E6", "br-79-c": "G7", "de-347": "RR20"}, side="allied", steps=[], allied="G7")
    s.rail_noted = 0
    line = desk.hexes_of("E6 F6")
    assert railways.line_back(s, ALLIED, desk.hex("E6")) == line
    assert railways.line_back(s, ALLIED, desk.hex("F6")) == desk.hexes_of("F6")
    railways.note_passing(s, desk.unit("us-1"), desk.hex("E7"))
    assert s.rail_noted == 0, "no rail hex"
    railways.note_passing(s, desk.unit("de-347"), desk.hex("E6"))
    assert s.rail_noted == 0, "not the phasing side"
    railways.note_passing(s, desk.unit("us-1"), desk.hex("E6"))
    assert s.rail_noted == line
    s.rail_noted, s.allied_rail = 0, line
    railways.note_passing(s, desk.unit("us-1"), desk.hex("E6"))
    assert s.rail_noted == 0, "it is theirs already"
    s.side = GERMAN
    s.allied &= ~desk.hexes_of("G7")
    put(s, desk.unit("us-1"), desk.w.removed)
    put(s, desk.unit("br-79-c"), desk.w.removed)
    railways.note_passing(s, desk.unit("de-347"), desk.hex("E6"))
    assert s.rail_noted == line
    s.rail_noted = desk.hexes_of("E6 F6 D5")
    rail.RailControl(GERMAN).run(s, None)
    assert (s.allied_rail, s.rail_noted) == (0, 0)
    s.rail_noted, s.allied_rail = desk.hexes_of("E6 F6"), desk.hexes_of("F6 M5")
    rail.RailControl(ALLIED).run(s, None)
    assert (s.allied_rail, s.rail_noted) == (desk.hexes_of("E6 F6 M5"), 0)
    s = desk.set_up({"us-1": "E6", "de-352": "F5"}, side="allied", steps=[], allied="G7")
    assert railways.line_back(s, ALLIED, desk.hex("E6")) == 0, "a German zone lies on it"


@rule("10.2", "10.3", "10.4", "10.5", "22.2")
def test_a_train_over_hexes_that_are_named(desk):
    s = desk.set_up({"de-347": "M10", "de-21pz": "due", "us-1": "A2"}, side="german", turn="sep-2")
    path = rail.named_line(s, (desk.unit("de-347"), desk.hex("Q10")))
    assert [desk.w.labels[h] for h in path] == ["M10", "N10", "O11", "P11", "Q11", "Q10"]
    desk.play("rail de-347 Q10 via R11 R10")
    assert desk.at("de-347") == "Q10"
    u, pz = desk.unit("de-347"), desk.unit("de-21pz")
    assert (s.face[u], s.rail_used) == (1, 1)
    assert s.spent[u] == len(["N10", "O11", "P11", "Q11", "R11", "R10", "R11", "Q11", "Q10"])
    assert s.moved == s.railed == 1 << u
    desk.play("rail de-21pz QQ13 via RR13")
    assert (desk.at("de-21pz"), s.spent[pz], s.rail_used) == ("QQ13", 2, 2)
    assert desk.why("rail de-21pz QQ13") == ["10.4"]


@rule("10.2", "10.6", "27.8")
def test_no_train_comes_where_the_east_edge_is_held(desk):
    units = {"us-1": "RR6", "us-4": "RR14", "us-9": "RR25", "de-21pz": "due", "de-2geb": "due", "de-347": "M10"}
    s = desk.set_up(units, side="german", turn="sep-2")
    assert rail.riders(s) == desk.units_of("de-347")
    assert rules(rail.rail_unit_reasons(s, STEP, "german", (desk.unit("de-21pz"),))) == ["10.4"]
    put(s, desk.unit("us-4"), desk.w.removed)
    assert rail.riders(s) == desk.units_of("de-347 de-21pz de-2geb")


@rule("10.4", "10.6", "10.7", "10.9", "24.3", "9.3", "8.4")
def test_what_bars_a_train_from_a_hex(desk):
    down = 1 << desk.w.section["seine-1"]
    units = {"de-347": "M10", "us-1": "E4", "de-5geb": "X30", "de-34": "X31"}
    s = desk.set_up(units, side="german", allied="G7", partisan=desk.hex("J9"), italy_open=False)
    s.allied_rail = desk.hexes_of("B4")
    s.box = [-1] * desk.w.n_units
    s.box[desk.unit("de-34")] = 5
    s.facts = None
    cases = {"M10": "10.4", "M11": "10.4", "D5": "10.4", "B4": "10.7", "G7": "10.6", "J9": "24.3", "KK27": "8.4"}
    for label, number in cases.items():
        assert rules(rail.rail_hex_reasons(s, STEP, "", (0, desk.hex(label)))) == [number], label
    assert rules(rail.rail_hex_reasons(s, STEP, "", (0, desk.hex("N10")))) == []
    assert rules(rail.rail_hex_reasons(s, STEP, "", (desk.unit("de-34"), desk.hex("N10")))) == ["9.3"]
    assert rules(rail.rail_hex_reasons(s, STEP, "", (0, desk.hex("C5")))) == ["10.4"], "cut off"
    s.bridges_down = down
    s.facts = None
    assert rules(rail.rail_hex_reasons(s, STEP, "", (0, desk.hex("C5")))) == ["10.9"]


# ------------------------------------------------------------------------------------------- what bars a hex


@rule("8.6", "8.12", "8.7", "8.4", "7.2", "9.5", "15.10", "9.3", "5.4", "8.10", "8.3", "8.2")
def test_what_bars_a_unit_from_a_hex(desk):
    """One hex for each reason; units farther up the list have what this one has not."""
    units = {
        "us-1": "L8", "us-4": "K8", "br-79-c": "L9", "de-352": "L6", "de-353": "N9", "de-347": "M7", "fr-4dmm": "S27",
        "us-9": "J20", "us-30": "II4", "us-29": "CC7", "us-2": "CC6",
    }  # fmt: skip
    s = desk.set_up(units, side="allied", frozen="de-347", turn="jun-3", invaded=4)
    s.expelled = desk.units_of("us-4 br-79-c")
    s.trespassing = desk.units_of("br-79-c")
    s.facts = None

    def why(name, label):
        return rules(barred.move_hex_reasons(s, STEP, "", (desk.unit(name), desk.hex(label))))

    assert why("us-1", "L8") == ["5.2"]
    assert why("us-1", "A1") == ["8.6"]
    assert why("us-1", "A30") == ["8.12"]
    assert why("us-1", "L6") == ["7.2"]
    assert why("us-1", "M7") == ["9.5"], "frozen units"
    assert why("us-1", "K7") == []
    assert why("us-4", "K7") == ["15.10"]
    assert why("us-1", "L14") == ["5.4"]
    assert why("us-1", "F6") == ["5.4"], "others were expelled from there"
    assert why("fr-4dmm", "S28") == []
    assert why("us-9", "S28") == ["8.4"]
    assert why("us-9", "K23") == ["8.3"]
    assert why("us-29", "CC4") == ["8.2"]
    assert why("us-30", "II2") in (["8.7"], ["8.6"])
    s = desk.set_up({"de-5geb": "X31", "de-34": "X30", "us-1": "M9"}, side="german", italy_open=False)
    s.box = [-1] * desk.w.n_units
    s.box[desk.unit("de-34")] = 5
    s.facts = None
    outside = next(x for x in members(desk.w.disc(desk.hex("X30"), 9) & desk.w.land & ~desk.w.italy))
    found = barred.why_not_there(s, desk.unit("de-34"), outside)
    assert found.rule == "9.3"
    assert barred.why_not_there(s, desk.unit("de-5geb"), outside).rule != "9.3"


@rule("31.5")
def test_a_ferry_is_a_move_of_its_own(desk):
    s = desk.set_up({"de-352": "H5", "de-353": "H6", "us-1": "RR20"}, side="german", options="jersey", turn="sep-2")
    isle, u, other = desk.hex("I4"), desk.unit("de-352"), desk.unit("de-353")
    assert movement.walkable(s, u, [desk.hex("H5"), isle]) == 1
    assert not isinstance(movement.walkable(s, other, [desk.hex("H6"), desk.hex("H5"), isle]), int)
    assert movement.walkable(s, other, [desk.hex("H6"), desk.hex("H5")]) == 1
    assert movement.way(s, u, isle) == [desk.hex("H5"), isle]
    assert movement.goals(s, u) >> isle & 1
    assert not movement.goals(s, other) >> isle & 1
    assert not barred.out_of_reach(s, u, isle)
    assert barred.out_of_reach(s, other, desk.hex("RR20"))


@rule("14.11", "5.1")
def test_where_another_nation_comes_others_can_stop_no_more(desk):
    """us-1 may stop next to de-352; when a British unit alone stands beside that, it may not."""
    middle = desk.hex("M9")
    w = desk.w
    s = desk.set_up({"us-1": "M9", "de-352": "M12", "br-3": "england"}, side="allied")
    u = desk.unit("us-1")
    for label in sorted(desk.near("M12")):
        put(s, desk.unit("br-3"), w.removed)
        put(s, u, middle)
        before = movement.movers(s) >> u & 1
        put(s, desk.unit("br-3"), desk.hex(label))
        fresh = s.bare()
        assert movement.movers(s) == movement.movers(fresh)
        assert movement.goals(s, u) == movement.goals(fresh, u)
        near = {w.labels[h] for h in members(movement.goals(s, u))} & desk.near("M12")
        assert not near, "14.11: the British alone are next to it"
        assert before


# -------------------------------------------------------------------------------------------------------- exits

LEAVERS = {
    "us-2arm": "RR20", "us-3arm": "RR18", "us-4arm": "QQ20", "us-1": "RR22", "us-5arm": "RR24", "us-6arm": "RR16",
    "us-7arm": "RR12", "us-9arm": "RR10", "us-10arm": "RR8", "us-11arm": "england", "de-lehr": "RR7",
    "us-14arm": "RR23", "us-12arm": "RR26", "us-16arm": "RR29", "us-20arm": "RR27", "br-79-c": "RR4",
    "de-21pz": "RR2",
}  # fmt: skip


@rule("31.15", "5.4", "8.1", "17.10.4", "27.7")
def test_who_leaves_over_the_east_edge(desk, monkeypatch):
    """Infantry does not, nor who is not at the edge, in a zone, out of supply (us-12arm), stuck, at the end of its
    movement, slowed, or stopped."""
    monkeypatch.setattr(exits, "in_supply", lambda s, u: u != desk.unit("us-12arm"))
    s = desk.set_up(LEAVERS, side="allied", options="exits", turn="sep-2")
    s.stuck, s.slowed, s.stopped = (desk.units_of(x) for x in ("us-3arm", "us-6arm us-9arm br-79-c", "us-14arm"))
    s.by_air = desk.units_of("us-2arm")
    for name, spent in (("us-5arm", 7), ("us-6arm", 4), ("us-9arm", 3), ("us-2arm", 6), ("br-79-c", 3)):
        s.spent[desk.unit(name)] = spent
    s.spent[desk.unit("us-12arm")] = s.spent[desk.unit("us-20arm")] = 1
    s.facts = None
    expected = {
        "us-3arm": ["27.7"], "us-4arm": ["31.15"], "us-1": ["31.15"], "us-5arm": ["5.4"], "us-6arm": ["8.1"],
        "us-10arm": ["31.15"], "us-11arm": ["31.15"], "de-lehr": ["31.15"], "us-12arm": ["31.15"],
        "us-14arm": ["17.10.4"], "us-20arm": ["5.4"], "br-79-c": ["8.1"], "de-21pz": ["31.15"],
    }  # fmt: skip
    found = {name: rules(exits.exit_reasons(s, STEP, "allied", (desk.unit(name),))) for name in LEAVERS}
    assert {name: why for name, why in found.items() if why} == expected
    assert exits.steps_off(s) == 0
    exits.do_exit(s, STEP, "allied", (desk.unit("us-2arm"),), None)
    assert (desk.at("us-2arm"), exits.steps_off(s)) == ("exited", 2)
    assert s.moved >> desk.unit("us-2arm") & 1
    assert s.by_air == 0
    assert s.stack[-1] == STEP
    s.face[desk.unit("us-7arm")] = 1
    exits.do_exit(s, STEP, "allied", (desk.unit("us-7arm"),), None)
    assert exits.steps_off(s) == 3
    assert rules(exits.when(s, STEP, "allied")) == []
    assert rules(exits.when(s, STEP, "german")) == ["31.15"]
    s.options = 0
    assert rules(exits.when(s, STEP, "allied")) == ["31.15"]


@rule("31.15")
def test_german_steps_for_those_that_have_left(desk, monkeypatch):
    assert exits.GivingUp().seat(desk.s) == exits.Recalling().seat(desk.s) == "german"
    monkeypatch.setattr(exits, "in_supply", lambda s, u: u != desk.unit("de-353"))
    units = {
        "us-2arm": "exited", "de-347": "M9", "de-352": "M10", "de-353": "M11", "de-hq-ob-west": "M12", "de-91": "due",
        "us-1": "K9", "de-77": "M14",
    }  # fmt: skip
    s = desk.set_up(units, side="german", options="exits", turn="sep-2", steps=[], back="de-77")
    assert exits.givers(s) == [desk.unit(name) for name in ("de-347", "de-352", "de-77")]
    for name in units:
        found = rules(exits.give_reasons(s, STEP, "", (desk.unit(name),)))
        assert found == ([] if name in ("de-347", "de-352", "de-77") else ["31.15"]), name
    exits.ExitPhase().run(s, None)
    assert s.stack == [exits.GivingUp()]
    s.stack.clear()
    exits.do_give(s, exits.GivingUp(), "german", (desk.unit("de-352"),), None)
    assert (s.face[desk.unit("de-352")], desk.at("de-352"), s.given_up) == (1, "M10", ((desk.unit("de-352"), 1),))
    assert s.stack == [exits.GivingUp()]
    s.stack.clear()
    s.pinned = 1 << desk.unit("de-352") | 1 << desk.unit("de-347")
    exits.do_give(s, exits.GivingUp(), "german", (desk.unit("de-352"),), None)
    assert (desk.at("de-352"), s.given_up) == ("removed", ((desk.unit("de-352"), 2),))
    assert s.pinned == 1 << desk.unit("de-347"), "nothing speaks of it any more"
    assert s.stack == [], "two steps for two"
    exits.ExitPhase().run(s, None)
    assert s.stack == []
    s.face[desk.unit("us-2arm")] = 1
    exits.ExitPhase().run(s, None)
    assert s.stack == [exits.Recalling()]
    s.stack.clear()
    for name in units:
        found = rules(exits.recall_reasons(s, STEP, "", (desk.unit(name),)))
        assert found == ([] if name == "de-352" else ["31.15"]), name
    exits.do_recall(s, exits.Recalling(), "german", (desk.unit("de-352"),), None)
    assert (desk.at("de-352"), s.given_up, s.stack) == ("due", ((desk.unit("de-352"), 1),), [])
    put(s, desk.unit("de-352"), desk.hex("M10"))
    put(s, desk.unit("us-2arm"), desk.w.removed)
    s.given_up = ((desk.unit("de-347"), 1), (desk.unit("de-352"), 1))
    exits.do_recall(s, exits.Recalling(), "german", (desk.unit("de-352"),), None)
    assert (s.face[desk.unit("de-352")], s.given_up) == (0, ((desk.unit("de-347"), 1),))
    assert s.stack == [exits.Recalling()]
    s.stack.clear()
    put(s, 0, desk.w.destroyed)
    s.face[0] = 1
    exits.do_recall(s, exits.Recalling(), "german", (0,), None)
    assert (s.given_up, s.face[0], desk.at("de-347"), s.stack) == ((), 1, "destroyed", [])
    put(s, desk.unit("us-2arm"), desk.w.exited)
    for name in ("de-352", "de-77"):
        put(s, desk.unit(name), desk.w.removed)
    exits.ExitPhase().run(s, None)
    assert s.stack == [], "nobody is left who could give a step"


@rule("31.15")
def test_all_but_hqs_give_steps_and_nobody_is_asked_for_more_than_there_are(desk, monkeypatch):
    monkeypatch.setattr(exits, "in_supply", lambda s, u: True)
    w = desk.w
    every = {w.ids[u]: "RR13" for u in w.of_side[GERMAN]}
    s = desk.set_up(every, side="german", options="exits", steps=[])
    assert exits.givers(s) == [u for u in w.of_side[GERMAN] if w.kind[u] != "hq"]
    s = desk.set_up({"us-2arm": "exited", "de-352": "RR13"}, side="german", options="exits", steps=[], back="de-352")
    exits.do_give(s, exits.GivingUp(), "german", (desk.unit("de-352"),), None)
    assert (desk.at("de-352"), s.stack) == ("removed", []), "a step for two, but nobody else has one"


# ------------------------------------------------------------------------------------------------------ commandos


@rule("31.13", "8.2", "17.10.1", "17.10.4", "27.7")
def test_when_the_commandos_slip_through(desk):
    units = {"de-150ss": "M10", "us-1": "M12", "us-over-6": "K9", "de-lehr-late": "O9"}
    s = desk.set_up(units, side="german", options="greif", turn="dec-3")
    u, last = desk.unit("de-150ss"), desk.unit("de-lehr-late")

    def why():
        s.facts = None
        return rules(greif.when(s, STEP, "german"))

    assert why() == ["31.13"], "it has not moved"
    s.spent[u] = 2
    assert why() == ["31.13"], "in no zone"
    s.where[u] = desk.hex("M11")
    assert why() == []
    s.stopped = 1 << last
    s.stuck = 1 << last
    assert why() == []
    s.spent[u] = 0
    assert why() == ["31.13"]
    s.spent[u] = 2
    s.stopped = 1 << u
    assert why() == ["17.10.1"]
    s.tried = ((last, 0),)
    assert why() == ["17.10.1"]
    s.tried = ((last, 0), (u, 0))
    assert why() == ["17.10.4"]
    s.stopped, s.partisan = 0, desk.hex("M12")
    assert why() == [], "the partisans are in the next hex"
    s.partisan = desk.hex("M11")
    assert why() == ["8.2"]
    s.partisan = -1
    s.stuck = 1 << u
    assert why() == ["27.7"]
    s.stuck = 0
    for state in (greif.IN_USE, greif.OVER):
        s.greif = state
        assert why() == ["31.13"]
        assert not greif.available(s)
    s.greif = greif.READY
    assert greif.available(s)
    s.side = ALLIED
    assert why() == ["31.13"]
    assert not greif.available(s)
    s.side = GERMAN
    s.where[u] = desk.w.due
    assert why() == ["31.13"]
    assert not greif.available(s)
    s.where[u], s.options = desk.hex("M11"), 0
    assert why() == ["31.13"]
    assert not greif.available(s)


@rule("31.13", "5.4", "7.2")
def test_where_the_commandos_get(desk):
    """Two hexes spent of six, as if the zone where it stands were none: it stops in the next one."""
    units = {"de-150ss": "M11", "us-1": "M12", "us-over-6": "K9", "de-lehr-late": "O9"}
    s = desk.set_up(units, side="german", options="greif", turn="dec-3")
    u = desk.unit("de-150ss")
    left = movement.allowance(s, u) - 1
    s.spent[u] = 1
    s.facts = None
    zone = desk.near("M12") | {"M12"} | desk.near("K9") | {"K9"}
    stages, ring = {"M11"}, {"M11"}
    for _ in range(left):
        ring = {x for y in ring if y == "M11" or y not in zone for x in desk.near(y)} - {"M12", "K9"} - stages
        stages |= ring
    expected = stages - {"M11"}
    assert expected & zone
    for h in members(desk.w.disc(desk.hex("M11"), 7) & desk.w.land):
        label = desk.w.labels[h]
        assert (rules(greif.slip_reasons(s, STEP, "", (h,))) == []) == (label in expected), label
    s.slowed = desk.units_of("de-lehr-late us-over-6")
    assert len(members(greif.onward(s).mask)) >= len(expected), "others are slowed"
    assert set(desk.legal("slip")) == expected
    s.slowed = 1 << u
    near = {desk.w.labels[h] for h in members(greif.onward(s).mask)}
    assert near >= desk.near("M11") - {"M12"}
    assert max(desk.w.grid.distance(desk.hex(x), desk.hex("M11")) for x in near) == 2, (
        "half of six, of which one is spent"
    )
    s.slowed = 0
    greif.do_slip(s, STEP, "german", (desk.hex("N11"),), None)
    assert (desk.at("de-150ss"), s.greif, s.spent[u]) == ("N11", greif.IN_USE, 2)


@rule("31.13")
def test_whether_the_commandos_pick_one_enemy(desk):
    units = {"de-150ss": "M11", "us-1": "M12", "us-4": "M10", "us-over-6": "K9", "de-lehr-late": "O9"}
    s = desk.set_up(units, side="german", options="greif", turn="dec-3", steps=[])
    u, other = desk.unit("de-150ss"), desk.unit("de-lehr-late")
    greif.start_of_combat(s)
    assert s.stack == [greif.Commandos()]
    s.stack.clear()
    assert not greif.picks_one(s, u)
    greif.do_use(s, STEP, "german", (), None)
    assert s.greif == greif.IN_USE
    assert greif.picks_one(s, u)
    assert not greif.picks_one(s, other)
    assert not greif.picks_one(s, desk.unit("us-1"))
    s.side = ALLIED
    assert not greif.picks_one(s, u)
    s.side = GERMAN
    options, s.options = s.options, 0
    assert not greif.picks_one(s, u)
    s.options = options
    greif.start_of_combat(s)
    assert s.stack == [], "in use already"
    greif.end_of_combat(s)
    assert s.greif == greif.OVER
    s.greif = greif.READY
    greif.end_of_combat(s)
    assert s.greif == greif.READY
    put(s, desk.unit("us-4"), desk.hex("M12"))
    greif.start_of_combat(s)
    assert s.stack == [], "one hex only"

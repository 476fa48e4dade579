"""16 Planning and deployment, 19 Victory, 20 Options."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nineteen_forty.rules.deploying import deployed_units, zone_of
from grognard.games.nineteen_forty.rules.sequence import BeforeTurns, StartTurn
from grognard.games.nineteen_forty.rules.victory import judge, loss_points, points
from grognard.maps import members
from grognard.suite import rule

GERMAN_PLAN = (
    "objective north; effort A; assign german-18 B; assign german-6 B; assign german-4 A; assign german-12 A; "
    "assign german-16 A; assign german-1 C; assign german-7 C"
)
ALLIED_PLAN = (
    "react 1; assign french-1 1; assign french-7 1; assign french-9 1; assign french-2 1; assign french-3 2; "
    "assign french-4 2; assign french-5 2; assign french-8 3"
)


def why(desk, seat, text):
    return [r.rule for r in desk.game.why_not(desk.s, seat, text)]


def plan(desk, german=GERMAN_PLAN, allied=ALLIED_PLAN, options=None):
    game = desk.game
    desk.s = s = game.start("campaign", options or {})
    for seat, text in (("allied", allied), ("german", german)):
        action = game.read(s, seat, text + "; done")
        assert not game.why_not(s, seat, text + "; done")
        game.apply(s, action)
    return s


# ---------------------------------------------------------------------------------------------- planning


@rule("16 ¶1")
def test_both_sides_plan_at_the_same_time_in_secret(desk):
    game, s = desk.game, desk.game.start()
    assert game.turn(s) == frozenset({"german", "allied"})
    game.apply(s, game.read(s, "allied", ALLIED_PLAN + "; done"))
    view = game.view(s, "german")
    assert view.reacting == -1
    assert all(p.parts == () for p in view.pending if p.seat == "allied")
    game.apply(s, game.read(s, "german", GERMAN_PLAN + "; done"))
    assert game.view(s, "german").reacting == -1
    assert game.view(s, "german").assign_allied.count(-1) == 8
    assert game.view(s, "allied").objective == game.view(s, "allied").effort == -1
    assert game.view(s, "allied").reacting == 0


@rule("16 Allies ¶1a", "16 Allies ¶1b", "16 Germans ¶1a", "16 Germans ¶1b")
def test_what_a_plan_must_have(desk):
    desk.s = desk.game.start()
    rules = why(desk, "allied", "done")
    assert rules.count("16 ¶1") == 8
    assert "16 Allies ¶1a" in rules
    assert why(desk, "german", "done").count("16 Germans ¶1a") == 2, "objective and main attack"
    assert why(desk, "allied", "assign bef 2") == ["16 Allies ¶1b"]
    assert desk.s.assign_allied[desk.w.bef_army] == 0


@rule("16 Allies ¶1b", "16 Germans ¶1b")
def test_each_group_gets_an_army(desk):
    desk.s = desk.game.start()
    six = "; ".join(f"assign {a} 1" for a in desk.w.allied_armies[:6])
    assert why(desk, "allied", six) == []
    assert why(desk, "allied", f"{six}; assign {desk.w.allied_armies[6]} 1") == ["16 Allies ¶1b"]
    five = "; ".join(f"assign {a} A" for a in desk.w.german_armies[:5])
    assert why(desk, "german", f"{five}; assign {desk.w.german_armies[5]} A") == ["16 Germans ¶1b"]


@rule("15 German Mountain Corps ¶1", "16 Germans ¶1b")
def test_the_mountain_corps_replaces_a_corps_of_4_or_5(desk):
    desk.s = desk.game.start()
    assert why(desk, "german", "mountain de-xxxiii") == ["15 German Mountain Corps ¶1"], "a 2-5"
    assert why(desk, "german", "mountain de-xix") == ["15 German Mountain Corps ¶1"], "no infantry"
    s = plan(desk, GERMAN_PLAN + "; mountain de-xii")
    units = {desk.w.ids[u] for u in deployed_units(s, 0)}
    assert "de-geb" in units
    assert "de-xii" not in units
    assert zone_of(s, desk.unit("de-geb")) == desk.w.german_groups[2], "with the 1st Army in group C"


@rule("15 German Mountain Corps ¶1", "14 German Reserves ¶1")
def test_the_mountain_corps_may_replace_a_reserve_corps(desk):
    """XVII Corps is a reserve of 5: the mountain corps waits in its place, and comes as a reserve from turn 2."""
    s = plan(desk, GERMAN_PLAN + "; mountain de-xvii")
    assert not {desk.unit("de-geb"), desk.unit("de-xvii")} & set(deployed_units(s, 0))
    assert desk.w.spots[s.where[desk.unit("de-xvii")]] == "out"
    units = {"de-geb": "waiting", "de-xl": "waiting", "de-i": "1703"}
    desk.set_up(units, turn=2)
    assert desk.why("reserve de-geb 1005") == ["14 Reserves ¶1a"], "in no reserve corps' place"
    desk.s.replaced = desk.unit("de-xii")
    assert desk.why("reserve de-geb 1005") == ["14 Reserves ¶1a"], "XII Corps is no reserve"
    desk.s.replaced = desk.unit("de-xvii")
    assert "reserve de-geb" in desk.legal()
    desk.play("reserve de-geb 1005")
    assert desk.at("de-geb") == "1005"


@rule("16 Deployment ¶1", "16 Allies ¶1b")
def test_allied_deployment_zones(desk):
    s = plan(desk)
    w = desk.w
    assert type(s.stack[-1]).__name__ == "AlliedDeploying"
    assert zone_of(s, desk.unit("fr-iv")) == w.border & w.allied_groups[0]
    assert zone_of(s, desk.unit("br-i")) == w.border & w.allied_groups[0]
    assert zone_of(s, desk.unit("br-51")) == w.countries[1], "free deployment"
    foreign = members(w.land & ~w.countries[1])
    for h in members(w.border):
        assert min(w.grid.distance(h, x) for x in foreign) <= 2
    assert why(desk, "allied", "place fr-iv 2019") == ["16 Deployment ¶1"]
    names = {w.ids[u] for u in deployed_units(s, 1)}
    assert not names & {"fr-xxi", "fr-sr1", "fr-arm", "br-1-arm", "be-i", "nl-i"}


@rule("16 Deployment ¶2", "16 Germans ¶1b")
def test_german_deployment_zones(desk):
    s = plan(desk)
    w = desk.w
    assert zone_of(s, desk.unit("de-xix")) == w.german_groups[0], "panzer corps with the main attack"
    assert zone_of(s, desk.unit("de-x")) == w.german_groups[1]
    assert zone_of(s, desk.unit("de-9-pz")) == w.countries[0], "free deployment"
    names = {w.ids[u] for u in deployed_units(s, 0)}
    assert not names & {"de-fj-1", "de-22-ll", "de-xxxix", "de-xvii", "de-geb"}


@rule("16 Deployment ¶3", "16 Deployment ¶1", "16 Deployment ¶2", "3 ¶2")
def test_set_up_in_order_with_stacking(desk):
    s = plan(desk)
    hex_ = desk.w.labels[members(zone_of(s, desk.unit("fr-iv")))[0]]
    assert why(desk, "allied", f"place fr-iv {hex_}; place fr-iii {hex_}") == ["16 Deployment ¶3"]
    import random

    rng = random.Random(1)
    action = desk.game.complete(s, "allied", lambda choices: choices[rng.randrange(len(choices))])
    desk.game.apply(s, action)
    assert type(s.stack[-1]).__name__ == "GermanDeploying"
    assert desk.game.view(s, "german").where[desk.unit("fr-iv")] < desk.w.n, "the Germans see the Allied set-up"
    action = desk.game.complete(s, "german", lambda choices: choices[rng.randrange(len(choices))])
    desk.game.apply(s, action)
    assert (s.turn, s.side) == (0, 0)
    assert desk.game.view(s, "allied").effort == 0, "the set-up shows it"
    assert desk.game.view(s, "allied").objective == -1


@rule("16 Deployment ¶3")
def test_every_zone_has_room_for_the_largest_assignment(desk):
    w = desk.w
    sizes = sorted(
        (sum(1 for u in range(w.n_units) if w.side[u] == 1 and w.army[u] == a) for a in range(8)), reverse=True
    )
    for group, area in enumerate(w.allied_groups):
        bef = 3 if group == w.bef_group else 0
        assert (w.border & area).bit_count() > sum(sizes[:6]) + bef + 2, "and two free units"
    for area in w.german_groups:
        assert area.bit_count() > 17 + 4


# ----------------------------------------------------------------------------------------------- options


@rule("20 ¶1", "20 Mechelen ¶1")
def test_mechelen(desk):
    s = desk.game.start("campaign", {"mechelen": True})
    assert desk.game.turn(s) == "allied"
    desk.game.apply(s, desk.game.read(s, "allied", "react 2"))
    assert desk.game.view(s, "german").reacting == 1
    desk.s = s
    assert why(desk, "allied", "react 1") == ["16 Allies ¶1a"] or why(desk, "allied", "react 1")
    assert desk.game.view(s, "german").assign_allied.count(-1) == 8, "assignments stay secret"


@rule("20 Belgian Late Alliance ¶1")
def test_belgian_late_alliance(desk):
    w = desk.w
    s = plan(desk, options={"belgian-late-alliance": True})
    assert s.war >> 2 & 1
    assert zone_of(s, desk.unit("be-i")) == w.countries[2]
    assert desk.unit("be-i") in deployed_units(s, 1)
    border = next(
        w.labels[h] for h in members(w.border & w.allied_groups[0])
        if any(w.country[x] == 2 and w.allied_groups[0] >> x & 1 for x in w.grid.neighbours[h])
    )  # fmt: skip
    groups = {"french-1": "1", "french-8": "3"}
    options = {"belgian-late-alliance": True}
    desk.set_up(
        {"fr-iv": border, "fr-vii": "2806", "be-i": "1010", "de-i": "1703"},
        side="allied", war="belgium", groups=groups, options=options, steps=[BeforeTurns()],
    )  # fmt: skip
    assert desk.s.turn == -1
    hexes = desk.hexes("fr-iv")
    assert hexes
    assert {w.country[desk.hex(h)] for h in hexes} == {2}, "into Belgium only"
    assert all(w.allied_groups[0] >> desk.hex(h) & 1 for h in hexes)
    assert desk.why("move fr-vii 2805") == ["20 Belgian Late Alliance ¶1"]
    from grognard.games.nineteen_forty.rules.state import allowance

    assert allowance(desk.s, desk.unit("fr-iv")) == 12, "half of 6"
    assert not desk.s.war >> 4 & 1, "Luxembourg is still neutral"
    desk.play("end")
    assert desk.s.turn == 0
    assert desk.s.war >> 4 & 1


@rule("20 French Air Force ¶1")
def test_french_air_force(desk):
    desk.set_up({"de-i": "1703", "fr-iv": "2013"}, options={"french-air-force": True}, steps=[StartTurn(2)])
    assert desk.s.air_allied == 3


# ----------------------------------------------------------------------------------------------- victory


@rule("19 Losses German ¶1", "19 Losses Allied ¶1")
def test_points_for_losses(desk):
    w = desk.w
    factors = {name: w.combat[desk.unit(name)] for name in ("br-i", "fr-cav", "fr-iv", "de-xix", "de-i")}
    expected = {"br-i": 3 * factors["br-i"], "fr-cav": 2 * factors["fr-cav"], "fr-iv": factors["fr-iv"],
                "be-i": 0, "nl-i": 0, "ch-r1": 0, "de-fj-1": 5, "de-22-ll": 5,
                "de-xix": 3 * factors["de-xix"], "de-i": 2 * factors["de-i"]}  # fmt: skip
    assert {name: loss_points(w, desk.unit(name)) for name in expected} == expected
    desk.set_up({"br-i": "eliminated", "fr-cav": "eliminated", "de-xix": "eliminated", "br-ii": "evacuated"})
    assert points(desk.s) == (expected["br-i"] + expected["fr-cav"], expected["de-xix"])


@rule("19 Losses German ¶1", "19 Losses Allied ¶1")
def test_points_are_told_by_the_kinds_of_units_that_they_are_for(desk):
    w = desk.w
    gone = ("br-i", "fr-cav", "fr-iv", "fr-iii", "be-i", "de-fj-1", "de-xix", "de-i")
    desk.set_up({**dict.fromkeys(gone, "eliminated"), "br-ii": "evacuated"})
    factor = {name: w.combat[desk.unit(name)] for name in gone}
    found = [(p.what, p.words, p.change, p.rule) for p in desk.game.scored(desk.s)]
    german, allied = "19 Losses German ¶1", "19 Losses Allied ¶1"
    assert sorted(found) == sorted([
        ("German points", "British units eliminated", 3 * factor["br-i"], german),
        ("German points", "French motorized units eliminated", 2 * factor["fr-cav"], german),
        ("German points", "French other units eliminated", factor["fr-iv"], german),
        ("German points", "French other units eliminated", factor["fr-iii"], german),
        ("Allied points", "German airborne units eliminated", 5, allied),
        ("Allied points", "German motorized units eliminated", 3 * factor["de-xix"], allied),
        ("Allied points", "German other units eliminated", 2 * factor["de-i"], allied),
    ])  # fmt: skip


PARIS = {"de-i": "1919", "de-x": "1920", "de-iv": "2019"}


def ended(desk, units, objective, **more):
    desk.set_up(units, side="allied", turn=10, objective=objective, war=more.pop("war", "belgium luxembourg"))
    for name, value in more.items():
        setattr(desk.s, name, value)
    return judge(desk.s)


@rule("19 Plan 1", "19 Plans ¶1")
def test_plan_maginot(desk):
    assert ended(desk, {"de-i": "1703", "fr-iv": "2013"}, "maginot").plan
    assert not ended(desk, {"de-i": "1703", "fr-iv": "1808"}, "maginot").plan


@rule("19 Plan 2")
def test_plan_paris(desk):
    assert ended(desk, PARIS, "paris").plan
    assert not ended(desk, {"de-i": "1919", "fr-iv": "2019"}, "paris").plan


@rule("19 Plan 3")
def test_plan_north(desk):
    w = desk.w
    assert not ended(desk, PARIS, "north").plan
    found = ended(desk, PARIS, "north", german=w.north | w.countries[0], allied=0)
    assert found.plan
    assert w.north.bit_count() == 4 + w.own_cities[2].bit_count() + 1, "ports, Belgian cities, Lille"
    one_short = w.north & ~(1 << w.place_hex["Lille"])
    assert not ended(desk, PARIS, "north", german=one_short, allied=0).plan


@rule("19 Holland ¶1")
def test_holland_must_surrender_once_invaded(desk):
    assert ended(desk, PARIS, "paris").plan
    assert not ended(desk, PARIS, "paris", war="belgium holland luxembourg").plan
    assert ended(desk, PARIS, "paris", war="belgium holland luxembourg", surrendered=1 << 3).plan
    belgium = 1 << 2
    assert not ended(desk, PARIS, "paris", war="belgium holland luxembourg", surrendered=belgium).plan


LOST_FR = {"fr-iv": "eliminated"}  # 4 points
LOST_DE = {"de-xxxiii": "eliminated"}  # 4 points
BEF = {"br-i": "eliminated", "br-ii": "eliminated", "br-iii": "eliminated"}  # 14 factors


@rule("19 Allied Strategic", "19 Allied Decisive", "19 Allied Marginal", "19 Draw", "19 German Marginal",
      "19 German Decisive", "19 German Strategic")  # fmt: skip
@pytest.mark.parametrize(
    ("units", "objective", "level"),
    [
        ({"de-xxxiii": "eliminated", "fr-v": "0705", "fr-iii": "1808"}, "maginot", "allied-strategic"),
        ({"de-xxxiii": "eliminated", "fr-iii": "1808"}, "maginot", "allied-decisive"),
        ({"fr-iii": "1808"}, "maginot", "allied-decisive"),  # equal points
        ({**LOST_FR, "fr-iii": "1808"}, "maginot", "allied-marginal"),  # fewer points, plan defeated
        ({**LOST_DE}, "maginot", "allied-marginal"),  # plan met, points not
        ({}, "maginot", "allied-marginal"),  # plan met, points equal
        ({**LOST_FR}, "maginot", "draw"),
        (
            {**LOST_FR, "fr-iii": "eliminated", **LOST_DE, "fr-xi": "eliminated", **PARIS},
            "maginot",
            "german-decisive",
        ),
        ({**LOST_FR, "fr-9-dim": "eliminated", **LOST_DE, **PARIS}, "maginot", "german-marginal"),  # 6 to 4
        ({**BEF, **PARIS}, "maginot", "german-strategic"),  # 12 British factors
        ({**BEF}, "maginot", "draw"),  # no second objective
    ],
)
def test_levels(desk, units, objective, level):
    found = ended(desk, units, objective)
    assert found.level == level


@rule("19 German Strategic")
def test_strategic_by_all_three_objectives(desk):
    w = desk.w
    found = ended(desk, {**LOST_FR, **PARIS}, "maginot", german=w.north | w.paris | w.countries[0], allied=0)
    assert found.met == (True, True, True)
    assert found.level == "german-strategic"


@rule("19 ¶1")
def test_results_name_their_rule(desk):
    desk.set_up({**LOST_FR, "de-i": "1703"}, side="allied", turn=10, war="", objective="maginot")
    desk.s.stack.clear()
    result = desk.game.result(desk.s)
    assert (result.level, result.winner, result.rule) == ("draw", "", "19 Draw")


def test_the_lesson_can_be_played(desk):
    from grognard.games.nineteen_forty.show.lesson import LESSON
    from grognard.server.room import play_forced

    table = desk.game.table(LESSON.scenario, LESSON.options, practice=True, seed=1)
    queue: list[Any] = [list(x) for x in LESSON.forced]
    for action in LESSON.opening:
        table.play(action, table.seats[0])
    places = {p.id for p in desk.game.board().places}
    for step in LESSON.steps:
        assert set(step.places) <= places
        assert set(step.pieces) <= {p.id for p in table.scene("german").pieces}
        if step.expect:
            seat = next(x for x in table.seats if not table.why_not(step.expect, x))
            queue = play_forced(table, seat, step.expect, queue)
    assert not queue, "every foreseen die has fallen"
    assert table.state.turn == 1
    assert {step.rule for step in LESSON.steps} <= {case.id for case in desk.game.rules()}


@rule("16 ¶1", "16 Deployment ¶1")
def test_the_usual_plan_fills_what_is_missing(desk):
    game = desk.game
    s = game.start()
    text = "assign german-18 C; assign german-1 C; usual; done"
    assert not game.why_not(s, "german", text)
    game.apply(s, game.read(s, "german", text))
    game.apply(s, game.read(s, "allied", "assign french-1 3; usual; done"))
    assert s.assign_german[0] == 2
    assert set(s.assign_german) == {0, 1, 2}
    assert set(s.assign_allied) == {0, 1, 2}
    assert not game.why_not(s, "allied", "place fr-iv 2806; rest; done") or not game.why_not(
        s, "allied", "rest; done"
    )


@rule("19 German Decisive", "19 German Marginal")
def test_exactly_double_the_points_is_enough(desk):
    divisions = {"fr-9-dim": "eliminated", "fr-5-dim": "eliminated"}  # 2 points each
    found = ended(desk, {**LOST_FR, **divisions, **LOST_DE, **PARIS}, "maginot")
    assert (found.german_points, found.allied_points, found.level) == (8, 4, "german-decisive")
    found = ended(desk, {**LOST_FR, "fr-v": "eliminated", **LOST_DE, **PARIS}, "maginot")
    assert (found.german_points, found.allied_points, found.level) == (7, 4, "german-marginal"), "one short"


@rule("19 Allied Strategic", "19 Allied Decisive")
def test_exactly_two_hexes_of_the_ruhr_are_enough(desk):
    ruhr = [1 << h for h in range(desk.w.n) if desk.w.ruhr >> h & 1]
    units = {**LOST_DE, "fr-iii": "1808"}
    assert ended(desk, units, "maginot", allied=ruhr[0] | ruhr[1]).level == "allied-strategic"
    assert ended(desk, units, "maginot", allied=ruhr[0]).level == "allied-decisive"


@rule("19 Allied Strategic", "19 Allied Decisive", "19 Allied Marginal", "19 Draw")
@pytest.mark.parametrize(
    ("lost", "plan", "level"),
    [
        (LOST_DE, False, "allied-strategic"),
        (LOST_DE, True, "allied-marginal"),  # the plan was accomplished
        ({}, False, "allied-decisive"),  # not more points
        (LOST_FR, False, "allied-marginal"),
        (LOST_FR, True, "draw"),
    ],
)
def test_the_ruhr_alone_is_no_strategic_victory(desk, lost, plan, level):
    units = {**lost, "fr-iii": "2013" if plan else "1808"}
    found = ended(desk, units, "maginot", allied=desk.w.ruhr)
    assert found.ruhr >= 2
    assert (found.plan, found.level) == (plan, level)


@rule("19 German Strategic", "19 German Decisive")
def test_only_british_factors_make_a_strategic_victory(desk):
    french = dict.fromkeys(("fr-i", "fr-ii", "fr-iii", "fr-iv"), "eliminated")
    for lost, level in ((french, "german-decisive"), (BEF, "german-strategic")):
        found = ended(desk, {**lost, **PARIS}, "maginot")
        assert sum(desk.w.combat[desk.unit(name)] for name in lost) >= 12
        assert found.level == level


@rule("15 ¶1", "8 Supply Effects ¶1")
def test_an_exchange_does_not_cure_lack_of_supply(desk):
    """Ruling 90: a corps is out of supply if one of its divisions is, and its divisions if it is."""
    desk.set_up({"de-9-pz": "1605", "de-10-pz": "1605", "de-13-mot": "1605", "de-xxxix": "waiting"})
    corps, part = desk.unit("de-xxxix"), desk.unit("de-13-mot")
    desk.s.unsupplied = 1 << part
    desk.play("form de-9-pz de-10-pz de-13-mot")
    assert desk.s.unsupplied >> corps & 1
    desk.set_up({"de-9-pz": "1605", "de-10-pz": "1605", "de-13-mot": "1605", "de-xxxix": "waiting"})
    desk.play("form de-9-pz de-10-pz de-13-mot")
    assert not desk.s.unsupplied >> corps & 1, "all were supplied"

"""27: replacements, overstrength divisions, HQ Troops and the 79th; 31.2."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, DISTRICTS, GERMAN
from grognard.games.fortress_europa.rules.combat.losses import eliminate, lose_step
from grognard.games.fortress_europa.rules.forces.funnies import HANDED_ON
from grognard.games.fortress_europa.rules.forces.replacements import (
    AlliedReplacing,
    GermanReplacing,
    Replacements,
    Strengthening,
    halved,
    less,
)
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.state import combat_factor
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.kernel.rules import Events, Points
from grognard.maps import members
from grognard.suite import rule

PLENTY = [9, 9, 9, 9, 9, 9, 9]
NAMES = ("german-infantry", "german-armored", "american-infantry", "american-armored", "british-infantry",
         "british-armored", "special")  # fmt: skip


def pools(**values):
    return [values.get(name.replace("-", "_"), 0) for name in NAMES]


def phase(desk, units, side="allied", amounts=None, turn="oct-1", **fields):
    step = AlliedReplacing() if side == "allied" else GermanReplacing()
    amounts = list(PLENTY if amounts is None else amounts)
    return desk.set_up(units, side=side, turn=turn, pools=amounts, steps=[step], **fields)


def left(desk, name):
    return desk.s.pools[NAMES.index(name)]


# ----------------------------------------------------------------------------------------------------- rates


@rule("27.1", "27.3")
def test_the_chart_gives_a_number_a_turn_of_which_some_may_be_armored(desk):
    desk.set_up({}, turn="oct-1", side="german", pools=pools(german_infantry=1), steps=[Replacements(GERMAN)])
    row = next(r for r in desk.w.book.rate if r.who == "german" and r.month == "oct")
    assert (left(desk, "german-infantry"), left(desk, "german-armored")) == (1 + row.total - row.armored, row.armored)
    desk.restart(Replacements(GERMAN))
    assert left(desk, "german-armored") == 2 * row.armored, "unused factors are kept"
    assert left(desk, "american-infantry") == 0


@rule("27.3")
def test_how_many_come_and_how_many_there_are_then_is_told(desk):
    """October: the Germans save 2 and get 5(2); the Allies get 4(2), 1(1) and a special factor besides 3."""
    taken = {"bases_taken": desk.w.u_boat_bases, "sites_taken": desk.w.v1_sites, "bases_turn": 9, "sites_turn": 9}
    told = {}
    for side in (GERMAN, ALLIED):
        s = desk.set_up(
            {}, turn="oct-1", side=("german", "allied")[side], pools=[1, 1, 0, 2, 0, 0, 3], steps=[], **taken
        )
        events = Events()
        Replacements(side).run(s, events)
        for happened in events.items:
            event = happened.event
            assert isinstance(event, Points)
            told[event.what] = (event.change, event.total)
    rates = {r.who: r.total for r in desk.w.book.rate if r.month == "oct"}
    assert told == {
        "german replacements": (rates["german"], rates["german"] + 2),
        "american replacements": (rates["american"], rates["american"] + 2),
        "british replacements": (rates["british"], rates["british"]),
        "special replacements": (rates["special"], rates["special"] + 3),
    }


@rule("27.1")
def test_nations_are_kept_apart(desk):
    w = desk.w
    taken = {"bases_taken": w.u_boat_bases, "sites_taken": w.v1_sites, "bases_turn": 9, "sites_turn": 9}
    desk.set_up({}, turn="oct-1", pools=pools(), steps=[Replacements(ALLIED)], **taken)
    rows = {r.who: r for r in desk.w.book.rate if r.month == "oct"}
    assert left(desk, "american-infantry") == rows["american"].total - rows["american"].armored
    assert left(desk, "british-armored") == rows["british"].armored
    assert left(desk, "special") == rows["special"].total
    assert left(desk, "german-infantry") == 0


@rule("27.2")
def test_nobody_gets_replacements_on_the_first_turn(desk):
    for turn, some in ((1, False), (2, True)):
        for side in (GERMAN, ALLIED):
            desk.set_up({}, turn=turn, side=("german", "allied")[side], pools=pools(), steps=[Replacements(side)])
            assert any(desk.s.pools) == some


@rule("33.3.3", "33.4.3")
def test_the_december_scenarios_have_none_or_begin_late(desk):
    for scenario, turn, some in (("bulge", "jan-1", False), ("berlin", "jan-2", False), ("berlin", "jan-3", True)):
        desk.set_up({}, scenario=scenario, turn=turn, side="german", pools=pools(), steps=[Replacements(GERMAN)])
        assert any(desk.s.pools) == some


@rule("27.4", "17.10.5")
def test_armored_factors_are_lost_first():
    assert less((4, 2), 2) == (2, 0), "the example of 17.10.5"
    assert less((4, 2), 1) == (3, 1)
    assert less((4, 2), 9) == (0, 0)


@rule("17.10.6", "27.4")
def test_half_a_rate_is_rounded_down_and_armored_factors_go_first():
    assert halved((3, 2)) == (1, 0), "ruling 161"
    assert halved((3, 3)) == (1, 1)
    assert halved((4, 1)) == (2, 0)


# ------------------------------------------------------------------------------------------------- building up


@rule("27.7")
def test_a_reduced_unit_is_built_up_for_one_factor_and_does_not_move(desk):
    phase(desk, {"us-1": "england"}, back="us-1", amounts=pools(american_infantry=1))
    desk.play("build us-1")
    u = desk.unit("us-1")
    assert (desk.s.face[u], left(desk, "american-infantry")) == (0, 0)
    assert desk.s.stuck >> u & 1
    desk.set_up({"de-352": "Q9"}, side="german", stuck=desk.units_of("de-352"))
    assert desk.why("move de-352 Q10") == ["27.7"]


@rule("27.7")
def test_no_replacements_for_a_unit_in_an_enemy_zone(desk):
    paris = desk.w.labels[desk.w.place_hex["Paris"]]
    beside = sorted(desk.near(paris))
    phase(desk, {"de-352": beside[0], "us-1": paris, "de-353": "destroyed"}, "german", back="de-352")
    assert "27.7" in desk.why("build de-352")
    far = sorted(set(desk.disc("LL14", 2)) - desk.disc("LL14", 1))[0]
    phase(desk, {"de-352": far, "us-1": paris}, "german", back="de-352")
    assert desk.why("build de-352") == []


@rule("27.7")
def test_nor_in_a_fortress_with_an_enemy_next_to_it(desk):
    w = desk.w
    fort = next(w.labels[h] for h in members(w.fortresses & w.germany) if w.near[h])
    foe = sorted(desk.near(fort))[0]
    phase(desk, {"de-352": fort, "us-1": foe, "de-353": "destroyed"}, "german", back="de-352")
    assert "27.7" in desk.why("build de-352")
    assert "fortress" in desk.words("build de-352")
    phase(desk, {"de-352": fort, "de-353": "destroyed"}, "german", back="de-352")
    assert desk.why("build de-352") == []


@rule("27.7")
def test_a_line_of_any_length_to_a_port_or_to_a_city_in_germany_or_italy(desk):
    phase(desk, {"us-1": "Q9", "us-4": "destroyed"}, back="us-1")
    assert desk.why("build us-1") == ["27.7"], "no friendly port anywhere"
    phase(desk, {"us-1": "Q9", "us-4": "destroyed"}, back="us-1", allied="K2")
    assert desk.why("build us-1") == [], "Cherbourg is in reach, with nobody in between"
    phase(desk, {"de-352": "D4", "de-353": "destroyed"}, "german", back="de-352")
    assert desk.why("build de-352") == [], "from Brittany to Germany nobody is in the way"


@rule("27.7", "28.2")
def test_units_in_england_africa_and_the_panzer_reserve_take_replacements(desk):
    phase(desk, {"us-1": "england", "us-3": "africa", "us-4": "waiting"}, back="us-1 us-3 us-4")
    assert set(desk.legal("build")) == {"us-1", "us-3"}
    phase(desk, {"de-2pz": "reserve"}, "german", back="de-2pz")
    assert desk.legal("build") == ["de-2pz"]
    desk.play("build de-2pz")
    assert left(desk, "german-armored") == 8


@rule("27.7")
def test_only_reduced_units_are_built_up(desk):
    phase(desk, {"us-1": "england", "us-4": "destroyed", "us-9": "england"}, back="us-9")
    assert desk.why("build us-1") == ["27.7"]
    assert desk.why("build us-4") == ["27.8"]
    assert desk.why("build de-352") == ["27.1"]


@rule("27.5")
def test_armored_factors_serve_as_infantry_and_not_the_other_way(desk):
    reduced = {"us-1": "england", "us-2arm": "england"}
    phase(desk, reduced, back="us-1 us-2arm", amounts=pools(american_infantry=3))
    assert desk.why("build us-2arm") == ["27.5"]
    phase(desk, reduced, back="us-1 us-2arm", amounts=pools(american_armored=1))
    desk.play("build us-1")
    assert left(desk, "american-armored") == 0


@rule("27.5")
def test_the_owner_may_spend_armored_factors_as_infantry_first(desk):
    phase(desk, {"us-1": "england"}, back="us-1", amounts=pools(american_infantry=1, american_armored=1))
    desk.play("regrade american-armored")
    assert (left(desk, "american-infantry"), left(desk, "american-armored")) == (2, 0)
    assert desk.why("regrade american-armored") == ["27.5"]
    assert desk.why("regrade german-armored") == ["27.5"]


@rule("27.5", "27.3")
def test_an_armored_factor_that_was_not_used_as_infantry_is_saved_as_an_armored_one(desk):
    """Armored factors are used as infantry, not changed into it (rulings 223, 303)."""
    units = {"us-1": "england", "us-2arm": "england", "br-3": "england"}
    amounts = pools(american_armored=3, british_armored=1, british_infantry=1)
    phase(desk, units, back="us-1 us-2arm br-3", amounts=amounts)
    desk.play("regrade american-armored", "regrade american-armored", "regrade british-armored")
    assert (left(desk, "american-infantry"), left(desk, "american-armored")) == (2, 1)
    desk.play("build us-1", "build br-3", "end")
    assert (left(desk, "american-infantry"), left(desk, "american-armored")) == (0, 2), "one of two was used"
    assert (left(desk, "british-infantry"), left(desk, "british-armored")) == (1, 0), "used before the other"


@rule("27.5", "27.3")
def test_it_is_saved_so_too_where_the_phase_ends_by_itself(desk):
    phase(desk, {"us-1": "england"}, back="us-1", amounts=pools(american_armored=2))
    desk.play("regrade american-armored", "regrade american-armored", "build us-1")
    assert not desk.s.stack
    assert (left(desk, "american-infantry"), left(desk, "american-armored")) == (0, 1)


@rule("27.1")
def test_each_nation_uses_its_own_factors(desk):
    phase(desk, {"us-1": "england", "br-3": "england"}, back="us-1 br-3", amounts=pools(british_infantry=1))
    assert desk.why("build us-1") == ["27.1"]
    assert desk.why("build br-3") == []


@rule("27.6")
def test_weather_does_not_matter(desk):
    phase(desk, {"us-1": "england"}, back="us-1", weather="storm", sea_used=5)
    assert desk.why("build us-1") == []
    desk.play("build us-1")
    assert desk.s.sea_used == 5


# -------------------------------------------------------------------------------------------------- rebuilding


@rule("27.8")
def test_a_destroyed_unit_costs_one_factor_more(desk):
    units = {"us-1": "destroyed", "us-4cav": "destroyed", "us-9": "destroyed"}
    phase(desk, units, amounts=pools(american_infantry=5, american_armored=2))
    desk.play("rebuild us-1 full england")
    assert left(desk, "american-infantry") == 2, "three for a two-step unit"
    desk.play("rebuild us-9 reduced africa")
    assert left(desk, "american-infantry") == 0, "two for it at reduced strength"
    assert (desk.at("us-1"), desk.at("us-9")) == ("england", "africa")
    assert desk.s.face[desk.unit("us-9")] == 1
    assert desk.why("rebuild us-4cav reduced england") == ["27.8"], "a single step"
    desk.play("rebuild us-4cav full england")
    assert left(desk, "american-armored") == 0, "two for a one-step unit"


@rule("27.8")
def test_what_is_rebuilt_does_not_move_this_turn(desk):
    phase(desk, {"us-1": "destroyed", "us-4": "destroyed"})
    desk.play("rebuild us-1 full england")
    assert desk.s.stuck >> desk.unit("us-1") & 1
    assert desk.why("rebuild us-1 full england") == ["27.8"], "not destroyed any more"


@rule("27.8", "26.3")
def test_rebuilt_german_units_enter_like_reinforcements_and_stand_still_that_turn(desk):
    phase(desk, {"de-352": "destroyed"}, "german")
    desk.play("rebuild de-352 full")
    u = desk.unit("de-352")
    assert desk.at("de-352") == "due"
    desk.s.stuck = 0  # some turns later
    desk.restart(StartMove(1), Moving(), EndMove())
    desk.play("enter de-352 LL14")
    assert desk.at("de-352") == "LL14"
    assert "27.7" in desk.why("move de-352 LL13")
    assert not desk.s.rebuilt >> u & 1


@rule("27.8")
def test_a_factor_too_few_is_too_few(desk):
    phase(desk, {"us-1": "destroyed", "us-4": "england"}, back="us-4", amounts=pools(american_infantry=2))
    assert desk.why("rebuild us-1 full england") == ["27.1"]
    assert desk.why("rebuild us-1 reduced england") == []
    desk.play("build us-4")
    assert not desk.s.stack, "with one factor nothing more can be done, so the phase ends"


@rule("27.9")
def test_allied_paratroopers_commandoes_and_rangers_need_special_factors(desk):
    units = {"us-82": "england", "us-rangers": "destroyed", "br-1ssb": "destroyed", "us-1": "england"}
    phase(desk, units, back="us-82 us-1", amounts=pools(american_infantry=9, british_infantry=9))
    assert desk.why("build us-82") == ["27.9"]
    assert desk.why("rebuild us-rangers full england") == ["27.9"]
    phase(desk, units, back="us-82 us-1", amounts=pools(special=5))
    assert desk.why("build us-1") == ["27.1"], "special factors serve nobody else"
    desk.play("build us-82", "rebuild us-rangers full england", "rebuild br-1ssb full england")
    assert left(desk, "special") == 0


@rule("27.9")
def test_german_paratroopers_use_infantry_factors_and_drop_no_more(desk):
    phase(desk, {"de-6fjr": "destroyed", "de-3fj": "LL14"}, "german", back="de-3fj", amounts=pools(german_infantry=3))
    desk.play("rebuild de-6fjr full", "build de-3fj")
    assert desk.s.grounded == desk.units_of("de-6fjr"), "one built up can still drop"


@rule("27.10")
@pytest.mark.parametrize(
    "kind", ["flak", "security", "artillery", "glider-mountain", "assault-gun", "hq", "hq-troops", "volkssturm"]
)
def test_types_that_are_never_replaced(desk, kind):
    w = desk.w
    u = next(x for x in range(w.n_units) if w.kind[x] == kind)
    side = ("german", "allied")[w.side[u]]
    other = "de-352" if side == "german" else "us-1"
    phase(desk, {w.ids[u]: "destroyed", other: "destroyed"}, side)
    text = f"rebuild {w.ids[u]} full" + (" england" if side == "allied" else "")
    assert desk.why(text) == ["27.10"]


@rule("27.10", "22.2")
def test_a_coastal_unit_is_rebuilt_as_infantry(desk):
    phase(desk, {"de-716": "destroyed"}, "german")
    desk.play("rebuild de-716 full")
    u = desk.unit("de-716")
    assert desk.s.face[u] == 1
    assert combat_factor(desk.s, u) == desk.w.combat[u][1]
    assert left(desk, "german-infantry") == 7


@rule("27.14")
def test_french_and_minors_are_never_replaced(desk):
    units = {"fr-2db": "destroyed", "pl-1arm": "destroyed", "be-1bde": "destroyed", "us-1": "destroyed"}
    phase(desk, {**units, "fr-1db": "england"}, back="fr-1db")
    for name in ("fr-2db", "pl-1arm", "be-1bde"):
        assert desk.why(f"rebuild {name} full england") == ["27.14"]
    assert desk.why("build fr-1db") == ["27.14"]


@rule("27.10")
def test_canadians_are_replaced_with_british_factors(desk):
    phase(desk, {"ca-3": "england"}, back="ca-3", amounts=pools(british_infantry=1))
    desk.play("build ca-3")
    assert left(desk, "british-infantry") == 0


# --------------------------------------------------------------------------------------------------- SS first


@rule("31.2")
def test_destroyed_ss_armor_comes_before_all_other_armor(desk):
    units = {"de-9ss": "destroyed", "de-2pz": "LL14", "de-352": "LL14", "de-116pz": "destroyed"}
    phase(desk, units, "german", back="de-2pz de-352", options="ss-first")
    assert desk.why("build de-2pz") == ["31.2"]
    assert desk.why("rebuild de-116pz full") == ["31.2"]
    assert desk.why("build de-352") == [], "infantry is free"
    desk.play("rebuild de-9ss reduced")
    assert desk.why("build de-2pz") == []
    phase(desk, units, "german", back="de-2pz de-352", options="ss-first", amounts=pools(german_armored=1))
    assert desk.why("build de-2pz") == [], "whenever possible: one factor cannot bring it back"
    phase(desk, units, "german", back="de-2pz de-352")
    assert desk.why("build de-2pz") == []


# ------------------------------------------------------------------------------------------------ overstrength


@rule("27.12")
def test_one_factor_makes_a_6_4_an_8_4(desk):
    phase(desk, {"us-1": "england", "us-over-1": "aside", "us-over-2": "aside"}, amounts=pools(american_infantry=1))
    desk.play("overstrength us-1")
    assert (desk.at("us-over-1"), desk.at("us-1")) == ("england", "aside")
    assert combat_factor(desk.s, desk.unit("us-over-1")) == 8
    assert desk.s.stuck >> desk.unit("us-over-1") & 1


@rule("27.12")
def test_it_takes_two_losses_and_is_not_destroyed_and_the_8_4_is_gone_for_good(desk):
    phase(desk, {"us-1": "england", "us-over-1": "aside"})
    desk.play("overstrength us-1")
    big, small = desk.unit("us-over-1"), desk.unit("us-1")
    lose_step(desk.s, big, None, "15.3")
    assert (desk.at("us-over-1"), desk.at("us-1"), desk.s.face[small]) == ("removed", "england", 0)
    lose_step(desk.s, small, None, "15.3")
    assert (desk.at("us-1"), desk.s.face[small]) == ("england", 1)
    lose_step(desk.s, small, None, "15.3")
    assert desk.at("us-1") == "destroyed"
    phase(desk, {"us-1": "england", "us-over-1": "removed", "us-4": "destroyed"})
    assert desk.why("overstrength us-1") == ["27.12"], "that counter is out of the game"


@rule("27.12")
def test_only_full_american_6_4_infantry_divisions_become_overstrength(desk):
    units = {"us-1": "england", "br-3": "england", "us-82": "england", "us-4": "waiting", "us-over-1": "aside"}
    phase(desk, {**units, "us-9": "destroyed"}, back="us-1")
    for name in ("us-1", "br-3", "us-82", "us-4"):
        assert desk.why(f"overstrength {name}") == ["27.12"], name
    desk.play("build us-1")
    assert desk.why("overstrength us-1") == [], "the same turn, for a second factor"


@rule("27.12", "27.7")
def test_an_overstrength_division_is_built_under_the_conditions_of_27_7(desk):
    phase(desk, {"us-1": "Q9", "us-over-1": "aside", "us-9": "destroyed"})
    assert desk.why("overstrength us-1") == ["27.7"], "no line to a port"


@rule("27.12")
def test_six_overstrength_divisions_in_the_game(desk):
    names = ["us-1", "us-4", "us-29", "us-2", "us-9", "us-30", "us-79"]
    counters = {f"us-over-{i}": "aside" for i in range(1, 7)}
    phase(desk, {**dict.fromkeys(names, "england"), **counters, "us-83": "destroyed"})
    desk.play(*(f"overstrength {name}" for name in names[:6]))
    assert desk.why("overstrength us-79") == ["27.12"]


@rule("27.12")
def test_up_to_three_before_the_first_invasion_each_by_reducing_another(desk):
    names = ["us-1", "us-4", "us-29", "us-2", "us-9", "us-30", "us-79", "us-83"]
    counters = {f"us-over-{i}": "aside" for i in range(1, 7)}
    desk.set_up({**dict.fromkeys(names, "england"), **counters}, turn=1, steps=[Strengthening()])
    assert desk.seat == "allied"
    assert desk.why("overstrength us-1 us-1") == ["27.12"]
    desk.play("overstrength us-1 us-4")
    assert desk.at("us-over-1") == "england"
    assert desk.s.face[desk.unit("us-4")] == 1, "it may be used at reduced strength"
    assert desk.why("overstrength us-29 us-4") == ["27.12"], "a reduced division gives nothing"
    assert desk.why("overstrength us-4 us-29") == ["27.12"]
    desk.play("overstrength us-29 us-2", "overstrength us-9 us-30")
    assert desk.why("overstrength us-79 us-83") == ["27.12"]
    desk.play("end")
    assert not desk.s.stack


# --------------------------------------------------------------------------------------------------- HQ Troops


def troops(desk):
    w = desk.w
    return [w.ids[u] for u in range(w.n_units) if w.hq_troops >> u & 1]


@rule("27.13")
def test_hq_troops_and_one_factor_bring_a_unit_back_at_full_strength(desk):
    phase(desk, {"de-136": "LL14", "de-2pz": "destroyed", "de-352": "destroyed"}, "german")
    desk.play("hq-troops de-136 de-2pz")
    u = desk.unit("de-2pz")
    assert (desk.at("de-2pz"), desk.s.face[u], desk.at("de-136")) == ("LL14", 0, "removed")
    assert (left(desk, "german-armored"), left(desk, "german-infantry")) == (8, 9)
    assert desk.s.stuck >> u & 1
    assert len(troops(desk)) == 8


@rule("27.13")
def test_an_armored_unit_needs_an_armored_factor(desk):
    units = {"de-136": "LL14", "de-2pz": "destroyed", "de-352": "destroyed"}
    phase(desk, units, "german", amounts=pools(german_infantry=1))
    assert desk.why("hq-troops de-136 de-2pz") == ["27.5"]
    assert desk.why("hq-troops de-136 de-352") == []
    assert desk.why("hq-troops de-352 de-2pz") == ["27.13"]


@rule("27.13", "27.10")
def test_hq_troops_bring_back_only_what_may_be_replaced(desk):
    w = desk.w
    flak = next(w.ids[u] for u in range(w.n_units) if w.kind[u] == "flak")
    phase(desk, {"de-136": "LL14", flak: "destroyed", "de-352": "destroyed", "de-353": "LL14"}, "german")
    assert desk.why(f"hq-troops de-136 {flak}") == ["27.10"], "never (ruling 228)"
    assert desk.why("hq-troops de-136 de-353") == ["27.8"]


@rule("27.13")
def test_hq_troops_need_a_line_and_no_enemy_zone(desk):
    beside = sorted(desk.near("LL14"))[0]
    phase(desk, {"de-136": beside, "us-1": "LL14", "de-352": "destroyed"}, "german")
    assert "27.13" in desk.why("hq-troops de-136 de-352")
    w = desk.w
    fort = next(w.labels[h] for h in members(w.fortresses & w.germany) if w.near[h])
    phase(desk, {"de-136": fort, "us-1": sorted(desk.near(fort))[0], "de-352": "destroyed"}, "german")
    assert "27.13" in desk.why("hq-troops de-136 de-352")


@rule("27.13")
def test_from_the_frozen_136_a_frozen_unit_comes(desk):
    home = desk.w.labels[members(desk.w.districts[DISTRICTS.index("15th")] & ~desk.w.coastal)[0]]
    phase(desk, {"de-136": home, "de-352": "destroyed"}, "german", frozen="de-136", turn="jun-4")
    desk.play("hq-troops de-136 de-352")
    assert desk.s.bound[desk.unit("de-352")] == DISTRICTS.index("15th")


# ---------------------------------------------------------------------------------------------------- the 79th

PARTS = ("br-79-a", "br-79-b", "br-79-c")


def impulse(desk, units, **fields):
    steps = [StartMove(1), Moving(), EndMove()]
    return desk.set_up(units, turn="oct-1", steps=steps, **fields)


def ashore(desk):
    """A hex beside Cherbourg, and an HQ that supplies it."""
    return sorted(desk.near("K2"))[0]


@rule("27.11")
def test_the_79th_breaks_down_into_three_units(desk):
    h = ashore(desk)
    units = {"br-79": h, "br-hq-montgomery": h, **dict.fromkeys(PARTS, "aside")}
    impulse(desk, units, allied="K2")
    assert capacity(desk.s) >= 2
    before = capacity(desk.s)
    desk.play("break79")
    assert {desk.at(x) for x in PARTS} == {h}
    assert desk.at("br-79") == "aside"
    assert capacity(desk.s) == before - 2, "each counts as one"
    assert desk.hexes("br-79-a") != set(), "the parts may move"


@rule("27.11")
def test_it_breaks_down_only_at_full_strength_in_supply_and_with_capacity(desk):
    h = ashore(desk)
    units = {"br-79": h, "br-hq-montgomery": h, **dict.fromkeys(PARTS, "aside")}
    impulse(desk, units, allied="K2", back="br-79")
    assert desk.why("break79") == ["27.11"]
    impulse(desk, {**units, "br-hq-montgomery": "england"}, allied="K2")
    assert desk.why("break79") == ["27.11"], "without an HQ it is not in supply"
    impulse(desk, units)
    assert set(desk.why("break79")) == {"27.11"}, "no port: no capacity"
    impulse(desk, {"br-79": "destroyed", **dict.fromkeys(PARTS, "aside")})
    assert desk.why("break79") == ["27.11"]


@rule("27.11")
def test_only_at_the_start_of_the_first_impulse(desk):
    h = ashore(desk)
    units = {"br-79": h, "br-hq-montgomery": h, "us-1": h, **dict.fromkeys(PARTS, "aside")}
    impulse(desk, units, allied="K2")
    goal = sorted(desk.hexes("us-1"))[0]
    desk.play(f"move us-1 {goal}")
    assert desk.why("break79") == ["27.11"]
    desk.set_up(units, turn="oct-1", impulse=2, allied="K2")
    assert desk.why("break79") == ["27.11"]


@rule("27.11")
def test_the_three_join_in_one_hex_and_the_79th_does_not_move_that_turn(desk):
    h = ashore(desk)
    units = {"br-79": "aside", "br-hq-montgomery": h, **dict.fromkeys(PARTS, h)}
    impulse(desk, units, allied="K2")
    desk.play("join79")
    u = desk.unit("br-79")
    assert (desk.at("br-79"), desk.s.face[u]) == (h, 0)
    assert {desk.at(x) for x in PARTS} == {"aside"}
    assert "27.7" in desk.why(f"move br-79 {sorted(desk.near(h))[0]}")
    assert "stuck" in HANDED_ON


@rule("27.11", "20.9")
def test_a_drop_comes_first_and_forbids_nothing(desk):
    h = ashore(desk)
    units = {"br-79": "aside", "br-hq-montgomery": h, **dict.fromkeys(PARTS, h), "us-82": "K2", "us-101": "destroyed"}
    down = desk.units_of("us-82")
    both = desk.units_of("us-82 us-101")  # one of them did not survive its drop
    impulse(desk, units)
    desk.s.dropped, desk.s.flown, desk.s.landed = down, both, both
    assert desk.why("join79") == []
    desk.s.dropped = 0  # an airlift is a move
    assert desk.why("join79") == ["27.11"]


@rule("27.11")
def test_they_do_not_join_apart_in_a_zone_out_of_supply_or_with_one_lost(desk):
    h = ashore(desk)
    other = sorted(desk.near(h) - {"K2"})[0]
    units = {"br-79": "aside", "br-hq-montgomery": h, **dict.fromkeys(PARTS, h)}
    impulse(desk, {**units, "br-79-c": other}, allied="K2")
    assert desk.why("join79") == ["27.11"]
    impulse(desk, {**units, "de-352": other}, allied="K2")
    assert "27.11" in desk.why("join79")
    impulse(desk, {**units, "br-hq-montgomery": "england"}, allied="K2")
    assert desk.why("join79") == ["27.11"]
    impulse(desk, units, allied="K2")
    eliminate(desk.s, desk.unit("br-79-b"), None, "15.3")
    assert desk.why("join79") == ["27.11"]
    assert "never" in desk.words("join79")


@rule("27.11")
def test_the_parts_are_never_replaced(desk):
    phase(desk, {"br-79-a": "destroyed", "br-3": "destroyed"})
    assert desk.why("rebuild br-79-a full england") == ["27.11"]
    phase(desk, {"br-79": "england"}, back="br-79", amounts=pools(british_armored=1))
    desk.play("build br-79")
    assert desk.s.face[desk.unit("br-79")] == 0, "the division itself is built up with an armored factor"


@rule("27.7", "27.8")
def test_who_took_replacements_in_england_does_not_sail_that_turn(desk):
    phase(desk, {"us-1": "england", "us-4": "destroyed", "us-9": "england"}, back="us-1", allied="K2")
    desk.play("build us-1", "rebuild us-4 full england")
    stuck = desk.s.stuck
    desk.restart(StartMove(1), Moving(), EndMove())
    assert desk.s.stuck == stuck
    for name in ("us-1", "us-4"):
        assert "27.7" in desk.why(f"sail {name} K2")
    assert "27.7" not in desk.why("sail us-9 K2")


@rule("9.1", "27.7")
def test_frozen_units_take_replacements(desk):
    home = desk.w.labels[members(desk.w.districts[DISTRICTS.index("15th")] & ~desk.w.coastal)[0]]
    phase(desk, {"de-85": home}, "german", frozen="de-85", back="de-85", turn="jun-4")
    desk.play("build de-85")
    assert desk.s.face[desk.unit("de-85")] == 0, "ruling 72"
    assert desk.s.bound[desk.unit("de-85")] == DISTRICTS.index("15th")


@rule("31.16")
def test_before_the_first_invasion_two_armored_divisions_build_up_the_79th(desk):
    armor = ("br-7arm", "br-11arm", "br-gds")
    units = {**dict.fromkeys((*armor, "br-79", "br-4bde", "us-2arm"), "england"), **dict.fromkeys(PARTS, "aside")}
    desk.set_up(units, turn=1, back="br-79", steps=[Strengthening()])
    assert desk.why("build79 br-7arm br-gds") == ["31.16"], "only with the option"
    s = desk.set_up(units, turn=1, back="br-79", options="funnies", steps=[Strengthening()])
    assert desk.why("break79") == ["31.16"], "not at full strength"
    assert set(desk.legal("build79")) >= {"br-7arm"}
    for other in ("br-7arm", "br-4bde", "us-2arm", "br-79"):
        assert desk.why(f"build79 br-7arm {other}") == ["31.16"]
    desk.play("build79 br-7arm br-gds")
    assert [s.face[desk.unit(name)] for name in (*armor, "br-79")] == [1, 0, 1, 0]
    assert desk.why("build79 br-11arm br-gds") == ["31.16"]
    desk.play("break79")
    assert {desk.at(name) for name in PARTS} == {"england"}
    assert desk.at("br-79") == "aside"
    desk.play("end")
    assert not s.stack


@rule("31.2")
def test_whom_a_destroyed_ss_unit_comes_before(desk):
    """Armored SS units that could be rebuilt come before other German armor, and before nobody else."""
    units = {"de-2pz": "LL14", "de-9ss": "LL14", "us-2arm": "england", "de-6ss-geb": "destroyed"}
    phase(desk, units, "german", back="de-2pz", options="ss-first")
    assert desk.why("build de-2pz") == [], "no armored SS unit is destroyed"
    units |= {"de-101ss": "destroyed"}
    phase(desk, units, "german", back="de-2pz de-9ss", options="ss-first")
    assert desk.why("build de-2pz") == ["31.2"], "one step is enough: the Tigers"
    assert desk.why("build de-9ss") == ["31.2"], "a reduced SS division waits too"
    assert desk.why("rebuild de-101ss full") == []
    assert desk.why("rebuild de-6ss-geb full") == [], "infantry is free"
    phase(desk, units | {"de-10ss": "destroyed"}, "german", back="de-2pz", options="ss-first")
    assert desk.why("rebuild de-10ss reduced") == [], "either of two SS units may come first"
    phase(desk, units, "allied", back="us-2arm", options="ss-first")
    assert desk.why("build us-2arm") == [], "it binds the German player"
    phase(desk, units, "german", back="de-2pz", options="ss-first", amounts=pools(german_armored=1))
    assert desk.why("build de-2pz") == [], "two factors would be needed (27.8)"
    phase(desk, units, "german", back="de-2pz", options="ss-first", amounts=pools(german_armored=2))
    assert desk.why("build de-2pz") == ["31.2"]


@rule("31.2")
@pytest.mark.parametrize("name", ["de-17ss", "de-2ss", "de-10ss", "de-150ss"])
def test_every_destroyed_ss_unit_of_armor_comes_first(desk, name):
    phase(desk, {"de-2pz": "LL14", name: "destroyed"}, "german", back="de-2pz", options="ss-first")
    assert desk.why("build de-2pz") == ["31.2"]


@rule("31.2", "27.8")
@pytest.mark.parametrize(("factors", "rules"), [(1, []), (2, ["31.2"]), (3, ["31.2"])])
def test_ss_that_could_come_back_reduced_come_first(desk, factors, rules):
    """Two factors bring one step of a division back, three all of it."""
    units = {"de-2pz": "LL14", "de-9ss": "destroyed"}
    phase(desk, units, "german", back="de-2pz", options="ss-first", amounts=pools(german_armored=factors))
    assert desk.why("build de-2pz") == rules


@rule("31.2", "28.5")
def test_the_tigers_keep_nobody_waiting_once_they_are_gone_for_good(desk):
    units = {"de-2pz": "LL14", "de-101ss": "destroyed"}
    phase(desk, units, "german", back="de-2pz", options="ss-first", turn="nov-2")
    assert desk.why("build de-2pz") == []
    assert desk.legal("build") == ["de-2pz"]


@rule("31.2", "27.5")
def test_without_factors_nobody_waits_for_the_ss(desk):
    """HQ Troops are there, but no armored factor at all."""
    units = {"de-2pz": "LL14", "de-9ss": "destroyed", "de-hqt-1": "LL14", "de-352": "LL14"}
    phase(desk, units, "german", back="de-2pz de-352", options="ss-first", amounts=pools(german_infantry=5))
    assert desk.why("build de-2pz") == ["27.5"]


@rule("27.7", "7.1", "16.3")
@pytest.mark.parametrize(
    ("place", "ruined", "beside", "rules"),
    [
        ("GG10", False, "us-rangers", ["27.7"]), ("GG10", True, "us-rangers", []), ("LL14", False, "us-rangers", []),
        ("GG10", False, "us-1", ["27.7"]), ("GG10", True, "us-1", ["27.7"]), ("LL14", False, "us-1", ["27.7"]),
    ],
)  # fmt: skip
def test_a_fortress_beside_an_enemy_takes_no_replacements(desk, place, ruined, beside, rules):
    """Rangers have no zone: they keep a fortress from its replacements, and no other hex."""
    near = next(x for x in sorted(desk.near(place)) if not desk.w.fortresses >> desk.hex(x) & 1)
    units = {"de-352": place, "de-353": "RR13", beside: near}
    phase(desk, units, "german", back="de-352 de-353", ruined=desk.w.fortresses if ruined else 0)
    assert desk.why("build de-352") == rules
    assert ("de-352" in desk.legal("build")) is (not rules)


@rule("31.2", "27.13")
def test_with_hq_troops_one_factor_brings_the_ss_back(desk):
    troops = next(desk.w.ids[u] for u in range(desk.w.n_units) if desk.w.hq_troops >> u & 1)
    units = {"de-2pz": "LL14", "de-9ss": "destroyed", troops: "LL14"}
    phase(desk, units, "german", back="de-2pz", options="ss-first", amounts=pools(german_armored=1))
    assert desk.why("build de-2pz") == ["31.2"]
    assert desk.why(f"hq-troops {troops} de-9ss") == []
    phase(desk, units | {troops: "due"}, "german", back="de-2pz", options="ss-first", amounts=pools(german_armored=1))
    assert desk.why("build de-2pz") == [], "they are not on the map"

"""28: the Panzer Reserve."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import GERMAN
from grognard.games.fortress_europa.rules.forces.arrivals import Arrivals
from grognard.games.fortress_europa.rules.forces.replacements import GermanReplacing, printed_rate
from grognard.games.fortress_europa.rules.forces.reserve import (
    OPTION_A,
    OPTION_B,
    LeaveForReserve,
    closest,
    has_left,
    why_not_yet,
)
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.maps import members
from grognard.suite import rule

SEVEN = ("de-1ss", "de-2ss", "de-9ss", "de-12ss", "de-lehr", "de-2pz", "de-116pz")
LATE = {"de-1ss-late": "aside", "de-lehr-late": "aside"}
HOME = "LL14"


def leave(desk, units, **fields):
    """November I, as the German first move impulse begins."""
    steps = [StartMove(1), Arrivals(GERMAN), Moving(), EndMove()]
    return desk.set_up({**LATE, **units}, side="german", turn="nov-1", steps=steps, **fields)


def cut_off(desk):
    """A hex in France with all hexes around it, which hold Allied units in `surround`."""
    h = "T20"
    return h, sorted(desk.near(h))


def all_home(desk, *without):
    """The seven and the 101SS in cities of Germany."""
    cities = [desk.w.labels[h] for h in members(desk.w.german_cities)]
    units = [name for name in (*SEVEN, "de-101ss") if name not in without]
    return {name: cities[i % len(cities)] for i, name in enumerate(units)}


# ---------------------------------------------------------------------------------------------------- leaving


@rule("28.1", "28.5")
def test_seven_divisions_and_the_101ss_leave_the_map_on_november_i(desk):
    s = leave(desk, all_home(desk))
    gone = [name for name in SEVEN if name not in ("de-1ss", "de-lehr")]
    assert {desk.at(name) for name in gone} == {"reserve"}
    assert desk.at("de-101ss") == "removed", "the Tigers leave the game"
    assert (desk.at("de-1ss-late"), desk.at("de-lehr-late")) == ("reserve", "reserve")
    assert (desk.at("de-1ss"), desk.at("de-lehr")) == ("removed", "removed")
    factors = {name: (desk.w.combat[desk.unit(name)][0], desk.w.move[desk.unit(name)][0]) for name in LATE}
    assert factors == {"de-1ss-late": (9, 7), "de-lehr-late": (8, 6)}
    assert sum(place == desk.w.reserve for place in s.where) == 7


@rule("28.1")
def test_they_leave_in_no_other_turn(desk):
    steps = [StartMove(1), Arrivals(GERMAN), Moving(), EndMove()]
    desk.set_up({**LATE, **all_home(desk)}, side="german", turn="oct-4", steps=steps)
    assert desk.at("de-2pz") in desk.w.labels


@rule("28.1")
def test_an_enemy_zone_does_not_keep_them(desk):
    beside = sorted(desk.near(HOME))[0]
    leave(desk, {**all_home(desk), "de-2pz": HOME, "us-1": beside})
    assert desk.at("de-2pz") == "reserve"


@rule("28.1")
def test_reduced_units_keep_their_step(desk):
    leave(desk, all_home(desk), back="de-2pz de-1ss")
    assert desk.s.face[desk.unit("de-2pz")] == 1
    assert desk.s.face[desk.unit("de-1ss-late")] == 1


@rule("28.1")
def test_for_a_destroyed_division_the_armored_unit_of_the_closest_factor_goes(desk):
    """The 2nd Panzer is a 7: of two 6s and a 3 the owner sends one of the 6s."""
    names = ("de-2pz", "de-11pz", "de-21pz", "de-503")
    assert [desk.w.combat[desk.unit(name)][0] for name in names] == [7, 6, 6, 3]
    units = {**all_home(desk, "de-2pz"), "de-2pz": "destroyed", **dict.fromkeys(names[1:], HOME), "de-352": HOME}
    leave(desk, units)
    assert desk.step() == "SendInstead"
    assert desk.seat == "german"
    assert set(desk.legal("send")) == {"de-11pz", "de-21pz"}, "he chooses among equals"
    assert desk.why("send de-352") == ["28.1"], "no armored unit"
    assert desk.why("send de-503") == ["28.1"], "not the closest"
    assert desk.why("nobody") == [], "substitutes can be removed, the divisions must"
    desk.play("send de-21pz")
    assert (desk.at("de-21pz"), desk.at("de-11pz"), desk.at("de-2pz")) == ("reserve", HOME, "destroyed")


@rule("28.1")
def test_the_higher_of_two_factors_that_are_as_close_goes(desk):
    """A 7 is lost, and an 8 and a 6 could go."""
    assert [desk.w.combat[desk.unit(name)][0] for name in ("de-2pz", "de-21pz", "de-10ss")] == [7, 6, 8]
    leave(desk, {**all_home(desk, "de-2pz"), "de-2pz": "destroyed", "de-21pz": HOME, "de-10ss": HOME})
    assert desk.legal("send") == ["de-10ss"]
    desk.play("send de-10ss")
    assert (desk.at("de-10ss"), desk.at("de-21pz")) == ("reserve", HOME)


@rule("28.1")
def test_he_need_not_send_the_only_substitute(desk):
    leave(desk, {**all_home(desk, "de-2pz"), "de-2pz": "destroyed", "de-21pz": HOME})
    assert desk.step() == "SendInstead"
    desk.play("nobody")
    assert desk.at("de-21pz") == HOME
    assert desk.step() == "Moving"


@rule("28.1")
def test_a_unit_out_of_supply_stays_and_another_goes(desk):
    h, around = cut_off(desk)
    ring = {f"us-{n}": hexes for n, hexes in zip((1, 4, 29, 2, 9, 30), around, strict=False)}
    units = {**all_home(desk, "de-2pz"), "de-2pz": h, **ring, "de-11pz": HOME}
    leave(desk, units)
    desk.play("send de-11pz")
    assert (desk.at("de-2pz"), desk.at("de-11pz")) == (h, "reserve")


@rule("28.1", "28.5")
def test_tigers_out_of_supply_stay_in_the_game(desk):
    """They have not left with the others, and another may go for them."""
    h, around = cut_off(desk)
    ring = {f"us-{n}": hexes for n, hexes in zip((1, 4, 29, 2, 9, 30), around, strict=False)}
    leave(desk, {**all_home(desk, "de-101ss"), "de-101ss": h, **ring, "de-503": HOME})
    assert desk.step() == "SendInstead"
    assert desk.legal("send") == ["de-503"]
    assert "not a German armored unit" in desk.words("send us-2arm")
    desk.play("send de-503")
    assert (desk.at("de-101ss"), desk.at("de-503")) == (h, "reserve")


@rule("28.1")
def test_the_printed_factor_at_full_strength_is_compared(desk):
    """For a 7 a reduced 6 comes before a 9; by what they have when reduced it would be a 3 against a 5."""
    names = ("de-2pz", "de-21pz", "de-lehr")
    assert [desk.w.combat[desk.unit(name)] for name in names] == [(7, 3), (6, 3), (9, 5)]
    seventh, sixth, ninth = (desk.unit(name) for name in names)
    assert closest(desk.w, seventh, [sixth, ninth]) == [sixth]


@rule("28.1")
def test_without_an_armored_unit_nobody_goes(desk):
    leave(desk, {**all_home(desk, "de-2pz"), "de-2pz": "destroyed", "de-352": HOME})
    assert desk.step() == "Moving"
    assert desk.at("de-352") == HOME


@rule("28.1")
def test_a_division_that_waits_off_the_board_goes_too(desk):
    leave(desk, {**all_home(desk, "de-9ss"), "de-9ss": "due"})
    assert desk.at("de-9ss") == "reserve"


# --------------------------------------------------------------------------------------------- replacements


@rule("28.5", "27.8")
def test_1ss_and_lehr_come_back_as_their_later_counters(desk):
    units = {**LATE, "de-1ss": "destroyed", "de-352": "destroyed"}
    desk.set_up(units, side="german", turn="nov-2", pools=[9] * 7, steps=[GermanReplacing()])
    desk.play("rebuild de-1ss full")
    assert (desk.at("de-1ss"), desk.at("de-1ss-late")) == ("removed", "due")
    desk.set_up(units, side="german", turn="oct-2", pools=[9] * 7, steps=[GermanReplacing()])
    desk.play("rebuild de-1ss full")
    assert (desk.at("de-1ss"), desk.at("de-1ss-late")) == ("due", "aside"), "before November I as it was"


@rule("28.5")
def test_the_101ss_never_comes_back(desk):
    units = {"de-101ss": "destroyed", "de-352": "destroyed"}
    desk.set_up(units, side="german", turn="nov-2", pools=[9] * 7, steps=[GermanReplacing()])
    assert desk.why("rebuild de-101ss full") == ["28.5"]
    desk.set_up(units, side="german", turn="oct-2", pools=[9] * 7, steps=[GermanReplacing()])
    assert desk.why("rebuild de-101ss full") == []


@rule("28.2")
def test_units_in_the_reserve_take_replacements(desk):
    desk.set_up({"de-2pz": "reserve"}, side="german", turn="nov-2", back="de-2pz", pools=[0, 1, 0, 0, 0, 0, 0],
                steps=[GermanReplacing()])  # fmt: skip
    desk.play("build de-2pz")
    assert (desk.s.face[desk.unit("de-2pz")], desk.at("de-2pz")) == (0, "reserve")


# ------------------------------------------------------------------------------------------------- the choice


def december(desk, units, turn="dec-1", **fields):
    desk.set_up({**LATE, **units}, side="german", turn=turn, steps=[GermanReplacing()], **fields)


@rule("28.3A", "28.3A-example")
def test_option_a_makes_the_reserve_whole_and_ends_armored_replacements(desk):
    w = desk.w
    ss = next(
        w.ids[u]
        for u in w.of_side[GERMAN]
        if w.ss >> u & 1 and w.armored >> u & 1 and not w.divisions >> u & 1 and w.ids[u] != "de-101ss"
    )
    small = next(
        w.ids[u]
        for u in w.of_side[GERMAN]
        if w.armored >> u & 1 and not (w.divisions | w.ss) >> u & 1 and u not in w.late.values()
    )
    units = {"de-2pz": "reserve", "de-11pz": "destroyed", ss: "destroyed", small: "destroyed", "de-352": "destroyed"}
    december(
        desk, {**units, "de-1ss": "destroyed", "de-9pz": HOME}, back="de-2pz de-9pz", pools=[5, 4, 0, 0, 0, 0, 0]
    )
    desk.play("option a")
    assert {desk.at(name) for name in ("de-2pz", "de-11pz", ss, "de-1ss-late")} == {"reserve"}
    assert all(desk.s.face[desk.unit(name)] == 0 for name in ("de-2pz", "de-11pz", ss, "de-1ss-late"))
    assert (desk.at(small), desk.at("de-352")) == ("destroyed", "destroyed"), "not all armored units"
    assert desk.s.face[desk.unit("de-9pz")] == 1, "only the Reserve"
    assert desk.s.pools[:2] == [5, 0], "saved armored factors are lost"
    row = next(r for r in w.book.rate if r.who == "german" and r.month == "dec")
    assert (row.total, row.armored) == (4, 2)
    assert printed_rate(desk.s, "german") == (4, 0), "4(2) becomes 4(0)"


@rule("28.3A", "27.5")
def test_no_saved_armored_factor_escapes_option_a_as_infantry(desk):
    """Only what has been used as infantry before is not forfeited (ruling 303)."""
    units = {"de-2pz": "reserve", "de-352": HOME, "de-353": HOME}
    december(desk, units, back="de-352 de-353", pools=[5, 4, 0, 0, 0, 0, 0])
    desk.play("regrade german-armored", "regrade german-armored", "build de-352")
    assert desk.s.pools[:2] == [6, 2]
    desk.play("option a")
    assert desk.s.pools[:2] == [5, 0]
    desk.play("build de-353")
    assert desk.s.pools[:2] == [4, 0], "nothing comes back when the phase ends"


@rule("28.3")
def test_the_choice_holds_when_the_phase_ends(desk):
    """Who ends it without a word has chosen b."""
    units = {"de-2pz": "reserve", "de-11pz": "destroyed", "de-352": HOME}
    for played, choice in ((("option a", "end"), OPTION_A), (("option b", "end"), OPTION_B), (("end",), OPTION_B)):
        december(desk, units, back="de-352", pools=[5, 4, 0, 0, 0, 0, 0])
        desk.play(*played)
        assert desk.s.reserve_choice == choice


@rule("28.3B", "28.3")
def test_option_b_leaves_all_as_it_is(desk):
    units = {"de-2pz": "reserve", "de-11pz": "destroyed"}
    december(desk, units, back="de-2pz", pools=[5, 4, 0, 0, 0, 0, 0])
    desk.play("option b")
    assert (desk.at("de-11pz"), desk.s.face[desk.unit("de-2pz")]) == ("destroyed", 1)
    assert desk.s.pools[:2] == [5, 4]
    assert desk.why("option a") == ["28.3"], "the choice has been made"
    assert printed_rate(desk.s, "german")[1] > 0


@rule("28.3")
def test_who_ends_the_phase_without_choosing_has_chosen_b(desk):
    december(desk, {"de-2pz": "reserve"}, pools=[0] * 7)
    assert desk.step() == "GermanReplacing", "he is asked even if no factor can be used"
    desk.play("end")
    assert desk.s.reserve_choice == 2


@rule("28.3")
def test_the_choice_is_made_on_december_i_only(desk):
    for turn in ("nov-4", "dec-2"):
        december(desk, {"de-2pz": "reserve"}, turn=turn, back="de-2pz", pools=[9] * 7)
        assert desk.why("option a") == ["28.3"]


# ------------------------------------------------------------------------------------------------ coming back


def back(desk, units, turn="dec-3", impulse=1, **fields):
    desk.set_up({"de-2pz": "reserve", "de-116pz": "reserve", **units}, side="german", turn=turn, impulse=impulse,
                **fields)  # fmt: skip


@rule("28.4")
def test_the_reserve_comes_back_from_december_to_february_in_either_impulse(desk):
    for turn, impulse, legal in (
        ("nov-4", 1, False),
        ("dec-1", 1, True),
        ("jan-2", 2, True),
        ("feb-4", 2, True),
        ("mar-1", 1, False),
    ):
        back(desk, {}, turn, impulse)
        assert (desk.why(f"reserve de-2pz {HOME}") == []) == legal, turn
        if not legal:
            assert desk.why(f"reserve de-2pz {HOME}") == ["28.4"]


@rule("28.4")
def test_it_comes_as_a_whole_and_moves_normally(desk):
    back(desk, {})
    assert desk.why("end") == [], "it may stay away"
    desk.play(f"reserve de-2pz {HOME}")
    assert desk.why("end") == ["28.4"], "all units of the Reserve"
    desk.play(f"reserve de-116pz {HOME}")
    assert desk.why("end") == []
    assert desk.hexes("de-2pz") != set()


@rule("28.4")
def test_only_in_german_cities_in_germany_out_of_allied_zones(desk):
    beside = sorted(desk.near(HOME))[0]
    back(desk, {"us-1": beside})
    assert desk.why(f"reserve de-2pz {HOME}") == ["28.4"]
    back(desk, {}, allied=HOME)
    assert desk.why(f"reserve de-2pz {HOME}") == ["28.4"]
    back(desk, {})
    paris = desk.w.labels[desk.w.place_hex["Paris"]]
    assert desk.why(f"reserve de-2pz {paris}") == ["28.4"]
    assert desk.why("reserve de-352 LL14") == ["28.4"]
    assert desk.hexes("de-2pz", "reserve") == {desk.w.labels[h] for h in members(desk.w.german_cities)}


@rule("28.4")
def test_a_line_free_of_allied_zones_must_lead_to_the_east_edge(desk):
    ring = sorted(desk.disc(HOME, 2) - desk.disc(HOME, 1))
    names = [f"us-{n}" for n in (1, 4, 29, 2, 9, 30, 79, 83, 90, 8, 35, 5, 28, 80, 3, 36, 45, 94)]
    back(desk, dict(zip(names, ring, strict=False)))
    inside = desk.why(f"reserve de-2pz {HOME}")
    assert inside == ["28.4"]
    assert "east edge" in desk.words(f"reserve de-2pz {HOME}")
    others = " ".join(desk.w.labels[h] for h in members(desk.w.german_cities) if desk.w.labels[h] != HOME)
    back(desk, dict(zip(names, ring, strict=False)), allied=others)
    assert "No city in Germany is open" in desk.words(f"reserve de-2pz {HOME}"), "the others are Allied"
    assert not any(text.startswith("reserve") for text in desk.legal())
    desk.s.reserve_back = True
    assert list(why_not_yet(desk.s)) == [], "the rest cannot come"
    back(desk, {})
    desk.s.reserve_back = True
    assert [why.rule for why in why_not_yet(desk.s)] == ["28.4"] * 2


@rule("28.4", "10.7")
def test_a_unit_of_the_reserve_occupies_the_railway_where_it_appears(desk):
    back(desk, {}, allied_rail=desk.hexes_of(HOME))
    desk.play(f"reserve de-2pz {HOME}")
    assert desk.s.rail_noted & desk.hexes_of(HOME)


@rule("28.4", "6.3")
def test_it_may_overstack_until_the_impulse_ends(desk):
    full = dict.fromkeys(("de-352", "de-353", "de-91"), HOME)
    back(desk, full)
    desk.play(f"reserve de-2pz {HOME}", f"reserve de-116pz {HOME}", "end")
    assert desk.step() == "Overstacked"


@rule("28.1", "28.5")
def test_the_step_names_the_units_it_sends(desk):
    s = desk.set_up({**LATE, "de-2pz": HOME}, side="german", turn="nov-1", impulse=1, steps=[])
    desk.restart(LeaveForReserve((desk.unit("de-2pz"),)))
    assert s.where[desk.unit("de-2pz")] == desk.w.reserve


@rule("28.1", "28.5")
def test_from_when_on_the_reserve_has_left(desk):
    """It leaves in the German turn of November I, as the first move impulse begins (ruling 236)."""
    november = desk.w.turn_of["nov-1"]
    for turn, side, impulse, expected in (
        (november - 1, "german", 2, False),
        (november, "allied", 2, False),
        (november, "german", 0, False),
        (november, "german", 1, True),
        (november, "german", 2, True),
        (november + 1, "allied", 0, True),
        (november + 1, "allied", 1, True),
    ):
        s = desk.set_up({}, turn=turn, side=side, steps=[], impulse=impulse)
        assert has_left(s) == expected, (turn, side, impulse)

"""30, 32 and the terms of victory of 33."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.rules.movement.entering import MOVE, entered
from grognard.games.fortress_europa.rules.sequence import EndTurn
from grognard.games.fortress_europa.rules.setup.objectives import PickObjectives
from grognard.games.fortress_europa.rules.standing import put
from grognard.games.fortress_europa.rules.state import LOST, NOWHERE
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.games.fortress_europa.rules.victory import victory
from grognard.games.fortress_europa.rules.victory.judging import after_action, end_of_turn, start_of_turn
from grognard.games.fortress_europa.rules.victory.victory import conquered, foothold
from grognard.kernel.errors import BadInput
from grognard.kernel.rules import Ended, Events
from grognard.suite import rule

CAPITALS = "R11 BB8"  # Paris and Bruxelles


def cities(desk, number):
    """So many cities of Germany, none of them major if that can be."""
    w = desk.w
    plain = [w.labels[h] for h in w.city_hexes if (w.german_cities & ~w.major_cities) >> h & 1]
    return " ".join(plain[:number])


def majors(desk, number):
    w = desk.w
    return " ".join([w.labels[h] for h in w.city_hexes if w.major_cities >> h & 1][:number])


def result(desk):
    return desk.game.result(desk.s)


# ------------------------------------------------------------------------------------------- the campaign


@rule("30.1")
def test_four_of_five_major_cities_with_paris_and_bruxelles(desk):
    assert desk.w.major_cities.bit_count() == 5
    assert conquered(desk.set_up({}, allied=f"{CAPITALS} {majors(desk, 4)}"))
    assert not conquered(desk.set_up({}, allied=f"{CAPITALS} {majors(desk, 3)}"))
    assert not conquered(desk.set_up({}, allied=f"R11 {majors(desk, 5)}"))
    assert not conquered(desk.set_up({}, allied=f"BB8 {majors(desk, 5)}"))


@rule("30.1")
def test_fifteen_cities_genova_and_torino_among_them(desk):
    thirteen = f"{cities(desk, 10)} {majors(desk, 3)}"
    assert conquered(desk.set_up({}, allied=f"{CAPITALS} {thirteen} Y34 X29"))
    assert not conquered(desk.set_up({}, allied=f"{CAPITALS} {thirteen} Y34"))
    assert not conquered(
        desk.set_up({}, allied=f"{CAPITALS} {thirteen} N33 R24"),
    ), "cities of France do not count"


@rule("30.1")
def test_the_game_ends_at_once(desk):
    w = desk.w
    city = members_of(desk, majors(desk, 5))[4]
    before = w.labels[w.near[city][0]]
    s = desk.set_up(
        {"us-2arm": before},
        allied=f"{CAPITALS} {majors(desk, 4).rsplit(' ', 1)[0]}",
        volkssturm_cities=w.german_cities,
    )
    desk.play(f"move us-2arm {w.labels[city]}")
    assert not s.stack
    assert result(desk).winner == "allied"
    assert result(desk).rule == "30.1"


@rule("12.18", "30.1", "31.15", "32.2", "33.1.3", "33.2.4", "33.3.10", "33.4.7")
@pytest.mark.parametrize(
    ("ending", "winner", "score"),
    [
        ("conquest", "allied", -1), ("defence", "german", 1), ("exhaustion", "", 0), ("conquest-shifted", "", 0),
        ("exhaustion-shifted", "german", 1), ("driven-off", "german", 1), ("breakthrough", "allied", -1),
        ("sudden-death-allied", "allied", -1), ("sudden-death-german", "german", 1), ("foothold", "allied", -1),
        ("contained", "german", 1), ("more-allied", "allied", -1), ("more-german", "german", 1), ("as-many", "", 0),
        ("strategic", "german", 2), ("tactical", "german", 1), ("stopped", "allied", -1),
    ],
)  # fmt: skip
def test_what_each_ending_is_worth(desk, ending, winner, score):
    """A strategic victory is more than a tactical one; the first ending stands, whatever comes after it."""
    s = desk.set_up({"us-1": "M5"}, options="sudden-death")
    assert victory.result(s) is None
    told = Events()
    victory.end(s, ending, told)
    [ended] = [happened.event for happened in told.items]
    assert isinstance(ended, Ended)
    assert (ended.winner, ended.score, ended.side) == (winner, score, winner)
    found = victory.result(s)
    assert found is not None
    assert (found.winner, found.score) == (winner, score)
    assert s.goals_shown
    other = "defence" if winner != "german" else "conquest"
    victory.end(s, other, told)
    assert (s.ending, len(told.items)) == (ending, 1)
    desk.game.advance(s, None)
    assert not s.stack


def members_of(desk, labels):
    return [desk.hex(label) for label in labels.split()]


@rule("30.1", "30.2")
def test_control_that_lapses_in_a_german_zone_does_not_count(desk):
    four = majors(desk, 4)
    last = members_of(desk, four)[-1]
    beside = desk.w.labels[desk.w.near[last][0]]
    s = desk.set_up({"de-352": beside}, allied=f"{CAPITALS} {four}")
    assert not conquered(s)
    assert conquered(desk.set_up({"de-352": beside, "us-1": desk.w.labels[last]}, allied=f"{CAPITALS} {four}"))


@rule("30.1")
def test_the_zone_goes_and_the_game_is_won(desk):
    four = majors(desk, 4)
    beside = desk.w.labels[desk.w.near[members_of(desk, four)[-1]][0]]
    s = desk.set_up({"de-352": beside, "us-1": "R11"}, allied=f"{CAPITALS} {four}")
    after_action(s, None)
    assert not s.ending
    put(s, desk.unit("de-352"), desk.w.destroyed)
    after_action(s, None)
    assert s.ending == "conquest", "ruling 239"


@rule("30.1")
@pytest.mark.parametrize(("held", "winner"), [(2, "german"), (3, "")])
def test_at_the_end_three_major_cities_win_for_the_german_player(desk, held, winner):
    s = desk.set_up({"us-1": "M5"}, turn="mar-1", allied=majors(desk, held), steps=[EndTurn()])
    assert not s.stack
    assert result(desk).winner == winner, "five less those that the Allies hold (ruling 241)"


@rule("30.1", "31.17")
def test_the_extended_game_ends_later(desk):
    s = desk.set_up({"us-1": "M5"}, turn="mar-1", options="extended-4")
    s.stack.clear()
    EndTurn().run(s, None)
    assert s.stack
    assert result(desk) is None


@rule("30.2")
def test_the_last_unit_to_pass_through_controls(desk):
    s = desk.set_up({"us-1": "R11", "de-352": "V7"})
    assert desk.owner("R11") == "allied"
    put(s, desk.unit("us-1"), desk.hex("R13"))
    assert desk.owner("R11") == "allied", "it need not stay"
    put(s, desk.unit("de-352"), desk.hex("R11"))
    entered(s, desk.unit("de-352"), desk.hex("R11"), None, MOVE)
    assert desk.owner("R11") == "german"


@rule("30.2")
def test_bases_and_sites_are_captured_for_good(desk):
    s = desk.set_up({"us-1": "C9", "us-4": "V5"})
    for unit, label in (("us-1", "C9"), ("us-4", "V5")):
        s.allied = 0
        entered(s, desk.unit(unit), desk.hex(label), None, MOVE)
    assert s.bases_taken == desk.hexes_of("C9")
    assert s.sites_taken == desk.hexes_of("V5")
    put(s, desk.unit("us-1"), desk.hex("R11"))
    put(s, desk.unit("de-352"), desk.hex("C9"))
    entered(s, desk.unit("de-352"), desk.hex("C9"), None, MOVE)
    assert s.bases_taken == desk.hexes_of("C9")


@rule("12.18")
def test_a_second_invasion_without_a_survivor_loses_the_game(desk):
    s = desk.set_up({"us-1": "england"}, invasions=1)
    after_action(s, None)
    assert not s.ending
    s.invasions = 2
    after_action(s, None)
    assert s.ending == "driven-off"
    desk.game.advance(s, None)
    assert result(desk).winner == "german"


# --------------------------------------------------------------------------------------------- objectives


@rule("32.1", "33.2.3")
def test_each_player_picks_seven_in_secret(desk):
    s = desk.set_up({}, options="sudden-death", steps=[PickObjectives()])
    game = desk.game
    assert set(game.owing(s)) == {"german", "allied"}
    for seat, other in (("german", "allied"), ("allied", "german")):
        assert [r.rule for r in game.why_not(s, seat, "done")] == ["32.1"], "seven are due"
        assert game.why_not(s, seat, f"pick {other}-9"), "from his own list"
        seven = "; ".join(f"pick {seat}-{n}" for n in range(1, 8))
        assert [r.rule for r in game.why_not(s, seat, f"{seven}; pick {seat}-8")] == ["32.1"]
        assert [r.rule for r in game.why_not(s, seat, f"pick {seat}-1; pick {seat}-1")] == ["32.1"]
        assert not game.why_not(s, seat, f"pick {seat}-8; pick {seat}-1"), "in any order"
        game.apply(s, game.read(s, seat, f"{seven}; done"), None)
    assert (s.goals_german.bit_count(), s.goals_allied.bit_count()) == (7, 7)
    assert not s.goals_german & s.goals_allied


@rule("32.1", "33.2.3")
def test_only_the_owner_knows_them(desk):
    s = desk.set_up({"us-1": "M5"}, scenario="west-wall", goals_german=0b1111111 << 12, goals_allied=0b1111111)
    view = desk.game.view(s, "allied")
    assert (view.goals_allied, view.goals_german) == (0b1111111, 0)
    guessed = desk.game.guess(view, "allied", random.Random(1))
    assert guessed.goals_german.bit_count() == 7
    assert guessed.goals_allied == 0b1111111


@rule("32", "33.2.3")
def test_objectives_are_picked_only_where_they_count(desk):
    game = desk.game
    for scenario, options, expected in (
        ("campaign", {}, False), ("campaign", {"sudden-death": True}, True), ("west-wall", {}, True),
        ("invasion", {}, False),
    ):  # fmt: skip
        s = game.begin(scenario, game.settle_options(scenario, options))
        assert any(isinstance(step, PickObjectives) for step in s.stack) == expected


def sudden(desk, german, chosen, units=None, **more):
    """September I with these objectives picked, by numbers."""
    base = {"us-1": "R13", "us-hq-shaef": "R13"}
    s = desk.set_up(base | (units or {}), turn="sep-1", options="sudden-death", **more)
    ids = desk.w.objective_ids
    s.goals_german = sum(1 << ids.index(f"german-{n}") for n in german)
    s.goals_allied = sum(1 << ids.index(f"allied-{n}") for n in chosen)
    start_of_turn(s, None)
    return s


HOLD = (2, 3, 4, 6, 7, 8, 9)  # all met while the Allies have taken nothing


@rule("32.2", "32.1", "32.3")
def test_who_alone_met_all_of_his_wins(desk):
    s = sudden(desk, HOLD, (1, 2, 3, 4, 5, 6, 7))
    assert s.ending == "sudden-death-german"
    assert s.goals_shown
    s = sudden(desk, HOLD, (1, 2, 3, 4, 5, 7, 12), allied="N33 A19 B2 K2 P4 BB8 R11")
    assert s.ending == "sudden-death-allied"


@rule("32.2")
def test_if_neither_met_all_the_game_goes_on(desk):
    s = sudden(desk, HOLD, (1, 2, 3, 4, 5, 6, 7), allied="K2")
    assert not s.ending
    assert s.goals_shown, "revealed all the same"


@rule("32.2")
def test_if_both_met_all_the_most_of_twelve_decide(desk):
    """Both met their seven: all twelve are counted (ruling 265)."""
    south = "N33 A19 P4 BB8 R11"
    s = sudden(
        desk, (1, 4, 6, 7, 8, 10, 11), (1, 2, 5, 7, 8, 11, 12), allied=south, sites_taken=desk.w.v1_sites,
        invasions=1, bases_taken=0,
    )  # fmt: skip
    # German met: 1 (Toulon is another port), 4, 6, 7, 8, 10, 11. Allied met: 1, 2, 5, 7, 8, 11, 12.
    assert not s.ending, "seven each: a tie, and the game goes on"
    s = sudden(
        desk, (1, 4, 6, 7, 8, 10, 11), (1, 2, 5, 7, 8, 11, 12), allied=south, sites_taken=desk.w.v1_sites,
        invasions=1, bases_taken=0, allied_drops=1,
    )  # fmt: skip
    assert s.ending == "sudden-death-allied", "the one drop is an eighth"
    armor = [desk.w.ids[u] for u in desk.w.of_side[0] if (desk.w.armored & desk.w.divisions) >> u & 1]
    s = sudden(
        desk, (1, 4, 6, 7, 8, 10, 11), (1, 2, 5, 7, 8, 11, 12), dict.fromkeys(armor[:9], "RR7"), allied=south,
        sites_taken=desk.w.v1_sites, invasions=1, bases_taken=0,
    )  # fmt: skip
    assert s.ending == "sudden-death-german", "nine armored divisions are an eighth for the German player"


@rule("32.1")
def test_it_is_judged_on_september_i_only_and_only_with_the_option(desk):
    s = desk.set_up({"us-1": "R13"}, turn="aug-4", options="sudden-death", goals_german=1 << 13)
    start_of_turn(s, None)
    assert not s.goals_shown
    s = desk.set_up({"us-1": "R13"}, turn="sep-1")
    start_of_turn(s, None)
    assert not s.goals_shown


@rule("33.2.4", "33.2.2")
@pytest.mark.parametrize(("allied", "ending"), [("", "more-german"), ("N33 A19 B2 K2 P4 CC6 BB8", "more-allied")])
def test_to_the_west_wall_is_won_by_most_objectives(desk, allied, ending):
    s = desk.set_up({"us-1": "R13"}, scenario="west-wall", turn="aug-4", allied=allied, steps=[])
    ids = desk.w.objective_ids
    s.goals_german = sum(1 << ids.index(f"german-{n}") for n in HOLD)
    s.goals_allied = sum(1 << ids.index(f"allied-{n}") for n in (1, 2, 3, 4, 5, 6, 7))
    end_of_turn(s, True, None)
    assert s.ending == ending


@rule("33.2.4")
def test_as_many_objectives_are_a_draw(desk):
    s = desk.set_up({"us-1": "R13"}, scenario="west-wall", turn="aug-4", allied="N33", steps=[])
    ids = desk.w.objective_ids
    s.goals_german = sum(1 << ids.index(f"german-{n}") for n in (1, 12))
    s.goals_allied = sum(1 << ids.index(f"allied-{n}") for n in (1, 12))
    s.allied &= ~desk.hexes_of("R11")
    end_of_turn(s, True, None)
    # German: 1 is not met without Marseille? It is: Toulon serves. 12 is met. Allied: 1 met, 12 not.
    assert s.ending == "more-german"
    s.ending, s.allied = "", s.allied | desk.hexes_of("X29")
    end_of_turn(s, True, None)
    assert s.ending == "as-many"


# ---------------------------------------------------------------------------------------------- districts


def landing(desk, allied, districts=("7th",), **more):
    bits = sum(1 << desk.w.district_ids.index(name) for name in districts)
    mulberry = {"mulberry_at": [desk.hex("M5"), NOWHERE]} | more
    return desk.set_up(
        {"us-1": "M5"}, scenario="invasion", turn="jul-3", allied=allied, landing_districts=bits, **mulberry
    )


@rule("33.1.3")
def test_the_condition_must_be_of_a_district_invaded(desk):
    assert foothold(landing(desk, "M6 R11"))
    assert not foothold(landing(desk, "A19 R11"))
    assert foothold(landing(desk, "A19 R11", ("7th", "1st"))), "an overlap lets either list serve"
    assert not foothold(landing(desk, "M6 R11", ())), "Bremen has none (ruling 93)"


@rule("33.1.3")
def test_supply_capacity_and_a_mulberry_are_needed_too(desk):
    assert not foothold(landing(desk, "M6 R11", mulberry_at=[LOST, NOWHERE]))
    assert foothold(landing(desk, "M6 R11", mulberry_damage=[6, 0])), "it may be damaged"
    s = landing(desk, "M6 R11", mulberry_damage=[12, 0], port_damage=[0] * len(desk.w.ports))
    caen = desk.w.port_at[desk.hex("M6")]
    s.port_damage[caen] = desk.w.port_capacity[caen]
    assert not foothold(s), "one unit on a capacity of nothing"
    s = landing(desk, "M6 R11", mulberry_damage=[10, 0], port_damage=s.port_damage)
    assert capacity(s) == 1
    assert foothold(s), "one unit more could be supplied"


@rule("33.1.3", "33.1.2", "33.1.1")
@pytest.mark.parametrize(("allied", "winner"), [("M6 R11", "allied"), ("M6", "german")])
def test_the_invasion_scenario_is_decided_at_the_end_of_july_iii(desk, allied, winner):
    s = landing(desk, allied)
    assert not s.ending, "not before (ruling 272)"
    desk.restart(EndTurn())
    assert result(desk).winner == winner


@rule("33.1.3")
def test_a_raid_does_not_open_a_list(desk):
    from grognard.games.fortress_europa.rules.movement import districts

    s = desk.set_up({"de-352": "K6"}, frozen="de-352", scenario="invasion", turn=2)
    districts.raid_entry(s, desk.hex("K2"), None)
    assert s.invaded
    assert not s.landing_districts
    districts.invasion_declared(s, desk.hexes_of("M5"), None)
    assert s.landing_districts == 1 << desk.w.district_ids.index("7th")


# --------------------------------------------------------------------------------------------- the Bulge


@rule("33.3.10")
@pytest.mark.parametrize(
    ("units", "ending"),
    [
        ({"de-2pz": "EE12", "de-116pz": "Liege"}, "strategic"),
        ({"de-2pz": "EE12", "de-116pz": "Namur"}, "strategic"),
        ({"de-2pz": "EE12", "de-116pz": "Aachen"}, "tactical"),
        ({"de-2pz": "EE12"}, "stopped"),
        ({"de-2pz": "Liege", "de-116pz": "Namur"}, "stopped"),
    ],
)
def test_the_bulge_is_won_by_occupying(desk, units, ending):
    w = desk.w
    placed = {u: place if place in w.index else w.labels[w.place_hex[place]] for u, place in units.items()}
    s = desk.set_up(placed | {"us-1": "R11"}, scenario="bulge", turn="jan-2", steps=[])
    end_of_turn(s, True, None)
    assert s.ending == ending
    result = victory.result(s)
    assert result is not None
    assert result.winner == ("allied" if ending == "stopped" else "german"), "ruling 297"


@rule("33.4.7")
def test_on_to_berlin_needs_two_major_cities(desk):
    assert conquered(desk.set_up({}, scenario="berlin", turn="feb-1", allied=f"{CAPITALS} {majors(desk, 2)}"))
    assert not conquered(desk.set_up({}, scenario="berlin", turn="feb-1", allied=f"{CAPITALS} {majors(desk, 1)}"))
    fifteen = f"{cities(desk, 14)} {majors(desk, 1)}"
    assert conquered(desk.set_up({}, scenario="berlin", turn="feb-1", allied=f"{CAPITALS} {fifteen}"))


@rule("33.3.10", "33.4.7")
def test_only_the_december_scenarios_look_at_the_bulge(desk):
    small = {"de-2pz": "EE12", "de-116pz": desk.w.labels[desk.w.place_hex["Aachen"]], "us-1": "R11"}
    for scenario, turn, level in (
        ("berlin", "jan-2", 1), ("bulge", "jan-2", 1), ("campaign", "jan-2", 0), ("berlin", "jan-1", 0),
        ("berlin", "jan-3", 0),
    ):  # fmt: skip
        s = desk.set_up(small, scenario=scenario, turn=turn, steps=[])
        end_of_turn(s, False, None)
        assert s.bulge_level == level, (scenario, turn)


@rule("33.4.7-example")
def test_the_small_solution_makes_an_allied_win_a_draw(desk):
    w = desk.w
    s = desk.set_up(
        {"de-2pz": "EE12", "de-116pz": w.labels[w.place_hex["Aachen"]], "us-1": "R11"},
        scenario="berlin", turn="jan-2", steps=[],
    )  # fmt: skip
    end_of_turn(s, False, None)
    assert s.bulge_level == 1
    assert not s.ending
    s = desk.set_up(
        {"us-1": "R11"}, scenario="berlin", turn="mar-1", allied=f"{CAPITALS} {majors(desk, 2)}", bulge_level=1,
        steps=[EndTurn()],
    )  # fmt: skip
    assert result(desk).winner == ""
    assert result(desk).level == "Draw"


@rule("33.4.7")
def test_a_draw_becomes_a_german_win(desk):
    for level, winner in ((0, ""), (1, "german"), (2, "german")):
        desk.set_up(
            {"us-1": "R11"}, scenario="berlin", turn="mar-1", allied=majors(desk, 3), bulge_level=level,
            steps=[EndTurn()],
        )  # fmt: skip
        assert result(desk).winner == winner, "shifted once, for either level (ruling 300)"


@rule("33", "33.1.1", "33.2.1")
def test_june_scenarios_are_set_up_like_the_campaign(desk):
    game = desk.game
    campaign = game.begin("campaign", game.settle_options("campaign", {}))
    for scenario in ("invasion", "west-wall"):
        s = game.begin(scenario, game.settle_options(scenario, {}))
        assert (s.where, s.face, s.bound, s.turn) == (campaign.where, campaign.face, campaign.bound, campaign.turn)
        assert [step for step in s.stack if not isinstance(step, PickObjectives)] == campaign.stack
    with pytest.raises(BadInput):
        game.settle_options("invasion", {"sudden-death": True})

"""20.10, 20.11, 20.17: airlifts."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.combat.losses import eliminate
from grognard.games.fortress_europa.rules.landing.airborne import Drops
from grognard.games.fortress_europa.rules.landing.airlift import why_not_lifted_to
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.standing import fill_box
from grognard.games.fortress_europa.rules.supply.ports import capacity, counts
from grognard.suite import rule

HARBOURS = "K2 P4"
"""Cherbourg and Le Havre in Allied hands: capacity for what flies in."""


def lift(desk, units, *, side="allied", **more):
    settings = {"capacity_start": 5, "began": desk.units_of(" ".join(units)), "allied": HARBOURS} | more
    return desk.set_up(units, side=side, **settings)


def city(desk, name):
    return desk.w.labels[desk.w.place_hex[name]]


@rule("20.10")
def test_between_cities_england_and_africa(desk):
    s = lift(desk, {"us-101": "england", "us-82": "R11"})
    assert desk.hexes("us-101", "airlift") == {"R11", "K2", "P4", "africa"}
    assert desk.hexes("us-82", "airlift") == {"K2", "P4", "england", "africa"}
    desk.play("airlift us-101 R11")
    assert desk.at("us-101") == "R11"
    assert (s.flown, s.stuck) == (desk.units_of("us-101"),) * 2


@rule("20.10")
def test_only_paratroopers_and_gliders(desk):
    lift(desk, {"us-1": "R11", "br-52": "R11"})
    assert desk.why("airlift us-1 K2") == ["20.10"]
    assert desk.why("airlift br-52 K2") == []


@rule("20.10")
def test_one_unit_a_turn_in_either_impulse(desk):
    units = {"us-101": "R11", "us-82": "R11"}
    lift(desk, units, steps=[StartMove(1), Moving(), EndMove(), StartMove(2), Moving(), EndMove()])
    desk.play("airlift us-101 K2")
    assert desk.why("airlift us-82 K2") == ["20.10"]
    desk.play("end")
    assert desk.why("airlift us-82 K2") == ["20.10"], "not in the second impulse either"
    lift(desk, units, impulse=2)
    desk.play("airlift us-82 K2")


@rule("20.10")
def test_in_clear_weather(desk):
    for weather in ("overcast", "storm"):
        lift(desk, {"us-101": "R11"}, weather=weather)
        assert desk.why("airlift us-101 K2") == ["20.10"]


@rule("20.10")
def test_not_to_or_from_a_city_in_an_enemy_zone(desk):
    near = sorted(desk.near("R11"))[0]
    lift(desk, {"us-101": "R11", "us-82": "england", "de-352": near})
    assert desk.why("airlift us-101 K2") == ["20.10"]
    assert desk.why("airlift us-82 R11") == ["20.10"]


@rule("20.10")
def test_to_cities_that_were_controlled_as_the_impulse_began(desk):
    lift(desk, {"us-101": "england", "us-2arm": "Q11"})
    assert desk.why("airlift us-101 R11") == ["20.10"]
    desk.play("move us-2arm R11")
    assert desk.owner("R11") == "allied"
    assert desk.why("airlift us-101 R11") == ["20.10"], "only since this impulse"
    assert desk.why("airlift us-101 M11") == ["20.10"], "no city"


@rule("20.10")
def test_the_unit_starts_the_turn_there_and_makes_no_other_move(desk):
    lift(desk, {"us-101": "R11", "us-82": "R11"}, began=desk.units_of("us-82"))
    assert desk.why("airlift us-101 K2") == ["20.10"]
    desk.play("move us-82 R12")
    assert desk.why("airlift us-82 K2") == ["20.10"]
    lift(desk, {"us-101": "R11"}, steps=[StartMove(1), Moving(), EndMove(), StartMove(2), Moving(), EndMove()])
    desk.play("airlift us-101 K2")
    assert desk.why("move us-101 K3") == ["20.10"]
    desk.play("end")
    assert desk.why("move us-101 K3") == ["20.10"], "all turn"


@rule("20.10")
def test_who_has_moved_in_the_first_impulse_is_not_lifted_in_the_second(desk):
    lift(desk, {"us-101": "R11"}, steps=[StartMove(1), Moving(), EndMove(), StartMove(2), Moving(), EndMove()],
         allied=f"{HARBOURS} R12")  # fmt: skip
    desk.play("move us-101 R12", "end")
    assert desk.why("airlift us-101 K2") == ["20.10"]


@rule("20.10", "20.11")
def test_who_was_driven_out_of_his_city_is_not_lifted(desk):
    """He began the turn in a city, but a battle has brought him out of it."""
    for place, rules in (("R12", ["20.10"]), ("R11", [])):
        lift(desk, {"us-101": place}, impulse=2, allied="R11 K2 P4")
        assert desk.why("airlift us-101 K2") == rules
    field = min(desk.near("KK15"))
    assert not desk.w.cities >> desk.hex(field) & 1
    for place, rules in ((field, ["20.11"]), (city(desk, "Erfurt"), [])):
        lift(desk, {"de-6fj": place}, side="german", impulse=2)
        assert desk.why(f"airlift de-6fj {city(desk, 'Kassel')}") == rules


@rule("20.10")
@pytest.mark.parametrize("place", ["R12", "R10"])
def test_a_city_that_comes_before_or_after_the_hex_is_no_help(desk, place):
    """Paris is R11; Bruxelles (BB8) comes later in the list."""
    lift(desk, {"us-101": place}, impulse=2, allied="R11 K2 P4 BB8")
    assert desk.why("airlift us-101 K2") == ["20.10"]


@rule("20.10", "31.1")
def test_the_option_on_german_paratroopers_does_not_bind_the_allies(desk):
    lift(desk, {"us-101": "R11"}, options="german-paradrops")
    assert desk.why("airlift us-101 K2") == []


@rule("20.10", "30.2")
def test_a_city_must_be_held_then_and_now(desk):
    def against(s, goal="K2"):
        return [why.rule for why in why_not_lifted_to(s, desk.unit("us-101"), desk.hex(goal))]

    s = lift(desk, {"us-101": "R11", "us-1": "P4"})
    assert against(s) == []
    s.allied &= ~desk.hexes_of("K2")
    s.facts = None
    assert against(s) == ["20.10"], "lost since"
    assert against(s, "P4") == []


@rule("20.11", "9.3")
def test_german_units_fly_only_if_a_city_is_open(desk):
    """Frankfurt and one other; it must have been German as the impulse began, and be so now."""
    w = desk.w
    here, other = "LL14", "RR13"
    rest = [w.labels[h] for h in w.city_hexes if w.labels[h] not in (here, other)]
    s = lift(desk, {"de-6fj": here}, side="german", allied=" ".join(rest))
    assert desk.legal("airlift") == ["de-6fj"]
    assert desk.legal("airlift de-6fj") == [other]
    s.airfields = desk.hexes_of(here)
    assert desk.legal("airlift") == [], "it was not German as the impulse began"
    s = lift(desk, {"de-6fj": here}, side="german", allied=" ".join([*rest, other]))
    s.airfields |= desk.hexes_of(other)
    assert desk.legal("airlift") == [], "it is not German now"
    assert "has no city to fly to" in desk.words(f"airlift de-6fj {other}")
    assert "has no city to fly to" not in desk.words("airlift us-101 R11")


@rule("9.3", "20.11")
def test_a_garrison_of_italy_does_not_fly_out_of_it(desk):
    w = desk.w
    box = next(b for b in range(len(w.box_ids)) if w.box_hex[b] == w.place_hex["Torino"])
    italian = [w.labels[h] for h in w.city_hexes if w.italy >> h & 1]
    here, *others = italian
    for shut, listed in ((others, []), ([], ["de-6fj"])):
        s = lift(desk, {"de-6fj": here, "de-352": "LL14"}, side="german", allied=" ".join(shut))
        fill_box(s, desk.unit("de-6fj"), box)
        assert desk.legal("airlift") == listed
        s.italy_open = True
        assert desk.legal("airlift") == ["de-6fj"]


@rule("20.10", "20.15", "18.7.6", "18.7.7")
def test_into_europe_it_counts_against_capacity(desk):
    s = lift(desk, {"us-101": "england", "us-82": "R11"})
    before = capacity(s)
    desk.play("airlift us-101 R11")
    assert counts(s, desk.unit("us-101"))
    assert capacity(s) == before - 1
    for start, rule_number in ((0, "18.7.6"), (-1, "18.7.7")):
        lift(desk, {"us-101": "england", "us-82": "R11"}, capacity_start=start)
        assert rule_number in desk.why("airlift us-101 R11")
        assert desk.why("airlift us-82 K2") == [], "within the continent it may fly"


@rule("20.15")
def test_an_airdropped_unit_that_flies_home_counts_when_it_comes_back(desk):
    s = lift(desk, {"us-101": "R11"}, by_air=desk.units_of("us-101"))
    desk.play("airlift us-101 england")
    assert s.by_air == 0, "ruling 196"
    s = lift(desk, {"us-101": "R11"}, by_air=desk.units_of("us-101"))
    desk.play("airlift us-101 K2")
    assert s.by_air == desk.units_of("us-101"), "it has not left the continent"


@rule("20.17")
def test_three_allied_units_by_air_in_a_turn(desk):
    units = {"us-101": "england", "us-82": "england", "br-6ab": "england", "br-1ab": "R11"}
    steps = [StartMove(1), Drops(ALLIED), Moving(), EndMove()]
    lift(desk, units, steps=steps, invasions=1, invasion_turn=1)
    desk.play("drop us-101 L7; drop us-82 L7; drop br-6ab L7; done", dice=[1, 1, 1])
    assert desk.why("airlift br-1ab K2") == ["20.17"]
    lift(desk, units, steps=steps, invasions=1, invasion_turn=1)
    desk.play("drop us-101 L7; drop us-82 L7; done", dice=[1, 1])
    desk.play("airlift br-1ab K2")
    assert desk.at("br-1ab") == "K2"


@rule("20.11", "20.17")
def test_two_german_airlifts_a_game_one_a_turn(desk):
    koln, erfurt = city(desk, "Koln"), city(desk, "Erfurt")
    units = {"de-6fj": koln, "de-7fj": koln}
    s = lift(desk, units, side="german")
    desk.play(f"airlift de-6fj {erfurt}")
    assert s.german_lifts == 1
    assert desk.why(f"airlift de-7fj {erfurt}") == ["20.17"]
    lift(desk, units, side="german", german_lifts=2)
    assert desk.why(f"airlift de-7fj {erfurt}") == ["20.11"]
    lift(desk, units, side="german")
    assert desk.why("airlift de-6fj england") == ["20.11"]
    assert desk.why("airlift de-6fj R11") == [], "Paris is German"


@rule("20.10", "20.11")
@pytest.mark.parametrize(
    ("side", "lost", "other", "goal"), [("allied", "us-101", "us-82", "K2"), ("german", "de-6fj", "de-7fj", "Erfurt")]
)
def test_who_was_lost_in_the_first_impulse_is_not_lifted_in_the_second(desk, side, lost, other, goal):
    start = "R11" if side == "allied" else city(desk, "Koln")
    place = goal if side == "allied" else city(desk, goal)
    s = lift(desk, {lost: start, other: start}, side=side)
    assert desk.why(f"airlift {lost} {place}") == []
    eliminate(s, desk.unit(lost), None, "15.3-AE")
    desk.restart(StartMove(2), Moving(), EndMove())
    assert desk.why(f"airlift {lost} {place}") != []
    assert desk.why(f"airlift {other} {place}") == []
    desk.ask(f"airlift {other}")


@rule("20.11")
def test_not_to_or_from_a_fortress_with_enemies_next_to_it(desk):
    w = desk.w
    forts = [w.labels[h] for h in range(w.n) if (w.fortresses & w.cities) >> h & 1]
    fort = next(label for label in forts if desk.near(label))
    near = sorted(desk.near(fort))[0]
    lift(desk, {"de-6fj": fort, "de-7fj": city(desk, "Erfurt"), "us-1": near}, side="german", allied="")
    assert desk.why(f"airlift de-6fj {city(desk, 'Erfurt')}") == ["20.11"]
    assert desk.why(f"airlift de-7fj {fort}") == ["20.11"]
    assert (
        desk.words(f"airlift de-7fj {fort}")
        == f"20.11: {w.hex_name(desk.hex(fort))} is a fortress with enemies next to it."
    )
    lift(desk, {"de-6fj": fort, "de-7fj": city(desk, "Erfurt"), "us-1": near}, side="german", ruined=w.fortresses)
    assert (
        desk.words(f"airlift de-7fj {fort}") == f"20.11: {w.hex_name(desk.hex(fort))} is in an enemy zone of control."
    )


@rule("27.9", "31.1")
def test_rebuilt_german_paratroopers_may_be_lifted_but_not_with_the_option(desk):
    koln, erfurt = city(desk, "Koln"), city(desk, "Erfurt")
    units = {"de-heydte": koln}
    lift(desk, units, side="german", grounded=desk.units_of("de-heydte"))
    assert desk.why(f"airlift de-heydte {erfurt}") == []
    lift(desk, units, side="german", grounded=desk.units_of("de-heydte"), options="german-paradrops")
    assert desk.why(f"airlift de-heydte {erfurt}") == ["31.1"]


@rule("9.1D", "20.10")
def test_an_airlift_out_of_the_invaded_district_releases(desk):
    seventh = 1 << desk.w.district_ids.index("7th")
    s = lift(desk, {"us-101": "england", "de-708": "C12"}, allied="K2 R11 P4", frozen="de-708", invaded=seventh)
    desk.play("airlift us-101 R11")
    assert s.released


@rule("20.10")
def test_what_a_preview_tells(desk):
    lift(desk, {"us-101": "england", "us-82": "R11"})
    told = desk.preview("airlift us-101 R11")
    assert told.path == ("england", "R11")
    assert [effect.rule for effect in told.effects] == ["20.10", "20.10"], "no other move, and it counts"
    assert len(desk.preview("airlift us-82 K2").effects) == 1, "it is on the continent already"

"""2.2, 13.2, 23, 26: reinforcements, withdrawals, conversions, HQs and the garrison of Paris."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.losses import lose_step
from grognard.games.fortress_europa.rules.forces.arrivals import (
    Arrivals,
    Substitute,
    Withdrawals,
    arriving,
    convert,
    return_hqs,
    substitutes,
    turn_over,
)
from grognard.games.fortress_europa.rules.forces.replacements import AlliedReplacing, GermanReplacing
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove, StartTurn
from grognard.games.fortress_europa.rules.state import FREE
from grognard.kernel.rules import Events
from grognard.maps import members
from grognard.suite import rule


def german_city(desk, *, avoid=()):
    """A city in the east of Germany."""
    w = desk.w
    names = [w.labels[h] for h in members(w.german_cities) if w.labels[h] not in avoid]
    return names[-1]


def impulse(side):
    return [StartMove(1), Arrivals(side), Moving(), EndMove()]


# ------------------------------------------------------------------------------------------ reinforcements


@rule("2.2", "26.1", "4.2-note")
def test_without_a_number_on_the_track_nobody_comes(desk):
    """Units that are on the map from the start have no circle on their counters, and no number calls them."""
    w = desk.w
    for side in (GERMAN, ALLIED):
        turn = next(
            turn for turn in range(2, len(w.turns)) if not (w.turns[turn - 1].german, w.turns[turn - 1].allied)[side]
        )
        s = desk.set_up({w.ids[u]: "withdrawn" for u in w.of_side[side]}, turn=turn, steps=[])
        assert arriving(s, side) == []


@rule("26.1", "26.3", "4.2-note")
def test_allied_reinforcements_come_on_their_turn(desk):
    units = {"us-8": "waiting", "us-4arm": "waiting", "fr-1db": "waiting", "us-1": "england"}
    desk.set_up(units, turn="jul-1", steps=impulse(ALLIED))
    desk.play("arrive england")
    assert (desk.at("us-8"), desk.at("us-4arm")) == ("england", "waiting"), (
        "group 1 comes on July I, group 2 does not"
    )
    desk.set_up(units, turn="aug-1", steps=impulse(ALLIED))
    desk.play("arrive africa")
    assert (desk.at("us-8"), desk.at("fr-1db")) == ("waiting", "africa")
    desk.set_up(units, turn="jul-2", steps=impulse(ALLIED))
    assert (desk.at("us-8"), desk.step()) == ("waiting", "Moving"), "no number in the box"


@rule("26.3", "26.6")
def test_the_owner_chooses_the_box_of_reinforcements_together_or_one_by_one(desk):
    units = {"us-8": "waiting", "us-35": "waiting", "us-5": "waiting"}
    desk.set_up(units, turn="jul-1", steps=impulse(ALLIED))
    assert desk.seat == "allied"
    assert set(desk.legal("arrive")) == {"england", "africa"}
    assert (set(desk.legal("send")), desk.why("send us-28 africa")) == (set(units), ["26.3"])
    desk.play("send us-35 africa")
    assert (desk.at("us-35"), desk.at("us-8"), desk.why("send us-35 england")) == ("africa", "waiting", ["26.3"])
    desk.play("send us-8 africa")
    assert desk.why("send us-5 africa") == ["26.3"], "the last one simply arrives"
    desk.play("arrive england")
    assert [desk.at(u) for u in units] == ["africa", "africa", "england"]
    assert desk.step() == "Moving"


@rule("2.2-example", "26.1")
def test_the_340th_arrives_with_group_13_on_december_i(desk):
    desk.set_up({"de-340": "waiting"}, side="german", turn="nov-4", steps=impulse(GERMAN))
    assert desk.at("de-340") == "waiting"
    desk.set_up({"de-340": "waiting"}, side="german", turn="dec-1", steps=impulse(GERMAN))
    assert desk.at("de-340") == "due"


@rule("26.3", "26.2")
def test_german_reinforcements_enter_in_a_city_in_germany_and_move_their_full_allowance(desk):
    city = german_city(desk)
    desk.set_up({"de-9ss": "waiting"}, side="german", turn="jun-3", steps=impulse(GERMAN))
    assert desk.at("de-9ss") == "due"
    paris = desk.w.labels[desk.w.place_hex["Paris"]]
    assert desk.why(f"enter de-9ss {paris}") == ["26.3"], "a city, but not in Germany"
    desk.play(f"enter de-9ss {city}")
    assert desk.at("de-9ss") == city
    far = max(desk.w.grid.distance(desk.hex(city), desk.hex(h)) for h in desk.hexes("de-9ss"))
    assert far == 7, "an 8-7: the hex of placement costs nothing"
    desk.play("end")


@rule("26.2")
def test_no_reinforcement_enters_in_the_second_impulse(desk):
    city = german_city(desk)
    desk.set_up({"de-9ss": "due"}, side="german", turn="jun-3", impulse=2)
    assert desk.why(f"enter de-9ss {city}") == ["26.2"]


@rule("26.3")
def test_not_in_an_allied_city_nor_in_an_allied_zone(desk):
    city = german_city(desk)
    beside = sorted(desk.near(city))[0]
    desk.set_up({"de-9ss": "due", "us-1": beside}, side="german", turn="jan-1")
    assert desk.why(f"enter de-9ss {city}") == ["26.3"]
    assert city not in desk.hexes("de-9ss", "enter")
    desk.set_up({"de-9ss": "due"}, side="german", turn="jan-1", allied=city)
    assert desk.why(f"enter de-9ss {city}") == ["26.3"]
    assert desk.why("enter us-1 GG10")[0] == "26.1"


@rule("26.3", "6.3")
def test_stacking_is_looked_at_when_the_impulse_ends(desk):
    city = german_city(desk)
    units = dict.fromkeys(("de-352", "de-353", "de-91"), city)
    desk.set_up({**units, "de-9ss": "due"}, side="german", turn="jan-1")
    assert desk.why(f"enter de-9ss {city}") == []
    desk.play(f"enter de-9ss {city}", "end")
    assert desk.step() == "Overstacked"


@rule("26.4")
def test_the_invasion_reaction_force_enters_on_the_first_turn(desk):
    names = ("de-101ss", "de-503", "de-654", "de-7-werfer", "de-2fj")
    desk.set_up(dict.fromkeys(names, "waiting"), side="german", turn=1, steps=impulse(GERMAN))
    assert {desk.at(name) for name in names} == {"due"}
    assert all(desk.s.bound[desk.unit(name)] == FREE for name in names)
    desk.set_up(dict.fromkeys(names, "waiting"), side="german", turn=2, steps=impulse(GERMAN))
    assert {desk.at(name) for name in names} == {"waiting"}


@rule("26.6")
def test_the_entry_of_german_reinforcements_may_be_delayed(desk):
    city = german_city(desk)
    desk.set_up({"de-9ss": "waiting"}, side="german", turn="jun-3", steps=[*impulse(GERMAN)])
    desk.play("end")
    assert desk.at("de-9ss") == "due", "off the board as long as the owner likes"
    desk.s.turn += 3
    desk.restart(*impulse(GERMAN))
    assert desk.why(f"enter de-9ss {city}") == []


@rule("31.17")
def test_the_last_levies_come_on_april_i(desk):
    units = {"de-hq-wenck-12-army": "waiting", "de-theo-korner": "waiting", "de-14lw-flak": "waiting"}
    desk.set_up(units, side="german", turn="apr-1", options="extended-8", steps=impulse(GERMAN))
    assert {desk.at(name) for name in units} == {"due"}


# --------------------------------------------------------------------------------- conversions and flips


@rule("23", "23-example")
def test_the_159th_becomes_infantry_on_september_i(desk):
    desk.set_up({"de-159": "B19"}, side="german", turn="sep-1", steps=impulse(GERMAN))
    u = desk.unit("de-159")
    assert desk.s.face[u] == 1
    assert desk.w.turns[desk.w.turn_of["sep-1"] - 1].german == 6
    desk.set_up({"de-159": "B19"}, side="german", turn="aug-4", steps=impulse(GERMAN))
    assert desk.s.face[u] == 0


@rule("23", "27.10")
def test_a_destroyed_training_division_is_rebuilt_only_after_its_turn(desk):
    pools = [9, 9, 0, 0, 0, 0, 0]
    desk.set_up({"de-159": "destroyed"}, side="german", turn="aug-4", pools=pools, steps=[GermanReplacing()])
    assert not desk.s.stack, "nothing to be done"
    desk.set_up(
        {"de-159": "destroyed", "de-9ss": "destroyed"},
        side="german",
        turn="aug-4",
        pools=list(pools),
        steps=[GermanReplacing()],
    )
    assert desk.why("rebuild de-159 full") == ["23"]
    desk.restart(*impulse(GERMAN))
    desk.s.turn = desk.w.turn_of["sep-1"]
    desk.restart(*impulse(GERMAN))
    desk.restart(GermanReplacing())
    desk.play("rebuild de-159 full")
    assert desk.s.face[desk.unit("de-159")] == 1, "as a regular division"
    assert desk.s.pools[0] == 9 - 2, "one step and one more"


@rule("13.2")
def test_an_hq_is_turned_over_where_it_is_on_its_turn(desk):
    desk.set_up({"de-hq-ob-west": "Q9"}, side="german", turn="jul-1", steps=impulse(GERMAN))
    assert (desk.s.face[desk.unit("de-hq-ob-west")], desk.at("de-hq-ob-west")) == (1, "Q9")
    desk.set_up({"de-hq-ob-west": "Q9"}, side="german", turn="jul-1", back="de-hq-ob-west", steps=impulse(GERMAN))
    assert desk.s.face[desk.unit("de-hq-ob-west")] == 1, "a flip that comes too late is ignored, nothing flips back"


@rule("13.2", "26.2")
def test_a_lost_hq_comes_back_next_turn_like_a_reinforcement(desk):
    desk.set_up({"de-hq-ag-b": "Q9"}, side="german", turn="aug-2")
    u = desk.unit("de-hq-ag-b")
    lose_step(desk.s, u, None, "15.3")
    assert (desk.at("de-hq-ag-b"), desk.s.face[u]) == ("returning", 1)
    desk.restart(*impulse(GERMAN))
    assert desk.at("de-hq-ag-b") == "returning", "not in the turn of its loss"
    desk.restart(StartTurn(desk.s.turn + 1))
    assert desk.at("de-hq-ag-b") == "due"
    city = german_city(desk)
    desk.s.side = GERMAN
    desk.restart(*impulse(GERMAN))
    desk.play(f"enter de-hq-ag-b {city}")
    assert desk.hexes("de-hq-ag-b") == set(), "it moves in the second impulse (13.1)"
    lose_step(desk.s, u, None, "15.3")
    assert desk.at("de-hq-ag-b") == "destroyed"
    return_hqs(desk.s, None)
    assert desk.at("de-hq-ag-b") == "destroyed"


# ----------------------------------------------------------------------------------------------------- Paris


def paris(desk, turn, taken, more=None, **fields):
    garrison = {f"fr-ffi-{i}": "waiting" for i in (1, 2, 3)}
    here = desk.w.labels[desk.w.place_hex["Paris"]]
    fields.setdefault("allied", here)
    desk.set_up({**garrison, **(more or {})}, turn=turn, paris_turn=taken, steps=impulse(ALLIED), **fields)
    return [desk.at(name) for name in garrison], here


@rule("26.5")
def test_the_garrison_of_paris_comes_the_turn_after_its_liberation(desk):
    aug = desk.w.turn_of["aug-3"]
    units, here = paris(desk, "aug-4", aug)
    assert units == [here] * 3
    assert paris(desk, "aug-3", aug)[0] == ["waiting"] * 3
    assert paris(desk, "aug-4", 0)[0] == ["waiting"] * 3


@rule("26.5")
def test_the_garrison_of_paris_never_comes_before_august_i(desk):
    july = desk.w.turn_of["jul-2"]
    assert paris(desk, "jul-3", july)[0] == ["waiting"] * 3
    assert "waiting" not in paris(desk, "aug-1", july)[0]


@rule("26.5")
def test_the_garrison_waits_while_paris_is_german_or_full(desk):
    aug = desk.w.turn_of["aug-2"]
    assert paris(desk, "aug-4", aug, allied="")[0] == ["waiting"] * 3
    here = desk.w.labels[desk.w.place_hex["Paris"]]
    full = {"us-1": here, "us-4": here}
    assert paris(desk, "aug-4", aug, full)[0] == [here, "waiting", "waiting"], "room for one (ruling 218)"
    assert paris(desk, "aug-4", aug, allied="S20 T20")[0] == ["waiting"] * 3, "Paris was lost again"


@rule("10.7", "26.3", "26.5")
def test_who_appears_at_a_railway_occupies_it(desk):
    """Tracks of the enemy change hands where a reinforcement enters, and in Paris when its garrison comes."""
    s = desk.set_up({"de-9ss": "due"}, side="german", turn="nov-1", allied_rail=desk.hexes_of("LL14"))
    desk.play("enter de-9ss LL14")
    assert s.rail_noted & desk.hexes_of("LL14")
    here = paris(desk, "aug-4", desk.w.turn_of["aug-2"])[1]
    assert desk.w.rail >> desk.hex(here) & 1
    assert desk.s.rail_noted & desk.hexes_of(here)


@rule("26.5")
def test_the_garrison_comes_once(desk):
    gone = {"fr-ffi-1": "destroyed", "fr-ffi-2": "M20"}
    units, here = paris(desk, "aug-4", desk.w.turn_of["aug-2"], gone)
    assert units == ["destroyed", "M20", here]


@rule("13.2", "23")
def test_what_shows_its_second_side_is_not_turned_again(desk):
    """Nor is a unit that is no HQ or training division, though it has the place of one in the schedule (26.8)."""
    s = desk.set_up(
        {"de-hq-ob-west": "Q9", "de-hq-ag-b": "Q9", "de-159": "Q9", "de-158": "Q9", "de-352": "Q9"},
        back="de-hq-ag-b de-158", side="german", steps=[],
    )  # fmt: skip
    assert desk.unit("de-352") < desk.unit("de-159")
    for change, names, turned in (
        (turn_over, ("de-hq-ob-west", "de-hq-ag-b", "de-352", "de-159"), ["de-hq-ob-west"]),
        (convert, ("de-159", "de-158", "de-352"), ["de-159"]),
    ):
        before, events = list(s.face), Events()
        for name in names:
            change(s, desk.unit(name), events)
        assert [desk.w.ids[u] for u, face in enumerate(s.face) if face != before[u]] == turned
        assert len(events.items) == 1


@rule("26.5", "18.7")
def test_the_garrison_counts_against_supply_capacity(desk):
    from grognard.games.fortress_europa.rules.supply.ports import counts

    paris(desk, "aug-4", desk.w.turn_of["aug-3"])
    assert all(counts(desk.s, desk.unit(f"fr-ffi-{i}")) for i in (1, 2, 3))


# ----------------------------------------------------------------------------------------------- withdrawals


@rule("26.7")
def test_units_are_withdrawn_at_the_start_of_their_owners_turn(desk):
    desk.set_up({"br-59": "england", "br-50": "england"}, turn="aug-3", steps=[Withdrawals(ALLIED)])
    assert (desk.at("br-59"), desk.at("br-50")) == ("withdrawn", "england")
    pools = [0, 0, 9, 9, 9, 9, 9]
    desk.set_up({"br-59": "withdrawn", "br-50": "destroyed"}, turn="aug-4", pools=pools, steps=[AlliedReplacing()])
    assert desk.why("rebuild br-59 full england") == ["26.7"]


@rule("26.8", "26.9")
def test_reduced_units_go_as_they_are(desk):
    desk.set_up({"br-59": "england"}, back="br-59", turn="aug-3", steps=[Withdrawals(ALLIED)])
    assert (desk.at("br-59"), desk.s.face[desk.unit("br-59")]) == ("withdrawn", 1)


@rule("26.9")
def test_a_unit_that_the_schedule_brings_back_returns_at_the_strength_it_left_with(desk):
    desk.set_up({"us-8": "withdrawn"}, back="us-8", turn="jul-1", steps=impulse(ALLIED))
    desk.play("arrive england")
    assert (desk.at("us-8"), desk.s.face[desk.unit("us-8")]) == ("england", 1)


@rule("26.8")
def test_for_a_destroyed_unit_one_of_the_same_type_and_value_goes_and_neither_is_rebuilt(desk):
    units = {"br-59": "destroyed", "br-3": "england", "br-15": "england", "us-1": "england", "br-7arm": "england"}
    desk.set_up(units, turn="aug-3", steps=[Withdrawals(ALLIED)])
    assert desk.step() == "Substitute"
    assert desk.seat == "allied"
    assert set(desk.legal("substitute")) == {"br-3", "br-15"}, "5-4 infantry"
    assert desk.why("substitute us-1") == ["26.8"]
    assert desk.why("none") == ["26.8"]
    desk.play("substitute br-15")
    assert (desk.at("br-59"), desk.at("br-15"), desk.at("br-3")) == ("withdrawn", "withdrawn", "england")
    assert desk.s.swaps == ()


@rule("26.8")
def test_failing_that_the_same_type_then_any_type_always_the_closest_value(desk):
    desk.set_up({"br-59": "destroyed", "us-1": "england", "fr-10di": "africa", "br-7arm": "england"}, turn="aug-3",
                steps=[Withdrawals(ALLIED)])  # fmt: skip
    assert desk.at("us-1") == "withdrawn", "6 and 4 are as close to 5: the higher goes"
    desk.set_up({"br-59": "destroyed", "br-7arm": "england", "br-4bde": "england"}, turn="aug-3",
                steps=[Withdrawals(ALLIED)])  # fmt: skip
    assert desk.at("br-7arm") == "withdrawn", "7 and 3 are as close to 5: the higher goes"
    desk.set_up({"br-59": "destroyed"}, turn="aug-3", steps=[Withdrawals(ALLIED)])
    assert (desk.at("br-59"), desk.s.stack) == ("destroyed", [])


@rule("26.7", "26.8")
def test_a_unit_out_of_supply_stays_and_changes_places_with_its_substitute(desk):
    inland = desk.w.labels[desk.w.place_hex["Metz"]] if "Metz" in desk.w.place_hex else "Y18"
    lonely = sorted(desk.near(inland))[0]
    desk.set_up({"br-59": lonely, "br-3": "england"}, turn="aug-3", steps=[Withdrawals(ALLIED)])
    assert (desk.at("br-59"), desk.at("br-3")) == (lonely, "withdrawn")
    assert desk.s.swaps == ((desk.unit("br-59"), desk.unit("br-3")),)


@rule("26.8")
def test_who_has_changed_places_is_called_in_the_others_stead(desk):
    swapped = ((desk.unit("br-59"), desk.unit("br-50")),)
    desk.set_up({"br-59": "england", "br-50": "withdrawn"}, turn="nov-3", swaps=swapped)
    desk.s.turn = next(t.number for t in desk.w.turns if t.allied == 11)
    desk.restart(Withdrawals(ALLIED))
    assert desk.at("br-59") == "withdrawn", "the 50th was to go with group 11"


@rule("26.10")
def test_units_in_the_panzer_reserve_are_withdrawn_from_there(desk):
    names = ("de-2ss", "de-9ss", "de-12ss")
    desk.set_up(dict.fromkeys(names, "reserve"), side="german", turn="jan-3", steps=[Withdrawals(GERMAN)])
    assert {desk.at(name) for name in names} == {"withdrawn"}


@rule("26.8", "27.12")
def test_an_overstrength_division_may_go_as_a_substitute(desk):
    s = desk.set_up({"br-59": "destroyed", "us-over-1": "england", "us-1": "aside"}, turn="aug-3", steps=[])
    s.overstrength[0] = desk.unit("us-1")
    desk.restart(Substitute(desk.unit("br-59"), (desk.unit("br-59"),)))
    assert (desk.at("us-over-1"), desk.at("us-1")) == ("removed", "withdrawn")


@rule("26.3", "11.1")
def test_allied_reinforcements_may_sail_on_their_turn_of_arrival_unless_there_is_a_storm(desk):
    units = {"us-8": "waiting", "us-1": "K2", "us-hq-bradley": "K2"}
    desk.set_up(units, turn="jul-1", steps=impulse(ALLIED), capacity_start=1)
    desk.play("arrive england")
    assert "11.9" not in desk.why("sail us-8 K2")
    desk.set_up(units, turn="jul-1", steps=impulse(ALLIED), weather="storm", capacity_start=1)
    desk.play("arrive england")
    assert (desk.at("us-8"), "11.9" in desk.why("sail us-8 K2")) == ("england", True)


@rule("2.3")
def test_names_tell_units_of_one_kind_apart(desk):
    w = desk.w
    kinds = [
        (w.nation[u], w.kind[u], w.units[u].name)
        for u in range(w.n_units)
        if u not in (*w.late.values(), *w.overstrength)
    ]
    twice = {k for k in kinds if kinds.count(k) > 1}
    assert not twice


@rule("26.8")
def test_a_substitute_may_be_of_another_nationality(desk):
    """Type and value alone count: a French division may go for a British one (ruling 220)."""
    s = desk.set_up({"br-59": "destroyed", "fr-1dfl": "africa"}, turn="aug-3", steps=[])
    assert substitutes(s, desk.unit("br-59"), ()) == [desk.unit("fr-1dfl")]

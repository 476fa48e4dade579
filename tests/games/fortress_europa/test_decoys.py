"""31.6. Decoys in play."""

from __future__ import annotations

import random

from grognard.games.fortress_europa.data.world import CLEAR, GERMAN, ROUGH
from grognard.games.fortress_europa.rules.combat.losses import eliminate
from grognard.games.fortress_europa.rules.decoys import allied_entered, cover_reasons, is_covered
from grognard.games.fortress_europa.rules.sequence import PlayerTurn
from grognard.games.fortress_europa.rules.standing import put, set_decoy, survey
from grognard.games.fortress_europa.rules.state import NOWHERE
from grognard.kernel.rules import Events
from grognard.maps import members
from grognard.suite import rule


def covering(desk, units, side="german", **more):
    return desk.set_up(units, side=side, turn="nov-1", options="decoys", **more)


def lay(desk, s, unit):
    """A decoy on a unit, without the verb."""
    u = desk.unit(unit)
    set_decoy(s, 0, s.where[u], u)


@rule("31.6")
def test_single_units_in_germany_may_be_covered(desk):
    s = covering(desk, {"de-352": "KK15", "de-243": "KK15", "de-716": "M12", "us-1": "M20"})
    assert desk.why("cover de-716") == ["31.6"], "in France"
    desk.play("cover de-352")
    assert (s.decoy_at[0], s.decoy_unit[0]) == (desk.hex("KK15"), desk.unit("de-352"))
    assert [event.condition for event in desk.told] == ["covered"], "nothing is revealed by it"
    assert desk.why("cover de-352") == ["31.6"]
    desk.play("cover de-243")
    assert desk.why("cover us-1") == ["31.6"]


@rule("31.6")
def test_only_with_the_option_and_as_many_as_there_are_decoys(desk):
    desk.set_up({"de-352": "KK15"}, side="german", turn="nov-1")
    assert desk.why("cover de-352") == ["31.6"]
    s = covering(desk, {"de-352": "KK15"})
    for number in range(desk.w.decoys):
        set_decoy(s, number, desk.hex("LL15"), s.decoy_unit[number])
    assert desk.why("cover de-352") == ["31.6"]


@rule("31.6")
def test_not_within_five_hexes_of_an_allied_unit(desk):
    grid = desk.w.grid
    for label, able in (("KK20", False), ("KK21", True)):
        assert grid.distance(desk.hex("KK15"), desk.hex(label)) == (6 if able else 5)
        covering(desk, {"de-352": "KK15", "us-1": label})
        assert desk.why("cover de-352") == ([] if able else ["31.6"])


@rule("31.6")
def test_the_decoy_moves_with_its_unit_inside_germany(desk):
    s = covering(desk, {"de-352": "KK15"})
    desk.play("cover de-352", "move de-352 KK17")
    assert s.decoy_at[0] == desk.hex("KK17")


@rule("31.6")
def test_it_comes_off_outside_germany(desk):
    w = desk.w
    abroad = w.land & ~w.germany & ~w.italy
    start = next(h for h in range(w.n) if w.germany >> h & 1 and w.adjacent[h] & abroad and w.terrain[h] == CLEAR)
    over = members(w.adjacent[start] & abroad)[0]
    s = covering(desk, {"de-352": w.labels[start]})
    desk.play("cover de-352", f"move de-352 {w.labels[over]}")
    assert s.decoy_at[0] == NOWHERE
    assert s.decoy_unit[0] == -1


@rule("31.6")
def test_it_comes_off_when_its_unit_goes_near_an_allied_one(desk):
    s = covering(desk, {"de-352": "KK15", "us-1": "KK22"})
    desk.play("cover de-352", "move de-352 KK17")
    assert s.decoy_at[0] == NOWHERE


@rule("31.6")
def test_it_comes_off_when_an_allied_unit_comes_near(desk):
    s = covering(desk, {"de-352": "KK15", "us-1": "KK22"}, side="allied")
    lay(desk, s, "de-352")
    desk.play("move us-1 KK21")
    assert s.decoy_at[0] == desk.hex("KK15"), "six hexes"
    s = covering(desk, {"de-352": "KK15", "us-1": "KK22"}, side="allied")
    lay(desk, s, "de-352")
    desk.play("move us-1 KK20")
    assert s.decoy_at[0] == NOWHERE
    assert any("is under the decoy" in line for line in desk.log)


@rule("31.6")
def test_germany_alone_hides_units_whichever_they_are(desk):
    """Along the border hex by hex, with the first unit of the list."""
    w = desk.w
    first = w.ids[0]
    s = covering(desk, {first: "KK15"})
    step = s.stack[-1]
    border = [h for h in members(w.land) if (w.germany >> h ^ w.germany >> h + 1) & 1]
    assert len(border) > 20
    for h in border:
        put(s, 0, h)
        inside = h in members(w.germany)
        assert bool(list(cover_reasons(s, step, "german", (0,)))) != inside, w.labels[h]
    put(s, 0, w.waiting)
    assert list(cover_reasons(s, step, "german", (0,)))
    s = covering(desk, {first: "KK15", "us-1": "KK22"}, side="allied")
    lay(desk, s, first)
    s.facts = None
    assert is_covered(s, 0), "found anew as well"
    desk.play("move us-1 KK20")
    assert s.decoy_at[0] == NOWHERE


@rule("31.6", "31.7")
def test_decoys_in_the_place_of_hidden_units_stay_until_the_reveal(desk):
    """An Allied unit beside them takes off only those that move in Germany."""
    s = covering(desk, {"de-352": "hidden", "de-243": "M9", "us-1": "M12"}, side="allied")
    s.options |= desk.w.option_bit["decoys-for-hidden"]
    for number, (unit, label) in enumerate((("de-352", "M10"), ("de-243", "M9"))):
        set_decoy(s, number, desk.hex(label), desk.unit(unit))
    set_decoy(s, 2, desk.hex("M8"), -1)
    allied_entered(s, desk.hex("M12"), None)
    assert s.decoy_at[:3] == [desk.hex("M10"), NOWHERE, desk.hex("M8")]
    assert s.decoy_unit[:3] == [desk.unit("de-352"), -1, -1]


@rule("31.6")
def test_the_allied_player_does_not_see_what_is_under_it_nor_which_one_moves(desk):
    s = covering(desk, {"de-352": "KK15", "de-243": "LL17"})
    desk.play("cover de-352", "cover de-243")
    events = Events()
    desk.game.apply(s, desk.game.read(s, "german", "move de-352 KK17"), events)
    view = desk.game.view(s, "allied")
    assert {view.where[desk.unit(u)] for u in ("de-352", "de-243")} == {desk.w.unknown}
    assert view.decoy_unit == [-1] * desk.w.decoys
    assert (view.moved, view.spent[desk.unit("de-352")]) == (0, 0)
    told = [face.text(desk.w) for happened in events.items if (face := happened.seen_by("allied")) is not None]
    assert told == ["A decoy moves from KK15 to KK17."]
    own = [face.text(desk.w) for happened in events.items if (face := happened.seen_by("german")) is not None]
    assert "352" in own[0]


@rule("31.6")
def test_a_unit_that_leaves_the_map_gives_its_decoy_back(desk):
    s = covering(desk, {"de-352": "KK15"})
    lay(desk, s, "de-352")
    eliminate(s, desk.unit("de-352"), None, "18.3")
    assert s.decoy_at[0] == NOWHERE
    assert s.decoy_unit[0] == -1


@rule("31.6", "7.1")
def test_a_covered_unit_has_no_zone_that_could_be_known(desk):
    s = covering(desk, {"de-352": "KK15"})
    assert survey(s).zones[GERMAN] >> desk.hex("KK16") & 1
    lay(desk, s, "de-352")
    assert survey(s).zones[GERMAN] == desk.hexes_of("KK15")
    assert survey(desk.game.view(s, "allied")).zones == survey(s).zones


@rule("31.6")
def test_how_a_decoy_has_moved_tells_nothing_of_its_unit(desk):
    w = desk.w
    armor = desk.unit("de-2pz")
    rough = next(
        h
        for h in members(w.germany & w.ground[ROUGH])
        if any(w.terrain[x] == CLEAR for x in w.near[h] if w.germany >> x & 1)
    )
    start = next(x for x in w.near[rough] if w.terrain[x] == CLEAR and w.germany >> x & 1)
    s = covering(desk, {"de-2pz": w.labels[start]})
    desk.play("cover de-2pz", f"move de-2pz {w.labels[rough]}")
    assert s.slowed >> armor & 1, "8.1"
    assert not desk.game.view(s, "allied").slowed
    koln, erfurt = (w.labels[w.place_hex[name]] for name in ("Koln", "Erfurt"))
    s = covering(desk, {"de-2pz": koln})
    desk.play("cover de-2pz", f"rail de-2pz {erfurt}")
    assert s.railed >> armor & 1
    assert not desk.game.view(s, "allied").railed
    s = covering(desk, {"de-352": "KK15"})
    lay(desk, s, "de-352")
    marched = set()
    for seed in range(40):
        guess = desk.game.guess(desk.game.view(s, "allied"), "allied", random.Random(seed))
        marched.add(guess.moved)
    assert len(marched) == 2, "it may have moved, or not"


@rule("31.6", "17.10.4")
def test_armor_that_rolls_to_cross_a_river_is_seen_first(desk):
    w = desk.w
    here, there, section = next(
        (a, b, w.river_between(a, b))
        for a in members(w.germany)
        for b in w.near[a]
        if w.river_between(a, b) >= 0 and w.terrain[a] == w.terrain[b] == CLEAR and w.germany >> b & 1
    )
    s = covering(desk, {"de-2pz": w.labels[here]}, bridges_down=1 << section)
    desk.play("cover de-2pz", f"cross de-2pz {w.labels[here]} {w.labels[there]}")
    assert desk.step() == "CrossingRoll"
    assert s.decoy_unit[0] == -1
    assert any("is under the decoy" in line for line in desk.log)


@rule("31.6", "20.11")
def test_a_unit_that_flies_is_seen_first(desk):
    koln, erfurt = (desk.w.labels[desk.w.place_hex[name]] for name in ("Koln", "Erfurt"))
    s = covering(desk, {"de-6fj": koln}, steps=[PlayerTurn(GERMAN)])
    while desk.step() != "Dropping":
        desk.play("end")
    lay(desk, s, "de-6fj")
    desk.play(f"drop de-6fj {erfurt}; done")
    assert (desk.at("de-6fj"), s.decoy_at[0], s.decoy_unit[0]) == (erfurt, NOWHERE, -1)
    s = covering(desk, {"de-6fj": koln}, steps=[PlayerTurn(GERMAN)])
    while desk.step() != "Moving":
        desk.play("end" if desk.step() != "Dropping" else "done")
    desk.play("cover de-6fj", f"airlift de-6fj {erfurt}")
    assert (s.decoy_at[0], s.decoy_unit[0]) == (NOWHERE, -1)

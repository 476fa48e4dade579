"""Odds before a battle are those of the table: each die, each bridgehead, each air point; and what an end wastes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from grognard.games.nineteen_forty.rules.combat import AlliedAir, battle_odds
from grognard.suite import rule


def odds(desk, text):
    return desk.game.odds(desk.s, desk.seat, desk.game.read(desk.s, desk.seat, text))


def chances(found):
    return {row.outcome: Fraction(row.chance) for row in found.rows}


def of_column(desk, *names, still=()):
    """The results of these columns, each as likely; `still` have no effect where the defender stands."""
    rows: Counter[str] = Counter()
    for name in names:
        for result in desk.w.crt[desk.w.crt_names.index(name)]:
            rows["NE" if result in still else result] += 1
    return {result: Fraction(n, 6 * len(names)) for result, n in rows.items()}


@rule("7 ¶4b")
def test_the_chances_of_a_battle_in_the_open_are_those_of_its_column(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, combat=True)
    found = odds(desk, "attack de-i 2015")
    assert "5 to 4 is 1:1; column 1:1" in found.title
    assert chances(found) == of_column(desk, "1:1")
    assert not found.replies
    assert [row.value for row in found.rows] == [float(Fraction(row.chance)) for row in found.rows]


@rule("7 Combat Results DR", "7 ¶4b")
def test_a_starred_retreat_counts_as_no_effect_where_it_has_none(desk):
    w = desk.w
    wood, beside = next(
        (h, x)
        for h in range(w.n)
        if w.country[h] == 1 and w.terrains[w.terrain[h]].id == "forest" and not w.fortified >> h & 1
        for x in w.grid.neighbours[h]
        if w.country[x] == 1 and not w.side_kind.get(w.grid.side(h, x)) and not w.columns[x]
    )
    desk.set_up({"de-i": w.labels[beside], "fr-iv": w.labels[wood]}, combat=True)
    found = odds(desk, f"attack de-i {w.labels[wood]}")
    name = w.crt_names[w.crt_names.index("1:1") + w.columns[wood]]
    assert chances(found) == of_column(desk, name, still=("DR*",))


@rule("7 Terrain ¶1a", "7 ¶4b")
def test_a_bridgehead_is_won_half_of_the_time(desk):
    w = desk.w
    side = next(
        s
        for s, k in w.side_kind.items()
        if k == "minor-river" and all(w.country[h] == 1 and not w.columns[h] for h in w.grid.sides[s])
    )
    a, b = (w.labels[h] for h in w.grid.sides[side])
    desk.set_up({"de-i": a, "fr-iv": b}, combat=True)
    found = odds(desk, f"attack de-i {b}")
    assert chances(found) == of_column(desk, "1:1", "1:2"), "5 to 4, or half of it"
    assert any("1 bridgehead" in words for words in found.assumes)


@rule("9 ¶2a")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_air_points_that_could_be_committed_are_shown_by_column(desk, side):
    units = {"de-i": "2014", "fr-iv": "2015"}
    desk.set_up(units, combat=True, side=side)
    desk.s.air_german, desk.s.air_allied = (2, 1) if side == "german" else (1, 2)
    found = odds(desk, "attack de-i 2015" if side == "german" else "attack fr-iv 2014")
    names = ("1:2", "1.5:1", "2:1") if side == "german" else ("1:3", "1:1", "1.5:1")
    assert [chances(reply) for reply in found.replies] == [of_column(desk, name) for name in names]
    assert chances(found) == of_column(desk, "1:1" if side == "german" else "1:2")


@rule("9 ¶2a", "9 ¶2b")
def test_air_points_are_weighed_for_their_owner(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, combat=True)
    desk.s.air_german, desk.s.air_allied = 2, 2
    desk.play("attack de-i 2015; done")
    assert desk.step() == "AlliedAir"
    assert chances(odds(desk, "air 1")) == of_column(desk, "1:2")
    desk.play("air 1")
    assert desk.step() == "GermanAir"
    assert chances(odds(desk, "air 0")) == of_column(desk, "1:2")
    assert chances(odds(desk, "air 2")) == of_column(desk, "1.5:1")
    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, combat=True, side="allied")
    desk.s.air_german, desk.s.air_allied = 2, 2
    desk.play("attack fr-iv 2014; done")
    assert chances(odds(desk, "air 2")) == of_column(desk, "1.5:1")
    desk.play("air 2")
    assert chances(odds(desk, "air 1")) == of_column(desk, "1:1")


@rule("7 ¶4b")
def test_who_has_joined_an_attack_counts_in_its_odds(desk):
    desk.set_up({"de-i": "2014", "de-x": "1915", "fr-xi": "2015"}, combat=True)
    alone = battle_odds(desk.s, (desk.unit("de-i"),), (desk.hex("2015"),))
    both = desk.game.odds(desk.s, "german", desk.game.read(desk.s, "german", "attack de-x 2015; attack de-i 2015"))
    assert chances(both) == of_column(desk, "4:1")
    assert chances(alone) != chances(both)


@rule("9 ¶2a", "9 ¶3", "11 ¶3")
def test_standing_orders_answer_for_their_owner(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, combat=True)
    step = AlliedAir((desk.hex("2015"),), (desk.unit("de-i"),))
    assert step.standing(desk.s, "allied", "no-air") == "air 0"
    assert step.standing(desk.s, "allied", "no-interdiction") is None


# ---------------------------------------------------------------------------------------------- what is wasted


@rule("7 ¶1")
def test_the_end_of_declaring_names_who_could_still_attack_and_the_best_odds(desk):
    def wasted(text):
        return desk.game.wastes(desk.s, "german", desk.game.read(desk.s, "german", text))

    desk.set_up({"de-i": "2014", "de-x": "1915", "fr-xi": "2015", "de-iv": "0801"}, combat=True)
    [waste] = wasted("done")
    assert set(waste.pieces) == {"de-i", "de-x"}
    assert "4:1" in waste.text
    assert not wasted("attack de-i 2015; attack de-x 2015; done")


@rule("6 ¶1")
def test_the_end_of_movement_names_who_could_still_move(desk):
    desk.set_up({"de-i": "2014", "de-x": "1915", "fr-xi": "2315"})
    before = desk.game.wastes(desk.s, "german", desk.game.read(desk.s, "german", "end"))
    assert {p for waste in before if waste.kind == "units" for p in waste.pieces} == {"de-i", "de-x"}
    desk.play("move de-i 2013")
    after = desk.game.wastes(desk.s, "german", desk.game.read(desk.s, "german", "end"))
    assert {p for waste in after if waste.kind == "units" for p in waste.pieces} == {"de-x"}

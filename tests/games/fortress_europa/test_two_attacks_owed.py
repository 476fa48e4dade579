"""33.4.1 (ruling 298): the two attacks at 1-1 or better that the German player owes on December III in On to Berlin:
how many are possible, by every way to share out the units; which battles leave them possible; which count."""

from __future__ import annotations

import random
from itertools import product

import pytest

from grognard.games.fortress_europa.rules.combat.attacking import Attacking, column_reasons, lower_columns
from grognard.games.fortress_europa.rules.combat.obligation import attacks_due, counts, even, keeps, owed, possible
from grognard.games.fortress_europa.rules.combat.strength import reckon
from grognard.maps import mask_of, members
from grognard.suite import rule

LINE = ["GG11", "FF11", "FF12", "FF13"]
BASE = {"scenario": "berlin", "turn": "dec-3", "side": "german"}
FOUR = ("de-84", "de-331", "de-326", "de-48")
"""Divisions of 4 factors, on their backs 2."""


def berlin(desk, units, back="", **more):
    """December III; all Germans named began in the belt."""
    belt = desk.units_of(" ".join(u for u in units if u.startswith("de-")))
    return desk.set_up(units, back=back, **{"steps": [Attacking()], "belt_units": belt} | BASE | more)


def scene(desk, seed):
    """Germans before parts of the line, some of them next to one hex of it, some to two or three."""
    rng = random.Random(f"owed {seed}")
    mine = [*rng.sample(FOUR, 3), *rng.sample(["de-2pz", "de-26vg", "de-347", "de-vs-1"], rng.choice([1, 2]))]
    units = {u: rng.choice(["HH10", "GG12", "GG12", "GG13", "FF10"]) for u in mine}
    theirs = rng.sample(["us-28", "us-106", "us-14cav", "us-1", "us-4cav", "us-99"], rng.choice([2, 3, 4]))
    units |= {u: rng.choice([*LINE, "FF12", "FF11", "EE12"]) for u in theirs}
    back = " ".join(u for u in units if rng.random() < 0.4 and desk.w.two_steps >> desk.unit(u) & 1)
    return berlin(desk, units, back)


def between(desk, seed):
    """FF11 and FF12, each with Germans next to it alone, and some next to both: a factor more or less decides."""
    rng = random.Random(f"between {seed}")
    units = {u: rng.choice(["FF10", "GG12", "GG12", "GG13"]) for u in (*FOUR, "de-347")}
    units |= {"us-28": "FF12", "us-106": "FF11"} | ({"us-14cav": rng.choice(["FF11", "FF12"])} if seed % 2 else {})
    back = " ".join(u for u in units if rng.random() < 0.5 and desk.w.two_steps >> desk.unit(u) & 1)
    return berlin(desk, units, back)


def most_attacks(s, busy=0, gone=0):
    """Each unit attacks one hex next to it, or none: on how many hexes of the line have they 1-1 or better?"""
    w = s.data
    line = [w.index[label] for label in LINE if not gone >> w.index[label] & 1]
    foes = mask_of(h for u, h in enumerate(s.where) if h < w.n and w.side[u] == 1)
    mine = [u for u, h in enumerate(s.where) if h < w.n and w.side[u] == 0 and not busy >> u & 1]
    choices = [[-1, *(h for h in line if foes >> h & 1 and h in w.near[s.where[u]])] for u in mine]
    enough: dict[tuple[int, tuple[int, ...]], bool] = {}

    def good(h, units):
        if (h, units) not in enough:
            r = reckon(s, units, w.bit[h])
            enough[h, units] = r.attack >= r.defence
        return enough[h, units]

    best = 0
    for targets in product(*choices):
        teams = {h: tuple(u for u, x in zip(mine, targets, strict=True) if x == h) for h in set(targets) - {-1}}
        best = max(best, sum(good(h, units) for h, units in teams.items()))
    return best


@rule("33.4.1")
@pytest.mark.parametrize(
    ("where", "seed"), [(where, seed) for where, number in ((scene, 40), (between, 80)) for seed in range(number)]
)
def test_how_many_of_the_attacks_are_possible(desk, where, seed):
    """Two at most; without some units and hexes as many as the others make."""
    s = where(desk, seed)
    rng = random.Random(seed)
    here = [u for u, h in enumerate(s.where) if h < desk.w.n and desk.w.side[u] == 0]
    for busy, gone in ((0, 0), (1 << rng.choice(here), 0), (0, desk.hexes_of(rng.choice(LINE)))):
        best = min(2, most_attacks(s, busy, gone))
        assert [possible(s, most, busy, gone) for most in (0, 1, 2)] == [0, min(1, best), best]
    assert possible(s, 2) == min(2, most_attacks(s))


@rule("33.4.1")
@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("made", [0, 1, 2])
def test_which_battles_leave_them_possible(desk, seed, made):
    """One on the line alone may be one of them; what else is attacked is gone for them."""
    s = scene(desk, seed)
    s.line_attacks = made
    rng = random.Random(seed)
    left = 2 - made
    assert owed(s) == left
    now = min(left, most_attacks(s))
    assert [why.rule for why in attacks_due(s)] == ["33.4.1"] * bool(now)
    here = [u for u, h in enumerate(s.where) if h < desk.w.n and desk.w.side[u] == 0]
    for labels in (["FF12"], ["FF11"], ["EE12"], ["FF12", "EE12"], ["FF11", "FF12"]):
        hexes, units = desk.hexes_of(" ".join(labels)), mask_of(rng.sample(here, rng.choice([1, 2])))
        one = "EE12" not in labels and left > 0
        after = one + min(left - one, most_attacks(s, units, hexes))
        assert keeps(s, units, hexes) == (after >= now)


@rule("33.4.1")
@pytest.mark.parametrize(
    ("more", "left"),
    [
        ({}, 2), ({"line_attacks": 1}, 1), ({"line_attacks": 2}, 0), ({"line_attacks": 3}, 0), ({"impulse": 2}, 0),
        ({"turn": "dec-4"}, 0), ({"side": "allied"}, 0), ({"scenario": "bulge"}, 0),
    ],
)  # fmt: skip
def test_when_they_are_owed(desk, more, left):
    """In the first combat impulse of the German December III."""
    assert owed(berlin(desk, {"de-84": "GG12", "us-28": "FF12"}, **{"steps": []} | more)) == left


@rule("33.4.1")
def test_a_column_is_even_at_one_to_one(desk):
    assert desk.w.book.column[even(desk.w)].id == "1-1"


TWO = {"us-28": "FF12", "us-106": "FF11"}
"""Six factors each."""


@rule("33.4.1", "15.8")
@pytest.mark.parametrize(
    ("units", "back", "hexes", "made"),
    [
        ("de-84 de-331", "us-28", "FF12", 1),  # 8 against 3
        ("de-84 de-331", "", "FF12", 1),
        ("de-84 de-48", "de-48", "FF12", 1),  # 4 + 2 against 6
        ("de-84", "", "FF12", 0),
        ("de-84 de-331 de-326", "", "FF12 FF11", 1),  # 12 against 12: one attack
        ("de-84 de-331 de-326", "de-326", "FF12 FF11", 0),  # 10 against 12
        ("de-84 de-331 de-326", "", "FF12 EE13", 0),  # not on the line alone
    ],
)
def test_which_battles_count(desk, units, back, hexes, made):
    s = berlin(desk, TWO | {"us-1": "EE13"} | dict.fromkeys(units.split(), "GG12"), back)
    s.battle_units, s.battle_hexes = desk.units_of(units), desk.hexes_of(hexes)
    assert counts(s) == bool(made)
    s.battle_column = even(desk.w) - 1
    assert not counts(s), "declared below 1-1"
    for field, value in (("impulse", 2), ("turn", desk.w.turn_of["dec-4"])):
        s.battle_column, before = -1, getattr(s, field)
        setattr(s, field, value)
        assert not counts(s)
        setattr(s, field, before)


@rule("33.4.1")
def test_who_falls_short_on_the_line_adds_units_as_long_as_there_are_any(desk):
    """4 against 6 are 1-2."""
    berlin(desk, {"us-28": "FF12", "de-84": "GG12", "de-331": "GG12"})
    assert desk.why("attack de-84 FF12; done") == ["33.4.1"]
    assert desk.why("attack de-84 FF12; with de-331; done") == []
    berlin(desk, {"us-28": "FF12", "de-84": "GG12"})
    assert desk.why("attack de-84 FF12; done") == [], "it is all that can be done"
    assert desk.why("done") == []
    for more in ({"line_attacks": 2}, {"impulse": 2}, {"scenario": "bulge"}):
        berlin(desk, {"us-28": "FF12", "de-84": "GG12", "de-331": "GG12"}, **more)
        assert desk.why("attack de-84 FF12; done") == [], more
    berlin(desk, {"us-28": "EE12", "de-84": "EE13", "de-331": "EE13"})
    assert desk.why("attack de-84 EE12; done") == [], "not on the line"


@rule("33.4.1", "15.8")
@pytest.mark.parametrize(
    ("units", "hexes", "lowest", "highest"),
    [
        ("de-84 de-331 de-326", "FF12", "1-1", "1-1"),  # 12 against 6 are 2-1
        ("de-84 de-331", "FF12", None, None),  # 8 against 6 are 1-1
        ("de-84", "FF12", "1-6", "1-4"),  # 4 against 6 are 1-2: it does not count
        ("de-84 de-331", "EE12", "1-6", "1-2"),  # 8 against 6, but not on the line
    ],
)
def test_how_low_odds_are_declared_while_attacks_are_due(desk, units, hexes, lowest, highest):
    """Not below 1-1 where the attack is one of them."""
    columns = [column.id for column in desk.w.book.column]
    for due in (True, False):
        theirs = {"us-28": hexes, "us-106": "GG11"}
        place = "GG12" if hexes == "FF12" else "EE13"
        s = berlin(desk, theirs | dict.fromkeys(units.split(), place), line_attacks=0 if due else 2)
        s.battle_units, s.battle_hexes = desk.units_of(units), desk.hexes_of(hexes)
        base = reckon(s, members(s.battle_units), s.battle_hexes).base
        if due:
            expected = columns[columns.index(lowest) : columns.index(highest) + 1] if lowest else []
        else:
            expected = columns[:base]
        step = s.stack[-1]
        assert [columns[i] for i in members(lower_columns(s, step, "german", ()))] == expected
        refused = {i: [why.rule for why in column_reasons(s, step, "german", (i,))] for i in range(len(columns))}
        assert [columns[i] for i, found in refused.items() if not found] == expected
        for i, found in refused.items():
            if i < base and found:
                assert found == ["33.4.1"]


@rule("33.4.1", "16.5", "33.3.9-3")
@pytest.mark.parametrize("other", ["GG11", "FF11"])
def test_armor_is_not_halved_on_the_line(desk, other):
    """Seven factors against six in FF13, eight against six elsewhere; half of the seven would not do."""
    place = "HH10" if other == "GG11" else "GG12"
    units = {"de-2pz": "GG13", "us-28": "FF13", "de-84": place, "de-331": place, "us-106": other}
    s = berlin(desk, units)
    assert desk.w.combat[desk.unit("de-2pz")][0] == 7
    assert possible(s, 2) == 2

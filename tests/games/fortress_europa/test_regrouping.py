"""14.6, 14.8, 14.11, 6.2, 9.1F: a battle is put into one of the best sharings: who leaves which battle for it, who
goes on with what is left, and what those do whose hexes it takes. A battle is written as its hexes and its units."""

from __future__ import annotations

import random
from itertools import chain, combinations

import pytest

from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.regrouping import regrouped
from grognard.maps import mask_of, members
from grognard.suite import rule
from tests.games.fortress_europa.sharings import Sharings, together
from tests.games.fortress_europa.test_searching import groups
from tests.games.fortress_europa.test_without_a_search import mixed, quiet, scene

STRONG = "de-lehr de-12ss de-1ss de-2ss"
"""33 factors: too strong for five, and for six with a ranger."""


def sharing(desk, s, battles):
    """The front of a position of which this is found to be the best sharing."""
    f = front(s)
    f.costs.pop("sets", None)
    f.costs["best"] = [
        (desk.hexes_of(hexes), tuple(desk.unit(u) for u in units.split())) for hexes, units in battles.items()
    ]
    return f


def by_hexes(desk, battles):
    return {desk.hexes_of(hexes): desk.units_of(units) for hexes, units in battles.items()}


def placed(**places):
    """Units by their hexes, with blanks between."""
    return {u: hex_label for hex_label, names in places.items() for u in names.split()}


BESIDE = placed(M9="us-1 us-4 us-9", M8="de-91", M10="de-352", L8="de-353")
"""Three divisions before three stacks, each beside all of them."""
BRITISH = placed(M9="br-3 us-rangers", L9="us-4", N8="br-50", M10="de-352", M8="de-91")
"""The American is beside M10 only, and excused while the British attack it."""
UNHURRIED = placed(L9="us-1", M9="br-3 br-50", M10=STRONG)
"""Before paratroopers, whom nobody must attack."""

CASES = [
    # they change places, and who was put into a battle is in no other
    (BESIDE, {}, {"M8": "us-1", "M10": "us-4", "L8": "us-9"}, ("M8", "us-4"),
     {"M8": "us-4", "M10": "us-1", "L8": "us-9"}),
    (BESIDE, {}, {"L8": "us-9", "M8": "us-1", "M10": "us-4"}, ("M8", "us-4"),
     {"M8": "us-4", "M10": "us-1", "L8": "us-9"}),
    # two of three hexes in one battle: who had one of them goes on with the third, or joins the others
    (BESIDE, {}, {"M8 M10": "us-1", "L8": "us-4 us-9"}, ("M8 L8", "us-4"), {"M8 L8": "us-4 us-9", "M10": "us-1"}),
    (BESIDE, {}, {"M8 M10": "us-1", "L8": "us-4 us-9"}, ("M8 L8", "us-4", True),
     {"M8 L8": "us-4", "M10": "us-1 us-9"}),
    # whose hex is taken joins the next battle that he is beside, or those who take it
    (placed(M9="us-1", N8="us-9", L9="us-4", M8="de-91", M10="de-352"), {}, {"M8": "us-1 us-9", "M10": "us-4"},
     ("M8", "us-9", True), {"M8": "us-9", "M10": "us-1 us-4"}),
    (placed(M9="us-1", N8="us-9", L9="us-4", M8="de-91", M10="de-352"), {}, {"M8": "us-1 us-9", "M10": "us-4"},
     ("M8", "us-9"), {"M8": "us-1 us-9", "M10": "us-4"}),
    # not one that he is not beside, or of whose hexes he is beside one only, or of another nationality
    (placed(M9="us-1", N8="us-9", N9="us-4", M8="de-91", N10="de-352"), {}, {"M8": "us-1 us-9", "N10": "us-4"},
     ("M8", "us-9", True), None),
    (placed(M9="us-1", N8="us-9", N9="us-4", M8="de-91", N10="de-352", M10="de-353"), {},
     {"M8": "us-1 us-9", "N10 M10": "us-4"}, ("M8", "us-9", True), None),
    (placed(M9="us-1", N8="us-9", L9="br-3", M8="de-91", M10="de-352"), {}, {"M8": "us-1 us-9", "M10": "br-3"},
     ("M8", "us-9", True), None),
    (placed(M9="us-rangers", N8="us-9", L9="br-3", M8="de-91", M10="de-352"), {},
     {"M8": "us-rangers us-9", "M10": "br-3"}, ("M8", "us-9", True), {"M8": "us-9", "M10": "br-3 us-rangers"}),
    # but he can attack what nobody must attack, if his odds are legal and it is not frozen
    (placed(M9="us-1", N8="us-9", M8="de-91", M10="de-352"), {"dropped": "de-352"}, {"M8": "us-1 us-9"},
     ("M8", "us-9", True), {"M8": "us-9", "M10": "us-1"}),
    (placed(M9="us-1", L9="us-9", M8="de-91", M10="de-352"), {"dropped": "de-91"}, {"M10": "us-1 us-9"},
     ("M10", "us-9", True), {"M10": "us-9", "M8": "us-1"}),
    (placed(M9="br-3", N8="br-50", M8="de-91", M10=STRONG), {"dropped": STRONG}, {"M8": "br-3 br-50"},
     ("M8", "br-50", True), None),
    (placed(M9="us-1", L9="us-9", M8="de-91", M10="de-352"), {"frozen": "de-91"}, {"M10": "us-1 us-9"},
     ("M10", "us-9", True), None),
    # who need not attack needs nothing else to do
    (placed(L9="us-1", N9="us-4", M10="de-352"), {"dropped": "de-352"}, {"M10": "us-1"}, ("M10", "us-4", True),
     {"M10": "us-4"}),
    # nobody fights twice: neither those named here who had nothing to do, nor the first unit of the list
    (placed(M9="us-1 us-4", M8="de-91", M10="de-352"), {"dropped": "de-91 de-352"}, {"M10": "us-1"},
     ("M8", "us-1 us-4", True), None),
    (placed(M9="de-347 de-352 de-353", M8="us-1", M10="us-4", L8="us-9"), {},
     {"L8": "de-353", "M8": "de-347", "M10": "de-352"}, ("M10", "de-352"),
     {"L8": "de-353", "M8": "de-347", "M10": "de-352"}),
    # others join to make odds legal: those of the nationality, and of several that of the first
    (UNHURRIED, {"dropped": STRONG}, {}, ("M10", "br-3", True), None),
    (UNHURRIED, {"dropped": STRONG}, {}, ("M10", "br-3"), {"M10": "br-3 br-50"}),
    (UNHURRIED | {"us-rangers": "M9"}, {"dropped": STRONG}, {}, ("M10", "us-rangers"), {"M10": "us-rangers us-1"}),
    (UNHURRIED | {"us-rangers": "N8"}, {"dropped": STRONG}, {}, ("M10", "br-3"), {"M10": "br-3 br-50"}),
    # the American stays excused
    (BRITISH, {}, {"M10": "br-3 us-rangers", "M8": "br-50"}, ("M10", "us-rangers", True), None),
    (BRITISH, {}, {"M10": "br-3 us-rangers", "M8": "br-50"}, ("M10", "br-3", True),
     {"M10": "br-3", "M8": "br-50 us-rangers"}),
    (BRITISH, {}, {"M10": "br-3", "M8": "br-50 us-rangers"}, ("M10", "us-4", True), None),
    (BRITISH | {"br-3": "L9"}, {}, {"M10": "br-3 us-rangers", "M8": "br-50"}, ("M10 M8", "us-rangers"), None),
    (BRITISH, {}, {"M10": "br-3 us-rangers", "M8": "br-50"}, ("M8", "us-rangers"),
     {"M10": "br-3", "M8": "br-50 us-rangers"}),
    (BRITISH, {}, {"M10": "br-3 us-rangers", "M8": "br-50"}, ("M10", "br-3 us-rangers", True),
     {"M10": "br-3 us-rangers", "M8": "br-50"}),
    (BRITISH | {"us-9": "M7", "us-1": "M7", "de-353": "M6"}, {},
     {"M10": "br-3 us-rangers", "M8": "us-1", "M6": "us-9"},
     ("M8", "us-9"), {"M10": "br-3 us-rangers", "M8": "us-9", "M6": "us-1"}),
]  # fmt: skip


@rule("14.6", "14.6A", "14.6B", "14.6C", "14.8", "14.11", "6.2", "9.1F")
@pytest.mark.parametrize(("units", "more", "best", "battle", "expected"), CASES)
def test_a_battle_is_put_into_the_sharing(desk, units, more, best, battle, expected):
    side = "german" if "de-347" in units else "allied"
    dropped = desk.units_of(more.get("dropped", ""))
    s = desk.set_up(units, side=side, dropped=dropped, frozen=more.get("frozen", ""), steps=[])
    f = sharing(desk, s, best)
    hexes, who, closed = (*battle, False)[:3]
    found = regrouped(s, f, desk.hexes_of(hexes), desk.units_of(who), closed)
    if expected is None:
        assert found is None
    else:
        assert found is not None
        assert dict(found) == by_hexes(desk, expected)
        assert len(found) == len(expected)


@rule("14.6", "14.6A", "14.6B", "14.6C", "14.8", "14.11", "6.2")
@pytest.mark.parametrize(
    ("where", "seed"),
    [*((where, seed) for where in (scene, mixed) for seed in range(100, 125)), *((quiet, x) for x in range(8))],
)
def test_into_whichever_of_the_best_sharings(desk, where, seed):
    """No duty more is missed, whichever it was."""
    s = where(desk, seed)
    fronts = Sharings(s)
    f = fronts.f
    every = list(fronts.every())
    least = min(cost for _, cost in every)
    good = [groups(fronts, some) for some, cost in every if cost == least]
    rng = random.Random(seed)
    for some in rng.sample(good, min(3, len(good))):
        f.costs.pop("sets", None)
        f.costs["best"] = [(hexes, tuple(sorted(units))) for hexes, units in some.items()]
        for hexes in fronts.battles:
            near = [u for u in fronts.units if not hexes & ~f.able[u]]
            for chosen in chain.from_iterable(combinations(near, n) for n in (1, 2)):
                if not together(s, chosen):
                    continue
                for closed in (True, False):
                    found = regrouped(s, f, hexes, mask_of(chosen), closed)
                    if found is None:
                        continue
                    place = {u: where for where, team in found for u in members(team)}
                    assert all(not where & ~f.able[u] for u, where in place.items())
                    assert sum(team.bit_count() for _, team in found) == len(place)
                    cost = fronts.cost([place.get(u, 0) for u in fronts.units])
                    assert cost is not None
                    assert cost <= least

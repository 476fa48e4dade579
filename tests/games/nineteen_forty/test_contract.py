"""1940 keeps the kernel's contract, and its data and packs are read strictly."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty import load
from grognard.games.nineteen_forty.data import load_book, provenance, raw_book
from grognard.kernel.errors import BadInput
from grognard.kernel.testing import CHECKS, fast_lists_are_right
from grognard.maps import use_compiled

GAME = load()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_contract(check):
    check(GAME)


def test_the_lists_of_plain_python_are_right_too():
    """Where the compiled versions are built the contract is tried on them."""
    use_compiled(False)
    try:
        fast_lists_are_right(GAME)
    finally:
        use_compiled(True)


def test_misspelt_data_are_refused():
    raw = raw_book()
    raw["unit"][0]["combta"] = 5
    with pytest.raises(BadInput, match="combta"):
        load_book(raw)
    raw = raw_book()
    raw["fort"][0]["hex"] = "9999"
    with pytest.raises(BadInput, match="9999"):
        load_book(raw)


def test_every_datum_has_a_source():
    counts = provenance(load_book())
    assert counts["rulebook"] > 150
    assert counts["reconstruction"] > counts["published"] > 0


def test_a_pack_corrects_values():
    game = load({"counters": {"unit": {"de-xix": {"combat": 7}}}})
    assert game.data.combat[game.data.unit["de-xix"]] == 7
    with pytest.raises(BadInput):
        load({"counters": {"unit": {"de-xix": {"speed": 7}}}})


def test_remembered_results_do_not_depend_on_the_order_of_questions():
    """Surveys, reaches and fronts are remembered: asking about another state in between is harmless."""
    import random

    from grognard.games.nineteen_forty.movement import destinations
    from grognard.games.nineteen_forty.state import survey
    from grognard.kernel.testing import walk

    rng = random.Random(4)
    kept = []
    for i, node in enumerate(walk(GAME, rng)):
        s = node.state
        if i % 40 == 5 and s.turn >= 0:
            kept.append((s.copy(), survey(s), {u: destinations(s, u) for u in range(94) if s.where[u] < GAME.data.n}))
    fresh = load()
    for s, found, ends in kept:
        assert survey(s) == found
        twin = s.copy()
        twin.data = fresh.data
        assert survey(twin) == found
        assert {u: destinations(twin, u) for u in ends} == ends

"""1940 keeps the kernel's contract, and its data and packs are read strictly."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty import load
from grognard.games.nineteen_forty.data.printed import load_book, provenance, raw_book
from grognard.kernel.errors import BadInput
from grognard.suite import CHECKS

GAME = load()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_contract(check):
    check(GAME)


def test_misspelt_data_are_refused():
    raw = raw_book()
    raw["unit"][0]["combta"] = 5
    with pytest.raises(BadInput, match="combta"):
        load_book(raw)
    raw = raw_book()
    raw["fort"][0]["hex"] = "9999"
    with pytest.raises(BadInput, match="9999"):
        load_book(raw)


@pytest.mark.parametrize(("field", "word"), [("entry", "nowhere"), ("entry", "turn-99"), ("army", "Panzer")])
def test_words_of_a_unit_that_mean_nothing_are_refused(field, word):
    raw = raw_book()
    raw["unit"][0][field] = word
    with pytest.raises(BadInput, match=word):
        load_book(raw)


def test_the_ruhr_lies_where_places_are():
    raw = raw_book()
    raw["terms"]["ruhr"] = ["Essen", "Atlantis"]
    with pytest.raises(BadInput, match="Atlantis"):
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

"""What each objective of 32.4 asks for, in words."""

from __future__ import annotations

from grognard.suite import rule
from tests.games.fortress_europa.conftest import Desk

WORDS = {
    "allied-1": "hold Marseille", "allied-8": "capture all V1 sites",
    "allied-9": "at least 2 destroyed fortresses in Germany",
    "allied-10": "exactly 1 paradrop", "allied-11": "no second invasion", "allied-12": "hold Paris",
    "german-1": "hold Genova, Torino and another port on the Mediterranean", "german-2": "hold Bruxelles and Anvers",
    "german-5": "9 armored divisions at full strength on the map", "german-7": "no paradrop",
    "german-8": "hold all U-Boat bases", "german-9": "hold all V1 sites",
    "german-10": "no destroyed fortresses in Germany", "german-11": "no Allied unit in Germany",
}  # fmt: skip


@rule("32.4")
def test_an_objective_is_offered_in_words(desk: Desk) -> None:
    for objective, words in WORDS.items():
        assert desk.game.name("choice", objective) == words
    for objective in desk.w.objective_ids:
        assert desk.game.name("choice", objective) != objective

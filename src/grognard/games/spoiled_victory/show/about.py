"""The About page."""

from __future__ import annotations

from grognard.games.spoiled_victory.data.world import Data
from grognard.games.spoiled_victory.show.summary import SUMMARY
from grognard.kernel.show import About


def about(d: Data) -> About:
    return About(
        "A Spoiled Victory: Dunkirk 1940",
        "A solitaire game of the evacuation from Dunkirk. You hold the perimeter, gather evacuees, and bring as "
        "many as you can to England in eighteen turns, while cards move the German army and the Luftwaffe.",
        d.sources,
        (
            "The rules follow the rulebook case by case; rules.toml and RULINGS.md say how.",
            "The map, most cards, the set-up and most table cells are not in the rulebook. They are reconstructed "
            "from its examples and averages and from history, and say so; they are not the printed game's.",
            "If you own the printed game, a data pack can put its values in place of ours.",
            "Game Design of the printed game: Paul Fish and Hermann Luttmann, White Dog Games.",
        ),
        ("Rules text, map, cards and counters shown here are our own.",),
        SUMMARY,
    )

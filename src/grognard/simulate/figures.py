"""The numbers of a report: shares with intervals, cells compared, when a game was decided, what luck was worth."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from grognard.simulate.folder import Study

if TYPE_CHECKING:
    import polars

Z = 1.959964
"""Of a 95 % interval."""


def wilson(wins: int, games: int) -> tuple[float, float, float]:
    """A share with its 95 % interval by Wilson's score.

    >>> [round(value, 3) for value in wilson(8, 10)]
    [0.8, 0.49, 0.943]
    """
    if not games:
        return 0.0, 0.0, 1.0
    share = wins / games
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return share, max(0.0, middle - half), min(1.0, middle + half)


def summary(study: Study) -> list[dict[str, Any]]:
    """By cell: how many games, who won how often, the score, the length."""
    games = study.games()
    rows = []
    for cell in study.question.cells:
        mine = games.filter(games["cell"] == cell.number)
        n = mine.height
        if not n:
            continue
        score = mine["score"]
        rows.append(
            {
                "number": cell.number,
                "cell": study.question.label(cell),
                "games": n,
                "wins": wins(mine, list(cell.seats)),
                "score": mean(score),
                "score_margin": Z * deviation(score) / math.sqrt(n) if n > 1 else 0.0,
                "turns": mean(mine["turns"]),
                "actions": mean(mine["actions"]),
                "seconds": mean(mine["seconds"]),
            }
        )
    return rows


def mean(values: polars.Series) -> float:
    return math.fsum(values) / len(values)


def deviation(values: polars.Series) -> float:
    """The standard deviation of a sample."""
    middle = mean(values)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in values) / max(1, len(values) - 1))


def wins(games: polars.DataFrame, seats: list[str]) -> dict[str, tuple[float, float, float]]:
    """Each seat's share of wins, and that of draws under ""; empty for a game whose results name no winner."""
    found = games["winner"].value_counts().to_dict(as_series=False)
    counts = dict(zip(found["winner"], found["count"], strict=True))
    if len(seats) == 1 and set(counts) == {""}:
        return {}
    names = [*seats, ""] if counts.get("") else seats
    return {seat: wilson(counts.get(seat, 0), games.height) for seat in names}

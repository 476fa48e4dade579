"""The numbers of a report: shares with intervals, cells compared, when games are decided, what luck was worth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from grognard.simulate.folder import Study, need

if TYPE_CHECKING:
    import polars

Z = 1.959964
"""Of a 95 % interval."""
Row = dict[str, Any]


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


def mean(values: polars.Series) -> float:
    return math.fsum(values) / len(values)


def deviation(values: polars.Series) -> float:
    """The standard deviation of a sample."""
    middle = mean(values)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in values) / max(1, len(values) - 1))


def summary(study: Study) -> list[Row]:
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


def wins(games: polars.DataFrame, seats: Sequence[str]) -> dict[str, tuple[float, float, float]]:
    """Each seat's share of wins, and that of draws under ""; empty for a game whose results name no winner."""
    counts = dict(games["winner"].value_counts().iter_rows())
    if len(seats) == 1 and set(counts) == {""}:
        return {}
    names = [*seats, ""] if counts.get("") else seats
    return {seat: wilson(counts.get(seat, 0), games.height) for seat in names}


def win_rates(study: Study) -> list[Row]:
    """One row a cell and seat."""
    return [
        {"cell": row["cell"], "seat": seat or "drawn", "games": row["games"], **_interval(share, low, high)}
        for row in summary(study)
        for seat, (share, low, high) in row["wins"].items()
    ]


def _interval(share: float, low: float, high: float) -> Row:
    return {"share": share, "low": low, "high": high}


def endings(study: Study) -> list[Row]:
    """How often each cell ended at which level."""
    games = study.games()
    rows = []
    for cell in study.question.cells:
        mine = games.filter(games["cell"] == cell.number)
        for level, n in mine["level"].value_counts(sort=True).iter_rows():
            label = study.question.label(cell)
            rows.append({"cell": label, "level": level, "games": n, **_interval(*wilson(n, mine.height))})
    return rows


# ---------------------------------------------------------------------------------------- cells compared


def comparison(study: Study) -> list[Row]:
    """Every pair of cells: how much more often the first seat wins, by Fisher's exact test; or, where nobody wins,
    how much higher the score is, by Mann and Whitney's. p is Holm's, for so many pairs at once."""
    stats = need("scipy.stats")
    games = study.games()
    by_cell = [(cell, games.filter(games["cell"] == cell.number)) for cell in study.question.cells]
    rows: list[Row] = []
    for (one, a), (two, b) in combinations(by_cell, 2):
        if a.is_empty() or b.is_empty():
            continue
        row: Row = {"cell": study.question.label(one), "other": study.question.label(two)}
        seat = next(iter(one.seats))
        if games["winner"].ne("").any():
            won = [(int((mine["winner"] == seat).sum()), mine.height) for mine in (a, b)]
            low, high = newcombe(*won[0], *won[1])
            p = stats.fisher_exact([[w, n - w] for w, n in won]).pvalue
            difference = won[0][0] / won[0][1] - won[1][0] / won[1][1]
            rows.append({**row, "what": f"wins of {seat}", "test": "Fisher", "difference": difference})
        else:
            p = stats.mannwhitneyu(a["score"].to_list(), b["score"].to_list()).pvalue
            difference = mean(a["score"]) - mean(b["score"])
            half = Z * math.sqrt(deviation(a["score"]) ** 2 / a.height + deviation(b["score"]) ** 2 / b.height)
            low, high = difference - half, difference + half
            rows.append({**row, "what": "score", "test": "Mann-Whitney", "difference": difference})
        rows[-1] |= {"low": low, "high": high, "p": float(p)}
    holm(rows)
    return rows


def newcombe(wins: int, games: int, others: int, of: int) -> tuple[float, float]:
    """The 95 % interval of the difference of two shares, by Newcombe's hybrid score."""
    p, low, high = wilson(wins, games)
    q, under, over = wilson(others, of)
    d = p - q
    return d - math.hypot(p - low, over - q), d + math.hypot(high - p, q - under)


def holm(rows: list[Row]) -> None:
    """Raise each row's p by Holm's rule, for so many tests at once."""
    least = 0.0
    for rank, row in enumerate(sorted(rows, key=lambda row: float(row["p"]))):
        least = max(least, min(1.0, row["p"] * (len(rows) - rank)))
        row["p"] = least


# ------------------------------------------------------------------------------------- in the course of a game


def above(won: Sequence[float], lost: Sequence[float]) -> float:
    """How often a number is higher in a game that was won than in one that was lost; ties count half.

    >>> above([3, 4], [1, 3])
    0.875
    """
    ranked = sorted([(value, True) for value in won] + [(value, False) for value in lost])
    total, i = 0.0, 0
    while i < len(ranked):
        j = i
        while j < len(ranked) and ranked[j][0] == ranked[i][0]:
            j += 1
        total += (i + j + 1) / 2 * sum(is_won for _, is_won in ranked[i:j])  # the middle rank, counted from 1
        i = j
    n, m = len(won), len(lost)
    return (total - n * (n + 1) / 2) / (n * m)


def _with_outcome(study: Study) -> tuple[polars.DataFrame, str]:
    """The turns of decided games with `won`: by the first seat, or, where nobody wins, by more than the median score;
    and what that is called."""
    col = need("polars").col
    games = study.games()
    seat = next(iter(study.question.cells[0].seats))
    if games["winner"].ne("").any():
        decided = games.filter(col("winner") != "")
        decided = decided.select("number", (col("winner") == seat).alias("won"))
        words = f"{seat} wins"
    else:
        middle = games["score"].cast(need("polars").Float64).sort()[games.height // 2]
        decided = games.select("number", (col("score") > middle).alias("won"))
        words = f"the score is above {middle:g}"
    return study.turns().join(decided, on="number"), words


def turning_points(study: Study) -> tuple[list[Row], str]:
    """How well each number of a turn tells games won from games lost, 0.5 not at all, 1 (or 0) wholly; and what won
    means. Where a line leaves the middle, the game is decided."""
    turns, words = _with_outcome(study)
    names = [c for c in turns.columns if c.startswith(("n_", "luck_", "lost_", "steps_", "pieces_"))]
    names = [name for name in names if name != "n_turn" and not _mirrored(name, names, turns)]
    rows = []
    for key, mine in turns.filter(turns["clock"] != "end").group_by("turn", maintain_order=True):
        won, lost = mine.filter(mine["won"]), mine.filter(~mine["won"])
        if won.height < 5 or lost.height < 5:
            continue
        for name in names:
            value = above(won[name].drop_nulls().to_list(), lost[name].drop_nulls().to_list())
            rows.append({"turn": key[0], "number": _said(name), "tells": value, "games": mine.height})
    rows.sort(key=lambda row: (row["number"], row["turn"]))
    telling: dict[str, float] = {}
    for row in rows:
        telling[row["number"]] = max(telling.get(row["number"], 0.0), abs(row["tells"] - 0.5))
    best = sorted(telling, key=lambda number: -telling[number])[:6]
    return [row for row in rows if row["number"] in best], words


def _mirrored(name: str, names: Sequence[str], turns: polars.DataFrame) -> bool:
    """Whether another number, listed before it, is the same or its opposite."""
    mine = turns[name].to_list()
    for other in names[: names.index(name)]:
        theirs = turns[other].to_list()
        if mine == theirs or mine == [None if value is None else -value for value in theirs]:
            return True
    return len(set(mine)) == 1


def _said(name: str) -> str:
    kind, _, rest = name.partition("_")
    return {"n": rest, "luck": f"luck of {rest}", "lost": f"steps lost by {rest}"}.get(kind, f"{kind} of {rest}")


def courses(study: Study) -> list[Row]:
    """The mean of every number by cell and turn, with the middle half of the games."""
    turns = study.turns()
    names = [c for c in turns.columns if c.startswith(("n_", "luck_", "lost_", "steps_")) and c != "n_turn"]
    labels = {cell.number: study.question.label(cell) for cell in study.question.cells}
    rows = []
    for key, mine in turns.filter(turns["clock"] != "end").group_by("cell", "turn", maintain_order=True):
        for name in names:
            values = mine[name].drop_nulls()
            if len(values):
                rows.append(
                    {
                        "cell": labels[int(str(key[0]))],
                        "turn": key[1],
                        "number": _said(name),
                        "mean": mean(values),
                        "low": values.quantile(0.25),
                        "high": values.quantile(0.75),
                        "games": len(values),
                    }
                )
    return sorted(rows, key=lambda row: (row["number"], row["cell"], row["turn"]))


def luck(study: Study) -> tuple[list[Row], list[Row]]:
    """Luck of the first seat against the outcome: each game, and the share of wins by fifths of luck."""
    games = study.games()
    seat = next(iter(study.question.cells[0].seats))
    labels = {cell.number: study.question.label(cell) for cell in study.question.cells}
    each = [
        {"cell": labels[cell], "luck": luck, "score": score, "winner": winner or "nobody"}
        for cell, luck, score, winner in games.select("cell", f"luck_{seat}", "score", "winner").iter_rows()
    ]
    ordered = sorted(each, key=lambda row: row["luck"])
    fifths = []
    for i in range(5):
        some = ordered[i * len(ordered) // 5 : (i + 1) * len(ordered) // 5]
        if some:
            share, low, high = wilson(sum(row["winner"] == seat for row in some), len(some))
            spread = f"{some[0]['luck']:+.1f} to {some[-1]['luck']:+.1f}"
            score = math.fsum(row["score"] for row in some) / len(some)
            fifths.append(
                {"fifth": i + 1, "luck": spread, "games": len(some), "score": score}
                | ({"share": share, "low": low, "high": high} if any(r["winner"] != "nobody" for r in each) else {})
            )
    return each, fifths


def battles(study: Study) -> list[Row]:
    """Battles by odds, or by the strengths' difference where a game has no odds: how many, what they cost."""
    polars = need("polars")
    found = study.battles()
    if found.is_empty():
        return []
    if found["odds"].ne("").any():
        found = found.filter(polars.col("odds") != "").with_columns(polars.col("odds").alias("at"))
    else:
        difference = (polars.col("attack") - polars.col("defence")).round().cast(polars.Int64).clip(-8, 12)
        found = found.filter(difference.is_not_null()).with_columns(difference.cast(polars.String).alias("at"))
    rows = []
    for key, mine in found.group_by("side", "at", maintain_order=True):
        rows.append(
            {
                "side": key[0],
                "at": key[1],
                "battles": mine.height,
                "attacker_lost": mean(mine["attacker_lost"]),
                "defender_lost": mean(mine["defender_lost"]),
            }
        )
    return sorted(rows, key=lambda row: (str(row["side"]), rank(str(row["at"]))))


def rank(at: str) -> float:
    """Odds ("3:1") or a difference as a number to sort by."""
    left, colon, right = at.partition(":")
    try:
        return float(left) / float(right) if colon else float(left)
    except ValueError:
        return math.inf

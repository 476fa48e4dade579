"""How a game went, from what a seat saw of it: where points came from, what was lost, and when turns began."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict

from grognard.bots.outlook import outlook
from grognard.kernel.match.table import Table
from grognard.kernel.rules.events import Headed, Lost, Points
from grognard.kernel.rules.state import S
from grognard.server.present import Chronicle
from grognard.server.protocol import LossRow, OutlookAt, PointsRow, Summary, TurnAt


def summary(table: Table[S], seat: str, chronicle: Chronicle[S]) -> Summary:
    points: dict[tuple[str, str, str, str], list[float]] = defaultdict(list)
    totals: dict[str, float | None] = {}
    losses: dict[tuple[str, str], list[tuple[int, bool]]] = defaultdict(list)
    turns: list[TurnAt] = []
    seen_turn: int | None = None
    for step, number in enumerate(chronicle.steps(seat), 1):
        for happened in table.history[number].happened:
            event = happened.seen_by(seat)
            if isinstance(event, Points):
                points[event.what, event.side, source_of(event), event.rule].append(event.change)
                totals[event.what] = event.total
            elif isinstance(event, Lost):
                losses[event.side, event.cause].append((event.steps, not event.left))
            elif isinstance(event, Headed) and event.turn is not None and event.turn != seen_turn:
                seen_turn = event.turn
                turns.append(TurnAt(event.words, step))
    end = table.result if table.over else None
    deciding = {what for what, total in totals.items() if end is None or total == end.score}
    for event in table.game.scored(table.view(seat)):
        points[event.what, event.side, source_of(event), event.rule].append(event.change)
        deciding.add(event.what)
    return Summary(
        tuple(PointsRow(*key, sum(found), len(found)) for key, found in sorted(points.items()) if key[0] in deciding),
        tuple(
            LossRow(*key, sum(gone for _, gone in found), sum(steps for steps, _ in found))
            for key, found in sorted(losses.items())
        ),
        tuple(turns),
        *outlook_at(table, seat, chronicle),
    )


def outlook_at(table: Table[S], seat: str, chronicle: Chronicle[S]) -> tuple[tuple[OutlookAt, ...], str]:
    """The outlook by turn of a game that is over, by the seat's own steps, and whose it is."""
    points = outlook(table.game, table.history) if table.over else []
    steps = chronicle.steps(seat)
    at = tuple(OutlookAt(x.clock, bisect_right(steps, x.entry), x.worth, x.change) for x in points)
    return at, table.game.seats[0] if len(table.game.seats) > 1 else ""


def source_of(event: Points) -> str:
    """What brought the points: the words before what they came to, without the numbers of single pieces."""
    return re.sub(r"\s+\d+\b", "", event.words.split(":")[0])


__all__ = ["summary"]

"""What a battle is worth: losses of both sides and ground, over the six faces of the die."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.games.fortress_europa.data.world import World
from grognard.games.fortress_europa.rules.combat.strength import ILLEGAL, Reckoning, result_of
from grognard.games.fortress_europa.rules.state import Position, combat_factor, steps_of

ALL = 99
"""So many steps are lost where a side is eliminated."""
BACK = 0.5
"""What it costs attackers to be driven back."""
HOPELESS = -99.0


def value(s: Position, u: int) -> float:
    """What a unit is worth to its side."""
    w = s.data
    return combat_factor(s, u) + (1.0 if w.armored >> u & 1 else 0.0) + (12.0 if w.hqs >> u & 1 else 0.0)


class Stake:
    """What stands to be lost in a battle on one side."""

    __slots__ = ("step", "total")

    def __init__(self, s: Position, units: Iterable[int]) -> None:
        steps = 0
        self.total = 0.0
        for u in units:
            self.total += value(s, u)
            steps += steps_of(s, u)
        self.step = self.total / max(1, steps)

    def loss(self, steps: int) -> float:
        return min(self.total, steps * self.step)


def worth(w: World, column: int, die: int, mine: Stake, theirs: Stake, ground: float, care: float = 1.0) -> float:
    """What an attack brings on average; `die` is added to the die, `care` is how much one's own losses count."""
    if column == ILLEGAL:
        return HOPELESS
    results = {row.id: row for row in w.book.result}
    total = 0.0
    for face in range(1, 7):
        row = results[result_of(w, column, face + die)]
        total += theirs.loss(row.defender) - care * mine.loss(row.attacker)
        if row.defender_retreat[1] or row.defender >= ALL:
            total += ground
        elif row.attacker_retreat[1]:
            total -= BACK
    return total / 6


def battle_worth(s: Position, r: Reckoning, ground: float, care: float) -> float:
    """The same for a battle that is declared, or could be."""
    if r.base == ILLEGAL:
        return HOPELESS
    mine, theirs = Stake(s, (x.unit for x in r.attackers)), Stake(s, (x.unit for x in r.defenders))
    return worth(s.data, r.column, r.die, mine, theirs, ground, care)

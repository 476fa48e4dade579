# compiled as it stands
"""33.4.1: in On to Berlin the German player owes two attacks on the American line on December III (ruling 298)."""

from __future__ import annotations

from itertools import combinations

from grognard.games.fortress_europa.data.world import World
from grognard.games.fortress_europa.rules.combat.front import Front, front
from grognard.games.fortress_europa.rules.combat.strength import attacking_factor, reckon, this_battle
from grognard.games.fortress_europa.rules.setup.ardennes import offensive, surprised
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import Why, Whys
from grognard.kernel.show.words import agree, number_of
from grognard.maps import members


def even(w: World) -> int:
    """The column of 1-1."""
    return next(number for number, column in enumerate(w.book.column) if tuple(column.ratio) == (1, 1))


def owed(s: Position) -> int:
    """How many of the two attacks are still to be made."""
    w = s.data
    if w.book.scenario[s.scenario].id != "berlin" or not offensive(s) or s.impulse != 1:
        return 0
    return max(0, w.book.december.berlin_attacks - s.line_attacks)


def good(s: Position, units: list[int], h: int) -> bool:
    """Whether these attack a hex at 1-1 or better."""
    return reckon(s, units, 1 << h).base >= even(s.data)


def possible(s: Position, most: int, busy: int = 0, gone: int = 0) -> int:
    """How many attacks of 1-1 or better on the line could be made, up to `most` and at most two, without these units
    and hexes."""
    f = front(s)
    key = ("line", most, busy, gone)
    if key not in f.costs:
        f.costs[key] = _possible(s, f, most, busy, gone)
    found: int = f.costs[key]
    return found


def _possible(s: Position, f: Front, most: int, busy: int, gone: int) -> int:
    helpers = {
        h: [u for u, near in f.able.items() if near >> h & 1 and not busy >> u & 1]
        for h in members(f.targets & s.data.lines.american & ~gone)
    }
    single = [h for h, units in helpers.items() if good(s, units, h)]
    if most < 2 or len(single) < 2:
        return min(most, len(single))
    return 2 if any(_both(s, a, b, helpers[a], helpers[b]) for a, b in combinations(single, 2)) else 1


def _both(s: Position, a: int, b: int, near_a: list[int], near_b: list[int]) -> bool:
    """Whether two hexes can both be attacked so, the units next to both of them being shared out: for each total
    against the one hex the most that is left against the other."""
    best = {0: 0}
    for u in {*near_a, *near_b}:
        here = attacking_factor(s, u, 1 << a) if u in near_a else 0
        there = attacking_factor(s, u, 1 << b) if u in near_b else 0
        grown: dict[int, int] = {}
        for first, second in best.items():
            for x, y in ((first + here, second), (first, second + there)):
                grown[x] = max(grown.get(x, 0), y)
        best = grown
    need_a, need_b = reckon(s, near_a, 1 << a).defence, reckon(s, near_b, 1 << b).defence
    return any(x >= need_a and y >= need_b for x, y in best.items())


def counts(s: Position) -> bool:
    """Whether the battle that is declared is one of them: on the line alone, at declared odds of 1-1 or better."""
    return surprised(s, s.battle_hexes) and this_battle(s).declared >= even(s.data)


def attacks_due(s: Position) -> Whys:
    """What keeps the impulse from ending."""
    left = owed(s)
    if left and possible(s, left):
        due = f"{number_of(left, 'more attack')} at 1-1 or better on the line GG11 to FF13"
        yield Why("33.4.1", lambda: f"{due} {agree(left, 'is', 'are')} due.")


def keeps(s: Position, units: int, hexes: int) -> bool:
    """Whether the attacks due stay possible if these units attack these hexes, perhaps with others."""
    left = owed(s)
    if not left:
        return True
    mine = int(surprised(s, hexes))
    return mine + possible(s, left - mine, units, hexes) >= possible(s, left)


def falls_short(s: Position) -> bool:
    """Whether the battle that is declared is on the line, but not at 1-1 or better, while attacks are due."""
    return bool(owed(s)) and surprised(s, s.battle_hexes) and not counts(s)

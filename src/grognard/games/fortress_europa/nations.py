"""6.2, 14.11: which Allied units may attack together, and where that keeps a move from ending."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.games.fortress_europa.state import FREE, Position, on, survey
from grognard.games.fortress_europa.world import ALLIED, GERMAN, World
from grognard.maps import Mask


def nation(s: Position, u: int) -> str:
    """With whom a unit attacks: "" for rangers and commandoes, who join anybody (6.2, 21.3, rulings 27, 199)."""
    w: World = s.data
    if w.raiders >> u & 1:
        return ""
    name = w.attacks_with[u]
    return "british" if name == "canadian" and on(s, "canadians-with-british") else name


def agree(s: Position, units: Iterable[int]) -> bool:
    """6.2: whether these may attack together."""
    return len({nation(s, u) for u in units} - {""}) <= 1


def claims(s: Position) -> tuple[Mask, dict[int, list[tuple[int, str]]]]:
    """The hexes of German units with zones; and for each that is the only one next to Allied units, these units with
    their nationality. Remembered as long as nobody moves. HQs claim nothing: others may attack for them (13.4)."""
    w: World = s.data
    around = survey(s)
    memo = w.claims_memo
    if memo is not None and memo[0] is around and memo[1] == s.options:
        return memo[2]  # type: ignore[no-any-return]
    silent = ~w.zoned | s.dropped | s.invaders
    loud = 0
    for x in w.of_side[GERMAN]:
        h = s.where[x]
        if h < w.n and s.bound[x] == FREE and not silent >> x & 1:
            loud |= w.bit[h]
    adjacent, _ = w.bridged(s.bridges_down)
    found: dict[int, list[tuple[int, str]]] = {}
    for x in w.of_side[ALLIED]:
        h = s.where[x]
        if h >= w.n or w.hqs >> x & 1:
            continue
        near = (w.bit[h] if s.invaders >> x & 1 else adjacent[h]) & loud  # 12.8: invaders attack in their own hex
        if near.bit_count() == 1 and nation(s, x):
            found.setdefault(near, []).append((x, nation(s, x)))
    w.claims_memo = (around, s.options, (loud, found))
    return loud, found


def crowded(s: Position, u: int) -> Mask:
    """14.11: hexes where an Allied unit may not end its move, since every enemy in whose zone it would be is the only
    one next to units of another nationality (ruling 126)."""
    w: World = s.data
    mine = nation(s, u)
    if w.side[u] != ALLIED or not mine:
        return 0
    loud, found = claims(s)
    claimed = 0
    for near, units in found.items():
        if any(x != u and name != mine for x, name in units):
            claimed |= near
    if not claimed:
        return 0
    _, steps = w.bridged(s.bridges_down)
    return steps.spread(claimed) & ~steps.spread(loud & ~claimed)

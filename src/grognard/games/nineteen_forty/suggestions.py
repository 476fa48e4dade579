"""A usual plan and set-up, for newcomers who want to get going and for the bots."""

from __future__ import annotations

from grognard.games.nineteen_forty import planning
from grognard.games.nineteen_forty.state import Position
from grognard.games.nineteen_forty.world import ALLIED, BELGIUM, GERMAN, HOLLAND, SWITZERLAND, World
from grognard.maps import members

FAR = 40
ALLIED_USUAL = {
    "french-1": "1", "french-7": "1", "french-9": "1", "french-2": "1", "french-3": "2", "french-4": "2",
    "french-5": "2", "french-8": "3",
}  # fmt: skip
GERMAN_USUAL = {
    "german-18": "B", "german-6": "B", "german-4": "A", "german-12": "A", "german-16": "A", "german-1": "C",
    "german-7": "C",
}  # fmt: skip


def distances(w: World, goals: int, allowed: int) -> list[int]:
    """Steps from every hex to the nearest goal over the allowed land."""
    found = [FAR] * w.n
    for steps, ring in enumerate(w.rail_steps.rings(goals & allowed, allowed, FAR - 1)):
        for h in members(ring):
            found[h] = steps
    return found


def usual_plan(s: Position, seat: str, plan: str = "north", effort: str = "A") -> list[str]:
    """What is missing of a plan, filled in as it was done in 1940, as parts of the draft."""
    w: World = s.data
    parts = []
    if seat == "allied":
        if s.reacting < 0:
            parts.append("react 1")
        usual, armies, assigned, other = ALLIED_USUAL, w.allied_armies, s.assign_allied, "1"
    else:
        if s.objective < 0:
            parts.append(f"objective {plan}")
        if s.effort < 0:
            parts.append(f"effort {effort}")
        usual, armies, assigned, other = GERMAN_USUAL, w.german_armies, s.assign_german, "A"
    names = planning.groups_of(s, seat)
    left = [a for a, group in enumerate(assigned) if group < 0]
    empty = [names[g] for g in planning.empty_groups(s, seat, list(assigned))]
    chosen = {a: usual.get(armies[a], other) for a in left}
    for group in empty:  # every group must get an army
        if group not in chosen.values():
            spare = next(a for a in left if list(chosen.values()).count(chosen[a]) > 1 or chosen[a] not in empty)
            chosen[spare] = group
    first = {group: a for a, group in reversed(chosen.items()) if group in empty}
    order = [*first.values(), *[a for a in left if a not in first.values()]]
    return parts + [f"assign {armies[a]} {chosen[a]}" for a in order]


def set_up(s: Position, seat: str) -> list[str]:
    """Places every unit that waits near what it is for: forts and the border, Paris, the frontier. Changes `s`."""
    w: World = s.data
    side = GERMAN if seat == "german" else ALLIED
    texts = []
    if side == GERMAN:
        way = distances(w, w.north | w.paris, w.land & ~w.countries[HOLLAND] & ~w.countries[SWITZERLAND])
    else:
        way = distances(w, w.countries[BELGIUM] | w.countries[GERMAN], w.land)
    order = [w.unit[name] for name in planning.deploy_units(s, None, seat, ())]
    order.sort(key=lambda u: (-w.load[u], -w.combat[u]))
    held = 0
    for u, h in enumerate(s.where):
        if h < w.n and w.side[u] == side:
            held |= w.bit[h]
    for u in order:
        best, best_score = -1, -1e9
        for h in planning.deploy_hexes(s, u):
            score = -float(way[h]) - (3.0 if held >> h & 1 else 0.0)
            if side == ALLIED:
                score += 4.0 if w.maginot >> h & 1 and not held >> h & 1 else 0.0
                if w.army[u] < 0 and w.nation[u] != 3:
                    score = 5.0 * (w.paris >> h & 1) - 3.0 * (held >> h & 1)
                score -= 0.6 * (w.grid.near[h] & held).bit_count()
            if score > best_score:
                best, best_score = h, score
        texts.append(f"place {w.ids[u]} {w.labels[best]}")
        planning.do_place(s, None, seat, (w.ids[u], w.labels[best]), None)
        held |= w.bit[best]
    return texts


__all__ = ["distances", "members", "set_up", "usual_plan"]

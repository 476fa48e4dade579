# compiled as it stands
"""27.5 to 27.10, 27.14, 31.2 (27.6: by no transport): who may take replacements, and what they cost."""

from __future__ import annotations

from grognard.games.fortress_europa.data.counters import NEVER
from grognard.games.fortress_europa.data.world import GERMAN
from grognard.games.fortress_europa.rules.forces import reserve
from grognard.games.fortress_europa.rules.forces.regrading import pool_words
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import Position, fortress, on, on_map
from grognard.games.fortress_europa.rules.supply.supply import free_line
from grognard.kernel.rules import Why, Whys
from grognard.kernel.show.words import number_of

# ------------------------------------------------------------------------------------- who may take them


def back_face(s: Position, u: int) -> bool:
    """Whether a coastal or training unit is on its regular side."""
    return s.face[u] == 1


def pool_of(s: Position, u: int) -> int:
    """The factors that a unit needs (27.1, 27.9)."""
    return s.data.pool_of[u]


def why_never(s: Position, u: int) -> Whys:
    """27.10, 27.11, 27.12, 27.14, 28.5, 23: units that no factor can help."""
    w = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if w.kind[u] in NEVER:
        yield Why("27.10", lambda: f"{name} is of a type that is never replaced.", (), ids)
    elif w.book.nation[w.nation[u]].replaced == "none":
        yield Why("27.14", lambda: f"{name}: French and Allied Minor units are never replaced.", (), ids)
    elif u in w.parts_of_79th:
        yield Why("27.11", lambda: f"{name} is part of the 79th and is never replaced.", (), ids)
    elif u in w.overstrength:
        yield Why("27.12", lambda: "An overstrength division cannot be built up further.", (), ids)
    elif w.training_units >> u & 1 and not back_face(s, u):
        yield Why("23", lambda: f"{name} takes replacements only after its turn of conversion.", (), ids)
    elif reserve.gone_for_good(s, u):
        yield Why("28.5", lambda: f"{name} is out of play for good.", (), ids)


def at_hand(s: Position, pool: int) -> int:
    """Factors that can be used as those of a pool: armored ones serve as infantry too (27.5)."""
    more = s.data.armored_beside[pool]
    return s.pools[pool] + (s.pools[more] if more != -1 else 0)


def why_too_dear(s: Position, u: int, cost: int) -> Whys:
    w = s.data
    pool = pool_of(s, u)
    if at_hand(s, pool) < cost:
        kind = pool_words(w.pools[pool])
        rule = "27.9" if kind == "special" else "27.5" if kind.endswith("armored") else "27.1"
        there = at_hand(s, pool)
        yield Why(
            rule,
            lambda: f"{w.unit_names[u]} needs {number_of(cost, f'{kind} factor')}; you have {there}.",
            (),
            (w.ids[u],),
        )


def why_out_of_reach(s: Position, u: int, rule: str = "27.7") -> Whys:
    """27.7, 27.13: in no enemy zone, in no fortress beside an enemy, and with a line of any length."""
    w = s.data
    h, name, ids = s.where[u], w.unit_names[u], (w.ids[u],)
    if h in (w.england, w.africa, w.reserve):  # ruling 225, 28.2
        return
    if not on_map(s, u):
        yield Why(rule, lambda: f"{name} is not in play.", (), ids)
        return
    found, foe = survey(s), 1 - w.side[u]
    if found.zones[foe] >> h & 1:
        yield Why(rule, lambda: f"{name} is in an enemy zone of control.", (w.labels[h],), ids)
    elif fortress(s, h) and w.adjacent[h] & found.occupied[foe]:
        yield Why(rule, lambda: f"{name} is in a fortress with an enemy unit next to it.", (w.labels[h],), ids)
    if not free_line(s, u):
        end = "a friendly city in Germany or Italy" if w.side[u] == GERMAN else "a friendly port or mulberry"
        yield Why(rule, lambda: f"{name} has no line to {end}.", (w.labels[h],), ids)


def why_ss_first(s: Position, u: int) -> Whys:
    """31.2: destroyed SS armored units come before every other armored unit (ruling 244)."""
    w = s.data
    if not on(s, "ss-first") or w.side[u] != GERMAN or not w.armored >> u & 1:
        return
    if w.ss >> u & 1 and s.where[u] == w.destroyed:
        return
    for x in w.of_side[GERMAN]:
        if w.ss >> x & 1 and w.armored >> x & 1 and s.where[x] == w.destroyed and can_return(s, x):
            name = w.unit_names[x]
            yield Why("31.2", lambda name=name: f"{name} must be rebuilt first.", (), (w.ids[x],))  # type: ignore[misc]
            return


def can_return(s: Position, u: int) -> bool:
    """Whether a destroyed unit could be rebuilt now, at least to reduced strength."""
    if next(why_never(s, u), None) is not None:
        return False
    if next(why_too_dear(s, u, cost_of(s, u, full=False)), None) is None:
        return True
    return next(why_too_dear(s, u, 1), None) is None and any(
        next(why_no_troops(s, x), None) is None for x in s.data.of_side[GERMAN]
    )


def cost_of(s: Position, u: int, full: bool) -> int:
    """27.8: a destroyed unit costs one factor more than its steps."""
    w = s.data
    book = w.book.rebuilding
    steps = 2 if full and w.two_steps >> u & 1 else 1
    return steps * book.step + book.extra


def why_no_troops(s: Position, u: int) -> Whys:
    w = s.data
    if not w.hq_troops >> u & 1:
        yield Why("27.13", lambda: f"{w.unit_names[u]} is not an HQ Troops unit.", (), (w.ids[u],))
    elif not on_map(s, u):
        yield Why("27.13", lambda: f"{w.unit_names[u]} is not on the map.", (), (w.ids[u],))
    else:
        yield from why_out_of_reach(s, u, "27.13")

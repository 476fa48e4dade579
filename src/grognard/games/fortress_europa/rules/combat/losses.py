# compiled as it stands
"""2.8, 13.2, 22.3, 27.12: what happens to a unit that loses a step or is eliminated."""

from __future__ import annotations

from grognard.games.fortress_europa.rules.decoys import taken_off
from grognard.games.fortress_europa.rules.standing import freeze, put
from grognard.games.fortress_europa.rules.state import FREE, NOWHERE, Position, steps_of
from grognard.games.fortress_europa.rules.telling import tell_lost
from grognard.kernel.rules import Events

HANDED_ON = ("began", "ashore", "by_air", "trespassing", "driven_in", "expelled", "unsupplied", "stuck", "mired")
"""What a unit is and has done goes over to the counters that take its place."""


def lose_step(s: Position, u: int, ev: Events | None, rule: str, cause: str = "battle", why: str = "") -> None:
    """One step less. `why` ends the sentence: "in battle", "out of supply"."""
    w = s.data
    if u in w.overstrength:
        division = s.overstrength[w.overstrength.index(u)]
        if division != NOWHERE:  # 27.12: the 6-4 takes the place of the 8-4
            _step_aside(s, u)
            put(s, division, s.where[u])
            s.face[division] = 0
            put(s, u, w.removed)
            words = f"{w.unit_names[division]} is no longer overstrength{_tail(why)}."
            tell_lost(ev, w, division, cause, words, rule, _place(s, division), 1, 2)
            return
    if steps_of(s, u) == 2:
        s.face[u] = 1
        tell_lost(ev, w, u, cause, f"{w.unit_names[u]} is reduced{_tail(why)}.", rule, _place(s, u), 1, 1)
        return
    eliminate(s, u, ev, rule, cause, why)


def eliminate(s: Position, u: int, ev: Events | None, rule: str, cause: str = "battle", why: str = "") -> None:
    """The unit leaves the map with all its steps."""
    w = s.data
    h = s.where[u]
    places = _place(s, u)
    steps = 3 if u in w.overstrength else steps_of(s, u)
    forget(s, u)
    if w.back[u] == "headquarters" and s.face[u] == 0:  # 13.2: it comes back on its other side
        s.face[u] = 1
        put(s, u, w.returning)
        words = f"{w.unit_names[u]} is lost{_tail(why)} and will be formed anew next turn."
    else:
        if u in w.overstrength:  # 27.12: the 8-4 is never built again, the division is destroyed
            division = s.overstrength[w.overstrength.index(u)]
            _step_aside(s, u)
            put(s, u, w.removed)
            if division != NOWHERE:
                put(s, division, w.destroyed)
        elif w.volkssturm >> u & 1:
            put(s, u, w.waiting)  # 25.1: never more than eight at one time
        else:  # 31.15: who has exited never comes back
            put(s, u, w.removed if h == w.exited else w.destroyed)
        words = f"{w.unit_names[u]} is eliminated{_tail(why)}."
    tell_lost(ev, w, u, cause, words, rule, places, steps, 0)


def forget(s: Position, u: int) -> None:
    """Takes a unit that leaves the map out of every set that speaks of units on it."""
    keep = ~(1 << u)
    freeze(s, u, FREE)
    s.began &= keep  # 20.10: who is lost does not fly from where he began
    s.dropped &= keep
    s.invaders &= keep
    s.raiding &= keep
    s.by_air &= keep
    s.trespassing &= keep
    s.driven_in &= keep
    s.expelled &= keep
    s.pinned &= keep
    s.unsupplied &= keep
    s.fought &= keep  # 14.9: a Volkssturm counter that is called up anew is another unit
    taken_off(s, u)


def leave_europe(s: Position, u: int) -> None:
    """A unit goes to England or Africa. From a frozen district into which it was forced it has got out by that as
    well, and does not come back to it (15.10)."""
    barred = (s.trespassing | s.expelled) & 1 << u
    forget(s, u)
    s.expelled |= barred


def _step_aside(s: Position, u: int) -> None:
    """An 8-4 counter stops standing for its division, to which what it did goes over."""
    w = s.data
    number = w.overstrength.index(u)
    division = s.overstrength[number]
    s.overstrength[number] = NOWHERE
    if division == NOWHERE:
        return
    for name in (*HANDED_ON, "moved", "pinned", "landed", "sailed", "flown", "fought", "invaders"):
        mask: int = getattr(s, name)
        if mask >> u & 1:
            setattr(s, name, mask & ~(1 << u) | 1 << division)
    s.spent[division] = s.spent[u]


def _place(s: Position, u: int) -> tuple[str, ...]:
    w = s.data
    h = s.where[u]
    return (w.labels[h],) if h < w.n else ()


def _tail(why: str) -> str:
    return f" {why}" if why else ""

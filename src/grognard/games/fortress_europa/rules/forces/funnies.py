# compiled as it stands
"""27.11: the British 79th Armored Division breaks down into three units, and joins again."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.losses import HANDED_ON, forget
from grognard.games.fortress_europa.rules.standing import put, survey
from grognard.games.fortress_europa.rules.state import Position, on_map
from grognard.games.fortress_europa.rules.supply.ports import capacity, counts
from grognard.games.fortress_europa.rules.supply.supply import in_supply
from grognard.games.fortress_europa.rules.telling import tell_changed
from grognard.kernel.rules import Events, Ints, Step, Verb, Why, Whys
from grognard.maps import members


def why_not_now(s: Position, seat: str) -> Whys:
    """At the start of the first move impulse, before all moves but drops and invasions, which come first (20.9,
    20.14, ruling 230)."""
    if seat != "allied":
        yield Why("27.11", lambda: "The 79th is British.")
    elif s.impulse != 1 or somebody_moved(s):
        yield Why("27.11", lambda: "The 79th changes only at the start of the first move impulse, before all moves.")


def somebody_moved(s: Position) -> bool:
    """Whether a unit has moved in this impulse, otherwise than by a drop or an invasion."""
    w = s.data
    gone = (s.moved | s.sailed | s.landed | s.flown) & ~(s.dropped | s.invaders)
    return any(s.where[u] != w.destroyed for u in members(gone)) or any(s.spent)


def whole(s: Position) -> bool:
    """Where it is in play: in a box, or in supply."""
    w = s.data
    u = w.landing_armor
    return s.where[u] in (w.england, w.africa) or in_supply(s, u)


def break_reasons(s: Position, step: Step[Position], seat: str) -> Whys:
    w = s.data
    u = w.landing_armor
    ids, more = (w.ids[u],), len(w.parts_of_79th) - counts(s, u)  # overseas it counts nothing yet (ruling 230)
    if found := list(why_not_now(s, seat)):
        yield from found
        return
    if not (on_map(s, u) or s.where[u] in (w.england, w.africa)):
        yield Why("27.11", lambda: "The 79th is not in play.", (), ids)
        return
    if s.face[u]:
        yield Why("27.11", lambda: "The 79th is not at full strength.", (), ids)
    if any(s.where[x] != w.aside for x in w.parts_of_79th):
        yield Why("27.11", lambda: "One of its three units has been lost.", (), ids)
    if capacity(s) < more:
        yield Why("27.11", lambda: f"There is no supply capacity for {more} more units.", (), ids)
    if not whole(s):
        yield Why("27.11", lambda: "The 79th is not in supply.", (), ids)


def hand_on(s: Position, old: int, new: int) -> None:
    """The parts of a 79th that has just invaded are invaders as well, and stay where it landed (12.3, 12.8)."""
    for name in (*HANDED_ON, "landed", "invaders"):
        mask: int = getattr(s, name)
        if mask >> old & 1:
            setattr(s, name, mask | 1 << new)


def do_break(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u = w.landing_armor
    h = s.where[u]
    for part in w.parts_of_79th:
        hand_on(s, u, part)
        put(s, part, h)
        s.face[part] = 0
    forget(s, u)
    put(s, u, w.aside)
    tell_changed(
        ev,
        "broken down",
        "The British 79th breaks down into three units.",
        "27.11",
        (),
        tuple(w.ids[x] for x in w.parts_of_79th),
    )
    s.then(step)


def join_reasons(s: Position, step: Step[Position], seat: str) -> Whys:
    w = s.data
    parts = w.parts_of_79th
    ids = tuple(w.ids[x] for x in parts)
    h = s.where[parts[0]]
    if found := list(why_not_now(s, seat)):
        yield from found
    elif s.where[w.landing_armor] != w.aside:
        yield Why("27.11", lambda: "The 79th is not broken down.", (), ids)
    elif any(s.where[x] in (w.destroyed, w.removed, w.withdrawn) for x in parts):
        yield Why(
            "27.11", lambda: "One of its three units is lost: the 79th can never be put together again.", (), ids
        )
    elif len({s.where[x] for x in parts}) > 1:
        yield Why("27.11", lambda: "Its three units are not in one hex.", (), ids)
    elif on_map(s, parts[0]):
        if survey(s).zones[GERMAN] >> h & 1:
            yield Why("27.11", lambda: "They are in a German zone of control.", (w.labels[h],), ids)
        if not all(in_supply(s, x) for x in parts):
            yield Why("27.11", lambda: "They are not in supply.", (w.labels[h],), ids)
    elif h not in (w.england, w.africa):
        yield Why("27.11", lambda: "Its three units are not in a hex, England or Africa.", (), ids)


def do_join(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u = w.landing_armor
    for part in w.parts_of_79th:
        h = s.where[part]  # of all three the same
        hand_on(s, part, u)
        forget(s, part)
        put(s, part, w.aside)
    put(s, u, h)
    s.face[u] = 0
    s.stuck |= 1 << u
    tell_changed(ev, "joined", "The British 79th is one division again.", "27.11", (), (w.ids[u],))
    s.then(step)


def may_break(s: Position, step: Step[Position], seat: str) -> bool:
    """In most lists one look tells that it cannot be."""
    return (
        s.side == ALLIED
        and s.impulse == 1
        and not somebody_moved(s)
        and next(break_reasons(s, step, seat), None) is None
    )


def may_join(s: Position, step: Step[Position], seat: str) -> bool:
    return s.where[s.data.landing_armor] == s.data.aside and next(join_reasons(s, step, seat), None) is None


BREAK = Verb("break79", do_break, (), "27.11", "Break down the 79th", reasons=break_reasons, may=may_break)
JOIN = Verb("join79", do_join, (), "27.11", "Join the 79th", reasons=join_reasons, may=may_join)

# compiled as it stands
"""14.10: units that could attack only at 1-7 or worse are removed before any battle."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa.data.world import SEATS
from grognard.games.fortress_europa.rules.combat.duties import fewest, missed
from grognard.games.fortress_europa.rules.combat.front import Front, front
from grognard.games.fortress_europa.rules.combat.losses import eliminate
from grognard.games.fortress_europa.rules.combat.nations import agree, nation, partners
from grognard.games.fortress_europa.rules.domains import UNITS
from grognard.games.fortress_europa.rules.standing import facts, zone
from grognard.games.fortress_europa.rules.state import Position, on
from grognard.kernel.rules import Choice, Events, Ints, Slot, Verb, Why, Whys
from grognard.maps import Mask, mask_of, members


def is_weak(s: Position, f: Front, u: int) -> bool:
    """14.10: whether a unit that must attack could not do so at legal odds without help: against the enemies that it
    alone can attack, or else against any."""
    if not f.must >> u & 1:
        return False
    shared: Mask | None = f.costs.get("shared")
    if shared is None:
        once = shared = 0
        for near in f.able.values():
            shared |= once & near
            once |= near
        f.costs["shared"] = shared
    alone = f.able[u] & f.duty & ~shared
    if alone:
        return not f.legal(s, 1 << u, alone, 0)
    return not any(f.legal(s, 1 << u, 1 << h, 0) for h in f.hexes_of(u))


def finds_work(s: Position, f: Front, u: int) -> bool:
    """Whether this unit can be added to any sharing of the others, so that it never helps to be without it: nobody
    must be attacked for it alone, and alone it has legal odds against a hex next to which all agree with it. Who
    attacks that hex lets it join, or leaves the hex to it and goes on with others: fewer hexes never worsen odds,
    but with the Funnies (31.16)."""
    others = f.sallied
    for x, wanted in f.wanted.items():
        if x != u:
            others |= wanted
    if f.wanted.get(u, 0) & ~others or on(s, "funnies"):
        return False
    mates = partners(s, 1 << u)
    for h in f.hexes_of(u):
        if not (f.apart >> h & 1 or f.beside(1 << h) & ~mates) and f.legal(s, 1 << u, 1 << h, 0):
            return True
    return False


def would_help(s: Position, u: int) -> bool:
    """Whether without this unit, which must attack, fewer duties are missed."""
    return _would_help(s, front(s), u)


def _would_help(s: Position, f: Front, u: int) -> bool:
    least = fewest(s, f)
    if not least or finds_work(s, f, u):
        return False
    if f.inside:
        return fewest(s, f.without(u)) < least
    # the part of the front that it belongs to: the rest stays as it is
    units, hexes, cost = next((units, hexes, cost) for units, _, hexes, cost in f.bases[0].parts if units >> u & 1)
    return bool(cost) and fewest(s, f.without(u, units, hexes)) < cost


def removable(s: Position) -> list[int]:
    """The units that may be removed: those that would need help, and those without which the rest could attack."""
    standing = facts(s)
    if not standing.covered and not standing.occupied[s.side] & zone(s, 1 - s.side):
        return []  # nobody must attack
    f = front(s)
    found: list[int] | None = f.costs.get("removable")
    if found is None:
        least = fewest(s, f)
        found = f.costs["removable"] = []
        for u in members(f.must):
            weak = is_weak(s, f, u)
            if (weak or least) and not joined_by_others(s, f, u) and (weak or _would_help(s, f, u)):
                found.append(u)
    return found


def joined_by_others(s: Position, f: Front, u: int) -> bool:
    """14.11: whether units of another nationality can attack every stack next to this unit, so that it need not; a
    weak one is spared next to a single stack only (ruling 126). Frozen ones that nobody must attack do not count."""
    near = members(f.able[u] & ~f.apart)
    if len(near) > 1 and is_weak(s, f, u):
        return False
    return all(_attacked_by_others(s, f, u, 1 << h) for h in near)


def _attacked_by_others(s: Position, f: Front, u: int, stack: Mask) -> bool:
    others = [x for x in f.able if f.able[x] & stack and not agree(s, (x, u))]
    names = {nation(s, x) for x in others}
    return any(f.legal(s, mask_of(x for x in others if nation(s, x) == name), stack, 0) for name in names)


def remove_reasons(s: Position, step: Removing, seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    name = w.unit_names[u]
    f = front(s)
    if not f.must >> u & 1:
        yield Why("14.10", lambda: f"{name} has no duty to attack.", (), (w.ids[u],))
    elif u not in removable(s):
        yield Why("14.10", lambda: f"{name} can attack at legal odds, or others attack for it.", (), (w.ids[u],))


def remove_units(s: Position, step: Removing, seat: str, args: Ints) -> int:
    return mask_of(removable(s))


def do_remove(s: Position, step: Removing, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u = args[0]
    s.then(step)
    eliminate(s, u, ev, "14.10", "odds", f"in {w.hex_name(s.where[u])}: it cannot attack at 1-6 or better")


def may_go_on(s: Position, step: Removing, seat: str) -> Whys:
    w = s.data
    if missed(s):
        for u in removable(s):
            if would_help(s, u):
                name = w.unit_names[u]
                yield Why("14.10", lambda: f"{name} or another unit cannot attack at legal odds.", (), (w.ids[u],))
                return


class Removing(Choice[Position], frozen=True):
    """14.10: before any battle units that could attack only at 1-7 or worse are removed (ruling 124)."""

    rule: ClassVar[str] = "14.10"
    verbs: ClassVar[tuple[Verb[Position, Removing], ...]] = (
        Verb(
            "remove",
            do_remove,
            (Slot("unit", UNITS, remove_reasons, legal=remove_units, prompt="Remove which unit?"),),
            "14.10",
            "Remove",
        ),
        Verb("keep", lambda s, step, seat, args, ev: None, (), "14.10", "Keep the rest", reasons=may_go_on),
    )

    def seat(self, s: Position) -> str:
        return SEATS[s.side]

    def prompt(self, v: Position, seat: str) -> str:
        return "Units that could attack only at 1-7 or worse without help: remove some, or keep them."

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        return None if removable(s) else ("keep", ())

    def standing(self, v: Position, seat: str, order: str) -> str | None:
        """Only where help is possible: units that must go are asked about."""
        return "keep" if order == "keep-weak" and next(may_go_on(v, self, seat), None) is None else None

# compiled as it stands
"""15. Optional units: XXXIX Panzer Corps and the French armoured corps, built up and broken down (ruling 90)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.nineteen_forty.data.world import GERMAN, SEATS
from grognard.games.nineteen_forty.rules.airborne import why_not_opening
from grognard.games.nineteen_forty.rules.stacking import broken_limit, friends_in
from grognard.games.nineteen_forty.rules.state import CLOSING, SOUND, Position, survey
from grognard.kernel.rules import Choice, Events, Ints, Placed, Why, Whys

RULES = ("15 German Panzer Corps ¶1", "15 French Armored Corps ¶1")


def parts_of(s: Position, side: int) -> tuple[int, ...]:
    return s.german_parts if side == GERMAN else s.allied_parts


def _set_parts(s: Position, side: int, parts: tuple[int, ...]) -> None:
    if side == GERMAN:
        s.german_parts = parts
    else:
        s.allied_parts = parts


def corps_of(s: Position) -> int:
    w = s.data
    return w.exchange[w.exchange_of[s.side]]


def sets_at(s: Position) -> list[tuple[int, int, int]]:
    """All triples (armour, armour, motorized) of sound divisions that stand in one hex."""
    w, where, disrupted = s.data, s.where, s.disrupted
    which = w.exchange_of[s.side]
    armour = [u for u in w.exchange_armour[which] if where[u] < w.n and disrupted[u] == SOUND]
    pairs = [(a, b) for a in armour for b in armour if a != b and where[a] == where[b]]
    return [
        (a, b, c) for a, b in pairs for c in w.exchange_mobile[which] if where[c] == where[a] and not disrupted[c]
    ]


def gathered(s: Position) -> bool:
    """Whether two of the armoured divisions that form a corps stand in one hex: without them there is none."""
    w, where = s.data, s.where
    armour = [h for u in w.exchange_armour[w.exchange_of[s.side]] if (h := where[u]) < w.n]
    return len(set(armour)) < len(armour)


def limit_on(s: Position, parts: tuple[int, int, int]) -> tuple[str, str] | None:
    """The stacking limit that the corps would break where its parts stand: an armoured division is left (3 ¶3)."""
    w = s.data
    others = [u for u in friends_in(s, survey(s), s.side, s.where[parts[0]]) if u not in parts]
    return broken_limit(w, [corps_of(s), *others])


def why_not_forming(s: Position) -> Iterator[Why]:
    w = s.data
    corps = corps_of(s)
    if s.where[corps] != w.waiting:
        yield Why(RULES[s.side], lambda: f"{w.unit_names[corps]} is not available.", (), (w.ids[corps],))


def form_units(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    """The divisions that can be the next part of the corps, as a set."""
    found, n = 0, len(args)
    for three in sets_at(s):
        if three[:n] == args and limit_on(s, three) is None:
            found |= 1 << three[n]
    return found


def form_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    """15: two armoured divisions and a motorized one in one hex, sound, whose corps the hex can hold (3 ¶3)."""
    w = s.data
    u = args[-1]
    threes = [three for three in sets_at(s) if three[: len(args)] == args]
    limits = [limit_on(s, three) for three in threes]
    if None in limits:
        return
    if broken := next(iter(limits), None):
        label, how = w.labels[s.where[u]], broken[1]
        yield Why(broken[0], lambda: f"With the corps {label} {how}.", (label,), (w.ids[u],))
        return
    armour = len(args) < 3
    which = w.exchange_of[s.side]
    name = w.unit_names[u]
    if u in args[:-1]:
        text = f"{name} is named twice."
    elif u not in (w.exchange_armour if armour else w.exchange_mobile)[which]:
        nation = ("German", "French")[s.side]
        text = f"{name} is not a {nation} {'armored' if armour else 'motorized'} division."
    else:
        text = f"{name} does not stand, undisrupted, in one hex with all the divisions that a corps needs."
    yield Why(RULES[s.side], lambda: text, (), (w.ids[u],))


def do_form(s: Position, step: Choice[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    corps = corps_of(s)
    parts = args
    h = s.where[parts[0]]
    for u in parts:
        s.where[u] = w.in_corps
        if s.unsupplied >> u & 1:
            s.unsupplied |= 1 << corps
    s.where[corps] = h
    s.moved |= 1 << corps
    s.stage = CLOSING
    _set_parts(s, s.side, parts)  # its zone is that of its divisions
    if ev is not None:
        names = ", ".join(w.unit_names[u] for u in parts)
        ev.add(
            Placed(
                piece=w.ids[corps],
                how="exchange",
                side=SEATS[s.side],
                words=f"{names} form the {w.unit_names[corps]} in {w.hex_name(h)}.",
                rule=RULES[s.side],
                places=(w.labels[h],),
                pieces=(w.ids[corps],),
            )
        )
    s.then(step)


def why_not_breaking(s: Position) -> Iterator[Why]:
    w = s.data
    corps = corps_of(s)
    ids = (w.ids[corps],)
    if s.where[corps] >= w.n:
        yield Why(RULES[s.side], lambda: f"{w.unit_names[corps]} is not on the map.", (), ids)
        return
    if s.disrupted[corps]:
        yield Why("7 Disruption ¶1a", lambda: f"{w.unit_names[corps]} is disrupted.", (), ids)
    yield from why_not_opening(s)
    others = [u for u in friends_in(s, survey(s), s.side, s.where[corps]) if u != corps]
    broken = broken_limit(w, [*parts_of(s, s.side), *others])
    if broken:
        yield Why(broken[0], lambda: f"{w.labels[s.where[corps]]} {broken[1]}.", (w.labels[s.where[corps]],))


def do_break(s: Position, step: Choice[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    corps = corps_of(s)
    h = s.where[corps]
    parts = parts_of(s, s.side)
    for u in parts:
        s.where[u] = h
        s.unsupplied = s.unsupplied & ~(1 << u) | (s.unsupplied >> corps & 1) << u
    s.unsupplied &= ~(1 << corps)
    s.where[corps] = w.waiting
    _set_parts(s, s.side, ())
    if ev is not None:
        ev.add(
            Placed(
                piece=w.ids[parts[0]],
                how="exchange",
                side=SEATS[s.side],
                words=f"The {w.unit_names[corps]} breaks down into its divisions in {w.hex_name(h)}.",
                rule=RULES[s.side],
                places=(w.labels[h],),
                pieces=tuple(w.ids[u] for u in parts),
            )
        )
    s.then(step)

# compiled as it stands
"""9. Military districts: who is frozen, and what releases whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.games.fortress_europa.data.world import ALLIED, DISTRICTS, GERMAN, World
from grognard.games.fortress_europa.rules.domains import UNITS
from grognard.games.fortress_europa.rules.standing import facts, freeze, rebind, survey, units_in
from grognard.games.fortress_europa.rules.state import FREE, Position, on_map
from grognard.games.fortress_europa.rules.telling import tell_changed
from grognard.kernel.rules import Events, Ints, Slot, Step, Verb, Why
from grognard.maps import Mask, mask_of, members

# -------------------------------------------------------------------------------------------- freezing


def bind(s: Position) -> None:
    """9.1: units of the five districts are frozen; free, city and hidden units are not (9.2, 9.3, 9.4)."""
    w = s.data
    rebind(s, [DISTRICTS.index(entry) if entry in DISTRICTS else FREE for entry in w.entry])


def release(s: Position, district: int, ev: Events | None, rule: str) -> None:
    """Frees the units that are frozen in one district."""
    w = s.data
    if district in s.bound:
        rebind(s, [FREE if d == district else d for d in s.bound])
        tell_changed(ev, "released", f"The units of the {w.district_names[district]} are released.", rule)


def release_all(s: Position, ev: Events | None, rule: str) -> None:
    """Frees every German unit, at once and for good; their zones appear with it (9.7, ruling 57)."""
    if s.released:
        return
    s.released = True
    s.trespassing = s.expelled = 0
    if any(d != FREE for d in s.bound):
        rebind(s, [FREE] * len(s.bound))
        tell_changed(ev, "released", "All German units are released.", rule)


# ---------------------------------------------------------------------------------- what the Allies do


def frozen_districts(s: Position) -> Mask:
    """The hexes of districts in which German units are still frozen."""
    w = s.data
    hexes = 0
    frozen = facts(s).frozen
    for district in {s.bound[u] for u in members(frozen)} if frozen else ():
        hexes |= w.districts[district]
    return hexes


def invaded_hexes(s: Position) -> Mask:
    """The hexes of the districts that were invaded."""
    w = s.data
    hexes = 0
    for district in members(s.invaded):
        hexes |= w.districts[district]
    return hexes


def _frees_all(w: World, hexes: Mask) -> bool:
    """9.1E: whether one of these hexes lies in a district whose entry releases everybody."""
    return any(w.districts[DISTRICTS.index(name)] & hexes for name in w.book.release.everywhere)


def invasion_declared(s: Position, site: Mask, ev: Events | None) -> None:
    """9.1A, E and G, judged on the hexes declared, before anybody is moved by 12.17 (rulings 56, 62, 63)."""
    w = s.data
    districts = [d for d, hexes in enumerate(w.districts) if hexes & site]
    for district in districts:
        s.invaded |= 1 << district
        s.landing_districts |= 1 << district  # 33.1.3
    if s.released:
        return
    if _frees_all(w, site):
        release_all(s, ev, "9.1E")
    elif len(districts) > 1:
        release_all(s, ev, "9.1G")
    else:
        for district in districts:
            release(s, district, ev, "9.1A")


def allied_entry(s: Position, u: int, h: int, ev: Events | None) -> None:
    """9.1D and E: an Allied unit enters a hex by its owner's will: on foot, by sea, from the air (ruling 61)."""
    w = s.data
    if w.italy >> h & 1:
        s.italy_open = True  # 9.3
    if s.released:
        return
    district = w.district_of[h]
    leaves = bool(s.trespassing >> u & 1)
    if leaves:
        if frozen_districts(s) >> h & 1:
            return  # 15.10: it is on its way out
        s.trespassing &= ~(1 << u)
        s.expelled |= 1 << u
    if _frees_all(w, w.bit[h]):
        release_all(s, ev, "9.1E")
    elif leaves:
        return  # 9.6: it must go, and comes out of no invaded district; a hex farther is of his will (ruling 73)
    elif s.invaded and not (district >= 0 and s.invaded >> district & 1):
        release_all(s, ev, "9.1D")


def raid_entry(s: Position, h: int, ev: Events | None) -> None:
    """A raid lands (21.5, ruling 70)."""
    w = s.data
    if w.italy >> h & 1:
        s.italy_open = True
    if s.released:
        return
    district = w.district_of[h]
    if _frees_all(w, w.bit[h]):
        release_all(s, ev, "9.1E")
    elif district >= 0 and s.invaded >> district & 1:
        return
    elif invaded_hexes(s) & survey(s).occupied[ALLIED]:
        release_all(s, ev, "9.1D")
    elif district >= 0:
        s.invaded |= 1 << district
        release(s, district, ev, "9.1A")


def involuntary_entry(s: Position, u: int, h: int) -> None:
    """A retreat, or 12.17, releases nobody, but who stands in a frozen district must leave it (15.10)."""
    w = s.data
    if w.italy >> h & 1:
        s.italy_open = True  # 9.3: by whatever way (ruling 64)
    if frozen_districts(s) >> h & 1:
        s.trespassing |= 1 << u
        s.driven_in |= 1 << u
        s.expelled &= ~(1 << u)
    elif s.trespassing >> u & 1:  # so it has left, too, and does not move back in
        s.trespassing &= ~(1 << u)
        s.expelled |= 1 << u


def turned_away(s: Position, u: int) -> bool:
    """12.17: whether a unit was put on top of a hidden unit in a frozen district, and has no choice but to attack it:
    who has just landed cannot be a trespasser in any other way."""
    return bool((s.invaders | s.raiding) & s.trespassing & 1 << u and survey(s).occupied[GERMAN] >> s.where[u] & 1)


def attack_releases(s: Position, hexes: Mask, attackers: Iterable[int]) -> bool:
    """9.1F, 9.9: whether an attack on these hexes is one on frozen units outside the district that was invaded, which
    releases everybody: what counts is where they stand; not if no attacker is there of his own will (9.6, ruling
    108)."""
    frozen = facts(s).frozen
    if not frozen:
        return False
    units = tuple(attackers)
    if units and all(turned_away(s, u) for u in units):
        return False
    at = facts(s).at
    return any(at[h] & frozen for h in members(hexes & ~invaded_hexes(s)))


# ---------------------------------------------------------------------------------------------- bounds


def bounds(s: Position, u: int) -> Mask:
    """Where the rules on districts let a unit go: the garrisons of Italy stay there until it is entered (9.3), but
    one that was built anew elsewhere has not left it; who was forced into a frozen district goes into no other one on
    its way out, and has it got out, into none (15.10)."""
    w = s.data
    if s.expelled >> u & 1:
        return w.land & ~frozen_districts(s)
    if s.trespassing >> u & 1:
        return ground_of_trespasser(s, u)
    if not s.italy_open and facts(s).garrison >> u & 1 and w.italy >> s.where[u] & 1:
        return w.italy
    return w.land


def ground_of_trespasser(s: Position, u: int) -> Mask:
    """15.10: the district in which a trespasser is, and what is not frozen; everything, where its district has no way
    out but through another one, as at the mouth of the Schelde (ruling 73)."""
    w, h = s.data, s.where[u]
    outside = w.land & ~frozen_districts(s)
    own = w.districts[w.district_of[h]] if on_map(s, u) and w.district_of[h] >= 0 else 0
    around = w.steps.spread(w.steps.flood(w.bit[h], own)) if own else outside
    return outside | own if around & outside else w.land


def out_of_bounds(s: Position, u: int, h: int) -> Why:
    """What keeps a unit from a hex outside of its `bounds`."""
    w = s.data
    label, name = (w.labels[h],), w.unit_names[u]
    if s.trespassing >> u & 1:
        return Why("15.10", lambda: f"{name} must leave its frozen district, and goes into no other one.", label)
    if s.expelled >> u & 1:
        return Why("15.10", lambda: f"{name} may not go back into a frozen district.", label)
    return Why("9.3", lambda: f"{name} may not leave Italy before an Allied unit has entered it.", label)


def ways_out(s: Position, u: int, hexes: Mask) -> Mask:
    """Of the hexes where a trespasser could go: those out of frozen districts, or else those nearest to the outside
    (15.10, ruling 73)."""
    w = s.data
    inside = frozen_districts(s)
    if hexes & ~inside:
        return hexes & ~inside
    free = bounds(s, u) & ~survey(s).occupied[1 - w.side[u]]
    for ring in w.steps.rings(free & ~inside, free | w.bit[s.where[u]]):
        if ring >> s.where[u] & 1:
            return 0  # nothing brings it nearer
        if ring & hexes:
            return ring & hexes
    return 0


# ---------------------------------------------------------------------------------------------- relief


def reliever_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Iterator[Why]:
    """9.1C (rulings 58, 60): a free unit that has ended its move with a frozen one."""
    w = s.data
    u = args[0]
    name, ids = w.unit_names[u], (w.ids[u],)
    if w.side[u] != GERMAN:
        yield Why("9.1C", lambda: f"{name} is not German.", (), ids)
    elif not on_map(s, u):
        yield Why("9.1C", lambda: f"{name} is not on the map.", (), ids)
    elif s.bound[u] != FREE:
        yield Why("9.1C", lambda: f"{name} is frozen itself.", (), ids)
    elif not has_come(s, u):
        yield Why("9.1C", lambda: f"{name} has not entered its hex in this impulse.", (), ids)
    elif not frozen_with(s, u):
        yield Why("9.1C", lambda: f"No frozen unit is with {name}.", (w.labels[s.where[u]],), ids)


def relieved_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Iterator[Why]:
    w = s.data
    u, other = args[0], args[1]
    name, ids = w.unit_names[other], (w.ids[other],)
    if s.bound[other] == FREE:
        yield Why("9.1C", lambda: f"{name} is not frozen.", (), ids)
    elif s.where[other] != s.where[u]:
        yield Why("9.1C", lambda: f"{name} is not in the hex of {w.unit_names[u]}.", (), ids)


def has_come(s: Position, u: int) -> bool:
    """Whether a unit has entered its hex: armor that failed at a river where it stood has moved, but has not come
    (17.10.4). Who was airlifted has (20.10), and who dropped in this impulse (20.9)."""
    return bool(s.moved >> u & 1 and s.spent[u]) or bool(_by_air(s) >> u & 1)


def _by_air(s: Position) -> int:
    """The units that have come by air: those airlifted in this turn, and those dropped in this impulse."""
    return s.flown & (s.stuck | s.landed)


def frozen_with(s: Position, u: int) -> list[int]:
    """The frozen units in a unit's hex."""
    return [x for x in units_in(s, s.where[u]) if s.bound[x] != FREE]


def do_relieve(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u, other = args[0], args[1]
    freeze(s, u, s.bound[other])
    freeze(s, other, FREE)
    words = f"{w.unit_names[u]} takes the place of {w.unit_names[other]} in {w.hex_name(s.where[u])}."
    tell_changed(ev, "exchanged", words, "9.1C", (w.labels[s.where[u]],), (w.ids[u], w.ids[other]))
    s.then(step)


def _relievers(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    f = facts(s)
    frozen = f.frozen & f.on_map
    who = (s.moved | _by_air(s)) & s.data.side_mask[GERMAN] & ~f.frozen if frozen else 0
    at, where = f.at, s.where
    return mask_of(u for u in members(who) if at[where[u]] & frozen and has_come(s, u)) if who else 0


def _relieved(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return facts(s).at[s.where[args[0]]]


RELIEVE = Verb(
    "relieve",
    do_relieve,
    (
        Slot("unit", UNITS, reliever_reasons, legal=_relievers, prompt="Which unit takes a frozen unit's place?"),
        Slot("frozen", UNITS, relieved_reasons, among=_relieved, prompt="Whose place?"),
    ),
    "9.1C",
    "Relieve",
)

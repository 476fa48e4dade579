# compiled as it stands
"""18. Supply: lines to headquarters and from there to harbours or cities, and who goes short.

A line is a row of hexes. Its ends may lie in enemy zones; the hexes between may not, nor be enemy cities (18.1, 18.3,
ruling 166). Bridges, weather and terrain do not matter, estuaries and sea hexsides do (18.9).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.standing import allied_hexes, facts, flooded, german_hexes, survey, zone
from grognard.games.fortress_europa.rules.state import NOWHERE, Position, invasion_now, on
from grognard.games.fortress_europa.rules.supply.ports import Harbour, harbour_hexes, harbours
from grognard.maps import Mask, mask_of, members, supplied

# ------------------------------------------------------------------------------------------- ground


def through(s: Position, side: int) -> Mask:
    """The hexes that a line of a side may pass between its ends (18.1, 18.3, 7.3, 24.3)."""
    w = s.data
    hexes = w.land & ~zone(s, 1 - side)
    if side == ALLIED:
        return hexes & ~(w.cities & ~s.allied)
    if s.partisan != NOWHERE:
        hexes &= ~w.bit[s.partisan]
    return hexes & ~(w.cities & allied_hexes(s))


def controlled(s: Position, side: int) -> Mask:
    """The hexes that a line from an HQ to its source may pass: controlled ones as well (18.1, 18.3, ruling 167)."""
    return through(s, side) & (s.allied if side == ALLIED else german_hexes(s))


def hqs(s: Position, side: int) -> list[int]:
    """A side's headquarters on the map; HQ Troops are none (13.3)."""
    w = s.data
    return members(w.hqs & w.side_mask[side] & facts(s).on_map)


def near_hq(s: Position, side: int, hexes: Mask) -> Mask:
    """Where a unit has a line of at most five hexes to an HQ in one of these hexes (18.1, 18.3)."""
    w = s.data
    return supplied(w.steps, hexes, through(s, side) | hexes, w.book.supply.line)


# ----------------------------------------------------------------------------------------- the Allies


class Link(NamedTuple):
    """What an Allied HQ can give: to units in which hexes, and from which harbours."""

    hq: int
    hexes: Mask
    edge: bool
    """Whether it reaches the east edge of the map, where units have left over it (31.15, ruling 255)."""
    harbours: int
    """A set of the harbours, by their numbers in the list of them."""


def links(s: Position, found: Sequence[Harbour]) -> list[Link]:
    """The HQs that can trace to a harbour, which may be in an enemy zone (18.1)."""
    w, f = s.data, facts(s)
    ground, free, exits = controlled(s, ALLIED), through(s, ALLIED), bool(f.at[w.exited])
    heads = [(u, s.where[u]) for u in hqs(s, ALLIED)]
    key = (ground, free, exits, heads, [harbour.hex for harbour in found])
    if f.linked is not None and f.linked[0] == key:
        return f.linked[1]
    linked: list[Link] = []
    by_port: dict[int, int] = {}
    for k, harbour in enumerate(found):
        by_port[harbour.hex] = by_port.get(harbour.hex, 0) | 1 << k
    ports = mask_of(by_port)
    areas: list[tuple[Mask, Mask]] = []
    for u, h in heads:
        here = w.bit[h]
        area = next((around for inside, around in areas if inside & here), 0)
        if not area:  # where another HQ is, one flood does for both
            inside = w.steps.flood(here, ground)
            area = inside | w.steps.spread(inside)
            if here & ground:  # but lines of others do not pass an HQ in an enemy zone (18.1)
                areas.append((inside, area))
        reached = 0
        for port in members(area & ports):
            reached |= by_port[port]
        if reached:
            edge = exits and bool(w.steps.flood(here, free, w.book.supply.line) & w.east_edge)
            linked.append(Link(u, near_hq(s, ALLIED, here), edge, reached))
    f.linked = key, linked
    return linked


def needs_no_line(s: Position, u: int) -> str:
    """The rule by which an Allied unit is in supply without HQ and port, or "" (ruling 170)."""
    w = s.data
    if w.raiders >> u & 1:
        return "21.1"
    if s.dropped >> u & 1:
        return "20.6"
    if invasion_now(s) and s.ashore >> u & 1:
        return "18.7.1"
    h = s.where[u]
    if h != w.exited and w.cities & w.bit[h] and not w.germany & w.bit[h]:
        return "18.4"
    return ""


def reached_by(s: Position, u: int, linked: Sequence[Link]) -> int:
    """The harbours from which an HQ could supply an Allied unit."""
    w = s.data
    h = s.where[u]
    here = 0 if h == w.exited else w.bit[h]
    mask = 0
    for link in linked:
        if link.hexes & here if here else link.edge:
            mask |= link.harbours
    return mask


def allied_units(s: Position) -> list[int]:
    """The Allied units whose supply is judged."""
    w = s.data
    f = facts(s)
    return members((f.on_map | f.at[w.exited]) & w.side_mask[ALLIED])


def _giving(found: Sequence[Harbour]) -> int:
    """The harbours that have points at all."""
    return mask_of(k for k, harbour in enumerate(found) if harbour.value > 0)


def claims(s: Position, found: Sequence[Harbour], linked: Sequence[Link]) -> dict[int, int]:
    """For each Allied unit that needs a point of a harbour: the harbours that could give it. Airdropped units need an
    HQ but no point (18.2-example, 20.15)."""
    giving = _giving(found)
    reached: dict[int, int] = {}
    wanted = {}
    for u in allied_units(s):
        if not s.by_air >> u & 1 and not needs_no_line(s, u):
            h = s.where[u]
            mask = reached.get(h)
            if mask is None:  # the same for all in a hex
                mask = reached[h] = reached_by(s, u, linked) & giving
            wanted[u] = mask
    return wanted


def share(wanted: dict[int, int], values: Sequence[int]) -> dict[int, int]:
    """18.2: units get points of harbours so that as many as possible are supplied; for each of these its harbour
    (ruling 168)."""
    users: list[list[int]] = [[] for _ in values]
    given: dict[int, int] = {}

    def find(u: int, seen: set[int]) -> bool:
        for k in members(wanted[u]):
            if k in seen:
                continue
            seen.add(k)
            if len(users[k]) < values[k]:
                users[k].append(u)
                given[u] = k
                return True
            for other in list(users[k]):
                if find(other, seen):  # it goes to another harbour and makes room
                    users[k].remove(other)
                    users[k].append(u)
                    given[u] = k
                    return True
        return False

    for u in wanted:
        find(u, set())
    return given


def shared(s: Position) -> tuple[list[Harbour], dict[int, int], dict[int, int]]:
    """Harbours, what the units claim, and who gets a point of which harbour."""
    found = harbours(s)
    wanted = claims(s, found, links(s, found))
    return found, wanted, share(wanted, [h.value for h in found])


def allied_shortage(s: Position) -> tuple[list[int], bool]:
    """`allied_cut_off`, and whether somebody `may_go_short` besides these."""
    w, f = s.data, facts(s)
    units = w.side_mask[ALLIED] & ~(w.raiders | s.dropped)
    if invasion_now(s):
        units &= ~s.ashore
    found = harbours(s)
    linked, giving = links(s, found), _giving(found)
    short, users = 0, dict[int, int]()
    places = members(f.occupied[ALLIED] & ~(w.cities & ~w.germany))  # those not in `needs_no_line`
    for h in (*places, w.exited):
        here = f.at[h] & units
        if not here:
            continue
        reached = reached_by(s, here.bit_length() - 1, linked)
        needy, ready = here & ~s.by_air, reached & giving
        if not reached:
            short |= here
        elif not ready:
            short |= needy
        elif needy:
            users[ready] = users.get(ready, 0) + needy.bit_count()
    return members(short), not enough_for_all(users, [h.value for h in found])


def enough_for_all(users: dict[int, int], values: Sequence[int]) -> bool:
    """Whether harbours have points for all units; given is how many draw on each set of harbours."""
    return not shortest(users, values)[0]


def shortest(users: dict[int, int], values: Sequence[int]) -> tuple[int, int]:
    """Of all harbours together that some units have to themselves, or none, those whose units lack most points, and
    how many: so many units are not supplied, however the points are shared. Where several lack as many, it is all of
    these harbours."""
    unions = {0}
    for harbours_of in users:
        unions |= {union | harbours_of for union in unions}
    found = []
    for union in unions:
        wanted = sum([number for harbours_of, number in users.items() if not harbours_of & ~union])
        found.append((wanted - sum([max(0, values[k]) for k in members(union)]), union))
    return max(found)  # two that lack most lack as much together, and that is the larger number


def _without_line(s: Position, units: Sequence[int], wanted: dict[int, int], linked: Sequence[Link]) -> list[int]:
    return [
        u for u in units if not needs_no_line(s, u) and not (wanted[u] if u in wanted else reached_by(s, u, linked))
    ]


def allied_cut_off(s: Position) -> list[int]:
    """Allied units without any line: neither choice nor capacity could help them (18.1)."""
    found = harbours(s)
    linked = links(s, found)
    return _without_line(s, allied_units(s), claims(s, found, linked), linked)


def may_go_short(s: Position, short: Sequence[int]) -> list[int]:
    """18.2: who can be left without supply, besides those named, so that all that can be supplied are."""
    found, wanted, given = shared(s)
    values = [h.value for h in found]
    left = {u: mask for u, mask in wanted.items() if mask and u not in short}
    if len(share(left, values)) == len(left):
        return []
    return [u for u in left if len(share({x: m for x, m in left.items() if x != u}, values)) == len(given)]


class Free(NamedTuple):
    """Harbours with a point to spare, and the HQs that draw on them."""

    harbours: list[Harbour]
    linked: list[Link]
    spare: int
    """The harbours without one point of which as many units would be supplied."""


def free_points(s: Position) -> Free:
    found = harbours(s)
    linked = links(s, found)
    wanted = claims(s, found, linked)
    return Free(found, linked, spare(wanted, [x.value for x in found]))


def spare(wanted: dict[int, int], values: Sequence[int]) -> int:
    """The harbours without one point of which as many units would be supplied: those that are not among harbours
    together whose units already lack most."""
    users: dict[int, int] = {}
    for harbours_of in wanted.values():
        users[harbours_of] = users.get(harbours_of, 0) + 1
    users.pop(0, None)
    _, tight = shortest(users, values)
    return mask_of([k for k, value in enumerate(values) if value > 0]) & ~tight


def lands_in_supply(s: Position, u: int, h: int, free: Free) -> bool:
    """18.7.13: whether a unit that lands in a harbour is in supply there at once: the harbour has a free point, and
    an HQ is in reach or the hex is a city outside Germany (ruling 183)."""
    w = s.data
    if w.raiders >> u & 1:
        return True
    near = bool(w.hqs >> u & 1 or (w.cities & ~w.germany) >> h & 1)
    return any(
        harbour.hex == h
        and free.spare >> k & 1
        and (near or any(x.hexes >> h & 1 and x.harbours >> k & 1 for x in free.linked))
        for k, harbour in enumerate(free.harbours)
    )


def seas(s: Position) -> dict[int, tuple[bool, bool]]:
    """For each Allied HQ with a harbour whether it traces to one on the Atlantic, and to one on the Mediterranean
    (20.2)."""
    found = harbours(s)
    southern = mask_of(k for k, harbour in enumerate(found) if harbour.mediterranean)
    return {link.hq: (bool(link.harbours & ~southern), bool(link.harbours & southern)) for link in links(s, found)}


# ---------------------------------------------------------------------------------------- the Germans


def german_sources(s: Position) -> Mask:
    """18.3: friendly cities in Germany and Italy; an Allied zone does not close them."""
    w = s.data
    return w.cities & (w.germany | w.italy) & german_hexes(s) & ~facts(s).occupied[ALLIED]


def german_hq_hexes(s: Position) -> Mask:
    """The hexes of German HQs that can trace to such a city (18.3)."""
    w = s.data
    cities = german_sources(s)
    lines = supplied(w.steps, cities, controlled(s, GERMAN) | cities)
    return mask_of(s.where[u] for u in hqs(s, GERMAN)) & lines


def far_hexes(s: Position) -> Mask:
    """18.6: more than five hexes from every Allied unit, with a line of any length to an HQ or to a German city in
    Germany (ruling 173)."""
    w = s.data
    ends = mask_of(s.where[u] for u in hqs(s, GERMAN)) | german_sources(s) & w.germany
    lines = supplied(w.steps, ends, through(s, GERMAN) | ends)
    return lines & ~w.within(survey(s).occupied[ALLIED], w.book.supply.far_from_enemy)


def german_ground(s: Position) -> Mask:
    """Where every German unit is in supply by itself (18.4, 18.5)."""
    w = s.data
    return w.germany | w.italy | w.cities | w.fortresses & ~s.ruined


def german_hexes_in_supply(s: Position, asked: Mask = -1) -> Mask:
    """All hexes where a German unit is in supply; of those not asked about some may be left out."""
    w = s.data
    ground = german_ground(s)
    if not asked & ~ground:
        return ground
    lines = near_hq(s, GERMAN, german_hq_hexes(s))
    if asked & ~(ground | lines):
        lines |= far_hexes(s)
    if on(s, "jersey"):  # 31.5: over one of the ferries (ruling 246)
        jersey = w.book.jersey
        if lines & ~survey(s).occupied[ALLIED] & mask_of(w.index[label] for label in jersey.ferry):
            lines |= w.bit[w.index[jersey.hex]]
    return ground | lines


def opening(s: Position) -> bool:
    """18.5: at the start of the game all German units are in supply (ruling 172)."""
    w = s.data
    scenario = w.book.scenario[s.scenario]
    return scenario.setup == "june" and s.turn == w.turn_of[scenario.first]


def german_cut_off(s: Position) -> list[int]:
    """German units out of supply (18.3)."""
    w = s.data
    if opening(s):
        return []
    f = facts(s)
    hexes = german_hexes_in_supply(s, f.occupied[GERMAN])
    outside = 0
    for h in members(f.occupied[GERMAN] & ~hexes):
        outside |= f.at[h]
    return members(outside & w.side_mask[GERMAN] & ~f.frozen & ~s.dropped)


# ------------------------------------------------------------------------------------- what others ask


def in_supply(s: Position, u: int) -> bool:
    """Whether a unit on the map is in supply; an Allied one, if the Allied player lets others go short."""
    w = s.data
    if w.side[u] == GERMAN:
        return u not in german_cut_off(s)
    if needs_no_line(s, u):
        return True
    found = harbours(s)
    linked = links(s, found)
    reached = reached_by(s, u, linked)
    return bool(reached if s.by_air >> u & 1 else reached & _giving(found))


def free_line(s: Position, u: int) -> bool:
    """27.7, 27.13: a line of any length to a friendly port or mulberry, for Germans to a friendly city in Germany or
    Italy; units in England and Africa have it (ruling 225)."""
    w = s.data
    h, side = s.where[u], w.side[u]
    if h >= w.n:
        return h in (w.england, w.africa)
    return bool(line_hexes(s, side) & w.bit[h])


def line_hexes(s: Position, side: int) -> Mask:
    """The hexes with such a line."""
    ends = german_sources(s) if side == GERMAN else harbour_hexes(s)
    back, free = s.data.steps.reversed(), through(s, side) | ends
    reached = flooded(s, back, ends, free)
    return reached | back.spread(reached)


def line_to_edge(s: Position) -> Mask:
    """28.4: the hexes with a line free of Allied zones to the east edge, themselves included."""
    w = s.data
    free = through(s, GERMAN)
    return flooded(s, w.steps, free & w.east_edge, free)

# compiled as it stands
"""9 Movement: who may enter what, how far a unit gets, and the verb `move` in its three kinds of impulse."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar, Final

from grognard.games.springtime.data.world import ALLIES, AXIS, DROPPED, MAGINOT, RESERVE, RIVER, SIDES
from grognard.games.springtime.rules.advantage import ask_about_paris, is_bare, may_open_paris
from grognard.games.springtime.rules.domains import AREAS, UNITS
from grognard.games.springtime.rules.state import (
    Spring,
    active_side,
    counted,
    facts,
    has_room,
    is_contested,
    put,
    seat_of,
    settle_control,
    take_control,
)
from grognard.games.springtime.rules.supply import has_supply
from grognard.kernel.rules import Auto, Choice, Events, Ints, Moved, Slot, Verb, Why, Whys, bits
from grognard.kernel.show import Preview, Reason
from grognard.kernel.show.words import listed, number_of, sentence

ASSAULT, REGROUP, REDEPLOY = range(3)
OBSTACLES: Final = (
    "enemies",
    "Areas that the enemy controls",
    "full Areas",
    "Areas that were attacked in this impulse",
    "the Maginot Line",
)
"""What stands in a unit's way (9.2, 9.2.1, 9.3.1, 8.1.2b)."""
ENEMIES, HOSTILE, NO_ROOM, ATTACKED, MAGINOT_STOP = OBSTACLES
MODE_RULE: Final = ("8.1.1", "8.1.2a", "8.1.2b")
ALPS_WAIT: Final = "The Army of the Alps may not move before Italy declares war."


class Moving(Choice[Spring], frozen=True):
    """An impulse in which units move (9.1). It never ends by itself: what was done can be taken back until the player
    says so (8.2, ruling 36)."""

    mode: ClassVar[int]
    what: ClassVar[str]

    def seat(self, s: Spring) -> str:
        return seat_of(s, active_side(s))

    def prompt(self, v: Spring, seat: str) -> str:
        return f"{self.what}, or end the impulse."

    def begun_in(self) -> int:
        """The Area that was chosen, where one was (8.1.2b)."""
        return -1


def group_tags(s: Spring, u: int) -> int:
    """The Army Groups, as bits, for which a unit counts where every group is active (15.3, ruling 31)."""
    d = s.data
    if d.group[u] != RESERVE:
        return 1 << d.group[u]
    if u == d.second_army:
        return s.tag_reserve
    return s.tag_air


def shared_tags(s: Spring, mask: int) -> int:
    tags = ~0
    for u in bits(mask):
        tags &= group_tags(s, u)
    return tags


def entered_mask(s: Spring, p: int) -> int:
    """The active units that entered this Area in this impulse."""
    mask = 0
    came = s.came
    for u in bits(facts(s).at[p] & s.active):
        if came[u] >= 0 and came[u] != p:
            mask |= 1 << u
    return mask


def allowance(s: Spring, u: int, mode: int) -> int:
    """How many Areas a unit may enter (4.3.2, 8.1.2, 13.2.2)."""
    if mode == REGROUP:
        return 1
    mf = s.data.mf[u]
    if mode == REDEPLOY:
        return 2 * mf
    if s.oos[u] and s.data.armored[u]:
        return max(1, mf - 1)  # ruling 45
    return mf


def is_frozen(s: Spring, u: int) -> bool:
    """9.3.3: the Army of the Alps waits for Italy."""
    return u == s.data.alp and not s.italy


def tags_clash(s: Spring, u: int, q: int) -> bool:
    """15.3: units of different Army Groups may not combine to attack the same Area."""
    return not group_tags(s, u) & shared_tags(s, entered_mask(s, q))


def may_enter(s: Spring, u: int, q: int, mode: int, first: bool, from_contested: bool) -> bool:
    """9.3: whether a unit may enter a neighbouring place, by its first step or a later one."""
    d = s.data
    side = d.side[u]
    if q == d.italy and u != d.italian:
        return False  # 14.3
    known = facts(s)
    if known.full[side] >> q & 1:
        return False  # 9.3.1
    enemy = known.present[1 - side] >> q & 1
    if mode == ASSAULT:
        if s.closed >> q & 1:
            return False  # 9.2.1
        if first and from_contested and (enemy or s.control[q] != side):
            return False  # 9.2
        return not (s.everyone and enemy and not s.contested >> q & 1 and tags_clash(s, u, q))
    if enemy:  # 8.1.2a; 8.1.2b: only where friends are too
        return mode == REDEPLOY and not from_contested and bool(known.present[side] >> q & 1)
    return s.control[q] == side


def entry_toll(s: Spring, p: int, q: int) -> int:
    """What the boundary between two neighbours gives the defender of the second against a Lead unit from the first
    (10.4.3, 18.1.1)."""
    d = s.data
    kind = d.edge_kind[p][q]
    return 0 if kind == RIVER and s.dropped == q else d.boundary_toll[kind]


Ways = tuple[dict[int, int], dict[int, int]]


def reach(s: Spring, u: int, mode: int) -> Ways:
    """The places that a unit can move to, each with the place before it on the way that is taken by default;
    and the same for the places that it can pass.

    The fewest Areas; of such ways into a battle one that enters over open ground, then one through the most
    enemy-controlled Areas (ruling 38). A place may be reached by a shorter way that ends there (across the
    Maginot Line) than the one that passes it (9.2).
    """
    d = s.data
    start = s.loc[u]
    before: dict[int, int] = {}
    passed: dict[int, int] = {}
    if is_frozen(s, u):
        return before, passed
    side = d.side[u]
    enemies = facts(s).present[1 - side]
    from_contested = bool(enemies >> start & 1)
    left = allowance(s, u, mode)
    control = s.control
    taken = {start: 0}
    layer = [start]
    first = True
    while layer and left:
        left -= 1
        fresh: set[int] = set()
        following: list[int] = []
        for p in layer:
            kinds = d.edge_kind[p]
            gain = taken[p]
            for q in d.near[p]:
                if (
                    q == start
                    or (q in passed and q not in following)
                    or not may_enter(s, u, q, mode, first, from_contested)
                ):
                    continue
                if q not in before:
                    before[q] = p
                    fresh.add(q)
                elif q in fresh:
                    other = before[q]
                    if mode == ASSAULT and enemies >> q & 1:
                        toll, least = entry_toll(s, p, q), entry_toll(s, other, q)
                        if toll < least or (toll == least and gain > taken[other]):
                            before[q] = p
                    elif gain > taken[other]:
                        before[q] = p
                if not left or enemies >> q & 1 or kinds[q] == MAGINOT:  # 9.2
                    continue
                if q not in passed:
                    following.append(q)
                elif gain <= taken[passed[q]]:
                    continue
                passed[q] = p
                taken[q] = gain + (control[q] != side)
        layer = following
        first = False
    return before, passed


def can_move(s: Spring, u: int, mode: int) -> bool:
    """Whether a unit has any move: one step is enough to know."""
    if is_frozen(s, u):
        return False
    d = s.data
    p = s.loc[u]
    from_contested = bool(facts(s).present[1 - d.side[u]] >> p & 1)
    for q in d.near[p]:  # noqa: SIM110 - a loop is much quicker than any() here
        if may_enter(s, u, q, mode, True, from_contested):
            return True
    return False


def entries(s: Spring, side: int, mode: int) -> tuple[int, int]:
    """The places that units of a side may enter by a first step, from a place without enemies and from a contested
    one (9.2, 8.1.2), as bits. 9.3.3, 14.3 and 15.3 are for the unit."""
    known = facts(s)
    enemies = known.present[1 - side]
    room = ~known.full[side]
    free = room & known.owned[side] & ~enemies
    if mode == ASSAULT:
        return room & ~s.closed, free & ~s.closed
    return (free | room & known.present[side], free) if mode == REDEPLOY else (free, free)


def ways_in(s: Spring, u: int, mode: int) -> tuple[int, int, int]:
    """The places that a unit may enter by its first step and by later ones, and those with enemies, as bits."""
    d = s.data
    side = d.side[u]
    enemies = facts(s).present[1 - side]
    later, now = entries(s, side, mode)
    if not enemies >> s.loc[u] & 1:
        now = later
    elif mode != ASSAULT:
        later = now
    closed = 0 if u == d.italian else 1 << d.italy  # 14.3
    if s.everyone:
        for q in bits(later & enemies & ~s.contested):
            if tags_clash(s, u, q):
                closed |= 1 << q
    return now & ~closed, later & ~closed, enemies


def trips(s: Spring, u: int, mode: int) -> int:
    """The places of `round_trips`, as bits."""
    start = s.loc[u]
    if mode != ASSAULT or s.closed >> start & 1 or allowance(s, u, mode) < 2:
        return 0
    now, _, enemies = ways_in(s, u, mode)
    return s.data.near_easy[start] & now & ~enemies & ~facts(s).owned[s.data.side[u]]


def default_path(ways: Ways, dest: int, start: int) -> list[int]:
    before, passed = ways
    path = [dest, before[dest]]
    while path[-1] != start:
        path.append(passed[path[-1]])
    return path[::-1]


def round_trips(s: Spring, u: int, mode: int) -> list[int]:
    """The vacant enemy-controlled neighbours that a unit can take and come back from (7.2, ruling 38).

    From a contested Area the first step leads to a Free one, so that nothing could be taken (9.2).
    """
    d = s.data
    start, side = s.loc[u], d.side[u]
    enemies = facts(s).present[1 - side]
    if mode != ASSAULT or (enemies | s.closed) >> start & 1 or allowance(s, u, mode) < 2:
        return []
    return [
        q
        for q in d.near[start]
        if s.control[q] != side
        and not enemies >> q & 1
        and d.edge_kind[start][q] != MAGINOT
        and may_enter(s, u, q, mode, True, False)
    ]


def path_is_open(s: Spring, u: int, mode: int, path: list[int]) -> bool:
    """Whether the whole way, from the unit's place to its end, may be taken step by step."""
    d = s.data
    if path[-1] == path[0]:
        return len(path) == 3 and path[1] in round_trips(s, u, mode)
    if len(path) - 1 > allowance(s, u, mode) or is_frozen(s, u):
        return False
    enemies = facts(s).present[1 - d.side[u]]
    from_contested = bool(enemies >> path[0] & 1)
    for i, (p, q) in enumerate(pairwise(path)):
        if q not in d.edge_kind[p] or not may_enter(s, u, q, mode, i == 0, from_contested):
            return False
        if i + 2 < len(path) and (enemies >> q & 1 or d.edge_kind[p][q] == MAGINOT):
            return False
    return True


def _completes(s: Spring, u: int, mode: int, path: list[int], dest: int, most: int) -> bool:
    if len(path) > most or path[-1] not in s.data.edge_kind[path[-2]]:
        return False
    if path_is_open(s, u, mode, [*path, dest]):
        return True
    return any(
        q not in path and q != dest and _completes(s, u, mode, [*path, q], dest, most) for q in s.data.near[path[-1]]
    )


def walk(s: Spring, u: int, path: list[int], ev: Events | None) -> None:
    """Move along a way; control of vacant Areas (7.4) is gained in passing (7.2)."""
    d = s.data
    side = d.side[u]
    put(s, u, path[-1])
    s.came[u] = path[-2]
    if ev is not None:
        names = tuple(d.place_ids[p] for p in path)
        through = f" by {', '.join(d.area_names[p] for p in path[1:-1])}" if len(path) > 2 else ""
        to = "out and back" if path[0] == path[-1] else f"to {d.area_names[path[-1]]}"
        words = f"{d.unit_names[u]} moves from {d.area_names[path[0]]} {to}{through}."
        ev.add(Moved(piece=d.unit_ids[u], path=names, words=words, rule="9.1", places=names[-1:], side=SIDES[side]))
    enemies = facts(s).present[1 - side]
    for p in path[1:]:
        if s.control[p] != side and not enemies >> p & 1:
            take_control(s, p, side, ev)
    settle_control(s, path[0], ev)  # the enemy may be alone there now


# -------------------------------------------------------------------------------------------- the verb


def _legal_units(s: Spring, step: Moving, seat: str, args: Ints) -> int:
    came, loc, mode = s.came, s.loc, step.mode
    if s.everyone:
        return sum(1 << u for u in bits(s.active) if came[u] < 0 and can_move(s, u, mode))
    d = s.data
    side, near, italy = active_side(s), d.near_mask, 1 << d.italy
    enemies = facts(s).present[1 - side]
    freely, from_battle = entries(s, side, mode)
    found = 0
    for u in bits(s.active):
        if came[u] < 0:
            p = loc[u]
            open_to = from_battle if enemies >> p & 1 else freely
            if near[p] & (open_to if u == d.italian else open_to & ~italy):
                found |= 1 << u
    return found if s.italy else found & ~(1 << d.alp)


def unit_whys(s: Spring, step: Moving, seat: str, args: Ints) -> Whys:
    """Why a unit cannot move now; all active units of an Area may (9.1.1)."""
    d = s.data
    [u] = args
    name = d.unit_names[u]
    piece = (d.unit_ids[u],)
    if s.loc[u] >= 36:
        yield Why("9.1", lambda: f"{name} is not on the map.")
    elif d.side[u] != active_side(s):
        yield Why(MODE_RULE[step.mode], lambda: f"{name} belongs to the enemy.", (), piece)
    elif not s.active >> u & 1:
        if step.mode == REDEPLOY:
            if is_frozen(s, u) and s.loc[u] == step.begun_in():
                yield Why("9.3.3", lambda: ALPS_WAIT, (), piece)
            else:
                yield Why("8.1.2b", lambda: f"{name} {_why_not_redeployed(s, step, u)}.", (), piece)
        elif d.group[u] == RESERVE:
            yield Why("8.1.1", lambda: f"No unit of the active Army Group was with {name}.", (), piece)
        else:
            yield Why("8.1.1", lambda: f"The Army Group of {name} is not active.", (), piece)
    elif s.came[u] == DROPPED:  # ruling 95
        yield Why("18.1", lambda: f"{name} was dropped in this impulse and does not move in it.", (), piece)
    elif s.came[u] >= 0:
        yield Why("9.1", lambda: f"{name} has already moved or attacked in this impulse.", (), piece)
    elif is_frozen(s, u):
        yield Why("9.3.3", lambda: ALPS_WAIT, (), piece)
    elif not can_move(s, u, step.mode):
        yield Why("9.2", lambda: f"No neighboring Area is open to {name}.", (), piece)


def _why_not_redeployed(s: Spring, step: Moving, u: int) -> str:
    """Why a unit on the map is not among those that redeploy (8.1.2b)."""
    if s.loc[u] != step.begun_in():
        return "was not in the Area that redeploys"
    if not has_supply(s, u):
        return "is out of supply and cannot redeploy"
    return "had nowhere to go when the Redeploy began"


def _legal_places(s: Spring, step: Moving, seat: str, args: Ints) -> int:
    d, mode = s.data, step.mode
    [u] = args
    start = 1 << s.loc[u]
    now, later, enemies = ways_in(s, u, mode)
    found = passed = 0
    layer = start
    for _ in range(allowance(s, u, mode)):
        ends = goes = 0
        for p in bits(layer):
            ends |= d.near_mask[p]
            goes |= d.near_easy[p]
        found |= ends & now
        layer = goes & now & ~enemies & ~passed  # 9.2
        passed |= layer
        now = later
    return found & ~start | (start if trips(s, u, mode) else 0)


def place_whys(s: Spring, step: Moving, seat: str, args: Ints) -> Whys:
    """Why a unit cannot get there: the plainest obstacle first."""
    d = s.data
    u, q = args
    mode = step.mode
    if q in reach(s, u, mode)[0] or (q == s.loc[u] and round_trips(s, u, mode)):
        return
    side = d.side[u]
    name, where, place = d.unit_names[u], d.area_names[q], (d.place_ids[q],)
    far, most = d.distance[s.loc[u]][q], allowance(s, u, mode)
    enemy = bool(facts(s).present[1 - side] >> q & 1)
    found = False
    for bad, rule, words in (
        (far == 0, "9.1", f"{name} is already in {where}{_no_trip_words(s, u, mode)}."),
        (q == d.italy and u != d.italian, "14.3", "Only Italians may enter Italy."),
        (far > most, *_too_far(s, u, q, mode)),
        (far and not has_room(s, q, side), "9.3.1", f"{where} is full: it holds {d.stacking} units of that side."),
        (mode == ASSAULT and s.closed >> q & 1, "9.2.1", f"{where} has already been attacked in this impulse."),
        (mode == REGROUP and enemy, "8.1.2a", f"A Regroup may not enter {where}, which holds enemy units."),
        (mode != ASSAULT and not enemy and s.control[q] != side, MODE_RULE[mode], f"The enemy controls {where}."),
        (
            mode == REDEPLOY and enemy and not is_contested(s, q),
            "8.1.2b",
            f"{where} is the enemy's and not contested.",
        ),
        (
            mode == REDEPLOY and is_contested(s, q) and is_contested(s, s.loc[u]),
            "8.1.2b",
            f"{name} may not go from one contested Area to another.",
        ),
        (
            s.everyone and enemy and not s.contested >> q & 1 and tags_clash(s, u, q),
            "15.3",
            f"Another Army Group is already attacking {where}.",
        ),
    ):
        if bad:
            found = True
            yield Why(rule, lambda words=words: words, place)  # type: ignore[misc]
    if not found:
        if far == 1:  # what keeps it out of its neighbour is that it begins in a battle
            yield Why("9.2", lambda: f"{name} is in a contested Area and must enter a Free Area first.", place)
        else:
            yield Why("9.2", lambda: _blocked_words(s, u, q, mode), place)


def _blocked_words(s: Spring, u: int, dest: int, mode: int) -> str:
    routes = number_of(allowance(s, u, mode), "Area")
    found: set[str] = set()
    _follow_routes(s, u, mode, dest, [s.loc[u]], found)
    by = listed([words for words in OBSTACLES if words in found])
    return f"Every route of {routes} to {s.data.area_names[dest]} is blocked by {by}."


def _follow_routes(s: Spring, u: int, mode: int, dest: int, way: list[int], found: set[str]) -> None:
    """Collect what stops a unit on its routes to a place that is near enough (9.2, 9.3)."""
    d = s.data
    p, left = way[-1], allowance(s, u, mode) - len(way)
    enemies = facts(s).present[1 - d.side[u]]
    from_contested = bool(enemies >> way[0] & 1)
    for q in d.near[p]:
        if q in way or d.distance[q][dest] > left:
            continue
        if not may_enter(s, u, q, mode, len(way) == 1, from_contested):
            found.add(_obstacle(s, q, d.side[u]))
        elif enemies >> q & 1:
            found.add(ENEMIES)
        elif d.edge_kind[p][q] == MAGINOT:
            found.add(MAGINOT_STOP)
        else:
            _follow_routes(s, u, mode, dest, [*way, q], found)


def _obstacle(s: Spring, q: int, side: int) -> str:
    """Why a place on the way may not be entered."""
    if not has_room(s, q, side):
        return NO_ROOM
    if s.closed >> q & 1:
        return ATTACKED
    return ENEMIES if facts(s).present[1 - side] >> q & 1 else HOSTILE


def _too_far(s: Spring, u: int, q: int, mode: int) -> tuple[str, str]:
    """Rule and words for a place beyond a unit's reach; Zones have connection lines only (9.3.2, 14.1)."""
    d = s.data
    far, most = d.distance[s.loc[u]][q], allowance(s, u, mode)
    words = f"{d.unit_names[u]} can enter {counted(most, 'Area')} and {d.area_names[q]} is {far} away"
    if d.is_zone[q] or d.is_zone[s.loc[u]]:
        return "9.3.2", f"{words}: Zones are entered and left only by their connection lines."
    return "9.2", f"{words}."


def _no_trip_words(s: Spring, u: int, mode: int) -> str:
    """For a unit that could go out and come back in one move, if there were something to take."""
    return ", and nothing near could be taken on a way out and back" * (mode == ASSAULT and allowance(s, u, mode) > 1)


def _legal_via(s: Spring, step: Moving, seat: str, args: Ints) -> int:
    """Backwards from the destination: the neighbours from which it can still be reached."""
    d = s.data
    u, dest, *begun = args
    start, mode = s.loc[u], step.mode
    if dest == start:
        return 0 if begun else trips(s, u, mode)
    left = allowance(s, u, mode) - len(begun) - 2
    now, later, enemies = ways_in(s, u, mode)
    if left < 0:
        return 0
    passable = later & ~enemies & ~(1 << start | 1 << dest)
    for q in begun:
        passable &= ~(1 << q)
    reaching = layer = d.near_mask[dest] & passable
    for _ in range(left):
        grown = 0
        for q in bits(layer):
            grown |= d.near_easy[q]
        layer = grown & passable
        reaching |= layer
    return reaching & d.near_easy[begun[-1] if begun else start] & (later if begun else now)


def _via_whys(s: Spring, step: Moving, seat: str, args: Ints) -> Whys:
    names, ids = s.data.area_names, s.data.map_ids
    u, dest, *via = args
    q, way = via.pop(), [s.loc[u], *via]
    if q == dest or q in way or not _completes(s, u, step.mode, [*way, q], dest, allowance(s, u, step.mode)):
        yield Why("9.2", lambda: f"{names[q]} is not on an open way to {names[dest]}.", (ids[q],))


def _via_enough(s: Spring, step: Moving, seat: str, args: Ints) -> int:
    """After which Area the way is whole: it leads on to the destination."""
    u, dest = args[:2]
    found = _legal_via(s, step, seat, args)
    return found if dest == s.loc[u] else found & s.data.near_mask[dest]


def chosen_path(s: Spring, mode: int, args: Ints) -> list[int]:
    u, dest, *via = args
    start = s.loc[u]
    if via:
        return [start, *via, dest]
    direct = [start, dest]
    if path_is_open(s, u, mode, direct):
        return direct
    if dest == start:
        return [dest, round_trips(s, u, mode)[0], dest]
    return default_path(reach(s, u, mode), dest, start)


def do_move(s: Spring, step: Moving, seat: str, args: Ints, ev: Events | None) -> None:
    path = chosen_path(s, step.mode, args)
    u = args[0]
    could = may_open_paris(s)
    s.stack.append(step)
    halt = _before_paris(s, u, path)
    if halt:
        s.stack.append(GoOn(u, tuple(path[halt:])))
        path = path[:halt]
    if len(path) > 1:
        walk(s, u, path, ev)
    if halt or not could:
        ask_about_paris(s, bool(halt))  # 11.1.1


def _before_paris(s: Spring, u: int, path: list[int]) -> int:
    """Where an undefended Paris stands on the way of an Axis unit, if the Allies have the Advantage and may declare
    it open before it falls (11.1.1, ruling 71); 0 otherwise."""
    paris = s.data.paris
    if s.data.side[u] != AXIS or paris not in path or s.advantage != ALLIES or s.open_city or not is_bare(s, paris):
        return 0
    return path.index(paris)


class GoOn(Auto[Spring], frozen=True):
    """The rest of a move that was interrupted before Paris."""

    rule = "9.1"
    unit: int
    path: tuple[int, ...]

    def run(self, s: Spring, ev: Events | None) -> None:
        walk(s, self.unit, [s.loc[self.unit], *self.path], ev)


def preview_move(s: Spring, step: Moving, seat: str, args: Ints) -> Preview:
    d = s.data
    path = chosen_path(s, step.mode, args)
    u = args[0]
    names = tuple(d.place_ids[p] for p in path)
    side = d.side[u]
    enemies, here = facts(s).present[1 - side], facts(s).at[path[0]]
    text = sentence(f"{d.unit_names[u]} goes to {d.area_names[path[-1]]}.")
    if path[0] == path[-1]:
        text = f"{d.unit_names[u]} goes out and comes back to {d.area_names[path[0]]}."
    taken = [d.area_names[p] for p in path[1:] if s.control[p] != side and not enemies >> p & 1]
    if taken:
        text += f" It takes {', '.join(taken)}."
    if here & d.side_mask[side] == 1 << u and enemies >> path[0] & 1 and s.control[path[0]] == side:
        text += f" {d.area_names[path[0]]} is given up to the enemy (7.2)."
    if step.mode == ASSAULT and enemies >> path[-1] & 1 and not s.contested >> path[-1] & 1:
        text += " It must then attack (10.1)."
    text += _crossing_words(s, step.mode, u, path)
    cost = f"{len(path) - 1} of {allowance(s, u, step.mode)} MF"
    return Preview(text=text, path=names, cost=cost, effects=_ends_in(s, u, path), places=names)


def _ends_in(s: Spring, u: int, path: list[int]) -> tuple[Reason, ...]:
    """What the unit would find where nobody fights for the Area: whether it is in supply there (13.2)."""
    d, goal = s.data, path[-1]
    if facts(s).present[1 - d.side[u]] >> goal & 1:
        return ()
    after = s.copy()
    walk(after, u, path, None)
    if has_supply(after, u):
        return ()
    return (
        Reason("13.2", f"As things stand it would be out of supply in {d.area_names[goal]}.", (d.place_ids[goal],)),
    )


def _crossing_words(s: Spring, mode: int, u: int, path: list[int]) -> str:
    """What the defender gains by the boundary over which a unit enters, and a way that would give him less."""
    d = s.data
    p, q = path[-2:]
    toll = entry_toll(s, p, q)
    if mode != ASSAULT or not toll or not facts(s).present[1 - d.side[u]] >> q & 1:
        return ""
    what = "a river" if d.edge_kind[p][q] == RIVER else "the Maginot Line"
    text = f" It enters across {what}: {toll:+d} for the defender if it leads (10.4.3)."
    for r in d.near[q]:
        if entry_toll(s, r, q) < toll and path_is_open(s, u, mode, [path[0], r, q]):
            return f"{text} The way by {d.area_names[r]} avoids that."
    if path_is_open(s, u, mode, [path[0], q]) and entry_toll(s, path[0], q) < toll:
        return f"{text} The direct way avoids that."
    return text


MOVE = Verb(
    "move",
    do_move,
    slots=(
        Slot("unit", UNITS, unit_whys, _legal_units, prompt="Which unit moves?"),
        Slot("destination", AREAS, place_whys, _legal_places, prompt="Where to?"),
        Slot(
            "way",
            AREAS,
            _via_whys,
            _legal_via,
            prompt="By which Areas?",
            repeat=True,
            optional=True,
            keyword="via",
            enough=_via_enough,
        ),
    ),
    rule="9.1",
    label="Move",
    preview=preview_move,
)

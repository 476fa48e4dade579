# compiled as it stands
"""10. Rail movement, and who controls the railways."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, GERMAN
from grognard.games.fortress_europa.rules.domains import HEXES, UNITS
from grognard.games.fortress_europa.rules.movement.districts import bounds, out_of_bounds
from grognard.games.fortress_europa.rules.movement.entering import APPEAR, entered
from grognard.games.fortress_europa.rules.movement.movement import partly_moved, walk, why_not_moving
from grognard.games.fortress_europa.rules.movement.outcome import ends_in
from grognard.games.fortress_europa.rules.movement.outlook import plain_rules
from grognard.games.fortress_europa.rules.movement.railways import enemy_zone, leads_back, open_rail
from grognard.games.fortress_europa.rules.standing import bridges, facts, flooded, put, standing_on, survey, zone
from grognard.games.fortress_europa.rules.state import Position
from grognard.games.fortress_europa.rules.telling import tell_changed, tell_placed
from grognard.kernel.rules import Auto, Events, Ints, Slot, Step, Verb, Why, Whys
from grognard.kernel.show import Preview
from grognard.maps import Mask, Steps, mask_of, members

# ------------------------------------------------------------------------------------------ how many


def bombers(s: Position) -> int:
    """Allied aircraft left on Railway Attacks; TAC count while a SAC is with them (17.10.3, ruling 157)."""
    w = s.data
    railway = w.mission["railway"]
    if railway not in s.mission:
        return 0
    flying = [a for a, mission in enumerate(s.mission) if mission == railway]
    return len(flying) if any(w.aircraft[a].kind == "sac" for a in flying) else 0


def rail_capacity(s: Position) -> int:
    """How many units may go by rail this turn (10.1, 17.10.3, ruling 74)."""
    w = s.data
    return max(0, w.book.railway.units - w.book.air.rail_each * bombers(s))


def why_no_train(s: Position, u: int) -> Iterator[Why]:
    """10.1, 10.3, 10.10: six units in the first impulse; one HQ a month in the second."""
    w = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if s.impulse == 2:
        if not w.hqs >> u & 1:
            yield Why("10.3", lambda: "Units move by rail in the first move impulse only.", (), ids)
        elif s.rail_hq_month == w.month_of[s.turn]:
            yield Why("10.10", lambda: "An HQ has already moved by rail this month.", (), ids)
    elif w.hqs >> u & 1:
        yield Why("13.1", lambda: f"{name} moves only in the second move impulse.", (), ids)
    elif s.rail_used >= rail_capacity(s):
        most = rail_capacity(s)
        rule = "17.10.3" if bombers(s) else "10.1"
        yield Why(rule, lambda: f"No more than {most} units go by rail this turn.", (), ids)


# --------------------------------------------------------------------------------------------- where


def arriving(s: Position, u: int) -> bool:
    """Whether a reinforcement is about to enter from the east edge (10.2); a unit that was rebuilt does not move in
    the turn in which it comes (27.8)."""
    w = s.data
    return s.where[u] == w.due and s.impulse == 1 and not s.rebuilt >> u & 1


def ways(s: Position, u: int, start: int = -1, goal: int = -1) -> dict[int, int]:
    """Every hex that a unit can be taken to, and the one before it; -1 before an entry from the east edge. From where
    it is, or from another hex on its way; if a goal is given, no farther than to it."""
    w = s.data
    free = open_rail(s) & bounds(s, u)
    came: dict[int, int] = {}
    start = s.where[u] if start < 0 else start
    queue: deque[int] = deque()
    if start < w.n:
        queue.append(start)
    else:
        for h in members(w.rail_east & free):
            came[h] = -1
            queue.append(h)
    after, _ = network(s)
    bit = w.bit
    if start < w.n:
        free &= ~bit[start]
    while queue:
        here = queue.popleft()
        for there in after[here]:
            if free & bit[there] and there not in came:
                came[there] = here
                if there == goal:
                    return came
                queue.append(there)
    return came


def stations(s: Position, u: int) -> Mask:
    """Where a unit can end its move by rail: alpine ground only for mountain units (ruling 81)."""
    w = s.data
    ends = passed(s, u)
    return ends if w.mountain_units >> u & 1 else ends & ~w.ground[ALPINE]


def open_stations(s: Position, u: int) -> Mask:
    """The same, by following the lines."""
    w = s.data
    ends = searched_lines(s, u)
    return ends if w.mountain_units >> u & 1 else ends & ~w.ground[ALPINE]


def searched_lines(s: Position, u: int) -> Mask:
    """The rail hexes that a train with a unit can come through, by following the lines (10.4, 9.3)."""
    return mask_of(ways(s, u))


def passed(s: Position, u: int) -> Mask:
    """The rail hexes that a train with a unit can come through."""
    w = s.data
    start = s.where[u]
    if s.italy_open or not facts(s).garrison >> u & 1:
        found = lines(s).stretch(s, start)
        return found & ~w.bit[start] if start < w.n else found
    free = open_rail(s) & bounds(s, u)
    begin = w.bit[start] if start < w.n else w.rail_east & free
    found = flooded(s, network(s)[1], begin, free)
    return found & ~begin if start < w.n else found


def network(s: Position) -> tuple[tuple[tuple[int, ...], ...], Steps]:
    """For each hex the rail hexes after it, and all these steps together: on the line where bridges stand (10.9,
    ruling 80), or off the board (10.8)."""
    w, known = s.data, bridges(s)
    if known.after is None or known.tracks is None:
        cut = {pair for section in members(s.bridges_down) for pair in w.rail_bridges[section]}
        rows = list(w.rail_after)
        for a in {a for a, _ in cut}:
            near = w.rail_near[a]
            off = w.rail_after[a][len(near) :]
            rows[a] = (*(b for b in near if (a, b) not in cut), *off)
        known.after, known.tracks = tuple(rows), w.tracks.without(cut)
    return known.after, known.tracks


# ---------------------------------------------------------------------------------------------- slots


def german_turn(s: Position, step: Step[Position], seat: str) -> Whys:
    if s.side != GERMAN:
        yield Why("10.11", lambda: "The Allied player never moves by rail.")


def rail_unit_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Iterator[Why]:
    w = s.data
    u = args[0]
    found = list(why_not_entraining(s, u))
    if not found and not open_stations(s, u):
        found.append(Why("10.4", lambda: f"No rail hex is open to {w.unit_names[u]}.", (), (w.ids[u],)))
    yield from found


def why_not_entraining(s: Position, u: int) -> Iterator[Why]:
    """What keeps a unit from moving by rail, wherever it would go."""
    w = s.data
    name, ids, h = w.unit_names[u], (w.ids[u],), s.where[u]
    if arriving(s, u) and w.side[u] == GERMAN:
        yield from why_no_train(s, u)
        return
    first = next((why for why in why_not_moving(s, u) if why.rule != "8.11"), None)  # 10.1: in any weather
    if first is not None:
        yield first
        return
    if s.moved >> u & 1 or s.spent[u]:
        yield Why("10.4", lambda: f"{name} has already moved in this impulse.", (), ids)
    yield from why_no_train(s, u)
    label = (w.labels[h],)
    if not w.rail >> h & 1:
        yield Why("10.4", lambda: f"{name} is not in a rail hex.", label, ids)
    elif survey(s).zones[ALLIED] >> h & 1:
        yield Why("10.4", lambda: f"{name} is in an enemy zone of control.", label, ids)
    elif s.allied_rail >> h & 1:
        yield Why("10.7", lambda: f"The railway in {w.labels[h]} is out of German control.", label, ids)
    elif not leads_back(s, h):
        yield Why("10.6", lambda: f"No free rail line leads from {w.labels[h]} back to a German city.", label, ids)


def rail_units(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return riders(s) if may_ride(s) else 0


def may_ride(s: Position) -> bool:
    """Whether a train is left (10.1, 10.10)."""
    if s.impulse == 1:
        return s.rail_used < rail_capacity(s)
    return s.rail_hq_month != s.data.month_of[s.turn]


class Lines:
    """What German trains can do, as follows from `key`: kept on the state, and filled in when asked."""

    __slots__ = ("doubtful", "free", "key", "known", "open", "passed", "stretches")

    def __init__(self, s: Position, key: tuple[int, ...]) -> None:
        w = s.data
        self.key = key
        free = self.free = open_rail(s)
        controlled = w.rail & ~s.allied_rail
        ends = w.cities & ~s.allied | w.rail_east & ~enemy_zone(s, GERMAN)
        seed = free & (ends | w.rail_steps.spread(ends & controlled))
        back = w.rail_steps.flood(seed, free)
        ready = network(s)[1].spread(free & ~w.ground[ALPINE])
        usable = controlled & ~zone(s, ALLIED) & ~(free & ~back)
        self.open = usable & back & ready
        """Rail hexes from which rail leads back to a city, with an open rail hex after them."""
        self.doubtful = usable & ~self.open
        """Those from which a train may go, or not."""
        self.passed: dict[int, Mask] = {}
        """What a train from a hex that is not open, or from the east edge, can come through."""
        self.stretches: list[Mask] = []
        """Stretches of open rail: from each of its hexes trains come through the same."""
        self.known: dict[int, bool] = {}
        """What `entrains` has found."""

    def stretch(self, s: Position, h: int) -> Mask:
        """Where a train from a hex can come through."""
        w = s.data
        if h < w.n and self.free & w.bit[h]:
            for found in self.stretches:
                if found & w.bit[h]:
                    return found
            found = network(s)[1].flood(w.bit[h], self.free)
            self.stretches.append(found)
            return found
        known = self.passed.get(h)
        if known is None:
            begin = w.bit[h] if h < w.n else w.rail_east & self.free
            known = self.passed[h] = network(s)[1].flood(begin, self.free)
        return known

    def entrains(self, s: Position, u: int, *, plain: bool) -> bool:
        """Whether a unit that may still go by rail finds a train; it is the same for all plain ones in a hex, but for
        mountain units."""
        key = s.where[u] << 1 | s.data.mountain_units >> u & 1
        found = self.known.get(key) if plain else None
        if found is None:
            found = next(why_not_entraining(s, u), None) is None and bool(stations(s, u))
            if plain:
                self.known[key] = found
        return found

    def shortest(self, s: Position, start: int, goal: int) -> list[int]:
        """The line that `ways` finds first from a hex, or from the east edge, for a unit that may go wherever trains
        go: the first hex at each fork of the shortest lines; the goal alone where none leads there."""
        after, tracks = network(s)
        begin = s.data.bit[start] if start < s.data.n else s.data.rail_east & self.free
        return tracks.line(begin, goal, self.free, after) or [goal]


def lines(s: Position) -> Lines:
    w = s.data
    key = (zone(s, ALLIED), s.partisan, s.allied_rail, w.cities & s.allied, s.bridges_down)
    found: Lines | None = facts(s).lines
    if found is None or found.key != key:
        found = facts(s).lines = Lines(s, key)
    return found


def riders(s: Position, among: int = -1) -> int:
    """The units that can go by rail, or those of some, as a set."""
    w, f = s.data, facts(s)
    among &= w.passengers if s.impulse == 1 else w.railed_hqs
    who = among & f.on_map & ~(s.moved | s.stuck | s.landed | s.pinned | f.frozen)
    due = among & f.at[w.due] & ~s.rebuilt if s.impulse == 1 else 0  # 10.2, 27.8
    if not who and not due:
        return 0
    known = lines(s)
    sure = standing_on(s, "rail", known.open) & who
    strange = (0 if s.italy_open else f.garrison) | partly_moved(s) if plain_rules(s) else -1  # 9.3
    ask = standing_on(s, "doubtful rail", known.doubtful) & who | sure & strange
    sure &= ~strange
    if due:
        line = known.stretch(s, w.due)
        sure |= due if line & ~w.ground[ALPINE] else due & w.mountain_units if line else 0
    for u in members(ask):
        if known.entrains(s, u, plain=not strange >> u & 1):
            sure |= 1 << u
    return sure


def rail_hex_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Iterator[Why]:
    u, goal = args
    if not s.data.rail >> goal & 1 or not open_stations(s, u) >> goal & 1:
        yield why_no_station(s, u, goal)


def why_no_station(s: Position, u: int, goal: int) -> Why:
    w = s.data
    label, name = w.labels[goal], w.unit_names[u]
    if goal == s.where[u]:
        return Why("10.4", lambda: f"{name} is there already.", (label,))
    if not w.rail >> goal & 1:
        return Why("10.4", lambda: f"No railway leads to {label}.", (label,))
    if survey(s).zones[ALLIED] >> goal & 1:
        return Why("10.4", lambda: f"{label} is in an enemy zone of control.", (label,))
    if s.allied_rail >> goal & 1:
        return Why("10.7", lambda: f"The railway in {label} is out of German control.", (label,))
    if w.cities & s.allied & w.bit[goal]:
        return Why("10.6", lambda: f"{w.hex_name(goal)} is an enemy city.", (label,))
    if goal == s.partisan:
        return Why("24.3", lambda: f"Partisans are in {label}.", (label,))
    if not bounds(s, u) >> goal & 1:
        return out_of_bounds(s, u, goal)
    if w.terrain[goal] == ALPINE and not w.mountain_units >> u & 1:
        return Why("8.4", lambda: f"{label} is alpine: only mountain units stop there.", (label,))
    if s.bridges_down:
        return Why("10.9", lambda: f"No open rail line leads to {label}; bridges are destroyed.", (label,))
    return Why("10.4", lambda: f"No open rail line leads to {label}.", (label,))


def rail_hexes(s: Position, step: Step[Position], seat: str, args: Ints) -> Mask:
    return stations(s, args[0])


def line_to(s: Position, u: int, goal: int, start: int = -1) -> list[int]:
    """The shortest way by rail; it begins with the unit's hex, or with the hex on the east edge where it enters."""
    start = s.where[u] if start < 0 else start
    if s.italy_open or not facts(s).garrison >> u & 1:
        return lines(s).shortest(s, start, goal)
    came = ways(s, u, start, goal)  # 9.3
    path = [goal]
    while path[-1] in came and came[path[-1]] >= 0 and path[-1] != start:
        path.append(came[path[-1]])
    return path[::-1]


def named_line(s: Position, args: Ints) -> list[int]:
    """The way by rail over the hexes that the player names, each time the shortest."""
    u, goal, *over = args
    path: list[int] = []
    for h in (*over, goal):
        path += line_to(s, u, h, path[-1])[1:] if path else line_to(s, u, h)
    return path


def via_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Iterator[Why]:
    """10.3, 17.10.1: which line a train takes can matter to aircraft; any open rail hex may lie on it."""
    w = s.data
    u, goal, *over = args
    h = over[-1]
    before = over[-2] if len(over) > 1 else s.where[u]
    label = w.labels[h]
    if h == goal:
        yield Why("10.3", lambda: f"{label} is where the way ends.", (label,))
    elif h == before:
        yield Why("10.3", lambda: f"The way leads through {label} already.", (label,))
    elif h != s.where[u] and not searched_lines(s, u) >> h & 1:
        yield why_no_station(s, u, h)


def via_hexes(s: Position, step: Step[Position], seat: str, args: Ints) -> Mask:
    w = s.data
    u, goal, *over = args
    before = over[-1] if over else s.where[u]
    may = passed(s, u)
    if s.where[u] < w.n:
        may |= w.bit[s.where[u]]
    if before < w.n:
        may &= ~w.bit[before]
    return may & ~w.bit[goal]


def do_rail(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u = args[0]
    path = named_line(s, args)
    if w.coastal_units >> u & 1 and s.face[u] == 0:
        s.face[u] = 1
        tell_changed(ev, "infantry", f"{w.unit_names[u]} becomes an infantry unit.", "22.2", (), (w.ids[u],))
    s.moved |= 1 << u
    s.railed |= 1 << u
    if s.impulse == 2:
        s.rail_hq_month = w.month_of[s.turn]
    else:
        s.rail_used += 1
    s.then(step)
    if s.where[u] >= w.n:
        put(s, u, path[0])
        s.spent[u] = 1
        tell_placed(
            ev,
            w,
            u,
            "rail",
            f"{w.unit_names[u]} comes by rail to {w.hex_name(path[0])}.",
            "10.2",
            (w.labels[path[0]],),
        )
        entered(s, u, path[0], ev, APPEAR)
    if len(path) > 1:
        walk(s, u, path, ev, rail=True)


def preview_rail(s: Position, step: Step[Position], seat: str, args: Ints) -> Preview:
    w = s.data
    u, goal = args[0], args[1]
    if not stations(s, u) >> goal & 1:
        return Preview(f"{w.unit_names[u]} cannot be taken to {w.labels[goal]}.")
    labels = tuple(w.labels[h] for h in named_line(s, args))
    left = rail_capacity(s) - s.rail_used
    cost = "the HQ of this month" if s.impulse == 2 else f"1 of the {left} left"
    words = f"{w.unit_names[u]} goes by rail to {w.hex_name(goal)}."
    return Preview(words, labels, cost, tuple(ends_in(s, u, goal)), labels[-1:])


RAIL_VERB = Verb(
    "rail",
    do_rail,
    (
        Slot("unit", UNITS, rail_unit_reasons, legal=rail_units, prompt="Which unit goes by rail?"),
        Slot("hex", HEXES, rail_hex_reasons, legal=rail_hexes, prompt="By rail to which hex?"),
        Slot(
            "way",
            HEXES,
            via_reasons,
            legal=via_hexes,
            prompt="Over which hexes?",
            repeat=True,
            optional=True,
            keyword="via",
        ),
    ),
    "10.1",
    "Rail",
    reasons=german_turn,
    may=lambda s, *_: s.side == GERMAN,
    preview=preview_rail,
)


# ------------------------------------------------------------------------------------- rail control


class RailControl(Auto[Position], frozen=True):
    """4.3B6, 4.3C6, 10.7: in his phase a player takes the rail hexes that were noted in his turn; he never loses any
    in it."""

    rule: ClassVar[str] = "10.7"
    side: int

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        taken = s.rail_noted & (s.allied_rail if self.side == GERMAN else ~s.allied_rail)
        s.allied_rail ^= taken
        s.rail_noted = 0
        if taken and ev is not None:
            who = "German control" if self.side == GERMAN else "out of German control"
            labels = tuple(w.labels[h] for h in members(taken))
            number = f"{len(labels)} rail hexes are" if len(labels) > 1 else "1 rail hex is"
            word = f"under {who}" if self.side == GERMAN else who
            tell_changed(ev, "rails", f"{number} now {word}.", "10.7", labels)

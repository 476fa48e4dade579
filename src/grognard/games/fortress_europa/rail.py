"""10. Rail movement, and who controls the railways."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, ClassVar

from grognard.games.fortress_europa.districts import bounds
from grognard.games.fortress_europa.entering import APPEAR, entered
from grognard.games.fortress_europa.movement import walk, why_not_moving
from grognard.games.fortress_europa.railways import leads_back, open_rail
from grognard.games.fortress_europa.state import Position, say, survey
from grognard.games.fortress_europa.world import ALLIED, ALPINE, GERMAN, World
from grognard.kernel.contract import Args, Auto, Slot, Verb, Why, Whys
from grognard.kernel.events import Events
from grognard.kernel.show import Preview
from grognard.maps import Mask, Steps, members

# ------------------------------------------------------------------------------------------ how many


def bombers(s: Position) -> int:
    """Allied aircraft left on Railway Attacks; TAC count while a SAC is with them (17.10.3, ruling 157)."""
    w: World = s.data
    flying = [a for a, mission in enumerate(s.mission) if mission == w.mission["railway"]]
    return len(flying) if any(w.aircraft[a].kind == "sac" for a in flying) else 0


def rail_capacity(s: Position) -> int:
    """How many units may go by rail this turn (10.1, 17.10.3, ruling 74)."""
    w: World = s.data
    return max(0, w.book.railway.units - w.book.air.rail_each * bombers(s))


def why_no_train(s: Position, u: int) -> Iterator[Why]:
    """10.1, 10.3, 10.10: six units in the first impulse; one HQ a month in the second."""
    w: World = s.data
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
    w: World = s.data
    return s.where[u] == w.due and s.impulse == 1 and not s.rebuilt >> u & 1


def ways(s: Position, u: int, start: int = -1) -> dict[int, int]:
    """Every hex that a unit can be taken to, and the one before it; -1 before an entry from the east edge. From where
    it is, or from another hex on its way."""
    w: World = s.data
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
    after = network(s)[0]
    while queue:
        here = queue.popleft()
        for there in after[here]:
            if free >> there & 1 and there not in came and there != start:
                came[there] = here
                queue.append(there)
    return came


def next_stations(s: Position, h: int) -> list[int]:
    """The rail hexes after this one: on the line where bridges stand (10.9, ruling 80), or off the board (10.8)."""
    w: World = s.data
    found = []
    for there in w.rail_near[h]:
        section = w.river_between(h, there)
        if section < 0 or not s.bridges_down >> section & 1:
            found.append(there)
    bit = w.bit[h]
    off = 0
    if w.rail_east & bit:
        off |= w.rail_east
    if w.rail_south & bit:
        off |= w.rail_south | w.rail_joined
    if w.rail_joined & bit:
        off |= w.rail_south
    return found + members(off & ~bit)


def stations(s: Position, u: int) -> Mask:
    """Where a unit can end its move by rail: alpine ground only for mountain units (ruling 81)."""
    w: World = s.data
    ends = passed(s, u)
    return ends if w.mountain_units >> u & 1 else ends & ~w.ground[ALPINE]


def passed(s: Position, u: int) -> Mask:
    """The rail hexes that a train with a unit can come through."""
    w: World = s.data
    free = open_rail(s) & bounds(s, u)
    start = s.where[u]
    begin = w.bit[start] if start < w.n else w.rail_east & free
    found = network(s)[1].flood(begin, free)
    return found & ~begin if start < w.n else found


def network(s: Position) -> tuple[dict[int, list[int]], Steps]:
    """For each rail hex those after it, and all these steps together; remembered while the same bridges stand."""
    w: World = s.data
    found = w.trains.get(s.bridges_down)
    if found is None:
        if len(w.trains) > 64:
            w.trains.clear()
        after = {h: next_stations(s, h) for h in members(w.rail)}
        found = w.trains[s.bridges_down] = after, Steps((h, there) for h, row in after.items() for there in row)
    return found


# ---------------------------------------------------------------------------------------------- slots


def german_turn(s: Position, step: Any, seat: str) -> Whys:
    if s.side != GERMAN:
        yield Why("10.11", lambda: "The Allied player never moves by rail.")


def unit_universe(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    w: World = s.data
    return w.ids


def hex_universe(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    w: World = s.data
    return w.labels


def rail_unit_reasons(s: Position, step: Any, seat: str, args: Args) -> Iterator[Why]:
    w: World = s.data
    u = w.unit[args[0]]
    found = list(why_not_entraining(s, u))
    if not found and not stations(s, u):
        found.append(Why("10.4", lambda: f"No rail hex is open to {w.unit_names[u]}.", (), (w.ids[u],)))
    yield from found


def why_not_entraining(s: Position, u: int) -> Iterator[Why]:
    """What keeps a unit from moving by rail, wherever it would go."""
    w: World = s.data
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
    elif not leads_back(s, GERMAN, h, controlled=True):
        yield Why("10.6", lambda: f"No free rail line leads from {w.labels[h]} back to a German city.", label, ids)


def rail_units(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    if s.side != GERMAN:
        return []
    return [w.ids[u] for u in w.of_side[GERMAN] if next(why_not_entraining(s, u), None) is None and stations(s, u)]


def rail_hex_reasons(s: Position, step: Any, seat: str, args: Args) -> Iterator[Why]:
    w: World = s.data
    u, goal = w.unit[args[0]], w.index[args[1]]
    if not stations(s, u) >> goal & 1:
        yield why_no_station(s, u, goal)


def why_no_station(s: Position, u: int, goal: int) -> Why:
    w: World = s.data
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
        return Why("9.3", lambda: f"{name} may not leave Italy before an Allied unit has entered it.", (label,))
    if w.terrain[goal] == ALPINE and not w.mountain_units >> u & 1:
        return Why("8.4", lambda: f"{label} is alpine: only mountain units stop there.", (label,))
    if s.bridges_down:
        return Why("10.9", lambda: f"No open rail line leads to {label}; bridges are destroyed.", (label,))
    return Why("10.4", lambda: f"No open rail line leads to {label}.", (label,))


def rail_hexes(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.labels[h] for h in members(stations(s, w.unit[args[0]]))]


def line_to(s: Position, u: int, goal: int, start: int = -1) -> list[int]:
    """The shortest way by rail; it begins with the unit's hex, or with the hex on the east edge where it enters."""
    came = ways(s, u, start)
    path = [goal]
    while path[-1] in came and came[path[-1]] >= 0 and path[-1] != start:
        path.append(came[path[-1]])
    return path[::-1]


def named_line(s: Position, args: Args) -> list[int]:
    """The way by rail over the hexes that the player names, each time the shortest."""
    w: World = s.data
    u = w.unit[args[0]]
    path: list[int] = []
    for label in (*args[3:], args[1]):
        goal = w.index[label]
        path += line_to(s, u, goal, path[-1])[1:] if path else line_to(s, u, goal)
    return path


def via_reasons(s: Position, step: Any, seat: str, args: Args) -> Iterator[Why]:
    """10.3, 17.10.1: which line a train takes can matter to aircraft; any open rail hex may lie on it."""
    w: World = s.data
    u, h = w.unit[args[0]], w.index[args[-1]]
    before = w.index[args[-2]] if len(args) > 4 else s.where[u]
    if h == w.index[args[1]]:
        yield Why("10.3", lambda: f"{args[-1]} is where the way ends.", args[-1:])
    elif h == before:
        yield Why("10.3", lambda: f"The way leads through {args[-1]} already.", args[-1:])
    elif h != s.where[u] and not passed(s, u) >> h & 1:
        yield why_no_station(s, u, h)


def via_enough(s: Position, step: Any, seat: str, args: Args) -> bool:
    return len(args) > 3


def do_rail(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    u = w.unit[args[0]]
    path = named_line(s, args)
    if w.coastal_units >> u & 1 and s.face[u] == 0:
        s.face[u] = 1
        say(ev, f"{w.unit_names[u]} becomes an infantry unit.", "22.2", (), (w.ids[u],))
    s.moved |= 1 << u
    s.railed |= 1 << u
    if s.impulse == 2:
        s.rail_hq_month = w.month_of[s.turn]
    else:
        s.rail_used += 1
    s.then(step)
    if s.where[u] >= w.n:
        s.where[u] = path[0]
        s.spent[u] = 1
        say(
            ev,
            f"{w.unit_names[u]} comes by rail to {w.hex_name(path[0])}.",
            "10.2",
            (w.labels[path[0]],),
            (w.ids[u],),
        )
        entered(s, u, path[0], ev, APPEAR)
    if len(path) > 1:
        walk(s, u, path, ev, rail=True)


def preview_rail(s: Position, step: Any, seat: str, args: Args) -> Preview:
    w: World = s.data
    u, goal = w.unit[args[0]], w.index[args[1]]
    if not stations(s, u) >> goal & 1:
        return Preview(f"{w.unit_names[u]} cannot be taken to {w.labels[goal]}.")
    labels = tuple(w.labels[h] for h in named_line(s, args))
    left = rail_capacity(s) - s.rail_used
    cost = "the HQ of this month" if s.impulse == 2 else f"1 of {left} units left"
    return Preview(f"{w.unit_names[u]} by rail to {w.hex_name(goal)}", labels, cost, (), (labels[-1],))


RAIL_VERB = Verb(
    "rail",
    do_rail,
    (
        Slot("unit", "piece", unit_universe, rail_unit_reasons, rail_units, prompt="Which unit goes by rail?"),
        Slot("hex", "place", hex_universe, rail_hex_reasons, rail_hexes, prompt="By rail to which hex?"),
        Slot(
            "way",
            "place",
            hex_universe,
            via_reasons,
            prompt="Over which hexes?",
            repeat=True,
            optional=True,
            keyword="via",
            enough=via_enough,
        ),
    ),
    "10.1",
    "Rail",
    reasons=german_turn,
    preview=preview_rail,
)


# ------------------------------------------------------------------------------------- rail control


class RailControl(Auto[Position], frozen=True):
    """10.7: in his phase a player takes the rail hexes that were noted in his turn; he never loses any in it."""

    rule: ClassVar[str] = "10.7"
    side: int

    def run(self, s: Position, ev: Events | None) -> None:
        w: World = s.data
        taken = s.rail_noted & (s.allied_rail if self.side == GERMAN else ~s.allied_rail)
        s.allied_rail ^= taken
        s.rail_noted = 0
        if taken and ev is not None:
            who = "German control" if self.side == GERMAN else "out of German control"
            labels = tuple(w.labels[h] for h in members(taken))
            number = f"{len(labels)} rail hexes are" if len(labels) > 1 else "1 rail hex is"
            word = f"under {who}" if self.side == GERMAN else who
            say(ev, f"{number} now {word}.", "10.7", labels)

"""The opening list of a movement phase from actions that are built once; equal to what the verbs' conditions give."""

from __future__ import annotations

from grognard.games.nineteen_forty import airborne, arrivals, evacuation, exchange, movement, rail
from grognard.games.nineteen_forty.compiled import compiled
from grognard.games.nineteen_forty.ground import Field, field
from grognard.games.nineteen_forty.state import CLOSING, OPENING, Position
from grognard.games.nineteen_forty.world import ALLIED, GERMAN, SEATS, World
from grognard.kernel.contract import Action
from grognard.maps.graph import by_bytes, picked

END = tuple(Action("end", (), True, False, seat) for seat in SEATS)
BREAK = tuple(Action("break", (), True, False, seat) for seat in SEATS)


class Openings:
    """For one set of data: a verb with one argument for each unit, the units of a side being named by its seat."""

    __slots__ = ("by_id", "end", "move", "moves", "rail", "release", "unreleased")

    def __init__(self, w: World) -> None:
        def each(verb: str, complete: bool) -> tuple[Action, ...]:
            return tuple(Action(verb, (x,), complete, not complete, SEATS[w.side[u]]) for u, x in enumerate(w.ids))

        self.end = END
        self.move = each("move", False)
        self.moves = by_bytes(self.move)
        self.rail = each("rail", False)
        self.by_id = {
            verb: dict(zip(w.ids, each(verb, complete), strict=True))
            for verb, complete in (
                ("evacuate", True),
                ("drop", False),
                ("withdraw", True),
                ("reserve", False),
                ("enter", False),
                ("form", False),
            )
        }
        self.release = tuple(
            (a, Action("release", (army,), True, False, SEATS[ALLIED]))
            for a, army in enumerate(w.allied_armies)
            if a != w.bef_army
        )
        self.unreleased: dict[int, list[Action]] = {}

    def listed(self, f: Field, units: int) -> list[Action]:
        """The moves of a set of units; from the list before, which differs by a few."""
        if f.listed is None:
            f.listed = units, picked(self.moves, units)
        before, actions = f.listed
        change = before ^ units
        while change:
            low = change & -change
            place = (units & low - 1).bit_count()  # below it the list is right already
            if before & low:
                del actions[place]
            else:
                actions.insert(place, self.move[low.bit_length() - 1])
            change ^= low
        f.listed = units, actions
        return actions.copy()

    def releases(self, released: int) -> list[Action]:
        found = self.unreleased.get(released)
        if found is None:
            found = self.unreleased[released] = [x for army, x in self.release if not released >> army & 1]
        return found


def openings(s: Position, seat: str) -> list[Action] | None:
    """All that can be begun in an ordinary moment of a movement phase; None where the conditions must be asked."""
    if s.turn < 0 or s.stage == CLOSING:
        return None
    w: World = s.data
    fast = compiled(w)
    out = _usual(s, seat) if fast is None else fast.openings(s)
    if s.overfull >= 0 or s.stage != OPENING:
        return out  # ruling 10
    table = kept(w).by_id
    if s.side == GERMAN:
        out += [table["drop"][x] for x in airborne.drop_units(s, None, seat, ())]
        out += [table["withdraw"][x] for x in airborne.withdraw_units(s, None, seat, ())]
    corps = s.where[exchange.corps_of(s)]
    if corps == w.waiting and exchange.armour_together(s):
        out += forming(s)
    out += [table["reserve"][x] for x in arrivals.reserve_units(s, None, seat, ())]
    if corps < w.n and next(exchange.why_not_breaking(s), None) is None:
        out.append(BREAK[s.side])
    out.append(END[s.side])
    return out


def kept(w: World) -> Openings:
    if w.openings is None:
        w.openings = Openings(w)
    return w.openings  # type: ignore[no-any-return]


def _usual(s: Position, seat: str) -> list[Action]:
    """What both stages offer; in the later one it is all."""
    w: World = s.data
    ready = kept(w)
    move, table = ready.move, ready.by_id
    f = field(s)
    if s.overfull >= 0:
        return [move[u] for u in movement.movers(s, f)]  # ruling 10
    out = ready.listed(f, movement.moving(s, f))
    if not s.railed:
        rails = ready.rail
        out += [rails[u] for u in rail.rail_able(s, f)]
    if s.side == ALLIED:
        out += [table["evacuate"][x] for x in evacuation.embarking(s, f)]
        out += [table["enter"][x] for x in arrivals.entering(s, f)]
        if s.turn >= w.book.limits.release_from and s.release_turn != s.turn:
            out += ready.releases(s.released)
    if s.stage != OPENING:
        if s.where[exchange.corps_of(s)] == w.waiting:
            if f.together is None:
                f.together = exchange.armour_together(s)
            if f.together:
                out += forming(s)
        out.append(END[s.side])
    return out


def forming(s: Position) -> list[Action]:
    """The beginnings of an exchange of divisions for the corps, which waits (15)."""
    table = kept(s.data).by_id["form"]
    return [table[x] for x in exchange.form_values(s, None, SEATS[s.side], ())]

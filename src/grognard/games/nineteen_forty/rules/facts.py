# compiled as it stands
"""What follows from a state, and lives with it: built when asked for, and brought up to date when it is asked again.

Facts keep the values that they follow from and see for themselves whether those still hold; so they are never stale,
whoever changed the state and wherever it came from. The questions that a movement phase asks most are methods: plain
Python answers them (plain.py), or compiled code (compiled.py), whichever class the data hold. Conditions never ask
them: they are what these answers are compared with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.nineteen_forty.rules.standing import Census, Survey

if TYPE_CHECKING:
    from grognard.games.nineteen_forty.rules.declaring import Front
    from grognard.games.nineteen_forty.rules.field import Field
    from grognard.games.nineteen_forty.rules.state import Position
    from grognard.kernel.rules import Events
    from grognard.maps import Reach

Link = tuple[Survey, Survey, int, int, int]
"""Where one move makes all the difference: the surveys before and after it, the unit, the hexes it left and
entered."""


class Facts:
    """Who stands where, and what was found out from it."""

    __slots__ = ("census", "field", "found", "front", "link", "reached", "retreats", "zones")

    def __init__(self) -> None:
        self.census: Census | None = None
        self.found: Survey | None = None
        self.link: Link | None = None
        self.field: Field | None = None
        self.front: tuple[Survey, tuple[int, ...], tuple[tuple[int, ...], ...], Front] | None = None
        """The survey, the other values it follows from, the attacks declared, and what can attack what."""
        self.retreats: tuple[tuple[object, ...], tuple[list[int], list[int], int]] | None = None
        """Of the last unit that was asked about: see retreat.py."""
        self.reached: tuple[tuple[object, ...], dict[int, Reach]] | None = None
        """By unit: where it can go, by the general search."""
        self.zones: tuple[tuple[object, ...], list[tuple[int, int]]] | None = None
        """Where units deploy: see deploying.py."""

    def new(self) -> Facts:
        """Facts of the same class about nothing yet."""
        return type(self)()

    def copy(self) -> Facts:
        new = self.new()
        new.census = None if self.census is None else self.census.copy()
        new.found, new.link = self.found, self.link
        new.field = None if self.field is None else self.field.copy()
        new.front, new.retreats, new.zones = self.front, self.retreats, self.zones
        new.reached = None if self.reached is None else (self.reached[0], self.reached[1].copy())
        return new

    # ------------------------------------------------------------------------------------------ standing

    def survey(self, s: Position) -> Survey:
        """Occupation and zones of control (4 ¶1, ruling 15)."""
        counted = self.census
        if counted is None or counted.free != s.war & ~s.fresh:
            self.census = counted = Census(s)
        elif counted.where == s.where and counted.disrupted == s.disrupted and counted.dropped == s.dropped:
            assert self.found is not None
            return self.found
        else:
            counted.follow(s)
        self.found, self.link = counted.survey(), None
        return self.found

    def lift(self, s: Position, u: int, around: Survey) -> Census:
        """What is counted, with one unit taken away: while it walks. `settle_down` puts it back. `around` is the
        survey of the position."""
        if around is not self.found:
            Facts.survey(self, s)
        counted = self.census
        assert counted is not None
        counted.at = counted.at.copy()
        counted.leave(u, counted.where[u])
        return counted

    def settle_down(self, s: Position, u: int, h: int) -> None:
        """The unit that was lifted stands in a hex now."""
        counted, before = self.census, self.found
        assert counted is not None
        assert before is not None
        start = counted.where[u]
        s.where[u] = h
        counted.where = counted.where.copy()
        counted.where[u] = h
        counted.enter(u, h)
        self.found = counted.after(before, counted.w.side[u])
        self.link = before, self.found, u, start, h

    # -------------------------------------------------------------------------------- a movement phase

    def claim(self, s: Position) -> None:
        """The first two priorities of friendly territory (5 ¶1)."""
        raise NotImplementedError

    def reach(self, s: Position, u: int) -> Reach:
        """Where a unit can get, and by which ways (6)."""
        raise NotImplementedError

    def openings(self, s: Position) -> tuple[int, int, int, int, int, bool] | None:
        """In the middle of a phase, while no hex is overfull: `movers`, `joining`, `trains`, `embarking` and
        `entering` at once, and whether it is worth looking for divisions that may form a corps. None: one by one."""
        return None

    def movers(self, s: Position) -> int:
        """The units of the phasing side that can move somewhere."""
        raise NotImplementedError

    def goals(self, s: Position, u: int) -> int:
        """The hexes where a move of such a unit may end."""
        raise NotImplementedError

    def onward(self, s: Position, u: int, goal: int, path: list[int]) -> int:
        """The hexes that a way to the goal, named as far as this, may pass next."""
        raise NotImplementedError

    def leading(self, s: Position, u: int, goal: int, path: list[int]) -> int:
        """Those of them from which the next step ends at the goal."""
        raise NotImplementedError

    def joining(self, s: Position, chosen: int) -> int:
        """The units that can be in a stack move with these."""
        raise NotImplementedError

    def common(self, s: Position, units: int) -> int:
        """The hexes where these units of one hex can go together."""
        raise NotImplementedError

    def trains(self, s: Position) -> int:
        """The units that can move by rail."""
        raise NotImplementedError

    def stations(self, s: Position, u: int) -> int:
        """The hexes to which such a unit can go by rail."""
        raise NotImplementedError

    def embarking(self, s: Position) -> int:
        """The units that can be evacuated."""
        raise NotImplementedError

    def entering(self, s: Position) -> int:
        """The reinforcements that can enter the map."""
        raise NotImplementedError

    def way(self, s: Position, u: int, goal: int) -> tuple[list[int], int]:
        """The way of a move that names none, and its cost."""
        raise NotImplementedError

    def march(self, s: Position, u: int, goal: int, ev: Events | None) -> None:
        """A unit's move to a hex by the way that is taken where none is named, with all that follows from it."""
        raise NotImplementedError

    def walk(self, s: Position, u: int, path: list[int], ev: Events | None) -> None:
        """Moves a unit along a way; territory changes with every step (ruling 16)."""
        raise NotImplementedError

    def note_overfull(self, s: Position, h: int) -> None:
        """Notes whether the hex where a unit arrived must be relieved, or whether the overfull one has been."""
        raise NotImplementedError

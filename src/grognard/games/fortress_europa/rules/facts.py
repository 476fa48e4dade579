# compiled as it stands
"""Facts: what follows from a position and is carried along with it, so that nobody has to look for it again.

Who stands where is changed by the doors in `standing` and copied with the state. Everything else is an object that
holds only what follows from its own key: it is never changed but filled in when somebody asks, and copies share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.fortress_europa.data.world import Ways, World
from grognard.maps import Going, Mask, Steps, members

if TYPE_CHECKING:
    from grognard.games.fortress_europa.rules.combat.front import Front
    from grognard.games.fortress_europa.rules.combat.nations import Claims
    from grognard.games.fortress_europa.rules.movement.openings import Openings
    from grognard.games.fortress_europa.rules.movement.outlook import Outlook
    from grognard.games.fortress_europa.rules.movement.rail import Lines
    from grognard.games.fortress_europa.rules.supply.supply import Link


UNKNOWN = -1
"""A set of hexes that nobody has asked for."""


class Survey:
    """Who controls what, as sets of hexes. Pairs are for the German and the Allied side."""

    __slots__ = ("doubtful", "key", "occupied", "own_only", "zones")

    def __init__(
        self,
        key: tuple[int, ...],
        occupied: tuple[Mask, Mask],
        zones: tuple[Mask, Mask],
        own_only: tuple[Mask, Mask],
        doubtful: Mask,
    ) -> None:
        self.key = key
        """What zones depend on besides who stands where: drops, invaders, bridges, fortresses, veiled decoys."""
        self.occupied = occupied
        self.zones = zones
        """Zones of control, the hexes of the units themselves included."""
        self.own_only = own_only
        """Hexes held only by units whose zone ends at their own hex."""
        self.doubtful = doubtful
        """Hexes where nothing German is but a decoy of 31.7, which may cover a blank: it closes no water, bars no
        raid and worsens no drop."""


class Bridges:
    """What follows from the river sections whose bridges are down."""

    __slots__ = ("_around", "_banks", "_goings", "_over", "_ways", "_world", "after", "down", "tracks")

    def __init__(self, w: World, down: int) -> None:
        self._world, self.down = w, down
        self._ways: dict[int, Ways] = {}
        self._goings: dict[tuple[bool, int], Going] = {}
        self._banks: dict[int, Mask] = {}
        self._around: dict[int, Mask] = {}
        self._over: dict[int, dict[int, Mask]] = {}
        self.after: tuple[tuple[int, ...], ...] | None = None
        self.tracks: Steps | None = None
        """The railways as trains can use them (`rail.network`)."""

    def ways(self, closed: int) -> Ways:
        """Which hexes touch when these sections cannot be crossed."""
        if not closed:
            return self._world.ways
        found = self._ways.get(closed)
        if found is None:
            found = self._ways[closed] = self._world.closed(closed)
        return found

    def going(self, climbs: bool, closed: int) -> Going:
        """The steps of a unit that cannot cross these sections."""
        whole = self._world.goings[climbs]
        if not closed:
            return whole
        found = self._goings.get((climbs, closed))
        if found is None:
            found = self._goings[climbs, closed] = whole.without(self._world.pairs_over(closed))
        return found

    def around(self, sections: int) -> Mask:
        """The hexes from which a unit could come to the banks of these sections at all."""
        found = self._around.get(sections)
        if found is None:
            w = self._world
            found = self._around[sections] = w.within(self.banks(sections), w.farthest)
        return found

    def over(self, sections: int) -> dict[int, Mask]:
        """By each hex beside these sections the hexes on the other bank that can be entered from it."""
        found = self._over.get(sections)
        if found is None:
            w, found = self._world, dict[int, Mask]()
            for section in members(sections):
                for a, b in w.river_pairs[section]:
                    found[a] = found.get(a, 0) | w.bit[b]
            self._over[sections] = found
        return found

    def banks(self, sections: int) -> Mask:
        """The hexes beside these sections."""
        found = self._banks.get(sections)
        if found is None:
            found = 0
            for section in members(sections):
                found |= self._world.rivers[section].banks
            self._banks[sections] = found
        return found


class Facts:
    """What follows from one position."""

    __slots__ = (
        "at", "bridges", "claims", "covered", "crossers", "decoys", "floods", "front", "frozen", "garrison",
        "judged", "leavers", "lines", "linked", "looked", "loud", "maybe", "occupied", "on_map", "openings",
        "outlooks", "piles", "reach", "shared", "shifted", "sources", "standing", "stirred", "survey", "touched",
        "verdicts", "views", "zone_key", "zones",
    )  # fmt: skip

    at: list[int]
    """For each hex and spot its units, as a set."""
    shared: bool
    """Whether a copy looks at the same list: then `put` takes one of its own first."""
    on_map: int
    frozen: int
    """Units bound to a district (9.1)."""
    covered: int
    """Units under decoys."""
    decoys: Mask
    """Hexes with decoys, be there a unit under them or not."""
    garrison: int
    """Units that stand for a garrison of Italy (9.3)."""
    occupied: tuple[Mask, Mask]
    loud: int
    """The units for which `sources` was found: those whose zone reaches the hexes around them."""
    sources: tuple[Mask, Mask]
    """Hexes with such units, of each side."""
    zones: list[Mask]
    """The zones of each side; UNKNOWN until somebody asks."""
    zone_key: tuple[int, ...]
    """What `zones` follow from besides who stands where."""
    standing: dict[str, tuple[Mask, int]]
    """For some purposes a set of hexes and the units that stand in them, but for those in `touched`
    (`standing_on`)."""
    touched: int
    """Units that have moved since."""
    floods: dict[tuple[Steps, Mask, Mask], Mask]
    """What sets of hexes reach by which steps inside others (`standing.flooded`): shared by copies."""
    piles: tuple[int, list[Mask]] | None
    """Units that have been set up on the map, and how they stack (`deploying.piles`): the list is never changed."""
    reach: tuple[tuple[object, ...], Mask] | None
    """Where units of a side can take replacements (`takers.in_reach`), after what it follows from."""
    claims: Claims | None
    stirred: Mask
    """Hexes to which Allied units have come, or which they have left, since the claims were found."""
    verdicts: tuple[Outlook, Claims | None, bool, int] | None
    """What the next three follow from, besides where those units stand (`movement.movers`)."""
    judged: int
    """Units of the moving side of whom it is known whether they can move by land."""
    leavers: int
    maybe: int
    """Those who can; those of whom it depends on how far they go."""
    views: tuple[Outlook, int, int, bool, tuple[tuple[int, int], ...]] | None
    """What the next two follow from, besides where those units stand (`crossing.units`)."""
    looked: int
    """Armored units of the moving side of whom it is known whether they reach a river without bridges."""
    crossers: int
    """Those who do."""
    linked: tuple[tuple[object, ...], list[Link]] | None
    """What Allied HQs can give, after what it follows from (`supply.links`)."""
    openings: Openings | None
    """What the moving side can begin (`openings.openings`), but for those in `shifted`."""
    shifted: int
    """Units that have come to another place since."""
    survey: Survey | None
    bridges: Bridges | None
    outlooks: tuple[Outlook | None, Outlook | None]
    """Of each side, as it moved last."""
    lines: Lines | None
    front: Front | None

    def copy(self) -> Facts:
        new = Facts.__new__(Facts)
        new.at = self.at
        new.shared = self.shared = True
        new.on_map, new.frozen, new.covered, new.decoys = self.on_map, self.frozen, self.covered, self.decoys
        new.garrison, new.occupied, new.loud, new.sources = self.garrison, self.occupied, self.loud, self.sources
        new.zones, new.zone_key = self.zones.copy(), self.zone_key
        new.standing, new.touched, new.floods = self.standing.copy(), self.touched, self.floods
        new.survey, new.bridges, new.outlooks = self.survey, self.bridges, self.outlooks
        new.lines, new.front, new.claims, new.stirred = self.lines, self.front, self.claims, self.stirred
        new.piles, new.reach = self.piles, self.reach
        new.views, new.looked, new.crossers = self.views, self.looked, self.crossers
        new.verdicts, new.judged, new.leavers, new.maybe = self.verdicts, self.judged, self.leavers, self.maybe
        new.linked, new.openings, new.shifted = self.linked, self.openings, self.shifted
        return new

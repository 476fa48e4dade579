# compiled as it stands
"""19. Naval units: where they lie, whom they support, and when they leave."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, SEATS, STORM, World
from grognard.games.fortress_europa.rules.domains import SHIPS, WATERS
from grognard.games.fortress_europa.rules.landing.site import BREMEN, invadable
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import LOST, NOWHERE, Position, on
from grognard.games.fortress_europa.rules.telling import tell_changed
from grognard.kernel.rules import Auto, Draft, Events, Ints, Slot, Verb, Why, Whys
from grognard.kernel.show import Preview
from grognard.maps import Mask, mask_of, members

Axial = tuple[int, int]


def apart(a: Axial, b: Axial) -> int:
    """How many hexes lie between two places of the grid, be they on the map or off it."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def in_range(w: World, spot: int, h: int) -> bool:
    """19.6: two hexes, the target counted and the ship's own hex not (ruling 185)."""
    return apart(w.sea_axial[spot], w.grid.axial[h]) <= w.book.ships.range


def beyond(w: World, spot: int) -> bool:
    """19.7: past the row of GG1 (ruling 188)."""
    limit = w.grid.axial[w.index[w.book.northern_limit.naval]]
    return w.sea_axial[spot][0] > limit[0]


def shores(s: Position) -> Mask:
    """19.7: the hexes beside which ships may always lie: all that can be invaded, and with Bremen the mouth of its
    water (ruling 188)."""
    w = s.data
    hexes = invadable(s)
    bremen = w.place_hex[BREMEN]
    if hexes & w.bit[bremen]:
        hexes |= w.port_passage[w.port_at[bremen]]
    return hexes


def may_lie(s: Position, spot: int) -> bool:
    """19.1, 19.7: an all-sea hex not north of GG1, or one beside an invadable hex, imaginary ones included."""
    w = s.data
    if not beyond(w, spot):
        return True
    return any(apart(w.sea_axial[spot], w.grid.axial[h]) == 1 for h in members(shores(s)))


def ship_support(s: Position, hexes: Mask) -> list[int]:
    """The naval units that can add their number to an attack on these hexes (19.4, 19.6, 19.9): in the Allied turn,
    not in a Storm, once a turn, with every hex of the defenders in range. They take no heed of nationality (19.10)
    and never attack by themselves (19.5)."""
    w = s.data
    if s.side != ALLIED or s.weather == STORM or not hexes:
        return []
    targets = members(hexes)
    return [
        ship
        for ship, spot in enumerate(s.ship_at)
        if spot >= 0 and not s.ships_used >> ship & 1 and all(in_range(w, spot, h) for h in targets)
    ]


def fire(s: Position, ships: list[int]) -> None:
    """19.4: each supports one attack a turn, in either impulse."""
    for ship in ships:
        s.ships_used |= 1 << ship


def ships_leave(s: Position, ev: Events | None) -> None:
    """19.8: at the start of the third turn after the second invasion or of September I (ruling 187)."""
    w = s.data
    ships = w.book.ships
    last = w.turn_of[ships.leave_by]
    if s.second_turn:
        last = min(last, s.second_turn + ships.leave_after_second)
    if s.turn < last:
        return
    if any(spot >= 0 for spot in s.ship_at):
        tell_changed(ev, "gone", "The naval units leave for good.", "19.8", (), w.ship_ids)
    s.ship_at = [LOST] * len(s.ship_at)


# --------------------------------------------------------------------------------------- placing ships


def ship_reasons(s: Position, step: Stationing, seat: str, args: Ints) -> Whys:
    w = s.data
    ship = args[0]
    if s.ship_at[ship] == LOST:
        yield Why("19.8", lambda: "The naval units have left for good.")
    elif ship in step.moved:
        yield Why("19.3", lambda: f"{w.ships[ship].name} has its place for this turn.", (), (w.ship_ids[ship],))


def water_reasons(s: Position, step: Stationing, seat: str, args: Ints) -> Whys:
    w = s.data
    ship, place = args
    name, spot = w.waters[place], w.spot_of[place]
    if spot < 0:
        yield Why("19.1", lambda: f"{name} is not an all-sea hex.", (name,))
    elif s.ship_at[ship] == spot:
        yield Why("19.3", lambda: f"It is in {name} already.", (name,))
    elif not may_lie(s, spot):
        yield Why("19.7", lambda: f"{name} is north of GG1 and next to no hex that can be invaded.", (name,))


def free_waters(s: Position, step: Stationing, seat: str, args: Ints) -> int:
    """All waters where ships may lie now, but for the ship's own place."""
    w = s.data
    now = s.ship_at[args[0]]
    found = w.ships_lie[on(s, "bremen-closed")]
    return found & ~w.water_bit[now] if now >= 0 else found


def free_ships(s: Position, step: Stationing, seat: str, args: Ints) -> int:
    """The ships that have no place yet in this draft."""
    return mask_of([ship for ship, spot in enumerate(s.ship_at) if spot != LOST and ship not in step.moved])


def do_station(s: Position, step: Stationing, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    ship, place = args
    s.stack[-1] = Stationing((*step.moved, ship))
    s.ship_at[ship] = w.spot_of[place]
    name = w.waters[place]
    tell_changed(ev, "stationed", f"{w.ships[ship].name} lies in {name}.", "19.3", (name,), (w.ship_ids[ship],))


def preview_station(s: Position, step: Stationing, seat: str, args: Ints) -> Preview:
    w = s.data
    ship, place = args
    reached = tuple(w.labels[h] for h in members(w.land) if in_range(w, w.spot_of[place], h))
    words = f"{w.ships[ship].name} lies in {w.waters[place]} and reaches {', '.join(reached) or 'no land'}."
    return Preview(words, places=reached)


class Stationing(Draft[Position], frozen=True):
    """19.1, 19.3: each naval unit may go to another all-sea hex before the first combat impulse; on the first turn
    every one is placed. They have no stacking limit (19.2)."""

    rule: ClassVar[str] = "19.3"
    moved: tuple[int, ...] = ()
    """The ships that have been given a place in this draft."""
    verbs: ClassVar[tuple[Verb[Position, Stationing], ...]] = (
        Verb(
            "station",
            do_station,
            (
                Slot("ship", SHIPS, ship_reasons, legal=free_ships, prompt="Which naval unit?"),
                Slot("place", WATERS, water_reasons, legal=free_waters, prompt="In which sea hex?"),
            ),
            "19.3",
            "Place ship",
            preview=preview_station,
        ),
    )

    def seats(self, s: Position) -> tuple[str, ...]:
        return (SEATS[ALLIED],)

    def prompt(self, v: Position, seat: str) -> str:
        return "Place the naval units in sea hexes." if NOWHERE in v.ship_at else "Move naval units, or finish."

    def duties(self, v: Position, seat: str) -> Whys:
        if NOWHERE not in v.ship_at:
            return
        w = v.data
        for ship, spot in enumerate(v.ship_at):
            if spot == NOWHERE:
                name = w.ships[ship].name
                yield Why("19.1", lambda: f"{name} has no sea hex.", (), (w.ship_ids[ship],))

    def standing(self, v: Position, seat: str, order: str) -> str | None:
        """Ships that have their places stay there; or only while there is no coast to fight for."""
        if self.moved or NOWHERE in v.ship_at:
            return None
        if order == "ships-stay":
            return "done"
        return "done" if order == "idle-ships" and not contested_coast(v) else None

    def commit(self, s: Position, ev: Events | None) -> None:
        pass


def contested_coast(s: Position) -> bool:
    """Whether a German that can be seen stands where ships could reach him (19.6)."""
    w = s.data
    foes = members(survey(s).occupied[GERMAN])
    spots = [spot for spot in range(len(w.sea_spots)) if may_lie(s, spot)]
    return any(in_range(w, spot, h) for h in foes for spot in spots)


class ShipsMove(Auto[Position], frozen=True):
    """19.3, 19.9: before the first combat impulse of each Allied turn that is no Storm (ruling 186)."""

    rule: ClassVar[str] = "19.3"

    def run(self, s: Position, ev: Events | None) -> None:
        if s.side == ALLIED and s.weather != STORM and any(spot != LOST for spot in s.ship_at):
            s.then(Stationing())

"""9 ¶3. Interdiction, at the end of a player turn."""

from __future__ import annotations

from typing import Any, ClassVar

from grognard.games.nineteen_forty.movement import hex_universe
from grognard.games.nineteen_forty.state import Position, neutral_land, say
from grognard.games.nineteen_forty.world import ALLIED, GERMAN, SEATS, World
from grognard.kernel.contract import Action, Args, Choice, Slot, Verb, Why, Whys
from grognard.kernel.events import Events
from grognard.maps import members

SIDES = ("German", "Allied")


def air_left(s: Position) -> int:
    return s.air_german if s.side == GERMAN else s.air_allied


def interdict_open(s: Position) -> int:
    w: World = s.data
    mine = s.interdicted_german if s.side == GERMAN else s.interdicted_allied
    return w.land & ~neutral_land(s) & ~mine


def interdict_values(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    labels = s.data.labels
    return [labels[h] for h in members(interdict_open(s))]


def interdict_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    h = w.index[args[0]]
    if not w.land >> h & 1:
        yield Why("9 ¶3", lambda: f"{args[0]} is not a land hex (ruling 63).", (args[0],))
    elif neutral_land(s) >> h & 1:
        country = w.country_names[w.country[h]]
        yield Why("9 ¶3", lambda: f"{args[0]} is in {country}, which is neutral (ruling 63).", (args[0],))
    elif not interdict_open(s) >> h & 1:
        yield Why("9 ¶3", lambda: f"{args[0]} is interdicted already.", (args[0],))


def interdict_allowed(s: Position, step: Any, seat: str) -> Whys:
    need = s.data.book.air.interdiction
    if air_left(s) < need:
        yield Why("9 ¶3", lambda: f"Interdiction takes {need} air points and {air_left(s)} are left.")
    if is_last_player_turn(s):
        yield Why("9 ¶3", lambda: "No enemy player turn follows in which hexes could be interdicted.")


def is_last_player_turn(s: Position) -> bool:
    return s.side == ALLIED and s.turn == s.data.last_turn


def do_interdict(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    h = w.index[args[0]]
    cost = w.book.air.interdiction
    if s.side == GERMAN:
        s.interdicted_german |= w.bit[h]
        s.air_german -= cost
    else:
        s.interdicted_allied |= w.bit[h]
        s.air_allied -= cost
    say(ev, f"The {SIDES[s.side]} air force interdicts {w.hex_name(h)}.", "9 ¶3", (args[0],))
    s.then(step)


def do_pass(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    """No further interdiction."""


class Raids:
    """For one set of data: the interdiction of each hex by each side, and the lists for countries at war."""

    __slots__ = ("by_hex", "lists")

    def __init__(self, w: World) -> None:
        self.by_hex = [[Action("interdict", (label,), True, False, seat) for label in w.labels] for seat in SEATS]
        self.lists: dict[tuple[int, int], list[Action]] = {}


PASS = tuple(Action("pass", (), True, False, seat) for seat in SEATS)


def interdict_openings(s: Position) -> list[Action]:
    w: World = s.data
    side = s.side
    if next(interdict_allowed(s, None, ""), None) is not None:
        return [PASS[side]]
    raids: Raids = w.raids
    if raids is None:
        raids = w.raids = Raids(w)
    land = w.land & ~neutral_land(s)
    found = raids.lists.get((side, s.war))
    if found is None:
        found = raids.lists[side, s.war] = [raids.by_hex[side][h] for h in members(land)]
    found = found.copy()
    mine = s.interdicted_german if side == GERMAN else s.interdicted_allied
    for h in reversed(members(mine & land)):
        del found[(land & w.bit[h] - 1).bit_count()]
    found.append(PASS[side])
    return found


class Interdicting(Choice[Position], frozen=True):
    """9 ¶3, at the end of the player turn (ruling 63)."""

    rule: ClassVar[str] = "9 ¶3"
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "interdict",
            do_interdict,
            (Slot("hex", "place", hex_universe, interdict_reasons, interdict_values, prompt="Interdict which hex?"),),
            "9 ¶3",
            "Interdict",
            reasons=interdict_allowed,
        ),
        Verb("pass", do_pass, (), "9 ¶3", "No interdiction"),
    )

    def seat(self, s: Position) -> str:
        return SEATS[s.side]

    def quick(self, v: Position, seat: str) -> list[Action] | None:
        return interdict_openings(v)

    def prompt(self, v: Position, seat: str) -> str:
        return f"Interdict hexes for the enemy's next player turn? {air_left(v)} air points are left."

    def obvious(self, s: Position) -> tuple[str, Args] | None:
        return None if next(interdict_allowed(s, self, ""), None) is None else ("pass", ())

    def standing(self, v: Position, seat: str, order: str) -> str | None:
        return "pass" if order == "no-interdiction" else None

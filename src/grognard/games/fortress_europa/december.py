"""33.3, 33.4, 31.10: the December scenarios: their set-up, the German rearrangement, and the start in mid-turn."""

from __future__ import annotations

from typing import Any, ClassVar

from grognard.games.fortress_europa.ardennes import lines
from grognard.games.fortress_europa.reserve import OPTION_A
from grognard.games.fortress_europa.sequence import EndTurn, PlayerTurn
from grognard.games.fortress_europa.stacking import overfull, stack_value
from grognard.games.fortress_europa.state import FIRST_COMBAT, LOST, OPENING, Position, on, on_map, say
from grognard.games.fortress_europa.weather import fixed_weather, set_weather
from grognard.games.fortress_europa.world import GERMAN, World
from grognard.kernel.contract import Args, Auto, Draft, Slot, Step, Verb, Why, Whys
from grognard.kernel.events import Events, Headed
from grognard.maps import Mask, mask_of, members

LEFT = "St. Nazaire"
"""The one U-Boat base that the scenarios speak of as standing (33.4.6, ruling 285)."""
MOST = 3
"""31.10: units in a hex, whatever its ground."""


def arrange(s: Position) -> None:
    """33.3.1, 33.3.3, 33.3.6: units, ground and supplies of 16 December 1944."""
    w: World = s.data
    book = w.book
    for stack in (*book.german_stack, *book.allied_stack, *book.box):
        for name in stack.units:
            u = w.unit[name]
            s.where[u], s.face[u] = w.spots.index(stack.id), int(name in stack.back)
    for name in book.lost.destroyed:
        s.where[w.unit[name]] = w.destroyed
    for name in book.lost.withdrawn:
        s.where[w.unit[name]] = w.withdrawn
    for late in w.late.values():  # 28.5: the early counters of 1SS and Lehr are out of the game
        assert s.where[late] < w.n
    s.released = s.italy_open = True
    s.allied = ground(s)
    s.allied_rail = w.rail & s.allied
    s.ruined = mask_of(w.index[label] for label in book.december.destroyed_fortresses)
    s.bases_taken = w.u_boat_bases & ~w.bit[w.place_hex[LEFT]]
    s.sites_taken = w.v1_sites
    s.sites_turn = s.paris_turn = s.invasion_turn = s.second_turn = 1
    s.invasions = book.landing.invasions
    s.ship_at = [LOST] * len(w.ships)
    for p, h in enumerate(w.port_hex):
        if s.allied >> h & 1:
            s.ports_taken |= 1 << p
            s.port_turn[p] = 1
    for row in book.mulberry_at:
        s.mulberry_at[w.mulberry_ids.index(row.id)] = w.index[row.hex]
    s.volkssturm_cities = mask_of(w.place_hex[name] for name in book.december.volkssturm)
    s.carpet_month = w.month_of[s.turn]  # 33.3.5
    s.tac_left = book.december.december_tac[0]
    s.reserve_choice, s.reserve_back = OPTION_A, True  # 33.4.3
    note_belt(s)
    s.crowded = mask_of(overfull(s, GERMAN))


def ground(s: Position) -> Mask:
    """The hexes behind the Allied line: France, Belgium and Luxembourg without the German pockets and ports, what the
    Allied line keeps the Germans from in the Netherlands, and where Allied units stand (33.3.6)."""
    w: World = s.data
    held = [0, 0]
    for u, h in enumerate(s.where):
        if h < w.n:
            held[w.side[u]] |= w.bit[h]
    german, allied = held
    west = w.countries["france"] | w.countries["belgium"] | w.countries["luxembourg"]
    free = w.land & ~allied & ~(w.steps.spread(allied) & ~german)
    behind = w.steps.flood(w.east_edge & free, free & ~west)
    ports = mask_of(w.place_hex[name] for name in w.book.december.german_ports)
    return (w.land & (west | w.countries["netherlands"] & ~behind) & ~german & ~ports) | allied


def note_belt(s: Position) -> None:
    """33.3.9-2, 31.10: the German units of the offensive."""
    w: World = s.data
    belt = lines(w).belt
    s.belt_units = mask_of(u for u in w.of_side[GERMAN] if on_map(s, u) and belt >> s.where[u] & 1)


def opening_steps(s: Position) -> list[Step[Position]]:
    """33.3.2: the game begins with the German first combat impulse of December III."""
    return [*([Regroup()] if on(s, "ardennes-setup") else []), OpenDecember()]


class OpenDecember(Auto[Position], frozen=True):
    """33.3.2, 33.4.2: nothing comes before the German first combat impulse (ruling 277)."""

    rule: ClassVar[str] = "33.3.2"

    def run(self, s: Position, ev: Events | None) -> None:
        w: World = s.data
        s.side, s.phase, s.impulse = GERMAN, OPENING, 0
        if ev is not None:
            ev.add(Headed(words=w.turn_name[s.turn], rule="33.3.2"))
        weather = fixed_weather(s)
        assert weather is not None
        set_weather(s, weather)
        say(ev, f"The weather is {w.weather_names[weather]}.", "33.3.4")
        s.then(PlayerTurn(GERMAN, FIRST_COMBAT), EndTurn())


# ------------------------------------------------------------------------------------- rearranging (31.10)


def units(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    w: World = s.data
    return w.ids


def hexes(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    w: World = s.data
    return w.labels


def stack_in(s: Position, h: int) -> int:
    return sum(stack_value(s, u) for u, at in enumerate(s.where) if at == h)


def regroup_unit(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[0]]
    name = w.unit_names[u]
    if not s.belt_units >> u & 1:
        words = f"{name} did not start between HH10 and GG14 or in the two rows to the east."
        yield Why("31.10", lambda: words, (), args)
    elif s.regrouped >> u & 1:
        yield Why("31.10", lambda: f"{name} has been placed.", (), args)
    elif w.volkssturm >> u & 1:
        yield Why("25.1", lambda: f"{name} stays in the city where it has appeared.", (), args)  # ruling 289


def lift_unit(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[0]]
    found = list(regroup_unit(s, step, seat, args))
    if not found and not on_map(s, u):
        found.append(Why("31.10", lambda: f"{w.unit_names[u]} is in hand.", (), args))
    yield from found


def regroup_hex(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u, h = w.unit[args[0]], w.index[args[1]]
    if not lines(w).belt >> h & 1:
        yield Why("31.10", lambda: f"{args[1]} does not lie in that belt.", (args[1],))
    elif h == s.where[u]:
        yield Why("31.10", lambda: f"{w.unit_names[u]} is there.", (args[1],))
    elif stack_value(s, u) and stack_in(s, h) >= MOST:
        yield Why("31.10", lambda: f"{MOST} units are in {args[1]}; move one out first.", (args[1],))


def do_regroup(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    u = w.unit[args[0]]
    s.where[u] = w.index[args[1]]
    s.regrouped |= 1 << u


def do_lift(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    s.where[w.unit[args[0]]] = w.due


class Regroup(Draft[Position], frozen=True):
    """31.10: the German player rearranges the units of the offensive; three in a hex, whatever its ground."""

    rule: ClassVar[str] = "31.10"
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "lift",
            do_lift,
            (Slot("unit", "piece", units, lift_unit, prompt="Take which unit in hand?"),),
            "31.10",
            "Take in hand",
        ),
        Verb(
            "place",
            do_regroup,
            (
                Slot("unit", "piece", units, regroup_unit, prompt="Place which unit?"),
                Slot("hex", "place", hexes, regroup_hex, prompt="In which hex?"),
            ),
            "31.10",
            "Place",
        ),
    )

    def seats(self, s: Position) -> tuple[str, ...]:
        return ("german",)

    def prompt(self, v: Position, seat: str) -> str:
        return "Rearrange the units of the offensive, or leave them as they are."

    def duties(self, v: Position, seat: str) -> Whys:
        w: World = v.data
        for u in members(v.belt_units):
            if not on_map(v, u):
                name = w.unit_names[u]
                yield Why("31.10", lambda name=name: f"{name} must be placed.", (), (w.ids[u],))  # type: ignore[misc]

    def commit(self, s: Position, ev: Events | None) -> None:
        w: World = s.data
        for u in members(s.belt_units):
            say(ev, f"{w.unit_names[u]} stands in {w.hex_name(s.where[u])}.", "31.10", (w.labels[s.where[u]],))
        s.crowded = s.regrouped = 0
        s.crowded = mask_of(overfull(s, GERMAN))

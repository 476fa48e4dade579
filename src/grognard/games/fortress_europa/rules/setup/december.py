# compiled as it stands
"""33.3, 33.4, 31.10: the December scenarios: their set-up, the German rearrangement, and the start in mid-turn."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa.data.world import GERMAN
from grognard.games.fortress_europa.rules.air.air import month_of_tac
from grognard.games.fortress_europa.rules.domains import HEXES, UNITS
from grognard.games.fortress_europa.rules.forces.reserve import OPTION_A
from grognard.games.fortress_europa.rules.movement.stacking import overfull, stack_value
from grognard.games.fortress_europa.rules.sequence import EndTurn, PlayerTurn
from grognard.games.fortress_europa.rules.standing import facts, put, units_of
from grognard.games.fortress_europa.rules.state import FIRST_COMBAT, LOST, OPENING, Position, on, on_map
from grognard.games.fortress_europa.rules.telling import tell_placed, tell_weather
from grognard.games.fortress_europa.rules.weather import fixed_weather, set_weather
from grognard.kernel.rules import Auto, Draft, Events, Headed, Ints, Slot, Step, Verb, Why, Whys
from grognard.maps import Mask, mask_of, members

LEFT = "St. Nazaire"
"""The one U-Boat base that the scenarios speak of as standing (33.4.6, ruling 285)."""
MOST = 3
"""31.10: units in a hex, whatever its ground."""


def arrange(s: Position) -> None:
    """33.3.1, 33.3.3, 33.3.6: units, ground and supplies of 16 December 1944."""
    w = s.data
    book = w.book
    for stack in (*book.german_stack, *book.allied_stack, *book.box):
        at = w.index[stack.id] if stack.id in w.index else w.spots.index(stack.id)
        for name in stack.units:
            u = w.unit[name]
            put(s, u, at)
            s.face[u] = int(name in stack.back)
    for name in book.lost.destroyed:
        put(s, w.unit[name], w.destroyed)
    for name in book.lost.withdrawn:
        put(s, w.unit[name], w.withdrawn)
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
    s.tac_left, _ = month_of_tac(s)
    s.reserve_choice, s.reserve_back = OPTION_A, True  # 33.4.3
    note_belt(s)
    note_crowds(s)


def ground(s: Position) -> Mask:
    """The hexes behind the Allied line: France, Belgium and Luxembourg without the German pockets and ports, what the
    Allied line keeps the Germans from in the Netherlands, and where Allied units stand (33.3.6)."""
    w = s.data
    german, allied = facts(s).occupied
    west = w.countries["france"] | w.countries["belgium"] | w.countries["luxembourg"]
    free = ~allied & ~(w.steps.spread(allied) & ~german)
    behind = w.steps.flood(w.east_edge, free & ~west)
    ports = mask_of(w.place_hex[name] for name in w.book.december.german_ports)
    return ((west | w.countries["netherlands"] & ~behind) & ~german & ~ports) | allied


def note_belt(s: Position) -> None:
    """33.3.9-2, 31.10: the German units of the offensive."""
    w = s.data
    belt = w.lines.belt
    s.belt_units = mask_of(u for u in w.of_side[GERMAN] if belt >> s.where[u] & 1)


def note_crowds(s: Position) -> None:
    """33.3.1, 31.10: where German units are overstacked in the set-up, and who they are (ruling 250)."""
    s.crowded = s.cramped = 0
    s.crowded = mask_of(overfull(s, GERMAN))
    s.cramped = mask_of([u for h in members(s.crowded) for u in units_of(s, GERMAN, h)])


def opening_steps(s: Position) -> list[Step[Position]]:
    """33.3.2: the game begins with the German first combat impulse of December III."""
    return [*([Regroup()] if on(s, "ardennes-setup") else []), OpenDecember()]


class OpenDecember(Auto[Position], frozen=True):
    """33.3.2, 33.4.2: nothing comes before the German first combat impulse (ruling 277)."""

    rule: ClassVar[str] = "33.3.2"

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        s.side, s.phase = GERMAN, OPENING
        if ev is not None:
            ev.add(Headed(words=w.turn_name[s.turn], rule="33.3.2", turn=s.turn))
        weather = fixed_weather(s)
        assert weather is not None
        set_weather(s, weather)
        tell_weather(ev, w.weather_names[weather], f"The weather is {w.weather_names[weather]}.", "33.3.4")
        s.then(PlayerTurn(GERMAN, FIRST_COMBAT), EndTurn())


# ------------------------------------------------------------------------------------- rearranging (31.10)


def stack_in(s: Position, h: int) -> int:
    return sum(stack_value(s, u) for u, at in enumerate(s.where) if at == h)


def _belt(s: Position, step: Regroup, seat: str, args: Ints) -> int:
    return s.belt_units


def regroup_unit(s: Position, step: Regroup, seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    name = w.unit_names[u]
    if not s.belt_units >> u & 1:
        words = f"{name} did not start between HH10 and GG14 or in the two rows to the east."
        yield Why("31.10", lambda: words, (), (w.ids[u],))
    elif s.regrouped >> u & 1:
        yield Why("31.10", lambda: f"{name} has been placed.", (), (w.ids[u],))
    elif w.volkssturm >> u & 1:
        yield Why("25.1", lambda: f"{name} stays in the city where it has appeared.", (), (w.ids[u],))  # ruling 289


def lift_unit(s: Position, step: Regroup, seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    found = list(regroup_unit(s, step, seat, args))
    if not found and not on_map(s, u):
        found.append(Why("31.10", lambda: f"{w.unit_names[u]} is picked up.", (), (w.ids[u],)))
    yield from found


def regroup_hex(s: Position, step: Regroup, seat: str, args: Ints) -> Whys:
    w = s.data
    u, h = args
    label = w.labels[h]
    if not w.lines.belt >> h & 1:
        yield Why("31.10", lambda: f"{label} does not lie in that belt.", (label,))
    elif h == s.where[u]:
        yield Why("31.10", lambda: f"{w.unit_names[u]} is there.", (label,))
    elif stack_value(s, u) and stack_in(s, h) >= MOST:
        yield Why("31.10", lambda: f"{MOST} units are in {label}; move one out first.", (label,))


def do_regroup(s: Position, step: Regroup, seat: str, args: Ints, ev: Events | None) -> None:
    u, h = args
    put(s, u, h)
    s.regrouped |= 1 << u


def do_lift(s: Position, step: Regroup, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    put(s, args[0], w.due)


class Regroup(Draft[Position], frozen=True):
    """31.10: the German player rearranges the units of the offensive; three in a hex, whatever its ground."""

    rule: ClassVar[str] = "31.10"
    verbs: ClassVar[tuple[Verb[Position, Regroup], ...]] = (
        Verb(
            "lift",
            do_lift,
            (Slot("unit", UNITS, lift_unit, among=_belt, prompt="Pick up which unit?"),),
            "31.10",
            "Pick up",
        ),
        Verb(
            "place",
            do_regroup,
            (
                Slot("unit", UNITS, regroup_unit, among=_belt, prompt="Place which unit?"),
                Slot("hex", HEXES, regroup_hex, among=lambda s, *_: s.data.lines.belt, prompt="In which hex?"),
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
        w = v.data
        for u in members(v.belt_units):
            if not on_map(v, u):
                name = w.unit_names[u]
                yield Why("31.10", lambda name=name: f"{name} must be placed.", (), (w.ids[u],))  # type: ignore[misc]

    def commit(self, s: Position, ev: Events | None) -> None:
        w = s.data
        for u in members(s.belt_units):
            tell_placed(
                ev,
                w,
                u,
                "set-up",
                f"{w.unit_names[u]} stands in {w.hex_name(s.where[u])}.",
                "31.10",
                (w.labels[s.where[u]],),
            )
        s.regrouped = 0
        note_crowds(s)

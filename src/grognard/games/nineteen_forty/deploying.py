"""16 Deployment. Both sides set up: the Allies first, then the Germans with the Allied set-up in view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from grognard.games.nineteen_forty.movement import hex_universe
from grognard.games.nineteen_forty.stacking import broken_limit, may_stack
from grognard.games.nineteen_forty.state import Position, claim, say
from grognard.games.nineteen_forty.world import ALLIED, BE, BELGIUM, FRANCE, GERMAN, GERMANY, SEATS, World
from grognard.kernel.contract import Action, Args, Draft, Slot, Verb, Why, Whys
from grognard.kernel.events import Events
from grognard.maps import members

DONE = tuple(Action("done", (), True, False, seat) for seat in SEATS)
DEPLOYMENT = {"allied": "16 Deployment ¶1", "german": "16 Deployment ¶2"}


def assignment(s: Position, seat: str) -> tuple[int, ...]:
    return s.assign_german if seat == "german" else s.assign_allied


def army_of(s: Position, u: int) -> int:
    """The army of a unit; the mountain corps has that of the corps it replaces (ruling 91)."""
    w: World = s.data
    return w.army[s.replaced] if u == w.geb and s.replaced >= 0 else w.army[u]


def deployed_units(s: Position, side: int) -> list[int]:
    """The units that a side deploys at the start."""
    w: World = s.data
    if side == GERMAN:
        geb = s.replaced >= 0 and w.entry[s.replaced] == "initial"  # it may also wait in reserve (ruling 91)
        return [u for u in w.of_side[GERMAN] if (w.entry[u] == "initial" and u != s.replaced) or (u == w.geb and geb)]
    return [u for u in w.of_side[ALLIED] if w.entry[u] == "initial" or (w.nation[u] == BE and s.late_alliance)]


def zone_of(s: Position, u: int) -> int:
    """Where a unit may be deployed (16 Deployment ¶1, ¶2, ruling 94)."""
    w: World = s.data
    army = army_of(s, u)
    if w.side[u] == GERMAN:
        if w.panzer_corps[u]:
            return w.german_groups[s.effort]  # 16 Germans ¶1b
        return w.german_groups[s.assign_german[army]] if army >= 0 else w.countries[GERMANY]
    if w.nation[u] == BE:
        return w.countries[BELGIUM]  # 20 Belgian Late Alliance ¶1
    if army < 0:
        return w.countries[FRANCE]
    return w.border & w.allied_groups[s.assign_allied[army]]


def deploy_unit_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[0]]
    ids = (w.ids[u],)
    if not any(units >> u & 1 for _, units in zones(s, SEATS.index(seat))):
        rule = "16 Germans ¶1b" if seat == "german" else "16 Allies ¶1b"
        yield Why(rule, lambda: f"{w.unit_names[u]} is not deployed at the start.", (), ids)
    elif s.placed >> u & 1:
        yield Why(DEPLOYMENT[seat], lambda: f"{w.unit_names[u]} has been placed.", (), ids)


def still_waiting(s: Position, side: int) -> int:
    """The units that a side has still to place, as a set."""
    left = 0
    for _, units in zones(s, side):
        left |= units
    return left & ~s.placed


def deploy_units(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.ids[u] for u in members(still_waiting(s, SEATS.index(seat)))]


def deploy_universe(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.ids[u] for u in w.of_side[SEATS.index(seat)]]


def zones(s: Position, side: int) -> list[tuple[int, int]]:
    """The deployment zones of a side, each with the set of units that deploy there. Remembered."""
    w: World = s.data
    key: tuple[object, ...] = (side, s.assign_allied, s.late_alliance)
    if side == GERMAN:
        key = (side, s.assign_german, s.effort, s.replaced)
    if w.zones_memo is None or w.zones_memo[0] != key:
        found: dict[int, int] = {}
        for u in deployed_units(s, side):
            zone = zone_of(s, u)
            found[zone] = found.get(zone, 0) | 1 << u
        w.zones_memo = (key, list(found.items()))
    return w.zones_memo[1]  # type: ignore[no-any-return]


def tight_zones(s: Position, side: int, later: int, taken: int) -> int:
    """Empty hexes that must be kept for the units that are placed later: a hex in them may not be used up.

    `taken` are the hexes with units. Zones are far larger than the armies, so this binds only an odd set-up.
    """
    empty = ~taken
    kept = 0
    for zone, units in zones(s, side):
        waiting = (units & later).bit_count()
        if waiting and (zone & empty).bit_count() <= waiting:
            kept |= zone & empty
    return kept


def standing(s: Position) -> tuple[int, dict[int, list[int]]]:
    """The hexes with units other than parachute regiments, and the units in each hex."""
    w: World = s.data
    n, bit, regiment = w.n, w.bit, w.regiment
    taken = 0
    at: dict[int, list[int]] = {}
    for u, h in enumerate(s.where):
        if h < n:
            if not regiment[u]:
                taken |= bit[h]
            if h in at:
                at[h].append(u)
            else:
                at[h] = [u]
    return taken, at


def deploy_hexes(s: Position, u: int) -> list[int]:
    w: World = s.data
    taken, at = standing(s)
    later = ~s.placed & ~(1 << u)
    zone = zone_of(s, u) & ~tight_zones(s, w.side[u], later, taken)
    return [h for h in members(zone) if h not in at or may_stack(w, [u, *at[h]])]


def deploy_values(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.labels[h] for h in deploy_hexes(s, w.unit[args[0]])]


def deploy_hex_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u, h = w.unit[args[0]], w.index[args[1]]
    label, name, army = w.labels[h], w.unit_names[u], army_of(s, u)
    side = w.side[u]
    taken, at = standing(s)
    broken = broken_limit(w, [u, *at.get(h, [])])
    if not zone_of(s, u) >> h & 1:
        rule = DEPLOYMENT[seat]
        if w.panzer_corps[u]:
            rule = "16 Germans ¶1b"
            text = f"{name} must be deployed with {w.group_titles[GERMAN][s.effort]}, which makes the main attack."
        elif army >= 0:
            group = assignment(s, seat)[army]
            text = f"{name} must be deployed in the area of {w.group_titles[side][group]}"
            text += "." if side == GERMAN else ", within two hexes of the French border."
        else:
            home = "Germany" if side == GERMAN else "Belgium" if w.nation[u] == BE else "France"
            text = f"{name} must be deployed in {home}."
        yield Why(rule, lambda: text, (label,))
    elif broken:
        yield Why("16 Deployment ¶3", lambda: f"{label} {broken[1]}.", (label,))
    elif tight_zones(s, side, ~s.placed & ~(1 << u), taken) >> h & 1:
        yield Why("16 Deployment ¶3", lambda: f"{label} is needed for units that can deploy nowhere else.", (label,))


def do_place(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    u, h = w.unit[args[0]], w.index[args[1]]
    s.where[u] = h
    s.placed |= 1 << u
    if ev is not None:
        say(ev, f"{w.unit_names[u]} deploys in {w.hex_name(h)}.", DEPLOYMENT[seat], (args[1],), (args[0],))


def do_rest(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    """Places all units that wait, sensibly: for whoever wants to get going."""
    from grognard.games.nineteen_forty.suggestions import set_up

    w: World = s.data
    before = list(s.where)
    set_up(s, seat)
    if ev is not None:
        for u, h in enumerate(s.where):
            if before[u] != h:
                say(
                    ev,
                    f"{w.unit_names[u]} deploys in {w.hex_name(h)}.",
                    DEPLOYMENT[seat],
                    (w.labels[h],),
                    (w.ids[u],),
                )


def rest_reasons(s: Position, step: Any, seat: str) -> Iterator[Why]:
    if not still_waiting(s, SEATS.index(seat)):
        yield Why(DEPLOYMENT[seat], lambda: "Every unit has been placed.")


def deployment_verbs(rule: str) -> tuple[Verb, ...]:
    """The verbs of one side's set-up, under its paragraph."""
    return (
        Verb(
            "place",
            do_place,
            slots=(
                Slot("unit", "piece", deploy_universe, deploy_unit_reasons, deploy_units, prompt="Place which unit?"),
                Slot("hex", "place", hex_universe, deploy_hex_reasons, deploy_values, prompt="In which hex?"),
            ),
            rule=rule,
            label="Place",
        ),
        Verb("rest", do_rest, (), rule, "Place the rest for me", reasons=rest_reasons),
    )


REST = tuple(Action("rest", (), True, False, seat) for seat in SEATS)


class Deploying(Draft[Position], frozen=True):
    done_label: ClassVar[str] = "Set-up complete"

    def quick(self, v: Position, seat: str) -> list[Action] | None:
        w: World = v.data
        side = SEATS.index(seat)
        if not w.place_actions:
            w.place_actions = tuple(
                Action("place", (name,), False, True, SEATS[w.side[u]]) for u, name in enumerate(w.ids)
            )
        left = still_waiting(v, side)
        return [*[w.place_actions[u] for u in members(left)], REST[side]] if left else [DONE[side]]

    def prompt(self, v: Position, seat: str) -> str:
        return "Deploy your units."

    def duties(self, v: Position, seat: str) -> Whys:
        w: World = v.data
        for _, units in zones(v, SEATS.index(seat)):
            for u in members(units & ~v.placed):
                yield Why(
                    self.rule,
                    lambda u=u: f"{w.unit_names[u]} is not placed.",  # type: ignore[misc]
                    (),
                    (w.ids[u],),
                )


class AlliedDeploying(Deploying, frozen=True):
    """16 Deployment ¶1: the Allies deploy first."""

    rule: ClassVar[str] = DEPLOYMENT["allied"]
    verbs: ClassVar[tuple[Verb, ...]] = deployment_verbs(DEPLOYMENT["allied"])

    def seats(self, s: Position) -> tuple[str, ...]:
        return ("allied",)

    def commit(self, s: Position, ev: Events | None) -> None:
        s.placed = 0
        s.deployed |= 1 << ALLIED  # territory is settled once both sides stand on the map (5 ¶1)


class GermanDeploying(Deploying, frozen=True):
    """16 Deployment ¶2: the Germans deploy with the Allied set-up in view."""

    rule: ClassVar[str] = DEPLOYMENT["german"]
    verbs: ClassVar[tuple[Verb, ...]] = deployment_verbs(DEPLOYMENT["german"])

    def seats(self, s: Position) -> tuple[str, ...]:
        return ("german",)

    def commit(self, s: Position, ev: Events | None) -> None:
        s.placed = 0
        s.deployed |= 1 << GERMAN
        claim(s)

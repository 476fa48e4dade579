# compiled as it stands
"""16 Deployment. Both sides set up: the Allies first, then the Germans with the Allied set-up in view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.nineteen_forty.data.world import (
    ALLIED,
    BE,
    GERMAN,
    SEATS,
    World,
)
from grognard.games.nineteen_forty.rules.domains import HEX, UNIT
from grognard.games.nineteen_forty.rules.stacking import broken_limit, may_stack
from grognard.games.nineteen_forty.rules.state import Position, at_war, claim
from grognard.games.nineteen_forty.rules.suggestions import set_up
from grognard.games.nineteen_forty.rules.zones import (
    army_of,
    assignment,
    deployed_units,
    standing,
    still_waiting,
    tight_zones,
    zone_of,
    zones,
)
from grognard.kernel.rules import Draft, Events, Ints, Placed, Slot, Verb, Why, Whys
from grognard.maps import members

DEPLOYMENT = {"allied": "16 Deployment ¶1", "german": "16 Deployment ¶2"}


def deploy_unit_reasons(s: Position, step: Deploying, seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    ids = (w.ids[u],)
    name, rule = w.unit_names[u], "16 Germans ¶1b" if seat == "german" else "16 Allies ¶1b"
    if not at_war(s, u) and s.where[u] < w.n:
        rule = "16 Neutral Deployment ¶1"
        yield Why(rule, lambda: f"{name} is neutral and has its place in a fixed set-up.", (), ids)
    elif SEATS[w.side[u]] != seat:
        yield Why(rule, lambda: f"{name} belongs to the enemy.", (), ids)
    elif u not in deployed_units(s, w.side[u]):
        yield Why(rule, lambda: f"{name} is not deployed at the start.", (), ids)
    elif s.placed >> u & 1:
        yield Why(DEPLOYMENT[seat], lambda: f"{w.unit_names[u]} has been placed.", (), ids)


def deploy_units(s: Position, step: Deploying, seat: str, args: Ints) -> int:
    return still_waiting(s, SEATS.index(seat))


def deploy_hexes(s: Position, step: Deploying, seat: str, args: Ints) -> int:
    w, u = s.data, args[0]
    taken, at = standing(s)
    later = ~s.placed & ~(1 << u)
    found = zone_of(s, u) & ~tight_zones(s, w.side[u], later, taken)
    for h, units in at.items():
        if found >> h & 1 and not may_stack(w, [u, *units]):
            found ^= w.bit[h]
    return found


def deploy_hex_reasons(s: Position, step: Deploying, seat: str, args: Ints) -> Whys:
    w = s.data
    u, h = args[0], args[1]
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


def do_place(s: Position, step: Deploying, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u, h = args[0], args[1]
    s.where[u] = h
    s.placed |= 1 << u
    if ev is not None:
        ev.add(_deployed(w, u, h, seat))


def _deployed(w: World, u: int, h: int, seat: str) -> Placed:
    return Placed(
        piece=w.ids[u],
        how="set-up",
        words=f"{w.unit_names[u]} deploys in {w.hex_name(h)}.",
        rule=DEPLOYMENT[seat],
        places=(w.labels[h],),
        pieces=(w.ids[u],),
        side=seat,
    )


def do_rest(s: Position, step: Deploying, seat: str, args: Ints, ev: Events | None) -> None:
    """Places all units that wait, sensibly: for whoever wants to get going."""
    w = s.data
    before = list(s.where)
    set_up(s, seat)
    if ev is not None:
        for u, h in enumerate(s.where):
            if before[u] != h:
                ev.add(_deployed(w, u, h, seat))


def rest_reasons(s: Position, step: Deploying, seat: str) -> Iterator[Why]:
    if not still_waiting(s, SEATS.index(seat)):
        yield Why(DEPLOYMENT[seat], lambda: "Every unit has been placed.")


def deployment_verbs(rule: str) -> tuple[Verb[Position, Deploying], ...]:
    """The verbs of one side's set-up, under its paragraph."""
    return (
        Verb(
            "place",
            do_place,
            slots=(
                Slot("unit", UNIT, deploy_unit_reasons, legal=deploy_units, prompt="Place which unit?"),
                Slot("hex", HEX, deploy_hex_reasons, legal=deploy_hexes, prompt="In which hex?"),
            ),
            rule=rule,
            label="Place",
        ),
        Verb("rest", do_rest, (), rule, "Place the rest for me", reasons=rest_reasons),
    )


class Deploying(Draft[Position], frozen=True):
    done_label: ClassVar[str] = "Set-up complete"

    def prompt(self, v: Position, seat: str) -> str:
        return "Deploy your units."

    def duties(self, v: Position, seat: str) -> Whys:
        w = v.data
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
    verbs: ClassVar[tuple[Verb[Position, Deploying], ...]] = deployment_verbs(DEPLOYMENT["allied"])

    def seats(self, s: Position) -> tuple[str, ...]:
        return ("allied",)

    def commit(self, s: Position, ev: Events | None) -> None:
        s.placed = 0
        s.deployed |= 1 << ALLIED  # territory is settled once both sides stand on the map (5 ¶1)


class GermanDeploying(Deploying, frozen=True):
    """16 Deployment ¶2: the Germans deploy with the Allied set-up in view."""

    rule: ClassVar[str] = DEPLOYMENT["german"]
    verbs: ClassVar[tuple[Verb[Position, Deploying], ...]] = deployment_verbs(DEPLOYMENT["german"])

    def seats(self, s: Position) -> tuple[str, ...]:
        return ("german",)

    def commit(self, s: Position, ev: Events | None) -> None:
        s.placed = 0
        s.deployed |= 1 << GERMAN
        claim(s)

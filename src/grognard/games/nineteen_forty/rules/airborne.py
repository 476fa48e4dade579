# compiled as it stands
"""11. Airborne operations: drops, withdrawal, and what becomes of units that landed on the enemy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN, SEATS
from grognard.games.nineteen_forty.rules.domains import UNIT
from grognard.games.nineteen_forty.rules.movement import invasions
from grognard.games.nineteen_forty.rules.stacking import fits, no_room
from grognard.games.nineteen_forty.rules.state import (
    OPENING,
    Position,
    claim,
    eliminate,
    garrison_hexes,
    invades,
    join,
    listener,
    survey,
    tell,
)
from grognard.games.nineteen_forty.rules.strength import garrison_rule
from grognard.kernel.rules import Choice, Control, Events, Ints, Left, Placed, Slot, Verb, Why, Whys
from grognard.kernel.show import Preview, Reason
from grognard.maps import mask_of, members


def why_not_opening(s: Position) -> Iterator[Why]:
    """What belongs to the start of the movement phase (ruling 1)."""
    if s.stage != OPENING:
        yield Why(
            "2 ¶4", lambda: "This is done at the start of the movement phase, before any unit moves (ruling 1)."
        )


def why_not_dropping(s: Position, u: int) -> Iterator[Why]:
    w = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if not w.airborne[u]:
        yield Why("11 ¶1", lambda: f"{name} is not an airborne unit.", (), ids)
    elif s.where[u] == w.evacuated:
        yield Why("11 ¶3", lambda: f"{name} has been withdrawn for good.", (), ids)
    elif s.where[u] == w.eliminated:
        yield Why("11 ¶2", lambda: f"{name} is eliminated.", (), ids)
    elif not at_airfield(s, u):
        yield Why(
            "11 ¶2",
            lambda: (
                f"{name} must be in the pool, or supplied and undisrupted in a German-controlled city (ruling 72)."
            ),
            (),
            ids,
        )
    elif not w.cities & s.german:
        yield Why("11 ¶1", lambda: "There is no German-controlled city within range of which it could land.", (), ids)
    yield from why_not_opening(s)


def at_airfield(s: Position, u: int) -> bool:
    """Whether an airborne unit can take off: from the pool, or from a city on the map (11 ¶2, ruling 72)."""
    w = s.data
    h = s.where[u]
    if h >= w.n:
        return h == w.waiting
    busy = s.dropped | s.moved | s.unsupplied
    return bool(w.cities & s.german & w.bit[h]) and not busy >> u & 1 and not s.disrupted[u]


def drop_zone(s: Position) -> int:
    """Land within range of a German-controlled city (6 Air ¶1, 11 ¶1, ¶2)."""
    w = s.data
    zone = 0
    for h in members(w.cities & s.german):
        zone |= w.within[h]
    return zone & w.land


def drop_unit_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    return why_not_dropping(s, args[0])


def dropping(s: Position) -> int:
    """The units that can be dropped now, as a set."""
    if s.stage != OPENING or not s.data.cities & s.german:
        return 0
    return mask_of(u for u in s.data.airborne_units if at_airfield(s, u))


def drop_units(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    return dropping(s)


def drop_hexes(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    """Hexes in range with room for the unit."""
    w, u, around = s.data, args[0], survey(s)
    zone = drop_zone(s) & ~w.spot_bits[s.where[u]]
    for h in members(zone & around.occupied[GERMAN]):
        if not fits(s, around, u, h):
            zone ^= w.bit[h]
    return zone


def drop_hex_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u, h = args[0], args[1]
    label = w.labels[h]
    if not w.land >> h & 1:
        yield Why("11 ¶1", lambda: f"{label} is not a land hex.", (label,))
    elif h == s.where[u]:
        yield Why("11 ¶1", lambda: f"{w.unit_names[u]} is there already.", (label,))
    elif not drop_zone(s) >> h & 1:
        reach = w.book.airborne.range
        yield Why("11 ¶1", lambda: f"{label} is more than {reach} hexes from every German-controlled city.", (label,))
    elif not fits(s, survey(s), u, h):
        yield no_room(s, u, h)


def do_drop(s: Position, step: Choice[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u, h = args[0], args[1]
    s.where[u] = h
    s.dropped |= 1 << u
    s.moved |= 1 << u
    s.landings |= w.bit[h]
    s.unsupplied |= 1 << u  # ruling 57
    effects = listener(ev)
    if invades(s, h):
        join(s, w.country[h], effects)  # ruling 76
    claim(s, effects)
    if ev is not None:
        tell(
            ev,
            Placed(
                piece=w.ids[u],
                how="drop",
                side=SEATS[GERMAN],
                words=f"{w.unit_names[u]} drops on {w.hex_name(h)}.",
                rule="11 ¶1",
                places=(w.labels[h],),
                pieces=(w.ids[u],),
            ),
            effects,
        )
    s.then(step)


def preview_drop(s: Position, step: Choice[Position], seat: str, args: Ints) -> Preview:
    w = s.data
    u, h = args
    effects = invasions(s, [h])
    if survey(s).occupied[ALLIED] >> h & 1:
        if w.maginot >> h & 1:
            effects.append(
                Reason(
                    "11 Fortifications ¶1b",
                    "Rivers are cancelled for attacks into this hex; the Maginot Line still halves and adds its "
                    "point, but DR works (ruling 68).",
                )
            )
        else:
            effects.append(Reason("11 Effects ¶1", "Hexside effects are cancelled for attacks into this hex."))
        effects.append(Reason("11 ¶2", "It is lost if the enemy is still there after combat."))
    elif garrison_hexes(s) >> h & 1:
        effects.append(Reason(garrison_rule(w, h), "The garrison falls at the end of the combat phase (ruling 70)."))
    return Preview(f"{w.unit_names[u]} drops on {w.hex_name(h)}.", effects=tuple(effects), places=(w.labels[h],))


# ------------------------------------------------------------------------------------------- withdrawal


def why_not_withdrawing(s: Position, u: int) -> Iterator[Why]:
    """11 ¶3 (ruling 74)"""
    w = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if not w.airborne[u] or s.where[u] >= w.n:
        yield Why("11 ¶3", lambda: f"{name} is not an airborne unit on the map.", (), ids)
        return
    if s.dropped >> u & 1:
        yield Why("11 ¶3", lambda: f"{name} has landed in this impulse.", (), ids)
    elif s.unsupplied >> u & 1:
        yield Why("11 ¶3", lambda: f"{name} had no supply line at the start of the impulse.", (), ids)
    yield from why_not_opening(s)


def withdraw_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    return why_not_withdrawing(s, args[0])


def withdraw_units(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    return withdrawable(s)


def withdrawable(s: Position) -> int:
    """The units that can be withdrawn now, as a set."""
    w = s.data
    if s.stage != OPENING:
        return 0
    return mask_of(u for u in w.airborne_units if s.where[u] < w.n and not (s.dropped | s.unsupplied) >> u & 1)


def do_withdraw(s: Position, step: Choice[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u = args[0]
    h = s.where[u]
    s.where[u] = w.evacuated
    if ev is not None:
        ev.add(
            Left(
                piece=w.ids[u],
                how="withdrawn",
                words=f"{w.unit_names[u]} is withdrawn from {w.hex_name(h)}.",
                rule="11 ¶3",
                places=(w.labels[h],),
                pieces=(w.ids[u],),
                side=SEATS[GERMAN],
            )
        )
    claim(s, ev)
    s.then(step)


def do_keep(s: Position, step: Choice[Position], seat: str, args: Ints, ev: Events | None) -> None:
    """Nothing more is withdrawn."""


WHICH_UNIT = Slot("unit", UNIT, withdraw_reasons, legal=withdraw_units, prompt="Withdraw which unit?")


class Withdrawing(Choice[Position], frozen=True):
    """11 ¶3: at the start of an Allied impulse too, supplied airborne units may be taken off the map."""

    rule: ClassVar[str] = "11 ¶3"
    verbs: ClassVar[tuple[Verb[Position, Withdrawing], ...]] = (
        Verb("withdraw", do_withdraw, (WHICH_UNIT,), "11 ¶3", "Withdraw"),
        Verb("keep", do_keep, rule="11 ¶3", label="Keep them on the map"),
    )

    def seat(self, s: Position) -> str:
        return "german"

    def prompt(self, v: Position, seat: str) -> str:
        return "Withdraw supplied airborne units?"

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        return None if withdrawable(s) else ("keep", ())

    def standing(self, v: Position, seat: str, order: str) -> str | None:
        return "keep" if order == "keep-airborne" else None


def end_of_combat(s: Position, ev: Events | None) -> None:
    """11 ¶2 and 10 Eben Emael ¶1: airborne units among enemies die, then garrisons under Germans fall."""
    w = s.data
    around = survey(s)
    for u in w.airborne_units:
        h = s.where[u]
        if around.occupied[ALLIED] >> h & 1:
            eliminate(s, u, ev, "11 ¶2", "stranded", f" in {w.labels[h]}, where the enemy still stands")
    around = survey(s)
    for g, h in enumerate(w.garrison_hex):
        if not (around.occupied[GERMAN] | around.regiments) >> h & 1:
            continue
        if w.garrison_fort[g]:
            s.fort_lost = True  # also when a surrender has removed the garrison (ruling 66)
        if s.garrisons >> g & 1:
            s.garrisons &= ~(1 << g)
            if ev is not None:
                words, label = f"{w.garrison_name[g]} falls.", w.labels[h]
                told = Control(
                    place=label, words=words, rule=garrison_rule(w, h), places=(label,), side=SEATS[GERMAN]
                )
                ev.add(told)
    claim(s, ev)

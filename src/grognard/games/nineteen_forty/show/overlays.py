"""Overlays: supply with its line or cut, zones of control, reach, friendly territory, threat."""

from __future__ import annotations

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN, SEATS
from grognard.games.nineteen_forty.rules.command import why_not_effort
from grognard.games.nineteen_forty.rules.declaring import attackable
from grognard.games.nineteen_forty.rules.movement import destinations, reach, why_not_moving
from grognard.games.nineteen_forty.rules.state import Position, allowance, at_war, points_text, survey
from grognard.games.nineteen_forty.rules.strength import ONE, base_column, defence_strength
from grognard.games.nineteen_forty.rules.supply import is_supplied, line
from grognard.kernel.errors import BadInput
from grognard.kernel.show import Overlay, OverlayKind, Shade
from grognard.maps import Line, members

KINDS = (
    OverlayKind("supply", "Supply of a unit", "piece"),
    OverlayKind("reach", "Reach of a unit", "piece"),
    OverlayKind("zones", "Zones of control", "side"),
    OverlayKind("control", "Friendly territory"),
    OverlayKind("threat", "What a side could attack now", "side"),
    OverlayKind("plan", "The plans, as far as you know them"),
)


# Supply counts as it was judged when the impulse began (8 Supply Effects ¶1), whatever has moved since.
JUDGED_WITHOUT = "counts as out of supply until the next impulse; a line is open now"
JUDGED_WITH = "counts as supplied until the next impulse"


def _unit(v: Position, about: str) -> int:
    w = v.data
    if about not in w.unit:
        raise BadInput(f"There is no unit “{about}”.")
    u = w.unit[about]
    if v.where[u] >= w.n:
        raise BadInput(f"{w.unit_names[u]} is not on the map.")
    return u


def _side(about: str) -> int:
    if about not in SEATS:
        raise BadInput(f"There is no side “{about}”; there are german and allied.")
    return SEATS.index(about)


def overlay(v: Position, name: str, about: str) -> Overlay:
    if name == "supply":
        return supply(v, _unit(v, about))
    if name == "reach":
        return reachable(v, _unit(v, about))
    if name == "zones":
        return zones(v, _side(about))
    if name == "threat":
        return threat(v, _side(about))
    if name == "control":
        return control(v)
    if name == "plan":
        return plan(v)
    raise BadInput(f"1940 has no overlay “{name}”.")


def supply(v: Position, u: int) -> Overlay:
    w = v.data
    name = w.unit_names[u]
    title = f"Supply of {name}"
    if not at_war(v, u):
        return Overlay("supply", title, text=f"{name} is neutral: its supply is not judged.", rule="8 ¶1")
    found = line(v, u)
    judged = not v.unsupplied >> u & 1
    words, rule = "is supplied" if judged else JUDGED_WITHOUT, "8 ¶1" if judged else "8 Supply Effects ¶1"
    if isinstance(found, Line):
        labels = tuple(w.labels[h] for h in found.path)
        return Overlay("supply", title, (), (labels,), (), f"{name} {words} from {labels[-1]}.", rule)
    if is_supplied(v, u):
        rule = "10 Maginot Line ¶1" if judged else rule
        return Overlay("supply", title, (), (), (), f"{name} {words} in the Maginot Line.", rule)
    if v.turn >= 0 and judged:
        text, rule = f"{name} has no line of supply now, but {JUDGED_WITH}.", "8 Supply Effects ¶1"
    else:
        text, rule = f"{name} has no line of supply.", "8 ¶1"
    pocket = tuple(Shade(w.labels[h], "warn") for h in members(found.pocket))
    cuts = tuple(w.labels[h] for h in found.breach)
    return Overlay("supply", title, pocket, (), cuts, text, rule)


def reachable(v: Position, u: int) -> Overlay:
    w = v.data
    title = f"Reach of {w.unit_names[u]}"
    why = next(why_not_moving(v, u), None)
    if why is not None:
        if why.rule == "18 ¶1c" and v.reacting < 0 and w.army[u] >= 0:
            text = "Which Allied army group moves on turn 0 is secret until the Allied player turn."
            return Overlay("reach", title, text=text, rule="16 ¶1")
        return Overlay("reach", title, text=why.text(), rule=why.rule)
    if v.moved >> u & 1 and w.side[u] == v.side:
        return Overlay("reach", title, text=f"{w.unit_names[u]} has moved in this phase (ruling 25).", rule="6 ¶1")
    found = reach(v, u)
    ends = set(destinations(v, u))
    shades = tuple(
        Shade(w.labels[h], "good" if h in ends else "weak", points_text(cost))
        for h, cost in found.costs.items()
        if h != found.start
    )
    return Overlay("reach", title, shades, text=f"{points_text(allowance(v, u))} movement points.", rule="6 ¶1")


def plan(v: Position) -> Overlay:
    """16 ¶1: what the plans say, as far as the view knows them: each side its own, both what has been shown."""
    w = v.data
    words = []
    if v.objective >= 0:
        words.append(f"German objective: {w.plan_names[v.objective]}.")
    if v.effort >= 0:
        words.append(f"Main attack: {w.group_titles[GERMAN][v.effort]}.")
    if v.replaced >= 0:
        words.append(f"The mountain corps takes the place of {w.unit_names[v.replaced]}.")
    if v.reacting >= 0:
        words.append(f"The {w.group_titles[ALLIED][v.reacting]} moves on turn 0.")
    for side, assigned in ((GERMAN, v.assign_german), (ALLIED, v.assign_allied)):
        for group, title in enumerate(w.group_titles[side]):
            armies = [w.army_names[w.armies[side][a]] for a, g in enumerate(assigned) if g == group]
            if armies:
                words.append(f"{title}: {', '.join(armies)}.")
    released = [w.army_names[army] for a, army in enumerate(w.allied_armies) if v.released >> a & 1]
    if released:
        words.append(f"Free to cross army group boundaries: {', '.join(released)}.")
    text = " ".join(words) or "Both plans are secret."
    return Overlay("plan", "The plans, as far as you know them", text=text, rule="16 ¶1")


def zones(v: Position, side: int) -> Overlay:
    w = v.data
    found = survey(v).zones[side]
    shades = tuple(Shade(w.labels[h], "strong", side=SEATS[side]) for h in members(found & w.land))
    return Overlay("zones", f"{SEATS[side].title()} zones of control", shades, rule="4 ¶1")


def control(v: Position) -> Overlay:
    w = v.data
    shades = [Shade(w.labels[h], "plain", side="german") for h in members(v.german)]
    shades += [Shade(w.labels[h], "plain", side="allied") for h in members(v.allied)]
    return Overlay("control", "Friendly territory", tuple(shades), rule="5 ¶1")


def threat(v: Position, side: int) -> Overlay:
    """For every enemy hex: the odds of all units beside it that may attack."""
    w = v.data
    around = survey(v)
    shades = []
    may = [u for u in w.of_side[side] if v.where[u] < w.n and can_attack(v, u)]
    for h in members(around.occupied[1 - side]):
        units = [u for u in may if attackable(v, u, w.bit[h], v.war)]
        if not units:
            continue
        force = sum(w.combat[u] * ONE >> (v.unsupplied >> u & 1) for u in units)
        defence = defence_strength(v, units, (h,), 1 - side)
        column = base_column(w, force, defence)
        tone = "bad" if column >= 5 else "warn" if column >= 3 else "weak"
        shades.append(Shade(w.labels[h], tone, w.crt_names[column]))  # type: ignore[arg-type]
    text = (
        "Odds if every unit beside the hex attacks it alone, unsupplied ones at half; terrain, fortifications, "
        "armor and air are not counted."
    )
    return Overlay(
        "threat", f"What the {SEATS[side].title()} side could attack", tuple(shades), text=text, rule="7 ¶4b"
    )


def can_attack(v: Position, u: int) -> bool:
    """Whether a unit could attack in a combat phase of its side."""
    w = v.data
    idle = v.disrupted[u] or not w.combat[u] or v.dropped >> u & 1 or not at_war(v, u)
    return not idle and next(why_not_effort(v, u), None) is None


__all__ = ["ALLIED", "GERMAN", "KINDS", "overlay"]

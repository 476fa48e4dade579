"""Overlays: supply with its path or where it is cut, reach, control, threat."""

from __future__ import annotations

from grognard.games.springtime.data.world import AXIS, MAGINOT, SIDE_NAMES
from grognard.games.springtime.rules.movement import ASSAULT, allowance, is_frozen, reach
from grognard.games.springtime.rules.state import Spring, counted, facts, is_contested, is_free
from grognard.games.springtime.rules.supply import has_supply, trace
from grognard.kernel.errors import BadInput
from grognard.kernel.rules import bits
from grognard.kernel.show import Overlay, OverlayKind, Shade

KINDS = (
    OverlayKind("supply", "Supply of a unit", "piece"),
    OverlayKind("supply-all", "Supply of both sides"),
    OverlayKind("reach", "Reach of a unit", "piece"),
    OverlayKind("control", "Control"),
    OverlayKind("threat", "Threat: what the enemy can reach", "side"),
)


def overlay(v: Spring, name: str, about: str) -> Overlay:
    if name == "supply":
        return _supply(v, _unit(v, about))
    if name == "supply-all":
        return _supply_all(v)
    if name == "reach":
        return _reach(v, _unit(v, about))
    if name == "control":
        return _control(v)
    if name == "threat":
        return _threat(v, 0 if about == "allies" else AXIS)
    raise BadInput(f"There is no overlay “{name}”.")


def _unit(v: Spring, about: str) -> int:
    if about not in v.data.unit:
        raise BadInput(f"There is no unit “{about}”.")
    return v.data.unit[about]


def _supply(v: Spring, u: int) -> Overlay:
    d = v.data
    ids, name = d.place_ids, d.unit_names[u]
    if v.loc[u] >= 36:
        return Overlay("supply", f"Supply of {name}", text=f"{name} is not on the map.", rule="13.2.1")
    path, cuts = trace(v, u)
    if path:
        shades = tuple(Shade(ids[p], "good") for p in path)
        text = f"{name} is in supply through {' – '.join(d.area_names[p] for p in path)}."
        return Overlay("supply", f"Supply of {name}", shades, (tuple(ids[p] for p in path),), (), text, "13.2.1")
    cut = tuple(ids[p] for p in cuts)
    text = f"{name} is out of supply: the enemy controls {', '.join(d.area_names[p] for p in cuts)}."
    return Overlay("supply", f"Supply of {name}", (Shade(ids[v.loc[u]], "bad"),), (), cut, text, "13.2.1")


def _supply_all(v: Spring) -> Overlay:
    d = v.data
    shades = []
    for p in range(36):
        units = bits(facts(v).at[p])
        if units:
            bad = [u for u in units if not has_supply(v, u)]
            shades.append(Shade(d.place_ids[p], "bad" if bad else "good", f"{len(bad)} cut off" if bad else ""))
    return Overlay(
        "supply-all",
        "Supply",
        tuple(shades),
        text="Areas with units that cannot trace supply are marked.",
        rule="13.2",
    )


def _reach(v: Spring, u: int) -> Overlay:
    d = v.data
    name = d.unit_names[u]
    if v.loc[u] >= 36:
        return Overlay("reach", f"Reach of {name}", text=f"{name} is not on the map.", rule="9.2")
    enemy = d.side_mask[1 - d.side[u]]
    before, _ = reach(v, u, ASSAULT)
    shades = tuple(Shade(d.place_ids[p], "warn" if facts(v).at[p] & enemy else "good") for p in sorted(before))
    if is_frozen(v, u):
        text = f"{name} may not move before Italy declares war (9.3.3)."
    else:
        most = counted(allowance(v, u, ASSAULT), "Area")
        text = f"{name} can enter {most} in an Assault; where enemies are it stops, and must attack unless the Area "
        text += "was contested before."
    return Overlay("reach", f"Reach of {name}", shades, text=text, rule="9.2")


def _control(v: Spring) -> Overlay:
    d = v.data
    shades = []
    for p, side in enumerate(v.control):
        tone = "warn" if is_contested(v, p) else "strong" if side == AXIS else "weak"
        shades.append(Shade(d.place_ids[p], tone, SIDE_NAMES[side], "axis" if side else "allies"))  # type: ignore[arg-type]
    return Overlay(
        "control", "Control", tuple(shades), text="Dark: Axis, light: Allies; contested Areas stand out.", rule="7.2"
    )


def _threat(v: Spring, side: int) -> Overlay:
    """How many units of a side could be in each Area in one Assault, whatever their Army Group."""
    d = v.data
    count = [0] * 36
    for u in d.own[side]:
        if v.loc[u] < 36 and not is_frozen(v, u):
            for p in _paths(v, u):
                count[p] += 1
    shades = tuple(
        Shade(d.place_ids[p], "bad" if n >= 3 else "warn", str(n), "axis" if side else "allies")
        for p, n in enumerate(count)
        if n
    )
    text = (
        f"How many units of the {SIDE_NAMES[side]} can be in each Area in one impulse, of all Army Groups together."
    )
    return Overlay("threat", f"Threat by the {SIDE_NAMES[side]}", shades, text=text, rule="9.2")


def _paths(v: Spring, u: int) -> set[int]:
    d = v.data
    side = d.side[u]
    enemy = d.side_mask[1 - side]
    seen = {v.loc[u]}
    layer = [v.loc[u]]
    only_free = is_contested(v, v.loc[u])  # 9.2: the first Area, when leaving a contested one
    for _ in range(allowance(v, u, ASSAULT)):
        following = []
        for p in layer:
            for q in d.near[p]:
                if q not in seen and not (q == d.italy and u != d.italian) and (not only_free or is_free(v, q, side)):
                    seen.add(q)
                    if not facts(v).at[q] & enemy and d.edge_kind[p][q] != MAGINOT:
                        following.append(q)
        layer, only_free = following, False
    return seen

"""What stands on the board, as a seat sees it."""

from __future__ import annotations

from functools import cache

from grognard.games.springtime.data.world import ALLIES, AXIS, SIDE_NAMES, SIDES, World
from grognard.games.springtime.rules.events import event_text
from grognard.games.springtime.rules.impulses import GROUP_NAMES
from grognard.games.springtime.rules.state import NOBODY, UNSEEN, Spring, facts, is_contested, leader_of
from grognard.games.springtime.show.board import RECORDS
from grognard.kernel.rules import bits
from grognard.kernel.show import Badge, Face, Mark, Number, Piece, Scene

ECHELON = {"army": "XXXX", "corps": "XXX", "division": "XX"}
SYMBOLS = {"prioux": "motorized", "wietersheim": "motorized", "airlanding": "airborne", "alp": "mountain"}


def _group_words(group: str) -> tuple[str, ...]:
    """A unit's Army Group (4.3.3); the Belgian and the Dutch Army are groups by themselves."""
    if group in ("Be", "N"):
        return ()
    return ("Reserve",) if group == "R" else (GROUP_NAMES[group].removeprefix("the "),)


@cache
def unit_face(d: World, u: int, strength: int, oos: int, leader: int, flipped: int) -> Face:
    unit = d.units[u]
    badges = []
    about = [
        f"{unit.nation.capitalize()} {unit.kind} {unit.size}",
        *_group_words(unit.group),
        "full strength" if strength == 2 else "reduced",
    ]
    if leader >= 0:
        item = d.leaders[leader]
        value = d.rating[leader][flipped]
        tone = "plain" if not flipped else "bad" if d.side[u] == ALLIES else "good"
        words = f"Leader {item.name}, rating {value}"
        badges.append(Badge(f"{item.name} {value:+d}", tone, words, f"{value:+d}"))  # type: ignore[arg-type]
        about.append(f"Leader {item.name} {value:+d}")
    if oos:
        badges.append(Badge("OOS", "bad", "Out of supply (13.2)"))
        about.append("out of supply")
    return Face(
        name=unit.name,
        colours=unit.nation,
        symbol=SYMBOLS.get(unit.id, "armour" if unit.kind == "armored" else "infantry"),
        size=ECHELON[unit.size],
        factors=(str(d.cv[u][strength]), str(unit.move)),
        badges=tuple(badges),
        steps=(strength, 2),
        short=f"{unit.short} ({unit.group})",
        about=", ".join(about),
    )


@cache
def unit_piece(d: World, u: int, p: int, strength: int, oos: int, leader: int, flipped: int) -> Piece:
    return Piece(d.unit_ids[u], d.place_ids[p], unit_face(d, u, strength, oos, leader, flipped), u, SIDES[d.side[u]])


@cache
def marker(
    ident: str, place: str, name: str, colours: str, factor: str = "", back: bool = False, about: str = ""
) -> Piece:
    return Piece(
        ident,
        place,
        Face(name, colours, "marker", factors=(factor,) if factor else (), short=name, back=back, about=about),
    )


@cache
def air_piece(d: World, a: int, strong: int, used: int) -> Piece:
    air = d.air[a]
    value = d.air_value[a][strong]
    place = "air-axis" if air.nation == "german" else "air-allies"
    badges = (Badge("flown", "warn", "Used in this impulse (9.4.1)"),) if used else ()
    face = Face(
        air.name,
        air.nation,
        "air",
        factors=(f"{value:+d}",),
        badges=badges,
        steps=(1 + strong, 2),
        short=air.name,
        about=f"Air support {value:+d}, {'strong' if strong else 'weaker'} side",
    )
    return Piece(air.id, place, face, a)


@cache
def _mark(ident: str, place: str, style: str, text: str, about: str) -> Mark:
    return Mark(ident, place, style, text, about)


def build_scene(v: Spring) -> Scene:
    d = v.data
    pieces: list[Piece] = []
    flipped = v.flipped
    for u, p in enumerate(v.loc):
        leader = leader_of(v, u) if p < 36 else -1
        shown = v.strength[u] if p < 36 else 2
        pieces.append(unit_piece(d, u, p, shown, v.oos[u], leader, flipped[leader] if leader >= 0 else 0))
    for a in range(4):
        pieces.append(air_piece(d, a, v.air_strong[a], v.air_used[a]))
    pieces += _track_markers(v)
    pieces += _event_markers(v)
    return Scene(tuple(pieces), tuple(_marks(v)), _numbers(v), clock_text(v))


def _track_markers(v: Spring) -> list[Piece]:
    """3.2, 3.3, 3.4: the markers of the turn, the impulse with the Advantage, morale and points (4.4.3, 4.4.4,
    4.4.5)."""
    holder = "axis-marker" if v.advantage == AXIS else "allied-marker" if v.advantage == ALLIES else "marker"
    who = SIDE_NAMES[v.advantage] if v.advantage != NOBODY else "nobody"
    morale = min(abs(v.morale), 99)
    sign = "−" if v.morale < 0 else ""
    last = RECORDS - 1
    return [
        marker("turn", f"turn-{v.turn}", "Turn", "marker"),
        marker("impulse", f"impulse-{v.impulse}", "Impulse", holder, about=f"The Advantage: {who}"),
        marker("morale-10", f"record-{morale // 10}", f"Morale {sign}×10", "french"),
        marker("morale-1", f"record-{morale % 10}", f"Morale {sign}×1", "french"),
        marker(
            "points-allies",
            f"record-{min(v.points_allies, last)}",
            "Allied RP",
            "allied-marker",
            str(v.points_allies),
        ),
        marker("points-axis", f"record-{min(v.points_axis, last)}", "Axis RP", "axis-marker", str(v.points_axis)),
    ]


def _event_markers(v: Spring) -> list[Piece]:
    d = v.data
    out = []
    for side, held in ((ALLIES, v.held_allies), (AXIS, v.held_axis)):
        name = SIDES[side]
        if held == UNSEEN:
            out.append(marker(f"marker-{name}", f"hand-{name}", "Event", "marker", back=True))
        elif held:
            e = d.events[held - 1]
            out.append(
                marker(
                    f"marker-{name}",
                    f"hand-{name}",
                    e.name,
                    f"{'allied' if e.side == 'allies' else 'axis'}-marker",
                    about=event_text(v, e),
                )
            )
    for mask, place in ((v.track, "used"), (v.spent, "spent")):
        for i in bits(mask):
            e = d.events[i]
            out.append(
                marker(
                    f"event-{e.id}",
                    place,
                    e.name,
                    f"{'allied' if e.side == 'allies' else 'axis'}-marker",
                    about=event_text(v, e),
                )
            )
    return out


def _marks(v: Spring) -> list[Mark]:
    d = v.data
    out = []
    for p, side in enumerate(v.control):
        ident = d.place_ids[p]
        if side == AXIS:
            out.append(_mark(f"control-{ident}", ident, "axis-control", "✚", "Axis control"))
        elif d.country[p] == "germany":
            out.append(_mark(f"control-{ident}", ident, "allied-control", "✪", "Allied control"))
        if facts(v).at[p] and is_contested(v, p):
            out.append(_mark(f"contested-{ident}", ident, "contested", "⚔", "Contested"))
        if v.closed >> p & 1:
            out.append(_mark(f"attacked-{ident}", ident, "attacked", "✕", "Attacked in this impulse"))
    if v.open_city:
        out.append(_mark("open-city", d.place_ids[d.paris], "open-city", "open city", "Paris is an open city"))
    return out


def _numbers(v: Spring) -> tuple[Number, ...]:
    who = SIDE_NAMES[v.advantage] if v.advantage != NOBODY else "nobody"
    return (
        Number("turn", "Turn", v.turn, most=v.data.tracks.turns, rule="3.2"),
        Number("impulse", "Impulse", v.impulse, most=v.data.tracks.impulses, rule="3.3"),
        Number("morale", "French Morale", v.morale, rule="4.4.9"),
        Number("points-allies", "Allied RP", v.points_allies, side="allies", rule="12.2"),
        Number("points-axis", "Axis RP", v.points_axis, side="axis", rule="12.2"),
        Number("advantage", "Advantage", v.advantage, text=who, rule="11.0"),
    )


def clock_text(v: Spring) -> str:
    week = v.data.tables.week[v.turn - 1].dates
    return f"Turn {v.turn} ({week}), impulse {v.impulse}"

"""What a game shows: the vocabulary that the browser, the terminal and screen readers draw from.

Everything here is words and numbers, never markup. A board is drawn once; a scene is what stands on it
now, as one seat may see it. All coordinates of a board lie in one plane, y downwards.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Point = tuple[float, float]


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of all that is shown: immutable, and what has its default is left out of the JSON."""


# ------------------------------------------------------------------------------------------------ board


class Style(Shown, frozen=True):
    """How a kind of terrain, line or area looks. Colours are "#rrggbb"; the dark theme may have its own."""

    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    dash: tuple[float, ...] = ()
    pattern: Literal[
        "", "hatch", "crosshatch", "dots", "waves", "trees", "marsh", "peaks", "town", "fort", "ticks"
    ] = ""
    pattern_colour: str = ""
    dark_fill: str = ""
    dark_stroke: str = ""
    legend: str = ""
    """What the legend says of it; empty if it needs no entry."""


class Colours(Shown, frozen=True):
    """The look of a nation's counters; `pattern` tells nations apart without colour."""

    fill: str
    ink: str
    band: str = ""
    pattern: Literal["", "hatch", "crosshatch", "dots", "stripe"] = ""
    name: str = ""
    side: str = ""
    """The side, as `Game.side` calls it, whose units look so; "" for markers and the like."""


class Surface(Shown, frozen=True):
    """A part of the table: the map, a track beside it, a box, a hand. A rectangle in the board's plane."""

    id: str
    title: str
    kind: Literal["map", "track", "box", "hand"]
    x: float
    y: float
    width: float
    height: float
    style: str = ""


class Place(Shown, frozen=True):
    """Something that can be clicked and where pieces can be: a hex, an area, a box of a track."""

    id: str
    name: str
    surface: str
    anchor: Point
    """Where a stack stands."""
    shape: Literal["polygon", "circle", "rect"] = "polygon"
    points: tuple[Point, ...] = ()
    """A polygon's corners, or two opposite corners of a rect."""
    radius: float = 0.0
    style: str = ""
    room: float = 0.0
    """The half-width that pieces may take around the anchor."""
    anchors: dict[str, Point] = {}
    """Further anchors by the name that `Piece.anchor` gives, for instance one for each side."""
    label: str = ""
    """Short text printed in the place (a hex number, a terrain value); "" for none."""
    about: str = ""
    """A sentence for tooltips and screen readers: terrain and what it does."""
    neighbours: tuple[str, ...] = ()
    """For moving the cursor by keyboard."""


class Line(Shown, frozen=True):
    """A river, road, border, coast, connection or frame. Drawn in the order given, by layer."""

    style: str
    points: tuple[Point, ...]
    layer: Literal["ground", "below", "above"] = "below"
    """ground: under the places; below: over the places, under the pieces; above: over all."""
    closed: bool = False
    smooth: bool = False
    about: str = ""


class Label(Shown, frozen=True):
    """Printed text. `priority` 0 is always shown; higher ones only when there is room (zoomed in)."""

    text: str
    at: Point
    size: float
    style: Literal["town", "city", "capital", "region", "country", "water", "river", "note", "title"] = "note"
    angle: float = 0.0
    align: Literal["start", "middle", "end"] = "middle"
    dot: bool = False
    priority: int = 0


class Picture(Shown, frozen=True):
    """A raster under everything (shaded relief), from a file in the game's data folder."""

    file: str
    x: float
    y: float
    width: float
    height: float
    opacity: float = 1.0


class Board(Shown, frozen=True):
    width: float
    height: float
    counter: float
    """The natural side length of a counter, in board units."""
    surfaces: tuple[Surface, ...]
    places: tuple[Place, ...]
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()
    pictures: tuple[Picture, ...] = ()
    styles: dict[str, Style] = {}
    colours: dict[str, Colours] = {}
    x: float = 0.0
    y: float = 0.0


# ------------------------------------------------------------------------------------------------ scene


class Badge(Shown, frozen=True):
    """A small state marker on a counter: disrupted, out of supply, moved."""

    text: str
    tone: Literal["plain", "good", "bad", "warn"] = "plain"
    about: str = ""


class Face(Shown, frozen=True):
    """What one sees of a piece. With `back`, only the colours and the name of the back are known."""

    name: str
    colours: str
    symbol: str = ""
    """infantry, armour, motorized, cavalry, artillery, airborne, mountain, headquarters, air, naval, fort,
    leader, supply, marker: the client draws the NATO symbol."""
    size: str = ""
    """Echelon as printed: I, II, III, X, XX, XXX, XXXX, XXXXX."""
    factors: tuple[str, ...] = ()
    badges: tuple[Badge, ...] = ()
    steps: tuple[int, int] = (0, 0)
    """Steps left and steps at full strength; (0, 0) for things without."""
    short: str = ""
    """A designation that fits on the counter."""
    about: str = ""
    back: bool = False


class Piece(Shown, frozen=True):
    """A piece as this seat sees it. Ids are seat-local: a hidden piece's id tells nothing."""

    id: str
    place: str
    face: Face
    order: int = 0
    """Its place in the stack, bottom first."""
    anchor: str = ""


class Mark(Shown, frozen=True):
    """Something on a place that is no piece: control, flooded, interdicted, damaged."""

    id: str
    place: str
    style: str
    text: str = ""
    about: str = ""
    side: str = ""
    """The side whose troops it stands for, such as a garrison: who enters its place meets them."""


class Number(Shown, frozen=True):
    """A track or counter of numbers: turn, morale, victory points. Drawn in the header."""

    id: str
    label: str
    value: int
    text: str = ""
    """How to write the value, if not as the plain number."""
    most: int | None = None
    side: str = ""
    rule: str = ""


class Scene(Shown, frozen=True):
    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...] = ()
    numbers: tuple[Number, ...] = ()
    clock: str = ""
    """When it is in the game: "Turn 3, night"."""


# --------------------------------------------------------------------------------- decisions and reasons


class Reason(Shown, frozen=True):
    """Why something is not possible, or what is still to do, with the rule that says so."""

    rule: str
    text: str
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()


class SlotInfo(Shown, frozen=True):
    verb: str
    name: str
    kind: str
    prompt: str = ""
    optional: bool = False


class Button(Shown, frozen=True):
    """An action that needs no click on the board."""

    action: str
    label: str
    rule: str = ""
    complete: bool = True


class Decision(Shown, frozen=True):
    seat: str
    prompt: str
    rule: str
    slots: tuple[SlotInfo, ...] = ()
    buttons: tuple[Button, ...] = ()
    duties: tuple[Reason, ...] = ()
    """What must still be done before `done`."""
    warnings: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    """The parts of the draft so far, as action texts; only the seat's own decision shows them."""
    draft: bool = False
    step: str = ""
    """The name of the step, for lessons and tests."""


class Modifier(Shown, frozen=True):
    """A modifier explains itself: the total, the log line, the tooltip and the test read the same list."""

    value: int
    reason: str
    rule: str


class OddsRow(Shown, frozen=True):
    outcome: str
    chance: str
    """The exact probability as a fraction, "7/36"."""
    value: float
    """The same as a number, for bars and sorting."""
    about: str = ""


class Odds(Shown, frozen=True):
    title: str
    rows: tuple[OddsRow, ...]
    modifiers: tuple[Modifier, ...] = ()
    assumes: tuple[str, ...] = ()
    replies: tuple[Odds, ...] = ()
    """One for each public reply that the enemy has."""
    rule: str = ""


class Preview(Shown, frozen=True):
    """What an action would do, as far as the seat can know."""

    text: str
    path: tuple[str, ...] = ()
    cost: str = ""
    effects: tuple[Reason, ...] = ()
    places: tuple[str, ...] = ()


# ---------------------------------------------------------------------------------- overlays and books


class Shade(Shown, frozen=True):
    place: str
    tone: Literal["good", "bad", "warn", "plain", "strong", "weak"] = "plain"
    text: str = ""
    side: str = ""


class Overlay(Shown, frozen=True):
    """Supply, zones of control, reach, control, threat; `paths` are drawn as lines through places."""

    id: str
    title: str
    shades: tuple[Shade, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
    cuts: tuple[str, ...] = ()
    """Places where a trace is cut."""
    text: str = ""
    rule: str = ""


class OverlayKind(Shown, frozen=True):
    id: str
    title: str
    about: Literal["", "piece", "place", "side"] = ""
    """What must be pointed at, if anything."""


class Chart(Shown, frozen=True):
    id: str
    title: str
    rule: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    source: str = ""


class SequenceItem(Shown, frozen=True):
    id: str
    title: str
    rule: str = ""
    level: int = 0
    now: bool = False


class RuleCase(Shown, frozen=True):
    id: str
    title: str
    text: str
    enforce: bool = True
    why: str = ""


class LessonStep(Shown, frozen=True):
    """One step of the guided first turn: what to read, where to look, and which action carries on."""

    text: str
    rule: str = ""
    expect: str = ""
    """An action text, or the start of one; "" means: read and go on."""
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()


class Lesson(Shown, frozen=True):
    title: str
    scenario: str
    seat: str
    steps: tuple[LessonStep, ...]
    options: dict[str, bool | str] = {}
    forced: tuple[tuple[int, ...] | str, ...] = ()


class About(Shown, frozen=True):
    title: str
    text: str
    sources: dict[str, int]
    """How many data come from the rulebook, from publications, from reconstruction."""
    notes: tuple[str, ...] = ()
    credits: tuple[str, ...] = ()


class Scenario(Shown, frozen=True):
    id: str
    title: str
    text: str = ""
    rule: str = ""


class Option(Shown, frozen=True):
    """An optional rule. `values` empty: on or off; else one of them, the first being the default."""

    id: str
    title: str
    text: str = ""
    rule: str = ""
    values: tuple[str, ...] = ()
    default: bool = False
    scenarios: tuple[str, ...] = ()
    """The scenarios that it fits; empty for all."""


class Order(Shown, frozen=True):
    """A standing order that a seat may give, so that it is not asked every time."""

    id: str
    text: str
    rule: str = ""
    until: Literal["turn", "game"] = "game"


class Result(Shown, frozen=True):
    """How the game ended. `winner` is a seat, or "" for a draw or a solitaire result."""

    winner: str
    level: str
    text: str
    score: float = 0.0
    rule: str = ""

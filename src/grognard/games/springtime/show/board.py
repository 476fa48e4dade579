"""The board as data: thirty Areas and six Zones, with tracks and boxes beside the map."""

from __future__ import annotations

import msgspec

from grognard.games.springtime.data.world import ALLIES, AXIS, SIDES, World
from grognard.kernel.show import Board, Colours, Label, Line, Picture, Place, Point, Style, Surface

MARGIN = 40.0
PANEL = 716.0
COUNTER = 76.0
ROOM = COUNTER * 1.6
"""Three counters abreast, so that five of a side stand in two rows (7.1)."""
NAME = 27.0
"""Height of an Area's name: what is readable when the whole board is in view."""
RECORDS = 20
"""Boxes of the General Records Track (3.4)."""
LEADING = 34.0
NARROW = 200.0
"""An Area of less breadth has its terrain under its name."""

STYLES = {
    "sea": Style(fill="#b9d6e6", stroke="#8fb4c9", dark_fill="#1d3442", dark_stroke="#2c4d60"),
    "land": Style(fill="#e6e0d0", stroke="#b8ad95", width=1.5, dark_fill="#34322c", dark_stroke="#55503f"),
    "germany": Style(
        fill="#dcdbd3", stroke="#7d7f78", width=2, dark_fill="#4a4c48", dark_stroke="#77796f", legend="Germany"
    ),
    "netherlands": Style(
        fill="#f6cfa3", stroke="#a8763f", width=2, dark_fill="#7a4f28", dark_stroke="#b07a45", legend="Netherlands"
    ),
    "belgium": Style(
        fill="#f6e6a8", stroke="#a8934a", width=2, dark_fill="#6f6230", dark_stroke="#a4934e", legend="Belgium"
    ),
    "france": Style(
        fill="#cfdfef", stroke="#6885a5", width=2, dark_fill="#2f4a68", dark_stroke="#58799c", legend="France"
    ),
    "italy": Style(
        fill="#c3dfae", stroke="#7c9c63", width=2, dark_fill="#3f5a30", dark_stroke="#6f9158", legend="Italy"
    ),
    "maginot-area": Style(
        fill="#bfd2e8",
        stroke="#55708f",
        width=2,
        pattern="fort",
        pattern_colour="#8aa5c4",
        dark_fill="#2a4260",
        dark_stroke="#58799c",
        legend="Maginot Area: need not retreat (10.5.4)",
    ),
    "paris": Style(
        fill="#dccbec",
        stroke="#6885a5",
        width=2,
        pattern="town",
        pattern_colour="#a893c2",
        dark_fill="#4d3d66",
        dark_stroke="#7d68a0",
        legend="Paris",
    ),
    "zone": Style(fill="#e3ebf1", stroke="#6885a5", width=2, dark_fill="#2b3d52", dark_stroke="#58799c"),
    "italian-zone": Style(fill="#d9e9cc", stroke="#7c9c63", width=2, dark_fill="#38492d", dark_stroke="#6f9158"),
    "open": Style(stroke="#8a8a80", width=2.5, dark_stroke="#9a9a90"),
    "river": Style(stroke="#2f7fc4", width=7, dark_stroke="#5aa5e0", legend="River"),
    "maginot": Style(stroke="#1d1d1d", width=7, dash=(9, 5), dark_stroke="#f0e6d0", legend="Maginot Line"),
    "link": Style(stroke="#3b3b3b", width=7, dash=(15, 8), dark_stroke="#d0d0c8", legend="Zone connection"),
    "port": Style(stroke="#1b4f72", width=3, legend="Evacuation port"),
    "panel": Style(fill="#f4efe2", stroke="#c9bfa6", dark_fill="#26241f", dark_stroke="#4b463a"),
    "box": Style(fill="#fbf8ef", stroke="#a89f88", width=1.5, dark_fill="#302d27", dark_stroke="#5b5546"),
    "axis-control": Style(fill="#3d3f3b", stroke="#111111", legend="Axis control"),
    "allied-control": Style(fill="#3568a8", stroke="#12345a", legend="Allied control regained"),
    "contested": Style(fill="#c0392b", stroke="#7b241c", legend="Contested"),
    "attacked": Style(fill="#e59866", stroke="#873600", legend="Attacked in this impulse"),
    "open-city": Style(fill="#f7f7f0", stroke="#6c3483", legend="Open city"),
}
COLOURS = {
    "french": Colours("#5b86c0", "#ffffff", band="#2f5a94", name="French", side=SIDES[ALLIES]),
    "british": Colours("#c9a877", "#2b2011", band="#8f7140", pattern="stripe", name="British", side=SIDES[ALLIES]),
    "belgian": Colours("#e9cf4f", "#2b2600", band="#a98f12", pattern="hatch", name="Belgian", side=SIDES[ALLIES]),
    "dutch": Colours("#ec9a4a", "#2b1600", band="#b0651b", pattern="dots", name="Dutch", side=SIDES[ALLIES]),
    "german": Colours("#6f746c", "#ffffff", band="#2e312c", name="German", side=SIDES[AXIS]),
    "italian": Colours("#79a861", "#0f2408", band="#47702f", pattern="crosshatch", name="Italian", side=SIDES[AXIS]),
    "marker": Colours("#f4ecd4", "#33291a", band="#a08c5e", name="Marker"),
    "axis-marker": Colours("#3d3f3b", "#ffffff", band="#111111", name="Axis marker"),
    "allied-marker": Colours("#2f5a94", "#ffffff", band="#12345a", name="Allied marker"),
}


def _styles(d: World) -> dict[str, Style]:
    """The legends of the boundaries name their modifiers."""
    river, line = STYLES["river"], STYLES["maginot"]
    return {
        **STYLES,
        "river": msgspec.structs.replace(river, legend=f"River: defender {d.combat.river:+d}"),
        "maginot": msgspec.structs.replace(line, legend=f"Maginot Line: defender {d.combat.maginot:+d}, stop"),
    }


def build_board(d: World) -> Board:
    width, height = d.board.width, d.board.height
    left = width + MARGIN
    surfaces = [
        Surface("map", "The West, 1940", "map", 0, 0, width, height, "sea"),
        Surface("panel", "Tracks and boxes", "box", left, 0, PANEL, height, "panel"),
    ]
    places = [_area(d, p) for p in range(36)]
    labels = [x for p in range(36) for x in _area_labels(d, p)]
    labels += [
        Label("NORTH SEA", (760, 330), 40, "water", priority=0),
        Label("ENGLAND", (300, 420), 40, "country", priority=0),
        Label("THE CHANNEL", (395, 870), 30, "water", angle=-52, priority=0),
    ]
    _panel(d, left, places, labels)
    return Board(
        width=left + PANEL,
        height=height,
        counter=COUNTER,
        surfaces=tuple(surfaces),
        places=tuple(places),
        lines=tuple(_lines(d)),
        labels=tuple(labels),
        pictures=(Picture("relief.webp", 0.0, 0.0, width, height),),
        styles=_styles(d),
        colours=COLOURS,
    )


def _area(d: World, p: int) -> Place:
    a = d.areas[p]
    style = "paris" if p == d.paris else "maginot-area" if p in d.maginot else a.country
    points: tuple[Point, ...] = max(a.outline, key=len) if a.outline else ()
    if a.box is not None:
        points = ((a.box[0], a.box[1]), (a.box[2], a.box[3]))
    kind = "Zone" if a.box else "Area"
    facts = [f"Terrain +{a.tem}"]
    if a.port:
        facts.append("evacuation port")
    if a.edge:
        facts.append("Axis supply source")
    if 30 <= p < 35:
        facts.append("French and British supply source")
    if p in d.maginot:
        facts.append("Maginot Area")
    return Place(
        id=a.id,
        name=d.area_names[p],
        surface="map",
        anchor=a.anchor,
        shape="rect" if a.box else "polygon",
        points=points,
        style=style,
        room=ROOM,
        anchors={"allies": a.allies, "axis": a.axis},
        about=f"{kind} in {a.country.capitalize()}. {', '.join(facts)}. {', '.join(a.places)}.",
        neighbours=tuple(d.place_ids[q] for q in d.near[p]),
    )


def _area_labels(d: World, p: int) -> list[Label]:
    """Number, name, signs for a port and for Paris, and terrain: one run of text, on two lines if it is long."""
    a = d.areas[p]
    x, y = a.label
    sign = " ⚓" if a.port else " ★" if p == d.paris else ""
    lines = [f"{a.id} {a.name}{sign} +{a.tem}"]
    cut = max(a.name.find("-"), a.name.find(" ")) + 1
    if cut and not a.box:
        lines = [f"{a.id} {a.name[:cut].rstrip()}", f"{a.name[cut:]}{sign} +{a.tem}"]
    elif a.outline and _breadth(a.outline) < NARROW:
        lines = [f"{a.id} {a.name}", f"{sign} +{a.tem}".lstrip()]
    top = y - LEADING * (len(lines) - 1) / 2
    return [Label(text, (x, top + LEADING * i), NAME, "city", priority=1) for i, text in enumerate(lines)]


def _breadth(rings: tuple[tuple[Point, ...], ...]) -> float:
    xs = [x for ring in rings for x, _ in ring]
    return max(xs) - min(xs)


def _lines(d: World) -> list[Line]:
    out = []
    for land in d.land:
        out += [Line("land", ring, "ground", closed=True) for ring in land.outline]
    for p in range(30):
        rings = sorted(d.areas[p].outline, key=len)
        out += [Line(d.country[p], ring, "ground", closed=True) for ring in rings[:-1]]
    for a in d.areas:
        if a.box is not None:  # over the land that lies around the map, which the Zones stand for
            x0, y0, x1, y1 = a.box
            corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
            out.append(Line("italian-zone" if a.country == "italy" else "zone", corners, "ground", closed=True))
    names = d.area_names
    for kind in ("open", "river", "maginot"):
        for b in d.boundaries:
            if b.kind == kind:
                about = f"{b.name or 'Open ground'}: {names[d.place[b.a]]} and {names[d.place[b.b]]}"
                out.append(Line(kind, b.line, "below", about=about))
    for link in d.links:
        out.append(
            Line(
                "link",
                link.line,
                "below",
                about=f"Connection of {names[d.place[link.a]]} and {names[d.place[link.b]]}",
            )
        )
    return out


def _row(
    places: list[Place], ids: list[tuple[str, str, str]], x: float, y: float, width: float, size: float, each: int
) -> float:
    """A row, or several, of equal boxes; returns the y below them."""
    step = width / each
    for i, (ident, name, label) in enumerate(ids):
        x0, y0 = x + i % each * step, y + i // each * (size + 4)
        places.append(
            Place(
                id=ident,
                name=name,
                surface="panel",
                anchor=(x0 + step / 2 - 2, y0 + size / 2 + (14 if label else 0)),
                shape="rect",
                points=((x0, y0), (x0 + step - 4, y0 + size)),
                style="box",
                room=(step - 8) / 2,
                label=label,
            )
        )
    return y + (len(ids) + each - 1) // each * (size + 4) + 8


def _panel(d: World, left: float, places: list[Place], labels: list[Label]) -> None:
    x, width = left + 20, PANEL - 40
    y = 30.0

    def head(text: str) -> None:
        nonlocal y
        labels.append(Label(text, (x, y + 8), 25, "title", align="start"))
        y += 30

    head("Turn Track")
    weeks = [(f"turn-{w.turn}", f"Turn {w.turn}: {w.dates}", str(w.turn)) for w in d.tables.week]
    y = _row(places, weeks, x, y, width, 112, 7)
    head("Impulse Track (odd Allied, even Axis)")
    impulses = [(f"impulse-{n}", f"Impulse {n}", str(n)) for n in range(1, d.tracks.impulses + 1)]
    y = _row(places, impulses, x, y, width, 112, d.tracks.impulses)
    head("General Records Track")
    y = _row(places, [(f"record-{n}", f"Record {n}", str(n)) for n in range(RECORDS)], x, y, width, 112, 7)
    head("Air Support")
    air = [("air-allies", "Allied air support", "Allies"), ("air-axis", "Axis air support", "Axis")]
    y = _row(places, air, x, y, width, 112, 2)
    head("Event markers")
    events = [
        ("hand-allies", "The Allied Event marker", "Allies"),
        ("cup", "The cup", "Cup"),
        ("hand-axis", "The Axis Event marker", "Axis"),
        ("used", "On the Impulse Track: back in the End Phase", "Used this turn"),
        ("spent", "On the Turn Track: out of play", "Out of play"),
    ]
    y = _row(places, events, x, y, width, 112, 5)
    head("Eliminated: may be rebuilt")
    y = _row(places, [("eliminated", "Eliminated: may be rebuilt", "")], x, y, width, 510, 1)
    apart = [("off", "Not in play", "Not in play"), ("gone", "Lost for good", "Lost for good")]
    _row(places, apart, x, y, width, 470, 2)

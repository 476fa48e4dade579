"""The scene: what stands on the board now, as one seat may see it."""

from __future__ import annotations

from typing import Literal

from grognard.kernel.show.base import Shown


class Badge(Shown, frozen=True):
    """A small state marker on a counter: disrupted, out of supply, moved."""

    text: str
    tone: Literal["plain", "good", "bad", "warn"] = "plain"
    about: str = ""
    leads: str = ""
    """The rating of a leader, whose name the text begins with: he is drawn with a sign of his own."""


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
    to: str = ""
    """A neighbour: the mark then lies on the way from its place there, such as a stretch of railway."""


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

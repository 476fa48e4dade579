"""Overlays, charts, rules, lessons, and what a game says of itself."""

from __future__ import annotations

from typing import Literal

from grognard.kernel.show.base import Shown


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
    cards: tuple[int, int] | None = None
    """Where the rows are cards or markers: the columns of their names and of what they do."""


class PageKind(Shown, frozen=True):
    """A page about the position that a game can write: its id and title."""

    id: str
    title: str


class PageRow(Shown, frozen=True):
    cells: tuple[str, ...]
    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    tone: Literal["", "good", "warn", "bad"] = ""


class PageTable(Shown, frozen=True):
    title: str
    columns: tuple[str, ...]
    rows: tuple[PageRow, ...]
    text: str = ""
    rule: str = ""
    actions: tuple[str, ...] = ()
    """What does as the table proposes, where that is to be decided now."""


class Page(Shown, frozen=True):
    """What a player wants to have side by side: who draws supply from where, who goes short."""

    id: str
    title: str
    text: str
    tables: tuple[PageTable, ...] = ()


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
    data: bool = False
    """What it says lies in the game's data alone; no function has to cite it."""


class LessonStep(Shown, frozen=True):
    """One step of a lesson: what to read, where to look, and which action carries on."""

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
    opening: tuple[str, ...] = ()
    """What has been played when the lesson begins."""
    id: str = "first"
    """What tells a game's lessons apart."""


class Measured(Shown, frozen=True):
    """How the advisor fares: how many of its games ended with which score, and the command that measured it."""

    counts: dict[str, int]
    games: int
    command: str


class About(Shown, frozen=True):
    title: str
    text: str
    sources: dict[str, int]
    """How many data come from the rulebook, from publications, from reconstruction."""
    notes: tuple[str, ...] = ()
    credits: tuple[str, ...] = ()
    summary: tuple[str, ...] = ()
    """The game on one page: how it goes and how it is won, a paragraph each."""


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
    ruling: int = 0
    """The ruling whose other reading it takes; 0 for an optional rule of the game itself."""


class Order(Shown, frozen=True):
    """A standing order that a seat may give, so that it is not asked every time. How long it holds is told beside
    its text."""

    id: str
    text: str
    rule: str = ""
    until: Literal["turn", "game"] = "game"


class Result(Shown, frozen=True):
    """How the game ended. `winner` is a seat, or "" for a draw or a solitaire result.

    `score` says how well it ended in the game's own measure (points, a track, a level as a number), so that
    two results of one game can be compared; which way is good for whom, the game's rule says. It decides nothing.
    """

    winner: str
    level: str
    text: str
    score: float = 0.0
    rule: str = ""

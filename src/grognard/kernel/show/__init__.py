"""What a game shows: the vocabulary that the browser, the terminal and screen readers draw from.

Everything here is words and numbers, never markup. A board is drawn once; a scene is what stands on it
now, as one seat may see it.
"""

from grognard.kernel.show.base import Point, Shown
from grognard.kernel.show.board import Board, Colours, Label, Line, Picture, Place, Style, Surface
from grognard.kernel.show.books import (
    About,
    Chart,
    Lesson,
    LessonStep,
    Measured,
    Option,
    Order,
    Overlay,
    OverlayKind,
    Page,
    PageKind,
    PageRow,
    PageTable,
    Result,
    RuleCase,
    Scenario,
    SequenceItem,
    Shade,
)
from grognard.kernel.show.decision import Button, Decision, Modifier, Odds, OddsRow, Preview, Reason, SlotInfo, Waste
from grognard.kernel.show.plans import Plan, Target, Wanted
from grognard.kernel.show.scene import Badge, Face, Mark, Number, Piece, Scene

__all__ = [
    "About",
    "Badge",
    "Board",
    "Button",
    "Chart",
    "Colours",
    "Decision",
    "Face",
    "Label",
    "Lesson",
    "LessonStep",
    "Line",
    "Mark",
    "Measured",
    "Modifier",
    "Number",
    "Odds",
    "OddsRow",
    "Option",
    "Order",
    "Overlay",
    "OverlayKind",
    "Page",
    "PageKind",
    "PageRow",
    "PageTable",
    "Picture",
    "Piece",
    "Place",
    "Plan",
    "Point",
    "Preview",
    "Reason",
    "Result",
    "RuleCase",
    "Scenario",
    "Scene",
    "SequenceItem",
    "Shade",
    "Shown",
    "SlotInfo",
    "Style",
    "Surface",
    "Target",
    "Wanted",
    "Waste",
]

"""The messages between page and server, as types. The client's types (client/src/protocol.ts, client/src/show.ts) and
the tables of docs/protocol.md are made from these by tools/protocol.py; every message in the tests is held against
them.

A field with a default is left out where it has that value.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.kernel import show


class Sent(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, rename="camel", gc=False):
    """Base of what the server sends."""


RefusalKind = Literal["refused", "stale", "bad", "forced", "broken", "fault", "lost"]
Kind = Literal["game", "analysis", "lesson", "record"]
"""What a table is: a game, an analysis board, a lesson, or what one seat saw of a game."""


# -------------------------------------------------------------------------------------------------- home


class GameInfo(Sent, frozen=True):
    """A game's card on the home page."""

    id: str
    title: str
    seats: tuple[str, ...]
    scenarios: tuple[show.Scenario, ...]
    options: tuple[show.Option, ...]
    bots: tuple[str, ...]
    """The levels, weakest first."""
    hints: bool
    lessons: dict[str, str]
    """By id their titles, the guided first turn first."""
    text: str
    broken: str = ""
    """Why the game cannot be loaded."""


class TableInfo(Sent, frozen=True):
    """A table's card on the home page."""

    id: str
    game: str
    kind: Kind
    who: dict[str, str]
    """By seat: `me`, `hotseat` or `bot:LEVEL`."""
    created: str
    updated: str
    title: str
    scenario: str
    scenario_title: str
    options: dict[str, bool | str]
    practice: bool
    over: bool
    clock: str
    turn: tuple[str, ...]
    winner: str = ""
    level: str = ""
    """How it ended."""
    score: float = 0.0
    name: str = ""
    """The name that somebody gave it."""
    broken: str = ""
    """Why the table cannot be opened."""


Datum = float | bool | str | tuple[float | str, ...]


class Component(Sent, frozen=True):
    """A reconstructed datum, which an owner of the printed game can correct."""

    kind: str
    path: tuple[str, ...]
    """Where a data pack names it: file, table, item, field."""
    name: str
    field: str
    value: Datum
    source: str
    """What the data say of where it comes from."""
    low: float = 0.0
    high: float = 0.0
    """From where to where a number may lie."""
    allowed: tuple[str, ...] = ()
    """The words to choose from, for a word or for each cell of a list; none where it is free."""


class Components(Sent, frozen=True):
    components: tuple[Component, ...]


class Home(Sent, frozen=True):
    games: tuple[GameInfo, ...]
    tables: tuple[TableInfo, ...]
    version: str


class Book(Sent, frozen=True):
    """What does not change during a game."""

    charts: tuple[show.Chart, ...]
    rules: tuple[show.RuleCase, ...]
    about: show.About
    overlays: tuple[show.OverlayKind, ...]
    orders: tuple[show.Order, ...]
    lessons: tuple[show.Lesson, ...]
    plans: tuple[str, ...] = ()
    """The steps in which a plan of attack can be made."""
    pages: tuple[show.PageKind, ...] = ()
    measured: show.Measured | None = None
    """How the advisor fares, where that was measured."""


# ------------------------------------------------------------------------------------------------- state


class Choice(Sent, frozen=True):
    """One thing that may be chosen next."""

    action: str
    """The text so far."""
    complete: bool
    """It can be played as it is."""
    verb: str
    label: str
    kind: str = ""
    """What the last word names: piece, place, die, card, number, choice."""
    value: str = ""
    """The last word."""
    name: str = ""
    """What the last word is called."""
    more: Literal["", "keyword", "repeat", "next"] = ""
    """How it can be made longer: by a word such as `via`, by repeating, or by a next slot."""
    ends: bool = False
    """It ends something: the page looks what it would waste before it is played."""
    way: bool = False
    """It names a way by its end; the same way can also be named place by place."""


class Part(Sent, frozen=True):
    """A part of a draft in words, with the pieces and places that it names."""

    text: str
    pieces: tuple[str, ...]
    places: tuple[str, ...]


class LogEntry(Sent, frozen=True):
    """A line of the log: an event as the seat saw it. `dice` to `result` are a roll's."""

    n: int
    kind: str
    """The name of the event's class."""
    text: str
    step: int = 0
    """The seat's step that it belongs to: `at` shows the board of that moment."""
    rule: str = ""
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    level: int = 0
    """A heading's."""
    dice: tuple[int, ...] = ()
    sides: int = 0
    label: str = ""
    modifiers: tuple[show.Modifier, ...] = ()
    total: int | None = None
    result: str = ""
    piece: str = ""
    path: tuple[str, ...] = ()
    card: str = ""


class Steps(Sent, frozen=True):
    """Whether something can be taken back or played again, and if not, why."""

    can: bool
    why: str
    open: bool = False
    """It is not known yet; the answer follows."""


class LessonAt(Sent, frozen=True):
    at: int
    id: str = "first"
    """Which of the game's lessons it is."""


class TableState(Sent, frozen=True):
    """Everything that the page of one seat shows."""

    rev: str
    """A mark of all that this seat has been shown: a digest of the rest, so it tells nothing more."""
    seat: str
    by: str
    """Who decides at this page now: its seat; at an open table whoever is asked openly, or nobody."""
    side: str
    scene: show.Scene
    decision: show.Decision | None
    choices: tuple[Choice, ...]
    parts: tuple[Part, ...]
    owing: tuple[str, ...]
    """The seats that owe a decision."""
    undo: Steps
    redo: Steps
    result: show.Result | None
    sequence: tuple[show.SequenceItem, ...]
    log: tuple[LogEntry, ...]
    """Lines from number `logFrom` on; the page keeps those before it and drops what comes after."""
    log_from: int
    steps: int
    """How many steps this seat has seen something of."""
    since: int
    """How many of them after its own last action."""
    thinking: tuple[str, ...]
    """Seats whose bot is at it."""
    orders: tuple[str, ...]
    """Standing orders given."""
    several: tuple[str, ...] = ()
    """Verbs of a draft that can be said of more than one of the units that are offered."""
    aside: str = ""
    """At an open table: what who decides may see or do besides, alone with the screen."""
    principle: str = ""
    """For who decides: what good players do in this phase, in one sentence; the coach says it."""
    lesson: LessonAt | None = None
    archive: str = ""
    """Set where the table is shown from its record only, with the reason."""


# ------------------------------------------------------------------------------------- from the server, unasked


class Pushed(Sent, frozen=True, tag_field="type", tag=str.lower):
    """Base of what is sent unasked."""


class Hello(Pushed, frozen=True):
    """First of all. `seats` are those whose view may be asked for."""

    table: TableInfo
    seat: str
    seats: tuple[str, ...]


class State(Pushed, frozen=True):
    """After `hello`, and whenever anything has changed that this seat may see."""

    state: TableState


class Undo(Pushed, frozen=True):
    """Whether the last action can be taken back has been worked out; for the state with this mark."""

    rev: str
    undo: Steps


class Laid(Pushed, frozen=True):
    """The dice are committed to, and the table waits for the nonces of these seats."""

    commitment: str
    missing: tuple[str, ...]
    text: str


class Fault(Pushed, frozen=True):
    """A game or its last bot failed inside. The saved game is untouched; the page offers its record."""

    text: str


class Notice(Pushed, frozen=True):
    """Something that everybody at the table should know and that stops nobody, such as that a bot failed."""

    text: str


class Gone(Pushed, frozen=True):
    """There is no such table (any more), or its save is broken; then the socket closes with 4404."""

    text: str


Push = Hello | State | Undo | Laid | Fault | Notice | Gone


class Refusal(Sent, frozen=True):
    """Why something was not done. `refused`: a rule says no, and `reasons` say which; `stale`: the table has moved
    on; `bad`: not well formed; `broken`: a damaged save or record, with its place; `fault`: something failed inside;
    `lost`: the page's own, where the server does not answer."""

    kind: RefusalKind
    text: str
    reasons: tuple[show.Reason, ...] = ()


# ---------------------------------------------------------------------------------------------- questions


class Asked(msgspec.Struct, frozen=True, tag_field="op", tag=str.lower, rename="camel"):
    """Base of what a page asks: the answer is `{"re": id, "ok": …}` or `{"re": id, "error": Refusal}`."""

    id: int


class Choices(Asked, frozen=True):
    """What may come next after a prefix. Answer: `Next`."""

    prefix: str


class Play(Asked, frozen=True):
    """Play an action. Answer: nothing."""

    action: str
    rev: str


class PlaySeveral(Asked, frozen=True, tag="several"):
    """Play several actions of one kind one after the other, such as the moves of a stack. What is refused is left out
    and told; where the table comes to ask something else, the rest is left. Answer: `Several`."""

    actions: tuple[str, ...]
    rev: str


class Why(Asked, frozen=True):
    """The reasons against an action or a beginning of one. Answer: `Reasons`."""

    action: str


class LookAt(Asked, frozen=True, tag="look"):
    """What a complete action would do, and its odds; in a draft with these parts before it. Answer: `Look`."""

    action: str
    before: tuple[str, ...] = ()


class AskReach(Asked, frozen=True, tag="reach"):
    """What each place that may follow a prefix would cost and bring. Answer: `Reach`."""

    prefix: str


class AskToward(Asked, frozen=True, tag="toward"):
    """Who can go to a place or attack it, as actions. Answer: `Toward`."""

    place: str


class AskPlan(Asked, frozen=True, tag="plan"):
    """The battles of the phase side by side, with those that are wanted; with `propose`, and with more so that all
    duties are met. Answer: `Planned`."""

    wanted: tuple[show.Wanted, ...] = ()
    propose: bool = False


class AskPage(Asked, frozen=True, tag="page"):
    """A page about the position, such as the supply of the seat's side. Answer: a `Page`."""

    name: str


class TakeBack(Asked, frozen=True, tag="undo"):
    """Take the last action or part back, or the last few. Answer: nothing."""

    rev: str
    times: int = 1


class Redo(Asked, frozen=True):
    """Play again what was taken back. Answer: nothing."""

    rev: str


class Drop(Asked, frozen=True):
    """Take one part out of the draft. Answer: nothing."""

    index: int
    rev: str


class GiveOrder(Asked, frozen=True, tag="order"):
    """Give a standing order, or withdraw it. Answer: nothing."""

    order: str
    on: bool = True


class ShowOverlay(Asked, frozen=True, tag="overlay"):
    """Answer: an `Overlay`."""

    name: str
    about: str = ""


class AskHint(Asked, frozen=True, tag="hint"):
    """What the game's best bot would do. Answer: `Hint`."""


class AskSummary(Asked, frozen=True, tag="summary"):
    """Where points came from, what was lost, and the turns. Answer: `Summary`."""


class AskNotes(Asked, frozen=True, tag="notes"):
    """What this seat has noted. Answer: `Notes`."""


class PutNote(Asked, frozen=True, tag="note"):
    """Note something about a place, or in the margin where `place` is empty; an empty text takes it away. Answer:
    `Notes`."""

    place: str
    text: str


class AskLuck(Asked, frozen=True, tag="luck"):
    """Dice shown against dice expected. Answer: `Luck`."""


class At(Asked, frozen=True):
    """The table after a seat's n-th step. Answer: `ReplayStep`."""

    n: int
    seat: str = ""


class AskSince(Asked, frozen=True, tag="since"):
    """The steps after the seat's last action. Answer: `Since`."""


class Branch(Asked, frozen=True):
    """An analysis board of its own, from here or from a step. Answer: `Made`."""

    n: int | None = None
    seat: str = ""


class GoOn(Asked, frozen=True, tag="continue"):
    """A game that is only shown goes on as a new one, where the rules still fit. Answer: `Made`."""


class LessonTo(Asked, frozen=True, tag="lesson"):
    """On to this step of the lesson, past what was only to be read. Answer: nothing."""

    at: int


Question = (
    Choices | Play | PlaySeveral | Why | LookAt | AskReach | AskToward | AskPlan | AskPage | TakeBack | Redo | Drop
    | GiveOrder | ShowOverlay | AskHint | AskLuck | AskSummary | AskNotes | PutNote | At | AskSince | Branch | GoOn
    | LessonTo
)  # fmt: skip


# ----------------------------------------------------------------------------------------------- answers


class Nothing(Sent, frozen=True):
    """It was done."""


class Stayed(Sent, frozen=True):
    """One of several actions that was not done, and why."""

    action: str
    reasons: tuple[show.Reason, ...]


class Several(Sent, frozen=True):
    """How many of several actions were done, which were not, and how often `undo` takes all of
    them back: a stack moves in one action."""

    played: int
    stayed: tuple[Stayed, ...]
    undos: int


class Next(Sent, frozen=True):
    """What may come next, how the game asks for it, and what is still lacking."""

    choices: tuple[Choice, ...]
    prompt: str
    duties: tuple[show.Reason, ...]


class Reasons(Sent, frozen=True):
    reasons: tuple[show.Reason, ...]


class Planned(Sent, frozen=True):
    """The plan of attack, if there is anything to plan."""

    plan: show.Plan | None


class Toward(Sent, frozen=True):
    actions: tuple[str, ...]


class Look(Sent, frozen=True):
    preview: show.Preview | None
    odds: show.Odds | None
    wastes: tuple[show.Waste, ...] = ()


class Goal(Sent, frozen=True):
    """A place that may be chosen next."""

    place: str
    cost: str
    """What it costs to go there, such as "3 of 6 MP"."""
    notes: tuple[str, ...]
    """What it would bring, such as an end in an enemy zone."""


class Reach(Sent, frozen=True):
    goals: tuple[Goal, ...]


class Hint(Sent, frozen=True):
    """What the bot would do, that in words, why, how sure it is, and what else was nearly as good."""

    action: str
    said: tuple[str, ...]
    text: str
    sure: float = 0.0
    """The chance that it is better than the other: from 0.5, a guess, to 1; 0 where it was not played out."""
    other: str = ""
    """The best alternative, in words."""
    parts: tuple[Part, ...] = ()
    """The pieces and places that it names, part by part."""


class LuckRow(Sent, frozen=True):
    label: str
    seat: str
    rolls: int
    rolled: int
    expected: float


class Luck(Sent, frozen=True):
    rows: tuple[LuckRow, ...]
    text: str


class PointsRow(Sent, frozen=True):
    """What one source brought on the track that the result is read from."""

    what: str
    side: str
    source: str
    rule: str
    change: float
    times: int


class LossRow(Sent, frozen=True):
    side: str
    cause: str
    units: int
    """Pieces that were lost for good."""
    steps: int


class TurnAt(Sent, frozen=True):
    """A turn, and the seat's step with which it begins."""

    title: str
    step: int


class OutlookAt(Sent, frozen=True):
    """When a turn began, or at the end: the step of the seat, what it was worth to the first seat, and the change."""

    title: str
    step: int
    worth: float
    """A chance to win from 0 to 1, or the score to come."""
    change: float


class Summary(Sent, frozen=True):
    points: tuple[PointsRow, ...]
    losses: tuple[LossRow, ...]
    turns: tuple[TurnAt, ...]
    outlook: tuple[OutlookAt, ...] = ()
    """Of a game that is over, where its positions can be judged."""
    outlook_of: str = ""
    """The seat whose chance it is; "" where it is the score to come."""


class Notes(Sent, frozen=True):
    notes: dict[str, str]
    """By place; "" is the margin."""


class ReplayStep(Sent, frozen=True):
    """The table after a step, as a seat saw it."""

    n: int
    title: str
    seat: str
    scene: show.Scene
    sequence: tuple[show.SequenceItem, ...]
    log: tuple[LogEntry, ...]


class Since(Sent, frozen=True):
    from_: int = msgspec.field(name="from")
    to: int


class Made(Sent, frozen=True):
    """A table of its own."""

    id: str


class Answered(Sent, frozen=True):
    """The answer to the question with this number. What changed has been sent to every page before."""

    re: int
    ok: Ok


class NotDone(Sent, frozen=True):
    """The refusal of the question with this number, or of what was no question at all."""

    re: int | None
    error: Refusal


# ----------------------------------------------------------------------------------------- answers over HTTP


class Created(Sent, frozen=True):
    """A new table; where it waits for nonces, the commitment to its dice and the seats whose nonce is missing."""

    id: str
    commitment: str
    missing: tuple[str, ...]


class Nonced(Sent, frozen=True):
    commitment: str
    missing: tuple[str, ...]


class TakenIn(Sent, frozen=True):
    """The table of a record or a position; `note` says what is special about it."""

    id: str
    note: str


class Removed(Sent, frozen=True):
    removed: bool


class Failed(Sent, frozen=True):
    """With a status of 400 and more."""

    error: Refusal


Ok = (
    Nothing
    | Several
    | Next
    | Reasons
    | Look
    | Reach
    | Toward
    | Planned
    | show.Page
    | show.Overlay
    | Hint
    | Luck
    | Summary
    | Notes
    | ReplayStep
    | Since
    | Made
)
ANSWERS: dict[str, type[msgspec.Struct]] = {
    "choices": Next, "play": Nothing, "several": Several, "why": Reasons, "look": Look, "reach": Reach,
    "toward": Toward, "plan": Planned, "page": show.Page, "undo": Nothing, "redo": Nothing, "drop": Nothing,
    "order": Nothing, "overlay": show.Overlay,
    "hint": Hint, "luck": Luck, "summary": Summary, "notes": Notes, "note": Notes, "at": ReplayStep, "since": Since,
    "branch": Made, "continue": Made, "lesson": Nothing,
}  # fmt: skip
"""What a question is answered with, by its `op`."""

"""What a seat is sent: built from what the kernel gives that seat, and from nothing else."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Generic

import msgspec

from grognard.bots import game_bots
from grognard.kernel import show
from grognard.kernel.match.asking import Asking
from grognard.kernel.match.history import Entry
from grognard.kernel.match.openly import Openly
from grognard.kernel.match.table import Table
from grognard.kernel.match.ways import ways
from grognard.kernel.plain import Json, meet
from grognard.kernel.rules.actions import PUBLIC, Action
from grognard.kernel.rules.events import Drawn, Event, Headed, Moved, Rolled
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S, Static
from grognard.kernel.rules.steps import Choice as Choosing
from grognard.kernel.rules.steps import Draft, verbs_of
from grognard.server.protocol import (
    Book,
    Choice,
    GameInfo,
    Goal,
    Kind,
    LogEntry,
    Luck,
    LuckRow,
    Part,
    Reach,
    Steps,
    TableInfo,
    TableState,
)
from grognard.server.store import Damaged, Listed, Row

replace = msgspec.structs.replace
encode = msgspec.json.encode


# ------------------------------------------------------------------------------------------------- games


def game_info(game: Game[S]) -> GameInfo:
    """A game's card on the home page."""
    return GameInfo(
        id=game.id,
        title=game.title,
        seats=game.seats,
        scenarios=game.scenarios,
        options=game.options,
        bots=tuple(game_bots(game)),
        hints=bool(game.bots()),
        lessons={lesson.id: lesson.title for lesson in game.lessons()},
        text=first_sentence(game.about().text),
    )


def broken_info(game_id: str, why: str) -> GameInfo:
    """The card of a game that cannot be loaded."""
    return GameInfo(game_id, game_id, (), (), (), (), hints=False, lessons={}, text="", broken=why)


class Facts(msgspec.Struct, rename="camel"):
    """What is kept of a table for its card."""

    title: str = ""
    scenario: str = ""
    scenario_title: str = ""
    options: dict[str, bool | str] = {}
    practice: bool = False
    over: bool = False
    clock: str = ""
    turn: tuple[str, ...] = ()
    winner: str = ""
    level: str = ""
    score: float = 0.0


def table_info(row: Row | Listed | Damaged, name: str = "") -> TableInfo:
    """A table's card on the home page; one that cannot be read says why, and leaves the others playable."""
    kind: Kind
    try:
        if isinstance(row, Damaged):
            kind, who, facts, why = "game", {}, Facts(row.game), row.why
        else:
            kind, who, facts, why = msgspec.convert(row.kind, Kind), row.who, msgspec.convert(row.facts, Facts), ""
    except msgspec.ValidationError as error:
        why = f"The saved game {row.id} is damaged in what its card tells: {error}."
        kind, who, facts = "game", {}, Facts(row.game)
    card = msgspec.structs.asdict(facts)
    return TableInfo(row.id, row.game, kind, who, row.created, row.updated, **card, name=name, broken=why)


def first_sentence(text: str) -> str:
    first = text.split(". ")[0].strip()
    return f"{first.rstrip('.')}." if first else ""


def game_book(game: Game[S]) -> Book:
    """Charts, rules and the like: what does not change during a game."""
    return Book(
        game.charts(), game.rules(), game.about(), game.overlays, game.orders, game.lessons(), game.plans, game.pages,
        game.measured(),
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------- decisions


def choices(
    table: Asking[S], seat: str, prefix: str = "", decision: show.Decision | None = None
) -> tuple[Choice, ...]:
    """What may come next after the prefix, each with what its last word names; first the ends of whole ways. The end
    of a draft is called as the decision calls it."""
    if seat not in table.seats:
        return ()
    step = table.state.stack[-1]
    legal = [_choice(table.game, step, action) for action in table.legal(prefix, seat)]
    said = {button.action: button.label for button in decision.buttons} if decision is not None else {}
    if legal and legal[-1].action == "done" and "done" in said:
        legal[-1] = replace(legal[-1], label=said["done"])
    return (*_ends(table, seat, prefix), *legal)


def _ends(table: Asking[S], seat: str, prefix: str) -> list[Choice]:
    """The ways that can follow the prefix, each by its end; where several lead there, with the places between."""
    found = ways(table, seat, prefix)
    step, begun = table.state.stack[-1], len(prefix.split(" ")) - 1
    times = Counter(action.args[-1] for action in found)
    out = []
    for action in found:
        choice = replace(_choice(table.game, step, action), more="", way=True)
        if times[choice.value] > 1:
            between = [word.name for word in table.game.spell(step, action)[begun:-1]]
            choice = replace(choice, label=f"{choice.label} {'by ' + ', '.join(between) if between else 'straight'}")
        out.append(choice)
    return out


def of_several(table: Asking[S], seat: str, offered: Sequence[Choice]) -> tuple[str, ...]:
    """The verbs of a draft that add a unit each and can be said of more than one of those that are offered."""
    if seat not in table.seats or not isinstance(table.state.stack[-1], Draft):
        return ()
    units: dict[str, list[str]] = {}
    for choice in offered:
        if choice.kind == "piece" and choice.complete and not choice.more:
            units.setdefault(choice.action.split(" ")[0], []).append(choice.action)
    return tuple(
        verb for verb, actions in units.items()
        if len(actions) > 1 and not table.why_not("; ".join(actions[:2]), seat)
    )  # fmt: skip


MOST_GOALS = 600
"""How many goals are worked out: nobody reads more numbers on one map."""


def reach(table: Asking[S], seat: str, prefix: str) -> Reach:
    """The places that may follow the prefix and make it whole, with what each costs and brings."""
    if seat not in table.seats:
        return Reach(())
    step = table.state.stack[-1]
    out: list[Goal] = []
    for action in table.legal(prefix, seat):
        last = table.game.spell(step, action)[-1] if action.complete and action.args else None
        if last is None or last.kind != "place" or len(out) >= MOST_GOALS:
            continue
        seen = table.preview(action, seat)
        if seen is not None:
            out.append(Goal(last.token, seen.cost, tuple(effect.text for effect in seen.effects)))
    return Reach(tuple(out))


def _choice(game: Game[S], step: Choosing[S] | Draft[S], action: Action) -> Choice:
    verb = verbs_of(step).get(action.verb)
    if verb is None:
        ends = type(step).wastes is not Draft.wastes if isinstance(step, Draft) else False
        return Choice(action.text, action.complete, action.verb, _done(step, action), ends=ends)
    called = verb.label or verb.name
    more = game.goes_on(step, action)
    if not action.args:
        return Choice(action.text, action.complete, called, called, more=more, ends=verb.wastes is not None)
    last = game.spell(step, action)[-1]
    label = last.name if last.kind in ("piece", "place") or len(action.args) > 1 else f"{called}: {last.name}"
    return Choice(action.text, action.complete, called, label, last.kind or "choice", last.token, last.name, more)


def _done(step: Choosing[S] | Draft[S], action: Action) -> str:
    """What a draft's end is called."""
    return step.done_label if isinstance(step, Draft) else action.verb


def say_action(game: Game[S], step: Choosing[S] | Draft[S], action: Action) -> str:
    """An action in words: the verb's label and what its arguments are called."""
    verb = verbs_of(step).get(action.verb)
    if verb is None:
        return _done(step, action)
    names = [word.name for word in game.spell(step, action)]
    label = verb.label or verb.name
    return f"{label}: {', '.join(names)}" if names else label


def say_part(game: Game[S], step: Choosing[S] | Draft[S], part: Action) -> Part:
    """A part of a draft in words, with the pieces and places that it names."""
    words = game.spell(step, part)
    named = {kind: tuple(word.token for word in words if word.kind == kind) for kind in ("piece", "place")}
    return Part(say_action(game, step, part), named["piece"], named["place"])


# -------------------------------------------------------------------------------------------------- events


class Face(msgspec.Struct):
    """A line of the log as a record keeps it: whatever else is there is not shown."""

    kind: str
    text: str
    rule: str = ""
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    level: int = 0
    dice: tuple[int, ...] = ()
    sides: int = 6
    label: str = ""
    modifiers: tuple[show.Modifier, ...] = ()
    total: int | None = None
    result: str = ""
    piece: str = ""
    path: tuple[str, ...] = ()
    card: str = ""
    again: bool = False


def recorded_line(face: Mapping[str, Json]) -> LogEntry:
    """A line of a record's log."""
    fields = msgspec.structs.asdict(msgspec.convert(face, Face))
    if fields.pop("again"):
        fields["dice"] = ()
    return LogEntry(n=0, **{**fields, "sides": fields["sides"] if fields["dice"] else 0})


def line(event: Event, data: Static) -> LogEntry:
    """An event as a line of the log; its number is told when it is sent."""
    out = LogEntry(
        0, type(event).__name__, event.text(data), rule=event.rule, places=event.places, pieces=event.pieces,
        shows=event.shows,
    )  # fmt: skip
    if isinstance(event, Headed):
        return replace(out, level=event.level)
    if isinstance(event, Rolled) and not event.again:
        return replace(
            out, dice=event.dice, sides=event.sides, label=event.label, modifiers=event.modifiers, total=event.total,
            result=event.result,
        )  # fmt: skip
    if isinstance(event, Moved):
        return replace(out, piece=event.piece, path=event.path)
    return replace(out, card=event.card) if isinstance(event, Drawn) else out


def numbered(lines: Sequence[LogEntry], steps: Sequence[int], first: int = 0) -> tuple[LogEntry, ...]:
    """Lines with their numbers in the log, from `first` on, and those of their steps."""
    return tuple(replace(text, n=first + i, step=steps[i]) for i, text in enumerate(lines))


meet(Facts, Face, show.Scene, show.Result)


class Chronicle(Generic[S]):
    """What a seat saw happen, step by step. Lines are made once, so that logs can be compared by identity."""

    def __init__(self, table: Table[S]) -> None:
        self.table = table
        self._lines: dict[tuple[int, str], tuple[Entry[S], list[LogEntry]]] = {}

    def of(self, entry: Entry[S], seat: str) -> list[LogEntry]:
        kept = self._lines.get((id(entry), seat))
        if kept is None or kept[0] is not entry:
            data = self.table.game.data
            seen = [happened.seen_by(seat) for happened in entry.happened]
            kept = (entry, [line(event, data) for event in seen if event is not None])
            self._lines[id(entry), seat] = kept
        return kept[1]

    def steps(self, seat: str) -> list[int]:
        """The numbers of the entries of which the seat saw something, its own actions included."""
        history = self.table.history
        return [i for i, e in enumerate(history) if (e.seat == seat and e.done is not None) or self.of(e, seat)]

    def last_own(self, seat: str, steps: Sequence[int]) -> int:
        """How many of the steps had been taken when the seat last acted; all of them for a seat that never did."""
        history = self.table.history
        for i in range(len(steps) - 1, -1, -1):
            entry = history[steps[i]]
            if entry.seat == seat and entry.done is not None:
                return i + 1
        return len(steps)

    def log(self, seat: str) -> list[LogEntry]:
        return [text for entry in self.table.history for text in self.of(entry, seat)]

    def log_steps(self, seat: str) -> list[int]:
        """For each line of the log the step of the seat that it belongs to."""
        history = self.table.history
        return [n for n, i in enumerate(self.steps(seat), 1) for _ in self.of(history[i], seat)]

    def forget(self) -> None:
        """Drop the lines of steps that were taken back."""
        alive = {id(entry) for entry in self.table.history}
        self._lines = {key: kept for key, kept in self._lines.items() if key[0] in alive}


# ------------------------------------------------------------------------------------------------- states


NOTHING_AGAIN = Steps(False, "There is nothing to play again.")


def undo_info(table: Table[S], seat: str) -> Steps:
    if seat == PUBLIC:
        return Steps(False, "A spectator takes nothing back.")
    if table.in_doubt(seat):  # it is worked out when the answer has gone, and sent then
        return Steps(False, "", open=True)
    barrier = table.barrier(seat)
    return Steps(barrier is None, barrier.text if barrier is not None else "")


def state(
    table: Table[S], asked: Asking[S], eyes: str, by: str, undoing: str, chronicle: Chronicle[S],
    thinking: Sequence[str], redo: tuple[str, ...],
) -> TableState:  # fmt: skip
    """Everything that a page shows which sees through these eyes, without the log: `by` decides at it, and `undoing`
    may take something back; `asked` is the table as the page may ask it."""
    owes = by in table.seats
    game = table.game
    steps = chronicle.steps(eyes)
    decision = asked.decision(by) if owes else None
    offered = choices(asked, by, decision=decision)
    return TableState(
        rev="",
        seat=eyes,
        by=by,
        side=game.side(table.seen(eyes), by) if by != PUBLIC else "",
        scene=asked.scene(by),
        decision=decision,
        choices=offered,
        several=of_several(asked, by, offered),
        parts=tuple(say_part(game, table.state.stack[-1], part) for part in table.draft(by)) if owes else (),
        owing=table.seats,
        undo=undo_info(table, undoing),
        redo=Steps(True, "") if by in redo else NOTHING_AGAIN,
        result=table.result if table.over else None,
        sequence=game.sequence(table.seen(eyes)),
        log=(),
        log_from=0,
        steps=len(steps),
        since=len(steps) - chronicle.last_own(by, steps),
        thinking=tuple(thinking),
        orders=table.orders(eyes) if eyes != PUBLIC else (),
        aside=asked.aside() if isinstance(asked, Openly) and owes else "",
        principle=game.principle(table.seen(eyes), by) if owes else "",
    )


def revision(state: TableState, log: Sequence[LogEntry]) -> str:
    """A mark of what the seat has been shown. It tells nothing that the seat has not seen."""
    # Whether something can be taken back may become known later.
    digest = hashlib.blake2b(encode(replace(state, undo=NOTHING_AGAIN)), digest_size=12)
    digest.update(str(len(log)).encode())
    return digest.hexdigest()


def scene_at(table: Table[S], number: int, seat: str) -> show.Scene:
    """The seat's board before entry `number`, or now if that is past the end."""
    history = table.history
    s = history[number].before if number < len(history) else table.state
    return table.game.scene(table.game.view(s, seat))


def luck(table: Table[S], seat: str) -> Luck:
    """Dice shown against dice expected, from the events that the seat saw."""
    sums: dict[str, list[float]] = {}
    for entry in table.history:
        for happened in entry.happened:
            event = happened.seen_by(seat)
            if isinstance(event, Rolled) and not event.again:
                key = event.good or "nobody's favour"
                row = sums.setdefault(key, [0, 0, 0.0])
                row[0] += len(event.dice)
                row[1] += sum(event.dice)
                row[2] += len(event.dice) * (event.sides + 1) / 2
    rows = tuple(
        LuckRow(
            f"High is good for {key.title()}" if key in table.game.seats else "Others",
            key,
            int(n),
            int(total),
            expected,
        )
        for key, (n, total, expected) in sorted(sums.items())
    )
    if not rows:
        return Luck((), "No dice have been rolled yet.")
    words = []
    for name in table.game.seats:
        pips = table.luck(name) if seat == PUBLIC or name == seat else None
        if pips is not None:
            words.append(f"{name.capitalize()}: {pips:+.1f} pips against the average.")
    return Luck(rows, " ".join(words))

"""A game: the bare rules, for tables, bots, search and simulation.

Subclass `Game`, fill in the class attributes and the methods under "the game writes". `legal`, `apply` and
`turn` are the kernel's. A game is pure: no I/O, no clock, no dice of its own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from grognard.kernel import legality, show
from grognard.kernel.chance import Distribution, Outcome
from grognard.kernel.contract import (
    AUTO,
    CHANCE,
    CHANCE_STEP,
    CHOICE,
    DRAFT,
    OVER,
    Action,
    Pending,
    S,
    Slot,
    Step,
    short,
    split_action,
    verbs_of,
)
from grognard.kernel.errors import BadInput, Refused
from grognard.kernel.events import Events

if TYPE_CHECKING:
    from grognard.bots import Bot
    from grognard.kernel.table import Table

Options = Mapping[str, bool | str]


class Game(Generic[S]):
    # ------------------------------------------------------------------------ the game writes: who and what
    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str] = "1"
    """Changes whenever the rules or the data change what can happen."""
    seats: ClassVar[tuple[str, ...]]
    scenarios: ClassVar[tuple[show.Scenario, ...]]
    options: ClassVar[tuple[show.Option, ...]] = ()
    orders: ClassVar[tuple[show.Order, ...]] = ()
    """The standing orders that a seat may give."""
    overlays: ClassVar[tuple[show.OverlayKind, ...]] = ()
    State: type[S]
    steps: ClassVar[tuple[type[Step[Any]], ...]]
    """Every step class, for saving and positions."""
    hidden: ClassVar[tuple[str, ...]] = ()
    """The fields that `blank` may blank: "field" of the state, or "Step.field". Empty: everything is open."""
    named: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """For positions: a list field -> (names of its indexes, names of its values), each "" or the name of an
    attribute of `data` that holds the names as a tuple of strings. A value below zero is written as a number.
    A plain int field, and "Step.field" for an int or a tuple of ints in the stack, has "" as its first entry."""
    masks: ClassVar[Mapping[str, str]] = {}
    """For positions: an int field used as a set -> the attribute of `data` that names its bits."""
    derived: ClassVar[tuple[str, ...]] = ()
    """Fields that follow from others: left out of saves and positions, filled in by `derive`."""
    data: Any
    pack: dict[str, Any] | None = None
    """The data pack that was laid over the game's own data; embedded in records."""

    # ----------------------------------------------------------------------- the game writes: how it is played
    def begin(self, scenario: str, options: dict[str, bool | str]) -> S:
        """The state at the start of a scenario, with its first steps on the stack. Options are all given."""
        raise NotImplementedError

    def result(self, s: S) -> show.Result | None:
        """How the game ended, or None while it goes on."""
        raise NotImplementedError

    def side(self, s: S, seat: str) -> str:
        """The side that a seat commands."""
        return seat

    def clock(self, v: S) -> str:
        """When it is, in words, the same within one turn: standing orders "this turn" end when it changes."""
        return ""

    def blank(self, v: S, seat: str) -> None:
        """Blank out of `v`, a copy, what the seat may not know, the step stack included. Twice is as once."""

    def guess(self, view: S, seat: str, rng: random.Random) -> S:
        """A world that fits the view; every one that does can come up. Where drafts are simultaneous, end with
        `guess_drafts`."""
        s = view.copy()
        self.guess_drafts(s, seat, rng)
        return s

    def derive(self, s: S) -> None:
        """Fill in the `derived` fields of a state that was read from a save or a position."""

    def check(self, s: S) -> Iterable[show.Reason]:
        """What cannot be in any position: a unit where it cannot be, a track out of bounds, a derived field that
        does not fit. Fuzzing calls it after every action."""
        return ()

    def exhibits(self) -> Iterable[str]:
        """What the museum must hold: every ending ("ending …"), card, event and table cell, each as an event's
        `shows` or a result's "ending <level>" names it."""
        return ()

    def bots(self) -> dict[str, Callable[[], Bot[S]]]:
        """The game's own bots by level, weakest first; "random" is always there."""
        return {}

    # ---------------------------------------------------------------------- the game writes: what it shows
    def board(self) -> show.Board:
        raise NotImplementedError

    def scene(self, view: S) -> show.Scene:
        """What stands on the board in a view. Reads the board, not the stack: it is also called
        between the events of one action."""
        raise NotImplementedError

    def name(self, kind: str, token: str) -> str:
        """How to call a piece, place, card or choice in a sentence or on a button."""
        return token

    def overlay(self, view: S, name: str, about: str = "") -> show.Overlay:
        raise BadInput(f"{self.title} has no overlay “{name}”.")

    def charts(self) -> tuple[show.Chart, ...]:
        return ()

    def sequence(self, view: S | None = None) -> tuple[show.SequenceItem, ...]:
        """The sequence of play, with the present step marked where a view is given."""
        return ()

    def rules(self) -> tuple[show.RuleCase, ...]:
        return ()

    def lesson(self) -> show.Lesson | None:
        return None

    def about(self) -> show.About:
        raise NotImplementedError

    # ------------------------------------------------------------------------------------- the kernel's own
    def settle_options(self, scenario: str, options: Options | None) -> dict[str, bool | str]:
        """All options with their values, or BadInput for one that does not exist or does not fit."""
        if scenario not in [x.id for x in self.scenarios]:
            known = ", ".join(x.id for x in self.scenarios)
            raise BadInput(f"{self.title} has no scenario “{scenario}”; it has: {known}.")
        given = dict(options or {})
        settled: dict[str, bool | str] = {}
        for option in self.options:
            fits = not option.scenarios or scenario in option.scenarios
            value = given.pop(option.id, option.values[0] if option.values else option.default and fits)
            allowed: Sequence[bool | str] = option.values or (True, False)
            if value not in allowed or isinstance(value, bool) == bool(option.values):
                words = ", ".join(map(str, allowed)).lower()
                raise BadInput(f"Option “{option.id}” cannot be “{value}”; it can be: {words}.")
            if not fits and value:
                raise BadInput(f"Option “{option.id}” does not go with scenario “{scenario}”.")
            settled[option.id] = value
        if given:
            raise BadInput(f"{self.title} has no option “{next(iter(given))}”.")
        return settled

    def start(self, scenario: str = "", options: Options | None = None, events: Events | None = None) -> S:
        scenario = scenario or self.scenarios[0].id
        s = self.begin(scenario, self.settle_options(scenario, options))
        self.advance(s, events)
        return s

    def turn(self, s: S) -> str | frozenset[str]:
        """A seat, a set of seats (where several owe a draft), CHANCE or OVER."""
        stack = s.stack
        if not stack:
            return OVER
        step = stack[-1]
        kind = step.kind
        if kind == CHOICE:
            seat: str = step.seat(s)
            return seat
        if kind == CHANCE_STEP:
            return CHANCE
        owing = self.owing(s)
        return owing[0] if len(owing) == 1 else frozenset(owing)

    def owing(self, s: S) -> tuple[str, ...]:
        """The seats that owe a decision, in seat order."""
        if not s.stack:
            return ()
        step = s.stack[-1]
        if step.kind == CHOICE:
            return (step.seat(s),)
        if step.kind == DRAFT:
            done = {p.seat for p in s.pending}
            return tuple(seat for seat in step.seats(s) if seat not in done)
        return ()

    def view(self, s: S, seat: str) -> S:
        """The state with what the seat may not know blanked out. To be read only: it may be `s` itself."""
        if not self.hidden and not s.pending:
            return s
        v = s.copy()
        if self.hidden:
            self.blank(v, seat)
        if s.pending:
            v.pending = [p if p.seat == seat else Pending(p.seat, ()) for p in v.pending]
        return v

    def _scratch(self, s: S, seat: str) -> S:
        """The seat's view, to be changed."""
        v = self.view(s, seat)
        return v.copy() if v is s else v

    def legal(self, s: S, seat: str, prefix: str = "") -> list[Action]:
        """What may come next after the prefix, from what the seat may know."""
        if not prefix:
            if seat not in self.owing(s):
                return []
            return legality.openings(s, s.stack[-1], seat)
        parts, words = split_action(prefix)
        if seat not in self.owing(s):
            return []
        scratch = self._drafted(s, seat, parts)[0] if parts else s
        if isinstance(scratch, list):
            return []
        return legality.legal_words(scratch, scratch.stack[-1], seat, words)

    def more(self, s: S, action: Action) -> list[Action]:
        """`legal` for a prefix that `legal` itself has given: nothing is checked again."""
        step = s.stack[-1]
        return legality.continuations(verbs_of(step)[action.verb], s, step, action.seat, action.args)

    def why_not(self, s: S, seat: str, text: str) -> list[show.Reason]:
        """The reasons against an action or a beginning of one; an empty list if it is legal."""
        parts, words = split_action(text)
        return self._weigh(s, seat, parts, words)[0]

    def accept(self, s: S, seat: str, action: str | Action) -> Action:
        """The legal action, or beginning of one, that is meant; `Refused` with the reasons if it is not legal."""
        if isinstance(action, Action):
            parts, words = [[p.verb, *p.args] for p in action.parts], [action.verb, *action.args]
        else:
            parts, words = split_action(action)
        reasons, scratch, done = self._weigh(s, seat, parts, words)
        if reasons:
            raise Refused(reasons)
        return self._action(scratch, seat, words, done)

    def _weigh(
        self, s: S, seat: str, parts: list[list[str]], words: list[str]
    ) -> tuple[list[show.Reason], S, tuple[Action, ...]]:
        """The reasons against these words, the view with the draft's parts done to it, and the parts."""
        if not s.stack:
            return [show.Reason("", "The game is over.")], s, ()
        owing = self.owing(s)
        if seat not in owing:
            who = " and ".join(owing) if owing else "nobody"
            return [show.Reason(s.stack[-1].rule, f"{seat} has nothing to decide now; it is for {who}.")], s, ()
        if not words:
            raise BadInput("The action is empty.")
        scratch, done = self._drafted(s, seat, parts) if parts else (s, ())
        if isinstance(scratch, list):
            return scratch, s, ()
        return legality.why_words(scratch, scratch.stack[-1], seat, words), scratch, done

    def read(self, s: S, seat: str, text: str) -> Action:
        """The action that a text means, whether legal or not; `complete` says if it can be played."""
        parts, words = split_action(text)
        if not words:
            raise BadInput("The action is empty.")
        scratch, done = self._drafted(s, seat, parts) if parts else (s, ())
        if isinstance(scratch, list):
            raise Refused(scratch)
        return self._action(scratch, seat, words, done)

    def _drafted(self, s: S, seat: str, parts: list[list[str]]) -> tuple[S | list[show.Reason], tuple[Action, ...]]:
        """The seat's view with these parts done to it, and the parts; or the reasons against the first bad one."""
        step = s.stack[-1]
        if step.kind != DRAFT:
            return [show.Reason(step.rule, "This decision takes one action, not several parts.")], ()
        scratch = self._scratch(s, seat)
        done = []
        for words in parts:
            reasons = legality.why_words(scratch, scratch.stack[-1], seat, words)
            part = self._action(scratch, seat, words)
            if not reasons and (not part.complete or part.verb == "done"):
                reasons = legality.lacking(scratch, scratch.stack[-1], seat, words)
                reasons = reasons or [
                    show.Reason(step.rule, f"“{short(part.text)}” is not a whole part of this draft.")
                ]
            if reasons:
                return reasons, ()
            self.add_part(scratch, part)
            done.append(part)
        return scratch, tuple(done)

    def _action(self, s: S, seat: str, words: Sequence[str], parts: tuple[Action, ...] = ()) -> Action:
        step = s.stack[-1]
        verb = verbs_of(step).get(words[0])
        args = tuple(words[1:])
        if verb is None:
            return Action(words[0], args, True, False, seat, parts)
        complete = legality.is_complete(verb, s, step, seat, args)
        return Action(words[0], args, complete, legality.slot_at(verb, args)[0] is not None, seat, parts)

    def drafting(self, s: S, seat: str, parts: Sequence[Action]) -> S:
        """A copy of the seat's view with the parts of its draft done to it; `legal` on it offers the next part."""
        scratch = self._scratch(s, seat)
        for part in parts:
            self.add_part(scratch, part)
        return scratch

    def add_part(self, scratch: S, part: Action) -> None:
        step = scratch.stack[-1]
        verb = verbs_of(step).get(part.verb)
        if verb is None:
            raise BadInput(f"“{part.verb}” is no part of this draft.")
        verb.do(scratch, step, part.seat, part.args, None)

    def guess_drafts(self, s: S, seat: str, rng: random.Random) -> None:
        """Fill in the finished drafts of other seats, which a view shows only as finished, at random."""
        for i, done in enumerate(s.pending):
            if done.seat != seat:
                open_again = s.copy()
                open_again.pending = [p for p in s.pending if p.seat != done.seat]
                draft = self.complete(open_again, done.seat, rng.choice, lambda tail: rng.random() < 0.5)
                s.pending[i] = Pending(done.seat, draft.parts)

    def chance(self, s: S) -> Distribution:
        """The distribution that is due; `turn` must have said CHANCE."""
        found: Distribution = s.stack[-1].chance(s)
        return found

    def apply(self, s: S, step: Action | Outcome, events: Events | None = None) -> None:
        """Do a complete, legal action, or an outcome of chance, in place; run on to the next decision or chance."""
        top = s.stack[-1]
        kind = top.kind
        if kind == CHANCE_STEP:
            s.stack.pop()
            top.happen(s, step, events)
        elif kind == CHOICE:
            s.stack.pop()
            verbs_of(top)[step.verb].do(s, top, step.seat, step.args, events)  # type: ignore[union-attr]
        else:
            self._finish_draft(s, step.seat, step.parts, events)  # type: ignore[union-attr]
        self.advance(s, events)

    def _finish_draft(self, s: S, seat: str, parts: tuple[Action, ...], events: Events | None) -> None:
        s.pending.append(Pending(seat, parts))
        if self.owing(s):
            return
        drafts = sorted(s.pending, key=lambda p: self.seats.index(p.seat))
        s.pending.clear()
        for draft in drafts:
            for part in draft.parts:
                top = s.stack[-1]
                verbs_of(top)[part.verb].do(s, top, draft.seat, part.args, events)
        s.stack.pop().commit(s, events)

    def advance(self, s: S, events: Events | None) -> None:
        """Run what needs nobody, until a decision or chance is due or the game is over."""
        while s.stack:
            step = s.stack[-1]
            kind = step.kind
            if kind == AUTO:
                s.stack.pop()
                step.run(s, events)
            elif kind == CHANCE_STEP:
                return
            else:
                answer = step.obvious(s)
                if answer is None:
                    return
                name, args = answer
                if kind == CHOICE:
                    s.stack.pop()
                    verbs_of(step)[name].do(s, step, step.seat(s), args, events)
                else:
                    for seat in self.owing(s):
                        self._finish_draft(s, seat, (), events)

    def complete(
        self,
        s: S,
        seat: str,
        pick: Callable[[list[Action]], Action],
        longer: Callable[[Slot], bool] | None = None,
    ) -> Action:
        """Build a complete action by picking from what is legal, slot by slot and, in a draft, part by part.

        An action that can be played as it is, but has a tail that could go on, goes on if `longer` says so."""
        if s.stack[-1].kind != DRAFT:
            return self._fill(s, legality.openings(s, s.stack[-1], seat), pick, longer)
        scratch = self._scratch(s, seat)
        parts: list[Action] = []
        while True:
            part = self._fill(scratch, legality.openings(scratch, scratch.stack[-1], seat), pick, longer)
            if part.verb == "done":
                return Action("done", (), True, False, seat, tuple(parts))
            self.add_part(scratch, part)
            parts.append(part)

    def _fill(
        self,
        s: S,
        choices: list[Action],
        pick: Callable[[list[Action]], Action],
        longer: Callable[[Slot], bool] | None,
    ) -> Action:
        action = pick(choices)
        if action.complete and not action.more:
            return action
        step = s.stack[-1]
        verb = verbs_of(step)[action.verb]
        while True:
            if not action.complete:
                action = pick(legality.continuations(verb, s, step, action.seat, action.args))
                continue
            if not action.more or longer is None or verb.tail is None or not longer(verb.tail):
                return action
            further = legality.continuations(verb, s, step, action.seat, action.args)
            if not further:
                return action
            action = pick(further)

    def decision(self, s: S, seat: str, prefix: str = "") -> show.Decision:
        """What is asked of the seat, for a view or a draft's scratch view."""
        parts, words = split_action(prefix)
        scratch = self._drafted(s, seat, parts)[0] if parts else s
        if isinstance(scratch, list):
            raise Refused(scratch)
        s = scratch
        step = s.stack[-1]
        verbs = verbs_of(step)
        buttons = []
        for action in legality.legal_words(s, step, seat, words) if seat in self.owing(s) else ():
            verb = verbs.get(action.verb)
            if verb is None:
                buttons.append(show.Button("done", step.done_label, step.rule))
                continue
            slot = legality.slot_at(verb, action.args[:-1])[0] if action.args else None
            if slot is None or slot.kind not in ("piece", "place"):
                label = verb.label or verb.name
                if slot is not None:
                    label = f"{label}: {self.called(slot, step, action.args[-1])}"
                buttons.append(show.Button(action.text, label, verb.rule, action.complete))
        duties = [w.reason() for w in step.duties(s, seat)] if step.kind == DRAFT else []
        duties = legality.lacking(s, step, seat, words) + duties
        return show.Decision(
            seat=seat,
            prompt=step.prompt(s, seat),
            rule=step.rule,
            slots=legality.slots_for(s, step, seat, words),
            buttons=tuple(buttons),
            duties=tuple(duties),
            warnings=tuple(step.warnings(s, seat)),
            draft=step.kind == DRAFT,
            step=type(step).__name__,
        )

    def called(self, slot: Slot, step: Step[Any], value: str) -> str:
        """How to call a value of a slot in this step."""
        return self.name(slot.kind, value) if slot.word is None else slot.word(step, value)

    def preview(self, s: S, seat: str, action: Action) -> show.Preview | None:
        """What a complete action would do; with parts before it, after them."""
        s = self._after_parts(s, seat, action)
        step = s.stack[-1]
        if action.verb == "done" and step.kind == DRAFT:
            whole: show.Preview | None = step.preview(s, seat)
            return whole
        verb = verbs_of(step).get(action.verb)
        return verb.preview(s, step, seat, action.args) if verb and verb.preview and action.complete else None

    def odds(self, s: S, seat: str, action: Action) -> show.Odds | None:
        """The odds of a complete action; with parts before it, after them."""
        s = self._after_parts(s, seat, action)
        step = s.stack[-1]
        if action.verb == "done" and step.kind == DRAFT:
            whole: show.Odds | None = step.odds(s, seat)
            return whole
        verb = verbs_of(step).get(action.verb)
        return verb.odds(s, step, seat, action.args) if verb and verb.odds and action.complete else None

    def _after_parts(self, s: S, seat: str, action: Action) -> S:
        return self.drafting(s, seat, action.parts) if action.parts else s

    def table(self, scenario: str = "", options: Options | None = None, **how: Any) -> Table[S]:
        """A match: see `Table` for practice, seed and forced."""
        from grognard.kernel.table import Table

        return Table(self, scenario, options, **how)

    def position(self, text: str, **how: Any) -> Table[S]:
        """A practice table that starts from a position."""
        from grognard.kernel.position import read_position
        from grognard.kernel.table import Table

        scenario, options, s = read_position(self, text)
        return Table(self, scenario, options, practice=True, position=s, **how)

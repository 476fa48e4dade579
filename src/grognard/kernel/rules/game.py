# compiled as it stands
"""A game: the bare rules, for tables, bots, search and simulation.

Subclass `Game`, and fill in the class attributes and the methods of `Written`. `legal`, `apply` and `turn` are the
kernel's. A game is pure: no I/O, no clock, no dice of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from msgspec.structs import replace

from grognard.kernel import show
from grognard.kernel.errors import BadInput, Refused
from grognard.kernel.rules import legality, masks
from grognard.kernel.rules.actions import CHANCE, OVER, Action, Deed, Ints, short, split_action, words_of
from grognard.kernel.rules.chance import Distribution, Forced, Outcome
from grognard.kernel.rules.events import Events, Said
from grognard.kernel.rules.sets import bits
from grognard.kernel.rules.slots import AnySlot, AnyVerb
from grognard.kernel.rules.state import AnyState, Pending, S
from grognard.kernel.rules.steps import AUTO, CHANCE_STEP, CHOICE, DRAFT, Asked, Chance, Choice, Draft, verbs_of
from grognard.kernel.rules.written import Written
from grognard.kernel.show.words import agree, number_of

if TYPE_CHECKING:
    from grognard.kernel.match.table import Table

Options = Mapping[str, bool | str]


class Word(NamedTuple):
    """A word of an action's text and what it names."""

    token: str
    kind: str
    """That of its slot; "" for a keyword."""
    name: str


def asked(s: AnyState) -> Asked:
    """The decision on top of the stack."""
    step: Asked = s.stack[-1]
    assert step.kind >= CHOICE, f"{type(step).__name__} asks nobody"
    return step


class Game(Written[S]):
    """The bare rules. What a game writes is listed in `Written`; here is what the kernel makes of it."""

    steady: ClassVar[bool] = True
    """Compiled modules may remember what they have read in it (quick.h)."""

    def guess(self, view: S, seat: str, rng: Random) -> S:
        """A world that fits the view; every one that does can come up. Where drafts are simultaneous, end with
        `guess_drafts`."""
        s = view.bare()
        self.guess_drafts(s, seat, rng)
        return s

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

    def static(self, variant: str = "") -> Any:
        """The static data, or a variant of it that some option asks for."""
        return self.data

    def turn(self, s: S) -> str | frozenset[str]:
        """A seat, a set of seats (where several owe a draft), CHANCE or OVER."""
        if not s.stack:
            return OVER
        step = s.stack[-1]
        kind = step.kind  # three times as fast as isinstance, here where every action passes
        if kind == CHANCE_STEP:
            return CHANCE
        if kind == CHOICE:
            seat: str = step.seat(s)
            return seat
        owing = self.owing(s)
        return owing[0] if len(owing) == 1 else frozenset(owing)

    def owing(self, s: S) -> tuple[str, ...]:
        """The seats that owe a decision, in seat order."""
        if not s.stack:
            return ()
        step = s.stack[-1]
        kind = step.kind
        if kind == CHOICE:
            return (step.seat(s),)
        if kind != DRAFT:
            return ()
        seats: tuple[str, ...] = step.seats(s)
        if not s.pending:
            return seats
        done = {p.seat for p in s.pending}
        return tuple(seat for seat in seats if seat not in done)

    def view(self, s: S, seat: str) -> S:
        """The state with what the seat may not know blanked out. To be read only: it may be `s` itself."""
        if not self.hidden and not s.pending:
            return s
        v = s.copy() if self.open_facts or not self.hidden else s.bare()
        if self.hidden:
            self.blank(v, seat)
        if s.pending:
            v.pending = [p if p.seat == seat else Pending(p.seat, ()) for p in v.pending]
        return v

    def _scratch(self, s: S, seat: str) -> S:
        """The seat's view, to be changed."""
        v = self.view(s, seat)
        return v.copy() if v is s else v

    # ------------------------------------------------------------------------- what is legal, by masks
    def offers(self, s: S, seat: str) -> list[tuple[AnyVerb, int]]:
        """What the seat can begin: each verb with the values of its first slot as a mask, 0 where it needs none."""
        return masks.offers(s, asked(s), seat)

    def following(self, s: S, seat: str, verb: AnyVerb, args: Ints) -> int:
        """The values of the argument after these, as a mask; 0 where none can follow."""
        return masks.following(verb, s, asked(s), seat, args)

    def joining(self, s: S, seat: str, verb: AnyVerb, args: Ints) -> int:
        """The values that may join the set that the last of these arguments is; 0 where it is no set."""
        return masks.joining(verb, s, asked(s), seat, args)

    def random(self, s: S, seat: str, rng: Random) -> Deed:
        """A complete action at random: uniform over the openings; `done` of a draft with 0.25, tails with 0.4, or 0.1
        where a keyword opens them."""
        step = asked(s)
        rand = rng.random
        if step.kind == CHOICE:
            verb, args = masks.draw(s, step, seat, rand)
            assert verb is not None, f"{type(step).__name__} leaves {seat} nothing to do"
            return Deed(verb.name, args, seat)
        light = isinstance(step, Draft) and step.light and not s.pending and not self.veils(s, seat)
        scratch: S = s.__copy__() if light else self._scratch(s, seat)  # type: ignore[attr-defined]
        parts: list[Deed] = []
        while True:
            step = asked(scratch)
            verb, args = masks.draw(scratch, step, seat, rand)
            if verb is None:
                return Deed("done", (), seat, tuple(parts))
            parts.append(Deed(verb.name, args, seat))
            verb.do(scratch, step, seat, args, None)

    def permits(self, s: S, deed: Deed) -> bool:
        """Whether a complete action is legal for its seat, by bits alone: for whoever needs no reasons."""
        if deed.seat not in self.owing(s):
            return False
        step = asked(s)
        if step.kind == CHOICE:
            return not deed.parts and self._permits(s, step, deed)
        if deed.verb != "done":
            return False
        scratch = self._scratch(s, deed.seat)
        for part in deed.parts:
            top = asked(scratch)
            if not self._permits(scratch, top, part):
                return False
            verbs_of(top)[part.verb].do(scratch, top, deed.seat, part.args, None)
        top = asked(scratch)
        return isinstance(top, Draft) and next(top.duties(scratch, deed.seat), None) is None

    def _permits(self, s: S, step: Choice[S] | Draft[S], deed: Deed) -> bool:
        verb = verbs_of(step).get(deed.verb)
        return verb is not None and masks.permits(verb, s, step, deed.seat, deed.args)

    def said(self, s: S, deed: Deed) -> Action:
        """A deed as an action with its text."""
        if not deed.parts:
            return self._said(s, deed)
        scratch = self._scratch(s, deed.seat)
        parts = []
        for part in deed.parts:
            parts.append(self._said(scratch, part))
            top = asked(scratch)
            verbs_of(top)[part.verb].do(scratch, top, deed.seat, part.args, None)
        return Action(deed.verb, (), True, False, deed.seat, tuple(parts))

    def _said(self, s: S, deed: Deed) -> Action:
        verb = verbs_of(asked(s)).get(deed.verb)
        if verb is None:
            return Action(deed.verb, (), True, False, deed.seat)
        more = masks.next_slot(verb, deed.args) is not None or masks.open_set(verb, deed.args) is not None
        return Action(deed.verb, legality.words_of(verb, s.data, deed.args), True, more, deed.seat)

    def deed(self, s: S, action: Action) -> Deed:
        """A legal, complete action as a deed; `BadInput` where its words mean nothing here."""
        if not action.parts:
            return self._deed(s, action)
        scratch = self._scratch(s, action.seat)
        parts = []
        for part in action.parts:
            part_deed = self._deed(scratch, part)
            parts.append(part_deed)
            top = asked(scratch)
            verbs_of(top)[part.verb].do(scratch, top, action.seat, part_deed.args, None)
        return Deed(action.verb, (), action.seat, tuple(parts))

    def _deed(self, s: S, action: Action) -> Deed:
        verb = verbs_of(asked(s)).get(action.verb)
        return Deed(action.verb, () if verb is None else self._ints(verb, s, action), action.seat)

    def _ints(self, verb: AnyVerb, s: S, step: Deed | Action) -> Ints:
        """The arguments as the verb takes them."""
        if isinstance(step, Deed):
            return step.args
        if not step.args:
            return ()
        read = legality.read_args(verb, s.data, step.args)
        if read.reason is not None:
            raise BadInput(read.reason.text)
        return read.args

    # ------------------------------------------------------------------------------ what is legal, as text
    def legal(self, s: S, seat: str, prefix: str | Action = "") -> list[Action]:
        """What may come next after the prefix, from what the seat may know."""
        if not prefix:
            if seat not in self.owing(s):
                return []
            return legality.openings(s, asked(s), seat)
        parts, words = words_of(prefix)
        if seat not in self.owing(s):
            return []
        scratch = self._drafted(s, seat, parts)[0] if parts else s
        if isinstance(scratch, list):
            return []
        return legality.legal_words(scratch, asked(scratch), seat, words)

    def more(self, s: S, action: Action) -> list[Action]:
        """`legal` for a prefix that `legal` itself has given: nothing is checked again."""
        step = asked(s)
        verb = verbs_of(step)[action.verb]
        return self._continued(s, step, verb, action)

    def _continued(self, s: S, step: Choice[S] | Draft[S], verb: AnyVerb, action: Action) -> list[Action]:
        return legality.continuations(verb, s, step, action.seat, self._ints(verb, s, action))

    def why_not(self, s: S, seat: str, action: str | Action) -> list[show.Reason]:
        """The reasons against an action or a beginning of one; an empty list if it is legal."""
        parts, words = words_of(action)
        return self._weigh(s, seat, parts, words)[0]

    def accept(self, s: S, seat: str, action: str | Action) -> Action:
        """The legal action, or beginning of one, that is meant; `Refused` with the reasons if it is not legal."""
        parts, words = words_of(action)
        reasons, scratch, done = self._weigh(s, seat, parts, words)
        if reasons:
            raise Refused(reasons)
        return legality.read_action(scratch, asked(scratch), seat, words, done)

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
        step = asked(scratch)
        if done and isinstance(step, Choice) and words[0] not in step.rows:
            return [show.Reason(step.rule, f"“{short(words[0])}” is an action of its own.")], s, ()
        return legality.why_words(scratch, step, seat, words), scratch, done

    def read(self, s: S, seat: str, text: str) -> Action:
        """The action that a text means, whether legal or not; `complete` says if it can be played."""
        parts, words = split_action(text)
        if not words:
            raise BadInput("The action is empty.")
        scratch, done = self._drafted(s, seat, parts) if parts else (s, ())
        if isinstance(scratch, list):
            raise Refused(scratch)
        return legality.read_action(scratch, asked(scratch), seat, words, done)

    def _drafted(self, s: S, seat: str, parts: list[list[str]]) -> tuple[S | list[show.Reason], tuple[Action, ...]]:
        """The seat's view with these parts done to it, and the parts; or the reasons against the first bad one."""
        step = asked(s)
        if not isinstance(step, Draft) and not {words[0] for words in parts} <= set(step.rows):
            return [show.Reason(step.rule, "This decision takes one action, not several parts.")], ()
        scratch = self._scratch(s, seat)
        done = []
        for words in parts:
            top = asked(scratch)
            reasons = legality.why_words(scratch, top, seat, words)
            part = legality.read_action(scratch, top, seat, words)
            if not reasons and (not part.complete or part.verb == "done"):
                reasons = legality.lacking(scratch, top, seat, words)
                reasons = reasons or [
                    show.Reason(step.rule, f"“{short(part.text)}” is not a whole part of this draft.")
                ]
            if not reasons and isinstance(top, Draft):
                self.add_part(scratch, part)
            elif not reasons and not self.follows(scratch, top, part):
                words_of_it = f"“{short(part.text)}” may lead to something else first: nothing can be named after it."
                reasons = [show.Reason(step.rule, words_of_it)]
            if reasons:
                return reasons, ()
            done.append(part)
        return scratch, tuple(done)

    def follows(self, scratch: S, step: Asked, part: Action) -> bool:
        """Do an action of a row to what the seat sees; whether more can follow it there."""
        try:
            self.apply(scratch, part, None)
        except Exception:  # the view lacks what the rules needed: something will be found
            return False
        return self._goes_on(scratch, step, part.seat)

    def drafting(self, s: S, seat: str, parts: Sequence[Action]) -> S:
        """A copy of the seat's view with the parts of its draft done to it; `legal` on it offers the next part."""
        scratch = self._scratch(s, seat)
        for part in parts:
            self.add_part(scratch, part)
        return scratch

    def add_part(self, scratch: S, part: Action) -> None:
        step = asked(scratch)
        if isinstance(step, Choice):
            self.apply(scratch, part, None)
            return
        verb = verbs_of(step).get(part.verb)
        if verb is None:
            raise BadInput(f"“{part.verb}” is no part of this draft.")
        verb.do(scratch, step, part.seat, self._ints(verb, scratch, part), None)

    def guess_drafts(self, s: S, seat: str, rng: Random) -> None:
        """Fill in the finished drafts of other seats, which a view shows only as finished, at random."""
        for i, done in enumerate(s.pending):
            if done.seat != seat:
                open_again = s.copy()
                open_again.pending = [p for p in s.pending if p.seat != done.seat]
                draft = self.said(open_again, self.random(open_again, done.seat, rng))
                s.pending[i] = Pending(done.seat, draft.parts)

    # ---------------------------------------------------------------------------------------- what happens
    def chance(self, s: S) -> Distribution:
        """The distribution that is due; `turn` must have said CHANCE."""
        step: Chance[S] = s.stack[-1]
        assert step.kind == CHANCE_STEP, f"{type(step).__name__} is no chance"
        return step.chance(s)

    def apply(self, s: S, step: Deed | Action | Outcome, events: Events | None = None) -> None:
        """Do a complete, legal action, or an outcome of chance, in place; run on to the next decision or chance."""
        top = s.stack[-1]
        kind = top.kind
        if kind == CHOICE:
            if not isinstance(step, (Deed, Action)):
                raise BadInput(f"An outcome of chance ({step!r}) is not what is due now.")
            if step.parts:
                self._row(s, step, events)
                return
            s.stack.pop()
            verb = verbs_of(top)[step.verb]
            verb.do(s, top, step.seat, step.args if isinstance(step, Deed) else self._ints(verb, s, step), events)
        elif kind == CHANCE_STEP:
            if not isinstance(step, (tuple, str)):
                raise BadInput(f"“{step.verb}” is not what is due now: chance is.")
            s.stack.pop()
            top.happen(s, step, events)
        elif isinstance(step, (tuple, str)):
            raise BadInput(f"An outcome of chance ({step!r}) is not what is due now.")
        else:
            self._finish_draft(s, step, events)
        self.advance(s, events)

    def _row(self, s: S, row: Deed | Action, events: Events | None) -> None:
        """The actions of a row, one after the other. The first is legal; where what is found on the way forbids one
        of the others, or asks for something else first, it is not done."""
        step = asked(s)
        actions: list[Deed | Action] = [*row.parts]
        actions.append(replace(row, parts=()))
        left = 0
        for n, action in enumerate(actions):
            if n == 0 or (self._goes_on(s, step, row.seat) and self.permits(s, self._as_deed(s, action))):
                self.apply(s, action, events)
            else:
                left += 1
        if left and events is not None:
            some = f"{number_of(left, 'action')} of {len(actions)} {agree(left, 'was', 'were')}"
            words = f"Something has come up on the way: {some} not done."
            events.add(Said(words=words, rule=step.rule), (row.seat,))

    def _as_deed(self, s: S, action: Deed | Action) -> Deed:
        return action if isinstance(action, Deed) else self._deed(s, action)

    def _goes_on(self, s: S, step: Asked, seat: str) -> bool:
        """Whether the seat is asked the same again."""
        return bool(s.stack) and type(s.stack[-1]) is type(step) and self.owing(s) == (seat,)

    def _finish_draft(self, s: S, draft: Deed | Action, events: Events | None) -> None:
        """A seat's draft is done: kept until all are, then all enter the state together."""
        if len(self.owing(s)) > 1:
            parts = self.said(s, draft).parts if isinstance(draft, Deed) else draft.parts
            s.pending.append(Pending(draft.seat, parts))
            return
        drafts: list[tuple[str, Sequence[Deed | Action]]] = [(p.seat, p.parts) for p in s.pending]
        drafts.append((draft.seat, draft.parts))
        s.pending.clear()
        for seat, parts_of in sorted(drafts, key=lambda one: self.seats.index(one[0])):
            for part in parts_of:
                top = asked(s)
                verb = verbs_of(top)[part.verb]
                verb.do(s, top, seat, self._ints(verb, s, part), events)
        done = s.stack.pop()
        assert isinstance(done, Draft)
        done.commit(s, events)

    def advance(self, s: S, events: Events | None) -> None:
        """Run what needs nobody, until a decision or chance is due or the game is over."""
        while s.stack:
            step = s.stack[-1]
            kind = step.kind
            if kind == AUTO:
                s.stack.pop()
                step.run(s, events)
            elif kind == CHOICE:
                answer = step.obvious(s)
                if answer is None:
                    return
                s.stack.pop()
                verbs_of(step)[answer[0]].do(s, step, step.seat(s), answer[1], events)
            elif kind == CHANCE_STEP or step.obvious(s) is None:
                return
            else:
                for seat in self.owing(s):
                    self._finish_draft(s, Deed("done", (), seat), events)

    def complete(
        self,
        s: S,
        seat: str,
        pick: Callable[[list[Action]], Action],
        longer: Callable[[AnySlot], bool] | None = None,
    ) -> Action:
        """Build a complete action by picking from what is legal, slot by slot and, in a draft, part by part.

        An action that can be played as it is, but has a tail that could go on, goes on if `longer` says so."""
        if isinstance(s.stack[-1], Choice):
            return self._fill(s, legality.openings(s, asked(s), seat), pick, longer)
        scratch = self._scratch(s, seat)
        parts: list[Action] = []
        while True:
            part = self._fill(scratch, legality.openings(scratch, asked(scratch), seat), pick, longer)
            if part.verb == "done":
                return Action("done", (), True, False, seat, tuple(parts))
            self.add_part(scratch, part)
            parts.append(part)

    def _fill(
        self,
        s: S,
        choices: list[Action],
        pick: Callable[[list[Action]], Action],
        longer: Callable[[AnySlot], bool] | None,
    ) -> Action:
        action = pick(choices)
        if action.complete and not action.more:
            return action
        step = asked(s)
        verb = verbs_of(step)[action.verb]
        while True:
            if not action.complete:
                action = pick(self._continued(s, step, verb, action))
                continue
            if not action.more or longer is None or not verb.slots or not longer(verb.slots[-1]):
                return action
            further = self._continued(s, step, verb, action)
            if not further:
                return action
            action = pick(further)

    # ------------------------------------------------------------------------------------- what is asked
    def decision(self, s: S, seat: str, prefix: str | Action = "") -> show.Decision:
        """What is asked of the seat, for a view or a draft's scratch view."""
        parts, words = words_of(prefix)
        scratch = self._drafted(s, seat, parts)[0] if parts else s
        if isinstance(scratch, list):
            raise Refused(scratch)
        s = scratch
        step = asked(s)
        duties = [w.reason() for w in step.duties(s, seat)] if isinstance(step, Draft) else []
        duties = legality.lacking(s, step, seat, words) + duties
        return show.Decision(
            seat=seat,
            prompt=step.prompt(s, seat),
            rule=step.rule,
            slots=legality.slots_for(s, step, seat, words),
            buttons=tuple(self._buttons(s, step, seat, words)) if seat in self.owing(s) else (),
            duties=tuple(duties),
            warnings=tuple(step.warnings(s, seat)),
            draft=isinstance(step, Draft),
            step=type(step).__name__,
        )

    def _buttons(self, s: S, step: Choice[S] | Draft[S], seat: str, words: list[str]) -> Iterator[show.Button]:
        """What can be chosen without a click on the board."""
        verbs = verbs_of(step)
        for action in legality.legal_words(s, step, seat, words):
            verb = verbs.get(action.verb)
            if verb is None:
                assert isinstance(step, Draft)
                yield show.Button("done", step.done_words(s, seat), step.rule)
                continue
            label = verb.label or verb.name
            last = self.spell(step, action)[-1] if action.args else None
            if last is not None and last.kind not in ("piece", "place"):
                label = f"{label}: {last.name}"
            if last is None or last.kind not in ("piece", "place"):
                yield show.Button(action.text, label, verb.rule, action.complete)

    def spell(self, step: Choice[S] | Draft[S], action: Action) -> list[Word]:
        """The words of an action after its verb, each with what it names."""
        verb = verbs_of(step).get(action.verb)
        if verb is None:
            return []
        out = []
        for token, slot in legality.slots_of_words(verb, action.args):
            if slot is None:
                out.append(Word(token, "", token))
            elif slot.word is not None:
                out.append(Word(token, slot.kind, slot.word(step, slot.domain.names(self.data).number[token])))
            else:
                out.append(Word(token, slot.kind, self.name(slot.kind, token)))
        return out

    def goes_on(self, step: Choice[S] | Draft[S], action: Action) -> Literal["", "keyword", "repeat", "next"]:
        """How an action can be made longer: by a "keyword" and what it opens, by a "repeat" of what it has several
        of, by the "next" argument, or "" not at all."""
        verb = verbs_of(step).get(action.verb)
        if verb is None or not action.more:
            return ""
        args = legality.read_args(verb, self.data, action.args).args
        slot = masks.next_slot(verb, args)
        if masks.open_set(verb, args) is not None or (slot is not None and len(args) >= len(verb.slots)):
            return "repeat"
        return "keyword" if slot is not None and slot.keyword else "next"

    def preview(self, s: S, seat: str, action: Action) -> show.Preview | None:
        """What a complete action would do; with parts before it, after them."""
        s = self._after_parts(s, seat, action)
        step = asked(s)
        if action.verb == "done" and isinstance(step, Draft):
            return step.preview(s, seat)
        verb = verbs_of(step).get(action.verb)
        if verb is None or verb.preview is None or not action.complete:
            return None
        return verb.preview(s, step, seat, self._ints(verb, s, action))

    def odds(self, s: S, seat: str, action: Action) -> show.Odds | None:
        """The odds of a complete action; with parts before it, after them."""
        s = self._after_parts(s, seat, action)
        step = asked(s)
        if action.verb == "done" and isinstance(step, Draft):
            return step.odds(s, seat)
        verb = verbs_of(step).get(action.verb)
        if verb is None or verb.odds is None or not action.complete:
            return None
        return verb.odds(s, step, seat, self._ints(verb, s, action))

    def wastes(self, s: S, seat: str, action: Action) -> tuple[show.Waste, ...]:
        """What a complete action wastes or costs for good; with parts before it, after them."""
        s = self._after_parts(s, seat, action)
        step = asked(s)
        if action.verb == "done" and isinstance(step, Draft):
            return tuple(step.wastes(s, seat))
        verb = verbs_of(step).get(action.verb)
        if verb is None or verb.wastes is None or not action.complete:
            return ()
        return tuple(verb.wastes(s, step, seat, self._ints(verb, s, action)))

    def toward(self, s: S, seat: str, place: str) -> list[Action]:
        """The complete actions that begin with a piece and name this place next: who can go there or attack it."""
        step = asked(s)
        found = []
        for verb in step.verbs:
            slots = verb.slots
            if len(slots) < 2 or slots[0].kind != "piece" or slots[0].many or slots[1].kind != "place":
                continue
            h = slots[1].domain.names(self.data).number.get(place)
            if h is None or not masks.allowed(verb, s, step, seat):
                continue
            for u in bits(masks.values(slots[0], s, step, seat, ())):
                if masks.admits(slots[1], s, step, seat, (u,), h):
                    action = self.read(s, seat, f"{verb.name} {slots[0].domain.names(self.data)[u]} {place}")
                    if action.complete:
                        found.append(action)
        return found

    def _after_parts(self, s: S, seat: str, action: Action) -> S:
        return self.drafting(s, seat, action.parts) if action.parts else s

    def table(
        self,
        scenario: str = "",
        options: Options | None = None,
        *,
        practice: bool = False,
        seed: int | str | None = None,
        forced: Sequence[Forced] | None = None,
        secret: bytes | None = None,
        nonces: Sequence[str] = (),
        nonces_by: Sequence[str] = (),
    ) -> Table[S]:
        """A match: see `Table`."""
        from grognard.kernel.match.table import Table

        return Table(
            self, scenario, options, practice=practice, seed=seed, forced=forced, secret=secret, nonces=nonces,
            nonces_by=nonces_by,
        )  # fmt: skip

    def position(
        self, text: str, *, seed: int | str | None = None, forced: Sequence[Forced] | None = None
    ) -> Table[S]:
        """A practice table that starts from a position."""
        from grognard.kernel.match.position import read_position
        from grognard.kernel.match.table import Table

        scenario, options, s = read_position(self, text)
        return Table(self, scenario, options, practice=True, seed=seed, forced=forced, position=s)

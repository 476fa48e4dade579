# compiled as it stands
"""A table: one match. It holds the state, the seats' drafts and standing orders, the dice and the history.

A table is a thin thing around the bare rules: it checks every action against the seat's view, resolves the
chance that follows with its dice, and remembers enough to take back (undo.py), to record and to tell. What a seat may
ask is in asking.py.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from grognard.kernel import show
from grognard.kernel.errors import BadInput, GameFault, GrognardError, Refused, WrongForced
from grognard.kernel.match.checking import by_bits
from grognard.kernel.match.history import (
    KEEP,
    Done,
    Entry,
    LogLine,
    Rolls,
    log_lines,
    luck,
    relinked,
)
from grognard.kernel.match.orders import MOST_AUTOMATIC, Given, check_order, drop_past, known_orders, ordered
from grognard.kernel.match.pickled import Pickled, unpickled
from grognard.kernel.match.undo import Undoing
from grognard.kernel.rules import legality
from grognard.kernel.rules.actions import PUBLIC, Action, Deed, short
from grognard.kernel.rules.chance import AuditedDice, Dice, Distribution, Forced, contrast, plain_rng
from grognard.kernel.rules.events import Events
from grognard.kernel.rules.game import Game, Options, asked
from grognard.kernel.rules.state import S
from grognard.kernel.rules.steps import CHANCE_STEP, Draft

if TYPE_CHECKING:
    from grognard.kernel.match.record import Recorder
    from grognard.kernel.match.shapes import Parent, Record

Answers = list[Forced | Rolls]
"""What answers the chance to come: outcomes that were forced, or a record's own."""


def _all_used(forced: Answers | None) -> None:
    if forced:
        raise WrongForced(f"forced has too many entries: {forced} were not needed.")


class Table(Undoing[S]):
    __slots__ = ("_orders", "_recorder", "dice", "options", "parent", "scenario", "start_position")

    def __init__(
        self,
        game: Game[S],
        scenario: str = "",
        options: Options | None = None,
        *,
        practice: bool = False,
        seed: int | str | None = None,
        forced: Sequence[Forced] | None = None,
        position: S | None = None,
        secret: bytes | None = None,
        nonces: Sequence[str] = (),
        nonces_by: Sequence[str] = (),
    ) -> None:
        if (seed is not None or forced is not None) and not practice:
            raise BadInput("Seeds and forced outcomes are for practice tables: say practice=True.")
        dice = (
            AuditedDice(secret or os.urandom(32), nonces, by=nonces_by) if seed is None else AuditedDice.seeded(seed)
        )
        self._lay(game, scenario, options, practice, position, dice)
        answers: Answers | None = None if forced is None else list(forced)
        self._commit("", None, answers)
        _all_used(answers)

    def _lay(
        self,
        game: Game[S],
        scenario: str,
        options: Options | None,
        practice: bool,
        position: S | None,
        dice: AuditedDice,
    ) -> None:
        """Everything in its place, and nothing played yet, not even the chance before the first decision."""
        self.game = game
        self.scenario = scenario or game.scenarios[0].id
        self.options = game.settle_options(self.scenario, options)
        self.practice = practice
        self.dice = dice
        self.start_position = position.copy() if position is not None else None
        self.parent: Parent | None = None
        """The record that this one goes on from: its hash and step."""
        self._drafts = {}
        self._orders: Given = {seat: {} for seat in game.seats}
        self._redo = []
        self.history = []
        self._recorder: Recorder[S] | None = None
        """Who listens, if anybody wants a record."""
        self._sights = {}
        self._s = self.first_state()

    def first_state(self) -> S:
        """The state before anything was played, not even the opening."""
        if self.start_position is not None:
            return self.start_position.copy()
        return self.game.begin(self.scenario, self.options)

    def __reduce__(self) -> tuple[Callable[[Pickled[S]], Table[S]], tuple[Pickled[S]]]:
        history = [entry.remembered() for entry in self.history]
        kept = Pickled(
            self.game, self.scenario, self.options, self.practice, self.start_position, self.dice, self.parent,
            self._drafts, self._orders, self._redo, history, self._s,
        )  # fmt: skip
        return unpickled, (kept,)

    @classmethod
    def taken_up(cls, kept: Pickled[S]) -> Table[S]:
        """A table as it was pickled."""
        table: Table[S] = cls.__new__(cls)
        table._lay(kept.game, kept.scenario, kept.options, kept.practice, kept.start_position, kept.dice)
        table._drafts, table._orders, table._redo = kept.drafts, kept.orders, kept.redo
        table.parent = kept.parent
        table.history = relinked(kept.game, kept.history)
        table._s = kept.s
        return table

    # ---------------------------------------------------------------------------------- replaying a record
    @classmethod
    def bare(
        cls,
        game: Game[S],
        scenario: str,
        options: Options,
        practice: bool,
        position: S | None = None,
        secret: bytes | None = None,
        nonces: Sequence[str] = (),
        nonces_by: Sequence[str] = (),
    ) -> Table[S]:
        """A table on which nothing has been played; `replay` then plays a record's steps, the first included."""
        table: Table[S] = cls.__new__(cls)
        dice = AuditedDice(secret or os.urandom(32), nonces, by=nonces_by)
        table._lay(game, scenario, options, practice, position, dice)
        return table

    def replay(self, seat: str, text: str, rolls: Sequence[Rolls]) -> None:
        """Play a recorded step again: checked as any action, answered by its recorded outcomes."""
        action = self._read(self.game.view(self._s, seat), seat, text) if self.history else None
        answers: Answers = list(rolls)
        self._commit(seat, action, answers)
        if answers:
            self.unplay()
            left = [roll.outcome for roll in rolls[len(rolls) - len(answers) :]]
            raise BadInput(f"it no longer asks for chance that was answered by {left}.")
        for roll in rolls:
            size = roll.distribution.count if isinstance(roll.distribution, Dice) else 1
            self.dice.n = max(self.dice.n, roll.n + size)

    def resume(
        self,
        n: int,
        drafts: dict[str, list[str]],
        orders: dict[str, dict[str, str]],
        taken_back: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Take up what a saved game holds beside its record: the dice counter, drafts, orders, what was taken back.

        Parts of a draft from the first on that the rules no longer allow, and orders that are no more, are left out.
        What was taken back is read when it is played again.
        """
        self.dice.n = max(self.dice.n, n)
        for seat, parts in drafts.items():
            with suppress(GrognardError):
                for part in parts:
                    self._play(seat, part, None)
        for seat, given in orders.items():
            if seat in self._orders:
                self._orders[seat] = known_orders(self.game, given)
        self._redo = list(taken_back)

    def taken_back(self) -> list[tuple[str, str]]:
        """Who took back which action, the latest last: for saving, never for a seat."""
        return [(seat, action if isinstance(action, str) else action.text) for seat, action in self._redo]

    def standing_orders(self) -> dict[str, dict[str, str]]:
        """All standing orders with the clock at which they were given: for saving, never for a seat."""
        return {seat: dict(given) for seat, given in self._orders.items() if given}

    def open(self) -> None:
        """Play the opening: what needs nobody, and the chance before the first decision."""
        self._commit("", None, None)

    def unplay(self) -> None:
        """Drop the last replayed step."""
        self._rewind(len(self.history) - 1)

    def _rewind(self, number: int) -> None:
        """The table as it was before step `number`."""
        self._s = self.history[number].before
        del self.history[number:]
        if self._recorder is not None:
            self._recorder.back(number, self._s)

    # ------------------------------------------------------------------------------------------ playing
    def play(
        self,
        action: str | Action | Deed | Sequence[str | Action],
        seat: str | None = None,
        forced: Sequence[Forced] | None = None,
    ) -> Done[S]:
        """Play an action, or several; raises `Refused` with the reasons, or `BadInput`, and then nothing changed.

        A list stops after the first action that chance followed, with `stopped` saying so; a refusal in a list
        leaves what was played before it, and says how many (`Refused.played`).
        """
        if forced is not None and not self.practice:
            raise BadInput("Forced outcomes are for practice tables.")
        answers: Answers | None = None if forced is None else list(forced)
        if isinstance(action, (Deed, Action, str)):
            who = self._who(seat)
            mark = len(self.history)
            self._play(who, action, answers)
            return self._played(1, who, mark)
        if not isinstance(action, Sequence):
            raise BadInput(f"An action is a text or a list of texts, not {type(action).__name__}.")
        mark = len(self.history)
        who = self._who(seat) if action else ""
        for count, one in enumerate(action):
            before = len(self.history)
            try:
                self._play(self._who(seat), one, answers, last=count + 1 == len(action))
            except Refused as refused:
                raise Refused(refused.reasons, count) from None
            if count + 1 < len(action) and any(entry.rolls for entry in self.history[before:]):
                words = (
                    f"Stopped after action {count + 1}, “{short(str(one))}”: dice or cards have decided something."
                )
                return self._played(count + 1, who, mark, words)
        return self._played(len(action), who, mark)

    def _played(self, count: int, seat: str, mark: int, stopped: str = "") -> Done[S]:
        return Done(count, seat, self.history[mark:], stopped)

    def _play(self, seat: str, action: str | Action | Deed, forced: Answers | None, last: bool = True) -> None:
        if not isinstance(action, (Deed, Action, str)):
            raise BadInput(f"An action is a text, not {type(action).__name__}.")
        if seat not in self.game.seats:
            raise Refused([show.Reason("", "A spectator cannot play.")])
        if self.over:
            raise Refused([show.Reason("", "The game is over.")])
        deed = None
        if not isinstance(action, str) and not self._drafts.get(seat):
            deed = by_bits(self.game, self._s, seat, action)
        if deed is not None:
            read: Action | Deed = action if isinstance(action, Action) else deed
        else:
            read = self._weighed(seat, action, forced is not None and bool(forced) and last)
            if read.verb != "done" and isinstance(self._s.stack[-1], Draft):
                self._drafts.setdefault(seat, []).extend((*read.parts, msgspec.structs.replace(read, parts=())))
                self._redo.clear()
                return
            parts = self._drafts.get(seat, ())
            read = msgspec.structs.replace(read, parts=(*parts, *read.parts)) if parts else read
        mark, n = len(self.history), self.dice.n
        try:
            self._commit(seat, read, forced)
            if any(self._orders.values()):
                self._follow_orders(forced)
            if forced and (last or any(entry.rolls for entry in self.history[mark:])):
                _all_used(forced)
        except GrognardError:  # also what followed by order is taken back: nothing has happened
            if len(self.history) > mark:
                self._rewind(mark)
                self.dice.n = n
            raise
        self._drafts.pop(seat, None)
        self._redo.clear()

    def _play_again(self, seat: str, action: Action | str) -> None:
        self._play(seat, action, None)

    def _weighed(self, seat: str, action: str | Action | Deed, chance_expected: bool) -> Action:
        """The whole action, or part of a draft, that is meant, with every condition asked; else why it is refused."""
        sight = self._sight(seat)
        if isinstance(action, Deed):
            try:
                action = self.game.said(sight, action)
            except (IndexError, KeyError):
                raise BadInput(f"There is no “{short(action.verb)}” with these arguments here.") from None
        read = self._read(sight, seat, action)
        if not read.complete:
            drafted = self.game.drafting(sight, seat, read.parts) if read.parts else sight
            if lacking := legality.lacking(drafted, asked(drafted), seat, [read.verb, *read.args]):
                raise Refused(lacking)
            slots = self.game.decision(sight, seat, read.text).slots
            missing = slots[0].prompt or f"say which {slots[0].name}" if slots else "it needs more"
            stop = "" if missing.endswith(("?", ".", "!")) else "."
            raise BadInput(f"“{short(read.text)}” is not a whole action yet: {missing}{stop}")
        if chance_expected and read.verb != "done" and isinstance(self._s.stack[-1], Draft):
            raise WrongForced("A part of a draft is followed by no chance: forced has too many entries.")
        return read

    def _commit(
        self,
        seat: str,
        action: Action | Deed | None,
        forced: Answers | None,
        from_order: bool = False,
    ) -> None:
        """Apply a legal action (None: the opening) and the chance that follows; if it fails, nothing has happened.

        Whoever listens hears it now: log, record, animation and luck read what was said here."""
        history = self.history
        before, n = self._s, self.dice.n
        s = self._s = before.bare()
        s.facts, before.facts = before.facts, None  # what a history keeps has none
        heard = None if self._recorder is None else self._recorder.listen(s, before)
        events = heard or Events()
        try:
            if action is None:
                self.game.advance(s, events)
            else:
                self.game.apply(s, action, events)
            rolls = self._resolve(forced, events)
            if heard is not None:
                heard.finish()
        except GrognardError:
            self._s, self.dice.n = before, n
            raise
        except Exception as fault:
            self._s, self.dice.n = before, n
            said = self.game.said(before, action) if isinstance(action, Deed) else action
            what = "start" if said is None else short(said.text)
            raise GameFault(
                f"{self.game.title} failed inside on “{what}” ({type(fault).__name__}: {fault}); "
                "the game is as it was before."
            ) from fault
        previous = history[-1] if history else None
        entry = Entry(self.game, seat, action, before, previous, from_order, rolls, events.heard)
        if history and (len(history) - 1) % KEEP:
            history[-1].kept = None
        history.append(entry)
        if self._recorder is not None and heard is not None:
            entry.said(before)
            self._recorder.write(entry, heard)
            self._sights |= {seat: (s, (), view) for seat, view in heard.views.items()}

    def _resolve(self, forced: Answers | None, events: Events) -> tuple[Rolls, ...]:
        """Answer chance steps until somebody must decide."""
        game, s = self.game, self._s
        rolls: tuple[Rolls, ...] = ()
        while s.stack and (step := s.stack[-1]).kind == CHANCE_STEP:
            roll = self._roll(step.chance(s), step.seen_by(s), forced)
            rolls = (*rolls, roll)
            game.apply(s, roll.outcome, events)
        return rolls

    def _roll(self, asked: Distribution, seen_by: tuple[str, ...] | None, forced: Answers | None) -> Rolls:
        if forced is None:
            n = self.dice.n
            return Rolls(asked, asked.sample(self.dice), n, seen_by)
        if not forced:
            raise WrongForced(f"forced has too few entries: {asked} is still to be answered.")
        given = forced.pop(0)
        if not isinstance(given, Rolls):
            return Rolls(asked, asked.accept(given), -1, seen_by)
        if given.distribution != asked:
            raise BadInput(contrast(asked, given.distribution))
        return Rolls(asked, asked.accept(given.outcome), given.n, seen_by)

    # ---------------------------------------------------------------------------------- standing orders
    def orders(self, seat: str) -> tuple[str, ...]:
        """The standing orders that this seat has given."""
        if self._who(seat) == PUBLIC:
            return ()
        drop_past(self.game, self._orders[seat], self.seen(seat))
        return tuple(self._orders[seat])

    def order(self, order: str, seat: str, on: bool = True) -> None:
        """Give a standing order, or withdraw it. Private to the seat, and answered at once."""
        check_order(self.game, self._orders, order, seat)
        if on:
            self._orders[seat][order] = self.game.clock(self.seen(seat))
            self._follow_orders()
        else:
            self._orders[seat].pop(order, None)

    def _follow_orders(self, forced: Answers | None = None) -> None:
        for _ in range(MOST_AUTOMATIC):
            answer = self._ordered()
            if answer is None:
                return
            seat, text = answer
            self._commit(seat, self._read(self.seen(seat), seat, text), forced, from_order=True)
        raise GameFault("Standing orders answer each other without end.")

    def _ordered(self) -> tuple[str, str] | None:
        for seat in self.seats:
            orders = self._orders[seat]
            if orders and not self._drafts.get(seat):
                view = self.seen(seat)
                drop_past(self.game, orders, view)
                text = ordered(self.game, orders, view, seat)
                if text is not None:
                    return seat, text
        return None

    # ------------------------------------------------------------------------------------- what happened
    def log(self, seat: str | None = None) -> list[LogLine]:
        """Everything that happened, in plain words, as the seat saw it."""
        who = seat if seat is not None else (self.seat or PUBLIC)
        return self._lines(who, 0)

    def _lines(self, seat: str, mark: int) -> list[LogLine]:
        return log_lines(self.history[mark:], seat)

    def luck(self, seat: str) -> float:
        """The seat's luck so far in pips: what its dice showed over what they show on average."""
        return luck(self.history, seat)

    def record(self, seat: str | None = None) -> Record:
        """The record: whole at the end, on practice tables and to a lone player; else what `seat` knows.

        To be read only: whoever has asked once is listened for, and gets the same steps again with the new ones."""
        from grognard.kernel.match.record import cut_record

        whole = self.whole_record()
        if self.over or self.practice or len(self.game.seats) == 1:
            return whole
        who = self._who(seat)
        return cut_record(whole, who, self.position(who) if who != PUBLIC else "")

    def whole_record(self) -> Record:
        """All of it, for saves and for whoever runs the table; never for a seat."""
        from grognard.kernel.match.record import build_record

        return build_record(self, self.recorder)

    @property
    def recorder(self) -> Recorder[S]:
        """Who writes the record: listens from now on; what nobody listened to is played again."""
        from grognard.kernel.match.record import record_steps

        kept = self._recorder
        if kept is None or kept.header.practice != self.practice or kept.header.parent != self.parent:
            kept = self._recorder = record_steps(self)
        return kept

    def position(self, seat: str | None = None) -> str:
        """The position as text: whole where nothing is hidden from anybody who may ask, else the seat's view."""
        from grognard.kernel.match.position import write_position

        open_to_all = not self.game.hidden and not self._s.pending
        if self.over or self.practice or open_to_all or len(self.game.seats) == 1:
            return write_position(self.game, self.scenario, self.options, self._s)
        return write_position(self.game, self.scenario, self.options, self.seen(self._who(seat)))

    def branch(self, seat: str | None = None, back: int = 0, seed: int | str | None = None) -> Table[S]:
        """A practice table that goes on from here, or `back` actions ago, in a world that the seat can believe in."""
        if not 0 <= back < len(self.history):
            raise BadInput(f"There are {len(self.history) - 1} actions to go back, not {back}.")
        s = self.history[-back].before if back else self._s
        if not (self.practice or self.over):
            who = self._who(seat)
            s = self.game.guess(self.game.view(s, who).copy(), who, plain_rng(seed))
        return Table(self.game, self.scenario, self.options, practice=True, seed=seed, position=s)

"""A table: one match. It holds the state, the seats' drafts and standing orders, the dice and the history.

A table is a thin thing around the bare rules: it checks every action against the seat's view, resolves the
chance that follows with its dice, and remembers enough to take back, to record and to tell.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic

import msgspec

from grognard.kernel import legality, show
from grognard.kernel.chance import AuditedDice, Dice, Distribution, plain_rng
from grognard.kernel.contract import CHANCE, DRAFT, PUBLIC, Action, S, short
from grognard.kernel.errors import BadInput, GameFault, GrognardError, Refused
from grognard.kernel.game import Game, Options
from grognard.kernel.history import Entry, LogLine, Played, Rolls, log_lines, luck

if TYPE_CHECKING:
    from grognard.kernel.record import Recorder

WORLDS = 16
"""How many worlds are tried to see whether an action has taught its seat something."""
MOST_AUTOMATIC = 10_000
"""More standing-order answers in a row than any game can need: a guard against orders that chase each other."""


def _all_used(forced: list[Any] | None) -> None:
    if forced:
        raise BadInput(f"forced has too many entries: {forced} were not needed.")


class Table(Generic[S]):
    def __init__(
        self,
        game: Game[S],
        scenario: str = "",
        options: Options | None = None,
        *,
        practice: bool = False,
        seed: int | str | None = None,
        forced: Sequence[Any] | None = None,
        position: S | None = None,
        secret: bytes | None = None,
        nonces: Sequence[str] = (),
    ) -> None:
        if (seed is not None or forced is not None) and not practice:
            raise BadInput("Seeds and forced outcomes are for practice tables: say practice=True.")
        dice = AuditedDice(secret or os.urandom(32), nonces) if seed is None else AuditedDice.seeded(seed)
        self._lay(game, scenario, options, practice, position, dice)
        answers = None if forced is None else list(forced)
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
        self.parent: dict[str, Any] | None = None
        """The record that this one goes on from: its hash and step."""
        self._drafts: dict[str, list[Action]] = {}
        self._orders: dict[str, dict[str, str]] = {seat: {} for seat in game.seats}
        self._redo: list[tuple[str, Action]] = []
        self.history: list[Entry[S]] = []
        self._recorder: Recorder[S] | None = None
        self._recorded: Entry[S] | None = None
        """The last step that the recorder has written."""
        self._s = position.copy() if position is not None else game.begin(self.scenario, self.options)

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
    ) -> Table[S]:
        """A table on which nothing has been played; `replay` then plays a record's steps, the first included."""
        table: Table[S] = cls.__new__(cls)
        table._lay(game, scenario, options, practice, position, AuditedDice(secret or os.urandom(32), nonces))
        return table

    def replay(self, seat: str, text: str, rolls: Sequence[tuple[Distribution, Any, int]]) -> None:
        """Play a recorded step again: checked as any action, answered by its recorded outcomes."""
        action = None
        if self.history:
            action = self._read(self.game.view(self._s, seat), seat, text)
        answers = [outcome for _, outcome, _ in rolls]
        self._commit(seat, action, answers)
        entry = self.history[-1]
        if answers:
            self.unplay()
            raise BadInput(f"it no longer asks for chance that was answered by {answers}.")
        for i, (distribution, _, n) in enumerate(rolls):
            if entry.rolls[i].distribution != distribution:
                self.history.pop()
                self._s = entry.before
                raise BadInput(f"it now asks for {entry.rolls[i].distribution}, not {distribution}.")
            entry.rolls[i] = msgspec.structs.replace(entry.rolls[i], n=n)
            size = distribution.count if isinstance(distribution, Dice) else 1
            self.dice.n = max(self.dice.n, n + size)

    def resume(self, n: int, drafts: dict[str, list[str]], orders: dict[str, dict[str, str]]) -> None:
        """Take up the dice counter, the unfinished drafts and the standing orders of a saved game.

        Parts of a draft from the first on that the rules no longer allow, and orders that are no more, are left out.
        """
        self.dice.n = max(self.dice.n, n)
        for seat, parts in drafts.items():
            with suppress(GrognardError):
                for part in parts:
                    self._play(seat, part, None)
        known = {order.id for order in self.game.orders}
        for seat, given in orders.items():
            if seat in self._orders:
                self._orders[seat] = {order: clock for order, clock in given.items() if order in known}

    def standing_orders(self) -> dict[str, dict[str, str]]:
        """All standing orders with the clock at which they were given: for saving, never for a seat."""
        return {seat: dict(given) for seat, given in self._orders.items() if given}

    def open(self) -> None:
        """Play the opening: what needs nobody, and the chance before the first decision."""
        self._commit("", None, None)

    def unplay(self) -> None:
        """Drop the last replayed step."""
        self._s = self.history.pop().before

    # ------------------------------------------------------------------------------------ what is asked
    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that owe a decision now."""
        return self.game.owing(self._s)

    @property
    def seat(self) -> str | None:
        """The one seat that owes a decision, if there is exactly one."""
        owing = self.seats
        return owing[0] if len(owing) == 1 else None

    @property
    def over(self) -> bool:
        return not self._s.stack

    @property
    def result(self) -> show.Result | None:
        return self.game.result(self._s)

    @property
    def state(self) -> S:
        """The whole truth, for the server and for tests; never for a seat."""
        return self._s

    def _who(self, seat: str | None) -> str:
        if seat is not None:
            if seat not in self.game.seats and seat != PUBLIC:
                raise BadInput(f"There is no seat “{seat}”; the seats are: {', '.join(self.game.seats)}.")
            return seat
        if self.seat is None:
            if self.over:
                raise BadInput("The game is over.")
            raise BadInput(f"Several seats owe a decision ({', '.join(self.seats)}): say which with seat=.")
        return self.seat

    def view(self, seat: str | None = None) -> S:
        """What the seat may know, as a state of its own."""
        return self.game.view(self._s, self._who(seat)).copy()

    def _sight(self, seat: str) -> S:
        """The seat's view with its draft, if it has one, done to it."""
        parts = self._drafts.get(seat)
        return self.game.drafting(self._s, seat, parts) if parts else self.game.view(self._s, seat)

    def decision(self, seat: str | None = None, prefix: str = "") -> show.Decision:
        who = self._who(seat)
        if who not in self.seats:
            raise BadInput("The game is over." if self.over else f"{who} has nothing to decide now.")
        decision = self.game.decision(self._sight(who), who, prefix)
        parts = tuple(part.text for part in self._drafts.get(who, ()))
        return msgspec.structs.replace(decision, parts=parts)

    def legal(self, prefix: str = "", seat: str | None = None) -> list[Action]:
        """What may come next after the prefix; within a draft, after the parts so far."""
        who = self._who(seat)
        return self.game.legal(self._sight(who), who, prefix)

    def why_not(self, text: str, seat: str | None = None) -> list[show.Reason]:
        who = self._who(seat)
        if self.over:
            return [show.Reason("", "The game is over.")]
        return self.game.why_not(self._sight(who), who, text)

    def preview(self, action: str | Action, seat: str | None = None) -> show.Preview | None:
        who = self._who(seat)
        sight = self._sight(who)
        return self.game.preview(sight, who, self._read(sight, who, action))

    def odds(self, action: str | Action, seat: str | None = None) -> show.Odds | None:
        who = self._who(seat)
        sight = self._sight(who)
        return self.game.odds(sight, who, self._read(sight, who, action))

    def scene(self, seat: str | None = None) -> show.Scene:
        """What stands on the board, as the seat sees it, its own draft included."""
        who = self._who(seat)
        return self.game.scene(self._sight(who))

    def draft(self, seat: str) -> tuple[Action, ...]:
        return tuple(self._drafts.get(seat, ()))

    def _read(self, sight: S, seat: str, action: str | Action) -> Action:
        if not sight.stack:
            raise BadInput("The game is over.")
        return self.game.accept(sight, seat, action)

    # ------------------------------------------------------------------------------------------ playing
    def play(
        self,
        action: str | Action | Sequence[str | Action],
        seat: str | None = None,
        forced: Sequence[Any] | None = None,
    ) -> Played:
        """Play an action, or several; raises `Refused` with the reasons, or `BadInput`, and then nothing changed.

        A list stops after the first action that chance followed, with `stopped` saying so; a refusal in a list
        leaves what was played before it, and says how many (`Refused.played`).
        """
        if forced is not None and not self.practice:
            raise BadInput("Forced outcomes are for practice tables.")
        answers = None if forced is None else list(forced)
        if isinstance(action, (str, Action)):
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
                words = f"Stopped after action {count + 1}, “{short(str(one))}”: chance has spoken."
                return self._played(count + 1, who, mark, words)
        return self._played(len(action), who, mark)

    def _played(self, count: int, seat: str, mark: int, stopped: str = "") -> Played:
        return Played(count, seat, self.history[mark:], self.game.data, stopped)

    def _play(self, seat: str, action: str | Action, forced: list[Any] | None, last: bool = True) -> None:
        if not isinstance(action, (str, Action)):
            raise BadInput(f"An action is a text, not {type(action).__name__}.")
        if seat not in self.game.seats:
            raise Refused([show.Reason("", "A spectator cannot play.")])
        if self.over:
            raise Refused([show.Reason("", "The game is over.")])
        sight = self._sight(seat)
        read = self._read(sight, seat, action)
        if not read.complete:
            drafted = self.game.drafting(sight, seat, read.parts) if read.parts else sight
            if lacking := legality.lacking(drafted, drafted.stack[-1], seat, [read.verb, *read.args]):
                raise Refused(lacking)
            slots = self.game.decision(sight, seat, read.text).slots
            missing = slots[0].prompt or f"say which {slots[0].name}" if slots else "it needs more"
            stop = "" if missing.endswith(("?", ".", "!")) else "."
            raise BadInput(f"“{short(read.text)}” is not a whole action yet: {missing}{stop}")
        if self._s.stack[-1].kind == DRAFT:
            parts = self._drafts.setdefault(seat, [])
            if read.verb != "done":
                if forced and last:
                    raise BadInput("A part of a draft is followed by no chance: forced has too many entries.")
                parts.extend((*read.parts, msgspec.structs.replace(read, parts=())))
                self._redo.clear()
                return
            read = msgspec.structs.replace(read, parts=(*parts, *read.parts))
        mark, n = len(self.history), self.dice.n
        try:
            self._commit(seat, read, forced)
            self._follow_orders(forced)
            if last or any(entry.rolls for entry in self.history[mark:]):
                _all_used(forced)
        except GrognardError:  # also what followed by order is taken back: nothing has happened
            if len(self.history) > mark:
                self._s, self.dice.n = self.history[mark].before, n
                del self.history[mark:]
            raise
        self._drafts.pop(seat, None)
        self._redo.clear()

    def _commit(self, seat: str, action: Action | None, forced: list[Any] | None, from_order: bool = False) -> None:
        """Apply a legal action (None: the opening) and the chance that follows; if it fails, nothing has happened."""
        entry = Entry(self.game, seat, action, self._s)
        entry.after_order = from_order
        n = self.dice.n
        self._s = entry.before.copy()
        try:
            if action is None:
                self.game.advance(self._s, None)
            else:
                self.game.apply(self._s, action)
            self._resolve(entry, forced)
        except GrognardError:
            self._s, self.dice.n = entry.before, n
            raise
        except Exception as fault:
            self._s, self.dice.n = entry.before, n
            what = short(str(action or "start"))
            raise GameFault(
                f"{self.game.title} failed inside on “{what}” ({type(fault).__name__}: {fault}); "
                "the game is as it was before."
            ) from fault
        self.history.append(entry)

    def _resolve(self, entry: Entry[S], forced: list[Any] | None) -> None:
        """Answer chance steps until somebody must decide."""
        game, s = self.game, self._s
        while game.turn(s) is CHANCE:
            distribution = game.chance(s)
            seen_by = s.stack[-1].seen_by(s)
            n = self.dice.n
            if forced is None:
                outcome = distribution.sample(self.dice)
            else:
                if not forced:
                    raise BadInput(f"forced has too few entries: {distribution} is still to be answered.")
                outcome, n = distribution.accept(forced.pop(0)), -1
            entry.rolls.append(Rolls(distribution, outcome, n, seen_by))
            game.apply(s, outcome)

    # ---------------------------------------------------------------------------------- standing orders
    def orders(self, seat: str) -> tuple[str, ...]:
        """The standing orders that this seat has given."""
        if self._who(seat) == PUBLIC:
            return ()
        self._drop_orders(seat)
        return tuple(self._orders[seat])

    def order(self, order: str, seat: str, on: bool = True) -> None:
        """Give a standing order, or withdraw it. Private to the seat, and answered at once."""
        known = {o.id for o in self.game.orders}
        if order not in known:
            raise BadInput(f"There is no standing order “{order}”; there are: {', '.join(sorted(known)) or 'none'}.")
        if seat not in self._orders:
            raise BadInput(f"There is no seat “{seat}”.")
        if on:
            self._orders[seat][order] = self.game.clock(self.game.view(self._s, seat))
            self._follow_orders()
        else:
            self._orders[seat].pop(order, None)

    def _drop_orders(self, seat: str) -> None:
        given = self._orders[seat]
        if given:
            now = self.game.clock(self.game.view(self._s, seat))
            for order in self.game.orders:
                if order.until == "turn" and given.get(order.id, now) != now:
                    del given[order.id]

    def _follow_orders(self, forced: list[Any] | None = None) -> None:
        for _ in range(MOST_AUTOMATIC):
            answer = self._ordered()
            if answer is None:
                return
            seat, text = answer
            sight = self.game.view(self._s, seat)
            self._commit(seat, self._read(sight, seat, text), forced, from_order=True)
        raise GameFault("Standing orders answer each other without end.")

    def _ordered(self) -> tuple[str, str] | None:
        for seat in self.seats:
            if self._orders[seat] and not self._drafts.get(seat):
                self._drop_orders(seat)
                view = self.game.view(self._s, seat)
                for order in self._orders[seat]:
                    text = view.stack[-1].standing(view, seat, order)
                    if text is not None and not self.game.why_not(view, seat, text):
                        return seat, text
        return None

    # ------------------------------------------------------------------------------------- undo and redo
    def barrier(self, seat: str | None = None) -> show.Reason | None:
        """Why the seat cannot take anything back; None if it can."""
        who = self._undoer(seat)
        if self._drafts.get(who):
            return None
        entry = self.history[-1]
        if entry.action is None:
            return show.Reason("undo", "There is nothing to take back.")
        if self.practice:
            return None
        if entry.seat != who:
            return show.Reason("undo", f"{entry.seat.capitalize()} has acted since; what others have seen stays.")
        if entry.rolls:
            return show.Reason("undo", "Chance has spoken since; a roll is not taken back.")
        if self._learned(entry):
            return show.Reason("undo", "Something was learned by this action, so it stays.")
        return None

    def _undoer(self, seat: str | None) -> str:
        if seat is not None:
            return self._who(seat)
        for who, parts in self._drafts.items():
            if parts:
                return who
        return self.history[-1].seat or self.seat or self.game.seats[0]

    def _learned(self, entry: Entry[S]) -> bool:
        """Whether the action told its seat something that its view did not say before."""
        game = self.game
        if any(p.seat != entry.seat for p in entry.before.pending) and not self._s.pending:
            return True  # the others' drafts were shown, be they empty
        if not game.hidden or entry.action is None:
            return False
        view, now = game.view(entry.before, entry.seat), game.view(self._s, entry.seat)
        rng = plain_rng(len(self.history))
        for number in range(WORLDS):
            # The view itself, then worlds behind it: that a search found nothing is learned from those where it does.
            world = game.guess(view.copy(), entry.seat, rng) if number else view.copy()
            try:
                game.apply(world, entry.action, None)
            except Exception:  # the view lacks what the rules needed: it was learned
                return True
            if game.view(world, entry.seat) != now:
                return True
        return False

    def undo(self, seat: str | None = None) -> None:
        """Take back the last part of the seat's draft, or its last action, down to the barrier."""
        who = self._undoer(seat)
        barrier = self.barrier(who)
        if barrier is not None:
            raise Refused([barrier])
        if self._drafts.get(who):
            self._drafts[who].pop()
            self._redo.clear()
            return
        entry = self.history.pop()
        action = entry.action
        assert action is not None
        if entry.before.stack != self._s.stack:  # else others still work on drafts of the same step
            self._drafts.clear()
        self._s = entry.before
        if action.parts:  # the draft is open again, with its parts
            self._drafts[entry.seat] = list(action.parts)
            action = msgspec.structs.replace(action, parts=())
        self._redo.append((entry.seat, action))

    def drop(self, index: int, seat: str | None = None) -> None:
        """Take one part out of the seat's draft, wherever it stands; refused where a later part needs it."""
        who = self._undoer(seat)
        parts = self._drafts.get(who, [])
        if not 0 <= index < len(parts):
            raise BadInput(f"The draft has {len(parts)} parts; there is no part {index + 1} to take out.")
        left = [*parts[:index], *parts[index + 1 :]]
        scratch = self.game.drafting(self._s, who, left[:index])
        for part in left[index:]:
            reasons = self.game.why_not(scratch, who, part.text)
            if reasons:
                raise Refused([show.Reason("undo", f"“{part.text}” needs it."), *reasons])
            self.game.add_part(scratch, part)
        self._drafts[who] = left
        self._redo.clear()

    @property
    def redo_seat(self) -> str | None:
        """Whose action was taken back last and can be played again."""
        return self._redo[-1][0] if self._redo else None

    def redo(self) -> None:
        """Play again what was taken back; chance that follows is rolled afresh."""
        if not self._redo:
            raise Refused([show.Reason("redo", "There is nothing to play again.")])
        redo = self._redo[:]
        seat, action = redo.pop()
        self._play(seat, action, None)
        self._redo = redo

    # ------------------------------------------------------------------------------------- what happened
    def log(self, seat: str | None = None) -> list[LogLine]:
        """Everything that happened, in plain words, as the seat saw it."""
        who = seat if seat is not None else (self.seat or PUBLIC)
        return self._lines(who, 0)

    def _lines(self, seat: str, mark: int) -> list[LogLine]:
        return log_lines(self.history[mark:], self.game.data, seat)

    def luck(self, seat: str) -> float:
        """The seat's luck so far in pips: what its dice showed over what they show on average."""
        return luck(self.history, seat)

    def record(self, seat: str | None = None) -> dict[str, Any]:
        """The record: whole at the end, on practice tables and to a lone player; else what `seat` knows.

        To be read only: its steps are kept, so that the next record has only what is new to work out."""
        from grognard.kernel.record import cut_record

        whole = self.whole_record()
        if self.over or self.practice or len(self.game.seats) == 1:
            return whole
        return cut_record(whole, self._who(seat))

    def whole_record(self) -> dict[str, Any]:
        """All of it, for saves and for whoever runs the table; never for a seat."""
        from grognard.kernel.record import Recorder, build_record

        kept = self._recorder
        done = len(kept.steps) if kept is not None else 0
        if (
            kept is None
            or kept.header["practice"] != self.practice
            or kept.header.get("parent") != self.parent
            or done > len(self.history)
            or (done and self.history[done - 1] is not self._recorded)  # taken back, and played otherwise
        ):
            kept = self._recorder = Recorder(self)
        whole = build_record(self, kept)
        self._recorded = self.history[-1] if self.history else None
        return whole

    def position(self, seat: str | None = None) -> str:
        """The position as text: whole where nothing is hidden from anybody who may ask, else the seat's view."""
        from grognard.kernel.position import write_position

        open_to_all = not self.game.hidden and not self._s.pending
        if self.over or self.practice or open_to_all or len(self.game.seats) == 1:
            return write_position(self.game, self.scenario, self.options, self._s)
        view = self.game.view(self._s, self._who(seat))
        return write_position(self.game, self.scenario, self.options, view)

    def branch(self, seat: str | None = None, back: int = 0, seed: int | str | None = None) -> Table[S]:
        """A practice table that goes on from here, or `back` actions ago, in a world that the seat can believe in."""
        if not 0 <= back < len(self.history):
            raise BadInput(f"There are {len(self.history) - 1} actions to go back, not {back}.")
        s = self.history[-back].before if back else self._s
        if not (self.practice or self.over):
            who = self._who(seat)
            s = self.game.guess(self.game.view(s, who).copy(), who, plain_rng(seed))
        return Table(self.game, self.scenario, self.options, practice=True, seed=seed, position=s)

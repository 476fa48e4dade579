"""A room: one table that is open on the server, its pages, its bots, and its place on disk.

Everything that changes the table runs on the server's one loop, so two pages cannot act at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from grognard.kernel import show
from grognard.kernel.errors import BadInput, GrognardError, Refused, WrongForced
from grognard.kernel.match.asking import Asking
from grognard.kernel.match.history import Entry
from grognard.kernel.match.openly import Openly
from grognard.kernel.match.record import build_record
from grognard.kernel.match.shapes import Record
from grognard.kernel.match.table import Table
from grognard.kernel.plain import Things
from grognard.kernel.rules.actions import PUBLIC
from grognard.kernel.rules.chance import Forced
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.server import present
from grognard.server.journal import Unsaved
from grognard.server.opponents import Opponents
from grognard.server.packed import PackedSteps
from grognard.server.pages import OPEN, Page
from grognard.server.protocol import (
    Fault,
    Hello,
    LessonAt,
    LogEntry,
    Notes,
    Notice,
    ReplayStep,
    Several,
    Since,
    State,
    Stayed,
    Steps,
    TableState,
    Undo,
)
from grognard.server.store import Row, Store

BEGINS = "The lesson begins here."
MOST_NOTE = 4000
MOST_AT_ONCE = 60
View = tuple[TableState, list[LogEntry], str]


class Stale(GrognardError):
    """The page acted on something that is no longer so."""

    kind: ClassVar[str] = "stale"


class Room:
    def __init__(self, store: Store, row: Row, table: Table[Any], saved: bool = False) -> None:
        """`saved` says that everything played so far is on the disk."""
        self.store = store
        self.row = row
        self.table = table
        self.game: Game[Any] = table.game
        self.saved: list[Entry[Any]] = list(table.history) if saved else []
        table.recorder.steps = PackedSteps(table.recorder.steps)
        self.chronicle = present.Chronicle(table)
        self.views: dict[str, tuple[Any, View]] = {}
        self.decided: tuple[Entry[Any] | None, str] = (None, PUBLIC)
        """The last step, and who decided it before everybody's eyes."""
        self.pages: set[Page] = set()
        self.opponents = Opponents(self)
        self.settling: asyncio.Task[None] | None = None
        self.fault = ""
        self.written = store.journal.written
        """The number of the transaction that must have reached the disk before this table is told of."""
        self.used = time.monotonic()
        """When somebody last was here."""
        self.spoiled = False
        """It may not be what the disk holds: nobody acts here any more, and the table is read again."""

    # ------------------------------------------------------------------------------------------ opening
    @classmethod
    def new(
        cls, store: Store, table: Table[Any], who: dict[str, str], kind: str, lesson: dict[str, Any] | None = None
    ) -> Room:
        row = Row(
            id=secrets.token_hex(6),
            game=table.game.id,
            kind=kind,
            who=who,
            header=table.recorder.header,
            secret=table.dice.secret.hex(),
            lesson=lesson or {},
        )
        room = cls(store, row, table)
        room.save()
        return room

    # ------------------------------------------------------------------------------------------- saving
    @contextlib.contextmanager
    def changing(self) -> Iterator[None]:
        """The one door for whatever changes the table, whoever asks: it is written, or it has not happened.

        A refusal changes nothing. After any other failure the room is spoiled, and the table is read again.
        """
        if self.spoiled:
            raise Stale("The table is being read again from the disk; nothing was changed.")
        before = self._mark()
        try:
            yield
            for page in self.pages:  # a game that cannot show its state has failed inside
                self.view_of(page)
            self.save()
        except GrognardError as error:
            self.spoiled = isinstance(error, Unsaved) or self._mark() != before
            raise
        except BaseException:
            self.spoiled = True
            raise

    def _mark(self) -> tuple[Any, ...]:
        """Everything that is saved, to be compared."""
        table = self.table
        drafts = tuple(table.draft(seat) for seat in self.game.seats)
        given = table.standing_orders(), table.taken_back()
        return (len(table.history), table.history[-1], drafts, *given, self.row.lesson)

    def save(self) -> None:
        """Write what is new, in one transaction."""
        history = self.table.history
        keep = 0
        while keep < min(len(self.saved), len(history)) and self.saved[keep] is history[keep]:
            keep += 1
        if keep < len(self.saved):
            self.chronicle.forget()
        row, table = self.row, self.table
        row.rolls = table.dice.n
        row.drafts = {seat: [part.text for part in table.draft(seat)] for seat in self.game.seats}
        row.orders, row.redo = table.standing_orders(), table.taken_back()
        row.ending = build_record(table, table.recorder).get("end") if table.over else None
        row.facts = self._facts()
        steps = table.recorder.steps
        self.store.save(row, keep, [steps[number] for number in range(keep, len(steps))])
        self.written = self.store.journal.written
        self.saved = list(history)

    def _facts(self) -> Things:
        table = self.table
        scenario = next((x.title for x in self.game.scenarios if x.id == table.scenario), table.scenario)
        end = table.result if table.over else None
        return {
            "title": self.game.title,
            "scenario": table.scenario,
            "scenarioTitle": scenario,
            "practice": table.practice,
            "over": table.over,
            "clock": self.game.clock(table.seen(PUBLIC)),
            "turn": list(table.seats),
            "options": dict(table.options),
            **({"winner": end.winner, "level": end.level, "score": end.score} if end is not None else {}),
        }

    # ------------------------------------------------------------------------------------- who sits where
    @property
    def people(self) -> list[str]:
        return [seat for seat in self.game.seats if not self.row.who.get(seat, "me").startswith("bot:")]

    @property
    def is_shared(self) -> bool:
        """Whether one screen lies before several people, who have secrets from one another."""
        return len(self.people) > 1 and not self.table.practice

    def may_see(self, seat: str) -> bool:
        """A person sees the seats of people, the public's view, and everything when nothing is secret any more."""
        if seat == PUBLIC or seat in self.people:
            return True
        return self.is_shared if seat == OPEN else seat in self.game.seats and self.is_open

    def eyes(self, page: Page) -> str:
        """Whose view the page shows."""
        return PUBLIC if page.seat == OPEN else page.seat

    def chair(self, page: Page) -> str:
        """Who decides at the page: its seat, or at an open table the one person who is asked openly."""
        return self._asked_openly(self.table.state) if page.seat == OPEN else page.seat

    def asked(self, page: Page) -> Asking[Any]:
        """The table as the page may ask it: before everybody's eyes, or from what its seat knows."""
        return Openly(self.table) if page.seat == OPEN else self.table

    def _asked_openly(self, s: S) -> str:
        seat = Openly(self.table, s).person()
        return seat if seat in self.people else PUBLIC

    def undoing(self, page: Page) -> str:
        """Who may take something back at the page: at an open table who has decided something openly."""
        last, by = self.table.history[-1], self.chair(page)
        if page.seat != OPEN or last.done is None or (by != PUBLIC and self.table.draft(by)):
            return by
        if self.decided[0] is not last:
            self.decided = (last, self._asked_openly(last.before))
        return self.decided[1]

    @property
    def is_open(self) -> bool:
        """Whether nothing is secret any more, or nothing ever was."""
        return self.table.over or self.table.practice

    def allow(self, op: str) -> None:
        """Refuse a message that is not for such a table."""

    def first_seat(self) -> str:
        """The seat that a page which names none sits down at: one that owes a decision, if a person has it."""
        if self.is_shared:
            return OPEN
        for seat in self.table.seats:
            if seat in self.people:
                return seat
        return self.people[0] if self.people else PUBLIC

    # ---------------------------------------------------------------------------------------- what is sent
    def redo_seats(self) -> tuple[str, ...]:
        seat = self.table.redo_seat
        return () if seat is None else (seat,)

    def view_of(self, page: Page) -> View:
        """The state for a page, its whole log, and the mark of both; worked out once for a seat and a position."""
        table = self.table
        drafts = tuple(table.draft(seat) for seat in self.game.seats)
        now = (len(table.history), table.history[-1], drafts, table.standing_orders(), self.redo_seats())
        kept = self.views.get(page.seat)
        if kept is None or kept[0] != now:
            kept = self.views[page.seat] = (now, self._view(page))
        return kept[1]

    def _view(self, page: Page) -> View:
        waiting = [seat for seat in self.table.seats if seat not in self.people]
        eyes = self.eyes(page)
        state = present.state(
            self.table, self.asked(page), eyes, self.chair(page), self.undoing(page), self.chronicle, waiting,
            self.redo_seats(),
        )  # fmt: skip
        if self._lesson_begins():
            state = present.replace(state, undo=Steps(False, BEGINS))
        elif page.seat == OPEN and not state.undo.can and not state.undo.open and state.by == PUBLIC:
            state = present.replace(state, undo=Steps(False, "What is done in private is taken back in private."))
        log = self.chronicle.log(eyes)
        rev = present.revision(state, log)
        return state, log, rev

    def push(self, page: Page) -> None:
        """Send the page its state."""
        page.tell(State(self.news(page)))

    def news(self, page: Page) -> TableState:
        state, log, rev = self.view_of(page)
        same = common(page.log, log)
        page.log, page.rev, page.lesson = log, rev, self.row.lesson.get("at", 0)
        which = sys.intern(self.row.lesson.get("id", "first"))  # a default is left out where it is the very same text
        lesson = LessonAt(page.lesson, which) if self.row.kind == "lesson" else None
        lines = present.numbered(log[same:], self.log_steps(page)[same:], same)
        return present.replace(state, rev=rev, log=lines, log_from=same, lesson=lesson)

    def log_steps(self, page: Page) -> list[int]:
        """For each line of the page's log the step that it belongs to."""
        return self.chronicle.log_steps(self.eyes(page))

    def has_news(self, page: Page) -> bool:
        """Whether the page's seat sees anything that it has not been sent: else the number of messages would tell."""
        _, log, rev = self.view_of(page)
        now = (rev, self.row.lesson.get("at", 0))
        return now != (page.rev, page.lesson) or common(page.log, log) != len(log)

    def push_all(self) -> None:
        """Send every page what is new to it."""
        for page in self.pages:
            if self.has_news(page):
                self.push(page)

    def hello(self, page: Page) -> None:
        seats = (*(self.game.seats if self.is_open else self.people), PUBLIC, *([OPEN] if self.is_shared else ()))
        page.tell(Hello(present.table_info(self.row), page.seat, seats))

    # ------------------------------------------------------------------------------- whether to take back
    def settle_undo(self) -> None:
        """Work out in the background whether the last action can be taken back, and tell those who may do so."""
        idle = self.settling is None or self.settling.done()
        if idle and any(self.table.in_doubt(self.undoing(page)) for page in self.pages):
            self.settling = asyncio.get_running_loop().create_task(self._settle())

    async def _settle(self) -> None:
        while True:
            seat = self.table.history[-1].seat
            doubt = self.table.doubt(seat)
            if doubt is None:
                return
            try:
                await asyncio.to_thread(doubt.settle, let_by)
            except Exception as error:
                self.tell_fault(f"{self.game.title} failed inside ({type(error).__name__}: {error}).")
                return
            if doubt.entry is self.table.history[-1]:
                self._tell_undo(seat)

    def _tell_undo(self, seat: str) -> None:
        told = present.undo_info(self.table, seat)
        for page in [page for page in self.pages if self.undoing(page) == seat]:
            state, log, rev = self.view_of(page)
            self.views[page.seat] = (self.views[page.seat][0], (present.replace(state, undo=told), log, rev))
            page.tell(Undo(rev, told))

    async def know_undo(self) -> None:
        """Wait until it is known whether the last action can be taken back."""
        self.settle_undo()
        if self.settling is not None:
            await self.settling

    # --------------------------------------------------------------------------------------------- acting
    def fresh(self, page: Page, rev: str) -> None:
        """Refuse what was meant for an older position."""
        if rev != self.view_of(page)[2]:
            raise Stale("The table has moved on since this was shown; nothing was changed. Look again, and choose.")

    def _player(self, page: Page, why: str) -> str:
        """The seat of the person who acts at the page; refused where there is none."""
        seat = self.chair(page)
        if seat not in self.people:
            raise Refused([show.Reason("", why)])
        return seat

    def play(self, page: Page, action: str, rev: str) -> None:
        seat = self._player(page, f"The seat {page.seat} is not yours to play.")
        self.fresh(page, rev)
        self._before_all(page, seat, action)
        with self.changing():
            self._play(seat, action)

    def _before_all(self, page: Page, seat: str, action: str) -> None:
        """Refuse what cannot be done before everybody's eyes: the refusal tells nothing that only the seat knows."""
        openly = Openly(self.table) if page.seat == OPEN else None
        if openly is not None and openly.aside() and (reasons := openly.why_not(action, seat)):
            raise Refused(reasons)

    def _play(self, seat: str, action: str) -> None:
        if self.row.kind == "lesson" and self.lesson_left():
            self._play_lesson(seat, action)
        else:
            self.table.play(action, seat)

    def play_several(self, page: Page, actions: Sequence[str], rev: str) -> Several:
        """Actions one after the other, as long as the same is asked of the seat; who cannot follow stays."""
        seat = self._player(page, f"The seat {page.seat} is not yours to play.")
        if not 1 <= len(actions) <= MOST_AT_ONCE:
            raise BadInput(f"From 1 to {MOST_AT_ONCE} actions can be played at once.")
        self.fresh(page, rev)
        table, played, undos = self.table, 0, 0
        stayed: list[Stayed] = []
        with self.changing():
            asked = type(table.state.stack[-1]) if table.state.stack else None
            taught = self.row.kind == "lesson" and self.lesson_left()
            row, against = self.asked(page).row(actions, seat) if seat in table.seats and not taught else ([], {})
            if len(row) > 1:  # a stack moves in one action; in a lesson each unit may be what is asked for
                table.play("; ".join(row), seat)
                played, undos = len(row), 1
                stayed += [Stayed(action, tuple(reasons)) for action, reasons in against.items()]
                actions = [action for action in actions if action not in row and action not in against]
            for action in actions:
                top = table.state.stack[-1] if table.state.stack else None
                if seat not in table.seats or type(top) is not asked:
                    stayed.append(Stayed(action, (show.Reason("", "Something else is to be decided first."),)))
                    continue
                try:
                    self._before_all(page, seat, action)
                    self._play(seat, action)
                    played, undos = played + 1, undos + 1
                except Refused as refused:
                    stayed.append(Stayed(action, tuple(refused.reasons)))
                except BadInput as bad:
                    stayed.append(Stayed(action, (show.Reason("", str(bad)),)))
        return Several(played, tuple(stayed), undos)

    def undo(self, page: Page, rev: str, times: int = 1) -> None:
        self.fresh(page, rev)
        table, seat = self.table, self.undoing(page)
        if seat not in self.people:
            raise Refused([show.Reason("undo", "A spectator takes nothing back.")])
        if self._lesson_begins():
            raise Refused([show.Reason("undo", BEGINS)])
        with self.changing():
            table.undo(seat)
            # On a practice table the bots' answers go with the action that they answered.
            while table.practice and table.history[-1].done is not None and not set(table.seats) & set(self.people):
                table.undo(seat)
            for _ in range(min(times, MOST_AT_ONCE) - 1):  # the rest of several that were played together
                if table.barrier(seat) is not None or self._lesson_begins():
                    break
                table.undo(seat)
            self._lesson_back()

    def drop(self, page: Page, index: int, rev: str) -> None:
        """Take one part out of the seat's draft."""
        self.fresh(page, rev)
        seat = self._player(page, "A spectator takes nothing back.")
        with self.changing():
            self.table.drop(index, seat)

    def redo(self, page: Page, rev: str) -> None:
        self.fresh(page, rev)
        if self.chair(page) not in self.redo_seats():
            raise Refused([show.Reason("redo", "There is nothing to play again.")])
        with self.changing():
            self.table.redo()

    def order(self, page: Page, order: str, on: bool) -> None:
        if page.seat not in self.people:
            words = "Orders are given in private." if page.seat == OPEN else "A spectator gives no orders."
            raise Refused([show.Reason("", words)])
        with self.changing():
            self.table.order(order, page.seat, on)

    # --------------------------------------------------------------------------------------------- lessons
    def lesson(self) -> show.Lesson | None:
        """The lesson that is taught here; one of an older version, which named none, is the first."""
        wanted = self.row.lesson.get("id", "first")
        return next((lesson for lesson in self.game.lessons() if lesson.id == wanted), None)

    def _lesson_begins(self) -> bool:
        """Nothing has been done in the lesson: what brought the table to where it begins is not taken back."""
        begun = len(self.table.history) > self.row.lesson.get("start", 0)
        return self.row.kind == "lesson" and not begun and not any(map(self.table.draft, self.game.seats))

    def lesson_left(self) -> list[show.LessonStep]:
        lesson = self.lesson()
        return list(lesson.steps[self.row.lesson.get("at", 0) :]) if lesson is not None else []

    def _play_lesson(self, seat: str, action: str) -> None:
        """In a lesson the expected action is played with its chance as the lesson foresees; any other too, as long as
        the lesson can go on after it."""
        left = self.lesson_left()
        ahead = next((i for i, step in enumerate(left) if step.expect), None)
        if ahead is not None and self.table.why_not(left[ahead].expect, seat):
            # What comes next in the lesson is for later, or for another seat; or it cannot be done any more, since
            # something else was done in its place: then the lesson goes on with whatever of it is done next.
            ahead = next((i for i, step in enumerate(left) if " " in step.expect and step.expect == action), None)
        queue = list(self.row.lesson.get("forced", []))
        now = self.row.lesson.get("at", 0)
        if ahead is not None and not fulfils(action, left[ahead].expect):
            self._stray(seat, action, left[ahead])
            return
        self.row.lesson = {**self.row.lesson, "forced": play_forced(self.table, seat, action, queue)}
        if ahead is not None:
            marks = [*self.row.lesson.get("marks", []), [len(self.table.history), now, queue, now + ahead]]
            further = ahead + 1  # a stack that moves as one does what is asked of each of its units
            while further < len(left) and brings(action, left[further].expect):
                further += 1
            self.row.lesson |= {"at": now + further, "marks": marks}

    def _stray(self, seat: str, action: str, step: show.LessonStep) -> None:
        """Something else than the lesson asks for is played, unless the lesson could not come back from it."""
        trial = self.table.branch(seat)
        trial.play(action, seat)
        if trial.draft(seat) or not trial.why_not(step.expect, seat):
            self.table.play(action, seat)
            return
        words = f"After that the lesson could not go on. It asks for this now: {step.text}"
        raise Refused([show.Reason(step.rule, words, step.places, step.pieces)])

    def _lesson_back(self) -> None:
        """What was taken back is asked for again."""
        marks = list(self.row.lesson.get("marks", []))
        if self.row.kind != "lesson":
            return
        while marks and marks[-1][0] > len(self.table.history):
            last = marks.pop()
            self.row.lesson = {**self.row.lesson, "marks": marks, "at": last[1], "forced": last[2]}

    def lesson_to(self, page: Page, at: int) -> None:
        """Go on past what was only to be read, or back: what was done since then is taken back."""
        lesson = self.lesson()
        if self.row.kind != "lesson":
            raise BadInput("This table is no lesson.")
        if page.seat not in self.people:
            raise Refused([show.Reason("", "A spectator goes on with nobody's lesson.")])
        if lesson is None or not 0 <= at <= len(lesson.steps):
            raise BadInput(f"The lesson has no step {at}.")
        if any(step.expect for step in lesson.steps[self.row.lesson.get("at", 0) : at]):
            raise Refused([show.Reason("", "Do what the lesson asks first.")])
        with self.changing():
            marks = self.row.lesson.get("marks", [])
            while marks and at <= done_at(marks[-1]) and self.table.history[-1].done is not None:
                self.table.undo(self.table.history[-1].seat)
                self._lesson_back()
                marks = self.row.lesson.get("marks", [])
            self.row.lesson = {**self.row.lesson, "at": at}

    # ------------------------------------------------------------------------------------------------ bots
    def idle(self) -> float:
        """For how many seconds nobody has been here."""
        if self.pages:
            self.used = time.monotonic()
        return time.monotonic() - self.used

    def is_busy(self) -> bool:
        """Whether something is being worked out here."""
        return self.opponents.thinking or (self.settling is not None and not self.settling.done())

    def wake_bots(self) -> None:
        """Let the bots go on in the background, if it is for them."""
        self.opponents.wake()

    def tell_notice(self, text: str) -> None:
        """Something that everybody at the table should know, and that stops nobody."""
        for page in self.pages:
            page.tell(Notice(text))

    def tell_fault(self, text: str) -> None:
        for page in self.pages:
            page.tell(Fault(text))

    def let_go(self) -> None:
        """Close all pages; they come again by themselves, and find the table as the disk has it."""
        for page in self.pages:
            page.let_go(4409, "The table is read again from the disk.")

    # ------------------------------------------------------------------------------------------------ time
    def at(self, page: Page, n: int, seat: str) -> ReplayStep:
        """The table as the seat saw it after its n-th step."""
        if not self.may_see(seat):
            raise Refused([show.Reason("", f"You may not see through the eyes of {seat} before the game is over.")])
        steps = self.chronicle.steps(seat)
        if not 0 <= n <= len(steps):
            raise BadInput(f"There are {len(steps)} steps, not {n}.")
        history = self.table.history
        after = steps[n - 1] + 1 if n else 0
        s = history[after].before if after < len(history) else self.table.state
        entry = history[steps[n - 1]] if n else None
        lines = self.chronicle.of(entry, seat) if entry is not None else []
        title = next((x.text for x in lines if x.kind == "Headed"), "")
        if not title and entry is not None and entry.action is not None:
            title = f"{entry.seat.capitalize()} acts"
            if entry.seat == seat and entry.before.stack:
                words = present.say_action(self.game, entry.before.stack[-1], entry.action)
                title = f"{entry.seat.capitalize()}: {words}"
        return ReplayStep(
            n=n,
            title=title or ("The start" if n == 0 else ""),
            seat=entry.seat if entry else "",
            scene=present.scene_at(self.table, after, seat),
            sequence=self.game.sequence(self.game.view(s, seat)),
            log=present.numbered(lines, [n] * len(lines)),
        )

    def since(self, eyes: str, seat: str) -> Since:
        """The steps after the seat's last action, as these eyes saw them."""
        steps = self.chronicle.steps(eyes)
        return Since(self.chronicle.last_own(seat, steps), len(steps))

    def branch(self, n: int | None, seat: str) -> Room:
        """An analysis board: a practice table of its own, from here or from an earlier step."""
        if not self.may_see(seat):
            raise Refused([show.Reason("", f"You may not look through the eyes of {seat}.")])
        back = 0
        steps = self.chronicle.steps(seat)
        if n is not None and 0 <= n < len(steps):
            after = steps[n - 1] + 1 if n else 1
            back = len(self.table.history) - after
        table = self.table.branch(seat, back)
        return Room.new(self.store, table, dict.fromkeys(self.game.seats, "me"), "analysis")

    def note(self, seat: str, place: str, text: str) -> Notes:
        """Write down what the seat notes for itself; nobody else is told that it did."""
        if len(text) > MOST_NOTE:
            raise BadInput(f"A note has at most {MOST_NOTE} characters.")
        if place and place not in {p.id for p in self.game.board().places}:
            raise BadInput("There is no such place.")
        self.store.keep(self.row.id, seat, place, text.strip())
        self.written = self.store.journal.written
        return Notes(self.store.notes(self.row.id, seat))

    def continued(self) -> str | None:
        """The table on which this game goes on."""
        return None

    def go_on(self) -> Room:
        raise BadInput("This game can be played on as it is.")

    def record(self, seat: str) -> Record:
        """The record that the seat may have."""
        return self.table.record(seat)

    def position(self, seat: str) -> str:
        return self.table.position(seat)


def let_by() -> None:
    """In a thread beside the loop: compiled rules let nobody else work before they are done.

    To sleep for no time at all is enough: who has waited for some milliseconds comes first."""
    time.sleep(0)


def done_at(mark: Sequence[int]) -> int:
    """The step of the lesson that was done; an older version kept only where the page stood then."""
    return mark[3] if len(mark) > 3 else mark[1]


def fulfils(action: str, asked: str) -> bool:
    """Whether an action is what a lesson asks for: the same, more exactly, or for more units to the same goal."""
    return f"{action} ".startswith(f"{asked} ") or brings(action, asked)


def brings(action: str, asked: str) -> bool:
    """Whether an action of several units does for one of them what is asked."""
    words, wanted = action.split(), asked.split()
    return len(words) > len(wanted) > 2 and words[-1] == wanted[-1] and set(wanted[1:]) <= set(words[1:])


def common(old: list[LogEntry], new: list[LogEntry]) -> int:
    """How many lines both logs begin with."""
    same = 0
    while same < min(len(old), len(new)) and (old[same] is new[same] or old[same] == new[same]):
        same += 1
    return same


def play_forced(table: Table[S], seat: str, action: str, queue: list[Forced]) -> list[Forced]:
    """Play with as many of the foreseen outcomes as the action takes; returns those that are left."""
    for many in range(len(queue) + 1):
        try:
            table.play(action, seat, forced=queue[:many])
            return queue[many:]
        except WrongForced:
            continue
    table.play(action, seat)
    return []


__all__ = ["Room", "Stale", "let_by", "play_forced"]

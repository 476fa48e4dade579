"""A room: one table that is open on the server, its pages, its bots, and its place on disk.

Everything that changes the table runs on the server's one loop, so two pages cannot act at once. Bots think in a
worker thread on a view of their seat; what they choose is then played like anybody's action.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from grognard.bots import Bot, game_bots
from grognard.kernel import show
from grognard.kernel.contract import PUBLIC
from grognard.kernel.errors import BadInput, GrognardError, Refused
from grognard.kernel.game import Game
from grognard.kernel.history import Entry
from grognard.kernel.record import Recorder, build_record, cut_record, plain_scene, watchers
from grognard.kernel.table import Table
from grognard.server import present
from grognard.server.store import Row, Store

SNAPSHOTS = 60
"""How many steps can be taken back before the record must be worked out afresh."""


View = tuple[dict[str, Any], list[dict[str, Any]], str]


class Page:
    """One open page: where to send, and what it has been sent."""

    def __init__(
        self, seat: str, send: Callable[[bytes], Awaitable[None]], close: Callable[[], Awaitable[None]]
    ) -> None:
        self.seat = seat
        self.send = send
        self.close = close
        self.log: list[dict[str, Any]] = []
        self.rev = ""


class Stale(GrognardError):
    """The page acted on something that is no longer so."""


class Room:
    def __init__(self, store: Store, row: Row, table: Table[Any], recorder: Recorder[Any] | None = None) -> None:
        self.store = store
        self.row = row
        self.table = table
        self.game: Game[Any] = table.game
        self.recorder = recorder or Recorder(table)
        self.saved: list[Entry[Any]] = list(table.history) if recorder is not None else []
        self.snapshots: dict[int, dict[str, Any]] = {}
        self.chronicle = present.Chronicle(table)
        self.views: dict[str, tuple[Any, View]] = {}
        self.pages: set[Page] = set()
        self.bots: dict[str, Bot[Any]] = {}
        self.thinking: asyncio.Task[None] | None = None
        self.fault = ""

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
            header={},
            secret=table.dice.secret.hex(),
            lesson=lesson or {},
        )
        room = cls(store, row, table)
        row.header = room.recorder.header
        room.save()
        return room

    # ------------------------------------------------------------------------------------------- saving
    def save(self) -> None:
        """Write what is new, in one transaction. If that fails, the room is to be dropped and read again."""
        history = self.table.history
        keep = 0
        while keep < min(len(self.saved), len(history)) and self.saved[keep] is history[keep]:
            keep += 1
        if keep < len(self.saved):
            self._rewind(keep)
        for number in range(keep, len(history)):
            self._snapshot(number)
            entry = history[number]
            self.recorder.push(entry.seat, entry.action, entry.rolls)
        row, table = self.row, self.table
        row.rolls = table.dice.n
        row.drafts = {seat: [part.text for part in table.draft(seat)] for seat in self.game.seats}
        row.orders = table.standing_orders()
        row.ending = build_record(table, self.recorder).get("end") if table.over else None
        row.facts = self._facts()
        self.store.save(row, keep, self.recorder.steps[keep:])
        self.saved = list(history)

    def _facts(self) -> dict[str, Any]:
        table = self.table
        scenario = next((x.title for x in self.game.scenarios if x.id == table.scenario), table.scenario)
        return {
            "title": self.game.title,
            "scenario": table.scenario,
            "scenarioTitle": scenario,
            "practice": table.practice,
            "over": table.over,
            "clock": self.game.clock(self.game.view(table.state, PUBLIC)),
            "turn": list(table.seats),
            "options": dict(table.options),
        }

    def _snapshot(self, number: int) -> None:
        self.snapshots[number] = {"s": self.recorder.s.copy(), "scenes": dict(self.recorder.scenes)}
        self.snapshots.pop(number - SNAPSHOTS, None)

    def _rewind(self, number: int) -> None:
        """The recorder as it was before step `number`."""
        kept = self.snapshots.get(number)
        steps = self.recorder.steps[:number]
        if kept is not None:
            self.recorder.s = kept["s"].copy()
            self.recorder.scenes = dict(kept["scenes"])
        else:
            s = self.saved[number].before
            self.recorder.s = s.copy()
            self.recorder.scenes = {seat: plain_scene(self.game, s, seat) for seat in watchers(self.game)}
        self.recorder.steps = steps
        self.snapshots = {n: kept for n, kept in self.snapshots.items() if n < number}
        self.chronicle.forget()

    # ------------------------------------------------------------------------------------- who sits where
    @property
    def people(self) -> list[str]:
        return [seat for seat in self.game.seats if not self.row.who.get(seat, "me").startswith("bot:")]

    def may_see(self, seat: str) -> bool:
        """A person sees the seats of people, the public's view, and everything when nothing is secret any more."""
        if seat == PUBLIC or seat in self.people:
            return True
        return seat in self.game.seats and (self.table.over or self.table.practice)

    def first_seat(self) -> str:
        """The seat that a page which names none sits down at: one that owes a decision, if a person has it."""
        for seat in self.table.seats:
            if seat in self.people:
                return seat
        return self.people[0] if self.people else PUBLIC

    def info(self) -> dict[str, Any]:
        return {
            "id": self.row.id,
            "game": self.game.id,
            "kind": self.row.kind,
            "who": self.row.who,
            "created": self.row.created,
            "updated": self.row.updated,
            **self.row.facts,
        }

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
        state = present.state(self.table, page.seat, self.chronicle, waiting, self.redo_seats())
        log = self.chronicle.log(page.seat)
        rev = present.revision(present.encode(state), log)
        return state, log, rev

    async def push(self, page: Page) -> None:
        """Send the page what is new to it; a page that has gone is forgotten."""
        message = self.news(page)
        try:
            await page.send(message)
        except Exception:  # whatever a broken line raises
            self.pages.discard(page)

    def news(self, page: Page) -> bytes:
        state, log, rev = self.view_of(page)
        same = 0
        while same < min(len(page.log), len(log)) and page.log[same] is log[same]:
            same += 1
        page.log, page.rev = log, rev
        lines = [{"n": same + i, **text} for i, text in enumerate(log[same:])]
        state = {**state, "rev": rev, "log": lines, "logFrom": same}
        if self.row.kind == "lesson":
            state["lesson"] = {"at": self.row.lesson.get("at", 0)}
        return present.encode({"type": "state", "state": state})

    async def push_all(self) -> None:
        for page in list(self.pages):
            await self.push(page)

    async def hello(self, page: Page) -> None:
        seats = [*self.people, PUBLIC] if not (self.table.practice or self.table.over) else [*self.game.seats, PUBLIC]
        message = {"type": "hello", "table": self.info(), "seat": page.seat, "seats": seats}
        await page.send(present.encode(message))

    # --------------------------------------------------------------------------------------------- acting
    def fresh(self, page: Page, rev: Any) -> None:
        """Refuse what was meant for an older position."""
        if rev != self.view_of(page)[2]:
            raise Stale("The table has moved on since this was shown; nothing was changed. Look again, and choose.")

    def play(self, page: Page, action: str, rev: Any) -> None:
        if page.seat not in self.people:
            raise Refused([show.Reason("", f"The seat {page.seat} is not yours to play.")])
        self.fresh(page, rev)
        if self.row.kind == "lesson" and self.lesson_left():
            self._play_lesson(page.seat, action)
        else:
            self.table.play(action, page.seat)
        self.keep()

    def keep(self) -> None:
        """Write what was done, if it can also be shown: a game that cannot show its state has failed inside."""
        for page in self.pages:
            self.view_of(page)
        self.save()

    def undo(self, page: Page, rev: Any) -> None:
        self.fresh(page, rev)
        table = self.table
        if page.seat not in self.people:
            raise Refused([show.Reason("undo", "A spectator takes nothing back.")])
        table.undo(page.seat)
        # On a practice table the bots' answers go with the action that they answered.
        while table.practice and table.history[-1].action is not None and not set(table.seats) & set(self.people):
            table.undo(page.seat)
        self._lesson_back()
        self.save()

    def drop(self, page: Page, index: int, rev: Any) -> None:
        """Take one part out of the seat's draft."""
        self.fresh(page, rev)
        if page.seat not in self.people:
            raise Refused([show.Reason("undo", "A spectator takes nothing back.")])
        self.table.drop(index, page.seat)
        self.save()

    def redo(self, page: Page, rev: Any) -> None:
        self.fresh(page, rev)
        if page.seat not in self.redo_seats():
            raise Refused([show.Reason("redo", "There is nothing to play again.")])
        self.table.redo()
        self.save()

    def order(self, page: Page, order: str, on: bool) -> None:
        if page.seat not in self.people:
            raise Refused([show.Reason("", "A spectator gives no orders.")])
        self.table.order(order, page.seat, on)
        self.save()

    # --------------------------------------------------------------------------------------------- lessons
    def lesson_left(self) -> list[show.LessonStep]:
        lesson = self.game.lesson()
        return list(lesson.steps[self.row.lesson.get("at", 0) :]) if lesson is not None else []

    def _play_lesson(self, seat: str, action: str) -> None:
        """In a lesson the expected action is played, its chance answered as the lesson foresees."""
        left = self.lesson_left()
        ahead = next((i for i, step in enumerate(left) if step.expect), None)
        if ahead is not None and self.table.why_not(left[ahead].expect, seat):
            ahead = None  # what comes next in the lesson is for later, or for another seat
        if ahead is not None:
            expect = left[ahead].expect
            if not f"{action} ".startswith(f"{expect} "):
                raise Refused(
                    [show.Reason(left[ahead].rule, f"The lesson asks for “{expect}” here.", left[ahead].places)]
                )
        queue = list(self.row.lesson.get("forced", []))
        self.row.lesson = {**self.row.lesson, "forced": play_forced(self.table, seat, action, queue)}
        if ahead is not None:
            marks = [*self.row.lesson.get("marks", []), [len(self.table.history), self.row.lesson.get("at", 0)]]
            self.row.lesson |= {"at": self.row.lesson.get("at", 0) + ahead + 1, "marks": marks, "before": queue}

    def _lesson_back(self) -> None:
        if self.row.kind == "lesson" and self.row.lesson.get("marks"):
            *marks, last = self.row.lesson["marks"]
            self.row.lesson = {
                **self.row.lesson,
                "marks": marks,
                "at": last[1],
                "forced": self.row.lesson.get("before", []),
            }

    def lesson_to(self, at: int) -> None:
        """Go on past what was only to be read, or back to read it again."""
        lesson = self.game.lesson()
        if lesson is None or not 0 <= at <= len(lesson.steps):
            raise BadInput(f"The lesson has no step {at}.")
        now = self.row.lesson.get("at", 0)
        if any(step.expect for step in lesson.steps[now:at]):
            raise Refused([show.Reason("", "Do what the lesson asks first.")])
        done = self.row.lesson.get("marks", [])
        if at < now and done and at <= done[-1][1]:
            raise Refused([show.Reason("", "Undo the action first, to see that step again.")])
        self.row.lesson = {**self.row.lesson, "at": at}
        self.save()

    # ------------------------------------------------------------------------------------------------ bots
    def wake_bots(self) -> None:
        """Let the bots go on in the background, if it is for them."""
        idle = self.thinking is None or self.thinking.done()
        if idle and any(seat not in self.people for seat in self.table.seats):
            self.thinking = asyncio.get_running_loop().create_task(self._think())

    async def _think(self) -> None:
        try:
            while True:
                seat = next((seat for seat in self.table.seats if seat not in self.people), None)
                if seat is None:
                    return
                action = await self.ask_bot(seat)
                if action is None:
                    continue
                self.table.play(action, seat)
                self.keep()
                await self.push_all()
        except GrognardError as error:
            self.fault = f"The bot could not go on: {error}"
            await self.tell_fault(self.fault)
        except Exception as error:
            self.fault = f"The bot failed inside ({type(error).__name__}: {error}); the game is as it was before."
            await self.tell_fault(self.fault)

    async def ask_bot(self, seat: str) -> str | None:
        """The bot's choice; None if the table has changed meanwhile."""
        table = self.table
        level = self.row.who.get(seat, "bot:random").removeprefix("bot:")
        if seat not in self.bots:
            makers = game_bots(self.game)
            self.bots[seat] = makers.get(level, makers["random"])()
        view = table.view(seat)
        before = len(table.history), table.history[-1]
        action = await asyncio.to_thread(self.bots[seat].choose, self.game, view, seat, random.Random())
        if (len(table.history), table.history[-1]) != before or seat not in table.seats:
            return None
        return action.text

    async def hint(self, page: Page) -> dict[str, Any]:
        """What the game's best bot would do in the seat's place, and why."""
        makers = self.game.bots()
        if not makers:
            raise BadInput(f"{self.game.title} has no bot to ask.")
        if page.seat not in self.table.seats:
            raise BadInput("You have nothing to decide now.")
        bot = list(makers.values())[-1]()
        view = self.table.view(page.seat)
        action = await asyncio.to_thread(bot.choose, self.game, view, page.seat, random.Random())
        step = self.table.state.stack[-1]
        words = [present.say_action(self.game, step, x) for x in (*action.parts, action)]
        return {"action": action.text, "said": words, "text": bot.why or "It looks best to the bot."}

    async def tell_fault(self, text: str) -> None:
        for page in list(self.pages):
            with contextlib.suppress(Exception):
                await page.send(present.encode({"type": "fault", "text": text}))

    # ------------------------------------------------------------------------------------------------ time
    def at(self, page: Page, n: int, seat: str) -> dict[str, Any]:
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
        title = next((x["text"] for x in lines if x["kind"] == "Headed"), "")
        if not title and entry is not None and entry.action is not None:
            title = f"{entry.seat.capitalize()} acts"
            if entry.seat == seat and entry.before.stack:
                words = present.say_action(self.game, entry.before.stack[-1], entry.action)
                title = f"{entry.seat.capitalize()}: {words}"
        return {
            "n": n,
            "scene": present.scene_at(self.table, after, seat),
            "seat": entry.seat if entry else "",
            "title": title or ("The start" if n == 0 else ""),
            "sequence": self.game.sequence(self.game.view(s, seat)),
            "log": [{"n": i, **text} for i, text in enumerate(lines)],
        }

    def since(self, seat: str) -> dict[str, int]:
        """The steps after the seat's last action."""
        steps = self.chronicle.steps(seat)
        return {"from": self.chronicle.last_own(seat, steps), "to": len(steps)}

    def branch(self, n: int | None, seat: str) -> Room:
        """An analysis board: a practice table of its own, from here or from an earlier step."""
        if not self.may_see(seat):
            raise Refused([show.Reason("", f"You may not look through the eyes of {seat}.")])
        back = 0
        steps = self.chronicle.steps(seat)
        if n is not None and 0 <= n < len(steps):
            after = steps[n - 1] + 1 if n else 1
            back = len(self.table.history) - after
        as_seat = seat if seat in self.game.seats else None
        table = self.table.branch(as_seat, back)
        return Room.new(self.store, table, dict.fromkeys(self.game.seats, "me"), "analysis")

    def go_on(self) -> Room:
        raise BadInput("This game can be played on as it is.")

    def record(self, seat: str) -> dict[str, Any]:
        """The record that the seat may have."""
        whole = build_record(self.table, self.recorder)
        if self.table.over or self.table.practice or len(self.game.seats) == 1:
            return whole
        return cut_record(whole, seat)


def play_forced(table: Table[Any], seat: str, action: str, queue: list[Any]) -> list[Any]:
    """Play with as many of the foreseen outcomes as the action takes; returns those that are left."""
    for many in range(len(queue) + 1):
        try:
            table.play(action, seat, forced=queue[:many])
            return queue[many:]
        except BadInput as error:
            if "forced has too" not in str(error):
                raise
    table.play(action, seat)
    return []


__all__ = ["Page", "Room", "Stale", "play_forced"]

"""The bots of one room: they go on in the background, and what they choose is played like anybody's action.

A bot never stops a game: where one fails, or takes too long, the next level below plays on.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from typing import TYPE_CHECKING, Any

from grognard.bots import RandomBot, game_bots
from grognard.bots.advice import still_to_add
from grognard.kernel.errors import BadInput, GrognardError, Refused
from grognard.kernel.match.history import Entry
from grognard.kernel.rules.actions import PUBLIC
from grognard.server import present
from grognard.server.bots import BotFailed, Stopped, Thinkers
from grognard.server.protocol import Hint
from grognard.server.thinker import Thought

if TYPE_CHECKING:
    from grognard.server.pages import Page
    from grognard.server.room import Room

log = logging.getLogger("grognard.server")
RANDOM = "random"
"""The lowest level."""
UNWATCHED = 60.0
"""Seconds after which bots that play among themselves stop, if nobody looks on."""
REST = 8
"""Bots that play among themselves leave the loop to others for so many times as long as their action held it."""
Mark = tuple[int, Entry[Any]]


class Opponents:
    def __init__(self, room: Room) -> None:
        self.room = room
        self.thinkers: Thinkers | None = None
        """Where they think: the lobby gives it."""
        self._task: asyncio.Task[None] | None = None
        self._about: Mark | None = None
        """What is being thought about."""
        self._lowered: dict[str, str] = {}
        """Seats whose bot failed, with the level that plays on."""

    @property
    def seat(self) -> str | None:
        """The seat of a bot that owes a decision."""
        return next((seat for seat in self.room.table.seats if seat not in self.room.people), None)

    @property
    def thinking(self) -> bool:
        return self._task is not None and not self._task.done()

    def _mark(self) -> Mark:
        history = self.room.table.history
        return len(history), history[-1]

    def wake(self) -> None:
        """Let the bots go on, if it is for them; a thought about what is no longer so is broken off."""
        if self.thinkers is None:
            return
        if not self.thinking:
            if self.seat is not None:
                self._task = asyncio.get_running_loop().create_task(self._go_on())
        elif self._about is not None and self._about != self._mark():
            self.thinkers.stop(self.room.row.id)

    def stop(self) -> None:
        """End all thinking: the room is put away."""
        if self._task is not None:
            self._task.cancel()
        if self.thinkers is not None:
            self.thinkers.stop(self.room.row.id)
            self.thinkers.stop(self._hinting)

    async def _go_on(self) -> None:
        room = self.room
        try:
            while (seat := self.seat) is not None and not room.spoiled:
                if not room.people and room.idle() > UNWATCHED:
                    return
                try:
                    await self._act(seat)
                except (BotFailed, BadInput, Refused) as error:
                    if not self._lower(seat, error):
                        raise
        except GrognardError as error:
            room.fault = f"The bot could not go on: {error}"
            room.tell_fault(room.fault)
        except Exception as error:
            room.fault = f"The bot failed inside ({type(error).__name__}: {error}); the game is as it was before."
            room.tell_fault(room.fault)
        if room.spoiled:
            room.let_go()

    async def _act(self, seat: str) -> None:
        """One action of a bot; nothing if the table has changed meanwhile."""
        room = self.room
        before = self._about = self._mark()
        try:
            thought = await self._ask(seat, self.level(seat))
        except Stopped:
            return
        finally:
            self._about = None
        if self._mark() != before or seat not in room.table.seats:
            return
        began = time.perf_counter()
        with room.changing():
            room.table.play(thought.action, seat)
        room.push_all()
        room.settle_undo()
        if not room.people:
            await asyncio.sleep(REST * (time.perf_counter() - began))

    async def _ask(self, seat: str, level: str) -> Thought:
        assert self.thinkers is not None
        room = self.room
        if level == RANDOM:  # no thought, so no process: it is the last that can be asked
            bot: RandomBot[Any] = RandomBot()
            action = await asyncio.to_thread(bot.choose, room.game, room.table.view(seat), seat, random.Random())
            return Thought(action.text, bot.why)
        return await self.thinkers.choose(room.row.id, room.game, room.table.view(seat), seat, level)

    # ------------------------------------------------------------------------------------------- levels
    def level(self, seat: str) -> str:
        wanted = self._lowered.get(seat) or self.room.row.who.get(seat, "").removeprefix("bot:")
        return wanted if wanted in game_bots(self.room.game) else RANDOM

    def _lower(self, seat: str, error: GrognardError) -> bool:
        """Let the next level below play on; False if there is none."""
        levels = list(game_bots(self.room.game))
        failed = self.level(seat)
        below = levels.index(failed) - 1
        if below < 0:
            return False
        self._lowered[seat] = levels[below]
        words = f"The bot “{failed}” of {seat} failed ({error}); the bot “{levels[below]}” plays on."
        log.warning("%s, table %s: %s", self.room.game.title, self.room.row.id, words)
        self.room.tell_notice(words)
        return True

    # -------------------------------------------------------------------------------------------- hints
    @property
    def _hinting(self) -> str:
        return f"{self.room.row.id} hints"

    async def hint(self, page: Page) -> Hint:
        """What the game's best bot would do in the seat's place, and why."""
        room = self.room
        levels = list(room.game.bots())
        if not levels or self.thinkers is None:
            raise BadInput(f"{room.game.title} has no bot to ask.")
        seat = room.chair(page)
        if seat not in room.table.seats:
            raise BadInput("You have nothing to decide now.")
        view = room.table.view(seat)
        if room.eyes(page) != seat:  # advice that everybody reads comes from what everybody may know
            world = room.game.guess(room.table.view(PUBLIC), PUBLIC, random.Random())
            view = room.game.view(world, seat).copy()
        while True:
            level = levels.pop()
            try:
                thought = await self.thinkers.choose(self._hinting, room.game, view, seat, level, fresh=True)
                break
            except BotFailed as error:
                if not levels:
                    raise BadInput(f"The bot has no advice ({error}).") from None
        action = room.game.read(view, seat, thought.action)
        if drafted := room.table.draft(seat):
            action = still_to_add(room.game, room.game.drafting(view, seat, drafted), seat, action, drafted)
        openly = room.asked(page)
        if openly is not room.table and openly.why_not(action.text, seat):
            raise BadInput("What is best here depends on what only you know: ask for advice in private.")
        parts = tuple(present.say_part(room.game, view.stack[-1], x) for x in (*action.parts, action))
        words, why = tuple(part.text for part in parts), thought.why or "It looks best to the bot."
        marked = tuple(part for part in parts if part.pieces or part.places)
        found = Hint(action.text, words, why, other=thought.other, parts=marked)
        # A number that is the default is left out only where nobody gives one.
        return present.replace(found, sure=round(thought.sure, 3)) if thought.sure else found

# compiled as it stands
"""What a seat may ask of a table: what it sees, what it can do, why it cannot, and what would come of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

import msgspec

from grognard.kernel import show
from grognard.kernel.errors import BadInput, Refused
from grognard.kernel.rules.actions import PUBLIC, Action, short
from grognard.kernel.rules.game import Game, asked
from grognard.kernel.rules.state import S
from grognard.kernel.rules.steps import Draft


class Asking(Generic[S]):
    """A state, and the drafts of the seats; nothing here changes them."""

    __slots__ = ("_drafts", "_s", "_sights", "game")

    game: Game[S]
    _s: S
    _drafts: dict[str, list[Action]]
    _sights: dict[str, tuple[S, tuple[Action, ...], S]]
    """For a seat: a state, the parts of its draft, and what it sees of both."""

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
        return self.seen(self._who(seat)).copy()

    def seen(self, seat: str) -> S:
        """What the seat may know, without its draft; to be read only."""
        return self.game.view(self._s, seat) if self._drafts.get(seat) else self._sight(seat)

    def _sight(self, seat: str) -> S:
        """The seat's view with its draft, if it has one, done to it."""
        parts = tuple(self._drafts.get(seat, ()))
        kept = self._sights.get(seat)
        if kept is None or kept[0] is not self._s or kept[1] != parts:
            sight = self.game.drafting(self._s, seat, parts) if parts else self.game.view(self._s, seat)
            kept = self._sights[seat] = (self._s, parts, sight)
        return kept[2]

    def decision(self, seat: str | None = None, prefix: str = "") -> show.Decision:
        who = self._who(seat)
        if who not in self.seats:
            raise BadInput("The game is over." if self.over else f"{who} has nothing to decide now.")
        decision = self.game.decision(self._sight(who), who, prefix)
        parts = tuple(part.text for part in self._drafts.get(who, ()))
        return msgspec.structs.replace(decision, parts=parts)

    def legal(self, prefix: str | Action = "", seat: str | None = None) -> list[Action]:
        """What may come next after the prefix; within a draft, after the parts so far."""
        who = self._who(seat)
        return self.game.legal(self._sight(who), who, prefix if isinstance(prefix, str) else prefix.text)

    def why_not(self, action: str | Action, seat: str | None = None) -> list[show.Reason]:
        """The reasons against an action or a beginning of one; an empty list if it is legal."""
        who = self._who(seat)
        if self.over:
            return [show.Reason("", "The game is over.")]
        return self.game.why_not(self._sight(who), who, action if isinstance(action, str) else action.text)

    def preview(self, action: str | Action, seat: str | None = None) -> show.Preview | None:
        who = self._who(seat)
        sight = self._sight(who)
        return self.game.preview(sight, who, self._read(sight, who, action))

    def odds(self, action: str | Action, seat: str | None = None) -> show.Odds | None:
        who = self._who(seat)
        sight = self._sight(who)
        return self.game.odds(sight, who, self._read(sight, who, action))

    def toward(self, place: str, seat: str | None = None) -> list[Action]:
        """Whatever of the seat's can go to a place or attack it, each as a complete action."""
        who = self._who(seat)
        return self.game.toward(self._sight(who), who, place) if who in self.seats else []

    def plan(
        self, seat: str | None = None, wanted: Sequence[show.Wanted] = (), propose: bool = False
    ) -> show.Plan | None:
        """The battles of the phase side by side, its own draft included: see `Game.plan`."""
        who = self._who(seat)
        return self.game.plan(self._sight(who), who, wanted, propose) if who in self.seats else None

    def together(self, action: str, before: Sequence[str], seat: str | None = None) -> show.Odds | None:
        """The odds of an action in a draft with these parts added to it; parts that do not fit are left out. Where
        the draft is one battle, the units of the others join it by a verb that takes a unit alone."""
        who, game = self._who(seat), self.game
        sight = self._sight(who).copy()
        self._add(sight, who, before)
        if not game.why_not(sight, who, action):
            return game.odds(sight, who, self._read(sight, who, action))
        sight = self._sight(who).copy()
        self._add(sight, who, [action])
        step = asked(sight)
        joining = [v.name for v in step.verbs if len(v.slots) == 1 and v.slots[0].kind == "piece"]
        self._add(sight, who, [f"{verb} {text.split()[1]}" for text in before for verb in joining])
        step = asked(sight)
        return step.odds(sight, who) if isinstance(step, Draft) else None

    def row(self, actions: Sequence[str], seat: str | None = None) -> tuple[list[str], dict[str, list[show.Reason]]]:
        """Of these actions those that can be played in a row, as one action; and what is against each of the others.
        Nothing where the decision takes no row of them."""
        who, game = self._who(seat), self.game
        sight = self._sight(who)
        step = asked(sight)
        taken: list[str] = []
        against: dict[str, list[show.Reason]] = {}
        if isinstance(step, Draft) or not all(text.split(" ")[0] in step.rows for text in actions):
            return taken, against
        scratch = sight.copy()
        for text in actions:
            try:
                action = game.accept(scratch, who, text)
                if not action.complete:
                    raise BadInput(f"“{short(text)}” is not a whole action.")
            except Refused as refused:
                against[text] = list(refused.reasons)
            except BadInput as bad:
                against[text] = [show.Reason("", str(bad))]
            else:
                taken.append(text)
                if not game.follows(scratch, step, action):
                    break
        return taken, against

    def _add(self, sight: S, seat: str, parts: Sequence[str]) -> None:
        """Adds the parts that can be added to a copy of what the seat sees."""
        for text in parts:
            if not self.game.why_not(sight, seat, text):
                self.game.add_part(sight, self.game.read(sight, seat, text))

    def wastes(self, action: str | Action, seat: str | None = None) -> tuple[show.Waste, ...]:
        """What an action would waste or cost for good, though nothing forbids it."""
        who = self._who(seat)
        sight = self._sight(who)
        return self.game.wastes(sight, who, self._read(sight, who, action))

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

"""A draft that is built part by part on a scratch state."""

from __future__ import annotations

from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import Deed, Game
from grognard.kernel.rules.game import asked
from grognard.kernel.rules.masks import permits
from grognard.kernel.rules.steps import Draft, verbs_of
from grognard.maps import members


class Drafted:
    def __init__(self, game: Game[Position], view: Position, seat: str) -> None:
        self.game, self.seat = game, seat
        self.s = game.drafting(view, seat, ())
        self.parts: list[Deed] = []

    def offers(self) -> dict[str, int]:
        return {verb.name: mask for verb, mask in self.game.offers(self.s, self.seat)}

    def following(self, verb: str, *args: int) -> int:
        return self.game.following(self.s, self.seat, verbs_of(asked(self.s))[verb], args)

    def may(self, verb: str, *args: int) -> bool:
        top = asked(self.s)
        return permits(verbs_of(top)[verb], self.s, top, self.seat, args)

    def add(self, verb: str, *args: int) -> None:
        top = asked(self.s)
        self.parts.append(Deed(verb, args, self.seat))
        verbs_of(top)[verb].do(self.s, top, self.seat, args, None)

    def hexes(self, verb: str, u: int) -> list[int]:
        """Where a unit may go by this verb."""
        return [h for h in members(self.following(verb, u)) if self.may(verb, u, h)]

    def is_complete(self) -> bool:
        top = asked(self.s)
        return isinstance(top, Draft) and next(top.duties(self.s, self.seat), None) is None

    def done(self) -> Deed:
        return Deed("done", (), self.seat, tuple(self.parts))

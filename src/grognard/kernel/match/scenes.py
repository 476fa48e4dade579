"""What each seat sees of the board, and what every event changed of it.

Scenes are compared as the frozen structs that a game draws; only what changed becomes plain data for a record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Unpack

from msgspec.structs import replace

from grognard.kernel import show
from grognard.kernel.match.shapes import Boards, Face, Told, plain
from grognard.kernel.plain import Things
from grognard.kernel.rules.actions import PUBLIC
from grognard.kernel.rules.events import Event, Events, Happened, Ts
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S

Scenes = dict[str, show.Scene]
Item = show.Piece | show.Mark | show.Number


def watchers(game: Game[S]) -> tuple[str, ...]:
    """Whose scenes are kept: one stands for all where nothing is hidden."""
    return (*game.seats, PUBLIC) if game.hidden else (PUBLIC,)


def all_scenes(game: Game[S], s: S) -> Scenes:
    return {seat: game.scene(game.view(s, seat)) for seat in watchers(game)}


def plain_scene(game: Game[S], s: S, seat: str) -> Boards:
    """A seat's scene as plain data by ids."""
    return by_ids(game.scene(game.view(s, seat)))


def by_ids(scene: show.Scene) -> Boards:
    out: Boards = {kind: {item.id: _plain_item(item) for item in items} for kind, items in _kinds(scene)}
    out["clock"] = {"clock": scene.clock}
    return out


def _kinds(scene: show.Scene) -> tuple[tuple[str, Sequence[Item]], ...]:
    return ("pieces", scene.pieces), ("marks", scene.marks), ("numbers", scene.numbers)


def _plain_item(item: Item) -> Things:
    """What a record keeps; older records do not know how a leader is drawn, nor whose mark it is."""
    if isinstance(item, show.Piece) and any(badge.leads for badge in item.face.badges):
        badges = tuple(replace(badge, leads="") for badge in item.face.badges)
        item = replace(item, face=replace(item.face, badges=badges))
    out = plain(item)
    if isinstance(item, show.Mark):
        out.pop("side", None)  # it lights choices, of which a record has none
    return out


def difference(before: show.Scene, after: show.Scene) -> Boards:
    """What changed: the new value by id, None for what is gone."""
    out: Boards = {}
    if before is after:
        return out
    for (kind, old), (_, new) in zip(_kinds(before), _kinds(after), strict=True):
        if old is not new and old != new:
            changes = _changes(old, new)
            if changes:
                out[kind] = changes
    if before.clock != after.clock:
        out["clock"] = {"clock": after.clock}
    return out


def _changes(old: Sequence[Item], new: Sequence[Item]) -> Things:
    was = {item.id: item for item in old}
    changes: Things = {}
    here = set()
    for item in new:
        here.add(item.id)
        kept = was.get(item.id)
        if kept is not item and kept != item:
            told = _plain_item(item)
            if kept is None or _plain_item(kept) != told:
                changes[item.id] = told
    changes.update({key: None for key in was if key not in here})
    return dict(sorted(changes.items()))


def rebuild(scene: Boards, change: Mapping[str, Things]) -> None:
    """Do a change to a plain scene, in place."""
    for kind, changes in change.items():
        for key, value in changes.items():
            if value is None:
                scene[kind].pop(key, None)
            else:
                scene[kind][key] = value


class RecordingEvents(Events, Generic[S]):
    """Collects events together with what each of them changed on every seat's board."""

    __slots__ = ("_last", "game", "out", "s", "scenes", "views")

    def __init__(self, game: Game[S], s: S, before: S, scenes: Scenes) -> None:
        super().__init__()
        self.game, self.s = game, s
        self.scenes = scenes
        self.out: list[Told] = []
        self.views: dict[str, S] = {}
        """What the watchers see now, where it has been looked at."""
        self._last = before
        """The state as it was last looked at: where it is the same, so is every board."""

    def add(self, event: Event, only: Sequence[str] | None = None, public: Event | None = None) -> None:
        happened = Happened(event, None if only is None else tuple(only), public)
        self.heard.append(happened)
        told: Told = {}
        if happened.only is None:
            told["face"] = self._face(event)
        else:
            seen = {seat: happened.seen_by(seat) for seat in (*self.game.seats, PUBLIC)}
            told["faces"] = {seat: self._face(face) for seat, face in seen.items() if face is not None}
        self._note(told)
        self.out.append(told)

    def later(self, make: Callable[[Unpack[Ts]], Event], *args: Unpack[Ts]) -> None:  # noqa: UP044
        self.add(make(*args))

    def finish(self) -> None:
        """What changed without a word of its own."""
        rest: Told = {}
        self._note(rest)
        if rest:
            self.out.append(rest)

    def _face(self, event: Event) -> Face:
        raw = plain(event)
        raw["kind"] = raw.pop("type")
        raw["text"] = event.text(self.game.data)
        return raw

    def _note(self, told: Told) -> None:
        """Add what changed on the boards since the last look."""
        if self.s == self._last:
            return
        game, s = self.game, self.s
        self._last = s.bare()
        self.views = {seat: game.view(s, seat) for seat in watchers(game)}
        now = {seat: game.scene(view) for seat, view in self.views.items()}
        changes = {seat: change for seat in now if (change := difference(self.scenes[seat], now[seat]))}
        self.scenes = now
        if changes:
            first = next(iter(changes.values()))
            alike = len(changes) == len(now) and all(change == first for change in changes.values())
            told["changes"] = {"*": first} if alike else changes

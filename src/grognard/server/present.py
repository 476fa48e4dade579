"""What a seat is sent: built from what the kernel gives that seat, and from nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.bots import game_bots
from grognard.kernel import legality, show
from grognard.kernel.contract import PUBLIC, Action, verbs_of
from grognard.kernel.events import Drawn, Event, Headed, Moved, Rolled
from grognard.kernel.game import Game
from grognard.kernel.history import Entry
from grognard.kernel.table import Table

to_plain = msgspec.to_builtins


def encode(value: Any) -> bytes:
    return msgspec.json.encode(value)


# ------------------------------------------------------------------------------------------------- games


def game_info(game: Game[Any]) -> dict[str, Any]:
    """A game's card on the home page."""
    return {
        "id": game.id,
        "title": game.title,
        "seats": list(game.seats),
        "scenarios": to_plain(game.scenarios),
        "options": to_plain(game.options),
        "bots": list(game_bots(game)),
        "hints": bool(game.bots()),
        "lesson": game.lesson() is not None,
        "text": first_sentence(game.about().text),
    }


def broken_info(game_id: str, why: str) -> dict[str, Any]:
    """The card of a game that cannot be loaded."""
    empty: dict[str, Any] = {"seats": [], "scenarios": [], "options": [], "bots": [], "hints": False, "lesson": False}
    return {"id": game_id, "title": game_id, "text": "", "broken": why, **empty}


def first_sentence(text: str) -> str:
    first = text.split(". ")[0].strip()
    return f"{first.rstrip('.')}." if first else ""


def game_book(game: Game[Any]) -> dict[str, Any]:
    """Charts, rules and the like: what does not change during a game."""
    return {
        "charts": to_plain(game.charts()),
        "rules": to_plain(game.rules()),
        "about": to_plain(game.about()),
        "overlays": to_plain(game.overlays),
        "orders": to_plain(game.orders),
        "lesson": to_plain(game.lesson()),
    }


# ---------------------------------------------------------------------------------------------- decisions


def choices(table: Table[Any], seat: str, prefix: str = "") -> list[dict[str, Any]]:
    """What may come next after the prefix, each with what its last word names."""
    if seat not in table.seats:
        return []
    step = table.state.stack[-1]
    verbs = verbs_of(step)
    return [_choice(table.game, verbs, step, action) for action in table.legal(prefix, seat)]


def _choice(game: Game[Any], verbs: dict[str, Any], step: Any, action: Action) -> dict[str, Any]:
    verb = verbs.get(action.verb)
    out: dict[str, Any] = {"action": action.text, "complete": action.complete, "verb": action.verb}
    if verb is None:
        out["label"] = step.done_label
        return out
    out["verb"] = verb.label or verb.name
    if action.args:
        slot = legality.slot_at(verb, action.args[:-1])[0]
        kind = slot.kind if slot is not None else "choice"
        out["kind"], out["value"] = kind, action.args[-1]
        value = action.args[-1]
        name = out["name"] = game.called(slot, step, value) if slot is not None else value
        out["label"] = name if kind in ("piece", "place") or len(action.args) > 1 else f"{out['verb']}: {name}"
    else:
        out["label"] = out["verb"]
    if action.more:
        tail = verb.tail
        at_keyword = legality.slot_at(verb, action.args)[1]
        out["more"] = "keyword" if at_keyword else "repeat" if tail is not None and tail.repeat else "next"
    return out


def say_action(game: Game[Any], step: Any, action: Action) -> str:
    """An action in words: the verb's label and what its arguments are called."""
    verb = verbs_of(step).get(action.verb)
    if verb is None:
        return str(getattr(step, "done_label", action.verb))
    names = []
    for i, token in enumerate(action.args):
        slot, keyword = legality.slot_at(verb, action.args[:i])
        names.append(token if slot is None or keyword else game.called(slot, step, token))
    label = verb.label or verb.name
    return f"{label}: {', '.join(names)}" if names else label


def say_part(game: Game[Any], step: Any, part: Action) -> dict[str, Any]:
    """A part of a draft in words, with the pieces and places that it names."""
    verb = verbs_of(step).get(part.verb)
    found: dict[str, list[str]] = {"piece": [], "place": []}
    for i, token in enumerate(part.args):
        slot, keyword = legality.slot_at(verb, part.args[:i]) if verb is not None else (None, False)
        if slot is not None and not keyword and slot.kind in found:
            found[slot.kind].append(token)
    return {"text": say_action(game, step, part), "pieces": found["piece"], "places": found["place"]}


# -------------------------------------------------------------------------------------------------- events


LINE_KEYS = (
    "kind", "text", "rule", "places", "pieces", "level", "dice", "sides", "piece", "path", "card", "shows",
)  # fmt: skip


def line(event: Event, data: Any) -> dict[str, Any]:
    """An event as a line of the log."""
    out: dict[str, Any] = {"kind": type(event).__name__, "text": event.text(data)}
    for name in ("rule", "places", "pieces", "shows"):
        value = getattr(event, name)
        if value:
            out[name] = value
    if isinstance(event, Headed):
        out["level"] = event.level
    elif isinstance(event, Rolled):
        out["dice"], out["sides"] = event.dice, event.sides
    elif isinstance(event, Moved):
        out["piece"], out["path"] = event.piece, event.path
    elif isinstance(event, Drawn):
        out["card"] = event.card
    return out


class Chronicle:
    """What a seat saw happen, step by step. Lines are made once, so that logs can be compared by identity."""

    def __init__(self, table: Table[Any]) -> None:
        self.table = table
        self._lines: dict[tuple[int, str], tuple[Entry[Any], list[dict[str, Any]]]] = {}

    def of(self, entry: Entry[Any], seat: str) -> list[dict[str, Any]]:
        kept = self._lines.get((id(entry), seat))
        if kept is None or kept[0] is not entry:
            data = self.table.game.data
            seen = [happened.seen_by(seat) for happened in entry.happened]
            kept = (entry, [line(event, data) for event in seen if event is not None])
            self._lines[id(entry), seat] = kept
        return kept[1]

    def steps(self, seat: str) -> list[int]:
        """The numbers of the entries of which the seat saw something, its own actions included."""
        history = self.table.history
        return [i for i, e in enumerate(history) if (e.seat == seat and e.action is not None) or self.of(e, seat)]

    def last_own(self, seat: str, steps: Sequence[int]) -> int:
        """How many of the steps had been taken when the seat last acted; all of them for a seat that never did."""
        history = self.table.history
        for i in range(len(steps) - 1, -1, -1):
            entry = history[steps[i]]
            if entry.seat == seat and entry.action is not None:
                return i + 1
        return len(steps)

    def log(self, seat: str) -> list[dict[str, Any]]:
        return [text for entry in self.table.history for text in self.of(entry, seat)]

    def forget(self) -> None:
        """Drop the lines of steps that were taken back."""
        alive = {id(entry) for entry in self.table.history}
        self._lines = {key: kept for key, kept in self._lines.items() if key[0] in alive}


# ------------------------------------------------------------------------------------------------- states


def undo_info(table: Table[Any], seat: str) -> dict[str, Any]:
    if seat == PUBLIC:
        return {"can": False, "why": "A spectator takes nothing back."}
    barrier = table.barrier(seat)
    return {"can": barrier is None, "why": barrier.text if barrier is not None else ""}


def state(
    table: Table[Any], seat: str, chronicle: Chronicle, thinking: Sequence[str], redo: tuple[str, ...]
) -> dict[str, Any]:
    """Everything that the page of one seat shows, without the log."""
    owes = seat in table.seats
    game = table.game
    steps = chronicle.steps(seat)
    out: dict[str, Any] = {
        "seat": seat,
        "side": game.side(game.view(table.state, seat), seat) if seat != PUBLIC else "",
        "scene": table.scene(seat),
        "decision": table.decision(seat) if owes else None,
        "choices": choices(table, seat),
        "parts": [say_part(game, table.state.stack[-1], part) for part in table.draft(seat)] if owes else [],
        "owing": list(table.seats),
        "undo": undo_info(table, seat),
        "redo": {"can": seat in redo, "why": "" if seat in redo else "There is nothing to play again."},
        "result": table.result if table.over else None,
        "sequence": game.sequence(game.view(table.state, seat)),
        "steps": len(steps),
        "since": len(steps) - chronicle.last_own(seat, steps),
        "thinking": list(thinking),
        "orders": list(table.orders(seat)) if seat != PUBLIC else [],
    }
    return out


def revision(payload: bytes, log: Sequence[dict[str, Any]]) -> str:
    """A mark of what the seat has been shown. It tells nothing that the seat has not seen."""
    digest = hashlib.blake2b(payload, digest_size=12)
    digest.update(str(len(log)).encode())
    return digest.hexdigest()


def scene_at(table: Table[Any], number: int, seat: str) -> show.Scene:
    """The seat's board before entry `number`, or now if that is past the end."""
    history = table.history
    s = history[number].before if number < len(history) else table.state
    return table.game.scene(table.game.view(s, seat))


def luck(table: Table[Any], seat: str) -> dict[str, Any]:
    """Dice shown against dice expected, from the events that the seat saw."""
    sums: dict[str, list[float]] = {}
    for entry in table.history:
        for happened in entry.happened:
            event = happened.seen_by(seat)
            if isinstance(event, Rolled):
                key = event.good or "nobody's favour"
                row = sums.setdefault(key, [0, 0, 0.0])
                row[0] += len(event.dice)
                row[1] += sum(event.dice)
                row[2] += len(event.dice) * (event.sides + 1) / 2
    rows = [
        {"label": f"High is good for {key}" if key in table.game.seats else "Others", "seat": key, "rolls": int(n),
         "rolled": int(total), "expected": expected}
        for key, (n, total, expected) in sorted(sums.items())
    ]  # fmt: skip
    if not rows:
        return {"rows": [], "text": "No dice have been rolled yet."}
    words = []
    for name in table.game.seats:
        pips = table.luck(name) if seat == PUBLIC or name == seat else None
        if pips is not None:
            words.append(f"{name.capitalize()}: {pips:+.1f} pips against the average.")
    return {"rows": rows, "text": " ".join(words)}

"""A game read as a whole: battles with what they cost, and the events of a record as rows of a table.

A battle is told when its dice have fallen; losses, retreats and re-rolls follow as events of their own. Here they are
put together. Nothing in this module knows a game.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from grognard.kernel.match.shapes import Face, Step
from grognard.kernel.plain import Json
from grognard.kernel.rules import events as kinds
from grognard.kernel.rules.events import Battle, Event, Happened, Headed, Loss, Lost, Rerolled, Retreated, Said
from grognard.kernel.show import Modifier

KINDS: Mapping[str, type[Event]] = {
    name: kind for name, kind in vars(kinds).items() if isinstance(kind, type) and issubclass(kind, Event)
}
"""The kinds of events that all games share."""

Row = dict[str, str]
COLUMNS = (
    "step", "seat", "turn", "kind", "side", "text", "rule", "places", "pieces", "place", "manner", "attacker",
    "attackers", "defender", "defenders", "attack", "defence", "odds", "shifts", "modifiers", "dice", "total",
    "result", "losses", "retreats", "piece", "path", "how", "cost", "cause", "steps", "left", "condition", "state",
    "card", "act", "weather", "what", "answer", "change", "country", "stance", "winner", "level", "score",
)  # fmt: skip
"""Of the table; new ones come at the end."""


def whole(told: Sequence[Event | None]) -> list[Event | None]:
    """The same events; battles have the losses, retreats and re-rolled dice that were told after them."""
    out = list(told)
    battle = -1
    for number, event in enumerate(told):
        if isinstance(event, Battle):
            battle = number
        elif battle >= 0:
            fought = out[battle]
            assert isinstance(fought, Battle)
            out[battle] = _after(fought, event)
    return out


def _after(battle: Battle, event: Event | None) -> Battle:
    """A battle with what an event adds to it."""
    if isinstance(event, Rerolled):
        return msgspec.structs.replace(battle, dice=event.now, result=event.result)
    if isinstance(event, Lost) and event.cause in ("battle", battle.manner):
        loss = Loss(event.piece, event.steps, event.left, event.side)
        return msgspec.structs.replace(battle, losses=(*battle.losses, loss))
    if isinstance(event, Retreated) and event.cause == "battle":
        return msgspec.structs.replace(battle, retreats=(*battle.retreats, event.piece))
    return battle


def whole_game(happened: Sequence[Happened]) -> list[Happened]:
    """What happened, with battles made whole: of what all see from what all see."""
    every = whole([item.event for item in happened])
    public = whole([item.event if item.only is None else item.public for item in happened])
    out = []
    for item, own, seen in zip(happened, every, public, strict=True):
        if item.only is None:
            assert seen is not None
            out.append(Happened(seen, None, None))
        else:
            assert own is not None
            out.append(Happened(own, item.only, seen))
    return out


# ------------------------------------------------------------------------------------------- rows of a table


def event_of(face: Face) -> Event:
    """A recorded face as the event that it was; a kind that only its game knows, as a plain sentence."""
    kind = KINDS.get(str(face["kind"]))
    if kind is None or kind is Event:
        return Said(words=str(face["text"]), rule=str(face.get("rule", "")))
    return msgspec.convert({**face, "type": face["kind"]}, kind)


def rows(steps: Iterable[Step], seat: str, only: Sequence[str] = ()) -> list[Row]:
    """The events of recorded steps as a seat saw them, one a row; `only` are the kinds that are wanted."""
    seen: list[tuple[int, str, Face]] = []
    for number, step in enumerate(steps):
        for told in step["events"]:
            face = told.get("face") or told.get("faces", {}).get(seat)
            if face:
                seen.append((number, step["seat"], face))
    out = []
    turn = ""
    for (number, who, face), event in zip(seen, whole([event_of(face) for _, _, face in seen]), strict=True):
        assert event is not None
        if isinstance(event, Headed | Battle) and event.turn is not None:
            turn = str(event.turn)
        if not only or face["kind"] in only:
            row = dict.fromkeys(COLUMNS, "")
            row |= {name: _cell(getattr(event, name)) for name in COLUMNS if hasattr(event, name)}
            if isinstance(event, Headed):
                row["level"] = ""  # of the heading, which is no victory
            row |= {"step": str(number), "seat": who, "kind": str(face["kind"]), "text": str(face["text"])}
            row["turn"] = row["turn"] or turn
            out.append(row)
    return out


def _cell(value: Json) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return ("; " if value and isinstance(value[0], msgspec.Struct) else " ").join(map(_cell, value))
    if isinstance(value, Modifier):
        return f"{value.value:+d} {value.reason}"
    if isinstance(value, Loss):
        return f"{value.side} {value.piece} -{value.steps}"
    return f"{value:g}" if isinstance(value, float) else str(value)


def as_csv(table: Iterable[Row]) -> str:
    """A table as text, for spreadsheets and data frames."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return text.getvalue()


__all__ = ["COLUMNS", "KINDS", "as_csv", "event_of", "rows", "whole", "whole_game"]

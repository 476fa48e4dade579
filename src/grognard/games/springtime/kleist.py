"""4.4.1 Kleist: the Leader who is placed with one of his three units for each turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.games.springtime.data import AXIS, KLEIST_GROUP
from grognard.games.springtime.state import KLEIST_LOST, KLEIST_WAITS, Spring, bits, seat_of
from grognard.kernel.contract import Args, Auto, Choice, Slot, Verb, Why, Whys
from grognard.kernel.events import Events, Said


def kleist_units(s: Spring) -> list[int]:
    return [u for u in bits(s.data.group_mask[KLEIST_GROUP]) if s.loc[u] < 36]


def _kleist_values(s: Spring, step: Any, seat: str, args: Args) -> Iterable[str]:
    return [s.data.unit_ids[u] for u in bits(s.data.group_mask[KLEIST_GROUP])]


def _kleist_whys(s: Spring, step: Any, seat: str, args: Args) -> Whys:
    d = s.data
    u = d.unit[args[0]]
    if s.loc[u] >= 36:
        yield Why("4.4.1", lambda: f"{d.unit_names[u]} is not on the map.")
    elif step.place >= 0 and s.loc[u] != step.place:
        yield Why("10.4.5", lambda: f"{d.unit_names[u]} is not in {d.area_names[step.place]}.", (), (args[0],))


def _do_kleist(s: Spring, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    d = s.data
    s.kleist = d.unit[args[0]]
    if step.place < 0:
        s.kleist_turn = s.turn
    if ev is not None:
        ev.add(Said(words=f"Kleist is with {d.unit_names[s.kleist]}.", rule="4.4.1", pieces=(args[0],)))


class PlaceKleist(Choice[Spring], frozen=True):
    """4.4.1: for the whole turn; or with a comrade when his unit is lost (ruling 6)."""

    rule = "4.4.1"
    verbs = (
        Verb(
            "kleist",
            _do_kleist,
            (Slot("unit", "piece", _kleist_values, _kleist_whys, prompt="Kleist's unit"),),
            rule="4.4.1",
            label="Place Kleist",
        ),
    )
    place: int = -1

    def seat(self, s: Spring) -> str:
        return seat_of(s, AXIS)

    def prompt(self, v: Spring, seat: str) -> str:
        return "With which of his units is Kleist?" + (" He stays there for the turn." if self.place < 0 else "")

    def obvious(self, s: Spring) -> tuple[str, Args] | None:
        units = [u for u in kleist_units(s) if self.place < 0 or s.loc[u] == self.place]
        return ("kleist", (s.data.unit_ids[units[0]],)) if len(units) == 1 else None


class KleistOrNobody(Auto[Spring], frozen=True):
    """Skips the placement if Kleist is lost or none of his units is on the map."""

    rule = "4.4.1"

    def run(self, s: Spring, ev: Events | None) -> None:
        if s.kleist != KLEIST_LOST and kleist_units(s):
            s.then(PlaceKleist())
        else:
            s.kleist_turn = s.turn
            if s.kleist != KLEIST_LOST:
                s.kleist = KLEIST_WAITS

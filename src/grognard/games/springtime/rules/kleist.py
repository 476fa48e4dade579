"""4.4.1 Kleist: the Leader who is placed with one of his three units for each turn."""

from __future__ import annotations

from grognard.games.springtime.data.world import AXIS, KLEIST_GROUP
from grognard.games.springtime.rules.domains import UNITS
from grognard.games.springtime.rules.state import (
    KLEIST_FREE,
    KLEIST_LOST,
    KLEIST_WAITS,
    Spring,
    leader_lost,
    seat_of,
)
from grognard.kernel.rules import Auto, Choice, Chose, Events, Ints, Said, Slot, Verb, Why, Whys, bits


def kleist_units(s: Spring) -> list[int]:
    return [u for u in bits(s.data.group_mask[KLEIST_GROUP]) if s.loc[u] < 36]


def _his(s: Spring, step: PlaceKleist, seat: str, args: Ints) -> int:
    return s.data.group_mask[KLEIST_GROUP]


def _kleist_whys(s: Spring, step: PlaceKleist, seat: str, args: Ints) -> Whys:
    d = s.data
    [u] = args
    piece = (d.unit_ids[u],)
    if d.group[u] != KLEIST_GROUP:
        his = " or ".join(d.unit_names[v] for v in bits(d.group_mask[KLEIST_GROUP]))
        yield Why("4.4.1", lambda: f"Kleist commands {his}, not {d.unit_names[u]}.")
    elif s.loc[u] >= 36:
        yield Why("4.4.1", lambda: f"{d.unit_names[u]} is not on the map.")
    elif step.place >= 0 and s.loc[u] != step.place:
        where = d.area_names[step.place]
        if step.anew:
            words = f"Kleist is set up in {where}, and {d.unit_names[u]} is not there."
            yield Why("5.2.1-axis" if s.scenario == "plan-yellow" else "19.1.2", lambda: words, (), piece)
        else:
            yield Why("10.4.5", lambda: f"{d.unit_names[u]} is not in {where}.", (), piece)


def _do_kleist(s: Spring, step: PlaceKleist, seat: str, args: Ints, ev: Events | None) -> None:
    d = s.data
    [s.kleist] = args
    if step.anew:
        s.kleist_turn = s.turn
    if ev is not None:
        words, piece = f"Kleist is with {d.unit_names[s.kleist]}.", d.unit_ids[s.kleist]
        ev.add(Chose(what="kleist", answer=piece, words=words, rule="4.4.1", pieces=(piece,), side="axis"))


class PlaceKleist(Choice[Spring], frozen=True):
    """4.4.1: `anew` for the whole turn, or with a comrade when his unit is lost (ruling 6). `place`, if any, is the
    Area where the unit must be: that of the set-up, or that of the loss."""

    rule = "4.4.1"
    verbs = (
        Verb(
            "kleist",
            _do_kleist,
            (Slot("unit", UNITS, _kleist_whys, among=_his, prompt="Which unit is he with?"),),
            rule="4.4.1",
            label="Place Kleist",
        ),
    )
    place: int = -1
    anew: bool = True

    def seat(self, s: Spring) -> str:
        return seat_of(s, AXIS)

    def prompt(self, v: Spring, seat: str) -> str:
        adds = v.data.rating[v.data.kleist][v.flipped[v.data.kleist]]
        leads = f"General von Kleist adds {adds} to the unit he is with. "
        return f"{leads if adds else ''}Which one is it{' for this turn' if self.anew else ' now'}?"

    def obvious(self, s: Spring) -> tuple[str, Ints] | None:
        units = [u for u in kleist_units(s) if self.place < 0 or s.loc[u] == self.place]
        return ("kleist", (units[0],)) if len(units) == 1 else None


def settle_kleist(s: Spring, p: int, ev: Events | None) -> None:
    """10.4.5: his unit was lost in this place. A comrade there takes him over; otherwise he is removed (ruling 6)."""
    if any(s.loc[u] == p for u in kleist_units(s)):
        s.then(PlaceKleist(p, anew=False))
    else:
        leader_lost(s, s.data.kleist, ev)


class KleistOrNobody(Auto[Spring], frozen=True):
    """Skips the placement if Kleist is lost or none of his units is on the map."""

    rule = "4.4.1"

    def run(self, s: Spring, ev: Events | None) -> None:
        if s.kleist != KLEIST_LOST and kleist_units(s):
            s.then(PlaceKleist(_set_up_in(s)))
            return
        s.kleist_turn = s.turn
        if s.kleist == KLEIST_LOST:
            words = "Kleist is out of the game until one of his eliminated units is rebuilt."
        else:
            s.kleist = KLEIST_WAITS
            words = "Kleist waits: none of his units is on the map."
        if ev is not None:
            ev.add(Said(words=words, rule="10.4.5"))


def _set_up_in(s: Spring) -> int:
    """The Area in which the set-up puts Kleist, on the first turn of a scenario; -1 for any (ruling 5)."""
    item = s.data.scenarios[s.scenario]
    home = s.data.place[item.kleist]
    first = s.turn == item.turn and s.kleist != KLEIST_FREE and any(s.loc[u] == home for u in kleist_units(s))
    return home if first else -1

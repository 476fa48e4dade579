"""What cannot be in any position, for hand-written positions and for fuzzing."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.spoiled_victory.data import EVACUEE, bits
from grognard.games.spoiled_victory.state import State, german_space, settle_germans, settle_units
from grognard.kernel.show import Reason


def check(s: State) -> Iterator[Reason]:
    yield from _numbers(s)
    yield from _germans(s)
    yield from _units(s)
    yield from _cards(s)


def _numbers(s: State) -> Iterator[Reason]:
    if not 1 <= s.turn <= s.data.last_turn:
        yield Reason("5.0", f"The turn is {s.turn}, and a game has {s.data.last_turn}.")
    if s.vp < 0:
        yield Reason("8.3", f"{s.vp} Victory Points are fewer than none.")
    for name, rule, value, most in (
        ("actions", "10.0", s.actions, 99),
        ("moves", "11.0", s.moves, 99),
        ("jetties", "10.8", s.jetties, 2),
        ("bombers", "10.10.2", s.bombers, 2),
        ("harbour", "12.5", s.harbour, 2),
        ("wake", "12.5", s.wake, 2),
        ("group", "10.1", s.group, 3),
    ):
        if not 0 <= value <= most:
            yield Reason(rule, f"“{name}” is {value}; it can be 0 to {most}.")
    if not -1 <= s.event < len(s.data.cards) or not -1 <= s.intelligence < len(s.data.cards):
        yield Reason("4.4", "The event or the Intelligence card is no card of the game.")


def _germans(s: State) -> Iterator[Reason]:
    d = s.data
    # In the middle of the free German set-up units are still being drawn (14.2).
    if any(type(step).__name__ == "GermanSetup" for step in s.stack):
        return
    if sorted(s.on_track) != list(range(len(d.tracks))):
        yield Reason("9.2", "Each track must have one German unit, and each German unit one track.")
        return
    seen: dict[int, str] = {}
    for track, n in enumerate(s.advance):
        name = d.germans[s.on_track[track]].name
        if not 0 <= n < len(d.tracks[track]):
            yield Reason(
                "9.2", f"{name} is {n} spaces along track {d.track_ids[track]}, which has {len(d.tracks[track])}."
            )
            continue
        space = german_space(s, track)
        if space in seen:
            yield Reason("9.2f", f"{name} and {seen[space]} are both in {d.place_ids[space]}.", (d.place_ids[space],))
        seen[space] = name


def _units(s: State) -> Iterator[Reason]:
    d = s.data
    if len(s.loc) != d.units:
        yield Reason("4.0", f"{len(s.loc)} Allied units are placed; there are {d.units}.")
        return
    crowd = [0] * len(d.place_ids)
    for unit, place in enumerate(s.loc):
        name = d.unit_names[unit]
        if not 0 <= place < len(d.place_ids):
            yield Reason("4.0", f"{name} is in no place of the game.")
            return
        where = d.place_ids[place]
        if d.nation[unit] == EVACUEE:
            crowd[place] += 1
            if place in (d.lost, d.embarked):
                yield Reason("7.2", f"{name} cannot be among {d.place_names[place]}.")
        elif d.land <= place < d.sea_to or place == d.pool:
            yield Reason("3.1-route", f"{name} is no evacuee unit and cannot be in {where}.", (where,))
        if place < d.land and s.barred >> place & 1:
            yield Reason("10.1.4", f"{name} is in {where}, behind a German unit.", (where,))
        if place >= d.sea_to and (s.full | s.suppressed) >> unit & 1 and not _being_set_up(s):
            yield Reason("7.2", f"{name} is off the map and cannot be full or Suppressed.")
        if s.surrendered and d.belgian >> unit & 1 and place < d.land:
            yield Reason("12.2", f"{name} is on the map after the Belgian surrender.", (where,))
    for place in range(d.sea_to):
        if crowd[place] > d.room[place]:
            where = d.place_ids[place]
            yield Reason(
                "10.1.1", f"{crowd[place]} evacuee units are in {where}, which holds {d.room[place]}.", (where,)
            )
    for place, units in enumerate(s.at):
        if any(s.loc[u] != place for u in bits(units)):
            yield Reason("", f"The units listed in {d.place_ids[place]} are not those that are there.")
    rebuilt = s.copy()
    settle_units(rebuilt)
    settle_germans(rebuilt)
    if rebuilt != s:
        yield Reason("", "What follows from the places of units is not up to date.")


def _being_set_up(s: State) -> bool:
    return any(type(step).__name__ == "AlliedSetup" for step in s.stack)


def _cards(s: State) -> Iterator[Reason]:
    if s.pile & s.discards or s.pile & s.removed or s.discards & s.removed:
        yield Reason("5.0", "A card is in two piles at once.")
    if (s.pile | s.discards | s.removed) & ~s.data.all_cards:
        yield Reason("4.4", "There are cards that the game does not have.")

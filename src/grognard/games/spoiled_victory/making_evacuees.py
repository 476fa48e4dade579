"""10.2 Create Evacuees and 10.3 Upgrade Evacuees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.games.spoiled_victory.data import BELGIAN, EVACUEE, FRENCH
from grognard.games.spoiled_victory.event_phase import against_forming, against_forming_in, in_may
from grognard.games.spoiled_victory.movement import all_pieces, all_places, ours
from grognard.games.spoiled_victory.paying import costing, pay
from grognard.games.spoiled_victory.state import State, embark, has_room, new_evacuee, say
from grognard.kernel.contract import Args, Slot, Verb, Why, Whys
from grognard.kernel.events import Events

# ------------------------------------------------------------------------ 10.2 create, convert evacuees


def _may_only(s: State, step: Any, seat: str) -> Whys:
    if not in_may(s):
        yield Why("10.2", lambda: "In June evacuees come only from converted Combat units.")
    elif not s.at[s.data.pool]:
        yield Why("10.2.1", lambda: "No evacuee counter is left in the pool.")


def _fast_forming(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    d = s.data
    return [d.place_ids[x] for x in d.formation if not s.german_at >> x & 1 and has_room(s, x)]


def _create(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    pay(s, s.data.cost.create)
    unit = new_evacuee(s, s.data.place[args[0]], False)
    if ev is not None:
        say(ev, f"{s.data.unit_names[unit]} form in {args[0]}.", "10.2", (args[0],), (s.data.unit_ids[unit],))
    s.stack.append(step)


def _june_only(s: State, step: Any, seat: str) -> Whys:
    if in_may(s):
        yield Why("10.2", lambda: "Combat units may not be converted in May.")
    elif not s.at[s.data.pool]:
        yield Why("10.2.1", lambda: "No evacuee counter is left in the pool.")


def convertible_nations(s: State) -> int:
    """10.2.2: the British in June, the French from the night of June 2, the Belgians never."""
    d = s.data
    late = s.french_early or s.turn >= d.calendar.french_convert_from
    return d.british | d.french if late else d.british


def convertible(s: State) -> int:
    d = s.data
    units = 0
    for space in d.formation:
        if s.at[space] and not s.german_at >> space & 1 and has_room(s, space):
            units |= s.at[space]
    return units & convertible_nations(s) & ~s.suppressed


def _against_converting(s: State, step: object, seat: str, args: Args) -> Whys:
    d = s.data
    unit = d.unit[args[0]]
    name, space = d.unit_names[unit], s.loc[unit]
    if d.nation[unit] == EVACUEE:
        yield Why("10.2", lambda: f"{name} are evacuees already.", (), args[:1])
    elif space >= d.land:
        yield Why("10.2", lambda: f"{name} is not on the map.")
    elif not d.create_mask >> space & 1:
        yield Why(
            "10.2", lambda: f"{name} is in {d.place_ids[space]}, not on the East Jetty or a Beach.", (), args[:1]
        )
    else:
        if d.nation[unit] == BELGIAN:
            yield Why("10.2.2", lambda: "Belgian units are never converted.", (), args[:1])
        elif d.nation[unit] == FRENCH and not convertible_nations(s) & d.french:
            date = d.turns[d.calendar.french_convert_from - 1]
            yield Why(
                "10.2.2", lambda: f"French units are converted only from the night of {date.date} on.", (), args[:1]
            )
        if s.suppressed >> unit & 1:
            yield Why("10.2", lambda: f"{name} is Suppressed.", (), args[:1])
        yield from against_forming_in(s, space)


def _fast_convertible(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.unit_list(convertible(s))


def _convert(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    d = s.data
    pay(s, d.cost.create)
    unit = d.unit[args[0]]
    space, full = s.loc[unit], bool(s.full >> unit & 1)
    embark(s, unit)
    evacuee = new_evacuee(s, space, full)
    if ev is not None:
        words = f"{d.unit_names[unit]} becomes a “{2 if full else 1}” evacuee unit in {d.place_ids[space]}."
        say(ev, words, "10.2", (d.place_ids[space],), (d.unit_ids[evacuee],))
    s.stack.append(step)


# --------------------------------------------------------------------------------- 10.3 upgrade evacuees


def upgradable(s: State) -> int:
    return s.data.evacuees & s.ashore & ~(s.full | s.suppressed)


def _against_upgrading(s: State, step: object, seat: str, args: Args) -> Whys:
    d = s.data
    unit = d.unit[args[0]]
    name = d.unit_names[unit]
    if d.nation[unit] != EVACUEE:
        yield Why("10.3", lambda: f"{name} is no evacuee unit.", (), args[:1])
    elif s.loc[unit] >= d.sea_to:
        yield Why("10.3", lambda: f"{name} are not on the map.")
    elif s.full >> unit & 1:
        yield Why("10.3", lambda: f"{name} are a “2” already.", (), args[:1])
    else:
        if s.loc[unit] >= d.land:
            yield Why("10.3", lambda: f"{name} are at sea.", (), args[:1])
        if s.suppressed >> unit & 1:
            yield Why("10.3", lambda: f"{name} are Suppressed.", (), args[:1])


def _fast_upgradable(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.unit_list(upgradable(s))


def _upgrade(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    pay(s, s.data.cost.upgrade)
    unit = s.data.unit[args[0]]
    s.full |= 1 << unit
    if ev is not None:
        say(ev, f"{s.data.unit_names[unit]} grow to a “2”.", "10.3", (s.data.place_ids[s.loc[unit]],), args[:1])
    s.stack.append(step)


CREATE = Verb(
    "create",
    _create,
    (Slot("space", "place", all_places, against_forming, _fast_forming, "Where do evacuees form?"),),
    "10.2",
    "Create evacuees",
    costing("create", _may_only),
)
CONVERT = Verb(
    "convert",
    _convert,
    (Slot("unit", "piece", all_pieces, ours(_against_converting, "10.2"), _fast_convertible, "Which Combat unit?"),),
    "10.2",
    "Convert to evacuees",
    costing("create", _june_only),
)
UPGRADE = Verb(
    "upgrade",
    _upgrade,
    (Slot("unit", "piece", all_pieces, ours(_against_upgrading, "10.3"), _fast_upgradable, "Which evacuees?"),),
    "10.3",
    "Upgrade evacuees",
    costing("upgrade"),
)

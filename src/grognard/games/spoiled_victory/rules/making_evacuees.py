# compiled as it stands
"""10.2 Create Evacuees and 10.3 Upgrade Evacuees."""

from __future__ import annotations

from grognard.games.spoiled_victory.data.world import BELGIAN, EVACUEE, FRENCH
from grognard.games.spoiled_victory.rules.domains import PIECES, PLACES, ours
from grognard.games.spoiled_victory.rules.event_phase import (
    against_forming,
    against_forming_in,
    in_may,
    open_formation,
)
from grognard.games.spoiled_victory.rules.paying import costing, pay
from grognard.games.spoiled_victory.rules.state import State, agree, embark, facts, new_evacuee, tell_placed, unit_is
from grognard.kernel.rules import Events, Ints, Slot, Step, Verb, Why, Whys, bits

# ------------------------------------------------------------------------ 10.2 create, convert evacuees


def _may_only(s: State, step: Step[State], seat: str) -> Whys:
    f = facts(s)
    if not in_may(s):
        yield Why("10.2", lambda: "In June evacuees come only from converted Combat units.")
    elif not f.at[s.data.pool]:
        yield Why("10.2.1", lambda: "No evacuee counter is left in the pool.")


def _forming(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return open_formation(s)


def _create(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    pay(s, s.data.cost.create)
    unit = new_evacuee(s, args[0], False)
    if ev is not None:
        where = s.data.place_ids[args[0]]
        tell_placed(s, unit, args[0], "evacuees", f"{s.data.unit_names[unit]} form in {where}.", "10.2", ev)
    s.stack.append(step)


def _june_only(s: State, step: Step[State], seat: str) -> Whys:
    f = facts(s)
    if in_may(s):
        yield Why("10.2", lambda: "Combat units may not be converted in May.")
    elif not f.at[s.data.pool]:
        yield Why("10.2.1", lambda: "No evacuee counter is left in the pool.")


def convertible_nations(s: State) -> int:
    """10.2.2: the British in June, the French from the night of June 2, the Belgians never."""
    d = s.data
    late = s.french_early or s.turn >= d.calendar.french_convert_from
    return d.british | d.french if late else d.british


def convertible(s: State) -> int:
    """The units that can become evacuees where they stand."""
    f = facts(s)
    units = 0
    for space in bits(open_formation(s)):
        units |= f.at[space]
    return units & convertible_nations(s) & ~s.suppressed


def _against_converting(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    d = s.data
    unit = args[0]
    name, space = d.unit_names[unit], s.loc[unit]
    if d.nation[unit] == EVACUEE:
        yield Why("10.2", lambda: f"{name} are evacuees already.", (), (s.data.pieces[args[0]],))
    elif space >= d.land:
        yield Why("10.2", lambda: f"{unit_is(s, unit)} not on the map.")
    elif not d.create_mask >> space & 1:
        yield Why(
            "10.2",
            lambda: f"{unit_is(s, unit)} in {d.place_ids[space]}, not on the East Jetty or a Beach.",
            (),
            (s.data.pieces[args[0]],),
        )
    else:
        if d.nation[unit] == BELGIAN:
            yield Why("10.2.2", lambda: "Belgian units are never converted.", (), (s.data.pieces[args[0]],))
        elif d.nation[unit] == FRENCH and not convertible_nations(s) & d.french:
            date = d.turns[d.calendar.french_convert_from - 1]
            yield Why(
                "10.2.2",
                lambda: f"French units are converted only from the night of {date.date} on.",
                (),
                (s.data.pieces[args[0]],),
            )
        if s.suppressed >> unit & 1:
            yield Why("10.2", lambda: f"{unit_is(s, unit)} Suppressed.", (), (s.data.pieces[args[0]],))
        yield from against_forming_in(s, space)


def _convertible(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return convertible(s)


def _convert(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    d = s.data
    pay(s, d.cost.create)
    unit = args[0]
    space, full = s.loc[unit], bool(s.full >> unit & 1)
    embark(s, unit)
    evacuee = new_evacuee(s, space, full)
    if ev is not None:
        becomes = agree(d, unit, "becomes", "become")
        words = f"{d.unit_names[unit]} {becomes} a “{2 if full else 1}” evacuee unit in {d.place_ids[space]}."
        tell_placed(s, evacuee, space, "converted", words, "10.2", ev)
    s.stack.append(step)


# --------------------------------------------------------------------------------- 10.3 upgrade evacuees


def upgradable(s: State) -> int:
    return s.data.evacuees & facts(s).ashore & ~(s.full | s.suppressed)


def _against_upgrading(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    d = s.data
    unit = args[0]
    name = d.unit_names[unit]
    if d.nation[unit] != EVACUEE:
        yield Why("10.3", lambda: f"{unit_is(s, unit)} no evacuee unit.", (), (s.data.pieces[args[0]],))
    elif s.loc[unit] >= d.sea_to:
        yield Why("10.3", lambda: f"{name} are not on the map.")
    elif s.full >> unit & 1:
        yield Why("10.3", lambda: f"{name} are a “2” already.", (), (s.data.pieces[args[0]],))
    else:
        if s.loc[unit] >= d.land:
            yield Why("10.3", lambda: f"{name} are at sea.", (), (s.data.pieces[args[0]],))
        if s.suppressed >> unit & 1:
            yield Why("10.3", lambda: f"{name} are Suppressed.", (), (s.data.pieces[args[0]],))


def _upgradable(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return upgradable(s)


def _upgrade(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    pay(s, s.data.cost.upgrade)
    unit = args[0]
    s.full |= 1 << unit
    if ev is not None:
        tell_placed(s, unit, s.loc[unit], "grown", f"{s.data.unit_names[unit]} grow to a “2”.", "10.3", ev)
    s.stack.append(step)


CREATE = Verb(
    "create",
    _create,
    (Slot("space", PLACES, against_forming, _forming, prompt="Where do evacuees form?"),),
    "10.2",
    "Create evacuees",
    costing("create", _may_only),
)
CONVERT = Verb(
    "convert",
    _convert,
    (Slot("unit", PIECES, ours(_against_converting, "10.2"), _convertible, prompt="Which Combat unit?"),),
    "10.2",
    "Convert to evacuees",
    costing("create", _june_only),
)
UPGRADE = Verb(
    "upgrade",
    _upgrade,
    (Slot("unit", PIECES, ours(_against_upgrading, "10.3"), _upgradable, prompt="Which evacuees?"),),
    "10.3",
    "Upgrade evacuees",
    costing("upgrade"),
)

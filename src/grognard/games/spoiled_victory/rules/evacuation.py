# compiled as it stands
"""11.0 Evacuation Moves, in their own phase and bought with Player Actions (10.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from grognard.games.spoiled_victory.data.world import Card, Data
from grognard.games.spoiled_victory.rules.cards import DrawCard, draw, event_card
from grognard.games.spoiled_victory.rules.domains import PIECES, PLACES, UNITS, ours
from grognard.games.spoiled_victory.rules.movement import close_group
from grognard.games.spoiled_victory.rules.state import (
    JETTIES,
    SEAT,
    State,
    evacuees_in,
    facts,
    german_alone,
    moved,
    night,
    points,
    put,
    unit_is,
)
from grognard.kernel.rules import Auto, Choice, Events, Headed, Ints, Moved, Points, Slot, Step, Verb, Why, Whys, bits
from grognard.kernel.show import Modifier, Preview, Waste
from grognard.kernel.show.words import number_of

HEADING = Headed(words="Evacuation Moves", level=2, rule="5.0-6")


class EvacuationPhase(Auto[State], frozen=True):
    rule: ClassVar[str] = "11.0"

    def run(self, s: State, ev: Events | None) -> None:
        if ev is not None:
            ev.add(HEADING)
        draw(s, EvacuationCard(), ev)


class EvacuationCard(DrawCard, frozen=True):
    rule: ClassVar[str] = "11.0"
    label: ClassVar[str] = "Evacuations"

    def entry(self, card: Card) -> str:
        return f"{card.moves[0]} by day, {card.moves[1]} by night"

    def read(self, s: State, index: int, card: Card, ev: Events | None) -> None:
        s.discards |= 1 << index
        s.moves = awarded_moves(s, card)
        if ev is not None:
            ev.later(_awarded, s.moves, tuple(m.reason for m in move_modifiers(s, card)[1:]))
        s.stack.append(EvacuationMoves())


def _awarded(moves: int, why: tuple[str, ...]) -> Points:
    because = f" ({', '.join(why)})" if why else ""
    return points("Evacuation Moves", moves, moves, f"{number_of(moves, 'Evacuation Move')}{because}.", "11.0")


def move_modifiers(s: State, card: Card) -> list[Modifier]:
    """What makes up the number of Evacuation Moves; a halving shows as what it takes away (11.5, ruling 61)."""
    d = s.data
    event = event_card(s)
    n = card.moves[night(s)]
    out = [Modifier(n, "card, by night" if night(s) else "card, by day", "11.0")]

    def add(value: int, reason: str, rule: str) -> None:
        nonlocal n
        if value:
            out.append(Modifier(value, reason, rule))
            n += value

    # What the marker gives comes first, so that an event takes its move from all that there are.
    if s.wake:
        add(max(d.lasting_moves, 1 - n), d.lasting_title, "12.5")
    if not event.two_turns:
        add(max(event.moves_delta, 1 - n), event.title, "16.0")
    add(s.bonus_moves, event.title, "16.0")
    if event.halve_moves:
        add((n + 1) // 2 - n, f"{event.title}: halved", "16.0")
    if german_alone(s, d.la_panne):
        add((n + 1) // 2 - n, "La Panne is German: halved", "11.5")
    return out


def awarded_moves(s: State, card: Card) -> int:
    """The sum of `move_modifiers`."""
    d = s.data
    event = event_card(s)
    n = card.moves[d.night[s.turn]]
    if s.wake:
        n = max(1, n + d.lasting_moves)
    if not event.two_turns:
        n = max(1, n + event.moves_delta)
    n += s.bonus_moves
    if event.halve_moves:
        n = (n + 1) // 2
    return (n + 1) // 2 if german_alone(s, d.la_panne) else n


# ------------------------------------------------------------------------------------- where to, who


def shut_in(s: State, place: int) -> bool:
    """No Evacuation Move may begin here because of an event."""
    d = s.data
    if place == d.jetty:
        return s.harbour > 0 or event_card(s).no_jetty
    return bool(d.beach >> place & 1) and event_card(s).no_beach


def goals(s: State, place: int) -> int:
    """Where one Evacuation Move leads from a place: from the shore to the staging area (11.2, 3.1-staging)."""
    f = facts(s)
    d = s.data
    out = d.onward[place] & ~f.german_at
    if shut_in(s, place):
        return 0
    for space, turn in d.shut_until.items():
        if s.turn < turn:
            out &= ~(1 << space)  # 11.3
    return out & ~f.crowded


def ready(s: State) -> int:
    """The evacuees that can make an Evacuation Move (11.1)."""
    f = facts(s)
    at, mine = f.at, s.data.evacuees & ~s.suppressed
    out = 0
    for place in s.data.embarkation:
        units = at[place] & mine
        if units and goals(s, place):
            out |= units
    return free_to_sail(s, out) if s.entered else out


def any_ready(s: State) -> bool:
    f = facts(s)
    at, mine = f.at, s.data.evacuees & ~s.suppressed
    return any(at[place] & mine and goals(s, place) for place in s.data.embarkation)


def left_unattacked(s: State, leaving: int) -> int:
    """The space of a German that some of these evacuees met and that nobody could attack without them, or -1: an
    attack is owed on one that was not Engaged (10.1.8, ruling 78)."""
    f = facts(s)
    attackers = s.entered & ~(s.suppressed | leaving)
    for unit in bits(leaving & s.entered & f.met):
        space = s.loc[unit]
        if not (s.engaged >> space & 1 or f.at[space] & attackers):
            return space
    return -1


def free_to_sail(s: State, units: int) -> int:
    """Those of the units that owe no attack which nobody else could make."""
    for unit in bits(units & s.entered):
        if left_unattacked(s, 1 << unit) >= 0:
            units &= ~(1 << unit)
    return units


def _couples(s: State, units: int) -> int:
    """Those of the units that can leave two at a time."""
    if s.entered:
        units = free_to_sail(s, units)
        if units.bit_count() == 2 and left_unattacked(s, units) >= 0:
            return 0
    return units if units.bit_count() > 1 else 0


def jetty_pairs(s: State) -> int:
    """The evacuees that may leave the East Jetty two at a time (3.1-east-jetty, 11.4)."""
    f = facts(s)
    d = s.data
    if s.mole_damaged or s.harbour or event_card(s).no_jetty:
        return 0
    return _couples(s, f.at[d.jetty] & d.evacuees & ~s.suppressed)


def beach_pairs(s: State) -> int:
    """The evacuees that may leave the Beaches two at a time (11.4)."""
    f = facts(s)
    d = s.data
    if (s.jetties != JETTIES and not s.beach_bonus) or event_card(s).no_beach:
        return 0
    return _couples(s, sum(f.at[space] for space in d.beaches) & d.evacuees & ~s.suppressed)


def pairs(s: State) -> int:
    return jetty_pairs(s) | beach_pairs(s)


# ------------------------------------------------------------------------------------------ reasons


def _against_unit(s: State, unit: int) -> Whys:
    d = s.data
    name, piece, place = d.unit_names[unit], (d.unit_ids[unit],), s.loc[unit]
    if not d.evacuees >> unit & 1:
        yield Why("4.2", lambda: f"{unit_is(s, unit)} no evacuee unit.", (), piece)
    elif place >= d.sea_to:
        yield Why("11.1", lambda: f"{name} are not on the map.", (), piece)
    elif s.suppressed >> unit & 1:
        yield Why("11.1", lambda: f"{name} are Suppressed.", (), piece)
    elif not d.onward[place]:
        if d.england >> place & 1:
            yield Why(
                "11.2",
                lambda: f"{name} are at the end of their route and escape in the next Escape Phase.",
                (),
                piece,
            )
        else:
            where = d.place_ids[place]
            if d.canal >> place & 1:
                words = f"No Beach is connected with {where}, nor is the East Jetty."
                yield Why("11.2", lambda: words, (where,), piece)
            else:
                yield Why("11.1", lambda: f"No Evacuation Move begins in {where}.", (where,), piece)
    elif left_unattacked(s, 1 << unit) >= 0:
        where = d.place_ids[place]
        yield Why(
            "10.1.8", lambda: f"{name} must attack the German in {where} at the end of the phase.", (where,), piece
        )


def _against_evacuating(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    d = s.data
    unit = args[0]
    stuck = False
    for why in _against_unit(s, unit):
        stuck = True
        yield why
    if not stuck and not goals(s, s.loc[unit]):
        where = d.place_ids[s.loc[unit]]
        name = d.unit_names[unit]
        if shut_in(s, s.loc[unit]):
            yield Why(
                "16.0",
                lambda: f"The event lets no Evacuation Move begin in {where}.",
                (where,),
                (s.data.pieces[args[0]],),
            )
        else:
            yield Why(
                "11.1", lambda: f"No space ahead of {name} is open and has room.", (where,), (s.data.pieces[args[0]],)
            )


def _against_goal(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    d = s.data
    unit, place = args
    here, where = s.loc[unit], d.place_ids[place]
    f = facts(s)
    if not d.onward[here] >> place & 1:
        yield Why("11.2", lambda: f"One Evacuation Move does not lead from {d.place_ids[here]} to {where}.", (where,))
    elif place in d.shut_until and s.turn < d.shut_until[place]:
        yield Why("11.3", lambda: f"{where} opens on turn {d.shut_until[place]}.", (where,))
    elif f.german_at >> place & 1:
        yield Why("11.2", lambda: f"A German unit is in {where}.", (where,))
    elif f.crowded >> place & 1:
        room = d.room[place]
        yield Why("10.1.1", lambda: f"{where} has room for {number_of(room, 'evacuee unit')} and is full.", (where,))


def _against_pairing(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    d = s.data
    unit = args[0]
    stuck = False
    for why in _against_unit(s, unit):
        stuck = True
        yield why
    if stuck:
        return
    place = s.loc[unit]
    where = d.place_ids[place]
    if not d.create_mask >> place & 1:
        yield Why("11.4", lambda: "Two leave together only from the East Jetty or from Beaches.", (where,))
    elif shut_in(s, place):
        yield Why("16.0", lambda: f"The event lets no Evacuation Move begin in {where}.", (where,))
    elif place == d.jetty and s.mole_damaged:
        yield Why("11.4", lambda: "The Mole is damaged.", (where,))
    elif place != d.jetty and s.jetties != JETTIES and not s.beach_bonus:
        yield Why("11.4", lambda: "No undamaged Beach Jetties stand.", (where,))
    elif not any(_may_go_along(s, unit, other) for other in bits(d.evacuees & ~(1 << unit))):
        yield Why("11.4", lambda: "There is no second evacuee unit to go along.", (where,))


def _leave_together(s: State, unit: int, other: int) -> bool:
    """Never one from the East Jetty and one from a Beach (ruling 58)."""
    d = s.data
    a, b = s.loc[unit], s.loc[other]
    if s.suppressed >> other & 1:
        return False
    return a == b == d.jetty or bool(d.beach >> a & d.beach >> b & 1)


def _may_go_along(s: State, unit: int, other: int) -> bool:
    return _leave_together(s, unit, other) and left_unattacked(s, 1 << unit | 1 << other) < 0


def _against_partner(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    d = s.data
    unit, other = args
    if other == unit:
        yield Why("11.4", lambda: "Name two different units.")
        return
    stuck = False
    for why in _against_unit(s, other):
        stuck = True
        yield why
    if not stuck and not _leave_together(s, unit, other):
        names = f"{d.unit_names[unit]} and {d.unit_names[other]}"
        yield Why(
            "11.4",
            lambda: f"{names} do not leave together: both from the East Jetty, or both from Beaches.",
            (),
            (d.unit_ids[unit], d.unit_ids[other]),
        )
    elif not stuck and not _may_go_along(s, unit, other):
        where = d.place_ids[s.loc[unit]]
        yield Why(
            "10.1.8", lambda: f"One of them must attack the German in {where} at the end of the phase.", (where,)
        )


# -------------------------------------------------------------------------------------------- doing it


def pay_for_move(s: State, step: Step[State]) -> None:
    if isinstance(step, EvacuationMoves):
        s.moves -= 1
    else:
        s.actions -= s.data.cost.evacuate  # 10.6
        close_group(s)


def _whither(d: Data, place: int) -> str:
    if place == d.staging:
        return "put to sea"
    if d.england >> place & 1:
        return f"sail to {d.place_ids[place]}, one step from England"
    return f"sail to {d.place_ids[place]}" if place > d.land else f"come down to {d.place_ids[place]}"


def _sail(s: State, unit: int, place: int, ev: Events | None) -> None:
    f = facts(s)
    d = s.data
    was = s.loc[unit]
    put(s, unit, place)
    if not f.at[was] & ~s.entered:
        s.engaged &= ~(1 << was)  # the last unit that held the German there has gone
    s.entered &= ~(1 << unit)
    s.roused &= ~(1 << unit)
    s.group_left &= ~(1 << unit)
    if ev is not None:
        ev.later(_sailed, d, unit, was, place)


def _sailed(d: Data, unit: int, was: int, place: int) -> Moved:
    return moved(d, unit, (was, place), f"{d.unit_names[unit]} {_whither(d, place)}.", "11.2", "evacuation")


def _evacuate(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    pay_for_move(s, step)
    _sail(s, args[0], args[1], ev)
    s.stack.append(ACTED if isinstance(step, EvacuationMoves) else step)


def _pair(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    pay_for_move(s, step)
    for unit in args:
        _sail(s, unit, s.data.staging, ev)
    s.stack.append(ACTED if isinstance(step, EvacuationMoves) else step)


def _preview(s: State, step: Step[State], seat: str, args: Ints) -> Preview:
    d = s.data
    cost = "1 Evacuation Move" if isinstance(step, EvacuationMoves) else "1 Player Action"
    place = args[1]
    path = (d.place_ids[s.loc[args[0]]], d.place_ids[place])
    room = d.room[place] - evacuees_in(s, place) - 1
    left = "" if place == d.staging else f" Room for {room} more will be left there."
    where = f"the {d.place_names[place]}" if place == d.staging else f"{d.place_ids[place]}, {d.place_names[place]}"
    return Preview(f"{d.unit_names[args[0]]} go to {where}.{left}", path, cost, (), path[-1:])


def _ready(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return ready(s)


def _goals(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return goals(s, s.loc[args[0]])


def _pairs(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return pairs(s)


def _afloat_or_ashore(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return s.data.evacuees


EVACUATE_SLOTS = (
    Slot("unit", PIECES, ours(_against_evacuating, "11.1"), _ready, prompt="Which evacuees?"),
    Slot("space", PLACES, _against_goal, _goals, prompt="Where to?"),
)
PAIR_SLOTS = (
    Slot("unit", PIECES, ours(_against_pairing, "11.4"), _pairs, prompt="Which evacuees go first?"),
    Slot("partner", UNITS, _against_partner, among=_afloat_or_ashore, prompt="Who goes along?"),
)


def evacuation_verbs(
    reasons: Callable[[State, Step[State], str], Whys], may: Callable[[State, Step[State], str], bool] | None = None
) -> tuple[Verb[State, Step[State]], Verb[State, Step[State]]]:
    """`evacuate` and `pair`, under the conditions of the phase in which they are offered."""
    return (
        Verb("evacuate", _evacuate, EVACUATE_SLOTS, "11.2", "Evacuation Move", reasons, _preview, may=may),
        Verb("pair", _pair, PAIR_SLOTS, "11.4", "Two evacuees together", reasons, may=may),
    )


def _end(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    if s.moves and ev is not None:
        ev.later(_lapsed, s.moves)
    s.moves = 0


def _lapsed(moves: int) -> Points:
    return points("Evacuation Moves", -moves, 0, f"{number_of(moves, 'Evacuation Move')} not used.", "11.0")


def _moves_left(s: State, step: Step[State], seat: str) -> Whys:
    if not s.moves:
        yield Why("11.0", lambda: "No Evacuation Move is left.")


def _has_moves(s: State, step: Step[State], seat: str) -> bool:
    return s.moves > 0


def _unused(s: State, step: EvacuationMoves, seat: str, args: Ints) -> Iterator[Waste]:
    if s.moves and any_ready(s):
        text = f"{number_of(s.moves, 'Evacuation Move')} would be lost if you end now."
        yield Waste("evacuation", "11.0", text, (), tuple(s.data.unit_ids[u] for u in bits(ready(s))))


class EvacuationMoves(Choice[State], frozen=True):
    rule: ClassVar[str] = "11.2"
    acted: bool = False
    """Whether a move was made: then the phase waits for an end, and the last move can be taken back."""
    verbs: ClassVar[tuple[Verb[State, EvacuationMoves], ...]] = (
        *evacuation_verbs(_moves_left, _has_moves),
        Verb("end", _end, (), "11.0", "End the evacuation", wastes=_unused),
    )

    def seat(self, s: State) -> str:
        return SEAT

    def prompt(self, v: State, seat: str) -> str:
        if not v.moves or not any_ready(v):
            why = "none left" if not v.moves else f"{v.moves} left, but nobody can use them"
            return f"Evacuation Moves: {why}. End the phase, or take something back."
        return f"Evacuation Moves: {v.moves} left. Move evacuees towards England."

    def obvious(self, s: State) -> tuple[str, Ints] | None:
        return None if self.acted or (s.moves and any_ready(s)) else ("end", ())

    def standing(self, v: State, seat: str, order: str) -> str | None:
        return "end" if order == "end-phases" and not (v.moves and any_ready(v)) else None

    def warnings(self, v: State, seat: str) -> tuple[str, ...]:
        return tuple(waste.text for waste in _unused(v, self, seat, ()))


ACTED = EvacuationMoves(acted=True)


def stranded(s: State) -> list[int]:
    """Evacuees on the To England spaces, for scenes and bots."""
    f = facts(s)
    return [u for space in bits(s.data.england) for u in bits(f.at[space])]

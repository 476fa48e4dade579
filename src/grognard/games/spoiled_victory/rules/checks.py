"""What cannot be in any position, for hand-written positions and for fuzzing."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.spoiled_victory.data.world import EVACUEE
from grognard.games.spoiled_victory.rules.german_attack import Frontline
from grognard.games.spoiled_victory.rules.german_moves import CardDone
from grognard.games.spoiled_victory.rules.luftwaffe import Raid
from grognard.games.spoiled_victory.rules.state import State, facts, german_space, unit_is
from grognard.kernel.rules import bits
from grognard.kernel.show import Reason


def check(s: State) -> Iterator[Reason]:
    yield from _numbers(s)
    nowhere = False
    for fault in (*_germans(s), *_places(s)):
        nowhere = True
        yield fault
    if not nowhere:
        yield from _units(s)
        yield from _steps(s)
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
        ("group_at", "10.1", s.group_at, s.data.land - 1),
        ("group_nation", "10.1.2", s.group_nation, EVACUEE),
        ("ghq_moves", "10.1.5", s.ghq_moves, s.data.full[s.data.ghq]),
        ("bonus_actions", "10.0", s.bonus_actions, 99),
        ("bonus_moves", "11.0", s.bonus_moves, 99),
    ):
        if not 0 <= value <= most:
            yield Reason(rule, f"“{name}” is {value}; it can be 0 to {most}.")
    for name, rule, value, things in (
        ("event", "6.0", s.event, len(s.data.cards)),
        ("intelligence", "10.4", s.intelligence, len(s.data.cards)),
        ("rearguard", "16.0", s.rearguard, len(s.data.tracks)),
        ("cap_route", "10.10.1", s.cap_route, len(s.data.routes)),
    ):
        if not -1 <= value < things:
            yield Reason(rule, f"“{name}” is {value}; it can be 0 to {things - 1}, or -1 for none.")
    for name, rule, mask, things in (
        ("full", "4.1", s.full, s.data.units),
        ("suppressed", "7.2", s.suppressed, s.data.units),
        ("reduced", "4.1", s.reduced, len(s.data.tracks)),
        ("disrupted", "9.3.1", s.disrupted, len(s.data.tracks)),
    ):
        if mask >> things:
            yield Reason(rule, f"“{name}” has more members than there are.")


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


def _places(s: State) -> Iterator[Reason]:
    d = s.data
    if len(s.loc) != d.units:
        yield Reason("4.0", f"{len(s.loc)} Allied units are placed; there are {d.units}.")
    for unit, place in enumerate(s.loc[: d.units]):
        if not 0 <= place < len(d.place_ids):
            yield Reason("4.0", f"{unit_is(s, unit)} in no place of the game.")


def _units(s: State) -> Iterator[Reason]:
    f = facts(s)
    d = s.data
    crowd = [0] * len(d.place_ids)
    for unit, place in enumerate(s.loc):
        name = d.unit_names[unit]
        where = d.place_ids[place]
        if d.nation[unit] == EVACUEE:
            crowd[place] += 1
            if place in (d.lost, d.embarked):
                yield Reason("7.2", f"{name} cannot be among {d.place_names[place]}.")
        elif d.land <= place <= d.pool:
            yield Reason("3.1-route", f"{unit_is(s, unit)} no evacuee unit and cannot be in {where}.", (where,))
        if s.astray >> unit & 1 and (
            s.surrendered or not (d.barred_from_belgium >> unit & d.belgian_area >> place & 1)
        ):
            yield Reason(
                "10.1.7",
                f"{unit_is(s, unit)} astray, as only British and French units in the closed Belgian area are.",
                (where,),
            )
        if f.barred >> place & 1:
            yield Reason("10.1.4", f"{unit_is(s, unit)} in {where}, behind a German unit.", (where,))
        if place >= d.sea_to and (s.full | s.suppressed) >> unit & 1 and not _being_set_up(s):
            yield Reason("7.2", f"{unit_is(s, unit)} off the map and cannot be full or Suppressed.")
        if s.surrendered and d.belgian >> unit & 1 and place < d.land:
            yield Reason("12.2", f"{unit_is(s, unit)} on the map after the Belgian surrender.", (where,))
    if not s.surrendered and not f.ashore & d.belgian:
        yield Reason("12.2", "No Belgian unit is left, so the Belgian army must have surrendered (ruling 62).")
    for place in range(d.sea_to):
        if crowd[place] > d.room[place]:
            where = d.place_ids[place]
            yield Reason(
                "10.1.1", f"{crowd[place]} evacuee units are in {where}, which holds {d.room[place]}.", (where,)
            )


def _being_set_up(s: State) -> bool:
    return any(type(step).__name__ == "AlliedSetup" for step in s.stack)


def _cards(s: State) -> Iterator[Reason]:
    """Each card is in one place: a pile, on show, set aside, or being carried out (5.0, ruling 6)."""
    d = s.data
    places = [("the pile", s.pile), ("the discards", s.discards), ("the removed cards", s.removed)]
    if 0 <= s.event < len(d.cards):
        places.append(("the event", 1 << s.event))
    if 0 <= s.intelligence < len(d.cards):
        places.append(("Intelligence", 1 << s.intelligence))
    for step in s.stack:
        if isinstance(step, (Raid, CardDone)):
            if not 0 <= step.card < len(d.cards):
                yield Reason("4.4", f"A card {step.card} is being carried out, which the game does not have.")
                return
            places.append(("the card being carried out", 1 << step.card))
    seen = 0
    for where, cards in places:
        if cards & ~d.all_cards:
            yield Reason("4.4", f"There are cards among {where} that the game does not have.")
        twice = cards & seen & d.all_cards
        if twice:
            yield Reason("5.0", f"{_title(s, twice)} is in two places, one of them {where}.")
        seen |= cards
    missing = d.all_cards & ~seen
    if missing:
        yield Reason("5.0", f"{_title(s, missing)} is nowhere.")
    if (s.pile | s.discards).bit_count() < 2:
        yield Reason("5.0", "There must be two cards at least in the pile and the discards.")


def _steps(s: State) -> Iterator[Reason]:
    """What the waiting steps speak of must be there."""
    f = facts(s)
    d = s.data
    for step in s.stack:
        name = type(step).__name__
        track, space = getattr(step, "track", None), getattr(step, "space", None)
        unit = getattr(step, "front", getattr(step, "unit", None))
        if track is not None and not 0 <= track < len(d.tracks):
            yield Reason("9.2", f"The step {name} speaks of track {track}, which does not exist.")
        elif space is not None and not 0 <= space < d.land:
            yield Reason("9.3", f"The step {name} speaks of a space that is not on land.")
        elif unit is not None and not 0 <= unit < d.units:
            yield Reason("9.3", f"The step {name} speaks of unit {unit}, which does not exist.")
        elif isinstance(step, Frontline) and not f.at[step.space]:
            where = d.place_ids[step.space]
            yield Reason("9.3b", f"Nobody is in {where} to be the Frontline unit.", (where,))


def _title(s: State, cards: int) -> str:
    return f"The card {s.data.cards[bits(cards)[0]].title}"

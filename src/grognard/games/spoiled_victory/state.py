"""The state of a game and the few things that are done to it everywhere.

Sets are bit masks: of units (`full`, `suppressed`), of tracks (`reduced`, `disrupted`, for the German unit on
that track), of cards (`pile`, `discards`, `removed`) and of places. `at`, `ashore`, `crowded`, `german_at` and
`barred` follow from `loc` and `advance` and are kept up to date with them.
"""

from __future__ import annotations

from grognard.games.spoiled_victory.data import BELGIAN, EVACUEE, Data, bits
from grognard.games.spoiled_victory.quick import SEAT as SEAT
from grognard.kernel import contract
from grognard.kernel.chance import Outcome
from grognard.kernel.events import Event, Events, Moved, Said

NO_JETTIES, JETTIES, DAMAGED_JETTIES = range(3)
NO_GROUP, FOOT, TRUCK, SIDESTEP = range(4)


class State(contract.State):
    data: Data
    turn: int
    vp: int
    loc: list[int]
    """Where each Allied unit is: a place."""
    at: list[int]
    """Which Allied units are in each place."""
    full: int
    suppressed: int
    on_track: list[int]
    """The German unit on each track."""
    advance: list[int]
    """How far along its track each German is; 0 is the Start space."""
    reduced: int
    disrupted: int
    german_at: int
    """The spaces with a German unit."""
    barred: int
    """The spaces behind the German units (10.1.4)."""
    ashore: int
    """The Allied units on land."""
    crowded: int
    """The places that have no room for another evacuee (10.1.1)."""
    pile: int
    discards: int
    removed: int
    event: int
    """The card of this turn's event, or -1."""
    intelligence: int
    """The card set aside for the next German Moves, or -1 (10.4)."""
    mole_damaged: bool
    jetties: int
    flooded: bool
    spirit: bool
    """The Dunkirk Spirit marker is held (10.5)."""
    cap: bool
    """The RAF CAP is still to be used (10.10.1)."""
    cap_route: int
    """The route that it shields now, or -1."""
    bombers: int
    """RAF bombers: 0 not yet, 1 ready, 2 used (10.10.2)."""
    harbour: int
    """Turns that The Harbour is Closed still lasts."""
    wake: int
    """Turns that Wake-Walker and Tennant Arrive still lasts."""
    surrendered: bool
    """The Belgian army has surrendered (12.2)."""
    french_early: bool
    rearguard: int
    """The track chosen for Rearguard, or -1."""
    bonus_actions: int
    bonus_moves: int
    beach_bonus: bool
    """Two evacuees leave Beaches for one move this turn even without jetties."""
    spent: int
    """Tracks whose German has ended its fighting for this turn (9.3.6)."""
    broke: int
    """Tracks whose German has broken through this turn (9.3.7)."""
    actions: int
    """Player Actions left."""
    moves: int
    """Evacuation Moves left."""
    group: int
    """How the open group moves (10.1): NO_GROUP, FOOT, TRUCK or SIDESTEP."""
    group_at: int
    group_left: int
    group_nation: int
    ghq_moves: int
    """Free moves left with GHQ (10.1.5)."""
    sidestep: bool
    engaged: int
    """The spaces whose German was Engaged before anybody moved in this phase."""
    entered: int
    """Units that moved into a German's space in this phase."""
    roused: int
    """Engaged units that a Movement action activated where they stand (9.3.8, 10.1.8)."""
    attacked: int
    """Spaces where an Allied attack was made in this phase."""
    astray: int
    """Units that retreated into the Belgian area and must leave it (10.1.7)."""
    chaotic: bool
    always_retreats: bool
    wins_lapse: bool


def rolled(outcome: Outcome) -> tuple[int, ...]:
    """The outcome of dice."""
    return outcome  # type: ignore[return-value]


def night(s: State) -> bool:
    return s.data.night[s.turn]


def marsh(s: State) -> int:
    """The Marsh spaces: with flooding, the Lowlands too (10.7)."""
    d = s.data
    return d.flooded_marsh if s.flooded else d.marsh


def german_space(s: State, track: int) -> int:
    return s.data.tracks[track][s.advance[track]]


def german_factor(s: State, track: int) -> int:
    unit = s.on_track[track]
    return s.data.german_reduced[unit] if s.reduced >> track & 1 else s.data.german_full[unit]


def german_type(s: State, track: int) -> int:
    unit = s.on_track[track]
    return s.data.german_reduced_type[unit] if s.reduced >> track & 1 else s.data.german_type[unit]


def factor(s: State, unit: int) -> int:
    return s.data.full[unit] if s.full >> unit & 1 else s.data.reduced[unit]


def german_alone(s: State, space: int) -> bool:
    """German control: a German unit there and no Allied one (ruling 16)."""
    return bool(s.german_at >> space & 1) and not s.at[space]


def track_in(s: State, space: int) -> int:
    """The track of the German unit in a space."""
    d = s.data
    for track in bits(d.tracks_of[space]):
        if d.tracks[track][s.advance[track]] == space:
            return track
    raise LookupError(space)


def settle_germans(s: State) -> None:
    """Bring `german_at` and `barred` up to date."""
    d = s.data
    here = barred = 0
    for spaces, behind, n in zip(d.tracks, d.behind, s.advance, strict=True):
        here |= 1 << spaces[n]
        barred |= behind[n]
    s.german_at = here
    s.barred = barred


def _shift_german(s: State, track: int, n: int) -> None:
    """A German goes to the n-th space of its track."""
    d = s.data
    was = s.advance[track]
    s.advance[track] = n
    if d.behind_apart:
        spaces, behind = d.tracks[track], d.behind[track]
        s.german_at = s.german_at & ~(1 << spaces[was]) | 1 << spaces[n]
        s.barred = s.barred & ~behind[was] | behind[n]
    else:
        settle_germans(s)


def settle_units(s: State) -> None:
    """Bring `at`, `ashore` and `crowded` up to date."""
    at = [0] * len(s.data.place_ids)
    for unit, place in enumerate(s.loc):
        at[place] |= 1 << unit
    s.at[:] = at
    s.ashore = s.crowded = 0
    for units in at[: s.data.land]:
        s.ashore |= units
    for place, units in enumerate(at):
        if (units & s.data.evacuees).bit_count() >= s.data.room[place]:
            s.crowded |= 1 << place


def put(s: State, unit: int, place: int) -> None:
    bit = 1 << unit
    at, d = s.at, s.data
    was = s.loc[unit]
    at[was] &= ~bit
    s.loc[unit] = place
    at[place] |= bit
    if place < d.land:
        s.ashore |= bit
    else:
        s.ashore &= ~bit
    if bit & d.evacuees:
        # The place that was left has room now; the boxes off the map always have.
        s.crowded &= ~(1 << was)
        if (at[place] & d.evacuees).bit_count() >= d.room[place]:
            s.crowded |= 1 << place


def say(
    ev: Events | None, words: str, rule: str = "", places: tuple[str, ...] = (), pieces: tuple[str, ...] = ()
) -> None:
    if ev is not None:
        ev.add(Said(words=words, rule=rule, places=places, pieces=pieces))


def tell_move(ev: Events, s: State, unit: int, path: tuple[int, ...], words: str, rule: str) -> None:
    d = s.data
    ids = tuple(d.place_ids[x] for x in path)
    ev.add(
        Moved(piece=d.unit_ids[unit], path=ids, words=words, rule=rule, places=ids[-1:], pieces=(d.unit_ids[unit],))
    )


def agree(d: Data, unit: int, one: str, many: str) -> str:
    """The words for a Combat unit, which is one, or for evacuees, who are many."""
    return many if d.nation[unit] == EVACUEE else one


def hit(s: State, unit: int, ev: Events | None, rule: str) -> None:
    """Flip a full unit; eliminate a reduced one (4.1, 9.3.5)."""
    bit = 1 << unit
    if s.full & bit:
        s.full &= ~bit
        if ev is not None:
            d = s.data
            words = agree(d, unit, "takes a Hit and is reduced", "take a Hit and are reduced")
            say(ev, f"{d.unit_names[unit]} {words}.", rule, pieces=(d.unit_ids[unit],))
    else:
        eliminate(s, unit, ev, rule)


def eliminate(s: State, unit: int, ev: Events | None, rule: str) -> None:
    """An evacuee returns to the pool (ruling 27), a Combat unit leaves the game."""
    d = s.data
    was = s.loc[unit]
    _leave_map(s, unit, d.pool if d.nation[unit] == EVACUEE else d.lost)
    if ev is not None:
        name = d.unit_names[unit]
        where = d.place_ids[was]
        say(
            ev,
            f"{name} {agree(d, unit, 'is eliminated', 'are lost')}.",
            rule,
            places=(where,),
            pieces=(d.unit_ids[unit],),
        )
    if d.nation[unit] == BELGIAN and not s.surrendered and not any(s.at[x] & d.belgian for x in range(d.land)):
        # 12.2 (ruling 62): with no Belgian unit left the army has surrendered.
        s.surrendered = True
        s.astray = 0
        say(ev, "No Belgian unit is left: the Belgian army has surrendered.", "12.2")


def _leave_map(s: State, unit: int, box: int) -> None:
    bit = 1 << unit
    s.full &= ~bit
    s.suppressed &= ~bit
    s.astray &= ~bit
    s.entered &= ~bit
    s.roused &= ~bit
    s.group_left &= ~bit
    put(s, unit, box)


def to_pool(s: State, unit: int) -> None:
    """An evacuee counter goes back to the pool (8.1)."""
    _leave_map(s, unit, s.data.pool)


def embark(s: State, unit: int) -> None:
    """A converted Combat unit leaves the game (10.2)."""
    _leave_map(s, unit, s.data.embarked)


def new_evacuee(s: State, space: int, full: bool) -> int:
    """Place the first evacuee counter of the pool; 10.2.1 has been looked at."""
    pool = s.at[s.data.pool]
    bit = pool & -pool
    unit = bit.bit_length() - 1
    put(s, unit, space)
    if full:
        s.full |= bit
    return unit


def disrupt(s: State, track: int, ev: Events | None, rule: str) -> None:
    """A second Disrupted marker has no effect (9.3.1)."""
    if not s.disrupted >> track & 1:
        s.disrupted |= 1 << track
        if ev is not None:
            d = s.data
            german = d.germans[s.on_track[track]]
            say(ev, f"{german.name} is Disrupted.", rule, pieces=(german.id,))


def rally(s: State, tracks: int, ev: Events | None, rule: str) -> None:
    """Disrupted markers come off."""
    s.disrupted &= ~tracks
    if ev is not None and tracks:
        germans = [s.data.germans[s.on_track[t]] for t in bits(tracks)]
        be = "is" if len(germans) == 1 else "are"
        words = f"{', '.join(g.name for g in germans)} {be} no longer Disrupted."
        say(ev, words, rule, pieces=tuple(g.id for g in germans))


def german_hit(s: State, track: int, ev: Events | None, rule: str) -> None:
    """Flip a German; one already reduced is Disrupted instead; Germans are never eliminated (9.3.2)."""
    if s.reduced >> track & 1:
        disrupt(s, track, ev, rule)
    else:
        s.reduced |= 1 << track
        if ev is not None:
            german = s.data.germans[s.on_track[track]]
            say(ev, f"{german.name} takes a Hit and is reduced.", rule, pieces=(german.id,))


def german_retreat(s: State, track: int, ev: Events | None) -> None:
    """One space back; at its Start space Disrupted, or else a Hit, or else nothing (9.3.4)."""
    n = s.advance[track]
    if n == 0:
        bit = 1 << track
        if not s.disrupted & bit:
            disrupt(s, track, ev, "9.3.4")
        elif not s.reduced & bit:
            german_hit(s, track, ev, "9.3.4")
        return
    _shift_german(s, track, n - 1)
    if ev is not None:
        d = s.data
        german = d.germans[s.on_track[track]]
        path = (d.place_ids[d.tracks[track][n]], d.place_ids[d.tracks[track][n - 1]])
        ev.add(_german_move(german.id, path, f"{german.name} retreats to {path[1]}.", "9.3.4"))


def _german_move(piece: str, path: tuple[str, ...], words: str, rule: str) -> Event:
    return Moved(piece=piece, path=path, words=words, rule=rule, places=path[-1:], pieces=(piece,))


def german_goes(s: State, track: int, n: int, ev: Events | None, rule: str, how: str) -> None:
    """A German goes forward to the n-th space of its track."""
    was = s.advance[track]
    _shift_german(s, track, n)
    if ev is not None:
        d = s.data
        german = d.germans[s.on_track[track]]
        path = tuple(d.place_ids[x] for x in d.tracks[track][was : n + 1])
        ev.add(_german_move(german.id, path, f"{german.name} {how} {path[-1]}.", rule))


def evacuees_in(s: State, space: int) -> int:
    return (s.at[space] & s.data.evacuees).bit_count()


def has_room(s: State, space: int) -> bool:
    """Whether one more evacuee may end there (10.1.1)."""
    return not s.crowded >> space & 1


def retreat_spaces(s: State, unit: int) -> int:
    """Where an Allied unit may retreat (9.3.4, ruling 33)."""
    d = s.data
    open_ = d.near[s.loc[unit]] & ~s.german_at & ~s.barred
    if d.nation[unit] == EVACUEE:
        return open_ & ~s.crowded
    if not s.surrendered and d.barred_from_belgium >> unit & 1:
        return open_ & ~d.belgian_area or open_
    return open_


def retreat(s: State, unit: int, space: int, ev: Events | None, rule: str = "9.3.4") -> None:
    was = s.loc[unit]
    put(s, unit, space)
    s.entered &= ~(1 << unit)
    s.roused &= ~(1 << unit)
    d = s.data
    if not s.surrendered and d.barred_from_belgium >> unit & 1:
        # 10.1.7: driven into the Belgian area, it must leave it at the first opportunity.
        if d.belgian_area >> space & 1:
            s.astray |= 1 << unit
        else:
            s.astray &= ~(1 << unit)
    if ev is not None:
        words = f"{d.unit_names[unit]} {agree(d, unit, 'retreats', 'retreat')} to {d.place_ids[space]}."
        tell_move(ev, s, unit, (was, space), words, rule)

# compiled as it stands
"""The state of a game and the few things that are done to it everywhere.

Sets are bit masks: of units (`full`, `suppressed`), of tracks (`reduced`, `disrupted`, for the German unit on
that track), of cards (`pile`, `discards`, `removed`) and of places. Who stands where is a fact that follows from
`loc` and `advance`: `put` and `_shift_german`, the only doors through which they change, carry it along.
"""

from __future__ import annotations

import msgspec

from grognard.games.spoiled_victory.data.printed import German
from grognard.games.spoiled_victory.data.world import BELGIAN, EVACUEE, Data
from grognard.kernel import rules
from grognard.kernel.rules import (
    Card,
    Changed,
    Chose,
    Events,
    Lost,
    Moved,
    Nation,
    Outcome,
    Placed,
    Points,
    Retreated,
    Said,
    bits,
)

SEAT = "allies"
ALLIED_SIDE, GERMAN_SIDE = "Allies", "Germans"
"""The sides as the board and events name them; nobody commands the Germans."""
NO_JETTIES, JETTIES, DAMAGED_JETTIES = range(3)
NO_GROUP, FOOT, TRUCK, SIDESTEP = range(4)


class Facts(msgspec.Struct):
    """What follows from the places of the units and of the Germans."""

    at: list[int]
    """Which Allied units are in each place."""
    ashore: int
    """The Allied units on land."""
    crowded: int
    """The places that have no room for another evacuee (10.1.1)."""
    german_at: int
    """The spaces with a German unit."""
    barred: int
    """The spaces behind the German units (10.1.4)."""
    met: int
    """The Allied units in a space with a German unit."""
    pockets: int
    """The spaces that are not behind a German and from which every other is (10.1.4)."""
    walled: int
    """The same for units that may not enter the Belgian area (10.1.7)."""

    def copy(self) -> Facts:
        return Facts(
            self.at[:],
            self.ashore,
            self.crowded,
            self.german_at,
            self.barred,
            self.met,
            self.pockets,
            self.walled,
        )

    def look_around(self, d: Data) -> None:
        """What follows from where the Germans are."""
        met = 0
        for space in bits(self.german_at):
            met |= self.at[space]
        self.met = met
        open_ = d.land_mask & ~self.barred
        self.pockets = open_ & ~d.next_to(open_)
        self.walled = open_ & ~d.next_to(open_ & ~d.belgian_area)


class State(rules.State[Data, Facts]):
    turn: int
    vp: int
    loc: list[int]
    """Where each Allied unit is: a place."""
    full: int
    suppressed: int
    on_track: list[int]
    """The German unit on each track."""
    advance: list[int]
    """How far along its track each German is; 0 is the Start space."""
    reduced: int
    disrupted: int
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
    """The Marsh spaces: with flooding, the Lowlands too (3.1-lowlands, 10.7)."""
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
    f = facts(s)
    return bool(f.german_at >> space & 1) and not f.at[space]


def track_in(s: State, space: int) -> int:
    """The track of the German unit in a space."""
    d = s.data
    for track in bits(d.tracks_of[space]):
        if d.tracks[track][s.advance[track]] == space:
            return track
    raise LookupError(space)


def facts(s: State) -> Facts:
    f = s.facts
    return f if f is not None else _build(s)


def _build(s: State) -> Facts:
    d = s.data
    at = [0] * len(d.place_ids)
    for unit, place in enumerate(s.loc):
        at[place] |= 1 << unit
    ashore = crowded = german_at = barred = 0
    for place, units in enumerate(at):
        if place < d.land:
            ashore |= units
        if (units & d.evacuees).bit_count() >= d.room[place]:
            crowded |= 1 << place
    for spaces, behind, n in zip(d.tracks, d.behind, s.advance, strict=True):
        german_at |= 1 << spaces[n]
        barred |= behind[n]
    s.facts = f = Facts(at, ashore, crowded, german_at, barred, 0, 0, 0)
    f.look_around(d)
    return f


def put(s: State, unit: int, place: int) -> None:
    """An Allied unit goes to a place: the only way in which one does."""
    was = s.loc[unit]
    s.loc[unit] = place
    f = s.facts
    if f is None:
        return
    bit = 1 << unit
    at, d = f.at, s.data
    at[was] &= ~bit
    at[place] |= bit
    if place < d.land:
        f.ashore |= bit
        if f.german_at >> place & 1:
            f.met |= bit
        else:
            f.met &= ~bit
    else:
        f.ashore &= ~bit
        f.met &= ~bit
    if bit & d.evacuees:
        # The place that was left has room now; the boxes off the map always have.
        f.crowded &= ~(1 << was)
        if (at[place] & d.evacuees).bit_count() >= d.room[place]:
            f.crowded |= 1 << place


def _shift_german(s: State, track: int, n: int) -> None:
    """A German goes to the n-th space of its track: the only way in which one does."""
    d = s.data
    was = s.advance[track]
    s.advance[track] = n
    f = s.facts
    if f is None:
        return
    spaces, behind = d.tracks[track], d.behind[track]
    if d.behind_apart:
        f.german_at = f.german_at & ~(1 << spaces[was]) | 1 << spaces[n]
        f.barred = f.barred & ~behind[was] | behind[n]
        f.look_around(d)
    else:
        s.facts = None


def say(
    ev: Events | None, words: str, rule: str = "", places: tuple[str, ...] = (), pieces: tuple[str, ...] = ()
) -> None:
    if ev is not None:
        ev.add(Said(words=words, rule=rule, places=places, pieces=pieces))


def tell_change(
    ev: Events | None,
    condition: str,
    words: str,
    rule: str,
    pieces: tuple[str, ...] = (),
    places: tuple[str, ...] = (),
) -> None:
    if ev is not None:
        ev.add(Changed(condition=condition, words=words, rule=rule, pieces=pieces, places=places))


def tell_card(ev: Events | None, card: str, act: str, words: str, rule: str) -> None:
    if ev is not None:
        ev.add(Card(card=card, act=act, words=words, rule=rule))


def points(what: str, change: int, total: int, words: str, rule: str) -> Points:
    return Points(what=what, change=change, total=total, words=words, rule=rule, side=ALLIED_SIDE)


def tell_choice(
    ev: Events | None, what: str, answer: str, words: str, rule: str, places: tuple[str, ...] = ()
) -> None:
    if ev is not None:
        ev.add(Chose(what=what, answer=answer, words=words, rule=rule, places=places, side=ALLIED_SIDE))


def tell_placed(s: State, unit: int, space: int, how: str, words: str, rule: str, ev: Events) -> None:
    """A unit of ours comes onto the map, or grows."""
    piece = s.data.unit_ids[unit]
    places = (s.data.place_ids[space],)
    ev.add(Placed(piece=piece, how=how, words=words, rule=rule, places=places, pieces=(piece,), side=ALLIED_SIDE))


def moved(
    d: Data, unit: int, path: tuple[int, ...], words: str, rule: str, how: str = "", cost: int | None = None
) -> Moved:
    """A unit of ours has gone along this path."""
    ids, piece = tuple(d.place_ids[x] for x in path), d.unit_ids[unit]
    return Moved(
        piece=piece,
        path=ids,
        words=words,
        how=how,
        cost=cost,
        rule=rule,
        places=ids[-1:],
        pieces=(piece,),
        side=ALLIED_SIDE,
    )


def agree(d: Data, unit: int, one: str, many: str) -> str:
    """The words for a Combat unit, which is one, or for evacuees and remnants, who are many."""
    return many if d.nation[unit] == EVACUEE or d.unit_names[unit].endswith("remnants") else one


def unit_is(s: State, unit: int) -> str:
    """The beginning of a sentence about a unit: "1/Loyals is", "Evacuees 5 are"."""
    return f"{s.data.unit_names[unit]} {agree(s.data, unit, 'is', 'are')}"


def hit(s: State, unit: int, ev: Events | None, rule: str, cause: str = "battle") -> None:
    """Flip a full unit; eliminate a reduced one (4.1, 4.2, 9.3.5)."""
    bit = 1 << unit
    if s.full & bit:
        s.full &= ~bit
        if ev is not None:
            ev.later(_lost, s.data, unit, rule, cause, s.loc[unit], 1, 1)
    else:
        eliminate(s, unit, ev, rule, cause)


def _lost(d: Data, unit: int, rule: str, cause: str, where: int, steps: int, left: int) -> Lost:
    piece = d.unit_ids[unit]
    fate = (
        agree(d, unit, "takes a Hit and is reduced", "take a Hit and are reduced")
        if left
        else agree(d, unit, "is eliminated", "are lost")
    )
    return Lost(
        piece=piece,
        cause=cause,
        steps=steps,
        left=left,
        words=f"{d.unit_names[unit]} {fate}.",
        rule=rule,
        places=(d.place_ids[where],),
        pieces=(piece,),
        side=ALLIED_SIDE,
    )


def eliminate(s: State, unit: int, ev: Events | None, rule: str, cause: str = "battle") -> None:
    """An evacuee returns to the pool (ruling 27), a Combat unit leaves the game."""
    d = s.data
    was, steps = s.loc[unit], 1 + (s.full >> unit & 1)
    _leave_map(s, unit, d.pool if d.nation[unit] == EVACUEE else d.lost)
    if ev is not None:
        ev.later(_lost, d, unit, rule, cause, was, steps, 0)
    if d.nation[unit] == BELGIAN and not facts(s).ashore & d.belgian:
        # 12.2 (ruling 62): with no Belgian unit left the army has surrendered.
        s.surrendered = True
        s.astray = 0
        if ev is not None:
            words = "No Belgian unit is left: the Belgian army has surrendered."
            ev.add(Nation(country="Belgium", stance="surrenders", words=words, rule="12.2"))


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
    pool = facts(s).at[s.data.pool]
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
            tell_change(ev, "disrupted", f"{german.name} is Disrupted.", rule, (german.id,))


def rally(s: State, tracks: int, ev: Events | None, rule: str) -> None:
    """Disrupted markers come off."""
    s.disrupted &= ~tracks
    if ev is not None and tracks:
        germans = [s.data.germans[s.on_track[t]] for t in bits(tracks)]
        be = "is" if len(germans) == 1 else "are"
        words = f"{', '.join(g.name for g in germans)} {be} no longer Disrupted."
        tell_change(ev, "rallied", words, rule, tuple(g.id for g in germans))


def german_hit(s: State, track: int, ev: Events | None, rule: str, cause: str = "battle") -> None:
    """Flip a German; one already reduced is Disrupted instead; Germans are never eliminated (9.3.2)."""
    if s.reduced >> track & 1:
        disrupt(s, track, ev, rule)
    else:
        s.reduced |= 1 << track
        if ev is not None:
            german = s.data.germans[s.on_track[track]]
            where = s.data.place_ids[s.data.tracks[track][s.advance[track]]]
            ev.add(
                Lost(
                    piece=german.id,
                    cause=cause,
                    left=1,
                    words=f"{german.name} takes a Hit and is reduced.",
                    rule=rule,
                    places=(where,),
                    pieces=(german.id,),
                    side=GERMAN_SIDE,
                )
            )


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
        ev.later(_german_retreated, s.data, s.data.germans[s.on_track[track]], track, n)


def _german_retreated(d: Data, german: German, track: int, n: int) -> Retreated:
    path = (d.place_ids[d.tracks[track][n]], d.place_ids[d.tracks[track][n - 1]])
    return Retreated(
        piece=german.id,
        path=path,
        words=f"{german.name} retreats to {path[1]}.",
        rule="9.3.4",
        places=path[-1:],
        pieces=(german.id,),
        side=GERMAN_SIDE,
    )


def german_goes(s: State, track: int, n: int, ev: Events | None, rule: str, how: str) -> None:
    """A German goes forward to the n-th space of its track."""
    was = s.advance[track]
    _shift_german(s, track, n)
    if ev is not None:
        ev.later(_german_moved, s.data, s.data.germans[s.on_track[track]], track, was, n, rule, how)


def _german_moved(d: Data, german: German, track: int, was: int, n: int, rule: str, how: str) -> Moved:
    path = tuple(d.place_ids[x] for x in d.tracks[track][was : n + 1])
    return Moved(
        piece=german.id,
        path=path,
        words=f"{german.name} {how} {path[-1]}.",
        rule=rule,
        places=path[-1:],
        pieces=(german.id,),
        side=GERMAN_SIDE,
    )


def evacuees_in(s: State, space: int) -> int:
    return (facts(s).at[space] & s.data.evacuees).bit_count()


def has_room(s: State, space: int) -> bool:
    """Whether one more evacuee may end there (10.1.1)."""
    return not facts(s).crowded >> space & 1


def retreat_spaces(s: State, unit: int) -> int:
    """Where an Allied unit may retreat (9.3.4, ruling 33)."""
    d = s.data
    place = s.loc[unit]
    if place >= d.land:
        return 0
    f = facts(s)
    open_ = d.near[place] & ~f.german_at & ~f.barred
    if d.nation[unit] == EVACUEE:
        return open_ & ~f.crowded
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
        ev.later(_retreated, d, unit, was, space, rule)


def _retreated(d: Data, unit: int, was: int, space: int, rule: str) -> Retreated:
    words = f"{d.unit_names[unit]} {agree(d, unit, 'retreats', 'retreat')} to {d.place_ids[space]}."
    path, piece = (d.place_ids[was], d.place_ids[space]), d.unit_ids[unit]
    return Retreated(
        piece=piece, path=path, words=words, rule=rule, places=path[-1:], pieces=(piece,), side=ALLIED_SIDE
    )

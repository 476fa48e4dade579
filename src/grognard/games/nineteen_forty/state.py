"""The state of a game: plain data. Sets of hexes and sets of units are ints whose bits are the members."""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.games.nineteen_forty.compiled import compiled
from grognard.games.nineteen_forty.world import (
    ALLIED,
    BELGIUM,
    FRANCE,
    GERMAN,
    GERMANY,
    HOME,
    LUXEMBOURG,
    SEATS,
    World,
)
from grognard.kernel.contract import State
from grognard.kernel.events import Event, Events, Said

SOUND, REPULSED_NOW, REPULSED, ROUTED = range(4)
"""Disruption: none; by AR in this impulse; by AR earlier; by DR (7 Disruption)."""
OPENING, MOVING, CLOSING = range(3)
"""Stages of a movement phase (ruling 1): opening business, ordinary moves, exchanges at its end."""
AT_WAR = 1 << GERMANY | 1 << FRANCE


class Position(State):
    """A game of 1940 at one moment."""

    turn: int
    side: int
    impulse: int
    where: list[int]
    """For each unit its hex, or a spot off the map."""
    disrupted: list[int]
    german: int
    allied: int
    """Friendly territory of each side (5)."""
    war: int
    """Countries that are not neutral, as bits."""
    fresh: int
    """Countries that joined in this impulse (13 Neutral Status ¶1)."""
    assign_german: tuple[int, ...]
    assign_allied: tuple[int, ...]
    """For each army its army group, or -1."""
    attacks: tuple[tuple[int, ...], ...]
    """While attacks are declared: a unit and the hexes it attacks."""
    battles: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    """Attacks still to be resolved: target hexes, attacking units."""
    port_points: tuple[tuple[int, int], ...]
    """Units that moved into a port this phase and the points they have left, in quarters."""
    moved: int = 0
    entered: int = 0
    """Units that paid for entering over the map edge this phase."""
    unsupplied: int = 0
    retreated: int = 0
    dropped: int = 0
    landings: int = 0
    """Hexes where airborne units landed this impulse."""
    swiss_turn: int = -1
    """The turn in which Switzerland joined, or -1."""
    swiss_call: int = 0
    """1 from the invasion of Switzerland to the end of the next Allied impulse (14 Swiss Border Reserves)."""
    garrisons: int = 0
    fort_lost: bool = False
    """Whether the fortification of Eben Emael is destroyed (10 Eben Emael ¶1)."""
    air_german: int = 0
    air_allied: int = 0
    interdicted_german: int = 0
    interdicted_allied: int = 0
    """Hexes that the German (the Allied) player interdicts."""
    came_german: int = 0
    came_allied: int = 0
    came_swiss: int = 0
    """Reserves taken this turn."""
    reserve_hexes: int = 0
    stage: int = OPENING
    railed: bool = False
    embarked: tuple[int, ...] = ()
    """Divisions evacuated from each port this phase."""
    overfull: int = -1
    """The hex above the stacking limit that the next move must relieve, or -1 (ruling 10)."""
    released: int = 0
    release_turn: int = -1
    bef_turn: int = -1
    """The turn in which the last French army of the BEF's group was released, or -1."""
    bef_left: int = -1
    bef_corps_left: bool = False
    belgium_lost: bool = False
    surrendered: int = 0
    reacting: int = -1
    effort: int = -1
    objective: int = -1
    replaced: int = -1
    """The corps that the mountain corps replaces, or -1."""
    shown: bool = False
    """Whether the reacting Allied army group is known to all."""
    deployed: int = 0
    """The sides that have deployed, as bits."""
    placed: int = 0
    """While a side deploys: the units it has placed."""
    german_parts: tuple[int, ...] = ()
    allied_parts: tuple[int, ...] = ()
    """The divisions inside XXXIX Panzer Corps and inside the French armoured corps."""
    mechelen: bool = False
    late_alliance: bool = False
    french_air: bool = False
    paratroops_hold: bool = False


class Standing(NamedTuple):
    """Where the units of one side stand, as sets of hexes; parachute regiments are not counted."""

    occupied: int
    zones: int
    corps: int
    """Hexes with a corps."""
    crowd: int
    """Hexes with more than one unit."""
    sound: int
    """Hexes with a unit whose zone of control reaches everywhere; `zones` follows from these and `confined`."""
    confined: int
    """Zones of neutrals and of new allies, which end at their border (13 Neutral Status ¶1)."""
    shaken: int
    """Hexes with a disrupted unit."""


class Survey:
    """Who is where and who controls what, as sets. Pairs are for the German and the Allied side."""

    __slots__ = ("_at", "before", "corps", "crowd", "occupied", "regiments", "sides", "where", "zones")

    def __init__(self, german: Standing, allied: Standing, regiments: int, where: list[int]) -> None:
        self.sides = (german, allied)
        self.occupied = (german.occupied, allied.occupied)
        """Hexes with units other than parachute regiments."""
        self.regiments = regiments
        self.zones = (german.zones, allied.zones)
        self.corps = (german.corps, allied.corps)
        self.crowd = (german.crowd, allied.crowd)
        self.where = where
        self._at: dict[int, list[int]] | None = None
        self.before: tuple[Survey, int, int, int] | None = None
        """Where one move makes all the difference: the survey before it, the unit, the hexes it left and entered."""

    @property
    def at(self) -> dict[int, list[int]]:
        """The units in each hex (and in each spot off the map)."""
        if self._at is None:
            found: dict[int, list[int]] = {}
            for u, h in enumerate(self.where):
                if h in found:
                    found[h].append(u)
                else:
                    found[h] = [u]
            self._at = found
        return self._at

    def follows(self, before: Survey, u: int, start: int, end: int) -> None:
        """Notes that only one unit has moved since the survey before, and takes over what was counted there."""
        before.before = None  # no chains
        self.before = (before, u, start, end)
        at = before._at
        if at is not None:
            before._at = None  # counted again if anybody asks for it still
            self._at = at
            if len(at[start]) == 1:
                del at[start]
            else:
                at[start] = [x for x in at[start] if x != u]
            at[end] = sorted((*at[end], u)) if end in at else [u]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Survey) and all(
            getattr(self, name) == getattr(other, name) for name in ("sides", "regiments", "where")
        )

    __hash__ = None  # type: ignore[assignment]


def survey(s: Position) -> Survey:
    """Occupation and zones of control (4 ¶1, ruling 15); remembered as long as nothing moves."""
    w: World = s.data
    memo = w.memo
    if memo is not None and memo[0] == s.where and memo[1] == s.disrupted and memo[2] == (s.dropped, s.war, s.fresh):
        return memo[3]  # type: ignore[no-any-return]
    fast = compiled(w)
    if fast is not None:
        found: Survey = fast.survey(s)
        w.memo = (found.where, s.disrupted.copy(), (s.dropped, s.war, s.fresh), found)
        return found
    regiments = 0
    for u in w.airborne_units:
        if w.regiment[u] and s.where[u] < w.n:
            regiments |= w.bit[s.where[u]]
    german, allied = same_as(s, memo, GERMAN), same_as(s, memo, ALLIED)
    return remember(s, german or count_side(s, GERMAN), allied or count_side(s, ALLIED), regiments)


def same_as(s: Position, memo: Any, side: int) -> Standing | None:
    """Where a side stands, if nothing about its units has changed since the survey before."""
    w: World = s.data
    if memo is None:
        return None
    where, disrupted, (dropped, war, fresh), before = memo
    units = w.slice_of[side]
    if where[units] != s.where[units] or disrupted[units] != s.disrupted[units]:
        return None
    same = dropped == s.dropped if side == GERMAN else war & ~fresh == s.war & ~s.fresh  # Germany is always at war
    return before.sides[side] if same else None


def count_side(s: Position, side: int, without: int = -1) -> Standing:
    """Where a side stands; one unit can be left out."""
    w: World = s.data
    n, bit, zoc, home, load, regiment = w.n, w.bit, w.zoc, w.home_bit, w.load, w.regiment
    where, disrupted, dropped = s.where, s.disrupted, s.dropped
    free = s.war & ~s.fresh
    occupied = corps = crowd = sound = confined = shaken = 0
    for u in w.of_side[side]:
        h = where[u]
        if h >= n or u == without:
            continue
        here = bit[h]
        if disrupted[u]:
            shaken |= here
        if regiment[u]:
            continue
        crowd |= occupied & here
        occupied |= here
        if load[u] == 3:
            corps |= here
        if disrupted[u] or (dropped and dropped >> u & 1):
            continue
        if free & home[u]:
            sound |= here
        else:
            confined |= zoc[h] & w.countries[HOME[w.nation[u]]]  # 13 Neutral Status ¶1
    return Standing(occupied, w.zoc_steps.spread(sound) | confined, corps, crowd, sound, confined, shaken)


Counted = tuple[int, int, int, int, int, int, int]


def count_without(s: Position, around: Survey, u: int) -> Counted:
    """What `count_side` finds with one unit left out, from a survey with it: only what is near it is counted."""
    w: World = s.data
    free = s.war & ~s.fresh
    if w.regiment[u] or not free & w.home_bit[u]:
        return count_side(s, w.side[u], u)
    side, h = w.side[u], s.where[u]
    here = w.bit[h]
    occupied, zones, corps, crowd, sound, confined, shaken = around.sides[side]
    others = around.at[h]
    sounds = False
    if len(others) == 1:
        occupied ^= here
        if w.load[u] == 3:
            corps ^= here
        if shaken:
            shaken &= ~here
    else:
        disrupted, silent = s.disrupted, s.dropped
        others = [x for x in others if x != u and w.side[x] == side]
        if shaken & here and not any(disrupted[x] for x in others):
            shaken ^= here
        others = [x for x in others if not w.regiment[x]]
        if not others:
            occupied ^= here
        if len(others) < 2:
            crowd &= ~here
        if corps & here and not any(w.load[x] == 3 for x in others):
            corps ^= here
        sounds = any(not disrupted[x] and not silent >> x & 1 and free & w.home_bit[x] for x in others)
    if not sounds and sound & here:
        sound ^= here
        kept, zoc, bit = confined, w.zoc, w.bit
        for x in w.zoc_near[h]:
            if zoc[x] & sound:  # control of a hex is mutual
                kept |= bit[x]
        zones = zones & ~zoc[h] | kept
    return occupied, zones, corps, crowd, sound, confined, shaken


def remember(s: Position, german: Standing, allied: Standing, regiments: int) -> Survey:
    """Keeps a survey of the state as it stands, from what `count_side` found."""
    where = s.where.copy()
    found = Survey(german, allied, regiments, where)
    s.data.memo = (where, s.disrupted.copy(), (s.dropped, s.war, s.fresh), found)
    return found


def surveyed(s: Position, before: Survey, u: int, start: int, left: Counted) -> Survey:
    """What a new survey would find after one sound unit has moved; `left` is what `count_without` found before."""
    w: World = s.data
    end = s.where[u]
    here = w.bit[end]
    occupied, zones, corps, crowd, sound, confined, shaken = left
    moved = Standing(
        occupied | here,
        zones | w.zoc[end],
        corps | here if w.load[u] == 3 else corps,
        crowd | occupied & here,
        sound | here,
        confined,
        shaken,
    )
    german, allied = before.sides
    if w.side[u] == GERMAN:
        german = moved
    else:
        allied = moved
    after = remember(s, german, allied, before.regiments)
    after.follows(before, u, start, end)
    return after


def neutral_land(s: Position) -> int:
    """Hexes of countries that are still neutral."""
    w: World = s.data
    land = w.neutral_memo.get(s.war)
    if land is None:
        land = 0
        for c in range(len(w.countries)):
            if not s.war >> c & 1:
                land |= w.countries[c]
        w.neutral_memo[s.war] = land
    return land


def at_war(s: Position, u: int) -> bool:
    w: World = s.data
    return bool(s.war >> HOME[w.nation[u]] & 1)


def garrison_hexes(s: Position) -> int:
    """Hexes held by a living garrison, whether its country is at war or not."""
    w: World = s.data
    found = w.garrison_memo.get(s.garrisons)
    if found is None:
        found = 0
        for g, h in enumerate(w.garrison_hex):
            if s.garrisons >> g & 1:
                found |= w.bit[h]
        w.garrison_memo[s.garrisons] = found
    return found


def claim(s: Position, around: Survey | None = None) -> None:
    """Applies the first two priorities of friendly territory and remembers them (5 ¶1, rulings 16, 17, 20, 21)."""
    w: World = s.data
    fast = compiled(w)
    if fast is not None:
        fast.claim(s)
        return
    found = survey(s) if around is None else around
    occupied_g, occupied_a = found.occupied
    if s.paratroops_hold:
        occupied_g |= found.regiments
    zone_g, zone_a = found.zones
    weak = weak_zone(s, found, found.sides[GERMAN].sound)
    settle(s, occupied_g, occupied_a, zone_g, zone_a, w.land & ~neutral_land(s), weak)


def weak_zone(s: Position, around: Survey, sound: int, u: int = -1) -> int:
    """Hexes in the zone of no German unit but the air landing division without supply: it wins none (ruling 20).

    `sound` are the hexes of German units with zones of control. One unit can be left out of all."""
    w: World = s.data
    landed = w.air_landing
    if not s.unsupplied >> landed & 1 or s.where[landed] >= w.n or s.paratroops_hold:
        return 0
    h = s.where[landed]
    for x in around.at[h]:
        if not (x in (landed, u) or w.side[x] == ALLIED or w.regiment[x] or s.disrupted[x] or s.dropped >> x & 1):
            return 0
    others = sound & ~w.bit[h]
    found = 0
    for x in w.zoc_near[h]:
        if not w.zoc[x] & others:  # control of a hex is mutual
            found |= w.bit[x]
    return found


def settle(s: Position, occupied_g: int, occupied_a: int, zone_g: int, zone_a: int, live: int, weak: int) -> None:
    """Territory from what both sides occupy and control; `weak` are hexes that the German zone only denies."""
    held_g, held_a = zone_g | occupied_g, zone_a | occupied_a
    zone_g &= ~weak
    gained_g = (occupied_g & ~occupied_a | zone_g & ~held_a) & live
    gained_a = (occupied_a & ~occupied_g | zone_a & ~held_g) & live
    if s.garrisons:
        gained_g &= ~garrison_hexes(s)  # ruling 21
    german = s.german = (s.german | gained_g) & ~gained_a
    s.allied = (s.allied | gained_a) & ~gained_g
    _note_belgium(s, german)


Prospects = tuple[int, int, int, int]
"""Hexes that a side wins with a unit in them, and with a zone over them; that the enemy wins with a zone, and with a
unit, where the side has neither. Units of the side change nothing about them."""


def prospects_of(s: Position, side: int, theirs: int, their_zone: int, weak: int) -> Prospects:
    live = s.data.land & ~neutral_land(s)
    no_garrison = live & ~garrison_hexes(s) if s.garrisons else live  # ruling 21
    gain, lose = (no_garrison, live) if side == GERMAN else (live, no_garrison)
    winning = their_zone if side == GERMAN else their_zone & ~weak
    return gain & ~theirs, gain & ~theirs & ~their_zone, lose & winning, lose & theirs


def sweep(
    s: Position, side: int, path: list[int], trod: int, own: int, zone: int, weak: int, prospects: Prospects
) -> None:
    """What `settle` does for one step of a unit after the other: nobody is overrun, and no country joins.

    The first hex of the way is left already, `trod` are the others; the unit is not in the sets of its side."""
    w: World = s.data
    bit, zoc = w.bit, w.zoc
    to_unit, to_zone, their_zone, theirs = prospects
    ours, others = (s.german, s.allied) if side == GERMAN else (s.allied, s.german)
    contested, freed = their_zone & ~(own | zone), theirs & ~own
    if weak and side == GERMAN:
        zone &= ~weak
    swept = 0
    for h in path[1:]:
        swept |= zoc[h]
    if contested & (trod | swept):  # what is held only while the unit is there changes from step to step
        held = own & to_unit | zone & to_zone
        for h in path[1:]:
            gained = held | bit[h] & to_unit | zoc[h] & to_zone
            lost = freed | contested & ~(bit[h] | zoc[h])
            ours, others = (ours | gained) & ~lost, (others | lost) & ~gained
            _note_belgium(s, ours if side == GERMAN else others)
        s.german, s.allied = (ours, others) if side == GERMAN else (others, ours)
        return
    gained = (own | trod) & to_unit | (zone | swept) & to_zone
    lost = freed | contested
    ours, others = (ours | gained) & ~lost, (others | lost) & ~gained
    s.german, s.allied = (ours, others) if side == GERMAN else (others, ours)
    _note_belgium(s, s.german)


def _note_belgium(s: Position, german: int) -> None:
    """13 Belgium ¶1b (ruling 85)"""
    if not s.belgium_lost:
        cities = s.data.major[BELGIUM]
        s.belgium_lost = german & cities == cities


def friendly(s: Position, side: int) -> int:
    return s.german if side == GERMAN else s.allied


def joining_with(country: int) -> tuple[int, ...]:
    """The countries that an invasion of one brings in: from the Low Countries Belgium as well, which brings
    Luxembourg (13 Belgium ¶1a, Luxembourg ¶1)."""
    return (country,) if country == 5 else (country, BELGIUM, LUXEMBOURG)


def join(s: Position, country: int, ev: Events | None) -> None:
    """A neutral country is invaded and joins the Allies (13)."""
    w: World = s.data
    for c in joining_with(country):
        if s.war >> c & 1:
            continue
        s.war |= 1 << c
        s.fresh |= 1 << c
        s.allied |= w.countries[c]
        if c == 5:
            s.swiss_turn = s.turn
            s.swiss_call = 1
        if ev is not None:
            follows = {BELGIUM: "13 Belgium ¶1a", LUXEMBOURG: "13 Luxembourg ¶1"}
            ev.add(Joined(country=w.country_names[c], rule="13 ¶1" if c == country else follows[c]))


def invaded_by_entering(s: Position, h: int) -> int:
    """The neutral country that a German unit entering this hex would invade, or -1."""
    w: World = s.data
    country = w.country[h]
    return country if country >= 0 and not s.war >> country & 1 else -1


def eliminate(s: Position, u: int, ev: Events | None, rule: str = "", why: str = "") -> None:
    w: World = s.data
    h = s.where[u]
    s.where[u] = w.eliminated
    s.disrupted[u] = SOUND
    if ev is not None:
        place = (w.labels[h],) if h < w.n else ()
        ev.add(
            Lost(
                piece=w.ids[u],
                words=f"{w.unit_names[u]} is eliminated{why}.",
                rule=rule,
                places=place,
                pieces=(w.ids[u],),
            )
        )


def other(side: int) -> int:
    return 1 - side


def side_of(seat: str) -> int:
    return SEATS.index(seat)


def allowance(s: Position, u: int) -> int:
    """The movement points of a unit in this impulse, in quarters (6 ¶1, 8 Supply Effects ¶1, ruling 23)."""
    w: World = s.data
    points = w.move[u] * 4
    if s.impulse == 2:
        points >>= 1
    if s.unsupplied >> u & 1:
        points >>= 1
    if s.entered >> u & 1:
        points = max(0, points - 4 * w.book.surcharges.edge_entry)
    return points


def points_text(quarters: int) -> str:
    whole, rest = divmod(quarters, 4)
    fraction = ("", "¼", "½", "¾")[rest]
    return f"{whole or ''}{fraction}" if whole or fraction else "0"


# ----------------------------------------------------------------------------------------------- events


class Joined(Event, frozen=True):
    country: str

    def text(self, data: World) -> str:
        return f"{self.country} joins the Allies."


class Lost(Event, frozen=True):
    piece: str
    words: str

    def text(self, data: World) -> str:
        return self.words


class Placed(Event, frozen=True):
    piece: str
    words: str

    def text(self, data: World) -> str:
        return self.words


class Changed(Event, frozen=True):
    """A unit changes its condition: disrupted, recovered."""

    words: str

    def text(self, data: World) -> str:
        return self.words


def say(
    ev: Events | None, words: str, rule: str = "", places: tuple[str, ...] = (), pieces: tuple[str, ...] = ()
) -> None:
    if ev is not None:
        ev.add(Said(words=words, rule=rule, places=places, pieces=pieces))


__all__ = [
    "ALLIED", "AT_WAR", "CLOSING", "GERMAN", "MOVING", "OPENING", "REPULSED", "REPULSED_NOW", "ROUTED", "SOUND",
    "Changed", "Joined", "Lost", "Placed", "Position", "Prospects", "Standing", "Survey", "allowance", "at_war",
    "claim",
    "count_side", "count_without", "eliminate", "friendly", "garrison_hexes", "invaded_by_entering",
    "join", "joining_with", "neutral_land", "other", "points_text", "prospects_of", "remember", "say", "settle",
    "side_of", "survey", "surveyed", "sweep", "weak_zone",
]  # fmt: skip

# compiled as it stands
"""17. Command, 13 on where minor Allies may go, 15 on the mountain corps: where a unit may go of its own will."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.nineteen_forty.data.world import (
    ALLIED,
    BE,
    BELGIUM,
    BR,
    CH,
    DE,
    FR,
    FRANCE,
    GERMANY,
    HOLLAND,
    LUXEMBOURG,
    SEATS,
    SWITZERLAND,
    World,
)
from grognard.games.nineteen_forty.rules.state import Position, neutral_land
from grognard.kernel.rules import Choice, Chose, Events, Ints, Why, Whys
from grognard.maps import mask_of


def army_of(s: Position, u: int) -> int:
    """The army of a unit, or -1; the French armoured corps belongs to that of a division in it (ruling 90)."""
    w = s.data
    if u == w.french_armour:
        return max((w.army[x] for x in s.allied_parts), default=-1)
    return w.army[u]


def is_bound(s: Position, u: int) -> bool:
    """Whether a French or British army unit is held by its army group's boundary (17)."""
    army = army_of(s, u)
    if army < 0 or s.assign_allied[army] < 0:  # of no army, or one whose group is not known to who looks on
        return False
    return not is_released(s, army)


def is_released(s: Position, army: int) -> bool:
    """Whether an Allied army may cross the boundaries of army groups (17)."""
    if army == s.data.bef_army:
        return 0 <= s.bef_turn < s.turn  # 17 British ¶1a (ruling 96)
    return bool(s.released >> army & 1)


def group_at(w: World, h: int) -> int:
    """The Allied army group in whose area a hex lies."""
    return next(g for g, area in enumerate(w.allied_groups) if area >> h & 1)


def bounds(s: Position, u: int) -> int:
    """The hexes that a unit may enter of its own will, as far as countries and commands go."""
    w = s.data
    nation = w.nation[u]
    if nation == DE:
        if u == w.geb and not s.war & 1 << SWITZERLAND:
            return w.countries[GERMANY] | w.countries[SWITZERLAND]  # 15 German Mountain Corps ¶1 (ruling 91)
        return w.land
    here = s.where[u]
    open_land = w.land & ~neutral_land(s)  # 13 Neutral Status ¶1
    if nation in (FR, BR):
        if not is_bound(s, u):
            return open_land
        area = w.allied_groups[s.assign_allied[army_of(s, u)]]
        if here < w.n:
            area |= w.allied_groups[group_at(w, here)]  # also where it was forced to go (ruling 50)
        return open_land & area
    if nation == BE:
        allowed = w.countries[BELGIUM] | w.countries[LUXEMBOURG] | w.countries[GERMANY] | w.countries[HOLLAND]
        if s.belgium_lost:
            allowed |= w.countries[FRANCE]  # 13 Belgium ¶1b
        open_land &= ~w.countries[SWITZERLAND]
    else:
        allowed = w.countries[SWITZERLAND if nation == CH else HOLLAND]
    if here < w.n and not allowed >> here & 1:
        return open_land  # forced out already (ruling 50)
    return open_land & allowed


def why_not_bounds(s: Position, u: int, h: int) -> Iterator[Why]:
    """The conditions of country and command against entering a hex."""
    w = s.data
    if bounds(s, u) >> h & 1 or not w.land >> h & 1:
        return
    name, place, country = w.unit_names[u], w.labels[h], w.country[h]
    nation = w.nation[u]
    if nation == DE:
        yield Why(
            "15 German Mountain Corps ¶1",
            lambda: f"{name} may not leave Germany before Switzerland is invaded.",
            (place,),
        )
    elif not s.war >> country & 1:
        yield Why(
            "13 Neutral Status ¶1",
            lambda: f"{place} is in {w.country_names[country]}, which is neutral.",
            (place,),
        )
    elif nation in (FR, BR):
        rule = "17 British ¶1a" if w.army[u] == w.bef_army else "17 French ¶1a"
        group = w.group_titles[ALLIED][s.assign_allied[army_of(s, u)]]
        yield Why(rule, lambda: f"{name} belongs to the {group} and may not cross its boundary.", (place,))
    else:
        belgian = "13 Belgium ¶1b" if country == FRANCE else "13 Belgium ¶1a"
        rule = {BE: belgian, CH: "13 Switzerland ¶1"}.get(nation, "13 Holland ¶1a")
        yield Why(rule, lambda: f"{name} may not go to {w.country_names[country]} of its own will.", (place,))


# ---------------------------------------------------------------------------------------------- release


def why_no_release(s: Position) -> Iterator[Why]:
    """17 French ¶1b (ruling 95)"""
    w = s.data
    if s.turn < w.book.limits.release_from:
        yield Why("17 French ¶1b", lambda: f"No army may be released before turn {w.book.limits.release_from}.")
    if s.release_turn == s.turn:
        yield Why("17 French ¶1b", lambda: "An army has been released this turn already.")


def releasable(s: Position, army: int) -> Iterator[Why]:
    w = s.data
    token = w.armies[ALLIED][army]
    if army == w.bef_army:
        yield Why("17 British ¶1a", lambda: "The BEF is free once all French armies of its group are released.")
    elif s.released >> army & 1:
        yield Why("17 French ¶1b", lambda: f"The {w.army_names[token]} is released already.")


def release(s: Position, army: int, ev: Events | None) -> None:
    w = s.data
    s.released |= 1 << army
    s.release_turn = s.turn
    mates = [a for a in range(len(w.armies[ALLIED])) if a != w.bef_army and s.assign_allied[a] == w.bef_group]
    if s.bef_turn < 0 and all(s.released >> a & 1 for a in mates):
        s.bef_turn = s.turn
    if ev is not None:
        name = w.army_names[w.armies[ALLIED][army]]
        words = f"The {name} may now cross army group boundaries."
        ev.add(Chose(what="release", answer=name, words=words, rule="17 French ¶1b", side=SEATS[ALLIED]))


def release_armies(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    w = s.data
    return (mask_of(range(len(w.allied_armies))) & ~(s.released | 1 << w.bef_army)) << w.first_army[ALLIED]


def release_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    army = args[0] - w.first_army[ALLIED]
    if army < 0:
        name = w.army_names[w.army_ids[args[0]]]
        yield Why("17 French ¶1b", lambda: f"The {name} is not Allied.")
    else:
        yield from releasable(s, army)


# --------------------------------------------------------------------------------------- panzer corps


def why_not_effort(s: Position, u: int) -> Iterator[Why]:
    """17 German ¶1 (ruling 97): on turns 0 and 1 panzer corps attack only in the army group of effort."""
    w = s.data
    first, last = w.book.limits.restricted_turns
    if not (w.panzer_corps[u] and first <= s.turn <= last) or s.effort < 0:
        return
    h = s.where[u]
    if h < w.n and not w.effort[s.effort] >> h & 1:
        group = w.group_titles[0][s.effort]
        yield Why(
            "17 German ¶1",
            lambda: f"{w.unit_names[u]} in {w.labels[h]} is outside the area of {group}, the army group of effort.",
            (w.labels[h],),
            (w.ids[u],),
        )

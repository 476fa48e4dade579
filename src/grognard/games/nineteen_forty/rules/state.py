# compiled as it stands
"""The state of a game: plain data. Sets of hexes and sets of units are ints whose bits are the members."""

from __future__ import annotations

from grognard.games.nineteen_forty.data.world import (
    ALLIED,
    BELGIUM,
    FRANCE,
    GERMAN,
    GERMANY,
    LUXEMBOURG,
    SEATS,
    SIDES,
    SWITZERLAND,
    World,
)
from grognard.games.nineteen_forty.rules.facts import Facts
from grognard.games.nineteen_forty.rules.standing import Standing, Survey
from grognard.kernel.rules import Control, Event, Events, Lost, Said, State, Static, bits

SOUND, REPULSED_NOW, REPULSED, ROUTED = range(4)
"""Disruption: none; by AR in this impulse; by AR earlier; by DR (7 Disruption)."""
OPENING, MOVING, CLOSING = range(3)
"""Stages of a movement phase (ruling 1): opening business, ordinary moves, exchanges at its end."""
AT_WAR = 1 << GERMANY | 1 << FRANCE


class Position(State[World, Facts], kw_only=True):
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
    garrisons: int
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
    embarked: tuple[int, ...]
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
    mechelen: bool
    late_alliance: bool
    french_air: bool
    paratroops_hold: bool


def facts(s: Position) -> Facts:
    """What follows from the state, of the class that the data hold."""
    found = s.facts
    if found is None:
        found = s.facts = s.data.new_facts()
    return found


def survey(s: Position) -> Survey:
    """Occupation and zones of control (4 ¶1, ruling 15)."""
    return facts(s).survey(s)


def claim(s: Position, ev: Events | None = None) -> None:
    """Applies the first two priorities of friendly territory (5 ¶1, rulings 16, 17, 20, 21)."""
    held = s.german
    facts(s).claim(s)
    if ev is not None:
        tell_cities(s, held, ev)


def tell_cities(s: Position, held: int, ev: Events) -> None:
    """Which cities changed hands since the Germans held these hexes."""
    w = s.data
    for h in bits((s.german ^ held) & w.cities):
        side = GERMAN if s.german >> h & 1 else ALLIED
        words = f"{w.hex_name(h)} is now {SIDES[side]}."
        ev.add(Control(place=w.labels[h], words=words, rule="5 ¶1", places=(w.labels[h],), side=SEATS[side]))


def neutral_land(s: Position) -> int:
    """Hexes of countries that are still neutral."""
    return s.data.neutral_land[s.war]


def at_war(s: Position, u: int) -> bool:
    return bool(s.war & s.data.home_bit[u])


def garrison_hexes(s: Position) -> int:
    """Hexes held by a living garrison, whether its country is at war or not."""
    return s.data.garrison_hexes[s.garrisons]


def friendly(s: Position, side: int) -> int:
    return s.german if side == GERMAN else s.allied


def joining_with(country: int) -> tuple[int, ...]:
    """The countries that an invasion of one brings in: from the Low Countries Belgium as well, which brings
    Luxembourg (13 Belgium ¶1a, Luxembourg ¶1)."""
    return (country,) if country == SWITZERLAND else (country, BELGIUM, LUXEMBOURG)


def join(s: Position, country: int, ev: Events | None) -> None:
    """A neutral country is invaded and joins the Allies (13)."""
    w = s.data
    for c in joining_with(country):
        if s.war >> c & 1:
            continue
        s.war |= 1 << c
        s.fresh |= 1 << c
        s.allied |= w.countries[c]
        if c == SWITZERLAND:
            s.swiss_turn = s.turn
            s.swiss_call = 1
        if ev is not None:
            follows = {BELGIUM: "13 Belgium ¶1a", LUXEMBOURG: "13 Luxembourg ¶1"}
            ev.add(Joined(country=w.country_names[c], rule="13 ¶1" if c == country else follows[c]))


def invades(s: Position, h: int) -> bool:
    """Whether a German unit that enters this land hex invades a neutral country."""
    return not s.war >> s.data.country[h] & 1


def eliminate(s: Position, u: int, ev: Events | None, rule: str, cause: str, why: str = "") -> None:
    w = s.data
    h = s.where[u]
    s.where[u] = w.eliminated
    s.disrupted[u] = SOUND
    if ev is not None:
        place = (w.labels[h],) if h < w.n else ()
        ev.add(
            Lost(
                piece=w.ids[u],
                cause=cause,
                words=f"{w.unit_names[u]} is eliminated{why}.",
                rule=rule,
                side=SEATS[w.side[u]],
                places=place,
                pieces=(w.ids[u],),
            )
        )


def side_of(seat: str) -> int:
    return SEATS.index(seat)


def allowance(s: Position, u: int) -> int:
    """The movement points of a unit in this impulse, in quarters (6 ¶1, 8 Supply Effects ¶1, ruling 23)."""
    w = s.data
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

    def text(self, data: Static) -> str:
        return f"{self.country} joins the Allies."


def say(
    ev: Events | None, words: str, rule: str = "", places: tuple[str, ...] = (), pieces: tuple[str, ...] = ()
) -> None:
    if ev is not None:
        ev.add(Said(words=words, rule=rule, places=places, pieces=pieces))


def listener(ev: Events | None) -> Events | None:
    """For what a cause brings about, while the cause itself is still to be told; `tell` gives both in order."""
    return None if ev is None else Events()


def tell(ev: Events | None, cause: Event, effects: Events | None) -> None:
    if ev is not None:
        ev.add(cause)
        for happened in effects.items if effects is not None else ():
            ev.add(happened.event, happened.only, happened.public)


__all__ = [
    "ALLIED", "AT_WAR", "CLOSING", "GERMAN", "MOVING", "OPENING", "REPULSED", "REPULSED_NOW", "ROUTED", "SOUND",
    "Facts", "Joined", "Position", "Standing", "Survey", "allowance", "at_war", "claim",
    "eliminate", "facts", "friendly", "garrison_hexes", "invades", "join", "joining_with", "listener",
    "neutral_land", "points_text", "say", "side_of", "survey", "tell", "tell_cities",
]  # fmt: skip

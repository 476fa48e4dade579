"""A Spoiled Victory a second time, slow and plain, from the rulebook: movement, retreats, control, dice and odds.

It reads the data files itself and speaks of everything by name; of the program it looks at the fields of a state.
"""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "src/grognard/games/spoiled_victory/data"


@cache
def book(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


SPACES = {x["id"]: set(x["terrain"]) for x in book("map")["space"]}
TRACKS = {x["id"]: x["spaces"] for x in book("map")["track"]}
ROUTES = {x["id"]: x for x in book("map")["route"]}
UNITS = {x["id"]: x for x in book("units")["allied"]}
GERMANS = [x for track in TRACKS for x in book("units")["german"] if x["track"] == track]
CARDS = sorted(book("cards")["card"], key=lambda x: x["number"])
TURNS = book("scenario")["turn"]
SEA = {x["id"]: x["capacity"] for x in book("map")["sea"]}
PLACES = [*SPACES, *SEA, "pool", "lost", "embarked"]
NAMES = [*UNITS, *(f"evacuees-{i + 1}" for i in range(book("units")["evacuees"]["count"]))]


def joined(space: str, colour: str = "") -> set[str]:
    """The spaces connected with this one, by a colour or by any."""
    out = set()
    for line in book("map")["connection"]:
        if space in line["ends"] and colour in ("", line["colour"]):
            out |= set(line["ends"]) - {space}
    return out


class Oracle:
    """One state, read once."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.where = {unit: PLACES[place] for unit, place in zip(NAMES, s.loc, strict=True)}
        self.night = bool(TURNS[s.turn - 1]["night"])
        self.event = CARDS[s.event] if s.event >= 0 else {"effects": []}
        self.germans = {spaces[n]: track for (track, spaces), n in zip(TRACKS.items(), s.advance, strict=True)}
        self.behind = {x for spaces, n in zip(TRACKS.values(), s.advance, strict=True) for x in spaces[:n]}

    def units_in(self, place: str) -> set[str]:
        return {unit for unit, where in self.where.items() if where == place}

    def evacuee(self, unit: str) -> bool:
        return unit.startswith("evacuees-")

    def has(self, mask: int, unit: str) -> bool:
        return bool(mask >> NAMES.index(unit) & 1)

    def marsh(self, space: str) -> bool:
        """Marshes, and with the sluices open the Lowlands (3.1, 10.7)."""
        return "marsh" in SPACES[space] or (self.s.flooded and "lowlands" in SPACES[space])

    def effect(self, op: str) -> dict[str, Any] | None:
        return next((x for x in self.event["effects"] if x["op"] == op), None)

    # ------------------------------------------------------------------------------------------ 10.1 movement
    def room(self, space: str) -> bool:
        """Whether one more evacuee unit may end its move there (10.1.1)."""
        there = len([u for u in self.units_in(space) if self.evacuee(u)])
        if space in SPACES:
            return there < (4 if "east-jetty" in SPACES[space] else 2)
        return space == "staging" or there < SEA[space]

    def kept_out(self, unit: str) -> bool:
        """Whether the Belgian area is closed to a unit (10.1.7)."""
        if self.s.surrendered or self.evacuee(unit) or UNITS[unit].get("ghq"):
            return False
        return UNITS[unit]["nation"] in ("british", "french")

    def belgian(self, space: str) -> bool:
        """Tracks H, I and J; La Panne counts as track G (ruling 38)."""
        return space != "G5/H5" and any(space in TRACKS[t] for t in "HIJ")

    def stops(self, space: str) -> bool:
        """Units stop in a Marsh, and at a German who is not Engaged (10.1, 10.1.8)."""
        if self.marsh(space):
            return True
        engaged = self.s.engaged >> PLACES.index(space) & 1
        return space in self.germans and not engaged

    def far(self, unit: str, truck: bool) -> int:
        by_night = self.night and not (unit in UNITS and UNITS[unit].get("montgomery"))
        if truck:
            return 4 if by_night else 1000
        return 1 if by_night else 2

    def reach(self, unit: str, truck: bool) -> set[str]:
        """Where a unit on land may end a move, on foot or by truck, one step after another."""
        astray = self.has(self.s.astray, unit)
        start = self.where[unit]
        ends: set[str] = set()
        seen, front = {start}, {start}
        for _ in range(self.far(unit, truck)):
            after = set()
            for space in front:
                for other in joined(space):
                    if other in seen or other in self.behind:
                        continue
                    if self.kept_out(unit) and self.belgian(other) and not astray:
                        continue
                    seen.add(other)
                    ends.add(other)
                    if not self.stops(other):
                        after.add(other)
            front = after
            if not front:
                break
        if self.evacuee(unit):
            ends = {x for x in ends if self.room(x)}
        if astray:
            ends = {x for x in ends if not self.belgian(x)}
        return ends

    # ------------------------------------------------------------------------------------------ 9.3.4 retreats
    def retreats(self, unit: str) -> set[str]:
        """A connected space that is neither German-held nor behind a German; the Belgian area only at need."""
        open_ = {x for x in joined(self.where[unit]) if x not in self.germans and x not in self.behind}
        if self.evacuee(unit):
            return {x for x in open_ if self.room(x)}
        if self.kept_out(unit):
            return {x for x in open_ if not self.belgian(x)} or open_
        return open_

    # ------------------------------------------------------------------------------------------- 8.2, 11.5 control
    def german_control(self, space: str) -> bool:
        """A German unit there and no Allied one."""
        return space in self.germans and not self.units_in(space)

    def under_fire(self) -> set[str]:
        """The To England spaces on which evacuees are interdicted (8.2)."""
        out = {ROUTES["Z"]["spaces"][-1]}
        if self.german_control("I4/J2"):
            out.add(ROUTES["Y"]["spaces"][-1])
        if coast := self.effect("interdict-route"):
            out.add(ROUTES[coast["route"]]["spaces"][-1])
        return out

    # ---------------------------------------------------------------------------------------------- 11 evacuation
    def sailings(self, place: str) -> set[str]:
        """Where one Evacuation Move leads from a place (11.2, 11.3)."""
        out: set[str] = set()
        if place in SPACES:
            terrain = SPACES[place]
            if "beach" in terrain or "east-jetty" in terrain:
                if not self.shut(place):
                    out.add("staging")
            elif terrain & {"canal", "dunkirk"}:
                out |= {x for x in joined(place) if SPACES[x] & {"beach", "east-jetty"}}
        for route in ROUTES.values():
            if place in route["spaces"][:-1]:
                onward = route["spaces"][route["spaces"].index(place) + 1]
                if place != "staging" or self.s.turn >= route["opens"]:
                    out.add(onward)
        return {x for x in out if x not in self.germans and self.room(x)}

    def shut(self, place: str) -> bool:
        """By an event no Evacuation Move begins there."""
        forbid = self.effect("evac-forbid")
        if "east-jetty" in SPACES[place]:
            return self.s.harbour > 0 or (forbid is not None and forbid["start"] == "east-jetty")
        return forbid is not None and forbid["start"] == "beach"

    # --------------------------------------------------------------------------------------- 9.3 dice and odds
    def factor(self, unit: str) -> int:
        full = self.has(self.s.full, unit)
        if self.evacuee(unit):
            return 2 if full else 1
        return int(UNITS[unit]["full" if full else "reduced"])

    def german(self, track: str) -> dict[str, Any]:
        return GERMANS[self.s.on_track[list(TRACKS).index(track)]]

    def german_dice(self, track: str, space: str) -> int:
        """9.3a, and what the event adds for the unit's type."""
        n = list(TRACKS).index(track)
        unit, reduced = self.german(track), bool(self.s.reduced >> n & 1)
        dice = unit["reduced" if reduced else "full"] - self.night
        dice -= self.s.disrupted >> n & 1
        dice -= "town" in SPACES[space]
        if more := self.effect("german-attack-dice"):
            kind = unit["reduced_type" if reduced else "type"]
            if kind in more.get("types", [kind]):
                dice += more["value"]
        return max(1, int(dice))

    def allied_dice(self, unit: str) -> int:
        return max(1, self.factor(unit) - self.night)

    def defence(self, unit: str, space: str) -> int:
        """9.3b, and what the event adds."""
        helping = {"town", "la-panne"} if self.effect("no-canal-bonus") else {"town", "canal", "la-panne"}
        number = self.factor(unit) + bool(SPACES[space] & helping) - self.has(self.s.suppressed, unit)
        rearguard = self.effect("track-defence")
        if rearguard and self.s.rearguard >= 0 and space in list(TRACKS.values())[self.s.rearguard]:
            number += rearguard["value"]
        nation = self.effect("nation-defence")
        if nation and not self.evacuee(unit) and UNITS[unit]["nation"] == nation["nation"]:
            number += nation["value"]
        return max(1, number)


@cache
def wins(dice: int, defence: int) -> dict[int, Fraction]:
    """The chance of each number of Wins, four meaning four or more, by counting every roll (9.3c)."""
    tally: dict[int, int] = {}
    for roll in product(range(1, 7), repeat=dice):
        above = len([d for d in roll if d > defence])
        equal = len([d for d in roll if d == defence])
        n = min(4, above + equal // 2)
        tally[n] = tally.get(n, 0) + 1
    return {n: Fraction(count, 6**dice) for n, count in tally.items()}

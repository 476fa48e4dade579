"""The first invasion: where to land, and with whom."""

from __future__ import annotations

from grognard.games.fortress_europa.bots.battles import Drafted
from grognard.games.fortress_europa.data.world import GERMAN
from grognard.games.fortress_europa.rules.combat.strength import defending_factor
from grognard.games.fortress_europa.rules.landing.site import area_of
from grognard.games.fortress_europa.rules.standing import units_of
from grognard.games.fortress_europa.rules.state import Position, combat_factor
from grognard.kernel.rules import Deed, Game
from grognard.maps import members

SURE = 3.0
"""The odds that are wanted on every beach."""


def beach_defence(s: Position, h: int) -> int:
    return sum(defending_factor(s, x, False) for x in units_of(s, GERMAN, h))


def beach_worth(s: Position, h: int) -> float:
    """What a beach promises: what may land in its area, harbours and cities near, few defenders."""
    w = s.data
    area = w.areas[area_of(w, w.bit[h])]
    near = w.disc(h, 3)
    ports = sum(w.port_capacity[w.port_at[p]] for p in members(near & w.port_hexes))
    guards = sum(beach_defence(s, x) for x in members(w.disc(h, 1) & w.land))
    room = 0.5 * area.first + 2.0 * area.second
    return room + 0.5 * ports - 1.5 * beach_defence(s, h) - 0.4 * guards + near_goals(s, h)


def near_goals(s: Position, h: int) -> float:
    """A beach is the better, the nearer it is to what decides the game (33.1.5, 30.1)."""
    w = s.data
    return -0.5 * min(w.grid.distance(h, w.place_hex[name]) for name in ("Paris", "Bruxelles"))


def invasion(game: Game[Position], view: Position, seat: str) -> Deed | None:
    """The landing that promises most: one beach after the other, each with the odds that are wanted."""
    draft = Drafted(game, view, seat)
    s, w = draft.s, draft.s.data
    strength: dict[int, int] = {}
    while units := list(members(draft.offers().get("invade", 0))):
        u = max(units, key=lambda x: combat_factor(s, x))
        hexes = [h for h in members(draft.following("invade", u)) if draft.may("invade", u, h)]
        if not hexes:
            break

        def want(h: int) -> float:
            lack = max(0.0, SURE * beach_defence(s, h) - strength.get(h, 0))
            lesser = s.site and w.areas[area_of(w, s.site | w.bit[h])].first < w.areas[s.landing_area].first
            return beach_worth(s, h) + (6.0 if strength.get(h) and lack else 0.0) - (50.0 if lesser else 0.0)

        h = max(hexes, key=want)
        strength[h] = strength.get(h, 0) + combat_factor(s, u)
        draft.add("invade", u, h)
    return draft.done() if draft.parts and draft.is_complete() else None

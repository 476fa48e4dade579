# compiled as it stands
"""33.3, 33.4: what is special about December 1944, as short questions: where the lines are, who may attack whom, who
is surprised, who may go where. The rest of the game asks; set-up and steps of their own are in `december`."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.nations import nation
from grognard.games.fortress_europa.rules.standing import survey, units_of
from grognard.games.fortress_europa.rules.state import Position, on_map
from grognard.maps import Mask


def december(s: Position) -> bool:
    """Whether this is one of the two December scenarios."""
    return s.data.december[s.scenario]


def turns_in(s: Position) -> int:
    """0 on December III, 1 on December IV, and so on; less than 0 in other scenarios."""
    return s.turn - s.data.december_starts[s.scenario]


def offensive(s: Position) -> bool:
    """Whether this is the German turn of December III (33.3.9)."""
    return s.side == GERMAN and s.turn == s.data.december_starts[s.scenario]


# ------------------------------------------------------------------------------------ attacks of December III


def may_attack(s: Position, u: int) -> bool:
    """33.3.9-2: on December III only units that began in the belt attack (ruling 291)."""
    return not offensive(s) or bool(s.belt_units >> u & 1)


def may_be_attacked(s: Position, h: int) -> bool:
    """33.3.9-2: on December III only Americans between Moselle and Meuse are attacked."""
    w = s.data
    if not offensive(s):
        return True
    return bool(w.lines.between >> h & 1) and all(nation_is(s, u, "american") for u in units_of(s, ALLIED, h))


def nation_is(s: Position, u: int, name: str) -> bool:
    w = s.data
    return w.book.nation[w.nation[u]].id == name


def surprised(s: Position, hexes: Mask) -> bool:
    """33.3.9-3: whether an attack on these hexes, and on no others, is on the line in the first combat impulse
    (ruling 292)."""
    return offensive(s) and s.impulse == 1 and bool(hexes) and not hexes & ~s.data.lines.american


def routed(s: Position, u: int) -> bool:
    """33.3.9-3: a defender of that line must go, whatever his ground, and his owner moves him (ruling 293)."""
    w = s.data
    return w.side[u] == ALLIED and bool(s.battle_hexes >> s.where[u] & 1) and surprised(s, s.battle_hexes)


def peiper(s: Position, hexes: Mask) -> bool:
    """33.3.9-4: whether 1SS stands west of the start line in one of these hexes, which the Allies attack."""
    w = s.data
    if s.side != ALLIED or not december(s):
        return False
    h = s.where[w.unit[w.book.december.advance[0]]]
    return bool((hexes & w.lines.west) >> h & 1)


def advances(s: Position, u: int) -> bool:
    """33.3.9-4: 1SS and 150SS."""
    w = s.data
    return w.ids[u] in w.book.december.advance


def slips_through(s: Position, u: int) -> bool:
    """33.3.9-4: these two ignore enemy zones in the second move impulse of December III."""
    return offensive(s) and s.impulse == 2 and advances(s, u)


# ------------------------------------------------------------------------------------------------- movement


def note_start(s: Position) -> None:
    """33.3.9-5: as the Allied turn of December IV begins: who may move freely in it (ruling 296)."""
    w = s.data
    s.quick_units = 0
    if turns_in(s) != 1 or s.side != ALLIED:
        return
    line = w.lines.american
    enemies = survey(s).occupied[GERMAN]
    for u in w.of_side[ALLIED]:
        if w.ids[u] in w.book.december.full_movement:
            s.quick_units |= 1 << u
        elif on_map(s, u):
            near = w.adjacent[s.where[u]] & enemies
            if near & line or (near and line >> s.where[u] & 1):
                s.quick_units |= 1 << u


def slowed(s: Position, u: int) -> bool:
    """33.3.9-5: an American unit that has one hex an impulse on December IV."""
    return s.side == ALLIED and turns_in(s) == 1 and nation_is(s, u, "american") and not s.quick_units >> u & 1


def closed_rivers(s: Position, u: int) -> int:
    """33.3.7: British and Allied Minor units do not cross the Meuse; Canadians with the option (ruling 286)."""
    return s.data.lines.meuse if keeps_off_meuse(s, nation(s, u)) else 0


def keeps_off_meuse(s: Position, company: str) -> bool:
    return company == "british" and december(s)


def closed_ground(s: Position, u: int) -> Mask:
    """33.3.8: French units do not go north of Nancy; who is there stays or goes out (ruling 287)."""
    w = s.data
    if not december(s) or not nation_is(s, u, "french"):
        return 0
    north, h = w.north_of_nancy, s.where[u]
    if h >= w.n:
        return north
    for ring in w.steps.rings(w.land & ~north, w.land):
        if ring >> h & 1:
            return north  # nothing nearer to the way out is left
        north &= ~ring
    return north

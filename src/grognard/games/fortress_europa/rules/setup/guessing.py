"""What the Allied player may imagine behind his view: where hidden units are (3.3), what is under decoys (31.6,
31.7), and whose places hidden units fill where any unit may fill any box (31.8)."""

from __future__ import annotations

import random

from grognard.games.fortress_europa.data.world import DISTRICTS, GERMAN
from grognard.games.fortress_europa.rules.setup.deploying import (
    area,
    decoys_hide,
    fills,
    free_boxes,
    hiding_districts,
    open_hexes,
    slots_left,
)
from grognard.games.fortress_europa.rules.standing import fill_box, freeze, put, set_decoy, units_in
from grognard.games.fortress_europa.rules.state import (
    FIRST_COMBAT,
    FIRST_MOVE,
    NOWHERE,
    SECOND_COMBAT,
    SECOND_MOVE,
    Position,
)
from grognard.maps import members


def maybe(rng: random.Random) -> bool:
    """In half of the worlds."""
    return rng.random() < 0.5


def imagine(s: Position, rng: random.Random) -> None:
    """Fills in what the Allied player does not know."""
    w = s.data
    decoys = [i for i, h in enumerate(s.decoy_at) if h != NOWHERE and s.decoy_unit[i] < 0]
    rng.shuffle(decoys)
    if free_boxes(s):
        imagine_boxes(s, [s.decoy_at[i] for i in decoys] if decoys_hide(s) else [], rng)
    for u in sorted(w.of_side[GERMAN], key=lambda u: area(s, u, s.box[u]).bit_count()):  # the pickiest first
        under = s.where[u] == w.unknown or (decoys_hide(s) and s.where[u] == w.hidden)
        if under and s.notes[u] == NOWHERE:
            i = next((i for i in decoys if can_be_under(s, u, s.decoy_at[i])), decoys[0])
            decoys.remove(i)
            set_decoy(s, i, s.decoy_at[i], u)
            if s.where[u] == w.hidden:
                s.notes[u] = s.decoy_at[i]
            else:
                put(s, u, s.decoy_at[i])
                imagine_march(s, u, rng)
        elif s.where[u] == w.hidden and s.notes[u] == NOWHERE:
            s.notes[u] = rng.choice(members(open_hexes(s, u, s.box[u]) or area(s, u, s.box[u])))


def can_be_under(s: Position, u: int, h: int) -> bool:
    """Whether a unit can be under a decoy: in the hexes of its box during set-up, anywhere later (31.6)."""
    w = s.data
    return s.where[u] != w.hidden or bool(area(s, u, s.box[u]) >> h & 1)


def imagine_march(s: Position, u: int, rng: random.Random) -> None:
    """Whether a unit under a decoy has moved in this impulse, how, and whether aircraft saw it: nobody can tell
    (31.6)."""
    w, bit = s.data, 1 << u
    if s.side != GERMAN or s.phase not in (FIRST_MOVE, FIRST_COMBAT, SECOND_MOVE, SECOND_COMBAT):
        return
    if maybe(rng):
        return
    s.moved |= bit
    s.spent[u] = rng.randint(0, max(w.move[u]))
    if w.rail >> s.where[u] & 1 and maybe(rng):
        s.railed |= bit
    elif w.armored & bit and maybe(rng):
        s.slowed |= bit
    if s.phase in (FIRST_MOVE, FIRST_COMBAT) and maybe(rng):
        s.sighted |= bit


# ------------------------------------------------------------------------------------------- any box (31.8)


def imagine_boxes(s: Position, decoys: list[int], rng: random.Random) -> None:
    """31.8: hidden units fill the boxes that are not seen to be filled, in some order. Those under decoys are frozen
    like units in the open (31.7); who is hidden by note is frozen only as one of the two of 9.4."""
    w = s.data
    units = [u for u in units_in(s, w.hidden) if s.box[u] < 0]
    slots = [box for box, number in enumerate(slots_left(s)) for _ in range(number)]
    rng.shuffle(slots)
    rng.shuffle(units)
    units.sort(key=lambda u: not w.coastal_units >> u & 1)  # they fit into few boxes
    frozen: dict[int, int] = {}
    for u in units:
        fit = [box for box in slots if fits(s, u, box, decoys, frozen)]
        box = fit[0] if fit else slots[0]
        slots.remove(box)
        fill_box(s, u, box)
        if decoys:
            bind(s, u, box)
        elif w.coastal_units >> u & 1:
            frozen[box] = u
    if not decoys:
        imagine_frozen(s, units, frozen, rng)


def fits(s: Position, u: int, box: int, decoys: list[int], frozen: dict[int, int]) -> bool:
    """Whether a hidden unit may fill a box: under a decoy that lies in its area, or by note (9.4, 22.1)."""
    w = s.data
    if decoys:
        return fills(s, u, box) and any(area(s, u, box) >> h & 1 for h in decoys)
    return not w.coastal_units >> u & 1 or (box in hiding_districts(w) and box not in frozen)


def imagine_frozen(s: Position, units: list[int], frozen: dict[int, int], rng: random.Random) -> None:
    """9.4: of two districts one hidden unit each may be a frozen one; all others of districts and of the free box
    were chosen to be hidden, and no more than may be (ruling 31)."""
    w = s.data
    chosen = [u for u in units if s.box[u] != w.hidden_box and u not in frozen.values()]
    rng.shuffle(chosen)
    for u in list(chosen):
        box = s.box[u]
        too_many = len(chosen) > w.book.hidden.chosen
        if box in hiding_districts(w) and box not in frozen and (too_many or maybe(rng)):
            frozen[box] = u
            chosen.remove(u)
    for box, u in frozen.items():
        bind(s, u, box)


def bind(s: Position, u: int, box: int) -> None:
    """9.1: a unit is frozen with its district, unless the Allies have released it by now."""
    if box < len(DISTRICTS) and not s.released and not s.invaded >> box & 1:
        freeze(s, u, box)

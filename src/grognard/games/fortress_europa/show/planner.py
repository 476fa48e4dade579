"""14.3, 14.6: the plan of attack of a combat impulse: who attacks what at which odds, and what that leaves undone.

Battles are fought one by one, so that the plan is a wish: each battle is judged as if those planned before it had
been fought without anybody leaving his hex.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from grognard.games.fortress_europa.data.world import ALLIED, SEATS
from grognard.games.fortress_europa.rules.air.air import flying, tac_range
from grognard.games.fortress_europa.rules.air.naval import ship_support
from grognard.games.fortress_europa.rules.air.support import MISSIONS, first_landing
from grognard.games.fortress_europa.rules.combat.attacking import Attacking, begin_battle, end_duties
from grognard.games.fortress_europa.rules.combat.battle import call_off
from grognard.games.fortress_europa.rules.combat.duties import missed
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.nations import agree
from grognard.games.fortress_europa.rules.combat.obligation import attacks_due, even, owed
from grognard.games.fortress_europa.rules.combat.strength import (
    ILLEGAL,
    NOT_LOWERED,
    Addition,
    Reckoning,
    battle_odds,
    column_words,
    fighting,
    gunfire,
    reckon,
)
from grognard.games.fortress_europa.rules.movement.districts import attack_releases
from grognard.games.fortress_europa.rules.state import Position, combat_factor, invasion_now
from grognard.kernel.rules import Game
from grognard.kernel.rules.game import asked
from grognard.kernel.show import Plan, Reason, Target, Wanted
from grognard.maps import Mask, mask_of, members

GOOD = (2, 1)
"""Attacks at these odds or better are proposed though nobody must make them."""
RELEASES = "This attack is on frozen units: it releases all German units (9.1F)."


class Battle:
    """A battle of the plan: its hexes, its units, and the ships and aircraft that help."""

    def __init__(self, hexes: Mask) -> None:
        self.hexes = hexes
        self.units: list[int] = []
        self.ships: list[int] = []
        self.air: list[int] = []
        self.bombers: list[int] = []
        self.column = NOT_LOWERED
        self.why: list[Reason] = []
        self.actions: tuple[str, ...] = ()

    def added(self, v: Position) -> list[Addition]:
        found = gunfire(v.data, mask_of(self.ships))
        found += [Addition(v.data.aircraft[a].name, "17.10.2", columns=1) for a in self.air]
        return found + ([Addition("Carpet Bombing", "17.10.9", die=2)] if self.bombers else [])

    def reckoned(self, v: Position) -> Reckoning:
        return reckon(v, self.units, self.hexes, self.added(v), self.column)

    def pieces(self, v: Position) -> tuple[str, ...]:
        w = v.data
        return (
            *(w.ids[u] for u in self.units),
            *(w.ship_ids[x] for x in self.ships),
            *(w.aircraft_ids[a] for a in (*self.air, *self.bombers)),
        )


def plan(game: Game[Position], v: Position, seat: str, wanted: Sequence[Wanted], propose: bool) -> Plan | None:
    step = asked(v)
    if not isinstance(step, Attacking) or seat != SEATS[v.side]:
        return None
    battles = read(v, wanted)
    s = v.copy()
    call_off(s)
    possible = []
    for battle in battles:
        after = settle(game, v, s, seat, battle)
        if after is not None:
            s = after
            possible.append(battle)
    if propose:
        battles = possible
        for battle in proposed(s, battles):
            after = settle(game, v, s, seat, battle)
            if after is not None:
                s = after
                battles.append(battle)
    undone = tuple(why.reason() for why in chain(end_duties(s), attacks_due(s)))
    taken = mask_of(u for battle in battles for u in battle.units)
    rows = [row(v, battle, taken) for battle in battles]
    covered = 0
    for battle in battles:
        covered |= battle.hexes
    near = front(v).duty
    for hexes in front(v).able.values():
        near |= hexes
    rows += [row(v, Battle(1 << h), taken) for h in members(near & ~covered)]
    return Plan(tuple(rows), undone)


# ------------------------------------------------------------------------------------ what the player wants


def read(v: Position, wanted: Sequence[Wanted]) -> list[Battle]:
    """The battles that are wanted, as far as there are such hexes and units; the one that is declared is the first.
    Who stands in two of them is in the first."""
    w, f = v.data, front(v)
    battles: list[Battle] = []
    if v.battle_units:
        battles.append(declared(v))
    free = set(f.able) - set(members(v.battle_units))
    ships, air = set(range(len(w.ships))), set(range(len(w.aircraft)))
    for battle in battles:
        ships -= set(battle.ships)
        air -= {*battle.air, *battle.bombers}
    for want in wanted:
        hexes = mask_of(w.index[place] for place in want.targets if place in w.index) & f.targets
        if not hexes:
            continue
        battle = next((x for x in battles if x.hexes == hexes), None) or Battle(hexes)
        if battle not in battles and any(x.hexes & hexes for x in battles):
            continue
        for name in want.attackers:
            u = w.unit.get(name, -1)
            if u in free and not hexes & ~f.able[u] and agree(v, (*battle.units, u)):
                battle.units.append(u)
                free.discard(u)
            elif name in w.ship_ids and (x := w.ship_ids.index(name)) in ships & set(ship_support(v, hexes)):
                battle.ships.append(x)
                ships.discard(x)
            elif name in w.aircraft_ids and (a := w.aircraft_ids.index(name)) in air:
                if a in supporters(v, hexes) and not battle.bombers and len(battle.air) < w.book.air.support_most:
                    battle.air.append(a)
                    air.discard(a)
                elif a in bombers(v) and not battle.air and not battle.bombers:
                    battle.bombers.append(a)
                    air.discard(a)
        if battle.units and battle not in battles:
            battles.append(battle)
    return battles


def declared(v: Position) -> Battle:
    """The battle that is put together now."""
    battle = Battle(v.battle_hexes)
    battle.units = members(v.battle_units)
    battle.ships, battle.air = members(v.battle_ships), members(v.battle_air)
    battle.bombers = members(v.battle_carpet)
    battle.column = v.battle_column  # 15.8
    return battle


def supporters(v: Position, hexes: Mask) -> list[int]:
    """17.10.2: the aircraft that can support a battle on these hexes."""
    if v.impulse != 1 or hexes & ~tac_range(v, v.side):
        return []
    ready = flying(v, MISSIONS[v.side])
    return [a for a in ready if v.target[a] >= 0 and hexes >> v.target[a] & 1] if first_landing(v) else ready


def bombers(v: Position) -> list[int]:
    """17.10.9: the bombers that can fly Carpet Bombing."""
    used = v.carpet_month == v.data.month_of[v.turn]
    open_now = v.side == ALLIED and v.impulse == 1 and not used and not invasion_now(v)
    return flying(v, "carpet") if open_now else []


# ------------------------------------------------------------------------------------------ is it possible?


def settle(game: Game[Position], v: Position, s: Position, seat: str, battle: Battle) -> Position | None:
    """The position after the battle, as if nobody had left his hex; None if it cannot be fought after those that `s`
    has seen."""
    w = v.data
    mine = v.battle_units and battle.hexes == v.battle_hexes
    lead, *rest = battle.units
    labels = " ".join(w.labels[h] for h in members(battle.hexes))
    texts = [f"attack {w.ids[lead]} {labels}", *(f"with {w.ids[u]}" for u in rest)]
    texts += [f"ship {w.ship_ids[x]}" for x in battle.ships]
    texts += [f"support {w.aircraft_ids[a]}" for a in battle.air]
    texts += [f"carpet {w.aircraft_ids[a]}" for a in battle.bombers]
    scratch = s.copy()
    scratch.battle_column = battle.column
    for text in (*texts, "done"):
        reasons = game.why_not(scratch, seat, text)
        if reasons:
            battle.why = reasons
            return None
        if text != "done":
            game.add_part(scratch, game.read(scratch, seat, text))
    begin_battle(scratch, None)
    scratch.fought |= scratch.battle_units | scratch.battle_foes | scratch.battle_idle
    call_off(scratch)
    if mine:  # what has been declared is not declared again
        done = {w.ids[u] for u in members(v.battle_units)}
        done |= {w.ship_ids[x] for x in members(v.battle_ships)}
        done |= {w.aircraft_ids[a] for a in members(v.battle_air | v.battle_carpet)}
        texts = [text for text in texts[1:] if text.split()[1] not in done]
    if mine or not v.battle_units:
        battle.actions = (*texts, "done")
    else:
        battle.why = [Reason("14.3", "One battle at a time: this one comes after the one that is declared.")]
    return scratch


# --------------------------------------------------------------------------------------------- a proposal


def proposed(s: Position, have: Sequence[Battle]) -> Iterator[Battle]:
    """14.6: battles that miss as few duties as can be, with everyone in them who has nothing else to do; what else is
    worth an attack; and, where the odds are lowest, Ground Support and ships that would otherwise not be used."""
    w, f = s.data, front(s)
    missed(s)
    found = []
    for hexes, units in f.costs["best"]:
        battle = Battle(hexes)
        battle.units = list(units)
        found.append(battle)
    busy = {u for battle in found for u in battle.units}
    for u in sorted(set(f.able) - busy):
        fits = [b for b in found if not b.hexes & ~f.able[u] and agree(s, (*b.units, u))]
        fits = [b for b in fits if b.reckoned(s).base + 1 < len(w.book.column)]
        if fits and u not in f.inside:
            min(fits, key=lambda b: b.reckoned(s).base).units.append(u)
    found += worthwhile(s, found)
    guns = set(range(len(w.ships))) - {x for battle in have for x in battle.ships}
    for battle in found:
        ready = iter(x for x in ship_support(s, battle.hexes) if x in guns)
        while battle.reckoned(s).base == ILLEGAL and (ship := next(ready, None)) is not None:
            battle.ships.append(ship)
            guns.discard(ship)
    while s.impulse == 2 and (more := loudest(s, found, guns)) is not None:  # 19.4: else they fire no more this turn
        battle, ship = more
        battle.ships.append(ship)
        guns.discard(ship)
    used = {a for battle in have for a in (*battle.air, *battle.bombers)}
    for a in range(len(w.aircraft)):
        fits = [
            b for b in found
            if a not in used and a in supporters(s, b.hexes) and len(b.air) < w.book.air.support_most
            and b.reckoned(s).column + 1 < len(w.book.column)
        ]  # fmt: skip
        if fits:
            min(fits, key=lambda b: b.reckoned(s).column).air.append(a)
    # Where paratroopers landed on enemies is fought first (20.8).
    yield from sorted(found, key=lambda b: not b.hexes & f.first)


def loudest(s: Position, battles: Sequence[Battle], guns: set[int]) -> tuple[Battle, int] | None:
    """A naval unit that would better the odds of a battle, and that battle: where they are lowest."""
    for battle in sorted(battles, key=lambda b: b.reckoned(s).base):
        now = battle.reckoned(s).base
        for ship in ship_support(s, battle.hexes):
            if (
                ship in guns
                and reckon(s, battle.units, battle.hexes, [*battle.added(s), *gunfire(s.data, 1 << ship)]).base > now
            ):
                return battle, ship
    return None


def worthwhile(s: Position, due: Sequence[Battle]) -> list[Battle]:
    """What else can be attacked at good odds by those who have nothing to do, the best first; 33.4.1: at even odds
    where such attacks are owed. Frozen units are left alone (9.1F)."""
    w, f = s.data, front(s)
    least = even(w) if owed(s) else next(n for n, c in enumerate(w.book.column) if tuple(c.ratio) == GOOD)
    free = set(f.able) - {u for battle in due for u in battle.units} - set(f.inside)
    left = f.targets & ~f.frozen
    for battle in due:
        left &= ~battle.hexes
    found: list[Battle] = []
    while True:
        best, odds = None, least - 1
        for h in members(left):
            for lead in [u for u in sorted(free) if f.able[u] >> h & 1]:
                battle = Battle(1 << h)
                for u in (lead, *sorted(free)):
                    if f.able[u] >> h & 1 and u not in battle.units and agree(s, (*battle.units, u)):
                        battle.units.append(u)
                if battle.reckoned(s).base > odds:
                    best, odds = battle, battle.reckoned(s).base
        if best is None:
            return found
        for u in sorted(best.units, key=lambda u: combat_factor(s, u)):  # nobody comes for nothing
            fewer = [x for x in best.units if x != u]
            if fewer and reckon(s, fewer, best.hexes).base == odds:
                best.units = fewer
        found.append(best)
        free -= set(best.units)
        left &= ~best.hexes


# --------------------------------------------------------------------------------------------------- rows


def row(v: Position, battle: Battle, taken: int) -> Target:
    w, f = v.data, front(v)
    hexes, units = battle.hexes, battle.units
    near = [u for u in f.able if not hexes & ~f.able[u] and u not in units]
    could = [u for u in near if agree(v, (*units, u))]
    free = [u for u in could if not taken >> u & 1]
    joins = 0
    for u in units or near:
        joins |= f.able[u]
    ships = [x for x in ship_support(v, hexes) if x not in battle.ships]
    air = [a for a in supporters(v, hexes) if a not in battle.air] if not battle.bombers else []
    carpet = [a for a in bombers(v) if a not in battle.bombers] if not battle.air else []
    now = battle.reckoned(v)
    places = tuple(w.labels[h] for h in members(hexes))
    releases = bool(units) and v.side == ALLIED and attack_releases(v, hexes, units)
    return Target(
        targets=places,
        title=", ".join(w.hex_name(h) for h in members(hexes)),
        against=tuple(w.ids[x] for h in members(hexes) for x in fighting(v, h, 1 - v.side)),
        attackers=battle.pieces(v),
        declared=declared(v).pieces(v) if v.battle_units and hexes == v.battle_hexes else (),
        could=(
            *(w.ids[u] for u in could),
            *(w.ship_ids[x] for x in ships),
            *(w.aircraft_ids[a] for a in (*air, *carpet)),
        ),
        joins=tuple(w.labels[h] for h in members(joins & ~hexes)),
        odds=battle_odds(v, now) if units and now.base != ILLEGAL else None,
        ratio=ratio_of(v, now) if units else "",
        best=best_odds(v, battle, free),
        duty="14.6A" if f.duty & hexes else "",
        warnings=(RELEASES,) if releases else (),
        why=tuple(battle.why),
        actions=battle.actions,
    )


def ratio_of(v: Position, r: Reckoning) -> str:
    return "worse than 1-6" if r.base == ILLEGAL else column_words(v.data, r.column)


def best_odds(v: Position, battle: Battle, free: Sequence[int]) -> str:
    """The odds with everyone of one nationality who is in no other battle."""
    best = -2
    for first in free or battle.units[:1]:
        together = list(battle.units)
        for u in (first, *free):
            if u not in together and agree(v, (*together, u)):
                together.append(u)
        r = reckon(v, together, battle.hexes, battle.added(v), battle.column)
        best = max(best, ILLEGAL if r.base == ILLEGAL else r.column)
    if best < ILLEGAL:
        return ""
    return "worse than 1-6" if best == ILLEGAL else column_words(v.data, best)

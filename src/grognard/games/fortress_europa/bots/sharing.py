"""How the attacks of a combat impulse are shared out: who fights whom, so that all battles together bring most."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.games.fortress_europa.bots.odds import HOPELESS, Stake, worth
from grognard.games.fortress_europa.bots.picture import Picture
from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.combat.front import Front
from grognard.games.fortress_europa.rules.combat.nations import agree
from grognard.games.fortress_europa.rules.combat.strength import (
    additions,
    attacking_factor,
    base_column,
    behind_river,
    defending_factor,
    fighting,
)
from grognard.games.fortress_europa.rules.state import Position
from grognard.maps import Mask, mask_of, members

MISSED = 40.0
"""What it costs to leave out an enemy who must be attacked, or a unit that must attack (14.6)."""
ROUNDS = 6
"""So often everybody is asked whether he would do better elsewhere."""
BETTER = 0.01


class Battle:
    """Hexes that are attacked together, and by whom."""

    __slots__ = ("brings", "hexes", "units")

    def __init__(self, hexes: Mask, units: list[int], brings: float) -> None:
        self.hexes, self.units, self.brings = hexes, units, brings


class Sharing:
    """The battles that together bring most, as far as single changes find them."""

    def __init__(self, s: Position, picture: Picture, f: Front, able: int) -> None:
        self.s, self.picture, self.f = s, picture, f
        targets = f.targets & ~f.apart if s.side == ALLIED else f.targets
        self.near = {u: f.able[u] & targets for u in members(able) if f.able[u] & targets}
        self.known: dict[tuple[Mask, int], float] = {}
        self.battles: list[Battle] = []
        for units, hexes in self.parts():
            self.battles += self.shared(units, hexes)

    def parts(self) -> Iterable[tuple[list[int], Mask]]:
        """Units that have to do with each other, and the enemies next to them."""
        left = dict(self.near)
        while left:
            u, hexes = left.popitem()
            units, grown = [u], True
            while grown:
                grown = False
                for x, near in list(left.items()):
                    if near & hexes:
                        hexes |= near
                        units.append(x)
                        del left[x]
                        grown = True
            yield units, hexes

    # ------------------------------------------------------------------------------------ what it brings

    def brings(self, hexes: Mask, units: Iterable[int]) -> float:
        """What a battle brings; less than nothing if somebody who must be attacked is not."""
        mask = mask_of(units)
        found = self.known.get((hexes, mask))
        if found is None:
            found = self.known[hexes, mask] = self._brings(hexes, members(mask))
        return found

    def _brings(self, hexes: Mask, units: list[int]) -> float:
        s, picture = self.s, self.picture
        owed = MISSED * (hexes & self.f.duty).bit_count()
        if not units:
            return -owed
        attack = sum(attacking_factor(s, u, hexes, units) for u in units)
        defence, foes, ground = 0, [], picture.style.bold
        for h in members(hexes):
            behind = behind_river(s, h, units)
            ground += picture.ground(h)
            for x in fighting(s, h, 1 - s.side):
                foes.append(x)
                defence += defending_factor(s, x, behind)
        die = sum(a.die for a in additions(s, units, hexes))
        column = base_column(s.data, attack, defence)
        found = worth(s.data, column, die, Stake(s, units), Stake(s, foes), ground, picture.care)
        return found if found > HOPELESS else -owed - MISSED * len(units)

    def idle(self, u: int) -> float:
        """What it brings to leave a unit out."""
        return -MISSED if self.f.must >> u & 1 else 0.0

    def fits(self, battle: Battle, u: int) -> bool:
        return not battle.hexes & ~self.near[u] and agree(self.s, (*battle.units, u))

    # ------------------------------------------------------------------------------------- sharing out

    def shared(self, units: list[int], hexes: Mask) -> list[Battle]:
        battles = [Battle(1 << h, [], self.brings(1 << h, ())) for h in members(hexes)]
        home: dict[int, Battle | None] = dict.fromkeys(units)
        units.sort(key=lambda u: (self.near[u].bit_count(), -attacking_factor(self.s, u, self.near[u])))
        for _ in range(ROUNDS):
            changed = False
            for u in units:
                changed |= self.move(u, home, battles)
            changed |= self.join(home, battles)
            if not changed:
                break
        return [battle for battle in battles if battle.units]

    def move(self, u: int, home: dict[int, Battle | None], battles: list[Battle]) -> bool:
        """A unit goes to the battle where it helps most; whether it has changed."""
        old = home[u]
        less = [x for x in old.units if x != u] if old is not None else []
        without = self.brings(old.hexes, less) if old is not None else 0.0
        stays = old.brings - without if old is not None else self.idle(u)
        best, most = old, stays + BETTER
        if old is not None and without - old.brings + self.idle(u) > BETTER:
            best, most = None, self.idle(u)
        for battle in battles:
            if battle is not old and self.fits(battle, u):
                gain = self.brings(battle.hexes, (*battle.units, u)) - battle.brings
                if gain > most:
                    best, most = battle, gain
        if best is old:
            return False
        if old is not None:
            old.units, old.brings = less, without
        if best is not None:
            best.units = [*best.units, u]
            best.brings = self.brings(best.hexes, best.units)
        home[u] = best
        return True

    def join(self, home: dict[int, Battle | None], battles: list[Battle]) -> bool:
        """Two battles become one where that brings more: those who are next to both fight on."""
        for first in battles:
            for second in battles:
                if first is second or not (first.units or second.units):
                    continue
                hexes = first.hexes | second.hexes
                both = [*first.units, *second.units]
                units = [u for u in both if not hexes & ~self.near[u]]
                if not units or not agree(self.s, units):
                    continue
                left_out = sum(self.idle(u) for u in both if u not in units)
                brings = self.brings(hexes, units)
                if brings + left_out > first.brings + second.brings + BETTER:
                    for u in both:
                        home[u] = first if u in units else None
                    first.hexes, first.units, first.brings = hexes, units, brings
                    battles.remove(second)
                    return True
        return False

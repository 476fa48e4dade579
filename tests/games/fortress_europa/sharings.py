"""Every way to share out the attacks of a small front, with ships and fortresses (14.6 to 14.13, 19.4)."""

from __future__ import annotations

from itertools import combinations, product

from grognard.games.fortress_europa.rules.air.naval import ship_support
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.nations import nation
from grognard.games.fortress_europa.rules.combat.strength import ILLEGAL, gunfire, reckon
from grognard.maps import mask_of, members


def together(s, units):
    """6.2: of one nationality; rangers and commandoes join anybody."""
    return len({nation(s, u) for u in units} - {""}) <= 1


class Sharings:
    """All sharings of a small front."""

    def __init__(self, s):
        self.s, self.w, self.f = s, s.data, front(s)
        self.hexes = members(self.f.targets & ~self.f.apart)
        self.units = list(self.f.able)
        self.known: dict[tuple[int, tuple[int, ...], int], bool] = {}
        self.battles = [mask_of(some) for n in range(1, len(self.hexes) + 1) for some in combinations(self.hexes, n)]
        self.ships = [
            ship for ship in range(len(self.w.ships)) if any(ship in ship_support(s, b) for b in self.battles)
        ]

    def legal(self, hexes, units, ships=0):
        """14.8, with these ships (ruling 125)."""
        key = (hexes, units, ships)
        if key not in self.known:
            odds = reckon(self.s, units, hexes, gunfire(self.w, ships))
            self.known[key] = together(self.s, units) and odds.base != ILLEGAL
        return self.known[key]

    def can_be_fought(self, battles):
        """Whether the ships can be shared out so that all battles are legal (19.4: each supports one)."""
        needy = [(hexes, units) for hexes, units in battles if not self.legal(hexes, units)]
        if not all(together(self.s, units) for _, units in needy):
            return False
        for given in product(range(-1, len(needy)), repeat=len(self.ships)):
            if all(
                n < 0 or ship in ship_support(self.s, needy[n][0]) for ship, n in zip(self.ships, given, strict=True)
            ) and all(
                self.legal(*battle, mask_of(ship for ship, x in zip(self.ships, given, strict=True) if x == n))
                for n, battle in enumerate(needy)
            ):
                return True
        return False

    def cost(self, sharing):
        """The duties that a sharing misses, or None where it is no sharing."""
        groups: dict[int, list[int]] = {}
        for u, hexes in zip(self.units, sharing, strict=True):
            if hexes:
                groups.setdefault(hexes, []).append(u)
        battles = [(hexes, tuple(units)) for hexes, units in groups.items()]
        if (
            sum(hexes.bit_count() for hexes, _ in battles)
            > mask_of(h for b, _ in battles for h in members(b)).bit_count()
        ):
            return None
        if not self.can_be_fought(battles):
            return None
        taken, duty = 0, self.f.duty
        for hexes, units in battles:
            taken |= hexes
            for u in units:
                if u in self.f.inside:  # 14.13: then everybody beside the fortress must be attacked
                    duty |= self.w.adjacent[self.f.inside[u]] & self.f.targets
        lost = (duty & ~taken).bit_count()
        for u, hexes in zip(self.units, sharing, strict=True):
            if not hexes and self.f.must >> u & 1:
                near = self.f.able[u] & ~self.f.apart
                others = [units for where, units in battles if where & near]
                lost += not (near.bit_count() == 1 and any(not together(self.s, (*units, u)) for units in others))
        return lost

    def every(self):
        """Each sharing with its cost."""
        choices = [[0, *(b for b in self.battles if not b & ~self.f.able[u])] for u in self.units]
        for sharing in product(*choices):
            cost = self.cost(sharing)
            if cost is not None:
                yield sharing, cost

# compiled as it stands
"""The arithmetic of an attack: factors, terrain (7), fortifications (10), drops (11), armour (12), air (9).

Strengths are ints in units of 1/4096 of a factor, so that every halving is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN, World
from grognard.games.nineteen_forty.rules.state import Position
from grognard.kernel.show import Modifier

ONE = 4096


def garrison_at(s: Position, h: int) -> int:
    """The factors of a living garrison in a hex (10 Eben Emael ¶1, 13 Holland ¶1c)."""
    w = s.data
    for g, place in enumerate(w.garrison_hex):
        if place == h and s.garrisons >> g & 1:
            return w.garrison_strength[g]
    return 0


def garrison_rule(w: World, h: int) -> str:
    """The paragraph of the garrison in a hex: Liege's with its fort, or Maastricht's."""
    fort = any(w.garrison_fort[g] for g, place in enumerate(w.garrison_hex) if place == h)
    return "10 Eben Emael ¶1" if fort else "13 Holland ¶1c"


def fort_of(s: Position, a: int, b: int) -> int:
    """The fortification met by a German attack from a into b: 0 none, 1 minor, 2 major (10 ¶1).

    Only Eben Emael can be lost (10 ¶2)."""
    w = s.data
    edge = w.edges[a, b]
    if edge.eben and s.fort_lost:
        return 0
    return edge.fort


def rivers(s: Position, attackers: Iterable[int], targets: Iterable[int]) -> list[int]:
    """The minor river sides that this attack crosses (7 Terrain ¶1b), numbered; drops cancel theirs (ruling 42)."""
    w = s.data
    found = {w.edges[s.where[u], t].river for u in attackers for t in targets if not s.landings >> t & 1}
    found.discard(-1)
    return sorted(found)


def halvings(s: Position, u: int, targets: Iterable[int], failed: Iterable[int]) -> list[tuple[int, str, str]]:
    """How often an attacker is halved, each with its reason and rule (ruling 37)."""
    w = s.data
    found = []
    if s.unsupplied >> u & 1:
        found.append((1, "out of supply", "8 Supply Effects ¶1"))
    here = s.where[u]
    targets = tuple(targets)
    for t in targets:
        at = f" at {w.labels[t]}" if len(targets) > 1 else ""
        edge = w.edges[here, t]
        landed = s.landings >> t & 1
        if not landed:
            if edge.halvings:
                what = "causeway" if edge.kind == "causeway" else "major river"
                rule = "6 Sea Hexsides ¶1" if edge.kind == "causeway" else "11 Effects ¶1"  # ruling 43
                found.append((edge.halvings, what + at, rule))
            if edge.river in failed:
                found.append((1, "no bridgehead" + at, "7 Terrain ¶1a"))
        if w.side[u] == GERMAN:
            fort = fort_of(s, here, t)
            if fort == 2:
                found.append((w.fort_halvings[2], "Maginot Line" + at, "10 Outflanking Example 2"))
            elif fort == 1 and not landed:
                found.append((w.fort_halvings[1], "minor fortification" + at, "11 Effects ¶1"))  # ruling 43
        if w.armour[u] and w.armour_halved >> t & 1:
            terrain = w.terrains[w.terrain[t]]
            what = terrain.name.lower() if terrain.armour_halved else _city(w, t)
            found.append((1, f"armor against {what}{at}", "7 ¶5b"))
    return found


def _city(w: World, h: int) -> str:
    return f"a {w.city_kind[h].replace('-', ' ')}"


def attack_strength(s: Position, attackers: Sequence[int], targets: Sequence[int], failed: Iterable[int]) -> int:
    w = s.data
    total = 0
    for u in attackers:
        total += w.combat[u] * ONE >> sum(n for n, _, _ in halvings(s, u, targets, failed))
    return total


def defenders(s: Position, targets: Iterable[int], side: int) -> list[int]:
    """All units of the defending side in these hexes, regiments included."""
    return [u for t in targets for u in units_in(s, t, side)]


def units_in(s: Position, h: int, side: int) -> list[int]:
    """The units of a side in a hex; for one hex this is sooner found than by a new survey."""
    w = s.data
    where = s.where
    return [u for u in w.of_side[side] if where[u] == h]


def counting(s: Position, target: int, side: int) -> list[int]:
    """The defenders in a hex that add to its defence (7 Retreat ¶1f, ruling 46)."""
    w = s.data
    there = [u for u in units_in(s, target, side) if not w.regiment[u]]
    return [u for u in there if not s.retreated >> u & 1] or there


def through_maginot(s: Position, attackers: Iterable[int], target: int) -> bool:
    return any(fort_of(s, s.where[u], target) == 2 for u in attackers)


def defence_strength(s: Position, attackers: Sequence[int], targets: Iterable[int], side: int) -> int:
    w = s.data
    total = 0
    for t in targets:
        there = counting(s, t, side)
        for u in there:
            total += w.combat[u] * ONE >> (s.unsupplied >> u & 1)
        if side == ALLIED:
            total += garrison_at(s, t) * ONE
            if there and through_maginot(s, attackers, t):
                total += ONE  # 10 Maginot Line ¶1, 10 Outflanking ¶1b
    return total


def armour_bonus(s: Position, attackers: Sequence[int], targets: Iterable[int], side: int) -> bool:
    """12 ¶1, 12 ¶2 (rulings 77, 78)"""
    w = s.data
    armour = others = 0
    for u in attackers:
        if not w.motorized[u]:
            return False
        if w.armour[u]:
            armour += w.load[u]
        else:
            others += w.load[u]
    if not armour or others > armour:
        return False
    return not any(w.motorized[u] for t in targets for u in counting(s, t, side))


def terrain_columns(s: Position, attackers: Sequence[int], target: int) -> int:
    w = s.data
    if all(w.mountain_unit[u] for u in attackers):
        return w.mountain_columns[target]
    return w.columns[target]


def shifts(s: Position, attackers: Sequence[int], targets: Sequence[int], side: int) -> list[Modifier]:
    """Columns of terrain and armour; `side` defends."""
    w = s.data
    found = []
    for t in targets:
        n = terrain_columns(s, attackers, t)
        if n:
            name = w.terrains[w.terrain[t]].name.lower()
            found.append(Modifier(-n, f"{name} in {w.labels[t]}", "7 ¶5b"))
    if armour_bonus(s, attackers, targets, side):
        found.append(Modifier(1, "armor against units that are not motorized", "12 ¶1"))
    return found


def base_column(w: World, attack: int, defence: int) -> int:
    """The ratio rounded down to a column of the table (7 ¶4b, rulings 40, 41)."""
    found = 0
    for column, (more, less) in enumerate(w.crt_ratio):
        if attack * less >= defence * more:
            found = column
    return found


def column(
    s: Position, attackers: Sequence[int], targets: Sequence[int], side: int, failed: Iterable[int], air: int
) -> int:
    """The column of an attack on hexes held by `side`; `air` counts in favour of the attacker (ruling 39)."""
    w = s.data
    found = base_column(
        w, attack_strength(s, attackers, targets, failed), defence_strength(s, attackers, targets, side)
    )
    for t in targets:
        found -= terrain_columns(s, attackers, t)
    if armour_bonus(s, attackers, targets, side):
        found += 1
    found += air
    return min(max(found, 0), len(w.crt) - 1)


def works(s: Position, result: str, attackers: Sequence[int], target: int, side: int) -> bool:
    """Whether DR or DR* moves the defenders of one hex (7, 10 Outflanking, 11 Fortifications ¶1a; rulings 38, 67,
    68); 10 Outflanking Example 1 is a DR* that a fortification holds."""
    w = s.data
    starred = result == "DR*"
    if starred and w.dr_star >> target & 1:
        return False
    if side != ALLIED:
        return True
    flanked = any(fort_of(s, s.where[u], target) == 0 for u in attackers)  # always so where nothing is fortified
    landed = bool(s.landings >> target & 1)
    if w.maginot >> target & 1:
        return (flanked and landed) if starred else (flanked or landed)
    return not starred or flanked or landed


def why_held(s: Position, result: str, attackers: Sequence[int], target: int, side: int) -> tuple[str, str]:
    """Where DR or DR* does not work: the rule and words for what protects the defenders of a hex."""
    w = s.data
    if result == "DR*" and w.dr_star >> target & 1:
        terrain = w.terrains[w.terrain[target]]
        what = terrain.name.lower() if terrain.dr_star else _city(w, target)
        return "7 Combat Results DR", f"DR* has no effect on units in {what}"
    flanked = any(fort_of(s, s.where[u], target) == 0 for u in attackers)
    if not w.maginot >> target & 1:
        return "10 Minor Fortifications ¶1", "all attack through the minor fortification, which ignores DR*"
    if flanked:
        return "10 Outflanking ¶1a", "the Maginot Line is outflanked, but still ignores DR*"
    if s.landings >> target & 1:
        return "11 Fortifications ¶1b", "a drop lets DR work on the Maginot Line, DR* only if it is outflanked too"
    return "10 Maginot Line ¶1", f"nobody outflanks the Maginot Line, which ignores {result}"


def in_factors(strength: int) -> str:
    """A strength for people: 3, 2½, 4⅛."""
    value = Fraction(strength, ONE)
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    known = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
    return f"{whole or ''}{known[rest]}" if rest in known else f"{float(value):g}"

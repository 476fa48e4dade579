# compiled as it stands
"""14.4, 15.1, 16: the arithmetic of a battle: factors on their ground, what is added to them, odds and column.

A battle is some attackers and some hexes. Every halving and doubling, and everything that is added, has a name and a
rule, so that the total, the log and the odds read from one list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grognard.games.fortress_europa.data.world import GERMAN, TERRAINS, World
from grognard.games.fortress_europa.rules.landing.airborne import varsity_bonus
from grognard.games.fortress_europa.rules.landing.invasion import landing_bonus
from grognard.games.fortress_europa.rules.setup.ardennes import peiper, surprised
from grognard.games.fortress_europa.rules.standing import facts
from grognard.games.fortress_europa.rules.state import Position, combat_factor, fortress, on
from grognard.kernel.show import Modifier, Odds, OddsRow
from grognard.kernel.show.words import agree, listed
from grognard.maps import Mask, mask_of, members

ILLEGAL = -1
"""`base`: worse than 1-6 (14.8)."""
NOT_LOWERED = -1
"""`declared`: the attacker takes the odds as they are (15.8)."""


class Counted(NamedTuple):
    """A unit's part in a battle: its factor there and, where somebody asks, why it is not the printed one."""

    unit: int
    factor: int
    notes: tuple[tuple[str, str], ...] = ()
    """Words and rules."""


class Addition(NamedTuple):
    """Something that is added to a battle: to the attack, to the column, or to the die."""

    name: str
    rule: str
    factors: int = 0
    columns: int = 0
    die: int = 0


class Reckoning(NamedTuple):
    """A battle in numbers."""

    hexes: Mask
    attackers: tuple[Counted, ...]
    defenders: tuple[Counted, ...]
    added: tuple[Addition, ...]
    attack: int
    defence: int
    base: int
    """The column of the odds, or ILLEGAL."""
    declared: int
    """The column that the attacker declares: the same, or a lower one (15.8)."""
    column: int
    """The column after all shifts."""
    die: int
    """What is added to the die."""


# ------------------------------------------------------------------------------------------- defenders


def fighting(s: Position, h: int, side: int) -> list[int]:
    """The units of a side that would defend a hex: those that have fought take no part (14.9, 15.11, ruling 136)."""
    return members(facts(s).at[h] & s.data.side_mask[side] & ~s.fought)


def behind_river(s: Position, h: int, attackers: Iterable[int]) -> bool:
    """16.2: whether every attacker attacks this hex across a river (ruling 142); one in the hex itself does not."""
    beyond, where = s.data.over_rivers[h], s.where
    for u in attackers:  # noqa: SIM110  (a generator takes longer)
        if not beyond >> where[u] & 1:
            return False
    return True


def ground_of(s: Position, h: int, side: int) -> tuple[bool, bool, bool]:
    """Whether a hex doubles its defenders, doubles armor, and halves armor (16.1, 16.3, 16.5; rulings 121, 139 to
    141). 14.4: they are doubled once, however much there is."""
    w = s.data
    bit = w.bit[h]
    if not w.telling & bit:
        return False, False, False
    city = bool(w.cities & bit)
    walls = side == GERMAN and bool(w.fortresses & ~s.ruined & bit)  # 16.3: a fortress never helps the Allies
    doubled = bool(w.doubled & bit)
    if not w.halving & bit:  # nor a city
        return doubled or walls, doubled or walls, False
    gains = city and not walls and on(s, "armour-gains-from-cities")
    return city or walls, doubled or gains, not walls  # rough ground doubles nobody


def defending_factor(s: Position, u: int, behind: bool) -> int:
    """The factor of a defending unit."""
    w = s.data
    doubled, armor_doubled, armor_halved = ground_of(s, s.where[u], w.side[u])
    factor = combat_factor(s, u)
    if w.armored >> u & 1:
        doubled = armor_doubled
        if armor_halved:
            factor = (factor + 1) // 2
    return factor * 2 if behind or doubled else factor


def defence(s: Position, h: int, side: int) -> tuple[int, int]:
    """The factors of all who defend a hex, in the open and behind a river."""
    w, face, combat = s.data, s.face, s.data.combat
    doubled, armor_doubled, armor_halved = ground_of(s, h, side)
    found = behind = 0
    for u in fighting(s, h, side):
        factor = combat[u][face[u]]
        if w.armored >> u & 1:
            if armor_halved:
                factor = (factor + 1) // 2
            found += factor * 2 if armor_doubled else factor
        else:
            found += factor * 2 if doubled else factor
        behind += factor * 2
    return found, behind


def defender(s: Position, u: int, behind: bool) -> Counted:
    """The same, with the reasons."""
    w = s.data
    h = s.where[u]
    bit = w.bit[h]
    city = bool(w.cities & bit)
    walls = w.side[u] == GERMAN and fortress(s, h)
    armor = bool(w.armored >> u & 1) and bool(w.halving & bit)
    notes: list[tuple[str, str]] = []
    doubling: list[tuple[str, str]] = []
    if w.doubled & bit:
        doubling.append((f"doubled: {TERRAINS[w.terrain[h]]} hex", "16.1"))
    if behind:
        doubling.append(("doubled: behind a river", "16.2"))
    if armor and walls:
        notes.append(("not halved: armor in a fortress", "16.5"))
    elif armor:
        notes.append((f"halved: armor in {'a city' if city else 'rough ground'}", "16.5"))
        if city and on(s, "armour-gains-from-cities"):
            doubling.append(("doubled: city", "16.1"))
    else:
        if city:
            doubling.append(("doubled: city", "16.1"))
        if walls:
            doubling.append(("doubled: fortress", "16.3"))
    return Counted(u, defending_factor(s, u, behind), (*notes, *doubling[:1]))


def defenders(s: Position, hexes: Mask, attackers: Sequence[int]) -> list[Counted]:
    """All defenders of a battle, hex by hex (16.8)."""
    found = []
    for h in members(hexes):
        behind = behind_river(s, h, attackers)
        found += [Counted(u, defending_factor(s, u, behind)) for u in fighting(s, h, 1 - s.side)]
    return found


# ------------------------------------------------------------------------------------------- attackers


def attacking_factor(s: Position, u: int, hexes: Mask, attackers: Sequence[int] = ()) -> int:
    """An attacking unit's factor: armor is halved if any hex of the battle is rough or a city (16.5, ruling 145), but
    not in the surprise of the Ardennes (33.3.9-3); nothing doubles it (14.4) but the Funnies (31.16, ruling 256)."""
    return attacking_factors(s, (u,), hexes, attackers)[0]


def attacking_factors(s: Position, units: Sequence[int], hexes: Mask, attackers: Sequence[int]) -> list[int]:
    """The same of several units."""
    w, combat, face = s.data, s.data.combat, s.face
    halved = w.armored if w.halving & hexes and not surprised(s, hexes) else 0
    found = []
    for u in units:
        factor = combat[u][face[u]]
        found.append((factor + 1) // 2 if halved >> u & 1 else factor)
    if on(s, "funnies"):
        found = [x * 2 if with_funnies(s, u, hexes, attackers) else x for u, x in zip(units, found, strict=True)]
    return found


def with_funnies(s: Position, u: int, hexes: Mask, attackers: Sequence[int]) -> bool:
    """31.16: whether the Funnies are in the hex of a unit and attack with it across a river."""
    return on(s, "funnies") and any(s.where[x] == s.where[u] and bridging(s, x, hexes) for x in attackers)


def attacker(s: Position, u: int, hexes: Mask, attackers: Sequence[int] = ()) -> Counted:
    """The same, with the reasons."""
    w = s.data
    notes: list[tuple[str, str]] = []
    if w.armored >> u & 1 and w.halving & hexes and surprised(s, hexes):
        notes.append(("not halved: the surprise in the Ardennes", "33.3.9-3"))
    elif w.armored >> u & 1 and w.halving & hexes:
        ground = "a city" if w.cities & hexes else "rough ground"
        notes.append((f"halved: armor against {ground}", "16.5"))
    if with_funnies(s, u, hexes, attackers):
        notes.append(("doubled: the Funnies are in the hex and attack across the river", "31.16"))
    return Counted(u, attacking_factor(s, u, hexes, attackers), tuple(notes))


def bridging(s: Position, u: int, hexes: Mask) -> bool:
    """31.16: whether this is a part of the 79th that attacks across a river."""
    w = s.data
    h = s.where[u]
    return u in w.parts_of_79th and any(x != h and w.river_between(h, x) >= 0 for x in members(hexes))


# ------------------------------------------------------------------------------------------- additions


def additions(s: Position, attackers: Sequence[int], hexes: Mask) -> list[Addition]:
    """What is added by the units that attack: the 79th in the first invasion (12.13), the Funnies (31.16),
    the two divisions of Operation Varsity (31.18-3)."""
    w = s.data
    found = []
    landing = landing_bonus(s, mask_of(attackers)) if s.invaders else None
    varsity = varsity_bonus(s, mask_of(attackers)) if s.dropped else None
    if landing is not None:
        found.append(Addition(landing.reason, landing.rule, die=landing.value))
    funnies = on(s, "funnies") and any(u in w.parts_of_79th for u in attackers)
    if funnies and (w.cities | w.fortresses & ~s.ruined) & hexes:
        found.append(Addition("the Funnies against a city or fortress", "31.16", die=1))
    if surprised(s, hexes):
        found.append(Addition("surprise in the Ardennes", "33.3.9-3", die=1))
    if peiper(s, hexes):
        found.append(Addition("1SS west of the start line", "33.3.9-4", die=-1))
    if varsity is not None:
        found.append(Addition(varsity.reason, varsity.rule, die=varsity.value))
    return found


def support(s: Position) -> list[Addition]:
    """What the attacker has named for this battle from outside: ships (19.4), Ground Support (17.10.2), bombers
    (17.10.9)."""
    w = s.data
    found = gunfire(w, s.battle_ships)
    found += [Addition(w.aircraft[x].name, "17.10.2", columns=1) for x in members(s.battle_air)]
    if s.battle_carpet:
        found.append(Addition("Carpet Bombing", "17.10.9", die=2))  # more bombers add nothing (ruling 164)
    return found


def gunfire(w: World, ships: int) -> list[Addition]:
    """19.4: naval units add their number to the attack."""
    return [Addition(w.ships[x].name, "19.4", factors=w.ships[x].strength) for x in members(ships)]


# ------------------------------------------------------------------------------------------------ odds


def ratio(attack: int, defence: int) -> str:
    """15.1: the simplest ratio with a 1 in it, rounded for the defender."""
    if not defence:
        return "7-1"
    if attack >= defence:
        return f"{attack // defence}-1"
    return f"1-{-(-defence // attack)}" if attack else f"0-{defence}"


def base_column(w: World, attack: int, defence: int) -> int:
    """The column of the odds (15.1, 14.12), ILLEGAL if they are worse than 1-6 (14.8)."""
    found = ILLEGAL
    for number, column in enumerate(w.book.column):
        more, less = column.ratio
        if attack * less < defence * more:
            break
        found = number
    return found


def reckon(
    s: Position, attackers: Sequence[int], hexes: Mask, added: Iterable[Addition] = (), declared: int = NOT_LOWERED
) -> Reckoning:
    """A battle in numbers. `added` is the support named for it, `declared` a lower column (15.8)."""
    w = s.data
    factors = attacking_factors(s, attackers, hexes, attackers)
    attacking = tuple([Counted(u, factor) for u, factor in zip(attackers, factors, strict=True)])
    defending = tuple(defenders(s, hexes, attackers))
    more = (*additions(s, attackers, hexes), *added)
    attack = sum(factors) + sum([a.factors for a in more])
    defence = sum([c.factor for c in defending])
    base = base_column(w, attack, defence)
    chosen = base if declared < 0 else min(base, declared)
    last = len(w.book.column) - 1
    column = min(max(chosen, 0) + sum([a.columns for a in more]), last)  # 14.12 (ruling 156)
    die = sum([a.die for a in more])
    return Reckoning(hexes, attacking, defending, more, attack, defence, base, chosen, column, die)


def legal_odds(s: Position, attackers: Sequence[int], hexes: Mask, added: Iterable[Addition] = ()) -> bool:
    """14.8, 14.10: 1-6 or better; ships count, columns and dice do not (ruling 125)."""
    if not attackers:
        return False
    more, less = s.data.book.column[0].ratio
    attack = less * (sum(attacking_factor(s, u, hexes, attackers) for u in attackers) + sum(a.factors for a in added))
    defence = 0
    for h in members(hexes):
        behind = behind_river(s, h, attackers)
        for u in fighting(s, h, 1 - s.side):
            defence += more * defending_factor(s, u, behind)
    return attack >= defence


def this_battle(s: Position) -> Reckoning:
    """The battle that is declared or fought."""
    return reckon(s, members(s.battle_units), s.battle_hexes, support(s), s.battle_column)


def result_of(w: World, column: int, die: int) -> str:
    """15.2: a modified die above 6 is a 6, and one below 1 a 1."""
    return w.book.column[column].results[min(max(die, 1), 6) - 1]


# ---------------------------------------------------------------------------------------- told to people


def modifiers(s: Position, r: Reckoning, *, die: bool = True) -> list[Modifier]:
    """Everything that makes the battle other than its printed factors, in words; with or without what is added to the
    die."""
    w = s.data
    found = []
    attackers = [c.unit for c in r.attackers]
    units = [attacker(s, u, r.hexes, attackers) for u in attackers]
    units += [defender(s, c.unit, behind_river(s, s.where[c.unit], attackers)) for c in r.defenders]
    told: dict[tuple[str, str], list[str]] = {}
    for counted in units:
        name, printed = w.unit_names[counted.unit], combat_factor(s, counted.unit)
        if counted.factor != printed:
            name += f" ({counted.factor} instead of {printed})"
        for note in counted.notes:
            told.setdefault(note, []).append(name)
    for (words, rule), names in told.items():
        found.append(Modifier(0, f"{listed(names)} {agree(len(names), 'is', 'are')} {words}", rule))
    for a in r.added:
        if a.factors:
            found.append(Modifier(a.factors, f"{a.name}, factors", a.rule))
        if a.columns:
            found.append(Modifier(a.columns, f"{a.name}, column", a.rule))
        if a.die and die:
            found.append(Modifier(a.die, f"{a.name}, die", a.rule))
    return found


def column_words(w: World, column: int) -> str:
    """A column that stands for two odds: "1-6/1-5"."""
    return w.book.column[column].name.replace(", ", "/")


def odds_words(w: World, r: Reckoning) -> str:
    words = f"{r.attack} to {r.defence} is {ratio(r.attack, r.defence)}"
    if r.base == ILLEGAL:
        return f"{words}, worse than 1-6"
    if r.declared < r.base:
        words += f", declared as {column_words(w, r.declared)}"
    return f"{words}, column {column_words(w, r.column)}"


def battle_odds(s: Position, r: Reckoning) -> Odds:
    """The exact chance of each result."""
    w = s.data
    counts = dict.fromkeys((result.id for result in w.book.result), 0)
    for die in range(1, 7):
        counts[result_of(w, r.column, die + r.die)] += 1
    names = {result.id: result.name for result in w.book.result}
    sixths = ("0", "1/6", "1/3", "1/2", "2/3", "5/6", "1")
    rows = tuple(OddsRow(name, sixths[n], n / 6, names[name]) for name, n in counts.items() if n)
    return Odds(odds_words(w, r), rows, tuple(modifiers(s, r)), rule="15.1")

"""10.4 Attack and Defense Values with every modifier named, results, and exact odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from grognard.games.springtime.data.world import DROPPED, MAGINOT, RIVER
from grognard.games.springtime.rules.state import (
    NO_AIR,
    OVERRUN,
    REPULSE,
    STALEMATE,
    SUCCESS,
    Spring,
    active_side,
    facts,
    leader_of,
    rating,
)
from grognard.kernel.rules import bits
from grognard.kernel.show import Modifier, Odds, OddsRow
from grognard.kernel.show.words import spelled


def attack_modifiers(s: Spring, lead: int, attackers: int, air: int) -> list[Modifier]:
    """The Attack Value Table (10.4.2, ruling 51)."""
    d = s.data
    out = [Modifier(d.cv[lead][s.strength[lead]], f"Combat Value of {d.unit_names[lead]}", "10.4.2")]
    others = attackers.bit_count() - 1
    if others:
        more = spelled(others, "more unit")
        out.append(Modifier(others * d.combat.other_unit, f"{more} attacking", "10.4.2"))
    _common_modifiers(s, lead, attackers, air, out)
    return out


def defense_modifiers(s: Spring, p: int, foe: int, lead: int, air: int) -> list[Modifier]:
    """The Defense Value Table (10.4.3, ruling 51)."""
    d = s.data
    out = [Modifier(d.cv[foe][s.strength[foe]], f"Combat Value of {d.unit_names[foe]}", "10.4.3")]
    defenders = facts(s).at[p] & d.side_mask[d.side[foe]]
    others = defenders.bit_count() - 1
    if others:
        out.append(Modifier(others * d.combat.other_unit, f"{spelled(others, 'more unit')} defending", "10.4.3"))
    _common_modifiers(s, foe, defenders, air, out)
    out.append(Modifier(d.tem[p], f"terrain of {d.area_names[p]}", "3.1.2"))
    crossed = crossing(s, p, lead)
    if crossed == RIVER:
        if s.dropped == p:
            out.append(Modifier(0, "river, cancelled by the airdrop", "18.1.1"))
        else:
            out.append(Modifier(d.combat.river, "across a river", "10.4.3"))
    elif crossed == MAGINOT:
        out.append(Modifier(d.combat.maginot, "across the Maginot Line", "10.4.3"))
    return out


def crossing(s: Spring, p: int, lead: int) -> int:
    """The kind of boundary that the Lead attacker crossed to enter in this impulse, or -1 (ruling 58)."""
    came = s.came[lead]
    return s.data.edge_kind[came].get(p, -1) if 0 <= came < DROPPED and came != p else -1


def _common_modifiers(s: Spring, u: int, units: int, air: int, out: list[Modifier]) -> None:
    """What counts for both sides: for the Lead unit, and for lack of supply perhaps for all units that take part."""
    d = s.data
    leader = leader_of(s, u)
    if leader >= 0:
        out.append(Modifier(rating(s, leader), f"Leader {d.leaders[leader].name}", "4.4.1"))
    if air >= 0:
        out.append(Modifier(d.air_value[air][s.air_strong[air]], f"air support, {d.air[air].name}", "9.4.2"))
    for cut in bits(units if s.each_unit_cut else 1 << u):  # 13.2.2, ruling 60
        if s.oos[cut]:
            out.append(Modifier(d.combat.out_of_supply, f"{d.unit_names[cut]} is out of supply", "13.2.2"))


def attack_value(s: Spring, lead: int, attackers: int, air: int = NO_AIR) -> int:
    return sum(m.value for m in attack_modifiers(s, lead, attackers, air))


def defense_value(s: Spring, p: int, foe: int, lead: int, air: int = NO_AIR) -> int:
    return sum(m.value for m in defense_modifiers(s, p, foe, lead, air))


def result_of(difference: int, armored: bool) -> int:
    """10.4.4 from Attack Total less Defense Total (ruling 53)."""
    if difference < 0:
        return REPULSE
    if difference == 0:
        return STALEMATE
    return OVERRUN if armored else SUCCESS


def backfire(s: Spring, result: int) -> int:
    """10.4.4: the defender's roll from which a win costs the Lead attacker a step."""
    return s.data.combat.overrun_backfire if result == OVERRUN else s.data.combat.success_backfire


def _difference_chances() -> dict[int, tuple[int, int, int]]:
    """For each difference of the two rolls: how many of 1296, and how many of these with a defender's 8+ and 10+."""
    out: dict[int, tuple[int, int, int]] = {}
    ways = {n: 6 - abs(7 - n) for n in range(2, 13)}
    for a, wa in ways.items():
        for b, wb in ways.items():
            n, eight, ten = out.get(a - b, (0, 0, 0))
            w = wa * wb
            out[a - b] = (n + w, eight + w * (b >= 8), ten + w * (b >= 10))
    return out


DIFFERENCES: Final = _difference_chances()


def battle_chances(difference: int, armored: bool) -> dict[str, int]:
    """How many of 1296 rolls give each result, and a loss to the Lead attacker in a win."""
    out = {"repulse": 0, "stalemate": 0, "win": 0, "costly": 0}
    for roll, (n, eight, ten) in DIFFERENCES.items():
        result = result_of(difference + roll, armored)
        out[("repulse", "stalemate", "win", "win")[result]] += n
        if result >= SUCCESS:
            out["costly"] += ten if armored else eight
    return out


def battle_odds(
    s: Spring, p: int, lead: int, attackers: int, foe: int, attack: int = NO_AIR, defend: int = NO_AIR
) -> Odds:
    """`attack` and `defend` are the air support of each side."""
    d = s.data
    plus = attack_modifiers(s, lead, attackers, attack)
    minus = defense_modifiers(s, p, foe, lead, defend)
    difference = sum(m.value for m in plus) - sum(m.value for m in minus)
    armored = d.armored[lead]
    n = battle_chances(difference, armored)
    win = "Overrun" if armored else "Success"
    at_ten = d.combat.overrun_backfire if armored else d.combat.success_backfire
    rows = (
        _row("Repulse", n["repulse"], "The Lead attacker loses a step."),
        _row("Stalemate", n["stalemate"], "Both Lead units lose a step."),
        _row(
            win,
            n["win"] - n["costly"],
            "The Lead defender is eliminated." if armored else "The Lead defender loses a step.",
        ),
        _row(
            f"{win}, costly",
            n["costly"],
            f"The defender rolled {at_ten} or more: the Lead attacker loses a step too.",
        ),
    )
    modifiers = (*plus, *(Modifier(-m.value, f"defense: {m.reason}", m.rule) for m in minus))
    return Odds(
        title=f"{d.unit_names[lead]} against {d.unit_names[foe]}: {difference:+d}",
        rows=rows,
        modifiers=modifiers,
        rule="10.4.4",
    )


def _row(name: str, n: int, about: str) -> OddsRow:
    return OddsRow(outcome=name, chance=str(Fraction(n, 1296)), value=n / 1296, about=about)


def best_defender(s: Spring, p: int, lead: int) -> int:
    side = 1 - active_side(s)
    return max(bits(facts(s).at[p] & s.data.side_mask[side]), key=lambda u: defense_value(s, p, u, lead))

"""9.3a to 9.3c: Attack Dice, Defence Number and Wins, for attacks by either side; exact odds."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from grognard.games.spoiled_victory.cards import event_card
from grognard.games.spoiled_victory.data import TYPES
from grognard.games.spoiled_victory.state import State, factor, german_factor, german_type
from grognard.kernel.show import Modifier, Odds, OddsRow


def german_dice(s: State, track: int, space: int) -> int:
    """9.3a, without the words."""
    d = s.data
    n = german_factor(s, track)
    if d.night[s.turn]:
        n -= 1
    if s.disrupted >> track & 1:
        n -= 1
    if d.town >> space & 1:
        n -= 1
    event = event_card(s)
    if event.dice and event.dice_types >> german_type(s, track) & 1:
        n += event.dice
    return n if n > 1 else 1


def german_dice_modifiers(s: State, track: int, space: int) -> list[Modifier]:
    d = s.data
    german = d.germans[s.on_track[track]]
    out = [Modifier(german_factor(s, track), f"dice ({german.name})", "9.3a")]
    if d.night[s.turn]:
        out.append(Modifier(-1, "die (Night)", "9.3a"))
    if s.disrupted >> track & 1:
        out.append(Modifier(-1, "die (Disrupted)", "9.3a"))
    if d.town >> space & 1:
        out.append(Modifier(-1, "die (Town)", "9.3a"))
    event = event_card(s)
    if event.dice and event.dice_types >> german_type(s, track) & 1:
        out.append(Modifier(event.dice, f"die ({event.title})", "16.0"))
    return out


def strong_spaces(s: State) -> int:
    """Town, Canal and La Panne, where a Frontline unit defends with one more (9.3b)."""
    d = s.data
    return d.town | d.la_panne_bit if event_card(s).no_canal else d.town | d.canal | d.la_panne_bit


def defence_number(s: State, unit: int, space: int) -> int:
    """9.3b, without the words."""
    n = factor(s, unit)
    if strong_spaces(s) >> space & 1:
        n += 1
    if s.suppressed >> unit & 1:
        n -= 1
    event = event_card(s)
    if s.rearguard >= 0 and s.data.tracks_of[space] >> s.rearguard & 1:
        n += event.track_defence
    if event.nation_defence and s.data.nation[unit] == event.defended_nation:
        n += event.nation_defence
    return n if n > 1 else 1


def defence_modifiers(s: State, unit: int, space: int) -> list[Modifier]:
    d = s.data
    out = [Modifier(factor(s, unit), f"defence ({d.unit_names[unit]})", "9.3b")]
    if strong_spaces(s) >> space & 1:
        where = "Town" if d.town >> space & 1 else "Canal" if d.canal >> space & 1 else "La Panne"
        out.append(Modifier(1, f"defence ({where})", "9.3b"))
    if s.suppressed >> unit & 1:
        out.append(Modifier(-1, "defence (Suppressed)", "9.3b"))
    event = event_card(s)
    if s.rearguard >= 0 and d.tracks_of[space] >> s.rearguard & 1 and event.track_defence:
        out.append(Modifier(event.track_defence, f"defence ({event.title})", "16.0"))
    if event.nation_defence and d.nation[unit] == event.defended_nation:
        out.append(Modifier(event.nation_defence, f"defence ({event.title})", "16.0"))
    return out


def allied_dice(s: State, unit: int) -> int:
    """10.1.8: the factor, less one by night; a German has no benefit of Town or Canal (ruling 42)."""
    n = factor(s, unit) - 1 if s.data.night[s.turn] else factor(s, unit)
    return n if n > 1 else 1


def allied_dice_modifiers(s: State, unit: int) -> list[Modifier]:
    out = [Modifier(factor(s, unit), f"dice ({s.data.unit_names[unit]})", "10.1.8")]
    if s.data.night[s.turn]:
        out.append(Modifier(-1, "die (Night)", "10.1.8"))
    return out


def count_wins(dice: tuple[int, ...], defence: int) -> int:
    """9.3c: each die above the Defence Number, and each pair equal to it."""
    above = equal = 0
    for die in dice:
        if die > defence:
            above += 1
        elif die == defence:
            equal += 1
    return above + equal // 2


def is_casualty(dice: tuple[int, ...]) -> bool:
    """9.3.2: two 1s, or the only die a 1."""
    ones = dice.count(1)
    return ones >= 2 or (ones == 1 and len(dice) == 1)


@lru_cache(maxsize=256)
def win_chances(dice: int, defence: int) -> tuple[Fraction, ...]:
    """The exact chance of each number of Wins from 0 to `dice`."""
    above = max(0, 6 - defence)
    equal = 1 if defence <= 6 else 0
    below = 6 - above - equal
    out = [Fraction(0)] * (dice + 1)
    for a in range(dice + 1):
        for e in range(dice + 1 - a):
            ways = comb(dice, a) * comb(dice - a, e) * above**a * equal**e * below ** (dice - a - e)
            out[a + e // 2] += Fraction(ways, 6**dice)
    return tuple(out)


RESULTS_OF_GERMAN_WINS = (
    "the German retreats",
    "one Win to apply; the German retreats if you hold",
    "two Wins to apply; the attack goes on",
    "three Wins to apply; the attack goes on",
    "four or more Wins to apply; the attack goes on",
)
RESULTS_OF_ALLIED_WINS = (
    "your unit retreats",
    "your unit retreats",
    "the German retreats",
    "the German retreats and is Disrupted",
    "the German retreats and takes a Hit",
)


def _rows(dice: int, defence: int, words: tuple[str, ...]) -> tuple[OddsRow, ...]:
    chances = win_chances(dice, defence)
    rows = []
    for n, about in enumerate(words):
        p = sum(chances[4:], Fraction(0)) if n == 4 else chances[n] if n < len(chances) else Fraction(0)
        if p:
            label = "no Win" if n == 0 else "1 Win" if n == 1 else "4 or more Wins" if n == 4 else f"{n} Wins"
            rows.append(OddsRow(label, str(p), float(p), about))
    return tuple(rows)


def german_attack_odds(s: State, track: int, space: int, unit: int) -> Odds:
    d = s.data
    dice, defence = german_dice(s, track, space), defence_number(s, unit, space)
    german = d.germans[s.on_track[track]]
    kind = TYPES[german_type(s, track)]
    return Odds(
        f"{german.name} ({kind}) rolls {dice} dice against Defence Number {defence}",
        _rows(dice, defence, RESULTS_OF_GERMAN_WINS),
        (*german_dice_modifiers(s, track, space), *defence_modifiers(s, unit, space)),
        ("The Dunkirk Spirit is not used.", "One round of combat."),
        rule="9.3",
    )


def allied_attack_odds(s: State, unit: int, track: int) -> Odds:
    d = s.data
    dice, defence = allied_dice(s, unit), german_factor(s, track)
    german = d.germans[s.on_track[track]]
    return Odds(
        f"{d.unit_names[unit]} rolls {dice} dice against {german.name}, Defence Number {defence}",
        _rows(dice, defence, RESULTS_OF_ALLIED_WINS),
        (*allied_dice_modifiers(s, unit), Modifier(defence, f"defence ({german.name})", "10.1.8")),
        ("The Dunkirk Spirit is not used.",),
        rule="10.1.8",
    )

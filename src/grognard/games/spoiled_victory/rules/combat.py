# compiled as it stands
"""9.3a to 9.3c: Attack Dice, Defence Number and Wins, for attacks by either side; exact odds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

from grognard.games.spoiled_victory.data.world import TYPES
from grognard.games.spoiled_victory.rules.cards import event_card
from grognard.games.spoiled_victory.rules.state import State, factor, german_factor, german_type
from grognard.kernel.show import Modifier, Odds, OddsRow

NIGHT, DISRUPTED, TOWN = (Modifier(-1, f"die ({why})", "9.3a") for why in ("Night", "Disrupted", "Town"))
HARD_TOWN, HARD_CANAL, HARD_LA_PANNE = (
    Modifier(1, f"defense ({why})", "9.3b") for why in ("Town", "Canal", "La Panne")
)
UNDER_FIRE = Modifier(-1, "defense (Suppressed)", "9.3b")
ALLIED_NIGHT = Modifier(-1, "die (Night)", "10.1.8")


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
    if event.dice_types >> german_type(s, track) & 1:
        n += event.dice
    return n if n > 1 else 1


def german_dice_modifiers(s: State, track: int, space: int) -> list[Modifier]:
    d = s.data
    german = d.germans[s.on_track[track]]
    out = [Modifier(german_factor(s, track), f"dice ({german.name})", "9.3a")]
    if d.night[s.turn]:
        out.append(NIGHT)
    if s.disrupted >> track & 1:
        out.append(DISRUPTED)
    if d.town >> space & 1:
        out.append(TOWN)
    event = event_card(s)
    if event.dice and event.dice_types >> german_type(s, track) & 1:
        out.append(Modifier(event.dice, f"die ({event.title})", "16.0"))
    return out


def strong_spaces(s: State) -> int:
    """Where a Frontline unit defends with one more (9.3b): 3.1-town, 3.1-canal and 3.1-la-panne."""
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
    out = [Modifier(factor(s, unit), f"defense ({d.unit_names[unit]})", "9.3b")]
    if strong_spaces(s) >> space & 1:
        out.append(HARD_TOWN if d.town >> space & 1 else HARD_CANAL if d.canal >> space & 1 else HARD_LA_PANNE)
    if s.suppressed >> unit & 1:
        out.append(UNDER_FIRE)
    event = event_card(s)
    if s.rearguard >= 0 and d.tracks_of[space] >> s.rearguard & 1 and event.track_defence:
        out.append(Modifier(event.track_defence, f"defense ({event.title})", "16.0"))
    if event.nation_defence and d.nation[unit] == event.defended_nation:
        out.append(Modifier(event.nation_defence, f"defense ({event.title})", "16.0"))
    return out


def allied_dice(s: State, unit: int) -> int:
    """10.1.8: the factor, less one by night; a German has no benefit of Town or Canal (ruling 42)."""
    n = factor(s, unit) - 1 if s.data.night[s.turn] else factor(s, unit)
    return n if n > 1 else 1


def allied_dice_modifiers(s: State, unit: int) -> list[Modifier]:
    out = [Modifier(factor(s, unit), f"dice ({s.data.unit_names[unit]})", "10.1.8")]
    if s.data.night[s.turn]:
        out.append(ALLIED_NIGHT)
    return out


def counted(n: str, modifiers: Sequence[Modifier]) -> str:
    """A number with what changed it, for the log: “4 dice (-1 Town)”. The first modifier is the plain factor."""
    # A reason is “die (Town)” where dice and defence stand in one list; here it is plain which is meant.
    why = [f"{m.value:+d} {m.reason.partition('(')[2].removesuffix(')')}" for m in modifiers[1:]]
    return f"{n} ({', '.join(why)})" if why else n


def dice_words(n: int) -> str:
    return "1 die" if n == 1 else f"{n} dice"


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
    for a in range(len(out)):
        for e in range(len(out) - a):
            ways = comb(dice, a) * comb(dice - a, e) * above**a * equal**e * below ** (dice - a - e)
            out[a + e // 2] += Fraction(ways, 6**dice)
    return tuple(out)


@lru_cache(maxsize=256)
def side_chances(dice: int, defence: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """For no Win and for one Win: the chances of it together with a casualty roll (9.3.2), and together with no
    die equal to the Defence Number (9.3.1)."""
    ways: dict[tuple[int, int, int], int] = {(0, 0, 0): 1}  # ones, dice equal to the Defence Number, dice above it
    for _ in range(dice):
        after: dict[tuple[int, int, int], int] = {}
        for (ones, equal, above), n in ways.items():
            for face in range(1, 7):
                key = (ones + (face == 1), equal + (face == defence), above + (face > defence))
                after[key] = after.get(key, 0) + n
        ways = after
    out = []
    for wins in (0, 1):
        here = {k: n for k, n in ways.items() if k[2] + k[1] // 2 == wins}
        hits = sum(n for k, n in here.items() if k[0] >= 2 or (dice == 1 and k[0] == 1))
        bare = sum(n for k, n in here.items() if not k[1])
        out.append((Fraction(hits, 6**dice), Fraction(bare, 6**dice)))
    return tuple(out)


def _german_results(s: State, dice: int, defence: int) -> tuple[str, ...]:
    """What each number of German Wins means, by the table (9.3d)."""
    out = []
    for wins, row in enumerate(s.data.german_attack):
        words = [("", "one Win", "two Wins", "three Wins", "four or more Wins")[wins] + " to apply"] if wins else []
        if row.retreat == "always" or (row.retreat == "if-held" and s.always_retreats):
            words.append("the German retreats")
        elif row.retreat == "if-held":
            words.append("the German retreats if you hold")
        if wins < 2:
            hit, bare = side_chances(dice, defence)[wins]
            if row.disrupted and bare:
                words.append(f"Disrupted as well in {bare} of all rolls")
            if row.casualty and hit:
                words.append(f"it takes a Hit in {hit} of all rolls")
        if row.goes_on:
            words.append("the attack goes on while anyone is left")
        out.append("; ".join(words))
    return tuple(out)


def _allied_results(s: State, dice: int, defence: int) -> tuple[str, ...]:
    """What each number of Allied Wins means, by the table (10.1.8)."""
    fates = {"retreat": "retreats", "disrupted": "is Disrupted", "hit": "takes a Hit"}
    out = []
    for wins, row in enumerate(s.data.allied_attack):
        words = []
        if row.german:
            words.append(f"the German {' and '.join(fates[x] for x in row.german)}")
        if row.attacker_retreats:
            words.append("your unit retreats")
        if wins < 2 and row.casualty and side_chances(dice, defence)[wins][0]:
            words.append(f"it takes a Hit in {side_chances(dice, defence)[wins][0]} of all rolls")
        out.append("; ".join(words))
    return tuple(out)


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
        f"{german.name} ({kind}) rolls {dice_words(dice)} against Defense Number {defence}",
        _rows(dice, defence, _german_results(s, dice, defence)),
        (*german_dice_modifiers(s, track, space), *defence_modifiers(s, unit, space)),
        ("The Dunkirk Spirit is not used.", "One round of combat."),
        rule="9.3",
    )


def allied_attack_odds(s: State, unit: int, track: int) -> Odds:
    d = s.data
    dice, defence = allied_dice(s, unit), german_factor(s, track)
    german = d.germans[s.on_track[track]]
    return Odds(
        f"{d.unit_names[unit]}: {dice_words(dice)} against {german.name}, Defense Number {defence}",
        _rows(dice, defence, _allied_results(s, dice, defence)),
        (*allied_dice_modifiers(s, unit), Modifier(defence, f"defense ({german.name})", "10.1.8")),
        ("The Dunkirk Spirit is not used.",),
        rule="10.1.8",
    )

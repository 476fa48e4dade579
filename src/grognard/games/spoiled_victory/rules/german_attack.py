# compiled as it stands
"""9.3: German attacks from the choice of the Frontline unit to the breakthrough."""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from grognard.games.spoiled_victory.data.printed import German
from grognard.games.spoiled_victory.data.world import Data
from grognard.games.spoiled_victory.rules.combat import (
    count_wins,
    counted,
    defence_modifiers,
    defence_number,
    dice_words,
    german_attack_odds,
    german_dice,
    german_dice_modifiers,
    is_casualty,
)
from grognard.games.spoiled_victory.rules.domains import PIECES, PLACES, ours
from grognard.games.spoiled_victory.rules.spirit import Decided, Spirit, bearable_wins
from grognard.games.spoiled_victory.rules.state import (
    ALLIED_SIDE,
    GERMAN_SIDE,
    SEAT,
    State,
    agree,
    disrupt,
    facts,
    german_goes,
    german_hit,
    german_retreat,
    german_type,
    hit,
    marsh,
    retreat,
    retreat_spaces,
    rolled,
    tell_change,
    tell_choice,
    unit_is,
)
from grognard.kernel.rules import (
    Auto,
    Battle,
    Chance,
    Choice,
    Dice,
    Distribution,
    Events,
    Ints,
    Outcome,
    Slot,
    Step,
    Verb,
    Why,
    Whys,
    bits,
)
from grognard.kernel.show import Modifier, Odds
from grognard.kernel.show.words import number_of

DICE = tuple(Dice(n) for n in range(16))


class Attacks(Auto[State], frozen=True):
    """The attacks of the units that were called, lowest track first (9.3); `red` ones stand in a last space."""

    rule: ClassVar[str] = "9.3"
    tracks: int
    red: int

    def run(self, s: State, ev: Events | None) -> None:
        low = self.tracks & -self.tracks
        if low != self.tracks:
            s.stack.append(Attacks(self.tracks ^ low, self.red & ~low))
        track = low.bit_length() - 1
        if not self.red & low:
            begin_attack(s, track, s.data.tracks[track][s.advance[track]], False)
            return
        if red_targets(s, track):
            s.stack.append(RedAttack(track))
        elif ev is not None:
            german = s.data.germans[s.on_track[track]]
            words = f"{german.name} is at the end of its track, and nobody is there for it to attack."
            tell_change(ev, "idle", words, "9.3.9", (german.id,))


def red_targets(s: State, track: int) -> int:
    """The Allied-occupied spaces joined by red to the last space of a track (9.3.9)."""
    f = facts(s)
    out = 0
    for space in bits(s.data.red[s.data.tracks[track][s.advance[track]]]):
        if f.at[space]:
            out |= 1 << space
    return out


def begin_attack(s: State, track: int, space: int, red: bool) -> None:
    """A round of combat begins with the Frontline unit (9.3b)."""
    f = facts(s)
    units = f.at[space]
    if units:
        if units.bit_count() > 1:
            s.stack.append(Frontline(track, space, red))
        else:
            s.stack.append(GermanRoll(track, space, units.bit_length() - 1, red))


# ------------------------------------------------------------------------------------- end of track


def _against_red(s: State, step: RedAttack, seat: str, args: Ints) -> Whys:
    d = s.data
    space = args[0]
    here = d.tracks[step.track][s.advance[step.track]]
    where = d.place_ids[space]
    if not d.red[here] >> space & 1:
        yield Why("9.3.9", lambda: f"{where} is not joined to {d.place_ids[here]} by red.", (where,))
    elif not facts(s).at[space]:
        yield Why("9.3.9", lambda: f"No Allied unit is in {where}.", (where,))


def _joined_by_red(s: State, step: RedAttack, seat: str, args: Ints) -> int:
    return s.data.red[s.data.tracks[step.track][s.advance[step.track]]]


def _strike(s: State, step: RedAttack, seat: str, args: Ints, ev: Events | None) -> None:
    if ev is not None:
        german = s.data.germans[s.on_track[step.track]]
        where = s.data.place_ids[args[0]]
        words = f"{german.name} attacks {where} from the end of its track."
        tell_choice(ev, "attack", where, words, "9.3.9", (where,))
    begin_attack(s, step.track, args[0], True)


def _strike_odds(s: State, step: RedAttack, seat: str, args: Ints) -> Odds:
    """The odds against the unit there with the best Defence Number."""
    f = facts(s)
    space = args[0]
    front = max(bits(f.at[space]), key=lambda u: defence_number(s, u, space))
    odds = german_attack_odds(s, step.track, space, front)
    return structs.replace(odds, assumes=(f"{unit_is(s, front)} the Frontline unit.", *odds.assumes))


class RedAttack(Choice[State], frozen=True):
    """The player says which space a German at the end of its track attacks (9.3.9)."""

    rule: ClassVar[str] = "9.3.9"
    track: int
    verbs: ClassVar[tuple[Verb[State, RedAttack], ...]] = (
        Verb(
            "strike",
            _strike,
            (Slot("space", PLACES, _against_red, among=_joined_by_red, prompt="Which space is attacked?"),),
            "9.3.9",
            "Attacked space",
            odds=_strike_odds,
        ),
    )

    def seat(self, s: State) -> str:
        return SEAT

    def prompt(self, v: State, seat: str) -> str:
        return f"{v.data.germans[v.on_track[self.track]].name} attacks from the end of its track: choose the space."

    def obvious(self, s: State) -> tuple[str, Ints] | None:
        targets = red_targets(s, self.track)
        if targets.bit_count() > 1:
            return None
        return "strike", (targets.bit_length() - 1,)


# ------------------------------------------------------------------------------------ Frontline unit


def _against_front(s: State, step: Frontline, seat: str, args: Ints) -> Whys:
    unit = args[0]
    if s.loc[unit] != step.space:
        where = s.data.place_ids[step.space]
        be = agree(s.data, unit, "is", "are")
        yield Why(
            "9.3b",
            lambda: f"{s.data.unit_names[unit]} {be} not in {where}, which is attacked.",
            (where,),
            (s.data.unit_ids[unit],),
        )


def _front_units(s: State, step: Frontline, seat: str, args: Ints) -> int:
    return facts(s).at[step.space]


def _front(s: State, step: Frontline, seat: str, args: Ints, ev: Events | None) -> None:
    s.stack.append(GermanRoll(step.track, step.space, args[0], step.red))


def _front_odds(s: State, step: Frontline, seat: str, args: Ints) -> Odds:
    return german_attack_odds(s, step.track, step.space, args[0])


class Frontline(Choice[State], frozen=True):
    """The player picks the unit that meets the attack (9.3b)."""

    rule: ClassVar[str] = "9.3b"
    track: int
    space: int
    red: bool = False
    verbs: ClassVar[tuple[Verb[State, Frontline], ...]] = (
        Verb(
            "front",
            _front,
            (
                Slot(
                    "unit", PIECES, ours(_against_front, "9.3b"), _front_units, prompt="Which unit is the Frontline?"
                ),
            ),
            "9.3b",
            "Frontline unit",
            odds=_front_odds,
        ),
    )

    def seat(self, s: State) -> str:
        return SEAT

    def prompt(self, v: State, seat: str) -> str:
        d = v.data
        german = d.germans[v.on_track[self.track]].name
        return f"{german} attacks {d.place_ids[self.space]}: choose the Frontline unit."


class GermanRoll(Chance[State], frozen=True):
    """The Attack Dice (9.3a)."""

    rule: ClassVar[str] = "9.3a"
    track: int
    space: int
    front: int
    red: bool = False

    def chance(self, s: State) -> Distribution:
        return DICE[german_dice(s, self.track, self.space)]

    def happen(self, s: State, outcome: Outcome, ev: Events | None) -> None:
        dice = rolled(outcome)
        if ev is not None:
            tell_roll(s, self.track, self.space, self.front, dice, ev)
        after = Outcomes(self.track, self.space, self.front, dice, self.red)
        if s.spirit:
            s.then(Spirit(dice, defence_number(s, self.front, self.space), True), after)
        else:
            after.run(s, ev)


def _cells(wins: int) -> tuple[str, ...]:
    """The cells of the chart that a number of Wins leads to."""
    row = "4+" if wins >= 4 else str(wins)
    return tuple(f"german-attack {row} {column}" for column in ("German", "Defender", "Attack", "Breaks through"))


def tell_roll(s: State, track: int, space: int, front: int, dice: tuple[int, ...], ev: Events) -> None:
    german = s.data.germans[s.on_track[track]]
    strong, hard = german_dice_modifiers(s, track, space), defence_modifiers(s, front, space)
    defence = defence_number(s, front, space)
    ev.later(_attacked, s.data, s.turn, german, front, space, dice, defence, tuple(strong), tuple(hard))


def _attacked(
    d: Data,
    turn: int,
    german: German,
    front: int,
    space: int,
    dice: tuple[int, ...],
    defence: int,
    strong: tuple[Modifier, ...],
    hard: tuple[Modifier, ...],
) -> Battle:
    wins = count_wins(dice, defence)
    where = d.place_ids[space]
    strength = counted(dice_words(len(dice)), strong)
    number = counted(f"Defense Number {defence}", hard)
    return Battle(
        dice=dice,
        turn=turn,
        side=GERMAN_SIDE,
        defender=ALLIED_SIDE,
        place=where,
        attackers=(german.id,),
        defenders=(d.unit_ids[front],),
        attack=len(dice),
        defence=defence,
        shifts=(*strong, *hard),
        label=f"{german.name} attacks {d.unit_names[front]} in {where}, {strength} against {number}",
        result=number_of(wins, "Win"),
        rule="9.3c",
        shows=_cells(wins),
        bad=SEAT,
        places=(where,),
        pieces=(german.id, d.unit_ids[front]),
    )


class Outcomes(Decided, frozen=True):
    """What the dice mean (9.3c, 9.3d)."""

    rule: ClassVar[str] = "9.3d"
    track: int
    space: int
    front: int
    dice: tuple[int, ...]
    red: bool = False

    def run(self, s: State, ev: Events | None) -> None:
        track, dice = self.track, self.dice
        defence = defence_number(s, self.front, self.space)
        wins = count_wins(dice, defence)
        row = s.data.german_attack[min(wins, 4)]
        # ruling 26: casualty, disruption, retreat
        if row.casualty and is_casualty(dice):
            german_hit(s, track, ev, "9.3.2")
        if row.disrupted and defence not in dice:
            disrupt(s, track, ev, "9.3.1")
        if wins == 0:
            s.spent |= 1 << track
            german_retreat(s, track, ev)
        else:
            s.stack.append(ApplyWins(track, self.space, self.front, wins, wins, 0, self.red))

    def with_dice(self, dice: tuple[int, ...]) -> Outcomes:
        """The same attack after a re-roll (10.5)."""
        return Outcomes(self.track, self.space, self.front, dice, self.red)

    def would_lose_unit(self, v: State) -> bool:
        wins = count_wins(self.dice, defence_number(v, self.front, self.space))
        return wins > bearable_wins(v, self.space, self.front)


# ------------------------------------------------------------------------------------ applying Wins


def win_targets(s: State, step: ApplyWins) -> int:
    """The units on which the next Win may fall: first the Frontline unit, then any in the space; when none is
    left there, those that retreated (9.3.3, 9.3.4, ruling 25)."""
    f = facts(s)
    if step.left == step.wins:
        return 1 << step.front
    there = f.at[step.space]
    if there or s.wins_lapse:
        return there
    gone = 0
    for unit in bits(step.gone):
        if s.loc[unit] < s.data.land:
            gone |= 1 << unit
    return gone


def may_retreat(s: State, step: ApplyWins, unit: int) -> bool:
    return not step.gone >> unit & 1 and retreat_spaces(s, unit) != 0


def _against_target(s: State, step: ApplyWins, seat: str, args: Ints) -> Whys:
    unit = args[0]
    d = s.data
    name, piece = d.unit_names[unit], (d.unit_ids[unit],)
    where = d.place_ids[step.space]
    if step.left == step.wins:
        if unit != step.front:
            front = d.unit_names[step.front]
            yield Why(
                "9.3.3",
                lambda: f"The first Win must fall on the Frontline unit, {front}.",
                (),
                (d.unit_ids[step.front],),
            )
    elif facts(s).at[step.space]:
        if s.loc[unit] != step.space:
            be = agree(d, unit, "is", "are")
            yield Why("9.3.3", lambda: f"{name} {be} not in {where}, where the Wins are applied.", (where,), piece)
    elif not step.gone >> unit & 1 or s.loc[unit] >= d.land:
        words = agree(d, unit, "is not one of them", "are not among them")
        yield Why(
            "9.3.4",
            lambda: f"{where} is empty: the Wins left fall on the units that retreated from it, and {name} {words}.",
            (where,),
            piece,
        )


def _targets(s: State, step: ApplyWins, seat: str, args: Ints) -> int:
    return win_targets(s, step)


def _against_retreating(s: State, step: ApplyWins, seat: str, args: Ints) -> Whys:
    unit = args[0]
    no_target = False
    for why in _against_target(s, step, seat, args):
        no_target = True
        yield why
    name, piece = s.data.unit_names[unit], (s.data.unit_ids[unit],)
    if step.gone >> unit & 1:
        yield Why(
            "9.3.4", lambda: f"{name} already retreated from this combat; further Wins there are Hits.", (), piece
        )
    elif not no_target and not retreat_spaces(s, unit):
        have = agree(s.data, unit, "has", "have")
        yield Why("9.3.4", lambda: f"{name} {have} no space to retreat to and must take a Hit.", (), piece)


def _retreaters(s: State, step: ApplyWins, seat: str, args: Ints) -> int:
    able = 0
    for unit in bits(win_targets(s, step) & ~step.gone):
        if retreat_spaces(s, unit):
            able |= 1 << unit
    return able


def against_retreat_to(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    """Why a unit cannot retreat to a space (9.3.4)."""
    f = facts(s)
    d = s.data
    unit, space = args
    name, where = d.unit_names[unit], d.place_ids[space]
    if space >= d.land:
        yield Why("9.3.4", lambda: f"{where} is at sea: nobody retreats there.", (where,))
    elif not d.near[s.loc[unit]] >> space & 1:
        yield Why("9.3.4", lambda: f"{where} is not connected with {d.place_ids[s.loc[unit]]}.", (where,))
    elif f.german_at >> space & 1:
        yield Why("9.3.4", lambda: f"A German unit is in {where}.", (where,))
    elif f.barred >> space & 1:
        yield Why("10.1.4", lambda: f"{where} is behind a German unit and garrisoned.", (where,))
    elif not retreat_spaces(s, unit) >> space & 1:
        if d.evacuees >> unit & 1:
            yield Why("10.1.1", lambda: f"{where} has no room for another evacuee unit.", (where,))
        else:
            yield Why(
                "10.1.7",
                lambda: f"{name} may retreat into the Belgian area only if no other space is open.",
                (where,),
            )


def beside(s: State, step: Step[State], seat: str, args: Ints) -> int:
    """The spaces connected with that of a unit."""
    return s.data.near[s.loc[args[0]]]


def _retreat_to(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return retreat_spaces(s, args[0])


def _go_on(s: State, step: ApplyWins, gone: int, ev: Events | None) -> None:
    if step.left > 1:
        again = ApplyWins(step.track, step.space, step.front, step.wins, step.left - 1, gone, step.red)
        targets = win_targets(s, again)
        if ev is not None and gone and not facts(s).at[step.space]:
            _tell_surplus(s, again, targets, ev)
        if targets:
            s.stack.append(again)
            return
    finish_round(s, step, ev)


def _tell_surplus(s: State, step: ApplyWins, targets: int, ev: Events) -> None:
    """What becomes of the Wins left over when nobody is left in the space (ruling 25)."""
    where = s.data.place_ids[step.space]
    left = "the Win left over" if step.left == 1 else f"the {step.left} Wins left over"
    if s.wins_lapse:
        fate = "lapses" if step.left == 1 else "lapse"
    elif targets:
        fate = "is a Hit on a unit" if step.left == 1 else "are Hits on units"
        fate += " that retreated from it"
    else:
        return
    tell_change(ev, "wins left over", f"Nobody is left in {where}: {left} {fate}.", "9.3.4", (), (where,))


def _hit(s: State, step: ApplyWins, seat: str, args: Ints, ev: Events | None) -> None:
    hit(s, args[0], ev, "9.3.5")
    _go_on(s, step, step.gone, ev)


def _retreat(s: State, step: ApplyWins, seat: str, args: Ints, ev: Events | None) -> None:
    unit = args[0]
    retreat(s, unit, args[1], ev)
    _go_on(s, step, step.gone | 1 << unit, ev)


class ApplyWins(Choice[State], frozen=True):
    """One Win after another, each a Hit or a Retreat as the player likes (9.3.3)."""

    rule: ClassVar[str] = "9.3.3"
    track: int
    space: int
    front: int
    wins: int
    left: int
    gone: int = 0
    """The units that have retreated from this round."""
    red: bool = False
    verbs: ClassVar[tuple[Verb[State, ApplyWins], ...]] = (
        Verb(
            "hit",
            _hit,
            (Slot("unit", PIECES, ours(_against_target, "9.3.3"), _targets, prompt="Which unit takes the Hit?"),),
            "9.3.5",
            "Take a Hit",
        ),
        Verb(
            "retreat",
            _retreat,
            (
                Slot("unit", PIECES, ours(_against_retreating, "9.3.4"), _retreaters, prompt="Which unit retreats?"),
                Slot("space", PLACES, against_retreat_to, _retreat_to, prompt="Where to?"),
            ),
            "9.3.4",
            "Retreat",
        ),
    )

    def seat(self, s: State) -> str:
        return SEAT

    def prompt(self, v: State, seat: str) -> str:
        d = v.data
        german = d.germans[v.on_track[self.track]].name
        which = "the Win" if self.wins == 1 else f"Win {self.wins - self.left + 1} of {self.wins}"
        return f"{german} in {d.place_ids[self.space]}: apply {which} as a Hit or a Retreat."

    def obvious(self, s: State) -> tuple[str, Ints] | None:
        targets = win_targets(s, self)
        if targets.bit_count() > 1:
            return None
        unit = targets.bit_length() - 1
        if may_retreat(s, self, unit):
            return None
        return "hit", (unit,)


def finish_round(s: State, step: ApplyWins, ev: Events | None) -> None:
    """All Wins are applied: the German retreats, attacks again or breaks through (9.3.4, 9.3.6, 9.3.7)."""
    f = facts(s)
    track, space = step.track, step.space
    row = s.data.german_attack[min(step.wins, 4)]
    if not row.goes_on:
        s.spent |= 1 << track
        # ruling 24: with the space given up, the German holds it
        if row.retreat == "always" or (row.retreat == "if-held" and (f.at[space] or s.always_retreats)):
            german_retreat(s, track, ev)
        elif ev is not None and not step.red:
            german, where = s.data.germans[s.on_track[track]], s.data.place_ids[space]
            words = f"{german.name} holds {where}: no Allied unit is left there to drive it back."
            tell_change(ev, "held", words, "9.3.4", (german.id,), (where,))
    elif f.at[space]:
        begin_attack(s, track, space, step.red)
    elif not step.red:
        break_through(s, track, min(step.wins, 4), ev)


def break_through(s: State, track: int, wins: int, ev: Events | None) -> None:
    """9.3.7 (ruling 30)."""
    f = facts(s)
    d = s.data
    spaces = d.tracks[track]
    n = s.advance[track]
    if (
        not d.breakthrough[wins] >> german_type(s, track) & 1
        or s.broke >> track & 1
        or n + 1 == len(spaces)
        or marsh(s) >> spaces[n] & 1
        or f.german_at >> spaces[n + 1] & 1
    ):
        return
    s.broke |= 1 << track
    german_goes(s, track, n + 1, ev, "9.3.7", "breaks through to")
    begin_attack(s, track, spaces[n + 1], False)

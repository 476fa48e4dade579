"""9.3: German attacks from the choice of the Frontline unit to the breakthrough."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec import structs

from grognard.games.spoiled_victory.combat import (
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
from grognard.games.spoiled_victory.data import bits
from grognard.games.spoiled_victory.movement import all_pieces, all_places, ours
from grognard.games.spoiled_victory.spirit import Spirit
from grognard.games.spoiled_victory.state import (
    SEAT,
    State,
    agree,
    disrupt,
    german_goes,
    german_hit,
    german_retreat,
    german_type,
    hit,
    marsh,
    retreat,
    retreat_spaces,
    rolled,
    say,
)
from grognard.kernel.chance import Dice, Distribution, Outcome
from grognard.kernel.contract import Action, Args, Auto, Chance, Choice, Slot, Verb, Why, Whys
from grognard.kernel.events import Events, Rolled
from grognard.kernel.show import Odds

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
            say(ev, words, "9.3.9", pieces=(german.id,))


def red_targets(s: State, track: int) -> int:
    """The Allied-occupied spaces joined by red to the last space of a track (9.3.9)."""
    out = 0
    for space in bits(s.data.red[s.data.tracks[track][s.advance[track]]]):
        if s.at[space]:
            out |= 1 << space
    return out


def begin_attack(s: State, track: int, space: int, red: bool) -> None:
    """A round of combat begins with the Frontline unit (9.3b)."""
    units = s.at[space]
    if units:
        if units & (units - 1):
            s.stack.append(Frontline(track, space, red))
        else:
            s.stack.append(GermanRoll(track, space, units.bit_length() - 1, red))


# ------------------------------------------------------------------------------------- end of track


def _against_red(s: State, step: RedAttack, seat: str, args: Args) -> Whys:
    d = s.data
    here = d.tracks[step.track][s.advance[step.track]]
    if not d.red[here] >> d.place[args[0]] & 1:
        yield Why("9.3.9", lambda: f"{args[0]} is not joined to {d.place_ids[here]} by red.", (args[0],))
    elif not s.at[s.data.place[args[0]]]:
        yield Why("9.3.9", lambda: f"No Allied unit is in {args[0]}.", (args[0],))


def _red_occupied(s: State, step: RedAttack, seat: str, args: Args) -> Iterable[str]:
    return s.data.place_list(red_targets(s, step.track))


def _strike(s: State, step: RedAttack, seat: str, args: Args, ev: Events | None) -> None:
    if ev is not None:
        german = s.data.germans[s.on_track[step.track]]
        say(ev, f"{german.name} attacks {args[0]} from the end of its track.", "9.3.9", (args[0],), (german.id,))
    begin_attack(s, step.track, s.data.place[args[0]], True)


def _strike_odds(s: State, step: RedAttack, seat: str, args: Args) -> Odds:
    """The odds against the unit there with the best Defence Number."""
    space = s.data.place[args[0]]
    front = max(bits(s.at[space]), key=lambda u: defence_number(s, u, space))
    odds = german_attack_odds(s, step.track, space, front)
    return structs.replace(odds, assumes=(f"{s.data.unit_names[front]} is the Frontline unit.", *odds.assumes))


class RedAttack(Choice[State], frozen=True):
    """The player says which space a German at the end of its track attacks (9.3.9)."""

    rule: ClassVar[str] = "9.3.9"
    track: int
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "strike",
            _strike,
            (Slot("space", "place", all_places, _against_red, _red_occupied, "Which space is attacked?"),),
            "9.3.9",
            "Attacked space",
            odds=_strike_odds,
        ),
    )

    def seat(self, s: State) -> str:
        return SEAT

    def prompt(self, v: State, seat: str) -> str:
        return f"{v.data.germans[v.on_track[self.track]].name} attacks from the end of its track: choose the space."

    def obvious(self, s: State) -> tuple[str, Args] | None:
        targets = red_targets(s, self.track)
        if targets & (targets - 1):
            return None
        return "strike", (s.data.place_ids[targets.bit_length() - 1],)


# ------------------------------------------------------------------------------------ Frontline unit


def _against_front(s: State, step: Frontline, seat: str, args: Args) -> Whys:
    unit = s.data.unit[args[0]]
    if s.loc[unit] != step.space:
        where = s.data.place_ids[step.space]
        be = agree(s.data, unit, "is", "are")
        yield Why(
            "9.3b", lambda: f"{s.data.unit_names[unit]} {be} not in {where}, which is attacked.", (where,), (args[0],)
        )


def _front_units(s: State, step: Frontline, seat: str, args: Args) -> Iterable[str]:
    return s.data.unit_list(s.at[step.space])


def _front(s: State, step: Frontline, seat: str, args: Args, ev: Events | None) -> None:
    s.stack.append(GermanRoll(step.track, step.space, s.data.unit[args[0]], step.red))


def _front_odds(s: State, step: Frontline, seat: str, args: Args) -> Odds:
    return german_attack_odds(s, step.track, step.space, s.data.unit[args[0]])


class Frontline(Choice[State], frozen=True):
    """The player picks the unit that meets the attack (9.3b)."""

    rule: ClassVar[str] = "9.3b"
    track: int
    space: int
    red: bool = False
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "front",
            _front,
            (
                Slot(
                    "unit",
                    "piece",
                    all_pieces,
                    ours(_against_front, "9.3b"),
                    _front_units,
                    "Which unit is the Frontline?",
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

    def quick(self, v: State, seat: str) -> list[Action] | None:
        out: list[Action] = []
        v.data.actions.front.add(out, v.at[self.space])
        return out


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
    d = s.data
    german = d.germans[s.on_track[track]]
    defence = defence_number(s, front, space)
    wins = count_wins(dice, defence)
    where = d.place_ids[space]
    strength = counted(dice_words(len(dice)), german_dice_modifiers(s, track, space))
    number = counted(f"Defence Number {defence}", defence_modifiers(s, front, space))
    ev.add(
        Rolled(
            dice=dice,
            label=f"{german.name} attacks {d.unit_names[front]} in {where}, {strength} against {number}",
            result=f"{wins} Win{'' if wins == 1 else 's'}",
            rule="9.3c",
            shows=_cells(wins),
            bad=SEAT,
            places=(where,),
            pieces=(german.id, d.unit_ids[front]),
        )
    )


class Outcomes(Auto[State], frozen=True):
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


# ------------------------------------------------------------------------------------ applying Wins


def win_targets(s: State, step: ApplyWins) -> int:
    """The units on which the next Win may fall: first the Frontline unit, then any in the space; when none is
    left there, those that retreated (9.3.3, 9.3.4, ruling 25)."""
    if step.left == step.wins:
        return 1 << step.front
    there = s.at[step.space]
    if there or s.wins_lapse:
        return there
    gone = 0
    for unit in bits(step.gone):
        if s.loc[unit] < s.data.land:
            gone |= 1 << unit
    return gone


def may_retreat(s: State, step: ApplyWins, unit: int) -> bool:
    return not step.gone >> unit & 1 and retreat_spaces(s, unit) != 0


def _against_target(s: State, step: ApplyWins, seat: str, args: Args) -> Whys:
    unit = s.data.unit[args[0]]
    if win_targets(s, step) >> unit & 1:
        return
    name = s.data.unit_names[unit]
    if step.left == step.wins:
        front = s.data.unit_names[step.front]
        yield Why(
            "9.3.3",
            lambda: f"The first Win must fall on the Frontline unit, {front}.",
            (),
            (s.data.unit_ids[step.front],),
        )
        return
    where = s.data.place_ids[step.space]
    if s.at[step.space]:
        be = agree(s.data, unit, "is", "are")
        yield Why("9.3.3", lambda: f"{name} {be} not in {where}, where the Wins are applied.", (where,), (args[0],))
    else:
        words = agree(s.data, unit, "is not one of them", "are not among them")
        yield Why(
            "9.3.4",
            lambda: f"{where} is empty: the Wins left fall on the units that retreated from it, and {name} {words}.",
            (where,),
            (args[0],),
        )


def _targets(s: State, step: ApplyWins, seat: str, args: Args) -> Iterable[str]:
    return s.data.unit_list(win_targets(s, step))


def _against_retreating(s: State, step: ApplyWins, seat: str, args: Args) -> Whys:
    yield from _against_target(s, step, seat, args)
    unit = s.data.unit[args[0]]
    name = s.data.unit_names[unit]
    if step.gone >> unit & 1:
        yield Why(
            "9.3.4",
            lambda: f"{name} already retreated from this combat; further Wins there are Hits.",
            (),
            (args[0],),
        )
    elif win_targets(s, step) >> unit & 1 and not retreat_spaces(s, unit):
        have = agree(s.data, unit, "has", "have")
        yield Why("9.3.4", lambda: f"{name} {have} no space to retreat to and must take a Hit.", (), (args[0],))


def _retreaters(s: State, step: ApplyWins, seat: str, args: Args) -> Iterable[str]:
    return [s.data.unit_ids[u] for u in bits(win_targets(s, step)) if may_retreat(s, step, u)]


def against_retreat_to(s: State, step: object, seat: str, args: Args) -> Whys:
    """Why a unit cannot retreat to a space (9.3.4)."""
    d = s.data
    unit, space = d.unit[args[0]], d.place[args[1]]
    name, where = d.unit_names[unit], args[1]
    if space >= d.land:
        yield Why("9.3.4", lambda: f"{where} is at sea: nobody retreats there.", (where,))
    elif not d.near[s.loc[unit]] >> space & 1:
        yield Why("9.3.4", lambda: f"{where} is not connected with {d.place_ids[s.loc[unit]]}.", (where,))
    elif s.german_at >> space & 1:
        yield Why("9.3.4", lambda: f"A German unit is in {where}.", (where,))
    elif s.barred >> space & 1:
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


def retreat_to(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.place_list(retreat_spaces(s, s.data.unit[args[0]]))


def _go_on(s: State, step: ApplyWins, gone: int, ev: Events | None) -> None:
    if step.left > 1:
        again = ApplyWins(step.track, step.space, step.front, step.wins, step.left - 1, gone, step.red)
        if win_targets(s, again):
            s.stack.append(again)
            return
    finish_round(s, step, ev)


def _hit(s: State, step: ApplyWins, seat: str, args: Args, ev: Events | None) -> None:
    hit(s, s.data.unit[args[0]], ev, "9.3.5")
    _go_on(s, step, step.gone, ev)


def _retreat(s: State, step: ApplyWins, seat: str, args: Args, ev: Events | None) -> None:
    unit = s.data.unit[args[0]]
    retreat(s, unit, s.data.place[args[1]], ev)
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
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "hit",
            _hit,
            (
                Slot(
                    "unit", "piece", all_pieces, ours(_against_target, "9.3.3"), _targets, "Which unit takes the Hit?"
                ),
            ),
            "9.3.5",
            "Take a Hit",
        ),
        Verb(
            "retreat",
            _retreat,
            (
                Slot(
                    "unit",
                    "piece",
                    all_pieces,
                    ours(_against_retreating, "9.3.4"),
                    _retreaters,
                    "Which unit retreats?",
                ),
                Slot("space", "place", all_places, against_retreat_to, retreat_to, "Where to?"),
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

    def obvious(self, s: State) -> tuple[str, Args] | None:
        targets = win_targets(s, self)
        if targets & (targets - 1):
            return None
        unit = targets.bit_length() - 1
        if may_retreat(s, self, unit):
            return None
        return "hit", (s.data.unit_ids[unit],)

    def quick(self, v: State, seat: str) -> list[Action] | None:
        lists = v.data.actions
        out: list[Action] = []
        targets = win_targets(v, self)
        lists.hit.add(out, targets)
        able = 0
        for unit in bits(targets & ~self.gone):
            if retreat_spaces(v, unit):
                able |= 1 << unit
        lists.retreat.add(out, able)
        return out


def finish_round(s: State, step: ApplyWins, ev: Events | None) -> None:
    """All Wins are applied: the German retreats, attacks again or breaks through (9.3.4, 9.3.6, 9.3.7)."""
    track, space = step.track, step.space
    row = s.data.german_attack[min(step.wins, 4)]
    if not row.goes_on:
        s.spent |= 1 << track
        # ruling 24: with the space given up, the German holds it
        if row.retreat == "always" or (row.retreat == "if-held" and (s.at[space] or s.always_retreats)):
            german_retreat(s, track, ev)
    elif s.at[space]:
        begin_attack(s, track, space, step.red)
    elif not step.red:
        break_through(s, track, min(step.wins, 4), ev)


def break_through(s: State, track: int, wins: int, ev: Events | None) -> None:
    """9.3.7 (ruling 30)."""
    d = s.data
    spaces = d.tracks[track]
    n = s.advance[track]
    if (
        not d.breakthrough[wins] >> german_type(s, track) & 1
        or s.broke >> track & 1
        or n + 1 == len(spaces)
        or marsh(s) >> spaces[n] & 1
        or s.german_at >> spaces[n + 1] & 1
    ):
        return
    s.broke |= 1 << track
    german_goes(s, track, n + 1, ev, "9.3.7", "breaks through to")
    begin_attack(s, track, spaces[n + 1], False)

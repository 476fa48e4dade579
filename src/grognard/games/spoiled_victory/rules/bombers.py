"""10.10.2 RAF bombers."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from grognard.games.spoiled_victory.data.world import COMBAT_ROW, HIT, NONE, RESULT_WORDS, SUPPRESSED
from grognard.games.spoiled_victory.rules.air_attack import table_total
from grognard.games.spoiled_victory.rules.domains import GERMANS
from grognard.games.spoiled_victory.rules.movement import nothing_before_leaving
from grognard.games.spoiled_victory.rules.state import (
    ALLIED_SIDE,
    GERMAN_SIDE,
    SEAT,
    State,
    disrupt,
    german_hit,
    german_space,
    marsh,
    night,
    rolled,
)
from grognard.kernel.rules import (
    Battle,
    Chance,
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
)
from grognard.kernel.show import Modifier, Odds, OddsRow

# --------------------------------------------------------------------------------- 10.10.2 RAF bombers


def _bombers_ready(s: State, step: Step[State], seat: str) -> Whys:
    if s.bombers == 0:
        yield Why("10.10.2", lambda: "The event RAF Bombers Sortie has not been drawn.")
    elif s.bombers == 2:
        yield Why("10.10.2", lambda: "The RAF bombers have been used.")
    yield from nothing_before_leaving(s, step, seat)


def _any(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    """Any German unit may be bombed."""
    return iter(())


def _bomb(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    s.bombers = 2
    s.stack.append(step)
    s.stack.append(Bombing(s.on_track.index(args[0])))


def bomber_modifiers(s: State, space: int) -> list[Modifier]:
    """10.10.2: as a Luftwaffe attack, without the event, plus one (ruling 54)."""
    d = s.data
    out = [Modifier(d.drm_bombers, "RAF bombers", "10.10.2")]
    if d.town >> space & 1:
        out.append(Modifier(d.drm_town, "Town", "7.2a"))
    if marsh(s) >> space & 1:
        out.append(Modifier(d.drm_marsh, "Marsh", "7.2b"))
    if night(s):
        out.append(Modifier(d.drm_night, "Night", "7.2c-night"))
    return out


BOMB_WORDS = {NONE: "no effect", SUPPRESSED: "Disrupted", HIT: "1 Hit"}


class Bombing(Chance[State], frozen=True):
    rule: ClassVar[str] = "10.10.2"
    track: int

    def chance(self, s: State) -> Distribution:
        return Dice(2)

    def happen(self, s: State, outcome: Outcome, ev: Events | None) -> None:
        dice = rolled(outcome)
        d = s.data
        space = german_space(s, self.track)
        modifiers = bomber_modifiers(s, space)
        total: int = table_total(sum(dice) + sum(m.value for m in modifiers))
        result = d.air_rows[COMBAT_ROW][total]
        if ev is not None:
            german = d.germans[s.on_track[self.track]]
            ev.add(
                Battle(
                    dice=dice,
                    turn=s.turn,
                    side=ALLIED_SIDE,
                    defender=GERMAN_SIDE,
                    place=d.place_ids[space],
                    defenders=(german.id,),
                    manner="air",
                    label=f"RAF bombers against {german.name}",
                    modifiers=tuple(modifiers),
                    total=total,
                    result=BOMB_WORDS.get(result, RESULT_WORDS[result]),
                    rule="10.10.2",
                    good=SEAT,
                    places=(d.place_ids[space],),
                    pieces=(german.id,),
                )
            )
        if result == SUPPRESSED:
            disrupt(s, self.track, ev, "10.10.2")
        elif result != NONE:
            german_hit(s, self.track, ev, "10.10.2", "air")


def _bomb_odds(s: State, step: Step[State], seat: str, args: Ints) -> Odds:
    d = s.data
    modifiers = bomber_modifiers(s, german_space(s, s.on_track.index(args[0])))
    drm = sum(m.value for m in modifiers)
    ways = {NONE: 0, SUPPRESSED: 0, HIT: 0}
    for a in range(1, 7):
        for b in range(1, 7):
            ways[min(HIT, d.air_rows[COMBAT_ROW][table_total(a + b + drm)])] += 1
    rows = tuple(OddsRow(BOMB_WORDS[r], str(Fraction(n, 36)), n / 36) for r, n in ways.items() if n)
    return Odds("RAF bombers: two dice on the Combat unit row", rows, tuple(modifiers), (), rule="10.10.2")


BOMB = Verb(
    "bomb",
    _bomb,
    (Slot("unit", GERMANS, _any, prompt="Which German unit?"),),
    "10.10.2",
    "RAF bombers",
    _bombers_ready,
    odds=_bomb_odds,
)

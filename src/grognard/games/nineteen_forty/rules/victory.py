"""19. Victory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.games.nineteen_forty.data.world import ALLIED, BR, DE, FR, GERMAN, HOLLAND, World
from grognard.games.nineteen_forty.rules.state import Position, survey
from grognard.kernel.rules import Points
from grognard.kernel.show import Result


def loss_points(w: World, u: int) -> int:
    """What the other side scores if the unit is eliminated (ruling 102)."""
    p = w.book.points
    nation = w.nation[u]
    if nation == DE:  # 19 Losses Allied ¶1
        if w.airborne[u]:
            return p.airborne_unit
        return w.combat[u] * (p.german_motorized if w.motorized[u] else p.german_other)
    if nation == BR:  # 19 Losses German ¶1
        return w.combat[u] * p.british
    if nation == FR:
        return w.combat[u] * (p.french_motorized if w.motorized[u] else p.french_other)
    return w.combat[u] * p.minor_ally


def points(s: Position) -> tuple[int, int]:
    """The victory points of the German and of the Allied player."""
    w = s.data
    german = allied = 0
    for u, h in enumerate(s.where):
        if h == w.eliminated:
            if w.side[u] == GERMAN:
                allied += loss_points(w, u)
            else:
                german += loss_points(w, u)
    return german, allied


def scored(s: Position) -> Iterator[Points]:
    """The points unit by unit, by the kinds that 19 Losses German ¶1 and 19 Losses Allied ¶1 tell apart."""
    w = s.data
    for u, h in enumerate(s.where):
        if h != w.eliminated or not loss_points(w, u):
            continue
        nation = {DE: "German", BR: "British", FR: "French"}.get(w.nation[u], "Other")
        kind = "airborne" if nation == "German" and w.airborne[u] else "motorized" if w.motorized[u] else "other"
        to = "Allied" if nation == "German" else "German"
        words = "British units" if nation == "British" else f"{nation} {kind} units"
        yield Points(
            what=f"{to} points",
            change=loss_points(w, u),
            words=f"{words} eliminated",
            rule=f"19 Losses {to} ¶1",
            side=to.lower(),
        )


def maginot_cleared(s: Position) -> bool:
    """19 Plan 1"""
    w = s.data
    return not survey(s).occupied[ALLIED] & w.maginot


def paris_captured(s: Position) -> bool:
    """19 Plan 2"""
    w = s.data
    return s.german & w.paris == w.paris


def north_captured(s: Position) -> bool:
    """19 Plan 3"""
    w = s.data
    return s.german & w.north == w.north


def holland_stands(s: Position) -> bool:
    """19 Holland ¶1: invaded and not yet surrendered (ruling 101)."""
    return bool(s.war & 1 << HOLLAND) and not s.surrendered & 1 << HOLLAND


class Outcome(NamedTuple):
    german_points: int
    allied_points: int
    met: tuple[bool, bool, bool]
    """Which objectives are accomplished: Maginot, Paris, the north."""
    plan: bool
    """Whether the chosen plan counts as accomplished."""
    british_lost: int
    ruhr: int
    level: str


def judge(s: Position) -> Outcome:
    """The seven levels (19 Plans ¶1; rulings 99, 100)."""
    w = s.data
    t = w.book.terms
    german, allied = points(s)
    met = (maginot_cleared(s), paris_captured(s), north_captured(s))
    plan = met[s.objective] and not holland_stands(s)
    british = sum(w.combat[u] for u, h in enumerate(s.where) if h == w.eliminated and w.nation[u] == BR)
    ruhr = (s.allied & w.ruhr).bit_count()
    others = sum(met) - met[s.objective]
    if german > allied and plan:
        if others and german >= t.double * allied:
            # 19 German Strategic, 19 German Decisive
            strategic = british >= t.british_factors or others == 2
            level = "german-strategic" if strategic else "german-decisive"
        else:
            level = "german-marginal" if others else "draw"  # 19 German Marginal, 19 Draw
    elif allied > german and not plan and ruhr >= t.ruhr_hexes:
        level = "allied-strategic"  # 19 Allied Strategic
    elif allied >= german and not plan:
        level = "allied-decisive"  # 19 Allied Decisive
    else:
        level = "allied-marginal"  # 19 Allied Marginal
    return Outcome(german, allied, met, plan, british, ruhr, level)


SCORES = {
    "allied-strategic": -3.0,
    "allied-decisive": -2.0,
    "allied-marginal": -1.0,
    "draw": 0.0,
    "german-marginal": 1.0,
    "german-decisive": 2.0,
    "german-strategic": 3.0,
}


def result(s: Position) -> Result:
    w = s.data
    found = judge(s)
    level = next(x for x in w.book.level if x.id == found.level)
    plan = w.plan_names[s.objective]
    done = "accomplished" if found.plan else "not accomplished"
    text = (
        f"{level.name}: {found.german_points} German to {found.allied_points} Allied points; "
        f"the German plan, “{plan}”, was {done}."
    )
    if holland_stands(s):
        text += " Holland still stands."
    return Result(level.winner, level.id, text, SCORES[level.id], level.source.removeprefix("rulebook "))

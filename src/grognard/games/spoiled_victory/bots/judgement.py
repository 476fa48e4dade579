"""A position of A Spoiled Victory in figures, and the Victory Points that it will come to by them."""

from __future__ import annotations

from grognard.bots.judgement import Judge
from grognard.games.spoiled_victory.data.world import FILES, PACKAGE
from grognard.games.spoiled_victory.rules.state import State, factor, facts
from grognard.kernel.plain import Things
from grognard.kernel.rules import bits

_CHANGING = (
    "one",
    "at sea",
    "on the shore",
    "British",
    "French",
    "reduced units",
    "German advance",
    "Germans by the shore",
    "reduced Germans",
    "Spirit",
    "Mole damaged",
    "jetties",
    "patrol left",
)
NAMES = ("points", *_CHANGING, *(f"{name} × time left" for name in _CHANGING))


def figures(s: State) -> list[float]:
    d, f = s.data, facts(s)
    left = (d.last_turn - s.turn + 1) / d.last_turn
    sea = sum(factor(s, u) for units in f.at[d.sea_from : d.sea_to] for u in bits(units))
    shore = 0
    units = f.at[d.staging]
    for space in d.formation:
        units |= f.at[space] & d.evacuees
    shore = sum(factor(s, u) for u in bits(units))
    ashore = f.ashore & d.combat_mask
    advance = sum(step / max(1, len(track)) for step, track in zip(s.advance, d.tracks, strict=True))
    near = sum((d.near[x] & f.german_at).bit_count() for x in d.formation)
    out = [1.0, sea / 5, shore / 5]
    out += [(ashore & d.british).bit_count() / 10, (ashore & d.french).bit_count() / 10]
    out += [(ashore & ~s.full).bit_count() / 10, advance / 5, near / 5, s.reduced.bit_count() / 3]
    out += [float(s.spirit), float(s.mole_damaged), float(s.jetties == 1), float(s.cap)]
    return [float(s.vp), *out, *(x * left for x in out)]


def points(s: State) -> float | None:
    return None if s.stack else float(s.vp)


def points_judge(pack: Things | None) -> Judge[State]:
    return Judge(PACKAGE, FILES, NAMES, figures, points, pack, is_score=True)

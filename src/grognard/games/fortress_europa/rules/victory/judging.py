# compiled as it stands
"""12.18, 30.1, 31.15, 32.1, 33: the moments at which it is looked whether the game is decided."""

from __future__ import annotations

from grognard.games.fortress_europa.rules.landing.invasion import first_invasion_failed, second_invasion_failed
from grognard.games.fortress_europa.rules.movement.exits import steps_off
from grognard.games.fortress_europa.rules.state import Position, on, say
from grognard.games.fortress_europa.rules.victory import victory
from grognard.kernel.rules import Events

BULGE_ENDS = "jan-2"


def after_action(s: Position, ev: Events | None) -> None:
    """After a battle, an impulse or a player turn: control may have changed with zones, and units are lost."""
    victory.check_now(s, ev)
    if first_invasion_failed(s):
        s.first_failed = True
    if second_invasion_failed(s):
        victory.end(s, "driven-off", ev)  # 12.18


def start_of_turn(s: Position, ev: Events | None) -> None:
    """32.1: at the beginning of September I, before anything else (ruling 266)."""
    w = s.data
    if on(s, "sudden-death") and s.turn == w.turn_of[w.book.objective_terms.turn]:
        victory.sudden_death(s, ev)


def end_of_turn(s: Position, last: bool, ev: Events | None) -> None:
    """What is judged when a turn is over; `last`: it was the last one."""
    w = s.data
    after_action(s, ev)
    if steps_off(s) >= w.book.figures.exit_steps:
        victory.end(s, "breakthrough", ev)  # 31.15
    kind = w.book.scenario[s.scenario].victory
    if kind in ("bulge", "berlin") and s.turn == w.turn_of[BULGE_ENDS]:
        s.bulge_level = victory.bulge_level(s)
        goal = ("failed", "reached the small solution", "reached its great goal")[s.bulge_level]
        say(ev, f"The offensive in the Ardennes has {goal}.", "33.3.10")
    if not last:
        return
    if kind == "districts":
        victory.end(s, "foothold" if victory.foothold(s) else "contained", ev)
    elif kind == "objectives":
        victory.most_objectives(s, ev)
    elif kind == "bulge":
        victory.end(s, ("stopped", "tactical", "strategic")[s.bulge_level], ev)
    else:
        victory.last_stand(s, ev)

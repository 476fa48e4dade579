# compiled as it stands
"""31.13. Skorzeny's commandos: once, 150SS slips through a zone of control, and then picks one enemy to attack."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa.data.world import GERMAN, SEATS
from grognard.games.fortress_europa.rules.domains import HEXES, with_option
from grognard.games.fortress_europa.rules.movement.ground import (
    adjacent_enemies,
    allowance,
    going,
    halting,
    in_enemy_zone,
    situation,
)
from grognard.games.fortress_europa.rules.movement.movement import may_stop, walk, why_held
from grognard.games.fortress_europa.rules.setup.ardennes import offensive
from grognard.games.fortress_europa.rules.state import Position, on, on_map
from grognard.games.fortress_europa.rules.telling import tell_changed, tell_choice
from grognard.kernel.rules import Choice, Events, Ints, Slot, Step, Verb, Why, Whys
from grognard.maps import Reach, search

READY, IN_USE, OVER = range(3)
"""`greif`"""
BRIGADE = "de-150ss"


def brigade(s: Position) -> int:
    w = s.data
    return w.unit[BRIGADE]


def available(s: Position) -> bool:
    return on(s, "greif") and s.greif == READY and s.side == GERMAN and on_map(s, brigade(s))


# ------------------------------------------------------------------------------------------------- moving


def onward(s: Position) -> Reach:
    """Where the brigade gets from the first zone that it has entered: as if that were none."""
    w = s.data
    u = brigade(s)
    here = w.bit[s.where[u]]
    now = situation(s, u)
    now = now._replace(zone=now.zone & ~here)
    return search(going(s, u), s.where[u], allowance(s, u), now, spent=s.spent[u], curbed=bool(s.slowed >> u & 1))


def when(s: Position, step: Step[Position], seat: str) -> Whys:
    w = s.data
    if not on(s, "greif") or s.side != GERMAN:
        yield Why(
            "31.13", lambda: "Skorzeny's commandos move only in German turns, and only if that option was chosen."
        )
    elif s.greif != READY:
        yield Why("31.13", lambda: "The commandos have been used.")
    elif not on_map(s, brigade(s)):
        yield Why("31.13", lambda: "150SS is not on the map.")
    else:
        u = brigade(s)
        h = s.where[u]
        yield from why_held(s, u)
        if not s.spent[u] or not in_enemy_zone(s, u):
            yield Why("31.13", lambda: "150SS has not entered an enemy zone in this impulse.", (w.labels[h],))
        elif halting(s, u) >> h & 1:
            yield Why("8.2", lambda: f"The ground of {w.labels[h]} stops 150SS.", (w.labels[h],))
        elif s.stopped >> u & 1:
            rule = "17.10.4" if any(x == u for x, _ in s.tried) else "17.10.1"
            yield Why(rule, lambda: "150SS has been stopped on its way.", (w.labels[h],))


def slip_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    h = args[0]
    if h == s.where[brigade(s)] or not (onward(s).mask & may_stop(s, brigade(s))) >> h & 1:
        yield Why(
            "31.13", lambda: f"150SS does not get to {w.labels[h]} with what is left of its movement.", (w.labels[h],)
        )


def slip_hexes(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    """Where it could get if nothing stopped it."""
    w = s.data
    return w.within(w.bit[s.where[brigade(s)]], w.move[brigade(s)][0])


def do_slip(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    path = onward(s).path(args[0])
    s.greif = IN_USE
    tell_changed(
        ev,
        "disguised",
        "150SS in American uniforms goes through the enemy zone.",
        "31.13",
        (w.labels[path[0]],),
        (BRIGADE,),
    )
    s.then(step)
    walk(s, brigade(s), path, ev)


SLIP = Verb(
    "slip",
    do_slip,
    (Slot("hex", HEXES, slip_reasons, among=slip_hexes, prompt="To which hex does 150SS go on?"),),
    "31.13",
    "Slip through",
    reasons=when,
    may=with_option("greif", when),
)


# ---------------------------------------------------------------------------------------------- attacking


def picks_one(s: Position, u: int) -> bool:
    """Whether this is the brigade in its one combat impulse: it attacks one hex and ignores all others."""
    return on(s, "greif") and s.side == GERMAN and s.greif == IN_USE and u == brigade(s)


def start_of_combat(s: Position) -> None:
    """Asks whether the brigade makes its special attack, where that would make a difference (ruling 253): not on
    December III, when every German unit may ignore enemies (33.3.9-1)."""
    if not available(s) or offensive(s):
        return
    if len({s.where[x] for x in adjacent_enemies(s, brigade(s))}) > 1:
        s.then(Commandos())


def end_of_combat(s: Position) -> None:
    """Once in the game, and both halves in one impulse."""
    if s.greif == IN_USE:
        s.greif = OVER


def do_use(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    s.greif = IN_USE
    tell_choice(
        ev,
        "german",
        "attack",
        "one hex",
        "150SS attacks one enemy hex and ignores the others.",
        "31.13",
        (),
        (BRIGADE,),
    )


def do_save(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    """Nothing is said: nothing has changed."""


class Commandos(Choice[Position], frozen=True):
    """31.13: whether 150SS ignores all enemies but one in this combat impulse."""

    rule: ClassVar[str] = "31.13"
    verbs: ClassVar[tuple[Verb[Position, Commandos], ...]] = (
        Verb("save", do_save, (), "31.13", "Attack as always"),
        Verb("use", do_use, (), "31.13", "Attack one hex only"),
    )

    def seat(self, s: Position) -> str:
        return SEATS[GERMAN]

    def prompt(self, v: Position, seat: str) -> str:
        return "150SS may attack one enemy hex and ignore all others, once in the game. Now?"

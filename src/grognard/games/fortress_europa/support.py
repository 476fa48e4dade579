"""17.10.2, 17.10.9: aircraft in battle. Ground Support raises the odds by columns, Carpet Bombing adds to the die."""

from __future__ import annotations

from typing import Any, ClassVar

from grognard.games.fortress_europa.air import aircraft_universe, flying, tac_range
from grognard.games.fortress_europa.state import SPENT, Position, invasion_now, say, survey
from grognard.games.fortress_europa.strength import this_battle
from grognard.games.fortress_europa.world import ALLIED, SEATS, World
from grognard.kernel.contract import Args, Draft, Slot, Verb, Why, Whys
from grognard.kernel.events import Events
from grognard.maps import Mask, members

MISSIONS = ("german-ground-support", "ground-support")
"""By side: each supports its own attacks (ruling 155)."""


def first_landing(s: Position) -> bool:
    """The Allied turn in which Ground Support is bound to hexes before hidden units are revealed (ruling 154)."""
    w: World = s.data
    return s.side == ALLIED and s.turn == w.turn_of[w.book.landing.first]


def no_battle(s: Position, step: Any, seat: str) -> Whys:
    if not s.battle_units:
        yield Why("17.10.2", lambda: "No battle has been declared.")


# ---------------------------------------------------------------------------------------- Ground Support


def support_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    a = w.plane[args[0]]
    name, most = w.aircraft[a].name, w.book.air.support_most
    far = s.battle_hexes & ~tac_range(s, s.side)
    if s.impulse != 1:
        yield Why("17.10.2", lambda: "Ground Support is flown in the first combat impulse only.", (), args)
    elif a not in flying(s, MISSIONS[s.side]):
        yield Why("17.10.2", lambda: f"{name} is not ready for Ground Support.", (), args)
    elif s.battle_air >> a & 1:
        yield Why("17.10.2", lambda: f"{name} supports this battle already.", (), args)
    elif s.battle_air.bit_count() >= most:
        yield Why("17.10.2", lambda: f"No more than {most} aircraft support one battle.", (), args)
    elif s.battle_carpet:
        yield Why("17.10.9", lambda: "Carpet Bombing is not used together with Ground Support.", (), args)
    elif first_landing(s) and not (s.target[a] >= 0 and s.battle_hexes >> s.target[a] & 1):
        yield Why("17.10.2", lambda: f"{name} was not named for this battle before hidden units appeared.", (), args)
    elif far:
        rule = "17.4" if s.side == ALLIED else "17.5"
        labels = tuple(w.labels[h] for h in members(far))
        yield Why(rule, lambda: f"{', '.join(labels)} out of TAC range.", labels, args)


def do_support(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    s.battle_air |= 1 << w.plane[args[0]]


SUPPORT = Verb(
    "support",
    do_support,
    (Slot("aircraft", "piece", aircraft_universe, support_reasons, prompt="Which aircraft supports the attack?"),),
    "17.10.2",
    "Ground Support",
    reasons=no_battle,
)


# ---------------------------------------------------------------------------------------- Carpet Bombing


def carpet_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    a = w.plane[args[0]]
    name = w.aircraft[a].name
    if s.side != ALLIED or s.impulse != 1:
        yield Why("17.10.9", lambda: "Carpet Bombing is for Allied attacks in the first combat impulse.", (), args)
    elif a not in flying(s, "carpet"):
        yield Why("17.10.9", lambda: f"{name} does not fly Carpet Bombing.", (), args)
    elif s.battle_carpet:
        yield Why("17.10.9", lambda: "More bombers add nothing to this battle.", (), args)  # ruling 164
    elif s.carpet_month == w.month_of[s.turn]:
        yield Why("17.10.9", lambda: "Carpet Bombing has been used this month.", (), args)
    elif invasion_now(s):
        yield Why("17.10.9", lambda: "There is no Carpet Bombing on an invasion turn.", (), args)
    elif s.battle_air:
        yield Why("17.10.9", lambda: "Carpet Bombing is not used together with Ground Support.", (), args)


def do_carpet(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    s.battle_carpet |= 1 << w.plane[args[0]]


CARPET = Verb(
    "carpet",
    do_carpet,
    (Slot("aircraft", "piece", aircraft_universe, carpet_reasons, prompt="Which bombers?"),),
    "17.10.9",
    "Carpet Bombing",
    reasons=no_battle,
)


def carpet_duty(s: Position) -> Whys:
    """17.10.9: odds of 2-1 or lower, as declared (ruling 164); higher ones can be declared lower (15.8)."""
    w: World = s.data
    most = next(n for n, column in enumerate(w.book.column) if column.ratio == w.book.air.carpet_odds)
    if s.battle_carpet and this_battle(s).declared > most:
        name = w.book.column[most].name
        yield Why("17.10.9", lambda: f"Carpet Bombing is for odds of {name} or lower: declare lower ones.")


def fly_off(s: Position, ev: Events | None) -> None:
    """The battle begins: each aircraft is used once, and Carpet Bombing once a month."""
    w: World = s.data
    for a in members(s.battle_air | s.battle_carpet):
        s.mission[a] = SPENT
        s.target[a] = -1
    if s.battle_carpet:
        s.carpet_month = w.month_of[s.turn]
        labels = tuple(w.labels[h] for h in members(s.battle_hexes))
        say(ev, f"Carpet Bombing falls on {', '.join(labels)}.", "17.10.9", labels)


# --------------------------------------------------------------------------------- before hidden units appear


def targets(s: Position) -> Mask:
    """Where battles may come about in the landing: hexes with Allied units and those beside them, in TAC range."""
    w: World = s.data
    landed = survey(s).occupied[ALLIED]
    return w.steps.spread(landed) & tac_range(s, ALLIED) | landed & tac_range(s, ALLIED)


def bound_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    a = w.plane[args[0]]
    name = w.aircraft[a].name
    if a not in flying(s, "ground-support"):
        yield Why("17.10.2", lambda: f"{name} does not fly Ground Support.", (), args[:1])
    elif s.target[a] >= 0:
        yield Why("17.10.2", lambda: f"{name} has its hex.", (), args[:1])
    elif not bound_hexes(s, step, seat, args):
        yield Why("17.10.2", lambda: "No hex is left that could be attacked and supported.", (), args[:1])


def hex_universe(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    w: World = s.data
    return w.labels


def bound_hex_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    h, label = w.index[args[1]], (args[1],)
    most = w.book.air.support_most
    if not tac_range(s, ALLIED) >> h & 1:
        yield Why("17.4", lambda: f"{w.hex_name(h)} is out of TAC range.", label)
    elif not targets(s) >> h & 1:
        yield Why("17.10.2", lambda: f"No Allied unit could attack {w.hex_name(h)}.", label)
    elif sum(s.target[a] == h for a in flying(s, "ground-support")) >= most:
        yield Why("17.10.2", lambda: f"No more than {most} aircraft support one battle.", label)


def bound_hexes(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    taken = [s.target[a] for a in flying(s, "ground-support")]
    return [w.labels[h] for h in members(targets(s)) if taken.count(h) < w.book.air.support_most]


def do_bind(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    a, h = w.plane[args[0]], w.index[args[1]]
    s.target[a] = h
    say(ev, f"{w.aircraft[a].name} will support an attack on {w.hex_name(h)}.", "17.10.2", args[1:], args[:1])


class BindSupport(Draft[Position], frozen=True):
    """3.6, 17.10.2: on the turn of the first invasion Ground Support is put on hexes before hidden units appear; it
    is lost where no battle comes about (ruling 154)."""

    rule: ClassVar[str] = "17.10.2"
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "aim",
            do_bind,
            (
                Slot("aircraft", "piece", aircraft_universe, bound_reasons, prompt="Which aircraft?"),
                Slot("hex", "place", hex_universe, bound_hex_reasons, bound_hexes, prompt="Against which hex?"),
            ),
            "17.10.2",
            "Ground Support",
        ),
    )

    def seats(self, s: Position) -> tuple[str, ...]:
        return (SEATS[ALLIED],)

    def prompt(self, v: Position, seat: str) -> str:
        return "Put Ground Support on hexes that will be attacked, before hidden units appear."

    def obvious(self, s: Position) -> tuple[str, Args] | None:
        return None if flying(s, "ground-support") and targets(s) else ("done", ())

    def commit(self, s: Position, ev: Events | None) -> None:
        """Aircraft without a hex are not used this turn."""

# compiled as it stands
"""4.3B3, 4.3B5, 17.10.2, 17.10.9: aircraft in battle. Ground Support raises the odds by columns, Carpet Bombing
adds to the die."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, SEATS
from grognard.games.fortress_europa.rules.air.air import flying, tac_range
from grognard.games.fortress_europa.rules.combat.strength import column_words, this_battle
from grognard.games.fortress_europa.rules.domains import AIRCRAFT, HEXES
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import NOWHERE, SPENT, Position, invasion_now
from grognard.games.fortress_europa.rules.telling import tell_changed, tell_choice
from grognard.kernel.rules import Draft, Events, Ints, Slot, Step, Verb, Why, Whys
from grognard.kernel.show.words import agree, listed
from grognard.maps import Mask, mask_of, members

MISSIONS = ("german-ground-support", "ground-support")
"""By side: each supports its own attacks (ruling 155)."""


def first_landing(s: Position) -> bool:
    """The Allied turn in which Ground Support is bound to hexes before hidden units are revealed (ruling 154)."""
    w = s.data
    return s.side == ALLIED and s.turn == w.turn_of[w.book.landing.first]


def no_battle(s: Position, step: Step[Position], seat: str) -> Whys:
    if not s.battle_units:
        yield Why("17.10.2", lambda: "No battle has been declared.")


# ---------------------------------------------------------------------------------------- Ground Support


def support_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    a = args[0]
    name, most, ids = w.aircraft[a].name, w.book.air.support_most, (w.aircraft_ids[a],)
    if s.impulse != 1:
        yield Why("17.10.2", lambda: "Ground Support is flown in the first combat impulse only.", (), ids)
    elif a not in flying(s, MISSIONS[s.side]):
        yield Why("17.10.2", lambda: f"{name} is not ready for Ground Support.", (), ids)
    elif s.battle_air >> a & 1:
        yield Why("17.10.2", lambda: f"{name} supports this battle already.", (), ids)
    elif s.battle_air.bit_count() >= most:
        yield Why("17.10.2", lambda: f"No more than {most} aircraft support one battle.", (), ids)
    elif s.battle_carpet:
        yield Why("17.10.9", lambda: "Carpet Bombing is not used together with Ground Support.", (), ids)
    elif first_landing(s) and not (s.target[a] != NOWHERE and s.battle_hexes >> s.target[a] & 1):
        yield Why("17.10.2", lambda: f"{name} was not named for this battle before hidden units appeared.", (), ids)
    elif far := s.battle_hexes & ~tac_range(s, s.side):
        rule = "17.4" if s.side == ALLIED else "17.5"
        labels = tuple(w.labels[h] for h in members(far))
        yield Why(rule, lambda: f"{listed(labels)} {agree(len(labels), 'is', 'are')} out of TAC range.", labels, ids)


def _supporting(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return mask_of(flying(s, MISSIONS[s.side]))


def _bombing(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return mask_of(flying(s, "carpet"))


def do_support(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    s.battle_air |= 1 << args[0]


SUPPORT = Verb(
    "support",
    do_support,
    (Slot("aircraft", AIRCRAFT, support_reasons, among=_supporting, prompt="Which aircraft supports the attack?"),),
    "17.10.2",
    "Ground Support",
    reasons=no_battle,
)


# ---------------------------------------------------------------------------------------- Carpet Bombing


def carpet_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    """SAC reach every hex: no range is asked for (17.3)."""
    w = s.data
    a = args[0]
    name, ids = w.aircraft[a].name, (w.aircraft_ids[a],)
    if s.side != ALLIED or s.impulse != 1:
        yield Why("17.10.9", lambda: "Carpet Bombing is for Allied attacks in the first combat impulse.", (), ids)
    elif a not in flying(s, "carpet"):
        yield Why("17.10.9", lambda: f"{name} does not fly Carpet Bombing.", (), ids)
    elif s.battle_carpet:
        yield Why("17.10.9", lambda: "More bombers add nothing to this battle.", (), ids)  # ruling 164
    elif s.carpet_month == w.month_of[s.turn]:
        yield Why("17.10.9", lambda: "Carpet Bombing has been used this month.", (), ids)
    elif invasion_now(s):
        yield Why("17.10.9", lambda: "There is no Carpet Bombing on an invasion turn.", (), ids)
    elif s.battle_air:
        yield Why("17.10.9", lambda: "Carpet Bombing is not used together with Ground Support.", (), ids)


def do_carpet(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    s.battle_carpet |= 1 << args[0]


CARPET = Verb(
    "carpet",
    do_carpet,
    (Slot("aircraft", AIRCRAFT, carpet_reasons, among=_bombing, prompt="Which bombers?"),),
    "17.10.9",
    "Carpet Bombing",
    reasons=no_battle,
)


def carpet_duty(s: Position) -> Whys:
    """17.10.9: odds of 2-1 or lower, as declared (ruling 164); higher ones can be declared lower (15.8)."""
    if not s.battle_carpet:
        return
    w = s.data
    most = next(n for n, column in enumerate(w.book.column) if column.ratio == w.book.air.carpet_odds)
    if this_battle(s).declared > most:
        name = column_words(w, most)
        yield Why("17.10.9", lambda: f"Carpet Bombing is for odds of {name} or lower: declare lower ones.")


def fly_off(s: Position, ev: Events | None) -> None:
    """The battle begins: each aircraft is used once, and Carpet Bombing once a month."""
    w = s.data
    for a in members(s.battle_air | s.battle_carpet):
        s.mission[a] = SPENT
        s.target[a] = -1
    if s.battle_carpet:
        s.carpet_month = w.month_of[s.turn]
        labels = tuple(w.labels[h] for h in members(s.battle_hexes))
        tell_changed(ev, "bombed", f"Carpet Bombing falls on {', '.join(labels)}.", "17.10.9", labels)


# --------------------------------------------------------------------------------- before hidden units appear


def targets(s: Position) -> Mask:
    """Where battles may come about in the landing: hexes with Allied units and those beside them, in TAC range."""
    w = s.data
    landed = survey(s).occupied[ALLIED]
    return (landed | w.steps.spread(landed)) & tac_range(s, ALLIED)


def bound_reasons(s: Position, step: BindSupport, seat: str, args: Ints) -> Whys:
    w = s.data
    a = args[0]
    name, ids = w.aircraft[a].name, (w.aircraft_ids[a],)
    if a not in flying(s, "ground-support"):
        yield Why("17.10.2", lambda: f"{name} does not fly Ground Support.", (), ids)
    elif s.target[a] != NOWHERE:
        yield Why("17.10.2", lambda: f"{name} has its hex already.", (), ids)
    elif not free_targets(s):
        yield Why("17.10.2", lambda: "No hex is left that could be attacked and supported.", (), ids)


def bound_hex_reasons(s: Position, step: BindSupport, seat: str, args: Ints) -> Whys:
    w = s.data
    h = args[1]
    label = (w.labels[h],)
    most = w.book.air.support_most
    if not tac_range(s, ALLIED) >> h & 1:
        yield Why("17.4", lambda: f"{w.hex_name(h)} is out of TAC range.", label)
    elif not targets(s) >> h & 1:
        yield Why("17.10.2", lambda: f"No Allied unit could attack {w.hex_name(h)}.", label)
    elif sum(s.target[a] == h for a in flying(s, "ground-support")) >= most:
        yield Why("17.10.2", lambda: f"No more than {most} aircraft support one battle.", label)


def free_targets(s: Position) -> Mask:
    """The targets against which another aircraft may be put."""
    taken = [s.target[a] for a in flying(s, "ground-support")]
    full = mask_of(h for h in taken if h != NOWHERE and taken.count(h) >= s.data.book.air.support_most)
    return targets(s) & ~full


def bound_hexes(s: Position, step: BindSupport, seat: str, args: Ints) -> Mask:
    return targets(s)


def do_bind(s: Position, step: BindSupport, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    a, h = args[0], args[1]
    s.target[a] = h
    tell_choice(
        ev,
        seat,
        "air",
        w.labels[h],
        f"{w.aircraft[a].name} will support an attack on {w.hex_name(h)}.",
        "17.10.2",
        (w.labels[h],),
        (w.aircraft_ids[a],),
    )


class BindSupport(Draft[Position], frozen=True):
    """3.6, 17.10.2: on the turn of the first invasion Ground Support is put on hexes before hidden units appear; it
    is lost where no battle comes about (ruling 154)."""

    rule: ClassVar[str] = "17.10.2"
    verbs: ClassVar[tuple[Verb[Position, BindSupport], ...]] = (
        Verb(
            "aim",
            do_bind,
            (
                Slot("aircraft", AIRCRAFT, bound_reasons, prompt="Which aircraft?"),
                Slot("hex", HEXES, bound_hex_reasons, among=bound_hexes, prompt="Against which hex?"),
            ),
            "17.10.2",
            "Ground Support",
        ),
    )

    def seats(self, s: Position) -> tuple[str, ...]:
        return (SEATS[ALLIED],)

    def prompt(self, v: Position, seat: str) -> str:
        return "Put Ground Support on hexes that will be attacked, before hidden units appear."

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        return None if flying(s, "ground-support") and targets(s) else ("done", ())

    def commit(self, s: Position, ev: Events | None) -> None:
        """Aircraft without a hex are not used this turn."""

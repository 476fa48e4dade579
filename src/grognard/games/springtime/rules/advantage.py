# compiled as it stands
"""11 The Advantage: its uses, each offered when it may be used, and its shift."""

from __future__ import annotations

from collections.abc import Callable

from grognard.games.springtime.data.world import ALLIES, AXIS, SIDE_NAMES, SIDES
from grognard.games.springtime.rules.events import DrawMarker, markers_in_cup, return_marker
from grognard.games.springtime.rules.retreats import after_combat, retreat_places
from grognard.games.springtime.rules.state import (
    NOBODY,
    OVERRUN,
    REPULSE,
    STALEMATE,
    SUCCESS,
    Spring,
    active_side,
    facts,
    held,
    put,
    seat_of,
    side_of,
)
from grognard.kernel.rules import Changed, Choice, Chose, Events, Ints, Verb, Why, Whys, bits
from grognard.kernel.show import Preview


def use_advantage(s: Spring, side: int, what: str, rule: str, ev: Events | None) -> None:
    """11.2: it then belongs to nobody until the impulse ends."""
    s.advantage = NOBODY
    s.used_by = side
    if ev is not None:
        ev.add(
            Chose(
                what="advantage",
                answer=what,
                words=f"The {SIDE_NAMES[side]} use the Advantage: {what}.",
                rule=rule,
                shows=(f"advantage {rule}",),
                side=SIDES[side],
            )
        )


def shift_advantage(s: Spring, ev: Events | None) -> None:
    """11.2: at the end of the impulse it goes to the player who did not use it."""
    if s.used_by != NOBODY:
        s.advantage = 1 - s.used_by
        s.used_by = NOBODY
        if ev is not None:
            words = f"The {SIDE_NAMES[s.advantage]} now have the Advantage."
            ev.add(Changed(condition="advantage", words=words, rule="11.2", side=SIDES[s.advantage]))


def _holder_whys(s: Spring, side: int) -> Whys:
    if s.advantage != side:
        yield Why("11.1", lambda: f"The {SIDE_NAMES[side]} do not have the Advantage.")


# -------------------------------------------------------------------------------------- 11.1.1 open city


def may_open_paris(s: Spring) -> bool:
    """11.1.1: once, while it is Allied and an Area next to it is not."""
    d, owned = s.data, facts(s).owned
    return not s.open_city and bool(owned[ALLIES] >> d.paris & 1) and bool(owned[AXIS] & d.near_mask[d.paris])


def is_bare(s: Spring, p: int) -> bool:
    """The Allies control this place and have nobody in it."""
    return s.control[p] == ALLIES and not facts(s).present[ALLIES] >> p & 1


def ask_about_paris(s: Spring, falls: bool = False) -> None:
    """Let the holder who is not the active player declare Paris open now, before the step that is due."""
    if s.advantage == 1 - active_side(s) and may_open_paris(s):
        s.then(OpenCityWindow(1 - active_side(s), falls))


def open_city_whys(s: Spring, step: Choice[Spring], seat: str) -> Whys:
    d = s.data
    yield from _holder_whys(s, side_of(s, seat))
    if s.open_city:
        yield Why("11.1.1", lambda: "Paris is already an open city.")
    elif s.control[d.paris] != ALLIES:
        yield Why("11.1.1", lambda: "Paris has fallen.")
    elif not may_open_paris(s):
        yield Why("11.1.1", lambda: "The Axis control no Area next to Paris.", (d.place_ids[d.paris],))


def do_open_city(s: Spring, step: Choice[Spring], seat: str, args: Ints, ev: Events | None) -> None:
    use_advantage(s, side_of(s, seat), "Paris is declared an open city", "11.1.1", ev)
    s.open_city = True
    if isinstance(step, OpenCityWindow):
        return
    s.then(step)


def _may_open_city(s: Spring, step: Choice[Spring], seat: str) -> bool:
    return s.advantage == side_of(s, seat) and may_open_paris(s)


def spends(words: str) -> Callable[[Spring, Choice[Spring], str, Ints], Preview]:
    """What a use of the Advantage brings, and that the enemy has it next (11.2)."""

    def preview(s: Spring, step: Choice[Spring], seat: str, args: Ints) -> Preview:
        enemy = SIDE_NAMES[1 - side_of(s, seat)]
        return Preview(text=f"{words} After this impulse the {enemy} have the Advantage.")

    return preview


OPEN_CITY = Verb(
    "open-city",
    do_open_city,
    rule="11.1.1",
    label="Declare Paris an open city",
    preview=spends("The fall of Paris costs less French Morale; nobody there may refuse to retreat."),
    reasons=open_city_whys,
    may=_may_open_city,
)


def _decline(s: Spring, step: Choice[Spring], seat: str, args: Ints, ev: Events | None) -> None:
    """The Advantage is kept."""


DECLINE = Verb("decline", _decline, rule="11.1", label="Keep the Advantage")


class OpenCityWindow(Choice[Spring], frozen=True):
    """The holder who is not the active player may open Paris: at the start of an impulse, when the first Area next
    to it falls, when it is attacked, and before it is entered undefended (ruling 71)."""

    rule = "11.1.1"
    verbs = (OPEN_CITY, DECLINE)
    side: int
    falls: bool = False
    """An enemy is about to enter it undefended."""

    def seat(self, s: Spring) -> str:
        return seat_of(s, self.side)

    def prompt(self, v: Spring, seat: str) -> str:
        if v.battle == v.data.paris:
            return "Paris is attacked: declare it an open city with the Advantage?"
        if self.falls:
            return "Paris is about to fall: declare it an open city with the Advantage?"
        return "Declare Paris an open city with the Advantage?"

    def standing(self, v: Spring, seat: str, order: str) -> str | None:
        return "decline" if order in ("keep-paris", "save-advantage") else None


# -------------------------------------------------------------------------- 11.1.2, 11.1.3 after the dice


def _do_stalemate(s: Spring, step: BattleWindow, seat: str, args: Ints, ev: Events | None) -> None:
    heroic = s.outcome in (SUCCESS, OVERRUN)
    name, rule = ("Heroic Defense", "11.1.2") if heroic else ("Maximum Attack", "11.1.3")
    use_advantage(s, side_of(s, seat), f"{name} turns the attack into a Stalemate", rule, ev)
    s.outcome = STALEMATE


def _heroic_whys(s: Spring, step: BattleWindow, seat: str) -> Whys:
    if s.outcome not in (SUCCESS, OVERRUN):
        yield Why("11.1.2", lambda: "Only a Success or an Overrun can be turned into a Stalemate by the defender.")


def _maximum_whys(s: Spring, step: BattleWindow, seat: str) -> Whys:
    if s.outcome != REPULSE:
        yield Why("11.1.3", lambda: "Only a Repulse can be turned into a Stalemate by the attacker.")


_STALEMATE = spends("The battle becomes a Stalemate: both Lead units lose a step.")
HEROIC = Verb(
    "heroic-defense",
    _do_stalemate,
    rule="11.1.2",
    label="Heroic Defense",
    reasons=_heroic_whys,
    preview=_STALEMATE,
)
MAXIMUM = Verb(
    "maximum-attack",
    _do_stalemate,
    rule="11.1.3",
    label="Maximum Attack",
    reasons=_maximum_whys,
    preview=_STALEMATE,
)


class BattleWindow(Choice[Spring], frozen=True):
    """After the dice and before the losses, the loser who has the Advantage may use it."""

    rule = "11.1"
    verbs = (HEROIC, MAXIMUM, DECLINE)
    side: int

    def seat(self, s: Spring) -> str:
        return seat_of(s, self.side)

    def prompt(self, v: Spring, seat: str) -> str:
        d = v.data
        what = ("a Repulse", "", "a Success", "an Overrun")[v.outcome]
        return f"The attack on {d.area_names[v.battle]} is {what}. Turn it into a Stalemate with the Advantage?"

    def standing(self, v: Spring, seat: str, order: str) -> str | None:
        if order == "save-advantage":
            return "decline"
        if order == "only-if-lost" and not self.would_lose_a_unit(v):
            return "decline"
        return None

    def would_lose_a_unit(self, v: Spring) -> bool:
        """Whether the result eliminates a unit of this side, in the combat or because it cannot retreat (10.5.6)."""
        mine = v.foe if v.outcome in (SUCCESS, OVERRUN) else v.lead
        if v.outcome == OVERRUN or v.strength[mine] == 1:
            return True
        trial = v.copy()
        for retreat in after_combat(trial):
            if retreat.forced:  # only the loser is; of attackers all who are there, for they entered to attack (10.1)
                for u in bits(facts(trial).at[trial.battle] & trial.data.side_mask[self.side]):
                    places = retreat_places(trial, u, True)
                    if not places:
                        return True
                    put(trial, u, places[0])
        return False


# -------------------------------------------------------------------------------------- 11.1.5 extra event


def extra_event_whys(s: Spring, step: Choice[Spring], seat: str) -> Whys:
    side = side_of(s, seat)
    yield from _holder_whys(s, side)
    played = s.played_axis if side else s.played_allies
    draws = s.draws_axis if side else s.draws_allies
    if draws >= 2:
        yield Why("11.1.5", lambda: "Two Event markers have already been drawn this turn.")
    if played == s.impulse:
        yield Why("11.1.5", lambda: "The extra draw comes before the impulse; an event has been played in it.")
    elif not held(s, side) and not played:
        yield Why("11.1.5", lambda: "No event was played in an earlier impulse of this turn.")
    if markers_in_cup(s) + (held(s, side) != 0) < 1:
        yield Why("11.1.5", lambda: "The cup is empty.")


def do_extra_event(s: Spring, step: Choice[Spring], seat: str, args: Ints, ev: Events | None) -> None:
    side = side_of(s, seat)
    use_advantage(s, side, "an extra Event marker is drawn", "11.1.5", ev)
    if held(s, side):
        return_marker(s, side, ev, "11.1.5")
    s.then(DrawMarker(side), step)


EXTRA_EVENT = Verb(
    "draw-event",
    do_extra_event,
    rule="11.1.5",
    label="Draw an extra Event marker",
    reasons=extra_event_whys,
    preview=spends("You draw a marker from the cup; one that you hold goes back first."),
)

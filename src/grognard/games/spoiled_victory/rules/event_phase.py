# compiled as it stands
"""6.0 Events and 16.0 their descriptions; 10.10.1 RAF CAP at the end of the phase."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.spoiled_victory.data.world import CHANNEL_ROW, RESULT_WORDS, Card
from grognard.games.spoiled_victory.rules.air_attack import suffer, table_total
from grognard.games.spoiled_victory.rules.cards import DrawCard, draw, event_card
from grognard.games.spoiled_victory.rules.domains import PLACES, ROUTES, TRACKS
from grognard.games.spoiled_victory.rules.state import (
    ALLIED_SIDE,
    GERMAN_SIDE,
    JETTIES,
    SEAT,
    State,
    facts,
    german_type,
    has_room,
    new_evacuee,
    rally,
    rolled,
    tell_card,
    tell_change,
    tell_choice,
    tell_placed,
)
from grognard.kernel.rules import (
    Auto,
    Battle,
    Chance,
    Choice,
    Dice,
    Distribution,
    Events,
    Headed,
    Ints,
    Outcome,
    Slot,
    Step,
    Verb,
    Why,
    Whys,
    bits,
)
from grognard.kernel.show.words import number_of

TWO_DICE = Dice(2)


def in_may(s: State) -> bool:
    return s.turn <= s.data.calendar.last_may_turn


HEADING = Headed(words="Event Phase", level=2, rule="5.0-1")


class EventPhase(Auto[State], frozen=True):
    rule: ClassVar[str] = "6.0"

    def run(self, s: State, ev: Events | None) -> None:
        if ev is not None:
            ev.add(HEADING)
        draw(s, EventCard(), ev)


class EventCard(DrawCard, frozen=True):
    rule: ClassVar[str] = "6.0"
    label: ClassVar[str] = "Event"

    def read(self, s: State, index: int, card: Card, ev: Events | None) -> None:
        s.event = index
        tell_card(ev, card.id, "played", card.text, "16.0")
        enact(s, card, ev)


def enact(s: State, card: Card, ev: Events | None) -> None:
    """Carry out what the event does at once; the rest is read off the card in its phase (6.1)."""
    f = facts(s)
    d = s.data
    if card.false_intelligence and s.intelligence >= 0:
        # 10.4.1: the current event takes precedence over the card set aside.
        s.discards |= 1 << s.intelligence
        s.intelligence = -1
        tell_card(ev, "", "discarded", "The Intelligence Report was false: its card is discarded.", "10.4.1")
    if card.two_turns:
        if card.no_jetty:
            s.harbour = 2
        if card.moves_delta:
            s.wake = 2
    if card.clear_disruption:
        rally(s, s.disrupted, ev, "16.0")
    if card.recover_count:
        weak = [t for t in bits(s.reduced) if card.recover_types >> german_type(s, t) & 1]
        for track in weak[: card.recover_count]:
            s.reduced &= ~(1 << track)
            german = d.germans[s.on_track[track]]
            tell_change(ev, "restored", f"{german.name} returns to full strength.", "16.0", (german.id,))
    if card.bombers and s.bombers == 0:
        s.bombers = 1
    if card.june_actions and not in_may(s):
        s.bonus_actions += card.june_actions
    if card.free_jetties >= 0:
        if s.jetties == JETTIES:
            s.bonus_actions += card.free_jetties
        else:
            s.jetties = JETTIES
            tell_change(ev, "built", "The Beach Jetties stand.", "10.8", (), tuple(d.place_list(d.beach)))
    if card.beach_bonus >= 0:
        if s.jetties == JETTIES:
            s.bonus_moves += card.beach_bonus
        else:
            s.beach_bonus = True
    if card.french_early >= 0:
        if s.french_early or s.turn >= d.calendar.french_convert_from:
            s.bonus_actions += card.french_early
        s.french_early = True
    s.sidestep = card.sidestep
    if card.eboats:
        units = 0
        for space in bits(card.eboats):
            units |= f.at[space]
        if units:
            s.stack.append(EBoats(tuple(bits(units))))
    if card.track_defence:
        s.stack.append(Rearguard())
    if card.free_evacuees and in_may(s):
        s.stack.append(BeachParties(card.free_evacuees))


class EBoats(Chance[State], frozen=True):
    """The E-boats event: each evacuee on the routes is attacked without modifiers."""

    rule: ClassVar[str] = "16.0"
    units: tuple[int, ...]

    def chance(self, s: State) -> Distribution:
        return TWO_DICE

    def happen(self, s: State, outcome: Outcome, ev: Events | None) -> None:
        unit, *rest = self.units
        a, b = dice = rolled(outcome)
        result = s.data.air_rows[CHANNEL_ROW][table_total(a + b)]
        if ev is not None:
            d = s.data
            ev.add(
                Battle(
                    dice=dice,
                    turn=s.turn,
                    side=GERMAN_SIDE,
                    defender=ALLIED_SIDE,
                    place=d.place_ids[s.loc[unit]],
                    defenders=(d.unit_ids[unit],),
                    manner="sea",
                    label=f"E-boats against {d.unit_names[unit]}",
                    total=a + b,
                    result=RESULT_WORDS[result],
                    rule="16.0",
                    bad=SEAT,
                    places=(d.place_ids[s.loc[unit]],),
                    pieces=(d.unit_ids[unit],),
                )
            )
        suffer(s, unit, result, ev, "16.0", "sea")
        if rest:
            s.stack.append(EBoats(tuple(rest)))


# ---------------------------------------------------------------------------------- choices of events


def _any(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    """All are as good as each other."""
    return iter(())


def _hold_track(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    s.rearguard = args[0]
    track = s.data.track_ids[args[0]]
    tell_choice(ev, "rearguard", track, f"The rearguard stands on track {track}.", "16.0")


class Rearguard(Choice[State], frozen=True):
    """One track defends better this turn."""

    rule: ClassVar[str] = "16.0"
    verbs: ClassVar[tuple[Verb[State, Rearguard], ...]] = (
        Verb(
            "hold",
            _hold_track,
            (Slot("track", TRACKS, _any, prompt="Which track?"),),
            "16.0",
            "Rearguard on track",
        ),
    )

    def seat(self, s: State) -> str:
        return SEAT

    def prompt(self, v: State, seat: str) -> str:
        return "Rearguard: choose the track whose Frontline units defend with one more this turn."


def formation_spaces(s: State, step: Step[State], seat: str, args: Ints) -> int:
    """Where evacuees can form at all (10.2)."""
    return s.data.create_mask


def open_formation(s: State) -> int:
    """Where an evacuee can form now: no German there, and room (10.2, 10.1.1)."""
    f = facts(s)
    return s.data.create_mask & ~f.german_at & ~f.crowded


def against_forming_in(s: State, space: int, rule: str = "10.2") -> Whys:
    """Why no evacuee can appear in a space that could otherwise have one (10.2)."""
    f = facts(s)
    name = s.data.place_ids[space]
    if f.german_at >> space & 1:
        yield Why(rule, lambda: f"A German unit is in {name}.", (name,))
    if not has_room(s, space):
        yield Why("10.1.1", lambda: f"{name} already holds {s.data.room[space]} evacuee units.", (name,))


def against_forming(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    """Why no evacuee can appear in any space whatever (10.2, 3.1-beach)."""
    space = args[0]
    if not s.data.create_mask >> space & 1:
        name = s.data.place_ids[space]
        yield Why("10.2", lambda: f"Evacuees form only on the East Jetty and on Beaches, not in {name}.", (name,))
    else:
        yield from against_forming_in(s, space)


def _parties_left(s: State, step: BeachParties, seat: str) -> Whys:
    f = facts(s)
    if not step.left:
        yield Why("16.0", lambda: "All the free evacuees are placed.")
    elif not f.at[s.data.pool]:
        yield Why("10.2.1", lambda: "No evacuee counter is left in the pool.")


def _land_party(s: State, step: BeachParties, seat: str, args: Ints, ev: Events | None) -> None:
    unit = new_evacuee(s, args[0], False)
    if ev is not None:
        where = s.data.place_ids[args[0]]
        tell_placed(s, unit, args[0], "evacuees", f"{s.data.unit_names[unit]} form in {where}.", "16.0", ev)
    s.stack.append(BeachParties(step.left - 1))


def _nothing(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    """The chance is passed up."""


class BeachParties(Choice[State], frozen=True):
    """Free evacuees in May."""

    rule: ClassVar[str] = "16.0"
    left: int
    verbs: ClassVar[tuple[Verb[State, BeachParties], ...]] = (
        Verb(
            "place",
            _land_party,
            (Slot("space", PLACES, against_forming, among=formation_spaces, prompt="Where do they form?"),),
            "16.0",
            "Place evacuees",
            _parties_left,
        ),
        Verb("pass", _nothing, (), "16.0", "No more"),
    )

    def seat(self, s: State) -> str:
        return SEAT

    def prompt(self, v: State, seat: str) -> str:
        if not self.left:
            return "Beach Parties: all placed. Go on, or take something back."
        return f"Beach Parties: place up to {number_of(self.left, 'free evacuee unit')}."

    def obvious(self, s: State) -> tuple[str, Ints] | None:
        f = facts(s)
        if not self.left:
            return None  # the Luftwaffe card comes next, and the last one could not be taken back any more
        if f.at[s.data.pool] and open_formation(s):
            return None
        return "pass", ()


# ------------------------------------------------------------------------------------------- RAF CAP


def _shield(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    s.cap = False
    s.cap_route = args[0]
    over = s.data.route_ids[args[0]]
    tell_choice(ev, "air", over, f"The RAF flies a combat air patrol over Route {over}.", "10.10.1")


def _patrol_needed(s: State, step: Step[State], seat: str) -> Whys:
    """A patrol that could change nothing is not flown (ruling 72)."""
    f = facts(s)
    if not s.cap:
        yield Why("10.10.1", lambda: "The RAF CAP has been used.")
    elif not event_card(s).air_cards:
        yield Why("7.5", lambda: "There are no Luftwaffe attacks this turn.")
    elif not any(f.at[s.data.sea_from : s.data.sea_to]):
        yield Why("10.10.1", lambda: "No evacuee unit is at sea, so there is nothing to shield.")


class Cap(Choice[State], frozen=True):
    """At the end of the Event Phase the RAF may shield one route, once a game; bombers are apart from it (10.10)."""

    rule: ClassVar[str] = "10.10.1"
    verbs: ClassVar[tuple[Verb[State, Cap], ...]] = (
        Verb("pass", _nothing, (), "10.10.1", "Keep the RAF for later"),
        Verb(
            "cap",
            _shield,
            (Slot("route", ROUTES, _any, prompt="Which Channel Route?"),),
            "10.10.1",
            "RAF CAP over Route",
            _patrol_needed,
        ),
    )

    def seat(self, s: State) -> str:
        return SEAT

    def prompt(self, v: State, seat: str) -> str:
        return "Use the RAF's combat air patrol over a Channel Route this turn?"

    def obvious(self, s: State) -> tuple[str, Ints] | None:
        return None if next(_patrol_needed(s, self, SEAT), None) is None else ("pass", ())

    def standing(self, v: State, seat: str, order: str) -> str | None:
        return "pass" if order == "no-cap" else None

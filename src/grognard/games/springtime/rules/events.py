# compiled as it stands
"""The nine Event markers (6.1.1): drawing, holding, playing, returning. What is drawn and returned is private."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.springtime.data.printed import EventItem
from grognard.games.springtime.data.world import ALLIES, AXIS, GONE, OFF, SIDE_NAMES, SIDES
from grognard.games.springtime.rules.domains import AREAS, MARKERS
from grognard.games.springtime.rules.state import (
    UNSEEN,
    Spring,
    change_morale,
    facts,
    gain_points,
    has_room,
    held,
    is_contested,
    is_free,
    put,
    seat_of,
    settle_control,
    side_of,
)
from grognard.kernel.rules import (
    Card,
    Chance,
    Choice,
    Distribution,
    Draw,
    Events,
    Ints,
    Left,
    Outcome,
    Placed,
    Slot,
    Step,
    Verb,
    Why,
    Whys,
    bits,
)
from grognard.kernel.show import Preview


def set_held(s: Spring, side: int, marker: int) -> None:
    """`marker` is the marker's number plus one, or 0."""
    if side:
        s.held_axis = marker
        s.shown_axis = False
    else:
        s.held_allies = marker


def markers_in_cup(s: Spring) -> int:
    """How many markers are in the cup: everybody can count them."""
    return 9 - (s.spent | s.track).bit_count() - (s.held_allies != 0) - (s.held_axis != 0)


def return_marker(s: Spring, side: int, ev: Events | None, rule: str) -> None:
    """Back into the cup, unseen by the other player (6.4.4)."""
    marker = held(s, side)
    set_held(s, side, 0)
    s.cup |= 1 << marker - 1
    if ev is not None:
        seat = seat_of(s, side)
        hidden = f"The {SIDE_NAMES[side]} return their Event marker to the cup, unseen."
        own = f"You return {s.data.events[marker - 1].name} to the cup."
        name = s.data.event_ids[marker - 1]
        ev.add(
            Card(card=name, act="returned", words=own, rule=rule, side=SIDES[side]),
            only=(seat,),
            public=Card(act="returned", words=hidden, rule=rule, side=SIDES[side]),
        )


class DrawMarker(Chance[Spring], frozen=True):
    """A private draw (4.4.6). `aside` is Air Supremacy's number plus one while the Axis draw again on Turn 1, which
    everybody sees (15.1)."""

    rule = "6.1.1"
    side: int
    aside: int = 0

    def chance(self, s: Spring) -> Distribution:
        return Draw(tuple(s.data.event_ids[e] for e in bits(s.cup)))

    def seen_by(self, s: Spring) -> tuple[str, ...] | None:
        return (seat_of(s, self.side),)

    def happen(self, s: Spring, outcome: Outcome, ev: Events | None) -> None:
        d = s.data
        side = self.side
        e = d.event[str(outcome)]
        seat = seat_of(s, side)
        s.cup &= ~(1 << e)
        supremacy = d.event["air-supremacy"]
        if side == AXIS and s.turn == 1 and e == supremacy:  # 15.1
            if ev is not None:
                ev.add(
                    Card(
                        card=d.event_ids[e],
                        act="drawn",
                        side="axis",
                        words="The Axis draw Air Supremacy, which may not be held on Turn 1, and draw again.",
                        rule="15.1",
                    )
                )
            s.then(DrawMarker(side, e + 1))
            return
        if self.aside:
            s.cup |= 1 << self.aside - 1
        set_held(s, side, e + 1)
        remember_draw(s, side, e, self.aside)
        if ev is not None:
            own = f"You draw {d.events[e].name}: {event_text(s, d.events[e])}"
            hidden = f"The {SIDE_NAMES[side]} draw an Event marker."
            ev.add(
                Card(card=d.event_ids[e], act="drawn", words=own, rule="6.1.1", side=SIDES[side]),
                only=(seat,),
                public=Card(act="drawn", words=hidden, rule="6.1.1", side=SIDES[side]),
            )


def remember_draw(s: Spring, side: int, e: int, aside: int) -> None:
    """What each side can conclude about the other's marker: it is none that was out of the cup at the draw."""
    seen = s.spent | s.track
    mine = 1 << e | (1 << aside - 1 if aside else 0)
    if side == AXIS:
        s.known_axis |= mine
        s.known_allies = seen | (1 << s.held_allies - 1 if s.held_allies > 0 else 0)
        if s.turn == 1:
            s.known_allies |= 1 << s.data.event["air-supremacy"]  # 15.1
        s.draws_axis += 1
    else:
        s.known_allies |= mine
        s.known_axis = seen | (1 << s.held_axis - 1 if s.held_axis > 0 else 0)
        s.draws_allies += 1


# ---------------------------------------------------------------------------------------------- playing


def play_whys(s: Spring, side: int, e: int) -> Whys:
    """Why a side that owns this marker's identity cannot play it now."""
    d = s.data
    item = d.events[e]
    if held(s, side) == UNSEEN:
        yield Why("6.1.1", lambda: "Your Event marker is played where nobody else sees which it is.")
        return
    if held(s, side) != e + 1:
        yield Why("6.1.1", lambda: f"You do not hold {item.name}.")
        return
    if is_enemy_marker(s, side, e):
        yield Why("6.1.1", lambda: f"{item.name} belongs to the other side; you can only return it.")
        return
    if item.id == "operation-dynamo" and not (s.loc[d.bef] < 36 and d.port[s.loc[d.bef]]):
        yield Why("3.1.3", lambda: "The BEF is not in an Area with an evacuation port.")
    if item.id == "de-gaulle" and not de_gaulle_places(s):
        yield Why("5.2.1-allied", lambda: "There is no Free Area in France with room for the 4th D.C.R.")


def may_play(s: Spring, side: int) -> bool:
    """Whether this side sees in its hand a marker that it can play now."""
    marker = held(s, side)
    return marker > 0 and next(play_whys(s, side, marker - 1), None) is None


def is_enemy_marker(s: Spring, side: int, e: int) -> bool:
    return s.data.events[e].side != ("axis" if side else "allies")


def lost_in_end_phase(item: EventItem) -> str:
    """What an event no longer does when it is played in the End Phase (ruling 14), or nothing."""
    if item.id in ("plan-red", "new-squadrons"):
        return f"{item.name} has no effect in the End Phase."
    if item.id == "billotte-killed":
        return f"In the End Phase {item.name} changes French Morale only ({item.morale:+d})."
    return ""


def event_text(s: Spring, item: EventItem, in_end_phase: bool = False) -> str:
    """What an event does in this game and now."""
    if in_end_phase and lost_in_end_phase(item):
        return lost_in_end_phase(item)
    if item.id == "air-supremacy" and s.one_marker:
        return "One German Air Support marker turns to its strong side for the rest of the game."
    if item.id == "operation-dynamo" and s.bef_returns:
        return (
            "The BEF, if it stands in an evacuation port, leaves with Gort and may be rebuilt in a port; "
            f"French Morale {item.morale:+d} instead of the price of its loss."
        )
    return item.text


def de_gaulle_places(s: Spring) -> list[int]:
    d = s.data
    if s.loc[d.de_gaulle] != OFF:
        return []
    return [p for p in range(36) if d.country[p] == "france" and is_free(s, p, ALLIES) and has_room(s, p, ALLIES)]


def play_marker(s: Spring, side: int, e: int, ev: Events | None, in_end_phase: bool, where: int = OFF) -> None:
    """6.1.1: carry out a marker and put it where played markers go (ruling 12)."""
    d = s.data
    item = d.events[e]
    set_held(s, side, 0)
    once = item.once and not (item.id == "operation-dynamo" and s.bef_returns)  # 18.3
    if once:
        s.spent |= 1 << e
    elif in_end_phase:
        s.cup |= 1 << e
    else:
        s.track |= 1 << e
    if not in_end_phase:
        if side:
            s.played_axis = s.impulse
        else:
            s.played_allies = s.impulse
    if ev is not None:
        ev.add(
            Card(
                card=item.id,
                act="played",
                side=SIDES[side],
                words=f"The {SIDE_NAMES[side]} play {item.name}. {event_text(s, item, in_end_phase)}",
                rule="6.1.1",
                shows=(f"event {item.id}",),
            )
        )
    change_morale(s, item.morale, item.name, "4.4.9", ev)
    gain_points(s, side, item.points)
    if item.id == "de-gaulle":
        put(s, d.de_gaulle, where)
        s.strength[d.de_gaulle] = 2
        s.oos[d.de_gaulle] = 0
        if ev is not None:
            place, piece = (d.place_ids[where],), d.unit_ids[d.de_gaulle]
            words = f"The 4th D.C.R. appears in {d.area_names[where]}."
            ev.add(
                Placed(piece=piece, how="arrival", words=words, rule="5.2.1-allied", places=place, side=SIDES[side])
            )
    elif item.id == "operation-dynamo":
        port = s.loc[d.bef]
        put(s, d.bef, 36 if s.bef_returns else GONE)
        s.oos[d.bef] = 0
        s.evacuated = s.bef_returns
        if ev is not None:
            words, piece = "The BEF and Lord Gort leave for England.", d.unit_ids[d.bef]
            ev.add(Left(piece=piece, how="evacuated", words=words, rule="3.1.3", side=SIDES[side]))
        settle_control(s, port, ev)
        if not is_contested(s, port):
            s.contested &= ~(1 << port)  # 10.1, ruling 55
    elif item.id == "air-supremacy":
        german = d.air_for["german"]
        for a in german[:1] if s.one_marker else german:  # ruling 48
            s.air_strong[a] = 1
    elif item.id == "new-squadrons" and not in_end_phase:
        for a in (*d.air_for["french"], *d.air_for["british"]):
            s.air_strong[a] = 1
    elif item.id == "billotte-killed" and not in_end_phase:
        s.billotte = True
    elif item.id == "plan-red" and not in_end_phase:
        s.plan_red = True


# ------------------------------------------------------------------------------------------- the verbs


class TimeForEvents(Choice[Spring], frozen=True):
    """A decision in which the Event marker in hand may be played (6.1.1, 6.4.4, 15.1)."""

    in_end_phase: ClassVar[bool] = False

    def after_event(self) -> Step[Spring]:
        return self


def _card_whys(s: Spring, step: TimeForEvents, seat: str, args: Ints) -> Whys:
    [e] = args
    refused = False
    for why in play_whys(s, side_of(s, seat), e):
        refused = True
        yield why
    if s.data.event_ids[e] == "de-gaulle" and not refused:
        yield Why(
            "5.2.1-allied", lambda: "De Gaulle is played by naming the Area where his division appears: de-gaulle 25."
        )


def _card_in_hand(s: Spring, step: TimeForEvents, seat: str, args: Ints) -> int:
    marker = held(s, side_of(s, seat))
    return 1 << marker - 1 if marker > 0 else 0


def _do_play(s: Spring, step: TimeForEvents, seat: str, args: Ints, ev: Events | None) -> None:
    play_marker(s, side_of(s, seat), args[0], ev, step.in_end_phase)
    s.then(step.after_event())


def _play_preview(s: Spring, step: TimeForEvents, seat: str, args: Ints) -> Preview:
    return Preview(text=event_text(s, s.data.events[args[0]], step.in_end_phase))


def _de_gaulle_whys(s: Spring, step: TimeForEvents, seat: str) -> Whys:
    yield from play_whys(s, side_of(s, seat), s.data.event["de-gaulle"])


def _may_de_gaulle(s: Spring, step: TimeForEvents, seat: str) -> bool:
    side = side_of(s, seat)
    return held(s, side) == s.data.event["de-gaulle"] + 1 and may_play(s, side)


def _allied(s: Spring, step: TimeForEvents, seat: str, args: Ints) -> int:
    return facts(s).owned[ALLIES]


def _de_gaulle_place_whys(s: Spring, step: TimeForEvents, seat: str, args: Ints) -> Whys:
    d = s.data
    [p] = args
    where, place = d.area_names[p], (d.map_ids[p],)
    if d.country[p] != "france":
        yield Why("5.2.1-allied", lambda: f"{where} is not in France.", place)
    elif not is_free(s, p, ALLIES):
        yield Why("7.5", lambda: f"{where} is not a Free Area.", place)
    elif not has_room(s, p, ALLIES):
        yield Why("7.1", lambda: f"{where} is full.", place)


def _do_de_gaulle(s: Spring, step: TimeForEvents, seat: str, args: Ints, ev: Events | None) -> None:
    play_marker(s, ALLIES, s.data.event["de-gaulle"], ev, step.in_end_phase, args[0])
    s.then(step.after_event())


PLAY = Verb(
    "play",
    _do_play,
    (Slot("marker", MARKERS, _card_whys, among=_card_in_hand, prompt="Which Event marker?"),),
    rule="6.1.1",
    label="Play",
    preview=_play_preview,
)
DE_GAULLE = Verb(
    "de-gaulle",
    _do_de_gaulle,
    (
        Slot(
            "area",
            AREAS,
            _de_gaulle_place_whys,
            among=_allied,
            prompt="Where does de Gaulle's 4th D.C.R. appear?",
        ),
    ),
    rule="5.2.1-allied",
    label="Play De Gaulle",
    reasons=_de_gaulle_whys,
    may=_may_de_gaulle,
)

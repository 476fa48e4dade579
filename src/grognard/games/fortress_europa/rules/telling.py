# compiled as it stands
"""What happens to units and on the map, as events with fields; nothing is built where nobody listens."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import SEATS, World
from grognard.kernel.rules import Changed, Chose, Control, Events, Left, Lost, Placed, Points, Supply, Weather

Ids = tuple[str, ...]


def tell_placed(
    ev: Events | None, w: World, u: int, how: str, words: str, rule: str, places: Ids = (), shows: Ids = ()
) -> None:
    """A unit comes, gets ready to come, or is built up."""
    if ev is not None:
        piece, side = w.ids[u], SEATS[w.side[u]]
        ev.add(
            Placed(
                piece=piece, how=how, words=words, rule=rule, places=places, pieces=(piece,), side=side, shows=shows
            )
        )


def tell_left(ev: Events | None, w: World, u: int, how: str, words: str, rule: str, places: Ids = ()) -> None:
    """A unit leaves the map and is not lost."""
    if ev is not None:
        piece, side = w.ids[u], SEATS[w.side[u]]
        ev.add(Left(piece=piece, how=how, words=words, rule=rule, places=places, pieces=(piece,), side=side))


def tell_lost(
    ev: Events | None, w: World, u: int, cause: str, words: str, rule: str, places: Ids, steps: int, remain: int
) -> None:
    """A unit loses steps; `remain` are left."""
    if ev is not None:
        piece = w.ids[u]
        ev.add(
            Lost(
                piece=piece,
                cause=cause,
                steps=steps,
                left=remain,
                words=words,
                rule=rule,
                places=places,
                pieces=(piece,),
                side=SEATS[w.side[u]],
            )
        )


def tell_changed(
    ev: Events | None, condition: str, words: str, rule: str, places: Ids = (), pieces: Ids = (), side: str = ""
) -> None:
    """Units, aircraft or places are in another condition."""
    if ev is not None:
        ev.add(Changed(condition=condition, words=words, rule=rule, places=places, pieces=pieces, side=side))


def tell_choice(
    ev: Events | None,
    side: str,
    what: str,
    answer: str,
    words: str,
    rule: str,
    places: Ids = (),
    pieces: Ids = (),
    shows: Ids = (),
) -> None:
    """A side decides something that all may know."""
    if ev is not None:
        ev.add(
            Chose(
                what=what,
                answer=answer,
                words=words,
                rule=rule,
                places=places,
                pieces=pieces,
                side=side,
                shows=shows,
            )
        )


def tell_number(
    ev: Events | None, side: str, what: str, change: int, total: int, words: str, rule: str, shows: Ids = ()
) -> None:
    """A number changes, or is told."""
    if ev is not None:
        ev.add(Points(what=what, change=change, total=total, words=words, rule=rule, side=side, shows=shows))


def tell_taken(ev: Events | None, side: int, place: str, words: str, rule: str) -> None:
    """A place goes over to a side."""
    if ev is not None:
        ev.add(Control(place=place, words=words, rule=rule, places=(place,), side=SEATS[side]))


def tell_unsupplied(ev: Events | None, w: World, u: int, words: str, rule: str) -> None:
    if ev is not None:
        pieces, side = (w.ids[u],), SEATS[w.side[u]]
        ev.add(Supply(state="out", words=words, rule=rule, pieces=pieces, side=side))


def tell_weather(ev: Events | None, name: str, words: str, rule: str) -> None:
    if ev is not None:
        ev.add(Weather(weather=name, words=words, rule=rule))

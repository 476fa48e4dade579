"""Standing orders: a seat has told what is to be answered for it. Private to the seat, and answered at once."""

from __future__ import annotations

from grognard.kernel.errors import BadInput
from grognard.kernel.rules.game import Game, asked
from grognard.kernel.rules.state import S

Given = dict[str, dict[str, str]]
"""By seat: its orders, each with the game's clock when it was given."""
MOST_AUTOMATIC = 10_000
"""More answers in a row than any game can need: a guard against orders that chase each other."""


def check_order(game: Game[S], given: Given, order: str, seat: str) -> None:
    """Refuse an order or a seat that is none."""
    known = {o.id for o in game.orders}
    if order not in known:
        raise BadInput(f"There is no standing order “{order}”; there are: {', '.join(sorted(known)) or 'none'}.")
    if seat not in given:
        raise BadInput(f"There is no seat “{seat}”.")


def known_orders(game: Game[S], orders: dict[str, str]) -> dict[str, str]:
    """Without those that are no more."""
    known = {order.id for order in game.orders}
    return {order: clock for order, clock in orders.items() if order in known}


def drop_past(game: Game[S], orders: dict[str, str], view: S) -> None:
    """Orders for one turn end with it."""
    if orders:
        now = game.clock(view)
        for order in game.orders:
            if order.until == "turn" and orders.get(order.id, now) != now:
                del orders[order.id]


def ordered(game: Game[S], orders: dict[str, str], view: S, seat: str) -> str | None:
    """The action that a seat's orders give for what it is asked now."""
    for order in orders:
        text = asked(view).standing(view, seat, order)
        if text is not None and not game.why_not(view, seat, text):
            return text
    return None

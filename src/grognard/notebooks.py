"""How things show themselves in a notebook: tables with their board, games, actions, results.

>>> import grognard
>>> table = grognard.load("springtime").table(practice=True, seed=1)
>>> "<svg" in table._repr_html_()
True
"""

from __future__ import annotations

from functools import singledispatch
from html import escape

from grognard import drawing
from grognard.kernel.match.driver import Played
from grognard.kernel.match.table import Table
from grognard.kernel.rules.actions import Action
from grognard.kernel.rules.game import Game
from grognard.kernel.show import Result

METHOD = "_repr_html_"
"""What a notebook asks a value for."""


@singledispatch
def html(value: object) -> str:
    """A value as a notebook shows it."""
    return f"<code>{escape(repr(value))}</code>"


@html.register(Action)
def _action(value: Action) -> str:
    state = "" if value.complete else " …"
    return f"<code>{escape(value.text)}{state}</code>" + (
        f" <small>{escape(value.seat)}</small>" if value.seat else ""
    )


@html.register(Result)
def _result(value: Result) -> str:
    won = f"{escape(value.winner)} wins" if value.winner else "no winner"
    told = f"{won}, {escape(value.level)}, score {value.score:g}"
    return f"<p><b>{escape(value.text)}</b><br><small>{told} [{escape(value.rule)}]</small></p>"


@html.register(Game)
def _game(value: Game) -> str:  # type: ignore[type-arg]
    lists = (
        ("seats", value.seats),
        ("scenarios", [scenario.id for scenario in value.scenarios]),
        ("options", [option.id for option in value.options]),
    )
    rows = "".join(f"<tr><th>{name}</th><td>{escape(', '.join(words))}</td></tr>" for name, words in lists)
    return f"<b>{escape(value.title)}</b> <code>{escape(value.id)}</code><table>{rows}</table>"


@html.register(Table)
def _table(value: Table) -> str:  # type: ignore[type-arg]
    """The board as whoever must decide sees it, and what is asked; at the end, how it ended."""
    seat = value.seat or "public"
    scene = value.game.scene(value.view(seat))
    asked = html(value.result) if value.result is not None else ""
    if value.seat is not None and not asked:
        asked = f"<p><b>{escape(seat)}</b>: {escape(value.decision().prompt)}</p>"
    return f"<p>{escape(scene.clock)}</p>{drawing.picture(value.game.board(), scene, width=720)}{asked}"


@html.register(Played)
def _played(value: Played) -> str:  # type: ignore[type-arg]
    told = html(value.result) if value.result is not None else ""
    return f"<b>{escape(value.game.title)}</b>, {escape(value.scenario)}: {len(value.actions)} actions{told}"


def install() -> None:
    """Let notebooks find it: a class of the kernel knows no drawing, so it is told from here."""
    for cls in (Action, Result, Game, Table, Played):
        setattr(cls, METHOD, html)

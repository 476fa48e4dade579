"""31.16: before the first invasion the 79th is built up by reducing two other British armored divisions, and breaks
down."""

from __future__ import annotations

from typing import Any

from grognard.games.fortress_europa.funnies import do_break
from grognard.games.fortress_europa.state import Position, on, say
from grognard.games.fortress_europa.world import World
from grognard.kernel.contract import Args, Slot, Verb, Why, Whys
from grognard.kernel.events import Events


def all_units(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    w: World = s.data
    return w.ids


def givers(s: Position) -> list[int]:
    """British armored divisions at full strength that wait in England."""
    w: World = s.data
    return [
        u
        for u in range(w.n_units)
        if w.nation[u] == w.nation[w.landing_armor] and w.kind[u] == "armor" and w.back[u] == "reduced"
        if s.where[u] == w.england and not s.face[u]
    ]


def why_not_before(s: Position) -> Whys:
    w: World = s.data
    u = w.landing_armor
    if not on(s, "funnies"):
        yield Why("31.16", lambda: "The Funnies are not played.")
    elif s.where[u] != w.england:
        yield Why("31.16", lambda: "The 79th is not in England.", (), (w.ids[u],))


def build_reasons(s: Position, step: Any, seat: str) -> Whys:
    w: World = s.data
    found = list(why_not_before(s))
    if not found and not s.face[w.landing_armor]:
        found.append(Why("31.16", lambda: "The 79th is at full strength.", (), (w.ids[w.landing_armor],)))
    elif not found and len(givers(s)) < 2:
        found.append(Why("31.16", lambda: "There are no two other British armored divisions at full strength."))
    yield from found


def giver_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    name = w.unit_names[w.unit[args[-1]]]
    if w.unit[args[-1]] not in givers(s):
        words = f"{name} is no British armored division at full strength in England."
        yield Why("31.16", lambda: words, (), args[-1:])
    elif args[-1] in args[:-1]:
        yield Why("31.16", lambda: f"{name} gives one step only.", (), args[-1:])


def do_build(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    s.face[w.landing_armor] = 0
    for name in args:
        s.face[w.unit[name]] = 1
    first, second = (w.unit_names[w.unit[name]] for name in args)
    words = f"The British 79th is brought to full strength; {first} and {second} are reduced for it."
    say(ev, words, "31.16", (), (w.ids[w.landing_armor], *args))
    s.then(step)


def break_reasons(s: Position, step: Any, seat: str) -> Whys:
    """No supply capacity is asked for: nobody is in Europe yet."""
    w: World = s.data
    found = list(why_not_before(s))
    if not found and s.face[w.landing_armor]:
        found.append(Why("31.16", lambda: "The 79th is not at full strength.", (), (w.ids[w.landing_armor],)))
    yield from found


BUILD_79TH = Verb(
    "build79",
    do_build,
    (
        Slot("unit", "piece", all_units, giver_reasons, prompt="Which division is reduced for the 79th?"),
        Slot("other", "piece", all_units, giver_reasons, prompt="And which other one?"),
    ),
    "31.16",
    "Build up the 79th",
    reasons=build_reasons,
)
BREAK_79TH = Verb("break79", do_break, (), "31.16", "Break down the 79th", reasons=break_reasons)

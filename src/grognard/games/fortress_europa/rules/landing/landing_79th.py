# compiled as it stands
"""31.16: before the first invasion the 79th is built up by reducing two other British armored divisions, and breaks
down."""

from __future__ import annotations

from grognard.games.fortress_europa.rules.domains import UNITS
from grognard.games.fortress_europa.rules.forces.funnies import do_break
from grognard.games.fortress_europa.rules.state import Position, on, say
from grognard.kernel.rules import Events, Ints, Slot, Step, Verb, Why, Whys
from grognard.maps import mask_of


def givers(s: Position) -> list[int]:
    """British armored divisions at full strength that wait in England."""
    w = s.data
    return [
        u
        for u in range(w.n_units)
        if w.nation[u] == w.nation[w.landing_armor] and w.kind[u] == "armor" and w.back[u] == "reduced"
        if s.where[u] == w.england and not s.face[u]
    ]


def why_not_before(s: Position) -> Whys:
    w = s.data
    u = w.landing_armor
    if not on(s, "funnies"):
        yield Why("31.16", lambda: "The Funnies are an option that was not chosen.")
    elif s.where[u] != w.england:
        yield Why("31.16", lambda: "The 79th is not in England.", (), (w.ids[u],))


def build_reasons(s: Position, step: Step[Position], seat: str) -> Whys:
    w = s.data
    if found := list(why_not_before(s)):
        yield from found
    elif not s.face[w.landing_armor]:
        yield Why("31.16", lambda: "The 79th is at full strength.", (), (w.ids[w.landing_armor],))
    elif len(givers(s)) < 2:
        yield Why("31.16", lambda: "There are no two other British armored divisions at full strength.")


def giver_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    *before, u = args
    name, ids = w.unit_names[u], (w.ids[u],)
    if u not in givers(s):
        yield Why("31.16", lambda: f"{name} is not a British armored division at full strength in England.", (), ids)
    elif u in before:
        yield Why("31.16", lambda: f"{name} gives only one step.", (), ids)


def do_build(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    s.face[w.landing_armor] = 0
    for u in args:
        s.face[u] = 1
    first, second = (w.unit_names[u] for u in args)
    words = f"The British 79th is brought to full strength; {first} and {second} are reduced for it."
    say(ev, words, "31.16", (), (w.ids[w.landing_armor], *(w.ids[u] for u in args)))
    s.then(step)


def break_reasons(s: Position, step: Step[Position], seat: str) -> Whys:
    """No supply capacity is asked for: nobody is in Europe yet."""
    w = s.data
    if found := list(why_not_before(s)):
        yield from found
    elif s.face[w.landing_armor]:
        yield Why("31.16", lambda: "The 79th is not at full strength.", (), (w.ids[w.landing_armor],))


BUILD_79TH = Verb(
    "build79",
    do_build,
    (
        Slot(
            "unit",
            UNITS,
            giver_reasons,
            among=lambda s, *_: mask_of(givers(s)),
            prompt="Which division is reduced for the 79th?",
        ),
        Slot("other", UNITS, giver_reasons, among=lambda s, *_: mask_of(givers(s)), prompt="And which other one?"),
    ),
    "31.16",
    "Build up the 79th",
    reasons=build_reasons,
)
BREAK_79TH = Verb("break79", do_break, (), "31.16", "Break down the 79th", reasons=break_reasons)

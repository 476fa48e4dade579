"""The proof of secrecy: a seat that cannot tell two worlds apart gets byte-equal everything from both.

Worlds are altered by the game's own `guess`, which can reach every world behind a view. The proof also shows that
every declared hidden field was really altered, and that nothing else is blanked. What is not private is decided alike
from what everybody may know, and everybody is told what was decided.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec

from grognard.bots import RandomBot
from grognard.kernel.match.shapes import plain
from grognard.kernel.plain import Things
from grognard.kernel.rules.actions import CHANCE, OVER, PUBLIC, Action
from grognard.kernel.rules.chance import Outcome
from grognard.kernel.rules.events import Events
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.kernel.rules.steps import Draft
from grognard.suite.walking import Node, walks

ENOUGH = 8
"""So often a guess may happen to be what a view shows of a hidden field."""

Told = list[tuple[str, Things]]
"""Sentences, each with its event."""


def everything(game: Game[S], s: S, seat: str, rng: random.Random) -> bytes:
    """All that a seat is told at a state, as bytes."""
    view = game.view(s, seat)
    told: list[Any] = [game.scene(view), game.sequence(view), game.clock(view), game.side(view, seat)]
    for kind in game.overlays:
        if not kind.about:
            told.append(game.overlay(view, kind.id))
    if seat in game.owing(s):
        told += asked(game, s, view, seat, rng)
    return msgspec.json.encode(told)


def asked(game: Game[S], s: S, view: S, seat: str, rng: random.Random) -> list[Any]:
    """What a seat is asked and may answer, as the view tells it; what is offered is the same in the true state."""
    told: list[Any] = [game.decision(view, seat)]
    actions = game.legal(view, seat)
    assert [a.text for a in actions] == [a.text for a in game.legal(s, seat)], (
        f"{type(s.stack[-1]).__name__} offers {seat} something else when it can see everything"
    )
    told.append([a.text for a in actions])
    for action in rng.sample(actions, min(4, len(actions))):
        if not action.complete:
            further = [a.text for a in game.more(view, action)]
            assert further == [a.text for a in game.more(s, action)], (
                f"{action.text} goes on otherwise for {seat} when it can see everything"
            )
            told.append(further)
        else:
            told += [
                game.preview(view, seat, action),
                game.odds(view, seat, action),
                game.wastes(view, seat, action),
            ]
    for verb in s.stack[-1].verbs:
        told.append(game.why_not(view, seat, verb.name))
        if verb.slots:
            values = list(verb.slots[0].domain.names(view.data))
            for value in rng.sample(values, min(4, len(values))):
                told.append(game.why_not(view, seat, f"{verb.name} {value}"))
    return told


def _differing(game: Game[S], a: S, b: S) -> set[str]:
    """The names of the fields in which two states differ, fields of steps as Step.field."""
    out = set()
    for field in a.__struct_fields__:
        x, y = getattr(a, field), getattr(b, field)
        if field == "stack":
            for p, q in zip(x, y, strict=True):
                out |= {f"{type(p).__name__}.{f}" for f in p.__struct_fields__ if getattr(p, f) != getattr(q, f)}
        elif field not in ("data", "facts", "pending") and x != y:
            out.add(field)
    return out


def _told_events(game: Game[S], events: Events, seat: str) -> Told:
    faces = [happened.seen_by(seat) for happened in events.items]
    return [(face.text(game.data), plain(face)) for face in faces if face is not None]


def secrecy(game: Game[S], games: int = 3, seed: int = 13) -> None:
    if not game.hidden and not any(issubclass(step, Draft) for step in game.steps):
        return  # else a finished draft that waits for another is hidden
    rng = random.Random(seed)
    altered: set[str] = set()
    times: Counter[tuple[str, str, bool]] = Counter()
    for node in walks(game, games, seed):
        s = node.state
        _warm(game, s)
        if node.seat not in (OVER, CHANCE) and rng.random() < 0.35:
            openly(game, node, rng)
        for seat in (*game.seats, PUBLIC):
            if rng.random() > 0.35:
                continue
            view = game.view(s, seat)
            assert game.view(view, seat) == view, f"the view of {seat}'s view is not itself"
            blanked = _differing(game, s, view)
            assert blanked <= set(game.hidden), f"{blanked - set(game.hidden)} are blanked but not declared hidden"
            world = game.guess(view.copy(), seat, rng)
            assert game.view(world, seat) == view, f"{seat}'s guess does not fit what {seat} knows"
            altered |= _differing(game, s, world)
            filled = _differing(game, view, world)
            for field in blanked:
                times[seat, field, field in filled] += 1
            dice = rng.random()
            told = [everything(game, x, seat, random.Random(dice)) for x in (s, world)]
            where = type(s.stack[-1]).__name__ if s.stack else "the end"
            assert told[0] == told[1], f"{seat} is told something that it may not know, at {where}"
            _same_after(game, node, world, seat)
            _nothing_slips_out(game, node, seat, rng)
    for seat, field, _ in list(times):
        left = times[seat, field, False]
        assert times[seat, field, True] or left < ENOUGH, (
            f"{seat}'s guess left {field} blank, as the view has it, all {left} times"
        )
    missing = set(game.hidden) - altered
    assert not missing, f"no two worlds that differ in {sorted(missing)} were met"


def _warm(game: Game[S], s: S) -> None:
    """Ask the true state what it can be asked: the facts that it then carries must not get into a view."""
    game.scene(s)
    for seat in game.owing(s):
        game.offers(s, seat)


def openly(game: Game[S], node: Node[S], rng: random.Random) -> None:
    """What is not private can be decided before everybody's eyes: it is asked and offered alike from the public's
    view, but for what is for the seat alone besides; and who sees what came of it knows what was chosen."""
    s, seat = node.state, node.seat
    public = game.view(s, PUBLIC)
    if len(game.owing(s)) > 1 or s.pending or game.private(public, seat):
        return
    where, dice = type(s.stack[-1]).__name__, rng.random()
    views = game.view(s, seat), public
    if game.aside(public, seat):
        offered = {action.text: action for action in game.legal(views[0], seat)}
        for action in game.legal(public, seat):
            assert action.text in offered, f"{where} offers {seat} openly what {seat} may not do: {action.text}"
            ways = [[a.text for a in game.more(view, action)] if not action.complete else [] for view in views]
            assert ways[0] == ways[1], f"{action.text} goes on otherwise for {seat} before everybody's eyes"
    else:
        told = [msgspec.json.encode(asked(game, view, view, seat, random.Random(dice))) for view in views]
        assert told[0] == told[1], f"{where} is not private, but asks {seat} what only {seat} knows"
    bot: RandomBot[S] = RandomBot()
    here, seen = _after(game, s, node.follows, PUBLIC)
    for _ in range(3):
        there, also = _after(game, s, bot.choose(game, s, seat, rng), PUBLIC)
        if seen == also and game.view(here, PUBLIC) == game.view(there, PUBLIC):
            alike = game.view(here, seat) == game.view(there, seat)
            assert alike, f"{where} is not private, but what {seat} has chosen stays a secret"


def _same_after(game: Game[S], node: Node[S], world: S, seat: str) -> None:
    """The next step, done in both worlds: accepted if it is the seat's own, and told alike if it looks alike."""
    if node.seat is OVER:
        return
    if node.seat is CHANCE:
        if game.chance(node.state) != game.chance(world):
            return
    elif node.seat != seat and game.why_not(world, node.seat, node.action.text):
        return
    here, there = node.state.copy(), world.copy()
    events_here, events_there = Events(), Events()
    game.apply(here, node.follows, events_here)
    game.apply(there, node.follows, events_there)
    if game.view(here, seat) == game.view(there, seat):
        told = _told_events(game, events_here, seat), _told_events(game, events_there, seat)
        assert told[0] == told[1], f"the log tells {seat} more than it may know: {told}"


def _nothing_slips_out(game: Game[S], node: Node[S], seat: str, rng: random.Random) -> None:
    """Other steps at the same node: where they differ only in what the seat may not know, it is told the same."""
    if node.seat in (OVER, seat) or not game.hidden:
        return
    bot: RandomBot[S] = RandomBot()
    here, told = _after(game, node.state, node.follows, seat)
    for _ in range(2):
        if node.seat is CHANCE:
            step: Action | Outcome = game.chance(node.state).sample(rng)
        else:
            step = bot.choose(game, node.state, node.seat, rng)
        there, also = _after(game, node.state, step, seat)
        if here != there and game.view(here, seat) == game.view(there, seat):
            assert told == also, f"the log tells {seat} what it may not know: {told} or {also}"


def _after(game: Game[S], s: S, step: Action | Outcome, seat: str) -> tuple[S, Told]:
    twin, events = s.copy(), Events()
    game.apply(twin, step, events)
    return twin, _told_events(game, events, seat)

"""The proof of purity: an answer follows from the state alone, whatever was asked before, of which state, by whom.

After every step, undo, view, guess and part of a draft each question gets the same answer on the state as it is,
with all that it carries along, and on one restored from its saved form; questions put in between to a second state
with one field changed change nothing; and two threads on one game object play what one thread plays.
"""

from __future__ import annotations

import hashlib
import random
import sys
import threading
from contextlib import suppress
from typing import Any

import msgspec

from grognard.kernel.match.position import restore_state, save_state
from grognard.kernel.rules.actions import CHANCE, OVER
from grognard.kernel.rules.events import Events
from grognard.kernel.rules.game import Game, asked
from grognard.kernel.rules.state import S, compared
from grognard.suite.walking import settings, walks


def answers(game: Game[S], s: S, seat: str, rng: random.Random) -> list[Any]:
    """What a state answers: what may be done, some of what may follow, reasons, previews, odds, and what is shown."""
    out: list[Any] = [[game.scene(s), game.clock(s), game.sequence(s)]]
    for kind in game.overlays:
        if not kind.about:
            out.append(game.overlay(s, kind.id))
    if seat not in game.owing(s):
        return out
    actions = game.legal(s, seat)
    out.append([action.text for action in actions])
    out.append(game.decision(s, seat))
    for action in rng.sample(actions, min(6, len(actions))):
        out.append(game.why_not(s, seat, action))
        if action.complete:
            out += [game.preview(s, seat, action), game.odds(s, seat, action), game.wastes(s, seat, action)]
        if action.more:
            further = game.more(s, action)
            out.append([(a.text, a.complete) for a in further])
            for a in rng.sample(further, min(2, len(further))):
                out.append([x.text for x in game.more(s, a)] if a.more else game.preview(s, seat, a))
    for verb in asked(s).verbs:
        out.append(game.why_not(s, seat, verb.name))
        if verb.slots:
            names = verb.slots[0].domain.names(s.data)
            for name in rng.sample(names, min(4, len(names))):
                out.append(game.why_not(s, seat, f"{verb.name} {name}"))
    return out


def restored(game: Game[S], s: S) -> S:
    """The state as its saved form gives it back: with nothing carried along."""
    raw = msgspec.json.decode(msgspec.json.encode(save_state(game, s)))
    return restore_state(game, raw)


def _told(game: Game[S], s: S, seat: str, dice: float) -> bytes:
    return msgspec.json.encode(answers(game, s, seat, random.Random(dice)))


def another(game: Game[S]) -> Game[S]:
    """A game object beside this one that has been asked nothing yet; this one where there is no making another."""
    from grognard.kernel.registry import loaders

    load = loaders().get(game.id)
    if load is not None and type(load(game.pack)) is type(game):
        return load(game.pack)
    with suppress(TypeError):
        return type(game)()
    return game


Asked = tuple[S, str, str]
"""A state, the seat that asks, and where this was, in words."""


def same_answers(game: Game[S], twin: Game[S], asked: list[Asked[S]], dice: float) -> None:
    """States as they are, asked one after the other, and states restored, asked the other way round, answer alike."""
    told = [_told(game, s, seat, dice) for s, seat, _ in asked]
    fresh = [_told(twin, restored(twin, s), seat, dice) for s, seat, _ in reversed(asked)]
    for (s, _, where), mine, other in zip(asked, told, reversed(fresh), strict=True):
        assert mine == other, f"{where}, {_top(s)}: what is remembered is out of date: {_first(mine, other)}"


def _top(s: S) -> str:
    return type(s.stack[-1]).__name__ if s.stack else "the end"


def _first(a: bytes, b: bytes) -> str:
    """Where two answers part, for a person to read."""
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    low = max(0, at - 120)
    return f"…{a[low : at + 120].decode(errors='replace')}… against …{b[low : at + 120].decode(errors='replace')}…"


def disturbed(game: Game[S], s: S, rng: random.Random) -> S:
    """The state restored with one field changed, as no game may ever be: only to be asked."""
    other = restored(game, s)
    names = [f for f in compared(type(s)) if f not in ("stack", "pending")]
    rng.shuffle(names)
    for name in names:
        value = getattr(other, name)
        if isinstance(value, bool):
            setattr(other, name, not value)
            return other
        if isinstance(value, int):
            setattr(other, name, value ^ 1)
            return other
        if isinstance(value, list) and len(set(map(str, value))) > 1:
            a, b = rng.sample(range(len(value)), 2)
            if value[a] != value[b]:
                value[a], value[b] = value[b], value[a]
                return other
    return other


def _disturb(game: Game[S], s: S, seat: str, rng: random.Random) -> None:
    other = disturbed(game, s, rng)
    for who in {seat, *game.owing(s)}:
        with suppress(Exception):  # no game is in such a state: it may have no answer
            answers(game, other, who, rng)


def untouched(game: Game[S], s: S, seat: str, rng: random.Random) -> None:
    """Who draws an action at random changes nothing, though a light draft is drawn on a copy that shares lists and
    facts with a state of which nothing is hidden."""
    before = s.bare()
    if not game.veils(s, seat) and not s.pending:
        assert game.view(s, seat) == s, f"{_top(s)}: something is hidden from {seat} after all"
    for _ in range(3):
        game.random(s, seat, rng)
    assert s == before, f"{_top(s)}: drawing an action at random changed the state"


def purity(game: Game[S], games: int = 2, seed: int = 14, share: float = 0.15) -> None:
    """Answers follow from the state alone; looked at after a share of the steps of random play."""
    rng = random.Random(seed)
    twin = another(game)
    for node in walks(game, games, seed):
        if node.seat is OVER or rng.random() > share:
            continue
        s: S = node.state
        seat = node.seat if node.seat is not CHANCE else game.seats[0]
        dice = rng.random()
        before = _told(game, s, seat, dice)
        for who in game.owing(s):
            untouched(game, s, who, random.Random(dice))
        _disturb(game, s, seat, rng)
        assert _told(game, s, seat, dice) == before, f"{_top(s)}: another state's questions changed the answers"
        after = s.copy()
        game.apply(after, node.follows, Events())
        asked: list[Asked[S]] = [(s, seat, "after play"), (after, _owing(game, after, seat), "after a step")]
        asked.append((s, seat, "after a step taken back"))
        for who in game.seats:
            view = game.view(s, who)
            asked.append((view, who, f"in the view of {who}"))
            asked.append((game.guess(view.copy(), who, rng), who, f"in a world that {who} guesses"))
        if node.seat is not CHANCE and node.action.parts:
            scratch = game.drafting(s, seat, ())
            for part in node.action.parts[:3]:
                game.add_part(scratch, part)
                asked.append((scratch.copy(), seat, "in a draft"))
        same_answers(game, twin, asked, dice)


def _owing(game: Game[S], s: S, seat: str) -> str:
    owing = game.owing(s)
    return owing[0] if owing else seat


def played(game: Game[S], seed: int, most: int) -> str:
    """A game of random play as a digest of every list in it and its end."""
    rng = random.Random(seed)
    mixes = settings(game)
    s = game.start(*mixes[seed % len(mixes)])
    digest = hashlib.sha256()
    for _ in range(most):
        turn = game.turn(s)
        if turn is OVER:
            break
        if turn is CHANCE:
            game.apply(s, game.chance(s).sample(rng))
            continue
        seat = turn if isinstance(turn, str) else min(turn)
        for action in game.legal(s, seat):
            digest.update(action.text.encode())
        deed = game.random(s, seat, rng)
        digest.update(game.said(s, deed).text.encode())
        game.apply(s, deed)
    digest.update(msgspec.json.encode(save_state(game, s)))
    return digest.hexdigest()


def threads(game: Game[S], games: int = 5, seed: int = 15, most: int = 600) -> None:
    """Two threads on one game object, switched as often as can be, play what one thread plays."""
    numbers = range(seed, seed + games)
    alone = {number: played(game, number, most) for number in numbers}
    found: dict[int, str] = {}

    def play(mine: list[int]) -> None:
        for number in mine:
            try:
                found[number] = played(game, number, most)
            except Exception as fault:
                found[number] = f"{type(fault).__name__}: {fault}"

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        pair = [threading.Thread(target=play, args=(list(numbers)[half::2],)) for half in (0, 1)]
        for thread in pair:
            thread.start()
        for thread in pair:
            thread.join()
    finally:
        sys.setswitchinterval(usual)
    wrong = {number: words for number, words in found.items() if words != alone[number]}
    assert not wrong, f"games {sorted(wrong)} went otherwise with another thread beside them: {wrong}"

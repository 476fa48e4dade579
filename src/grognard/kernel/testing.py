"""One contract suite for all games, public so that plugin authors can run it on theirs.

from grognard.kernel.testing import CHECKS, rule

@pytest.mark.parametrize("check", CHECKS)
def test_contract(check):
    check(my_game)

@rule("10.4.4", "10.4.5")
def test_a_success_takes_a_step(): ...
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import msgspec

from grognard.bots import RandomBot
from grognard.kernel import legality
from grognard.kernel.contract import CHANCE, DRAFT, OVER, PUBLIC, Action, State, verbs_of
from grognard.kernel.errors import BadInput, GrognardError, Refused
from grognard.kernel.events import Events
from grognard.kernel.game import Game
from grognard.kernel.position import read_position, restore_state, save_state, write_position
from grognard.kernel.record import build_record, dump_record, load_record, plain_scene, replay
from grognard.kernel.secrecy import secrecy
from grognard.kernel.table import Table

MOST_STEPS = 100_000
"""No game of ours is longer; more means that it does not end."""


def rule(*cases: str) -> Callable[[Any], Any]:
    """Mark a test as trying these cases of the rulebook."""
    import pytest

    return pytest.mark.rule(*cases)


class Node(NamedTuple):
    """A state in random play and what is done next. `state` is the walker's own: read it, copy it."""

    state: Any
    seat: str
    """Who acts; CHANCE for dice."""
    step: Any
    """The action or outcome that comes next."""


def settings(game: Game[Any]) -> list[tuple[str, dict[str, bool | str]]]:
    """Every scenario with its options all off, all on, and each alone."""
    out: list[tuple[str, dict[str, bool | str]]] = []
    for scenario in game.scenarios:
        fitting = [o for o in game.options if not o.scenarios or scenario.id in o.scenarios]
        switches: list[list[bool | str]] = [[*o.values] if o.values else [False, True] for o in fitting]
        if len(switches) <= 4:
            mixes = list(product(*switches))
        else:
            off = tuple(x[0] for x in switches)
            on = tuple(x[-1] for x in switches)
            mixes = [off, on, *((*off[:i], x[-1], *off[i + 1 :]) for i, x in enumerate(switches))]
        out += [(scenario.id, {o.id: value for o, value in zip(fitting, mix, strict=True)}) for mix in mixes]
    return out


def walk(
    game: Game[Any], rng: random.Random, scenario: str = "", options: dict[str, bool | str] | None = None
) -> Iterator[Node]:
    """Random play to the end, node by node. Fails on a dead end and on a game without end."""
    s = game.start(scenario, options)
    bot: RandomBot[Any] = RandomBot()
    for _ in range(MOST_STEPS):
        turn = game.turn(s)
        if turn is OVER:
            assert game.result(s) is not None, "the stack is empty but the game has no result"
            yield Node(s, OVER, None)
            return
        assert game.result(s) is None, "the game has a result but goes on"
        if turn is CHANCE:
            step: Any = game.chance(s).sample(rng)
            yield Node(s, CHANCE, step)
        else:
            seats = sorted(turn) if isinstance(turn, frozenset) else [turn]
            assert seats, f"{type(s.stack[-1]).__name__} asks nobody"
            seat = seats[rng.randrange(len(seats))]
            assert game.legal(s, seat), f"{type(s.stack[-1]).__name__} leaves {seat} nothing to do"
            step = bot.choose(game, s, seat, rng)
            yield Node(s, seat, step)
        game.apply(s, step)
    raise AssertionError(f"the game did not end within {MOST_STEPS} steps")


def walks(game: Game[Any], games: int, seed: int) -> Iterator[Node]:
    """Several games of random play, going round scenarios and options."""
    rng = random.Random(seed)
    mixes = settings(game)
    for i in range(games):
        scenario, options = mixes[(i * 7 + seed) % len(mixes)]
        yield from walk(game, rng, scenario, options)


# --------------------------------------------------------------------------------------------- the checks


def plays_to_the_end(game: Game[Any], games: int = 10, seed: int = 1) -> None:
    """Random play ends, and no invariant breaks on the way."""
    for node in walks(game, games, seed):
        for reason in game.check(node.state):
            raise AssertionError(f"{reason.text} [{reason.rule}] before {node.step}")


def _prefixes(game: Game[Any], s: Any, seat: str, rng: random.Random) -> Iterator[tuple[Action, list[Action]]]:
    """Some incomplete actions at a state, each with its continuations."""
    todo = game.legal(s, seat)
    rng.shuffle(todo)
    todo = todo[:6]
    while todo:
        action = todo.pop()
        if not action.complete or action.more:
            further = game.more(s, action)
            yield action, further
            todo += rng.sample(further, min(2, len(further))) if len(action.args) < 4 else []


def legal_has_no_reasons(game: Game[Any], games: int = 3, seed: int = 2) -> None:
    """Every legal action and beginning is without reasons; every beginning can be completed; `fast` is right."""
    rng = random.Random(seed)
    for node in walks(game, games, seed):
        if node.seat in (CHANCE, OVER) or rng.random() > 0.3:
            continue
        s, seat = node.state, node.seat
        actions = game.legal(s, seat)
        assert len({a.text for a in actions}) == len(actions), "legal lists an action twice"
        for action in rng.sample(actions, min(8, len(actions))):
            assert not game.why_not(s, seat, action.text), (action.text, game.why_not(s, seat, action.text))
        for action, further in _prefixes(game, s, seat, rng):
            assert action.complete or further, f"“{action.text}” cannot be completed"
            for longer in rng.sample(further, min(3, len(further))):
                assert not game.why_not(s, seat, longer.text), (longer.text, game.why_not(s, seat, longer.text))
        assert not game.why_not(s, seat, node.step.text), (node.step.text, game.why_not(s, seat, node.step.text))
        assert game.read(s, seat, node.step.text) == node.step


def fast_lists_are_right(game: Game[Any], games: int = 3, seed: int = 3) -> None:
    """Where a slot has a fast generator, it lists what the conditions allow."""
    rng = random.Random(seed)
    for node in walks(game, games, seed):
        if node.seat in (CHANCE, OVER) or rng.random() > 0.3:
            continue
        s, seat = node.state, node.seat
        step = s.stack[-1]
        quick = step.quick(s, seat)
        if quick is not None:
            slow = legality.slow_openings(s, step, seat)
            assert sorted(quick, key=str) == sorted(slow, key=str), (type(step).__name__, set(quick) ^ set(slow))
        for verb in step.verbs:
            args: tuple[str, ...] = ()
            while legality.verb_allowed(verb, s, step, seat):
                slot, keyword = legality.slot_at(verb, args)
                if slot is None:
                    break
                if keyword:
                    args = (*args, slot.keyword)
                found = list(legality.values(slot, s, step, seat, args))
                if slot.fast is not None:
                    by_reasons = legality.slow_values(slot, s, step, seat, args)
                    assert sorted(found) == sorted(by_reasons), (verb.name, args, set(found) ^ set(by_reasons))
                if slot.actions is not None:
                    for action, value in zip(slot.actions(s, step, seat, args), found, strict=True):
                        assert action == game.read(s, seat, f"{verb.name} {' '.join((*args, value))}"), action
                if not found or len(args) > 6:
                    break
                args = (*args, found[rng.randrange(len(found))])


def refusals_have_reasons(game: Game[Any], games: int = 2, seed: int = 4) -> None:
    """Whatever a slot's universe holds beyond what is legal has a reason, with words."""
    rng = random.Random(seed)
    for node in walks(game, games, seed):
        if node.seat in (CHANCE, OVER) or rng.random() > 0.2:
            continue
        s, seat = node.state, node.seat
        step = s.stack[-1]
        for verb in step.verbs:
            if not legality.verb_allowed(verb, s, step, seat):
                reasons = game.why_not(s, seat, verb.name)
                assert reasons, f"{verb.name} is refused without a reason"
                assert all(r.text and r.rule for r in reasons), reasons
                continue
            if not verb.slots or legality.slot_at(verb, ())[1]:
                continue
            slot = verb.slots[0]
            allowed = set(legality.values(slot, s, step, seat, ()))
            refused = [x for x in slot.universe(s, step, seat, ()) if x not in allowed]
            for value in rng.sample(refused, min(5, len(refused))):
                reasons = game.why_not(s, seat, f"{verb.name} {value}")
                assert reasons, f"{verb.name} {value} is not legal, but nothing says why"
                assert all(r.text and r.rule for r in reasons), reasons


def drafts_can_be_completed(game: Game[Any], games: int = 3, seed: int = 5) -> None:
    """From any draft, taking parts at random always comes to `done`."""
    rng = random.Random(seed)
    for node in walks(game, games, seed):
        if node.seat in (CHANCE, OVER) or node.state.stack[-1].kind != DRAFT:
            continue
        game.complete(node.state, node.seat, lambda choices: choices[rng.randrange(len(choices))])


def copies_are_independent(game: Game[Any], games: int = 2, seed: int = 6) -> None:
    """What is done to a copy leaves the state as it was, and the same step done twice gives the same state."""
    for node in walks(game, games, seed):
        if node.seat is OVER:
            continue
        before, twin = node.state.copy(), node.state.copy()
        written = msgspec.json.encode(save_state(game, node.state))  # copies that share a list would change with it
        assert before == node.state
        assert before is not node.state
        game.apply(twin, node.step, Events())
        assert node.state == before, f"{node.step} on a copy changed the original"
        now = msgspec.json.encode(save_state(game, node.state))
        assert now == written, f"{node.step} on a copy changed the original and its copies"
        game.apply(before, node.step)
        assert before == twin, f"{node.step} gives another state when events are asked for"


def chance_sums_to_one(game: Game[Any], games: int = 2, seed: int = 7) -> None:
    for node in walks(game, games, seed):
        if node.seat is CHANCE:
            distribution = game.chance(node.state)
            assert distribution.accept(node.step) == node.step
            try:
                outcomes = distribution.outcomes()
            except BadInput:
                continue
            assert sum((p for _, p in outcomes), Fraction(0)) == 1
            assert node.step in [outcome for outcome, _ in outcomes]


def saves_round_trip(game: Game[Any], games: int = 2, seed: int = 8) -> None:
    """JSON and position text give an equal state back, at every node."""
    rng = random.Random(seed)
    mixes = settings(game)
    for i in range(games):
        scenario, options = mixes[(i * 5 + seed) % len(mixes)]
        settled = game.settle_options(scenario, options)
        for node in walk(game, rng, scenario, options):
            raw = msgspec.json.decode(msgspec.json.encode(save_state(game, node.state)))
            assert restore_state(game, raw) == node.state
            text = write_position(game, scenario, settled, node.state)
            assert read_position(game, text) == (scenario, settled, node.state), text


def _played_table(game: Game[Any], rng: random.Random, practice: bool, most: int = 0) -> Table[Any]:
    scenario, options = rng.choice(settings(game))
    table = game.table(scenario, options, practice=practice)
    bot: RandomBot[Any] = RandomBot()
    while not table.over and (not most or len(table.history) < most):
        seat = table.seats[rng.randrange(len(table.seats))]
        table.play(bot.choose(game, table.view(seat), seat, rng), seat=seat)
    return table


def records_replay(game: Game[Any], games: int = 1, seed: int = 9) -> None:
    """Record, replay, same record; and the events alone rebuild every seat's scene at every step."""
    rng = random.Random(seed)
    for i in range(games):
        table = _played_table(game, rng, practice=i % 2 == 0)
        record = build_record(table)
        opened = replay(dump_record(record), game)
        assert opened.matches, opened.mismatch
        assert opened.table is not None
        assert build_record(opened.table) == record
        assert opened.table.state == table.state
        for seat in (*game.seats, PUBLIC):
            truth = [e.before for e in table.history[1:]] + [table.state]
            for number, (shown, state) in enumerate(zip(list(opened.scenes(seat))[1:], truth, strict=True)):
                assert shown == plain_scene(game, state, seat), f"the events do not rebuild step {number} for {seat}"
        raw = bytearray(dump_record(record))
        raw[rng.randrange(len(raw) - 1)] ^= 1
        try:
            load_record(bytes(raw))
        except GrognardError:
            continue
        raise AssertionError("a flipped bit in the record was not noticed")


def shows_only_what_is_there(game: Game[Any], games: int = 1, seed: int = 10) -> None:
    """Options, reasons, events, previews, odds and overlays refer only to what is on the board and in the scene."""
    rng = random.Random(seed)
    board = game.board()
    places = {place.id for place in board.places}
    assert len(places) == len(board.places), "the board has two places with one id"
    surfaces = {surface.id for surface in board.surfaces}
    styles = (
        {p.style for p in board.places} | {line.style for line in board.lines} | {x.style for x in board.surfaces}
    )
    assert styles - {""} <= set(board.styles), f"unknown styles {styles - set(board.styles)}"
    assert all(p.surface in surfaces and set(p.neighbours) <= places for p in board.places)
    rules = {case.id for case in game.rules()}
    for _ in range(games):
        table = _played_table(game, rng, practice=True, most=120)
        for entry in table.history:
            for seat in (*game.seats, PUBLIC):
                scene = game.scene(game.view(entry.before, seat))
                ids = {piece.id for piece in scene.pieces}
                assert len(ids) == len(scene.pieces), "two pieces have one id"
                assert all(p.place in places and p.face.colours in board.colours for p in scene.pieces)
                assert all(m.place in places and m.style in board.styles for m in scene.marks)
                assert len({m.id for m in scene.marks}) == len(scene.marks)
                if entry.before.stack and seat in game.owing(entry.before):
                    _check_decision(game, entry.before, seat, places, ids, rules)
            for happened in entry.happened:
                for event in (happened.event, happened.public):
                    if event is not None:
                        assert set(event.places) <= places, (event, set(event.places) - places)
                        assert event.text(game.data), event
                        assert not rules or not event.rule or event.rule in rules, f"no rule {event.rule}"
    view = game.view(game.start(), game.seats[0])
    for kind in game.overlays:
        if not kind.about:
            overlay = game.overlay(view, kind.id)
            assert {shade.place for shade in overlay.shades} <= places


def _check_decision(game: Game[Any], s: State, seat: str, places: set[str], ids: set[str], rules: set[str]) -> None:
    view = game.view(s, seat)
    decision = game.decision(view, seat)
    assert decision.prompt, "a decision without a prompt"
    assert not rules or decision.rule in rules, f"no rule {decision.rule!r} ({decision.step})"
    step = s.stack[-1]
    for action in game.legal(view, seat):
        if action.args:
            slot, _ = legality.slot_at(verbs_of(step)[action.verb], action.args[:-1])
            assert slot is not None
            known = {"piece": ids, "place": places}.get(slot.kind)
            assert known is None or action.args[-1] in known, f"{action.text}: no such {slot.kind} in the scene"
        if action.complete:
            preview = game.preview(view, seat, action)
            if preview is not None:
                assert {*preview.path, *preview.places} <= places, preview
            odds = game.odds(view, seat, action)
            if odds is not None:
                assert sum(Fraction(row.chance) for row in odds.rows) == 1, odds


def obvious_answers_are_public(game: Game[Any], games: int = 2, seed: int = 11) -> None:
    """An answer is made by itself only when a spectator, too, sees that there is no other."""
    seen: set[str] = set()
    for cls in game.steps:
        original = getattr(cls, "obvious", None)
        if original is None:
            continue

        def watched(self: Any, s: Any, original: Any = original) -> Any:
            answer = original(self, s)
            if s.stack and s.stack[-1] is self:
                public = game.view(s, PUBLIC)
                assert public.stack[-1].__class__ is self.__class__, "a spectator does not see the step"
                assert original(public.stack[-1], public) == answer, f"{type(self).__name__} is not obvious to all"
                if answer is not None:
                    seen.add(type(self).__name__)
                    for seat in game.owing(s):
                        text = " ".join((answer[0], *answer[1]))
                        assert all(text.startswith(a.text) for a in game.legal(s, seat)), text
            return answer

        cls.obvious = watched  # type: ignore[attr-defined]
        try:
            for _ in walks(game, games, seed):
                pass
        finally:
            cls.obvious = original  # type: ignore[attr-defined]


HOSTILE: tuple[Any, ...] = (
    "", " ", "\n", "no-such-verb", "done done", ";;;", "done;", "a" * 200_000, "\x00", "move\u202e", 7, None, [], {},
    "move " + "x " * 500, "'; drop table games; --", "⁂", b"move",
)  # fmt: skip


def hostile_input_changes_nothing(game: Game[Any], games: int = 1, seed: int = 12) -> None:
    """Wrong seat, stale, malformed, huge: a clear error, and the table is as before."""
    rng = random.Random(seed)
    table = game.table(practice=True, seed=seed)
    bot: RandomBot[Any] = RandomBot()
    stale: list[tuple[str, str]] = []
    for _ in range(25 * games):
        if table.over:
            break
        seat = table.seats[0]
        attacks: list[tuple[str, Any]] = [(seat, rng.choice(HOSTILE)), ("nobody", "done"), (PUBLIC, "done")]
        attacks += [(other, a) for other in game.seats if other not in table.seats for _, a in stale[-1:]]
        attacks += [x for x in stale[-3:] if x[0] in table.seats and table.why_not(x[1], x[0])]
        for who, text in attacks:
            before, length, parts = table.state.copy(), len(table.history), table.draft(seat)
            try:
                table.play(text, seat=who)
            except (BadInput, Refused) as error:
                words = str(error)
                assert words, "a refusal without a word"
                assert len(words) < 5000, "a refusal as long as a book"
            else:
                assert text in ([], ()), f"{text!r} by {who} was accepted"
            assert (table.state, len(table.history), table.draft(seat)) == (before, length, parts)
        action = bot.choose(game, table.view(seat), seat, rng)
        stale.append((seat, action.text))
        table.play(action, seat=seat)


CHECKS: tuple[Callable[[Game[Any]], None], ...] = (
    plays_to_the_end,
    legal_has_no_reasons,
    fast_lists_are_right,
    refusals_have_reasons,
    drafts_can_be_completed,
    copies_are_independent,
    chance_sums_to_one,
    saves_round_trip,
    records_replay,
    shows_only_what_is_there,
    obvious_answers_are_public,
    hostile_input_changes_nothing,
    secrecy,
)


def contract_suite(game: Game[Any]) -> None:
    """Every check, one after the other."""
    for check in CHECKS:
        check(game)

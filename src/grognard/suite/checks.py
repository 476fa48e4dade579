"""The checks of the contract suite, by random play through every scenario and mix of options."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.bots import RandomBot
from grognard.kernel.errors import BadInput, GrognardError, Refused
from grognard.kernel.match.position import read_position, restore_state, save_state, write_position
from grognard.kernel.match.record import build_record, dump_record, load_record, plain_scene
from grognard.kernel.match.replay import replay
from grognard.kernel.match.table import Table
from grognard.kernel.rules import legality, masks
from grognard.kernel.rules.actions import CHANCE, OVER, PUBLIC, Action, Ints
from grognard.kernel.rules.events import Events, Rolled
from grognard.kernel.rules.game import Game, asked
from grognard.kernel.rules.sets import bits, nth_bit
from grognard.kernel.rules.slots import AnySlot, AnyVerb
from grognard.kernel.rules.state import S
from grognard.kernel.rules.steps import DRAFT, Asked
from grognard.suite.plans import plans_are_right
from grognard.suite.purity import purity, threads
from grognard.suite.rows import rows_are_their_actions
from grognard.suite.secrecy import secrecy
from grognard.suite.walking import settings, walk, walks
from grognard.suite.wording import reads_well

if TYPE_CHECKING:
    import pytest


def rule(*cases: str) -> pytest.MarkDecorator:
    """Mark a test as trying these cases of the rulebook."""
    import pytest

    return pytest.mark.rule(*cases)


# --------------------------------------------------------------------------------------------- the checks


def plays_to_the_end(game: Game[S], games: int = 10, seed: int = 1) -> None:
    """Random play ends, and no invariant breaks on the way."""
    for node in walks(game, games, seed):
        for reason in game.check(node.state):
            raise AssertionError(f"{reason.text} [{reason.rule}] before {node.step}")


def _prefixes(game: Game[S], s: S, seat: str, rng: random.Random) -> Iterator[tuple[Action, list[Action]]]:
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


def legal_has_no_reasons(game: Game[S], games: int = 3, seed: int = 2) -> None:
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
        assert not game.why_not(s, seat, node.action.text), (
            node.action.text,
            game.why_not(s, seat, node.action.text),
        )
        assert game.read(s, seat, node.action.text) == node.step


def lists_are_right(game: Game[S], games: int = 3, seed: int = 3, each: int = 4) -> None:
    """What a slot gives at once is what its conditions allow, over the whole of its domain; likewise `may`.

    Looked at are as many nodes of each step and verb, however seldom random play comes there."""
    rng = random.Random(seed)
    for stratum in sampled(game, games, seed, each).values():
        for s, seat, verb in stratum:
            masks_are_right(s, s.stack[-1], seat, verb, rng)


def sampled(
    game: Game[S], games: int, seed: int, each: int, more: Iterable[tuple[S, str]] = ()
) -> dict[tuple[str, str], list[tuple[S, str, AnyVerb]]]:
    """Nodes of random play by step and verb, so many of each, drawn evenly; drafts in the middle too. `more` are
    further states with the seat that decides there, such as those of recorded games."""
    rng = random.Random(seed)
    kept: dict[tuple[str, str], list[tuple[S, str, AnyVerb]]] = {}
    met: Counter[tuple[str, str]] = Counter()

    def meet(s: S, seat: str) -> None:
        step = s.stack[-1]
        for verb in step.verbs:
            key = (type(step).__name__, verb.name)
            met[key] += 1
            stratum = kept.setdefault(key, [])
            if len(stratum) < each:
                stratum.append((s.copy(), seat, verb))
            elif (at := rng.randrange(met[key])) < each:
                stratum[at] = (s.copy(), seat, verb)

    for node in walks(game, games, seed):
        if node.seat in (CHANCE, OVER):
            continue
        meet(node.state, node.seat)
        if node.action.parts:
            scratch = game.drafting(node.state, node.seat, ())
            for part in node.action.parts:
                game.add_part(scratch, part)
                meet(scratch, node.seat)
    for s, seat in more:
        meet(s, seat)
    return kept


def masks_are_right(s: S, step: Asked, seat: str, verb: AnyVerb, rng: random.Random) -> None:
    """Along one way through the verb's slots: masks and conditions agree on every value of the domain."""
    where = f"{type(step).__name__}, {verb.name}"
    why = verb.reasons is not None and next(verb.reasons(s, step, seat), None) is not None
    assert masks.allowed(verb, s, step, seat) != why, f"{where}: `may` or `open` is not what the conditions say"
    assert masks.offers(s, step, seat) == masks.one_by_one(s, step, seat), f"{where}: `offers` is not verb by verb"
    args: Ints = ()
    for _ in range(8):
        slot = masks.open_set(verb, args) if rng.random() < 0.5 else None
        joins = slot is not None
        if slot is None and masks.closed(verb, s, step, seat, args):
            slot = masks.next_slot(verb, args)
        if slot is None or why:
            return
        asked = (*args, 0) if slot.many and not joins else args
        found = _both_ways(slot, s, step, seat, asked, where)
        if not found:
            return
        value = nth_bit(found, rng.randrange(found.bit_count()))
        args = (*asked[:-1], asked[-1] | 1 << value) if slot.many else (*args, value)


def offers_are_right(s: S, seat: str, text: str) -> None:
    """Along an action, legal or not, or a beginning of one: what is offered in its place, slot by slot, is what the
    conditions allow over the whole domain. For rule tests, at the positions that they set up."""
    step = s.stack[-1]
    words = text.split()
    verb = next((verb for verb in step.verbs if words and verb.name == words[0]), None)
    if verb is None:
        return
    why = verb.reasons is not None and next(verb.reasons(s, step, seat), None) is not None
    assert masks.allowed(verb, s, step, seat) != why, f"{text}: `may` or `open` is not what the conditions say"
    named = legality.read_args(verb, s.data, words[1:]).args
    for at in range(len(named) + 1):
        args = named[:at]
        slot = masks.next_slot(verb, args)
        if why or slot is None or not masks.closed(verb, s, step, seat, args):
            return
        if not slot.many:
            found = _both_ways(slot, s, step, seat, args, text)
            if at < len(named) and not found >> named[at] & 1:
                return
            continue
        _both_ways(slot, s, step, seat, (*args, 0), text)
        sofar, whole = 0, named[at] if at < len(named) else 0
        while sofar != whole:  # a set grows one by one, in any order that the rules allow
            joining = masks.values(slot, s, step, seat, (*args, sofar)) & whole & ~sofar
            if not joining:
                return
            sofar |= joining & -joining
        if whole:
            _both_ways(slot, s, step, seat, (*args, whole), text)


def _both_ways(slot: AnySlot, s: S, step: Asked, seat: str, asked: Ints, where: str) -> int:
    """The values of a slot, by mask and by conditions."""
    found = masks.values(slot, s, step, seat, asked)
    right = masks.by_conditions(slot, s, step, seat, asked)
    names = slot.domain.names(s.data)
    wrong = [names[i] if i < len(names) else str(i) for i in bits(found ^ right)]
    assert found == right, f"{where}, {slot.name} after {asked}: mask and conditions differ on {wrong}"
    return found


def refusals_have_reasons(game: Game[S], games: int = 2, seed: int = 4) -> None:
    """Every value of a domain that is not legal has a reason, with words and a rule: the dead, the enemy's, those
    off the map too."""
    rng = random.Random(seed)
    for node in walks(game, games, seed):
        if node.seat in (CHANCE, OVER) or rng.random() > 0.2:
            continue
        s, seat = node.state, node.seat
        step = s.stack[-1]
        for verb in step.verbs:
            told = game.why_not(s, seat, verb.name)
            if told:
                assert all(r.text and r.rule for r in told), told
                continue
            if not verb.slots or verb.slots[0].keyword:
                continue
            slot = verb.slots[0]
            names = slot.domain.names(s.data)
            legal = masks.values(slot, s, step, seat, (0,) if slot.many else ())
            refused = [names[i] for i in bits(names.all & ~legal)]
            for value in rng.sample(refused, min(5, len(refused))):
                reasons = game.why_not(s, seat, f"{verb.name} {value}")
                assert reasons, f"{verb.name} {value} is not legal, but nothing says why"
                assert all(r.text and r.rule for r in reasons), reasons


def drafts_can_be_completed(game: Game[S], games: int = 3, seed: int = 5) -> None:
    """From any draft, taking parts at random always comes to `done`."""
    rng = random.Random(seed)
    for node in walks(game, games, seed):
        if node.seat in (CHANCE, OVER) or node.state.stack[-1].kind != DRAFT:
            continue
        game.complete(node.state, node.seat, lambda choices: choices[rng.randrange(len(choices))])


def rows_are_right(game: Game[S], games: int = 2, seed: int = 17) -> None:
    """Several actions that one action names do what they do one after the other (`Choice.rows`)."""
    rows_are_their_actions(game, games, seed)


def copies_are_independent(game: Game[S], games: int = 2, seed: int = 6) -> None:
    """What is done to a copy leaves the state as it was, and the same step done twice gives the same state."""
    for node in walks(game, games, seed):
        if node.seat is OVER:
            continue
        before, twin = node.state.copy(), node.state.copy()
        written = msgspec.json.encode(save_state(game, node.state))  # copies that share a list would change with it
        assert before == node.state
        assert before is not node.state
        game.apply(twin, node.follows, Events())
        assert node.state == before, f"{node.step} on a copy changed the original"
        now = msgspec.json.encode(save_state(game, node.state))
        assert now == written, f"{node.step} on a copy changed the original and its copies"
        game.apply(before, node.follows)
        assert before == twin, f"{node.step} gives another state when events are asked for"


def chance_sums_to_one(game: Game[S], games: int = 2, seed: int = 7) -> None:
    for node in walks(game, games, seed):
        if node.seat is CHANCE:
            distribution = game.chance(node.state)
            assert distribution.accept(node.outcome) == node.step
            try:
                outcomes = distribution.outcomes()
            except BadInput:
                continue
            assert sum((p for _, p in outcomes), Fraction(0)) == 1
            assert node.step in [outcome for outcome, _ in outcomes]


def saves_round_trip(game: Game[S], games: int = 2, seed: int = 8) -> None:
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


def _played_table(game: Game[S], rng: random.Random, practice: bool, most: int = 0) -> Table[S]:
    scenario, options = rng.choice(settings(game))
    table = game.table(scenario, options, practice=practice)
    bot: RandomBot[S] = RandomBot()
    while not table.over and (not most or len(table.history) < most):
        seat = table.seats[rng.randrange(len(table.seats))]
        table.play(bot.choose(game, table.view(seat), seat, rng), seat=seat)
    return table


def records_replay(game: Game[S], games: int = 1, seed: int = 9) -> None:
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


def shows_only_what_is_there(game: Game[S], games: int = 1, seed: int = 10) -> None:
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


def _check_decision(game: Game[S], s: S, seat: str, places: set[str], ids: set[str], rules: set[str]) -> None:
    view = game.view(s, seat)
    decision = game.decision(view, seat)
    assert decision.prompt, "a decision without a prompt"
    assert not rules or decision.rule in rules, f"no rule {decision.rule!r} ({decision.step})"
    step = asked(s)
    for action in game.legal(view, seat):
        if action.args:
            last = game.spell(step, action)[-1]
            known = {"piece": ids, "place": places}.get(last.kind)
            assert known is None or last.token in known, f"{action.text}: no such {last.kind} in the scene"
        if action.complete:
            preview = game.preview(view, seat, action)
            if preview is not None:
                assert {*preview.path, *preview.places} <= places, preview
            odds = game.odds(view, seat, action)
            if odds is not None:
                assert sum(Fraction(row.chance) for row in odds.rows) == 1, odds
            for waste in game.wastes(view, seat, action):
                assert {*waste.places} <= places, waste
                assert {*waste.pieces} <= ids, waste


def rules_exist(game: Game[S], games: int = 3, seed: int = 16) -> None:
    """Whatever cites a rule cites one that exists: log, modifiers, prompts, reasons, effects, odds, the result."""
    known = {case.id for case in game.rules()}
    if not known:
        return
    rng = random.Random(seed)
    for node in walks(game, games, seed):
        if node.seat is OVER:
            result = game.result(node.state)
            _cited(known, "the result", [result.rule] if result is not None else [])
            continue
        events = Events()
        game.apply(node.state.copy(), node.follows, events)
        for happened in events.items:
            for event in (happened.event, happened.public):
                if event is not None:
                    modifiers = [m.rule for m in event.modifiers] if isinstance(event, Rolled) else []
                    _cited(known, f"“{event.text(game.data)}”", [event.rule, *modifiers])
        if node.seat is CHANCE or rng.random() > 0.2:
            continue
        s, seat = node.state, node.seat
        decision = game.decision(s, seat)
        _cited(known, decision.prompt, [decision.rule, *(duty.rule for duty in decision.duties)])
        _cited(known, "a button", [button.rule for button in decision.buttons])
        for verb in s.stack[-1].verbs:
            values = [""]
            if verb.slots and not verb.slots[0].keyword:
                names = verb.slots[0].domain.names(s.data)
                values = rng.sample(names, min(3, len(names)))
            for value in values:
                for reason in game.why_not(s, seat, f"{verb.name} {value}".strip()):
                    _cited(known, reason.text, [reason.rule])
        preview, odds = game.preview(s, seat, node.action), game.odds(s, seat, node.action)
        if preview is not None:
            _cited(known, preview.text, [effect.rule for effect in preview.effects])
        if odds is not None:
            _cited(known, odds.title, [odds.rule, *(m.rule for m in odds.modifiers)])
        for waste in game.wastes(s, seat, node.action):
            _cited(known, waste.text, [waste.rule])


def _cited(known: set[str], where: str, rules: Iterable[str]) -> None:
    for rule_id in rules:
        assert not rule_id or rule_id in known, f"there is no rule {rule_id}, which {where} cites"


def obvious_answers_are_public(game: Game[S], games: int = 2, seed: int = 11) -> None:
    """An answer is made by itself only when a spectator, too, sees that there is no other."""
    seen: set[str] = set()
    for cls in game.steps:
        original = getattr(cls, "obvious", None)
        if original is None:
            continue

        def watched(self: Any, s: S, original: Any = original) -> Any:
            answer = original(self, s)
            if s.stack and s.stack[-1] is self:
                public = game.view(s, PUBLIC)
                assert public.stack[-1].__class__ is self.__class__, "a spectator does not see the step"
                assert original(public.stack[-1], public) == answer, f"{type(self).__name__} is not obvious to all"
                if answer is not None:
                    seen.add(type(self).__name__)
                    for seat in game.owing(s):
                        verb = {verb.name: verb for verb in self.verbs}.get(answer[0])
                        args = answer[1]
                        if verb is not None:
                            args = legality.words_of(verb, s.data, args)
                        text = " ".join((answer[0], *args))
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


def hostile_input_changes_nothing(game: Game[S], games: int = 1, seed: int = 12) -> None:
    """Wrong seat, stale, malformed, huge: a clear error, and the table is as before."""
    rng = random.Random(seed)
    table = game.table(practice=True, seed=seed)
    bot: RandomBot[S] = RandomBot()
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


CHECKS: tuple[Callable[[Game[S]], None], ...] = (
    plays_to_the_end,
    legal_has_no_reasons,
    lists_are_right,
    purity,
    threads,
    refusals_have_reasons,
    drafts_can_be_completed,
    rows_are_right,
    copies_are_independent,
    chance_sums_to_one,
    saves_round_trip,
    records_replay,
    shows_only_what_is_there,
    rules_exist,
    obvious_answers_are_public,
    hostile_input_changes_nothing,
    reads_well,
    plans_are_right,
    secrecy,
)


def contract_suite(game: Game[S]) -> None:
    """Every check, one after the other."""
    for check in CHECKS:
        check(game)

"""Legality and its explanation, from one list of conditions.

A value may fill a slot when the slot's universe holds it and its `reasons` yield nothing; `why_not` words what
they yield. Everything here looks at a view (or at a state, of which it reads only what the seat may know).
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

from grognard.kernel.contract import DRAFT, Action, Args, Slot, State, Verb, short, verbs_of
from grognard.kernel.show import Reason, SlotInfo


def slow_values(slot: Slot, v: State, step: Any, seat: str, args: Args) -> list[str]:
    """The legal values of a slot by its conditions alone."""
    reasons = slot.reasons
    if reasons is None:
        return list(slot.universe(v, step, seat, args))
    return [
        value for value in slot.universe(v, step, seat, args)
        if next(reasons(v, step, seat, (*args, value)), None) is None
    ]  # fmt: skip


def values(slot: Slot, v: State, step: Any, seat: str, args: Args) -> Iterable[str]:
    if slot.fast is not None:
        return slot.fast(v, step, seat, args)
    return slow_values(slot, v, step, seat, args)


def slot_at(verb: Verb, args: Args) -> tuple[Slot | None, bool]:
    """The slot that the next argument fills, and whether the tail's keyword must come before it."""
    slots = verb.slots
    n = len(args)
    if not slots:
        return None, False
    tail = verb.tail
    fixed = len(slots) - (tail is not None)
    if n < fixed:
        return slots[n], False
    if tail is None:
        return None, False
    given = n - fixed
    if tail.keyword:
        if given == 0:
            return tail, True
        given -= 1
    if given == 0 or tail.repeat:
        return tail, False
    return None, False


def is_complete(verb: Verb, v: State, step: Any, seat: str, args: Args) -> bool:
    tail = verb.tail
    fixed = len(verb.slots) - (tail is not None)
    n = len(args)
    if n < fixed:
        return False
    if tail is None:
        return True
    if n == fixed:
        return tail.optional
    if tail.keyword and n == fixed + 1:
        return False
    return tail.enough is None or tail.enough(v, step, seat, args)


def lacking(v: State, step: Any, seat: str, words: list[str]) -> list[Reason]:
    """What a beginning of an action still lacks, where its verb has words for it."""
    verb = verbs_of(step).get(words[0]) if words else None
    if verb is None or verb.tail is None or verb.tail.lacking is None:
        return []
    args = _without_bare_keyword(verb, tuple(words[1:]))
    if len(args) < len(verb.slots) or is_complete(verb, v, step, seat, args):
        return []
    return [why.reason() for why in verb.tail.lacking(v, step, seat, args)]


def verb_allowed(verb: Verb, v: State, step: Any, seat: str) -> bool:
    return verb.reasons is None or next(verb.reasons(v, step, seat), None) is None


def continuations(verb: Verb, v: State, step: Any, seat: str, args: Args) -> list[Action]:
    """The actions that have one argument more."""
    slots, tail, n = verb.slots, verb.tail, len(args)
    fixed = len(slots) if tail is None else len(slots) - 1
    if n < fixed:
        slot = slots[n]
        if slot.actions is not None:
            return slot.actions(v, step, seat, args)
        fast = slot.fast
        found = slow_values(slot, v, step, seat, args) if fast is None else fast(v, step, seat, args)
        if n + 1 < fixed:
            return _made(verb.name, args, False, True, seat, found)
        return _made(verb.name, args, tail is None or tail.optional, tail is not None, seat, found)
    if tail is None:
        return []
    if tail.keyword and n == fixed:
        args = (*args, tail.keyword)
    elif n > fixed + bool(tail.keyword) and not tail.repeat:
        return []
    if tail.actions is not None:
        return tail.actions(v, step, seat, args)
    name, more, enough = verb.name, tail.repeat, tail.enough
    out = []
    for value in values(tail, v, step, seat, args):
        longer = (*args, value)
        out.append(Action(name, longer, enough is None or enough(v, step, seat, longer), more, seat))
    return out


_MADE: dict[tuple[str, Args, bool, bool, str], dict[str, Action]] = {}
"""Actions of one and two arguments by their last one, made once: listing them is what random play does most."""
MOST_KEPT = 300_000
_kept = 0


def _made(name: str, args: Args, complete: bool, more: bool, seat: str, found: Iterable[str]) -> list[Action]:
    """The actions with each of these values as their last argument."""
    global _kept
    if len(args) > 1:
        return [Action(name, (*args, value), complete, more, seat) for value in found]
    key = (name, args, complete, more, seat)
    made = _MADE.get(key)
    if made is None:
        if _kept > MOST_KEPT:
            _MADE.clear()
            _kept = 0
        made = _MADE[key] = {}
    if not isinstance(found, (list, tuple)):
        found = list(found)
    try:
        return list(map(made.__getitem__, found))
    except KeyError:
        pass
    for value in found:
        if value not in made:
            made[value] = Action(name, (*args, value), complete, more, seat)
            _kept += 1
    return [made[value] for value in found]


def openings(v: State, step: Any, seat: str) -> list[Action]:
    """What can be played or begun: each verb with its first slot filled."""
    quick: list[Action] | None = step.quick(v, seat)
    return slow_openings(v, step, seat) if quick is None else quick


def slow_openings(v: State, step: Any, seat: str) -> list[Action]:
    """The opening list by the verbs' conditions alone."""
    out: list[Action] = []
    for verb in step.verbs:
        if verb.reasons is not None and next(verb.reasons(v, step, seat), None) is not None:
            continue
        tail = verb.tail
        if not verb.slots or (tail is not None and tail.optional and len(verb.slots) == 1):
            out.append(Action(verb.name, (), True, tail is not None, seat))
        else:
            out += continuations(verb, v, step, seat, ())
    if step.kind == DRAFT and next(step.duties(v, seat), None) is None:
        out.append(Action("done", (), True, False, seat))
    return out


def legal_words(v: State, step: Any, seat: str, words: list[str]) -> list[Action]:
    """What `legal` lists for a prefix of these words, on the top step of `v`."""
    if not words:
        return openings(v, step, seat)
    verb = verbs_of(step).get(words[0])
    if verb is None or not verb_allowed(verb, v, step, seat) or why_args(verb, v, step, seat, tuple(words[1:])):
        return []
    return continuations(verb, v, step, seat, _without_bare_keyword(verb, tuple(words[1:])))


def _without_bare_keyword(verb: Verb, args: Args) -> Args:
    """`move u 12 via` asks the same as `move u 12`."""
    tail = verb.tail
    if tail is not None and tail.keyword and len(args) == len(verb.slots) and args[-1] == tail.keyword:
        return args[:-1]
    return args


def why_args(verb: Verb, v: State, step: Any, seat: str, args: Args) -> list[Reason]:
    """The reasons against these arguments: those of the first one that does not fit."""
    done: Args = ()
    for value in args:
        slot, keyword = slot_at(verb, done)
        if slot is None:
            return [Reason(verb.rule, f"“{short(' '.join((verb.name, *done)))}” takes nothing after it.")]
        if keyword:
            if value != slot.keyword:
                return [Reason(verb.rule, f"Only “{slot.keyword}” can follow here, not “{short(value)}”.")]
            done = (*done, value)
            continue
        universe = slot.universe(v, step, seat, done)
        if value not in (universe if isinstance(universe, Container) else set(universe)):
            what = slot.name.replace("_", " ")
            article = "an" if what[0] in "aeio" else "a"
            words = f"“{short(value)}” is not {article} {what} that “{verb.name}” could mean here."
            return [Reason(verb.rule or step.rule, words)]
        done = (*done, value)
        if slot.reasons is not None:
            found = [why.reason() for why in slot.reasons(v, step, seat, done)]
            if found:
                return found
    return []


def why_words(v: State, step: Any, seat: str, words: list[str]) -> list[Reason]:
    """The reasons against an action or a beginning of one; none if it is legal."""
    if step.kind == DRAFT and words[0] == "done":
        if len(words) > 1:
            return [Reason(step.rule, "“done” takes nothing after it.")]
        return [why.reason() for why in step.duties(v, seat)]
    verb = verbs_of(step).get(words[0])
    if verb is None:
        return [Reason(step.rule, f"“{short(words[0])}” is not possible now: {step.prompt(v, seat)}")]
    if verb.reasons is not None:
        found = [why.reason() for why in verb.reasons(v, step, seat)]
        if found:
            return found
    return why_args(verb, v, step, seat, tuple(words[1:]))


def slots_for(v: State, step: Any, seat: str, words: list[str]) -> tuple[SlotInfo, ...]:
    """The slots that the next word may fill."""
    verbs = step.verbs if not words else [b for b in step.verbs if b.name == words[0]]
    out = []
    for verb in verbs:
        if words or verb_allowed(verb, v, step, seat):
            slot, _ = slot_at(verb, tuple(words[1:]))
            if slot is not None:
                out.append(SlotInfo(verb.name, slot.name, slot.kind, slot.prompt, slot.optional))
    return tuple(out)

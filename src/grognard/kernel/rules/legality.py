"""Legality at the edge: actions as text, their lists, and why something is not possible, from masks and conditions.

Everything here looks at a view (or at a state, of which it reads only what the seat may know). Lists come in one
order: verbs as the step has them, values as their domain has them; of an open set first what may join it, then
what comes after it; `done` of a draft last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.kernel.rules import masks
from grognard.kernel.rules.actions import Action, Ints, short
from grognard.kernel.rules.sets import bits
from grognard.kernel.rules.slots import AnySlot, AnyVerb, Why
from grognard.kernel.rules.state import AnyState, Static
from grognard.kernel.rules.steps import Asked, Draft, verbs_of
from grognard.kernel.show import Reason, SlotInfo

# -------------------------------------------------------------------------------------- texts and indexes


def words_of(verb: AnyVerb, data: Static, args: Ints) -> tuple[str, ...]:
    """Arguments as their texts, keywords included."""
    slots = verb.slots
    if len(args) == 1 and not verb.sets and not slots[0].keyword:
        return (slots[0].domain.names(data)[args[0]],)
    words: list[str] = []
    last = len(slots) - 1
    for i, value in enumerate(args):
        slot = slots[min(i, last)]
        if slot.keyword and i <= last:
            words.append(slot.keyword)
        names = slot.domain.names(data)
        if slot.many:
            words += [names[member] for member in bits(value)]
        else:
            words.append(names[value])
    return tuple(words)


class Read(NamedTuple):
    """What the words after a verb mean: the arguments, and, if they stop making sense somewhere, why."""

    args: Ints
    keyword: bool
    """The words end with the keyword of the next slot."""
    reason: Reason | None


def read_args(verb: AnyVerb, data: Static, words: tuple[str, ...] | list[str]) -> Read:
    """The arguments that these words name, whether legal or not."""
    args: Ints = ()
    keyword = False
    for at, word in enumerate(words):
        joined = masks.open_set(verb, args)
        slot = masks.next_slot(verb, args)
        opens = slot is not None and bool(slot.keyword) and len(args) < len(verb.slots)
        if opens and not keyword:
            assert slot is not None
            if word == slot.keyword:
                keyword = True
                continue
            if joined is None:
                return Read(
                    args, False, Reason(verb.rule, f"Only “{slot.keyword}” can follow here, not “{short(word)}”.")
                )
        if joined is not None and not keyword:
            number = joined.domain.names(data).number.get(word)
            if number is None:
                return Read(args, False, _not_meant(verb, joined, word))
            if args[-1] >> number & 1:
                return Read(args, False, Reason(verb.rule, f"“{short(word)}” is named twice."))
            args = (*args[:-1], args[-1] | 1 << number)
            continue
        if slot is None:
            so_far = " ".join((verb.name, *words[:at]))
            return Read(args, False, Reason(verb.rule, f"“{short(so_far)}” takes nothing after it."))
        number = slot.domain.names(data).number.get(word)
        if number is None:
            return Read(args, False, _not_meant(verb, slot, word))
        args = (*args, 1 << number if slot.many else number)
        keyword = False
    return Read(args, keyword, None)


def slots_of_words(verb: AnyVerb, words: tuple[str, ...]) -> Iterator[tuple[str, AnySlot | None]]:
    """Each word of a legal action with the slot that it fills, None for a keyword."""
    slots, at, opened = verb.slots, -1, False
    for word in words:
        if not opened and at + 1 < len(slots) and slots[at + 1].keyword == word:
            at, opened = at + 1, True
            yield word, None
            continue
        if not opened and (at < 0 or not (slots[at].many or slots[at].repeat)):
            at += 1
        opened = False
        yield word, slots[at]


def _not_meant(verb: AnyVerb, slot: AnySlot, word: str) -> Reason:
    what = slot.name.replace("_", " ")
    article = "an" if what[0] in "aeio" else "a"
    words = f"“{short(word)}” is not {article} {what} that “{verb.name}” could mean here."
    return Reason(verb.rule, words, kind="unknown")


# ------------------------------------------------------------------------------------------------- lists


def continuations(verb: AnyVerb, v: AnyState, step: Asked, seat: str, args: Ints) -> list[Action]:
    """The actions that have one value more."""
    if verb.sets:
        return _with_sets(verb, v, step, seat, args)
    slot = masks.next_slot(verb, args)
    if slot is None:
        return []
    mask = masks.values(slot, v, step, seat, args)
    if not mask:
        return []
    n = len(args) + 1
    words = words_of(verb, v.data, args)
    if slot.keyword and n <= len(verb.slots):
        words = (*words, slot.keyword)
    names, name = slot.domain.names(v.data), verb.name
    tail = verb.tail
    if slot is not tail:
        whole = n == verb.fixed and (tail is None or tail.optional)
        more = n < len(verb.slots)
        return [Action(name, (*words, names[i]), whole, more, seat) for i in bits(mask)]
    enough = mask if slot.enough is None else slot.enough(v, step, seat, args)
    more = slot.repeat
    return [Action(name, (*words, names[i]), bool(enough >> i & 1), more, seat) for i in bits(mask)]


def _with_sets(verb: AnyVerb, v: AnyState, step: Asked, seat: str, args: Ints) -> list[Action]:
    longer = [(*args[:-1], args[-1] | 1 << i) for i in bits(masks.joining(verb, v, step, seat, args))]
    slot = masks.next_slot(verb, args)
    if slot is not None and masks.closed(verb, v, step, seat, args):
        many = slot.many
        longer += [(*args, 1 << i if many else i) for i in bits(masks.following(verb, v, step, seat, args))]
    return [_action(verb, v, step, seat, more) for more in longer]


def _action(verb: AnyVerb, v: AnyState, step: Asked, seat: str, args: Ints) -> Action:
    whole = masks.is_whole(verb, v, step, seat, args)
    more = masks.next_slot(verb, args) is not None or masks.open_set(verb, args) is not None
    return Action(verb.name, words_of(verb, v.data, args), whole, more, seat)


def openings(v: AnyState, step: Asked, seat: str) -> list[Action]:
    """What can be played or begun: each verb with its first slot filled."""
    out: list[Action] = []
    for verb in masks.open_verbs(v, step, seat):
        if verb.alone:
            out.append(Action(verb.name, (), True, bool(verb.slots), seat))
        else:
            out += continuations(verb, v, step, seat, ())
    if isinstance(step, Draft) and next(step.duties(v, seat), None) is None:
        out.append(Action("done", (), True, False, seat))
    return out


def legal_words(v: AnyState, step: Asked, seat: str, words: list[str]) -> list[Action]:
    """What `legal` lists for a prefix of these words, on the top step of `v`."""
    if not words:
        return openings(v, step, seat)
    verb = verbs_of(step).get(words[0])
    if verb is None:
        return []
    if not masks.allowed(verb, v, step, seat):
        return []
    read = read_args(verb, v.data, words[1:])
    if read.reason is not None or why_args(verb, v, step, seat, read.args):
        return []
    return continuations(verb, v, step, seat, read.args)


# ----------------------------------------------------------------------------------------------- reasons


def why_args(verb: AnyVerb, v: AnyState, step: Asked, seat: str, args: Ints) -> list[Reason]:
    """The reasons against these arguments: those of the first one that does not fit."""
    for i, value in enumerate(args):
        before = args[:i]
        slot = masks.next_slot(verb, before)
        if slot is None:
            return [Reason(verb.rule, f"“{short(verb.name)}” takes nothing more.")]
        if not slot.many:
            if found := [why.reason() for why in slot.reasons(v, step, seat, args[: i + 1])]:
                return found
            continue
        so_far = 0
        for member in bits(value):
            if found := [why.reason() for why in slot.reasons(v, step, seat, (*before, so_far, member))]:
                return found
            so_far |= 1 << member
        if i + 1 < len(args) and not masks.closed(verb, v, step, seat, args[: i + 1]):
            return _lacking(slot, v, step, seat, args[: i + 1]) or [
                Reason(verb.rule, f"{verb.name}: the set needs more.")
            ]
    return []


def why_words(v: AnyState, step: Asked, seat: str, words: list[str]) -> list[Reason]:
    """The reasons against an action or a beginning of one; none if it is legal."""
    if isinstance(step, Draft) and words[0] == "done":
        if len(words) > 1:
            return [Reason(step.rule, "“done” takes nothing after it.")]
        return [why.reason() for why in step.duties(v, seat)]
    verb = verbs_of(step).get(words[0])
    if verb is None:
        unknown = f"“{short(words[0])}” is not possible now: {step.prompt(v, seat)}"
        return [Reason(step.rule, unknown, kind="unknown")]
    if verb.reasons is not None and (found := [why.reason() for why in verb.reasons(v, step, seat)]):
        return found
    read = read_args(verb, v.data, words[1:])
    found = why_args(verb, v, step, seat, read.args)
    if found or read.reason is None:
        return found
    rule = read.reason.rule or step.rule
    return [Reason(rule, read.reason.text, kind=read.reason.kind)]


def lacking(v: AnyState, step: Asked, seat: str, words: list[str]) -> list[Reason]:
    """What a beginning of an action still lacks, where its verb has words for it."""
    verb = verbs_of(step).get(words[0]) if words else None
    if verb is None:
        return []
    args = read_args(verb, v.data, words[1:]).args
    if not args or masks.is_whole(verb, v, step, seat, args):
        return []
    slot = masks.open_set(verb, args)
    if slot is None:
        slot = verb.tail if len(args) >= len(verb.slots) else None
    return [] if slot is None else _lacking(slot, v, step, seat, args)


def _lacking(slot: AnySlot, v: AnyState, step: Asked, seat: str, args: Ints) -> list[Reason]:
    whys: list[Why] = [] if slot.lacking is None else list(slot.lacking(v, step, seat, args))
    return [why.reason() for why in whys]


def read_action(v: AnyState, step: Asked, seat: str, words: list[str], parts: tuple[Action, ...] = ()) -> Action:
    """The action that these words mean, whether legal or not."""
    verb = verbs_of(step).get(words[0])
    args = tuple(words[1:])
    if verb is None:
        return Action(words[0], args, True, False, seat, parts)
    read = read_args(verb, v.data, args)
    whole = read.reason is None and not read.keyword and masks.is_whole(verb, v, step, seat, read.args)
    more = masks.next_slot(verb, read.args) is not None or masks.open_set(verb, read.args) is not None
    if verb.sets and read.reason is None and not read.keyword:
        args = words_of(verb, v.data, read.args)  # the members of a set in the order of their domain
    return Action(words[0], args, whole, more, seat, parts)


def slots_for(v: AnyState, step: Asked, seat: str, words: list[str]) -> tuple[SlotInfo, ...]:
    """The slots that the next word may fill."""
    out = []
    for verb in step.verbs if not words else [b for b in step.verbs if b.name == words[0]]:
        if words or masks.allowed(verb, v, step, seat):
            args = read_args(verb, v.data, words[1:]).args
            slots = [masks.next_slot(verb, args)] if masks.closed(verb, v, step, seat, args) else []
            if masks.joining(verb, v, step, seat, args):
                slots.insert(0, masks.open_set(verb, args))
            out += [SlotInfo(verb.name, s.name, s.kind, s.prompt, s.optional) for s in slots if s is not None]
    return tuple(out)

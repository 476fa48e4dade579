# compiled as it stands
"""What is legal as sets: the values that may fill a verb's slots, and choosing among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.kernel.rules.actions import Ints
from grognard.kernel.rules.sets import bits, count, nth_bit
from grognard.kernel.rules.slots import AnySlot, AnyVerb
from grognard.kernel.rules.state import AnyState
from grognard.kernel.rules.steps import DRAFT, Asked, Draft

Rand = Callable[[], float]
"""A number from 0 up to, not including, 1."""

# ------------------------------------------------------------------------------------------ what is legal


def allowed(verb: AnyVerb, v: AnyState, step: Asked, seat: str) -> bool:
    """Whether the verb can be done at all."""
    opened = step.open(v, seat)
    if opened is not None:
        for one in opened:  # noqa: SIM110  (a generator takes longer)
            if one is verb:
                return True
        return False
    if verb.may is not None:
        return verb.may(v, step, seat)
    return verb.reasons is None or next(verb.reasons(v, step, seat), None) is None


def values(slot: AnySlot, v: AnyState, step: Asked, seat: str, args: Ints) -> int:
    """The legal values of a slot, by its mask or by its conditions. For a set, `args` end with the set so far."""
    if slot.legal is not None:
        return slot.legal(v, step, seat, args)
    candidates = slot.domain.names(v.data).all if slot.among is None else slot.among(v, step, seat, args)
    if slot.many:
        candidates &= ~args[-1]
    reasons = slot.reasons
    mask = 0
    for value in bits(candidates):
        if next(reasons(v, step, seat, (*args, value)), None) is None:
            mask |= 1 << value
    return mask


def admits(slot: AnySlot, v: AnyState, step: Asked, seat: str, args: Ints, value: int) -> bool:
    """Whether one value is legal: a bit of the mask, or nothing against it where there is none."""
    if slot.legal is not None:
        return bool(slot.legal(v, step, seat, args) >> value & 1)
    if value >= len(slot.domain.names(v.data)):
        return False
    return next(slot.reasons(v, step, seat, (*args, value)), None) is None


def by_conditions(slot: AnySlot, v: AnyState, step: Asked, seat: str, args: Ints) -> int:
    """The legal values of a slot by its conditions alone, asked of the whole domain."""
    reasons = slot.reasons
    mask = 0
    candidates = slot.domain.names(v.data).all
    if slot.many:
        candidates &= ~args[-1]
    for value in bits(candidates):
        if next(reasons(v, step, seat, (*args, value)), None) is None:
            mask |= 1 << value
    return mask


def open_set(verb: AnyVerb, args: Ints) -> AnySlot | None:
    """The slot whose set the last of these arguments is."""
    if verb.sets and args and len(args) <= len(verb.slots):
        slot = verb.slots[len(args) - 1]
        return slot if slot.many else None
    return None


def closed(verb: AnyVerb, v: AnyState, step: Asked, seat: str, args: Ints) -> bool:
    """Whether the set that the last argument is may stay as it is; True where it is no set."""
    slot = open_set(verb, args)
    if slot is None:
        return True
    return bool(args[-1]) if slot.enough is None else bool(slot.enough(v, step, seat, args))


def next_slot(verb: AnyVerb, args: Ints) -> AnySlot | None:
    """The slot that the next argument fills; an open set is over when it does."""
    n = len(args)
    slots = verb.slots
    if n < len(slots):
        return slots[n]
    tail = verb.tail
    return tail if tail is not None and tail.repeat else None


def following(verb: AnyVerb, v: AnyState, step: Asked, seat: str, args: Ints) -> int:
    """The values of the next argument; 0 where none can follow."""
    slot = next_slot(verb, args)
    if slot is None:
        return 0
    return values(slot, v, step, seat, (*args, 0) if slot.many else args)


def joining(verb: AnyVerb, v: AnyState, step: Asked, seat: str, args: Ints) -> int:
    """The values that may join the set that the last argument is; 0 where it is no set."""
    slot = open_set(verb, args)
    return 0 if slot is None else values(slot, v, step, seat, args)


def is_whole(verb: AnyVerb, v: AnyState, step: Asked, seat: str, args: Ints) -> bool:
    """Whether these arguments, each legal, make a complete action."""
    n = len(args)
    fixed = verb.fixed
    if n < fixed or (verb.sets and not closed(verb, v, step, seat, args)):
        return False
    tail = verb.tail
    if tail is None:
        return True
    if n == fixed:
        return tail.optional
    if tail.enough is None or tail.many:
        return True
    return bool(tail.enough(v, step, seat, args[:-1]) >> args[-1] & 1)


def permits(verb: AnyVerb, v: AnyState, step: Asked, seat: str, args: Ints) -> bool:
    """Whether a complete action is legal, by bits alone."""
    if not allowed(verb, v, step, seat):
        return False
    slots, tail = verb.slots, verb.tail
    fixed = len(slots)
    if len(args) > fixed and (tail is None or not tail.repeat):
        return False
    for i, value in enumerate(args):
        slot = slots[i] if i < fixed else slots[-1]
        if value < 0:
            return False
        if slot.many:
            so_far = 0
            for member in bits(value):
                if so_far >> member & 1 or not admits(slot, v, step, seat, (*args[:i], so_far), member):
                    return False
                so_far |= 1 << member
            if not closed(verb, v, step, seat, args[: i + 1]):
                return False
        elif not admits(slot, v, step, seat, args[:i], value):
            return False
    return is_whole(verb, v, step, seat, args)


def open_verbs(v: AnyState, step: Asked, seat: str) -> Sequence[AnyVerb]:
    """The verbs that can be done at all, in their order."""
    opened = step.open(v, seat)
    if opened is not None:
        return opened
    out = []
    for verb in step.verbs:
        may = verb.may
        if may is not None:
            if not may(v, step, seat):
                continue
        else:
            reasons = verb.reasons
            if reasons is not None and next(reasons(v, step, seat), None) is not None:
                continue
        out.append(verb)
    return out


def offers(v: AnyState, step: Asked, seat: str) -> list[tuple[AnyVerb, int]]:
    """What can be begun: each verb with the values of its first slot, 0 where it needs none."""
    found = step.offers(v, seat)
    return one_by_one(v, step, seat) if found is None else found


def one_by_one(v: AnyState, step: Asked, seat: str) -> list[tuple[AnyVerb, int]]:
    """The same, verb by verb."""
    out: list[tuple[AnyVerb, int]] = []
    for verb in open_verbs(v, step, seat):
        if verb.alone:
            out.append((verb, 0))
            continue
        slot = verb.slots[0]
        legal = slot.legal
        before = (0,) if slot.many else ()
        mask = values(slot, v, step, seat, before) if legal is None else legal(v, step, seat, before)
        if mask:
            out.append((verb, mask))
    return out


# --------------------------------------------------------------------------------------------- at random


def draw(v: AnyState, step: Asked, seat: str, rand: Rand) -> tuple[AnyVerb | None, Ints]:
    """A whole action at random, uniform over the openings; no verb means `done`.

    A draft that may be done is done with 0.25; a tail or a set goes on with 0.4, one with a keyword with 0.1."""
    found = offers(v, step, seat)
    counts, total = [], 0
    for _, mask in found:
        n = count(mask) or 1
        counts.append(n)
        total += n
    if step.kind == DRAFT and isinstance(step, Draft) and next(step.duties(v, seat), None) is None:
        if rand() < 0.25:
            return None, ()
        total += 1
    k = int(rand() * total)
    for i, n in enumerate(counts):
        if k < n:
            verb, mask = found[i]
            slots = verb.slots
            if len(slots) == 1 and mask and verb.tail is None and not verb.sets:
                return verb, (nth_bit(mask, k),)
            return verb, _fill(verb, v, step, seat, rand, mask, k) if slots else ()
        k -= n
    return None, ()


def _fill(verb: AnyVerb, v: AnyState, step: Asked, seat: str, rand: Rand, mask: int, k: int) -> Ints:
    """The arguments of a verb at random, from the k-th value of the first slot on."""
    if verb.sets:
        return _fill_sets(verb, v, step, seat, rand, mask, k)
    args: Ints = (nth_bit(mask, k),) if mask else ()
    slots, fixed, tail = verb.slots, verb.fixed, verb.tail
    while len(args) < fixed:
        mask = values(slots[len(args)], v, step, seat, args)
        args = (*args, nth_bit(mask, int(rand() * count(mask))))
    if tail is None:
        return args
    chance = 0.1 if tail.keyword else 0.4
    while True:
        whole = is_whole(verb, v, step, seat, args)
        if whole and ((len(args) > fixed and not tail.repeat) or rand() >= chance):
            return args
        mask = values(tail, v, step, seat, args)
        if not mask:
            return args
        args = (*args, nth_bit(mask, int(rand() * count(mask))))


def _fill_sets(verb: AnyVerb, v: AnyState, step: Asked, seat: str, rand: Rand, mask: int, k: int) -> Ints:
    """The arguments of a verb that takes a set, from the k-th value of the first slot on."""
    args: Ints = ()
    while True:
        slot = next_slot(verb, args)
        if slot is None:
            return args
        if args:
            if is_whole(verb, v, step, seat, args) and rand() >= (0.1 if slot.keyword else 0.4):
                return args
            mask = following(verb, v, step, seat, args)
            if not mask:
                return args
            k = int(rand() * count(mask))
        value = nth_bit(mask, k)
        if not slot.many:
            args = (*args, value)
            continue
        args = (*args, 1 << value)
        while not closed(verb, v, step, seat, args) or rand() < 0.4:
            more = values(slot, v, step, seat, args)
            if not more:
                break
            args = (*args[:-1], args[-1] | 1 << nth_bit(more, int(rand() * count(more))))

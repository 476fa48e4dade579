"""Positions as text (TOML), as FEN is for chess.

Everything that is as at the start of the scenario is left out; so a position written by hand names only what
differs. In the middle of a step the stack is there too. Reading checks every name, and then the game checks
that the whole is possible.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar, Union

import msgspec
import tomli_w

from grognard.kernel.errors import BadInput
from grognard.kernel.match.limits import check_toml
from grognard.kernel.plain import Json, Things, meet
from grognard.kernel.rules.actions import PUBLIC
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import Pending, S, compared

NOT_SAVED = ("data", "facts")
T = TypeVar("T")


def save_state(game: Game[S], s: S) -> Things:
    """A state as plain data for JSON; `restore_state` gives an equal one back."""
    return {name: _field(s, name) for name in compared(type(s))}


def _field(s: S, name: str) -> Json:
    """A field of a state as plain data."""
    found: Json = msgspec.to_builtins(getattr(s, name), str_keys=True, order="deterministic")
    return found


def restore_state(game: Game[S], raw: Things) -> S:
    types = _types(game)
    values = {"data": game.data}
    for name in compared(game.State):
        if name not in raw:
            raise BadInput(f"The saved state has no “{name}”.")
        values[name] = _convert(name, raw[name], types[name])
    return with_data(game, game.State(**values))


def with_data(game: Game[S], s: S) -> S:
    """The state with the static data that its options ask for, and without facts."""
    s.data, s.facts = game.static(game.variant(s)), None
    return s


def _types(game: Game[S]) -> dict[str, type]:
    """The types of a state's fields."""
    types = {field.name: field.type for field in msgspec.structs.fields(game.State)}
    types["stack"] = list[Union[game.steps]]  # type: ignore[name-defined]  # noqa: UP007
    types["pending"] = list[Pending]
    return types


def meet_state(game: Game[S]) -> None:
    """Let msgspec meet all types of the game's states before threads do."""
    meet(*(type_ for name, type_ in _types(game).items() if name not in NOT_SAVED))


def _convert(name: str, value: Json, type_: type[T]) -> T:
    try:
        return msgspec.convert(value, type_, strict=name != "stack", str_keys=True)
    except msgspec.ValidationError as error:
        raise BadInput(f"In the position, {name}: {error}.") from None


# ----------------------------------------------------------------------------------------------- writing


def write_position(game: Game[S], scenario: str, options: dict[str, bool | str], s: S) -> str:
    out: Things = {"game": game.id, "version": game.version, "scenario": scenario}
    if options:
        out["options"] = {**options}
    start = game.begin(scenario, options)
    game.advance(start, None)
    state: Things = {}
    for field in compared(type(s)):
        if getattr(s, field) != getattr(start, field):
            state[field] = _name_values(game, field, _field(s, field), _field(start, field))
    out["state"] = state
    return tomli_w.dumps({key: _without_none(value) for key, value in out.items()})


def _without_none(value: Json) -> Json:
    if isinstance(value, dict):
        return {k: _without_none(v) for k, v in value.items() if v is not None}
    if isinstance(value, (list, tuple)):
        return [_without_none(v) for v in value]
    return value


def _names(game: Game[S], attribute: str) -> Sequence[str]:
    names: Sequence[str] = getattr(game.data, attribute)
    return names


def _name_steps(game: Game[S], stack: Json, word: Callable[[Game[S], str, str, Json], Json]) -> Json:
    """The stack as plain data, with what `named` names in its steps put through `word`."""
    if not isinstance(stack, list):
        return stack
    out: list[Json] = []
    for step in stack:
        if isinstance(step, dict):
            step = dict(step)
            for key, value in step.items():
                where = f"{step.get('type')}.{key}"
                if where in game.named:
                    words = game.named[where][1]
                    if isinstance(value, (list, tuple)):
                        step[key] = [word(game, where, words, item) for item in value]
                    else:
                        step[key] = word(game, where, words, value)
        out.append(step)
    return out


def _name_values(game: Game[S], field: str, value: Json, usual: Json) -> Json:
    if field == "stack":
        return _name_steps(game, value, lambda game, where, words, item: _word(game, words, item))
    if field in game.masks and isinstance(value, int):
        return [*_ranges(_names(game, game.masks[field]), value)]
    if field not in game.named:
        return value
    keys, words = game.named[field]
    if not isinstance(value, (list, tuple)):
        return _word(game, words, value)
    values = [_word(game, words, item) for item in value]
    if not keys or not isinstance(usual, (list, tuple)):
        return values
    names = _names(game, keys)
    before = [_word(game, words, item) for item in usual]
    return {name: new for name, new, old in zip(names, values, before, strict=True) if new != old}


def _word(game: Game[S], words: str, item: Json) -> Json:
    if not words or not isinstance(item, int) or item < 0:
        return item
    names = _names(game, words)
    return names[item] if item < len(names) else item


def _ranges(names: Sequence[str], mask: int) -> list[str]:
    """The set as runs of consecutive names, "first..last"."""
    out = []
    bit = 0
    while mask >> bit:
        if mask >> bit & 1:
            first = bit
            while mask >> (bit + 1) & 1:
                bit += 1
            out.append(names[first] if first == bit else f"{names[first]}..{names[bit]}")
        bit += 1
    return out


# ----------------------------------------------------------------------------------------------- reading


def read_position(game: Game[S], text: str) -> tuple[str, dict[str, bool | str], S]:
    """The scenario, the options and the state that a position describes."""
    scenario, options, s = _read(game, text)
    _check_possible(game, s)
    return scenario, options, s


def guess_position(game: Game[S], text: str, seat: str, rng: random.Random) -> tuple[str, dict[str, bool | str], S]:
    """The same for a position as one seat knew it, in a world that it can believe in."""
    scenario, options, view = _read(game, text)
    try:
        with_data(game, view)
        s = game.guess(view, seat, rng)
    except Exception as fault:  # no view that the game ever gave
        raise BadInput(
            f"{game.title} cannot make sense of the position ({type(fault).__name__}: {fault})."
        ) from fault
    _check_possible(game, s)
    return scenario, options, s


def _read(game: Game[S], text: str) -> tuple[str, dict[str, bool | str], S]:
    if not isinstance(text, str):
        raise BadInput(f"A position is a text, not {type(text).__name__}.")
    check_toml(text)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"The position is not TOML: {error}.") from None
    for key in raw:
        if key not in ("game", "version", "scenario", "options", "state"):
            raise BadInput(f"The position has an unknown entry “{key}”.")
    if raw.get("game", game.id) != game.id:
        raise BadInput(f"The position is of “{raw['game']}”, not of “{game.id}”.")
    scenario = raw.get("scenario", game.scenarios[0].id)
    if not isinstance(raw.get("options", {}), dict):
        raise BadInput("The position's “options” must be a table.")
    options = game.settle_options(scenario, raw.get("options"))
    s = game.begin(scenario, options)
    game.advance(s, None)
    types = _types(game)
    state = raw.get("state", {})
    if not isinstance(state, dict):
        raise BadInput("The position's “state” must be a table.")
    for field, value in state.items():
        if field not in types or field in NOT_SAVED:
            raise BadInput(f"The position's state has an unknown entry “{field}”.")
        plain = _read_named(game, field, value, _field(s, field))
        setattr(s, field, _convert(field, plain, types[field]))
    return scenario, options, s


def _check_possible(game: Game[S], s: S) -> None:
    """Refuse what the game says is impossible, and what it cannot make head or tail of."""
    for waiting in s.pending:
        if waiting.seat not in game.seats:
            raise BadInput(f"In the position, pending names the seat “{waiting.seat}”, which does not exist.")
    try:
        with_data(game, s)
        reason = next(iter(game.check(s)), None)
        if reason is None:
            game.owing(s)
            with suppress(NotImplementedError):  # a game in the making has no scene yet
                game.scene(game.view(s, PUBLIC))
    except Exception as fault:  # a value that no game state has, in a field that `check` does not look at
        raise BadInput(
            f"The position is not possible: {game.title} cannot make sense of it ({type(fault).__name__}: {fault})."
        ) from fault
    if reason is not None:
        rule = f" [{reason.rule}]" if reason.rule else ""
        raise BadInput(f"The position is not possible: {reason.text}{rule}")


def _read_named(game: Game[S], field: str, value: Json, usual: Json) -> Json:
    if field == "stack":
        return _name_steps(game, value, _read_word)
    if field in game.masks:
        return _read_ranges(field, _names(game, game.masks[field]), value)
    if field not in game.named:
        return value
    keys, words = game.named[field]
    if not isinstance(usual, (list, tuple)):
        return _read_word(game, field, words, value)
    if not keys:
        if not isinstance(value, list):
            raise BadInput(f"In the position, {field} must be a list.")
        return [_read_word(game, field, words, item) for item in value]
    if not isinstance(value, dict):
        raise BadInput(f"In the position, {field} must be a table.")
    names = {name: i for i, name in enumerate(_names(game, keys))}
    out = list(usual)
    for name, item in value.items():
        if name not in names:
            raise BadInput(f"In the position, {field} names “{name}”, which does not exist.")
        out[names[name]] = _read_word(game, f"{field}.{name}", words, item)
    return out


def _read_word(game: Game[S], where: str, words: str, item: Json) -> Json:
    if not words:
        return item
    names = list(_names(game, words))
    if type(item) is int and item >= len(names):
        raise BadInput(f"In the position, {where} is {item}, but there are only {len(names)}.")
    if not isinstance(item, str):
        return item
    if item not in names:
        raise BadInput(f"In the position, {where} is “{item}”, which does not exist.")
    return names.index(item)


def _read_ranges(field: str, names: Sequence[str], value: Json) -> int:
    ranges = [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
    if ranges != value:
        raise BadInput(f"In the position, {field} must be a list of names.")
    index = {name: i for i, name in enumerate(names)}
    mask = 0
    for item in ranges:
        first, _, last = item.partition("..")
        for name in (first, last or first):
            if name not in index:
                raise BadInput(f"In the position, {field} names “{name}”, which does not exist.")
        low, high = index[first], index[last or first]
        if high < low:
            raise BadInput(f"In the position, {field} has the range “{item}”, whose end is before its beginning.")
        mask |= (1 << high + 1) - (1 << low)
    return mask

"""Positions as text (TOML), as FEN is for chess.

Everything that is as at the start of the scenario is left out; so a position written by hand names only what
differs. In the middle of a step the stack is there too. Reading checks every name, and then the game checks
that the whole is possible.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Union

import msgspec
import tomli_w

from grognard.kernel.contract import PUBLIC, Pending, S
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game

NOT_SAVED = ("data",)


def save_state(game: Game[S], s: S) -> dict[str, Any]:
    """A state as plain data for JSON; `restore_state` gives an equal one back."""
    skip = {*NOT_SAVED, *game.derived}
    return {f: _plain(getattr(s, f)) for f in s.__struct_fields__ if f not in skip}


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value, str_keys=True, order="deterministic")


def restore_state(game: Game[S], raw: dict[str, Any]) -> S:
    types = {field.name: field.type for field in msgspec.structs.fields(game.State)}
    values: dict[str, Any] = {"data": game.data}
    start: S | None = None
    for name, type_ in types.items():
        if name in game.derived:
            start = start or game.begin(game.scenarios[0].id, game.settle_options(game.scenarios[0].id, {}))
            values[name] = getattr(start.copy(), name)
        elif name not in NOT_SAVED:
            if name not in raw:
                raise BadInput(f"The saved state has no “{name}”.")
            values[name] = _convert(game, name, raw[name], type_)
    s = game.State(**values)
    game.derive(s)
    return s


def _convert(game: Game[Any], name: str, value: Any, type_: Any) -> Any:
    if name == "stack":
        type_ = list[Union[game.steps]]  # type: ignore[name-defined]  # noqa: UP007
    elif name == "pending":
        type_ = list[Pending]
    try:
        return msgspec.convert(value, type_, strict=name not in ("stack",), str_keys=True)
    except msgspec.ValidationError as error:
        raise BadInput(f"In the position, {name}: {error}.") from None


# ----------------------------------------------------------------------------------------------- writing


def write_position(game: Game[S], scenario: str, options: dict[str, bool | str], s: S) -> str:
    out: dict[str, Any] = {"game": game.id, "version": game.version, "scenario": scenario}
    if options:
        out["options"] = dict(options)
    start = game.begin(scenario, options)
    game.advance(start, None)
    state: dict[str, Any] = {}
    for field in s.__struct_fields__:
        if field in NOT_SAVED or field in game.derived:
            continue
        value, usual = getattr(s, field), getattr(start, field)
        if value != usual:
            state[field] = _name_values(game, field, value, usual)
    out["state"] = state
    return tomli_w.dumps(_without_none(out))


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _without_none(v) for k, v in value.items() if v is not None}
    if isinstance(value, (list, tuple)):
        return [_without_none(v) for v in value]
    return value


def _names(game: Game[Any], attribute: str) -> Sequence[str]:
    names: Sequence[str] = getattr(game.data, attribute)
    return names


def _name_steps(game: Game[Any], stack: Any, word: Callable[[Game[Any], str, str, Any], Any]) -> Any:
    """The stack as plain data, with what `named` names in its steps put through `word`."""
    if not isinstance(stack, list):
        return stack
    out = []
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


def _name_values(game: Game[Any], field: str, value: Any, usual: Any) -> Any:
    if field == "stack":
        return _name_steps(game, _plain(value), lambda game, where, words, item: _word(game, words, item))
    if field in game.masks:
        return _ranges(_names(game, game.masks[field]), value)
    if field not in game.named:
        return _plain(value)
    keys, words = game.named[field]
    if not isinstance(value, (list, tuple)):
        return _word(game, words, value)
    values = [_word(game, words, item) for item in value]
    if not keys:
        return values
    names = _names(game, keys)
    before = [_word(game, words, item) for item in usual]
    return {name: new for name, new, old in zip(names, values, before, strict=True) if new != old}


def _word(game: Game[Any], words: str, item: Any) -> Any:
    if not words or not isinstance(item, int) or item < 0:
        return _plain(item)
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
    if not isinstance(text, str):
        raise BadInput(f"A position is a text, not {type(text).__name__}.")
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
    types = {field.name: field.type for field in msgspec.structs.fields(game.State)}
    state = raw.get("state", {})
    if not isinstance(state, dict):
        raise BadInput("The position's “state” must be a table.")
    for field, value in state.items():
        if field not in types or field in NOT_SAVED or field in game.derived:
            raise BadInput(f"The position's state has an unknown entry “{field}”.")
        plain = _read_named(game, field, value, getattr(s, field))
        setattr(s, field, _convert(game, field, plain, types[field]))
    _check_possible(game, s)
    return scenario, options, s


def _check_possible(game: Game[S], s: S) -> None:
    """Refuse what the game says is impossible, and what it cannot make head or tail of."""
    for waiting in s.pending:
        if waiting.seat not in game.seats:
            raise BadInput(f"In the position, pending names the seat “{waiting.seat}”, which does not exist.")
    try:
        game.derive(s)
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


def _read_named(game: Game[Any], field: str, value: Any, usual: Any) -> Any:
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


def _read_word(game: Game[Any], where: str, words: str, item: Any) -> Any:
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


def _read_ranges(field: str, names: Sequence[str], value: Any) -> int:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadInput(f"In the position, {field} must be a list of names.")
    index = {name: i for i, name in enumerate(names)}
    mask = 0
    for item in value:
        first, _, last = item.partition("..")
        for name in (first, last or first):
            if name not in index:
                raise BadInput(f"In the position, {field} names “{name}”, which does not exist.")
        low, high = index[first], index[last or first]
        if high < low:
            raise BadInput(f"In the position, {field} has the range “{item}”, whose end is before its beginning.")
        mask |= (1 << high + 1) - (1 << low)
    return mask

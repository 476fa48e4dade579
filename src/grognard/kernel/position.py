"""Positions as text (TOML), as FEN is for chess.

Everything that is as at the start of the scenario is left out; so a position written by hand names only what
differs. In the middle of a step the stack is there too. Reading checks every name, and then the game checks
that the whole is possible.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any, Union

import msgspec
import tomli_w

from grognard.kernel.contract import Pending, S
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game

NOT_SAVED = ("data",)


def save_state(game: Game[S], s: S) -> dict[str, Any]:
    """A state as plain data for JSON; `restore_state` gives an equal one back."""
    skip = {*NOT_SAVED, *game.derived}
    return {f: msgspec.to_builtins(getattr(s, f)) for f in s.__struct_fields__ if f not in skip}


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
        return msgspec.convert(value, type_, strict=name not in ("stack",))
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


def _name_values(game: Game[Any], field: str, value: Any, usual: Any) -> Any:
    if field in game.masks:
        return _ranges(_names(game, game.masks[field]), value)
    if field not in game.named:
        return msgspec.to_builtins(value)
    keys, words = game.named[field]
    values = [_word(game, words, item) for item in value]
    if not keys:
        return values
    names = _names(game, keys)
    before = [_word(game, words, item) for item in usual]
    return {name: new for name, new, old in zip(names, values, before, strict=True) if new != old}


def _word(game: Game[Any], words: str, item: Any) -> Any:
    if not words or not isinstance(item, int) or item < 0:
        return msgspec.to_builtins(item)
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
    game.derive(s)
    for reason in game.check(s):
        rule = f" [{reason.rule}]" if reason.rule else ""
        raise BadInput(f"The position is not possible: {reason.text}{rule}")
    return scenario, options, s


def _read_named(game: Game[Any], field: str, value: Any, usual: Any) -> Any:
    if field in game.masks:
        return _read_ranges(field, _names(game, game.masks[field]), value)
    if field not in game.named:
        return value
    keys, words = game.named[field]
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
    if not words or not isinstance(item, str):
        return item
    names = list(_names(game, words))
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
        for bit in range(index[first], index[last or first] + 1):
            mask |= 1 << bit
    return mask

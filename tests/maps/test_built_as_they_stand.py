"""Modules compiled as they stand: found by their fingerprint, passed over when changed, and equal to plain Python."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from grognard import built, compile
from grognard.maps import fast

GAMES = ["spoiled-victory", "springtime", "1940", "fortress-europa"]
PLAYED = """
import hashlib, random, sys
import grognard
from grognard.kernel.rules.actions import CHANCE, OVER

game = grognard.load(sys.argv[1])
found = hashlib.sha256()
for seed in range(3):
    rng, s = random.Random(seed), game.start()
    for _ in range(400):
        turn = game.turn(s)
        if turn is OVER:
            break
        if turn is CHANCE:
            game.apply(s, game.chance(s).sample(rng))
            continue
        seat = turn if isinstance(turn, str) else min(turn)
        deed = game.said(s, game.random(s, seat, rng))
        words = [deed.text, *(a.text for a in game.legal(s, seat)), *(r.text for r in game.why_not(s, seat, "x"))]
        found.update("|".join(words).encode())
        game.apply(s, deed)
    found.update(repr([getattr(s, name) for name in s.__struct_fields__ if name not in ("data", "facts")]).encode())
import grognard.kernel.rules.masks as masks
print(masks.__file__.endswith(".py"), found.hexdigest())
"""


def played(game: str, plain: bool) -> list[str]:
    env = {**os.environ, "GROGNARD_PLAIN": str(int(plain))}
    done = subprocess.run([sys.executable, "-c", PLAYED, game], env=env, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize("game", GAMES)
def test_games_go_as_they_do_in_plain_python(game: str) -> None:
    missing = [
        n for n, path in compile.as_they_stand().items() if not built.built_file(path, path.read_bytes()).exists()
    ]
    if missing or not fast.in_use:
        pytest.skip(f"not compiled: python -m grognard.compile ({', '.join(missing)})")
    compiled, plain = played(game, False), played(game, True)
    assert (compiled[0], plain[0]) == ("False", "True"), "each imports what it should"
    assert compiled[1] == plain[1]


def test_a_build_is_found_until_its_source_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "hot.py"
    source.write_bytes(built.AS_IT_STANDS + b"\nx = 1\n")
    made = built.built_file(source, source.read_bytes())
    made.parent.mkdir()
    made.touch()
    find = built.Built().find_spec
    spec = find("grognard.hot", [str(tmp_path)])
    assert spec is not None
    assert spec.origin == str(made)
    assert find("grognard.cold", [str(tmp_path)]) is None, "no such module"
    assert find("elsewhere.hot", [str(tmp_path)]) is None, "none of ours"
    source.write_bytes(built.AS_IT_STANDS + b"\nx = 2\n")
    monkeypatch.setattr(built, "_told", [])
    with pytest.warns(RuntimeWarning, match="grognard.hot was compiled from other sources"):
        assert find("grognard.hot", [str(tmp_path)]) is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert find("grognard.hot", [str(tmp_path)]) is None, "and no second warning"


def test_what_was_never_built_is_no_reason_to_warn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "__built__").mkdir()
    (tmp_path / "hot.py").write_bytes(built.AS_IT_STANDS)
    monkeypatch.setattr(built, "_told", [])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert built.Built().find_spec("grognard.hot", [str(tmp_path)]) is None


def test_a_module_that_does_not_say_so_is_not_compiled(tmp_path: Path) -> None:
    source = tmp_path / "cold.py"
    source.write_bytes(b"x = 1\n")
    made = built.built_file(source, source.read_bytes())
    made.parent.mkdir()
    made.touch()
    assert built.Built().find_spec("grognard.cold", [str(tmp_path)]) is None


def test_no_compiled_module_shifts_by_a_length() -> None:
    """`len` gives a machine's number there, and shifting one by it overflows; Python's numbers do not."""
    shifts = [
        f"{name}:{node.lineno}"
        for name, path in compile.as_they_stand().items()
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift)
        for part in ast.walk(node.right)
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "len"
    ]
    assert shifts == []

"""A build carries the fingerprint of its sources; one that was made from others is passed over, with one warning."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path

import pytest

from grognard import built as finding
from grognard import compile as compiling

ROOT = Path(__file__).parents[2]
SEARCH = "grognard.maps._search"


def facts_in_use(**env: str) -> str:
    """The class of facts that 1940 is loaded with in a process of its own."""
    code = "import grognard; print(type(grognard.load('1940').data.new_facts()).__name__)"
    inherited = {name: value for name, value in os.environ.items() if name != "GROGNARD_PLAIN"}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**inherited, **env}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def built() -> None:
    if finding.carried(SEARCH) is None:
        pytest.skip("nothing is compiled: python -m grognard.compile")


@pytest.mark.usefixtures("built")
def test_every_build_carries_the_fingerprint_of_all_sources() -> None:
    assert SEARCH in compiling.modules()
    assert {finding.carried(name) for name in compiling.modules()} == {finding.fingerprint()}


def test_any_source_changes_the_fingerprint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "PACKAGE", tmp_path)
    (tmp_path / "a.pyx").write_text("x = 1\n")
    (tmp_path / "b.pxd").write_text("cdef int y\n")
    (tmp_path / "c.py").write_text("z = 1\n")
    before = finding.fingerprint()
    (tmp_path / "c.py").write_text("z = 2\n")
    assert finding.fingerprint() == before, "plain Python is not compiled"
    (tmp_path / "b.pxd").write_text("cdef int yy\n")
    declared = finding.fingerprint()
    assert declared != before
    (tmp_path / "a.pyx").rename(tmp_path / "d.pyx")
    assert finding.fingerprint() not in (before, declared)


@pytest.mark.usefixtures("built")
def test_a_build_from_other_sources_is_passed_over_with_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    assert finding.usable(SEARCH) is not None
    monkeypatch.setattr(finding, "fingerprint", lambda: "of other sources")
    monkeypatch.setattr(finding, "_told", [])
    with pytest.warns(RuntimeWarning, match="compiled from other sources"):
        assert finding.usable(SEARCH) is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert finding.usable(SEARCH) is None, "and no second warning"


@pytest.mark.usefixtures("built")
def test_plain_python_can_be_asked_for() -> None:
    assert facts_in_use() == "CompiledFacts"
    assert facts_in_use(GROGNARD_PLAIN="1") == "PlainFacts"
    assert facts_in_use(GROGNARD_PLAIN="0") == "CompiledFacts"


@pytest.mark.long
def test_a_wheel_for_this_platform_holds_what_is_compiled(tmp_path: Path) -> None:
    """docs/maps.md names the command."""
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "GROGNARD_COMPILED": "1"},
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    assert not wheel.name.endswith("none-any.whl")
    with zipfile.ZipFile(wheel) as inside:
        names = inside.namelist()
        held = [name for name in names if name.endswith((".so", ".pyd"))]
    assert len(held) == len(compiling.modules()) + len(compiling.as_they_stand())
    assert "grognard/quick.h" in names, "which the names of the builds follow from"

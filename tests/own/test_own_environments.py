"""What needs heavy libraries is checked in environments of their own, made once from their locks."""

import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def own_python(name: str) -> Path:
    """The Python of an environment from requirements/NAME.txt, beside .venv; made where it is missing or old."""
    lock = ROOT / "requirements" / f"{name}.txt"
    folder = ROOT / f".venv-{name}"
    mark = folder / "installed"
    crc = str(zlib.crc32(lock.read_bytes()))
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not mark.exists() or mark.read_text() != crc:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True, timeout=120)
        pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--require-hashes"]
        subprocess.run([*pip, "-r", str(lock)], check=True, timeout=1200)
        mark.write_text(crc)
    return python


def check(name: str, *files: str) -> None:
    """Run checks in that environment, on the sources as they stand."""
    python = own_python(name)
    words = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore", *files]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.long
def test_open_spiel_accepts_the_games():
    check("spiel", "tests/own/spiel_checks.py")


@pytest.mark.long
def test_ray_plays_the_same_games():
    check("ray", "tests/own/ray_checks.py")


@pytest.mark.long
def test_the_site_is_built_and_its_links_lead_somewhere(tmp_path):
    done = subprocess.run(
        [str(ROOT / "tools" / "site"), "--site-dir", str(tmp_path / "site")],
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    page = (tmp_path / "site" / "reference" / "research.html").read_text(encoding="utf-8")
    assert "simulate" in page

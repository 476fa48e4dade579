"""docs/architecture.md names files and what is in them: every one of them is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_name_on_the_page_exists() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/]+\.(?:py|tsx?)):\s+(\w+)`", page)
    assert len(named) > 25
    for file, name in named:
        path = ROOT / file if file.startswith("client/") else ROOT / "src" / "grognard" / file
        assert path.is_file(), file
        text = path.read_text(encoding="utf-8")
        assert re.search(rf"(def|class|function|async) {name}\b|^  (async )?{name}\(", text, re.MULTILINE), (
            file,
            name,
        )

"""Writes what the documents take from the games: the table and the picture of README.md, docs/conformance/*.md.

python tools/docs.py            # write
python tools/docs.py --check    # say what is out of date
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import grognard
from grognard.cli import casebook

ROOT = Path(__file__).parents[1]
PICTURE = Path("docs/images/table.png")
FACT = ("rulebook", "published")


def table() -> str:
    """The games with how much of their data is printed fact and how much reconstruction."""
    lines = ["| game | seats | scenarios | printed fact | reconstruction |", "|---|---|---|---|---|"]
    for game in grognard.games():
        sources = game.about().sources
        fact = sum(sources.get(kind, 0) for kind in FACT)
        total = sum(sources.values())
        scenarios = ", ".join(f"`{scenario.id}`" for scenario in game.scenarios)
        row = (f"{game.title} (`{game.id}`)", ", ".join(game.seats), scenarios, fact, total - fact)
        lines.append("| " + " | ".join(map(str, row)) + " |")
    return "\n".join(lines)


def readme() -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    picture = f"![A game on the table]({PICTURE})" if (ROOT / PICTURE).exists() else ""
    for name, content in (("games", table()), ("picture", picture)):
        inside = f"<!-- {name} -->\n{content}\n<!-- /{name} -->"
        text = re.sub(f"<!-- {name} -->.*?<!-- /{name} -->", lambda _, inside=inside: inside, text, flags=re.S)
    return text


def documents() -> dict[Path, str]:
    """Every generated document with what it should say."""
    out = {ROOT / "README.md": readme()}
    for game in grognard.games():
        book = casebook.read(game, casebook.tests_of(game))
        out[ROOT / "docs" / "conformance" / f"{game.id}.md"] = casebook.markdown(game, book)
    return out


def main() -> int:
    stale = {p: text for p, text in documents().items() if not p.exists() or p.read_text(encoding="utf-8") != text}
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is out of date: run python tools/docs.py")
        return int(bool(stale))
    for path, text in stale.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

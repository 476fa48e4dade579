"""Writes what the documents take from the games and the source: the table and the picture of README.md,
docs/conformance/*.md, the messages of docs/protocol.md.

python tools/docs.py            # write
python tools/docs.py --check    # say what is out of date
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import grognard
from grognard.cli import casebook

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools import protocol

ROOT = Path(__file__).parents[1]
PICTURE = Path("docs/images/table.png")
NOTICED = ROOT / "tools" / "mutate_noticed.toml"
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


def filled(path: Path, parts: dict[str, str]) -> str:
    """The document with what stands between its marks made anew."""
    text = path.read_text(encoding="utf-8")
    for name, content in parts.items():
        inside = f"<!-- {name} -->\n{content}\n<!-- /{name} -->"
        before, _, rest = text.partition(f"<!-- {name} -->")
        text = before + inside + rest.partition(f"<!-- /{name} -->")[2]
    return text


def readme() -> str:
    picture = f"![A game on the table]({PICTURE})" if (ROOT / PICTURE).exists() else ""
    return filled(ROOT / "README.md", {"games": table(), "picture": picture})


def documents() -> dict[Path, str]:
    """Every generated document with what it should say."""
    words = ROOT / "docs" / "protocol.md"
    out = {ROOT / "README.md": readme(), words: filled(words, protocol.in_words())}
    for game in grognard.games():
        book = casebook.read(game, casebook.tests_of(game))
        out[ROOT / "docs" / "conformance" / f"{game.id}.md"] = casebook.markdown(game, book, noticed(game.id))
    return out


def noticed(game: str) -> str:
    """How many planted faults the rule tests notice, as it was last tried."""
    tried = tomllib.loads(NOTICED.read_text(encoding="utf-8")).get(game)
    if tried is None:
        return ""
    killed, survived, equivalent = tried["killed"], tried["survived"], tried["equivalent"]
    command = f"tools/mutate {game} --sample {killed + survived + equivalent} --seed {tried['seed']}"
    return (
        f"Of the faults that `{command}` plants, the rule tests notice {killed / (killed + survived):.1%}: "
        f"{killed} killed, {survived} survived, {equivalent} equivalent."
    )


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

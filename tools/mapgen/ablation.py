"""How much of a made map is prediction and how much construction: the statements of the rulebook that hold
with less and less help by hand. Statements about towns, railways and distances are left out: no geography
foretells them.

    python -m tools.mapgen.ablation CACHE tools/mapgen/configs/1940.toml
"""

from __future__ import annotations

import copy
import sys
import tomllib
from pathlib import Path

from tools.mapgen.build import Config, Maker
from tools.mapgen.statements import BY_HAND, check


def levels(config: Config) -> dict[str, tuple[Config, bool]]:
    """The configuration with less and less in it, and whether the map is bent."""
    bare = copy.deepcopy(config)
    bare["force"], bare["force_side"], bare["rail"] = [], [], []
    for key in ("fixed", "ends", "heads", "never"):
        bare["rivers"].pop(key, None)
    known = copy.deepcopy(bare)
    known["anchors"] = [group for group in bare["anchors"] if group["kind"] != "hint"]
    return {
        "plain fit": (known, False),
        "bent to the known hexes": (known, True),
        "and to the hints": (bare, True),
        "all decisions": (config, True),
    }


def main(cache: Path, config: Config) -> None:
    rows: dict[str, list[str]] = {}
    names = []
    for name, (reduced, bend) in levels(config).items():
        names.append(name)
        made = Maker(reduced, cache, bend=bend).make()
        total = held = 0
        for says in config["checks"]:
            if says["says"] in BY_HAND:
                continue
            found = check(made, says)
            good = sum(ok for _, ok, _ in found)
            what = f"{says['says']} {says.get('value', '')} ({says['rule']})"
            rows.setdefault(what, []).append(f"{good}/{len(found)}")
            total, held = total + len(found), held + good
        rows.setdefault("together", []).append(f"{held}/{total}")
    rows["together"] = rows.pop("together")
    print("| statement | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for what, cells in rows.items():
        print(f"| {what} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main(Path(sys.argv[1]), tomllib.loads(Path(sys.argv[2]).read_text()))

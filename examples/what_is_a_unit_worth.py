"""What is one unit worth? The same games with Hoth's panzers as they are and at half strength, by a data pack.

python examples/what_is_a_unit_worth.py 400
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from grognard.simulate import Question, simulate
from grognard.simulate.figures import comparison

WEAKER = """
game = "springtime"
[units.unit.hoth-pz]
full = 3
reduced = 1
"""


def main(games=100, jobs=None):
    with TemporaryDirectory() as folder:
        pack = Path(folder) / "weak-hoth.toml"
        pack.write_text(WEAKER)
        question = Question("springtime", games=games, pack=["", str(pack)])
        study = simulate(question, f"{folder}/study", jobs=jobs)
        (row,) = comparison(study)
    print(f"With Hoth as he is, {row['what']} differ by {row['difference']:+.0%}", end=" ")
    print(f"({row['low']:+.0%} to {row['high']:+.0%}), p = {row['p']:.3f}.")
    return row


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""What does an optional rule change? The evacuation with and without it, and whether the difference could be chance.

python examples/what_does_an_option_change.py 200
"""

import sys
from tempfile import TemporaryDirectory

from grognard.simulate import Question, simulate
from grognard.simulate.figures import comparison, summary


def main(games=50, option="chaotic-events", jobs=None):
    question = Question("spoiled-victory", games=games, options={option: [True, False]})
    with TemporaryDirectory() as folder:
        study = simulate(question, f"{folder}/study", jobs=jobs)
        rows, (row,) = summary(study), comparison(study)
    for cell in rows:
        print(f"{cell['cell']}: {cell['score']:.1f} Victory Points, give or take {cell['score_margin']:.1f}")
    print(f"The difference is {row['difference']:+.1f}; p = {row['p']:.3f}.")
    return row


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""Is the campaign balanced? The bots play both sides, and the share of wins comes with its interval.

python examples/is_it_balanced.py 400
"""

import sys
from tempfile import TemporaryDirectory

from grognard.simulate import Question, simulate
from grognard.simulate.figures import win_rates


def main(games=100, jobs=None):
    question = Question("springtime", games=games, scenario=["plan-yellow", "plan-red"])
    with TemporaryDirectory() as folder:
        rows = win_rates(simulate(question, f"{folder}/study", jobs=jobs))
    for row in rows:
        print(f"{row['cell']:24} {row['seat']:8} {row['share']:.0%}, from {row['low']:.0%} to {row['high']:.0%}")
    return rows


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

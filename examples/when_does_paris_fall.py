"""When does Paris fall? Who holds it when each turn begins, over many games, and a map of the last turn.

python examples/when_does_paris_fall.py 200
"""

import sys
from tempfile import TemporaryDirectory

from grognard.simulate import Question, simulate
from grognard.simulate.fronts import fronts


def main(games=50, jobs=None):
    with TemporaryDirectory() as folder:
        study = simulate(Question("springtime", games=games), f"{folder}/study", jobs=jobs)
        maps, rows = fronts(study, cell=0)
    paris = [row for row in rows if row["name"] == "Paris" and row["side"] == "axis"]
    for row in paris:
        print(f"{row['clock']}: held by the Axis in {row['share']:.0%} of {row['games']} games")
    if not paris:
        print("Paris never falls.")
    return maps[-1][1]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

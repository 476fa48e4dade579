"""All battles as a table: what each column of the combat table costs, over many games of 1940.

python examples/all_battles_as_a_table.py 100
"""

import sys
from tempfile import TemporaryDirectory

import polars

from grognard.simulate import Question, simulate


def main(games=20, jobs=None):
    with TemporaryDirectory() as folder:
        battles = simulate(Question("1940", games=games), f"{folder}/study", jobs=jobs).battles()
    table = (
        battles.group_by("odds")
        .agg(
            polars.len().alias("battles"),
            polars.col("attacker_lost").mean().round(2),
            polars.col("defender_lost").mean().round(2),
        )
        .sort("battles", descending=True)
    )
    print(table)
    return table


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""How the advisor fares: Victory Points of its games with the usual options and the data as they are."""

from __future__ import annotations

from grognard.kernel.show import Measured

COMMAND = "grognard simulate spoiled-victory --games 1000 --seat allies=advisor --seed 1940"
COUNTS = {
    25: 1, 29: 3, 30: 4, 31: 1, 32: 12, 33: 11, 34: 19, 35: 22, 36: 29, 37: 31,
    38: 50, 39: 53, 40: 52, 41: 78, 42: 73, 43: 85, 44: 81, 45: 76, 46: 54, 47: 61,
    48: 51, 49: 42, 50: 35, 51: 18, 52: 12, 53: 14, 54: 9, 55: 6, 56: 5, 57: 3,
    58: 3, 59: 3, 60: 2, 61: 1,
}  # fmt: skip
"""Of the games that this command played, how many ended with so many points."""
MEASURED = Measured({str(points): games for points, games in COUNTS.items()}, sum(COUNTS.values()), COMMAND)

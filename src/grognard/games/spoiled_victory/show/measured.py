"""How the advisor fares: Victory Points of its games with the usual options and the data as they are."""

from __future__ import annotations

from grognard.kernel.show import Measured

COMMAND = "grognard simulate spoiled-victory --games 1000 --seat allies=advisor --seed 1940"
COUNTS = {
    24: 2, 25: 1, 26: 5, 27: 4, 28: 7, 29: 17, 30: 23, 31: 19, 32: 36, 33: 43,
    34: 52, 35: 46, 36: 45, 37: 63, 38: 75, 39: 71, 40: 70, 41: 75, 42: 55, 43: 55,
    44: 48, 45: 54, 46: 28, 47: 30, 48: 26, 49: 8, 50: 14, 51: 5, 52: 6, 53: 3,
    54: 5, 55: 6, 56: 1, 58: 1, 59: 1,
}  # fmt: skip
"""Of the games that this command played, how many ended with so many points."""
MEASURED = Measured({str(points): games for points, games in COUNTS.items()}, sum(COUNTS.values()), COMMAND)

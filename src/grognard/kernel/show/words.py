"""English, made in one place: numbers with their nouns and verbs, lists, beginnings and ends of sentences."""

from __future__ import annotations

from collections.abc import Sequence


def some(names: Sequence[str], most: int = 4) -> str:
    """Names in a row; of many the first, and how many more there are."""
    if len(names) > most + 1:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def number_of(number: int, one: str, several: str = "") -> str:
    """A number with its noun: "1 unit", "3 units"."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def listed(names: Sequence[str]) -> str:
    """All names in a row: "A, B and C"."""
    return some(names, len(names))


def either(names: Sequence[str]) -> str:
    """One of these, or none: "A, B or C"."""
    return " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def agree(number: int, one: str, several: str) -> str:
    """The word that fits a number: "1 hex becomes", "2 hexes become"."""
    return one if number == 1 else several


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def spelled(number: int, one: str, several: str = "") -> str:
    """A number in words with its noun, where another number stands before it: "+1 one unit lost"."""
    noun = one if number == 1 else several or one + "s"
    return f"{NUMBERS[number] if 0 <= number < len(NUMBERS) else number} {noun}"


def sentence(words: str) -> str:
    """Words as a sentence of their own: it begins with a capital letter, unless with an id ("red-1"), and the stop of
    an abbreviation at its end is enough."""
    if words.partition(" ")[0].isalpha():
        words = words[:1].upper() + words[1:]
    return words[:-1] if words.endswith("..") else words

"""The vocabulary of a game: every word that an action is made of, numbered, the same for a version of its data.

Word 0 is `done`: it ends a set, a way or a draft. Then come the verbs and the keywords ("via"), each in order of the
alphabet, and then the tables that slots draw their values from (units, places, cards, numbers), in the order of the
data. An action is said word by word: `verb move`, `unit_ids ge-18`, `map_ids 12`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.kernel.rules.game import Game
from grognard.kernel.rules.slots import AnySlot
from grognard.kernel.rules.state import S

DONE = 0
MOST_NUMBERS = 100
"""Of slots that take any number the first hundred are words."""


class Part(NamedTuple):
    """A table's words: the first one's number, and how many there are."""

    base: int
    size: int


class Vocabulary:
    """The words of a game, in the data of one scenario with its options.

    >>> import grognard
    >>> words = Vocabulary(grognard.load("1940"))
    >>> words.words[:2], len(words)
    (('done', 'verb advance'), 924)
    >>> words.number["labels 1511"] == words.tables["labels"].base + words.names("labels").index("1511")
    True
    """

    def __init__(self, game: Game[S], data: Any = None) -> None:
        self.game = game
        self.data = game.data if data is None else data
        verbs = {verb for step in game.steps for verb in getattr(step, "verbs", ())}
        self.verb_words = tuple(sorted({verb.name for verb in verbs}))
        self.keywords = tuple(sorted({slot.keyword for verb in verbs for slot in verb.slots if slot.keyword}))
        tables = sorted({slot.domain.table for verb in verbs for slot in verb.slots})
        words = ["done", *(f"verb {name}" for name in self.verb_words), *(f"word {word}" for word in self.keywords)]
        self.tables: dict[str, Part] = {}
        for table in tables:
            names = self.names(table)
            self.tables[table] = Part(len(words), len(names))
            words += [f"{table or 'number'} {name}" for name in names]
        self.words: tuple[str, ...] = tuple(words)
        """What each number means."""
        self.number = {word: i for i, word in enumerate(words)}
        self.verb_number = {name: 1 + i for i, name in enumerate(self.verb_words)}
        self.keyword_number = {word: 1 + len(self.verb_words) + i for i, word in enumerate(self.keywords)}

    def __len__(self) -> int:
        return len(self.words)

    def names(self, table: str) -> tuple[str, ...]:
        """The names of a table; "" are the numbers."""
        if not table:
            return tuple(map(str, range(MOST_NUMBERS)))
        found: tuple[str, ...] = getattr(self.data, table)
        return tuple(found)

    def part(self, slot: AnySlot) -> Part:
        """Where the values of a slot stand."""
        return self.tables[slot.domain.table]

    def value(self, slot: AnySlot, word: int) -> int:
        """The value of a slot that a word stands for."""
        base, size = self.tables[slot.domain.table]
        assert 0 <= word - base < size, f"“{self.words[word]}” is no value of {slot.name}"
        return word - base

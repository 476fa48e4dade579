"""A game in its course, word by word: whose turn it is, which words may come next, and what a word does.

One step fills one slot. What may be said comes from the kernel's offers, as masks; a whole action is done at once,
and chance is answered until somebody must decide again. A copy is cheap.
"""

from __future__ import annotations

import random
from typing import Any

from grognard.envs.vocabulary import DONE, Vocabulary
from grognard.kernel.errors import BadInput
from grognard.kernel.rules import masks
from grognard.kernel.rules.actions import CHANCE, Action, Deed, Ints
from grognard.kernel.rules.chance import Outcome
from grognard.kernel.rules.game import Game, Options, asked
from grognard.kernel.rules.sets import bits
from grognard.kernel.rules.slots import AnyVerb
from grognard.kernel.rules.steps import DRAFT
from grognard.kernel.show import Result

Choices = list[tuple[int, int]]
"""Words that may come next: the number of the first one of a table, and a mask of those after it."""


class Course:
    """One game, word by word.

    >>> import grognard
    >>> course = Course(grognard.load("springtime"), seed=3)
    >>> while not course.over:
    ...     course.say(course.legal()[0])
    >>> course.result is not None
    True
    """

    def __init__(
        self,
        game: Game[Any],
        scenario: str = "",
        options: Options | None = None,
        *,
        seed: int | str | None = None,
        vocabulary: Vocabulary | None = None,
        by_hand: bool = False,
    ) -> None:
        self.game = game
        self.rng = random.Random(seed)
        self.by_hand = by_hand
        """Whether somebody else answers chance, by `happen`."""
        self.s: Any = game.start(scenario, options)
        self.vocabulary = vocabulary or Vocabulary(game, self.s.data)
        self.parts: list[Deed] = []
        self.scratch: Any = None
        self.said: list[int] = []
        self._verb: AnyVerb | None = None
        self._args: Ints = ()
        self._opened = False
        self._choices: Choices | None = None
        self.seat = ""
        """Who is asked; "" when chance is due or the game is over."""
        self._ask()

    def copy(self) -> Course:
        """A course of its own that goes on from here; its dice are other ones."""
        new: Course = Course.__new__(Course)
        new.__dict__.update(self.__dict__)
        new.rng = random.Random(self.rng.random())
        new.s = self.s.copy()
        new.scratch = None if self.scratch is None else self.scratch.copy()
        new.parts, new.said = self.parts[:], self.said[:]
        return new

    def __deepcopy__(self, memo: object) -> Course:
        return self.copy()

    # ------------------------------------------------------------------------------------------- where it stands
    @property
    def over(self) -> bool:
        return not self.s.stack

    @property
    def result(self) -> Result | None:
        return self.game.result(self.s)

    @property
    def chance_is_due(self) -> bool:
        return not self.over and self.game.turn(self.s) is CHANCE

    def rewards(self) -> dict[str, float]:
        """What the end is worth: 1 to the winner, -1 to the others, 0 for a draw; to a lone player the score."""
        result = self.result
        if result is None:
            return dict.fromkeys(self.game.seats, 0.0)
        if len(self.game.seats) == 1 and not result.winner:
            return {self.game.seats[0]: float(result.score)}
        return {
            seat: 0.0 if not result.winner else 1.0 if seat == result.winner else -1.0 for seat in self.game.seats
        }

    def view(self, seat: str) -> Any:
        """What the seat may know, with the parts of its own draft done to it."""
        return self.scratch if self.scratch is not None and seat == self.seat else self.game.view(self.s, seat)

    def choices(self) -> Choices:
        """The words that may come next, table by table."""
        if self._choices is None:
            self._choices = self._openings() if self._verb is None else self._further()
        return self._choices

    def legal(self) -> list[int]:
        """The words that may come next, in rising order."""
        return sorted(base + bit for base, mask in self.choices() for bit in bits(mask))

    # ------------------------------------------------------------------------------------------------ what is said
    def say(self, word: int) -> None:
        """Say the next word; `BadInput` where it may not be said."""
        if self.over or not self.seat:
            raise BadInput("Nobody is asked now.")
        if not any(word >= base and mask >> (word - base) & 1 for base, mask in self.choices()):
            name = self.vocabulary.words[word] if 0 <= word < len(self.vocabulary) else str(word)
            raise BadInput(f"The word “{name}” may not come next.")
        self.said.append(word)
        if self._verb is None:
            if word == DONE:
                self._apply(Deed("done", (), self.seat, tuple(self.parts)))
                return
            name = self.vocabulary.verb_words[word - 1]
            self._verb = next(verb for verb in asked(self._now()).verbs if verb.name == name)
        elif word == DONE:
            self._finish()
            return
        elif word in self.vocabulary.keyword_number.values():
            self._opened = True
        else:
            self._take(word)
        self._choices = None
        if not self._opened and self.choices() in ([], [(DONE, 1)]):
            self._finish()

    def _take(self, word: int) -> None:
        verb, args = self._verb, self._args
        assert verb is not None
        joined = masks.open_set(verb, args) if not self._opened else None
        if joined is not None and masks.joining(verb, self._now(), asked(self._now()), self.seat, args):
            part = self.vocabulary.part(joined)
            if part.base <= word < part.base + part.size:
                self._args = (*args[:-1], args[-1] | 1 << self.vocabulary.value(joined, word))
                return
        slot = masks.next_slot(verb, args)
        assert slot is not None
        value = self.vocabulary.value(slot, word)
        self._args = (*args, 1 << value if slot.many else value)
        self._opened = False

    def _finish(self) -> None:
        """The action is whole: a part of a draft, or done."""
        verb = self._verb
        assert verb is not None
        deed = Deed(verb.name, self._args, self.seat)
        if self.scratch is None:
            self._apply(deed)
            return
        verb.do(self.scratch, asked(self.scratch), self.seat, self._args, None)
        self.parts.append(deed)
        self._begin()

    def spell(self, action: Action | Deed) -> list[int]:
        """The words that say a legal, whole action of the seat that is asked: for whoever learns from players."""
        deed = self.game.deed(self.s, action) if isinstance(action, Action) else action
        told = self.copy()
        words: list[int] = []

        def say(word: int) -> None:
            words.append(word)
            told.say(word)

        for part in deed.parts if told.scratch is not None else (deed,):
            say(self.vocabulary.verb_number[part.verb])
            verb = told._verb
            for i, value in enumerate(part.args):
                assert verb is not None
                slot = verb.slots[min(i, len(verb.slots) - 1)]
                opens = self.vocabulary.keyword_number.get(slot.keyword, -1)
                if opens >= 0 and i < len(verb.slots) and (opens, 1) in told.choices():
                    say(opens)
                base = self.vocabulary.part(slot).base
                for one in bits(value) if slot.many else (value,):
                    say(base + one)
            if told._verb is verb and verb is not None:
                say(DONE)
        if told.scratch is not None and told.seat == self.seat and deed.verb == "done":
            words.append(DONE)
        return words

    def play(self, deed: Deed) -> None:
        """Do a whole action of the seat that is asked, for players that speak in actions; nothing is checked."""
        self._apply(deed)

    def _apply(self, deed: Deed) -> None:
        self.game.apply(self.s, deed)
        self._ask()

    # ----------------------------------------------------------------------------------------------------- chance
    def happen(self, outcome: Outcome) -> None:
        """Answer the chance that is due."""
        self.game.apply(self.s, outcome)
        self._ask()

    def _ask(self) -> None:
        """Find who is asked next, and answer chance on the way unless that is somebody else's."""
        game, s = self.game, self.s
        if not self.by_hand:
            while game.turn(s) is CHANCE:
                game.apply(s, game.chance(s).sample(self.rng))
        owing = game.owing(s)
        self.seat = min(owing) if owing else ""
        self.parts = []
        self.scratch = game.drafting(s, self.seat, ()) if owing and s.stack[-1].kind == DRAFT else None
        self._begin()

    def _begin(self) -> None:
        self.said = []
        self._verb, self._args, self._opened, self._choices = None, (), False, None

    # ------------------------------------------------------------------------------------------- what may be said
    def _now(self) -> Any:
        return self.s if self.scratch is None else self.scratch

    def _openings(self) -> Choices:
        if not self.seat:
            return []
        v = self._now()
        step = asked(v)
        verbs = 0
        for verb, _ in masks.offers(v, step, self.seat):
            verbs |= 1 << self.vocabulary.verb_number[verb.name]
        if self.scratch is not None and next(step.duties(v, self.seat), None) is None:  # type: ignore[union-attr]
            verbs |= 1 << DONE
        return [(0, verbs)]

    def _further(self) -> Choices:
        verb, args, v = self._verb, self._args, self._now()
        assert verb is not None
        if not verb.slots:
            return []
        step, words = asked(v), self.vocabulary
        found: Choices = []
        whole = not self._opened and masks.is_whole(verb, v, step, self.seat, args)
        if whole:
            found.append((DONE, 1))
        joined = None if self._opened else masks.open_set(verb, args)
        if joined is not None:
            more = masks.joining(verb, v, step, self.seat, args)
            if more:
                found.append((words.part(joined).base, more))
        slot = masks.next_slot(verb, args)
        if slot is None or (joined is not None and not masks.closed(verb, v, step, self.seat, args)):
            return found
        follow = masks.following(verb, v, step, self.seat, args)
        if follow and slot.keyword and not self._opened and len(args) < len(verb.slots) and found:
            found.append((words.keyword_number[slot.keyword], 1))
        elif follow:
            found.append((words.part(slot).base, follow))
        return found

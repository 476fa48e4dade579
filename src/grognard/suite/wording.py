"""Sentences that random play makes, looked at one by one: numbers and nouns, doubled words, sides, stops.

Grammar cannot be checked whole; what programs get wrong can: "1 hexes", "+1 1 more", "german", "die: 2: DR*".
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from grognard.bots import game_bots
from grognard.kernel.rules.actions import CHANCE, OVER
from grognard.kernel.rules.events import Events, Headed
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.suite.walking import Node, walks

SIDES = "allied|allies|american|axis|belgian|british|canadian|dutch|french|german|germans|italian|polish|swiss"
NOUN = (
    "Action|Area|Hit|Move|Point|Win|action|area|card|column|division|drop|factor|hex|hit|objective|point|roll|space|"
    "step|unit"
)
"""What games count."""
FAULTS = (
    (re.compile(rf"(?<![\w.,:/–-])1 (?:[A-Z]?[a-z]+ )?(?:{NOUN})(?:e?s)\b"), "one of several"),
    (
        re.compile(r"(?<![\w.,:/–+-])(?:0|[2-9]|[1-9]\d+) (?:area|column|hex|point|unit)\b", re.IGNORECASE),
        "several of one",
    ),
    (re.compile(r"\b(?:Allies|Evacuees \d+|remnants) (?:[a-z]*[^s\W]s|has|was|does)\b"), "several that do as one"),
    (re.compile(r"\b([A-Za-z]+) \1\b", re.IGNORECASE), "a word twice"),
    (re.compile(r"(?<![\w.,/:–-])[+-]?\d+ \d+\b"), "a number beside a number"),
    (re.compile(rf"\b(?:{SIDES})\b"), "a side in lower case"),
    (re.compile(r": [\d, ]+: "), "a number between two colons"),
    (re.compile(r"  |\s$|^\s| [,.;:?!]|\.\.|[,;:]\."), "blanks or stops that do not belong"),
)
"""What is wrong, and how it is called."""
STOPS = (".", "?", "!", ".”", "?”")


class Heard(NamedTuple):
    """A sentence that somebody reads, and where; a label or a heading is not `whole`."""

    where: str
    text: str
    whole: bool = True


def faults(text: str, whole: bool = True) -> list[str]:
    """What is wrong with a sentence, in a few words each; a whole one begins with a capital and ends with a stop."""
    found = [f"{name} (“{match[0]}”)" for pattern, name in FAULTS if (match := pattern.search(text))]
    if whole and not text.endswith(STOPS):
        found.append("no stop at its end")
    first = text.partition(" ")[0]
    if whole and first.isalpha() and first[0].islower():
        found.append("no capital at its beginning")
    return found


def told(game: Game[S], node: Node[S]) -> Iterator[Heard]:
    """What the log says of the next step."""
    events = Events()
    game.apply(node.state.copy(), node.follows, events)
    for happened in events.items:
        for event in (happened.event, happened.public):
            if event is not None:
                yield Heard("the log", event.text(game.data), not isinstance(event, Headed))


def asked(game: Game[S], node: Node[S], rng: random.Random) -> Iterator[Heard]:
    """What a decision says: prompts, buttons, duties, warnings, refusals, previews and odds."""
    view, seat = game.view(node.state, node.seat), node.seat
    decision = game.decision(view, seat)
    yield Heard("a prompt", decision.prompt)
    yield from (Heard("a button", button.label, False) for button in decision.buttons)
    yield from (Heard("a slot", slot.prompt, False) for slot in decision.slots if slot.prompt)
    yield from (Heard("a duty", duty.text) for duty in decision.duties)
    yield from (Heard("a warning", text) for text in decision.warnings)
    for verb in node.state.stack[-1].verbs:
        words = [""]
        if verb.slots and not verb.slots[0].keyword:
            names = verb.slots[0].domain.names(node.state.data)
            words = rng.sample(names, min(3, len(names)))
        for word in words:
            for reason in game.why_not(view, seat, f"{verb.name} {word}".strip()):
                yield Heard("a refusal", reason.text)
    preview, odds = game.preview(view, seat, node.action), game.odds(view, seat, node.action)
    if preview is not None:
        yield Heard("a preview", preview.text)
        yield Heard("a cost", preview.cost, False)
        yield from (Heard("an effect", effect.text) for effect in preview.effects)
    if odds is not None:
        yield Heard("odds", odds.title, False)
        yield from (Heard("odds", text) for text in odds.assumes)
        yield from (Heard("a modifier", f"{m.value:+d} {m.reason}", False) for m in odds.modifiers)


def explained(game: Game[S], node: Node[S], rng: random.Random) -> Iterator[Heard]:
    """Why a bot would do what: random play, and a game's first bot; the others think for long."""
    for level, make in list(game_bots(game).items())[:2]:
        bot = make()
        bot.choose(game, game.view(node.state, node.seat).copy(), node.seat, rng)
        if bot.why:
            yield Heard(f"the {level} bot", bot.why)


def heard(game: Game[S], games: int, seed: int) -> Iterator[Heard]:
    """Whatever people read in random play: every line of the log, and a share of all else."""
    rng = random.Random(seed)
    for node in walks(game, games, seed):
        if node.seat is OVER:
            result = game.result(node.state)
            if result is not None:
                yield Heard("the result", result.text)
            continue
        yield from told(game, node)
        if node.seat is not CHANCE and rng.random() < 0.1:
            yield from asked(game, node, rng)
            if rng.random() < 0.1:
                yield from explained(game, node, rng)


def reads_well(game: Game[S], games: int = 4, seed: int = 17) -> None:
    """Every sentence that random play makes has its numbers, words, sides and stops right."""
    for where, text, whole in set(heard(game, games, seed)):
        wrong = faults(text, whole)
        assert not wrong, f"{where} has {' and '.join(wrong)}: {text}"

"""The contract between the kernel and a game: every name that a game's rules need.

A game is static data, a state, steps on a stack, and verbs whose slots name what may fill them; `Game` puts them
together. docs/writing-a-game.md builds one step by step.
"""

from grognard.kernel.errors import BadInput, Refused
from grognard.kernel.rules.actions import CHANCE, OVER, PUBLIC, Action, Deed, Ints
from grognard.kernel.rules.chance import Dice, Distribution, Draw, Outcome
from grognard.kernel.rules.events import (
    Battle,
    Card,
    Changed,
    Chose,
    Control,
    Drawn,
    Ended,
    Event,
    Events,
    Headed,
    Left,
    Lost,
    Moved,
    Nation,
    Placed,
    Points,
    Rerolled,
    Retreated,
    Rolled,
    Said,
    Supply,
    Weather,
)
from grognard.kernel.rules.game import Game, Options
from grognard.kernel.rules.sets import bits, mask_of, nth_bit
from grognard.kernel.rules.slots import Domain, Slot, Verb, Why, Whys
from grognard.kernel.rules.state import NUMBERS, Names, NoFacts, Pending, S, State, Static, Step
from grognard.kernel.rules.steps import Auto, Chance, Choice, Draft

__all__ = [
    "CHANCE", "NUMBERS", "OVER", "PUBLIC", "Action", "Auto", "BadInput", "Battle", "Card", "Chance", "Changed",
    "Choice", "Chose", "Control", "Deed", "Dice", "Distribution", "Domain", "Draft", "Draw", "Drawn", "Ended",
    "Event", "Events", "Game", "Headed", "Ints", "Left", "Lost", "Moved", "Names", "Nation", "NoFacts", "Options",
    "Outcome", "Pending", "Placed", "Points", "Refused", "Rerolled", "Retreated", "Rolled", "S", "Said", "Slot",
    "State", "Static", "Step", "Supply", "Verb", "Weather", "Why", "Whys", "bits", "mask_of", "nth_bit",
]  # fmt: skip

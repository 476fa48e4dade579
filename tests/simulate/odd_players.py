"""Players that misbehave, for studies to bear with; the environment says where they leave their marks."""

import os
import signal
import time
from pathlib import Path

from grognard.bots import RandomBot


class Illegal(RandomBot):
    def choose(self, game, view, seat, rng):
        action = super().choose(game, view, seat, rng)
        return type(action)("surrender", (), True, False, seat)


class Silent(RandomBot):
    def choose(self, game, view, seat, rng):
        return None


class Asleep(RandomBot):
    def choose(self, game, view, seat, rng):
        time.sleep(60)


class Deadly(RandomBot):
    """Ends its process in every game."""

    def choose(self, game, view, seat, rng):
        os.kill(os.getpid(), signal.SIGKILL)


class Once(RandomBot):
    """Ends its process now and then, in the middle of a game: as often as there are marks to take away."""

    asked = 0

    def choose(self, game, view, seat, rng):
        self.asked += 1
        if self.asked == 20:
            for mark in Path(os.environ["MARKS"]).glob("*"):
                mark.unlink(missing_ok=True)
                os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(game, view, seat, rng)


class First(RandomBot):
    """Takes what comes first."""

    def __init__(self, how_far=1):
        self.how_far = how_far

    def choose(self, game, view, seat, rng):
        return game.complete(view, seat, lambda actions: actions[: self.how_far][-1])

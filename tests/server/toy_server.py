"""The server with the toy games beside the installed ones: `python tests/server/toy_server.py --data … --port …`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "kernel"))

from toys.auction import Auction
from toys.landing import LandingGame
from toys.letters import Letters
from toys.setups import SetUps
from toys.skirmish import Skirmish

from grognard.server.main import main

TOYS = (Skirmish(), LandingGame(), Letters(), SetUps(), Auction())

if __name__ == "__main__":
    main(extra=TOYS)

"""Opponents for Fortress Europa. `easy` plans a whole impulse by rules of thumb and plays it out."""

from __future__ import annotations

import random

from grognard.bots import Bot
from grognard.games.fortress_europa.bots import air
from grognard.games.fortress_europa.bots.battles import next_battle
from grognard.games.fortress_europa.bots.drafted import Drafted
from grognard.games.fortress_europa.bots.goals import picks
from grognard.games.fortress_europa.bots.landing import drop, invasion
from grognard.games.fortress_europa.bots.moves import Planner
from grognard.games.fortress_europa.bots.policy import answer
from grognard.games.fortress_europa.bots.style import EASY, Style
from grognard.games.fortress_europa.data.world import SEATS
from grognard.games.fortress_europa.rules.air.air import AlliedAllocation, GermanAllocation
from grognard.games.fortress_europa.rules.air.air_phase import AirBoxes
from grognard.games.fortress_europa.rules.air.missions import BridgeAttacks
from grognard.games.fortress_europa.rules.air.naval import Stationing
from grognard.games.fortress_europa.rules.air.support import BindSupport
from grognard.games.fortress_europa.rules.combat.attacking import Attacking
from grognard.games.fortress_europa.rules.landing.airborne import Dropping
from grognard.games.fortress_europa.rules.landing.invasion import Invading
from grognard.games.fortress_europa.rules.movement.stacking import has_room
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.setup.december import Regroup
from grognard.games.fortress_europa.rules.setup.objectives import PickObjectives
from grognard.games.fortress_europa.rules.setup.setup import GermanSetUp
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import Action, Deed, Game


def decide(
    game: Game[Position], s: Position, seat: str, style: Style = EASY, district: int = -1
) -> tuple[Deed | None, str]:
    """What to do outside of move impulses, and why; `district` is where the first landing must be."""
    step = s.stack[-1]
    match step:
        case Attacking():
            return next_battle(game, s, seat, style), "It promises most of the battles that could be fought."
        case Invading():
            return invasion(game, s, seat, district), "This coast takes many units and is weakly held."
        case Dropping():
            return drop(game, s, seat, SEATS.index(seat), district), "Paratroopers are worth most where nobody is."
        case AlliedAllocation():
            return air.allied_air(game, s, seat), "Replacements come first, then whoever marches, then our attacks."
        case GermanAllocation():
            return air.german_air(game, s, seat), "Aircraft meet those who hurt most."
        case BridgeAttacks():
            return air.bridges(game, s, seat), "Armor beyond this river should stay there."
        case Stationing():
            return air.station(game, s, seat), "From there the guns reach those who will be attacked."
        case BindSupport():
            return air.aim(game, s, seat), "On this beach the odds are worst."
        case PickObjectives():
            return objectives(game, s, seat), "These objectives are the likeliest to be met."
        case GermanSetUp():
            return Deed("done", (), seat, (Deed("rest", (), seat),)), "A sound beginning."
        case Regroup() | AirBoxes():
            return Deed("done", (), seat), "They stand well as they are."
    return answer(game, s, seat), "It costs least or brings most."


def objectives(game: Game[Position], s: Position, seat: str) -> Deed:
    """32.1: seven that are likely to be met."""
    draft = Drafted(game, s, seat)
    for name in picks(SEATS.index(seat)):
        i = s.data.objective_ids.index(name)
        if draft.offers().get("pick", 0) >> i & 1 and draft.may("pick", i):
            draft.add("pick", i)
    return draft.done()


class EasyBot(Bot[Position]):
    """One plan an impulse, by rules of thumb."""

    district = -1
    """Where the first landing must be made, for studies; -1 leaves it to the bot."""

    def __init__(self) -> None:
        self.planned: list[Deed] = []
        self.when: tuple[int, int, int] | None = None

    def choose(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> Action:
        if isinstance(view.stack[-1], Moving):
            deed = self.move(game, view, seat, rng)
        else:
            deed = self.decide(game, view, seat, rng)
        if deed is None or not game.permits(view, deed):
            self.why = "There was little to choose."
            deed = game.random(view, seat, rng)
        return game.said(view, deed)

    def decide(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> Deed | None:
        deed, self.why = decide(game, view, seat, district=self.district)
        return deed

    def impulse(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> list[Deed]:
        """The plan for a move impulse."""
        return Planner(game, view.copy(), seat, rng).plan()

    def move(self, game: Game[Position], view: Position, seat: str, rng: random.Random) -> Deed | None:
        when = (view.turn, view.side, view.impulse)
        if self.when != when:
            self.planned = self.impulse(game, view, seat, rng)
            self.when = when
        while self.planned:
            deed = self.planned.pop(0)
            if game.permits(view, deed) and not overfills(view, deed, self.planned):
                self.why = words(view, deed)
                return deed
        self.why = "Everything stands where it should."
        return Deed("end", (), seat)


LEAVING = ("move", "rail", "sail", "cross")
"""Verbs by which a unit leaves its hex."""


def overfills(s: Position, deed: Deed, later: list[Deed]) -> bool:
    """Whether a unit would come to a hex that is full and stays so: no plan has that, but dice may have let somebody
    come there whom the plan saw stopped on his way (6.3, 17.10.1). Who goes on later makes room."""
    if deed.verb not in ("move", "rail") or has_room(s, *deed.args[:2]):
        return False
    return not any(after.args and s.where[after.args[0]] == deed.args[1] for after in later if after.verb in LEAVING)


def words(s: Position, deed: Deed) -> str:
    """Why a unit goes somewhere, in one sentence."""
    w = s.data
    if len(deed.args) < 2 or deed.args[1] >= w.n:
        return "It is part of the plan for this impulse."
    name, place = w.unit_names[deed.args[0]], w.hex_name(deed.args[1])
    return {
        "move": f"{name} stands better in {place}.",
        "rail": f"{name} is needed near {place}.",
        "sail": f"{name} comes ashore at {place}.",
        "land": f"{name} follows the invaders at {place}.",
        "invade": f"{name} lands where the coast is open, at {place}.",
        "enter": f"{name} enters where it is nearest to the fighting.",
    }.get(deed.verb, f"{name} is wanted in {place}.")

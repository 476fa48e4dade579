"""Opponents. Easy weighs what it sees; hard plays the candidates of an impulse out in guessed worlds."""

from __future__ import annotations

import random
from typing import NamedTuple

from grognard.bots import Bot
from grognard.bots.search import Thought, search, whole_actions
from grognard.games.springtime.bots.front import Manner
from grognard.games.springtime.bots.judgement import axis_chance
from grognard.games.springtime.bots.policy import BOLD, CARE, QUIET, Chosen, Policy
from grognard.games.springtime.data.world import ALLIES, AXIS
from grognard.games.springtime.rules.impulses import GROUP_NAMES
from grognard.games.springtime.rules.movement import ASSAULT
from grognard.games.springtime.rules.optional import FreeSetup, hosts, is_guest, placed_by_players
from grognard.games.springtime.rules.state import Spring, side_of
from grognard.kernel.rules import CHANCE, OVER, Action, Deed, Game

# ------------------------------------------------------------------------------------------------ the drafts


def set_up(s: Spring, side: int) -> list[Chosen]:
    """18.2: the printed places for the Axis; the Allies hold the frontier in depth."""
    d = s.data
    out: list[Chosen] = []
    if side == AXIS:
        rows = {d.unit[x.id]: d.place[x.at] for x in d.scenarios["plan-yellow"].unit}
        return [("setup", (u, rows[u])) for u in d.own[AXIS] if placed_by_players(d, u)]
    where = {
        "fr-1": "16",
        "fr-7": "17",
        "bef": "15",
        "prioux": "16",
        "fr-9": "17",
        "fr-2": "24",
        "fr-3": "18",
        "fr-4": "18",
        "fr-5": "19",
        "fr-8": "20",
        "bruneau": "16",
        "fr-10": "16",
        "bruche": "17",
        "brocard": "17",
        "fr-6": "17",
    }
    units = [u for u in d.own[ALLIES] if placed_by_players(d, u)]
    for u in sorted(units, key=lambda u: (u not in hosts(d), not is_guest(d, u))):
        out.append(("setup", (u, d.place[where[d.unit_ids[u]]])))
    return out


def draft_answer(game: Game[Spring], s: Spring, seat: str, rng: random.Random) -> Action:
    parts: list[Chosen] = [("bid", (rng.randrange(4),))]
    if isinstance(s.stack[-1], FreeSetup):
        parts = set_up(s, side_of(s, seat))
    return game.said(s, Deed("done", (), seat, tuple(Deed(verb, args, seat) for verb, args in parts)))


class EasyBot(Bot[Spring]):
    """Weighs each choice by simple rules, without looking ahead."""

    def __init__(self) -> None:
        self.policy = Policy()

    def choose(self, game: Game[Spring], view: Spring, seat: str, rng: random.Random) -> Action:
        if type(view.stack[-1]).__name__ in ("Bids", "FreeSetup"):
            self.why = "A sound beginning."
            return draft_answer(game, view, seat, rng)
        self.policy.why = ""
        verb, args = self.policy.answer(view, side_of(view, seat))
        self.why = self.policy.why or "There was little to choose."
        return game.said(view, Deed(verb, args, seat))


MOST_PRIZES = 2
"""How many free places an Assault may be planned for."""


class Plan(NamedTuple):
    """A way to go on: what to do first, what then, how sure the other attacks of this impulse must be, and how moves
    without a fight are weighed."""

    first: Chosen | None
    queue: tuple[tuple[Chosen, str], ...] = ()
    care: float = CARE
    manner: Manner | None = None
    """None: as usual."""


class HardBot(Bot[Spring]):
    """Plays the best plans for each impulse out in guessed worlds and takes the one that ends best.

    Every plan meets the same worlds and dice; after each round the worse half is dropped, so that the others are
    played out more often.
    """

    plans = 8
    """How many kinds of impulse are looked at."""
    playouts = 48
    """For the choice of an impulse."""
    inner = 32
    """For the choice of each attack in it."""
    small = 16
    """For each question in `weighed`."""
    weighed: tuple[str, ...] = ("BattleWindow", "SoldierOn", "OpenCityWindow")
    """What else is played out: a yes or a no."""
    ahead = 2
    """How many impulses a playout lasts, unless the turn ends before."""
    least = 2
    """In how many worlds a plan is tried at least before it may be dropped."""
    trust = 0.0
    """By so much the others must be better than what the policy would do."""
    manners: tuple[tuple[Manner, ...], ...] = ((), ())
    """Other ways of the Allies, and of the Axis, to weigh moves without a fight that are tried."""
    most_answers = 8
    """How many answers to one question are played out at most."""

    def __init__(self) -> None:
        self.policy = Policy()
        self.first = Policy()
        self.quick = Policy(brief=True)

    def choose(self, game: Game[Spring], view: Spring, seat: str, rng: random.Random) -> Action:
        name = type(view.stack[-1]).__name__
        if name in ("Bids", "FreeSetup"):
            self.why = "A sound beginning."
            return draft_answer(game, view, seat, rng)
        side = side_of(view, seat)
        self.policy.why = self.why = self.other = ""
        self.sure = 0.0
        chosen: Chosen | None = None
        if name == "ChooseImpulse":
            self.policy.queue.clear()
            chosen = self.policy.play_event(view, side, in_end_phase=False)
            if chosen is None:
                chosen = self.adopt(
                    view, self.best_of(game, view, seat, self.impulse_plans(view, side), self.playouts, rng)
                )
        elif name == "AssaultMoves":
            chosen = self.next_attack(game, view, seat, side, rng)
        elif name in self.weighed:
            chosen = self.best_of(game, view, seat, self.answers(game, view, seat), self.small, rng).first
        if chosen is None:
            chosen = self.policy.answer(view, side)
            self.why = self.policy.why
        self.why = self.why or self.policy.why or "There was little to choose."
        return game.said(view, Deed(*chosen, seat))

    def answers(self, game: Game[Spring], view: Spring, seat: str) -> list[Plan]:
        """What may be answered to a question, what the policy would say first."""
        usual = self.policy.answer(view, side_of(view, seat))
        found = [(deed.verb, deed.args) for deed in whole_actions(game, view, seat, self.most_answers)]
        return [Plan(chosen) for chosen in dict.fromkeys([usual, *found])]

    def impulse_plans(self, view: Spring, side: int) -> list[Plan]:
        plans = []
        found = [c for _, c in self.policy.candidates(view, side) if not self.policy.is_idle(view, side, c)]
        for chosen in found[: self.plans]:
            plans.append(Plan(chosen))
            if chosen[0] == "assault":
                plans.append(Plan(chosen, (), BOLD))
                prizes = self.policy.prizes(self.policy.trial(view, side, chosen), side)
                plans += [Plan(chosen, tuple(queue)) for queue in prizes[:MOST_PRIZES]]
            if chosen[0] != "pass":
                plans += [Plan(chosen, manner=manner) for manner in self.manners[side]]
        return plans

    def next_attack(
        self, game: Game[Spring], view: Spring, seat: str, side: int, rng: random.Random
    ) -> Chosen | None:
        """Which Area to attack next, or none; unless an attack has already begun."""
        policy = self.policy
        chosen = policy.going_on(view, side)
        if chosen is not None:
            return chosen
        found = sorted(policy.hopeful(view, side), key=lambda t: -t.worth)[:3]
        care, manner = policy.care, policy.manner
        plans = [Plan(None, tuple(policy.attack_queue(view, t)), care, manner) for t in found if t.worth > -1.0]
        plans += [Plan(None, tuple(queue), care, manner) for queue in policy.prizes(view, side)]
        if plans:
            quiet = policy.move_queue(view, ASSAULT, QUIET)
            if len(quiet) > 1 or any(came >= 0 for came in view.came):  # not an Assault in which nothing is done
                plans.append(Plan(None, tuple(quiet), care, manner))
            self.adopt(view, self.best_of(game, view, seat, plans, self.inner, rng))
        return None

    def adopt(self, view: Spring, plan: Plan) -> Chosen | None:
        self.policy.care, self.policy.manner = plan.care, plan.manner
        self.policy.begin(view, list(plan.queue))
        return plan.first

    def best_of(
        self, game: Game[Spring], view: Spring, seat: str, plans: list[Plan], playouts: int, rng: random.Random
    ) -> Plan:
        """The plan that wins most often."""

        def play_out(world: Spring, plan: Plan, dice: random.Random) -> float:
            return self.play_out(game, world, seat, plan, dice)

        thought = search(game, view, seat, plans, play_out, playouts, rng, least=self.least, usual=self.trust)
        self.why = self.words(view, thought)
        if thought.playouts:
            self.sure, self.other = thought.sure, plan_words(view, thought.tried[1].plan)
        return thought.best

    def words(self, view: Spring, thought: Thought[Plan]) -> str:
        """What the playouts said: how often the plan wins, and the best alternative."""
        if thought.playouts == 0:
            return ""
        best, other = thought.tried[0], thought.tried[1]
        found = f"It wins {100 * best.mean:.0f} games in 100 that were played out from here"
        if abs(thought.lead) < 0.005:
            return f"{found}, no more than {plan_words(view, other.plan)}."
        return f"{found}; {plan_words(view, other.plan)} wins {100 * (best.mean - thought.lead):.0f}."

    def chance(self, s: Spring) -> float:
        """The chance of the Axis to win."""
        return axis_chance(s)

    def play_out(self, game: Game[Spring], s: Spring, seat: str, plan: Plan, rng: random.Random) -> float:
        """The plan, then both sides by their policy for some impulses of this turn; then the chance to win."""
        last, impulse, end = s.turn, s.impulse, s.impulse + self.ahead
        first, quick = self.first, self.quick
        quick.queue.clear()
        first.care, first.manner = plan.care, plan.manner
        first.begin(s, list(plan.queue))
        if plan.first is not None:
            game.apply(s, Deed(*plan.first, seat))
        while True:
            turn = game.turn(s)
            if turn is OVER or s.turn > last or s.impulse >= end:
                chance = self.chance(s)
                return chance if side_of(s, seat) == AXIS else 1.0 - chance
            if turn is CHANCE:
                game.apply(s, game.chance(s).sample(rng))
            else:
                who = str(turn)
                policy = first if who == seat and s.impulse == impulse else quick
                verb, args = policy.answer(s, side_of(s, who))
                game.apply(s, Deed(verb, args, who))


DEEP = Manner(home=0.5), Manner(danger=0.25, way=2.0)
"""The Allies stand in depth before Paris, and the Axis goes there and minds danger little: of games between policies
that makes 64 for the Allies out of 100 instead of 44, and against such Allies 55 for the Axis instead of 34."""


class ExpertBot(HardBot):
    """Plays more plans out more often, with more ways to move without a fight, and also who leads a defence and when
    an event is played.

    It does so only with a judgement that was learned with the values of this game."""

    plans = 12
    playouts = 384
    inner = 128
    small = 48
    least = 4
    trust = 0.002
    manners = (
        (Manner(danger=2.5, home=0.5), Manner(danger=0.5), Manner(home=1.5)),
        (Manner(), Manner(danger=0.1, way=4.0)),
    )
    most_answers = 4
    weighed = (
        *HardBot.weighed,
        "NameDefender",
        "EndEvents",
        "EarlyEvent",
        "KeepOrDraw",
        "PlaceKleist",
    )

    def __init__(self) -> None:
        super().__init__()
        self.policy, self.first = Policy(drives=True, usual=DEEP), Policy(drives=True, usual=DEEP)
        self.quick = Policy(brief=True, drives=True, usual=DEEP)
        self.policy.redeployments = 3
        self.checked = False

    def choose(self, game: Game[Spring], view: Spring, seat: str, rng: random.Random) -> Action:
        if not self.checked:
            judge = game.judge()
            assert judge is not None
            judge.check()
            self.checked = True
        return super().choose(game, view, seat, rng)


# --------------------------------------------------------------------------------------------- in words


def plan_words(s: Spring, plan: Plan) -> str:
    """A plan as a person would call it."""
    d = s.data
    for (verb, args), _ in plan.queue:
        if verb == "attack":
            return f"the attack on {d.area_names[args[0]]}"
        if verb == "move" and len(plan.queue) == 1:
            return f"the drive into {d.area_names[args[1]]}"
    if plan.first is None:
        return "moving without an attack"
    verb, args = plan.first
    if verb == "assault":
        names = " and ".join(GROUP_NAMES[d.group_ids[g]] for g in args)
        return f"{'a bold' if plan.care == BOLD else 'an'} Assault by {names}"
    if verb == "redeploy":
        return f"a Redeployment from {d.area_names[args[0]]}"
    if verb in ("lead", "retreat"):
        where = f" to {d.area_names[args[1]]}" if len(args) > 1 else ""
        return f"the {'retreat' if where else 'lead'} of {d.unit_names[args[0]]}{where}"
    return {"regroup": "a Regroup Impulse", "pass": "a pass"}.get(verb, f"the answer “{verb}”")

"""5, 17 and 19: the start of a scenario, and bids for sides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.games.springtime.data import ALLIES, AXIS, ELIMINATED, GONE, OFF, SIDE_NAMES, SIDES, Data
from grognard.games.springtime.optional import FreeSetup, placed_by_players
from grognard.games.springtime.political import StartTurn
from grognard.games.springtime.state import KLEIST_FREE, SEATS, Spring, change_morale, new_state, rebuild_at
from grognard.games.springtime.supply import mark_supply
from grognard.kernel.chance import Dice, Distribution, Outcome
from grognard.kernel.contract import Args, Chance, Draft, Slot, Step, Verb, Why, Whys
from grognard.kernel.events import Events, Rolled, Said


def begin(d: Data, scenario: str, options: dict[str, bool | str]) -> Spring:
    item = d.scenarios[scenario]
    s = new_state(d)
    s.scenario = scenario
    s.turn, s.impulse, s.morale = item.turn, item.impulse, item.morale
    s.points_axis, s.points_allies = item.points["axis"], item.points["allies"]
    s.advantage = SIDES.index(item.advantage)
    s.airdrops = bool(options["axis-airdrops"])
    s.bef_returns = bool(options["bef-returns"])
    s.belgian_as_printed = bool(options["belgian-surrender-as-printed"])
    s.one_marker = bool(options["air-supremacy-one-marker"])
    s.loc = [OFF] * len(d.units)
    for row in item.unit:
        u = d.unit[row.id]
        s.loc[u] = d.place[row.at]
        s.strength[u] = 1 if row.reduced else 2
    for lost in item.lost:
        s.loc[d.unit[lost.id]] = ELIMINATED if lost.how == "eliminated" else GONE
    if item.lost and s.bef_returns:
        s.loc[d.bef] = ELIMINATED  # 19.1.1; it left by Operation Dynamo (19.2)
        s.evacuated = True
    for name in item.axis_control:
        s.control[d.place[name]] = AXIS
    for name in item.played:
        s.spent |= 1 << d.event[name]
    if s.bef_returns:
        s.spent &= ~(1 << d.event["operation-dynamo"])  # 18.3
    s.cup = 511 & ~s.spent
    for i, air in enumerate(d.air):
        if air.nation in item.air_strong:
            s.air_strong[i] = 1
    if s.one_marker and item.air_strong:
        s.air_strong[d.air_for["german"][1]] = 0
    free = bool(options["limited-free-setup"])
    if free:
        s.kleist = KLEIST_FREE
        for u in range(len(d.units)):
            if placed_by_players(d, u) and s.loc[u] < 36:
                s.loc[u], s.strength[u] = OFF, s.strength[u]
    s.at = rebuild_at(s)
    if not free:
        mark_supply(s, None)
    steps: list[Step[Any]] = []
    if options["bidding"] != "no":
        steps.append(Bids(SIDES.index(str(options["bidding"]))))
    if free:
        steps.append(FreeSetup())
    steps.append(StartTurn(item.political_phase))
    s.then(*steps)
    return s


# -------------------------------------------------------------------------------------------------- 17 bids


def _numbers(s: Spring, step: Any, seat: str, args: Args) -> Iterable[str]:
    """At most half of the scenario's morale (ruling 94)."""
    most = min(s.data.tracks.max_bid, s.data.scenarios[s.scenario].morale // 2)
    return [str(n) for n in range(most + 1)]


def _number_whys(s: Spring, step: Any, seat: str, args: Args) -> Whys:
    if _bid_of(step, seat) >= 0:
        yield Why("17.1", lambda: "You have made your bid; take it back to change it.")


def _bid_of(step: Any, seat: str) -> int:
    return int(step.allies if seat == SEATS[ALLIES] else step.axis)


def _do_bid(s: Spring, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    n = int(args[0])
    if seat == SEATS[ALLIES]:
        s.stack[-1] = Bids(step.wanted, n, step.axis)
    else:
        s.stack[-1] = Bids(step.wanted, step.allies, n)


class Bids(Draft[Spring], frozen=True):
    """17.1: secret and simultaneous. `wanted` is the side that both want; the other fields are the bids by chair."""

    rule = "17.1"
    done_label = "Seal the bid"
    verbs = (
        Verb(
            "bid",
            _do_bid,
            (Slot("morale", "number", _numbers, _number_whys, prompt="How much French Morale?"),),
            rule="17.1",
            label="Bid",
        ),
    )
    wanted: int
    allies: int = -1
    axis: int = -1

    def seats(self, s: Spring) -> tuple[str, ...]:
        return SEATS

    def prompt(self, v: Spring, seat: str) -> str:
        return f"Both want the {SIDE_NAMES[self.wanted]}: how many points of French Morale do you bid?"

    def duties(self, v: Spring, seat: str) -> Whys:
        if _bid_of(self, seat) < 0:
            yield Why("17.1", lambda: "You have not bid yet.")

    def commit(self, s: Spring, ev: Events | None) -> None:
        s.bid_allies, s.bid_axis = self.allies, self.axis
        if ev is not None:
            ev.add(Said(words=f"The bids: {SEATS[0]} seat {self.allies}, {SEATS[1]} seat {self.axis}.", rule="17.1"))
        if self.allies == self.axis:
            s.then(BidDice(self.wanted, self.allies))
        else:
            settle_bid(s, 0 if self.allies > self.axis else 1, self.wanted, max(self.allies, self.axis), ev)


class BidDice(Chance[Spring], frozen=True):
    """Equal bids: each chair rolls, the higher has its wish; equal rolls are rolled again (ruling 94)."""

    rule = "17.1"
    wanted: int
    bid: int

    def chance(self, s: Spring) -> Distribution:
        return Dice(2)

    def happen(self, s: Spring, outcome: Outcome, ev: Events | None) -> None:
        a, b = (int(x) for x in outcome)
        if ev is not None:
            ev.add(
                Rolled(
                    dice=(a, b),
                    label="Equal bids, a die each",
                    result=f"{SEATS[0]} seat {a}, {SEATS[1]} seat {b}",
                    rule="17.1",
                )
            )
        if a == b:
            s.then(self)
        else:
            settle_bid(s, 0 if a > b else 1, self.wanted, self.bid, ev)


def settle_bid(s: Spring, chair: int, wanted: int, bid: int, ev: Events | None) -> None:
    """The winner takes the side he wants; the other is compensated in morale (ruling 94)."""
    s.swap = int(chair != wanted)
    if ev is not None:
        ev.add(Said(words=f"The {SEATS[chair]} seat commands the {SIDE_NAMES[wanted]}.", rule="17.1"))
    change_morale(s, bid if wanted == AXIS else -bid, "The bid", "17.1", ev)

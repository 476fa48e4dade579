"""5, 17 and 19: the start of a scenario, and bids for sides."""

from __future__ import annotations

from grognard.games.springtime.data.world import ALLIES, AXIS, ELIMINATED, GONE, OFF, SIDE_NAMES, SIDES, World
from grognard.games.springtime.rules.domains import NUMBERS
from grognard.games.springtime.rules.optional import FreeSetup, placed_by_players
from grognard.games.springtime.rules.political import StartTurn
from grognard.games.springtime.rules.state import KLEIST_FREE, NOBODY, SEATS, Spring, change_morale
from grognard.kernel.rules import (
    Chance,
    Changed,
    Chose,
    Dice,
    Distribution,
    Draft,
    Events,
    Ints,
    Outcome,
    Rolled,
    Slot,
    Step,
    Verb,
    Why,
    Whys,
)


def begin(d: World, scenario: str, options: dict[str, bool | str]) -> Spring:
    item = d.scenarios[scenario]
    n = len(d.units)
    returns = bool(options["bef-returns"])
    played = [d.event[name] for name in item.played if not (returns and name == "operation-dynamo")]  # 18.3
    spent = sum(1 << e for e in played)
    s = Spring(
        data=d,
        stack=[],
        pending=[],
        loc=[OFF] * n,
        strength=[2] * n,
        oos=[0] * n,
        came=[-1] * n,
        control=[ALLIES] * len(d.areas),
        flipped=[0] * len(d.leaders),
        air_strong=[int(air.nation in item.air_strong) for air in d.air],  # 5.1.5, 9.4
        air_used=[0] * len(d.air),
        scenario=scenario,
        turn=item.turn,  # 5.1.1
        impulse=item.impulse,  # 5.1.2, 15.2
        morale=item.morale,  # 5.1.3
        points_allies=item.points["allies"],  # 5.1.4
        points_axis=item.points["axis"],
        advantage=SIDES.index(item.advantage),  # 5.1.2, 11.0
        used_by=NOBODY,
        cup=d.event_ids.all & ~spent,  # 5.1.7
        spent=spent,
        airdrops=bool(options["axis-airdrops"]),
        bef_returns=returns,
        belgian_as_printed=bool(options["belgian-surrender-as-printed"]),
        one_marker=bool(options["air-supremacy-one-marker"]),
        each_unit_cut=bool(options["out-of-supply-each-unit"]),
        maneuvers_only=bool(options["morale-in-maneuvers-only"]),
    )
    for row in item.unit:
        u = d.unit[row.id]
        s.loc[u] = d.place[row.at]
        s.strength[u] = 1 if row.reduced else 2  # 5.2
    for lost in item.lost:
        s.loc[d.unit[lost.id]] = ELIMINATED if lost.how == "eliminated" else GONE
    if item.lost and s.bef_returns:
        s.loc[d.bef] = ELIMINATED  # 19.1.1; it left by Operation Dynamo (19.2)
        s.evacuated = True
    for name in item.axis_control:
        s.control[d.place[name]] = AXIS  # 5.1.6
    if s.one_marker:
        s.air_strong[d.air_for["german"][1]] = 0
    free = bool(options["limited-free-setup"])
    if free:
        s.kleist = KLEIST_FREE
        for u in range(len(d.units)):
            if placed_by_players(d, u):
                s.loc[u] = OFF
    steps: list[Step[Spring]] = []
    if options["bidding"] != "no":  # 17.0
        steps.append(Bids(SIDES.index(str(options["bidding"]))))
    if free:
        steps.append(FreeSetup())
    steps.append(StartTurn(item.political_phase))
    s.then(*steps)
    return s


# -------------------------------------------------------------------------------------------------- 17 bids


def most_bid(s: Spring) -> int:
    """At most half of the scenario's morale (ruling 94)."""
    return min(s.data.tracks.max_bid, s.data.scenarios[s.scenario].morale // 2)


def _bids(s: Spring, step: Bids, seat: str, args: Ints) -> int:
    return (2 << most_bid(s)) - 1


def _bid_whys(s: Spring, step: Bids, seat: str, args: Ints) -> Whys:
    if _bid_of(step, seat) >= 0:
        yield Why("17.1", lambda: "You have made your bid; take it back to change it.")
    elif args[0] > most_bid(s):
        yield Why("17.1", lambda: f"A bid is at most {most_bid(s)}, half of the French Morale at the start.")


def _bid_of(step: Bids, seat: str) -> int:
    return step.allies if seat == SEATS[ALLIES] else step.axis


def _do_bid(s: Spring, step: Bids, seat: str, args: Ints, ev: Events | None) -> None:
    [n] = args
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
            (Slot("morale", NUMBERS, _bid_whys, among=_bids, prompt="How much French Morale?"),),
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
        much = "higher" if self.wanted == AXIS else "lower"
        return (
            f"Both want the {SIDE_NAMES[self.wanted]}: how many points of French Morale do you bid, at most "
            f"{most_bid(v)}? The higher bid has its wish, and French Morale starts that much {much}; equal bids are "
            "settled by dice."
        )

    def duties(self, v: Spring, seat: str) -> Whys:
        if _bid_of(self, seat) < 0:
            yield Why("17.1", lambda: "You have not bid yet.")

    def commit(self, s: Spring, ev: Events | None) -> None:
        s.bid_allies, s.bid_axis = self.allies, self.axis
        if ev is not None:
            words = f"The bids: {chair_words(0)} {self.allies}, {chair_words(1)} {self.axis}."
            ev.add(Chose(what="bids", answer=f"{self.allies} {self.axis}", words=words, rule="17.1"))
        if self.allies == self.axis:
            s.then(BidDice(self.wanted, self.allies))
        else:
            settle_bid(s, 0 if self.allies > self.axis else 1, self.wanted, max(self.allies, self.axis), ev)


def chair_words(chair: int) -> str:
    """A chair is named for the side that it commands until there is a bid."""
    return f"{SIDE_NAMES[chair]} seat"


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
                    result=f"{chair_words(0)} {a}, {chair_words(1)} {b}",
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
        words = f"The {chair_words(chair)} commands the {SIDE_NAMES[wanted]}."
        ev.add(Changed(condition="command", words=words, rule="17.1", side=SIDES[wanted]))
    change_morale(s, bid if wanted == AXIS else -bid, "The bid", "17.1", ev)

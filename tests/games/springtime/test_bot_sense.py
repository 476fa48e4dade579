"""Things that make a person laugh, each a position in which the bots once did them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from springtime_desk import DATA, GAME, desk

from grognard.games.springtime.bots import policy
from grognard.games.springtime.bots.bot import EasyBot, HardBot, Plan
from grognard.games.springtime.bots.policy import HOPE, Policy
from grognard.games.springtime.rules.state import Spring
from grognard.kernel.rules import CHANCE, OVER, Game

ALLIES, AXIS, NOBODY = 0, 1, 2
STALEMATE, REPULSE = 1, 0


def after_the_dice(units: dict[str, str], area: str, side: int, attacker: str, came: str, **fields: Any) -> Any:
    """A table where a side may leave an Area of its own will."""
    return desk(
        units,
        top={"type": "Retreat", "side": side, "forced": False},
        battle=DATA.place[area],
        attackers=[attacker],
        leaving=[u for u, at in units.items() if at == area and DATA.side[DATA.unit[u]] == side],
        advantage=NOBODY,
        contested=[],
        came={attacker: came},
        **fields,
    )


@pytest.mark.parametrize(
    ("unit", "area", "came", "axis"),
    [
        ("ge-4", "A", "27", "25 27 B C 24 17 11 26 28"),  # the third Zone, with Paris held: the game is won
        ("guderian-pz", "17", "11", "11"),
    ],
)
def test_nobody_walks_out_of_an_area_that_he_has_won(unit: str, area: str, came: str, axis: str) -> None:
    """The last defender died in a Stalemate: who stays controls the Area when the battle is over (7.2)."""
    units = {unit: area, "fr-2": "24" if area == "17" else "20", "fr-8": "20"}
    table = after_the_dice(units, area, AXIS, unit, came, outcome=STALEMATE, axis=axis, reduced=unit)
    assert Policy().answer(table.state, AXIS) == ("stay", ())


@pytest.mark.parametrize(("unit", "area", "axis"), [("fr-2", "17", "11"), ("fr-9", "12", "11 10")])
def test_an_army_that_has_repulsed_the_enemy_stays(unit: str, area: str, axis: str) -> None:
    """He must go back where he came from (10.1)."""
    units = {unit: area, "guderian-pz": area, "ge-4": "11", "ge-12": "11", "reinhardt-pz": axis.split()[-1]}
    table = after_the_dice(units, area, ALLIES, "guderian-pz", "11", outcome=REPULSE, axis=axis)
    assert Policy().answer(table.state, ALLIES) == ("stay", ())


def test_nobody_declares_an_assault_and_does_nothing() -> None:
    """It would only make a group rest (8.1.1)."""
    declared = 0
    for seed in range(4):
        rng = random.Random(seed)
        s = GAME.start()
        bots = {seat: EasyBot() for seat in GAME.seats}
        done = 1
        while (turn := GAME.turn(s)) is not OVER:
            if turn is CHANCE:
                GAME.apply(s, GAME.chance(s).sample(rng))
                continue
            seat = str(turn)
            action = bots[seat].choose(GAME, GAME.view(s, seat), seat, rng)
            if action.verb == "assault":
                declared, done = declared + 1, 0
            assert action.verb != "end" or done, (seed, s.turn, s.impulse)
            done += action.verb in ("move", "attack", "drop", "regroup", "redeploy")
            GAME.apply(s, action)
    assert declared > 50


class Looking(HardBot):
    """Keeps the plans that it would play out, and takes the first."""

    seen: list[Plan]

    def best_of(
        self, game: Game[Spring], view: Spring, seat: str, plans: list[Plan], playouts: int, rng: random.Random
    ) -> Plan:
        self.seen = plans
        return plans[0]


@pytest.mark.parametrize(("hope", "looked"), [(HOPE, False), (0.0, True)])
def test_hard_does_not_look_at_hopeless_attacks(hope: float, looked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """6 across the Meuse without air against a reduced army's 2, Sedan's 2, the river's 3 and the French air's 3: one
    in ten."""
    monkeypatch.setattr(policy, "HOPE", hope)
    units = {"ge-12": "11", "fr-9": "17", "fr-8": "20"}
    spent = {"luftwaffe-1": 1, "luftwaffe-2": 1}
    table = desk(units, axis="11", turn=3, reduced="fr-9", advantage=NOBODY, air_used=spent)
    table.play("assault A")
    bot = Looking()
    bot.seen = []
    bot.choose(GAME, table.view("axis"), "axis", random.Random(1))
    attacked = {chosen[1][0] for plan in bot.seen for chosen, _ in plan.queue if chosen[0] == "attack"}
    assert (DATA.place["17"] in attacked) is looked


def test_hard_chooses_among_impulses_in_which_something_is_done() -> None:
    """Group 2 is on the Maginot Line with nothing to do; the 8th Army could march."""
    units = {"fr-3": "18", "fr-4": "19", "fr-1": "24", "fr-8": "22", "ge-4": "17", "ge-1": "2"}
    table = desk(units, axis="17 11 16", impulse=1, turn=3, advantage=NOBODY)
    bot = Looking()
    bot.choose(GAME, table.view("allies"), "allies", random.Random(1))
    for plan in bot.seen:
        assert plan.first is not None
        assert not bot.policy.is_idle(table.state, ALLIES, plan.first)
    assert any(plan.first == ("pass", ()) for plan in bot.seen)

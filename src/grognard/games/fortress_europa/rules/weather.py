# compiled as it stands
"""4.3A2, 15: the weather of a turn (rulings 15, 252, 273, 278)."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa import exhibits
from grognard.games.fortress_europa.data.world import FINE, OVERCAST, STORM, WEATHERS
from grognard.games.fortress_europa.rules.state import Position, on
from grognard.games.fortress_europa.rules.telling import tell_weather
from grognard.kernel.rules import Auto, Chance, Dice, Distribution, Events, Outcome, Rolled
from grognard.kernel.show import Modifier


def fixed_weather(s: Position) -> int | None:
    """Weather that is not rolled for: June I (3.4), and the first December turns (33.3.4, ruling 278)."""
    w = s.data
    scenario = w.book.scenario[s.scenario]
    if scenario.setup == "june":
        return FINE if s.turn == w.turn_of[scenario.first] else None
    for fixed in w.book.fixed_weather:
        agreed = fixed.by_agreement and on(s, "rolled-weather")  # ruling 278
        if w.turn_of[fixed.id] == s.turn and not agreed:
            return WEATHERS.index(fixed.weather)
    return None


def addition(s: Position) -> int:
    """What is added to the die until the first Storm: 31.12, and in the Invasion scenario 33.1.4."""
    w = s.data
    if s.storm_seen:
        return 0
    scenario = w.book.scenario[s.scenario]
    if scenario.id == "invasion":
        return s.turn - w.turn_of[w.book.invasion_weather.rising_from] + 1
    return s.turn - 1 if on(s, "bad-weather") else 0  # ruling 252


def two_dice(s: Position) -> bool:
    """The second turn of the Invasion scenario (33.1.4)."""
    w = s.data
    scenario = w.book.scenario[s.scenario]
    return scenario.id == "invasion" and s.turn == w.turn_of[scenario.first] + 1


def set_weather(s: Position, weather: int) -> None:
    s.weather = weather
    if weather == STORM:
        s.storm_seen = True


class WeatherPhase(Auto[Position], frozen=True):
    rule: ClassVar[str] = "4.3A2"

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        weather = fixed_weather(s)
        if weather is None:
            s.then(RollWeather())
            return
        set_weather(s, weather)
        rule = "3.4" if s.turn == 1 else "33.3.4"
        tell_weather(ev, w.weather_names[weather], f"The weather is {w.weather_names[weather]}.", rule)


class RollWeather(Chance[Position], frozen=True):
    rule: ClassVar[str] = "4.3A2"

    def chance(self, s: Position) -> Distribution:
        w = s.data
        return Dice(w.book.invasion_weather.dice if two_dice(s) else 1)

    def happen(self, s: Position, outcome: Outcome, ev: Events | None) -> None:
        w = s.data
        dice = tuple(int(d) for d in outcome)
        row = w.weather_dice[w.month_of[s.turn]]
        modifiers: tuple[Modifier, ...] = ()
        total = dice[0]
        if two_dice(s):  # ruling 273
            if sum(dice) in w.book.invasion_weather.storms:
                weather = STORM
            elif on(s, "second-turn-clear"):
                weather = FINE
            else:
                weather = OVERCAST if row[dice[0] - 1] == STORM else row[dice[0] - 1]
        else:
            more = addition(s)
            rule = "33.1.4" if w.book.scenario[s.scenario].id == "invasion" else "31.12"
            modifiers = (Modifier(more, "no storm yet", rule),) if more else ()
            total = min(6, total + more)
            weather = row[total - 1]
        set_weather(s, weather)
        if ev is not None:
            name = w.weather_names[weather]
            shows = (exhibits.cell("weather", exhibits.month(s), total),)
            ev.add(
                Rolled(
                    rule="4.3A2",
                    dice=dice,
                    label="Weather",
                    modifiers=modifiers,
                    total=total,
                    result=name,
                    shows=shows,
                )
            )

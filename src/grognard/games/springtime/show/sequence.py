"""The sequence of play, with the present step."""

from __future__ import annotations

from grognard.games.springtime.rules.state import Spring
from grognard.kernel.show import SequenceItem

SEQUENCE = (
    ("sides", "Bids for sides and set-up", "5.0", 0, ("Bids", "BidDice", "FreeSetup")),
    ("political", "Political Phase", "6.1", 0, ()),
    ("draw", "Draw Event markers", "6.1.1", 1, ("TakePlanRedChoice", "KeepOrDraw", "DrawMarker")),
    ("belgium", "Belgian surrender", "6.1.2", 1, ("BelgianDie",)),
    ("confidence", "Command confidence", "6.1.3", 1, ()),
    ("italy", "Italian declaration of war", "6.1.4", 1, ()),
    ("maneuvers", "Maneuvers Phase", "6.2", 0, ()),
    (
        "start",
        "Start of an impulse: events, the Advantage, Kleist",
        "6.1.1",
        1,
        ("OpenCityWindow", "EarlyEvent", "PlaceKleist"),
    ),
    ("choose", "Assault, Regroup, Redeploy or Pass", "8.1", 1, ("ChooseImpulse",)),
    ("moves", "Moves and attacks", "9.1", 1, ("AssaultMoves", "RegroupMoves", "RedeployMoves", "DropDice")),
    ("combat", "Combat", "10.4", 2, ("NameDefender", "AttackerAir", "DefenderAir", "CombatDice", "BattleWindow")),
    ("retreats", "Retreats", "10.5", 2, ("Retreat",)),
    ("supply", "Supply", "13.2", 1, ()),
    ("logistics", "Logistics roll", "6.2.1", 1, ("Logistics", "SoldierOn")),
    ("refit", "Refit Phase", "6.3", 0, ("Spend",)),
    ("surrender", "Surrender of units out of supply", "13.2.4", 1, ("SurrenderDie",)),
    ("empty", "Vacant Areas out of supply", "13.2.5", 1, ()),
    ("end", "End Phase", "6.4", 0, ()),
    ("armistice", "Armistice roll", "6.4.1", 1, ("Armistice",)),
    ("end-events", "Events and discards", "6.4.4", 1, ("EndEvents", "EndDiscards")),
)


def sequence(v: Spring | None) -> tuple[SequenceItem, ...]:
    top = type(v.stack[-1]).__name__ if v is not None and v.stack else ""
    if v is not None and top in ("OpenCityWindow", "PlaceKleist"):  # in the midst of an impulse
        top = "CombatDice" if v.battle >= 0 else "AssaultMoves" if v.active else top
    return tuple(SequenceItem(i, title, rule, level, top in steps) for i, title, rule, level, steps in SEQUENCE)

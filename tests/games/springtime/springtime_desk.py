"""A desk to set up positions on: few units, the rest off the map, and an impulse about to be chosen."""

from __future__ import annotations

from typing import Any

import tomli_w

import grognard
from grognard.games.springtime.data.world import World
from grognard.games.springtime.rules.facts import build
from grognard.games.springtime.rules.state import facts
from grognard.kernel.match.table import Table
from grognard.kernel.rules import CHANCE
from grognard.kernel.rules.chance import Dice
from grognard.kernel.show import Reason
from grognard.suite import offers_are_right

GAME = grognard.load("springtime")
DATA: World = GAME.data
AXIS_HOME = ("1", "2", "3", "4", "5", "6", "F")
Units = dict[str, str]


def desk(
    units: Units,
    axis: str = "",
    turn: int = 2,
    impulse: int = 2,
    top: str | dict[str, Any] = "ChooseImpulse",
    reduced: str = "",
    oos: str = "",
    options: dict[str, bool | str] | None = None,
    scenario: str = "plan-yellow",
    **fields: Any,
) -> Table[Any]:
    """A practice table. `units` says where units are ("ge-4": "5"); all others are off the map. `axis` names the
    Areas under Axis control beyond Germany and Italy. `top` is the step that is due, before the end of the phase."""
    loc = {u: units.get(u, "off") for u in DATA.unit_ids}
    controlled = {*AXIS_HOME, *axis.split()}
    contested = [p for p in DATA.map_ids if {DATA.side[DATA.unit[u]] for u, at in units.items() if at == p} == {0, 1}]
    step = {"type": top} if isinstance(top, str) else top
    state: dict[str, Any] = {
        "loc": loc,
        "strength": {u: 1 if u in reduced.split() else 2 for u in DATA.unit_ids},
        "oos": {u: 1 if u in oos.split() else 0 for u in DATA.unit_ids},
        "control": {p: "axis" if p in controlled else "allies" for p in DATA.map_ids},
        "turn": turn,
        "impulse": impulse,
        "contested": contested,
        "kleist_turn": turn,
        "stack": [{"type": "EndManeuvers"}, step],
        **fields,
    }
    text = tomli_w.dumps({"game": "springtime", "scenario": scenario, "options": options or {}, "state": state})
    table: Table[Any] = GAME.position(text)
    return table


def held(name: str) -> int:
    """A marker's number as a state holds it."""
    return DATA.event[name] + 1


def cup(*out: str) -> list[str]:
    """The cup without these markers."""
    return [e for e in DATA.event_ids if e not in out]


def where(table: Table[Any], unit: str) -> str:
    return DATA.place_ids[table.state.loc[DATA.unit[unit]]]


def steps(table: Table[Any], unit: str) -> int:
    """Steps left: 0 for a unit that is not on the map."""
    u = DATA.unit[unit]
    return table.state.strength[u] if table.state.loc[u] < 36 else 0


def controller(table: Table[Any], place: str) -> str:
    return ("allies", "axis")[table.state.control[DATA.place[place]]]


def options_of(table: Table[Any], prefix: str = "") -> set[str]:
    """What is offered; at the beginning of an action, what is not has its reasons."""
    found = {a.text for a in table.legal(prefix)}
    if not prefix:
        for verb in table.state.stack[-1].verbs:
            offered = any(text.split()[0] == verb.name for text in found)
            if not verb.slots:
                assert bool(table.why_not(verb.name)) is not offered, verb.name
            elif offered:
                ends(table, verb.name)
    return found


def ends(table: Table[Any], prefix: str) -> set[str]:
    """The last words of what may follow a prefix: exactly those against which there are no reasons."""
    found = {a.args[-1] for a in table.legal(prefix)}
    verb, *words = prefix.split()
    slots = {v.name: v.slots for v in table.state.stack[-1].verbs}[verb]
    slot = slots[min(len(words), len(slots) - 1)]
    for name in slot.domain.names(DATA) if not slot.keyword else ():
        reasons = table.why_not(f"{prefix} {name}")
        assert bool(reasons) is (name not in found), (prefix, name, reasons)
        assert all(r.rule and r.text for r in reasons)
    return found


def rules_against(table: Table[Any], text: str) -> set[str]:
    if table.seat is not None and ";" not in text:
        offers_are_right(table.state, table.seat, text)
    reasons: list[Reason] = table.why_not(text)
    return {r.rule for r in reasons}


def log(table: Table[Any], seat: str = "axis") -> str:
    return "\n".join(line.text for line in table.log(seat))


def battle(
    table: Table[Any], attack: str, dice: list[int], lead: str = "", air: str = "no-air", foe_air: str = "no-air"
) -> None:
    """Declare an attack and answer what is asked until the dice; other dice that follow at once show a six."""
    answers = {"NameDefender": f"lead {lead}", "AttackerAir": air, "DefenderAir": foe_air}
    act(table, attack, dice)
    while not table.over and table.decision().step in answers:
        answer = answers[table.decision().step]
        act(table, table.legal()[0].text if answer == "lead " else answer, dice)


def act(table: Table[Any], text: str, dice: list[int] | None = None, other: int = 6) -> None:
    """Play an action with these combat dice and `other` for any further die; what is carried along stays right."""
    s = table.state.copy()
    facts(s)
    assert table.seat is not None
    if ";" not in text:
        offers_are_right(s, table.seat, text)
    GAME.apply(s, GAME.read(s, table.seat, text))
    forced: list[Any] = []
    while GAME.turn(s) is CHANCE:
        distribution = GAME.chance(s)
        outcome: Any = [other] if isinstance(distribution, Dice) else distribution.items[0]
        if type(s.stack[-1]).__name__ == "CombatDice":
            outcome = dice
        forced.append(outcome)
        GAME.apply(s, distribution.accept(outcome))
    fresh = build(DATA, s.loc, s.control)
    fresh.supply = facts(s).supply
    assert facts(s) == fresh
    table.play(text, forced=forced)

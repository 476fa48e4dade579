"""10.1.8: where the Allies can attack now, with which unit and at which odds. One unit attacks in a space."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.spoiled_victory.rules.allied_attack import AlliedAttacks, attackers, owed_spaces
from grognard.games.spoiled_victory.rules.combat import allied_attack_odds
from grognard.games.spoiled_victory.rules.state import State, track_in
from grognard.kernel.rules import bits
from grognard.kernel.rules.game import asked
from grognard.kernel.show import Odds, Plan, Reason, Target, Wanted


def plan(v: State, wanted: Sequence[Wanted], propose: bool) -> Plan | None:
    """In every space the unit that is wanted; where one must attack, else the best."""
    if not isinstance(asked(v), AlliedAttacks):
        return None
    d = v.data
    wants = {want.targets[0]: want.attackers for want in wanted if len(want.targets) == 1}
    able: dict[int, list[int]] = {}
    for u in bits(attackers(v)):
        able.setdefault(v.loc[u], []).append(u)
    owed = owed_spaces(v)
    rows = []
    for space, units in able.items():
        place = d.place_ids[space]
        odds = {u: allied_attack_odds(v, u, track_in(v, space)) for u in units}
        best = max(units, key=lambda u: good(odds[u]))
        named = [u for u in units if d.unit_ids[u] in wants.get(place, ())]
        chosen = named[-1] if named else best if owed >> space & 1 else -1
        rows.append(
            Target(
                targets=(place,),
                title=d.place_names[space],
                against=(d.germans[v.on_track[track_in(v, space)]].id,),
                attackers=(d.unit_ids[chosen],) if chosen >= 0 else (),
                could=tuple(d.unit_ids[u] for u in units if u != chosen),
                odds=odds[chosen] if chosen >= 0 else None,
                ratio=in_hundred(odds[chosen]) if chosen >= 0 else "",
                best=in_hundred(odds[best]),
                duty="10.1.8" if owed >> space & 1 else "",
                actions=(f"attack {d.unit_ids[chosen]}",) if chosen >= 0 else (),
            )
        )
    left = tuple(
        Reason("10.1.8", f"{d.place_names[space]} must be attacked.", (d.place_ids[space],))
        for space in bits(owed)
        if space not in able
    )
    return Plan(tuple(sorted(rows, key=lambda one: not one.attackers)), left, "Attack", proposes=False)


def good(odds: Odds) -> float:
    """The chance of a Win or more."""
    return sum(row.value for row in odds.rows if row.outcome != "no Win")


def in_hundred(odds: Odds) -> str:
    return f"{round(100 * good(odds))} %"

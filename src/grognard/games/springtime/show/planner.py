"""10: what can be attacked now, who leads and who joins, and at which odds. Attacks are made one by one."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.springtime.data.world import GROUPS
from grognard.games.springtime.rules.combat import attack_places, may_attack, owed_attacks
from grognard.games.springtime.rules.impulses import AssaultMoves
from grognard.games.springtime.rules.movement import group_tags
from grognard.games.springtime.rules.state import Spring, facts
from grognard.games.springtime.rules.values import attack_value, best_defender, defense_value
from grognard.kernel.rules import Game, bits
from grognard.kernel.rules.game import asked
from grognard.kernel.show import Plan, Reason, Target, Wanted


def plan(game: Game[Spring], v: Spring, seat: str, wanted: Sequence[Wanted], propose: bool) -> Plan | None:
    step = asked(v)
    if not isinstance(step, AssaultMoves) or step.seat(v) != seat:
        return None
    d = v.data
    wants = {want.targets[0]: want.attackers for want in wanted if len(want.targets) == 1}
    rows = [row(game, v, seat, p, wants.get(d.map_ids[p])) for p in bits(attack_places(v))]
    left = tuple(
        Reason("10.1", f"{d.area_names[p]} was entered and must be attacked.", (d.map_ids[p],))
        for p in owed_attacks(v)
        if not any(one.actions and one.targets == (d.map_ids[p],) for one in rows)
    )
    return Plan(tuple(sorted(rows, key=lambda one: not one.attackers)), left, "Attack", proposes=False)


def row(game: Game[Spring], v: Spring, seat: str, p: int, want: Sequence[str] | None) -> Target:
    """An Area with its attackers, the first of whom leads; in a mandatory attack all who entered take part (10.1)."""
    d = v.data
    able = bits(may_attack(v, p))
    owed = not v.contested >> p & 1
    named = [d.unit[name] for name in want or () if d.unit.get(name) in able]
    companies = _companies(v, p)
    chances = [(attack_value(v, u, units) - _defense(v, p, u), u, units) for units in companies for u in bits(units)]
    _, best, company = max(chances, key=lambda chance: chance[0])
    if owed:
        lead = named[0] if named else best
        units = [lead, *(u for u in able if u != lead)]
        text = f"attack {d.map_ids[p]} {d.unit_ids[lead]}"
    else:
        units = named
        text = " ".join(("attack", d.map_ids[p], *(d.unit_ids[u] for u in units)))
    why = tuple(game.why_not(v, seat, text)) if units else ()
    foes = facts(v).at[p] & d.side_mask[1 - d.side[able[0]]]
    return Target(
        targets=(d.map_ids[p],),
        title=d.area_names[p],
        against=tuple(d.unit_ids[u] for u in bits(foes)),
        attackers=tuple(d.unit_ids[u] for u in units),
        could=tuple(d.unit_ids[u] for u in able if u not in units and _joins(companies, units, u)),
        odds=game.odds(v, seat, game.read(v, seat, text)) if units and not why else None,
        ratio=_values(v, p, units[0], sum(1 << u for u in units)) if units else "",
        best=_values(v, p, best, company),
        duty="10.1" if owed else "",
        why=why,
        actions=(text,) if units and not why else (),
    )


def _companies(v: Spring, p: int) -> list[int]:
    """Who could attack there together, as bits: where Army Groups may not combine, each group by itself (15.3)."""
    able = may_attack(v, p)
    if not v.everyone:
        return [able]
    groups = (sum(1 << u for u in bits(able) if group_tags(v, u) >> g & 1) for g in range(len(GROUPS)))
    return [group for group in groups if group] or [able]


def _joins(companies: Sequence[int], units: Sequence[int], u: int) -> bool:
    """Whether a unit could attack beside those that are named."""
    together = sum(1 << other for other in (*units, u))
    return any(together & ~company == 0 for company in companies)


def _defense(v: Spring, p: int, lead: int) -> int:
    return defense_value(v, p, best_defender(v, p, lead), lead)


def _values(v: Spring, p: int, lead: int, mask: int) -> str:
    """The values before dice: "7 to 4"."""
    return f"{attack_value(v, lead, mask)} to {_defense(v, p, lead)}"

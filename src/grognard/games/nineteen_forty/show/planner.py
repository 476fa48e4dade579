"""7 ¶1: the plan of attack of a combat phase: all attacks are declared together, and whoever attacks sees to it that
every enemy beside him is attacked."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from grognard.games.nineteen_forty.data.world import SEATS
from grognard.games.nineteen_forty.rules.combat import battle_odds
from grognard.games.nineteen_forty.rules.declaring import (
    Declaring,
    front,
    left_out,
    missing_if,
    target_sets,
)
from grognard.games.nineteen_forty.rules.movement import invasions
from grognard.games.nineteen_forty.rules.state import Position, survey
from grognard.games.nineteen_forty.rules.strength import column
from grognard.kernel.rules import Game
from grognard.kernel.rules.game import asked
from grognard.kernel.show import Plan, Reason, Target, Wanted
from grognard.maps import mask_of, members

Group = tuple[int, ...]


def plan(game: Game[Position], v: Position, seat: str, wanted: Sequence[Wanted], propose: bool) -> Plan | None:
    step = asked(v)
    if not isinstance(step, Declaring) or seat != SEATS[v.side]:
        return None
    s = v.copy()
    why: dict[Group, list[Reason]] = {}
    actions: dict[Group, list[str]] = {}
    for group, u in read(v, wanted):
        add(game, s, seat, u, group, actions, why)
    if propose:
        kept, why = {order[1:] for order in s.attacks}, {}
        while not why and (more := next_attack(s, kept, not kept)) is not None:
            add(game, s, seat, *more, actions, why)
    undone = tuple(one.reason() for one in step.duties(s, seat))
    groups: dict[Group, list[int]] = {}
    for order in s.attacks:
        groups.setdefault(order[1:], []).append(order[0])
    for group in why:
        groups.setdefault(group, [])
    rows = [row(v, s, group, units, actions.get(group, []), why.get(group, [])) for group, units in groups.items()]
    covered = {t for group in groups for t in group}
    near = mask_of(t for enemies in front(v).able.values() for t in members(enemies))
    rows += [row(v, s, (h,), [], [], []) for h in members(near) if h not in covered]
    return Plan(tuple(rows), undone, "Declare", together=True)


def read(v: Position, wanted: Sequence[Wanted]) -> Iterator[tuple[Group, int]]:
    """The attacks that are wanted, as far as there are such hexes and units and nobody attacks twice."""
    w = v.data
    used = {order[0] for order in v.attacks}
    for want in wanted:
        group = tuple(sorted({w.index[place] for place in want.targets if place in w.index}))
        for name in want.attackers:
            u = w.unit.get(name, -1)
            if group and u >= 0 and u not in used and w.side[u] == v.side:
                used.add(u)
                yield group, u


def add(
    game: Game[Position], s: Position, seat: str, u: int, group: Group,
    actions: dict[Group, list[str]], why: dict[Group, list[Reason]],
) -> None:  # fmt: skip
    """One more attack in `s`, or the reasons against it."""
    w = s.data
    text = f"attack {w.ids[u]} {' '.join(w.labels[t] for t in group)}"
    reasons = game.why_not(s, seat, text)
    if not reasons and not game.read(s, seat, text).complete:
        reasons = [Reason("7 ¶1", f"{w.unit_names[u]} must attack more than this.", (), (w.ids[u],))]
    if reasons:
        why.setdefault(group, []).extend(reasons)
        return
    game.add_part(s, game.read(s, seat, text))
    actions.setdefault(group, []).append(text)


# --------------------------------------------------------------------------------------------- a proposal

GOOD = "2:1"
"""Where nothing is planned yet, attacks at these odds or better are proposed; worse ones only where they are due."""


def next_attack(s: Position, kept: Container[Group], fresh: bool) -> tuple[int, Group] | None:
    """One more attack towards a plan that meets all duties: what is due first, then company for what was proposed,
    then, if nothing was planned, what can be attacked at good odds."""
    w, now, enemy = s.data, front(s), 1 - s.side
    due = left_out(s)
    if due:
        # A unit that takes all enemies next to it that are not yet attacked adds no duty: so this comes to an end.
        h = members(due)[0]
        options = [(u, g) for u, near in now.able.items() if near >> h & 1 for g in target_sets(s, u) if h in g]
        return min(
            options,
            key=lambda one: (missing_if(s, now, *one).bit_count(), len(one[1]), -w.combat[one[0]]),
            default=None,
        )
    for u in now.able:
        for group in target_sets(s, u):
            if group in now.targets and group not in kept and not missing_if(s, now, u, group):
                return u, group
    if not fresh:
        return None
    best, attack = w.crt_names.index(GOOD) - 1, None
    for h in members(open_hexes(s)):
        units = [u for u, near in now.able.items() if near >> h & 1 and (h,) in target_sets(s, u)]
        odds = column(s, units, (h,), enemy, (), 0) if units else -1
        if odds > best:
            lead = min(units, key=lambda u: (missing_if(s, now, u, (h,)).bit_count(), -w.combat[u]))
            best, attack = odds, (lead, (h,))
    return attack


def open_hexes(s: Position) -> int:
    """The enemy hexes that nobody attacks yet and somebody can, without bringing a country into the war."""
    now = front(s)
    return mask_of(t for enemies in now.able.values() for t in members(enemies)) & ~now.covered & ~now.peace


# --------------------------------------------------------------------------------------------------- rows


def row(
    v: Position, s: Position, group: Group, units: Sequence[int], actions: Sequence[str], why: Sequence[Reason]
) -> Target:
    w, now = v.data, front(v)
    hexes = mask_of(group)
    enemy = 1 - v.side
    mine = [order[0] for order in v.attacks if order[1:] == group]
    could = [u for u, near in now.able.items() if not hexes & ~near and u not in units]
    busy = {order[0] for order in s.attacks}
    free = [u for u in could if u not in busy]
    joins = 0
    for u in units or could:
        joins |= now.able.get(u, 0)
    best = tuple(dict.fromkeys((*units, *free)))
    return Target(
        targets=tuple(w.labels[t] for t in group),
        title=", ".join(w.hex_name(t) for t in group),
        against=tuple(w.ids[x] for t in group for x in survey(v).at.get(t, ()) if w.side[x] == enemy),
        attackers=tuple(w.ids[u] for u in units),
        declared=tuple(w.ids[u] for u in mine),
        could=tuple(w.ids[u] for u in could),
        joins=tuple(w.labels[t] for t in members(joins & ~hexes)),
        odds=battle_odds(v, tuple(units), group) if units else None,
        ratio=w.crt_names[column(v, units, group, enemy, (), 0)] if units else "",
        best=w.crt_names[column(v, best, group, enemy, (), 0)] if best else "",
        duty="7 ¶1" if left_out(s) & hexes else "",
        warnings=tuple(reason.text for reason in invasions(v, group)) if units else (),
        why=tuple(why),
        actions=tuple(actions),
    )

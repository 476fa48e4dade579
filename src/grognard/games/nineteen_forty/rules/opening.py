"""2 ¶4. What a step closes for the rest of a movement phase, in words for warnings and previews (rulings 1, 90)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.nineteen_forty.data.world import BELGIUM, GERMAN
from grognard.games.nineteen_forty.rules import airborne, arrivals, evacuation, exchange
from grognard.games.nineteen_forty.rules.state import OPENING, Position, facts, points_text
from grognard.games.nineteen_forty.rules.supply import judge
from grognard.kernel.rules import Choice, Ints
from grognard.kernel.show import Preview, Reason, Waste
from grognard.kernel.show.words import either, number_of, some
from grognard.maps import members


def still_open(s: Position) -> list[str]:
    """What can be done now and no more once a unit has moved."""
    if s.stage != OPENING or s.overfull >= 0:
        return []
    w = s.data
    found = []
    if arrivals.bringing(s):
        found.append("bring reserves")
    if s.side == GERMAN:
        if airborne.dropping(s):
            found.append("drop airborne units")
        if airborne.withdrawable(s):
            found.append("withdraw airborne units")
    if s.where[exchange.corps_of(s)] < w.n and next(exchange.why_not_breaking(s), None) is None:
        found.append("break down the corps")
    return found


def wastes(s: Position, step: Choice[Position], seat: str, args: Ints) -> Iterator[Waste]:
    """What the end of a movement phase wastes: what only its beginning allows, supply, and units that could still
    move."""
    w = s.data
    if left := still_open(s):
        yield Waste("opening", "2 ¶4", f"You could still {either(left)}.")
    cut_off = [u for u in members(judge(s)) if w.side[u] == s.side]
    if cut_off:
        names = some([w.unit_names[u] for u in cut_off])
        text = f"Out of supply when the next impulse begins, as things stand: {names}."
        places = tuple(dict.fromkeys(w.labels[s.where[u]] for u in cut_off))
        yield Waste("supply", "8 Supply Effects ¶1", text, places)
    units = members(facts(s).movers(s))
    if units:
        names = some([w.unit_names[u] for u in units])
        ids = tuple(w.ids[u] for u in units)
        yield Waste("units", "6 ¶1", f"{number_of(len(units), 'unit')} could still move: {names}.", (), ids)


def closing(s: Position) -> list[Reason]:
    """The effect of an ordinary move on what is still open."""
    left = still_open(s)
    text = f"After this move you can no longer {either(left)} in this phase (ruling 1)."
    return [Reason("2 ¶4", text)] if left else []


def preview_rail(s: Position, step: Choice[Position], seat: str, args: Ints) -> Preview:
    w = s.data
    u, h = args[0], args[1]
    return Preview(
        f"{w.unit_names[u]} goes by rail to {w.hex_name(h)}; only one unit may in a phase.",
        (w.labels[s.where[u]], w.labels[h]),
        effects=tuple(closing(s)),
        places=(w.labels[h],),
    )


def preview_evacuate(s: Position, step: Choice[Position], seat: str, args: Ints) -> Preview:
    """What leaving means for the unit, for the air point (17 British ¶1b) and for Belgium (13 Belgium ¶2)."""
    w = s.data
    u = args[0]
    h = s.where[u]
    effects = closing(s)
    effects.append(Reason("6 Naval Evacuation ¶1b", "It is out of play for good and does not count as eliminated."))
    if w.bef[u] and s.bef_left < 0:
        effects.append(Reason("17 British ¶1b", "From the next turn on there is no British air point."))
    belgian = s.war & 1 << BELGIUM and not s.surrendered & 1 << BELGIUM
    if w.bef[u] and w.load[u] == 3 and not s.bef_corps_left and belgian:
        text = "With a corps of the BEF gone Belgium surrenders at the end of a turn if both major cities are German."
        effects.append(Reason("13 Belgium ¶2", text))
    cost = points_text(evacuation.embark_cost(s, u))
    return Preview(
        f"{w.unit_names[u]} is evacuated from {w.hex_name(h)}.",
        cost=f"{cost} MP",
        effects=tuple(effects),
        places=(w.labels[h],),
    )


def preview_form(s: Position, step: Choice[Position], seat: str, args: Ints) -> Preview:
    w = s.data
    corps, h = exchange.corps_of(s), s.where[args[0]]
    effects = [Reason(exchange.RULES[s.side], "It ends all other movement of this phase (ruling 90).")]
    if any(s.unsupplied >> x & 1 for x in args):
        effects.append(Reason("8 Supply Effects ¶1", "The corps is out of supply like its division (ruling 90)."))
    return Preview(
        f"The {w.unit_names[corps]} forms in {w.hex_name(h)}.", effects=tuple(effects), places=(w.labels[h],)
    )


def preview_withdraw(s: Position, step: Choice[Position], seat: str, args: Ints) -> Preview:
    w = s.data
    u = args[0]
    effects = (Reason("11 ¶3", "It may not come back into play."),)
    return Preview(f"{w.unit_names[u]} is withdrawn.", effects=effects, places=(w.labels[s.where[u]],))

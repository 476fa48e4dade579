"""18: the supply of a side on one page: what harbours give and who draws on them, who goes short, who has no line."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, SEATS
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import Position, combat_factor, steps_of
from grognard.games.fortress_europa.rules.supply.ports import capacity, counted
from grognard.games.fortress_europa.rules.supply.shortage import Overdrawn, Shortage
from grognard.games.fortress_europa.rules.supply.supply import (
    allied_cut_off,
    allied_units,
    german_cut_off,
    german_hq_hexes,
    hqs,
    links,
    may_go_short,
    near_hq,
    needs_no_line,
    shared,
)
from grognard.games.fortress_europa.rules.supply.tracing import trace_supply
from grognard.kernel.errors import BadInput
from grognard.kernel.show import Page, PageKind, PageRow, PageTable
from grognard.kernel.show.words import agree, number_of, some
from grognard.maps import members

PAGES = (PageKind("supply", "Supply"),)


def page(v: Position, name: str, seat: str) -> Page:
    if name != "supply":
        raise BadInput(f"Fortress Europa has no page “{name}”.")
    if seat not in SEATS:
        raise BadInput(f"There is no side “{seat}”; there are german and allied.")
    return allied(v) if SEATS.index(seat) == ALLIED else german(v)


def names(v: Position, units: Sequence[int]) -> str:
    return some([v.data.unit_names[u] for u in units], 8)


def ids(v: Position, units: Sequence[int]) -> tuple[str, ...]:
    return tuple(v.data.ids[u] for u in units)


def place(v: Position, u: int) -> tuple[str, ...]:
    w = v.data
    return (w.labels[v.where[u]],) if v.where[u] < w.n else ()


# -------------------------------------------------------------------------------------------- the Allies


def allied(v: Position) -> Page:
    found, _, given = shared(v)
    drawing: list[list[int]] = [[u for u, k in given.items() if k == number] for number in range(len(found))]
    cut = allied_cut_off(v)
    short = going_short(v, cut)
    by_themselves = [u for u in allied_units(v) if needs_no_line(v, u)]
    gives = sum(harbour.value for harbour in found)
    left = capacity(v)
    ashore, alone = counted(v).bit_count(), len(by_themselves)
    text = (
        f"Harbors give {gives}, and {number_of(ashore, 'unit')} in Europe {agree(ashore, 'counts', 'count')} against "
        f"that: supply capacity is {left}. {number_of(len(given), 'unit')} {agree(len(given), 'draws', 'draw')} on "
        f"harbors, {alone} {agree(alone, 'needs', 'need')} none."
    )
    tables = [
        PageTable(
            "Harbors and who draws on them",
            ("Harbor", "Gives", "Left", "Units"),
            tuple(
                PageRow(
                    (x.name, str(x.value), str(x.value - len(units)), names(v, units)),
                    ids(v, units),
                    (v.data.labels[x.hex],),
                    "warn" if units and len(units) == x.value else "",
                )
                for x, units in zip(found, drawing, strict=True)
            ),
            "One way to share out what there is, so that as many units as possible are supplied.",
            "18.2",
        ),
        headquarters(v),
        shortage(v, short),
        cut_off(v, cut, "18.1"),
    ]
    return Page("supply", "Allied supply", text, tuple(table for table in tables if table.rows))


def headquarters(v: Position) -> PageTable:
    """Which HQs reach which harbours, and who is in their reach."""
    found = shared(v)[0]
    linked = {link.hq: link for link in links(v, found)}
    rows = []
    for u in hqs(v, ALLIED):
        link = linked.get(u)
        near = [x for x in allied_units(v) if link and v.where[x] < v.data.n and link.hexes >> v.where[x] & 1]
        reached = some([found[k].name for k in members(link.harbours)], 6) if link else "none"
        rows.append(
            PageRow(
                (v.data.unit_names[u], reached, number_of(len(near), "unit")),
                ids(v, (u,)),
                place(v, u),
                "" if link else "bad",
            )
        )
    return PageTable("Headquarters", ("Headquarters", "Harbors", "In reach"), tuple(rows), rule="18.1")


def going_short(v: Position, cut: Sequence[int]) -> list[int]:
    """18.2: a proposal of who gets nothing where harbours give too little: who keeps a step when it loses one, and
    the weakest of these."""
    step = v.stack[-1] if v.stack else None
    short = list(step.short) if isinstance(step, Shortage) else list(cut)
    found = []
    while options := may_go_short(v, short):
        u = min(options, key=lambda u: (steps_of(v, u) < 2, combat_factor(v, u), u))
        short.append(u)
        found.append(u)
    return found


def shortage(v: Position, short: Sequence[int]) -> PageTable:
    """Who goes short as proposed; while that is decided, it can be done as proposed."""
    step = v.stack[-1] if v.stack else None
    if isinstance(step, Overdrawn):
        units = sorted(members(counted(v)), key=lambda u: (steps_of(v, u) < 2, combat_factor(v, u), u))[: step.steps]
        actions = tuple(f"reduce {v.data.ids[u]}" for u in units)
        rows = rows_of(v, units)
        return PageTable("Too many in Europe: steps to lose", ("Unit",), rows, rule="18.7.5", actions=actions)
    actions = tuple(f"starve {v.data.ids[u]}" for u in short) if isinstance(step, Shortage) else ()
    text = "Harbors in reach give too little. The weakest units that survive the loss of a step are proposed first."
    return PageTable("Goes short", ("Unit",), rows_of(v, short), text, "18.2", actions)


def rows_of(v: Position, units: Sequence[int]) -> tuple[PageRow, ...]:
    return tuple(PageRow((v.data.unit_names[u],), ids(v, (u,)), place(v, u), "warn") for u in units)


# ------------------------------------------------------------------------------------------- the Germans


def german(v: Position) -> Page:
    w = v.data
    cut = german_cut_off(v)
    on_map = [u for u in w.of_side[GERMAN] if v.where[u] < w.n]
    supplied = german_hq_hexes(v)
    rows = []
    for u in hqs(v, GERMAN):
        linked = bool(supplied >> v.where[u] & 1)
        near = near_hq(v, GERMAN, w.bit[v.where[u]]) & survey(v).occupied[GERMAN] if linked else 0
        here = [x for x in on_map if near >> v.where[x] & 1]
        cells = (w.unit_names[u], "yes" if linked else "no", number_of(len(here), "unit"))
        rows.append(PageRow(cells, ids(v, (u,)), place(v, u), "" if linked else "bad"))
    fed = len(on_map) - len(cut)
    text = (
        f"{fed} of {number_of(len(on_map), 'unit')} {agree(fed, 'is', 'are')} in supply. Units are supplied by a "
        "headquarters with a line to a city in Germany or Italy; and always in Germany and Italy, in cities and "
        "fortresses, and far from the enemy."
    )
    tables = (
        PageTable("Headquarters", ("Headquarters", "Has a line", "In reach"), tuple(rows), rule="18.3"),
        cut_off(v, cut, "18.3"),
    )
    return Page("supply", "German supply", text, tuple(table for table in tables if table.rows))


def cut_off(v: Position, units: Sequence[int], rule: str) -> PageTable:
    rows = tuple(
        PageRow((v.data.unit_names[u], trace_supply(v, u).words), ids(v, (u,)), place(v, u), "bad") for u in units
    )
    text = "Each loses a step in the Supply Phase of its side if nothing changes." if rows else ""
    return PageTable("Out of supply", ("Unit", "Why"), rows, text, rule)

"""The charts: what stands on the players' cards and on the edge of the map."""

from __future__ import annotations

from grognard.games.fortress_europa.data.loader import Book
from grognard.games.fortress_europa.data.world import World
from grognard.kernel.show import Chart

OURS = "Reconstructed: the booklet does not print it."


def _yes(value: bool, word: str = "yes") -> str:
    return word if value else "-"


def combat(book: Book) -> tuple[Chart, ...]:
    dice = tuple((str(die), *(c.results[die - 1] for c in book.column)) for die in range(1, 7))
    results = tuple((r.id, r.name) for r in book.result)
    return (
        Chart(
            "crt", "Combat results", "15.3", ("Die", *(c.name for c in book.column)), dice, (OURS,), "reconstruction"
        ),
        Chart("results", "What the results mean", "15.3", ("Result", "Meaning"), results),
    )


def movement(book: Book) -> tuple[Chart, ...]:
    columns = ("Units", *(f"{w.name} {i}" for w in book.weather for i in ("I", "II")))
    rows = tuple(
        (a.name, *(str(x) for cells in (a.clear, a.overcast, a.overcast_star, a.storm) for x in cells))
        for a in book.allowance
    )
    weather = {w.id: w.name for w in book.weather}
    months = tuple((m.name, *(weather[x] for x in m.dice)) for m in book.month)
    terrain = tuple(
        (
            t.name,
            str(t.stack),
            str(t.invade_stack),
            t.stop or "-",
            _yes(t.doubled, "doubled"),
            _yes(t.armor_halved, "halved"),
            _yes(t.holds, "may stay"),
        )
        for t in book.terrain
    )
    features = tuple(
        (f.name, "-", "-", "-", _yes(f.doubled, "doubled"), _yes(f.armor_halved, "halved"), _yes(f.holds, "may stay"))
        for f in book.feature
    )
    heads = ("Terrain", "Stack", "Invading", "Stops for the", "Defenders", "Armor", "Retreat")
    note = "I and II: first and second move impulse. Full and half of the printed factor, half rounded up."
    return (
        Chart("movement", "Movement allowances", "5.4", columns, rows, (OURS, note), "reconstruction"),
        Chart("weather", "Weather", "4.3A2", ("Month", *map(str, range(1, 7))), months, (OURS,), "reconstruction"),
        Chart("terrain", "Terrain effects", "8", heads, (*terrain, *features), source="rulebook"),
    )


def air(book: Book) -> tuple[Chart, ...]:
    missions = tuple(
        (
            m.name,
            " or ".join(kind.upper() for kind in m.flown_by),
            "TAC only beside SAC" if m.tac_needs_sac else "-" if m.cancelled else "cannot be cancelled",
            m.rule,
        )
        for m in book.mission
        if not m.advanced
    )
    crossing = tuple((", ".join(map(str, c.dice)), c.name) for c in book.crossing)
    drops = tuple((d.name, *d.dice) for d in book.drop)
    heads = ("Landing", *map(str, range(1, 7)))
    return (
        Chart("missions", "Aircraft missions", "17.10", ("Mission", "Flown by", "Note", "Rule"), missions),
        Chart("crossing", "River crossing", "17.10.4", ("Die", "Result"), crossing, (OURS,), "reconstruction"),
        Chart("drops", "Paratrooper drops", "20.4", heads, drops, (OURS,), "reconstruction"),
    )


def strength(w: World) -> tuple[Chart, ...]:
    book = w.book
    months = [m for m in book.month if not m.extended]
    who = {"german": "German", "american": "American", "british": "British", "special": "Special"}
    rates = tuple(
        (
            name,
            *(next(f"{r.total}({r.armored})" for r in book.rate if r.who == key and r.month == m.id) for m in months),
        )
        for key, name in who.items()
    )
    tac = ("German TAC", *(next(f"{t.total}({t.most})" for t in book.tac if t.id == m.id) for m in months))
    areas = tuple((a.name, str(a.first), str(a.second), str(a.second_hq), a.box.capitalize()) for a in book.invasion)
    ports = tuple((p.place, str(p.capacity), p.sea.capitalize()) for p in book.port)
    turns = tuple((t.name, t.days, str(t.allied or "-"), str(t.german or "-")) for t in book.turn if not t.extended)
    return (
        Chart(
            "replacements",
            "Replacements a turn",
            "27.1",
            ("", *(m.name for m in months)),
            (*rates, tac),
            (OURS, "In brackets: how many may be armored; for aircraft, the most in one turn."),
            "reconstruction",
        ),
        Chart(
            "invasion",
            "Invasion capacities",
            "12.10",
            ("Coast", "Factors first", "Units second", "HQs second", "From"),
            areas,
            (OURS,),
            "reconstruction",
        ),
        Chart("ports", "Ports", "18.2", ("Port", "Capacity", "Coast"), ports, (OURS,), "reconstruction"),
        Chart("turns", "Turns", "4.1", ("Turn", "Days", "Allied group", "German group"), turns),
    )


def charts(w: World) -> tuple[Chart, ...]:
    book = w.book
    return (*combat(book), *movement(book), *air(book), *strength(w))

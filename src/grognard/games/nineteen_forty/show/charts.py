"""The charts: what the booklet or our reconstruction puts on the player's card."""

from __future__ import annotations

from grognard.games.nineteen_forty.data.printed import Book, Terrain
from grognard.games.nineteen_forty.data.world import World
from grognard.kernel.show import Chart

SIDE_NOTES = {
    "sea": "Allies only, into friendly ground outside enemy zones; no attack",
    "causeway": "both sides, not into an enemy zone",
    "lake": "impassable",
    "minor-fort": "Germans from outside; DR* has no effect unless outflanked or landed on",
    "major-fort": "Germans from outside; defender +1; DR works only if outflanked or landed on, DR* only if both",
}


def columns_left(terrain: Terrain) -> str:
    """The columns that an attack loses, mountain units apart where they lose fewer."""
    if not terrain.columns:
        return "-"
    words = f"{terrain.columns} left"
    special = terrain.mountain_columns
    return words if special is None else f"{words}, mountain units {special}"


def extra_points(book: Book) -> tuple[tuple[str, str, str], ...]:
    """Movement points beside the terrain, and what air points do."""
    extra, air = book.surcharges, book.air
    return (
        ("Leaving an enemy zone of control", f"+{extra.leave_zone} MP", "4 ¶2b"),
        ("Entering a hex with a disrupted friend", f"+{extra.disrupted_friend} MP", "6 ¶2b"),
        ("Entering over the map edge", f"{extra.edge_entry} MP", "14 Reinforcements ¶1"),
        ("Embarking", f"{extra.embark} MP", "6 Naval Evacuation ¶1b"),
        ("German air points a turn", str(air.german), "9 ¶1"),
        ("British air points a turn", str(air.british), "9 ¶1"),
        ("French air points a turn", str(air.french), "9 ¶1"),
        ("One column in a combat", "1 air point", "9 ¶2a"),
        ("Interdicting a hex", f"{air.interdiction} air points", "9 ¶3"),
    )


def terms(w: World, level: str) -> str:
    """What a level of victory asks for (19)."""
    t = w.book.terms
    twice = f"{t.double} times the Allied points, the plan and another objective"
    return {
        "german-strategic": f"{twice}, and {t.british_factors} British factors eliminated or all three objectives",
        "german-decisive": twice,
        "german-marginal": "more points than the Allies, the plan and another objective",
        "draw": "more German points and the plan, nothing more",
        "allied-marginal": "the Germans without more points, or without the plan",
        "allied-decisive": "at least as many points as the Germans, and the plan not accomplished",
        "allied-strategic": f"more points, the plan not accomplished and {t.ruhr_hexes} Ruhr hexes Allied",
    }[level]


def charts(w: World) -> tuple[Chart, ...]:
    book = w.book
    dice = tuple((str(die), *[column.results[die - 1] for column in book.column]) for die in range(1, 7))
    terrain = tuple(
        (
            t.name,
            str(t.foot),
            str(t.motorized),
            str(t.mountain),
            columns_left(t),
            "halved" if t.armour_halved else "-",
            "no effect" if t.dr_star else "-",
        )
        for t in book.terrain
    )
    towns = tuple(
        (t.name, "-", "-", "-", "-", "halved" if t.armour_halved else "-", "no effect" if t.dr_star else "-")
        for t in book.town
    )
    sides = tuple(
        (
            k.name,
            "nobody crosses" if k.id == "lake" else f"+{k.cost}",
            {0: "no attack", 1: "-", 2: "halved", 4: "quartered"}[k.divide],
            "a die: 1-3 no effect" if k.bridgehead else SIDE_NOTES.get(k.id, ""),
        )
        for k in book.side_kind
    )
    late = tuple(
        (w.unit_names[u], f"{w.combat[u]}-{w.move[u]}", unit.entry.replace("-", " "))
        for u, unit in enumerate(book.unit)
        if unit.entry in ("reserve", "swiss-border", "option", "airborne") or unit.entry.startswith("turn-")
    )
    p = book.points
    losses = (
        ("British, each factor", str(p.british), "German"),
        ("French motorized, each factor", str(p.french_motorized), "German"),
        ("other French, each factor", str(p.french_other), "German"),
        ("Belgian, Dutch, Swiss", str(p.minor_ally), "German"),
        ("German airborne, each unit", str(p.airborne_unit), "Allied"),
        ("German motorized, each factor", str(p.german_motorized), "Allied"),
        ("other German, each factor", str(p.german_other), "Allied"),
    )
    note = "Reconstructed: the booklet does not print it. Three cells are known."
    return (
        Chart(
            "crt", "Combat results", "7 ¶4c", ("Die", *[c.odds for c in book.column]), dice, (note,), "reconstruction"
        ),
        Chart(
            "terrain",
            "Terrain effects",
            "7 ¶5b",
            ("Terrain", "Foot", "Motorized", "Mountain", "Odds", "Armor", "DR*"),
            terrain + towns,
            ("Reconstructed around what the rules state.",),
            "reconstruction",
        ),
        Chart(
            "sides", "Hexsides", "7 Terrain ¶1a", ("Hexside", "Cost", "Attackers", ""), sides, (), "reconstruction"
        ),
        Chart(
            "arrivals", "Reserves and reinforcements", "14 Reserves ¶1a", ("Unit", "Factors", "How it comes"), late
        ),
        Chart("points", "Movement surcharges and air", "6 ¶2a", ("What", "Points", "Rule"), extra_points(book)),
        Chart("losses", "Points for losses", "19 Losses German ¶1", ("Eliminated", "Points", "For the"), losses),
        Chart(
            "levels",
            "Victory levels",
            "19 ¶1",
            ("Level", "Terms", "Rule"),
            tuple((x.name, terms(w, x.id), x.source.removeprefix("rulebook ")) for x in book.level),
            ("The plan counts only if Holland, once invaded, has surrendered. The best level that fits is taken.",),
        ),
        Chart(
            "turns",
            "Turns",
            "2 ¶1",
            ("Turn", "Dates", "Impulses a side"),
            tuple((str(t.number), t.dates, str(t.impulses)) for t in book.turn),
        ),
    )

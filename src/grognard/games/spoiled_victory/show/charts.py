"""The charts, and what the museum must hold of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.games.spoiled_victory.data.printed import Sourced
from grognard.games.spoiled_victory.data.world import RESULT_WORDS, Data
from grognard.kernel.show import Chart

TOTALS = range(2, 13)


KINDS = ("rulebook", "published", "reconstruction", "pack")


def _source(items: Iterable[Sourced]) -> str:
    """Where the figures of a chart come from: every item says it, and may say another thing of single fields."""
    found = {source.split()[0] for item in items for source in (item.source, *item.sources.values())}
    return " and ".join(kind for kind in KINDS if kind in found)


def _to_apply(wins: int) -> str:
    if not wins:
        return "no effect"
    return f"{wins}{' or more' if wins == 4 else ''} Win{'' if wins == 1 else 's'} to apply: Hits or Retreats"


def build_charts(d: Data) -> tuple[Chart, ...]:
    t = d.printed.tables
    totals = tuple(str(n) for n in TOTALS)
    luftwaffe = Chart(
        "luftwaffe",
        "Luftwaffe Attack Table",
        "7.2",
        ("Target", *totals),
        tuple((title, *(RESULT_WORDS[d.air_rows[i][n]] for n in TOTALS)) for i, title in enumerate(d.air_titles)),
        (
            f"Two dice: Town {d.drm_town:+d}, Marsh {d.drm_marsh:+d}, Night {d.drm_night:+d}, the event.",
            "Over 12 reads as 12. A natural 12 on the East Jetty or a Beach damages the Mole or the jetties (7.3).",
            f"RAF bombers: Combat unit row, {d.drm_bombers:+d}; Suppressed reads Disrupted (10.10.2).",
        ),
        _source([c for r in t.luftwaffe for c in r.cells]),
    )
    interdiction = Chart(
        "interdiction",
        "German Interdiction Attack Table",
        "8.2",
        ("Turn", *totals),
        tuple(
            (name, *("miss" if d.interdiction[i][n] == 0 else RESULT_WORDS[d.interdiction[i][n]] for n in TOTALS))
            for i, name in enumerate(("Day", "Night"))
        ),
        ("Two dice for each evacuee unit on To England of Route Z, and of Route Y while Nieuport is German.",),
        _source([c for r in t.interdiction for c in r.cells]),
    )
    retreats = {"always": "retreats", "if-held": "retreats if an Allied unit is still there", "never": "no effect"}
    german = Chart(
        "german-attack",
        "Combat Results: German attack",
        "9.3d",
        ("Wins", "German", "Defender", "Attack", "Breaks through"),
        tuple(
            (
                f"{r.wins}{'+' if r.wins == 4 else ''}",
                retreats[r.retreat]
                + (", Disrupted without an equal die" if r.disrupted else "")
                + (", casualty roll" if r.casualty else ""),
                _to_apply(r.wins),
                "goes on while anyone is left" if r.goes_on else "ends",
                ", ".join(x.capitalize() for x in r.breakthrough) or "nobody",
            )
            for r in d.german_attack
        ),
        (
            "Dice: factor, less one each for Night, Disrupted, Town; at least one die.",
            "Defense Number: factor, plus one in Town, Canal or La Panne, less one if Suppressed; at least 1.",
            "Each die above the Defense Number is a Win, and each pair of dice equal to it.",
            "Each Win is a Hit or a Retreat; the first falls on the Frontline unit, the others on any unit there "
            "(9.3.3).",
            "Casualty roll: two dice showing 1, or the only die, are a Hit (9.3.2).",
            "With the option that Germans always retreat, they do so on one Win from an emptied space too.",
        ),
        _source(d.german_attack),
    )
    allied = Chart(
        "allied-attack",
        "Combat Results: Allied attack",
        "10.1.8",
        ("Wins", "Allied unit", "German"),
        tuple(
            (
                f"{r.wins}{'+' if r.wins == 4 else ''}",
                "retreats, casualty roll" if r.attacker_retreats else "no effect",
                " and ".join(
                    {"retreat": "retreats", "disrupted": "is Disrupted", "hit": "takes a Hit"}[x] for x in r.german
                )
                or "no effect",
            )
            for r in d.allied_attack
        ),
        (
            "Dice: factor, less one by Night; at least one die. The German's Defense Number is its factor.",
            "Each die above the Defense Number is a Win, and each pair of dice equal to it.",
            "Casualty roll: two dice showing 1, or the only die, are a Hit (9.3.2).",
        ),
        _source(d.allied_attack),
    )
    b, w = t.surrender, t.withdrawal
    end = Chart(
        "surrender",
        "Belgian Surrender / Panzer Withdrawal",
        "12.2",
        ("Roll", "takes effect on", "by turn", "others"),
        (
            (
                "Belgian surrender",
                f"{b.needed} or more",
                ", ".join(f"{i + 1}: {v:+d}" for i, v in enumerate(b.by_turn)),
                f"each Belgian unit lost {b.unit_lost:+d}; Nieuport German {b.nieuport_german:+d}",
            ),
            (
                "Panzer withdrawal",
                f"{w.needed} or more",
                ", ".join(f"{i + 1}: {v:+d}" for i, v in enumerate(w.by_turn)),
                f"one panzer unit Motorized {w.one_motorized:+d}; a panzer unit in Dunkirk {w.panzer_in_dunkirk:+d}",
            ),
        ),
        ("One die. The last number by turn holds for all later turns.",),
        _source((b, w)),
    )
    c = d.cost
    m = d.movement
    costs = Chart(
        "actions",
        "Player Actions",
        "10.0",
        ("Action", "Cost", "Rule"),
        (
            (f"Foot Movement: {m.foot_day} spaces by day, {m.foot_night} by night", str(c.foot), "10.1"),
            (f"Truck Movement: any distance by day, {m.truck_night} spaces by night", str(c.truck), "10.1"),
            ("Create evacuees (May) or convert a Combat unit (June)", str(c.create), "10.2"),
            ("Upgrade evacuees", str(c.upgrade), "10.3"),
            ("Intelligence Report", str(c.intelligence), "10.4"),
            ("Dunkirk Spirit", str(c.spirit), "10.5"),
            ("Evacuation Move", str(c.evacuate), "10.6"),
            ("Release Flooding", str(c.flood), "10.7"),
            ("Build Beach Jetties", str(c.build), "10.8"),
            ("Repair a jetty", str(c.repair), "10.9"),
            ("RAF bombers, after their event", "0", "10.10.2"),
        ),
        (),
        _source((c, m)),
    )
    cards = Chart(
        "cards",
        "The Action Cards",
        "4.4",
        ("No.", "Event", "What it does", "Luftwaffe", "German Moves", "Actions", "Day", "Night"),
        tuple(
            (
                str(k.number),
                k.title,
                k.text,
                " + ".join(e.words for e in k.luftwaffe),
                k.german_words,
                str(k.actions),
                str(k.moves[0]),
                str(k.moves[1]),
            )
            for k in d.cards
        ),
        ("Most of the cards are reconstructions: see About.",),
        _source(d.printed.cards.card),
        (1, 2),
    )
    levels = Chart(
        "levels",
        "Victory levels",
        "13.0",
        ("Victory Points", "Level"),
        tuple(
            (
                f"{x.to} or less"
                if x.from_ == 0
                else f"{x.from_} or more"
                if x.to == 999
                else f"{x.from_} to {x.to}",
                x.name,
            )
            for x in d.levels
        ),
        (),
        _source(d.levels),
    )
    return (luftwaffe, interdiction, german, allied, costs, end, cards, levels)


def exhibits(d: Data) -> Iterator[str]:
    for level in d.levels:
        yield f"ending {level.name}"
    for card in d.cards:
        for use in ("Event", "Luftwaffe", "German Moves", "Player Actions", "Evacuations"):
            yield f"{use} {card.id}"
    for title in d.air_titles:
        for n in TOTALS:
            yield f"luftwaffe {title} {n}"
    for column in ("Day", "Night"):
        for n in TOTALS:
            yield f"interdiction {column} {n}"
    for side in ("german", "allied"):
        for row in ("0", "1", "2", "3", "4+"):
            yield f"{side}-attack {row} German"
    yield from ("Belgian surrender yes", "Belgian surrender no", "Panzer withdrawal yes", "Panzer withdrawal no")
    yield from ("Marsh roll stays", "Marsh roll leaves")

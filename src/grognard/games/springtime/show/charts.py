"""The charts."""

from __future__ import annotations

from grognard.games.springtime.data.world import World
from grognard.games.springtime.rules.values import battle_chances
from grognard.kernel.show import Chart


def charts(d: World) -> tuple[Chart, ...]:
    c, k, t = d.combat, d.costs, d.surrender
    return (
        Chart(
            "attack",
            "Attack Value",
            "10.4.2",
            ("condition", "value"),
            (
                ("Combat Value of the Lead unit, current side", "CV"),
                ("each other attacking unit", f"{c.other_unit:+d}"),
                ("Leader of the Lead unit", "rating"),
                ("air support of the Lead unit's nation", _air_values(d)),
                ("Lead unit out of supply", f"{c.out_of_supply:+d}"),
            ),
            source="reconstruction",
        ),
        Chart(
            "defense",
            "Defense Value",
            "10.4.3",
            ("condition", "value"),
            (
                ("Combat Value of the Lead unit, current side", "CV"),
                ("each other defending unit", f"{c.other_unit:+d}"),
                ("Leader of the Lead unit", "rating"),
                ("air support of the Lead unit's nation", "as in attack"),
                ("terrain of the Area", "TEM"),
                ("Lead attacker entered across a river", f"{c.river:+d}"),
                ("Lead attacker entered across the Maginot Line", f"{c.maginot:+d}"),
                ("Lead unit out of supply", f"{c.out_of_supply:+d}"),
            ),
            source="reconstruction",
        ),
        Chart(
            "results",
            "Combat results",
            "10.4.4",
            ("result", "when", "attacker", "defender"),
            (
                ("Repulse", "attack total lower", "Lead loses a step; a mandatory attack retreats", "may retreat"),
                ("Stalemate", "equal", "Lead loses a step; may retreat", "Lead loses a step; may retreat"),
                (
                    "Success",
                    "higher, infantry leads",
                    f"Lead loses a step if the defender rolled {c.success_backfire}+",
                    "Lead loses a step; all retreat",
                ),
                (
                    "Overrun",
                    "higher, armor leads",
                    f"Lead loses a step if the defender rolled {c.overrun_backfire}+",
                    "Lead eliminated; others retreat",
                ),
            ),
            source="rulebook 10.4.4",
        ),
        Chart(
            "odds",
            "Chances by Attack Value less Defense Value",
            "10.4",
            ("difference", "win", "stalemate", "repulse"),
            tuple(_odds_row(n) for n in range(-7, 8)),
            source="rulebook 10.4",
        ),
        Chart(
            "morale",
            "French Morale",
            "4.4.9",
            ("condition", "change"),
            tuple((m.text, f"{m.change:+d}") for m in d.tables.morale),
            notes=tuple(f"{e.name}: {e.morale:+d}" for e in d.events if e.morale),
            source="reconstruction",
        ),
        Chart(
            "costs",
            "Replacement Points",
            "12.3",
            ("what", "infantry", "armored"),
            (
                ("to full strength", str(k.restore_infantry), str(k.restore_armored)),
                ("rebuild reduced", str(k.rebuild_infantry_reduced), str(k.rebuild_armored_reduced)),
                ("rebuild full", str(k.rebuild_infantry_full), str(k.rebuild_armored_full)),
            ),
            source="rulebook 12.3",
        ),
        Chart(
            "surrender",
            "Surrender of units out of supply",
            "13.2.4",
            ("die", "full unit", "reduced unit"),
            (
                (f"{t.reduced_at - 1} or less", "holds", "holds"),
                (f"{t.reduced_at} to {t.surrender_at - 1}", "reduced", "surrenders"),
                (f"{t.surrender_at} or more", "surrenders", "surrenders"),
            ),
            notes=(
                f"Allied unit, French Morale {t.low_morale} or less: {t.low_morale_drm:+d}",
                f"Allied unit in an evacuation port: {t.port_drm:+d}",
                f"German unit: {t.german_drm:+d}",
            ),
            source="reconstruction",
        ),
        Chart(
            "events",
            "Event markers",
            "6.1.1",
            ("event", "side", "played", "effect"),
            tuple((e.name, e.side, "once" if e.once else "returns", e.text) for e in d.events),
            source="reconstruction",
            cards=(0, 3),
        ),
        Chart(
            "terrain",
            "Areas and Zones",
            "3.1.2",
            ("number", "name", "country", "TEM", "notes"),
            tuple(
                (
                    a.id,
                    a.name,
                    a.country,
                    f"+{a.tem}",
                    ", ".join(x for x, on in (("port", a.port), ("supply", a.edge), ("Maginot", a.maginot)) if on),
                )
                for a in d.areas
            ),
            source="reconstruction",
        ),
    )


def _air_values(d: World) -> str:
    """The weak and the strong side of each nation's markers."""
    values = {a.nation: f"{a.weak:+d} / {a.strong:+d} {a.nation.capitalize()}" for a in d.air}
    return ", ".join(values.values())


def _odds_row(n: int) -> tuple[str, ...]:
    found = battle_chances(n, True)
    return (f"{n:+d}", *(f"{100 * found[key] / 1296:.0f} %" for key in ("win", "stalemate", "repulse")))

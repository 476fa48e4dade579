"""Charts, the sequence of play, the guided first turn and the About page."""

from __future__ import annotations

from grognard.games.springtime.data import Data
from grognard.games.springtime.state import Spring
from grognard.games.springtime.values import battle_chances
from grognard.kernel.data import count_sources
from grognard.kernel.show import About, Chart, Lesson, LessonStep, SequenceItem


def charts(d: Data) -> tuple[Chart, ...]:
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


def _air_values(d: Data) -> str:
    """The weak and the strong side of each nation's markers."""
    values = {a.nation: f"{a.weak:+d} / {a.strong:+d} {a.nation.capitalize()}" for a in d.air}
    return ", ".join(values.values())


def _odds_row(n: int) -> tuple[str, ...]:
    found = battle_chances(n, True)
    return (f"{n:+d}", *(f"{100 * found[key] / 1296:.0f} %" for key in ("win", "stalemate", "repulse")))


SEQUENCE = (
    ("sides", "Bids for sides and set-up", "5.0", 0, ("Bids", "BidDice", "FreeSetup")),
    ("political", "Political Phase", "6.1", 0, ()),
    ("draw", "Draw Event markers", "6.1.1", 1, ("TakePlanRedChoice", "KeepOrDraw", "DrawMarker")),
    ("belgium", "Belgian surrender", "6.1.2", 1, ("BelgianDie",)),
    ("confidence", "Command confidence", "6.1.3", 1, ()),
    ("italy", "Italian declaration of war", "6.1.4", 1, ()),
    ("maneuvers", "Maneuvers Phase", "6.2", 0, ()),
    (
        "start",
        "Start of an impulse: events, the Advantage, Kleist",
        "6.1.1",
        1,
        ("OpenCityWindow", "EarlyEvent", "PlaceKleist"),
    ),
    ("choose", "Assault, Regroup, Redeploy or Pass", "8.1", 1, ("ChooseImpulse",)),
    ("moves", "Moves and attacks", "9.1", 1, ("AssaultMoves", "RegroupMoves", "RedeployMoves", "DropDice")),
    ("combat", "Combat", "10.4", 2, ("NameDefender", "AttackerAir", "DefenderAir", "CombatDice", "BattleWindow")),
    ("retreats", "Retreats", "10.5", 2, ("Retreat",)),
    ("supply", "Supply", "13.2", 1, ()),
    ("logistics", "Logistics roll", "6.2.1", 1, ("Logistics", "SoldierOn")),
    ("refit", "Refit Phase", "6.3", 0, ("Spend",)),
    ("surrender", "Surrender of units out of supply", "13.2.4", 1, ("SurrenderDie",)),
    ("empty", "Vacant Areas out of supply", "13.2.5", 1, ()),
    ("end", "End Phase", "6.4", 0, ()),
    ("armistice", "Armistice roll", "6.4.1", 1, ("Armistice",)),
    ("end-events", "Events and discards", "6.4.4", 1, ("EndEvents", "EndDiscards")),
)


def sequence(v: Spring | None) -> tuple[SequenceItem, ...]:
    top = type(v.stack[-1]).__name__ if v is not None and v.stack else ""
    if v is not None and top in ("OpenCityWindow", "PlaceKleist"):  # in the midst of an impulse
        top = "CombatDice" if v.battle >= 0 else "AssaultMoves" if v.active else top
    return tuple(SequenceItem(i, title, rule, level, top in steps) for i, title, rule, level, steps in SEQUENCE)


LESSON = Lesson(
    title="The stroke through the Ardennes",
    scenario="plan-yellow",
    seat="axis",
    forced=("improved-logistics-allies", "plan-red", (6, 5, 2, 3), (4, 5, 2, 2), (3,)),
    steps=(
        LessonStep(
            "It is 10 May 1940. The game begins with one Axis impulse, number 6, for every German Army Group.",
            "15.3",
        ),
        LessonStep("Before it the Allies may play an Event marker. They keep it.", "15.1", "keep"),
        LessonStep(
            "Place Kleist, for this week with a unit where he is set up; he adds his rating when it leads.",
            "4.4.1",
            "kleist guderian-pz",
            pieces=("guderian-pz", "reinhardt-pz"),
        ),
        LessonStep("Choose an Assault with every Army Group.", "15.3", "assault all"),
        LessonStep(
            "Move Guderian to Sedan, two Areas away. An Area where enemies are must be attacked.",
            "9.2",
            "move guderian-pz 17",
            places=("11", "17"),
        ),
        LessonStep(
            "Send Reinhardt after him: each further unit adds 1.", "9.2", "move reinhardt-pz 17", places=("17",)
        ),
        LessonStep(
            "Now attack, with Guderian as Lead unit. The odds show every modifier before you commit yourself.",
            "10.4.2",
            "attack 17 guderian-pz",
            places=("17",),
        ),
        LessonStep(
            "The Luftwaffe may support a German Lead unit, once an impulse for each marker.",
            "9.4.1",
            "air luftwaffe-1",
        ),
        LessonStep("Now the defender may send his own air support. The French do not.", "9.4.1", "no-air"),
        LessonStep(
            "Armor that leads and wins overruns: Sedan is yours. Now the north: the 18th Army into Holland.",
            "10.4.4",
            "move ge-18 8",
            places=("8",),
        ),
        LessonStep("And Schmidt's panzers with it.", "9.2", "move schmidt-pz 8", places=("8",)),
        LessonStep("Attack the Dutch Army with Schmidt in the lead.", "10.4.2", "attack 8 schmidt-pz", places=("8",)),
        LessonStep("The second marker may fly here.", "9.4.1", "air luftwaffe-2"),
        LessonStep(
            "End the impulse. A Logistics roll below its number ends the phase, unless the Advantage is used.",
            "6.2.1",
            "end",
        ),
    ),
)


def about(d: Data) -> About:
    return About(
        title="Springtime for Hitler",
        text=(
            "The conquest of the West, May and June 1940, for two players: thirty Areas and six Zones, impulses by "
            "Army Group, secret Event markers and the will of France to fight on. The rules follow the published "
            "booklet case by case."
        ),
        sources=count_sources(d.raw),
        notes=(
            "The printed map, counters and chart sheet could not be found. Names, set-ups, Army Groups, costs and "
            "results are from the booklet; most combat and movement values, terrain, rivers, the value, morale and "
            "surrender tables and some event "
            "effects are reconstructed and marked so in the data.",
            "Owners of the printed game can correct any value with a data pack.",
        ),
        credits=("Game design: Michael Rinella (2016).", "Coastlines made with Natural Earth."),
    )

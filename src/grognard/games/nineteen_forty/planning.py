"""16. Planning, with the mountain corps (15) and the Mechelen incident (20)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, ClassVar

from grognard.games.nineteen_forty.deploying import AlliedDeploying, GermanDeploying, assignment
from grognard.games.nineteen_forty.state import Position, say
from grognard.games.nineteen_forty.world import (
    ALLIED,
    GERMAN,
    SEATS,
    World,
)
from grognard.kernel.contract import Action, Args, Choice, Draft, Slot, Verb, Why, Whys
from grognard.kernel.events import Events

# ------------------------------------------------------------------------------------------------ plans


def groups_of(s: Position, seat: str) -> tuple[str, ...]:
    names: tuple[str, ...] = s.data.group_names[SEATS.index(seat)]
    return names


def army_universe(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    armies: tuple[str, ...] = s.data.armies[SEATS.index(seat)]
    return armies


def army_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    army = army_universe(s, step, seat, ()).index(args[0])
    name = w.army_names[args[0]]
    if seat == "allied" and army == w.bef_army:
        yield Why("16 Allies ¶1b", lambda: "The BEF belongs to the First Army Group.")
    elif assignment(s, seat)[army] >= 0:
        yield Why("16 ¶1", lambda: f"The {name} is assigned already.")


def group_universe(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    return groups_of(s, seat)


def empty_groups(s: Position, seat: str, assigned: list[int]) -> list[int]:
    """The army groups that no army has been assigned to; the BEF alone does not count (ruling 93)."""
    w: World = s.data
    used = {g for a, g in enumerate(assigned) if g >= 0 and not (seat == "allied" and a == w.bef_army)}
    return [g for g in range(3) if g not in used]


def assign_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    """16 Allies ¶1b, Germans ¶1b: each group must still be able to get an army."""
    w: World = s.data
    assigned = list(assignment(s, seat))
    assigned[army_universe(s, step, seat, ()).index(args[0])] = groups_of(s, seat).index(args[1])
    empty = empty_groups(s, seat, assigned)
    if len(empty) > assigned.count(-1):
        names = ", ".join(w.group_titles[SEATS.index(seat)][g] for g in empty)
        rule = "16 Germans ¶1b" if seat == "german" else "16 Allies ¶1b"
        yield Why(rule, lambda: f"Then no army would be left for the {names}.")


def do_assign(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    assigned = list(assignment(s, seat))
    assigned[army_universe(s, step, seat, ()).index(args[0])] = groups_of(s, seat).index(args[1])
    if seat == "german":
        s.assign_german = tuple(assigned)
    else:
        s.assign_allied = tuple(assigned)


def do_react(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    s.reacting = groups_of(s, "allied").index(args[0])


def do_objective(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    s.objective = s.data.plans.index(args[0])


def do_effort(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    s.effort = groups_of(s, "german").index(args[0])


def mountain_universe(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.ids[u] for u in w.of_side[GERMAN] if w.units[u].size == "corps" and u != w.geb]


def is_replaceable(w: World, u: int) -> bool:
    """15 German Mountain Corps ¶1: any German infantry corps of 4 or 5, reserves too (ruling 91)."""
    unit = w.units[u]
    return (unit.nation, unit.size, unit.type) == ("german", "corps", "infantry") and (
        unit.combat in w.book.mountain.replaces
    )


def mountain_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[0]]
    if not is_replaceable(w, u):
        yield Why(
            "15 German Mountain Corps ¶1",
            lambda: f"{w.unit_names[u]} is no infantry corps of 4 or 5 factors.",
            (),
            (w.ids[u],),
        )


def do_mountain(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    s.replaced = s.data.unit[args[0]]


def only(seat: str, rule: str, chosen: str = "") -> Any:
    """A verb of one seat's plan, used once."""

    def reasons(s: Position, step: Any, who: str) -> Iterator[Why]:
        if who != seat:
            yield Why(rule, lambda: f"This is for the {seat} player.")
        elif chosen and getattr(s, chosen) >= 0:
            yield Why(rule, lambda: "This has been chosen.")
        elif chosen == "reacting" and s.mechelen:
            yield Why("20 Mechelen ¶1", lambda: "The army group has been told to the German player.")

    return reasons


def do_usual(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    """Fills in the rest of the plan as it was done in 1940."""
    from grognard.games.nineteen_forty.suggestions import usual_plan

    for text in usual_plan(s, seat):
        verb, *words = text.split()
        {"assign": do_assign, "react": do_react, "objective": do_objective, "effort": do_effort}[verb](
            s, step, seat, tuple(words), ev
        )


def usual_reasons(s: Position, step: Any, seat: str) -> Iterator[Why]:
    if next(step.duties(s, seat), None) is None:
        yield Why("16 ¶1", lambda: "The plan is complete.")


DONE = tuple(Action("done", (), True, False, seat) for seat in SEATS)
USUAL = tuple(Action("usual", (), True, False, seat) for seat in SEATS)


class PlanActions:
    """For one side: the beginnings of a plan."""

    __slots__ = ("assign", "effort", "mountain", "objective", "react")

    def __init__(self, w: World, side: int) -> None:
        def each(verb: str, names: tuple[str, ...], complete: bool = True) -> list[Action]:
            return [Action(verb, (name,), complete, not complete, SEATS[side]) for name in names]

        self.react = each("react", w.group_names[side])
        self.objective = each("objective", w.plans)
        self.effort = each("effort", w.group_names[side])
        self.assign = each("assign", w.armies[side], False)
        self.mountain = each("mountain", tuple(w.ids[u] for u in w.of_side[GERMAN] if is_replaceable(w, u)))


def plan_openings(s: Position, seat: str, is_whole: bool) -> list[Action]:
    """What can be planned next; `is_whole` says that no duty is left."""
    w: World = s.data
    if not w.plan_actions:
        w.plan_actions = (PlanActions(w, GERMAN), PlanActions(w, ALLIED))
    side = SEATS.index(seat)
    kept: PlanActions = w.plan_actions[side]
    out: list[Action] = []
    if side == ALLIED and s.reacting < 0 and not s.mechelen:
        out += kept.react
    if side == GERMAN and s.objective < 0:
        out += kept.objective
    if side == GERMAN and s.effort < 0:
        out += kept.effort
    bef = w.bef_army if side == ALLIED else -1
    out += [kept.assign[a] for a, group in enumerate(assignment(s, seat)) if group < 0 and a != bef]
    if side == GERMAN and s.replaced < 0:
        out += kept.mountain
    out.append(DONE[side] if is_whole else USUAL[side])
    return out


GROUP = Slot("group", "choice", group_universe, prompt="Which army group?")


class Planning(Draft[Position], frozen=True):
    """16 ¶1: both sides plan in secret, at the same time."""

    rule: ClassVar[str] = "16 ¶1"
    done_label: ClassVar[str] = "Seal the plan"
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "react", do_react, (GROUP,), "16 Allies ¶1a", "Moves on turn 0",
            reasons=only("allied", "16 Allies ¶1a", "reacting"),
        ),
        Verb(
            "objective", do_objective,
            (Slot("plan", "choice", lambda s, st, seat, a: s.data.plans, prompt="Which objective?"),),
            "16 Germans ¶1a", "Objective", reasons=only("german", "16 Germans ¶1a", "objective"),
        ),
        Verb(
            "effort", do_effort, (GROUP,), "16 Germans ¶1a", "Main attack",
            reasons=only("german", "16 Germans ¶1a", "effort"),
        ),
        Verb(
            "assign", do_assign,
            (
                Slot("army", "choice", army_universe, army_reasons, prompt="Assign which army?"),
                Slot("group", "choice", group_universe, assign_reasons, prompt="To which army group?"),
            ),
            "16 ¶1", "Assign",
        ),
        Verb(
            "mountain", do_mountain,
            (Slot("corps", "piece", mountain_universe, mountain_reasons, prompt="Replace which corps?"),),
            "15 German Mountain Corps ¶1", "Mountain corps instead of",
            reasons=only("german", "15 German Mountain Corps ¶1", "replaced"),
        ),
        Verb("usual", do_usual, (), "16 ¶1", "The rest as in 1940", reasons=usual_reasons),
    )  # fmt: skip

    def seats(self, s: Position) -> tuple[str, ...]:
        return SEATS

    def quick(self, v: Position, seat: str) -> list[Action] | None:
        return plan_openings(v, seat, next(self.duties(v, seat), None) is None)

    def prompt(self, v: Position, seat: str) -> str:
        if seat == "german":
            return "Choose your objective and the army group of the main attack, and assign your armies."
        return "Choose the army group that moves on turn 0 and assign your armies."

    def duties(self, v: Position, seat: str) -> Whys:
        w: World = v.data
        if seat == "german":
            if v.objective < 0:
                yield Why("16 Germans ¶1a", lambda: "The objective is not chosen.")
            if v.effort < 0:
                yield Why("16 Germans ¶1a", lambda: "The army group of the main attack is not chosen.")
        elif v.reacting < 0:
            yield Why("16 Allies ¶1a", lambda: "The army group that moves on turn 0 is not chosen.")
        for army, group in enumerate(assignment(v, seat)):
            if group < 0:
                name = w.army_names[w.armies[SEATS.index(seat)][army]]
                yield Why("16 ¶1", lambda name=name: f"The {name} is not assigned.")  # type: ignore[misc]

    def commit(self, s: Position, ev: Events | None) -> None:
        w: World = s.data
        if s.replaced >= 0:
            s.where[s.replaced] = w.out  # ruling 91
        say(ev, "Both plans are sealed.", "16 ¶1")
        s.then(AlliedDeploying(), GermanDeploying())


def do_tell(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    s.reacting = groups_of(s, "allied").index(args[0])
    s.shown = True
    say(ev, f"The Allied {w.group_titles[ALLIED][s.reacting]} will move on turn 0.", "20 Mechelen ¶1")


class Mechelen(Choice[Position], frozen=True):
    """20 Mechelen ¶1: the Allied player tells his army group before the German plans (ruling 104)."""

    rule: ClassVar[str] = "20 Mechelen ¶1"
    verbs: ClassVar[tuple[Verb, ...]] = (Verb("react", do_tell, (GROUP,), "20 Mechelen ¶1", "Moves on turn 0"),)

    def seat(self, s: Position) -> str:
        return "allied"

    def prompt(self, v: Position, seat: str) -> str:
        return "Which army group will move on turn 0? The German player will know."


# ------------------------------------------------------------------------------------------- guessing


def random_assignment(w: World, side: int, rng: random.Random) -> tuple[int, ...]:
    """Any assignment of armies that the rules allow, each as likely as any other."""
    while True:
        found = [rng.randrange(3) for _ in w.armies[side]]
        if side == ALLIED:
            found[w.bef_army] = w.bef_group
        used = {g for a, g in enumerate(found) if not (side == ALLIED and a == w.bef_army)}
        if len(used) == 3:
            return tuple(found)


def random_replacement(w: World, rng: random.Random) -> int:
    """No mountain corps, or one for any corps that it may replace."""
    return rng.choice([-1, *[u for u in w.of_side[GERMAN] if is_replaceable(w, u)]])


def random_plan(game: Any, s: Position, seat: str, rng: random.Random) -> tuple[Action, ...]:
    """The parts of any plan that a seat can have sealed."""
    w: World = s.data
    side = SEATS.index(seat)
    parts: list[tuple[str, tuple[str, ...]]] = []
    for army, group in enumerate(random_assignment(w, side, rng)):
        if not (side == ALLIED and army == w.bef_army):
            parts.append(("assign", (w.armies[side][army], w.group_names[side][group])))
    if seat == "allied":
        if not s.mechelen:
            parts.append(("react", (rng.choice(w.group_names[ALLIED]),)))
    else:
        parts.append(("objective", (rng.choice(w.plans),)))
        parts.append(("effort", (rng.choice(w.group_names[GERMAN]),)))
        replaced = random_replacement(w, rng)
        if replaced >= 0:
            parts.append(("mountain", (w.ids[replaced],)))
    # The order in which armies were assigned must have been possible: those that fill empty groups come first.
    rng.shuffle(parts)
    filled: set[str] = set()
    first: list[tuple[str, tuple[str, ...]]] = []
    rest: list[tuple[str, tuple[str, ...]]] = []
    for part in parts:
        fills = part[0] == "assign" and part[1][1] not in filled
        if fills:
            filled.add(part[1][1])
        (first if fills else rest).append(part)
    return tuple(Action(verb, args, True, False, seat) for verb, args in (*first, *rest))

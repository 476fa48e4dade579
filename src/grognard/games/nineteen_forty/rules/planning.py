# compiled as it stands
"""16. Planning, with the mountain corps (15) and the Mechelen incident (20)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import ClassVar

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN, SEATS, World
from grognard.games.nineteen_forty.rules.deploying import AlliedDeploying, GermanDeploying
from grognard.games.nineteen_forty.rules.domains import ARMY, GROUP, PLAN, UNIT
from grognard.games.nineteen_forty.rules.state import Position, say
from grognard.games.nineteen_forty.rules.suggestions import usual_plan
from grognard.games.nineteen_forty.rules.zones import assignment, empty_groups, groups_of
from grognard.kernel.rules import Action, Choice, Draft, Events, Ints, Slot, Verb, Why, Whys
from grognard.kernel.show.words import listed
from grognard.maps import mask_of, members

# ------------------------------------------------------------------------------------------------ plans


def own_army(s: Position, seat: str, army: int) -> int:
    """The number of an army on its side; below zero or beyond the last it is not one of this seat's."""
    return army - s.data.first_army[SEATS.index(seat)]


def own_group(s: Position, seat: str, group: int) -> int:
    """The number of an army group on its side, of those in the domain; outside 0 to 2 it is not this one's."""
    return group - s.data.first_group[SEATS.index(seat)]


def army_reasons(s: Position, step: Planning, seat: str, args: Ints) -> Whys:
    w = s.data
    army = own_army(s, seat, args[0])
    name = w.army_names[w.army_ids[args[0]]]
    if not 0 <= army < len(assignment(s, seat)):
        yield Why("16 ¶1", lambda: f"The {name} belongs to the enemy.")
    elif seat == "allied" and army == w.bef_army:
        yield Why("16 Allies ¶1b", lambda: "The BEF belongs to the First Army Group.")
    elif assignment(s, seat)[army] >= 0:
        yield Why("16 ¶1", lambda: f"The {name} is assigned already.")


def why_not_own_group(s: Position, seat: str, group: int) -> Whys:
    w = s.data
    if not 0 <= own_group(s, seat, group) < len(groups_of(s, seat)):
        titles = (*w.group_titles[GERMAN], *w.group_titles[ALLIED])
        yield Why("16 ¶1", lambda: f"{titles[group]} belongs to the enemy.")


def group_reasons(s: Position, step: Planning | Mechelen, seat: str, args: Ints) -> Whys:
    return why_not_own_group(s, seat, args[0])


def own_groups(s: Position, step: Planning | Mechelen, seat: str, args: Ints) -> int:
    first = s.data.first_group[SEATS.index(seat)]
    return mask_of(range(first, first + len(groups_of(s, seat))))


def own_armies(s: Position, step: Planning, seat: str, args: Ints) -> int:
    first = s.data.first_army[SEATS.index(seat)]
    return mask_of(range(first, first + len(assignment(s, seat))))


def assign_reasons(s: Position, step: Planning, seat: str, args: Ints) -> Whys:
    """16 Allies ¶1b, Germans ¶1b: each group must still be able to get an army."""
    w = s.data
    enemy = list(why_not_own_group(s, seat, args[1]))
    if enemy:
        yield from enemy
        return
    assigned = list(assignment(s, seat))
    assigned[own_army(s, seat, args[0])] = own_group(s, seat, args[1])
    empty = empty_groups(s, seat, assigned)
    if len(empty) > assigned.count(-1):
        the = "" if seat == "german" else "the "
        names = listed([the + w.group_titles[SEATS.index(seat)][g] for g in empty])
        rule = "16 Germans ¶1b" if seat == "german" else "16 Allies ¶1b"
        yield Why(rule, lambda: f"Then no army would be left for {names}.")


def do_assign(s: Position, step: Planning, seat: str, args: Ints, ev: Events | None) -> None:
    assigned = list(assignment(s, seat))
    assigned[own_army(s, seat, args[0])] = own_group(s, seat, args[1])
    if seat == "german":
        s.assign_german = tuple(assigned)
    else:
        s.assign_allied = tuple(assigned)


def do_react(s: Position, step: Planning, seat: str, args: Ints, ev: Events | None) -> None:
    s.reacting = own_group(s, "allied", args[0])


def objective_reasons(s: Position, step: Planning, seat: str, args: Ints) -> Whys:
    """Any of the plans will do."""
    return iter(())


def do_objective(s: Position, step: Planning, seat: str, args: Ints, ev: Events | None) -> None:
    s.objective = args[0]


def do_effort(s: Position, step: Planning, seat: str, args: Ints, ev: Events | None) -> None:
    s.effort = own_group(s, "german", args[0])


def mountain_reasons(s: Position, step: Planning, seat: str, args: Ints) -> Whys:
    w, u = s.data, args[0]
    if not w.replaceable >> u & 1:
        yield Why(
            "15 German Mountain Corps ¶1",
            lambda: f"{w.unit_names[u]} is not a German infantry corps with 4 or 5 factors.",
            (),
            (w.ids[u],),
        )


def mountain_among(s: Position, step: Planning, seat: str, args: Ints) -> int:
    return s.data.replaceable


def do_mountain(s: Position, step: Planning, seat: str, args: Ints, ev: Events | None) -> None:
    s.replaced = args[0]


def only(seat: str, rule: str, chosen: str) -> Callable[[Position, Planning, str], Whys]:
    """A verb of one seat's plan, used once."""

    def reasons(s: Position, step: Planning, who: str) -> Whys:
        if who != seat:
            yield Why(rule, lambda: f"Only the {seat.capitalize()} player chooses this.")
        elif getattr(s, chosen) >= 0:
            yield Why(rule, lambda: "This has been chosen already.")
        elif chosen == "reacting" and s.mechelen:
            yield Why("20 Mechelen ¶1", lambda: "The German player has been told the army group already.")

    return reasons


def do_usual(s: Position, step: Planning, seat: str, args: Ints, ev: Events | None) -> None:
    """Fills in the rest of the plan as it was done in 1940."""
    w = s.data
    for text in usual_plan(s, seat):
        verb, *words = text.split()
        if verb == "assign":
            do_assign(s, step, seat, (w.army_ids.number[words[0]], w.group_ids.number[words[1]]), ev)
        elif verb == "react":
            do_react(s, step, seat, (w.group_ids.number[words[0]],), ev)
        elif verb == "objective":
            do_objective(s, step, seat, (w.plans.number[words[0]],), ev)
        else:
            do_effort(s, step, seat, (w.group_ids.number[words[0]],), ev)


def usual_reasons(s: Position, step: Planning, seat: str) -> Whys:
    if next(step.duties(s, seat), None) is None:
        yield Why("16 ¶1", lambda: "The plan is complete.")


OWN = Slot("group", GROUP, group_reasons, among=own_groups, prompt="Which army group?")


class Planning(Draft[Position], frozen=True):
    """16 ¶1: both sides plan in secret, at the same time."""

    rule: ClassVar[str] = "16 ¶1"
    done_label: ClassVar[str] = "Seal the plan"
    verbs: ClassVar[tuple[Verb[Position, Planning], ...]] = (
        Verb(
            "react", do_react, (OWN,), "16 Allies ¶1a", "Moves on turn 0",
            reasons=only("allied", "16 Allies ¶1a", "reacting"),
        ),
        Verb(
            "objective", do_objective,
            (Slot("plan", PLAN, objective_reasons, prompt="Which objective?"),),
            "16 Germans ¶1a", "Objective", reasons=only("german", "16 Germans ¶1a", "objective"),
        ),
        Verb(
            "effort", do_effort, (OWN,), "16 Germans ¶1a", "Main attack",
            reasons=only("german", "16 Germans ¶1a", "effort"),
        ),
        Verb(
            "assign", do_assign,
            (
                Slot("army", ARMY, army_reasons, among=own_armies, prompt="Assign which army?"),
                Slot("group", GROUP, assign_reasons, among=own_groups, prompt="To which army group?"),
            ),
            "16 ¶1", "Assign",
        ),
        Verb(
            "mountain", do_mountain,
            (Slot("corps", UNIT, mountain_reasons, among=mountain_among, prompt="Replace which corps?"),),
            "15 German Mountain Corps ¶1", "Mountain corps instead of",
            reasons=only("german", "15 German Mountain Corps ¶1", "replaced"),
        ),
        Verb("usual", do_usual, (), "16 ¶1", "The rest as in 1940", reasons=usual_reasons),
    )  # fmt: skip

    def seats(self, s: Position) -> tuple[str, ...]:
        return SEATS

    def prompt(self, v: Position, seat: str) -> str:
        if seat == "german":
            return "Choose your objective and the army group of the main attack, and assign your armies."
        return "Choose the army group that moves on turn 0 and assign your armies."

    def duties(self, v: Position, seat: str) -> Whys:
        w = v.data
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
        w = s.data
        if s.replaced >= 0:
            s.where[s.replaced] = w.out  # ruling 91
        say(ev, "Both plans are sealed.", "16 ¶1")
        s.then(AlliedDeploying(), GermanDeploying())


def do_tell(s: Position, step: Mechelen, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    s.reacting = own_group(s, "allied", args[0])
    s.shown = True
    say(ev, f"The Allied {w.group_titles[ALLIED][s.reacting]} will move on turn 0.", "20 Mechelen ¶1")


class Mechelen(Choice[Position], frozen=True):
    """20 Mechelen ¶1: the Allied player tells his army group before the German plans (ruling 104)."""

    rule: ClassVar[str] = "20 Mechelen ¶1"
    verbs: ClassVar[tuple[Verb[Position, Mechelen], ...]] = (
        Verb("react", do_tell, (OWN,), "20 Mechelen ¶1", "Moves on turn 0"),
    )

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
    return rng.choice([-1, *members(w.replaceable)])


def random_plan(s: Position, seat: str, rng: random.Random) -> tuple[Action, ...]:
    """The parts of any plan that a seat can have sealed."""
    w = s.data
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
    return tuple(Action(verb, args, seat=seat) for verb, args in (*first, *rest))

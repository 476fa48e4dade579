"""16. Planning and deployment, with the mountain corps (15) and the Mechelen incident (20)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, ClassVar

from grognard.games.nineteen_forty.movement import hex_universe
from grognard.games.nineteen_forty.stacking import broken_limit, may_stack
from grognard.games.nineteen_forty.state import Position, claim, say
from grognard.games.nineteen_forty.world import (
    ALLIED,
    BE,
    BELGIUM,
    FR,
    FRANCE,
    GERMAN,
    GERMANY,
    SEATS,
    World,
)
from grognard.kernel.contract import Action, Args, Choice, Draft, Slot, Verb, Why, Whys
from grognard.kernel.events import Events
from grognard.maps import members

# ------------------------------------------------------------------------------------------------ plans


def groups_of(s: Position, seat: str) -> tuple[str, ...]:
    names: tuple[str, ...] = s.data.group_names[SEATS.index(seat)]
    return names


def assignment(s: Position, seat: str) -> tuple[int, ...]:
    return s.assign_german if seat == "german" else s.assign_allied


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


# ------------------------------------------------------------------------------------------- deployment

DEPLOYMENT = {"allied": "16 Deployment ¶1", "german": "16 Deployment ¶2"}


def army_of(s: Position, u: int) -> int:
    """The army of a unit; the mountain corps has that of the corps it replaces (ruling 91)."""
    w: World = s.data
    return w.army[s.replaced] if u == w.geb and s.replaced >= 0 else w.army[u]


def deployed_units(s: Position, side: int) -> list[int]:
    """The units that a side deploys at the start."""
    w: World = s.data
    if side == GERMAN:
        geb = s.replaced >= 0 and w.entry[s.replaced] == "initial"  # it may also wait in reserve (ruling 91)
        return [u for u in w.of_side[GERMAN] if (w.entry[u] == "initial" and u != s.replaced) or (u == w.geb and geb)]
    return [u for u in w.of_side[ALLIED] if w.entry[u] == "initial" or (w.nation[u] == BE and s.late_alliance)]


def zone_of(s: Position, u: int) -> int:
    """Where a unit may be deployed (16 Deployment ¶1, ¶2, ruling 94)."""
    w: World = s.data
    army = army_of(s, u)
    if w.side[u] == GERMAN:
        if w.panzer_corps[u]:
            return w.german_groups[s.effort]  # 16 Germans ¶1b
        return w.german_groups[s.assign_german[army]] if army >= 0 else w.countries[GERMANY]
    if w.nation[u] == BE:
        return w.countries[BELGIUM]  # 20 Belgian Late Alliance ¶1
    if army < 0:
        return w.countries[FRANCE]
    return w.border & w.allied_groups[s.assign_allied[army]]


def deploy_unit_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[0]]
    ids = (w.ids[u],)
    if not any(units >> u & 1 for _, units in zones(s, SEATS.index(seat))):
        rule = "16 Germans ¶1b" if seat == "german" else "16 Allies ¶1b"
        yield Why(rule, lambda: f"{w.unit_names[u]} is not deployed at the start.", (), ids)
    elif s.placed >> u & 1:
        yield Why(DEPLOYMENT[seat], lambda: f"{w.unit_names[u]} has been placed.", (), ids)


def still_waiting(s: Position, side: int) -> int:
    """The units that a side has still to place, as a set."""
    left = 0
    for _, units in zones(s, side):
        left |= units
    return left & ~s.placed


def deploy_units(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.ids[u] for u in members(still_waiting(s, SEATS.index(seat)))]


def deploy_universe(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.ids[u] for u in w.of_side[SEATS.index(seat)]]


def zones(s: Position, side: int) -> list[tuple[int, int]]:
    """The deployment zones of a side, each with the set of units that deploy there. Remembered."""
    w: World = s.data
    key = (side, s.assign_german, s.assign_allied, s.effort, s.replaced, s.late_alliance)
    if w.zones_memo is None or w.zones_memo[0] != key:
        found: dict[int, int] = {}
        for u in deployed_units(s, side):
            zone = zone_of(s, u)
            found[zone] = found.get(zone, 0) | 1 << u
        w.zones_memo = (key, list(found.items()))
    return w.zones_memo[1]  # type: ignore[no-any-return]


def tight_zones(s: Position, side: int, later: int, taken: int) -> int:
    """Empty hexes that must be kept for the units that are placed later: a hex in them may not be used up.

    `taken` are the hexes with units. Zones are far larger than the armies, so this binds only an odd set-up.
    """
    empty = ~taken
    kept = 0
    for zone, units in zones(s, side):
        waiting = (units & later).bit_count()
        if waiting and (zone & empty).bit_count() <= waiting:
            kept |= zone & empty
    return kept


def standing(s: Position) -> tuple[int, dict[int, list[int]]]:
    """The hexes with units other than parachute regiments, and the units in each hex."""
    w: World = s.data
    n, bit, regiment = w.n, w.bit, w.regiment
    taken = 0
    at: dict[int, list[int]] = {}
    for u, h in enumerate(s.where):
        if h < n:
            if not regiment[u]:
                taken |= bit[h]
            if h in at:
                at[h].append(u)
            else:
                at[h] = [u]
    return taken, at


def deploy_hexes(s: Position, u: int) -> list[int]:
    w: World = s.data
    taken, at = standing(s)
    later = ~s.placed & ~(1 << u)
    zone = zone_of(s, u) & ~tight_zones(s, w.side[u], later, taken)
    return [h for h in members(zone) if h not in at or may_stack(w, [u, *at[h]])]


def deploy_values(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.labels[h] for h in deploy_hexes(s, w.unit[args[0]])]


def deploy_hex_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u, h = w.unit[args[0]], w.index[args[1]]
    label, name, army = w.labels[h], w.unit_names[u], army_of(s, u)
    side = w.side[u]
    taken, at = standing(s)
    broken = broken_limit(w, [u, *at.get(h, [])])
    if not zone_of(s, u) >> h & 1:
        rule = DEPLOYMENT[seat]
        if w.panzer_corps[u]:
            rule = "16 Germans ¶1b"
            text = f"{name} must be deployed with {w.group_titles[GERMAN][s.effort]}, which makes the main attack."
        elif army >= 0:
            group = assignment(s, seat)[army]
            text = f"{name} must be deployed in the area of {w.group_titles[side][group]}"
            text += "." if side == GERMAN else ", within two hexes of the French border."
        else:
            home = "Germany" if side == GERMAN else "Belgium" if w.nation[u] == BE else "France"
            text = f"{name} must be deployed in {home}."
        yield Why(rule, lambda: text, (label,))
    elif broken:
        yield Why("16 Deployment ¶3", lambda: f"{label} {broken[1]}.", (label,))
    elif tight_zones(s, side, ~s.placed & ~(1 << u), taken) >> h & 1:
        yield Why("16 Deployment ¶3", lambda: f"{label} is needed for units that can deploy nowhere else.", (label,))


def do_place(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    u, h = w.unit[args[0]], w.index[args[1]]
    s.where[u] = h
    s.placed |= 1 << u
    if ev is not None:
        say(ev, f"{w.unit_names[u]} deploys in {w.hex_name(h)}.", DEPLOYMENT[seat], (args[1],), (args[0],))


def do_rest(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    """Places all units that wait, sensibly: for whoever wants to get going."""
    from grognard.games.nineteen_forty.suggestions import set_up

    w: World = s.data
    before = list(s.where)
    set_up(s, seat)
    if ev is not None:
        for u, h in enumerate(s.where):
            if before[u] != h:
                say(
                    ev,
                    f"{w.unit_names[u]} deploys in {w.hex_name(h)}.",
                    DEPLOYMENT[seat],
                    (w.labels[h],),
                    (w.ids[u],),
                )


def rest_reasons(s: Position, step: Any, seat: str) -> Iterator[Why]:
    if not still_waiting(s, SEATS.index(seat)):
        yield Why(DEPLOYMENT[seat], lambda: "Every unit has been placed.")


def deployment_verbs(rule: str) -> tuple[Verb, ...]:
    """The verbs of one side's set-up, under its paragraph."""
    return (
        Verb(
            "place",
            do_place,
            slots=(
                Slot("unit", "piece", deploy_universe, deploy_unit_reasons, deploy_units, prompt="Place which unit?"),
                Slot("hex", "place", hex_universe, deploy_hex_reasons, deploy_values, prompt="In which hex?"),
            ),
            rule=rule,
            label="Place",
        ),
        Verb("rest", do_rest, (), rule, "Place the rest for me", reasons=rest_reasons),
    )


REST = tuple(Action("rest", (), True, False, seat) for seat in SEATS)
DONE = tuple(Action("done", (), True, False, seat) for seat in SEATS)


class Deploying(Draft[Position], frozen=True):
    done_label: ClassVar[str] = "Set-up complete"

    def quick(self, v: Position, seat: str) -> list[Action] | None:
        w: World = v.data
        side = SEATS.index(seat)
        if not w.place_actions:
            w.place_actions = tuple(
                Action("place", (name,), False, True, SEATS[w.side[u]]) for u, name in enumerate(w.ids)
            )
        left = still_waiting(v, side)
        return [*[w.place_actions[u] for u in members(left)], REST[side]] if left else [DONE[side]]

    def prompt(self, v: Position, seat: str) -> str:
        return "Deploy your units."

    def duties(self, v: Position, seat: str) -> Whys:
        w: World = v.data
        for _, units in zones(v, SEATS.index(seat)):
            for u in members(units & ~v.placed):
                yield Why(
                    self.rule,
                    lambda u=u: f"{w.unit_names[u]} is not placed.",  # type: ignore[misc]
                    (),
                    (w.ids[u],),
                )


class AlliedDeploying(Deploying, frozen=True):
    """16 Deployment ¶1: the Allies deploy first."""

    rule: ClassVar[str] = DEPLOYMENT["allied"]
    verbs: ClassVar[tuple[Verb, ...]] = deployment_verbs(DEPLOYMENT["allied"])

    def seats(self, s: Position) -> tuple[str, ...]:
        return ("allied",)

    def commit(self, s: Position, ev: Events | None) -> None:
        s.placed = 0
        s.deployed |= 1 << ALLIED  # territory is settled once both sides stand on the map (5 ¶1)


class GermanDeploying(Deploying, frozen=True):
    """16 Deployment ¶2: the Germans deploy with the Allied set-up in view."""

    rule: ClassVar[str] = DEPLOYMENT["german"]
    verbs: ClassVar[tuple[Verb, ...]] = deployment_verbs(DEPLOYMENT["german"])

    def seats(self, s: Position) -> tuple[str, ...]:
        return ("german",)

    def commit(self, s: Position, ev: Events | None) -> None:
        s.placed = 0
        s.deployed |= 1 << GERMAN
        claim(s)


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


__all__ = ["FR", "AlliedDeploying", "GermanDeploying", "Mechelen", "Planning"]

# compiled as it stands
"""30, 32, 33: what each side has to reach, and how the game ends.

`check_now` is asked whenever a hex may have changed hands, `judging` knows the other moments. Once a game is decided,
the step `TheEnd` takes everything else off the table.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from grognard.games.fortress_europa.data.figures import Conquest, DistrictGoal, Objective
from grognard.games.fortress_europa.data.world import ALLIED, DISTRICTS, GERMAN, SEATS, SIDES, World
from grognard.games.fortress_europa.rules.standing import allied_hexes, facts, german_hexes, survey
from grognard.games.fortress_europa.rules.state import LOST, NOWHERE, Position, on, say
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.games.fortress_europa.rules.telling import tell_changed
from grognard.kernel.rules import Auto, Ended, Events
from grognard.kernel.show import Result
from grognard.kernel.show.words import agree, listed, number_of
from grognard.maps import Mask, mask_of, members

NOBODY = 2
"""`winner`: a draw."""


class Ending(NamedTuple):
    level: str
    text: str
    rule: str
    score: float
    """From the German side: above zero for a German victory."""


ENDINGS = {
    "conquest": Ending("Allied victory", "The Allies hold Paris, Bruxelles and enough of Germany.", "30.1", -1),
    "defence": Ending("German victory", "The Allies did not win, and three major cities are German.", "30.1", 1),
    "exhaustion": Ending("Draw", "Germany is neither conquered nor held.", "30.1", 0),
    "conquest-shifted": Ending(
        "Draw", "The Allies hold what they need, but the Ardennes offensive reached its goal.", "33.4.7", 0
    ),
    "exhaustion-shifted": Ending(
        "German victory", "Germany is not conquered, and the Ardennes offensive reached its goal.", "33.4.7", 1
    ),
    "driven-off": Ending("German victory", "No Allied unit is left in Europe after the second invasion.", "12.18", 1),
    "breakthrough": Ending("Allied victory", "Allied armor has gone through Germany.", "31.15", -1),
    "sudden-death-allied": Ending("Allied victory", "Sudden death: the Allies met their objectives.", "32.2", -1),
    "sudden-death-german": Ending("German victory", "Sudden death: the Germans met their objectives.", "32.2", 1),
    "foothold": Ending("Allied victory", "The Allies met a condition of the district they invaded.", "33.1.3", -1),
    "contained": Ending("German victory", "The Allies met no condition, or cannot supply themselves.", "33.1.3", 1),
    "more-allied": Ending("Allied victory", "The Allies met more objectives.", "33.2.4", -1),
    "more-german": Ending("German victory", "The Germans met more objectives.", "33.2.4", 1),
    "as-many": Ending("Draw", "Both sides met the same number of objectives.", "33.2.4", 0),
    "strategic": Ending("German strategic victory", "Bastogne, and Liege or Namur, are German.", "33.3.10", 2),
    "tactical": Ending("German tactical victory", "Bastogne and Aachen are German.", "33.3.10", 1),
    "stopped": Ending("Allied victory", "The offensive in the Ardennes failed.", "33.3.10", -1),
}


class TheEnd(Auto[Position], frozen=True):
    """The game is over: nothing that was still to be done is done."""

    rule: ClassVar[str] = "30.1"

    def run(self, s: Position, ev: Events | None) -> None:
        s.stack.clear()


def end(s: Position, ending: str, ev: Events | None) -> None:
    """Decides the game, unless it is decided."""
    if s.ending:
        return
    found = ENDINGS[ending]
    s.ending = ending
    s.winner = GERMAN if found.score > 0 else ALLIED if found.score < 0 else NOBODY
    s.goals_shown = True
    if ev is not None:
        winner = "" if s.winner == NOBODY else SEATS[s.winner]
        words = f"{found.level}: {found.text}"
        ev.add(
            Ended(
                words=words,
                winner=winner,
                level=found.level,
                score=found.score,
                rule=found.rule,
                side=winner,
                shows=(f"end {ending}",),
            )
        )
    s.then(TheEnd())


def result(s: Position) -> Result | None:
    if not s.ending:
        return None
    found = ENDINGS[s.ending]
    winner = "" if s.winner == NOBODY else SEATS[s.winner]
    return Result(winner, found.level, found.text, found.score, found.rule)


# ------------------------------------------------------------------------------------ the campaign (30.1)


def conquest_of(s: Position) -> Conquest | None:
    """The terms of conquest, in the scenarios that have them (30.1, 33.4.7)."""
    return s.data.conquests[s.scenario]


def conquered(s: Position) -> bool:
    """30.1, 33.4.7: Paris and Bruxelles, and enough major cities or enough cities in Germany; Genova and Torino count
    among these (ruling 240)."""
    w = s.data
    terms = conquest_of(s)
    if terms is None:
        return False
    places = w.conquest_places[s.scenario]
    if places & ~s.allied:
        return False  # before zones are asked for, by which control lapses
    held = allied_hexes(s)
    if places & ~held:
        return False
    also = mask_of(w.place_hex[name] for name in terms.also)
    enough = (held & w.major_cities).bit_count() >= terms.major
    return enough or (held & (w.german_cities | also)).bit_count() >= terms.cities


def check_now(s: Position, ev: Events | None) -> None:
    """30.1: the game ends the moment the Allies hold what they need (ruling 239); the German success in the Ardennes
    makes it a draw (33.4.7, ruling 300)."""
    if conquered(s):
        end(s, "conquest-shifted" if s.bulge_level else "conquest", ev)


def last_stand(s: Position, ev: Events | None) -> None:
    """The last turn is over and Germany is not conquered (30.1, 33.4.7, rulings 241, 300)."""
    w = s.data
    terms = conquest_of(s)
    assert terms is not None
    if (german_hexes(s) & w.major_cities).bit_count() >= terms.german_major:
        end(s, "defence", ev)
    else:
        end(s, "exhaustion-shifted" if s.bulge_level else "exhaustion", ev)


# ------------------------------------------------------------------------------------- districts (33.1.5)


def goal_met(s: Position, goal: DistrictGoal) -> bool:
    """Whether the Allies meet a condition of a district."""
    w = s.data
    held = allied_hexes(s)
    district = w.districts[DISTRICTS.index(goal.district)] & w.cities
    found = sum(held >> w.place_hex[name] & 1 for name in goal.any)
    if found < goal.any_count or any(not held >> w.place_hex[name] & 1 for name in goal.all):
        return False
    if (held & w.cities).bit_count() < goal.cities:  # anywhere (ruling 275)
        return False
    if goal.district_cities < 0 and district & ~held:
        return False
    # The city that is named does not count among the others of its district.
    if goal.district_cities and (district & held).bit_count() < goal.any_count + goal.district_cities:
        return False
    return not goal.north_west_of or bool(held & w.cities & rows_before(w, goal.north_west_of))


def rows_before(w: World, row: int) -> Mask:
    """The hexes with lower numbers: they lie to the north-west (ruling 274)."""
    return w.rows_before[row]


def foothold(s: Position) -> bool:
    """33.1.3: a condition of a district that was invaded, supply capacity, and a mulberry (ruling 272)."""
    w = s.data
    if capacity(s) < w.book.invasion_terms.supply_capacity or {NOWHERE, LOST}.issuperset(s.mulberry_at):
        return False
    districts = {DISTRICTS[d] for d in members(s.landing_districts)}
    return any(goal.district in districts and goal_met(s, goal) for goal in w.book.district_goal)


# ---------------------------------------------------------------------------------------- objectives (32)


def objective_met(s: Position, objective: Objective) -> bool:
    """32.4; control and capture as in 30.2 (32.3)."""
    w = s.data
    allied = objective.side == "allied"
    held = allied_hexes(s) if allied else german_hexes(s)
    ruins = (s.ruined & w.germany).bit_count()
    drops = s.allied_drops if allied else s.german_drops
    if any(not held >> w.place_hex[name] & 1 for name in objective.places):
        return False
    match objective.kind:
        case "control":
            return True
        case "med-port":  # 32.4-germans-1 (ruling 267)
            named = {w.place_hex[name] for name in objective.places}
            ports = [h for h, south in zip(w.port_hex, w.port_med, strict=True) if south and h not in named]
            return sum(held >> h & 1 for h in ports) >= objective.number
        case "v1-sites":  # 32.4-allies-8, 32.4-germans-9
            return s.sites_taken == w.v1_sites if allied else not s.sites_taken  # ruling 271
        case "u-boat-bases":  # 32.4-germans-8
            return not s.bases_taken
        case "german-fortresses":  # 32.4-allies-9, 32.4-germans-10 (ruling 270)
            return ruins >= objective.number if allied else ruins <= objective.number
        case "paradrops":  # 32.4-allies-10, 32.4-germans-7 (ruling 269)
            return drops == objective.number if allied else drops <= objective.number
        case "no-second-invasion":  # 32.4-allies-11
            return s.invasions < 2
        case "armor":  # 32.4-germans-5 (ruling 268)
            divisions = w.armored & w.divisions & w.side_mask[GERMAN] & facts(s).on_map
            return sum(s.face[u] == 0 for u in members(divisions)) >= objective.number
        case "no-allies-in-germany":  # 32.4-germans-11
            return not survey(s).occupied[ALLIED] & w.germany


def met(s: Position, side: int, chosen: int) -> list[int]:
    """Which of these objectives of a side are met."""
    w = s.data
    return [
        i for i, objective in enumerate(w.objectives)
        if chosen >> i & 1 and objective.side == SEATS[side] and objective_met(s, objective)
    ]  # fmt: skip


def show_goals(s: Position, ev: Events | None) -> tuple[int, int]:
    """Both players reveal their objectives; how many the German and the Allied player met."""
    w = s.data
    s.goals_shown = True
    counts = []
    for side, chosen in enumerate((s.goals_german, s.goals_allied)):
        done = met(s, side, chosen)
        counts.append(len(done))
        names = ", ".join(f"{objective_name(w, i)} ({'met' if i in done else 'not met'})" for i in members(chosen))
        tell_changed(ev, "objectives", f"{SIDES[side]} objectives: {names}.", "32.1")
    return counts[0], counts[1]


def objective_name(w: World, i: int) -> str:
    """What is asked for by an objective (32.4)."""
    objective = w.objectives[i]
    allied, number = objective.side == "allied", objective.number
    match objective.kind:
        case "control":
            return f"hold {listed(objective.places)}"
        case "med-port":
            return f"hold {', '.join(objective.places)} and another port on the Mediterranean"
        case "v1-sites":
            return "capture all V1 sites" if allied else "hold all V1 sites"
        case "u-boat-bases":
            return "hold all U-Boat bases"
        case "german-fortresses":
            how_many = f"at {'least' if allied else 'most'} {number}" if number else "no"
            return f"{how_many} destroyed {agree(number, 'fortress', 'fortresses')} in Germany"
        case "paradrops":
            return (
                f"{'exactly' if allied else 'at most'} {number_of(number, 'paradrop')}" if number else "no paradrop"
            )
        case "armor":
            return f"{number_of(number, 'armored division')} at full strength on the map"
        case "no-second-invasion":
            return "no second invasion"
        case _:
            return "no Allied unit in Germany"


def sudden_death(s: Position, ev: Events | None) -> None:
    """32.2: who alone met all of his seven wins; if both did, who meets more of all twelve (ruling 265)."""
    german, allied = show_goals(s, ev)
    most = s.data.book.objective_terms.picked
    all_german, all_allied = german == most, allied == most
    if all_german and all_allied:
        everything = mask_of(range(len(s.data.objectives)))
        german, allied = len(met(s, GERMAN, everything)), len(met(s, ALLIED, everything))
        all_german, all_allied = german > allied, allied > german
    if all_german != all_allied:
        end(s, "sudden-death-german" if all_german else "sudden-death-allied", ev)
    else:
        say(ev, "Sudden death decides nothing: the game goes on.", "32.2")


def most_objectives(s: Position, ev: Events | None) -> None:
    """33.2.4: who met more of his seven (ruling 276)."""
    german, allied = show_goals(s, ev)
    end(s, "more-german" if german > allied else "more-allied" if allied > german else "as-many", ev)


def with_objectives(s: Position) -> bool:
    """32, 33.2.3: whether objectives are picked before the game."""
    w = s.data
    return on(s, "sudden-death") or w.book.scenario[s.scenario].victory == "objectives"


# --------------------------------------------------------------------------------------- the Bulge (33.3.10)


def bulge_level(s: Position) -> int:
    """2 strategic, 1 tactical, 0 neither: German units stand in the hexes named (ruling 297)."""
    w = s.data
    held = survey(s).occupied[GERMAN]

    def has(name: str) -> bool:
        return bool(held >> w.place_hex[name] & 1)

    for level, goal in zip((2, 1), w.book.bulge_goal, strict=True):
        if all(map(has, goal.all)) and (not goal.any or any(map(has, goal.any))):
            return level
    return 0

"""1940 as a game of the kernel: begin, views and guesses, checks, and what it shows."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from grognard.games.nineteen_forty.data.printed import PACKAGE, load_book, provenance, raw_book
from grognard.games.nineteen_forty.data.world import (
    ALLIED,
    BE,
    BELGIUM,
    FRANCE,
    GERMAN,
    GERMANY,
    SEATS,
    World,
)
from grognard.games.nineteen_forty.rules import planning, victory
from grognard.games.nineteen_forty.rules.airborne import Withdrawing
from grognard.games.nineteen_forty.rules.combat import AlliedAir, Bridging, Fighting, GermanAir, Resolving
from grognard.games.nineteen_forty.rules.compiled import best_facts
from grognard.games.nineteen_forty.rules.declaring import Declaring
from grognard.games.nineteen_forty.rules.deploying import AlliedDeploying, GermanDeploying
from grognard.games.nineteen_forty.rules.interdiction import Interdicting
from grognard.games.nineteen_forty.rules.planning import Mechelen, Planning
from grognard.games.nineteen_forty.rules.retreat import Advancing, Frozen, Retreating
from grognard.games.nineteen_forty.rules.sequence import (
    BeforeTurns,
    EndCombat,
    EndPlayerTurn,
    Moving,
    Recovery,
    StartImpulse,
    StartTurn,
)
from grognard.games.nineteen_forty.rules.stacking import broken_limit
from grognard.games.nineteen_forty.rules.state import AT_WAR, ROUTED, Position, at_war, neutral_land, survey
from grognard.games.nineteen_forty.rules.suggestions import first_marks
from grognard.games.nineteen_forty.show import board, charts, overlays, planner, scene, sequence
from grognard.games.nineteen_forty.show.lesson import LESSON
from grognard.games.nineteen_forty.show.second_lesson import PLANS
from grognard.games.nineteen_forty.show.summary import SUMMARY
from grognard.kernel import show
from grognard.kernel.data import read_principles, read_rules
from grognard.kernel.plain import Pack
from grognard.kernel.rules import Game, Pending, Points

if TYPE_CHECKING:
    from grognard.bots import Bot
    from grognard.bots.judgement import Judge


class NineteenForty(Game[Position]):
    id = "1940"
    title = "1940"
    version = "1"
    seats = SEATS
    scenarios = (
        show.Scenario(
            "campaign",
            "The campaign in the West",
            "From 10 May to the end of June 1940: eleven turns, from secret plans to victory.",
            "19 ¶1",
        ),
    )
    options = (
        show.Option(
            "mechelen",
            "The Mechelen incident",
            "The Allied player tells which army group will move on turn 0 before the German plans.",
            "20 Mechelen ¶1",
        ),
        show.Option(
            "belgian-late-alliance",
            "Belgian late alliance",
            "Belgium is an ally from the start: free set-up, and a first move into Belgium.",
            "20 Belgian Late Alliance ¶1",
        ),
        show.Option(
            "french-air-force",
            "French air force",
            "The Allies have one more French air point.",
            "20 French Air Force ¶1",
        ),
        show.Option(
            "paratroops-hold",
            "Paratroops hold ground",
            "Airborne units gain ground as the text literally says: regiments their hex, the division by its zone "
            "even without supply (ruling 20).",
            "5 ¶1",
            ruling=20,
        ),
    )
    orders = (
        show.Order("no-air", "Commit no air points", "9 ¶2a", "turn"),
        show.Order("no-interdiction", "Interdict nothing", "9 ¶3"),
        show.Order("keep-airborne", "Keep airborne units on the map", "11 ¶3"),
    )
    State = Position
    open_facts = True  # they keep what they follow from: where a view shows less, they are found again
    steps = (
        Planning, Mechelen, AlliedDeploying, GermanDeploying, BeforeTurns, StartTurn, StartImpulse, Moving,
        Declaring, Resolving, AlliedAir, GermanAir, Bridging, Fighting, Frozen, Retreating, Advancing, EndCombat,
        Recovery, Interdicting, EndPlayerTurn, Withdrawing,
    )  # fmt: skip
    hidden = ("assign_german", "assign_allied", "reacting", "effort", "objective", "replaced", "where")
    named: ClassVar[Mapping[str, tuple[str, str]]] = {
        "where": ("ids", "spots"),
        "disrupted": ("ids", "conditions"),
        "assign_german": ("german_armies", "german_group_names"),
        "assign_allied": ("allied_armies", "allied_group_names"),
    }
    masks: ClassVar[Mapping[str, str]] = {
        "german": "labels",
        "allied": "labels",
        "landings": "labels",
        "interdicted_german": "labels",
        "interdicted_allied": "labels",
        "reserve_hexes": "labels",
        "moved": "ids",
        "entered": "ids",
        "unsupplied": "ids",
        "retreated": "ids",
        "dropped": "ids",
        "placed": "ids",
        "war": "country_names",
        "fresh": "country_names",
        "surrendered": "country_names",
        "garrisons": "garrison_name",
        "released": "allied_armies",
    }
    data: World

    def __init__(self, pack: Pack | None = None) -> None:
        self.data = World(load_book(raw_book(pack)))
        self.data.game = self
        self.data.new_facts = best_facts(self.data)
        self.data.first_marks = tuple(first_marks(self.data, side) for side in (GERMAN, ALLIED))
        self._board: show.Board | None = None
        self._counters = scene.Counters(self.data)

    # ------------------------------------------------------------------------------------------- playing

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Position:
        w = self.data
        late = bool(options["belgian-late-alliance"])  # 20 ¶1: as agreed
        where = []
        for u, entry in enumerate(w.entry):
            if entry.isdigit():
                where.append(w.index[entry])
            elif entry in w.place_hex:
                where.append(w.place_hex[entry])
            else:
                where.append(w.waiting)
            if late and w.nation[u] == BE:
                where[-1] = w.waiting
        s = Position(
            data=w,
            stack=[],
            pending=[],
            turn=-2,
            side=ALLIED,
            impulse=1,
            where=where,
            disrupted=[0] * w.n_units,
            german=w.countries[GERMANY],  # 5 ¶2: the rest is neutral
            allied=w.countries[FRANCE],
            war=AT_WAR,
            fresh=0,
            assign_german=(-1,) * len(w.armies[GERMAN]),
            assign_allied=tuple(w.bef_group if a == w.bef_army else -1 for a in range(len(w.armies[ALLIED]))),
            attacks=(),
            battles=(),
            port_points=(),
            embarked=(0,) * len(w.ports),
            garrisons=(1 << len(w.garrison_hex)) - 1,
            mechelen=bool(options["mechelen"]),
            late_alliance=late,
            french_air=bool(options["french-air-force"]),
            paratroops_hold=bool(options["paratroops-hold"]),
        )
        if late:
            s.war |= 1 << BELGIUM
            s.allied |= w.countries[BELGIUM]
        s.then(*([Mechelen()] if s.mechelen else []), Planning(), BeforeTurns())
        return s

    def result(self, s: Position) -> show.Result | None:
        return None if s.stack else victory.result(s)

    def scored(self, v: Position) -> tuple[Points, ...]:
        return tuple(victory.scored(v))

    def clock(self, v: Position) -> str:
        if v.turn < 0:
            return "Planning" if v.turn == -2 else "Before the attack"
        return f"Turn {v.turn}, {self.data.dates[v.turn]}, {SEATS[v.side].title()} player turn"

    # ------------------------------------------------------------------------------------------- secrecy

    def blank(self, v: Position, seat: str) -> None:
        """16 ¶1 (ruling 92): plans are secret until the set-up, the Allied turn 0 or the end shows them."""
        if not v.stack:
            return
        w = self.data
        if seat != "german":
            v.objective = -1
            if not v.deployed >> GERMAN & 1:
                v.assign_german = (-1,) * len(v.assign_german)
                v.effort = -1
                if v.replaced >= 0:
                    v.where[v.replaced] = w.waiting
                    v.replaced = -1
        if seat != "allied":
            if not v.shown:
                v.reacting = -1
            if not v.deployed >> ALLIED & 1:
                v.assign_allied = tuple(w.bef_group if a == w.bef_army else -1 for a in range(len(v.assign_allied)))

    def private(self, v: Position, seat: str) -> bool:
        """16 ¶1: plans and set-ups. What stays secret after them, the objective and who will move first, is asked by
        nothing before it is shown."""
        return not v.deployed >> (GERMAN if seat == "german" else ALLIED) & 1

    def guess(self, view: Position, seat: str, rng: random.Random) -> Position:
        s = view.bare()
        w = self.data
        planned = not s.stack or not isinstance(s.stack[-1], (Planning, Mechelen))
        if planned and s.stack:
            if seat != "german":
                s.objective = rng.randrange(3)
                if not s.deployed >> GERMAN & 1:
                    s.assign_german = planning.random_assignment(w, GERMAN, rng)
                    s.effort = rng.randrange(3)
                    s.replaced = planning.random_replacement(w, rng)
                    if s.replaced >= 0:
                        s.where[s.replaced] = w.out
            if seat != "allied":
                if not s.shown:
                    s.reacting = rng.randrange(3)
                if not s.deployed >> ALLIED & 1:
                    s.assign_allied = planning.random_assignment(w, ALLIED, rng)
        for i, draft in enumerate(s.pending):
            if draft.seat != seat and not draft.parts:
                s.pending[i] = Pending(draft.seat, planning.random_plan(s, draft.seat, rng))
        return s

    # -------------------------------------------------------------------------------------------- checks

    def check(self, s: Position) -> Iterator[show.Reason]:
        w = self.data
        if s.german & s.allied:
            yield show.Reason("5 ¶2", "A hex is friendly territory of both sides.")
        for u, h in enumerate(s.where):
            if not 0 <= h < len(w.spots):
                yield show.Reason("1 The Map ¶1", f"{w.unit_names[u]} is nowhere.")
                return
            if h < w.n and not w.land >> h & 1:
                yield show.Reason("6 Sea Hexsides ¶1", f"{w.unit_names[u]} is at sea in {w.labels[h]}.")
            if h < w.n and at_war(s, u) and neutral_land(s) >> h & 1:
                country = w.country_names[w.country[h]]
                yield show.Reason("13 Neutral Status ¶1", f"{w.unit_names[u]} is in {country}, which is neutral.")
            if not 0 <= s.disrupted[u] <= ROUTED:
                yield show.Reason("7 Disruption ¶1a", f"{w.unit_names[u]} has no known condition.")
        if s.air_german < 0 or s.air_allied < 0:
            yield show.Reason("9 ¶1", "There are fewer than no air points.")
        for h, units in survey(s).at.items():
            if h >= w.n:
                continue
            for side in (GERMAN, ALLIED):
                broken = broken_limit(w, [u for u in units if w.side[u] == side])
                if broken and s.overfull != h:
                    yield show.Reason(broken[0], f"{w.labels[h]} {broken[1].replace('would hold', 'holds')}.")
        for side, parts in ((GERMAN, s.german_parts), (ALLIED, s.allied_parts)):
            inside = sum(1 for u in w.of_side[side] if s.where[u] == w.in_corps)
            if inside != len(parts):
                yield show.Reason("15 ¶1", "The divisions inside a corps do not add up.")

    def exhibits(self) -> Iterator[str]:
        """Every ending and every cell of the combat table."""
        for level in self.data.book.level:
            yield f"ending {level.id}"
        for odds in self.data.crt_names:
            for die in range(1, 7):
                yield f"crt {odds} {die}"

    # --------------------------------------------------------------------------------------------- shows

    def bots(self) -> dict[str, Callable[[], Bot[Position]]]:
        from grognard.games.nineteen_forty.bots.bot import EasyBot, HardBot
        from grognard.games.nineteen_forty.bots.expert import ExpertBot

        return {"easy": EasyBot, "hard": HardBot, "expert": ExpertBot}

    def judge(self) -> Judge[Position]:
        from grognard.games.nineteen_forty.bots.judgement import german_judge

        return german_judge(self.pack)

    def board(self) -> show.Board:
        if self._board is None:
            self._board = board.board(self.data)
        return self._board

    def scene(self, view: Position) -> show.Scene:
        return scene.scene(self.data, self._counters, view)

    def name(self, kind: str, token: str) -> str:
        w = self.data
        if token in w.unit:
            return w.unit_names[w.unit[token]]
        if token in w.army_names:
            return w.army_names[token]
        if token in w.plans:
            return w.plan_names[w.plans.index(token)]
        for side in (GERMAN, ALLIED):
            if kind == "choice" and token in w.group_names[side]:
                return w.group_titles[side][w.group_names[side].index(token)]
        return w.hex_name(w.index[token]) if kind == "place" and token in w.index else token

    overlays = overlays.KINDS
    principles = read_principles(PACKAGE)
    plans = ("Declaring",)

    def plan(
        self, view: Position, seat: str, wanted: Sequence[show.Wanted] = (), propose: bool = False
    ) -> show.Plan | None:
        return planner.plan(self, view, seat, wanted, propose)

    def overlay(self, view: Position, name: str, about: str = "") -> show.Overlay:
        return overlays.overlay(view, name, about)

    def charts(self) -> tuple[show.Chart, ...]:
        return charts.charts(self.data)

    def sequence(self, view: Position | None = None) -> tuple[show.SequenceItem, ...]:
        return sequence.sequence(view)

    def rules(self) -> tuple[show.RuleCase, ...]:
        return read_rules(PACKAGE)

    def lesson(self) -> show.Lesson:
        return LESSON

    def lessons(self) -> tuple[show.Lesson, ...]:
        return LESSON, PLANS

    def about(self) -> show.About:
        return show.About(
            self.title,
            "The German invasion of France and the Low Countries in May and June 1940, at five days a turn and "
            "about 25 kilometers a hex. Both sides plan in secret; then corps, zones of control and air power "
            "decide.",
            provenance(self.data.book),
            (
                "The rulebook prints neither map, counters, combat table nor terrain chart: those are "
                "reconstructions around everything the text and its examples state.",
                "The map comes from open geography; hexes that the rules do not name may differ from the "
                "printed ones.",
                "Values from your own copy can be laid over ours with a data pack.",
            ),
            ("Made with Natural Earth.",),
            SUMMARY,
        )

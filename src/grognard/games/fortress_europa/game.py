"""Fortress Europa as a game of the kernel: begin, views and guesses, checks, and what it shows."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from grognard.games.fortress_europa import exhibits
from grognard.games.fortress_europa.data.loader import PACKAGE, load_book, provenance, read_tables
from grognard.games.fortress_europa.data.world import ALLIED, FINE, SEATS, SIDES, World
from grognard.games.fortress_europa.rules.air.air import (
    AlliedAllocation,
    Cancelled,
    Cancelling,
    CounterAir,
    GermanAllocation,
)
from grognard.games.fortress_europa.rules.air.air_phase import AirBoxes, AirMonth, AirPhase, FuelProduction
from grognard.games.fortress_europa.rules.air.missions import BridgeAttacks, StockpileRaid, Strafe
from grognard.games.fortress_europa.rules.air.naval import ShipsMove, Stationing
from grognard.games.fortress_europa.rules.air.support import BindSupport
from grognard.games.fortress_europa.rules.combat.attacking import Attacking, EndCombat, StartCombat
from grognard.games.fortress_europa.rules.combat.battle import (
    AttackersGo,
    DefendersGo,
    EndBattle,
    Fighting,
    Losing,
    Paying,
)
from grognard.games.fortress_europa.rules.combat.removing import Removing
from grognard.games.fortress_europa.rules.combat.retreat import Falling, Forced, Retreating, Yielding
from grognard.games.fortress_europa.rules.combat.rout import Advancing, SweptAlong
from grognard.games.fortress_europa.rules.flooding import FloodPhase, OpenDykes
from grognard.games.fortress_europa.rules.forces.alert import ArmorRoll
from grognard.games.fortress_europa.rules.forces.arrivals import Arrivals, ChooseBox, Substitute, Withdrawals
from grognard.games.fortress_europa.rules.forces.partisans import PartisanLeaves, PartisanPhase, PartisanRoll
from grognard.games.fortress_europa.rules.forces.replacements import (
    AlliedReplacing,
    GermanReplacing,
    Replacements,
    Strengthening,
)
from grognard.games.fortress_europa.rules.forces.reserve import LeaveForReserve, SendInstead
from grognard.games.fortress_europa.rules.invariants import broken
from grognard.games.fortress_europa.rules.landing.airborne import Dropping, DropRoll, Drops
from grognard.games.fortress_europa.rules.landing.dday import StartLanding
from grognard.games.fortress_europa.rules.landing.diverted import Ashore, Displaced, Diverted, TurnedAway
from grognard.games.fortress_europa.rules.landing.invasion import Foothold, Invading
from grognard.games.fortress_europa.rules.landing.isle import with_jersey
from grognard.games.fortress_europa.rules.landing.mulberries import (
    MulberryDamage,
    MulberryDue,
    PlaceMulberry,
    StormAtSea,
)
from grognard.games.fortress_europa.rules.movement.crossing import CrossingRoll, Ford
from grognard.games.fortress_europa.rules.movement.districts import bind
from grognard.games.fortress_europa.rules.movement.exits import ExitPhase, GivingUp, Recalling
from grognard.games.fortress_europa.rules.movement.greif import Commandos
from grognard.games.fortress_europa.rules.movement.movement import March
from grognard.games.fortress_europa.rules.movement.rail import RailControl
from grognard.games.fortress_europa.rules.movement.stacking import Overstacked
from grognard.games.fortress_europa.rules.sequence import (
    EndMove,
    EndPlayerTurn,
    EndTurn,
    Moving,
    PlayerTurn,
    StartMove,
    StartTurn,
)
from grognard.games.fortress_europa.rules.setup.december import OpenDecember, Regroup, arrange, opening_steps
from grognard.games.fortress_europa.rules.setup.deploying import free_boxes
from grognard.games.fortress_europa.rules.setup.guessing import imagine
from grognard.games.fortress_europa.rules.setup.objectives import PickObjectives, imagine_goals
from grognard.games.fortress_europa.rules.setup.setup import (
    FreeGermanSetUp,
    GermanSetUp,
    PrepareSetUp,
    Reveal,
    opening,
)
from grognard.games.fortress_europa.rules.standing import facts, fill_box, freeze, put, set_decoy, units_in
from grognard.games.fortress_europa.rules.state import FREE, IDLE, NOWHERE, OPENING, Position, on, on_map
from grognard.games.fortress_europa.rules.supply.ports import PortDamage, Repair
from grognard.games.fortress_europa.rules.supply.shortage import (
    CapacityCheck,
    Overdrawn,
    Shortage,
    SupplyLosses,
    SupplyPhase,
)
from grognard.games.fortress_europa.rules.victory import victory
from grognard.games.fortress_europa.rules.victory.victory import TheEnd, objective_name
from grognard.games.fortress_europa.rules.weather import RollWeather, WeatherPhase
from grognard.games.fortress_europa.show import charts, planner, texts
from grognard.games.fortress_europa.show.board import board
from grognard.games.fortress_europa.show.lesson import LESSON
from grognard.games.fortress_europa.show.overlays import KINDS, overlay
from grognard.games.fortress_europa.show.pages import PAGES, page
from grognard.games.fortress_europa.show.scene import faces, scene
from grognard.games.fortress_europa.show.sequence import sequence
from grognard.games.fortress_europa.show.summary import SUMMARY
from grognard.kernel import show
from grognard.kernel.data import read_principles, read_rules
from grognard.kernel.plain import Pack
from grognard.kernel.rules.game import Game

if TYPE_CHECKING:
    from grognard.bots import Bot

JERSEY = "jersey"
"""The variant of the map that has the isle."""
JUNE = ("campaign", "invasion", "west-wall")
FITTING: Mapping[str, tuple[str, ...]] = {
    "jersey": JUNE,
    "decoys-for-hidden": JUNE,
    "free-setup": JUNE,
    "armor-release": JUNE,
    "flooding": JUNE,
    "ardennes-setup": ("bulge", "berlin"),
    "varsity": ("berlin",),
    "rolled-weather": ("bulge", "berlin"),
    "bad-weather": ("campaign", "west-wall"),
    "extended-4": ("campaign",),
    "extended-8": ("campaign",),
    "sudden-death": ("campaign",),
    "advanced-air": JUNE,
    "second-turn-clear": ("invasion",),
}
"""Options that go with some scenarios only (rulings 243, 259)."""


class FortressEuropa(Game[Position]):
    id = "fortress-europa"
    title = "Fortress Europa"
    version = "1"
    seats = SEATS
    orders = (
        show.Order("no-flood", "Do not open the dykes when asked", "31.11"),
        show.Order("stand-fast", "Units that need not retreat stay where they are", "16.4", "turn"),
        show.Order("keep-weak", "Keep weak units that others can help: remove only those that must go", "14.10"),
        show.Order("ships-stay", "Naval units stay where they are", "19.3"),
        show.Order("idle-ships", "Naval units stay while no enemy stands on a coast within their reach", "19.3"),
    )
    overlays = KINDS
    principles = read_principles(PACKAGE)
    plans = ("Attacking",)
    pages = PAGES
    State = Position
    steps = (
        StartTurn, WeatherPhase, RollWeather, PlayerTurn, StartMove, Moving, March, EndMove, Overstacked,
        EndPlayerTurn, EndTurn, RailControl,
        AirMonth, AirBoxes, AirPhase, AlliedAllocation, GermanAllocation, Cancelling, Cancelled, CounterAir,
        FuelProduction, Strafe, StockpileRaid, BridgeAttacks, BindSupport, Ford, CrossingRoll,
        PortDamage, Repair, StormAtSea, MulberryDamage, MulberryDue, PlaceMulberry,
        SupplyPhase, Shortage, SupplyLosses, CapacityCheck, Overdrawn,
        StartLanding, Drops, Dropping, DropRoll, Invading, ShipsMove, Stationing, TurnedAway, Diverted, Displaced,
        Ashore, Foothold,
        StartCombat, Removing, Attacking, EndCombat, Fighting, Paying, Losing, DefendersGo, AttackersGo, EndBattle,
        Falling, Retreating, Yielding, Forced,
        PrepareSetUp, GermanSetUp, FreeGermanSetUp, Reveal, Strengthening,
        Arrivals, ChooseBox, Withdrawals, Substitute, Replacements, AlliedReplacing, GermanReplacing,
        LeaveForReserve, SendInstead,
        Regroup, OpenDecember, SweptAlong, Advancing,
        ArmorRoll, FloodPhase, OpenDykes, Commandos, ExitPhase, GivingUp, Recalling,
        PartisanPhase, PartisanRoll, PartisanLeaves, PickObjectives, TheEnd,
    )  # fmt: skip
    open_facts = True  # `blank` goes through the doors: what a view carries follows from the view
    hidden = (
        "notes", "box", "bound", "where", "spent", "moved", "slowed", "railed", "sighted", "decoy_unit",
        "goals_german", "goals_allied",
    )  # fmt: skip
    named: ClassVar[Mapping[str, tuple[str, str]]] = {
        "where": ("ids", "spots"),
        "face": ("ids", "faces"),
        "bound": ("ids", "district_ids"),
        "box": ("ids", "box_ids"),
        "notes": ("ids", "labels"),
        "overstrength": ("", "ids"),
        "decoy_at": ("", "labels"),
        "decoy_unit": ("", "ids"),
        "spent": ("ids", ""),
        "mission": ("aircraft_ids", "mission_ids"),
        "target": ("aircraft_ids", ""),
        "ship_at": ("ship_ids", "sea_spots"),
        "mulberry_at": ("mulberry_ids", "labels"),
        "mulberry_damage": ("mulberry_ids", ""),
        "mulberry_turn": ("mulberry_ids", ""),
        "port_damage": ("port_ids", ""),
        "port_turn": ("port_ids", ""),
        "pools": ("pools", ""),
        "regraded": ("", "pools"),
        "partisan": ("", "labels"),
        "PortDamage.port": ("", "port_ids"),
        "MulberryDamage.mulberry": ("", "mulberry_ids"),
        "Shortage.short": ("", "ids"),
        "SupplyLosses.units": ("", "ids"),
        "DropRoll.unit": ("", "ids"),
        "Stationing.moved": ("", "ship_ids"),
        "Diverted.port": ("", "labels"),
        "Displaced.unit": ("", "ids"),
        "Displaced.blocker": ("", "labels"),
        "Ashore.diverted": ("", "ids"),
        **dict.fromkeys(("Falling.units", "Retreating.units", "Yielding.units", "Forced.unit"), ("", "ids")),
        "March.unit": ("", "ids"),
        "ArmorRoll.unit": ("", "ids"),
        "SweptAlong.through": ("", "labels"),
        "SweptAlong.to": ("", "labels"),
        "Advancing.units": ("", "ids"),
        "Strafe.unit": ("", "ids"),
        "Ford.unit": ("", "ids"),
        "Ford.bank": ("", "labels"),
        "Ford.there": ("", "labels"),
        "CrossingRoll.unit": ("", "ids"),
        "CrossingRoll.there": ("", "labels"),
        "Cancelled.mission": ("", "mission_ids"),
        "March.path": ("", "labels"),
        "ChooseBox.units": ("", "ids"),
        "Substitute.unit": ("", "ids"),
        "Substitute.named": ("", "ids"),
        "SendInstead.unit": ("", "ids"),
        "LeaveForReserve.units": ("", "ids"),
    }
    masks: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(
            (
                "moved", "slowed", "mired", "pinned", "stuck", "landed", "railed", "sailed", "flown", "fought",
                "dropped", "invaders", "ashore", "began", "raiding", "by_air", "rebuilt", "grounded", "strafed",
                "sighted", "stopped", "regrouped",
                "trespassing", "driven_in", "expelled", "unsupplied", "quick_units", "belt_units", "cramped",
                "battle_units", "battle_foes", "battle_idle",
            ),
            "ids",
        ),
        **dict.fromkeys(
            (
                "allied", "allied_rail", "rail_noted", "ruined", "bases_taken", "sites_taken", "friendly_beaches",
                "site", "airfields", "crowded", "volkssturm_cities", "battle_hexes", "sallied",
            ),
            "labels",
        ),
        "options": "option_ids",
        "bridges_down": "section_ids",
        "invaded": "district_ids",
        "landing_districts": "district_ids",
        "ports_taken": "port_ids",
        "ports_spoilt": "port_ids",
        "ports_asleep": "port_ids",
        "front_box": "aircraft_ids",
        "ships_used": "ship_ids",
        "battle_ships": "ship_ids",
        "battle_air": "aircraft_ids",
        "battle_carpet": "aircraft_ids",
        "goals_german": "objective_ids",
        "goals_allied": "objective_ids",
    }  # fmt: skip
    data: World

    def __init__(self, pack: Pack | None = None) -> None:
        tables = read_tables(pack)
        book = load_book(tables)
        self.data = self._made(World(book))
        self._with_jersey: World | None = None
        self._board: show.Board | None = None
        self._faces = faces(self.data)
        self._sources = provenance(tables)
        self.scenarios = tuple(  # type: ignore[misc]
            show.Scenario(x.id, x.name, texts.SCENARIOS[x.id], x.rule) for x in book.scenario
        )
        self.options = tuple(  # type: ignore[misc]
            show.Option(
                o.id,
                o.name,
                texts.OPTIONS[o.id],
                o.rule,
                scenarios=FITTING.get(o.id, ()),
                ruling=o.ruling,
            )
            for o in book.option
        )

    # ------------------------------------------------------------------------------------------------------- playing

    def world(self, jersey: bool) -> World:
        """The map that is played on: with the Isle of Jersey or without it (31.5)."""
        if not jersey:
            return self.data
        if self._with_jersey is None:
            self._with_jersey = self._made(World(with_jersey(self.data.book)), JERSEY)
        return self._with_jersey

    def _made(self, w: World, variant: str = "") -> World:
        w.game, w.variant = self, variant
        return w

    def static(self, variant: str = "") -> World:
        return self.world(variant == JERSEY)

    def variant(self, s: Position) -> str:
        return JERSEY if on(s, "jersey") else ""

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Position:
        w = self.world(bool(options["jersey"]))
        number = w.scenario_ids.index(scenario)
        chosen = sum(w.option_bit[name] for name, value in options.items() if value)
        aside = {"overstrength": w.aside, "79th": w.aside, "late": w.aside, "england": w.england, "africa": w.africa}
        s = Position(
            data=w,
            stack=[],
            pending=[],
            scenario=number,
            options=chosen,
            turn=w.turn_of[w.book.scenario[number].first],
            side=ALLIED,
            phase=OPENING,
            impulse=0,
            weather=FINE,
            where=[aside.get(entry, w.waiting) for entry in w.entry],
            face=[int(u.starts_reduced) for u in w.units],
            bound=[FREE] * w.n_units,
            box=list(w.box_of),
            notes=[NOWHERE] * w.n_units,
            spent=[0] * w.n_units,
            mission=[IDLE] * len(w.aircraft),
            target=[-1] * len(w.aircraft),
            ship_at=[NOWHERE] * len(w.ships),
            mulberry_at=[NOWHERE] * len(w.mulberries),
            mulberry_damage=[0] * len(w.mulberries),
            mulberry_turn=[0] * len(w.mulberries),
            port_damage=[0] * len(w.ports),
            port_turn=[0] * len(w.ports),
            pools=[0] * len(w.pools),
            overstrength=[-1] * len(w.overstrength),
            decoy_at=[NOWHERE] * w.decoys,
            decoy_unit=[-1] * w.decoys,
            flooded=not options["flooding"],
        )
        if w.book.scenario[number].setup == "june":
            bind(s)
            s.then(*([PickObjectives()] if victory.with_objectives(s) else []), *opening(s), StartTurn(s.turn))
        else:
            arrange(s)
            s.then(*opening_steps(s))
        facts(s)  # the state and the views of those who set it up carry it along
        return s

    def result(self, s: Position) -> show.Result | None:
        return None if s.stack else victory.result(s)

    def bots(self) -> dict[str, Callable[[], Bot[Position]]]:
        from grognard.games.fortress_europa.bots.bot import EasyBot
        from grognard.games.fortress_europa.bots.hard import HardBot

        return {"easy": EasyBot, "hard": HardBot}

    def clock(self, v: Position) -> str:
        return f"{self.data.turn_name[v.turn]}, {SIDES[v.side]} player turn"

    # ------------------------------------------------------------------------------------------------------- secrecy

    def blank(self, v: Position, seat: str) -> None:
        """Secret notes (3.3), what decoys cover (31.6, 31.7), whose place a hidden unit fills where any unit may fill
        it (31.8) and objectives (32.1) are their owner's."""
        if not v.stack:
            return
        if seat != "german":
            if free_boxes(v):
                for u in units_in(v, v.data.hidden):
                    fill_box(v, u, -1)
                    freeze(v, u, FREE)
            v.notes = [NOWHERE] * v.data.n_units
            for u in v.decoy_unit:
                if u >= 0 and on_map(v, u):
                    put(v, u, v.data.unknown)
                    v.spent[u] = 0
                    shown = ~(1 << u)  # or a decoy would be known by how it has moved
                    v.moved &= shown
                    v.slowed &= shown
                    v.railed &= shown
                    v.sighted &= shown
            for number, u in enumerate(v.decoy_unit):
                if u >= 0:
                    set_decoy(v, number, v.decoy_at[number], -1)
        if not v.goals_shown:
            if seat != "german":
                v.goals_german = 0
            if seat != "allied":
                v.goals_allied = 0

    def veils(self, s: Position, seat: str) -> bool:
        if not s.goals_shown and s.goals_german | s.goals_allied:
            return True
        return seat != "german" and bool(units_in(s, s.data.hidden) or facts(s).covered or max(s.notes) >= 0)

    def private(self, v: Position, seat: str) -> bool:
        """Set-ups with secret notes and decoys (3.3, 31.6), whatever the Germans do while there are any, and
        objectives (32.1)."""
        if isinstance(v.stack[-1], (PickObjectives, GermanSetUp)):
            return True
        return seat == "german" and bool(units_in(v, v.data.hidden) or any(h >= 0 for h in v.decoy_at))

    def guess(self, view: Position, seat: str, rng: random.Random) -> Position:
        s = view.bare()
        imagine(s, rng)
        imagine_goals(s, rng)
        self.guess_drafts(s, seat, rng)
        return s

    # -------------------------------------------------------------------------------------------------------- checks

    def check(self, s: Position) -> Iterator[show.Reason]:
        return broken(s)

    def exhibits(self) -> Iterator[str]:
        levels = (ending.level for ending in victory.ENDINGS.values())
        return exhibits.every(self.data, self.charts(), victory.ENDINGS, levels)

    # -------------------------------------------------------------------------------------------------------- showing

    def name(self, kind: str, token: str) -> str:
        w = self.data
        if token in w.unit:
            return w.unit_names[w.unit[token]]
        if token in w.objective_ids:
            return objective_name(w, w.objective_ids.index(token))
        return w.hex_name(w.index[token]) if token in w.index else w.names.get(token, token)

    def board(self) -> show.Board:
        if self._board is None:
            self._board = board(self.data)
        return self._board

    def scene(self, view: Position) -> show.Scene:
        return scene(self.data, view, self._faces)

    def sequence(self, view: Position | None = None) -> tuple[show.SequenceItem, ...]:
        return sequence(view)

    def overlay(self, view: Position, name: str, about: str = "") -> show.Overlay:
        return overlay(view, name, about)

    def plan(
        self, view: Position, seat: str, wanted: Sequence[show.Wanted] = (), propose: bool = False
    ) -> show.Plan | None:
        return planner.plan(self, view, seat, wanted, propose)

    def page(self, view: Position, name: str, seat: str) -> show.Page:
        return page(view, name, seat)

    def lesson(self) -> show.Lesson:
        return LESSON

    def charts(self) -> tuple[show.Chart, ...]:
        return charts.charts(self.data)

    def about(self) -> show.About:
        return show.About(
            self.title,
            "The campaign in the West from the landing in June 1944 to March 1945, at a week a turn and about 29 "
            "kilometers a hex: hidden defenders, landings, air power, ports and supply.",
            self._sources,
            (
                "The rulebook prints neither map, counters nor charts: those are reconstructions around everything "
                "that the text and its examples state.",
                "The map comes from open geography; hexes that the rules do not name may differ from printed ones.",
                "Values from your own copy can be laid over ours with a data pack.",
            ),
            ("Made with Natural Earth.",),
            SUMMARY,
        )

    def rules(self) -> tuple[show.RuleCase, ...]:
        return read_rules(PACKAGE)

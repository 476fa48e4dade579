"""Springtime for Hitler on the kernel: who plays, what is hidden, and where everything else is."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from grognard.games.springtime.data.world import AXIS, PACKAGE, SIDE_NAMES, SIDES, World
from grognard.games.springtime.rules import (
    advantage,
    combat,
    end_phase,
    events,
    impulses,
    kleist,
    movement,
    optional,
    political,
    refit,
    retreats,
    setup,
)
from grognard.games.springtime.rules.state import SEATS, UNSEEN, Spring, facts, held, seat_of, side_of
from grognard.games.springtime.show import (
    about,
    board,
    charts,
    lesson,
    overlays,
    planner,
    scene,
    second_lesson,
    sequence,
)
from grognard.kernel.data import read_principles, read_rules
from grognard.kernel.plain import Pack
from grognard.kernel.rules import PUBLIC, Draft, Game
from grognard.kernel.show import (
    About,
    Board,
    Chart,
    Lesson,
    Option,
    Order,
    Overlay,
    Plan,
    Reason,
    Result,
    RuleCase,
    Scenario,
    Scene,
    SequenceItem,
    Wanted,
)

if TYPE_CHECKING:
    from grognard.bots import Bot
    from grognard.bots.judgement import Judge

STEPS = (
    setup.Bids,
    setup.BidDice,
    optional.FreeSetup,
    political.StartTurn,
    political.TakePlanRed,
    political.TakePlanRedChoice,
    political.DrawFor,
    political.KeepOrDraw,
    events.DrawMarker,
    political.Belgium,
    political.BelgianDie,
    political.Declarations,
    impulses.StartImpulse,
    impulses.PrepareImpulse,
    advantage.OpenCityWindow,
    impulses.EarlyEvent,
    kleist.KleistOrNobody,
    kleist.PlaceKleist,
    impulses.ChooseImpulse,
    impulses.AssaultMoves,
    impulses.RegroupMoves,
    impulses.RedeployMoves,
    optional.Landing,
    optional.DropDice,
    combat.NameDefender,
    combat.AttackerAir,
    combat.DefenderAir,
    combat.CombatDice,
    advantage.BattleWindow,
    combat.ApplyResult,
    retreats.StartRetreat,
    retreats.Retreat,
    combat.FinishBattle,
    movement.GoOn,
    impulses.EndImpulse,
    impulses.Logistics,
    impulses.SoldierOn,
    impulses.NextImpulse,
    end_phase.EndManeuvers,
    refit.Refit,
    refit.Spend,
    refit.CheckSurrender,
    refit.SurrenderDie,
    refit.EmptyAreas,
    end_phase.EndPhase,
    end_phase.Armistice,
    end_phase.EndEvents,
    end_phase.EndDiscards,
    end_phase.NextTurn,
)


class Springtime(Game[Spring]):
    id = "springtime"
    title = "Springtime for Hitler"
    version = "1"
    seats = ("axis", "allies")
    scenarios = (
        Scenario("plan-yellow", "Plan Yellow", "The whole campaign, seven weeks from 10 May 1940.", "5.0"),
        Scenario("plan-red", "Plan Red", "From the Somme and the Aisne, four weeks from 5 June 1940.", "19.0"),
    )
    options = (
        Option(
            "axis-airdrops",
            "Axis airdrops",
            "The Airlanding Corps may drop behind the lines.",
            "18.1",
            scenarios=("plan-yellow",),
        ),
        Option(
            "limited-free-setup",
            "Limited free set-up",
            "Both sides set up in secret, within limits.",
            "18.2",
            scenarios=("plan-yellow",),
        ),
        Option(
            "bef-returns", "The BEF returns", "After Dynamo the BEF may be rebuilt, and Dynamo stays in play.", "18.3"
        ),
        Option(
            "bidding",
            "Bid for sides",
            "If both want the same side, secret bids of French Morale decide; name the side.",
            "17.1",
            values=("no", "axis", "allies"),
        ),
        Option(
            "belgian-surrender-as-printed",
            "Belgian surrender as printed",
            "A die greater than the Axis Areas in Belgium (ruling 17).",
            "6.1.2",
            ruling=17,
        ),
        Option(
            "air-supremacy-one-marker",
            "Air Supremacy turns one marker",
            "Only one of two German markers (ruling 48).",
            "9.4.2",
            ruling=48,
        ),
        Option(
            "out-of-supply-each-unit",
            "Every unit out of supply counts",
            "In combat −1 for each unit out of supply that takes part, not for the Lead unit alone (ruling 60).",
            "13.2.2",
            ruling=60,
        ),
        Option(
            "morale-in-maneuvers-only",
            "Morale moves in the Maneuvers Phase alone",
            "Surrenders and Areas lost for want of supply leave French Morale as it is (ruling 87).",
            "4.4.9",
            ruling=87,
        ),
    )
    orders = (
        Order("save-advantage", "Keep the Advantage: decline every use when asked", "11.1", "turn"),
        Order(
            "only-if-lost",
            "Use the Advantage in a battle only if a unit would be eliminated: decline otherwise",
            "11.1.2",
        ),
        Order("soldier-on", "Use Soldier On whenever it is offered", "11.1.4", "turn"),
        Order("keep-paris", "Do not declare Paris an open city in enemy impulses", "11.1.1"),
        Order("stand-fast", "No voluntary retreats", "10.5.3", "turn"),
        Order("no-air", "No air support", "9.4.1", "turn"),
        Order("keep-marker", "Keep the Event marker when asked outside your own impulse", "6.4.4"),
    )
    overlays = overlays.KINDS
    principles = read_principles(PACKAGE)
    plans = ("AssaultMoves",)
    State = Spring
    steps = STEPS
    hidden = ("held_allies", "held_axis", "cup", "known_allies", "known_axis")
    named = {
        "loc": ("unit_ids", "place_ids"),
        "strength": ("unit_ids", ""),
        "oos": ("unit_ids", ""),
        "came": ("unit_ids", "place_ids"),
        "control": ("map_ids", "side_ids"),
        "flipped": ("leader_ids", ""),
        "air_strong": ("air_ids", ""),
        "air_used": ("air_ids", ""),
    }
    masks = {
        "active": "unit_ids",
        "closed": "map_ids",
        "contested": "map_ids",
        "attackers": "unit_ids",
        "leaving": "unit_ids",
        "cup": "event_ids",
        "track": "event_ids",
        "spent": "event_ids",
        "known_allies": "event_ids",
        "known_axis": "event_ids",
    }
    open_facts = True

    data: World

    def __init__(self, pack: Pack | None = None) -> None:
        self.data = World(pack)
        self.data.game = self
        self._board: Board | None = None

    # ---------------------------------------------------------------------------------------- how it is played
    def begin(self, scenario: str, options: dict[str, bool | str]) -> Spring:
        return setup.begin(self.data, scenario, options)

    def result(self, s: Spring) -> Result | None:
        if s.winner < 0:
            return None
        _, rule, words = end_phase.ENDINGS[s.victory]
        return Result(winner=seat_of(s, s.winner), level=s.victory, text=words, score=float(s.morale), rule=rule)

    def side(self, s: Spring, seat: str) -> str:
        return seat if seat not in SEATS else SIDES[side_of(s, seat)]

    def clock(self, v: Spring) -> str:
        return f"Turn {v.turn}"

    def blank(self, v: Spring, seat: str) -> None:
        """Which marker the enemy holds, what is in the cup, and what the enemy can conclude."""
        side = -1 if seat == PUBLIC else side_of(v, seat)
        v.cup = 0
        if side != 0:
            v.held_allies = UNSEEN if v.held_allies else 0
            v.known_allies = 0
        if side != AXIS:
            v.held_axis = v.held_axis if v.shown_axis else UNSEEN if v.held_axis else 0
            v.known_axis = 0

    def private(self, v: Spring, seat: str) -> bool:
        """Bids and set-ups, which both make at once. That the marker in hand is kept or returned is told to all."""
        return isinstance(v.stack[-1], Draft)

    def aside(self, v: Spring, seat: str) -> str:
        """The marker in hand: where it may be played now, and where it may be given back."""
        step = v.stack[-1]
        if held(v, side_of(v, seat)) != UNSEEN:
            return ""
        if isinstance(step, events.TimeForEvents):
            return "See or play my Event marker"
        return "See my Event marker" if isinstance(step, (political.KeepOrDraw, end_phase.EndDiscards)) else ""

    def guess(self, view: Spring, seat: str, rng: random.Random) -> Spring:
        """Any marker that may be in the enemy's hand, the rest in the cup, and any conclusions he may have drawn."""
        s = view.bare()
        side = -1 if seat == PUBLIC else side_of(s, seat)
        known = 0 if side < 0 else s.known_axis if side else s.known_allies
        top = s.stack[-1] if s.stack else None
        aside = top.aside if isinstance(top, events.DrawMarker) else 0
        out = s.spent | s.track
        for marker in (aside, s.held_allies, s.held_axis):
            if marker > 0:
                out |= 1 << marker - 1
        for enemy in (0, 1):
            if (s.held_axis if enemy else s.held_allies) == UNSEEN:
                marker = rng.choice([e for e in range(9) if not (out | known) >> e & 1])
                events.set_held(s, enemy, marker + 1)
                out |= 1 << marker
        s.cup = 511 & ~out
        if side != 0:
            s.known_allies = rng.getrandbits(9) & ~(1 << s.held_axis - 1 if s.held_axis else 0)
        if side != AXIS:
            s.known_axis = rng.getrandbits(9) & ~(1 << s.held_allies - 1 if s.held_allies else 0)
        self.guess_drafts(s, seat, rng)
        return s

    def check(self, s: Spring) -> Iterable[Reason]:
        d = s.data
        at = facts(s).at
        for u, p in enumerate(s.loc):
            if not 0 <= p <= 38:
                yield Reason("3.1", f"{d.unit_names[u]} is nowhere.")
            elif p == d.italy and u != d.italian:
                yield Reason("14.3", f"{d.unit_names[u]} may not be in Italy.")
            if s.strength[u] not in (1, 2):
                yield Reason("4.2", f"{d.unit_names[u]} has {s.strength[u]} steps.")
        for p in range(30):
            for side in (0, 1):
                if (at[p] & d.side_mask[side]).bit_count() > d.stacking:
                    words = f"{d.area_names[p]} holds more than {d.stacking} units of the {SIDE_NAMES[side]}."
                    yield Reason("7.1", words)
        if not 1 <= s.turn <= d.tracks.turns or not 1 <= s.impulse <= d.tracks.impulses:
            yield Reason("6.0", f"There is no turn {s.turn} with impulse {s.impulse}.")
        if s.points_allies < 0 or s.points_axis < 0:
            yield Reason("12.2", "Replacement Points cannot be negative.")
        for p, here in enumerate(at):
            alone = 0 if not here & d.side_mask[AXIS] else AXIS
            if here and p not in (s.battle, d.italy) and s.control[p] != alone and not here & d.side_mask[1 - alone]:
                yield Reason("7.2", f"Only the {SIDE_NAMES[alone]} are in {d.area_names[p]}: they control it.")
        if s.control[d.italy] != AXIS:
            yield Reason("14.3", "Italy is always Axis.")
        markers = [s.cup, s.track, s.spent, *(1 << h - 1 for h in (s.held_allies, s.held_axis) if h > 0)]
        drawing = any(isinstance(x, events.DrawMarker) for x in s.stack)
        if not drawing and UNSEEN not in (s.held_allies, s.held_axis) and sum(markers) != 511:
            yield Reason("5.1.7", "Each of the nine Event markers must be in one place.")

    def exhibits(self) -> Iterable[str]:
        yield from (f"ending {name}" for name in end_phase.ENDINGS)
        yield from (f"event {e.id}" for e in self.data.events)
        for name in combat.RESULT_NAMES:
            yield f"result {name}"
        yield from ("result Success costly", "result Overrun costly")
        t = self.data.surrender
        for row in (t.reduced_at - 1, t.reduced_at, t.reduced_at + 1, t.surrender_at):
            yield from (f"surrender {row} full", f"surrender {row} reduced")
        yield from (f"morale {m.id}" for m in self.data.tables.morale)
        yield from (
            f"cost {kind} {what}" for kind in ("restore", "reduced", "full") for what in ("infantry", "armored")
        )
        yield from (f"advantage {x}" for x in ("11.1.1", "11.1.2", "11.1.3", "11.1.4", "11.1.5"))

    def bots(self) -> dict[str, Callable[[], Bot[Spring]]]:
        from grognard.games.springtime.bots.bot import EasyBot, ExpertBot, HardBot

        return {"easy": EasyBot, "hard": HardBot, "expert": ExpertBot}

    def judge(self) -> Judge[Spring]:
        from grognard.games.springtime.bots.judgement import axis_judge

        return axis_judge(self.pack)

    # ------------------------------------------------------------------------------------------- what it shows
    def board(self) -> Board:
        if self._board is None:
            self._board = board.build_board(self.data)
        return self._board

    def scene(self, view: Spring) -> Scene:
        return scene.build_scene(view)

    def name(self, kind: str, token: str) -> str:
        d: World = self.data
        if kind == "piece" and token in d.unit:
            return d.unit_names[d.unit[token]]
        if kind == "place" and token in d.place and d.place[token] < 36:
            return d.area_names[d.place[token]]
        if kind == "card" and token in d.event:
            return d.events[d.event[token]].name
        if token in d.air_ids:
            return d.air[d.air_ids.index(token)].name
        return token if kind == "number" else impulses.GROUP_NAMES.get(token, token)

    def plan(self, view: Spring, seat: str, wanted: Sequence[Wanted] = (), propose: bool = False) -> Plan | None:
        return planner.plan(self, view, seat, wanted, propose)

    def overlay(self, view: Spring, name: str, about: str = "") -> Overlay:
        return overlays.overlay(view, name, about)

    def charts(self) -> tuple[Chart, ...]:
        return charts.charts(self.data)

    def sequence(self, view: Spring | None = None) -> tuple[SequenceItem, ...]:
        return sequence.sequence(view)

    def rules(self) -> tuple[RuleCase, ...]:
        return read_rules(PACKAGE)

    def lesson(self) -> Lesson | None:
        return lesson.LESSON

    def lessons(self) -> tuple[Lesson, ...]:
        return lesson.LESSON, second_lesson.ADVANTAGE

    def about(self) -> About:
        return about.about(self.data)

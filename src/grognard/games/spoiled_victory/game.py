"""The game as the kernel sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from grognard.bots import Bot
from grognard.bots.judgement import Judge
from grognard.games.spoiled_victory.data.world import PACKAGE, Data, build
from grognard.games.spoiled_victory.rules import (
    allied_attack,
    bombers,
    end_turn,
    escape,
    evacuation,
    event_phase,
    german_attack,
    german_moves,
    luftwaffe,
    player_actions,
    setup,
    spirit,
)
from grognard.games.spoiled_victory.rules.checks import check
from grognard.games.spoiled_victory.rules.state import SEAT
from grognard.games.spoiled_victory.rules.state import State as Dunkirk
from grognard.games.spoiled_victory.show import planner
from grognard.games.spoiled_victory.show.about import about
from grognard.games.spoiled_victory.show.board import build_board
from grognard.games.spoiled_victory.show.charts import build_charts, exhibits
from grognard.games.spoiled_victory.show.lesson import LESSON
from grognard.games.spoiled_victory.show.measured import MEASURED
from grognard.games.spoiled_victory.show.overlays import OVERLAYS, overlay
from grognard.games.spoiled_victory.show.scene import build_scene
from grognard.games.spoiled_victory.show.second_lesson import EVACUATION
from grognard.games.spoiled_victory.show.sequence import sequence
from grognard.kernel import show
from grognard.kernel.data import read_principles, read_rules
from grognard.kernel.plain import Pack
from grognard.kernel.rules import Game, Step
from grognard.kernel.show.words import number_of


class SpoiledVictory(Game[Dunkirk]):
    id: ClassVar[str] = "spoiled-victory"
    title: ClassVar[str] = "A Spoiled Victory: Dunkirk 1940"
    version: ClassVar[str] = "2"
    seats: ClassVar[tuple[str, ...]] = (SEAT,)
    scenarios: ClassVar[tuple[show.Scenario, ...]] = (
        show.Scenario(
            "dynamo",
            "Operation Dynamo, 27 May to 4 June 1940",
            "Nine days and nights to bring the army home from Dunkirk.",
            "15.0",
        ),
    )
    options: ClassVar[tuple[show.Option, ...]] = (
        show.Option(
            "free-allied-setup", "Free Allied set-up", "Place the British and French units yourself.", "14.1"
        ),
        show.Option("free-german-setup", "Free German set-up", "German units draw their tracks.", "14.2"),
        show.Option("chaotic-events", "Chaotic Events", "Event cards are discarded and may come again.", "14.3"),
        show.Option(
            "free-for-all", "Free-for-all", "Free set-ups of both sides and Chaotic Events together.", "14.4"
        ),
        show.Option(
            "german-always-retreats",
            "Germans retreat on one Win from an emptied space too",
            "The other reading of ruling 24; about one Victory Point easier.",
            "9.3.4",
            ruling=24,
        ),
        show.Option(
            "surplus-wins-lapse",
            "Wins left over when the defenders have retreated lapse",
            "The other reading of ruling 25; about one Victory Point easier.",
            "9.3.3",
            ruling=25,
        ),
    )
    orders: ClassVar[tuple[show.Order, ...]] = (
        show.Order(
            "spirit-if-two-wins",
            "Offer the Dunkirk Spirit only when the dice are bad: two German Wins, or fewer than two of mine",
            "10.5",
        ),
        show.Order("spirit-if-loss", "Offer the Dunkirk Spirit only if a unit would be lost", "10.5"),
        show.Order("no-spirit", "Keep the Dunkirk Spirit", "10.5", "turn"),
        show.Order(
            "end-phases", "End my phases as soon as nothing is left to do (the last action cannot be undone)", "10.0"
        ),
        show.Order("no-cap", "Keep the RAF patrol until I withdraw this", "10.10.1"),
    )
    plans: ClassVar[tuple[str, ...]] = ("AlliedAttacks",)
    overlays: ClassVar[tuple[show.OverlayKind, ...]] = OVERLAYS
    principles = read_principles(PACKAGE)
    State: type[Dunkirk] = Dunkirk
    steps: ClassVar[tuple[type[Step[Any]], ...]] = (
        end_turn.Turn,
        event_phase.EventPhase,
        event_phase.EventCard,
        event_phase.EBoats,
        event_phase.Rearguard,
        event_phase.BeachParties,
        event_phase.Cap,
        luftwaffe.LuftwaffePhase,
        luftwaffe.LuftwaffeCards,
        luftwaffe.LuftwaffeCard,
        luftwaffe.Raid,
        luftwaffe.AirAttack,
        escape.EscapePhase,
        escape.Interdiction,
        german_moves.GermanPhase,
        german_moves.GermanCards,
        german_moves.GermanMovesCard,
        german_moves.CardDone,
        german_moves.RandomMoves,
        german_moves.LeaveMarsh,
        german_attack.Attacks,
        german_attack.RedAttack,
        german_attack.Frontline,
        german_attack.GermanRoll,
        german_attack.Outcomes,
        german_attack.ApplyWins,
        spirit.Spirit,
        spirit.Reroll,
        player_actions.PlayerActionPhase,
        player_actions.ActionCard,
        player_actions.PlayerActions,
        player_actions.IntelligenceCard,
        bombers.Bombing,
        allied_attack.AlliedAttacks,
        allied_attack.AlliedRoll,
        allied_attack.AlliedOutcomes,
        allied_attack.AttackerRetreats,
        evacuation.EvacuationPhase,
        evacuation.EvacuationCard,
        evacuation.EvacuationMoves,
        end_turn.EndTurn,
        end_turn.BelgianSurrender,
        end_turn.PanzerWithdrawal,
        end_turn.Markers,
        end_turn.GameEnd,
        setup.AlliedSetup,
        setup.GermanSetup,
    )
    named: ClassVar[Mapping[str, tuple[str, str]]] = {
        "loc": ("unit_ids", "place_ids"),
        "on_track": ("track_ids", "german_ids"),
        "advance": ("track_ids", ""),
        "event": ("", "card_ids"),
        "intelligence": ("", "card_ids"),
        "rearguard": ("", "track_ids"),
        "cap_route": ("", "route_ids"),
        "group_at": ("", "place_ids"),
        "EBoats.units": ("", "unit_ids"),
        "Raid.card": ("", "card_ids"),
        "CardDone.card": ("", "card_ids"),
        "AirAttack.targets": ("", "unit_ids"),
        "Interdiction.units": ("", "unit_ids"),
        "GermanSetup.left": ("", "german_ids"),
        "RedAttack.track": ("", "track_ids"),
        "Frontline.track": ("", "track_ids"),
        "Frontline.space": ("", "place_ids"),
        "GermanRoll.track": ("", "track_ids"),
        "GermanRoll.space": ("", "place_ids"),
        "GermanRoll.front": ("", "unit_ids"),
        "Outcomes.track": ("", "track_ids"),
        "Outcomes.space": ("", "place_ids"),
        "Outcomes.front": ("", "unit_ids"),
        "ApplyWins.track": ("", "track_ids"),
        "ApplyWins.space": ("", "place_ids"),
        "ApplyWins.front": ("", "unit_ids"),
        "Bombing.track": ("", "track_ids"),
        "AlliedRoll.unit": ("", "unit_ids"),
        "AlliedRoll.space": ("", "place_ids"),
        "AlliedOutcomes.unit": ("", "unit_ids"),
        "AlliedOutcomes.space": ("", "place_ids"),
        "AttackerRetreats.unit": ("", "unit_ids"),
    }
    masks: ClassVar[Mapping[str, str]] = {
        "full": "unit_ids",
        "suppressed": "unit_ids",
        "group_left": "unit_ids",
        "entered": "unit_ids",
        "roused": "unit_ids",
        "astray": "unit_ids",
        "reduced": "track_ids",
        "disrupted": "track_ids",
        "spent": "track_ids",
        "broke": "track_ids",
        "pile": "card_ids",
        "discards": "card_ids",
        "removed": "card_ids",
        "engaged": "place_ids",
        "attacked": "place_ids",
    }
    data: Data

    def __init__(self, pack: Pack | None = None) -> None:
        self.pack = dict(pack) if pack else None
        self.data = build(pack)
        self.data.game = self
        self._board = build_board(self.data)
        self._charts = build_charts(self.data)
        self._rules = read_rules(PACKAGE)

    # --------------------------------------------------------------------------------- how it is played
    def begin(self, scenario: str, options: dict[str, bool | str]) -> Dunkirk:
        return setup.start(self.data, options)

    def measured(self) -> show.Measured | None:
        return None if self.pack else MEASURED

    def result(self, s: Dunkirk) -> show.Result | None:
        if s.stack:
            return None
        level = end_turn.level(s)
        men = s.vp * self.data.printed.tables.men.per_factor
        words = f"{number_of(s.vp, 'Victory Point')}, about {men:,} men brought home: {level}."
        return show.Result("", level, words, float(s.vp), "13.0")

    def side(self, s: Dunkirk, seat: str) -> str:
        return "Allies"

    def clock(self, v: Dunkirk) -> str:
        return f"Turn {v.turn} of {v.data.last_turn}: {end_turn.turn_words(v.data, v.turn)}"

    def check(self, s: Dunkirk) -> Iterable[show.Reason]:
        return check(s)

    def exhibits(self) -> Iterable[str]:
        return exhibits(self.data)

    def bots(self) -> dict[str, Callable[[], Bot[Dunkirk]]]:
        from grognard.games.spoiled_victory.bots.bot import Advisor

        return {"advisor": Advisor}

    def judge(self) -> Judge[Dunkirk]:
        from grognard.games.spoiled_victory.bots.judgement import points_judge

        return points_judge(self.pack)

    def board(self) -> show.Board:
        return self._board

    def scene(self, view: Dunkirk) -> show.Scene:
        return build_scene(view)

    def name(self, kind: str, token: str) -> str:
        d = self.data
        if token in d.unit:
            return d.unit_names[d.unit[token]]
        if token in d.german_number:
            return d.germans[d.german_number[token]].name
        if token in d.place:
            return f"{token} {d.place_names[d.place[token]]}"
        if kind == "die":
            return f"die {token}"
        if token in ("mole", "jetties"):
            return "The Mole" if token == "mole" else "Beach Jetties"
        return token

    def plan(
        self, view: Dunkirk, seat: str, wanted: Sequence[show.Wanted] = (), propose: bool = False
    ) -> show.Plan | None:
        return planner.plan(view, wanted, propose)

    def overlay(self, view: Dunkirk, name: str, about: str = "") -> show.Overlay:
        return overlay(view, name, about)

    def charts(self) -> tuple[show.Chart, ...]:
        return self._charts

    def sequence(self, view: Dunkirk | None = None) -> tuple[show.SequenceItem, ...]:
        return sequence(view)

    def rules(self) -> tuple[show.RuleCase, ...]:
        return self._rules

    def lesson(self) -> show.Lesson | None:
        return LESSON

    def lessons(self) -> tuple[show.Lesson, ...]:
        return LESSON, EVACUATION

    def about(self) -> show.About:
        return about(self.data)

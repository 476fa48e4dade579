"""What the game shows, and its lesson."""

from __future__ import annotations

import msgspec
import pytest
from springtime_desk import DATA, GAME, controller, desk

from grognard.cli.lesson import with_forced
from grognard.games.springtime.rules.values import attack_modifiers, attack_value, defense_modifiers, defense_value
from grognard.kernel.match.scenes import plain_scene
from grognard.kernel.rules import bits
from grognard.suite import rule, walks


def test_the_lesson_can_be_played_as_it_says() -> None:
    lesson = GAME.lesson()
    assert lesson is not None
    queue = [list(x) if isinstance(x, tuple) else x for x in lesson.forced]
    table = with_forced(
        lambda forced: GAME.table(lesson.scenario, lesson.options, practice=True, forced=forced), queue
    )
    for step in lesson.steps:
        if step.expect:
            with_forced(lambda forced, text=step.expect: table.play(text, forced=forced), queue)  # type: ignore[misc]
    assert queue == []
    assert controller(table, "17") == controller(table, "8") == "axis"
    assert {step.rule for step in lesson.steps} <= {case.id for case in GAME.rules()}


def test_charts_sequence_and_about_are_filled() -> None:
    assert {c.id for c in GAME.charts()} >= {"attack", "defense", "results", "morale", "costs", "surrender", "events"}
    rules = {c.id for c in GAME.rules()}
    assert all(c.rule in rules for c in GAME.charts())
    table = desk({"ge-4": "5", "fr-8": "20"})
    now = [x.id for x in GAME.sequence(table.view("axis")) if x.now]
    assert now == ["choose"]
    assert all(x.rule in rules for x in GAME.sequence())
    assert sum(GAME.about().sources.values()) > 300


def test_every_step_has_its_place_in_the_sequence() -> None:
    seen = {type(n.state.stack[-1]).__name__ for n in walks(GAME, 12, 3) if n.state.stack}
    from grognard.games.springtime.show.sequence import SEQUENCE

    named = {step for row in SEQUENCE for step in row[4]} | {"Bids", "BidDice", "FreeSetup"}
    assert seen <= named


@pytest.mark.parametrize("kind", ["supply-all", "control", "threat"])
def test_overlays(kind: str) -> None:
    table = desk({"ge-4": "5", "hoth-pz": "5", "fr-9": "11"})
    assert GAME.overlay(table.view("axis"), kind).shades


@rule("13.2")
def test_the_preview_of_a_move_says_where_supply_would_be_lacking() -> None:
    table = desk({"hoth-pz": "24", "ge-4": "5", "fr-9": "22"}, axis="24")
    table.play("assault A")

    def effects(action: str) -> list[str]:
        preview = table.preview(action)
        assert preview is not None
        return [effect.rule for effect in preview.effects]

    assert effects("move hoth-pz 23") == ["13.2"], "behind the enemy's front"
    assert effects("move hoth-pz 11") == [], "next to Germany"
    assert effects("move ge-4 10") == []
    assert effects("move hoth-pz 22") == [], "where it must fight first, nothing is told"


def test_reach_overlay_warns_of_enemies() -> None:
    table = desk({"hoth-pz": "5", "fr-9": "11"})
    tones = {s.place: s.tone for s in GAME.overlay(table.view("axis"), "reach", "hoth-pz").shades}
    assert tones["11"] == "warn"
    assert tones["10"] == "good"


def test_values_and_their_explanations_agree_in_random_play() -> None:
    for node in walks(GAME, 6, 4):
        s = node.state
        if s.stack and type(s.stack[-1]).__name__ == "CombatDice":
            assert attack_value(s, s.lead, s.attackers, s.air_attack) == sum(
                m.value for m in attack_modifiers(s, s.lead, s.attackers, s.air_attack)
            )
            assert defense_value(s, s.battle, s.foe, s.lead, s.air_defend) == sum(
                m.value for m in defense_modifiers(s, s.battle, s.foe, s.lead, s.air_defend)
            )
            assert s.lead in bits(s.attackers)


def test_scenes_are_small_and_quick_to_tell() -> None:
    scene = GAME.scene(GAME.view(GAME.start("plan-yellow"), "axis"))
    assert len(msgspec.json.encode(scene)) < 40_000
    assert len(scene.pieces) >= len(DATA.units)


@rule("9.2", "9.3.3")
def test_threat_and_reach_know_contested_areas_and_the_alps() -> None:
    """Leaving contested Brussels the 6th Army must first enter a Free Area: Liège only, and it has one step."""
    table = desk({"ge-6": "13", "fr-1": "13", "ge-4": "5", "alp": "E"}, axis="10")
    threat = GAME.overlay(table.view("allies"), "threat", "axis")
    assert not {"9", "12", "14", "15", "16"} & {s.place for s in threat.shades}
    assert "9.3.3" in GAME.overlay(table.view("allies"), "reach", "alp").text
    assert "1 Areas" not in GAME.overlay(table.view("allies"), "reach", "ge-6").text


def test_a_leader_is_shown_by_his_rating_and_a_record_keeps_to_what_it_knew() -> None:
    """How a leader is drawn is the scene's alone: records of older versions have only the badge's text."""
    s = GAME.start("plan-yellow")
    led = {p.id: b for p in GAME.scene(s).pieces for b in p.face.badges if b.leads}
    assert led
    for badge in led.values():
        assert badge.text.endswith(f" {badge.leads}")
    kept = plain_scene(GAME, s, "axis")["pieces"]
    assert "leads" not in str(kept)
    assert all(badge.text in str(kept[piece]) for piece, badge in led.items())

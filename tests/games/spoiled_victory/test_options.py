"""14.0 Optional rules."""

from __future__ import annotations

import random

from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.rules.end_turn import Markers
from grognard.games.spoiled_victory.rules.german_moves import GermanMovesCard
from grognard.suite import rule, walk


@rule("14.1")
def test_free_allied_set_up() -> None:
    table = GAME.table("dynamo", {"free-allied-setup": True}, practice=True, seed=1)
    assert table.decision().draft
    assert {r.rule for r in table.why_not("place ghq D1")} == {"14.1"}
    assert {r.rule for r in table.why_not("done")} == {"14.1"}
    table.play("place ghq H4")
    assert {r.rule for r in table.why_not("place ghq C5")} == {"14.1"}
    table.undo()
    state = table.state
    assert all(state.loc[u] < DATA.land for u in range(DATA.combat) if DATA.belgian >> u & 1), "Belgians as printed"
    units = [DATA.unit_ids[u] for u in range(DATA.combat) if not DATA.belgian >> u & 1]
    for unit in units:
        table.play(f"place {unit} C5")
    assert not table.why_not("done")
    table.play("done")
    assert all(DATA.place_ids[table.state.loc[DATA.unit[u]]] == "C5" for u in units)


@rule("14.2", "9.2")
def test_free_german_set_up_draws_a_track_for_each_unit() -> None:
    order = [
        "56th",
        "216th",
        "1-256th",
        "2-256th",
        "1-9-panzer",
        "2-9-panzer",
        "20th-motorized",
        "254th",
        "18th",
        "14th",
    ]
    s = GAME.start("dynamo", {"free-german-setup": True})
    for unit in order:
        GAME.apply(s, GAME.chance(s).accept(unit))
    assert [DATA.german_ids[u] for u in s.on_track] == order
    desk = Desk()
    desk.s.on_track = list(s.on_track)
    desk.step(GermanMovesCard()).draw("schnell")  # 20th Motorized + 56th
    assert desk.german_at("G") == "G3", "the 20th Motorized is on track G now"
    assert desk.german_at("A") == "A2"


@rule("14.2", "12.3")
def test_panzers_are_withdrawn_wherever_they_are() -> None:
    from grognard.games.spoiled_victory.rules.end_turn import panzers_left

    desk = Desk()
    desk.s.on_track = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert panzers_left(desk.s) == 1 << 9 | 1 << 8


@rule("14.3", "6.2")
def test_chaotic_events_come_again() -> None:
    desk = Desk(chaotic_events=True).event("heavy-surf").step(Markers())
    assert desk.s.discards == 1 << DATA.card["heavy-surf"]
    assert not desk.s.removed


@rule("14.4")
def test_free_for_all_is_all_three() -> None:
    s = GAME.start("dynamo", {"free-for-all": True})
    assert type(s.stack[-1]).__name__ == "GermanSetup"
    assert any(type(step).__name__ == "AlliedSetup" for step in s.stack)
    assert s.chaotic


@rule("14.1", "14.2", "14.3", "14.4")
def test_the_options_play_alone_and_together() -> None:
    rng = random.Random(5)
    names = ("free-allied-setup", "free-german-setup", "chaotic-events")
    for mix in range(8):
        options: dict[str, bool | str] = {name: bool(mix >> i & 1) for i, name in enumerate(names)}
        last = None
        for node in walk(GAME, rng, "dynamo", options):
            last = node
        assert last is not None
        assert GAME.result(last.state) is not None

"""What the game shows: board, scene, charts, sequence, overlays, odds, About."""

from __future__ import annotations

import msgspec
from dunkirk_desk import DATA, GAME, Desk

import grognard
from grognard.games.spoiled_victory.rules.evacuation import EvacuationMoves
from grognard.kernel.show import Place
from grognard.suite import rule

BOARD = GAME.board()
PLACES = {p.id: p for p in BOARD.places}


def _box(place: Place) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in place.points], [y for _, y in place.points]
    return min(xs), min(ys), max(xs), max(ys)


def test_every_space_lies_on_its_surface_and_no_two_overlap() -> None:
    surfaces = {x.id: x for x in BOARD.surfaces}
    land = [PLACES[x] for x in DATA.place_ids[: DATA.land]]
    for place in BOARD.places:
        left, top, right, bottom = _box(place)
        on = surfaces[place.surface]
        assert on.x <= left
        assert on.y <= top
        assert right <= on.x + on.width
        assert bottom <= on.y + on.height
        assert left <= place.anchor[0] <= right
        assert top <= place.anchor[1] <= bottom
    for i, a in enumerate(land):
        for b in land[i + 1 :]:
            (x0, y0, x1, y1), (u0, v0, u1, v1) = _box(a), _box(b)
            assert x1 <= u0 or u1 <= x0 or y1 <= v0 or v1 <= y0, (a.id, b.id)


def test_lines_show_every_connection_in_its_colour() -> None:
    drawn = {(line.about, line.style) for line in BOARD.lines}
    for c in DATA.connections:
        assert (f"{c.ends[0]} to {c.ends[1]}", c.colour) in drawn


def test_the_sea_is_north_and_the_germans_start_inland() -> None:
    assert PLACES["staging"].anchor[1] < PLACES["C5"].anchor[1] < PLACES["C1"].anchor[1]
    assert PLACES["A5"].anchor[0] < PLACES["F5"].anchor[0] < PLACES["I4/J2"].anchor[0], "Dunkirk west of Nieuport"


def test_a_scene_tells_what_stands_where() -> None:
    desk = Desk(turn=4).put("1-loyals", "C2", full=False, suppressed=True).german("D2", reduced=True, disrupted=True)
    desk.s.mole_damaged = True
    desk.s.harbour = 2
    scene = GAME.scene(desk.s)
    pieces = {p.id: p for p in scene.pieces}
    assert pieces["1-loyals"].place == "C2"
    assert pieces["1-loyals"].face.factors == ("2",)
    assert [b.text for b in pieces["1-loyals"].face.badges] == ["S"]
    assert pieces["254th"].face.factors == ("2",)
    assert [b.text for b in pieces["254th"].face.badges] == ["D"]
    assert pieces["the-mole"].face.name == "Damaged Mole"
    assert pieces["game-turn"].place == "turn-4"
    assert pieces["the-harbour-is-closed"].face.short == "2"
    assert {m.id for m in scene.marks} == {"shut-X2"}
    assert scene.clock == "Turn 4: May 28, night"
    panzer = {p.id: p for p in GAME.scene(Desk().german("A1", reduced=True).s).pieces}["1-9-panzer"]
    assert panzer.face.symbol == "motorized"


def test_a_scene_is_small() -> None:
    assert len(msgspec.json.encode(GAME.scene(GAME.start()))) < 20_000


@rule("5.0")
def test_the_sequence_marks_the_present_phase() -> None:
    now = [i.id for i in GAME.sequence(Desk().put("ghq", "C5").actions(1).s) if i.now]
    assert now == ["actions"]
    desk = Desk().evacuees(1, "A5")
    desk.s.moves = 1
    assert [i.id for i in GAME.sequence(desk.step(EvacuationMoves()).s) if i.now] == ["evacuation"]


@rule("13.0", "7.2", "8.2", "9.3d")
def test_charts_show_the_tables() -> None:
    charts = {c.id: c for c in GAME.charts()}
    assert set(charts) >= {
        "luftwaffe",
        "interdiction",
        "german-attack",
        "allied-attack",
        "surrender",
        "cards",
        "levels",
    }
    assert all(len(row) == len(c.columns) for c in charts.values() for row in c.rows)
    assert charts["levels"].rows[0] == ("25 or less", "Disaster")
    assert charts["levels"].rows[-1] == ("50 or more", "Miracle")
    assert len(charts["cards"].rows) == 36
    combat = charts["luftwaffe"].rows[2]
    assert combat[charts["luftwaffe"].columns.index("9")] == "Suppressed"


def test_rolls_point_at_the_cell_of_their_chart() -> None:
    charts = {c.id: c for c in GAME.charts()}
    for name in GAME.exhibits():
        chart = charts.get(name.split(" ")[0])
        if chart is None:
            continue
        rest = name[len(chart.id) + 1 :]
        cells = {f"{row[0]} {column}" for row in chart.rows for column in chart.columns[1:]}
        assert rest in cells, name


@rule("10.1", "9.2")
def test_overlays() -> None:
    desk = Desk().put("1-loyals", "C3").german("D3").evacuees(1, "A5").actions(2)
    reach = {x.place: x.tone for x in GAME.overlay(desk.s, "reach", "1-loyals").shades}
    assert reach["C5"] == "good"
    assert reach["F5"] == "weak"
    threat = {x.place: x.tone for x in GAME.overlay(desk.s, "threat").shades}
    assert threat["C3"] == "bad"
    assert threat["D4"] == "warn"
    barred = {x.place for x in GAME.overlay(desk.s, "garrisons").shades if x.tone == "strong"}
    assert barred == {"D1", "D2"}
    ways = GAME.overlay(desk.s, "evacuation")
    assert "X2" in ways.cuts, "Route X is shut"
    assert ("A5", "staging") in ways.paths
    german = {x.place for x in GAME.overlay(desk.s, "reach", "254th").shades}
    assert german == {"D4"}


@rule("9.3", "10.10.2")
def test_odds_before_the_dice() -> None:
    desk = Desk().german("D2").put("1-loyals", "D3").put("5-border", "D3").call("D")
    odds = GAME.odds(desk.s, "allies", GAME.read(desk.s, "allies", "front 1-loyals"))
    assert odds is not None
    none = next(r for r in odds.rows if r.outcome == "no Win")
    # Four dice against 3: no die above 3 and at most one 3: (2/6)^4 + 4 (1/6)(2/6)^3
    assert none.chance == "1/27"
    bombs = Desk().put("ghq", "C5")
    bombs.s.bombers = 1
    bombs.actions(1)
    odds = GAME.odds(bombs.s, "allies", GAME.read(bombs.s, "allies", "bomb 254th"))
    assert odds is not None
    # 2d6 + 1: no effect to 6, Disrupted 7 to 10, a Hit on 11 and more
    assert [(r.outcome, r.chance) for r in odds.rows] == [
        ("no effect", "5/18"),
        ("Disrupted", "5/9"),
        ("1 Hit", "1/6"),
    ]


def test_about_says_what_is_reconstructed() -> None:
    sources = GAME.about().sources
    assert sources["reconstruction"] > sources["rulebook"] > 50
    assert "reconstruct" in " ".join(GAME.about().notes)


def test_names_of_things() -> None:
    assert GAME.name("piece", "1-loyals") == "1/Loyals"
    assert GAME.name("piece", "254th") == "254th"
    assert GAME.name("place", "C5") == "C5 Zuydcoote beach"
    assert GAME.name("die", "2") == "die 2"


@rule("9.3.8", "10.1")
def test_reach_of_an_engaged_unit_is_where_it_stands() -> None:
    desk = Desk().german("D3").put("1-loyals", "D3")
    overlay = GAME.overlay(desk.s, "reach", "1-loyals")
    assert {x.place for x in overlay.shades} == {"D3"}
    assert "cannot move" in overlay.text


@rule("10.1.8", "10.1")
def test_reach_passes_engaged_germans_in_every_phase() -> None:
    desk = Desk().german("D4").put("1-loyals", "D4").put("1-6-east-surrey", "C4")
    outside = {x.place: x.text for x in GAME.overlay(desk.s, "reach", "1-6-east-surrey").shades}
    inside = {x.place: x.text for x in GAME.overlay(desk.actions(1).s, "reach", "1-6-east-surrey").shades}
    assert outside == inside
    assert outside["E4"] == "on foot"


@rule("8.2", "16.0")
def test_the_ways_to_england_show_every_gun() -> None:
    event = next(c.id for c in DATA.cards if c.interdicted_route >= 0)
    overlay = GAME.overlay(Desk().event(event).s, "evacuation")
    assert {x.place for x in overlay.shades if x.text == "under fire"} == {"Z2", "X3"}
    assert "X and Z" in overlay.text
    plain = GAME.overlay(Desk().s, "evacuation")
    assert {x.place for x in plain.shades} == {"Z2"}


@rule("6.2", "16.0")
def test_removed_cards_can_be_looked_at() -> None:
    desk = Desk().event("weather-is-crystal-clear")
    desk.s.removed = 1 << DATA.card["halt-order"]
    desk.s.pile &= ~desk.s.removed
    desk.s.french_early = True
    scene = GAME.scene(desk.s)
    about = {p.id: p.face.about for p in scene.pieces}
    assert "Halt Order" in about["removed-cards"]
    assert about["event"].startswith("Add 1 to every Luftwaffe"), "the text of the event, not its title alone"
    assert "arm-in-arm" in about
    words = GAME.overlay(desk.s, "cards").text
    assert "Removed (1)" in words
    assert "Still in the pile (34)" in words
    assert "Rain and Low Cloud" in words


@rule("9.3d", "9.3a", "9.3b", "10.1.8")
def test_combat_charts_have_the_defender_and_the_minima() -> None:
    charts = {c.id: c for c in GAME.charts()}
    german = charts["german-attack"]
    column = german.columns.index("Defender")
    assert german.rows[0][column] == "no effect"
    assert german.rows[2][column] == "2 Wins to apply: Hits or Retreats"
    assert any("at least one die" in x for x in german.notes)
    assert any("at least 1." in x for x in german.notes)
    assert any("at least one die" in x for x in charts["allied-attack"].notes)


@rule("9.3.1", "9.3.2", "9.3.4", "9.3.6")
def test_odds_tell_of_disruption_casualties_and_what_follows() -> None:
    from grognard.games.spoiled_victory.rules.combat import german_attack_odds, side_chances

    # One die against 3: no Win on 1, 2, 3; a casualty on 1; Disrupted on 1 and 2 (a 3 is equal).
    assert [str(x) for x in side_chances(1, 3)[0]] == ["1/6", "1/3"]
    # Two dice against 6: one Win only on a pair of sixes, which has no 1.
    assert str(side_chances(2, 6)[1][0]) == "0"
    desk = Desk().german("D3").put("1-loyals", "D3")
    unit, space = DATA.unit["1-loyals"], DATA.place["D3"]
    rows = german_attack_odds(desk.s, 3, space, unit).rows
    assert "Disrupted as well in" in rows[0].about
    assert rows[1].about.startswith("one Win to apply; the German retreats if you hold")
    assert rows[2].about.endswith("the attack goes on while anyone is left")
    always = Desk(german_always_retreats=True).german("D3").put("1-loyals", "D3")
    assert "if you hold" not in german_attack_odds(always.s, 3, space, unit).rows[1].about


@rule("9.3.9")
def test_a_red_attack_shows_its_odds() -> None:
    from grognard.games.spoiled_victory.rules.german_attack import RedAttack

    desk = Desk().german("I4/J2", track="I").put("1-loyals", "H3").put("5-border", "H4").put("ghq", "H4")
    desk.step(RedAttack(8))
    spaces = sorted(desk.ends("strike"))
    assert len(spaces) > 1
    odds = GAME.odds(desk.s, "allies", GAME.read(desk.s, "allies", f"strike {spaces[0]}"))
    assert odds is not None
    assert "is the Frontline unit." in odds.assumes[0]


def test_every_rule_that_a_step_cites_is_a_case() -> None:
    cases = {case.id for case in GAME.rules()}
    assert {step.rule for step in GAME.steps} <= cases


@rule("4.4", "9.3d", "12.2", "10.0")
def test_a_chart_says_where_its_figures_come_from() -> None:
    sources = {chart.id: chart.source for chart in GAME.charts()}
    assert sources["german-attack"] == "rulebook and reconstruction", "the retreat on one Win is not printed"
    assert sources["allied-attack"] == "rulebook and reconstruction"
    assert sources["surrender"] == "reconstruction"
    assert sources["actions"] == "rulebook"
    assert sources["levels"] == "rulebook"
    assert sources["cards"] == "rulebook and reconstruction", "the rulebook names some entries"
    ours = grognard.load("spoiled-victory", {"tables": {"surrender": {"needed": 6}, "cost": {"flood": 3}}})
    sources = {chart.id: chart.source for chart in ours.charts()}
    assert sources["surrender"] == "reconstruction and pack"
    assert sources["actions"] == "rulebook and pack"

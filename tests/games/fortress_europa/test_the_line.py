"""33.3.7 to 33.3.9: who is attacked, who must go, who may move on December III and IV, hex by hex."""

from __future__ import annotations

from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, stuck_together
from grognard.games.fortress_europa.rules.setup import ardennes, december
from grognard.games.fortress_europa.rules.standing import facts, put
from grognard.maps import members
from grognard.suite import rule


def bulge(desk, units, turn="dec-3", side="german", **more):
    return desk.set_up(units, scenario="bulge", turn=turn, side=side, steps=[Moving()], **more)


def at_the_edge(w, hexes):
    """Land hexes whose number differs by one from a hex that is on the other side of the edge of a set."""
    return [h for h in members(w.land) if (hexes >> h ^ hexes >> h + 1 | hexes >> h ^ hexes >> max(0, h - 1)) & 1]


@rule("33.3.6", "33.3.1")
def test_what_lies_behind_the_allied_line_in_the_netherlands_is_allied(desk):
    """Its own hexes, what touches it and holds no Germans, and what no German reaches without passing it: the mouth
    of the Schelde, by which Anvers is used."""
    line = "EE6 FF5 FF6 FF7 FF9 GG6 GG7 GG8 HH6"
    behind = "BB4 CC4 CC5 DD3 DD4 DD5 EE5 HH7"
    for scenario in ("bulge", "berlin"):
        s = desk.game.start(scenario, {})
        assert s.allied & desk.w.countries["netherlands"] == desk.hexes_of(f"{line} {behind}")
        german, allied = facts(s).occupied
        assert s.allied & desk.w.germany == allied & desk.w.germany, "in Germany only where Allied units stand"
        assert not s.allied & german
        ports = ("Bremen", "Amsterdam", "Rotterdam", "Dunkerque", "Lorient", "St. Nazaire", "Genova")
        assert not [port for port in ports if s.allied >> desk.w.place_hex[port] & 1]


@rule("33.3.6")
def test_what_germans_reach_past_the_line_is_german(desk):
    """In the Netherlands: BB4, CC4 and CC5 are reached through Belgium alone, which lies behind the line."""
    dutch = desk.w.countries["netherlands"]
    for units, held in (
        ({}, "BB4 CC4 CC5"),
        ({"us-1": "EE6", "us-2": "FF5"}, "BB4 CC4 CC5 DD3 DD4 DD5 EE5 EE6 FF4 FF5 FF6 GG5 GG6"),
        ({"us-1": "EE6", "us-2": "FF5", "de-352": "EE5"}, "BB4 CC4 CC5 DD5 EE6 FF4 FF5 FF6 GG5 GG6"),
        ({"us-1": "EE5", "de-352": "EE4", "de-353": "DD4"}, "BB4 CC4 CC5 DD3 DD5 EE5 EE6 FF4 FF5"),
    ):
        assert december.ground(bulge(desk, units)) & dutch == desk.hexes_of(held), "its hexes and those beside it"
    found = december.ground(bulge(desk, {"de-352": "R11"}))
    assert not found >> desk.hex("R11") & 1, "a pocket in France"
    assert found >> desk.hex("R12") & 1


@rule("33.3.9-2")
def test_americans_are_attacked_between_the_rivers_and_nowhere_else(desk):
    s, w = bulge(desk, {"us-4": "R11"}), desk.w
    edge = at_the_edge(w, w.lines.between)
    assert len(edge) > 10
    for h in edge:
        put(s, desk.unit("us-4"), h)
        assert ardennes.may_be_attacked(s, h) == (h in members(w.lines.between)), w.labels[h]


@rule("33.3.9-3")
def test_only_defenders_are_routed(desk):
    s = bulge(
        desk, {"us-99": "GG11", "de-18vg": "GG11", "us-2": "FF11"}, impulse=1, battle_hexes=desk.hexes_of("GG11")
    )
    assert [ardennes.routed(s, desk.unit(u)) for u in ("us-99", "de-18vg", "us-2")] == [True, False, False]


@rule("33.3.9-4")
def test_peiper_is_attacked_only_in_the_hex_where_he_stands(desk):
    w = desk.w
    west = [w.labels[h] for h in members(w.lines.west)]
    lower, own, upper = west[0], west[len(west) // 2], west[-1]
    s = bulge(desk, {"de-1ss-late": own}, side="allied")
    assert ardennes.peiper(s, desk.hexes_of(own))
    assert ardennes.peiper(s, desk.hexes_of(f"{lower} {own} {upper}"))
    assert not ardennes.peiper(s, desk.hexes_of(f"{lower} {upper}"))
    put(s, desk.unit("de-1ss-late"), w.destroyed)
    assert not ardennes.peiper(s, desk.hexes_of(own))


@rule("33.3.9-5")
def test_who_stands_on_the_line_or_beside_germans_on_it_moves_freely(desk):
    """Beside Germans, that is, in both cases; the hexes of the line and around it, with one German beside."""
    s, w = bulge(desk, {"us-4": "R11", "de-18vg": "LL14"}, turn="dec-4", side="allied"), desk.w
    us, german, line = desk.unit("us-4"), desk.unit("de-18vg"), set(members(desk.w.lines.american))
    for h in members(w.within(w.lines.american, 1) & w.land):
        put(s, us, h)
        put(s, german, desk.hex("LL14"))
        ardennes.note_start(s)
        assert not s.quick_units >> us & 1, "no German is near"
        for foe in w.near[h]:
            put(s, german, foe)
            ardennes.note_start(s)
            assert bool(s.quick_units >> us & 1) == (h in line or foe in line), (w.labels[h], w.labels[foe])


@rule("33.3.8")
def test_the_french_go_south_from_wherever_they_are(desk):
    """North of Nancy a French unit may only come nearer to the south; in the south and off the map all of the north
    is closed."""
    s, w = bulge(desk, {"fr-2db": "V24"}, side="allied"), desk.w
    u, north = desk.unit("fr-2db"), w.north_of_nancy
    reached, rows = w.land & ~north, list[int]()
    while len(rows) < 6:
        rows.append(reached)
        reached |= w.steps.spread(reached) & w.land
    for number, row in enumerate(rows[1:], 1):
        h = members(row & ~rows[number - 1])[0]
        put(s, u, h)
        assert ardennes.closed_ground(s, u) == north & ~rows[number - 1], w.labels[h]
    for h in (members(rows[0])[0], members(rows[0])[-1], w.england, w.waiting):
        put(s, u, h)
        assert ardennes.closed_ground(s, u) == north


@rule("31.10", "25.1")
def test_everybody_of_the_belt_but_volkssturm_is_placed_once_in_any_order(desk):
    s, w = desk.game.start("bulge", {"ardennes-setup": True}), desk.w
    step, rows = s.stack[-1], w.of_side[0]
    assert step.seats(s) == ("german",)
    s.belt_units = sum(1 << u for u in rows)
    for u in rows:
        expected = ["25.1"] if w.kind[u] == "volkssturm" else []
        assert [why.rule for why in december.regroup_unit(s, step, "german", (u,))] == expected, w.ids[u]
    first, last = rows[0], next(u for u in reversed(rows) if w.kind[u] != "volkssturm")
    s.regrouped = 1 << last
    assert [why.rule for why in december.regroup_unit(s, step, "german", (last,))] == ["31.10"]
    assert list(december.regroup_unit(s, step, "german", (first,))) == []
    put(s, first, w.due)
    assert [why.rule for why in december.lift_unit(s, step, "german", (first,))] == ["31.10"], "it is in hand"
    s.belt_units = 0
    assert [why.rule for why in december.lift_unit(s, step, "german", (first,))] == ["31.10"], "it is not of the belt"


@rule("33.3.1", "6.3")
def test_who_began_overstacked_parts_as_soon_as_enough_can_move(desk):
    """Five in M12, which holds three: beside the enemy they are pinned in the second impulse; who has moved, who
    could move and an HQ are no reason to wait (ruling 250)."""
    w = desk.w
    five = [w.ids[u] for u in w.of_side[0] if w.kind[u] == "infantry" and u + 1 in w.of_side[0]][:5]
    hq = next(w.ids[u] for u in w.of_side[0] if w.hqs >> u & 1)
    for units, foe, impulse, moved, crowded, stuck in (
        (five, "M13", 2, [], "M12", True), (five[:4], "M13", 2, [], "M12", True),
        (five[:3], "M13", 2, [], "M12", False), ([*five[:3], hq], "M13", 2, [], "M12", False),
        (five, "M16", 2, [], "M12", False), (five, "M13", 1, [], "M12", False),
        (five, "M13", 2, five[4:], "M12", True), (five, "M13", 2, five[:1], "M12", True),
        (five, "M13", 2, five[3:], "M12", False), (five[:4], "M13", 2, five[:1], "M12", False),
        (five, "M13", 2, [], "M11", False), (five, "M13", 2, [], "", False),
    ):  # fmt: skip
        s = desk.set_up(
            {**dict.fromkeys(units, "M12"), "us-1": foe}, side="german", impulse=impulse, turn="nov-1",
            crowded=desk.hexes_of(crowded),
        )  # fmt: skip
        s.moved = desk.units_of(" ".join(moved))
        assert stuck_together(s) == (desk.hexes_of("M12") if stuck else 0), (len(units), foe, impulse, moved)


@rule("33.3.1")
def test_only_german_impulses_are_a_chance_to_part(desk):
    for side, kept in (("german", False), ("allied", True)):
        s = desk.set_up({"de-352": "M12", "us-1": "R20"}, side=side, turn="nov-1", steps=[])
        s.crowded = desk.hexes_of("M12")
        EndMove().run(s, None)
        assert bool(s.crowded) == kept, side

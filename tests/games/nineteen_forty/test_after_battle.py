"""7. What a result leaves behind: ground, retreats hex by hex, and where attackers may advance."""

from __future__ import annotations

import msgspec
import pytest

from grognard.games.nineteen_forty.rules.combat import implement
from grognard.games.nineteen_forty.rules.retreat import Advancing, advance_hexes, freeze
from grognard.games.nineteen_forty.rules.state import claim
from grognard.maps import mask_of
from grognard.suite import rule


def at(desk, *labels):
    return mask_of(desk.hex(label) for label in labels)


def swept(desk, *labels):
    found = at(desk, *labels)
    for label in labels:
        found |= desk.w.zoc[desk.hex(label)]
    return found


def fought(desk, result, units, attackers, targets, *, history="allied", **more):
    """An attack has had this result, on ground that belongs to one side."""
    desk.set_up(units, combat=True, **more)
    s, w = desk.s, desk.w
    s.german, s.allied = (0, w.land) if history == "allied" else (w.land, 0)
    claim(s)
    s.stack.clear()
    implement(s, result, tuple(map(desk.unit, attackers.split())), tuple(map(desk.hex, targets.split())), None)
    desk.game.advance(s, None)


DUEL = {"de-i": "2014", "fr-iv": "2015"}


@rule("7 Combat Results AE", "7 Combat Results AR", "7 Combat Results DE", "7 Combat Results NE", "5 ¶1")
def test_ground_changes_hands_with_the_result(desk):
    german, french = swept(desk, "2014"), swept(desk, "2015")
    fought(desk, "NE", DUEL, "de-i", "2015", history="german")
    assert desk.s.allied == at(desk, "2015") | french & ~german
    fought(desk, "AE", DUEL, "de-i", "2015", history="german")
    assert desk.at("de-i") == "eliminated"
    assert desk.s.allied == french, "nobody contests it any more"
    fought(desk, "AR", DUEL, "de-i", "2015", history="german")
    assert desk.condition("de-i") == "repulsed-now"
    assert desk.s.allied == french & ~at(desk, "2014"), "only his hex is left to him"
    fought(desk, "DE", DUEL, "de-i", "2015")
    assert desk.at("fr-iv") == "eliminated"
    assert desk.step() == "Advancing"
    assert desk.s.german == german, "before anybody advances"
    fought(desk, "DR", {**DUEL, "de-x": "2116"}, "de-i", "2015")
    desk.play(f"retreat fr-iv {min(desk.hexes('fr-iv', 'retreat'))}")
    end = desk.at("fr-iv")
    assert desk.condition("fr-iv") == "routed"
    assert desk.s.german == (german | swept(desk, "2116")) & ~at(desk, end), "it has no zone where it is now"


@rule("7 Combat Results AE", "7 Combat Results AR", "7 Combat Results DE")
def test_a_result_meets_all_attackers_or_all_defenders(desk):
    units = {"de-i": "2014", "de-x": "1915", "de-iv": "2013", "fr-iv": "2015", "fr-9-dim": "2015", "fr-iii": "2017"}
    for result, lost in (("AE", {"de-i", "de-x"}), ("DE", {"fr-iv", "fr-9-dim"}), ("AR", set()), ("NE", set())):
        fought(desk, result, units, "de-i de-x", "2015")
        assert {x for x in units if desk.at(x) == "eliminated"} == lost
        shaken = {x for x in units if desk.s.disrupted[desk.unit(x)]}
        assert shaken == ({"de-i", "de-x"} if result == "AR" else set())
    fought(desk, "DE", {**units, "fr-iii": "2016"}, "de-i de-x", "2015 2016")
    assert {x for x in units if desk.at(x) == "eliminated"} == {"fr-iv", "fr-9-dim", "fr-iii"}


# ------------------------------------------------------------------------------------------------ retreat


def retreating(desk, unit, units, *, cleared=(), **more):
    desk.set_up(units, combat=True, **more)
    u = desk.unit(unit)
    desk.restart(freeze(desk.s, [u], [desk.hex(units[unit]), *map(desk.hex, cleared)], ()))


@rule("7 Retreat ¶1a", "7 Retreat ¶1b", "7 Retreat ¶1d", "7 B Reservists ¶1", "4 ¶4")
def test_each_refusal_of_a_retreat_has_its_case(desk):
    units = {"fr-iv": "2015", "de-i": "2014", "de-x": "2217", "fr-iii": "2017", "fr-9-dim": "1917", "fr-v": "2619"}
    desk.set_up(units, combat=True)
    desk.hold(["1816"], "german")
    desk.restart(freeze(desk.s, [desk.unit("fr-iv")], [desk.hex("2015"), desk.hex("1917")], ()))
    for label, number, words in (
        ("2016", "7 Retreat ¶1a", "1 hex away; French IV Corps must retreat 2"),
        ("2015", "7 Retreat ¶1a", "0 hexes away"),
        ("1917", "7 Retreat ¶1a", "cleared by this combat"),
        ("1816", "7 Retreat ¶1a", "not free friendly territory"),
        ("2117", "7 Retreat ¶1b", "enemy zone of control"),
        ("2017", "7 Retreat ¶1d", "no room"),
        ("2019", "7 Retreat ¶1a", "cannot get to 2019"),
    ):
        assert desk.why(f"retreat fr-iv {label}") == [number], label
        assert words in desk.words(f"retreat fr-iv {label}"), label
    assert desk.why("retreat fr-iii 2019") == ["7 Retreat ¶1a"], "it does not have to"
    retreating(desk, "fr-xi", {"fr-xi": "2015", "de-i": "2014"})
    for label in ("2016", "2017", "2018"):
        assert desk.why(f"retreat fr-xi {label}") == ["7 B Reservists ¶1"]
    assert "3 hexes away; French XI Corps must retreat 4" in desk.words("retreat fr-xi 2018")


@rule("7 Retreat ¶1a", "7 Retreat ¶1d")
@pytest.mark.parametrize("unit", ["fr-iv", "fr-xi", "fr-9-dim"])
def test_a_retreat_leads_away_step_by_step(desk, unit):
    """On the open map: the whole ring at two hexes, four for B reservists; one further where the ring is full."""
    w = desk.w
    start = desk.hex("2214")
    length = 4 if unit == "fr-xi" else 2

    def ring(distance):
        return {w.labels[h] for h in range(w.n) if w.land >> h & 1 and w.grid.distance(start, h) == distance}

    retreating(desk, unit, {unit: "2214"})
    assert desk.hexes(unit, "retreat") == ring(length)
    corps = [x for x in w.ids if w.side[desk.unit(x)] == 1 and w.load[desk.unit(x)] == 3 and x != unit]
    full = dict(zip(corps, sorted(ring(length)), strict=False))
    if len(full) < len(ring(length)):
        return
    retreating(desk, unit, {unit: "2214", **full})
    assert desk.hexes(unit, "retreat") == (ring(length) if unit == "fr-9-dim" else ring(length + 1))
    gap = sorted(ring(length))[3]
    one = {x: place for x, place in full.items() if place != gap}
    retreating(desk, unit, {unit: "2214", **one})
    if unit == "fr-9-dim":
        assert desk.hexes(unit, "retreat") == ring(length)
    else:
        assert desk.at(unit) == gap, "one hex is left, so that nobody is asked"


@rule("7 Retreat ¶1a", "6 Sea Hexsides ¶1")
def test_retreats_over_the_sea(desk):
    """The Allies over sea sides and the causeway, the Germans over the causeway only; nobody into an enemy zone."""
    w = desk.w
    retreating(desk, "fr-iv", {"fr-iv": "0613"})
    allied = desk.hexes("fr-iv", "retreat")
    assert allied
    desk.set_up({"fr-iv": "0613", "de-i": "1703"}, combat=True)
    frozen = freeze(desk.s, [desk.unit("fr-iv")], [desk.hex("0613")], ())
    first = w.rail_steps.spread(at(desk, "0613")) | w.sea_steps.spread(at(desk, "0613"))
    desk.restart(msgspec.structs.replace(frozen, zone=first))
    assert desk.at("fr-iv") == "eliminated", "no step over the sea leads into a zone"
    for label in ("0312", "0513", "0613", "0714"):
        for foe in ("0412", "0711", "0814", "1703"):
            if foe != label:
                retreating(desk, "fr-iv", {"fr-iv": label, "de-i": foe})
                if desk.step() == "Retreating":
                    desk.legal("retreat fr-iv")
                desk.set_up({"de-i": label, "fr-iv": foe}, side="allied", combat=True)
                desk.s.german = w.land
                desk.s.allied = 0
                desk.restart(freeze(desk.s, [desk.unit("de-i")], [desk.hex(label)], ()))
                if desk.step() == "Retreating":
                    desk.legal("retreat de-i")
    desk.set_up({"de-i": "0613", "fr-iv": "2015"}, side="allied", combat=True)
    desk.s.german, desk.s.allied = w.land, 0
    desk.restart(freeze(desk.s, [desk.unit("de-i")], [desk.hex("0613")], ()))
    over = desk.hexes("de-i", "retreat")
    beyond = {w.labels[h] for h in w.grid.neighbours[desk.hex("0612")]}
    assert over
    assert over <= beyond, "by the causeway to 0612 and on from there"
    assert over < allied, "the Allies have the sea as well"


@rule("7 Retreat ¶1c", "13 Belgium ¶1b", "13 Holland ¶1a", "13 Switzerland ¶1")
@pytest.mark.parametrize(
    ("unit", "start", "country", "number"),
    [("be-i", "1213", 2, "13 Belgium ¶1b"), ("nl-i", "0609", 3, "13 Holland ¶1a"),
     ("ch-basel", "2904", 5, "13 Switzerland ¶1")],
)  # fmt: skip
def test_minor_allies_retreat_at_home_while_they_can(desk, unit, start, country, number):
    w = desk.w
    war = "belgium holland luxembourg switzerland"
    retreating(desk, unit, {unit: start, "de-i": "1703"}, war=war)
    found = desk.hexes(unit, "retreat")
    home = w.countries[country] | (w.countries[0] | w.countries[3] | w.countries[4] if country == 2 else 0)
    assert found
    assert all(home >> desk.hex(x) & 1 for x in found)
    ring = [h for h in range(w.n) if w.grid.distance(desk.hex(start), h) == 2]
    beyond = [w.labels[h] for h in ring if desk.s.allied & ~home & w.bit[h]]
    assert beyond
    for label in beyond:
        assert desk.why(f"retreat {unit} {label}") == [number]
    # Where every hex at home is the enemy's, it may go abroad.
    desk.set_up({unit: start, "de-i": "1703"}, war=war, combat=True)
    desk.s.german |= home
    desk.s.allied = w.land & ~home
    desk.restart(freeze(desk.s, [desk.unit(unit)], [desk.hex(start)], ()))
    if desk.step() == "Retreating":
        assert all(not home >> desk.hex(x) & 1 for x in desk.hexes(unit, "retreat"))


@rule("11 Parachute Regiments ¶1", "7 Retreat ¶1e", "7 B Reservists ¶1")
@pytest.mark.parametrize("end", ["2218"])
def test_a_way_of_four_hexes_is_named_to_its_end(desk, end):
    """Regiments stand in 2117 and 2017, so that ways to one end meet different ones: each hex is named in turn."""
    w = desk.w
    start, goal = desk.hex("2015"), desk.hex(end)
    ways = [[start]]
    for distance in range(1, 5):
        ways = [
            [*way, x] for way in ways for x in w.grid.neighbours[way[-1]] if w.grid.distance(start, x) == distance
        ]
    ways = [[w.labels[h] for h in way[1:-1]] for way in ways if way[-1] == goal]
    assert len(ways) > 1
    desk.set_up({"fr-xi": "2015", "de-i": "1703", "de-fj-1": "2117", "de-fj-2": "2017"}, combat=True)
    desk.restart(freeze(desk.s, [desk.unit("fr-xi")], [start], ()))
    for way in ways[:1]:
        for n in range(3):
            text = f"retreat fr-xi {end} via {' '.join(way[:n])}".strip()
            if n in (0, 2):
                assert set(desk.legal(text)) == {x[n] for x in ways if x[:n] == way[:n]}
            if n:
                assert not desk.game.read(desk.s, "allied", text).complete
        assert desk.game.read(desk.s, "allied", f"retreat fr-xi {end} via {' '.join(way)}").complete
    over = next(way for way in ways if "2017" in way)
    desk.play(f"retreat fr-xi {end} via {' '.join(over)}")
    assert {x for x in ("de-fj-1", "de-fj-2") if desk.at(x) == "eliminated"} == {
        name for name, place in (("de-fj-1", "2117"), ("de-fj-2", "2017")) if place in over
    }


# ------------------------------------------------------------------------------------------------ advance


@rule("7 Advance ¶1a", "7 Advance ¶1b")
def test_an_advance_from_every_side(desk):
    """Into the vacated hex, or one next to it that is next to the unit as well, over land, without an enemy."""
    w = desk.w
    for target in ("2015", "1508", "0411", "0512"):
        t = desk.hex(target)
        for h in w.attack_near[t]:
            desk.set_up({"de-i": w.labels[h]}, combat=True)
            both = w.attack_mask[h] & (w.grid.near[t] | w.bit[t])
            found = mask_of(advance_hexes(desk.s, desk.unit("de-i"), (t,)))
            assert found == both
            assert found >> t & 1
            for x in range(w.n):
                if found >> x & 1:
                    desk.set_up({"de-i": w.labels[h], "fr-iv": w.labels[x]}, combat=True)
                    left = mask_of(advance_hexes(desk.s, desk.unit("de-i"), (t,)))
                    assert left == both & ~w.bit[x], "an enemy is there"
                    desk.set_up({"de-i": w.labels[h], "de-x": w.labels[x]}, combat=True)
                    assert mask_of(advance_hexes(desk.s, desk.unit("de-i"), (t,))) == both & ~w.bit[x], "no room"
                    desk.set_up({"de-i": w.labels[h], "de-13-mot": w.labels[x]}, combat=True)
                    assert mask_of(advance_hexes(desk.s, desk.unit("de-i"), (t,))) == both, "a division more"
    assert advance_hexes(desk.s, desk.unit("de-i"), (desk.hex("2817"),)) == [], "far from what was cleared"
    desk.set_up({"de-i": "2014"}, combat=True)
    one = advance_hexes(desk.s, desk.unit("de-i"), (desk.hex("2015"),))
    for far in ("0101", "1010", "2817"):
        assert advance_hexes(desk.s, desk.unit("de-i"), (desk.hex("2015"), desk.hex(far))) == one


@rule("7 Advance ¶1a", "10 Eben Emael ¶1", "13 Holland ¶1c")
def test_a_garrison_bars_an_advance_past_it_but_not_into_its_own_cleared_hex(desk):
    """Ruling 54. 1110 and 1009 are next to each other."""
    desk.set_up({"de-i": "1109", "de-x": "1008"}, combat=True, garrisons=True)
    liege, maastricht = desk.hex("1110"), desk.hex("1009")
    assert desk.w.attack_mask[desk.hex("1109")] >> maastricht & 1
    desk.restart(Advancing((desk.unit("de-i"), desk.unit("de-x")), (liege,)))
    assert "1110" in desk.legal("advance de-i")
    assert "1009" not in desk.legal("advance de-i")
    assert desk.why("advance de-i 1009") == ["13 Holland ¶1c"]
    assert desk.why("advance de-x") == ["7 Advance ¶1a"], "it is not next to Liege"
    desk.restart(Advancing((desk.unit("de-i"), desk.unit("de-x")), (maastricht,)))
    assert "1009" in desk.legal("advance de-x")
    assert desk.why("advance de-i 1110") == ["10 Eben Emael ¶1"]


@rule("7 Advance ¶1a", "7 Advance ¶1b")
def test_each_refusal_of_an_advance_has_its_case(desk):
    units = {"de-i": "2014", "de-x": "1915", "de-iv": "2013", "fr-iii": "1914", "de-13-mot": "2116"}
    desk.set_up(units, combat=True)
    desk.restart(Advancing((desk.unit("de-i"), desk.unit("de-x")), (desk.hex("2015"),)))
    assert set(desk.legal("advance")) == {"de-i", "de-x"}
    assert desk.why("advance de-iv") == ["7 Advance ¶1a"], "it did not attack"
    assert desk.why("advance de-i 2013") == ["7 Advance ¶1a"], "not next to the vacated hex"
    assert desk.why("advance de-i 1915") == ["7 Advance ¶1b"], "another corps is there"
    aside = next(x for x in desk.legal("advance de-i") if x != "2015")
    desk.play(f"advance de-i {aside}")
    assert desk.w.attack_mask[desk.hex(aside)] >> desk.hex("2015") & 1
    assert desk.why("advance de-i") == ["7 Advance ¶1a"], "one hex, though it could go on"
    assert "does not advance" in desk.words("advance de-i")
    desk.set_up(units, combat=True)
    desk.restart(Advancing((desk.unit("de-i"), desk.unit("de-x")), (desk.hex("2015"),)))
    desk.play("advance de-i 2015")
    assert desk.why("advance de-x 2015") == ["7 Advance ¶1b"]
    around = [desk.w.labels[h] for h in desk.w.attack_near[desk.hex("2014")]]
    corps = [x for x in desk.w.ids if desk.w.nation[desk.unit(x)] == 0 and desk.w.load[desk.unit(x)] == 3][5:]
    crowded = dict(zip(corps, [x for x in around if x != "2015"], strict=False))
    desk.set_up({**crowded, "de-i": "2014", "de-x": "2216"}, combat=True)
    desk.s.where[desk.unit("de-ii")] = desk.hex("2015")
    desk.restart(Advancing((desk.unit("de-i"), desk.unit("de-x")), (desk.hex("2015"), desk.hex("2316"))))
    assert desk.step() == "Advancing"
    assert desk.why("advance de-i") == ["7 Advance ¶1a"], "no hex is open"


@rule("7 Advance ¶1a", "15 German Mountain Corps ¶1", "10 Eben Emael ¶1")
def test_who_is_barred_from_an_advance_is_told_by_what(desk):
    desk.set_up({"de-geb": "2704", "de-i": "2703", "fr-iv": "2805"}, war="", combat=True)
    cleared = next(h for h in desk.w.attack_near[desk.hex("2704")] if desk.w.country[h] == 1)
    beside = next(h for h in desk.w.attack_near[cleared] if desk.w.country[h] == 1 and h != desk.hex("2805"))
    desk.s.where[desk.unit("de-i")] = beside
    desk.restart(Advancing((desk.unit("de-geb"), desk.unit("de-i")), (cleared,)))
    assert desk.step() == "Advancing"
    if "de-geb" not in desk.legal("advance"):
        assert desk.why("advance de-geb") == ["15 German Mountain Corps ¶1"]
    desk.set_up({"fr-iv": "1211", "de-i": "0801"}, side="allied", combat=True, garrisons=True)
    near = desk.w.attack_near[desk.hex("1211")]
    cleared = next(h for h in near if desk.w.grid.near[h] >> desk.hex("1110") & 1)
    desk.restart(Advancing((desk.unit("fr-iv"),), (cleared,)))
    if desk.w.attack_mask[desk.hex("1211")] >> desk.hex("1110") & 1:
        assert "1110" in desk.legal("advance fr-iv"), "a garrison bars no friend"


@rule("13 ¶1", "7 Advance ¶1a", "11 Parachute Regiments ¶1")
def test_what_an_advance_brings_about(desk):
    desk.set_up({"de-i": "2803", "fr-iv": "2015"}, war="", combat=True)
    desk.restart(Advancing((desk.unit("de-i"),), (desk.hex("2904"),)))
    desk.play("advance de-i 2904")
    assert desk.s.war == 0b100011
    assert desk.owner("2904") == "german"
    desk.set_up({"fr-iv": "2014", "de-fj-1": "2015", "de-fj-2": "2016"}, side="allied", combat=True)
    desk.restart(Advancing((desk.unit("fr-iv"),), (desk.hex("2015"),)))
    desk.play("advance fr-iv 2015")
    assert (desk.at("de-fj-1"), desk.at("de-fj-2")) == ("eliminated", "2016")
    desk.set_up({"de-i": "2014", "de-fj-1": "2015"}, combat=True)
    desk.restart(Advancing((desk.unit("de-i"),), (desk.hex("2015"),)))
    desk.play("advance de-i 2015")
    assert desk.at("de-fj-1") == "2015", "its own side overruns nobody"

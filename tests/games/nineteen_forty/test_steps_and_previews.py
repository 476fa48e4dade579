"""6. The first step of a unit, asked everywhere on the map; what previews of moves, stacks and attacks say."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.data.world import SEA
from grognard.games.nineteen_forty.rules.ground import first_steps, ground
from grognard.games.nineteen_forty.rules.state import ROUTED, claim
from grognard.suite import rule


@rule("6 ¶1", "6 ¶2a", "6 ¶2b", "4 ¶2b", "8 Supply Effects ¶1")
@pytest.mark.parametrize("unit", ["de-i", "de-xxxiii", "de-xix", "de-13-mot", "de-geb", "fr-cav", "br-i", "fr-iv"])
def test_the_first_step_of_a_unit(desk, unit):
    """As far as its points go: in both impulses, with and without supply, out of a zone, into a disrupted friend."""
    w = desk.w
    u = desk.unit(unit)
    side = "german" if unit.startswith("de") else "allied"
    foe, friend = ("fr-iv", "de-x") if side == "german" else ("de-i", "fr-iii")
    for here in range(0, w.n, 5):
        if not w.land >> here & 1:
            continue
        steps = w.going[w.side[u]][w.going_class[u]].steps[here]
        near = [h for h in w.grid.neighbours[here] if w.land >> h & 1]
        for impulse, lacking in ((1, 0), (1, 1), (2, 0), (2, 1)):
            points = w.move[u] * 4 // impulse // (1 + lacking)
            desk.set_up(
                {unit: w.labels[here]}, side=side, impulse=impulse, war="belgium holland luxembourg switzerland"
            )
            desk.s.unsupplied = lacking << u
            plain = {b for b, cost, kind, _ in steps if cost <= points and kind != SEA}
            assert set(first_steps(desk.s, u)) == plain
            if not near:
                continue
            there = near[0]
            desk.s.where[desk.unit(friend)] = there
            desk.s.disrupted[desk.unit(friend)] = ROUTED
            slow = {b for b, cost, kind, _ in steps if cost + 8 * (b == there) <= points and kind != SEA}
            assert set(first_steps(desk.s, u)) == slow, "two points more"
            desk.s.where[desk.unit(friend)] = w.out
            beyond = next((h for h in w.zoc_near[there] if w.zoc[h] >> here & 1 and h != here), None)
            if beyond is None:
                continue
            desk.s.where[desk.unit(foe)] = beyond
            zone = w.zoc[beyond]
            for b, cost, kind, _ in steps:
                blocked = b == beyond or (zone >> b & 1 and (not w.motorized[u] or (b, here) in w.forts))
                open_ = cost + 4 <= points and kind != SEA and not blocked
                if not (zone >> b & 1 and (b, here) in w.forts) and kind != 4:
                    assert (b in first_steps(desk.s, u)) is open_, (w.labels[here], w.labels[b])


@rule("4 ¶1", "9 ¶3", "6 ¶2c", "10 Eben Emael ¶1")
def test_the_ground_as_it_lies_for_each_side(desk):
    w = desk.w
    desk.set_up({"de-i": "2013", "de-fj-1": "2213", "fr-iv": "2017", "fr-9-dim": "2117"}, garrisons=True)
    s = desk.s
    s.interdicted_german, s.interdicted_allied = w.bit[desk.hex("2220")], w.bit[desk.hex("1703")]
    s.disrupted[desk.unit("fr-9-dim")] = ROUTED
    held = w.bit[desk.hex("1110")] | w.bit[desk.hex("1009")]
    french = w.bit[desk.hex("2017")] | w.bit[desk.hex("2117")]
    zone = w.zoc[desk.hex("2017")]
    assert ground(s, 0) == (w.land & ~french & ~held, zone | w.bit[desk.hex("1703")], 0)
    german = w.bit[desk.hex("2013")]
    shaken = w.bit[desk.hex("2117")]
    assert ground(s, 1) == (w.land & ~german, w.zoc[desk.hex("2013")] | w.bit[desk.hex("2220")], shaken)


# ----------------------------------------------------------------------------------------------- previews


def effects(desk, text):
    return [(e.rule, e.text) for e in desk.preview(text).effects]


@rule("4 ¶2a", "9 ¶3", "5 ¶1")
def test_a_preview_says_where_the_move_stops_and_what_it_wins(desk):
    desk.set_up({"de-i": "1703", "fr-iv": "1707"})
    assert effects(desk, "move de-i 1704") == []
    assert effects(desk, "move de-i 1706")[0] == ("4 ¶2a", "1706 is in an enemy zone of control.")
    desk.s.interdicted_allied = desk.w.bit[desk.hex("1604")]
    assert effects(desk, "move de-i 1604") == [("9 ¶3", "1604 is interdicted by the enemy.")]
    assert effects(desk, "move de-i 1704") == []
    assert desk.preview("move de-i 1704").cost == "1 of 6 MP"
    assert desk.preview("move de-i 1704").path == ("1703", "1704")
    assert "cannot get" in desk.preview("move de-i 2019").text
    desk.set_up({"de-i": "2013"})
    desk.s.german, desk.s.allied = desk.w.countries[0], desk.w.land & ~desk.w.countries[0]
    claim(desk.s)
    before = desk.s.german
    new = desk.w.zoc[desk.hex("2014")] & ~before
    shown = effects(desk, "move de-i 2014")
    assert shown == [
        ("5 ¶1", f"{new.bit_count()} hexes become friendly territory."),
        ("8 ¶1", "As things stand it would be out of supply in 2014."),
    ]
    assert desk.s.german == before, "nothing has happened yet"
    desk.play("move de-i 2014")
    assert (desk.s.german & ~before).bit_count() == new.bit_count()


@rule("13 Neutral Status ¶1", "13 Belgium ¶1a", "13 Luxembourg ¶1")
def test_a_preview_names_each_invasion_once(desk):
    """By country and by what is at war already."""
    words = {
        ("", "1508"): "This invades Luxembourg; Belgium joins with it.",
        ("belgium luxembourg", "1508"): None,
        ("belgium luxembourg", "0609"): "This invades Holland.",
        ("", "0609"): "This invades Holland; Belgium and Luxembourg join with it.",
        ("holland", "1110"): "This invades Belgium; Luxembourg joins with it.",
        ("belgium holland luxembourg", "2904"): "This invades Switzerland.",
    }
    for (war, place), text in words.items():
        desk.set_up({"de-fj-1": "waiting", "de-i": "0801"}, war=war, turn=1)
        found = [t for number, t in effects(desk, f"drop de-fj-1 {place}") if number.startswith("13 Neutral")]
        assert found == ([text] if text else []), (war, place)
    desk.set_up({"de-13-mot": "1507"}, war="", turn=1)
    crossing = [t for _, t in effects(desk, "move de-13-mot 1509 via 1508") if "invades" in t]
    assert len(crossing) == 1, "Belgium has joined with Luxembourg"


@rule("6 ¶2a", "5 ¶1", "4 ¶2a")
def test_the_preview_of_a_stack_move_is_that_of_all_its_units(desk):
    units = {"de-13-mot": "1605", "de-29-mot": "1605", "fr-iv": "1709"}
    desk.set_up(units, war="")
    assert effects(desk, "stack de-13-mot de-29-mot to 1604") == []
    shown = effects(desk, "stack de-13-mot de-29-mot to 1508")
    assert ("13 Neutral Status ¶1", "This invades Luxembourg; Belgium joins with it.") in shown
    assert len([x for x in shown if x[0].startswith("13")]) == 1, "the first of them invades"
    won = next(t for number, t in shown if number == "5 ¶1")
    before = desk.s.german
    desk.play("stack de-13-mot de-29-mot to 1508")
    count = (desk.s.german & ~before).bit_count()
    assert won.startswith(f"{count} hex")
    desk.set_up({**units, "fr-iv": "1608"}, war="belgium luxembourg")
    stops = [x for x in effects(desk, "stack de-13-mot de-29-mot to 1607") if x[0] == "4 ¶2a"]
    assert len(stops) == 1
    desk.set_up({"fr-9-dim": "2015", "fr-5-dim": "2015", "de-i": "1703"}, side="allied", war="")
    assert effects(desk, "stack fr-5-dim fr-9-dim to 2016") == []


@rule("6 Naval Evacuation ¶1b", "17 British ¶1b", "13 Belgium ¶2")
def test_the_preview_of_an_evacuation_says_what_it_costs_the_allies(desk):
    port = "0919"

    def rules():
        return [number for number, _ in effects(desk, f"evacuate {unit}")]

    for unit, bef, corps in (("br-i", True, True), ("br-51", False, False), ("fr-iv", False, True)):
        desk.set_up({unit: port, "de-i": "0801"}, side="allied")
        expected = ["6 Naval Evacuation ¶1b"] + ["17 British ¶1b"] * bef + ["13 Belgium ¶2"] * (bef and corps)
        assert rules() == expected
        desk.s.bef_left, desk.s.bef_corps_left = 2, True
        assert rules() == ["6 Naval Evacuation ¶1b"], "it has happened already"
    unit = "br-i"
    desk.set_up({unit: port, "de-i": "0801"}, side="allied")
    desk.s.surrendered = 1 << 2
    assert rules() == ["6 Naval Evacuation ¶1b", "17 British ¶1b"]
    desk.set_up({unit: port, "de-i": "0801"}, side="allied", war="")
    assert rules() == ["6 Naval Evacuation ¶1b", "17 British ¶1b"], "Belgium is neutral"


@rule("11 ¶2", "11 Effects ¶1", "11 Fortifications ¶1b", "10 Eben Emael ¶1")
def test_the_preview_of_a_drop(desk):
    desk.set_up({"de-fj-1": "waiting", "fr-vi": "1808", "be-i": "1010", "de-i": "1703"}, garrisons=True)

    def rules(place):
        return [number for number, _ in effects(desk, f"drop de-fj-1 {place}")]

    assert rules("1704") == []
    assert rules("1010") == ["11 Effects ¶1", "11 ¶2"]
    assert rules("1808") == ["11 Fortifications ¶1b", "11 ¶2"]
    assert rules("1110") == ["10 Eben Emael ¶1"]
    assert rules("1111") == []


@rule("2 ¶4", "6 ¶1")
def test_what_the_end_of_movement_wastes(desk):
    def wasted():
        return {waste.kind for waste in desk.game.wastes(desk.s, desk.seat, desk.game.read(desk.s, desk.seat, "end"))}

    desk.set_up({"de-i": "1703", "de-xvii": "waiting"}, turn=2)
    assert wasted() == {"opening", "units"}
    desk.play("move de-i 1704")
    assert wasted() == set(), "everybody has moved, and the opening is over"
    desk.set_up({"de-i": "1703"}, turn=2)
    assert wasted() == {"units"}
    desk.set_up({"de-xvii": "waiting", "fr-iv": "2015"}, turn=2)
    assert wasted() == {"opening"}


@rule("8 Supply Effects ¶1", "8 ¶1")
def test_the_end_of_movement_names_who_will_be_out_of_supply(desk):
    """Supply is judged when the next impulse begins: de-i is alone among the French, de-13-mot is at home."""
    w = desk.w
    units = {"de-13-mot": "1606", "de-i": "2012", "fr-iv": "1813", "fr-v": "2213", "fr-iii": "2010"}

    def told():
        found = desk.game.wastes(desk.s, desk.seat, desk.game.read(desk.s, desk.seat, "end"))
        return [waste for waste in found if waste.kind == "supply"]

    desk.set_up(units)
    [waste] = told()
    assert (waste.rule, waste.places) == ("8 Supply Effects ¶1", ("2012",))
    assert w.unit_names[desk.unit("de-i")] in waste.text
    assert w.unit_names[desk.unit("de-13-mot")] not in waste.text
    desk.set_up(units | {"de-i": "1605"})
    assert told() == []
    desk.set_up({"fr-iv": "2013", "de-i": "2012"}, side="allied")
    assert told() == [], "nobody asks the Allies about a German"


@rule("3 ¶1", "6 ¶1", "2 ¶2")
def test_while_a_hex_is_overfull_each_refusal_is_the_units_own(desk):
    desk.set_up({"de-i": "1703", "de-x": "1705", "de-iv": "1603", "de-13-mot": "1503", "de-29-mot": "1503",
                 "fr-iv": "2015"})  # fmt: skip
    desk.play("move de-iv 1604", "move de-i 1705")
    assert desk.why("move de-x") == []
    assert desk.why("move de-13-mot") == ["3 ¶2"]
    assert desk.why("move fr-iv") == ["2 ¶2"]
    assert desk.why("move de-iv") == desk.why("move de-i") == ["6 ¶1"]
    assert desk.why("rail de-13-mot") == ["3 ¶2"]
    for verb in ("stack", "drop", "reserve", "form", "end"):
        assert "3 ¶2" in desk.why(verb), verb
    desk.play("move de-x 1706")
    assert desk.why("stack de-13-mot de-iv") == ["6 ¶1"], "it has moved, wherever it stands"


@rule("6 Rail ¶2", "18 ¶1d")
def test_a_train_on_turn_0_that_no_route_could_take_is_told_so(desk):
    desk.set_up({"fr-iv": "1617", "de-i": "0801"}, side="allied", turn=0, groups={"french-1": "1"})
    grid, here = desk.w.grid, desk.hex("1617")
    goal = max(desk.hexes("fr-iv", "rail"), key=lambda x: grid.distance(here, desk.hex(x)))
    assert grid.distance(here, desk.hex(goal)) > 2
    assert desk.why("rail fr-iv 1618") == ["18 ¶1d"], "a route to the west"
    desk.hold([desk.w.labels[h] for h in grid.neighbours[desk.hex(goal)]], "german")
    assert desk.why(f"rail fr-iv {goal}") == ["6 Rail ¶2"]


@rule("6 ¶1", "6 ¶2c", "10 Eben Emael ¶1")
def test_a_far_hex_is_refused_for_its_own_reason(desk):
    desk.set_up({"de-i": "1703", "fr-iv": "2920", "fr-iii": "2918"})
    assert desk.why("move de-i 2919") == ["4 ¶2a"], "enemies stand on both sides of it, nobody in it"
    assert desk.why("move de-i 2920") == ["6 ¶2c"]
    desk.set_up({"fr-iv": "2013", "de-i": "1703"}, side="allied", garrisons=True)
    assert desk.why("move fr-iv 1110") == ["6 ¶1"], "the garrison is a friend"
    desk.set_up({"de-i": "1703", "fr-iv": "2013"}, garrisons=True)
    assert desk.why("move de-i 1110") == ["10 Eben Emael ¶1"]
    assert desk.why("move de-i 1111") == ["6 ¶1"]


@rule("15 ¶1", "8 Supply Effects ¶1")
def test_the_preview_of_an_exchange_names_lack_of_supply_if_there_is_any(desk):
    parts = ("de-9-pz", "de-10-pz", "de-13-mot")
    desk.set_up({**dict.fromkeys(parts, "1605"), "de-xxxix": "waiting"})
    every = (1 << desk.w.n_units) - 1
    own = sum(1 << desk.unit(x) for x in parts)
    for lacking, told in ((0, False), (every & ~own, False), (1 << desk.unit("de-10-pz"), True)):
        desk.s.unsupplied = lacking
        assert ("8 Supply Effects ¶1" in [n for n, _ in effects(desk, "form " + " ".join(parts))]) is told


@rule("6 Sea Hexsides ¶1")
def test_the_sea_is_told_by_who_wants_to_cross_it(desk):
    """0613 has the sea on three sides and a causeway to 0612, where the enemy stands."""
    desk.set_up({"de-i": "0713", "nl-i": "0612"})
    assert "only at causeways, not to 0613" in desk.words("move de-i 0613")
    desk.set_up({"fr-iv": "0713", "de-i": "0612"}, side="allied")
    desk.hold(["0613"], "allied")
    assert desk.why("move fr-iv 0613") == []
    desk.hold(["0613"], "german")
    assert "0613 is not friendly territory" in desk.words("move fr-iv 0613")
    assert desk.why("move fr-iv 0613") == ["6 Sea Hexsides ¶1"]


@rule("2 ¶4")
def test_what_the_first_move_closes_is_told_while_it_is_open(desk):
    desk.set_up({"de-i": "1703", "de-x": "1603", "de-xvii": "waiting", "de-fj-1": "waiting"}, turn=2)
    closing = [t for number, t in effects(desk, "move de-i 1704") if number == "2 ¶4"]
    assert len(closing) == 1
    assert "bring reserves or drop airborne units" in closing[0]
    desk.play("move de-i 1704")
    assert effects(desk, "move de-x 1604") == []
    desk.set_up({"de-i": "1703", "de-fj-1": "1005"}, turn=1)
    text = effects(desk, "move de-i 1704")[0][1]
    assert "withdraw airborne units" in text
    assert "bring reserves" not in text, "none before turn 2"
    desk.set_up({"fr-iv": "2015", "fr-xxi": "waiting", "de-i": "1703", "de-fj-1": "waiting"}, turn=2, side="allied")
    text = effects(desk, "move fr-iv 2016")[0][1]
    assert "bring reserves" in text
    assert "airborne" not in text

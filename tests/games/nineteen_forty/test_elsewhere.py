"""What is so in another hex, of another unit, for another country or side does not count here; edges of numbers."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN
from grognard.games.nineteen_forty.rules import declaring
from grognard.games.nineteen_forty.rules.combat import battle_odds, implement
from grognard.games.nineteen_forty.rules.command import bounds
from grognard.games.nineteen_forty.rules.retreat import Advancing, may_advance_to
from grognard.games.nineteen_forty.rules.sequence import EndCombat, EndPlayerTurn, Moving, StartTurn
from grognard.games.nineteen_forty.rules.state import claim
from grognard.games.nineteen_forty.rules.strength import halvings, rivers, why_held, works
from grognard.games.nineteen_forty.rules.suggestions import Marks, first_marks
from grognard.games.nineteen_forty.rules.zones import empty_groups
from grognard.kernel.rules import Control, Events
from grognard.maps import members
from grognard.suite import rule


def only_and_all_but(desk, h):
    """A mark on one hex alone, and on all others."""
    return desk.w.bit[h], (1 << desk.w.n) - 1 & ~desk.w.bit[h]


# ------------------------------------------------------------------------------------------------------ combat


@rule("11 Effects ¶1", "7 Terrain ¶1b", "10 Outflanking ¶1a", "10 Minor Fortifications ¶1", "11 Fortifications ¶1b")
def test_a_drop_counts_in_the_hex_where_it_was_made(desk):
    """Every hexside that means something to a German attack, with a drop into the hex and into all others."""
    w = desk.w
    desk.set_up({"de-i": "1703"}, combat=True, garrisons=True)
    s, u = desk.s, desk.unit("de-i")
    met = set()
    for (a, b), edge in w.edges.items():
        if not (edge.halvings or edge.river >= 0 or edge.fort):
            continue
        s.where[u] = a
        here, elsewhere = only_and_all_but(desk, b)
        for landed, drops in ((False, 0), (False, elsewhere), (True, here)):
            s.landings = drops
            assert rivers(s, [u], [b]) == ([edge.river] if edge.river >= 0 and not landed else [])
            halved = [number for _, _, number in halvings(s, u, [b], [edge.river] if edge.river >= 0 else [])]
            expected = []
            if not landed and edge.halvings:
                expected.append("6 Sea Hexsides ¶1" if edge.kind == "causeway" else "11 Effects ¶1")
            if not landed and edge.river >= 0:
                expected.append("7 Terrain ¶1a")
            if edge.fort == 2:
                expected.append("10 Outflanking Example 2")
            elif edge.fort == 1 and not landed:
                expected.append("11 Effects ¶1")
            assert halved == expected, (w.labels[a], w.labels[b], landed)
            if edge.fort and not w.dr_star >> b & 1:
                assert works(s, "DR*", [u], b, ALLIED) is (landed and edge.fort == 1)
                assert works(s, "DR", [u], b, ALLIED) is (landed or edge.fort == 1)
                met.add(edge.fort)
            assert works(s, "DR", [u], b, GERMAN), "fortifications are the Allies'"
    assert met == {1, 2}


@rule("10 Outflanking ¶1a", "10 Outflanking Example 1", "11 Fortifications ¶1b", "7 Combat Results DR")
def test_an_outflanked_fortification(desk):
    """One attacker through the fortification, one past it: DR works on both kinds, DR* on a minor one, on the Maginot
    Line only with a drop as well; in terrain that protects, DR* never."""
    w = desk.w
    desk.set_up({"de-i": "1703", "de-x": "1603"}, combat=True, garrisons=True)
    s, through, past = desk.s, desk.unit("de-i"), desk.unit("de-x")
    met = set()
    for b in members(w.fortified):
        sides = [a for a in w.grid.neighbours[b] if (a, b) in w.edges]
        walls, gaps = ([a for a in sides if bool(w.edges[a, b].fort) is wall] for wall in (True, False))
        if not walls or not gaps:
            continue
        s.where[through], s.where[past] = walls[0], gaps[0]
        major, protected = bool(w.maginot >> b & 1), bool(w.dr_star >> b & 1)
        for drops in (0, *only_and_all_but(desk, b)):
            s.landings = drops
            landed = bool(drops >> b & 1)
            assert works(s, "DR", [through, past], b, ALLIED)
            assert works(s, "DR*", [through, past], b, ALLIED) is (not protected and (landed or not major))
            met.add((major, protected, landed))
    assert {(True, False, True), (True, False, False), (False, False, False)} <= met


@rule("7 Combat Results DR", "7 Advance ¶1a", "13 Holland ¶1c", "10 Maginot Line ¶1")
def test_who_may_advance_when_only_a_garrison_is_beaten(desk):
    """At Maastricht nobody retreats: the attackers may enter at once. A DR that does not work clears nothing."""
    desk.set_up({"de-i": "1008", "fr-iv": "2015"}, combat=True, garrisons=True)
    desk.s.stack.clear()
    desk.s.then(EndCombat())
    implement(desk.s, "DR", (desk.unit("de-i"),), (desk.hex("1009"),), None)
    assert desk.s.stack[-1] == Advancing((desk.unit("de-i"),), (desk.hex("1009"),))
    assert set(desk.legal("advance de-i")) >= {"1009"}
    desk.set_up({"de-i": "1708", "br-51": "1808"}, combat=True)
    desk.s.stack.clear()
    desk.s.then(EndCombat())
    implement(desk.s, "DR", (desk.unit("de-i"),), (desk.hex("1808"),), None)
    assert [type(step) for step in desk.s.stack] == [EndCombat]
    assert desk.at("br-51") == "1808"


@rule("9 ¶2b", "9 ¶2a")
def test_each_player_commits_his_own_air_points(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, combat=True)
    desk.s.air_german, desk.s.air_allied = 3, 2
    desk.play("attack de-i 2015; done", "air 1")
    assert desk.log[-1] == "The Allied player commits 1 air point."
    assert (desk.s.air_german, desk.s.air_allied) == (3, 1)
    desk.play("air 2")
    assert desk.log[-1] == "The German player commits 2 air points."
    assert (desk.s.air_german, desk.s.air_allied) == (1, 1)
    assert [event.side for event in desk.told if getattr(event, "what", "") == "air"] == ["allied", "german"]


@rule("5 ¶1")
@pytest.mark.parametrize(("unit", "start"), [("de-9-pz", "1609"), ("fr-cav", "1711")])
def test_only_cities_that_change_hands_are_told(desk, unit, start):
    """The mover wins plain hexes too; each city is told with its new owner."""
    side = "german" if unit.startswith("de") else "allied"
    desk.set_up({unit: start}, side=side)
    w, s = desk.w, desk.s
    s.german, s.allied = (0, w.land) if side == "german" else (w.land, 0)
    claim(s)
    before, own = s.german, s.german if side == "german" else s.allied
    cities = w.cities & ~own
    goal = max(desk.hexes(unit), key=lambda x: ((w.zoc[desk.hex(x)] | w.bit[desk.hex(x)]) & cities).bit_count())
    desk.told.clear()
    desk.play(f"move {unit} {goal}")
    won = (s.german ^ before) & w.cities
    told = [event for event in desk.told if isinstance(event, Control)]
    assert {desk.hex(event.place) for event in told} == set(members(won))
    assert {event.side for event in told} == {side}
    assert (s.german ^ before) & ~w.cities, "other ground changed hands too"


@rule("7 ¶4b", "8 Supply Effects ¶1", "7 ¶5b")
def test_the_odds_name_who_is_halved_and_why(desk):
    """Each attacker with each of his reasons, as a modifier that moves no column."""
    desk.set_up({"de-xix": "2014", "de-i": "1915", "fr-iv": "2015"}, combat=True)
    attackers, targets = [desk.unit("de-xix"), desk.unit("de-i")], (desk.hex("2015"),)

    def halved():
        modifiers = battle_odds(desk.s, tuple(attackers), targets, replies=False).modifiers
        return [(m.value, m.reason, m.rule) for m in modifiers if "halved" in m.reason or "quartered" in m.reason]

    terrain = [number for u in attackers for _, _, number in halvings(desk.s, u, targets, ())]
    assert [number for _, _, number in halved()] == terrain
    name = desk.w.unit_names[desk.unit("de-i")]
    desk.s.unsupplied = 1 << desk.unit("de-i")
    assert (0, f"{name} halved: out of supply", "8 Supply Effects ¶1") in halved()
    assert len(halved()) == len(terrain) + 1
    desk.set_up({"de-i": "1708", "br-51": "1808"}, combat=True)
    attackers, targets = [desk.unit("de-i")], (desk.hex("1808"),)
    times = desk.w.fort_halvings[2]
    word = "quartered" if times == 2 else "halved"
    assert halved() == [(0, f"{name} {word}: Maginot Line", "10 Outflanking Example 2")]


@rule("7 Advance ¶1a", "7 Advance ¶1b", "10 Eben Emael ¶1", "13 Holland ¶1c")
def test_what_is_open_to_an_advance_hex_by_hex(desk):
    """A garrison bars Germans from its hex unless this combat has cleared it; enemies, boundaries and stacking bar
    everybody."""
    units = {"de-i": "1008", "de-x": "1208", "fr-iv": "1210", "be-i": "1111", "de-iv": "1209", "fr-iii": "1211"}
    desk.set_up(units, combat=True, garrisons=True, groups={"french-1": "2"})
    w, s = desk.w, desk.s
    held = {desk.hex("1110"), desk.hex("1009")}
    for unit in ("de-i", "de-13-mot", "fr-iv", "be-i", "fr-9-dim"):
        u = desk.unit(unit)
        german = unit.startswith("de")
        for vacated in (0, w.bit[desk.hex("1110")], w.bit[desk.hex("1009")]):
            for h in members(w.land):
                there = [x for x, place in units.items() if place == w.labels[h] and x != unit]
                friends = [x for x in there if x.startswith("de") is german]
                expected = (
                    len(friends) == len(there)
                    and not (german and h in held and not vacated >> h & 1)
                    and bool(bounds(s, u) >> h & 1)
                    and sum(w.load[desk.unit(x)] for x in (unit, *friends)) <= 4
                )
                assert may_advance_to(s, u, vacated, h) is expected, (unit, w.labels[h], vacated)


# -------------------------------------------------------------------------------------------------- planning


@rule("16 Deployment ¶1", "16 Deployment ¶2")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_a_hex_that_is_held_is_worth_less_to_the_next(desk, side):
    """Every hex alone, once; to the Allies its neighbours too, and twice as much less beside two."""
    w = desk.w
    front_marks, inland_marks = first_marks(w, side)
    for h in range(0, w.n, 7):
        marks = Marks(w, side)
        for _ in range(2):
            marks.hold(h)
            lost = 3.0 + (4.0 if side == ALLIED and w.maginot >> h & 1 else 0.0)
            assert marks.front[h] == pytest.approx(front_marks[h] - lost)
            for x in w.grid.neighbours[h]:
                beside = 0.6 if side == ALLIED else 0.0
                assert marks.front[x] == pytest.approx(front_marks[x] - beside)
                if side == ALLIED:
                    assert marks.inland[x] == pytest.approx(inland_marks[x] - beside)
        if side == ALLIED:
            assert marks.inland[h] == pytest.approx(inland_marks[h] - 3.0)
        others = set(range(w.n)) - {h, *w.grid.neighbours[h]}
        assert all(marks.front[x] == front_marks[x] for x in others)
    first, middle, last = (
        w.grid.neighbours[desk.hex("2015")][0],
        desk.hex("2015"),
        w.grid.neighbours[desk.hex("2015")][3],
    )
    marks = Marks(w, ALLIED)
    marks.hold(first)
    marks.hold(last)
    front_marks = first_marks(w, ALLIED)[0]
    assert marks.front[middle] == pytest.approx(front_marks[middle] - 1.2)
    marks.hold(middle)
    assert marks.front[middle] == pytest.approx(front_marks[middle] - 4.2)
    assert marks.front[first] == pytest.approx(front_marks[first] - 3.6)


@rule("16 ¶1", "16 Allies ¶1b", "16 Germans ¶1b")
def test_groups_of_the_enemy_are_called_by_their_names(desk):
    w = desk.w
    s = desk.s = desk.game.start("campaign", {})
    for seat, verb, side in (("german", "effort", ALLIED), ("allied", "react", GERMAN)):
        for group, title in zip(w.group_names[side], w.group_titles[side], strict=True):
            [why] = desk.game.why_not(s, seat, f"{verb} {group}")
            assert why.text == f"{title} belongs to the enemy."


@rule("16 Allies ¶1b", "16 Germans ¶1b")
def test_the_bef_alone_fills_no_group(desk):
    """Ruling 93; every other army does, on either side."""
    w = desk.w
    s = desk.s = desk.game.start("campaign", {})
    for seat, armies in (("german", w.german_armies), ("allied", w.allied_armies)):
        for army, name in enumerate(armies):
            for group in range(3):
                assigned = [-1] * len(armies)
                assigned[army] = group
                left = {0, 1, 2} - (set() if name == "bef" else {group})
                assert set(empty_groups(s, seat, assigned)) == left, (name, group)


@rule("14 Reinforcements ¶1", "3 ¶2")
def test_a_reinforcement_needs_room_on_the_edge(desk):
    """All but one hex of the west edge are German; in that one stand a corps and a division, moved or not."""
    w = desk.w
    edge = members(w.west_edge)
    here = next(h for h in edge if w.country[h] == 1 and not w.cities >> h & 1)
    for moved, room in ((True, False), (False, True)):
        desk.set_up({"br-1-arm": "waiting", "fr-iii": w.labels[here], "fr-9-dim": w.labels[here]}, side="allied")
        desk.hold([w.labels[h] for h in edge if h != here], "german")
        if moved:
            desk.s.moved = 1 << desk.unit("fr-iii") | 1 << desk.unit("fr-9-dim")
        desk.restart(Moving())
        offered = [text for text in desk.legal() if text.startswith("enter")]
        assert bool(offered) is room
        assert desk.why("enter br-1-arm") == ([] if room else ["14 Reinforcements ¶1"])
        assert desk.why(f"enter br-1-arm {w.labels[here]}") == ([] if room else ["14 Reinforcements ¶1"])


@rule("17 British ¶1b", "13 Belgium ¶2")
def test_when_the_loss_of_the_bef_is_told(desk):
    """The first unit that leaves, on whichever turn it left; the surrender only of a Belgium that is at war."""

    def told():
        return [e.rule for e in desk.preview("evacuate br-i").effects if not e.rule.startswith("6")]

    for left, air in ((-1, True), (0, False), (1, False), (3, False)):
        desk.set_up({"br-i": "0919", "de-i": "0801"}, side="allied")
        desk.s.bef_left = left
        assert ("17 British ¶1b" in told()) is air
    for war, belgian in (("switzerland", False), ("holland", False), ("belgium luxembourg", True), ("belgium", True)):
        desk.set_up({"br-i": "0919", "de-i": "0801"}, side="allied", war=war)
        assert ("13 Belgium ¶2" in told()) is belgian, war


@rule("7 ¶1", "7 ¶5a")
def test_who_attacks_with_a_unit_is_counted_once(desk):
    desk.set_up({"de-i": "2014", "de-iv": "1915", "de-x": "2417", "fr-iv": "2015", "fr-ix": "2418"}, combat=True)
    first, second, other = (desk.unit(x) for x in ("de-i", "de-iv", "de-x"))
    target = (desk.hex("2015"),)
    desk.s.attacks = ((first, *target), (other, desk.hex("2418")))
    assert declaring.attack_mates(desk.s, second, target) == (first, second)
    assert declaring.attack_mates(desk.s, first, target) == (first,)
    assert declaring.attack_mates(desk.s, first, (desk.hex("2418"),)) == (other, first)


@rule("17 British ¶1b", "9 ¶1")
@pytest.mark.parametrize("left", [-1, 0, 2, 5])
def test_the_british_air_point_is_there_until_the_turn_in_which_the_bef_left(desk, left):
    for turn in range(11):
        desk.set_up({"de-i": "1703", "fr-iv": "2015"}, turn=max(0, turn - 1))
        desk.s.bef_left = left
        desk.restart(StartTurn(turn))
        assert desk.s.air_allied == (2 if left < 0 or turn <= left else 1), turn
        assert desk.s.air_german == 5


@rule("16 ¶1", "16 Germans ¶1a", "16 Allies ¶1a", "15 German Mountain Corps ¶1")
def test_each_choice_of_a_plan_is_made_once_whatever_it_was(desk):
    w = desk.w
    s = desk.s = desk.game.start("campaign", {})
    choices = {
        "german": {"objective": w.plans, "effort": w.group_names[GERMAN],
                   "mountain": [w.ids[u] for u in members(w.replaceable)]},
        "allied": {"react": w.group_names[ALLIED]},
    }  # fmt: skip
    for seat, verbs in choices.items():
        for verb, values in verbs.items():
            for value in values:
                assert desk.game.why_not(s, seat, f"{verb} {value}") == []
                again = [why.text for why in desk.game.why_not(s, seat, f"{verb} {value}; {verb} {values[-1]}")]
                assert again == ["This has been chosen already."], (verb, value)


@rule("20 Belgian Late Alliance ¶1", "13 Luxembourg ¶1")
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("turn", [0, 1, 3])
def test_luxembourg_joins_with_turn_0_only_by_the_option(desk, late, turn):
    desk.set_up({"de-i": "1703", "fr-iv": "2015"}, war="belgium", options={"belgian-late-alliance": late})
    desk.restart(StartTurn(turn))
    assert bool(desk.s.war & 1 << 4) is (late and turn == 0)
    assert bool(desk.s.allied & desk.w.countries[4]) is (late and turn == 0)


@rule("13 Holland ¶1b", "13 Belgium ¶2")
def test_a_country_surrenders_once(desk):
    """With all its cities lost still, at the end of a later turn."""
    w = desk.w
    for country, code in (("Holland", 3), ("Belgium", 2)):
        for surrendered, again in ((0, True), (1 << code, False), (63 & ~(1 << code), True)):
            desk.set_up({"de-i": "1703", "fr-iv": "2015"}, side="allied", turn=4)
            desk.s.german |= w.major[code]
            desk.s.allied &= ~w.major[code]
            desk.s.bef_corps_left, desk.s.surrendered = True, surrendered
            told = Events()
            desk.s.stack.clear()
            EndPlayerTurn().run(desk.s, told)
            words = [item.event.text(w) for item in told.items]
            assert (f"{country} surrenders." in words) is again, (country, surrendered)
            assert desk.s.surrendered == surrendered | 1 << code


@rule("10 Eben Emael ¶1", "13 Holland ¶1c", "11 ¶2", "5 ¶1")
@pytest.mark.parametrize("place", ["1110", "1009"])
def test_the_hex_of_a_fallen_garrison_belongs_to_who_is_in_it(desk, place):
    desk.set_up({"de-i": place, "fr-iv": "2015"}, garrisons=True, steps=[EndCombat()])
    assert desk.owner(place) == "german"
    desk.set_up({"de-22-ll": "2015", "fr-iv": "2015", "fr-iii": "2217"}, steps=[Moving()])
    desk.hold([place], "allied")
    desk.hold(["2014"], "german")
    desk.restart(EndCombat())
    assert desk.at("de-22-ll") == "eliminated"
    assert desk.owner("2014") == "allied", "nobody contests it any more"


@rule("10 Maginot Line ¶1", "7 Combat Results DR")
def test_a_plain_retreat_is_held_by_the_line_and_not_by_its_terrain(desk):
    w = desk.w
    desk.set_up({"de-i": "1703"}, combat=True)
    u = desk.unit("de-i")
    for (h, facing), kind in w.forts.items():
        if kind == 2:
            desk.s.where[u] = facing
            assert why_held(desk.s, "DR", [u], h, ALLIED)[0] == "10 Maginot Line ¶1", w.labels[h]
            starred = "7 Combat Results DR" if w.dr_star >> h & 1 else "10 Maginot Line ¶1"
            assert why_held(desk.s, "DR*", [u], h, ALLIED)[0] == starred


@rule("13 Neutral Status ¶1")
@pytest.mark.parametrize("country", [3, 4])
def test_the_preview_of_one_step_over_a_border_names_the_invasion(desk, country):
    w = desk.w
    start, goal = next(
        (w.labels[a], w.labels[b]) for b in members(w.countries[country])
        for a in w.grid.neighbours[b] if w.country[a] == 0 and not w.side_kind.get(w.grid.side(a, b))
    )  # fmt: skip
    desk.set_up({"de-13-mot": start}, war="", turn=1)
    rules = [effect.rule for effect in desk.preview(f"move de-13-mot {goal}").effects]
    assert rules.count("13 Neutral Status ¶1") == 1
    desk.set_up({"de-13-mot": start}, turn=1)
    assert "13 Neutral Status ¶1" not in [effect.rule for effect in desk.preview(f"move de-13-mot {goal}").effects]

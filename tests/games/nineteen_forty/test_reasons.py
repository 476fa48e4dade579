"""Reasons name the rule that really binds."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.rules.deploying import AlliedDeploying, GermanDeploying
from grognard.games.nineteen_forty.rules.interdiction import Interdicting
from grognard.games.nineteen_forty.rules.retreat import Advancing, freeze
from grognard.games.nineteen_forty.rules.sequence import EndCombat, StartImpulse
from grognard.games.nineteen_forty.rules.strength import halvings
from grognard.kernel.rules import Events
from grognard.suite import rule


def texts(desk, text):
    return [(r.rule, r.text) for r in desk.game.why_not(desk.s, desk.seat, text)]


@rule("3 Anglo-French ¶1", "14 Reserves ¶1a")
def test_arrivals_name_the_stacking_limit_that_binds(desk):
    desk.set_up({"fr-1-dcr": "waiting", "br-i": "1418", "de-i": "0801"}, side="allied")
    desk.s.disrupted[desk.unit("br-i")] = 3  # it cannot make room
    assert desk.why("reserve fr-1-dcr 1418") == ["3 Anglo-French ¶1"]


@rule("14 French/British Reserves ¶1b")
def test_a_blocked_gathering_point_says_why(desk):
    desk.set_up({"fr-xxi": "waiting", "de-i": "1417", "fr-iii": "1919"}, side="allied")
    ((number, words),) = texts(desk, "reserve fr-xxi 1418")
    assert number == "14 French/British Reserves ¶1b"
    assert "not friendly territory" in words, "1418 is in the zone of I Corps alone"
    assert "not a gathering point" in texts(desk, "reserve fr-xxi 2415")[0][1]


@rule("14 Reinforcements ¶1")
def test_only_the_allies_enter(desk):
    desk.set_up({"br-1-arm": "waiting", "de-i": "0801"})
    assert desk.why("enter br-1-arm")[0] == "14 Reinforcements ¶1"


@rule("6 Naval Evacuation ¶1a", "13 Holland ¶1a")
def test_the_dutch_in_a_foreign_port_may_embark(desk):
    desk.set_up({"nl-light": "0817", "de-i": "0801"}, side="allied")
    desk.play("evacuate nl-light")
    assert desk.at("nl-light") == "evacuated"


@rule("9 ¶3", "14 Reinforcements ¶1")
def test_interdiction_does_not_stop_arrivals(desk):
    """Ruling 64: only a zone of control stops a unit on the edge."""
    desk.set_up({"br-1-arm": "waiting", "de-i": "0801"}, side="allied", turn=5)
    label = min(desk.hexes("br-1-arm", "enter"))
    desk.s.interdicted_german = desk.w.bit[desk.hex(label)]
    desk.play(f"enter br-1-arm {label}")
    assert desk.hexes("br-1-arm")


@rule("9 ¶3", "4 ¶2a", "6 Rail ¶1")
def test_interdicted_hexes_are_called_so(desk):
    desk.set_up({"de-xii": "1001", "fr-iii": "1919", "fr-iv": "1619"}, side="allied")
    desk.s.interdicted_german = desk.w.bit[desk.hex("1819")]
    assert desk.why("rail fr-iii 1819") == ["9 ¶3"]
    preview = desk.game.preview(desk.s, "allied", desk.game.read(desk.s, "allied", "move fr-iii 1819"))
    assert "9 ¶3" in [e.rule for e in preview.effects]
    assert "4 ¶2a" not in [e.rule for e in preview.effects]


@rule("6 Sea Hexsides ¶1")
def test_the_sea_is_named_where_it_bars_the_way(desk):
    """0512/0513 is an all-sea side, and 0513 has a land side to 0612 alone."""
    desk.set_up({"br-i": "0512", "de-x": "0612"}, side="allied")
    assert desk.why("move br-i 0513") == ["6 Sea Hexsides ¶1"]


@rule("15 German Panzer Corps ¶1")
def test_the_divisions_of_a_corps_are_named_in_any_order(desk):
    units = {"de-9-pz": "1507", "de-10-pz": "1507", "de-13-mot": "1507", "de-xxxix": "waiting"}
    desk.set_up(units)
    assert desk.why("form de-10-pz de-9-pz de-13-mot") == []
    ((_, words),) = texts(desk, "form de-13-mot")
    assert "not a German armored division" in words


@rule("7 ¶4b", "7 ¶4c")
def test_the_log_tells_columns_from_the_die(desk):
    """2905 is rough: one column left; the die is not changed."""
    desk.set_up({"de-i": "2904", "fr-9-dim": "2905"}, war="switzerland", combat=True)
    w = desk.w
    attack = w.combat[desk.unit("de-i")]
    assert w.columns[desk.hex("2905")] == 1
    desk.play("attack de-i 2905; done", dice=[1])
    (line,) = [x for x in desk.log if x.startswith("Attack on 2905")]
    assert f"{attack} to {w.combat[desk.unit('fr-9-dim')]} is {attack}:1, 1 column left for rough in 2905" in line
    assert f", so column {attack - 1}:1. The die is 1: " in line


@rule("7 ¶4b", "8 Supply Effects ¶1")
def test_the_log_tells_who_is_halved(desk):
    desk.set_up({"de-i": "2015", "fr-9-dim": "2016"}, combat=True)
    desk.s.unsupplied = 1 << desk.unit("de-i")
    desk.play("attack de-i 2016; done", dice=[1])
    assert any("German I Corps halved: out of supply" in x for x in desk.log)


@rule("7 ¶1")
def test_an_attack_that_leaves_out_an_enemy_says_which(desk):
    """I Corps stands between two enemies, and nobody else can attack 2013."""
    desk.set_up({"de-i": "2014", "fr-iii": "2015", "fr-iv": "2013"}, combat=True)
    ((rule_, words),) = texts(desk, "attack de-i 2015; done")
    assert (rule_, words) == (
        "7 ¶1",
        "French IV Corps in 2013 is next to German I Corps and nobody else can attack it: name 2013 too.",
    )
    asked = desk.game.decision(desk.s, "german", "attack de-i 2015")
    assert [d.text for d in asked.duties] == [words]
    assert asked.duties[0].places == ("2013",)
    assert not desk.game.decision(desk.s, "german", "attack de-i 2015 2013").duties
    desk.set_up({"de-i": "2014", "de-iv": "1913", "fr-iii": "2015", "fr-iv": "2013"}, combat=True)
    assert not desk.game.decision(desk.s, "german", "attack de-i 2015").duties, "IV Corps can still do it"
    assert "2013" in texts(desk, "attack de-i 2015; done")[0][1], "but somebody must"


@rule("7 ¶5a")
def test_joining_half_an_attack_says_what_belongs_to_it(desk):
    desk.set_up({"de-i": "2014", "de-iv": "2014", "fr-iii": "2015", "fr-iv": "2013"}, combat=True)
    ((rule_, words),) = texts(desk, "attack de-i 2015 2013; attack de-iv 2015; done")
    assert rule_ == "7 ¶5a"
    assert "2013" in words


@rule("7 Advance ¶1a", "17 French ¶1a", "15 German Mountain Corps ¶1", "13 Neutral Status ¶1")
def test_an_advance_over_a_closed_boundary_names_the_boundary(desk):
    """2012 is in the First Group's area, 2011 in the Second's (ruling 53)."""
    desk.set_up({"fr-iii": "2012", "de-i": "0105"}, side="allied", groups={"french-1": "1"})
    desk.restart(Advancing((desk.unit("fr-iii"),), (desk.hex("2011"),)))
    assert desk.why("advance fr-iii 2011") == ["17 French ¶1a"]
    assert desk.why("advance fr-iii 2015") == ["7 Advance ¶1a"], "far away"
    desk.set_up({"de-geb": "2704", "fr-iv": "2805"}, war="")
    desk.restart(Advancing((desk.unit("de-geb"),), (desk.hex("2705"),)))
    assert not desk.s.stack or desk.step() != "Advancing", "Germany's border is the end"
    desk.set_up({"fr-iii": "1510", "de-i": "0105"}, side="allied", war="")
    assert desk.w.country_names[desk.w.country[desk.hex("1410")]] == "Belgium"
    desk.restart(Advancing((desk.unit("fr-iii"),), (desk.hex("1511"),)))
    assert desk.why("advance fr-iii 1410") == ["13 Neutral Status ¶1"]


@rule("6 Rail ¶2", "17 French ¶1a", "18 ¶1d")
def test_rail_over_a_boundary_and_westward_on_turn_0(desk):
    desk.set_up({"fr-iii": "2012", "de-i": "0105"}, side="allied", groups={"french-1": "1"})
    assert desk.why("rail fr-iii 2011") == ["17 French ¶1a"]
    desk.set_up({"fr-iii": "1618", "de-i": "0105"}, side="allied", turn=0, groups={"french-1": "1"})
    assert desk.why("rail fr-iii 1619") == ["18 ¶1d"]
    assert desk.why("rail fr-iii 1617") == []


@rule("13 Belgium ¶1b", "7 Retreat ¶1a")
def test_a_belgian_retreat_abroad_is_refused_while_there_is_one_at_home(desk):
    desk.set_up({"be-i": "1214", "de-i": "1213"}, combat=True)
    desk.restart(freeze(desk.s, [desk.unit("be-i")], [desk.hex("1214")], ()))
    assert desk.step() == "Retreating"
    ((number, words),) = texts(desk, "retreat be-i 1216")
    assert number == "13 Belgium ¶1b"
    assert "France" in words
    assert "1 hex away" in texts(desk, "retreat be-i 1215")[0][1]


@rule("14 German Reserves ¶1", "14 French/British Reserves ¶1a", "14 Swiss Reserves ¶1")
def test_reserves_before_their_time_say_when(desk):
    waiting = {"de-xvii": "waiting", "fr-xxi": "waiting", "ch-r1": "waiting", "fr-sr1": "waiting", "de-i": "0801"}
    desk.set_up(waiting, turn=1)
    assert "turn 2" in desk.words("reserve de-xvii 1005")
    desk.set_up(waiting, turn=1, side="allied")
    assert "second impulse" in desk.words("reserve fr-xxi 1418")
    assert "after the invasion" in desk.words("reserve ch-r1 3204")
    desk.set_up(waiting, turn=2, side="allied", war="switzerland")
    desk.s.swiss_turn = 2
    assert "turn after the invasion" in desk.words("reserve ch-r1 3204")
    border = desk.w.labels[min(h for h in range(desk.w.n) if desk.w.swiss_border >> h & 1)]
    assert "14 Swiss Border Reserves ¶1" in desk.why(f"reserve fr-sr1 {border}")
    desk.s.came_allied = 3
    assert "3 reserves have come" in desk.words("reserve fr-xxi 1418")


@rule("13 Holland ¶1c", "10 Eben Emael ¶1")
def test_each_garrison_has_its_own_paragraph(desk):
    for place, number in (("1009", "13 Holland ¶1c"), ("1110", "10 Eben Emael ¶1")):
        desk.set_up({"de-fj-1": "waiting", "de-i": "1108"}, garrisons=True)
        assert number in [e.rule for e in desk.preview(f"drop de-fj-1 {place}").effects]
        desk.set_up({"de-fj-1": place, "de-i": "1108"}, garrisons=True)
        events = Events()
        desk.s.stack.clear()
        desk.s.then(EndCombat())
        desk.game.advance(desk.s, events)
        assert number in [x.event.rule for x in events.items]


@rule("11 ¶2")
def test_a_lost_regiment_says_so(desk):
    desk.set_up({"de-fj-1": "eliminated", "de-i": "0801"})
    assert "is eliminated" in desk.words("drop de-fj-1 1009")


@rule("16 Deployment ¶2", "16 Germans ¶1b")
def test_each_set_up_cites_its_own_paragraph(desk):
    for step, number in ((AlliedDeploying, "16 Deployment ¶1"), (GermanDeploying, "16 Deployment ¶2")):
        assert {verb.rule for verb in step.verbs} == {number}
    desk.set_up({"de-xix": "waiting", "de-i": "waiting"}, turn=-2, effort="C")
    desk.restart(GermanDeploying())
    assert desk.why("place de-xix 0801") == ["16 Germans ¶1b"], "with the main attack"


@rule("11 Effects ¶1", "10 Outflanking Example 2", "7 ¶5b")
def test_halvings_cite_where_they_come_from(desk):
    """The example of rule 11 halves through a minor fortification and quarters over a major river (ruling 43)."""
    desk.set_up({"de-i": "0508", "de-iv": "0608", "nl-i": "0509", "de-xix": "1708", "br-51": "1808"}, combat=True)

    def of(unit, *places):
        return [(n, number) for n, _, number in halvings(desk.s, desk.unit(unit), [desk.hex(x) for x in places], ())]

    assert sorted(of("de-i", "0509") + of("de-iv", "0509")) == [(1, "11 Effects ¶1"), (2, "11 Effects ¶1")]
    assert (1, "10 Outflanking Example 2") in of("de-xix", "1808")
    desk.set_up({"de-xix": "1607", "be-k": "1508", "be-i": "1608"}, combat=True)
    words = [what for _, what, _ in halvings(desk.s, desk.unit("de-xix"), [desk.hex("1508"), desk.hex("1608")], ())]
    assert words == ["armor against forest at 1608"], "7 ¶5b has this very attack"
    brussels = desk.w.labels[desk.w.place_hex["Brussels"]]
    beside = desk.w.labels[desk.w.grid.neighbours[desk.hex(brussels)][0]]
    desk.set_up({"de-xix": beside, "be-i": brussels}, combat=True)
    assert "armor against a major city" in [
        x for _, x, _ in halvings(desk.s, desk.unit("de-xix"), [desk.hex(brussels)], ())
    ]


@rule("9 ¶3")
def test_interdiction_names_its_one_reason(desk):
    desk.set_up({"de-i": "1703", "fr-iv": "2015"}, war="belgium holland luxembourg")
    desk.s.air_german = 4
    desk.restart(Interdicting())
    sea = next(desk.w.labels[h] for h in range(desk.w.n) if not desk.w.land >> h & 1)
    assert "not a land hex" in desk.words(f"interdict {sea}")
    assert "Switzerland" in desk.words("interdict 2904")
    desk.play("interdict 2015")
    assert "already" in desk.words("interdict 2015")


@rule("7 ¶1", "16 Germans ¶1b", "16 Allies ¶1b")
def test_several_units_and_groups_are_many(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015", "fr-9-dim": "2013", "fr-5-dim": "2013"}, combat=True)
    assert "in 2013 are next to German I Corps and nobody else can attack them" in desk.words(
        "attack de-i 2015; done"
    )
    desk.s = desk.game.start()
    five = "; ".join(f"assign {a} A" for a in desk.w.german_armies[:6])
    [reason] = desk.game.why_not(desk.s, "german", five)
    assert reason.text == "Then no army would be left for Army Group B and Army Group C."
    seven = "; ".join(f"assign {a} 1" for a in desk.w.allied_armies[:7])
    [reason] = desk.game.why_not(desk.s, "allied", seven)
    assert reason.text == "Then no army would be left for the Second Army Group and the Third Army Group."


@rule("14 Swiss Border Reserves ¶1", "14 French/British Reserves ¶1a")
@pytest.mark.parametrize(("turn", "came", "words"), [(0, 0, "begin with turn 1"), (3, 3, "3 reserves have come")])
def test_a_border_reserve_without_a_place_in_the_quota_says_so(desk, turn, came, words):
    """Amiens and Paris are open to nobody then, though no enemy is near."""
    desk.set_up({"fr-sr1": "waiting", "de-i": "0801"}, turn=turn, side="allied", war="switzerland")
    desk.s.swiss_call, desk.s.came_allied = 1, came
    for label in ("1418", "1919", "1417"):
        ((number, text),) = texts(desk, f"reserve fr-sr1 {label}")
        assert number == "14 French/British Reserves ¶1a"
        assert words in text
    desk.hold(["2905"], "german")
    ((number, text),) = texts(desk, "reserve fr-sr1 2905")
    assert number == "14 Swiss Border Reserves ¶1"
    assert "not friendly territory" in text


@rule("15 German Mountain Corps ¶1")
def test_the_mountain_corps_replaces_no_corps_of_the_enemy(desk):
    """The French IV Corps has four factors as well."""
    assert desk.w.combat[desk.unit("fr-iv")] == 4
    [why] = desk.game.why_not(desk.game.start(), "german", "mountain fr-iv")
    assert "is not a German infantry corps" in why.text


@rule("16 Allies ¶1b", "16 Germans ¶1b", "16 Neutral Deployment ¶1")
@pytest.mark.parametrize(("step", "seat", "number"), [
    (AlliedDeploying(), "allied", "16 Allies ¶1b"), (GermanDeploying(), "german", "16 Germans ¶1b"),
])  # fmt: skip
def test_who_is_not_placed_by_this_player(desk, step, seat, number):
    enemy, reserve = ("de-x", "fr-1-dcr") if seat == "allied" else ("fr-iv", "de-xvii")
    desk.set_up({"nl-i": "0310", reserve: "waiting"}, turn=-2, side=seat, war="", steps=[step])
    for unit, cited, words in (
        (enemy, number, "belongs to the enemy"),
        (reserve, number, "not deployed at the start"),
        ("nl-i", "16 Neutral Deployment ¶1", "is neutral"),
    ):
        ((found, text),) = texts(desk, f"place {unit} 1919")
        assert found == cited
        assert words in text


@rule("15 German Panzer Corps ¶1")
def test_a_division_on_horses_is_no_part_of_a_panzer_corps(desk):
    """It stands with the two armored divisions; what it lacks is not the hex."""
    units = dict.fromkeys(("de-9-pz", "de-10-pz", "de-13-mot", "de-1-cav"), "1703")
    desk.set_up({**units, "de-xxxix": "waiting", "fr-1-dcr": "2117"})
    for text, kind in (("de-9-pz de-10-pz de-1-cav", "motorized"), ("de-9-pz fr-1-dcr", "armored")):
        assert f"is not a German {kind} division" in desk.words(f"form {text}")


@rule("15 German Panzer Corps ¶1", "15 French Armored Corps ¶1")
def test_what_a_formed_corps_closes_cites_its_paragraph(desk):
    german, french = ("de-9-pz", "de-10-pz", "de-13-mot"), ("fr-1-dcr", "fr-2-dcr", "fr-3-dim")
    for side, corps, parts, other, number in (
        ("german", "de-xxxix", german, "de-i 1504", "15 German Panzer Corps ¶1"),
        ("allied", "fr-arm", french, "fr-iv 1817", "15 French Armored Corps ¶1"),
    ):
        place, unit = ("1703" if side == "german" else "1917"), other.split()[0]
        units = {**dict.fromkeys(parts, place), corps: "waiting", unit: "1503" if side == "german" else "1718"}
        desk.set_up(units, side=side)
        form = "form " + " ".join(parts)
        assert number in [effect.rule for effect in desk.preview(form).effects]
        desk.play(form)
        assert desk.why(f"move {other}") == [number]


@rule("11 ¶3", "11 ¶1")
def test_who_has_landed_in_this_impulse_is_not_said_to_have_lacked_supply(desk):
    """The regiment stood supplied in Düsseldorf when the impulse began."""
    desk.set_up({"de-fj-1": "0806", "de-i": "0807"}, steps=[StartImpulse(0, 1)])
    assert desk.legal("withdraw") == ["de-fj-1"]
    desk.play("drop de-fj-1 0411")
    ((number, words),) = texts(desk, "withdraw de-fj-1")
    assert number == "11 ¶3"
    assert "has landed in this impulse" in words


@rule("11 Parachute Regiments ¶1", "11 Air Landing Division ¶1", "11 ¶3")
def test_regiments_are_refused_by_their_own_paragraph(desk):
    """What the division may not do on the impulse of its drop is no reason against a regiment."""
    units = {"de-fj-1": "waiting", "de-22-ll": "waiting", "de-i": "0708", "nl-i": "0709"}
    desk.set_up(units, steps=[StartImpulse(0, 1)])
    desk.play("drop de-fj-1 0609", "drop de-22-ll 0608")
    for verb in ("move", "rail"):
        assert "11 Air Landing Division ¶1" not in desk.why(f"{verb} de-fj-1 0610")
        assert "11 Parachute Regiments ¶1" in desk.why(f"{verb} de-fj-1 0610")
        assert "11 Air Landing Division ¶1" in desk.why(f"{verb} de-22-ll 0607")
    desk.play("end")
    assert desk.why("attack de-fj-1 0709") == ["11 Parachute Regiments ¶1"]
    assert desk.why("attack de-22-ll 0709") == ["11 Air Landing Division ¶1"]
    desk.set_up({"de-fj-1": "0806", "fr-iv": "2015"}, side="allied")
    assert desk.why("withdraw de-fj-1") == ["11 ¶3"]


@rule("14 Reserves ¶1a")
def test_a_reserve_of_the_enemy_is_said_to_be_his(desk):
    desk.set_up({"fr-xxi": "waiting", "de-xvii": "waiting", "de-i": "0807"}, steps=[StartImpulse(0, 1)])
    ((number, words),) = texts(desk, "reserve fr-xxi 0806")
    assert number == "14 Reserves ¶1a"
    assert "is not yours" in words


@rule("13 Belgium ¶1a")
def test_belgians_are_kept_out_of_switzerland_by_the_list_of_countries(desk):
    """The paragraph after it is about France alone."""
    desk.set_up({"be-i": "1010"}, war="belgium holland luxembourg switzerland", side="allied")
    assert desk.why("move be-i 2904") == ["13 Belgium ¶1a"]
    assert desk.why("move be-i 1417") == ["13 Belgium ¶1b"]


@rule("6 Sea Hexsides ¶1", "9 ¶3")
def test_the_sea_is_barred_by_what_lies_beyond_it(desk):
    """Between 0713 or 0714 and 0613 lies the sea."""
    desk.set_up({"fr-i": "0713", "de-i": "0801"}, side="allied")
    assert "0613" in desk.hexes("fr-i")
    desk.s.interdicted_german = desk.w.bit[desk.hex("0613")]
    assert "interdicted" in desk.words("move fr-i 0613")
    desk.set_up({"fr-i": "0714", "de-i": "0612"}, side="allied")
    assert "0613" in desk.hexes("fr-i")
    desk.hold(["0613"], "german")
    assert "not friendly territory" in desk.words("move fr-i 0613")

"""Reasons name the rule that really binds."""

from __future__ import annotations

from grognard.kernel.testing import rule


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
    assert "not an armoured division" in words


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
    assert f"column {attack - 1}:1, die: 1: " in line


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

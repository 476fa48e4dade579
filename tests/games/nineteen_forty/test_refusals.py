"""What is refused, each by its own case: trains, exchanges, the sea, drops, turn 0 and before it."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.rules.airborne import Withdrawing
from grognard.games.nineteen_forty.rules.combat import GermanAir
from grognard.games.nineteen_forty.rules.interdiction import Interdicting
from grognard.games.nineteen_forty.rules.sequence import Moving
from grognard.games.nineteen_forty.rules.state import CLOSING, MOVING, REPULSED
from grognard.suite import rule


@rule("15 German Mountain Corps ¶1", "13 Switzerland ¶1")
@pytest.mark.parametrize("invaded", [False, True])
def test_the_mountain_corps_leaves_germany_only_when_switzerland_is_invaded(desk, invaded):
    w = desk.w
    border = next(
        (h, x)
        for h in range(w.n)
        if w.country[h] == 0
        for x in w.grid.neighbours[h]
        if w.country[x] in (1, 2, 3, 4) and not w.side_kind.get(w.grid.side(h, x)) and not w.fortified >> x & 1
    )
    start, goal = (w.labels[h] for h in border)
    desk.set_up({"de-geb": start, "fr-iv": "2015"}, war="belgium holland luxembourg" + " switzerland" * invaded)
    assert (goal in desk.hexes("de-geb")) is invaded
    if not invaded:
        assert "15 German Mountain Corps ¶1" in desk.why(f"move de-geb {goal}")


@rule("6 Rail ¶1", "6 Rail ¶2", "3 ¶1")
def test_trains(desk):
    units = {"fr-iv": "2017", "fr-iii": "2317", "fr-9-dim": "2117", "be-i": "1514", "de-i": "2014", "fr-xi": "2019"}
    desk.set_up(units, side="allied")
    desk.s.moved = 1 << desk.unit("fr-iii")
    found = set(desk.legal("rail fr-iv"))
    assert "2317" not in found, "a corps is there, and it has moved"
    assert desk.why("rail fr-iv 2317")[0].startswith("3")
    assert "2015" not in found, "a German zone"
    assert desk.why("rail fr-iv 2014") != []
    desk.s.disrupted[desk.unit("fr-xi")] = REPULSED
    assert desk.why("rail fr-xi") == ["7 Disruption ¶1a"]
    goal = sorted(found)[0]
    desk.play(f"rail fr-iv {goal}")
    assert desk.at("fr-iv") == goal
    assert "6 Rail ¶1" in desk.why("rail fr-9-dim"), "one unit a phase"
    cut = ["1915", "2014", "2115", "2116", "2016", "1916"]
    germans = ["de-x", "de-i", "de-iv", "de-ii", "de-ix", "de-xi"]
    desk.set_up({"fr-iv": "2015", **dict(zip(germans, cut, strict=True))}, side="allied")
    assert desk.why("rail fr-iv") != []
    assert "fr-iv" not in desk.legal("rail")


@rule("15 ¶1", "3 ¶3", "7 Disruption ¶1a")
def test_a_corps_is_formed_of_three_and_broken_where_they_fit(desk):
    units = {
        "de-9-pz": "2013", "de-10-pz": "2013", "de-13-mot": "2013", "de-xxxix": "waiting", "de-29-mot": "2012",
        "fr-iv": "2317",
    }  # fmt: skip
    desk.set_up(units)
    assert desk.why("form de-9-pz de-10-pz de-29-mot") != []
    assert desk.why("form de-13-mot") != []
    assert desk.why("break") != []
    desk.s.unsupplied = 1 << desk.unit("de-10-pz")
    desk.play("form de-9-pz de-10-pz de-13-mot")
    assert desk.at("de-xxxix") == "2013"
    assert desk.s.unsupplied >> desk.unit("de-xxxix") & 1, "it cures nothing"
    assert desk.s.stage == CLOSING
    assert desk.why("form de-9-pz") != [], "the corps is in play"
    assert desk.why("break") != [], "not in the same phase"
    desk.s.stage = desk.s.moved = 0
    desk.restart(Moving())
    desk.s.disrupted[desk.unit("de-xxxix")] = REPULSED
    assert desk.why("break") == ["7 Disruption ¶1a"]
    desk.s.disrupted[desk.unit("de-xxxix")] = 0
    desk.play("break")
    assert {desk.at(u) for u in ("de-9-pz", "de-10-pz", "de-13-mot")} == {"2013"}
    assert desk.at("de-xxxix") == "waiting"
    for u in ("de-9-pz", "de-10-pz", "de-13-mot"):
        assert desk.s.unsupplied >> desk.unit(u) & 1
    assert not desk.s.unsupplied >> desk.unit("de-xxxix") & 1
    assert not desk.s.unsupplied >> desk.unit("de-29-mot") & 1


@rule("20 Belgian Late Alliance ¶1")
def test_before_turn_0_units_only_march_into_belgium(desk):
    units = {"br-i": "1417", "br-51": desk.w.labels[desk.w.ports[0]], "fr-iv": "1616", "de-i": "0801", "be-i": "1514"}
    options = {"belgian-late-alliance": True}
    desk.set_up(units, side="allied", turn=-1, options=options, groups={"bef": "1", "french-1": "1"})
    for text in ("rail br-i", "evacuate br-51", "move be-i", "release french-1", "form fr-1-dcr"):
        assert desk.why(text) != [], text
    desk.s.where[desk.unit("fr-iii")] = desk.hex("2017")
    assert desk.why("move fr-iii") == ["6 ¶1"], "Belgium is too far"
    movers = [unit for unit in ("br-i", "fr-iv") if unit in desk.legal("move")]
    assert movers
    for unit in movers:
        assert {desk.w.country[desk.hex(h)] for h in desk.hexes(unit)} == {2}


@rule("11 ¶1", "3 ¶2", "11 Air Landing Division ¶1")
def test_where_paratroops_may_come_down(desk):
    units = {"de-fj-1": "waiting", "de-22-ll": "waiting", "de-xv": "1109", "fr-iv": "1312"}
    desk.set_up(units, turn=1)
    assert set(desk.legal("drop")) == {"de-fj-1", "de-22-ll"}
    for unit in ("de-fj-1", "de-22-ll"):
        found = set(desk.legal(f"drop {unit}"))
        assert "2817" not in found, "more than ten hexes from a city"
        assert all(desk.w.land >> desk.hex(h) & 1 for h in found)
    assert "1109" in desk.legal("drop de-fj-1"), "a regiment fits anywhere"


@rule("9 ¶3", "9 ¶2a", "11 ¶3")
def test_standing_orders(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, combat=True)
    interdicting = Interdicting()
    assert interdicting.standing(desk.s, "german", "no-interdiction") == "pass"
    assert interdicting.standing(desk.s, "german", "no-air") is None
    air = GermanAir((desk.hex("2015"),), (desk.unit("de-i"),), 0)
    assert air.standing(desk.s, "german", "no-air") == "air 0"
    assert air.standing(desk.s, "german", "keep-airborne") is None
    assert Withdrawing().standing(desk.s, "german", "keep-airborne") == "keep"
    assert Withdrawing().standing(desk.s, "german", "no-air") is None


@rule("2 ¶2", "6 Naval Evacuation ¶1a", "11 ¶1", "17 French ¶1b")
def test_each_side_has_its_own_verbs(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2017"})
    assert desk.why("evacuate fr-iv") == ["6 Naval Evacuation ¶1a"]
    assert desk.why("release french-1") == ["17 French ¶1b"]
    assert desk.why("enter br-1-arm") != []
    desk.set_up({"de-i": "2014", "fr-iv": "2017"}, side="allied")
    assert desk.why("drop de-fj-1") == ["11 ¶1"]


@rule("2 ¶4", "14 Reserves ¶1a")
def test_what_only_the_opening_allows_is_over_with_the_first_move(desk):
    desk.set_up({"de-i": "2014", "de-xvii": "waiting", "fr-iv": "2317"})
    assert desk.why("reserve de-xvii") == []
    desk.play("move de-i 2013")
    assert desk.s.stage == MOVING
    assert desk.why("reserve de-xvii") == ["2 ¶4"]

"""5 Friendly territory at the start, after drops and in an invasion; 13 what starts a war; 20 the late alliance."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from grognard.games.nineteen_forty.data.world import BELGIUM, HOLLAND
from grognard.games.nineteen_forty.rules.declaring import target_sets
from grognard.games.nineteen_forty.rules.deploying import AlliedDeploying, GermanDeploying
from grognard.games.nineteen_forty.rules.movement import way
from grognard.games.nineteen_forty.rules.retreat import Advancing
from grognard.games.nineteen_forty.rules.sequence import BeforeTurns, StartImpulse
from grognard.games.nineteen_forty.rules.state import survey
from grognard.maps import mask_of, members
from grognard.suite import rule


@rule("5 ¶1", "5 ¶2")
def test_contested_border_hexes_belong_to_their_country_at_the_start(desk):
    """Saarbrucken lies between a French and a German unit: nobody has held it alone, so it is German."""
    desk.set_up({"fr-iii": "1806", "de-i": "1804"}, turn=0, war="")
    s = desk.s
    s.german, s.allied = desk.w.countries[0], desk.w.countries[1]
    s.where[desk.unit("de-i")] = desk.w.out  # the Germans deploy last
    AlliedDeploying().commit(s, None)
    s.where[desk.unit("de-i")] = desk.hex("1804")
    GermanDeploying().commit(s, None)
    assert all(zone >> desk.hex("1805") & 1 for zone in survey(s).zones)
    assert desk.owner("1805") == "german"
    assert desk.owner("1706") == "allied", "a zone that nobody contests"


@rule("20 Belgian Late Alliance ¶1")
def test_the_second_army_group_has_a_way_into_belgium(desk):
    desk.set_up(
        {"fr-vi": "1709", "de-i": "0801"},
        side="allied", war="belgium", groups={"french-3": "2"},
        options={"belgian-late-alliance": True}, steps=[BeforeTurns()],
    )  # fmt: skip
    assert desk.s.turn == -1
    assert desk.hexes("fr-vi") == {"1609"}, "the one Belgian hex of its area"


DUTCH = {"nl-i": "0310", "fr-iii": "2013", "de-i": "0801"}


@rule("13 Holland ¶1b", "5 ¶1", "11 Air Landing Division ¶1")
@pytest.mark.parametrize(("literal", "rotterdam"), [(False, "allied"), (True, "german")])
def test_one_drop_does_not_end_holland(desk, literal, rotterdam):
    """The Hague (0312) and Rotterdam (0411) are adjacent: 22 LL holds the one, its zone must not take the other."""
    desk.set_up(
        {"de-22-ll": "waiting", **DUTCH},
        turn=0, war="", options={"paratroops-hold": literal}, steps=[StartImpulse(0, 1)],
    )  # fmt: skip
    desk.play("drop de-22-ll 0312", "end")
    while desk.s.turn == 0:
        open_to_choose = desk.legal()
        desk.play(next(x for x in ("end", "done", "keep", "pass") if x in open_to_choose))
    assert desk.owner("0312") == "german"
    assert desk.owner("0411") == rotterdam
    assert bool(desk.s.surrendered >> HOLLAND & 1) == literal


@rule("5 ¶1", "11 Air Landing Division ¶1")
@pytest.mark.parametrize(("supplied", "owner"), [(True, "german"), (False, "allied")])
def test_the_division_gains_ground_when_its_zone_comes_back_in_supply(desk, supplied, owner):
    friend = {"de-xii": "0709"} if supplied else {}
    desk.set_up(
        {"de-22-ll": "waiting", "de-i": "0801", "fr-iii": "2013", **friend}, turn=1, steps=[StartImpulse(0, 1)]
    )
    near = ("0611", "0710") if supplied else ("1415", "1616")
    desk.play(f"drop de-22-ll {'0711' if supplied else '1516'}")
    assert {desk.owner(x) for x in near[:1]} == {"allied"}
    desk.play("end")
    while desk.step() != "Moving":
        desk.play("done")
    assert desk.s.impulse == 2
    assert bool(desk.s.unsupplied >> desk.unit("de-22-ll") & 1) != supplied
    assert desk.owner(near[0]) == owner


def at_war(desk):
    return {name for c, name in enumerate(desk.w.country_names) if desk.s.war >> c & 1} - {"Germany", "France"}


@rule("13 Neutral Status ¶1", "6 ¶2a")
def test_a_move_inside_germany_starts_no_war(desk):
    """0105 to 0507 is shorter through Holland (5 points), but there is a German way for 6."""
    desk.set_up({"de-i": "0105", "nl-i": "0310"}, war="", turn=0)
    desk.play("move de-i 0507")
    assert desk.at("de-i") == "0507"
    assert at_war(desk) == set()
    desk.set_up({"de-i": "0105", "nl-i": "0310"}, war="", turn=0)
    desk.play("move de-i 0507 via 0205 0306 0406")
    assert "Holland" in at_war(desk), "a way that is named is taken"
    assert any("entering Holland at 0306" in line for line in desk.log)


@rule("13 Neutral Status ¶1", "13 Belgium ¶1a")
def test_a_move_into_belgium_leaves_holland_alone(desk):
    """On the empty map no move of a corps into Belgium invades Holland where it has points for another way."""
    w = desk.w
    desk.set_up({"de-9-pz": "1006"}, war="", turn=0)
    into = [desk.hex(label) for label in desk.hexes("de-9-pz") if w.country[desk.hex(label)] == BELGIUM]
    assert desk.hex("0711") in into, "the shortest way there is Dutch"
    for h in into:
        assert not any(w.country[x] == HOLLAND for x in way(desk.s, desk.unit("de-9-pz"), h)[0]), w.labels[h]


@rule("13 Neutral Status ¶1", "13 Belgium ¶1a", "13 Luxembourg ¶1")
def test_previews_name_every_country_that_joins(desk):
    desk.set_up({"de-fj-1": "waiting", "de-i": "0106"}, war="", turn=0)

    def effects(text):
        action = desk.game.read(desk.s, desk.seat, text)
        return [e.text for e in desk.game.preview(desk.s, desk.seat, action).effects if e.rule.startswith("13")]

    assert effects("drop de-fj-1 0411") == ["This invades Holland; Belgium and Luxembourg join with it."]
    desk.set_up({"de-i": "2903", "fr-9-dim": "2905"}, war="", turn=2, combat=True)
    desk.restart(Advancing((desk.unit("de-i"),), (desk.hex("2904"),)))
    assert effects("advance de-i 2904") == ["This invades Switzerland."]


@rule("15 German Mountain Corps ¶1")
def test_the_mountain_corps_may_open_the_war_with_switzerland(desk):
    desk.set_up({"de-geb": "2803"}, war="")
    swiss = {h for h in desk.hexes("de-geb") if desk.w.country[desk.hex(h)] != 0}
    assert "2904" in swiss
    assert {desk.w.country[desk.hex(h)] for h in swiss} == {5}, "nowhere else abroad"
    desk.play("move de-geb 2904")
    assert at_war(desk) == {"Switzerland"}


@rule("15 German Mountain Corps ¶1", "13 Neutral Status ¶1")
def test_the_mountain_corps_may_attack_the_swiss_first(desk):
    desk.set_up({"de-geb": "2803", "ch-basel": "2904", "fr-9-dim": "2804", "de-xii": "2704"}, war="", combat=True)
    assert desk.why("attack de-geb 2804; done") == ["15 German Mountain Corps ¶1"], "that is no invasion"
    assert desk.why("attack de-geb 2904; attack de-xii 2804; done") == []
    desk.set_up({"de-geb": "2803", "ch-basel": "2904"}, war="", combat=True)
    desk.play("attack de-geb 2904; done", dice=[3])
    assert at_war(desk) == {"Switzerland"}


@rule("15 German Mountain Corps ¶1")
def test_the_mountain_corps_joins_an_invasion_declared_in_the_same_phase(desk):
    desk.set_up({"de-geb": "2803", "ch-basel": "2904", "fr-9-dim": "2804", "de-xii": "2903"}, war="", combat=True)
    assert desk.why("attack de-xii 2904; attack de-geb 2804; done") == []


@rule("15 German Mountain Corps ¶1", "7 ¶1", "7 ¶5b")
def test_the_mountain_corps_attacks_a_swiss_and_a_french_hex_together(desk):
    """It stands alone next to both: the duty asks for both, and the attack is the invasion that sets it free."""
    desk.set_up({"de-geb": "2803", "ch-basel": "2904", "fr-vii": "2804"}, war="", combat=True)
    assert desk.why("attack de-geb 2904; done") == ["7 ¶1"]
    assert "2804" in desk.words("attack de-geb 2904; done")
    assert desk.why("attack de-geb 2804; done") == ["15 German Mountain Corps ¶1"]
    desk.play("attack de-geb 2904 2804; done")
    assert at_war(desk) == {"Switzerland"}


@rule("15 German Mountain Corps ¶1", "7 ¶1")
def test_the_mountain_corps_takes_its_share_once_another_corps_invades(desk):
    """XII Corps is next to Basel and to 2804, the mountain corps only to 2804."""
    desk.set_up({"de-xii": "2803", "de-geb": "2704", "fr-vii": "2804", "ch-basel": "2904"}, war="", combat=True)
    assert desk.why("attack de-xii 2904; attack de-geb 2804; done") == []
    assert desk.why("attack de-xii 2904; done") == ["7 ¶1"]
    assert desk.why("attack de-geb 2804; done") == ["15 German Mountain Corps ¶1"]


@rule("7 ¶1", "15 German Mountain Corps ¶1")
def test_first_attacks_are_those_of_some_declaration_that_meets_the_duty(desk):
    """Every set of attacks is tried out: what can be named first is what occurs in one that is allowed."""
    w, chance = desk.w, random.Random(1940)
    own = ("2803", "2804", "2704", "2903", "2905", "2802")
    for _ in range(150):
        german = dict(zip(("de-geb", "de-xii", "de-i", "de-iv"), chance.sample(own, 4), strict=True))
        rest = sorted({"2804", "2904", "2805", "2705", "3004", "2905", "2703"} - set(german.values()))
        where = chance.sample(rest, 3)
        swiss = iter(("ch-basel", "ch-zurich", "ch-berne"))
        french = iter(("fr-iii", "fr-iv", "fr-vii"))
        allied = {next(swiss if w.country[desk.hex(h)] == 5 else french): h for h in where}
        desk.set_up({**german, **allied}, war="", combat=True)
        if desk.step() != "Declaring":
            continue
        s = desk.s
        near = {desk.unit(u): w.attack_mask[desk.hex(h)] & mask_of(map(desk.hex, where)) for u, h in german.items()}
        options = [
            [(u, ()), *[(u, g) for n in (1, 2, 3) for g in combinations(members(hexes), n)]]
            for u, hexes in near.items()
        ]
        expected = set()
        for attacks in product(*options):
            groups = {g for _, g in attacks if g}
            covered = mask_of(h for g in groups for h in g)
            if sum(map(len, groups)) != covered.bit_count():
                continue
            invades = bool(covered & w.countries[5])
            beside = mask_of(h for u, g in attacks if g for h in members(near[u]))
            duty = beside if invades else beside & ~w.countries[5]
            if duty & ~covered or (not invades and any(u == w.geb and g for u, g in attacks)):
                continue
            expected |= {(u, g) for u, g in attacks if g and (u != w.geb or mask_of(g) & w.countries[5])}
        assert {(u, g) for u in near for g in target_sets(s, u)} == expected, (german, allied)

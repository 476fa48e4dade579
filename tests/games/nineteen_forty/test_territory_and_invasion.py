"""5 Friendly territory at the start, after drops and in an invasion; 13 what starts a war; 20 the late alliance."""

from __future__ import annotations

from grognard.games.nineteen_forty.planning import AlliedDeploying, GermanDeploying
from grognard.games.nineteen_forty.sequence import BeforeTurns
from grognard.games.nineteen_forty.state import survey
from grognard.kernel.testing import rule


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

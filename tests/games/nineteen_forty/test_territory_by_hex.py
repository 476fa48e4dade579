"""4, 5. Zones of control and friendly territory, hex by hex: whole sets, not single hexes of them."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN
from grognard.games.nineteen_forty.rules.state import REPULSED, ROUTED, claim, survey
from grognard.maps import mask_of
from grognard.suite import rule


def zone(desk, *labels):
    """The zones of units in these hexes."""
    found = 0
    for label in labels:
        found |= desk.w.zoc[desk.hex(label)]
    return found


def at(desk, *labels):
    return mask_of(desk.hex(label) for label in labels)


def on_french_ground(desk, units, **more):
    """All that is not Germany is Allied by history; then the units claim what is theirs."""
    desk.set_up(units, war=more.pop("war", "belgium holland luxembourg switzerland"), **more)
    s, w = desk.s, desk.w
    s.german, s.allied = w.countries[0], w.land & ~w.countries[0]
    return s


def gained(desk):
    """The hexes outside Germany that are German after all units have claimed theirs."""
    claim(desk.s)
    s, w = desk.s, desk.w
    assert not s.german & s.allied
    assert s.german | s.allied == w.land
    return s.german & ~w.countries[0]


# ------------------------------------------------------------------------------------------------- zones


@rule("4 ¶1", "7 Disruption ¶1a", "11 Parachute Regiments ¶1", "11 Air Landing Division ¶1")
def test_who_has_a_zone_and_where(desk):
    units = {"de-i": "2013", "de-x": "2113", "de-9-pz": "2217", "de-fj-1": "2417", "de-22-ll": "2317",
             "fr-iv": "2019", "fr-9-dim": "1919", "br-51": "1716"}  # fmt: skip
    desk.set_up(units)
    every = ("2013", "2113", "2217", "2317")
    assert survey(desk.s).zones == (zone(desk, *every), zone(desk, "2019", "1919", "1716"))
    desk.s.disrupted[desk.unit("de-x")] = REPULSED
    desk.s.disrupted[desk.unit("fr-iv")] = ROUTED
    assert survey(desk.s).zones == (zone(desk, "2013", "2217", "2317"), zone(desk, "1919", "1716"))
    desk.s.disrupted[desk.unit("de-x")] = desk.s.disrupted[desk.unit("fr-iv")] = 0
    desk.s.dropped = 1 << desk.unit("de-22-ll")
    assert survey(desk.s).zones[GERMAN] == zone(desk, *(x for x in every if x != "2317")), "just dropped"
    desk.s.dropped = 0
    assert survey(desk.s).zones[GERMAN] == zone(desk, *every)


@rule("4 ¶1", "3 ¶2")
def test_who_stands_where(desk):
    """Occupied hexes, hexes with a corps, with more than one unit, with disrupted units; regiments apart."""
    units = {"de-i": "2013", "de-13-mot": "2013", "de-9-pz": "2217", "de-10-pz": "2217", "de-fj-1": "2217",
             "de-fj-2": "2417", "fr-iv": "2019", "fr-9-dim": "1919", "fr-5-dim": "1919"}  # fmt: skip
    desk.set_up(units)
    desk.s.disrupted[desk.unit("de-13-mot")] = ROUTED
    desk.s.disrupted[desk.unit("de-fj-2")] = ROUTED
    found = survey(desk.s)
    german, allied = found.sides
    assert found.occupied == (at(desk, "2013", "2217"), at(desk, "2019", "1919"))
    assert found.regiments == at(desk, "2217", "2417")
    assert found.corps == (at(desk, "2013"), at(desk, "2019"))
    assert found.crowd == (at(desk, "2013", "2217"), at(desk, "1919"))
    assert (german.shaken, allied.shaken) == (at(desk, "2013", "2417"), 0)
    assert (german.sound, allied.sound) == (at(desk, "2013", "2217"), at(desk, "2019", "1919"))
    there = {desk.w.labels[h]: {desk.w.ids[u] for u in us} for h, us in found.at.items() if h < desk.w.n}
    assert there == {
        place: {unit for unit, where in units.items() if where == place} for place in set(units.values())
    }
    # One by one they leave, and what is carried along is what is there.
    for gone in units:
        desk.s.where[desk.unit(gone)] = desk.w.out
        now = survey(desk.s)
        fresh = survey(desk.s.bare())
        assert now == fresh
        assert {u for us in now.at.values() for u in us if desk.s.where[u] < desk.w.n} == {
            u for u, h in enumerate(desk.s.where) if h < desk.w.n
        }
    for unit, place in units.items():
        desk.s.where[desk.unit(unit)] = desk.hex(place)
        assert survey(desk.s) == survey(desk.s.bare())
        desk.s.disrupted[desk.unit(unit)] ^= ROUTED
        assert survey(desk.s) == survey(desk.s.bare())
        if desk.w.airborne[desk.unit(unit)]:
            desk.s.dropped ^= 1 << desk.unit(unit)
            assert survey(desk.s) == survey(desk.s.bare())
        desk.s.where[desk.unit(unit)] = desk.hex("2220")
        assert survey(desk.s) == survey(desk.s.bare())


@rule("13 Neutral Status ¶1", "4 ¶1")
def test_neutrals_and_new_allies_have_zones_at_home_only(desk):
    w = desk.w
    for unit, place, country, name in (("be-i", "1409", 2, "belgium"), ("nl-light", "0709", 3, "holland"),
                                       ("ch-basel", "2904", 5, "switzerland")):  # fmt: skip
        full = zone(desk, place)
        assert full & ~w.countries[country], "it stands at the border"
        desk.set_up({unit: place}, war="")
        assert survey(desk.s).zones[ALLIED] == full & w.countries[country]
        desk.set_up({unit: place}, war=name)
        assert survey(desk.s).zones[ALLIED] == full
        desk.s.fresh = 1 << country
        assert survey(desk.s).zones[ALLIED] == full & w.countries[country], "until the next impulse"
        desk.s.fresh = 0b111100 & ~(1 << country)
        assert survey(desk.s).zones[ALLIED] == full, "others have joined"


# --------------------------------------------------------------------------------------------- territory


@rule("5 ¶1")
def test_a_unit_holds_its_hex_and_its_uncontested_zone(desk):
    on_french_ground(desk, {"de-i": "2013"})
    assert gained(desk) == at(desk, "2013") | zone(desk, "2013")
    on_french_ground(desk, {"de-i": "2013", "fr-iv": "2015"})
    french = at(desk, "2015") | zone(desk, "2015")
    assert gained(desk) == at(desk, "2013") | zone(desk, "2013") & ~french
    on_french_ground(desk, {"de-i": "2013", "fr-iv": "2014"})
    assert gained(desk) == at(desk, "2013") | zone(desk, "2013") & ~at(desk, "2014") & ~zone(desk, "2014")
    on_french_ground(desk, {"de-i": "2013"})
    desk.s.disrupted[desk.unit("de-i")] = ROUTED
    assert gained(desk) == at(desk, "2013"), "a disrupted unit has no zone"
    on_french_ground(desk, {"de-i": "2013", "fr-iv": "2015"})
    desk.s.german, desk.s.allied = desk.w.land, 0
    claim(desk.s)
    assert desk.s.allied == at(desk, "2015") | zone(desk, "2015") & ~zone(desk, "2013") & ~at(desk, "2013")


@rule("5 ¶1", "13 ¶1")
def test_neutral_ground_is_nobodys(desk):
    desk.set_up({"de-i": "1507", "fr-iv": "1512"}, war="")
    w, s = desk.w, desk.s
    s.german, s.allied = w.countries[0], w.countries[1]
    claim(s)
    assert not (s.german | s.allied) & (w.countries[2] | w.countries[3] | w.countries[4] | w.countries[5])
    assert zone(desk, "1507") & w.countries[4]
    assert zone(desk, "1512") & w.countries[2]


@rule("5 ¶1", "10 Eben Emael ¶1", "13 Holland ¶1c")
@pytest.mark.parametrize(("place", "beside"), [("1110", "1109"), ("1009", "1008")])
def test_a_garrison_keeps_its_hex(desk, place, beside):
    on_french_ground(desk, {"de-i": beside}, garrisons=True)
    around = (at(desk, beside) | zone(desk, beside)) & ~desk.w.countries[0]
    held = at(desk, "1110", "1009")
    assert around >> desk.hex(place) & 1
    assert gained(desk) == around & ~held
    on_french_ground(desk, {"de-i": place}, garrisons=True)
    assert not gained(desk) & at(desk, place), "while it stands"
    desk.s.garrisons = 0
    assert gained(desk) >> desk.hex(place) & 1
    on_french_ground(desk, {"fr-iv": place}, garrisons=True)
    desk.s.german, desk.s.allied = desk.w.land, 0
    claim(desk.s)
    assert desk.s.allied >> desk.hex(place) & 1, "an Allied unit takes it back"


@rule("5 ¶1", "11 Parachute Regiments ¶1")
@pytest.mark.parametrize("hold", [False, True])
def test_regiments_hold_their_hex_only_by_option(desk, hold):
    options = {"paratroops-hold": hold}
    on_french_ground(desk, {"de-fj-1": "2013"}, options=options)
    assert gained(desk) == (at(desk, "2013") if hold else 0)
    on_french_ground(desk, {"de-fj-1": "2013", "fr-iv": "2013"}, options=options)
    assert gained(desk) == 0, "both stand there: it stays as it was"
    desk.s.german, desk.s.allied = desk.w.land, 0
    claim(desk.s)
    ours = at(desk, "2013") | zone(desk, "2013")
    assert desk.s.allied == (ours & ~at(desk, "2013") if hold else ours)
    on_french_ground(desk, {"de-fj-1": "2013", "fr-iv": "2014"}, options=options)
    desk.s.german, desk.s.allied = desk.w.land, 0
    claim(desk.s)
    ours = at(desk, "2014") | zone(desk, "2014")
    assert desk.s.allied == (ours & ~at(desk, "2013") if hold else ours), "an Allied zone takes it unless it holds"


@rule("5 ¶1", "11 Air Landing Division ¶1")
@pytest.mark.parametrize("hold", [False, True])
def test_the_air_landing_division_without_supply_wins_nothing_by_its_zone(desk, hold):
    """Ruling 20: it holds its hex and keeps the enemy from gaining, no more; with the option it is like any other."""
    options = {"paratroops-hold": hold}
    there, full = at(desk, "2013"), at(desk, "2013") | zone(desk, "2013")

    def landed(units, lacking="de-22-ll", marks=()):
        on_french_ground(desk, {"de-22-ll": "2013", **units}, options=options)
        desk.s.unsupplied = 1 << desk.unit(lacking)
        for unit, mark in marks:
            if mark == "dropped":
                desk.s.dropped |= 1 << desk.unit(unit)
            else:
                desk.s.disrupted[desk.unit(unit)] = ROUTED
        return gained(desk)

    assert landed({}) == (full if hold else there)
    assert landed({}, lacking="de-fj-1") == full, "another unit lacks supply"
    assert landed({"de-13-mot": "2013"}) == full, "a friend with a zone is there"
    assert landed({"de-13-mot": "2013"}, marks=[("de-13-mot", "disrupted")]) == (full if hold else there)
    assert landed({"de-fj-1": "2013"}) == (full if hold else there), "a regiment has none"
    for beside in ("2015", "1914"):
        other = at(desk, beside) | zone(desk, beside)
        assert landed({"de-i": beside}) == (full if hold else there) | other, (
            "where another German has a zone it wins"
        )
    desk.set_up({}, options=options)
    on_french_ground(desk, {"de-22-ll": "2013", "fr-iv": "2015"}, options=options)
    desk.s.german, desk.s.allied = desk.w.land, 0
    desk.s.unsupplied = 1 << desk.unit("de-22-ll")
    claim(desk.s)
    assert desk.s.allied == at(desk, "2015") | zone(desk, "2015") & ~full, "it denies its zone to the enemy"


@rule("5 ¶1", "11 Air Landing Division ¶1")
def test_the_landed_division_hinders_nobody_far_away(desk):
    on_french_ground(desk, {"de-22-ll": "2013", "de-i": "0102"})
    desk.s.unsupplied = 1 << desk.unit("de-22-ll")
    desk.hold(["0101"], "allied")
    claim(desk.s)
    assert desk.owner("0101") == "german"


@rule("13 Belgium ¶1b")
def test_both_major_cities_at_one_time(desk):
    for held, lost in ((["0812"], False), (["1013"], False), (["0812", "1013"], True)):
        on_french_ground(desk, {"fr-iv": "2013"})
        desk.hold(held, "german")
        claim(desk.s)
        assert desk.s.belgium_lost is lost
    desk.hold(["0812"], "allied")
    claim(desk.s)
    assert desk.s.belgium_lost, "once lost, they may go (ruling 85)"


# ------------------------------------------------------------------------------------------------- moving


def walked(desk, text):
    """What a move gains outside Germany, from Allied ground."""
    before = desk.s.german
    desk.play(text)
    s, w = desk.s, desk.w
    assert not s.german & s.allied
    return s.german & ~before & ~w.countries[0]


def swept(desk, *path):
    return at(desk, *path) | zone(desk, *path)


WAY = "move {} 2216 via 2214 2215"
PATH = ("2213", "2214", "2215", "2216")


@rule("5 ¶1", "6 ¶2a")
def test_a_way_wins_hex_by_hex(desk):
    on_french_ground(desk, {"de-9-pz": "2213"})
    claim(desk.s)
    assert walked(desk, WAY.format("de-9-pz")) == swept(desk, *PATH) & ~swept(desk, "2213")
    # A Frenchman beside the way keeps what he controls, and takes back what only the passing unit contested.
    on_french_ground(desk, {"de-9-pz": "2213", "fr-iv": "2416"})
    claim(desk.s)
    french = swept(desk, "2416")
    walked(desk, "move de-9-pz 2216 via 2214 2215")
    assert desk.s.german & ~desk.w.countries[0] == swept(desk, *PATH) & ~french
    on_french_ground(desk, {"fr-cav": "2213", "de-i": "2416"}, side="allied")
    desk.s.german, desk.s.allied = desk.w.land, 0
    claim(desk.s)
    desk.play(WAY.format("fr-cav"))
    assert desk.s.allied == swept(desk, *PATH) & ~swept(desk, "2416")


@rule("5 ¶1", "11 Air Landing Division ¶1")
@pytest.mark.parametrize("hold", [False, True])
@pytest.mark.parametrize("lacking", ["de-22-ll", "de-i"])
def test_the_walk_of_the_air_landing_division(desk, hold, lacking):
    on_french_ground(desk, {"de-22-ll": "2213", "de-i": "2417"}, options={"paratroops-hold": hold})
    desk.s.unsupplied = 1 << desk.unit(lacking)
    claim(desk.s)
    start, other = swept(desk, "2213"), swept(desk, "2417")
    desk.play("move de-22-ll 2215 via 2214")
    weak = lacking == "de-22-ll" and not hold
    full = at(desk, "2213", "2214", "2215") if weak else swept(desk, "2213", "2214", "2215") | start
    assert desk.s.german & ~desk.w.countries[0] == full | other


@rule("5 ¶1", "11 Air Landing Division ¶1")
def test_a_friend_walks_past_the_landed_division(desk):
    """What lies in its zone alone stays Allied; what the walker's zone covers on the way is won."""
    on_french_ground(desk, {"de-22-ll": "2415", "de-9-pz": "2213"})
    desk.s.unsupplied = 1 << desk.unit("de-22-ll")
    claim(desk.s)
    desk.play(WAY.format("de-9-pz"))
    assert desk.s.german & ~desk.w.countries[0] == swept(desk, *PATH) | at(desk, "2415")
    on_french_ground(desk, {"de-22-ll": "2415", "fr-cav": "2213"}, side="allied")
    desk.s.german, desk.s.allied = desk.w.land, 0
    desk.s.unsupplied = 1 << desk.unit("de-22-ll")
    claim(desk.s)
    assert not desk.s.allied & swept(desk, "2415")
    desk.play("move fr-cav 2214")
    assert desk.s.allied == swept(desk, "2213", "2214") & ~swept(desk, "2415")


@rule("5 ¶1", "11 Air Landing Division ¶1")
def test_another_german_beside_the_landed_division_wins_what_both_control(desk):
    units = {"de-22-ll": "2415", "de-i": "2417"}
    both = desk.w.zoc[desk.hex("2415")] & desk.w.zoc[desk.hex("2417")]
    shared = desk.w.grid.names(both)
    assert shared
    on_french_ground(desk, {**units, "de-9-pz": "2213"})
    desk.s.unsupplied = 1 << desk.unit("de-22-ll")
    claim(desk.s)
    desk.hold(shared, "allied")
    desk.play("move de-9-pz 2212")
    assert desk.s.german & both == both
    # An Allied unit contests it until it walks away.
    on_french_ground(desk, {**units, "fr-cav": "2516"}, side="allied")
    desk.s.unsupplied = 1 << desk.unit("de-22-ll")
    claim(desk.s)
    beside = desk.w.zoc[desk.hex("2516")] & both
    assert beside
    assert desk.s.allied & beside == beside
    desk.play(f"move fr-cav {max(desk.hexes('fr-cav'))}")
    assert not desk.w.zoc[desk.hex(desk.at("fr-cav"))] & beside
    assert desk.s.german & beside == beside


@rule("11 Parachute Regiments ¶1", "5 ¶1")
@pytest.mark.parametrize("hold", [False, True])
def test_a_walk_over_regiments(desk, hold):
    units = {"fr-cav": "2213", "de-fj-1": "2214", "de-fj-2": "2114"}
    on_french_ground(desk, units, side="allied", options={"paratroops-hold": hold})
    desk.s.german, desk.s.allied = desk.w.land, 0
    claim(desk.s)
    desk.play(WAY.format("fr-cav"))
    assert (desk.at("de-fj-1"), desk.at("de-fj-2")) == ("eliminated", "2114")
    ours = swept(desk, *PATH)
    assert desk.s.allied == (ours & ~at(desk, "2114") if hold else ours)


@rule("13 ¶1", "13 Neutral Status ¶1", "5 ¶1")
def test_a_walk_into_a_neutral_country(desk):
    """From Trier into Luxembourg: it and Belgium join, what the way sweeps is German, the rest of both Allied."""
    w = desk.w
    desk.set_up({"de-9-pz": "1507", "de-22-ll": "1409"}, war="holland")
    s = desk.s
    s.where[desk.unit("de-22-ll")] = w.out
    s.german, s.allied = w.countries[0], w.countries[1] | w.countries[3]
    desk.play("move de-9-pz 1508")
    low = w.countries[2] | w.countries[4]
    assert s.war == 0b011111
    assert s.fresh == 0b010100
    assert s.german & ~w.countries[0] == swept(desk, "1508", "1507") & ~w.countries[0] & (low | w.countries[1])
    assert s.allied == (w.countries[1] | w.countries[3] | low) & ~s.german

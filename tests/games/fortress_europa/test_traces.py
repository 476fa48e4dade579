"""18: what is told of a unit's supply: by which case, over which hexes, or where its line is cut."""

from __future__ import annotations

from grognard.games.fortress_europa.rules.supply.tracing import trace_supply
from grognard.maps import members
from grognard.suite import rule

WAY = "K2 K3 K4 K5"
"""From Cherbourg (K2) inland."""


def told(desk, unit):
    return trace_supply(desk.s, desk.unit(unit))


def labels(desk, path):
    return [desk.w.labels[h] for h in path]


def without_worth(desk, label):
    """The damage of all ports if one is worth nothing any more."""
    w = desk.w
    p = w.port_at[desk.hex(label)]
    return [w.port_capacity[p] if x == p else 0 for x in range(len(w.ports))]


# -------------------------------------------------------------------------------------------------- the Allies


@rule("18.1", "20.15")
def test_airdropped_units_need_an_hq_and_no_point(desk):
    units = {"us-1": "K5", "us-101": "K5", "us-hq-bradley": "K4", "de-352": "R20"}
    air = desk.units_of("us-101")
    desk.set_up(units, allied=WAY, by_air=air, steps=[])
    for unit in ("us-1", "us-101"):
        found = told(desk, unit)
        assert (found.supplied, found.rule) == (True, "18.1")
        assert labels(desk, found.paths[0]) == ["K5", "K4"]
        assert labels(desk, found.paths[1]) == ["K4", "K3", "K2"]
        assert f"through the HQ in {desk.w.hex_name(desk.hex('K4'))} from Cherbourg" in found.words
    desk.set_up(units, allied=WAY, by_air=air, port_damage=without_worth(desk, "K2"), steps=[])
    assert told(desk, "us-101").supplied, "an HQ with a line to a port, whatever that is worth"
    found = told(desk, "us-1")
    assert not found.supplied
    assert "no working port or mulberry" in found.words
    assert labels(desk, found.paths[0]) == ["K5", "K4"]


@rule("18.1", "18.2")
def test_where_an_allied_line_is_cut(desk):
    units = {"us-1": "K5", "us-hq-bradley": "K4", "us-101": "K5"}
    desk.set_up(units, allied="K4 K5 B2", by_air=desk.units_of("us-101"), steps=[])
    for unit in ("us-1", "us-101"):
        found = told(desk, unit)
        assert (found.supplied, found.rule) == (False, "18.1")
        where = desk.w.hex_name(desk.hex("K4"))
        assert f"the HQ in {where} has no line to a working port or mulberry" in found.words
        assert found.cuts, "the hexes that would have to be opened"
    desk.set_up({"us-1": "K5"}, allied=WAY, steps=[])
    assert "no HQ on the map" in told(desk, "us-1").words
    far = next(x for x in sorted(desk.disc("K4", 6) - desk.disc("K4", 5)) if not desk.w.cities >> desk.hex(x) & 1)
    everything = " ".join(desk.w.labels[h] for h in members(desk.w.land))
    desk.set_up({"us-1": far, "us-hq-bradley": "K4"}, allied=everything, steps=[])
    found = told(desk, "us-1")
    assert "6 hexes away, 5 are the most" in found.words
    assert (found.paths, found.cuts) == ((), ())
    ring = [x for x in sorted(desk.disc("K10", 2)) if desk.w.grid.distance(desk.hex(x), desk.hex("K10")) == 2]
    germans = [desk.w.ids[u] for u in desk.w.of_side[0] if desk.w.kind[u] == "infantry"][: len(ring)]
    wall = dict(zip(germans, ring, strict=True))
    desk.set_up({"us-1": "K10", "us-hq-bradley": "K6"} | wall, allied="K2 K3 K4 K5 K6", steps=[])
    found = told(desk, "us-1")
    assert "its line to an HQ is cut" in found.words
    assert (found.supplied, found.rule, found.paths) == (False, "18.1", ())
    assert found.cuts
    assert found.pocket >> desk.hex("K10") & 1


@rule("18.2")
def test_a_harbor_that_is_worth_too_little(desk):
    """Nantes supplies two, and the HQ is one of them: whoever may go short is told so."""
    units = {"us-1": "F11", "us-4": "F11", "us-hq-bradley": "E11"}
    desk.set_up(units, allied="E10 E11 F11", steps=[])
    found = told(desk, "us-1")
    assert (found.supplied, found.rule) == (True, "18.2")
    assert "supply only 2 of 3 units" in found.words
    desk.set_up({"us-1": "F11", "us-hq-bradley": "E11"}, allied="E10 E11 F11", steps=[])
    assert told(desk, "us-1").rule == "18.1"


@rule("20.6", "21.1", "18.4", "18.7.1", "31.15")
def test_units_that_need_no_line(desk):
    units = {"us-rangers": "R20", "us-101": "R20", "us-1": "R20", "us-4": "R11", "us-2arm": "exited", "us-82": "R20"}
    s = desk.set_up(units, dropped=desk.units_of("us-101"), options="exits", steps=[])
    expected = {"us-rangers": (True, "21.1"), "us-101": (True, "20.6"), "us-4": (True, "18.4"),
                "us-1": (False, "18.1"), "us-2arm": (False, "31.15"), "us-82": (False, "18.1")}  # fmt: skip
    assert {u: (told(desk, u).supplied, told(desk, u).rule) for u in units} == expected
    s.invasion_turn, s.ashore = s.turn, desk.units_of("us-1")
    assert (told(desk, "us-1").supplied, told(desk, "us-1").rule) == (True, "18.7.1")


# ------------------------------------------------------------------------------------------------- the Germans


@rule("18.3", "18.4", "18.5", "18.6", "20.6", "31.5")
def test_why_a_german_unit_is_in_supply(desk):
    w = desk.w
    wall = next(h for h in members(w.fortresses & ~w.cities & ~w.germany))
    near = {"us-1": "K10"}
    s = desk.set_up({"de-352": w.labels[wall], "de-353": "R20", "de-91": "LL14"} | near, steps=[], side="german")
    assert (told(desk, "de-352").supplied, told(desk, "de-352").rule) == (True, "18.4")
    assert (told(desk, "de-91").supplied, told(desk, "de-91").rule) == (True, "18.5")
    s.ruined = w.fortresses
    assert told(desk, "de-352").rule != "18.4"
    desk.set_up({"de-352": "K8", "de-353": "K8"} | near, side="german", dropped=desk.units_of("de-353"), steps=[])
    assert (told(desk, "de-353").supplied, told(desk, "de-353").rule) == (True, "20.6")
    assert told(desk, "de-352").rule != "20.6"
    desk.set_up({"de-352": "R11", "de-353": "X29", "us-1": "R14"}, side="german", steps=[])
    assert [told(desk, u).rule for u in ("de-352", "de-353")] == ["18.4", "18.5"], "in Paris, and in Italy"
    desk.set_up({"de-352": "K8", "de-hq-ob-west": "L8"} | near, side="german", steps=[])
    found = told(desk, "de-352")
    assert (found.supplied, found.rule) == (True, "18.3")
    assert labels(desk, found.paths[0]) == ["K8", "L8"]
    assert found.paths[1][0] == desk.hex("L8")
    city = found.paths[1][-1]
    assert (w.cities & (w.germany | w.italy)) >> city & 1
    assert f"through the HQ in {w.hex_name(desk.hex('L8'))} from {w.hex_name(city)}" in found.words
    desk.set_up({"de-352": "R20", "us-1": "B3"}, side="german", steps=[])
    found = told(desk, "de-352")
    assert (found.supplied, found.rule) == (True, "18.6")
    assert (w.cities & w.germany) >> found.paths[0][-1] & 1, "a city in Germany, where there is no HQ"
    desk.set_up({"de-352": "R20", "de-hq-ob-west": "R18", "us-1": "B3"}, side="german", steps=[])
    assert told(desk, "de-352").rule == "18.3", "the HQ is near"
    far = next(x for x in sorted(desk.disc("R20", 8) - desk.disc("R20", 7)) if not w.cities >> desk.hex(x) & 1)
    desk.set_up({"de-352": "R20", "de-hq-ob-west": far, "us-1": "B3"}, side="german", steps=[])
    found = told(desk, "de-352")
    assert found.rule == "18.6"
    assert labels(desk, found.paths[0])[-1] == far, "the HQ is nearer than Germany"
    assert f"supplied from {w.hex_name(desk.hex(far))}" in found.words
    isle = {"de-352": "I4", "de-353": "J3", "de-hq-ob-west": "J4", "us-1": "I7"}
    desk.set_up(isle, side="german", options="jersey", steps=[])
    assert (told(desk, "de-352").supplied, told(desk, "de-352").rule) == (True, "31.5")


@rule("18.3", "18.5")
def test_where_a_german_line_is_cut(desk):
    w = desk.w
    near = {"us-1": "K10"}
    desk.set_up({"de-352": "K8"} | near, side="german", steps=[])
    found = told(desk, "de-352")
    assert (found.supplied, found.rule) == (False, "18.3")
    assert "no HQ on the map" in found.words
    every = " ".join(w.labels[h] for h in members(w.cities & (w.germany | w.italy)))
    desk.set_up({"de-352": "K8", "de-hq-ob-west": "L8"} | near, side="german", allied=every, steps=[])
    found = told(desk, "de-352")
    assert not found.supplied
    assert "there is no friendly city in Germany or Italy" in found.words
    assert labels(desk, found.paths[0]) == ["K8", "L8"]
    s = desk.set_up({"de-352": "K8"} | near, side="german", turn="jun-1", steps=[])
    assert (told(desk, "de-352").supplied, told(desk, "de-352").rule) == (True, "18.5"), "the game has just begun"
    s = desk.set_up({"de-352": "K8", "de-353": "K6"} | near, side="german", frozen="de-353", steps=[])
    assert (told(desk, "de-353").supplied, told(desk, "de-353").rule) == (True, "18.5")
    assert not trace_supply(s, desk.unit("de-352")).supplied

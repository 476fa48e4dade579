"""27.11, 31.9, 24, 25: the parts of the 79th, the release of armor, partisans and Volkssturm, case by case."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.forces import alert, partisans
from grognard.games.fortress_europa.rules.forces.alert import ArmorRoll, die_of, halved, in_force, row_of
from grognard.games.fortress_europa.rules.forces.partisans import PartisanLeaves, PartisanPhase, PartisanRoll
from grognard.games.fortress_europa.rules.forces.volkssturm import appear, approached, fill
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.standing import put
from grognard.games.fortress_europa.rules.state import NOWHERE
from grognard.kernel.rules import Dice, Events
from grognard.maps import members
from grognard.suite import rule

# ------------------------------------------------------------------------------------------------------ the 79th


@rule("27.11")
def test_when_the_79th_breaks_down(desk):
    parts = {"br-79-a": "aside", "br-79-b": "aside", "br-79-c": "aside"}
    base = {"br-79": "england", "us-1": "K2", **parts}
    port = {"mulberry_at": [desk.hex("L2"), NOWHERE], "capacity_start": 5}
    s = desk.set_up(base, **port)
    assert desk.why("break79") == []
    for name in ("moved", "sailed", "landed", "flown"):
        setattr(s, name, desk.units_of("us-1"))
        assert desk.why("break79") == ["27.11"], name
        s.dropped = desk.units_of("us-1")
        assert desk.why("break79") == [], "drops come first"
        s.dropped = 0
        setattr(s, name, 0)
    s.spent[desk.unit("us-1")] = 1
    assert desk.why("break79") == ["27.11"]
    s.spent[desk.unit("us-1")] = 0
    s.face[desk.unit("br-79")] = 1
    assert desk.words("break79").startswith("27.11: The 79th is not at full strength.")
    for where, may in (("africa", True), ("K2", True), ("S20", False), ("waiting", False), ("destroyed", False)):
        desk.set_up({**base, "br-79": where}, **port)
        assert (desk.why("break79") == []) is may, where
    desk.set_up({**base, "br-79-b": "destroyed"}, **port)
    assert desk.why("break79") == ["27.11"]
    desk.set_up(base, impulse=2, **port)
    assert desk.why("break79") == ["27.11"]
    # One mulberry of 9 or 12 and others ashore: overseas all three units must still find room.
    size = desk.w.mulberries[0].capacity
    some = [u for u in desk.w.of_side[ALLIED] if desk.w.ids[u].startswith("us-") and desk.w.kind[u] == "infantry"][
        :size
    ]
    for many, may in ((size - 3, True), (size - 2, False)):
        s = desk.set_up({**{desk.w.ids[u]: "L2" for u in some[:many]}, **parts, "br-79": "england"}, **port)
        assert (desk.why("break79") == []) is may, many


@rule("12.3", "27.11")
def test_the_parts_of_a_79th_that_has_invaded_stay_where_it_landed(desk):
    """The second invasion: who lands ends his movement there, and is an invader in the combat impulse (12.8)."""
    parts = ("br-79-a", "br-79-b", "br-79-c")
    units = {"br-79": "england", "us-1": "M12", **dict.fromkeys(parts, "aside")}
    port = {"mulberry_at": [desk.hex("N33"), NOWHERE], "capacity_start": 5}
    s = desk.set_up(units, turn="aug-1", invasions=1, invasion_turn=1, began=desk.units_of("br-79"), **port)
    desk.play("invade br-79 K3", "break79")
    assert {desk.at(part) for part in parts} == {"K3"}
    for part in parts:
        assert desk.why(f"move {part} K4") == ["12.3"]
    assert s.invaders == desk.units_of(" ".join(parts))


@rule("27.11")
def test_what_the_parts_take_over(desk):
    base = {"br-79": "K2", "br-79-a": "aside", "br-79-b": "aside", "br-79-c": "aside", "us-1": "K2"}
    port = {"mulberry_at": [desk.hex("L2"), NOWHERE], "capacity_start": 5}
    s = desk.set_up(base, **port, back="br-79-b")
    s.began = s.by_air = desk.units_of("br-79")
    desk.play("break79")
    parts = desk.units_of("br-79-a br-79-b br-79-c")
    assert [desk.at(u) for u in base] == ["aside", "K2", "K2", "K2", "K2"]
    assert s.began & parts == parts
    assert s.by_air == parts
    assert s.face[desk.unit("br-79-b")] == 0
    s.face[desk.unit("br-79")] = 1
    s.by_air = desk.units_of("br-79-a")
    desk.play("join79")
    assert [desk.at(u) for u in base] == ["K2", "aside", "aside", "aside", "K2"]
    assert s.face[desk.unit("br-79")] == 0
    assert s.stuck & desk.units_of("br-79")
    assert s.by_air == desk.units_of("br-79")
    assert desk.why("join79") == ["27.11"]


@rule("27.11")
@pytest.mark.parametrize(
    ("where", "more", "rules"),
    [
        (("england",) * 3, {}, []), (("africa",) * 3, {}, []), (("K2",) * 3, {}, []), (("S20",) * 3, {}, ["27.11"]),
        (("K2", "K2", "K3"), {}, ["27.11"]), (("england", "africa", "england"), {}, ["27.11"]),
        (("england", "england", "destroyed"), {}, ["27.11"]), (("K2",) * 3, {"de-352": "K3"}, ["27.11"]),
        (("waiting",) * 3, {}, ["27.11"]), (("england",) * 3, {"br-79": "england"}, ["27.11"]),
        (("removed", "england", "england"), {}, ["27.11"]), (("england", "withdrawn", "england"), {}, ["27.11"]),
    ],
)  # fmt: skip
def test_when_the_79th_joins(desk, where, more, rules):
    units = {"br-79": "aside", **dict(zip(("br-79-a", "br-79-b", "br-79-c"), where, strict=True)), **more}
    desk.set_up(units, mulberry_at=[desk.hex("L2"), NOWHERE], capacity_start=5)
    assert desk.why("join79") == rules


@rule("27.11", "7.1")
@pytest.mark.parametrize(("german", "may"), [("K4", True), ("K3", False), ("L2", False), ("S20", True)])
def test_the_parts_join_out_of_german_zones(desk, german, may):
    """In Cherbourg (K2): a German in K4 has K3 in his zone, but not the port."""
    units = {"br-79": "aside", "br-79-a": "K2", "br-79-b": "K2", "br-79-c": "K2", "de-352": german, "de-91": "T20"}
    desk.set_up(units, capacity_start=5)
    assert ("K2" in desk.near(german)) is not may
    assert desk.why("join79") == ([] if may else ["27.11"])


@rule("27.11")
def test_only_what_the_79th_is_goes_over_to_its_parts(desk):
    """Other units, before and after it in the list, have come by air and are held; it has not and is not."""
    units = {"br-79": "K2", "br-79-a": "aside", "br-79-b": "aside", "br-79-c": "aside", "us-1": "K2", "br-6ab": "K2"}
    s = desk.set_up(units, mulberry_at=[desk.hex("L2"), NOWHERE], capacity_start=5)
    others = desk.units_of("us-1 br-6ab")
    s.by_air = s.stuck = s.ashore = others
    desk.play("break79")
    assert (s.by_air, s.stuck, s.ashore) == (others, others, others)
    assert not s.began & desk.units_of("br-79-a")
    desk.play("join79")
    assert (s.by_air, s.ashore) == (others, others)
    assert s.stuck == others | desk.units_of("br-79"), "the joined 79th stays where it is"


@rule("9.1D", "15.10", "27.11")
def test_breaking_down_is_no_entry_into_a_district(desk):
    """The 79th was driven back out of the invaded district; its parts appear where it stands, and release nobody."""
    seventh = 1 << desk.w.district_ids.index("7th")
    units = {"br-79": "D13", "br-79-a": "aside", "br-79-b": "aside", "br-79-c": "aside", "de-708": "N32"}
    units |= {"us-hq-bradley": "D13"}
    s = desk.set_up(units, frozen="de-708", invaded=seventh, mulberry_at=[desk.hex("L2"), NOWHERE], capacity_start=5)
    desk.play("break79")
    assert desk.at("br-79-c") == "D13"
    assert not s.released


# -------------------------------------------------------------------------------------------- German armor release


@rule("31.9")
def test_who_rolls_for_release(desk):
    """On the first turn armor outside the invaded district; neither the reaction force nor who is in it."""
    w = desk.w
    district = next(d for d in range(len(w.districts)) if w.districts[d] >> desk.hex("L4") & 1)
    inside = "M8"
    assert w.districts[district] >> desk.hex(inside) & 1
    units = {
        "de-21pz": inside, "de-2pz": "V8", "de-116pz": "V8", "de-12ss": "due", "de-503": "R11", "de-352": "V8",
        "de-11pz": "waiting", "us-1": "L4", "de-lehr": "R11",
    }  # fmt: skip
    more = {"side": "german", "turn": "jun-1", "invaded": 1 << district, "landing_districts": 1 << district}
    s = desk.set_up(units, options="armor-release", frozen="de-116pz", **more)
    alert.note_start(s)
    assert in_force(s)
    assert s.armor_rolls == ((desk.unit("de-21pz"), alert.EXEMPT),)
    assert set(desk.legal("alert")) == {"de-2pz", "de-12ss", "de-lehr"}
    others = ("de-21pz", "de-116pz", "de-503", "de-352", "de-11pz", "us-1")
    assert {unit: desk.why(f"alert {unit}") for unit in others} == {
        "de-21pz": ["31.9"], "de-116pz": ["9.1"], "de-503": ["31.9"], "de-352": ["31.9"], "de-11pz": ["31.9"],
        "us-1": ["31.9"],
    }  # fmt: skip
    assert "not in play" in desk.words("alert de-11pz")
    assert "needs no roll" in desk.words("alert de-503")
    for unit, held in (("de-21pz", False), ("de-2pz", True), ("de-503", False), ("de-352", False), ("de-lehr", True)):
        assert bool(list(alert.why_held(s, desk.unit(unit)))) is held, unit
    rows = {die: row for row in w.book.armor_release for die in row.dice}
    for die in range(1, 7):
        s.armor_rolls = ((desk.unit("de-lehr"), 0), (desk.unit("de-2pz"), die))
        assert die_of(s, desk.unit("de-2pz")) == die
        assert row_of(s, desk.unit("de-2pz")) == rows[die]
        assert row_of(s, desk.unit("de-lehr")) is None
        assert row_of(s, desk.unit("de-352")) is None
        for impulse_now in (1, 2):
            s.impulse = impulse_now
            given = (rows[die].first, rows[die].second)[impulse_now - 1]
            assert bool(list(alert.why_held(s, desk.unit("de-2pz")))) is (given == "none")
            assert halved(s, desk.unit("de-2pz")) is (given == "half")
    s.armor_rolls = ((desk.unit("de-2pz"), 1),)
    for change in ({"turn": 2}, {"side": ALLIED}, {"options": 0}):
        before = {name: getattr(s, name) for name in change}
        for name, value in change.items():
            setattr(s, name, value)
        assert not in_force(s)
        assert row_of(s, desk.unit("de-2pz")) is None
        assert list(alert.why_held(s, desk.unit("de-2pz"))) == []
        s.armor_rolls = ((desk.unit("de-2pz"), 1),)
        alert.note_start(s)
        assert s.armor_rolls == ((desk.unit("de-2pz"), 1),)
        for name, value in before.items():
            setattr(s, name, value)
    ArmorRoll(desk.unit("de-lehr")).happen(s, (6,), None)
    assert s.armor_rolls[-1] == (desk.unit("de-lehr"), 6)
    assert ArmorRoll(0).chance(s) == Dice(1)


@rule("31.9")
def test_who_stands_in_the_invaded_district_as_the_turn_begins(desk):
    """Armor in the 7th district, in its first hex or its last, and nobody else."""
    w = desk.w
    seventh = w.district_ids.index("7th")
    inside = [w.labels[h] for h in members(w.districts[seventh])]
    before = next(w.labels[h] for h in members(w.land & ~w.districts[seventh]))
    assert desk.hex(before) < desk.hex(inside[-1])
    units = {
        "de-2pz": inside[0], "de-21pz": inside[-1], "de-116pz": before, "de-9pz": "V8", "de-11pz": "waiting",
        "de-352": inside[0], "de-12ss": inside[0], "us-2arm": inside[1],
    }  # fmt: skip
    s = desk.set_up(units, options="armor-release", side="german", turn="jun-1", invaded=1 << seventh, steps=[])
    assert w.entry[desk.unit("de-503")] == "reaction"
    put(s, desk.unit("de-503"), desk.hex(inside[0]))
    alert.note_start(s)
    assert {w.ids[u] for u, _ in s.armor_rolls} == {"de-2pz", "de-21pz", "de-12ss"}


# -------------------------------------------------------------------------------------------- partisans, Volkssturm


@rule("24.2")
def test_where_partisans_rise(desk):
    """On a railway outside of cities, Germany and Italy, out of German zones, six hexes from SS that can be seen."""
    w = desk.w
    units = {"de-352": "S20", "de-2ss": "G20", "de-9ss": "waiting", "de-12ss": "M24", "us-1": "K2"}
    s = desk.set_up(units, impulse=2, partisan_ready=True)
    s.decoy_unit[0] = desk.unit("de-12ss")
    zone = desk.disc("S20", 1)
    near = {w.labels[h] for h in range(w.n) if w.grid.distance(h, desk.hex("G20")) <= 5}
    land = w.rail & w.land & ~w.cities & ~w.germany & ~w.italy
    assert partisans.near_ss(s) == sum(w.bit[desk.hex(x)] for x in near)
    found = set(desk.legal("partisan"))
    assert found == {w.labels[h] for h in members(land)} - near - zone - desk.disc("G20", 1) - desk.disc("M24", 1)
    desk.play(f"partisan {sorted(found)[0]}")
    assert (s.partisan, s.partisan_ready) == (desk.hex(sorted(found)[0]), False)
    assert desk.why(f"partisan {sorted(found)[1]}") == ["24.1"]
    PartisanLeaves().run(s, None)
    assert s.partisan == NOWHERE
    assert desk.why(f"partisan {sorted(found)[1]}") == ["24.1"]
    for more in ({"impulse": 1}, {"side": "german"}):
        desk.set_up(units, partisan_ready=True, **{"impulse": 2, **more})
        assert desk.why(f"partisan {sorted(found)[0]}") == ["24.2"]


@rule("24.1")
@pytest.mark.parametrize(("die", "ready"), [(die, None) for die in range(1, 7)])
def test_when_partisans_rise(desk, die, ready):
    low, high = desk.w.book.partisans.dice
    s = desk.set_up({"us-1": "K2"}, turn=2, steps=[PartisanPhase(), Moving()], partisan_ready=True)
    assert not s.partisan_ready
    desk.roll(die)
    assert s.partisan_ready is (low <= die <= high)
    s = desk.set_up({"us-1": "K2"}, turn=1, steps=[PartisanPhase(), Moving()])
    assert s.partisan_ready
    assert desk.step() == "Moving"
    s = desk.set_up({"us-1": "K2"}, scenario="bulge", turn="jan-1", steps=[PartisanPhase(), Moving()])
    assert desk.step() == "Moving"
    assert PartisanRoll().chance(s) == Dice(1)
    assert ready is None


@rule("25.1", "25.3", "25.4")
def test_whom_volkssturm_defends(desk):
    """Within three hexes of an Allied unit, once for each city, in the order in which they were approached."""
    w = desk.w
    s = desk.set_up(
        {"us-1": "HH10", "de-vs-1": "waiting", "de-vs-2": "destroyed", "de-vs-3": "waiting"}, turn="nov-1"
    )
    s.volkssturm_cities = desk.hexes_of("II9")
    cities = members(w.german_cities & ~desk.hexes_of("II9"))
    lonely = next(
        h for h in members(w.land & w.germany) if sum(w.grid.distance(h, c) <= 3 for c in cities) == 1
        and all(w.grid.distance(h, c) != 0 for c in cities) and w.grid.distance(h, desk.hex("HH10")) > 6
    )  # fmt: skip
    approached(s, lonely, None)
    around = [h for h in cities if w.grid.distance(h, lonely) <= 3]
    assert [h for h in s.where if h in around] == around
    at = s.where[desk.unit("de-vs-1")]
    assert at == around[0]
    assert s.volkssturm_cities == desk.hexes_of("II9") | w.bit[at]
    approached(s, lonely, None)
    assert desk.at("de-vs-3") == "waiting", "once"
    s.face[desk.unit("de-vs-3")] = 1
    approached(s, desk.hex("HH10"), None)
    near = [h for h in members(w.german_cities) if w.grid.distance(h, desk.hex("HH10")) <= 3 and h != desk.hex("II9")]
    assert s.where[desk.unit("de-vs-3")] == near[0]
    assert s.face[desk.unit("de-vs-3")] == 0
    assert set(s.volkssturm_waiting) == set(near[1:])
    s.where[desk.unit("de-vs-4")] = w.waiting
    s.allied |= w.bit[near[1]]
    s.facts = None
    fill(s, None)
    assert near[1] not in s.volkssturm_waiting
    approached(s, desk.hex("R11"), None)
    assert s.volkssturm_cities.bit_count() <= 4


@rule("25.1", "30.2")
def test_volkssturm_takes_a_city_that_nobody_holds(desk):
    s = desk.set_up({"us-1": "LL14", "de-vs-1": "waiting", "de-vs-2": "waiting"}, turn="nov-1", allied="II10")
    appear(s, desk.unit("de-vs-1"), desk.hex("II10"), None)
    assert not s.allied & desk.hexes_of("II10")
    appear(s, desk.unit("de-vs-2"), desk.hex("LL14"), None)
    assert s.allied & desk.hexes_of("LL14"), "an Allied unit is in it"


@rule("25.1", "30.2", "18.7.2E")
@pytest.mark.parametrize("allied", [True, False])
def test_volkssturm_takes_a_port_that_nobody_holds(desk, allied):
    """Bremen falls to it only if it was Allied; that other places are Allied does not matter."""
    bremen = desk.w.port_at[desk.hex("QQ4")]
    s = desk.set_up(
        {"us-1": "LL14", "de-vs-1": "waiting"}, turn="nov-1", allied="QQ4 II10" if allied else "II10",
        ports_asleep=1 << bremen if allied else 0,
    )  # fmt: skip
    events = Events()
    appear(s, desk.unit("de-vs-1"), desk.hex("QQ4"), events)
    assert not s.allied & desk.hexes_of("QQ4")
    assert s.allied & desk.hexes_of("II10")
    assert s.ports_asleep == 0
    told = [happened.event.text(desk.w) for happened in events.items]
    assert any("falls to the Germans" in words for words in told) is allied
    assert any("is called up" in words for words in told)

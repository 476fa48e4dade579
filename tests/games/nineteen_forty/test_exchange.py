"""15. XXXIX Panzer Corps and the French armoured corps, built up and broken down, asked of every division."""

from __future__ import annotations

from itertools import product

import pytest

from grognard.games.nineteen_forty.rules.exchange import sets_at, why_not_forming
from grognard.games.nineteen_forty.rules.sequence import Moving
from grognard.games.nineteen_forty.rules.state import CLOSING, REPULSED
from grognard.maps import members
from grognard.suite import rule

GERMAN = ("german", "de-xxxix", ("de-9-pz", "de-10-pz", "de-13-mot"), "2013")
FRENCH = ("allied", "fr-arm", ("fr-1-dcr", "fr-2-dcr", "fr-9-dim"), "2017")
BOTH = pytest.mark.parametrize(("side", "corps", "parts", "place"), [GERMAN, FRENCH], ids=["german", "french"])


@rule("15 German Panzer Corps ¶1", "15 French Armored Corps ¶1")
@BOTH
def test_two_armoured_and_one_motorized_division_of_the_nation(desk, side, corps, parts, place):
    """Every division of the army in one hex with two others: only armour, armour, motorized will do."""
    w = desk.w
    nation = w.units[desk.unit(corps)].nation
    divisions = [w.ids[u] for u, x in enumerate(w.units) if x.size == "division" and x.nation == nation]
    armoured = {x for x in divisions if w.units[desk.unit(x)].type == "armour"}
    motorized = {x for x in divisions if w.units[desk.unit(x)].type == "motorized"}
    assert set(parts[:2]) <= armoured
    assert parts[2] in motorized
    for x in divisions:
        for nth in range(3):
            three = [*parts]
            three[nth] = x
            if len(set(three)) < 3:
                continue
            desk.set_up({**dict.fromkeys(three, place), corps: "waiting"}, side=side)
            good = set(three[:2]) <= armoured and three[2] in motorized
            assert (desk.why(f"form {' '.join(three)}") == []) is good, three
    for away in parts:
        desk.set_up({**dict.fromkeys(parts, place), away: "2117", corps: "waiting"}, side=side)
        assert sets_at(desk.s) == []
        desk.set_up({**dict.fromkeys(parts, place), corps: "waiting"}, side=side)
        assert len(sets_at(desk.s)) == 2, "either armoured division first"
        desk.s.disrupted[desk.unit(away)] = REPULSED
        assert sets_at(desk.s) == []
        assert desk.why("form " + " ".join(parts)) != []
    desk.set_up({**dict.fromkeys(parts, "waiting"), corps: "waiting"}, side=side)
    assert sets_at(desk.s) == [], "off the map nothing is formed"


@rule("15 German Panzer Corps ¶1", "15 French Armored Corps ¶1")
@BOTH
def test_the_reason_says_which_division_is_wanted(desk, side, corps, parts, place):
    desk.set_up({**dict.fromkeys(parts, place), corps: "waiting"}, side=side)
    number = "15 German Panzer Corps ¶1" if side == "german" else "15 French Armored Corps ¶1"
    nation = "German" if side == "german" else "French"
    first, second, third = parts
    for text, words in (
        (f"form {third}", f"is not a {nation} armored division"),
        (f"form {first} {third}", f"is not a {nation} armored division"),
        (f"form {first} {first}", "is named twice"),
        (f"form {first} {second} {second}", "is named twice"),
    ):
        assert desk.why(text) == [number], text
        assert words in desk.words(text), text
    another = "de-xix" if side == "german" else "fr-3-dcr"
    assert f"is not a {nation} motorized division" in desk.words(f"form {first} {second} {another}")
    free = "de-29-mot" if side == "german" else "fr-5-dim"
    assert "does not stand, undisrupted, in one hex" in desk.words(f"form {first} {second} {free}")


@rule("15 ¶1", "8 Supply Effects ¶1")
@BOTH
def test_supply_through_an_exchange(desk, side, corps, parts, place):
    """Ruling 90: the corps lacks supply if a division of it does, the divisions if the corps does; nobody else."""
    w = desk.w
    ids = [desk.unit(x) for x in parts]
    c = desk.unit(corps)
    rest = (1 << w.n_units) - 1 & ~(1 << c) & ~sum(1 << u for u in ids)
    for lacking, others in product(product((0, 1), repeat=3), (0, rest)):
        desk.set_up({**dict.fromkeys(parts, place), corps: "waiting"}, side=side)
        desk.s.unsupplied = others | sum(bit << u for bit, u in zip(lacking, ids, strict=True))
        desk.play("form " + " ".join(parts))
        assert bool(desk.s.unsupplied >> c & 1) is any(lacking)
        assert desk.s.unsupplied & rest == others
        assert {desk.at(x) for x in parts} == {"in-corps"}
        assert desk.at(corps) == place
        assert set(desk.s.german_parts if side == "german" else desk.s.allied_parts) == set(ids)
        assert (desk.s.allied_parts if side == "german" else desk.s.german_parts) == ()
        assert desk.s.moved >> c & 1
    for lacks, others in product((0, 1), (0, rest)):
        desk.set_up({**dict.fromkeys(parts, place), corps: "waiting"}, side=side)
        desk.play("form " + " ".join(parts))
        desk.s.stage = desk.s.moved = 0
        desk.restart(Moving())
        desk.s.unsupplied = others | lacks << c | (0 if lacks else sum(1 << u for u in ids))
        desk.play("break")
        assert [desk.s.unsupplied >> u & 1 for u in ids] == [lacks] * 3
        assert not desk.s.unsupplied >> c & 1
        assert desk.s.unsupplied & rest == others
        assert {desk.at(x) for x in parts} == {place}
        assert desk.at(corps) == "waiting"
        assert desk.s.german_parts == desk.s.allied_parts == ()
        assert members(desk.s.moved) == [], "the divisions may move"


@rule("15 German Panzer Corps ¶1", "15 French Armored Corps ¶1", "2 ¶4", "3 ¶3")
@BOTH
def test_when_a_corps_is_formed_and_broken(desk, side, corps, parts, place):
    """Formed at the end of a movement phase, which it closes; broken down at the start of one."""
    number = "15 German Panzer Corps ¶1" if side == "german" else "15 French Armored Corps ¶1"
    mover = "de-i" if side == "german" else "fr-iv"
    start = "1703" if side == "german" else "2417"
    units = {**dict.fromkeys(parts, place), corps: "waiting", mover: start}
    desk.set_up(units, side=side)
    assert desk.why("break") == [number], "it is not on the map"
    desk.play(f"move {mover} {sorted(desk.hexes(mover))[0]}", "form " + " ".join(parts))
    assert desk.s.stage == CLOSING
    for verb in ("move", "rail", "reserve", "stack", "break"):
        assert desk.why(verb) != [], verb
    assert [why.rule for why in why_not_forming(desk.s)] == [number], "it is in play"
    assert desk.legal() == ["end"]
    for impulse in (1, 2):
        desk.s.impulse = impulse
        desk.s.stage = desk.s.moved = 0
        desk.restart(Moving())
        assert "break" in desk.legal()
    desk.play(f"move {mover} {sorted(desk.hexes(mover))[0]}")
    assert desk.why("break") == ["2 ¶4"]
    desk.s.stage = desk.s.moved = 0
    desk.s.where[desk.unit("de-29-mot" if side == "german" else "fr-5-dim")] = desk.hex(place)
    desk.restart(Moving())
    assert desk.why("break") == [], "four divisions"
    desk.s.where[desk.unit("de-ssv" if side == "german" else "fr-3-dim")] = desk.hex(place)
    desk.restart(Moving())
    assert desk.why("break") == ["3 ¶2"], "five"


@rule("15 ¶1", "20 Belgian Late Alliance ¶1")
@pytest.mark.parametrize("turn", [-1, 0, 1])
def test_no_corps_is_formed_before_turn_0(desk, turn):
    side, corps, parts, place = FRENCH
    desk.set_up({**dict.fromkeys(parts, place), corps: "waiting"}, side=side, turn=turn)
    assert ("form" in {x.split()[0] for x in desk.legal()}) is (turn >= 0)
    assert (desk.why("form " + " ".join(parts)) == []) is (turn >= 0)

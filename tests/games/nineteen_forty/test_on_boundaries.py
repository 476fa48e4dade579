"""Small positions at boundaries of army groups and countries and in pockets: what is offered at once is what the
conditions allow, asked of every unit; and why a train cannot reach a hex, asked of every hex."""

from __future__ import annotations

import random

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, FRANCE, GERMAN, GERMANY
from grognard.games.nineteen_forty.rules import movement, rail
from grognard.games.nineteen_forty.rules.command import bounds
from grognard.games.nineteen_forty.rules.field import can_go, ready
from grognard.games.nineteen_forty.rules.plain import PlainFacts
from grognard.games.nineteen_forty.rules.sequence import Moving
from grognard.games.nineteen_forty.rules.stacks import stack_unit_reasons
from grognard.games.nineteen_forty.rules.state import REPULSED, claim, facts, survey
from grognard.maps import mask_of, members
from grognard.suite import rule
from tests.games.nineteen_forty.conftest import Desk
from tests.games.nineteen_forty.test_facts import loaded

ALLIES = ["fr-iii", "fr-x", "fr-vi", "fr-ix", "fr-viii", "fr-i", "fr-vii", "fr-ii", "br-i", "be-i", "nl-i", "fr-cav"]
SMALL = ["fr-9-dim", "fr-5-dim", "fr-3-dim", "br-51", "fr-1-dcr", "fr-2-dcr", "nl-light"]
GERMANS = ["de-x", "de-i", "de-ii", "de-iii", "de-vii", "de-xii", "de-xv", "de-geb"]
FEW = ["de-9-pz", "de-10-pz", "de-13-mot", "de-29-mot", "de-22-ll", "de-1-cav"]


def huddle(desk, seed, side):
    """A stack on a boundary; around it friends, some of whom have moved, and enemies, some with few points left."""
    w, chance = desk.w, random.Random(seed)
    edges = [
        h
        for h in members(w.land)
        if len({w.country[x] for x in w.grid.neighbours[h]} - {-1}) > 1
        or sum(any(area >> x & 1 for x in w.grid.neighbours[h]) for area in w.allied_groups) > 1
        or w.sea_ends >> h & 1
    ]
    centre = chance.choice(edges)
    near = [h for h in w.grid.neighbours[centre] if w.land >> h & 1]
    large, small, foes = (GERMANS, FEW, ALLIES) if side == "german" else (ALLIES, SMALL, GERMANS)
    large, small, foes = (chance.sample(names, len(names)) for names in (large, small, foes))
    held: dict[int, list[str]] = {centre: [small.pop(), chance.choice([small, large]).pop()]}
    for h in near:
        draw = chance.random()
        if draw < 0.6:
            held[h] = [large.pop()] if large else []
            if small and chance.random() < 0.3:
                held[h].append(small.pop())
        elif draw < 0.75:
            held[h] = [foes.pop()]
    units: dict[str, str] = {}
    for h, names in held.items():
        for name in names:
            there = [desk.unit(x) for x, place in units.items() if place == w.labels[h]]
            if movement.may_stack(w, [desk.unit(name), *there]):
                units[name] = w.labels[h]
    groups = {army: chance.choice("123") for army in w.allied_armies} | {"bef": "1"}
    desk.set_up(
        units, side=side, turn=chance.choice([0, 1, 1, 3]), impulse=chance.choice([1, 2, 2]), groups=groups,
        war="belgium holland luxembourg switzerland",
    )  # fmt: skip
    s = desk.s
    s.released = chance.choice([0, chance.getrandbits(8)])
    s.belgium_lost = chance.random() < 0.3
    for name in units:
        u = desk.unit(name)
        if w.side[u] == s.side:
            if s.where[u] != centre and chance.random() < 0.5:
                s.moved |= 1 << u
            if chance.random() < 0.6:
                s.unsupplied |= 1 << u
            if chance.random() < 0.1:
                s.disrupted[u] = REPULSED
    if chance.random() < 0.6:  # a pocket: nothing beyond these hexes is friendly
        pocket = w.bit[centre] | sum(w.bit[h] for h in near)
        s.german, s.allied = (pocket, w.land & ~pocket) if side == "german" else (w.land & ~pocket, pocket)
        claim(s)
    desk.restart(Moving())
    return [u for u in w.of_side[s.side] if s.where[u] < w.n]


@rule("6 ¶1", "3 ¶1", "3 ¶2", "6 ¶2a", "6 Rail ¶1", "6 Rail ¶2", "17 French ¶1a", "13 Belgium ¶1b", "13 Holland ¶1a")
@pytest.mark.parametrize("side", ["german", "allied"])
@pytest.mark.parametrize("part", range(4))
def test_what_is_offered_at_a_boundary_is_what_the_conditions_allow(desk, side, part):
    met: dict[tuple[str, bool], int] = {}
    for seed in range(part * 40, part * 40 + 40):
        own = huddle(desk, seed, side)
        s, kept = desk.s, facts(desk.s)
        step = s.stack[-1]
        offers = {
            "move": (kept.movers(s), lambda u: movement.move_unit_reasons(s, step, side, (u,))),
            "rail": (kept.trains(s), lambda u: rail.rail_unit_reasons(s, step, side, (u,))),
            "stack": (kept.joining(s, 0), lambda u: stack_unit_reasons(s, step, side, (0, u))),
        }
        for verb, (found, reasons) in offers.items():
            for u in own:
                can = next(reasons(u), None) is None
                assert bool(found >> u & 1) is can, (seed, verb, desk.w.ids[u])
                met[verb, can] = met.get((verb, can), 0) + 1
        for u in members(kept.movers(s)):
            ends = [h for h in members(movement.reached(s, u).mask) if movement.may_end(s, u, h)]
            assert members(kept.goals(s, u)) == ends, (seed, desk.w.ids[u])
        for u in members(kept.trains(s)):
            stops = [h for h in members(rail.rail_region(s, u)) if movement.can_stay(s, u, h)]
            assert members(kept.stations(s, u)) == stops, (seed, desk.w.ids[u])
    assert all(met[verb, can] > 3 for verb in ("move", "rail", "stack") for can in (True, False)), met


@rule("6 ¶1", "3 ¶1")
def test_who_finds_room_beside_him_is_not_searched_for():
    """All hexes around III Corps hold corps, of which one can make room."""
    plain = Desk()
    plain.game = loaded(compiled=False)
    plain.w = plain.game.data
    near = [plain.w.labels[h] for h in plain.w.grid.neighbours[plain.hex("2215")]]
    friends = dict(zip(ALLIES[1:7], near, strict=True))
    for moved, searched in ((0, False), (6, True)):
        plain.set_up({"fr-iii": "2215", **friends, "de-i": "1703"}, side="allied")
        s, u = plain.s, plain.unit("fr-iii")
        s.moved = sum(1 << plain.unit(name) for name in list(friends)[:moved])
        kept = facts(s)
        assert isinstance(kept, PlainFacts)
        field = kept.on(s)
        assert ready(s, field).others >> u & 1
        assert can_go(s, field, u)
        assert (u in field.reaches) is searched


@rule("6 ¶2a", "13 Holland ¶1a", "3 ¶2", "6 ¶1")
def test_two_that_have_no_hex_in_common_are_no_stack(desk):
    """I Corps, unsupplied, has not the points for the rivers and goes to Belgium alone; the Light Division stays in
    Holland; and where both could go a Dutch corps stands."""
    units = {"br-i": "0612", "nl-light": "0612", "nl-i": "0611", "fr-x": "0613", "de-i": "0513"}
    for guard in (True, False):
        desk.set_up(
            {name: place for name, place in units.items() if guard or name != "nl-i"}, side="allied", impulse=2
        )
        desk.s.unsupplied = 1 << desk.unit("br-i")
        desk.restart(Moving())
        assert "0712" in desk.hexes("br-i")
        assert "0512" not in desk.hexes("br-i")
        assert "0712" not in desk.hexes("nl-light")
        assert "0512" in desk.hexes("nl-light")
        assert desk.why("stack br-i nl-light") == (["6 ¶1"] if guard else [])
        both = sum(1 << desk.unit(name) for name in ("br-i", "nl-light"))
        assert facts(desk.s).joining(desk.s, 0) & both == (0 if guard else both)


# -------------------------------------------------------------------------------------------------------- rail


@rule("6 Rail ¶1", "6 Rail ¶2", "3 ¶2", "11 Parachute Regiments ¶1")
@pytest.mark.parametrize(("beside", "moved", "rides"), [({}, False, True), ({"fr-iii": "2017"}, True, False),
                                                        ({"fr-9-dim": "2017"}, True, True),
                                                        ({"de-fj-1": "2017"}, False, False)])  # fmt: skip
def test_a_train_out_of_a_pocket_of_two_hexes(desk, beside, moved, rides):
    """The other hex is empty, holds a corps or a division that has moved, or a German regiment."""
    desk.set_up({"fr-iv": "2018", "de-i": "1703", **beside}, side="allied")
    s, w = desk.s, desk.w
    s.allied = mask_of(map(desk.hex, ("2018", "2017")))
    s.german = w.land & ~s.allied
    s.moved = mask_of(map(desk.unit, beside)) if moved else 0
    desk.restart(Moving())
    assert members(facts(s).trains(s)) == ([desk.unit("fr-iv")] if rides else [])
    assert ("rail" in {text.split()[0] for text in desk.legal()}) is rides
    assert (desk.why("rail fr-iv") == []) is rides


def routes(desk, u, *, eastward):
    """Where rail routes of the unit lead, walked hex by hex (6 Rail ¶1, ¶2; rulings 26, 27; 18 ¶1d)."""
    w, s = desk.w, desk.s
    side = w.side[u]
    around = survey(s)
    country = GERMANY if side == GERMAN else FRANCE
    own, enemy = (s.german, s.interdicted_allied) if side == GERMAN else (s.allied, s.interdicted_german)
    found, new = {s.where[u]}, [s.where[u]]
    for a in new:
        for b in w.grid.neighbours[a]:
            kind = w.side_kind.get(w.grid.side(a, b), "")
            way = w.grid.direction_names[w.grid.direction(a, b)]
            if (
                b not in found and w.country[b] == country and own >> b & 1 and bounds(s, u) >> b & 1
                and not (around.zones[1 - side] | enemy) >> b & 1 and kind not in ("sea", "causeway", "lake")
                and not (side == ALLIED and around.regiments >> b & 1) and (not eastward or way in ("E", "NE"))
            ):  # fmt: skip
                found.add(b)
                new.append(b)
    return found - {s.where[u]}


@rule("6 Rail ¶1", "6 Rail ¶2", "18 ¶1d", "9 ¶3", "4 ¶2a", "17 French ¶1a", "3 ¶2")
@pytest.mark.parametrize(("unit", "start", "turn"), [("fr-iv", "1817", 0), ("fr-iv", "1817", 3), ("br-51", "2018", 3),
                                                     ("de-i", "1404", 3)])  # fmt: skip
def test_why_no_train_reaches_a_hex(desk, unit, start, turn):
    german = unit.startswith("de")
    others = {"fr-iii": "1716", "fr-9-dim": "1716", "de-x": "1503", "de-13-mot": "1503", "de-fj-1": "1916",
              "de-iv": "1913", "fr-v": "1306", "de-ii": "2215"}  # fmt: skip
    groups = dict.fromkeys(desk.w.allied_armies, "1") | {"french-3": "2"}
    desk.set_up({unit: start, **others}, side="german" if german else "allied", turn=turn, groups=groups)
    w, s, u = desk.w, desk.s, desk.unit(unit)
    s.moved = sum(1 << desk.unit(x) for x in others)
    s.interdicted_german, s.interdicted_allied = w.bit[desk.hex("1615")], w.bit[desk.hex("1602")]
    desk.hold(["1818", "2020", "1401"], "allied" if german else "german")
    desk.restart(Moving())
    home, own = (GERMANY, s.german) if german else (FRANCE, s.allied)
    around, full = survey(s), {desk.hex("1716"), desk.hex("1503")}
    zone = around.zones[1 - s.side]
    inner = s.interdicted_allied if german else s.interdicted_german
    reach, freely = (routes(desk, u, eastward=east) for east in (turn == 0, False))
    met = set()
    for h in members(w.land):
        label = w.labels[h]
        if h in reach:
            expected = ["3 ¶2"] if h in full else []
        elif h == s.where[u]:
            expected = ["6 Rail ¶2"]
        elif w.country[h] != home:
            expected = ["6 Rail ¶1"]
        elif not bounds(s, u) >> h & 1:
            expected = ["17 French ¶1a"]
        elif not own >> h & 1 or (not german and around.regiments >> h & 1) or zone >> h & 1:
            expected = ["6 Rail ¶1"]
        elif inner >> h & 1:
            expected = ["9 ¶3"]
        elif turn == 0 and h in freely:
            expected = ["18 ¶1d"]
        else:
            expected = ["6 Rail ¶2"]
        found = [why.rule for why in rail.rail_hex_reasons(s, s.stack[-1], desk.seat, (u, h))]
        assert found == expected, label
        met.update(expected)
    assert {"6 Rail ¶1", "6 Rail ¶2"} <= met
    if turn == 0:
        assert "18 ¶1d" in met
    words = {
        label: next(rail.rail_hex_reasons(s, s.stack[-1], desk.seat, (u, desk.hex(label)))).reason().text
        for label in (start, "1818" if not german else "1401")
    }
    assert "is there already" in words[start]
    assert "is not friendly territory" in words["1818" if not german else "1401"]

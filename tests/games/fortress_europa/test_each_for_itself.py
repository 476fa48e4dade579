"""5.2, 2.5: what is noted of one unit goes for no other, be it the next in the list; and counters of one kind may do
the same in the same place, whoever stands before and behind them in the list."""

from __future__ import annotations

from collections import defaultdict

import pytest

from grognard.games.fortress_europa.rules.combat.attacking import Attacking
from grognard.suite import rule

NOTED = (
    "moved", "sailed", "railed", "stuck", "landed", "pinned", "mired", "slowed", "stopped", "strafed", "sighted",
    "driven_in", "dropped", "invaders", "by_air", "ashore", "rebuilt", "unsupplied", "grounded", "fought", "began",
)  # fmt: skip
"""Sets of units in a state. Who trespasses or is expelled bears on others by the districts; who raids uses up a
raid."""
PLACES = ("M9", "J21", "Q10", "S26")
"""Open ground, beside a river, on a railway, before the mountains."""
ENEMIES = {
    "allied": {"de-lehr": "M12", "de-352": "L19", "de-77": "R13"},
    "german": {"us-2arm": "M12", "us-4": "L19", "br-3": "R13"},
}
FAR = {"allied": "A21", "german": "PP23"}


def options_of(desk, unit):
    """All that a unit may do, and what is against it where it may not, without its name."""
    game, s, seat = desk.game, desk.s, desk.seat
    found: dict[str, object] = {}
    for verb in ("move", "rail", "cross", "sail", "airlift", "attack"):
        if verb not in {action.text.split()[0] for action in game.legal(s, seat, "")}:
            continue
        texts = [action.text for action in game.legal(s, seat, f"{verb} {unit}")]
        found[verb] = sorted(text.replace(unit, "*") for text in texts)
        for goal in ("M8", "L10", "J22", "Q11", "T29", "S27"):
            found[f"{verb} {goal}"] = [r.rule for r in game.why_not(s, seat, f"{verb} {unit} {goal}")]
    return found


def stand(desk, unit, place, side, impulse, *, back=False, more=None):
    down = sum(1 << desk.w.section[name] for name in ("dordogne-1", "garonne-1"))
    return desk.set_up(
        {unit: place, **ENEMIES[side], **(more or {})}, side=side, impulse=impulse,
        bridges_down=down, back=unit if back else "", allied="A21 M9 J21 Q10" if side == "allied" else "",
    )  # fmt: skip


@rule("5.2", "5.3", "8.1", "8.2", "8.9", "10.4", "17.10.4", "27.7")
@pytest.mark.parametrize("impulse", [1, 2])
@pytest.mark.parametrize(
    ("side", "unit"), [("allied", "us-1"), ("allied", "us-3arm"), ("german", "de-116pz"), ("german", "de-352")]
)
@pytest.mark.parametrize("place", ["M9", "J21", "Q10"])
def test_what_is_noted_of_one_unit_goes_for_no_other(desk, side, unit, impulse, place):
    w = desk.w
    u = desk.unit(unit)
    other = next(x for x in range(u + 1, w.n_units) if w.side[x] == w.side[u] and w.ids[x] not in ENEMIES[side])
    s = stand(desk, unit, place, side, impulse, more={w.ids[other]: FAR[side]})
    before = options_of(desk, unit)
    assert any(before.values())
    for name in NOTED:
        was = getattr(s, name)
        assert not was >> u & 1 or name == "began"
        setattr(s, name, was | 1 << other)
        s.facts = None
        assert options_of(desk, unit) == before, name
        setattr(s, name, was)
    s.facts = None
    s.spent[other] = 3
    assert options_of(desk, unit) == before, "spent"


def alike(w):
    """Lists of counters with the same print, by their numbers."""
    found = defaultdict(list)
    for u, unit in enumerate(w.units):
        key = (unit.nation, unit.type, unit.size, unit.service, unit.combat, unit.move, unit.back, unit.back_combat)
        found[key].append(u)
    apart = {w.landing_armor, *w.parts_of_79th}
    groups = ([u for u in units if u not in apart] for units in found.values())
    return [units for units in groups if len(units) > 1]


def marks(w, u):
    """What the neighbors in the list of units are."""
    sets = (w.armored, w.mountain_units, w.hqs, w.raiders, w.coastal_units, w.two_steps, w.droppers, w.immobile)
    return tuple((mask >> u + 1 & 3, mask >> u - 1 & 1 if u else 0) for mask in sets)


def pairs(w):
    """Of each kind two counters with different neighbors, none of them among the enemies, and their side."""
    enemies = {name for names in ENEMIES.values() for name in names}
    for units in alike(w):
        chosen = list({marks(w, u): w.ids[u] for u in units if w.ids[u] not in enemies}.values())[:2]
        if len(chosen) == 2:
            yield *chosen, ("german", "allied")[w.side[units[0]]]


@rule("2.5", "2.6", "2.7", "5.2", "8.1", "8.3", "8.4", "10.4")
@pytest.mark.parametrize("impulse", [1, 2])
@pytest.mark.parametrize("place", PLACES)
def test_counters_of_one_kind_may_do_the_same(desk, place, impulse):
    compared = 0
    for one, other, side in pairs(desk.w):
        seen = []
        for unit in (one, other):
            stand(desk, unit, place, side, impulse)
            seen.append(options_of(desk, unit) if desk.game.owing(desk.s) else None)
        assert seen[0] == seen[1], (one, other)
        compared += seen[0] is not None
    assert compared > 10


@rule("14.1", "14.6", "14.8", "2.6")
@pytest.mark.parametrize("place", ["M11", "L18"])
def test_counters_of_one_kind_attack_alike(desk, place):
    compared = 0
    for one, other, side in pairs(desk.w):
        seen = []
        for unit in (one, other):
            desk.set_up({unit: place, **ENEMIES[side]}, side=side, steps=[Attacking()])
            asked = bool(desk.game.owing(desk.s))
            against = [r.rule for r in desk.game.why_not(desk.s, desk.seat, "done")] if asked else []
            seen.append((options_of(desk, unit), against) if asked else None)
        assert seen[0] == seen[1], (one, other)
        compared += seen[0] is not None
    assert compared > 10

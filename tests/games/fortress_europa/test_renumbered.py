"""2.3, 2.5: a counter is what is printed on it. The rules know none by its number, nor by who stands before and
behind it in the list; the same goes for aircraft, ships, harbors and rivers.

The same game is played twice at once, with the data in another order: whatever is listed, and all that has become of
it, is the same by name.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter, defaultdict

import msgspec
import pytest

from grognard.games.fortress_europa.data.world import World
from grognard.games.fortress_europa.game import FortressEuropa
from grognard.kernel.match.position import write_position
from grognard.kernel.rules import CHANCE, OVER
from grognard.suite import rule

REVERSED = ("naval", "port", "objective", "district", "place", "side", "rail", "option")
GAMES = [
    ("invasion", "ss-first decoys flooding advanced-air battalions"),
    ("invasion", "decoys-for-hidden armor-release exits jersey"),
    ("bulge", "german-paradrops greif rolled-weather funnies canadians-with-british"),
    ("bulge", "decoys fuel exits ardennes-setup"),
    ("berlin", "varsity battalions bremen-closed"),
    ("west-wall", "bad-weather bomb-stockpile partisans-cut-supply"),
    ("campaign", "armour-gains-from-cities no-halving-when-grounded extended-4"),
]


def in_another_order(items, kind, rng):
    """Shuffled, but for those of one kind among themselves: which of several alike comes first, and who rolls first,
    is a matter of order."""
    kinds = defaultdict(list)
    for item in items:
        kinds[kind(item)].append(item)
    found = []
    while any(kinds.values()):
        (lucky,) = rng.choices([*kinds], [len(left) for left in kinds.values()])
        found.append(kinds[lucky].pop(0))
    return tuple(found)


def kind_of_unit(unit):
    if unit.type in ("paratroop", "glider", "glider-mountain"):
        return "airborne"
    return unit.entry if unit.entry == "overstrength" else (unit.nation, unit.type, "ffi" in unit.id)


def renumbered(game):
    """The same game with its data in another order."""
    rng, book = random.Random("order"), game.data.book
    other = FortressEuropa()
    changes = {name: tuple(reversed(getattr(book, name))) for name in REVERSED}
    changes["unit"] = in_another_order(book.unit, kind_of_unit, rng)
    changes["aircraft"] = in_another_order(book.aircraft, lambda plane: (plane.side, plane.kind), rng)
    other.data = other._made(World(msgspec.structs.replace(book, **changes)))
    return other


ONE = FortressEuropa()
OTHER = renumbered(ONE)


def told(game, scenario, options, s):
    """The position with names in place of numbers."""
    found = tomllib.loads(write_position(game, scenario, options, s))["state"]
    found.pop("pending", None)  # what another seat has decided and nobody sees yet
    for field, table in game.masks.items():
        names = getattr(s.data, table)
        number = {name: i for i, name in enumerate(names)}
        ranges = [item.partition("..") for item in found.get(field, ())]
        found[field] = {names[i] for a, _, b in ranges for i in range(number[a], number[b or a] + 1)}
    ids = s.data.ids
    for field in ("tried", "armor_rolls", "given_up"):
        found[field] = [(ids[u], what) for u, what in getattr(s, field)]
    for step in found.get("stack", ()):
        step.pop("before", None)  # aircraft by number
        if "units" in step:
            step["units"].sort()
    found["swaps"] = [(ids[u], ids[x]) for u, x in s.swaps]
    return found


def lists(s, z, seat, rng):
    """What can be done, in part: each beginning and some that go on."""
    todo = [""]
    while todo:
        prefix = todo.pop()
        one, other = ONE.legal(s, seat, prefix), OTHER.legal(z, seat, prefix)
        assert {a.text for a in one} == {a.text for a in other}, prefix
        if prefix.count(" ") < 3:
            longer = [a.text for a in one if a.text != prefix and (a.more or not a.complete)]
            todo += rng.sample(longer, min(3, len(longer))) if prefix else longer


@rule("2.3", "2.5", "5.2", "14.1")
@pytest.mark.parametrize(("scenario", "chosen"), GAMES)
def test_nothing_hangs_on_the_order_of_the_counters(scenario, chosen):
    assert ONE.data.ids[5] != OTHER.data.ids[5]
    options = ONE.settle_options(scenario, dict.fromkeys(chosen.split(), True))
    rng = random.Random(f"{scenario} {chosen}")
    s, z = ONE.start(scenario, options), OTHER.start(scenario, options)
    met: Counter[type] = Counter()
    actions = 0
    while (turn := ONE.turn(s)) is not OVER and actions < 800:
        assert OTHER.turn(z) == turn
        if turn is CHANCE:
            outcome = ONE.chance(s).sample(rng)
            ONE.apply(s, outcome)
            OTHER.apply(z, outcome)
            continue
        seat = min(turn) if isinstance(turn, frozenset) else turn
        kind = type(s.stack[-1])
        met[kind] += 1
        if met[kind] < 5 or rng.random() < 0.01:
            lists(s, z, seat, rng)
        if met[kind] < 3 or actions % 100 == 0:
            assert told(ONE, scenario, options, s) == told(OTHER, scenario, options, z)
        text = "rest"
        while "rest" in text.split("; "):  # it sets up who is left, one after the other
            deed = ONE.random(s, seat, rng)
            text = ONE.said(s, deed).text
        ONE.apply(s, deed)
        OTHER.apply(z, OTHER.read(z, seat, text))
        actions += 1
    assert actions > 200
    assert len(met) > 6

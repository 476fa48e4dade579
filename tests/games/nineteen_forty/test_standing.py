"""Who stands where and who controls what, carried along through any change, against the rule put plainly."""

from __future__ import annotations

import random

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN, HOME
from grognard.games.nineteen_forty.game import NineteenForty
from grognard.games.nineteen_forty.rules.facts import Facts
from grognard.games.nineteen_forty.rules.standing import Standing, Survey
from grognard.games.nineteen_forty.rules.state import Position, facts, survey
from grognard.maps import mask_of, use_compiled
from grognard.suite import rule


@pytest.fixture(params=[True, False], ids=["compiled", "plain"], scope="module")
def game(request: pytest.FixtureRequest) -> NineteenForty:
    try:
        if use_compiled(request.param) != request.param:
            pytest.skip("nothing is compiled: python -m grognard.compile")
        return NineteenForty()
    finally:
        use_compiled(True)


def plainly(s: Position, side: int) -> Standing:
    """4 ¶1, 7 Disruption, 11 and 13 Neutral Status ¶1, unit by unit: who occupies, crowds, controls."""
    w = s.data
    here = [u for u in w.of_side[side] if s.where[u] < w.n]
    units = [u for u in here if not w.regiment[u]]
    places = [s.where[u] for u in units]
    awake = [u for u in units if not s.disrupted[u] and not s.dropped >> u & 1]
    free = [u for u in awake if (s.war & ~s.fresh) >> HOME[w.nation[u]] & 1]
    zones = 0
    for u in awake:
        zones |= w.zoc[s.where[u]] if u in free else w.zoc[s.where[u]] & w.countries[HOME[w.nation[u]]]
    return Standing(
        occupied=mask_of(places),
        zones=zones,
        corps=mask_of(s.where[u] for u in units if w.load[u] == 3),
        crowd=mask_of(h for h in places if places.count(h) > 1),
        sound=mask_of(s.where[u] for u in free),
        shaken=mask_of(s.where[u] for u in here if s.disrupted[u]),
    )


def shuffled(s: Position, rng: random.Random) -> None:
    """Some units are elsewhere, off the map too, or in another condition; a country joined or left the war."""
    w = s.data
    few = rng.sample(range(w.n), 12)  # so that stacks of friends, of foes and of regiments come about
    for u in rng.sample(range(w.n_units), rng.randint(1, 12)):
        s.where[u] = rng.choice([*few, *range(w.n, len(w.spots))])
    for u in rng.sample(range(w.n_units), rng.randint(0, 3)):
        s.disrupted[u] = rng.randrange(3)
    if rng.random() < 0.3:
        s.dropped = mask_of(rng.sample(w.airborne_units, rng.randint(0, len(w.airborne_units))))
    if rng.random() < 0.2:
        s.war = 3 | rng.randrange(64)
        s.fresh = s.war & rng.randrange(64) & ~3


@rule("4 ¶1", "13 Neutral Status ¶1", "7 Disruption ¶1a")
def test_whatever_changes_the_survey_is_that_of_the_rule(game: NineteenForty) -> None:
    rng = random.Random(41)
    s = game.start("campaign")
    w = s.data
    bound = crowded = 0
    for _ in range(150):
        shuffled(s, rng)
        found = survey(s)
        german, allied = plainly(s, GERMAN), plainly(s, ALLIED)
        assert found.sides == (german, allied)
        assert found.regiments == mask_of(h for u, h in enumerate(s.where) if w.regiment[u] and h < w.n)
        at = {h: tuple(u for u in range(w.n_units) if s.where[u] == h) for h in set(s.where) if h < w.n}
        assert {h: units for h, units in found.at.items() if h < w.n} == at
        assert survey(s.copy()) == found == survey(s.bare())
        bound += german.sound.bit_count() + allied.sound.bit_count() < (german.occupied | allied.occupied).bit_count()
        crowded += bool(german.crowd and allied.crowd)
    assert bound > 20, "neutrals and new allies were among them"
    assert crowded > 20


@rule("4 ¶1")
def test_a_unit_that_walks_is_counted_nowhere_until_it_stands(game: NineteenForty) -> None:
    rng = random.Random(42)
    s = game.start("campaign")
    w, kept = s.data, facts(s)
    for _ in range(60):
        shuffled(s, rng)
        u = rng.choice([u for u in range(w.n_units) if s.where[u] < w.n])
        goal, side = rng.randrange(w.n), w.side[u]
        before: Survey = Facts.survey(kept, s)
        lifted = kept.lift(s, u, before).tallies[side].standing()
        left = s.bare()
        left.where[u] = w.out
        assert lifted == plainly(left, side)
        kept.settle_down(s, u, goal)
        assert s.where[u] == goal
        assert kept.found is not None
        assert kept.found.sides == (plainly(s, GERMAN), plainly(s, ALLIED))
        assert Facts.survey(kept, s) is kept.found

"""Positions that cannot be are noticed."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.standing import put
from grognard.games.fortress_europa.rules.state import NOWHERE

UNITS = {"us-1": "M9", "us-over-1": "M10", "us-4": "aside", "de-352": "M12", "de-lehr": "KK10"}


def position(desk):
    s = desk.set_up(UNITS)
    s.overstrength[0] = desk.unit("us-4")
    return s


def test_what_can_be_is_not_complained_of(desk):
    assert list(desk.game.check(position(desk))) == []
    for scenario in desk.game.scenarios:
        assert list(desk.game.check(desk.game.start(scenario.id))) == []


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("7.1", lambda s, u: s.where.__setitem__(u["de-352"], s.data.index["M13"])),
        ("8.6", lambda s, u: put(s, u["de-352"], next(h for h in range(s.data.n) if s.data.sea >> h & 1))),
        ("9.1", lambda s, u: s.bound.__setitem__(u["us-1"], 2)),
        ("2.8", lambda s, u: s.face.__setitem__(u["us-over-1"], 1)),
        ("3.3", lambda s, u: s.notes.__setitem__(u["de-352"], 5)),
        ("27.12", lambda s, u: s.overstrength.__setitem__(0, -1)),
        ("27.12", lambda s, u: put(s, u["us-4"], s.data.index["M9"])),
        ("31.6", lambda s, u: s.decoy_unit.__setitem__(0, u["de-lehr"])),
        ("27.3", lambda s, u: s.pools.__setitem__(0, -1)),
        ("17.9.1", lambda s, u: s.mission.__setitem__(0, 99)),
        ("19.1", lambda s, u: s.ship_at.__setitem__(0, 9999)),
        ("18.7.8", lambda s, u: s.port_damage.__setitem__(0, 99)),
        ("29.5", lambda s, u: s.mulberry_damage.__setitem__(0, -1)),
        ("20.4", lambda s, u: setattr(s, "raids", -1)),
    ],
)
def test_what_cannot_be_is(desk, rule, change):
    s = position(desk)
    assert NOWHERE in s.decoy_at
    change(s, desk.w.unit)
    assert rule in {reason.rule for reason in desk.game.check(s)}

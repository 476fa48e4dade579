"""Standing orders: what a player has said once is not asked again, and nothing else is decided for him."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.air.naval import Stationing
from grognard.games.fortress_europa.rules.combat.removing import Removing
from grognard.games.fortress_europa.rules.combat.retreat import Yielding
from grognard.games.fortress_europa.rules.flooding import FloodPhase, OpenDykes
from grognard.suite import rule
from tests.games.fortress_europa.test_stacking import infantry
from tests.games.test_every_game import choices_of


def answer(desk, order):
    """What the order answers to what is asked now."""
    return desk.s.stack[-1].standing(desk.s, desk.seat, order)


FOLLOWS = {
    OpenDykes: {"no-flood"}, Yielding: {"stand-fast"}, Removing: {"keep-weak"},
    Stationing: {"ships-stay", "idle-ships"},
}  # fmt: skip
"""Which step follows which orders."""


@rule("14.10", "16.4", "19.3", "31.11")
def test_every_order_is_followed_somewhere_and_no_step_follows_a_wrong_one(desk):
    w = desk.w
    orders = [o.id for o in desk.game.orders]
    assert orders == ["no-flood", "stand-fast", "keep-weak", "ships-stay", "idle-ships"]
    assert {kind for kind in choices_of(desk.game) if "standing" in vars(kind)} == set(FOLLOWS)
    foot = infantry(desk, GERMAN, 2)
    for kind, follows in FOLLOWS.items():
        step = Yielding((desk.unit(foot[0]),), 1, 2, GERMAN) if kind is Yielding else kind()
        beset = {"de-vs-1": "M12", "us-1": "M13", "us-4": "M13"} if kind is Removing else {}
        s = desk.set_up(
            dict.fromkeys(foot, "M12") | beset, side="allied" if kind is Stationing else "german", turn="jun-3",
            ship_at=[0] * len(w.ships), options="flooding", flooded=False, steps=[step],
        )  # fmt: skip
        assert type(s.stack[-1]) is kind
        assert {order for order in orders if answer(desk, order) is not None} == follows


@rule("31.11")
def test_the_dykes_stay_shut_for_who_said_so(desk):
    desk.set_up({}, options="flooding", flooded=False, steps=[FloodPhase()])
    assert (answer(desk, "no-flood"), answer(desk, "stand-fast")) == ("wait", None)
    assert "wait" in desk.legal()


@rule("16.4")
def test_who_may_stay_stays(desk):
    unit = desk.unit(infantry(desk, GERMAN, 1)[0])
    desk.set_up({desk.w.ids[unit]: "M12"}, steps=[Yielding((unit,), 1, 2, GERMAN)])
    assert desk.step() == "Yielding"
    assert (answer(desk, "stand-fast"), answer(desk, "keep-weak")) == ("stay", None)


@rule("19.3")
def test_ships_stay_where_they_are_or_only_where_no_enemy_is_in_reach(desk):
    w = desk.w
    desk.set_up({}, turn="jun-3", ship_at=[0] * len(w.ships), steps=[Stationing()])
    assert (answer(desk, "ships-stay"), answer(desk, "idle-ships")) == ("done", "done")
    [foe] = infantry(desk, GERMAN, 1)
    desk.set_up({foe: "M5"}, turn="jun-3", ship_at=[0] * len(w.ships), steps=[Stationing()])
    assert (answer(desk, "ships-stay"), answer(desk, "idle-ships")) == ("done", None), "there is a coast to fight for"
    desk.set_up({}, turn="jun-1", steps=[Stationing()])
    assert (answer(desk, "ships-stay"), answer(desk, "idle-ships")) == (None, None), "they have no places yet"


@rule("14.10")
def test_weak_units_are_kept_only_where_they_need_not_go(desk):
    """A 1-factor unit beside a strong stack: alone it must go, with strong company it may stay."""
    w = desk.w
    strong = sorted(w.of_side[ALLIED], key=lambda u: -w.combat[u][0] if w.kind[u] == "infantry" else 0)[:2]
    foot = [u for u in w.of_side[GERMAN] if w.kind[u] == "infantry" and w.combat[u][0]]
    weak = min(foot, key=lambda u: w.combat[u][0])
    enemy = {w.ids[u]: "M13" for u in strong}
    assert sum(w.combat[u][0] for u in strong) > 6 * w.combat[weak][0]
    desk.set_up({**enemy, w.ids[weak]: "M12"}, side="german", steps=[Removing()])
    assert desk.step() == "Removing"
    assert answer(desk, "keep-weak") is None, "it must go"
    mates = sorted(w.of_side[GERMAN], key=lambda u: -w.combat[u][0] if w.kind[u] == "infantry" else 0)[:2]
    desk.set_up({**enemy, w.ids[weak]: "M12", **{w.ids[u]: "M12" for u in mates}}, side="german", steps=[Removing()])
    assert desk.step() == "Removing"
    assert answer(desk, "keep-weak") == "keep"

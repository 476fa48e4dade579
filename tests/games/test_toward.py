"""Who can go to a place or attack it, and what they make together: the planner's two questions."""

from __future__ import annotations

from grognard.games.nineteen_forty.rules.declaring import Declaring
from grognard.kernel.match.table import Table
from tests.games.nineteen_forty.conftest import Desk
from tests.games.springtime.springtime_desk import act, desk


def test_everyone_who_can_reach_an_area_is_named_and_nobody_else() -> None:
    table = desk({"ge-4": "5", "hoth-pz": "5", "ge-12": "2", "fr-1": "10"}, impulse=2)
    act(table, "assault A")
    for place in ("10", "11", "16"):
        texts = {a.text for a in table.toward(place)}
        every = {a.text for unit in ("ge-4", "hoth-pz", "ge-12") for a in table.legal(f"move {unit}") if a.complete}
        assert texts == {text for text in every if text.split()[2] == place}
    assert table.toward("nowhere") == []


def test_the_odds_of_several_are_those_of_their_battle() -> None:
    maps = Desk()
    w = maps.game.data
    target = w.index["1606"]
    one, two = [w.labels[h] for h in range(w.n) if w.attack_mask[h] >> target & 1][:2]
    s = maps.set_up({"de-i": one, "de-x": two, "fr-iii": "1606"})
    s.stack.clear()
    s.then(Declaring())
    maps.game.advance(s, None)
    table = Table(maps.game, position=s, practice=True)
    first, second = "attack de-i 1606", "attack de-x 1606"
    assert {a.text for a in table.toward("1606")} == {first, second}
    alone, both = table.odds(first), table.together(first, [second])
    assert alone is not None
    assert both is not None
    assert alone.title != both.title
    assert table.draft("german") == (), "nothing was declared"
    table.play(second)
    assert both == table.odds(first), "as if the other had been declared"
    assert table.together(first, ["attack fr-iii 1606"]) == table.odds(first), "what does not fit is left out"

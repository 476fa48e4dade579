"""Every example runs, in its short form, and says something that can be checked."""

import importlib.util
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SHORT = {
    "is_it_balanced": ((2, 1), lambda rows: len(rows) == 4 and all(0 <= row["share"] <= 1 for row in rows)),
    "what_is_a_unit_worth": ((3, 1), lambda row: row["low"] <= row["difference"] <= row["high"]),
    "when_does_paris_fall": ((2, 1), lambda svg: svg.startswith("<svg")),
    "how_good_is_this_opening": ((2,), lambda wins: set(wins) == {"the opening", "the bot alone"}),
    "my_own_bot": ((1,), lambda won: won in (0, 1)),
    "all_battles_as_a_table": ((1, 1), lambda table: table.height > 3 and table["battles"].sum() > 10),
    "does_luck_decide": ((3,), lambda found: found[0] <= found[1] <= 3),
    "what_does_an_option_change": ((3, "chaotic-events", 1), lambda row: row["test"] == "Mann-Whitney"),
    "draw_a_position": ((), lambda svg: "GHQ" in svg),
    "what_happened": ((), lambda played: played.result.score > 0),
    "where_to_land": ((1,), lambda won: len(won) == 5 and all(games in (0, 1) for games in won.values())),
    "where_to_stand": ((1,), lambda won: len(won) == 8 and all(games in (0, 1) for games in won.values())),
    "how_to_hold_france": ((1,), lambda won: len(won) == 10 and all(x in (0, 0.5, 1) for x in won.values())),
    "which_german_plan": ((1,), lambda found: len(found) == 7 and all(sum(ends) <= 1 for ends in found.values())),
    "learn_a_policy": ((8, 6), lambda share: share >= 0.8),
}


def load(name):
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_example_is_run_and_listed():
    names = {path.stem for path in EXAMPLES.glob("*.py")}
    assert names == set(SHORT)
    listed = (EXAMPLES / "README.md").read_text()
    assert all(f"[{name}.py]({name}.py)" in listed for name in names)


@pytest.mark.parametrize("name", SHORT)
def test_an_example_runs(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words, holds = SHORT[name]
    assert holds(load(name).main(*words))
    assert capsys.readouterr().out


@pytest.mark.long
def test_a_policy_learns_to_beat_random_play():
    assert load("learn_a_policy").main(200, 200) >= 0.8

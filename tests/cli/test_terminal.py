"""The terminal game, driven by what a player types."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from toys.skirmish import Skirmish

from grognard.cli import sketch
from grognard.cli.terminal import Session
from grognard.kernel import show
from grognard.kernel.match.record import build_record, dump_record
from grognard.kernel.match.save import load_game
from grognard.kernel.registry import load
from grognard.kernel.rules.actions import Action

ROOT = Path(__file__).parents[2]

PLAY = ("play", "skirmish", "--terminal", "--seed", "1")
BOTH = ("--seat", "red=human", "--seat", "blue=human")


def test_numbers_choose_slot_by_slot(run):
    out = run(*PLAY, *BOTH, typed="1\n3\n").out
    assert "move red-1 [to]> 3" in out  # C1 is the third hex that red-1 can reach
    assert "red-1 moves to C1. [2]" in out


def test_typed_actions_and_beginnings_of_them_are_taken(run):
    out = run(*PLAY, *BOTH, typed="move red-1 B1 via B1\nmove red-2\nB3\n").out
    assert "red-1 moves to B1." in out
    assert "red-2 moves to B3." in out


def test_the_map_is_drawn_and_its_places_listed(run):
    out = run(*PLAY, *BOTH).out
    lines = out.splitlines()
    row = next(i for i, line in enumerate(lines) if line.split() == ["A1", "A2", "A3", "A4", "A5"])
    assert lines[row + 1].split() == ["red-1", "red-2", "·", "red-3", "red-4"]
    assert any(line.split() == ["E5", "blue-4", "2/2"] for line in lines)


def test_why_names_the_reason_and_its_rule(run):
    out = run(*PLAY, *BOTH, typed="why move red-1 E1\nwhy move red-1 B1\n").out
    assert "E1 is occupied. [2.2]" in out
    assert "“move red-1 B1” is legal." in out


def test_why_in_the_middle_of_an_action_takes_the_next_word(run):
    assert "red-1 cannot reach E3 in two hexes. [2.1]" in run(*PLAY, *BOTH, typed="1\nwhy E3\n").out


def test_a_refused_action_tells_its_reasons_and_changes_nothing(run):
    out = run(*PLAY, *BOTH, typed="move blue-1 D1\nmap\n").out
    assert "blue-1 is not yours. [2]" in out
    assert "moves" not in out


def test_undo_and_redo(run):
    out = run(*PLAY, *BOTH, typed="move red-1 B1\nundo\nmove red-1 C1\nundo\nredo\nposition\n").out
    assert out.count("Taken back.") == 2
    assert 'red-1 = "C1"' in out


def test_undo_at_a_practice_table_goes_back_over_the_bots(run):
    out = run(*PLAY, "--seat", "blue=random", typed="attack-now\nundo\nposition\n").out
    assert "blue" in out
    assert "[state]\n\n" in out  # as at the start


def test_undo_stops_at_the_barrier(run):
    out = run("play", "skirmish", "--terminal", "--seat", "blue=random", typed="attack-now\nundo\n").out
    assert "The other side has acted since, so nothing before it can be taken back. [undo]" in out


def test_a_filter_lists_only_what_has_the_text(run):
    out = run(*PLAY, *BOTH, typed="/red-3\n1\n").out
    assert "Only those with “red-3”" in out
    assert "move red-3 [to]>" in out


def test_two_dots_go_back_by_a_word(run):
    assert run(*PLAY, *BOTH, typed="1\n..\n..\nmove red-2 B2\n").out.count("red-2 moves to B2.") == 1


def test_odds_are_shown_for_an_attack(run):
    moves = "move red-1 C1\nattack-now\nmove blue-1 D1\nattack-now\n"
    out = run(*PLAY, *BOTH, typed=moves + "odds attack red-1 blue-1\n").out
    # one attacker: 4, 5 and 6 hurt the defender, 1 the attacker
    rows = [line.split() for line in out.splitlines()]
    assert any(row[:3] == ["defender", "hurt", "1/2"] for row in rows)
    assert any(row[:3] == ["attacker", "hurt", "1/6"] for row in rows)


def test_a_draft_shows_its_parts_and_what_is_still_to_do(run):
    typed = "place division gold\ndone\nundo\nplace dummy gold\n"
    out = run("play", "landing", "--terminal", "--seat", "lander=random", typed=typed).out
    assert "So far: place division gold" in out
    assert "Still to do: The dummy is not placed. [1]" in out
    assert "So far: place dummy gold" in out


def test_any_part_of_a_draft_can_be_dropped(run):
    typed = "place division gold\nplace dummy juno\ndrop 1\ndrop 7\ndrop it\n"
    out = run("play", "landing", "--terminal", "--seat", "lander=random", typed=typed).out
    assert "So far: place dummy juno" in out
    assert "The draft has 1 parts; there is no part 7 to take out." in out
    assert "by its number" in out


def test_two_people_at_one_terminal_get_a_curtain_where_something_is_hidden(run):
    typed = "place division gold\nplace regiment juno\nplace dummy utah\ndone\n\nmap\n"
    humans = ("--seat", "defender=human", "--seat", "lander=human")
    out = run("play", "landing", "--terminal", *humans, typed=typed).out
    before, after = out.split("Hand over to lander, then press Enter.")
    assert "division" in before
    assert "division" not in after.split("lander: Choose")[0]
    assert "A block goes to gold." in after


def test_at_an_open_terminal_the_last_who_acted_takes_it_back(run):
    out = run("play", "skirmish", "--terminal", *BOTH, typed="attack-now\nundo\nposition\n").out
    assert "blue: " in out
    assert "Taken back." in out
    assert "[state]\n\n" in out  # as at the start


def test_a_practice_table_has_no_curtain(run):
    typed = "place division gold\nplace regiment juno\nplace dummy utah\ndone\n"
    humans = ("--seat", "defender=human", "--seat", "lander=human")
    assert "Hand over" not in run("play", "landing", "--terminal", "--practice", *humans, typed=typed).out


def test_bots_play_to_the_end_by_themselves(run):
    out = run(*PLAY, "--seat", "red=random", "--seat", "blue=random")
    assert out.code == 0
    assert "The game is over" in out.out


def test_a_whole_game_can_be_typed(run):
    out = run(*PLAY, *BOTH, typed="attack-now\n" * 6).out
    assert "draw. Both have as many lives left." in out


def test_save_and_go_on(run, tmp_path: Path):
    path = tmp_path / "game.json"
    run(*PLAY, *BOTH, typed=f"move red-1 C1\nsave {path}\n")
    out = run("play", "--load", path, *BOTH, typed="position\n").out
    assert 'red-1 = "C1"' in out


def test_the_record_that_is_written_replays(run, tmp_path: Path):
    path = tmp_path / "record.json"
    run(*PLAY, *BOTH, typed=f"move red-1 C1\nrecord {path}\n")
    out = run("replay", path)
    assert out.code == 0
    assert "red-1 moves to C1." in out.out
    assert "Today's rules play it the same way." in out.out


def test_a_record_goes_on_as_a_practice_table_that_names_its_parent(run, tmp_path: Path):
    path, further = tmp_path / "record.json", tmp_path / "further.json"
    whole = build_record(Skirmish().table())
    path.write_bytes(dump_record(whole))
    out = run("play", "--load", path, *BOTH, typed=f"move red-2 B2\nrecord {further}\n").out
    assert "this is a practice table that starts from it" in out
    assert json.loads(further.read_text())["parent"] == {"hash": whole["steps"][-1]["hash"], "step": 1}
    assert run("audit", further).code == 0


def test_hint_and_bot(run):
    out = run(*PLAY, *BOTH, typed="hint\nbot\nbot nobody\n").out
    assert "random would play:" in out
    assert "There is no bot “nobody”; there are: random." in out


@pytest.mark.parametrize(
    "command", ["?", "seq", "charts", "orders", "show", "log", "luck", "help", "map A1", "map red-1"]
)
def test_every_command_answers_and_the_game_goes_on(run, command: str):
    ran = run(*PLAY, *BOTH, typed=f"{command}\nmove red-1 B1\n")
    assert ran.code == 0
    assert "red-1 moves to B1." in ran.out


@pytest.mark.parametrize(
    "line", ["99", "0", "fly red-1", "move red-9 A1", ":nothing", "move", ";;", "map nowhere", "why"]
)
def test_nonsense_gets_one_sentence_and_the_game_goes_on(run, line: str):
    ran = run(*PLAY, *BOTH, typed=f"{line}\n..\n..\nmove red-1 B1\n")
    assert ran.code == 0
    assert "Traceback" not in ran.out + ran.err
    assert "red-1 moves to B1." in ran.out


def test_quit_ends(run):
    assert "Goodbye." in run(*PLAY, *BOTH, typed="quit\nmove red-1 B1\n").out


def test_a_damaged_save_is_refused_in_one_sentence(run, tmp_path: Path):
    path = tmp_path / "game.json"
    run(*PLAY, *BOTH, typed=f"move red-1 C1\nsave {path}\n")
    saved = json.loads(path.read_text())
    saved["record"]["steps"][1]["action"] = "move red-1 B1"
    path.write_text(json.dumps(saved))
    ran = run("play", "--load", path)
    assert ran.code == 2
    assert ran.err.strip() == "Step 1 of the record does not fit the hash chain: the file was changed there."


def test_the_tab_key_offers_what_may_come_next():
    session = Session(Skirmish().table(practice=True, seed=1), {"red": "human", "blue": "human"}, Console())
    session.viewer = "red"
    assert session.completions("mo") == ["move"]
    assert session.completions("move ") == ["red-1", "red-2", "red-3", "red-4"]
    assert session.completions("move red-1 B") == ["B1", "B2"]
    assert "undo" in session.completions("")
    session.prefix = ["move", "red-1"]
    assert session.completions("") == ["B1", "B2", "C1", "C2"]


def test_a_game_that_is_left_is_kept(monkeypatch, tmp_path: Path):
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO("move red-1 C1\nquit\n"))
    kept = tmp_path / "terminal" / "skirmish.save.json"
    players = {"red": "human", "blue": "random"}
    Session(Skirmish().table(), players, Console(file=out, width=200), keep=kept).run()
    assert f"grognard play skirmish --terminal --load {kept} --seat red=human --seat blue=random" in out.getvalue()
    opened = load_game(kept, Skirmish())
    assert opened.table is not None
    assert [entry.action.text for entry in opened.table.history[1:] if entry.action] == ["move red-1 C1"]


def test_ctrl_c_forgets_a_half_typed_action_and_then_leaves():
    """As a person does at a real terminal."""
    code = (
        "import signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # however the tests were started
        "from toys.skirmish import Skirmish\n"
        "from rich.console import Console\n"
        "from grognard.cli.terminal import Session\n"
        "Session(Skirmish().table(), {'red': 'human', 'blue': 'human'}, Console()).run()\n"
    )
    paths = os.pathsep.join(str(ROOT / part) for part in ("src", "tests/kernel"))
    terminal, other = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": paths, "TERM": "xterm"}
    command = [sys.executable, "-c", code]
    player = subprocess.Popen(command, env=environment, stdin=other, stdout=other, stderr=other)
    seen = b""

    def until(words: str, seconds: float = 30) -> bool:
        nonlocal seen
        end = time.monotonic() + seconds
        while words.encode() not in seen and time.monotonic() < end:
            if select.select([terminal], [], [], 0.2)[0]:
                seen += os.read(terminal, 65536)
        found, seen = words.encode() in seen, b""
        return found

    def interrupt(words: str) -> None:
        """Ctrl+C, once more where the line editor did not listen yet."""
        for _ in range(4):
            time.sleep(1)
            player.send_signal(signal.SIGINT)
            if until(words, 8):
                return
        raise AssertionError(f"“{words}” does not come")

    try:
        assert until("attack-now")
        os.write(terminal, b"move red-1\n")
        assert until("move red-1 [to]> ")
        interrupt("> ")
        interrupt("Goodbye.")
        assert player.wait(10) == 0
    finally:
        player.kill()
        player.wait(10)
        os.close(terminal)
        os.close(other)


def test_a_word_that_is_nothing_is_answered_in_words_and_with_what_there_is(run):
    out = " ".join(run(*PLAY, *BOTH, typed="dance\n").out.split())
    assert "“dance” is neither a command nor something to do here. There is: move, attack-now, and help." in out


def typed_at(game: str, typed: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a real game answers to these lines."""
    text, loaded = io.StringIO(), load(game)
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    Session(loaded.table(practice=True), dict.fromkeys(loaded.seats, "human"), Console(file=text, width=100)).run()
    return text.getvalue()


def test_an_overlay_of_a_unit_asks_for_the_unit(monkeypatch):
    out = " ".join(typed_at("springtime", "show supply\n", monkeypatch).split())
    assert "“Supply of a unit” needs a unit, as in: show supply hoth-pz." in out


def test_many_duties_are_counted_and_listed_on_request(monkeypatch):
    out = typed_at("1940", "todo\n", monkeypatch)
    prompts, listed = out.split("> todo")
    assert prompts.count("Still to do:") == 1
    more = int(prompts.split("… and ")[1].split()[0])
    assert listed.split("german:")[0].count("[16 ") == more + 1


def test_long_odds_are_folded_and_shown_on_request():
    rows = tuple(show.OddsRow(f"case {i}", "1/20", 0.05) for i in range(20))
    one = show.Odds("Odds", rows, replies=(show.Odds("A reply", rows[:1]),))
    text = io.StringIO()
    console = Console(width=100, file=text)
    console.print(sketch.odds(one))
    folded = text.getvalue()
    assert folded.count("case ") == sketch.MOST_OUTCOMES
    assert "12 less likely outcomes and 1 answer of the other side" in folded
    console.print(sketch.odds(one, whole=True))
    assert "A reply" in text.getvalue()
    assert "case 19" in text.getvalue()


def test_no_saved_game_is_written_over_another(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    out = Console(file=io.StringIO(), width=100)
    first, second = (Session(Skirmish().table(practice=True), {"red": "human", "blue": "human"}, out) for _ in "12")
    name = Path("skirmish.save.json")
    first.save(first.free(name))
    before = name.read_bytes()
    second.save(second.free(name))
    assert name.read_bytes() == before
    assert Path("skirmish-2.save.json").exists()
    first.table.play("move red-1 B1")
    first.save(first.free(name))
    assert name.read_bytes() != before, "one's own file is written again"
    again = Session(Skirmish().table(practice=True), {"red": "human", "blue": "human"}, out, loaded=name)
    assert again.free(name) == name


class Hasty(Skirmish):
    """Skirmish in which to attack at once wastes whoever has not moved."""

    id = "hasty"

    def wastes(self, s: Any, seat: str, action: Action) -> tuple[show.Waste, ...]:
        return (show.Waste("units", "2", "Nobody has moved."),) if action.text == "attack-now" else ()


@pytest.mark.parametrize(
    ("typed", "asked", "over"),
    [("attack-now\n\n", 1, False), ("attack-now\ny\n", 1, True), ("attack-now\nnever\n", 1, True)],
)
def test_an_end_that_wastes_something_is_asked_about_once(
    monkeypatch: pytest.MonkeyPatch, typed: str, asked: int, over: bool
) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    session = Session(Hasty().table(), {"red": "human", "blue": "human"}, Console(file=out, width=120))
    session.run()
    assert out.getvalue().count("Nobody has moved. [2]") == asked
    assert (len(session.table.history) > 1) is over, "the safe answer is the one without a word"
    assert session.unasked == ({("red", "units")} if "never" in typed else set())


def test_on_a_practice_table_an_end_is_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO("attack-now\n"))
    Session(Hasty().table(practice=True), {"red": "human", "blue": "human"}, Console(file=out, width=120)).run()
    assert "Nobody has moved." not in out.getvalue()

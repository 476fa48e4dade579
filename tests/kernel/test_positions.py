"""Positions as text: everything there, by hand only what differs, and one sentence for whatever is wrong."""

from __future__ import annotations

import random
import time
from typing import Any, ClassVar

import msgspec
import pytest
from toys.all import GAMES
from toys.landing import LandingGame
from toys.setups import SetUps
from toys.skirmish import HEX, Skirmish
from toys.smoke import Smoke

from grognard import BadInput
from grognard.kernel import show
from grognard.kernel.match.position import read_position, restore_state, save_state, write_position
from grognard.kernel.rules import Choice, State, Verb
from grognard.kernel.rules.game import Game
from grognard.suite import walk


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("seed", range(4))
def test_the_round_trip_gives_an_equal_state_at_every_node(game: Game[Any], seed: int) -> None:
    scenario = game.scenarios[0].id
    for node in walk(game, random.Random(seed), scenario, {}):
        text = write_position(game, scenario, {}, node.state)
        assert read_position(game, text) == (scenario, {}, node.state)
        raw = msgspec.json.decode(msgspec.json.encode(save_state(game, node.state)))
        assert restore_state(game, raw) == node.state


def test_a_view_can_be_written_and_read_too() -> None:
    table = LandingGame().table()
    table.play("place division gold; place regiment juno; place dummy sword; done")
    text = table.position("lander")
    assert read_position(table.game, text)[2] == table.view("lander")


def test_the_start_needs_no_words() -> None:
    for game in GAMES:
        assert read_position(game, "")[2] == game.start()
    assert Skirmish().table().position() == (
        'game = "skirmish"\nversion = "1"\nscenario = "meeting"\n\n[state]\n'
    )  # fmt: skip


def test_by_hand_only_what_differs_is_written() -> None:
    table = Skirmish().position('[state.at]\nred-1 = "C3"\nblue-4 = -1\n[state.lives]\nred-1 = 1\nblue-4 = 0\n')
    start = Skirmish().start()
    assert table.state.at == [HEX["C3"], *start.at[1:7], -1]
    assert table.state.lives == [1, 2, 2, 2, 2, 2, 2, 0]
    assert table.practice
    assert table.seat == "red"


def test_lists_of_names_are_written_as_names() -> None:
    table = Skirmish().table(practice=True)
    table.play("move red-2 B2")
    text = table.position()
    assert 'red-2 = "B2"' in text
    assert 'moved = [\n    "red-2",\n]' in text
    assert "A1" not in text


def test_in_mid_step_the_stack_is_there() -> None:
    table = Smoke().table(practice=True, forced=["two"])
    table.play("fire light-gun", forced=[6])
    text = table.position()
    again = Smoke().position(text)
    assert again.seat == "blue"
    assert again.decision().prompt == "Red rolled 6 against the light-gun. Smoke?"
    again.play("let", forced=[1])  # then Red fires at the only gun left
    assert again.state.lives == [2, 0]


def test_steps_may_name_what_they_hold() -> None:
    table = Smoke().table(practice=True, forced=["two"])
    table.play("fire light-gun", forced=[6])
    assert table.position().count('gun = "light-gun"') == 2
    by_hand = '[[state.stack]]\ntype = "Loss"\ngun = "field-gun"\nroll = 4\n[[state.stack]]\ntype = "Window"\n'
    again = Smoke().position(by_hand + 'gun = "field-gun"\nroll = 4\n')
    assert again.decision().prompt == "Red rolled 4 against the field-gun. Smoke?"
    fight = '[[state.stack]]\ntype = "Fight"\ntarget = "blue-1"\nattackers = ["red-1", "red-2"]\n'
    assert Skirmish().position(fight, forced=[4]).state.lives[4] == 1
    for bad in ('"flak"', "2", '["flak"]'):
        with pytest.raises(BadInput, match=r"In the position, (Fire\.gun|stack)"):
            Smoke().position(f'[[state.stack]]\ntype = "Fire"\ngun = {bad}\n')


def test_a_finished_draft_is_there_too() -> None:
    table = SetUps().table(practice=True)
    table.play("place red-guard west; place red-scout east; done", seat="red")
    again = SetUps().position(table.position())
    assert again.seats == ("blue",)
    again.play("place blue-guard centre; place blue-scout east; done")
    assert again.state.at == [0, 2, 1, 2]


def test_a_position_may_force_the_chance_that_is_due() -> None:
    table = Smoke().position("", forced=["two"])
    assert table.state.smoke == 2
    shot = '[[state.stack]]\ntype = "Loss"\ngun = 0\nroll = 0\n[[state.stack]]\ntype = "Fire"\ngun = 0\n'
    table = Smoke().position("[state]\nsmoke = 1\n" + shot, forced=[4])
    assert table.decision().prompt == "Red rolled 4 against the field-gun. Smoke?"


class Names(msgspec.Struct):
    hexes: tuple[str, ...] = ("0101", "0102", "0103", "0201", "0202")


def nothing(s: Any, step: Any, seat: str, args: Any, ev: Any) -> None:
    """It is over."""


class End(Choice["Odd"], frozen=True):
    note: str | None = None
    verbs = (Verb("end", nothing),)

    def seat(self, s: Odd) -> str:
        return "one"

    def prompt(self, v: Odd, seat: str) -> str:
        return "End."


class Zones:
    def __init__(self, count: int) -> None:
        self.count = count

    def copy(self) -> Zones:
        return Zones(self.count)


class Odd(State[Names, Zones]):
    control: int
    by_number: dict[int, int]
    tags: set[str]
    pairs: list[tuple[int, str]]

    def zones(self) -> int:
        if self.facts is None:
            self.facts = Zones(self.control.bit_count())
        return self.facts.count


class OddGame(Game[Odd]):
    id = "odd"
    title = "Odd"
    seats = ("one",)
    scenarios = (show.Scenario("odd", "Odd"),)
    State = Odd
    steps = (End,)
    masks: ClassVar[dict[str, str]] = {"control": "hexes"}

    def __init__(self) -> None:
        self.data = Names()

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Odd:
        s = Odd(self.data, [End()], [], 0, {}, set(), [])
        assert s.zones() == 0
        return s


def test_sets_as_ints_are_written_as_ranges() -> None:
    game = OddGame()
    s = game.start()
    s.control = 0b10111
    text = write_position(game, "odd", {}, s)
    assert '"0101..0103"' in text
    assert '"0202"' in text
    assert "facts" not in text
    assert read_position(game, text)[2] == s


def test_facts_follow_from_the_position_that_was_read() -> None:
    s = read_position(OddGame(), '[state]\ncontrol = ["0101..0202"]\n')[2]
    assert s.control == 0b11111
    assert s.zones() == 5
    s.control = 1
    assert s.copy().zones() == 5, "a copy carries what its state carries"
    assert s.bare().zones() == 1
    assert s == s.bare(), "facts are not compared"


def test_dicts_with_numbers_sets_and_pairs_go_round() -> None:
    game = OddGame()
    s = game.start()
    s.by_number = {3: 1, 12: 2}
    s.tags = {"b", "a", "c"}
    s.pairs = [(1, "x")]
    s.stack = [End("a note"), End()]
    text = write_position(game, "odd", {}, s)
    assert read_position(game, text)[2] == s
    assert text == write_position(game, "odd", {}, s.copy())
    raw = msgspec.json.decode(msgspec.json.encode(save_state(game, s)))
    assert restore_state(game, raw) == s


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[state", "The position is not TOML"),
        ("hello = 1", "unknown entry “hello”"),
        ('game = "chess"', "The position is of “chess”, not of “skirmish”."),
        ("game = 7", "The position is of “7”"),
        ('scenario = "nowhere"', "Skirmish has no scenario “nowhere”; it has: meeting."),
        ("scenario = 7", "no scenario"),
        ("scenario = []", "no scenario"),
        ("options = 7", "options"),
        ("[options]\nfog = true", "Skirmish has no option “fog”."),
        ("state = 7", "“state” must be a table"),
        ("[state]\nluck = 7", "unknown entry “luck”"),
        ("[state]\ndata = 7", "unknown entry “data”"),
        ('[state]\nturn = "two"', "turn"),
        ("[state]\nat = 7", "at must be a table"),
        ("[state]\nat = [1, 2]", "at must be a table"),
        ('[state.at]\nred-9 = "A1"', "at names “red-9”, which does not exist."),
        ('[state.at]\nred-1 = "Z9"', "at.red-1 is “Z9”, which does not exist."),
        ("[state.at]\nred-1 = 25", "at.red-1"),
        ("[state.at]\nred-1 = 1.5", "at"),
        ('[state.lives]\nred-1 = "all"', "lives"),
        ("[state]\nmoved = 7", "moved must be a list"),
        ('[state]\nmoved = ["red-9"]', "moved is “red-9”, which does not exist."),
        ("[state]\nmoved = [8]", "moved"),
        ('[state.at]\nred-1 = "A2"', "red-2 stands on red-1 in A2. [2.2]"),
        ("[state]\nstack = 7", "stack"),
        ("[[state.stack]]\ntype = 'Nothing'", "stack"),
        ("[[state.stack]]\ntype = 'Fight'", "stack"),
        ("[[state.stack]]\ntype = 'Fight'\ntarget = 'x'\nattackers = []", "Fight.target is “x”"),
        ("[[state.pending]]\nseat = 7", "pending"),
    ],
)
def test_whatever_is_wrong_gets_one_sentence_that_names_the_place(text: str, words: str) -> None:
    with pytest.raises(BadInput) as bad:
        Skirmish().position(text)
    assert words in str(bad.value)
    assert "\n" not in str(bad.value)


@pytest.mark.parametrize("text", [None, 7, b"", ["x"]])
def test_what_is_no_text_is_no_position(text: Any) -> None:
    with pytest.raises(BadInput, match="A position is a text"):
        Skirmish().position(text)


def test_a_unit_where_it_cannot_be_is_named_with_its_rule() -> None:
    with pytest.raises(BadInput, match=r"The position is not possible: The light-gun cannot have 3 lives\. \[2\]"):
        Smoke().position("[state.lives]\nlight-gun = 3\n")
    with pytest.raises(BadInput, match=r"Blue has spent 2 shells of 1\. \[3\]"):
        Smoke().position("[state]\nsmoke = 1\nspent = 2\n")
    with pytest.raises(BadInput, match=r"Both men of red stand at west\. \[1\.1\]"):
        SetUps().position('[state.at]\nred-guard = "west"\nred-scout = "west"\n')


@pytest.mark.parametrize("bad", ['["0101..9999"]', '["9999"]', "7", "[7]", '["0103..0101"]'])
def test_a_range_that_does_not_fit_is_refused(bad: str) -> None:
    with pytest.raises(BadInput, match="control"):
        read_position(OddGame(), f"[state]\ncontrol = {bad}\n")


def test_a_saved_state_that_lacks_something_says_what() -> None:
    game = Skirmish()
    raw = save_state(game, game.start())
    del raw["lives"]
    with pytest.raises(BadInput, match="The saved state has no “lives”"):
        restore_state(game, raw)


def test_a_game_that_trips_over_a_position_says_so_in_one_sentence() -> None:
    class Clumsy(Skirmish):
        def check(self, s: Any) -> Any:
            raise IndexError("list index out of range")

    with pytest.raises(BadInput, match="The position is not possible"):
        Clumsy().position("[state]\nturn = 2\n")


def test_a_text_that_a_reader_would_choke_on_is_refused_at_once() -> None:
    began = time.process_time()
    for text, words in (
        (".".join(["a"] * 20_000) + " = 1", "a key of more than 20 parts"),
        ("a = " + "[" * 3_000 + "]" * 3_000, "nested too deeply"),
        ("a = " + "9" * 5_000, "a number of more than 1000 digits"),
        ("# " + "x" * 2_000_000, "at most 2 MB"),
    ):
        with pytest.raises(BadInput, match=words):
            read_position(Skirmish(), text)
    assert time.process_time() - began < 2

"""Records: what happened, chained, replayed, and cut to what a seat saw."""

from __future__ import annotations

import hashlib
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from toys.all import GAMES
from toys.auction import Auction
from toys.landing import LandingGame
from toys.letters import Letters
from toys.setups import SetUps
from toys.skirmish import Skirmish
from toys.smoke import Smoke

import grognard
from grognard import BadInput, Broken
from grognard.bots import RandomBot
from grognard.kernel.match.record import build_record, chain, cut_record, dump_record, load_record, plain_scene
from grognard.kernel.match.save import load_game, save_game
from grognard.kernel.match.table import Table
from grognard.kernel.rules.actions import PUBLIC
from grognard.kernel.rules.game import Game


def play_on(table: Table[Any], seed: int, most: int = 1000) -> Table[Any]:
    rng = random.Random(seed)
    bot: RandomBot[Any] = RandomBot()
    while not table.over and most:
        seat = rng.choice(table.seats)
        table.play(bot.choose(table.game, table.view(seat), seat, rng), seat=seat)
        most -= 1
    return table


def by_id(game: Game[Any]) -> str:
    return game.id


@pytest.mark.parametrize("game", GAMES, ids=by_id)
@pytest.mark.parametrize("seed", range(5))
def test_a_replayed_record_gives_the_same_record(game: Game[Any], seed: int) -> None:
    record = play_on(game.table(practice=bool(seed % 2)), seed).record()
    opened = grognard.replay(dump_record(record), game)
    assert opened.matches, opened.mismatch
    assert opened.table is not None
    assert dump_record(opened.table.record()) == dump_record(record)


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_events_alone_rebuild_every_scene(game: Game[Any]) -> None:
    table = play_on(game.table(practice=True, seed=3), 3)
    opened = grognard.replay(table.record(), game)
    states = [*(entry.before for entry in table.history[1:]), table.state]
    for seat in (*game.seats, PUBLIC):
        shown = list(opened.scenes(seat))
        assert shown[1:] == [plain_scene(game, s, seat) for s in states]
        assert opened.log(seat) == [line.text for line in table.log(seat)]


def test_a_record_may_start_from_a_position() -> None:
    game = Skirmish()
    table = play_on(game.position('[state.at]\nred-1 = "C2"\n', seed=1), 1)
    record = table.record()
    opened = grognard.replay(dump_record(record), game)
    assert opened.matches, opened.mismatch
    assert opened.table is not None
    assert opened.table.record() == record


def test_an_unfinished_record_goes_on_where_it_stopped() -> None:
    game = Skirmish()
    table = play_on(game.table(practice=True, seed=5), 5, most=9)
    opened = grognard.replay(table.record(), game)
    assert opened.table is not None
    assert opened.table.state == table.state
    play_on(opened.table, 6)
    assert opened.table.over
    for now, then in zip(opened.table.record()["steps"], table.record()["steps"], strict=False):
        assert (now["action"], now["events"]) == (then["action"], then["events"])


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_a_record_that_grows_is_the_record_made_at_once(game: Game[Any]) -> None:
    table = game.table(practice=True, seed=4)
    rng = random.Random(4)
    bot: RandomBot[Any] = RandomBot()
    while not table.over:
        seat = rng.choice(table.seats)
        table.play(bot.choose(game, table.view(seat), seat, rng), seat=seat)
        assert table.record() == build_record(table)
        if rng.random() < 0.3:
            table.undo(seat)
            if rng.random() < 0.5:
                assert table.record() == build_record(table)
            again = "done" if table.draft(seat) else bot.choose(game, table.view(seat), seat, rng)
            table.play(again, seat=seat)
            assert table.record() == build_record(table)
    table.parent = {"hash": "00", "step": 1}
    assert table.record() == build_record(table)


# -------------------------------------------------------------------------------------------------- damage


def small_record() -> bytes:
    table = Auction().table(secret=bytes(range(32)))
    table.play("bid 1; done", seat="first")
    table.play("bid 2; done", seat="second")
    table.play("storm")
    return dump_record(table.record())


PLACE = re.compile(r"byte \d+|[Ss]tep \d+|header|end of the record|position \d+")


@pytest.mark.parametrize("flip", [0x01, 0x20, 0x80, 0xFF])
def test_any_byte_that_is_flipped_is_found_and_its_place_named(flip: int) -> None:
    raw = small_record()
    assert load_record(raw)
    for at in range(len(raw)):
        bad = bytearray(raw)
        bad[at] ^= flip
        with pytest.raises(Broken) as broken:
            load_record(bytes(bad))
        assert PLACE.search(str(broken.value)), (at, bytes([raw[at]]), str(broken.value))
        assert "\n" not in str(broken.value)


def test_a_step_that_was_altered_is_named() -> None:
    record = msgspec.json.decode(small_record())
    record["steps"][2]["action"] = "bid 3; done"
    with pytest.raises(Broken, match=r"Step 2 of the record does not fit the hash chain: the file was changed"):
        load_record(record)


def test_a_record_cut_short_or_put_together_is_found() -> None:
    raw = small_record()
    for cut in range(1, len(raw) - 2, 37):
        with pytest.raises(Broken):
            load_record(raw[:cut])
    record = msgspec.json.decode(raw)
    del record["steps"][1]
    with pytest.raises(Broken, match="Step 1"):
        load_record(record)
    record = msgspec.json.decode(raw)
    record["steps"][1], record["steps"][2] = record["steps"][2], record["steps"][1]
    with pytest.raises(Broken, match="Step 1"):
        load_record(record)


def test_white_space_is_an_alteration_too() -> None:
    raw = small_record()
    for bad in (raw.replace(b",", b", ", 1), b" " + raw, raw[:-1] + b" ", raw + b"\n"):
        with pytest.raises(Broken, match="altered at byte"):
            load_record(bad)
    assert load_record(raw[:-1])  # an editor may drop the last line's end


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b"7", b"null", b"{}", b'{"format":1}', b'{"format":2}', b"\xff\xfe", b"{" * 5000]
)
def test_what_is_no_record_is_said_to_be_none(raw: bytes) -> None:
    with pytest.raises(Broken) as broken:
        load_record(raw)
    assert len(str(broken.value)) < 200


SHAPES: dict[str, Any] = {
    "game": str, "practice": bool, "dice": None, "seats": None, "scenes": None, "steps": None, "options": dict,
    "scenario": str,
}  # fmt: skip
VALUES: tuple[Any, ...] = (None, 7, "x", [], {}, [7])
WRONG = [(k, v) for k, shape in SHAPES.items() for v in VALUES if shape is None or type(v) is not shape]


@pytest.mark.parametrize(("key", "value"), WRONG)
def test_a_record_of_the_wrong_shape_is_broken_even_with_a_right_chain(key: str, value: Any) -> None:
    record = msgspec.json.decode(small_record())
    if value is None:
        del record[key]
    else:
        record[key] = value
    forge(record)
    assert refusal(record)


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 7}, {"action": 7}, {"events": 7}, {"events": [7]}, {"chance": 7}, {"chance": [{}]},
        {"chance": [{"n": 0, "dice": "x", "got": [1]}]}, {"seat": "nobody"}, {"action": "\x00"},
    ],
)  # fmt: skip
def test_a_step_of_the_wrong_shape_is_broken_even_with_a_right_chain(change: dict[str, Any]) -> None:
    record = msgspec.json.decode(small_record())
    record["steps"][1].update(change)
    forge(record)
    assert "tep 1" in refusal(record)


def refusal(record: Any) -> str:
    """Why a record cannot be opened, or no longer fits."""
    try:
        return grognard.replay(record, Auction()).mismatch
    except (Broken, BadInput) as error:
        return str(error)


def forge(record: Any) -> None:
    """Make the chain anew, as somebody who alters a record on purpose would."""
    header: Any = {k: v for k, v in record.items() if k not in ("steps", "end")}
    record["hash"] = last = chain("", header)
    step: Any
    for step in record.get("steps") or () if isinstance(record.get("steps"), list) else ():
        if isinstance(step, dict):
            built: Any = step
            step["hash"] = last = chain(last, built)
    if isinstance(record.get("end"), dict):
        record["end"]["hash"] = chain(last, record["end"])


def test_a_file_that_cannot_be_read_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        load_record(tmp_path / "nothing.json")
    (tmp_path / "game.json").write_bytes(small_record())
    assert load_record(tmp_path / "game.json")["game"] == "auction"


# -------------------------------------------------------------------------------------- what a seat may have


def texts_of(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def test_a_seats_record_holds_its_own_actions_and_what_it_saw() -> None:
    table = LandingGame().table()
    table.play("place division gold; place regiment juno; place dummy sword; done")
    mine, theirs = table.record("defender"), table.record("lander")
    assert mine["steps"][0]["action"] == "place division gold; place regiment juno; place dummy sword; done"
    assert "action" not in theirs["steps"][0]
    assert theirs.pop("knows") == table.position("lander")  # which lists the names, and knows nobody's place
    assert "division" not in texts_of(theirs)
    assert "A block goes to gold." in texts_of(theirs)


def test_a_seats_record_has_no_dice_counter_no_hidden_steps_and_no_hash_of_the_whole() -> None:
    table = Letters().table()
    table.play(table.legal()[0])
    table.play(table.legal()[0])
    whole = msgspec.json.decode(save_game(table))["record"]
    hashes = {whole["hash"], *(step["hash"] for step in whole["steps"])}
    for seat in ("red", "blue", PUBLIC):
        cut = table.record(seat)
        assert not hashes & set(re.findall(r"[0-9a-f]{64}", texts_of(cut)))
        assert all("chance" not in step for step in cut["steps"])
        assert table.dice.secret.hex() not in texts_of(cut)
        assert "end" not in cut
        load_record(dump_record(cut))  # it has a chain of its own


def test_a_redraw_leaves_no_trace_in_the_others_record() -> None:
    # Two games that differ only in how often Red drew in vain look alike to Blue.
    def seen(draws: list[str], seat: str) -> Any:
        table = Letters().table(practice=True, forced=draws)
        table.practice = False  # a real table with draws that the test knows
        cut = table.record(seat)
        return {k: v for k, v in cut.items() if k not in ("dice", "hash", "steps")}, [
            {k: v for k, v in step.items() if k != "hash"} for step in cut["steps"]
        ]

    plain, again = ["mud", "bluff", "thrust", "mud"], ["mud", "mud", "mud", "bluff", "thrust", "mud"]
    assert seen(plain, "blue") == seen(again, "blue")
    assert seen(plain, PUBLIC) == seen(again, PUBLIC)
    assert seen(plain, "red") != seen(again, "red")


def test_a_finished_draft_that_waits_leaves_no_trace() -> None:
    waiting, untouched = SetUps().table(secret=bytes(32)), SetUps().table(secret=bytes(32))
    waiting.play("place red-guard west; place red-scout east; done", seat="red")
    assert waiting.record(PUBLIC) == untouched.record(PUBLIC)
    # Blue's record holds the position as Blue knows it: that Red no longer owes anything is for all to see.
    mine, other = waiting.record("blue"), untouched.record("blue")
    assert mine.pop("knows") == waiting.position("blue")
    assert other.pop("knows") == untouched.position("blue")
    assert {**mine, "hash": ""} == {**other, "hash": ""}
    assert "west" not in waiting.position("blue")


def test_a_seats_record_does_not_name_a_step_of_the_whole_parent() -> None:
    table = SetUps().table()
    table.parent = {"hash": "00", "step": 17}
    assert "parent" not in table.record("red")


def test_what_a_seat_saw_can_be_shown_but_not_played() -> None:
    table = LandingGame().table()
    table.play("place division gold; place regiment juno; place dummy sword; done")
    opened = grognard.replay(table.record("lander"), LandingGame())
    assert not opened.matches
    assert opened.table is None
    assert "lander saw" in opened.mismatch
    assert list(opened.scenes("lander"))[-1] == plain_scene(table.game, table.state, "lander")


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_a_branch_of_what_a_seat_saw_starts_from_a_world_that_it_could_believe_in(game: Game[Any]) -> None:
    if len(game.seats) == 1:
        return  # a lone player has the whole record
    for seed in range(4):
        table = play_on(game.table(), seed, most=seed)
        for seat in game.seats if not table.over else ():
            opened = grognard.replay(dump_record(table.record(seat)), game)
            assert opened.table is None
            branch = opened.branch(seed=seed)
            assert branch.practice
            assert game.view(branch.state, seat) == table.view(seat)
            assert branch.seats == table.seats
            play_on(branch, seed, most=3)


def test_a_record_that_does_not_hold_the_position_says_that_no_branch_can_start_from_it() -> None:
    table = LandingGame().table()
    older = cut_record(table.whole_record(), "lander")
    assert "knows" not in older
    with pytest.raises(BadInput, match="holds what lander saw, but not the position behind it"):
        grognard.replay(older, LandingGame()).branch()
    with pytest.raises(BadInput, match="holds what public saw"):
        grognard.replay(table.record(PUBLIC), LandingGame()).branch()
    for knows in ("x = 1", "state = 7", "[state]\nplaces = 3", "]["):
        forged = cut_record(table.whole_record(), "lander", knows)
        with pytest.raises(BadInput, match="No branch can start from this record: "):
            grognard.replay(forged, LandingGame()).branch()


def test_the_whole_record_is_for_practice_and_for_the_end() -> None:
    assert "seat" not in Letters().table(practice=True).record("red")
    table = play_on(Letters().table(), 2)
    assert table.over
    assert "seat" not in table.record("red")
    assert table.record("red") == table.record(PUBLIC)


# ---------------------------------------------------------------------------------------------------- saves


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_a_saved_game_goes_on_exactly_as_it_would_have(game: Game[Any]) -> None:
    table = play_on(game.table(), 8, most=2)
    opened = load_game(save_game(table), game)
    assert opened.matches, opened.mismatch
    assert opened.table is not None
    assert opened.table.dice.secret == table.dice.secret
    play_on(table, 9)
    play_on(opened.table, 9)
    assert dump_record(table.record()) == dump_record(opened.table.record())


def test_a_saved_game_keeps_drafts_and_orders() -> None:
    table = SetUps().table()
    table.play("place red-guard west", seat="red")
    opened = load_game(save_game(table), SetUps())
    assert opened.table is not None
    assert opened.table.draft("red") == table.draft("red")
    smoke = Smoke().table()
    smoke.order("never", "blue")
    opened = load_game(save_game(smoke), Smoke())
    assert opened.table is not None
    assert opened.table.orders("blue") == ("never",)


def test_a_draft_or_an_order_that_the_rules_no_longer_know_is_left_out_of_a_saved_game() -> None:
    class OneMan(SetUps):
        def accept(self, s: Any, seat: str, action: Any) -> Any:
            if "scout" in str(action):
                raise BadInput("There are no scouts any more.")
            return super().accept(s, seat, action)

    table = SetUps().table()
    for part in ("place red-guard west", "place red-scout east"):
        table.play(part, seat="red")
    opened = load_game(save_game(table), OneMan())
    assert opened.matches
    assert opened.table is not None
    assert [part.text for part in opened.table.draft("red")] == ["place red-guard west"]

    class NoOrders(Smoke):
        orders = Smoke.orders[1:]  # type: ignore[assignment]

    smoke = Smoke().table()
    smoke.order("never", "blue")
    smoke.order("only-losses", "blue")
    opened = load_game(save_game(smoke), NoOrders())
    assert opened.table is not None
    assert opened.table.orders("blue") == ("only-losses",)


@pytest.mark.parametrize("key", ["secret", "n", "drafts", "orders", "record"])
@pytest.mark.parametrize("value", [None, "x", [], 1.5, {"red": 7}])
def test_a_saved_game_of_the_wrong_shape_is_broken_even_with_a_right_hash(key: str, value: Any) -> None:
    body = msgspec.json.decode(save_game(Smoke().table()))
    del body["hash"]
    if value is None:
        del body[key]
    else:
        body[key] = value
    raw = msgspec.json.encode(body, order="sorted")
    sealed = msgspec.json.encode({**body, "hash": hashlib.sha256(raw).hexdigest()}, order="sorted")
    with pytest.raises(Broken):
        load_game(sealed, Smoke())


def test_any_byte_of_a_saved_game_that_is_flipped_is_found() -> None:
    table = Auction().table(secret=bytes(32))
    table.play("bid 1", seat="first")
    raw = save_game(table)
    for at in range(len(raw) - 1):
        bad = bytearray(raw)
        bad[at] ^= 1
        with pytest.raises(Broken):
            load_game(bytes(bad), Auction())

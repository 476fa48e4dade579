"""The museum: what must be shown is shown, and every record still replays."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path

import pytest
from toys.auction import Auction, Auctioned

from grognard import BadInput
from grognard.kernel import show
from grognard.kernel.match.record import dump_record
from grognard.kernel.match.shapes import Record
from grognard.suite.museum import check_museum, keep, records, shown_by


class Exhibited(Auction):
    def exhibits(self) -> Iterable[str]:
        return ("ending victory", "ending draw")


def stormed() -> Record:
    table = Exhibited().table(practice=True, seed=1)
    table.play("bid 1; done", seat="first")
    table.play("done", seat="second")
    table.play("storm", forced=[6])
    return table.record()


def waited() -> Record:
    table = Exhibited().table(practice=True, seed=1)
    table.play("done", seat="first")
    table.play("done", seat="second", forced=[1])
    table.play("wait")
    return table.record()


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    game = Exhibited()
    assert check_museum(game, tmp_path) == ["nothing shows “ending victory”", "nothing shows “ending draw”"]
    keep(tmp_path, "stormed", stormed())
    assert check_museum(game, tmp_path) == ["nothing shows “ending draw”"]
    keep(tmp_path, "waited", waited())
    assert check_museum(game, tmp_path) == []


def test_a_record_shows_its_ending() -> None:
    assert shown_by(waited()) == {"ending draw"}


def test_the_same_game_gives_the_same_bytes(tmp_path: Path) -> None:
    first = keep(tmp_path / "a", "stormed", stormed()).read_bytes()
    assert keep(tmp_path / "b", "stormed", stormed()).read_bytes() == first


def test_a_record_that_the_rules_no_longer_fit_is_named(tmp_path: Path) -> None:
    class Changed(Exhibited):
        def result(self, s: Auctioned) -> show.Result | None:
            found = super().result(s)
            return show.Result("", "draw", "Always a draw.") if found else None

    keep(tmp_path, "stormed", stormed())
    keep(tmp_path, "waited", waited())
    assert check_museum(Changed(), tmp_path) == ["stormed.json.gz: It now ends otherwise."]


def test_a_damaged_record_is_named_by_its_file(tmp_path: Path) -> None:
    path = keep(tmp_path, "stormed", stormed())
    path.write_bytes(gzip.compress(dump_record(stormed()).replace(b"storm", b"stork", 1)))
    with pytest.raises(BadInput, match=r"stormed\.json\.gz: "):
        list(records(tmp_path, Exhibited()))
    path.write_bytes(b"this is no archive")
    with pytest.raises(BadInput, match=r"stormed\.json\.gz: "):
        list(records(tmp_path, Exhibited()))

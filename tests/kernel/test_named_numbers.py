"""Plain number fields that stand for a name are written by that name."""

from __future__ import annotations

from typing import ClassVar

import pytest
from toys.skirmish import Data, Skirmish

from grognard.kernel.errors import BadInput


class WithSides(Data):
    sides: tuple[str, ...] = ("red", "blue")


class NamedSide(Skirmish):
    named: ClassVar[dict[str, tuple[str, str]]] = {**Skirmish.named, "side": ("", "sides")}

    def __init__(self) -> None:
        self.data = WithSides()


def test_a_number_is_written_and_read_by_its_name() -> None:
    table = NamedSide().table(practice=True)
    table.play("attack-now")
    text = table.position()
    assert 'side = "blue"' in text
    assert NamedSide().position(text).state == table.state


def test_a_name_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadInput, match="side is “green”, which does not exist"):
        NamedSide().position('[state]\nside = "green"')
    with pytest.raises(BadInput, match="side is 7, but there are only 2"):
        NamedSide().position("[state]\nside = 7")

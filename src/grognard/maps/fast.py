"""The compiled versions of what is slow in plain Python, where they are built (`python -m grognard.compile`).

Everything works without them, and tests hold both versions equal. A build carries the fingerprint of the sources it
was made from; one that was made from others is passed over. `GROGNARD_PLAIN=1` in the environment passes all of them
over.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from grognard.built import PLAIN, usable

if TYPE_CHECKING:
    from grognard.maps import _search

    built = _search
else:
    built = usable("grognard.maps._search")
in_use = built is not None and not PLAIN


def module(name: str) -> ModuleType | None:
    """A compiled module of a game; None where plain Python is to be used."""
    return usable(name) if in_use else None


def use_compiled(on: bool) -> bool:
    """Switches the compiled versions on or off, for maps at once and for games that are loaded from now on; says
    whether they are in use now (they may not be built)."""
    global in_use
    in_use = on and built is not None
    return in_use

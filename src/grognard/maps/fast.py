"""The compiled versions of what is slow in plain Python, where they are built (`python -m grognard.compile`).

Everything works without them, and tests hold both versions equal.
"""

from __future__ import annotations

try:
    from grognard.maps import _search
except ImportError:
    _search = None  # type: ignore[assignment]

built = _search
in_use = built is not None


def use_compiled(on: bool) -> bool:
    """Switches the compiled versions on or off; says whether they are in use now (they may not be built)."""
    global in_use
    in_use = on and built is not None
    return in_use

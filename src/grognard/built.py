"""What is compiled, where that is done (`python -m grognard.compile`): found by the fingerprint of its sources.

A hot module of plain Python says in its first line that it is compiled as it stands. Its build lies in `__built__`
beside it, under a name that carries the fingerprint of the source, and is imported in its place; once the source has
changed, the source is imported, with one warning. So a build cannot be stale, and nothing in a module knows
whether it is compiled.

Modules of compiled code (`.pyx`) lie beside plain Python that says the same, and carry the fingerprint of all such
sources. `GROGNARD_PLAIN=1` in the environment passes over all that is built.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parent
AS_IT_STANDS = b"# compiled as it stands"
"""The first line of a module of plain Python that is compiled."""
DIRECTIVES = {"language_level": 3, "infer_types": False, "annotation_typing": False}
"""It is to mean what Python means by it: no type is guessed, and none is read from an annotation."""
QUICK = PACKAGE / "quick.h"
"""How it finds attributes, methods and items."""
PLAIN = os.environ.get("GROGNARD_PLAIN", "") not in ("", "0")


_WAY = repr(DIRECTIVES).encode() + (QUICK.read_bytes() if QUICK.exists() else b"")


def built_file(source: Path, content: bytes) -> Path:
    """Where the build of a module with this content lies."""
    mark = hashlib.sha256(_WAY + content).hexdigest()[:16]
    return source.parent / "__built__" / f"{source.stem}.{mark}{EXTENSION_SUFFIXES[0]}"


_told: list[str] = []
"""One warning is enough."""


def warn(name: str) -> None:
    """That a build is passed over, once."""
    if not _told:
        _told.append(name)
        warnings.warn(
            f"{name} was compiled from other sources, and what is compiled is passed over: "
            "`python -m grognard.compile` builds it again.",
            RuntimeWarning,
            stacklevel=3,
        )


class Built(MetaPathFinder):
    """Finds the builds of modules that are compiled as they stand."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None or not fullname.startswith(f"{PACKAGE.name}."):
            return None
        for folder in path:
            if os.path.isdir(os.path.join(folder, "__built__")):
                source = Path(folder, f"{fullname.rpartition('.')[2]}.py")
                content = source.read_bytes() if source.exists() else b""
                found = built_file(source, content)
                if content.startswith(AS_IT_STANDS):
                    if found.exists():
                        return spec_from_file_location(fullname, found)
                    if any(found.parent.glob(f"{source.stem}.*{EXTENSION_SUFFIXES[0]}")):
                        warn(fullname)
        return None


# --------------------------------------------------------------------------------- modules of compiled code

BUILT = "FINGERPRINT"
"""The name under which a build carries its fingerprint."""


def sources() -> list[Path]:
    """What compiled versions are made from."""
    return sorted(path for pattern in ("*.pyx", "*.pxd") for path in PACKAGE.rglob(pattern))


def fingerprint() -> str:
    """Of all sources together: a build of one depends on the others."""
    found = hashlib.sha256()
    for path in sources():
        found.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def carried(name: str) -> str | None:
    """The fingerprint of what is built of a module: None where it is not built, "" where it cannot be used."""
    try:
        return str(getattr(import_module(name), BUILT, ""))
    except ModuleNotFoundError:
        return None
    except (ImportError, ValueError):  # it was built against another version of a module that it uses
        return ""


def fitting(name: str) -> ModuleType | None:
    """A compiled module, if it is built from the sources that lie beside it and compiled code is not passed over."""
    return None if PLAIN else usable(name)


def usable(name: str) -> ModuleType | None:
    """A compiled module, if it is built from the sources that lie beside it; one warning where it is not."""
    mark = carried(name)
    if mark is None:
        return None
    if mark == fingerprint():
        return import_module(name)
    warn(name)
    return None

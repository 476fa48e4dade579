"""Modules of plain Python that are compiled as they stand, where that is done (`python -m grognard.compile`).

A hot module says in its first line that it is. Its build lies in `__built__` beside it, under a name that carries the
fingerprint of the source, and is imported in its place; once the source has changed, the source is imported. So a
build cannot be stale, and nothing in a module knows whether it is compiled. `GROGNARD_PLAIN=1` in the environment
passes over all that is built.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
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
                if content.startswith(AS_IT_STANDS) and found.exists():
                    return spec_from_file_location(fullname, found)
        return None

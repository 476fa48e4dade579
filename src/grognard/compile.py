"""Builds the compiled versions of what is slow in plain Python, each beside its source:

    pip install "grognard[fast]"
    python -m grognard.compile

It needs a C compiler. Without it everything works the same, only slower.
"""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from pathlib import Path

PACKAGE = Path(__file__).parent


def stale() -> list[Path]:
    """The sources that are not built, or were changed since."""
    shared = max((path.stat().st_mtime for path in PACKAGE.rglob("*.pxd")), default=0.0)
    found = []
    for source in sorted(PACKAGE.rglob("*.pyx")):
        built = [path for path in source.parent.glob(f"{source.stem}.*") if path.suffix in (".so", ".pyd")]
        changed = max(shared, source.stat().st_mtime)
        if not any(path.stat().st_mtime >= changed for path in built):
            found.append(source)
    return found


def build(source: Path) -> Path:
    """Compiles one source in place and returns the built file."""
    cythonize = import_module("Cython.Build").cythonize
    setuptools = import_module("setuptools")
    build_ext = import_module("setuptools.command.build_ext").build_ext
    name = ".".join((PACKAGE.name, *source.relative_to(PACKAGE).with_suffix("").parts))
    with tempfile.TemporaryDirectory() as work:
        extension = setuptools.Extension(name, [str(source)])
        modules = cythonize([extension], build_dir=work, quiet=True)
        command = build_ext(setuptools.Distribution({"ext_modules": modules}))
        command.ensure_finalized()
        command.build_lib = command.build_temp = work
        command.run()
        built = next(path for path in Path(work).rglob(f"{source.stem}*") if path.suffix in (".so", ".pyd"))
        target = source.parent / built.name
        # Put in place at once: a program that runs the old one keeps it.
        fresh = target.with_suffix(".new")
        fresh.write_bytes(built.read_bytes())
        fresh.replace(target)
    return target


if __name__ == "__main__":
    try:
        for source in stale():
            print(f"built {build(source).name}")
    except ImportError as missing:
        sys.exit(f'{missing.name} is missing: pip install "grognard[fast]"')

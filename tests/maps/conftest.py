"""The map maker is tried only where its packages are: they are no part of an installation."""

import sys
from importlib.util import find_spec
from pathlib import Path

NEEDED = ("numpy", "scipy", "shapely", "pyproj", "shapefile", "netCDF4", "PIL")

collect_ignore = [] if all(find_spec(name) for name in NEEDED) else ["test_mapgen.py"]
sys.path.append(str(Path(__file__).parents[2]))

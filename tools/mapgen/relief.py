"""The shaded relief of a map: one modest picture, land colours by height on warm paper.

The picture has no coast of its own (the ground runs on under the sea): coast, rivers and everything else
are drawn from data, and stay sharp at any zoom.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import shapely
from PIL import Image
from scipy.ndimage import gaussian_filter, zoom
from shapely.geometry.base import BaseGeometry

from tools.mapgen.geodata import Array, Heights, Shades

# Metres, and the colour of the paper there. Bright, because it is multiplied with the colour of the terrain.
TINTS = (
    (-50, (243, 245, 228)),
    (20, (248, 246, 228)),
    (120, (251, 245, 224)),
    (300, (246, 232, 198)),
    (600, (233, 210, 170)),
    (1000, (217, 190, 152)),
    (1700, (203, 180, 158)),
    (2400, (222, 214, 206)),
    (3200, (250, 249, 248)),
)
COARSE = 8  # the fit is smooth: it is inverted on every eighth pixel and interpolated between


def draw(
    path: Path,
    size: tuple[float, float],
    to_degrees: Callable[[Array], Array],
    land: BaseGeometry,
    sheet: BaseGeometry,
    heights: Heights,
    shades: Shades,
    *,
    pixels: int,
    gain: float,
) -> int:
    """Writes the picture of a plane of this size, `pixels` to its unit, a hex pitch; returns its size in bytes."""
    across, down = size
    width, height = round(across * pixels), round(down * pixels)
    x = np.linspace(0, across, width // COARSE + 1)
    y = np.linspace(0, down, height // COARSE + 1)
    plane = np.stack(np.meshgrid(x, y), axis=-1)
    where = to_degrees(plane.reshape(-1, 2))
    lon = _fine(where[:, 0].reshape(len(y), len(x)), width, height)
    lat = _fine(where[:, 1].reshape(len(y), len(x)), width, height)
    points = np.stack([lon.ravel(), lat.ravel()], axis=1)
    metres = gaussian_filter(heights(points).reshape(height, width), pixels * 0.06)

    fine_x, fine_y = np.meshgrid(np.linspace(0, across, width // 4), np.linspace(0, down, height // 4))
    shapely.prepare(land)
    solid = shapely.contains_xy(land, fine_x.ravel(), fine_y.ravel()).reshape(fine_x.shape).astype(float)
    ground = np.clip(_fine(solid, width, height), 0, 1)
    # The picture is bright on heights and at sea: what we want is only how a spot differs from its
    # surroundings on land.
    grey = shades(points).reshape(height, width)
    # A second light, on the heights themselves, for the great forms.
    metres = np.where(ground > 0.5, np.maximum(metres, -5), np.minimum(metres, 5) * 0)
    wide = pixels * 1.1
    inland = gaussian_filter((ground > 0.99).astype(float), pixels * 0.12)
    inland = np.clip((inland - 0.5) * 2, 0, 1)
    around = gaussian_filter(grey * inland, wide) / np.maximum(gaussian_filter(inland, wide), 0.03)
    local = (grey - around) * inland
    # Sharpened a little: the source is coarse and enlarged six times.
    local = local + 1.2 * (local - gaussian_filter(local, pixels * 0.12))
    slope_y, slope_x = np.gradient(gaussian_filter(metres, pixels * 0.08))
    forms = np.tanh((-slope_x - slope_y) * pixels / 900.0)
    # Plains stay quiet: units and labels have to be read on them.
    local = local * np.clip(metres / 320 + 0.3, 0.3, 1.15)
    light = gain * (4.6 * local + 0.3 * forms)
    light = np.tanh(light * 1.4) / 1.4

    colours = np.stack(
        [np.interp(metres, [m for m, _ in TINTS], [c[i] for _, c in TINTS]) for i in range(3)], axis=-1
    )
    shadow, glow = np.array([104, 80, 66]), np.array([255, 252, 240])
    dark = np.clip(-light, 0, 1)[..., None] * 0.95
    bright = np.clip(light, 0, 1)[..., None] * 0.75
    colours = colours * (1 - dark) + shadow * dark
    colours = colours * (1 - bright) + glow * bright
    shapely.prepare(sheet)
    covered = shapely.contains_xy(sheet, fine_x.ravel(), fine_y.ravel()).reshape(fine_x.shape).astype(float)
    # Clear outside the sheet: what lies there has the same look by day and by night.
    clear = np.clip(_fine(covered, width, height), 0, 1)[..., None] * 255
    pixels_of = np.clip(np.concatenate([colours, clear], axis=-1), 0, 255).astype(np.uint8)
    Image.fromarray(pixels_of, "RGBA").save(path, "WEBP", quality=82, method=6)
    return path.stat().st_size


def _fine(coarse: Array, width: int, height: int) -> Array:
    fine = zoom(coarse, (height / coarse.shape[0], width / coarse.shape[1]), order=1, grid_mode=False)
    return np.asarray(fine[:height, :width])

"""A counter as SVG: the nation's colours, the symbol, factors and badges."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from grognard.kernel.show import Colours, Face

TONES = {"plain": "#4b5563", "good": "#2f7d4f", "bad": "#b3372b", "warn": "#b7791f"}
LINES = {
    "infantry": "M0,0 L1,1 M0,1 L1,0",
    "motorized": "M0,0 L1,1 M0,1 L1,0 M.5,0 L.5,1",
    "cavalry": "M0,1 L1,0",
    "mountain": "M0,0 L1,1 M0,1 L1,0 M.36,1 L.5,.68 L.64,1 Z",
    "airborne": "M0,0 L1,1 M0,1 L1,0 M.3,1 Q.4,.8 .5,1 Q.6,.8 .7,1",
    "headquarters": "M0,.3 L1,.3",
    "fort": "M0,1 L0,.4 L.25,.4 L.25,.7 L.75,.7 L.75,.4 L1,.4 L1,1",
    "supply": "M0,.75 L1,.75",
    "air": "M.1,.5 Q.3,.1 .5,.5 Q.7,.9 .9,.5 Q.7,.1 .5,.5 Q.3,.9 .1,.5",
    "naval": "M.5,.1 L.5,.9 M.3,.3 L.7,.3 M.15,.6 Q.5,1.1 .85,.6",
}
"""The strokes of a symbol in a frame of 1 by 1."""
UNFRAMED = ("marker", "leader", "")


def counter(face: Face, colours: Colours, side: float) -> str:
    """The counter with its upper left corner at the origin."""
    ink, band = colours.ink, colours.band or colours.ink
    out = [f"<title>{escape(face.name)}{': ' + escape(face.about) if face.about else ''}</title>"]
    out.append(
        f'<rect width="{side:.1f}" height="{side:.1f}" rx="{side * 0.09:.1f}" fill="{colours.fill}" stroke="{band}"'
        f' stroke-width="{max(0.8, side * 0.03):.1f}"/>'
    )
    if face.back:
        return "".join([*out, _text("?", side / 2, side * 0.66, side * 0.5, ink, "700")])
    if face.symbol in UNFRAMED:
        name = _fit(face.short or face.name)
        out.append(_text(name, side / 2, side * 0.56, _size(name, side), ink))
    else:
        out.append(_symbol(face.symbol, side, ink))
        name = _fit(face.short)
        out.append(_text(name, side / 2, side * 0.19, min(side * 0.17, _size(name, side)), ink))
    if face.size:
        out.append(_text(face.size, side / 2, side * 0.3, side * 0.11, ink))
    if face.factors:
        out.append(_text("-".join(face.factors), side / 2, side * 0.94, side * 0.25, ink, "700"))
    for i, badge in enumerate(face.badges[:3]):
        x = side * (0.94 - 0.2 * i)
        out.append(f'<circle cx="{x:.1f}" cy="{side * 0.06:.1f}" r="{side * 0.1:.1f}" fill="{TONES[badge.tone]}">')
        out.append(f"<title>{escape(badge.about or badge.text)}</title></circle>")
        out.append(_text(badge.text[:1], x, side * 0.1, side * 0.13, "#ffffff", "700"))
    if face.steps[1] > 1 and face.steps[0] < face.steps[1]:
        bar = f'width="{side * 0.84 * face.steps[0] / face.steps[1]:.1f}" height="{side * 0.04:.1f}"'
        out.append(f'<rect x="{side * 0.08:.1f}" y="{side * 0.02:.1f}" {bar} fill="{TONES["bad"]}"/>')
    return "".join(out)


def _symbol(symbol: str, side: float, ink: str) -> str:
    w, h = side * 0.56, side * 0.34
    x, y = (side - w) / 2, side * 0.35
    stroke = f'fill="none" stroke="{ink}" stroke-width="{max(0.7, side * 0.028):.2f}"'
    out = f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" {stroke}/>'
    if symbol in ("armour", "artillery"):
        radii = f'rx="{w * 0.32:.1f}" ry="{h * 0.3:.1f}"' if symbol == "armour" else f'rx="{h * 0.2:.1f}"'
        fill = stroke if symbol == "armour" else f'fill="{ink}"'
        return out + f'<ellipse cx="{side / 2:.1f}" cy="{y + h / 2:.1f}" {radii} {fill}/>'
    strokes = LINES.get(symbol)
    if strokes is None:
        return out
    points = re.sub(
        r"([\d.]+),([\d.]+)", lambda m: f"{x + w * float(m[1]):.1f},{y + h * float(m[2]):.1f}", strokes
    )  # here, not by a transform, which would scale the stroke too
    return out + f'<path d="{points}" {stroke}/>'


def _text(text: str, x: float, y: float, size: float, ink: str, weight: str = "500") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" font-weight="{weight}" text-anchor="middle"'
        f' fill="{ink}">{escape(text)}</text>'
    )


def _fit(text: str) -> str:
    return text if len(text) <= 11 else f"{text[:10]}…"


def _size(text: str, side: float) -> float:
    return float(min(side * 0.2, side * 1.5 / max(4, len(text))))

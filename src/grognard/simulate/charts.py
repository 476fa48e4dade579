"""The charts of a report, as Vega-Lite drawn without a browser: each as SVG for the page and as PNG beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.simulate.figures import Row, rank
from grognard.simulate.folder import need

COLOURS = ["#8a5a2b", "#3568a8", "#5d7358", "#b3372b", "#7a3fb0", "#b7791f", "#2b6ea8", "#4b5563"]
WIDTH = 620


class Chart:
    """A chart with its two files' worth of drawing."""

    def __init__(self, chart: Any) -> None:
        look = {"view": {"stroke": None}, "range": {"category": COLOURS}, "background": "white"}
        font = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"
        self.spec = chart.properties(config={**look, "font": font}).to_json()

    def svg(self) -> str:
        drawn: str = need("vl_convert").vegalite_to_svg(self.spec)
        return drawn

    def png(self) -> bytes:
        drawn: bytes = need("vl_convert").vegalite_to_png(self.spec, scale=2)
        return drawn


def _data(rows: Sequence[Row]) -> Any:
    return need("altair").Data(values=list(rows))


def shares(rows: Sequence[Row], by: str) -> Chart:
    """Shares with their intervals, a line each."""
    alt = need("altair")
    share = alt.X("share:Q", title="share of games", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%"))
    bars = (
        alt.Chart().mark_bar(opacity=0.75).encode(x=share, y=alt.Y("cell:N", title=None, sort=None), color=f"{by}:N")
    )
    whisk = alt.Chart().mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q", y=alt.Y("cell:N", sort=None))
    return Chart(
        alt.layer(bars, whisk, data=_data(rows))
        .properties(width=WIDTH - 120)
        .facet(row=alt.Row(f"{by}:N", title=None, header=alt.Header(labelAngle=0, labelAlign="left")))
    )


def lengths(rows: Sequence[Row], what: str) -> Chart:
    """How many games had which length or score, by cell."""
    alt = need("altair")
    chart = alt.Chart(_data(rows)).mark_bar(opacity=0.8)
    binned = alt.X(f"{what}:Q", bin=alt.Bin(maxbins=30), title=what)
    return Chart(
        chart.encode(x=binned, y=alt.Y("count()", title="games"), color=alt.Color("cell:N", title=None)).properties(
            width=WIDTH, height=200
        )
    )


def lines(rows: Sequence[Row], y: str, title: str, by: str, domain: Sequence[float] | None = None) -> Chart:
    """A line by turn for each of `by`."""
    alt = need("altair")
    scale = alt.Scale(domain=list(domain)) if domain else alt.Scale(zero=False)
    chart = alt.Chart(_data(rows)).mark_line(point=True)
    encoded = chart.encode(
        x=alt.X("turn:O", title="turn"),
        y=alt.Y(f"{y}:Q", title=title, scale=scale),
        color=alt.Color(f"{by}:N", title=None),
    )
    return Chart(encoded.properties(width=WIDTH, height=260))


def courses(rows: Sequence[Row], number: str) -> Chart:
    """A number by turn: its mean, and the middle half of the games."""
    alt = need("altair")
    mine = [row for row in rows if row["number"] == number]
    colour = alt.Color("cell:N", title=None)
    turn = alt.X("turn:O", title="turn")
    band = alt.Chart().mark_area(opacity=0.18).encode(x=turn, y="low:Q", y2="high:Q", color=colour)
    line = alt.Chart().mark_line(point=True).encode(x=turn, y=alt.Y("mean:Q", title=number), color=colour)
    return Chart(alt.layer(band, line, data=_data(mine)).properties(width=WIDTH, height=200))


def luck(rows: Sequence[Row], seat: str) -> Chart:
    """Each game by luck and score."""
    alt = need("altair")
    most = 3000  # points; more would only hide each other
    some = rows[:: max(1, len(rows) // most)]
    chart = alt.Chart(_data(some)).mark_circle(opacity=0.45, size=28)
    encoded = chart.encode(
        x=alt.X("luck:Q", title=f"luck of {seat} in pips"),
        y=alt.Y("score:Q", scale=alt.Scale(zero=False)),
        color=alt.Color("winner:N", title="winner"),
    )
    return Chart(encoded.properties(width=WIDTH, height=260))


def battles(rows: Sequence[Row]) -> Chart:
    """What battles cost, by odds."""
    alt = need("altair")
    told = [
        {"side": row["side"], "at": row["at"], "who": who, "steps": row[f"{who}_lost"]}
        for row in rows
        for who in ("attacker", "defender")
    ]
    chart = alt.Chart(_data(told)).mark_bar()
    order = list(dict.fromkeys(row["at"] for row in sorted(rows, key=lambda row: rank(str(row["at"])))))
    encoded = chart.encode(
        x=alt.X("at:N", sort=order, title="odds, or strength of the attack over the defence"),
        xOffset="who:N",
        y=alt.Y("steps:Q", title="steps lost a battle"),
        color=alt.Color("who:N", title=None),
        row=alt.Row("side:N", title="attacked by"),
    )
    return Chart(encoded.properties(width=WIDTH - 60, height=150))

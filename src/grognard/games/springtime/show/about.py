"""The About page."""

from __future__ import annotations

from grognard.games.springtime.data.world import World
from grognard.games.springtime.show.summary import SUMMARY
from grognard.kernel.data import count_sources
from grognard.kernel.show import About


def about(d: World) -> About:
    return About(
        title="Springtime for Hitler",
        text=(
            "The conquest of the West, May and June 1940, for two players: thirty Areas and six Zones, impulses by "
            "Army Group, secret Event markers and the will of France to fight on. The rules follow the published "
            "booklet case by case."
        ),
        sources=count_sources(d.raw),
        summary=SUMMARY,
        notes=(
            "The printed map, counters and chart sheet could not be found. Names, set-ups, Army Groups, costs and "
            "results are from the booklet; most combat and movement values, terrain, rivers, the value, morale and "
            "surrender tables and some event "
            "effects are reconstructed and marked so in the data.",
            "Owners of the printed game can correct any value with a data pack.",
        ),
        credits=("Game design: Michael Rinella (2016).", "Coastlines made with Natural Earth."),
    )
